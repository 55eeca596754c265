public class Arithmetic1 {
    // What the compiler folds is checked like what the machine computes.
    public static int foldedSum() {
        return Integer.MAX_VALUE + 1; //! ArithmeticOperationRange
    }

    public static byte foldedCast() {
        return (byte) 200; //! ArithmeticCastRange
    }

    public static int foldedNested(boolean b) {
        return b ? -(Integer.MIN_VALUE) : 1; //! ArithmeticOperationRange
    }

    //@ ensures \result == 44;
    public static int folded() {
        return (byte) 4 * 11;
    }

    //@ ensures \result == Integer.MIN_VALUE;
    public static int foldedShift() {
        return 1 << 31;
    }
}
