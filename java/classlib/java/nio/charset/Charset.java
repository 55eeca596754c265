package java.nio.charset;

public final class Charset {
    private final String name;

    Charset(String name) {
        this.name = name;
    }

    public static Charset forName(String name) {
        for (Charset c : StandardCharsets.ALL) {
            if (c.name.equalsIgnoreCase(name)) {
                return c;
            }
        }
        throw new IllegalArgumentException(name);
    }

    public static Charset defaultCharset() {
        return StandardCharsets.UTF_8;
    }

    public String name() {
        return name;
    }

    public String displayName() {
        return name;
    }

    public String toString() {
        return name;
    }
}
