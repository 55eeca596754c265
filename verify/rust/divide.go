package rust

import "ensures/verify/smt"

// Division by a number that is not a literal is nonlinear to a solver's arithmetic, which
// then looks for more than is needed and may not come back. It is a function here, with the
// laws that programs use. Both functions are Euclid's, as those of clauses and of SMT-LIB:
//
//	b ≠ 0 ⇒ a = b · (a ediv b) + (a emod b)      0 ≤ a emod b < |b|
//	0 ≤ a < |b| ⇒ a ediv b = 0                   a emod b = a
//	b = 1       ⇒ a ediv b = a                   a emod b = 0
//	a = b ≠ 0   ⇒ a ediv b = 1                   a emod b = 0
//	0 ≤ a ∧ 0 < b ⇒ 0 ≤ a ediv b ≤ a             a emod b ≤ a
//	0 < b ≤ a < 2b ⇒ a ediv b = 1                a emod b = a − b
//	0 ≤ a ∧ 1 < b ⇒ 2 · (a ediv b) ≤ a
//
// Side conditions: nothing is said of b = 0, which whoever divides has to keep out. By a
// literal the solver's own operations are taken, which say the same.

// ediv is Euclid's quotient.
func (x *exec) ediv(a, b *smt.Term) *smt.Term {
	if b.Num() != nil {
		return smt.App("div", smt.Int, a, b)
	}
	x.divisionLaws()
	return smt.App("ediv", smt.Int, a, b)
}

// emod is Euclid's remainder, which is never negative.
func (x *exec) emod(a, b *smt.Term) *smt.Term {
	if b.Num() != nil {
		return smt.App("mod", smt.Int, a, b)
	}
	x.divisionLaws()
	return smt.App("emod", smt.Int, a, b)
}

// quotient is division towards zero.
func (x *exec) quotient(a, b *smt.Term) *smt.Term { return towardsZero(x.ediv, a, b) }

// remainder is that of division towards zero: it has the sign of a.
func (x *exec) remainder(a, b *smt.Term) *smt.Term { return towardsZero(x.emod, a, b) }

// towardsZero is an operation of division towards zero by way of Euclid's, which is the same
// where nothing is negative before the division: (−a) / b = −(a / b), and so is a remainder.
func towardsZero(op func(a, b *smt.Term) *smt.Term, a, b *smt.Term) *smt.Term {
	// Only the dividend's sign matters: Euclid's remainder is never negative, so for a ≥ 0 both
	// divisions agree, whatever the divisor's sign.
	if n := a.Num(); n != nil && n.Sign() >= 0 {
		return op(a, b)
	}
	return smt.Ite(smt.Le(smt.IntLit(0), a), op(a, b), smt.Negate(op(smt.Negate(a), b)))
}

// divisionLaws declares ediv and emod.
func (x *exec) divisionLaws() {
	x.c.Nonlinear()
	x.c.Once("Euclid's division", func() {
		x.c.Declare("ediv", smt.Int, smt.Int, smt.Int)
		x.c.Declare("emod", smt.Int, smt.Int, smt.Int)
		a, b := x.c.Bound("a", smt.Int), x.c.Bound("b", smt.Int)
		zero, one := smt.IntLit(0), smt.IntLit(1)
		q, r := smt.App("ediv", smt.Int, a, b), smt.App("emod", smt.Int, a, b)
		size := smt.Ite(smt.Le(zero, b), b, smt.Negate(b))
		is := func(quotient, remainder *smt.Term) *smt.Term {
			return smt.And(smt.Eq(q, quotient), smt.Eq(r, remainder))
		}
		divides := smt.Not(smt.Eq(b, zero))
		laws := []*smt.Term{
			smt.Implies(divides, smt.And(smt.Eq(a, smt.Add(smt.Mul(b, q), r)), smt.Le(zero, r), smt.Lt(r, size))),
			smt.Implies(smt.And(smt.Le(zero, a), smt.Lt(a, size)), is(zero, a)),
			smt.Implies(smt.Eq(b, one), is(a, zero)),
			smt.Implies(smt.And(divides, smt.Eq(a, b)), is(one, zero)),
			smt.Implies(smt.And(smt.Le(zero, a), smt.Lt(zero, b)), smt.And(smt.Le(zero, q), smt.Le(q, a), smt.Le(r, a))),
			smt.Implies(smt.And(smt.Lt(zero, b), smt.Le(b, a), smt.Lt(a, smt.Add(b, b))), is(one, smt.Subtract(a, b))),
			smt.Implies(smt.And(smt.Le(zero, a), smt.Lt(one, b)), smt.Le(smt.Add(q, q), a)),
		}

		// Each law under both patterns: a program that takes only the remainder mentions no quotient.
		for _, pattern := range []*smt.Term{q, r} {
			for _, law := range laws {
				x.c.Fact(smt.Forall([]*smt.Term{a, b}, law, []*smt.Term{pattern}))
			}
		}
	})
}
