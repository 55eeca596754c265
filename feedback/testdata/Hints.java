class Hints {
    //@ requires a.length > 0;
    //@ ensures (\forall int k; 0 <= k && k < a.length; \result <= a[k]);
    static int min(int[] a) {
        int m = a[a.length - 1];
        //@ loop_invariant -1 <= i && i <= a.length - 2;
        //@ loop_invariant (\forall int k; 0 <= k && k < i; m <= a[k]);
        //@ decreases i + 1;
        for (int i = a.length - 2; i >= 0; i--) {
            if (a[i] < m) m = a[i];
        }
        return m;
    }
    //@ ensures \result == (\sum int k; 0 <= k && k < a.length; a[k]);
    static int sum(int[] a) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= a.length;
        //@ loop_invariant s == (\sum int k; 0 <= k && k < i; a[k]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) {
            s += a[i];
        }
        return s;
    }
    static int mid(int lo, int hi) {
        return (lo + hi) / 2;
    }
    static long neg(long x) { return -x; }
    //@ requires n >= 0;
    static int upto(int n) {
        int c = 0;
        //@ loop_invariant 0 <= i;
        for (int i = 0; i <= n; i++) { c = i; }
        return c;
    }
    static int div(int[] a, int d) {
        int r = 0;
        //@ loop_invariant 0 <= i && i <= a.length;
        for (int i = 0; i < a.length; i++) { r = 100 / a[i]; }
        return r;
    }
    //@ nullable
    static String head(String[] xs) { return xs[0].trim(); }
    int f; int[] b;
    //@ assignable f;
    void fill(int v) {
        for (int i = 0; i < b.length; i++) { b[i] = v; }
        f = v;
    }
    //@ requires n >= 1;
    //@ ensures \result >= 1;
    static int fact(int n) { return n == 1 ? 1 : n * fact(n - 1); }
}
