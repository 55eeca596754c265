package condition

import (
	"errors"
	"fmt"
	"strings"

	"ensures/verify/smt"
)

// FoldOp is what a fold combines its elements by.
type FoldOp uint8

// The operations. A count is the sum of ones.
const (
	InvalidFold FoldOp = iota
	Sum
	Product
	Min
	Max
)

func (op FoldOp) String() string {
	return [...]string{"invalid", "sum", "product", "min", "max"}[op]
}

// Why a fold has no meaning here; each reads on from what the fold is.
var (
	ErrUnbounded = errors.New("whose range has no lower and upper bound")
	ErrFiltered  = errors.New("with a condition beside its bounds")
)

// Fold returns op over the bodies at all integers v in a range, which must bound v
// by lo ≤ v < hi, perhaps among other conditions:
//
//	⊕ { body(v) : lo ≤ v < hi ∧ rest(v) }
//
// The value is a function of the bounds and of everything else that occurs in range
// and body, so that the same fold in two places, or of two states that agree, is the
// same term up to its arguments. It is defined by unrolling at either end.
//
// Side conditions: neither bound mentions v (a conjunct that does is part of rest);
// rest is true for a minimum and a maximum, which have no unit to put in the place of
// an element that is left out; a body is total, so that its value at an index beyond
// the bounds says nothing.
func (c *Condition) Fold(op FoldOp, v, rng, body *smt.Term) (*smt.Term, error) {
	lo, hi, rest := foldBounds(v, rng)
	if lo == nil || hi == nil {
		return nil, ErrUnbounded
	}
	unit := smt.IntLit(0)
	if op == Product {
		unit = smt.IntLit(1)
	}
	if rest != smt.True {
		if op == Min || op == Max {
			return nil, ErrFiltered
		}
		body = smt.Ite(rest, body, unit)
	}

	// Abstract over the free leaves and reads of the body.
	shape, args := c.abstract(body, v)
	// By the shape alone: two folds that differ in their arguments only are one function, which is
	// defined once.
	name := c.folds[op.String()+shape]
	if name == "" {
		name = fmt.Sprintf("%s.%d", op, len(c.folds)+1)
		c.folds[op.String()+shape] = name
		f := &fold{c: c, name: name, op: op, unit: unit, v: v}
		f.lo, f.hi = c.Bound("lo", smt.Int), c.Bound("hi", smt.Int)
		generic := map[*smt.Term]*smt.Term{}
		for _, a := range args {
			p := c.Bound("p", a.Sort)
			f.params = append(f.params, p)
			generic[a] = p
		}
		f.body = replaceTerms(body, generic)
		f.define()
		f.congruent()
	}
	return c.Function(name, smt.Int, append([]*smt.Term{lo, hi}, args...)...), nil
}

// fold is the function of one shape of fold, while its axioms are stated.
type fold struct {
	c      *Condition
	name   string
	op     FoldOp
	unit   *smt.Term
	v      *smt.Term // the variable
	body   *smt.Term // over v and params
	lo, hi *smt.Term // the bounds, as variables of the axioms
	params []*smt.Term
}

// at is the element at index i.
func (f *fold) at(i *smt.Term) *smt.Term {
	return smt.Subst(f.body, map[string]*smt.Term{f.v.Op: i})
}

// app applies the function at a level of fuel.
func (f *fold) app(level int, lo, hi *smt.Term) *smt.Term {
	n := f.name
	if level > 0 {
		n += fmt.Sprintf("_%d", level)
	}
	return f.c.Function(n, smt.Int, append([]*smt.Term{lo, hi}, f.params...)...)
}

// combine is a ⊕ b.
func (f *fold) combine(a, b *smt.Term) *smt.Term {
	switch f.op {
	case Product:
		return smt.Mul(a, b)
	case Min:
		return smt.Ite(smt.Le(a, b), a, b)
	case Max:
		return smt.Ite(smt.Le(a, b), b, a)
	}
	return smt.Add(a, b)
}

