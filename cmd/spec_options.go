package cmd

import (
	"ensures/bench"
	"ensures/harness"
	"ensures/propose"
	"ensures/tools/spec"
	"ensures/verify"
)

// agentBar is what task_complete asks for.
func (a *app) agentBar() spec.Bar {
	g := a.cfg.Agent
	return spec.Bar{PostCorr: g.PostCorr, PostComp: g.PostComp, PreCorr: g.PreCorr, Compat: g.Scores == "compat"}
}

// specOptions are the options of the tools.
func (a *app) specOptions(rt *bench.Runtime, b verify.Backend) (spec.Options, error) {
	h := a.cfg.Harness
	ar, err := verify.ParseArithmetic(a.cfg.Verify.Arithmetic)
	if err != nil {
		return spec.Options{}, usagef("--arithmetic: %v", err)
	}
	return spec.Options{
		Runtime: rt, Backend: b,
		Verify:  verify.Options{Arithmetic: ar, NullableByDefault: a.cfg.JML.NullableByDefault, Timeout: a.cfg.Verify.Timeout, Portable: a.cfg.Annotate.Portable},
		Prepare: bench.Options{Pairs: h.Pairs, Inputs: h.Inputs, Seed: h.Seed},
		Measure: harness.Options{Pairs: h.Pairs, Mutants: h.Mutants, Steps: a.cfg.JML.Steps, Nullable: a.cfg.JML.NullableByDefault},
		Propose: propose.Options{Inputs: a.cfg.Annotate.Inputs, MaxClauses: a.cfg.Annotate.MaxClauses, Seed: h.Seed},
		Bar:     a.agentBar(), Accept: a.cfg.Agent.Strictness == "accept",
	}, nil
}
