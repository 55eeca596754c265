import java.util.*;
import java.util.concurrent.*;
import java.util.concurrent.atomic.*;
import java.util.function.*;
import java.util.stream.*;
import static java.util.stream.Collectors.*;
import static java.util.Map.Entry.comparingByValue;

/** What people write with collections: graphs, caches, counts, groupings, parsers. */
public class Typical {
    record Employee(String name, String dept, double salary, int age) {}
    record Point(int x, int y) implements Comparable<Point> {
        public int compareTo(Point o) { return Comparator.comparingInt(Point::x).thenComparingInt(Point::y).compare(this, o); }
        Point plus(Point o) { return new Point(x + o.x, y + o.y); }
    }
    enum Kind { CHEAP, MID, DEAR; static Kind of(double d) { return d < 10 ? CHEAP : d < 100 ? MID : DEAR; } }
    sealed interface Shape permits Circle, Square {}
    record Circle(double r) implements Shape {}
    record Square(double a) implements Shape {}

    static class Graph<T extends Comparable<T>> {
        private final Map<T, Set<T>> adj = new TreeMap<>();
        void edge(T a, T b) {
            adj.computeIfAbsent(a, k -> new TreeSet<>()).add(b);
            adj.computeIfAbsent(b, k -> new TreeSet<>()).add(a);
        }
        List<T> bfs(T s) {
            List<T> out = new ArrayList<>();
            Set<T> seen = new HashSet<>(Set.of(s));
            Queue<T> q = new LinkedList<>();
            q.add(s);
            while (!q.isEmpty()) {
                T v = q.poll();
                out.add(v);
                for (T w : adj.getOrDefault(v, Collections.emptySet())) if (seen.add(w)) q.offer(w);
            }
            return out;
        }
        void dfs(T v, Set<T> seen, Consumer<? super T> visit) {
            if (!seen.add(v)) return;
            visit.accept(v);
            adj.get(v).forEach(w -> dfs(w, seen, visit));
        }
    }

    static class LRU<K, V> extends LinkedHashMap<K, V> {
        private final int cap;
        LRU(int cap) { super(16, 0.75f, true); this.cap = cap; }
        @Override protected boolean removeEldestEntry(Map.Entry<K, V> eldest) { return size() > cap; }
    }

    static class Memo<A, B> implements Function<A, B> {
        private final Map<A, B> cache = new HashMap<>();
        private final Function<A, B> f;
        int misses;
        Memo(Function<A, B> f) { this.f = f; }
        public B apply(A a) {
            B b = cache.get(a);
            if (b == null) { misses++; b = f.apply(a); cache.put(a, b); }
            return b;
        }
    }

    static Map<Integer, int[]> dijkstra(int n, int[][] edges, int src) {
        Map<Integer, List<int[]>> g = new HashMap<>();
        for (int[] e : edges) {
            g.computeIfAbsent(e[0], k -> new ArrayList<>()).add(new int[] {e[1], e[2]});
            g.computeIfAbsent(e[1], k -> new ArrayList<>()).add(new int[] {e[0], e[2]});
        }
        int[] dist = new int[n];
        Arrays.fill(dist, Integer.MAX_VALUE);
        dist[src] = 0;
        PriorityQueue<int[]> pq = new PriorityQueue<>((a, b) -> Integer.compare(a[1], b[1]));
        pq.add(new int[] {src, 0});
        while (!pq.isEmpty()) {
            int[] cur = pq.poll();
            if (cur[1] > dist[cur[0]]) continue;
            for (int[] e : g.getOrDefault(cur[0], List.of())) {
                int d = cur[1] + e[1];
                if (d < dist[e[0]]) { dist[e[0]] = d; pq.add(new int[] {e[0], d}); }
            }
        }
        return IntStream.range(0, n).boxed().collect(toMap(i -> i, i -> new int[] {dist[i]}));
    }

    static <T> void permute(List<T> items, int k, List<List<T>> out) {
        if (k == items.size()) { out.add(new ArrayList<>(items)); return; }
        for (int i = k; i < items.size(); i++) {
            Collections.swap(items, k, i);
            permute(items, k + 1, out);
            Collections.swap(items, k, i);
        }
    }

