package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

func (c *compiler) specWord(x *java.SpecWord) *node {
	switch x.Word {
	case `\result`:
		t := c.info.Types[x]
		if t == nil || t.Kind() == types.BadKind {
			return c.stop(x, "\\result has no value here")
		}
		switch k := t.Kind(); k {
		case types.Boolean:
			return boolNode(func(e *env) tri { return tri(e.Result.N & 1) })
		case types.Byte, types.Short, types.Char, types.Int:
			return intNode(bitsOf(k), func(e *env) int64 { return e.Result.N })
		}
		return c.fromValue(t, func(e *env) interp.Value { return e.Result })
	case `\count`, `\index`:
		return intNode(32, func(e *env) int64 {
			if e.Count < 0 {
				e.unknown(x.From, x.Word+" is not known here")
				return 0
			}
			return e.Count
		})
	}
	return c.stop(x, "%s is not evaluated", x.Word)
}

func (c *compiler) specCall(x *java.SpecCall) *node {
	one := func() java.Expr {
		if len(x.Args) != 1 {
			c.stop(x, "%s with %d arguments", x.Word, len(x.Args))
		}
		return x.Args[0]
	}
	switch x.Word {
	case `\old`, `\pre`, `\past`:
		if x.Label != "" && x.Label != "Pre" && x.Label != "Old" {
			return c.stop(x, "the state at label %s is not kept", x.Label)
		}
		return c.inOld(one())
	case `\fresh`:
		return c.fresh(x)
	case `\nonnullelements`:
		return c.forAll(x, func(a java.Expr) boolFn {
			n := c.expr(a)
			if n.lane != reference {
				c.stop(a, "\\nonnullelements of something that is no object")
			}
			return nonNullElements(n.r, a.Pos())
		})
	case `\typeof`:
		return c.typeOfValue(x, one())
	case `\elemtype`:
		return c.elemType(x, one())
	case `\bigint_math`, `\java_math`, `\safe_math`:
		saved := c.math
		c.math = map[string]jml.Math{`\bigint_math`: jml.SpecMath, `\java_math`: jml.JavaMath, `\safe_math`: jml.SafeMath}[x.Word]
		n := c.expr(one())
		c.math = saved
		return n
	case `\not_modified`, `\not_assigned`:
		return c.forAll(x, c.unchanged)
	case `\invariant_for`:
		return boolNode(c.invariantFor(one()))
	case `\is_initialized`, `\static_invariant_for`:
		return boolNode(func(*env) tri { return tTrue })
	case `\max`, `\min`:
		return c.extreme(x)
	}
	return c.stop(x, "%s is not evaluated", x.Word)
}

// fresh: every object was allocated since the pre-state.
func (c *compiler) fresh(x *java.SpecCall) *node {
	var list []refFn
	for _, a := range x.Args {
		n := c.expr(a)
		if n.lane != reference {
			return c.stop(a, "\\fresh of something that is no object")
		}
		list = append(list, n.r)
	}

	return boolNode(func(e *env) tri {
		for _, f := range list {
			r := f(e)
			if e.bad != 0 {
				return e.fail()
			}
			if r == nil {
				return tFalse
			}
			if e.Fresh == nil {
				e.unknown(x.From, "allocation was not recorded")
				return tUnknown
			}
			if !e.Fresh(r) {
				return tFalse
			}
		}
		return tTrue
	})
}

// typeOfValue is the run-time class of an object, the static type of a primitive.
func (c *compiler) typeOfValue(x *java.SpecCall, a java.Expr) *node {
	n := c.expr(a)
	if n.lane != reference {
		t := c.info.Types[a]
		if t == nil {
			return c.stop(x, "unknown type")
		}
		return &node{lane: typeLane, y: func(*env) types.Type { return t }}
	}
	r := n.r
	return &node{lane: typeLane, y: func(e *env) types.Type {
		o := r(e)
		if o == nil {
			e.undefined(x.From, "\\typeof(null)")
			return types.Bad
		}
		return e.Machine.TypeOf(o)
	}}
}

