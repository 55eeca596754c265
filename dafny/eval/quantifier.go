package eval

import (
	"math/big"

	"ensures/dafny"
	"ensures/dafny/values"
)

// domain is what a variable can be where a formula is as wanted: a list of values, or the
// numbers from lo to hi, as values of kind Int, Char or Bits. A nil bound is none. A domain
// may hold more than that, and never less.
type domain struct {
	listed bool
	list   []*values.Value
	lo, hi *big.Int
	as     *dafny.Type // of the numbers; nil for integers
}

// size returns how many values a domain has, at most; −1 for no end.
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

// smaller reports whether a has an end and fewer values than b.
func smaller(a, b domain) bool {
	n, m := a.size(), b.size()
	return n >= 0 && (m < 0 || n < m)
}

// both returns the values of either domain that the other one has too, or more.
func both(a, b domain) domain {
	// One of the lists, the shorter: either holds all that both do.
	if a.listed || b.listed {
		if a.listed && (!b.listed || len(a.list) <= len(b.list)) {
			return a
		}
		return b
	}
	if b.lo != nil && (a.lo == nil || b.lo.Cmp(a.lo) > 0) {
		a.lo = b.lo
	}
	if b.hi != nil && (a.hi == nil || b.hi.Cmp(a.hi) < 0) {
		a.hi = b.hi
	}
	if a.as == nil {
		a.as = b.as
	}
	return a
}

// union returns the values of two domains, or more.
func union(a, b domain) domain {
	switch {
	case a.listed && b.listed:
		return domain{listed: true, list: append(append([]*values.Value{}, a.list...), b.list...)}
	case a.listed && len(a.list) == 0:
		return b
	case b.listed && len(b.list) == 0:
		return a
	}
	a, b = a.hull(), b.hull()
	if a.lo == nil || b.lo == nil || b.lo.Cmp(a.lo) < 0 {
		a.lo = b.lo
	}
	if a.hi == nil || b.hi == nil || b.hi.Cmp(a.hi) > 0 {
		a.hi = b.hi
	}
	if a.as == nil {
		a.as = b.as
	}
	return a
}

// hull returns the numbers from the least to the greatest of a list, everything where it
// holds anything but integers.
func (d domain) hull() domain {
	if !d.listed {
		return d
	}
	var out domain
	for _, v := range d.list {
		if v.Kind != values.Int {
			return domain{}
		}
		if out.lo == nil || v.Int.Cmp(out.lo) < 0 {
			out.lo = v.Int
		}
		if out.hi == nil || v.Int.Cmp(out.hi) > 0 {
			out.hi = v.Int
		}
	}
	return out
}

// typed returns the values of a variable's type.
func typed(t *dafny.Type) domain {
	if t == nil {
		return domain{}
	}
	w, isBits := values.Width(t)
	switch {
	case t.Name == "nat":
		return domain{lo: new(big.Int)}
	case t.Name == "bool":
		return domain{listed: true, list: []*values.Value{values.Truth(false), values.Truth(true)}}
	case t.Name == "char":
		return domain{lo: new(big.Int), hi: big.NewInt(0x10FFFF), as: t}
	case isBits:
		return domain{lo: new(big.Int), hi: new(big.Int).Sub(new(big.Int).Lsh(one, uint(w)), one), as: t}
	}
	return domain{}
}

// search goes over the values of variables for which a formula can be as wanted.
type search struct {
	r     *run
	vars  []dafny.Var
	f     *dafny.Expr
	want  bool
	visit func(*scope) bool // reports whether to go on
	// partial is set where not all values were looked at.
	partial bool
}

// each calls visit for every assignment of the open variables; false where it was told
// to stop.
func (q *search) each(s *scope, left []dafny.Var) bool {
	if len(left) == 0 {
		return q.visit(s)
	}
	// Chosen anew at every step: what the earlier variables are may bound the later ones.
	v, d := q.next(s, left)
	rest := make([]dafny.Var, 0, len(left))
	for _, o := range left {
		if o.Name != v.Name {
			rest = append(rest, o)
		}
	}

	if n := d.size(); n < 0 || n > int64(max(q.r.left, 0)) {
		q.partial = true
		d = domain{listed: true, list: q.likely(s, v, d)}
	}

	if d.listed {
		for _, x := range d.list {
			if !q.each(s.with(v.Name, x), rest) {
				return false
			}
		}
		return true
	}

	for n := d.lo; n.Cmp(d.hi) <= 0; n = new(big.Int).Add(n, one) {
		if q.r.left <= 0 {
			q.partial = true
			return true
		}
		// The numbers between the ends need not all be values: of characters, surrogates are none.
		x, ok := d.value(n)
		if ok && !q.each(s.with(v.Name, x), rest) {
			return false
		}
	}
	return true
}

