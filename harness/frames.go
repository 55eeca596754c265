package harness

import (
	"maps"

	"ensures/bench"
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/jml"
	"ensures/jml/eval"
)

// maxFramePairs is the number of pairs on which frames are checked.
const maxFramePairs = 60

// frames measures assignable clauses and purity: is what a run changes allowed,
// and is a state refused in which something else has changed as well.
func (w *measuring) frames(pairs []*bench.Pair, own interp.Ref) error {
	c := &Column{}
	frames := w.s.frames(c)
	// What the fields of the specification's own hold after a call is not in the pairs.
	if c.Clauses == 0 || w.stateful {
		return nil
	}
	for i, p := range pairs {
		if i == maxFramePairs {
			break
		}
		w.m.Refill(pairSteps, pairHeap)
		mv, err := w.s.move(w.prep, w.m, p, w.plain)
		if err != nil {
			return err
		}
		w.own(mv, own)
		b := w.s.begin(w.m, mv.pre, w.o.Steps)
		for j, f := range frames {
			if f == nil || b.cases[j].truth != eval.True {
				continue
			}
			w.framed(c, f, p, mv, b.locals[j])
		}
	}
	c.finish()
	w.Frames = c
	return nil
}

// frames compiles the frame of each case; nil where a case has none.
func (s *spec) frames(c *Column) []*eval.Frame {
	var out []*eval.Frame
	for _, k := range s.cases {
		f := k.Frame(s.checked, s.run, s.checked.Pure[s.method])
		if f.Kind == jml.FrameDefault || f.Kind == jml.FrameEverything {
			f = nil
		} else {
			c.Clauses++
		}
		out = append(out, f)
	}
	return out
}

// framed judges one pair and changed states of it.
func (w *measuring) framed(c *Column, f *eval.Frame, p *bench.Pair, mv *moved, locals []interp.Value) {
	pre := mv.pre
	pre.Locals = locals
	judge := func(post eval.State, to map[interp.Ref]interp.Ref) eval.Truth {
		env := eval.Env{Machine: w.m, Cur: post, Pre: &pre, Steps: w.o.Steps, Count: -1, ToCur: func(r interp.Ref) interp.Ref {
			if q, ok := to[r]; ok {
				return q
			}
			return r
		}}
		if w.prep.Method.IsConstructor() { // its object was not there to be changed
			to = maps.Clone(to)
			delete(to, mv.pre.This)
		}
		changes := eval.Changes(w.s.checked, w.m, &pre, &post, to)
		_, r := f.Violations(&env, changes)
		return r.Truth
	}

	c.Observations++
	switch judge(mv.post, mv.toPost) {
	case eval.Unknown:
		c.Unknown++
		return
	case eval.False:
		c.violated(w.s, w.broken(), p)
		return
	}
	c.Holds++

	w.m.Try(func() interp.Value {
		for _, k := range w.others(mv) {
			post, _ := mv.under(&k)
			// The mutant's objects are copies, so the mapping has to lead on to them.
			to := make(map[interp.Ref]interp.Ref, len(mv.toPost))
			for a, b := range mv.toPost {
				if q, ok := k.Copy[b]; ok {
					b = q
				}
				to[a] = b
			}
			c.Mutants++
			if judge(post, to) == eval.False {
				c.Killed++
			}
		}
		return interp.Value{}
	})
}

// others are states in which something has changed that no run changes.
func (w *measuring) others(mv *moved) []values.StateMutant {
	x := values.New(w.m)
	if touched := w.x.Field; touched != nil {
		x.Field = func(f *types.Field) bool { return !touched(f) }
	}
	var roots []values.Root
	var mask []bool
	for i, l := range w.prep.Method.Params {
		roots = append(roots, values.Root{Name: l.Name, Type: l.Type, Before: mv.pre.Locals[i], After: mv.post.Locals[i]})
		// An object may be changed in fields that no run touches, though runs change others of it.
		_, object := mv.post.Locals[i].R.(*interp.Object)
		mask = append(mask, !w.mask[i] || object)
	}
	roots = append(roots, values.Root{Name: "this", Before: interp.R(mv.pre.This), After: interp.R(mv.post.This)})
	mask = append(mask, !w.prep.Method.Flags.Has(java.Static))
	out, _ := x.States(roots, mask, 0, mv.result)
	return out
}

// broken is the verdict on a run that changes more than the method's frame allows.
func (w *measuring) broken() verdict {
	for _, k := range w.s.cases {
		for _, c := range k.Flat.Assignable {
			return verdict{truth: eval.False, clause: c}
		}
	}
	return verdict{truth: eval.False, reason: "pure"}
}
