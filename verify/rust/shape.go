package rust

import (
	"math/big"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify/smt"
)

// shapeKind tells how values of a type are made of terms.
type shapeKind uint8

const (
	invalidShape shapeKind = iota
	intShape               // a term of sort Int, in the type's range
	boolShape
	charShape   // a term of sort Int, a scalar value
	structShape // parts: tuples and structs; () has none
	enumShape   // a discriminant, then the parts of all variants, one after the other
	seqShape    // a length and, for every term of an element, an array of those terms
	opaqueShape // nothing is known but identity: type parameters, floats
)

// opaqueSort is the sort of values of which only equality is known.
const opaqueSort smt.Sort = "Opaque"

// shape is how values of a type are made of terms. References to what cannot change
// while they live, and boxes, have the shape of what they refer to.
type shape struct {
	kind  shapeKind
	typ   *mir.Type // an integer's, for its range; nil for int and nat of clauses
	nat   bool
	parts []part
	// variants of an enum: its name and which of parts are its own.
	variants []variant
	elem     *shape
	fixed    *big.Int // an array's length
	text     bool     // a string, whose own length counts bytes: only x@ is characters
	float    bool     // opaque, and not even equal to itself where it is NaN
	boxed    bool     // what a box holds, whose own size is that of a pointer
	ideal    bool     // Seq of clauses: no memory bounds its length
	first    int64    // an enum's first discriminant
	walk     walk     // an iterator's way
	between  bool     // std's Range: one of the file's may have such fields, and is asked otherwise
	// closure is the body of a closure, whose parts are what it took.
	closure *mir.Func
}

type part struct {
	name  string
	shape *shape
}

type variant struct {
	name     string
	from, to int // of parts
}

var (
	mathInt   = &shape{kind: intShape}
	mathNat   = &shape{kind: intShape, nat: true}
	boolean   = &shape{kind: boolShape}
	character = &shape{kind: charShape}
	nothing   = &shape{kind: structShape}
	text      = &shape{kind: seqShape, elem: character, text: true}
)

func seqOf(elem *shape) *shape { return &shape{kind: seqShape, elem: elem} }

// shapes finds the shapes of types.
type shapes struct {
	items map[string]*spec.Item
	// declared are the names that the file declares, where other crates may have others.
	declared map[string]int
	// named are the names that the file gives a meaning, for std's iterators.
	named map[string]int
	depth int
}

// of returns the shape of a type; args are what type parameters stand for.
func (ss *shapes) of(t *mir.Type, args map[string]*mir.Type) *shape {
	if t == nil {
		return nothing
	}
	// A type that holds itself, by way of a Box or a Vec, has no finite tree of terms.
	if ss.depth++; ss.depth > 40 {
		unsupported("recursive type " + t.String())
	}
	defer func() { ss.depth-- }()
	switch t.Kind {
	case mir.Prim:
		return ss.primitive(t)
	case mir.TupleType:
		s := &shape{kind: structShape}
		for i, a := range t.Args {
			s.parts = append(s.parts, part{big.NewInt(int64(i)).String(), ss.of(a, args)})
		}
		return s
	case mir.RefType:
		if t.Mutable {
			unsupported("mutable reference inside of a value")
		}
		return ss.of(t.Elem, args)
	case mir.SliceType:
		return seqOf(ss.of(t.Elem, args))
	case mir.ArrayType:
		s := seqOf(ss.of(t.Elem, args))
		// A constant parameter is no number.
		n, ok := new(big.Int).SetString(t.Len, 10)
		if !ok {
			unsupported("array of length " + t.Len)
		}
		s.fixed = n
		return s
	case mir.PathType:
		return ss.path(t, args)
	}
	unsupported("type " + t.String())
	return nil
}

func (ss *shapes) primitive(t *mir.Type) *shape {
	switch {
	case t.IsInt():
		return &shape{kind: intShape, typ: t}
	case t.Name == "bool":
		return boolean
	case t.Name == "char":
		return character
	case t.Name == "str":
		return text
	case t.Name == "!":
		return nothing
	}
	// What is left are floats.
	return &shape{kind: opaqueShape, float: true}
}

