package condition

import (
	"slices"
	"strings"

	"ensures/verify/smt"
)

// product is x · y of two integers of which neither is a literal.
type product struct{ x, y, term *smt.Term }

// maxProducts bounds the products of a condition about which laws are said: of each pair
// of them there may be some.
const maxProducts = 8

// maxFactor is the nodes of a factor about which laws are said.
const maxFactor = 24

// Product returns a · b, and adds facts about it which are true of all integers but which
// solvers look for long: to them a product of two terms is nonlinear, and with these facts
// most that code asks of its products is linear again.
//
//	sign:     0 ≤ x ∧ 0 ≤ y ⇒ 0 ≤ x·y            and the three other quadrants
//	grows:    0 ≤ x ∧ y < z ⇒ x·y + x ≤ x·z       0 ≤ x ∧ y ≤ z ⇒ x·y ≤ x·z
//	          x ≤ 0 ∧ y < z ⇒ x·z ≤ x·y + x       x ≤ 0 ∧ y ≤ z ⇒ x·z ≤ x·y
//	          and with −z in the place of z: x·(−z) = −(x·z)
//	squares:  0 ≤ x ≤ y ⇒ x·x ≤ y·y
//
// Side conditions: a and b are integers, neither is a literal nor has a variable that a
// quantifier outside of it binds: a fact about that variable would speak of a free one.
func (c *Condition) Product(a, b *smt.Term) *smt.Term {
	out := smt.Mul(a, b)
	if a.Num() != nil || b.Num() != nil {
		return out
	}
	// A product is nonlinear whether or not laws are said about it.
	c.Nonlinear()
	if a.Sort != smt.Int || len(c.products) >= maxProducts {
		return out
	}
	if a.Size() > maxFactor || b.Size() > maxFactor || !isClosed(a) || !isClosed(b) {
		return out
	}
	p := product{a, b, out}
	// The same product was made before, and its laws stand.
	if slices.ContainsFunc(c.products, func(q product) bool { return smt.Same(q.term, out) }) {
		return out
	}

	c.Because("the laws of products", func() {
		c.Fact(p.sign())
		for _, q := range c.products {
			c.Fact(p.against(q))
		}
	})
	c.products = append(c.products, p)
	return out
}

// isClosed reports whether a term has no bound variable.
func isClosed(t *smt.Term) bool {
	if len(t.Args) == 0 {
		return !strings.Contains(t.Op, "?")
	}
	return !slices.ContainsFunc(t.Args, func(a *smt.Term) bool { return !isClosed(a) })
}

// natural is 0 ≤ t, negative is t ≤ 0.
func natural(t *smt.Term) *smt.Term  { return smt.Le(smt.IntLit(0), t) }
func negative(t *smt.Term) *smt.Term { return smt.Le(t, smt.IntLit(0)) }

// sign is the law of that name.
func (p product) sign() *smt.Term {
	return smt.And(
		smt.Implies(smt.And(natural(p.x), natural(p.y)), natural(p.term)),
		smt.Implies(smt.And(natural(p.x), negative(p.y)), negative(p.term)),
		smt.Implies(smt.And(negative(p.x), natural(p.y)), negative(p.term)),
		smt.Implies(smt.And(negative(p.x), negative(p.y)), natural(p.term)))
}

// against are the laws of two products that have a factor in common, or are squares.
func (p product) against(q product) *smt.Term {
	var laws []*smt.Term
	// A common factor may stand on either side of either product; one pair of places is enough.
	for _, f := range []product{p, {p.y, p.x, p.term}} {
		for _, g := range []product{q, {q.y, q.x, q.term}} {
			if len(laws) == 0 && smt.Same(f.x, g.x) {
				laws = append(laws, grows(f.x, f.y, g.y, f.term, g.term), grows(f.x, f.y, smt.Negate(g.y), f.term, smt.Negate(g.term)))
			}
		}
	}
	if len(laws) == 0 && smt.Same(p.x, p.y) && smt.Same(q.x, q.y) {
		laws = append(laws,
			smt.Implies(smt.And(natural(p.x), smt.Le(p.x, q.x)), smt.Le(p.term, q.term)),
			smt.Implies(smt.And(natural(q.x), smt.Le(q.x, p.x)), smt.Le(q.term, p.term)))
	}
	return smt.And(laws...)
}

// grows is the law of that name for x·y and x·z, both ways round.
func grows(x, y, z, xy, xz *smt.Term) *smt.Term {
	up := func(y, z, xy, xz *smt.Term) *smt.Term {
		return smt.And(smt.Implies(smt.Le(y, z), smt.Le(xy, xz)), smt.Implies(smt.Lt(y, z), smt.Le(smt.Add(xy, x), xz)))
	}
	down := func(y, z, xy, xz *smt.Term) *smt.Term {
		return smt.And(smt.Implies(smt.Le(y, z), smt.Le(xz, xy)), smt.Implies(smt.Lt(y, z), smt.Le(xz, smt.Add(xy, x))))
	}
	return smt.And(
		smt.Implies(natural(x), smt.And(up(y, z, xy, xz), up(z, y, xz, xy))),
		smt.Implies(negative(x), smt.And(down(y, z, xy, xz), down(z, y, xz, xy))))
}
