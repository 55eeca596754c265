public class Loops {
    //@ requires n >= 0;
    //@ ensures \result == n;
    public static int echo(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) {
            i++;
        }
        return i;
    }

    public static int before(int n) {
        int i = 0;
        //@ loop_invariant i == n; //! LoopInvariantBeforeLoop
        while (i < 10) {
            i++;
            n = i;
        }
        return i;
    }

    //@ requires n >= 0;
    public static int body(int n) {
        int i = 0;
        int s = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ loop_invariant s == i && s < 1000000000; //! LoopInvariant
        //@ decreases n - i;
        while (i < n) {
            s = s + 2;
            i++;
        }
        return s;
    }

    //@ requires n >= 0;
    public static void variantNotDecreasing(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n; //! LoopDecreases
        while (i < n) {
            i++;
        }
    }

    //@ requires n >= 0;
    public static int variantNegative(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i - 5; //! LoopDecreasesNonNegative
        while (i < n) {
            i++;
        }
        return i;
    }

    //@ ensures \result == 10;
    public static int constant() {
        int s = 0;
        for (int i = 0; i < 5; i++) {
            if (i == 3) continue;
            s += i;
        }
        return s + 3;
    }

    //@ requires 0 <= n && n < 1000;
    //@ ensures \result == n * (n + 1) / 2;
    public static int gauss(int n) {
        int s = 0;
        //@ loop_invariant 1 <= i && i <= n + 1 && 2 * s == i * (i - 1) && 0 <= s && s <= 1000 * i;
        //@ decreases n + 1 - i;
        for (int i = 1; i <= n; i++) {
            s += i;
        }
        return s;
    }

    //@ requires n >= 0;
    //@ ensures 0 <= \result && \result <= n;
    public static int breaks(int n, int k) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (true) {
            if (i == n || i == k) break;
            i++;
        }
        return i;
    }

    //@ requires 0 <= n && n < 100;
    //@ ensures \result == n * n;
    public static int nested(int n) {
        int r = 0;
        //@ loop_invariant 0 <= i && i <= n && r == i * n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            //@ loop_invariant 0 <= j && j <= n && r == i * n + j;
            //@ decreases n - j;
            for (int j = 0; j < n; j++) {
                r++;
            }
        }
        return r;
    }

    //@ requires n >= 1 && n < 1000;
    //@ ensures \result >= 1;
    public static int doWhile(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        do {
            i++;
        } while (i < n);
        return i;
    }

    //@ requires n >= 0;
    //@ ensures \result == 0;
    public static int labelled(int n) {
        int found = 0;
        //@ loop_invariant 0 <= i && i <= n && found == 0;
        //@ decreases n - i;
        outer:
        for (int i = 0; i < n; i++) {
            //@ loop_invariant 0 <= j && j <= n && found == 0;
            //@ decreases n - j;
            for (int j = 0; j < n; j++) {
                if (i * 3L == j * 7L) continue outer;
                if (j > i) break outer;
            }
        }
        return found;
    }

    //@ ensures (\forall int i; 0 <= i && i < a.length; \result >= a[i]);
    public static int noInvariant(int[] a) {
        int m = Integer.MIN_VALUE;
        for (int i = 0; i < a.length; i++) { //!warn MissingLoopInvariant
            if (a[i] > m) m = a[i];
        }
        return m; //! Postcondition
    }
}
