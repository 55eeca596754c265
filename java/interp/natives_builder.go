package interp

import "maps"

// text is the state of a StringBuilder or StringBuffer, made on first use.
func text(r Ref) *Text {
	o := r.(*Object)
	t, ok := o.Native.(*Text)
	if !ok {
		t = &Text{}
		o.Native = t
	}
	return t
}

// builderNatives are the methods of StringBuilder and StringBuffer.
func builderNatives() map[string]Native {
	out := map[string]Native{}
	for _, class := range []string{"java.lang.StringBuilder", "java.lang.StringBuffer"} {
		maps.Copy(out, of(class, builderConstructors(class)))
		maps.Copy(out, of(class, builderAppends()))
		maps.Copy(out, of(class, builderEdits()))
		maps.Copy(out, of(class, builderReads()))
	}
	return out
}

// builderConstructors makes builders and compares them.
func builderConstructors(class string) map[string]Native {
	return map[string]Native{
		"<init>()": func(m *Machine, b Ref, _ []Value) Value { b.(*Object).Native = &Text{}; return Value{} },
		"<init>(int)": func(m *Machine, b Ref, a []Value) Value {
			n := int(a[0].N)
			if n < 0 {
				m.Throw("java.lang.NegativeArraySizeException", itoa(n))
			}
			m.Alloc(int64(n))
			b.(*Object).Native = &Text{}
			m.setCapacity(b, n)
			return Value{}
		},
		"<init>(java.lang.String)": func(m *Machine, b Ref, a []Value) Value {
			s := m.str(a[0], `Cannot invoke "String.length()"`, "str")
			t := &Text{}
			t.Add(s)
			m.Alloc(int64(s.Len()))
			b.(*Object).Native = t
			m.setCapacity(b, s.Len()+16)
			return Value{}
		},
		"compareTo(" + class + ")": func(m *Machine, b Ref, a []Value) Value {
			if a[0].R == nil {
				m.nullArgument(`Cannot read field "value"`, "another")
			}
			x, y := text(b), text(a[0].R)
			// Both are made into strings for it.
			m.Alloc(2 * int64(x.Len()+y.Len()))
			return Int(m.compareStrings(x.String(), y.String()))
		},
	}
}

// builderAppends appends.
func builderAppends() map[string]Native {
	return map[string]Native{
		"append(java.lang.String)": func(m *Machine, b Ref, a []Value) Value {
			s, ok := a[0].R.(*String)
			if !ok {
				s = stringNull
			}
			m.grow(s.Len())
			text(b).Add(s)
			return R(b)
		},
		"appendRange(java.lang.String,int,int)": func(m *Machine, b Ref, a []Value) Value {
			s, i, j := a[0].R.(*String), int(a[1].N), int(a[2].N)
			if i < 0 || i > j || j > s.Len() {
				m.Throw("java.lang.IndexOutOfBoundsException", "start "+itoa(i)+", end "+itoa(j)+", length "+itoa(s.Len()))
			}
			m.grow(j - i)
			text(b).Add(s.Substring(i, j))
			return R(b)
		},
		"append(char[])": func(m *Machine, b Ref, a []Value) Value {
			c := m.chars(a[0], "str")
			m.grow(len(c))
			text(b).Add(NewStringUTF16(c))
			return R(b)
		},
		"append(char[],int,int)": func(m *Machine, b Ref, a []Value) Value {
			c, i, j := m.chars(a[0], "str"), int(a[1].N), int(a[1].N+a[2].N)
			if i < 0 || i > j || j > len(c) {
				m.Throw("java.lang.IndexOutOfBoundsException", "start "+itoa(i)+", end "+itoa(j)+", length "+itoa(len(c)))
			}
			m.grow(j - i)
			text(b).Add(NewStringUTF16(c[i:j]))
			return R(b)
		},
		"append(boolean)": func(m *Machine, b Ref, a []Value) Value {
			m.Alloc(4)
			if a[0].N != 0 {
				text(b).ASCII("true")
			} else {
				text(b).ASCII("false")
			}
			return R(b)
		},
		"append(char)": func(m *Machine, b Ref, a []Value) Value {
			m.grow(1)
			text(b).Unit(uint16(a[0].N))
			return R(b)
		},
		"append(int)":    appendInt,
		"append(long)":   appendInt,
		"append(float)":  func(m *Machine, b Ref, a []Value) Value { return appendASCII(m, b, FormatFloat(a[0].Float32())) },
		"append(double)": func(m *Machine, b Ref, a []Value) Value { return appendASCII(m, b, FormatDouble(a[0].Float64())) },
		"appendCodePoint(int)": func(m *Machine, b Ref, a []Value) Value {
			c := a[0].Int32()
			if c < 0 || c > 0x10ffff {
				m.Throw("java.lang.IllegalArgumentException", "Not a valid Unicode code point: 0x"+upperHex(uint64(uint32(c))))
			}
			m.grow(2)
			text(b).point(c)
			return R(b)
		},
	}
}

