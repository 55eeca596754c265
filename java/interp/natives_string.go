package interp

import (
	"strings"
	"unicode"
	"unicode/utf16"

	"ensures/java/types"
)

// of puts a class's name before the methods of a table.
func of(class string, methods map[string]Native) map[string]Native {
	out := make(map[string]Native, len(methods))
	for k, f := range methods {
		out[class+"."+k] = f
	}
	return out
}

// str is a String argument; null throws with the JVM's words for what failed.
func (m *Machine) str(v Value, action, name string) *String {
	s, ok := v.R.(*String)
	if !ok {
		m.nullArgument(action, name)
	}
	return s
}

func (m *Machine) nullArgument(action, name string) {
	m.Throw("java.lang.NullPointerException", action+` because "`+name+`" is null`)
}

func (m *Machine) throwSIOOBE(msg string) {
	m.Throw("java.lang.StringIndexOutOfBoundsException", msg)
}

// stringConstructors makes strings.
func stringConstructors() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"<init>()": func(m *Machine, _ Ref, _ []Value) Value { return R(&String{}) },
		"<init>(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			// A copy with an identity of its own: new String(s) != s.
			s := *m.str(a[0], `Cannot read field "value"`, "original")
			return R(&s)
		},
		"<init>(char[])": func(m *Machine, _ Ref, a []Value) Value {
			return R(NewStringUTF16(m.chars(a[0], "value")))
		},
		"<init>(char[],int,int)":          stringOfChars,
		"<init>(int[],int,int)":           stringOfCodePoints,
		"<init>(byte[])":                  func(m *Machine, _ Ref, a []Value) Value { return decodeBytes(m, a[0], -1, 0, "UTF-8") },
		"<init>(byte[],int,int)":          func(m *Machine, _ Ref, a []Value) Value { return decodeBytes(m, a[0], a[1].N, a[2].N, "UTF-8") },
		"<init>(java.lang.StringBuilder)": stringOfBuilder,
		"<init>(java.lang.StringBuffer)":  stringOfBuilder,
		"<init>(byte[],java.lang.String)": func(m *Machine, _ Ref, a []Value) Value { return decodeBytes(m, a[0], -1, 0, m.charset(a[1])) },
		"<init>(byte[],java.nio.charset.Charset)": func(m *Machine, _ Ref, a []Value) Value {
			return decodeBytes(m, a[0], -1, 0, m.charset(a[1]))
		},
	})
}

// stringUnits reads the units and bytes of a string.
func stringUnits() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"length()":  func(m *Machine, s Ref, _ []Value) Value { return Int(int32(s.(*String).Len())) },
		"isEmpty()": func(m *Machine, s Ref, _ []Value) Value { return Bool(s.(*String).Len() == 0) },
		"charAt(int)": func(m *Machine, s Ref, a []Value) Value {
			i, t := int(a[0].N), s.(*String)
			if i < 0 || i >= t.Len() {
				m.throwSIOOBE("String index out of range: " + itoa(i))
			}
			return Value{N: int64(t.At(i))}
		},
		"codePointAt(int)": func(m *Machine, s Ref, a []Value) Value {
			i, t := int(a[0].N), s.(*String)
			if i < 0 || i >= t.Len() {
				m.throwSIOOBE("index " + itoa(i) + ", length " + itoa(t.Len()))
			}
			return Value{N: int64(codePointAt(t, i))}
		},
		"codePointBefore(int)": func(m *Machine, s Ref, a []Value) Value {
			i, t := int(a[0].N), s.(*String)
			if i < 1 || i > t.Len() {
				m.throwSIOOBE("String index out of range: " + itoa(i))
			}
			return Value{N: int64(codePointBefore(t, i))}
		},
		"codePointCount(int,int)": func(m *Machine, s Ref, a []Value) Value {
			i, j, t := int(a[0].N), int(a[1].N), s.(*String)
			if i < 0 || i > j || j > t.Len() {
				m.Throw("java.lang.IndexOutOfBoundsException", "")
			}
			m.read(j - i)
			n := 0
			for i < j {
				if i+1 < j {
					i += width(codePointAt(t, i))
				} else {
					i++
				}
				n++
			}
			return Int(int32(n))
		},
		"offsetByCodePoints(int,int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(int32(offsetByCodePoints(m, s.(*String), int(a[0].N), int(a[1].N))))
		},
		"getChars(int,int,char[],int)": func(m *Machine, s Ref, a []Value) Value {
			t := s.(*String)
			m.checkRange(int(a[0].N), int(a[1].N), t.Len())
			dst := m.chars(a[2], "dst")
			i, n := int(a[3].N), int(a[1].N-a[0].N)
			if i < 0 || i+n > len(dst) {
				m.throwSIOOBE("offset " + itoa(i) + ", count " + itoa(n) + ", length " + itoa(len(dst)))
			}
			m.read(n)
			for k := range n {
				dst[i+k] = t.At(int(a[0].N) + k)
			}
			return Value{}
		},
		"getBytes()": func(m *Machine, s Ref, _ []Value) Value { return encodeBytes(m, s.(*String), "UTF-8") },
		"getBytes(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return encodeBytes(m, s.(*String), m.charset(a[0]))
		},
		"getBytes(java.nio.charset.Charset)": func(m *Machine, s Ref, a []Value) Value {
			return encodeBytes(m, s.(*String), m.charset(a[0]))
		},
	})
}

