package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
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

/** A stream of longs. */
final class LongPipe extends Pipe implements LongStream {
    LongPipe(Source source) {
        super(source);
    }

    LongPipe(Pipe prev, int flags, Op op) {
        super(prev, flags, op);
    }

    Source source(Pull pull, long size) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                if (!pull.hasNext()) {
                    return false;
                }
                s.accept((long) (Long) pull.next());
                return true;
            }

            long size() {
                return size;
            }
        };
    }

    public LongStream filter(LongPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new LongPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(long t) {
                if (predicate.test(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public LongStream map(LongUnaryOperator mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(long t) {
                down.accept(mapper.applyAsLong(t));
            }
        });
    }

    public <U> Stream<U> mapToObj(LongFunction<? extends U> mapper) {
        Objects.requireNonNull(mapper);
        return new RefPipe<U>(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(long t) {
                U u = mapper.apply(t);
                down.accept((Object) u);
            }
        });
    }

    public IntStream mapToInt(LongToIntFunction mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(long t) {
                down.accept(mapper.applyAsInt(t));
            }
        });
    }

    public DoubleStream mapToDouble(LongToDoubleFunction mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(long t) {
                down.accept(mapper.applyAsDouble(t));
            }
        });
    }

    public DoubleStream asDoubleStream() {
        return new DoublePipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(long t) {
                down.accept((double) t);
            }
        });
    }

    public Stream<Long> boxed() {
        return new RefPipe<Long>(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(long t) {
                down.accept((Object) Long.valueOf(t));
            }
        });
    }

    public LongStream flatMap(LongFunction<? extends LongStream> mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(long t) {
                LongStream inner = mapper.apply(t);
                if (inner != null) {
                    ((Pipe) inner).pushInto(down);
                }
            }
        });
    }

    public LongStream mapMulti(LongStream.LongMapMultiConsumer mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(long t) {
                mapper.accept(t, (LongConsumer) down);
            }
        });
    }

    public LongStream distinct() {
        return new LongPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private final HashSet<Long> seen = new HashSet<Long>();

            public void accept(long t) {
                if (seen.add(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public LongStream sorted() {
        if (isSorted()) {
            return new LongPipe(this, KEEPS_SIZE | SORTS, next -> next);
        }
        return new LongPipe(this, KEEPS_SIZE | SORTS, next -> new Sink<Object>(next) {
            private final Gather all = new Gather();

            public void accept(long t) {
                all.accept(t);
            }

            boolean done() {
                return false;
            }

            void end() {
                long[] a = all.toArray();
                Arrays.sort(a);
                for (int i = 0; i < a.length && !down.done(); i++) {
                    down.accept(a[i]);
                }
                down.end();
            }
        });
    }

    public LongStream peek(LongConsumer action) {
        Objects.requireNonNull(action);
        return new LongPipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(long t) {
                action.accept(t);
                down.accept(t);
            }
        });
    }

    public LongStream limit(long maxSize) {
        checkCount(maxSize);
        LongPipe p = new LongPipe(this, KEEPS_SIZE | KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private long left = maxSize;

            public void accept(long t) {
                if (left > 0) {
                    left--;
                    down.accept(t);
                }
            }

            boolean done() {
                return left == 0 || down.done();
            }
        });
        p.slice(0, maxSize);
        return p;
    }

    public LongStream skip(long n) {
        checkCount(n);
        if (n == 0) {
            return this;
        }
        LongPipe p = new LongPipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            private long left = n;

            public void accept(long t) {
                if (left == 0) {
                    down.accept(t);
                } else {
                    left--;
                }
            }
        });
        p.slice(n, Long.MAX_VALUE);
        return p;
    }

    public LongStream takeWhile(LongPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new LongPipe(this, KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private boolean take = true;

            public void accept(long t) {
                if (take && (take = predicate.test(t))) {
                    down.accept(t);
                }
            }

            boolean done() {
                return !take || down.done();
            }
        });
    }

    public LongStream dropWhile(LongPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new LongPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private boolean take;

            public void accept(long t) {
                if (take || (take = !predicate.test(t))) {
                    down.accept(t);
                }
            }
        });
    }

    public void forEach(LongConsumer action) {
        Objects.requireNonNull(action);
        run(new Sink<Object>(null) {
            public void accept(long t) {
                action.accept(t);
            }
        }, false);
    }

    public void forEachOrdered(LongConsumer action) {
        forEach(action);
    }

    private static final class Gather extends Sink<Object> {
        private long[] a = new long[10];
        private int n;

        Gather() {
            super(null);
        }

        public void accept(long t) {
            if (n == a.length) {
                a = Arrays.copyOf(a, 2 * n);
            }
            a[n++] = t;
        }

        long[] toArray() {
            return Arrays.copyOf(a, n);
        }
    }

    public long[] toArray() {
        return run(new Gather(), false).toArray();
    }

    /** Folds the elements; without an identity the first one starts. */
    private static final class Fold extends Sink<Object> {
        private final LongBinaryOperator op;
        long state;
        boolean empty;

        Fold(LongBinaryOperator op, long identity, boolean empty) {
            super(null);
            this.op = Objects.requireNonNull(op);
            this.state = identity;
            this.empty = empty;
        }

        public void accept(long t) {
            if (empty) {
                empty = false;
                state = t;
            } else {
                state = op.applyAsLong(state, t);
            }
        }
    }

    public long reduce(long identity, LongBinaryOperator op) {
        return run(new Fold(op, identity, false), false).state;
    }

    public OptionalLong reduce(LongBinaryOperator op) {
        Fold f = run(new Fold(op, 0, true), false);
        return f.empty ? OptionalLong.empty() : OptionalLong.of(f.state);
    }

    public <R> R collect(Supplier<R> supplier, ObjLongConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        Objects.requireNonNull(supplier);
        Objects.requireNonNull(accumulator);
        Objects.requireNonNull(combiner);
        R container = supplier.get();
        forEach(t -> accumulator.accept(container, t));
        return container;
    }

    public long sum() {
        return run(new Sum(), false).sum;
    }

    private static final class Sum extends Sink<Object> {
        long sum;
        long n;

        Sum() {
            super(null);
        }

        public void accept(long t) {
            sum += t;
            n++;
        }
    }

    public OptionalDouble average() {
        Sum s = run(new Sum(), false);
        return s.n > 0 ? OptionalDouble.of((double) s.sum / s.n) : OptionalDouble.empty();
    }

    public OptionalLong min() {
        return reduce((a, b) -> Math.min(a, b));
    }

    public OptionalLong max() {
        return reduce((a, b) -> Math.max(a, b));
    }

    public long count() {
        return countElements();
    }

    public LongSummaryStatistics summaryStatistics() {
        LongSummaryStatistics s = new LongSummaryStatistics();
        forEach(t -> s.accept(t));
        return s;
    }

    /** Looks for an element on which the predicate is wanted. */
    private static final class Search extends Sink<Object> {
        private final LongPredicate predicate;
        private final boolean wanted;
        boolean found;

        Search(LongPredicate predicate, boolean wanted) {
            super(null);
            this.predicate = Objects.requireNonNull(predicate);
            this.wanted = wanted;
        }

        public void accept(long t) {
            if (!found && predicate.test(t) == wanted) {
                found = true;
            }
        }

        boolean done() {
            return found;
        }
    }

    public boolean anyMatch(LongPredicate predicate) {
        return run(new Search(predicate, true), true).found;
    }

    public boolean allMatch(LongPredicate predicate) {
        return !run(new Search(predicate, false), true).found;
    }

    public boolean noneMatch(LongPredicate predicate) {
        return !run(new Search(predicate, true), true).found;
    }

    private static final class First extends Sink<Object> {
        long value;
        boolean found;

        First() {
            super(null);
        }

        public void accept(long t) {
            if (!found) {
                found = true;
                value = t;
            }
        }

        boolean done() {
            return found;
        }
    }

    public OptionalLong findFirst() {
        First f = run(new First(), true);
        return f.found ? OptionalLong.of(f.value) : OptionalLong.empty();
    }

    public OptionalLong findAny() {
        return findFirst();
    }

    public PrimitiveIterator.OfLong iterator() {
        Pull pull = pull();
        return new PrimitiveIterator.OfLong() {
            public boolean hasNext() {
                return pull.hasNext();
            }

            public long nextLong() {
                return (Long) pull.next();
            }
        };
    }

    public Spliterator.OfLong spliterator() {
        Spliterator<?> sp = sourceSpliterator();
        if (sp != null) {
            return (Spliterator.OfLong) sp;
        }
        Pull pull = pull();
        return new Spliterator.OfLong() {
            public boolean tryAdvance(LongConsumer action) {
                if (!pull.hasNext()) {
                    return false;
                }
                action.accept((long) (Long) pull.next());
                return true;
            }

            public Spliterator.OfLong trySplit() {
                return null;
            }

            public long estimateSize() {
                return Long.MAX_VALUE;
            }

            public int characteristics() {
                return ORDERED;
            }
        };
    }

    public LongStream sequential() {
        parallel(false);
        return this;
    }

    public LongStream parallel() {
        parallel(true);
        return this;
    }

    public LongStream unordered() {
        return this;
    }

    public LongStream onClose(Runnable closeHandler) {
        closer(closeHandler);
        return this;
    }

    static final class ListBuilder implements LongStream.Builder {
        private Gather all = new Gather();

        public void accept(long t) {
            if (all == null) {
                throw new IllegalStateException();
            }
            all.accept(t);
        }

        public LongStream build() {
            if (all == null) {
                throw new IllegalStateException();
            }
            long[] a = all.toArray();
            all = null;
            return StreamSupport.of(a, 0, a.length);
        }
    }
}
