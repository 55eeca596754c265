import java.util.*;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.*;

/** Iteration order and methods of the hash maps, on keys that collide, spread and are removed. */
public class Maps {
    static final class Key implements Comparable<Key> {
        final int h, id;
        Key(int h, int id) { this.h = h; this.id = id; }
        @Override public int hashCode() { return h; }
        @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).id == id; }
        @Override public int compareTo(Key k) { return Integer.compare(id, k.id); }
        @Override public String toString() { return h + "#" + id; }
    }

    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void exercise(String name, Map<Object, Integer> m, Random r, int span, int n, boolean words, boolean nulls) {
        for (int i = 0; i < n; i++) {
            int v = r.nextInt(span) - span / 4;
            Object k = words ? "w" + v : (Object) Integer.valueOf(v * 37);
            switch (r.nextInt(14)) {
                case 0: m.remove(k); break;
                case 1: m.merge(k, 1, Integer::sum); break;
                case 2: if (nulls && i == 20) m.put(k, null); m.computeIfAbsent(k, x -> (x.hashCode() & 0x7fffffff) % 7); break;
                case 3: m.compute(k, (x, o) -> o == null ? (Integer) 5 : o % 3 == 0 ? null : (Integer) (o + 1)); break;
                case 4: m.putIfAbsent(k, -1); break;
                case 5: m.computeIfPresent(k, (x, o) -> o > 2 ? null : (Integer) (o + 10)); break;
                case 6: m.merge(k, 2, (a, b) -> a > 20 ? null : (Integer) (a * b)); break;
                case 7: m.replace(k, 99); break;
                default: m.put(k, i);
            }
        }
        System.out.println(name + " " + m.size() + " " + m.hashCode() + " " + m);
        StringBuilder sb = new StringBuilder();
        for (Object k : m.keySet()) sb.append(k).append(' ');
        for (Integer v : m.values()) sb.append(v).append(',');
        Iterator<Map.Entry<Object, Integer>> it = m.entrySet().iterator();
        while (it.hasNext()) {
            Map.Entry<Object, Integer> e = it.next();
            if (e.getValue() != null && e.getValue() % 2 == 0) it.remove();
            else e.setValue(7);
        }
        m.forEach((k, v) -> sb.append(k).append('=').append(v).append(';'));
        System.out.println(sb);
        Map<Object, Integer> copy = new HashMap<>(m);
        System.out.println(copy + " " + copy.equals(m) + " " + m.equals(copy));
        Map<Object, Integer> all = new HashMap<>(3);
        all.put("x", 1);
        all.putAll(m);
        System.out.println(all.keySet() + " " + new HashSet<>(m.values()) + " " + new LinkedHashSet<>(m.keySet()));
        m.replaceAll((k, v) -> v + 1);
        m.values().removeIf(v -> v > 50);
        m.keySet().retainAll(copy.keySet());
        System.out.println(m + " " + m.containsValue(8) + " " + m.containsKey("w3") + " " + m.getOrDefault("nope", -5));
        if (nulls) {
            m.put(null, null);
            System.out.println(m.containsKey(null) + " " + m.get(null) + " " + m.getOrDefault(null, 3) + " " + m.putIfAbsent(null, 4) + " " + m);
        }
        m.clear();
        System.out.println(m + " " + m.isEmpty());
    }

    public static void main(String[] args) {
        for (int seed = 0; seed < 3; seed++) {
            for (boolean words : new boolean[] {false, true}) {
                Random r = new Random(seed);
                exercise("hash", new HashMap<>(), r, 60, 40 + 60 * seed, words, true);
                exercise("hash5", new HashMap<>(5, 0.5f), r, 40, 60, words, true);
                exercise("linked", new LinkedHashMap<>(), r, 30, 60, words, true);
                exercise("access", new LinkedHashMap<>(16, .75f, true), r, 30, 60, words, true);
                exercise("table", new Hashtable<>(), r, 60, 80, words, false);
                exercise("table3", new Hashtable<>(3), r, 60, 80, words, false);
                exercise("weak", new WeakHashMap<>(), r, 60, 80, words, false);
                exercise("conc", new ConcurrentHashMap<>(), r, 80, 120, words, false);
                exercise("conc40", new ConcurrentHashMap<>(40), r, 80, 120, words, false);
                if (words) exercise("tree", new TreeMap<>(), r, 60, 80, words, false);
            }
        }
        // collisions below the size at which bins become trees
        for (int mod = 1; mod < 40; mod += 6) {
            Map<Key, Integer> m = new HashMap<>();
            Set<Key> s = new HashSet<>();
            Map<Key, Integer> c = new ConcurrentHashMap<>();
            for (int i = 0; i < 7 * mod && i < 42; i++) {
                Key k = new Key((i % mod) * 5, i);
                if (i % 3 == 0) m.merge(k, i, Integer::sum); else m.put(k, i);
                s.add(k);
                c.put(k, i);
            }
            System.out.println(m.keySet() + "\n" + s + "\n" + c);
        }
        // nine keys in one bin of a small table make it grow
        for (int n = 6; n < 10; n++) {
            Set<Key> s = new HashSet<>();
            s.add(new Key(1, 100));
            s.add(new Key(17, 101));
            s.add(new Key(33, 102));
            for (int i = 0; i < n - 3; i++) s.add(new Key(64 * i, i));
            if (n < 11) System.out.println(s);
            Map<Integer, Integer> m = new HashMap<>();
            for (int i = 0; i < n; i++) m.merge(i * 1024, i, Integer::sum);
            m.put(5, 5);
            m.put(21, 5);
            if (n < 11) System.out.println(m);
        }
        // sizes around every resize
        for (int n = 0; n < 120; n += 13) {
            Set<Integer> s = new HashSet<>();
            for (int i = 0; i < n; i++) s.add((i * 7919) % 1009);
            System.out.println(s);
            System.out.println(new HashSet<>(new ArrayList<>(s)) + " " + new HashMap<>(Map.of(n, 1)));
        }
        Map<String, Integer> lru = new LinkedHashMap<String, Integer>(16, 0.75f, true) {
            @Override protected boolean removeEldestEntry(Map.Entry<String, Integer> e) { return size() > 3; }
        };
        for (String k : List.of("a", "b", "c", "a", "d", "e", "a", "f", "g", "a")) {
            lru.put(k, lru.getOrDefault(k, 0) + 1);
            lru.get("a");
        }
        System.out.println(lru);

        Map<String, Integer> m = new HashMap<>();
        for (String w : List.of("one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven", "twelve", "thirteen")) m.put(w, w.length());
        fail("modify in loop", () -> { for (String k : m.keySet()) m.put(k + "!", 1); });
        fail("remove in loop", () -> { for (Map.Entry<String, Integer> e : m.entrySet()) m.remove(e.getKey()); });
        fail("modify in forEach", () -> m.forEach((k, v) -> m.put(k + "?", 1)));
        fail("modify in compute", () -> m.computeIfAbsent("new", k -> { m.put("other", 1); return 1; }));
        fail("merge null", () -> m.merge("a", null, Integer::sum));
        fail("negative", () -> new HashMap<String, String>(-1));
        fail("factor", () -> new HashMap<String, String>(1, 0f));
        fail("linked negative", () -> new LinkedHashMap<String, String>(-3));
        fail("table", () -> new Hashtable<String, String>(-3));
        fail("table null", () -> new Hashtable<String, String>().put("a", null));
        fail("conc null", () -> new ConcurrentHashMap<String, String>().put("a", null));
        fail("conc arg", () -> new ConcurrentHashMap<String, String>(-1));
        fail("no more", () -> new HashMap<String, String>().keySet().iterator().next());
        fail("no remove", () -> m.keySet().iterator().remove());
        fail("add key", () -> m.keySet().add("x"));
        fail("tree null", () -> new TreeMap<String, String>().put(null, ""));
        fail("tree null 2", () -> new TreeMap<>(Map.of("a", "b")).put(null, ""));
        fail("tree get null", () -> new TreeMap<>(Map.of("a", "b")).get(null));
        fail("tree first", () -> new TreeMap<String, String>().firstKey());
        fail("entry", () -> Map.entry("a", "b").setValue("c"));
        fail("map of", () -> Map.of("a", 1, "a", 2));
        fail("map of null", () -> Map.of("a", null));
        fail("put", () -> Map.of("a", 1).put("b", 2));
        fail("get null", () -> Map.of("a", 1).get(null));
        System.out.println(Map.of("a", 1) + " " + Map.of() + " " + Map.entry("k", 2) + " " + Map.of("a", 1).equals(Collections.singletonMap("a", 1))
            + " " + Map.of("a", 1).hashCode() + " " + new AbstractMap.SimpleEntry<>("a", 1) + " " + Map.entry("a", 1).equals(new AbstractMap.SimpleEntry<>("a", 1)));
        List<Map.Entry<String, Integer>> es = new ArrayList<>(Map.of("z", 1, "y", 2, "x", 3).entrySet());
        es.sort(Map.Entry.comparingByKey());
        System.out.println(es);
        es.sort(Map.Entry.comparingByValue());
        System.out.println(es);
        es.sort(Map.Entry.comparingByValue(Comparator.reverseOrder()));
        System.out.println(es);
        Map<Object, Object> self = new HashMap<>();
        self.put("me", self);
        System.out.println(self);
        IdentityHashMap<String, Integer> id = new IdentityHashMap<>();
        id.put("a", 1);
        id.put(new String("a"), 2);
        id.put("a", 3);
        System.out.println(id.size() + " " + id.get("a"));
    }
}
