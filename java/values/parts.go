package values

import (
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/value"
)

// is reports whether o is an instance of the library class or interface.
func (l Language) is(o *interp.Object, class string) bool {
	c := l.m.Class(class)
	return c != nil && l.m.InstanceOf(o, c)
}

// Units are a String's or StringBuilder's UTF-16 units.
func (l Language) Units(v Value) []rune {
	s, ok := v.R.(*interp.String)
	if !ok {
		s = l.m.ToJavaString(v.R)
	}
	units := s.Units()
	out := make([]rune, len(units))
	for i, u := range units {
		out[i] = rune(u)
	}
	return out
}

// WithUnits is a String or an object of v's class.
func (l Language) WithUnits(v Value, units []rune) Value {
	to := make([]uint16, len(units))
	for i, u := range units {
		to[i] = uint16(u)
	}
	s := interp.R(interp.NewStringUTF16(to))
	if o, ok := v.R.(*interp.Object); ok {
		s = interp.R(l.m.NewObject(l.m.ClassName(o), s))
	}
	return Value{s, v.Type}
}

// Items are the elements of an array, a collection or an Optional.
func (l Language) Items(v Value) []Value {
	if a, ok := v.R.(interp.Array); ok {
		out := make([]Value, a.Len())
		elem := a.ElemType()
		for i := range out {
			out[i] = Value{a.At(i), elem}
		}
		return out
	}
	o, ok := v.R.(*interp.Object)
	if !ok {
		return nil
	}
	elem := argument(v.Type, 0)
	if l.is(o, "java.util.Optional") {
		if l.m.CallMethod(o, "isPresent").N == 0 {
			return nil
		}
		return []Value{{l.m.CallMethod(o, "get"), elem}}
	}
	return typed(l.elements(o), elem)
}

func typed(items []interp.Value, t types.Type) []Value {
	out := make([]Value, len(items))
	for i, v := range items {
		out[i] = Value{v, t}
	}
	return out
}

// elements are a collection's elements in iteration order.
func (l Language) elements(o *interp.Object) []interp.Value {
	a, ok := l.m.CallMethod(o, "toArray").R.(*interp.RefArray)
	if !ok {
		return nil
	}
	out := make([]interp.Value, len(a.A))
	for i, r := range a.A {
		out[i] = interp.R(r)
	}
	return out
}

// WithItems is an array, collection or Optional like v.
func (l Language) WithItems(v Value, items []Value) Value {
	if a, ok := v.R.(interp.Array); ok {
		r := interp.MakeArray(a.ElemType(), len(items))
		for i, w := range items {
			r.Set(i, w.Value)
		}
		return Value{interp.R(r), v.Type}
	}
	o := v.R.(*interp.Object)
	if l.is(o, "java.util.Optional") {
		return Value{l.optional(items), v.Type}
	}
	c := l.fresh(o)
	for _, w := range items {
		l.m.CallMethod(c, "add", w.Value)
	}
	return Value{interp.R(c), v.Type}
}

// optional is an Optional of an item, or of none.
func (l Language) optional(items []Value) interp.Value {
	name := "of"
	var args []interp.Value
	for _, v := range items {
		args = append(args, v.Value)
	}
	if len(args) == 0 {
		name = "empty"
	}
	// By hand, since of and empty are static: CallMethod calls methods of an object.
	for _, m := range l.m.Class("java.util.Optional").Methods {
		if m.Name == name && len(m.Params) == len(args) {
			return l.m.Invoke(m, nil, args)
		}
	}
	return interp.Value{}
}

// Entries are a map's, in iteration order.
func (l Language) Entries(v Value) []value.Entry[Value] {
	keys, _ := l.m.CallMethod(v.R, "keySet").R.(*interp.Object)
	if keys == nil {
		return nil
	}
	key, held := argument(v.Type, 0), argument(v.Type, 1)
	var out []value.Entry[Value]
	for _, k := range l.elements(keys) {
		out = append(out, value.Entry[Value]{Key: Value{k, key}, Value: Value{l.m.CallMethod(v.R, "get", k), held}})
	}
	return out
}

// WithEntries is a map like v.
func (l Language) WithEntries(v Value, entries []value.Entry[Value]) Value {
	c := l.fresh(v.R.(*interp.Object))
	for _, e := range entries {
		l.m.CallMethod(c, "put", e.Key.Value, e.Value.Value)
	}
	return Value{interp.R(c), v.Type}
}

// fresh is a new empty collection like o: of its class where that is one of the
// usual mutable ones, else of the usual class for its interface.
func (l Language) fresh(o *interp.Object) interp.Ref {
	name := l.m.ClassName(o)
	switch name {
	case "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque", "java.util.Vector", "java.util.Stack",
		"java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet",
		"java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap":
		return l.m.NewObject(name)
	}
	// Others, such as those of List.of and Collections.unmodifiableList, could not be filled.
	switch {
	case l.is(o, "java.util.List"):
		return l.m.NewObject("java.util.ArrayList")
	case l.is(o, "java.util.SortedSet"):
		return l.m.NewObject("java.util.TreeSet")
	case l.is(o, "java.util.Set"):
		return l.m.NewObject("java.util.LinkedHashSet")
	case l.is(o, "java.util.SortedMap"):
		return l.m.NewObject("java.util.TreeMap")
	case l.is(o, "java.util.Map"):
		return l.m.NewObject("java.util.LinkedHashMap")
	}
	return l.m.NewObject("java.util.LinkedList")
}

// fieldsOf are an object's fields that code can have.
func fieldsOf(o *interp.Object) []*types.Field {
	var out []*types.Field
	for _, f := range o.Class.InstanceFields() {
		if !f.Spec {
			out = append(out, f)
		}
	}
	return out
}

// Fields are an object's fields.
func (l Language) Fields(v Value) []value.Field[Value] {
	o := v.R.(*interp.Object)
	var out []value.Field[Value]
	for _, f := range fieldsOf(o) {
		w, _ := o.Field(f)
		out = append(out, value.Field[Value]{Name: f.Name, Value: Value{w, f.Type}})
	}
	return out
}

// WithField is a copy of v, which shares what its other fields refer to.
func (l Language) WithField(v Value, i int, to Value) Value {
	o := v.R.(*interp.Object)
	// No constructor runs: it could refuse the value, or change more than the one field.
	c := l.m.NewInstance(o.Class)
	copy(c.P, o.P)
	copy(c.R, o.R)
	c.SetField(fieldsOf(o)[i], to.Value)
	return Value{interp.R(c), v.Type}
}
