package smt_test

import (
	"context"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/verify/smt"
)

func solvers(t *testing.T) []smt.Program {
	t.Helper()
	z3, _ := require.Find("z3")
	cvc5, _ := require.Find("cvc5")
	ps, err := smt.FindPrograms(context.Background(), z3, cvc5, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, "z3")
	}
	return ps
}

func TestSession(t *testing.T) {
	for _, p := range solvers(t) {
		t.Run(p.Dialect.String(), func(t *testing.T) {
			pool := smt.NewPool(p.Start, p.Dialect, 1)
			defer pool.Close()
			for round := range 3 { // the second and third reuse the process
				s, err := pool.Get(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				if p.Dialect == smt.CVC5 {
					s.Send("(set-option :produce-models true)", "(set-logic ALL)")
				}
				s.SetLimit(t.Context(), 5*time.Second)
				s.Send("(declare-fun x () Int)")
				x := smt.Var("x", smt.Int)
				s.Assert(smt.Lt(smt.IntLit(3), x))
				s.Push()
				s.Assert(smt.Lt(x, smt.IntLit(2)))
				check(t, s, smt.Unsat)
				s.Pop()
				s.Push()
				s.Assert(smt.Lt(x, smt.IntLit(5)))
				check(t, s, smt.Sat)
				vs, err := s.Values(t.Context(), []*smt.Term{x, smt.Negate(x)})
				if err != nil || vs[0] != "4" || vs[1] != "(- 4)" {
					t.Errorf("round %d: values %q, %v", round, vs, err)
				}
				s.Pop()
				pool.Put(s)
			}
		})
	}
}

func check(t *testing.T, s *smt.Solver, want smt.Result) {
	t.Helper()
	got, err := s.Check(t.Context())
	if err != nil || got != want {
		t.Fatalf("check: %v, %v; want %v", got, err, want)
	}
}

// scripted is a solver that prints what it is told to, or dies.
type scripted struct {
	out    []byte
	killed chan struct{}
}

func (c *scripted) Write(b []byte) (int, error) { return len(b), nil }
func (c *scripted) Read(b []byte) (int, error) {
	if len(c.out) > 0 {
		n := copy(b, c.out)
		c.out = c.out[n:]
		return n, nil
	}
	<-c.killed
	return 0, context.Canceled
}
func (c *scripted) Kill() {
	select {
	case <-c.killed:
	default:
		close(c.killed)
	}
}

func TestBadSolvers(t *testing.T) {
	for _, out := range []string{"", "garbage\n\"done-1\"\n", "(error \"line 1\")\n\"done-1\"\n"} {
		c := &scripted{out: []byte(out), killed: make(chan struct{})}
		s := smt.NewSolver(c, smt.Z3, nil)
		ctx, cancel := context.WithTimeout(t.Context(), 50*time.Millisecond)
		_, err := s.Check(ctx)
		cancel()
		if err == nil || s.Err() == nil {
			t.Errorf("%q: no error", out)
		}
		select {
		case <-c.killed:
		default:
			t.Errorf("%q: process left running", out)
		}
	}
}
