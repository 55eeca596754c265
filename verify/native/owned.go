package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// Ownership. An invariant that speaks of what an array or a library object holds may
// be broken by whoever has the array under another name:
//
//	end of m, o other than the receiver:  inv(o) with the content as it was when
//	                                      inv(o) was last known to hold
//	                                            ⇐  the content belongs to o alone
//	                                      inv(o) as it stands        otherwise
//
// What field f of class C holds belongs to its object alone, as far as the text of
// the file goes, if
//
//	f is assigned new objects only: new, clone, copyOf, null;
//	f's value is only looked into: f[i], f.length, f == e, for (e : f), f.m() of the
//	class library that returns no view of it, and as an argument that is only read;
//	f[i] = e and f.m() that changes it stand in methods of C on this, which prove
//	inv(this) themselves: not in helpers, and not on another object
//
// Side conditions: the clause speaks of content by such a field of this only (f[i] and
// f.m(), no rows of rows, no method of the file that reads content), so that content
// is one step away. Code outside of the file does not touch the fields of its classes.

// owned reports whether all the content that an invariant of class c speaks of belongs
// to the object alone.
func (x *exec) owned(cl *jml.Clause, c *types.Class) bool {
	ok := true
	base := func(e java.Expr) {
		u := x.useOf(java.Unparen(e))
		if u == nil || u.Kind != types.FieldRef || !ownPart(java.Unparen(e), u, c) || !x.ownedField(u.Field) {
			ok = false
		}
	}
	java.Walk(cl.Expr, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index:
			base(n.X)
		case *java.Call:
			k := x.callOf(n)
			switch {
			case k == nil || k.Method == nil:
				ok = false
			case !k.Method.Owner.Library:
				names := map[string]bool{}
				x.methodReads(k.Method, names, map[*types.Method]bool{})
				for name := range names {
					ok = ok && x.components[name].kind != arrayComp && x.components[name].kind != otherComp && name != unknownReads
				}
			case n.X != nil && !immutable(x.typeOfOr(n.X)):
				base(n.X)
			}
			for _, a := range n.Args {
				if !immutable(x.typeOfOr(a)) {
					ok = false
				}
			}
		case *java.SpecCall:
			ok = ok && n.Word != "\\invariant_for"
			if n.Word == "\\nonnullelements" {
				base(n.Args[0])
			}
		}
		return ok
	})
	return ok
}

// immutable reports whether a value of the type has no content that changes.
func immutable(t types.Type) bool {
	return types.IsPrimitive(t) || isString(t) || isBoxed(t) || !isRef(t)
}

// ownedField reports whether what a field holds belongs to its object alone.
func (x *exec) ownedField(f *types.Field) bool {
	if v, ok := x.ownedFields[f]; ok {
		return v
	}
	v := !f.Flags.Has(java.Static) && f.Owner.Decl != nil
	if v {
		for _, c := range x.classes {
			if c.Decl == nil {
				continue
			}
			for _, m := range x.classMembers(c) {
				// Nested classes are among the unit's own and have their turn.
				if _, class := m.(*java.ClassDecl); !class {
					o := &ownership{x: x, f: f, in: c, ok: true}
					o.member(m)
					v = v && o.ok
				}
			}
		}
	}
	x.ownedFields[f] = v
	return v
}

// ownership looks at what a member of a class does with a field.
type ownership struct {
	x      *exec
	f      *types.Field
	in     *types.Class
	helper bool
	ok     bool
}

