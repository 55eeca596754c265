import java.util.*;
import java.util.function.*;

public class Lambdas {
    interface Tri<A, B, C, R> { R go(A a, B b, C c); }
    interface IntTri { int go(int a, int b, int c); }
    int base = 100;
    int addBase(int x) { return x + base; }
    Supplier<Integer> sup() { return () -> base++; }
    static int sq(int x) { return x * x; }
    static <T, R> List<R> map(List<T> l, Function<? super T, ? extends R> f) { List<R> out = new ArrayList<>(); for (T t : l) out.add(f.apply(t)); return out; }
    static <T> Predicate<T> not(Predicate<T> p) { return p.negate(); }
    static Runnable counter() { int[] c = {0}; return () -> System.out.println(++c[0]); }
    static Function<Integer, Function<Integer, Integer>> add = a -> b -> a + b;
    static BiFunction<Integer, Integer, Integer> gcd;
    static { gcd = (a, b) -> b == 0 ? a : gcd.apply(b, a % b); }
    public static void main(String[] args) {
        Function<Integer, Integer> f = x -> x + 1;
        System.out.println(f.andThen(x -> x * 2).compose((Integer x) -> x - 3).apply(10));
        IntBinaryOperator op = Math::max; System.out.println(op.applyAsInt(3, 9));
        IntUnaryOperator sqr = Lambdas::sq; System.out.println(sqr.andThen(x -> x + 1).applyAsInt(5));
        Lambdas l = new Lambdas(); IntUnaryOperator ab = l::addBase; l.base = 7; System.out.println(ab.applyAsInt(1));
        Supplier<Integer> s = l.sup(); s.get(); System.out.println(s.get() + " " + l.base);
        System.out.println(map(Arrays.asList("a", "bb", "ccc"), String::length));
        System.out.println(map(List.of(1, 2, 3), Object::toString));
        System.out.println(map(List.of("1", "2"), Integer::parseInt));
        Supplier<List<String>> mk = ArrayList::new; List<String> made = mk.get(); made.add("z"); System.out.println(made);
        Function<Integer, int[]> ar = int[]::new; System.out.println(ar.apply(4).length);
        Function<String, StringBuilder> sbn = StringBuilder::new; System.out.println(sbn.apply("q").append("r"));
        Tri<Integer, Integer, Integer, Integer> t3 = (a, b, c) -> a * b + c; System.out.println(t3.go(2, 3, 4));
        IntTri it = (a, b, c) -> { int r = a; for (int i = 0; i < b; i++) r += c; return r; }; System.out.println(it.go(1, 2, 3));
        Runnable r = counter(); r.run(); r.run();
        System.out.println(add.apply(3).apply(4) + " " + gcd.apply(12, 18));
        Comparator<String> byLen = Comparator.comparing(String::length); List<String> ws = new ArrayList<>(List.of("pear", "fig", "banana", "kiwi"));
        ws.sort(byLen.thenComparing(Comparator.reverseOrder())); System.out.println(ws);
        Collections.sort(ws); System.out.println(ws); ws.sort((p, q) -> q.compareTo(p)); System.out.println(ws);
        ws.removeIf(w -> w.length() == 4); System.out.println(ws); ws.replaceAll(String::toUpperCase); System.out.println(ws);
        Map<String, Integer> m = new TreeMap<>(); for (String w : "a b a c b a".split(" ")) m.merge(w, 1, Integer::sum); System.out.println(m);
        m.forEach((k, v) -> System.out.print(k + v + ";")); System.out.println(); m.computeIfAbsent("z", k -> k.length() * 10); m.compute("a", (k, v) -> v == null ? 1 : v + 1); System.out.println(m);
        BiFunction<Integer, Integer, Integer> sum = Integer::sum; BinaryOperator<Integer> mx = BinaryOperator.maxBy(Comparator.naturalOrder()); System.out.println(sum.apply(1, 2) + mx.apply(5, 4));
        Predicate<String> empty = String::isEmpty; System.out.println(not(empty).or(x -> true).and(x -> x.length() < 3).test("ab"));
        UnaryOperator<String> twice = x -> x + x; System.out.println(twice.apply("ab"));
        Consumer<Object> pr = System.out::println; pr.accept("printed"); pr.andThen(o -> System.out.println("then " + o)).accept(1);
        Optional<String> o = Optional.of("v"); System.out.println(o.map(x -> x + "!").orElse("none") + Optional.empty().isPresent());
        int[] fibs = new int[10]; IntFunction<Integer> fib = n -> n < 2 ? n : fibs[n - 1] + fibs[n - 2]; for (int i = 0; i < 10; i++) fibs[i] = fib.apply(i); System.out.println(Arrays.toString(fibs));
        List<Supplier<Integer>> sups = new ArrayList<>(); for (int i = 0; i < 3; i++) { int j = i; sups.add(() -> j * j); } for (Supplier<Integer> q : sups) System.out.print(q.get() + " "); System.out.println();
        Callback cb = new Callback() { int n = 0; @Override public void call() { n++; Runnable rr = () -> System.out.println("n=" + n + this.n); rr.run(); } }; cb.call(); cb.call();
        Object fo = (Runnable & java.io.Serializable) () -> System.out.println("inter"); ((Runnable) fo).run();
        System.out.println(((Function<Integer, Integer>) x -> x * 3).apply(5));
        ToIntFunction<String> len = String::length; ToDoubleFunction<Integer> half = x -> x / 2.0; System.out.println(len.applyAsInt("four") + half.applyAsDouble(5));
        BooleanSupplier bs = () -> true; System.out.println(bs.getAsBoolean());
        String[] arr = {"c", "a", "b"}; Arrays.sort(arr, String::compareTo); System.out.println(String.join("-", arr)); Integer[] nums = {3, 1, 2}; Arrays.sort(nums, Collections.reverseOrder()); System.out.println(Arrays.toString(nums)); Arrays.sort(nums, (a, b) -> a - b); System.out.println(Arrays.asList(nums));
        Iterator<Integer> gen = new Iterator<>() { int i = 0; public boolean hasNext() { return i < 3; } public Integer next() { return i++; } }; Iterable<Integer> itb = () -> gen; for (int v : itb) System.out.print(v); System.out.println();
        double acc = 0; for (DoubleUnaryOperator du : new DoubleUnaryOperator[]{Math::sqrt, x -> x * x, DoubleUnaryOperator.identity()}) acc += du.applyAsDouble(4); System.out.println(acc);
    }
    interface Callback { void call(); }
}
