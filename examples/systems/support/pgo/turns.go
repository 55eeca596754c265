package pgo

import (
	"math/rand/v2"
	"slices"
	"sync"
	"time"
)

// Turns is a time in which processes take turns: one goes on at a time, until it sleeps, and
// the one that is to wake up first is the next. What they do depends on a seed alone.
type Turns struct {
	rand   *rand.Rand
	now    time.Duration
	asleep []sleeper
}

// sleeper is a process that sleeps until a moment, and what wakes it.
type sleeper struct {
	until time.Duration
	wake  chan struct{}
}

// NewTurns is the time of a run that has not begun.
func NewTurns(seed uint64) *Turns { return &Turns{rand: rand.New(rand.NewPCG(seed, 0))} }

// Run runs processes beside each other until all of them are done.
func (t *Turns) Run(all []*Process, do func(*Process)) {
	var wait sync.WaitGroup
	for _, p := range all {
		wake := t.bed(time.Duration(t.intN(200)) * time.Microsecond)
		wait.Go(func() {
			<-wake
			do(p)
			t.next()
		})
	}
	t.next()
	wait.Wait()
}

// bed is where a process sleeps for so long.
func (t *Turns) bed(d time.Duration) chan struct{} {
	wake := make(chan struct{})
	t.asleep = append(t.asleep, sleeper{t.now + d, wake})
	return wake
}

// next wakes the process whose turn it is. No two turns are at the same time.
func (t *Turns) next() {
	if len(t.asleep) == 0 {
		return
	}
	first := 0
	for i, s := range t.asleep {
		if s.until < t.asleep[first].until {
			first = i
		}
	}
	s := t.asleep[first]
	t.asleep = slices.Delete(t.asleep, first, first+1)
	t.now = max(t.now+time.Microsecond, s.until.Round(time.Microsecond))
	close(s.wake)
}

// intN is a number below n, of the seed where there are turns.
func (t *Turns) intN(n int) int {
	if t == nil {
		return rand.IntN(n)
	}
	return t.rand.IntN(n)
}

// share is a number below 1.
func (t *Turns) share() float64 {
	if t == nil {
		return rand.Float64()
	}
	return t.rand.Float64()
}

// Sleep lets the others go on for so long.
func (p *Process) Sleep(d time.Duration) {
	if p.Net.Turns == nil {
		time.Sleep(d)
		return
	}
	wake := p.Net.Turns.bed(d)
	p.Net.Turns.next()
	<-wake
}

// epoch is when turns begin. Its last digit stays, so that all moments are as long as texts.
var epoch = time.Date(2025, 1, 1, 0, 0, 0, 1, time.UTC)

// Now is the time of the process.
func (p *Process) Now() time.Time {
	if p.Net.Turns == nil {
		return time.Now()
	}
	return epoch.Add(p.Net.Turns.now)
}

// Await sleeps until there is a message in the mailbox of the process, and no longer than d.
func (p *Process) Await(d time.Duration) {
	const step = 100 * time.Microsecond
	for end := p.Now().Add(d); ; p.Sleep(step) {
		p.Net.lock.Lock()
		here := p.Net.arrived(p.Self)
		p.Net.lock.Unlock()
		if len(here) > 0 || !p.Now().Before(end) {
			return
		}
	}
}

// Between is a random time from d to twice as much.
func (p *Process) Between(d time.Duration) time.Duration {
	return d + time.Duration(p.Net.Turns.intN(int(d)))
}
