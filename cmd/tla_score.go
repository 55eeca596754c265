package cmd

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"path/filepath"
	"runtime"
	"slices"
	"strings"
	"time"

	"ensures/internal/atomicfile"
	"ensures/tla/score"
	"ensures/tla/task"

	"github.com/spf13/cobra"
)

// scoreFlags are the flags of tla score.
type scoreFlags struct {
	models, metrics          []string
	config, binding, mapping string
	format, out              string
	bugs, compat, quick      bool
	jobs, simulations        int
	budget                   time.Duration
}

func newTLAScore(a *app) *cobra.Command {
	var f scoreFlags
	c := &cobra.Command{
		Use:   "score TASK",
		Short: "Score models of a real system: syntax, runtime, conformance, invariants",
		Long: `Score models of a task's system by four metrics, each from 0 to 1:

  syntax       the module parses (one half), and each definition by itself (the other)
  runtime      actions that are taken and don't fail, of those in the next-state relation
  conformance  events of real traces before the first that the model can't do
  invariants   properties of the system that hold in the model, said in its own words

and a fifth where the task has a reference model:

  permissiveness  log lines that may come next, at every line of the traces: of those that
                  the model or the reference allows, the share that both allow. It falls
                  where a guard is missing although every trace fits. Beside it stands how
                  much of what is allowed no trace has, by action

Only a model that parses is run, and only one that runs without an error is held against
traces, invariants and the reference; what is behind a closed gate is not measured, which
is not 0. --compat adds the published rules as a second column.

Without --model it is the task's reference model. A model's Name.cfg, binding.yaml and
mapping.yaml are looked for beside it. Exit code 3 when a model's scores are not all 1;
with --bugs when the reference's are not, or no metric catches a seeded bug, which is named.`,
		Example: `  ensures tla score examples/systems/spinlock
  ensures tla score examples/systems/spinlock --bugs --format markdown
  ensures tla score tasks/lock --model Lock.tla --cfg Lock.cfg --binding binding.yaml
  ensures tla score tasks/lock --model a/Lock.tla,b/Lock.tla --format html --output score.html`,
		Args: exactly("TASK"),
		RunE: func(c *cobra.Command, args []string) error { return a.tlaScore(c.Context(), args[0], f) },
	}
	fl := c.Flags()
	fl.StringSliceVar(&f.models, "model", nil, "a model's `module`; several with commas or again")
	fl.StringVar(&f.config, "cfg", "", "its configuration `file`")
	fl.StringVar(&f.binding, "binding", "", "the `file` that binds the invariants' placeholders")
	fl.StringVar(&f.mapping, "mapping", "", "the `file` that maps traces to it (default: the task's)")
	fl.BoolVar(&f.bugs, "bugs", false, "the reference model, and it with each of the task's seeded bugs")
	fl.BoolVar(&f.compat, "compat", false, "the published rules too, which take some 25 runs more for a model")
	fl.BoolVar(&f.quick, "quick", false, "end a metric as soon as it is known not to be full")
	fl.StringSliceVar(&f.metrics, "metrics", nil, "only these `metrics`, and those that hold their gates")
	fl.IntVar(&f.jobs, "jobs", max(1, runtime.GOMAXPROCS(0)), "so `many` runs at a time")
	fl.DurationVar(&f.budget, "budget", time.Minute, "`time` for one exploration")
	fl.IntVar(&f.simulations, "simulations", 20, "simulations of compat's coverage")
	fl.StringVar(&f.format, "format", "table", "table, markdown, json or html")
	fl.StringVarP(&f.out, "output", "o", "", "write to this `file`")
	bind(fl, "seed", "harness.seed", "`seed` of simulations")
	return c
}

