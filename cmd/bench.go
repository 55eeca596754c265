package cmd

import (
	"context"
	"errors"
	"fmt"
	"maps"
	"path/filepath"
	"regexp"
	"runtime"
	"slices"
	"strconv"
	"strings"

	"ensures/bench"
	"ensures/harness"
	"ensures/report"
	"ensures/runner"
	"ensures/verify"

	"github.com/spf13/cobra"
)

func newBench(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Run engines over a whole data set, and report",
		Args:  noSuchVerb,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newBenchRun(a), newBenchReport(a), newBenchRecheck(a))
	return c
}

// benchFlags are the flags of bench run that are no configuration keys.
type benchFlags struct {
	dataset, out, filter, shard string
	engines                     []string
	runs, workers, limit        int
	shuffle, resume             bool
}

func newBenchRun(a *app) *cobra.Command {
	var f benchFlags
	c := &cobra.Command{
		Use:   "run --dataset D --engine E[,E…]",
		Short: "Run engines over a data set, in a way that a crash cannot lose",
		Long: `Run engines over the tasks of a data set. The folder of the run gets run.json,
summary.jsonl with a line for every finished task, and a folder for each task.
Verdicts come from the verifier and scores from the harness, never from an engine.

The first interrupt lets the tasks in flight finish, a second one ends at once.
--resume goes on with a run of the same settings; what is finished is not run again.

--model is asked by all workers together, within the limits of model.*; its
trajectories are in the tasks' folders. With --model replay:RUN the answers are those
of a recorded run over the same data set.

Engines: ` + engineList() + `

Engines that need a model (--model):` + modelEngineList(),
		Example: `  ensures bench run --dataset tasks.jsonl --engine guided --out runs/guided
  ensures bench run --dataset tasks.jsonl --engine guided,dynamic --workers 2 --resume --out runs/both
  ensures bench run --dataset tasks.jsonl --engine agent,specgen-two --model ollama/qwen2.5-coder`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return a.benchRun(c.Context(), f) },
	}
	c.Flags().StringVar(&f.dataset, "dataset", "", "benchmark `file` (JSON or JSONL), or a folder of Java files")
	c.Flags().StringSliceVar(&f.engines, "engine", []string{"guided"}, "the `engines` to run, with commas between them")
	c.Flags().StringVar(&f.out, "out", "", "`folder` of the run (default runs/DATASET)")
	c.Flags().StringVar(&f.filter, "filter", "", "only tasks whose id matches this regular `expression`")
	c.Flags().IntVar(&f.limit, "limit", 0, "at most so `many` tasks")
	c.Flags().IntVar(&f.runs, "runs", 1, "repeat every task so `often`")
	c.Flags().IntVar(&f.workers, "workers", max(1, runtime.GOMAXPROCS(0)), "so `many` tasks at a time")
	c.Flags().StringVar(&f.shard, "shard", "", "only part `i/n` of the tasks")
	c.Flags().BoolVar(&f.shuffle, "shuffle", false, "in random order, by the seed")
	c.Flags().BoolVar(&f.resume, "resume", false, "go on with the run in the folder")
	bindModel(c.Flags())
	bind(c.Flags(), "agent", "agent.mode", "how the agent works: codeact or react")
	bind(c.Flags(), "preset", "agent.preset", "settings of the agent: default or veriact-paper")
	bind(c.Flags(), "prompts", "prompts.dir", "`folder` of templates in place of ours")
	bind(c.Flags(), "repairs", "baseline.repairs", "so `many` answers of a prompt configuration after the first")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	bind(c.Flags(), "arithmetic", "verify.arithmetic", "safe, java or quiet")
	bind(c.Flags(), "budget", "annotate.budget", "`time` for one method")
	return c
}

