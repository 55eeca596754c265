package java.util.concurrent.atomic;

import java.util.function.BinaryOperator;
import java.util.function.UnaryOperator;

public class AtomicReference<V> implements java.io.Serializable {
    private V value;

    public AtomicReference() {
    }

    public AtomicReference(V initial) {
        value = initial;
    }

    public final V get() {
        return value;
    }

    public final void set(V v) {
        value = v;
    }

    public final void lazySet(V v) {
        value = v;
    }

    public final V getAndSet(V v) {
        V old = value;
        value = v;
        return old;
    }

    public final boolean compareAndSet(V expected, V v) {
        if (value != expected) {
            return false;
        }
        value = v;
        return true;
    }

    public final V getAndUpdate(UnaryOperator<V> f) {
        V old = value;
        value = f.apply(old);
        return old;
    }

    public final V updateAndGet(UnaryOperator<V> f) {
        value = f.apply(value);
        return value;
    }

    public final V getAndAccumulate(V x, BinaryOperator<V> f) {
        V old = value;
        value = f.apply(old, x);
        return old;
    }

    public final V accumulateAndGet(V x, BinaryOperator<V> f) {
        value = f.apply(value, x);
        return value;
    }

    public final V compareAndExchange(V expected, V v) {
        V old = value;
        if (old == expected) {
            value = v;
        }
        return old;
    }

    public String toString() {
        return String.valueOf(value);
    }
}
