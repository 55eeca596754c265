package symbolic_test

import (
	"errors"
	"slices"
	"strings"
	"testing"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/symbolic"
)

// summarise reads method f of a class with these members.
func summarise(t *testing.T, members string, o symbolic.Options) (*symbolic.Summary, error) {
	t.Helper()
	return summariseNamed(t, "f", members, o)
}

// summariseNamed summarises the first method of a name.
func summariseNamed(t *testing.T, name, members string, o symbolic.Options) (*symbolic.Summary, error) {
	t.Helper()
	head := ""
	if rest, ok := strings.CutPrefix(members, "extends B; "); ok {
		head, members = "extends B ", rest
	}
	f, errs := java.Parse("T.java", "import java.util.*; class T "+head+"{ "+members+" }")
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	p, errs := types.Check(types.NewLibrary(classlib.FS), f)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	o.Class = p.Class
	methods := p.Class("T").Methods
	return symbolic.Summarise(methods[slices.IndexFunc(methods, func(m *types.Method) bool { return m.Name == name })], o)
}

// lines prints cases and needs.
func lines(s *symbolic.Summary) []string {
	var out []string
	under := func(c java.Expr) string {
		if c != nil {
			return java.Print(s.After(c)) + " -> "
		}
		return ""
	}
	for _, c := range s.Cases {
		line := under(symbolic.All(c.Guard))
		switch {
		case c.Throws != "":
			line += "throws " + c.Throws
		case c.Made != nil:
			line += "makes"
			for _, e := range c.Made.Cells {
				line += " " + java.Print(s.After(e.Value))
			}
		case c.Result != nil:
			line += java.Print(s.After(c.Result))
		default:
			line += "returns"
		}
		for _, w := range c.Writes {
			line += "; " + java.Print(w.Place) + " = " + java.Print(s.After(w.Value))
		}
		out = append(out, line)
	}
	for _, n := range s.Needs {
		if n.Fails != expr.ReadsNull && n.Fails != expr.OutOfRange {
			out = append(out, n.Fails.String()+": "+under(n.Guard)+java.Print(n.Cond))
		}
	}
	return out
}

