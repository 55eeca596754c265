package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"runtime"
	"strconv"

	"ensures/bench"
	"ensures/harness"
	"ensures/mutation"
	"ensures/runner"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newBenchCompleteness(a *app) *cobra.Command {
	var f completenessFlags
	c := &cobra.Command{
		Use:   "completeness --dataset D --specs SPECS",
		Short: "Measure how many mutants of the programs specifications reject",
		Long: `Measure FormalBench's completeness rate: the share of a program's mutants that do not
meet its specification. SPECS is a file of JSON lines with task_id and code, or the folder
of a run. Only what is verified has a rate, and mutants that behave as the program does on
all inputs are left out.

  compat    the published rule: the whole annotated file is verified, anything but a
            proof is a kill
  contract  only the contract decides: a run breaks it, or the verifier refutes it
  strict    the same without mutants of which nothing is decided`,
		Example: `  ensures bench completeness --dataset tasks.jsonl --specs runs/guided
  ensures bench completeness --dataset tasks.jsonl --specs truths.jsonl --arithmetic quiet --json`,
		Args: cobra.NoArgs,
		RunE: func(c *cobra.Command, _ []string) error { return a.benchCompleteness(c.Context(), f) },
	}
	fl := c.Flags()
	fl.StringVar(&f.dataset, "dataset", "", "`file` or folder of the tasks")
	fl.StringVar(&f.specs, "specs", "", "specifications: a `file` of JSON lines {task_id, code}, or a run's folder")
	fl.StringVar(&f.engine, "engine", "", "of a run: only what this `engine` handed in")
	fl.IntVar(&f.workers, "workers", runtime.GOMAXPROCS(0), "how many specifications to measure at a time")
	fl.BoolVar(&f.fates, "fates", false, "with --json: what became of each mutant, too")
	bind(fl, "backend", "verify.backend", "who verifies")
	bind(fl, "arithmetic", "verify.arithmetic", "safe, java or quiet")
	_ = c.MarkFlagRequired("dataset")
	_ = c.MarkFlagRequired("specs")
	return c
}

type completenessFlags struct {
	dataset, specs, engine string
	workers                int
	fates                  bool
}

// rated is a specification with its rate, or why it has none.
type rated struct {
	TaskID string         `json:"task_id"`
	Engine string         `json:"engine,omitempty"`
	Why    string         `json:"why,omitempty"`
	Rate   *mutation.Rate `json:"rate,omitempty"`
	Fates  []fateRow      `json:"fates,omitempty"`

	code string
	err  error
}

// fateRow is what became of one mutant, as JSON.
type fateRow struct {
	mutantRow
	Likeness mutation.Likeness `json:"likeness"`
	Cause    mutation.Cause    `json:"cause,omitempty"`
	Contract string            `json:"contract,omitempty"` // rejected, met or unknown
	Input    string            `json:"input,omitempty"`
}

func (a *app) benchCompleteness(ctx context.Context, f completenessFlags) error {
	ds, err := a.dataset(f.dataset)
	if err != nil {
		return err
	}
	list, err := a.candidateSpecs(f)
	if err != nil {
		return err
	}
	opts, err := a.verifyOptions(verifyFlags{maxWarnings: 1})
	if err != nil {
		return err
	}
	backend, done, err := a.verifier(ctx)
	if err != nil {
		return err
	}
	defer done()

	o := mutation.Options{Backend: backend, Verify: opts}
	rt := bench.NewRuntime()
	if name := a.cfg.Verify.Backend; name == "auto" || name == "native" {
		// The runs of mutants are ours: looking for more of them takes most of the time.
		if prover, err := a.nativeBackend(ctx, rt); err == nil {
			defer prover.Close()
			o.Prover = prover
		}
	}

	bar := a.progress(len(list), "mutants")
	var rows []rated
	err = inOrder(ctx, list, f.workers, func(r rated) rated {
		r.measure(ctx, rt, ds, o)
		return r
	}, func(r rated) error {
		defer bar.step()
		if ctx.Err() != nil {
			return ctx.Err()
		}
		rows = append(rows, r)
		if !a.out.json {
			return nil
		}
		if f.fates {
			r.Fates = fateRows(r.Rate)
		}
		return a.out.object(r)
	})
	bar.done()
	if err != nil {
		return err
	}

	failed := 0
	for _, r := range rows {
		if r.err != nil {
			failed++
		}
	}
	if !a.out.json {
		a.completenessTable(rows)
	}
	if failed > 0 {
		return shown(ExitBelow, "%d of %d specifications could not be measured", failed, len(rows))
	}
	return nil
}

