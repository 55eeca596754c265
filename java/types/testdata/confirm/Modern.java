import java.util.*;
import java.util.function.*;

class Modern {
    enum Color { RED, GREEN, BLUE; Color next() { return values()[(ordinal() + 1) % values().length]; } }

    enum Op implements IntBinaryOperator {
        ADD("+") { public int applyAsInt(int a, int b) { return a + b; } },
        MUL("*") {
            int calls;
            public int applyAsInt(int a, int b) { calls++; return a * b + helper(); }
        };
        private final String sym;
        private static final Map<String, Op> BY = new HashMap<>();
        static { for (Op o : values()) BY.put(o.sym, o); }
        Op(String sym) { this.sym = sym; }
        String sym() { return sym; }
        int helper() { return 0; }
        static Op of(String s) { return BY.get(s); }
    }

    enum Planet {
        EARTH(5.97e24, 6.37e6), MARS(6.4e23, 3.39e6);
        final double mass, radius;
        Planet(double m, double r) { mass = m; radius = r; }
        double g() { return 6.67e-11 * mass / (radius * radius); }
    }

    record Point(int x, int y) {
        static final Point ORIGIN = new Point(0, 0);
        Point { if (x < 0) throw new IllegalArgumentException("neg " + x); }
        Point(int v) { this(v, v); }
        double dist() { return Math.sqrt(x * x + y() * this.y); }
        static Point of(int a) { return new Point(a); }
        Point withX(int x) { return new Point(x, y); }
    }

    record Pair<A, B>(A first, B second) {
        <C> Pair<A, C> with(C c) { return new Pair<>(first, c); }
    }

    record Named(String... names) { int count() { return names.length; } }

    sealed interface Shape permits Circle, Square, Rect { }
    record Circle(double r) implements Shape { }
    record Square(double s) implements Shape { }
    record Rect(double w, double h) implements Shape { }

    static double area(Shape s) {
        if (s instanceof Circle c) return Math.PI * c.r() * c.r();
        if (!(s instanceof Rect r)) {
            return s instanceof Square q && q.s() > 0 ? q.s() * q.s() : 0;
        }
        return r.w() * r.h();
    }

    static String describe(Object o) {
        if (o instanceof String str && str.length() > 2 || o == null) return "long or null";
        if (o instanceof Integer i && i > 3) {
            int j = i + 1;
            return "int " + j;
        } else if (o instanceof List<?> l && !l.isEmpty()) {
            Object f = l.get(0);
            return "list " + f;
        }
        while (!(o instanceof CharSequence cs)) {
            o = String.valueOf(o);
        }
        return cs.length() + "";
    }

    static int sw(Color c, String s, int n, Integer boxed, char ch) {
        int r = 0;
        switch (c) {
            case RED: r = 1; break;
            case GREEN:
            case BLUE: r = 2;
            default: r++;
        }
        switch (s) {
            case "a": r++; break;
            case "b" + "c": { int q = 2; r += q; break; }
            default: break;
        }
        switch (n) {
            case 1 -> r = 1;
            case 2, 3 -> { r = 2; int q = 3; }
            default -> throw new IllegalStateException();
        }
        int v = switch (c) {
            case RED -> 1;
            case GREEN -> { int t = n * 2; yield t + 1; }
            case BLUE -> throw new RuntimeException();
        };
        String name = switch (n) {
            case 0: yield "zero";
            case 1: case 2: String z = "few"; yield z;
            default: yield "many";
        };
        double d = switch (s) { case "x" -> 1; case "y" -> 2.5; default -> 'c'; };
        long lg = switch (boxed) { case 1 -> 1; default -> 2L; };
        Object ob = switch (ch) { case 'a' -> 1; case 'b' -> "s"; default -> null; };
        List<Integer> li = switch (n) { case 1 -> new ArrayList<>(); default -> List.of(); };
        Supplier<String> sup = switch (n) { case 1 -> () -> "a"; default -> s::trim; };
        var vv = switch (n) { case 1 -> "p"; default -> "q"; };
        return r + v + name.length() + (int) d + (int) lg + vv.length() + switch (n) { case 1 -> 2; default -> 3; };
    }

