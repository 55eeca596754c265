package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// classNatives are the questions that java.lang.Class answers about a type itself.
func classNatives() map[string]Native {
	return of("java.lang.Class", map[string]Native{
		"getName()":          func(m *Machine, c Ref, _ []Value) Value { return R(NewString(types.ClassName(c.(*ClassObject).Type))) },
		"getSimpleName()":    func(m *Machine, c Ref, _ []Value) Value { return R(NewString(simpleName(c.(*ClassObject).Type))) },
		"getCanonicalName()": canonicalName,
		"getPackageName()": func(m *Machine, c Ref, _ []Value) Value {
			t := c.(*ClassObject).Type
			for {
				a, ok := t.(*types.ArrayType)
				if !ok {
					break
				}
				t = a.Elem
			}
			if ct, ok := t.(*types.ClassType); ok {
				return R(NewString(ct.Class.Package))
			}
			return R(NewString("java.lang"))
		},
		"isInstance(java.lang.Object)": func(m *Machine, c Ref, a []Value) Value {
			return Bool(a[0].R != nil && m.subtype(m.TypeOf(a[0].R), c.(*ClassObject).Type))
		},
		"isAssignableFrom(java.lang.Class)": func(m *Machine, c Ref, a []Value) Value {
			if a[0].R == nil {
				m.Throw("java.lang.NullPointerException", "")
			}
			return Bool(m.subtype(a[0].R.(*ClassObject).Type, c.(*ClassObject).Type))
		},
		"isInterface()": func(m *Machine, c Ref, _ []Value) Value {
			k := classKind(c)
			return Bool(k == java.InterfaceClass || k == java.AnnotationClass)
		},
		"isArray()":          func(m *Machine, c Ref, _ []Value) Value { return Bool(c.(*ClassObject).Type.Kind() == types.ArrayOf) },
		"isPrimitive()":      func(m *Machine, c Ref, _ []Value) Value { return Bool(isPrimitive(c.(*ClassObject).Type)) },
		"isEnum()":           func(m *Machine, c Ref, _ []Value) Value { return Bool(classKind(c) == java.EnumClass) },
		"isAnnotation()":     func(m *Machine, c Ref, _ []Value) Value { return Bool(classKind(c) == java.AnnotationClass) },
		"isRecord()":         func(m *Machine, c Ref, _ []Value) Value { return Bool(classKind(c) == java.RecordClass) },
		"isAnonymousClass()": func(m *Machine, c Ref, _ []Value) Value { return Bool(declared(c) != nil && declared(c).Name == "") },
		"isLocalClass()": func(m *Machine, c Ref, _ []Value) Value {
			d := declared(c)
			return Bool(d != nil && d.Local && d.Name != "")
		},
	})
}

