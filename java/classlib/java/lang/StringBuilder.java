package java.lang;

import java.util.stream.IntStream;

/** A growable string; its units live in the machine. */
public final class StringBuilder implements java.io.Serializable, Comparable<StringBuilder>, CharSequence, Appendable {
    private int capacity;

    /*@ public normal_behavior
      @   ensures length() == 0;
      @*/
    public /*@ pure @*/ native StringBuilder();

    /*@ public normal_behavior
      @   requires capacity >= 0;
      @   ensures length() == 0;
      @ also public exceptional_behavior
      @   requires capacity < 0;
      @   signals_only NegativeArraySizeException;
      @*/
    public /*@ pure @*/ native StringBuilder(int capacity);

    /*@ public normal_behavior
      @   ensures toString().equals(str);
      @*/
    public /*@ pure @*/ native StringBuilder(String str);

    public StringBuilder(CharSequence seq) {
        this(seq.toString());
    }

    public native int compareTo(StringBuilder other);

    public StringBuilder append(Object obj) {
        return append(String.valueOf(obj));
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + (str == null ? 4 : str.length());
      @   ensures (\forall int i; 0 <= i && i < \old(length()); charAt(i) == \old(charAt(i)));
      @   ensures str != null ==> toString().endsWith(str);
      @*/
    public native StringBuilder append(/*@ nullable @*/ String str);

    public StringBuilder append(StringBuffer sb) {
        return append(String.valueOf(sb));
    }

    public StringBuilder append(CharSequence s) {
        return append(String.valueOf(s));
    }

    public StringBuilder append(CharSequence s, int start, int end) {
        return appendRange(String.valueOf(s), start, end);
    }

    private native StringBuilder appendRange(String s, int start, int end);

    public native StringBuilder append(char[] str);

    public native StringBuilder append(char[] str, int offset, int len);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + (b ? 4 : 5);
      @   ensures (\forall int i; 0 <= i && i < \old(length()); charAt(i) == \old(charAt(i)));
      @*/
    public native StringBuilder append(boolean b);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + 1;
      @   ensures charAt(length() - 1) == c;
      @   ensures (\forall int i; 0 <= i && i < \old(length()); charAt(i) == \old(charAt(i)));
      @*/
    public native StringBuilder append(char c);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(i).length();
      @   ensures (\forall int k; 0 <= k && k < \old(length()); charAt(k) == \old(charAt(k)));
      @   ensures toString().endsWith(String.valueOf(i));
      @*/
    public native StringBuilder append(int i);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(l).length();
      @   ensures (\forall int k; 0 <= k && k < \old(length()); charAt(k) == \old(charAt(k)));
      @   ensures toString().endsWith(String.valueOf(l));
      @*/
    public native StringBuilder append(long l);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() > \old(length());
      @   ensures (\forall int k; 0 <= k && k < \old(length()); charAt(k) == \old(charAt(k)));
      @*/
    public native StringBuilder append(float f);

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(d).length();
      @   ensures (\forall int k; 0 <= k && k < \old(length()); charAt(k) == \old(charAt(k)));
      @   ensures toString().endsWith(String.valueOf(d));
      @*/
    public native StringBuilder append(double d);

    public native StringBuilder appendCodePoint(int codePoint);

    public native StringBuilder delete(int start, int end);

    /*@ public normal_behavior
      @   requires 0 <= index && index < length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) - 1;
      @   ensures (\forall int i; 0 <= i && i < length(); charAt(i) == \old(charAt(i < index ? i : i + 1)));
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public native StringBuilder deleteCharAt(int index);

    public native StringBuilder replace(int start, int end, String str);

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + (str == null ? "null" : str).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + (str == null ? "null" : str).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public native StringBuilder insert(/*@ nullable @*/ int offset, String str);

    public StringBuilder insert(int offset, Object obj) {
        return insert(offset, String.valueOf(obj));
    }

    public StringBuilder insert(int offset, char[] str) {
        return insert(offset, String.valueOf(str));
    }

    public StringBuilder insert(int index, char[] str, int offset, int len) {
        if (index < 0 || index > length()) {
            throw new StringIndexOutOfBoundsException("offset " + index + ", length " + length());
        }
        if (offset < 0 || len < 0 || offset + len > str.length) {
            throw new StringIndexOutOfBoundsException("start " + offset + ", end " + (offset + len) + ", length " + str.length);
        }
        return insert(index, String.valueOf(str, offset, len));
    }

