package rust

import (
	"slices"

	"ensures/rust/mir"
	"ensures/verify/smt"
)

// walk tells how an iterator of std gives its items.
type walk uint8

const (
	noWalk    walk = iota
	items          // elements[pos], elements[pos+1], … before end
	closed         // start ..= end, until it is exhausted
	backwards      // another one's, from its end
	numbered       // another one's, each with how many came before
	limited        // another one's, at most n
	mapped         // what a closure makes of another one's
	filtered       // those of another one's of which a closure is true
)

// iterators are the types of std that have a meaning as iterators, by their whole paths.
var iterators = map[string]walk{"std::slice::Iter": items, "std::vec::IntoIter": items, "std::array::IntoIter": items, "std::str::Chars": items,
	"std::ops::RangeInclusive": closed, "std::iter::Rev": backwards, "std::iter::Enumerate": numbered, "std::iter::Take": limited,
	"std::iter::Cloned": noWalk, "std::iter::Copied": noWalk}

var usize = &mir.Type{Kind: mir.Prim, Name: "usize"}

// iterator returns the shape of an iterator of std, nil for other types.
//
// Side condition: no type of the file has its name.
func (ss *shapes) iterator(t *mir.Type, generic func(int) *shape) *shape {
	name := t.Path.Name()
	w, ok := iterators[name]
	if !ok || ss.named[t.Path.Last()] > 0 {
		return nil
	}

	place := &shape{kind: intShape, typ: usize}
	over := func(elem *shape) *shape {
		return &shape{kind: structShape, walk: items, parts: []part{{"elements", seqOf(elem)}, {"pos", place}, {"end", place}}}
	}

	switch {
	case name == "std::str::Chars":
		return over(character)
	case w == items:
		return over(generic(0))
	case w == closed:
		if s := generic(0); s.kind == intShape {
			return &shape{kind: structShape, walk: closed, parts: []part{{"start", s}, {"end", s}, {"exhausted", boolean}}}
		}
		return nil
	}

	// Adapters over another iterator, whose meaning is that of the inner one and no more.
	in := generic(0)
	switch {
	case in.walk == noWalk && !in.isRange():
		return nil
	case w == backwards && in.walk != limited && !(in.walk == numbered): // those need to know how many are left
		return &shape{kind: structShape, walk: backwards, parts: []part{{"inner", in}}}
	// Else enumerate's own count overflows, which panics.
	case w == numbered && in.counts():
		return &shape{kind: structShape, walk: numbered, parts: []part{{"inner", in}, {"count", place}}}
	case w == limited:
		return &shape{kind: structShape, walk: limited, parts: []part{{"inner", in}, {"n", place}}}
	case w == noWalk && in.walk != noWalk: // copies of the items
		return in
	}
	return nil
}

// isRange reports whether values of a shape are std's ranges of integers.
func (s *shape) isRange() bool {
	return s.between && s.parts[0].shape.kind == intShape
}

// counts reports whether an iterator never gives more items than usize counts.
func (s *shape) counts() bool {
	switch {
	case s.isRange():
		// Of 128 bits there may be more numbers than usize counts.
		t := s.parts[0].shape.typ
		return t != nil && t.Bits() <= 64
	case s.walk == backwards:
		return s.parts[0].shape.counts()
	}
	return s.walk == items
}

