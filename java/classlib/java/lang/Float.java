package java.lang;

/** A boxed float; boxes are values of the machine. */
public final class Float extends Number implements Comparable<Float> {
    public static final float POSITIVE_INFINITY = 1.0f / 0.0f;
    public static final float NEGATIVE_INFINITY = -1.0f / 0.0f;
    public static final float NaN = 0.0f / 0.0f;
    public static final float MAX_VALUE = 0x1.fffffeP+127f;
    public static final float MIN_NORMAL = 0x1.0p-126f;
    public static final float MIN_VALUE = 0x0.000002P-126f;
    public static final int SIZE = 32;
    public static final int BYTES = 4;
    public static final int PRECISION = 24;
    public static final int MAX_EXPONENT = 127;
    public static final int MIN_EXPONENT = 1 - MAX_EXPONENT;
    public static final /*@ non_null @*/ Class<Float> TYPE = (Class<Float>) (Class) float.class;

    public native Float(float value);

    public native Float(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures Float.compare(\result.floatValue(), value) == 0;
      @*/
    public static /*@ pure @*/ native Float valueOf(float value);

    public static Float valueOf(String s) throws NumberFormatException {
        return valueOf(parseFloat(s));
    }

    public static native float parseFloat(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @*/
    public static /*@ pure @*/ native String toString(float value);

    public static native String toHexString(float value);

    /*@ public normal_behavior
      @   ensures \result <==> v != v;
      @*/
    public static /*@ pure @*/ boolean isNaN(float v) {
        return v != v;
    }

    /*@ public normal_behavior
      @   ensures \result <==> v == Float.POSITIVE_INFINITY || v == Float.NEGATIVE_INFINITY;
      @*/
    public static /*@ pure @*/ boolean isInfinite(float v) {
        return v == POSITIVE_INFINITY || v == NEGATIVE_INFINITY;
    }

    /*@ public normal_behavior
      @   ensures \result <==> v == v && v != Float.POSITIVE_INFINITY && v != Float.NEGATIVE_INFINITY;
      @*/
    public static /*@ pure @*/ boolean isFinite(float v) {
        return Math.abs(v) <= MAX_VALUE;
    }

    /*@ public normal_behavior
      @   ensures \result <==> Float.isNaN(floatValue());
      @*/
    public /*@ pure @*/ boolean isNaN() {
        return isNaN(floatValue());
    }

    public boolean isInfinite() {
        return isInfinite(floatValue());
    }

    public static native int floatToIntBits(float value);

    public static native int floatToRawIntBits(float value);

    public static native float intBitsToFloat(int bits);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    /*@ public normal_behavior
      @   ensures Float.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native float floatValue();

    public native double doubleValue();

    public native String toString();

    public native int hashCode();

    public static int hashCode(float value) {
        return Integer.hashCode(floatToIntBits(value));
    }

    public native boolean equals(Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Float.compare(floatValue(), other.floatValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Float other);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result <= 1;
      @   ensures x < y ==> \result == -1;
      @   ensures x > y ==> \result == 1;
      @*/
    public static /*@ pure @*/ native int compare(float x, float y);

    public static float sum(float a, float b) {
        return a + b;
    }

    /*@ public normal_behavior
      @   ensures Float.isNaN(a) || Float.isNaN(b) ? Float.isNaN(\result) : \result >= a && \result >= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ float max(float a, float b) {
        return Math.max(a, b);
    }

    /*@ public normal_behavior
      @   ensures Float.isNaN(a) || Float.isNaN(b) ? Float.isNaN(\result) : \result <= a && \result <= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ float min(float a, float b) {
        return Math.min(a, b);
    }
}
