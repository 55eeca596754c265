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

	"ensures/trajectories"

	"github.com/spf13/cobra"
)

func newTrajectories(a *app) *cobra.Command {
	return group("trajectories", "List and show recorded runs", newTrajectoriesList(a), newTrajectoriesShow(a))
}

func newTrajectoriesList(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "list",
		Short: "List recorded runs, oldest first",
		Example: `  ensures trajectories list
  ENSURES_TRAJECTORIES_DIR=runs ensures trajectories list --json`,
		Args: exactly(),
		RunE: func(*cobra.Command, []string) error { return a.trajectoriesList() },
	}
}

func (a *app) trajectoriesList() error {
	list, err := trajectories.List(a.runsDir())
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
		rows = append(rows, []string{s.Run, s.Verb, s.Outcome, strconv.Itoa(s.Steps), duration(s.ElapsedMS), strings.Join(files, " ")})
	}
	a.out.table([]string{"RUN", "VERB", "OUTCOME", "STEPS", "TIME", "INPUTS"}, rows)
	return nil
}

// duration is a number of milliseconds for people.
func duration(ms float64) string {
	return time.Duration(ms * float64(time.Millisecond)).Round(time.Millisecond).String()
}

func newTrajectoriesShow(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "show RUN",
		Short: "Show one run step by step",
		Long:  "Show one run step by step. RUN is a name from `ensures trajectories list`, the last one by `last`, or a path.",
		Example: `  ensures trajectories show last
  ensures trajectories show runs/20261121-091500-annotate-1f2e3d --json`,
		Args: exactly("RUN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.trajectoriesShow(args[0]) },
	}
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
	for _, path := range []string{filepath.Join(a.runsDir(), name), name} {
		if _, err := os.Stat(path); err == nil {
			return path, nil
		}
	}
	return "", fmt.Errorf("no run %q in %s; see: ensures trajectories list", name, a.runsDir())
}

func (a *app) trajectoriesShow(name string) error {
	path, err := a.findRun(name)
	if err != nil {
		return err
	}
	run, err := trajectories.Open(path)
	if errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%s is no run: it has no %s", path, trajectories.TrajectoryFile)
	} else if err != nil {
		return err
	}
	if a.out.json {
		run.Header.Schema = trajectories.Schema // as the records are given
		if err := a.out.object(run.Header); err != nil {
			return err
		}
		for _, r := range run.Records {
			if err := a.out.object(r); err != nil {
				return err
			}
		}
		return nil
	}
	h := run.Header
	a.out.printf("%s  %s  %s\n", a.out.paint(strong, h.Run), h.Verb, h.Started.Format(time.RFC3339))
	for _, in := range h.Inputs {
		a.out.printf("  input %s  %s\n", in.Path, a.out.paint(dim, in.SHA256[:min(12, len(in.SHA256))]))
	}
	a.showSteps(run)
	if run.Cut {
		a.out.printf("%s\n", a.out.paint(warn, "the last line is incomplete: the run was killed"))
	} else if !run.Finished() {
		a.out.printf("%s\n", a.out.paint(warn, "the run did not come to its end"))
	}
	return nil
}

// showSteps prints steps indented by their nesting, each with its end.
func (a *app) showSteps(run *trajectories.Run) {
	ends := map[int]trajectories.Record{}
	for _, r := range run.Records {
		if r.Type == trajectories.StepEnd {
			ends[r.ID] = r
		}
	}
	depth := map[int]int{}
	for _, r := range run.Records {
		switch r.Type {
		case trajectories.StepStart:
			depth[r.ID] = depth[r.Parent] + 1
			indent := strings.Repeat("  ", depth[r.ID])
			end, ok := ends[r.ID]
			outcome := a.out.paint(warn, "not ended")
			if ok {
				outcome = end.Outcome + " " + a.out.paint(dim, duration(end.ElapsedMS))
			}
			a.out.printf("%s%d %s %s  %s\n", indent, r.ID, r.Kind, a.out.paint(code, r.Name), outcome)
			for _, data := range [][]byte{r.Data, end.Data} {
				if len(data) > 0 {
					a.out.printf("%s    %s\n", indent, a.out.paint(dim, shorten(string(data), 160)))
				}
			}
		case trajectories.RunEnd:
			a.out.printf("  %s %s\n", r.Outcome, a.out.paint(dim, duration(r.ElapsedMS)))
		}
	}
}

// shorten cuts a long text with a note of how much is missing.
func shorten(s string, n int) string {
	r := []rune(s)
	if len(r) <= n {
		return s
	}
	return fmt.Sprintf("%s… (%d more)", string(r[:n]), len(r)-n)
}