// advance is an iterator's next item, from its end where back is set:
//
//	items      pos < end ⊢ elements[pos], pos + 1          back: elements[end − 1], end − 1
//	a..b       a < b     ⊢ a, a + 1                        back: b − 1, b − 1
//	a..=b      ¬exhausted ∧ a ≤ b ⊢ a, a + 1 or exhausted  back: b, b − 1 or exhausted
//	rev(i)     i's next from the other end
//	enumerate  i's next with count, count + 1              not from the end
//	take(i,n)  n > 0 ⊢ i's next, n − 1                     not from the end
//
// It returns whether there is one, the item, and the iterator behind it; without an item the
// iterator stays as it is.
func (x *exec) advance(v *value, back bool) (has *smt.Term, item, after *value) {
	one := smt.IntLit(1)
	step := func(i int, d *smt.Term) *value {
		return v.withPart(i, scalar(v.parts[i].shape, smt.Ite(has, d, v.parts[i].term)))
	}

	switch {
	case v.walk == items:
		pos, end := v.parts[1].term, v.parts[2].term
		has = smt.Lt(pos, end)
		if back {
			return has, v.parts[0].at(smt.Subtract(end, one)), step(2, smt.Subtract(end, one))
		}
		return has, v.parts[0].at(pos), step(1, smt.Add(pos, one))
	case isRange(v):
		start, end := v.parts[0], v.parts[1]
		has = smt.Lt(start.term, end.term)
		if back {
			last := scalar(end.shape, smt.Subtract(end.term, one))
			return has, last, step(1, last.term)
		}
		return has, start, step(0, smt.Add(start.term, one))
	case v.walk == closed:
		start, end, exhausted := v.parts[0], v.parts[1], v.parts[2].term
		has = smt.And(smt.Not(exhausted), smt.Le(start.term, end.term))

		// As std does it: the last item leaves both ends where they are and sets exhausted, so that
		// nothing overflows at the type's last number.
		more := smt.Lt(start.term, end.term)
		over := truth(smt.Or(exhausted, smt.And(has, smt.Not(more))))
		if back {
			return has, end, step(1, smt.Ite(more, smt.Subtract(end.term, one), end.term)).withPart(2, over)
		}
		return has, start, step(0, smt.Ite(more, smt.Add(start.term, one), start.term)).withPart(2, over)
	case v.walk == backwards:
		var in *value
		has, item, in = x.advance(v.parts[0], !back)
		return has, item, v.withPart(0, in)
	case v.walk == numbered && !back:
		got, it, in := x.advance(v.parts[0], false)
		has = got
		pair := &value{shape: &shape{kind: structShape, parts: []part{{"0", v.parts[1].shape}, {"1", it.shape}}}, parts: []*value{v.parts[1], it}}
		return has, pair, step(1, smt.Add(v.parts[1].term, one)).withPart(0, in)
	case v.walk == limited && !back:
		got, it, in := x.advance(v.parts[0], false)
		some := smt.Lt(smt.IntLit(0), v.parts[1].term)
		has = smt.And(some, got)
		// It asks the inner one only while some are left.
		return has, it, v.withPart(0, choice(some, in, v.parts[0])).withPart(1, scalar(v.parts[1].shape, smt.Ite(some, smt.Subtract(v.parts[1].term, one), v.parts[1].term)))
	}
	unsupported("iterator of this kind")
	return nil, nil, nil
}

// left is a number that falls with each item of an iterator and is not negative while some
// are left.
func (v *value) left() *smt.Term {
	switch {
	case v.walk == items:
		return smt.Subtract(v.parts[2].term, v.parts[1].term)
	case isRange(v):
		return smt.Subtract(v.parts[1].term, v.parts[0].term)
	case v.walk == closed:
		return smt.Ite(v.parts[2].term, smt.IntLit(0), smt.Add(smt.Subtract(v.parts[1].term, v.parts[0].term), smt.IntLit(1)))
	case v.walk == backwards, v.walk == numbered:
		return v.parts[0].left()
	case v.walk == limited:
		return v.parts[1].term
	}
	return nil
}

