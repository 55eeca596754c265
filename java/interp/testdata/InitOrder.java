public class InitOrder {
    static StringBuilder log = new StringBuilder();
    static int note(String s) { System.out.print(s + " "); return s.length(); }
    static class A { static int a = note("A.a"); int f = note("A.f"); static { note("A.static"); } { note("A.init"); } A() { note("A()"); hook(); } void hook() { note("A.hook"); } static void touch() { } static final int CONST = 5; static final Integer BOXED = note("A.BOXED"); }
    static class B extends A { static int b = note("B.b"); int g = note("B.g"); String s = "set"; { note("B.init"); } B() { super(); note("B()"); } B(int x) { this(); note("B(int)"); } @Override void hook() { note("B.hook:" + s); } }
    interface I { int X = note("I.X"); default void d() { } }
    static class C implements I { static { note("C.static"); } }
    static class Lazy { static { note("Lazy"); } static int v; static void m() { } }
    static class Sub extends Lazy { static { note("Sub"); } }
    enum E { P, Q; static { note("E.static"); } E() { note("E()"); } }
    static int order() { int[] a = new int[3]; int i = 0; a[i = 1] += i + (i = 2) * 10; return a[1] * 100 + i; }
    static class Cyc1 { static int x = Cyc2.y + 1; } static class Cyc2 { static int y = Cyc1.x + 1; }
    final int fin; { fin = 3; } InitOrder() { note("fin" + fin); }
    static class Outer { int v = 1; class In { int w = v + 1; In() { v++; } } In make() { return new In(); } static class Ext extends Outer { In e = new In(); int q = v; } }
    public static void main(String[] args) {
        System.out.println(A.CONST); new B(1); System.out.println(); new B(); System.out.println(); new C(); System.out.println(); System.out.println(I.X);
        System.out.println(Sub.v); new Sub(); Lazy[] none = new Lazy[2]; System.out.println(); System.out.println(E.P + "" + E.Q.ordinal()); System.out.println(order()); System.out.println(Cyc1.x + " " + Cyc2.y); new InitOrder(); System.out.println();
        Outer.Ext x = new Outer.Ext(); System.out.println(x.e.w + " " + x.q + " " + x.make().w + " " + x.v); A n = null; n.touch(); System.out.println("static on null ok");
    }
}
