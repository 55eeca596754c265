import java.util.*;

public class Classes {
    private int counter = 10;
    class Inner { int v = counter++; class Deep { int sum() { return v + counter; } } int outer() { return Classes.this.counter; } }
    static class Nested { static int n = 5; int m = n * 2; }
    static int over(Object o) { return 1; } static int over(String s) { return 2; } static int over(int i) { return 3; } static int over(long l) { return 4; } static int over(Integer i) { return 5; } static int over(double d) { return 6; } static int over(int... a) { return 7; }
    static String va(String s, Object... os) { return s + os.length; }
    static <T extends Comparable<T>> T maxOf(List<T> l) { T best = l.get(0); for (T t : l) if (t.compareTo(best) > 0) best = t; return best; }
    interface Greeter { String greet(String n); }
    public static void main(String[] args) {
        Shape s = new Square(3); System.out.println(s.describe() + " " + s);
        System.out.println(new Circle().describe());
        System.out.println(Shape.unit().area());
        Node<String> n = new Node<>("b", new Node<>("a", null));
        System.out.println(n.less("c") + " " + n.next.less("a"));
        Point p = new Point(1, 2); Point q = p.clone(); q.x = 9;
        System.out.println(p + " " + q + " " + p.equals(new Point(1, 2)) + " " + p.hashCode() + " " + p.compareTo(q));
        for (Op o : Op.values()) System.out.println(o + o.sym + o.apply(3, 4) + " " + o.getDeclaringClass().getSimpleName() + " " + o.ordinal());
        System.out.println(Op.valueOf("ADD") == Op.ADD);
        try { Op.valueOf("X"); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(Color.BLUE.next() + " " + Color.BY.get("green") + " " + Color.RED.compareTo(Color.BLUE));
        Color c = Color.GREEN;
        switch (c) { case RED: System.out.println("r"); break; case GREEN: System.out.println("g"); default: System.out.println("fall"); }
        Pair<String, Integer> pr = new Pair<>("x", 1);
        System.out.println(pr + " " + pr.swap() + " " + pr.equals(new Pair<>("x", 1)) + " " + (pr.hashCode() == new Pair<>("x", 1).hashCode()) + " " + Pair.twin(2));
        try { new Pair<>(null, 1); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        System.out.println(new Range(5) + " " + new Range(2, 5).size());
        Classes o = new Classes(); Classes.Inner in = o.new Inner(); Inner.Deep d = in.new Deep();
        System.out.println(in.v + " " + d.sum() + " " + in.outer() + " " + new Nested().m);
        System.out.println(over("s") + "" + over(1) + over(1L) + over('c') + over((Object) "s") + over(Integer.valueOf(1)) + over(1f) + over() + over(1, 2) + over((short) 1));
        System.out.println(va("a") + va("b", 1, "x") + va("c", (Object) null) + va("d", new Object[]{1, 2, 3}));
        System.out.println(maxOf(Arrays.asList(3, 9, 2)) + maxOf(Arrays.asList("a", "zz", "m")));
        int base = 7;
        Greeter g = new Greeter() { int k = base; public String greet(String nm) { return nm + k + base + counterName(); } String counterName() { return "!"; } };
        System.out.println(g.greet("hi"));
        class Local { int twice() { return base * 2; } class In2 { int thrice() { return base * 3; } } }
        System.out.println(new Local().twice() + new Local().new In2().thrice());
        Greeter h = x -> x + base; Greeter up = String::toUpperCase;
        System.out.println(h.greet("l") + up.greet("abc"));
        Object obj = p;
        if (obj instanceof Point pt && pt.x == 1) System.out.println("pattern " + pt.y);
        if (!(obj instanceof Point pp)) { System.out.println("no"); } else { System.out.println(pp.x); }
        String txt = switch (c) { case RED -> "R"; case GREEN -> { String z = "G"; yield z + z; } default -> "?"; };
        System.out.println(txt);
        int day = 3; String nm; switch (day) { case 1, 7 -> nm = "weekend"; case 2, 3, 4 -> { nm = "mid"; } default -> nm = "other"; }
        System.out.println(nm);
        String str = "two"; switch (str) { case "one": System.out.println(1); break; case "two": System.out.println(2); case "three": System.out.println(3); break; default: System.out.println("d"); }
        Object[] objs = {1, "s", 2.5, 'c', null, new int[]{1}, Color.RED, 5L};
        for (Object ob : objs) System.out.print((ob instanceof Integer) + "/" + (ob instanceof Number) + "/" + (ob instanceof Comparable) + " ");
        System.out.println();
        System.out.println(new int[0].getClass().getName() + " " + new String[0][0].getClass().getSimpleName() + " " + "".getClass() + " " + Point.class.getName() + " " + Integer.class.getSimpleName() + " " + int.class);
        StringBuilder sb = new StringBuilder();
        outer: for (int i = 0; i < 5; i++) { for (int j = 0; j < 5; j++) { if (j == 3) continue outer; if (i == 3) break outer; sb.append(i * j).append(','); } }
        System.out.println(sb);
        int w = 0; do { w += 2; if (w == 4) continue; if (w > 8) break; } while (w < 20); System.out.println(w);
        lab: { if (w > 5) break lab; System.out.println("unreached"); }
        int[][] grid = new int[3][4]; grid[1][2] = 5; int[][] jag = {{1}, {2, 3}, {}}; int tot = 0; for (int[] row : jag) for (int v : row) tot += v;
        System.out.println(grid[1][2] + grid.length + grid[0].length + " " + tot + Arrays.toString(jag[1]) + Arrays.deepToString(grid));
        int[] copy = jag[1].clone(); copy[0] = 99; System.out.println(jag[1][0]);
        long[][][] cube = new long[2][3][]; System.out.println(cube[1][2] == null);
        Integer a1 = 127, a2 = 127, b1 = 128, b2 = 128; System.out.println((a1 == a2) + " " + (b1 == b2) + " " + b1.equals(b2));
        Long ll = 5L; Object oo = ll; System.out.println(ll.equals(5) + " " + oo.equals(5L));
        char[] cs = {'a', 'b'}; System.out.println(cs); System.out.println(String.valueOf(cs) + cs.length);
        System.out.println("a" == "a"); String dyn = new String("a"); System.out.println(dyn == "a"); System.out.println(dyn.intern() == "a");
        final String k1 = "x"; System.out.println(k1 + "y" == "xy");
    }
}
interface Shape { double area(); default String describe() { return name() + " of area " + area(); } String name(); static Shape unit() { return new Square(1); } }
abstract class Base implements Shape {
    static int count = 0;
    protected final int id;
    Base() { id = ++count; init(); }
    void init() { System.out.println("Base.init " + id); }
    public String toString() { return getClass().getSimpleName() + "#" + id; }
}
class Square extends Base {
    private double side = 2;
    Square(double s) { side = s; }
    void init() { System.out.println("Square.init side=" + side); }
    public double area() { return side * side; }
    public String name() { return "square"; }
}
class Circle extends Base implements Shape {
    double r;
    { r = 3; System.out.println("Circle init block"); }
    Circle() { this(r0()); System.out.println("Circle()"); }
    Circle(double r) { super(); System.out.println("Circle(r) had " + this.r); this.r = r; }
    static double r0() { return 5; }
    public double area() { return r * r; }
    public String name() { return "circle"; }
    @Override public String describe() { return "round " + super.describe(); }
}
class Node<T extends Comparable<T>> {
    T value; Node<T> next;
    Node(T v, Node<T> n) { value = v; next = n; }
    boolean less(T o) { return value.compareTo(o) < 0; }
}
class Point implements Comparable<Point>, Cloneable {
    int x, y;
    Point(int x, int y) { this.x = x; this.y = y; }
    public int compareTo(Point o) { return x != o.x ? Integer.compare(x, o.x) : Integer.compare(y, o.y); }
    @Override public boolean equals(Object o) { if (!(o instanceof Point)) return false; Point p = (Point) o; return p.x == x && p.y == y; }
    @Override public int hashCode() { return 31 * x + y; }
    @Override public String toString() { return "(" + x + "," + y + ")"; }
    @Override public Point clone() { try { return (Point) super.clone(); } catch (CloneNotSupportedException e) { throw new AssertionError(e); } }
}
enum Op {
    ADD("+") { int apply(int a, int b) { return a + b; } },
    MUL("*") { int apply(int a, int b) { return a * b; } };
    final String sym;
    Op(String s) { sym = s; }
    abstract int apply(int a, int b);
}
enum Color { RED, GREEN, BLUE; Color next() { return values()[(ordinal() + 1) % values().length]; } static final Map<String, Color> BY = new HashMap<>(); static { for (Color c : values()) BY.put(c.name().toLowerCase(), c); } }
record Pair<A, B>(A first, B second) { Pair { if (first == null) throw new IllegalArgumentException("null first"); } static <X> Pair<X, X> twin(X x) { return new Pair<>(x, x); } Pair<B, A> swap() { return new Pair<>(second, first); } }
record Range(int lo, int hi) { Range(int hi) { this(0, hi); } int size() { return hi - lo; } }