// stringComparisons compares strings.
func stringComparisons() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"equals(java.lang.Object)": func(m *Machine, s Ref, a []Value) Value {
			t, ok := a[0].R.(*String)
			return Bool(ok && m.equalStrings(s.(*String), t))
		},
		"equalsIgnoreCase(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			t, ok := a[0].R.(*String)
			return Bool(ok && s.(*String).Len() == t.Len() && m.compareFold(s.(*String), t) == 0)
		},
		"compareTo(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return Int(m.compareStrings(s.(*String), m.str(a[0], `Cannot read field "value"`, "anotherString")))
		},
		"compareToIgnoreCase(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return Int(m.compareFold(s.(*String), m.str(a[0], `Cannot read field "value"`, "s2")))
		},
		"regionMatches(boolean,int,java.lang.String,int,int)": func(m *Machine, s Ref, a []Value) Value {
			t := s.(*String)
			o := m.str(a[2], `Cannot invoke "String.length()"`, "other")
			i, j, n := a[1].N, a[3].N, a[4].N
			if i < 0 || j < 0 || i+n > int64(t.Len()) || j+n > int64(o.Len()) {
				return Bool(false)
			}
			m.read(4 * int(max(n, 0)))
			for k := range n {
				c, d := t.At(int(i+k)), o.At(int(j+k))
				if c != d && (a[0].N == 0 || foldUnit(c) != foldUnit(d)) {
					return Bool(false)
				}
			}
			return Bool(true)
		},
		"startsWith(java.lang.String,int)": func(m *Machine, s Ref, a []Value) Value {
			p := m.str(a[0], `Cannot invoke "String.length()"`, "prefix")
			return Bool(m.startsAt(s.(*String), p, int(a[1].N)))
		},
		"startsWith(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return Bool(m.startsAt(s.(*String), m.str(a[0], `Cannot invoke "String.length()"`, "prefix"), 0))
		},
		"endsWith(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			p := m.str(a[0], `Cannot invoke "String.length()"`, "suffix")
			return Bool(m.startsAt(s.(*String), p, s.(*String).Len()-p.Len()))
		},
	})
}

