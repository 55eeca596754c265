package native

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// The class library has more methods than contracts. A call of one that has none is a call of
// code that nothing is known of, as of an unspecified method of another file (opaqueCall): all
// that existed may change, and any value of its type comes back, or any exception.
//
//	lib(recv, args), no contract:   opaqueCall(lib)
//
// Side conditions:
//
//   - where a class of the file that is proved has the method in a version of its own, that asks
//     nothing of its calls (super.m() runs the library's); what of the file the library calls
//     back is taken for called as its contract asks, as code of other files calls it;
//   - the method does not write fields that never change for the verifier, as what reads an object
//     from a stream or sets fields by reflection does; and it has run its code when it returns,
//     as what begins a thread or hands a task to one has not;
//   - no invariant or constraint of the file speaks of what an array or an object of the library
//     holds, which the method may change without running code of the file;
//   - it gives no view: a list, set or map that shares what it holds with another one, which it
//     changes with it. What it gives is none of these, so that nothing is said of what it holds;
//   - it does not set what is no object: the default locale, of which texts are functions;
//   - the object that super(…) makes is not known to be whole: a superclass's constructor without
//     a contract is unsupported as before.

// unspecifiedLibrary reports whether a call is one of a method or constructor of the class library
// of which nothing is said.
func (x *exec) unspecifiedLibrary(n java.Node, c *types.Call) bool {
	m := c.Method
	if !m.Owner.Library || m.Implicit == types.ArrayClone || withoutContract[m.Key()] {
		return false
	}
	switch n := n.(type) {
	case *java.Call:
		if x.onElsewhere(n, c) {
			return true
		}
	case *java.New:
		if types.IsObject(m.Owner.Type()) || isThrowableClass(m.Owner) || isString(m.Owner.Type()) {
			return false // libraryNew
		}
	default:
		return false
	}
	return x.libraryContract(m) == nil
}

// opaqueLibrary reports whether a call of a library method without a contract may be taken for a
// call of code of which nothing is known.
func (x *exec) opaqueLibrary(n java.Node, c *types.Call) bool {
	m := c.Method
	gives := m.Return
	if e, ok := n.(*java.Call); ok {
		gives = x.typeOfOr(e)
	}
	if beyondCalls(m.Owner) || setsDefaults(m) || x.holdsContent(gives) || x.anyInvariant(x.ofContent) {
		return false
	}
	return onSuper(n) || !slices.ContainsFunc(x.classes, func(d *types.Class) bool {
		return !d.Library && types.IsSubclass(d, m.Owner) && x.hasDemanding(d, m)
	})
}

// onSuper reports whether a call is super.m().
func onSuper(n java.Node) bool {
	e, ok := n.(*java.Call)
	if !ok {
		return false
	}
	_, super := e.X.(*java.Super)
	return super
}

// ofContent reports whether a clause speaks of what an array or an object of the library holds.
func (x *exec) ofContent(cl *jml.Clause) bool {
	return slices.ContainsFunc(x.clauseReads(cl), func(name string) bool {
		return name == unknownReads || isContent(x.components[name].kind)
	})
}

// beyondCalls reports whether methods of a class of the JDK do what is more than any call may do:
// write final fields of objects of any class, or go on when they have returned.
func beyondCalls(c *types.Class) bool {
	switch c.Package {
	case "java.lang.reflect", "java.lang.invoke", "sun.misc", "sun.reflect":
		return true
	case "java.util.concurrent":
		return slices.ContainsFunc([]string{"Execut", "Future", "ForkJoin", "Completion", "Flow"}, func(part string) bool { return strings.Contains(c.Binary, part) })
	}
	switch c.QualifiedName() {
	case "java.io.ObjectInputStream", "java.lang.Thread", "java.util.Timer":
		return true
	}
	return false
}

// setsDefaults reports whether a method of the library sets what others of its methods look at.
func setsDefaults(m *types.Method) bool {
	switch m.Owner.QualifiedName() {
	case "java.util.Locale", "java.util.TimeZone", "java.lang.System":
		return m.Flags.Has(java.Static) && (strings.HasPrefix(m.Name, "set") || strings.HasPrefix(m.Name, "clear"))
	}
	return false
}

// holdsContent reports whether values of a type hold elements that contracts speak of.
func (x *exec) holdsContent(t types.Type) bool {
	return slices.ContainsFunc(classesOf(t), func(c *types.Class) bool {
		return slices.ContainsFunc([]string{"java.lang.Iterable", "java.util.Map", "java.util.Map$Entry"}, func(name string) bool {
			of := x.lib.Class(name)
			return of != nil && types.IsSubclass(c, of)
		})
	})
}

// givesView reports whether a call may give a view of a collection that it is given.
func (x *exec) givesView(n java.Node, c *types.Call) bool {
	e, ok := n.(*java.Call)
	if !ok || !x.holdsContent(x.typeOfOr(e)) {
		return false
	}
	return e.X != nil && c.Mode != types.StaticCall && x.holdsContent(x.typeOfOr(e.X)) ||
		slices.ContainsFunc(e.Args, func(a java.Expr) bool { return x.holdsContent(x.typeOfOr(a)) })
}

// hasDemanding reports whether objects of class c of the file may execute a method of the file
// where m is called that asks something of its calls: a precondition, or an argument that is not
// null.
func (x *exec) hasDemanding(c *types.Class, m *types.Method) bool {
	if c.Library || c.Elsewhere {
		return false
	}
	c.Load()
	return slices.ContainsFunc(c.Methods, func(k *types.Method) bool {
		return k.Name == m.Name && len(k.Params) == len(m.Params) && !k.Flags.Has(java.Static) && x.demands(k)
	}) || slices.ContainsFunc(types.Supertypes(c.Type()), func(s *types.ClassType) bool { return x.hasDemanding(s.Class, m) })
}

// demands reports whether something is asked of a call of a method of the file.
func (x *exec) demands(m *types.Method) bool {
	cases := x.contract(m).cases
	if len(cases) > 0 && !slices.ContainsFunc(cases, func(k *jml.FlatCase) bool { return len(k.Requires) == 0 }) {
		return true
	}
	for i, p := range m.Params {
		if isRef(p.Type) && !x.nullableParam(m, i) {
			return true
		}
	}
	return false
}