// homes are the modules whose types have a meaning by their names: atomic::Ordering is
// not cmp::Ordering.
var homes = map[string]bool{"cmp": true, "ops": true, "vec": true, "string": true, "option": true, "result": true, "boxed": true, "seq": true, "prelude": true}

// path returns the shape of a named type: of the language of clauses, of std, of the
// file, or a type parameter.
func (ss *shapes) path(t *mir.Type, args map[string]*mir.Type) *shape {
	p := t.Path
	if p.Self != nil {
		unsupported("type " + t.String())
	}
	last := p.Segs[len(p.Segs)-1]
	generic := func(i int) *shape {
		if i >= len(last.Args) {
			unsupported("type " + t.String())
		}
		return ss.of(last.Args[i], args)
	}

	if len(p.Segs) == 1 {
		if a, ok := args[last.Name]; ok {
			return ss.of(a, nil)
		}
	}

	// By whole paths, so before names alone decide.
	if s := ss.iterator(t, generic); s != nil {
		return s
	}
	if len(p.Segs) > 1 && stdNames[last.Name] && !homes[p.Segs[len(p.Segs)-2].Name] {
		unsupported("type " + t.String()) // std has another one of that name
	}

	switch last.Name {
	case "int":
		return mathInt
	case "nat":
		return mathNat
	case "Seq":
		return &shape{kind: seqShape, elem: generic(0), ideal: true}
	case "Vec":
		return seqOf(generic(0))
	case "String":
		return text
	// A box owns what it holds alone: no other name sees it change.
	case "Box":
		held := *generic(0)
		held.boxed = true
		return &held
	case "Option":
		return enum(variantOf("None"), variantOf("Some", generic(0)))
	case "Result":
		return enum(variantOf("Ok", generic(0)), variantOf("Err", generic(1)))
	case "Ordering":
		s := enum(variantOf("Less"), variantOf("Equal"), variantOf("Greater"))
		s.first = -1
		return s
	case "Range":
		return &shape{kind: structShape, between: true, parts: []part{{"start", generic(0)}, {"end", generic(0)}}}
	}

	if it := ss.itemOf(p); it != nil {
		return ss.item(it, last.Args, args)
	}
	// Longer names may be aliases, whose type the file would have to tell. Among other crates even a
	// short one may be: it must be declared here.
	if len(p.Segs) == 1 && len(last.Args) == 0 && len(last.Name) <= 2 && (ss.declared == nil || ss.declared[last.Name] > 0) {
		return &shape{kind: opaqueShape} // a type parameter
	}
	unsupported("type " + t.String())
	return nil
}

// itemOf is the type of the file that a path names; nil where it names another one's.
//
// Side condition: what stands before its name are modules that it is in.
func (ss *shapes) itemOf(p *mir.Path) *spec.Item {
	it := ss.items[p.Last()]
	if it == nil || p.Self != nil {
		return nil
	}
	var modules []string
	for _, s := range p.Segs[:len(p.Segs)-1] {
		if s.Name != "crate" && s.Name != "self" && s.Name != "super" {
			modules = append(modules, s.Name)
		}
	}
	if !endsIn(strings.Join(modules, "::"), it.Module) {
		return nil
	}
	return it
}

// within reports whether every value of shape a is one of shape b, by their types alone.
func within(a, b *shape) bool {
	if a == b {
		return true
	}
	if a.kind != b.kind || len(a.parts) != len(b.parts) || (a.elem == nil) != (b.elem == nil) {
		return false
	}

	if a.kind == intShape {
		switch {
		case b.typ == nil && !b.nat:
			return true
		case a.typ == nil:
			return a.nat && b.nat && b.typ == nil
		case b.typ == nil: // nat
			return !a.typ.Signed()
		}
		lo, hi := bounds(a.typ)
		least, most := bounds(b.typ)
		return least.Cmp(lo) <= 0 && hi.Cmp(most) <= 0
	}

	for i := range a.parts {
		if !within(a.parts[i].shape, b.parts[i].shape) {
			return false
		}
	}
	// Of an array the length is part of the type.
	if b.fixed != nil && (a.fixed == nil || a.fixed.Cmp(b.fixed) != 0) {
		return false
	}
	if a.ideal && !b.ideal {
		return false
	}
	return a.elem == nil || within(a.elem, b.elem)
}