// ofIterators executes the functions of std that make iterators and ask them:
//
//	iter(v), into_iter(v), chars(s): items of v, from 0 to its length
//	enumerate, rev, take: of an iterator; cloned, copied: of references, their items
//	next(&mut i): its next item, or None        collect: what is left of the items, in order
//	count, len: how many are left                  last: the last one that is left
//	nth(&mut i, n) of items: elements[pos + n], pos + n + 1 where n < end − pos, else None, end
//
// Side conditions: what the iterator's type is named by is std's ([shapes.iterator]); copies
// are made of values whose Clone copies them ([exec.structural]).
func (x *exec) ofIterators(s *state, t *mir.Term, name string, p *mir.Path) bool {
	last := p.Last()
	trait := p.Trait != nil && (p.Trait.Last() == "Iterator" || p.Trait.Last() == "IntoIterator" || p.Trait.Last() == "DoubleEndedIterator" || p.Trait.Last() == "ExactSizeIterator")
	if !trait && name != "slice::iter" && name != "str::chars" && name != "RangeInclusive::new" || len(t.Args) == 0 || len(t.Place.Proj) > 0 {
		return false
	}

	// Functions that take the iterator by a mutable reference first: the others consume it.
	switch {
	case last == "next" || last == "next_back":
		return x.ask(s, t, last == "next_back")
	case last == "nth":
		return x.nth(s, t)
	case x.ofClosures(s, t, last):
		return true
	}

	if typ := x.operandType(s, t.Args[0]); typ != nil && (typ.Kind == mir.RefType && typ.Mutable) {
		return false
	}

	result := x.body.Locals[t.Place.Local].Type
	out := x.madeIterator(s, t, last, x.operand(s, t.Args[0]), result, p)
	if out == nil {
		return false
	}
	x.library["Iterator::"+last] = true
	x.result(s, t, out)
	return true
}

// madeIterator is what a function makes of a sequence or an iterator; nil where it has no
// meaning here.
func (x *exec) madeIterator(s *state, t *mir.Term, last string, v *value, result *mir.Type, p *mir.Path) *value {
	zero := smt.IntLit(0)
	iterator := v.walk != noWalk || isRange(v)
	switch {
	case last == "new" && len(t.Args) == 2 && v.kind == intShape:
		if sh := x.shapes.of(result, nil); sh.walk == closed {
			return &value{shape: sh, parts: []*value{v, x.operand(s, t.Args[1]), truth(smt.False)}}
		}
	case (last == "iter" || last == "into_iter" || last == "chars") && v.kind == seqShape && len(t.Args) == 1:
		// The result's type decides: into_iter of a reference and of the vector itself both come here.
		if sh := x.shapes.of(result, nil); sh.walk == items && (last == "chars") == v.text {
			return &value{shape: sh, parts: []*value{seen(v), scalar(sh.parts[1].shape, zero), scalar(sh.parts[2].shape, v.term)}}
		}
	// From here on, functions of iterators alone.
	case !iterator:
	case last == "into_iter" && len(t.Args) == 1:
		return v
	// Of mapped ones the item's type is the closure's, which [itemType] does not tell.
	case (last == "cloned" || last == "copied") && v.walk != noWalk && v.walk != mapped && v.walk != filtered && x.structural(itemType(p.Self), copied):
		return v
	case last == "rev":
		if sh := x.shapes.of(result, nil); sh.walk == backwards {
			return &value{shape: sh, parts: []*value{v}}
		}
	case last == "enumerate":
		if sh := x.shapes.of(result, nil); sh.walk == numbered {
			return &value{shape: sh, parts: []*value{v, scalar(sh.parts[1].shape, zero)}}
		}
	case last == "take" && len(t.Args) == 2:
		if sh := x.shapes.of(result, nil); sh.walk == limited {
			return &value{shape: sh, parts: []*value{v, x.operand(s, t.Args[1])}}
		}
	case last == "collect":
		return x.collected(s, v, result)
	case last == "last" && v.walk == items:
		_, item, _ := x.advance(v, true)
		return x.option(x.shapes.of(result, nil), smt.Lt(v.parts[1].term, v.parts[2].term), item)
	// Of items alone: what left says of a range may be negative.
	case (last == "count" || last == "len") && v.walk == items:
		return scalar(x.shapes.of(result, nil), v.left())
	case last == "max" || last == "min":
		return x.extreme(v, last == "max", result)
	}
	return nil
}

// itemType is the type of what an iterator over references refers to: of the innermost one,
// the others give its items on.
func itemType(t *mir.Type) *mir.Type {
	for t != nil && t.Kind == mir.PathType && len(t.Path.Segs[len(t.Path.Segs)-1].Args) > 0 {
		name := t.Path.Last()
		t = t.Path.Segs[len(t.Path.Segs)-1].Args[0]
		if name == "Iter" || name == "IntoIter" {
			return t
		}
	}
	return nil
}

