package propose

// sequence explains an array, list or string of the output element by element,
// and offers what is commonly true of one: order, bounds, membership, the same
// elements as another.
func (c *candidates) sequence(x *sequence, code *fromCode) {
	s := c.s
	zero := constant("0", intSort, 0, len(s.obs))
	whole := s.over(s.i, zero, 0, x.length, 0)
	if x.elem == listSort {
		c.matrix(x)
		return
	}
	rt := s.rowTerms(whole, x, true)
	c.elementwise(x, whole, rt)
	var guards []predicate
	for _, t := range s.signs(code) {
		guards = append(guards, predicate{text: t.text, prec: t.prec, size: t.size, holds: t.truthAt})
	}
	for _, p := range rt.predicates() {
		if !p.result {
			continue
		}
		all := whole.forall(p)
		if s.valid(all) {
			c.offer("all elements", all)
			continue
		}
		for _, g := range guards {
			c.offer("all elements when", g.implied(all))
		}
	}
	adjacent := s.over(s.i, zero, 0, x.length, -1)
	for _, p := range s.rowTerms(adjacent, x, true).predicates() {
		if p.result {
			c.offer("neighbours", adjacent.forall(p))
		}
	}
	for _, p := range s.pairs(x) {
		c.offer("pairs", p)
	}
	c.places(x, guards)
	for _, y := range s.seqs {
		if y == x || y.elem != x.elem || y.result {
			continue
		}
		c.offer("members", whole.forall(s.member(whole, x, y)))
		back := s.over(s.i, zero, 0, y.length, 0)
		c.offer("members", back.forall(s.member(back, y, x)))
		c.offer("permutation", s.permutation(x, y))
	}
}

