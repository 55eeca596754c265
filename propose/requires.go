package propose

import "strings"

// requires finds conditions that hold on all inputs of T⁺ and together exclude as
// many of T⁻ as possible. The space's observations are inputs: valid says which
// return. Conditions are ordered so that each is defined where those before it hold.
func (s *space) requires(valid func(o int) bool) []*term {
	var open []int
	for o := range s.obs {
		if !valid(o) {
			open = append(open, o)
		}
	}
	if len(open) == 0 {
		return nil
	}
	var pool []*term
	seen := map[string]bool{}
	add := func(t *term) {
		if t == nil || seen[t.text] {
			return
		}
		for o := range s.obs {
			if valid(o) && t.truthAt(o) != yes {
				return
			}
		}
		seen[t.text] = true
		pool = append(pool, t)
	}
	for _, t := range s.codeConditions {
		add(t)
	}
	for _, t := range s.isNull() {
		add(not(t, replaceLast(t.text, "==", "!=")))
	}
	b := s.bank(len(s.obs), 1200)
	for _, t := range s.pre {
		b.add(t)
	}
	for _, t := range s.constants() {
		b.add(t)
	}
	base := append([]*term{}, b.all...)
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
func (s *space) elementConditions(add func(*term)) {
	for _, x := range s.seqs {
		zero := constant("0", intSort, 0, len(s.obs))
		q := s.over(s.i, zero, 0, x.length, 0)
		if x.elem == listSort || x.elem == refSort || x.elem == textSort || x.boxed {
			text := x.text + "[" + s.i + "]"
			if x.kind == listSeq {
				text = x.text + ".get(" + s.i + ")"
			}
			add(s.vector(q.forall(predicate{text: text + " != null", prec: precEq, size: 3, holds: func(row int) truth {
				_, r, st := s.l.element(x.get(s.obs[q.owner[row]]), int(q.index[row]))
				if st != defined {
					return unknown
				}
				if r != nil {
					return yes
				}
				return no
			}})))
		}
		if x.elem == listSort {
			for _, t := range s.pre {
				if t.sort == intSort && contains(t.text, "length") {
					add(s.vector(q.forall(s.rowLength(q, x, t, "=="))))
					add(s.vector(q.forall(s.rowLength(q, x, t, ">="))))
				}
			}
			continue
		}
		for _, p := range s.rowTerms(q, x, false).predicates() {
			add(s.vector(q.forall(p)))
		}
	}
}

// rowLength is x[i].length == t, or >=.
func (s *space) rowLength(q *rows, x *sequence, t *term, sign string) predicate {
	return predicate{text: x.text + "[" + s.i + "].length " + sign + " " + t.text, prec: precEq, size: 4, holds: func(row int) truth {
		o := q.owner[row]
		_, r, st := s.l.element(x.get(s.obs[o]), int(q.index[row]))
		if st != defined || t.at(int(o)) != defined || s.l.size(r) < 0 {
			return unknown
		}
		if n := int64(s.l.size(r)); n == t.n[o] || sign == ">=" && n > t.n[o] {
			return yes
		}
		return no
	}}
}

// excluding chooses conditions greedily until every open observation is excluded
// or nothing excludes more. A condition that is undefined there excludes nothing.
func (s *space) excluding(pool []*term, open []int) []*term {
	var out []*term
	for len(open) > 0 && len(out) < 6 {
		var best *term
		bestScore := 0.0
		for _, t := range pool {
			n := 0
			for _, o := range open {
				if t.truthAt(o) == no {
					n++
				}
			}
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
