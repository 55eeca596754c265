package propose

import (
	"context"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/internal/require"
	"ensures/java"
)

// propose runs the engine on a file and gives the annotated text.
func propose(t *testing.T, src string, o Options) (*FileResult, string) {
	t.Helper()
	r, err := File(context.Background(), bench.NewRuntime(), "T.java", src, o)
	if err != nil {
		t.Fatal(err)
	}
	out, err := r.Edits.Apply()
	if err != nil {
		t.Fatal(err)
	}
	return r, out
}

func TestProposals(t *testing.T) {
	for _, c := range []struct {
		name string
		code string
		want []string // lines that must be there
	}{
		{"arithmetic", `class T { static long f(int a, int b) { return (long) a - b; } }`,
			[]string{`//@ ensures \result == a - b;`, `//@ assignable \nothing;`}},
		{"cases", `class T { static int sign(int x) { if (x > 0) return 1; else if (x < 0) return -1; return 0; } }`,
			[]string{`//@ ensures x > 0 ==> \result == 1;`}},
		{"overflow", `class T { static int next(int x) { return x + 1; } }`,
			[]string{`//@ requires Integer.MIN_VALUE <= x + 1 && x + 1 <= Integer.MAX_VALUE;`, `//@ ensures \result == x + 1;`}},
		{"smallest int", `class T { static int sub(int x, int y) { int s = x; if (y > 0) { int n = y; while (n > 0) { s--; n--; } } else { int n = -y; while (n > 0) { s++; n--; } } return s; } }`,
			[]string{`//@ requires y != Integer.MIN_VALUE;`, `//@ ensures \result == x - y;`, `//@ decreases n;`}},
		{"null and index", `class T { static int at(int[] a, int i) { return a[i]; } }`,
			[]string{`//@ requires a != null;`, `//@ ensures \result == a[i];`}},
		{"search", `class T { static int find(int[] a, int key) { for (int i = 0; i < a.length; i++) if (a[i] == key) return i; return -1; } }`,
			[]string{`\result == -1 <==> (\forall int i; 0 <= i && i < a.length; a[i] != key)`, `//@ ensures \result != -1 ==> a[\result] == key;`, `//@ decreases a.length - i;`}},
		{"equality", `class T { static boolean eq(int[] a, int[] b) { if (a.length != b.length) return false; for (int i = 0; i < a.length; i++) if (a[i] != b[i]) return false; return true; } }`,
			[]string{`//@ ensures \result <==> a.length == b.length && (\forall int i; 0 <= i && i < a.length; a[i] == b[i]);`}},
		{"sum", `class T { static long sum(int[] a) { long s = 0; for (int i = 0; i < a.length; i++) s += a[i]; return s; } }`,
			[]string{`//@ ensures \result == (\sum int i; 0 <= i && i < a.length; a[i]);`, `//@ loop_invariant s == (\sum int j; 0 <= j && j < i; a[j]);`}},
		{"count", `class T { static int count(String s, char c) { int n = 0; for (int i = 0; i < s.length(); i++) if (s.charAt(i) == c) n++; return n; } }`,
			[]string{`//@ ensures \result == (\num_of int i; 0 <= i && i < s.length(); s.charAt(i) == c);`}},
		{"fields", `class T { private int n; public void add(int k) { n += k; } }`,
			[]string{`private /*@ spec_public @*/ int n;`, `//@ assignable n;`, `//@ ensures n == \old(n) + k;`}},
		{"calls", `class T { private static int low(int n) { return Math.max(0, n); } private static long low(long n) { return Math.max(0, n); }
			public static int find(int[] a, int key, int from) { if (a == null) return -1; for (int i = low(from); i < a.length; i++) if (a[i] == key) return i; return -1; } }`,
			[]string{`private static /*@ spec_public pure @*/ int low(int n)`, `private static long low(long n)`, `//@ ensures \result != -1 ==> low(from) <= \result && \result < a.length;`}},
		{"components", `record T(int from, int to) { public boolean has(int x) { return from <= x && x < to; } }`,
			[]string{`//@ private behavior`, `//@   ensures \result <==> from <= x && x < to;`}},
		{"accessors", `record T(int from, int to) { public static int min(int from, int to) { return from < to ? from : to; } }`,
			[]string{`//@ ensures \result == (from < to ? from : to);`}},
		{"in place", `class T { static void fill(int[] a, int v) { for (int i = 0; i < a.length; i++) a[i] = v; } }`,
			[]string{`//@ assignable a[*];`, `//@ ensures (\forall int i; 0 <= i && i < a.length; a[i] == v);`, `//@ loop_invariant (\forall int j; 0 <= j && j < i; a[j] == v);`}},
		{"exception", `class T { static int root(int n) { if (n < 0) throw new IllegalArgumentException("n"); return n; } }`,
			[]string{`//@ normal_behavior`, `//@   requires n >= 0;`, `//@ also exceptional_behavior`, `//@   requires n < 0;`, `//@   signals_only IllegalArgumentException;`}},
		{"null is taken", `class T { static int num(String s, int d) { try { return Integer.parseInt(s); } catch (NumberFormatException e) { return d; } } static String id(Object o) { return "x"; } }`,
			[]string{`//@ ensures s == null ==> \result == d;`, `num(/*@ nullable @*/ String s, int d)`, `id(Object o)`}},
		{"null goes on", `class T { static int len(int[] a) { return a == null ? 0 : a.length; } static boolean many(int[] a) { return len(a) > 1 && a[1] > a[0]; } static int first(int[] a) { return len(a) / 2 + a[0] / 2; } }`,
			[]string{`len(/*@ nullable @*/ int[] a)`, `many(/*@ nullable @*/ int[] a)`, `first(int[] a)`}},
		{"exception of a call", `class T { static int size(String s) { int n = Integer.parseInt(s); return n < 0 ? 0 : n; } }`,
			[]string{`//@ requires s != null;`, `//@ ensures \result >= 0;`, `//@ signals_only NumberFormatException;`}},
		{"switch", `class T { static int days(int m) { switch (m) { case 2: return 28; case 4: case 6: return 30; default: return 31; } } }`,
			[]string{`m == 2 ==> \result == 28`}},
		{"loop that may not run", `class T { static boolean pal(String s) { int i = 0, j = s.length() - 1; while (i < j) { if (s.charAt(i++) != s.charAt(j--)) return false; } return true; } }`,
			[]string{`//@ decreases j`}},
		{"text", `class T { static String twice(String s) { return s + s; } }`,
			[]string{`//@ ensures \result.equals(s + s);`}},
		{"truth", `class T { static boolean xor(boolean a, boolean b) { if (a) return !b; return b; } }`, []string{`//@ ensures a ==> (\result <==> !b);`, `//@ ensures !a ==> (\result <==> b);`}},
	} {
		r, out := propose(t, c.code, Options{Inputs: 1200})
		for _, w := range c.want {
			if !strings.Contains(out, w) {
				t.Errorf("%s: no %q in\n%s", c.name, w, out)
			}
		}
		for _, m := range r.Methods {
			if m.Status != Proposed {
				t.Errorf("%s: %s %s", c.name, m.Status, m.Reason)
			}
			if l := m.Row.Loops; l != nil && l.Correct != nil && *l.Correct != 1 {
				t.Errorf("%s: a loop clause is violated: %v", c.name, l.Violated)
			}
			if strings.Contains(out, "loop_invariant j >= 0;") || strings.Contains(out, "loop_invariant i < s.length();") {
				t.Errorf("%s: false where the loop's body does not run:\n%s", c.name, out)
			}
			if p := m.Row.Strict.PostCorr; p != nil && *p != 1 {
				t.Errorf("%s: a proposed clause is violated: PostCorr %v", c.name, *p)
			}
		}
	}
}

