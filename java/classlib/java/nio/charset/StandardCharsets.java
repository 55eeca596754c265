package java.nio.charset;

public final class StandardCharsets {
    public static final /*@ non_null @*/ Charset UTF_8 = new Charset("UTF-8");
    public static final /*@ non_null @*/ Charset US_ASCII = new Charset("US-ASCII");
    public static final /*@ non_null @*/ Charset ISO_8859_1 = new Charset("ISO-8859-1");
    public static final /*@ non_null @*/ Charset UTF_16 = new Charset("UTF-16");
    public static final /*@ non_null @*/ Charset UTF_16BE = new Charset("UTF-16BE");
    public static final /*@ non_null @*/ Charset UTF_16LE = new Charset("UTF-16LE");

    static final Charset[] ALL = {UTF_8, US_ASCII, ISO_8859_1, UTF_16, UTF_16BE, UTF_16LE};

    private StandardCharsets() {
    }
}
