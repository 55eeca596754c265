package search

import (
	"cmp"
	"slices"
)

// bank is a growing set of distinct terms, smallest first.
type bank struct {
	s    *Space
	n    int // rows that decide whether two terms are the same
	seen map[uint64]bool
	all  []*Term
	max  int
}

func (s *Space) bank(rows, max int) *bank {
	return &bank{s: s, n: rows, seen: map[uint64]bool{}, max: max}
}

// add enters t unless a term with the same values is there or it is useless:
// undefined or overflowing in most rows.
func (b *bank) add(t *Term) bool {
	if t == nil || len(b.all) >= b.max {
		return false
	}
	bad := 0
	for i := range min(b.n, len(t.st)) {
		if t.st[i] != Defined {
			bad++
		}
	}
	if bad > b.n*9/10 {
		return false
	}
	// The hash looks at each row: that is the step that counts.
	b.s.used(b.n)
	h := t.hash(b.s.seed, b.n)
	// The first of equal values stays: small terms are added first, so it is a short one.
	if b.seen[h] {
		return false
	}
	b.seen[h] = true
	b.all = append(b.all, t)
	return true
}

// grow adds the combinations of the operands xs and ys.
func (b *bank) grow(xs, ys []*Term, ops []op) {
	for _, o := range ops {
		for i, x := range xs {
			for j, y := range ys {
				// x + y and y + x are one, where both lists are the same.
				if dull(o, x, y) || o.comm && j < i && &xs[0] == &ys[0] {
					continue
				}
				if b.s.steps < 0 {
					return
				}
				b.add(o.combine(x, y))
			}
		}
	}
}

// dull says that x∘y has a simpler form, or is odd to write.
func dull(o op, x, y *Term) bool {
	if x.konst && y.konst {
		return true
	}
	num := func(t *Term, n int64) bool { return t.konst && t.sort == IntSort && len(t.n) > 0 && t.n[0] == n }
	neg := func(t *Term) bool { return t.konst && t.sort == IntSort && len(t.n) > 0 && t.n[0] < 0 }
	// x - -1 is x + 1, and 1 + x is x + 1: one form of each is enough.
	switch o.sign {
	case "+":
		return num(x, 0) || num(y, 0) || neg(y) || x.konst && !y.konst && x.sort != RealSort
	case "-":
		return num(x, 0) || num(y, 0) || neg(y)
	case "*":
		return num(x, 0) || num(y, 0) || num(x, 1) || num(y, 1) || y.konst && !x.konst && x.sort == y.sort && x.sort == IntSort || neg(x)
	case "/", "%":
		return num(y, 0) || num(y, 1) || neg(y) || x.konst
	}
	return false
}

// target is a value per row that a term is searched for.
type target struct {
	t    *Term
	rows []int // those that count
	wide int   // bits of an integral type, for results that wrap around
}

// match says how t fits the target: exactly, up to wrap-around, or not.
func (g *target) match(t *Term) (exact, wrapped bool) {
	if !(t.sort == g.t.sort || t.sort.number() && g.t.sort.number() || t.sort == IntSort && g.t.sort == RealSort) {
		return false, false
	}

	exact, wrapped = true, g.wide > 0
	for _, i := range g.rows {
		// Overflow may still be right after wrapping round; undefined never is.
		if t.at(i) == Undefined || g.t.at(i) != Defined {
			return false, false
		}
		if t.sort == RealSort || g.t.sort == RealSort {
			if t.float(i) != g.t.float(i) {
				return false, false
			}
			// Fractions don't wrap round.
			wrapped = false
			continue
		}
		if t.at(i) == Overflow || t.n[i] != g.t.n[i] {
			exact = false
			if !wrapped || wrap(t.n[i], g.wide) != g.t.n[i] {
				return false, false
			}
		}
	}
	return exact, wrapped
}

// found is a term that matches a target.
type found struct {
	t     *Term
	exact bool // false: only up to wrap-around
}

// search finds the smallest terms that match, first among the bank's, then among
// combinations of two of them that are not stored.
func (b *bank) search(g *target, ops []op, limit int) []found {
	var out []found
	try := func(t *Term) {
		b.s.used(1)
		if exact, wrapped := g.match(t); exact || wrapped {
			out = append(out, found{t, exact})
		}
	}
	for _, t := range b.all {
		try(t)
	}
	if len(out) > 0 || len(g.rows) == 0 {
		return tidy(out)
	}

	pool := b.all
	if len(pool) > limit {
		pool = pool[:limit]
	}
	for _, o := range ops {
		for _, x := range pool {
			b.s.used(len(pool))
			for _, y := range pool {
				// plausible before combine: making a term costs a pass over all rows.
				if dull(o, x, y) || !o.fits(x, y) || x.size+y.size > 7 || !g.plausible(o, x, y) {
					continue
				}
				if t := o.combine(x, y); t != nil {
					try(t)
				}
			}
		}
		// A few are enough to choose from; an operator tried late gives odder terms.
		if len(out) > 8 || b.s.ended() {
			break
		}
	}
	return tidy(out)
}

// plausible tests x∘y on a few rows before a whole term is made of it.
func (g *target) plausible(o op, x, y *Term) bool {
	for k, i := range g.rows {
		if k == 4 {
			break
		}
		n, st := o.apply(x, y, i)
		if st == Undefined || g.t.at(i) != Defined {
			return false
		}
		float := x.sort == RealSort || y.sort == RealSort
		switch {
		case float && g.t.sort != RealSort:
			return false
		case g.t.sort == RealSort:
			u := Term{sort: IntSort, n: []int64{n}}
			if float {
				u.sort = RealSort
			}
			if u.float(0) != g.t.float(i) {
				return false
			}
		case n != g.t.n[i] && (g.wide == 0 || wrap(n, g.wide) != g.t.n[i]):
			return false
		}
	}
	return true
}

// tidy puts the terms a person would write first: exact before wrapped, small
// before large, variables before constants.
func tidy(fs []found) []found {
	rank := func(f found) int {
		if f.exact {
			return 0
		}
		return 1
	}
	slices.SortStableFunc(fs, func(a, b found) int {
		return cmp.Or(cmp.Compare(rank(a), rank(b)), cmp.Compare(a.t.size, b.t.size), cmp.Compare(len(a.t.text), len(b.t.text)))
	})
	return fs
}

// scalars is the bank of numeric terms without \result.
func (s *Space) scalars(rows, max int) *bank {
	b := s.bank(rows, max)
	var vars []*Term
	for _, t := range s.pre {
		if t.sort.number() || t.sort == RealSort {
			vars = append(vars, t)
		}
	}
	consts := s.constants()
	for _, t := range append(append([]*Term{}, vars...), consts...) {
		b.add(t)
	}
	// Ends of arguments are looked at where the result has places that may come from there.
	if len(s.places) > 0 {
		for _, t := range s.ends() {
			b.add(t)
		}
	}

	base := append([]*Term{}, b.all...)
	for _, v := range vars {
		b.add(negate(v))
	}
	b.grow(base, base, arithmetic())
	return b
}
