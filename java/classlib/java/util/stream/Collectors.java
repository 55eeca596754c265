package java.util.stream;

import java.util.AbstractMap;
import java.util.AbstractSet;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.DoubleSummaryStatistics;
import java.util.HashMap;
import java.util.HashSet;
import java.util.IntSummaryStatistics;
import java.util.Iterator;
import java.util.List;
import java.util.LongSummaryStatistics;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.StringJoiner;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;
import java.util.function.BiConsumer;
import java.util.function.BiFunction;
import java.util.function.BinaryOperator;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.function.ToDoubleFunction;
import java.util.function.ToIntFunction;
import java.util.function.ToLongFunction;

@SuppressWarnings("unchecked")
public final class Collectors {
    private Collectors() {
    }

    static class Impl<T, A, R> implements Collector<T, A, R> {
        private final Supplier<A> supplier;
        private final BiConsumer<A, T> accumulator;
        private final BinaryOperator<A> combiner;
        private final Function<A, R> finisher;

        Impl(Supplier<A> supplier, BiConsumer<A, T> accumulator, BinaryOperator<A> combiner, Function<A, R> finisher) {
            this.supplier = supplier;
            this.accumulator = accumulator;
            this.combiner = combiner;
            this.finisher = finisher;
        }

        public Supplier<A> supplier() {
            return supplier;
        }

        public BiConsumer<A, T> accumulator() {
            return accumulator;
        }

        public BinaryOperator<A> combiner() {
            return combiner;
        }

        public Function<A, R> finisher() {
            return finisher;
        }

        public Set<Collector.Characteristics> characteristics() {
            return Collections.emptySet();
        }
    }

    private static <E, C extends Collection<E>> BinaryOperator<C> union() {
        return (C left, C right) -> {
            left.addAll(right);
            return left;
        };
    }

    public static <T, C extends Collection<T>> Collector<T, ?, C> toCollection(Supplier<C> collectionFactory) {
        return new Impl<T, C, C>(collectionFactory, (C c, T t) -> c.add(t), Collectors.<T, C>union(), c -> c);
    }

    public static <T> Collector<T, ?, List<T>> toList() {
        return new Impl<T, List<T>, List<T>>(() -> new ArrayList<T>(), (List<T> c, T t) -> c.add(t),
                Collectors.<T, List<T>>union(), c -> c);
    }

    public static <T> Collector<T, ?, List<T>> toUnmodifiableList() {
        return new Impl<T, List<T>, List<T>>(() -> new ArrayList<T>(), (List<T> c, T t) -> c.add(t),
                Collectors.<T, List<T>>union(), (List<T> c) -> (List<T>) List.of(c.toArray()));
    }

    public static <T> Collector<T, ?, Set<T>> toSet() {
        return new Impl<T, Set<T>, Set<T>>(() -> new HashSet<T>(), (Set<T> c, T t) -> c.add(t),
                Collectors.<T, Set<T>>union(), c -> c);
    }

    public static <T> Collector<T, ?, Set<T>> toUnmodifiableSet() {
        return new Impl<T, Set<T>, Set<T>>(() -> new HashSet<T>(), (Set<T> c, T t) -> c.add(t),
                Collectors.<T, Set<T>>union(), (Set<T> c) -> (Set<T>) Set.of(c.toArray()));
    }

    public static Collector<CharSequence, ?, String> joining() {
        return new Impl<CharSequence, StringBuilder, String>(() -> new StringBuilder(),
                (StringBuilder b, CharSequence s) -> b.append(s), (StringBuilder l, StringBuilder r) -> l.append(r),
                (StringBuilder b) -> b.toString());
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence delimiter) {
        return joining(delimiter, "", "");
    }

    public static Collector<CharSequence, ?, String> joining(CharSequence delimiter, CharSequence prefix,
            CharSequence suffix) {
        return new Impl<CharSequence, StringJoiner, String>(() -> new StringJoiner(delimiter, prefix, suffix),
                (StringJoiner j, CharSequence s) -> j.add(s), (StringJoiner l, StringJoiner r) -> l.merge(r),
                (StringJoiner j) -> j.toString());
    }

