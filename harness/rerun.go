package harness

import (
	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml/eval"
)

// stateful reports whether the specification's class has fields, ghost ones
// included, that the task's class does not have. What they hold after a call only
// the specification's own code can say.
func (s *spec) stateful(prep *bench.Prepared) bool {
	have := map[string]bool{}
	name := func(f *types.Field) string {
		if f.Flags.Has(java.Static) {
			return "static " + f.Name
		}
		return f.Name
	}
	for _, f := range prep.Class.Fields {
		have[name(f)] = true
	}
	for _, f := range s.method.Owner.Fields {
		// A constant has its value without a run.
		if !have[name(f)] && !(f.Flags.Has(java.Static) && f.Flags.Has(java.Final)) {
			return true
		}
	}
	for _, m := range s.checked.Members {
		if len(m.Fields) > 0 {
			return true
		}
	}
	return false
}

// maxRerun is the number of interpreter steps that reruns may take in all.
const maxRerun = 60_000_000

// rerun runs the specification's own code on a pair's input. If it does what the
// pair says, the states of that run replace the pair's, so that fields of the
// specification have their values; the output stays the pair's.
func (w *measuring) rerun(mv *moved) {
	roots := append([]interp.Value{interp.R(mv.pre.This)}, mv.pre.Locals...)
	snap, err := w.m.Snapshot(0, roots...)
	if err != nil {
		return
	}
	this := snap.Roots[0].R
	args := snap.Roots[1:]
	// Every run gets an object of its own, which no other has written to.
	if f := w.fresh(); f != nil && !w.s.method.Flags.Has(java.Static) {
		this = f
	}
	if w.spent >= maxRerun {
		mv.lost = "the specification's code has fields of its own, and running it on every pair would take too long"
		return
	}
	used := w.m.StepsUsed()
	run := w.s.tracer.Run(w.m, w.s.method, this, args, eval.TraceOptions{Steps: w.o.Steps, MaxVisits: 1})
	w.spent += w.m.StepsUsed() - used
	w.m.Refill(pairSteps, pairHeap)
	// Code that was changed may do something else: the pair's states stay as they are then.
	if run.Outcome.Kind != interp.Returned || run.PreErr != nil || !w.agrees(mv, run) {
		return
	}
	mv.pre, mv.post, mv.toCur, mv.fresh = run.Pre, run.Post, run.ToCur, run.Fresh
	if w.s.method.Return.Kind() != types.Void {
		mv.result = run.Result
	}
}

// fresh is a new object of the specification's class where the task's method has
// no receiver; nil otherwise.
func (w *measuring) fresh() interp.Ref {
	if !w.prep.Method.Flags.Has(java.Static) {
		return nil
	}
	r, err := w.receiver()
	if err != nil {
		return nil
	}
	return r
}

// agrees reports whether a run gave the pair's result and left its arguments as
// the pair did.
func (w *measuring) agrees(mv *moved, run *eval.Run) bool {
	same := func(a, b interp.Value, t types.Type) bool {
		ok, err := w.m.DeepEqual(a, b, t)
		return ok && err == nil
	}
	if t := w.s.method.Return; t.Kind() != types.Void && !same(run.Result, mv.result, t) {
		return false
	}
	for i, p := range w.s.method.Params {
		if k := p.Type.Kind(); k >= types.Boolean && k <= types.Double {
			continue
		}
		if !same(run.Post.Locals[i], mv.post.Locals[i], p.Type) {
			return false
		}
	}
	return true
}
