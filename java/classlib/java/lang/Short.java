package java.lang;

/** A boxed short; boxes are values of the machine. */
public final class Short extends Number implements Comparable<Short> {
    public static final short MIN_VALUE = -32768;
    public static final short MAX_VALUE = 32767;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final Class<Short> TYPE = (Class<Short>) (Class) short.class;

    public native Short(short value);

    public native Short(String s) throws NumberFormatException;

    public static native Short valueOf(short value);

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

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    public native double doubleValue();

    public native String toString();

    public native int hashCode();

    public static int hashCode(short value) {
        return value;
    }

    public native boolean equals(Object obj);

    public native int compareTo(Short other);

    public static int compare(short x, short y) {
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
