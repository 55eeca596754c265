import java.io.*;

/** Reads lines "name x y" (bits in hexadecimal), prints StrictMath's and Math's results. */
public class Functions {
    static double strict(String f, double x, double y) {
        switch (f) {
            case "sin": return StrictMath.sin(x);
            case "cos": return StrictMath.cos(x);
            case "tan": return StrictMath.tan(x);
            case "asin": return StrictMath.asin(x);
            case "acos": return StrictMath.acos(x);
            case "atan": return StrictMath.atan(x);
            case "exp": return StrictMath.exp(x);
            case "log": return StrictMath.log(x);
            case "log10": return StrictMath.log10(x);
            case "cbrt": return StrictMath.cbrt(x);
            case "sinh": return StrictMath.sinh(x);
            case "cosh": return StrictMath.cosh(x);
            case "tanh": return StrictMath.tanh(x);
            case "expm1": return StrictMath.expm1(x);
            case "log1p": return StrictMath.log1p(x);
            case "atan2": return StrictMath.atan2(x, y);
            case "hypot": return StrictMath.hypot(x, y);
            default: return StrictMath.pow(x, y);
        }
    }

    static double compiled(String f, double x, double y) {
        switch (f) {
            case "sin": return Math.sin(x);
            case "cos": return Math.cos(x);
            case "tan": return Math.tan(x);
            case "exp": return Math.exp(x);
            case "log": return Math.log(x);
            case "log10": return Math.log10(x);
            case "pow": return Math.pow(x, y);
            default: return strict(f, x, y);
        }
    }

    public static void main(String[] args) throws IOException {
        BufferedReader in = new BufferedReader(new InputStreamReader(System.in));
        StringBuilder out = new StringBuilder();
        for (String line = in.readLine(); line != null; line = in.readLine()) {
            String[] p = line.split(" ");
            double x = Double.longBitsToDouble(Long.parseUnsignedLong(p[1], 16));
            double y = Double.longBitsToDouble(Long.parseUnsignedLong(p[2], 16));
            out.append(Long.toHexString(Double.doubleToLongBits(strict(p[0], x, y)))).append(' ')
                .append(Long.toHexString(Double.doubleToLongBits(compiled(p[0], x, y)))).append('\n');
        }
        System.out.print(out);
    }
}
