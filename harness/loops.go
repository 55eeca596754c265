package harness

import (
	"context"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
	"ensures/jml/eval"
)

// maxLoopMutants bounds the changed visits that are looked at for one task.
const maxLoopMutants = 2000

// A task's loops are watched until this many visits were judged, or this many
// could not be.
const (
	maxVisits        = 1500
	maxUnknownVisits = 40
)

// loops measures the clauses of the method's loops: do they hold at every visit of
// the loop's head, and do they reject a visit in which one variable that the loop
// assigns is one greater or smaller.
func (w *measuring) loops(ctx context.Context, pairs []*bench.Pair, own interp.Ref) error {
	c := &Column{}
	assigned := map[java.Stmt]map[string]bool{}
	for loop, l := range w.s.jml.Loops {
		// Other methods of the file have loops as well.
		if loop.Pos() < w.s.decl.Pos() || loop.End() > w.s.decl.End() {
			continue
		}
		c.Clauses += len(l.Of(jml.LoopInvariant)) + len(l.Of(jml.Decreases))
		assigned[loop] = java.Assigned(loop)
	}
	if c.Clauses == 0 || w.o.Traces < 0 {
		return nil
	}

	traced := 0
	for _, p := range bench.Sample(pairs, 5) {
		if err := ctx.Err(); err != nil {
			return err
		}
		if traced == w.o.Traces || c.Observations >= maxVisits || c.Unknown >= maxUnknownVisits {
			break
		}
		if p.Trusted {
			continue // too long to run
		}
		traced++
		if err := w.traceLoops(c, p, own, assigned); err != nil {
			return err
		}
	}
	c.finish()
	w.Loops = c
	return nil
}

func (w *measuring) traceLoops(c *Column, p *bench.Pair, own interp.Ref, assigned map[java.Stmt]map[string]bool) error {
	w.m.Refill(pairSteps, pairHeap)
	mv, err := w.s.move(w.prep, w.m, p, w.plain)
	if err != nil {
		return err
	}
	w.own(mv, own)
	if w.s.begin(w.m, mv.pre, w.o.Steps).accepts(false).truth == eval.False {
		return nil
	}
	// The run changes what it is given, and the pair is not done with.
	snap, err := w.m.Snapshot(0, append([]interp.Value{interp.R(mv.pre.This)}, mv.pre.Locals...)...)
	if err != nil {
		return nil
	}
	w.s.tracer.Run(w.m, w.s.method, snap.Roots[0].R, snap.Roots[1:], eval.TraceOptions{
		Steps: w.o.Steps / 5, MaxVisits: 40,
		Visit: func(v *eval.Visit) {
			if names := assigned[v.Loop]; names != nil {
				w.visit(c, v, names, p)
			}
		},
	})
	w.m.Refill(pairSteps, pairHeap)
	return nil
}

// visit judges one visit and its changed versions.
func (w *measuring) visit(c *Column, v *eval.Visit, names map[string]bool, p *bench.Pair) {
	if len(v.Results) == 0 {
		return
	}
	c.Observations++
	for _, r := range v.Results {
		w.clause(r)
	}
	// The first clause that isn't true speaks for the visit.
	for _, r := range v.Results {
		switch r.Result.Truth {
		case eval.Unknown:
			c.Unknown++
			return
		case eval.False:
			c.violated(w.s, verdict{truth: eval.False, clause: r.Clause}, p)
			return
		}
	}
	c.Holds++

	code := w.s.tracer.Loop(v.Loop)
	for slot, l := range code.Slots {
		k := l.Type.Kind()
		if !names[l.Name] || slot >= len(v.Env.Cur.Locals) || k < types.Boolean || k > types.Long || c.Mutants >= maxLoopMutants {
			continue
		}
		was := v.Env.Cur.Locals[slot]
		for _, d := range []int64{1, -1} {
			now := interp.Value{N: was.N + d}
			if k == types.Boolean {
				if d < 0 {
					break
				}
				now.N = was.N ^ 1
			}
			v.Env.Cur.Locals[slot] = now
			c.Mutants++
			for i := range code.Clauses {
				if q := code.Clauses[i].Pred; q != nil && q.Eval(v.Env).Truth == eval.False {
					c.Killed++
					break
				}
			}
		}
		v.Env.Cur.Locals[slot] = was
	}
}

// clause counts one clause's value at a visit.
func (w *measuring) clause(r eval.ClauseResult) {
	if w.LoopClauses == nil {
		w.LoopClauses = map[*jml.Clause]*eval.ClauseTrace{}
	}
	t := w.LoopClauses[r.Clause]
	if t == nil {
		t = &eval.ClauseTrace{Clause: r.Clause}
		w.LoopClauses[r.Clause] = t
	}
	switch r.Result.Truth {
	case eval.True:
		t.Held++
	case eval.False:
		t.Broken++
	default:
		t.Unsure++
	}
}
