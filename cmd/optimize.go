package cmd

import (
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"sync/atomic"

	"ensures/baseline/prompted"
	"ensures/bench"
	"ensures/engine/asked"
	"ensures/feedback"
	"ensures/harness"
	"ensures/llm"
	"ensures/prompts"
	"ensures/prompts/optimize"
	"ensures/verify"

	"github.com/spf13/cobra"
)

// optimizeFlags are the flags of optimize.
type optimizeFlags struct {
	dataset, out, engine, reflect, score, filter      string
	calls, rounds, minibatch, workers, limit, repairs int
	usd, train                                        float64
	merge, resume                                     bool
}

func newOptimize(a *app) *cobra.Command {
	var f optimizeFlags
	c := &cobra.Command{
		Use:   "optimize --dataset D --engine E --model M",
		Short: "Improve the prompts of an engine by reflection",
		Long: `Improve the prompts of a prompt configuration (ensures baselines), or the agent's
system prompt and rules, on the tasks of a data set, by GEPA: candidates work on a few tasks, a model reads what went wrong and
writes a prompt anew, and what scores better is kept, as long as it is best on some
validation task. Tasks are split into training and validation, each category alike.

The score of an answer is 1.0 when it is verified, 0.3 with one failure, 0.1 with
several, 0 with mistakes of syntax or types; with --score harness a verified
specification has 0.5 and half of its strict PostCorr and PostComp.

The folder of the run gets log.jsonl, candidates.json and best/, a folder of prompts
for --prompts. A run that was stopped or killed goes on with --resume; nothing that
is in the log is paid for again.`,
		Example: `  ensures optimize --dataset tasks.jsonl --engine formalbench-zero --model ollama/qwen2.5-coder --calls 500 --out better
  ensures bench run --dataset others.jsonl --engine formalbench-zero --model ollama/qwen2.5-coder --prompts better/best`,
		Args: exactly(),
		RunE: func(c *cobra.Command, _ []string) error { return a.optimize(c.Context(), f) },
	}
	c.Flags().StringVar(&f.dataset, "dataset", "", "benchmark `file` (JSON or JSONL), or a folder of Java files")
	c.Flags().StringVar(&f.engine, "engine", "formalbench-zero", "the prompt `configuration`, or agent")
	c.Flags().StringVar(&f.out, "out", "", "`folder` of the run (default optimized/ENGINE)")
	c.Flags().StringVar(&f.reflect, "reflect", "", "the `model` that writes prompts (default: the same)")
	c.Flags().StringVar(&f.score, "score", "graduated", "graduated or harness")
	c.Flags().StringVar(&f.filter, "filter", "", "only tasks whose id matches this regular `expression`")
	c.Flags().IntVar(&f.limit, "limit", 0, "at most so `many` tasks")
	c.Flags().Float64Var(&f.train, "train", 0.5, "the `part` of the tasks that trains")
	c.Flags().IntVar(&f.calls, "calls", 1000, "at most so `many` model calls, 0 for no limit")
	c.Flags().Float64Var(&f.usd, "usd", 0, "at most so many US `dollars`, 0 for no limit")
	c.Flags().IntVar(&f.rounds, "rounds", 0, "at most so `many` rounds, 0 for no limit")
	c.Flags().IntVar(&f.minibatch, "minibatch", 3, "`tasks` that a change is tried on")
	c.Flags().IntVar(&f.workers, "workers", 2, "so `many` tasks at a time")
	c.Flags().BoolVar(&f.merge, "merge", false, "also merge candidates of a common ancestor")
	c.Flags().BoolVar(&f.resume, "resume", false, "go on with the run in the folder")
	bindModel(c.Flags())
	bind(c.Flags(), "agent", "agent.mode", "how the agent works: codeact or react")
	bind(c.Flags(), "prompts", "prompts.dir", "`folder` of templates to begin with in place of ours")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of the split and of all chance")
	c.Flags().IntVar(&f.repairs, "repairs", 0, "answers of the model after the first, whose prompt is improved too")
	return c
}

// optimizer tries an engine's prompts on tasks.
type optimizer struct {
	*app
	shared  *asked.Shared
	rt      *bench.Runtime
	engine  asked.Info
	repairs int
	harness bool
	tasks   map[string]*bench.Task

	mu       sync.Mutex
	prepared map[string]*bench.Prepared
}

