// Package mutation measures a specification by the mutants of the program that it is
// about: how many of them it rejects.
//
// The completeness rate is that of FormalBench (Le-Cong et al., 2025): of a program r with
// the specification g and the mutants P(r) that are not r itself over again,
//
//	CR(g; r) = |{p ∈ P(r) : V(g; p) ≠ ok}| / |P(r)|
//
// for the verifier V. Three columns are kept. "Compat" is the published rule: the whole
// annotated file is asked about, and anything but a proof is a kill, time-outs and crashes
// too; a program without mutants counts as 1. "Contract" lets only the contract decide: a
// mutant is killed when a run within the precondition breaks a clause of it, or throws what
// the contract does not speak of. "Strict" is the same without what is undecided: mutants that
// only fail to end or to stay within the range of their types, and those of which neither a
// run nor a proof says anything, leave both sides; without mutants there is none.
//
// The package must not know how a backend decides, engines, models or the terminal.
package mutation

import (
	"bytes"
	"cmp"
	"context"
	"slices"
	"time"

	"ensures/bench"
	"ensures/internal/effort"
	"ensures/java/interp"
	"ensures/java/mutants"
)

// Likeness says how the runs of a mutant compare with those of its program.
type Likeness string

// The likenesses. Equal survived all inputs and LargeRun further random ones; of Alike
// there were not so many to be had.
const (
	Different Likeness = "different"
	Endless   Likeness = "endless" // differs only in inputs on which it does not come to an end in many times the steps
	Alike     Likeness = "alike"
	Equal     Likeness = "equal"
)

// LargeRun is the number of random inputs that a mutant has to survive to be called equal.
const LargeRun = 2000

// The bounds, in steps of the interpreter: of one run of the program itself, and of a mutant
// in multiples of that; of all runs of the program on random inputs, and of all runs of one
// mutant. A mutant is endless after a few runs that did not end.
const (
	runSteps    = 1_000_000
	runHeap     = 64 << 20
	patience    = 10
	leastSteps  = 20_000
	largeSteps  = 20_000_000
	mutantSteps = 20_000_000
	endless     = 3
)

// Reference is a program with inputs and what it does on them.
type Reference struct {
	rt    *bench.Runtime
	task  *bench.Task
	prog  *bench.Program
	first []input // recorded and generated, those of short runs first
	large []input // random ones, made when they are first asked for
	tried int     // how many random ones the program was run on, the same ones again included
	made  bool
}

// input is an input with its end under the reference.
type input struct {
	in     bench.State
	end    *bench.Pair
	stdout string
	steps  int64
}

// NewReference runs a task's program on the inputs of its tests, and on generated ones.
func NewReference(ctx context.Context, rt *bench.Runtime, task *bench.Task) (*Reference, error) {
	prog, err := rt.Compile(task)
	if err != nil {
		return nil, err
	}
	r := &Reference{rt: rt, task: task, prog: prog}
	if len(task.Tests) > 0 {
		// Tests give what is likely, generated inputs what nobody thought of. Where the
		// tests' code does not fit the program any more, there are the generated ones.
		_ = r.collect(ctx, task, bench.Options{}, &r.first)
	}
	if err := r.collect(ctx, r.bare(), bench.Options{}, &r.first); err != nil && len(r.first) == 0 {
		return nil, err
	}
	slices.SortStableFunc(r.first, func(a, b input) int { return cmp.Compare(a.steps, b.steps) })
	return r, ctx.Err()
}

// bare is the task without its tests, of which generated inputs take the place.
func (r *Reference) bare() *bench.Task {
	t := *r.task
	t.Tests = nil
	return &t
}

// collect adds a task's inputs with the reference's ends on them.
func (r *Reference) collect(ctx context.Context, task *bench.Task, o bench.Options, to *[]input) error {
	prep, err := r.rt.Prepare(ctx, task, o)
	if err != nil {
		return err
	}
	r.tried = prep.Generated
	for _, pairs := range [][]*bench.Pair{prep.Pairs, prep.Invalid} {
		for _, p := range pairs {
			in := input{in: p.Pre}
			var end interp.Outcome
			if in.end, in.stdout, end, in.steps = r.run(ctx, r.prog, prep.Program, p.Pre, runSteps); end.Kind == interp.Returned || end.Kind == interp.Thrown {
				*to = append(*to, in)
			}
		}
	}
	return ctx.Err()
}

// run calls the method of a program on an input of another one with the same declarations.
func (r *Reference) run(ctx context.Context, p, from *bench.Program, in bench.State, steps int64) (*bench.Pair, string, interp.Outcome, int64) {
	var stdout bytes.Buffer
	pair, end, used := p.Rerun(from, in, interp.Options{Stdout: &stdout, Stderr: &stdout, Limits: interp.Limits{Steps: steps, HeapBytes: runHeap}})
	effort.Spend(ctx, time.Duration(used)*bench.StepWork)
	return pair, stdout.String(), end, used
}

// Compare runs a mutant of the reference on its inputs.
func (r *Reference) Compare(ctx context.Context, m mutants.Mutant) (Likeness, error) {
	p, err := r.compile(m)
	if err != nil {
		return "", err
	}
	like, whole, err := r.over(ctx, p, r.first)
	if err != nil || like != Alike || !whole {
		return like, err
	}
	if !r.made {
		r.made = true
		o := bench.Options{Pairs: 2 * LargeRun, Inputs: 3 * LargeRun, Invalid: LargeRun, Seed: 2, AllSteps: largeSteps}
		if err := r.collect(ctx, r.bare(), o, &r.large); err != nil && ctx.Err() != nil {
			return "", err
		}
	}
	like, whole, err = r.over(ctx, p, r.large)
	if like == Alike && whole && r.tried >= LargeRun {
		like = Equal
	}
	return like, err
}

// Same reports whether another form of the program does what it does on the inputs of its
// tests and on generated ones.
func (r *Reference) Same(ctx context.Context, code string) (bool, error) {
	p, err := r.compile(mutants.Mutant{Code: code})
	if err != nil {
		return false, err
	}
	like, whole, err := r.over(ctx, p, r.first)
	return like == Alike && whole, err
}

func (r *Reference) compile(m mutants.Mutant) (*bench.Program, error) {
	t := *r.task
	t.Source = m.Code
	return r.rt.Compile(&t)
}

// over compares the ends of a program's runs with the reference's; whole is false where
// the runs took too long to come to the last input.
func (r *Reference) over(ctx context.Context, p *bench.Program, inputs []input) (like Likeness, whole bool, err error) {
	var steps int64
	unended := 0
	for _, in := range inputs {
		if err := ctx.Err(); err != nil {
			return "", false, err
		}
		pair, stdout, end, used := r.run(ctx, p, r.prog, in.in, max(leastSteps, patience*in.steps))
		switch {
		case end.Kind == interp.StepLimit || end.Kind == interp.HeapLimit:
			if unended++; unended == endless {
				return Endless, true, nil
			}
		case pair == nil || stdout != in.stdout || !bench.SameEnd(in.end, pair):
			return Different, true, nil
		}
		if steps += used; steps > mutantSteps {
			return Alike, false, nil
		}
	}
	if unended > 0 {
		return Endless, true, nil
	}
	return Alike, true, nil
}
