package java.math;

/** A decimal number of any precision; the machine holds unscaled value and scale. */
public class BigDecimal extends Number implements Comparable<BigDecimal> {
    public static final /*@ non_null @*/ BigDecimal ZERO = valueOf(0L, 0);
    public static final /*@ non_null @*/ BigDecimal ONE = valueOf(1L, 0);
    public static final /*@ non_null @*/ BigDecimal TWO = valueOf(2L, 0);
    public static final /*@ non_null @*/ BigDecimal TEN = valueOf(10L, 0);
    public static final int ROUND_UP = 0;
    public static final int ROUND_DOWN = 1;
    public static final int ROUND_CEILING = 2;
    public static final int ROUND_FLOOR = 3;
    public static final int ROUND_HALF_UP = 4;
    public static final int ROUND_HALF_DOWN = 5;
    public static final int ROUND_HALF_EVEN = 6;
    public static final int ROUND_UNNECESSARY = 7;

    private BigDecimal() {
    }

    public native BigDecimal(String val);

    public BigDecimal(String val, MathContext mc) {
        this(new BigDecimal(val), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal(char[] val) {
        this(new String(val));
    }

    public native BigDecimal(double val);

    public BigDecimal(double val, MathContext mc) {
        this(new BigDecimal(val), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal(int val) {
        this((long) val);
    }

    public BigDecimal(int val, MathContext mc) {
        this(new BigDecimal(val), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public native BigDecimal(long val);

    public BigDecimal(long val, MathContext mc) {
        this(new BigDecimal(val), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal(BigInteger val) {
        this(val, 0);
    }

    public BigDecimal(BigInteger val, MathContext mc) {
        this(new BigDecimal(val), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public native BigDecimal(BigInteger unscaled, int scale);

    public BigDecimal(BigInteger unscaled, int scale, MathContext mc) {
        this(new BigDecimal(unscaled, scale), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    /** The value rounded to a precision. */
    private native BigDecimal(BigDecimal val, int precision, int mode);

    public static native BigDecimal valueOf(long unscaled, int scale);

    public static native BigDecimal valueOf(long val);

    public static native BigDecimal valueOf(double val);

    private static native BigDecimal add(BigDecimal a, BigDecimal b, int precision, int mode);

    private static native BigDecimal multiply(BigDecimal a, BigDecimal b, int precision, int mode);

    private static native BigDecimal divide(BigDecimal a, BigDecimal b, int precision, int mode);

    private static native BigDecimal divideToScale(BigDecimal a, BigDecimal b, int scale, int mode);

    private static native BigDecimal divideExact(BigDecimal a, BigDecimal b);

    private static native BigDecimal divideInteger(BigDecimal a, BigDecimal b, int precision);

    private static native BigDecimal pow(BigDecimal a, int n, int precision, int mode);

    private static native BigDecimal sqrt(BigDecimal a, int precision, int mode);

    private static native BigDecimal round(BigDecimal a, int precision, int mode);

    private static native BigDecimal setScale(BigDecimal a, int scale, int mode);

    public native BigDecimal add(BigDecimal augend);

    public BigDecimal add(BigDecimal augend, MathContext mc) {
        return add(this, augend, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public native BigDecimal subtract(BigDecimal subtrahend);

    public BigDecimal subtract(BigDecimal subtrahend, MathContext mc) {
        return add(this, subtrahend.negate(), mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public native BigDecimal multiply(BigDecimal multiplicand);

    public BigDecimal multiply(BigDecimal multiplicand, MathContext mc) {
        return multiply(this, multiplicand, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    private static int mode(int rounding) {
        if (rounding < ROUND_UP || rounding > ROUND_UNNECESSARY) {
            throw new IllegalArgumentException("Invalid rounding mode");
        }
        return rounding;
    }

    public BigDecimal divide(BigDecimal divisor, int scale, int rounding) {
        return divideToScale(this, divisor, scale, mode(rounding));
    }

    public BigDecimal divide(BigDecimal divisor, int scale, RoundingMode rounding) {
        return divideToScale(this, divisor, scale, rounding.ordinal());
    }

    public BigDecimal divide(BigDecimal divisor, int rounding) {
        return divideToScale(this, divisor, scale(), mode(rounding));
    }

    public BigDecimal divide(BigDecimal divisor, RoundingMode rounding) {
        return divideToScale(this, divisor, scale(), rounding.ordinal());
    }

    public BigDecimal divide(BigDecimal divisor) {
        return divideExact(this, divisor);
    }

    public BigDecimal divide(BigDecimal divisor, MathContext mc) {
        if (mc.getPrecision() == 0) {
            return divideExact(this, divisor);
        }
        return divide(this, divisor, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal divideToIntegralValue(BigDecimal divisor) {
        return divideInteger(this, divisor, 0);
    }

    public BigDecimal divideToIntegralValue(BigDecimal divisor, MathContext mc) {
        return divideInteger(this, divisor, mc.getPrecision());
    }

    public BigDecimal remainder(BigDecimal divisor) {
        return divideAndRemainder(divisor)[1];
    }

    public BigDecimal remainder(BigDecimal divisor, MathContext mc) {
        return divideAndRemainder(divisor, mc)[1];
    }

    public BigDecimal[] divideAndRemainder(BigDecimal divisor) {
        BigDecimal q = divideToIntegralValue(divisor);
        return new BigDecimal[] {q, subtract(q.multiply(divisor))};
    }

    public BigDecimal[] divideAndRemainder(BigDecimal divisor, MathContext mc) {
        BigDecimal q = divideToIntegralValue(divisor, mc);
        return new BigDecimal[] {q, subtract(q.multiply(divisor))};
    }

    public BigDecimal sqrt(MathContext mc) {
        return sqrt(this, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal pow(int n) {
        if (n < 0 || n > 999999999) {
            throw new ArithmeticException("Invalid operation");
        }
        return pow(this, n, 0, 0);
    }

    public BigDecimal pow(int n, MathContext mc) {
        if (mc.getPrecision() == 0) {
            return pow(n);
        }
        return pow(this, n, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public BigDecimal abs() {
        return signum() < 0 ? negate() : this;
    }

    public BigDecimal abs(MathContext mc) {
        return signum() < 0 ? negate(mc) : plus(mc);
    }

    public native BigDecimal negate();

    public BigDecimal negate(MathContext mc) {
        return negate().plus(mc);
    }

    public BigDecimal plus() {
        return this;
    }

    public BigDecimal plus(MathContext mc) {
        return round(mc);
    }

    public BigDecimal round(MathContext mc) {
        return round(this, mc.getPrecision(), mc.getRoundingMode().ordinal());
    }

    public native int signum();

    public native int scale();

    public native int precision();

    public native BigInteger unscaledValue();

    public BigDecimal setScale(int scale, RoundingMode rounding) {
        return setScale(this, scale, rounding.ordinal());
    }

    public BigDecimal setScale(int scale, int rounding) {
        return setScale(this, scale, mode(rounding));
    }

    public BigDecimal setScale(int scale) {
        return setScale(this, scale, ROUND_UNNECESSARY);
    }

    public native BigDecimal movePointLeft(int n);

    public native BigDecimal movePointRight(int n);

    public native BigDecimal scaleByPowerOfTen(int n);

    public native BigDecimal stripTrailingZeros();

    public native int compareTo(BigDecimal val);

    public native boolean equals(Object x);

    public BigDecimal min(BigDecimal val) {
        return compareTo(val) <= 0 ? this : val;
    }

    public BigDecimal max(BigDecimal val) {
        return compareTo(val) >= 0 ? this : val;
    }

    public native int hashCode();

    public native String toString();

    public native String toEngineeringString();

    public native String toPlainString();

    public native BigInteger toBigInteger();

    public native BigInteger toBigIntegerExact();

    public native int intValue();

    public native long longValue();

    public native int intValueExact();

    public native long longValueExact();

    private int narrow(int limit) {
        int n = intValueExact();
        if (n < -limit || n >= limit) {
            throw new ArithmeticException("Overflow");
        }
        return n;
    }

    public short shortValueExact() {
        return (short) narrow(0x8000);
    }

    public byte byteValueExact() {
        return (byte) narrow(0x80);
    }

    public native float floatValue();

    public native double doubleValue();

    public BigDecimal ulp() {
        return valueOf(1L, scale());
    }
}
