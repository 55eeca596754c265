package summary

import (
	"fmt"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// after are the states behind a loop: of its end by the condition, and of each way out of
// its body.
func (l *loop) after() (out []*state) {
	end := l.entry.clone()
	if !l.mayBeEmpty() {
		l.need(l.entry, binary("<=", l.low, l.high))
	}

	for _, n := range l.names {
		for _, s := range l.stay {
			if end.types[n] == nil {
				end.types[n] = s.types[n]
			}
		}
		end.vars[n] = nil
		if f := l.closed[n]; f != nil {
			end.vars[n] = f(l.high)
		}
	}
	// The variable of a for is gone behind it; a counter of a while is at its end.
	if l.stmt.Loop.Word != "for" {
		end.vars[l.counter] = l.high
	}

	var conds []spec.Expr
	for _, s := range l.leave {
		c := l.own(s)
		if c == nil {
			// It may have been left under a condition that nobody can say, so that to be here says nothing.
			end.loose = true
			continue
		}
		conds = append(conds, not(c))
		l.invariant(l.over("forall", not(c), l.at()))
		end.conds = append(end.conds, l.over("forall", not(c), l.high))
	}

	out = append(out, end)
	for _, s := range l.leave {
		out = append(out, l.left(s, and(conds...)))
	}
	return out
}

// left is the state where an iteration left the loop; before it, none did.
func (l *loop) left(s *state, none spec.Expr) *state {
	out := s.clone()
	// Conditions of the iteration are in words of its start: they are said anew, of the witness.
	out.conds = slices.Clone(l.entry.conds)
	out.witnesses = slices.Clone(l.entry.witnesses)
	if out.end == breaks {
		out.end = falls
	}

	w := l.witness()
	at := spec.Expr(name(w))
	say := func(e spec.Expr) spec.Expr {
		if e == nil {
			return nil
		}
		if k := l.known(e, l.at()); k != nil {
			return with(k, l.counter, at)
		}
		return nil
	}

	for _, n := range l.names {
		switch v := out.vars[n].(type) {
		case spec.Expr:
			out.vars[n] = nil
			if k := say(v); k != nil {
				out.vars[n] = k
			}
		case *seq:
			out.vars[n] = nil
			// Changed in this iteration, before it was left, it is no longer what the closed form says.
			if f := l.closed[n]; f != nil && len(v.done) == 0 {
				out.vars[n] = f(at)
			}
		}
	}
	if e, ok := out.result.(spec.Expr); ok {
		out.result = nil
		if k := say(e); k != nil {
			out.result = k
		}
	}

	c := l.own(s)
	if c == nil {
		out.loose = true
		return out
	}
	first := l.over("forall", none, l.at())
	out.witnesses = append(out.witnesses, witness{w, l.low, l.high, with(first, l.counter, at)})
	out.conds = append(out.conds, conjuncts(and(binary("<=", l.low, at), binary("<", at, l.high), with(c, l.counter, at)))...)
	return out
}

// witness is a name for an iteration that no other has.
func (r *runner) witness() string {
	for {
		r.witnesses++
		if n := fmt.Sprintf("at%d", r.witnesses); !wordIn(r.code, n) {
			return n
		}
	}
}

// closed is a condition with its witnesses quantified, the last one innermost.
func closed(e spec.Expr, list []witness) spec.Expr {
	for _, w := range slices.Backward(list) {
		var in, out []spec.Expr
		for _, c := range conjuncts(e) {
			switch {
			case same(c, binary("<=", w.low, name(w.name))), same(c, binary("<", name(w.name), w.high)): // is said anyway
				continue
			}
			if mentions(c, w.name) {
				in = append(in, c)
			} else {
				out = append(out, c)
			}
		}
		if len(in) > 0 {
			out = append(out, quantified("exists", w.name, w.low, w.high, and(in...)))
		}
		e = and(out...)
	}
	return e
}

// requires are the needs of the function, over its parameters.
func (r *runner) requires() (out []spec.Expr) {
	for _, n := range r.needs {
		e := binary("==>", n.where, n.what)
		// For all iterations: there is none in which it is reached and fails.
		if open := closed(not(e), n.witnesses); len(n.witnesses) > 0 {
			e = not(open)
		}
		e = replaced(e, withoutOld)
		if r.sayable(e) && !slices.ContainsFunc(out, func(x spec.Expr) bool { return same(x, e) }) {
			out = append(out, e)
		}
	}
	return out
}

// sayable reports whether e speaks of nothing but parameters, constants and what it binds.
func (r *runner) sayable(e spec.Expr, more ...string) bool {
	known := slices.Clone(more)
	for _, p := range r.fn.Params {
		known = append(known, p.Name)
	}
	spec.Walk(e, func(x spec.Expr) {
		if q, ok := x.(*spec.Quant); ok {
			for _, v := range q.Vars {
				known = append(known, v.Name)
			}
		}
		if c, ok := x.(*spec.Closure); ok {
			for _, v := range c.Params {
				known = append(known, v.Name)
			}
		}
	})

	ok := true
	spec.Walk(e, func(x spec.Expr) {
		switch x := x.(type) {
		case *spec.Name:
			if len(x.Path.Segs) == 1 && x.Path.Self == nil {
				ok = ok && (slices.Contains(known, x.Path.Last()) || x.Path.Last() == "None")
			}
		case *spec.List:
			ok = ok && len(x.Xs) > 0
		}
	})
	return ok
}

// resultName is what clauses call the result; empty where they cannot.
func (r *runner) resultName() string {
	if r.fn.Result.Name != "" {
		return r.fn.Result.Name
	}
	if slices.ContainsFunc(r.fn.Params, func(p spec.Param) bool { return p.Name == "result" }) {
		return ""
	}
	return "result"
}

// ensures are what the paths through the function come to.
func (r *runner) ensures() (out []spec.Expr) {
	add := func(s *state, list ...spec.Expr) {
		cond := boolean(true)
		// A single path needs no condition: all that returns comes along it.
		if len(r.ends) > 1 {
			// More holds on the path than its conditions say, so that they would claim too much.
			if s.loose {
				return
			}
			cond = closed(and(s.conds...), s.witnesses)
		}
		for _, e := range list {
			if slices.ContainsFunc(s.witnesses, func(w witness) bool { return mentions(e, w.name) }) {
				continue // of which iteration it is, cannot be said
			}
			if e = binary("==>", cond, e); r.sayable(e, r.resultName()) {
				out = append(out, e)
			}
		}
	}
	if n := r.resultName(); n != "" && r.fn.Result.Type != nil {
		switch v := r.whole(); {
		case v != nil && isTruth(r.fn.Result.Type):
			add(&state{}, &spec.Binary{Op: "<==>", X: name(n), Y: v})
		case v != nil:
			add(&state{}, equal(name(n), v)...)
		default:
			for _, s := range r.ends {
				add(s, r.said(name(n), s.result)...)
			}
			out = append(out, r.exits(name(n))...)
		}
	}

	for _, p := range r.fn.Params {
		if t := p.Type; t == nil || t.Kind != mir.RefType || !t.Mutable {
			continue
		}
		for _, s := range r.ends {
			add(s, r.said(name(p.Name), s.vars[p.Name])...)
		}
	}
	return out
}

func isTruth(t *mir.Type) bool { return t.Kind == mir.Prim && t.Name == "bool" }

// equal is x == v, part by part.
func equal(x, v spec.Expr) (out []spec.Expr) {
	if t, ok := v.(*spec.Tuple); ok {
		for i, part := range t.Xs {
			out = append(out, equal(&spec.Field{X: x, Name: fmt.Sprint(i)}, part)...)
		}
		return out
	}
	return []spec.Expr{&spec.Binary{Op: "==", X: x, Y: v}}
}

// said is what is known of a value, over what it is called.
func (r *runner) said(x spec.Expr, v value) (out []spec.Expr) {
	switch v := v.(type) {
	case spec.Expr:
		return equal(x, v)
	case *seq:
		if v.length != nil {
			out = append(out, binary("==", length(x), v.length))
		}
		if v.exact != nil {
			out = append(out, &spec.Binary{Op: "==", X: &spec.View{X: x}, Y: v.exact})
		}
		if len(v.parts) > 0 {
			out = append(out, r.gathered(x, v.parts)...)
		}
		if v.at == nil {
			return out
		}
		if len(v.cells) == 0 {
			return append(out, r.quantify("forall", integer(0), length(x), func(k spec.Expr) spec.Expr {
				return binary("==", &spec.Index{X: x, I: k}, v.at(k))
			}))
		}
		for _, k := range sorted(v.cells) {
			out = append(out, binary("==", &spec.Index{X: x, I: &spec.Lit{Kind: "int", Text: k}}, v.cells[k]))
		}
		if n, ok := x.(*spec.Name); ok {
			out = append(out, r.others(n.Path.Last(), v, sorted(v.cells)))
		}
	}
	return out
}

// whole is the result as one expression over the parameters, or nil.
func (r *runner) whole() spec.Expr {
	var out spec.Expr
	if r.fn.Result.Type != nil && isTruth(r.fn.Result.Type) {
		if e := r.truth(); e != nil {
			return e
		}
	}
	// The last path needs no condition: it is what is left when the others are not taken.
	for _, s := range slices.Backward(r.ends) {
		v, ok := s.result.(spec.Expr)
		if !ok || v == nil || !r.sayable(v) || s.loose && len(r.ends) > 1 {
			return nil
		}
		if out == nil {
			out = v
			continue
		}
		c := closed(and(s.conds...), s.witnesses)
		if !r.sayable(c) {
			return nil
		}
		out = choice(c, v, out)
	}
	return out
}

// truth is when a result that is a literal on each path is true.
func (r *runner) truth() spec.Expr {
	var yes, no []spec.Expr
	for _, s := range r.ends {
		v, ok := s.result.(spec.Expr)
		if !ok || v == nil || s.loose {
			return nil
		}
		c := closed(and(s.conds...), s.witnesses)
		switch {
		case isBool(v, true):
			yes = append(yes, c)
		case isBool(v, false):
			no = append(no, c)
		default:
			return nil
		}
	}
	e := either(yes)
	if other := not(either(no)); len(no) > 0 && len(spec.Text(other)) < len(spec.Text(e)) {
		e = other
	}
	if !r.sayable(e) {
		return nil
	}
	return e
}

// either is a disjunction; what a part says of those before it being false is left out.
func either(list []spec.Expr) spec.Expr {
	out := boolean(false)
	for i, e := range list {
		var parts []spec.Expr
		for _, c := range conjuncts(e) {
			if !slices.ContainsFunc(list[:i], func(b spec.Expr) bool { return same(not(b), c) }) {
				parts = append(parts, c)
			}
		}
		out = binary("||", out, and(parts...))
	}
	return out
}

// exits say of a result that is the place where a loop was left what holds there: of
//
//	while i < n { if C(i) { return Some(i) } … }  None
//
// that Some(i) fulfils C, and nothing before it. Other paths must have literals as results.
func (r *runner) exits(result spec.Expr) (out []spec.Expr) {
	var other []spec.Expr
	for _, s := range r.ends {
		v, ok := s.result.(spec.Expr)
		if !ok || v == nil || !isLit(v) && !isName(v, "None") && !isNegative(v) {
			continue
		}
		if !slices.ContainsFunc(other, func(o spec.Expr) bool { return same(o, v) }) {
			other = append(other, v)
		}
		out = append(out, r.only(result, v)...)
	}

	for _, s := range r.ends {
		v, ok := s.result.(spec.Expr)
		if !ok || s.loose || len(s.witnesses) == 0 {
			continue
		}
		w := s.witnesses[len(s.witnesses)-1]
		at, when := result, boolean(true)
		c, isCall := v.(*spec.Call)
		switch {
		case isName(v, w.name):
			for _, o := range other {
				when = binary("&&", when, &spec.Binary{Op: "!=", X: result, Y: o})
			}
		case isCall && c.Path.Name() == "Some" && isName(c.Args[0], w.name):
			at, when = &spec.Method{X: result, Name: "unwrap"}, &spec.Method{X: result, Name: "is_some"}
		default:
			continue
		}
		// Each condition in a clause of its own: the verifier may prove one and not another.
		for _, e := range append(slices.Clone(s.conds), w.first) {
			if e = binary("==>", when, with(e, w.name, at)); r.sayable(e, r.resultName()) {
				out = append(out, e)
			}
		}
	}
	return out
}

// only says that a result that a single path gives comes of that path alone.
func (r *runner) only(result, v spec.Expr) []spec.Expr {
	var from []*state
	for _, s := range r.ends {
		if o, ok := s.result.(spec.Expr); ok && same(o, v) {
			from = append(from, s)
		}
	}
	if len(from) != 1 || from[0].loose {
		return nil
	}
	var is spec.Expr = &spec.Binary{Op: "==", X: result, Y: v}
	if isName(v, "None") {
		is = &spec.Method{X: result, Name: "is_none"}
	}
	e := binary("==>", is, closed(and(from[0].conds...), from[0].witnesses))
	if !r.sayable(e, r.resultName()) {
		return nil
	}
	return []spec.Expr{e}
}

func isNegative(e spec.Expr) bool {
	u, ok := e.(*spec.Unary)
	return ok && u.Op == "-" && literal(u.X) != nil
}
