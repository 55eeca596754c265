package bench

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// instance is a random object of class type t.
func (g *values) instance(t *types.ClassType, depth int) (interp.Value, error) {
	if depth > maxDepth {
		return g.raw(t, depth)
	}
	name := t.Class.Binary
	if k, ok := boxed[name]; ok {
		if depth > 0 {
			return g.box(k), nil
		}
		return interp.R(g.m.Box(k, g.primitive(k).N)), nil
	}
	switch name {
	case "java.lang.CharSequence":
		if g.chance(oddClass) {
			return interp.R(g.m.NewObject("java.lang.StringBuilder", interp.R(g.text()))), nil
		}
		return interp.R(g.text()), nil
	case "java.lang.String":
		return interp.R(g.text()), nil
	case "java.lang.StringBuilder", "java.lang.StringBuffer":
		return interp.R(g.m.NewObject(name, interp.R(g.text()))), nil
	case "java.lang.Object", "java.io.Serializable":
		if name == "java.lang.Object" && g.chance(oddClass) {
			return g.object(depth), nil
		}
		return g.anything(), nil
	case "java.lang.Number", "java.lang.Comparable":
		return g.box(types.Int), nil
	case "java.math.BigInteger":
		return interp.R(g.m.NewObject(name, interp.R(interp.NewString(itoa(g.integer(types.Long)))))), nil
	case "java.math.BigDecimal":
		return interp.R(g.m.NewObject(name, interp.R(interp.NewString(decimal(g.rng.IntN(20001)-10000))))), nil
	}
	if g.chance(oddClass) {
		if s := g.subclass(t.Class); s != t.Class {
			return g.exactly(&types.ClassType{Class: s}, depth)
		}
	}
	return g.exactly(t, depth)
}

// exactly is an object of class t itself, where it is one that has objects.
func (g *values) exactly(t *types.ClassType, depth int) (interp.Value, error) {
	if depth > maxDepth {
		return g.raw(t, depth)
	}
	name := t.Class.Binary
	if class, ok := collections[name]; ok {
		v, err := g.collection(class, t, depth)
		if err == nil && g.chance(oddList) {
			v = g.fixed(v, t)
		}
		return v, err
	}
	if class, ok := maps[name]; ok {
		v, err := g.dictionary(class, t, depth)
		if err == nil && g.chance(oddList) {
			v = g.fixed(v, t)
		}
		return v, err
	}
	t.Class.Load()
	switch {
	case t.Class.Kind == java.EnumClass:
		return g.constant(t.Class)
	case isAbstract(t.Class):
		return g.implementation(t, depth)
	case t.Class.Library:
		return interp.Value{}, noValue{t}
	}
	return g.construct(t, depth)
}

var boxed = map[string]types.Kind{
	"java.lang.Boolean": types.Boolean, "java.lang.Byte": types.Byte, "java.lang.Short": types.Short,
	"java.lang.Character": types.Char, "java.lang.Integer": types.Int, "java.lang.Long": types.Long,
	"java.lang.Float": types.Float, "java.lang.Double": types.Double,
}

// collections and maps are the classes that are made for a static type.
var collections = map[string]string{
	"java.lang.Iterable": "java.util.ArrayList", "java.util.Collection": "java.util.ArrayList",
	"java.util.List": "java.util.ArrayList", "java.util.ArrayList": "java.util.ArrayList", "java.util.AbstractList": "java.util.ArrayList",
	"java.util.LinkedList": "java.util.LinkedList", "java.util.Queue": "java.util.LinkedList", "java.util.Deque": "java.util.ArrayDeque",
	"java.util.ArrayDeque": "java.util.ArrayDeque", "java.util.Vector": "java.util.Vector", "java.util.Stack": "java.util.Stack",
	"java.util.PriorityQueue": "java.util.PriorityQueue",
	"java.util.Set":           "java.util.HashSet", "java.util.HashSet": "java.util.HashSet",
	"java.util.LinkedHashSet": "java.util.LinkedHashSet", "java.util.SortedSet": "java.util.TreeSet", "java.util.TreeSet": "java.util.TreeSet",
}

var maps = map[string]string{
	"java.util.Map": "java.util.HashMap", "java.util.HashMap": "java.util.HashMap", "java.util.AbstractMap": "java.util.HashMap",
	"java.util.LinkedHashMap": "java.util.LinkedHashMap", "java.util.SortedMap": "java.util.TreeMap", "java.util.TreeMap": "java.util.TreeMap",
}

