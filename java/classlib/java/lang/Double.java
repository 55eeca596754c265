package java.lang;

/** A boxed double; boxes are values of the machine. */
public final class Double extends Number implements Comparable<Double> {
    public static final double POSITIVE_INFINITY = 1.0 / 0.0;
    public static final double NEGATIVE_INFINITY = -1.0 / 0.0;
    public static final double NaN = 0.0 / 0.0;
    public static final double MAX_VALUE = 0x1.fffffffffffffP+1023;
    public static final double MIN_NORMAL = 0x1.0p-1022;
    public static final double MIN_VALUE = 0x0.0000000000001P-1022;
    public static final int SIZE = 64;
    public static final int BYTES = 8;
    public static final int PRECISION = 53;
    public static final int MAX_EXPONENT = 1023;
    public static final int MIN_EXPONENT = 1 - MAX_EXPONENT;
    public static final /*@ non_null @*/ Class<Double> TYPE = (Class<Double>) (Class) double.class;

    public native Double(double value);

    public native Double(String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures Double.compare(\result.doubleValue(), value) == 0;
      @*/
    public static /*@ pure @*/ native Double valueOf(double value);

    public static Double valueOf(String s) throws NumberFormatException {
        return valueOf(parseDouble(s));
    }

    /*@ public exceptional_behavior
      @   requires s == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires s != null && s.length() == 0;
      @   signals_only NumberFormatException;
      @ also public behavior
      @   requires s != null && s.length() > 0;
      @   ensures true;
      @   signals_only NumberFormatException;
      @*/
    public static /*@ pure @*/ native double parseDouble(/*@ nullable @*/ String s) throws NumberFormatException;

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @   ensures Double.compare(Double.parseDouble(\result), value) == 0;
      @*/
    public static /*@ pure @*/ native String toString(double value);

    public static native String toHexString(double value);

    /*@ public normal_behavior
      @   ensures \result <==> v != v;
      @*/
    public static /*@ pure @*/ boolean isNaN(double v) {
        return v != v;
    }

    /*@ public normal_behavior
      @   ensures \result <==> v == Double.POSITIVE_INFINITY || v == Double.NEGATIVE_INFINITY;
      @*/
    public static /*@ pure @*/ boolean isInfinite(double v) {
        return v == POSITIVE_INFINITY || v == NEGATIVE_INFINITY;
    }

    /*@ public normal_behavior
      @   ensures \result <==> v == v && v != Double.POSITIVE_INFINITY && v != Double.NEGATIVE_INFINITY;
      @*/
    public static /*@ pure @*/ boolean isFinite(double v) {
        return Math.abs(v) <= MAX_VALUE;
    }

    /*@ public normal_behavior
      @   ensures \result <==> Double.isNaN(doubleValue());
      @*/
    public /*@ pure @*/ boolean isNaN() {
        return isNaN(doubleValue());
    }

    public boolean isInfinite() {
        return isInfinite(doubleValue());
    }

    public static native long doubleToLongBits(double value);

    public static native long doubleToRawLongBits(double value);

    public static native double longBitsToDouble(long bits);

    public native byte byteValue();

    public native short shortValue();

    public native int intValue();

    public native long longValue();

    public native float floatValue();

    /*@ public normal_behavior
      @   ensures Double.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native double doubleValue();

    public native String toString();

    public native int hashCode();

    public static int hashCode(double value) {
        return Long.hashCode(doubleToLongBits(value));
    }

    public native boolean equals(Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Double.compare(doubleValue(), other.doubleValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Double other);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result <= 1;
      @   ensures x < y ==> \result == -1;
      @   ensures x > y ==> \result == 1;
      @*/
    public static /*@ pure @*/ native int compare(double x, double y);

    public static double sum(double a, double b) {
        return a + b;
    }

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || Double.isNaN(b) ? Double.isNaN(\result) : \result >= a && \result >= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ double max(double a, double b) {
        return Math.max(a, b);
    }

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || Double.isNaN(b) ? Double.isNaN(\result) : \result <= a && \result <= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ double min(double a, double b) {
        return Math.min(a, b);
    }
}
