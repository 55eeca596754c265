package summary

import (
	"slices"
	"strings"

	"ensures/rust/spec"
)

// loop is a loop that is being summarised.
type loop struct {
	*runner
	stmt  *spec.Repeat
	entry *state   // before it
	start *state   // at the beginning of any iteration
	names []string // of the variables that it changes

	// counter goes from low to the first value at which the loop ends by its condition.
	counter   string
	low, high spec.Expr

	walk *passage // what a for goes through, where that is not a range upwards by a name

	stay, leave []*state // what an iteration comes to

	// closed are the variables whose value at any iteration is known, over the counter.
	closed map[string]func(counter spec.Expr) value
}

// loop runs a loop: all its iterations at once where it counts, else nothing is known of
// what it changes.
func (r *runner) loop(st *spec.Repeat, s *state) []*state {
	l := &loop{runner: r, stmt: st, entry: s, closed: map[string]func(spec.Expr) value{}}
	for _, n := range assigned(st.Body) {
		if _, outside := s.vars[n]; outside {
			l.names = append(l.names, n)
		}
	}
	if l.walked(); st.Over != nil && l.walk == nil {
		r.forget(s, l.names)
		s.loose = true
		return []*state{s}
	}

	before := len(r.needs)
	if r.loops++; r.loops <= maxLoops {
		l.iteration()
	}
	defer func() { r.loops-- }()
	if l.start != nil && l.counts() {
		// Again, with what the counter is above known, and what stands at its place.
		// The needs of the first run are in words of less knowledge: they are asked for again.
		l.needs, l.stay, l.leave = l.needs[:before], nil, nil
		l.iteration()
	}
	if l.start == nil || l.counter == "" || !l.counts() {
		r.needs = r.needs[:before]
		r.forget(s, l.names)
		s.loose = true
		return []*state{s}
	}

	below := binary("<=", l.at(), l.high)
	// Where the range may be turned round, the counter stands above its end from the beginning.
	if k := literal(l.low); l.mayBeEmpty() && (k == nil || k.Sign() != 0) {
		below = binary("==>", decided(binary("<=", l.low, l.high), l.entry.conds), below)
	}
	l.invariant(binary("<=", l.low, l.at()), below)

	for range 2 { // what is known of one may be what another needs
		for _, n := range l.names {
			if l.closed[n] != nil || n == l.counter {
				continue
			}
			switch q := s.vars[n].(type) {
			case *seq:
				l.sequence(n, q)
			case spec.Expr:
				l.scalar(n, q)
			}
		}
	}
	l.needed(before)
	return l.after()
}

// mayBeEmpty reports whether what is said of the loop is so too where its range ends before it
// begins: it counts from zero, or nothing but the way out depends on its iterations.
func (l *loop) mayBeEmpty() bool {
	if k := literal(l.low); k != nil && k.Sign() == 0 {
		return true
	}
	return l.stmt.Loop.Word == "for" && len(l.names) == 0
}

func (l *loop) at() spec.Expr { return name(l.counter) }

func (l *loop) invariant(list ...spec.Expr) {
	for _, e := range list {
		if e != nil && !isBool(e, true) {
			l.invariants[l.stmt.Loop] = append(l.invariants[l.stmt.Loop], e)
		}
	}
}

// iteration runs the body once, from names for all that the loop changes.
func (l *loop) iteration() {
	s := l.entry.clone()
	for _, n := range l.names {
		switch q := s.vars[n].(type) {
		case *seq:
			s.vars[n] = l.begin(n, q)
		// Whatever changes stands for itself: for its value at the beginning of any iteration.
		default:
			s.vars[n] = name(n)
		}
	}

	st := l.stmt
	cond := st.Cond
	if l.walk != nil {
		l.walk.enter(s)
		cond = nil
	} else if st.Var != "" {
		s.vars[st.Var] = name(st.Var)
		op := "<"
		if st.Closed {
			op = "<="
		}
		cond = &spec.Binary{Op: op, X: name(st.Var), Y: st.High}
	}

	var c spec.Expr = boolean(true)
	switch {
	case l.walk != nil:
		c = binary("<", name(l.walk.counter), l.walk.high)
	case cond != nil:
		c, _ = l.value(cond, s).(spec.Expr)
	}
	l.start = s
	if c == nil {
		s.loose = true
		return
	}

	if l.counter != "" {
		s.conds = append(s.conds, conjuncts(binary("<=", l.low, l.at()))...)
	}
	s.conds = append(s.conds, conjuncts(c)...)
	for _, t := range l.block(st.Body, s.clone()) {
		switch t.end {
		case falls, continues:
			t.end = falls
			l.stay = append(l.stay, t)
		default:
			l.leave = append(l.leave, t)
		}
	}
}

