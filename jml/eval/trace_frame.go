package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/jml"
)

// A loop's frame binds each of its iterations, the evaluation of the condition among them:
//
//	{S} iteration {S'}:  S.l = S'.l  for every location l of S that the frame, as it is in S, does not list
//
// Side conditions:
//   - l existed in S: what an iteration makes is its own;
//   - l is a field, an element, or the content of the library's objects; local and ghost
//     variables are no locations;
//   - an iteration that a return or an exception ends, or that leaves an outer loop, is
//     not looked at. A run that writes a location and puts its value back is not seen.

// frameVisits bounds the iterations of a loop whose frame is looked at: each is a copy of
// the state.
const frameVisits = 24

// loopFrame is the compiled frame of a loop.
type loopFrame struct {
	clause *jml.Clause // the last one about it
	frame  *Frame
}

// iteration is the state in which one begins.
type iteration struct {
	pre   State
	toCur func(interp.Ref) interp.Ref
	pairs map[interp.Ref]interp.Ref
}

// compileLoopFrame compiles the frame clauses of a loop, nil where nothing is to be
// looked at.
func (t *Tracer) compileLoopFrame(code *LoopCode) *loopFrame {
	clauses := code.Spec.Of(jml.LoopAssigns)
	kind, refs := code.Spec.Frame()
	if kind == jml.FrameDefault || kind == jml.FrameEverything {
		return nil
	}
	for _, cl := range clauses {
		if t.chk.Bad[cl] {
			return nil
		}
	}
	o := CompileOptions{Slots: code.Slots, Math: t.math(code.Loop)}
	return &loopFrame{clauses[len(clauses)-1], CompileFrame(t.chk, t.prog, kind, refs, o)}
}

// closeFrames notes where loops with frames that stand in a block are over.
func (t *Tracer) closeFrames(b *java.Block) {
	for i, s := range b.Stmts {
		loop := jml.LoopOf(s)
		if loop == nil || len(t.chk.Spec.Loops[loop].Of(jml.LoopAssigns)) == 0 {
			continue
		}
		if i+1 < len(b.Stmts) {
			next := b.Stmts[i+1]
			t.before[next] = append(t.before[next], loop)
		} else {
			t.atEnd[b] = append(t.atEnd[b], loop)
		}
	}
}

// beginIteration copies the state at a loop's head.
func (r *tracing) beginIteration(l *loopState, code *LoopCode, tr *LoopTrace) {
	l.begun = nil
	if tr.Visits > frameVisits {
		return
	}
	pre, toCur, _, pairs, err := r.snapshot(l.env.Cur.This, l.locals)
	if err == nil {
		l.begun = &iteration{pre, toCur, pairs}
	}
}

// endIteration compares the state with that in which the iteration began.
func (r *tracing) endIteration(a *activation, loop java.Stmt) {
	l := a.loops[loop]
	if l == nil || l.begun == nil {
		return
	}
	code, tr, it := r.t.loops[loop], r.loops[loop], l.begun
	l.begun = nil

	// The comparison may call methods of the program, whose hooks have nothing to trace.
	r.busy = true
	changes := Changes(r.t.chk, r.m, &it.pre, &State{}, it.pairs)
	env := Env{Machine: r.m, Pre: &it.pre, ToCur: it.toCur, Fresh: a.fresh, Steps: r.o.Steps}
	bad, res := code.frame.frame.Violations(&env, changes)
	r.busy = false

	if res.Truth == False {
		res.Reason = bad[0].Location() + " has changed"
	}
	tr.clause(code.frame.clause).note(res, l.entry, l.n)
}

// clause is the trace of a clause, made where there is none yet.
func (tr *LoopTrace) clause(cl *jml.Clause) *ClauseTrace {
	for i := range tr.Clauses {
		if tr.Clauses[i].Clause == cl {
			return &tr.Clauses[i]
		}
	}
	tr.Clauses = append(tr.Clauses, ClauseTrace{Clause: cl})
	return &tr.Clauses[len(tr.Clauses)-1]
}
