package baseline

import (
	"context"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/propose"
	"ensures/verify"
)

// blames refutes whatever clause contains a text, as a verifier would.
type blames string

func (blames) Name() string                            { return "fake" }
func (blames) Version(context.Context) (string, error) { return "1", nil }

func (b blames) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	out := verify.Outcome{Verdict: verify.Verified}
	for i, l := range strings.Split(r.Source, "\n") {
		if strings.Contains(l, string(b)) {
			out.Verdict = verify.Unknown
			out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Postcondition, Severity: verify.Error, Line: 1, AssociatedLine: i + 1})
		}
	}
	return out, nil
}

func annotate(t *testing.T, src string, refine func(context.Context, *propose.Draft) error, task *bench.Task) string {
	t.Helper()
	r, err := propose.File(t.Context(), bench.NewRuntime(), "T.java", src, propose.Options{Inputs: 200, Refine: refine, Tests: task})
	if err != nil {
		t.Fatal(err)
	}
	code, err := r.Edits.Apply()
	if err != nil {
		t.Fatal(err)
	}
	return code
}

// Houdini keeps every precondition that no call refutes, contradictory ones
// included, and drops what is blamed.
func TestHoudini(t *testing.T) {
	code := annotate(t, `class T { static int f(int x) { for (int i = 0; i < x; i++) { } return x; } }`, Houdini(Options{Backend: blames(`ensures x < \result`)}), nil)
	for _, want := range []string{"requires x < 0;", "requires x > 0;", `ensures x == \result;`, "loop_invariant i <= 0;", "loop_invariant x < i;"} {
		if !strings.Contains(code, want) {
			t.Errorf("no %q in\n%s", want, code)
		}
	}
	if strings.Contains(code, `ensures x < \result;`) {
		t.Error("what was blamed is still there")
	}
}

// Daikon reports what held in all runs, as it was at entry and at exit.
func TestDaikon(t *testing.T) {
	code := annotate(t, `class T { static int f(int[] a) { if (a == null) throw new NullPointerException(); return a.length + 1; } }`, Daikon(), nil)
	for _, want := range []string{"requires a != null;", `ensures \result == a.length + 1;`, `ensures \result > 0;`, "requires a.length >= 0;"} {
		if !strings.Contains(code, want) {
			t.Errorf("no %q in\n%s", want, code)
		}
	}
	for _, not := range []string{"a.length == 0;", `\result == 1;`, `\result < 0`} {
		if strings.Contains(code, not) {
			t.Errorf("%q in\n%s", not, code)
		}
	}
}

// Both say what they tried, what became of it, and why.
func TestAccounts(t *testing.T) {
	for _, c := range []struct {
		name, src string
		refine    func(context.Context, *propose.Draft) error
		want      propose.Finding
		asked     int
	}{
		{"houdini", `class T { static int f(int x) { return x; } }`, Houdini(Options{Backend: blames(`ensures x < \result`)}),
			propose.Finding{Clause: `ensures x < \result;`, Fate: propose.Unproved, Why: "Postcondition"}, 2},
		{"daikon", `class T { static int f(int x) { return x; } }`, Daikon(),
			propose.Finding{Clause: `ensures x < \result;`, Fate: propose.Refuted}, 0},
	} {
		r, err := propose.File(t.Context(), bench.NewRuntime(), "T.java", c.src, propose.Options{Inputs: 200, Refine: c.refine})
		if err != nil {
			t.Fatal(err)
		}
		a := r.Methods[0].Account
		found := false
		for _, f := range a.Findings {
			if f.Clause == c.want.Clause && f.Fate == c.want.Fate {
				found = c.want.Why == f.Why || c.want.Why == "" && strings.HasPrefix(f.Why, "x=")
			}
		}
		if !found || a.Tried <= a.Held || a.Held == 0 || a.Asked != c.asked {
			t.Errorf("%s: %d tried, %d held, %d asked, %+v", c.name, a.Tried, a.Held, a.Asked, a.Findings)
		}
	}
}