// wider is a shape of which all values of both shapes are, which are comparable.
func wider(a, b *shape) *shape {
	switch {
	case within(a, b):
		return b
	case within(b, a):
		return a
	case a.kind == intShape:
		return mathInt
	case a.kind == seqShape:
		return seqOf(wider(a.elem, b.elem))
	}
	out := *a
	out.parts = slices.Clone(a.parts)
	for i := range out.parts {
		out.parts[i].shape = wider(a.parts[i].shape, b.parts[i].shape)
	}
	return &out
}

// floats reports whether values of the shape are made of floats, too.
func (s *shape) floats() bool {
	return s.float || s.elem != nil && s.elem.floats() || slices.ContainsFunc(s.parts, func(p part) bool { return p.shape.floats() })
}

type made struct {
	name  string
	parts []*shape
}

func variantOf(name string, parts ...*shape) made { return made{name, parts} }

// enum lays variants out one after the other.
func enum(vs ...made) *shape {
	s := &shape{kind: enumShape}
	for _, v := range vs {
		from := len(s.parts)
		for i, p := range v.parts {
			s.parts = append(s.parts, part{big.NewInt(int64(i)).String(), p})
		}
		s.variants = append(s.variants, variant{v.name, from, len(s.parts)})
	}
	return s
}

// item returns the shape of a struct or an enum of the file.
//
// Side conditions: a short name in a field that is no parameter of the type's is no parameter
// of anything: it is another name of some type, which may be a float's. An enum has a variant:
// parts of variants that a value is not of, and elements beyond a sequence's end, have values.
func (ss *shapes) item(it *spec.Item, given []*mir.Type, outer map[string]*mir.Type) *shape {
	args := map[string]*mir.Type{}
	for i, g := range it.Generics {
		if i < len(given) {
			args[g] = substitute(given[i], outer)
		}
	}

	// What cfg leaves out, the compiler alone knows, and parts are found by their places.
	if it.Conditional {
		unsupported("type " + it.Name + ", of which parts stand under cfg,")
	}
	if it.Enum && len(it.Variants) == 0 {
		unsupported("enum " + it.Name + ", which has no values,")
	}
	// The discriminant here is the variant's place, and code may cast it to a number.
	if it.Numbered {
		unsupported("enum " + it.Name + ", whose variants have numbers of their own,")
	}

	s := &shape{kind: structShape}
	if it.Enum {
		s.kind = enumShape
	}
	for _, v := range it.Variants {
		from := len(s.parts)
		for _, f := range v.Fields {
			if name := ss.renamed(f.Type, it.Generics); name != "" {
				unsupported("type " + it.Name + ", whose " + f.Name + " is of type " + name + ",")
			}
			s.parts = append(s.parts, part{f.Name, ss.of(f.Type, args)})
		}
		s.variants = append(s.variants, variant{v.Name, from, len(s.parts)})
	}
	return s
}

// renamed is a name in a type that is neither a parameter's, nor known; empty where there is
// none.
func (ss *shapes) renamed(t *mir.Type, params []string) string {
	if t == nil {
		return ""
	}
	if t.Kind == mir.PathType && t.Path.Self == nil {
		last := t.Path.Segs[len(t.Path.Segs)-1]
		if len(t.Path.Segs) == 1 && len(last.Args) == 0 && len(last.Name) <= 2 && ss.items[last.Name] == nil && !slices.Contains(params, last.Name) {
			return last.Name
		}
		for _, a := range last.Args {
			if name := ss.renamed(a, params); name != "" {
				return name
			}
		}
	}

	for _, a := range t.Args {
		if name := ss.renamed(a, params); name != "" {
			return name
		}
	}
	return ss.renamed(t.Elem, params)
}

