package java.util;

import java.util.function.Supplier;

public final class Objects {
    private Objects() {
    }

    public static boolean equals(Object a, Object b) {
        return a == b || (a != null && a.equals(b));
    }

    public static boolean deepEquals(Object a, Object b) {
        return Arrays.deepEquals0(a, b);
    }

    public static int hashCode(Object o) {
        return o != null ? o.hashCode() : 0;
    }

    public static int hash(Object... values) {
        return Arrays.hashCode(values);
    }

    public static String toString(Object o) {
        return String.valueOf(o);
    }

    public static String toString(Object o, String nullDefault) {
        return o != null ? o.toString() : nullDefault;
    }

    public static <T> int compare(T a, T b, Comparator<? super T> c) {
        return a == b ? 0 : c.compare(a, b);
    }

    /*@ public normal_behavior
      @   requires obj != null;
      @   ensures \result == obj;
      @ also public exceptional_behavior
      @   requires obj == null;
      @   signals_only NullPointerException;
      @*/
    public static /*@ pure @*/ <T> T requireNonNull(/*@ nullable @*/ T obj) {
        if (obj == null) {
            throw new NullPointerException();
        }
        return obj;
    }

    /*@ public normal_behavior
      @   requires obj != null;
      @   ensures \result == obj;
      @ also public exceptional_behavior
      @   requires obj == null;
      @   signals_only NullPointerException;
      @*/
    public static /*@ pure @*/ <T> T requireNonNull(/*@ nullable @*/ T obj, /*@ nullable @*/ String message) {
        if (obj == null) {
            throw new NullPointerException(message);
        }
        return obj;
    }

    public static <T> T requireNonNull(T obj, Supplier<String> messageSupplier) {
        if (obj == null) {
            throw new NullPointerException(messageSupplier == null ? null : messageSupplier.get());
        }
        return obj;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj == null;
      @*/
    public static /*@ pure @*/ boolean isNull(/*@ nullable @*/ Object obj) {
        return obj == null;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj != null;
      @*/
    public static /*@ pure @*/ boolean nonNull(/*@ nullable @*/ Object obj) {
        return obj != null;
    }

    /*@ public normal_behavior
      @   requires obj != null || defaultObj != null;
      @   ensures \result == (obj != null ? obj : defaultObj);
      @ also public exceptional_behavior
      @   requires obj == null && defaultObj == null;
      @   signals_only NullPointerException;
      @*/
    public static /*@ pure @*/ <T> T requireNonNullElse(/*@ nullable @*/ T obj, /*@ nullable @*/ T defaultObj) {
        return obj != null ? obj : requireNonNull(defaultObj, "defaultObj");
    }

    public static <T> T requireNonNullElseGet(T obj, Supplier<? extends T> supplier) {
        if (obj != null) {
            return obj;
        }
        T made = requireNonNull(supplier, "supplier").get();
        return requireNonNull(made, "supplier.get()");
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < length;
      @   ensures \result == index;
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= 0 && index >= length;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public static /*@ pure @*/ int checkIndex(int index, int length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }

    /*@ public normal_behavior
      @   requires 0 <= fromIndex && fromIndex <= toIndex && toIndex <= length;
      @   ensures \result == fromIndex;
      @ also public exceptional_behavior
      @   requires fromIndex < 0 || fromIndex > toIndex || toIndex > length;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public static /*@ pure @*/ int checkFromToIndex(int fromIndex, int toIndex, int length) {
        if (fromIndex < 0 || fromIndex > toIndex || toIndex > length) {
            throw new IndexOutOfBoundsException(
                    "Range [" + fromIndex + ", " + toIndex + ") out of bounds for length " + length);
        }
        return fromIndex;
    }

    /*@ public normal_behavior
      @   requires 0 <= fromIndex && 0 <= size && fromIndex + size <= length;
      @   ensures \result == fromIndex;
      @ also public exceptional_behavior
      @   requires fromIndex < 0 || size < 0 || fromIndex + size > length;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public static /*@ pure @*/ int checkFromIndexSize(int fromIndex, int size, int length) {
        if ((length | fromIndex | size) < 0 || size > length - fromIndex) {
            throw new IndexOutOfBoundsException(
                    "Range [" + fromIndex + ", " + fromIndex + " + " + size + ") out of bounds for length " + length);
        }
        return fromIndex;
    }

    /*@ public normal_behavior
      @   requires 0 <= index && index < length;
      @   ensures \result == index;
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= 0 && index >= length;
      @   signals_only IndexOutOfBoundsException;
      @*/
    public static /*@ pure @*/ long checkIndex(long index, long length) {
        if (index < 0 || index >= length) {
            throw new IndexOutOfBoundsException("Index " + index + " out of bounds for length " + length);
        }
        return index;
    }
}
