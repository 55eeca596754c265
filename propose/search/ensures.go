package search

import (
	"math"
	"slices"
	"strings"
)

// Postconditions finds candidates: every part of the state after the call
// is explained by the state before it, exactly where possible, else bounded.
func (s *Space) Postconditions(code *Code) *Candidates {
	c := newCandidates(s)
	s.addConstants()
	for _, q := range s.seqs {
		s.fixed(q)
	}

	// The bank tells terms apart by the real runs only: changed ones show outputs, and the bank's
	// terms are about the state before the call.
	b := s.scalars(s.real, 3000)
	s.aggregates(b)
	for _, t := range code.Values {
		b.add(t)
	}
	guards := append(append([]*Term{}, code.Conditions...), s.atoms(b)...)
	conditions := append(append([]*Term{}, guards...), s.quantified()...)

	// Paths first: what the code itself says is preferred, and repeated texts are dropped.
	c.byPaths(code)
	for _, t := range s.post {
		switch {
		case t.sort == BoolSort:
			c.explain(t, conditions, guards)
		case t.sort.number() || t.sort == RealSort:
			c.number(t, b, guards, conditions)
		}
	}

	for _, q := range s.seqs {
		if q.result {
			c.sequence(q, code)
		}
	}
	c.strings()
	c.references(guards)
	c.indices()
	c.atPlaces()
	c.modular()
	return c
}

// number explains a numeric part of the output.
func (c *Candidates) number(t *Term, b *bank, guards, conditions []*Term) {
	s := c.s
	g := &target{t: t, rows: s.definedRows(t)}
	// At a loop's head nothing is taken to have wrapped round: an invariant is about what fits.
	if t.sort.number() && !s.loop {
		g.wide = t.bits
	}
	cases := s.byCases(b, g, guards, 3)
	// No single term explains it: the reason may be one input whose negation overflows.
	if len(cases) != 1 || cases[0].guard != nil {
		s.exceptSmallest(b, g)
	}

	for _, k := range cases {
		eq := relation("==").compare(t, k.f.t)
		if !k.f.exact {
			eq = s.wrapped(t, k.f.t)
			// Said with a cast for now; Range may ask that it doesn't happen instead.
			s.wraps = append(s.wraps, wrapping{guard: k.guard, t: k.f.t, bits: t.bits})
		}
		if k.guard != nil {
			eq = implies(k.guard, eq)
		}
		family := "case"
		if s.IsLength(t.text) {
			family = "length"
		}
		c.offerTerm(family, eq)
	}

	for _, r := range relations() {
		if r.sign == "!=" {
			continue
		}
		for _, x := range b.all[:min(len(b.all), 120)] {
			if !s.boundary(x, r) || !comparable(t, x, r) {
				continue
			}
			p := r.predicate(t, x)
			c.Offer("bound", p)
			for _, q := range s.seqs {
				if !q.result && !q.old && x.size == 1 {
					zero := s.Int(0)
					c.Offer("bound when", relation(">").predicate(q.length, zero).implied(p))
				}
			}
		}
	}

	c.marks(t, conditions, guards)
}

// exceptSmallest looks for an explanation of all runs but those in which a
// variable is the smallest number of its type, which negation does not change. If
// there is one, such inputs will be excluded.
func (s *Space) exceptSmallest(b *bank, g *target) {
	for _, v := range s.pre {
		if v.bits == 0 || g.wide == 0 {
			continue
		}
		smallest := int64(math.MinInt64)
		if v.bits == 32 {
			smallest = math.MinInt32
		}
		var rows []int
		for _, i := range g.rows {
			if v.at(i) == Defined && v.n[i] != smallest {
				rows = append(rows, i)
			}
		}
		// It must occur, and be the exception.
		if len(rows) == len(g.rows) || len(rows)*10 < len(g.rows)*9 {
			continue
		}
		fs := b.search(&target{t: g.t, rows: rows, wide: g.wide}, arithmetic(), 40)
		if len(fs) == 0 {
			continue
		}
		// Asking that -v is in range is what excludes the input.
		s.wraps = append(s.wraps, wrapping{t: negate(v), bits: v.bits})
		if !fs[0].exact {
			s.wraps = append(s.wraps, wrapping{t: fs[0].t, bits: g.wide})
		}
		return
	}
}

