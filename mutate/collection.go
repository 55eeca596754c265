package mutate

import (
	"ensures/java/interp"
	"ensures/java/types"
)

// is reports whether o is an instance of the library class or interface.
func (x *Mutator) is(o *interp.Object, class string) bool {
	c := x.m.Class(class)
	return c != nil && x.m.InstanceOf(o, c)
}

// items are a collection's elements in iteration order.
func (x *Mutator) items(o *interp.Object) []interp.Value {
	a, ok := x.m.CallMethod(o, "toArray").R.(*interp.RefArray)
	if !ok {
		return nil
	}
	out := make([]interp.Value, len(a.A))
	for i, r := range a.A {
		out[i] = interp.R(r)
	}
	return out
}

// fresh is a new empty collection like o: of its class where that is one of the
// usual mutable ones, else of the usual class for its interface.
func (x *Mutator) fresh(o *interp.Object) interp.Ref {
	name := x.m.ClassName(o)
	switch name {
	case "java.util.ArrayList", "java.util.LinkedList", "java.util.ArrayDeque", "java.util.Vector", "java.util.Stack",
		"java.util.HashSet", "java.util.LinkedHashSet", "java.util.TreeSet",
		"java.util.HashMap", "java.util.LinkedHashMap", "java.util.TreeMap":
		return x.m.NewObject(name)
	}
	switch {
	case x.is(o, "java.util.List"):
		return x.m.NewObject("java.util.ArrayList")
	case x.is(o, "java.util.SortedSet"):
		return x.m.NewObject("java.util.TreeSet")
	case x.is(o, "java.util.Set"):
		return x.m.NewObject("java.util.LinkedHashSet")
	case x.is(o, "java.util.SortedMap"):
		return x.m.NewObject("java.util.TreeMap")
	case x.is(o, "java.util.Map"):
		return x.m.NewObject("java.util.LinkedHashMap")
	}
	return x.m.NewObject("java.util.LinkedList")
}

// ofCollection takes an ordered collection apart.
func (x *Mutator) ofCollection(o *interp.Object, t types.Type) sequence {
	return sequence{items: x.items(o), elem: argument(t, 0), build: func(items []interp.Value) interp.Value {
		c := x.fresh(o)
		for _, v := range items {
			x.m.CallMethod(c, "add", v)
		}
		return interp.R(c)
	}}
}

// argument is the i-th type argument of t, nil when it has none or it is not a class.
func argument(t types.Type, i int) types.Type {
	c, ok := t.(*types.ClassType)
	if !ok || i >= len(c.Args) {
		return nil
	}
	if a, ok := c.Args[i].(*types.ClassType); ok {
		return a
	}
	if a, ok := c.Args[i].(*types.ArrayType); ok {
		return a
	}
	return nil
}

// set gives drop one, add one, empty.
func (x *Mutator) set(o *interp.Object, t types.Type) []named[interp.Value] {
	s := x.ofCollection(o, t)
	var out []named[interp.Value]
	n := len(s.items)
	if n > 0 {
		out = append(out, named[interp.Value]{"drop one", s.build(s.items[:n-1])})
	}
	if v, ok := x.successor(s); ok {
		for range n + 1 { // until it is new
			bigger := s.build(append(append([]interp.Value{}, s.items...), v))
			if x.m.CallMethod(bigger.R, "size").N > int64(n) {
				out = append(out, named[interp.Value]{"add one", bigger})
				break
			}
			if v, ok = x.step(v, s.elem); !ok {
				break
			}
		}
	}
	if n > 0 {
		out = append(out, named[interp.Value]{"empty", s.build(nil)})
	}
	return out
}

// dictionary gives drop one, change one value, add one, empty for a map.
func (x *Mutator) dictionary(o *interp.Object, t types.Type) []named[interp.Value] {
	keys, _ := x.m.CallMethod(o, "keySet").R.(*interp.Object)
	if keys == nil {
		return nil
	}
	ks := x.items(keys)
	build := func(ks []interp.Value, put ...interp.Value) interp.Value {
		c := x.fresh(o)
		for _, k := range ks {
			x.m.CallMethod(c, "put", k, x.m.CallMethod(o, "get", k))
		}
		if len(put) == 2 {
			x.m.CallMethod(c, "put", put...)
		}
		return interp.R(c)
	}
	var out []named[interp.Value]
	n := len(ks)
	if n > 0 {
		out = append(out, named[interp.Value]{"drop one", build(ks[:n-1])})
		if v, ok := x.step(x.m.CallMethod(o, "get", ks[n-1]), argument(t, 1)); ok {
			out = append(out, named[interp.Value]{"change one value", build(ks, ks[n-1], v)})
		}
	}
	next, ok := x.successor(sequence{items: ks, elem: argument(t, 0)})
	for i := 0; ok && i <= n; i++ {
		if x.m.CallMethod(o, "containsKey", next).N == 0 {
			var v interp.Value
			if n > 0 {
				v = x.m.CallMethod(o, "get", ks[n-1])
			} else if w, ok := x.smallest(argument(t, 1)); ok {
				v = w
			}
			out = append(out, named[interp.Value]{"add one", build(ks, next, v)})
			break
		}
		next, ok = x.step(next, argument(t, 0))
	}
	if n > 0 {
		out = append(out, named[interp.Value]{"empty", build(nil)})
	}
	return out
}
