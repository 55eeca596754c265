package java.lang;

import java.util.function.Supplier;

/** A variable of the one thread of a run. */
public class ThreadLocal<T> {
    private Supplier<? extends T> supplier;
    private T value;
    private boolean set;

    public ThreadLocal() {
    }

    public static <S> ThreadLocal<S> withInitial(Supplier<? extends S> supplier) {
        ThreadLocal<S> local = new ThreadLocal<>();
        local.supplier = supplier;
        return local;
    }

    protected T initialValue() {
        return supplier == null ? null : supplier.get();
    }

    public T get() {
        if (!set) {
            value = initialValue();
            set = true;
        }
        return value;
    }

    public void set(T value) {
        this.value = value;
        set = true;
    }

    public void remove() {
        value = null;
        set = false;
    }
}
