package llm

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"
)

// What went wrong, for errors.Is.
var (
	// ErrContextOverflow: the conversation does not fit the model's window.
	ErrContextOverflow = errors.New("the conversation is longer than the model's context window")
	// ErrConfig: the key, the address or the model's name is wrong; trying again
	// won't help before somebody mends it.
	ErrConfig = errors.New("the model is not reachable as configured")
	// ErrTimeout: one call took longer than its limit.
	ErrTimeout = errors.New("the model took too long to answer")
	// ErrMalformedReply: what came back is not a reply: no JSON, a broken stream.
	ErrMalformedReply = errors.New("the server's reply is malformed")
)

// StatusError is an answer of the server other than 2xx.
type StatusError struct {
	Status     int           // HTTP status; 0 when the error came inside a stream
	Code       string        // the server's own, such as "rate_limit_exceeded"
	Message    string        // what the server said, cut when long; never a key
	RetryAfter time.Duration // how long the server asks to wait; 0: it doesn't say
	Kind       error         // ErrContextOverflow, ErrConfig or nil
}

func (e *StatusError) Error() string {
	s := "the server answered"
	if e.Status != 0 {
		s += fmt.Sprintf(" %d", e.Status)
		if t := http.StatusText(e.Status); t != "" {
			s += " " + t
		}
	} else {
		s += " with an error"
	}
	if e.Message != "" {
		s += ": " + e.Message
	}
	return s
}

// Unwrap is the error's kind.
func (e *StatusError) Unwrap() error { return e.Kind }

// Temporary reports whether the same request may succeed later.
func (e *StatusError) Temporary() bool {
	if e.Kind != nil {
		return false
	}
	switch e.Status {
	case 0, http.StatusRequestTimeout, http.StatusConflict, http.StatusTooEarly, http.StatusTooManyRequests:
		return true
	}
	return e.Status >= 500
}

// IsInfrastructure reports whether err says something of the way to the model
// and nothing of the task: the task failed, is counted apart, and may be tried
// again. A conversation that is too long and a caller that gave up are not.
func IsInfrastructure(err error) bool {
	return err != nil && !errors.Is(err, ErrContextOverflow) &&
		!errors.Is(err, context.Canceled) && !errors.Is(err, context.DeadlineExceeded)
}

// temporary reports whether another attempt at the same call is worth it.
func temporary(err error) bool {
	var s *StatusError
	if errors.As(err, &s) {
		return s.Temporary()
	}
	// A recorded failure fails in the same way each time.
	var r *recordedError
	if errors.As(err, &r) {
		return false
	}
	return IsInfrastructure(err) && !errors.Is(err, ErrConfig) && !errors.Is(err, ErrNoReply)
}

// Outcome is a word for how a call ended, as runs record it.
func Outcome(err error) string {
	for _, w := range outcomes() {
		if errors.Is(err, w.err) {
			return w.word
		}
	}
	if err != nil {
		return "error"
	}
	return "ok"
}

// OutcomeError is an error of the kind that a recorded word names, with the
// recorded text. It is never worth another attempt.
func OutcomeError(word, text string) error {
	kind := error(ErrNoReply)
	for _, w := range outcomes() {
		if w.word == word {
			kind = w.err
		}
	}
	return &recordedError{text, kind}
}

func outcomes() []struct {
	word string
	err  error
} {
	return []struct {
		word string
		err  error
	}{
		{"context_overflow", ErrContextOverflow}, {"config", ErrConfig}, {"timeout", ErrTimeout},
		{"malformed_reply", ErrMalformedReply}, {"no_reply", ErrNoReply}, {"canceled", context.Canceled}, {"deadline", context.DeadlineExceeded},
	}
}

// recordedError is an error read back.
type recordedError struct {
	text string
	kind error
}

func (e *recordedError) Error() string { return "recorded: " + e.text }
func (e *recordedError) Unwrap() error { return e.kind }
