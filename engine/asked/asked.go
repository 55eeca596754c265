// Package asked is the list of the engines that ask a model, and each of them as
// package runner takes it: the agent with its tools, and the published prompt
// configurations. The client, the prompts and the limits are handed to it. It must
// not know servers, the terminal or the configuration.
package asked

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/agent"
	"ensures/baseline/prompted"
	"ensures/bench"
	"ensures/llm"
	"ensures/llm/replay"
	"ensures/runner"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// Agent is the name of the agent as an engine.
const Agent = "agent"

// Info is an engine of the list.
type Info struct {
	Name, About string
	Config      prompted.Config // of a prompt configuration
}

// List returns the engines that need a model.
func List() []Info {
	list := []Info{{Name: Agent, About: "the model works with tools, as in annotate (--agent, --preset)"}}
	for _, c := range prompted.Configs() {
		list = append(list, Info{c.Name, c.About, c})
	}
	return list
}

// Find returns the engine of a name.
func Find(name string) (Info, bool) {
	all := List()
	i := slices.IndexFunc(all, func(e Info) bool { return e.Name == name })
	if i < 0 {
		return Info{}, false
	}
	return all[i], true
}

// Shared is what all engines of a run work with. Agent, Prompted and Header are the
// settings but for what belongs to one task: client, record, tools, places.
type Shared struct {
	Client   llm.Client // nil where Replayed is set
	Model    string
	Replayed string // folder of a recorded run over data sets, whose answers are used
	Backend  verify.Backend

	Prompts agent.Prompts
	Hashes  map[string]string // of the prompts

	Agent    agent.Options
	Spec     spec.Options // of the agent's tools
	Tools    []string     // their names, beside the needed ones
	Prompted prompted.Options

	Record *trajectories.Options // nil: nothing is recorded
	Header trajectories.Header
	Log    *slog.Logger
}

// PromptHashes returns the hashes of the prompts that engines use.
func (s *Shared) PromptHashes(names []string) map[string]string {
	out := map[string]string{}
	for _, n := range names {
		e, ok := Find(n)
		if !ok {
			continue
		}
		if n == Agent {
			for name, h := range s.Hashes {
				if !strings.HasPrefix(name, "baseline/") {
					out[name] = h
				}
			}
			continue
		}
		for _, name := range e.Config.Templates() {
			out[name] = s.Hashes[name]
		}
	}
	return out
}

// Work is one piece of work on a task: who is asked, and what is told of it.
type Work struct {
	Client llm.Client
	Model  string
	Record agent.Recorder
	Broken func() error
	Notify func(step, of int) // may be nil
	Until  time.Time          // of the whole run; zero: the agent has its own limit only
}

// Work lets the agent work on a task.
func (s *Shared) Work(ctx context.Context, t *bench.Task, w Work) (agent.Result, error) {
	reg, err := spec.Offer(t, s.Spec, s.Tools)
	if err != nil {
		return agent.Result{}, err
	}

	texts, name := s.Prompts, "spec_task"
	brief := specTask{Code: t.Source, Doc: t.Doc, Bar: s.Spec.Bar.For(t.Language)}
	if t.Language == bench.Rust {
		texts, name, brief.Method = agent.Below("rust", texts), "rust/spec_task", t.Method
	} else {
		brief.Method = t.InFile()
	}
	text, err := texts.Render(name, brief)
	if err != nil {
		return agent.Result{}, err
	}

	o := s.Agent
	o.Client, o.Model, o.Prompts = w.Client, w.Model, texts
	o.Tools, o.Judge = reg, spec.NewJudge(s.Spec.Bar)
	o.Record, o.Broken = w.Record, w.Broken
	o.Notify = func(n, of int) {
		s.Log.Info("step", "method", t.ID, "step", n, "of", of)
		if w.Notify != nil {
			w.Notify(n, of)
		}
	}
	if left := time.Until(w.Until); !w.Until.IsZero() && (o.Limits.Time == 0 || left < o.Limits.Time) {
		o.Limits.Time = max(left, 1) // 0 is no limit
	}

	res := agent.Run(ctx, text, o)
	s.Log.Info("ended", "method", t.ID, "outcome", res.Outcome, "reason", res.Reason, "steps", res.Steps, "tokens", res.Usage.Input+res.Usage.Output)
	return res, nil
}

// specTask is what the task's text is made of.
type specTask struct {
	Method string
	Code   string
	Doc    string
	Bar    string
}

// Engine is an engine of the list over the tasks of a data set.
type Engine struct {
	*Shared
	Info
}

var (
	_ runner.Engine  = (*Engine)(nil)
	_ runner.Resumer = (*Engine)(nil)
)

// Resume implements runner.Resumer: the answers of the unfinished try are not asked for
// again.
func (e *Engine) Resume(dir string) error { return replay.SetAside(dir) }

// Name implements runner.Engine.
func (e *Engine) Name() string { return e.Info.Name }

