// Package benchmark runs data sets of Rust: it has the engine that needs no model and the
// judge of what an engine hands in, as package runner takes them.
//
// The package must not know the terminal, nor how rustc and the solvers are found.
package benchmark

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ensures/bench"
	"ensures/feedback"
	"ensures/harness"
	"ensures/runner"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/verify"
)

// Engine proposes what is proved of each function of a task's file: ensures annotate's work.
type Engine struct{ Options propose.Options }

// Name implements runner.Engine.
func (*Engine) Name() string { return "guided" }

// Specify implements runner.Engine. Of the file's other functions those stay that are proved.
func (e *Engine) Specify(ctx context.Context, t *bench.Task, _ string) (runner.Product, error) {
	text, list, err := propose.File(ctx, t.Name, t.Source, e.Options)
	var bad *observe.CompileError
	var syntax *spec.Error
	switch {
	case errors.As(err, &bad), errors.As(err, &syntax):
		return runner.Product{Reason: err.Error()}, nil
	case err != nil:
		return runner.Product{}, err
	}
	at := slices.IndexFunc(list, func(f *propose.Function) bool { return f.Func.Name == t.Method })
	switch {
	case at < 0:
		return runner.Product{Reason: "the file has no function " + t.Method}, nil
	case len(list[at].Clauses) == 0:
		return runner.Product{Reason: list[at].Why}, nil
	}
	return runner.Product{Code: text, Steps: 1}, nil
}

// Judge says what a specification of a function of Rust is worth.
type Judge struct {
	Compiler observe.Compiler
	Backend  verify.Backend // nil: nothing is verified
	Verify   verify.Options
	Measure  measure.Options
}

// Judge fills in a row's verdict, scores and failure class for its Code: the scores of the
// task's function over inputs made for it, the verdict that function has with all others of
// the file asked about too.
func (j *Judge) Judge(ctx context.Context, t *bench.Task, r *runner.Row) error {
	file := spec.Parse(r.Code)
	switch {
	case len(file.Errs) > 0:
		r.Status, r.Reason = runner.Malformed, file.Errs[0].Error()
		return nil
	case spec.Uncommented(r.Code) != spec.Uncommented(t.Source):
		r.Status, r.Reason = runner.Malformed, "the code was changed"
		return nil
	}
	if trusts := file.Trusts(); len(trusts) > 0 {
		r.Status, r.Reason = runner.Malformed, trusts[0]
		return nil
	}
	if err := j.measure(ctx, t, file, r); err != nil || j.Backend == nil {
		return err
	}
	out, err := j.Backend.Verify(ctx, verify.Request{File: t.Name, Source: r.Code, Options: j.Verify})
	if err != nil {
		if ctx.Err() == nil {
			r.Status, r.Reason = runner.Infrastructure, err.Error()
		}
		return ctx.Err()
	}
	m := out.Find(verify.MethodKey{Name: t.Method})
	if m == nil {
		r.Status, r.Reason = runner.Failed, fmt.Sprintf("the verifier says nothing of %s", t.Method)
		return nil
	}
	r.Verdict, r.Backend = m.Verdict.String(), out.Backend+" "+out.Version
	for _, c := range out.Conditions(*m) {
		r.Conditions = append(r.Conditions, m.Method.Short()+": "+c.String())
	}
	if m.Verdict != verify.Verified {
		if fs := feedback.Analyze(out, r.Code).Failures; len(fs) > 0 {
			r.FailureClass = string(fs[0].Class)
		}
		return nil
	}
	r.Meets(harness.Threshold)
	return nil
}

// measure fills in the scores.
func (j *Judge) measure(ctx context.Context, t *bench.Task, file *spec.File, r *runner.Row) error {
	own := func(f *spec.Func) bool { return f.Name == t.Method && f.Mode == spec.Exec }
	p, err := observe.Build(ctx, j.Compiler, t.Name, file, own)
	if bad := (*observe.CompileError)(nil); errors.As(err, &bad) {
		r.Status, r.Reason = runner.Failed, err.Error()
		return nil
	}
	if err != nil {
		return err
	}
	defer p.Close()
	if len(p.Funcs) != 1 {
		r.Status, r.Reason = runner.Unsupported, fmt.Sprintf("%d functions %s can be called", len(p.Funcs), t.Method)
		for _, no := range p.Refused {
			r.Reason = no.Error()
		}
		return nil
	}
	rep, err := measure.Measure(ctx, p, p.Funcs[0], file, j.Measure)
	if err != nil {
		return err
	}
	r.Compat, r.Strict = rep.Tally.Compat(), rep.Tally.Strict()
	r.Mutants, r.Killed = rep.Tally.Mutants.Total, rep.Tally.Mutants.Killed
	for _, c := range rep.Undecidable() {
		r.Status, r.Reason = runner.Unsupported, c.Err.Error()
	}
	return nil
}
