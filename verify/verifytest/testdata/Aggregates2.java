// \max and \min.
public class Aggregates2 {
    //@ requires a.length > 0;
    //@ ensures \result == (\min int i; 0 <= i && i < a.length; a[i]);
    public static int min(int[] a) {
        int m = a[0];
        //@ loop_invariant 1 <= i && i <= a.length;
        //@ loop_invariant m == (\min int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) if (a[i] < m) m = a[i];
        return m;
    }

    //@ requires a.length > 0;
    //@ ensures \result == (\min int i; 0 <= i && i < a.length; a[i]);
    public static int minWrong(int[] a) {
        int m = a[0];
        //@ loop_invariant 1 <= i && i <= a.length;
        //@ loop_invariant m == (\max int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 1; i < a.length; i++) if (a[i] > m) m = a[i];
        return m; //! Postcondition
    }

    //@ requires a.length > 0;
    //@ ensures \result <= (\max int i; 0 <= i && i < a.length; a[i]);
    public static int first(int[] a) {
        return a[0];
    }

    //@ requires a.length > 0;
    //@ ensures \result < (\max int i; 0 <= i && i < a.length; a[i]);
    public static int firstWrong(int[] a) {
        return a[0]; //! Postcondition
    }
}
