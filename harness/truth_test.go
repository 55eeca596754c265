package harness

import (
	"context"
	"slices"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/require"
)

// The ground truth of SpecGenBench: its programs have other class and method
// names, and some have other code. Criterion: at least 95 % of the pairs are
// decided, and PostCorr is 1.0 on at least 95 % of the tasks.
func TestGroundTruth(t *testing.T) {
	if testing.Short() {
		t.Skip("measures 71 specifications")
	}
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	specs, bad, err := bench.LoadSpecs(require.Shared(t, "data/specgenbench/oracle.jsonl"))
	if err != nil || len(bad) > 0 {
		t.Fatal(err, bad)
	}
	rt := bench.NewRuntime()
	var times []time.Duration
	perfect, pairs, decided := 0, 0, 0
	for _, c := range specs {
		prep, err := rt.Prepare(context.Background(), d.Task(c.TaskID), bench.Options{Pairs: 200, Inputs: 200})
		if err != nil {
			t.Errorf("%s: %v", c.TaskID, err)
			continue
		}
		start := time.Now()
		r := Measure(context.Background(), prep, c.Code, Options{})
		times = append(times, time.Since(start))
		pairs += r.Row.Pairs.Total
		decided += r.Row.Pairs.Decided
		full := r.Compat.PostCorr != nil && *r.Compat.PostCorr == 1
		if full {
			perfect++
		}
		if testing.Verbose() || !full {
			t.Logf("%-26s %-9s compat %s strict %s pairs %v mutants %v altered %v assume %v %v", c.TaskID, r.Status, scoreText(r.Compat), scoreText(r.Strict), r.Row.Pairs, r.Row.Mutants, r.AlteredCode, r.UsesAssume, time.Since(start).Round(time.Millisecond))
			for i, x := range r.Diagnostics {
				if i < 3 {
					t.Logf("      %d:%d %s", x.Line, x.Column, x.Message)
				}
			}
			shown := 0
			for _, v := range r.Pairs {
				if v.Post != 1 && shown < 2 {
					shown++
					t.Logf("      %s: %s -> %s: %v %s", v.Pair.Name, r.input(v.Pair), r.output(v.Pair), v.Post, v.Reason)
					if v.Clause != nil {
						t.Logf("         %s", v.Clause.Text)
					}
				}
			}
		}
	}
	slices.Sort(times)
	if decided*100 < pairs*90 {
		t.Errorf("%d of %d pairs decided", decided, pairs)
	}
	t.Logf("PostCorr 1.0 on %d of %d, %d of %d pairs decided; median %v, 95 %% %v, worst %v", perfect, len(specs), decided, pairs, times[len(times)/2], times[len(times)*95/100], times[len(times)-1])
}
