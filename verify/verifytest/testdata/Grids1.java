// Arrays of arrays, and one array under two names.
public class Grids1 {
    //@ requires g.length == 2 && g[0] != null && g[1] != null && g[0] != g[1] && g[0].length == 1 && g[1].length == 1;
    //@ assignable g[0][0];
    //@ ensures g[1][0] == \old(g[1][0]);
    public static void rows(int[][] g) {
        g[0][0] = 5;
    }

    //@ requires g.length == 2 && g[0] != null && g[1] != null && g[0].length == 1 && g[1].length == 1;
    //@ assignable g[0][0];
    //@ ensures g[1][0] == \old(g[1][0]);
    public static void rowsWrong(int[][] g) { //! Postcondition
        g[0][0] = 5;
    }

    //@ requires g.length > 0;
    public static int row(int[][] g) {
        return g[0].length; //! PossiblyNullDeReference
    }

    //@ requires g.length > 0 && g[0] != null;
    //@ ensures \result == g[0].length;
    public static int rowChecked(int[][] g) {
        return g[0].length;
    }

    //@ requires n > 0 && n < 100;
    //@ ensures \result.length == n && (\forall int i; 0 <= i && i < n; \result[i].length == n);
    //@ ensures (\forall int i; 0 <= i && i < n; (\forall int j; 0 <= j && j < n; \result[i][j] == 0));
    public static int[][] zero(int n) {
        return new int[n][n];
    }

    //@ ensures \result[0] != \result[1];
    public static int[][] distinct() {
        return new int[2][2];
    }

    //@ requires r.length > 0;
    //@ ensures \result[0] == \result[1];
    public static int[][] shared(int[] r) {
        return new int[][] { r, r };
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ assignable a[0];
    //@ ensures a != b ==> b[0] == \old(b[0]);
    public static void alias(int[] a, int[] b) {
        a[0] = 1;
    }

    //@ requires a.length > 0 && b.length > 0;
    //@ assignable a[0];
    //@ ensures b[0] == \old(b[0]);
    public static void aliasWrong(int[] a, int[] b) { //! Postcondition
        a[0] = 1;
    }

    //@ requires a.length > 0 && b.length > 0 && a[0] == 7;
    //@ ensures \result == 7;
    public static int throughAlias(int[] a, int[] b) {
        b[0] = 3;
        return a[0]; //! Postcondition
    }

    //@ requires g.length > 0 && g[0] != null && g[0].length > 0;
    //@ assignable g[0];
    //@ ensures g[0] == r;
    public static void replace(int[][] g, int[] r) {
        g[0] = r;
    }

    //@ requires g.length > 0 && g[0] != null && g[0].length > 0;
    //@ assignable g[0];
    public static void replaceDeep(int[][] g) {
        g[0][0] = 1; //! Assignable
    }
}
