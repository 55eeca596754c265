package score_test

import (
	"context"
	"fmt"
	"path/filepath"
	"sync"
	"testing"

	"ensures/internal/require"
	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tla/score"
	"ensures/tla/task"
)

// tasks are the task folders of the examples.
func tasks(t *testing.T) []task.Task {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := task.List(filepath.Join(root, "examples", "systems"))
	if err != nil {
		t.Fatal(err)
	}
	var all []task.Task
	for _, d := range dirs {
		x, err := task.Load(d)
		if err != nil {
			t.Fatal(err)
		}
		all = append(all, x)
	}
	return all
}

// Every reference model has full scores, and every seeded bug is caught by the metrics
// that its task names.
func TestTasks(t *testing.T) {
	tools := tlatest.Toolchain(t)
	all := tasks(t)
	if len(all) < 5 {
		t.Errorf("%d tasks", len(all))
	}
	for _, x := range all {
		if testing.Short() && x.Name != "spinlock" {
			continue
		}
		t.Run(x.Name, func(t *testing.T) {
			sys, err := score.FromTask(x)
			if err != nil {
				t.Fatal(err)
			}
			ref, err := score.Reference(x, sys)
			if err != nil {
				t.Fatal(err)
			}
			full := score.New(tools, score.Options{})
			r, err := full.Score(context.Background(), sys, ref)
			if err != nil {
				t.Fatal(err)
			}
			t.Logf("reference: %v, %d runs, %d ms", r.Strict, r.Runs, r.ElapsedMS)
			if !r.Full() {
				t.Errorf("the reference model scores %s", describe(r))
			}
			bugs, err := x.LoadBugs()
			if err != nil {
				t.Fatal(err)
			}
			if len(bugs) < 10 {
				t.Errorf("%d seeded bugs", len(bugs))
			}
			if testing.Short() {
				bugs = oneOfEach(bugs)
			}
			check(t, x, sys, ref, bugs, tools)
		})
	}
}

// oneOfEach is a bug for each metric.
func oneOfEach(bugs []task.Bug) []task.Bug {
	var out []task.Bug
	seen := map[string]bool{}
	for _, b := range bugs {
		if !seen[b.CaughtBy[0]] {
			out = append(out, b)
		}
		seen[b.CaughtBy[0]] = true
	}
	return out
}

// check scores every bug by the metrics that are said to catch it, two at a time.
func check(t *testing.T, x task.Task, sys *score.System, ref score.Model, bugs []task.Bug, tools tla.Toolchain) {
	var wait sync.WaitGroup
	slots := make(chan struct{}, 2)
	for _, b := range bugs {
		m, err := score.Buggy(x, ref, b)
		if err != nil {
			t.Error(err)
			continue
		}
		var metrics []score.Metric
		for _, c := range b.CaughtBy {
			metrics = append(metrics, score.Metric(c))
		}
		wait.Go(func() {
			slots <- struct{}{}
			defer func() { <-slots }()
			r, err := score.New(tools, score.Options{Quick: true, Metrics: metrics, Jobs: 1}).Score(t.Context(), sys, m)
			if err != nil {
				t.Errorf("%s: %v", b.Name, err)
				return
			}
			for _, metric := range metrics {
				if !r.Strict[metric].Below() {
					t.Errorf("%s: %s does not catch it:%s", b.Name, metric, describe(r))
				}
			}
			t.Logf("%s:%s, %d runs, %d ms", b.Name, describe(r), r.Runs, r.ElapsedMS)
		})
	}
	wait.Wait()
}

func describe(r *score.Result) string {
	s := ""
	for _, m := range score.Metrics() {
		v := r.Strict[m]
		s += fmt.Sprintf(" %s %s", m, v)
		if v.Why != "" {
			s += " (" + v.Why + ")"
		}
	}
	return s
}
