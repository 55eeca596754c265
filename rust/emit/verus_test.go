package emit

import (
	"context"
	"strings"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/require"
	"ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/rust/toolchain/toolchaintest"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/rust"
	"ensures/verify/rust/runs"
	"ensures/verify/smt"
)

// prover returns the verifier over the machine's compiler and solvers.
func prover(t *testing.T) *rust.Backend {
	t.Helper()
	tc := toolchaintest.Runner(t)
	ps, err := smt.FindPrograms(context.Background(), "", "", 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, smt.Z3.String())
	}
	b, err := rust.New(rust.Options{Compiler: tc, Release: tc.Release, Prover: condition.Options{Solvers: condition.Solvers(ps), Quick: 150 * time.Millisecond, Patient: 5 * time.Second}})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(b.Close)
	return b
}

// verdicts are what a verifier says of the functions of a file that another file asks about.
func verdicts(t *testing.T, b verify.Backend, name, text string, of *spec.File) map[string]verify.Verdict {
	t.Helper()
	out, err := b.Verify(t.Context(), verify.Request{File: name, Source: text})
	if err != nil {
		t.Fatal(err)
	}
	got := map[string]verify.Verdict{}
	for _, m := range out.Methods {
		for _, fn := range of.Funcs {
			if fn.Asked && fn.Mode == spec.Exec && (m.Method.Name == fn.Name || strings.HasSuffix(m.Method.Name, "::"+fn.Name)) {
				got[fn.Name] = m.Verdict
			}
		}
	}
	if len(got) == 0 {
		t.Errorf("%s: nothing is said: %+v", name, out.Diagnostics)
	}
	return got
}

// TestVerusVerifiesTheSame: of the file for Verus our verifier says what it says of the file
// with comments: of the examples, and of what is proposed for code without a specification.
func TestVerusVerifiesTheSame(t *testing.T) {
	b := prover(t)
	texts := map[string]string{"search": examples(t)["search"], "shapes": examples(t)["shapes"]}
	o := propose.Options{Compiler: toolchaintest.Runner(t), Backend: runs.Wrap(b, runs.Options{Compiler: toolchaintest.Runner(t), Seed: 1}), Inputs: 200, Seed: 1}
	text, _, err := propose.File(t.Context(), "proposed.rs", plainCode, o)
	if err != nil {
		t.Fatal(err)
	}
	if strings.Count(text, "//@ ensures") < 3 || !strings.Contains(text, "//@ invariant") {
		t.Errorf("too little is proposed:\n%s", text)
	}
	texts["proposed"] = text
	proved := 0
	for name, text := range texts {
		f := spec.Parse(text)
		r, err := File(f, Verus)
		if err != nil {
			t.Fatal(err)
		}
		want := verdicts(t, b, name+".rs", text, f)
		got := verdicts(t, b, name+"_verus.rs", r.Text, f)
		if diff := cmp.Diff(want, got); diff != "" {
			t.Errorf("%s: %s\n%s", name, diff, r.Text)
		}
		for _, v := range got {
			if v == verify.Verified {
				proved++
			}
		}
	}
	if proved < 5 {
		t.Errorf("%d functions are verified", proved)
	}
}

const plainCode = `pub fn larger(a: i32, b: i32) -> i32 { if a > b { a } else { b } }

pub struct Meter { level: u32 }

impl Meter {
    pub fn level(&self) -> u32 { self.level }
}

pub fn first(v: &[u32], x: u32) -> Option<usize> {
    for i in 0..v.len() {
        if v[i] == x {
            return Some(i);
        }
    }
    None
}
`