// rest are the items that are left of an iterator, as a sequence; nil where that is not known.
func (x *exec) rest(v *value) *value {
	switch {
	case v.walk == items:
		return x.from(v.parts[0], v.parts[1].term, v.left())
	case v.walk == backwards && v.parts[0].walk == items:
		return x.reversed(x.rest(v.parts[0]))
	case isRange(v) || v.walk == closed:
		return x.numbersOf(v)
	case v.walk == limited:
		// No more than the inner one has: take(n) stops there.
		if in := x.rest(v.parts[0]); in != nil {
			n := smt.Ite(smt.Lt(v.parts[1].term, in.term), v.parts[1].term, in.term)
			return &value{shape: in.shape, term: x.name("taken", n), parts: in.parts}
		}
	}
	return nil
}

// numbersOf are the numbers of a range as a sequence: the i-th is start + i.
func (x *exec) numbersOf(v *value) *value {
	// The new names would be one sequence for every argument of the closure.
	if x.pure {
		unsupported("range inside of a closure")
	}
	start := v.parts[0]
	// A range whose start is beyond its end has no items.
	n := x.name("many", smt.Ite(smt.Lt(smt.IntLit(0), v.left()), v.left(), smt.IntLit(0)))
	out := build(seqOf(start.shape), 0, func(_ *shape, sort smt.Sort) *smt.Term { return x.c.Fresh("numbers", sort) })
	out.term = n
	i := x.c.Bound("i", smt.Int)
	at := out.at(i).term
	x.c.Fact(smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, n)), smt.Eq(at, smt.Add(start.term, i))), []*smt.Term{at}))
	return out
}

// collected is a vector or a string of what is left of an iterator.
func (x *exec) collected(s *state, v *value, result *mir.Type) *value {
	if result.Kind != mir.PathType || result.Path.Last() != "Vec" && result.Path.Last() != "String" {
		return nil
	}
	sh := x.shapes.of(result, nil)
	if v.walk == mapped || v.walk == filtered {
		return x.ofMapped(s, v, sh)
	}
	if r := x.rest(v); r != nil && sh.kind == seqShape && comparable(r, build(sh, 0, func(_ *shape, s smt.Sort) *smt.Term { return smt.Var("_", s) })) {
		return r.as(sh)
	}
	return nil
}

// extreme is the greatest or the least of an iterator's items:
//
//	none are left ⊢ None      else Some(m):  m is one of them, and all others are at most m
//
// Side condition: items are integers or characters, which are ordered as they look.
func (x *exec) extreme(v *value, most bool, result *mir.Type) *value {
	sh := x.shapes.of(result, nil)
	r := x.rest(v)
	if r == nil || r.elem == nil || r.elem.kind != intShape && r.elem.kind != charShape || sh.kind != enumShape {
		return nil
	}

	out := x.fresh("extreme", sh)
	some := sh.variantIndex("Some")
	m := out.parts[sh.variants[some].from].term
	in := func(i *smt.Term) *smt.Term { return smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, r.term)) }
	// The place of the extreme: it is an item and no mere bound of them.
	at := x.c.Fresh("at", smt.Int)
	i := x.c.Bound("i", smt.Int)
	el := r.at(i).term
	least := smt.Le(el, m)
	if !most {
		least = smt.Le(m, el)
	}

	any := smt.Lt(smt.IntLit(0), r.term)
	x.c.Fact(smt.Eq(smt.Eq(out.term, smt.IntLit(int64(some))), any))
	x.c.Fact(smt.Implies(any, smt.And(in(at), smt.Eq(r.at(at).term, m), smt.Forall([]*smt.Term{i}, smt.Implies(in(i), least)))))
	return out
}