    public static <T, U, A, R> Collector<T, ?, R> mapping(Function<? super T, ? extends U> mapper,
            Collector<? super U, A, R> downstream) {
        BiConsumer<A, ? super U> accumulator = downstream.accumulator();
        return new Impl<T, A, R>(downstream.supplier(), (A r, T t) -> accumulator.accept(r, mapper.apply(t)),
                downstream.combiner(), downstream.finisher());
    }

    public static <T, U, A, R> Collector<T, ?, R> flatMapping(
            Function<? super T, ? extends Stream<? extends U>> mapper, Collector<? super U, A, R> downstream) {
        BiConsumer<A, ? super U> accumulator = downstream.accumulator();
        return new Impl<T, A, R>(downstream.supplier(), (A r, T t) -> {
            Stream<? extends U> inner = mapper.apply(t);
            if (inner != null) {
                inner.forEach(u -> accumulator.accept(r, u));
                inner.close();
            }
        }, downstream.combiner(), downstream.finisher());
    }

    public static <T, A, R> Collector<T, ?, R> filtering(Predicate<? super T> predicate,
            Collector<? super T, A, R> downstream) {
        BiConsumer<A, ? super T> accumulator = downstream.accumulator();
        return new Impl<T, A, R>(downstream.supplier(), (A r, T t) -> {
            if (predicate.test(t)) {
                accumulator.accept(r, t);
            }
        }, downstream.combiner(), downstream.finisher());
    }

    public static <T, A, R, RR> Collector<T, A, RR> collectingAndThen(Collector<T, A, R> downstream,
            Function<R, RR> finisher) {
        Function<A, R> first = downstream.finisher();
        return new Impl<T, A, RR>(downstream.supplier(), downstream.accumulator(), downstream.combiner(),
                (A a) -> finisher.apply(first.apply(a)));
    }

    public static <T> Collector<T, ?, Long> counting() {
        return summingLong(e -> 1L);
    }

    public static <T> Collector<T, ?, Optional<T>> minBy(Comparator<? super T> comparator) {
        return reducing(BinaryOperator.<T>minBy(comparator));
    }

    public static <T> Collector<T, ?, Optional<T>> maxBy(Comparator<? super T> comparator) {
        return reducing(BinaryOperator.<T>maxBy(comparator));
    }

    public static <T> Collector<T, ?, Integer> summingInt(ToIntFunction<? super T> mapper) {
        return new Impl<T, int[], Integer>(() -> new int[1], (int[] a, T t) -> {
            a[0] += mapper.applyAsInt(t);
        }, (int[] a, int[] b) -> {
            a[0] += b[0];
            return a;
        }, (int[] a) -> a[0]);
    }

    public static <T> Collector<T, ?, Long> summingLong(ToLongFunction<? super T> mapper) {
        return new Impl<T, long[], Long>(() -> new long[1], (long[] a, T t) -> {
            a[0] += mapper.applyAsLong(t);
        }, (long[] a, long[] b) -> {
            a[0] += b[0];
            return a;
        }, (long[] a) -> a[0]);
    }

    private static <T, R> Collector<T, ?, R> doubles(ToDoubleFunction<? super T> mapper,
            Function<DoubleSummaryStatistics, R> finisher) {
        return new Impl<T, DoubleSummaryStatistics, R>(() -> new DoubleSummaryStatistics(),
                (DoubleSummaryStatistics s, T t) -> s.accept(mapper.applyAsDouble(t)),
                (DoubleSummaryStatistics l, DoubleSummaryStatistics r) -> {
                    l.combine(r);
                    return l;
                }, finisher);
    }

    public static <T> Collector<T, ?, Double> summingDouble(ToDoubleFunction<? super T> mapper) {
        return doubles(mapper, (DoubleSummaryStatistics s) -> s.getSum());
    }

    private static <T> Collector<T, ?, Double> average(ToLongFunction<? super T> mapper) {
        return new Impl<T, long[], Double>(() -> new long[2], (long[] a, T t) -> {
            a[0] += mapper.applyAsLong(t);
            a[1]++;
        }, (long[] a, long[] b) -> {
            a[0] += b[0];
            a[1] += b[1];
            return a;
        }, (long[] a) -> a[1] == 0 ? 0.0d : (double) a[0] / a[1]);
    }

    public static <T> Collector<T, ?, Double> averagingInt(ToIntFunction<? super T> mapper) {
        return average((T t) -> (long) mapper.applyAsInt(t));
    }

    public static <T> Collector<T, ?, Double> averagingLong(ToLongFunction<? super T> mapper) {
        return average(mapper);
    }