// builderEdits changes what stands in a builder.
func builderEdits() map[string]Native {
	return map[string]Native{
		"delete(int,int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			// An end beyond the text is taken for its end, as in the original.
			j := min(int(a[1].N), t.Len())
			m.checkStartEnd(i, j, t.Len())
			m.Step((t.Len() - i) / 16)
			t.Replace(i, j, &String{})
			return R(b)
		},
		"deleteCharAt(int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			m.checkBuilderIndex(i, t)
			m.Step((t.Len() - i) / 16)
			t.Replace(i, i+1, &String{})
			return R(b)
		},
		"replace(int,int,java.lang.String)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			j := min(int(a[1].N), t.Len())
			m.checkStartEnd(i, j, t.Len())
			s := m.str(a[2], `Cannot invoke "String.length()"`, "str")
			m.grow(s.Len())
			m.Step((t.Len() - i) / 16)
			t.Replace(i, j, s)
			return R(b)
		},
		"insert(int,java.lang.String)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			if i < 0 || i > t.Len() {
				m.throwSIOOBE("offset " + itoa(i) + ", length " + itoa(t.Len()))
			}
			s, ok := a[1].R.(*String)
			if !ok {
				s = stringNull
			}
			m.grow(s.Len())
			m.Step((t.Len() - i) / 16)
			t.Replace(i, i, s)
			return R(b)
		},
		"reverse()": func(m *Machine, b Ref, _ []Value) Value {
			t := text(b)
			m.Step(t.Len() / 8)
			t.reverse()
			return R(b)
		},
	}
}

