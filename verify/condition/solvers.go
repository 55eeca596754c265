package condition

import (
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"strings"
	"sync"
	"time"

	"ensures/sandbox"
	"ensures/verify/smt"
)

// ErrNoSolver says that no solver is there to be asked.
var ErrNoSolver = errors.New("no SMT solver")

// Options configure a Prover.
type Options struct {
	// Solvers start solver processes, the first one preferred; at least one.
	Solvers []SolverOptions
	// Quick limits the first attempt at an obligation, Patient the later attempts at
	// all obligations of a condition: as work, counted in the solvers' steps (see
	// [smt.Solver.SetLimit]), so that answers don't depend on how busy the machine is.
	Quick, Patient time.Duration
	// Trust is shared by provers that use the same programs; nil: of this one alone.
	Trust *Trust
	// Processes limits solver processes of each kind; 0 is the number of processors.
	Processes int
	// Log, when set, gets what is sent to the first solver's processes: a script
	// that can be run by hand when Processes is 1.
	Log io.Writer
	// Warn, when set, is told once of each solver whose processes do not come up while
	// there are others: the work goes on with those.
	Warn func(string)
}

// SolverOptions is one solver.
type SolverOptions struct {
	Dialect smt.Dialect
	Version string
	Path    string // of the program; may be empty
	Start   func() (smt.Conn, error)
}

// Solvers are programs as the solvers of a prover, in the same order.
func Solvers(programs []smt.Program) []SolverOptions {
	var out []SolverOptions
	for _, p := range programs {
		out = append(out, SolverOptions{Dialect: p.Dialect, Version: p.Version, Path: p.Path, Start: p.Start})
	}
	return out
}

// Prover discharges conditions on warm solver processes. It is safe for concurrent
// use.
type Prover struct {
	opts    Options
	solvers []*solver
	chain   []strategy
	// rounds are what each strategy may do, one round after the other.
	rounds []time.Duration
	pools  []*smt.Pool
	memory memory
}

// NewProver makes a prover; Close ends its solver processes.
func NewProver(o Options) (*Prover, error) {
	if len(o.Solvers) == 0 {
		return nil, ErrNoSolver
	}
	if o.Trust == nil {
		o.Trust = &Trust{}
	}
	p := &Prover{opts: o}
	pool := func(s SolverOptions) *smt.Pool {
		pool := smt.NewPool(s.Start, s.Dialect, o.Processes)
		p.pools = append(p.pools, pool)
		return pool
	}
	for _, s := range o.Solvers { // the later ones are for when no earlier one comes up
		p.solvers = append(p.solvers, &solver{SolverOptions: s, pool: pool(s), trust: o.Trust})
	}
	if o.Log != nil {
		p.solvers[0].pool.Log = func() io.Writer { return o.Log }
	}

	// Later attempts have pools of their own, so that none waits for the session
	// that asks for it.
	p.rounds = []time.Duration{o.Quick, o.Patient / 3}
	var last []strategy
	for i, s := range p.solvers {
		switch {
		case s.Dialect == smt.Z3:
			pool := pool(s.SolverOptions)
			s.beside = pool
			// The first attempt of z3 is made on the session itself, so that its other ways of
			// working are left.
			p.chain = append(p.chain, strategy{s, pool, other})
			last = append(last, strategy{s, pool, strong})
		// A second solver brings other methods as it is.
		case i > 0:
			p.chain = append(p.chain, strategy{s, pool(s.SolverOptions), quick})
		}
	}
	p.chain = append(p.chain, last...)
	return p, nil
}

// Close ends the solver processes.
func (p *Prover) Close() {
	for _, pool := range p.pools {
		pool.Close()
	}
}

// solver is one of a prover's solvers, and how it does.
type solver struct {
	SolverOptions
	pool   *smt.Pool // of sessions
	beside *smt.Pool // of sessions beside those of proofs; nil for none
	trust  *Trust

	mu     sync.Mutex
	failed int // failures since its last answer
	told   bool
}

// sessions are those that proofs use, or those beside them where there are some.
func (s *solver) sessions(beside bool) *smt.Pool {
	if beside && s.beside != nil {
		return s.beside
	}
	return s.pool
}

// maxFailures is how often in a row a solver may fail to start, or to answer, before
// it is not asked any more where there is another one.
const maxFailures = 3

// answered files that the solver works.
func (s *solver) answered() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed = 0
}

// fail files a failure; true for the first one ever. A process that hangs at questions
// without content hangs at all.
func (s *solver) fail(err error) (first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed++
	if errors.Is(err, smt.ErrHung) {
		s.failed = max(s.failed, maxFailures)
	}
	first = !s.told
	s.told = true
	return first
}

// down reports whether the solver failed when it was last asked, and dead whether
// that is so often, or a run refuted it, that it is not asked any more.
func (s *solver) down() (down, dead bool) {
	if !s.trust.believed(s.program()) {
		return true, true
	}
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed > 0, s.failed >= maxFailures
}

// Versions names the solvers that work.
func (p *Prover) Versions() string {
	var up, all []string
	for _, s := range p.solvers {
		v := s.Dialect.String() + " " + s.Version
		all = append(all, v)
		if down, _ := s.down(); !down {
			up = append(up, v)
		}
	}
	if len(up) == 0 { // none answered: the error says why
		up = all
	}
	return strings.Join(up, ", ")
}

// failing files a failure of a solver, unless somebody has ended it; the first one
// is told.
func (p *Prover) failing(ctx context.Context, s *solver, err error) {
	if ctx.Err() != nil || errors.Is(err, smt.ErrClosed) {
		return
	}
	if s.fail(err) && p.opts.Warn != nil && len(p.solvers) > 1 {
		p.opts.Warn(fmt.Sprintf("%s %s fails, the work goes on with the other solver: %v", s.Dialect, s.Version, err))
	}
}

// first gives a session of the first solver, from a number on, that comes up.
func (p *Prover) first(ctx context.Context, from int, beside bool) (sess *smt.Solver, at int, err error) {
	for i := from; i < len(p.solvers); i++ {
		s := p.solvers[i]
		if !s.trust.believed(s.program()) {
			if err == nil {
				err = fmt.Errorf("%w: %w", smt.ErrSolver, errDistrusted)
			}
			continue
		}
		// The last one is tried all the same: without it there is no answer at all.
		if _, dead := s.down(); dead && i < len(p.solvers)-1 {
			continue
		}
		sess, serr := s.sessions(beside).Get(ctx)
		if serr == nil {
			return sess, i, nil
		}
		if err == nil {
			err = serr
		}
		// Nobody waits any more; the next solver would fare no better.
		if ctx.Err() != nil || errors.Is(serr, smt.ErrClosed) {
			return nil, i, serr
		}
		p.failing(ctx, s, serr)
	}
	return nil, from, err
}

// missing tells a solver that is not there from one that fails.
func missing(err error) error {
	if errors.Is(err, sandbox.ErrNotFound) || errors.Is(err, fs.ErrNotExist) {
		return fmt.Errorf("%w: %w", ErrNoSolver, err)
	}
	return err
}