// value returns a number as a value of the domain's type; false where it is none.
func (d domain) value(n *big.Int) (*values.Value, bool) {
	v := &values.Value{Kind: values.Int, Int: n}
	if d.as != nil {
		v.Type = d.as
		if w, ok := values.Width(d.as); ok {
			v.Kind, v.Width = values.Bits, w
		} else if d.as.Name == "char" {
			v.Kind = values.Char
		}
	}
	return v, values.Fits(v)
}

// next returns the variable with the fewest values, with these.
func (q *search) next(s *scope, left []dafny.Var) (dafny.Var, domain) {
	in := s
	for _, v := range left {
		in = in.with(v.Name, open)
	}

	g := &guards{run: q.r, found: map[string]domain{}}
	for _, v := range left {
		g.found[v.Name] = typed(v.Type)
	}
	// What bounds one variable may bound the next: 0 <= i < j < n.
	for range len(left) + 1 {
		for _, v := range left {
			g.found[v.Name] = both(g.domain(in, q.f, q.want, v.Name, 0), g.found[v.Name])
		}
	}

	best := left[0]
	for _, v := range left[1:] {
		if smaller(g.found[v.Name], g.found[best.Name]) {
			best = v
		}
	}
	return best, g.found[best.Name]
}

// likely returns values that are tried where all are too many: the domain's ends, numbers near
// those of the state, and small ones. Of a variable that is no number, as far as is known, there are none.
func (q *search) likely(s *scope, v dafny.Var, d domain) []*values.Value {
	// A number would only be a mistake of types in the formula.
	if v.Type == nil && d.lo == nil && d.hi == nil || v.Type != nil && v.Type.Name != "int" && v.Type.Name != "nat" && d.as == nil {
		return nil
	}

	var out []*values.Value
	seen := map[string]bool{}
	add := func(n *big.Int) {
		if d.lo != nil && n.Cmp(d.lo) < 0 || d.hi != nil && n.Cmp(d.hi) > 0 || seen[n.String()] || len(out) >= maxLikely {
			return
		}
		seen[n.String()] = true
		if x, ok := d.value(n); ok {
			out = append(out, x)
		}
	}
	// First the ends of the domain, where off-by-one mistakes are.
	for n := int64(0); n <= 2; n++ {
		if d.lo != nil {
			add(new(big.Int).Add(d.lo, big.NewInt(n)))
		}
		if d.hi != nil {
			add(new(big.Int).Sub(d.hi, big.NewInt(n)))
		}
	}

	for n := int64(-2); n <= 20; n++ {
		add(big.NewInt(n))
	}

	for ; s != nil; s = s.outer {
		for _, x := range append([]*values.Value{s.v}, s.v.Items...) {
			if x.Kind == values.Int || x.Kind == values.Char || x.Kind == values.Bits {
				for by := int64(-1); by <= 1; by++ {
					add(new(big.Int).Add(x.Int, big.NewInt(by)))
				}
			}
		}
	}
	return out
}

// undefined reports whether the formula has no value for some assignment, which need not be
// one that its guards leave: a guard behind what it is to guard guards nothing, and Dafny
// refuses the clause. Values at and beside the guards' ends, the ends of sequences and small
// numbers are tried.
func (q *search) undefined(s *scope) bool {
	probes := make([][]*values.Value, len(q.vars))
	for i, v := range q.vars {
		if probes[i] = q.probes(s, v); len(probes[i]) == 0 {
			return false
		}
	}

	tries := 0
	var try func(in *scope, i int) bool
	try = func(in *scope, i int) bool {
		if i == len(q.vars) {
			tries++
			return q.r.hasNone(in, q.f)
		}
		for k, x := range probes[i] {
			// of several variables not every combination
			if tries < maxProbes && (i == 0 || k < 6) && try(in.with(q.vars[i].Name, x), i+1) {
				return true
			}
		}
		return false
	}
	return try(s, 0)
}

// maxProbes is how many assignments are tried for one without a value.
const maxProbes = 60

