// Package effort bounds a search by the work that it does, counted in steps, so that it
// ends at the same place on every machine and at any load. The bound travels in the
// context: whoever works says what the work was, and the context ends when all of it is
// spent. A clock that ends something in spite of that is told, so that it can be shown.
// The package must not know what the work is.
package effort

import (
	"context"
	"errors"
	"slices"
	"sync"
	"time"
)

// ErrSpent is why a context of With ended when the work was more than its limit.
var ErrSpent = errors.New("the limit of work is reached")

// ErrClock is why a context of With ended when the clock came first.
var ErrClock = errors.New("the clock ended the work before its limit of steps")

// The clock is a backstop: a machine may be this many times slower than an idle one.
// More would let code whose runs or constants have no end hold up whoever waits;
// [Patient] is for those who don't.
const (
	clockFactor = 3
	clockLeast  = time.Second
)

// Meter counts the work that is done under a context.
type Meter struct {
	parent *Meter
	end    context.CancelCauseFunc

	limit  time.Duration
	mu     sync.Mutex
	spent  time.Duration
	clocks []string
}

type (
	key      struct{}
	patience struct{}
)

// Patient returns a context under which the clocks behind limits of steps are so many
// times later than usual, for work that must end in the same place on a busy machine.
func Patient(ctx context.Context, times int) context.Context {
	return context.WithValue(ctx, patience{}, times)
}

// Late is by how much the clocks are later than usual: what [Patient] said, or 1.
func Late(ctx context.Context) time.Duration {
	if times, ok := ctx.Value(patience{}).(int); ok {
		return time.Duration(times)
	}
	return 1
}

// With returns a context that ends when more than limit has been spent under it, given
// as the time that the steps take on an idle machine; long after that it ends by the
// clock. What is spent counts for the meters around it too.
func With(ctx context.Context, limit time.Duration) (context.Context, *Meter, context.CancelFunc) {
	m := &Meter{limit: limit}
	m.parent, _ = ctx.Value(key{}).(*Meter)
	// The inner context ends by the work, the outer one by the clock: whichever comes first is
	// the cause.
	ctx, stop := context.WithTimeoutCause(ctx, clockLeast+Late(ctx)*clockFactor*limit, ErrClock)
	ctx, m.end = context.WithCancelCause(ctx)
	return context.WithValue(ctx, key{}, m), m, func() { m.end(nil); stop() }
}

// Spend counts work that was done; without a meter it does nothing.
func Spend(ctx context.Context, d time.Duration) {
	for m, _ := ctx.Value(key{}).(*Meter); m != nil; m = m.parent {
		m.mu.Lock()
		m.spent += d
		// The end is called without the lock: whoever waits for it may ask the meter.
		over := m.spent > m.limit
		m.mu.Unlock()
		if over {
			m.end(ErrSpent)
		}
	}
}

// Clock says that a clock ended something before its limit of steps.
func Clock(ctx context.Context, what string) {
	for m, _ := ctx.Value(key{}).(*Meter); m != nil; m = m.parent {
		m.mu.Lock()
		if !slices.Contains(m.clocks, what) {
			m.clocks = append(m.clocks, what)
		}
		m.mu.Unlock()
	}
}

// Spent returns the work that was done.
func (m *Meter) Spent() time.Duration {
	m.mu.Lock()
	defer m.mu.Unlock()
	return m.spent
}

// Clocks returns what clocks ended, each once.
func (m *Meter) Clocks() []string {
	m.mu.Lock()
	defer m.mu.Unlock()
	return slices.Clone(m.clocks)
}
