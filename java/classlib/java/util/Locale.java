package java.util;

/** A name; formatting and case mapping are the root locale's. */
public final class Locale implements java.io.Serializable {
    public static final /*@ non_null @*/ Locale ROOT = new Locale("", "");
    public static final /*@ non_null @*/ Locale ENGLISH = new Locale("en", "");
    public static final /*@ non_null @*/ Locale US = new Locale("en", "US");
    public static final /*@ non_null @*/ Locale UK = new Locale("en", "GB");
    public static final /*@ non_null @*/ Locale CANADA = new Locale("en", "CA");

    public static final /*@ non_null @*/ Locale GERMAN = new Locale("de", "");
    public static final /*@ non_null @*/ Locale GERMANY = new Locale("de", "DE");
    public static final /*@ non_null @*/ Locale FRENCH = new Locale("fr", "");
    public static final /*@ non_null @*/ Locale FRANCE = new Locale("fr", "FR");
    public static final /*@ non_null @*/ Locale ITALY = new Locale("it", "IT");
    public static final /*@ non_null @*/ Locale JAPAN = new Locale("ja", "JP");
    public static final /*@ non_null @*/ Locale CHINA = new Locale("zh", "CN");

    private final String language;
    private final String country;

    public Locale(String language) {
        this(language, "");
    }

    public Locale(String language, String country) {
        this.language = language;
        this.country = country;
    }

    public static Locale getDefault() {
        return US;
    }

    public static Locale forLanguageTag(String tag) {
        int i = tag.indexOf('-');
        return i < 0 ? new Locale(tag) : new Locale(tag.substring(0, i), tag.substring(i + 1));
    }

    public String getLanguage() {
        return language;
    }

    public String getCountry() {
        return country;
    }

    public String toLanguageTag() {
        return language.isEmpty() ? "und" : country.isEmpty() ? language : language + "-" + country;
    }

    /** Formatting and case mapping stay the root locale's, so another default is not supported. */
    public static void setDefault(Locale locale) {
        requirePlain(locale);
    }

    /** Ends the run if numbers of the locale are not written as the root locale's. */
    public static void requirePlain(Locale locale) {
        if (locale != null && !locale.language.isEmpty() && !locale.language.equals("en")) {
            unsupported(locale.toString());
        }
    }

    /** Ends the run if letters of the locale have cases of their own. */
    public static void requireCases(Locale locale) {
        if (locale.language.equals("tr") || locale.language.equals("az") || locale.language.equals("lt")) {
            unsupported(locale.toString());
        }
    }

    private static native void unsupported(String name);

    public boolean equals(Object obj) {
        return obj instanceof Locale && toString().equals(obj.toString());
    }

    public int hashCode() {
        return toString().hashCode();
    }

    public String toString() {
        return country.isEmpty() ? language : language + "_" + country;
    }
}
