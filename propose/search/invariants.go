package search

// Visit is one arrival at a loop's head.
type Visit struct {
	Run   int // index of the run
	Entry int // which entry of the loop in that run
	Last  bool
}

// Invariants finds what holds at every visit of a loop's head. The space's real
// observations are the visits, the changed ones have a variable changed; the terms
// of the variables that the loop assigns are filed as post.
func (s *Space) Invariants(code *Code) *Candidates {
	c := newCandidates(s)
	b := s.scalars(s.real, 1500)
	s.aggregates(b)
	guards := append([]*Term{}, code.Conditions...)
	conditions := append(append([]*Term{}, guards...), s.atoms(b)...)
	conditions = append(conditions, s.quantified()...)

	for _, t := range s.post {
		switch {
		case t.sort == BoolSort:
			c.explain(t, conditions, guards)
		case t.sort.number() || t.sort == RealSort:
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
func (c *Candidates) accumulator(t *Term, b *bank) {
	s := c.s
	// A bank of its own: the other assigned variables differ from one t to the next.
	pool := s.bank(s.real, 2500)
	for _, x := range b.all {
		pool.add(x)
	}
	var others []*Term
	for _, x := range s.post {
		if x != t && (x.sort.number() || x.sort == RealSort) {
			others = append(others, x)
			pool.add(x)
		}
	}
	var simple []*Term
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
				c.Offer("bound", r.predicate(t, x))
			}
		}
	}
}

// between offers l <= v && v <= u, as loop bounds are usually written.
func (c *Candidates) between() {
	s := c.s
	zero := s.Int(0)
	le := relation("<=")
	for _, t := range s.post {
		if t.sort != IntSort {
			continue
		}
		for _, lo := range append([]*Term{zero}, s.pre...) {
			for _, hi := range append(append([]*Term{}, s.pre...), s.post...) {
				if hi == t || lo == hi || !comparable(lo, t, le) || !comparable(t, hi, le) {
					continue
				}
				a, b := le.predicate(lo, t), le.predicate(t, hi)
				c.Offer("between", Predicate{text: a.text + " && " + b.text, prec: precAnd, size: a.size, result: true, holds: func(o int) truth {
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
func (c *Candidates) partial(x *sequence) {
	s := c.s
	if x.Sort == ListSort || x.Sort == RefSort || x.Sort == TextSort {
		return
	}
	for _, q := range s.bounds(x) {
		rt := s.rowTerms(q, x, true)
		c.elementwise(x, q, rt)
		for _, p := range rt.predicates() {
			if p.result {
				c.Offer("part", q.forall(p))
			}
		}
	}
	for _, y := range s.seqs {
		if y != x && y.old && y.Sort == x.Sort {
			c.Offer("permutation", s.permutation(x, y))
		}
	}
}

// extremes offers that a variable bounds the elements seen so far, and that no
// element seen so far has a property.
func (c *Candidates) extremes() {
	s := c.s
	for _, x := range s.seqs {
		if x.result || x.old {
			continue
		}
		for _, q := range s.bounds(x) {
			for _, p := range s.rowTerms(q, x, true).predicates() {
				// Without the result too: the range ends at a counter, which is what the loop changes.
				c.Offer("seen so far", q.forall(p))
				if p.result {
					c.Offer("seen so far", q.exists(p))
				}
			}
		}
	}
}

// Variant finds a measure that decreases from visit to visit and is not negative
// when the body is entered.
func (s *Space) Variant(visits []Visit) *Term {
	b := s.bank(s.real, 1200)
	var base []*Term
	for _, t := range append(append([]*Term{}, s.post...), s.pre...) {
		if t.sort == IntSort {
			b.add(t)
		}
	}
	base = append(base, b.all...)
	// Sums and differences: a measure is almost always a distance.
	b.grow(base, base, arithmetic()[:2])
	for _, t := range b.all {
		if s.decreases(t, visits) {
			return t
		}
	}
	for _, t := range append([]*Term{}, b.all...) { // n - i - 1 and the like
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

func (s *Space) decreases(t *Term, visits []Visit) bool {
	steps := 0
	for i, v := range visits {
		// At the last visit the body isn't entered, and the measure may be negative.
		if i >= s.real || v.Last {
			continue
		}
		if t.at(i) != Defined || t.n[i] < 0 {
			return false
		}
		// Visits of one entry stand one after another.
		if i+1 < s.real && visits[i+1].Run == v.Run && visits[i+1].Entry == v.Entry {
			if t.at(i+1) != Defined || t.n[i+1] >= t.n[i] {
				return false
			}
			steps++
		}
	}
	return steps > 0
}