func (a *app) optimize(ctx context.Context, f optimizeFlags) error {
	switch {
	case f.dataset == "":
		return usagef("ensures optimize takes --dataset\ntry: ensures optimize --help")
	case f.score != "graduated" && f.score != "harness":
		return usagef("--score: unknown %q: use graduated or harness", f.score)
	case f.train <= 0 || f.train >= 1:
		return usagef("--train: must be between 0 and 1")
	case f.calls <= 0 && f.usd <= 0 && f.rounds <= 0:
		return usagef("there is no budget: give --calls, --usd or --rounds")
	}

	engine, ok := asked.Find(f.engine)
	if !ok {
		return usagef("--engine: %q is no prompt configuration (ensures baselines lists them) nor %s", f.engine, asked.Agent)
	}
	if f.out == "" {
		f.out = filepath.Join("optimized", f.engine)
	}

	given, err := a.benchTasks(benchFlags{dataset: f.dataset, filter: f.filter, limit: f.limit})
	if err != nil {
		return err
	}

	rt := bench.NewRuntime()
	p, end := a.prover(ctx, rt)
	defer end()
	k, done, err := a.asker(ctx, rt, p, []string{f.engine})
	if err != nil {
		return err
	}
	defer done()
	if k.Replayed != "" {
		return usagef("--model: a run over data sets can't be replayed here")
	}

	z := &optimizer{app: a, shared: k, rt: rt, engine: engine, repairs: f.repairs, harness: f.score == "harness", tasks: map[string]*bench.Task{}, prepared: map[string]*bench.Prepared{}}
	var tasks []optimize.Task
	for _, t := range given.Tasks {
		z.tasks[t.ID] = t
		tasks = append(tasks, optimize.Task{ID: t.ID, Stratum: t.Category})
	}

	set, err := a.loadPrompts()
	if err != nil {
		return err
	}
	o := optimize.Options{
		Start: map[string]string{}, Evaluate: z.evaluate, Check: z.check, Client: k.Client, Model: k.Model, Prompts: set,
		Subject:   fmt.Sprintf("%s %s %s %s repairs=%d %s", f.engine, a.cfg.Agent.Mode, a.cfg.Model.Name, f.score, f.repairs, a.cfg.Verify.Arithmetic),
		Minibatch: f.minibatch, Rounds: f.rounds, Calls: f.calls, CostUSD: f.usd, Workers: f.workers, Merge: f.merge, Seed: a.cfg.Harness.Seed, Dir: f.out, Resume: f.resume,
		Progress: func(p optimize.Progress) {
			a.status(fmt.Sprintf("round %d, %d calls, %.3f (was %.3f): %s", p.Round, p.Calls, p.Best, p.Start, p.Event))
			a.log.Info(p.Event, "round", p.Round, "candidates", p.Candidates, "best", fmt.Sprintf("%.3f", p.Best), "calls", p.Calls)
		},
	}

	if t := a.cfg.Baseline.Temperature; t >= 0 {
		o.Temperature = &t
	}
	for _, n := range z.instructions() {
		text, _, err := set.Source(n)
		if err != nil {
			return err
		}
		o.Start[n] = strings.TrimSpace(text)
	}

	o.Train, o.Val = optimize.Split(tasks, f.train, a.cfg.Harness.Seed)
	// Another model may write the prompts than the one that is to follow them.
	if f.reflect != "" {
		other, cfg := *a, *a.cfg
		cfg.Model.Name = f.reflect
		other.cfg = &cfg
		m, err := other.model()
		if err != nil {
			return fmt.Errorf("--reflect: %w", err)
		}
		o.Client, o.Model = m.Client, m.name
	}

	res, err := optimize.Run(ctx, o)
	a.status("")
	switch {
	case errors.Is(err, optimize.ErrOther):
		return usagef("%v\nuse another --out folder, or the settings that it began with", err)
	case errors.Is(err, optimize.ErrExists):
		return usagef("%v", err)
	case err != nil && len(res.Candidates) > 0:
		return fmt.Errorf("%w\nwhat was done is kept in %s; --resume goes on", err, f.out)
	case err != nil:
		return err
	}
	return a.showOptimized(res, f)
}

// showOptimized prints what came of it.
func (a *app) showOptimized(r optimize.Result, f optimizeFlags) error {
	best := filepath.Join(f.out, optimize.BestDir)
	if a.out.json {
		return a.out.object(map[string]any{"engine": f.engine, "start": r.Candidates[0].Mean, "best": r.Best.Mean, "candidate": r.Best.ID, "changed": append([]string{}, r.Best.Changed...),
			"candidates": len(r.Candidates), "rounds": r.Rounds, "calls": r.Calls, "cost_usd": r.CostUSD, "stopped": r.Stopped, "events": append([]string{}, r.Events...), "prompts": best})
	}
	var rows [][]string
	for _, c := range r.Candidates {
		mark := ""
		if c == r.Best {
			mark = "best"
		}
		rows = append(rows, []string{fmt.Sprint(c.ID), strings.Trim(fmt.Sprint(c.Parents), "[]"), fmt.Sprintf("%.3f", c.Mean), strings.Join(c.Changed, ", "), mark})
	}
	a.out.table([]string{"CANDIDATE", "PARENTS", "SCORE", "CHANGED", ""}, rows)
	a.out.printf("%.3f, was %.3f, on %d validation tasks; %d rounds, %d model calls, %.4f US dollars; ended by %s.\n",
		r.Best.Mean, r.Candidates[0].Mean, len(r.Best.Scores), r.Rounds, r.Calls, r.CostUSD, r.Stopped)
	for i, e := range r.Events {
		a.out.printf("  round %d: %s\n", i+1, e)
	}
	if len(r.Best.Changed) > 0 {
		a.out.printf("The best prompts are in %s: use them with --prompts %s\n", best, best)
	}
	return nil
}

