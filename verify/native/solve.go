package native

import (
	"context"
	"errors"
	"fmt"
	"io/fs"
	"time"

	"ensures/sandbox"
	"ensures/verify"
	"ensures/verify/smt"
)

// result is the fate of one obligation.
type result struct {
	ob      *obligation
	res     smt.Result
	limit   error // what stopped a solver, where it was stopped: time or memory
	elapsed time.Duration
	suspect map[string]any // inputs in the model of a failure
}

// proof is what solving a condition gave.
type proof struct {
	results  []result
	warnings []probe
}

// z3Setup makes z3 fast at refuting the negation of true goals: patterns only, no
// model-based instantiation.
var z3Setup = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config false)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.random_seed 0)",
	"(set-option :smt.qi.eager_threshold 30)",
	"(set-option :smt.arith.solver 2)",
	"(set-option :model.completion true)",
}

// z3Other is the same with the solver's newer core of arithmetic, which decides
// other problems than the older one.
var z3Other = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config false)",
	"(set-option :smt.mbqi false)",
	"(set-option :smt.arith.solver 6)",
}

// z3Strong is the last attempt: model-based instantiation and the solver's own
// choice of strategies.
var z3Strong = []string{
	"(set-option :print-success false)",
	"(set-option :smt.auto_config true)",
	"(set-option :smt.mbqi true)",
}

var cvc5Setup = []string{
	"(set-option :produce-models true)",
	"(set-logic ALL)",
}

// mode is a choice among a solver's ways of working.
type mode uint8

const (
	quick mode = iota
	other
	strong
)

func setup(s *smt.Solver, m mode) {
	switch {
	case s.Dialect() == smt.CVC5:
		s.Send(cvc5Setup...)
	case m == strong:
		s.Send(z3Strong...)
	case m == other:
		s.Send(z3Other...)
	default:
		s.Send(z3Setup...)
	}
}

// session is the warm process that a condition is discharged on. When the process
// fails, a fresh one takes its place and is told everything again.
type session struct {
	b    *Backend
	x    *exec
	s    *smt.Solver
	of   int // the solver of s
	skip int // solvers that failed at this condition
	sent int // items that the process knows
	hung int // processes that had to be killed because they did not answer
}

// maxHung is how many processes may hang over one condition before the rest of its
// questions is not asked any more.
const maxHung = 2

func (b *Backend) session(ctx context.Context, x *exec) (*session, error) {
	l := &session{b: b, x: x}
	return l, l.begin(ctx)
}

func (l *session) begin(ctx context.Context) (err error) {
	if l.s, l.of, err = l.b.first(ctx, l.skip); err != nil {
		return missing(err)
	}
	l.sent = 0
	setup(l.s, quick)
	l.s.SetTimeout(l.b.opts.Quick)
	return nil
}

// missing tells a solver that is not there from one that fails.
func missing(err error) error {
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w (%w)", &verify.MissingError{Tool: "an SMT solver (z3 or cvc5)", Hint: installHint}, err)
	}
	return err
}

func (l *session) end() {
	if l.s != nil {
		l.b.solvers[l.of].pool.Put(l.s)
		l.s = nil
	}
}

// check asks whether t can hold after the first items. A process that fails is
// replaced and asked once more, then one of the next solver, unless it ran into a
// limit: then the answer is unknown, with the limit. An error says nothing about t. open, when not nil, is
// called while the solver still has its model of t.
func (l *session) check(ctx context.Context, items int, t *smt.Term, open func(*smt.Solver)) (res smt.Result, limit, err error) {
	if l.hung >= maxHung {
		return smt.UnknownResult, smt.ErrHung, nil
	}
	for try := 0; ; try++ {
		if l.s == nil || l.s.Err() != nil {
			l.end()
			if err := l.begin(ctx); err != nil {
				return smt.InvalidResult, nil, err
			}
		}
		replay(l.s, l.x.items[l.sent:items], l.x.on)
		l.sent = items
		l.s.Push()
		l.s.Assert(t)
		res, err = l.s.Check(ctx)
		if err == nil {
			l.b.solvers[l.of].answered()
			if res != smt.Unsat && open != nil {
				open(l.s)
			}
			l.s.Pop()
			return res, nil, nil
		}
		if ctx.Err() != nil {
			return smt.InvalidResult, nil, context.Cause(ctx)
		}
		if limit := limitOf(err); limit != nil {
			if limit == smt.ErrHung {
				l.hung++
			}
			return smt.UnknownResult, limit, nil
		}
		l.b.failing(ctx, l.b.solvers[l.of], err)
		if try%2 == 1 {
			if l.of == len(l.b.solvers)-1 {
				return smt.InvalidResult, nil, err
			}
			l.skip = l.of + 1
		}
	}
}