// substitute replaces a type parameter that stands alone.
func substitute(t *mir.Type, args map[string]*mir.Type) *mir.Type {
	if t.Kind == mir.PathType && t.Path.Self == nil && len(t.Path.Segs) == 1 {
		if a, ok := args[t.Path.Segs[0].Name]; ok {
			return a
		}
	}
	return t
}

// bounds are the least and the greatest value of an integer type.
func bounds(t *mir.Type) (lo, hi *big.Int) {
	bits := uint(t.Bits())
	one := big.NewInt(1)
	if t.Signed() {
		hi = new(big.Int).Lsh(one, bits-1)
		lo = new(big.Int).Neg(hi)
		return lo, hi.Sub(hi, one)
	}
	hi = new(big.Int).Lsh(one, bits)
	return new(big.Int), hi.Sub(hi, one)
}

// maxBytes is the size that no object exceeds: isize::MAX.
var maxBytes = new(big.Int).Sub(new(big.Int).Lsh(big.NewInt(1), 63), big.NewInt(1))

// longest is the greatest length of a sequence in memory: of values without size there
// may be as many as usize counts.
func (s *shape) longest() *big.Int {
	least := int64(0)
	switch {
	case s.text: // a character takes a byte or more
		least = 1
	case s.elem != nil:
		least = s.elem.leastSize()
	}
	if least == 0 {
		_, hi := bounds(&mir.Type{Kind: mir.Prim, Name: "usize"})
		return hi
	}
	return new(big.Int).Div(maxBytes, big.NewInt(least))
}

// pointer is the size of a reference, the least that a value of that many bytes or more
// takes: references are not told from what they refer to.
const pointer = 8

// leastSize is a number of bytes that every value of the shape takes at least; 0 where
// there may be none: an empty struct, an array, a type that is not known.
func (s *shape) leastSize() int64 {
	switch s.kind {
	case intShape:
		if s.typ != nil {
			// The shape may be that of a reference to such a number.
			return int64(min(s.typ.Bits()/8, pointer))
		}
	case charShape:
		return 4
	case boolShape:
		return 1
	case seqShape:
		switch {
		// A Vec, a String or a reference to a slice holds a pointer at the least.
		case s.fixed == nil:
			return pointer
		case s.fixed.Sign() > 0:
			return s.elem.leastSize()
		}
	case structShape:
		n := int64(0)
		for _, p := range s.parts {
			n += p.shape.leastSize()
		}
		// The shape may be that of a reference to such a struct, which is no longer than a pointer.
		return min(n, pointer)
	case enumShape:
		return s.leastVariant()
	}
	return 0
}

// leastVariant is the least size of an enum: one byte to tell two variants without
// parts, or what a variant of numbers takes. Other variants may have no values at all.
func (s *shape) leastVariant() int64 {
	bare := 0
	for _, v := range s.variants {
		if v.from == v.to {
			bare++
			continue
		}
		n := int64(0)
		for _, p := range s.parts[v.from:v.to] {
			switch p.shape.kind {
			// A scalar is there whenever the variant is.
			case intShape, charShape, boolShape:
				n += p.shape.leastSize()
			default:
				n = -pointer * pointer // it may have no values
			}
		}
		if n > 0 {
			return min(n, pointer)
		}
	}
	if bare > 1 {
		return 1
	}
	return 0
}

// bytes is an integer's size.
func (s *shape) bytes() int64 {
	if s.typ == nil {
		return 1
	}
	return int64(max(s.typ.Bits()/8, 1))
}

// mostSize is a number of bytes that a value takes at most, itself, without what it
// owns elsewhere; false where that is not known.
func (s *shape) mostSize() (int64, bool) {
	if s.boxed {
		return 16, true // of what has no size of its own, the pointer has a second part
	}
	switch s.kind {
	case intShape, charShape, boolShape:
		return max(s.leastSize(), s.bytes()), true
	case seqShape:
		// Pointer, length and capacity; an array's size depends on its length.
		return 24, s.fixed == nil
	case structShape, enumShape:
		n := int64(16)
		for _, p := range s.parts {
			m, ok := p.shape.mostSize()
			if !ok {
				return 0, false
			}
			n += m + 16 // padding
		}
		return n, true
	}
	return 0, false
}
