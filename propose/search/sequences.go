package search

// sequence explains an array, list or string of the output element by element,
// and offers what is commonly true of one: order, bounds, membership, the same
// elements as another.
func (c *Candidates) sequence(x *sequence, code *Code) {
	s := c.s
	zero := s.Int(0)
	whole := s.over(s.i, zero, 0, x.length, 0)
	if x.Sort == ListSort {
		c.matrix(x)
		return
	}

	rt := s.rowTerms(whole, x, true)
	c.elementwise(x, whole, rt)
	var guards []Predicate
	for _, t := range s.signs(code) {
		guards = append(guards, Predicate{text: t.text, prec: t.prec, size: t.size, holds: t.truthAt})
	}
	for _, p := range rt.predicates() {
		if !p.result {
			continue
		}
		all := whole.forall(p)
		// What holds of all runs isn't said again under each guard.
		if s.valid(all) {
			c.Offer("all elements", all)
			continue
		}
		for _, g := range guards {
			c.Offer("all elements when", g.implied(all))
		}
	}

	adjacent := s.over(s.i, zero, 0, x.length, -1)
	for _, p := range s.rowTerms(adjacent, x, true).predicates() {
		if p.result {
			c.Offer("neighbours", adjacent.forall(p))
		}
	}
	for _, p := range s.pairs(x) {
		c.Offer("pairs", p)
	}

	c.places(x, guards)
	for _, y := range s.seqs {
		if y == x || y.Sort != x.Sort || y.result {
			continue
		}
		c.Offer("members", whole.forall(s.member(whole, x, y)))
		back := s.over(s.i, zero, 0, y.length, 0)
		c.Offer("members", back.forall(s.member(back, y, x)))
		c.Offer("permutation", s.permutation(x, y))
	}
}

// places offers what stands after the call at the indices that parameters name,
// and that all other elements stay as they were.
func (c *Candidates) places(x *sequence, guards []Predicate) {
	s := c.s
	var before *sequence
	for _, y := range s.seqs {
		if y.old && y.text == s.Old(x.text) {
			before = y
		}
	}

	// Parameters that may be indices; a call or a length is none.
	var at []*Term
	for _, t := range s.pre {
		if t.sort == IntSort && t.size == 1 && !s.IsLength(t.text) && !contains(t.text, "(") && len(at) < 4 {
			at = append(at, t)
		}
	}
	if before == nil || len(at) == 0 {
		return
	}

	inside := func(i *Term) Predicate {
		zero := s.Int(0)
		return relation("<=").predicate(zero, i).conj(relation("<").predicate(i, x.length))
	}
	read := func(q *sequence, i *Term) *Term {
		n := s.n
		t := &Term{text: q.At(i.text), prec: precAtom, sort: q.Sort, size: 2, result: q.result, n: make([]int64, n)}
		for o := range n {
			v, _, st := s.l.Element(q.refs[o], int(i.n[o]))
			t.n[o] = v
			if st != Defined {
				t.undefine(o, n)
			}
		}
		return t
	}
	eq := relation("==")
	offer := func(g, p Predicate) {
		c.Offer("place", p)
		c.Offer("place", g.implied(p))
		for _, k := range guards[:min(len(guards), 8)] {
			c.Offer("place", k.conj(g).implied(p))
		}
	}

	for _, i := range at {
		for _, t := range s.pre {
			if comparable(read(x, i), t, eq) && t.size == 1 {
				offer(inside(i), eq.predicate(read(x, i), t))
			}
		}
		for _, j := range at {
			offer(inside(i).conj(inside(j)), eq.predicate(read(x, i), read(before, j)))
		}
	}

	// Except at the places named, one or two of them, the elements are the old ones.
	zero := s.Int(0)
	q := s.over(s.i, zero, 0, x.length, 0)
	same := eq.predicate(s.elements(q, x, q.variable()), s.elements(q, before, q.variable()))
	ne := relation("!=")
	for a, i := range at {
		p := ne.predicate(q.variable(), q.spread(i))
		c.Offer("frame", q.forall(p.implied(same)))
		for _, j := range at[a+1:] {
			c.Offer("frame", q.forall(p.conj(ne.predicate(q.variable(), q.spread(j))).implied(same)))
		}
	}
	for _, g := range guards {
		c.Offer("frame", g.implied(q.forall(same)))
	}
}

