package emit

import (
	"cmp"
	"math/big"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// span is what a variable of a quantifier goes over.
type span struct {
	name    string
	text    string // an iterator
	value   term   // the variable
	facts   []fact
	partial bool
}

// receiver is the iterator in front of a method.
func (s span) receiver() string {
	if strings.Contains(s.text, "..") {
		return "(" + s.text + ")"
	}
	return s.text
}

// in is the variable as a pattern, for a text that speaks of it or not.
func (s span) in(text string) string {
	if slices.Contains(wordRE.FindAllString(text, -1), s.name) {
		return s.name
	}
	return "_"
}

// quantifier is a walk over the ranges that the guards leave to its variables.
//
//	forall|i: int| lo <= i < hi ==> P   is   (lo..hi).all(|i| P)
//	exists|i: int| lo <= i < hi && P    is   (lo..hi).any(|i| P)
//
// A body that may have no value stands in a loop, which ends without one where the body has
// none.
func (t *translator) quantifier(q *spec.Quant) term {
	if q.Op != "forall" && q.Op != "exists" {
		refuse("%s", q.Op)
	}
	all := q.Op == "forall"
	var spans []span
	var body term
	t.within(func() {
		// The order in which variables are written need not be the order of their ranges: each comes once
		// those that bound it are there.
		open := append([]spec.Param{}, q.Vars...)
		for len(open) > 0 {
			i, s := t.next(q, open)
			open = append(open[:i:i], open[i+1:]...)
			t.bind(s.name, s.value, false)
			t.facts = append(t.facts, s.facts...)
			spans = append(spans, s)
		}
		body = t.condition(q.Body)
	})

	method, end := "any", "false"
	if all {
		method, end = "all", "true"
	}
	// From the innermost range outwards.
	for i := len(spans) - 1; i >= 0; i-- {
		s := spans[i]
		switch {
		// No walk can change the value.
		case body.text == end:
			continue
		case !body.partial:
			body = boolean(s.receiver()+"."+method+"(|"+s.in(body.text)+"| "+body.text+")", postfixLevel, s.partial)
		case all:
			body = walked(s, "if !"+body.operand(postfixLevel)+" { return Some(false); }", "true")
		default:
			body = walked(s, "if "+body.operand(orLevel)+" { return Some(true); }", "false")
		}
	}
	return body
}

// walked is a loop over a range that ends early where a body says so.
func walked(s span, body, end string) term {
	option := "(|| { for " + s.in(body) + " in " + s.text + " { " + body + " } Some(" + end + ") })()"
	out := boolean(option+"?", postfixLevel, true)
	// Where something asks for the Option itself, the closure gives it without the ?.
	if !s.partial {
		out.option = option
	}
	return out
}

// next is a variable whose range can be said by those before it, with the range.
func (t *translator) next(q *spec.Quant, open []spec.Param) (int, span) {
	why := unbounded
	for i, p := range open {
		r := &ranges{translator: t, q: q, open: open, granted: map[spec.Expr]bool{}}
		var s span
		reason := attempt(func() { s = r.of(p) })
		if reason == "" {
			// What became the range is decided in the body, which need not ask again.
			for at, is := range r.granted {
				t.grant(at, is)
			}
			return i, s
		}
		// The first particular reason says more than that there is no range.
		if why == unbounded {
			why = reason
		}
	}
	refuse("%s", why)
	return 0, span{}
}

func (t *translator) grant(at spec.Expr, is bool) {
	if t.granted == nil {
		t.granted = map[spec.Expr]bool{}
	}
	t.granted[at] = is
}

// ranges looks for the range of a variable.
type ranges struct {
	*translator
	q       *spec.Quant
	open    []spec.Param
	granted map[spec.Expr]bool
}

// bound is a number that a variable is not below, or not above: side − plus + minus, itself
// excluded where strict.
type bound struct {
	*spec.Limit
	strict bool
	exact  bool // no other variable stands between
}

// free reports whether an expression speaks of no open variable.
func (r *ranges) free(x spec.Expr) bool {
	for _, o := range r.open {
		if mentions(x, o.Name) {
			return false
		}
	}
	return true
}

// limits are the comparisons that all hold where the body has not its usual value, those
// among alternatives left out.
func (r *ranges) limits(name string) []*spec.Limit {
	var out []*spec.Limit
	var collect func(l *spec.Limit)
	collect = func(l *spec.Limit) {
		switch {
		case l == nil || l.Either != nil:
		case l.Both != nil:
			for _, part := range l.Both {
				collect(part)
			}
		default:
			out = append(out, l)
		}
	}
	collect(spec.Limits(r.q.Body, r.q.Op == "exists", name, r.free))
	return out
}

// bounds are the lower or the upper bounds of a variable, those through other open variables
// last; around are the variables on the way.
func (r *ranges) bounds(name string, upper bool, around []string) []bound {
	var exact, through []bound
	for _, l := range r.limits(name) {
		if l.Among != nil || l.Op == "!=" || l.Op != "==" && (l.Op[0] == '<') != upper {
			continue
		}

		b := bound{l, l.Op == "<" || l.Op == ">", len(around) == 0 && l.Op != "=="}
		if r.free(l.Side) {
			exact = append(exact, b)
			continue
		}

		// i < j && j < n bounds i by n too, where j is not there yet. The comparison itself stays in the
		// body then.
		for _, o := range r.open {
			if !spec.IsName(l.Side, o.Name) || len(l.Plus)+len(l.Minus) > 0 || o.Name == name || slices.Contains(around, o.Name) {
				continue
			}
			for _, c := range r.bounds(o.Name, upper, append(around, name)) {
				c.exact = false
				through = append(through, c)
			}
		}
	}
	return append(exact, through...)
}

// of is the range of a variable.
func (r *ranges) of(p spec.Param) span {
	for _, l := range r.limits(p.Name) {
		if l.Among == nil {
			continue
		}
		v := r.expr(l.Among.X)
		if elem := element(v.typ); elem != nil && r.e.has(elem, "PartialEq") {
			r.granted[l.Among] = true
			return span{name: p.Name, text: v.receiver() + ".iter()", value: place(p.Name, &mir.Type{Kind: mir.RefType, Elem: elem}), partial: v.partial}
		}
	}

	typ := p.Type
	if isPrim(typ, "bool") {
		return span{name: p.Name, text: "[false, true].into_iter()", value: place(p.Name, typ)}
	}
	if typ != nil && !typ.IsInt() && typ.String() != "int" && typ.String() != "nat" {
		refuse("a quantifier over values of type %s", typ)
	}

	low, lowAt, why := r.end(r.bounds(p.Name, false, nil), false)
	high, highAt, whyHigh := r.end(r.bounds(p.Name, true, nil), true)
	if low, high = clamped(typ, low, high); low == nil || high == nil {
		refuse("%s", cmp.Or(why, whyHigh, unbounded))
	}

	// Only a bound that is the range's end exactly; one that was reached through another variable is
	// weaker than what the body says.
	for _, at := range []*bound{lowAt, highAt} {
		if at != nil && at.exact {
			r.granted[at.At] = at.Is
		}
	}
	s := between(p.Name, *low, *high)
	s.facts = r.inside(p.Name, highAt, low)
	return s
}

// clamped holds a range to the values of the variable's type, with which it gets the ends that
// it has not, where those are few; nil are ends that are not known.
func clamped(typ *mir.Type, low, high *term) (*term, *term) {
	if typ == nil || typ.String() == "int" {
		return low, high
	}
	first, few := new(big.Int), false
	if typ.IsInt() {
		lo, hi := bounds(typ)
		behind := new(big.Int).Add(hi, one())
		// Without an end of its own a variable has its type's only where a check can walk through all of
		// the type's values.
		first, few = lo, typ.Bits() <= 16
		if high != nil && high.hi.Cmp(behind) > 0 || high == nil && few {
			high = held(high, behind, ".min")
		}
	}
	if low != nil && low.lo.Cmp(first) < 0 || low == nil && (few || first.Sign() == 0) {
		low = held(low, first, ".max")
	}
	return low, high
}

// held is an end of a range that is not beyond a number; the number itself where there is no
// other end, or a literal beyond it.
func held(x *term, n *big.Int, by string) *term {
	out := constant(n)
	if x != nil && !x.literal {
		y := number(*x)
		y.text, y.level = y.receiver()+by+"("+out.text+")", postfixLevel
		if by == ".min" {
			y.lo, y.hi = least(y.lo, n), least(y.hi, n)
		} else {
			y.lo, y.hi = most(y.lo, n), most(y.hi, n)
		}
		out = y
	}
	return &out
}

// unbounded is why most quantifiers are left out.
const unbounded = "a quantifier without a bounded range"

// end is the first bound that can be said: the least value of the range, or the value behind
// its greatest one. Where there are bounds and none can be said, why says the reason.
func (r *ranges) end(list []bound, upper bool) (x *term, at *bound, why string) {
	for i := range list {
		var end term
		reason := attempt(func() { end = r.limit(&list[i], upper) })
		if reason == "" {
			return &end, &list[i], ""
		}
		why = cmp.Or(why, reason)
	}
	return nil, nil, why
}

func (r *ranges) limit(b *bound, upper bool) term {
	x := r.expr(b.Side)
	if x.lo == nil {
		refuse("a bound that is no number")
	}
	for _, e := range b.Plus {
		x = r.arithmetic("-", x, r.expr(e))
	}
	for _, e := range b.Minus {
		x = r.arithmetic("+", x, r.expr(e))
	}

	if b.strict == upper {
		return x
	}
	// The next number, in the code's own type where that has it.
	if x.typ != nil && x.typ != integer && x.refs == 0 && !x.literal {
		if _, most := bounds(x.typ); x.hi.Cmp(most) < 0 {
			return term{text: x.operand(addLevel) + " + 1", level: addLevel, typ: x.typ, lo: new(big.Int).Add(x.lo, one()), hi: new(big.Int).Add(x.hi, one()), partial: x.partial}
		}
	}
	return r.arithmetic("+", x, constant(big.NewInt(1)))
}

// between is the range from a number up to one that it has not.
func between(name string, low, high term) span {
	partial := low.partial || high.partial
	// In the code's own type where both ends have it, so that the variable can be an index as it is.
	typ := high.typ
	if typ == nil || typ == integer || low.typ != nil && low.typ.String() != typ.String() || low.typ == nil && !ofType(low, high) {
		low, high, typ = number(low), number(high), nil
		if low.literal && high.literal {
			low.text, low.literal = low.suffixed(), false
		}
	}
	v := term{text: name, level: postfixLevel, typ: typ, lo: low.lo, hi: new(big.Int).Sub(high.hi, big.NewInt(1))}
	if v.hi.Cmp(v.lo) < 0 {
		v.hi = v.lo // there is no such value
	}
	return span{name: name, text: low.operand(orLevel) + ".." + high.operand(orLevel), value: v, partial: partial}
}

// inside are the sequences in which a variable is an index, since its range ends with their
// length.
func (r *ranges) inside(name string, b *bound, low *term) []fact {
	if b == nil || low.lo.Sign() < 0 || len(b.Plus) > 0 {
		return nil
	}
	m, ok := b.Side.(*spec.Method)
	if !ok || m.Name != "len" || !b.strict || len(b.Minus) > 0 {
		return nil
	}
	var out []fact
	attempt(func() { out = []fact{{name, r.expr(m.X).receiver()}} })
	return out
}
