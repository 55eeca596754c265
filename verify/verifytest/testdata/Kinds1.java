// Each kind of failure, and beside it the nearest program that verifies: places of
// memory, arithmetic and references.
public class Kinds1 {
    static /*@ spec_public nullable */ String maybe;
    static /*@ spec_public */ String name = "n";
    /*@ spec_public */ static int total;

    //@ requires 0 <= i && i < a.length;
    //@ assignable a[i];
    public static void store(int[] a, int i) { //!ok PossiblyNegativeIndex
        a[i] = 1;
    }

    //@ requires -1 <= i && i < a.length;
    //@ assignable a[*];
    public static void storeNegative(int[] a, int i) {
        a[i] = 1; //! PossiblyNegativeIndex
    }

    //@ requires 0 <= i && i < a.length;
    public static int load(int[] a, int i) { //!ok PossiblyTooLargeIndex
        return a[i];
    }

    //@ requires 0 <= i && i <= a.length;
    public static int loadTooLarge(int[] a, int i) {
        return a[i]; //! PossiblyTooLargeIndex
    }

    //@ requires n >= 0;
    public static int[] make(int n) { //!ok PossiblyNegativeSize
        return new int[n];
    }

    //@ requires n >= -1;
    public static int[] makeNegative(int n) {
        return new int[n]; //! PossiblyNegativeSize
    }

    //@ requires d != 0 && d != -1;
    public static int divide(int n, int d) { //!ok PossiblyDivideByZero
        return n / d;
    }

    //@ requires d >= 0;
    public static int divideZero(int n, int d) {
        return n / d; //! PossiblyDivideByZero
    }

    //@ requires 0 <= x && x <= 46340;
    public static int square(int x) { //!ok ArithmeticOperationRange
        return x * x;
    }

    //@ requires 0 <= x && x <= 46341;
    public static int squareOverflow(int x) {
        return x * x; //! ArithmeticOperationRange
    }

    //@ requires 0 <= x && x <= 127;
    public static byte toByte(int x) { //!ok ArithmeticCastRange
        return (byte) x;
    }

    //@ requires 0 <= x && x <= 128;
    public static byte toByteLossy(int x) {
        return (byte) x; //! ArithmeticCastRange
    }

    //@ requires 0 <= n && n <= 31;
    public static int shift(int x, int n) { //!ok PossiblyLargeShift
        return x >> n;
    }

    //@ requires 0 <= n && n <= 32;
    public static int shiftLarge(int x, int n) {
        return x >> n; //! PossiblyLargeShift
    }

    //@ requires 0 <= n && n <= 63;
    public static long shiftLong(long x, int n) {
        return x >>> n;
    }

    public static int length(/*@ non_null */ int[] a) { //!ok PossiblyNullDeReference
        return a.length;
    }

    public static int lengthNull(/*@ nullable */ int[] a) {
        return a.length; //! PossiblyNullDeReference
    }

    //@ ensures \result == 1;
    private static int one(Object o) {
        return 1;
    }

    public static int pass(String s) { //!ok PossiblyNullValue
        return one(s);
    }

    public static int passNull(/*@ nullable */ String s) {
        return one(s); //! PossiblyNullValue
    }

    public static int unboxed(/*@ non_null */ Integer i) { //!ok PossiblyNullUnbox
        return i;
    }

    public static int unboxedNull(/*@ nullable */ Integer i) {
        return i; //! PossiblyNullUnbox
    }

    //@ assignable name;
    public static void assign(String s) { //!ok PossiblyNullAssignment
        name = s;
    }

    //@ assignable name;
    public static void assignNull(/*@ nullable */ String s) {
        name = s; //! PossiblyNullAssignment
    }

    //@ assignable maybe;
    public static void assignNullable(/*@ nullable */ String s) {
        maybe = s;
    }

    public static String get() { //!ok PossiblyNullReturn
        return name;
    }

    public static String getNull() { //! PossiblyNullReturn
        return maybe;
    }

    public static /*@ nullable */ String getNullable() {
        return maybe;
    }

    //@ requires o instanceof String;
    public static String cast(Object o) { //!ok PossiblyBadCast
        return (String) o;
    }

    //@ requires o instanceof Object;
    public static String castBad(Object o) {
        return (String) o; //! PossiblyBadCast
    }

    //@ requires a.length > 0 && \typeof(a) == \type(Object[]);
    //@ assignable a[0];
    public static void storeObject(Object[] a, Object o) { //!ok PossiblyBadArrayAssignment
        a[0] = o;
    }

    //@ requires a.length > 0;
    //@ assignable a[0];
    public static void storeObjectBad(Object[] a, Object o) {
        a[0] = o; //! PossiblyBadArrayAssignment
    }

    //@ assignable total;
    public static void write() { //!ok Assignable
        total = 1;
    }

    //@ assignable \nothing;
    public static void writeNothing() {
        total = 1; //! Assignable
    }
}