// candidateSpecs are the specifications to measure, of a file or a run.
func (a *app) candidateSpecs(f completenessFlags) ([]rated, error) {
	var list []rated
	if info, err := os.Stat(f.specs); err == nil && info.IsDir() {
		rows, err := runner.ReadRows(f.specs)
		if err != nil {
			return nil, err
		}
		for _, r := range rows {
			if f.engine == "" || f.engine == r.Engine {
				list = append(list, rated{TaskID: r.TaskID, Engine: r.Engine, code: r.Code})
			}
		}
	} else {
		specs, bad, err := bench.LoadSpecs(f.specs)
		if err != nil {
			return nil, err
		}
		for _, b := range bad {
			a.log.Warn("left out", "specification", b.Error())
		}
		for _, s := range specs {
			list = append(list, rated{TaskID: s.TaskID, code: s.Code})
		}
	}
	if len(list) == 0 {
		return nil, fmt.Errorf("%s: no specifications there", f.specs)
	}
	return list, nil
}

// measure computes the rate, and says why where there is none.
func (r *rated) measure(ctx context.Context, rt *bench.Runtime, ds *bench.Dataset, o mutation.Options) {
	task := ds.Task(r.TaskID)
	if task == nil {
		r.Why, r.err = "no such task in the data set", errors.New("no such task")
		return
	}
	if r.code == "" {
		r.Why = "nothing was handed in"
		return
	}
	theirs, err := rt.Compile(task)
	if err != nil {
		r.Why, r.err = err.Error(), err
		return
	}

	t := *task
	t.Source = r.code
	ours, err := rt.Compile(&t)
	if err != nil {
		// Where names were changed, the tests' code speaks of others.
		t.Class, t.Driver, t.Tests = "", "", nil
		ours, err = rt.Compile(&t)
	}

	switch {
	case err != nil:
		r.Why = err.Error()
		return
	// The rate would be of mutants of another program.
	case !harness.SameCode(theirs, ours):
		r.Why = "the code was changed"
		return
	}
	r.Rate, r.err = mutation.Completeness(ctx, rt, &t, o)
	if errors.Is(r.err, mutation.ErrNotProved) {
		r.Why, r.err = r.Rate.Verdict.Phrase(), nil
	} else if r.err != nil {
		r.Why, r.Rate = r.err.Error(), nil
	}
}

func fateRows(r *mutation.Rate) []fateRow {
	if r == nil {
		return nil
	}
	out := make([]fateRow, len(r.Fates))
	for i, f := range r.Fates {
		m := f.Mutant
		out[i] = fateRow{mutantRow: mutantRow{m.Operator, m.Line, m.Column, m.From, m.To, m.Code}, Likeness: f.Likeness, Cause: f.Cause, Contract: f.Decision(), Input: f.Input}
	}
	return out
}

// completenessTable shows each specification, and for each engine the means over the
// specifications that are verified.
func (a *app) completenessTable(rows []rated) {
	var table [][]string
	engines := map[string]*mutation.Sum{}
	var order []string
	for _, r := range rows {
		s := engines[r.Engine]
		if s == nil {
			s = &mutation.Sum{}
			engines[r.Engine], order = s, append(order, r.Engine)
		}
		// Counted: the means are over what is verified, and say how much is not.
		if r.Rate == nil || r.Rate.Verdict != verify.Verified {
			s.Unverified++
			table = append(table, []string{r.TaskID, r.Engine, "", "", "", "", "", r.Why})
			continue
		}
		s.Add(r.Rate)
		x := r.Rate
		table = append(table, []string{r.TaskID, r.Engine, rateText(x.Compat), rateText(x.Contract), rateText(x.Strict),
			strconv.Itoa(x.Counted), strconv.Itoa(x.Equal + x.Alike), ""})
	}
	a.out.table([]string{"Task", "Engine", "Compat", "Contract", "Strict", "Mutants", "Same", "Why none"}, table)
	for _, e := range order {
		s := engines[e]
		if e != "" {
			a.out.printf("%s: ", e)
		}
		a.out.printf("%s\n", s)
	}
}

func rateText(x *float64) string {
	if x == nil {
		return "–"
	}
	return strconv.FormatFloat(*x, 'f', 3, 64)
}
