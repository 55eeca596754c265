package interp

import (
	"cmp"
	"maps"
	"math/bits"
	"slices"

	"ensures/java/types"
)

// arraysNatives are the bulk operations of java.util.Arrays on arrays of
// primitives, and the making of arrays whose class only the run knows.
func arraysNatives() map[string]Native {
	out := of("java.util.Arrays", map[string]Native{
		"newArray(java.lang.Object[],int)": func(m *Machine, _ Ref, a []Value) Value {
			like, ok := a[0].R.(*RefArray)
			if !ok {
				m.ThrowNPE(`Cannot invoke "Object.getClass()"`, `"original"`)
			}
			return m.arrayOf(like.Elem, a[1].N)
		},
		"newArray(java.lang.Class,int)": func(m *Machine, _ Ref, a []Value) Value {
			c, ok := a[0].R.(*ClassObject)
			if !ok {
				m.ThrowNPE(`Cannot invoke "java.lang.Class.getComponentType()"`, `"newType"`)
			}
			t, ok := c.Type.(*types.ArrayType)
			if !ok {
				m.Unsupported("Arrays.copyOf to a class that is no array")
			}
			return m.arrayOf(t.Elem, a[1].N)
		},
		"sortRange(java.lang.Object,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.sortRange(a[0].R, int(a[1].N), int(a[2].N))
			return Value{}
		},
		"search(java.lang.Object,int,int,long)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(searchIntegral(a[0].R, int(a[1].N), int(a[2].N), a[3].N))
		},
		"search(java.lang.Object,int,int,double)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(searchFloating(a[0].R, int(a[1].N), int(a[2].N), f64(a[3].N)))
		},
		"indexOf(java.lang.Object[],int,java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(int32(m.indexOf(a[0].R.(*RefArray).A[:a[1].N], a[2].R)))
		},
		"sortAlike(java.lang.Object[],int,int)": func(m *Machine, _ Ref, a []Value) Value {
			return Bool(m.sortAlike(a[0].R.(*RefArray).A[a[1].N:a[2].N]))
		},
		"same(java.lang.Object,java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			x, y := a[0].R, a[1].R
			if x == nil || y == nil {
				return Bool(x == y)
			}
			return Bool(arrayLength(x) == arrayLength(y) && m.differ(x, y) < 0)
		},
		"differ(java.lang.Object,java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(int32(m.differ(a[0].R, a[1].R)))
		},
		"hash(java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(m.hashElements(a[0].R))
		},
		"text(java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			return R(m.elementsText(a[0].R))
		},
	})
	maps.Copy(out, of("java.util.Arrays", map[string]Native{
		"fillRange(boolean[],int,int,boolean)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*BooleanArray).A, a, a[3].N != 0)
		},
		"fillRange(byte[],int,int,byte)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*ByteArray).A, a, int8(a[3].N))
		},
		"fillRange(char[],int,int,char)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*CharArray).A, a, uint16(a[3].N))
		},
		"fillRange(short[],int,int,short)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*ShortArray).A, a, int16(a[3].N))
		},
		"fillRange(int[],int,int,int)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*IntArray).A, a, int32(a[3].N))
		},
		"fillRange(long[],int,int,long)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*LongArray).A, a, a[3].N)
		},
		"fillRange(float[],int,int,float)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*FloatArray).A, a, f32(a[3].N))
		},
		"fillRange(double[],int,int,double)": func(m *Machine, _ Ref, a []Value) Value {
			return fill(m, a[0].R.(*DoubleArray).A, a, f64(a[3].N))
		},
	}))
	return out
}

func (m *Machine) arrayOf(elem types.Type, n int64) Value {
	if n < 0 {
		m.Throw("java.lang.NegativeArraySizeException", itoa(int(n)))
	}
	m.Step(int(n / 16))
	return R(m.NewArray(elem, int(n)))
}

// fill sets s[from:to] of the Java arguments a, which are in range.
func fill[E any](m *Machine, s []E, a []Value, v E) Value {
	s = s[a[1].N:a[2].N]
	m.Step(len(s) / 16)
	for i := range s {
		s[i] = v
	}
	return Value{}
}

