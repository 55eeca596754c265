import java.util.*;
import java.util.function.*;
import java.util.stream.*;

/** Collections that a program makes itself on top of the abstract classes. */
public class OwnCollections {
    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static class Range extends AbstractList<Integer> {
        final int n;
        Range(int n) { this.n = n; }
        @Override public Integer get(int i) { if (i < 0 || i >= n) throw new IndexOutOfBoundsException("no " + i); return i * i; }
        @Override public int size() { return n; }
    }

    static class Slow extends AbstractSequentialList<String> {
        final LinkedList<String> l = new LinkedList<>();
        @Override public ListIterator<String> listIterator(int i) { return l.listIterator(i); }
        @Override public int size() { return l.size(); }
    }

    static class Grow extends AbstractList<String> {
        String[] a = new String[20];
        int n;
        @Override public String get(int i) { Objects.checkIndex(i, n); return a[i]; }
        @Override public int size() { return n; }
        @Override public void add(int i, String s) { System.arraycopy(a, i, a, i + 1, n - i); a[i] = s; n++; modCount++; }
        @Override public String set(int i, String s) { String o = a[i]; a[i] = s; return o; }
        @Override public String remove(int i) { String o = a[i]; System.arraycopy(a, i + 1, a, i, n - i - 1); n--; modCount++; return o; }
    }

    static class Bag extends AbstractCollection<Character> {
        final String s;
        Bag(String s) { this.s = s; }
        @Override public Iterator<Character> iterator() {
            return new Iterator<>() {
                int i;
                @Override public boolean hasNext() { return i < s.length(); }
                @Override public Character next() { if (!hasNext()) throw new NoSuchElementException(); return s.charAt(i++); }
            };
        }
        @Override public int size() { return s.length(); }
    }

    static class Pairs extends AbstractMap<String, Integer> {
        final List<Map.Entry<String, Integer>> es = new ArrayList<>();
        @Override public Set<Map.Entry<String, Integer>> entrySet() {
            return new AbstractSet<>() {
                @Override public Iterator<Map.Entry<String, Integer>> iterator() { return es.iterator(); }
                @Override public int size() { return es.size(); }
            };
        }
        @Override public Integer put(String k, Integer v) {
            for (Map.Entry<String, Integer> e : es) if (e.getKey().equals(k)) return e.setValue(v);
            es.add(new SimpleEntry<>(k, v));
            return null;
        }
    }

    static class Fixed extends AbstractQueue<Integer> {
        final List<Integer> l = new ArrayList<>();
        @Override public boolean offer(Integer x) { return l.size() < 3 && l.add(x); }
        @Override public Integer poll() { return l.isEmpty() ? null : l.remove(0); }
        @Override public Integer peek() { return l.isEmpty() ? null : l.get(0); }
        @Override public Iterator<Integer> iterator() { return l.iterator(); }
        @Override public int size() { return l.size(); }
    }

    static class Count implements Iterable<Integer> {
        @Override public Iterator<Integer> iterator() {
            return new Iterator<Integer>() {
                int i = 3;
                @Override public boolean hasNext() { return i > 0; }
                @Override public Integer next() { return i--; }
            };
        }
    }

    static class Counting<E> extends ArrayList<E> {
        int adds;
        @Override public boolean add(E e) { adds++; return super.add(e); }
        void cut(int a, int b) { removeRange(a, b); }
    }

    enum Color { RED, GREEN { @Override public String toString() { return "g"; } }, BLUE, BLACK }

