package java.util;

import java.io.Closeable;
import java.io.File;
import java.io.FileInputStream;
import java.io.FileNotFoundException;
import java.io.IOException;
import java.io.InputStream;
import java.io.Reader;
import java.io.UncheckedIOException;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.nio.charset.Charset;
import java.util.regex.MatchResult;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/** Tokens and lines of a text; the machine holds the text and the place in it. */
public final class Scanner implements Iterator<String>, Closeable {
    private int radix = 10;
    private Pattern delimiter;
    private MatchResult match;
    private InputStream in;

    public Scanner(InputStream source) {
        this.in = Objects.requireNonNull(source, "source");
        try {
            open(isStandard(source) ? null : new String(source.readAllBytes()));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    public Scanner(InputStream source, String charset) {
        this(source);
    }

    public Scanner(InputStream source, Charset charset) {
        this(source);
    }

    public Scanner(String source) {
        open(Objects.requireNonNull(source, "source"));
    }

    public Scanner(File source) throws FileNotFoundException {
        this(new FileInputStream(source));
    }

    public Scanner(Readable source) {
        Objects.requireNonNull(source, "source");
        StringBuilder sb = new StringBuilder();
        Reader reader = (Reader) source;
        try {
            for (int c = reader.read(); c >= 0; c = reader.read()) {
                sb.append((char) c);
            }
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        open(sb.toString());
    }

    private static native boolean isStandard(Object source);

    /** Starts on a text, or on the run's standard input when it is null. */
    private native void open(String text);

    /** The next token, or null; the place does not move. */
    private native String peek(Pattern delimiter);

    /** Moves past the token that was peeked at last. */
    private native void advance();

    /** The next line without its end, or null. */
    private native String line(boolean move);

    /** The text from the place on, up to the end of the line or of the input. */
    private native String rest(boolean lineOnly);

    private native void skipUnits(int n);

    private native void shut();

    /** What of a token reads as an integer, group separators removed, or null. */
    private static native String integer(String token, int radix);

    /** What of a token reads as a decimal number, group separators removed, or null. */
    private static native String decimal(String token);

    private String need() {
        String token = peek(delimiter);
        if (token == null) {
            throw new NoSuchElementException();
        }
        return token;
    }

    private String needInteger(int radix) {
        String s = integer(need(), radix);
        if (s == null) {
            throw new InputMismatchException();
        }
        return s;
    }

    private String needDecimal() {
        String s = decimal(need());
        if (s == null) {
            throw new InputMismatchException();
        }
        return s;
    }

    public boolean hasNext() {
        return peek(delimiter) != null;
    }

    public String next() {
        String token = need();
        advance();
        return token;
    }

    public boolean hasNext(Pattern pattern) {
        String token = peek(delimiter);
        return token != null && pattern.matcher(token).matches();
    }

    public boolean hasNext(String pattern) {
        return hasNext(Pattern.compile(pattern));
    }

    public String next(Pattern pattern) {
        String token = need();
        Matcher m = pattern.matcher(token);
        if (!m.matches()) {
            throw new InputMismatchException();
        }
        match = m;
        advance();
        return token;
    }

    public String next(String pattern) {
        return next(Pattern.compile(pattern));
    }

    public boolean hasNextLine() {
        return line(false) != null;
    }

    public String nextLine() {
        String s = line(true);
        if (s == null) {
            throw new NoSuchElementException("No line found");
        }
        return s;
    }

    public String findInLine(String pattern) {
        return findInLine(Pattern.compile(pattern));
    }

    public String findInLine(Pattern pattern) {
        return find(pattern, rest(true));
    }

    public String findWithinHorizon(String pattern, int horizon) {
        return findWithinHorizon(Pattern.compile(pattern), horizon);
    }

    public String findWithinHorizon(Pattern pattern, int horizon) {
        if (horizon < 0) {
            throw new IllegalArgumentException("horizon < 0");
        }
        String text = rest(false);
        return find(pattern, horizon == 0 || horizon > text.length() ? text : text.substring(0, horizon));
    }

    private String find(Pattern pattern, String text) {
        Matcher m = pattern.matcher(text);
        if (!m.find()) {
            return null;
        }
        match = m;
        skipUnits(m.end());
        return m.group();
    }

    public Scanner skip(Pattern pattern) {
        Matcher m = pattern.matcher(rest(false));
        if (!m.lookingAt()) {
            throw new NoSuchElementException();
        }
        match = m;
        skipUnits(m.end());
        return this;
    }

    public Scanner skip(String pattern) {
        return skip(Pattern.compile(pattern));
    }

    public MatchResult match() {
        if (match == null) {
            throw new IllegalStateException("No match result available");
        }
        return match;
    }

    public boolean hasNextBoolean() {
        String s = peek(delimiter);
        return s != null && (s.equalsIgnoreCase("true") || s.equalsIgnoreCase("false"));
    }

    public boolean nextBoolean() {
        String s = need();
        if (!s.equalsIgnoreCase("true") && !s.equalsIgnoreCase("false")) {
            throw new InputMismatchException();
        }
        advance();
        return Boolean.parseBoolean(s);
    }

    private static NumberFormatException failure(String s, int radix, int bits) {
        try {
            switch (bits) {
                case 8:
                    Byte.parseByte(s, radix);
                    break;
                case 16:
                    Short.parseShort(s, radix);
                    break;
                case 32:
                    Integer.parseInt(s, radix);
                    break;
                default:
                    Long.parseLong(s, radix);
            }
        } catch (NumberFormatException e) {
            return e;
        }
        return null;
    }

    private boolean hasInteger(int radix, int bits) {
        String token = peek(delimiter);
        String s = token == null ? null : integer(token, radix);
        return s != null && failure(s, radix, bits) == null;
    }

    private long nextInteger(int radix, int bits) {
        String s = needInteger(radix);
        NumberFormatException e = failure(s, radix, bits);
        if (e != null) {
            throw new InputMismatchException(e.getMessage());
        }
        advance();
        return Long.parseLong(s, radix);
    }

    public boolean hasNextByte() {
        return hasInteger(radix, 8);
    }

    public boolean hasNextByte(int radix) {
        return hasInteger(radix, 8);
    }

    public byte nextByte() {
        return (byte) nextInteger(radix, 8);
    }

    public byte nextByte(int radix) {
        return (byte) nextInteger(radix, 8);
    }

    public boolean hasNextShort() {
        return hasInteger(radix, 16);
    }

    public short nextShort() {
        return (short) nextInteger(radix, 16);
    }

    public boolean hasNextInt() {
        return hasInteger(radix, 32);
    }

    public boolean hasNextInt(int radix) {
        return hasInteger(radix, 32);
    }

    public int nextInt() {
        return (int) nextInteger(radix, 32);
    }

    public int nextInt(int radix) {
        return (int) nextInteger(radix, 32);
    }

    public boolean hasNextLong() {
        return hasInteger(radix, 64);
    }

    public boolean hasNextLong(int radix) {
        return hasInteger(radix, 64);
    }

    public long nextLong() {
        return nextInteger(radix, 64);
    }

    public long nextLong(int radix) {
        return nextInteger(radix, 64);
    }

    public boolean hasNextDouble() {
        String token = peek(delimiter);
        return token != null && decimal(token) != null;
    }

    public double nextDouble() {
        double d = Double.parseDouble(needDecimal());
        advance();
        return d;
    }

    public boolean hasNextFloat() {
        return hasNextDouble();
    }

    public float nextFloat() {
        float f = Float.parseFloat(needDecimal());
        advance();
        return f;
    }

    public boolean hasNextBigInteger() {
        String token = peek(delimiter);
        return token != null && integer(token, radix) != null;
    }

    public BigInteger nextBigInteger() {
        BigInteger n = new BigInteger(needInteger(radix), radix);
        advance();
        return n;
    }

    private static String finite(String s) {
        return s == null || s.indexOf('N') >= 0 || s.indexOf('I') >= 0 ? null : s;
    }

    public boolean hasNextBigDecimal() {
        String token = peek(delimiter);
        return token != null && finite(decimal(token)) != null;
    }

    public BigDecimal nextBigDecimal() {
        String s = finite(decimal(need()));
        if (s == null) {
            throw new InputMismatchException();
        }
        advance();
        return new BigDecimal(s);
    }

    public Scanner useDelimiter(String pattern) {
        return useDelimiter(Pattern.compile(pattern));
    }

    public Scanner useDelimiter(Pattern pattern) {
        delimiter = pattern;
        return this;
    }

    public Pattern delimiter() {
        return delimiter == null ? Pattern.compile("\\p{javaWhitespace}+") : delimiter;
    }

    public Scanner useRadix(int radix) {
        if (radix < Character.MIN_RADIX || radix > Character.MAX_RADIX) {
            throw new IllegalArgumentException("radix:" + radix);
        }
        this.radix = radix;
        return this;
    }

    public int radix() {
        return radix;
    }

    public Scanner useLocale(Locale locale) {
        Locale.requirePlain(locale);
        return this;
    }

    public Locale locale() {
        return Locale.US;
    }

    public Stream<String> tokens() {
        List<String> all = new ArrayList<>();
        while (hasNext()) {
            all.add(next());
        }
        return all.stream();
    }

    public Scanner reset() {
        delimiter = null;
        radix = 10;
        return this;
    }

    public IOException ioException() {
        return null;
    }

    public void close() {
        shut();
    }
}
