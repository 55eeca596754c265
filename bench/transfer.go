package bench

import (
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Transfer brings values of one program into a machine of another that declares the same
// classes: objects of the program's classes become objects of the classes that stand for
// them there, by name. Values of the library stay themselves. It must be used inside an
// entry of the machine, which it ends as unsupported where a class has no counterpart.
type Transfer struct {
	m      *interp.Machine
	rename map[string]string // binary names
	seen   map[interp.Ref]interp.Ref
}

// NewTransfer makes a transfer into m; rename tells which classes have another binary name
// there. One transfer keeps the identity of objects among all that it brings.
func NewTransfer(m *interp.Machine, rename map[string]string) *Transfer {
	return &Transfer{m: m, rename: rename, seen: map[interp.Ref]interp.Ref{}}
}

// Value is the counterpart of v.
func (x *Transfer) Value(v interp.Value) interp.Value { return interp.Value{N: v.N, R: x.Ref(v.R)} }

// Native reports whether values of a type need no transfer at all.
func Native(t types.Type) bool {
	switch t := t.(type) {
	case *types.Basic:
		return t != types.Dynamic
	case *types.ArrayType:
		return Native(t.Elem)
	case *types.ClassType:
		switch t.Class.Binary {
		case "java.lang.String", "java.lang.Integer", "java.lang.Long", "java.lang.Character", "java.lang.Boolean", "java.lang.Double":
			return true
		}
	}
	return false
}

// Ref is the counterpart of r.
func (x *Transfer) Ref(r interp.Ref) interp.Ref {
	switch r := r.(type) {
	case nil, *interp.String, *interp.Box, *interp.Func, *interp.ClassObject:
		return r
	case *interp.RefArray:
		return x.array(r)
	case *interp.Object:
		return x.object(r)
	}
	return r
}

func (x *Transfer) array(a *interp.RefArray) interp.Ref {
	if d, ok := x.seen[a]; ok {
		return d
	}
	if Native(a.Elem) {
		return a
	}
	elem := a.Elem
	if c, ok := elem.(*types.ClassType); ok && !c.Class.Library {
		if k := x.class(c.Class); k != nil {
			elem = &types.ClassType{Class: k.Class}
		}
	}
	d := &interp.RefArray{Elem: elem, A: make([]interp.Ref, len(a.A))}
	// Before the elements: an array may hold itself.
	x.seen[a] = d
	for i, r := range a.A {
		d.A[i] = x.Ref(r)
	}
	return d
}

func (x *Transfer) class(c *types.Class) *interp.Class {
	if to, ok := x.rename[c.Binary]; ok {
		return x.m.Class(to)
	}
	return x.m.Counterpart(c)
}

func (x *Transfer) object(o *interp.Object) interp.Ref {
	if d, ok := x.seen[o]; ok {
		return d
	}
	if o.Class.Library {
		d := *o
		x.seen[o] = &d
		d.P = append([]int64{}, o.P...)
		d.R = make([]interp.Ref, len(o.R))
		same := true
		for i, r := range o.R {
			d.R[i] = x.Ref(r)
			same = same && d.R[i] == r
		}
		if same { // nothing of the program in it
			x.seen[o] = o
			return o
		}
		return &d
	}
	if k := x.enum(o); k != nil {
		return k
	}
	k := x.class(o.Class.Class)
	if k == nil {
		k = x.filled(o.Class.Class)
	}
	if k == nil {
		x.m.Unsupported("class " + o.Class.Binary + " is not in the other code")
	}
	d := x.m.NewInstance(k)
	x.seen[o] = d
	d.Enclose(o, x.Value)
	for _, f := range o.Class.InstanceFields() {
		v, _ := o.Field(f)
		if to := k.FieldNamed(f.Name); to != nil {
			d.SetField(to, x.Value(v))
		}
	}
	return d
}

// filled is the library's class that an anonymous class only fills, as in
// new HashMap<>() {{ put(1, 2); }}: its objects behave as that class's do, apart from
// getClass. nil for other classes, whose methods the other code does not have.
func (x *Transfer) filled(c *types.Class) *interp.Class {
	if c.Name != "" || c.Super == nil || !c.Super.Class.Library || len(c.Interfaces)+len(c.Fields) > 0 ||
		slices.ContainsFunc(c.Methods, func(m *types.Method) bool { return m.Name != "<init>" }) {
		return nil
	}
	return x.m.Load(c.Super.Class)
}

// enum is the constant of that name, nil for objects that are none.
func (x *Transfer) enum(o *interp.Object) interp.Ref {
	c := o.Class.Class
	// A constant with a body is of a class of its own below the enum.
	if c.Kind != java.EnumClass && c.Super != nil && c.Super.Class.Kind == java.EnumClass {
		c = c.Super.Class
	}
	if c.Kind != java.EnumClass {
		return nil
	}
	k := x.class(c)
	if k == nil {
		x.m.Unsupported("enum " + c.Binary + " is not in the other code")
	}
	ordinal := x.m.CallMethod(o, "ordinal").Int32()
	if int(ordinal) < len(k.Constants) {
		v, end := x.m.StaticField(k.Constants[ordinal])
		if end.Kind == interp.Returned {
			return v.R
		}
	}
	return nil
}
