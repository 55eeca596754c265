package values

import (
	"math"
	"slices"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

// Equal reports whether two values of the same static type are the same to an observer:
// numbers by ==, except that NaN is itself; strings, boxes, arrays, collections,
// records and objects by content, whether or not their class declares equals.
func (l Language) Equal(a, b Value) bool { return l.equal(a.Value, b.Value, a.Type) }

func (l Language) equal(a, b interp.Value, t types.Type) bool {
	if t != nil && isPrimitive(t) {
		return equalPrimitive(a.N, b.N, t.Kind())
	}
	return l.equalRef(a.R, b.R, map[[2]interp.Ref]bool{})
}

func equalPrimitive(a, b int64, k types.Kind) bool {
	if a == b {
		return true
	}
	if k == types.Float || k == types.Double {
		x, y := floatValue(a, k), floatValue(b, k)
		// The zeros are equal here: no observer that compares by == tells them apart.
		return x == y || math.IsNaN(x) && math.IsNaN(y)
	}
	return false
}

// maxCompared is how many pairs of objects are looked at to compare two values.
const maxCompared = 100_000

func (l Language) equalRef(a, b interp.Ref, seen map[[2]interp.Ref]bool) bool {
	if a == b {
		return true
	}
	switch a := a.(type) {
	case nil:
		return false
	case *interp.String:
		c, ok := b.(*interp.String)
		return ok && a.Equal(c)
	case *interp.Box:
		c, ok := b.(*interp.Box)
		return ok && a.Kind == c.Kind && equalPrimitive(a.N, c.N, a.Kind)
	}

	// What holds itself is compared once: lists and arrays can, as objects do. What goes
	// on for too long is taken for equal, so that no mutant is told from it.
	pair := [2]interp.Ref{a, b}
	if seen[pair] || len(seen) >= maxCompared {
		return true
	}
	seen[pair] = true
	switch a := a.(type) {
	case *interp.Object:
		c, ok := b.(*interp.Object)
		return ok && l.equalObject(a, c, seen)
	}
	if p, ok := a.(interp.Array); ok {
		q, ok := b.(interp.Array)
		return ok && l.equalArray(p, q, seen)
	}
	return false
}

func (l Language) equalArray(p, q interp.Array, seen map[[2]interp.Ref]bool) bool {
	if p.Len() != q.Len() || p.ElemType().Kind() != q.ElemType().Kind() {
		return false
	}
	prim := isPrimitive(p.ElemType())
	for i := range p.Len() {
		v, w := p.At(i), q.At(i)
		if prim && !equalPrimitive(v.N, w.N, p.ElemType().Kind()) || !prim && !l.equalRef(v.R, w.R, seen) {
			return false
		}
	}
	return true
}

func (l Language) equalObject(a, b *interp.Object, seen map[[2]interp.Ref]bool) bool {
	// Before the classes are compared: an ArrayList and a LinkedList of the same
	// elements are equal, as by List.equals.
	if l.is(a, "java.util.List") && l.is(b, "java.util.List") || l.is(a, "java.util.Queue") && l.is(b, "java.util.Queue") {
		return l.equalItems(l.elements(a), l.elements(b), seen)
	}
	// Sets and maps of two classes may be equal too; Java's own equals decides
	// below, which compares elements by theirs.
	if a.Class != b.Class && !(l.is(a, "java.util.Set") || l.is(a, "java.util.Map")) {
		return false
	}
	if a.Class.Library || a.Native != nil {
		if l.is(a, "java.lang.CharSequence") { // StringBuilder has no equals of its own
			return l.m.ToJavaString(a).Equal(l.m.ToJavaString(b))
		}
		return l.m.Equals(a, b) || a.Class == b.Class && !ownEquals(a.Class.Class) && interp.SameNative(a.Native, b.Native) && l.equalFields(a, b, seen)
	}
	return l.equalFields(a, b, seen)
}

// ownEquals reports whether a class of the library says itself which of its objects are
// equal; an object of any other, such as a Pattern, is what its fields are.
func ownEquals(c *types.Class) bool {
	return slices.ContainsFunc(c.MethodsNamed("equals"), func(m *types.Method) bool {
		return len(m.Params) == 1 && m.Owner.Binary != "java.lang.Object" && !m.Flags.Has(java.Abstract)
	})
}

func (l Language) equalFields(a, b *interp.Object, seen map[[2]interp.Ref]bool) bool {
	for i := range a.P {
		if a.P[i] != b.P[i] {
			return false
		}
	}
	for i := range a.R {
		if !l.equalRef(a.R[i], b.R[i], seen) {
			return false
		}
	}
	return true
}

func (l Language) equalItems(a, b []interp.Value, seen map[[2]interp.Ref]bool) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if !l.equalRef(a[i].R, b[i].R, seen) {
			return false
		}
	}
	return true
}
