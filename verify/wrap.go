package verify

import (
	"context"
	"errors"
	"fmt"
	"runtime/debug"
	"sync"
	"time"
)

// WithTimeout limits every question to d, unless the request asks for less. A
// backend that does not answer in time has answered Unknown, also one that goes on.
// A panic of the backend is one of the process: [WithGuard] goes inside.
func WithTimeout(b Backend, d time.Duration) Backend { return &timeout{b, d} }

type timeout struct {
	Backend
	d time.Duration
}

func (t *timeout) Verify(ctx context.Context, req Request) (Outcome, error) {
	d := t.d
	if r := req.Options.Timeout; r > 0 && r < d {
		d = r
	}
	inner, cancel := context.WithTimeout(ctx, d)
	defer cancel()
	start := time.Now()
	type answer struct {
		out Outcome
		err error
	}
	// Buffered, for an answer that comes too late has nobody to take it.
	answers := make(chan answer, 1)
	go func() {
		out, err := t.Backend.Verify(inner, req)
		answers <- answer{out, err}
	}()

	// What a backend knows when its time is over is worth a moment, and no more: some
	// input keeps it where it doesn't look at its context.
	var a answer
	select {
	case a = <-answers:
	case <-inner.Done():
		select {
		case a = <-answers:
		case <-time.After(lateness):
			// Whoever asked has ended it, not the limit.
			if ctx.Err() != nil {
				return Outcome{}, context.Cause(ctx)
			}
			return late(Outcome{}, t.Name(), req, d, time.Since(start)), nil
		}
	}
	// An error that comes when the time is over is the end of the time.
	if a.err != nil && ctx.Err() == nil && errors.Is(inner.Err(), context.DeadlineExceeded) {
		return late(a.out, t.Name(), req, d, time.Since(start)), nil
	}
	return a.out, a.err
}

// lateness is how long after its time a backend is waited for.
const lateness = 1500 * time.Millisecond

// late is the outcome of a question that was not answered in time: what was decided
// until then, and that the rest is not known.
func late(out Outcome, name string, req Request, limit, elapsed time.Duration) Outcome {
	if out.Backend == "" {
		out.Backend = name
	}
	out.Arithmetic = req.Options.WithDefaults().Arithmetic
	out.Elapsed = elapsed
	out.Verdict = Join(out.Verdict, Unknown)
	for _, d := range out.Diagnostics {
		if d.Kind == Timeout {
			return out
		}
	}
	out.Diagnostics = append(out.Diagnostics, Diagnostic{Kind: Timeout, Severity: Error, Verdict: Unknown, Line: 1, Column: 1, Stage: "prove",
		Message: "no answer within " + limit.String() + ": raise verify.timeout, or ask for one method with --method"})
	return out
}

// PanicError is a verifier that failed in itself: it says nothing about the program.
type PanicError struct {
	Backend string
	Value   any
	Stack   []byte // of the goroutine that failed
}

func (e *PanicError) Error() string {
	return fmt.Sprintf("%s failed in itself: %v; this says nothing about the program", e.Backend, e.Value)
}

// WithGuard turns a panic of a backend into a [*PanicError], so that one program
// that brings a verifier down does not take the answers on others with it.
func WithGuard(b Backend) Backend { return &guard{b} }

type guard struct{ Backend }

func (g *guard) Verify(ctx context.Context, req Request) (out Outcome, err error) {
	defer func() {
		if v := recover(); v != nil {
			out, err = Outcome{}, &PanicError{g.Name(), v, debug.Stack()}
		}
	}()
	return g.Backend.Verify(ctx, req)
}

// Portfolio asks several backends at once and takes the first decisive answer:
// Verified, Refuted or Malformed. With none it gives the first backend's answer.
type Portfolio struct {
	backends []Backend
	// Patience is how long the others may go on after a decisive answer, so that a
	// disagreement comes to light; 0 ends them at once.
	Patience time.Duration
}

// NewPortfolio is a portfolio of at least one backend.
func NewPortfolio(bs ...Backend) *Portfolio { return &Portfolio{backends: bs} }

// Name implements Backend.
func (p *Portfolio) Name() string { return "portfolio" }

// Version implements Backend.
func (p *Portfolio) Version(ctx context.Context) (string, error) {
	var s string
	for _, b := range p.backends {
		v, err := b.Version(ctx)
		if err != nil {
			v = "missing"
		}
		if s != "" {
			s += "; "
		}
		s += b.Name() + " " + v
	}
	return s, nil
}

func decisive(v Verdict) bool { return v == Verified || v == Refuted || v == Malformed }

// Verify implements Backend. The outcome carries the name and version of the
// backend that gave it. Where a second decisive answer contradicts it, the outcome
// is Unknown with a Disagreement that names both.
func (p *Portfolio) Verify(ctx context.Context, req Request) (Outcome, error) {
	inner, cancel := context.WithCancel(ctx)
	defer cancel()

	type answer struct {
		i   int
		out Outcome
		err error
	}
	answers := make(chan answer, len(p.backends))

	var wg sync.WaitGroup
	for i, b := range p.backends {
		wg.Add(1)
		go func() {
			defer wg.Done()
			out, err := b.Verify(inner, req)
			answers <- answer{i, out, err}
		}()
	}

	// Deferred calls run in reverse: the others are told to end, and then waited for.
	defer wg.Wait() // no question outlives the call
	defer cancel()

	var first *Outcome
	fallback := make([]*answer, len(p.backends))
	var patience <-chan time.Time
	var errs []error

	for range p.backends {
		var a answer
		select {
		case a = <-answers:
		case <-patience:
			return *first, nil
		}

		switch {
		case a.err != nil:
			errs = append(errs, fmt.Errorf("%s: %w", p.backends[a.i].Name(), a.err))
		case !decisive(a.out.Verdict):
			fallback[a.i] = &a
		case first == nil:
			first = &a.out
			// One that is decisive ends it, unless the others are given time to
			// contradict it.
			if p.Patience == 0 {
				return *first, nil
			}
			patience = time.After(p.Patience)
		case first.Verdict != a.out.Verdict:
			return disagreement(*first, a.out), nil
		}
	}

	if first != nil {
		return *first, nil
	}

	// In the order of the backends, not in that of their answers.
	for _, a := range fallback {
		if a != nil {
			return a.out, nil
		}
	}
	return Outcome{}, errors.Join(errs...)
}

func disagreement(a, b Outcome) Outcome {
	out := a
	out.Verdict = Unknown
	out.Diagnostics = append(append([]Diagnostic{{Kind: Disagreement, Severity: Error, Verdict: Unknown, Stage: "prove",
		Message: fmt.Sprintf("%s %s says %s, %s %s says %s", a.Backend, a.Version, a.Verdict, b.Backend, b.Version, b.Verdict)}}, a.Diagnostics...), b.Diagnostics...)
	return out
}
