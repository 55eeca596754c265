package condition

import (
	"context"
	"time"

	"ensures/verify/smt"
)

// The work of one question for a model, and how many models are read of one path.
const (
	askModel  = 20 * time.Millisecond
	maxModels = 3
)

// Explorer reads models of path conditions.
type Explorer struct {
	At     int       // the items that hold on the paths
	Prefer *smt.Term // asked for first, as far as there is a model of it
	// Read is shown each model and returns what tells it from others; nil ends the
	// reading of a path.
	Read func(path int, m *Model) *smt.Term
}

// Explore reads models of paths: for each one that is as preferred, one as the solver
// likes it, others that differ from those before, and one of a solver that looks for
// models of quantifiers too. It returns which paths are refuted, that is, dead.
func (p *Prover) Explore(ctx context.Context, c *Condition, paths []*smt.Term, o Explorer) (dead []bool, err error) {
	l, err := p.session(ctx, c)
	if err != nil {
		return nil, err
	}
	defer l.end()
	l.limit(ctx, askModel)
	dead = make([]bool, len(paths))
	for i, path := range paths {
		differs, more := smt.True, true
		read := func(s *smt.Solver) {
			b := o.Read(i, c.model(ctx, s, o.At))
			more = b != nil
			if more {
				differs = smt.And(differs, smt.Not(b))
			}
		}
		// What is preferred may be impossible on this path: its refutation says nothing of the
		// path.
		res, _, err := l.check(ctx, o.At, smt.And(path, o.Prefer), read)
		for n := 1; err == nil && more && n < maxModels; n++ {
			if res, _, err = l.check(ctx, o.At, smt.And(path, differs), read); res == smt.Unsat {
				// Refuted with no model excluded, so the path itself is.
				dead[i] = differs == smt.True
				break
			}
		}
		if err != nil {
			return nil, err
		}
		if !dead[i] {
			if err := p.exploreStrongly(ctx, c, path, o, read); err != nil {
				return nil, err
			}
		}
	}
	return dead, nil
}

// exploreStrongly reads one model of a path that is one of the quantified facts too.
func (p *Prover) exploreStrongly(ctx context.Context, c *Condition, path *smt.Term, o Explorer, read func(*smt.Solver)) error {
	for _, st := range p.chain {
		if _, dead := st.of.down(); dead || st.mode != strong {
			continue
		}
		s, err := st.pool.Get(ctx)
		if err != nil {
			p.failing(ctx, st.of, err)
			continue
		}
		// The loop ends in this iteration.
		defer st.pool.Put(s)
		setup(s, st.mode)
		s.SetLimit(ctx, askModel)
		c.replay(s, 0, o.At)
		s.Assert(path)
		s.Push()
		s.Assert(o.Prefer)
		res, err := s.Check(ctx)
		if err == nil && res != smt.Sat {
			// Without the preference, which no model of the quantified facts need have.
			s.Pop()
			res, err = s.Check(ctx)
		}
		if err == nil && res == smt.Sat {
			read(s)
		}
		break
	}
	if ctx.Err() != nil {
		return context.Cause(ctx)
	}
	return nil
}
