package interp

import (
	"slices"
	"unsafe"

	"ensures/java/types"
)

// Array is an array of any element type. A Value is in the lane of the elements.
type Array interface {
	Ref
	Len() int
	At(i int) Value
	Set(i int, v Value)
	ElemType() types.Type

	fill(from, to int, v Value)
	copyIn(to int, from Array, at, n int) // of an array of the same Go type
	clone() Array
	// differ is the first index at which y differs: the shorter one's length when
	// it is a prefix, −1 when they are equal, 0 when y is of another Go type.
	differ(y Array) int
}

// The arrays of Java. Elem is the element type of a reference array.
type (
	BooleanArray struct{ A []bool }
	ByteArray    = numberArray[int8]
	ShortArray   = numberArray[int16]
	CharArray    = numberArray[uint16]
	IntArray     = numberArray[int32]
	LongArray    = numberArray[int64]
	FloatArray   = numberArray[float32]
	DoubleArray  = numberArray[float64]
	RefArray     struct {
		Elem types.Type // erased element type, for array store checks and getClass
		A    []Ref
	}
)

// numeric are the elements of arrays of numbers and of char.
type numeric interface {
	int8 | int16 | uint16 | int32 | int64 | float32 | float64
}

type numberArray[T numeric] struct{ A []T }

// laneOf is x as the primitive lane holds it. Which branch it takes is known for
// each T when the code is compiled: it costs what a conversion costs.
func laneOf[T numeric](x T) int64 {
	switch {
	case T(1)/T(2) == 0:
		return int64(x)
	case unsafe.Sizeof(x) == 4:
		return bits32(float32(x))
	}
	return bits64(float64(x))
}

// inLane is the number that n holds in the primitive lane.
func inLane[T numeric](n int64) T {
	switch {
	case T(1)/T(2) == 0:
		return T(n)
	case unsafe.Sizeof(T(0)) == 4:
		return T(f32(n))
	}
	return T(f64(n))
}

func (a *numberArray[T]) Len() int           { return len(a.A) }
func (a *numberArray[T]) At(i int) Value     { return Value{N: laneOf(a.A[i])} }
func (a *numberArray[T]) Set(i int, v Value) { a.A[i] = inLane[T](v.N) }
func (a *numberArray[T]) clone() Array       { return &numberArray[T]{slices.Clone(a.A)} }
func (a *numberArray[T]) ref()               {}

func (a *numberArray[T]) ElemType() types.Type {
	switch any(a).(type) {
	case *ByteArray:
		return types.TByte
	case *ShortArray:
		return types.TShort
	case *CharArray:
		return types.TChar
	case *IntArray:
		return types.TInt
	case *LongArray:
		return types.TLong
	case *FloatArray:
		return types.TFloat
	}
	return types.TDouble
}

func (a *numberArray[T]) fill(from, to int, v Value) { fill(a.A[from:to], inLane[T](v.N)) }

func (a *numberArray[T]) copyIn(to int, b Array, at, n int) {
	copy(a.A[to:to+n], b.(*numberArray[T]).A[at:at+n])
}

// differ compares floating-point elements as their boxes are compared: NaN equals
// itself, and the zeros differ.
func (a *numberArray[T]) differ(y Array) int {
	b, ok := y.(*numberArray[T])
	if !ok {
		return 0
	}
	return differ(a.A, b.A, func(p, q T) bool { return laneOf(p) == laneOf(q) || p != p && q != q })
}

func (a *BooleanArray) Len() int                   { return len(a.A) }
func (a *BooleanArray) At(i int) Value             { return Bool(a.A[i]) }
func (a *BooleanArray) Set(i int, v Value)         { a.A[i] = v.N != 0 }
func (a *BooleanArray) clone() Array               { return &BooleanArray{slices.Clone(a.A)} }
func (a *BooleanArray) ElemType() types.Type       { return types.TBoolean }
func (a *BooleanArray) fill(from, to int, v Value) { fill(a.A[from:to], v.N != 0) }
func (a *BooleanArray) ref()                       {}

func (a *BooleanArray) copyIn(to int, b Array, at, n int) {
	copy(a.A[to:to+n], b.(*BooleanArray).A[at:at+n])
}

func (a *BooleanArray) differ(y Array) int {
	b, ok := y.(*BooleanArray)
	if !ok {
		return 0
	}
	return differ(a.A, b.A, func(p, q bool) bool { return p == q })
}

func (a *RefArray) Len() int                   { return len(a.A) }
func (a *RefArray) At(i int) Value             { return R(a.A[i]) }
func (a *RefArray) Set(i int, v Value)         { a.A[i] = v.R }
func (a *RefArray) clone() Array               { return &RefArray{Elem: a.Elem, A: slices.Clone(a.A)} }
func (a *RefArray) ElemType() types.Type       { return a.Elem }
func (a *RefArray) fill(from, to int, v Value) { fill(a.A[from:to], v.R) }
func (a *RefArray) ref()                       {}

func (a *RefArray) copyIn(to int, b Array, at, n int) {
	copy(a.A[to:to+n], b.(*RefArray).A[at:at+n])
}

// differ of reference arrays is Java's to find out: it calls equals.
func (a *RefArray) differ(Array) int { return 0 }

func fill[E any](s []E, v E) {
	for i := range s {
		s[i] = v
	}
}

func differ[E any](a, b []E, equal func(x, y E) bool) int {
	n := min(len(a), len(b))
	for i := range n {
		if !equal(a[i], b[i]) {
			return i
		}
	}
	if len(a) != len(b) {
		return n
	}
	return -1
}

// MakeArray is an array of n default values that no machine is charged for.
func MakeArray(elem types.Type, n int) Array {
	switch elem.Kind() {
	case types.Boolean:
		return &BooleanArray{make([]bool, n)}
	case types.Byte:
		return &ByteArray{make([]int8, n)}
	case types.Short:
		return &ShortArray{make([]int16, n)}
	case types.Char:
		return &CharArray{make([]uint16, n)}
	case types.Int:
		return &IntArray{make([]int32, n)}
	case types.Long:
		return &LongArray{make([]int64, n)}
	case types.Float:
		return &FloatArray{make([]float32, n)}
	case types.Double:
		return &DoubleArray{make([]float64, n)}
	}
	return &RefArray{Elem: elem, A: make([]Ref, n)}
}

// ArrayLen is the length of an array, −1 for null and any other object.
func ArrayLen(r Ref) int {
	if a, ok := r.(Array); ok {
		return a.Len()
	}
	return -1
}