func (a *app) benchRun(ctx context.Context, f benchFlags) error {
	if f.dataset == "" {
		return usagef("ensures bench run takes --dataset\ntry: ensures bench run --help")
	}
	shard, shards, err := parseShard(f.shard)
	if err != nil {
		return err
	}
	tasks, name, err := a.benchTasks(f)
	if err != nil {
		return err
	}
	rt := bench.NewRuntime()
	p, done := a.prover(ctx, rt)
	defer done()
	engines, more, end, err := a.chosenEngines(ctx, f.engines, rt, p)
	if err != nil {
		return err
	}
	defer end()
	config := map[string]any{"annotate": a.cfg.Annotate, "harness": a.cfg.Harness, "verify": a.cfg.Verify, "jml": a.cfg.JML, "run": a.cfg.Run}
	maps.Copy(config, more)
	judge := &runner.Judge{Runtime: rt, Harness: harness.Options{Pairs: a.cfg.Harness.Pairs, Mutants: a.cfg.Harness.Mutants, Traces: -1},
		Bench:  bench.Options{Pairs: a.cfg.Harness.Pairs, Inputs: a.cfg.Harness.Inputs, Seed: a.cfg.Harness.Seed},
		Verify: verify.Options{Arithmetic: a.arithmetic(), NullableByDefault: a.cfg.JML.NullableByDefault, Timeout: a.cfg.Verify.Timeout}}
	if p != nil {
		judge.Backend = p.judge
	} else {
		a.log.Warn("there is no solver: nothing will be verified", "install", "ensures setup z3")
	}
	if f.out == "" {
		f.out = filepath.Join("runs", name)
	}
	show := a.benchTable()
	// The first interrupt ends ctx: tasks in flight go on.
	progress, err := runner.Run(context.WithoutCancel(ctx), runner.Options{
		Dir: f.out, Dataset: name, Tasks: tasks, Engines: engines, Judge: judge, Runs: f.runs, Workers: f.workers,
		Shard: shard, Shards: shards, Shuffle: f.shuffle, Seed: a.cfg.Harness.Seed, Resume: f.resume, Version: version(),
		Config: config,
		Drain:  ctx.Done(), Progress: show.row, Now: a.Now,
	})
	show.done()
	switch {
	case errors.Is(err, runner.ErrOther):
		return usagef("%v\nuse another --out folder, or the settings in %s", err, filepath.Join(f.out, runner.ManifestFile))
	case errors.Is(err, runner.ErrExists):
		return usagef("%v", err)
	case err != nil:
		return err
	case progress.Done < progress.Total:
		fmt.Fprintf(a.Stderr, "ensures: stopped after %d of %d tasks; --resume goes on\n", progress.Done, progress.Total)
		return context.Canceled
	}
	r, err := report.Read(f.out)
	if err != nil {
		return err
	}
	if a.out.json {
		return r.JSON(a.Stdout)
	}
	return r.Markdown(a.Stdout)
}

// benchTasks are the tasks that the flags select.
func (a *app) benchTasks(f benchFlags) ([]*bench.Task, string, error) {
	d, err := bench.Load(f.dataset)
	if err != nil {
		return nil, "", err
	}
	for _, b := range d.Bad {
		a.log.Warn("left out", "task", b.Error())
	}
	tasks := d.Tasks
	if f.filter != "" {
		re, err := regexp.Compile(f.filter)
		if err != nil {
			return nil, "", usagef("--filter: %v", err)
		}
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *bench.Task) bool { return !re.MatchString(t.ID) })
	}
	if f.limit > 0 && len(tasks) > f.limit {
		tasks = tasks[:f.limit]
	}
	if len(tasks) == 0 {
		return nil, "", fmt.Errorf("%s: no task is left to run", f.dataset)
	}
	name := filepath.Base(f.dataset)
	if dir := filepath.Base(filepath.Dir(f.dataset)); name == "tasks.jsonl" && dir != "." {
		name = dir
	}
	return tasks, strings.TrimSuffix(name, filepath.Ext(name)), nil
}

// parseShard reads "2/5".
func parseShard(s string) (i, n int, err error) {
	if s == "" {
		return 0, 0, nil
	}
	a, b, ok := strings.Cut(s, "/")
	i, err1 := strconv.Atoi(a)
	n, err2 := strconv.Atoi(b)
	if !ok || err1 != nil || err2 != nil || i < 1 || n < i {
		return 0, 0, usagef("--shard: %q is no part of a whole; write it like 2/5", s)
	}
	return i, n, nil
}
