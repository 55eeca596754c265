package java.text;

import java.math.RoundingMode;
import java.util.Locale;

public abstract class NumberFormat implements java.io.Serializable {
    protected NumberFormat() {
    }

    public static NumberFormat getInstance() {
        return new DecimalFormat("#,##0.###");
    }

    public static NumberFormat getInstance(Locale locale) {
        Locale.requirePlain(locale);
        return getInstance();
    }

    public static NumberFormat getNumberInstance() {
        return getInstance();
    }

    public static NumberFormat getNumberInstance(Locale locale) {
        Locale.requirePlain(locale);
        return getInstance();
    }

    public static NumberFormat getIntegerInstance() {
        NumberFormat f = new DecimalFormat("#,##0");
        f.setRoundingMode(RoundingMode.HALF_EVEN);
        return f;
    }

    public static NumberFormat getPercentInstance() {
        return new DecimalFormat("#,##0%");
    }

    public static NumberFormat getPercentInstance(Locale locale) {
        Locale.requirePlain(locale);
        return getPercentInstance();
    }

    public static NumberFormat getCurrencyInstance() {
        return new DecimalFormat("$#,##0.00;-$#,##0.00");
    }

    public static NumberFormat getCurrencyInstance(Locale locale) {
        Locale.requirePlain(locale);
        return getCurrencyInstance();
    }

    public abstract String format(double number);

    public abstract String format(long number);

    public abstract String format(Object number);

    public abstract void setMaximumFractionDigits(int n);

    public abstract void setMinimumFractionDigits(int n);

    public abstract void setMaximumIntegerDigits(int n);

    public abstract void setMinimumIntegerDigits(int n);

    public abstract void setGroupingUsed(boolean on);

    public abstract void setRoundingMode(RoundingMode mode);

    public abstract RoundingMode getRoundingMode();

    public abstract int getMaximumFractionDigits();

    public abstract int getMinimumFractionDigits();
}