// begin is a sequence at the beginning of an iteration. One that is written at literal
// places only is these places, the rest of it stays.
func (l *loop) begin(n string, q *seq) *seq {
	places, only := literalPlaces(l.stmt.Body, n)
	if !only || q.at == nil {
		out := plain(name(n))
		if keepsLength(l.stmt.Body, n) {
			out.length = q.length
		}
		// Written at the counter alone, the element there has not been reached by an iteration before.
		if l.counter != "" && q.at != nil && putAt(l.stmt.Body, n, l.counter) {
			out.at = func(i spec.Expr) spec.Expr {
				if isName(i, l.counter) {
					return q.element(i)
				}
				return &spec.Index{X: name(n), I: i}
			}
		}
		return out
	}
	out := &seq{length: q.length, at: q.at, cells: map[string]spec.Expr{}}
	for k, v := range q.cells {
		out.cells[k] = v
	}
	for _, k := range places {
		out.cells[k] = &spec.Index{X: name(n), I: &spec.Lit{Kind: "int", Text: k}}
	}
	return out
}

// counts finds the counter: a variable that grows by one in each iteration and that the
// condition bounds by what does not change.
func (l *loop) counts() bool {
	if l.start.loose || len(l.stay) == 0 {
		return false
	}
	if l.walk != nil {
		l.counter, l.low, l.high = l.walk.counter, l.walk.low, l.walk.high
		return true
	}
	if l.stmt.Var != "" {
		low, _ := l.value(l.stmt.Low, l.entry).(spec.Expr)
		high, _ := l.value(l.stmt.High, l.entry).(spec.Expr)
		if low == nil || high == nil || slices.Contains(l.names, l.stmt.Var) {
			return false
		}
		if l.stmt.Closed {
			high = binary("+", high, integer(1))
		}
		l.counter, l.low, l.high = l.stmt.Var, low, high
		return true
	}

	// The condition of the loop is what the start knows beyond the entry.
	own := l.start.conds[len(l.entry.conds):]
	for _, n := range l.names {
		low, ok := l.entry.vars[n].(spec.Expr)
		if !ok || !l.grows(n) {
			continue
		}
		for _, c := range own {
			b, ok := c.(*spec.Binary)
			if !ok || !isName(b.X, n) || mentions(b.Y, l.names...) {
				continue
			}
			switch b.Op {
			// With steps of one from below, != ends where < does.
			case "<", "!=":
				l.counter, l.low, l.high = n, low, b.Y
			case "<=":
				l.counter, l.low, l.high = n, low, binary("+", b.Y, integer(1))
			default:
				continue
			}
			return true
		}
	}
	return false
}

// grows reports whether every iteration adds one to a variable.
func (l *loop) grows(n string) bool {
	next := spec.Text(binary("+", name(n), integer(1)))
	for _, s := range l.stay {
		v, ok := s.vars[n].(spec.Expr)
		if !ok || spec.Text(v) != next {
			return false
		}
	}
	return true
}

// own is the condition of a path through the body, behind that of the loop; nil where it
// cannot be said at any iteration by the counter.
func (l *loop) own(s *state) spec.Expr {
	if s.loose {
		return nil
	}
	c := closed(and(s.conds[len(l.start.conds):]...), s.witnesses[len(l.entry.witnesses):])
	return l.known(c, l.at())
}