    public static <T> Collector<T, ?, Double> averagingDouble(ToDoubleFunction<? super T> mapper) {
        return doubles(mapper, (DoubleSummaryStatistics s) -> s.getAverage());
    }

    public static <T> Collector<T, ?, T> reducing(T identity, BinaryOperator<T> op) {
        return new Impl<T, Object[], T>(() -> new Object[] {identity}, (Object[] a, T t) -> {
            a[0] = op.apply((T) a[0], t);
        }, (Object[] a, Object[] b) -> {
            a[0] = op.apply((T) a[0], (T) b[0]);
            return a;
        }, (Object[] a) -> (T) a[0]);
    }

    public static <T> Collector<T, ?, Optional<T>> reducing(BinaryOperator<T> op) {
        return new Impl<T, ArrayList<T>, Optional<T>>(() -> new ArrayList<T>(1), (ArrayList<T> a, T t) -> {
            if (a.isEmpty()) {
                a.add(t);
            } else {
                a.set(0, op.apply(a.get(0), t));
            }
        }, (ArrayList<T> a, ArrayList<T> b) -> {
            if (a.isEmpty()) {
                return b;
            }
            if (!b.isEmpty()) {
                a.set(0, op.apply(a.get(0), b.get(0)));
            }
            return a;
        }, (ArrayList<T> a) -> a.isEmpty() ? Optional.<T>empty() : Optional.<T>ofNullable(a.get(0)));
    }

    public static <T, U> Collector<T, ?, U> reducing(U identity, Function<? super T, ? extends U> mapper,
            BinaryOperator<U> op) {
        return new Impl<T, Object[], U>(() -> new Object[] {identity}, (Object[] a, T t) -> {
            a[0] = op.apply((U) a[0], mapper.apply(t));
        }, (Object[] a, Object[] b) -> {
            a[0] = op.apply((U) a[0], (U) b[0]);
            return a;
        }, (Object[] a) -> (U) a[0]);
    }

    public static <T, K> Collector<T, ?, Map<K, List<T>>> groupingBy(Function<? super T, ? extends K> classifier) {
        return groupingBy(classifier, Collectors.<T>toList());
    }

    public static <T, K, A, D> Collector<T, ?, Map<K, D>> groupingBy(Function<? super T, ? extends K> classifier,
            Collector<? super T, A, D> downstream) {
        return Collectors.<T, K, D, A, Map<K, D>>groupingBy(classifier, () -> new HashMap<K, D>(), downstream);
    }

    public static <T, K, D, A, M extends Map<K, D>> Collector<T, ?, M> groupingBy(
            Function<? super T, ? extends K> classifier, Supplier<M> mapFactory,
            Collector<? super T, A, D> downstream) {
        Supplier<A> make = downstream.supplier();
        BiConsumer<A, ? super T> add = downstream.accumulator();
        BinaryOperator<A> join = downstream.combiner();
        Function<A, D> finish = downstream.finisher();
        return new Impl<T, Map<K, A>, M>(() -> (Map<K, A>) mapFactory.get(), (Map<K, A> m, T t) -> {
            K key = Objects.requireNonNull(classifier.apply(t), "element cannot be mapped to a null key");
            A container = m.computeIfAbsent(key, k -> make.get());
            add.accept(container, t);
        }, Collectors.<K, A>mergeMaps(join), (Map<K, A> m) -> {
            m.replaceAll((k, v) -> (A) finish.apply(v));
            return (M) m;
        });
    }

    private static <K, V> BinaryOperator<Map<K, V>> mergeMaps(BinaryOperator<V> op) {
        return (Map<K, V> a, Map<K, V> b) -> {
            for (Map.Entry<K, V> e : b.entrySet()) {
                a.merge(e.getKey(), e.getValue(), op);
            }
            return a;
        };
    }

    public static <T, K> Collector<T, ?, ConcurrentMap<K, List<T>>> groupingByConcurrent(
            Function<? super T, ? extends K> classifier) {
        return groupingByConcurrent(classifier, Collectors.<T>toList());
    }

    public static <T, K, A, D> Collector<T, ?, ConcurrentMap<K, D>> groupingByConcurrent(
            Function<? super T, ? extends K> classifier, Collector<? super T, A, D> downstream) {
        return Collectors.<T, K, D, A, ConcurrentMap<K, D>>groupingBy(classifier,
                () -> new ConcurrentHashMap<K, D>(), downstream);
    }