func (a *app) tlaScore(ctx context.Context, path string, f scoreFlags) error {
	if a.out.json {
		f.format = "json"
	}
	if !slices.Contains([]string{"table", "markdown", "json", "html"}, f.format) {
		return usagef("--format: unknown %q: use table, markdown, json or html", f.format)
	}
	if len(f.models) != 1 && f.config+f.binding+f.mapping != "" {
		return usagef("--cfg, --binding and --mapping are of one --model")
	}

	o := score.Options{Compat: f.compat, Quick: f.quick, Seed: a.cfg.Harness.Seed, Jobs: f.jobs, Budget: f.budget, Simulations: f.simulations, Now: a.Now}
	for _, m := range f.metrics {
		if !slices.Contains(score.AllMetrics(), score.Metric(m)) {
			return usagef("--metrics: unknown %q: use %s", m, strings.Join(task.Metrics(), ", "))
		}
		o.Metrics = append(o.Metrics, score.Metric(m))
	}

	t, err := task.Load(path)
	if err != nil {
		return err
	}
	sys, err := score.FromTask(t)
	if err != nil {
		return err
	}
	if t.Reference.Module != "" {
		rules, err := score.Reference(t, sys)
		if err != nil {
			return err
		}
		sys.Rules = score.NewRules(rules)
	}

	table := score.Table{System: t.Name, Means: map[string]string{}}
	models, err := a.scoredModels(t, sys, f, table.Means)
	if err != nil {
		return err
	}

	tools, err := a.toolchain(ctx)
	if err != nil {
		return err
	}
	done := 0
	table.Models, err = score.New(tools, o).All(ctx, sys, models, func(r *score.Result) {
		if done++; len(models) > 1 && terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never" {
			fmt.Fprintf(raw(a.Stderr), "\r\x1b[K%d/%d %s", done, len(models), shownText(r.Model))
			if done == len(models) {
				fmt.Fprint(raw(a.Stderr), "\r\x1b[K")
			}
		}
	})
	if err != nil {
		return err
	}

	if err := a.writeScores(table, f); err != nil {
		return err
	}
	if f.bugs {
		return uncaught(table.Models, o)
	}

	below := 0
	for _, r := range table.Models {
		if !full(r, o) {
			below++
		}
	}
	if below > 0 {
		return shown(ExitBelow, "%d of %d models have not all scores at 1", below, len(models))
	}
	return nil
}

// uncaught names the seeded bugs that no metric catches, and a reference model that some
// metric finds fault with; models begin with the reference.
func uncaught(models []*score.Result, o score.Options) error {
	// A bug is caught where the model with it scores below the reference; where that does not
	// score full, "caught" says nothing.
	if !full(models[0], o) {
		return &coded{ExitBelow, errors.New("the reference model has not all scores at 1")}
	}
	var names []string
	for _, r := range models[1:] {
		if len(r.Caught()) == 0 {
			names = append(names, r.Model)
		}
	}
	if len(names) > 0 {
		return &coded{ExitBelow, fmt.Errorf("%d of %d seeded bugs are caught by no metric: %s", len(names), len(models)-1, strings.Join(names, ", "))}
	}
	return nil
}

// full says whether every metric that was asked for is.
func full(r *score.Result, o score.Options) bool {
	for _, m := range score.Metrics() {
		if v, ok := r.Strict[m]; !v.Full() && (ok || len(o.Metrics) == 0) {
			return false
		}
	}
	return !r.Strict[score.Permissiveness].Below()
}

// scoredModels are those that the flags name.
func (a *app) scoredModels(t task.Task, sys *score.System, f scoreFlags, means map[string]string) ([]score.Model, error) {
	if len(f.models) == 0 || f.bugs {
		ref, err := score.Reference(t, sys)
		if err != nil {
			return nil, usagef("%v: name a --model", err)
		}
		models := []score.Model{ref}
		if !f.bugs {
			return models, nil
		}
		bugs, err := t.LoadBugs()
		if err != nil {
			return nil, err
		}
		for _, b := range bugs {
			m, err := score.Buggy(t, ref, b)
			if err != nil {
				return nil, err
			}
			means[m.Name] = b.Kind + ": " + b.Means
			models = append(models, m)
		}
		return models, nil
	}

	var models []score.Model
	for _, path := range f.models {
		m, err := score.ReadModel(sys, path, f.config, f.binding)
		if err != nil {
			return nil, err
		}

		mapping := f.mapping
		if own := filepath.Join(filepath.Dir(path), "mapping.yaml"); mapping == "" {
			if _, err := os.Stat(own); err == nil {
				mapping = own
			}
		}
		if mapping != "" {
			if m.Mapping, err = score.ReadMapping(mapping); err != nil {
				return nil, err
			}
		}
		if len(f.models) > 1 {
			m.Name = path
		}
		models = append(models, m)
	}
	return models, nil
}

func (a *app) writeScores(t score.Table, f scoreFlags) error {
	write := map[string]func(io.Writer) error{"json": t.JSON, "markdown": t.Markdown, "html": t.HTML}[f.format]
	if write == nil {
		write = func(w io.Writer) error {
			// A table in a file is no terminal's, whatever stdout is.
			o := *a.out
			o.w, o.tty = w, o.tty && f.out == ""
			o.table(t.Header(), t.Rows())
			return nil
		}
	}
	if f.out == "" {
		return write(a.Stdout)
	}
	var b bytes.Buffer
	if err := write(&b); err != nil {
		return err
	}
	return atomicfile.Write(f.out, b.Bytes())
}
