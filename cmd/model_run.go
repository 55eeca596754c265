package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"ensures/agent"
	"ensures/internal/atomicfile"
	"ensures/sandbox"
	"ensures/tla"
	"ensures/tla/score"
	"ensures/tla/task"
	"ensures/tools"
	"ensures/tools/modeling"
	"ensures/trajectories"

	"github.com/spf13/cobra"
)

// modelFlags are the flags of model that are no configuration keys.
type modelFlags struct {
	task     string
	strategy string
	runs     int
	out      string
	resume   string
}

// newModel lets a language model write a model of a system, and holds the verbs of
// its tasks.
func newModel(a *app) *cobra.Command {
	f := modelFlags{strategy: string(modeling.Basic), runs: 1}
	c := &cobra.Command{
		Use:   "model --task FOLDER",
		Short: "Model a real system in TLA+ with a language model: checked by TLC, held against its traces",
		Long: `Let a language model write a TLA+ model of a real system. A task folder has the
system's source, what it logged when it ran, and properties that it keeps (ensures
model init drafts one). The model writes a module, a mapping of logged events to its
actions, and a binding of the properties to its variables; TLC judges them. What it
says counts for nothing: syntax, runtime, conformance and invariants are measured, and
changed traces have to be rejected.

Strategies:
  basic      from source and description, with three rounds of feedback
  translate  from the source over its control flow, action by action
  learn      from the traces alone

With --runs the best of several runs is kept. The files of the best model are written
into the folder that --out names; nothing there is written over.

A run that was interrupted or killed goes on with --resume: no answer of the model is
asked for again, and nothing that TLC has judged is judged again. Of several runs those
before it keep what they came to, and those after it follow. The folder has to be as it
was when the run began.

Exit code 3 when the model is not complete, 4 when TLC or the model is missing.`,
		Example: `  ensures model --task examples/systems/spinlock --model ollama/qwen2.5-coder
  ensures model --task tasks/queue --strategy learn --runs 3 --out models/queue
  ensures model --resume last
  ensures model init tasks/queue --repo ~/src/queue`,
		Args: noSuchVerb,
		RunE: func(c *cobra.Command, _ []string) error {
			switch {
			case f.resume != "" && (c.Flags().Changed("strategy") || c.Flags().Changed("runs")):
				return usagef("--resume goes on as the run began: leave out --strategy and --runs")
			case f.resume == "" && f.task == "":
				return c.Help()
			}
			return a.modelSystem(c.Context(), f)
		},
	}
	c.Flags().StringVar(&f.task, "task", "", "the task's `folder`")
	c.Flags().StringVar(&f.strategy, "strategy", f.strategy, "`way` to the model: basic, translate, learn")
	c.Flags().IntVar(&f.runs, "runs", f.runs, "so `many` runs, of which the best is kept")
	c.Flags().StringVarP(&f.out, "out", "o", "", "write the best model into this `folder`")
	c.Flags().StringVar(&f.resume, "resume", "", "go on with an interrupted `run`: its name, its folder, or last")
	bindModel(c.Flags())
	bind(c.Flags(), "agent", "agent.mode", "how the model works: codeact or react")
	bind(c.Flags(), "max-steps", "agent.max_steps", "at most so `many` steps of the model")
	bind(c.Flags(), "seed", "harness.seed", "`seed` of everything generated")
	c.AddCommand(newModelInit(a), newModelCheck(a))
	return c
}

// modeler lets a model work on a task.
type modeler struct {
	*app
	task   task.Task
	model  *model
	texts  agent.Prompts
	hashes map[string]string
	engine *sandbox.Engine // nil in react mode
	tools  tla.Toolchain
	flags  modelFlags
	files  []source // of the task

	open *trajectories.Writer // the run to go on with, before it does; nil in a new one
	at   int                  // its number, from 0
	past []string             // the runs before it, or before the one going on
}

// modelRun is one run's result.
type modelRun struct {
	Run     string             `json:"run,omitempty"` // its record
	Outcome agent.Outcome      `json:"outcome"`
	Reason  string             `json:"reason,omitempty"`
	Success bool               `json:"success"`
	Steps   int                `json:"steps"`
	Tokens  int                `json:"tokens"`
	CostUSD float64            `json:"cost"`
	Scores  map[string]float64 `json:"strict"` // what was measured of the best model
	Missing string             `json:"missing,omitempty"`

	best  modeling.Candidate
	found bool
	rank  [3]float64
}