// signs are a few conditions on the state before the call under which a clause
// about all elements may hold: those of the code, and signs of parameters.
func (s *Space) signs(code *Code) []*Term {
	out := append([]*Term{}, code.Conditions[:min(len(code.Conditions), 8)]...)
	zero := s.Int(0)
	for _, t := range s.pre {
		if t.sort == IntSort && t.size == 1 && !s.IsLength(t.text) && len(out) < 14 {
			out = append(out, relation(">=").compare(t, zero), relation(">").compare(t, zero))
		}
	}
	return out
}

// elementwise finds x[i] == E(i), by cases on the elements where one is not enough.
func (c *Candidates) elementwise(x *sequence, q *rows, rt rowTerms) {
	s := c.s
	n := 0 // rows of real runs
	for n < len(q.owner) && int(q.owner[n]) < s.real {
		n++
	}
	if n < minSupport {
		return
	}
	goal := s.elements(q, x, q.variable())
	g := &target{t: goal}
	for i := range n {
		if goal.at(i) != Defined {
			return
		}
		g.rows = append(g.rows, i)
	}

	b := s.bank(n, 1500)
	var base []*Term
	for _, t := range append(append([]*Term{}, rt.elems...), rt.scalars...) {
		if !t.result && (t.sort.number() || t.sort == RealSort || t.sort == BoolSort) {
			b.add(t)
		}
	}
	base = append(base, b.all...)
	for _, t := range base {
		b.add(negate(t))
	}
	b.grow(base, base, arithmetic())

	var guards []*Term
	for _, r := range relations() {
		for _, e := range base {
			for _, f := range base {
				if e != f && comparable(e, f, r) && !e.konst {
					if t := r.compare(e, f); splits(n, t.truthAt, 1) {
						guards = append(guards, t)
					}
				}
			}
		}
	}
	if len(guards) > 400 {
		guards = guards[:400]
	}

	eq := relation("==")
	depth := 2
	if s.loop {
		// At a loop's head the prefix and the rest are ranges of their own, and cases multiply with them.
		depth = 0
	}
	for _, k := range s.byCases(b, g, guards, depth) {
		// A cast inside of a quantifier isn't offered.
		if !k.f.exact {
			continue
		}
		p := eq.predicate(goal, k.f.t)
		if k.guard != nil {
			p = Predicate{text: k.guard.text, prec: k.guard.prec, size: k.guard.size, holds: k.guard.truthAt}.implied(p)
		}
		c.Offer("element by element", q.forall(p))
	}
}

// permutation says that every element of x occurs in x as often as in y.
func (s *Space) permutation(x, y *sequence) Predicate {
	i, j := s.i, s.j
	xi, xj, yj := x.At(i), x.At(j), y.At(j)
	text := s.quantify(Forall, i, x.length.text,
		s.quantify(Count, j, x.length.text, xj+" == "+xi)+" == "+s.quantify(Count, j, y.length.text, yj+" == "+xi))
	return Predicate{text: text, prec: precAtom, size: 16, result: true, holds: func(o int) truth {
		a, b := x.refs[o], y.refs[o]
		if s.l.Size(a) < 0 || s.l.Size(b) < 0 {
			return unknown
		}
		count := map[int64]int{}
		for i := range s.l.Size(a) {
			v, _, _ := s.l.Element(a, i)
			count[v]++
		}
		for i := range s.l.Size(b) {
			v, _, _ := s.l.Element(b, i)
			// The text counts occurrences of x's elements only, and so does this.
			if _, ok := count[v]; ok {
				count[v]--
			}
		}
		for _, d := range count {
			if d != 0 {
				return no
			}
		}
		return yes
	}}
}

// matrix explains an array of arrays by two indices.
func (c *Candidates) matrix(x *sequence) {
	s := c.s
	var grids []*sequence
	for _, y := range s.seqs {
		if y.Sort == ListSort && !y.result {
			grids = append(grids, y)
		}
	}

	same := c.cells(x)
	for _, y := range grids {
		same(s.Index(y.At(s.i), s.j), 5, func(o, i, j int) (int64, bool) { return s.cell(y, o, i, j) })
		same(s.Index(y.At(s.j), s.i), 5, func(o, i, j int) (int64, bool) { return s.cell(y, o, j, i) })
		for _, z := range grids {
			same(s.cellText(y, s.i, s.j)+" + "+s.cellText(z, s.i, s.j), 8, func(o, i, j int) (int64, bool) {
				a, oka := s.cell(y, o, i, j)
				b, okb := s.cell(z, o, i, j)
				return a + b, oka && okb
			})
			product := s.quantify(Sum, s.k, s.Length(s.Index(y.text, "0")), s.cellText(y, s.i, s.k)+" * "+s.cellText(z, s.k, s.j))
			same(product, 12, func(o, i, j int) (int64, bool) {
				// As the text has it: the sum goes over the length of the first row.
				_, row, _ := s.l.Element(y.refs[o], 0)
				total := int64(0)
				for k := range max(0, s.l.Size(row)) {
					a, oka := s.cell(y, o, i, k)
					b, okb := s.cell(z, o, k, j)
					if !oka || !okb {
						return 0, false
					}
					total += a * b
				}
				return total, true
			})
		}
	}
	c.rowLengths(x, grids)
}

