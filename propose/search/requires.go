package search

import "strings"

// Preconditions finds conditions that hold on all inputs of T⁺ and together exclude as
// many of T⁻ as possible. The space's observations are inputs: valid says which
// return. Conditions are ordered so that each is defined where those before it hold.
func (s *Space) Preconditions(valid func(o int) bool) []*Term {
	var open []int
	for o := range s.n {
		if !valid(o) {
			open = append(open, o)
		}
	}
	if len(open) == 0 {
		return nil
	}

	var pool []*Term
	seen := map[string]bool{}
	add := func(t *Term) {
		if t == nil || seen[t.text] {
			return
		}
		for o := range s.n {
			// A valid input that it excludes, or on which it has no value, makes it wrong.
			if valid(o) && t.truthAt(o) != yes {
				return
			}
		}
		seen[t.text] = true
		pool = append(pool, t)
	}

	for _, t := range s.conditions {
		add(t)
	}
	for _, t := range s.isNull() {
		add(not(t, replaceLast(t.text, "==", "!=")))
	}

	// All observations decide here: inputs that don't return are inputs all the same.
	b := s.bank(s.n, 1200)
	for _, t := range s.pre {
		b.add(t)
	}
	for _, t := range s.constants() {
		b.add(t)
	}
	base := append([]*Term{}, b.all...)
	b.grow(base, base, arithmetic())

	s.comparisons(b, add)
	for _, r := range relations() { // lengths against lengths and sums, one side compound
		for _, x := range base {
			for _, y := range b.all[len(base):min(len(b.all), len(base)+150)] {
				if y.size <= 3 && !x.konst && (!y.mixed || strings.HasSuffix(y.text, " 1")) && comparable(x, y, r) && r.sign != "!=" && r.sign != "==" {
					add(r.compare(x, y))
				}
			}
		}
	}
	s.elementConditions(add)
	return s.excluding(pool, open)
}

// elementConditions yields conditions on all elements: not null, comparisons.
func (s *Space) elementConditions(add func(*Term)) {
	for _, x := range s.seqs {
		zero := s.Int(0)
		q := s.over(s.i, zero, 0, x.length, 0)
		if x.Sort == ListSort || x.Sort == RefSort || x.Sort == TextSort || x.Boxed {
			add(s.vector(q.forall(Predicate{text: x.Ref(s.i) + " != " + s.Null, prec: precEq, size: 3, holds: func(row int) truth {
				_, r, st := s.l.Element(x.refs[q.owner[row]], int(q.index[row]))
				if st != Defined {
					return unknown
				}
				if r != nil {
					return yes
				}
				return no
			}})))
		}
		if x.Sort == ListSort {
			for _, t := range s.pre {
				if t.sort == IntSort && s.IsLength(t.text) {
					add(s.vector(q.forall(s.rowLength(q, x, t, "=="))))
					add(s.vector(q.forall(s.rowLength(q, x, t, ">="))))
				}
			}
			// Rows have lengths to compare, and no numbers.
			continue
		}
		for _, p := range s.rowTerms(q, x, false).predicates() {
			add(s.vector(q.forall(p)))
		}
	}
}

// rowLength is x[i].length == t, or >=.
func (s *Space) rowLength(q *rows, x *sequence, t *Term, sign string) Predicate {
	return Predicate{text: s.Length(s.Index(x.text, s.i)) + " " + sign + " " + t.text, prec: precEq, size: 4, holds: func(row int) truth {
		o := q.owner[row]
		_, r, st := s.l.Element(x.refs[o], int(q.index[row]))
		if st != Defined || t.at(int(o)) != Defined || s.l.Size(r) < 0 {
			return unknown
		}
		if n := int64(s.l.Size(r)); n == t.n[o] || sign == ">=" && n > t.n[o] {
			return yes
		}
		return no
	}}
}

// excluding chooses conditions greedily until every open observation is excluded
// or nothing excludes more. A condition that is undefined there excludes nothing.
func (s *Space) excluding(pool []*Term, open []int) []*Term {
	var out []*Term
	for len(open) > 0 && len(out) < 6 {
		var best *Term
		bestScore := 0.0
		for _, t := range pool {
			n := 0
			for _, o := range open {
				if t.truthAt(o) == no {
					n++
				}
			}
			// One input alone, of many, is chance; a null one is a reason by itself.
			if n == 0 || n*40 < len(open) && n < 2 && !contains(t.text, "null") {
				continue
			}
			// what is undefined in fewer of the open observations comes first
			bad := 0
			for _, o := range open {
				if t.truthAt(o) == unknown {
					bad++
				}
			}
			score := float64(n) / float64(4+t.size)
			if t.code {
				score *= 4
			}
			// The order makes each condition defined where those before it hold: so what has a value
			// everywhere goes first, however much it excludes.
			if bad > 0 {
				score /= 100
			}
			if score > bestScore {
				best, bestScore = t, score
			}
		}

		if best == nil {
			return out
		}
		out = append(out, best)
		var left []int
		for _, o := range open {
			if best.truthAt(o) != no {
				left = append(left, o)
			}
		}
		open = left
	}
	return out
}