func (a *app) modelSystem(ctx context.Context, f modelFlags) error {
	m := &modeler{app: a, flags: f}
	if f.resume != "" {
		if err := m.reopen(f.resume); err != nil {
			return err
		}
	}
	if err := m.begin(ctx); err != nil {
		return errors.Join(err, m.open.Suspend())
	}
	all, err := m.runs(ctx)
	if err != nil {
		return err
	}

	best := all[0]
	for _, r := range all[1:] {
		if better(r.rank, best.rank) {
			best = r
		}
	}
	if !a.out.json {
		m.show(all)
	}

	if m.flags.out != "" && best.found {
		if err := m.write(best.best); err != nil {
			return err
		}
	}
	if !best.Success {
		return shown(ExitBelow, "no complete model")
	}
	return nil
}

// modelReply is how many tokens a reply may have unless the user says otherwise: the
// module, mapping and binding of a large system are in one.
const modelReply = 8192

// begin makes what a model needs to work: the task, TLC, the model itself, prompts
// and, for code, a sandbox.
func (m *modeler) begin(ctx context.Context) (err error) {
	f := m.flags
	if f.runs < 1 {
		return usagef("--runs %d: at least one", f.runs)
	}

	if m.task, err = task.Load(f.task); err != nil {
		return err
	}
	if m.files, err = m.inputs(); err != nil {
		return err
	}
	if f.out != "" {
		if list, err := os.ReadDir(f.out); err == nil && len(list) > 0 {
			return usagef("--out %s: the folder is not empty", f.out)
		}
	}

	if m.tools, err = m.toolchain(ctx); err != nil {
		return err
	}
	if m.model, err = m.app.model(); err != nil {
		return err
	}

	set, err := m.loadPrompts()
	if err != nil {
		return err
	}
	m.texts, m.hashes = agent.Below("model", set), set.Hashes()
	if m.open != nil {
		if err := m.asItWas(m.open.Header()); err != nil {
			return err
		}
	}

	if r := modeling.Strategy(f.strategy).Rounds(); r > 0 && m.cfg.Origin["agent.max_steps"] == "default" {
		m.cfg.Agent.MaxSteps = r // as it is recorded, and resumed
	}
	if m.cfg.Origin["agent.reply"] == "default" {
		m.cfg.Agent.Reply = max(m.cfg.Agent.Reply, modelReply)
	}

	if m.cfg.Agent.Mode == string(agent.CodeAct) {
		engine, err := sandbox.Detect(ctx, m.cfg.Sandbox.Engine, m.cfg.Sandbox.Python)
		if err != nil {
			return &coded{ExitMissing, err}
		}
		m.engine = engine
	}
	return nil
}

// runs are the runs one after the other, from the first one.
func (m *modeler) runs(ctx context.Context) ([]modelRun, error) {
	var all []modelRun
	for i := range m.flags.runs {
		r, err := m.nth(ctx, i)
		if err != nil {
			return nil, err
		}
		all = append(all, r)
		if m.out.json {
			if err := m.out.object(r); err != nil {
				return nil, err
			}
		}
	}
	return all, nil
}

func better(a, b [3]float64) bool {
	for i := range a {
		if a[i] != b[i] {
			return a[i] > b[i]
		}
	}
	return false
}

// nth is the run of a number, from 0: read back where it came before the one that is
// resumed, else done.
func (m *modeler) nth(ctx context.Context, i int) (modelRun, error) {
	seed := m.cfg.Harness.Seed + int64(i)
	s, err := modeling.New(m.task, modeling.Options{
		Toolchain: m.tools, Strategy: modeling.Strategy(m.flags.strategy), Accept: m.cfg.Agent.Strictness == "accept",
		Bar:   modeling.Bar{Conformance: m.cfg.Modeling.Conformance, Invariants: m.cfg.Modeling.Invariants, Probe: m.cfg.Modeling.Probe},
		Score: score.Options{Seed: seed, Budget: m.cfg.Modeling.Budget},
	})
	if err != nil {
		return modelRun{}, errors.Join(&coded{ExitUsage, err}, m.open.Suspend())
	}

	if m.open != nil && i < m.at {
		r, err := m.read(m.past[i], s.NewJudge())
		if err != nil {
			return r, errors.Join(err, m.open.Suspend())
		}
		return r, nil
	}

	rec := m.open
	m.open = nil
	if rec == nil {
		if rec, err = m.record(i, seed); err != nil {
			return modelRun{}, err
		}
	}
	if rec != nil {
		m.past = append(m.past, rec.Header().Run)
	}
	return m.run(ctx, s, seed, rec)
}