// ask executes next(&mut i).
func (x *exec) ask(s *state, t *mir.Term, back bool) bool {
	if len(t.Args) != 1 {
		return false
	}
	r := x.reference(s, t.Args[0])
	if r == nil {
		return false
	}
	v := x.read(s, r.to, r.path)
	// next of a range is a contract of std.rs; next_back has none.
	if v.walk == noWalk && !(back && isRange(v)) {
		return false
	}
	// From the end those need to know how many are left.
	if back && (v.walk == numbered || v.walk == limited) {
		return false
	}

	has, item, after := x.advance(v, back)
	out := x.option(x.shapes.of(x.body.Locals[t.Place.Local].Type, nil), has, item)
	if out == nil {
		return false
	}
	x.library["Iterator::next"] = true
	x.write(s, r.to, r.path, after.mapTerms(func(t *smt.Term) *smt.Term { return x.name("iter", t) }))
	x.result(s, t, out)
	return true
}

// nth executes nth(&mut i, n) of an iterator over items.
func (x *exec) nth(s *state, t *mir.Term) bool {
	if len(t.Args) != 2 {
		return false
	}
	r := x.reference(s, t.Args[0])
	if r == nil {
		return false
	}
	v, n := x.read(s, r.to, r.path), x.operand(s, t.Args[1])
	if v.walk != items || n.kind != intShape {
		return false
	}

	at := smt.Add(v.parts[1].term, n.term)
	has := smt.Lt(at, v.parts[2].term)
	out := x.option(x.shapes.of(x.body.Locals[t.Place.Local].Type, nil), has, v.parts[0].at(at))
	if out == nil {
		return false
	}
	x.library["Iterator::nth"] = true

	// Without an item all of them are gone: nth consumes what it skips.
	pos := smt.Ite(has, smt.Add(at, smt.IntLit(1)), v.parts[2].term)
	x.write(s, r.to, r.path, v.withPart(1, scalar(v.parts[1].shape, x.name("iter", pos))))
	x.result(s, t, out)
	return true
}

// option is Some(item) where has holds, else None; nil where the shape is no Option's.
func (x *exec) option(sh *shape, has *smt.Term, item *value) *value {
	some := sh.variantIndex("Some")
	if sh.kind != enumShape || some < 0 || sh.variantIndex("None") < 0 {
		return nil
	}
	if x.pure {
		unsupported("iterator inside of a closure")
	}
	at := sh.variants[some].from
	out := build(sh, 0, func(_ *shape, sort smt.Sort) *smt.Term { return x.c.Fresh("item", sort) })
	out.term = smt.Ite(has, smt.IntLit(int64(some)), smt.IntLit(int64(sh.variantIndex("None"))))
	out.parts[at] = item.as(out.parts[at].shape)
	return out
}

// iterating returns the local that holds what a for asks for its items at a loop's head;
// false where that is not seen.
//
// Side condition: the head asks std's Iterator::next of a local by a reference that is taken
// in the head.
func (x *exec) iterating(l *loop) (mir.Local, bool) {
	if l.source == nil || l.source.Word != "for" {
		return 0, false
	}
	head := x.body.Blocks[l.head]
	if head.Term.Kind != mir.Call || len(head.Term.Args) != 1 || head.Term.Args[0].Kind == mir.Constant_ || head.Term.Func.Const == nil {
		return 0, false
	}
	p := head.Term.Func.Const.Path
	if p == nil || p.Self == nil || p.Trait == nil || p.Trait.Name() != "Iterator" || p.Last() != "next" {
		return 0, false
	}

	// From the call back through the head's statements: the argument is a reborrow of a reference to
	// the local that holds the iterator.
	to := head.Term.Args[0].Place.Local
	for _, st := range slices.Backward(head.Stmts) {
		if st.Kind != mir.Assign || st.Place.Local != to || len(st.Place.Proj) > 0 {
			continue
		}
		from := st.Value.Place
		switch {
		case st.Value.Kind != mir.RefMut:
			return 0, false
		case len(from.Proj) == 1 && from.Proj[0].Kind == mir.Deref: // the same reference again
			to = from.Local
		case len(from.Proj) == 0:
			return from.Local, true
		default:
			return 0, false
		}
	}
	return 0, false
}