func (m *Machine) sortRange(r Ref, from, to int) {
	n := to - from
	m.Step(n * bits.Len(uint(n)) / 16)
	switch a := r.(type) {
	case *ByteArray:
		slices.Sort(a.A[from:to])
	case *CharArray:
		slices.Sort(a.A[from:to])
	case *ShortArray:
		slices.Sort(a.A[from:to])
	case *IntArray:
		slices.Sort(a.A[from:to])
	case *LongArray:
		slices.Sort(a.A[from:to])
	case *FloatArray:
		slices.SortFunc(a.A[from:to], func(x, y float32) int { return int(compareDouble(float64(x), float64(y))) })
	case *DoubleArray:
		slices.SortFunc(a.A[from:to], func(x, y float64) int { return int(compareDouble(x, y)) })
	}
}

// indexOf is the first place whose element o equals.
func (m *Machine) indexOf(a []Ref, o Ref) int {
	m.Step(len(a) / 16)
	switch o := o.(type) {
	case nil:
		return slices.Index(a, nil)
	case *String:
		return slices.IndexFunc(a, func(r Ref) bool {
			s, ok := r.(*String)
			return ok && o.Equal(s)
		})
	case *Box:
		return slices.IndexFunc(a, func(r Ref) bool {
			b, ok := r.(*Box)
			return ok && o.Equal(b)
		})
	}
	return slices.IndexFunc(a, func(r Ref) bool { return m.callWellKnown(wkEquals, o, R(r)).N != 0 })
}

// sortAlike sorts strings, or boxes of one class, whose order nothing in Java can
// watch; it leaves all else as it is and reports false.
func (m *Machine) sortAlike(a []Ref) bool {
	m.Step(len(a) * bits.Len(uint(len(a))) / 8)
	if len(a) == 0 {
		return true
	}
	switch first := a[0].(type) {
	case *String:
		if !slices.ContainsFunc(a, func(r Ref) bool { _, ok := r.(*String); return !ok }) {
			slices.SortStableFunc(a, func(x, y Ref) int { return int(x.(*String).Compare(y.(*String))) })
			return true
		}
	case *Box:
		if !slices.ContainsFunc(a, func(r Ref) bool { b, ok := r.(*Box); return !ok || b.Kind != first.Kind }) {
			slices.SortStableFunc(a, func(x, y Ref) int { return int(x.(*Box).Compare(y.(*Box))) })
			return true
		}
	}
	return false
}

// search is the binary search of Java's documentation: the place found among
// equal keys is the first one met by halving.
func search[E any](a []E, from, to int, compare func(E) int) int32 {
	low, high := from, to-1
	for low <= high {
		mid := int(uint(low+high) >> 1)
		switch c := compare(a[mid]); {
		case c < 0:
			low = mid + 1
		case c > 0:
			high = mid - 1
		default:
			return int32(mid)
		}
	}
	return int32(-(low + 1))
}

func searchOrdered[E int8 | uint16 | int16 | int32 | int64](a []E, from, to int, key int64) int32 {
	return search(a, from, to, func(e E) int { return cmp.Compare(int64(e), key) })
}

func searchIntegral(r Ref, from, to int, key int64) int32 {
	switch a := r.(type) {
	case *ByteArray:
		return searchOrdered(a.A, from, to, key)
	case *CharArray:
		return searchOrdered(a.A, from, to, key)
	case *ShortArray:
		return searchOrdered(a.A, from, to, key)
	case *IntArray:
		return searchOrdered(a.A, from, to, key)
	}
	return searchOrdered(r.(*LongArray).A, from, to, key)
}

func searchFloating(r Ref, from, to int, key float64) int32 {
	if a, ok := r.(*FloatArray); ok {
		return search(a.A, from, to, func(e float32) int { return int(compareDouble(float64(e), key)) })
	}
	return search(r.(*DoubleArray).A, from, to, func(e float64) int { return int(compareDouble(e, key)) })
}

