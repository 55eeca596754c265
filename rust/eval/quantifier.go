package eval

import (
	"maps"
	"math/big"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/rust/values"
)

// domain is what a variable can be where a formula decides: a list, or the numbers
// from lo to hi. A nil bound is none.
type domain struct {
	listed bool
	list   []*values.Value
	lo, hi *big.Int
}

// size is how many values a domain has; −1 for no end.
func (d domain) size() int64 {
	switch {
	case d.listed:
		return int64(len(d.list))
	case d.lo == nil || d.hi == nil:
		return -1
	}
	n := new(big.Int).Sub(d.hi, d.lo)
	n.Add(n, one)
	switch {
	case n.Sign() <= 0:
		return 0
	case !n.IsInt64():
		return 1<<63 - 1
	}
	return n.Int64()
}

var one = big.NewInt(1)

// both is the values of either domain that the other one has too.
func both(a, b domain) domain {
	switch {
	case a.listed:
		return a // a list is as good as any part of it
	case b.listed:
		return b
	}
	if b.lo != nil && (a.lo == nil || b.lo.Cmp(a.lo) > 0) {
		a.lo = b.lo
	}
	if b.hi != nil && (a.hi == nil || b.hi.Cmp(a.hi) < 0) {
		a.hi = b.hi
	}
	return a
}

// union is the values of two domains, or more.
func union(a, b domain) domain {
	switch {
	case a.listed && b.listed:
		return domain{listed: true, list: append(append([]*values.Value{}, a.list...), b.list...)}
	case a.listed && len(a.list) == 0:
		return b
	case b.listed && len(b.list) == 0:
		return a
	// A list and a range have no form together: everything is a domain of both.
	case a.listed || b.listed:
		return domain{}
	}
	if a.lo != nil && (b.lo == nil || b.lo.Cmp(a.lo) < 0) { // no bound is the least one
		a.lo = b.lo
	}
	if a.hi != nil && (b.hi == nil || b.hi.Cmp(a.hi) > 0) {
		a.hi = b.hi
	}
	return a
}

// quant is a quantifier going on.
type quant struct {
	r    *run
	body spec.Expr
	all  bool // forall
	// base is what each variable's type leaves, open the variables without a value yet.
	base map[string]domain
	open []string
	// found are the domains of the open variables as far as they are known.
	found map[string]domain
	// partial is set where not all values were looked at.
	partial      bool
	none, slowly bool // some instance had no value, or took too long
}

// quantifier goes over the values of its variables for which the body can decide: a
// forall is false by one instance, an exists true by one. Where some variable's values
// have no end and no such instance is found among some likely ones, nothing is known.
func (r *run) quantifier(s *scope, c *spec.Quant) *values.Value {
	if c.Op != "forall" && c.Op != "exists" {
		fail(c, c.Op)
	}
	q := &quant{r: r, body: c.Body, all: c.Op == "forall", base: map[string]domain{}, found: map[string]domain{}}
	for _, p := range c.Vars {
		q.open = append(q.open, p.Name)
		q.base[p.Name] = typed(p.Type)
	}
	switch {
	case q.try(s):
		return values.Truth(!q.all)
	// No instance decided, and not all were asked.
	case q.slowly || q.partial:
		return tooLong
	case q.none:
		return noValue
	}
	return values.Truth(q.all)
}

// typed is the values of a variable's type.
func typed(t *mir.Type) domain {
	switch {
	case t == nil:
		return domain{}
	case t.IsInt():
		lo, hi := values.Range(&values.Type{Kind: values.Int, Name: t.Name})
		return domain{lo: lo, hi: hi}
	case t.String() == "nat":
		return domain{lo: new(big.Int)}
	case t.String() == "bool":
		return domain{listed: true, list: []*values.Value{values.Truth(false), values.Truth(true)}}
	}
	return domain{}
}

// try goes over the open variables; true where an instance decided.
func (q *quant) try(s *scope) bool {
	if len(q.open) == 0 {
		v := q.r.eval(s, q.body)
		switch {
		case v == noValue:
			q.none = true
		case v == tooLong:
			q.slowly = true
		default:
			return q.r.truth(q.body, v) != q.all
		}
		return false
	}

	// The next variable anew for each value of the earlier ones, whose bounds may depend on them.
	name, d := q.next(s)
	rest := make([]string, 0, len(q.open))
	for _, o := range q.open {
		if o != name {
			rest = append(rest, o)
		}
	}

	open := q.open
	q.open = rest
	defer func() { q.open = open }()

	if n := d.size(); n < 0 || n > int64(q.r.left) {
		q.partial = true
		d = domain{listed: true, list: likely(s, d)}
	}

	if d.listed {
		for _, v := range d.list {
			if q.try(s.with(name, v)) {
				return true
			}
		}
		return false
	}

	for n := d.lo; n.Cmp(d.hi) <= 0; n = new(big.Int).Add(n, one) {
		if q.r.left <= 0 {
			q.slowly = true
			return false
		}
		if q.try(s.with(name, values.Integer(n))) {
			return true
		}
	}
	return false
}

