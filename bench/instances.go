package bench

import (
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// instance is a random object of class type t.
func (g *values) instance(t *types.ClassType, depth int) (interp.Value, error) {
	// Too deep for constructors: an object without one, where scenes are wanted.
	if depth > maxDepth {
		return g.raw(t, depth)
	}
	name := t.Class.Binary
	if k, ok := boxed[name]; ok {
		// Within containers small values, which meet each other; an argument may be any.
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
		if name == "java.lang.Object" && len(g.objects) > 0 && depth < maxDepth && g.rng.IntN(3) > 0 {
			if v, err := g.value(pick(g.rng, g.objects), depth+1); err == nil {
				return v, nil
			}
		}
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
	if g.standIns != nil {
		if v, ok, err := g.ofLibrary(t, depth); ok {
			return v, err
		}
	}
	switch {
	case t.Class.Kind == java.EnumClass:
		return g.constant(t.Class)
	case isAbstract(t.Class):
		// A class that implements it is the program's own way; a factory, or an object of which
		// nothing is known, comes after it.
		v, err := g.implementation(t, depth)
		if err != nil {
			if o, ok := g.received(t, depth); ok {
				return o, nil
			}
		}
		return v, err
	case t.Class.Library && g.standIns == nil && !types.IsThrowable(t.Class):
		return interp.Value{}, noValue{t}
	}
	return g.construct(t, depth)
}

// received is an object that no constructor here makes: of a factory, or of which nothing is known.
func (g *values) received(t *types.ClassType, depth int) (interp.Value, bool) {
	if o, ok := g.produced(t, depth); ok {
		return o, true
	}
	return g.unknown(t)
}

// unknown is an object of a class of which only the declaration is known, for code that hands
// it on: a run that asks anything of it ends there.
func (g *values) unknown(t *types.ClassType) (interp.Value, bool) {
	if c := g.m.Class(t.Class.Binary); c != nil && g.standIns != nil {
		if o := g.m.NewOpaque(c); o != nil {
			return interp.R(o), true
		}
	}
	return interp.Value{}, false
}

// mostFactories bounds how many factories of a class are tried for an object.
const mostFactories = 4

// produced is what a static method of a class gives that returns objects of it: for classes that
// keep their constructors to themselves.
func (g *values) produced(t *types.ClassType, depth int) (interp.Value, bool) {
	if g.standIns == nil || depth > maxDepth-1 {
		return interp.Value{}, false
	}
	var all []*types.Method
	for _, m := range t.Class.Methods {
		if c := classOf(m.Return); m.Flags.Has(java.Static) && !m.Spec && c != nil && !m.IsConstructor() && inherits(c, t.Class) {
			all = append(all, m)
		}
	}
	for _, i := range g.rng.Perm(len(all))[:min(len(all), mostFactories)] {
		args, err := g.arguments(all[i].Params, depth+2, false)
		if err != nil {
			continue
		}
		// A factory may throw on these arguments, and another one may not.
		if v, end := g.m.Try(func() interp.Value { return g.m.Invoke(all[i], nil, args) }); end.Kind == interp.Returned && v.R != nil {
			return v, true
		}
	}
	return interp.Value{}, false
}

// ofLibrary is an object of a class of the library that is made in a way of its own;
// ok is false where there is none for the class.
func (g *values) ofLibrary(t *types.ClassType, depth int) (v interp.Value, ok bool, err error) {
	switch name := t.Class.Binary; name {
	case "java.lang.Throwable", "java.lang.Exception":
		if other := g.m.Class(pick(g.rng, []string{name, "java.lang.IllegalArgumentException", "java.io.IOException"})); other != nil {
			v, err = g.construct(&types.ClassType{Class: other.Class}, depth)
			return v, true, err
		}
	case "java.lang.Class":
		of := types.Erasure(argument(t, 0))
		if c, ok := of.(*types.ClassType); !ok || types.IsObject(c) {
			of = g.m.TypeOf(g.text())
		}
		return interp.R(g.m.ClassObject(of)), true, nil
	case "java.util.Iterator", "java.util.ListIterator", "java.util.Spliterator", "java.util.stream.Stream":
		list, err := g.collection("java.util.ArrayList", t, depth)
		if err != nil {
			return list, true, err
		}
		method := map[string]string{"java.util.Iterator": "iterator", "java.util.ListIterator": "listIterator", "java.util.Spliterator": "spliterator", "java.util.stream.Stream": "stream"}[name]
		return g.m.CallMethod(list.R, method), true, nil
	case "java.lang.Enum":
		if c := g.m.Class("java.util.concurrent.TimeUnit"); c != nil {
			v, err = g.constant(c.Class)
			return v, true, err
		}
	case "java.util.Optional":
		x, err := g.value(argument(t, 0), depth+1)
		for _, m := range t.Class.MethodsNamed("ofNullable") {
			if g.rng.IntN(4) == 0 {
				x = interp.Value{}
			}
			return g.m.Invoke(m, nil, []interp.Value{x}), true, err
		}
	}
	return v, false, nil
}

// specified reports whether something is specified of the objects of a class of the program, or
// of a method that it leaves open, or in a supertype: what stands in for it would have to keep it.
func specified(c *types.Class) bool {
	c.Load()
	if c.Library || c.Decl == nil {
		return false
	}
	spec, errs := jml.Parse(c.Unit.File)
	if of := spec.Classes[c.Decl]; len(errs) > 0 || of != nil && len(of.Clauses) > 0 {
		return true
	}
	for _, m := range c.Decl.Members {
		if d, ok := m.(*java.MethodDecl); ok && d.Body == nil && spec.Methods[d] != nil && len(spec.Methods[d].Cases) > 0 {
			return true
		}
	}

	supers := c.Interfaces
	if c.Super != nil {
		supers = append([]*types.ClassType{c.Super}, supers...)
	}
	return slices.ContainsFunc(supers, func(s *types.ClassType) bool { return specified(s.Class) })
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
	"java.util.AbstractCollection": "java.util.ArrayList", "java.util.AbstractSet": "java.util.HashSet", "java.util.NavigableSet": "java.util.TreeSet",
	"java.util.AbstractQueue": "java.util.PriorityQueue", "java.util.concurrent.BlockingQueue": "java.util.concurrent.LinkedBlockingQueue",
	"java.util.concurrent.ConcurrentLinkedQueue": "java.util.concurrent.ConcurrentLinkedQueue", "java.util.concurrent.CopyOnWriteArrayList": "java.util.concurrent.CopyOnWriteArrayList",
	"java.util.concurrent.CopyOnWriteArraySet": "java.util.concurrent.CopyOnWriteArraySet",
}

var maps = map[string]string{
	"java.util.Map": "java.util.HashMap", "java.util.HashMap": "java.util.HashMap", "java.util.AbstractMap": "java.util.HashMap",
	"java.util.LinkedHashMap": "java.util.LinkedHashMap", "java.util.SortedMap": "java.util.TreeMap", "java.util.TreeMap": "java.util.TreeMap",
	"java.util.NavigableMap": "java.util.TreeMap", "java.util.Hashtable": "java.util.Hashtable", "java.util.IdentityHashMap": "java.util.IdentityHashMap", "java.util.WeakHashMap": "java.util.WeakHashMap",
	"java.util.concurrent.ConcurrentMap": "java.util.concurrent.ConcurrentHashMap", "java.util.concurrent.ConcurrentHashMap": "java.util.concurrent.ConcurrentHashMap",
	"java.util.concurrent.ConcurrentNavigableMap": "java.util.concurrent.ConcurrentSkipListMap", "java.util.concurrent.ConcurrentSkipListMap": "java.util.concurrent.ConcurrentSkipListMap",
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
		if err != nil && g.standIns != nil && depth > 0 {
			items = nil // deep within an object an empty one will do
			break
		}
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
			// What isn't a box of the same kind ends the run that is in order.
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
		if err != nil && g.standIns != nil && depth > 0 {
			break
		}
		if err != nil {
			return k, err
		}
		v, err := g.value(argument(t, 1), depth+1)
		if err != nil && g.standIns != nil && depth > 0 {
			break
		}
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
// implements the abstract type; of one that stands in where there is none.
func (g *values) implementation(t *types.ClassType, depth int) (interp.Value, error) {
	var subs []*types.Class
	for _, c := range g.own {
		if !isAbstract(c) && !c.Local && inherits(c, t.Class) {
			subs = append(subs, c)
		}
	}
	if len(subs) == 0 && g.standIns != nil && !specified(t.Class) {
		if c := g.standIns.StandIn(t); c != nil {
			return g.construct(&types.ClassType{Class: c}, depth)
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
	inner := t.Class.Outer != nil && !t.Class.Static
	if t.Class.Local || inner && g.standIns == nil {
		return interp.Value{}, noValue{t}
	}

	var outer interp.Value
	if inner {
		var err error
		// An object of an inner class needs one of the class around it (JLS 8.1.3).
		if outer, err = g.instance(&types.ClassType{Class: t.Class.Outer}, depth+1); err != nil {
			return outer, err
		}
	}

	var ctors []*types.Method
	for _, m := range t.Class.Methods {
		if m.Name == "<init>" && !m.Spec && (!t.Class.Library || m.Flags.Has(java.Public)) {
			ctors = append(ctors, m)
		}
	}
	// In random order, and the first whose arguments can be made.
	for _, i := range g.rng.Perm(len(ctors)) {
		args, err := g.arguments(ctors[i].Params, depth+1, t.Class.StandIn)
		if err != nil {
			continue
		}
		o := g.m.NewInner(t.Class, outer.R)
		if g.rules == nil {
			// Without rules a constructor that throws ends the input: the caller's Try takes it.
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

	if o, ok := g.received(t, depth); ok {
		return o, nil
	}
	v, err := g.raw(t, depth)
	if err == nil || g.knots[t.Class] {
		return v, err
	}

	// What takes one of its own kind, as the nodes of a list do, begins somewhere with null.
	for _, k := range ctors {
		if slices.ContainsFunc(k.Params, func(p *types.Local) bool { return classOf(p.Type) == t.Class }) && !t.Class.Library {
			if g.knots == nil {
				g.knots = map[*types.Class]bool{}
			}
			// From now on null is an argument for parameters of the class.
			g.knots[t.Class] = true
			return g.construct(t, depth)
		}
	}
	return v, err
}

// classOf is the class of a type; nil of another type.
func classOf(t types.Type) *types.Class {
	if c, ok := t.(*types.ClassType); ok {
		return c.Class
	}
	return nil
}

func (g *values) tuple(params []*types.Local, depth int) ([]interp.Value, error) {
	return g.arguments(params, depth, false)
}

// arguments are values for parameters; where they may be partial, null stands where
// there is none.
func (g *values) arguments(params []*types.Local, depth int, partial bool) ([]interp.Value, error) {
	args := make([]interp.Value, len(params))
	for i, p := range params {
		// The recursion ends with null, in depth for certain.
		if g.knots[classOf(p.Type)] && (depth > maxDepth || g.rng.IntN(3) == 0) {
			continue // null
		}
		v, err := g.value(p.Type, depth)
		if err != nil && !partial {
			return nil, err
		}
		args[i] = v
	}
	return args, nil
}
