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
	"ensures/engine"
	"ensures/engine/asked"
	"ensures/runner"
	"ensures/sandbox"
	"ensures/tools/spec"
	"ensures/tools/system"
	"ensures/trajectories"
	"ensures/verify"
)

// asker makes the engines' model, verifier and prompts. Where our own verifier is
// configured the engines ask the one that judges them.
func (a *app) asker(ctx context.Context, rt *bench.Runtime, p *engine.Prover, names []string) (*asked.Shared, func(), error) {
	return a.askerOver(ctx, a.engineOptions(rt, p), names, func() (verify.Backend, func(), error) {
		// What an engine hands in is judged by the same verifier with the same patience, so that
		// it is told what will count.
		if b := a.cfg.Verify.Backend; p != nil && (b == "auto" || b == "native") {
			return p.Judge, func() {}, nil
		}
		return a.verifier(ctx)
	})
}

// askerOver is asker with a verifier, which is looked for when the model is there.
func (a *app) askerOver(ctx context.Context, o engine.Options, names []string, verifier func() (verify.Backend, func(), error)) (*asked.Shared, func(), error) {
	replayed, err := a.replayedBench()
	if err != nil {
		return nil, nil, err
	}
	var m *model
	if replayed == "" {
		if m, err = a.model(); err != nil {
			return nil, nil, err
		}
	}
	backend, done, err := verifier()
	if err != nil {
		return nil, nil, err
	}
	code := slices.Contains(names, asked.Agent) && a.cfg.Agent.Mode == string(agent.CodeAct)
	s, err := a.shared(ctx, o, backend, code)
	if err != nil {
		done()
		return nil, nil, err
	}
	s.Replayed = replayed
	if m != nil {
		s.Client, s.Model = m.Client, m.name
	}
	return s, done, nil
}

// shared makes what engines with a model work with, but for the model; code says
// that the model writes code, which needs a sandbox.
func (a *app) shared(ctx context.Context, o engine.Options, backend verify.Backend, code bool) (*asked.Shared, error) {
	set, err := a.loadPrompts()
	if err != nil {
		return nil, err
	}
	s := &asked.Shared{
		Backend: backend, Prompts: set, Hashes: set.Hashes(), Tools: a.cfg.Agent.Tools, Log: a.log,
		Agent: a.agentOptions(), Prompted: a.promptedOptions(),
		Header: trajectories.Header{Verb: "bench", Model: a.cfg.Model.Name, Seed: a.cfg.Harness.Seed, Commit: commit(), Config: a.cfg.Map(), Versions: versions()},
	}

	if a.cfg.Trajectories.Record {
		s.Record = &trajectories.Options{Now: a.Now, Secrets: a.secrets()}
	}
	if s.Spec, err = a.specOptions(o.Runtime, backend); err != nil {
		return nil, err
	}
	s.Spec.Propose.Refine = engine.Guided(o)
	s.Spec.More = system.Tools(a.systemOptions(false))
	// A tool that is misspelt in the configuration is said now, not in the middle of the first
	// task.
	if _, err := spec.Offer(nil, s.Spec, s.Tools); err != nil {
		return nil, usagef("%s: agent.tools: %v", a.cfg.Origin["agent.tools"], err)
	}

	if code {
		c := a.cfg.Sandbox
		found, err := sandbox.Detect(ctx, c.Engine, c.Python)
		if err != nil {
			return nil, &coded{ExitMissing, err}
		}
		s.Agent.Interpreter, s.Agent.Dialect = found.New, found.Dialect().Text
		s.Agent.Sandbox.Limits = sandbox.Limits{Wall: c.Wall, CPU: c.CPU, Memory: c.Memory, Output: c.Output, Calls: c.Calls}
	}
	return s, nil
}

// agentOptions returns the agent's settings.
func (a *app) agentOptions() agent.Options {
	g := a.cfg.Agent
	o := agent.Options{
		Mode: agent.Mode(g.Mode), MaxSteps: g.MaxSteps, PlanEvery: g.Planning, ReplyTokens: g.Reply,
		Limits:  agent.Limits{Tokens: g.Tokens, CostUSD: g.Cost, Time: g.Time},
		Formats: g.Formats, Repeats: g.Repeats, Context: g.Context, Observation: g.Observation, Now: a.Now,
	}
	if g.Temperature >= 0 {
		o.Temperature = &g.Temperature
	}
	return o
}

// promptedOptions returns the settings of the prompt configurations.
func (a *app) promptedOptions() prompted.Options {
	b := a.cfg.Baseline
	o := prompted.Options{
		Verify: a.proofOptions(), Repairs: b.Repairs, Mutations: b.Mutations, ReplyTokens: b.Reply,
		Limits: prompted.Limits{Tokens: b.Tokens, CostUSD: b.Cost, Time: b.Time}, Now: a.Now,
	}
	if b.Temperature >= 0 {
		o.Temperature = &b.Temperature
	}
	return o
}

// replayedBench returns the folder of a run over data sets that model.name says to
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
	// Only what shapes the work: addresses, keys and where runs are recorded stay this user's.
	return arg, a.under(arg, o.Header, func(key string) bool {
		section, _, _ := strings.Cut(key, ".")
		return slices.Contains([]string{"agent", "baseline", "harness", "annotate", "jml", "run", "sandbox", "prompts"}, section) || key == "verify.arithmetic"
	})
}

// modelConfig returns what of the settings makes a difference to engines with a
// model: part of a run's hash.
func (a *app) modelConfig(s *asked.Shared, names []string) map[string]any {
	m := map[string]any{"name": a.cfg.Model.Name, "base_url": a.cfg.Model.BaseURL}
	if file, ok := strings.CutPrefix(a.cfg.Model.Name, "script:"); ok {
		// A script's name says nothing of its answers: its content is a part of the run's
		// identity.
		if raw, err := os.ReadFile(file); err == nil {
			h := sha256.Sum256(raw)
			m["script"] = hex.EncodeToString(h[:8])
		}
	}
	out := map[string]any{"model": m, "prompts": s.PromptHashes(names)}
	for _, n := range names {
		if n == asked.Agent {
			out["agent"] = a.cfg.Agent
		} else if _, ok := asked.Find(n); ok {
			out["baseline"] = a.cfg.Baseline
		}
	}
	return out
}
