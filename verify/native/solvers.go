package native

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"

	"ensures/verify/smt"
)

// SolverOptions is one solver.
type SolverOptions struct {
	Dialect smt.Dialect
	Version string
	Start   func() (smt.Conn, error)
}

// solver is one of a backend's solvers, and how it does.
type solver struct {
	SolverOptions
	pool *smt.Pool // of sessions

	mu     sync.Mutex
	failed int // failures since its last answer
	told   bool
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

// fail files a failure; true for the first one ever.
func (s *solver) fail() (first bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.failed++
	first = !s.told
	s.told = true
	return first
}

// down reports whether the solver failed when it was last asked, and dead whether
// that is so often that it is not asked any more.
func (s *solver) down() (down, dead bool) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.failed > 0, s.failed >= maxFailures
}

// versions names the solvers that work.
func (b *Backend) versions() string {
	var up, all []string
	for _, s := range b.solvers {
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
func (b *Backend) failing(ctx context.Context, s *solver, err error) {
	if ctx.Err() != nil || errors.Is(err, smt.ErrClosed) {
		return
	}
	if s.fail() && b.opts.Warn != nil && len(b.solvers) > 1 {
		b.opts.Warn(fmt.Sprintf("%s %s fails, the work goes on with the other solver: %v", s.Dialect, s.Version, err))
	}
}

// first gives a session of the first solver, from a number on, that comes up.
func (b *Backend) first(ctx context.Context, from int) (p *smt.Solver, at int, err error) {
	for i := from; i < len(b.solvers); i++ {
		s := b.solvers[i]
		if _, dead := s.down(); dead && i < len(b.solvers)-1 {
			continue
		}
		p, perr := s.pool.Get(ctx)
		if perr == nil {
			return p, i, nil
		}
		if err == nil {
			err = perr
		}
		if ctx.Err() != nil || errors.Is(perr, smt.ErrClosed) {
			return nil, i, perr
		}
		b.failing(ctx, s, perr)
	}
	return nil, from, err
}