// known is an expression of an iteration over the counter alone, at a value of it; nil
// where it speaks of what is not known.
func (l *loop) known(e spec.Expr, at spec.Expr) spec.Expr {
	bad := false
	out := replaced(e, func(x spec.Expr) spec.Expr {
		if withoutOld(x) != nil {
			return x // is before the function, not in the loop
		}
		for _, n := range l.names {
			if n == l.counter {
				continue
			}
			f := l.closed[n]
			switch x := x.(type) {
			case *spec.Index:
				if isName(x.X, n) && f != nil {
					if q, ok := f(at).(*seq); ok && q.at != nil {
						return l.known(q.element(x.I), at)
					}
				}
			case *spec.Method:
				if isName(x.X, n) && f != nil && x.Name == "len" {
					if q, ok := f(at).(*seq); ok {
						return q.length
					}
				}
			case *spec.Name:
				if isName(x, n) {
					if f != nil {
						if t, ok := f(at).(spec.Expr); ok {
							return t
						}
					}
					bad = true
				}
			}
		}
		return nil
	})
	if bad {
		return nil
	}
	return with(out, l.counter, at)
}

// fresh is a variable for a quantifier over e.
func (r *runner) fresh(es ...spec.Expr) string {
	for _, n := range []string{"k", "j", "p", "q", "u", "w", "k1", "k2", "k3"} {
		if wordIn(r.code, n) {
			continue
		}
		if !slices.ContainsFunc(es, func(e spec.Expr) bool { return e != nil && mentions(e, n) }) {
			return n
		}
	}
	return "k_"
}

func wordIn(text, word string) bool {
	letter := func(i int) bool {
		return i >= 0 && i < len(text) && (text[i] == '_' || text[i]|0x20 >= 'a' && text[i]|0x20 <= 'z' || text[i] >= '0' && text[i] <= '9')
	}
	for i := 0; ; {
		k := strings.Index(text[i:], word)
		if k < 0 {
			return false
		}
		if i += k; !letter(i-1) && !letter(i+len(word)) {
			return true
		}
		i += len(word)
	}
}

// over quantifies an expression of the counter over its values from low to below high.
func (l *loop) over(op string, e, high spec.Expr) spec.Expr {
	if !mentions(e, l.counter) {
		return e
	}
	v := l.fresh(e, high, l.low)
	return quantified(op, v, l.low, high, with(e, l.counter, name(v)))
}

// scalar says what is known of a variable.
func (l *loop) scalar(n string, before spec.Expr) {
	f, bounds := l.accumulated(n, before, name(n), func(s *state) spec.Expr {
		v, _ := s.vars[n].(spec.Expr)
		return v
	})
	l.invariant(bounds...)
	if f == nil {
		if l.flag(n, before); l.closed[n] == nil {
			l.folded(n, before)
		}
		return
	}
	l.closed[n] = func(at spec.Expr) value { return f(at) }
	l.invariant(binary("==", name(n), f(l.at())))
}

// folded is a variable that each iteration makes anew of what it was, by a function of its own:
//
//	x(n) = if n ≤ low { x₀ } else { step(x(n − 1), n − 1) }
func (l *loop) folded(n string, before spec.Expr) {
	const own = "_before"
	result := "int"
	switch t := bare(l.entry.types[n]); {
	case isLit(before) && literal(before) == nil && (isBool(before, true) || isBool(before, false)), t != nil && isTruth(t):
		result = "bool"
	// Neither its type nor its first value says that it is a number.
	case !isInt(t) && literal(before) == nil && !isNegative(before):
		return
	}
	// known would refuse the variable itself, of which nothing is known yet: meanwhile it goes by
	// another name.
	say := func(e spec.Expr) spec.Expr {
		if e = l.known(with(e, n, name(own)), l.at()); e != nil {
			e = with(e, own, name(n))
		}
		return e
	}

	var step spec.Expr
	for i, s := range slices.Backward(l.stay) {
		v, _ := s.vars[n].(spec.Expr)
		if v == nil || s.loose {
			return
		}
		if v = say(v); v == nil {
			return
		}
		if i == len(l.stay)-1 {
			step = v
			continue
		}
		// What depends on variables that are not known may not matter for this one.
		c := boolean(true)
		for _, part := range conjuncts(closed(and(s.conds[len(l.start.conds):]...), s.witnesses[len(l.entry.witnesses):])) {
			if k := say(part); k != nil {
				c = binary("&&", c, k)
			}
		}
		step = choice(c, v, step)
	}

	f := l.recursion(n, result, before, step, func(call, was, step string) string { return "let " + was + " = " + call + "; " + step })
	if f == nil {
		return
	}
	l.closed[n] = func(at spec.Expr) value { return f(at) }
	op := "=="
	if result == "bool" {
		op = "<==>"
	}
	l.invariant(&spec.Binary{Op: op, X: name(n), Y: f(l.at())})
}

