package search

import "testing"

// A place that is compared with itself says nothing of the elements.
func TestTrivial(t *testing.T) {
	for _, c := range []struct {
		lo, hi, p string
		want      bool
	}{
		{`\result`, `a.length`, `a[i] == a[\result]`, true},
		{`\result`, `a.length`, `a[\result] <= a[i]`, true},
		{`0`, `\result + 1`, `a[i] >= a[\result]`, true},
		{`0`, `\result`, `a[i] == a[\result]`, false},
		{`\result`, `a.length`, `a[i] < a[\result]`, false},
		{`\result`, `a.length`, `a[i] == b[\result]`, false},
		{`0`, `a.length`, `a[i] == \result`, false},
	} {
		q := &rows{name: "i", lo: c.lo, hi: c.hi}
		if got := q.trivial(Predicate{text: c.p}); got != c.want {
			t.Errorf("%s <= i && i < %s: %s is trivial: %v", c.lo, c.hi, c.p, got)
		}
	}
}
