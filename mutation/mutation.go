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
	"math"
	"slices"
	"strings"
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
	first []input  // recorded and generated, those of short runs first
	large *samples // random ones, made when they are first asked for
	tests []testRun
}

// testRun is a whole run of a test: what it read and printed, and how it ended.
type testRun struct {
	in, stdout string
	end        interp.Outcome
	steps      int64
}

// samples are inputs, and how many the program was run on to get them, the same ones again
// included.
type samples struct {
	inputs []input
	tried  int
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
		if s, err := r.collect(ctx, prog, bench.Options{}); err == nil {
			r.first = s.inputs
		}
	}
	s, err := r.collect(ctx, r.bare(), bench.Options{})
	if err != nil && len(r.first) == 0 {
		return nil, err
	}
	r.first = append(r.first, s.inputs...)
	slices.SortStableFunc(r.first, func(a, b input) int { return cmp.Compare(a.steps, b.steps) })
	return r, ctx.Err()
}

// drive runs the test program of a task's code on an input, as the tests do.
func (r *Reference) drive(ctx context.Context, p *bench.Program, in string, steps int64) testRun {
	var stdout bytes.Buffer
	m := p.Run.NewMachine(interp.Options{
		Stdin: strings.NewReader(in), Stdout: &stdout, Stderr: &stdout, Limits: interp.Limits{Steps: steps, HeapBytes: runHeap},
	})
	end := m.RunMain(r.task.DriverClass, nil)
	effort.Spend(ctx, time.Duration(m.StepsUsed())*bench.StepWork)
	return testRun{in, stdout.String(), end, m.StepsUsed()}
}

// passes compares whole runs of the tests. They make objects that can't be made anew for a
// call by itself, such as those of the test program's anonymous classes.
func (r *Reference) passes(ctx context.Context, p *bench.Program) Likeness {
	if r.tests == nil {
		r.tests = []testRun{}
		for _, t := range r.task.Tests {
			if run := r.drive(ctx, r.prog, t.Input, runSteps); run.end.Kind == interp.Returned || run.end.Kind == interp.Thrown {
				r.tests = append(r.tests, run)
			}
		}
	}
	for _, t := range r.tests {
		run := r.drive(ctx, p, t.in, max(leastSteps, patience*t.steps))
		switch {
		case run.end.Kind == interp.StepLimit || run.end.Kind == interp.HeapLimit:
			return Endless
		case run.stdout != t.stdout || run.end.Kind != t.end.Kind || run.end.Class != t.end.Class:
			return Different
		}
	}
	return Alike
}

// bare is the program without its tests, of which generated inputs take the place.
func (r *Reference) bare() *bench.Program {
	t, p := *r.task, *r.prog
	t.Tests = nil
	p.Task = &t
	return &p
}

// collect returns inputs of the program, with its ends on them.
func (r *Reference) collect(ctx context.Context, p *bench.Program, o bench.Options) (samples, error) {
	prep, err := p.Prepare(ctx, o)
	if err != nil {
		return samples{}, err
	}
	out := samples{tried: prep.Generated}
	for _, pairs := range [][]*bench.Pair{prep.Pairs, prep.Invalid} {
		for _, pair := range pairs {
			in := input{in: pair.Pre}
			var end interp.Outcome
			if in.end, in.stdout, end, in.steps = r.run(ctx, r.prog, pair.Pre, runSteps); end.Kind == interp.Returned || end.Kind == interp.Thrown {
				out.inputs = append(out.inputs, in)
			}
		}
	}
	return out, ctx.Err()
}

// run calls the method of a program with the reference's declarations on one of its inputs.
func (r *Reference) run(ctx context.Context, p *bench.Program, in bench.State, steps int64) (*bench.Pair, string, interp.Outcome, int64) {
	var stdout bytes.Buffer
	pair, end, used := p.Rerun(r.prog, in, interp.Options{Stdout: &stdout, Stderr: &stdout, Limits: interp.Limits{Steps: steps, HeapBytes: runHeap}})
	effort.Spend(ctx, time.Duration(used)*bench.StepWork)
	return pair, stdout.String(), end, used
}

// Compare runs a mutant of the reference on its inputs.
func (r *Reference) Compare(ctx context.Context, m mutants.Mutant) (Likeness, error) {
	p, err := r.compile(m.Code)
	if err != nil {
		return "", err
	}
	// On the inputs of short runs most mutants differ already.
	like, whole, err := r.over(ctx, p, r.first, mutantSteps)
	if err == nil && like == Alike {
		like = r.passes(ctx, p)
	}
	if err != nil || like != Alike || !whole {
		return like, err
	}
	if r.large == nil {
		o := bench.Options{Pairs: 2 * LargeRun, Inputs: 3 * LargeRun, Invalid: LargeRun, Seed: 2, AllSteps: largeSteps}
		s, err := r.collect(ctx, r.bare(), o)
		// Without more inputs a mutant is alike, and no more.
		if err != nil && ctx.Err() != nil {
			return "", err
		}
		r.large = &s
	}
	like, whole, err = r.over(ctx, p, r.large.inputs, mutantSteps)
	if like == Alike && whole && r.large.tried >= LargeRun {
		like = Equal
	}
	return like, err
}

// Same reports whether another form of the program does what it does on the inputs of its
// tests and on generated ones.
func (r *Reference) Same(ctx context.Context, code string) (bool, error) {
	p, err := r.compile(code)
	if err != nil {
		return false, err
	}
	like, _, err := r.over(ctx, p, r.first, math.MaxInt64)
	return err == nil && like == Alike && r.passes(ctx, p) == Alike, err
}

func (r *Reference) compile(code string) (*bench.Program, error) {
	t := *r.task
	t.Source = code
	return r.rt.Compile(&t)
}

// over compares the ends of a program's runs with the reference's; whole is false where
// the runs would take more than limit steps to come to the last input.
func (r *Reference) over(ctx context.Context, p *bench.Program, inputs []input, limit int64) (like Likeness, whole bool, err error) {
	var steps int64
	unended := 0
	for _, in := range inputs {
		if err := ctx.Err(); err != nil {
			return "", false, err
		}
		pair, stdout, end, used := r.run(ctx, p, in.in, max(leastSteps, patience*in.steps))
		switch {
		case end.Kind == interp.StepLimit || end.Kind == interp.HeapLimit:
			// Each of these runs costs all the steps that it may take: a few tell enough.
			if unended++; unended == endless {
				return Endless, true, nil
			}
		case pair == nil || stdout != in.stdout || !bench.SameEnd(in.end, pair):
			return Different, true, nil
		}
		if steps += used; steps > limit {
			return Alike, false, nil
		}
	}
	if unended > 0 {
		return Endless, true, nil
	}
	return Alike, true, nil
}
