package propose

import (
	"context"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/require"
)

func TestDev(t *testing.T) {
	if testing.Short() {
		t.Skip("searches 71 methods")
	}
	d, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	for _, task := range d.Tasks {
		task.Tests, task.Driver = nil, ""
		p, err := rt.Prepare(context.Background(), task, bench.Options{Inputs: 900, RunSteps: 60_000})
		if err != nil {
			t.Log(task.ID, err)
			continue
		}
		t0 := time.Now()
		w := newMethod(p)
		t.Logf("=== %s %v %d pairs %d invalid", task.ID, task.Params, len(p.Pairs), len(p.Invalid))
		for _, r := range w.preconditions(p.Pairs, p.Invalid) {
			t.Logf("  requires %s;", r)
		}
		c := w.postconditions(8)
		for _, r := range c.requires {
			t.Logf("  requires %s;", r)
		}
		for _, k := range c.ensures {
			t.Logf("  ensures %s;   [%s, %d kills]", k.text, k.family, k.count)
		}
		t.Logf("  %d of %d kills; %d tried, %d held, %v", total(c.ensures), total(c.list), c.tried, c.held, time.Since(t0).Round(time.Millisecond))
	}
}
