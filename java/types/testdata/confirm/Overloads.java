import java.util.*;
import java.util.function.*;

class Overloads {
    interface Task<T> {
        T call() throws Exception;
    }

    static int f(int x) { return 1; }
    static int f(long x) { return 2; }
    static int f(double x) { return 3; }
    static int f(Integer x) { return 4; }
    static int f(Object x) { return 5; }
    static int f(int... x) { return 6; }
    static int f(char x) { return 7; }
    static int g(long x) { return 1; }
    static int g(Integer x) { return 2; }
    static int g(Object... x) { return 3; }
    static int h(Object x) { return 1; }
    static int h(String x) { return 2; }
    static int h(Object[] x) { return 3; }
    static int k(double a, int b) { return 1; }
    static int k(int a, double b) { return 2; }
    static int k(int a, int b) { return 3; }
    static int v(String s, Object... xs) { return 1; }
    static int v(String s, Object x) { return 2; }
    static int v(String s) { return 3; }
    static int l(Runnable r) { return 1; }
    static <T> T l(Task<T> c) { return null; }
    static int m(Function<String, Integer> f) { return 1; }
    static int m(ToIntFunction<String> f, int x) { return 2; }
    static int p(Predicate<String> p) { return 1; }
    static int p(BiPredicate<String, String> p) { return 2; }
    static int n(List<?> l) { return 1; }
    static int n(Collection<?> l) { return 2; }
    static int n(Iterable<?> l) { return 3; }
    static int w(short s) { return 1; }
    static int w(float s) { return 2; }
    static int c(char[] s) { return 1; }
    static int c(Object s) { return 2; }
    static <T> int gen(T t) { return 1; }
    static <T extends Comparable<T>> int gen(T t, T u) { return 2; }
    static int gen(String t, Object u) { return 3; }
    static int box(long a, Integer b) { return 1; }
    static int box(Long a, int b) { return 2; }
    static int num(Number n) { return 1; }
    static int num(Comparable<?> n) { return 2; }
    static int num(Object n, int dummy) { return 2; }

    int field = f(1) + f('c') + f(1L) + f(1f) + f((short) 1) + f((byte) 1) + f(Integer.valueOf(3)) + f("s") + f() + f(1, 2) + f(Long.valueOf(2));

    static void run(List<Integer> list, StringBuilder sb, Map<String, Integer> map, char ch, int[] arr, Set<Character> set) {
        g(1);
        g('c');
        g(Integer.valueOf(1));
        g("s");
        g(1.5);
        g(1, 2);
        h("s");
        h((Object) "s");
        h(new String[0]);
        h(new int[0]);
        k(1, 2);
        k('a', 'b');
        k(1, 2.0);
        k(1.0, 2);
        v("a");
        v("a", "b");
        v("a", 1);
        v("a", 1, 2);
        v("a", new Object[] {1});
        v("a", (Object) new Object[] {1});
        v("a", null, null);
        l(() -> { });
        l(() -> 5);
        l(() -> { return "x"; });
        l(() -> run(null, null, null, 'c', null, null));
        l(() -> { throw new RuntimeException(); });
        m(s -> s.length());
        m(String::length);
        m(s -> s.length(), 3);
        p(s -> s.isEmpty());
        p((a, b) -> a.equals(b));
        p(String::isEmpty);
        p(String::equals);
        n(list);
        n(new HashSet<String>());
        w((byte) 1);
        w('c');
        w(1);
        w(1L);
        c(new char[3]);
        c("s");
        c(null);
        gen(1);
        gen(1, 2);
        gen("s", 3);
        box(1, 2);
        num(Integer.valueOf(1), 2);
        list.remove(1);
        list.remove(Integer.valueOf(1));
        list.add(0, 5);
        list.add(7);
        sb.append('c').append(1).append("s").append(1.5).append(true).append((Object) null).append(new char[] {'a'}).append(1L).append(sb);
        sb.append((char) (ch + 1)).append(ch + 1).insert(0, 'c').insert(0, 5).insert(0, "x");
        String.valueOf('c');
        String.valueOf(new char[0]);
        String.valueOf(1);
        String.valueOf((Object) null);
        String.valueOf(2.0f);
        Math.max(1, 2L);
        Math.max(1, 2);
        Math.max(1f, 2);
        Math.abs(-1.5);
        Math.round(1.5f);
        Math.round(1.5);
        Integer.toString(5);
        Integer.valueOf("5");
        Integer.valueOf('5');
        Integer.compare(1, 'c');
        Arrays.asList(1, 2, 3);
        Arrays.asList("a", 1);
        Arrays.asList(arr);
        Arrays.asList(new Integer[] {1});
        Arrays.fill(arr, 'c');
        Arrays.sort(arr, 0, 2);
        Arrays.toString(arr);
        System.out.println('c');
        System.out.println(1 + 'c');
        System.out.println(new char[0]);
        System.out.println((Object) "s");
        System.out.println(arr);
        System.out.printf("%d %s", 1, "x");
        map.merge("a", 1, Integer::sum);
        map.put("b", map.getOrDefault("b", 0) + 1);
        map.get("x").compareTo(3);
        set.add('c');
        set.contains(ch);
        set.contains('c' + 1);
        Objects.equals(1, 2L);
        Objects.hash(1, "a", ch);
        Arrays.asList(1, 2, 3).indexOf(2);
        List.of(new Integer[] {1, 2});
        Collections.max(list);
        new ArrayList<>(list).toArray(new Integer[0]);
        list.toArray();
        list.toArray(Integer[]::new);
        "abc".indexOf('b');
        "abc".indexOf("b");
        "abc".indexOf(98, 1);
        "abc".replace('a', 'b');
        "abc".replace("a", "b");
        "a,b".split(",");
        String.join(",", "a", "b");
        String.join(",", List.of("a"));
        String.format("%d", 1);
        "abc".compareTo("b");
        "abc".chars().filter(x -> x == 'a').count();
        Character.isDigit(ch);
        Character.isDigit((int) ch);
        Character.getNumericValue('1');
        new StringBuilder("abc").reverse().toString();
        new StringBuilder('c');
        new String(new char[] {'a'}, 0, 1);
        new int[] {1}.clone();
        new int[2][3].clone()[0].clone();
        "x".equals(null);
        list.equals(null);
        list.hashCode();
        list.getClass();
        "s".getClass().getSimpleName();
    }
}
