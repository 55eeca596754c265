import java.util.*;
import java.util.function.*;

class Generics {
    static class Box<T> {
        T value;
        Box(T value) { this.value = value; }
        T get() { return value; }
        <R> Box<R> map(Function<? super T, ? extends R> f) { return new Box<>(f.apply(value)); }
        static <A> Box<A> of(A a) { return new Box<>(a); }
        Box<T> self() { return this; }
    }

    static class Pair<A, B extends Comparable<B>> implements Comparable<Pair<A, B>> {
        final A a;
        final B b;
        Pair(A a, B b) { this.a = a; this.b = b; }
        public int compareTo(Pair<A, B> o) { return b.compareTo(o.b); }
        A first() { return a; }
        B second() { return b; }
    }

    static class IntBox extends Box<Integer> {
        IntBox(int n) { super(n); }
        int twice() { return value * 2 + get(); }
    }

    static class Node<T extends Comparable<T>> {
        T val;
        Node<T> left, right;
        Node(T v) { val = v; }
        void insert(T v) {
            if (v.compareTo(val) < 0) {
                if (left == null) left = new Node<>(v); else left.insert(v);
            } else if (right == null) {
                right = new Node<T>(v);
            } else {
                right.insert(v);
            }
        }
        <R> R fold(R init, BiFunction<R, ? super T, R> f) {
            R x = left == null ? init : left.fold(init, f);
            x = f.apply(x, val);
            return right == null ? x : right.fold(x, f);
        }
    }

    static class MyList<E> implements Iterable<E> {
        class Item {
            E e;
            Item next;
        }
        Item head;
        int size;
        void add(E e) {
            Item i = new Item();
            i.e = e;
            i.next = head;
            head = i;
            size++;
        }
        public Iterator<E> iterator() {
            return new Iterator<E>() {
                Item cur = head;
                public boolean hasNext() { return cur != null; }
                public E next() {
                    E r = cur.e;
                    cur = cur.next;
                    return r;
                }
            };
        }
    }

    static <T> T id(T t) { return t; }
    static <T> List<T> listOf(T a, T b) { List<T> l = new ArrayList<>(); l.add(a); l.add(b); return l; }
    static <T extends Comparable<? super T>> T max(Collection<? extends T> c) {
        Iterator<? extends T> it = c.iterator();
        T best = it.next();
        while (it.hasNext()) {
            T x = it.next();
            if (x.compareTo(best) > 0) best = x;
        }
        return best;
    }
    static <K, V extends Comparable<V>> K argMax(Map<K, V> m) {
        K best = null;
        V bv = null;
        for (Map.Entry<K, V> e : m.entrySet()) {
            if (bv == null || e.getValue().compareTo(bv) > 0) {
                best = e.getKey();
                bv = e.getValue();
            }
        }
        return best;
    }
    static double sum(List<? extends Number> l) {
        double s = 0;
        for (Number n : l) s += n.doubleValue();
        return s + l.get(0).intValue();
    }
    static void fill(List<? super Integer> l) {
        l.add(3);
        Object o = l.get(0);
    }
    static <T> void swap(T[] a, int i, int j) { T t = a[i]; a[i] = a[j]; a[j] = t; }
    @SafeVarargs
    static <T> List<T> all(T... ts) { return new ArrayList<>(Arrays.asList(ts)); }
    static <T> T[] grow(T[] a) { return Arrays.copyOf(a, a.length * 2); }
    static <T, R> List<R> mapAll(List<T> l, Function<? super T, ? extends R> f) {
        List<R> out = new ArrayList<>();
        for (T t : l) out.add(f.apply(t));
        return out;
    }
    static <T> Optional<T> find(List<T> l, Predicate<? super T> p) {
        for (T t : l) if (p.test(t)) return Optional.of(t);
        return Optional.empty();
    }
    static <T> Comparator<T> rev(Comparator<T> c) { return (a, b) -> c.compare(b, a); }
    static <T extends Number & Comparable<T>> T clamp(T v, T lo, T hi) {
        return v.compareTo(lo) < 0 ? lo : v.compareTo(hi) > 0 ? hi : v;
    }
    static Map<String, List<Integer>> table = new HashMap<>();
    static List raw = new ArrayList();

