package synth

import (
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/candidate"
	"ensures/internal/require"
	"ensures/jml"
	"ensures/propose/loops"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

func backend(t testing.TB, rt *bench.Runtime) *native.Backend {
	t.Helper()
	return nativetest.Backend(t, native.Options{Library: rt.Types, Quick: 200 * time.Millisecond, Patient: 1500 * time.Millisecond, Processes: 2})
}

func show(p *float64) string {
	if p == nil {
		return "–"
	}
	return fmt.Sprintf("%.2f", *p)
}

// What is proposed from runs and text must prove, and say what a person would.
func TestGuided(t *testing.T) {
	rt := bench.NewRuntime()
	b := backend(t, rt)
	for _, c := range []struct {
		name string
		code string
		want []string
	}{
		{"search", `class T { static int find(int[] a, int key) { for (int i = 0; i < a.length; i++) if (a[i] == key) return i; return -1; } }`,
			[]string{`\result != -1 ==> a[\result] == key`}},
		{"count down", `class T { static int sub(int x, int y) { int s = x; int n = y; while (n > 0) { s = s - 1; n = n - 1; } return s; } }`,
			[]string{`\result == x - y`}},
		{"primality", `class T { static boolean prime(int a) { int mid = a / 2; for (int i = 2; i <= mid; i++) { if (a % i == 0) return false; } return true; } }`,
			[]string{`\result <==> (\forall int i; 2 <= i && i <= a / 2; a % i != 0)`}},
		{"nested search", `class T { static boolean twice(int[] a) { for (int i = 0; i < a.length; i++) for (int j = i + 1; j < a.length; j++) if (a[i] == a[j]) return true; return false; } }`,
			[]string{`\result <==>`}},
		{"count", `class T { static int odd(int[] a) { int n = 0; for (int i = 0; i < a.length; i++) { if (a[i] % 2 != 0) n++; } return n; } }`,
			[]string{`\result == (\num_of int i; 0 <= i && i < a.length; a[i] % 2 != 0)`}},
		{"maximum", `class T { static int max(int[] a) { int m = a[0]; for (int i = 1; i < a.length; i++) { if (a[i] > m) m = a[i]; } return m; } }`,
			[]string{`requires a.length`}},
		{"division", `class T { static boolean f(int a, int b, int m) { return m % a != 0 || m % b != 0; } }`,
			[]string{`m % a == 0 ==> b != 0`}},
		{"callee first", `class T { static int inc(int x) { return twice(x) + 1; } static int twice(int x) { return x * 2; } }`,
			[]string{`\result == x * 2`}},
		{"range of a loop", `class T { static long grow(int n, long d) { if (d < 0) throw new IllegalArgumentException(); long x = d; for (int i = 0; i < n; i++) { x *= 2; if (x > 60000L) return 60000L; } return x; } }`,
			[]string{`requires Long.MIN_VALUE <= n * (d + d) && n * (d + d) <= Long.MAX_VALUE;`, `loop_invariant i < n ==> Long.MIN_VALUE <= x * 2 && x * 2 <= Long.MAX_VALUE;`}}, // of which the first iteration's range follows
		{"second bound", `class T { static int few(int[] a, int x) { int c = 0; for (int i = 0; i < a.length && c < 10; i++) { if (a[i] < x) c++; } return c; } }`,
			[]string{`\result <= 10`}},
		{"one end of a range", `class T { static int least(int[] a, int n) { int r = Math.min(a.length, n) - 1; for (int i = 0; i < a.length; i++) { if (a[i] < r) { r = a[i]; } } return r; } }`,
			[]string{`//@ requires Integer.MIN_VALUE <= n - 1;`}},
		{"a case that no input is left for", `class T { static int add(int a, int b) { long r = (long) a + b; if (r != (int) r) throw new ArithmeticException(); return (int) r; } }`,
			[]string{`//@ requires Integer.MIN_VALUE <= a + b && a + b <= Integer.MAX_VALUE;`, `//@ ensures \result == (int) (a + b);`}},
		{"exception of a call", `import java.lang.reflect.Array; class T { static int size(Object a) { return a == null ? 0 : Array.getLength(a); } static boolean same(int[] a, int[] b) { return size(a) == size(b); } }`,
			[]string{`\result == (a == null ? 0 : Array.getLength(a))`, `signals_only IllegalArgumentException;`, `\result <==> (a == null ? 0 : a.length) == (b == null ? 0 : b.length)`}},
		{"two lengths", `class T { static long[] both(long[] a, long[] b) { if (a == null) return b; if (b == null) return a; long[] r = new long[a.length + b.length]; System.arraycopy(a, 0, r, 0, a.length); System.arraycopy(b, 0, r, a.length, b.length); return r; } }`,
			[]string{`//@ requires a != null && b != null ==> a.length + b.length <= Integer.MAX_VALUE;`, `==> \result.length == a.length + b.length;`, `static /*@ nullable @*/ long[] both(/*@ nullable @*/ long[] a, /*@ nullable @*/ long[] b)`}},
		{"null of any type", `class T { static <E> E[] same(E[] a) { return a; } }`,
			[]string{`\result == a;`, `static /*@ nullable @*/ <E> E[] same(/*@ nullable @*/ E[] a)`}},
		{"the other way round", `class T { static void reverse(long[] a, int from, int to) { if (a == null) return; int i = Math.max(from, 0); int j = Math.min(a.length, to) - 1; long t; while (j > i) { t = a[j]; a[j] = a[i]; a[i] = t; j--; i++; } } static void all(long[] a) { if (a == null) { return; } reverse(a, 0, a.length); } }`,
			[]string{`Math.min(a.length, to); a[i] == \old(a[Math.max(from, 0) + (Math.min(a.length, to) - 1) - i]));`, `//@ ensures a != null ==> (\forall int i; 0 <= i && i < a.length; a[i] == \old(a[a.length - 1 - i]));`}},
		{"an object handed on", `import java.util.*; class T { final Random r; T(Random r) { this.r = r; } Random r() { return r; } static <E> E[] filled(E[] a, E x) { if (a != null) Arrays.fill(a, x); return a; } }`,
			[]string{`//@ ensures \result == r;`, `//@ ensures \result == a;`}},
		{"in place", `class T { static void negate(int[] a) { for (int i = 0; i < a.length; i++) a[i] = -a[i]; } }`,
			[]string{`a[`}},
	} {
		if testing.Short() && !require.Sample(c.name, 5) {
			continue
		}
		code, out := annotate(t, rt, b, "T.java", c.code)
		proves(t, c.name, code, out, c.want)
	}
}

// proves checks that an annotated file verifies and says what is wanted.
func proves(t *testing.T, name, code string, out verify.Outcome, want []string) {
	t.Helper()
	if out.Verdict != verify.Verified {
		t.Errorf("%s: %s\n%s", name, out.Verdict, code)
		for _, d := range out.Diagnostics {
			t.Logf("%d: %s %s", d.Line, d.Kind, d.Message)
		}
	}
	for _, w := range want {
		if !strings.Contains(code, w) {
			t.Errorf("%s: no %q in\n%s", name, w, code)
		}
	}
}

// Programs over lists, and loops without an index of their own, are said and proved
// as those over arrays are.
func TestGuidedLists(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	rt := bench.NewRuntime()
	b := backend(t, rt)
	const head = "import java.util.*;\nclass T { "
	for _, c := range []struct {
		name string
		code string
		want []string
	}{
		{"map", `static List<Integer> less(List<Integer> a) { List<Integer> out = new ArrayList<>(); for (int i = 0; i < a.size(); i++) { out.add(a.get(i) / 3); } return out; }`,
			[]string{`requires (\forall int i; 0 <= i && i < a.size(); a.get(i) != null);`, `ensures (\forall int i; 0 <= i && i < \result.size(); \result.get(i).intValue() == `}},
		{"for each", `static int shortest(List<List<Integer>> a) { int min = Integer.MAX_VALUE; for (List<Integer> r : a) { if (r.size() < min) { min = r.size(); } } return min; }`,
			[]string{`requires (\forall int i; 0 <= i && i < a.size(); a.get(i) != null);`, `ensures (\forall int i; 0 <= i && i < a.size(); a.get(i).size() >= \result);`}},
		{"column", `static List<Integer> column(List<List<Integer>> a, int n) { List<Integer> out = new ArrayList<>(); for (int i = 0; i < a.size(); i++) { out.add(a.get(i).get(n)); } return out; }`,
			[]string{`0 <= n && n < a.get(i).size()`, `ensures (\forall int i; 0 <= i && i < \result.size(); \result.get(i).intValue() == `}},
		{"characters", `static int digits(String s) { int n = 0; for (char c : s.toCharArray()) { if (Character.isDigit(c)) { n++; } } return n; }`,
			[]string{`ensures \result == (\num_of int i; 0 <= i && i < s.length(); Character.isDigit(s.charAt(i)));`}},
		{"array", `static boolean any(int[] a, int x) { for (int y : a) { if (y == x) { return true; } } return false; }`,
			[]string{`ensures \result <==> `}},
	} {
		code, out := annotate(t, rt, b, "T.java", head+c.code+" }")
		proves(t, c.name, code, out, c.want)
	}
}

// That references are not null comes first, of the elements too.
func TestNullFirst(t *testing.T) {
	all := "(\\forall int k; 0 <= k && k < a.length; a[k] != null)"
	s := candidate.Light(candidate.All(jml.Requires, []string{"a[0].length > 0", all, "a[0] != null", "a != null"}), 0)
	var got []string
	for _, c := range nullFirst(s).Contract() {
		got = append(got, c.Body)
	}
	if want := []string{"a != null", all, "a[0].length > 0", "a[0] != null"}; !slices.Equal(got, want) {
		t.Error(got)
	}
}

// What makes a precondition defined comes before it, however late it is found.
func TestInOrder(t *testing.T) {
	w := &work{asked: []loops.Precondition{{Text: "a != null"}, {Text: "i < n", Always: "n > 0"}, {Text: "a[i] != null"}}}
	list := append(candidate.All(jml.Requires, []string{"x", "a[i] != null"}), candidate.New(jml.Ensures, "y"))
	s := w.inOrder(candidate.Light(append(list, candidate.All(jml.Requires, []string{"n > 0", "a != null"})...), 0))
	var got []string
	for _, c := range s.Contract() {
		got = append(got, c.String())
	}
	if got := strings.Join(got, " "); got != "requires x; requires a != null; ensures y; requires n > 0; requires a[i] != null;" {
		t.Error(got)
	}
}
