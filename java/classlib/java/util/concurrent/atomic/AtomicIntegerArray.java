package java.util.concurrent.atomic;

import java.util.Arrays;
import java.util.function.IntBinaryOperator;
import java.util.function.IntUnaryOperator;

public class AtomicIntegerArray implements java.io.Serializable {
    private final int[] array;

    public AtomicIntegerArray(int length) {
        array = new int[length];
    }

    public AtomicIntegerArray(int[] array) {
        this.array = array.clone();
    }

    public final int length() {
        return array.length;
    }

    public final int get(int i) {
        return array[i];
    }

    public final void set(int i, int v) {
        array[i] = v;
    }

    public final int getAndSet(int i, int v) {
        int old = array[i];
        array[i] = v;
        return old;
    }

    public final boolean compareAndSet(int i, int expected, int v) {
        if (array[i] != expected) {
            return false;
        }
        array[i] = v;
        return true;
    }

    public final int getAndIncrement(int i) {
        return array[i]++;
    }

    public final int getAndDecrement(int i) {
        return array[i]--;
    }

    public final int getAndAdd(int i, int delta) {
        int old = array[i];
        array[i] += delta;
        return old;
    }

    public final int incrementAndGet(int i) {
        return ++array[i];
    }

    public final int decrementAndGet(int i) {
        return --array[i];
    }

    public final int addAndGet(int i, int delta) {
        array[i] += delta;
        return array[i];
    }

    public final int updateAndGet(int i, IntUnaryOperator f) {
        array[i] = f.applyAsInt(array[i]);
        return array[i];
    }

    public final int accumulateAndGet(int i, int x, IntBinaryOperator f) {
        array[i] = f.applyAsInt(array[i], x);
        return array[i];
    }

    public final int getAndUpdate(int i, IntUnaryOperator f) {
        int old = array[i];
        array[i] = f.applyAsInt(old);
        return old;
    }

    public final int getAndAccumulate(int i, int x, IntBinaryOperator f) {
        int old = array[i];
        array[i] = f.applyAsInt(old, x);
        return old;
    }

    public String toString() {
        return Arrays.toString(array);
    }
}
