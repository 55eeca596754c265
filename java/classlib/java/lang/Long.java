package java.lang;

/** A boxed long; boxes are values of the machine. */
public final class Long extends Number implements Comparable<Long> {
    public static final long MIN_VALUE = 0x8000000000000000L;
    public static final long MAX_VALUE = 0x7fffffffffffffffL;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final /*@ non_null @*/ Class<Long> TYPE = (Class<Long>) (Class) long.class;

    public native Long(long value);

    public native Long(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.longValue() == l;
      @*/
    public static /*@ pure @*/ native Long valueOf(long l);

    public static Long valueOf(String s) throws NumberFormatException {
        return valueOf(parseLong(s, 10));
    }

    public static Long valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseLong(s, radix));
    }

    /*@ public exceptional_behavior
      @   requires s == null || s.length() == 0;
      @   signals_only NumberFormatException;
      @ also public behavior
      @   requires s != null && s.length() > 0;
      @   ensures true;
      @   signals_only NumberFormatException;
      @*/
    public static /*@ pure @*/ native long parseLong(/*@ nullable @*/ String s) throws NumberFormatException;

    public static native long parseLong(String s, int radix) throws NumberFormatException;

    public static native long parseUnsignedLong(String s, int radix) throws NumberFormatException;

    public static long parseUnsignedLong(String s) throws NumberFormatException {
        return parseUnsignedLong(s, 10);
    }

    public static native Long decode(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 20;
      @   ensures Long.parseLong(\result) == l;
      @*/
    public static /*@ pure @*/ native String toString(long l);

    public static native String toString(long l, int radix);

    public static native String toUnsignedString(long l, int radix);

    public static String toUnsignedString(long l) {
        return toUnsignedString(l, 10);
    }

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 16;
      @*/
    public static /*@ pure @*/ native String toHexString(long l);

    public static native String toOctalString(long l);

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 64;
      @*/
    public static /*@ pure @*/ native String toBinaryString(long l);

    /*@ public normal_behavior
      @   ensures \result == (byte) longValue();
      @*/
    public /*@ pure @*/ native byte byteValue();

    /*@ public normal_behavior
      @   ensures \result == (short) longValue();
      @*/
    public /*@ pure @*/ native short shortValue();

    /*@ public normal_behavior
      @   ensures \result == (int) longValue();
      @*/
    public /*@ pure @*/ native int intValue();

    /*@ public normal_behavior
      @   ensures Long.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native long longValue();

    /*@ public normal_behavior
      @   ensures \result == (float) longValue();
      @*/
    public /*@ pure @*/ native float floatValue();

    /*@ public normal_behavior
      @   ensures \result == (double) longValue();
      @*/
    public /*@ pure @*/ native double doubleValue();

    /*@ public normal_behavior
      @   ensures \result.equals(Long.toString(longValue()));
      @*/
    public /*@ pure @*/ native String toString();

    public native int hashCode();

    public static int hashCode(long value) {
        return (int) (value ^ (value >>> 32));
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Long && ((Long) obj).longValue() == longValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Long.compare(longValue(), other.longValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Long other);

    /*@ public normal_behavior
      @   ensures \result == (x < y ? -1 : x == y ? 0 : 1);
      @*/
    public static /*@ pure @*/ int compare(long x, long y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    /*@ public normal_behavior
      @   ensures \result == ((x < 0) == (y < 0) ? (x < y ? -1 : (x == y ? 0 : 1)) : (x < 0 ? 1 : -1));
      @*/
    public static /*@ pure @*/ int compareUnsigned(long x, long y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    public static native long divideUnsigned(long dividend, long divisor);

    public static native long remainderUnsigned(long dividend, long divisor);

    /*@ public normal_behavior
      @   ensures 0 <= \result && \result <= 64;
      @   ensures \result == 0 <==> l == 0;
      @*/
    public static /*@ pure @*/ native int bitCount(long l);

    public static native long reverse(long l);

    public static native long reverseBytes(long l);

    /*@ public normal_behavior
      @   ensures l == 0 ==> \result == 0;
      @   ensures l < 0 ==> \result == Long.MIN_VALUE;
      @   ensures l > 0 ==> 0 < \result && \result <= l && l - \result < \result;
      @*/
    public static /*@ pure @*/ native long highestOneBit(long l);

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

    /*@ public normal_behavior
      @   ensures \result == (l > 0 ? 1 : l < 0 ? -1 : 0);
      @*/
    public static /*@ pure @*/ int signum(long l) {
        return l > 0 ? 1 : l < 0 ? -1 : 0;
    }

    /*@ public normal_behavior
      @   ensures \result == (long) (a + b);
      @*/
    public static /*@ pure @*/ long sum(long a, long b) {
        return a + b;
    }

    /*@ public normal_behavior
      @   ensures \result == (a >= b ? a : b);
      @*/
    public static /*@ pure @*/ long max(long a, long b) {
        return a >= b ? a : b;
    }

    /*@ public normal_behavior
      @   ensures \result == (a <= b ? a : b);
      @*/
    public static /*@ pure @*/ long min(long a, long b) {
        return a <= b ? a : b;
    }
}