// stringSearches finds one string in another.
func stringSearches() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"hashCode()":   func(m *Machine, s Ref, _ []Value) Value { return Int(m.hashString(s.(*String))) },
		"indexOf(int)": func(m *Machine, s Ref, a []Value) Value { return Int(indexPoint(m, s.(*String), a[0].Int32(), 0)) },
		"indexOf(int,int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(indexPoint(m, s.(*String), a[0].Int32(), a[1].Int32()))
		},
		"lastIndexOf(int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(lastIndexPoint(m, s.(*String), a[0].Int32(), 0x7fffffff))
		},
		"lastIndexOf(int,int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(lastIndexPoint(m, s.(*String), a[0].Int32(), a[1].Int32()))
		},
		"indexOf(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return Int(int32(indexString(m, s.(*String), m.str(a[0], `Cannot invoke "String.coder()"`, "str"), 0)))
		},
		"indexOf(java.lang.String,int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(int32(indexString(m, s.(*String), m.str(a[0], `Cannot invoke "String.coder()"`, "tgtStr"), int(a[1].N))))
		},
		"lastIndexOf(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return Int(int32(lastIndexString(m, s.(*String), m.str(a[0], `Cannot read field "value"`, "tgtStr"), s.(*String).Len())))
		},
		"lastIndexOf(java.lang.String,int)": func(m *Machine, s Ref, a []Value) Value {
			return Int(int32(lastIndexString(m, s.(*String), m.str(a[0], `Cannot read field "value"`, "tgtStr"), int(a[1].N))))
		},
	})
}

// stringEdits makes a string of another.
func stringEdits() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"substring(int)": func(m *Machine, s Ref, a []Value) Value { return substring(m, s, int(a[0].N), s.(*String).Len()) },
		"substring(int,int)": func(m *Machine, s Ref, a []Value) Value {
			return substring(m, s, int(a[0].N), int(a[1].N))
		},
		"concat(java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			t := m.str(a[0], `Cannot invoke "String.isEmpty()"`, "str")
			if t.Len() == 0 {
				return R(s)
			}
			m.Alloc(int64(s.(*String).Len() + t.Len()))
			return R(s.(*String).Concat(t))
		},
		"replace(char,char)": replaceUnit,
		"replaceLiteral(java.lang.String,java.lang.String)": func(m *Machine, s Ref, a []Value) Value {
			return R(replaceLiteral(m, s.(*String), a[0].R.(*String), a[1].R.(*String)))
		},
		"toLowerCase()": func(m *Machine, s Ref, _ []Value) Value { return R(toLower(m, s.(*String))) },
		"toUpperCase()": func(m *Machine, s Ref, _ []Value) Value { return R(toUpper(m, s.(*String))) },
		"trim()":        func(m *Machine, s Ref, _ []Value) Value { return R(trimBy(m, s.(*String), isTrimmed, true, true)) },
		"strip()": func(m *Machine, s Ref, _ []Value) Value {
			return R(trimBy(m, s.(*String), isJavaSpaceUnit, true, true))
		},
		"stripLeading()": func(m *Machine, s Ref, _ []Value) Value {
			return R(trimBy(m, s.(*String), isJavaSpaceUnit, true, false))
		},
		"stripTrailing()": func(m *Machine, s Ref, _ []Value) Value {
			return R(trimBy(m, s.(*String), isJavaSpaceUnit, false, true))
		},
		"isBlank()": func(m *Machine, s Ref, _ []Value) Value {
			return Bool(trimBy(m, s.(*String), isJavaSpaceUnit, true, true).Len() == 0)
		},
		"splitLines()":       func(m *Machine, s Ref, _ []Value) Value { return m.stringArray(lines(m, s.(*String))) },
		"indent(int)":        func(m *Machine, s Ref, a []Value) Value { return R(indent(m, s.(*String), int(a[0].N))) },
		"stripIndent()":      func(m *Machine, s Ref, _ []Value) Value { return R(stripIndent(m, s.(*String))) },
		"translateEscapes()": func(m *Machine, s Ref, _ []Value) Value { return R(translateEscapes(m, s.(*String))) },
		"intern()":           func(m *Machine, s Ref, _ []Value) Value { return R(m.Intern(s.(*String))) },
		"repeat(int)": func(m *Machine, s Ref, a []Value) Value {
			t, n := s.(*String), a[0].N
			if n < 0 {
				m.Throw("java.lang.IllegalArgumentException", "count is negative: "+formatInt(n))
			}
			if n == 1 || t.Len() == 0 {
				return R(s)
			}
			// Charged before it is made: the limit has to stop what would not fit into memory.
			m.Alloc(int64(t.Len()) * n)
			if t.u == nil {
				return R(&String{b: strings.Repeat(t.b, int(n))})
			}
			u := make([]uint16, 0, len(t.u)*int(n))
			for range n {
				u = append(u, t.u...)
			}
			return R(NewStringUTF16(u))
		},
	})
}

