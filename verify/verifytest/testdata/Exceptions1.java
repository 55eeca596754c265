public class Exceptions1 {
    //@ public normal_behavior
    //@   requires x >= 0;
    //@   ensures \result == x;
    //@ also
    //@ public exceptional_behavior
    //@   requires x < 0;
    //@   signals_only IllegalArgumentException;
    public static int check(int x) {
        if (x < 0) throw new IllegalArgumentException("negative");
        return x;
    }

    //@ requires x >= 0;
    //@ signals_only \nothing;
    public static int nothing(int x) {
        if (x > 100) throw new IllegalArgumentException("big"); //! ExceptionList
        return x;
    }

    //@ signals (IllegalStateException e) x > 20;
    public static int signals(int x) {
        if (x > 10) throw new IllegalStateException(); //! ExceptionalPostcondition
        return x;
    }

    //@ signals (IllegalStateException e) x > 10;
    //@ ensures x <= 10;
    public static int signalsOk(int x) {
        if (x > 10) throw new IllegalStateException();
        return x;
    }

    //@ ensures \result == (b == 0 ? -1 : a / b);
    //@ requires a > 0;
    public static int caught(int a, int b) {
        try {
            return a / b;
        } catch (ArithmeticException e) {
            return -1;
        }
    }

    //@ ensures \result == 3;
    public static int finallyWins(int a) {
        int r = 0;
        try {
            if (a > 0) r = 1;
            else r = 2;
        } finally {
            r = 3;
        }
        return r;
    }

    //@ ensures \result == (a == null ? 0 : a.length);
    public static int nullCaught(int /*@ nullable */ [] a) {
        try {
            return a.length;
        } catch (NullPointerException e) {
            return 0;
        }
    }

    //@ requires x >= 0;
    //@ ensures \result == x;
    public static int caller(int x) {
        return check(x);
    }

    public static String cast(Object o) {
        return (String) o; //! PossiblyBadCast
    }

    public static String castChecked(Object o) {
        if (o instanceof String) return (String) o;
        return "";
    }
}
