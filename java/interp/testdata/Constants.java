import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.MathContext;
import java.nio.charset.StandardCharsets;
import java.util.Collections;

// What the class library declares non_null: constants of classes.
public class Constants {
    public static void main(String[] args) {
        Object[] all = {
            Boolean.TRUE, Boolean.FALSE, Boolean.TYPE, Byte.TYPE, Character.TYPE, Double.TYPE, Float.TYPE, Integer.TYPE,
            Long.TYPE, Short.TYPE, Void.TYPE, String.CASE_INSENSITIVE_ORDER, BigDecimal.ZERO, BigDecimal.ONE,
            BigDecimal.TEN, java.util.Locale.ROOT, java.util.Locale.ENGLISH, java.util.Locale.US, java.util.Locale.UK, java.util.Locale.CANADA,
            java.util.Locale.GERMAN, java.util.Locale.GERMANY, java.util.Locale.FRENCH, java.util.Locale.FRANCE, java.util.Locale.ITALY,
            java.util.Locale.JAPAN, java.util.Locale.CHINA, System.in, System.out, System.err, BigInteger.ZERO, BigInteger.ONE, BigInteger.TWO, BigInteger.TEN, MathContext.UNLIMITED,
            MathContext.DECIMAL32, MathContext.DECIMAL64, MathContext.DECIMAL128, StandardCharsets.UTF_8,
            StandardCharsets.US_ASCII, StandardCharsets.ISO_8859_1, StandardCharsets.UTF_16, StandardCharsets.UTF_16BE,
            StandardCharsets.UTF_16LE, Collections.EMPTY_SET, Collections.EMPTY_LIST, Collections.EMPTY_MAP,
        };
        for (int i = 0; i < all.length; i++) {
            System.out.println(i + " " + (all[i] != null));
        }
    }
}