func arrayLength(r Ref) int {
	switch a := r.(type) {
	case *BooleanArray:
		return len(a.A)
	case *ByteArray:
		return len(a.A)
	case *CharArray:
		return len(a.A)
	case *ShortArray:
		return len(a.A)
	case *IntArray:
		return len(a.A)
	case *LongArray:
		return len(a.A)
	case *FloatArray:
		return len(a.A)
	case *DoubleArray:
		return len(a.A)
	case *RefArray:
		return len(a.A)
	}
	return 0
}

// differ is the first index at which two arrays of primitives differ: the shorter
// one's length when it is a prefix, −1 when they are equal. Floating-point
// elements are compared as their boxes are. Arrays of two classes differ at once.
func (m *Machine) differ(x, y Ref) int {
	m.Step(min(arrayLength(x), arrayLength(y)) / 16)
	switch a := x.(type) {
	case *BooleanArray:
		if b, ok := y.(*BooleanArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *ByteArray:
		if b, ok := y.(*ByteArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *CharArray:
		if b, ok := y.(*CharArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *ShortArray:
		if b, ok := y.(*ShortArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *IntArray:
		if b, ok := y.(*IntArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *LongArray:
		if b, ok := y.(*LongArray); ok {
			return differOrdered(a.A, b.A)
		}
	case *FloatArray:
		if b, ok := y.(*FloatArray); ok {
			return differFunc(a.A, b.A, func(p, q float32) bool { return compareDouble(float64(p), float64(q)) == 0 })
		}
	case *DoubleArray:
		if b, ok := y.(*DoubleArray); ok {
			return differFunc(a.A, b.A, func(p, q float64) bool { return compareDouble(p, q) == 0 })
		}
	}
	return 0
}

func differOrdered[E comparable](a, b []E) int {
	return differFunc(a, b, func(x, y E) bool { return x == y })
}

func differFunc[E any](a, b []E, equal func(x, y E) bool) int {
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

// hashElements is Arrays.hashCode of an array of primitives; null's is 0.
func (m *Machine) hashElements(r Ref) int32 {
	if r == nil {
		return 0
	}
	m.Step(arrayLength(r) / 16)
	h := int32(1)
	eachPrimitive(r, func(kind types.Kind, n int64) {
		h = 31*h + (&Box{Kind: kind, N: n}).Hash()
	})
	return h
}

// elementsText is Arrays.toString of an array of primitives.
func (m *Machine) elementsText(r Ref) *String {
	if r == nil {
		return stringNull
	}
	var t Text
	t.ASCII("[")
	eachPrimitive(r, func(kind types.Kind, n int64) {
		if t.Len() > 1 {
			t.ASCII(", ")
		}
		t.Add(boxString(&Box{Kind: kind, N: n}))
	})
	t.ASCII("]")
	s := t.String()
	m.Step(arrayLength(r) / 4)
	m.Alloc(s.bytes())
	return s
}

// eachPrimitive visits the elements as a Box holds them.
func eachPrimitive(r Ref, visit func(types.Kind, int64)) {
	switch a := r.(type) {
	case *BooleanArray:
		for _, b := range a.A {
			visit(types.Boolean, Bool(b).N)
		}
	case *ByteArray:
		eachIntegral(a.A, types.Byte, visit)
	case *CharArray:
		eachIntegral(a.A, types.Char, visit)
	case *ShortArray:
		eachIntegral(a.A, types.Short, visit)
	case *IntArray:
		eachIntegral(a.A, types.Int, visit)
	case *LongArray:
		eachIntegral(a.A, types.Long, visit)
	case *FloatArray:
		for _, f := range a.A {
			visit(types.Float, Float(f).N)
		}
	case *DoubleArray:
		for _, d := range a.A {
			visit(types.Double, Double(d).N)
		}
	}
}

func eachIntegral[E int8 | uint16 | int16 | int32 | int64](a []E, kind types.Kind, visit func(types.Kind, int64)) {
	for _, e := range a {
		visit(kind, int64(e))
	}
}