    static void run() {
        Color c = Color.valueOf("RED");
        EnumMap<Color, Integer> em = new EnumMap<>(Color.class);
        em.put(Color.RED, 1);
        int ord = c.ordinal() + Color.values().length + c.compareTo(Color.BLUE) + em.get(Color.RED);
        String nm = c.name() + c + c.next().toString() + Color.GREEN.equals(c);
        Op op = Op.of("+");
        int res = op.applyAsInt(1, 2) + Op.MUL.applyAsInt(2, 3) + op.sym().length() + op.sym.length();
        double g = Planet.EARTH.g() + Planet.valueOf("MARS").mass;
        for (Planet p : Planet.values()) g += p.radius;
        Point p = new Point(1, 2), q = new Point(3), o = Point.ORIGIN;
        boolean eq = p.equals(q) && p.hashCode() == q.hashCode() && p.toString().isEmpty();
        double dd = p.dist() + p.x() + p.y + Point.of(4).withX(2).x;
        Pair<String, Integer> pr = new Pair<>("a", 1);
        String f = pr.first() + pr.second().intValue() + pr.with(2.5).second().isNaN();
        Pair<?, ? extends Number> wp = pr;
        Number n = wp.second();
        var named = new Named("a", "b");
        int cnt = named.count() + named.names()[0].length() + new Named().count();
        record Temp(String s, int n) { }
        var temps = new ArrayList<Temp>();
        temps.add(new Temp("a", 1));
        temps.sort(Comparator.comparing(Temp::s).thenComparing(Temp::n));
        int tn = temps.get(0).n();
        enum Lvl { LO, HI }
        Lvl lv = Lvl.HI;
        interface Fn { int ap(int x); }
        Fn fn = x -> x + 1;
        int ap = fn.ap(2);
        var text = """
            Hello "x"
              there
            """.strip().length();
        Object ob = 5;
        String r = ob instanceof Integer i ? "i" + (i + 1) : ob instanceof String s ? s.trim() : "none";
        boolean b = ob instanceof Integer k && k > 2;
        if (!(ob instanceof Integer m)) throw new IllegalStateException();
        int mm = m + 1;
        for (Object x = ob; x instanceof Integer w && w < 10; x = w + 1) { int ww = w; }
        Function<Object, String> fo = x -> x instanceof Point pt ? "" + pt.x() : x.toString();
        BiFunction<Integer, Integer, Integer> add = (Integer a, Integer z) -> a + z;
        BinaryOperator<Integer> mul = (var a, var z) -> a * z;
        int y = add.andThen(z -> z * 2).apply(1, 2) + mul.apply(3, 4);
        Iterator<String> it = List.of("a").iterator();
        String first = it.hasNext() ? it.next() : null;
        int hash = Objects.hash(1, 2);
        long count = 1_000L + 0x1FL;
        int ternary = b ? c == Color.RED ? 1 : 2 : 3;
        StringBuilder sb = new StringBuilder();
        for (var e : Map.of("k", 1).entrySet()) sb.append(e.getKey()).append(e.getValue() + 1);
        int[] arr = {3, 1, 2};
        int idx = 0;
        arr[idx++] = arr[idx] + idx--;
        int x1 = arr[0]++ + --arr[1] - -arr[2] + ~idx;
        int mask = (x1 & 0xFF) << 3 >>> 1 >> 2;
        final var fin = new int[] {1};
        Runnable rr = () -> fin[0]++;
        rr.run();
        Integer i1 = 127, i2 = 127;
        boolean idEq = i1 == i2, valEq = i1.equals(i2), mix = i1 == 127;
        i1++;
        i1 += 2;
        Long ll = 5L;
        long lsum = ll + i1;
        Character chh = 'x';
        int chi = chh + 1;
        Double dbl = 1.0 * i1;
        double neg = -dbl;
    }
}
