package java.lang;

/** A boxed boolean; boxes are values of the machine. */
public final class Boolean implements java.io.Serializable, Comparable<Boolean> {
    public static final Boolean TRUE = valueOf(true);
    public static final Boolean FALSE = valueOf(false);
    public static final Class<Boolean> TYPE = (Class<Boolean>) (Class) boolean.class;

    public native Boolean(boolean value);

    public native Boolean(String s);

    public static boolean parseBoolean(String s) {
        return "true".equalsIgnoreCase(s);
    }

    public native boolean booleanValue();

    public static native Boolean valueOf(boolean b);

    public static Boolean valueOf(String s) {
        return valueOf(parseBoolean(s));
    }

    public static String toString(boolean b) {
        return b ? "true" : "false";
    }

    public native String toString();

    public native int hashCode();

    public static int hashCode(boolean value) {
        return value ? 1231 : 1237;
    }

    public native boolean equals(Object obj);

    public native int compareTo(Boolean other);

    public static int compare(boolean x, boolean y) {
        return x == y ? 0 : x ? 1 : -1;
    }

    public static boolean logicalAnd(boolean a, boolean b) {
        return a & b;
    }

    public static boolean logicalOr(boolean a, boolean b) {
        return a | b;
    }

    public static boolean logicalXor(boolean a, boolean b) {
        return a ^ b;
    }

    public static boolean getBoolean(String name) {
        return false;
    }
}
