package java.util.stream;

import java.util.Arrays;
import java.util.HashSet;
import java.util.DoubleSummaryStatistics;
import java.util.Objects;
import java.util.OptionalDouble;
import java.util.PrimitiveIterator;
import java.util.Spliterator;
import java.util.function.BiConsumer;
import java.util.function.DoubleBinaryOperator;
import java.util.function.DoubleConsumer;
import java.util.function.DoubleFunction;
import java.util.function.DoublePredicate;
import java.util.function.DoubleSupplier;
import java.util.function.DoubleToIntFunction;
import java.util.function.DoubleToLongFunction;
import java.util.function.DoubleUnaryOperator;
import java.util.function.ObjDoubleConsumer;
import java.util.function.Supplier;

/** A stream of doubles. */
final class DoublePipe extends Pipe implements DoubleStream {
    DoublePipe(Source source) {
        super(source);
    }

    DoublePipe(Pipe prev, int flags, Op op) {
        super(prev, flags, op);
    }

    Source source(Pull pull, long size) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                if (!pull.hasNext()) {
                    return false;
                }
                s.accept((double) (Double) pull.next());
                return true;
            }

            long size() {
                return size;
            }
        };
    }

    public DoubleStream filter(DoublePredicate predicate) {
        Objects.requireNonNull(predicate);
        return new DoublePipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(double t) {
                if (predicate.test(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public DoubleStream map(DoubleUnaryOperator mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(double t) {
                down.accept(mapper.applyAsDouble(t));
            }
        });
    }

    public <U> Stream<U> mapToObj(DoubleFunction<? extends U> mapper) {
        Objects.requireNonNull(mapper);
        return new RefPipe<U>(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(double t) {
                U u = mapper.apply(t);
                down.accept((Object) u);
            }
        });
    }

    public IntStream mapToInt(DoubleToIntFunction mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(double t) {
                down.accept(mapper.applyAsInt(t));
            }
        });
    }

    public LongStream mapToLong(DoubleToLongFunction mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(double t) {
                down.accept(mapper.applyAsLong(t));
            }
        });
    }

    public Stream<Double> boxed() {
        return new RefPipe<Double>(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(double t) {
                down.accept((Object) Double.valueOf(t));
            }
        });
    }

    public DoubleStream flatMap(DoubleFunction<? extends DoubleStream> mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(double t) {
                DoubleStream inner = mapper.apply(t);
                if (inner != null) {
                    ((Pipe) inner).pushInto(down);
                }
            }
        });
    }

    public DoubleStream mapMulti(DoubleStream.DoubleMapMultiConsumer mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(double t) {
                mapper.accept(t, (DoubleConsumer) down);
            }
        });
    }

    public DoubleStream distinct() {
        return new DoublePipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private final HashSet<Double> seen = new HashSet<Double>();

            public void accept(double t) {
                if (seen.add(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public DoubleStream sorted() {
        if (isSorted()) {
            return new DoublePipe(this, KEEPS_SIZE | SORTS, next -> next);
        }
        return new DoublePipe(this, KEEPS_SIZE | SORTS, next -> new Sink<Object>(next) {
            private final Gather all = new Gather();

            public void accept(double t) {
                all.accept(t);
            }

            boolean done() {
                return false;
            }

            void end() {
                double[] a = all.toArray();
                Arrays.sort(a);
                for (int i = 0; i < a.length && !down.done(); i++) {
                    down.accept(a[i]);
                }
                down.end();
            }
        });
    }

    public DoubleStream peek(DoubleConsumer action) {
        Objects.requireNonNull(action);
        return new DoublePipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(double t) {
                action.accept(t);
                down.accept(t);
            }
        });
    }

    public DoubleStream limit(long maxSize) {
        checkCount(maxSize);
        DoublePipe p = new DoublePipe(this, KEEPS_SIZE | KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private long left = maxSize;

            public void accept(double t) {
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

    public DoubleStream skip(long n) {
        checkCount(n);
        if (n == 0) {
            return this;
        }
        DoublePipe p = new DoublePipe(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            private long left = n;

            public void accept(double t) {
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

    public DoubleStream takeWhile(DoublePredicate predicate) {
        Objects.requireNonNull(predicate);
        return new DoublePipe(this, KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private boolean take = true;

            public void accept(double t) {
                if (take && (take = predicate.test(t))) {
                    down.accept(t);
                }
            }

            boolean done() {
                return !take || down.done();
            }
        });
    }

    public DoubleStream dropWhile(DoublePredicate predicate) {
        Objects.requireNonNull(predicate);
        return new DoublePipe(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private boolean take;

            public void accept(double t) {
                if (take || (take = !predicate.test(t))) {
                    down.accept(t);
                }
            }
        });
    }

    public void forEach(DoubleConsumer action) {
        Objects.requireNonNull(action);
        run(new Sink<Object>(null) {
            public void accept(double t) {
                action.accept(t);
            }
        }, false);
    }

    public void forEachOrdered(DoubleConsumer action) {
        forEach(action);
    }

    private static final class Gather extends Sink<Object> {
        private double[] a = new double[10];
        private int n;

        Gather() {
            super(null);
        }

        public void accept(double t) {
            if (n == a.length) {
                a = Arrays.copyOf(a, 2 * n);
            }
            a[n++] = t;
        }

        double[] toArray() {
            return Arrays.copyOf(a, n);
        }
    }

    public double[] toArray() {
        return run(new Gather(), false).toArray();
    }

    /** Folds the elements; without an identity the first one starts. */
    private static final class Fold extends Sink<Object> {
        private final DoubleBinaryOperator op;
        double state;
        boolean empty;

        Fold(DoubleBinaryOperator op, double identity, boolean empty) {
            super(null);
            this.op = Objects.requireNonNull(op);
            this.state = identity;
            this.empty = empty;
        }

        public void accept(double t) {
            if (empty) {
                empty = false;
                state = t;
            } else {
                state = op.applyAsDouble(state, t);
            }
        }
    }

    public double reduce(double identity, DoubleBinaryOperator op) {
        return run(new Fold(op, identity, false), false).state;
    }

    public OptionalDouble reduce(DoubleBinaryOperator op) {
        Fold f = run(new Fold(op, 0, true), false);
        return f.empty ? OptionalDouble.empty() : OptionalDouble.of(f.state);
    }

    public <R> R collect(Supplier<R> supplier, ObjDoubleConsumer<R> accumulator, BiConsumer<R, R> combiner) {
        Objects.requireNonNull(supplier);
        Objects.requireNonNull(accumulator);
        Objects.requireNonNull(combiner);
        R container = supplier.get();
        forEach(t -> accumulator.accept(container, t));
        return container;
    }

    public double sum() {
        return summaryStatistics().getSum();
    }

    public OptionalDouble average() {
        DoubleSummaryStatistics s = summaryStatistics();
        return s.getCount() > 0 ? OptionalDouble.of(s.getAverage()) : OptionalDouble.empty();
    }

    public OptionalDouble min() {
        return reduce((a, b) -> Math.min(a, b));
    }

    public OptionalDouble max() {
        return reduce((a, b) -> Math.max(a, b));
    }

    public long count() {
        return countElements();
    }

    public DoubleSummaryStatistics summaryStatistics() {
        DoubleSummaryStatistics s = new DoubleSummaryStatistics();
        forEach(t -> s.accept(t));
        return s;
    }

    /** Looks for an element on which the predicate is wanted. */
    private static final class Search extends Sink<Object> {
        private final DoublePredicate predicate;
        private final boolean wanted;
        boolean found;

        Search(DoublePredicate predicate, boolean wanted) {
            super(null);
            this.predicate = Objects.requireNonNull(predicate);
            this.wanted = wanted;
        }

        public void accept(double t) {
            if (!found && predicate.test(t) == wanted) {
                found = true;
            }
        }

        boolean done() {
            return found;
        }
    }

    public boolean anyMatch(DoublePredicate predicate) {
        return run(new Search(predicate, true), true).found;
    }

    public boolean allMatch(DoublePredicate predicate) {
        return !run(new Search(predicate, false), true).found;
    }

    public boolean noneMatch(DoublePredicate predicate) {
        return !run(new Search(predicate, true), true).found;
    }

    private static final class First extends Sink<Object> {
        double value;
        boolean found;

        First() {
            super(null);
        }

        public void accept(double t) {
            if (!found) {
                found = true;
                value = t;
            }
        }

        boolean done() {
            return found;
        }
    }

    public OptionalDouble findFirst() {
        First f = run(new First(), true);
        return f.found ? OptionalDouble.of(f.value) : OptionalDouble.empty();
    }

    public OptionalDouble findAny() {
        return findFirst();
    }

    public PrimitiveIterator.OfDouble iterator() {
        Pull pull = pull();
        return new PrimitiveIterator.OfDouble() {
            public boolean hasNext() {
                return pull.hasNext();
            }

            public double nextDouble() {
                return (Double) pull.next();
            }
        };
    }

    public Spliterator.OfDouble spliterator() {
        Spliterator<?> sp = sourceSpliterator();
        if (sp != null) {
            return (Spliterator.OfDouble) sp;
        }
        Pull pull = pull();
        return new Spliterator.OfDouble() {
            public boolean tryAdvance(DoubleConsumer action) {
                if (!pull.hasNext()) {
                    return false;
                }
                action.accept((double) (Double) pull.next());
                return true;
            }

            public Spliterator.OfDouble trySplit() {
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

    public DoubleStream sequential() {
        parallel(false);
        return this;
    }

    public DoubleStream parallel() {
        parallel(true);
        return this;
    }

    public DoubleStream unordered() {
        return this;
    }

    public DoubleStream onClose(Runnable closeHandler) {
        closer(closeHandler);
        return this;
    }

    static final class ListBuilder implements DoubleStream.Builder {
        private Gather all = new Gather();

        public void accept(double t) {
            if (all == null) {
                throw new IllegalStateException();
            }
            all.accept(t);
        }

        public DoubleStream build() {
            if (all == null) {
                throw new IllegalStateException();
            }
            double[] a = all.toArray();
            all = null;
            return StreamSupport.of(a, 0, a.length);
        }
    }
}
