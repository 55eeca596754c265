package mutate

import (
	"ensures/java/interp"
	"ensures/java/types"
)

// Mutant is a changed output: never equal to the original by value.
type Mutant struct {
	Name  string // the kind, as in the package comment; with the place for parts: "x +1"
	Value interp.Value
}

// Mutator makes mutants of values. Its machine is used to copy and compare
// collections and objects; the originals are never changed.
type Mutator struct {
	m *interp.Machine
	// Field says which fields of objects States may change; nil means all. A
	// specification says what happens to fields that a method changes, and its
	// frame that nothing happens to the others.
	Field func(*types.Field) bool

	path map[interp.Ref]bool // the objects and arrays that mutants are being made of
	left int                 // how many more are looked at
}

// An object of objects is changed at most maxNesting deep, and in at most maxVisits
// places: objects that refer to each other have no end.
const (
	maxNesting = 64
	maxVisits  = 20_000
)

// enter begins with an object or array; false when it is inside itself, or too much.
func (x *Mutator) enter(r interp.Ref) bool {
	if len(x.path) == 0 {
		x.path, x.left = map[interp.Ref]bool{}, maxVisits
	}
	if x.path[r] || len(x.path) >= maxNesting || x.left == 0 {
		return false
	}
	x.left--
	x.path[r] = true
	return true
}

func (x *Mutator) leave(r interp.Ref) { delete(x.path, r) }

// New is a Mutator for values of m's program.
func New(m *interp.Machine) *Mutator { return &Mutator{m: m} }

// Results is up to Limit mutants of a result v of static type t. It must run
// inside an entry of the machine (see interp), since it may call Java methods.
func (x *Mutator) Results(v interp.Value, t types.Type) []Mutant {
	return x.distinct(v, t, x.value(v, t))
}

// distinct drops what equals the original or an earlier mutant, and what is past Limit.
func (x *Mutator) distinct(v interp.Value, t types.Type, all []named[interp.Value]) []Mutant {
	var out []Mutant
next:
	for _, n := range all {
		if x.Equal(n.value, v, t) {
			continue
		}
		for _, o := range out {
			if x.Equal(n.value, o.Value, t) {
				continue next
			}
		}
		if out = append(out, Mutant{n.name, n.value}); len(out) == Limit {
			break
		}
	}
	return out
}

// value is the mutants of v before equal ones are dropped.
func (x *Mutator) value(v interp.Value, t types.Type) []named[interp.Value] {
	if t != nil && isPrimitive(t) {
		return primitives(v.N, t.Kind(), func(n int64) interp.Value { return interp.Value{N: n} })
	}
	switch r := v.R.(type) {
	case nil:
		if w, ok := x.smallest(t); ok {
			return []named[interp.Value]{{"not null", w}}
		}
		return nil
	case *interp.Box:
		return primitives(r.N, r.Kind, func(n int64) interp.Value { return interp.R(x.m.Box(r.Kind, n)) })
	case *interp.String:
		var out []named[interp.Value]
		for _, s := range text(r) {
			out = append(out, named[interp.Value]{s.name, interp.R(s.value)})
		}
		return out
	case *interp.Object:
		if !x.enter(r) {
			return nil
		}
		defer x.leave(r)
		return x.object(r, t)
	}
	if a, ok := v.R.(interp.Array); ok && x.enter(v.R) {
		defer x.leave(v.R)
		return x.sequence(ofArray(a))
	}
	return nil
}

func primitives(n int64, k types.Kind, wrap func(int64) interp.Value) []named[interp.Value] {
	var out []named[interp.Value]
	for _, s := range scalars(n, k) {
		out = append(out, named[interp.Value]{s.name, wrap(s.n)})
	}
	return out
}

// step is v's first mutant: +1 for numbers, and so on.
func (x *Mutator) step(v interp.Value, t types.Type) (interp.Value, bool) {
	if s, ok := x.sequenceOf(v, t); ok && !(t != nil && isPrimitive(t)) {
		if !x.enter(v.R) {
			return v, false
		}
		defer x.leave(v.R)
		items, ok := x.shift(s)
		if !ok {
			return v, false
		}
		return s.build(items), true
	}
	for _, n := range x.value(v, t) {
		if !x.Equal(n.value, v, t) {
			return n.value, true
		}
	}
	return v, false
}

// boxes is the kind of primitive in each boxed class.
func boxKind(name string) types.Kind {
	switch name {
	case "java.lang.Boolean":
		return types.Boolean
	case "java.lang.Byte":
		return types.Byte
	case "java.lang.Short":
		return types.Short
	case "java.lang.Character":
		return types.Char
	case "java.lang.Integer":
		return types.Int
	case "java.lang.Long":
		return types.Long
	case "java.lang.Float":
		return types.Float
	case "java.lang.Double":
		return types.Double
	}
	return types.InvalidKind
}

// smallest is zero, the empty string, an empty array or an empty collection.
func (x *Mutator) smallest(t types.Type) (interp.Value, bool) {
	switch t := t.(type) {
	case *types.Basic:
		return interp.Value{}, isPrimitive(t)
	case *types.ArrayType:
		return interp.R(interp.MakeArray(t.Elem, 0)), true
	case *types.ClassType:
		name := t.Class.Binary
		if k := boxKind(name); k != types.InvalidKind {
			return interp.R(x.m.Box(k, 0)), true
		}
		switch name {
		case "java.lang.String":
			return interp.R(interp.NewString("")), true
		case "java.util.List", "java.util.ArrayList", "java.util.Collection", "java.lang.Iterable":
			return interp.R(x.m.NewObject("java.util.ArrayList")), true
		case "java.util.Set", "java.util.HashSet":
			return interp.R(x.m.NewObject("java.util.HashSet")), true
		case "java.util.Map", "java.util.HashMap":
			return interp.R(x.m.NewObject("java.util.HashMap")), true
		}
	}
	return interp.Value{}, false
}
