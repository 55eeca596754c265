import java.util.function.*;

/** Math and StrictMath over the edges of every type. */
public class MathMethods {
    static final double[] D = {0.0, -0.0, 0.5, -0.5, 1.5, 2.5, -2.5, 0.49999999999999994, 1.0, -1.0, 4503599627370497.5, 9007199254740993.0, 1e18, -1e19, 1e300, 4.9e-324, 2.2250738585072014E-308, Double.MAX_VALUE,
        Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY, Double.NaN, 3.0, -7.25, 100.1, 1e-5};
    static final float[] F = {0f, -0f, 0.5f, -0.5f, 1.5f, 2.5f, 0.49999997f, 8388609f, 1e10f, -1e20f, 1.4e-45f, 3.4028235e38f, Float.POSITIVE_INFINITY, Float.NEGATIVE_INFINITY, Float.NaN, -3.7f};
    static final int[] I = {0, 1, -1, 7, -7, 2, 3, -3, Integer.MAX_VALUE, Integer.MIN_VALUE, 65536, 46341};
    static final long[] L = {0, 1, -1, 7, -7, 3, -3, Long.MAX_VALUE, Long.MIN_VALUE, 1L << 31, 3037000500L, -4294967297L};

    static String e(Supplier<Object> s) {
        try {
            return String.valueOf(s.get());
        } catch (ArithmeticException e) {
            return e.getMessage();
        }
    }

    static String b(double d) {
        return Long.toHexString(Double.doubleToLongBits(d));
    }

    static String b(float d) {
        return Integer.toHexString(Float.floatToIntBits(d));
    }

