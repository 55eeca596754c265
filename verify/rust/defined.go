package rust

import (
	"slices"

	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/condition"
	"ensures/verify/smt"
)

// need is what must hold so that a part of a clause has a value.
type need struct {
	kind verify.Kind
	cond *smt.Term
}

// needs says that the expression has no value unless cond holds. Nothing is kept
// where the clause is taken for granted.
func (e *eval) needs(kind verify.Kind, cond *smt.Term) {
	if e.needed == nil {
		return
	}
	if c := smt.Implies(e.path, cond); c != smt.True {
		*e.needed = append(*e.needed, need{kind, c})
	}
}

// needsIndex says that i must be an index of a sequence.
func (e *eval) needsIndex(v *value, i *smt.Term) {
	e.needs(verify.UndefinedNegativeIndex, smt.Le(smt.IntLit(0), i))
	e.needs(verify.UndefinedTooLargeIndex, smt.Lt(i, v.term))
}

// needsRange says that from a to b must be a part of a sequence.
func (e *eval) needsRange(v *value, a, b *smt.Term) {
	e.needs(verify.UndefinedNegativeIndex, smt.And(smt.Le(smt.IntLit(0), a), smt.Le(a, b)))
	e.needs(verify.UndefinedTooLargeIndex, smt.Le(b, v.term))
}

// under evaluates the body of a quantifier; what it needs, it needs for every value
// of the variables:
//
//	defined(Q x: T. B)  if  ∀ x: T. defined(B)
func (e *eval) under(bound []*smt.Term, typing *smt.Term, body func(in *eval) *smt.Term) *smt.Term {
	in := *e
	if e.needed == nil {
		return body(&in)
	}
	var inner []need
	in.needed = &inner
	f := body(&in)
	for _, n := range inner {
		*e.needed = append(*e.needed, need{n.kind, smt.Forall(bound, smt.Implies(typing, n.cond))})
	}
	return f
}

// assumeProved takes a clause for granted that is proved elsewhere, by [exec.proveDefined]:
//
//	C   defined(C)
//
// Side condition: it is no precondition and no assumption. Those hold already where
// another side decides (x / 0 == 1 || true), and nobody has proved that they are defined.
func (x *exec) assumeProved(s *state, e *eval, c spec.Expr) {
	in := *e
	var all []need
	in.needed = &all
	f := in.formula(c)
	x.assume(s, smt.And(append(conditions(all), f)...))
}

// proveDefined obliges a clause to be defined and true:
//
//	⊢ defined(C)   ⊢ C
//
// A part has a value where its index is inside of the sequence, its divisor is not 0
// and its Option has one. Conditions are read from the left: B of A && B and of
// A ==> B is only asked for where A holds, B of A || B only where it does not.
//
// Side condition: C has a meaning as a formula whatever the parts without a value are,
// so that ⊢ C may be used to prove what is defined and the order of the clauses does
// not matter.
func (x *exec) proveDefined(s *state, e *eval, c spec.Expr, cl claim) {
	in := *e
	var all []need
	in.needed = &all
	f := in.formula(c)
	// The clause first: what it needs may then use it, as the side condition allows.
	x.prove(s, f, cl)
	// One obligation of each kind rather than of each part: few questions, and each has its own word.
	for _, kind := range []verify.Kind{verify.UndefinedNegativeIndex, verify.UndefinedTooLargeIndex, verify.UndefinedDivideByZero, verify.UndefinedBadCast, verify.UndefinedCalledPre} {
		of := slices.DeleteFunc(slices.Clone(all), func(n need) bool { return n.kind != kind })
		goal := smt.Implies(s.pc, smt.And(conditions(of)...))
		if goal == smt.True {
			continue
		}
		if goal.Size() > condition.MaxTerm {
			unsupportedAt(c.Pos(), "condition of this size")
		}
		// Not a fact for what follows: whoever reads the clause adds it, see [exec.assumeProved].
		undefined := cl
		undefined.kind = kind
		x.c.Oblige(condition.Obligation{Goal: goal, Claim: x.claim(undefined)})
	}
}
