package libtest

import (
	"fmt"
	"strconv"
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
)

// builder makes values of the interpreter from what the driver wrote down of one call.
type builder struct {
	m *interp.Machine
	// fixed are the objects that have no state, so that they are the same in every
	// heap: strings, boxes, constants.
	fixed map[int]interp.Ref
	// cyclic is set by a view or sorted collection that holds itself, which cannot be
	// built from its parts.
	cyclic bool
	// opaque is the class of an object that could not be built; a bare one stands for it.
	opaque string
}

// heap is one state built: its objects by number, and what its roots are.
type heap struct {
	b    *builder
	s    state
	refs map[int]interp.Ref
	busy map[int]bool // being made
}

func newBuilder(m *interp.Machine) *builder { return &builder{m: m, fixed: map[int]interp.Ref{}} }

// broken is what ends the building of a heap.
type broken struct{ why string }

// build makes a heap. It must run inside an entry of the machine.
func (b *builder) build(s state) *heap {
	h := &heap{b: b, s: s, refs: map[int]interp.Ref{}, busy: map[int]bool{}}
	// In any order: an object is built when another refers to it.
	for id := range s.objects {
		h.object(id)
	}
	return h
}

// value is a written value of static type t (nil for any reference).
func (h *heap) value(text string) interp.Value {
	switch {
	case text == "n":
		return interp.Value{}
	case strings.HasPrefix(text, "@"):
		id, err := strconv.Atoi(text[1:])
		if err != nil {
			panic(broken{err.Error()})
		}
		return interp.R(h.object(id))
	}
	n, err := strconv.ParseInt(text, 10, 64)
	if err != nil {
		panic(broken{err.Error()})
	}
	return interp.Value{N: n}
}

func (h *heap) values(texts []string) []interp.Value {
	out := make([]interp.Value, len(texts))
	for i, t := range texts {
		out[i] = h.value(t)
	}
	return out
}

func (h *heap) object(id int) interp.Ref {
	if r, ok := h.b.fixed[id]; ok {
		return r
	}
	if r, ok := h.refs[id]; ok {
		return r
	}
	d, ok := h.s.objects[id]
	if !ok {
		panic(broken{fmt.Sprintf("no object %d", id)})
	}
	if r := h.b.constant(d); r != nil {
		h.b.fixed[id] = r
		return r
	}
	// Only what is made from its parts can be asked for before it is there.
	if h.busy[id] {
		h.b.cyclic = true
		panic(broken{"an object that holds itself"})
	}
	h.busy[id] = true
	r, fill := h.b.made(h, d)
	// Known before it is filled, since what it holds may refer back to it.
	h.refs[id] = r
	if fill != nil {
		fill()
	}
	return r
}

// constant is an object without state; nil when d has some.
func (b *builder) constant(d desc) interp.Ref {
	switch d.kind {
	case "s":
		s := interp.NewStringUTF16(unescape(d.parts[0]))
		// The text was interned in the JVM: one object in every state.
		if d.class == "1" {
			return b.m.Intern(s)
		}
		return s
	case "b":
		n, _ := strconv.ParseInt(d.parts[0], 10, 64)
		kind := boxKinds[strings.TrimPrefix(d.class, "java.lang.")]
		if d.parts[1] == "1" {
			return b.m.Box(kind, n)
		}
		return &interp.Box{Kind: kind, N: n}
	case "k":
		return b.m.ClassObject(b.named(d.class))
	case "e":
		k := b.m.Class(d.class)
		if k == nil {
			panic(broken{"no class " + d.class})
		}
		for _, c := range b.m.EnumConstants(k) {
			if b.m.ToJavaString(b.m.CallMethod(c, "name").R).UTF8() == d.parts[0] {
				return c
			}
		}
	case "f":
		return b.shape(d.class)
	case "n":
		return b.m.NewObject(d.class, interp.R(interp.NewString(d.parts[0])))
	}
	return nil
}

var boxKinds = map[string]types.Kind{
	"Boolean": types.Boolean, "Byte": types.Byte, "Short": types.Short, "Character": types.Char,
	"Integer": types.Int, "Long": types.Long, "Float": types.Float, "Double": types.Double,
}

var basicTypes = map[string]types.Type{
	"boolean": types.TBoolean, "byte": types.TByte, "short": types.TShort, "char": types.TChar,
	"int": types.TInt, "long": types.TLong, "float": types.TFloat, "double": types.TDouble, "void": types.TVoid,
}

// named is the type with that Class.getName().
func (b *builder) named(name string) types.Type {
	if t := basicTypes[name]; t != nil {
		return t
	}
	if strings.HasPrefix(name, "[") {
		for _, e := range []types.Type{types.TBoolean, types.TByte, types.TShort, types.TChar, types.TInt, types.TLong, types.TFloat, types.TDouble} {
			if a := (&types.ArrayType{Elem: e}); types.ClassName(a) == name {
				return a
			}
		}
		return &types.ArrayType{Elem: b.named(strings.TrimSuffix(strings.TrimPrefix(name[1:], "L"), ";"))}
	}
	k := b.m.Class(name)
	if k == nil {
		panic(broken{"no class " + name})
	}
	return k.Raw()
}

