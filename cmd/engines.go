package cmd

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ensures/baseline"
	"ensures/bench"
	"ensures/propose"
	"ensures/runner"
	"ensures/synth"
	"ensures/trajectories"
	"ensures/verify"
)

// refinement changes a draft of package propose into an engine's result.
type refinement = func(context.Context, *propose.Draft) error

// engine is one that needs no model: package propose, with another one behind it.
type engine struct {
	name, about string
	solver      bool // it can do nothing without a solver
	bare        bool // it does not start from what package propose finds
	tests       bool // it looks at the task's tests, not only at generated inputs
	// refine is nil for an engine that takes what package propose finds; the prover is
	// nil where there is no solver.
	refine func(a *app, p *prover) refinement
}

// engines are those of annotate and of bench run; the first is the default.
func engines() []engine {
	return []engine{
		{name: "guided", about: "clauses from runs and from the code, pruned and strengthened until the native verifier proves them", refine: func(a *app, p *prover) refinement {
			return a.refine(p)
		}},
		{name: "strongest", about: "the exact postcondition of code without loops, by cases, and the weakest preconditions that prove it", solver: true, bare: true, refine: func(a *app, p *prover) refinement {
			return synth.Strongest(p.search, a.guided(p))
		}},
		{name: "dynamic", about: "clauses that hold on all runs, without a verifier"},
		{name: "houdini", about: "published baseline: the templates of ESC/Java, pruned by the verifier", solver: true, refine: func(a *app, p *prover) refinement {
			return baseline.Houdini(baseline.Options{Backend: p.search, Arithmetic: a.arithmetic(), NullableByDefault: a.cfg.JML.NullableByDefault})
		}},
		{name: "daikon", about: "published baseline: Daikon's default families over the tests, verified as a whole", tests: true, refine: func(*app, *prover) refinement {
			return baseline.Daikon(baseline.Options{})
		}},
	}
}

func engineList() string {
	var b strings.Builder
	for _, e := range engines() {
		fmt.Fprintf(&b, "\n  %-9s %s", e.name, e.about)
	}
	return b.String()
}

// engineNames are the engines in one line.
func engineNames() string {
	var names []string
	for _, e := range engines() {
		names = append(names, e.name)
	}
	return strings.Join(names, ", ")
}

// engineNamed is an engine of the list, with what it needs there.
func engineNamed(name string, p *prover) (engine, error) {
	i := slices.IndexFunc(engines(), func(e engine) bool { return e.name == name })
	if i < 0 {
		return engine{}, usagef("--engine: unknown %q; there are:%s", name, engineList())
	}
	e := engines()[i]
	if e.solver && p == nil {
		return e, &verify.MissingError{Tool: "a solver for the engine " + name, Hint: "ensures setup z3"}
	}
	return e, nil
}

// options are the settings of package propose under which an engine runs.
func (e engine) options(a *app, p *prover) propose.Options {
	c := a.cfg
	o := propose.Options{MaxClauses: c.Annotate.MaxClauses, Budget: c.Annotate.Budget, Inputs: c.Annotate.Inputs, Seed: c.Harness.Seed, Bare: e.bare}
	if e.refine != nil {
		o.Refine = e.refine(a, p)
	}
	return o
}

// refine is the engine that proves, nil without a prover.
func (a *app) refine(p *prover) refinement {
	if p == nil {
		return nil
	}
	return synth.Guided(p.search, a.guided(p))
}

// guided are the settings of the engine that proves.
func (a *app) guided(p *prover) synth.Options {
	return synth.Options{Sifter: p.search, Judge: p.judge, Arithmetic: a.arithmetic(), NullableByDefault: a.cfg.JML.NullableByDefault}
}

// chosenEngines are engines as package runner takes them, with what of the settings
// matters to those of them that need a model.
func (a *app) chosenEngines(ctx context.Context, names []string, rt *bench.Runtime, p *prover) (out []runner.Engine, config map[string]any, done func(), err error) {
	done = func() {}
	var k *asking
	for _, n := range names {
		if m, ok := modelEngineNamed(n); ok {
			if k == nil {
				if k, done, err = a.asker(ctx, rt, p, names); err != nil {
					return nil, nil, nil, err
				}
				config = k.modelConfig(names)
			}
			out = append(out, &askedEngine{k, m})
			continue
		}
		if !slices.ContainsFunc(engines(), func(e engine) bool { return e.name == n }) {
			done()
			return nil, nil, nil, usagef("--engine: unknown %q; there are:%s\nwith --model:%s", n, engineList(), modelEngineList())
		}
		e, err := engineNamed(n, p)
		if err != nil {
			done()
			return nil, nil, nil, err
		}
		out = append(out, &proposing{engine: e, options: e.options(a, p), rt: rt})
	}
	return out, config, done, nil
}

// proposing is an engine over the tasks of a data set.
type proposing struct {
	engine
	options propose.Options
	rt      *bench.Runtime
}

// Name implements runner.Engine.
func (e *proposing) Name() string { return e.name }

// Run implements runner.Engine: every method of the task's file is annotated, so
// that what the task's method calls has a contract.
func (e *proposing) Run(ctx context.Context, t *bench.Task, dir string) (runner.Product, error) {
	o := e.options
	if e.tests {
		o.Tests = t
	}
	res, err := propose.File(ctx, e.rt, t.Name, t.Source, o)
	if err != nil {
		if ctx.Err() != nil {
			return runner.Product{}, ctx.Err()
		}
		return runner.Product{Reason: err.Error()}, nil
	}
	code, err := res.Edits.Apply()
	p := runner.Product{Code: code}
	for _, m := range res.Methods {
		p.Steps++
		if m.Status != propose.Proposed && m.Reason != "" {
			p.Reason = m.Name + ": " + m.Reason
		}
	}
	if err == nil {
		err = writeAccounts(dir, res.Methods)
	}
	return p, err
}

// accountFile is the file of a task's folder that tells what the engine did.
const accountFile = "account.jsonl"

// accountJSON is what an engine did on one method, a line of account.jsonl.
type accountJSON struct {
	Method    string          `json:"method"`
	Line      int             `json:"line"`
	Status    propose.Status  `json:"status"`
	Reason    string          `json:"reason,omitempty"`
	Clauses   int             `json:"clauses"`
	ElapsedMS float64         `json:"elapsed_ms"`
	Account   propose.Account `json:"account"`
}

func writeAccounts(dir string, methods []propose.MethodResult) error {
	var b bytes.Buffer
	enc := json.NewEncoder(&b)
	enc.SetEscapeHTML(false)
	for _, m := range methods {
		err := enc.Encode(accountJSON{m.Name, m.Line, m.Status, m.Reason, len(m.Clauses), float64(m.Elapsed.Microseconds()) / 1000, m.Account})
		if err != nil {
			return err
		}
	}
	return trajectories.WriteFile(filepath.Join(dir, accountFile), b.Bytes())
}