    @SuppressWarnings({"unchecked", "rawtypes"})
    static void run() {
        Box<String> b = new Box<>("x");
        int n = b.get().length() + b.map(String::length).get() + Box.of(3).get();
        Box<Integer> bi = b.map(s -> s.length());
        Box<? extends Number> wn = bi;
        Number num = wn.get();
        double dd = wn.value.doubleValue();
        IntBox ib = new IntBox(4);
        int t = ib.get() + ib.value + ib.self().get();
        Pair<String, Integer> p = new Pair<>("a", 1);
        List<Pair<String, Integer>> ps = new ArrayList<>();
        ps.add(p);
        ps.add(new Pair<>("b", 2));
        Collections.sort(ps);
        Pair<String, Integer> m = max(ps);
        int s = max(Arrays.asList(1, 2, 3));
        String str = id("s") + id(5) + id('c').compareTo('d');
        List<? super Integer> sup = new ArrayList<Number>();
        fill(sup);
        fill(new ArrayList<>());
        sum(Arrays.asList(1, 2.5, 3L));
        sum(List.of(1, 2));
        table.computeIfAbsent("k", k -> new ArrayList<>()).add(5);
        for (Map.Entry<String, List<Integer>> e : table.entrySet()) {
            for (int x : e.getValue()) n += x;
            String k = e.getKey().trim();
        }
        for (var e : table.entrySet()) {
            var v = e.getValue();
            v.add(e.getKey().length());
        }
        raw.add("x");
        Object o = raw.get(0);
        String cast = (String) raw.get(0);
        List<String> ls = raw;
        for (Object r : raw) n++;
        Node<Integer> root = new Node<>(5);
        root.insert(3);
        int total = root.fold(0, (acc, x) -> acc + x);
        String text = root.<String>fold("", (acc, x) -> acc + x);
        MyList<String> ml = new MyList<>();
        ml.add("q");
        for (String q : ml) n += q.length();
        Integer[] arr = {3, 1, 2};
        swap(arr, 0, 1);
        Generics.<Integer>swap(arr, 0, 1);
        List<Integer> all = all(1, 2, 3);
        List<Object> mixed = all(1, "a");
        Integer[] bigger = grow(arr);
        List<String> names = mapAll(all, x -> "n" + x);
        int len = find(names, x -> x.startsWith("n")).get().length();
        int orElse = find(all, x -> x > 2).map(x -> x * 2).orElse(0);
        Comparator<Integer> c = rev(Comparator.<Integer>naturalOrder());
        all.sort(rev(c));
        int cl = clamp(5, 1, 3);
        Map<Character, Integer> freq = new TreeMap<>(Collections.reverseOrder());
        for (char ch : "hello".toCharArray()) freq.put(ch, freq.getOrDefault(ch, 0) + 1);
        char key = argMax(freq);
        List<int[]> pairs = new ArrayList<>();
        pairs.add(new int[] {1, 2});
        pairs.sort((x, y) -> x[0] - y[0]);
        int first = pairs.get(0)[1];
        PriorityQueue<int[]> pq = new PriorityQueue<>((x, y) -> Integer.compare(x[0], y[0]));
        pq.offer(new int[] {1, 2});
        int top = pq.poll()[0];
        Deque<Integer> dq = new ArrayDeque<>();
        dq.push(1);
        int popped = dq.pop() + dq.peekFirst();
        Map<String, Map<String, Integer>> nested = new HashMap<>();
        nested.computeIfAbsent("a", k -> new TreeMap<>()).merge("b", 1, Integer::sum);
        int deep = nested.get("a").get("b");
        Supplier<List<String>> sup2 = ArrayList::new;
        List<String> made = sup2.get();
        Function<Integer, int[]> mk = int[]::new;
        int[] ia = mk.apply(3);
        BiFunction<String, Integer, Pair<String, Integer>> ctor = Pair::new;
        Pair<String, Integer> made2 = ctor.apply("a", 1);
        Iterator<Integer> it = all.iterator();
        while (it.hasNext()) if (it.next() % 2 == 0) it.remove();
        List<List<Integer>> ll = List.of(List.of(1), List.of(2, 3));
        int flat = ll.get(1).get(0);
        Object[] objs = all.toArray();
        Set<Integer> inter = new HashSet<>(all);
        inter.retainAll(Set.of(1, 2));
        List<Integer> sub = new ArrayList<>(all.subList(0, 1));
        int mn = Collections.min(all, (x, y) -> y - x);
        Map.Entry<String, Integer> en = Map.entry("a", 1);
        int ev = en.getValue();
        Optional<String> os = Optional.of("a").filter(x -> x.length() > 0);
        boolean cond = os.isPresent() ? os.get().isEmpty() : false;
        List<Integer> em = cond ? Collections.emptyList() : new ArrayList<>();
        List<String> es = Collections.emptyList();
        var list = new ArrayList<Map<String, int[]>>();
        int vv = list.get(0).get("x")[0];
        Class<?> cls = o.getClass();
        Class<? extends Number> cn = num.getClass();
        int[][] grid = new int[3][];
        grid[0] = new int[] {1};
        int g0 = grid[0].length + grid.length;
        char[][] board = {{'a'}, {'b', 'c'}};
        int sumc = board[1][0] + 1;
    }
}
