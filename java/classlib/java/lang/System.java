package java.lang;

import java.io.InputStream;
import java.io.PrintStream;

/** The run's surroundings; the streams are final to programs, and set by setOut and its like. */
public final class System {
    public static /*@ non_null @*/ InputStream in = InputStream.standard();
    public static /*@ non_null @*/ PrintStream out = PrintStream.standard(1);
    public static /*@ non_null @*/ PrintStream err = PrintStream.standard(2);

    private System() {
    }

    public static void setIn(InputStream stream) {
        in = stream;
    }

    public static void setOut(PrintStream stream) {
        out = stream;
    }

    public static void setErr(PrintStream stream) {
        err = stream;
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public static native long currentTimeMillis();

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures true;
      @*/
    public static native long nanoTime();

    public static native void arraycopy(Object src, int srcPos, Object dest, int destPos, int length);

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures x == null ==> \result == 0;
      @*/
    public static native int identityHashCode(/*@ nullable @*/ Object x);

    public static native void exit(int status);

    public static void gc() {
    }

    public static String lineSeparator() {
        return "\n";
    }

    public static String getProperty(String key) {
        if (key == null) {
            throw new NullPointerException("key can't be null");
        }
        if (key.isEmpty()) {
            throw new IllegalArgumentException("key can't be empty");
        }
        switch (key) {
            case "line.separator":
                return "\n";
            case "file.separator":
                return "/";
            case "path.separator":
                return ":";
            case "java.version":
                return "17";
            case "file.encoding":
                return "UTF-8";
            default:
                return null;
        }
    }

    public static String getProperty(String key, String def) {
        String value = getProperty(key);
        return value == null ? def : value;
    }

    public static String getenv(String name) {
        java.util.Objects.requireNonNull(name);
        return null;
    }
}
