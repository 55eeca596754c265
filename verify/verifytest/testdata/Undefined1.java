public class Undefined1 {
    // What is undefined under a quantifier is a warning, and proves nothing.
    //@ ensures (\forall int i; 0 <= i && i <= a.length; a[i] == 1 || a[i] == 1);
    public static int beyond(int[] a) {
        return 0; //! Postcondition
    }

    public static boolean everywhere(int[] a, int[] b) {
        //@ loop_invariant (\forall int j; 0 <= j || j < i; a[j] == b[j]); //! LoopInvariantBeforeLoop
        for (int i = 0; i < 10; i++) {
        }
        return true;
    }
}
