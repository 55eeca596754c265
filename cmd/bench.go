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
	"ensures/sandbox"

	"github.com/spf13/cobra"
)

func newBench(a *app) *cobra.Command {
	c := &cobra.Command{
		Use:   "bench",
		Short: "Run engines over a whole data set, and report",
		Args:  noSuchVerb,
		RunE:  func(c *cobra.Command, _ []string) error { return c.Help() },
	}
	c.AddCommand(newBenchRun(a), newBenchWorker(a), newBenchReport(a), newBenchCompare(a), newBenchRecheck(a), newBenchCompleteness(a), newBenchFlips(a), newBenchSpecEval(a))
	return c
}

// benchFlags are the flags of bench run that are no configuration keys.
type benchFlags struct {
	dataset, out, filter, slice string
	shard, queue                string
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

An interrupt ends the run; with --drain the tasks in flight have that time to finish, where
no second one comes. --resume goes on with a run of the same settings; what is finished is
not run again.

Filter, shuffle, slice and limit are done in this order, then the shard is taken.
--queue shares the tasks with every "ensures bench worker" of that queue; a task whose
worker dies is given to another one.

--model is asked by all workers together, within the limits of model.*; its
trajectories are in the tasks' folders. With --model replay:RUN the answers are those
of a recorded run over the same data set.

Engines: ` + engineList() + `

Engines that need a model (--model):` + modelEngineList(),
		Example: `  ensures bench run --dataset tasks.jsonl --engine guided --out runs/guided
  ensures bench run --dataset tasks.jsonl --engine guided,dynamic --workers 2 --resume --out runs/both
  ensures bench run --dataset tasks.jsonl --engine agent,specgen-two --model ollama/qwen2.5-coder
  ensures bench run --dataset tasks.jsonl --queue nats://host:4222 --workers 0 --out runs/many`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return a.benchRun(c.Context(), f) },
	}
	c.Flags().StringVar(&f.dataset, "dataset", "", "benchmark `file` (JSON or JSONL), or a folder of Java files")
	c.Flags().StringSliceVar(&f.engines, "engine", []string{"guided"}, "the `engines` to run, with commas between them")
	c.Flags().StringVar(&f.out, "out", "", "`folder` of the run (default runs/DATASET)")
	c.Flags().StringVar(&f.filter, "filter", "", "only tasks whose id matches this regular `expression`")
	c.Flags().StringVar(&f.slice, "slice", "", "only tasks `from:to`, counted from 0, in the order in which they run; either may be left out")
	c.Flags().IntVar(&f.limit, "limit", 0, "at most so `many` tasks")
	c.Flags().IntVar(&f.runs, "runs", 1, "repeat every task so `often`")
	c.Flags().IntVar(&f.workers, "workers", max(1, runtime.GOMAXPROCS(0)), "so `many` tasks at a time in this process")
	c.Flags().StringVar(&f.queue, "queue", "", "give the tasks to all workers of a NATS server (JetStream) at this `address`, nats://host:4222; --workers 0 does none here")
	c.Flags().StringVar(&f.shard, "shard", "", "only part `i/n` of the tasks")
	c.Flags().BoolVar(&f.shuffle, "shuffle", false, "in random order, by the seed")
	drainFlags(c.Flags())
	c.Flags().BoolVar(&f.resume, "resume", false, "go on with the run in the folder")
	bindModel(c.Flags())
	bind(c.Flags(), "agent", "agent.mode", "how the agent works: codeact or react")
	bind(c.Flags(), "preset", "agent.preset", "settings of the agent: default or veriact-paper")
	bind(c.Flags(), "prompts", "prompts.dir", "`folder` of templates in place of ours")
	bind(c.Flags(), "repairs", "baseline.repairs", "so `many` answers of a prompt configuration after the first")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	bind(c.Flags(), "arithmetic", "verify.arithmetic", "safe, java or quiet")
	bind(c.Flags(), "budget", "annotate.budget", "work on one method, as the `time` of its steps on an idle machine")
	return c
}

func (a *app) benchRun(ctx context.Context, f benchFlags) error {
	if f.dataset == "" {
		return usagef("ensures bench run takes --dataset\ntry: ensures bench run --help")
	}
	if f.workers < 0 || f.workers == 0 && f.queue == "" {
		return usagef("--workers: %d; without --queue it takes at least 1", f.workers)
	}
	shard, shards, err := parseShard(f.shard)
	if err != nil {
		return err
	}

	o, err := a.benchTasks(f)
	if err != nil {
		return err
	}
	executor := a.executor
	if inRust(o.Tasks) {
		if f.queue != "" {
			return usagef("--queue: data sets of Rust are run in this process")
		}
		executor = a.rustExecutor
	}
	x, config, end, err := executor(ctx, f.engines)
	if err != nil {
		return err
	}
	defer end()

	if f.out == "" {
		f.out = filepath.Join("runs", o.Dataset)
	}
	show := a.benchTable(f.engines)
	o.Dir, o.Engines, o.Judge, o.Runs, o.Workers = f.out, x.Engines, x.Judge, f.runs, f.workers
	o.Shard, o.Shards, o.Seed, o.Resume, o.Version = shard, shards, a.cfg.Harness.Seed, f.resume, version()
	o.Config = config
	o.Drain, o.Progress, o.Begun, o.Now = ctx.Done(), show.row, show.begun, a.Now
	// The first interrupt ends ctx, which is the sign to drain: tasks in flight go on under a
	// context that it does not end.
	alive := context.WithoutCancel(ctx)
	if f.queue != "" {
		q, err := a.dial(alive, f.queue)
		if err != nil {
			return err
		}
		defer q.Close()
		scratch, remove, err := sandbox.TempDir("bench")
		if err != nil {
			return err
		}
		defer remove()
		o.Spread = q.Spread(a.owned(q, x, f.workers, scratch, show))
	}

	progress, err := runner.Run(alive, o)
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

	// The report is read from the folder, as anybody would read it: it says what is recorded, not
	// what this process remembers.
	r, err := report.Read(f.out)
	if err != nil {
		return err
	}
	for _, row := range r.Foreign {
		a.log.Warn("left out: no row of the run", "row", row)
	}
	if a.out.json {
		return r.JSON(a.Stdout)
	}
	return r.Markdown(a.Stdout)
}