// classRelations are the types that a class is related to, and Enum's method that
// needs one.
func classRelations() map[string]Native {
	out := of("java.lang.Class", map[string]Native{
		"getSuperclass()": func(m *Machine, c Ref, _ []Value) Value {
			if c.(*ClassObject).Type.Kind() == types.ArrayOf {
				return R(m.ClassObject(&types.ClassType{Class: m.Class("java.lang.Object").Class}))
			}
			if d := declared(c); d != nil && d.Super != nil {
				return R(m.ClassObject(&types.ClassType{Class: d.Super.Class}))
			}
			return Value{}
		},
		"getInterfaces()": func(m *Machine, c Ref, _ []Value) Value {
			var list []types.Type
			if d := declared(c); d != nil {
				for _, i := range d.Interfaces {
					list = append(list, &types.ClassType{Class: i.Class})
				}
			}
			arr := m.NewArray(&types.ClassType{Class: m.Class("java.lang.Class").Class}, len(list)).(*RefArray)
			for i, t := range list {
				arr.A[i] = m.ClassObject(t)
			}
			return R(arr)
		},
		"getComponentType()": func(m *Machine, c Ref, _ []Value) Value {
			if a, ok := c.(*ClassObject).Type.(*types.ArrayType); ok {
				return R(m.ClassObject(a.Elem))
			}
			return Value{}
		},
		"getEnclosingClass()": func(m *Machine, c Ref, _ []Value) Value {
			if d := declared(c); d != nil && d.Outer != nil {
				return R(m.ClassObject(&types.ClassType{Class: d.Outer}))
			}
			return Value{}
		},
		"getModifiers()": func(m *Machine, c Ref, _ []Value) Value {
			m.Unsupported("Class.getModifiers")
			return Value{}
		},
		"getEnumConstants()": func(m *Machine, c Ref, _ []Value) Value {
			if d := declared(c); d != nil && d.Kind == java.EnumClass {
				for _, f := range d.Methods {
					if f.Implicit == types.EnumValues {
						return m.Invoke(f, nil, nil)
					}
				}
			}
			return Value{}
		},
	})
	out["java.lang.Enum.getDeclaringClass()"] = func(m *Machine, e Ref, _ []Value) Value {
		c := m.ClassOf(e).Class
		// A constant with a body has a class of its own, whose superclass is the enum.
		for c.Kind != java.EnumClass || c.Name == "" {
			c = c.Super.Class
		}
		return R(m.ClassObject(&types.ClassType{Class: c}))
	}
	return out
}

func declared(c Ref) *types.Class {
	if t, ok := c.(*ClassObject).Type.(*types.ClassType); ok {
		t.Class.Load()
		return t.Class
	}
	return nil
}

func classKind(c Ref) java.ClassKind {
	if d := declared(c); d != nil {
		return d.Kind
	}
	return 0
}

func isPrimitive(t types.Type) bool {
	return t.Kind() <= types.Double || t.Kind() == types.Void
}

func simpleName(t types.Type) string {
	switch t := t.(type) {
	case *types.ArrayType:
		return simpleName(t.Elem) + "[]"
	case *types.ClassType:
		return t.Class.Name
	}
	return t.String()
}

func canonicalName(m *Machine, c Ref, _ []Value) Value {
	name, ok := canonical(c.(*ClassObject).Type)
	if !ok {
		return Value{}
	}
	return R(NewString(name))
}

// canonical is the name that source code can use; local and anonymous classes have none.
func canonical(t types.Type) (string, bool) {
	switch t := t.(type) {
	case *types.ArrayType:
		s, ok := canonical(t.Elem)
		return s + "[]", ok
	case *types.ClassType:
		c := t.Class
		switch {
		case c.Local || c.Name == "":
			return "", false
		case c.Outer != nil:
			s, ok := canonical(&types.ClassType{Class: c.Outer})
			return s + "." + c.Name, ok
		case c.Package != "":
			return c.Package + "." + c.Name, true
		}
		return c.Name, true
	}
	return t.String(), true
}

// subtype reports whether a value of erased type s is an instance of t.
func (m *Machine) subtype(s, t types.Type) bool {
	switch t := t.(type) {
	case *types.ArrayType:
		a, ok := s.(*types.ArrayType)
		if !ok {
			return false
		}
		if isPrimitive(a.Elem) || isPrimitive(t.Elem) {
			// Arrays of primitives are covariant in nothing (JLS 4.10.3).
			return a.Elem == t.Elem
		}
		return m.subtype(a.Elem, t.Elem)
	case *types.ClassType:
		switch s := s.(type) {
		case *types.ClassType:
			return subclass(s.Class, t.Class)
		case *types.ArrayType:
			switch t.Class.Binary {
			case "java.lang.Object", "java.lang.Cloneable", "java.io.Serializable":
				return true
			}
		}
		return false
	}
	return s == t
}

func subclass(c, d *types.Class) bool {
	if c == d || d.Binary == "java.lang.Object" {
		return true
	}
	c.Load()
	if c.Super != nil && subclass(c.Super.Class, d) {
		return true
	}
	for _, i := range c.Interfaces {
		if subclass(i.Class, d) {
			return true
		}
	}
	return false
}
