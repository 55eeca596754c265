package cmd

import (
	"context"
	"fmt"
	"strings"
	"time"

	"ensures/bench"
	"ensures/engine"
	"ensures/engine/asked"
	"ensures/propose"
	"ensures/runner"
	"ensures/verify"
)

func engineList() string {
	var b strings.Builder
	for _, e := range engine.List() {
		fmt.Fprintf(&b, "\n  %-9s %s", e.Name, e.About)
	}
	return b.String()
}

// engineNames returns the engines in one line.
func engineNames() string {
	var names []string
	for _, e := range engine.List() {
		names = append(names, e.Name)
	}
	return strings.Join(names, ", ")
}

func modelEngineList() string {
	var b strings.Builder
	for _, e := range asked.List() {
		fmt.Fprintf(&b, "\n  %-20s %s", e.Name, e.About)
	}
	return b.String()
}

// engineNamed returns an engine of the list, ready to work.
func (a *app) engineNamed(name string, rt *bench.Runtime, p *engine.Prover) (*engine.Engine, error) {
	info, ok := engine.Find(name)
	if !ok {
		return nil, usagef("--engine: unknown %q; there are:%s", name, engineList())
	}
	return engine.New(info, a.engineOptions(rt, p))
}

// engineOptions returns what the configured engines work with.
func (a *app) engineOptions(rt *bench.Runtime, p *engine.Prover) engine.Options {
	c := a.cfg
	return engine.Options{
		Runtime: rt, Prover: p, Proof: a.proofOptions(),
		Propose: propose.Options{MaxClauses: c.Annotate.MaxClauses, Budget: c.Annotate.Budget, Inputs: c.Annotate.Inputs, Seed: c.Harness.Seed},
	}
}

// prover returns our verifier with little patience; nil where there is no solver.
func (a *app) prover(ctx context.Context, rt *bench.Runtime) (*engine.Prover, func()) {
	// A search asks about many candidates: with little patience for each it gets through more of
	// them.
	quick := *a
	cfg := *a.cfg
	quick.cfg = &cfg
	quick.cfg.Verify.Quick = min(cfg.Verify.Quick, 200*time.Millisecond)
	quick.cfg.Verify.Patient = min(cfg.Verify.Patient, 1500*time.Millisecond)
	b, err := quick.nativeBackend(ctx, rt)
	if err != nil {
		a.log.Info("nothing will be proved", "reason", err)
		return nil, func() {}
	}
	return &engine.Prover{Search: b, Judge: verify.WithTimeout(a.refuting(b, rt, a.solverIdentity()), cfg.Verify.Timeout)}, b.Close
}

// arithmetic returns the configured mode.
func (a *app) arithmetic() verify.Arithmetic {
	ar, err := verify.ParseArithmetic(a.cfg.Verify.Arithmetic)
	if err != nil {
		return verify.Safe
	}
	return ar
}

// proofOptions returns the configured options of a proof of what is handed in.
func (a *app) proofOptions() verify.Options {
	return verify.Options{Arithmetic: a.arithmetic(), NullableByDefault: a.cfg.JML.NullableByDefault, Timeout: a.cfg.Verify.Timeout, Portable: a.cfg.Annotate.Portable}
}

// chosenEngines returns engines as package runner takes them, with what of the
// settings matters to those of them that need a model.
func (a *app) chosenEngines(ctx context.Context, names []string, rt *bench.Runtime, p *engine.Prover) (out []runner.Engine, config map[string]any, done func(), err error) {
	done = func() {}
	var shared *asked.Shared
	for _, n := range names {
		if info, ok := asked.Find(n); ok {
			// One model and one verifier serve all engines that ask.
			if shared == nil {
				if shared, done, err = a.asker(ctx, rt, p, names); err != nil {
					return nil, nil, nil, err
				}
				config = a.modelConfig(shared, names)
			}
			out = append(out, &asked.Engine{Shared: shared, Info: info})
			continue
		}
		if _, ok := engine.Find(n); !ok {
			done()
			return nil, nil, nil, usagef("--engine: unknown %q; there are:%s\nwith --model:%s", n, engineList(), modelEngineList())
		}
		e, err := a.engineNamed(n, rt, p)
		if err != nil {
			done()
			return nil, nil, nil, err
		}
		out = append(out, e)
	}
	return out, config, done, nil
}