// next is the variable of a for at the loop's head, of a mathematical type: the number that
// comes next, behind the last one that follows it.
//
//	a..b      a             (a..b).rev()      b − 1
//	a..=b     a, a + 1 when exhausted         (a..=b).rev()  b, b − 1 when exhausted
//	(i, _) of enumerate     how many items came before
//
// Side conditions: the pattern is that name, or a pair with it in front; what is asked is one of
// these of std, and no reference to one. It is nil else.
func (x *exec) next(s *state, l *loop, name string) *value {
	local, ok := x.iterating(l)
	if !ok {
		return nil
	}
	v := s.cells[cell(local)]

	// Before the iterator is asked in the head: its state says which number comes next.
	switch {
	case v == nil:
		return nil
	case v.walk == numbered && l.source.First == name:
		return integer(v.parts[1].term)
	case len(l.source.Vars) != 1 || l.source.First != "":
		return nil
	case isRange(v) && isStdRange(x.body.Locals[local].Type):
		return v.parts[0]
	}

	back := v.walk == backwards
	if back {
		v = v.parts[0]
	} else if v.walk != closed {
		return nil
	}
	if n := v.following(back); n != nil {
		return integer(n)
	}
	return nil
}

// following is the number that a range gives next, from its end where back is set; behind the
// last one what would follow it. It is nil for other iterators.
func (v *value) following(back bool) *smt.Term {
	one := smt.IntLit(1)
	switch {
	case isRange(v) && back:
		return smt.Subtract(v.parts[1].term, one)
	case isRange(v):
		return v.parts[0].term
	case v.walk != closed:
		return nil
	case back:
		return smt.Subtract(v.parts[1].term, smt.Ite(v.parts[2].term, one, smt.IntLit(0)))
	}
	return smt.Add(v.parts[0].term, smt.Ite(v.parts[2].term, one, smt.IntLit(0)))
}

// ghost is iter of a for. Over items, iter.elements are those of the sequence and iter.pos is
// the place of the next one; over a range, iter.cur is the next number. It is nil for other
// loops.
func (x *exec) ghost(s *state, l *loop) *value {
	local, ok := x.iterating(l)
	if !ok {
		return nil
	}
	v := s.cells[cell(local)]

	back := false
	for v != nil && (v.walk == backwards || v.walk == numbered || v.walk == limited) {
		// rev of rev goes forwards again.
		back = back != (v.walk == backwards)
		v = v.parts[0]
	}
	if v == nil {
		return nil
	}

	if next := v.following(back); next != nil {
		return &value{shape: &shape{kind: structShape, parts: []part{{"cur", mathInt}}}, parts: []*value{integer(next)}}
	}
	if v.walk != items {
		return nil
	}

	pos := v.parts[1].term
	if back {
		pos = smt.Subtract(v.parts[2].term, smt.IntLit(1))
	}
	return &value{shape: &shape{kind: structShape, parts: []part{{"elements", v.parts[0].shape}, {"pos", mathInt}}}, parts: []*value{v.parts[0], integer(pos)}}
}

// compilers reports whether a variable is the one that the compiler makes for a for and calls
// iter: no clause means it.
func (x *exec) compilers(name string, local mir.Local) bool {
	if name != "iter" {
		return false
	}
	for _, l := range x.loops {
		if l.source == nil || l.source.Word != "for" {
			continue
		}
		switch k, ok := x.iterating(l); {
		// Which of the variables called iter a clause means can't be told then.
		case !ok:
			unsupported("name iter in a function with a for whose iterator is not seen")
		case k == local:
			return true
		}
	}
	return false
}

// asks are the ends from which a loop asks an iterator for items.
type asks struct{ front, back bool }

