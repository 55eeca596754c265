package refute_test

import (
	"context"
	"fmt"
	"testing"

	"ensures/bench"
	"ensures/verify"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
	"ensures/verify/refute"
)

// TestWitnesses: a run to every end of a proved method, by the solver's models where
// generated inputs don't get there; what no run reaches is named.
func TestWitnesses(t *testing.T) {
	rt := bench.NewRuntime()
	b := refute.Wrap(nativetest.Backend(t, native.Options{Library: rt.Types, Processes: 1}), refute.Options{Runtime: rt})
	for _, c := range []struct {
		name, src string
		want      string // ends, reached, unreached lines; or the verdict
	}{
		{"one end", `class A {
  //@ ensures \result == x;
  static int m(int x) { return x; }
}`, "1 of 1 []"},
		{"inputs that nobody guesses", `class A {
  //@ requires k % 1000003 == 12345 && k > 50000000;
  //@ ensures \result == k;
  static int m(int k) { return k; }
}`, "1 of 1 []"},
		{"a path that nobody guesses", `class A {
  //@ ensures \result == 1 || \result == 0;
  static int m(int x, int y) {
    if (x * 7 == 123456789 - y && x > 1000 && y > 1000) {
      return 1;
    }
    return 0;
  }
}`, "2 of 2 []"},
		{"an array that nobody guesses", `class A {
  //@ requires a.length == 5 && a[0] == 918273 && a[4] == a[0] + 17;
  //@ ensures \result == a[4];
  static int m(int[] a) { return a[0] + 17; }
}`, "1 of 1 []"},
		{"a string that nobody guesses", `class A {
  //@ requires s.length() == 3 && s.charAt(0) == 'q' && s.charAt(2) == '~';
  //@ ensures \result == 'q';
  static char m(String s) { return s.charAt(0); }
}`, "1 of 1 []"},
		{"a field that nobody guesses", `class A {
  int f;
  //@ requires f == 7654321;
  //@ ensures \result == 7654322;
  int m() { return f + 1; }
}`, "1 of 1 []"},
		{"an exception that nobody guesses", `class A {
  //@ ensures x != 7654321;
  //@ signals (IllegalStateException e) x == 7654321;
  //@ signals_only IllegalStateException;
  static int m(int x) { if (x == 7654321) { throw new IllegalStateException("found"); } return x; }
}`, "2 of 2 []"},
		{"an interface that nothing implements", `class A {
  interface F { int f(); }
  //@ ensures \result == f;
  static F m(F f) { return f; }
}`, "1 of 1 []"},
		{"an interface that nothing implements, with a specification", `class A {
  interface F { /*@ ensures \result > 0; */ int f(); }
  //@ ensures \result == f;
  static F m(F f) { return f; }
}`, "0 of 1 [4]"},
		{"an enclosing class with a specification", `class A {
  //@ invariant n >= 0;
  int n;
  interface F { int f(); }
  //@ ensures \result == f;
  static F m(F f) { return f; }
}`, "1 of 1 []"},
		{"a return through finally", `class A {
  static int c;
  //@ assignable c;
  //@ ensures \result == x;
  static int m(int x) { try { return x; } finally { c = 1; for (int i = 0; i < 1; i++) { c = 2; } } }
}`, "1 of 1 []"},
		{"a return that finally takes back", `class A {
  //@ ensures \result == 1;
  static int m() {
    int c = 0;
    for (int i = 0; i < 3; i++) {
      try {
        if (c == 1) { return 1; }
        c++;
      } finally {
        if (i < 2) { continue; }
      }
    }
    return c;
  }
}`, "1 of 1 []"},
		{"a return in place of nothing", `class A {
  int c;
  //@ requires c >= 0;
  //@ assignable c;
  //@ ensures c == 1;
  void m(boolean b) { try { if (b) { return; } } finally { c = 1; } }
}`, "2 of 2 []"},
		{"a dead end is none", `class A {
  //@ requires x > 0;
  //@ ensures \result == x;
  static int m(int x) { if (x < 0) { throw new IllegalStateException("never"); } return x; }
}`, "1 of 1 []"},
		{"what no run reaches", `class A {
  /*@ spec_public @*/ private static int hidden(int x) { return x * 31 % 1000 == 999 ? 5 : 5; }
  //@ ensures \result == 1 || \result == 0;
  static int m(double x) {
    if (x > 1.0e300 && x < 1.0000000001e300 && Math.sqrt(x) == 3.0) {
      return 1;
    }
    return 0;
  }
}`, "1 of 2 [6]"},
		{"the end of a body", `class A {
  //@ requires a.length > 0;
  //@ ensures x > 0 ==> a[0] == x;
  static void m(int[] a, int x) {
    if (x <= 0) {
      return;
    }
    a[0] = x;
  }
}`, "2 of 2 []"},
	} {
		t.Run(c.name, func(t *testing.T) {
			out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Source: c.src, Options: verify.Options{Arithmetic: verify.Java, Method: "m"}})
			if err != nil {
				t.Fatal(err)
			}
			m := out.Methods[0]
			got := m.Verdict.String()
			if w := m.Witnesses; w != nil {
				var lines []int
				for _, p := range w.Unreached {
					lines = append(lines, p.Line)
				}
				got = fmt.Sprintf("%d of %d %v", w.Reached, w.Ends, lines)
			}
			if got != c.want {
				t.Errorf("got %s, want %s: %+v", got, c.want, out.Diagnostics)
			}
		})
	}
}

// liar says of every method that it is verified, with one end.
type liar struct{ *native.Backend }

func (l *liar) Verify(ctx context.Context, req verify.Request) (verify.Outcome, error) {
	out, err := l.Backend.Verify(ctx, req)
	out.Verdict, out.Diagnostics = verify.Verified, nil
	for i := range out.Methods {
		out.Methods[i].Verdict = verify.Verified
		out.Methods[i].Ends = []verify.End{{Stmt: 1, Place: verify.Place{Line: 4, Column: 27}}}
	}
	return out, err
}

// A run of a solver's model that breaks the specification takes a wrong proof back.
func TestWitnessRefutes(t *testing.T) {
	rt := bench.NewRuntime()
	b := refute.Wrap(&liar{nativetest.Backend(t, native.Options{Library: rt.Types, Processes: 1})}, refute.Options{Runtime: rt})
	out, err := b.Verify(t.Context(), verify.Request{File: "A.java", Options: verify.Options{Arithmetic: verify.Java, Method: "m"}, Source: `class A {
  //@ requires k % 1000003 == 12345 && k > 50000000;
  //@ ensures \result == 0;
  static int m(int k) { return k - 12345; }
}`})
	if err != nil {
		t.Fatal(err)
	}
	if out.Verdict == verify.Verified || len(out.Diagnostics) != 1 || out.Diagnostics[0].Counterexample == nil {
		t.Errorf("%v: %+v", out.Verdict, out.Diagnostics)
	}
}