// boundary reports whether a person would bound something by x: a variable, a
// constant of the code, or a variable plus or minus one.
func (s *Space) boundary(x *Term, r rel) bool {
	if x.konst && s.loop {
		return r.sign != "<" && r.sign != ">" && (x.n[0] == 0 || slices.Contains(s.voc.Ints, x.n[0]))
	}
	if x.konst {
		n := x.n[0]
		usual := n >= -1 && n <= 2 || slices.Contains(s.voc.Ints, n) || !slices.Contains(s.extra, n)
		return r.sign != "<" && r.sign != ">" && usual
	}
	if x.size == 1 {
		return true
	}
	return x.size == 3 && (strings.HasSuffix(x.text, " - 1") || strings.HasSuffix(x.text, " + 1")) && (r.sign == "<=" || r.sign == ">=")
}

// wrapped is equality up to Java's narrowing, written with a cast.
func (s *Space) wrapped(t, e *Term) *Term {
	cast := *e
	cast.key = 0
	cast.n = append([]int64{}, e.n...)
	name := "int"
	if t.bits == 64 {
		name = "long"
	}
	for i := range cast.n {
		cast.n[i] = wrap(cast.n[i], t.bits)
	}
	// What overflowed has a value after the cast; what was undefined still has none.
	cast.st = nil
	for i := range e.st {
		if e.st[i] == Undefined {
			cast.undefine(i, len(e.n))
		}
	}
	cast.text, cast.prec, cast.size = "("+name+") "+e.in(precAtom), precUnary, e.size+4
	return relation("==").compare(t, &cast)
}

// definedRows are the real rows in which t has a value.
func (s *Space) definedRows(t *Term) []int {
	var out []int
	for i := range s.real {
		if t.at(i) == Defined {
			out = append(out, i)
		}
	}
	return out
}

// marks explains when the output is one of a few special constants, as -1 is for
// "not found".
func (c *Candidates) marks(t *Term, conditions, guards []*Term) {
	s := c.s
	if t.sort != IntSort {
		return
	}
	for _, k := range s.constants() {
		if k.sort != IntSort {
			continue
		}
		eq := relation("==").compare(t, k)
		n := 0
		for i := range s.real {
			if eq.truthAt(i) == yes {
				n++
			}
		}
		if n < minSupport || n > s.real-minSupport {
			continue
		}
		c.explainAs(eq, conditions, guards, true)
	}
}

// explain finds conditions that hold exactly when t does, or that t implies.
func (c *Candidates) explain(t *Term, conditions, guards []*Term) {
	c.explainAs(t, conditions, guards, false)
}

// explainAs is explain; with exact set it looks for equivalences only.
func (c *Candidates) explainAs(t *Term, conditions, guards []*Term, exact bool) {
	s := c.s
	var implied, implying []*Term // conditions that t implies, that imply t
	for _, x := range conditions {
		up, down := true, true // x ⇒ t, t ⇒ x
		for i := range s.real {
			a, b := t.truthAt(i), x.truthAt(i)
			if a == unknown || b == unknown {
				up, down = false, false
				break
			}
			if a == yes && b == no {
				down = false
			}
			if a == no && b == yes {
				up = false
			}
			if !up && !down {
				break
			}
		}
		// One condition is the whole explanation: the rest would only repeat it.
		if up && down {
			c.offerTerm("equivalence", iff(t, x))
			return
		}
		if down {
			implied = append(implied, x)
			if !exact {
				c.offerTerm("consequence", implies(t, x))
			}
		}
		if up {
			implying = append(implying, x)
			if !exact {
				c.offerTerm("sufficient", implies(x, t))
			}
		}
	}

	// What t implies is joined by && until it is false wherever t is; what implies t by || until it
	// is true wherever t is.
	if e := s.conjunction(t, implied, and, no, yes); e != nil {
		c.offerTerm("equivalence", iff(t, e))
		return
	}
	if e := s.conjunction(t, implying, or, yes, no); e != nil {
		c.offerTerm("equivalence", iff(t, e))
		return
	}
	if !exact {
		c.byGuard(t, conditions, guards)
	}
}