// accumulated is the value at any iteration of a place that each adds something to, nil
// where it cannot be said; and what bounds it where what is added are numbers.
func (l *loop) accumulated(n string, before, place spec.Expr, of func(*state) spec.Expr) (f func(at spec.Expr) spec.Expr, bounds []spec.Expr) {
	step, least, most, ok := l.steps(of, place)
	if ok && step != nil {
		return func(at spec.Expr) spec.Expr { return l.summed(before, step, at) }, nil
	}
	// Several numbers, by cases: it lies between as many of the least and as many of the greatest.
	if ok {
		times := binary("-", l.at(), l.low)
		bounds = []spec.Expr{binary("<=", binary("+", before, binary("*", least, times)), place), binary("<=", place, binary("+", before, binary("*", most, times)))}
	}
	for _, op := range []string{"+", "*"} {
		if each := l.addends(op, place, of); each != nil {
			if total := l.define(n, op, each); total != nil {
				return func(at spec.Expr) spec.Expr { return binary(op, before, total(at)) }, bounds
			}
		}
	}
	return nil, bounds
}

// addends is what an iteration adds to a place, or multiplies it by, over the counter.
func (l *loop) addends(op string, place spec.Expr, of func(*state) spec.Expr) spec.Expr {
	var out spec.Expr
	for i, s := range slices.Backward(l.stay) {
		v := of(s)
		if v == nil {
			return nil
		}
		d := binary("-", v, place)
		if op == "*" {
			d = nil
			switch b, ok := v.(*spec.Binary); {
			case same(v, place):
				d = integer(1)
			case ok && b.Op == "*" && same(b.X, place):
				d = b.Y
			case ok && b.Op == "*" && same(b.Y, place):
				d = b.X
			}
		}
		// What depends on the place itself is no sum of what the iterations have.
		if d == nil || strings.Contains(spec.Text(d), spec.Text(place)) {
			return nil
		}
		if d = l.known(d, l.at()); d == nil {
			return nil
		}
		// The last path needs no condition, as one of them is taken.
		if i == len(l.stay)-1 {
			out = d
			continue
		}
		c := l.own(s)
		if c == nil {
			return nil
		}
		out = choice(c, d, out)
	}
	return out
}

// steps is what every iteration adds to a place: an expression over the counter, or the
// least and the greatest of several numbers.
func (l *loop) steps(of func(*state) spec.Expr, place spec.Expr) (step, least, most spec.Expr, ok bool) {
	for _, s := range l.stay {
		v := of(s)
		if v == nil {
			return nil, nil, nil, false
		}
		d := l.known(binary("-", v, place), l.at())
		if d == nil || strings.Contains(spec.Text(d), spec.Text(place)) {
			return nil, nil, nil, false
		}
		if least == nil {
			step, least, most = d, d, d
			continue
		}
		if !same(step, d) {
			step = d
			a, b, c := literal(least), literal(most), literal(d)
			if a == nil || b == nil || c == nil {
				return nil, nil, nil, false
			}
			if c.Cmp(a) < 0 {
				least = d
			}
			if c.Cmp(b) > 0 {
				most = d
			}
		}
	}
	if !same(least, most) {
		return nil, least, most, true
	}
	if literal(step) == nil && mentions(step, l.counter) && l.slope(step) == nil {
		return nil, nil, nil, false
	}
	return step, least, most, true
}

// slope is what a step grows by with the counter, where that is a number.
func (l *loop) slope(step spec.Expr) spec.Expr {
	d := binary("-", with(step, l.counter, binary("+", l.at(), integer(1))), step)
	if literal(d) == nil {
		return nil
	}
	return d
}

