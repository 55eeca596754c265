package cmd

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"ensures/harness"
	"ensures/trajectories"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"
)

func newTrajectories(a *app) *cobra.Command {
	return group("trajectories", "List, show, compare, replay and export recorded runs",
		newTrajectoriesList(a), newTrajectoriesShow(a), newTrajectoriesDiff(a), newTrajectoriesReplay(a), newTrajectoriesExport(a))
}

// runFlags are the flags that pick runs.
type runFlags struct {
	verb, outcome, model, task, since string
	labels                            []string
	success                           bool
	threshold                         float64
}

func (f *runFlags) define(set *pflag.FlagSet) {
	set.StringVar(&f.verb, "verb", "", "only runs of this `verb`")
	set.StringVar(&f.outcome, "outcome", "", "only runs with this `outcome`: ok, complete, unfinished …")
	set.StringVar(&f.model, "model", "", "only runs of this `model`, or of those whose names begin so")
	set.StringVar(&f.task, "task", "", "only runs whose task or file holds this `text`")
	set.StringVar(&f.since, "since", "", "only runs from this `time` on: a date, or how long ago (36h)")
	set.StringArrayVar(&f.labels, "label", nil, "only runs with this label, `KEY=VALUE`; may be repeated")
	set.BoolVar(&f.success, "success", false, "only runs whose result is verified, strong, and of unchanged code")
	set.Float64Var(&f.threshold, "threshold", harness.StrictThreshold, "what the strict scores must reach for success")
}

// filter is what the flags ask for.
func (a *app) filter(f runFlags) (trajectories.Filter, error) {
	out := trajectories.Filter{Verb: f.verb, Outcome: f.outcome, Model: f.model, Task: f.task, Labels: map[string]string{}}
	for _, l := range f.labels {
		k, v, ok := strings.Cut(l, "=")
		if !ok || k == "" {
			return out, usagef("--label takes KEY=VALUE, not %q", l)
		}
		out.Labels[k] = v
	}
	if f.since != "" {
		ago, err := time.ParseDuration(f.since)
		out.Since = a.Now().Add(-ago)
		for _, form := range []string{time.RFC3339, "2006-01-02T15:04", time.DateOnly} {
			if err != nil {
				out.Since, err = time.Parse(form, f.since)
			}
		}
		if err != nil {
			return out, usagef("--since takes a date (2026-11-21), a time (2026-11-21T09:15) or a duration (36h), not %q", f.since)
		}
	}
	if f.success {
		out.Bar = bar(f.threshold)
	}
	return out, nil
}

// bar is what a result must reach to be worth learning from.
func bar(threshold float64) *trajectories.Bar {
	return &trajectories.Bar{Threshold: threshold,
		Need: []string{"post_correctness", "post_completeness"}, IfThere: []string{"pre_correctness", "pre_completeness"}}
}

func newTrajectoriesList(a *app) *cobra.Command {
	var f runFlags
	c := &cobra.Command{
		Use:   "list",
		Short: "List recorded runs, oldest first",
		Example: `  ensures trajectories list
  ensures trajectories list --model ollama/ --success --since 24h
  ENSURES_TRAJECTORIES_DIR=runs ensures trajectories list --json`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error { return a.trajectoriesList(f) },
	}
	f.define(c.Flags())
	return c
}

func (a *app) trajectoriesList(f runFlags) error {
	list, err := a.runs(f)
	if err != nil {
		return err
	}
	if a.out.json {
		for _, s := range list {
			if err := a.out.object(s); err != nil {
				return err
			}
		}
		return nil
	}
	var rows [][]string
	for _, s := range list {
		var files []string
		for _, in := range s.Inputs {
			files = append(files, filepath.Base(in.Path))
		}
		verdict := ""
		if s.Candidate != nil {
			verdict = s.Candidate.Verdict
		}
		rows = append(rows, []string{s.Run, s.Verb, s.Outcome, strconv.Itoa(s.Steps), duration(s.ElapsedMS), strings.Join(files, " "), s.Model, verdict})
	}
	a.out.table([]string{"RUN", "VERB", "OUTCOME", "STEPS", "TIME", "INPUTS", "MODEL", "VERDICT"}, rows)
	return nil
}

// runs are the summaries of the runs that the flags pick.
func (a *app) runs(f runFlags) ([]trajectories.Summary, error) {
	filter, err := a.filter(f)
	if err != nil {
		return nil, err
	}
	all, err := trajectories.List(a.runsDir())
	var list []trajectories.Summary
	for _, s := range all {
		if filter.Pass(s) {
			list = append(list, s)
		}
	}
	return list, err
}

// duration is a number of milliseconds for people.
func duration(ms float64) string {
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Millisecond).String()
}

// findRun is the folder or file of a run.
func (a *app) findRun(name string) (string, error) {
	if name == "last" {
		list, err := trajectories.List(a.runsDir())
		if err != nil {
			return "", err
		}
		if len(list) == 0 {
			return "", fmt.Errorf("no runs are recorded in %s", a.runsDir())
		}
		name = list[len(list)-1].Run
	}
	// A recorded run before a file of the same name.
	for _, path := range []string{filepath.Join(a.runsDir(), name), name} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no run %q in %s; see: ensures trajectories list", name, a.runsDir())
}

// openRun reads a run that a person named.
func (a *app) openRun(name string) (*trajectories.Run, error) {
	path, err := a.findRun(name)
	if err != nil {
		return nil, err
	}
	run, err := trajectories.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return nil, fmt.Errorf("%s is no run: it has no %s", path, trajectories.TrajectoryFile)
	}
	return run, err
}
