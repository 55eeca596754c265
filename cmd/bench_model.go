package cmd

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/agent"
	"ensures/baseline/prompted"
	"ensures/bench"
	"ensures/llm"
	"ensures/llm/replay"
	"ensures/runner"
	"ensures/trajectories"
	"ensures/verify"
)

// modelEngine is an engine of bench run that needs a model.
type modelEngine struct {
	name, about string
	config      prompted.Config // of the prompt configurations
}

// agentEngine is the name of the agent as an engine.
const agentEngine = "agent"

// modelEngines are the engines that need a model.
func modelEngines() []modelEngine {
	list := []modelEngine{{name: agentEngine, about: "the model works with tools, as in annotate (--agent, --preset)"}}
	for _, c := range prompted.Configs() {
		list = append(list, modelEngine{c.Name, c.About, c})
	}
	return list
}

func modelEngineNamed(name string) (modelEngine, bool) {
	all := modelEngines()
	i := slices.IndexFunc(all, func(e modelEngine) bool { return e.name == name })
	if i < 0 {
		return modelEngine{}, false
	}
	return all[i], true
}

func modelEngineList() string {
	var b strings.Builder
	for _, e := range modelEngines() {
		fmt.Fprintf(&b, "\n  %-20s %s", e.name, e.about)
	}
	return b.String()
}

// asking is what the engines of one run of bench share that need a model.
type asking struct {
	*worker
	replayed string // folder of a recorded run over data sets; "" when a model is asked
}

// asker makes the engines' model, verifier and prompts. Where our own verifier is
// configured the engines ask the one that judges them.
func (a *app) asker(ctx context.Context, rt *bench.Runtime, p *prover, names []string) (*asking, func(), error) {
	k := &asking{}
	var m *model
	var err error
	if k.replayed, err = a.replayedBench(); err != nil {
		return nil, nil, err
	}
	if k.replayed == "" {
		if m, err = a.model(); err != nil {
			return nil, nil, err
		}
	}
	var backend verify.Backend
	done := func() {}
	if b := a.cfg.Verify.Backend; p != nil && (b == "auto" || b == "native") {
		backend = p.judge
	} else if backend, done, err = a.verifier(ctx); err != nil {
		return nil, nil, err
	}
	code := slices.Contains(names, agentEngine) && a.cfg.Agent.Mode == string(agent.CodeAct)
	if k.worker, err = a.workerOn(ctx, rt, backend, p, code); err != nil {
		done()
		return nil, nil, err
	}
	if m != nil {
		k.client, k.model = m.Client, m.name
	}
	return k, done, nil
}

// replayedBench is the folder of a run over data sets that model.name says to
// replay, "" for anything else. Its settings are taken over where the defaults stand.
func (a *app) replayedBench() (string, error) {
	arg, ok := strings.CutPrefix(a.cfg.Model.Name, "replay:")
	if !ok {
		return "", nil
	}
	if _, err := runner.ReadManifest(arg); err != nil {
		if errors.Is(err, fs.ErrNotExist) {
			return "", nil
		}
		return "", err
	}
	files, err := filepath.Glob(filepath.Join(arg, "tasks", "*", "*", trajectories.TrajectoryFile))
	if err != nil || len(files) == 0 {
		return "", errors.Join(err, fmt.Errorf("run %s asked no model: there is nothing to replay", arg))
	}
	o, err := trajectories.OpenOutline(files[0])
	if err != nil {
		return "", err
	}
	return arg, a.under(arg, o.Header, func(key string) bool {
		section, _, _ := strings.Cut(key, ".")
		return slices.Contains([]string{"agent", "baseline", "harness", "annotate", "jml", "run", "sandbox", "prompts"}, section) || key == "verify.arithmetic"
	})
}

// ask is the client for a task's folder, and the model's name in requests.
func (k *asking) ask(dir string) (llm.Client, string, error) {
	if k.replayed == "" {
		return k.client, k.model, nil
	}
	c, err := replay.Open(filepath.Join(k.replayed, "tasks", filepath.Base(filepath.Dir(dir)), filepath.Base(dir)))
	if err != nil {
		return nil, "", err
	}
	return c, c.Model(), nil
}