// places offers what stands after the call at the indices that parameters name,
// and that all other elements stay as they were.
func (c *candidates) places(x *sequence, guards []predicate) {
	s := c.s
	var before *sequence
	for _, y := range s.seqs {
		if y.old && y.text == "\\old("+x.text+")" {
			before = y
		}
	}
	var at []*term
	for _, t := range s.pre {
		if t.sort == intSort && t.size == 1 && !contains(t.text, "length") && !contains(t.text, "(") && len(at) < 4 {
			at = append(at, t)
		}
	}
	if before == nil || len(at) == 0 {
		return
	}
	inside := func(i *term) predicate {
		zero := constant("0", intSort, 0, len(s.obs))
		return relation("<=").predicate(zero, i).conj(relation("<").predicate(i, x.length))
	}
	read := func(q *sequence, i *term) *term {
		n := len(s.obs)
		t := &term{text: q.element(i.text), prec: precAtom, sort: q.elem, size: 2, result: q.result, n: make([]int64, n)}
		for o := range n {
			v, _, st := s.l.element(q.get(s.obs[o]), int(i.n[o]))
			t.n[o] = v
			if st != defined {
				t.undefine(o, n)
			}
		}
		return t
	}
	eq := relation("==")
	offer := func(g, p predicate) {
		c.offer("place", p)
		c.offer("place", g.implied(p))
		for _, k := range guards[:min(len(guards), 8)] {
			c.offer("place", k.conj(g).implied(p))
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
	zero := constant("0", intSort, 0, len(s.obs))
	q := s.over(s.i, zero, 0, x.length, 0)
	same := eq.predicate(s.elements(q, x, q.variable()), s.elements(q, before, q.variable()))
	ne := relation("!=")
	for a, i := range at {
		p := ne.predicate(q.variable(), q.spread(i))
		c.offer("frame", q.forall(p.implied(same)))
		for _, j := range at[a+1:] {
			c.offer("frame", q.forall(p.conj(ne.predicate(q.variable(), q.spread(j))).implied(same)))
		}
	}
	for _, g := range guards {
		c.offer("frame", g.implied(q.forall(same)))
	}
}

// signs are a few conditions on the state before the call under which a clause
// about all elements may hold: those of the code, and signs of parameters.
func (s *space) signs(code *fromCode) []*term {
	out := append([]*term{}, code.conditions[:min(len(code.conditions), 8)]...)
	zero := constant("0", intSort, 0, len(s.obs))
	for _, t := range s.pre {
		if t.sort == intSort && t.size == 1 && !contains(t.text, "length") && len(out) < 14 {
			out = append(out, relation(">=").compare(t, zero), relation(">").compare(t, zero))
		}
	}
	return out
}

// elementwise finds x[i] == E(i), by cases on the elements where one is not enough.
func (c *candidates) elementwise(x *sequence, q *rows, rt rowTerms) {
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
		if goal.at(i) != defined {
			return
		}
		g.rows = append(g.rows, i)
	}
	b := s.bank(n, 1500)
	var base []*term
	for _, t := range append(append([]*term{}, rt.elems...), rt.scalars...) {
		if !t.result && (t.sort.number() || t.sort == floatSort || t.sort == boolSort) {
			b.add(t)
		}
	}
	base = append(base, b.all...)
	for _, t := range base {
		b.add(negate(t))
	}
	b.grow(base, base, arithmetic())
	var guards []*term
	for _, r := range relations() {
		for _, e := range base {
			for _, f := range base {
				if e != f && comparable(e, f, r) && !e.konst {
					if t := r.compare(e, f); s.splits(t, n) {
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
		depth = 0
	}
	for _, k := range s.byCases(b, g, guards, depth) {
		if !k.f.exact {
			continue
		}
		p := eq.predicate(goal, k.f.t)
		if k.guard != nil {
			p = predicate{text: k.guard.text, prec: k.guard.prec, size: k.guard.size, holds: k.guard.truthAt}.implied(p)
		}
		c.offer("element by element", q.forall(p))
	}
}

func (s *space) splits(t *term, n int) bool {
	trues, falses := false, false
	for i := range n {
		switch t.truthAt(i) {
		case yes:
			trues = true
		case no:
			falses = true
		case unknown:
			return false
		}
	}
	return trues && falses
}

// permutation says that every element of x occurs in x as often as in y.
func (s *space) permutation(x, y *sequence) predicate {
	n := x.length.text
	i, j := s.i, s.j
	xi, xj, yj := x.element(i), x.element(j), y.element(j)
	text := "(\\forall int " + i + "; 0 <= " + i + " && " + i + " < " + n + "; (\\num_of int " + j + "; 0 <= " + j + " && " + j + " < " + n + "; " + xj + " == " + xi +
		") == (\\num_of int " + j + "; 0 <= " + j + " && " + j + " < " + y.length.text + "; " + yj + " == " + xi + "))"
	return predicate{text: text, prec: precAtom, size: 16, result: true, holds: func(o int) truth {
		a, b := x.get(s.obs[o]), y.get(s.obs[o])
		if s.l.size(a) < 0 || s.l.size(b) < 0 {
			return unknown
		}
		count := map[int64]int{}
		for i := range s.l.size(a) {
			v, _, _ := s.l.element(a, i)
			count[v]++
		}
		for i := range s.l.size(b) {
			v, _, _ := s.l.element(b, i)
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
func (c *candidates) matrix(x *sequence) {
	s := c.s
	var grids []*sequence
	for _, y := range s.seqs {
		if y.elem == listSort && !y.result {
			grids = append(grids, y)
		}
	}
	at := func(q *sequence, o, i, j int) (int64, state) {
		_, row, st := s.l.element(q.get(s.obs[o]), i)
		if st != defined {
			return 0, st
		}
		v, r, st := s.l.element(row, j)
		if r != nil {
			return 0, undefined
		}
		return v, st
	}
	every := func(text string, size int, f func(o, i, j int, v int64) truth) {
		i, j := s.i, s.j
		head := "(\\forall int " + i + "; 0 <= " + i + " && " + i + " < " + x.text + ".length; (\\forall int " + j + "; 0 <= " + j + " && " + j + " < " + x.text + "[" + i + "].length; "
		c.offer("two indices", predicate{text: head + text + "))", prec: precAtom, size: size + 7, result: true, holds: func(o int) truth {
			r := x.get(s.obs[o])
			out := yes
			for i := range max(0, s.l.size(r)) {
				_, row, _ := s.l.element(r, i)
				for j := range max(0, s.l.size(row)) {
					v, st := at(x, o, i, j)
					if st != defined {
						return unknown
					}
					switch f(o, i, j, v) {
					case unknown:
						return unknown
					case no:
						out = no
					}
				}
			}
			return out
		}})
	}
	same := func(v, w int64) truth {
		if v == w {
			return yes
		}
		return no
	}
	ij := x.text + "[" + s.i + "][" + s.j + "] == "
	for _, y := range grids {
		every(ij+y.element(s.i)+"["+s.j+"]", 5, func(o, i, j int, v int64) truth {
			w, st := at(y, o, i, j)
			if st != defined {
				return unknown
			}
			return same(v, w)
		})
		every(ij+y.element(s.j)+"["+s.i+"]", 5, func(o, i, j int, v int64) truth {
			w, st := at(y, o, j, i)
			if st != defined {
				return unknown
			}
			return same(v, w)
		})
		for _, z := range grids {
			every(ij+y.text+"["+s.i+"]["+s.j+"] + "+z.text+"["+s.i+"]["+s.j+"]", 8, func(o, i, j int, v int64) truth {
				a, sa := at(y, o, i, j)
				b, sb := at(z, o, i, j)
				if sa != defined || sb != defined {
					return unknown
				}
				return same(v, a+b)
			})
			every(ij+"(\\sum int "+s.k+"; 0 <= "+s.k+" && "+s.k+" < "+y.text+"[0].length; "+y.text+"["+s.i+"]["+s.k+"] * "+z.text+"["+s.k+"]["+s.j+"])", 12, func(o, i, j int, v int64) truth {
				_, row, _ := s.l.element(y.get(s.obs[o]), 0)
				n, total := s.l.size(row), int64(0)
				for k := range max(0, n) {
					a, sa := at(y, o, i, k)
					b, sb := at(z, o, k, j)
					if sa != defined || sb != defined {
						return unknown
					}
					total += a * b
				}
				return same(v, total)
			})
		}
	}
	c.rowLengths(x, grids)
}

// rowLengths offers that every row of x is as long as something.
func (c *candidates) rowLengths(x *sequence, grids []*sequence) {
	s := c.s
	for _, t := range s.pre {
		if t.sort != intSort {
			continue
		}
		c.offer("row length", predicate{
			text: "(\\forall int " + s.i + "; 0 <= " + s.i + " && " + s.i + " < " + x.text + ".length; " + x.text + "[" + s.i + "].length == " + t.text + ")", prec: precAtom, size: 7, result: true,
			holds: func(o int) truth {
				if t.at(o) != defined {
					return unknown
				}
				r := x.get(s.obs[o])
				for i := range max(0, s.l.size(r)) {
					_, row, _ := s.l.element(r, i)
					if int64(s.l.size(row)) != t.n[o] {
						return no
					}
				}
				return yes
			}})
	}
}

// strings explains String outputs by expressions of String.
func (c *candidates) strings() {
	s := c.s
	type text struct {
		t    string
		size int
		get  func(o int) (string, bool)
	}
	var pool []text
	for _, t := range s.texts {
		if !t.result {
			pool = append(pool, text{t.text, 1, func(o int) (string, bool) { return goString(t, o) }})
		}
	}
	for _, k := range s.voc.Strings {
		pool = append(pool, text{quote(k), 1, func(int) (string, bool) { return k, true }})
	}
	base := len(pool)
	if base > 8 {
		base = 8
	}
	joined := func(x text, o int) string {
		if a, ok := x.get(o); ok {
			return a
		}
		return "null" // as Java says it
	}
	for _, x := range pool[:base] {
		for _, y := range pool[:base] {
			pool = append(pool, text{x.t + " + " + y.t, 3, func(o int) (string, bool) { return joined(x, o) + joined(y, o), true }})
		}
	}
	for _, t := range s.texts {
		if !t.result {
			continue
		}
		for _, e := range pool {
			arg := e.t
			c.offer("same text", predicate{text: t.text + ".equals(" + arg + ")", prec: precAtom, size: 2 + e.size, result: true, holds: func(o int) truth {
				a, ok := goString(t, o)
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

func goString(t *term, o int) (string, bool) {
	if t.at(o) != defined {
		return "", false
	}
	return stringOf(t.r[o])
}
