package java.lang;

/** A boxed char, and the properties of Unicode's characters. */
public final class Character implements java.io.Serializable, Comparable<Character> {
    public static final int MIN_RADIX = 2;
    public static final int MAX_RADIX = 36;
    public static final char MIN_VALUE = '\u0000';
    public static final char MAX_VALUE = '\uFFFF';
    public static final char MIN_HIGH_SURROGATE = '\uD800';
    public static final char MAX_HIGH_SURROGATE = '\uDBFF';
    public static final char MIN_LOW_SURROGATE = '\uDC00';
    public static final char MAX_LOW_SURROGATE = '\uDFFF';
    public static final char MIN_SURROGATE = MIN_HIGH_SURROGATE;
    public static final char MAX_SURROGATE = MAX_LOW_SURROGATE;
    public static final int MIN_SUPPLEMENTARY_CODE_POINT = 0x10000;
    public static final int MIN_CODE_POINT = 0;
    public static final int MAX_CODE_POINT = 0x10ffff;
    public static final int SIZE = 16;
    public static final int BYTES = 2;
    public static final /*@ non_null @*/ Class<Character> TYPE = (Class<Character>) (Class) char.class;

    public static final byte UNASSIGNED = 0;
    public static final byte UPPERCASE_LETTER = 1;
    public static final byte LOWERCASE_LETTER = 2;
    public static final byte TITLECASE_LETTER = 3;
    public static final byte MODIFIER_LETTER = 4;
    public static final byte OTHER_LETTER = 5;
    public static final byte NON_SPACING_MARK = 6;
    public static final byte ENCLOSING_MARK = 7;
    public static final byte COMBINING_SPACING_MARK = 8;
    public static final byte DECIMAL_DIGIT_NUMBER = 9;
    public static final byte LETTER_NUMBER = 10;
    public static final byte OTHER_NUMBER = 11;
    public static final byte SPACE_SEPARATOR = 12;
    public static final byte LINE_SEPARATOR = 13;
    public static final byte PARAGRAPH_SEPARATOR = 14;
    public static final byte CONTROL = 15;
    public static final byte FORMAT = 16;
    public static final byte PRIVATE_USE = 18;
    public static final byte SURROGATE = 19;
    public static final byte DASH_PUNCTUATION = 20;
    public static final byte START_PUNCTUATION = 21;
    public static final byte END_PUNCTUATION = 22;
    public static final byte CONNECTOR_PUNCTUATION = 23;
    public static final byte OTHER_PUNCTUATION = 24;
    public static final byte MATH_SYMBOL = 25;
    public static final byte CURRENCY_SYMBOL = 26;
    public static final byte MODIFIER_SYMBOL = 27;
    public static final byte OTHER_SYMBOL = 28;
    public static final byte INITIAL_QUOTE_PUNCTUATION = 29;
    public static final byte FINAL_QUOTE_PUNCTUATION = 30;

    public native Character(char value);

    /*@ public normal_behavior
      @   ensures \result.charValue() == c;
      @*/
    public static /*@ pure @*/ native Character valueOf(char c);

    /*@ public normal_behavior
      @   ensures Character.valueOf(\result).equals(this);
      @*/
    public /*@ pure @*/ native char charValue();

    /*@ public normal_behavior
      @   ensures \result.length() == 1 && \result.charAt(0) == charValue();
      @*/
    public /*@ pure @*/ native String toString();

    /*@ public normal_behavior
      @   ensures \result == charValue();
      @*/
    public /*@ pure @*/ native int hashCode();

    /*@ public normal_behavior
      @   ensures \result == value;
      @*/
    public static /*@ pure @*/ int hashCode(char value) {
        return value;
    }

    /*@ public normal_behavior
      @   ensures \result <==> obj instanceof Character && ((Character) obj).charValue() == charValue();
      @*/
    public /*@ pure @*/ native boolean equals(/*@ nullable @*/ Object obj);

    /*@ public normal_behavior
      @   requires other != null;
      @   ensures \result == Character.compare(charValue(), other.charValue());
      @ also public exceptional_behavior
      @   requires other == null;
      @   signals_only NullPointerException;
      @*/
    public /*@ pure @*/ native int compareTo(/*@ nullable @*/ Character other);

    /*@ public normal_behavior
      @   ensures \result == x - y;
      @*/
    public static /*@ pure @*/ int compare(char x, char y) {
        return x - y;
    }

    /*@ public normal_behavior
      @   ensures \result.length() == 1 && \result.charAt(0) == c;
      @*/
    public static /*@ pure @*/ String toString(char c) {
        return String.valueOf(c);
    }