// cell is the number at x[i][j] in an observation.
func (s *Space) cell(x *sequence, o, i, j int) (int64, bool) {
	_, row, st := s.l.Element(x.refs[o], i)
	if st != Defined {
		return 0, false
	}
	v, r, st := s.l.Element(row, j)
	return v, st == Defined && r == nil
}

func (s *Space) cellText(x *sequence, i, j string) string { return s.Index(s.Index(x.text, i), j) }

// cells returns a function that offers that every cell of x is what a text of some size
// says, with its value in an observation at two indices.
func (c *Candidates) cells(x *sequence) func(text string, size int, value func(o, i, j int) (int64, bool)) {
	s := c.s
	return func(text string, size int, value func(o, i, j int) (int64, bool)) {
		text = s.cellText(x, s.i, s.j) + " == " + text
		text = s.quantify(Forall, s.i, s.Length(x.text), s.quantify(Forall, s.j, s.Length(s.Index(x.text, s.i)), text))
		c.Offer("two indices", Predicate{text: text, prec: precAtom, size: size + 7, result: true, holds: func(o int) truth {
			out := yes
			for i := range max(0, s.l.Size(x.refs[o])) {
				_, row, _ := s.l.Element(x.refs[o], i)
				for j := range max(0, s.l.Size(row)) {
					v, ok := s.cell(x, o, i, j)
					w, ok2 := value(o, i, j)
					switch {
					case !ok || !ok2:
						return unknown
					case v != w:
						// All cells are looked at: one without a value makes the whole unknown.
						out = no
					}
				}
			}
			return out
		}})
	}
}

// rowLengths offers that every row of x is as long as something.
func (c *Candidates) rowLengths(x *sequence, grids []*sequence) {
	s := c.s
	for _, t := range s.pre {
		if t.sort != IntSort {
			continue
		}
		c.Offer("row length", Predicate{
			text: s.quantify(Forall, s.i, s.Length(x.text), s.Length(s.Index(x.text, s.i))+" == "+t.text), prec: precAtom, size: 7, result: true,
			holds: func(o int) truth {
				if t.at(o) != Defined {
					return unknown
				}
				r := x.refs[o]
				for i := range max(0, s.l.Size(r)) {
					_, row, _ := s.l.Element(r, i)
					if int64(s.l.Size(row)) != t.n[o] {
						return no
					}
				}
				return yes
			}})
	}
}

// strings explains String outputs by expressions of String.
func (c *Candidates) strings() {
	s := c.s
	type text struct {
		t    string
		size int
		get  func(o int) (string, bool)
	}
	var pool []text
	for _, t := range s.texts {
		if !t.result {
			pool = append(pool, text{t.text, 1, func(o int) (string, bool) { return s.stringOf(t, o) }})
		}
	}
	for _, k := range s.voc.Strings {
		pool = append(pool, text{s.Text(k), 1, func(int) (string, bool) { return k, true }})
	}

	// The joins are appended to the pool while it is read, so its end is fixed before.
	base := len(pool)
	if base > 8 {
		base = 8
	}
	joined := func(x text, o int) string {
		if a, ok := x.get(o); ok {
			return a
		}
		return s.Null // as Java joins it
	}
	for _, x := range pool[:base] {
		for _, y := range pool[:base] {
			pool = append(pool, text{s.Joined(x.t, y.t), 3, func(o int) (string, bool) { return joined(x, o) + joined(y, o), true }})
		}
	}

	for _, t := range s.texts {
		if !t.result {
			continue
		}
		for _, e := range pool {
			arg := e.t
			c.Offer("same text", Predicate{text: s.SameText(t.text, arg), prec: precAtom, size: 2 + e.size, result: true, holds: func(o int) truth {
				a, ok := s.stringOf(t, o)
				b, ok2 := e.get(o)
				if !ok || !ok2 {
					return unknown
				}
				if a == b {
					return yes
				}
				return no
			}})
		}
	}
}

func (s *Space) stringOf(t *Term, o int) (string, bool) {
	if t.at(o) != Defined {
		return "", false
	}
	return s.l.Text(t.r[o])
}
