package java.util.concurrent.atomic;

import java.util.Arrays;
import java.util.function.LongBinaryOperator;
import java.util.function.LongUnaryOperator;

public class AtomicLongArray implements java.io.Serializable {
    private final long[] array;

    public AtomicLongArray(int length) {
        array = new long[length];
    }

    public AtomicLongArray(long[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    public final long get(int i) {
        return array[i];
    }

    public final void set(int i, long v) {
        array[i] = v;
    }

    public final long getAndSet(int i, long v) {
        long old = array[i];
        array[i] = v;
        return old;
    }

    public final boolean compareAndSet(int i, long expected, long v) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = v;
        return true;
    }

    public final long getAndIncrement(int i) {
        return array[i]++;
    }

    public final long getAndDecrement(int i) {
        return array[i]--;
    }

    public final long getAndAdd(int i, long delta) {
        long old = array[i];
        array[i] += delta;
        return old;
    }

    public final long incrementAndGet(int i) {
        return ++array[i];
    }

    public final long decrementAndGet(int i) {
        return --array[i];
    }

    public final long addAndGet(int i, long delta) {
        array[i] += delta;
        return array[i];
    }

    public final long updateAndGet(int i, LongUnaryOperator f) {
        array[i] = f.applyAsLong(array[i]);
        return array[i];
    }

    public final long accumulateAndGet(int i, long x, LongBinaryOperator f) {
        array[i] = f.applyAsLong(array[i], x);
        return array[i];
    }

    public final long getAndUpdate(int i, LongUnaryOperator f) {
        long old = array[i];
        array[i] = f.applyAsLong(old);
        return old;
    }

    public final long getAndAccumulate(int i, long x, LongBinaryOperator f) {
        long old = array[i];
        array[i] = f.applyAsLong(old, x);
        return old;
    }

    public String toString() {
        return Arrays.toString(array);
    }
}
