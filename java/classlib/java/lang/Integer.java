package java.lang;

/** A boxed int; boxes are values of the machine. */
public final class Integer extends Number implements Comparable<Integer> {
    public static final int MIN_VALUE = 0x80000000;
    public static final int MAX_VALUE = 0x7fffffff;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final /*@ non_null @*/ Class<Integer> TYPE = (Class<Integer>) (Class) int.class;

    public native Integer(int value);

    public native Integer(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.intValue() == i;
      @*/
    public static /*@ pure @*/ native Integer valueOf(int i);

    public static Integer valueOf(String s) throws NumberFormatException {
        return valueOf(parseInt(s, 10));
    }

    public static Integer valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseInt(s, radix));
    }

    /*@ public exceptional_behavior
      @   requires s == null || s.length() == 0;
      @   signals_only NumberFormatException;
      @ also public behavior
      @   requires s != null && s.length() > 0;
      @   ensures true;
      @   signals_only NumberFormatException;
      @*/
    public static /*@ pure @*/ native int parseInt(/*@ nullable @*/ String s) throws NumberFormatException;

    public static native int parseInt(String s, int radix) throws NumberFormatException;

    public static native int parseUnsignedInt(String s, int radix) throws NumberFormatException;

    public static int parseUnsignedInt(String s) throws NumberFormatException {
        return parseUnsignedInt(s, 10);
    }

    public static native Integer decode(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 11;
      @   ensures Integer.parseInt(\result) == i;
      @*/
    public static /*@ pure @*/ native String toString(int i);

    public static native String toString(int i, int radix);

    public static native String toUnsignedString(int i, int radix);

    public static String toUnsignedString(int i) {
        return Long.toString(toUnsignedLong(i));
    }

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 8;
      @*/
    public static /*@ pure @*/ native String toHexString(int i);

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 11;
      @*/
    public static /*@ pure @*/ native String toOctalString(int i);

    /*@ public normal_behavior
      @   ensures 1 <= \result.length() && \result.length() <= 32;
      @*/
    public static /*@ pure @*/ native String toBinaryString(int i);

    /*@ public normal_behavior
      @   ensures \result == (byte) intValue();
      @*/
    public /*@ pure @*/ native byte byteValue();

    /*@ public normal_behavior
      @   ensures \result == (short) intValue();
      @*/
    public /*@ pure @*/ native short shortValue();

    /*@ public normal_behavior
      @   ensures Integer.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native int intValue();

    /*@ public normal_behavior
      @   ensures \result == (long) intValue();
      @*/
    public /*@ pure @*/ native long longValue();

    /*@ public normal_behavior
      @   ensures \result == (float) intValue();
      @*/
    public /*@ pure @*/ native float floatValue();

    /*@ public normal_behavior
      @   ensures \result == (double) intValue();
      @*/
    public /*@ pure @*/ native double doubleValue();

    /*@ public normal_behavior
      @   ensures \result.equals(Integer.toString(intValue()));
      @*/
    public /*@ pure @*/ native String toString();

    /*@ public normal_behavior
      @   ensures \result == intValue();
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures \result == value;
      @*/
    public static /*@ pure @*/ int hashCode(int value) {
        return value;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Integer && ((Integer) obj).intValue() == intValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Integer.compare(intValue(), other.intValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Integer other);

    /*@ public normal_behavior
      @   ensures \result == (x < y ? -1 : x == y ? 0 : 1);
      @*/
    public static /*@ pure @*/ int compare(int x, int y) {
        return x < y ? -1 : x == y ? 0 : 1;
    }

    /*@ public normal_behavior
      @   ensures \result == ((x < 0) == (y < 0) ? (x < y ? -1 : (x == y ? 0 : 1)) : (x < 0 ? 1 : -1));
      @*/
    public static /*@ pure @*/ int compareUnsigned(int x, int y) {
        return compare(x + MIN_VALUE, y + MIN_VALUE);
    }

    /*@ public normal_behavior
      @   ensures \result == (x < 0 ? x + 4294967296L : x);
      @*/
    public static /*@ pure @*/ long toUnsignedLong(int x) {
        return x & 0xffffffffL;
    }

    public static int divideUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) / toUnsignedLong(divisor));
    }

    public static int remainderUnsigned(int dividend, int divisor) {
        return (int) (toUnsignedLong(dividend) % toUnsignedLong(divisor));
    }

    /*@ public normal_behavior
      @   ensures 0 <= \result && \result <= 32;
      @   ensures \result == 0 <==> i == 0;
      @   ensures \result == 32 <==> i == -1;
      @*/
    public static /*@ pure @*/ native int bitCount(int i);

    public static native int reverse(int i);

    public static native int reverseBytes(int i);

    /*@ public normal_behavior
      @   ensures i == 0 ==> \result == 0;
      @   ensures i < 0 ==> \result == Integer.MIN_VALUE;
      @   ensures i > 0 ==> 0 < \result && \result <= i && i - \result < \result;
      @*/
    public static /*@ pure @*/ native int highestOneBit(int i);

    /*@ public normal_behavior
      @   ensures \result == (i & (int) -i);
      @*/
    public static /*@ pure @*/ int lowestOneBit(int i) {
        return i & -i;
    }

    /*@ public normal_behavior
      @   ensures 0 <= \result && \result <= 32;
      @   ensures \result == 32 <==> i == 0;
      @   ensures \result == 0 <==> i < 0;
      @*/
    public static /*@ pure @*/ native int numberOfLeadingZeros(int i);

    /*@ public normal_behavior
      @   ensures 0 <= \result && \result <= 32;
      @   ensures \result == 32 <==> i == 0;
      @   ensures \result > 0 <==> i % 2 == 0;
      @*/
    public static /*@ pure @*/ native int numberOfTrailingZeros(int i);

    public static int rotateLeft(int i, int distance) {
        return (i << distance) | (i >>> -distance);
    }

    public static int rotateRight(int i, int distance) {
        return (i >>> distance) | (i << -distance);
    }

    /*@ public normal_behavior
      @   ensures \result == (i > 0 ? 1 : i < 0 ? -1 : 0);
      @*/
    public static /*@ pure @*/ int signum(int i) {
        return i > 0 ? 1 : i < 0 ? -1 : 0;
    }

    /*@ public normal_behavior
      @   ensures \result == (int) (a + b);
      @*/
    public static /*@ pure @*/ int sum(int a, int b) {
        return a + b;
    }

    /*@ public normal_behavior
      @   ensures \result == (a >= b ? a : b);
      @*/
    public static /*@ pure @*/ int max(int a, int b) {
        return a >= b ? a : b;
    }

    /*@ public normal_behavior
      @   ensures \result == (a <= b ? a : b);
      @*/
    public static /*@ pure @*/ int min(int a, int b) {
        return a <= b ? a : b;
    }

    public static Integer getInteger(String name) {
        return null;
    }
}
