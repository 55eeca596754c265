package synth

import (
	"context"
	"os"
	"path/filepath"
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/internal/require"
	"ensures/propose"
	"ensures/verify"
	"ensures/verify/native"
)

// TestSpecGenBench gives the engine the methods of SpecGenBench without their
// tests and measures what comes out on the recorded pairs: verified, and at least
// half of the wrong outputs rejected. ENSURES_SYNTH=all takes all 71 tasks, else
// every fifth is taken; ENSURES_SYNTH_DIR keeps the annotated files.
func TestSpecGenBench(t *testing.T) {
	if testing.Short() {
		t.Skip("proves methods for a minute")
	}
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	b := backend(t, rt)
	all := os.Getenv("ENSURES_SYNTH") == "all"
	n, proved, strong := 0, 0, 0
	var times []time.Duration
	for i, task := range d.Tasks {
		if !all && i%5 != 0 {
			continue
		}
		n++
		start := time.Now()
		code, out := annotate(t, rt, b, task.Name, task.Source)
		took := time.Since(start)
		times = append(times, took)
		prep, err := rt.Prepare(t.Context(), task, bench.Options{Pairs: 200, Inputs: 100})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		rep := harness.Measure(t.Context(), prep, code, harness.Options{Traces: -1})
		if s := rep.Strict.PostCorr; s == nil || *s != 1 {
			t.Errorf("%s: PostCorr %v: a clause is violated by a recorded pair\n%s", task.ID, show(s), code)
		}
		verdict := out.Verdict
		if verdict == verify.Verified {
			proved++
			if rep.Strict.Meets(harness.Threshold) {
				strong++
			}
		}
		t.Logf("%-26s %-11s PostComp %s %v", task.ID, verdict, show(rep.Strict.PostComp), took.Round(time.Millisecond))
		if dir := os.Getenv("ENSURES_SYNTH_DIR"); dir != "" {
			if err := os.WriteFile(filepath.Join(dir, task.ID+".java"), []byte(code), 0o644); err != nil {
				t.Fatal(err)
			}
		}
	}
	slices.Sort(times)
	t.Logf("verified %d of %d, meaningfully (strict) %d; median %v, longest %v", proved, n, strong, times[len(times)/2], times[len(times)-1])
	least := 60
	if !all {
		least = 45 // a few tasks, on a machine that does other things too: solvers have time limits
	}
	if strong*100 < least*n {
		t.Errorf("MVR strict is %d of %d, below %d %%", strong, n, least)
	}
}

// annotate is the file with what the engine finds for all its methods, and the
// verifier's answer on it.
func annotate(t *testing.T, rt *bench.Runtime, b *native.Backend, name, src string) (string, verify.Outcome) {
	t.Helper()
	r, err := propose.File(t.Context(), rt, name, src, propose.Options{Inputs: 1000, Refine: Guided(b, Options{Sifter: b})})
	if err != nil {
		t.Fatal(err)
	}
	code, err := r.Edits.Apply()
	if err != nil {
		t.Fatal(err)
	}
	out, err := b.Verify(context.WithoutCancel(t.Context()), verify.Request{File: name, Source: code})
	if err != nil {
		t.Fatal(err)
	}
	return code, out
}