// modelConfig is what of the settings makes a difference to engines with a model:
// part of a run's hash.
func (k *asking) modelConfig(names []string) map[string]any {
	m := map[string]any{"name": k.cfg.Model.Name, "base_url": k.cfg.Model.BaseURL}
	if file, ok := strings.CutPrefix(k.cfg.Model.Name, "script:"); ok {
		if raw, err := os.ReadFile(file); err == nil {
			h := sha256.Sum256(raw)
			m["script"] = hex.EncodeToString(h[:8])
		}
	}
	hashes := map[string]string{}
	out := map[string]any{"model": m, "prompts": hashes}
	for _, n := range names {
		e, ok := modelEngineNamed(n)
		if !ok {
			continue
		}
		if n == agentEngine {
			out["agent"] = k.cfg.Agent
			for name, h := range k.hashes {
				if !strings.HasPrefix(name, "baseline/") {
					hashes[name] = h
				}
			}
			continue
		}
		out["baseline"] = k.cfg.Baseline
		for _, name := range e.config.Templates() {
			hashes[name] = k.hashes[name]
		}
	}
	return out
}

// askedEngine is an engine that needs a model, over the tasks of a data set.
type askedEngine struct {
	*asking
	engine modelEngine
}

// Name implements runner.Engine.
func (e *askedEngine) Name() string { return e.engine.name }

// Run implements runner.Engine. The task's folder gets the trajectory.
func (e *askedEngine) Run(ctx context.Context, t *bench.Task, dir string) (runner.Product, error) {
	client, name, err := e.ask(dir)
	if err != nil {
		return runner.Product{}, err
	}
	rec, err := e.record(ctx, t, dir)
	if err != nil {
		return runner.Product{}, err
	}
	p, c, err := e.specify(ctx, t, client, name, rec)
	if err != nil {
		return p, errors.Join(err, rec.Suspend())
	}
	return p, rec.Conclude(c)
}

// record begins the task's trajectory; nil when recording is off.
func (e *askedEngine) record(ctx context.Context, t *bench.Task, dir string) (*trajectories.Writer, error) {
	if !e.cfg.Trajectories.Record {
		return nil, nil
	}
	sum := sha256.Sum256([]byte(t.Source))
	h := trajectories.Header{Run: filepath.Base(dir), Verb: "bench", Task: t.ID, Model: e.cfg.Model.Name, Seed: e.cfg.Harness.Seed, Commit: commit(),
		Labels: map[string]string{"engine": e.engine.name}, Config: e.cfg.Map(), Prompts: e.hashes, Versions: versions(),
		Inputs: []trajectories.Input{{Path: t.Name, SHA256: hex.EncodeToString(sum[:]), Text: t.Source}}}
	if v, err := e.backend.Version(ctx); err == nil {
		h.Versions[e.backend.Name()] = v
	}
	return trajectories.Create(trajectories.Options{Dir: filepath.Dir(dir), Now: e.Now, Secrets: e.secrets()}, h)
}

// specify lets the engine work on a task.
func (e *askedEngine) specify(ctx context.Context, t *bench.Task, client llm.Client, model string, rec *trajectories.Writer) (runner.Product, trajectories.Conclusion, error) {
	var p runner.Product
	if e.engine.name == agentEngine {
		res, err := e.work(ctx, t, client, model, rec, rec.Err, func(int, int) {})
		if err == nil {
			err = res.Err
		}
		p.Steps, p.Tokens, p.Cost = res.Steps, res.Usage.Input+res.Usage.Output, res.Usage.CostUSD
		p.Reason = howEnded(res.Success, string(res.Outcome), res.Reason)
		switch best := res.Best; {
		case best == nil:
		case best.Unchanged != nil && !*best.Unchanged:
			p.Reason = "the model's best candidate has other code than the task"
		default:
			p.Code = best.Text
		}
		return p, trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best}, err
	}
	b := e.cfg.Baseline
	o := prompted.Options{
		Client: client, Model: model, Prompts: e.prompts, Backend: e.backend,
		Verify:  e.proofOptions(),
		Repairs: b.Repairs, Mutations: b.Mutations, ReplyTokens: b.Reply,
		Limits: prompted.Limits{Tokens: b.Tokens, CostUSD: b.Cost, Time: b.Time},
		Record: rec, Broken: rec.Err, Now: e.Now,
	}
	if b.Temperature >= 0 {
		o.Temperature = &b.Temperature
	}
	res := prompted.Run(ctx, e.engine.config, t, o)
	p.Code, p.Steps, p.Tokens, p.Cost = res.Code, res.Steps, res.Usage.Input+res.Usage.Output, res.Usage.CostUSD
	success := res.Outcome == prompted.Complete
	p.Reason = howEnded(success, string(res.Outcome), res.Reason)
	return p, trajectories.Conclusion{Outcome: string(res.Outcome), Success: success, Candidate: res.Candidate(), Figures: map[string]any{"checks": res.Checks, "usage": res.Usage}}, res.Err
}

// howEnded is why an engine ended without what it was after, "" where it has it.
func howEnded(success bool, outcome, reason string) string {
	switch {
	case success:
		return ""
	case reason == "":
		return "ended by: " + outcome
	}
	return "ended by: " + outcome + ", " + reason
}
