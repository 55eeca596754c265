// Recursion, frames in loops and calls.
public class Recursion1 {
    /*@ spec_public */ private static int calls;
    /*@ spec_public */ private static int other;

    //@ requires 0 <= n && n <= 1000;
    //@ measured_by n;
    //@ ensures \result == n * (n + 1) / 2;
    public static int sum(int n) {
        if (n == 0) return 0;
        return sum(n - 1) + n;
    }

    //@ requires 0 <= n && n <= 1000;
    //@ measured_by n;
    //@ ensures \result == n * (n - 1) / 2;
    public static int sumWrong(int n) {
        if (n == 0) return 0;
        return sumWrong(n - 1) + n; //! Postcondition
    }

    //@ requires 0 <= n;
    //@ measured_by n;
    //@ ensures \result <==> n % 2 == 0;
    public static boolean even(int n) {
        if (n == 0) return true;
        return odd(n - 1);
    }

    //@ requires 0 <= n;
    //@ measured_by n;
    //@ ensures \result <==> n % 2 == 1;
    public static boolean odd(int n) {
        if (n == 0) return false;
        return even(n - 1);
    }

    //@ requires 0 <= n;
    //@ measured_by n;
    public static int growing(int n) {
        if (n > 100) return n;
        return growing(n + 1); //! Termination
    }

    //@ requires 0 <= lo && lo <= hi && hi <= a.length;
    //@ measured_by hi - lo;
    //@ ensures \result <==> (\exists int i; lo <= i && i < hi; a[i] == x);
    public static boolean contains(int[] a, int lo, int hi, int x) {
        if (lo == hi) return false;
        if (a[lo] == x) return true;
        return contains(a, lo + 1, hi, x);
    }

    //@ requires calls < 1000;
    //@ assignable calls;
    //@ ensures calls == \old(calls) + 1;
    public static void tick() {
        calls++;
    }

    //@ requires calls < 100;
    //@ assignable calls;
    //@ ensures other == \old(other);
    public static void ticks() {
        tick();
        tick();
        //@ assert calls == \old(calls) + 2;
    }

    //@ requires calls < 100;
    //@ assignable other;
    public static void ticksWrong() {
        tick(); //! Assignable
    }

    //@ requires calls == 0 && n >= 0 && n < 500;
    //@ assignable calls;
    //@ ensures calls == n;
    public static void tickLoop(int n) {
        //@ loop_invariant 0 <= i && i <= n && calls == i;
        //@ loop_modifies i, calls;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            tick();
        }
    }

    //@ requires calls == 0 && n >= 0 && n < 500;
    public static void tickLoopFrame(int n) {
        //@ loop_invariant 0 <= i && i <= n && calls == i;
        //@ loop_modifies i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            tick(); //! Assignable
        }
    }

    //@ requires a.length >= 2;
    //@ assignable a[0 .. 1];
    public static void range(int[] a) {
        a[0] = 1;
        a[1] = 2;
    }

    //@ requires a.length >= 3;
    //@ assignable a[0 .. 1];
    public static void rangeWrong(int[] a) {
        a[2] = 2; //! Assignable
    }

    //@ requires a.length >= 3;
    //@ assignable a[0 .. 1];
    //@ ensures a[2] == \old(a[2]);
    public static void callsRange(int[] a) {
        range(a);
    }

    //@ requires a.length >= 3;
    //@ ensures a[1] == \old(a[1]);
    public static void callsRangeWrong(int[] a) { //! Postcondition
        range(a);
    }

    //@ requires a != b && a.length >= 2 && b.length >= 2;
    //@ assignable a[*];
    //@ ensures b[0] == \old(b[0]);
    public static void otherArray(int[] a, int[] b) {
        range(a);
    }
}
