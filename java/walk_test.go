package java

import (
	"maps"
	"testing"
)

// Every way to assign a variable counts, whatever stands around its name; what is assigned
// through it does not.
func TestAssignments(t *testing.T) {
	f, errs := Parse("A.java", `class A { int f; void m(int[] a, A o, int x, int y, int z) {
		x = 1; (x)++; ((x)) += 2; --(y);
		(a)[0] = 3; (o).f++; (z)--;
		if ((z = 4) > y) a = null;
		int w = -x + ~y;
	} }`)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	want := map[string]int{"x": 3, "y": 1, "z": 2, "a": 1}
	if got := Assignments(f); !maps.Equal(got, want) {
		t.Errorf("%v, want %v", got, want)
	}
	if got := Assigned(f); len(got) != len(want) || !got["z"] {
		t.Errorf("assigned: %v", got)
	}
}
