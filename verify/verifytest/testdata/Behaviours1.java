// Specification cases: normal and exceptional behaviours, also, \old, \fresh, nothing said.
public class Behaviours1 {
    /*@ spec_public */ private static int total;

    //@ public normal_behavior
    //@   requires x >= 0;
    //@   ensures \result == x;
    //@ also
    //@ public normal_behavior
    //@   requires x < 0 && x > Integer.MIN_VALUE;
    //@   ensures \result == -x;
    public static /*@ pure */ int abs(int x) {
        return x < 0 ? -x : x;
    }

    //@ public normal_behavior
    //@   requires x >= 0;
    //@   ensures \result == x;
    //@ also
    //@ public normal_behavior
    //@   requires x < 0 && x > -1000;
    //@   ensures \result == -x;
    //@ also
    //@ public exceptional_behavior
    //@   requires x <= -1000;
    //@   signals_only IllegalArgumentException;
    public static int absChecked(int x) {
        if (x <= -1000) throw new IllegalArgumentException();
        return x < 0 ? -x : x;
    }

    //@ requires x > -1000;
    //@ ensures \result >= 0;
    public static int usesCases(int x) {
        return absChecked(x);
    }

    //@ ensures \result >= 0;
    //@ signals_only \nothing;
    public static int usesCasesWrong(int x) {
        return absChecked(x); //! ExceptionList
    }

    //@ public normal_behavior
    //@   requires x > 0;
    //@   ensures \result == 1;
    public static int normalThrows(int x) {
        if (x == 5) throw new IllegalArgumentException(); //! ExceptionalPostcondition
        return 1;
    }

    //@ public exceptional_behavior
    //@   requires x > 0;
    //@   signals (IllegalArgumentException e) true;
    //@   signals_only IllegalArgumentException;
    public static void exceptionalReturns(int x) {
        if (x == 5) return; //! Postcondition
        throw new IllegalArgumentException();
    }

    //@ public behavior
    //@   requires x > 0;
    //@   assignable total;
    //@   ensures total == \old(total) + x;
    //@   signals (IllegalStateException e) total == \old(total);
    //@   signals_only IllegalStateException;
    public static void adds(int x) {
        if (total > 1000 || total < 0 || x > 1000) throw new IllegalStateException();
        total += x;
    }

    //@ public behavior
    //@   requires x > 0;
    //@   assignable total;
    //@   ensures total == \old(total) + x;
    //@   signals (IllegalStateException e) total == \old(total);
    //@   signals_only IllegalStateException;
    public static void addsWrong(int x) {
        if (total > 1000 || total < 0 || x > 1000) {
            total = 0;
            throw new IllegalStateException(); //! ExceptionalPostcondition
        }
        total += x;
    }

    //@ requires a.length > 0 && a[0] < 100;
    //@ assignable a[0];
    //@ ensures a[0] == \old(a[0]) + 1;
    //@ ensures (\forall int i; 1 <= i && i < a.length; a[i] == \old(a[i]));
    public static void bump(int[] a) {
        a[0]++;
    }

    //@ requires a.length > 0 && a[0] < 100;
    //@ assignable a[0];
    //@ ensures a[0] == \old(a[0]);
    public static void bumpWrong(int[] a) { //! Postcondition
        a[0]++;
    }

    //@ ensures \fresh(\result);
    public static int[] fresh(int[] a) {
        return new int[3];
    }

    //@ ensures \fresh(\result);
    public static int[] freshWrong(int[] a) {
        return a; //! Postcondition
    }

    //@ old int before = total;
    //@ requires before < 50;
    //@ assignable total;
    //@ ensures total == before + 1;
    public static void oldVariable() {
        total = total < Integer.MAX_VALUE ? total + 1 : total;
    }

    // An explicit throw of an unchecked exception is allowed where nothing is said.
    public static int silent(int x) {
        if (x < 0) throw new RuntimeException();
        return x;
    }

    //@ ensures \result == x;
    public static int silentEnsures(int x) {
        if (x < 0) throw new IllegalArgumentException();
        return x;
    }

    //@ requires x >= 0;
    //@ ensures \result == x;
    public static int callsSilent(int x) {
        return silentEnsures(x);
    }
}