// stringArrays takes strings apart into arrays and puts them together.
func stringArrays() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"units()": func(m *Machine, s Ref, _ []Value) Value {
			t := s.(*String)
			arr := m.NewArray(types.TInt, t.Len()).(*IntArray)
			for i := range arr.A {
				arr.A[i] = int32(t.At(i))
			}
			return R(arr)
		},
		"points()": func(m *Machine, s Ref, _ []Value) Value {
			t := s.(*String)
			m.Alloc(4 * int64(t.Len()))
			var a []int32
			for i := 0; i < t.Len(); {
				c := codePointAt(t, i)
				a = append(a, c)
				i += width(c)
			}
			return R(&IntArray{a})
		},
		"toCharArray()": func(m *Machine, s Ref, _ []Value) Value {
			t := s.(*String)
			arr := m.NewArray(types.TChar, t.Len()).(*CharArray)
			if t.u != nil {
				copy(arr.A, t.u)
			} else {
				for i := range arr.A {
					arr.A[i] = uint16(t.b[i])
				}
			}
			return R(arr)
		},
		"valueOf(char[])": func(m *Machine, _ Ref, a []Value) Value {
			return R(NewStringUTF16(m.chars(a[0], "value")))
		},
		"copyValueOf(char[])": func(m *Machine, _ Ref, a []Value) Value {
			return R(NewStringUTF16(m.chars(a[0], "value")))
		},
		"valueOf(char[],int,int)":     stringOfChars,
		"copyValueOf(char[],int,int)": stringOfChars,
	})
}

// stringValues is String.valueOf of primitives.
func stringValues() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"valueOf(boolean)": func(m *Machine, _ Ref, a []Value) Value { return R(boxString(&Box{types.Boolean, a[0].N})) },
		"valueOf(char)":    func(m *Machine, _ Ref, a []Value) Value { return R(unitString(uint16(a[0].N))) },
		"valueOf(int)":     func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: formatInt(a[0].N)}) },
		"valueOf(long)":    func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: formatInt(a[0].N)}) },
		"valueOf(float)":   func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: FormatFloat(a[0].Float32())}) },
		"valueOf(double)":  func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: FormatDouble(a[0].Float64())}) },
	})
}

// chars is a char[] argument.
func (m *Machine) chars(v Value, name string) []uint16 {
	a, ok := v.R.(*CharArray)
	if !ok {
		m.nullArgument("Cannot read the array length", name)
	}
	m.Alloc(int64(len(a.A)))
	return a.A
}

func (m *Machine) checkRange(i, j, n int) {
	if i < 0 || i > j || j > n {
		m.throwSIOOBE("begin " + itoa(i) + ", end " + itoa(j) + ", length " + itoa(n))
	}
}

func (m *Machine) checkOffset(i, count, n int) {
	if i < 0 || count < 0 || i > n-count {
		m.throwSIOOBE("offset " + itoa(i) + ", count " + itoa(count) + ", length " + itoa(n))
	}
}

// stringArray makes a String[].
func (m *Machine) stringArray(list []*String) Value {
	arr := m.NewArray(m.stringType(), len(list)).(*RefArray)
	for i, s := range list {
		arr.A[i] = s
	}
	return R(arr)
}

func (m *Machine) stringType() types.Type {
	return &types.ClassType{Class: m.Class("java.lang.String").Class}
}

