package smt_test

import (
	"context"
	"errors"
	"io"
	"sync/atomic"
	"testing"
	"testing/synctest"
	"time"

	"ensures/verify/smt"
)

// process is a solver's process that says nothing, and is slow to start and to end.
type process struct {
	io.Writer
	killed atomic.Bool
	over   chan struct{}
	alive  *atomic.Int32 // how many there are
}

func (p *process) Read([]byte) (int, error) {
	<-p.over
	return 0, io.EOF
}

func (p *process) Kill() {
	if p.killed.CompareAndSwap(false, true) {
		time.Sleep(time.Second)
		p.alive.Add(-1)
		close(p.over)
	}
	<-p.over
}

// When a pool is closed there is no process any more, also none that was being
// started or ended at that moment by somebody whose time was up.
func TestCloseWaits(t *testing.T) {
	for _, after := range []time.Duration{500 * time.Millisecond, 1500 * time.Millisecond, 2200 * time.Millisecond} {
		synctest.Test(t, func(t *testing.T) {
			var alive atomic.Int32
			pool := smt.NewPool(func() (smt.Conn, error) {
				alive.Add(1)
				time.Sleep(time.Second)
				return &process{Writer: io.Discard, over: make(chan struct{}), alive: &alive}, nil
			}, smt.Z3, 1)
			ctx, cancel := context.WithTimeout(t.Context(), 2*time.Second)
			defer cancel()
			got := make(chan error)
			go func() {
				_, err := pool.Get(ctx)
				got <- err
			}()
			time.Sleep(after)
			pool.Close()
			if n := alive.Load(); n != 0 {
				t.Errorf("closed after %v: %d processes are left", after, n)
			}
			if err := <-got; err == nil || errors.Is(err, context.Canceled) {
				t.Errorf("closed after %v: %v", after, err)
			}
		})
	}
}
