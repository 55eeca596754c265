import java.util.*;

/** Hash tables whose keys share bins, so that the bins become trees: powers of two, multiples, constant hash codes. */
public class CrowdedBins {
    static final class Key implements Comparable<Key> {
        final int h, id;
        Key(int h, int id) { this.h = h; this.id = id; }
        @Override public int hashCode() { return h; }
        @Override public boolean equals(Object o) { return o instanceof Key && ((Key) o).id == id; }
        @Override public int compareTo(Key k) { return Integer.compare(id, k.id); }
        @Override public String toString() { return h + "#" + id; }
    }

    public static void main(String[] args) {
        for (int n = 5; n < 31; n += 3) {
            Set<Integer> s = new HashSet<>();
            for (int i = 0; i < n; i++) s.add(1 << i);
            System.out.println(n + " " + s);
        }
        for (int m : new int[] {64, 100, 128, 1000, 1024, 65536}) {
            for (int n : new int[] {10, 11, 12, 30, 100}) {
                Map<Integer, Integer> s = new HashMap<>();
                for (int i = 0; i < n; i++) s.put(i * m, i);
                System.out.println(m + " " + n + " " + s);
            }
        }
        Set<Double> d = new HashSet<>();
        for (int i = 0; i < 100; i++) d.add((double) i);
        System.out.println(d);
        Set<String> ss = new HashSet<>();
        String[] two = {"Aa", "BB"};
        for (String a : two) for (String b : two) for (String c : two) for (String e : two) ss.add(a + b + c + e);
        System.out.println(ss);
        for (int seed = 0; seed < 12; seed++) {
            Random r = new Random(seed);
            int hashes = 1 + seed / 2, span = 20 + 10 * seed, step = seed % 2 == 0 ? 64 : 7;
            Map<Key, Integer> m = new HashMap<>();
            for (int i = 0; i < 400; i++) {
                int id = r.nextInt(span);
                Key k = new Key(id % hashes * step, id);
                switch (r.nextInt(seed % 3 == 0 ? 9 : 5)) {
                    case 0: m.remove(k); break;
                    case 1: m.merge(k, 1, (a, b) -> a > 4 ? null : (Integer) (a + b)); break;
                    case 2: m.computeIfAbsent(k, x -> x.id); break;
                    case 3: if (i % 40 == 0) m.keySet().removeIf(x -> x.id % 3 == 0); break;
                    default: m.put(k, i);
                }
                if (i % 25 == 0) System.out.println(m.size() + " " + m.keySet());
            }
            System.out.println(m + " " + new HashMap<>(m) + " " + new HashSet<>(m.keySet()));
            Iterator<Key> it = m.keySet().iterator();
            while (it.hasNext()) if (it.next().id % 2 == 0) it.remove();
            System.out.println(m);
            while (!m.isEmpty()) m.remove(m.keySet().iterator().next());
            for (int i = 0; i < 15; i++) m.put(new Key(3, (i * 7) % 15), i);
            System.out.println(m);
            m.clear();
        }
    }
}
