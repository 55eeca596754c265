import java.util.*;

/** Sorted maps and sets with their views, against the same questions asked of a plain sorted list. */
public class Trees {
    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static void ask(String name, NavigableMap<Integer, String> m) {
        StringBuilder sb = new StringBuilder(name + " " + m.size() + m + m.isEmpty() + m.hashCode());
        for (int k = -3; k < 45; k += 4) {
            sb.append(' ').append(m.lowerKey(k)).append(m.floorKey(k)).append(m.ceilingKey(k)).append(m.higherKey(k)).append(m.containsKey(k)).append(m.get(k)).append(m.getOrDefault(k, "?"));
            sb.append(m.lowerEntry(k)).append(m.floorEntry(k)).append(m.ceilingEntry(k)).append(m.higherEntry(k));
        }
        sb.append(m.firstEntry()).append(m.lastEntry()).append(m.descendingMap()).append(m.navigableKeySet()).append(m.descendingKeySet()).append(m.values());
        NavigableSet<Integer> ks = m.navigableKeySet();
        sb.append(ks.headSet(20)).append(ks.tailSet(20, false)).append(ks.lower(10)).append(ks.higher(10)).append(ks.descendingSet()).append(ks.contains(8));
        Iterator<Integer> d = ks.descendingIterator();
        while (d.hasNext()) sb.append(d.next()).append('>');
        System.out.println(sb);
        fail("firstKey", () -> System.out.print(m.firstKey()));
        fail("lastKey", () -> System.out.print(m.lastKey()));
        fail("put 7", () -> m.put(7, "seven"));
        fail("put 100", () -> m.put(100, "hundred"));
        fail("head", () -> System.out.print(m.headMap(25)));
        fail("tail", () -> System.out.print(m.tailMap(25)));
        fail("sub", () -> System.out.print(m.subMap(9, true, 30, true)));
        fail("sub 2", () -> System.out.print(m.subMap(30, 9)));
        fail("sub 3", () -> System.out.print(m.subMap(12, 12)));
        System.out.println(m.pollFirstEntry() + " " + m.pollLastEntry() + m);
        m.entrySet().removeIf(e -> e.getKey() % 3 == 0);
        for (Map.Entry<Integer, String> e : m.entrySet()) e.setValue(e.getValue() + "!");
        System.out.println(m + " " + m.entrySet().contains(Map.entry(4, "v4!")) + m.keySet().remove(4) + m.values().remove("v8!") + m);
        fail("loop", () -> { for (Integer k : m.keySet()) m.remove(k); });
        fail("forEach", () -> m.forEach((k, v) -> m.remove(k)));
        m.clear();
        System.out.println(m.size());
    }

    public static void main(String[] args) {
        for (int v = 0; v < 9; v++) {
            TreeMap<Integer, String> t = v == 8 ? new TreeMap<>(Comparator.reverseOrder()) : new TreeMap<>();
            for (int i = 0; i < 44; i += 2) t.put(i * 7 % 44, "v" + i * 7 % 44);
            switch (v) {
                case 0: case 8: ask("all", t); break;
                case 1: ask("desc", t.descendingMap()); break;
                case 2: ask("head", t.headMap(20, true)); break;
                case 3: ask("tail", t.tailMap(20, false)); break;
                case 4: ask("sub", t.subMap(6, true, 30, false)); break;
                case 5: ask("sub desc", t.subMap(6, false, 30, true).descendingMap()); break;
                case 6: ask("desc head", t.descendingMap().headMap(20, false)); break;
                case 7: ask("desc sub tail", t.descendingMap().subMap(40, true, 4, true).tailMap(32, true)); break;
            }
            System.out.println(t);
        }
        // random operations against an array list
        for (int seed = 0; seed < 20; seed++) {
            Random r = new Random(seed);
            TreeSet<Integer> s = new TreeSet<>();
            List<Integer> ref = new ArrayList<>();
            for (int i = 0; i < 300; i++) {
                int x = r.nextInt(60);
                if (r.nextInt(5) < 3) {
                    boolean added = s.add(x);
                    if (added != !ref.contains(x)) System.out.println("BAD add " + x);
                    if (added) ref.add(x);
                } else if (s.remove(x) != ref.remove((Integer) x)) System.out.println("BAD remove " + x);
            }
            Collections.sort(ref);
            if (!new ArrayList<>(s).equals(ref)) System.out.println("BAD order " + s + ref);
            System.out.println(s + " " + s.first() + s.last() + s.ceiling(30) + s.floor(30) + s.higher(30) + s.lower(30) + s.headSet(9) + s.tailSet(50) + s.subSet(20, 30) + s.descendingSet().headSet(50) + s.pollFirst() + s.pollLast());
        }
        // which keys a comparator is asked about
        List<String> asked = new ArrayList<>();
        TreeMap<String, Integer> log = new TreeMap<>((a, b) -> { asked.add(a + b); return a.compareTo(b); });
        Random r = new Random(3);
        for (int i = 0; i < 60; i++) {
            String k = "" + (char) ('a' + r.nextInt(26));
            if (i % 4 == 3) log.remove(k); else if (i % 4 == 1) log.merge(k, 1, Integer::sum); else log.put(k, i);
        }
        System.out.println(log + " " + asked.size() + asked);
        TreeSet<String> ci = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
        Collections.addAll(ci, "b", "A", "a", "B", "c");
        System.out.println(ci + " " + ci.contains("C") + new TreeSet<>(ci) + new TreeSet<>(Arrays.asList("b", "A", "a")) + new TreeMap<>(Map.of(3, 1, 1, 2)));
        fail("null", () -> new TreeSet<String>().add(null));
        fail("null 2", () -> new TreeSet<>(List.of("a")).add(null));
        fail("null 3", () -> new TreeSet<>(List.of("a")).contains(null));
        fail("first", () -> new TreeSet<String>().first());
        fail("last", () -> new TreeSet<String>().last());
        fail("head of sub", () -> new TreeSet<>(List.of(1, 2, 3)).subSet(1, 3).headSet(9));
        fail("add to sub", () -> new TreeSet<>(List.of(1, 2, 3)).headSet(2).add(2));
        fail("incomparable", () -> new TreeSet<Object>().add(new Object()));
        fail("mixed", () -> { TreeSet<Object> t = new TreeSet<>(); t.add(1); t.add("a"); });
        fail("modify", () -> { TreeMap<Integer, Integer> t = new TreeMap<>(Map.of(1, 1)); t.computeIfAbsent(2, k -> { t.put(9, 9); return 1; }); });
        fail("unmodifiable", () -> Collections.unmodifiableSortedMap(new TreeMap<>(Map.of(1, 1))).put(1, 2));
        TreeMap<Integer, Integer> t = new TreeMap<>();
        for (int i = 0; i < 10; i++) t.merge(i % 4, i, Integer::sum);
        System.out.println(t + " " + t.compute(1, (k, v) -> null) + t.computeIfPresent(2, (k, v) -> v + k) + t.computeIfAbsent(8, k -> k * k) + t.putIfAbsent(8, 1) + t.replace(8, 3) + t.replace(77, 3) + t.remove(0, 99) + t.remove(0, 12) + t);
        t.replaceAll((k, v) -> k + v);
        System.out.println(t + " " + t.equals(new HashMap<>(t)) + new HashMap<>(t).equals(t) + t.clone());
    }
}
