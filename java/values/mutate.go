package values

import (
	"strings"

	"ensures/java/interp"
	"ensures/java/types"
	"ensures/mutate"
)

// Mutator makes mutants of Java's values and of the states that calls leave behind.
type Mutator struct {
	lang Language
	x    *mutate.Mutator[Value]
	// Field says which fields of objects States may change; nil means all. A
	// specification says what happens to fields that a method changes, and its
	// frame that nothing happens to the others.
	Field func(*types.Field) bool
}

// New is a Mutator for values of m's program.
func New(m *interp.Machine) *Mutator {
	l := Language{m}
	return &Mutator{lang: l, x: mutate.New(l)}
}

// Mutant is a changed output: never equal to the original by value.
type Mutant struct {
	Name    string
	Value   interp.Value
	Further bool // none of the published kinds
}

// Results is up to mutate.Limit mutants of a result v of static type t.
func (x *Mutator) Results(v interp.Value, t types.Type) []Mutant {
	var out []Mutant
	for _, k := range x.x.Results(Value{v, t}) {
		out = append(out, Mutant{k.Name, k.Value.Value, false})
	}
	return out
}

// Further is up to mutate.FurtherLimit mutants beyond those of Results.
func (x *Mutator) Further(v interp.Value, t types.Type) []Mutant {
	var out []Mutant
	for _, k := range x.x.Further(Value{v, t}) {
		out = append(out, Mutant{k.Name, k.Value.Value, true})
	}
	return out
}

// Equal reports whether two values of static type t are the same to an observer.
func (x *Mutator) Equal(a, b interp.Value, t types.Type) bool { return x.lang.equal(a, b, t) }

// Changed reports whether a root differs from before by value.
func (x *Mutator) Changed(r Root) bool { return !x.Equal(r.Before, r.After, r.Type) }

// Root is one place from which a method's caller sees the state it left behind:
// a parameter or the receiver.
type Root struct {
	Name   string
	Type   types.Type
	Before interp.Value // in the heap before the call
	After  interp.Value // in the heap after it
}

// StateMutant is a changed state after a call: a heap of its own.
type StateMutant struct {
	Name    string // "a: reverse", "this.count +1"
	Roots   []interp.Value
	Copy    map[interp.Ref]interp.Ref // object of the real state → its counterpart
	Further bool                      // none of the published kinds
}

// heap is a copy of a state after a call.
type heap struct {
	*interp.Snapshot
	roots []Value
}

// Roots are the values through which a caller sees the heap.
func (h heap) Roots() []Value { return h.roots }

// references returns the references among values: a caller's own primitives never change.
func references(all []interp.Value) []Value {
	out := make([]Value, len(all))
	for i, v := range all {
		out[i] = ref(v.R)
	}
	return out
}

// States is up to mutate.Limit changed states of the published kinds and, after them, up
// to further others. Only roots whose mask is set are changed;
// the others come along. All roots must be of one heap, before and after.
func (x *Mutator) States(roots []Root, mask []bool, further int, extra ...interp.Value) ([]StateMutant, error) {
	var places []mutate.Place[Value]
	all := make([]interp.Value, 0, len(roots)+len(extra))
	for i, r := range roots {
		// Every root is copied, masked or not: what they share must be shared in the copy too.
		all = append(all, r.After)
		if !mask[i] {
			continue
		}
		if p, ok := x.held(r.Name, r.Before, Value{r.After, r.Type}, 0); ok {
			places = append(places, p)
		}
	}
	all = append(all, extra...)

	list, err := x.x.States(places, references(all), further, func() (mutate.Copy[Value], error) {
		s, err := x.lang.m.Snapshot(0, all...)
		if err != nil {
			return nil, err
		}
		return heap{s, references(s.Roots)}, nil
	})
	var out []StateMutant
	for _, k := range list {
		s := k.State.(heap)
		out = append(out, StateMutant{Name: k.Name, Roots: s.Snapshot.Roots, Copy: s.Of, Further: k.Further})
	}
	return out, err
}

// maxDepth is how deep the fields of objects in fields are changed.
const maxDepth = 1