// define states the axioms of a fold F with fuel two: F₀ = F, and each is stated for
// n = 0, 1 with Fₙ₊₁ to its right, so that unrolling ends:
//
//	Fₙ(lo, hi) = Fₙ₊₁(lo, hi)
//	sum, product:  hi ≤ lo ⇒ Fₙ(lo, hi) = unit
//	               lo < hi ⇒ Fₙ(lo, hi) = Fₙ₊₁(lo, hi−1) ⊕ body(hi−1) = body(lo) ⊕ Fₙ₊₁(lo+1, hi)
//	min, max:      lo+1 = hi ⇒ Fₙ(lo, hi) = body(lo)
//	               lo+1 < hi ⇒ the same two equations
//	               lo < hi ⇒ F bounds every element and is one of them
//	a count:       0 ≤ F(lo, hi), and lo ≤ hi ⇒ F(lo, hi) ≤ hi − lo
//
// Side conditions: of a minimum or maximum over nothing nothing is said; a count is
// a sum whose element is 1 or 0 as it stands.
func (f *fold) define() {
	vars := append([]*smt.Term{f.lo, f.hi}, f.params...)
	one := smt.IntLit(1)
	for level := range 2 {
		t := f.app(level, f.lo, f.hi)
		down, last := f.app(level+1, f.lo, smt.Subtract(f.hi, one)), f.at(smt.Subtract(f.hi, one))
		up := f.app(level+1, smt.Add(f.lo, one), f.hi)
		all := func(b *smt.Term) { f.c.Fact(smt.Forall(vars, b, []*smt.Term{t})) }
		all(smt.Eq(t, f.app(level+1, f.lo, f.hi)))
		more := smt.Lt(f.lo, f.hi)
		if f.op == Min || f.op == Max {
			all(smt.Implies(smt.Eq(smt.Add(f.lo, one), f.hi), smt.Eq(t, f.at(f.lo))))
			more = smt.Lt(smt.Add(f.lo, one), f.hi)
		} else {
			all(smt.Implies(smt.Le(f.hi, f.lo), smt.Eq(t, f.unit)))
		}
		all(smt.Implies(more, smt.Eq(t, f.combine(down, last))))
		all(smt.Implies(more, smt.Eq(t, f.combine(f.at(f.lo), up))))
	}

	t := f.app(0, f.lo, f.hi)
	i := f.c.Bound("i", smt.Int)
	inside := smt.And(smt.Le(f.lo, i), smt.Lt(i, f.hi))
	extreme := func(bounds *smt.Term) {
		f.c.Fact(smt.Forall(vars, smt.Implies(smt.Lt(f.lo, f.hi), smt.And(
			smt.Forall([]*smt.Term{i}, smt.Implies(inside, bounds)),
			smt.Exists([]*smt.Term{i}, smt.And(inside, smt.Eq(t, f.at(i)))))), []*smt.Term{t}))
	}
	switch f.op {
	case Min:
		extreme(smt.Le(t, f.at(i)))
	case Max:
		extreme(smt.Le(f.at(i), t))
	case Sum:
		if f.body.Op == "ite" && f.body.Args[1].String() == "1" && f.body.Args[2].String() == "0" {
			f.c.Fact(smt.Forall(vars, smt.And(smt.Le(smt.IntLit(0), t), smt.Implies(smt.Le(f.lo, f.hi), smt.Le(t, smt.Subtract(f.hi, f.lo)))), []*smt.Term{t}))
		}
	}
}

// congruent states that two folds over elements that agree are equal, for folds that
// differ in one argument that is an array: the frame of a loop that writes elsewhere.
//
//	(∀ i. lo ≤ i < hi ⇒ body[p](i) = body[q](i)) ⇒ F(lo, hi, …p…) = F(lo, hi, …q…)
func (f *fold) congruent() {
	for k, p := range f.params {
		if !strings.HasPrefix(string(p.Sort), "(Array") {
			continue
		}
		q := f.c.Bound("q", p.Sort)
		ps := append([]*smt.Term{}, f.params...)
		ps[k] = q
		this := smt.App(f.name, smt.Int, append([]*smt.Term{f.lo, f.hi}, f.params...)...)
		that := smt.App(f.name, smt.Int, append([]*smt.Term{f.lo, f.hi}, ps...)...)
		i := f.c.Bound("i", smt.Int)
		element := f.at(i)
		other := replaceTerms(element, map[*smt.Term]*smt.Term{p: q})
		same := smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(f.lo, i), smt.Lt(i, f.hi)), smt.Eq(element, other)))
		vars := append(append([]*smt.Term{f.lo, f.hi}, f.params...), q)
		f.c.Fact(smt.Forall(vars, smt.Implies(same, smt.Eq(this, that)), []*smt.Term{this, that}))
	}
}

