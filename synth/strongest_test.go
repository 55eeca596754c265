package synth

import (
	"context"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/harness"
	"ensures/internal/require"
	"ensures/java"
	"ensures/propose"
	"ensures/verify"
	"ensures/verify/native"
)

// exactly is the file with what the engine says of all its methods, and the
// verifier's answer on it.
func exactly(t *testing.T, rt *bench.Runtime, b *native.Backend, name, src string) (string, *propose.FileResult, verify.Outcome) {
	t.Helper()
	r, err := propose.File(t.Context(), rt, name, src, propose.Options{Inputs: 400, Bare: true, Refine: Strongest(b, Options{Sifter: b})})
	if err != nil {
		t.Fatal(err)
	}
	code, err := r.Edits.Apply()
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.Verify(context.WithoutCancel(t.Context()), verify.Request{File: name, Source: code})
	if err != nil {
		t.Fatal(err)
	}
	return code, r, out
}

func TestStrongest(t *testing.T) {
	rt := bench.NewRuntime()
	b := backend(t, rt)
	for _, c := range []struct {
		name string
		code string
		want []string
	}{
		{"cases", `class T { static int abs(int x) { if (x < 0) return -x; return x; } }`,
			[]string{`requires x != Integer.MIN_VALUE;`, `ensures x < 0 ==> \result == -x;`, `ensures x >= 0 ==> \result == x;`}},
		{"equivalence", `class T { static boolean both(int a, int b, int f) { if (a % f != 0) return false; if (b % f != 0) return false; return true; } }`,
			[]string{`requires f != 0;`, `ensures \result <==> a % f == 0 && b % f == 0;`}},
		{"shorter conditions", `class T { static String grade(int p) { if (p >= 90) return "A"; if (p >= 80) return "B"; return "C"; } }`,
			[]string{`ensures p < 90 && p >= 80 ==> \result.equals("B");`, `ensures p < 80 ==> \result.equals("C");`}},
		{"order of preconditions", `class T { static int pass(int n, int time) { return time % (n - 1) * 2; } }`,
			[]string{`requires n != Integer.MIN_VALUE;`, `requires n - 1 != 0;`}},
		{"exceptions", `class T { int left = 10; void take(int n) { if (n <= 0) throw new IllegalArgumentException(); if (n > left) throw new IllegalStateException(); left -= n; } }`,
			[]string{`requires n > 0;`, `requires n <= left;`, `assignable left;`, `ensures left == \old(left) - n;`, `signals_only IllegalStateException;`}},
		{"cells", `class T { static void swap(int[] a, int i, int j) { int t = a[i]; a[i] = a[j]; a[j] = t; } }`,
			[]string{`requires 0 <= i && i < a.length;`, `assignable a[i], a[j];`, `ensures a[i] == \old(a[j]);`, `ensures a[j] == \old(a[i]);`}},
		{"callee", `class T { static int dist(int a, int b) { return abs(a - b); } static int abs(int x) { return x < 0 ? -x : x; } }`,
			[]string{`ensures \result == (a - b < 0 ? -(a - b) : a - b);`}},
		{"objects", `class T { static int[] pair(int a, int b) { return new int[] {b, a}; } }`,
			[]string{`ensures \result.length == 2;`, `ensures \result[0] == b;`}},
		{"floating point", `class T { static double f(double c) { return c * 1.8 + 32.0; } }`,
			[]string{`ensures !Double.isNaN(c) ==> \result == c * 1.8 + 32.0;`}},
		{"boxed", `class T { static Double v(int r, int h) { return 3.1415 * r * r * h; } static Boolean b(int r) { if (r > 3) return true; return false; } }`,
			[]string{`==> \result == 3.1415 * (double) r * (double) r * (double) h;`, `r > 3`}},
		{"null", `class T { static int len(String s) { if (s == null || s.length() == 0) return 0; if (s.length() == 1) return 5; return 7; } }`,
			[]string{`\result == 0`, `s != null`}},
	} {
		code, r, out := exactly(t, rt, b, "T.java", c.code)
		proves(t, c.name, code, out, c.want)
		for _, m := range r.Methods {
			if s := m.Row.Strict.PostComp; s != nil && *s != 1 {
				t.Errorf("%s: PostComp of %s is %.2f\n%s", c.name, m.Name, *s, code)
			}
		}
	}
}

