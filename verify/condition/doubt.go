package condition

import (
	"context"
	"errors"
	"fmt"
	"sync"

	"ensures/verify/smt"
)

// Trust is what a process has found out about its solvers. It is shared by the provers
// that use the same programs, and safe for concurrent use.
type Trust struct {
	mu   sync.Mutex
	lied map[string]string // program → what it said
}

// distrust files a program whose answer was refuted; false where it was known.
func (t *Trust) distrust(program, why string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if _, known := t.lied[program]; known {
		return false
	}
	if t.lied == nil {
		t.lied = map[string]string{}
	}
	t.lied[program] = why
	return true
}

// believed reports whether nothing speaks against a program.
func (t *Trust) believed(program string) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	_, lied := t.lied[program]
	return !lied
}

// program names the program of a solver.
func (s *solver) program() string { return s.Dialect.String() + " " + s.Version + " " + s.Path }

// Doubt asks each solver alone, on a session of its own, about every question of a
// condition that a run speaks against: whether an obligation can fail, whether a path
// can be taken.
//
//	refuted(s)  iff  for some question q and some solver s':  s(q) = unsat, s'(q) = sat
//
// Side condition: a run contradicts what follows from "unsat", so that of two solvers
// that differ the one that says so is wrong. "unknown" speaks for nobody.
//
// A refuted solver is not asked any more, by any prover that shares the trust. What
// Doubt returns is what it said, "" where no two solvers differ.
func (p *Prover) Doubt(ctx context.Context, c *Condition) (string, error) {
	var asked []*solver
	var answers [][]smt.Result
	for _, s := range p.solvers {
		if _, dead := s.down(); dead {
			continue
		}
		list, err := p.alone(ctx, s, c)
		if ctx.Err() != nil {
			return "", context.Cause(ctx)
		}
		if err != nil {
			p.failing(ctx, s, err)
			continue
		}
		asked, answers = append(asked, s), append(answers, list)
	}

	// Each list has the questions in the same order, so that they are compared by index.
	for i, s := range asked {
		for j, other := range asked {
			for q, a := range answers[i] {
				if a != smt.Unsat || answers[j][q] != smt.Sat {
					continue
				}
				why := fmt.Sprintf("%s %s says that something can't be, of which %s %s finds an example and a run shows that it is: it is not asked any more",
					s.Dialect, s.Version, other.Dialect, other.Version)
				if s.trust.distrust(s.program(), why) && p.opts.Warn != nil {
					p.opts.Warn(why)
				}
				return why, nil
			}
		}
	}
	return "", nil
}

// alone asks one solver whether the obligations can fail and the probed paths be taken.
func (p *Prover) alone(ctx context.Context, s *solver, c *Condition) ([]smt.Result, error) {
	sess, err := s.pool.Get(ctx)
	if err != nil {
		return nil, err
	}
	defer s.pool.Put(sess)
	setup(sess, quick)
	sess.SetLimit(ctx, p.opts.Quick)

	var out []smt.Result
	sent := 0
	ask := func(items int, t *smt.Term) error {
		c.replay(sess, sent, items)
		sent = items
		sess.Push()
		sess.Assert(t)
		res, err := sess.Check(ctx)
		if err != nil {
			// The whole list is given up: with a gap, answers to different questions would be
			// compared.
			return err
		}
		out = append(out, res)
		sess.Pop()
		return nil
	}
	probes := c.probes
	for i, it := range c.items {
		for ; len(probes) > 0 && probes[0].After <= i; probes = probes[1:] {
			if err := ask(probes[0].After, probes[0].Path); err != nil {
				return nil, err
			}
		}
		if it.ob != nil && it.ob.guess == 0 && it.ob.Goal != smt.True {
			if err := ask(i, smt.Not(it.ob.Goal)); err != nil {
				return nil, err
			}
		}
	}
	for _, pr := range probes {
		if err := ask(pr.After, pr.Path); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// errDistrusted is why a solver is not asked that was refuted.
var errDistrusted = errors.New("no solver is left that was not refuted by a run")
