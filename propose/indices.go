package propose

// indices offers quantified clauses that mention an integral \result as an index
// or extreme value, where it makes sense: always, or when the result is not one of
// the constants that mean "none".
func (c *candidates) indices() {
	s := c.s
	r := s.resultTerm
	if r == nil || r.sort == boolSort {
		return
	}
	guards := []*predicate{nil}
	if r.sort == intSort {
		zero := constant("0", intSort, 0, len(s.obs))
		valid := relation("<=").predicate(zero, r)
		if s.mixed(valid) {
			guards = append(guards, &valid)
		}
		minus := relation("==").predicate(r, constant("-1", intSort, -1, len(s.obs)))
		if s.mixed(minus) {
			guards = append(guards, &minus)
		}
	}
	offer := func(p predicate) {
		for _, g := range guards {
			if g == nil {
				c.offer("quantified", p)
				continue
			}
			c.offer("quantified when", g.implied(p))
		}
	}
	for _, x := range s.seqs {
		if x.result || x.old && r.sort != intSort {
			continue
		}
		if len(x.length.n) == 0 {
			continue
		}
		c.atResult(x, guards)
		zero := constant("0", intSort, 0, len(s.obs))
		positive := relation(">").predicate(x.length, zero)
		for _, q := range s.bounds(x) {
			ps := s.rowTerms(q, x, true).predicates()
			for _, p := range ps {
				if !p.result && q.lo == "0" && q.hi == x.length.text {
					continue
				}
				offer(q.forall(p))
				if p.result {
					offer(q.exists(p))
					if q.lo == "0" && q.hi == x.length.text {
						c.offer("exists when not empty", positive.implied(q.exists(p)))
					}
				}
			}
		}
	}
}

// atResult compares the element at the result's index with scalars and constants.
func (c *candidates) atResult(x *sequence, guards []*predicate) {
	s := c.s
	r := s.resultTerm
	if r.sort != intSort || x.elem == listSort || x.elem == refSort || x.elem == textSort {
		return
	}
	n := len(s.obs)
	e := &term{text: x.element("\\result"), prec: precAtom, sort: x.elem, size: 2, result: true, n: make([]int64, n)}
	for o := range n {
		if r.at(o) == defined {
			v, _, st := s.l.element(x.get(s.obs[o]), int(r.n[o]))
			if st == defined {
				e.n[o] = v
				continue
			}
		}
		e.undefine(o, n)
	}
	others := append(append([]*term{}, s.pre...), s.constants()...)
	for _, rl := range relations() {
		for _, y := range others {
			if !comparable(e, y, rl) {
				continue
			}
			p := rl.predicate(e, y)
			for _, g := range guards {
				if g == nil {
					c.offer("element at result", p)
				} else {
					c.offer("element at result when", g.implied(p))
				}
			}
		}
	}
}

// modular offers that the result is divisible by a variable or small constant,
// or leaves the same remainder as a variable.
func (c *candidates) modular() {
	s := c.s
	r := s.resultTerm
	if r == nil || r.sort != intSort {
		return
	}
	rem := arithmetic()[4]
	zero := constant("0", intSort, 0, len(s.obs))
	positive := relation("<").predicate(zero, r)
	for _, x := range append(append([]*term{}, s.pre...), s.constants()...) {
		if x.sort != intSort || x.size > 1 || x.konst && (x.n[0] < 2 || x.n[0] > 12) {
			continue
		}
		p := relation("==").predicate(rem.combine(r, x), zero)
		c.offer("divisible", p)
		c.offer("divisible when", positive.implied(p))
		if !x.konst {
			back := relation("==").predicate(rem.combine(x, r), zero)
			c.offer("divides", back)
			c.offer("divides when", positive.implied(back))
			c.offer("divides when", relation("!=").predicate(zero, r).implied(back))
			nonzero := relation("!=").predicate(x, zero)
			c.offer("divisible when", nonzero.implied(p))
			continue
		}
		for _, y := range s.pre {
			if y.sort == intSort && y.size == 1 {
				c.offer("same remainder", relation("==").predicate(rem.combine(r, x), rem.combine(y, x)))
			}
		}
	}
}

// mixed reports whether p is true of some real runs and false of others.
func (s *space) mixed(p predicate) bool {
	trues, falses := 0, 0
	for o := range s.real {
		switch p.holds(o) {
		case yes:
			trues++
		case no:
			falses++
		case unknown:
			return false
		}
	}
	return trues >= minSupport && falses >= minSupport
}
