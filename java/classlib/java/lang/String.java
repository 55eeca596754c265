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
    public static final Comparator<String> CASE_INSENSITIVE_ORDER = (a, b) -> a.compareToIgnoreCase(b);

    public native String();

    public native String(String original);

    public native String(char[] value);

    public native String(char[] value, int offset, int count);

    public native String(int[] codePoints, int offset, int count);

    public native String(byte[] bytes);

    public native String(byte[] bytes, Charset charset);

    public native String(byte[] bytes, String charset);

    public native String(byte[] bytes, int offset, int length);

    public native String(StringBuilder builder);

    public native String(StringBuffer buffer);

    public native int length();

    public native boolean isEmpty();

    public native char charAt(int index);

    public native int codePointAt(int index);

    public native int codePointBefore(int index);

    public native int codePointCount(int begin, int end);

    public native int offsetByCodePoints(int index, int offset);

    public native void getChars(int srcBegin, int srcEnd, char[] dst, int dstBegin);

    public native byte[] getBytes();

    public native byte[] getBytes(Charset charset);

    public native byte[] getBytes(String charset);

    public native boolean equals(Object other);

    public boolean contentEquals(StringBuffer sb) {
        return equals(sb.toString());
    }

    public boolean contentEquals(CharSequence cs) {
        return equals(cs.toString());
    }

    public native boolean equalsIgnoreCase(String other);

    public native int compareTo(String other);

    public native int compareToIgnoreCase(String other);

    public boolean regionMatches(int offset, String other, int otherOffset, int len) {
        return regionMatches(false, offset, other, otherOffset, len);
    }

    public native boolean regionMatches(boolean ignoreCase, int offset, String other, int otherOffset, int len);

    public native boolean startsWith(String prefix, int offset);

    public native boolean startsWith(String prefix);

    public native boolean endsWith(String suffix);

    public native int hashCode();

    public native int indexOf(int ch);

    public native int indexOf(int ch, int from);

    public native int lastIndexOf(int ch);

    public native int lastIndexOf(int ch, int from);

    public native int indexOf(String str);

    public native int indexOf(String str, int from);

    public native int lastIndexOf(String str);

    public native int lastIndexOf(String str, int from);

    public native String substring(int begin);

    public native String substring(int begin, int end);

    public CharSequence subSequence(int begin, int end) {
        return substring(begin, end);
    }

    public native String concat(String str);

    public native String replace(char oldChar, char newChar);

    public String replace(CharSequence target, CharSequence replacement) {
        return replaceLiteral(target.toString(), replacement.toString());
    }

    private native String replaceLiteral(String target, String replacement);

    public native boolean matches(String regex);

    public boolean contains(CharSequence s) {
        return indexOf(s.toString()) >= 0;
    }

    public native String replaceFirst(String regex, String replacement);

    public native String replaceAll(String regex, String replacement);

    public native String[] split(String regex, int limit);

    public String[] split(String regex) {
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

    public native String toLowerCase();

    public String toLowerCase(Locale locale) {
        Locale.requireCases(locale);
        return toLowerCase();
    }

    public native String toUpperCase();

    public String toUpperCase(Locale locale) {
        Locale.requireCases(locale);
        return toUpperCase();
    }

    public native String trim();

    public native String strip();

    public native String stripLeading();

    public native String stripTrailing();

    public native boolean isBlank();

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

    public String toString() {
        return this;
    }

    public native char[] toCharArray();

    public static native String format(String format, Object... args);

    public static String format(Locale locale, String format, Object... args) {
        Locale.requirePlain(locale);
        return format(format, args);
    }

    public String formatted(Object... args) {
        return format(this, args);
    }

    public static String valueOf(Object obj) {
        return obj == null ? "null" : obj.toString();
    }

    public static native String valueOf(char[] data);

    public static native String valueOf(char[] data, int offset, int count);

    public static native String copyValueOf(char[] data, int offset, int count);

    public static native String copyValueOf(char[] data);

    public static native String valueOf(boolean b);

    public static native String valueOf(char c);

    public static native String valueOf(int i);

    public static native String valueOf(long l);

    public static native String valueOf(float f);

    public static native String valueOf(double d);

    public native String intern();

    public native String repeat(int count);
}
