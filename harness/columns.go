package harness

import (
	"context"

	"ensures/bench"
	"ensures/java/interp"
	"ensures/jml/eval"
)

// columns measures the clauses that the four metrics do not.
func (w *measuring) columns(ctx context.Context, pairs []*bench.Pair, own interp.Ref) error {
	if err := w.signals(own); err != nil {
		return err
	}
	if err := w.frames(pairs, own); err != nil {
		return err
	}
	return w.loops(ctx, pairs, own)
}

// signals measures signals and signals_only clauses on the runs that end in an
// exception: does each satisfy them, and do they reject the run if it had returned
// instead, or thrown something else.
func (w *measuring) signals(own interp.Ref) error {
	c := &Column{}
	for _, k := range w.s.cases {
		c.Clauses += len(k.Signals) + len(k.SignalsOnly)
		// The behaviour's keyword alone is a demand.
		if k.Flat.MustThrow || k.Flat.MustReturn {
			c.Clauses++
		}
	}
	if c.Clauses == 0 {
		return nil
	}

	for _, p := range w.prep.Invalid {
		if p.End != bench.Threw {
			continue
		}
		w.m.Refill(pairSteps, pairHeap)
		mv, err := w.s.move(w.prep, w.m, p, w.plain)
		if err != nil {
			return err
		}
		w.own(mv, own)
		b := w.s.begin(w.m, mv.pre, w.o.Steps)
		// Outside of the precondition the clauses promise nothing.
		if b.accepts(false).truth != eval.True {
			continue
		}
		c.Observations++
		v := b.threw(mv.post, mv.thrown, mv.mapping())
		switch v.truth {
		case eval.True:
			c.Holds++
		case eval.Unknown:
			c.Unknown++
			continue
		default:
			c.violated(w.s, v, p)
			continue
		}

		c.Mutants++
		if b.returned(mv.post, interp.Value{}, mv.mapping()).truth == eval.False {
			c.Killed++
		}
		// Another exception, one of two: the run may have thrown the first itself.
		for _, other := range []string{"java.lang.IllegalStateException", "java.lang.UnsupportedOperationException"} {
			if other == p.Class {
				continue
			}
			var ref interp.Ref
			w.m.Try(func() interp.Value { ref = w.m.NewObject(other); return interp.Value{} })
			if ref != nil {
				c.Mutants++
				if b.threw(mv.post, ref, mv.mapping()).truth == eval.False {
					c.Killed++
				}
				break
			}
		}
	}
	c.finish()
	w.Signals = c
	return nil
}

// violated notes a clause that fails, once.
func (c *Column) violated(s *spec, v verdict, p *bench.Pair) {
	ref := ClauseRef{Text: v.reason}
	if v.clause != nil {
		ref = *s.ref(v.clause)
	}
	for _, old := range c.Violated {
		if old.Text == ref.Text {
			return
		}
	}
	if len(c.Violated) < 8 {
		c.Violated = append(c.Violated, Violation{ref, p.Name})
	}
}
