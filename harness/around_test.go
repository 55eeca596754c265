package harness

import (
	"testing"

	"ensures/bench"
)

// TestAround: clauses of an inner class mean the object around this by Outer.this, and by the
// members of Outer that they name without an object.
func TestAround(t *testing.T) {
	for _, c := range []struct {
		method string
		holds  bool
	}{
		{"//@ ensures n == 3;\nvoid f() { n = 3; }", true},
		{"//@ ensures n == 4;\nvoid f() { n = 3; }", false},
		{"//@ ensures Out.this.n == 3 && \\result == Out.this;\nOut f() { n = 3; return Out.this; }", true},
		{"//@ ensures (Object) Out.this != this;\nvoid f() { }", true},
		{"//@ ensures (Object) Out.this == this;\nvoid f() { }", false},
		{"//@ ensures get() == 3;\nvoid f() { n = 3; }", true},
		{"//@ assignable n;\nvoid f() { n = 3; }", true},
	} {
		src := "class Out { int n; /*@ pure @*/ int get() { return n; }\nclass In extends Out { int n, k; int get() { return 7; } }\nclass Of { int k; " + c.method + " } }"
		rt := bench.NewRuntime()
		prep, err := rt.Prepare(t.Context(), &bench.Task{ID: "f", Name: "Out.java", Source: src, Class: "Out.Of", Method: "f"}, bench.Options{})
		if err != nil {
			t.Fatalf("%s: %v", c.method, err)
		}
		rep := Measure(t.Context(), prep, src, Options{})
		holds := rep.Status == OK && (rep.Strict.PostCorr == nil || *rep.Strict.PostCorr == 1) && (rep.Frames == nil || len(rep.Frames.Violated) == 0)
		if rep.Status != OK || holds != c.holds {
			t.Errorf("%s: %s, holds %v, want %v (%+v)", c.method, rep.Status, holds, c.holds, rep.Row.Pairs)
		}
	}
}
