package annotate

import (
	"context"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/rust/cargo"
	"ensures/rust/measure"
	rustpropose "ensures/rust/propose"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify/rust/rusttest"
)

const twoSource = `pub fn outer(x: u32) -> u32 {
    inner(x)
}

pub fn inner(x: u32) -> u32 {
    x / 2
}

pub fn hidden(x: u32) -> u32 {
    x + 1
}
`

// TestRustByTask: of what a model hands in for the functions of a file only what is verified
// is taken, whatever it was called before, and nothing by which a proof that was there is lost.
func TestRustByTask(t *testing.T) {
	o := rusttest.Open(t)
	tools := spec.Options{Rust: spec.Rust{
		In: func(context.Context, string, string) (rustpropose.Options, *cargo.Flat, error) {
			return o, nil, nil
		},
		Backend: o.Backend, Measure: measure.Options{Seed: 1},
	}}
	for _, c := range []struct {
		name    string
		clauses map[string]string // what the model says of each function
		taken   []string          // of which functions something is written
		why     map[string]string
	}{
		{name: "all of it", clauses: map[string]string{"outer": "ensures true", "inner": "ensures result == x / 2", "hidden": "requires x < 9\nensures result == x + 1"}, taken: []string{"outer", "inner", "hidden"}},
		{name: "a demand that a caller does not keep", clauses: map[string]string{"outer": "ensures true", "inner": "requires x == 4\nensures result == 2"}, taken: []string{"outer"},
			why: map[string]string{"inner": "with it outer, which calls the function, is no longer verified", "hidden": "offered no specification"}},
		{name: "a lie", clauses: map[string]string{"inner": "ensures result == x", "hidden": "ensures result == x + 1"}, why: map[string]string{"inner": "is not verified: refuted", "hidden": "is not verified: refuted"}},
		{name: "an assumption", clauses: map[string]string{"inner": "ensures result == x / 2\nensures assume(false)"}, why: map[string]string{"inner": "assumes"}},
	} {
		if testing.Short() && !require.Sample(c.name, 2) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			task := RustTask{Tools: tools, Specify: func(_ context.Context, t *bench.Task) (*trajectories.Candidate, error) {
				clauses, ok := c.clauses[t.Method]
				if !ok {
					return nil, nil
				}
				lines := "//@ " + strings.ReplaceAll(clauses, "\n", "\n//@ ") + "\n"
				head := "pub fn " + t.Method
				return &trajectories.Candidate{Text: strings.Replace(t.Source, head, lines+head, 1), Verdict: "verified"}, nil
			}}
			text, list, err := RustByTask(t.Context(), task, "a.rs", twoSource)
			if err != nil || len(list) != 3 {
				t.Fatalf("%v, %d functions", err, len(list))
			}
			for _, f := range list {
				if taken := slices.Contains(c.taken, f.Func.Name); taken != (len(f.Clauses) > 0) || taken != (f.Report != nil && f.Why == "") {
					t.Errorf("%s: %d clauses, %q", f.Func.Name, len(f.Clauses), f.Why)
				}
				if want := c.why[f.Func.Name]; !strings.Contains(f.Why, want) {
					t.Errorf("%s: %q, want %q", f.Func.Name, f.Why, want)
				}
			}
			if left := strings.Count(text, "//@"); (left == 0) != (len(c.taken) == 0) {
				t.Errorf("written:\n%s", text)
			}
		})
	}
}
