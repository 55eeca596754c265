package search

import "slices"

// bounds are the index ranges that quantified clauses about a sequence use.
func (s *Space) bounds(q *sequence) []*rows {
	// Up to the length, and without the last place, for a neighbour i + 1; around each counter too.
	zero := s.Int(0)
	out := []*rows{s.over(s.i, zero, 0, q.length, 0), s.over(s.i, zero, 0, q.length, -1)}
	for _, r := range s.counters {
		out = append(out, s.over(s.i, zero, 0, r, 0), s.over(s.i, r, 1, q.length, 0), s.over(s.i, r, 0, q.length, 0))
	}
	return out
}

// rowTerms are the terms that conditions on element i compare: elements of all
// sequences at i and its neighbours, and scalars.
type rowTerms struct {
	elems   []*Term
	scalars []*Term
}

func (s *Space) rowTerms(q *rows, of *sequence, post bool) rowTerms {
	var out rowTerms
	i := q.variable()

	// Out of range at most places, as neighbours of a short sequence are, it is no use.
	add := func(t *Term) {
		bad := 0
		for k := range t.st {
			if t.st[k] != Defined {
				bad++
			}
		}
		if bad*10 < 9*len(t.n) || len(t.n) == 0 {
			out.elems = append(out.elems, t)
		}
	}
	for _, x := range s.seqs {
		if !x.Sort.plain() || x.result && !post {
			continue
		}
		add(s.elements(q, x, i))
		// A neighbour makes sense in the sequence that the range is of: order, repetition.
		if x == of || x.text == of.text {
			next := *i
			next.text, next.prec, next.size, next.key = s.i+" + 1", precAdd, 3, 0
			next.n = make([]int64, len(i.n))
			for k, v := range i.n {
				next.n[k] = v + 1
			}
			add(s.elements(q, x, &next))
		}
		mirror := q.spread(x.length)
		mirror.indexed = true
		mirror.text, mirror.prec, mirror.size = x.length.text+" - 1 - "+s.i, precAdd, 5
		mirror.n = append([]int64{}, mirror.n...)
		for k := range mirror.n {
			mirror.n[k] -= 1 + i.n[k]
		}
		add(s.elements(q, x, mirror))
		for _, r := range s.counters {
			if post {
				add(s.elements(q, x, q.spread(r)))
			}
		}
		if x == of || x.text == of.text {
			for _, at := range s.shifted(q, x) {
				add(s.elements(q, x, at))
			}
		}
	}

	// The limits keep the number of comparisons, elements times scalars, in bounds.
	for _, t := range s.pre {
		if t.sort != RefSort && len(out.scalars) < 14 {
			out.scalars = append(out.scalars, q.spread(t))
		}
	}
	for _, t := range s.post {
		if post && t.size == 1 && len(out.scalars) < 18 {
			out.scalars = append(out.scalars, q.spread(t))
		}
	}
	for k, t := range s.constants() {
		if k < 12 || t.sort == CharSort {
			out.scalars = append(out.scalars, q.spread(t))
		}
	}
	out.scalars = append(out.scalars, i)
	return out
}

// shifted are the indices i + v and (i + v) % length for integer parameters v.
func (s *Space) shifted(q *rows, x *sequence) []*Term {
	var out []*Term
	i := q.variable()
	n := q.spread(x.length)
	for _, v := range s.pre {
		if v.sort != IntSort || v.size > 1 || s.IsLength(v.text) || len(out) >= 4 || s.loop {
			continue
		}
		sum := arithmetic()[0].combine(i, q.spread(v))
		// The remainder is what code that goes round a ring computes.
		out = append(out, sum, arithmetic()[4].combine(sum, n))
	}
	return out
}

// predicates are the comparisons of an element with elements and scalars; those
// that do not depend on the index are left out.
func (r rowTerms) predicates() []Predicate {
	var out []Predicate
	keep := func(rl rel, x, y *Term) {
		if comparable(x, y, rl) && (x.indexed || y.indexed) {
			out = append(out, rl.predicate(x, y))
		}
	}
	for _, rl := range relations() {
		for k, x := range r.elems {
			for m, y := range r.elems {
				if k != m && !(rl.comm && m < k) {
					keep(rl, x, y)
				}
			}
			for _, y := range r.scalars {
				keep(rl, x, y)
			}
		}
	}
	return out
}

