package native

import (
	"strconv"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

// Strings: a reference's content is a value of sort Str with a length and a code
// unit at each index. Equal contents are one value (extensionality).

func (x *exec) content(r *smt.Term) *smt.Term {
	return x.function("content", strSort, r)
}

func (x *exec) strLen(s *smt.Term) *smt.Term {
	x.stringAxioms()
	return smt.App("slen", smt.Int, s)
}

func (x *exec) strAt(s, i *smt.Term) *smt.Term {
	x.stringAxioms()
	return smt.App("sat", smt.Int, s, i)
}

// sameContent is equals on contents.
func (x *exec) sameContent(a, b *smt.Term) *smt.Term {
	if a == b || smt.Same(a, b) {
		return smt.True
	}
	x.stringAxioms()
	return smt.App("seq", smt.Bool, a, b)
}

func (x *exec) stringAxioms() {
	x.once("strings", func() {
		x.Declare("slen", smt.Int, strSort)
		x.Declare("sat", smt.Int, strSort, smt.Int)
		x.Declare("seq", smt.Bool, strSort, strSort)
		x.Declare("sdiff", smt.Int, strSort, strSort)
		s, t, i := x.bound("s", strSort), x.bound("t", strSort), x.bound("i", smt.Int)
		ls := smt.App("slen", smt.Int, s)
		x.fact(smt.Forall([]*smt.Term{s}, smt.And(smt.Le(smt.IntLit(0), ls), smt.Le(ls, smt.BigLit(maxInt))), []*smt.Term{ls}))
		at := smt.App("sat", smt.Int, s, i)
		x.fact(smt.Forall([]*smt.Term{s, i}, smt.And(smt.Le(smt.IntLit(0), at), smt.Le(at, smt.IntLit(65535))), []*smt.Term{at}))
		q := smt.App("seq", smt.Bool, s, t)
		d := smt.App("sdiff", smt.Int, s, t)
		lt := smt.App("slen", smt.Int, t)
		// sdiff names a place at which two contents of one length differ, so that extensionality
		// needs no quantifier of its own.
		differ := smt.And(smt.Eq(ls, lt), smt.Le(smt.IntLit(0), d), smt.Lt(d, ls),
			smt.Not(smt.Eq(smt.App("sat", smt.Int, s, d), smt.App("sat", smt.Int, t, d))))
		x.fact(smt.Forall([]*smt.Term{s, t}, smt.And(smt.Eq(q, smt.Eq(s, t)), smt.Or(q, smt.Not(smt.Eq(ls, lt)), differ)), []*smt.Term{q}))
	})
}

// stringLit is the content of a literal.
func (x *exec) stringLit(v string) *smt.Term {
	units := java.DecodeUTF16(v)
	name := x.literals[v]
	if name == nil {
		name = x.fresh("str", strSort)
		x.literals[v] = name
		x.fact(smt.Eq(x.strLen(name), smt.IntLit(int64(len(units)))))
		for i, u := range units {
			if i >= 256 {
				break // beyond this only the length is known
			}
			x.fact(smt.Eq(x.strAt(name, smt.IntLit(int64(i))), smt.IntLit(int64(u))))
		}
	}
	return name
}

// stringConst is the interned string object of a constant.
func (x *exec) stringConst(v string) *smt.Term {
	r := x.constants[v]
	if r == nil {
		r = x.fresh("lit", refSort)
		x.constants[v] = r
		x.fact(smt.And(smt.Not(smt.Eq(r, null)), smt.Eq(x.content(r), x.stringLit(v)),
			x.instance(r, x.lib.String()), smt.Select(x.baseComponent(x.first.base(), alive), r), smt.Eq(r, x.interned(x.content(r)))))
	}
	return r
}

// joined is the content a ++ b in code.
//
//	assume |a| + |b| ≤ MAX_VALUE      a longer string is an OutOfMemoryError, which is assumed not to happen
func (x *exec) joined(s *state, a, b *smt.Term) *smt.Term {
	x.assume(s, smt.Le(smt.Add(x.strLen(a), x.strLen(b)), smt.BigLit(maxInt)))
	return x.concat(a, b)
}

// interned is the one string of a content that intern() gives, and that constants are.
func (x *exec) interned(c *smt.Term) *smt.Term {
	x.once("interned", func() {
		c := x.bound("c", strSort)
		o := x.function("interned", refSort, c)
		x.fact(smt.Forall([]*smt.Term{c}, x.isString(o, c), []*smt.Term{o}))
	})
	return x.function("interned", refSort, c)
}

// concat is the content a ++ b.
//
//	|a| + |b| ≤ MAX_VALUE ⇒ |a ++ b| = |a| + |b|
//	0 ≤ i < |a| ⇒ (a ++ b)[i] = a[i]
//	|a| ≤ i < |a| + |b| ⇒ (a ++ b)[i] = b[i − |a|]
//
// Side condition: lengths are ints, so of a longer one nothing is said.
func (x *exec) concat(a, b *smt.Term) *smt.Term {
	x.stringAxioms()
	if la, ok := x.emptyString(a); ok && la {
		return b
	}
	if lb, ok := x.emptyString(b); ok && lb {
		return a
	}
	c := x.function("sconcat", strSort, a, b)
	x.once("sconcat", func() {
		s, t, i := x.bound("s", strSort), x.bound("t", strSort), x.bound("i", smt.Int)
		st := smt.App("sconcat", strSort, s, t)
		ls, lt := x.strLen(s), x.strLen(t)
		x.fact(smt.Forall([]*smt.Term{s, t}, smt.Implies(smt.Le(smt.Add(ls, lt), smt.BigLit(maxInt)), smt.Eq(x.strLen(st), smt.Add(ls, lt))), []*smt.Term{st}))
		at := x.strAt(st, i)
		x.fact(smt.Forall([]*smt.Term{s, t, i}, smt.And(
			smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, ls)), smt.Eq(at, x.strAt(s, i))),
			smt.Implies(smt.And(smt.Le(ls, i), smt.Lt(i, smt.Add(ls, lt))), smt.Eq(at, x.strAt(t, smt.Subtract(i, ls))))), []*smt.Term{at}))
	})
	return c
}

