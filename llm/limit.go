package llm

import (
	"context"
	"errors"
	"sync"
	"time"
)

// LimitOptions are what a server allows. Zero is no limit.
type LimitOptions struct {
	Requests   int // per minute
	Tokens     int // per minute, of input and output
	Concurrent int // calls under way
	Now        func() time.Time
	Sleep      func(context.Context, time.Duration) error
}

// Limiter is a share of a server that all workers draw from. Calls begin in the
// order in which they came. When the server asks for a pause, all wait.
type Limiter struct {
	o     LimitOptions
	slots chan struct{}

	mu       sync.Mutex
	requests time.Time // from then on the next call is within the request rate
	tokens   time.Time // and within the token rate
	paused   time.Time
}

// NewLimiter is a limiter with nothing used up.
func NewLimiter(o LimitOptions) *Limiter {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	l := &Limiter{o: o}
	if o.Concurrent > 0 {
		l.slots = make(chan struct{}, o.Concurrent)
	}
	return l
}

// Limit makes calls wait for their turn. Put it inside of Retry, so that every
// attempt counts.
func Limit(c Client, l *Limiter) Client { return &limited{c, l} }

type limited struct {
	next Client
	l    *Limiter
}

func (c *limited) Complete(ctx context.Context, r Request) (Response, error) {
	l := c.l
	if l.slots != nil {
		select {
		case l.slots <- struct{}{}:
			defer func() { <-l.slots }()
		case <-ctx.Done():
			return Response{}, ctx.Err()
		}
	}

	guess := estimate(r)
	if err := l.wait(ctx, guess); err != nil {
		return Response{}, err
	}

	res, err := c.next.Complete(ctx, r)
	used := res.Usage.Input + res.Usage.Output
	var s *StatusError
	switch {
	case err == nil && used > 0:
		// A reply without usage leaves the guess as it is.
		l.correct(used - guess)
	case errors.As(err, &s) && s.Status != 0:
		l.correct(-guess) // a refused call takes no tokens
		if s.Temporary() && s.RetryAfter > 0 {
			l.pause(min(s.RetryAfter, 10*time.Minute))
		}
	}
	return res, err
}

// wait takes a place in the line and waits until it is this call's turn.
func (l *Limiter) wait(ctx context.Context, tokens int) error {
	for {
		l.mu.Lock()
		now := l.o.Now()
		// A place in the line is taken at once, by moving both clocks forward, and waited for
		// without the lock.
		start := latest(now, l.requests, l.tokens, l.paused)
		if l.o.Requests > 0 {
			l.requests = latest(start, l.requests).Add(time.Minute / time.Duration(l.o.Requests))
		}
		if l.o.Tokens > 0 {
			l.tokens = latest(start, l.tokens).Add(l.span(tokens))
		}
		l.mu.Unlock()
		if err := l.o.Sleep(ctx, start.Sub(now)); err != nil {
			return err
		}
		l.mu.Lock()
		// The server asked for a pause while this call waited for its turn.
		again := l.paused.After(l.o.Now())
		l.mu.Unlock()
		if !again {
			return nil
		}
	}
}

// span is the time in which so many tokens become free.
func (l *Limiter) span(tokens int) time.Duration {
	return time.Duration(float64(tokens) / float64(l.o.Tokens) * float64(time.Minute))
}

// correct makes up for a guess that was too low (or too high) by so many tokens.
func (l *Limiter) correct(tokens int) {
	if l.o.Tokens == 0 {
		return
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	l.tokens = l.tokens.Add(l.span(tokens))
}

func (l *Limiter) pause(d time.Duration) {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.paused = latest(l.paused, l.o.Now().Add(d))
}

func latest(times ...time.Time) time.Time {
	var t time.Time
	for _, u := range times {
		if u.After(t) {
			t = u
		}
	}
	return t
}

// estimate guesses the tokens of a call before it is made: four bytes a token of
// input, and a quarter of the allowed output (at most 1,000 where none is named).
func estimate(r Request) int {
	n := 0
	for _, m := range r.Messages {
		// A few tokens for the marks around each message.
		n += len(m.Text) + len(m.Reasoning) + 16
		for _, t := range m.ToolCalls {
			n += len(t.Arguments) + len(t.Name)
		}
	}
	for _, t := range r.Tools {
		n += len(t.Description) + len(t.Parameters)
	}
	out := 1000
	if r.MaxTokens > 0 {
		out = min(out, r.MaxTokens/4)
	}
	return n/4 + out
}
