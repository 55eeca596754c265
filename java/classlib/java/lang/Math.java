package java.lang;

/** Elementary functions. */
public final class Math {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private Math() {
    }

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.sin(a)) == 0 || Math.abs(\result - StrictMath.sin(a)) <= 1e-14 * Math.abs(StrictMath.sin(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double sin(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.cos(a)) == 0 || Math.abs(\result - StrictMath.cos(a)) <= 1e-14 * Math.abs(StrictMath.cos(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double cos(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.tan(a)) == 0 || Math.abs(\result - StrictMath.tan(a)) <= 1e-14 * Math.abs(StrictMath.tan(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double tan(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.asin(a)) == 0 || Math.abs(\result - StrictMath.asin(a)) <= 1e-14 * Math.abs(StrictMath.asin(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double asin(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.acos(a)) == 0 || Math.abs(\result - StrictMath.acos(a)) <= 1e-14 * Math.abs(StrictMath.acos(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double acos(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.atan(a)) == 0 || Math.abs(\result - StrictMath.atan(a)) <= 1e-14 * Math.abs(StrictMath.atan(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double atan(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.exp(a)) == 0 || Math.abs(\result - StrictMath.exp(a)) <= 1e-14 * Math.abs(StrictMath.exp(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double exp(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.log(a)) == 0 || Math.abs(\result - StrictMath.log(a)) <= 1e-14 * Math.abs(StrictMath.log(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double log(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.log10(a)) == 0 || Math.abs(\result - StrictMath.log10(a)) <= 1e-14 * Math.abs(StrictMath.log10(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double log10(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) || a < 0 ==> Double.isNaN(\result);
      @   ensures a >= 0 ==> \result >= 0;
      @   ensures Double.compare(\result, StrictMath.sqrt(a)) == 0;
      @*/
    public static /*@ pure @*/ native double sqrt(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.cbrt(a)) == 0 || Math.abs(\result - StrictMath.cbrt(a)) <= 1e-14 * Math.abs(StrictMath.cbrt(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double cbrt(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.ceil(a)) == 0;
      @*/
    public static /*@ pure @*/ native double ceil(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.floor(a)) == 0;
      @*/
    public static /*@ pure @*/ native double floor(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.rint(a)) == 0;
      @*/
    public static /*@ pure @*/ native double rint(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.sinh(a)) == 0 || Math.abs(\result - StrictMath.sinh(a)) <= 1e-14 * Math.abs(StrictMath.sinh(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double sinh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.cosh(a)) == 0 || Math.abs(\result - StrictMath.cosh(a)) <= 1e-14 * Math.abs(StrictMath.cosh(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double cosh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.tanh(a)) == 0 || Math.abs(\result - StrictMath.tanh(a)) <= 1e-14 * Math.abs(StrictMath.tanh(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double tanh(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.expm1(a)) == 0 || Math.abs(\result - StrictMath.expm1(a)) <= 1e-14 * Math.abs(StrictMath.expm1(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double expm1(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.log1p(a)) == 0 || Math.abs(\result - StrictMath.log1p(a)) <= 1e-14 * Math.abs(StrictMath.log1p(a)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double log1p(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.toRadians(a)) == 0;
      @*/
    public static /*@ pure @*/ native double toRadians(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(a) ==> Double.isNaN(\result);
      @   ensures Double.compare(\result, StrictMath.toDegrees(a)) == 0;
      @*/
    public static /*@ pure @*/ native double toDegrees(double a);

    /*@ public normal_behavior
      @   ensures Double.compare(\result, StrictMath.atan2(a, b)) == 0 || Math.abs(\result - StrictMath.atan2(a, b)) <= 1e-14 * Math.abs(StrictMath.atan2(a, b)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double atan2(double a, double b);

    /*@ public normal_behavior
      @   ensures Double.compare(\result, StrictMath.pow(a, b)) == 0 || Math.abs(\result - StrictMath.pow(a, b)) <= 1e-14 * Math.abs(StrictMath.pow(a, b)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double pow(double a, double b);

    /*@ public normal_behavior
      @   ensures Double.compare(\result, StrictMath.hypot(a, b)) == 0 || Math.abs(\result - StrictMath.hypot(a, b)) <= 1e-14 * Math.abs(StrictMath.hypot(a, b)) + 1e-320;
      @*/
    public static /*@ pure @*/ native double hypot(double a, double b);

    public static native double IEEEremainder(double a, double b);

    /*@ public normal_behavior
      @   ensures \result == StrictMath.round(a);
      @*/
    public static /*@ pure @*/ native int round(float a);

    /*@ public normal_behavior
      @   ensures \result == StrictMath.round(a);
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

    /*@ public normal_behavior
      @   ensures a > 0 ==> \result == 1;
      @   ensures a < 0 ==> \result == -1;
      @   ensures a == 0 ==> \result == 0;
      @   ensures a != a ==> \result != \result;
      @*/
    public static /*@ pure @*/ native float signum(float a);

    /*@ public normal_behavior
      @   ensures Float.isNaN(magnitude) <==> Float.isNaN(\result);
      @   ensures sign > 0 && magnitude >= 0 || sign < 0 && magnitude <= 0 ==> \result == magnitude;
      @   ensures sign > 0 && magnitude < 0 || sign < 0 && magnitude > 0 ==> \result == -magnitude;
      @   ensures !Float.isNaN(magnitude) ==> \result == magnitude || \result == -magnitude;
      @*/
    public static /*@ pure @*/ native float copySign(float magnitude, float sign);

    /*@ public normal_behavior
      @   ensures -127 <= \result && \result <= 128;
      @   ensures \result == 128 <==> Float.isNaN(a) || Float.isInfinite(a);
      @   ensures a == 0 ==> \result == -127;
      @   ensures \result >= 0 <==> Float.isNaN(a) || a >= 1 || a <= -1;
      @*/
    public static /*@ pure @*/ native int getExponent(float a);

    public static native float nextAfter(float start, double direction);

    public static native float nextUp(float a);

    public static native float nextDown(float a);

    public static native float scalb(float a, int scaleFactor);

    public static native double fma(double a, double b, double c);

    public static native double ulp(double a);

    /*@ public normal_behavior
      @   ensures a > 0 ==> \result == 1;
      @   ensures a < 0 ==> \result == -1;
      @   ensures a == 0 ==> \result == 0;
      @   ensures a != a ==> \result != \result;
      @*/
    public static /*@ pure @*/ native double signum(double a);

    /*@ public normal_behavior
      @   ensures Double.isNaN(magnitude) <==> Double.isNaN(\result);
      @   ensures sign > 0 && magnitude >= 0 || sign < 0 && magnitude <= 0 ==> \result == magnitude;
      @   ensures sign > 0 && magnitude < 0 || sign < 0 && magnitude > 0 ==> \result == -magnitude;
      @   ensures !Double.isNaN(magnitude) ==> \result == magnitude || \result == -magnitude;
      @*/
    public static /*@ pure @*/ native double copySign(double magnitude, double sign);

    /*@ public normal_behavior
      @   ensures -1023 <= \result && \result <= 1024;
      @   ensures \result == 1024 <==> Double.isNaN(a) || Double.isInfinite(a);
      @   ensures a == 0 ==> \result == -1023;
      @   ensures \result >= 0 <==> Double.isNaN(a) || a >= 1 || a <= -1;
      @*/
    public static /*@ pure @*/ native int getExponent(double a);

    public static native double nextAfter(double start, double direction);

    public static native double nextUp(double a);

    public static native double nextDown(double a);

    public static native double scalb(double a, int scaleFactor);
}
