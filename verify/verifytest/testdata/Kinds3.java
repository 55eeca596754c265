// Each kind of failure, and beside it the nearest program that verifies: clauses
// that have no value for some states.
public class Kinds3 {
    //@ requires 0 <= i && i < a.length && a[i] > 0;
    public static void index(int[] a, int i) { //!ok UndefinedNegativeIndex
    }

    //@ requires i < a.length && a[i] > 0; //! UndefinedNegativeIndex
    public static void indexNegative(int[] a, int i) {
    }

    //@ requires i >= 0;
    //@ requires i < a.length && a[i] > 0;
    public static void indexBounded(int[] a, int i) { //!ok UndefinedTooLargeIndex
    }

    //@ requires i >= 0;
    //@ requires i <= a.length && a[i] > 0; //! UndefinedTooLargeIndex
    public static void indexTooLarge(int[] a, int i) {
    }

    //@ requires y != 0 && x / y > 1;
    public static void divide(int x, int y) { //!ok UndefinedDivideByZero
    }

    //@ requires y >= 0 && x / y > 1; //! UndefinedDivideByZero
    public static void divideZero(int x, int y) {
    }

    //@ requires a != null && a.length > 1;
    public static void nonNull(/*@ nullable */ int[] a) { //!ok UndefinedNullDeReference
    }

    //@ requires a.length > 1 && a != null; //! UndefinedNullDeReference
    public static void nullable(/*@ nullable */ int[] a) {
    }

    //@ requires o instanceof String && ((String) o).length() > 1;
    public static void cast(Object o) { //!ok UndefinedBadCast
    }

    //@ requires ((String) o).length() > 1; //! UndefinedBadCast
    public static void castBad(Object o) {
    }

    //@ requires x >= 0;
    //@ ensures \result == x;
    private static /*@ pure */ int same(int x) {
        return x;
    }

    //@ requires y > 0;
    //@ ensures \result == same(y);
    public static int call(int y) { //!ok UndefinedCalledMethodPrecondition
        return y;
    }

    //@ requires y > -2;
    //@ ensures \result == same(y); //! UndefinedCalledMethodPrecondition
    public static int callBad(int y) {
        return y;
    }

    //@ requires s.length() > 0 && s.charAt(0) == 'a';
    public static void character(String s) {
    }

    //@ requires s.charAt(0) == 'a'; //! UndefinedTooLargeIndex
    public static void characterNone(String s) {
    }

    // Short circuits guard what stands behind them.
    //@ ensures \result <==> (a == null || a.length == 0);
    public static boolean empty(/*@ nullable */ int[] a) {
        return a == null || a.length == 0;
    }

    //@ ensures a != null ==> \result == a.length;
    //@ ensures a == null ==> \result == -1;
    public static int size(/*@ nullable */ int[] a) {
        return a == null ? -1 : a.length;
    }
}
