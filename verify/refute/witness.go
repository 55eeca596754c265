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
	if _, returns := run.At.(*java.Return); returns || e.throws {
		for i, s := range r.stmts {
			if s == run.At {
				e.stmt = i
			}
		}
	}
	return e
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
	if len(m.Ends) == 0 {
		return nil
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
		left = open(append(alive, left[len(ask):]...))
	}
	w.Reached = w.Ends - len(left)
	for _, e := range left {
		w.Unreached = append(w.Unreached, e.Place)
	}
	m.Witnesses = w
	return nil
}
