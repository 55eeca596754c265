package java

import "testing"

func TestParse(t *testing.T) {
	for _, s := range []string{
		"class A { int f(int x) { return x > 0 ? x >> 2 : (int) -x; } }",
		"package a.b; import java.util.*; import static java.lang.Math.max; public class A<T extends Comparable<T> & Runnable> extends B<List<List<T>>> implements C, D { static { x = 1; } { y = 2; } A(int... a) { this(1); } enum E { A(1) { void f() {} }, B; int q; } record R(int a, String... b) { R { if (a < 0) throw new X(); } } interface I { default int g() { return 1; } } @interface An { int v() default 3; } sealed interface S permits P, Q {} non-sealed class P implements S {} int[] a[] = {{1,2},{3}}, b; }",
		`class A { void f() throws E { for (int i = 0, j = 1; i < n; i++, j--) ; for (final var x : xs) {} l: while (true) { break l; } do x++; while (x < 3); Map<String, List<Integer>> m = new HashMap<>(); Runnable r = () -> {}; F<A> g = (a, b) -> a + b; h(x -> y -> x, String::valueOf, int[]::new, List<String>::new, A.B::c, this::f, super::g); int z = switch (k) { case 1, 2 -> 3; case P p when p.x > 3 -> { yield 4; } case R(int a, var b) -> 1; case null, default -> throw new E(); }; switch (k) { case 1: case 2: f(); break; default: g(); } try (var q = new Q(); r2) { } catch (A | B e) { } finally { } synchronized (this) { } assert x > 0 : "m"; if (o instanceof String s && s.length() > 0) return; else if (o instanceof R(var a, int b)) { } Object o2 = (Runnable & Serializable) () -> {}; x = (a) + b; x = (a) b; x = (a) (b); int i = a < b ? 1 : 2; new A().new B(); A.super.f(); A.this.x = 3; c = int[].class; c = List.class; x >>>= 2; x >>= 1; y = x >= 2; char ch = '\u0041'; var record = 3; record.f(); record R(int x) {} c = new int[3][4][]; c = new int[]{1,2}; A.<String>f(); } }`,
	} {
		_, errs := Parse("A.java", s)
		for _, e := range errs {
			t.Errorf("%v (%s)", e, e.Hint)
		}
	}
}