func stringOfChars(m *Machine, _ Ref, a []Value) Value {
	c, i, n := m.chars(a[0], "value"), int(a[1].N), int(a[2].N)
	m.checkOffset(i, n, len(c))
	return R(NewStringUTF16(c[i : i+n]))
}

func stringOfCodePoints(m *Machine, _ Ref, a []Value) Value {
	c, ok := a[0].R.(*IntArray)
	if !ok {
		m.nullArgument("Cannot read the array length", "codePoints")
	}
	i, n := int(a[1].N), int(a[2].N)
	m.checkOffset(i, n, len(c.A))
	var t Text
	for _, p := range c.A[i : i+n] {
		if p < 0 || p > unicode.MaxRune {
			m.Throw("java.lang.IllegalArgumentException", itoa(int(p)))
		}
		t.point(p)
	}
	m.Alloc(int64(t.Len()))
	return R(t.String())
}

func stringOfBuilder(m *Machine, _ Ref, a []Value) Value {
	if a[0].R == nil {
		m.nullArgument(`Cannot invoke "java.lang.AbstractStringBuilder.toString()"`, "builder")
	}
	t := text(a[0].R)
	m.Alloc(2 * int64(t.Len()))
	return R(t.String())
}

// point appends a code point.
func (t *Text) point(c int32) {
	if c >= 0x10000 {
		hi, lo := utf16.EncodeRune(c)
		t.Unit(uint16(hi))
		t.Unit(uint16(lo))
		return
	}
	t.Unit(uint16(c))
}

func codePointAt(s *String, i int) int32 {
	c := s.At(i)
	if c&0xfc00 == 0xd800 && i+1 < s.Len() {
		if d := s.At(i + 1); d&0xfc00 == 0xdc00 {
			return utf16.DecodeRune(rune(c), rune(d))
		}
	}
	return int32(c)
}

func codePointBefore(s *String, i int) int32 {
	c := s.At(i - 1)
	if c&0xfc00 == 0xdc00 && i > 1 {
		if d := s.At(i - 2); d&0xfc00 == 0xd800 {
			return utf16.DecodeRune(rune(d), rune(c))
		}
	}
	return int32(c)
}

func width(c int32) int {
	if c >= 0x10000 {
		return 2
	}
	return 1
}

func offsetByCodePoints(m *Machine, s *String, i, n int) int {
	if i < 0 || i > s.Len() {
		m.Throw("java.lang.IndexOutOfBoundsException", "")
	}
	m.read(min(max(n, -n), s.Len()))
	for ; n > 0 && i < s.Len(); n-- {
		i += width(codePointAt(s, i))
	}
	for ; n < 0 && i > 0; n++ {
		i -= width(codePointBefore(s, i))
	}
	if n != 0 {
		m.Throw("java.lang.IndexOutOfBoundsException", "")
	}
	return i
}

func substring(m *Machine, r Ref, i, j int) Value {
	s := r.(*String)
	m.checkRange(i, j, s.Len())
	if i == 0 && j == s.Len() {
		return R(r)
	}
	m.Alloc(24)
	return R(s.Substring(i, j))
}

func (m *Machine) startsAt(s, p *String, i int) bool {
	if i < 0 || i+p.Len() > s.Len() {
		return false
	}
	m.read(p.Len())
	return common(s, p, i) == p.Len()
}

// common is how many units of p, from its first, stand in s from i.
func common(s, p *String, i int) int {
	n := min(p.Len(), s.Len()-i)
	// Most texts are narrow, and Go compares their bytes faster than units one by one.
	if s.u == nil && p.u == nil && s.b[i:i+n] == p.b[:n] {
		return n
	}
	for k := range n {
		if s.At(i+k) != p.At(k) {
			return k
		}
	}
	return n
}

