package java.lang;

/** A boxed byte; boxes are values of the machine. */
public final class Byte extends Number implements Comparable<Byte> {
    public static final byte MIN_VALUE = -128;
    public static final byte MAX_VALUE = 127;
    public static final int SIZE = 8;
    public static final int BYTES = 1;
    public static final /*@ non_null @*/ Class<Byte> TYPE = (Class<Byte>) (Class) byte.class;

    public native Byte(byte value);

    public native Byte(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.byteValue() == value;
      @*/
    public static /*@ pure @*/ native Byte valueOf(byte value);

    public static Byte valueOf(String s) throws NumberFormatException {
        return valueOf(parseByte(s, 10));
    }

    public static Byte valueOf(String s, int radix) throws NumberFormatException {
        return valueOf(parseByte(s, radix));
    }

    public static byte parseByte(String s) throws NumberFormatException {
        return parseByte(s, 10);
    }

    public static byte parseByte(String s, int radix) throws NumberFormatException {
        int i = Integer.parseInt(s, radix);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value out of range. Value:\"" + s + "\" Radix:" + radix);
        }
        return (byte) i;
    }

    public static Byte decode(String s) throws NumberFormatException {
        int i = Integer.decode(s);
        if (i < MIN_VALUE || i > MAX_VALUE) {
            throw new NumberFormatException("Value " + i + " out of range from input " + s);
        }
        return valueOf((byte) i);
    }

    public static String toString(byte value) {
        return Integer.toString(value);
    }

    /*@ public normal_behavior
      @   ensures Byte.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native byte byteValue();

    /*@ public normal_behavior
      @   ensures \result == (short) byteValue();
      @*/
    public /*@ pure @*/ native short shortValue();

    /*@ public normal_behavior
      @   ensures \result == (int) byteValue();
      @*/
    public /*@ pure @*/ native int intValue();

    /*@ public normal_behavior
      @   ensures \result == (long) byteValue();
      @*/
    public /*@ pure @*/ native long longValue();

    /*@ public normal_behavior
      @   ensures \result == (float) byteValue();
      @*/
    public /*@ pure @*/ native float floatValue();

    /*@ public normal_behavior
      @   ensures \result == (double) byteValue();
      @*/
    public /*@ pure @*/ native double doubleValue();

    public native String toString();

    /*@ public normal_behavior
      @   ensures \result == byteValue();
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures \result == value;
      @*/
    public static /*@ pure @*/ int hashCode(byte value) {
        return value;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Byte && ((Byte) obj).byteValue() == byteValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Byte.compare(byteValue(), other.byteValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Byte other);

    /*@ public normal_behavior
      @   ensures \result == x - y;
      @*/
    public static /*@ pure @*/ int compare(byte x, byte y) {
        return x - y;
    }

    public static int compareUnsigned(byte x, byte y) {
        return toUnsignedInt(x) - toUnsignedInt(y);
    }

    public static int toUnsignedInt(byte x) {
        return x & 0xff;
    }

    public static long toUnsignedLong(byte x) {
        return x & 0xffL;
    }
}
