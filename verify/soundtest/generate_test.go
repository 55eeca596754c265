package soundtest

import (
	"context"
	"strings"
	"testing"

	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/verify"

	"github.com/google/go-cmp/cmp"
)

// TestGenerate: every program is well formed in both of its forms.
func TestGenerate(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	o := Options{Types: lib, Lib: interp.NewLibrary(lib)}
	for seed := range int64(400) {
		p := Generate(seed)
		for _, src := range []string{p.Source, p.Exact} {
			if _, err := newRunner(src, o); err != nil {
				t.Fatalf("seed %d: %v", seed, err)
			}
		}
	}
}

// liar is a verifier that says verified to everything.
type liar struct{ lib *types.Library }

func (liar) Name() string                            { return "liar" }
func (liar) Version(context.Context) (string, error) { return "", nil }
func (l liar) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	out := verify.Outcome{Verdict: verify.Verified}
	run, err := newRunner(r.Source, Options{Types: l.lib, Lib: interp.NewLibrary(l.lib)})
	if err != nil {
		return out, err
	}
	for _, d := range run.declared() {
		out.Methods = append(out.Methods, verify.MethodOutcome{Method: verify.KeyOf(run.chk.Unit.Info.Methods[d]), Verdict: verify.Verified})
	}
	return out, nil
}

// TestLiar: a verifier that is wrong is caught, in every way there is to be wrong.
func TestLiar(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	ilib := interp.NewLibrary(lib)
	found := map[string]int{}
	seeds := int64(200)
	if testing.Short() {
		seeds = 60
	}
	for seed := range seeds {
		for _, a := range []verify.Arithmetic{verify.Safe, verify.Java} {
			r, err := Search(t.Context(), liar{lib}, *Generate(seed), Options{Types: lib, Lib: ilib, Arithmetic: a, Seed: seed, Inputs: 10})
			if err != nil {
				t.Fatal(err)
			}
			for _, v := range r.Violations {
				found[way(v.What)]++
			}
		}
	}
	t.Log(found)
	for _, w := range []string{"ensures", "the" /* result is null */, "loop_invariant", "assert", "signals", "throws", "frame:", "overflow", "an object", "invariant"} {
		if found[w] == 0 {
			t.Errorf("no violation of the kind %q was found", w)
		}
	}
}

// TestSeed: a seed stands for a search, so that what it found can be found again.
func TestSeed(t *testing.T) {
	lib := types.NewLibrary(classlib.FS)
	ilib := interp.NewLibrary(lib)
	for seed := range int64(20) {
		var first Result
		for again := range 3 {
			r, err := Search(t.Context(), liar{lib}, *Generate(seed), Options{Types: lib, Lib: ilib, Arithmetic: verify.Safe, Seed: seed, Inputs: 10})
			if err != nil {
				t.Fatal(err)
			}
			if again == 0 {
				first = r
			} else if d := cmp.Diff(first, r); d != "" {
				t.Fatalf("seed %d: -first +again:\n%s", seed, d)
			}
		}
	}
}

// way is the first word or two of what a violation says.
func way(what string) string {
	if strings.HasPrefix(what, "an object") {
		return "an object"
	}
	what = strings.TrimPrefix(what, "public ")
	return strings.TrimSuffix(strings.Fields(what)[0], ",")
}
