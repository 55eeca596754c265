package smt

import (
	"context"
	"errors"
	"fmt"
	"io"
	"runtime"
	"sync"
)

// ErrClosed is what a closed pool answers.
var ErrClosed = errors.New("the solver processes have been ended")

// Pool hands out solver sessions and keeps their processes warm between uses.
// It is safe for concurrent use; at most Max processes run at once. Every session
// it hands out has just answered.
type Pool struct {
	start   func() (Conn, error)
	dialect Dialect
	slots   chan struct{}
	mu      sync.Mutex
	idle    []*Solver
	live    map[*Solver]int // uses of every process that has not been closed
	closed  bool
	warmed  bool
	opening sync.WaitGroup // processes that are not yet among the live ones
	// Log, when set before the first use, gets every session's commands.
	Log func() io.Writer
	// MaxUses recycles a process after so many sessions, so that memory stays bounded.
	MaxUses int
}

// NewPool makes a pool over a function that starts a solver process. max ≤ 0
// means the number of processors.
func NewPool(start func() (Conn, error), d Dialect, max int) *Pool {
	if max <= 0 {
		max = runtime.NumCPU()
	}
	return &Pool{start: start, dialect: d, slots: make(chan struct{}, max), MaxUses: 200, live: map[*Solver]int{}}
}

// Get waits for a free session. Put must be called with it. A solver that can't be
// started, or that does not answer as a solver does, is tried once more and then an
// error.
func (p *Pool) Get(ctx context.Context) (*Solver, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	// Asked before it is handed out, so that a dead process costs nobody a question.
	if s := p.pop(); s != nil {
		if _, err := s.Query(ctx, `(echo "ready")`); err == nil {
			return s, nil
		}
		p.drop(s) // died while nobody used it
	}
	s, err := p.fresh(ctx)
	if err != nil && ctx.Err() == nil && !errors.Is(err, ErrClosed) && !errors.Is(err, ErrHung) { // which took long enough
		s, err = p.fresh(ctx)
	}
	if err != nil {
		<-p.slots
		return nil, err
	}
	return s, nil
}

// Warm sees to it that a session is there for the first Get, without waiting for it.
func (p *Pool) Warm() {
	p.mu.Lock()
	begun := p.warmed || len(p.live) > 0 || p.closed
	// Set under the lock: of several callers one starts the process.
	p.warmed = true
	p.mu.Unlock()
	if begun {
		return
	}
	go func() {
		if s, err := p.Get(context.Background()); err == nil {
			p.Put(s)
		}
	}()
}

// pop takes an idle session, nil where there is none.
func (p *Pool) pop() *Solver {
	p.mu.Lock()
	defer p.mu.Unlock()
	n := len(p.idle)
	if n == 0 {
		return nil
	}
	s := p.idle[n-1]
	p.idle = p.idle[:n-1]
	return s
}

// fresh starts a process and lets it answer.
func (p *Pool) fresh(ctx context.Context) (*Solver, error) {
	s, err := p.open()
	if err != nil {
		return nil, err
	}
	if err := s.alive(ctx); err != nil {
		p.drop(s)
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		return nil, err
	}
	return s, nil
}

// open starts a process.
func (p *Pool) open() (*Solver, error) {
	p.mu.Lock()
	if p.closed {
		p.mu.Unlock()
		return nil, ErrClosed
	}
	// Counted under the lock that Close takes, so that none is started behind its back.
	p.opening.Add(1)
	p.mu.Unlock()
	defer p.opening.Done()
	conn, err := p.start()
	if err != nil {
		return nil, fmt.Errorf("%w: %s: %w", ErrSolver, p.dialect, err)
	}
	var log io.Writer
	if p.Log != nil {
		log = p.Log()
	}
	s := NewSolver(conn, p.dialect, log)
	p.mu.Lock()
	defer p.mu.Unlock()
	p.live[s] = 0
	return s, nil
}

// drop ends a session for good. It is a live one until then, so that Close waits
// for that.
func (p *Pool) drop(s *Solver) {
	s.Close()
	p.mu.Lock()
	defer p.mu.Unlock()
	delete(p.live, s)
}

// Put gives a session back. A dead or much used one is closed, a live one is
// reset and kept.
func (p *Pool) Put(s *Solver) {
	defer func() { <-p.slots }()
	p.mu.Lock()
	p.live[s]++
	if s.err != nil || p.closed || p.live[s] >= p.MaxUses {
		p.mu.Unlock()
		p.drop(s)
		return
	}
	defer p.mu.Unlock()
	s.rest()
	p.idle = append(p.idle, s)
}

// Close ends all processes, also those that are being started or ended, and returns
// when there is none any more. A session in use fails at its next question.
func (p *Pool) Close() {
	p.mu.Lock()
	p.closed = true
	p.mu.Unlock()
	// Not under the lock, which those that are being started need.
	p.opening.Wait()
	p.mu.Lock()
	var all []*Solver
	for s := range p.live {
		all = append(all, s)
	}
	p.live, p.idle = map[*Solver]int{}, nil
	p.mu.Unlock()
	for _, s := range all {
		s.Close()
	}
}