func (c *compiler) elemType(x *java.SpecCall, a java.Expr) *node {
	f := c.typeOf(a)
	return &node{lane: typeLane, y: func(e *env) types.Type {
		t := f(e)
		if a, ok := t.(*types.ArrayType); ok {
			return a.Elem
		}
		e.undefined(x.From, "\\elemtype of a type that is no array's")
		return types.Bad
	}}
}

// forAll is what holds of every argument.
func (c *compiler) forAll(x *java.SpecCall, holds func(java.Expr) boolFn) *node {
	var p boolFn
	for _, a := range x.Args {
		q := holds(a)
		if p == nil {
			p = q
		} else {
			p = and(p, q)
		}
	}
	if p == nil {
		return c.stop(x, "%s without an argument", x.Word)
	}
	return boolNode(p)
}

// inOld compiles x in the pre-state. A reference that comes out of it is the
// object's counterpart in the current state.
func (c *compiler) inOld(x java.Expr) *node {
	saved := c.old
	c.old, c.usesOld = true, true
	n := c.expr(x)
	c.old = saved
	// An \old inside of another is in the earlier heap already, and what comes out of it stays
	// there; only what leaves the outermost one has to be found in the current heap.
	if n.lane != reference || saved {
		return n
	}
	r := n.r
	out := *n
	out.r = func(e *env) interp.Ref {
		o := r(e)
		if o == nil || e.ToCur == nil {
			return o
		}
		return e.ToCur(o)
	}
	return &out
}

func nonNullElements(r refFn, pos java.Pos) boolFn {
	return func(e *env) tri {
		o := r(e)
		if e.bad != 0 {
			return e.fail()
		}
		switch a := o.(type) {
		case nil:
			return tFalse
		case *interp.RefArray:
			for _, x := range a.A {
				if x == nil {
					return tFalse
				}
			}
			return tTrue
		}
		if _, ok := o.(interp.Array); ok {
			return tTrue
		}
		list, out := e.Machine.Elements(o)
		if out.Kind != interp.Returned {
			e.failed(pos, "\\nonnullelements", out)
			return e.fail()
		}
		for _, x := range list {
			if x == nil {
				return tFalse
			}
		}
		return tTrue
	}
}

// unchanged compiles x == \old(x).
func (c *compiler) unchanged(x java.Expr) boolFn {
	switch x.(type) {
	case *java.StoreAll, *java.StoreRange:
		c.stop(x, "\\not_modified of several locations is not evaluated")
	case *java.Index:
		if _, ok := x.(*java.Index).I.(*java.StoreRange); ok {
			c.stop(x, "\\not_modified of several locations is not evaluated")
		}
	}
	return c.relation(java.Eq, x, c.expr(x), c.inOld(x), x, x)
}

// typeOf compiles an expression of type \TYPE or Class.
func (c *compiler) typeOf(x java.Expr) typeFn {
	n := c.expr(x)
	switch n.lane {
	case typeLane:
		return n.y
	case reference:
		r, pos := n.r, x.Pos()
		return func(e *env) types.Type {
			if k, ok := r(e).(*interp.ClassObject); ok {
				return k.Type
			}
			e.undefined(pos, "the type null")
			return types.Bad
		}
	}
	c.stop(x, "a type is needed")
	return nil
}

func (c *compiler) subtype(x *java.Binary) *node {
	a, b := c.typeOf(x.X), c.typeOf(x.Y)
	return boolNode(func(e *env) tri {
		s, t := a(e), b(e)
		if e.bad != 0 {
			return e.fail()
		}
		return triOf(types.IsSubtype(types.Erasure(s), types.Erasure(t)))
	})
}

