package condition

import (
	"context"
	"errors"
	"fmt"
	"time"

	"ensures/internal/effort"
	"ensures/verify/smt"
)

// Result is the fate of one obligation.
type Result struct {
	Obligation *Obligation
	Answer     smt.Result // Unsat is proved
	Limit      error      // what stopped a solver, where it was stopped: the clock or memory
	Elapsed    time.Duration
	Suspect    map[string]any // what the reader made of the model of a failure
}

// Proved reports whether the obligation is proved.
func (r Result) Proved() bool { return r.Answer == smt.Unsat }

// Proof is what solving a condition gave.
type Proof struct {
	Results     []Result
	Unreachable []Probe // whose path conditions cannot hold
	// Struck is how often the clock stopped a solver over this condition: with an idle
	// machine more may be proved.
	Struck int
}

// Failures is the number of obligations that are not proved, those that are only
// warned of left out.
func (p *Proof) Failures() int {
	n := 0
	for _, r := range p.Results {
		if !r.Proved() && !r.Obligation.WarnOnly {
			n++
		}
	}
	return n
}

// Proved reports whether there are no failures.
func (p *Proof) Proved() bool { return p.Failures() == 0 }

// SolveOptions say how much is asked about a condition.
type SolveOptions struct {
	Quick       bool // first attempts only
	MaxFailures int  // after which the rest is not asked; 0 is all
	// Read, when set, is shown the solver's model of each failure.
	Read func(*Model) map[string]any
}

// Solve discharges a condition's obligations in order on one session.
func (p *Prover) Solve(ctx context.Context, c *Condition, o SolveOptions) (*Proof, error) {
	c.known = identity{p.digest(c, o), len(c.items)}
	if known := p.remember(ctx, c); known != nil {
		return known, nil
	}
	// What the proof takes is measured, since an answer from memory has to count as much.
	ctx, meter, done := effort.With(ctx, noLimit)
	defer done()
	out, err := p.solve(ctx, c, o)
	if err == nil {
		p.keep(c, out, meter.Spent())
	}
	return out, err
}

// noLimit is more work than any condition takes: it is counted, not limited.
const noLimit = 1000 * time.Hour

// solve is Solve for a condition that is not remembered.
func (p *Prover) solve(ctx context.Context, c *Condition, o SolveOptions) (*Proof, error) {
	l, err := p.session(ctx, c)
	if err != nil {
		return nil, err
	}
	defer l.end()
	if b := l.p.solvers[l.of].beside; b != nil && len(c.steps) > 0 {
		// A proof is followed by questions about contradictions, on a process of their own: it
		// starts meanwhile.
		b.Warm()
	}
	out := &Proof{}
	defer func() { out.Struck = c.struck }()
	failed := 0
	// Shared by all obligations of the condition, the first that needs it first.
	patience := p.opts.Patient
	if o.Quick {
		patience = 0
	}

	probes := c.probes
	for i, it := range c.items {
		for len(probes) > 0 && probes[0].After <= i {
			if err := l.probe(ctx, probes[0], out); err != nil {
				return nil, err
			}
			probes = probes[1:]
		}
		switch {
		// Parts of a guess's proof are Fixpoint's business.
		case it.ob == nil || it.ob.guess > 0:
		case it.ob.Goal == smt.True:
			out.Results = append(out.Results, Result{Obligation: it.ob, Answer: smt.Unsat})
		// Not asked and not among the results: enough has failed already.
		case o.MaxFailures > 0 && failed >= o.MaxFailures:
		default:
			r, err := l.discharge(ctx, i, o.Read, &patience)
			if err != nil {
				return nil, err
			}
			out.Results = append(out.Results, r)
			if !r.Proved() && !it.ob.WarnOnly {
				failed++
			}
		}
	}
	// Those behind the last item.
	for _, pr := range probes {
		if err := l.probe(ctx, pr, out); err != nil {
			return nil, err
		}
	}
	if out.Proved() && l.s != nil && l.s.Dialect() == smt.Z3 {
		// Whether all facts contradict is asked of the process that has them: a session
		// of its own, which most methods need for nothing else, takes as long as a proof.
		l.limit(ctx, askFalse)
		if c.end, _, err = l.check(ctx, len(c.items), smt.True, nil); err != nil {
			return nil, err
		}
	}
	return out, nil
}

// session is the warm process that a condition is discharged on. When the process
// fails, a fresh one takes its place and is told everything again.
type session struct {
	p    *Prover
	c    *Condition
	s    *smt.Solver
	of   int           // the solver of s
	skip int           // solvers that failed at this condition
	sent int           // items that the process knows
	hung int           // processes that had to be killed because they did not answer
	each time.Duration // what a check may do

	beside bool // on a process that proofs don't use

	work time.Duration // of the last check
	done time.Duration // of all checks of this process in this session
}