// What the engine cannot say it leaves alone, and names.
func TestStrongestSkips(t *testing.T) {
	rt := bench.NewRuntime()
	b := backend(t, rt)
	code, r, _ := exactly(t, rt, b, "T.java", "class T {\n  static int sum(int n) { int s = 0; for (int i = 0; i < n; i++) s += i; return s; }\n}\n")
	m := r.Methods[0]
	if strings.Contains(code, "@") || m.Status != propose.Skipped || !strings.Contains(m.Reason, "a loop") || !strings.Contains(strings.Join(m.Account.Notes, " "), "line 2") {
		t.Errorf("%s %s %v\n%s", m.Status, m.Reason, m.Account.Notes, code)
	}
}

// TestStrongestOnSpecGenBench asks for an exact, proved postcondition of at least
// nine in ten tasks without loops.
func TestStrongestOnSpecGenBench(t *testing.T) {
	if testing.Short() {
		t.Skip("proves methods for half a minute")
	}
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	b := backend(t, rt)
	n, strong := 0, 0
	for _, task := range d.Tasks {
		p, err := rt.Compile(task)
		if err != nil {
			t.Fatal(err)
		}
		if hasLoop(p.Decl) {
			continue
		}
		n++
		code, _, out := exactly(t, rt, b, task.Name, task.Source)
		prep, err := rt.Prepare(t.Context(), task, bench.Options{Pairs: 200, Inputs: 100})
		if err != nil {
			t.Fatal(err)
		}
		rep := harness.Measure(t.Context(), prep, code, harness.Options{Traces: -1})
		if s := rep.Strict.PostCorr; s == nil || *s != 1 {
			t.Errorf("%s: PostCorr %v: a clause is violated by a recorded pair\n%s", task.ID, show(s), code)
		}
		exact := out.Verdict == verify.Verified && rep.Strict.PostComp != nil && *rep.Strict.PostComp == 1
		if exact {
			strong++
		}
		t.Logf("%-28s %-10s PostComp %s PreCorr %s", task.ID, out.Verdict, show(rep.Strict.PostComp), show(rep.Strict.PreCorr))
	}
	t.Logf("exact and verified: %d of %d", strong, n)
	if strong*10 < n*9 {
		t.Errorf("%d of %d tasks without loops have an exact postcondition that is proved", strong, n)
	}
}

func hasLoop(d *java.MethodDecl) bool {
	loop := false
	java.Walk(d.Body, func(n java.Node) bool {
		switch n.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			loop = true
		}
		return !loop
	})
	return loop
}

func TestHalves(t *testing.T) {
	got := halves("a > 0 ==> 0 <= i && i < n")
	if strings.Join(got, " | ") != "a > 0 ==> 0 <= i | a > 0 ==> i < n" {
		t.Error(got)
	}
	got = unguarded("a && b ==> c")
	if strings.Join(got, " | ") != "b ==> c | a ==> c" {
		t.Error(got)
	}
	if got = unguarded("a ==> c"); strings.Join(got, "") != "c" {
		t.Error(got)
	}
}

func TestCovers(t *testing.T) {
	for _, c := range []struct {
		one, other string
		want       bool
	}{
		{"c", "a && b ==> c", true},
		{"b ==> c", "a && b ==> c", true},
		{"a && b ==> (c)", "b && a ==> c", true},
		{"a && b ==> c", "b ==> c", false},
		{"a ==> c", "b ==> c", false},
		{"a ==> c", "a ==> d", false},
	} {
		if got := covers(c.one, c.other); got != c.want {
			t.Errorf("covers(%q, %q) = %v", c.one, c.other, got)
		}
	}
}
