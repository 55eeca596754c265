package mutate

import (
	"ensures/java/interp"
	"ensures/java/types"
)

// sequence is an array, list or other ordered collection taken apart.
type sequence struct {
	items []interp.Value
	elem  types.Type // static element type; nil when unknown
	build func([]interp.Value) interp.Value
}

// ofArray takes an array apart.
func ofArray(a interp.Array) sequence {
	s := sequence{elem: a.ElemType(), items: make([]interp.Value, a.Len())}
	for i := range s.items {
		s.items[i] = a.At(i)
	}
	s.build = func(items []interp.Value) interp.Value {
		r := interp.MakeArray(a.ElemType(), len(items))
		for i, v := range items {
			r.Set(i, v)
		}
		return interp.R(r)
	}
	return s
}

// mutants gives drop last, append last+1, shift all by one, empty, and drop last
// of last row for sequences of sequences.
func (x *Mutator) sequence(s sequence) []named[interp.Value] {
	n := len(s.items)
	var out []named[interp.Value]
	add := func(name string, items []interp.Value) {
		out = append(out, named[interp.Value]{name, s.build(items)})
	}
	if n > 0 {
		add("drop last", s.items[:n-1])
	}
	if last, ok := x.successor(s); ok {
		add("append last+1", append(append([]interp.Value{}, s.items...), last))
	}
	if shifted, ok := x.shift(s); ok {
		add("shift all by one", shifted)
	}
	if n > 0 {
		add("empty", nil)
		if row, ok := x.dropInRow(s.items[n-1], s.elem); ok {
			add("drop last of last row", append(append([]interp.Value{}, s.items[:n-1]...), row))
		}
	}
	return out
}

// successor is what follows the last element: last+1, or 1 after nothing.
func (x *Mutator) successor(s sequence) (interp.Value, bool) {
	if n := len(s.items); n > 0 {
		if v, ok := x.step(s.items[n-1], s.elem); ok {
			return v, true
		}
		return s.items[n-1], true
	}
	zero, ok := x.smallest(s.elem)
	if !ok {
		return interp.R(x.m.Box(types.Int, 1)), true
	}
	if v, ok := x.step(zero, s.elem); ok {
		return v, true
	}
	return zero, true
}

// shift is every element changed by one step; false when no element can be.
func (x *Mutator) shift(s sequence) ([]interp.Value, bool) {
	out := make([]interp.Value, len(s.items))
	changed := false
	for i, v := range s.items {
		w, ok := x.step(v, s.elem)
		if !ok {
			w = v
		}
		changed = changed || ok
		out[i] = w
	}
	return out, changed
}

// dropInRow drops the last element of a row.
func (x *Mutator) dropInRow(row interp.Value, t types.Type) (interp.Value, bool) {
	if t != nil && isPrimitive(t) {
		return row, false
	}
	s, ok := x.sequenceOf(row, t)
	if !ok || len(s.items) == 0 {
		return row, false
	}
	return s.build(s.items[:len(s.items)-1]), true
}

// sequenceOf takes an array or ordered collection apart.
func (x *Mutator) sequenceOf(v interp.Value, t types.Type) (sequence, bool) {
	if a, ok := v.R.(interp.Array); ok {
		return ofArray(a), true
	}
	if o, ok := v.R.(*interp.Object); ok && (x.is(o, "java.util.List") || x.is(o, "java.util.Queue")) {
		return x.ofCollection(o, t), true
	}
	return sequence{}, false
}

func isPrimitive(t types.Type) bool {
	k := t.Kind()
	return k >= types.Boolean && k <= types.Double
}

// inPlace gives the mutants of an array that a caller still holds: its length
// stays. The values are new arrays for the caller to copy back.
func (x *Mutator) inPlace(s sequence, before []interp.Value) []named[interp.Value] {
	n := len(s.items)
	var out []named[interp.Value]
	add := func(name string, items []interp.Value) {
		out = append(out, named[interp.Value]{name, s.build(items)})
	}
	if shifted, ok := x.shift(s); ok {
		add("shift all by one", shifted)
	}
	if n > 0 {
		if w, ok := x.step(s.items[n-1], s.elem); ok {
			add("last+1", append(append([]interp.Value{}, s.items[:n-1]...), w))
		}
		rev := make([]interp.Value, n)
		for i, v := range s.items {
			rev[n-1-i] = v
		}
		add("reverse", rev)
		add("rotate", append(append([]interp.Value{}, s.items[1:]...), s.items[0]))
	}
	if len(before) == n && before != nil {
		add("unchanged", before)
	}
	return out
}
