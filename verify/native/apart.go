package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
)

// The first use of a class of another file runs its static initialisers. They change
// nothing of the file that is proved where they can't come at it:
//
//	C apart   ⇐   C is a class, a record or an interface; what else its first use begins is
//	              apart: of a class its superclass and all its superinterfaces (JLS 12.4.1
//	              has those with default methods; an interface begins none); and all code of
//	              C's static initialisers is apart
//	code apart ⇐  it is made of literals, constants, locals, operators and new arrays;
//	              static fields of C, and those of classes that are apart that are numbers or
//	              text; constructors and methods of the class library; and static methods of
//	              classes that are apart, whose bodies are apart
//
// Side conditions:
//
//   - no object of a class of any file is made, none is found in a field that was set
//     before, and no body of a class and no lambda stands in the code: so the library has
//     nothing of which it could call a method;
//   - nothing is called of a library class that holds what others gave it (see outsiders);
//   - there is no loop, and no method calls itself on any way: it ends;
//   - that it ends by an exception is an Error at each first use, which no proof is about.
type apart struct {
	root  *types.Class    // whose initialiser is being looked at
	busy  []*types.Class  // that were asked about: each must be apart
	stack []*types.Method // whose bodies are
}

// mostCalls bounds how deep calls are followed.
const mostCalls = 8

// outsiders are classes of the library that may hand out an object, or run code, of
// anyone.
var outsiders = map[string]bool{
	"java.lang.System": true, "java.lang.Thread": true, "java.lang.Runtime": true, "java.lang.ThreadLocal": true, "java.lang.Class": true,
}

// initialisedApart reports whether a class of another file is initialised apart from
// the file that is proved.
func (x *exec) initialisedApart(c *types.Class) bool {
	ok, asked := x.apart[c]
	if !asked {
		ok = (&apart{}).class(c)
		x.apart[c] = ok
	}
	return ok
}

func (a *apart) class(c *types.Class) bool {
	c.Load()
	if slices.Contains(a.busy, c) {
		return true // if it is not, the answer is no
	}
	// root is the class whose initialisers are looked at; one that is begun on the way is its own
	// root meanwhile.
	defer func(root *types.Class) { a.root = root }(a.root)
	a.root = c
	if c.Decl == nil || c.Compiled() || c.Kind == java.EnumClass || c.Kind == java.AnnotationClass {
		return false // an enum makes objects of its own
	}
	a.busy = append(a.busy, c)
	if !a.supers(c) {
		return false
	}
	info, errs := c.Init()
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if m.Static {
				return false
			}
		case *java.FieldDecl:
			if !m.Mods.Flags.Has(java.Static) && c.Kind != java.InterfaceClass {
				continue // every field of an interface is static
			}
			for _, v := range m.Vars {
				if v.Init != nil && !isConstantIn(c, v) && (within(errs, v.Init) || !a.code(v.Init, info)) {
					return false
				}
			}
		}
	}
	return true
}

// supers reports whether what is initialised before a class is apart.
func (a *apart) supers(c *types.Class) bool {
	if c.Kind == java.InterfaceClass {
		return true
	}
	above := slices.DeleteFunc([]*types.Class{superClass(c)}, func(s *types.Class) bool { return s == nil })
	for above = append(above, interfacesOf(c)...); len(above) > 0; above = above[1:] {
		s := above[0]
		if s.Library {
			continue
		}
		if !a.class(s) {
			return false
		}
		above = append(above, interfacesOf(s)...) // those of an interface, too
	}
	return true
}

// interfacesOf are the interfaces that a declaration names.
func interfacesOf(c *types.Class) []*types.Class {
	c.Load()
	var out []*types.Class
	for _, t := range c.Interfaces {
		out = append(out, t.Class)
	}
	return out
}

// within reports whether a mistake lies in a node.
func within(errs java.ErrorList, n java.Node) bool {
	return slices.ContainsFunc(errs, func(e *java.Error) bool { return n.Pos() <= e.Span.From && e.Span.From < n.End() })
}

// isConstantIn reports whether a variable declares a compile-time constant.
func isConstantIn(c *types.Class, v *java.VarDeclarator) bool {
	for _, f := range c.Fields {
		if f.Decl == v {
			return f.Flags.Has(java.Final) && f.Constant() != nil
		}
	}
	return false
}

// code reports whether a stretch of code is apart.
func (a *apart) code(n java.Node, info *types.Info) bool {
	ok := true
	java.Walk(n, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.For, *java.ForEach, *java.While, *java.DoWhile, *java.Lambda, *java.MethodRef, *java.ClassDecl, *java.This, *java.Super:
			ok = false
		case *java.New:
			call := info.Calls[n]
			ok = ok && n.Body == nil && call != nil && call.Method != nil && call.Method.Owner.Library && !outsiders[call.Method.Owner.Binary]
		case *java.Call:
			ok = ok && a.call(info.Calls[n])
		case *java.Name, *java.Select:
			if u := info.Uses[n.(java.Expr)]; ok && u != nil && u.Kind == types.FieldRef && info.Consts[n.(java.Expr)] == nil {
				ok = a.field(u.Field)
			}
		}
		return ok
	})
	return ok
}

// field reports whether what a field holds is apart: that of the class that is being
// initialised was set by its own initialisers.
func (a *apart) field(f *types.Field) bool {
	switch {
	case f.Owner == nil || f.Owner == a.root:
		return true
	case f.Owner.Library:
		return !outsiders[f.Owner.Binary] || types.IsPrimitive(f.Type) || isString(f.Type)
	}
	return (types.IsPrimitive(f.Type) || isString(f.Type)) && f.Owner.Elsewhere && a.class(f.Owner)
}

// call reports whether what a call runs is apart.
func (a *apart) call(call *types.Call) bool {
	if call == nil || call.Method == nil {
		return false
	}
	m := call.Method
	if m.Owner.Library {
		return !outsiders[m.Owner.Binary]
	}
	if !m.Owner.Elsewhere || !m.Flags.Has(java.Static) || m.Decl == nil || m.Decl.Body == nil || slices.Contains(a.stack, m) || len(a.stack) >= mostCalls || !a.class(m.Owner) {
		return false
	}
	info, errs := m.Body()
	if len(errs) > 0 {
		return false
	}
	a.stack = append(a.stack, m)
	ok := a.code(m.Decl.Body, info)
	a.stack = a.stack[:len(a.stack)-1]
	return ok
}
