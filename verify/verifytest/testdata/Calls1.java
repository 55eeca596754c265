public class Calls1 {
    //@ requires x >= 0 && x < 1000;
    //@ ensures \result == 2 * x;
    public static int dbl(int x) {
        return 2 * x;
    }

    //@ requires 0 <= y && y < 500;
    //@ ensures \result == 4 * y;
    public static int quad(int y) {
        return dbl(dbl(y));
    }

    public static int bad(int y) {
        return dbl(y); //! Precondition
    }

    /*@ requires 0 <= n && n <= 10;
      @ measured_by n;
      @ public static model pure \bigint fact(int n) { return n <= 0 ? 1 : n * fact(n - 1); } @*/

    //@ requires 0 <= n && n <= 10;
    //@ ensures \result == fact(n);
    public static long factorial(int n) {
        long r = 1;
        //@ loop_invariant 1 <= i && i <= n + 1 && r == fact(i - 1) && 0 < r;
        //@ loop_invariant r <= 10000000;
        //@ decreases n + 1 - i;
        for (int i = 1; i <= n; i++) {
            r = r * i;
        }
        return r;
    }

    //@ requires n >= 0 && n < 100;
    //@ measured_by n;
    //@ ensures \result == n;
    public static int down(int n) {
        if (n == 0) return 0;
        return down(n - 1) + 1;
    }

    //@ requires n >= 0 && n < 100;
    //@ measured_by n;
    //@ ensures \result == 0;
    public static int forever(int n) {
        return forever(n); //! Termination
    }

    //@ requires d != 0;
    //@ ensures \result <==> n % d == 0;
    private static /*@ pure */ boolean divides(int n, int d) {
        return n % d == 0;
    }

    //@ requires n > 1;
    //@ ensures \result <==> (\forall int k; 2 <= k && k < n; !divides(n, k));
    public static boolean prime(int n) {
        //@ loop_invariant 2 <= i && i <= n;
        //@ loop_invariant (\forall int k; 2 <= k && k < i; !divides(n, k));
        //@ decreases n - i;
        for (int i = 2; i < n; i++) {
            if (divides(n, i)) return false;
        }
        return true;
    }

    //@ ensures \result == Math.max(a, Math.min(b, c));
    public static int library(int a, int b, int c) {
        return Math.max(a, Math.min(b, c));
    }


    public static void asserts(int x) {
        //@ assert x == x;
        //@ assert x > 0; //! Assert
    }

    //@ requires a[i] > 0; //! UndefinedNegativeIndex
    //!^ UndefinedTooLargeIndex
    public static void undefined(int[] a, int i) {
    }

    //@ requires x / y > 0; //! UndefinedDivideByZero
    public static void undefinedDiv(int x, int y) {
    }

    //@ requires a.length > 0; //! UndefinedNullDeReference
    public static void undefinedNull(int /*@ nullable */ [] a) {
    }
}
