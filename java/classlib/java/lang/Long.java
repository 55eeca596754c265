package java.lang;

/** A boxed long; boxes are values of the machine. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final Class<Long> TYPE = (Class<Long>) (Class) long.class;

    public native Long(long value);

    public native Long(String s) throws NumberFormatException;

    public static native Long valueOf(long l);

    public static Long valueOf(String s) throws NumberFormatException {
        return valueOf(parseLong(s, 10));
    }

    public static Long valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseLong(s, radix));
    }

    public static native long parseLong(String s) throws NumberFormatException;

    public static native long parseLong(String s, int radix) throws NumberFormatException;

    public static native long parseUnsignedLong(String s, int radix) throws NumberFormatException;

    public static long parseUnsignedLong(String s) throws NumberFormatException {
        return parseUnsignedLong(s, 10);
    }

    public static native Long decode(String s) throws NumberFormatException;

    public static native String toString(long l);

    public static native String toString(long l, int radix);

    public static native String toUnsignedString(long l, int radix);

    public static String toUnsignedString(long l) {
        return toUnsignedString(l, 10);
    }

    public static native String toHexString(long l);

    public static native String toOctalString(long l);

    public static native String toBinaryString(long l);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native String toString();

    public native int hashCode();

    public static int hashCode(long value) {
        return (int) (value ^ (value >>> 32));
    }

    public native boolean equals(Object obj);

    public native int compareTo(Long other);

    public static int compare(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    public static int compareUnsigned(long x, long y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static native long divideUnsigned(long dividend, long divisor);

    public static native long remainderUnsigned(long dividend, long divisor);

    public static native int bitCount(long l);

    public static native long reverse(long l);

    public static native long reverseBytes(long l);

    public static native long highestOneBit(long l);

    public static long lowestOneBit(long l) {
        return l & -l;
    }

    public static native int numberOfLeadingZeros(long l);

    public static native int numberOfTrailingZeros(long l);

    public static long rotateLeft(long l, int distance) {
        return (l << distance) | (l >>> -distance);
    }

    public static long rotateRight(long l, int distance) {
        return (l >>> distance) | (l << -distance);
    }

    public static int signum(long l) {
        return l > 0 ? 1 : l < 0 ? -1 : 0;
    }

    public static long sum(long a, long b) {
        return a + b;
    }

    public static long max(long a, long b) {
        return a >= b ? a : b;
    }

    public static long min(long a, long b) {
        return a <= b ? a : b;
    }
}
