package java.lang;

/** The superclass of enums; the machine calls the constructor with name and ordinal. */
public abstract class Enum<E extends Enum<E>> implements Comparable<E>, java.io.Serializable {
    private final String name;
    private final int ordinal;

    protected Enum(String name, int ordinal) {
        this.name = name;
        this.ordinal = ordinal;
    }

    public final String name() {
        return name;
    }

    public final int ordinal() {
        return ordinal;
    }

    public String toString() {
        return name;
    }

    public final boolean equals(Object other) {
        return this == other;
    }

    public final int hashCode() {
        return super.hashCode();
    }

    protected final Object clone() throws CloneNotSupportedException {
        throw new CloneNotSupportedException();
    }

    public final int compareTo(E other) {
        Enum<?> that = other;
        if (getDeclaringClass() != that.getDeclaringClass()) {
            throw new ClassCastException();
        }
        return ordinal - that.ordinal;
    }

    public final native Class<E> getDeclaringClass();

    public static <T extends Enum<T>> T valueOf(Class<T> type, String name) {
        if (name == null) {
            throw new NullPointerException("Name is null");
        }
        T[] constants = type.getEnumConstants();
        for (T c : constants) {
            if (c.name().equals(name)) {
                return c;
            }
        }
        throw new IllegalArgumentException("No enum constant " + type.getCanonicalName() + "." + name);
    }
}
