package cross_test

import (
	"cmp"
	"os"
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/internal/require"
	"ensures/verify/cross"
	"ensures/verify/native"
	"ensures/verify/native/nativetest"
)

func backend(t *testing.T, rt *bench.Runtime) *native.Backend {
	t.Helper()
	return nativetest.Backend(t, native.Options{Library: rt.Types, Quick: 300 * time.Millisecond, Patient: time.Second})
}

// TestTriples asks the native verifier about the outputs of 20 pairs of every task
// and their mutants (2 pairs without ENSURES_CROSS=all): it must not decide any
// otherwise than the evaluator.
func TestTriples(t *testing.T) {
	n, mutants, atLeast := 2, 2, 40
	if os.Getenv("ENSURES_CROSS") == "all" {
		n, mutants, atLeast = 20, 5, 60
	}
	rt := bench.NewRuntime()
	b := backend(t, rt)
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	specs, _, err := bench.LoadSpecs(require.Shared(t, "data/specgenbench/normalised.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	var sum cross.Result
	start, tasks := time.Now(), 0
	for i, s := range specs {
		if testing.Short() && i%6 != 0 {
			continue
		}
		prep, err := rt.Prepare(t.Context(), d.Task(s.TaskID), bench.Options{Pairs: 4 * n, Inputs: 20, Invalid: 1})
		if err != nil {
			t.Fatal(err)
		}
		prep.Pairs = bench.Sample(prep.Pairs, 1)
		rep := harness.Measure(t.Context(), prep, s.Code, harness.Options{Pairs: n, Mutants: mutants, Traces: -1})
		r, err := cross.Check(t.Context(), b, rep, n)
		if err != nil {
			t.Fatalf("%s: %v", s.TaskID, err)
		}
		for _, x := range r.Disagreements {
			t.Errorf("%s: %s", s.TaskID, x)
		}
		if r.Decided > 0 {
			tasks++
		}
		if r.Decided < r.Asked || len(r.Left) > 0 {
			t.Logf("%s: %d asked, %d decided, left out: %v", s.TaskID, r.Asked, r.Decided, r.Left)
		}
		sum.Add(r)
	}
	t.Logf("%d triples about %d tasks, %d decided (φ %d, ¬φ %d), %d disagreements, %v; left out: %v", sum.Asked, tasks, sum.Decided, sum.Holds, sum.Decided-sum.Holds,
		len(sum.Disagreements), time.Since(start).Round(time.Millisecond), sorted(sum.Left))
	if !testing.Short() && tasks < atLeast {
		t.Errorf("outputs of %d tasks decided; want at least %d", tasks, atLeast)
	}
	if sum.Decided*10 < sum.Asked*8 {
		t.Errorf("%d of %d triples decided", sum.Decided, sum.Asked)
	}
}

type reason struct {
	why string
	n   int
}

func sorted(m map[string]int) []reason {
	var out []reason
	for k, n := range m {
		out = append(out, reason{k, n})
	}
	slices.SortFunc(out, func(a, b reason) int { return cmp.Or(cmp.Compare(b.n, a.n), cmp.Compare(a.why, b.why)) })
	return out
}
