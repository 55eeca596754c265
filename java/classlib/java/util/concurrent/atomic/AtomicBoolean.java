package java.util.concurrent.atomic;

public class AtomicBoolean implements java.io.Serializable {
    private boolean value;

    public AtomicBoolean() {
    }

    public AtomicBoolean(boolean initial) {
        value = initial;
    }

    public final boolean get() {
        return value;
    }

    public final void set(boolean v) {
        value = v;
    }

    public final void lazySet(boolean v) {
        value = v;
    }

    public final boolean getAndSet(boolean v) {
        boolean old = value;
        value = v;
        return old;
    }

    public final boolean compareAndSet(boolean expected, boolean v) {
        if (value != expected) {
            return false;
        }
        value = v;
        return true;
    }

    public final boolean compareAndExchange(boolean expected, boolean v) {
        boolean old = value;
        if (old == expected) {
            value = v;
        }
        return old;
    }

    public String toString() {
        return String.valueOf(value);
    }
}
