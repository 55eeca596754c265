package java.lang;

/** A boxed boolean; boxes are values of the machine. */
public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final /*@ non_null @*/ Boolean TRUE = valueOf(true);
    public static final /*@ non_null @*/ Boolean FALSE = valueOf(false);
    public static final /*@ non_null @*/ Class<Boolean> TYPE = (Class<Boolean>) (Class) boolean.class;

    public native Boolean(boolean value);

    public native Boolean(String s);

    public static boolean parseBoolean(String s) {
        return "true".equalsIgnoreCase(s);
    }

    /*@ public normal_behavior
      @   ensures Boolean.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native boolean booleanValue();

    /*@ public normal_behavior
      @   ensures \result.booleanValue() == b;
      @*/
    public static /*@ pure @*/ native Boolean valueOf(boolean b);

    public static Boolean valueOf(String s) {
        return valueOf(parseBoolean(s));
    }

    /*@ public normal_behavior
      @   ensures \result.equals(b ? "true" : "false");
      @*/
    public static /*@ pure @*/ String toString(boolean b) {
        return b ? "true" : "false";
    }

    public native String toString();

    /*@ public normal_behavior
      @   ensures \result == (booleanValue() ? 1231 : 1237);
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures \result == (value ? 1231 : 1237);
      @*/
    public static /*@ pure @*/ int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Boolean && ((Boolean) obj).booleanValue() == booleanValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Boolean.compare(booleanValue(), other.booleanValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Boolean other);

    /*@ public normal_behavior
      @   ensures \result == (x == y ? 0 : x ? 1 : -1);
      @*/
    public static /*@ pure @*/ int compare(boolean x, boolean y) {
        return x == y ? 0 : x ? 1 : -1;
    }

    /*@ public normal_behavior
      @   ensures \result <==> (a && b);
      @*/
    public static /*@ pure @*/ boolean logicalAnd(boolean a, boolean b) {
        return a & b;
    }

    /*@ public normal_behavior
      @   ensures \result <==> (a || b);
      @*/
    public static /*@ pure @*/ boolean logicalOr(boolean a, boolean b) {
        return a | b;
    }

    /*@ public normal_behavior
      @   ensures \result <==> (a != b);
      @*/
    public static /*@ pure @*/ boolean logicalXor(boolean a, boolean b) {
        return a ^ b;
    }

    public static boolean getBoolean(String name) {
        return false;
    }
}
