package effort

import (
	"context"
	"errors"
	"slices"
	"testing"
	"time"
)

// TestSpend: the context ends by what was spent, of the inner meter first.
func TestSpend(t *testing.T) {
	outer, _, stop := With(t.Context(), time.Hour)
	defer stop()
	inner, _, end := With(outer, time.Minute)
	defer end()

	Spend(inner, time.Minute)
	if err := inner.Err(); err != nil {
		t.Fatalf("as much as the limit: %v", err)
	}
	Spend(inner, 1)
	if err := context.Cause(inner); !errors.Is(err, ErrSpent) {
		t.Errorf("more than the limit: %v", err)
	}
	if err := outer.Err(); err != nil {
		t.Errorf("the outer one: %v", err)
	}
	Spend(inner, time.Hour)
	if err := context.Cause(outer); !errors.Is(err, ErrSpent) {
		t.Errorf("the outer one after more than its own limit: %v", err)
	}
	Spend(t.Context(), time.Hour) // nobody counts
}

// TestPatient: the clock's backstop is later where nobody waits.
func TestPatient(t *testing.T) {
	left := func(ctx context.Context) time.Duration {
		ctx, _, stop := With(ctx, time.Hour)
		defer stop()
		end, _ := ctx.Deadline()
		return time.Until(end).Round(time.Minute)
	}
	if got, want := left(t.Context()), clockFactor*time.Hour; got != want {
		t.Errorf("%v, want %v", got, want)
	}
	if got, want := left(Patient(t.Context(), 5)), 5*clockFactor*time.Hour; got != want {
		t.Errorf("%v, want %v", got, want)
	}
}

// TestClocks: what a clock ended is told to all meters, once.
func TestClocks(t *testing.T) {
	outer, all, stop := With(t.Context(), time.Hour)
	defer stop()
	inner, own, end := With(outer, time.Hour)
	defer end()

	Clock(inner, "a")
	Clock(inner, "a")
	Clock(outer, "b")
	if got := own.Clocks(); !slices.Equal(got, []string{"a"}) {
		t.Errorf("inner: %q", got)
	}
	if got := all.Clocks(); !slices.Equal(got, []string{"a", "b"}) {
		t.Errorf("outer: %q", got)
	}
}
