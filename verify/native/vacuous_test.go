package native_test

import (
	"fmt"
	"os"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/verify"
)

// TestContradictions: what is proved by facts that contradict is found, with the place
// and the clauses; dead code is no contradiction.
func TestContradictions(t *testing.T) {
	shared := func(name string) string {
		b, err := os.ReadFile(require.Shared(t, "cases/false/"+name))
		if err != nil {
			t.Fatal(err)
		}
		return string(b)
	}
	b := backend(t)
	for _, c := range []struct {
		name, src, method string
		where             string // of the contradiction; "" is none
		facts             []string
	}{
		{"a precondition", `class A {
  //@ requires x > 0 && x < 0;
  //@ ensures \result == 17;
  static int m(int x) { return x; }
}`, "m", "at the entry", []string{"the precondition"}},
		{"invariants", `class A {
  int f;
  //@ invariant f > 3;
  //@ invariant f < 3;
  //@ ensures \result == 17;
  int m(int x) { return x; }
}`, "m", "at the entry", []string{"line 3: invariant f > 3", "line 4: invariant f < 3"}},
		{"a contract that nobody proves", `class A {
  interface I {
    //@ ensures \result > x && \result < x;
    int f(int x);
  }
  //@ ensures \result == 17;
  static int m(I i) { return i.f(3); }
}`, "m", "behind the call of f", []string{"line 3: ensures \\result > x && \\result < x"}},
		{"such a contract on one path", `class A {
  interface I {
    //@ ensures \result > x && \result < x;
    int f(int x);
  }
  //@ requires x > 5;
  //@ ensures \result > 5;
  static int m(I i, int x) { if (x > 100) { return i.f(3); } return x; }
}`, "m", "behind the call of f", []string{"line 3: ensures \\result > x && \\result < x"}},
		{"a function of a state that Java has not", `class A {
  static int s;
  int f;
  //@ ensures \result == s;
  static int of() { return s; }
  //@ ensures \result == o.f;
  static int of(A o) { return o.f; }
  static int m(A o) { return of() == 3 ? of(o) : 4; }
}`, "m", "", nil},
		{"two contracts together", `class A {
  interface I {
    //@ ensures \result > 0;
    /*@ pure */ int f();
    //@ ensures \result == -f();
    /*@ pure */ int g();
    //@ ensures \result == g() && \result >= 0;
    /*@ pure */ int h();
  }
  //@ ensures \result == 17;
  static int m(I i) { int a = i.f(); int b = i.g(); return a + b + i.h(); }
}`, "m", "behind the call of h", nil},
		{"off the path", shared("F37Huge.java"), "m", "at the end", nil},
		{"a model method", shared("ModelContradiction.java"), "f", "at the end", nil},
		{"a lemma", shared("ModelLemma.java"), "f", "at the end", nil},

		{"dead by the code", `class A {
  //@ ensures \result == x;
  static int m(int x) { if (x > 0 && x < 0) { return 1; } return x; }
}`, "m", "", nil},
		{"dead by the precondition", `class A {
  //@ requires x > 0;
  //@ ensures \result == x;
  static int m(int x) { if (x < 0) { throw new IllegalArgumentException("no"); } return x; }
}`, "m", "", nil},
		{"a call in dead code", `class A {
  //@ requires x >= 0;
  //@ ensures \result == x;
  static int id(int x) { return x; }
  //@ requires x > 0;
  //@ ensures \result == x;
  static int m(int x) { if (x < 0) { return id(x + 5) - 5; } return x; }
}`, "m", "", nil},
		{"a loop in dead code", `class A {
  //@ requires n > 0;
  //@ ensures \result == n;
  static int m(int n) {
    int s = 0;
    if (n < 0) {
      //@ loop_invariant 0 <= i && s == i;
      for (int i = 0; i < -n; i++) s++;
    }
    return n + s;
  }
}`, "m", "", nil},
		{"a defensive default", `class A {
  //@ requires 0 <= x && x <= 1;
  //@ ensures \result == x;
  static int m(int x) {
    switch (x) { case 0: return 0; case 1: return 1; default: throw new IllegalStateException("never"); }
  }
}`, "m", "", nil},
		{"a call that always throws", `class A {
  //@ public exceptional_behavior
  //@   signals (IllegalStateException e) true;
  //@   signals_only IllegalStateException;
  static void fail() { throw new IllegalStateException("no"); }
  //@ requires x != 0;
  //@ ensures \result == x && x > 0;
  //@ signals (IllegalStateException e) x < 0;
  //@ signals_only IllegalStateException;
  static int m(int x) { if (x < 0) { fail(); } return x; }
}`, "m", "", nil},
		{"no iteration", `class A {
  //@ requires a.length == 0;
  //@ ensures \result == 0;
  static int m(int[] a) {
    int s = 0;
    //@ loop_invariant s == 0;
    for (int v : a) s = v;
    return s;
  }
}`, "m", "", nil},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: c.src, Options: verify.Options{Method: c.method}})
			if err != nil {
				t.Fatal(err)
			}
			m := out.Methods[0]
			switch {
			case m.Verdict.Holds():
			case c.facts == nil && c.where != "":
				return // not even proved any more
			default:
				t.Fatalf("%v, so nothing is shown: %s", m.Verdict, brief(out))
			}
			if m.Contradiction == nil {
				if c.where != "" {
					t.Error("no contradiction was found")
				}
				return
			}
			got := fmt.Sprintf("%s, line %d: %s", m.Contradiction.Where, m.Contradiction.Line, strings.Join(m.Contradiction.Facts, "; "))
			if c.where == "" || !strings.HasPrefix(got, c.where) {
				t.Fatalf("got %s, want %q", got, c.where)
			}
			t.Log(got)
			for _, f := range c.facts {
				if !strings.Contains(got, f) {
					t.Errorf("got %s, want %q", got, f)
				}
			}
		})
	}
}