// next is the open variable with the fewest values.
func (q *quant) next(s *scope) (string, domain) {
	clear(q.found)
	limits := map[string]*spec.Limit{}
	for _, v := range q.open {
		limits[v] = spec.Limits(q.body, !q.all, v, func(e spec.Expr) bool { return !q.mentions(e) })
	}
	// A bound may go through another open variable, and through one more each time: as many rounds as
	// there are variables reach all of them.
	for range len(q.open) + 1 {
		for _, v := range q.open {
			q.found[v] = both(q.domain(s, limits[v]), q.base[v])
		}
	}
	best := q.open[0]
	for _, v := range q.open[1:] {
		n, m := q.found[v].size(), q.found[best].size()
		if n >= 0 && (m < 0 || n < m) {
			best = v
		}
	}
	return best, q.found[best]
}

// domain is the values that a limit leaves to a variable.
func (q *quant) domain(s *scope, l *spec.Limit) domain {
	switch {
	case l == nil:
		return domain{}
	case l.Both != nil:
		out := domain{}
		for _, part := range l.Both {
			out = both(out, q.domain(s, part))
		}
		return out
	case l.Either != nil:
		out := q.domain(s, l.Either[0])
		for _, part := range l.Either[1:] {
			out = union(out, q.domain(s, part))
		}
		return out
	case l.Among != nil:
		// A collection without a value leaves everything.
		if x := q.r.eval(s, l.Among.X); known(x) && (x.Kind == values.Seq || x.Kind == values.Set || x.Kind == values.Bag) {
			return domain{listed: true, list: set(x.Items).Items}
		}
		return domain{}
	}

	by := new(big.Int)
	for i, e := range slices.Concat(l.Plus, l.Minus) {
		n := q.r.eval(s, e)
		if !known(n) || n.Kind != values.Int {
			return domain{}
		}
		if i < len(l.Plus) {
			by = new(big.Int).Add(by, n.Int)
		} else {
			by = new(big.Int).Sub(by, n.Int)
		}
	}
	return q.bounded(s, l.Op, l.Side, by)
}

// mentions reports whether an expression speaks of an open variable.
func (q *quant) mentions(e spec.Expr) bool {
	found := false
	spec.Walk(e, func(x spec.Expr) {
		for _, o := range q.open {
			found = found || spec.IsName(x, o)
		}
	})
	return found
}

// bounded is the domain of v where v + by op e.
func (q *quant) bounded(s *scope, op string, e spec.Expr, by *big.Int) domain {
	var lo, hi *big.Int // of e
	// The bounds of the other variable, as far as they are known in this round; of anything else that
	// speaks of one, none.
	if q.mentions(e) {
		for _, o := range q.open {
			if spec.IsName(e, o) {
				lo, hi = q.found[o].lo, q.found[o].hi
			}
		}
	} else if v := q.r.eval(s, e); known(v) {
		if v.Kind != values.Int {
			// What is no number has one value that is equal to it.
			if op == "==" && by.Sign() == 0 {
				return domain{listed: true, list: []*values.Value{v}}
			}
			return domain{}
		}
		lo, hi = v.Int, v.Int
	}

	shift := func(n *big.Int, more int64) *big.Int {
		if n == nil {
			return nil
		}
		n = new(big.Int).Sub(n, by)
		return n.Add(n, big.NewInt(more))
	}
	switch op {
	case "<":
		return domain{hi: shift(hi, -1)}
	case "<=":
		return domain{hi: shift(hi, 0)}
	case ">":
		return domain{lo: shift(lo, 1)}
	case ">=":
		return domain{lo: shift(lo, 0)}
	case "==":
		return domain{lo: shift(lo, 0), hi: shift(hi, 0)}
	}
	return domain{}
}

// likely are values of a domain that are tried where they are too many: what the state
// holds, its neighbours, and small numbers.
func likely(s *scope, d domain) []*values.Value {
	var out []*values.Value
	seen := map[string]bool{}
	add := func(n *big.Int) {
		if d.lo != nil && n.Cmp(d.lo) < 0 || d.hi != nil && n.Cmp(d.hi) > 0 || seen[n.String()] || len(out) >= maxLikely {
			return
		}
		seen[n.String()] = true
		out = append(out, values.Integer(n))
	}

	for n := int64(-2); n <= 20; n++ {
		add(big.NewInt(n))
	}
	// In a fixed order, so that the same ones are tried each time.
	for ; s != nil; s = s.outer {
		for _, name := range slices.Sorted(maps.Keys(s.vars)) {
			v := s.vars[name]
			for _, x := range append([]*values.Value{v}, v.Items...) {
				if x.Kind != values.Int {
					continue
				}
				for by := int64(-1); by <= 1; by++ {
					add(new(big.Int).Add(x.Int, big.NewInt(by)))
				}
			}
		}
	}
	return out
}

// maxLikely is how many likely values are tried.
const maxLikely = 200
