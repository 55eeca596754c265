package propose

import (
	"unicode/utf8"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/java/values"
	"ensures/propose/search"
)

// observation is one run as the search sees it, or a run whose output was changed.
type observation struct {
	args   []interp.Value // before the call
	after  []interp.Value // the same parameters, with what they refer to as left behind
	this   interp.Ref
	thisTo interp.Ref // the receiver after the call
	result interp.Value

	statics, staticsTo map[*types.Field]interp.Value

	of int // index of the real run that was changed
}

// vocabulary is a space with the observations that its terms are about.
type vocabulary struct {
	*search.Space
	obs  []*observation
	real int
}

// objects reads arrays, strings and collections. It holds the elements of collections,
// which only Java code can read.
type objects map[interp.Ref][]interp.Value

// Size is the number of elements of r, −1 for null and the rest.
func (l objects) Size(r search.Ref) int {
	switch a := r.(type) {
	case *interp.String:
		return a.Len()
	case interp.Array:
		return a.Len()
	case nil:
		return -1
	}
	if items, ok := l[r.(interp.Ref)]; ok {
		return len(items)
	}
	return -1
}

// Element is element i of r.
func (l objects) Element(r search.Ref, i int) (int64, search.Ref, search.State) {
	if i < 0 || i >= l.Size(r) {
		return 0, nil, search.Undefined
	}
	switch a := r.(type) {
	case *interp.String:
		return int64(a.At(i)), nil, search.Defined
	case interp.Array:
		if v, t := a.At(i), a.ElemType(); !isRef(t) {
			return values.Number(v.N, t.Kind()), nil, search.Defined
		} else {
			return unboxed(v.R)
		}
	}
	return unboxed(l[r.(interp.Ref)][i].R)
}

// Text is the text of a Java string; false for null and text that is not UTF-8.
func (l objects) Text(r search.Ref) (string, bool) {
	s, ok := r.(*interp.String)
	if !ok {
		return "", false
	}
	g := s.GoString()
	return g, utf8.ValidString(g)
}

// unboxed is the number in a box, or the reference itself.
func unboxed(r interp.Ref) (int64, search.Ref, search.State) {
	if b, ok := r.(*interp.Box); ok {
		return values.Number(b.N, b.Kind), r, search.Defined
	}
	return 0, r, search.Defined
}

// unbox is the call that gets the number out of a box.
func unbox(s search.Sort) string {
	switch s {
	case search.IntSort:
		return ".intValue()"
	case search.CharSort:
		return ".charValue()"
	case search.BoolSort:
		return ".booleanValue()"
	case search.RealSort:
		return ".doubleValue()"
	}
	return ""
}

// sortOf is the sort of a Java type, and whether it is a boxed one.
func sortOf(t types.Type) (s search.Sort, boxed bool) {
	switch t.Kind() {
	case types.Boolean:
		return search.BoolSort, false
	case types.Byte, types.Short, types.Int, types.Long:
		return search.IntSort, false
	case types.Char:
		return search.CharSort, false
	case types.Float, types.Double:
		return search.RealSort, false
	case types.ArrayOf:
		return search.ListSort, false
	}
	c, ok := t.(*types.ClassType)
	if !ok {
		return search.RefSort, false
	}
	switch c.Class.Binary {
	case "java.lang.String":
		return search.TextSort, false
	case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte":
		return search.IntSort, true
	case "java.lang.Character":
		return search.CharSort, true
	case "java.lang.Boolean":
		return search.BoolSort, true
	case "java.lang.Double", "java.lang.Float":
		return search.RealSort, true
	case "java.util.List", "java.util.ArrayList", "java.util.LinkedList":
		return search.ListSort, false
	}
	return search.RefSort, false
}

// elemOf is the sort of the elements of an array or list type.
func elemOf(t types.Type) (s search.Sort, boxed bool, inner types.Type) {
	switch t := t.(type) {
	case *types.ArrayType:
		s, boxed = sortOf(t.Elem)
		return s, boxed, t.Elem
	case *types.ClassType:
		if len(t.Args) == 1 {
			s, boxed = sortOf(t.Args[0])
			return s, boxed, t.Args[0]
		}
	}
	return search.RefSort, false, nil
}

// path is where in an observation a value is found; of an old one, text is what stands
// inside \old.
type path struct {
	text string
	post bool
	old  bool
	get  func(o *observation) (interp.Value, bool)
	t    types.Type
}