// maxHung is how many processes may hang over one condition before the rest of its
// questions is not asked any more.
const maxHung = 2

func (p *Prover) session(ctx context.Context, c *Condition) (*session, error) {
	l := &session{p: p, c: c, each: p.opts.Quick}
	return l, l.begin(ctx)
}

func (l *session) begin(ctx context.Context) (err error) {
	if l.s, l.of, err = l.p.first(ctx, l.skip, l.beside); err != nil {
		return missing(err)
	}
	l.sent, l.done = 0, 0
	l.c.attempt(l.s, quick)
	l.s.SetLimit(ctx, l.each)
	return nil
}

// limit bounds each following check. A process of cvc5 keeps the limit that it began
// with.
func (l *session) limit(ctx context.Context, each time.Duration) {
	l.each = each
	if l.s != nil && l.s.Dialect() != smt.CVC5 {
		l.s.SetLimit(ctx, each)
	}
}

func (l *session) end() {
	if l.s != nil {
		l.p.solvers[l.of].sessions(l.beside).Put(l.s)
		l.s = nil
	}
}

// check asks whether t can hold after the first items. A process that fails is
// replaced and asked once more, then one of the next solver, unless it ran into a
// limit: then the answer is unknown, with the limit. An error says nothing about t.
// open, when not nil, is called while the solver still has its model of t.
func (l *session) check(ctx context.Context, items int, t *smt.Term, open func(*smt.Solver)) (res smt.Result, limit, err error) {
	if l.hung >= maxHung {
		return smt.UnknownResult, smt.ErrHung, nil
	}
	for try := 0; ; try++ {
		limit = nil
		if l.s == nil || l.s.Err() != nil {
			l.end()
			if err := l.begin(ctx); err != nil {
				return smt.InvalidResult, nil, err
			}
		}
		// Facts go out only as far as the question may use them: the next one may be the obligation
		// itself, taken as proved.
		l.c.replay(l.s, l.sent, items)
		l.sent = items
		// The question in a scope of its own, so that it is not asserted of the next one.
		l.s.Push()
		l.s.Assert(t)
		res, err = l.s.Check(ctx)
		if l.s.Struck() {
			l.c.strike(ctx, l.s)
			limit = smt.ErrClock
		}
		if err == nil {
			l.p.solvers[l.of].answered()
			if res != smt.Unsat && open != nil {
				open(l.s)
			}
			done := l.s.Work(ctx)
			l.work, l.done = done-l.done, done
			effort.Spend(ctx, l.work)
			l.s.Pop()
			return res, limit, nil
		}
		// Ended from outside: no failure of the solver's.
		if ctx.Err() != nil {
			return smt.InvalidResult, nil, context.Cause(ctx)
		}
		if limit := limitOf(err); limit != nil {
			if limit == smt.ErrHung {
				l.hung++
			}
			// The process is gone, and a fresh one would run into the same limit.
			return smt.UnknownResult, limit, nil
		}
		l.p.failing(ctx, l.p.solvers[l.of], err)
		// Twice with each solver.
		if try%2 == 1 {
			if l.of == len(l.p.solvers)-1 {
				return smt.InvalidResult, nil, err
			}
			l.skip = l.of + 1
		}
	}
}

