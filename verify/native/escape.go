package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// Half-built objects. While a constructor of C runs, the invariants of its object
// need not hold and fields that must not be null may be. That is nobody's business
// as long as nobody else has the object:
//
//	in C(…) { … }:   this leaks   ⇐   this is used as a value: anything but
//	                                  this.f, this.m(…), this == e and this instanceof T;
//	                                  or a method is called on it that leaks its this;
//	                                  or an object is made that holds it as the outer one;
//	                                  or super(…) or this(…) leaks it
//
// and what the rules ask is
//
//	a call when this has leaked,
//	or a call on this:             non-null fields are not null; the invariants hold
//	                               unless the method is a helper or does not look at them
//	the end by an exception
//	when this has leaked:          the same
//	super(…) in a constructor of D <: C, where C(…) leaks this or calls methods on it:
//	                               of D's own fields and invariants the same, with the
//	                               default values: an overrider of D may be what is called
//	reading o.f in C(…):           f is not null   ⇐   o ≠ this
//
// Side conditions: a leak in a loop counts from the loop's beginning. A leak is found
// by looking at the text, whatever becomes of the value. What the class library does
// with its this (a thread's start) counts as a leak.

// building reports whether the method under proof is a constructor.
func (x *exec) building() bool { return x.method != nil && x.method.IsConstructor() }

// leak notes that this has been used as a value.
func (x *exec) leak() { x.leaked = x.leaked || x.building() }

// receiver runs an expression whose value is only looked into or compared: of this
// that is no leak.
func (x *exec) receiver(s *state, e java.Expr) *smt.Term {
	if t, ok := java.Unparen(e).(*java.This); ok && t.Outer == nil {
		return x.this
	}
	return x.expr(s, e)
}

// exposure is what becomes of this in code: whether it leaks, and what components
// the methods called on it may read.
type exposure struct {
	leaks bool
	calls bool            // a method of the object is called
	reads map[string]bool // by such methods
}

func (x *exec) exposureOf(m *types.Method) exposure {
	e := exposure{reads: map[string]bool{}}
	x.addExposure(&e, m, map[*types.Method]bool{})
	return e
}

func (x *exec) addExposure(e *exposure, m *types.Method, seen map[*types.Method]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	if m.Owner.Library {
		e.leaks = e.leaks || !m.IsConstructor() && !pureLibrary(m)
		return
	}
	c := x.codeOf(m)
	for _, k := range c.unsaid {
		if k == nil {
			e.leaks = true
			continue
		}
		x.addExposure(e, k, seen)
	}
	for _, n := range c.nodes {
		x.addExposureIn(e, n, seen)
	}
}

// addExposureIn adds what becomes of this in a part of a body.
func (x *exec) addExposureIn(e *exposure, n java.Node, seen map[*types.Method]bool) {
	kept := map[java.Expr]bool{} // of this that is only looked into
	keep := func(e java.Expr) {
		if e != nil {
			kept[java.Unparen(e)] = true
		}
	}
	// A method that is called on this object: whatever may run there is looked at, overriders too.
	call := func(m *types.Method) {
		if m == nil {
			e.leaks = true
			return
		}
		if m.Flags.Has(java.Static) {
			return
		}
		e.calls = true
		for _, d := range append([]*types.Method{m}, x.overriders(m)...) {
			x.addExposure(e, d, seen)
		}
		x.methodReads(m, e.reads, map[*types.Method]bool{})
	}
	java.Walk(n, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Select:
			keep(n.X)
		case *java.InstanceOf:
			keep(n.X)
		case *java.Binary:
			if n.Op == java.Eq || n.Op == java.Ne {
				keep(n.X)
				keep(n.Y)
			}
		case *java.This:
			e.leaks = e.leaks || !kept[n] || n.Outer != nil
		case *java.Call:
			keep(n.X)
			k := x.callOf(n)
			_, this := java.Unparen(n.X).(*java.This)
			_, super := java.Unparen(n.X).(*java.Super)
			switch {
			case k == nil:
				call(nil)
			// super.m() runs m itself, so its overriders do not count.
			case super && k.Method != nil:
				e.calls = true
				x.addExposure(e, k.Method, seen)
				x.methodReads(k.Method, e.reads, map[*types.Method]bool{})
			case n.X == nil || this:
				call(k.Method)
			}
		case *java.ConstructorCall:
			if k := x.callOf(n); k != nil && k.Method != nil {
				x.addExposure(e, k.Method, seen)
			} else {
				e.leaks = true
			}
		case *java.New:
			e.leaks = e.leaks || n.Body != nil || x.holdsOuter(x.typeOfOr(n))
		case *java.Lambda, *java.MethodRef, *java.ClassDecl:
			e.leaks = true
		}
		return true
	})
}

// holdsOuter reports whether objects of a class hold the object that they are made in.
func (x *exec) holdsOuter(t types.Type) bool {
	ct, ok := t.(*types.ClassType)
	if !ok || ct.Class.Library || ct.Class.Kind != java.ClassClass {
		return false
	}
	return ct.Class.Local || ct.Class.Outer != nil && !ct.Class.Flags.Has(java.Static) && !ct.Class.Outer.IsInterface()
}

// leakIn notes a leak anywhere in a loop before it runs.
func (x *exec) leakIn(n java.Node) {
	if x.building() && !x.leaked {
		e := exposure{reads: map[string]bool{}}
		x.addExposureIn(&e, n, map[*types.Method]bool{})
		x.leaked = e.leaks
	}
}

// beforeSuper obliges what a constructor of the superclass lets others see of the
// object under construction, when it does.
func (x *exec) beforeSuper(s *state, call invocation) {
	if !x.building() || call.recv != x.this || call.m.Owner == x.method.Owner {
		return
	}
	e := x.exposureOf(call.m)
	seen := func(names ...string) bool {
		return e.leaks || slices.ContainsFunc(names, func(n string) bool { return e.reads[n] })
	}
	// Only this class's own: fields and invariants above are the superclass's constructor's
	// concern.
	for _, f := range x.method.Owner.Fields {
		if x.mustBeFilled(f) && seen(x.fieldName(f)) {
			v := smt.Select(x.component(s, x.fieldName(f)), x.this)
			x.check(s, smt.Not(smt.Eq(v, null)), obligation{kind: verify.InvariantEntrance, at: call.at, assoc: f.Decl.Name.From, detail: f.Name + " is not initialised yet"})
		}
	}
	for _, cl := range x.ownInvariants(x.method.Owner, jml.Invariant, false) {
		if seen(x.clauseReads(cl)...) {
			x.check(s, x.invContext(s, x.this).formula(cl.Expr), obligation{kind: verify.InvariantEntrance, at: call.at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
		}
	}
}

// afterOwn notes what a call on the object under construction made of it.
func (x *exec) afterOwn(call invocation) {
	if x.building() && call.recv == x.this && !x.leaked {
		e := exposure{reads: map[string]bool{}}
		seen := map[*types.Method]bool{}
		x.addExposure(&e, call.m, seen)
		// this may be of a subclass, whose method runs.
		if !call.m.IsConstructor() && !call.super {
			for _, d := range x.overriders(call.m) {
				x.addExposure(&e, d, seen)
			}
		}
		x.leaked = e.leaks
	}
}

// mustBeFilled reports whether a constructor of the field's class must not leave it null.
func (x *exec) mustBeFilled(f *types.Field) bool {
	return !f.Flags.Has(java.Static) && !f.Spec && x.fieldNonNull(f) && f.Decl != nil
}
