package java.lang;

import java.nio.charset.Charset;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Iterator;
import java.util.List;
import java.util.Locale;
import java.util.function.Function;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** A string is a value of the machine; a constructor's native returns it. */
public final class String implements java.io.Serializable, Comparable<String>, CharSequence {
    public static final /*@ non_null @*/ Comparator<String> CASE_INSENSITIVE_ORDER = (a, b) -> a.compareToIgnoreCase(b);

    /*@ public normal_behavior
      @   ensures length() == 0;
      @*/
    public /*@ pure @*/ native String();

    /*@ public normal_behavior
      @   ensures equals(original);
      @*/
    public /*@ pure @*/ native String(String original);

    /*@ public normal_behavior
      @   ensures length() == value.length;
      @   ensures (\forall int i; 0 <= i && i < value.length; charAt(i) == value[i]);
      @*/
    public /*@ pure @*/ native String(char[] value);

    /*@ public normal_behavior
      @   requires offset >= 0 && count >= 0 && offset + count <= value.length;
      @   ensures length() == count;
      @   ensures (\forall int i; 0 <= i && i < count; charAt(i) == value[offset + i]);
      @ also public exceptional_behavior
      @   requires offset < 0 || count < 0 || offset + count > value.length;
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native String(char[] value, int offset, int count);

    public native String(int[] codePoints, int offset, int count);

    public native String(byte[] bytes);

    public native String(byte[] bytes, Charset charset);

    public native String(byte[] bytes, String charset);

    public native String(byte[] bytes, int offset, int length);

    public native String(StringBuilder builder);

    public native String(StringBuffer buffer);

    /*@ public normal_behavior
      @   ensures \result >= 0;
      @   ensures \result == toCharArray().length;
      @*/
    public /*@ pure @*/ native int length();

    /*@ public normal_behavior
      @   ensures \result <==> length() == 0;
      @*/
    public /*@ pure @*/ native boolean isEmpty();

