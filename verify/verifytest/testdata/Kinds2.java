// Each kind of failure, and beside it the nearest program that verifies: clauses.
public class Kinds2 {
    //@ ensures \result > x || x == Integer.MAX_VALUE;
    public static int next(int x) { //!ok Postcondition
        return x == Integer.MAX_VALUE ? x : x + 1;
    }

    //@ ensures \result > x;
    public static int nextWrong(int x) {
        return x == Integer.MAX_VALUE ? x : x + 1; //! Postcondition
    }

    //@ signals (IllegalArgumentException e) x < 0;
    public static void positive(int x) { //!ok ExceptionalPostcondition
        if (x < 0) throw new IllegalArgumentException();
    }

    //@ signals (IllegalArgumentException e) x < 0;
    public static void positiveWrong(int x) {
        if (x <= 0) throw new IllegalArgumentException(); //! ExceptionalPostcondition
    }

    //@ signals_only IllegalArgumentException;
    public static void only(int x) { //!ok ExceptionList
        if (x < 0) throw new IllegalArgumentException();
    }

    //@ signals_only IllegalStateException;
    public static void onlyWrong(int x) {
        if (x < 0) throw new IllegalArgumentException(); //! ExceptionList
    }

    //@ requires n >= 0;
    //@ ensures \result == n;
    private static int same(int n) {
        return n;
    }

    //@ requires n > 0;
    public static int call(int n) { //!ok Precondition
        return same(n - 1);
    }

    //@ requires n >= 0;
    public static int callWrong(int n) {
        return same(n - 1); //! Precondition
    }

    //@ requires n >= 0;
    public static void before(int n) { //!ok LoopInvariantBeforeLoop
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n;
        //@ decreases n - i;
        while (i < n) i++;
    }

    //@ requires n >= -1;
    public static void beforeWrong(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n; //! LoopInvariantBeforeLoop
        //@ decreases n - i;
        while (i < n) i++;
    }

    //@ requires n >= 0 && n < 1000 && n % 2 == 0;
    public static void body(int n) { //!ok LoopInvariant
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n && i % 2 == 0;
        //@ decreases n - i;
        while (i < n) i += 2;
    }

    //@ requires n >= 0 && n < 1000;
    public static void bodyWrong(int n) {
        int i = 0;
        //@ loop_invariant 0 <= i && i <= n && i % 2 == 0; //! LoopInvariant
        //@ decreases n - i;
        while (i < n) i += 2;
    }

    public static void decreases(int n) { //!ok LoopDecreases
        int i = n;
        //@ loop_invariant true;
        //@ decreases i;
        while (i > 0) i--;
    }

    public static void decreasesWrong(int n) {
        int i = n;
        //@ loop_invariant true;
        //@ decreases i; //! LoopDecreases
        while (i > 0) {
            if (i != 7) i--;
        }
    }

    public static void variant(int n) { //!ok LoopDecreasesNonNegative
        int i = n;
        //@ loop_invariant i <= n;
        //@ decreases i;
        while (i >= 0) i--;
    }

    public static void variantWrong(int n) {
        int i = n;
        //@ loop_invariant i <= n;
        //@ decreases i - 1; //! LoopDecreasesNonNegative
        while (i >= 0) i--;
    }

    public static void variantWithoutInvariant() { //!ok LoopDecreases
        int k = 0;
        //@ decreases 4 - i;
        for (int i = 0; i < 5; i++) k++;
    }

    public static void variantWithoutInvariantWrong() {
        int k = 0;
        //@ decreases 3 + i; //! LoopDecreases
        for (int i = 0; i < 5; i++) k++;
    }

    public static void asserts(int x) { //!ok Assert
        //@ assert x * x >= 0;
    }

    public static void assertsWrong(int x) {
        //@ assert x * x > 0; //! Assert
    }

    //@ requires x > 0;
    public static int reach(int x) { //!ok Reachable
        if (x > 0) return 1;
        //@ unreachable;
        return 0;
    }

    //@ requires x >= 0;
    public static int reachWrong(int x) {
        if (x > 0) return 1;
        //@ unreachable; //! Reachable
        return 0;
    }

    //@ requires 0 <= n && n <= 30;
    //@ measured_by n;
    //@ ensures \result >= 0 && \result <= n;
    public static int halve(int n) { //!ok Termination
        if (n == 0) return 0;
        return halve(n / 2);
    }

    //@ requires 0 <= n && n <= 30;
    //@ measured_by n;
    //@ ensures \result >= 0 && \result <= 30;
    public static int halveWrong(int n) {
        return halveWrong(n / 2); //! Termination
    }

    //@ requires x > 5 && x < 7;
    public static int narrow(int x) { //!ok VacuousPrecondition
        return x;
    }

    //@ requires x > 5 && x < 5;
    public static int vacuous(int x) { //!warn VacuousPrecondition
        return x;
    }

    public static void ends(int x) { //!ok UnreachableEnd
        //@ loop_invariant true;
        while (x > 5) {
            if (x == 10) break;
        }
    }

    public static void endless(int x) { //!warn UnreachableEnd
        //@ loop_invariant true;
        while (true) {
        }
    }

    public static void proves(int x) { //!ok AssumeUsed
        //@ assert x >= Integer.MIN_VALUE;
    }

    public static void trusts(int x) {
        //@ assume x >= 0; //!warn AssumeUsed
        //@ assert x >= 0;
    }

    public static int withInvariant(int n) { //!ok MissingLoopInvariant
        int i = 0;
        //@ loop_invariant 0 <= i;
        while (i < n) i++;
        //@ assert i >= 0;
        return i;
    }

    public static int withoutInvariant(int n) {
        int i = 0;
        int j = 0;
        while (i < n) { //!warn MissingLoopInvariant
            i++;
            j = j == 0 ? 1 : 0;
        }
        //@ assert j >= 0; //! Assert
        return i;
    }
}