func TestCases(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{`static int f(int x) { if (x < 0) return -x; return x; }`, "x < 0 -> -x | x >= 0 -> x"},
		{`static int f(int x) { return x > 9 ? 9 : x; }`, "x > 9 ? 9 : x"},
		{`static boolean f(boolean a, boolean b) { if (a == true) return b != true; return b; }`, "a -> !b | !a -> b"},
		{`static int f(int x) { int y = x; y += 2; y *= y; x = 0; return y + x; }`, "(x + 2) * (x + 2)"},
		{`static double f(int x) { double d = x; return d / 2; }`, "(double) x / 2.0"},
		{`static double f(double d) { if (d < 1) return 0; return d; }`, "(d < 1) -> 0.0 | !(d < 1) -> d"},
		{`static char f(char c) { return (char) (c - 32); }`, "(char) (c - 32) | cast: Character.MIN_VALUE <= c - 32 && c - 32 <= Character.MAX_VALUE"},
		{`static int f(int a, int b) { if (b == 0) throw new IllegalArgumentException("b"); return a / b; }`, "b != 0 -> a / b | b == 0 -> throws IllegalArgumentException | divide: b != 0 -> b != 0"},
		{`static int f(int a, int b) { try { return a / b; } catch (ArithmeticException e) { return 0; } }`, "b != 0 -> a / b | b == 0 -> 0"},
		{`static int f(int a) { int n = 0; try { if (a > 0) throw new IllegalStateException(); n = 1; } catch (RuntimeException e) { n = 2; } finally { n += 10; } return n; }`, "a <= 0 -> 11 | a > 0 -> 12"},
		{`static String f(int d) { switch (d) { case 1: case 7: return "rest"; case 2: break; default: return "work"; } return "start"; }`, `d == 1 -> "rest" | d != 1 && d == 7 -> "rest" | d != 1 && d != 7 && d != 2 -> "work" | d != 1 && d != 7 && d == 2 -> "start"`},
		{`static int f(String s) { return switch (s) { case "a" -> 1; case "b", "c" -> 2; default -> { yield 3; } }; }`, `s.equals("a") -> 1 | !s.equals("a") && (s.equals("b") || s.equals("c")) -> 2 | !s.equals("a") && !s.equals("b") && !s.equals("c") -> 3`},
		{`int n; void f(int d) { n = n + d; n++; }`, `returns; n = \old(n) + d + 1`},
		{`int n; int f(int n) { this.n = n; return this.n; }`, "n; this.n = n"},
		{`static int f(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; return a[i]; }`,
			`\old(a[j]); a[i] = \old(a[j]); a[j] = \old(a[i]) | index: 0 <= i && i < a.length | index: 0 <= j && j < a.length | index: 0 <= i && i < a.length | index: 0 <= j && j < a.length | index: 0 <= i && i < a.length`},
		{`static int f(int[] a, int[] b) { a[0] = 1; b[0] = 2; return a[0]; }`,
			`b == a ? 2 : 1; a[0] = b == a ? 2 : 1; b[0] = 2 | index: 0 < a.length | index: 0 < b.length | index: 0 < a.length`},
		{`static int[] f(int a, int b) { int[] r = {a, 0}; r[1] = b; return r; }`, "makes a b"},
		{`static List<Integer> f(int a) { List<Integer> r = new ArrayList<>(); r.add(a); r.add(2); return r; }`, "makes a 2"},
		{`static String f(String s) { StringBuilder b = new StringBuilder(); b.append(s).append('!'); return b.toString(); }`, "s + '!'"},
		{`static int f(int x) { return abs(x) + 1; } static int abs(int x) { return x < 0 ? -x : x; }`, "(x < 0 ? -x : x) + 1"},
		{`static boolean f(int[] a) { return len(a) == 0; } static int len(int[] a) { return a == null ? 0 : a.length; }`, "a == null || a.length == 0"},
		{`static boolean f(int[] a) { return len(a) > 2; } static int len(int[] a) { return a != null ? a.length : 0; }`, "a != null && a.length > 2"},
		{`static int f(int x) { int s = 0; for (int i = 0; i < 3; i++) s += x; return s; }`, "x + x + x"},
		{`static int f(int n) { if (n <= 0) return 0; return n + f(n - 1); }`, "n <= 0 -> 0 | n > 0 -> n + f(n - 1)"},
		{`static boolean f(int x) { if (x == 1) { if (x == 2) return true; } return false; }`, "x == 1 -> false | x != 1 -> false"},
		{`static int f(int x) { return Integer.MAX_VALUE - x; }`, "Integer.MAX_VALUE - x"},
		{`enum C { RED, BLUE } static int f(C c) { switch (c) { case RED: return 1; default: return 2; } }`, "c == C.RED -> 1 | c != C.RED -> 2"},
	} {
		s, err := summarise(t, c.members, symbolic.Options{})
		if err != nil {
			t.Errorf("%s: %v", c.members, err)
			continue
		}
		if got := strings.Join(lines(s), " | "); got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.members, got, c.want)
		}
	}
}

// A constructor begins with what its object holds before the body; what it does not say
// by cases is refused.
func TestConstructors(t *testing.T) {
	for _, c := range []struct{ members, want string }{
		{`int a; T(int b) { a = b; }`, "returns; a = b"},
		{`int a; T(int a) { this.a = a + this.a; }`, "returns; this.a = a"},
		{`int a = 3; long n = 7; boolean b; String s; final int k = 5; T() { a++; }`, "returns; a = 4; n = 7; b = false; s = null"},
		{`int[] a; int n; T(int n) { a = new int[2]; }`, "returns; a = ; this.n = 0"},
		{`int a; T o; T(T x) { a = x.a; x.a = a + 1; o = x; }`, `returns; a = \old(x.a); o = x; x.a = \old(x.a) + 1`},
		{`static int s; int a; T() { s++; a = s; }`, `returns; a = \old(s) + 1; s = \old(s) + 1`},
		{`int a; T(int x) { if (x < 0) throw new IllegalArgumentException(); a = x; }`, "x >= 0 -> returns; a = x | x < 0 -> throws IllegalArgumentException; a = 0"},

		{`int a; T(int x) { this(x, 1); } T(int x, int y) { a = x; }`, "refused: a statement"},
		{`int a; { a = 4; } T(int x) { }`, "refused: an initialiser"},
		{`int a = Integer.parseInt("4"); T(int x) { }`, "refused: an initialiser"},
		{`extends B; int a; T(int b) { a = b; } } class B extends C { static int n; B() { } B(int x) { n = x; } } class C { void m() { } `, "returns; a = b"},
		{`extends B; int a; T(int b) { a = b; } } class B { int c; `, "refused: the constructor of a superclass"},
		{`extends B; int a; T(int b) { a = b; } } class B { B() { System.gc(); } `, "refused: the constructor of a superclass"},
		{`extends B; int a; T(int b) { a = b; } } class B extends C { } class C { { System.gc(); } `, "refused: the constructor of a superclass"},
		{`extends B; int a; T(int b) { a = b; } } class B extends ArrayList<String> { `, "refused: the constructor of a superclass"},
		{`static T last; T next; int a; T(T x, boolean b) { a = 1; T t = b ? this : x; a = t.a; }`,
			"returns; next = null; a = this == (b ? this : x) ? 1 : this == (b ? this : x) ? 0 : (b ? this : x).a"},
	} {
		s, err := summariseNamed(t, "<init>", c.members, symbolic.Options{})
		got := ""
		if err != nil {
			got = "refused: " + strings.TrimPrefix(err.Error(), "not said by cases: ")
		} else {
			got = strings.Join(lines(s), " | ")
		}
		if got != c.want {
			t.Errorf("%s\n got %s\nwant %s", c.members, got, c.want)
		}
	}
}

