package bench

import (
	"context"
	"testing"
	"time"

	"ensures/internal/require"
)

// Every SpecGenBench task runs, every recorded pair reproduces its output or is
// too long to repeat, and every task gets its pairs.
func TestPrepareSpecGenBench(t *testing.T) {
	if testing.Short() {
		t.Skip("runs 14,615 tests")
	}
	d, err := Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := NewRuntime()
	start := time.Now()
	pairs, invalid, trusted := 0, 0, 0
	for _, task := range d.Tasks {
		t0 := time.Now()
		p, err := rt.Prepare(context.Background(), task, Options{Inputs: 100})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		for _, s := range p.Problems {
			t.Errorf("%s: %s", task.ID, s)
		}
		n := 0
		for _, q := range p.Pairs {
			if q.Trusted {
				n++
			}
		}
		if testing.Verbose() {
			t.Logf("%-30s %4d pairs (%d trusted) %3d invalid %3d undecided, %d/%d decisions open, %v", task.ID, len(p.Pairs), n, len(p.Invalid), p.Undecided, p.Open, p.Decisions, time.Since(t0).Round(time.Millisecond))
		}
		if len(p.Pairs) < 4 {
			t.Errorf("%s: %d pairs", task.ID, len(p.Pairs))
		}
		pairs, invalid, trusted = pairs+len(p.Pairs), invalid+len(p.Invalid), trusted+n
	}
	t.Logf("%d pairs, %d of them trusted, %d inputs of T⁻ in %v", pairs, trusted, invalid, time.Since(start).Round(time.Millisecond))
}

// The same tasks without their tests get pairs from generated inputs.
func TestPrepareGenerated(t *testing.T) {
	if testing.Short() {
		t.Skip("runs 28,000 inputs")
	}
	d, err := Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := NewRuntime()
	start := time.Now()
	open, decisions := 0, 0
	for _, task := range d.Tasks {
		task.Tests, task.Driver = nil, ""
		t0 := time.Now()
		p, err := rt.Prepare(context.Background(), task, Options{})
		if err != nil {
			t.Errorf("%s: %v", task.ID, err)
			continue
		}
		if testing.Verbose() {
			t.Logf("%-30s %4d pairs %3d invalid %3d undecided of %d, %d/%d decisions open, %v", task.ID, len(p.Pairs), len(p.Invalid), p.Undecided, p.Generated, p.Open, p.Decisions, time.Since(t0).Round(time.Millisecond))
		}
		if len(p.Pairs) < 4 {
			t.Errorf("%s: %d pairs", task.ID, len(p.Pairs))
		}
		open, decisions = open+p.Open, decisions+p.Decisions
	}
	t.Logf("%d of %d decisions open in %v", open, decisions, time.Since(start).Round(time.Millisecond))
	if open*20 > decisions {
		t.Errorf("%d of %d decisions were never taken one way", open, decisions)
	}
}
