package java.lang;

/** A boxed short; boxes are values of the machine. */
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final /*@ non_null @*/ Class<Short> TYPE = (Class<Short>) (Class) short.class;

    public native Short(short value);

    public native Short(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.shortValue() == value;
      @*/
    public static /*@ pure @*/ native Short valueOf(short value);

    public static Short valueOf(String s) throws NumberFormatException {
        return valueOf(parseShort(s, 10));
    }

    public static Short valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseShort(s, radix));
    }

    public static short parseShort(String s) throws NumberFormatException {
        return parseShort(s, 10);
    }

    public static short parseShort(String s, int radix) throws NumberFormatException {
        int i = Integer.parseInt(s, radix);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:" + radix);
        }
        return (short) i;
    }

    public static Short decode(String s) throws NumberFormatException {
        int i = Integer.decode(s);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value " + i + " out of range from input " + s);
        }
        return valueOf((short) i);
    }

    public static String toString(short value) {
        return Integer.toString(value);
    }

    /*@ public normal_behavior
      @   ensures \result == (byte) shortValue();
      @*/
    public /*@ pure @*/ native byte byteValue();

    /*@ public normal_behavior
      @   ensures Short.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native short shortValue();

    /*@ public normal_behavior
      @   ensures \result == (int) shortValue();
      @*/
    public /*@ pure @*/ native int intValue();

    /*@ public normal_behavior
      @   ensures \result == (long) shortValue();
      @*/
    public /*@ pure @*/ native long longValue();

    /*@ public normal_behavior
      @   ensures \result == (float) shortValue();
      @*/
    public /*@ pure @*/ native float floatValue();

    /*@ public normal_behavior
      @   ensures \result == (double) shortValue();
      @*/
    public /*@ pure @*/ native double doubleValue();

    public native String toString();

    /*@ public normal_behavior
      @   ensures \result == shortValue();
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures \result == value;
      @*/
    public static /*@ pure @*/ int hashCode(short value) {
        return value;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Short && ((Short) obj).shortValue() == shortValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Short.compare(shortValue(), other.shortValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Short other);

    /*@ public normal_behavior
      @   ensures \result == x - y;
      @*/
    public static /*@ pure @*/ int compare(short x, short y) {
        return x - y;
    }

    public static int compareUnsigned(short x, short y) {
        return toUnsignedInt(x) - toUnsignedInt(y);
    }

    public static int toUnsignedInt(short x) {
        return x & 0xffff;
    }

    public static long toUnsignedLong(short x) {
        return x & 0xffffL;
    }

    public static short reverseBytes(short s) {
        return (short) (((s & 0xff00) >> 8) | (s << 8));
    }
}
