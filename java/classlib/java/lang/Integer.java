package java.lang;

/** A boxed int; boxes are values of the machine. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final Class<Integer> TYPE = (Class<Integer>) (Class) int.class;

    public native Integer(int value);

    public native Integer(String s) throws NumberFormatException;

    public static native Integer valueOf(int i);

    public static Integer valueOf(String s) throws NumberFormatException {
        return valueOf(parseInt(s, 10));
    }

    public static Integer valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseInt(s, radix));
    }

    public static native int parseInt(String s) throws NumberFormatException;

    public static native int parseInt(String s, int radix) throws NumberFormatException;

    public static native int parseUnsignedInt(String s, int radix) throws NumberFormatException;

    public static int parseUnsignedInt(String s) throws NumberFormatException {
        return parseUnsignedInt(s, 10);
    }

    public static native Integer decode(String s) throws NumberFormatException;

    public static native String toString(int i);

    public static native String toString(int i, int radix);

    public static native String toUnsignedString(int i, int radix);

    public static String toUnsignedString(int i) {
        return Long.toString(toUnsignedLong(i));
    }

    public static native String toHexString(int i);

    public static native String toOctalString(int i);

    public static native String toBinaryString(int i);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native String toString();

    public native int hashCode();

    public static int hashCode(int value) {
        return value;
    }

    public native boolean equals(Object obj);

    public native int compareTo(Integer other);

    public static int compare(int x, int y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    public static int compareUnsigned(int x, int y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static long toUnsignedLong(int x) {
        return x & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    public static native int bitCount(int i);

    public static native int reverse(int i);

    public static native int reverseBytes(int i);

    public static native int highestOneBit(int i);

    public static int lowestOneBit(int i) {
        return i & -i;
    }

    public static native int numberOfLeadingZeros(int i);

    public static native int numberOfTrailingZeros(int i);

    public static int rotateLeft(int i, int distance) {
        return (i << distance) | (i >>> -distance);
    }

    public static int rotateRight(int i, int distance) {
        return (i >>> distance) | (i << -distance);
    }

    public static int signum(int i) {
        return i > 0 ? 1 : i < 0 ? -1 : 0;
    }

    public static int sum(int a, int b) {
        return a + b;
    }

    public static int max(int a, int b) {
        return a >= b ? a : b;
    }

    public static int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static Integer getInteger(String name) {
        return null;
    }
}
