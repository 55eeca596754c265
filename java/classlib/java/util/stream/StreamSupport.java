package java.util.stream;

import java.util.Objects;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.Supplier;

public final class StreamSupport {
    private StreamSupport() {
    }

    public static <T> Stream<T> stream(Spliterator<T> spliterator, boolean parallel) {
        Objects.requireNonNull(spliterator);
        RefPipe<T> p = new RefPipe<T>(Source.of(spliterator));
        p.parallel(parallel);
        return p;
    }

    public static <T> Stream<T> stream(Supplier<? extends Spliterator<T>> supplier, int characteristics,
            boolean parallel) {
        return stream(supplier.get(), parallel);
    }

    public static IntStream intStream(Spliterator.OfInt spliterator, boolean parallel) {
        return new IntPipe(Source.of(spliterator));
    }

    public static LongStream longStream(Spliterator.OfLong spliterator, boolean parallel) {
        return new LongPipe(Source.of(spliterator));
    }

    public static DoubleStream doubleStream(Spliterator.OfDouble spliterator, boolean parallel) {
        return new DoublePipe(Source.of(spliterator));
    }

    // The streams of arrays, for java.util.Arrays.

    public static <T> Stream<T> of(Object[] a, int from, int to) {
        Spliterator<T> sp = Spliterators.spliterator(a, from, to, Spliterator.ORDERED | Spliterator.IMMUTABLE);
        return new RefPipe<T>(Source.of(sp));
    }

    public static IntStream of(int[] a, int from, int to) {
        return new IntPipe(Source.of(a, from, to));
    }

    public static LongStream of(long[] a, int from, int to) {
        return new LongPipe(Source.of(a, from, to));
    }

    public static DoubleStream of(double[] a, int from, int to) {
        return new DoublePipe(Source.of(a, from, to));
    }
}
