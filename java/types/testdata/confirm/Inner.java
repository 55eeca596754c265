import java.util.*;
import java.util.function.*;

public class Inner {
    private int x = 1;
    private static int sx = 2;
    private final List<String> log = new ArrayList<>();

    class A {
        int x = 10;
        class B {
            int x = 100;
            int sum() { return x + this.x + A.this.x + Inner.this.x + sx + y(); }
        }
        int y() { return Inner.this.x + x + outer(); }
    }

    static class S {
        int v = sx;
        private int hidden = 3;
        A make(Inner o) { return o.new A(); }
        A.B deep(Inner o) { return o.new A().new B(); }
    }

    static class Base {
        protected int p = 1;
        protected String name = "base";
        Base() { }
        Base(int p) { this.p = p; }
        String who() { return name; }
        static String st() { return "Base.st"; }
        private String priv() { return "Base.priv"; }
        String callPriv() { return priv(); }
        Number num() { return 1; }
        void over(Object o) { }
    }

    static class Derived extends Base {
        String name = "derived";
        Derived() { super(5); }
        Derived(String s) { this(); name = s; }
        @Override String who() { return super.who() + name + super.name + ((Base) this).name; }
        static String st() { return "Derived.st"; }
        private String priv() { return "Derived.priv"; }
        @Override Integer num() { return 2; }
        void over(String s) { }
        int use() { return p + super.p + num() + super.num().intValue(); }
    }

    abstract static class Shape implements Comparable<Shape> {
        abstract double area();
        public int compareTo(Shape o) { return Double.compare(area(), o.area()); }
        public String toString() { return getClass().getSimpleName() + area(); }
    }

    static class Circle extends Shape {
        final double r;
        Circle(double r) { this.r = r; }
        double area() { return Math.PI * r * r; }
    }

    interface Greeter {
        String PREFIX = "hi ";
        String greet(String n);
        default String twice(String n) { return greet(greet(n)); }
        static Greeter polite() { return n -> PREFIX + n; }
        private int secret() { return 1; }
        default int open() { return secret(); }
    }

    interface Loud extends Greeter {
        @Override default String twice(String n) { return Greeter.super.twice(n).toUpperCase(); }
    }

    int outer() { return x; }

    static int fact(int n) { return n <= 1 ? 1 : n * fact(n - 1); }

    Runnable counter(int start) {
        int[] count = {start};
        class Local implements Runnable {
            int calls;
            public void run() {
                calls++;
                count[0] += x + start;
                log.add("run" + calls);
            }
            Local again() { return new Local(); }
        }
        Local l = new Local();
        l.run();
        l.again().run();
        Supplier<Local> mk = Local::new;
        mk.get().calls++;
        return l;
    }

    Iterator<Integer> iter(int n) {
        return new Iterator<>() {
            int i = 0;
            final int limit = n;
            { i = 1; }
            @Override public boolean hasNext() { return i < limit; }
            @Override public Integer next() { return i++ * x; }
        };
    }

    static void run() {
        Inner o = new Inner();
        Inner.A a = o.new A();
        A.B b = a.new B();
        int t = b.sum() + a.x + o.x + b.x;
        S s = new S();
        t += s.hidden + s.v + s.make(o).y() + s.deep(o).sum();
        Base bd = new Derived("q");
        String w = bd.who() + bd.name + ((Derived) bd).name + Base.st() + Derived.st() + bd.callPriv();
        bd.over("s");
        new Derived().over("s");
        int n = new Derived().num() + bd.num().intValue();
        Shape[] shapes = {new Circle(1), new Shape() {
            double area() { return 2; }
        }};
        Arrays.sort(shapes);
        Greeter g = Greeter.polite();
        Loud l = x -> x + "!";
        String gs = g.greet("a") + g.twice("b") + l.twice("c") + Greeter.PREFIX + l.open();
        Comparator<String> c = new Comparator<String>() {
            @Override public int compare(String p, String q) { return p.length() - q.length(); }
        };
        int cmp = c.compare("a", "b") + c.reversed().compare("a", "b");
        Object lock = new Object() {
            int hidden = 5;
            int get() { return hidden; }
        };
        int direct = new Object() {
            int hidden = 5;
            int get() { return hidden; }
        }.get();
        var anon = new Object() {
            int cnt = 0;
            void inc() { cnt++; }
        };
        anon.inc();
        int ac = anon.cnt;
        BiFunction<Integer, Integer, Integer> rec = new BiFunction<>() {
            @Override public Integer apply(Integer p, Integer q) { return p == 0 ? q : this.apply(p - 1, q + 1); }
        };
        int r = rec.apply(1, 2);
        o.counter(3).run();
        for (Iterator<Integer> it = o.iter(3); it.hasNext(); ) t += it.next();
        synchronized (lock) { t++; }
        label:
        for (int i = 0; i < 3; i++) {
            for (int j = 0; ; j++) {
                if (j > i) continue label;
                if (i == 2) break label;
            }
        }
        int i = 0, k[] = {1, 2}, m[][] = new int[2][];
        do { i++; } while (i < 5);
        for (int p = 0, q = 10; p < q; p++, q--) t += p * q;
        for (;;) { if (t > 0) break; t++; }
        for (String str : new String[] {"a", "b"}) t += str.length();
        for (final char ch : "abc".toCharArray()) t += ch;
        int[] copy = k.clone();
        k[i = 0] += i++ + ++i;
        m[0] = k;
        long big = m[0][1]++;
        String chain = "a" + 1 + 2 + 'c' + 1.0f + null + new int[0].length + o;
        char cc = 'a';
        cc++;
        cc += 1;
        boolean same = o == null || (Object) o == lock && !(t > 1);
        try {
            Integer.parseInt("x");
        } catch (NumberFormatException | NullPointerException e) {
            String msg = e.getMessage();
            RuntimeException re = e;
        } catch (Exception e) {
            throw new IllegalStateException(e);
        } finally {
            t = 0;
        }
        class Res implements AutoCloseable {
            @Override public void close() { }
            int val() { return 1; }
        }
        try (Res r1 = new Res(); Res r2 = new Res()) {
            t += r1.val() + r2.val();
        }
        assert t > 0 : "neg" + t;
        Thread th = new Thread(() -> System.out.println("x"));
        int[] fib = new int[10];
        fib[0] = fib[1] = 1;
        Function<Integer, Integer>[] fs = new Function[2];
        fs[0] = z -> z + 1;
        int applied = fs[0].apply(3);
        IntBinaryOperator gcd = new IntBinaryOperator() {
            public int applyAsInt(int p, int q) { return q == 0 ? p : applyAsInt(q, p % q); }
        };
    }

    static int initialised;
    static final int LATE;
    static {
        LATE = fact(3);
        initialised = LATE + 1;
    }
    int inst;
    {
        inst = outer() + LATE;
    }
}