func (g *values) collection(class string, t *types.ClassType, depth int) (interp.Value, error) {
	elem := argument(t, 0)
	c := g.m.NewObject(class)
	n := g.length()
	if depth > 0 {
		n = min(n, 4)
	}
	items := make([]interp.Value, n)
	for i := range items {
		v, err := g.value(elem, depth+1)
		if err != nil {
			return v, err
		}
		items[i] = v
	}
	if g.rng.IntN(4) == 0 {
		g.sortBoxes(items)
	}
	for _, v := range items {
		g.m.CallMethod(c, "add", v)
	}
	return interp.R(c), nil
}

func (g *values) sortBoxes(items []interp.Value) {
	for i := range items {
		for j := i; j > 0; j-- {
			a, ok := items[j-1].R.(*interp.Box)
			b, ok2 := items[j].R.(*interp.Box)
			if !ok || !ok2 || a.Kind != b.Kind || a.Compare(b) <= 0 {
				break
			}
			items[j-1], items[j] = items[j], items[j-1]
		}
	}
}

func (g *values) dictionary(class string, t *types.ClassType, depth int) (interp.Value, error) {
	c := g.m.NewObject(class)
	for range g.length() {
		k, err := g.value(argument(t, 0), depth+1)
		if err != nil {
			return k, err
		}
		v, err := g.value(argument(t, 1), depth+1)
		if err != nil {
			return v, err
		}
		g.m.CallMethod(c, "put", k, v)
	}
	return interp.R(c), nil
}

// argument is a type argument; a raw type's is Object.
func argument(t *types.ClassType, i int) types.Type {
	if i < len(t.Args) {
		return t.Args[i]
	}
	return types.Dynamic
}

func (g *values) constant(c *types.Class) (interp.Value, error) {
	for _, m := range c.Methods {
		if m.Implicit == types.EnumValues {
			if all, ok := g.m.Invoke(m, nil, nil).R.(*interp.RefArray); ok && len(all.A) > 0 {
				return interp.R(pick(g.rng, all.A)), nil
			}
		}
	}
	return interp.Value{}, noValue{&types.ClassType{Class: c}}
}

// implementation is an object of some class of the program that extends or
// implements the abstract type.
func (g *values) implementation(t *types.ClassType, depth int) (interp.Value, error) {
	var subs []*types.Class
	for _, c := range g.own {
		if !isAbstract(c) && !c.Local && inherits(c, t.Class) {
			subs = append(subs, c)
		}
	}
	if len(subs) == 0 {
		return interp.Value{}, noValue{t}
	}
	return g.instance(&types.ClassType{Class: pick(g.rng, subs), Args: nil}, depth+1)
}

func inherits(c, base *types.Class) bool {
	if c == base {
		return true
	}
	c.Load()
	if c.Super != nil && inherits(c.Super.Class, base) {
		return true
	}
	for _, i := range c.Interfaces {
		if inherits(i.Class, base) {
			return true
		}
	}
	return false
}

// construct calls a random constructor with random arguments; an exception from
// it ends the attempt in the caller.
func (g *values) construct(t *types.ClassType, depth int) (interp.Value, error) {
	if t.Class.Local || t.Class.Outer != nil && !t.Class.Static {
		return interp.Value{}, noValue{t}
	}
	var ctors []*types.Method
	for _, m := range t.Class.Methods {
		if m.Name == "<init>" && !m.Spec {
			ctors = append(ctors, m)
		}
	}
	for _, i := range g.rng.Perm(len(ctors)) {
		args, err := g.tuple(ctors[i].Params, depth+1)
		if err != nil {
			continue
		}
		o := g.m.NewInstance(g.m.Class(t.Class.Binary))
		if g.rules == nil {
			g.m.Invoke(ctors[i], o, args)
			return interp.R(o), nil
		}
		if _, end := g.m.Try(func() interp.Value { return g.m.Invoke(ctors[i], o, args) }); end.Kind != interp.Returned {
			continue
		}
		if g.chance(oddObject) {
			g.vary(o, depth, false)
		}
		return interp.R(o), nil
	}
	return g.raw(t, depth)
}

func (g *values) tuple(params []*types.Local, depth int) ([]interp.Value, error) {
	args := make([]interp.Value, len(params))
	for i, p := range params {
		v, err := g.value(p.Type, depth)
		if err != nil {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}
