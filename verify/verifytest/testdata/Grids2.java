// Creation of arrays of arrays of arrays.
public class Grids2 {
    //@ requires a >= 0 && b >= 0 && c >= 0;
    //@ ensures \result.length == a;
    //@ ensures (\forall int i; 0 <= i && i < a; \result[i] != null && \result[i].length == b);
    //@ ensures (\forall int i, j; 0 <= i && i < a && 0 <= j && j < b; \result[i][j] != null && \result[i][j].length == c);
    //@ ensures (\forall int i, j, k; 0 <= i && i < a && 0 <= j && j < b && 0 <= k && k < c; \result[i][j][k] == 0);
    public static int[][][] zero(int a, int b, int c) { //!ok PossiblyNegativeSize
        return new int[a][b][c];
    }

    //@ requires a >= 0 && c >= 0;
    public static int[][][] negative(int a, int b, int c) {
        return new int[a][b][c]; //! PossiblyNegativeSize
    }

    //@ requires a >= 0 && b >= 0;
    public static int[][][] negativeLast(int a, int b, int c) {
        return new int[a][b][c]; //! PossiblyNegativeSize
    }

    // The lengths are looked at even where no row is made.
    public static int[][][] negativeEmpty() {
        return new int[0][0][-1]; //! PossiblyNegativeSize
    }

    // All lengths are evaluated before one is found to be negative.
    //@ requires n < 0;
    //@ ensures \result == 1;
    public static int order(int n) {
        int x = 0;
        try {
            int[][][] g = new int[n][2][x = 1];
        } catch (NegativeArraySizeException e) {
            return x;
        }
        return 2;
    }

    //@ requires n < 0;
    //@ ensures \result == 0;
    public static int orderWrong(int n) {
        int x = 0;
        try {
            int[][][] g = new int[n][2][x = 1];
        } catch (NegativeArraySizeException e) {
            return x; //! Postcondition
        }
        return 2;
    }

    //@ ensures \result[0] != \result[1] && \result[0][0] != \result[0][1] && \result[0][0] != \result[1][0];
    //@ ensures \fresh(\result) && \fresh(\result[1]) && \fresh(\result[1][1]);
    public static int[][][] distinct() {
        return new int[2][2][2];
    }

    //@ ensures \result[0][1] == \result[1][1];
    public static int[][][] distinctWrong() {
        return new int[2][2][2]; //! Postcondition
    }

    // An array of objects may hold arrays: the rows of one depth are not those of another.
    //@ ensures \result;
    public static boolean depths() {
        Object[][][] g = new Object[2][3][4];
        Object row = g[1];
        return row != g[0][2] && g[1] != g[0] && g[1][2][3] == null;
    }

    //@ requires 0 <= i && i < 2 && 0 <= j && j < 3 && 0 <= k && k < 4 && (i != 1 || j != 2);
    //@ ensures \result == 0;
    public static int others(int i, int j, int k) {
        int[][][] g = new int[2][3][4];
        g[1][2][3] = 7;
        return g[i][j][k];
    }

    //@ requires 0 <= i && i < 2 && 0 <= j && j < 3;
    //@ ensures \result == 0;
    public static int othersWrong(int i, int j) {
        int[][][] g = new int[2][3][4];
        g[1][2][3] = 7;
        return g[i][j][3]; //! Postcondition
    }

    //@ requires r.length == 4 && r[3] == 1;
    //@ ensures r[3] == 1 && \result == 7;
    public static int old(int[] r) {
        int[][][] g = new int[2][3][4];
        g[1][2][3] = 7;
        return g[1][2][3];
    }

    // A row that two places hold is one row.
    //@ ensures \result == 7;
    public static int shared() {
        int[][][] g = new int[2][3][4];
        g[0] = g[1];
        g[1][2][3] = 7;
        return g[0][2][3];
    }

    //@ ensures \result == 0;
    public static int sharedWrong() {
        int[][][] g = new int[2][3][4];
        g[0][1] = g[1][2];
        g[1][2][3] = 7;
        return g[0][1][3]; //! Postcondition
    }

    //@ ensures \result;
    public static boolean open() {
        int[][][] g = new int[2][3][];
        return g[1].length == 3 && g[0][1] == null && g[1] != g[0];
    }

    public static int openRow() {
        int[][][] g = new int[2][3][];
        return g[1][2].length; //! PossiblyNullDeReference
    }

    public static int openSlab() {
        int[][][] g = new int[2][][];
        g[0] = new int[1][1];
        return g[0][0][0] + g[1].length; //! PossiblyNullDeReference
    }

    public static int outside() {
        int[][][] g = new int[2][3][4];
        return g[1][2][4]; //! PossiblyTooLargeIndex
    }

    //@ ensures \result == 4;
    public static int listed() {
        int[][][] g = {{{1}, {2, 9}}, {{3}}};
        g[0][1][0] = 8;
        return g.length + g[0][0][0] + g[0].length - g[1].length + g[1][0].length - g[0][1].length + g[1][0][0] - 2;
    }

    //@ ensures \result == 2;
    public static int listedWrong() {
        int[][][] g = new int[][][] {{{1}, {2}}};
        g[0][0][0] = 8;
        g[0][1][0] = 9;
        return g[0][1][0]; //! Postcondition
    }

    //@ requires 0 <= i && i < 2 && 0 <= j && j < 2 && 0 <= k && k < 2 && 0 <= l && l < 2 && (i != 1 || j != 0 || k != 1);
    //@ ensures \result == 0;
    public static long four(int i, int j, int k, int l) {
        long[][][][] g = new long[2][2][2][2];
        g[1][0][1][0] = 5;
        return g[i][j][k][l];
    }

    //@ ensures \result == null;
    public static /*@ nullable @*/ Object fit() {
        Object[][][] g = new Object[2][2][2];
        g[0][1][0] = new Object();
        g[1][0] = new Object[2];
        g[1] = new Object[2][2];
        return g[1][0][0];
    }

    //@ requires n >= 0;
    //@ ensures (\forall int i; 0 <= i && i < n; \result[1][0][i] == i);
    //@ ensures (\forall int i; 0 <= i && i < n; \result[0][0][i] == 0);
    public static int[][][] fill(int n) {
        int[][][] g = new int[2][1][n];
        //@ maintaining 0 <= i && i <= n;
        //@ maintaining (\forall int k; 0 <= k && k < i; g[1][0][k] == k);
        //@ maintaining (\forall int k; 0 <= k && k < n; g[0][0][k] == 0);
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            g[1][0][i] = i;
        }
        return g;
    }

    //@ requires n > 0;
    //@ ensures \result == 0;
    public static int eachTime(int n) {
        int[][][] g = new int[1][1][1];
        g[0][0][0] = 5;
        //@ maintaining 0 <= i && i <= n && g != null && g.length == 1 && g[0] != null && g[0].length == 1;
        //@ maintaining g[0][0] != null && g[0][0].length == 1 && (i > 0 ==> g[0][0][0] == 0);
        //@ decreases n - i;
        for (int i = 0; i < n; i++) {
            g = new int[1][1][1];
        }
        return g[0][0][0];
    }
}
