package cmd

import (
	"bytes"

	"ensures/internal/atomicfile"
	"ensures/report"

	"github.com/spf13/cobra"
)

func newBenchCompare(a *app) *cobra.Command {
	var out string
	c := &cobra.Command{
		Use:   "compare RUN…",
		Short: "Runs beside the published figures, across data sets and rules",
		Long: `Every published figure with its source, and the recorded rates of the runs by the same
rule on tasks of the same kind. Each run is read by itself: they may be over different
data sets. What no run measures is named.`,
		Example: `  ensures bench compare runs/specgenbench runs/mbjp --output comparison.md`,
		Args:    atLeast("RUN"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.benchCompare(args, out) },
	}
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	return c
}

func (a *app) benchCompare(dirs []string, out string) error {
	var runs []*report.Report
	for _, d := range dirs {
		r, err := report.Read(d)
		if err != nil {
			return err
		}
		for _, row := range r.Foreign {
			a.log.Warn("left out: no row of the run", "row", row)
		}
		for _, row := range r.Missing {
			a.log.Warn("missing", "row", row)
		}
		runs = append(runs, r)
	}

	var b bytes.Buffer
	if err := report.Compare(&b, runs); err != nil {
		return err
	}
	if out == "" {
		_, err := a.Stdout.Write(b.Bytes())
		return err
	}
	return atomicfile.Write(out, b.Bytes())
}
