package java.lang;

public @interface Override {
}
