package java.util.concurrent.atomic;

import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLong extends Number {
    private long value;

    public AtomicLong() {
    }

    public AtomicLong(long initial) {
        value = initial;
    }

    public final long get() {
        return value;
    }

    public final void set(long v) {
        value = v;
    }

    public final void lazySet(long v) {
        value = v;
    }

    public final long getPlain() {
        return value;
    }

    public final long getAcquire() {
        return value;
    }

    public final void setRelease(long v) {
        value = v;
    }

    public final long getAndSet(long v) {
        long old = value;
        value = v;
        return old;
    }

    public final boolean compareAndSet(long expected, long v) {
        if (value != expected) {
            return false;
        }
        value = v;
        return true;
    }

    public final boolean weakCompareAndSetPlain(long expected, long v) {
        return compareAndSet(expected, v);
    }

    public final long getAndIncrement() {
        return value++;
    }

    public final long getAndDecrement() {
        return value--;
    }

    public final long getAndAdd(long delta) {
        long old = value;
        value += delta;
        return old;
    }

    public final long incrementAndGet() {
        return ++value;
    }

    public final long decrementAndGet() {
        return --value;
    }

    public final long addAndGet(long delta) {
        value += delta;
        return value;
    }

    public final long getAndUpdate(LongUnaryOperator f) {
        long old = value;
        value = f.applyAsLong(old);
        return old;
    }

    public final long updateAndGet(LongUnaryOperator f) {
        value = f.applyAsLong(value);
        return value;
    }

    public final long getAndAccumulate(long x, LongBinaryOperator f) {
        long old = value;
        value = f.applyAsLong(old, x);
        return old;
    }

    public final long accumulateAndGet(long x, LongBinaryOperator f) {
        value = f.applyAsLong(value, x);
        return value;
    }

    public final long compareAndExchange(long expected, long v) {
        long old = value;
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
