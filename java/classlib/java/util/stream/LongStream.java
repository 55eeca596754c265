package java.util.stream;

import java.util.LongSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.LongBinaryOperator;
import java.util.function.LongConsumer;
import java.util.function.LongFunction;
import java.util.function.LongPredicate;
import java.util.function.LongSupplier;
import java.util.function.LongToDoubleFunction;
import java.util.function.LongToIntFunction;
import java.util.function.LongUnaryOperator;
import java.util.function.ObjLongConsumer;
import java.util.function.Supplier;

public interface LongStream extends BaseStream<Long, LongStream> {
    LongStream filter(LongPredicate predicate);

    LongStream map(LongUnaryOperator mapper);

    <U> Stream<U> mapToObj(LongFunction<? extends U> mapper);

    IntStream mapToInt(LongToIntFunction mapper);

    DoubleStream mapToDouble(LongToDoubleFunction mapper);

    LongStream flatMap(LongFunction<? extends LongStream> mapper);

    LongStream mapMulti(LongMapMultiConsumer mapper);

    LongStream distinct();

    LongStream sorted();

    LongStream peek(LongConsumer action);

    LongStream limit(long maxSize);

    LongStream skip(long n);

    LongStream takeWhile(LongPredicate predicate);

    LongStream dropWhile(LongPredicate predicate);

    void forEach(LongConsumer action);

    void forEachOrdered(LongConsumer action);

    long[] toArray();

    long reduce(long identity, LongBinaryOperator op);

    OptionalLong reduce(LongBinaryOperator op);

    <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> combiner);

    long sum();

    OptionalLong min();

    OptionalLong max();

    long count();

    OptionalDouble average();

    LongSummaryStatistics summaryStatistics();

    boolean anyMatch(LongPredicate predicate);

    boolean allMatch(LongPredicate predicate);

    boolean noneMatch(LongPredicate predicate);

    OptionalLong findFirst();

    OptionalLong findAny();

    DoubleStream asDoubleStream();

    Stream<Long> boxed();

    @Override
    LongStream sequential();

    @Override
    LongStream parallel();

    @Override
    PrimitiveIterator.OfLong iterator();

    @Override
    Spliterator.OfLong spliterator();

    public static Builder builder() {
        return new LongPipe.ListBuilder();
    }

    public static LongStream empty() {
        return StreamSupport.of(new long[0], 0, 0);
    }

    public static LongStream of(long t) {
        return StreamSupport.of(new long[] {t}, 0, 1);
    }

    public static LongStream of(long... values) {
        return StreamSupport.of(values, 0, values.length);
    }

    public static LongStream iterate(long seed, LongUnaryOperator f) {
        Objects.requireNonNull(f);
        return new LongPipe(new Source() {
            private long last;
            private boolean started;

            boolean advance(Sink<Object> s) {
                last = started ? f.applyAsLong(last) : seed;
                started = true;
                s.accept(last);
                return true;
            }
        });
    }

    public static LongStream iterate(long seed, LongPredicate hasNext, LongUnaryOperator next) {
        Objects.requireNonNull(next);
        Objects.requireNonNull(hasNext);
        return new LongPipe(new Source() {
            private long last;
            private boolean started;
            private boolean finished;

            boolean advance(Sink<Object> s) {
                if (finished) {
                    return false;
                }
                last = started ? next.applyAsLong(last) : seed;
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

    public static LongStream generate(LongSupplier s) {
        Objects.requireNonNull(s);
        return new LongPipe(new Source() {
            boolean advance(Sink<Object> sink) {
                sink.accept(s.getAsLong());
                return true;
            }
        });
    }

    public static LongStream range(long startInclusive, long endExclusive) {
        return new LongPipe(Source.range(startInclusive, endExclusive, true));
    }

    public static LongStream rangeClosed(long startInclusive, long endInclusive) {
        if (endInclusive == Long.MAX_VALUE && startInclusive <= endInclusive) {
            return concat(range(startInclusive, endInclusive), of(endInclusive));
        }
        return new LongPipe(Source.range(startInclusive, endInclusive + 1, true));
    }

    public static LongStream concat(LongStream a, LongStream b) {
        return new LongPipe(Source.concat((Pipe) a, (Pipe) b));
    }

    public interface Builder extends LongConsumer {
        @Override
        void accept(long t);

        default Builder add(long t) {
            accept(t);
            return this;
        }

        LongStream build();
    }

    @FunctionalInterface
    interface LongMapMultiConsumer {
        void accept(long value, LongConsumer ic);
    }
}
