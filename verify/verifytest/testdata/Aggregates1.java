// \sum, \num_of and \product: what OpenJML does not prove.
public class Aggregates1 {
    //@ requires (\forall int k; 0 <= k && k < a.length; -100 <= a[k] && a[k] <= 100) && a.length <= 1000;
    //@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);
    public static int sum(int[] a) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= a.length && -100 * i <= s && s <= 100 * i;
        //@ loop_invariant s == (\sum int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s;
    }

    //@ requires (\forall int k; 0 <= k && k < a.length; -100 <= a[k] && a[k] <= 100) && a.length <= 1000;
    //@ ensures \result == (\sum int i; 1 <= i && i < a.length; a[i]);
    public static int sumWrong(int[] a) {
        int s = 0;
        //@ loop_invariant 0 <= i && i <= a.length && -100 * i <= s && s <= 100 * i;
        //@ loop_invariant s == (\sum int j; 0 <= j && j < i; a[j]);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) s += a[i];
        return s; //! Postcondition
    }

    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] > 0);
    public static int positives(int[] a) {
        int n = 0;
        //@ loop_invariant 0 <= i && i <= a.length && 0 <= n && n <= i;
        //@ loop_invariant n == (\num_of int j; 0 <= j && j < i; a[j] > 0);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) if (a[i] > 0) n++;
        return n;
    }

    //@ ensures \result == (\num_of int i; 0 <= i && i < a.length; a[i] >= 0);
    public static int positivesWrong(int[] a) {
        int n = 0;
        //@ loop_invariant 0 <= i && i <= a.length && 0 <= n && n <= i;
        //@ loop_invariant n == (\num_of int j; 0 <= j && j < i; a[j] > 0);
        //@ decreases a.length - i;
        for (int i = 0; i < a.length; i++) if (a[i] > 0) n++;
        return n; //! Postcondition
    }

    //@ ensures \result == 6;
    public static int sumOfThree() {
        //@ assert (\sum int i; 1 <= i && i <= 3; i) == 6;
        return 6;
    }

    public static void sumOfThreeWrong() {
        //@ assert (\sum int i; 1 <= i && i <= 3; i) == 7; //! Assert
    }

    public static void emptyRanges(int n) {
        //@ assert (\sum int i; n <= i && i < n; i) == 0;
        //@ assert (\num_of int i; n <= i && i < n; true) == 0;
        //@ assert (\product int i; n <= i && i < n; 3) == 1;
    }

    public static void emptyRangesWrong(int n) {
        //@ assert (\product int i; n <= i && i < n; 3) == 0; //! Assert
    }

    //@ requires a.length >= 1 && a[0] == 3;
    public static void product(int[] a) {
        //@ assert (\product int i; 0 <= i && i < 1; a[i]) == 3;
    }
}