// strike notes that the clock ended a check. That the solver counted few steps in all
// that time doesn't make it cheap: it is counted as what the clock allows.
func (c *Condition) strike(ctx context.Context, s *smt.Solver) {
	c.struck++
	effort.Clock(ctx, "a question to a solver")
	effort.Spend(ctx, s.Clock())
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

// replay sends the declarations and facts among a range of items; of guesses those
// that are on.
func (c *Condition) replay(s *smt.Solver, from, to int) {
	for _, it := range c.items[from:to] {
		switch {
		case it.guess > 0 && !c.on[it.guess]:
		case it.decl != "":
			s.Send(it.decl)
		case it.fact != nil:
			s.Assert(it.fact)
		}
	}
}

// discharge tries to prove the obligation that is item at: quickly on the session at
// hand, then on fresh ones with other strategies and the other solver. It is an
// error when not one solver gave an answer.
func (l *session) discharge(ctx context.Context, at int, read func(*Model) map[string]any, patience *time.Duration) (Result, error) {
	start := time.Now()
	o := l.c.items[at].ob
	r := Result{Obligation: o}
	var err error
	r.Answer, r.Limit, err = l.check(ctx, at, smt.Not(o.Goal), func(s *smt.Solver) {
		if !o.WarnOnly && read != nil {
			r.Suspect = read(l.c.model(ctx, s, at))
		}
	})
	if err != nil && ctx.Err() != nil {
		return r, context.Cause(ctx)
	}
	struck := l.c.struck
	for _, most := range l.p.rounds {
		for _, try := range l.p.chain {
			// All strategies in a short round before any in a long one: which of them finds a proof
			// is not known before.
			if decided(r.Answer) || *patience <= 0 {
				break
			}
			again, work, terr := l.p.attempt(ctx, try, min(most, *patience), l.c, at)
			*patience -= work
			if ctx.Err() != nil {
				return r, context.Cause(ctx)
			}
			if terr != nil {
				if limit := limitOf(terr); limit != nil && r.Answer == smt.InvalidResult {
					r.Answer, r.Limit = smt.UnknownResult, limit
				}
				continue // a solver's failure on a retry leaves the first answer
			}
			// "unknown" of a later strategy tells no more than that of the first.
			if again != smt.UnknownResult || r.Answer == smt.InvalidResult {
				r.Answer, r.Limit = again, nil
			}
			if again == smt.UnknownResult && l.c.struck > struck {
				r.Limit = smt.ErrClock
			}
		}
	}
	r.Elapsed = time.Since(start)
	if r.Answer == smt.InvalidResult {
		return r, err
	}
	return r, nil
}

// decided reports whether nothing is left to ask: an obligation is proved, or there
// is a state in which it fails.
func decided(r smt.Result) bool { return r == smt.Unsat || r == smt.Sat }

// attempt checks the obligation that is item at on a fresh session, and returns the
// work that it took. Of a process that fails, or that the clock ends, that is all it was
// allowed.
func (p *Prover) attempt(ctx context.Context, st strategy, most time.Duration, c *Condition, at int) (smt.Result, time.Duration, error) {
	if _, dead := st.of.down(); dead {
		return smt.InvalidResult, 0, fmt.Errorf("%w: %s failed too often", smt.ErrSolver, st.of.Dialect)
	}
	s, err := st.pool.Get(ctx)
	if err != nil {
		p.failing(ctx, st.of, err)
		return smt.InvalidResult, most, err
	}
	defer st.pool.Put(s)
	c.attempt(s, st.mode)
	s.SetLimit(ctx, most)
	// A fresh session, for one question: no scope is needed.
	c.replay(s, 0, at)
	s.Assert(smt.Not(c.items[at].ob.Goal))
	res, err := s.Check(ctx)
	if s.Struck() {
		c.strike(ctx, s)
	}
	if err != nil {
		effort.Spend(ctx, most)
		if limitOf(err) == nil {
			p.failing(ctx, st.of, err)
		}
		return res, most, err
	}
	st.of.answered()
	work := s.Work(ctx)
	effort.Spend(ctx, work)
	if s.Struck() {
		// Steps that are longer than usual, as those over bits are, would otherwise leave
		// the patience of a condition as it was, whatever time they take.
		work = max(work, most)
	}
	return res, work, nil
}

// probe files a path condition that cannot hold.
func (l *session) probe(ctx context.Context, pr Probe, p *Proof) error {
	if pr.Path == smt.True && !pr.Always {
		return nil
	}
	res, _, err := l.check(ctx, pr.After, pr.Path, nil)
	if err != nil {
		return err
	}
	if res == smt.Unsat {
		p.Unreachable = append(p.Unreachable, pr)
	}
	return nil
}

// Alone asks one solver, by a pool of its own, about each obligation of a condition
// in order, limit long, and adds its answers.
func (c *Condition) Alone(ctx context.Context, pool *smt.Pool, limit time.Duration, answers map[*Obligation][]smt.Result) error {
	var s *smt.Solver
	end := func() {
		if s != nil {
			pool.Put(s)
			s = nil
		}
	}
	defer func() { end() }()
	for i, it := range c.items {
		if it.ob == nil || it.ob.Goal == smt.True {
			if s != nil {
				// What stands before the first question is sent with it.
				c.replay(s, i, i+1)
			}
			continue
		}
		if s == nil || s.Err() != nil {
			end()
			var err error
			if s, err = pool.Get(ctx); err != nil {
				return missing(err)
			}
			c.attempt(s, quick)
			s.SetLimit(ctx, limit)
			c.replay(s, 0, i)
		}
		s.Push()
		s.Assert(smt.Not(it.ob.Goal))
		res, err := s.Check(ctx)
		if err != nil {
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			res = smt.UnknownResult // a solver's failure says nothing; the next question gets a new one
		} else {
			s.Pop()
		}
		answers[it.ob] = append(answers[it.ob], res)
	}
	return nil
}
