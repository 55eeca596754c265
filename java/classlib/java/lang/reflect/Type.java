package java.lang.reflect;

/** What a program's types have in common. */
public interface Type {
    default String getTypeName() {
        return toString();
    }
}
