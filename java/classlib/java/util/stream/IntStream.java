package java.util.stream;

import java.util.IntSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.IntBinaryOperator;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.IntPredicate;
import java.util.function.IntSupplier;
import java.util.function.IntToDoubleFunction;
import java.util.function.IntToLongFunction;
import java.util.function.IntUnaryOperator;
import java.util.function.ObjIntConsumer;
import java.util.function.Supplier;

public interface IntStream extends BaseStream<Integer, IntStream> {
    IntStream filter(IntPredicate predicate);

    IntStream map(IntUnaryOperator mapper);

    <U> Stream<U> mapToObj(IntFunction<? extends U> mapper);

    LongStream mapToLong(IntToLongFunction mapper);

    DoubleStream mapToDouble(IntToDoubleFunction mapper);

    IntStream flatMap(IntFunction<? extends IntStream> mapper);

    IntStream mapMulti(IntMapMultiConsumer mapper);

    IntStream distinct();

    IntStream sorted();

    IntStream peek(IntConsumer action);

    IntStream limit(long maxSize);

    IntStream skip(long n);

    IntStream takeWhile(IntPredicate predicate);

    IntStream dropWhile(IntPredicate predicate);

    void forEach(IntConsumer action);

    void forEachOrdered(IntConsumer action);

    int[] toArray();

    int reduce(int identity, IntBinaryOperator op);

    OptionalInt reduce(IntBinaryOperator op);

    <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner);

    int sum();

    OptionalInt min();

    OptionalInt max();

    long count();

    OptionalDouble average();

    IntSummaryStatistics summaryStatistics();

    boolean anyMatch(IntPredicate predicate);

    boolean allMatch(IntPredicate predicate);

    boolean noneMatch(IntPredicate predicate);

    OptionalInt findFirst();

    OptionalInt findAny();

    LongStream asLongStream();

    DoubleStream asDoubleStream();

    Stream<Integer> boxed();

    @Override
    IntStream sequential();

    @Override
    IntStream parallel();

    @Override
    PrimitiveIterator.OfInt iterator();

    @Override
    Spliterator.OfInt spliterator();

    public static Builder builder() {
        return new IntPipe.ListBuilder();
    }

    public static IntStream empty() {
        return StreamSupport.of(new int[0], 0, 0);
    }

    public static IntStream of(int t) {
        return StreamSupport.of(new int[] {t}, 0, 1);
    }

    public static IntStream of(int... values) {
        return StreamSupport.of(values, 0, values.length);
    }

    public static IntStream iterate(int seed, IntUnaryOperator f) {
        Objects.requireNonNull(f);
        return new IntPipe(new Source() {
            private int last;
            private boolean started;

            boolean advance(Sink<Object> s) {
                last = started ? f.applyAsInt(last) : seed;
                started = true;
                s.accept(last);
                return true;
            }
        });
    }

    public static IntStream iterate(int seed, IntPredicate hasNext, IntUnaryOperator next) {
        Objects.requireNonNull(next);
        Objects.requireNonNull(hasNext);
        return new IntPipe(new Source() {
            private int last;
            private boolean started;
            private boolean finished;

            boolean advance(Sink<Object> s) {
                if (finished) {
                    return false;
                }
                last = started ? next.applyAsInt(last) : seed;
                started = true;
                if (!hasNext.test(last)) {
                    finished = true;
                    return false;
                }
                s.accept(last);
                return true;
            }
        });
    }

    public static IntStream generate(IntSupplier s) {
        Objects.requireNonNull(s);
        return new IntPipe(new Source() {
            boolean advance(Sink<Object> sink) {
                sink.accept(s.getAsInt());
                return true;
            }
        });
    }

    public static IntStream range(int startInclusive, int endExclusive) {
        return new IntPipe(Source.range(startInclusive, endExclusive, false));
    }

    public static IntStream rangeClosed(int startInclusive, int endInclusive) {
        return new IntPipe(Source.range(startInclusive, endInclusive + 1L, false));
    }

    public static IntStream concat(IntStream a, IntStream b) {
        return new IntPipe(Source.concat((Pipe) a, (Pipe) b));
    }

    public interface Builder extends IntConsumer {
        @Override
        void accept(int t);

        default Builder add(int t) {
            accept(t);
            return this;
        }

        IntStream build();
    }

    @FunctionalInterface
    interface IntMapMultiConsumer {
        void accept(int value, IntConsumer ic);
    }
}
