package runs

import (
	"context"
	"testing"

	"ensures/internal/require"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/verify"
)

// credulous proves every function of a file, or none.
type credulous struct {
	verify.Backend
	verdict verify.Verdict
}

func (c credulous) Verify(_ context.Context, req verify.Request) (verify.Outcome, error) {
	var out verify.Outcome
	for _, f := range spec.Parse(req.Source).Funcs {
		out.Methods = append(out.Methods, verify.MethodOutcome{Method: verify.MethodKey{Name: f.Name}, Verdict: c.verdict})
	}
	out.Settle()
	return out, nil
}

// TestRuns: a proof that a run breaks is refuted, one that no run is of is not
// witnessed, and what is not proved is refuted too.
func TestRuns(t *testing.T) {
	require.Tool(t, "rustc")
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	src := `verus! {
fn right(x: u8) -> (r: u8) requires x < 9 ensures r == x + 1 { x + 1 }
fn wrong(x: u8) -> (r: u8) ensures r <= 1, r == x / 2 { x / 100 }
fn panics(x: u8) -> (r: u8) { x + 1 }
fn never(x: u64) -> (r: u64) requires x * x == 15241578750190521 { x }
fn asleep(x: u8) -> (r: u8) ensures r == x { loop {} }
fn uncalled(f: fn(u8) -> u8) -> (r: u8) { 1 }
}`
	for _, given := range []verify.Verdict{verify.Verified, verify.Unknown} {
		out, err := Wrap(credulous{verdict: given}, Options{Compiler: tc}).Verify(t.Context(), verify.Request{File: "a.rs", Source: src})
		if err != nil {
			t.Fatal(err)
		}
		want := map[string]verify.Verdict{"right": verify.Verified, "wrong": verify.Refuted, "panics": verify.Refuted, "never": verify.Unwitnessed, "asleep": verify.Unwitnessed, "uncalled": verify.Verified}
		for _, m := range out.Methods {
			w := want[m.Method.Name]
			if given == verify.Unknown && w != verify.Refuted {
				w = verify.Unknown
			}
			if m.Verdict != w {
				t.Errorf("%s, given as %v: %v, want %v", m.Method.Name, given, m.Verdict, w)
			}
		}
		if len(out.Diagnostics) != 2 {
			t.Fatalf("%v", out.Diagnostics)
		}
		d := out.Diagnostics[0]
		if d.Line != 3 || d.Clause != "r == x / 2" && d.Clause != "r <= 1" || d.Counterexample.Inputs == "" {
			t.Errorf("%+v", d)
		}
	}
}