func (x *exec) emptyString(s *smt.Term) (empty, known bool) {
	if l, ok := x.literals[""]; ok && l == s {
		return true, true
	}
	return false, false
}

// unitString is the content of one code unit.
func (x *exec) unitString(c *smt.Term) *smt.Term {
	u := x.function("sunit", strSort, c)
	x.once("sunit", func() {
		v := x.bound("c", smt.Int)
		s := smt.App("sunit", strSort, v)
		x.fact(smt.Forall([]*smt.Term{v}, smt.And(smt.Eq(x.strLen(s), smt.IntLit(1)),
			smt.Implies(smt.And(smt.Le(smt.IntLit(0), v), smt.Le(v, smt.IntLit(65535))), smt.Eq(x.strAt(s, smt.IntLit(0)), v))), []*smt.Term{s}))
	})
	return u
}

// substring is the content of s from lo to hi.
func (x *exec) substring(s, lo, hi *smt.Term) *smt.Term {
	r := x.function("ssub", strSort, s, lo, hi)
	x.once("ssub", func() {
		s, lo, hi, i := x.bound("s", strSort), x.bound("lo", smt.Int), x.bound("hi", smt.Int), x.bound("i", smt.Int)
		r := smt.App("ssub", strSort, s, lo, hi)
		ok := smt.And(smt.Le(smt.IntLit(0), lo), smt.Le(lo, hi), smt.Le(hi, x.strLen(s)))
		x.fact(smt.Forall([]*smt.Term{s, lo, hi}, smt.Implies(ok, smt.And(smt.Eq(x.strLen(r), smt.Subtract(hi, lo)),
			smt.Implies(smt.And(smt.Eq(lo, smt.IntLit(0)), smt.Eq(hi, x.strLen(s))), smt.Eq(r, s)))), []*smt.Term{r}))
		at := x.strAt(r, i)
		x.fact(smt.Forall([]*smt.Term{s, lo, hi, i}, smt.Implies(smt.And(ok, smt.Le(smt.IntLit(0), i), smt.Lt(i, smt.Subtract(hi, lo))),
			smt.Eq(at, x.strAt(s, smt.Add(lo, i)))), []*smt.Term{at}))
	})
	return r
}

// arrayString is the content of a char array's elements from lo to hi.
func (x *exec) arrayString(elems, lo, hi *smt.Term) *smt.Term {
	r := x.function("sarray", strSort, elems, lo, hi)
	x.once("sarray", func() {
		a, lo, hi, i := x.bound("a", elems.Sort), x.bound("lo", smt.Int), x.bound("hi", smt.Int), x.bound("i", smt.Int)
		r := smt.App("sarray", strSort, a, lo, hi)
		x.fact(smt.Forall([]*smt.Term{a, lo, hi}, smt.Implies(smt.And(smt.Le(lo, hi), smt.Le(smt.Subtract(hi, lo), smt.BigLit(maxInt))), smt.Eq(x.strLen(r), smt.Subtract(hi, lo))), []*smt.Term{r}))
		at := x.strAt(r, i)
		el := smt.Select(a, smt.Add(lo, i))
		x.fact(smt.Forall([]*smt.Term{a, lo, hi, i}, smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, smt.Subtract(hi, lo)),
			smt.Le(smt.IntLit(0), el), smt.Le(el, smt.IntLit(65535))),
			smt.Eq(at, el)), []*smt.Term{at}))
	})
	return r
}

