package java.lang;

/** Elementary functions with results fixed to the bit. */
public final class StrictMath {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private StrictMath() {
    }

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> -1 <= \result && \result <= 1 && Math.abs(\result * \result + StrictMath.cos(a) * StrictMath.cos(a) - 1) <= 1e-14;
      @*/
    public static /*@ pure @*/ native double sin(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> -1 <= \result && \result <= 1 && Math.abs(\result * \result + StrictMath.sin(a) * StrictMath.sin(a) - 1) <= 1e-14;
      @*/
    public static /*@ pure @*/ native double cos(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> Math.abs(\result * StrictMath.cos(a) - StrictMath.sin(a)) <= 1e-12;
      @*/
    public static /*@ pure @*/ native double tan(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1 <= a && a <= 1 ==> Math.abs(\result) <= 1.5707963267948968 && Math.abs(StrictMath.sin(\result) - a) <= 1e-14;
      @*/
    public static /*@ pure @*/ native double asin(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1 <= a && a <= 1 ==> 0 <= \result && \result <= 3.1415926535897936 && Math.abs(StrictMath.cos(\result) - a) <= 1e-14;
      @*/
    public static /*@ pure @*/ native double acos(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures !Double.isNaN(a) ==> Math.abs(\result) <= 1.5707963267948968;
      @   ensures -1000 < a && a < 1000 ==> Math.abs(StrictMath.tan(\result) - a) <= 1e-8;
      @   ensures a >= 1000 ==> 1.569 < \result;
      @   ensures a <= -1000 ==> \result < -1.569;
      @*/
    public static /*@ pure @*/ native double atan(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures !Double.isNaN(a) ==> \result >= 0;
      @   ensures -700 < a && a < 700 ==> Math.abs(StrictMath.log(\result) - a) <= 1e-10;
      @*/
    public static /*@ pure @*/ native double exp(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures 1e-300 < a && a < 1e300 ==> Math.abs(StrictMath.exp(\result) - a) <= 1e-10 * a;
      @*/
    public static /*@ pure @*/ native double log(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures 0 < a && a < 1e300 ==> Math.abs(\result - StrictMath.log(a) / 2.302585092994046) <= 1e-11;
      @*/
    public static /*@ pure @*/ native double log10(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || a < 0 ==> Double.isNaN(\result);
      @   ensures a >= 0 ==> \result >= 0;
      @   ensures 0 <= a && a < 1e300 ==> Math.abs(\result * \result - a) <= 1e-15 * a + 1e-307;
      @*/
    public static /*@ pure @*/ native double sqrt(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> Math.abs(\result * \result * \result - a) <= 1e-14 * Math.abs(a) + 1e-300;
      @*/
    public static /*@ pure @*/ native double cbrt(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -4503599627370496.0 < a && a < 4503599627370496.0 ==> \result - 1 < a && a <= \result && \result == (double) (long) \result;
      @   ensures !(-4503599627370496.0 < a && a < 4503599627370496.0) ==> Double.compare(\result, a) == 0;
      @*/
    public static /*@ pure @*/ native double ceil(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -4503599627370496.0 < a && a < 4503599627370496.0 ==> \result <= a && a < \result + 1 && \result == (double) (long) \result;
      @   ensures !(-4503599627370496.0 < a && a < 4503599627370496.0) ==> Double.compare(\result, a) == 0;
      @*/
    public static /*@ pure @*/ native double floor(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -4503599627370496.0 < a && a < 4503599627370496.0 ==> -0.5 <= \result - a && \result - a <= 0.5 && \result == (double) (long) \result;
      @   ensures -4503599627370496.0 < a && a < 4503599627370496.0 && Math.abs(\result - a) == 0.5 ==> \result % 2 == 0;
      @   ensures !(-4503599627370496.0 < a && a < 4503599627370496.0) ==> Double.compare(\result, a) == 0;
      @*/
    public static /*@ pure @*/ native double rint(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -700 < a && a < 700 ==> Math.abs(\result - (StrictMath.exp(a) - StrictMath.exp(-a)) / 2) <= 1e-13 * (StrictMath.exp(a) + StrictMath.exp(-a));
      @*/
    public static /*@ pure @*/ native double sinh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -700 < a && a < 700 ==> Math.abs(\result - (StrictMath.exp(a) + StrictMath.exp(-a)) / 2) <= 1e-13 * (StrictMath.exp(a) + StrictMath.exp(-a));
      @*/
    public static /*@ pure @*/ native double cosh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures !Double.isNaN(a) ==> -1 <= \result && \result <= 1;
      @   ensures -700 < a && a < 700 ==> Math.abs(\result * (StrictMath.exp(a) + StrictMath.exp(-a)) - (StrictMath.exp(a) - StrictMath.exp(-a))) <= 1e-13 * (StrictMath.exp(a) + StrictMath.exp(-a));
      @*/
    public static /*@ pure @*/ native double tanh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures a < 700 ==> Math.abs(\result - (StrictMath.exp(a) - 1)) <= 1e-13 * (1 + StrictMath.exp(a));
      @*/
    public static /*@ pure @*/ native double expm1(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -0.999 < a && a < 1e15 ==> Math.abs(StrictMath.expm1(\result) - a) <= 1e-12 * (1 + Math.abs(a));
      @*/
    public static /*@ pure @*/ native double log1p(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> Math.abs(\result - a * 0.017453292519943295) <= 1e-14 * Math.abs(\result) + 1e-320;
      @*/
    public static /*@ pure @*/ native double toRadians(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures -1e300 < a && a < 1e300 ==> Math.abs(\result - a * 57.29577951308232) <= 1e-14 * Math.abs(\result) + 1e-320;
      @*/
    public static /*@ pure @*/ native double toDegrees(double a);

    /*@ public normal_behavior
      @   ensures Math.abs(a) < 1e150 && Math.abs(b) < 1e150 ==> Math.abs(\result) <= 3.1415926535897936 && Math.abs(StrictMath.sin(\result) * StrictMath.hypot(a, b) - a) <= 1e-14 * StrictMath.hypot(a, b) + 1e-300 && Math.abs(StrictMath.cos(\result) * StrictMath.hypot(a, b) - b) <= 1e-14 * StrictMath.hypot(a, b) + 1e-300;
      @*/
    public static /*@ pure @*/ native double atan2(double a, double b);

    /*@ public normal_behavior
      @   ensures true;
      @*/
    public static /*@ pure @*/ native double pow(double a, double b);

    /*@ public normal_behavior
      @   ensures Math.abs(a) < 1e150 && Math.abs(b) < 1e150 ==> \result >= 0 && Math.abs(\result * \result - (a * a + b * b)) <= 1e-14 * (\result * \result) + 1e-300;
      @*/
    public static /*@ pure @*/ native double hypot(double a, double b);

    public static native double IEEEremainder(double a, double b);

    /*@ public normal_behavior
      @   ensures -8388608 < a && a < 8388608 ==> (double) \result - 0.5 <= a && a < (double) \result + 0.5;
      @   ensures !(-8388608 < a && a < 8388608) ==> \result == (int) a;
      @*/
    public static /*@ pure @*/ native int round(float a);

    /*@ public normal_behavior
      @   ensures -4503599627370496.0 < a && a < 4503599627370496.0 ==> (double) \result - 0.5 <= a && a < (double) \result + 0.5;
      @   ensures !(-4503599627370496.0 < a && a < 4503599627370496.0) ==> \result == (long) a;
      @*/
    public static /*@ pure @*/ native long round(double a);

    /*@ public normal_behavior
      @   assignable \nothing;
      @   ensures 0.0 <= \result && \result < 1.0;
      @*/
    public static native double random();

    /*@ public normal_behavior
      @   requires Integer.MIN_VALUE <= a + b && a + b <= Integer.MAX_VALUE;
      @   ensures \result == a + b;
      @ also public exceptional_behavior
      @   requires a + b < Integer.MIN_VALUE || a + b > Integer.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int addExact(int a, int b);

    /*@ public normal_behavior
      @   requires Integer.MIN_VALUE <= a - b && a - b <= Integer.MAX_VALUE;
      @   ensures \result == a - b;
      @ also public exceptional_behavior
      @   requires a - b < Integer.MIN_VALUE || a - b > Integer.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int subtractExact(int a, int b);

    /*@ public normal_behavior
      @   requires Integer.MIN_VALUE <= a * b && a * b <= Integer.MAX_VALUE;
      @   ensures \result == a * b;
      @ also public exceptional_behavior
      @   requires a * b < Integer.MIN_VALUE || a * b > Integer.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int multiplyExact(int a, int b);

    /*@ public normal_behavior
      @   requires a != Integer.MAX_VALUE;
      @   ensures \result == a + 1;
      @ also public exceptional_behavior
      @   requires a == Integer.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int incrementExact(int a);

    /*@ public normal_behavior
      @   requires a != Integer.MIN_VALUE;
      @   ensures \result == a - 1;
      @ also public exceptional_behavior
      @   requires a == Integer.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int decrementExact(int a);

    /*@ public normal_behavior
      @   requires a != Integer.MIN_VALUE;
      @   ensures \result == -a;
      @ also public exceptional_behavior
      @   requires a == Integer.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int negateExact(int a);

    /*@ public normal_behavior
      @   requires a != Integer.MIN_VALUE;
      @   ensures \result == (a < 0 ? -a : a);
      @ also public exceptional_behavior
      @   requires a == Integer.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int absExact(int a);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a == Integer.MIN_VALUE && b == -1 ? a : a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int floorDiv(int a, int b);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a % b != 0 && (a < 0) != (b < 0) ? a % b + b : a % b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int floorMod(int a, int b);

    public static native int ceilDiv(int a, int b);

    public static native int ceilMod(int a, int b);

    public static native int divideExact(int a, int b);

    public static native int floorDivExact(int a, int b);

    public static native int ceilDivExact(int a, int b);

    /*@ public normal_behavior
      @   requires Long.MIN_VALUE <= a + b && a + b <= Long.MAX_VALUE;
      @   ensures \result == a + b;
      @ also public exceptional_behavior
      @   requires a + b < Long.MIN_VALUE || a + b > Long.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long addExact(long a, long b);

    /*@ public normal_behavior
      @   requires Long.MIN_VALUE <= a - b && a - b <= Long.MAX_VALUE;
      @   ensures \result == a - b;
      @ also public exceptional_behavior
      @   requires a - b < Long.MIN_VALUE || a - b > Long.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long subtractExact(long a, long b);

    /*@ public normal_behavior
      @   requires Long.MIN_VALUE <= a * b && a * b <= Long.MAX_VALUE;
      @   ensures \result == a * b;
      @ also public exceptional_behavior
      @   requires a * b < Long.MIN_VALUE || a * b > Long.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long multiplyExact(long a, long b);

    /*@ public normal_behavior
      @   requires a != Long.MAX_VALUE;
      @   ensures \result == a + 1;
      @ also public exceptional_behavior
      @   requires a == Long.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long incrementExact(long a);

    /*@ public normal_behavior
      @   requires a != Long.MIN_VALUE;
      @   ensures \result == a - 1;
      @ also public exceptional_behavior
      @   requires a == Long.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long decrementExact(long a);

    /*@ public normal_behavior
      @   requires a != Long.MIN_VALUE;
      @   ensures \result == -a;
      @ also public exceptional_behavior
      @   requires a == Long.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long negateExact(long a);

    /*@ public normal_behavior
      @   requires a != Long.MIN_VALUE;
      @   ensures \result == (a < 0 ? -a : a);
      @ also public exceptional_behavior
      @   requires a == Long.MIN_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long absExact(long a);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a == Long.MIN_VALUE && b == -1 ? a : a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long floorDiv(long a, long b);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a % b != 0 && (a < 0) != (b < 0) ? a % b + b : a % b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long floorMod(long a, long b);

    public static native long ceilDiv(long a, long b);

    public static native long ceilMod(long a, long b);

    public static native long divideExact(long a, long b);

    public static native long floorDivExact(long a, long b);

    public static native long ceilDivExact(long a, long b);

    /*@ public normal_behavior
      @   requires Long.MIN_VALUE <= a * b && a * b <= Long.MAX_VALUE;
      @   ensures \result == a * b;
      @ also public exceptional_behavior
      @   requires a * b < Long.MIN_VALUE || a * b > Long.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long multiplyExact(long a, int b);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a == Long.MIN_VALUE && b == -1 ? a : a % b != 0 && (a < 0) != (b < 0) ? a / b - 1 : a / b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native long floorDiv(long a, int b);

    /*@ public normal_behavior
      @   requires b != 0;
      @   ensures \result == (a % b != 0 && (a < 0) != (b < 0) ? a % b + b : a % b);
      @ also public exceptional_behavior
      @   requires b == 0;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int floorMod(long a, int b);

    public static native long ceilDiv(long a, int b);

    public static native int ceilMod(long a, int b);

    /*@ public normal_behavior
      @   requires Integer.MIN_VALUE <= a && a <= Integer.MAX_VALUE;
      @   ensures \result == a;
      @ also public exceptional_behavior
      @   requires a < Integer.MIN_VALUE || a > Integer.MAX_VALUE;
      @   signals_only ArithmeticException;
      @*/
    public static /*@ pure @*/ native int toIntExact(long a);

    /*@ public normal_behavior
      @   ensures \result == a * b;
      @*/
    public static /*@ pure @*/ native long multiplyFull(int a, int b);

    public static native long multiplyHigh(long a, long b);

    public static native long unsignedMultiplyHigh(long a, long b);

    /*@ public normal_behavior
      @   ensures \result == (a < 0 && a != Integer.MIN_VALUE ? -a : a);
      @*/
    public static /*@ pure @*/ native int abs(int a);

    /*@ public normal_behavior
      @   ensures \result == (a >= b ? a : b);
      @*/
    public static /*@ pure @*/ native int max(int a, int b);

    /*@ public normal_behavior
      @   ensures \result == (a <= b ? a : b);
      @*/
    public static /*@ pure @*/ native int min(int a, int b);

    /*@ public normal_behavior
      @   ensures \result == (a < 0 && a != Long.MIN_VALUE ? -a : a);
      @*/
    public static /*@ pure @*/ native long abs(long a);

    /*@ public normal_behavior
      @   ensures \result == (a >= b ? a : b);
      @*/
    public static /*@ pure @*/ native long max(long a, long b);

    /*@ public normal_behavior
      @   ensures \result == (a <= b ? a : b);
      @*/
    public static /*@ pure @*/ native long min(long a, long b);

    /*@ public normal_behavior
      @   ensures a >= 0 ==> \result == a;
      @   ensures a < 0 ==> \result == -a;
      @   ensures Float.isNaN(a) ==> Float.isNaN(\result);
      @*/
    public static /*@ pure @*/ native float abs(float a);

    /*@ public normal_behavior
      @   ensures Float.isNaN(a) || Float.isNaN(b) ? Float.isNaN(\result) : \result >= a && \result >= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ native float max(float a, float b);

    /*@ public normal_behavior
      @   ensures Float.isNaN(a) || Float.isNaN(b) ? Float.isNaN(\result) : \result <= a && \result <= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ native float min(float a, float b);

    /*@ public normal_behavior
      @   ensures a >= 0 ==> \result == a;
      @   ensures a < 0 ==> \result == -a;
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @*/
    public static /*@ pure @*/ native double abs(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || Double.isNaN(b) ? Double.isNaN(\result) : \result >= a && \result >= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ native double max(double a, double b);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || Double.isNaN(b) ? Double.isNaN(\result) : \result <= a && \result <= b && (\result == a || \result == b);
      @*/
    public static /*@ pure @*/ native double min(double a, double b);

    public static native int clamp(long value, int min, int max);

    public static native long clamp(long value, long min, long max);

    public static native float clamp(float value, float min, float max);

    public static native double clamp(double value, double min, double max);

    public static native float fma(float a, float b, float c);

    public static native float ulp(float a);

    public static native float signum(float a);

    public static native float copySign(float magnitude, float sign);

    public static native int getExponent(float a);

    public static native float nextAfter(float start, double direction);

    public static native float nextUp(float a);

    public static native float nextDown(float a);

    public static native float scalb(float a, int scaleFactor);

    public static native double fma(double a, double b, double c);

    public static native double ulp(double a);

    public static native double signum(double a);

    public static native double copySign(double magnitude, double sign);

    public static native int getExponent(double a);

    public static native double nextAfter(double start, double direction);

    public static native double nextUp(double a);

    public static native double nextDown(double a);

    public static native double scalb(double a, int scaleFactor);
}
