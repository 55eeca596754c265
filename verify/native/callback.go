package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

// What the class library does is said of the library's own code. Where that calls a
// method of an object whose class stands in the file, a body of the file runs, which may
// do anything:
//
//	lib(recv, args) does what its contract and Go say
//	    ⇐  no class of the file that an object o may have overrides what lib calls on o
//
//	o                                           what lib calls on it
//	the receiver                                any method of its library classes, as put asks
//	                                            removeEldestEntry; of Object's only the called one
//	a list, set or map gone through, copied or sorted   likewise
//	an object whose text is made                toString, and of exceptions getMessage and getLocalizedMessage
//	a new exception                             fillInStackTrace
//	the object of super(…)                      nothing: only constructors are known that do so
//
// What an object may be is told by its static type, and by the place where it is made.

// notOverridden stops at a call whose receiver may have a class of the file that
// overrides the method, or one that the method calls.
func (l *libCall) notOverridden() {
	x, m := l.x, l.m
	if m.IsConstructor() || m.Flags.Has(java.Static) || m.Owner.Flags.Has(java.Final) || l.recv != nil && x.madeOfLibrary(l.recv) {
		return
	}
	if c, k := x.overrider(m.Owner, m.Name); k != nil {
		x.unsupported(l.e, "call of "+m.Key()+", where "+c.Name+" overrides "+k.Name+",")
	}
}

// asksElements stops where the library asks a collection v of static type t for what it
// holds, if that may be a body of the file.
func (x *exec) asksElements(n java.Node, v *smt.Term, t types.Type) {
	ct, ok := t.(*types.ClassType)
	if !ok || x.madeOfLibrary(v) {
		return
	}
	if c, k := x.overrider(ct.Class, ""); k != nil {
		x.unsupported(n, "elements of a "+ct.Class.Name+", where "+c.Name+" overrides "+k.Name+",")
	}
}

// madeOfLibrary reports whether a term is a new object of a class of the library.
func (x *exec) madeOfLibrary(v *smt.Term) bool {
	t, ok := x.newRefs[v.Op].(*types.ClassType)
	return ok && t.Class.Library
}

// overrider is a class of the file among the subtypes of a library class, with a method
// of its own that objects of it execute in place of a library method; nil without one.
// Of Object's methods only the named one counts.
func (x *exec) overrider(of *types.Class, name string) (*types.Class, *types.Method) {
	for _, c := range x.classes {
		if c.Library || !types.IsSubclass(c, of) {
			continue
		}
		if k := overridesLibrary(c, name); k != nil {
			return c, k
		}
	}
	for c, m := range x.functions {
		if types.IsSubclass(c, of) {
			return c, m
		}
	}
	return nil, nil
}

// functionsOf are the interfaces that lambdas and method references of a file implement, with the
// methods that these are.
func functionsOf(i *types.Info) map[*types.Class]*types.Method {
	out := map[*types.Class]*types.Method{}
	for _, l := range i.Lambdas {
		if ct, ok := l.Target.(*types.ClassType); ok && l.Method != nil {
			out[ct.Class] = l.Method
		}
	}
	return out
}

// overridesLibrary is a method of the file that objects of class c execute in place of
// a library method; nil without one. Of Object's methods only the named one counts.
func overridesLibrary(c *types.Class, name string) *types.Method {
	var library, written []*types.Class
	seen := map[*types.Class]bool{}
	var add func(c *types.Class)
	add = func(c *types.Class) {
		if seen[c] {
			return
		}
		seen[c] = true
		c.Load()
		if c.Library {
			library = append(library, c)
		} else {
			written = append(written, c)
		}
		for _, s := range types.Supertypes(c.Type()) {
			add(s.Class)
		}
	}
	add(c)

	for _, w := range written {
		for _, k := range w.Methods {
			if k.IsConstructor() || k.Flags.Has(java.Static) || k.Name != name && objectMethods[k.Name] == len(k.Params)+1 {
				continue
			}
			for _, l := range library {
				for _, o := range l.Methods {
					if o.Name == k.Name && len(o.Params) == len(k.Params) {
						return k
					}
				}
			}
		}
	}
	return nil
}

// objectMethods are Object's methods that may be overridden, with the number of their
// parameters and one.
var objectMethods = map[string]int{"equals": 2, "hashCode": 1, "toString": 1, "clone": 1, "finalize": 1}

// asksTexts stops at a call that asks arguments for their text, where that may be a
// body of the file.
func (l *libCall) asksTexts() {
	call, ok := l.e.(*java.Call)
	if !ok {
		return
	}
	for _, a := range call.Args {
		l.x.asksText(l.e, l.x.typeOf(a))
	}
}

// asksText stops where the text of an object of static type t may be made by a body of
// the file. An exception's text is made of its message.
func (x *exec) asksText(n java.Node, t types.Type) {
	if isString(t) || isBoxed(t) || types.IsPrimitive(t) {
		return
	}
	for _, c := range x.classes {
		for _, m := range c.Methods {
			text := m.Name == "toString" || isThrowableClass(c) && (m.Name == "getMessage" || m.Name == "getLocalizedMessage")
			if text && len(m.Params) == 0 {
				x.unsupported(n, "text of an object, whose "+m.Name+" "+c.Name+" may give,")
			}
		}
	}
}

// asksCause stops at the constructor m of an exception that makes its message of an
// object, as RuntimeException(cause) does.
func (x *exec) asksCause(n java.Node, m *types.Method, args []java.Expr) {
	if m != nil && len(args) > 0 && !isString(m.Params[0].Type) {
		x.asksText(n, x.typeOf(args[0]))
	}
}

// librarySuper is super(args) where the superclass is of the library; m is nil where the
// call is not written. What it does to the object's part of the library nothing is known of.
func (x *exec) librarySuper(s *state, owner *types.Class, n java.Node, m *types.Method, exprs []java.Expr, args []*smt.Term) {
	switch {
	case isThrowableClass(owner):
		x.asksCause(n, m, exprs)
		for _, c := range x.classes {
			for _, k := range c.Methods {
				if k.Name == "fillInStackTrace" && len(k.Params) == 0 {
					x.unsupported(n, "constructor of an exception, which calls the fillInStackTrace of "+c.Name)
				}
			}
		}
	case len(args) == 0:
		if owner.QualifiedName() == "java.util.Random" { // which calls setSeed
			x.unsupported(n, "constructor of "+owner.QualifiedName())
		}
	default:
		contract := x.libraryContract(m)
		for _, a := range args {
			if a.Sort == refSort { // what is copied may be asked for, or added, by methods of this
				contract = nil
			}
		}
		if contract == nil {
			x.unsupported(n, "constructor of "+owner.QualifiedName()+" with arguments")
		}
		l := &libCall{x: x, s: s, e: n, at: n.Pos(), m: m, recv: x.this, args: args, self: owner.Type(), arg: func(i int) java.Expr { return exprs[i] }}
		l.byContract(contract)
	}
}