    public static <T> Collector<T, ?, Map<Boolean, List<T>>> partitioningBy(Predicate<? super T> predicate) {
        return partitioningBy(predicate, Collectors.<T>toList());
    }

    public static <T, D, A> Collector<T, ?, Map<Boolean, D>> partitioningBy(Predicate<? super T> predicate,
            Collector<? super T, A, D> downstream) {
        Supplier<A> make = downstream.supplier();
        BiConsumer<A, ? super T> add = downstream.accumulator();
        BinaryOperator<A> join = downstream.combiner();
        Function<A, D> finish = downstream.finisher();
        return new Impl<T, Partition<A>, Map<Boolean, D>>(() -> new Partition<A>(make.get(), make.get()),
                (Partition<A> p, T t) -> add.accept(predicate.test(t) ? p.forTrue : p.forFalse, t),
                (Partition<A> a, Partition<A> b) -> new Partition<A>(join.apply(a.forTrue, b.forTrue),
                        join.apply(a.forFalse, b.forFalse)),
                (Partition<A> p) -> new Partition<D>(finish.apply(p.forTrue), finish.apply(p.forFalse)));
    }

    private static final class Partition<V> extends AbstractMap<Boolean, V> {
        final V forTrue;
        final V forFalse;

        Partition(V forTrue, V forFalse) {
            this.forTrue = forTrue;
            this.forFalse = forFalse;
        }

        public Set<Map.Entry<Boolean, V>> entrySet() {
            return new AbstractSet<Map.Entry<Boolean, V>>() {
                public Iterator<Map.Entry<Boolean, V>> iterator() {
                    ArrayList<Map.Entry<Boolean, V>> both = new ArrayList<Map.Entry<Boolean, V>>();
                    both.add(new SimpleImmutableEntry<Boolean, V>(false, forFalse));
                    both.add(new SimpleImmutableEntry<Boolean, V>(true, forTrue));
                    return Collections.unmodifiableList(both).iterator();
                }

                public int size() {
                    return 2;
                }
            };
        }
    }

    private static IllegalStateException duplicate(Object k, Object u, Object v) {
        return new IllegalStateException(
                "Duplicate key " + k + " (attempted merging values " + u + " and " + v + ")");
    }

    private static <T, K, V, M extends Map<K, V>> Collector<T, ?, M> uniqueKeys(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends V> valueMapper,
            Supplier<M> mapFactory) {
        Objects.requireNonNull(keyMapper, "keyMapper");
        Objects.requireNonNull(valueMapper, "valueMapper");
        return new Impl<T, M, M>(mapFactory, (M m, T t) -> {
            K k = keyMapper.apply(t);
            V v = Objects.requireNonNull(valueMapper.apply(t));
            V u = m.putIfAbsent(k, v);
            if (u != null) {
                throw duplicate(k, u, v);
            }
        }, (M a, M b) -> {
            for (Map.Entry<K, V> e : b.entrySet()) {
                V u = a.putIfAbsent(e.getKey(), e.getValue());
                if (u != null) {
                    throw duplicate(e.getKey(), u, e.getValue());
                }
            }
            return a;
        }, m -> m);
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> keyMapper,
            Function<? super T, ? extends U> valueMapper) {
        return Collectors.<T, K, U, Map<K, U>>uniqueKeys(keyMapper, valueMapper, () -> new HashMap<K, U>());
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toMap(Function<? super T, ? extends K> keyMapper,
            Function<? super T, ? extends U> valueMapper, BinaryOperator<U> mergeFunction) {
        return Collectors.<T, K, U, Map<K, U>>toMap(keyMapper, valueMapper, mergeFunction, () -> new HashMap<K, U>());
    }

    public static <T, K, U, M extends Map<K, U>> Collector<T, ?, M> toMap(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends U> valueMapper,
            BinaryOperator<U> mergeFunction, Supplier<M> mapFactory) {
        return new Impl<T, M, M>(mapFactory, (M m, T t) -> {
            m.merge(keyMapper.apply(t), valueMapper.apply(t), mergeFunction);
        }, (M a, M b) -> {
            for (Map.Entry<K, U> e : b.entrySet()) {
                a.merge(e.getKey(), e.getValue(), mergeFunction);
            }
            return a;
        }, m -> m);
    }

    private static <K, V> Map<K, V> seal(Map<K, V> m) {
        return Map.<K, V>copyOf(m);
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends U> valueMapper) {
        Objects.requireNonNull(keyMapper, "keyMapper");
        Objects.requireNonNull(valueMapper, "valueMapper");
        return collectingAndThen(Collectors.<T, K, U>toMap(keyMapper, valueMapper), (Map<K, U> m) -> seal(m));
    }

    public static <T, K, U> Collector<T, ?, Map<K, U>> toUnmodifiableMap(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends U> valueMapper,
            BinaryOperator<U> mergeFunction) {
        Objects.requireNonNull(keyMapper, "keyMapper");
        Objects.requireNonNull(valueMapper, "valueMapper");
        Objects.requireNonNull(mergeFunction, "mergeFunction");
        return collectingAndThen(Collectors.<T, K, U>toMap(keyMapper, valueMapper, mergeFunction),
                (Map<K, U> m) -> seal(m));
    }

    public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends U> valueMapper) {
        return Collectors.<T, K, U, ConcurrentMap<K, U>>uniqueKeys(keyMapper, valueMapper,
                () -> new ConcurrentHashMap<K, U>());
    }