func (c *compiler) sameType(op java.Op, x java.Expr, a, b *node) boolFn {
	f, g := a.y, b.y
	fix := func(n *node, f typeFn) typeFn {
		if f != nil || n.lane != reference {
			return f
		}
		r := n.r
		return func(e *env) types.Type {
			if k, ok := r(e).(*interp.ClassObject); ok {
				return k.Type
			}
			return types.Bad
		}
	}
	f, g = fix(a, f), fix(b, g)
	if f == nil || g == nil || op != java.Eq && op != java.Ne {
		c.stop(x, "this comparison of types is not evaluated")
	}
	eq := op == java.Eq
	return func(e *env) tri {
		s, t := f(e), g(e)
		if e.bad != 0 {
			return e.fail()
		}
		return triOf(types.Identical(types.Erasure(s), types.Erasure(t)) == eq)
	}
}

// extreme compiles \max(a, b) and \min(a, b).
func (c *compiler) extreme(x *java.SpecCall) *node {
	if len(x.Args) == 0 {
		return c.stop(x, "%s without an argument", x.Word)
	}

	more := x.Word == `\max`
	var list []*node
	ints := true
	for _, a := range x.Args {
		n := c.unboxed(c.expr(a), a)
		list = append(list, n)
		ints = ints && n.isInt()
	}

	if ints {
		fs := make([]numFn, len(list))
		for i, n := range list {
			fs[i] = n.num()
		}
		return bigNode(func(e *env) num {
			best := fs[0](e)
			for _, f := range fs[1:] {
				if v := f(e); (cmpNum(v, best) > 0) == more {
					best = v
				}
			}
			return best
		})
	}

	fs := make([]dblFn, len(list))
	for i, n := range list {
		if fs[i] = n.float(); fs[i] == nil {
			return c.stop(x, "%s of something that is no number", x.Word)
		}
	}
	return dblNode(func(e *env) float64 {
		best := fs[0](e)
		for _, f := range fs[1:] {
			// A NaN among them is the result, as in Math.max.
			if v := f(e); v != v || (v > best) == more {
				best = v
			}
		}
		return best
	})
}

// invariantFor compiles the invariants of the static class of x, with x as this.
func (c *compiler) invariantFor(x java.Expr) boolFn {
	n := c.expr(x)
	k, ok := n.t.(*types.ClassType)
	if !ok || n.lane != reference {
		c.stop(x, "\\invariant_for of something that is no object of a class")
	}
	var p boolFn
	c.outside(x, func() {
		for _, cl := range c.invariants(k.Class) {
			q := c.pred(cl.Expr)
			if p == nil {
				p = q
			} else {
				p = and(p, q)
			}
		}
	})

	r, pos, old := n.r, x.Pos(), c.old
	return func(e *env) tri {
		o := r(e)
		if e.bad != 0 {
			return e.fail()
		}
		if o == nil {
			e.undefined(pos, "\\invariant_for(null)")
			return tUndefined
		}
		if p == nil {
			return tTrue
		}

		// The invariant is compiled for this: for the time of its evaluation the object
		// is it.
		st := &e.cur
		if old {
			st = &e.pre
		}
		saved := *st
		moved := *saved
		moved.This = o
		*st = &moved
		v := p(e)
		*st = saved
		return v
	}
}

// invariants lists the instance invariants of a class and its superclasses.
func (c *compiler) invariants(k *types.Class) []*jml.Clause {
	if c.chk == nil {
		return nil
	}
	var out []*jml.Clause
	for ; k != nil; k = superOf(k) {
		for _, cl := range c.chk.Spec.Classes[k.Decl].Of(jml.Invariant) {
			if cl.Expr != nil && !cl.Mods.Flags.Has(java.Static) && !c.chk.Root().Bad[cl] {
				out = append(out, cl)
			}
		}
	}
	return out
}

func superOf(k *types.Class) *types.Class {
	if k.Super == nil {
		return nil
	}
	return k.Super.Class
}
