package condition

import (
	"maps"
	"strings"
	"testing"
	"time"

	"ensures/verify/smt"
)

// TestPace holds that a second of work is fewer steps where a solver computes with
// floating-point numbers, or with products of two terms: the steps end the check, and not
// the clock.
func TestPace(t *testing.T) {
	for _, c := range []struct {
		dialect smt.Dialect
		mode    mode
		says    func(*Condition)
		want    string
	}{
		{smt.Z3, quick, func(*Condition) {}, "(set-option :rlimit 20000000)"},
		{smt.Z3, quick, (*Condition).Bits, "(set-option :rlimit 1250000)"},
		{smt.Z3, strong, (*Condition).Bits, "(set-option :rlimit 168000)"},
		{smt.CVC5, quick, (*Condition).Bits, "(set-option :rlimit-per 25000)"},
		{smt.Z3, quick, (*Condition).Nonlinear, "(set-option :rlimit 5000000)"},
		{smt.Z3, quick, func(c *Condition) { c.Product(smt.Var("x", smt.Int), smt.Var("y", smt.Int)) }, "(set-option :rlimit 5000000)"},
		{smt.Z3, quick, func(c *Condition) { c.Product(smt.Var("x", smt.Int), smt.IntLit(3)) }, "(set-option :rlimit 20000000)"},
	} {
		t.Run(c.want, func(t *testing.T) {
			var sent strings.Builder
			s := smt.NewSolver(nil, c.dialect, &sent)
			cond := New()
			c.says(cond)
			cond.attempt(s, c.mode)
			s.SetLimit(t.Context(), time.Second)
			if !strings.Contains(sent.String(), c.want) {
				t.Errorf("sent\n%s\nwant %s", sent.String(), c.want)
			}
		})
	}
}

// Options of z3 outlive a reset, so that a way of working which leaves one out would
// depend on the sessions before.
func TestOptionsAreWhole(t *testing.T) {
	names := func(list []string) map[string]bool {
		out := map[string]bool{}
		for _, o := range list {
			out[strings.Fields(o)[1]] = true
		}
		return out
	}
	want := names(z3Setup)
	for i, list := range [][]string{z3Other, z3Strong} {
		if got := names(list); !maps.Equal(got, want) {
			t.Errorf("list %d sets %v, not %v", i, got, want)
		}
	}
}