    public static <T, K, U> Collector<T, ?, ConcurrentMap<K, U>> toConcurrentMap(
            Function<? super T, ? extends K> keyMapper, Function<? super T, ? extends U> valueMapper,
            BinaryOperator<U> mergeFunction) {
        return Collectors.<T, K, U, ConcurrentMap<K, U>>toMap(keyMapper, valueMapper, mergeFunction,
                () -> new ConcurrentHashMap<K, U>());
    }

    public static <T> Collector<T, ?, IntSummaryStatistics> summarizingInt(ToIntFunction<? super T> mapper) {
        return new Impl<T, IntSummaryStatistics, IntSummaryStatistics>(() -> new IntSummaryStatistics(),
                (IntSummaryStatistics s, T t) -> s.accept(mapper.applyAsInt(t)),
                (IntSummaryStatistics l, IntSummaryStatistics r) -> {
                    l.combine(r);
                    return l;
                }, s -> s);
    }

    public static <T> Collector<T, ?, LongSummaryStatistics> summarizingLong(ToLongFunction<? super T> mapper) {
        return new Impl<T, LongSummaryStatistics, LongSummaryStatistics>(() -> new LongSummaryStatistics(),
                (LongSummaryStatistics s, T t) -> s.accept(mapper.applyAsLong(t)),
                (LongSummaryStatistics l, LongSummaryStatistics r) -> {
                    l.combine(r);
                    return l;
                }, s -> s);
    }

    public static <T> Collector<T, ?, DoubleSummaryStatistics> summarizingDouble(
            ToDoubleFunction<? super T> mapper) {
        return doubles(mapper, (DoubleSummaryStatistics s) -> s);
    }

    public static <T, R1, R2, R> Collector<T, ?, R> teeing(Collector<? super T, ?, R1> downstream1,
            Collector<? super T, ?, R2> downstream2, BiFunction<? super R1, ? super R2, R> merger) {
        Objects.requireNonNull(downstream1, "downstream1");
        Objects.requireNonNull(downstream2, "downstream2");
        Objects.requireNonNull(merger, "merger");
        return tee((Collector<T, Object, R1>) downstream1, (Collector<T, Object, R2>) downstream2, merger);
    }

    private static <T, R1, R2, R> Collector<T, ?, R> tee(Collector<T, Object, R1> c1, Collector<T, Object, R2> c2,
            BiFunction<? super R1, ? super R2, R> merger) {
        BiConsumer<Object, T> add1 = c1.accumulator();
        BiConsumer<Object, T> add2 = c2.accumulator();
        return new Impl<T, Object[], R>(() -> new Object[] {c1.supplier().get(), c2.supplier().get()},
                (Object[] a, T t) -> {
                    add1.accept(a[0], t);
                    add2.accept(a[1], t);
                }, (Object[] a, Object[] b) -> new Object[] {c1.combiner().apply(a[0], b[0]),
                    c2.combiner().apply(a[1], b[1])},
                (Object[] a) -> merger.apply(c1.finisher().apply(a[0]), c2.finisher().apply(a[1])));
    }
}
