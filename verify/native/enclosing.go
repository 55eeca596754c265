package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

// Objects around objects. An object of a member class C of Outer that is not static is made in an
// object of Outer, and stays in it:
//
//	Outer.this, and a member of Outer without an object,
//	in code and clauses of C                                outer_C(this)
//	                                                        outer_C(o) ≠ null, of class Outer,
//	                                                        alive where the method begins, if o is this
//
// Side conditions:
//
//   - C is a member class: what a local or anonymous class is made in is unsupported;
//   - the class is the one whose text it is: an object of a class that inherits from C has an
//     object around it for C, and perhaps another one for its own class;
//   - clauses of the class library speak of its own classes, and are left as they are.
//
// Which object that is, is not told where an object is made.

// enclosing is the object of class to that the text n, where this is at hand, means by to.this,
// or by a member of to without an object. A member that is inherited is one of the innermost class
// that has it; to.this names its class exactly.
func (x *exec) enclosing(n java.Node, this *smt.Term, to *types.Class, exact bool) *smt.Term {
	c := types.ClassAt(slices.Values(x.classes), n)
	if c == nil {
		return this
	}
	for ; c != to && (exact || !types.IsSubclass(c, to)); c = c.Outer {
		if this == nil || x.first == nil || c.Outer == nil || c.Local || c.Static || c.Kind != java.ClassClass || c.Outer.IsInterface() {
			x.unsupported(n, "object around an object of "+c.Name)
		}
		own := this == x.this
		if this = x.outer(c, this); own {
			x.once("outer of this "+c.Binary, func() { x.fact(smt.Select(x.component(x.first.s, alive), this)) })
		}
	}
	return this
}

// qualified is what this and Outer.this mean where this is at hand.
func (x *exec) qualified(e *java.This, this *smt.Term) *smt.Term {
	if e.Outer == nil {
		return this
	}
	ct, ok := x.written(e.Outer).(*types.ClassType)
	if !ok {
		x.unsupported(e, "qualified this")
	}
	return x.enclosing(e, this, ct.Class, true)
}

// around is the object of whose members a clause names one without an object: that of the class
// where the name is found.
func (sp *spec) around(n java.Node, implicit *types.Class) *smt.Term {
	if implicit == nil || sp.axiom {
		return sp.this
	}
	return sp.x.enclosing(n, sp.this, implicit, false)
}

// outer is the object that an object of a class is made in.
func (x *exec) outer(c *types.Class, o *smt.Term) *smt.Term {
	name := "outer." + c.Binary
	x.once(name, func() {
		q := x.bound("o", refSort)
		v := x.function(name, refSort, q)
		x.fact(smt.Forall([]*smt.Term{q}, smt.And(smt.Not(smt.Eq(v, null)), x.instance(v, c.Outer.Type())), []*smt.Term{v}))
	})
	return x.function(name, refSort, o)
}
