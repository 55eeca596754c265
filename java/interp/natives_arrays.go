package interp

import (
	"cmp"
	"math/bits"
	"slices"

	"ensures/java/types"
)

// arraysNatives are the bulk operations of java.util.Arrays on arrays of
// primitives, and the making of arrays whose class only the run knows.
func arraysNatives() map[string]Native {
	out := of("java.util.Arrays", map[string]Native{
		"newArray(java.lang.Object[],int)": func(m *Machine, _ Ref, a []Value) Value {
			// The class of the array decides, not the static type: Arrays.copyOf keeps it.
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
			return Int(search(a[0].R.(Array), int(a[1].N), int(a[2].N), func(v Value) int { return cmp.Compare(v.N, a[3].N) }))
		},
		"search(java.lang.Object,int,int,double)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(searchFloating(a[0].R.(Array), int(a[1].N), int(a[2].N), f64(a[3].N)))
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
			return Bool(ArrayLen(x) == ArrayLen(y) && m.differ(x, y) < 0)
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

	out["java.lang.reflect.Array.newInstance(java.lang.Class,int)"] = func(m *Machine, _ Ref, a []Value) Value {
		c, ok := a[0].R.(*ClassObject)
		if !ok {
			m.Throw("java.lang.NullPointerException", "")
		}
		if c.Type == types.Type(types.TVoid) {
			m.Throw("java.lang.IllegalArgumentException", "")
		}
		return m.arrayOf(c.Type, a[1].N)
	}

	// The key names the element type twice: fillRange(int[],int,int,int).
	for _, t := range []types.Type{types.TBoolean, types.TByte, types.TShort, types.TChar, types.TInt, types.TLong, types.TFloat, types.TDouble} {
		out["java.util.Arrays.fillRange("+t.String()+"[],int,int,"+t.String()+")"] = func(m *Machine, _ Ref, a []Value) Value {
			m.Step(int(a[2].N-a[1].N) / 16)
			a[0].R.(Array).fill(int(a[1].N), int(a[2].N), a[3])
			return Value{}
		}
	}
	return out
}

func (m *Machine) arrayOf(elem types.Type, n int64) Value {
	if n < 0 {
		m.Throw("java.lang.NegativeArraySizeException", itoa(int(n)))
	}
	m.Step(int(n / 16))
	return R(m.NewArray(elem, int(n)))
}

func (m *Machine) sortRange(r Ref, from, to int) {
	n := to - from
	// Comparisons of numbers are faster than steps: sixteen for one.
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
	m.read(len(a))
	switch o := o.(type) {
	case nil:
		return slices.Index(a, nil)
	case *String:
		return slices.IndexFunc(a, func(r Ref) bool {
			s, ok := r.(*String)
			return ok && m.equalStrings(o, s)
		})
	case *Box:
		return slices.IndexFunc(a, func(r Ref) bool {
			b, ok := r.(*Box)
			return ok && o.Equal(b)
		})
	}
	// The object itself is asked, element by element as in the original: its equals may be the
	// program's.
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
			slices.SortStableFunc(a, func(x, y Ref) int { return int(m.compareStrings(x.(*String), y.(*String))) })
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
func search(a Array, from, to int, compare func(Value) int) int32 {
	low, high := from, to-1
	for low <= high {
		mid := int(uint(low+high) >> 1)
		switch c := compare(a.At(mid)); {
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

func searchFloating(a Array, from, to int, key float64) int32 {
	if _, ok := a.(*FloatArray); ok {
		return search(a, from, to, func(v Value) int { return int(compareDouble(float64(f32(v.N)), key)) })
	}
	return search(a, from, to, func(v Value) int { return int(compareDouble(f64(v.N), key)) })
}

// differ is the first index at which two arrays of primitives differ: the shorter
// one's length when it is a prefix, −1 when they are equal. Arrays of two classes
// differ at once.
func (m *Machine) differ(x, y Ref) int {
	m.Step(min(ArrayLen(x), ArrayLen(y)) / 16)
	a, aok := x.(Array)
	b, bok := y.(Array)
	if !aok || !bok {
		return 0
	}
	return a.differ(b)
}

// hashElements is Arrays.hashCode of an array of primitives; null's is 0.
func (m *Machine) hashElements(r Ref) int32 {
	if r == nil {
		return 0
	}
	m.Step(ArrayLen(r) / 16)
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
	m.Step(ArrayLen(r) / 4)
	m.Alloc(s.bytes())
	return s
}

// eachPrimitive visits the elements as a Box holds them.
func eachPrimitive(r Ref, visit func(types.Kind, int64)) {
	a := r.(Array)
	kind := a.ElemType().Kind()
	for i := range a.Len() {
		visit(kind, a.At(i).N)
	}
}
