package types

import (
	"slices"
	"strings"

	"ensures/java"
)

// Counterpart returns the class of p that stands for class c of another program over the same
// library, whose files declare the same classes: an object of the one is one of the other
// there. A class of another file is read if nothing has named it yet, and what stands in for
// a type is written for the type's counterpart. nil where p has no such class.
//
// Side conditions: classes are the same by their names, as a binary name is; those without
// one, and local ones, by their place among the declarations of the class around them, where
// both have as many.
func (p *Program) Counterpart(c *Class) *Class {
	switch {
	case c.Library:
		return c
	case c.StandIn:
		t, ok := p.counterpartType(c.standsFor).(*ClassType)
		if !ok {
			return nil
		}
		return p.StandIn(t)
	case c.Local:
		return p.localCounterpart(c)
	}
	// p.Class also finds the library's, which isn't what stands for a program's class.
	if found := p.Class(c.Binary); found != nil && !found.Library {
		return found
	}
	if c.Outer == nil {
		return p.demand(c.Binary)
	}
	// A member class comes with the class around it, which has to be read first.
	outer := p.Counterpart(c.Outer)
	if outer == nil {
		return nil
	}
	return outer.member(c.Name)
}

// member is the member class of that name; nil where there is none.
func (c *Class) member(name string) *Class {
	i := slices.IndexFunc(c.Members, func(k *Class) bool { return k.Name == name })
	if i < 0 {
		return nil
	}
	return c.Members[i]
}

// Named is the class with a binary name; one of another file is read if nothing has named it
// yet. nil where there is none.
func (p *Program) Named(binary string) *Class {
	if c := p.Class(binary); c != nil {
		return c
	}
	names := strings.Split(binary, "$")
	c := p.demand(names[0])
	for _, name := range names[1:] {
		if c == nil {
			return nil
		}
		c.Load()
		c = c.member(name)
	}
	return c
}

// counterpartType is a type without variables, of p's classes; nil where p lacks one.
func (p *Program) counterpartType(t Type) Type {
	switch t := t.(type) {
	case *ArrayType:
		if e := p.counterpartType(t.Elem); e != nil {
			return &ArrayType{Elem: e}
		}
		return nil
	case *ClassType:
		c := p.Counterpart(t.Class)
		if c == nil {
			return nil
		}
		c.Load()
		out := &ClassType{Class: c}
		for _, a := range t.Args {
			b := p.counterpartType(a)
			if b == nil {
				return nil
			}
			out.Args = append(out.Args, b)
		}
		return out
	}
	return t
}

// localCounterpart is the counterpart of a local or anonymous class.
func (p *Program) localCounterpart(c *Class) *Class {
	if c.Outer == nil || c.Outer.Decl == nil || c.Decl == nil {
		return nil
	}
	outer := p.Counterpart(c.Outer)
	if outer == nil || outer.Decl == nil {
		return nil
	}
	theirs, ours := declarationsIn(c.Outer.Decl), declarationsIn(outer.Decl)
	i := slices.Index(theirs, c.Decl)
	if i < 0 || len(ours) != len(theirs) || ours[i].Name.Name != c.Decl.Name.Name || len(ours[i].Members) != len(c.Decl.Members) {
		return nil
	}

	// Its declaration is known once the code that it stands in is checked.
	outer.Load()
	if info, _ := outer.Init(); info.Classes[ours[i]] != nil {
		return info.Classes[ours[i]]
	}
	for _, m := range outer.Methods {
		if m.Decl == nil || ours[i].Pos() < m.Decl.Pos() || m.Decl.End() < ours[i].End() {
			continue
		}
		info, _ := m.Body()
		return info.Classes[ours[i]]
	}
	return nil
}

// declarationsIn returns the classes that are declared in a class, in the order of the text.
func declarationsIn(d *java.ClassDecl) []*java.ClassDecl {
	var out []*java.ClassDecl
	java.Walk(d, func(n java.Node) bool {
		if c, ok := n.(*java.ClassDecl); ok {
			out = append(out, c)
		}
		return true
	})
	return out
}
