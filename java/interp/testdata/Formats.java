import java.math.*;
import java.util.*;

/** String.format: conversions, flags, widths and everything that is refused. */
public class Formats {
    static String one(String format, Object arg) {
        try {
            return String.format(format, arg);
        } catch (RuntimeException e) {
            return e.getClass().getSimpleName() + e.getMessage();
        }
    }

    static void f(String format, Object... args) {
        try {
            System.out.println(format + " => [" + String.format(format, args) + "]");
        } catch (RuntimeException e) {
            System.out.println(format + " !! " + e);
        }
    }

    public static void main(String[] a) {
        String[] flags = {"", "-", "+", " ", "0", ",", "(", "#", "0,(", "-+,", "0+", "-0", "+ ", "--"};
        String[] sizes = {"", "10", ".0", "12.3"};
        for (String flag : flags) {
            for (String size : sizes) {
                for (char c : "dxXobhscefgEGn%".toCharArray()) {
                    Object[] args;
                    switch (c) {
                        case 'd': case 'x': case 'X': case 'o':
                            args = new Object[] {42, -1234567, Integer.MIN_VALUE, 0L, -5L, (byte) -3, (short) 300, new BigInteger("-12345678901234567890"), new BigInteger("255")};
                            break;
                        case 'c':
                            args = new Object[] {'x', 65, (byte) 66, (short) 0x20ac};
                            break;
                        case 'e': case 'f': case 'g': case 'E': case 'G':
                            args = new Object[] {0.0, -0.0, 1.0, -1234567.891, 0.000012345, 1e10, 99999.95, 1.005, 2.5f, 0.1f, Double.NaN, Double.NEGATIVE_INFINITY, 123456789.0,
                                new BigDecimal("1234.5678"), new BigDecimal("-0.00001234"), new BigDecimal("0"), new BigDecimal("1E+3")};
                            break;
                        case 'n': case '%':
                            args = new Object[] {1};
                            break;
                        default:
                            args = new Object[] {"text", null, true, 42, 'c', 3.5, Boolean.FALSE, "hé\u20ac"};
                    }
                    StringBuilder line = new StringBuilder("%" + flag + size + c);
                    String last = "";
                    for (Object arg : args) {
                        String text = one("%" + flag + size + c, arg);
                        line.append(text.equals(last) ? "|" : "|" + text);
                        last = text;
                    }
                    System.out.println(line);
                }
            }
        }
        f("%");
        f("%5");
        f("%-5!");
        f("% é");
        f("%-");
        f("%q", 1);
        f("abc %z", 1);
        f("%-d", 1);
        f("%d");
        f("%d %d", 1);
        f("%s %s %s", "a", "b");
        f("%2$s %1$s %s %s %<s", "a", "b");
        f("%<s", "a");
        f("%3$s", "a");
        f("%0$s", "a");
        f("%d", "a");
        f("%d", 1.5);
        f("%f", 1);
        f("%x", 'c');
        f("%c", "str");
        f("%c", 0x110000);
        f("%c", 0x1F600);
        f("%s %d%n", "a", 3);
        f("%.3s|%10.3s|%-10.3s|", "abcdef", "abcdef", "abcdef");
        f("%S %S", "abc", null);
        f("%B %H", true, "hi");
        f("%08.2f|%+.3e|%,d|%(d|%o", -3.14159, 12345.678, 1234567, -5, 8);
        f("%05d %5d %-5d| %x %X %#x %#o", 42, 42, 42, 255, 255, 255, 8);
        f("%s", (Object) null);
        f("%s %s", new int[0].length, List.of(1, 2));
        f("%a %A", 1.0, 0.1);
        f("%10a|%-30a|%030a", 1.0, -0.1, 255.5);
        f("%.-1f", 1.0);
        f("%1$");
        f("%1$d %1$x", 10);
        System.out.println(String.format("%s and %s", "x", 3) + "%d items".formatted(3));
        System.out.printf("%d%%%n", 50);
        System.out.println(String.join("|", String.format("%1$,.2f", 1234567.891), String.format(Locale.US, "%.1f", 0.25), new Formatter().format("%d-%d", 1, 2).toString()));
    }
}
