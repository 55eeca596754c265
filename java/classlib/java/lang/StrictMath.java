package java.lang;

/** Elementary functions with results fixed to the bit. */
public final class StrictMath {
    public static final double E = 2.718281828459045;
    public static final double PI = 3.141592653589793;
    public static final double TAU = 2.0 * PI;

    private StrictMath() {
    }

    public static native double sin(double a);

    public static native double cos(double a);

    public static native double tan(double a);

    public static native double asin(double a);

    public static native double acos(double a);

    public static native double atan(double a);

    public static native double exp(double a);

    public static native double log(double a);

    public static native double log10(double a);

    public static native double sqrt(double a);

    public static native double cbrt(double a);

    public static native double ceil(double a);

    public static native double floor(double a);

    public static native double rint(double a);

    public static native double sinh(double a);

    public static native double cosh(double a);

    public static native double tanh(double a);

    public static native double expm1(double a);

    public static native double log1p(double a);

    public static native double toRadians(double a);

    public static native double toDegrees(double a);

    public static native double atan2(double a, double b);

    public static native double pow(double a, double b);

    public static native double hypot(double a, double b);

    public static native double IEEEremainder(double a, double b);

    public static native int round(float a);

    public static native long round(double a);

    public static native double random();

    public static native int addExact(int a, int b);

    public static native int subtractExact(int a, int b);

    public static native int multiplyExact(int a, int b);

    public static native int incrementExact(int a);

    public static native int decrementExact(int a);

    public static native int negateExact(int a);

    public static native int absExact(int a);

    public static native int floorDiv(int a, int b);

    public static native int floorMod(int a, int b);

    public static native int ceilDiv(int a, int b);

    public static native int ceilMod(int a, int b);

    public static native int divideExact(int a, int b);

    public static native int floorDivExact(int a, int b);

    public static native int ceilDivExact(int a, int b);

    public static native long addExact(long a, long b);

    public static native long subtractExact(long a, long b);

    public static native long multiplyExact(long a, long b);

    public static native long incrementExact(long a);

    public static native long decrementExact(long a);

    public static native long negateExact(long a);

    public static native long absExact(long a);

    public static native long floorDiv(long a, long b);

    public static native long floorMod(long a, long b);

    public static native long ceilDiv(long a, long b);

    public static native long ceilMod(long a, long b);

    public static native long divideExact(long a, long b);

    public static native long floorDivExact(long a, long b);

    public static native long ceilDivExact(long a, long b);

    public static native long multiplyExact(long a, int b);

    public static native long floorDiv(long a, int b);

    public static native int floorMod(long a, int b);

    public static native long ceilDiv(long a, int b);

    public static native int ceilMod(long a, int b);

    public static native int toIntExact(long a);

    public static native long multiplyFull(int a, int b);

    public static native long multiplyHigh(long a, long b);

    public static native long unsignedMultiplyHigh(long a, long b);

    public static native int abs(int a);

    public static native int max(int a, int b);

    public static native int min(int a, int b);

    public static native long abs(long a);

    public static native long max(long a, long b);

    public static native long min(long a, long b);

    public static native float abs(float a);

    public static native float max(float a, float b);

    public static native float min(float a, float b);

    public static native double abs(double a);

    public static native double max(double a, double b);

    public static native double min(double a, double b);

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
