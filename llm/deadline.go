package llm

import (
	"context"
	"errors"
	"fmt"
	"time"
)

// Deadline gives up a call with ErrTimeout after total, or when no piece of the
// reply has come for idle. With an idle limit every reply is streamed: without
// pieces there is no telling a slow model from a dead line. Zero is no limit.
// Put it inside of Retry, so that the limits are those of one attempt.
func Deadline(c Client, total, idle time.Duration) Client {
	return &deadlined{c, total, idle}
}

type deadlined struct {
	next        Client
	total, idle time.Duration
}

func (c *deadlined) Complete(ctx context.Context, r Request) (Response, error) {
	inner, cancel := context.WithCancelCause(ctx)
	defer cancel(nil)
	if c.total > 0 {
		t := time.AfterFunc(c.total, func() { cancel(fmt.Errorf("%w: no whole reply in %s", ErrTimeout, c.total)) })
		defer t.Stop()
	}
	if c.idle > 0 {
		t := time.AfterFunc(c.idle, func() { cancel(fmt.Errorf("%w: silence for %s", ErrTimeout, c.idle)) })
		defer t.Stop()
		outer := r.Stream
		r.Stream = func(d Delta) {
			t.Reset(c.idle)
			if outer != nil {
				outer(d)
			}
		}
	}
	res, err := c.next.Complete(inner, r)
	// A caller that gave up at the same time is answered with its own error.
	if cause := context.Cause(inner); err != nil && ctx.Err() == nil && errors.Is(cause, ErrTimeout) {
		return res, cause
	}
	return res, err
}