// Specify implements runner.Engine. The task's folder gets the trajectory.
func (e *Engine) Specify(ctx context.Context, t *bench.Task, dir string) (runner.Product, error) {
	client, name, err := e.client(dir)
	if err != nil {
		return runner.Product{}, err
	}
	rec, err := e.record(ctx, t, dir)
	if err != nil {
		return runner.Product{}, err
	}
	// Answers of an unfinished try are played back before the model is asked anew.
	client, finished := replay.Resumed(dir, client)
	w := Work{Client: client, Model: name, Record: rec, Broken: rec.Err}
	work := e.answer
	if e.Info.Name == Agent {
		work = e.byAgent
	}
	p, c, err := work(ctx, t, w)
	if err != nil {
		// Suspended, not concluded: on resume the task is tried again from its record.
		return p, errors.Join(err, rec.Suspend())
	}
	err = rec.Conclude(c)
	if err == nil {
		finished()
	}
	return p, err
}

// client returns the client for a task's folder, and the model's name in requests.
func (s *Shared) client(dir string) (llm.Client, string, error) {
	if s.Replayed == "" {
		return s.Client, s.Model, nil
	}
	c, err := replay.Open(filepath.Join(s.Replayed, "tasks", filepath.Base(filepath.Dir(dir)), filepath.Base(dir)))
	if err != nil {
		return nil, "", err
	}
	return c, c.Model(), nil
}

// record begins the task's trajectory; nil when recording is off.
func (e *Engine) record(ctx context.Context, t *bench.Task, dir string) (*trajectories.Writer, error) {
	if e.Record == nil {
		return nil, nil
	}
	sum := sha256.Sum256([]byte(t.Source))
	h := e.Header
	h.Run, h.Task, h.Prompts = filepath.Base(dir), t.ID, e.Hashes
	h.Labels = map[string]string{"engine": e.Info.Name}
	h.Inputs = []trajectories.Input{{Path: t.Name, SHA256: hex.EncodeToString(sum[:]), Text: t.Source}}
	// A map of its own: the header's is shared by all tasks.
	h.Versions = map[string]string{}
	for name, v := range e.Header.Versions {
		h.Versions[name] = v
	}
	if v, err := e.Backend.Version(ctx); err == nil {
		h.Versions[e.Backend.Name()] = v
	}
	o := *e.Record
	o.Dir = filepath.Dir(dir)
	return trajectories.Create(o, h)
}

// byAgent lets the agent work on a task.
func (e *Engine) byAgent(ctx context.Context, t *bench.Task, w Work) (p runner.Product, c trajectories.Conclusion, err error) {
	res, err := e.Work(ctx, t, w)
	if err == nil {
		err = res.Err
	}
	p.Steps, p.Tokens, p.Cost = res.Steps, res.Usage.Input+res.Usage.Output, res.Usage.CostUSD
	p.Reason = HowEnded(res.Success, string(res.Outcome), res.Reason)
	switch best := res.Best; {
	case best == nil:
	// A specification of other code would be measured, and verified, as if it were of the task's.
	case best.Unchanged != nil && !*best.Unchanged:
		p.Reason = "the model's best candidate has other code than the task"
	default:
		p.Code = best.Text
		if t.Language == bench.Rust { // byte for byte, as it is judged
			text, no := spec.Carry(t, t.Source, best.Text)
			if p.Code = text; no != nil {
				p.Reason = "the model's best candidate: " + no.Error()
			}
		}
	}
	return p, trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best}, err
}

// Answer lets the model answer in the way of a prompt configuration.
func (s *Shared) Answer(ctx context.Context, c prompted.Config, t *bench.Task, w Work) prompted.Result {
	o := s.Prompted
	o.Client, o.Model, o.Prompts, o.Backend = w.Client, w.Model, s.Prompts, s.Backend
	o.Record, o.Broken = w.Record, w.Broken
	return prompted.Run(ctx, c, t, o)
}

// answer is Answer as an engine's work.
func (e *Engine) answer(ctx context.Context, t *bench.Task, w Work) (runner.Product, trajectories.Conclusion, error) {
	res := e.Answer(ctx, e.Config, t, w)
	success := res.Outcome == prompted.Complete
	return runner.Product{
			Code: res.Code, Steps: res.Steps, Tokens: res.Usage.Input + res.Usage.Output, Cost: res.Usage.CostUSD,
			Reason: HowEnded(success, string(res.Outcome), res.Reason), First: res.First,
		}, trajectories.Conclusion{
			Outcome: string(res.Outcome), Success: success, Candidate: res.Candidate(),
			Figures: map[string]any{"checks": res.Checks, "usage": res.Usage},
		}, res.Err
}

// HowEnded returns why an engine ended without what it was after, "" where it has it.
func HowEnded(success bool, outcome, reason string) string {
	switch {
	case success:
		return ""
	case reason == "":
		return "ended by: " + outcome
	}
	return "ended by: " + outcome + ", " + reason
}
