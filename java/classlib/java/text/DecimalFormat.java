package java.text;

import java.math.BigDecimal;
import java.math.BigInteger;
import java.math.RoundingMode;

/** Formats numbers by a pattern such as #,##0.00; exponents are not supported. */
public class DecimalFormat extends NumberFormat {
    private String positivePrefix = "";
    private String positiveSuffix = "";
    private String negativePrefix = "-";
    private String negativeSuffix = "";
    private int minInteger;
    private int maxInteger = Integer.MAX_VALUE;
    private int minFraction;
    private int maxFraction;
    private int grouping;
    private int multiplier = 1;
    private boolean alwaysPoint;
    private RoundingMode rounding = RoundingMode.HALF_EVEN;
    private DecimalFormatSymbols symbols = new DecimalFormatSymbols();

    public DecimalFormat() {
        this("#,##0.###");
    }

    public DecimalFormat(String pattern) {
        applyPattern(pattern);
    }

    public DecimalFormat(String pattern, DecimalFormatSymbols symbols) {
        this(pattern);
        this.symbols = symbols;
    }

    public void applyPattern(String pattern) {
        int semi = unquoted(pattern, ';');
        String main = semi < 0 ? pattern : pattern.substring(0, semi);
        int[] body = body(main);
        positivePrefix = affix(main.substring(0, body[0]));
        positiveSuffix = affix(main.substring(body[1]));
        number(main.substring(body[0], body[1]), pattern);
        negativePrefix = "-" + positivePrefix;
        negativeSuffix = positiveSuffix;
        if (semi >= 0) {
            String other = pattern.substring(semi + 1);
            int[] b = body(other);
            String prefix = affix(other.substring(0, b[0]));
            String suffix = affix(other.substring(b[1]));
            if (!prefix.equals(positivePrefix) || !suffix.equals(positiveSuffix)) {
                negativePrefix = prefix;
                negativeSuffix = suffix;
            }
        }
    }

