package native_test

import (
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// otherFiles is a project by the qualified names of its classes.
type otherFiles map[string]string

func (o otherFiles) File(name string) *java.File {
	text, ok := o[name]
	if !ok {
		return nil
	}
	f, _ := java.Parse(name+".java", text)
	f.Lines()
	return f
}

var project = otherFiles{
	"p.Other": `package p;
public class Other {
  public int v; public static int count; public static final int K = 5; static Object last;
  public static int f(int x) { return x; }
  public static void keep(Object o) { last = o; ((Main) o).n = 4; }
  public boolean equals(Object o) { return true; }
  static Object text() { return null; }
  public String toString() { return null; }
}`,
	"p.Casts": `package p; public class Casts { //@ requires true; ensures \result == o; signals_only \nothing; assignable \nothing;
public static <T> /*@ nullable @*/ T same(/*@ nullable @*/ Object o) { return (T) o; } }`,
	"p.Base": `package p;
public class Base {
  int b = 1;
  Base() { init(); }
  void init() { b = 2; }
  int one() { return 1; }
}`,
	"p.Silent": `package p;
public abstract class Silent extends Hush { protected int s; final String name = "a"; protected Silent() { super(); } Silent(int x) { Other.count = x; } abstract void run(); }`,
	"p.Hush":     `package p; public class Hush { static final int[] TABLE = {1}; void hush() { } }`,
	"p.Seer":     `package p; public class Seer { Seer(Main m) { Other.keep(m); } @interface Nullable { } static void see(@Nullable Object o) { } }`,
	"p.Strict":   "package p; public class Strict {\n //@ requires x > 0;\n int f(int x) { return 1 / x; } void g() { }\n //@ ensures \\result == 3;\n int h() { return 3; }\n void over(long x) { }\n //@ requires x > 0;\n void over(int x) { } }",
	"p.Bound":    "package p; public class Bound {\n int n; //@ invariant n >= 0;\n void g() { } }",
	"p.Says":     `package p; public class Says extends Hush { Says() { Other.count++; } }`,
	"p.Begins":   `package p; public class Begins extends Hush { static int n = Other.f(3); static { Other.keep(null); } }`,
	"p.Block":    `package p; public class Block { { Other.count++; } }`,
	"p.Computes": `package p; public class Computes { Object me = register(); Object register() { Other.keep(this); return this; } }`,
	"p.Heir":     `package p; public class Heir extends Says { Heir() { } }`,
	"p.Many":     `package p; public class Many { Many(int... x) { Other.count++; } }`,
	"p.Middle": `package p;
public class Middle extends Top { int one() { Other.count++; return 2; } }`,
	"p.Plain":     `package p; public interface Plain<T> { int size(); default int two() { return 2; } }`,
	"p.Box":       `package p; public class Box<T> { public T value; T get() { return value; } }`,
	"p.Checks":    "package p; public class Checks {\n /*@ public normal_behavior requires b; assignable \\nothing; also public exceptional_behavior requires !b; assignable \\nothing; signals_only IllegalArgumentException; */\n public static void isTrue(boolean b, String text, Object... values) { if (!b) throw new IllegalArgumentException(); }\n /*@ public normal_behavior requires b; assignable \\nothing; also public exceptional_behavior requires !b; assignable \\nothing; */\n public static void some(boolean b) { if (!b) throw new IllegalStateException(); } }",
	"p.Color":     `package p; public enum Color { RED, GREEN { } ; static int made; Color() { } }`,
	"p.Views":     `package p; public class Views { public static java.util.List<Integer> of(java.util.List<Integer> l) { return l.subList(0, 1); } }`,
	"p.Specified": "package p; public interface Specified {\n  //@ ensures \\result >= 0;\n  int size(); }",
	"p.Deep":      `package p; public interface Deep extends Specified { }`,
}

// TestElsewhere: of classes of other files the types are known, and nothing that their
// code does. Each side condition of elsewhere.go has a case.
func TestElsewhere(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	lib.SetSources(project)
	b := nativetest.Backend(t, native.Options{Library: lib})
	for _, c := range []claim{
		{"a reference is handed on", `class Main { private Other o; Main(Other o) { this.o = o; }
			//@ ensures \result == o;
			Other other() { return o; } }`, "other", verified},
		{"null", `class Main { //@ ensures \result == (p == null);
			static boolean m(/*@ nullable @*/ Other p) { return p == null; } }`, "m", verified},
		{"an array is made for a contract's parameter", `class Main { //@ ensures \result > 0; signals_only IllegalArgumentException;
			static int m(int n) { Checks.isTrue(n > 0, ""); Checks.isTrue(n > 0, "", n, "a"); return n; } }`, "m", conditional},
		{"an exception of no class", `class Main { //@ ensures \result > 0;
			static int m(int n) { Checks.some(n > 0); return n; } }`, "m", conditional},
		{"an exception of no class may be of any", `class Main { //@ ensures \result > 0;
			static int m(int n) { try { Checks.some(n > 0); } catch (IllegalArgumentException e) { return 1; } catch (Throwable e) { return 0; } return n; } }`, "m", not},
		{"an exception of no class is thrown", `class Main { //@ public normal_behavior ensures \result == n;
			static int m(int n) { Checks.some(n > 0); return n; } }`, "m", not},
		{"an array is made, and no more is said", `class Main { //@ ensures \result > 1; signals_only IllegalArgumentException;
			static int m(int n) { Checks.isTrue(n > 0, "", n); return n; } }`, "m", not},
		{"its elements are evaluated once", `class Main { static int k; //@ requires k < 9; assignable k; ensures k == \old(k) + 1; signals_only IllegalArgumentException;
			static void m() { Checks.isTrue(true, "", k++); } }`, "m", conditional},
		{"a constant", `class Main { //@ ensures \result == 5;
			static int m() { return Other.K; } }`, "m", verified},
		{"an interface is implemented", `class Main implements Plain<String> { private int n;
			//@ ensures \result == n;
			public int size() { return n; } }`, "size", verified},
		{"the constants of an enum", `class Main { //@ ensures \result == 1 || \result == 2;
			static int m(Color c) { switch (c) { case RED: return 1; case GREEN: return 2; } return 2; } }`, "m", verified},

		// Of a call nothing is known after it but what it can't touch.
		{"a call", `class Main { //@ ensures \result == x;
			static int m(int x) { return Other.f(x); } }`, "m", not},
		{"a local across a call", `class Main { //@ ensures \result == x;
			static int m(int x) { int y = x; Other.f(x); return y; } }`, "m", verified},
		{"this across a call", `class Main { //@ ensures \result == this;
			Main m(Plain<String> p) { p.size(); p.two(); return this; } }`, "m", verified},
		{"calls in a loop", `class Main { //@ ensures \result == 3;
			static int m(Plain<String> p) { int n = 0;
			//@ loop_invariant 0 <= i && i <= 3 && n == i; decreases 3 - i;
			for (int i = 0; i < 3; i++) { p.size(); n++; } return n; } }`, "m", verified},
		{"a field across a call", `class Main { private int n; void set() { n = 7; }
			//@ ensures n == \old(n);
			void m() { Other.f(1); } }`, "m", not},
		{"a field of another object across a call", `class Main { private int n;
			//@ ensures \result == 1;
			static int m() { Main a = new Main(); a.n = 1; Other.f(1); return a.n; } }`, "m", not},
		{"a static field across a call", `class Main { private static int n; static void set() { n = 7; }
			//@ ensures n == \old(n);
			static void m() { Other.f(1); } }`, "m", not},
		{"an element across a call", `class Main { //@ requires a.length > 0; ensures a[0] == \old(a[0]);
			static void m(int[] a) { Other.keep(a); } }`, "m", not},
		{"a list across a call", `class Main { //@ ensures l.size() == \old(l.size());
			static void m(java.util.List<String> l) { Other.keep(l); } }`, "m", not},
		{"a call assigns", `class Main { //@ assignable \nothing;
			static void m() { Other.f(1); } }`, "m", not},
		{"a call throws", `class Main { //@ signals_only \nothing;
			static void m() { Other.f(1); } }`, "m", not},
		{"what a call throws is caught", `class Main { //@ ensures \result == 1 || \result == 2; signals_only \nothing;
			static int m() { try { Other.f(1); return 1; } catch (Throwable e) { return 2; } } }`, "m", verified},
		{"only some of what a call throws is caught", `class Main { //@ signals_only \nothing;
			static int m() { try { Other.f(1); return 1; } catch (RuntimeException e) { return 2; } } }`, "m", not},
		{"a field when a call has thrown", `class Main { int n; //@ ensures n == 1;
			void m() { n = 1; try { Other.keep(this); n = 1; } catch (Throwable e) { } } }`, "m", not},
		{"a call ends normally", `class Main { //@ ensures false;
			static void m() { Other.f(1); } }`, "m", not},
		{"a call before an invariant holds", `class Main { //@ spec_public
			private int n = 1; //@ invariant n > 0;
			void m() { n = -1; Other.f(1); n = 1; } }`, "m", not},
		{"an invariant after a call", `class Main { //@ spec_public
			private int n = 1; //@ invariant n > 0;
			//@ ensures \result > 0;
			int m() { Other.f(1); return n; } }`, "m", verified},
		{"a call before an invariant of another object holds", `class Main { //@ spec_public
			private int n = 1; //@ invariant n > 0;
			static void m(Main o) { o.n = -1; Other.f(1); o.n = 1; } }`, "m", not},
		{"a call before a static invariant holds", `class Main { //@ spec_public
			private static int n = 1; //@ static invariant n > 0;
			static void m() { n = -1; Other.f(1); n = 1; } }`, "m", not},
		{"a call before a constraint holds", `class Main { //@ spec_public
			private int n = 1; //@ constraint n >= \old(n);
			void m() { n = 0; Other.f(1); n = 2; } }`, "m", not},
		{"a call while an object is built", `class Main { //@ spec_public
			private int n; //@ invariant n > 0;
			Main() { Other.f(1); n = 1; } }`, "Main", verified},
		{"a call that sees an object that is built", `class Main { //@ spec_public
			private int n; //@ invariant n > 0;
			Main() { Main a = this; Other.f(1); n = 1; } }`, "Main", not},
		{"a call of one's own while an object is built", `class Main extends Hush { //@ spec_public
			private int n; //@ invariant n > 0;
			Main() { hush(); n = 1; } }`, "Main", not},
		{"a field that is not filled when a call sees it", `class Main { private Object f;
			Main(Object o) { Other.keep(this); f = o; } }`, "Main", not},
		{"an object of theirs that sees it", `class Main { private Object f;
			Main(Object o) { new Seer(this); f = o; } }`, "Main", not},
		{"null for a parameter", `class Main { //@ ensures true;
			static void m() { Other.keep(null); } }`, "m", not},
		{"null for one that takes it", `class Main { //@ ensures true;
			static void m() { Seer.see(null); } }`, "m", verified},
		{"a call on null", `class Main { //@ ensures true;
			static void m(/*@ nullable @*/ Plain<String> p) { p.size(); } }`, "m", not},
		{"a result may be null", `class Main { //@ ensures \result != null;
			static /*@ nullable @*/ Object m() { return Other.text(); } }`, "m", not},
		{"a result of a variable's type", `class Main { //@ ensures \result == null || \result.length() >= 0;
			static /*@ nullable @*/ String m(Box<String> b) { String s = b.get(); return s; } }`, "m", verified},
		{"two calls", `class Main { //@ ensures \result;
			static boolean m() { return Other.f(1) == Other.f(1); } }`, "m", not},
		{"a method that is called pure", `class Main { //@ pure
			static int m() { return Other.f(1); } }`, "m", not},
		{"a call of what is pure by its look", `class Main { private int help() { return Other.f(1); } private int n; void set() { n = 7; }
			//@ ensures n == \old(n);
			void m() { help(); } }`, "m", not},
		{"a method with a contract of theirs", `class Main { //@ ensures true;
			static int m(Strict s) { return s.f(-1); } }`, "m", unsupported},
		{"a method beside one with a contract of theirs", `class Main { //@ ensures \result == 3;
			static int m(Strict s) { s.g(); return 3; } }`, "m", verified},
		{"a method with a contract of theirs that asks nothing", `class Main { //@ ensures \result == 3;
			static int m(Strict s) { return s.h(); } }`, "m", not},
		{"what a contract of theirs that asks nothing leaves alone", `class Main { //@ ensures \result == 3;
			static int m(Strict s) { s.h(); return 3; } }`, "m", verified},
		{"a precondition of one of two", `class Main { //@ ensures true;
			static void m(Strict s) { s.over(-1); } }`, "m", unsupported},
		{"a class with an invariant of theirs", `class Main { //@ ensures true;
			static void m(Bound b) { b.g(); } }`, "m", unsupported},
		{"a version of the file's own", `class Low extends Hush { //@ requires false;
			void hush() { } }
			class Main { //@ ensures true;
			static void m(Hush h) { h.hush(); } }`, "m", unsupported},
		{"a call while a class begins", `class Main { static int n = Other.f(1); //@ ensures \result == 0;
			static int m() { return n; } }`, "m", not},
		{"a call in a clause", `class Main { //@ ensures \result == Other.f(x);
			static int m(int x) { return x; } }`, "m", unsupported},
		{"an object", `class Main { //@ ensures \result != null;
			static Object m() { return new Other(); } }`, "m", verified},
		{"an object of theirs may be kept", `class Main { private int n;
			//@ ensures n == \old(n);
			void m() { new Seer(this); } }`, "m", not},
		{"a static field", `class Main { //@ ensures \result == \old(Other.count);
			static int m() { return Other.count; } }`, "m", unsupported},
		{"a field", `class Main { //@ ensures \result == o.v;
			static int m(Other o) { return o.v; } }`, "m", unsupported},
		{"a field is written", `class Main { //@ ensures o.v == 1;
			static void m(Other o) { o.v = 1; } }`, "m", unsupported},
		{"an array of theirs has fields of theirs", `class Main { //@ ensures \result == 0;
			static int m(Other[] a) { return a[0].v; } }`, "m", unsupported},
		{"a method of theirs that overrides the library's", `class Main { //@ ensures \result == (o == p);
			static boolean m(Other o, Other p) { return o.equals(p); } }`, "m", not},
		{"a method of the library on an object of theirs", `class Main { //@ ensures \result == (o == p);
			static boolean m(Plain<String> o, Plain<String> p) { return o.equals(p); } }`, "m", not},
		{"the same by a type variable", `class Main { //@ ensures \result == (o == p);
			static <T extends Plain<String>> boolean m(T o, T p) { return o.equals(p); } }`, "m", not},
		{"a text of theirs", `class Main { //@ ensures \result != null;
			static String m(Other o) { return "" + o; } }`, "m", unsupported},
		{"a default method", `class Main implements Plain<String> { public int size() { return 0; }
			//@ ensures \result == 2;
			int m() { return two(); } }`, "m", not},

		// A call that leads elsewhere writes, reads and throws.
		{"a helper writes", `class Main { int n; private void help() { Other.keep(this); }
			//@ ensures \result == \old(n);
			int m() { help(); return n; } }`, "m", not},
		{"a helper reads", `class Main { private int help() { return Other.count; }
			//@ ensures \result == 0;
			int m() { int a = help(); n(); return help() - a; }
			static native void n(); }`, "m", not},
		{"a helper throws", `class Main { private void help() { Other.f(1); }
			//@ signals_only \nothing;
			void m() { help(); } }`, "m", not},
		{"a helper is pure by its declaration alone", `class Main { //@ pure
			private int help() { return Other.count; }
			//@ ensures \result;
			boolean m() { return help() == help(); } }`, "m", not},
		{"this leaks", `class Main { //@ spec_public
			int n; //@ invariant n > 0;
			Main() { Other.keep(this); n = 1; } }`, "Main", not},
		{"this leaks by a helper", `class Main { //@ spec_public
			int n; //@ invariant n > 0;
			//@ helper
			private void help() { Other.keep(this); }
			Main() { help(); n = 1; } }`, "Main", not},
		{"an array leaks", `class Main { private int[] a = new int[3]; static Object k(Object o) { Other.keep(o); return o; }
			//@ ensures \result[0] == 0;
			static int[] m() { int[] a = new int[1]; k(a); return a; } }`, "m", not},

		// Superclasses.
		{"a constructor of theirs that leaves no trace", `class Main extends Silent { private final int c; //@ ensures c == x;
			Main(int x) { c = x; }
			void run() { } }`, "Main", verified},
		{"the same, called", `class Main extends Silent { private final int c; //@ ensures c == x;
			Main(int x) { super(); c = x; }
			void run() { } }`, "Main", verified},
		{"what is made over it", `class Main extends Hush { private int c = 5;
			//@ ensures \result.c == 5;
			static Main m() { return new Main(); } }`, "m", verified},
		{"another constructor of theirs", `class Main extends Silent { //@ ensures true;
			Main() { super(1); }
			void run() { } }`, "Main", unsupported},
		{"a constructor of theirs with a body", `class Main extends Says { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"one above it with a body", `class Main extends Heir { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"an initialiser of theirs", `class Main extends Block { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"a field of theirs that is computed", `class Main extends Computes { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"a class of theirs that begins with code", `class Main extends Begins { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"a constructor of theirs that takes any number", `class Main extends Many { //@ ensures true;
			Main() { } }`, "Main", unsupported},
		{"a constructor of theirs runs first", `class Main extends Base { private int c; Main() { c = 5; }
			//@ ensures \result == 5;
			static int m() { return new Main().c; } }`, "Main", unsupported},
		{"what is made so", `class Main extends Base { private int c; Main() { c = 5; }
			//@ ensures \result.c == 0;
			static Main m() { return new Main(); } }`, "m", not},
		{"a default constructor", `class Main extends Base { private int c = 5;
			//@ ensures \result.c == 5;
			static Main m() { return new Main(); } }`, "m", not},
		{"super(…)", `class Main extends Base { //@ ensures true;
			Main() { super(); } }`, "Main", unsupported},
		{"an inherited field", `class Main extends Base { //@ ensures \result == b;
			int m() { return b; } }`, "m", unsupported},
		{"an inherited method", `class Main extends Base { //@ ensures \result == 1;
			int m() { return one(); } }`, "m", not},
		{"super.m()", `class Main extends Base { //@ ensures \result == 1;
			int one() { return super.one(); } }`, "one", not},
		{"a field of its own", `class Main extends Base { private int c;
			//@ ensures \result == c;
			int m() { return c; } }`, "m", verified},
		{"an overrider between two classes of the file", `class Top { int one() { return 1; } }
			class Low extends Middle { }
			class Main { //@ ensures \result == 1;
			static int m(Top t) { return t.one(); } }`, "m", not},

		{"a view of a list", `import java.util.*; class Main { //@ requires l.size() > 1; ensures \result;
			static boolean m(List<Integer> l) { List<Integer> v = Views.of(l); if (v == l) { return true; } int n = l.size(); v.remove(0); return l.size() == n; } }`, "m", unsupported},

		// Specifications elsewhere.
		{"an inherited contract", `class Main implements Specified { //@ ensures \result == -1;
			public int size() { return -1; } }`, "size", unsupported},
		{"one that comes by another interface", `class Main implements Deep { public int size() { return 1; }
			//@ ensures \result == 1;
			int m() { return 1; } }`, "m", unsupported},
		{"one of the class around", `class Outer implements Specified { public int size() { return 1; }
			static class Main { //@ ensures \result == 1;
			int m() { return 1; } } }`, "m", unsupported},

		// What a statement gives to nobody is not cast.
		{"a statement", `class Main { //@ ensures \result == 1; signals (Exception e) false;
			static int m(Object o) { Casts.<String>same(o); return 1; } }`, "m", conditional},
		{"a statement says nothing of its value", `class Main { //@ requires o instanceof Integer; ensures false;
			static void m(Object o) { Casts.<String>same(o); } }`, "m", not},
		{"a variable", `class Main { //@ ensures \result == 1; signals (Exception e) false;
			static int m(Object o) { String s = Casts.<String>same(o); return 1; } }`, "m", not},
		{"an argument of a statement", `class Main { static void f(/*@ nullable @*/ String s) { }
			//@ ensures \result == 1; signals (Exception e) false;
			static int m(Object o) { f(Casts.<String>same(o)); return 1; } }`, "m", not},
		{"a receiver of a statement", `class Main { //@ ensures \result == 1; signals (Exception e) false;
			static int m(Object o) { Casts.<String>same(o).length(); return 1; } }`, "m", not},

		// A raw type of theirs pollutes the heap as one of the file does.
		{"a raw type", `class Main { private static <T> T id(T x) { return x; } static Box raw;
			static java.util.List<String> l = new java.util.ArrayList<>();
			//@ ensures \result == l.get(0);
			static String m() { return l.get(0); } }`, "m", unsupported},
	} {
		c.run(t, b)
	}
}

// claim is a method of class Main and what is to come of it.
type claim struct{ name, src, method, want string }

// What may come of a claim; not is anything but verified and malformed.
const verified, conditional, unsupported, not = "verified", "conditional", "unsupported", "not verified"

func (c claim) run(t *testing.T, b verify.Backend) {
	if testing.Short() && !require.Sample(c.name, 3) {
		return
	}
	t.Run(c.name, func(t *testing.T) {
		src := "package p;\n" + strings.ReplaceAll(c.src, "\n\t\t\t", "\n")
		out, err := b.Verify(t.Context(), verify.Request{File: "Main.java", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		found := false
		for _, m := range out.Methods {
			if m.Method.Name != c.method && !(m.Method.Name == "<init>" && c.method == "Main") {
				continue
			}
			found = true
			got := m.Verdict.String()
			if c.want == not && m.Verdict != verify.Verified && m.Verdict != verify.Malformed {
				got = not
			}
			if got != c.want {
				t.Errorf("%s is %s, want %s: %v", m.Method, m.Verdict, c.want, out.Diagnostics)
			}
		}
		if !found {
			t.Errorf("no answer on %s: %v", c.method, out.Diagnostics)
		}
	})
}
