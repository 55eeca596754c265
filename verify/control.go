package verify

import (
	"context"
	"fmt"
	"io/fs"
	"slices"
	"sync"
)

// The control questions: the same method, once with a postcondition that it meets and
// once with one that it does not.
const (
	controlTrue = `public class Control {
    //@ requires 0 <= x && x < 1000;
    //@ ensures \result == x + 1;
    public static int next(int x) {
        return x + 1;
    }
}
`
	controlFalse = `public class Control {
    //@ requires 0 <= x && x < 1000;
    //@ ensures \result == x + 2;
    public static int next(int x) {
        return x + 1;
    }
}
`
)

// ControlError is a verifier that answers a question wrongly whose answer is known. It
// says nothing about any program.
type ControlError struct {
	Backend string
	Why     string
}

func (e *ControlError) Error() string {
	return fmt.Sprintf("%s is not believed: asked a control question, %s", e.Backend, e.Why)
}

// WithControls asks a backend the control questions before its first other one: what
// does not tell a method that meets its postcondition from one that doesn't is no
// verifier. identity names the program behind the backend, down to its content or its
// place, size and time; where it is not empty and memory not nil, what passed once is
// remembered for that program and version.
func WithControls(b Backend, identity string, memory Store) Backend {
	return &controlled{Backend: b, identity: identity, memory: memory}
}

type controlled struct {
	Backend
	identity string
	memory   Store
	mu       sync.Mutex
	asked    bool
	err      error // of the controls, once they were asked
}

func (c *controlled) Verify(ctx context.Context, req Request) (Outcome, error) {
	if err := c.control(ctx); err != nil {
		return Outcome{}, err
	}
	return c.Backend.Verify(ctx, req)
}

// control asks the control questions once. That they could not be asked to the end is
// not remembered.
func (c *controlled) control(ctx context.Context) error {
	c.mu.Lock()
	defer c.mu.Unlock()
	if c.asked {
		return c.err
	}
	version, err := c.Version(ctx)
	if err != nil {
		return err
	}
	// The questions are in the name: who has passed others has not passed these.
	name := question{Cache: "control", Build: c.identity, Backend: c.Name(), Version: version, Source: controlTrue + controlFalse}.name()
	if c.remembered(name) {
		c.asked = true
		return nil
	}

	for _, q := range []struct {
		source string
		want   bool
	}{{controlTrue, true}, {controlFalse, false}} {
		out, err := c.Backend.Verify(ctx, Request{File: "Control.java", Source: q.source})
		if err != nil {
			if ctx.Err() != nil {
				return err
			}
			c.asked, c.err = true, fmt.Errorf("control question to %s: %w", c.Name(), err)
			return c.err
		}
		if why := wrong(out, q.want); why != "" {
			// What was broken off is no wrong answer.
			if ctx.Err() != nil {
				return context.Cause(ctx)
			}
			c.asked, c.err = true, &ControlError{c.Name(), why}
			return c.err
		}
	}
	c.asked = true
	if c.memory != nil && c.identity != "" {
		_ = c.memory.Put(name, []byte("passed")) // else it is asked again the next time
	}
	return nil
}

func (c *controlled) remembered(name string) bool {
	if c.memory == nil || c.identity == "" {
		return false
	}
	said, err := c.memory.Get(name)
	return err == nil && string(said) == "passed"
}

// wrong says what is wrong with the answer to a control question, "" where nothing is.
// A verifier without counterexamples may leave open what is false, but has to name the
// postcondition.
func wrong(out Outcome, want bool) string {
	named := slices.ContainsFunc(out.Diagnostics, func(d Diagnostic) bool { return d.Kind == Postcondition })
	switch {
	case want && out.Verdict != Verified:
		return fmt.Sprintf("it says %s of what is true%s", out.Verdict, firstMessage(out))
	case !want && out.Verdict == Verified:
		return "it says verified of what is false"
	case !want && out.Verdict != Refuted && out.Verdict != Unknown, !want && !named:
		return fmt.Sprintf("it says %s of what is false and does not name the postcondition%s", out.Verdict, firstMessage(out))
	}
	return ""
}

func firstMessage(out Outcome) string {
	if len(out.Diagnostics) == 0 {
		return ""
	}
	return ": " + out.Diagnostics[0].Message
}

// MemoryStore is a [Store] that lasts as long as the process.
type MemoryStore struct{ m sync.Map }

// Get implements Store.
func (s *MemoryStore) Get(name string) ([]byte, error) {
	if v, ok := s.m.Load(name); ok {
		return v.([]byte), nil
	}
	return nil, fs.ErrNotExist
}

// Put implements Store.
func (s *MemoryStore) Put(name string, content []byte) error {
	s.m.Store(name, slices.Clone(content))
	return nil
}
