package rust

import (
	"crypto/sha256"
	"flag"
	"testing"

	"ensures/internal/require"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/verify"
)

var (
	manyInputs = flag.Int("inputs", 1000, "on how many inputs TestInputs runs each verified function")
	inputsPart = flag.Int("inputs.part", 0, "which eighth of the files TestInputs takes, from 1; 0 is the first, or all with -inputs")
)

// TestInputs runs what is verified of Verus-Bench on many inputs on the machine code, with
// every check that a debug build has: no run may break it.
func TestInputs(t *testing.T) {
	b := open(t)
	require.Tool(t, "bwrap")
	tc, err := toolchain.Find(t.Context(), toolchain.Options{})
	if err != nil {
		t.Fatal(err)
	}
	part := *inputsPart
	if part == 0 && *manyInputs <= 1000 {
		part = 1 // of CI's size
	}
	functions, runs, lost := 0, 0, 0
	for _, src := range truths(t) {
		if sum := sha256.Sum256([]byte(src)); part > 0 && int(sum[0]%8) != part-1 {
			continue
		}
		out, err := b.Verify(t.Context(), verify.Request{File: "truth.rs", Source: src, Options: verify.Options{}})
		if err != nil {
			t.Fatal(err)
		}
		file := spec.Parse(src)
		p, err := observe.Build(t.Context(), tc, "truth.rs", file, func(f *spec.Func) bool {
			m := out.Find(verify.MethodKey{Name: f.Name})
			return m != nil && m.Verdict.Holds()
		})
		if err != nil {
			t.Logf("cannot be called: %v", err)
			continue
		}
		for _, f := range p.Funcs {
			functions++
			const chunk = 5000 // of one process
			for seed, left := uint64(1), *manyInputs; left > 0; seed, left = seed+1, left-chunk {
				r, err := measure.Measure(t.Context(), p, f, file, measure.Options{Inputs: min(left, chunk), Mutants: 1, Seed: seed})
				if err != nil {
					t.Fatal(err)
				}
				runs, lost = runs+r.Tally.Pairs.Total+len(r.Invalid), lost+r.Lost
				if v := r.Violations(1); len(v) > 0 {
					t.Errorf("%s is verified: %s\n%s", f.Spec.Name, v[0], src)
					break
				}
			}
		}
		p.Close()
	}
	t.Logf("%d verified functions, %d runs of them, %d without an end", functions, runs, lost)
	if functions == 0 || runs == 0 {
		t.Error("nothing was run")
	}
}