    public static native String toString(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isLowerCase((int) c);
      @*/
    public static /*@ pure @*/ native boolean isLowerCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> 'a' <= codePoint && codePoint <= 'z');
      @*/
    public static /*@ pure @*/ native boolean isLowerCase(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isUpperCase((int) c);
      @*/
    public static /*@ pure @*/ native boolean isUpperCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> 'A' <= codePoint && codePoint <= 'Z');
      @*/
    public static /*@ pure @*/ native boolean isUpperCase(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> !\result;
      @*/
    public static /*@ pure @*/ native boolean isTitleCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> !\result;
      @*/
    public static /*@ pure @*/ native boolean isTitleCase(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isDigit((int) c);
      @*/
    public static /*@ pure @*/ native boolean isDigit(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> '0' <= codePoint && codePoint <= '9');
      @*/
    public static /*@ pure @*/ native boolean isDigit(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> \result;
      @*/
    public static /*@ pure @*/ native boolean isDefined(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> \result;
      @*/
    public static /*@ pure @*/ native boolean isDefined(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isLetter((int) c);
      @*/
    public static /*@ pure @*/ native boolean isLetter(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> 'A' <= codePoint && codePoint <= 'Z' || 'a' <= codePoint && codePoint <= 'z');
      @*/
    public static /*@ pure @*/ native boolean isLetter(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isLetterOrDigit((int) c);
      @*/
    public static /*@ pure @*/ native boolean isLetterOrDigit(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> 'A' <= codePoint && codePoint <= 'Z' || 'a' <= codePoint && codePoint <= 'z' || '0' <= codePoint && codePoint <= '9');
      @*/
    public static /*@ pure @*/ native boolean isLetterOrDigit(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> 'A' <= codePoint && codePoint <= 'Z' || 'a' <= codePoint && codePoint <= 'z');
      @*/
    public static /*@ pure @*/ native boolean isAlphabetic(int codePoint);

    public static native boolean isIdeographic(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> (\result <==> ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') || c == '_' || c == '$');
      @*/
    public static /*@ pure @*/ native boolean isJavaIdentifierStart(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> ('a' <= codePoint && codePoint <= 'z' || 'A' <= codePoint && codePoint <= 'Z') || codePoint == '_' || codePoint == '$');
      @*/
    public static /*@ pure @*/ native boolean isJavaIdentifierStart(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> (\result <==> ('a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') || '0' <= c && c <= '9' || c == '_' || c == '$' || c <= 8 || 14 <= c && c <= 27 || c == 127);
      @*/
    public static /*@ pure @*/ native boolean isJavaIdentifierPart(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> ('a' <= codePoint && codePoint <= 'z' || 'A' <= codePoint && codePoint <= 'Z') || '0' <= codePoint && codePoint <= '9' || codePoint == '_' || codePoint == '$' || codePoint <= 8 || 14 <= codePoint && codePoint <= 27 || codePoint == 127);
      @*/
    public static /*@ pure @*/ native boolean isJavaIdentifierPart(int codePoint);

    public static native boolean isUnicodeIdentifierStart(char c);

    public static native boolean isUnicodeIdentifierStart(int codePoint);

    public static native boolean isUnicodeIdentifierPart(char c);

    public static native boolean isUnicodeIdentifierPart(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> (\result <==> c <= 8 || 14 <= c && c <= 27 || c == 127);
      @*/
    public static /*@ pure @*/ native boolean isIdentifierIgnorable(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> codePoint <= 8 || 14 <= codePoint && codePoint <= 27 || codePoint == 127);
      @*/
    public static /*@ pure @*/ native boolean isIdentifierIgnorable(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isSpaceChar((int) c);
      @*/
    public static /*@ pure @*/ native boolean isSpaceChar(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> codePoint == 32);
      @*/
    public static /*@ pure @*/ native boolean isSpaceChar(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> isWhitespace((int) c);
      @*/
    public static /*@ pure @*/ native boolean isWhitespace(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> (\result <==> codePoint == 32 || 9 <= codePoint && codePoint <= 13 || 28 <= codePoint && codePoint <= 31);
      @*/
    public static /*@ pure @*/ native boolean isWhitespace(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> c <= 31 || 127 <= c && c <= 159;
      @*/
    public static /*@ pure @*/ native boolean isISOControl(char c);

    /*@ public normal_behavior
      @   ensures \result <==> 0 <= codePoint && codePoint <= 31 || 127 <= codePoint && codePoint <= 159;
      @*/
    public static /*@ pure @*/ native boolean isISOControl(int codePoint);

    /*@ public normal_behavior
      @   ensures c == '(' || c == ')' || c == '<' || c == '>' || c == '[' || c == ']' || c == '{' || c == '}' ==> \result;
      @   ensures 0 <= c && c < 128 && \result ==> c == '(' || c == ')' || c == '<' || c == '>' || c == '[' || c == ']' || c == '{' || c == '}';
      @*/
    public static /*@ pure @*/ native boolean isMirrored(char c);

    /*@ public normal_behavior
      @   ensures codePoint == '(' || codePoint == ')' || codePoint == '<' || codePoint == '>' || codePoint == '[' || codePoint == ']' || codePoint == '{' || codePoint == '}' ==> \result;
      @   ensures 0 <= codePoint && codePoint < 128 && \result ==> codePoint == '(' || codePoint == ')' || codePoint == '<' || codePoint == '>' || codePoint == '[' || codePoint == ']' || codePoint == '{' || codePoint == '}';
      @*/
    public static /*@ pure @*/ native boolean isMirrored(int codePoint);

    /*@ public normal_behavior
      @   ensures \result <==> c == ' ' || c == '\t' || c == '\n' || c == '\f' || c == '\r';
      @*/
    public static /*@ pure @*/ native boolean isSpace(char c);

    /*@ public normal_behavior
      @   ensures c < 128 ==> \result == ('A' <= c && c <= 'Z' ? c + 32 : c);
      @   ensures (int) \result == toLowerCase((int) c);
      @*/
    public static /*@ pure @*/ native char toLowerCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> \result == ('A' <= codePoint && codePoint <= 'Z' ? codePoint + 32 : codePoint);
      @*/
    public static /*@ pure @*/ native int toLowerCase(int codePoint);

    /*@ public normal_behavior
      @   ensures c < 128 ==> \result == ('a' <= c && c <= 'z' ? c - 32 : c);
      @   ensures (int) \result == toUpperCase((int) c);
      @*/
    public static /*@ pure @*/ native char toUpperCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> \result == ('a' <= codePoint && codePoint <= 'z' ? codePoint - 32 : codePoint);
      @*/
    public static /*@ pure @*/ native int toUpperCase(int codePoint);

    /*@ public normal_behavior
      @   ensures 0 <= c && c < 128 ==> \result == ('a' <= c && c <= 'z' ? c - 32 : c);
      @*/
    public static /*@ pure @*/ native char toTitleCase(char c);

    /*@ public normal_behavior
      @   ensures 0 <= codePoint && codePoint < 128 ==> \result == ('a' <= codePoint && codePoint <= 'z' ? codePoint - 32 : codePoint);
      @*/
    public static /*@ pure @*/ native int toTitleCase(int codePoint);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < 36;
      @   ensures radix < 2 || radix > 36 ==> \result == -1;
      @   ensures 2 <= radix && radix <= 36 ==> \result < radix;
      @   ensures 2 <= radix && radix <= 36 && '0' <= c && c <= '9' ==> \result == (c - '0' < radix ? c - '0' : -1);
      @   ensures 2 <= radix && radix <= 36 && 'a' <= c && c <= 'z' ==> \result == (c + 10 - 'a' < radix ? c + 10 - 'a' : -1);
      @   ensures 2 <= radix && radix <= 36 && 'A' <= c && c <= 'Z' ==> \result == (c + 10 - 'A' < radix ? c + 10 - 'A' : -1);
      @   ensures 0 <= c && c < 128 && !('0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z') ==> \result == -1;
      @*/
    public static /*@ pure @*/ native int digit(char c, int radix);

    /*@ public normal_behavior
      @   ensures -1 <= \result && \result < 36;
      @   ensures radix < 2 || radix > 36 ==> \result == -1;
      @   ensures 2 <= radix && radix <= 36 ==> \result < radix;
      @   ensures 2 <= radix && radix <= 36 && '0' <= codePoint && codePoint <= '9' ==> \result == (codePoint - '0' < radix ? codePoint - '0' : -1);
      @   ensures 2 <= radix && radix <= 36 && 'a' <= codePoint && codePoint <= 'z' ==> \result == (codePoint + 10 - 'a' < radix ? codePoint + 10 - 'a' : -1);
      @   ensures 2 <= radix && radix <= 36 && 'A' <= codePoint && codePoint <= 'Z' ==> \result == (codePoint + 10 - 'A' < radix ? codePoint + 10 - 'A' : -1);
      @   ensures 0 <= codePoint && codePoint < 128 && !('0' <= codePoint && codePoint <= '9' || 'a' <= codePoint && codePoint <= 'z' || 'A' <= codePoint && codePoint <= 'Z') ==> \result == -1;
      @*/
    public static /*@ pure @*/ native int digit(int codePoint, int radix);

    /*@ public normal_behavior
      @   ensures \result == getNumericValue((int) c);
      @*/
    public static /*@ pure @*/ native int getNumericValue(char c);

    /*@ public normal_behavior
      @   ensures -2 <= \result;
      @   ensures 0 <= codePoint && codePoint < 128 ==> \result == ('0' <= codePoint && codePoint <= '9' ? codePoint - '0' : 'a' <= codePoint && codePoint <= 'z' ? codePoint - 'a' + 10 : 'A' <= codePoint && codePoint <= 'Z' ? codePoint - 'A' + 10 : -1);
      @*/
    public static /*@ pure @*/ native int getNumericValue(int codePoint);

    public static native int getType(char c);

    public static native int getType(int codePoint);

    /*@ public normal_behavior
      @   ensures \result == (2 <= radix && radix <= 36 && 0 <= digit && digit < radix ? (digit < 10 ? '0' + digit : 'a' + digit - 10) : 0);
      @*/
    public static /*@ pure @*/ char forDigit(int digit, int radix) {
        if (digit >= radix || digit < 0 || radix < MIN_RADIX || radix > MAX_RADIX) {
            return '\0';
        }
        return (char) (digit < 10 ? '0' + digit : 'a' - 10 + digit);
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0 <= codePoint && codePoint <= 0x10FFFF;
      @*/
    public static /*@ pure @*/ boolean isValidCodePoint(int codePoint) {
        return codePoint >= 0 && codePoint <= MAX_CODE_POINT;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0 <= codePoint && codePoint <= 0xFFFF;
      @*/
    public static /*@ pure @*/ boolean isBmpCodePoint(int codePoint) {
        return codePoint >>> 16 == 0;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0x10000 <= codePoint && codePoint <= 0x10FFFF;
      @*/
    public static /*@ pure @*/ boolean isSupplementaryCodePoint(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT && codePoint <= MAX_CODE_POINT;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0xD800 <= c && c <= 0xDBFF;
      @*/
    public static /*@ pure @*/ boolean isHighSurrogate(char c) {
        return c >= MIN_HIGH_SURROGATE && c <= MAX_HIGH_SURROGATE;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0xDC00 <= c && c <= 0xDFFF;
      @*/
    public static /*@ pure @*/ boolean isLowSurrogate(char c) {
        return c >= MIN_LOW_SURROGATE && c <= MAX_LOW_SURROGATE;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0xD800 <= c && c <= 0xDFFF;
      @*/
    public static /*@ pure @*/ boolean isSurrogate(char c) {
        return c >= MIN_SURROGATE && c <= MAX_SURROGATE;
    }

    /*@ public normal_behavior
      @   ensures \result <==> 0xD800 <= high && high <= 0xDBFF && 0xDC00 <= low && low <= 0xDFFF;
      @*/
    public static /*@ pure @*/ boolean isSurrogatePair(char high, char low) {
        return isHighSurrogate(high) && isLowSurrogate(low);
    }

    /*@ public normal_behavior
      @   ensures \result == (codePoint >= 0x10000 ? 2 : 1);
      @*/
    public static /*@ pure @*/ int charCount(int codePoint) {
        return codePoint >= MIN_SUPPLEMENTARY_CODE_POINT ? 2 : 1;
    }

    /*@ public normal_behavior
      @   ensures \result == high * 1024 + low - 56613888;
      @*/
    public static /*@ pure @*/ int toCodePoint(char high, char low) {
        return ((high - MIN_HIGH_SURROGATE) << 10) + (low - MIN_LOW_SURROGATE) + MIN_SUPPLEMENTARY_CODE_POINT;
    }

    public static int codePointAt(CharSequence seq, int index) {
        char c = seq.charAt(index);
        if (isHighSurrogate(c) && index + 1 < seq.length() && isLowSurrogate(seq.charAt(index + 1))) {
            return toCodePoint(c, seq.charAt(index + 1));
        }
        return c;
    }

    public static int codePointAt(char[] a, int index) {
        char c = a[index];
        if (isHighSurrogate(c) && index + 1 < a.length && isLowSurrogate(a[index + 1])) {
            return toCodePoint(c, a[index + 1]);
        }
        return c;
    }

    public static int codePointBefore(CharSequence seq, int index) {
        char c = seq.charAt(index - 1);
        if (isLowSurrogate(c) && index > 1 && isHighSurrogate(seq.charAt(index - 2))) {
            return toCodePoint(seq.charAt(index - 2), c);
        }
        return c;
    }

    public static char highSurrogate(int codePoint) {
        return (char) ((codePoint >>> 10) + (MIN_HIGH_SURROGATE - (MIN_SUPPLEMENTARY_CODE_POINT >>> 10)));
    }

    public static char lowSurrogate(int codePoint) {
        return (char) ((codePoint & 0x3ff) + MIN_LOW_SURROGATE);
    }

    public static char[] toChars(int codePoint) {
        return toString(codePoint).toCharArray();
    }

    public static int codePointCount(CharSequence seq, int begin, int end) {
        return seq.toString().codePointCount(begin, end);
    }

    /*@ public normal_behavior
      @   ensures \result == c % 256 * 256 + c / 256;
      @*/
    public static /*@ pure @*/ char reverseBytes(char c) {
        return (char) (((c & 0xff00) >> 8) | (c << 8));
    }
}
