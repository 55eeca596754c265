package java.util.concurrent.atomic;

import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicInteger extends Number {
    private int value;

    public AtomicInteger() {
    }

    public AtomicInteger(int initial) {
        value = initial;
    }

    public final int get() {
        return value;
    }

    public final void set(int v) {
        value = v;
    }

    public final void lazySet(int v) {
        value = v;
    }

    public final int getPlain() {
        return value;
    }

    public final int getAcquire() {
        return value;
    }

    public final void setRelease(int v) {
        value = v;
    }

    public final int getAndSet(int v) {
        int old = value;
        value = v;
        return old;
    }

    public final boolean compareAndSet(int expected, int v) {
        if (value != expected) {
            return false;
        }
        value = v;
        return true;
    }

    public final boolean weakCompareAndSetPlain(int expected, int v) {
        return compareAndSet(expected, v);
    }

    public final int getAndIncrement() {
        return value++;
    }

    public final int getAndDecrement() {
        return value--;
    }

    public final int getAndAdd(int delta) {
        int old = value;
        value += delta;
        return old;
    }

    public final int incrementAndGet() {
        return ++value;
    }

    public final int decrementAndGet() {
        return --value;
    }

    public final int addAndGet(int delta) {
        value += delta;
        return value;
    }

    public final int getAndUpdate(IntUnaryOperator f) {
        int old = value;
        value = f.applyAsInt(old);
        return old;
    }

    public final int updateAndGet(IntUnaryOperator f) {
        value = f.applyAsInt(value);
        return value;
    }

    public final int getAndAccumulate(int x, IntBinaryOperator f) {
        int old = value;
        value = f.applyAsInt(old, x);
        return old;
    }

    public final int accumulateAndGet(int x, IntBinaryOperator f) {
        value = f.applyAsInt(value, x);
        return value;
    }

    public final int compareAndExchange(int expected, int v) {
        int old = value;
        if (old == expected) {
            value = v;
        }
        return old;
    }

    public String toString() {
        return String.valueOf(value);
    }

    public int intValue() {
        return (int) value;
    }

    public long longValue() {
        return value;
    }

    public float floatValue() {
        return (float) value;
    }

    public double doubleValue() {
        return (double) value;
    }
}
