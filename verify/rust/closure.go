package rust

import (
	"ensures/rust/mir"
	"ensures/verify/smt"
)

// closureOf is the body of a closure; nil where the compiler printed none for its type.
func (x *exec) closureOf(t *mir.Type) *mir.Func {
	if t == nil || t.Kind != mir.ClosureType {
		return nil
	}
	var out *mir.Func
	for _, f := range x.mir.Funcs {
		if f.Kind != mir.Function || len(f.Params) == 0 || f.Refused != nil || len(f.Blocks) == 0 {
			continue
		}
		// By the type of the body's first parameter, which is the closure itself: the type's name is its
		// place in the source.
		if self := pointee(f.Locals[f.Params[0]].Type); self != nil && self.Kind == mir.ClosureType && self.Name == t.Name {
			if out != nil {
				return nil // two stand at one place: a macro's
			}
			out = f
		}
	}
	return out
}

// captured is a closure with what it took of its surroundings.
//
// Side condition: it took nothing by a mutable reference.
func (x *exec) captured(s *state, rv *mir.Rvalue) *value {
	body := x.closureOf(rv.Type)
	if body == nil {
		unsupported("closure whose body is not found")
	}
	out := &value{shape: &shape{kind: structShape, closure: body}}
	for _, a := range rv.Args {
		// A shared reference to what has interior mutability has no meaning anyway: no shape has cells.
		if t := x.operandType(s, a); t == nil || t.Kind == mir.RefType && t.Mutable {
			unsupported("closure that changes what is around it")
		}
		v := x.operand(s, a)
		out.shape.parts, out.parts = append(out.shape.parts, part{itoa(len(out.parts)), v.shape}), append(out.parts, v)
	}
	return out
}

// applied is the value of a closure for an argument that stands for any one that fulfils in:
// what it needs not to panic is an obligation for all of them.
//
//	in(k) ⊢ every check of body(k)          the result is a term over k
//
// Side conditions: the body has no loop, leaves what it took unchanged, and computes nothing
// that only a new name could stand for, which would be one for all arguments.
func (x *exec) applied(s *state, closure, arg *value, in *smt.Term) *value {
	body := closure.closure
	if len(body.Params) != 2 {
		unsupported("closure with this number of arguments")
	}

	// The same condition and claims over another body; what is by value is copied back below.
	y := *x
	y.body, y.pure = body, true
	y.arrive, y.loops = map[mir.Block][]*state{}, map[mir.Block]*loop{}
	order, back := flow(body)
	if len(back) > 0 {
		unsupported("closure with a loop")
	}
	y.order = order

	inner := &state{pc: smt.And(s.pc, in), cells: map[cell]*value{}, refs: map[cell]*ref{}}
	// The closure itself comes by reference or by value.
	self := cell(body.Params[0])
	if t := body.Locals[body.Params[0]].Type; t.Kind == mir.RefType && t.Mutable {
		// FnMut: the body sees its captures through a mutable reference, to a cell of its own.
		behind := cell(len(body.Locals))
		inner.cells[behind], inner.refs[self] = closure, &ref{to: behind}
		self = behind
	} else {
		inner.cells[self] = closure
	}

	inner.cells[cell(body.Params[1])] = arg
	var ends []*state
	y.returned = func(s *state) {
		// Compared by identity: every write makes a new value. One that counts its calls is no function
		// of its argument.
		if s.cells[self] != closure {
			unsupported("closure that changes what it holds")
		}
		ends = append(ends, s)
	}

	y.arrive[0] = []*state{inner}
	for _, b := range y.order {
		if in := y.arrive[b]; len(in) > 0 {
			y.block(b, y.join(in))
		}
	}

	x.claims, x.steps, x.closures, x.fuel = y.claims, y.steps, y.closures, y.fuel
	if len(ends) == 0 {
		unsupported("closure that does not come back")
	}

	out := y.join(ends).cells[0]
	if out == nil {
		unsupported("closure without a result")
	}
	return out
}

// within are the items that are left of an iterator, over a number: those of a range are the
// numbers themselves, others go by their places. It is nil where they are not known.
func (x *exec) within(v *value) (in func(i *smt.Term) *smt.Term, item func(i *smt.Term) *value) {
	low, high := smt.IntLit(0), (*smt.Term)(nil)
	if isRange(v) || v.walk == closed {
		low = v.parts[0].term
		high = smt.Add(low, v.left())
		item = func(i *smt.Term) *value { return scalar(v.parts[0].shape, i) }
	} else if seq := x.rest(v); seq != nil {
		high, item = seq.term, seq.at
	} else {
		return nil, nil
	}
	return func(i *smt.Term) *smt.Term { return smt.And(smt.Le(low, i), smt.Lt(i, high)) }, item
}