// place is the path for the search.
func (p path) place() search.Place {
	if p.old {
		return search.Place{Text: old(p.text), Old: true}
	}
	return search.Place{Text: p.text, Post: p.post}
}

// add enters a value and its parts into the vocabulary.
func (s vocabulary) add(p path, depth int) {
	sort, boxed := sortOf(p.t)
	switch sort {
	case search.BoolSort, search.IntSort, search.CharSort, search.RealSort:
		s.number(p, sort, boxed)
	case search.TextSort:
		at := func(i string) string { return p.place().Text + ".charAt(" + i + ")" }
		s.Sequence(p.place(), search.Items{Kind: search.TextSequence, Sort: search.CharSort, Length: p.place().Text + ".length()", At: at, Ref: at}, s.references(p))
		s.Reference(p.place(), s.references(p))
	case search.ListSort:
		s.Sequence(p.place(), itemsOf(p), s.references(p))
		s.Reference(p.place(), s.references(p))
		_, _, inner := elemOf(p.t)
		// The first row's length is the width of a rectangular array.
		if _, nested := inner.(*types.ArrayType); nested && depth == 0 {
			s.FirstRow(p.place(), s.references(p))
		}
	default:
		s.Reference(p.place(), s.references(p))
		s.fieldsOf(p, depth)
	}
}

// number enters a primitive value or what is in a box.
func (s vocabulary) number(p path, sort search.Sort, boxed bool) {
	place := p.place()
	// A box may be null, which is said of the reference; its number is said through a call.
	if boxed {
		s.Reference(place, s.references(p))
		place.Text += unbox(sort)
	}
	n := len(s.obs)
	v := search.Values{N: make([]int64, n)}
	for i, o := range s.obs {
		x, ok := p.get(o)
		switch {
		case !ok || boxed && x.R == nil:
			v.Undefine(i, n)
		case boxed:
			v.N[i], _, _ = unboxed(x.R)
		default:
			v.N[i] = values.Number(x.N, p.t.Kind())
		}
	}
	s.Number(place, sort, bitsOf(p.t), v)
}

func (s vocabulary) references(p path) search.Values {
	n := len(s.obs)
	v := search.Values{R: make([]search.Ref, n)}
	for i, o := range s.obs {
		x, ok := p.get(o)
		if v.R[i] = x.R; !ok {
			v.Undefine(i, n)
		}
	}
	return v
}

// itemsOf says how the elements of an array or list are written.
func itemsOf(p path) search.Items {
	text := p.place().Text
	elem, boxed, _ := elemOf(p.t)
	of := search.Items{Kind: search.ArraySequence, Sort: elem, Boxed: boxed, Length: text + ".length"}
	of.Ref = func(i string) string { return text + "[" + i + "]" }
	of.At = of.Ref
	if p.t.Kind() != types.ArrayOf {
		of.Kind, of.Length = search.ListSequence, text+".size()"
		of.Ref = func(i string) string { return text + ".get(" + i + ")" }
		of.At = of.Ref
	} else if p.old {
		// The reference's elements now would be \old(a)[i]: the array is the same, its contents aren't.
		of.At = func(i string) string { return old(p.text + "[" + i + "]") }
		return of
	}
	if boxed {
		of.At = func(i string) string { return of.Ref(i) + unbox(elem) }
	}
	return of
}

// bitsOf is the width of an int or long, 0 for other types.
func bitsOf(t types.Type) int {
	switch t.Kind() {
	case types.Int:
		return 32
	case types.Long:
		return 64
	}
	return 0
}

// fieldsOf enters the fields of an object of a class of the program.
func (s vocabulary) fieldsOf(p path, depth int) {
	c, ok := p.t.(*types.ClassType)
	// One level: a list that goes through next would have no end.
	if !ok || c.Class.Library || depth > 0 {
		return
	}
	for _, f := range c.Class.Fields {
		if f.Spec || f.Flags.Has(java.Static) {
			continue
		}
		get := func(o *observation) (interp.Value, bool) {
			v, ok := p.get(o)
			obj, isObj := v.R.(*interp.Object)
			if !ok || !isObj {
				return interp.Value{}, false
			}
			return obj.Field(f)
		}
		text := p.text + "." + f.Name
		if p.text == "this" {
			text = f.Name
		}
		s.add(path{text: text, post: p.post, get: get, t: f.Type, old: p.old}, depth+1)
	}
}