// executor makes engines by their names, and the judge of what they hand in, with
// the settings that make a difference to them.
func (a *app) executor(ctx context.Context, names []string) (*runner.Executor, map[string]any, func(), error) {
	// Times are measured: an answer of an earlier run would make an engine look fast.
	a.keeping = keepInRun
	rt := bench.NewRuntime()
	p, done := a.prover(ctx, rt)
	engines, more, end, err := a.chosenEngines(ctx, names, rt, p)
	if err != nil {
		done()
		return nil, nil, nil, err
	}
	config := map[string]any{"annotate": a.cfg.Annotate, "harness": a.cfg.Harness, "verify": a.cfg.Verify, "jml": a.cfg.JML, "run": a.cfg.Run}
	maps.Copy(config, more)
	judge := &runner.Judge{Runtime: rt, Harness: harness.Options{Pairs: a.cfg.Harness.Pairs, Mutants: a.cfg.Harness.Mutants, Traces: -1, Nullable: a.cfg.JML.NullableByDefault},
		Bench:  bench.Options{Pairs: a.cfg.Harness.Pairs, Inputs: a.cfg.Harness.Inputs, Seed: a.cfg.Harness.Seed},
		Verify: a.proofOptions()}
	if p != nil {
		judge.Backend = p.Judge
	} else {
		a.log.Warn("there is no solver: nothing will be verified", "install", "ensures setup z3")
	}
	return &runner.Executor{Engines: engines, Judge: judge}, config, func() { end(); done() }, nil
}

// benchTasks are the tasks that the flags select, as a run's options have them.
func (a *app) benchTasks(f benchFlags) (o runner.Options, err error) {
	d, err := bench.Load(f.dataset)
	if err != nil {
		return o, err
	}
	for _, b := range d.Bad {
		a.log.Warn("left out", "task", b.Error())
	}

	tasks := d.Tasks
	// Of the whole data set: a shard or a resumed run must be of the same one.
	o.Digest = runner.Digest(tasks)
	var words []string
	if f.filter != "" {
		re, err := regexp.Compile(f.filter)
		if err != nil {
			return o, usagef("--filter: %v", err)
		}
		tasks = slices.DeleteFunc(slices.Clone(tasks), func(t *bench.Task) bool { return !re.MatchString(t.ID) })
		words = append(words, "filter "+f.filter)
	}

	if f.shuffle {
		tasks = runner.Select(tasks, true, a.cfg.Harness.Seed, 0, 0)
		words = append(words, "shuffle")
	}
	if f.slice != "" {
		if tasks, err = slice(tasks, f.slice); err != nil {
			return o, err
		}
		words = append(words, "slice "+f.slice)
	}
	if f.limit > 0 && len(tasks) > f.limit {
		tasks = tasks[:f.limit]
		words = append(words, fmt.Sprintf("limit %d", f.limit))
	}

	if len(tasks) == 0 {
		return o, fmt.Errorf("%s: no task is left to run", f.dataset)
	}
	name := filepath.Base(f.dataset)
	if dir := filepath.Base(filepath.Dir(f.dataset)); name == "tasks.jsonl" && dir != "." {
		name = dir
	}
	o.Tasks, o.Select, o.Dataset = tasks, strings.Join(words, ", "), strings.TrimSuffix(name, filepath.Ext(name))
	return o, nil
}

// slice is a part of the tasks: "10:20", ":20", "10:".
func slice(tasks []*bench.Task, s string) ([]*bench.Task, error) {
	bad := usagef("--slice: %q is no part of the tasks; write it like 10:20", s)
	a, b, ok := strings.Cut(s, ":")
	from, to := 0, len(tasks)
	var err1, err2 error
	if a != "" {
		from, err1 = strconv.Atoi(a)
	}
	if b != "" {
		to, err2 = strconv.Atoi(b)
	}
	if !ok || err1 != nil || err2 != nil || from < 0 || to < from {
		return nil, bad
	}
	return tasks[min(from, len(tasks)):min(to, len(tasks))], nil
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
