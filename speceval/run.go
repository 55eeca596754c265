package speceval

import (
	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
	"ensures/value"
)

// The limits of one run, of one evaluation, and the generated inputs of a method.
const (
	runSteps  = 100_000
	runHeap   = 64 << 20
	evalSteps = 20_000
	visits    = 30
	generated = 60
	// allVisits ends the runs of a method. Visits of loops count, which a perturbation
	// leaves alone, and not steps.
	allVisits = 2_000
)

// row is what one run says of every clause of a program.
type row struct {
	method   int
	input    int           // its number among the method's
	recorded bool          // the input was recorded, not generated
	allowed  bool          // the method's precondition holds of it
	end      string        // what came out, and the state left behind
	truths   []value.Truth // InvalidTruth where the run did not come to a clause
}

// runs runs the methods of a program: the target on the recorded inputs, each of them on
// generated ones.
//
// Runs whose arithmetic leaves the range of its type are no rows: the specifications are
// those of a verification that does not look at overflow.
func (p *Program) runs(c *code) []row {
	r := &running{p: p, c: c, tracer: eval.NewExactTracer(c.chk, p.runtime.Lib, interp.ExactOperations), index: map[*jml.Clause]int{}}
	for i, cl := range c.clauses {
		r.index[cl.Clause] = i
	}
	for i, m := range c.methods {
		r.method(i, m)
	}
	return r.rows
}

// running is the runs of one program.
type running struct {
	p      *Program
	c      *code
	tracer *eval.Tracer
	index  map[*jml.Clause]int
	rows   []row
	visits int // of the method's loops so far
}

func (r *running) method(i int, m *types.Method) {
	prog := r.tracer.Program()

	// The machine lives as long as the method's runs; each run gets its own steps and memory by
	// Refill.
	mach := prog.NewMachine(interp.Options{Limits: interp.Limits{Steps: 1 << 40, HeapBytes: 1 << 40}})
	judge := eval.NewJudge(r.c.chk, prog, m, eval.JudgeOptions{NonNull: true})
	voc := bench.Constants(r.c.chk.Unit.Info, java.Span{From: m.Decl.Pos(), To: m.Decl.End()})
	// The name of a method is a part of the seed of its inputs. A renamed method is to be
	// run on the same ones.
	unnamed := &types.Method{Name: "method", Owner: m.Owner, Params: m.Params, Return: m.Return, Flags: m.Flags, Variadic: m.Variadic, Decl: m.Decl}
	inputs := bench.NewInputs(r.c.chk.Program, unnamed, voc, 1, nil)

	var this interp.Ref
	n := 0
	r.visits = 0
	for range generated {
		if r.visits > allVisits/2 {
			break // the other half is for recorded inputs
		}
		mach.Refill(runSteps, runHeap)
		mach.SetStatics(&interp.Statics{})
		in, ok, err := inputs.Next(mach)
		if err != nil {
			break
		}
		if !ok {
			continue
		}
		// Recorded inputs have no receiver that fits here: the first generated one takes its
		// place.
		if this == nil && in.This != nil {
			if s, _, err := in.Copy(mach); err == nil {
				this = s.This
			}
		}
		r.one(mach, judge, in, row{method: i, input: n})
		n++
	}

	if i != r.p.target || this == nil && !m.Flags.Has(java.Static) {
		return
	}
	for _, in := range r.p.recorded {
		if r.visits > allVisits {
			break
		}
		in.This = this
		// A copy: the run may change what the input refers to, and the next program is run on the
		// same.
		mach.SetStatics(&interp.Statics{})
		s, _, err := in.Copy(mach)
		if err != nil {
			continue
		}
		r.one(mach, judge, s, row{method: i, input: n, recorded: true})
		n++
	}
}

// one runs a method on an input and notes the value of every clause.
func (r *running) one(mach *interp.Machine, judge *eval.Judge, in bench.State, out row) {
	out.truths = make([]value.Truth, len(r.c.clauses))
	note := func(c *jml.Clause, t value.Truth) {
		i, ok := r.index[c]
		if !ok {
			return
		}
		// Over several visits a clause is false where it is false once, and true where
		// it is true each time.
		switch was := out.truths[i]; {
		case was == value.False, was == value.Unknown && t == value.True:
		default:
			out.truths[i] = t
		}
	}
	mach.Refill(runSteps, runHeap)
	run := r.tracer.Run(mach, judge.Method, in.This, in.Args, eval.TraceOptions{Steps: evalSteps, MaxVisits: visits,
		Visit: func(v *eval.Visit) {
			r.visits++
			for _, res := range v.Results {
				note(res.Clause, res.Result.Truth)
			}
		}})

	// Such a run is none: what it did not do cannot be held against a clause.
	if run.PreErr != nil || run.Outcome.Kind == interp.Unsupported || run.Outcome.Kind == interp.Internal || run.Outcome.Kind == interp.Overflow {
		return
	}

	// The judge evaluates on the same machine, with steps of its own.
	mach.Refill(20*runSteps, runHeap)
	d := judge.Begin(mach, run.Pre)
	out.allowed = d.Pre.Truth == value.True
	if !out.allowed { // what its loops did says nothing
		clear(out.truths)
	}
	if out.allowed && (run.Outcome.Kind == interp.Returned || run.Outcome.Kind == interp.Thrown) {
		env := run.Env(mach)
		env.Steps = evalSteps
		d.Post(env)
	}

	for _, v := range d.Clauses {
		// A clause of a case that need not apply is not asked.
		if v.Case >= 0 && v.Clause.Kind != jml.Requires && d.Applies[v.Case] != value.True {
			continue
		}
		note(v.Clause, v.Result.Truth)
	}
	out.end = r.end(mach, judge.Method, run)
	r.rows = append(r.rows, out)
}

// end describes what a run did as far as a caller can see it, without any name that a
// perturbation may change.
func (r *running) end(mach *interp.Machine, m *types.Method, run *eval.Run) string {
	text := ""
	_, _ = mach.Try(func() interp.Value {
		text = run.Outcome.Kind.String() + " " + run.Outcome.Class
		if run.Outcome.Kind == interp.Returned && m.Return.Kind() != types.Void {
			text += mach.FormatValue(run.Result, m.Return)
		}
		for i, p := range m.Params {
			if i < len(run.Post.Locals) && bench.Native(p.Type) {
				text += "; " + mach.FormatValue(run.Pre.Locals[i], p.Type) + " -> " + mach.FormatValue(run.Post.Locals[i], p.Type)
			}
		}
		return interp.Value{}
	})
	return text
}