    private static int unquoted(String s, char wanted) {
        boolean quoted = false;
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) == '\'') {
                quoted = !quoted;
            } else if (!quoted && s.charAt(i) == wanted) {
                return i;
            }
        }
        return -1;
    }

    private static int[] body(String s) {
        boolean quoted = false;
        int start = -1;
        int end = s.length();
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\'') {
                quoted = !quoted;
            }
            boolean part = !quoted && c != '\'' && "#0,.".indexOf(c) >= 0;
            if (part && start < 0) {
                start = i;
            } else if (!part && start >= 0) {
                end = i;
                break;
            }
        }
        return new int[] {start < 0 ? s.length() : start, end};
    }

    private String affix(String s) {
        StringBuilder sb = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < s.length(); i++) {
            char c = s.charAt(i);
            if (c == '\'') {
                if (i + 1 < s.length() && s.charAt(i + 1) == '\'') {
                    sb.append('\'');
                    i++;
                } else {
                    quoted = !quoted;
                }
            } else if (!quoted && c == '%') {
                multiplier = 100;
                sb.append(c);
            } else if (!quoted && c == '\u2030') {
                multiplier = 1000;
                sb.append(c);
            } else if (!quoted && c == '\u00a4') {
                sb.append('$');
            } else if (!quoted && "#0,.".indexOf(c) >= 0) {
                throw new IllegalArgumentException("Unquoted special character '" + c + "' in pattern \"" + s + '"');
            } else {
                sb.append(c);
            }
        }
        return sb.toString();
    }

    private void number(String s, String pattern) {
        if (positiveSuffix.startsWith("E0")) {
            throw new UnsupportedOperationException("java.text.DecimalFormat: exponent in pattern " + pattern);
        }
        int point = s.indexOf('.');
        String whole = point < 0 ? s : s.substring(0, point);
        String fraction = point < 0 ? "" : s.substring(point + 1);
        int comma = whole.lastIndexOf(',');
        grouping = comma < 0 ? 0 : whole.length() - comma - 1;
        minInteger = 0;
        for (int i = 0; i < whole.length(); i++) {
            if (whole.charAt(i) == '0') {
                minInteger++;
            } else if (whole.charAt(i) == '#' && minInteger > 0) {
                throw new IllegalArgumentException("Unexpected '0' in pattern \"" + pattern + '"');
            }
        }
        minFraction = 0;
        maxFraction = fraction.length();
        for (int i = 0; i < fraction.length(); i++) {
            if (fraction.charAt(i) == '0') {
                if (i > minFraction) {
                    throw new IllegalArgumentException("Unexpected '0' in pattern \"" + pattern + '"');
                }
                minFraction++;
            } else if (fraction.charAt(i) == '.') {
                throw new IllegalArgumentException("Multiple decimal separators in pattern \"" + pattern + '"');
            }
        }
        if (minInteger == 0 && minFraction == 0 && point >= 0) {
            if (whole.isEmpty()) {
                minFraction = Math.min(1, maxFraction);
            } else {
                minInteger = 1;
            }
        }
        alwaysPoint = point >= 0 && fraction.isEmpty();
    }

    public String format(Object number) {
        if (number instanceof BigDecimal) {
            return format((BigDecimal) number);
        }
        if (number instanceof BigInteger) {
            return format(new BigDecimal((BigInteger) number));
        }
        if (number instanceof Long || number instanceof Integer || number instanceof Short || number instanceof Byte) {
            return format(((Number) number).longValue());
        }
        if (number instanceof Number) {
            return format(((Number) number).doubleValue());
        }
        throw new IllegalArgumentException("Cannot format given Object as a Number");
    }

    public String format(long number) {
        return format(BigDecimal.valueOf(number));
    }

    public String format(double number) {
        if (number != number) {
            return "NaN";
        }
        boolean negative = number < 0 || number == 0 && 1 / number < 0;
        if (Double.isInfinite(number)) {
            return affixed("\u221e", negative);
        }
        return affixed(digits(new BigDecimal(Math.abs(number)), negative), negative);
    }

    private String format(BigDecimal number) {
        boolean negative = number.signum() < 0;
        String digits = digits(number.abs(), negative);
        return affixed(digits, negative && hasDigit(digits));
    }

    private static boolean hasDigit(String s) {
        for (int i = 0; i < s.length(); i++) {
            if (s.charAt(i) >= '1' && s.charAt(i) <= '9') {
                return true;
            }
        }
        return false;
    }

    private String affixed(String digits, boolean negative) {
        return negative ? negativePrefix + digits + negativeSuffix : positivePrefix + digits + positiveSuffix;
    }

    private RoundingMode rounding(boolean negative) {
        if (negative && rounding == RoundingMode.CEILING) {
            return RoundingMode.FLOOR;
        }
        return negative && rounding == RoundingMode.FLOOR ? RoundingMode.CEILING : rounding;
    }

    private String digits(BigDecimal value, boolean negative) {
        if (multiplier != 1) {
            value = value.multiply(BigDecimal.valueOf(multiplier));
        }
        String s = value.setScale(maxFraction, rounding(negative)).toPlainString();
        int point = s.indexOf('.');
        String whole = point < 0 ? s : s.substring(0, point);
        String fraction = point < 0 ? "" : s.substring(point + 1);
        int keep = fraction.length();
        while (keep > minFraction && fraction.charAt(keep - 1) == '0') {
            keep--;
        }
        fraction = fraction.substring(0, keep);
        if (whole.equals("0")) {
            whole = "";
        }
        if (whole.length() > maxInteger) {
            whole = whole.substring(whole.length() - maxInteger);
        }
        StringBuilder sb = new StringBuilder();
        for (int i = whole.length(); i < minInteger; i++) {
            sb.append('0');
        }
        sb.append(whole);
        if (sb.length() == 0 && fraction.isEmpty()) {
            sb.append('0');
        }
        if (grouping > 0) {
            for (int i = sb.length() - grouping; i > 0; i -= grouping) {
                sb.insert(i, symbols.getGroupingSeparator());
            }
        }
        if (!fraction.isEmpty() || alwaysPoint) {
            sb.append(symbols.getDecimalSeparator()).append(fraction);
        }
        return sb.toString();
    }

    public void setMaximumFractionDigits(int n) {
        maxFraction = Math.max(0, n);
        minFraction = Math.min(minFraction, maxFraction);
    }

    public void setMinimumFractionDigits(int n) {
        minFraction = Math.max(0, n);
        maxFraction = Math.max(minFraction, maxFraction);
    }

    public void setMaximumIntegerDigits(int n) {
        maxInteger = Math.max(0, n);
        minInteger = Math.min(minInteger, maxInteger);
    }

    public void setMinimumIntegerDigits(int n) {
        minInteger = Math.max(0, n);
        maxInteger = Math.max(minInteger, maxInteger);
    }

    public void setGroupingUsed(boolean on) {
        grouping = on ? Math.max(grouping, 3) : 0;
    }

    public void setGroupingSize(int n) {
        grouping = n;
    }

    public void setRoundingMode(RoundingMode mode) {
        rounding = java.util.Objects.requireNonNull(mode);
    }

    public RoundingMode getRoundingMode() {
        return rounding;
    }

    public void setDecimalFormatSymbols(DecimalFormatSymbols symbols) {
        this.symbols = symbols;
    }

    public int getMaximumFractionDigits() {
        return maxFraction;
    }

    public int getMinimumFractionDigits() {
        return minFraction;
    }

    public int getGroupingSize() {
        return grouping;
    }

    public DecimalFormatSymbols getDecimalFormatSymbols() {
        return symbols;
    }

    public void setPositivePrefix(String s) {
        positivePrefix = s;
    }

    public void setNegativePrefix(String s) {
        negativePrefix = s;
    }

    public void setPositiveSuffix(String s) {
        positiveSuffix = s;
    }

    public void setNegativeSuffix(String s) {
        negativeSuffix = s;
    }

    public void setDecimalSeparatorAlwaysShown(boolean on) {
        alwaysPoint = on;
    }
}
