public class Loops {
    private int total;
    static int calls;

    //@ requires n >= 0;
    //@ ensures \result == n;
    public static int plain(int n) {
        int i = 0;
        //@ maintaining 0 <= i <= n;
        //@ decreasing n - i;
        while (i < n) {
            i++;
        }
        return i;
    }

    // No measure: KeY is not asked about the end.
    public static int open(int n) {
        int i = 0;
        //@ loop_invariant i <= n || n < 0
        while (i < n) i++;
        return i;
    }

    /*@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == x);
      @ assignable a[*], calls; */
    public void fill(int[] a, int x) {
        int k = 0;
        outer:
        //@ loop_invariant 0 <= \count && \count <= a.length;
        //@ loop_modifies a[0..a.length - 1], total, k;
        for (int v : a) {
            if (v == x) continue outer;
            total = total + 1;
        }
        for (int i = 0; i < a.length; i++) {
            a[i] = x;
            total += x;
            calls++;
        }
        for (int[] b = a; b != null; b = null) {
            b[0] = 1;
        }
    }

    //@ requires n > 0; measured_by n; ensures \result >= 0;
    static /*@ pure @*/ int down(int n) {
        return n == 1 ? 0 : down(n - 1);
    }

    // The end of open is open, so this one's measure would not be looked at.
    static void mixed(int n) {
        //@ decreases n;
        while (n > 0) {
            n = open(n) - 1;
        }
    }
}