// Runs that a sample of thousands would leave out have a place in it: a null, a result
// that hardly any input gives.
func TestRare(t *testing.T) {
	const src = `class T { static int f(String s, int n) { return s == null ? 1 : n == 7 ? 2 : 3; } static int g(int n) { return n; } }`
	for name, want := range map[string]map[int64]bool{"f": {1: true, 2: true, 3: true}, "g": {}} {
		prep, err := bench.NewRuntime().Prepare(context.Background(), &bench.Task{ID: "T", Name: "T.java", Source: src, Class: "T", Method: name}, bench.Options{Pairs: 4500, Inputs: 4500})
		if err != nil {
			t.Fatal(err)
		}
		got := map[int64]bool{}
		for p := range (&method{prep: prep}).rare(prep.Pairs) {
			got[p.Result.N] = true
		}
		if !maps.Equal(got, want) {
			t.Errorf("%s: of %d runs those with %v", name, len(prep.Pairs), got)
		}
	}
}

// A static field has a place in the clauses of those methods alone whose code leads to
// it, by calls, constructors and initialisers too.
func TestUnrelatedStatics(t *testing.T) {
	const src = `class T {
	static final int[] DIGITS = {48, 57, 65, 70};
	static int limit = 7, other = 3;
	static final int TWICE = limit * 2;
	static boolean letter(char c) { return c >= '0' && c <= '9'; }
	static int direct(int x) { return x + limit; }
	static int digit(int i) { return DIGITS[i]; }
	static int called(int i) { return digit(i); }
	static int derived() { return TWICE; }
	static int made() { return new P().v; }
	static class P { int v; P() { v = other; } }
}`
	f, errs := java.Parse("T.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := map[string]string{"letter": "", "direct": "limit", "digit": "DIGITS", "called": "DIGITS", "derived": "TWICE limit", "made": "other"}
	java.Walk(f, func(n java.Node) bool {
		m, ok := n.(*java.MethodDecl)
		if !ok || m.IsConstructor {
			return true
		}
		names, got := namesReached(f, m), []string{}
		for _, s := range []string{"DIGITS", "TWICE", "limit", "other"} {
			if names[s] {
				got = append(got, s)
			}
		}
		if g := strings.Join(got, " "); g != want[m.Name.Name] {
			t.Errorf("%s reaches %q, want %q", m.Name.Name, g, want[m.Name.Name])
		}
		return true
	})

	_, out := propose(t, `class T { static final int[] DIGITS = {48, 57, 65, 70}; static int inRange(int c) { return c >= 48 && c <= 57 ? 1 : 0; } }`, Options{Inputs: 600})
	if strings.Count(out, "DIGITS") != 1 {
		t.Errorf("a clause names what the method doesn't:\n%s", out)
	}
}

// Text outside of the inserted lines stays byte for byte, and the same input gives
// the same result.
func TestFormattingAndDeterminism(t *testing.T) {
	src := "class  T\r\n{\r\n\tstatic int f( int x ){return x*2;} // end\r\n}\r\n"
	_, a := propose(t, src, Options{Inputs: 200})
	_, b := propose(t, src, Options{Inputs: 200})
	if a != b {
		t.Errorf("two runs differ:\n%s\n%s", a, b)
	}
	var kept []string
	for _, l := range strings.SplitAfter(a, "\n") {
		if !strings.Contains(l, "//@") {
			kept = append(kept, l)
		}
	}
	if got := strings.Join(kept, ""); got != src {
		t.Errorf("got %q, want %q", got, src)
	}
}

// A specification that is there is measured and left alone; broken and
// unsupported methods do not stop the others.
func TestMixedFile(t *testing.T) {
	r, out := propose(t, `class T {
  //@ ensures \result >= x;
  static int keep(int x) { return x < 0 ? 0 : x; }
  static int broken(int x) { return y; }
  static int fine(int x) { return x; }
  static void lambda(Runnable r) { r.run(); }
}`, Options{Inputs: 200})
	got := map[string]Status{}
	for _, m := range r.Methods {
		got[m.Name] = m.Status
		if m.Name == "T.keep" && (!m.Kept || len(m.Clauses) != 0 || m.Row.Strict.PostCorr == nil || len(m.Survivors) == 0) {
			t.Errorf("keep: %+v", m)
		}
		if m.Status != Proposed && m.Reason == "" {
			t.Errorf("%s: no reason", m.Name)
		}
	}
	if got["T.keep"] != Proposed || got["T.fine"] != Proposed || got["T.broken"] != Failed {
		t.Errorf("%v", got)
	}
	if !strings.Contains(out, `//@ ensures \result == x;`) {
		t.Error(out)
	}
}

func TestMethodSelection(t *testing.T) {
	src := `class T { static int f(int x) { return x; } static int g(int x) { return x; } }`
	r, _ := propose(t, src, Options{Methods: []string{"T.g"}, Inputs: 50})
	if len(r.Methods) != 1 || r.Methods[0].Name != "T.g" {
		t.Errorf("%+v", r.Methods)
	}
	if _, err := File(context.Background(), bench.NewRuntime(), "T.java", src, Options{Methods: []string{"h"}}); err == nil || !strings.Contains(err.Error(), "T.f, T.g") {
		t.Errorf("error %v", err)
	}
}

// On SpecGenBench, from generated inputs alone and measured on the recorded pairs
// that the search has not seen: what is proposed must hold, and be strong.
func TestSpecGenBench(t *testing.T) {
	if testing.Short() {
		t.Skip("proposes for 71 methods")
	}
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	strong, right, n := 0, 0, 0
	var times []time.Duration
	for _, task := range d.Tasks {
		start := time.Now()
		r, err := File(context.Background(), rt, task.Name, task.Source, Options{Methods: []string{"solve"}, Inputs: 1000})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		times = append(times, time.Since(start))
		code, err := r.Edits.Apply()
		if err != nil {
			t.Fatal(err)
		}
		prep, err := rt.Prepare(context.Background(), task, bench.Options{Pairs: 200, Inputs: 100})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		n++
		rep := harness.Measure(context.Background(), prep, code, harness.Options{Traces: -1})
		s := rep.Strict
		if s.PostCorr != nil && *s.PostCorr == 1 {
			right++
		}
		if s.Meets(harness.StrictThreshold) {
			strong++
		}
		if testing.Verbose() {
			t.Logf("%s: %s pairs %v mutants %v %v\n%s", task.ID, rep.Status, rep.Row.Pairs, rep.Row.Mutants, rep.Diagnostics, code)
		}
	}
	slices.Sort(times)
	t.Logf("PostCorr 1.0 on %d of %d, PostCorr and PostComp at least 0.9 on %d; median %v a method, worst %v", right, n, strong, times[len(times)/2], times[len(times)-1])
	if right*100 < n*85 || strong*100 < n*60 {
		t.Errorf("right on %d and strong on %d of %d", right, strong, n)
	}
}