    /*@ public normal_behavior
      @   requires 0 <= index && index < length();
      @   ensures \result == toCharArray()[index];
      @ also public exceptional_behavior
      @   requires index < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires index >= length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native char charAt(int index);

    public native int codePointAt(int index);

    public native int codePointBefore(int index);

    public native int codePointCount(int begin, int end);

    public native int offsetByCodePoints(int index, int offset);

    public native void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin);

    public native byte[] getBytes();

    public native byte[] getBytes(Charset charset);

    public native byte[] getBytes(String charset);

    /*@ public normal_behavior
      @   ensures \result <==> other instanceof String && ((String) other).length() == length() && (\forall int i; 0 <= i && i < length(); ((String) other).charAt(i) == charAt(i));
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object other);

    public boolean contentEquals(StringBuffer sb) {
        return equals(sb.toString());
    }

    /*@ public normal_behavior
      @   requires cs != null;
      @   ensures \result <==> equals(cs.toString());
      @ also public exceptional_behavior
      @   requires cs == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ boolean contentEquals(/*@ nullable @*/ CharSequence cs) {
        return equals(cs.toString());
    }

    /*@ public normal_behavior
      @   ensures other == null || other.length() != length() ==> !\result;
      @   ensures equals(other) ==> \result;
      @*/
    public /*@ pure @*/ native boolean equalsIgnoreCase(/*@ nullable @*/ String other);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == 0 <==> equals(other);
      @   ensures \result < 0 <==> other.compareTo(this) > 0;
      @   ensures length() == 0 ==> \result == -other.length();
      @   ensures length() > 0 && other.length() > 0 && charAt(0) != other.charAt(0) ==> \result == charAt(0) - other.charAt(0);
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ String other);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures equals(other) ==> \result == 0;
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareToIgnoreCase(/*@ nullable @*/ String other);

    public boolean regionMatches(int offset, String other, int otherOffset, int len) {
        return regionMatches(false, offset, other, otherOffset, len);
    }

    public native boolean regionMatches(boolean ignoreCase, int offset, String other, int otherOffset, int len);

    /*@ public normal_behavior
      @   requires prefix != null || offset < 0;
      @   ensures \result <==> 0 <= offset && offset + prefix.length() <= length() && (\forall int i; 0 <= i && i < prefix.length(); prefix.charAt(i) == charAt(offset + i));
      @ also public exceptional_behavior
      @   requires prefix == null && offset >= 0;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native boolean startsWith(/*@ nullable @*/ String prefix, int offset);

    /*@ public normal_behavior
      @   requires prefix != null;
      @   ensures \result <==> prefix.length() <= length() && (\forall int i; 0 <= i && i < prefix.length(); prefix.charAt(i) == charAt(i));
      @ also public exceptional_behavior
      @   requires prefix == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native boolean startsWith(/*@ nullable @*/ String prefix);

    /*@ public normal_behavior
      @   requires suffix != null;
      @   ensures \result <==> suffix.length() <= length() && (\forall int i; 0 <= i && i < suffix.length(); suffix.charAt(i) == charAt(length() - suffix.length() + i));
      @ also public exceptional_behavior
      @   requires suffix == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native boolean endsWith(/*@ nullable @*/ String suffix);

    /*@ public normal_behavior
      @   ensures length() == 0 ==> \result == 0;
      @   ensures length() == 1 ==> \result == charAt(0);
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < length();
      @   ensures 0 <= ch && ch <= 65535 ==> (\result >= 0 ==> charAt(\result) == ch) && (\forall int i; 0 <= i && i < length() && (i < \result || \result == -1); charAt(i) != ch);
      @*/
    public /*@ pure @*/ native int indexOf(int ch);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < length();
      @   ensures \result >= 0 ==> \result >= from;
      @   ensures 0 <= ch && ch <= 65535 ==> (\result >= 0 ==> charAt(\result) == ch) && (\forall int i; from <= i && 0 <= i && i < length() && (i < \result || \result == -1); charAt(i) != ch);
      @*/
    public /*@ pure @*/ native int indexOf(int ch, int from);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < length();
      @   ensures 0 <= ch && ch <= 65535 ==> (\result >= 0 ==> charAt(\result) == ch) && (\forall int i; 0 <= i && i < length() && i > \result; charAt(i) != ch);
      @*/
    public /*@ pure @*/ native int lastIndexOf(int ch);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < length();
      @   ensures \result >= 0 ==> \result <= from;
      @   ensures 0 <= ch && ch <= 65535 && \result >= 0 ==> charAt(\result) == ch;
      @*/
    public /*@ pure @*/ native int lastIndexOf(int ch, int from);

    /*@ public normal_behavior
      @   requires str != null;
      @   ensures \result == -1 || 0 <= \result && \result + str.length() <= length() && startsWith(str, \result);
      @   ensures (\forall int i; 0 <= i && i + str.length() <= length() && (i < \result || \result == -1); !startsWith(str, i));
      @ also public exceptional_behavior
      @   requires str == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int indexOf(/*@ nullable @*/ String str);

    /*@ public normal_behavior
      @   requires str != null;
      @   ensures \result == -1 || 0 <= \result && \result + str.length() <= length() && startsWith(str, \result);
      @ also public exceptional_behavior
      @   requires str == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int indexOf(/*@ nullable @*/ String str, int from);

    /*@ public normal_behavior
      @   requires str != null;
      @   ensures \result == -1 || 0 <= \result && \result + str.length() <= length() && startsWith(str, \result);
      @ also public exceptional_behavior
      @   requires str == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int lastIndexOf(/*@ nullable @*/ String str);

    /*@ public normal_behavior
      @   requires str != null;
      @   ensures \result == -1 || 0 <= \result && \result + str.length() <= length() && startsWith(str, \result);
      @ also public exceptional_behavior
      @   requires str == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int lastIndexOf(/*@ nullable @*/ String str, int from);

    /*@ public normal_behavior
      @   requires 0 <= begin && begin <= length();
      @   ensures \result.length() == length() - begin;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) == charAt(begin + i));
      @ also public exceptional_behavior
      @   requires begin < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires begin > length();
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native String substring(int begin);

    /*@ public normal_behavior
      @   requires 0 <= begin && begin <= end && end <= length();
      @   ensures \result.length() == end - begin;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) == charAt(begin + i));
      @ also public exceptional_behavior
      @   requires begin < 0;
      @   signals_only StringIndexOutOfBoundsException;
      @ also public exceptional_behavior
      @   requires begin >= 0 && (begin > end || end > length());
      @   signals_only StringIndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native String substring(int begin, int end);

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    /*@ public normal_behavior
      @   requires str != null;
      @   ensures length() + str.length() <= Integer.MAX_VALUE ==> \result.length() == length() + str.length();
      @   ensures \result.startsWith(this) && \result.endsWith(str);
      @ also public exceptional_behavior
      @   requires str == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native String concat(/*@ nullable @*/ String str);

    /*@ public normal_behavior
      @   ensures \result.length() == length();
      @   ensures (\forall int i; 0 <= i && i < length(); \result.charAt(i) == (charAt(i) == oldChar ? newChar : charAt(i)));
      @*/
    public /*@ pure @*/ native String replace(char oldChar, char newChar);

    /*@ public normal_behavior
      @   requires target != null && replacement != null;
      @   ensures !contains(target) ==> \result.equals(this);
      @ also public exceptional_behavior
      @   requires target == null || replacement == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ String replace(/*@ nullable @*/ CharSequence target, /*@ nullable @*/ CharSequence replacement) {
        return replaceLiteral(target.toString(), replacement.toString());
    }

    private native String replaceLiteral(String target, String replacement);

    /*@ public exceptional_behavior
      @   requires regex == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires regex != null;
      @   ensures true;
      @   signals_only java.util.regex.PatternSyntaxException;
      @*/
    public /*@ pure @*/ native boolean matches(/*@ nullable @*/ String regex);

    /*@ public normal_behavior
      @   requires s != null;
      @   ensures \result <==> indexOf(s.toString()) >= 0;
      @ also public exceptional_behavior
      @   requires s == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ boolean contains(/*@ nullable @*/ CharSequence s) {
        return indexOf(s.toString()) >= 0;
    }

    /*@ public exceptional_behavior
      @   requires regex == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires regex != null && replacement == null;
      @   ensures true;
      @   signals_only NullPointerException, java.util.regex.PatternSyntaxException;
      @ also public behavior
      @   requires regex != null && replacement != null;
      @   ensures true;
      @   signals_only IllegalArgumentException, IndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native String replaceFirst(/*@ nullable @*/ String regex, /*@ nullable @*/ String replacement);

    /*@ public exceptional_behavior
      @   requires regex == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires regex != null && replacement == null;
      @   ensures true;
      @   signals_only NullPointerException, java.util.regex.PatternSyntaxException;
      @ also public behavior
      @   requires regex != null && replacement != null;
      @   ensures true;
      @   signals_only IllegalArgumentException, IndexOutOfBoundsException;
      @*/
    public /*@ pure @*/ native String replaceAll(/*@ nullable @*/ String regex, /*@ nullable @*/ String replacement);

    public native String[] split(String regex, int limit);

    /*@ public exceptional_behavior
      @   requires regex == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires regex != null;
      @   assignable \nothing;
      @   ensures \fresh(\result) && \nonnullelements(\result);
      @   ensures length() == 0 ==> \result.length == 1;
      @   signals_only java.util.regex.PatternSyntaxException;
      @*/
    public String[] split(/*@ nullable @*/ String regex) {
        return split(regex, 0);
    }

    public static String join(CharSequence delimiter, CharSequence... elements) {
        return join(delimiter, Arrays.asList(elements));
    }

    public static String join(CharSequence delimiter, Iterable<? extends CharSequence> elements) {
        String between = delimiter.toString();
        StringBuilder sb = new StringBuilder();
        boolean first = true;
        for (CharSequence cs : elements) {
            if (!first) {
                sb.append(between);
            }
            first = false;
            sb.append(cs);
        }
        return sb.toString();
    }

    /*@ public normal_behavior
      @   ensures length() == 0 <==> \result.length() == 0;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) < 'A' || 'Z' < \result.charAt(i));
      @*/
    public /*@ pure @*/ native String toLowerCase();

    /*@ public normal_behavior
      @   requires locale != null;
      @   ensures length() == 0 <==> \result.length() == 0;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) < 'A' || 'Z' < \result.charAt(i));
      @ also public exceptional_behavior
      @   requires locale == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ String toLowerCase(/*@ nullable @*/ Locale locale) {
        Locale.requireCases(locale);
        return toLowerCase();
    }

    /*@ public normal_behavior
      @   ensures length() == 0 <==> \result.length() == 0;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) < 'a' || 'z' < \result.charAt(i));
      @*/
    public /*@ pure @*/ native String toUpperCase();

    /*@ public normal_behavior
      @   requires locale != null;
      @   ensures length() == 0 <==> \result.length() == 0;
      @   ensures (\forall int i; 0 <= i && i < \result.length(); \result.charAt(i) < 'a' || 'z' < \result.charAt(i));
      @ also public exceptional_behavior
      @   requires locale == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ String toUpperCase(/*@ nullable @*/ Locale locale) {
        Locale.requireCases(locale);
        return toUpperCase();
    }

    /*@ public normal_behavior
      @   ensures \result.length() <= length();
      @*/
    public /*@ pure @*/ native String trim();

    /*@ public normal_behavior
      @   ensures \result.length() <= length();
      @*/
    public /*@ pure @*/ native String strip();

    /*@ public normal_behavior
      @   ensures \result.length() <= length();
      @*/
    public /*@ pure @*/ native String stripLeading();

    /*@ public normal_behavior
      @   ensures \result.length() <= length();
      @*/
    public /*@ pure @*/ native String stripTrailing();

    /*@ public normal_behavior
      @   ensures \result <==> (\forall int i; 0 <= i && i < length(); Character.isWhitespace(charAt(i)));
      @*/
    public /*@ pure @*/ native boolean isBlank();

    private native String[] splitLines();

    public Stream<String> lines() {
        return Arrays.stream(splitLines());
    }

    public native String indent(int n);

    public native String stripIndent();

    public native String translateEscapes();

    public <R> R transform(Function<? super String, ? extends R> f) {
        return f.apply(this);
    }

    private native int[] units();

    private native int[] points();

    public IntStream chars() {
        return Arrays.stream(units());
    }

    public IntStream codePoints() {
        return Arrays.stream(points());
    }

    /*@ public normal_behavior
      @   ensures \result == this;
      @*/
    public /*@ pure @*/ String toString() {
        return this;
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures \fresh(\result) && \result.length == length();
      @   ensures (\forall int i; 0 <= i && i < length(); \result[i] == charAt(i));
      @*/
    public native char[] toCharArray();

    /*@ public exceptional_behavior
      @   requires format == null;
      @   signals_only NullPointerException;
      @ also public behavior
      @   requires format != null;
      @   assignable \nothing;
      @   ensures true;
      @   signals_only java.util.IllegalFormatException;
      @*/
    public static native String format(/*@ nullable @*/ String format, /*@ nullable @*/ Object... args);

    public static String format(Locale locale, String format, Object... args) {
        Locale.requirePlain(locale);
        return format(format, args);
    }

    public String formatted(Object... args) {
        return format(this, args);
    }

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures obj == null ==> \result.equals("null");
      @*/
    public static String valueOf(/*@ nullable @*/ Object obj) {
        return obj == null ? "null" : obj.toString();
    }

    /*@ public normal_behavior
      @   requires data != null;
      @   ensures \result.length() == data.length && (\forall int i; 0 <= i && i < data.length; \result.charAt(i) == data[i]);
      @ also public exceptional_behavior
      @   requires data == null;
      @   signals_only NullPointerException;
      @*/
    public static /*@ pure @*/ native String valueOf(/*@ nullable @*/ char[] data);

    public static native String valueOf(char[] data, int offset, int count);

    public static native String copyValueOf(char[] data, int offset, int count);

    /*@ public normal_behavior
      @   requires data != null;
      @   ensures \result.length() == data.length && (\forall int i; 0 <= i && i < data.length; \result.charAt(i) == data[i]);
      @ also public exceptional_behavior
      @   requires data == null;
      @   signals_only NullPointerException;
      @*/
    public static /*@ pure @*/ native String copyValueOf(/*@ nullable @*/ char[] data);

    /*@ public normal_behavior
      @   ensures \result.equals(b ? "true" : "false");
      @*/
    public static /*@ pure @*/ native String valueOf(boolean b);

    /*@ public normal_behavior
      @   ensures \result.length() == 1 && \result.charAt(0) == c;
      @*/
    public static /*@ pure @*/ native String valueOf(char c);

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @   ensures Integer.parseInt(\result) == i;
      @*/
    public static /*@ pure @*/ native String valueOf(int i);

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @   ensures Long.parseLong(\result) == l;
      @*/
    public static /*@ pure @*/ native String valueOf(long l);

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @*/
    public static /*@ pure @*/ native String valueOf(float f);

    /*@ public normal_behavior
      @   ensures \result.length() >= 1;
      @   ensures Double.compare(Double.parseDouble(\result), d) == 0;
      @*/
    public static /*@ pure @*/ native String valueOf(double d);

    /*@ public normal_behavior
      @   ensures \result.equals(this);
      @*/
    public /*@ pure @*/ native String intern();

    /*@ public normal_behavior
      @   requires count >= 0;
      @   ensures length() * count <= Integer.MAX_VALUE ==> \result.length() == length() * count;
      @   ensures count == 1 ==> \result.equals(this);
      @ also public exceptional_behavior
      @   requires count < 0;
      @   signals_only IllegalArgumentException;
      @*/
    public /*@ pure @*/ native String repeat(int count);
}
