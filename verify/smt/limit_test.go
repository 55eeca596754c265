package smt_test

import (
	"fmt"
	"regexp"
	"runtime"
	"strconv"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/verify/smt"
)

// cubes asks for three cubes, which no solver here decides: it uses up any limit.
func cubes(tb testing.TB, s *smt.Solver) {
	if s.Dialect() == smt.CVC5 {
		s.Send("(set-logic ALL)")
	}
	s.SetLimit(tb.Context(), 20*time.Millisecond)
	s.Send("(declare-fun x () Int)", "(declare-fun y () Int)", "(declare-fun z () Int)")
	x, y, z := smt.Var("x", smt.Int), smt.Var("y", smt.Int), smt.Var("z", smt.Int)
	cube := func(t *smt.Term) *smt.Term { return smt.Mul(t, smt.Mul(t, t)) }
	for _, v := range []*smt.Term{x, y, z} {
		s.Assert(smt.And(smt.Lt(smt.IntLit(0), v), smt.Lt(v, smt.IntLit(1000))))
	}
	s.Assert(smt.Eq(smt.Add(cube(x), cube(y)), cube(z)))
}

// TestLimitIsWork: a check ends after the same number of steps whether the machine is
// idle or busy, in a new process and in one that has been used, and it is not the
// clock that ends it.
func TestLimitIsWork(t *testing.T) {
	for _, p := range solvers(t) {
		t.Run(p.Dialect.String(), func(t *testing.T) {
			pool := smt.NewPool(p.Start, p.Dialect, 1)
			defer pool.Close()
			ask := func() (answer string, work time.Duration) {
				s, err := pool.Get(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				defer pool.Put(s)
				cubes(t, s)
				r, err := s.Check(t.Context())
				if err != nil {
					t.Fatal(err)
				}
				return fmt.Sprint(r, s.Struck()), s.Work(t.Context())
			}
			idle, took := ask()
			stop := busy()
			defer stop()
			loaded, took2 := ask()
			if idle != "unknown false" || loaded != idle {
				t.Errorf("idle: %s; busy: %s", idle, loaded)
			}
			most := time.Duration(0) // z3 counts to the step
			if p.Dialect == smt.CVC5 {
				most = took / 5 // whose steps differ a little from run to run
			}
			if d := took2 - took; d > most || d < -most {
				t.Errorf("idle: %v; busy: %v", took, took2)
			}
		})
	}
}

// TestLimitOfInstances: a fact whose instances bring terms for two more of its own has no
// end, and z3 counts few steps on the way.
func TestLimitOfInstances(t *testing.T) {
	for _, p := range solvers(t) {
		if p.Dialect != smt.Z3 {
			continue
		}
		pool := smt.NewPool(p.Start, p.Dialect, 1)
		defer pool.Close()
		s, err := pool.Get(t.Context())
		if err != nil {
			t.Fatal(err)
		}
		defer pool.Put(s)
		s.Send("(set-option :smt.auto_config false)", "(set-option :smt.mbqi false)", "(set-option :smt.qi.eager_threshold 30)",
			"(declare-fun f (Int) Int)", "(declare-fun g (Int Int) Int)",
			"(assert (forall ((x Int)) (! (and (> (f (g x 1)) (f x)) (< (f (g x 2)) (f x))) :pattern ((f x)))))",
			"(assert (> (f 0) 3))")
		s.SetLimit(t.Context(), 100*time.Millisecond)
		for n, most := range []int{2500, 5000} { // the statistics count on
			r, err := s.Check(t.Context())
			if err != nil || r != smt.UnknownResult || s.Struck() {
				t.Fatalf("%v, %v, struck %v", r, err, s.Struck())
			}
			lines, err := s.Query(t.Context(), "(get-info :all-statistics)")
			m := regexp.MustCompile(`:quant-instantiations +(\d+)`).FindStringSubmatch(strings.Join(lines, " "))
			if err != nil || m == nil {
				t.Fatalf("%v: %q", err, lines)
			}
			if got, _ := strconv.Atoi(m[1]); got < most/2 || got > most+10 {
				t.Errorf("after check %d: %d instances, want about %d", n+1, got, most)
			}
		}
	}
}

// busy keeps all processors busy until it is called off.
func busy() (stop func()) {
	done := make(chan struct{})
	var wg sync.WaitGroup
	for range 2 * runtime.NumCPU() {
		wg.Go(func() {
			for n := 0; ; n++ {
				if n%1000 == 0 {
					select {
					case <-done:
						return
					default:
					}
				}
			}
		})
	}
	return func() { close(done); wg.Wait() }
}
