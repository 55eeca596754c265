package java.lang.annotation;

public @interface Repeatable {
    Class<? extends Annotation> value();
}