// held is what can be changed about an object that a caller holds; false where that
// is nothing.
func (x *Mutator) held(name string, before interp.Value, after Value, depth int) (mutate.Place[Value], bool) {
	p := mutate.Place[Value]{Name: name, Was: Value{before, after.Type}, Is: after, Known: before.R != nil}
	if _, ok := after.R.(interp.Array); ok {
		p.Hold, p.Put = mutate.Array, putArray(after.R)
		return p, true
	}
	o, ok := after.R.(*interp.Object)
	if !ok || depth > maxDepth {
		return p, false
	}

	l := x.lang
	switch {
	case l.is(o, "java.util.Collection"), l.is(o, "java.util.Map"):
		// A list of Arrays.asList takes set, and refuses add and clear.
		if p.Hold, p.Put = mutate.Contents, x.refill(o); o.Class.Binary == fixedSize {
			p.Hold, p.Put = mutate.Length, x.setAll(o)
		}
		return p, !unmodifiable(o)
	case l.is(o, "java.lang.StringBuilder"), l.is(o, "java.lang.StringBuffer"):
		p.Hold, p.Put = mutate.Contents, func(c mutate.Copy[Value], v Value) {
			b := c.(heap).Copy(o)
			l.m.CallMethod(b, "setLength", interp.Int(0))
			l.m.CallMethod(b, "append", interp.R(l.m.ToJavaString(v.R)))
		}
		return p, true
	case o.Class.Library:
		return p, false
	}
	p.Inside = x.fields(name, before, o, depth)
	return p, true
}

// putArray writes the elements of an array of the same length into an array's copy.
func putArray(r interp.Ref) func(mutate.Copy[Value], Value) {
	return func(c mutate.Copy[Value], v Value) {
		s := c.(heap).Snapshot
		to, from := s.Copy(r).(interp.Array), v.R.(interp.Array)
		for i := range from.Len() {
			e := from.At(i)
			// The elements come from the real state; the mutant's heap has copies of its own of
			// them.
			to.Set(i, interp.Value{N: e.N, R: s.Copy(e.R)})
		}
	}
}

// refill makes a collection's or map's copy hold what another one holds.
func (x *Mutator) refill(o *interp.Object) func(mutate.Copy[Value], Value) {
	add := "addAll"
	if x.lang.is(o, "java.util.Map") {
		add = "putAll"
	}
	return func(c mutate.Copy[Value], v Value) {
		to := c.(heap).Copy(o)
		x.lang.m.CallMethod(to, "clear")
		x.lang.m.CallMethod(to, add, v.Value)
	}
}

// setAll is refill for lists that cannot grow or shrink.
func (x *Mutator) setAll(o *interp.Object) func(mutate.Copy[Value], Value) {
	return func(c mutate.Copy[Value], v Value) {
		to := c.(heap).Copy(o)
		for i, e := range x.lang.Items(v) {
			x.lang.m.CallMethod(to, "set", interp.Int(int32(i)), e.Value)
		}
	}
}

// fixedSize is the class of the lists that Arrays.asList makes.
const fixedSize = "java.util.Arrays$ArrayList"

// unmodifiable reports whether a collection or map of the class library throws at
// every change.
func unmodifiable(o *interp.Object) bool {
	b := o.Class.Binary
	if strings.HasPrefix(b, "java.util.Collections$") {
		return !strings.Contains(b, "Synchronized") && !strings.Contains(b, "Checked")
	}
	return strings.HasPrefix(b, "java.util.ImmutableCollections$") || strings.HasPrefix(b, "java.util.Unmodifiable")
}

// fields are the places of an object's fields.
func (x *Mutator) fields(name string, before interp.Value, o *interp.Object, depth int) []mutate.Place[Value] {
	var out []mutate.Place[Value]
	for _, f := range fieldsOf(o) {
		if x.Field != nil && !x.Field(f) {
			continue
		}
		v, _ := o.Field(f)
		var was interp.Value
		if b, ok := before.R.(*interp.Object); ok {
			was, _ = b.Field(f)
		}

		place := mutate.Place[Value]{
			Name: name + "." + f.Name, Was: Value{was, f.Type}, Is: Value{v, f.Type}, Known: before.R != nil,
			Put: func(c mutate.Copy[Value], v Value) { c.(heap).Copy(o).(*interp.Object).SetField(f, v.Value) },
		}
		if inner, ok := x.held(place.Name, was, place.Is, depth+1); ok {
			place.Inside = append(place.Inside, inner)
		}
		out = append(out, place)
	}
	return out
}