// mods are the conditions x % c == 0 and != 0 on elements.
func (s *Space) mods(q *rows, r rowTerms) []Predicate {
	var out []Predicate
	rem := arithmetic()[4]
	for _, x := range r.elems {
		if x.sort != IntSort || x.result {
			continue
		}
		for _, k := range s.constants() {
			if k.sort != IntSort || len(k.n) == 0 || k.n[0] < 2 || k.n[0] > 10 {
				continue
			}
			t := rem.combine(x, q.spread(k))
			for _, sign := range []string{"==", "!="} {
				zero := constant("0", IntSort, 0, len(t.n))
				out = append(out, relation(sign).predicate(t, zero))
			}
		}
	}
	return out
}

// quantified are ∀ and ∃ conditions on the state before the call that are true of
// some runs and false of others: explanations for boolean results.
func (s *Space) quantified() []*Term {
	var out []*Term
	seen := map[uint64]bool{}
	keep := func(p Predicate) {
		if s.ended() {
			return
		}
		// What is true of all runs explains no result, and unknown isn't an explanation either.
		trues, falses := false, false
		for o := range s.real {
			switch p.holds(o) {
			case yes:
				trues = true
			case no:
				falses = true
			case unknown:
				return
			}
		}
		if !trues || !falses {
			return
		}
		t := s.vector(p)
		if h := t.hash(s.seed, s.real); !seen[h] {
			seen[h] = true
			out = append(out, t)
		}
	}

	if s.voc.Divides {
		s.divisors(keep)
	}
	for _, x := range s.seqs {
		if s.ended() {
			break
		}
		if x.result || x.old {
			continue
		}
		if x.Sort == ListSort {
			keep(s.symmetric(x))
			continue
		}
		for _, q := range s.ranges(x) {
			rt := s.rowTerms(q, x, false)
			ps := rt.predicates()
			if len(ps) > 900 {
				ps = ps[:900]
			}
			for _, p := range append(ps, s.mods(q, rt)...) {
				all := q.forall(p)
				// Where the other sequence is shorter some elements don't exist: a condition on the
				// lengths goes before it, which is false there.
				if s.partial(all) {
					for _, g := range s.shields(x) {
						keep(g.conj(all))
					}
					continue
				}
				keep(all)
				keep(q.exists(p))
			}
			for _, y := range s.seqs {
				if y != x && !y.result && y.Sort == x.Sort {
					keep(q.forall(s.member(q, x, y)))
					keep(q.exists(s.member(q, x, y)))
				}
			}
		}
		for _, p := range s.pairs(x) {
			keep(p)
		}
		if len(out) > 600 {
			break
		}
	}
	return out
}

// symmetric is (\forall int i, j; …; x[i][j] == x[j][i]) below the diagonal.
func (s *Space) symmetric(x *sequence) Predicate {
	i, j := s.i, s.j
	text := s.quantify(Forall, i, x.length.text, s.quantify(Forall, j, i, s.Index(x.At(i), j)+" == "+s.Index(x.At(j), i)))
	cell := func(o, a, b int) (int64, State) {
		_, row, st := s.l.Element(x.refs[o], a)
		if st != Defined {
			return 0, st
		}
		v, r, st := s.l.Element(row, b)
		if r != nil {
			return 0, Undefined
		}
		return v, st
	}
	return Predicate{text: text, prec: precAtom, size: 12, result: x.result, holds: func(o int) truth {
		n := s.l.Size(x.refs[o])
		if n < 0 {
			return unknown
		}
		for a := range n {
			// Below the diagonal is enough: the text's inner range is j < i.
			for b := range a {
				u, su := cell(o, a, b)
				v, sv := cell(o, b, a)
				if su != Defined || sv != Defined {
					return unknown
				}
				if u != v {
					return no
				}
			}
		}
		return yes
	}}
}

