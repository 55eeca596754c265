package search

// Code is what a method's own text suggests: the conditions it tests, the values it
// computes, and for code without loops what each path does.
type Code struct {
	Conditions []*Term
	Values     []*Term
	Paths      []Path
	Steps      []*Term // arithmetic met along the paths
}

// Path is what a path through the method returns and leaves behind, in terms of the
// state before the call.
type Path struct {
	Guard  *Term // nil: always
	Result *Term // nil: no result, or none that can be said
	Leaves map[string]*Term
}

// byPaths offers what each path returns and leaves behind.
func (c *Candidates) byPaths(code *Code) {
	s := c.s
	ends := code.Paths
	for _, t := range code.Steps {
		for i := range s.real {
			if t.sort == IntSort && t.at(i) != Undefined && !inRange(t.n[i], t.at(i), 32) {
				c.wide = append(c.wide, wrapping{t: t, bits: 32, step: true})
				break
			}
		}
	}

	c.byTruth(ends)
	for _, e := range ends {
		if s.resultTerm != nil && e.Result != nil {
			c.pathCase(e.Guard, s.resultTerm, e.Result)
		}
		for _, t := range s.post {
			if v := e.Leaves[t.text]; v != nil && t != s.resultTerm {
				c.pathCase(e.Guard, t, v)
			}
		}
	}
}

// byTruth joins paths that return true or false outright: the result is the
// disjunction of the conditions under which it is true.
func (c *Candidates) byTruth(ends []Path) {
	s := c.s
	if s.resultTerm == nil || s.resultTerm.sort != BoolSort {
		return
	}
	var when *Term
	for _, e := range ends {
		if e.Result == nil || e.Result.sort != BoolSort {
			return
		}
		t := e.Result
		switch {
		case t.text == "false":
			continue
		// Always true: there is no condition to say.
		case t.text == "true" && e.Guard == nil:
			return
		case t.text == "true":
			t = e.Guard
		case e.Guard != nil:
			t = and(e.Guard, t)
		}
		if when == nil {
			when = t
		} else {
			when = or(when, t)
		}
	}

	if when != nil && when.size < MaxSize {
		c.offerTerm("equivalence", iff(s.resultTerm, when))
	}
}

// pathCase is guard ==> t == v, with a cast where the code's arithmetic wraps around.
func (c *Candidates) pathCase(guard, t, v *Term) {
	s := c.s
	eq := relation("==")
	if guard != nil && s.validTerm(guard) {
		guard = nil // the others throw
	}
	if t.sort == BoolSort && v.sort != BoolSort || t.sort != BoolSort && v.sort == BoolSort || len(v.n) == 0 {
		return
	}
	under := func(u *Term) *Term {
		if guard != nil {
			return implies(guard, u)
		}
		return u
	}

	// Plainly, then up to wrapping round; where neither holds the code computes on what has wrapped.
	u := under(eq.compare(t, v))
	if s.validTerm(u) {
		c.offerTerm("path", u)
		return
	}
	if !t.sort.number() || !v.sort.number() || t.bits == 0 {
		return
	}
	if u := under(s.wrapped(t, v)); s.validTerm(u) {
		c.offerTerm("path", u)
		s.wraps = append(s.wraps, wrapping{guard: guard, t: v, bits: t.bits})
		return
	}
	// an intermediate value leaves its range
	for _, x := range c.wide {
		if x.bits == t.bits {
			s.wraps = append(s.wraps, x)
		}
	}
	if len(c.wide) > 0 {
		s.wraps = append(s.wraps, wrapping{guard: guard, t: v, bits: t.bits})
	}
}

func (s *Space) validTerm(t *Term) bool {
	for o := range s.real {
		if t.truthAt(o) != yes {
			return false
		}
	}
	return true
}

// wrapping is an expression of the code that leaves its type's range in some runs.
type wrapping struct {
	guard *Term
	t     *Term
	bits  int
	step  bool // on the way to what the code computes
}

// inRange is the condition that the expression stays in range, as text and as a term.
func (s *Space) inRange(w wrapping) *Term {
	bits := 32
	if w.bits == 64 {
		bits = 64
	}
	least, greatest := s.Least(bits), s.Greatest(bits)
	n := len(w.t.n)
	t := &Term{
		text: least + " <= " + w.t.in(precAdd) + " && " + w.t.in(precAdd) + " <= " + greatest,
		prec: precAnd, sort: BoolSort, size: 2*w.t.size + 5, n: make([]int64, n),
	}
	// -x is in range unless x is the least: shorter, and what a person writes.
	if w.t.prec == precUnary && w.t.size == 2 && w.t.text[0] == '-' {
		t.text, t.prec, t.size = w.t.text[1:]+" != "+least, precEq, 3
	}
	for i := range n {
		if inRange(w.t.n[i], w.t.at(i), bits) {
			t.n[i] = 1
		}
	}
	if w.guard != nil && t.prec != precEq {
		t = implies(w.guard, t)
	}
	t.text = s.BeforeCall(t.text)
	return t
}
