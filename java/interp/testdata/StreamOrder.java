import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Streams: laziness, order of effects, short circuits, collectors, sums. */
public class StreamOrder {
    record P(String name, int age, double pay, String dept) {}

    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void show(Object o) {
        System.out.println(o);
    }

    static <T> Consumer<T> say(String s) {
        return x -> System.out.print(s + x + " ");
    }

    public static void main(String[] args) {
        List<Integer> l = List.of(5, 3, 8, 1, 9, 3, 5);
        l.stream().peek(say("a")).filter(x -> x > 2).peek(say("b")).map(x -> x * 2).peek(say("c")).limit(3).forEach(say("!"));
        System.out.println();
        l.stream().peek(say("a")).sorted().peek(say("b")).limit(2).forEach(say("!"));
        System.out.println();
        l.stream().peek(say("a")).sorted(Comparator.reverseOrder()).peek(say("b")).sorted().skip(1).peek(say("c")).findFirst().ifPresent(say("!"));
        System.out.println();
        new TreeSet<>(l).stream().peek(say("a")).sorted().peek(say("b")).limit(2).forEach(say("!"));
        System.out.println();
        IntStream.range(0, 4).peek(i -> System.out.print("a" + i)).sorted().peek(i -> System.out.print("b" + i)).forEach(i -> System.out.print("! "));
        System.out.println();
        show(l.stream().peek(say("counted")).count() + " " + l.stream().peek(say("counted")).map(x -> x).sorted().count());
        show(l.stream().peek(say("f")).filter(x -> true).count() + " " + l.stream().peek(say("l")).limit(2).count() + " " + Stream.of(1, 2).peek(say("s")).skip(1).count());
        show(l.stream().flatMap(x -> Stream.of(x, -x).peek(say("i"))).peek(say("o")).anyMatch(x -> x == -3));
        show(Stream.iterate(1, x -> { System.out.print("it "); return x * 2; }).limit(4).map(String::valueOf).collect(Collectors.joining("|", "<", ">")));
        show(Stream.iterate(1, x -> x < 50, x -> x * 3).toList() + " " + Stream.generate(() -> "z").limit(3).toList());
        show(Stream.iterate(10, x -> x - 1).takeWhile(x -> x > 5).dropWhile(x -> x > 8).collect(Collectors.toList()));
        show(Stream.iterate(new int[] {0, 1}, f -> new int[] {f[1], f[0] + f[1]}).limit(10).map(f -> f[0]).toList());
        show(IntStream.iterate(1, i -> i * 2).limit(8).sum() + " " + IntStream.rangeClosed(1, 5).boxed().toList() + " " + IntStream.rangeClosed(5, 1).count() + LongStream.rangeClosed(1, 20).reduce(1, (a, b) -> a * b));
        show(Stream.concat(l.stream().filter(x -> x > 4), Stream.of(7)).distinct().sorted(Comparator.comparing(x -> -x)).toList());
        show(l.stream().mapToInt(Integer::intValue).summaryStatistics() + " " + l.stream().mapToDouble(x -> x / 3.0).summaryStatistics());
        show(IntStream.empty().max() + " " + IntStream.of(3, 1, 2).max() + IntStream.of(3, 1, 2).min().getAsInt() + IntStream.of(3, 1, 2).average() + DoubleStream.empty().average() + IntStream.empty().average() + LongStream.of(3, 4).average());
        show(DoubleStream.of(0.1, 0.2, 0.3, 1e16, 1, -1e16).sum() + " " + DoubleStream.generate(() -> 0.1).limit(1000).sum() + " " + DoubleStream.of(Double.POSITIVE_INFINITY, 1).sum() + " " + DoubleStream.of(Double.POSITIVE_INFINITY, Double.NEGATIVE_INFINITY).sum() + " " + DoubleStream.of(-0.0, -0.0).sum());
        show(l.stream().collect(Collectors.summingDouble(x -> x * 0.1)) + " " + l.stream().collect(Collectors.averagingDouble(x -> x * 0.1)) + " " + l.stream().collect(Collectors.averagingInt(x -> x)) + " " + Stream.<Integer>empty().collect(Collectors.averagingInt(x -> x)) + l.stream().collect(Collectors.summingInt(x -> x)) + l.stream().collect(Collectors.counting()));
        Random rnd = new Random(4);
        double[] ds = new double[500];
        for (int i = 0; i < ds.length; i++) ds[i] = (rnd.nextDouble() - 0.5) * Math.pow(10, rnd.nextInt(12));
        show(Arrays.stream(ds).sum() + " " + Arrays.stream(ds).average().getAsDouble() + " " + Arrays.stream(ds).summaryStatistics() + " " + Arrays.stream(ds).boxed().collect(Collectors.averagingDouble(d -> d)) + " " + Arrays.stream(ds).boxed().collect(Collectors.summarizingDouble(d -> d)).getSum());
        DoubleSummaryStatistics s1 = Arrays.stream(ds, 0, 250).summaryStatistics(), s2 = Arrays.stream(ds, 250, 500).summaryStatistics();
        s1.combine(s2);
        show(s1.getSum() + " " + s1.getAverage());

        List<P> ps = List.of(new P("ann", 30, 10.5, "x"), new P("bob", 25, 20.25, "y"), new P("cid", 30, 7, "x"), new P("dan", 41, 99, "z"), new P("eve", 25, 5, "y"), new P("fay", 30, 1, "z"));
        show(ps.stream().collect(Collectors.groupingBy(P::dept)));
        show(ps.stream().collect(Collectors.groupingBy(P::age, Collectors.counting())));
        show(ps.stream().collect(Collectors.groupingBy(P::age, TreeMap::new, Collectors.mapping(P::name, Collectors.joining("/")))));
        show(ps.stream().collect(Collectors.groupingBy(p -> p.age() / 10, Collectors.groupingBy(P::dept, Collectors.averagingDouble(P::pay)))));
        show(ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 28)));
        show(ps.stream().collect(Collectors.partitioningBy(p -> p.age() > 100, Collectors.toSet())));
        show(ps.stream().collect(Collectors.toMap(P::name, P::age)));
        show(ps.stream().collect(Collectors.toMap(P::age, P::pay, Double::sum)));
        show(ps.stream().collect(Collectors.toMap(P::dept, P::name, (a, b) -> a + b, LinkedHashMap::new)));
        fail("duplicate", () -> ps.stream().collect(Collectors.toMap(P::age, P::name)));
        fail("null key", () -> ps.stream().collect(Collectors.groupingBy(p -> null)));
        fail("null value", () -> ps.stream().collect(Collectors.toMap(P::name, p -> null)));
        show(ps.stream().collect(Collectors.teeing(Collectors.counting(), Collectors.summingInt(P::age), (n, s) -> s + "/" + n)));
        show(ps.stream().collect(Collectors.collectingAndThen(Collectors.toList(), List::size)) + " " + ps.stream().map(P::name).collect(Collectors.toCollection(ArrayDeque::new)));
        show(ps.stream().collect(Collectors.filtering(p -> p.age() == 30, Collectors.mapping(P::name, Collectors.toList()))) + " " + ps.stream().collect(Collectors.flatMapping(p -> Stream.of(p.name(), p.dept()), Collectors.toSet())));
        show(ps.stream().collect(Collectors.minBy(Comparator.comparingDouble(P::pay))) + " " + ps.stream().collect(Collectors.maxBy(Comparator.comparing(P::name))).get().name() + " " + ps.stream().collect(Collectors.reducing(0, P::age, Integer::sum)) + ps.stream().map(P::age).collect(Collectors.reducing(Integer::max)) + ps.stream().map(P::age).collect(Collectors.reducing(1, (a, b) -> a * b % 1009)));
        show(ps.stream().collect(Collectors.summarizingInt(P::age)) + " " + ps.stream().collect(Collectors.summarizingLong(P::age)).getMax() + " " + ps.stream().collect(Collectors.summarizingDouble(P::pay)));
        show(ps.stream().sorted(Comparator.comparing(P::dept).reversed().thenComparing(P::age, Comparator.reverseOrder()).thenComparingDouble(P::pay)).map(P::name).toList());
        show(ps.stream().sorted(Comparator.comparingInt(P::age).thenComparing(P::name, Comparator.reverseOrder())).map(P::name).collect(Collectors.toList()));
        show(ps.stream().map(P::age).reduce(0, Integer::sum) + " " + ps.stream().map(P::age).reduce(Integer::min) + ps.stream().reduce(0.0, (a, p) -> a + p.pay(), Double::sum) + Stream.<Integer>empty().reduce(Integer::sum));
        show(ps.stream().max(Comparator.comparing(P::age)).get().name() + ps.stream().min(Comparator.comparing(P::age)).get().name() + ps.stream().allMatch(p -> p.age() > 20) + ps.stream().noneMatch(p -> p.age() > 40) + Stream.empty().allMatch(x -> false));
        show(Arrays.toString(ps.stream().map(P::name).toArray(String[]::new)) + Arrays.toString(l.stream().mapToInt(x -> x).toArray()) + Arrays.toString(l.stream().toArray()) + Arrays.toString(l.stream().sorted().mapToDouble(x -> x).map(Math::sqrt).mapToObj(d -> String.valueOf((int) d)).toArray(String[]::new)));
        show(l.stream().collect(StringBuilder::new, (sb, x) -> sb.append(x).append(';'), StringBuilder::append));
        show(IntStream.range(0, 5).mapToObj(i -> "i" + i).collect(Collectors.joining(",")) + IntStream.range(0, 20).filter(i -> i % 7 == 3).asLongStream().sum() + IntStream.of(1, 2, 2, 3, 1).distinct().boxed().collect(Collectors.toList()) + IntStream.range(0, 3).flatMap(i -> IntStream.range(0, i)).boxed().toList() + IntStream.range(0, 3).mapToLong(i -> i * 10000000000L).max().getAsLong() + IntStream.of(1, 2).asDoubleStream().boxed().toList());
        show(Stream.of("b", "a", "c").sorted().toList() + " " + Stream.of("bb", "a", "ccc").sorted(Comparator.comparing(String::length).reversed()).toList() + Stream.of(1, 2, 3, 4).<Integer>mapMulti((x, out) -> { if (x % 2 == 0) { out.accept(x); out.accept(x * 10); } }).toList());
        show(Arrays.stream(new String[] {"x", "y", "z"}, 1, 3).toList() + "" + Arrays.stream(new int[] {1, 2, 3}).map(x -> x * x).boxed().toList() + Arrays.asList(1, 2, 3).stream().mapToInt(x -> x).sum() + Stream.of(1).toList() + Stream.ofNullable(null).toList() + Stream.builder().add(1).add("x").build().toList());
        show("hello".chars().filter(c -> c > 'h').mapToObj(c -> (char) c).map(String::valueOf).collect(Collectors.joining()) + "hello".chars().sum() + "hello".chars().mapToObj(c -> (char) c).collect(Collectors.groupingBy(Function.identity(), LinkedHashMap::new, Collectors.counting())));
        Iterator<Integer> it = l.stream().map(x -> x + 1).filter(x -> x > 4).iterator();
        while (it.hasNext()) System.out.print(it.next() + " ");
        PrimitiveIterator.OfInt pi = IntStream.range(3, 6).map(x -> x * x).iterator();
        while (pi.hasNext()) System.out.print(pi.nextInt() + " ");
        Iterator<Integer> inf = Stream.iterate(1, x -> x + 1).filter(x -> x % 5 == 0).iterator();
        show(inf.next() + inf.next());
        fail("reuse", () -> { Stream<Integer> s = l.stream(); s.map(x -> x); s.map(x -> x); });
        fail("reuse 2", () -> { Stream<Integer> s = l.stream(); s.count(); s.count(); });
        fail("limit", () -> l.stream().limit(-1));
        fail("skip", () -> IntStream.range(0, 3).skip(-7));
        fail("toList add", () -> l.stream().toList().add(1));
        fail("unmodifiable", () -> l.stream().collect(Collectors.toUnmodifiableList()).add(1));
        fail("none", () -> Stream.empty().findFirst().get());
        fail("none 2", () -> l.stream().filter(x -> x > 100).findAny().orElseThrow());
        fail("none 3", () -> IntStream.empty().max().getAsInt());
        fail("orElseThrow", () -> l.stream().filter(x -> x > 100).findAny().orElseThrow(() -> new IllegalStateException("mine")));
        fail("null first", () -> Stream.of((Integer) null).findFirst());
        fail("null max", () -> Stream.of(1, null).max(Comparator.naturalOrder()));
        fail("store", () -> Stream.of("a", 1).toArray(String[]::new));
        fail("concurrent", () -> { List<Integer> m = new ArrayList<>(l); m.stream().forEach(x -> { System.out.print(x); m.add(1); }); });
        fail("late", () -> { List<Integer> m = new ArrayList<>(l); Stream<Integer> s = m.stream(); m.add(100); System.out.print(s.toList()); });
        fail("mapper throws", () -> l.stream().map(x -> 10 / (x - 8)).forEach(say("")));
        fail("not comparable", () -> Stream.of(new Object(), new Object()).sorted().toList());
        Stream<String> closing = Stream.of("q").onClose(() -> System.out.print("closed "));
        try (Stream<String> c = closing) { show(c.map(String::toUpperCase).toList()); }
        System.out.println();
        show(Stream.of(3, 1, 2).collect(Collector.of(ArrayList::new, (ArrayList<Integer> a, Integer x) -> a.add(0, x), (a, b) -> a, a -> a.toString() + a.size())));
        Function<Integer, Integer> inc = x -> x + 1, dbl = x -> x * 2;
        show(inc.andThen(dbl).apply(3) + " " + inc.compose(dbl).apply(3) + ((Predicate<Integer>) x -> x > 2).and(x -> x < 5).or(x -> x == 10).negate().test(10) + Predicate.not((String x) -> x.isEmpty()).test("") + BinaryOperator.minBy(Comparator.<Integer>naturalOrder()).apply(4, 2) + UnaryOperator.<Integer>identity().apply(9) + ((BiFunction<Integer, Integer, Integer>) Math::max).andThen(x -> -x).apply(1, 2) + ((IntUnaryOperator) x -> x + 1).andThen(x -> x * 10).applyAsInt(1));
        show(Stream.of("a", null, "b").sorted(Comparator.nullsFirst(Comparator.naturalOrder())).collect(Collectors.toList()) + "" + Stream.of("a", null, "b").sorted(Comparator.nullsLast(Comparator.reverseOrder())).toList());
        show(IntStream.rangeClosed(2, 30).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).noneMatch(d -> n % d == 0)).boxed().map(String::valueOf).collect(Collectors.joining(" ")));
        show(l.parallelStream().map(x -> x * x).reduce(0, Integer::sum) + " " + l.stream().unordered().sequential().parallel().isParallel());
    }
}