// instructions are the prompts that are improved.
func (z *optimizer) instructions() []string {
	if z.engine.Name == asked.Agent {
		return []string{"rules", z.cfg.Agent.Mode + "/system"}
	}
	return z.engine.Config.Instructions(z.repairs > 0)
}

// with are the prompts with some of them replaced.
func (z *optimizer) with(texts map[string]string) (*prompts.Set, error) {
	return prompts.Load(prompts.Options{Dir: z.cfg.Prompts.Dir, Texts: texts, Verifier: taught(z.cfg.Verify.Backend), Arithmetic: z.cfg.Verify.Arithmetic})
}

func (z *optimizer) check(texts map[string]string) error {
	_, err := z.with(texts)
	return err
}

// evaluate tries prompts on a task.
func (z *optimizer) evaluate(ctx context.Context, texts map[string]string, task optimize.Task) (optimize.Evaluation, error) {
	t := z.tasks[task.ID]
	set, err := z.with(texts)
	if err != nil {
		return optimize.Evaluation{}, err
	}
	try := z.answer
	if z.engine.Name == asked.Agent {
		try = z.work
	}
	res, err := try(ctx, t, set)
	if err != nil {
		return optimize.Evaluation{}, err
	}

	e := optimize.Evaluation{Input: t.Source, Output: res.Code, Calls: res.Steps, CostUSD: res.Usage.CostUSD, Feedback: res.Reason}
	switch {
	case res.Code == "" && e.Feedback == "":
		e.Feedback = "the reply held no Java program with the code of the task"
	case res.Code != "":
		e.Score = prompted.Score(res.Last)
		rep := feedback.Analyze(res.Last, res.Code)
		rep.Version = "" // the same on every machine
		e.Feedback = strings.TrimSpace(rep.Text(500) + "\n" + res.Reason)
	}
	if e.Output == "" {
		e.Output = "(none that can be used)"
	}

	if z.harness && res.Last.Verdict == verify.Verified {
		return e, z.measure(ctx, t, &e)
	}
	return e, nil
}

// answer lets the model answer in the way of the configuration.
func (z *optimizer) answer(ctx context.Context, t *bench.Task, set *prompts.Set) (prompted.Result, error) {
	// A copy: the evaluations of other prompts go on at the same time.
	s := *z.shared
	s.Prompts, s.Prompted.Repairs, s.Prompted.Mutations = set, z.repairs, 0
	res := s.Answer(ctx, z.engine.Config, t, asked.Work{Client: s.Client, Model: s.Model})
	return res, res.Err
}

// work lets the agent work; what it hands in is verified once more, for the score.
func (z *optimizer) work(ctx context.Context, t *bench.Task, set *prompts.Set) (res prompted.Result, err error) {
	s := *z.shared
	s.Prompts = set
	client := &counting{Client: s.Client}
	got, err := s.Work(ctx, t, asked.Work{Client: client, Model: s.Model})
	if err == nil {
		err = got.Err
	}
	res.Steps, res.Usage, res.Reason = int(client.calls.Load()), got.Usage, asked.HowEnded(got.Success, string(got.Outcome), got.Reason)
	// A specification of other code is none of the task.
	if err != nil || got.Best == nil || got.Best.Unchanged != nil && !*got.Best.Unchanged {
		return res, err
	}
	res.Code = got.Best.Text
	res.Last, err = s.Backend.Verify(ctx, verify.Request{File: t.Name, Source: res.Code, Options: z.proofOptions()})
	return res, err
}

// counting counts a client's calls.
type counting struct {
	llm.Client
	calls atomic.Int64
}

// Complete implements llm.Client.
func (c *counting) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	c.calls.Add(1)
	return c.Client.Complete(ctx, r)
}

// unmeasured is the score of a verified specification before its strength counts.
const unmeasured = 0.5

// measure is the harness's score of a verified specification, and what it says.
func (z *optimizer) measure(ctx context.Context, t *bench.Task, e *optimize.Evaluation) error {
	// Not held while a task is prepared: two workers may prepare one, and both come to the same.
	z.mu.Lock()
	prep := z.prepared[t.ID]
	z.mu.Unlock()
	if prep == nil {
		h := z.cfg.Harness
		var err error
		if prep, err = z.rt.Prepare(ctx, t, bench.Options{Pairs: h.Pairs, Inputs: h.Inputs, Seed: h.Seed}); err != nil {
			e.Score = unmeasured // the task does not run: that is not the prompt's fault
			return ctx.Err()
		}
		z.mu.Lock()
		z.prepared[t.ID] = prep
		z.mu.Unlock()
	}
	rep := harness.Measure(ctx, prep, e.Output, harness.Options{Pairs: z.cfg.Harness.Pairs, Mutants: z.cfg.Harness.Mutants, Traces: -1})
	of := func(x *float64) float64 {
		if x == nil {
			return 0
		}
		return *x
	}
	e.Score = unmeasured + (1-unmeasured)*(of(rep.Strict.PostCorr)+of(rep.Strict.PostComp))/2
	if list := rep.Survivors(3); len(list) > 0 {
		e.Feedback += "\nThe specification is weak: " + strings.Join(list, "; ")
	}
	return ctx.Err()
}
