package cmd

import (
	"bytes"
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"slices"

	"ensures/internal/atomicfile"
	"ensures/metric"
	"ensures/mutation"
	"ensures/report"
	"ensures/runner"
	"ensures/speceval"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newBenchCompare(a *app) *cobra.Command {
	var f compareFlags
	c := &cobra.Command{
		Use:   "compare RUN…",
		Short: "Runs among the published figures, across data sets and rules",
		Long: `Every published figure with its source, and among them the figures of the runs by the same
rule on tasks of the same kind. Each run is read by itself: they may be over different
data sets. A run over other forms of programs, as dataset transform makes them, gives flip
rates with the run over the programs. What nothing measures is named.

The page that -o FILE.html writes has bars and needs no network.`,
		Example: `  ensures bench compare runs/specgenbench runs/mbjp -o comparison.md
  ensures bench compare runs/own runs/forms --rates rates.jsonl -o comparison.html
  ensures bench compare runs/own --speceval scores.jsonl --brief`,
		Args: atLeast("RUN"),
		RunE: func(_ *cobra.Command, args []string) error { return a.benchCompare(args, f) },
	}
	c.Flags().StringVar(&f.rates, "rates", "", "`file` of what bench completeness --json has printed")
	c.Flags().StringVar(&f.dafny, "dafny", "", "`file` of what harness --json has printed of the published contracts in Dafny")
	c.Flags().StringVar(&f.speceval, "speceval", "", "`file` of what bench speceval --json has printed of a model")
	c.Flags().BoolVar(&f.brief, "brief", false, "a line for each rule that a run answers: our best figure and the best published one, in Markdown")
	c.Flags().StringVarP(&f.out, "output", "o", "", "write to this `file`: .html is a page, anything else Markdown")
	return c
}

type compareFlags struct {
	rates, dafny, speceval, out string
	brief                       bool
}

func (a *app) benchCompare(dirs []string, f compareFlags) error {
	var e report.Evidence
	for _, d := range dirs {
		r, err := a.readRun(d)
		if err != nil {
			return err
		}
		e.Runs = append(e.Runs, r)
	}
	var err error
	if e.Rates, err = readRates(f.rates, e.Runs); err != nil {
		return err
	}
	if e.Dafny, err = readContracts(f.dafny); err != nil {
		return err
	}

	if e.Asked, err = readAsked(f.speceval); err != nil {
		return err
	}

	if a.out.json {
		for _, f := range report.Figures() {
			if err := a.out.object(f); err != nil {
				return err
			}
		}
		for _, m := range report.Measure(e) {
			if err := a.out.object(m); err != nil {
				return err
			}
		}
		return nil
	}

	write := report.Compare
	switch {
	case f.brief:
		write = report.Brief
	case filepath.Ext(f.out) == ".html":
		write = report.CompareHTML
	}
	var b bytes.Buffer
	if err := write(&b, e); err != nil {
		return err
	}
	if f.out == "" {
		_, err := a.Stdout.Write(b.Bytes())
		return err
	}
	return atomicfile.Write(f.out, b.Bytes())
}

// readAsked are the figures of a model in the original versions of SpecEval's tasks, of a
// file of bench speceval --json; nil without a file.
func readAsked(path string) ([]report.Asked, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	rules := map[speceval.Kind]report.Rule{speceval.Judgement: report.RuleJudge, speceval.Selection: report.RuleSelect, speceval.Infilling: report.RuleInfill}
	var out []report.Asked
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var t specEvalRow
		if err := d.Decode(&t); err == io.EOF {
			return out, nil
		} else if err != nil || t.Model == "" || !slices.Contains(speceval.Kinds, t.Kind) {
			return nil, fmt.Errorf("%s: no output of bench speceval --json: %v", path, cmp.Or(err, errors.New("a row without a model or a task")))
		}
		// Published figures are of the originals, over all instances.
		if t.Version != speceval.Original || t.Half != speceval.Everything || t.Set != speceval.Everything {
			continue
		}

		add := func(r report.Rule, share float64) {
			out = append(out, report.Asked{Model: t.Model, Rule: r, Percent: 100 * share, Of: t.N})
		}
		if t.Kind == speceval.Generation {
			add(report.RulePrecision, t.Precision)
			add(report.RuleRecall, t.Recall)
		} else {
			add(rules[t.Kind], t.Accuracy)
		}
	}
}

// readContracts are the tasks of a file of harness --json, each with whether its contract
// holds on all pairs; nil without a file.
func readContracts(path string) ([]report.Contract, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	var out []report.Contract
	for d := json.NewDecoder(bytes.NewReader(data)); ; {
		var row struct {
			TaskID string        `json:"task_id"`
			Strict metric.Scores `json:"strict"`
			Pairs  struct{ Total, Decided int }
		}
		if err := d.Decode(&row); err == io.EOF {
			return out, nil
		} else if err != nil || row.TaskID == "" {
			return nil, fmt.Errorf("%s: no output of harness --json: %v", path, cmp.Or(err, errors.New("a row without task_id")))
		}
		// A pair that could not be decided leaves open whether the contract holds.
		corr := row.Strict.PostCorr
		out = append(out, report.Contract{TaskID: row.TaskID, Holds: corr != nil && *corr == 1 && row.Pairs.Decided == row.Pairs.Total && row.Pairs.Total > 0})
	}
}

// readRates are the mean completeness rates by engine of a file of bench completeness, over
// programs of one of the runs; nil without a file.
func readRates(path string, runs []*report.Report) ([]report.Completeness, error) {
	if path == "" {
		return nil, nil
	}
	data, err := os.ReadFile(path)
	if err != nil {
		return nil, err
	}
	sums := map[string]*mutation.Sum{}
	var engines []string
	over := "another data set"
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

		for _, run := range runs {
			if slices.ContainsFunc(run.Rows, func(row runner.Row) bool { return row.TaskID == r.TaskID }) {
				over = run.Dataset
			}
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
		out = append(out, report.Completeness{Engine: e, Data: over, Specifications: s.Verified, Compat: compat, Contract: contract, Strict: strict})
	}
	return out, nil
}
