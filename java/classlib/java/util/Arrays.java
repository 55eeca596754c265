package java.util;

import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.IntBinaryOperator;
import java.util.function.IntFunction;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.LongBinaryOperator;
import java.util.function.UnaryOperator;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/** Bulk work on arrays of primitives is the host's; arrays of references are handled here. */
public class Arrays {
    private Arrays() {
    }

    /** A new array of the run-time class of like. */
    static native <T> T[] newArray(T[] like, int length);

    /** The first of the n elements of a that o equals, or -1. */
    static native int indexOf(Object[] a, int n, Object o);

    /** Sorts in natural order if all elements are strings, or boxes of one class; reports whether it did. */
    static native boolean sortAlike(Object[] a, int from, int to);

    private static native void sortRange(Object a, int from, int to);

    private static native int search(Object a, int from, int to, long key);

    private static native int search(Object a, int from, int to, double key);

    private static native boolean same(Object a, Object b);

    private static native int differ(Object a, Object b);

    private static native int hash(Object a);

    private static native String text(Object a);

    static void rangeCheck(int length, int fromIndex, int toIndex) {
        if (fromIndex > toIndex) {
            throw new IllegalArgumentException("fromIndex(" + fromIndex + ") > toIndex(" + toIndex + ")");
        }
        if (fromIndex < 0) {
            throw new ArrayIndexOutOfBoundsException(fromIndex);
        }
        if (toIndex > length) {
            throw new ArrayIndexOutOfBoundsException(toIndex);
        }
    }

