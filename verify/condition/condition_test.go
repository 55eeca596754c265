package condition_test

import (
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// prover is a prover over the solvers of the machine.
func prover(t *testing.T) *condition.Prover {
	t.Helper()
	z3, _ := require.Find("z3")
	cvc5, _ := require.Find("cvc5")
	ps, err := smt.FindPrograms(t.Context(), z3, cvc5, 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(ps) == 0 {
		require.Tool(t, "z3")
	}
	p, err := condition.NewProver(condition.Options{Solvers: condition.Solvers(ps), Quick: time.Second, Patient: 2 * time.Second, Processes: 1})
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(p.Close)
	return p
}

var zero, one = smt.IntLit(0), smt.IntLit(1)

// TestCounter discharges the condition of a small loop of no language in particular:
//
//	i = 0; while (i < n) { i = i + 1 }   with 0 <= n before it and i = n behind it
//
// The invariants are guesses, of which one is false.
func TestCounter(t *testing.T) {
	c := condition.New()
	n := c.Fresh("n", smt.Int)
	c.Fact(smt.Le(zero, n))
	guesses := []func(i *smt.Term) *smt.Term{
		func(i *smt.Term) *smt.Term { return smt.Le(i, n) },
		func(i *smt.Term) *smt.Term { return smt.Lt(i, n) }, // not after the last iteration
		func(i *smt.Term) *smt.Term { return smt.Le(zero, i) },
	}
	var ids []int
	for _, g := range guesses {
		ids = append(ids, c.Guess())
		c.Try(ids[len(ids)-1], g(zero))
	}
	i := c.Fresh("i", smt.Int)
	for k, g := range guesses {
		c.Suppose(ids[k], g(i))
	}
	for k, g := range guesses {
		c.Try(ids[k], smt.Implies(smt.Lt(i, n), g(smt.Add(i, one))))
	}
	c.Fact(smt.Not(smt.Lt(i, n)))
	c.Oblige(condition.Obligation{Goal: smt.Eq(i, n), Claim: 7})
	c.Oblige(condition.Obligation{Goal: smt.Lt(i, n), Claim: 8})
	c.Probe(condition.Probe{After: c.Len(), Path: smt.Lt(i, zero), Claim: 9})

	p := prover(t)
	if ok, err := p.Fixpoint(t.Context(), c, time.Minute); err != nil || !ok {
		t.Fatal(ok, err)
	}
	for k, want := range []bool{true, false, true} {
		if got := c.On(ids[k]); got != want {
			t.Errorf("guess %d is on: %v", k, got)
		}
	}
	proof, err := p.Solve(t.Context(), c, condition.SolveOptions{Read: func(m *condition.Model) map[string]any {
		v, _ := m.Int(smt.Subtract(i, n))
		return map[string]any{"i - n": v}
	}})
	if err != nil {
		t.Fatal(err)
	}
	if r := proof.Results[0]; !r.Proved() || r.Obligation.Claim != 7 {
		t.Errorf("i = n: %+v", r)
	}
	if r := proof.Results[1]; r.Proved() || r.Suspect["i - n"] != int64(0) {
		t.Errorf("i < n: %+v", r)
	}
	if len(proof.Unreachable) != 1 || proof.Unreachable[0].Claim != 9 {
		t.Errorf("unreachable: %+v", proof.Unreachable)
	}
}

// TestFold proves what follows from a fold's axioms, and not what does not.
func TestFold(t *testing.T) {
	v, lo, hi := smt.Var("v", smt.Int), smt.IntLit(0), smt.Var("n", smt.Int)
	in := func(more ...*smt.Term) *smt.Term {
		return smt.And(append([]*smt.Term{smt.Le(lo, v), smt.Lt(v, hi)}, more...)...)
	}
	even := smt.Eq(smt.App("mod", smt.Int, v, smt.IntLit(2)), zero)
	for _, c := range []struct {
		name      string
		op        condition.FoldOp
		rng, body *smt.Term
		n         int64 // fuel unrolls a sum once
		holds     func(fold *smt.Term) *smt.Term
		want      smt.Result
	}{
		{"a sum unrolled", condition.Sum, in(), smt.Add(v, one), 1, func(f *smt.Term) *smt.Term { return smt.Eq(f, one) }, smt.Unsat},
		{"nothing", condition.Sum, in(), v, 0, func(f *smt.Term) *smt.Term { return smt.Eq(f, zero) }, smt.Unsat},
		{"a filtered sum", condition.Sum, in(even), one, 1, func(f *smt.Term) *smt.Term { return smt.Eq(f, one) }, smt.Unsat},
		{"a product", condition.Product, in(), smt.Add(v, smt.IntLit(2)), 1, func(f *smt.Term) *smt.Term { return smt.Eq(f, smt.IntLit(2)) }, smt.Unsat},
		{"a maximum", condition.Max, in(), v, 2, func(f *smt.Term) *smt.Term { return smt.Eq(f, one) }, smt.Unsat},
		{"a minimum", condition.Min, in(), v, 2, func(f *smt.Term) *smt.Term { return smt.Eq(f, zero) }, smt.Unsat},
		{"not every sum is one", condition.Sum, in(), smt.Add(v, v), 1, func(f *smt.Term) *smt.Term { return smt.Eq(f, one) }, smt.Sat},
	} {
		t.Run(c.name, func(t *testing.T) {
			cond := condition.New()
			cond.Declare("n", smt.Int)
			cond.Fact(smt.Eq(hi, smt.IntLit(c.n)))
			f, err := cond.Fold(c.op, v, c.rng, c.body)
			if err != nil {
				t.Fatal(err)
			}
			cond.Oblige(condition.Obligation{Goal: c.holds(f)})
			proof, err := prover(t).Solve(t.Context(), cond, condition.SolveOptions{Quick: true})
			if err != nil {
				t.Fatal(err)
			}
			if got := proof.Results[0].Answer; (got == smt.Unsat) != (c.want == smt.Unsat) {
				t.Errorf("got %v, want %v", got, c.want)
			}
		})
	}
	cond := condition.New()
	if _, err := cond.Fold(condition.Sum, v, smt.Le(lo, v), v); err != condition.ErrUnbounded {
		t.Errorf("without an upper bound: %v", err)
	}
	if _, err := cond.Fold(condition.Max, v, in(even), v); err != condition.ErrFiltered {
		t.Errorf("a filtered maximum: %v", err)
	}
	// A bound that speaks of the variable is none.
	if _, err := cond.Fold(condition.Sum, v, smt.And(smt.Le(lo, v), smt.Lt(v, smt.Add(v, one))), v); err != condition.ErrUnbounded {
		t.Errorf("a bound with the variable: %v", err)
	}
	// There are three integers and not three truth values: what differs by a bound variable's sort
	// alone is another fold.
	three := func(sort smt.Sort) *smt.Term {
		a, b, c := smt.Var("a", sort), smt.Var("b", sort), smt.Var("c", sort)
		some := smt.Exists([]*smt.Term{a, b, c}, smt.And(smt.Not(smt.Eq(a, b)), smt.Not(smt.Eq(b, c)), smt.Not(smt.Eq(a, c))))
		f, err := cond.Fold(condition.Sum, v, in(), smt.Ite(some, v, one))
		if err != nil {
			t.Fatal(err)
		}
		return f
	}
	if three(smt.Int).Op == three(smt.Bool).Op {
		t.Error("one fold for bodies over integers and over truth values")
	}
}

// What is made after a mark is forgotten, names and axioms too.
func TestRollback(t *testing.T) {
	c := condition.New()
	c.Fresh("x", smt.Int)
	m := c.Mark()
	first := c.Fresh("x", smt.Int)
	ran := 0
	c.Once("law", func() { ran++ })
	c.Rollback(m)
	if second := c.Fresh("x", smt.Int); second.Op != first.Op {
		t.Errorf("%s after the rollback, %s before", second.Op, first.Op)
	}
	c.Once("law", func() { ran++ })
	c.Once("law", func() { ran++ })
	if ran != 2 {
		t.Errorf("the axiom was stated %d times", ran)
	}
}
