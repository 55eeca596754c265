package cmd

import (
	"context"
	"errors"
	"fmt"
	"io"
	"os"
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
	c.AddCommand(newBenchRun(a), newBenchReport(a))
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

Engines: ` + engineList(),
		Example: `  ensures bench run --dataset tasks.jsonl --engine guided --out runs/guided
  ensures bench run --dataset tasks.jsonl --engine guided,dynamic --workers 2 --resume --out runs/both`,
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
	engines, err := a.chosenEngines(f.engines, rt, p)
	if err != nil {
		return err
	}
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
		Config: map[string]any{"annotate": a.cfg.Annotate, "harness": a.cfg.Harness, "verify": a.cfg.Verify, "jml": a.cfg.JML, "run": a.cfg.Run},
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

// benchTable shows finished tasks on a terminal: a line of counts that is
// rewritten.
type benchTable struct {
	w      io.Writer // nil: nothing is shown
	counts map[string]int
	strong int
	width  int
}

func (a *app) benchTable() *benchTable {
	t := &benchTable{counts: map[string]int{}}
	if terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never" {
		t.w = a.Stderr
	}
	return t
}

func (t *benchTable) row(r runner.Row, p runner.Progress) {
	if t.w == nil {
		return
	}
	verdict := r.Verdict
	if verdict == "" {
		verdict = string(r.Status)
	}
	t.counts[verdict]++
	if r.MVRStrict {
		t.strong++
	}
	var parts []string
	for _, k := range []string{"verified", "unknown", "refuted", "unsupported", "malformed", "error", "infrastructure"} {
		if t.counts[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.counts[k], k))
		}
	}
	line := fmt.Sprintf("%d/%d  %s, %d meaningful  %s", p.Done, p.Total, strings.Join(parts, ", "), t.strong, r.TaskID)
	pad := max(0, t.width-len(line))
	fmt.Fprintf(t.w, "\r%s%s", line, strings.Repeat(" ", pad))
	t.width = len(line)
}

func (t *benchTable) done() {
	if t.w != nil && t.width > 0 {
		fmt.Fprintf(t.w, "\r%s\r", strings.Repeat(" ", t.width))
	}
}

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
	r, err := report.Read(dirs...)
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
	f, err := os.CreateTemp(filepath.Dir(out), ".report-*")
	if err != nil {
		return err
	}
	defer os.Remove(f.Name())
	if err := errors.Join(write(f), f.Chmod(0o644), f.Close()); err != nil {
		return err
	}
	return os.Rename(f.Name(), out)
}