// foldBounds finds lo ≤ v and v < hi among the conjuncts of rng; rest is the others.
func foldBounds(v, rng *smt.Term) (lo, hi, rest *smt.Term) {
	conj := []*smt.Term{rng}
	if rng.Op == "and" {
		conj = rng.Args
	}
	rest = smt.True
	for _, c := range conj {
		if len(c.Args) == 2 && (c.Op == "<=" || c.Op == "<") {
			a, b := c.Args[0], c.Args[1]
			switch {
			// A second lower bound is a condition like any other, and filters.
			case b == v && !occurs(a, v) && lo == nil:
				lo = a
				if c.Op == "<" {
					lo = smt.Add(a, smt.IntLit(1))
				}
				continue
			case a == v && !occurs(b, v) && hi == nil:
				hi = b
				if c.Op == "<=" {
					hi = smt.Add(b, smt.IntLit(1))
				}
				continue
			}
		}
		rest = smt.And(rest, c)
	}
	return lo, hi, rest
}

func occurs(t, v *smt.Term) bool {
	if t == v {
		return true
	}
	for _, a := range t.Args {
		if occurs(a, v) {
			return true
		}
	}
	return false
}

// abstract finds the maximal subterms of t that contain neither v nor a variable
// bound in t and are no literals: the arguments of the fold. shape is t with them
// and the bound variables numbered.
func (c *Condition) abstract(t, v *smt.Term) (shape string, args []*smt.Term) {
	var b strings.Builder
	index := map[string]int{}
	inner := map[string]int{v.Op: 0}
	var closed func(*smt.Term) bool
	closed = func(t *smt.Term) bool {
		if _, ok := inner[t.Op]; ok && len(t.Args) == 0 {
			return false
		}
		for _, a := range t.Args {
			if !closed(a) {
				return false
			}
		}
		return true
	}
	var walk func(*smt.Term)
	walk = func(t *smt.Term) {
		// By its number: the name of a bound variable is another one in each place that the fold
		// stands.
		if n, ok := inner[t.Op]; ok && len(t.Args) == 0 {
			fmt.Fprintf(&b, "·%d", n)
			return
		}
		// Seen before what is below it, which mentions them.
		vs, _, quant := t.Quantifier()
		for _, q := range vs {
			inner[q.Op] = len(inner)
		}
		if !quant && closed(t) {
			// Part of the shape: a sum over 2·a[i] is another function than one over 3·a[i].
			if t.Num() != nil || t == smt.True || t == smt.False || c.rigid[t] {
				b.WriteString(t.Op)
				return
			}
			key := t.String()
			n, ok := index[key]
			if !ok {
				n = len(args)
				index[key] = n
				args = append(args, t)
			}
			fmt.Fprintf(&b, "#%d:%s", n, t.Sort)
			return
		}
		b.WriteString("(" + t.Op)
		for _, q := range vs {
			fmt.Fprintf(&b, " :%s", q.Sort)
		}
		for _, a := range t.Args {
			b.WriteByte(' ')
			walk(a)
		}
		b.WriteByte(')')
	}
	walk(t)
	return b.String(), args
}

// replaceTerms replaces whole subterms, compared by their text.
func replaceTerms(t *smt.Term, m map[*smt.Term]*smt.Term) *smt.Term {
	text := map[string]*smt.Term{}
	for k, v := range m {
		text[k.String()] = v
	}
	var walk func(*smt.Term) *smt.Term
	walk = func(t *smt.Term) *smt.Term {
		if r, ok := text[t.String()]; ok {
			return r
		}
		if len(t.Args) == 0 {
			return t
		}
		return t.Map(walk)
	}
	return walk(t)
}