// conjunction joins up to four of the conditions by and (by or) so that the whole
// is equivalent to t: greedily those that settle the most open rows.
func (s *Space) conjunction(t *Term, xs []*Term, f func(a, b *Term) *Term, settled, other truth) *Term {
	open := map[int]bool{}
	for i := range s.real {
		if t.truthAt(i) == settled {
			open[i] = true
		}
	}

	var out *Term
	for range 4 {
		var best *Term
		bestScore := 0.0
		for _, x := range xs {
			n := 0
			for i := range open {
				if x.truthAt(i) == settled {
					n++
				}
			}
			if score := float64(n) / float64(3+x.size); n > 0 && score > bestScore {
				best, bestScore = x, score
			}
		}
		if best == nil {
			return nil
		}
		if out == nil {
			out = best
		} else {
			out = f(out, best)
		}
		for i := range open {
			if best.truthAt(i) == settled {
				delete(open, i)
			}
		}
		if len(open) == 0 {
			return out
		}
	}
	return nil
}

// byGuard explains t separately where a condition of the code holds and where not.
func (c *Candidates) byGuard(t *Term, conditions, guards []*Term) {
	s := c.s
	for _, g := range guards[:min(len(guards), 60)] {
		// A guard about the result would be part of what it is to explain.
		if g.result {
			continue
		}
		rows := where(g, s.definedRows(t))
		if len(rows) < minSupport || len(rows) == s.real {
			continue
		}
		for _, x := range conditions {
			if x == g {
				continue
			}
			same := true
			for _, i := range rows {
				if x.truthAt(i) == unknown || x.truthAt(i) != t.truthAt(i) {
					same = false
					break
				}
			}
			if same {
				c.offerTerm("guarded equivalence", implies(g, iff(t, x)))
			}
		}
	}
}

// seen reports whether two references are one object in one of the first n rows.
func seen(t, x *Term, n int) bool {
	for i := range n {
		if t.at(i) == Defined && x.at(i) == Defined && t.r[i] != nil && t.r[i] == x.r[i] {
			return true
		}
	}
	return false
}

// references offers results that are null or never are, and references that stay the same.
func (c *Candidates) references(guards []*Term) {
	s := c.s
	for _, t := range s.refs {
		if !t.result {
			continue
		}
		n := len(t.r)
		u := &Term{text: t.text + " != " + s.Null, prec: precEq, sort: BoolSort, size: 2, result: true, n: make([]int64, n), st: t.st}
		for i, r := range t.r {
			if r != nil {
				u.n[i] = 1
			}
		}

		isNull := not(u, t.text+" == "+s.Null)
		c.offerTerm("not null", u)
		c.offerTerm("null", isNull)
		for _, x := range s.refs {
			// Only of what the caller gets, and not of the result with a part of itself; seen keeps out
			// objects that never are the same.
			if t.text != s.Result || strings.HasPrefix(x.text, s.Result) || !seen(t, x, s.real) {
				continue
			}
			c.Offer("same object", Predicate{text: t.text + " == " + x.text, prec: precEq, size: 3, result: true, holds: func(i int) truth {
				if t.at(i) != Defined || x.at(i) != Defined {
					return unknown
				}
				if t.r[i] == x.r[i] {
					return yes
				}
				return no
			}})
		}

		for _, g := range guards[:min(len(guards), 40)] {
			c.offerTerm("null when", implies(g, isNull))
			c.offerTerm("not null when", implies(g, u))
		}
	}
}
