package java.math;

public final class MathContext implements java.io.Serializable {
    public static final /*@ non_null @*/ MathContext UNLIMITED = new MathContext(0, RoundingMode.HALF_UP);
    public static final /*@ non_null @*/ MathContext DECIMAL32 = new MathContext(7, RoundingMode.HALF_EVEN);
    public static final /*@ non_null @*/ MathContext DECIMAL64 = new MathContext(16, RoundingMode.HALF_EVEN);
    public static final /*@ non_null @*/ MathContext DECIMAL128 = new MathContext(34, RoundingMode.HALF_EVEN);

    private final int precision;
    private final RoundingMode mode;

    public MathContext(int precision) {
        this(precision, RoundingMode.HALF_UP);
    }

    public MathContext(int precision, RoundingMode mode) {
        if (precision < 0) {
            throw new IllegalArgumentException("Digits < 0");
        }
        if (mode == null) {
            throw new NullPointerException("null RoundingMode");
        }
        this.precision = precision;
        this.mode = mode;
    }

    public int getPrecision() {
        return precision;
    }

    public RoundingMode getRoundingMode() {
        return mode;
    }

    public boolean equals(Object x) {
        return x instanceof MathContext && ((MathContext) x).precision == precision && ((MathContext) x).mode == mode;
    }

    public int hashCode() {
        return precision + mode.hashCode() * 59;
    }

    public String toString() {
        return "precision=" + precision + " roundingMode=" + mode;
    }
}
