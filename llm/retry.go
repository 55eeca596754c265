package llm

import (
	"context"
	"errors"
	"io"
	"log/slog"
	"math/rand/v2"
	"time"
)

// RetryOptions are the pace of retries. Zero values are the defaults.
type RetryOptions struct {
	Attempts int           // in all; default 6
	Base     time.Duration // pause after the first failure, doubled after each more; default 1 s
	Max      time.Duration // longest pause of our own; default 60 s
	MaxAsked time.Duration // longest pause that a server may ask for; default 10 min
	Sleep    func(context.Context, time.Duration) error
	Rand     func() float64 // in [0, 1)
	Log      *slog.Logger
}

// Retry tries a call again after errors that may pass. Pauses are between half
// and all of their nominal length, so that many workers do not come back at
// once; where the server says how long to wait, they are at least that. A server
// that asks for more than MaxAsked, or more than the context has left, is not
// waited for.
func Retry(c Client, o RetryOptions) Client {
	setDefault(&o.Attempts, 6)
	setDefault(&o.Base, time.Second)
	setDefault(&o.Max, time.Minute)
	setDefault(&o.MaxAsked, 10*time.Minute)
	if o.Sleep == nil {
		o.Sleep = sleep
	}
	if o.Rand == nil {
		o.Rand = rand.Float64
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}
	return &retrier{c, o}
}

type retrier struct {
	next Client
	o    RetryOptions
}

func (r *retrier) Complete(ctx context.Context, req Request) (Response, error) {
	streamed := false

	// Noted, since a listener that has heard a part has to be told that it is void.
	if outer := req.Stream; outer != nil {
		req.Stream = func(d Delta) { streamed = true; outer(d) }
	}
	for attempt := 1; ; attempt++ {
		res, err := r.next.Complete(ctx, req)
		if err == nil {
			res.Retries += attempt - 1
			return res, nil
		}
		if ctx.Err() != nil || !temporary(err) || attempt >= r.o.Attempts {
			return res, err
		}
		pause, ok := r.pause(err, attempt)
		// Waiting beyond the deadline would end in the context's error, which says less than this
		// one.
		if deadline, has := ctx.Deadline(); !ok || has && time.Until(deadline) < pause {
			return res, err
		}
		r.o.Log.Warn("the model is asked again", "attempt", attempt+1, "after", pause.Round(time.Millisecond), "because", err)
		if err := r.o.Sleep(ctx, pause); err != nil {
			return res, err
		}
		if streamed {
			req.Stream(Delta{Restart: true})
			streamed = false
		}
	}
}

// pause is how long to wait after a failed attempt; not ok is too long.
func (r *retrier) pause(err error, attempt int) (d time.Duration, ok bool) {
	d = r.o.Max
	// Without the bound the shift overflows.
	if shift := attempt - 1; shift < 30 {
		d = min(d, r.o.Base<<shift)
	}
	d = d/2 + time.Duration(r.o.Rand()*float64(d/2))
	var s *StatusError
	if errors.As(err, &s) && s.RetryAfter > 0 {
		if s.RetryAfter > r.o.MaxAsked {
			return 0, false
		}
		// A little more than what was asked for, each worker another bit, so that they do not
		// come back together.
		d = max(d, s.RetryAfter+time.Duration(r.o.Rand()*float64(s.RetryAfter)/10))
	}
	return d, true
}

func setDefault[T comparable](p *T, value T) {
	var zero T
	if *p == zero {
		*p = value
	}
}

// sleep waits for d or for the context.
func sleep(ctx context.Context, d time.Duration) error {
	if d <= 0 {
		return ctx.Err()
	}
	t := time.NewTimer(d)
	defer t.Stop()
	select {
	case <-t.C:
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}
