package java.util;

public class UnknownFormatConversionException extends IllegalFormatException {
    private final String conversion;

    public UnknownFormatConversionException(String conversion) {
        Objects.requireNonNull(conversion);
        this.conversion = conversion;
    }

    public String getConversion() {
        return conversion;
    }

    public String getMessage() {
        return "Conversion = '" + conversion + "'";
    }
}
