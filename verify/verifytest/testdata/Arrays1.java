public class Arrays1 {
    //@ requires 0 <= i && i < a.length;
    //@ ensures \result == a[i];
    public static int get(int[] a, int i) {
        return a[i];
    }

    //@ requires i < a.length;
    public static int getNegative(int[] a, int i) {
        return a[i]; //! PossiblyNegativeIndex
    }

    //@ requires 0 <= i;
    public static int getTooLarge(int[] a, int i) {
        return a[i]; //! PossiblyTooLargeIndex
    }

    public static int getNull(/*@ nullable */ int[] a) {
        return a.length; //! PossiblyNullDeReference
    }

    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ assignable a[i], a[j];
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    public static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    //@ requires 0 <= i && i < a.length;
    //@ assignable \nothing;
    public static void write(int[] a, int i) {
        a[i] = 0; //! Assignable
    }

    //@ requires n >= 0;
    //@ ensures \fresh(\result) && \result.length == n;
    //@ ensures (\forall int i; 0 <= i && i < n; \result[i] == 0);
    public static int[] zeros(int n) {
        return new int[n];
    }

    //@ ensures \result.length == n;
    public static int[] zerosWrong(int n) {
        return new int[n]; //! PossiblyNegativeSize
    }

    //@ requires a.length > 0;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result >= a[i]);
    //@ ensures (\exists int i; 0 <= i && i < a.length; \result == a[i]);
    public static int max(int[] a) {
        int m = a[0];
        //@ loop_invariant 1 <= i && i <= a.length;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; m >= a[k]);
        //@ loop_invariant (\exists int k; 0 <= k && k < i; m == a[k]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) m = a[i];
        }
        return m;
    }

    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
    //@ requires (\forall int k; 0 <= k && k < a.length; 0 <= a[k] && a[k] <= 10) && a.length < 1000;
    public static int sum(int[] a) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant 0 <= s && s <= 10 * i;
        //@ loop_invariant s == (\sum int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }

    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] == x);
    public static int count(int[] a, int x) {
        int n = 0;
        //@ loop_invariant 0 <= i && i <= a.length && 0 <= n && n <= i;
        //@ loop_invariant n == (\num_of int j; 0 <= j && j < i; a[j] == x);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            if (a[i] == x) n++;
        }
        return n;
    }

    //@ requires a.length > 0;
    //@ ensures \result == (\max int i; 0 <= i && i < a.length; a[i]);
    public static int maxOf(int[] a) {
        int m = a[0];
        //@ loop_invariant 1 <= i && i <= a.length;
        //@ loop_invariant m == (\max int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) {
            if (a[i] > m) m = a[i];
        }
        return m;
    }

    //@ assignable a[*];
    //@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == v);
    public static void fill(int[] a, int v) {
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; a[k] == v);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            a[i] = v;
        }
    }

    //@ ensures \result == (\sum int i; 0 <= i && i < 3; i * 2);
    public static int unrolled() {
        int s = 0;
        for (int i = 0; i < 3; i++) s += 2 * i;
        return s;
    }

    //@ requires a.length == 2 && b.length == 2;
    //@ ensures a != b ==> b[0] == \old(b[0]);
    //@ ensures b[0] == \old(b[0]);
    public static void alias(int[] a, int[] b) { //! Postcondition
        a[0] = 5;
    }

    //@ requires n >= 0 && m >= 0;
    //@ ensures \result.length == n && (\forall int i; 0 <= i && i < n; \result[i] != null && \result[i].length == m);
    public static int[][] grid(int n, int m) {
        return new int[n][m];
    }

    //@ requires (\forall int k; 0 <= k && k < g.length; g[k] != null && g[k].length == 2);
    //@ requires 0 <= i && i < g.length;
    //@ ensures \result == g[i][0] + g[i][1];
    public static long rows(int[][] g, int i) {
        return (long) g[i][0] + g[i][1];
    }

    //@ ensures \result.length == a.length;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == a[i]);
    //@ ensures \result != a;
    public static int[] copy(int[] a) {
        int[] b = new int[a.length];
        System.arraycopy(a, 0, b, 0, a.length);
        return b;
    }

    //@ ensures \result.length == a.length;
    //@ ensures (\forall int i; 0 <= i && i < a.length; \result[i] == a[a.length - 1 - i]);
    public static int[] reversed(int[] a) {
        int[] b = new int[a.length];
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; b[k] == a[a.length - 1 - k]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            b[i] = a[a.length - 1 - i];
        }
        return b;
    }

    //@ ensures \result <==> (\exists int i; 0 <= i && i < a.length; a[i] == x);
    public static boolean contains(int[] a, int x) {
        //@ loop_invariant (\forall int k; 0 <= k && k < \index; a[k] != x);
        for (int v : a) {
            if (v == x) return true;
        }
        return false;
    }
}