// hasNone reports whether a formula has no value. One that means nothing of these values,
// whose types are a guess, has none that is wanted.
func (r *run) hasNone(s *scope, f *dafny.Expr) (none bool) {
	defer func() {
		if p := recover(); p != nil {
			if _, ok := p.(*Error); !ok {
				panic(p)
			}
			none = false
		}
	}()
	return r.eval(s, f) == noValue
}

// probes returns values of a variable for undefined, none of one that is no number.
func (q *search) probes(s *scope, v dafny.Var) []*values.Value {
	in := s
	for _, o := range q.vars {
		in = in.with(o.Name, open)
	}

	g := &guards{run: q.r, found: map[string]domain{v.Name: typed(v.Type)}}
	d := both(g.domain(in, q.f, q.want, v.Name, 0), g.found[v.Name])
	if d.as != nil {
		return nil
	}
	// Of values that are no numbers there is no next one beside an end.
	if d = d.hull(); v.Type != nil && v.Type.Name != "int" && v.Type.Name != "nat" {
		return nil
	}

	var out []*values.Value
	seen := map[string]bool{}
	add := func(n *big.Int) {
		if x := values.Number(n); !seen[x.Key()] && (v.Type == nil || v.Type.Name != "nat" || n.Sign() >= 0) {
			seen[x.Key()] = true
			out = append(out, x)
		}
	}
	for _, end := range []*big.Int{d.lo, d.hi} {
		for by := int64(-1); end != nil && by <= 1; by++ {
			add(new(big.Int).Add(end, big.NewInt(by)))
		}
	}
	for n := int64(0); n <= 2; n++ {
		add(big.NewInt(n))
		add(big.NewInt(-n))
	}
	for ; s != nil && len(out) < 24; s = s.outer {
		if s.v.Kind == values.Seq || s.v.Kind == values.Array {
			for by := int64(-1); by <= 1; by++ {
				add(big.NewInt(int64(len(s.v.Items)) + by))
			}
		}
	}
	return out
}

// maxLikely is how many likely values are tried.
const maxLikely = 200

// quantifier goes over the values for which the body can decide: a forall is false by one
// instance, an exists true by one.
func (r *run) quantifier(s *scope, e *dafny.Expr) *values.Value {
	all := e.Op == "forall"
	none, slow, decided := false, false, false
	q := &search{r: r, vars: e.Vars, f: e.Args[0], want: !all, visit: func(in *scope) bool {
		switch v := r.truth(e.Args[0], r.eval(in, e.Args[0])); {
		case v == noValue:
			none = true
		case v == tooLong:
			slow = true
		case v.True() != all:
			decided = true
		}
		return !decided
	}}

	// First: a clause that Dafny refuses has no truth value, even if some instance decides.
	none = q.undefined(s)
	if !none {
		q.each(s, e.Vars)
	}
	switch {
	case none && !decided:
		return noValue
	case decided:
		return values.Truth(!all)
	case slow || q.partial:
		return tooLong
	}
	return values.Truth(all)
}

// comprehension collects the terms, or the entries of a map, for the values that the range
// lets through.
func (r *run) comprehension(s *scope, e *dafny.Expr) *values.Value {
	var terms, held []*values.Value
	none, slow := false, false
	q := &search{r: r, vars: e.Vars, f: e.Args[0], want: true, visit: func(in *scope) bool {
		ok := r.truth(e.Args[0], r.eval(in, e.Args[0]))
		if known(ok) && !ok.True() {
			return true
		}
		// A range that is not known leaves open whether there is a term.
		parts := []*values.Value{ok}
		if known(ok) {
			for _, x := range e.Args[1:] {
				parts = append(parts, r.eval(in, x))
			}
		}
		for _, p := range parts {
			none, slow = none || p == noValue, slow || p == tooLong
		}
		// The collection is not known then, whatever else is in it.
		if none || slow {
			return false
		}
		terms = append(terms, parts[1])
		held = append(held, parts[len(parts)-1])
		return len(terms) < maxItems
	}}

	if q.undefined(s) {
		return noValue
	}
	whole := q.each(s, e.Vars)
	switch {
	case none:
		return noValue
	case slow || q.partial || !whole:
		return tooLong
	case e.Op == "map":
		return values.Mapping(terms, held)
	}
	return &values.Value{Kind: values.Set, Items: values.Sorted(terms, true)}
}