    public static void main(String[] args) {
        for (double d : D) {
            System.out.println(b(d) + " " + Math.round(d) + " " + b(Math.rint(d)) + " " + b(Math.floor(d)) + " " + b(Math.ceil(d)) + " " + b(Math.abs(d)) + " " + b(Math.signum(d)) + " " + b(Math.ulp(d)) + " " + b(Math.nextUp(d)) + " " + b(Math.nextDown(d)) + " " + Math.getExponent(d)
                + " " + b(Math.sqrt(d)) + " " + b(Math.cbrt(d)) + " " + b(Math.toRadians(d)) + " " + b(Math.toDegrees(d)) + " " + (int) d + " " + (long) d + " " + b((float) d) + " " + b(Math.scalb(d, 3)) + " " + b(Math.scalb(d, -1070)) + " " + b(StrictMath.sin(d)) + " " + b(StrictMath.cos(d)) + " " + b(StrictMath.tan(d))
                + " " + b(Math.asin(d)) + " " + b(Math.acos(d)) + " " + b(Math.atan(d)) + " " + b(Math.sinh(d)) + " " + b(Math.cosh(d)) + " " + b(Math.tanh(d)) + " " + b(Math.expm1(d)) + " " + b(Math.log1p(d)) + " " + b(StrictMath.exp(d)) + " " + b(StrictMath.log(d)) + " " + b(StrictMath.log10(d))
                + " " + b(Math.cos(d)) + " " + b(Math.log(d)) + " " + b(Math.log10(d)) + " " + Double.toHexString(d) + " " + Double.hashCode(d) + " " + Long.toHexString(Double.doubleToLongBits(d)));
            StringBuilder sb = new StringBuilder();
            for (double x : D) {
                sb.append(b(Math.max(d, x))).append(' ').append(b(Math.min(d, x))).append(' ').append(b(Math.pow(d, x))).append(' ').append(b(Math.atan2(d, x))).append(' ').append(b(Math.hypot(d, x))).append(' ').append(b(Math.IEEEremainder(d, x))).append(' ').append(b(d % x)).append(' ')
                    .append(b(Math.copySign(d, x))).append(' ').append(b(Math.nextAfter(d, x))).append(' ').append(b(Math.fma(d, x, 1.0))).append(' ').append(Double.compare(d, x)).append(d == x).append(d < x).append(' ');
            }
            System.out.println(sb.toString().hashCode() + " " + sb.length() + " " + sb);
        }
        for (float f : F) {
            StringBuilder sb = new StringBuilder();
            for (float x : F) {
                sb.append(b(Math.max(f, x))).append(' ').append(b(Math.min(f, x))).append(' ').append(b(Math.copySign(f, x))).append(' ').append(b(Math.nextAfter(f, x))).append(' ').append(b(Math.fma(f, x, 1f))).append(' ').append(b(f % x)).append(' ').append(b(f * x)).append(' ').append(Float.compare(f, x)).append(' ');
            }
            System.out.println(b(f) + " " + Math.round(f) + " " + b(Math.abs(f)) + " " + b(Math.signum(f)) + " " + b(Math.ulp(f)) + " " + b(Math.nextUp(f)) + " " + b(Math.nextDown(f)) + " " + Math.getExponent(f) + " " + b(Math.scalb(f, 3)) + " " + (int) f + " " + (long) f + " " + (short) f + " " + (char) f + " " + b((double) f) + " " + Float.toHexString(f) + " " + Float.floatToIntBits(f) + " " + sb);
        }
        for (int i : I) {
            StringBuilder sb = new StringBuilder();
            for (int x : I) {
                sb.append(e(() -> Math.addExact(i, x))).append(' ').append(e(() -> Math.subtractExact(i, x))).append(' ').append(e(() -> Math.multiplyExact(i, x))).append(' ').append(e(() -> Math.floorDiv(i, x))).append(' ').append(e(() -> Math.floorMod(i, x))).append(' ').append(Math.multiplyFull(i, x)).append(' ')
                    .append(e(() -> Integer.divideUnsigned(i, x))).append(' ').append(e(() -> Integer.remainderUnsigned(i, x))).append(' ').append(Math.max(i, x)).append(' ').append(Integer.rotateLeft(i, x)).append(' ').append(Integer.rotateRight(i, x)).append(' ');
            }
            System.out.println(i + " " + Math.abs(i) + " " + e(() -> Math.negateExact(i)) + " " + e(() -> Math.absExact(i)) + " " + e(() -> Math.incrementExact(i)) + " " + e(() -> Math.decrementExact(i)) + " " + Integer.toString(i, 36) + " " + Integer.toHexString(i) + " " + Integer.reverse(i) + " " + Integer.reverseBytes(i) + " " + Integer.bitCount(i)
                + " " + Integer.highestOneBit(i) + " " + Integer.lowestOneBit(i) + " " + Integer.numberOfLeadingZeros(i) + " " + Integer.numberOfTrailingZeros(i) + " " + Integer.toUnsignedString(i) + " " + sb);
        }
        for (long l : L) {
            StringBuilder sb = new StringBuilder();
            for (long x : L) {
                sb.append(e(() -> Math.addExact(l, x))).append(' ').append(e(() -> Math.subtractExact(l, x))).append(' ').append(e(() -> Math.multiplyExact(l, x))).append(' ').append(e(() -> Math.floorDiv(l, x))).append(' ').append(e(() -> Math.floorMod(l, x))).append(' ').append(Math.multiplyHigh(l, x)).append(' ')
                    .append(e(() -> Long.divideUnsigned(l, x))).append(' ').append(e(() -> Long.remainderUnsigned(l, x))).append(' ').append(e(() -> Math.floorMod(l, (int) x))).append(' ').append(e(() -> Math.multiplyExact(l, (int) x))).append(' ');
            }
            System.out.println(l + " " + Math.abs(l) + " " + e(() -> Math.negateExact(l)) + " " + e(() -> Math.absExact(l)) + " " + e(() -> Math.toIntExact(l)) + " " + Long.toString(l, 7) + " " + Long.toHexString(l) + " " + Long.toOctalString(l) + " " + Long.reverse(l) + " " + Long.reverseBytes(l) + " " + Long.bitCount(l)
                + " " + Long.highestOneBit(l) + " " + Long.lowestOneBit(l) + " " + Long.numberOfLeadingZeros(l) + " " + Long.numberOfTrailingZeros(l) + " " + Long.toUnsignedString(l) + " " + Long.hashCode(l) + " " + sb);
        }
    }
}
