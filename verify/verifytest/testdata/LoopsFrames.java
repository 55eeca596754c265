// What a loop leaves alone of an array, where no invariant says so.
public class LoopsFrames {
    int[] data = new int[0];
    int[][] rows = new int[0][];
    int size;

    //@ requires 0 <= i && i < a.length && 0 <= j && j < a.length;
    //@ assignable a[i], a[j];
    //@ ensures a[i] == \old(a[j]) && a[j] == \old(a[i]);
    static void swap(int[] a, int i, int j) {
        int t = a[i];
        a[i] = a[j];
        a[j] = t;
    }

    // The largest of the first n moves to their end; the rest keeps its order.
    //@ requires 0 < n && n <= a.length;
    //@ requires (\forall int p, q; n <= p && p < q && q < a.length; a[p] <= a[q]);
    //@ requires (\forall int p, q; 0 <= p && p < n && n <= q && q < a.length; a[p] <= a[q]);
    //@ ensures (\forall int p, q; n <= p && p < q && q < a.length; a[p] <= a[q]);
    //@ ensures (\forall int q; n <= q && q < a.length; a[n - 1] <= a[q]);
    static void bubble(int[] a, int n) {
        //@ maintaining 0 <= j && j < n;
        //@ maintaining (\forall int p; 0 <= p && p < j; a[p] <= a[j]);
        //@ maintaining 0 < j ==> (\forall int q; n <= q && q < a.length; a[j] <= a[q]);
        //@ decreases n - j;
        for (int j = 0; j < n - 1; j++) {
            if (a[j] > a[j + 1]) swap(a, j, j + 1);
        }
    }

    //@ ensures (\forall int k; 0 <= k && k < a.length; a[k] == \old(a[k]) + 1);
    //@ requires (\forall int k; 0 <= k && k < a.length; a[k] < 1000);
    static void addOne(int[] a) {
        //@ maintaining 0 <= i && i <= a.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; a[k] == \old(a[k]) + 1);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) a[i] = a[i] + 1;
    }

    //@ requires a.length > 3;
    //@ ensures a[3] == \old(a[3]);
    static void ahead(int[] a) { //! Postcondition
        //@ maintaining 0 <= i && i <= 2;
        //@ decreases 2 - i;
        for (int i = 0; i < 2; i++) a[i + 2] = 0;
    }

    //@ requires a.length > 5;
    //@ ensures a[5] == \old(a[5]);
    static void notBeyond(int[] a) {
        //@ maintaining 0 <= i && i <= 3;
        //@ decreases 3 - i;
        for (int i = 0; i < 3; i++) a[i] = 0;
    }

    //@ ensures \result.length() == n;
    //@ requires n >= 0;
    static String stars(int n) {
        String s = "";
        //@ maintaining 0 <= i && i <= n && s.length() == i;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) s = s + '*';
        return s;
    }

    //@ requires n >= 0;
    static String sometimesNull(int n) { //! PossiblyNullReturn
        String s = "";
        //@ maintaining 0 <= i && i <= n;
        //@ decreases n - i;
        for (int i = 0; i < n; i++) s = i == 3 ? null : "x";
        return s;
    }

    // The loop writes one array; the other one and the field stay.
    //@ requires data.length == b.length && data != b;
    //@ ensures (\forall int k; 0 <= k && k < b.length; data[k] == b[k] && b[k] == \old(b[k]));
    void fill(int[] b) {
        //@ maintaining 0 <= i && i <= b.length;
        //@ maintaining (\forall int k; 0 <= k && k < i; data[k] == b[k]);
        //@ decreases b.length - i;
        for (int i = 0; i < b.length; i++) data[i] = b[i];
    }

    //@ requires 0 <= r && r < rows.length && rows[r] != null && rows[0] != null && rows[0] != rows[r] && rows[0].length > 0;
    //@ ensures rows[0][0] == \old(rows[0][0]);
    void clearRow(int r) {
        //@ maintaining 0 <= i && i <= rows[r].length;
        //@ decreases rows[r].length - i;
        for (int i = 0; i < rows[r].length; i++) rows[r][i] = 0;
    }
}

// Floating-point equalities that hold by their form.
class Forms {
    //@ ensures !Double.isNaN(c) ==> \result == c * 1.80 + 32.00;
    static double fahrenheit(double c) { return c * 1.80 + 32.00; }

    //@ requires !Double.isNaN(c);
    //@ ensures \result == 273.15 + c;
    static double kelvin(double c) { return c + 273.15; }

    //@ ensures \result == c;
    static double notForNaN(double c) { return c + 0.0; } //! Postcondition
}
