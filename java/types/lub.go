package types

import (
	"slices"

	"ensures/java"
)

const javaFinal = java.Final

// Lub is the least upper bound of reference types, as for the branches of a
// conditional expression; Dynamic when one of them is.
func (l *Library) Lub(ts ...Type) Type { return l.lub(ts, 0) }

func (l *Library) lub(ts []Type, depth int) Type {
	for _, t := range ts {
		if isDynamic(t) {
			return Dynamic
		}
		if isBad(t) {
			return Bad
		}
	}
	in := l.distinct(ts)
	switch len(in) {
	case 0:
		return TNull
	case 1:
		return in[0]
	}

	// One of them may be above all others: then it is the bound itself, unless its
	// type arguments are yet to be found.
	for _, t := range in {
		if !slices.ContainsFunc(in, func(o Type) bool { return !IsSubtype(o, t) }) {
			if ct, ok := t.(*ClassType); !ok || ct.Args != nil || len(classParams(ct.Class)) == 0 {
				return t
			}
		}
	}

	// Arrays of references are covariant, and have a bound by their elements; arrays of
	// primitives have none but the classes above all arrays (JLS 4.10.3).
	arrays := true
	for _, t := range in {
		a, ok := t.(*ArrayType)
		arrays = arrays && ok && !IsPrimitive(a.Elem)
	}
	if arrays {
		var elems []Type
		for _, t := range in {
			elems = append(elems, t.(*ArrayType).Elem)
		}
		return &ArrayType{l.lub(elems, depth+1)}
	}

	// An intersection names the class first: its erasure is the erasure of the first part (JLS
	// 4.6).
	var parts []Type
	for _, c := range leastSupers(in) {
		p := l.lcta(c, in, depth)
		if isInterface(c) {
			parts = append(parts, p)
		} else {
			parts = append([]Type{p}, parts...)
		}
	}
	switch len(parts) {
	case 0:
		return l.Object()
	case 1:
		return parts[0]
	}
	return &Intersection{parts}
}

// distinct are the types as objects, each once, without that of null.
func (l *Library) distinct(ts []Type) []Type {
	var out []Type
	for _, t := range ts {
		if t == Type(TNull) {
			continue
		}
		t = l.Boxed(t)
		if !slices.ContainsFunc(out, func(o Type) bool { return Identical(o, t) }) {
			out = append(out, t)
		}
	}
	return out
}

// leastSupers are the erased superclasses that the types share, without those that
// are above another one.
func leastSupers(in []Type) []*Class {
	var shared []*Class
	// A class that all share is above the first one, so its supertypes are enough to look at.
	for _, c := range allSupers(in[0]) {
		if !slices.ContainsFunc(in[1:], func(t Type) bool { return AsSuper(t, c) == nil }) {
			shared = append(shared, c)
		}
	}
	var least []*Class
	for _, c := range shared {
		if !slices.ContainsFunc(shared, func(d *Class) bool { return d != c && IsSubclass(d, c) }) {
			least = append(least, c)
		}
	}
	return least
}

func classParams(c *Class) []*TypeVar {
	c.ensure(declared)
	return c.TypeParams
}

// lcta is the candidate class c with the least type arguments that contain those
// of all types.
func (l *Library) lcta(c *Class, in []Type, depth int) Type {
	if len(classParams(c)) == 0 {
		return c.raw
	}
	var args []Type
	for _, t := range in {
		s := AsSuper(t, c)
		// One raw type makes the bound raw.
		if s == nil || len(s.Args) == 0 {
			return c.raw
		}
		if args == nil {
			args = append([]Type(nil), s.Args...)
			continue
		}

		for i := range args {
			if Identical(args[i], s.Args[i]) {
				continue
			}
			// The bound of Integer and String is Comparable of their bound, and so on: the
			// language has an infinite type here (JLS 4.10.4), this one ends in a wildcard.
			if depth >= 2 {
				args[i] = &Wildcard{}
				continue
			}
			aw, _ := args[i].(*Wildcard)
			bw, _ := s.Args[i].(*Wildcard)
			// Without an upper bound on both sides only "?" contains both.
			if aw != nil && (aw.Bound == nil || aw.Super) || bw != nil && (bw.Bound == nil || bw.Super) {
				args[i] = &Wildcard{}
				continue
			}
			u := l.lub([]Type{upper(args[i], l), upper(s.Args[i], l)}, depth+1)
			if isDynamic(u) {
				args[i] = Dynamic
			} else {
				args[i] = &Wildcard{Bound: u}
			}
		}
	}
	return &ClassType{Class: c, Args: args}
}

// allSupers lists the classes of t and of all its supertypes.
func allSupers(t Type) []*Class {
	var list []*Class
	seen := map[*Class]bool{}
	var walk func(c *Class)
	walk = func(c *Class) {
		if seen[c] {
			return
		}
		seen[c] = true
		list = append(list, c)
		c.ensure(header)
		if c.Super != nil {
			walk(c.Super.Class)
		}
		for _, i := range c.Interfaces {
			walk(i.Class)
		}
	}

	switch t := t.(type) {
	case *ClassType:
		walk(t.Class)
		// An interface has no superclass that would lead there.
		walk(t.Class.lib.object)
	case *TypeVar:
		for _, b := range t.Bounds {
			for _, c := range allSupers(b) {
				walk(c)
			}
		}
	case *Intersection:
		for _, b := range t.Parts {
			for _, c := range allSupers(b) {
				walk(c)
			}
		}
	}
	return list
}

// glb is the most specific of upper bounds, an intersection of unrelated ones.
func glb(ts []Type) Type {
	var parts []Type
	for _, t := range ts {
		keep := true
		for i := 0; i < len(parts); i++ {
			if IsSubtype(parts[i], t) {
				keep = false
				break
			}
			if IsSubtype(t, parts[i]) {
				parts = append(parts[:i], parts[i+1:]...)
				i--
			}
		}
		if keep {
			parts = append(parts, t)
		}
	}
	if len(parts) == 1 {
		return parts[0]
	}
	return &Intersection{parts}
}
