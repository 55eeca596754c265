package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
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

/** A stream of ints. */
final class IntPipe extends Pipe implements IntStream {
    IntPipe(Source source) {
        super(source);
    }

    IntPipe(Pipe prev, int flags, Op op) {
        super(prev, flags, op);
    }

    Source source(Pull pull, long size) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                if (!pull.hasNext()) {
                    return false;
                }
                s.accept((int) (Integer) pull.next());
                return true;
            }

            long size() {
                return size;
            }
        };
    }

    public IntStream filter(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new IntPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(int t) {
                if (predicate.test(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public IntStream map(IntUnaryOperator mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept(mapper.applyAsInt(t));
            }
        });
    }

    public <U> Stream<U> mapToObj(IntFunction<? extends U> mapper) {
        Objects.requireNonNull(mapper);
        return new RefPipe<U>(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(int t) {
                U u = mapper.apply(t);
                down.accept((Object) u);
            }
        });
    }

    public LongStream mapToLong(IntToLongFunction mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept(mapper.applyAsLong(t));
            }
        });
    }

    public DoubleStream mapToDouble(IntToDoubleFunction mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept(mapper.applyAsDouble(t));
            }
        });
    }

    public LongStream asLongStream() {
        return new LongPipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept((long) t);
            }
        });
    }

    public DoubleStream asDoubleStream() {
        return new DoublePipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept((double) t);
            }
        });
    }

    public Stream<Integer> boxed() {
        return new RefPipe<Integer>(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(int t) {
                down.accept((Object) Integer.valueOf(t));
            }
        });
    }

    public IntStream flatMap(IntFunction<? extends IntStream> mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(int t) {
                IntStream inner = mapper.apply(t);
                if (inner != null) {
                    ((Pipe) inner).pushInto(down);
                }
            }
        });
    }

    public IntStream mapMulti(IntStream.IntMapMultiConsumer mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(int t) {
                mapper.accept(t, (IntConsumer) down);
            }
        });
    }

    public IntStream distinct() {
        return new IntPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private final HashSet<Integer> seen = new HashSet<Integer>();

            public void accept(int t) {
                if (seen.add(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public IntStream sorted() {
        if (isSorted()) {
            return new IntPipe(this, KEEPS_SIZE | SORTS, next -> next);
        }
        return new IntPipe(this, KEEPS_SIZE | SORTS, next -> new Sink<Object>(next) {
            private final Gather all = new Gather();

            public void accept(int t) {
                all.accept(t);
            }

            boolean done() {
                return false;
            }

            void end() {
                int[] a = all.toArray();
                Arrays.sort(a);
                for (int i = 0; i < a.length && !down.done(); i++) {
                    down.accept(a[i]);
                }
                down.end();
            }
        });
    }

    public IntStream peek(IntConsumer action) {
        Objects.requireNonNull(action);
        return new IntPipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(int t) {
                action.accept(t);
                down.accept(t);
            }
        });
    }

    public IntStream limit(long maxSize) {
        checkCount(maxSize);
        IntPipe p = new IntPipe(this, KEEPS_SIZE | KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private long left = maxSize;

            public void accept(int t) {
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

    public IntStream skip(long n) {
        checkCount(n);
        if (n == 0) {
            return this;
        }
        IntPipe p = new IntPipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            private long left = n;

            public void accept(int t) {
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

    public IntStream takeWhile(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new IntPipe(this, KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private boolean take = true;

            public void accept(int t) {
                if (take && (take = predicate.test(t))) {
                    down.accept(t);
                }
            }

            boolean done() {
                return !take || down.done();
            }
        });
    }

    public IntStream dropWhile(IntPredicate predicate) {
        Objects.requireNonNull(predicate);
        return new IntPipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private boolean take;

            public void accept(int t) {
                if (take || (take = !predicate.test(t))) {
                    down.accept(t);
                }
            }
        });
    }

    public void forEach(IntConsumer action) {
        Objects.requireNonNull(action);
        run(new Sink<Object>(null) {
            public void accept(int t) {
                action.accept(t);
            }
        }, false);
    }

    public void forEachOrdered(IntConsumer action) {
        forEach(action);
    }

    private static final class Gather extends Sink<Object> {
        private int[] a = new int[10];
        private int n;

        Gather() {
            super(null);
        }

        public void accept(int t) {
            if (n == a.length) {
                a = Arrays.copyOf(a, 2 * n);
            }
            a[n++] = t;
        }

        int[] toArray() {
            return Arrays.copyOf(a, n);
        }
    }

    public int[] toArray() {
        return run(new Gather(), false).toArray();
    }

    /** Folds the elements; without an identity the first one starts. */
    private static final class Fold extends Sink<Object> {
        private final IntBinaryOperator op;
        int state;
        boolean empty;

        Fold(IntBinaryOperator op, int identity, boolean empty) {
            super(null);
            this.op = Objects.requireNonNull(op);
            this.state = identity;
            this.empty = empty;
        }

        public void accept(int t) {
            if (empty) {
                empty = false;
                state = t;
            } else {
                state = op.applyAsInt(state, t);
            }
        }
    }

    public int reduce(int identity, IntBinaryOperator op) {
        return run(new Fold(op, identity, false), false).state;
    }

    public OptionalInt reduce(IntBinaryOperator op) {
        Fold f = run(new Fold(op, 0, true), false);
        return f.empty ? OptionalInt.empty() : OptionalInt.of(f.state);
    }

    public <R> R collect(Supplier<R> supplier, ObjIntConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        Objects.requireNonNull(supplier);
        Objects.requireNonNull(accumulator);
        Objects.requireNonNull(combiner);
        R container = supplier.get();
        forEach(t -> accumulator.accept(container, t));
        return container;
    }

    public int sum() {
        return run(new Sum(), false).small;
    }

    private static final class Sum extends Sink<Object> {
        long sum;
        long n;
        int small;

        Sum() {
            super(null);
        }

        public void accept(int t) {
            sum += t;
            small += t;
            n++;
        }
    }

    public OptionalDouble average() {
        Sum s = run(new Sum(), false);
        return s.n > 0 ? OptionalDouble.of((double) s.sum / s.n) : OptionalDouble.empty();
    }

    public OptionalInt min() {
        return reduce((a, b) -> Math.min(a, b));
    }

    public OptionalInt max() {
        return reduce((a, b) -> Math.max(a, b));
    }

    public long count() {
        return countElements();
    }

    public IntSummaryStatistics summaryStatistics() {
        IntSummaryStatistics s = new IntSummaryStatistics();
        forEach(t -> s.accept(t));
        return s;
    }

    /** Looks for an element on which the predicate is wanted. */
    private static final class Search extends Sink<Object> {
        private final IntPredicate predicate;
        private final boolean wanted;
        boolean found;

        Search(IntPredicate predicate, boolean wanted) {
            super(null);
            this.predicate = Objects.requireNonNull(predicate);
            this.wanted = wanted;
        }

        public void accept(int t) {
            if (!found && predicate.test(t) == wanted) {
                found = true;
            }
        }

        boolean done() {
            return found;
        }
    }

    public boolean anyMatch(IntPredicate predicate) {
        return run(new Search(predicate, true), true).found;
    }

    public boolean allMatch(IntPredicate predicate) {
        return !run(new Search(predicate, false), true).found;
    }

    public boolean noneMatch(IntPredicate predicate) {
        return !run(new Search(predicate, true), true).found;
    }

    private static final class First extends Sink<Object> {
        int value;
        boolean found;

        First() {
            super(null);
        }

        public void accept(int t) {
            if (!found) {
                found = true;
                value = t;
            }
        }

        boolean done() {
            return found;
        }
    }

    public OptionalInt findFirst() {
        First f = run(new First(), true);
        return f.found ? OptionalInt.of(f.value) : OptionalInt.empty();
    }

    public OptionalInt findAny() {
        return findFirst();
    }

    public PrimitiveIterator.OfInt iterator() {
        Pull pull = pull();
        return new PrimitiveIterator.OfInt() {
            public boolean hasNext() {
                return pull.hasNext();
            }

            public int nextInt() {
                return (Integer) pull.next();
            }
        };
    }

    public Spliterator.OfInt spliterator() {
        Spliterator<?> sp = sourceSpliterator();
        if (sp != null) {
            return (Spliterator.OfInt) sp;
        }
        Pull pull = pull();
        return new Spliterator.OfInt() {
            public boolean tryAdvance(IntConsumer action) {
                if (!pull.hasNext()) {
                    return false;
                }
                action.accept((int) (Integer) pull.next());
                return true;
            }

            public Spliterator.OfInt trySplit() {
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

    public IntStream sequential() {
        parallel(false);
        return this;
    }

    public IntStream parallel() {
        parallel(true);
        return this;
    }

    public IntStream unordered() {
        return this;
    }

    public IntStream onClose(Runnable closeHandler) {
        closer(closeHandler);
        return this;
    }

    static final class ListBuilder implements IntStream.Builder {
        private Gather all = new Gather();

        public void accept(int t) {
            if (all == null) {
                throw new IllegalStateException();
            }
            all.accept(t);
        }

        public IntStream build() {
            if (all == null) {
                throw new IllegalStateException();
            }
            int[] a = all.toArray();
            all = null;
            return StreamSupport.of(a, 0, a.length);
        }
    }
}
