package search

// atPlaces offers quantified clauses about the numbers at the places of a result of
// fixed length, such as the least and the greatest element.
func (c *Candidates) atPlaces() {
	s := c.s
	for _, r := range s.places {
		for _, x := range s.seqs {
			if x.result || x.old || len(x.length.n) == 0 {
				continue
			}
			for _, q := range s.bounds(x) {
				rt := s.rowTerms(q, x, true)
				// Only this place: the other scalars are no places of the result.
				rt.scalars = []*Term{q.spread(r)}
				for _, p := range rt.predicates() {
					if p.result {
						c.Offer("quantified", q.forall(p))
						if !q.trivial(p) {
							c.Offer("quantified", q.exists(p))
						}
					}
				}
			}
		}
	}
}

// indices offers quantified clauses that mention an integral \result as an index
// or extreme value, where it makes sense: always, or when the result is not one of
// the constants that mean "none".
func (c *Candidates) indices() {
	s := c.s
	r := s.resultTerm
	if r == nil || r.sort == BoolSort {
		return
	}

	guards := []*Predicate{nil}
	if r.sort == IntSort {
		zero := s.Int(0)
		valid := relation("<=").predicate(zero, r)
		if s.mixed(valid) {
			guards = append(guards, &valid)
		}
		minus := relation("==").predicate(r, s.Int(-1))
		if s.mixed(minus) {
			guards = append(guards, &minus)
		}
	}

	offer := func(p Predicate) {
		for _, g := range guards {
			if g == nil {
				c.Offer("quantified", p)
				continue
			}
			c.Offer("quantified when", g.implied(p))
		}
	}

	for _, x := range s.seqs {
		if x.result || x.old && r.sort != IntSort {
			continue
		}
		if len(x.length.n) == 0 {
			continue
		}
		c.atResult(x, guards)
		zero := s.Int(0)
		positive := relation(">").predicate(x.length, zero)
		for _, q := range s.bounds(x) {
			ps := s.rowTerms(q, x, true).predicates()
			for _, p := range ps {
				// About the arguments alone and over the whole sequence: that is nothing about the output.
				if !p.result && q.lo == "0" && q.hi == x.length.text {
					continue
				}
				offer(q.forall(p))
				if p.result && !q.trivial(p) {
					offer(q.exists(p))
					if q.lo == "0" && q.hi == x.length.text {
						c.Offer("exists when not empty", positive.implied(q.exists(p)))
					}
				}
			}
		}
	}
}

// atResult compares the element at the result's index with scalars and constants.
func (c *Candidates) atResult(x *sequence, guards []*Predicate) {
	s := c.s
	r := s.resultTerm
	if r.sort != IntSort || x.Sort == ListSort || x.Sort == RefSort || x.Sort == TextSort {
		return
	}
	e := s.element(x, r)
	others := append(append([]*Term{}, s.pre...), s.constants()...)
	for _, rl := range relations() {
		for _, y := range others {
			if !comparable(e, y, rl) {
				continue
			}
			p := rl.predicate(e, y)
			for _, g := range guards {
				if g == nil {
					c.Offer("element at result", p)
				} else {
					c.Offer("element at result when", g.implied(p))
				}
			}
		}
	}
}

// modular offers that the result is divisible by a variable or small constant,
// or leaves the same remainder as a variable.
func (c *Candidates) modular() {
	s := c.s
	r := s.resultTerm
	if r == nil || r.sort != IntSort {
		return
	}
	rem := arithmetic()[4]
	zero := s.Int(0)
	positive := relation("<").predicate(zero, r)
	for _, x := range append(append([]*Term{}, s.pre...), s.constants()...) {
		if x.sort != IntSort || x.size > 1 || x.konst && (x.n[0] < 2 || x.n[0] > 12) {
			continue
		}
		p := relation("==").predicate(rem.combine(r, x), zero)
		c.Offer("divisible", p)
		c.Offer("divisible when", positive.implied(p))
		if !x.konst {
			back := relation("==").predicate(rem.combine(x, r), zero)
			c.Offer("divides", back)
			c.Offer("divides when", positive.implied(back))
			c.Offer("divides when", relation("!=").predicate(zero, r).implied(back))
			// A remainder by zero has no value, so the unguarded clause fails where x is 0.
			nonzero := relation("!=").predicate(x, zero)
			c.Offer("divisible when", nonzero.implied(p))
			continue
		}
		for _, y := range s.pre {
			if y.sort == IntSort && y.size == 1 {
				c.Offer("same remainder", relation("==").predicate(rem.combine(r, x), rem.combine(y, x)))
			}
		}
	}
}

// mixed reports whether p is true of some real runs and false of others.
func (s *Space) mixed(p Predicate) bool {
	return splits(s.real, p.holds, minSupport)
}

// splits reports whether at is known in all of n rows, true in at least so many of them
// and false in at least so many.
func splits(n int, at func(int) truth, least int) bool {
	trues, falses := 0, 0
	for i := range n {
		switch at(i) {
		case yes:
			trues++
		case no:
			falses++
		case unknown:
			return false
		}
	}
	return trues >= least && falses >= least
}
