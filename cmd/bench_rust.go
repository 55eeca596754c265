package cmd

import (
	"context"
	"maps"
	"slices"

	"ensures/bench"
	"ensures/engine"
	"ensures/engine/asked"
	"ensures/runner"
	"ensures/rust/benchmark"
	"ensures/verify"
)

// inRust reports whether tasks are of Rust; a data set is of one language.
func inRust(tasks []*bench.Task) bool {
	return slices.ContainsFunc(tasks, func(t *bench.Task) bool { return t.Language == bench.Rust })
}

// rustEngines refuses engines that do not work on tasks in Rust, each with the reason.
func rustEngines(names []string) error {
	for _, n := range names {
		_, model := asked.Find(n)
		_, known := engine.Find(n)
		switch {
		case n == "guided", n == asked.Agent:
		case model:
			return usagef("--engine %s: its published prompts ask for JML of Java; data sets of Rust are run with guided and agent", n)
		case known:
			return usagef("--engine %s: it works on Java alone; data sets of Rust are run with guided and agent", n)
		default:
			return usagef("--engine: unknown %q; data sets of Rust are run with guided and agent", n)
		}
	}
	return nil
}

// rustExecutor makes engines for tasks in Rust, and the judge of what they hand in, with
// the settings that make a difference to them.
func (a *app) rustExecutor(ctx context.Context, names []string) (*runner.Executor, map[string]any, func(), error) {
	if err := rustEngines(names); err != nil {
		return nil, nil, nil, err
	}
	tc, err := a.rustRunner(ctx)
	if err != nil {
		return nil, nil, nil, missing(err)
	}
	judges, err := a.rustJudges(ctx)
	if err != nil {
		return nil, nil, nil, missing(err)
	}
	config := map[string]any{}
	engines, err := a.enginesOfRust(ctx, names, judges, config)
	if err != nil {
		judges.close()
		return nil, nil, nil, err
	}
	maps.Copy(config, map[string]any{"annotate": a.cfg.Annotate, "harness": a.cfg.Harness, "verify": a.cfg.Verify})
	judge := &benchmark.Judge{Compiler: tc, Backend: judges.alone(), Verify: a.proofOptions(), Measure: a.measureRust()}
	return &runner.Executor{Engines: engines,
		Judge: &runner.Judge{Backend: judge.Backend, Other: map[bench.Language]func(context.Context, *bench.Task, *runner.Row) error{bench.Rust: judge.Judge}}}, config, judges.close, nil
}

// enginesOfRust are the engines by their names; config gets what of the settings makes a
// difference to those that ask a model. Tasks of data sets stand alone.
func (a *app) enginesOfRust(ctx context.Context, names []string, judges *rustJudges, config map[string]any) (out []runner.Engine, err error) {
	var shared *asked.Shared
	for _, n := range names {
		if n != asked.Agent {
			out = append(out, &benchmark.Engine{Options: judges.proposingAlone()})
			continue
		}
		if shared == nil {
			done := func() {}
			shared, done, err = a.askerOver(ctx, engine.Options{Runtime: bench.NewRuntime()}, names, func() (verify.Backend, func(), error) {
				return judges.alone(), func() {}, nil
			})
			if err != nil {
				return nil, err
			}
			defer done()
			shared.Spec.Rust = judges.toolsAlone()
			maps.Copy(config, a.modelConfig(shared, names))
		}
		info, _ := asked.Find(n)
		out = append(out, &asked.Engine{Shared: shared, Info: info})
	}
	return out, nil
}
