package cmd

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"os"

	"ensures/internal/atomicfile"
	"ensures/mutation"
	"ensures/report"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newBenchCompare(a *app) *cobra.Command {
	var out, rates string
	c := &cobra.Command{
		Use:   "compare RUN…",
		Short: "Runs beside the published figures, across data sets and rules",
		Long: `Every published figure with its source, and the recorded rates of the runs by the same
rule on tasks of the same kind. Each run is read by itself: they may be over different
data sets. What no run measures is named.`,
		Example: `  ensures bench compare runs/specgenbench runs/mbjp --output comparison.md`,
		Args:    atLeast("RUN"),
		RunE:    func(_ *cobra.Command, args []string) error { return a.benchCompare(args, rates, out) },
	}
	c.Flags().StringVar(&rates, "rates", "", "`file` of what bench completeness --json has printed")
	c.Flags().StringVarP(&out, "output", "o", "", "write to this `file`")
	return c
}

func (a *app) benchCompare(dirs []string, rates, out string) error {
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

	complete, err := readRates(rates)
	if err != nil {
		return err
	}
	if a.out.json {
		for _, f := range report.Figures() {
			if err := a.out.object(f); err != nil {
				return err
			}
		}
		for _, m := range report.Measure(runs) {
			if err := a.out.object(m); err != nil {
				return err
			}
		}
		return nil
	}
	var b bytes.Buffer
	if err := report.Compare(&b, runs, complete); err != nil {
		return err
	}
	if out == "" {
		_, err := a.Stdout.Write(b.Bytes())
		return err
	}
	return atomicfile.Write(out, b.Bytes())
}

// readRates are the mean completeness rates by engine of a file of bench completeness; nil
// without a file.
func readRates(path string) ([]report.Completeness, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sums := map[string]*mutation.Sum{}
	var engines []string
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var r rated
		if err := d.Decode(&r); err == io.EOF {
			break
		} else if err != nil {
			return nil, fmt.Errorf("%s: no output of bench completeness --json: %w", path, err)
		}
		if r.Rate == nil || r.Rate.Verdict != verify.Verified {
			continue
		}
		if sums[r.Engine] == nil {
			sums[r.Engine], engines = &mutation.Sum{}, append(engines, r.Engine)
		}
		sums[r.Engine].Add(r.Rate)
	}
	var out []report.Completeness
	for _, e := range engines {
		s := sums[e]
		compat, contract, strict := s.Means()
		if e == "" {
			e = "ground truth"
		}
		out = append(out, report.Completeness{Engine: e, Specifications: s.Verified, Compat: compat, Contract: contract, Strict: strict})
	}
	return out, nil
}