// record starts the recording of a run.
func (m *modeler) record(i int, seed int64) (*trajectories.Writer, error) {
	return m.recordWith(func(h *trajectories.Header) {
		h.Model, h.Prompts, h.Task, h.Seed = m.cfg.Model.Name, m.hashes, m.task.Name, seed
		h.Versions["TLC"] = m.tools.String()
		h.Labels = m.labels(i)
	}, "model", m.files...)
}

// run is one run of the agent, new or gone on with.
func (m *modeler) run(ctx context.Context, s *modeling.Session, seed int64, rec *trajectories.Writer) (modelRun, error) {
	g := m.cfg.Agent
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		return modelRun{}, errors.Join(err, rec.Suspend())
	}
	brief, err := s.Brief()
	if err != nil {
		return modelRun{}, errors.Join(err, rec.Suspend())
	}
	text, err := m.texts.Render("model/"+m.flags.strategy, brief)
	if err != nil {
		return modelRun{}, errors.Join(err, rec.Suspend())
	}

	judge := s.NewJudge()
	o := agent.Options{
		Mode: agent.Mode(g.Mode), Client: m.model.Client, Model: m.model.name, Tools: reg, Judge: judge, Prompts: m.texts,
		MaxSteps: g.MaxSteps, PlanEvery: g.Planning, ReplyTokens: g.Reply,
		Limits:  agent.Limits{Tokens: g.Tokens, CostUSD: g.Cost, Time: g.Time},
		Formats: g.Formats, Repeats: g.Repeats, Context: g.Context, Observation: g.Observation,
		Record: rec, Broken: rec.Err, Now: m.Now, Seed: &seed,
		Notify: func(n, of int) { m.log.Info("step", "task", m.task.Name, "step", n, "of", of) },
	}

	if g.Temperature >= 0 {
		o.Temperature = &g.Temperature
	}
	if m.engine != nil {
		b := m.cfg.Sandbox
		o.Interpreter, o.Dialect = m.engine.New, m.engine.Dialect().Text
		o.Sandbox = sandbox.InterpreterOptions{Limits: sandbox.Limits{Wall: b.Wall, CPU: b.CPU, Memory: b.Memory, Output: b.Output, Calls: b.Calls}}
	}

	res := agent.Run(ctx, text, o)
	r := modelRun{Outcome: res.Outcome, Reason: res.Reason, Success: res.Success, Steps: res.Steps,
		Tokens: res.Usage.Input + res.Usage.Output, CostUSD: res.Usage.CostUSD}
	r.judged(judge)
	if res.Best != nil {
		r.Scores = res.Best.Strict
	}
	if rec != nil {
		r.Run = rec.Header().Run
	}

	// An error is of the machine or of the model's server: the record stays open, and the run can
	// go on.
	if res.Err != nil {
		return r, errors.Join(stopped(rec, res.Err), rec.Suspend())
	}
	return r, rec.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best,
		Figures: map[string]any{"steps": res.Steps, "usage": res.Usage, "strict": r.Scores, "reason": res.Reason}})
}

// judged takes what the tools' results came to.
func (r *modelRun) judged(j *modeling.Judge) {
	r.Missing, r.rank = j.Failure(), j.Rank()
	r.best, r.found = j.Handed()
}

// show prints what the runs came to.
func (m *modeler) show(all []modelRun) {
	rows := [][]string{}
	for i, r := range all {
		row := []string{fmt.Sprint(i + 1), string(r.Outcome), fmt.Sprint(r.Steps), fmt.Sprint(r.Tokens)}
		for _, name := range score.Metrics() {
			cell := "–"
			if v, ok := r.Scores[string(name)]; ok {
				cell = fmt.Sprintf("%.2f", v)
			}
			row = append(row, cell)
		}
		rows = append(rows, row)
	}
	m.out.table([]string{"run", "outcome", "steps", "tokens", "syntax", "runtime", "conformance", "invariants"}, rows)
	for i, r := range all {
		if r.Missing != "" && !r.Success {
			fmt.Fprintf(m.Stdout, "Run %d is not complete: %s\n", i+1, strings.ReplaceAll(r.Missing, "\n", "\n  "))
		}
	}
	fmt.Fprintf(m.Stdout, "Judged by %s.\n", m.tools)
}

// write puts the files of a candidate into the folder.
func (m *modeler) write(c modeling.Candidate) error {
	if err := os.MkdirAll(m.flags.out, 0o755); err != nil {
		return err
	}
	for _, f := range c.Files(m.task.Module) {
		if err := atomicfile.Write(filepath.Join(m.flags.out, f[0]), []byte(strings.TrimSpace(f[1])+"\n")); err != nil {
			return err
		}
	}
	return nil
}