// limitOf is the limit that a solver's failure comes from, nil for other failures.
func limitOf(err error) error {
	for _, l := range []error{smt.ErrHung, smt.ErrMemory, smt.ErrCanceled} {
		if errors.Is(err, l) {
			return l
		}
	}
	return nil
}

// solve discharges a condition's obligations in order on one session.
func (b *Backend) solve(ctx context.Context, x *exec, o verify.Options) (*proof, error) {
	l, err := b.session(ctx, x)
	if err != nil {
		return nil, err
	}
	defer l.end()
	p := &proof{}
	failed := 0
	patience := b.opts.Patient
	if o.Quick {
		patience = 0
	}
	probes := x.probes
	for i, it := range x.items {
		for len(probes) > 0 && probes[0].after <= i {
			if err := l.probe(ctx, probes[0], p); err != nil {
				return nil, err
			}
			probes = probes[1:]
		}
		switch {
		case it.ob == nil || it.ob.guess > 0:
		case it.ob.goal == smt.True:
			p.results = append(p.results, result{ob: it.ob, res: smt.Unsat})
		case o.MaxWarnings > 0 && failed >= o.MaxWarnings:
		default:
			r, err := l.discharge(ctx, i, it.ob, &patience)
			if err != nil {
				return nil, err
			}
			p.results = append(p.results, r)
			if r.res != smt.Unsat && !it.ob.warnOnly {
				failed++
			}
		}
	}
	for _, pr := range probes {
		if err := l.probe(ctx, pr, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// replay sends declarations and facts; of guesses those that are on.
func replay(s *smt.Solver, items []item, on map[int]bool) {
	for _, it := range items {
		switch {
		case it.guess > 0 && !on[it.guess]:
		case it.decl != "":
			s.Send(it.decl)
		case it.fact != nil:
			s.Assert(it.fact)
		}
	}
}

// discharge tries to prove one obligation: quickly on the session at hand, then on
// fresh ones with other strategies and the other solver. It is an error when not
// one solver gave an answer.
func (l *session) discharge(ctx context.Context, at int, o *obligation, patience *time.Duration) (result, error) {
	start := time.Now()
	r := result{ob: o}
	var err error
	r.res, r.limit, err = l.check(ctx, at, smt.Not(o.goal), func(s *smt.Solver) {
		if !o.warnOnly {
			r.suspect = l.x.suspect(ctx, s, at)
		}
	})
	if err != nil && ctx.Err() != nil {
		return r, context.Cause(ctx)
	}
	for _, most := range l.b.rounds {
		for _, try := range l.b.chain {
			if decided(r.res) || *patience <= 0 {
				break
			}
			began := time.Now()
			again, terr := l.b.attempt(ctx, try, min(most, *patience), l.x, at, o)
			*patience -= time.Since(began)
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			if terr != nil {
				if limit := limitOf(terr); limit != nil && r.res == smt.InvalidResult {
					r.res, r.limit = smt.UnknownResult, limit
				}
				continue // a solver's failure on a retry leaves the first answer
			}
			if again != smt.UnknownResult || r.res == smt.InvalidResult {
				r.res, r.limit = again, nil
			}
		}
	}
	r.elapsed = time.Since(start)
	if r.res == smt.InvalidResult {
		return r, err
	}
	return r, nil
}

// decided reports whether nothing is left to ask: an obligation is proved, or there
// is a state in which it fails.
func decided(r smt.Result) bool { return r == smt.Unsat || r == smt.Sat }

// strategy is one way to try an obligation again.
type strategy struct {
	of   *solver
	pool *smt.Pool
	mode mode
}

// attempt checks one obligation on a fresh session.
func (b *Backend) attempt(ctx context.Context, st strategy, most time.Duration, x *exec, at int, o *obligation) (smt.Result, error) {
	if _, dead := st.of.down(); dead {
		return smt.InvalidResult, fmt.Errorf("%w: %s failed too often", smt.ErrSolver, st.of.Dialect)
	}
	s, err := st.pool.Get(ctx)
	if err != nil {
		b.failing(ctx, st.of, err)
		return smt.InvalidResult, err
	}
	defer st.pool.Put(s)
	ctx, cancel := context.WithTimeout(ctx, most+2*time.Second)
	defer cancel()
	setup(s, st.mode)
	s.SetTimeout(most)
	replay(s, x.items[:at], x.on)
	s.Assert(smt.Not(o.goal))
	res, err := s.Check(ctx)
	if err == nil {
		st.of.answered()
	} else if limitOf(err) == nil {
		b.failing(ctx, st.of, err)
	}
	return res, err
}

// probe warns when a path condition cannot hold.
func (l *session) probe(ctx context.Context, pr probe, p *proof) error {
	if pr.pc == smt.True && pr.kind == verify.UnreachableEnd {
		return nil
	}
	res, _, err := l.check(ctx, pr.after, pr.pc, nil)
	if err != nil {
		return err
	}
	if res == smt.Unsat {
		p.warnings = append(p.warnings, pr)
	}
	return nil
}