// summed is a start with the steps of all iterations before one added:
//
//	x₀ + Σ step(k), low ≤ k < at: step · (at − low), or half of (step(low) + step(at − 1)) · (at − low)
func (l *loop) summed(before, step, at spec.Expr) spec.Expr {
	times := binary("-", at, l.low)
	if !mentions(step, l.counter) {
		return binary("+", before, binary("*", step, times))
	}
	// Gauss's sum, which is only right for a step that grows by the same each time: steps checks it.
	ends := binary("+", with(step, l.counter, l.low), with(step, l.counter, binary("-", at, integer(1))))
	return binary("+", before, &spec.Binary{Op: "/", X: binary("*", ends, times), Y: integer(2)})
}

// flag says what is known of a variable that only ever becomes a literal: it is that as
// soon as the condition for it was true once.
func (l *loop) flag(n string, before spec.Expr) {
	var to spec.Expr
	var when []spec.Expr
	for _, s := range l.stay {
		v, ok := s.vars[n].(spec.Expr)
		switch {
		case ok && isName(v, n):
		case ok && isLit(v) && literal(v) == nil && (to == nil || same(to, v)):
			c := l.own(s)
			if c == nil {
				return
			}
			to, when = v, append(when, c)
		default:
			return
		}
	}
	if to == nil || !isLit(before) || same(to, before) {
		return
	}
	// Any of the conditions, by the folds of not.
	cond := not(and(negated(when)...))
	f := func(at spec.Expr) spec.Expr {
		e := l.over("exists", cond, at)
		if isBool(to, false) {
			e = not(e)
		}
		return e
	}
	l.closed[n] = func(at spec.Expr) value { return f(at) }
	l.invariant(&spec.Binary{Op: "<==>", X: name(n), Y: f(l.at())})
}

func negated(es []spec.Expr) []spec.Expr {
	out := make([]spec.Expr, len(es))
	for i, e := range es {
		out[i] = not(e)
	}
	return out
}

// needed says before the loop what its iterations need.
func (l *loop) needed(from int) {
	list := slices.Clone(l.needs[from:])
	l.needs = l.needs[:from]
	for _, n := range list {
		inside := l.start.conds[len(l.entry.conds):]
		// What the loop's range and the entry say is said by the quantifier, or before it.
		var where []spec.Expr
		for _, c := range conjuncts(n.where) {
			if !slices.ContainsFunc(inside, func(x spec.Expr) bool { return same(x, c) }) && !slices.ContainsFunc(l.entry.conds, func(x spec.Expr) bool { return same(x, c) }) {
				where = append(where, c)
			}
		}
		cond := l.known(and(where...), l.at())
		// Part by part: one that can be said of all iterations is said, whatever the others are.
		for _, part := range conjuncts(n.what) {
			if what := l.known(part, l.at()); what != nil && cond != nil && !mentions(what, l.unknownNames()...) {
				l.needs = append(l.needs, need{and(l.entry.conds...), l.throughout(cond, what), l.entry.witnesses})
			}
		}
	}
}

func (l *loop) unknownNames() (out []string) {
	for _, n := range l.names {
		if n != l.counter && l.closed[n] == nil {
			out = append(out, n)
		}
	}
	return out
}

// throughout is a condition of all iterations. One that the last iteration needs most is
// said of that alone: i < n for all i below m is m ≤ n.
func (l *loop) throughout(cond, what spec.Expr) spec.Expr {
	b, ok := what.(*spec.Binary)
	if ok && isBool(cond, true) && mentions(b.X, l.counter) && !mentions(b.Y, l.counter) {
		if slope := l.slope(b.X); slope != nil && literal(slope).Sign() > 0 && (b.Op == "<" || b.Op == "<=") {
			last := with(b.X, l.counter, binary("-", l.high, integer(1)))
			if b.Op == "<" {
				last = binary("+", last, integer(1))
			}
			some := decided(binary("<", l.low, l.high), l.entry.conds)
			if isZero(l.low) && same(last, l.high) {
				some = boolean(true) // without an iteration it says nothing
			}
			return binary("==>", some, binary("<=", last, b.Y))
		}
	}
	if ok && isBool(cond, true) && !mentions(b.X, l.counter) && b.Op == "<=" {
		if slope := l.slope(b.Y); slope != nil && literal(slope).Sign() > 0 {
			return binary("<=", b.X, with(b.Y, l.counter, l.low)) // and of the first
		}
	}
	return l.over("forall", binary("==>", cond, what), l.high)
}
