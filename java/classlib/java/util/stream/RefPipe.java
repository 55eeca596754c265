package java.util.stream;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashSet;
import java.util.ImmutableCollections;
import java.util.Iterator;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.Spliterator;
import java.util.Spliterators;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Consumer;
import java.util.function.DoubleConsumer;
import java.util.function.Function;
import java.util.function.IntConsumer;
import java.util.function.IntFunction;
import java.util.function.LongConsumer;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

/** A stream of references. */
@SuppressWarnings("unchecked")
final class RefPipe<T> extends Pipe implements Stream<T> {
    RefPipe(Source source) {
        super(source);
    }

    RefPipe(Pipe prev, int flags, Op op) {
        super(prev, flags, op);
    }

    Source source(Pull pull, long size) {
        return new Source() {
            boolean advance(Sink<Object> s) {
                if (!pull.hasNext()) {
                    return false;
                }
                s.accept(pull.next());
                return true;
            }

            long size() {
                return size;
            }
        };
    }

    public Stream<T> filter(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return new RefPipe<T>(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                if (predicate.test((T) t)) {
                    down.accept(t);
                }
            }
        });
    }

    public <R> Stream<R> map(Function<? super T, ? extends R> mapper) {
        Objects.requireNonNull(mapper);
        return new RefPipe<R>(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                R r = mapper.apply((T) t);
                down.accept((Object) r);
            }
        });
    }

    public IntStream mapToInt(ToIntFunction<? super T> mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                down.accept(mapper.applyAsInt((T) t));
            }
        });
    }

    public LongStream mapToLong(ToLongFunction<? super T> mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                down.accept(mapper.applyAsLong((T) t));
            }
        });
    }

    public DoubleStream mapToDouble(ToDoubleFunction<? super T> mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, KEEPS_SIZE, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                down.accept(mapper.applyAsDouble((T) t));
            }
        });
    }

    private Op flat(Function<? super T, ?> mapper) {
        Objects.requireNonNull(mapper);
        return next -> new Sink<Object>(next) {
            public void accept(Object t) {
                Object inner = mapper.apply((T) t);
                if (inner != null) {
                    ((Pipe) inner).pushInto(down);
                }
            }
        };
    }

    public <R> Stream<R> flatMap(Function<? super T, ? extends Stream<? extends R>> mapper) {
        return new RefPipe<R>(this, 0, flat(mapper));
    }

    public IntStream flatMapToInt(Function<? super T, ? extends IntStream> mapper) {
        return new IntPipe(this, 0, flat(mapper));
    }

    public LongStream flatMapToLong(Function<? super T, ? extends LongStream> mapper) {
        return new LongPipe(this, 0, flat(mapper));
    }

    public DoubleStream flatMapToDouble(Function<? super T, ? extends DoubleStream> mapper) {
        return new DoublePipe(this, 0, flat(mapper));
    }

    public <R> Stream<R> mapMulti(BiConsumer<? super T, ? super Consumer<R>> mapper) {
        Objects.requireNonNull(mapper);
        return new RefPipe<R>(this, 0, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                Consumer<?> out = down;
                mapper.accept((T) t, (Consumer<R>) out);
            }
        });
    }

    public IntStream mapMultiToInt(BiConsumer<? super T, ? super IntConsumer> mapper) {
        Objects.requireNonNull(mapper);
        return new IntPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                mapper.accept((T) t, (IntConsumer) down);
            }
        });
    }

    public LongStream mapMultiToLong(BiConsumer<? super T, ? super LongConsumer> mapper) {
        Objects.requireNonNull(mapper);
        return new LongPipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                mapper.accept((T) t, (LongConsumer) down);
            }
        });
    }

    public DoubleStream mapMultiToDouble(BiConsumer<? super T, ? super DoubleConsumer> mapper) {
        Objects.requireNonNull(mapper);
        return new DoublePipe(this, 0, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                mapper.accept((T) t, (DoubleConsumer) down);
            }
        });
    }

    public Stream<T> distinct() {
        return new RefPipe<T>(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private final HashSet<Object> seen = new HashSet<Object>();

            public void accept(Object t) {
                if (seen.add(t)) {
                    down.accept(t);
                }
            }
        });
    }

    public Stream<T> sorted() {
        if (isSorted()) {
            return new RefPipe<T>(this, KEEPS_SIZE | SORTS, next -> next);
        }
        return sort(null, KEEPS_SIZE | SORTS);
    }

    public Stream<T> sorted(Comparator<? super T> comparator) {
        return sort((Comparator<Object>) Objects.requireNonNull(comparator), KEEPS_SIZE);
    }

    private Stream<T> sort(Comparator<Object> cmp, int flags) {
        return new RefPipe<T>(this, flags, next -> new Sink<Object>(next) {
            private final ArrayList<Object> all = new ArrayList<Object>();

            public void accept(Object t) {
                all.add(t);
            }

            boolean done() {
                return false;
            }

            void end() {
                all.sort(cmp);
                for (int i = 0, n = all.size(); i < n && !down.done(); i++) {
                    down.accept(all.get(i));
                }
                down.end();
            }
        });
    }

    public Stream<T> peek(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        return new RefPipe<T>(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            public void accept(Object t) {
                action.accept((T) t);
                down.accept(t);
            }
        });
    }

    public Stream<T> limit(long maxSize) {
        checkCount(maxSize);
        RefPipe<T> p = new RefPipe<T>(this, KEEPS_SIZE | KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private long left = maxSize;

            public void accept(Object t) {
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

    public Stream<T> skip(long n) {
        checkCount(n);
        if (n == 0) {
            return this;
        }
        RefPipe<T> p = new RefPipe<T>(this, KEEPS_SIZE | KEEPS_ORDER, next -> new Sink<Object>(next) {
            private long left = n;

            public void accept(Object t) {
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

    public Stream<T> takeWhile(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return new RefPipe<T>(this, KEEPS_ORDER | STOPS, next -> new Sink<Object>(next) {
            private boolean take = true;

            public void accept(Object t) {
                if (take && (take = predicate.test((T) t))) {
                    down.accept(t);
                }
            }

            boolean done() {
                return !take || down.done();
            }
        });
    }

    public Stream<T> dropWhile(Predicate<? super T> predicate) {
        Objects.requireNonNull(predicate);
        return new RefPipe<T>(this, KEEPS_ORDER, next -> new Sink<Object>(next) {
            private boolean take;

            public void accept(Object t) {
                if (take || (take = !predicate.test((T) t))) {
                    down.accept(t);
                }
            }
        });
    }

    public void forEach(Consumer<? super T> action) {
        Objects.requireNonNull(action);
        run(new Sink<Object>(null) {
            public void accept(Object t) {
                action.accept((T) t);
            }
        }, false);
    }

    public void forEachOrdered(Consumer<? super T> action) {
        forEach(action);
    }

    private static final class Gather extends Sink<Object> {
        final ArrayList<Object> all = new ArrayList<Object>();

        Gather() {
            super(null);
        }

        public void accept(Object t) {
            all.add(t);
        }
    }

    public Object[] toArray() {
        return run(new Gather(), false).all.toArray();
    }

    public <A> A[] toArray(IntFunction<A[]> generator) {
        ArrayList<Object> all = run(new Gather(), false).all;
        A[] a = generator.apply(all.size());
        for (int i = 0; i < a.length; i++) {
            a[i] = (A) all.get(i);
        }
        return a;
    }

    /** Folds the elements; without an identity the first one starts. */
    private static final class Fold<T> extends Sink<Object> {
        private final BinaryOperator<T> op;
        T state;
        boolean empty;

        Fold(BinaryOperator<T> op, T identity, boolean empty) {
            super(null);
            this.op = Objects.requireNonNull(op);
            this.state = identity;
            this.empty = empty;
        }

        public void accept(Object t) {
            if (empty) {
                empty = false;
                state = (T) t;
            } else {
                state = op.apply(state, (T) t);
            }
        }
    }

    public T reduce(T identity, BinaryOperator<T> accumulator) {
        return run(new Fold<T>(accumulator, identity, false), false).state;
    }

    public Optional<T> reduce(BinaryOperator<T> accumulator) {
        Fold<T> f = run(new Fold<T>(accumulator, null, true), false);
        return f.empty ? Optional.<T>empty() : Optional.<T>of(f.state);
    }

    public <U> U reduce(U identity, BiFunction<U, ? super T, U> accumulator, BinaryOperator<U> combiner) {
        Objects.requireNonNull(accumulator);
        Objects.requireNonNull(combiner);
        Object[] box = {identity};
        forEach(t -> box[0] = accumulator.apply((U) box[0], t));
        return (U) box[0];
    }

    public <R> R collect(Supplier<R> supplier, BiConsumer<R, ? super T> accumulator, BiConsumer<R, R> combiner) {
        Objects.requireNonNull(supplier);
        Objects.requireNonNull(accumulator);
        Objects.requireNonNull(combiner);
        R container = supplier.get();
        forEach(t -> accumulator.accept(container, t));
        return container;
    }

    public <R, A> R collect(Collector<? super T, A, R> collector) {
        A container = collector.supplier().get();
        BiConsumer<A, ? super T> accumulator = collector.accumulator();
        run(new Sink<Object>(null) {
            public void accept(Object t) {
                accumulator.accept(container, (T) t);
            }
        }, false);
        return collector.finisher().apply(container);
    }

    public List<T> toList() {
        return ImmutableCollections.<T>listOfNullable(toArray());
    }

    public Optional<T> min(Comparator<? super T> comparator) {
        return reduce(BinaryOperator.<T>minBy(comparator));
    }

    public Optional<T> max(Comparator<? super T> comparator) {
        return reduce(BinaryOperator.<T>maxBy(comparator));
    }

    public long count() {
        return countElements();
    }

    /** Looks for an element on which the predicate is wanted. */
    private static final class Search<T> extends Sink<Object> {
        private final Predicate<? super T> predicate;
        private final boolean wanted;
        boolean found;

        Search(Predicate<? super T> predicate, boolean wanted) {
            super(null);
            this.predicate = Objects.requireNonNull(predicate);
            this.wanted = wanted;
        }

        public void accept(Object t) {
            if (!found && predicate.test((T) t) == wanted) {
                found = true;
            }
        }

        boolean done() {
            return found;
        }
    }

    public boolean anyMatch(Predicate<? super T> predicate) {
        return run(new Search<T>(predicate, true), true).found;
    }

    public boolean allMatch(Predicate<? super T> predicate) {
        return !run(new Search<T>(predicate, false), true).found;
    }

    public boolean noneMatch(Predicate<? super T> predicate) {
        return !run(new Search<T>(predicate, true), true).found;
    }

    private static final class First extends Sink<Object> {
        Object value;
        boolean found;

        First() {
            super(null);
        }

        public void accept(Object t) {
            if (!found) {
                found = true;
                value = t;
            }
        }

        boolean done() {
            return found;
        }
    }

    public Optional<T> findFirst() {
        First f = run(new First(), true);
        return f.found ? Optional.<T>of((T) f.value) : Optional.<T>empty();
    }

    public Optional<T> findAny() {
        return findFirst();
    }

    public Iterator<T> iterator() {
        Spliterator<?> sp = sourceSpliterator();
        if (sp != null) {
            return Spliterators.iterator((Spliterator<T>) sp);
        }
        Pull pull = pull();
        return new Iterator<T>() {
            public boolean hasNext() {
                return pull.hasNext();
            }

            public T next() {
                return (T) pull.next();
            }
        };
    }

    public Spliterator<T> spliterator() {
        Spliterator<?> sp = sourceSpliterator();
        return sp != null ? (Spliterator<T>) sp : Spliterators.spliteratorUnknownSize(iterator(), Spliterator.ORDERED);
    }

    public Stream<T> sequential() {
        parallel(false);
        return this;
    }

    public Stream<T> parallel() {
        parallel(true);
        return this;
    }

    public Stream<T> unordered() {
        return this;
    }

    public Stream<T> onClose(Runnable closeHandler) {
        closer(closeHandler);
        return this;
    }

    static final class ListBuilder<T> implements Stream.Builder<T> {
        private ArrayList<T> all = new ArrayList<T>();

        public void accept(T t) {
            if (all == null) {
                throw new IllegalStateException();
            }
            all.add(t);
        }

        public Stream<T> build() {
            if (all == null) {
                throw new IllegalStateException();
            }
            List<T> done = all;
            all = null;
            return done.stream();
        }
    }
}