// diagonal is (\sum int i; …; x[i][i]).
func (s *Space) diagonal(x *sequence) *Term {
	n := s.n
	t := &Term{text: s.quantify(Sum, s.i, x.length.text, s.Index(x.At(s.i), s.i)), prec: precAtom, sort: IntSort, size: 6, result: x.result, n: make([]int64, n)}
	for o := range n {
		r := x.refs[o]
		if s.l.Size(r) < 0 {
			t.undefine(o, n)
		}
		for i := range max(0, s.l.Size(r)) {
			_, row, st := s.l.Element(r, i)
			v, ref, st2 := s.l.Element(row, i)
			if st != Defined || st2 != Defined || ref != nil {
				t.undefine(o, n)
				break
			}
			t.n[o] += v
		}
	}
	return t
}

// partial reports whether p is undefined on some real run.
func (s *Space) partial(p Predicate) bool {
	for o := range s.real {
		if p.holds(o) == unknown {
			return true
		}
	}
	return false
}

// shields are conditions under which the elements of another sequence exist for
// all indices of x: equal lengths, or x not the longer one.
func (s *Space) shields(x *sequence) []Predicate {
	var out []Predicate
	for _, y := range s.seqs {
		if y == x || y.result || y.old || y.length.text == x.length.text {
			continue
		}
		out = append(out, relation("==").predicate(x.length, y.length), relation("<=").predicate(x.length, y.length))
	}
	return out
}

// conj is p && q, where q need not be defined when p is false.
func (p Predicate) conj(q Predicate) Predicate {
	return Predicate{
		text: group(p.text, p.prec, precAnd) + " && " + group(q.text, q.prec, precAnd), prec: precAnd,
		size: p.size + q.size + 1, result: p.result || q.result,
		holds: func(i int) truth {
			if v := p.holds(i); v != yes {
				return v
			}
			return q.holds(i)
		},
	}
}

// divisors are the conditions that some or no number in between divides v.
func (s *Space) divisors(keep func(Predicate)) {
	rem := arithmetic()[4]
	for _, v := range s.pre {
		if v.sort != IntSort || v.size > 1 {
			continue
		}
		two := s.Int(2)
		// Long ranges, as a number that is prime only shows by looking at all below it.
		q := s.overMany(s.i, two, 0, v, 0, 4000)
		t := rem.combine(q.spread(v), q.variable())
		zero := constant("0", IntSort, 0, len(q.owner))
		for _, sign := range []string{"!=", "=="} {
			p := relation(sign).predicate(t, zero)
			if sign == "!=" {
				keep(q.forall(p))
			} else {
				keep(q.exists(p))
			}
		}
	}
}

// member is (\exists int j; …; y[j] == x[i]).
func (s *Space) member(q *rows, x, y *sequence) Predicate {
	xi := s.elements(q, x, q.variable())
	return Predicate{
		text: s.quantify(Exists, s.j, y.length.text, y.At(s.j)+" == "+xi.text), prec: precAtom, size: 8,
		result: x.result || y.result,
		holds: func(row int) truth {
			if xi.at(row) != Defined {
				return unknown
			}
			r := y.refs[q.owner[row]]
			n := s.l.Size(r)
			if n < 0 {
				return unknown
			}
			for j := range n {
				if v, _, st := s.l.Element(r, j); st == Defined && v == xi.n[row] {
					return yes
				}
			}
			return no
		},
	}
}

