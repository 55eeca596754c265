package java.util;

/** A name; formatting and case mapping are the root locale's. */
public final class Locale implements java.io.Serializable {
    public static final Locale ROOT = new Locale("", "");
    public static final Locale ENGLISH = new Locale("en", "");
    public static final Locale US = new Locale("en", "US");
    public static final Locale UK = new Locale("en", "GB");
    public static final Locale CANADA = new Locale("en", "CA");

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