    public static void main(String[] args) {
        Range r = new Range(5);
        System.out.println(r + " " + r.contains(9) + r.indexOf(16) + r.lastIndexOf(5) + r.subList(1, 4) + r.equals(List.of(0, 1, 4, 9, 16)) + r.hashCode() + List.of(0, 1, 4, 9, 16).hashCode() + r.stream().mapToInt(x -> x).sum() + Arrays.toString(r.toArray(new Integer[7])));
        fail("add", () -> r.add(3));
        fail("set", () -> r.set(0, 3));
        fail("remove", () -> r.remove(0));
        fail("remove 2", () -> r.remove((Integer) 4));
        fail("clear", () -> r.clear());
        fail("sort", () -> r.sort(null));
        fail("next", () -> { Iterator<Integer> it = r.iterator(); for (int i = 0; i < 9; i++) it.next(); });
        fail("previous", () -> r.listIterator().previous());
        fail("iterator", () -> r.listIterator(7));
        fail("iterator remove", () -> { Iterator<Integer> it = r.iterator(); it.next(); it.remove(); });
        fail("sub next", () -> { Iterator<Integer> it = r.subList(1, 2).iterator(); it.next(); it.next(); });
        fail("sub get", () -> r.subList(1, 2).get(1));
        fail("addAll", () -> r.addAll(9, List.of(1)));
        fail("removeIf", () -> r.removeIf(x -> x > 2));
        fail("empty clear", () -> new Range(0).clear());
        Slow s = new Slow();
        s.add("a"); s.add(0, "b"); s.addAll(1, List.of("c", "d")); s.set(2, "e"); s.remove(0);
        System.out.println(s + s.get(1) + s.indexOf("a") + s.subList(1, 3));
        fail("slow get", () -> s.get(7));
        Grow g = new Grow();
        Collections.addAll(g, "x", "y", "z", "w");
        g.remove("y");
        g.subList(0, 2).replaceAll(String::toUpperCase);
        g.subList(1, 2).add("new");
        g.removeIf(x -> x.equals("w"));
        Collections.sort(g);
        System.out.println(g + " " + g.contains("w"));
        fail("grow", () -> { for (String x : g) g.add("q"); });
        Bag b = new Bag("mississippi");
        System.out.println(b + " " + b.contains('p') + b.containsAll(List.of('m', 's')) + Arrays.toString(b.toArray()) + new TreeSet<>(b) + b.stream().collect(Collectors.groupingBy(c -> c, Collectors.counting())) + Collections.frequency(b, 's') + Collections.max(b));
        fail("bag", () -> b.add('x'));
        fail("bag remove", () -> b.remove('m'));
        fail("bag clear", () -> b.clear());
        Pairs p = new Pairs();
        p.put("one", 1); p.put("two", 2); p.put("one", 11);
        p.merge("two", 5, Integer::sum);
        p.computeIfAbsent("three", String::length);
        p.putIfAbsent("one", 9);
        System.out.println(p + " " + p.get("two") + p.containsKey("one") + p.containsValue(11) + p.keySet() + p.values() + p.hashCode() + p.equals(Map.of("one", 11, "two", 7, "three", 5)) + p.remove("one") + p.size() + p.getOrDefault("zip", -1));
        p.keySet().remove("two");
        p.replaceAll((k, v) -> v * 2);
        p.values().removeIf(v -> v < 3);
        System.out.println(p);
        Fixed q = new Fixed();
        q.addAll(List.of(1, 2, 3));
        fail("full", () -> q.add(4));
        System.out.println(q + " " + q.element() + q.remove() + q.contains(3));
        q.clear();
        fail("element", () -> q.element());
        fail("queue remove", () -> q.remove());
        fail("self", () -> q.addAll(q));
        int sum = 0;
        for (int i : new Count()) sum = sum * 10 + i;
        new Count().forEach(i -> System.out.print(i + " "));
        System.out.println(sum + " " + StreamSupport.stream(new Count().spliterator(), false).map(i -> i * 2).collect(Collectors.toList()));
        Counting<Integer> c = new Counting<>();
        c.add(1); c.addAll(List.of(2, 3, 4)); c.cut(1, 3);
        System.out.println(c + " " + c.adds);
        EnumMap<Color, Integer> em = new EnumMap<>(Color.class);
        em.put(Color.BLUE, 1); em.put(Color.RED, 2); em.put(Color.GREEN, null);
        System.out.println(em + " " + em.containsKey(Color.GREEN) + em.containsKey(Color.BLACK) + em.keySet() + em.values() + em.remove(Color.RED) + em.size() + em.equals(new HashMap<>(em)) + em.merge(Color.BLUE, 4, Integer::sum));
        fail("enum null", () -> em.put(null, 1));
        EnumSet<Color> es = EnumSet.of(Color.BLUE, Color.RED);
        System.out.println(es + " " + EnumSet.allOf(Color.class) + EnumSet.noneOf(Color.class) + EnumSet.complementOf(es) + EnumSet.range(Color.GREEN, Color.BLACK) + es.contains(Color.RED) + es.add(Color.RED) + EnumSet.copyOf(List.of(Color.BLACK, Color.RED)) + es.equals(Set.of(Color.RED, Color.BLUE)) + es.containsAll(EnumSet.of(Color.RED)));
        es.removeIf(x -> x == Color.RED);
        es.addAll(EnumSet.of(Color.GREEN));
        System.out.println(es);
        fail("enum copy", () -> EnumSet.copyOf(new ArrayList<Color>()));
        Comparator<String> cmp = Comparator.comparing(String::length);
        System.out.println(Stream.of("ccc", "a", "bb", "dd", "e").sorted(cmp.thenComparing(Comparator.reverseOrder())).toList() + " " + cmp.reversed().compare("a", "bb") + Comparator.<Integer>naturalOrder().reversed().compare(1, 2) + Comparator.nullsFirst(cmp).compare(null, "a") + Collections.reverseOrder(cmp).compare("a", "bb") + Comparator.comparing(String::length, Comparator.reverseOrder()).compare("a", "bb"));
        Deque<Integer> lifo = new ArrayDeque<>();
        Queue<Integer> view = Collections.asLifoQueue(lifo);
        view.add(1); view.add(2);
        System.out.println(view.poll() + " " + lifo + Collections.newSetFromMap(new LinkedHashMap<String, Boolean>()).add("x") + Collections.list(new Vector<>(List.of(1)).elements()));
        List<Integer> un = Collections.unmodifiableList(Arrays.asList(1, 2));
        System.out.println(un + " " + un.equals(List.of(1, 2)) + un.subList(0, 1) + Collections.unmodifiableMap(new TreeMap<>(Map.of(1, 2))).entrySet() + Collections.unmodifiableSet(new TreeSet<>(List.of(2, 1))) + Collections.synchronizedList(new ArrayList<>(un)));
        fail("un", () -> un.iterator().remove());
        fail("un 2", () -> Collections.unmodifiableMap(new HashMap<>(Map.of(1, 2))).entrySet().iterator().next().setValue(3));
        fail("un 3", () -> Collections.emptyMap().put(null, null));
        fail("un 4", () -> Collections.singletonMap(1, 2).put(1, 3));
        fail("un 5", () -> Collections.singleton(1).add(3));
        fail("un 6", () -> Collections.emptyList().add(null));
        fail("un 7", () -> Collections.unmodifiableCollection(new ArrayList<>()).clear());
    }
}