func TestWrapped(t *testing.T) {
	s, err := summarise(t, `static int f(int a, int b) { return a * b + 1; }`, symbolic.Options{Wrapped: true})
	if err != nil {
		t.Fatal(err)
	}
	if got := strings.Join(lines(s), " | "); got != "(int) ((int) (a * b) + 1)" || len(s.Needs) > 0 {
		t.Error(got, len(s.Needs))
	}
}

// A catch clause takes what is of its class, which no name tells: an AssertionError is no
// Exception.
func TestCatches(t *testing.T) {
	for _, c := range []struct{ thrown, caught, want string }{
		{"IllegalStateException", "RuntimeException", "1"},
		{"IllegalStateException", "Exception", "1"},
		{"IllegalStateException", "Throwable", "1"},
		{"IllegalStateException", "IllegalStateException", "1"},
		{"IllegalStateException", "IllegalArgumentException", "throws IllegalStateException"},
		{"IllegalStateException", "ArithmeticException | IllegalStateException", "1"},
		{"AssertionError", "Exception", "throws AssertionError"},
		{"AssertionError", "Error", "1"},
		{"AssertionError", "Throwable", "1"},
		{"Own", "Exception", "1"},
		{"Own", "RuntimeException", "1"},
		{"Own", "Error", "throws Own"},
	} {
		s, err := summarise(t, `static class Own extends RuntimeException {} static int f() { try { throw new `+c.thrown+`(); } catch (`+c.caught+` e) { return 1; } }`, symbolic.Options{})
		if err != nil {
			t.Errorf("%s by %s: %v", c.thrown, c.caught, err)
			continue
		}
		if got := strings.Join(lines(s), " | "); got != c.want {
			t.Errorf("%s by %s: %s, want %s", c.thrown, c.caught, got, c.want)
		}
	}
}

// An array of strings may be the array of objects, so a write to one is no case of the other.
func TestArraysOfSubclasses(t *testing.T) {
	_, err := summarise(t, `static Object f(Object[] a, String[] b) { b[0] = "x"; return a[0]; }`, symbolic.Options{})
	var u *symbolic.Unsupported
	if !errors.As(err, &u) || u.Construct != "arrays that may be the same" {
		t.Errorf("%v", err)
	}
	if _, err := summarise(t, `static int f(int[] a, long[] b) { b[0] = 1; return a[0]; }`, symbolic.Options{}); err != nil {
		t.Error(err)
	}
}

// What cannot be said exactly is refused by name.
func TestRefuses(t *testing.T) {
	for members, want := range map[string]string{
		`static int f(int n) { int s = 0; while (s < n) s++; return s; }`:                                        "a loop",
		`static int f(int[] a) { int s = 0; for (int x : a) s += x; return s; }`:                                 "a loop over a collection",
		`static int f(String s) { return s == "a" ? 1 : 2; }`:                                                    "comparing strings by reference",
		`static int f(List<Integer> l) { l.clear(); return 0; }`:                                                 "a call of List.clear",
		`int n; int f(int k) { return k == 0 ? n : g(k); } int g(int k) { n = k; return k > 0 ? f(k - 1) : 0; }`: "a call of g",
	} {
		_, err := summarise(t, members, symbolic.Options{})
		var u *symbolic.Unsupported
		if !errors.As(err, &u) || u.Construct != want || !u.At.IsValid() {
			t.Errorf("%s: %v, want %q", members, err, want)
		}
	}
}
