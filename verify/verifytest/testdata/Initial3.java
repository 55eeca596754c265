// What a class promises of its static fields must hold when it has been initialised.
public class Initial3 {
    /*@ spec_public */ private static String name = null; //! PossiblyNullInitialization
    /*@ spec_public */ private static String later; //! PossiblyNullField
    /*@ spec_public */ private static int count = -1;
    //@ public static invariant count >= 0; //! InvariantExit

    public static int length() {
        return name.length() + later.length(); //! ArithmeticOperationRange
    }
}
