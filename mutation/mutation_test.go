package mutation_test

import (
	"context"
	"math"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/effort"
	"ensures/java/mutants"
	"ensures/mutation"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/refute"
)

func task(t *testing.T, src string) *bench.Task {
	t.Helper()
	list, errs := bench.MethodsOf("A.java", src)
	if len(errs) > 0 || len(list) == 0 {
		t.Fatal(errs)
	}
	return list[0]
}

// The runs tell mutants apart from their program, whatever they change: results, exceptions,
// arrays, objects, static fields, what is printed.
func TestCompare(t *testing.T) {
	cases := []struct {
		code, from, to string
		want           mutation.Likeness
	}{
		{"static int m(int n) { return n < 0 ? -n : n; }", "n < 0", "(n <= 0)", mutation.Equal},
		{"static int m(int n) { return n < 0 ? -n : n; }", "n < 0", "(n != 0)", mutation.Different},
		{"static boolean m(boolean a) { return a == true; }", "a == true", "a", mutation.Equal},
		{"static int m(int n) { int s = 0; for (int i = 0; i < n && i < 9; i++) s += i; return s; }", "s += i;", ";", mutation.Different},
		{"static int m(int n) { int i = 0; while (i < n && i < 50) i++; return i; }", "i++;", ";", mutation.Endless},
		{"static void m(int[] a) { if (a.length > 0) a[0] = 1; }", "a[0] = 1;", ";", mutation.Different},
		{"static void m(int[] a) { if (a.length > 0) a[a.length - 1] = 1; }", "a.length - 1", "(a.length + 1)", mutation.Different},
		{"static int f; static void m(int n) { f = n; }", "f = n;", ";", mutation.Different},
		{"int f; void m(int n) { f = n; }", "f = n;", ";", mutation.Different},
		{"static void m(int n) { System.out.println(1); }", "System.out.println(1);", ";", mutation.Different},
		{"static StringBuilder m(int n) { return new StringBuilder().append(n > 5); }", "n > 5", "(n >= 5)", mutation.Different},
		{"static java.math.BigInteger m(int n) { return java.math.BigInteger.valueOf(n + 1); }", "n + 1", "(n - 1)", mutation.Different},
		{"static java.util.List<Integer> m(int n) { java.util.List<Integer> l = new java.util.ArrayList<>(); l.add(n); l.add(7); return l; }", "7", "0", mutation.Different},
		{"static int[] m(int[] a) { int[] b = a.clone(); if (a.length > 99999) return a; return b; }", "a.length > 99999", "(a.length >= 99999)", mutation.Equal},
	}
	rt := bench.NewRuntime()
	for _, c := range cases {
		x := task(t, "class A { "+c.code+" }")
		ref, err := mutation.NewReference(t.Context(), rt, x)
		if err != nil {
			t.Fatalf("%s: %v", c.code, err)
		}
		list, _ := mutants.Of(rt.Types, x.Name, x.Source, nil)
		found := false
		for _, m := range list {
			if m.From != c.from || m.To != c.to {
				continue
			}
			found = true
			switch got, err := ref.Compare(t.Context(), m); {
			case err != nil:
				t.Errorf("%s: %v", c.code, err)
			case got != c.want && !(c.want == mutation.Equal && got == mutation.Alike):
				t.Errorf("%s: %s for %s is %s, want %s", c.code, c.to, c.from, got, c.want)
			}
		}
		if !found {
			t.Errorf("%s: no mutant has %s for %s", c.code, c.to, c.from)
		}
	}
}

