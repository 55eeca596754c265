package refute_test

import (
	"slices"
	"strings"
	"testing"

	"ensures/verify"
)

// loopFile is a method f that counts to n, with invariants and the value returned.
func loopFile(invariant, ensures, result string) string {
	return `class A {
    //@ requires 0 <= n && n <= 50;
    //@ ensures ` + ensures + `;
    static int f(int n) {
        int s = 0;
        //@ loop_invariant ` + invariant + `;
        for (int i = 0; i < n; i++) {
            s = s + 2;
        }
        return ` + result + `;
    }
}
`
}

func TestGaps(t *testing.T) {
	for _, c := range []struct {
		name, invariant, ensures, result string
		part                             string // "" where there is no gap
		free                             string
	}{
		{"nothing said of the sum", "0 <= i && i <= n", "\\result == 2 * n", "s", "\\result == 2 * n", "s"},
		{"too little said of the sum", "0 <= i && i <= n && s >= i", "\\result >= 0 && \\result == 2 * n", "s", "\\result == 2 * n", "s"},
		{"the index is not bounded", "0 <= i && s == 2 * i", "\\result == 2 * n", "s", "\\result == 2 * n", "i s"},
		{"enough is said", "0 <= i && i <= n && s == 2 * i", "\\result == 2 * n", "s", "", ""},
		{"the result is computed", "0 <= i && i <= n", "\\result == 2 * n", "s + n - n", "\\result == 2 * n", "s"},
	} {
		t.Run(c.name, func(t *testing.T) {
			d := verify.Diagnostic{Kind: verify.Postcondition, Verdict: verify.Unknown, Line: 10, AssociatedLine: 3}
			u := &unsure{ds: []verify.Diagnostic{d}, verdict: verify.Unknown, line: 4}
			g := ask(t, u, loopFile(c.invariant, c.ensures, c.result)).Diagnostics[0].Gap
			if c.part == "" {
				if g != nil {
					t.Errorf("%+v", g)
				}
				return
			}
			if g == nil {
				t.Fatal("no gap")
			}
			if g.Part != c.part || g.Line != 7 || strings.Join(slices.Sorted(slices.Values(g.Free)), " ") != c.free || !strings.Contains(g.State, "n=") {
				t.Errorf("%+v", g)
			}
		})
	}
}

func TestTrace(t *testing.T) {
	d := verify.Diagnostic{Kind: verify.Postcondition, Verdict: verify.Unknown, Line: 10, AssociatedLine: 3}
	u := &unsure{ds: []verify.Diagnostic{d}, verdict: verify.Unknown, line: 4}
	c := ask(t, u, loopFile("0 <= i && i <= n", "n > 9 ==> \\result < 0", "s")).Diagnostics[0].Counterexample
	if c == nil || len(c.Trace) != 5 || c.Trace[0] != "loop at line 7 after 0 iterations: i=0, s=0, n="+strings.TrimPrefix(c.Inputs, "n=") ||
		!strings.Contains(c.Trace[1], "after 1 iteration: i=1, s=2") || c.Trace[3] != "…" || !strings.Contains(c.Trace[4], "i="+strings.TrimPrefix(c.Inputs, "n=")) {
		t.Errorf("%+v", c)
	}
}
