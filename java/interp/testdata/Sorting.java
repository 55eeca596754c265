import java.util.*;

/** java.util.Arrays and sorting, with comparators that are no orders: the comparisons made show the algorithm. */
public class Sorting {
    static void fail(String what, Runnable r) {
        try {
            r.run();
            System.out.println(what + ": fine");
        } catch (RuntimeException e) {
            System.out.println(what + ": " + e.getClass().getName() + ": " + e.getMessage());
        }
    }

    static int calls;

    public static void main(String[] args) {
        for (int n : new int[] {0, 1, 2, 5, 20, 31, 32, 33, 40, 64, 100, 257, 1000, 3000}) {
            for (int kind = 0; kind < 9; kind++) {
                Random r = new Random(n * 31 + kind);
                Integer[] a = new Integer[n];
                for (int i = 0; i < n; i++) {
                    switch (kind) {
                        case 0: a[i] = r.nextInt(); break;
                        case 1: a[i] = i; break;
                        case 2: a[i] = n - i; break;
                        case 3: a[i] = r.nextInt(5); break;
                        case 4: a[i] = i % 17 == 0 ? r.nextInt(n) : i; break;
                        case 5: a[i] = i < n / 2 ? i : i - n / 2; break;
                        case 6: a[i] = (i / 20) % 2 == 0 ? i : -i; break;
                        default: a[i] = r.nextInt(50);
                    }
                }
                calls = 0;
                long trace = 0;
                Comparator<Integer> c;
                switch (kind) {
                    case 7: c = (x, y) -> { calls++; return x < y ? -1 : 1; }; break;
                    case 8: c = (x, y) -> { calls++; return x > y ? 1 : 0; }; break;
                    default: c = (x, y) -> { calls++; return x.compareTo(y); };
                }
                Integer[] b = a.clone();
                try {
                    Arrays.sort(b, c);
                    System.out.println(n + "/" + kind + " " + calls + " " + Arrays.hashCode(b));
                } catch (IllegalArgumentException e) {
                    System.out.println(n + "/" + kind + " " + calls + " " + e.getMessage());
                }
                if (n <= 40) System.out.println(Arrays.toString(b));
                Arrays.sort(a);
                Arrays.sort(a, n / 4, n / 2, Collections.reverseOrder());
                List<Integer> l = new ArrayList<>(Arrays.asList(a));
                l.sort(Comparator.comparing((Integer x) -> x % 10).thenComparing(Comparator.reverseOrder()));
                System.out.println(Arrays.hashCode(a) + " " + l.hashCode());
            }
        }
        for (int seed = 0; seed < 40; seed++) {
            Random r = new Random(seed);
            Integer[] a = new Integer[10 + 10 * seed];
            for (int i = 0; i < a.length; i++) a[i] = i;
            calls = 0;
            try {
                Arrays.sort(a, (x, y) -> { calls++; return r.nextInt(3) - 1; });
                System.out.println(calls + " " + Arrays.hashCode(a));
            } catch (IllegalArgumentException e) {
                System.out.println(calls + " " + e.getMessage());
            }
        }
        // stability
        List<String> words = new ArrayList<>(List.of("pear", "fig", "apple", "kiwi", "plum", "date", "nut", "melon", "lime"));
        words.sort(Comparator.comparingInt(String::length));
        System.out.println(words);
        Collections.sort(words, Collections.reverseOrder());
        System.out.println(words + " " + Collections.max(words) + Collections.min(words, Comparator.comparing(String::length)));

        int[] p = {5, -3, 9, 0, 9, Integer.MIN_VALUE, Integer.MAX_VALUE};
        int[] q = p.clone();
        Arrays.sort(q);
        System.out.println(Arrays.toString(q) + Arrays.binarySearch(q, 9) + Arrays.binarySearch(q, 1) + Arrays.binarySearch(q, 1, 4, 0) + Arrays.hashCode(p) + Arrays.equals(p, q) + Arrays.compare(p, q) + Arrays.mismatch(p, q));
        Arrays.sort(p, 1, 5);
        Arrays.fill(q, 2, 4, 7);
        System.out.println(Arrays.toString(p) + Arrays.toString(q) + Arrays.toString(Arrays.copyOf(p, 9)) + Arrays.toString(Arrays.copyOf(p, 2)) + Arrays.toString(Arrays.copyOfRange(p, 5, 9)));
        double[] d = {3.5, Double.NaN, -0.0, 0.0, Double.NEGATIVE_INFINITY, 1e-300, -1, 0.0, -0.0};
        Arrays.sort(d);
        System.out.println(Arrays.toString(d) + Arrays.binarySearch(d, 0.0) + Arrays.binarySearch(d, Double.NaN) + Arrays.hashCode(d) + Arrays.equals(new double[] {Double.NaN, 0.0}, new double[] {Double.NaN, -0.0}) + Arrays.equals(new double[] {Double.NaN}, new double[] {Double.NaN}));
        float[] f = {2f, Float.NaN, -0f, 0f, 1.1f};
        Arrays.sort(f);
        System.out.println(Arrays.toString(f) + Arrays.hashCode(f) + Arrays.binarySearch(f, 1.1f));
        long[] g = {1L << 40, 3, -5};
        Arrays.sort(g);
        char[] c = "hello world".toCharArray();
        Arrays.sort(c);
        byte[] by = {3, -1, 127, -128};
        Arrays.sort(by);
        short[] sh = {3, -1};
        Arrays.sort(sh);
        boolean[] z = new boolean[3];
        Arrays.fill(z, true);
        System.out.println(Arrays.toString(g) + Arrays.hashCode(g) + Arrays.toString(c) + new String(c) + Arrays.hashCode(c) + Arrays.toString(by) + Arrays.hashCode(by) + Arrays.toString(sh) + Arrays.toString(z) + Arrays.hashCode(z) + Arrays.binarySearch(c, 'o') + Arrays.binarySearch(by, (byte) 3));
        int[][] grid = {{1, 2}, {3}, {}, null};
        Object[] mixed = {1, "a", null, new int[] {1}, new String[] {"q", null}, new Object[] {new double[] {1.5}}, 'c'};
        System.out.println(Arrays.deepToString(grid) + Arrays.deepToString(mixed) + Arrays.deepHashCode(grid) + Arrays.deepEquals(grid, new int[][] {{1, 2}, {3}, {}, null}) + Arrays.deepEquals(mixed, mixed.clone()) + Arrays.equals(grid, grid.clone()) + Arrays.equals(new int[][] {{1}}, new int[][] {{1}}));
        Object[] self = new Object[2];
        self[0] = self;
        System.out.println(Arrays.deepToString(self) + Arrays.toString((int[]) null) + Arrays.toString((Object[]) null) + Arrays.hashCode((int[]) null) + Arrays.toString(new int[0]) + Arrays.deepToString(null));
        String[] s = {"b", "c", "a"};
        Arrays.sort(s, Collections.reverseOrder());
        String[] s2 = Arrays.copyOf(s, 5);
        Object[] o2 = Arrays.copyOf(s, 2, Object[].class);
        System.out.println(Arrays.toString(s) + Arrays.toString(s2) + s2.getClass().getSimpleName() + o2.getClass().getSimpleName() + Arrays.asList(s) + Arrays.binarySearch(s, "b", Collections.reverseOrder()) + Arrays.compare(s, s2) + Arrays.mismatch(s, s2));
        int[] sq = new int[5];
        Arrays.setAll(sq, i -> i * i);
        System.out.println(Arrays.toString(sq) + Arrays.stream(sq).sum() + Arrays.stream(sq, 1, 3).sum() + Arrays.asList(1, 2).hashCode() + Arrays.asList(sq).size());
        Integer[] boxed = {3, 1, 2};
        Arrays.parallelSort(boxed);
        Arrays.parallelPrefix(sq, Integer::sum);
        System.out.println(Arrays.toString(boxed) + Arrays.toString(sq));
        fail("range 1", () -> Arrays.sort(new int[3], 2, 1));
        fail("range 2", () -> Arrays.sort(new int[3], -1, 1));
        fail("range 3", () -> Arrays.fill(new int[3], 0, 4, 1));
        fail("range 4", () -> Arrays.copyOfRange(new int[3], 2, 1));
        fail("range 5", () -> Arrays.copyOfRange(new int[3], 4, 5));
        fail("range 6", () -> Arrays.copyOfRange(new int[3], -1, 2));
        fail("range 7", () -> Arrays.copyOfRange(new String[3], 4, 5));
        fail("range 8", () -> Arrays.stream(new int[3], 1, 7));
        fail("negative", () -> Arrays.copyOf(new int[3], -1));
        fail("negative 2", () -> Arrays.copyOf(new String[3], -4));
        fail("null sort", () -> Arrays.sort((int[]) null));
        fail("null copy", () -> Arrays.copyOf((int[]) null, 2));
        fail("null fill", () -> Arrays.fill((int[]) null, 2));
        fail("null asList", () -> Arrays.asList((Object[]) null));
        fail("null element", () -> Arrays.sort(new Integer[] {1, null, 2}));
        fail("null element 2", () -> Arrays.sort(new Integer[] {null, 1, 2}));
        fail("null list", () -> Collections.sort(Arrays.asList("a", "b", null)));
        fail("null stream", () -> Arrays.stream((int[]) null));
        fail("not comparable", () -> Arrays.sort(new Object[] {new Object(), new Object()}));
        fail("mixed", () -> Arrays.sort(new Object[] {1, "a"}));
        fail("one", () -> Arrays.sort(new Object[] {new Object()}));
        fail("store", () -> { Object[] x = new String[1]; Arrays.fill(x, 1); });
        fail("store 2", () -> { Object[] x = Arrays.copyOf(new String[1], 2); x[0] = 1; });
        fail("store 3", () -> new ArrayList<Object>(List.of(1)).toArray(new String[1]));
        fail("store 4", () -> { List<Object> x = Arrays.asList((Object[]) new String[] {"a"}); x.set(0, 1); });
    }
}
