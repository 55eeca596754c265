import java.util.*;
public class Records17 {
    sealed interface Expr permits Num, Add, Mul, Neg {}
    record Num(int v) implements Expr {}
    record Add(Expr l, Expr r) implements Expr {}
    record Mul(Expr l, Expr r) implements Expr {}
    record Neg(Expr e) implements Expr {}
    static int eval(Expr e) { if (e instanceof Num n) return n.v(); if (e instanceof Add a) return eval(a.l()) + eval(a.r()); if (e instanceof Mul m) return eval(m.l()) * eval(m.r()); if (e instanceof Neg n) return -eval(n.e()); throw new IllegalStateException(); }
    record Gen<T extends Comparable<T>>(T a, T b) implements Comparable<Gen<T>> { T max() { return a.compareTo(b) >= 0 ? a : b; } public int compareTo(Gen<T> o) { return max().compareTo(o.max()); } static int made = 0; Gen { made++; } public T a() { return a; } }
    record Mixed(int i, double d, float f, long l, char c, boolean z, byte b, short s, String str, int[] arr) {}
    interface Visitor<R> { R num(int n); R pair(Tree l, Tree r); }
    static abstract class Tree { abstract <R> R accept(Visitor<R> v); static Tree leaf(int n) { return new Tree() { <R> R accept(Visitor<R> v) { return v.num(n); } }; } static Tree node(Tree l, Tree r) { return new Tree() { <R> R accept(Visitor<R> v) { return v.pair(l, r); } }; } }
    static int daysIn(int month, boolean leap) { return switch (month) { case 2 -> leap ? 29 : 28; case 4, 6, 9, 11 -> 30; default -> { if (month < 1 || month > 12) throw new IllegalArgumentException("month " + month); yield 31; } }; }
    static String old(int k) { return switch (k) { case 1: case 2: yield "low"; case 3: { String s = "mid"; yield s; } default: yield "high"; }; }
    static class LinkedStack<T> implements Iterable<T> { private class N { T v; N next; N(T v, N n) { this.v = v; next = n; } } private N head; private int size; void push(T v) { head = new N(v, head); size++; } T pop() { if (head == null) throw new NoSuchElementException("empty"); T v = head.v; head = head.next; size--; return v; } public Iterator<T> iterator() { return new Iterator<T>() { N cur = head; public boolean hasNext() { return cur != null; } public T next() { T v = cur.v; cur = cur.next; return v; } }; } }
    public static void main(String[] args) {
        System.out.println(eval(new Add(new Num(2), new Mul(new Num(3), new Neg(new Num(4))))) + " " + new Add(new Num(1), new Num(2)));
        System.out.println(new Gen<>("a", "b").max() + new Gen<>(3, 1).compareTo(new Gen<>(2, 9)) + Gen.made + new Gen<>(1, 2).equals(new Gen<>(1, 2)) + new Num(5).hashCode());
        Mixed m = new Mixed(1, 2.0, 3f, 4L, 'c', true, (byte) 5, (short) 6, null, new int[0]); System.out.println(m.toString().substring(0, m.toString().indexOf("arr")) + m.equals(m) + new Mixed(1, Double.NaN, -0f, 4, 'c', true, (byte) 5, (short) 6, "x", null).equals(new Mixed(1, Double.NaN, 0f, 4, 'c', true, (byte) 5, (short) 6, "x", null)));
        Tree t = Tree.node(Tree.leaf(3), Tree.node(Tree.leaf(4), Tree.leaf(5)));
        System.out.println(t.accept(new Visitor<Integer>() { public Integer num(int n) { return n; } public Integer pair(Tree l, Tree r) { return l.accept(this) + r.accept(this); } }) + t.<String>accept(new Visitor<>() { public String num(int n) { return "" + n; } public String pair(Tree l, Tree r) { return "(" + l.accept(this) + " " + r.accept(this) + ")"; } }));
        System.out.println(daysIn(2, true) + daysIn(4, false) + daysIn(12, false) + old(1) + old(3) + old(9)); try { daysIn(13, true); } catch (IllegalArgumentException e) { System.out.println(e.getMessage()); }
        LinkedStack<String> st = new LinkedStack<>(); st.push("a"); st.push("b"); for (String s : st) System.out.print(s); System.out.println(st.pop() + st.pop() + st.size); try { st.pop(); } catch (NoSuchElementException e) { System.out.println(e); }
        var list = new ArrayList<Map<String, List<Integer>>>(); list.add(new HashMap<>()); list.get(0).computeIfAbsent("k", k -> new ArrayList<>()).add(5); for (var e : list.get(0).entrySet()) System.out.println(e.getKey() + e.getValue()); EnumMap<Color, Integer> em = new EnumMap<>(Color.class); em.put(Color.B, 1); em.put(Color.A, 2); System.out.println(em);
        int total = 0; for (var x : new int[]{1, 2, 3}) { total += x; } System.out.println(total); char grade = 'B'; switch (grade) { case 'A' -> System.out.println("top"); case 'B', 'C' -> System.out.println("ok"); default -> System.out.println("?"); } Integer boxed = 2; switch (boxed) { case 1: System.out.println("one"); break; case 2: System.out.println("two"); } Color cc = null; try { switch (cc) { case A: break; default: break; } } catch (NullPointerException e) { System.out.println("npe"); }
        long cnt = 0; for (long i = 0, j = 10; i < j; i++, j--) cnt += j - i; System.out.println(cnt); for (;;) { if (++cnt > 40) break; } System.out.println(cnt); int q = 0; while (true) { q++; if (q < 5) continue; break; } System.out.println(q); Object o = 3; String d = o instanceof Integer i && i > 2 ? "big" + i : "other"; System.out.println(d); System.out.println(Color.valueOf("A").getClass() == Color.class); System.out.println(new Object[]{1, 2}.length + ((Object) new int[]{1}).getClass().getSimpleName()); int ternary = 5; System.out.println(ternary > 3 ? ternary < 10 ? "mid" : "hi" : "lo");
        Integer i1 = 1000; int i2 = 1000; System.out.println(i1 == i2); Long lg = 1000L; System.out.println(lg == i2); Character ch = 'a'; int sum = ch + 1; System.out.println(sum); ch++; System.out.println(ch); Integer inc = 5; inc += 2; inc++; System.out.println(inc--); System.out.println(inc); Double db = 1.5; db *= 2; System.out.println(db); List<Integer> li = new ArrayList<>(List.of(5, 6, 7)); li.remove(1); li.remove(Integer.valueOf(7)); System.out.println(li); int[] cnts = new int[3]; cnts[1]++; cnts[1] += 5; --cnts[2]; System.out.println(cnts[1]++ + ++cnts[1] + cnts[2]); Integer[] ia = {1, 2}; ia[0]++; ia[1] += ia[0]; System.out.println(ia[0] + ia[1]);
    }
    enum Color { A, B }
}