    public StringBuilder insert(int offset, CharSequence s) {
        return insert(offset, String.valueOf(s));
    }

    public StringBuilder insert(int offset, CharSequence s, int start, int end) {
        String t = String.valueOf(s);
        if (offset < 0 || offset > length()) {
            throw new StringIndexOutOfBoundsException("offset " + offset + ", length " + length());
        }
        if (start < 0 || start > end || end > t.length()) {
            throw new IndexOutOfBoundsException("start " + start + ", end " + end + ", length " + t.length());
        }
        return insert(offset, t.substring(start, end));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(b).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + String.valueOf(b).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, boolean b) {
        return insert(offset, String.valueOf(b));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(c).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + String.valueOf(c).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, char c) {
        return insert(offset, String.valueOf(c));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(i).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + String.valueOf(i).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, int i) {
        return insert(offset, String.valueOf(i));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(l).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + String.valueOf(l).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, long l) {
        return insert(offset, String.valueOf(l));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() > \old(length());
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, float f) {
        return insert(offset, String.valueOf(f));
    }

    /*@ public normal_behavior
      @   requires 0 <= offset && offset <= length();
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length()) + String.valueOf(d).length();
      @   ensures (\forall int k; 0 <= k && k < offset; charAt(k) == \old(charAt(k)));
      @   ensures (\forall int k; offset <= k && k < \old(length()); charAt(k + String.valueOf(d).length()) == \old(charAt(k)));
      @ also public exceptional_behavior
      @   requires offset < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires offset > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public StringBuilder insert(int offset, double d) {
        return insert(offset, String.valueOf(d));
    }

    public int indexOf(String str) {
        return indexOf(str, 0);
    }

    public int indexOf(String str, int from) {
        if (str == null) {
            throw new NullPointerException("Cannot read field \"value\" because \"tgtStr\" is null");
        }
        return toString().indexOf(str, from);
    }

    public int lastIndexOf(String str) {
        return lastIndexOf(str, length());
    }

    public int lastIndexOf(String str, int from) {
        if (str == null) {
            throw new NullPointerException("Cannot read field \"value\" because \"tgtStr\" is null");
        }
        return toString().lastIndexOf(str, from);
    }

    /*@ public normal_behavior
      @   assignable this.*;
      @   ensures \result == this;
      @   ensures length() == \old(length());
      @*/
    public native StringBuilder reverse();

    /*@ public normal_behavior
      @   ensures length() > 0 ==> \fresh(\result);
      @   ensures \result.length() == length();
      @   ensures (\forall int i; 0 <= i && i < length(); \result.charAt(i) == charAt(i));
      @*/
    public /*@ pure @*/ native String toString();

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @   ensures \result == toString().length();
      @*/
    public /*@ pure @*/ native int length();

    public native int capacity();

    public native void ensureCapacity(int minimum);

    public native void trimToSize();

    public native void setLength(int length);

    /*@ public normal_behavior
      @   requires 0 <= index && index < length();
      @   ensures \result == toString().charAt(index);
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only IndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= length();
      @   signals_only IndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native char charAt(int index);

    /*@ public normal_behavior
      @   requires 0 <= index && index < length();
      @   assignable this.*;
      @   ensures length() == \old(length());
      @   ensures (\forall int i; 0 <= i && i < length(); charAt(i) == (i == index ? ch : \old(charAt(i))));
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public native void setCharAt(int index, char ch);

    public native int codePointAt(int index);

    public native int codePointBefore(int index);

    public int codePointCount(int begin, int end) {
        return toString().codePointCount(begin, end);
    }

    public int offsetByCodePoints(int index, int offset) {
        return toString().offsetByCodePoints(index, offset);
    }

    public native void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin);

    public native String substring(int start);

    public native String substring(int start, int end);

    public CharSequence subSequence(int start, int end) {
        return substring(start, end);
    }

    public boolean isEmpty() {
        return length() == 0;
    }

    public IntStream chars() {
        return toString().chars();
    }

    public IntStream codePoints() {
        return toString().codePoints();
    }
}
