package propose

import "ensures/propose/loops"

// visit is one arrival at a loop's head.
type visit struct {
	run   int // index of the run
	entry int // which entry of the loop in that run
	last  bool
	o     *observation
}

// invariants finds what holds at every visit of a loop's head. The space's real
// observations are the visits, the changed ones have a variable changed; the terms
// of the variables that the loop assigns are filed as post.
func (s *space) invariants(code *fromCode) *candidates {
	c := newCandidates(s)
	b := s.scalars(s.real, 1500)
	s.aggregates(b)
	guards := append([]*term{}, code.conditions...)
	conditions := append(append([]*term{}, guards...), s.atoms(b)...)
	conditions = append(conditions, s.quantified()...)
	for _, t := range s.post {
		switch {
		case t.sort == boolSort:
			c.explain(t, conditions, guards)
		case t.sort.number() || t.sort == floatSort:
			c.accumulator(t, b)
		}
	}
	c.between()
	for _, x := range s.seqs {
		if x.result {
			c.partial(x)
		}
	}
	c.extremes()
	return c
}

// accumulator finds equations and bounds of a variable that the loop assigns, in
// terms of everything else, other assigned variables included.
func (c *candidates) accumulator(t *term, b *bank) {
	s := c.s
	pool := s.bank(s.real, 2500)
	for _, x := range b.all {
		pool.add(x)
	}
	var others []*term
	for _, x := range s.post {
		if x != t && (x.sort.number() || x.sort == floatSort) {
			others = append(others, x)
			pool.add(x)
		}
	}
	var simple []*term
	for _, x := range b.all {
		if x.size == 1 {
			simple = append(simple, x)
		}
	}
	pool.grow(others, simple, arithmetic())
	pool.grow(simple, others, arithmetic())
	pool.grow(others, others, arithmetic())
	g := &target{t: t, rows: s.definedRows(t)}
	eq := relation("==")
	for n, f := range pool.search(g, arithmetic(), 40) {
		if n < 4 && f.exact {
			c.offerTerm("equation", eq.compare(t, f.t))
		}
	}
	for _, r := range relations() {
		if r.sign == "==" || r.sign == "!=" {
			continue
		}
		for _, x := range pool.all {
			if s.boundary(x, r) && comparable(t, x, r) {
				c.offer("bound", r.predicate(t, x))
			}
		}
	}
}

// between offers l <= v && v <= u, as loop bounds are usually written.
func (c *candidates) between() {
	s := c.s
	zero := constant("0", intSort, 0, len(s.obs))
	le := relation("<=")
	for _, t := range s.post {
		if t.sort != intSort {
			continue
		}
		for _, lo := range append([]*term{zero}, s.pre...) {
			for _, hi := range append(append([]*term{}, s.pre...), s.post...) {
				if hi == t || lo == hi || !comparable(lo, t, le) || !comparable(t, hi, le) {
					continue
				}
				a, b := le.predicate(lo, t), le.predicate(t, hi)
				c.offer("between", predicate{text: a.text + " && " + b.text, prec: precAnd, size: a.size, result: true, holds: func(o int) truth {
					x, y := a.holds(o), b.holds(o)
					if x != yes {
						return x
					}
					return y
				}})
			}
		}
	}
}

// partial offers what holds of the part of a changed array up to or from a counter.
func (c *candidates) partial(x *sequence) {
	s := c.s
	if x.elem == listSort || x.elem == refSort || x.elem == textSort {
		return
	}
	for _, q := range s.bounds(x) {
		rt := s.rowTerms(q, x, true)
		c.elementwise(x, q, rt)
		for _, p := range rt.predicates() {
			if p.result {
				c.offer("part", q.forall(p))
			}
		}
	}
	for _, y := range s.seqs {
		if y != x && y.old && y.elem == x.elem {
			c.offer("permutation", s.permutation(x, y))
		}
	}
}

// extremes offers that a variable bounds the elements seen so far, and that no
// element seen so far has a property.
func (c *candidates) extremes() {
	s := c.s
	for _, x := range s.seqs {
		if x.result || x.old {
			continue
		}
		for _, q := range s.bounds(x) {
			for _, p := range s.rowTerms(q, x, true).predicates() {
				c.offer("seen so far", q.forall(p))
				if p.result {
					c.offer("seen so far", q.exists(p))
				}
			}
		}
	}
}

// variant finds a measure that decreases from visit to visit and is not negative
// when the body is entered.
func (s *space) variant(visits []visit) *term {
	b := s.bank(s.real, 1200)
	var base []*term
	for _, t := range append(append([]*term{}, s.post...), s.pre...) {
		if t.sort == intSort {
			b.add(t)
		}
	}
	base = append(base, b.all...)
	b.grow(base, base, arithmetic()[:2])
	for _, t := range b.all {
		if s.decreases(t, visits) {
			return t
		}
	}
	for _, t := range append([]*term{}, b.all...) { // n - i - 1 and the like
		for _, k := range s.constants()[:2] {
			if k.n[0] == 1 {
				if u := arithmetic()[0].combine(t, k); u != nil && s.decreases(u, visits) {
					return u
				}
			}
		}
	}
	return nil
}

func (s *space) decreases(t *term, visits []visit) bool {
	steps := 0
	for i, v := range visits {
		if i >= s.real || v.last {
			continue
		}
		if t.at(i) != defined || t.n[i] < 0 {
			return false
		}
		if i+1 < s.real && visits[i+1].run == v.run && visits[i+1].entry == v.entry {
			if t.at(i+1) != defined || t.n[i+1] >= t.n[i] {
				return false
			}
			steps++
		}
	}
	return steps > 0
}

// freshNames picks names for quantified variables that are not in use.
func freshNames(used map[string]bool) loops.Names {
	var out []string
	for _, n := range []string{"i", "j", "k", "p", "q", "r", "u", "v", "w", "i0", "j0", "k0"} {
		if !used[n] {
			out = append(out, n)
		}
	}
	for len(out) < 3 {
		out = append(out, "i"+string(rune('1'+len(out))))
	}
	return loops.Names{I: out[0], J: out[1], K: out[2]}
}