// What only whole runs of the tests show: an argument of a class that is the test program's own.
func TestCompareTests(t *testing.T) {
	const code = `import java.util.*;
class A { static boolean m(Object x) { boolean all = true; if (x instanceof List) { for (Object o : (List) x) { if (!(o instanceof Map)) { all = false; } } } return all; } }
`
	x := task(t, code)
	x.DriverInline, x.DriverClass, x.Tests = true, "Main", []bench.Test{{}}
	x.Driver = `class Main { public static void main(String[] args) throws Exception {
  if (A.m(Arrays.asList(new HashSet() {{ add(1); }}, new HashMap() {{ }}))) throw new Exception("no");
} }`
	rt := bench.NewRuntime()
	ref, err := mutation.NewReference(t.Context(), rt, x)
	if err != nil {
		t.Fatal(err)
	}
	list, _ := mutants.Of(rt.Types, x.Name, x.Source, nil)
	i := slices.IndexFunc(list, func(m mutants.Mutant) bool { return m.From == "all = false;" })
	if i < 0 {
		t.Fatalf("no such mutant of %v", list)
	}
	if got, err := ref.Compare(t.Context(), list[i]); err != nil || got != mutation.Different {
		t.Errorf("%s, %v", got, err)
	}
	if same, err := ref.Same(t.Context(), list[i].Code); err != nil || same {
		t.Errorf("same: %v, %v", same, err)
	}
	if same, err := ref.Same(t.Context(), code); err != nil || !same {
		t.Errorf("itself: %v, %v", same, err)
	}
}

// A program is the same as itself however long its runs are.
func TestSameLong(t *testing.T) {
	x := task(t, "class A { static int m(int n) { int s = 0; for (int i = 0; i < 120000; i++) s += i ^ n; return s; } }")
	ref, err := mutation.NewReference(t.Context(), bench.NewRuntime(), x)
	if err != nil {
		t.Fatal(err)
	}
	if same, err := ref.Same(t.Context(), strings.Replace(x.Source, "i ^ n", "n ^ i", 1)); err != nil || !same {
		t.Errorf("%v, %v", same, err)
	}
	if same, err := ref.Same(t.Context(), strings.Replace(x.Source, "120000", "119999", 1)); err != nil || same {
		t.Errorf("another program: %v, %v", same, err)
	}
}

// A loop's invariant kills mutants under the published rule, however weak the contract; the
// contract alone tells weak from strong.
func TestCompleteness(t *testing.T) {
	const loop = `class A {
  //@ requires 0 <= n && n <= 1000;
  //@ ensures CLAUSE;
  static int m(int n) {
    int i = 0;
    //@ maintaining 0 <= i && i <= n;
    //@ decreases n - i;
    while (i < n) {
      i++;
    }
    return i;
  }
}
`
	rt := bench.NewRuntime()
	prover := nativetest.Backend(t, native.Options{Library: rt.Types})
	backend := refute.Wrap(prover, refute.Options{Runtime: rt})
	asked := &listening{Backend: prover}
	rate := func(src string) (*mutation.Rate, error) {
		return mutation.Completeness(t.Context(), rt, task(t, src), mutation.Options{Backend: backend, Prover: asked, Verify: verify.Options{Arithmetic: verify.Safe}})
	}

	strong, err := rate(strings.Replace(loop, "CLAUSE", `\result == n`, 1))
	if err != nil {
		t.Fatal(err)
	}
	weak, err := rate(strings.Replace(loop, "CLAUSE", "true", 1))
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("strong: %+v", strong.Killed)
	t.Logf("weak: %+v, rejected %d, met %d, unknown %d, kept %d", weak.Killed, weak.Rejected, weak.Met, weak.Unknown, weak.Kept)
	if *strong.Strict < 1 || strong.Met != 0 || strong.Rejected == 0 {
		t.Errorf("the exact contract: rejects %d, %d meet it, strict %v", strong.Rejected, strong.Met, *strong.Strict)
	}
	if *weak.Contract != 0 || *weak.Strict != 0 || *weak.Compat < 0.3 || weak.Killed[mutation.ByBody] == 0 {
		t.Errorf("a contract that says nothing: compat %v, contract %v, killed %v", *weak.Compat, *weak.Contract, weak.Killed)
	}
	if strong.Counted != weak.Counted || strong.Mutants != weak.Mutants {
		t.Errorf("the mutants are those of the program: %d and %d", strong.Counted, weak.Counted)
	}

	// What runs break inside of the body is not asked about, and nothing that dies so is proved.
	shown := 0
	for _, f := range weak.Fates {
		if f.Mutant.From == "0" && f.Cause == mutation.ByBody {
			shown++
			if slices.Contains(asked.sources, f.Mutant.Code) {
				t.Errorf("the verifier is asked about %s for 0, whose runs break the invariant", f.Mutant.To)
			}
		}
	}
	if shown == 0 {
		t.Error("no mutant of the first value breaks the invariant")
	}

	// What is not verified has no rate, and without mutants there is none but the published one.
	if r, err := rate(strings.Replace(loop, "CLAUSE", `\result == n + 1`, 1)); err != mutation.ErrNotProved || r.Verdict != verify.Refuted {
		t.Errorf("a false contract: %+v, %v", r, err)
	}
	r, err := rate("class A {\n  //@ ensures \\result == n;\n  static int m(int n) { return n; }\n}\n")
	if err != nil || *r.Compat != 1 || r.Contract != nil || r.Strict != nil {
		t.Errorf("no mutants: %+v, %v", r, err)
	}

	// An exception within the precondition is what the contract does not speak of.
	r, err = rate("class A {\n  //@ requires 0 <= i && i < a.length;\n  //@ ensures \\result == a[i];\n  //@ pure\n  static int m(int[] a, int i) { return a[i + 0]; }\n}\n")
	if err != nil || r.Killed[mutation.ByException] == 0 || math.Abs(*r.Contract-*r.Compat) > 1e-9 {
		t.Errorf("exceptions: %+v, %v", r, err)
	}
}