    static int eval(String s) {
        Map<Character, IntBinaryOperator> ops = Map.of('+', (a, b) -> a + b, '-', (a, b) -> a - b, '*', (a, b) -> a * b, '/', (a, b) -> a / b);
        Deque<Integer> st = new ArrayDeque<>();
        for (String t : s.split("\\s+")) {
            if (t.length() == 1 && ops.containsKey(t.charAt(0))) {
                int b = st.pop(), a = st.pop();
                st.push(ops.get(t.charAt(0)).applyAsInt(a, b));
            } else st.push(Integer.parseInt(t));
        }
        return st.pop();
    }

    static boolean balanced(String s) {
        Stack<Character> st = new Stack<>();
        Map<Character, Character> pairs = new HashMap<>() {{ put(')', '('); put(']', '['); put('}', '{'); }};
        for (char c : s.toCharArray()) {
            if (pairs.containsValue(c)) st.push(c);
            else if (pairs.containsKey(c) && (st.isEmpty() || st.pop() != pairs.get(c))) return false;
        }
        return st.isEmpty();
    }

    static <K, V extends Comparable<? super V>> LinkedHashMap<K, V> byValue(Map<K, V> m) {
        return m.entrySet().stream().sorted(Map.Entry.<K, V>comparingByValue().reversed()).collect(toMap(Map.Entry::getKey, Map.Entry::getValue, (a, b) -> a, LinkedHashMap::new));
    }

