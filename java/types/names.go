package types

import (
	"slices"
	"strings"
)

// String is the type as written in Java, with qualified class names.
func (t *ClassType) String() string {
	if t.Class.Name == "" {
		return "anonymous " + t.Class.anonymousBase()
	}
	name := t.Class.QualifiedName()
	if len(t.Args) == 0 {
		return name
	}
	return name + "<" + typeNames(t.Args, Type.String) + ">"
}

// String is Elem[].
func (t *ArrayType) String() string { return t.Elem.String() + "[]" }

// String is the variable's name.
func (t *TypeVar) String() string { return t.Name }

// String is ?, ? extends B or ? super B.
func (t *Wildcard) String() string {
	switch {
	case t.Bound == nil:
		return "?"
	case t.Super:
		return "? super " + t.Bound.String()
	}
	return "? extends " + t.Bound.String()
}

// String is A & B.
func (t *Intersection) String() string {
	s := make([]string, len(t.Parts))
	for i, p := range t.Parts {
		s[i] = p.String()
	}
	return strings.Join(s, " & ")
}

func typeNames(ts []Type, name func(Type) string) string {
	s := make([]string, len(ts))
	for i, t := range ts {
		if t == nil {
			s[i] = "?"
			continue
		}
		s[i] = name(t)
	}
	return strings.Join(s, ", ")
}

// ShortString is the type as a programmer would write it with imports: simple
// class names instead of qualified ones.
func ShortString(t Type) string {
	switch t := t.(type) {
	case nil:
		return "void"
	case *ClassType:
		if t.Class.Name == "" {
			return "anonymous " + t.Class.anonymousBase()
		}
		name := t.Class.Name
		for o := t.Class.Outer; o != nil && o.Name != "" && !t.Class.Local; o = o.Outer {
			name = o.Name + "." + name
		}
		if len(t.Args) == 0 {
			return name
		}
		return name + "<" + typeNames(t.Args, ShortString) + ">"
	case *ArrayType:
		return ShortString(t.Elem) + "[]"
	case *Wildcard:
		switch {
		case t.Bound == nil:
			return "?"
		case t.Super:
			return "? super " + ShortString(t.Bound)
		}
		return "? extends " + ShortString(t.Bound)
	case *Intersection:
		s := make([]string, len(t.Parts))
		for i, p := range t.Parts {
			s[i] = ShortString(p)
		}
		return strings.Join(s, " & ")
	case *inferVar:
		if t.inst != nil {
			return ShortString(t.inst)
		}
		return t.tv.Name
	}
	return t.String()
}

// QualifiedName is the canonical name: nested classes joined by dots.
func (c *Class) QualifiedName() string {
	if c.Outer != nil && !c.Local {
		return c.Outer.QualifiedName() + "." + c.Name
	}
	if c.Local || c.Package == "" {
		return c.Name
	}
	return c.Package + "." + c.Name
}

func (c *Class) anonymousBase() string {
	base := c.Super
	if len(c.Interfaces) > 0 {
		base = c.Interfaces[0]
	}
	switch {
	case base == nil:
		return "class"
	case unnamed(base): // a nameless enum's superclass is Enum of itself
		return base.Class.Name
	}
	return ShortString(base)
}

// unnamed reports whether a class without a name occurs in t.
func unnamed(t Type) bool {
	switch t := t.(type) {
	case *ClassType:
		return t.Class.Name == "" || slices.ContainsFunc(t.Args, unnamed)
	case *ArrayType:
		return unnamed(t.Elem)
	case *Wildcard:
		return t.Bound != nil && unnamed(t.Bound)
	case *Intersection:
		return slices.ContainsFunc(t.Parts, unnamed)
	}
	return false
}

// Key names a method for native binding and messages: its owner's qualified
// name, its name and its erased parameter types, e.g.
// "java.util.ArrayList.add(int,java.lang.Object)". Nested classes are joined by
// dots and constructors are called <init>.
func (m *Method) Key() string {
	if k := m.key.Load(); k != nil {
		return *k
	}
	var b strings.Builder
	if m.Owner != nil {
		if m.Owner.Local {
			b.WriteString(m.Owner.Binary)
		} else {
			b.WriteString(m.Owner.QualifiedName())
		}
		b.WriteByte('.')
	}
	b.WriteString(m.Name)
	b.WriteByte('(')
	for i, p := range m.Params {
		if i > 0 {
			b.WriteByte(',')
		}
		b.WriteString(Erasure(p.Type).String())
	}
	b.WriteByte(')')
	k := b.String()
	m.key.Store(&k)
	return k
}

// Signature is the method as messages show it: "indexOf(String, int)".
func (m *Method) Signature() string {
	name := m.Name
	if m.IsConstructor() {
		name = m.Owner.Name
	}
	s := make([]string, len(m.Params))
	for i, p := range m.Params {
		s[i] = ShortString(p.Type)
		if m.Variadic && i == len(m.Params)-1 {
			if a, ok := p.Type.(*ArrayType); ok {
				s[i] = ShortString(a.Elem) + "..."
			}
		}
	}
	return name + "(" + strings.Join(s, ", ") + ")"
}

// IsConstructor reports whether m is a constructor.
func (m *Method) IsConstructor() bool { return m.Name == "<init>" }