// builderReads reads units and length, and sets them.
func builderReads() map[string]Native {
	return map[string]Native{
		"toString()": func(m *Machine, b Ref, _ []Value) Value {
			t := text(b)
			m.Alloc(2 * int64(t.Len()))
			return R(t.String())
		},
		"length()":   func(m *Machine, b Ref, _ []Value) Value { return Int(int32(text(b).Len())) },
		"capacity()": func(m *Machine, b Ref, _ []Value) Value { return Int(int32(m.capacity(b))) },
		"ensureCapacity(int)": func(m *Machine, b Ref, a []Value) Value {
			if n, c := int(a[0].N), m.capacity(b); n > c {
				m.setCapacity(b, max(n, 2*c+2))
			}
			return Value{}
		},
		"trimToSize()": func(m *Machine, b Ref, _ []Value) Value {
			m.setCapacity(b, text(b).Len())
			return Value{}
		},
		"setLength(int)": func(m *Machine, b Ref, a []Value) Value {
			n := int(a[0].N)
			if n < 0 {
				m.throwSIOOBE("String index out of range: " + itoa(n))
			}
			t := text(b)
			m.grow(max(0, n-t.Len()))
			t.SetLen(n)
			return Value{}
		},
		"charAt(int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			m.checkBuilderIndex(i, t)
			return Value{N: int64(t.At(i))}
		},
		"setCharAt(int,char)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			m.checkBuilderIndex(i, t)
			t.Set(i, uint16(a[1].N))
			return Value{}
		},
		"codePointAt(int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			m.checkBuilderIndex(i, t)
			// Two units are all that a code point can have.
			return Int(codePointAt(t.Slice(i, min(i+2, t.Len())), 0))
		},
		"codePointBefore(int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			if i < 1 || i > t.Len() {
				m.throwSIOOBE("String index out of range: " + itoa(i))
			}
			s := t.Slice(max(0, i-2), i)
			return Int(codePointBefore(s, s.Len()))
		},
		"getChars(int,int,char[],int)": func(m *Machine, b Ref, a []Value) Value {
			t, i, j := text(b), int(a[0].N), int(a[1].N)
			m.checkStartEnd(i, j, t.Len())
			dst, k := m.chars(a[2], "dst"), int(a[3].N)
			if k < 0 || k+j-i > len(dst) {
				m.Throw("java.lang.IndexOutOfBoundsException", "start "+itoa(k)+", end "+itoa(k+j-i)+", length "+itoa(len(dst)))
			}
			for ; i < j; i, k = i+1, k+1 {
				dst[k] = t.At(i)
			}
			return Value{}
		},
		"substring(int)": func(m *Machine, b Ref, a []Value) Value {
			t, i := text(b), int(a[0].N)
			m.checkStartEnd(i, t.Len(), t.Len())
			m.Alloc(int64(t.Len() - i))
			return R(t.Slice(i, t.Len()))
		},
		"substring(int,int)": func(m *Machine, b Ref, a []Value) Value {
			t, i, j := text(b), int(a[0].N), int(a[1].N)
			m.checkStartEnd(i, j, t.Len())
			m.Alloc(int64(j - i))
			return R(t.Slice(i, j))
		},
	}
}

// grow charges for units that a builder gets: two bytes each, and as much again for
// those that are moved when it grows.
func (m *Machine) grow(units int) { m.Alloc(4 * int64(units)) }

func appendInt(m *Machine, b Ref, a []Value) Value { return appendASCII(m, b, formatInt(a[0].N)) }

func appendASCII(m *Machine, b Ref, s string) Value {
	m.grow(len(s))
	text(b).ASCII(s)
	return R(b)
}

func (m *Machine) checkStartEnd(i, j, n int) {
	if i < 0 || i > j || j > n {
		m.throwSIOOBE("start " + itoa(i) + ", end " + itoa(j) + ", length " + itoa(n))
	}
}

func (m *Machine) checkBuilderIndex(i int, t *Text) {
	if i < 0 || i >= t.Len() {
		m.throwSIOOBE("index " + itoa(i) + ", length " + itoa(t.Len()))
	}
}

// reverse reverses the units and puts surrogate pairs right again.
func (t *Text) reverse() {
	if !t.wide {
		for i, j := 0, len(t.b)-1; i < j; i, j = i+1, j-1 {
			t.b[i], t.b[j] = t.b[j], t.b[i]
		}
		return
	}
	u := t.u
	for i, j := 0, len(u)-1; i < j; i, j = i+1, j-1 {
		u[i], u[j] = u[j], u[i]
	}
	// A pair now stands with its halves exchanged, low before high.
	for i := 0; i+1 < len(u); i++ {
		if u[i]&0xfc00 == 0xdc00 && u[i+1]&0xfc00 == 0xd800 {
			u[i], u[i+1] = u[i+1], u[i]
			i++
		}
	}
}

// The capacity of a builder shows only in capacity(), which replays the growth of
// the original from the capacity that the builder was made with or last told: it
// is field 0, zero for the default of 16.
func (m *Machine) setCapacity(b Ref, n int) { b.(*Object).P[0] = int64(n) }

func (m *Machine) capacity(b Ref) int {
	c := int(b.(*Object).P[0])
	if c == 0 {
		c = 16
	}
	if n := text(b).Len(); n > c {
		c = max(n, 2*c+2)
	}
	m.setCapacity(b, c)
	return c
}