    public static void main(String[] args) {
        Graph<String> g = new Graph<>();
        for (String e : "a-b b-c c-d a-e e-f f-d".split(" ")) { String[] p = e.split("-"); g.edge(p[0], p[1]); }
        List<String> order = new ArrayList<>();
        g.dfs("a", new HashSet<>(), order::add);
        System.out.println(g.bfs("a") + " " + order + " " + g.adj);

        LRU<Integer, String> lru = new LRU<>(3);
        for (int i = 0; i < 5; i++) { lru.put(i, "v" + i); lru.get(2); }
        System.out.println(lru + " " + lru.containsKey(2) + lru.keySet());

        Memo<Integer, Long>[] fib = new Memo[1];
        fib[0] = new Memo<>(n -> n < 2 ? (long) n : fib[0].apply(n - 1) + fib[0].apply(n - 2));
        System.out.println(fib[0].apply(60) + " " + fib[0].misses);

        dijkstra(5, new int[][] {{0, 1, 4}, {0, 2, 1}, {2, 1, 2}, {1, 3, 5}, {3, 4, 3}}, 0).forEach((k, v) -> System.out.print(k + ":" + v[0] + " "));
        List<List<Integer>> perms = new ArrayList<>();
        permute(new ArrayList<>(List.of(1, 2, 3)), 0, perms);
        System.out.println(perms + " " + eval("3 4 + 2 * 7 -") + balanced("{[()]}") + balanced("([)]"));

        String text = "the quick brown fox jumps over the lazy dog the fox";
        Map<String, Integer> freq = new HashMap<>();
        for (String w : text.split(" ")) freq.put(w, freq.getOrDefault(w, 0) + 1);
        System.out.println(freq + " " + byValue(freq));
        Map<Character, Long> letters = text.chars().filter(Character::isLetter).mapToObj(c -> (char) c).collect(groupingBy(Function.identity(), TreeMap::new, counting()));
        System.out.println(letters);
        System.out.println(freq.entrySet().stream().max(comparingByValue()).map(Map.Entry::getKey).orElse("none"));
        System.out.println(Arrays.stream(text.split(" ")).distinct().sorted(Comparator.comparing(String::length).thenComparing(Comparator.naturalOrder())).collect(joining(", ", "[", "]")));
        System.out.println(Stream.of(text.split(" ")).collect(groupingBy(String::length, mapping(String::toUpperCase, toCollection(TreeSet::new)))));

        List<Employee> es = List.of(new Employee("Ann", "IT", 120.5, 30), new Employee("Bob", "HR", 80, 45), new Employee("Cid", "IT", 99.9, 28), new Employee("Dee", "Ops", 5, 61), new Employee("Eve", "HR", 101, 39));
        Map<String, Double> avg = es.stream().collect(groupingBy(Employee::dept, averagingDouble(Employee::salary)));
        Map<String, Optional<Employee>> top = es.stream().collect(groupingBy(Employee::dept, TreeMap::new, maxBy(Comparator.comparingDouble(Employee::salary))));
        Map<Kind, List<String>> kinds = es.stream().collect(groupingBy(e -> Kind.of(e.salary()), () -> new EnumMap<>(Kind.class), mapping(Employee::name, toList())));
        System.out.println(avg + " " + kinds);
        top.forEach((d, e) -> System.out.print(d + "=" + e.map(Employee::name).orElse("?") + " "));
        System.out.println(es.stream().sorted(Comparator.comparing(Employee::dept).thenComparing(Employee::salary, Comparator.reverseOrder())).map(Employee::name).toList());
        DoubleSummaryStatistics st = es.stream().mapToDouble(Employee::salary).summaryStatistics();
        System.out.printf("%.2f %.3f %d%n", st.getAverage(), st.getMax(), st.getCount());
        System.out.println(es.stream().collect(partitioningBy(e -> e.age() > 35, mapping(Employee::name, joining("+")))));
        int age = es.stream().collect(collectingAndThen(toMap(Employee::name, Function.identity()), m -> new TreeMap<>(m).firstEntry().getValue().age())); System.out.println(age);
        System.out.println(es.stream().map(Employee::age).reduce(Integer::sum).get() + " " + es.stream().mapToInt(Employee::age).boxed().collect(summingInt(i -> i)) + " " + es.stream().flatMap(e -> Stream.of(e.name(), e.dept())).collect(toCollection(LinkedHashSet::new)));
        BiFunction<Double, Double, Double> power = Math::pow;
        Supplier<List<String>> sup = ArrayList::new;
        Function<Integer, int[]> mk = int[]::new;
        UnaryOperator<String> up = String::toUpperCase;
        List<String> made = sup.get();
        made.add(up.andThen(s -> s + "!").apply("hey"));
        System.out.println(power.apply(2.0, 10.0) + " " + made + mk.apply(3).length);
        List<Supplier<Integer>> sups = new ArrayList<>();
        for (int i = 0; i < 3; i++) { final int j = i; sups.add(() -> j * j); }
        System.out.println(sups.stream().map(Supplier::get).collect(toList()));
        Set<Point> pts = new TreeSet<>(List.of(new Point(2, 1), new Point(1, 5), new Point(1, 2)));
        System.out.println(pts + " " + new HashSet<>(pts).contains(new Point(1, 5)) + new Point(1, 2).plus(new Point(3, 4)) + Collections.max(pts));
        List<Shape> shapes = List.of(new Circle(1), new Square(2));
        double area = 0;
        for (Shape s : shapes) { if (s instanceof Circle c) area += Math.PI * c.r() * c.r(); else if (s instanceof Square q) area += q.a() * q.a(); }
        System.out.println(area);
        int[][] m = {{1, 2, 3}, {4, 5, 6}};
        int[][] t = IntStream.range(0, 3).mapToObj(c -> IntStream.range(0, 2).map(r -> m[r][c]).toArray()).toArray(int[][]::new);
        System.out.println(Arrays.deepToString(t) + Arrays.stream(m).flatMapToInt(Arrays::stream).sum() + Arrays.stream(m).map(Arrays::toString).collect(joining(";")));
        List<List<Integer>> nested = List.of(List.of(1, 2), List.of(3), List.of());
        System.out.println(nested.stream().flatMap(List::stream).map(x -> x * x).collect(toList()) + " " + nested.stream().mapToInt(List::size).max().getAsInt());
        Iterator<Map.Entry<String, Integer>> it = freq.entrySet().iterator();
        while (it.hasNext()) if (it.next().getValue() == 1) it.remove();
        System.out.println(freq);
        AtomicInteger counter = new AtomicInteger();
        ConcurrentHashMap<String, AtomicInteger> cm = new ConcurrentHashMap<>();
        for (String w : text.split(" ")) { counter.incrementAndGet(); cm.computeIfAbsent(w, k -> new AtomicInteger()).incrementAndGet(); }
        System.out.println(counter + " " + new TreeMap<>(cm));
        List<Integer> primes = Stream.iterate(2, i -> i + 1).filter(n -> IntStream.rangeClosed(2, (int) Math.sqrt(n)).allMatch(d -> n % d != 0)).limit(12).collect(toList());
        Collections.reverse(primes);
        System.out.println(primes + " " + primes.subList(2, 5) + primes.indexOf(7) + Collections.binarySearch(primes, 7, Collections.reverseOrder()));
        Object[] objs = {1, "two", 3.0, 'c', null, List.of(1), new int[] {1}};
        StringBuilder sb = new StringBuilder();
        for (Object o : objs) sb.append(o == null ? "null" : o instanceof Integer i && i > 0 ? "pos" : o instanceof String s ? s.length() : o instanceof List<?> l ? l.size() : o.getClass().getSimpleName()).append(' ');
        System.out.println(sb.toString().trim());
        Optional<String> first = Stream.of("x", "yy").filter(s -> s.length() > 1).findFirst();
        first.ifPresentOrElse(s -> System.out.print("got " + s + " "), () -> System.out.print("none "));
        System.out.println(first.map(String::length).filter(n -> n > 5).isPresent() + " " + Optional.ofNullable((String) null).map(String::length).orElseGet(() -> -1));
        Map<String, Map<String, List<Integer>>> deep = new TreeMap<>();
        deep.computeIfAbsent("a", k -> new TreeMap<>()).computeIfAbsent("b", k -> new ArrayList<>()).add(1);
        deep.computeIfAbsent("a", k -> new TreeMap<>()).computeIfAbsent("b", k -> new ArrayList<>()).add(2);
        for (var e : deep.entrySet()) for (var f : e.getValue().entrySet()) System.out.println(e.getKey() + f.getKey() + f.getValue());
        Integer[] boxed = {3, 1, 2};
        Arrays.sort(boxed, (a, b) -> b - a);
        String[] names = {"bob", "Al", "cy"};
        Arrays.sort(names, String::compareToIgnoreCase);
        Arrays.sort(names, Comparator.comparing((String s) -> s.length()).thenComparing(s -> s.charAt(0)));
        int[][] iv = {{3, 4}, {1, 9}, {1, 2}};
        Arrays.sort(iv, (a, b) -> a[0] != b[0] ? a[0] - b[0] : a[1] - b[1]);
        Arrays.sort(iv, Comparator.comparingInt((int[] a) -> a[1]).reversed());
        System.out.println(Arrays.toString(boxed) + Arrays.toString(names) + Arrays.deepToString(iv));
        List<int[]> pairs = new ArrayList<>();
        for (int i = 1; i < 4; i++) for (int j = i; j < 4; j++) pairs.add(new int[] {i, j});
        System.out.println(pairs.stream().filter(p -> (p[0] + p[1]) % 2 == 0).map(Arrays::toString).collect(Collectors.joining()));
        Map<Boolean, Long> cnt = IntStream.rangeClosed(1, 10).boxed().collect(partitioningBy(i -> i % 3 == 0, counting()));
        System.out.println(cnt + " " + cnt.get(true) + IntStream.rangeClosed(1, 5).mapToObj(Integer::toString).collect(Collectors.toList()) + Stream.of(1, 2, 3).map(String::valueOf).reduce("", String::concat));
        char[] cs = {'d', 'a'};
        List<Character> chars = new String(cs).chars().mapToObj(c -> (char) c).sorted().collect(toList());
        System.out.println(chars + " " + IntStream.of(3, 1, 2).boxed().sorted(Collections.reverseOrder()).map(String::valueOf).collect(joining()) + "abc".chars().map(c -> c - 'a').boxed().collect(toSet()));
        TreeMap<Integer, String> grades = new TreeMap<>(Map.of(90, "A", 80, "B", 70, "C"));
        System.out.println(grades.floorEntry(85).getValue() + grades.ceilingKey(71) + grades.headMap(80, true) + grades.descendingMap() + grades.firstEntry().getKey());
        PriorityQueue<Map.Entry<String, Integer>> heap = new PriorityQueue<>((a, b) -> a.getValue().equals(b.getValue()) ? b.getKey().compareTo(a.getKey()) : a.getValue() - b.getValue());
        for (Map.Entry<String, Integer> e : Map.of("x", 3, "y", 1, "z", 3, "w", 2).entrySet()) { heap.offer(e); if (heap.size() > 2) heap.poll(); }
        System.out.println(heap.poll().getKey() + heap.poll());
    }
}