    private static native void fillRange(boolean[] a, int from, int to, boolean val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ boolean[] a, boolean val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ boolean[] a, int fromIndex, int toIndex, boolean val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == false);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static boolean[] copyOf(/*@ nullable @*/ boolean[] original, int newLength) {
        boolean[] copy = new boolean[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == false);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static boolean[] copyOfRange(/*@ nullable @*/ boolean[] original, int from, int to) {
        boolean[] copy = new boolean[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ boolean[] a, /*@ nullable @*/ boolean[] a2) {
        return same(a, a2);
    }

    public static boolean equals(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(boolean[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ boolean[] a) {
        return text(a);
    }

    public static int mismatch(boolean[] a, boolean[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(boolean[] a, int aFromIndex, int aToIndex, boolean[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(boolean[] a, boolean[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Boolean.compare(a[i], b[i]) : a.length - b.length;
    }

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
      @   ensures (\forall int k; 0 <= k && k < a.length; (\num_of int i; 0 <= i && i < a.length; a[i] == \old(a[k])) == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == \old(a[k])));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void sort(/*@ nullable @*/ byte[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(byte[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(byte[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(byte[] a, byte key) {
        return search(a, 0, a.length, (long) key);
    }

    public static int binarySearch(byte[] a, int fromIndex, int toIndex, byte key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, (long) key);
    }

    private static native void fillRange(byte[] a, int from, int to, byte val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ byte[] a, byte val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ byte[] a, int fromIndex, int toIndex, byte val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static byte[] copyOf(/*@ nullable @*/ byte[] original, int newLength) {
        byte[] copy = new byte[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static byte[] copyOfRange(/*@ nullable @*/ byte[] original, int from, int to) {
        byte[] copy = new byte[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ byte[] a, /*@ nullable @*/ byte[] a2) {
        return same(a, a2);
    }

    public static boolean equals(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(byte[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ byte[] a) {
        return text(a);
    }

    public static int mismatch(byte[] a, byte[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(byte[] a, int aFromIndex, int aToIndex, byte[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(byte[] a, byte[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Byte.compare(a[i], b[i]) : a.length - b.length;
    }

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
      @   ensures (\forall int k; 0 <= k && k < a.length; (\num_of int i; 0 <= i && i < a.length; a[i] == \old(a[k])) == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == \old(a[k])));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void sort(/*@ nullable @*/ char[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(char[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(char[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(char[] a, char key) {
        return search(a, 0, a.length, (long) key);
    }

    public static int binarySearch(char[] a, int fromIndex, int toIndex, char key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, (long) key);
    }

    private static native void fillRange(char[] a, int from, int to, char val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ char[] a, char val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ char[] a, int fromIndex, int toIndex, char val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static char[] copyOf(/*@ nullable @*/ char[] original, int newLength) {
        char[] copy = new char[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static char[] copyOfRange(/*@ nullable @*/ char[] original, int from, int to) {
        char[] copy = new char[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ char[] a, /*@ nullable @*/ char[] a2) {
        return same(a, a2);
    }

    public static boolean equals(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(char[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ char[] a) {
        return text(a);
    }

    public static int mismatch(char[] a, char[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(char[] a, int aFromIndex, int aToIndex, char[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(char[] a, char[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Character.compare(a[i], b[i]) : a.length - b.length;
    }

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
      @   ensures (\forall int k; 0 <= k && k < a.length; (\num_of int i; 0 <= i && i < a.length; a[i] == \old(a[k])) == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == \old(a[k])));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void sort(/*@ nullable @*/ short[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(short[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(short[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(short[] a, short key) {
        return search(a, 0, a.length, (long) key);
    }

    public static int binarySearch(short[] a, int fromIndex, int toIndex, short key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, (long) key);
    }

    private static native void fillRange(short[] a, int from, int to, short val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ short[] a, short val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ short[] a, int fromIndex, int toIndex, short val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static short[] copyOf(/*@ nullable @*/ short[] original, int newLength) {
        short[] copy = new short[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static short[] copyOfRange(/*@ nullable @*/ short[] original, int from, int to) {
        short[] copy = new short[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ short[] a, /*@ nullable @*/ short[] a2) {
        return same(a, a2);
    }

    public static boolean equals(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(short[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ short[] a) {
        return text(a);
    }

    public static int mismatch(short[] a, short[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(short[] a, int aFromIndex, int aToIndex, short[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(short[] a, short[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Short.compare(a[i], b[i]) : a.length - b.length;
    }

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
      @   ensures (\forall int k; 0 <= k && k < a.length; (\num_of int i; 0 <= i && i < a.length; a[i] == \old(a[k])) == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == \old(a[k])));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void sort(/*@ nullable @*/ int[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(int[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(int[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(int[] a, int key) {
        return search(a, 0, a.length, (long) key);
    }

    public static int binarySearch(int[] a, int fromIndex, int toIndex, int key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, (long) key);
    }

    private static native void fillRange(int[] a, int from, int to, int val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ int[] a, int val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ int[] a, int fromIndex, int toIndex, int val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static int[] copyOf(/*@ nullable @*/ int[] original, int newLength) {
        int[] copy = new int[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static int[] copyOfRange(/*@ nullable @*/ int[] original, int from, int to) {
        int[] copy = new int[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ int[] a, /*@ nullable @*/ int[] a2) {
        return same(a, a2);
    }

    public static boolean equals(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(int[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ int[] a) {
        return text(a);
    }

    public static int mismatch(int[] a, int[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(int[] a, int aFromIndex, int aToIndex, int[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(int[] a, int[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Integer.compare(a[i], b[i]) : a.length - b.length;
    }

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i, j; 0 <= i && i < j && j < a.length; a[i] <= a[j]);
      @   ensures (\forall int k; 0 <= k && k < a.length; (\num_of int i; 0 <= i && i < a.length; a[i] == \old(a[k])) == (\num_of int i; 0 <= i && i < a.length; \old(a[i]) == \old(a[k])));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void sort(/*@ nullable @*/ long[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(long[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(long[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(long[] a, long key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(long[] a, int fromIndex, int toIndex, long key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static native void fillRange(long[] a, int from, int to, long val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ long[] a, long val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; a[i] == val);
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ long[] a, int fromIndex, int toIndex, long val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; \result[i] == original[i]);
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static long[] copyOf(/*@ nullable @*/ long[] original, int newLength) {
        long[] copy = new long[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; \result[i] == original[from + i]);
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static long[] copyOfRange(/*@ nullable @*/ long[] original, int from, int to) {
        long[] copy = new long[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    /*@ public normal_behavior
      @   ensures \result <==> a == a2 || a != null && a2 != null && a.length == a2.length && (\forall int i; 0 <= i && i < a.length; a[i] == a2[i]);
      @*/
    public static /*@ pure @*/ boolean equals(/*@ nullable @*/ long[] a, /*@ nullable @*/ long[] a2) {
        return same(a, a2);
    }

    public static boolean equals(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(long[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ long[] a) {
        return text(a);
    }

    public static int mismatch(long[] a, long[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(long[] a, int aFromIndex, int aToIndex, long[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(long[] a, long[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Long.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void sort(float[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(float[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(float[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(float[] a, float key) {
        return search(a, 0, a.length, (double) key);
    }

    public static int binarySearch(float[] a, int fromIndex, int toIndex, float key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, (double) key);
    }

    private static native void fillRange(float[] a, int from, int to, float val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; (a[i] == val || Float.isNaN(a[i]) && Float.isNaN(val)));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ float[] a, float val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; (a[i] == val || Float.isNaN(a[i]) && Float.isNaN(val)));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ float[] a, int fromIndex, int toIndex, float val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; (\result[i] == original[i] || Float.isNaN(\result[i]) && Float.isNaN(original[i])));
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static float[] copyOf(/*@ nullable @*/ float[] original, int newLength) {
        float[] copy = new float[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; (\result[i] == original[from + i] || Float.isNaN(\result[i]) && Float.isNaN(original[from + i])));
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static float[] copyOfRange(/*@ nullable @*/ float[] original, int from, int to) {
        float[] copy = new float[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(float[] a, float[] a2) {
        return same(a, a2);
    }

    public static boolean equals(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(float[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ float[] a) {
        return text(a);
    }

    public static int mismatch(float[] a, float[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(float[] a, int aFromIndex, int aToIndex, float[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(float[] a, float[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Float.compare(a[i], b[i]) : a.length - b.length;
    }

    public static void sort(double[] a) {
        sortRange(a, 0, a.length);
    }

    public static void sort(double[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        sortRange(a, fromIndex, toIndex);
    }

    public static void parallelSort(double[] a) {
        sortRange(a, 0, a.length);
    }

    public static int binarySearch(double[] a, double key) {
        return search(a, 0, a.length, key);
    }

    public static int binarySearch(double[] a, int fromIndex, int toIndex, double key) {
        rangeCheck(a.length, fromIndex, toIndex);
        return search(a, fromIndex, toIndex, key);
    }

    private static native void fillRange(double[] a, int from, int to, double val);

    /*@ public normal_behavior
      @   requires a != null;
      @   assignable a[*];
      @   ensures (\forall int i; 0 <= i && i < a.length; (a[i] == val || Double.isNaN(a[i]) && Double.isNaN(val)));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @*/
    public static void fill(/*@ nullable @*/ double[] a, double val) {
        fillRange(a, 0, a.length, val);
    }

    /*@ public normal_behavior
      @   requires a != null && 0 <= fromIndex && fromIndex <= toIndex && toIndex <= a.length;
      @   assignable a[fromIndex .. toIndex - 1];
      @   ensures (\forall int i; fromIndex <= i && i < toIndex; (a[i] == val || Double.isNaN(a[i]) && Double.isNaN(val)));
      @ also public exceptional_behavior
      @   requires a == null;
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex > toIndex;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires a != null && fromIndex <= toIndex && (fromIndex < 0 || toIndex > a.length);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static void fill(/*@ nullable @*/ double[] a, int fromIndex, int toIndex, double val) {
        rangeCheck(a.length, fromIndex, toIndex);
        fillRange(a, fromIndex, toIndex, val);
    }

    /*@ public normal_behavior
      @   requires newLength >= 0 && original != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == newLength;
      @   ensures (\forall int i; 0 <= i && i < newLength && i < original.length; (\result[i] == original[i] || Double.isNaN(\result[i]) && Double.isNaN(original[i])));
      @   ensures (\forall int i; original.length <= i && i < newLength; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires newLength < 0;
      @   signals_only NegativeArraySizeException;
      @ also public exceptional_behavior
      @   requires newLength >= 0 && original == null;
      @   signals_only NullPointerException;
      @*/
    public static double[] copyOf(/*@ nullable @*/ double[] original, int newLength) {
        double[] copy = new double[newLength];
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    /*@ public normal_behavior
      @   requires original != null && 0 <= from && from <= to && from <= original.length;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == to - from;
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i < original.length; (\result[i] == original[from + i] || Double.isNaN(\result[i]) && Double.isNaN(original[from + i])));
      @   ensures (\forall int i; 0 <= i && i < to - from && from + i >= original.length; \result[i] == 0);
      @ also public exceptional_behavior
      @   requires from > to && to - from >= Integer.MIN_VALUE || to - from > Integer.MAX_VALUE;
      @   signals_only IllegalArgumentException;
      @ also public exceptional_behavior
      @   requires original == null && (from <= to && to - from <= Integer.MAX_VALUE || to - from < Integer.MIN_VALUE);
      @   signals_only NullPointerException;
      @ also public exceptional_behavior
      @   requires original != null && (from <= to && to - from <= Integer.MAX_VALUE && (from < 0 || from > original.length) || to - from < Integer.MIN_VALUE);
      @   signals_only ArrayIndexOutOfBoundsException;
      @*/
    public static double[] copyOfRange(/*@ nullable @*/ double[] original, int from, int to) {
        double[] copy = new double[rangeLength(from, to)];
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(double[] a, double[] a2) {
        return same(a, a2);
    }

    public static boolean equals(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return same(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int hashCode(double[] a) {
        return hash(a);
    }

    /*@ public normal_behavior
      @   ensures a == null ==> \result.equals("null");
      @   ensures a != null && a.length == 0 ==> \result.equals("[]");
      @*/
    public static /*@ pure @*/ String toString(/*@ nullable @*/ double[] a) {
        return text(a);
    }

    public static int mismatch(double[] a, double[] b) {
        return a.length == 0 && b.length == 0 ? -1 : differ(a, b);
    }

    public static int mismatch(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(double[] a, int aFromIndex, int aToIndex, double[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return compare(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int compare(double[] a, double[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int i = differ(a, b);
        return i >= 0 && i < Math.min(a.length, b.length) ? Double.compare(a[i], b[i]) : a.length - b.length;
    }

    public static IntStream stream(int[] array) {
        return java.util.stream.StreamSupport.of(array, 0, array.length);
    }

    public static IntStream stream(int[] array, int startInclusive, int endExclusive) {
        streamRange(array.length, startInclusive, endExclusive);
        return java.util.stream.StreamSupport.of(array, startInclusive, endExclusive);
    }

    public static LongStream stream(long[] array) {
        return java.util.stream.StreamSupport.of(array, 0, array.length);
    }

    public static LongStream stream(long[] array, int startInclusive, int endExclusive) {
        streamRange(array.length, startInclusive, endExclusive);
        return java.util.stream.StreamSupport.of(array, startInclusive, endExclusive);
    }

    public static DoubleStream stream(double[] array) {
        return java.util.stream.StreamSupport.of(array, 0, array.length);
    }

    public static DoubleStream stream(double[] array, int startInclusive, int endExclusive) {
        streamRange(array.length, startInclusive, endExclusive);
        return java.util.stream.StreamSupport.of(array, startInclusive, endExclusive);
    }

    public static void setAll(int[] array, IntUnaryOperator generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.applyAsInt(i);
        }
    }

    public static void parallelSetAll(int[] array, IntUnaryOperator generator) {
        setAll(array, generator);
    }

    public static void setAll(long[] array, IntToLongFunction generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.applyAsLong(i);
        }
    }

    public static void parallelSetAll(long[] array, IntToLongFunction generator) {
        setAll(array, generator);
    }

    public static void setAll(double[] array, IntToDoubleFunction generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.applyAsDouble(i);
        }
    }

    public static void parallelSetAll(double[] array, IntToDoubleFunction generator) {
        setAll(array, generator);
    }

    private static int rangeLength(int from, int to) {
        int n = to - from;
        if (n < 0) {
            throw new IllegalArgumentException(from + " > " + to);
        }
        return n;
    }

    private static void streamRange(int length, int origin, int fence) {
        if (origin > fence) {
            throw new ArrayIndexOutOfBoundsException("origin(" + origin + ") > fence(" + fence + ")");
        }
        if (origin < 0) {
            throw new ArrayIndexOutOfBoundsException(origin);
        }
        if (fence > length) {
            throw new ArrayIndexOutOfBoundsException(fence);
        }
    }

    public static void parallelPrefix(int[] array, IntBinaryOperator op) {
        for (int i = 1; i < array.length; i++) {
            array[i] = op.applyAsInt(array[i - 1], array[i]);
        }
    }

    public static void parallelPrefix(long[] array, LongBinaryOperator op) {
        for (int i = 1; i < array.length; i++) {
            array[i] = op.applyAsLong(array[i - 1], array[i]);
        }
    }

    public static void parallelPrefix(double[] array, DoubleBinaryOperator op) {
        for (int i = 1; i < array.length; i++) {
            array[i] = op.applyAsDouble(array[i - 1], array[i]);
        }
    }

    public static <T> void parallelPrefix(T[] array, BinaryOperator<T> op) {
        for (int i = 1; i < array.length; i++) {
            array[i] = op.apply(array[i - 1], array[i]);
        }
    }

    public static <T> Stream<T> stream(T[] array) {
        return stream(array, 0, array.length);
    }

    public static <T> Stream<T> stream(T[] array, int startInclusive, int endExclusive) {
        streamRange(array.length, startInclusive, endExclusive);
        return java.util.stream.StreamSupport.of(array, startInclusive, endExclusive);
    }

    public static <T> Spliterator<T> spliterator(T[] array) {
        return Spliterators.spliterator(array, Spliterator.ORDERED | Spliterator.IMMUTABLE);
    }

    public static <T> void setAll(T[] array, IntFunction<? extends T> generator) {
        Objects.requireNonNull(generator);
        for (int i = 0; i < array.length; i++) {
            array[i] = generator.apply(i);
        }
    }

    public static <T> void parallelSetAll(T[] array, IntFunction<? extends T> generator) {
        setAll(array, generator);
    }

    public static void sort(Object[] a) {
        TimSort.sort(a, 0, a.length, null);
    }

    public static void sort(Object[] a, int fromIndex, int toIndex) {
        rangeCheck(a.length, fromIndex, toIndex);
        TimSort.sort(a, fromIndex, toIndex, null);
    }

    @SuppressWarnings("unchecked")
    public static <T> void sort(T[] a, Comparator<? super T> c) {
        TimSort.sort(a, 0, a.length, (Comparator<Object>) c);
    }

    @SuppressWarnings("unchecked")
    public static <T> void sort(T[] a, int fromIndex, int toIndex, Comparator<? super T> c) {
        rangeCheck(a.length, fromIndex, toIndex);
        TimSort.sort(a, fromIndex, toIndex, (Comparator<Object>) c);
    }

    public static <T extends Comparable<? super T>> void parallelSort(T[] a) {
        TimSort.sort(a, 0, a.length, null);
    }

    public static <T> void parallelSort(T[] a, Comparator<? super T> cmp) {
        sort(a, cmp);
    }

    public static int binarySearch(Object[] a, Object key) {
        return binarySearch(a, 0, a.length, key, null);
    }

    public static int binarySearch(Object[] a, int fromIndex, int toIndex, Object key) {
        return binarySearch(a, fromIndex, toIndex, key, null);
    }

    public static <T> int binarySearch(T[] a, T key, Comparator<? super T> c) {
        return binarySearch(a, 0, a.length, key, c);
    }

    @SuppressWarnings("unchecked")
    public static <T> int binarySearch(T[] a, int fromIndex, int toIndex, T key, Comparator<? super T> c) {
        rangeCheck(a.length, fromIndex, toIndex);
        int low = fromIndex;
        int high = toIndex - 1;
        while (low <= high) {
            int mid = (low + high) >>> 1;
            T midVal = a[mid];
            int cmp = c == null ? ((Comparable<Object>) midVal).compareTo(key) : c.compare(midVal, key);
            if (cmp < 0) {
                low = mid + 1;
            } else if (cmp > 0) {
                high = mid - 1;
            } else {
                return mid;
            }
        }
        return -(low + 1);
    }

    public static void fill(Object[] a, Object val) {
        for (int i = 0, len = a.length; i < len; i++) {
            a[i] = val;
        }
    }

    public static void fill(Object[] a, int fromIndex, int toIndex, Object val) {
        rangeCheck(a.length, fromIndex, toIndex);
        for (int i = fromIndex; i < toIndex; i++) {
            a[i] = val;
        }
    }

    public static <T> T[] copyOf(T[] original, int newLength) {
        T[] copy = newArray(original, newLength);
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return copy;
    }

    private static native Object[] newArray(Class<?> type, int length);

    @SuppressWarnings("unchecked")
    public static <T, U> T[] copyOf(U[] original, int newLength, Class<? extends T[]> newType) {
        Object[] copy = newArray(newType, newLength);
        System.arraycopy(original, 0, copy, 0, Math.min(original.length, newLength));
        return (T[]) copy;
    }

    public static <T> T[] copyOfRange(T[] original, int from, int to) {
        T[] copy = newArray(original, rangeLength(from, to));
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return copy;
    }

    public static boolean equals(Object[] a, Object[] a2) {
        if (a == a2) {
            return true;
        }
        if (a == null || a2 == null || a.length != a2.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (!Objects.equals(a[i], a2[i])) {
                return false;
            }
        }
        return true;
    }

    public static int mismatch(Object[] a, Object[] b) {
        int length = Math.min(a.length, b.length);
        if (a == b) {
            return -1;
        }
        for (int i = 0; i < length; i++) {
            if (!Objects.equals(a[i], b[i])) {
                return i;
            }
        }
        return a.length != b.length ? length : -1;
    }

    public static <T extends Comparable<? super T>> int compare(T[] a, T[] b) {
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        int length = Math.min(a.length, b.length);
        for (int i = 0; i < length; i++) {
            T x = a[i];
            T y = b[i];
            if (x != y) {
                if (x == null || y == null) {
                    return x == null ? -1 : 1;
                }
                int v = x.compareTo(y);
                if (v != 0) {
                    return v;
                }
            }
        }
        return a.length - b.length;
    }

    public static <T> int compare(T[] a, T[] b, Comparator<? super T> cmp) {
        Objects.requireNonNull(cmp);
        if (a == b) {
            return 0;
        }
        if (a == null || b == null) {
            return a == null ? -1 : 1;
        }
        for (int i = 0; i < a.length && i < b.length; i++) {
            T x = a[i];
            T y = b[i];
            if (x != y) {
                int v = cmp.compare(x, y);
                if (v != 0) {
                    return v;
                }
            }
        }
        return a.length - b.length;
    }

    public static <T> boolean equals(T[] a, T[] a2, Comparator<? super T> cmp) {
        Objects.requireNonNull(cmp);
        if (a == a2) {
            return true;
        }
        if (a == null || a2 == null || a.length != a2.length) {
            return false;
        }
        for (int i = 0; i < a.length; i++) {
            if (cmp.compare(a[i], a2[i]) != 0) {
                return false;
            }
        }
        return true;
    }

    public static boolean equals(Object[] a, int aFromIndex, int aToIndex, Object[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return equals(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    public static int mismatch(Object[] a, int aFromIndex, int aToIndex, Object[] b, int bFromIndex, int bToIndex) {
        rangeCheck(a.length, aFromIndex, aToIndex);
        rangeCheck(b.length, bFromIndex, bToIndex);
        return mismatch(copyOfRange(a, aFromIndex, aToIndex), copyOfRange(b, bFromIndex, bToIndex));
    }

    @SuppressWarnings("unchecked")
    public static <T, U> T[] copyOfRange(U[] original, int from, int to, Class<? extends T[]> newType) {
        Object[] copy = newArray(newType, rangeLength(from, to));
        System.arraycopy(original, from, copy, 0, Math.min(original.length - from, to - from));
        return (T[]) copy;
    }

    public static int hashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (Object element : a) {
            result = 31 * result + (element == null ? 0 : element.hashCode());
        }
        return result;
    }

    public static int deepHashCode(Object[] a) {
        if (a == null) {
            return 0;
        }
        int result = 1;
        for (Object e : a) {
            int h = e == null ? 0 : e instanceof Object[] ? deepHashCode((Object[]) e) : primitives(e) ? hash(e) : e.hashCode();
            result = 31 * result + h;
        }
        return result;
    }

    private static boolean primitives(Object e) {
        return e instanceof int[] || e instanceof long[] || e instanceof double[] || e instanceof char[]
                || e instanceof boolean[] || e instanceof byte[] || e instanceof float[] || e instanceof short[];
    }

    public static boolean deepEquals(Object[] a1, Object[] a2) {
        if (a1 == a2) {
            return true;
        }
        if (a1 == null || a2 == null || a1.length != a2.length) {
            return false;
        }
        for (int i = 0; i < a1.length; i++) {
            if (!deepEquals0(a1[i], a2[i])) {
                return false;
            }
        }
        return true;
    }

    static boolean deepEquals0(Object e1, Object e2) {
        if (e1 == e2) {
            return true;
        }
        if (e1 == null || e2 == null) {
            return false;
        }
        if (e1 instanceof Object[] && e2 instanceof Object[]) {
            return deepEquals((Object[]) e1, (Object[]) e2);
        }
        return primitives(e1) && primitives(e2) ? same(e1, e2) : e1.equals(e2);
    }

    public static String toString(Object[] a) {
        if (a == null) {
            return "null";
        }
        if (a.length == 0) {
            return "[]";
        }
        StringBuilder b = new StringBuilder();
        b.append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                b.append(", ");
            }
            b.append(String.valueOf(a[i]));
        }
        return b.append(']').toString();
    }

    public static String deepToString(Object[] a) {
        if (a == null) {
            return "null";
        }
        StringBuilder b = new StringBuilder();
        deepToString(a, b, new Object[8], 0);
        return b.toString();
    }

    private static void deepToString(Object[] a, StringBuilder b, Object[] around, int depth) {
        if (depth == around.length) {
            around = copyOf(around, 2 * depth);
        }
        around[depth] = a;
        b.append('[');
        for (int i = 0; i < a.length; i++) {
            if (i > 0) {
                b.append(", ");
            }
            Object e = a[i];
            if (e instanceof Object[]) {
                boolean self = false;
                for (int k = 0; k <= depth; k++) {
                    self |= around[k] == e;
                }
                if (self) {
                    b.append("[...]");
                } else {
                    deepToString((Object[]) e, b, around, depth + 1);
                }
            } else if (e != null && primitives(e)) {
                b.append(text(e));
            } else {
                b.append(e);
            }
        }
        b.append(']');
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.size() == a.length;
      @   ensures (\forall int i; 0 <= i && i < a.length; \result.get(i) == a[i]);
      @*/
    @SafeVarargs
    @SuppressWarnings("varargs")
    public static <T> List<T> asList(T... a) {
        return new ArrayList<T>(a);
    }

    /** A list that writes through to its array. */
    private static class ArrayList<E> extends AbstractList<E> implements RandomAccess, java.io.Serializable {
        private final E[] a;

        ArrayList(E[] array) {
            a = Objects.requireNonNull(array);
        }

        public int size() {
            return a.length;
        }

        public Object[] toArray() {
            Object[] r = new Object[a.length];
            System.arraycopy(a, 0, r, 0, a.length);
            return r;
        }

        public E get(int index) {
            return a[index];
        }

        public E set(int index, E element) {
            E old = a[index];
            a[index] = element;
            return old;
        }

        public int indexOf(Object o) {
            return Arrays.indexOf(a, a.length, o);
        }

        public boolean contains(Object o) {
            return indexOf(o) >= 0;
        }

        public void forEach(Consumer<? super E> action) {
            Objects.requireNonNull(action);
            for (E e : a) {
                action.accept(e);
            }
        }

        public void replaceAll(UnaryOperator<E> operator) {
            Objects.requireNonNull(operator);
            for (int i = 0; i < a.length; i++) {
                a[i] = operator.apply(a[i]);
            }
        }

        public void sort(Comparator<? super E> c) {
            Arrays.sort(a, c);
        }

        public Iterator<E> iterator() {
            return new ArrayItr<E>(a);
        }

        public Spliterator<E> spliterator() {
            return Spliterators.spliterator(a, Spliterator.ORDERED);
        }
    }

    private static class ArrayItr<E> implements Iterator<E> {
        private int cursor;
        private final E[] a;

        ArrayItr(E[] a) {
            this.a = a;
        }

        public boolean hasNext() {
            return cursor < a.length;
        }

        public E next() {
            int i = cursor;
            if (i >= a.length) {
                throw new NoSuchElementException();
            }
            cursor = i + 1;
            return a[i];
        }
    }
}
