package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify/smt"
)

// A method satisfies the contracts of the methods it overrides too, so that a call
// on an object of which only a superclass or interface is known can lean on what is
// written there:
//
//	call o.f() of I.f:   contract(I.f)   ⇐   for every class C <: I whose objects can
//	                                         exist, impl(C, f) ⊢ contract(I.f)
//
// where impl(C, f) is
//
//	the f that C declares, or has without declaring it (a record's accessor);
//	else the f of the nearest superclass, in the file or of the class library;
//	else the default f of an interface.
//
// Side conditions: impl(C, f) need not know of I (class C extends A implements I).
// Then nobody has proved that A.f keeps I's contract, and C does, by a method of its
// own that calls super.f(). What the class library implements has no contract here
// that would prove anything but its type.

// overrides are the methods of the file that m overrides or implements, in source
// order of their classes.
func (x *exec) overrides(m *types.Method) []*types.Method {
	if m.Owner.Library || m.IsConstructor() || m.Flags.Has(java.Static) || m.Flags.Has(java.Private) {
		return nil
	}
	// A method that is inherited was proved against what its own class overrides, where it stands.
	impl := x.inherited[m]
	var out []*types.Method
	for _, c := range x.classes {
		if c == m.Owner || !types.IsSubclass(m.Owner, c) || impl != nil && types.IsSubclass(impl.Owner, c) {
			continue
		}
		for _, up := range c.Methods {
			if up.Decl != nil && up.Name == m.Name && types.Overrides(m, up) {
				out = append(out, up)
			}
		}
	}
	return out
}

// overriders are the methods that may run instead of m in a call of it: those of the
// file that override it, and what classes inherit for it from elsewhere, be it of
// the class library.
func (x *exec) overriders(m *types.Method) []*types.Method {
	if m.IsConstructor() || m.Name == staticInit || m.Owner.Library || m.Flags.Has(java.Static) || m.Flags.Has(java.Private) || m.Flags.Has(java.Final) {
		return nil
	}
	if out, ok := x.overriding[m]; ok {
		return out
	}
	var out []*types.Method
	for _, c := range x.classes {
		if c == m.Owner || !types.IsSubclass(c, m.Owner) {
			continue
		}
		found := false
		for _, d := range c.Methods {
			if d.Name == m.Name && types.Overrides(d, m) {
				out, found = append(out, d), true
			}
		}
		// Inherited from a class that does not know of m, or from another file: no declaration of
		// the file overrides m, and yet it is not m that runs.
		if d := implementation(c, m); !found && d != nil && (d.Owner.Elsewhere || !types.IsSubclass(d.Owner, m.Owner)) && !slices.Contains(out, d) {
			out = append(out, d)
		}
	}
	x.overriding[m] = out
	return out
}

// implementation is the method that objects of class c run for up without declaring
// it; nil if there is none.
func implementation(c *types.Class, up *types.Method) *types.Method {
	// An interface has no objects of its own.
	if c.IsInterface() {
		return nil
	}
	var byDefault *types.Method
	for _, m := range c.MethodsNamed(up.Name) {
		switch {
		case m.Owner == c || m.Flags.Has(java.Abstract) || !types.Implements(c, m, up):
		// A class's method is preferred to any default (JLS 8.4.8).
		case !m.Owner.IsInterface():
			return m
		case byDefault == nil:
			byDefault = m
		}
	}
	return byDefault
}

// inherit notes what classes of the file inherit for the methods of interfaces that
// the implementation does not know of: methods of the class without a declaration.
func (u *unit) inherit() {
	u.inherited = map[*types.Method]*types.Method{}
	for _, c := range u.classes {
		sup := superClass(c)
		if c.IsInterface() || sup == nil {
			continue
		}
		known := map[*types.Method]bool{}
		for _, i := range u.classes {
			if !types.IsSubclass(c, i) || types.IsSubclass(sup, i) || i == c {
				continue
			}
			for _, up := range i.Methods {
				m := implementation(c, up)
				// known: a method that implements several interfaces is one method to prove, which
				// bind and overrides give all their contracts.
				if m == nil || up.Decl == nil || known[m] || types.IsSubclass(m.Owner, i) || declares(c, up) {
					continue
				}
				known[m] = true
				own := &types.Method{Name: m.Name, Owner: c, TypeParams: m.TypeParams, Params: m.Params, Return: m.Return, Throws: m.Throws, Flags: m.Flags &^ java.Abstract}
				u.inherited[own] = m
				u.unwritten = append(u.unwritten, own)
			}
		}
	}
}

