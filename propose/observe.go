package propose

import (
	"math"

	"ensures/java/interp"
	"ensures/java/types"
)

// observation is one run as the search sees it, or a run whose output was changed.
type observation struct {
	args   []interp.Value // before the call
	after  []interp.Value // the same parameters, with what they refer to as left behind
	this   interp.Ref
	thisTo interp.Ref // the receiver after the call
	result interp.Value

	statics, staticsTo map[*types.Field]interp.Value

	mutant string // kind of the change; "" for a real run
	of     int    // index of the real run that was changed
}

// lists holds the elements of collections, which only Java code can read.
type lists map[interp.Ref][]interp.Value

// sequence is an expression whose elements can be named: an array, list or string.
type sequence struct {
	text   string // the expression
	result bool   // mentions \result or the state after the call
	elem   sort
	boxed  bool // elements are boxes
	kind   seqKind
	get    func(o *observation) interp.Ref
	length *term
	old    bool // written with \old
}

type seqKind uint8

const (
	arraySeq seqKind = iota
	textSeq
	listSeq
)

// element is the text of element i.
func (s *sequence) element(i string) string {
	switch {
	case s.kind == textSeq:
		return s.text + ".charAt(" + i + ")"
	case s.kind == listSeq && s.boxed:
		return s.text + ".get(" + i + ")" + unbox(s.elem)
	case s.kind == listSeq:
		return s.text + ".get(" + i + ")"
	case s.old:
		return "\\old(" + s.text[len("\\old("):len(s.text)-1] + "[" + i + "])"
	case s.boxed:
		return s.text + "[" + i + "]" + unbox(s.elem)
	}
	return s.text + "[" + i + "]"
}

func unbox(s sort) string {
	switch s {
	case intSort:
		return ".intValue()"
	case charSort:
		return ".charValue()"
	case boolSort:
		return ".booleanValue()"
	case floatSort:
		return ".doubleValue()"
	}
	return ""
}

// size is the number of elements of r, −1 for null and the rest.
func (l lists) size(r interp.Ref) int {
	switch a := r.(type) {
	case *interp.String:
		return a.Len()
	case interp.Array:
		return a.Len()
	case nil:
		return -1
	}
	if items, ok := l[r]; ok {
		return len(items)
	}
	return -1
}

// element is element i of r as a number or reference of the given sort.
func (l lists) element(r interp.Ref, i int) (int64, interp.Ref, state) {
	if i < 0 || i >= l.size(r) {
		return 0, nil, undefined
	}
	switch a := r.(type) {
	case *interp.String:
		return int64(a.At(i)), nil, defined
	case *interp.IntArray: // the search spends much of its time here
		return int64(a.A[i]), nil, defined
	case *interp.RefArray:
		return unboxed(a.A[i])
	case interp.Array:
		return number(a.At(i), a.ElemType().Kind()), nil, defined
	}
	return unboxed(l[r][i].R)
}

// unboxed is the number in a box, or the reference itself.
func unboxed(r interp.Ref) (int64, interp.Ref, state) {
	if b, ok := r.(*interp.Box); ok {
		return number(interp.Value{N: b.N}, b.Kind), r, defined
	}
	return 0, r, defined
}

// number is a primitive value as terms keep it: floats as doubles.
func number(v interp.Value, k types.Kind) int64 {
	if k == types.Float {
		return int64(math.Float64bits(float64(v.Float32())))
	}
	return v.N
}

// sortOf is the sort of a Java type, and whether it is a boxed one.
func sortOf(t types.Type) (s sort, boxed bool) {
	switch t.Kind() {
	case types.Boolean:
		return boolSort, false
	case types.Byte, types.Short, types.Int, types.Long:
		return intSort, false
	case types.Char:
		return charSort, false
	case types.Float, types.Double:
		return floatSort, false
	case types.ArrayOf:
		return listSort, false
	}
	c, ok := t.(*types.ClassType)
	if !ok {
		return refSort, false
	}
	switch c.Class.Binary {
	case "java.lang.String":
		return textSort, false
	case "java.lang.Integer", "java.lang.Long", "java.lang.Short", "java.lang.Byte":
		return intSort, true
	case "java.lang.Character":
		return charSort, true
	case "java.lang.Boolean":
		return boolSort, true
	case "java.lang.Double", "java.lang.Float":
		return floatSort, true
	case "java.util.List", "java.util.ArrayList", "java.util.LinkedList":
		return listSort, false
	}
	return refSort, false
}

// elemOf is the sort of the elements of an array or list type.
func elemOf(t types.Type) (s sort, boxed bool, inner types.Type) {
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
	return refSort, false, nil
}
