package rust

import (
	"slices"

	"ensures/verify/smt"
)

// value is a value as a tree of terms, in its shape. Inside of a sequence every term
// is an array of what it is outside.
type value struct {
	*shape
	term  *smt.Term // a scalar, a discriminant, a length; nil for structs
	parts []*value  // of structs and enums; of a sequence one, its elements
}

func scalar(s *shape, t *smt.Term) *value { return &value{shape: s, term: t} }

func integer(t *smt.Term) *value { return scalar(mathInt, t) }

func truth(t *smt.Term) *value { return scalar(boolean, t) }

// sort is the sort of a shape's own term.
func (s *shape) sort() smt.Sort {
	switch s.kind {
	case boolShape:
		return smt.Bool
	case opaqueShape:
		return opaqueSort
	}
	return smt.Int
}

// hasTerm reports whether values of the shape have a term of their own.
func (s *shape) hasTerm() bool { return s.kind != structShape }

// children are the shapes of a value's parts.
func (s *shape) children() []*shape {
	if s.kind == seqShape {
		return []*shape{s.elem}
	}
	var out []*shape
	for _, p := range s.parts {
		out = append(out, p.shape)
	}
	return out
}

// build makes a value of a shape from its terms, asked for in order; lift is how many
// sequences are around.
func build(s *shape, lift int, leaf func(s *shape, sort smt.Sort) *smt.Term) *value {
	v := &value{shape: s}
	if s.hasTerm() {
		sort := s.sort()
		for range lift {
			sort = smt.ArrayOf(smt.Int, sort)
		}
		v.term = leaf(s, sort)
	}
	// Terms of elements are arrays over the index; in a sequence of sequences, arrays of arrays.
	if s.kind == seqShape {
		lift++
	}
	for _, c := range s.children() {
		v.parts = append(v.parts, build(c, lift, leaf))
	}
	return v
}

// mapTerms applies f to all terms of a value.
func (v *value) mapTerms(f func(*smt.Term) *smt.Term) *value {
	out := &value{shape: v.shape}
	if v.term != nil {
		out.term = f(v.term)
	}
	for _, p := range v.parts {
		out.parts = append(out.parts, p.mapTerms(f))
	}
	return out
}

// zip joins the terms of two values of one shape.
func zip(a, b *value, f func(a, b *smt.Term) *smt.Term) *value {
	out := &value{shape: a.shape}
	if a.term != nil {
		out.term = f(a.term, b.term)
	}
	for i := range a.parts {
		out.parts = append(out.parts, zip(a.parts[i], b.parts[i], f))
	}
	return out
}

// terms are all terms of a value, in order.
func (v *value) terms() []*smt.Term {
	var out []*smt.Term
	v.mapTerms(func(t *smt.Term) *smt.Term {
		out = append(out, t)
		return t
	})
	return out
}

func choice(c *smt.Term, a, b *value) *value {
	if a == b {
		return a
	}
	return zip(a, b, func(x, y *smt.Term) *smt.Term { return smt.Ite(c, x, y) })
}

// oneOf is a where c holds, else b, of clauses: no compiler has seen to it that both
// are of one type, so that the result is of one that holds both.
func (e *eval) oneOf(c *smt.Term, a, b *value) *value {
	a, b = e.filled(a, b.shape), e.filled(b, a.shape)
	return choice(c, a, b).as(wider(a.shape, b.shape))
}

// filled gives sequences without elements, of which nothing said of what, the type that
// they have in a shape.
func (e *eval) filled(v *value, like *shape) *value {
	if v.kind != like.kind || len(v.shape.parts) != len(like.parts) {
		return v
	}

	if v.kind == seqShape {
		if v.elem == nil && like.elem != nil {
			return empty(e.x, like.elem)
		}
		return v
	}
	if len(v.parts) == 0 {
		return v
	}

	// A copy: shapes are shared between values.
	own := *v.shape
	own.parts = slices.Clone(v.shape.parts)
	out := &value{shape: &own, term: v.term}
	for i, p := range v.parts {
		p = e.filled(p, like.parts[i].shape)
		own.parts[i].shape = p.shape
		out.parts = append(out.parts, p)
	}
	return out
}

// as is the same terms seen as another shape's.
func (v *value) as(s *shape) *value {
	out := &value{shape: s, term: v.term}
	for i, c := range s.children() {
		out.parts = append(out.parts, v.parts[i].as(c))
	}
	return out
}

// seen is x@: of a string its characters.
func seen(v *value) *value {
	if !v.text {
		return v
	}
	return &value{shape: seqOf(v.elem), term: v.term, parts: v.parts}
}

// at is the element of a sequence at index i.
func (v *value) at(i *smt.Term) *value {
	return v.parts[0].mapTerms(func(t *smt.Term) *smt.Term { return smt.Select(t, i) })
}

// with is a sequence with another element at index i.
func (v *value) with(i *smt.Term, e *value) *value {
	out := &value{shape: v.shape, term: v.term}
	out.parts = []*value{zip(v.parts[0], e, func(a, x *smt.Term) *smt.Term { return smt.Store(a, i, x) })}
	return out
}