// declares reports whether a class has a method of its own for up.
func declares(c *types.Class, up *types.Method) bool {
	for _, m := range c.Methods {
		if types.Overrides(m, up) {
			return true
		}
	}
	return false
}

// unwrittenMethods are the methods without a text that have something to prove: what
// a class inherits for an interface, a record's methods that implement one, and its
// constructor where the record promises something.
func (u *unit) unwrittenMethods() []*types.Method {
	x := newExec(u)
	out := u.unwritten
	for _, c := range u.classes {
		for _, m := range c.Methods {
			switch m.Implicit {
			case types.RecordAccessor, types.RecordEquals, types.RecordHashCode, types.RecordToString:
				if len(x.overrides(m)) > 0 {
					out = append(out, m)
				}
			case types.CanonicalConstructor:
				if len(x.invariants(c, jml.Invariant, false))+len(x.invariants(c, jml.Initially, false)) > 0 {
					out = append(out, m)
				}
			}
		}
	}
	return out
}

// runUnwritten runs a method without a text.
//
//	C()                  super() ; initialisers
//	R(a, b)              this.a := a ; this.b := b
//	r.a()                r.a
//	inherited f          super.f(), by A.f's contract where A is of the file
//	of the class library any result; anything may be written and thrown but by Object's own
func (x *exec) runUnwritten(s *state, m *types.Method) (*state, *smt.Term) {
	at := m.Owner.Decl.Pos()
	args := make([]*smt.Term, len(m.Params))
	for i, p := range m.Params {
		args[i] = s.locals[p]
	}
	switch {
	case m.Implicit == types.DefaultConstructor:
		x.superInit(s, x.this, m.Owner, at)
		x.initialisers(s, x.this, m.Owner)
		return x.live(s), nil
	case m.Implicit == types.CanonicalConstructor:
		x.canonical(s, m, x.this, args)
		return s, nil
	case m.Name == staticInit:
		x.staticInitialisers(s, m.Owner)
		return x.live(s), nil
	case m.Implicit == types.RecordAccessor:
		f := componentOf(m)
		return s, x.load(s, place{typ: f.Type, field: f, recv: x.this})
	}
	impl := x.inherited[m]
	if impl != nil && !impl.Owner.Library {
		v := x.contractCall(s, invocation{m: impl, recv: x.this, args: args, at: at, super: true})
		return x.live(s), v
	}
	if impl != nil && !ofObject(impl) {
		// Code of the library that no contract here speaks for.
		x.havocHeap(s)
		bad, ok := x.fork(s, x.fresh("threw", smt.Bool))
		x.leave(bad, jump{kind: throwJump, value: x.allocate(bad, "exc", x.classType("java.lang.RuntimeException")), thrown: "java.lang.RuntimeException", at: at})
		s = ok
	}
	if m.Return.Kind() == types.Void {
		return s, nil
	}
	v := x.fresh(m.Name, sortOf(m.Return))
	x.assume(s, x.facts(s, v, m.Return))
	return s, v
}

// componentOf is the field that a record's accessor reads.
func componentOf(m *types.Method) *types.Field {
	for _, f := range m.Owner.Components {
		if f.Name == m.Name {
			return f
		}
	}
	return nil
}

// bind gives the i-th parameter of m, and of what it overrides, a value: inherited
// clauses speak of their own method's parameters.
func (x *exec) bind(vals map[*types.Local]*smt.Term, m *types.Method, i int, v *smt.Term) {
	vals[m.Params[i]] = v
	for _, up := range x.overrides(m) {
		if i < len(up.Params) {
			vals[up.Params[i]] = v
		}
	}
}

// inherit adds the cases of overridden methods to a contract.
func (x *exec) inherit(c *contract, m *types.Method) {
	for _, up := range x.overrides(m) {
		ms := x.spec.Methods[up.Decl]
		if ms == nil {
			c.open = true
			continue
		}
		n := jml.Normalise(ms)
		c.declared = c.declared || n.IsPure()
		if len(ms.Cases) == 0 {
			c.open = true
			continue
		}
		if !c.own {
			c.cases, c.own = nil, true
		}
		c.cases = append(c.cases[:len(c.cases):len(c.cases)], n.Cases...)
	}
}
