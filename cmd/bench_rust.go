package cmd

import (
	"context"
	"slices"

	"ensures/bench"
	"ensures/runner"
	"ensures/rust/benchmark"
	"ensures/rust/measure"
	"ensures/rust/propose"
	"ensures/verify"
)

// inRust reports whether tasks are of Rust; a data set is of one language.
func inRust(tasks []*bench.Task) bool {
	return slices.ContainsFunc(tasks, func(t *bench.Task) bool { return t.Language == bench.Rust })
}

// rustExecutor makes the engine for tasks in Rust, and the judge of what it hands in, with
// the settings that make a difference to them.
func (a *app) rustExecutor(ctx context.Context, names []string) (*runner.Executor, map[string]any, func(), error) {
	for _, n := range names {
		if n != "guided" {
			return nil, nil, nil, usagef("--engine %s: data sets of Rust are run with guided", n)
		}
	}
	b, err := a.rustVerifier(ctx)
	if err != nil {
		return nil, nil, nil, missing(err)
	}
	tc, err := a.rustRunner(ctx)
	if err != nil {
		b.Close()
		return nil, nil, nil, missing(err)
	}
	h, seed := a.cfg.Harness, uint64(a.cfg.Harness.Seed)
	backend := verify.WithTimeout(verify.WithGuard(a.withRuns(ctx, b)), a.cfg.Verify.Timeout)
	judge := &benchmark.Judge{Compiler: tc, Backend: backend, Verify: a.proofOptions(),
		Measure: measure.Options{Inputs: min(h.Inputs, h.Pairs), Mutants: h.Mutants, Seed: seed}}
	engine := &benchmark.Engine{Options: propose.Options{Compiler: tc, Backend: backend, Verify: a.proofOptions(), Budget: a.cfg.Annotate.Budget, Inputs: a.cfg.Annotate.Inputs, Seed: seed}}
	config := map[string]any{"annotate": a.cfg.Annotate, "harness": a.cfg.Harness, "verify": a.cfg.Verify}
	return &runner.Executor{Engines: []runner.Engine{engine},
		Judge: &runner.Judge{Backend: backend, Other: map[bench.Language]func(context.Context, *bench.Task, *runner.Row) error{bench.Rust: judge.Judge}}}, config, b.Close, nil
}