func indexPoint(m *Machine, s *String, c, from int32) int32 {
	i := max(int(from), 0)
	n := s.Len()
	if i >= n {
		return -1
	}
	m.read(n - i)
	if s.u == nil {
		if c < 0 || c > 255 {
			return -1
		}
		if k := strings.IndexByte(s.b[i:], byte(c)); k >= 0 {
			return int32(i + k)
		}
		return -1
	}
	for ; i < n; i++ {
		// A supplementary character is found at its first half.
		if int32(s.u[i]) == c || c >= 0x10000 && codePointAt(s, i) == c {
			return int32(i)
		}
	}
	return -1
}

func lastIndexPoint(m *Machine, s *String, c, from int32) int32 {
	m.read(max(0, min(int(from), s.Len()-1)))
	for i := min(int(from), s.Len()-1); i >= 0; i-- {
		if int32(s.At(i)) == c || c >= 0x10000 && codePointAt(s, i) == c {
			return int32(i)
		}
	}
	return -1
}

func indexString(m *Machine, s, t *String, from int) int {
	n, k := s.Len(), t.Len()
	from = min(max(from, 0), n)
	if k == 0 {
		return from
	}
	if s.u == nil {
		// A unit above 255 stands in no narrow text.
		if t.u != nil {
			return -1
		}
		i := strings.Index(s.b[from:], t.b)
		if i < 0 {
			m.read(n - from)
			return -1
		}
		m.read(i + k)
		return from + i
	}
	return m.find(s, t, from, n-k, 1)
}

// find is the first place, from one to the other by steps of 1 or −1, at which t stands in
// s, or −1. It charges for the units that it compares: of a text and a word that are alike
// these are many at every place.
func (m *Machine) find(s, t *String, from, to, by int) int {
	work := 0
	for i := from; (to-i)*by >= 0; i += by {
		n := common(s, t, i)
		if n == t.Len() {
			m.read(work + n)
			return i
		}
		// Charged now and then, so that a search that is too long ends on its way.
		if work += n + 4; work > 1<<12 {
			m.read(work)
			work = 0
		}
	}
	m.read(work)
	return -1
}

func lastIndexString(m *Machine, s, t *String, from int) int {
	return m.find(s, t, min(from, s.Len()-t.Len()), 0, -1)
}

func replaceUnit(m *Machine, r Ref, a []Value) Value {
	s, from, to := r.(*String), uint16(a[0].N), uint16(a[1].N)
	if from == to || indexPoint(m, s, int32(from), 0) < 0 {
		return R(r)
	}
	m.Alloc(int64(s.Len()))
	u := make([]uint16, s.Len())
	for i := range u {
		u[i] = s.At(i)
		if u[i] == from {
			u[i] = to
		}
	}
	return R(NewStringUTF16(u))
}

func replaceLiteral(m *Machine, s, t, by *String) *String {
	i := indexString(m, s, t, 0)
	if i < 0 {
		return s
	}
	var out Text
	from := 0
	for i >= 0 {
		m.Alloc(int64(i - from + by.Len()))
		out.Add(s.Substring(from, i))
		out.Add(by)
		from = i + t.Len()
		// An empty text stands before each unit and at the end.
		if t.Len() == 0 {
			if i == s.Len() {
				break
			}
			i++
			continue
		}
		i = indexString(m, s, t, from)
	}
	out.Add(s.Substring(from, s.Len()))
	return out.String()
}

// foldUnit is the unit that equalsIgnoreCase compares.
func foldUnit(c uint16) rune {
	if c < 0x80 {
		if 'A' <= c && c <= 'Z' {
			c += 'a' - 'A'
		}
		return rune(c)
	}
	// Both ways, as the original does: some letters agree in one of the two cases only.
	return lowerPoint(upperPoint(rune(c)))
}

func (m *Machine) compareFold(s, t *String) int32 {
	m.read(4 * min(s.Len(), t.Len()))
	for i := range min(s.Len(), t.Len()) {
		if a, b := s.At(i), t.At(i); a != b {
			if c, d := foldUnit(a), foldUnit(b); c != d {
				return c - d
			}
		}
	}
	return int32(s.Len()) - int32(t.Len())
}
