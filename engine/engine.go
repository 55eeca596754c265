package engine

import (
	"context"
	"slices"

	"ensures/baseline"
	"ensures/bench"
	"ensures/propose"
	"ensures/runner"
	"ensures/synth"
	"ensures/verify"
)

// Refinement changes a draft of package propose into an engine's result.
type Refinement = func(context.Context, *propose.Draft) error

// Search is a verifier with little patience that prunes and tries.
type Search interface {
	verify.Backend
	synth.Sifter
}

// Prover is our verifier as engines ask it: Search tries, Judge has the last word,
// with runs that may refute.
type Prover struct {
	Search Search
	Judge  verify.Backend
}

// Options are what engines work with.
type Options struct {
	Runtime *bench.Runtime
	Prover  *Prover         // nil where there is no solver
	Propose propose.Options // limits of the search for clauses
	Proof   verify.Options  // how the verifier is asked
}

// synth returns the settings of the engines that prove.
func (o Options) synth() synth.Options {
	return synth.Options{Sifter: o.Prover.Search, Judge: o.Prover.Judge, Proof: o.Proof.Unlimited()}
}

// Info is an engine of the list.
type Info struct {
	Name, About string
	Solver      bool // it can do nothing without a solver

	bare   bool                     // it does not start from what package propose finds
	tests  bool                     // it looks at the task's tests, not only at generated inputs
	refine func(Options) Refinement // nil for an engine that takes what package propose finds
}

// List returns the engines that need no model; the first is the default.
func List() []Info {
	return []Info{
		{Name: "guided", About: "clauses from runs and from the code, pruned and strengthened until the native verifier proves them", refine: Guided},
		{Name: "strongest", About: "the exact postcondition of code without loops, by cases, and the weakest preconditions that prove it", Solver: true, bare: true, refine: func(o Options) Refinement {
			return synth.Strongest(o.Prover.Search, o.synth())
		}},
		{Name: "dynamic", About: "clauses that hold on all runs, without a verifier"},
		{Name: "houdini", About: "published baseline: the templates of ESC/Java, pruned by the verifier", Solver: true, refine: func(o Options) Refinement {
			return baseline.Houdini(baseline.Options{Backend: o.Prover.Search, Proof: o.Proof.Unlimited()})
		}},
		{Name: "daikon", About: "published baseline: Daikon's default families over the tests, verified as a whole", tests: true, refine: func(Options) Refinement {
			return baseline.Daikon()
		}},
	}
}

// Find returns the engine of a name.
func Find(name string) (Info, bool) {
	i := slices.IndexFunc(List(), func(e Info) bool { return e.Name == name })
	if i < 0 {
		return Info{}, false
	}
	return List()[i], true
}

// Guided returns the refinement of the engine that proves, nil without a prover:
// that engine then takes what package propose finds.
func Guided(o Options) Refinement {
	if o.Prover == nil {
		return nil
	}
	return synth.Guided(o.Prover.Search, o.synth())
}

// Engine is an engine of the list with what it works with.
type Engine struct {
	Info
	options Options
}

var _ runner.Engine = (*Engine)(nil)

// New returns an engine ready to work. Its error is a verify.MissingError: it needs
// a solver, and there is none.
func New(e Info, o Options) (*Engine, error) {
	if e.Solver && o.Prover == nil {
		return nil, &verify.MissingError{Tool: "a solver for the engine " + e.Name, Hint: "ensures setup z3"}
	}
	o.Propose.Bare = e.bare
	if e.refine != nil {
		o.Propose.Refine = e.refine(o)
	}
	return &Engine{e, o}, nil
}

// Name implements runner.Engine.
func (e *Engine) Name() string { return e.Info.Name }

// Settings returns the options of package propose under which the engine works.
func (e *Engine) Settings() propose.Options { return e.options.Propose }

// Specify implements runner.Engine: every method of the task's file is annotated, so
// that what the task's method calls has a contract.
func (e *Engine) Specify(ctx context.Context, t *bench.Task, dir string) (runner.Product, error) {
	o := e.options.Propose
	if e.tests {
		o.Tests = t
	}
	res, err := propose.File(ctx, e.options.Runtime, t.Name, t.Source, o)
	if err != nil {
		// An interrupt stops the run; any other error is of this task, and is told as its reason.
		if ctx.Err() != nil {
			return runner.Product{}, ctx.Err()
		}
		return runner.Product{Reason: err.Error()}, nil
	}

	code, err := res.Edits.Apply()
	p := runner.Product{Code: code}
	for _, m := range res.Methods {
		p.Steps++
		p.Clocks = append(p.Clocks, m.Account.Clocks...)
		if m.Status != propose.Proposed && m.Reason != "" {
			p.Reason = m.Name + ": " + m.Reason
		}
	}
	if err == nil {
		err = writeAccounts(dir, res.Methods)
	}
	return p, err
}
