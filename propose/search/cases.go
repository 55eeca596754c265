package search

import (
	"cmp"
	"slices"
)

// minSupport is the number of runs a guarded clause must speak about.
const minSupport = 3

// support is the number of runs that a clause under condition t must speak about:
// one is enough for a condition that the code itself tests.
func (t *Term) support() int {
	if t.code {
		return 1
	}
	return minSupport
}

// guarded is a clause `guard ==> \result == t`.
type guarded struct {
	guard *Term // nil: always
	f     found
	rows  []int
}

// byCases explains the target by cases: conditions on the state before the call
// under which it equals a term. Conditions that the code itself tests come first
// in guards. Every row explained is explained by some returned case.
func (s *Space) byCases(b *bank, g *target, guards []*Term, depth int) []guarded {
	all := g.rows
	if len(all) == 0 {
		return nil
	}
	// One term for all rows makes cases superfluous.
	if fs := b.search(g, arithmetic(), 60); len(fs) > 0 {
		return []guarded{{f: fs[0], rows: all}}
	}
	if depth == 0 {
		return nil
	}

	// First only among terms that are there already: combinations of two are too many to try under
	// every guard.
	var options []guarded
	for _, c := range guards {
		rows := where(c, all)
		// A guard that leaves all rows is no case, and one that leaves very few is met by chance.
		if len(rows) < c.support() || len(rows) == len(all) {
			continue
		}
		sub := &target{t: g.t, rows: rows, wide: g.wide}
		if fs := b.search(sub, nil, 0); len(fs) > 0 {
			options = append(options, guarded{guard: c, f: fs[0], rows: rows})
		}
	}
	if len(options) == 0 {
		for _, c := range guards[:min(len(guards), 12)] { // the costlier search
			rows := where(c, all)
			if len(rows) < c.support() || len(rows) == len(all) {
				continue
			}
			sub := &target{t: g.t, rows: rows, wide: g.wide}
			if fs := b.search(sub, arithmetic(), 40); len(fs) > 0 {
				options = append(options, guarded{guard: c, f: fs[0], rows: rows})
			}
		}
	}

	slices.SortStableFunc(options, func(x, y guarded) int { return cmp.Compare(y.worth(s), x.worth(s)) })
	return s.cover(b, g, guards, options, depth)
}

// worth prefers cases that cover much and are short to say; a constant chosen
// under a narrow guard says little.
func (c guarded) worth(s *Space) float64 {
	w := float64(len(c.rows)) / float64(1+c.f.t.size+c.guard.size)
	if c.f.exact {
		w *= 1.5
	}
	return w
}

// cover takes options until every row is explained, then explains the rest under
// the negation of the guards taken.
func (s *Space) cover(b *bank, g *target, guards []*Term, options []guarded, depth int) []guarded {
	left := map[int]bool{}
	for _, i := range g.rows {
		left[i] = true
	}

	var out []guarded
	for len(left) > 0 {
		best, bestNew := -1, 0.0
		for i, o := range options {
			n := 0
			for _, r := range o.rows {
				if left[r] {
					n++
				}
			}
			// A case for the last rows may be smaller than support: there is nothing else to gather.
			if n < o.guard.support() && n < len(left) {
				continue
			}
			if w := float64(n) / float64(2+o.f.t.size+o.guard.size); w > bestNew {
				best, bestNew = i, w
			}
		}
		if best < 0 {
			break
		}
		out = append(out, options[best])
		for _, r := range options[best].rows {
			delete(left, r)
		}
	}

	if len(left) == 0 {
		return out
	}
	return append(out, s.rest(b, g, guards, out, left, depth)...)
}

// rest explains the rows left under one further condition each.
func (s *Space) rest(b *bank, g *target, guards []*Term, taken []guarded, left map[int]bool, depth int) []guarded {
	var rows []int
	for _, i := range g.rows {
		if left[i] {
			rows = append(rows, i)
		}
	}

	var outside *Term
	for _, t := range taken {
		n := not(t.guard, s.opposite(t.guard))
		if outside == nil {
			outside = n
		} else {
			outside = and(outside, n)
		}
	}
	if outside == nil { // split by the code's own first condition
		for _, c := range guards {
			yesRows, noRows := where(c, rows), where(not(c, s.opposite(c)), rows)
			if len(yesRows) < c.support() || len(noRows) < c.support() {
				continue
			}
			a := s.under(c, s.byCases(b, &target{g.t, yesRows, g.wide}, guards, depth-1))
			n := not(c, s.opposite(c))
			z := s.under(n, s.byCases(b, &target{g.t, noRows, g.wide}, guards, depth-1))
			// One side explained is enough: the guard in front keeps its clauses true of the other.
			if len(a)+len(z) > 0 {
				return append(a, z...)
			}
			return nil
		}
		return nil
	}
	return s.under(outside, s.byCases(b, &target{g.t, rows, g.wide}, guards, depth-1))
}

// under puts a condition in front of cases.
func (s *Space) under(c *Term, gs []guarded) []guarded {
	out := make([]guarded, len(gs))
	for i, g := range gs {
		if g.guard == nil {
			g.guard = c
		} else {
			g.guard = and(c, g.guard)
		}
		out[i] = g
	}
	return out
}

// opposite is the text of a single comparison turned round; "" for other conditions.
func (s *Space) opposite(t *Term) string {
	// Inside of a quantifier, or of a conjunction, the last comparison of the text isn't the whole.
	if t.prec != precRel && t.prec != precEq || s.Quantified(t.text) {
		return ""
	}
	return Opposite(t.text)
}

// Opposite is a comparison turned round.
func Opposite(text string) string {
	for _, r := range relations() {
		sign := " " + r.sign + " "
		if i := lastIndex(text, sign); i >= 0 {
			return text[:i] + " " + r.neg + " " + text[i+len(sign):]
		}
	}
	return ""
}

// where is the rows in which c is true.
func where(c *Term, rows []int) []int {
	var out []int
	for _, i := range rows {
		if c.truthAt(i) == yes {
			out = append(out, i)
		}
	}
	return out
}
