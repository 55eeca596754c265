// Package runs asks the machine code about what a verifier of Rust answers: a proof
// needs a run that it speaks of, and a run that breaks the specification refutes it,
// proved or not.
//
// The package must not know how obligations are proved.
package runs

import (
	"context"
	"errors"
	"slices"
	"strings"
	"time"
	"unicode/utf8"

	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/sandbox"
	"ensures/verify"
)

// Options configure a wrapper.
type Options struct {
	Compiler observe.Compiler
	Inputs   int    // for one function; default 200
	Seed     uint64 // of the inputs
	// Warn is told, where it is there, why no runs were made.
	Warn func(message string)
}

// Wrap returns b with what runs say of its answers. A request for a quick answer gets
// b's own.
func Wrap(b verify.Backend, o Options) verify.Backend {
	if o.Inputs <= 0 {
		o.Inputs = 200
	}
	return &backend{b, o}
}

type backend struct {
	verify.Backend
	o Options
}

// Verify implements verify.Backend.
//
//	witnessed(f)  iff  some call of f satisfies requires, returns, and satisfies ensures
//	refuted(f)    iff  some call of f satisfies requires, and panics or breaks ensures
//
// Side conditions: a clause that has no value in a state says nothing of it; neither
// does a call that does not end in its time. Functions that can't be called have no
// witnesses sought.
func (b *backend) Verify(ctx context.Context, req verify.Request) (out verify.Outcome, err error) {
	start := time.Now()
	out, err = b.Backend.Verify(ctx, req)
	defer func() { out.Elapsed = time.Since(start) }()
	if err != nil || req.Options.Quick {
		return out, err
	}

	file := spec.Parse(req.Source)
	asked := func(f *spec.Func) bool {
		m := out.Find(verify.MethodKey{Name: f.Name})
		// What is refuted or has no meaning already, a run can't make worse; a function whose name is not
		// its own has no answer that a run could be held against.
		return m != nil && (m.Verdict.Holds() || m.Verdict == verify.Unknown) && !twice(file, f)
	}
	p, err := observe.Build(ctx, b.o.Compiler, req.File, file, asked)
	if bad := (*observe.CompileError)(nil); errors.As(err, &bad) {
		return out, nil // the verifier has compiled the file: the harness cannot be made for it
	}
	if err != nil {
		return out, err
	}
	defer p.Close()

	for _, f := range p.Funcs {
		// Mutants are of no interest here; one is the fewest that measure makes.
		r, err := measure.Measure(ctx, p, f, file, measure.Options{Inputs: b.o.Inputs, Mutants: 1, Seed: b.o.Seed})
		// Runs confirm proofs, they don't make them: without a sandbox the proofs stand as they are.
		if no := (*sandbox.IsolationError)(nil); errors.As(err, &no) {
			if b.o.Warn != nil {
				b.o.Warn("proofs of Rust are not confirmed by runs: " + err.Error())
			}
			return out, nil
		}
		if err != nil {
			return out, err
		}

		m := out.Find(verify.MethodKey{Name: f.Spec.Name})
		if m.Verdict.Holds() {
			m.Witnesses = &verify.Witnesses{Ends: 1, Reached: min(r.Witnesses(), 1)}
			if m.Witnesses.Reached == 0 {
				m.Witnesses.Unreached = []verify.Place{{Line: m.Line, Column: m.Column}}
			}
		}

		// A run that breaks the specification outranks any proof: one of the two is wrong, and the run
		// has been seen.
		for _, v := range r.Violations(1) {
			m.Verdict = verify.Refuted
			out.Diagnostics = append(out.Diagnostics, diagnostic(file, f.Spec, v))
		}
	}
	out.Settle()
	return out, nil
}

// twice reports whether a file has two functions of a name: which one an answer is
// about, its key does not say.
func twice(file *spec.File, f *spec.Func) bool {
	return slices.ContainsFunc(file.Funcs, func(g *spec.Func) bool { return g != f && g.Name == f.Name })
}

// diagnostic is a call that the specification is wrong about.
func diagnostic(file *spec.File, f *spec.Func, v measure.Violation) verify.Diagnostic {
	d := verify.Diagnostic{Kind: verify.Unreachable, Severity: verify.Error, Verdict: verify.Refuted, Method: verify.MethodKey{Name: f.Name}, Stage: "run",
		Message:        "a run panics though the precondition holds",
		Counterexample: &verify.Counterexample{Inputs: v.Inputs, Expected: "no panic", Actual: v.Actual, Replayed: true}}
	at := f.NamePos.From
	if v.Clause != nil {
		at = v.Clause.From
		d.Kind, d.Message, d.Clause = verify.Postcondition, "a run breaks the postcondition", v.Clause.Text
		d.Counterexample.Expected = v.Clause.Text
	}
	d.Line = strings.Count(file.Src[:at], "\n") + 1
	d.Column = utf8.RuneCountInString(file.Src[strings.LastIndexByte(file.Src[:at], '\n')+1:at]) + 1
	return d
}
