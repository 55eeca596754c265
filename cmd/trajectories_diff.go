package cmd

import (
	"fmt"
	"strconv"

	"ensures/trajectories"

	"github.com/spf13/cobra"
)

func newTrajectoriesDiff(a *app) *cobra.Command {
	return &cobra.Command{
		Use:   "diff RUN RUN",
		Short: "Compare two runs: configuration, steps, candidates, verdicts",
		Long: `Compare two runs: what they were started with, their steps side by side, the
candidates with verdicts and scores, and what they came to. Times are left out.

Exit code 3 when they differ.`,
		Example: `  ensures trajectories diff last 20261121-091500-annotate-1f2e3d
  ensures trajectories diff runs/one runs/two --json`,
		Args: exactly("RUN", "RUN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.trajectoriesDiff(args[0], args[1]) },
	}
}

func (a *app) trajectoriesDiff(nameA, nameB string) error {
	one, err := a.openRun(nameA)
	if err != nil {
		return err
	}
	two, err := a.openRun(nameB)
	if err != nil {
		return err
	}
	return a.reportDifference(one, two, trajectories.Compare(one, two))
}

// reportDifference prints how two runs differ; the error says that they do.
func (a *app) reportDifference(one, two *trajectories.Run, d trajectories.Difference) error {
	if a.out.json {
		if err := a.out.object(d); err != nil {
			return err
		}
	} else {
		a.showDifference(one, two, d)
	}
	if d.Same() {
		return nil
	}
	return shown(ExitBelow, "the runs differ")
}

func (a *app) showDifference(one, two *trajectories.Run, d trajectories.Difference) {
	o := a.out
	o.printf("%s  %s\n", o.paint(bad, "a "+visible(one.Header.Run)), o.paint(good, "b "+visible(two.Header.Run)))
	if d.Same() {
		o.printf("no difference in %d steps\n", len(d.Steps))
		return
	}
	a.showChanges("started with", d.Settings)
	if d.FirstOther > 0 {
		o.printf("%s\n", o.paint(strong, fmt.Sprintf("steps, from step %d on different", d.FirstOther)))
		var rows [][]string
		for _, s := range d.Steps {
			mark := ""
			if s.A != s.B {
				mark = "≠"
			}
			rows = append(rows, []string{strconv.Itoa(s.Number), mark, visible(s.A), visible(s.B)})
		}
		o.table([]string{"STEP", "", "A", "B"}, rows)
	}

	if d.Request > 0 {
		o.printf("the models were asked the same up to call %d\n", d.Request-1)
	}

	var rows [][]string
	for _, p := range d.Candidates {
		mark := "≠"
		if p.Same {
			mark = ""
		}
		rows = append(rows, []string{strconv.Itoa(p.Number), mark, a.judgedLine(p.A), a.judgedLine(p.B)})
	}
	if len(rows) > 0 {
		o.printf("%s\n", o.paint(strong, "candidates"))
		o.table([]string{"CANDIDATE", "", "A", "B"}, rows)
	}
	a.showChanges("came to", d.Result)
}

func (a *app) judgedLine(j *trajectories.Judged) string {
	if j == nil {
		return ""
	}
	return a.candidateLine(j.Candidate)
}

func (a *app) showChanges(title string, list []trajectories.Change) {
	if len(list) == 0 {
		return
	}
	a.out.printf("%s\n", a.out.paint(strong, title))
	var rows [][]string
	for _, c := range list {
		rows = append(rows, []string{visible(c.Key), valueOf(c.A), valueOf(c.B)})
	}
	a.out.table([]string{"KEY", "A", "B"}, rows)
}

// valueOf is a value of a header or result in one line, "–" where there is none.
func valueOf(v any) string {
	if v == nil || v == "" {
		return "–"
	}
	return shorten(visible(fmt.Sprint(v)), 60)
}
