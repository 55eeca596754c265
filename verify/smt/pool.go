package smt

import (
	"context"
	"io"
	"runtime"
	"sync"
)

// Pool hands out solver sessions and keeps their processes warm between uses.
// It is safe for concurrent use; at most Max processes run at once.
type Pool struct {
	start   func() (Conn, error)
	dialect Dialect
	slots   chan struct{}
	mu      sync.Mutex
	idle    []*Solver
	closed  bool
	// Log, when set before the first use, gets every session's commands.
	Log func() io.Writer
	// MaxUses recycles a process after so many sessions, so that memory stays bounded.
	MaxUses int
	uses    map[*Solver]int
}

// NewPool makes a pool over a function that starts a solver process. max ≤ 0
// means the number of processors.
func NewPool(start func() (Conn, error), d Dialect, max int) *Pool {
	if max <= 0 {
		max = runtime.NumCPU()
	}
	return &Pool{start: start, dialect: d, slots: make(chan struct{}, max), MaxUses: 200, uses: map[*Solver]int{}}
}

// Get waits for a free session. Put must be called with it.
func (p *Pool) Get(ctx context.Context) (*Solver, error) {
	select {
	case p.slots <- struct{}{}:
	case <-ctx.Done():
		return nil, context.Cause(ctx)
	}
	p.mu.Lock()
	if n := len(p.idle); n > 0 {
		s := p.idle[n-1]
		p.idle = p.idle[:n-1]
		p.mu.Unlock()
		return s, nil
	}
	p.mu.Unlock()
	conn, err := p.start()
	if err != nil {
		<-p.slots
		return nil, err
	}
	var log io.Writer
	if p.Log != nil {
		log = p.Log()
	}
	return NewSolver(conn, p.dialect, log), nil
}

// Put gives a session back. A dead or much used one is closed, a live one is
// reset and kept.
func (p *Pool) Put(s *Solver) {
	defer func() { <-p.slots }()
	p.mu.Lock()
	defer p.mu.Unlock()
	p.uses[s]++
	if s.err != nil || p.closed || p.uses[s] >= p.MaxUses {
		delete(p.uses, s)
		s.Close()
		return
	}
	s.Send("(reset)")
	s.depth = 0
	p.idle = append(p.idle, s)
}

// Close ends the idle processes; those in use end when they are put back.
func (p *Pool) Close() {
	p.mu.Lock()
	defer p.mu.Unlock()
	p.closed = true
	for _, s := range p.idle {
		s.Close()
	}
	p.idle = nil
}