// withPart is a struct or an enum with another part.
func (v *value) withPart(i int, p *value) *value {
	out := &value{shape: v.shape, term: v.term, parts: append([]*value{}, v.parts...)}
	out.parts[i] = p
	return out
}

// field is a struct's part by name.
func (v *value) field(name string) (*value, bool) {
	if v.kind != structShape {
		return nil, false
	}
	for i, p := range v.shape.parts {
		if p.name == name {
			return v.parts[i], true
		}
	}
	return nil, false
}

// variantIndex is the number of a variant by name; −1 where there is none.
func (s *shape) variantIndex(name string) int {
	for i, v := range s.variants {
		if v.name == name {
			return i
		}
	}
	return -1
}

// equal says that two values are the same:
//
//	scalars: a = b        structs: all parts are
//	enums:   the discriminants are, and the parts of that variant are
//	sequences: the lengths are, and ∀ i · 0 ≤ i < len ⇒ a[i] = b[i]
func (x *exec) equal(a, b *value) *smt.Term {
	switch a.kind {
	case structShape:
		var all []*smt.Term
		for i := range a.parts {
			all = append(all, x.equal(a.parts[i], b.parts[i]))
		}
		return smt.And(all...)
	case enumShape:
		// Parts of variants that neither is of may differ: they are values of nothing.
		all := []*smt.Term{smt.Eq(a.term, b.term)}
		for i, v := range a.variants {
			for p := v.from; p < v.to; p++ {
				all = append(all, smt.Implies(smt.Eq(a.term, smt.IntLit(int64(i))), x.equal(a.parts[p], b.parts[p])))
			}
		}
		return smt.And(all...)
	case seqShape:
		if a.elem == nil || b.elem == nil {
			return smt.Eq(a.term, b.term)
		}

		i := x.c.Bound("i", smt.Int)
		in := smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, a.term))
		same := x.equal(a.at(i), b.at(i))
		// The same arrays: a quantifier would only give the solver work.
		if identical(a.parts[0], b.parts[0]) {
			return smt.Eq(a.term, b.term)
		}
		return smt.And(smt.Eq(a.term, b.term), smt.Forall([]*smt.Term{i}, smt.Implies(in, same)))
	}
	return smt.Eq(a.term, b.term)
}

// identical reports values of the very same terms.
func identical(a, b *value) bool {
	as, bs := a.terms(), b.terms()
	for i := range as {
		if !smt.Same(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// fresh declares a new value of a shape, of which what its type says is a fact.
func (x *exec) fresh(hint string, s *shape) *value {
	if x.pure {
		unsupported("closure that computes what has no name")
	}
	v := build(s, 0, func(_ *shape, sort smt.Sort) *smt.Term { return x.c.Fresh(hint, sort) })
	x.c.Fact(x.typing(v))
	return v
}

// typing is what a value's type says of it: integers are in range, lengths are
// lengths, discriminants are those of variants; of a sequence's elements, all of
// them. What lies beyond a sequence's end is of its type too: nothing can tell.
func (x *exec) typing(v *value) *smt.Term {
	var vars []*smt.Term
	return x.typingIn(v, vars)
}

func (x *exec) typingIn(v *value, at []*smt.Term) *smt.Term {
	var all []*smt.Term

	if v.term != nil {
		t := v.term
		for _, i := range at {
			t = smt.Select(t, i)
		}
		if r := v.shape.admits(t); r != smt.True {
			if len(at) > 0 {
				r = smt.Forall(at, r, []*smt.Term{t})
			}
			all = append(all, r)
		}
	}

	// Of iterators inside of sequences it is not said: that would need all their terms under one
	// quantifier.
	if len(at) == 0 && v.walk != noWalk {
		all = append(all, v.kept())
	}
	if v.kind == seqShape {
		at = append(at[:len(at):len(at)], x.c.Bound("i", smt.Int))
	}
	for _, p := range v.parts {
		all = append(all, x.typingIn(p, at))
	}
	return smt.And(all...)
}

// admits says that a term is a value of the shape's own term.
func (s *shape) admits(t *smt.Term) *smt.Term {
	zero := smt.IntLit(0)
	switch s.kind {
	case intShape:
		switch {
		case s.typ != nil:
			lo, hi := bounds(s.typ)
			return smt.And(smt.Le(smt.BigLit(lo), t), smt.Le(t, smt.BigLit(hi)))
		case s.nat:
			return smt.Le(zero, t)
		}
	case charShape: // surrogates are no characters
		return smt.And(smt.Le(zero, t), smt.Le(t, smt.IntLit(0x10FFFF)), smt.Or(smt.Lt(t, smt.IntLit(0xD800)), smt.Lt(smt.IntLit(0xDFFF), t)))
	case enumShape:
		return smt.And(smt.Le(zero, t), smt.Lt(t, smt.IntLit(int64(len(s.variants)))))
	case seqShape:
		if s.fixed != nil {
			return smt.Eq(t, smt.BigLit(s.fixed))
		}
		if s.ideal {
			return smt.Le(zero, t)
		}
		return smt.And(smt.Le(zero, t), smt.Le(t, smt.BigLit(s.longest())))
	}
	return smt.True
}
