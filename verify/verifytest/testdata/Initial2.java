public class Initial2 {
    /*@ spec_public */ private String second = null; //! PossiblyNullInitialization
    /*@ spec_public */ private String third; //! PossiblyNullField

    public Initial2() {
        second = "a";
    }
}
