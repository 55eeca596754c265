package mutate

import (
	"math"

	"ensures/java/interp"
	"ensures/java/types"
)

// array is a Java array of any element type seen through one interface.
type array interface {
	len() int
	get(i int) interp.Value
	set(i int, v interp.Value)
	like(n int) (interp.Ref, array) // a new array of the same type
	elem() types.Type
}

// asArray is the array view of r.
func asArray(r interp.Ref) (array, bool) {
	switch a := r.(type) {
	case *interp.BooleanArray:
		return booleans{a}, a != nil
	case *interp.ByteArray:
		return prims[int8]{a.A, types.TByte, func(s []int8) interp.Ref { return &interp.ByteArray{A: s} }}, true
	case *interp.ShortArray:
		return prims[int16]{a.A, types.TShort, func(s []int16) interp.Ref { return &interp.ShortArray{A: s} }}, true
	case *interp.CharArray:
		return prims[uint16]{a.A, types.TChar, func(s []uint16) interp.Ref { return &interp.CharArray{A: s} }}, true
	case *interp.IntArray:
		return prims[int32]{a.A, types.TInt, func(s []int32) interp.Ref { return &interp.IntArray{A: s} }}, true
	case *interp.LongArray:
		return prims[int64]{a.A, types.TLong, func(s []int64) interp.Ref { return &interp.LongArray{A: s} }}, true
	case *interp.FloatArray:
		return floats{a}, true
	case *interp.DoubleArray:
		return doubles{a}, true
	case *interp.RefArray:
		return refs{a}, true
	}
	return nil, false
}

type prims[T int8 | int16 | uint16 | int32 | int64] struct {
	a    []T
	t    types.Type
	wrap func([]T) interp.Ref
}

func (p prims[T]) len() int                  { return len(p.a) }
func (p prims[T]) get(i int) interp.Value    { return interp.Value{N: int64(p.a[i])} }
func (p prims[T]) set(i int, v interp.Value) { p.a[i] = T(v.N) }
func (p prims[T]) elem() types.Type          { return p.t }
func (p prims[T]) like(n int) (interp.Ref, array) {
	s := make([]T, n)
	return p.wrap(s), prims[T]{s, p.t, p.wrap}
}

type booleans struct{ a *interp.BooleanArray }

func (b booleans) len() int { return len(b.a.A) }
func (b booleans) get(i int) interp.Value {
	if b.a.A[i] {
		return interp.Value{N: 1}
	}
	return interp.Value{}
}
func (b booleans) set(i int, v interp.Value) { b.a.A[i] = v.N != 0 }
func (b booleans) elem() types.Type          { return types.TBoolean }
func (b booleans) like(n int) (interp.Ref, array) {
	r := &interp.BooleanArray{A: make([]bool, n)}
	return r, booleans{r}
}

type floats struct{ a *interp.FloatArray }

func (f floats) len() int { return len(f.a.A) }
func (f floats) get(i int) interp.Value {
	return interp.Value{N: int64(math.Float32bits(f.a.A[i]))}
}
func (f floats) set(i int, v interp.Value) { f.a.A[i] = math.Float32frombits(uint32(v.N)) }
func (f floats) elem() types.Type          { return types.TFloat }
func (f floats) like(n int) (interp.Ref, array) {
	r := &interp.FloatArray{A: make([]float32, n)}
	return r, floats{r}
}

type doubles struct{ a *interp.DoubleArray }

func (d doubles) len() int { return len(d.a.A) }
func (d doubles) get(i int) interp.Value {
	return interp.Value{N: int64(math.Float64bits(d.a.A[i]))}
}
func (d doubles) set(i int, v interp.Value) { d.a.A[i] = math.Float64frombits(uint64(v.N)) }
func (d doubles) elem() types.Type          { return types.TDouble }
func (d doubles) like(n int) (interp.Ref, array) {
	r := &interp.DoubleArray{A: make([]float64, n)}
	return r, doubles{r}
}

type refs struct{ a *interp.RefArray }

func (r refs) len() int                  { return len(r.a.A) }
func (r refs) get(i int) interp.Value    { return interp.Value{R: r.a.A[i]} }
func (r refs) set(i int, v interp.Value) { r.a.A[i] = v.R }
func (r refs) elem() types.Type          { return r.a.Elem }
func (r refs) like(n int) (interp.Ref, array) {
	s := &interp.RefArray{Elem: r.a.Elem, A: make([]interp.Ref, n)}
	return s, refs{s}
}