// stringOf is the content of String.valueOf(v) for a value of type t.
func (x *exec) stringOf(s *state, v *smt.Term, t types.Type) *smt.Term {
	switch {
	case isString(t):
		if v == null {
			return x.stringLit("null")
		}
		if x.knownNonNull(v) {
			return x.content(v)
		}
		return smt.Ite(smt.Eq(v, null), x.stringLit("null"), x.content(v))
	case isBoxed(t):
		u := x.stringOf(s, x.unbox(v, unboxed(t)), unboxed(t))
		if boxed(v) {
			return u
		}
		return smt.Ite(smt.Eq(v, null), x.stringLit("null"), u)
	case v.Sort == smt.Float32, v.Sort == smt.Float64:
		return x.function("sfloat."+string(t.String()), strSort, v) // of the text nothing is known
	case t.Kind() == types.Char:
		if n := v.Num(); n != nil {
			return x.stringLit(java.EncodeWTF8([]uint16{uint16(n.Int64())}))
		}
		return x.unitString(v)
	case v.Sort == smt.Int:
		if n := v.Num(); n != nil {
			return x.stringLit(n.String())
		}
		r := x.function("sint", strSort, v)
		x.once("sint", func() {
			x.stringAxioms()
			a := x.bound("n", smt.Int)
			sa := smt.App("sint", strSort, a)
			// An inverse makes the text of two numbers differ, by one variable instead of two.
			back := x.function("sintinv", smt.Int, sa)
			x.fact(smt.Forall([]*smt.Term{a}, smt.And(smt.Le(smt.IntLit(1), x.strLen(sa)), smt.Eq(back, a)), []*smt.Term{sa}))
		})
		return r
	case v.Sort == smt.Bool:
		return smt.Ite(v, x.stringLit("true"), x.stringLit("false"))
	case v == null:
		return x.stringLit("null")
	}
	x.fail("string conversion of " + t.String())
	return nil
}

func (x *exec) knownNonNull(v *smt.Term) bool {
	for _, c := range x.constants {
		if c == v {
			return true
		}
	}
	return x.newRefs[v.Op] != nil
}

// newString is a new String object of the given content.
func (x *exec) newString(s *state, content *smt.Term) *smt.Term {
	o := x.allocate(s, "string", x.lib.String())
	x.assume(s, smt.Eq(x.content(o), content))
	return o
}

// someString is a String object of the given content that may have existed before:
// a library method that gives a string may give one that it got.
//
//	r: content(r) = c ∧ r ≠ null ∧ alive' = alive ∪ {r}
func (x *exec) someString(s *state, content *smt.Term) *smt.Term {
	o := x.fresh("string", refSort)
	x.newRefs[o.Op] = x.lib.String()
	x.assume(s, x.isString(o, content))
	s.heap[alive] = smt.Store(x.component(s, alive), o, smt.True)
	x.nameVersion(s, alive)
	return o
}

// isString says that o is a String of the given content.
func (x *exec) isString(o, content *smt.Term) *smt.Term {
	return smt.And(smt.Not(smt.Eq(o, null)), smt.Eq(x.content(o), content), x.instance(o, x.lib.String()))
}

// someString is a String object in a specification, which leaves alive as it is.
// Each call has one of its own, since two calls need not give one object; under a
// quantifier it is a function of the content, of its own for each place that asks.
func (sp *spec) someString(content *smt.Term) *smt.Term {
	x := sp.x
	if sp.depth == 0 {
		o := x.fresh("string", refSort)
		x.newRefs[o.Op] = x.lib.String()
		x.fact(x.isString(o, content))
		return o
	}
	x.places++
	name := "string." + strconv.Itoa(x.places)
	c := x.bound("c", strSort)
	o := x.function(name, refSort, c)
	x.fact(smt.Forall([]*smt.Term{c}, x.isString(o, c), []*smt.Term{o}))
	return x.function(name, refSort, content)
}

// someString is the string that a call gives.
func (l *libCall) someString(content *smt.Term) *smt.Term {
	if l.spec != nil {
		return l.spec.someString(content)
	}
	return l.x.someString(l.s, content)
}

// newStringObject is new String(…).
func (l *libCall) newStringObject() (*smt.Term, bool) {
	x, s := l.x, l.s
	zero := smt.IntLit(0)
	if len(l.args) == 0 {
		return x.newString(s, x.stringLit("")), true
	}
	t := l.m.Params[0].Type
	if isString(t) {
		return x.newString(s, x.content(l.args[0])), true
	}
	if at, ok := t.(*types.ArrayType); ok && at.Elem.Kind() == types.Char {
		el := x.elements(s, at.Elem, l.args[0])
		if len(l.args) == 3 {
			return x.newString(s, x.arrayString(el, l.args[1], smt.Add(l.args[1], l.args[2]))), true
		}
		return x.newString(s, x.arrayString(el, zero, x.length(l.args[0]))), true
	}
	return nil, false
}