// shape is a constant of Shapes.java.
func (b *builder) shape(name string) interp.Ref {
	for _, f := range b.m.Class("Shapes").Fields {
		if f.Name == name {
			if v, out := b.m.StaticField(f); out.Kind == interp.Returned {
				return v.R
			}
		}
	}
	panic(broken{"no constant " + name})
}

// made is an object with state, and what fills it once it can be referred to.
func (b *builder) made(h *heap, d desc) (r interp.Ref, fill func()) {
	m := b.m
	switch d.kind {
	case "a":
		items := d.items()
		a := m.NewArray(b.named(d.class), len(items))
		return a, func() { setElements(a, h.values(items)) }
	case "q":
		return m.NewObject(d.class), nil
	case "o":
		o := m.NewInstance(b.class(d.class))
		return o, func() {
			for _, item := range d.items() {
				name, v, _ := strings.Cut(item, "=")
				o.SetField(o.Class.FieldNamed(name), h.value(v))
			}
		}
	case "t":
		return m.NewObject(d.class, interp.R(interp.NewStringUTF16(unescape(d.parts[0])))), nil
	case "x":
		return b.throwable(h, d), nil
	case "c", "m":
		return b.collection(h, d)
	case "w":
		return b.wrapper(h, d)
	}
	return b.unknown(d.class), nil
}

// unknown stands for an object that cannot be built.
func (b *builder) unknown(class string) interp.Ref {
	b.opaque = class
	return b.m.NewObject("java.lang.Object")
}

func (b *builder) class(name string) *interp.Class {
	k := b.m.Class(name)
	if k == nil {
		panic(broken{"no class " + name})
	}
	return k
}

func setElements(a interp.Array, vs []interp.Value) {
	for i, v := range vs {
		a.Set(i, v)
	}
}

func (b *builder) throwable(h *heap, d desc) interp.Ref {
	if b.m.Class(d.class) == nil {
		return b.unknown(d.class)
	}
	parts := h.values(d.items())
	var o interp.Ref
	_, end := b.m.Try(func() interp.Value {
		if parts[0].R == nil {
			o = b.m.NewObject(d.class)
		} else {
			o = b.m.NewObject(d.class, parts[0])
		}
		return interp.Value{}
	})
	if end.Kind != interp.Returned {
		o = b.m.NewInstance(b.class(d.class)) // a class without such a constructor
	}
	if parts[1].R != nil && parts[1].R != o {
		b.m.Try(func() interp.Value { return b.m.CallMethod(o, "initCause", parts[1]) })
	}
	return o
}

// static calls a static method of the library with that many parameters.
func (b *builder) static(class, name string, args ...interp.Value) interp.Ref {
	for _, t := range b.class(class).Methods {
		if t.Name == name && len(t.Params) == len(args) && (!t.Variadic || len(args) == 1) {
			return b.m.Invoke(t, nil, args).R
		}
	}
	panic(broken{"no method " + class + "." + name})
}

// variadic calls the variable-arity form of a static method.
func (b *builder) variadic(class, name string, items []interp.Value) interp.Ref {
	a := b.m.NewArray(b.class("java.lang.Object").Raw(), len(items))
	setElements(a, items)
	for _, t := range b.class(class).Methods {
		if t.Name == name && t.Variadic && len(t.Params) == 1 {
			return b.m.Invoke(t, nil, []interp.Value{interp.R(a)}).R
		}
	}
	panic(broken{"no method " + class + "." + name})
}

