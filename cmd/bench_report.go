package cmd

import (
	"bytes"
	"io"

	"ensures/internal/atomicfile"
	"ensures/report"

	"github.com/spf13/cobra"
)

func newBenchReport(a *app) *cobra.Command {
	var format, out string
	c := &cobra.Command{
		Use:   "report RUN…",
		Short: "Tables and charts of runs over one data set",
		Long: `Rates with Wilson intervals, engines compared on the same tasks (McNemar), metrics,
time, cost and failure classes of one or more runs over the same data set, with the
published figures beside them where there are any.`,
		Example: `  ensures bench report runs/guided
  ensures bench report runs/a runs/b --format html --output report.html`,
		Args: atLeast("RUN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.benchReport(args, format, out) },
	}
	c.Flags().StringVar(&format, "format", "markdown", "markdown, csv, json or html")
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	return c
}

func (a *app) benchReport(dirs []string, format, out string) error {
	r, err := a.readRun(dirs...)
	if err != nil {
		return err
	}
	if a.out.json {
		format = "json"
	}
	write, ok := map[string]func(io.Writer) error{"markdown": r.Markdown, "csv": r.CSV, "json": r.JSON, "html": r.HTML}[format]
	if !ok {
		return usagef("--format: unknown %q: use markdown, csv, json or html", format)
	}
	if out == "" {
		return write(a.Stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return atomicfile.Write(out, b.Bytes())
}

// readRun reads recorded runs over one data set, and says which rows are missing or foreign.
func (a *app) readRun(dirs ...string) (*report.Report, error) {
	r, err := report.Read(dirs...)
	if err != nil {
		return nil, err
	}
	for _, row := range r.Foreign {
		a.log.Warn("left out: no row of the run", "row", row)
	}
	for _, row := range r.Missing {
		a.log.Warn("missing", "row", row)
	}
	return r, nil
}
