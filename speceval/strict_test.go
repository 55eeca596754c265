package speceval

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

// TestStrict checks equivalence over all values: what runs can't tell from each other, a
// verifier can.
func TestStrict(t *testing.T) {
	const src = `class C {
    //@ requires n >= 0 && n < 100;
    //@ ensures \result == n + 1;
    //@ ensures \result > \old(n);
    static int f(int n) {
        int i = 0;
        //@ maintaining i <= n + 1;
        //@ decreases n - i;
        while (i <= n) { i++; }
        return i;
    }
}
`
	rt := bench.NewRuntime()
	c, err := read(rt, src)
	if err != nil {
		t.Fatal(err)
	}
	b := nativetest.Backend(t, native.Options{})
	prove := proverOf(b)
	for _, q := range []struct {
		k     int
		other string
		want  verify.Verdict
	}{
		{0, "0 <= n && n <= 99", verify.Verified},
		{0, "n >= 0", verify.Refuted},
		{1, `n == \result - 1`, verify.Verified},
		{1, `\result > n && \result < n + 2`, verify.Verified},
		{1, `\result >= 0 && \result == n + 1`, verify.Verified}, // by the precondition
		{1, `\result <= Integer.MAX_VALUE`, verify.Refuted},
		{2, `\old(n) < \result`, verify.Verified},
		{2, `\result >= \old(n)`, verify.Refuted},
		{3, "!(i > n + 1)", verify.Verified},
		{3, "i <= n", verify.Unknown}, // other invariants may make it so
		{4, "n + 0 - i", verify.Verified},
		{4, "nobody", verify.Unknown},
	} {
		got, err := c.equivalent(context.Background(), q.k, q.other, prove)
		// Without a run of the lemma a verifier may leave open what it can't prove.
		if err != nil || got != q.want && !(q.want == verify.Refuted && got == verify.Unknown) {
			src, _ := c.lemma(q.k, q.other)
			t.Errorf("%q: %s instead of %s, %v\n%s", q.other, got, q.want, err, src)
		}
	}
	if src, _ := c.lemma(1, `\result > n`); strings.Contains(src, `\result`) {
		t.Errorf("the result is no parameter:\n%s", src)
	}
}

func proverOf(b verify.Backend) Prover {
	return func(ctx context.Context, src string) (verify.Outcome, error) {
		return b.Verify(ctx, verify.Request{File: "Lemma.java", Source: src, Options: verify.Options{Arithmetic: verify.Quiet}})
	}
}

// TestStrictHeap asks about clauses that speak of two heaps, of fields, and of the program's
// own methods.
func TestStrictHeap(t *testing.T) {
	const src = `class C {
    int f;
    //@ requires d > 0;
    //@ ensures \result == (n % d == 0);
    static /*@ pure */ boolean divides(int n, int d) { return n % d == 0; }
    //@ requires a.length > 1 && a[0] > 0;
    //@ assignable a[*];
    //@ ensures a[1] == \old(a[0]);
    //@ ensures \old(a[0]) + a[0] > a[0];
    static void g(int[] a) { a[1] = a[0]; a[0] = 3; }
    //@ ensures f == \old(f) + 1;
    //@ ensures \result <==> divides(f, 2);
    boolean h() { f = f + 1; return f % 2 == 0; }
}
`
	c, err := read(bench.NewRuntime(), src)
	if err != nil {
		t.Fatal(err)
	}
	prove := proverOf(nativetest.Backend(t, native.Options{}))
	for _, q := range []struct {
		clause, other string
		want          bool
	}{
		{`a[1] == \old(a[0])`, `\old(a[0]) - a[1] == 0`, true},
		{`a[1] == \old(a[0])`, `a[1] == a[0]`, false}, // the heap has changed
		{`a[1] == \old(a[0])`, `a[1] == \old(a[1])`, false},
		{`\old(a[0]) + a[0] > a[0]`, `true`, true}, // by the precondition, of the heap before
		{`\old(a[0]) + a[0] > a[0]`, `a[0] > 0`, false},
		{`f == \old(f) + 1`, `f - 1 == \old(f)`, true},
		{`f == \old(f) + 1`, `f == f + 1`, false},
		{`\result <==> divides(f, 2)`, `divides(f, 2) == \result`, true},
		{`\result <==> divides(f, 2)`, `\result == (f % 2 == 0)`, true}, // by its contract
		{`\result <==> divides(f, 2)`, `\result == (f % 2 == 1)`, false},
	} {
		k := slices.IndexFunc(c.clauses, func(cl *clause) bool { return oneLine(c.file.Text(cl.Expr)) == q.clause })
		if k < 0 {
			t.Fatalf("no clause %s", q.clause)
		}
		got, err := c.equivalent(t.Context(), k, q.other, prove)
		if err != nil || (got == verify.Verified) != q.want {
			src, _ := c.lemma(k, q.other)
			t.Errorf("%s and %s: %s, %v\n%s", q.clause, q.other, got, err, src)
		}
	}
}

// TestProvedClauses counts what is proved of a program clause by clause: a clause that leans on
// a wrong invariant falls with it.
func TestProvedClauses(t *testing.T) {
	prove := proverOf(nativetest.Backend(t, native.Options{}))
	p := &Program{runtime: bench.NewRuntime()}
	for _, q := range []struct {
		src              string
		proved, provable int
	}{
		{`class C {
    //@ requires n >= 0;
    //@ ensures \result == n;
    //@ ensures \result >= 0;
    static int f(int n) { return n; }
}`, 2, 2},
		{`class C {
    //@ ensures \result == n;
    //@ ensures \result > 0;
    static int f(int n) { return n; }
}`, 1, 2},
		{`class C {
    //@ requires n >= 0;
    //@ ensures \result >= n;
    //@ ensures \result >= 0;
    static int f(int n) {
        int i = 0;
        //@ maintaining i >= 0;
        //@ maintaining i > 3;
        while (i < n) { i++; }
        return i;
    }
}`, 3, 4},
		{`class C {
    //@ requires n >= 0;
    //@ ensures \result > 3;
    static int f(int n) {
        int i = 0;
        //@ maintaining i > 3;
        while (i < n) { i++; }
        return i;
    }
}`, 0, 2},
	} {
		c, err := read(p.runtime, q.src)
		if err != nil {
			t.Fatal(err)
		}
		proved, provable, err := p.proved(t.Context(), c, prove)
		if err != nil || proved != q.proved || provable != q.provable {
			t.Errorf("%d of %d proved instead of %d of %d, %v\n%s", proved, provable, q.proved, q.provable, err, q.src)
		}
	}
}