// collection is a collection or map that is its elements and nothing else.
func (b *builder) collection(h *heap, d desc) (interp.Ref, func()) {
	items := d.items()
	const u = "java.util."
	// The JDK's own classes are made as programs make them, by the methods that return such
	// objects.
	switch strings.TrimPrefix(d.class, u) {
	case "ImmutableCollections$List12", "ImmutableCollections$ListN":
		if len(items) == 0 {
			return b.static(u+"List", "of"), nil
		}
		return b.variadic(u+"List", "of", h.values(items)), nil
	case "ImmutableCollections$Set12", "ImmutableCollections$SetN":
		if len(items) == 0 {
			return b.static(u+"Set", "of"), nil
		}
		return b.variadic(u+"Set", "of", h.values(items)), nil
	case "ImmutableCollections$Map1", "ImmutableCollections$MapN":
		return b.static(u+"Map", "of", h.values(items)...), nil
	case "Collections$EmptyList":
		return b.static(u+"Collections", "emptyList"), nil
	case "Collections$EmptySet":
		return b.static(u+"Collections", "emptySet"), nil
	case "Collections$EmptyMap":
		return b.static(u+"Collections", "emptyMap"), nil
	case "Collections$SingletonList":
		return b.static(u+"Collections", "singletonList", h.values(items)...), nil
	case "Collections$SingletonSet":
		return b.static(u+"Collections", "singleton", h.values(items)...), nil
	case "Collections$SingletonMap":
		return b.static(u+"Collections", "singletonMap", h.values(items)...), nil
	case "Collections$CopiesList":
		v := interp.Value{}
		if len(items) > 0 {
			v = h.value(items[0])
		}
		return b.static(u+"Collections", "nCopies", interp.Value{N: int64(len(items))}, v), nil
	}
	o := b.m.NewObject(d.class)
	return o, func() {
		vs := h.values(items)
		if d.kind == "m" {
			for i := 0; i+1 < len(vs); i += 2 {
				b.m.CallMethod(o, "put", vs[i], vs[i+1])
			}
			return
		}
		for _, v := range vs {
			b.m.CallMethod(o, "add", v)
		}
	}
}

// wrapper is a view or holder of other objects.
func (b *builder) wrapper(h *heap, d desc) (interp.Ref, func()) {
	const u = "java.util."
	vs := h.values(d.items())
	switch strings.TrimPrefix(d.class, u) {
	case "Arrays$ArrayList":
		return b.static(u+"Arrays", "asList", vs...), nil
	case "Collections$UnmodifiableRandomAccessList", "Collections$UnmodifiableList":
		return b.static(u+"Collections", "unmodifiableList", vs...), nil
	case "Collections$UnmodifiableSet":
		return b.static(u+"Collections", "unmodifiableSet", vs...), nil
	case "Collections$UnmodifiableCollection":
		return b.static(u+"Collections", "unmodifiableCollection", vs...), nil
	case "Collections$UnmodifiableMap":
		return b.static(u+"Collections", "unmodifiableMap", vs...), nil
	case "ArrayList$SubList", "ImmutableCollections$SubList", "AbstractList$SubList", "AbstractList$RandomAccessSubList":
		from := vs[1].N
		return b.m.CallMethod(vs[0].R, "subList", interp.Value{N: from}, interp.Value{N: from + vs[2].N}).R, nil
	case "HashMap$KeySet", "LinkedHashMap$LinkedKeySet", "TreeMap$KeySet":
		return b.m.CallMethod(vs[0].R, "keySet").R, nil
	case "HashMap$Values", "LinkedHashMap$LinkedValues", "TreeMap$Values":
		return b.m.CallMethod(vs[0].R, "values").R, nil
	case "HashMap$EntrySet", "LinkedHashMap$LinkedEntrySet", "TreeMap$EntrySet":
		return b.m.CallMethod(vs[0].R, "entrySet").R, nil
	case "ArrayList$Itr":
		return b.iterator(vs), nil
	case "Optional":
		return b.static(u+"Optional", "ofNullable", vs...), nil
	case "OptionalInt":
		if d.items()[0] == "n" {
			return b.static(u+"OptionalInt", "empty"), nil
		}
		return b.static(u+"OptionalInt", "of", vs...), nil
	case "AbstractMap$SimpleEntry", "AbstractMap$SimpleImmutableEntry":
		return b.m.NewObject(d.class, vs...), nil
	case "KeyValueHolder":
		return b.static(u+"Map", "entry", vs...), nil
	case "TreeSet", "PriorityQueue", "TreeMap":
		return b.sorted(d.class, vs)
	}
	return b.unknown(d.class), nil
}

// iterator is the iterator of a list at a place; vs are the list, the cursor and the
// index of the element given last, −1 for none.
func (b *builder) iterator(vs []interp.Value) interp.Ref {
	it := b.m.CallMethod(vs[0].R, "iterator").R
	for i := int64(0); i < vs[1].N; i++ {
		b.m.CallMethod(it, "next")
	}
	if vs[1].N > 0 && vs[2].N < 0 {
		b.opaque = "java.util.Iterator after remove()"
	}
	return it
}

// sorted is a collection with a comparator, the first of vs.
func (b *builder) sorted(class string, vs []interp.Value) (interp.Ref, func()) {
	var o interp.Ref
	switch {
	case vs[0].R == nil:
		o = b.m.NewObject(class)
	case class == "java.util.PriorityQueue":
		o = b.m.NewObject(class, interp.Value{N: 11}, vs[0])
	default:
		o = b.m.NewObject(class, vs[0])
	}
	return o, func() {
		for i := 1; i < len(vs); i++ {
			if class == "java.util.TreeMap" {
				b.m.CallMethod(o, "put", vs[i], vs[i+1])
				i++
				continue
			}
			b.m.CallMethod(o, "add", vs[i])
		}
	}
}