// pairs are conditions on two elements of one sequence: order and repetition.
func (s *Space) pairs(x *sequence) []Predicate {
	if x.Sort != IntSort && x.Sort != CharSort && x.Sort != RealSort {
		return nil
	}
	var out []Predicate
	both := func(q Quantifier, body string) string {
		return s.Quantify(q, s.i+", "+s.j, "0 <= "+s.i+" && "+s.i+" < "+s.j+" && "+s.j+" < "+x.length.text, body)
	}
	for _, rl := range relations() {
		all := func(o int, any bool) truth {
			r := x.refs[o]
			n := s.l.Size(r)
			if n < 0 || n > maxPaired {
				return unknown
			}
			for i := range n {
				a, _, _ := s.l.Element(r, i)
				for j := i + 1; j < n; j++ {
					b, _, _ := s.l.Element(r, j)
					u, v := Term{sort: x.Sort, n: []int64{a}}, Term{sort: x.Sort, n: []int64{b}}
					// One pair that holds decides ∃, and one that doesn't decides ∀.
					if (rl.holds(&u, &v, 0) == yes) == any {
						if any {
							return yes
						}
						return no
					}
				}
			}
			if any {
				return no
			}
			return yes
		}
		body := x.At(s.i) + " " + rl.sign + " " + x.At(s.j)
		out = append(out,
			Predicate{text: both(Forall, body), prec: precAtom, size: 7, result: x.result, holds: func(o int) truth { return all(o, false) }},
			Predicate{text: both(Exists, body), prec: precAtom, size: 7, result: x.result, holds: func(o int) truth { return all(o, true) }})
	}

	// Once k stands somewhere, only k comes behind it: zeros moved to the end, say.
	for _, k := range s.constants()[:min(3, len(s.constants()))] {
		if x.Sort != IntSort {
			break
		}
		v := k.n[0]
		body := x.At(s.i) + " == " + k.text + " ==> " + x.At(s.j) + " == " + k.text
		out = append(out, Predicate{text: both(Forall, body), prec: precAtom, size: 11, result: x.result, holds: func(o int) truth {
			r := x.refs[o]
			n := s.l.Size(r)
			if n < 0 {
				return unknown
			}
			met := false
			for i := range n {
				a, _, _ := s.l.Element(r, i)
				if met && a != v {
					return no
				}
				met = met || a == v
			}
			return yes
		}})
	}
	return out
}

// aggregates adds counts and sums over sequences to the bank.
func (s *Space) aggregates(b *bank) {
	zero := s.Int(0)
	for _, x := range s.seqs {
		if x.result || x.old {
			continue
		}
		if x.Sort == ListSort {
			b.add(s.diagonal(x))
			continue
		}
		q := s.over(s.i, zero, 0, x.length, 0)
		s.aggregate(b, q, x)
		for _, r := range s.counters {
			if s.loop {
				s.aggregate(b, s.over(s.i, zero, 0, r, 0), x)
			}
		}
		for _, y := range s.seqs {
			if y != x && !y.result && y.Sort == x.Sort {
				b.add(s.count(q, s.member(q, x, y)))
			}
		}
	}
}

// aggregate adds the counts and sums over one range.
func (s *Space) aggregate(b *bank, q *rows, x *sequence) {
	rt := s.rowTerms(q, x, false)
	xi := s.elements(q, x, q.variable())
	if x.Sort == IntSort {
		b.add(s.sum(q, xi, nil))
	}
	for _, p := range append(rt.predicates(), s.mods(q, rt)...) {
		if !s.varies(q, p) {
			continue
		}
		b.add(s.count(q, p))
		if x.Sort == IntSort && p.size <= 5 {
			b.add(s.sum(q, xi, &p))
		}
		// Room is left in the bank for what other sequences add.
		if len(b.all) > b.max-50 {
			return
		}
	}
}

// ranges are the index ranges for conditions on the state before the call, and,
// in loops, up to each counter.
func (s *Space) ranges(x *sequence) []*rows {
	if s.loop {
		return s.bounds(x)
	}
	zero := s.Int(0)
	return []*rows{s.over(s.i, zero, 0, x.length, 0), s.over(s.i, zero, 0, x.length, -1)}
}

// varies reports whether p is true and false somewhere and never unknown on real rows.
func (s *Space) varies(q *rows, p Predicate) bool {
	// Rows are in the order of their observations, so those of real runs come first.
	n := slices.IndexFunc(q.owner, func(o int32) bool { return int(o) >= s.real })
	if n < 0 {
		n = len(q.owner)
	}
	return splits(n, p.holds, 1)
}
