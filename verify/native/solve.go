package native

import (
	"context"
	"errors"
	"time"

	"ensures/verify"
	"ensures/verify/smt"
)

// result is the fate of one obligation.
type result struct {
	ob      *obligation
	res     smt.Result
	elapsed time.Duration
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

// solve discharges a condition's obligations in order on one session.
func (b *Backend) solve(ctx context.Context, x *exec, o verify.Options) (*proof, error) {
	maxWarnings := o.MaxWarnings
	s, err := b.pool.Get(ctx)
	if err != nil {
		return nil, err
	}
	defer func() { b.pool.Put(s) }()
	setup(s, quick)
	s.SetTimeout(b.opts.Quick)
	p := &proof{}
	failed := 0
	patience := b.opts.Patient
	if o.Quick {
		patience = 0
	}
	probes := x.probes
	for i, it := range x.items {
		for len(probes) > 0 && probes[0].after <= i {
			if err := b.probe(ctx, s, probes[0], p); err != nil {
				return nil, err
			}
			probes = probes[1:]
		}
		switch {
		case it.decl != "":
			s.Send(it.decl)
		case it.fact != nil:
			s.Assert(it.fact)
		default:
			if it.ob.goal == smt.True {
				p.results = append(p.results, result{ob: it.ob, res: smt.Unsat})
				continue
			}
			if maxWarnings > 0 && failed >= maxWarnings {
				continue
			}
			r, err := b.discharge(ctx, s, x, i, it.ob, &patience)
			if err != nil {
				return nil, err
			}
			p.results = append(p.results, r)
			if r.res != smt.Unsat && !it.ob.warnOnly {
				failed++
			}
			if s.Err() != nil { // a dead session: start over up to here
				b.pool.Put(s)
				if s, err = b.pool.Get(ctx); err != nil {
					return nil, err
				}
				setup(s, quick)
				s.SetTimeout(b.opts.Quick)
				replay(s, x.items[:i+1])
			}
		}
	}
	for _, pr := range probes {
		if err := b.probe(ctx, s, pr, p); err != nil {
			return nil, err
		}
	}
	return p, nil
}

// replay sends declarations and facts.
func replay(s *smt.Solver, items []item) {
	for _, it := range items {
		switch {
		case it.decl != "":
			s.Send(it.decl)
		case it.fact != nil:
			s.Assert(it.fact)
		}
	}
}

// discharge tries to prove one obligation: quickly on the session at hand, then on
// fresh ones with other strategies and the other solver.
func (b *Backend) discharge(ctx context.Context, s *smt.Solver, x *exec, at int, o *obligation, patience *time.Duration) (result, error) {
	start := time.Now()
	r := result{ob: o}
	s.Push()
	s.Assert(smt.Not(o.goal))
	res, err := s.Check(ctx)
	if err != nil {
		if ctx.Err() != nil {
			return r, context.Cause(ctx)
		}
		if !errors.Is(err, smt.ErrSolver) {
			return r, err
		}
		res = smt.UnknownResult
	}
	r.res = res
	if s.Err() == nil {
		s.Pop()
	}
	if res != smt.Unsat {
		for _, try := range b.chain {
			if *patience <= 0 {
				break
			}
			began := time.Now()
			strong, err := b.attempt(ctx, try, x, at, o)
			*patience -= time.Since(began)
			if err != nil {
				if ctx.Err() != nil {
					return r, context.Cause(ctx)
				}
				continue // a solver's failure on a retry leaves the first answer
			}
			if strong == smt.Unsat {
				r.res = smt.Unsat
				break
			}
			if strong == smt.Sat {
				r.res = smt.Sat
				break
			}
		}
	}
	r.elapsed = time.Since(start)
	return r, nil
}

// strategy is one way to try an obligation again.
type strategy struct {
	pool    *smt.Pool
	mode    mode
	timeout time.Duration
}

// attempt checks one obligation on a fresh session.
func (b *Backend) attempt(ctx context.Context, st strategy, x *exec, at int, o *obligation) (smt.Result, error) {
	s, err := st.pool.Get(ctx)
	if err != nil {
		return smt.InvalidResult, err
	}
	defer st.pool.Put(s)
	ctx, cancel := context.WithTimeout(ctx, st.timeout+2*time.Second)
	defer cancel()
	setup(s, st.mode)
	s.SetTimeout(st.timeout)
	replay(s, x.items[:at])
	s.Assert(smt.Not(o.goal))
	return s.Check(ctx)
}

// probe warns when a path condition cannot hold.
func (b *Backend) probe(ctx context.Context, s *smt.Solver, pr probe, p *proof) error {
	if pr.pc == smt.True && pr.kind == verify.UnreachableEnd {
		return nil
	}
	s.Push()
	s.Assert(pr.pc)
	res, err := s.Check(ctx)
	if s.Err() == nil {
		s.Pop()
	}
	if err != nil {
		return err
	}
	if res == smt.Unsat {
		p.warnings = append(p.warnings, pr)
	}
	return nil
}
