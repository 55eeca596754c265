package java.util.regex;

import java.util.Arrays;
import java.util.function.Predicate;
import java.util.stream.Stream;

/** A compiled regular expression; the machine holds the program. */
public final class Pattern implements java.io.Serializable {
    public static final int UNIX_LINES = 0x01;
    public static final int CASE_INSENSITIVE = 0x02;
    public static final int COMMENTS = 0x04;
    public static final int MULTILINE = 0x08;
    public static final int LITERAL = 0x10;
    public static final int DOTALL = 0x20;
    public static final int UNICODE_CASE = 0x40;
    public static final int CANON_EQ = 0x80;
    public static final int UNICODE_CHARACTER_CLASS = 0x100;

    private final String pattern;
    private final int flags;

    private Pattern(String pattern, int flags) {
        this.pattern = pattern;
        this.flags = flags;
        prepare(pattern, flags);
    }

    private native void prepare(String pattern, int flags);

    public static Pattern compile(String regex) {
        return new Pattern(regex, 0);
    }

    public static Pattern compile(String regex, int flags) {
        if ((flags & ~0x1ff) != 0) {
            throw new IllegalArgumentException("Unknown flag 0x" + Integer.toHexString(flags));
        }
        return new Pattern(regex, flags);
    }

    public String pattern() {
        return pattern;
    }

    public String toString() {
        return pattern;
    }

    public int flags() {
        return flags;
    }

    public Matcher matcher(CharSequence input) {
        return new Matcher(this, input);
    }

    public static boolean matches(String regex, CharSequence input) {
        return compile(regex).matcher(input).matches();
    }

    public native String[] split(CharSequence input, int limit);

    public String[] split(CharSequence input) {
        return split(input, 0);
    }

    public Stream<String> splitAsStream(CharSequence input) {
        return Arrays.stream(split(input));
    }

    public static native String quote(String s);

    public Predicate<String> asPredicate() {
        return s -> matcher(s).find();
    }

    public Predicate<String> asMatchPredicate() {
        return s -> matcher(s).matches();
    }
}
