package refute

import (
	"context"

	"ensures/java"
	"ensures/java/interp"
	"ensures/jml/eval"
	"ensures/verify"
)

// maxAsked is how many ends of a method the verifier is asked about.
const maxAsked = 12

// end identifies an end of a method's paths.
type end struct {
	throws bool
	stmt   int
}

// endOf is the end that a run reached.
func (r *search) endOf(run *eval.Run) end {
	e := end{throws: run.Outcome.Kind == interp.Thrown, stmt: -1}
	// A normal end without a return statement is that of the body.
	if _, returns := run.At.(*java.Return); returns || e.throws {
		for i, s := range r.stmts {
			if s == run.At {
				e.stmt = i
			}
		}
	}
	return e
}

// fewAdmitted is how many runs that satisfy the precondition are too few to say
// anything of a method.
const fewAdmitted = 5

// entry runs a method that is neither proved nor refuted on the verifier's models of its
// precondition, where generated inputs have hardly satisfied it.
func (r *search) entry(ctx context.Context, b verify.Backend, req verify.Request, m verify.MethodKey) error {
	wb, ok := b.(verify.Witnesser)
	if !ok || r.admitted >= fewAdmitted {
		return nil
	}
	reach, err := wb.Reach(ctx, req, m, []verify.End{verify.Entry})
	if err != nil {
		return err
	}
	for _, a := range reach {
		for _, in := range a.Inputs {
			for range fewAdmitted { // what the model leaves open differs
				r.given(in)
			}
		}
	}
	return nil
}

// extended runs a proved method of which no input could be made on those of a program with
// more classes: what stands in for a type that has no implementation here is code that anyone
// may add, as long as the type has no specification that it would have to keep.
//
// Side condition: where such a run violates the specification none of them is a witness. It
// takes no proof back either: the library's contracts ask more of a class than its types say.
func (r *search) extended(ctx context.Context) {
	more := r.subject.search(r.m)
	more.proved = true
	more.inputs.StandIns(r.chk.Program)
	more.run(ctx, nil, proofBudget)
	if more.violated() == nil {
		r.reached, r.admitted = more.reached, more.admitted
	}
}

// witness looks for a run to every end of a proved method that agrees with its
// specification: those that have been made on generated inputs count, and for each end
// that is left the verifier's models of its path condition are run. A run that breaks
// the specification is found like any other.
//
//	witnessed(end)  iff  some run satisfies the precondition and every assume, ends
//	                     there, and violates nothing
//
// Side conditions: an end that is proved dead is none; a run whose precondition has no
// value, or which the arithmetic mode does not look at, is no witness.
func (r *search) witness(ctx context.Context, b verify.Backend, req verify.Request, m *verify.MethodOutcome) error {
	if r.m.Name == staticInit { // it has one run
		w := &verify.Witnesses{Ends: 1, Reached: min(len(r.reached), 1)}
		if w.Reached == 0 {
			w.Unreached = []verify.Place{{Line: m.Line, Column: m.Column}}
		}
		m.Witnesses = w
		return nil
	}
	if len(m.Ends) == 0 {
		return nil
	}
	if r.admitted == 0 {
		r.extended(ctx)
	}
	open := func(ends []verify.End) (left []verify.End) {
		for _, e := range ends {
			if !r.reached[end{e.Throws, e.Stmt}] {
				left = append(left, e)
			}
		}
		return left
	}

	w := &verify.Witnesses{Ends: len(m.Ends)}
	left := open(m.Ends)
	if wb, ok := b.(verify.Witnesser); ok && len(left) > 0 {
		ask := left[:min(len(left), maxAsked)]
		reach, err := wb.Reach(ctx, req, m.Method, ask)
		if err != nil {
			return err
		}
		var alive []verify.End
		for i, a := range reach {
			if a.Dead {
				w.Ends--
				continue
			}
			alive = append(alive, ask[i])
			for _, in := range a.Inputs {
				r.given(in)
			}
		}
		// Ends that were not asked about are as open as before.
		left = open(append(alive, left[len(ask):]...))
	}
	w.Reached = w.Ends - len(left)
	for _, e := range left {
		w.Unreached = append(w.Unreached, e.Place)
	}
	m.Witnesses = w
	return nil
}
