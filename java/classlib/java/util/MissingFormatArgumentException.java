package java.util;

public class MissingFormatArgumentException extends IllegalFormatException {
    private final String specifier;

    public MissingFormatArgumentException(String specifier) {
        Objects.requireNonNull(specifier);
        this.specifier = specifier;
    }

    public String getFormatSpecifier() {
        return specifier;
    }

    public String getMessage() {
        return "Format specifier '" + specifier + "'";
    }
}