// A mutant over which the verifier would work for ever is undecided, and the others are asked
// about all the same.
func TestBoundedQuestions(t *testing.T) {
	rt := bench.NewRuntime()
	prover := nativetest.Backend(t, native.Options{Library: rt.Types})
	slow := &endless{prover, ""}
	x := task(t, "class A {\n  //@ ensures \\result > n || n > 1000;\n  static int m(int n) { return n > 1000 ? 0 : n + 1; }\n}\n")
	measure := func() *mutation.Rate {
		r, err := mutation.Completeness(t.Context(), rt, x, mutation.Options{Backend: prover, Prover: slow, Verify: verify.Options{Arithmetic: verify.Quiet}})
		if err != nil {
			t.Fatal(err)
		}
		return r
	}
	before := measure()
	i := slices.IndexFunc(before.Fates, func(f mutation.Fate) bool { return f.Decision() == "met" && !f.Kept })
	if i < 0 {
		t.Fatalf("no mutant meets the contract: %+v", before)
	}
	slow.at = before.Fates[i].Mutant.Code
	after := measure()
	if f := after.Fates[i]; f.Decision() != "unknown" || f.Cause != mutation.ByUndecided {
		t.Errorf("decision %q, cause %q", f.Decision(), f.Cause)
	}
	if after.Met != before.Met-1 || after.Unknown != before.Unknown+1 || after.Rejected != before.Rejected {
		t.Errorf("of the others: %+v, before %+v", after, before)
	}
}

// endless is a verifier whose solvers never come to an answer about one source.
type endless struct {
	verify.Backend
	at string
}

func (e *endless) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	for req.Source == e.at {
		effort.Spend(ctx, time.Second)
		if ctx.Err() != nil {
			return verify.Outcome{}, context.Cause(ctx)
		}
	}
	return e.Backend.Verify(ctx, req)
}

// listening is a verifier that remembers what it was asked.
type listening struct {
	verify.Backend
	sources []string
}

func (l *listening) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	l.sources = append(l.sources, req.Source)
	return l.Backend.Verify(ctx, req)
}
