package jml

import (
	"ensures/java"
	"ensures/java/types"
)

// A clause may name what whoever reads it can see (JML Reference Manual, 2.7):
//
//	visible to     of a case without a heading: those who see the method; of one with a
//	               heading: as its modifier says, without one the package
//	a public clause names what is public, a protected one what is that or protected,
//	one of the package anything but what is private, a private one anything
//
// spec_public, spec_protected and spec_package make a field or method more visible to
// specifications. OpenJML refuses the file; to the meaning of a proof it is nothing, so
// that it is a warning here, and a mistake where text is asked for that other tools take.

// words of visibility, by java.Flags.Access.
var words = [...]string{"private", "package", "protected", "public"}

// accessOf is how visible a method is: of an interface all are that are not private.
func accessOf(m *types.Method) int {
	if m.Owner.IsInterface() && !m.Flags.Has(java.Private) {
		return java.Public.Access()
	}
	return m.Flags.Access()
}

// readers is to whom a case of a method's specification is visible.
func readers(m *types.Method, k *Case) int {
	if k.Behaviour == Lightweight {
		return accessOf(m)
	}
	return k.Visibility.Access()
}

// visible looks for what a clause of a method names and its readers can't see.
func (c *checker) visible(m *types.Method, cl *Clause) {
	if m.Owner.Library {
		return
	}
	hidden := func(at java.Node, name string, access int, mods ModFlags) {
		for i, flag := range []ModFlags{SpecPackage, SpecProtected, SpecPublic} {
			if mods&flag != 0 {
				access = max(access, i+1)
			}
		}
		// The package sees what is protected.
		if access >= c.readers {
			return
		}
		err := newError(c.file, NotVisible, at, "declare it /*@ spec_"+words[c.readers]+" @*/, or give the case a heading with the visibility that it has",
			"%s is %s, and the %s clause is %s: standard JML refuses that", name, words[access], cl.Keyword, words[c.readers])
		c.Spec.Warnings = append(c.Spec.Warnings, err)
		c.Hidden[m] = append(c.Hidden[m], err)
	}
	look := func(x java.Node) {
		java.Walk(x, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Name, *java.Select:
				u := c.Info.Uses[n.(java.Expr)]
				if u == nil || u.Kind != types.FieldRef || u.Field.Owner == nil || u.Field.Owner.Library || u.Field.Owner.Elsewhere || u.Field.Owner.IsInterface() {
					break
				}
				f := u.Field
				hidden(n, f.Name, f.Flags.Access(), c.fieldMods(f))
			case *java.Call:
				k := c.Info.Calls[n]
				if k == nil || k.Method == nil || k.Method.Owner == nil || k.Method.Owner.Library || k.Method.Owner.Elsewhere || k.Method.Implicit != types.NotImplicit {
					break
				}
				var mods ModFlags
				if s := c.Spec.Methods[k.Method.Decl]; s != nil {
					mods = s.Mods.Flags
				}
				hidden(&n.Name, k.Method.Name, accessOf(k.Method), mods)
			}
			return true
		})
	}

	for _, x := range append([]java.Expr{cl.Expr, cl.If}, cl.Refs...) {
		if x != nil {
			look(x)
		}
	}
	if cl.Decl != nil {
		look(cl.Decl)
	}
}

// fieldMods are JML's modifiers of a field of the file.
func (c *checker) fieldMods(f *types.Field) ModFlags {
	if c.fields == nil {
		c.fields = map[*java.VarDeclarator]*FieldSpec{}
		for d, s := range c.Spec.Fields {
			for _, v := range d.Vars {
				c.fields[v] = s
			}
		}
	}
	if s := c.fields[f.Decl]; s != nil {
		return s.Mods.Flags
	}
	return 0
}