// each is the value of a closure for any item, over its number.
func (x *exec) each(s *state, closure *value, in func(i *smt.Term) *smt.Term, item func(i *smt.Term) *value) func(i *smt.Term) *value {
	// A constant of which only in(k) is known: what is proved of it is proved of all numbers that in
	// admits, so that another term may be put in its place.
	k := x.c.Fresh("k", smt.Int)
	v := x.applied(s, closure, item(k), in(k))
	return func(i *smt.Term) *value {
		return v.mapTerms(func(t *smt.Term) *smt.Term { return smt.Subst(t, map[string]*smt.Term{k.Op: i}) })
	}
}

// ofClosures executes functions of iterators that take a closure c, over the items s that are
// left:
//
//	all(c): ∀ i · 0 ≤ i < |s| ⇒ c(s[i])      any(c): ∃ i · 0 ≤ i < |s| ∧ c(s[i])
//	map(c), collected: |r| = |s|, ∀ i · 0 ≤ i < |s| ⇒ r[i] = c(s[i])
//	filter(c), collected: |r| ≤ |s|, every r[i] is some s[j] with c(s[j]), and every such s[j] some r[i]
//
// Side conditions: as for [exec.applied]; c is asked about every item, so that what it needs it
// needs for all, though the real one may stop before. What is left after all and any is not
// known.
func (x *exec) ofClosures(s *state, t *mir.Term, last string) bool {
	if len(t.Args) != 2 || last != "all" && last != "any" && last != "map" && last != "filter" {
		return false
	}
	c := x.operand(s, t.Args[1])
	if c.closure == nil {
		return false
	}

	// Lazy: nothing is asked of the closure until what it makes is collected.
	if last == "map" || last == "filter" {
		v := x.operand(s, t.Args[0])
		w := map[string]walk{"map": mapped, "filter": filtered}[last]
		if v.walk != noWalk || isRange(v) {
			x.library["Iterator::"+last] = true
			x.result(s, t, &value{shape: &shape{kind: structShape, walk: w, parts: []part{{"inner", v.shape}, {"closure", c.shape}}}, parts: []*value{v, c}})
			return true
		}
		return false
	}

	r := x.reference(s, t.Args[0])
	if r == nil {
		return false
	}
	v := x.read(s, r.to, r.path)
	in, item := x.within(v)
	if in == nil {
		return false
	}

	holds := x.each(s, c, in, item)
	i := x.c.Bound("i", smt.Int)
	is := holds(i)
	if is.kind != boolShape {
		return false
	}
	out := smt.Forall([]*smt.Term{i}, smt.Implies(in(i), is.term))
	if last == "any" {
		out = smt.Exists([]*smt.Term{i}, smt.And(in(i), is.term))
	}

	// Where all or any stops, and so what is left, depends on the items: any state of the type.
	x.library["Iterator::"+last] = true
	x.write(s, r.to, r.path, x.fresh("rest", v.shape))
	x.result(s, t, truth(x.name(last, out)))
	return true
}

// ofMapped is what is collected of map, or of filter; nil where it has no meaning here.
func (x *exec) ofMapped(s *state, v *value, sh *shape) *value {
	seq := x.rest(v.parts[0])
	if seq == nil || sh.kind != seqShape || sh.text && seq.elem.kind != charShape {
		return nil
	}

	within := func(k *smt.Term, s *value) *smt.Term { return smt.And(smt.Le(smt.IntLit(0), k), smt.Lt(k, s.term)) }
	of := x.each(s, v.parts[1], func(i *smt.Term) *smt.Term { return within(i, seq) }, seq.at)
	i, j := x.c.Bound("i", smt.Int), x.c.Bound("j", smt.Int)
	// Of any length, with any items: only the facts below tie it to the sequence.
	out := x.fresh("collected", sh)

	if v.walk == mapped {
		el := of(i)
		if !comparable(out.at(i), el) {
			return nil
		}
		x.assume(s, smt.Eq(out.term, seq.term))
		x.assume(s, smt.Forall([]*smt.Term{i}, smt.Implies(within(i, out), x.equal(out.at(i), el))))
		return out
	}

	if !comparable(out.at(i), seq.at(j)) || of(j).kind != boolShape {
		return nil
	}
	// Neither how often nor in which order: only that nothing is added and nothing lost.
	same := x.equal(out.at(i), seq.at(j))
	x.assume(s, smt.Le(out.term, seq.term))
	x.assume(s, smt.Forall([]*smt.Term{i}, smt.Implies(within(i, out), smt.Exists([]*smt.Term{j}, smt.And(within(j, seq), of(j).term, same)))))
	x.assume(s, smt.Forall([]*smt.Term{j}, smt.Implies(smt.And(within(j, seq), of(j).term), smt.Exists([]*smt.Term{i}, smt.And(within(i, out), same)))))
	return out
}
