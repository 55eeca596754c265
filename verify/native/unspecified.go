package native

import (
	"slices"

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
//   - no class of the file that is proved has the method in a version of its own, which has a
//     contract here that the call would have to keep: what of the file the library calls back
//     is taken for called as its contract asks, as code of other files calls it;
//   - the method does not write fields that never change for the verifier: what reads an object
//     from a stream or sets fields by reflection does;
//   - no invariant or constraint of the file speaks of what an array or an object of the library
//     holds, which the method may change without running code of the file;
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
	if setsFields(m.Owner) || x.anyInvariant(x.ofContent) {
		return false
	}
	if e, ok := n.(*java.Call); ok {
		if _, super := e.X.(*java.Super); super {
			return true
		}
	}
	return !slices.ContainsFunc(x.classes, func(d *types.Class) bool {
		return !d.Library && types.IsSubclass(d, m.Owner) && x.hasOwn(d, m)
	})
}

// ofContent reports whether a clause speaks of what an array or an object of the library holds.
func (x *exec) ofContent(cl *jml.Clause) bool {
	return slices.ContainsFunc(x.clauseReads(cl), func(name string) bool {
		return name == unknownReads || isContent(x.components[name].kind)
	})
}

// setsFields reports whether a class of the JDK has methods that write fields, final ones too, of
// objects of any class.
func setsFields(c *types.Class) bool {
	switch c.Package {
	case "java.lang.reflect", "java.lang.invoke", "sun.misc", "sun.reflect":
		return true
	}
	return c.QualifiedName() == "java.io.ObjectInputStream"
}

// hasOwn reports whether objects of class c of the file may execute a method of the file where m
// is called.
func (x *exec) hasOwn(c *types.Class, m *types.Method) bool {
	if c.Library || c.Elsewhere {
		return false
	}
	c.Load()
	return slices.ContainsFunc(c.Methods, func(k *types.Method) bool {
		return k.Name == m.Name && len(k.Params) == len(m.Params) && !k.Flags.Has(java.Static)
	}) || slices.ContainsFunc(types.Supertypes(c.Type()), func(s *types.ClassType) bool { return x.hasOwn(s.Class, m) })
}
