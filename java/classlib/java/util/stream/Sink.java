package java.util.stream;

import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.IntConsumer;
import java.util.function.LongConsumer;

/** One stage of a running stream: takes elements of one of four shapes and passes what it makes of them down. */
abstract class Sink<T> implements Consumer<T>, IntConsumer, LongConsumer, DoubleConsumer {
    final Sink<Object> down; // null at the end

    Sink(Sink<Object> down) {
        this.down = down;
    }

    public void accept(T t) {
        throw new IllegalStateException("called wrong accept method");
    }

    public void accept(int value) {
        throw new IllegalStateException("called wrong accept method");
    }

    public void accept(long value) {
        throw new IllegalStateException("called wrong accept method");
    }

    public void accept(double value) {
        throw new IllegalStateException("called wrong accept method");
    }

    /** No more elements come. */
    void end() {
        if (down != null) {
            down.end();
        }
    }

    /** No more elements are wanted. */
    boolean done() {
        return down != null && down.done();
    }
}
