package java.text;

import java.util.Locale;

/** The root locale's symbols. */
public class DecimalFormatSymbols implements java.io.Serializable {
    private char decimal = '.';
    private char grouping = ',';

    public DecimalFormatSymbols() {
    }

    public DecimalFormatSymbols(Locale locale) {
        Locale.requirePlain(locale);
    }

    public static DecimalFormatSymbols getInstance() {
        return new DecimalFormatSymbols();
    }

    public static DecimalFormatSymbols getInstance(Locale locale) {
        return new DecimalFormatSymbols(locale);
    }

    public char getDecimalSeparator() {
        return decimal;
    }

    public void setDecimalSeparator(char c) {
        decimal = c;
    }

    public char getGroupingSeparator() {
        return grouping;
    }

    public void setGroupingSeparator(char c) {
        grouping = c;
    }
}