func (o *ownership) member(m java.Member) {
	if d, ok := m.(*java.MethodDecl); ok {
		if ms := o.x.spec.Methods[d]; ms != nil {
			o.helper = jml.Normalise(ms).Mods.Has(jml.Helper)
		}
	}
	// The uses that are allowed are found from above; any other is not.
	allowed := map[java.Expr]bool{}
	allow := func(e java.Expr, change bool) {
		if e = java.Unparen(e); e != nil && o.is(e) {
			// A change has to be one whose method proves inv(this): on this, and not by a helper.
			allowed[e] = !change || !o.helper && ownPart(e, o.x.useOf(e), o.in)
		}
	}
	set := func(target, value java.Expr) {
		switch t := java.Unparen(target).(type) {
		case *java.Index:
			allow(t.X, true)
		default:
			if o.is(t) {
				allowed[t] = value != nil && o.fresh(value)
			}
		}
	}
	java.Walk(m, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.VarDeclarator:
			if o.x.fieldOf(n) == o.f && n.Init != nil && !o.fresh(n.Init) {
				o.ok = false
			}
		case *java.AssignExpr:
			set(n.X, n.Y)
		case *java.Unary:
			if n.Op.Changes() {
				set(n.X, nil)
			}
		case *java.Index:
			if _, set := allowed[java.Unparen(n.X)]; !set {
				allow(n.X, false)
			}
		case *java.Select:
			if u := o.x.useOf(n); u != nil && u.Kind == types.LengthRef {
				allow(n.X, false)
			}
		case *java.Binary:
			if n.Op == java.Eq || n.Op == java.Ne {
				allow(n.X, false)
				allow(n.Y, false)
			}
		case *java.ForEach:
			if _, array := o.x.typeOfOr(n.X).(*types.ArrayType); array {
				allow(n.X, false)
			}
		case *java.Call:
			o.call(n, allow)
		case *java.Name:
			o.ok = o.ok && (!o.is(n) || allowed[n])
		}
		if s, ok := n.(*java.Select); ok && o.is(s) {
			o.ok = o.ok && allowed[s]
		}
		return o.ok
	})
}

// is reports whether an expression is the field.
func (o *ownership) is(e java.Expr) bool {
	u := o.x.useOf(e)
	return u != nil && u.Kind == types.FieldRef && u.Field == o.f
}

// call allows the field as receiver and argument of library methods that keep it to
// themselves.
func (o *ownership) call(n *java.Call, allow func(java.Expr, bool)) {
	k := o.x.callOf(n)
	if k == nil || k.Method == nil || !k.Method.Owner.Library {
		return
	}
	m := k.Method
	t := o.x.typeOfOr(n)
	switch {
	case m.Implicit == types.ArrayClone || m.Name == "clone":
		allow(n.X, false)
	case n.X != nil && (immutable(t) || t.Kind() == types.Void || m.Return.Kind() == types.Var):
		allow(n.X, !pureLibrary(m))
	}
	switch m.Owner.QualifiedName() {
	case "java.lang.System":
		if m.Name == "arraycopy" && len(n.Args) == 5 {
			allow(n.Args[0], false)
			allow(n.Args[2], true)
		}
	case "java.util.Arrays":
		switch m.Name {
		case "sort", "fill":
			allow(n.Args[0], true)
		case "copyOf", "copyOfRange", "toString", "equals", "hashCode":
			for _, a := range n.Args {
				allow(a, false)
			}
		}
	}
}

// fresh reports whether an expression makes an object that nobody else has.
func (o *ownership) fresh(e java.Node) bool {
	switch e := e.(type) {
	case *java.Paren:
		return o.fresh(e.X)
	case *java.NewArray, *java.ArrayInit:
		return true
	case *java.Literal:
		return e.Kind == java.NullLiteral
	case *java.New:
		c := o.x.callOf(e)
		return e.Body == nil && c != nil && c.Method != nil && plainLibraryClass(c.Method.Owner)
	case *java.Call:
		c := o.x.callOf(e)
		if c == nil || c.Method == nil || !c.Method.Owner.Library {
			return false
		}
		if _, array := o.x.typeOfOr(e).(*types.ArrayType); !array {
			return false
		}
		switch c.Method.Name {
		case "clone", "copyOf", "copyOfRange", "toCharArray":
			return true
		}
	}
	return false
}
