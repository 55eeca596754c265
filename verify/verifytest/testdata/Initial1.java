public class Initial1 {
    /*@ spec_public */ private static String first = "a";
    /*@ spec_public */ private String second = "b";
    /*@ spec_public nullable */ private String third = null;

    public Initial1() { //!ok PossiblyNullInitialization
    }

    //@ ensures \result >= 0;
    public int lengths() {
        return second.length();
    }

    //@ ensures \result == 0;
    public static int none() {
        return 0;
    }
}