// advances reports whether all that a loop does with an iterator is to ask it for items, so
// that what it goes through stays, and from which ends.
func (x *exec) advances(l *loop, local mir.Local) (from asks, only bool) {
	refs := map[mir.Local]bool{}

	// All references that lead to the iterator; a fixed point, since one may be taken of another in a
	// block that comes later here.
	for changed := true; changed; {
		changed = false
		for _, b := range l.inOrder() {
			for _, st := range x.body.Blocks[b].Stmts {
				if st.Kind != mir.Assign || st.Value.Kind != mir.RefMut && st.Value.Kind != mir.RawMut {
					continue
				}
				from := st.Value.Place
				if (from.Local == local || refs[from.Local]) && !refs[st.Place.Local] && len(st.Place.Proj) == 0 {
					refs[st.Place.Local], changed = true, true
				}
			}
		}
	}

	// A copy of the iterator leaves it as it is; a move may not.
	uses := func(o *mir.Operand) bool {
		return o != nil && o.Kind != mir.Constant_ && (refs[o.Place.Local] || o.Place.Local == local && o.Kind == mir.Move)
	}

	for _, b := range l.inOrder() {
		bb := x.body.Blocks[b]
		for _, st := range bb.Stmts {
			if st.Kind == mir.Assign && (st.Place.Local == local || refs[st.Place.Local] && len(st.Place.Proj) > 0 || slices.ContainsFunc(st.Value.Args, uses)) || st.Kind == mir.SetDiscriminant && st.Place.Local == local {
				return from, false
			}
		}

		t := bb.Term
		if t.Kind != mir.Call {
			continue
		}
		if t.Place.Local == local {
			return from, false
		}
		if slices.ContainsFunc(t.Args, uses) {
			p := (*mir.Path)(nil)
			if t.Func.Const != nil {
				p = t.Func.Const.Path
			}
			// Any other function may put another iterator in its place.
			if p == nil || p.Trait == nil || p.Trait.Last() != "Iterator" && p.Trait.Last() != "DoubleEndedIterator" || p.Last() != "next" && p.Last() != "next_back" {
				return from, false
			}
			from.front, from.back = from.front || p.Last() == "next", from.back || p.Last() == "next_back"
		}
	}
	return from, true
}

// advanced is any state that an iterator can come to by being asked: what it goes through, and
// where it began to count down from the other end, stay as they were.
func (x *exec) advanced(s *state, v *value, from asks) *value {
	switch {
	case v.walk == items:
		// The sequence itself stays; the place moves only where the loop asks on that side.
		out := x.fresh("iter", v.shape).withPart(0, v.parts[0])
		if !from.front {
			out = out.withPart(1, v.parts[1])
		}
		if !from.back {
			out = out.withPart(2, v.parts[2])
		}
		x.assume(s, smt.And(smt.Le(v.parts[1].term, out.parts[1].term), smt.Le(out.parts[2].term, v.parts[2].term), out.kept()))
		return out
	case v.walk == backwards:
		return v.withPart(0, x.advanced(s, v.parts[0], asks{from.back, from.front}))
	case v.walk == numbered:
		in := x.advanced(s, v.parts[0], from)

		count := x.c.Fresh("count", smt.Int)
		// As many as the inner one has given.
		x.assume(s, smt.Eq(count, smt.Add(v.parts[1].term, smt.Subtract(v.parts[0].left(), in.left()))))
		return v.withPart(0, in).withPart(1, scalar(v.parts[1].shape, count))
	case v.walk == limited:
		return v.withPart(0, x.advanced(s, v.parts[0], from)).withPart(1, x.fresh("left", v.parts[1].shape))
	}
	return x.fresh("iter", v.shape)
}

// kept is what every iterator keeps:
//
//	items   0 ≤ pos ≤ end ≤ |elements|        a..=b   exhausted ⇒ a = b
func (v *value) kept() *smt.Term {
	switch v.walk {
	case items:
		return smt.And(smt.Le(v.parts[1].term, v.parts[2].term), smt.Le(v.parts[2].term, v.parts[0].term))
	case closed:
		return smt.Implies(v.parts[2].term, smt.Eq(v.parts[0].term, v.parts[1].term))
	}
	return smt.True
}
