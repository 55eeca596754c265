package bench

import (
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Rules say which states the inputs of a method may be in.
type Rules interface {
	// NonNull reports whether a field is never null.
	NonNull(f *types.Field) bool
	// Valid reports whether an object is one that its class allows.
	Valid(m *interp.Machine, o interp.Ref) bool
}

// A scene is what a method can meet beyond its arguments as constructors and setters
// leave them: objects with any values that their invariants allow, objects of
// subclasses, arrays of a narrower type than their variable's, collections that cannot
// be changed, an array or object that two of them share, static fields with any
// value. It is made for inputs that are to refute, not for those that measure.

// The chances, as one in so many.
const (
	oddObject    = 3 // fields get values that no constructor gave them
	oddClass     = 3 // a subclass, where there is one
	oddArray     = 5
	oddList      = 5
	oddReference = 4 // an argument or field is an object that is there already
	oddStatic    = 3
	eagerClasses = 3 // all classes are initialised before the call

	fieldTries = 8
)

// chance is true once in n times.
func (g *values) chance(n int) bool { return g.rules != nil && g.rng.IntN(n) == 0 }

// vary gives the fields of an object other values, as its class allows; where none of
// the tries is allowed the object stays what it was. Final fields keep their values
// unless no constructor has run.
func (g *values) vary(o *interp.Object, depth int, final bool) {
	fields := o.Class.InstanceFields()
	before := make([]interp.Value, len(fields))
	for i, f := range fields {
		before[i], _ = o.Field(f)
	}
	// Several fields in one try: an invariant often ties them together, and one alone would break it.
	for range fieldTries {
		for _, f := range fields {
			if f.Spec || f.Owner.Library || f.Flags.Has(java.Final) && !final || !final && g.rng.IntN(2) == 0 {
				continue
			}
			if v, ok := g.forField(f, depth); ok {
				o.SetField(f, v)
			}
		}
		if g.rules.Valid(g.m, o) {
			return
		}
	}
	for i, f := range fields {
		o.SetField(f, before[i])
	}
}

// forField is a value for a field, static or not.
func (g *values) forField(f *types.Field, depth int) (interp.Value, bool) {
	if types.IsPrimitive(f.Type) {
		if len(g.ints) > 0 && g.rng.IntN(3) == 0 && f.Type.Kind() >= types.Byte && f.Type.Kind() <= types.Long {
			return g.number(f.Type.Kind()), true
		}
		v, err := g.inContainer(f.Type, 12, depth)
		return v, err == nil
	}
	if !g.rules.NonNull(f) && (g.rng.IntN(4) == 0 || depth >= maxDepth) {
		return interp.Value{}, true
	}
	if g.rng.IntN(oddReference) == 0 {
		if r := g.existing(f.Type); r != nil {
			return interp.R(r), true
		}
	}
	v, err := g.value(f.Type, depth+1)
	if err != nil && !g.rules.NonNull(f) {
		return interp.Value{}, true
	}
	return v, err == nil
}

// number is a constant of the code, as far as it fits.
func (g *values) number(k types.Kind) interp.Value {
	lo, hi := rangeOf(k)
	if n := pick(g.rng, g.ints); n >= lo && n <= hi {
		return interp.Value{N: n}
	}
	return interp.Value{N: g.element(k, 12)}
}

// existing is an object or array of the input that a variable of type t can hold.
func (g *values) existing(t types.Type) interp.Ref {
	var fit []interp.Ref
	for _, r := range interp.Reach(200, g.roots...) {
		switch r.(type) {
		case *interp.Func, *interp.ClassObject:
		default:
			if types.IsSubtype(g.m.TypeOf(r), types.Erasure(t)) {
				fit = append(fit, r)
			}
		}
	}
	if len(fit) == 0 {
		return nil
	}
	return pick(g.rng, fit)
}

// raw is an object that no constructor made, with values that its class allows.
func (g *values) raw(t *types.ClassType, depth int) (interp.Value, error) {
	if g.rules == nil || t.Class.Library || t.Class.Local || isAbstract(t.Class) || depth > maxDepth+1 ||
		t.Class.Kind == java.EnumClass || t.Class.Outer != nil && !t.Class.Static {
		return interp.Value{}, noValue{t}
	}
	o := g.m.NewInstance(g.m.Class(t.Class.Binary))
	// Near the depth at which references are null, or objects of objects would have no end.
	g.vary(o, max(depth, maxDepth-1), true)
	if !g.rules.Valid(g.m, o) {
		return interp.Value{}, noValue{t}
	}
	return interp.R(o), nil
}

// subclass is a class of the program that can be made for a variable of class c: one
// of those that extend or implement it, or c itself.
func (g *values) subclass(c *types.Class) *types.Class {
	var subs []*types.Class
	for _, s := range g.own {
		if s != c && !isAbstract(s) && !s.Local && s.Kind != java.EnumClass && inherits(s, c) {
			subs = append(subs, s)
		}
	}
	if len(subs) == 0 {
		return c
	}
	return pick(g.rng, subs)
}

// object is an object of any class, an array among them.
func (g *values) object(depth int) interp.Value {
	var made []*types.Class
	for _, c := range g.own {
		if !isAbstract(c) && !c.Local && c.Kind != java.EnumClass && (c.Outer == nil || c.Static) {
			made = append(made, c)
		}
	}
	switch n := g.rng.IntN(4); {
	case n == 0 && len(made) > 0 && depth < maxDepth:
		if v, err := g.construct(&types.ClassType{Class: pick(g.rng, made)}, depth+1); err == nil {
			return v
		}
	case n == 1:
		return interp.R(g.m.NewObject("java.lang.Object"))
	case n == 2:
		a := g.m.NewArray(types.TInt, 2)
		return interp.R(a)
	}
	return g.anything()
}

// narrow is an array for a variable of type t whose own element type is narrower.
func (g *values) narrow(t *types.ArrayType, depth int) (interp.Value, bool) {
	ct, ok := t.Elem.(*types.ClassType)
	if !ok {
		return interp.Value{}, false
	}
	elem := ct
	switch name := ct.Class.Binary; name {
	case "java.lang.Object", "java.lang.Comparable", "java.lang.CharSequence", "java.io.Serializable":
		elem, _ = g.m.TypeOf(interp.NewString("")).(*types.ClassType)
	case "java.lang.Number":
		elem, _ = g.m.TypeOf(g.m.Box(types.Int, 1000)).(*types.ClassType)
	default:
		if s := g.subclass(ct.Class); s != ct.Class {
			elem = &types.ClassType{Class: s}
		}
	}
	if elem == nil || elem.Class == ct.Class {
		return interp.Value{}, false
	}
	// A store of anything but an element of the narrower type throws (JLS 10.5).
	n := g.rng.IntN(4)
	a := g.m.NewArray(elem, n)
	for i := range n {
		v, err := g.value(elem, depth+1)
		if err != nil {
			return interp.Value{}, false
		}
		a.Set(i, v)
	}
	return interp.R(a), true
}

// fixed is a collection that cannot be changed, with the elements of c; c itself where
// there is none of type t.
func (g *values) fixed(c interp.Value, t *types.ClassType) interp.Value {
	name := map[string]string{"java.util.List": "unmodifiableList", "java.util.Collection": "unmodifiableCollection",
		"java.util.Set": "unmodifiableSet", "java.util.Map": "unmodifiableMap", "java.lang.Iterable": "unmodifiableList"}[t.Class.Binary]
	k := g.m.Class("java.util.Collections")
	if name == "" || k == nil {
		return c
	}
	for _, m := range k.MethodsNamed(name) {
		if len(m.Params) == 1 {
			return g.m.Invoke(m, nil, []interp.Value{c})
		}
	}
	return c
}

// scene changes an input into one of the odd ones: some arguments are objects that
// are there already, static fields have other values.
func (g *values) scene(s *State, params []*types.Local) {
	// Otherwise a class is initialised by its first use, in the call.
	if g.rng.IntN(eagerClasses) == 0 {
		for _, c := range g.own {
			g.m.Initialise(c)
		}
	}
	g.roots = append([]interp.Value{interp.R(s.This)}, s.Args...)

	statics := g.statics()
	for _, f := range statics {
		if g.rng.IntN(oddStatic) != 0 {
			continue
		}
		if v, ok := g.forField(f, 1); ok {
			g.m.SetStaticField(f, v)
		}
	}
	// Static objects are roots for the arguments too: a method may be given what a field refers to.
	for _, f := range statics {
		if v, end := g.m.StaticField(f); end.Kind == interp.Returned && v.R != nil {
			g.roots = append(g.roots, v)
		}
	}

	for i, p := range params {
		if types.IsPrimitive(p.Type) || g.rng.IntN(oddReference) != 0 || i >= len(s.Args) {
			continue
		}
		// An argument in place of itself would change nothing.
		own := g.roots
		g.roots = slices.DeleteFunc(slices.Clone(own), func(v interp.Value) bool { return v.R == s.Args[i].R })
		if r := g.existing(p.Type); r != nil {
			s.Args[i] = interp.R(r)
		}
		g.roots = own
	}
}

// statics are the static fields that code can change, of classes that are initialised
// or need no initialisation: setting those of others would initialise them.
func (g *values) statics() []*types.Field {
	var out []*types.Field
	for _, c := range g.own {
		if !g.m.Initialised(c) {
			continue
		}
		for _, f := range c.Fields {
			if f.Flags.Has(java.Static) && !f.Flags.Has(java.Final) && !f.Spec && c.Kind != java.InterfaceClass {
				out = append(out, f)
			}
		}
	}
	return out
}
