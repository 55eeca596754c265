package interp

import (
	"strconv"

	"ensures/java/types"
)

func formatInt(n int64) string { return strconv.FormatInt(n, 10) }

type object1 struct {
	Object
	p [1]int64
	r [1]Ref
}

type object2 struct {
	Object
	p [2]int64
	r [2]Ref
}

type object3 struct { // a node of a chain or of a linked list
	Object
	p [1]int64
	r [3]Ref
}

type object5 struct { // a node of a tree or of a linked map
	Object
	p [1]int64
	r [5]Ref
}

// newObject makes an instance with default field values; no constructor runs.
func (m *Machine) newObject(c *Class) *Object {
	m.Alloc(int64(16 + 8*c.np + 8*c.nr))
	// An object and its fields in one allocation of Go's, for the sizes that most objects
	// have. What is charged does not depend on it.
	switch {
	case c.np <= 1 && c.nr <= 1:
		o := &object1{}
		return o.over(c, o.p[:], o.r[:])
	case c.np <= 2 && c.nr <= 2:
		o := &object2{}
		return o.over(c, o.p[:], o.r[:])
	case c.np <= 1 && c.nr <= 3:
		o := &object3{}
		return o.over(c, o.p[:], o.r[:])
	case c.np <= 1 && c.nr <= 5:
		o := &object5{}
		return o.over(c, o.p[:], o.r[:])
	}
	o := &Object{Class: c}
	if c.np > 0 {
		o.P = make([]int64, c.np)
	}
	if c.nr > 0 {
		o.R = make([]Ref, c.nr)
	}
	return o
}

// over gives o the fields of class c in the space that is allocated with it.
func (o *Object) over(c *Class, p []int64, r []Ref) *Object {
	o.Class, o.P, o.R = c, p[:c.np], r[:c.nr]
	return o
}

// NewInstance makes an instance of a plain class without running a constructor.
func (m *Machine) NewInstance(c *Class) *Object { return m.newObject(c) }

// NewArray makes an array of n elements of (erased) type elem with default
// values, charging the heap; n must not be negative. The heap is charged first: a
// length that the limit forbids must not be asked of Go.
func (m *Machine) NewArray(elem types.Type, n int) Array {
	size := int64(8)
	switch elem.Kind() {
	case types.Boolean, types.Byte:
		size = 1
	case types.Short, types.Char:
		size = 2
	case types.Int, types.Float:
		size = 4
	}
	m.Alloc(16 + size*int64(n))
	return MakeArray(elem, n)
}

// Field reads an instance field of o, wherever in its class it is declared.
func (o *Object) Field(f *types.Field) (Value, bool) {
	s, ok := o.Class.slots[f]
	if !ok {
		return Value{}, false
	}
	if s.ref {
		return Value{R: o.R[s.i]}, true
	}
	return Value{N: o.P[s.i]}, true
}

// Around is the enclosing instance that o has as an object of a class; false where it has none.
func (o *Object) Around(class string) (Ref, bool) {
	for k := o.Class; k != nil; k = k.super {
		if k.Binary == class && k.outer >= 0 {
			return o.R[k.outer], true
		}
	}
	return nil, false
}

// Enclose gives o, of a class with the same text as from's, what no field says of an object: its
// enclosing instances, and the variables that local classes have captured, each through a function.
func (o *Object) Enclose(from *Object, through func(Value) Value) {
	for k, c := o.Class, from.Class; k != nil && c != nil; k, c = k.super, c.super {
		if k.outer >= 0 && c.outer >= 0 {
			o.R[k.outer] = through(Value{R: from.R[c.outer]}).R
		}
		for i, l := range c.Captures {
			if i >= len(k.Captures) {
				break
			}
			// Classes of one text list what they capture in the same order.
			s, to := c.caught[l], k.caught[k.Captures[i]]
			switch {
			case s.ref && to.ref:
				o.R[to.i] = through(Value{R: from.R[s.i]}).R
			case !s.ref && !to.ref:
				o.P[to.i] = from.P[s.i]
			}
		}
	}
}

// SetField writes an instance field of o; it reports whether there is one.
func (o *Object) SetField(f *types.Field, v Value) bool {
	s, ok := o.Class.slots[f]
	if !ok {
		return false
	}
	if s.ref {
		o.R[s.i] = v.R
	} else {
		o.P[s.i] = v.N
	}
	return true
}

// FieldNamed is the instance field of that name, a subclass's before its
// superclass's; nil when there is none.
func (c *Class) FieldNamed(name string) *types.Field {
	for i := len(c.fields) - 1; i >= 0; i-- {
		if c.fields[i].f.Name == name {
			return c.fields[i].f
		}
	}
	return nil
}

// InstanceFields are the instance fields, superclass's first.
func (c *Class) InstanceFields() []*types.Field {
	fs := make([]*types.Field, len(c.fields))
	for i, f := range c.fields {
		fs[i] = f.f
	}
	return fs
}
