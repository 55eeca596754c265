package interp

import (
	"maps"
	"math"
	"math/bits"
	"strconv"
	"strings"

	"ensures/java/types"
)

// boxNatives are the instance methods that the boxes share.
func boxNatives(class string, k types.Kind) map[string]Native {
	prim := map[types.Kind]string{types.Boolean: "boolean", types.Byte: "byte", types.Short: "short", types.Char: "char",
		types.Int: "int", types.Long: "long", types.Float: "float", types.Double: "double"}[k]
	float := k == types.Float || k == types.Double

	asDouble := func(r Ref) float64 {
		switch b := r.(*Box); k {
		case types.Float:
			return float64(f32(b.N))
		case types.Double:
			return f64(b.N)
		default:
			return float64(b.N)
		}
	}

	// From a floating-point number every narrowing goes through int or long (JLS
	// 5.1.3).
	asLong := func(r Ref) int64 {
		if float {
			return DoubleToLong(asDouble(r))
		}
		return r.(*Box).N
	}
	asInt := func(r Ref) int32 {
		if float {
			return int32(DoubleToInt(asDouble(r)))
		}
		return int32(r.(*Box).N)
	}

	table := map[string]Native{
		"<init>(" + prim + ")":  func(m *Machine, _ Ref, a []Value) Value { return R(m.newBox(k, a[0].N)) },
		"valueOf(" + prim + ")": func(m *Machine, _ Ref, a []Value) Value { return R(m.Box(k, a[0].N)) },
		prim + "Value()":        func(m *Machine, b Ref, _ []Value) Value { return Value{N: b.(*Box).N} },
		"toString()":            func(m *Machine, b Ref, _ []Value) Value { return R(boxString(b.(*Box))) },
		"hashCode()":            func(m *Machine, b Ref, _ []Value) Value { return Int(b.(*Box).Hash()) },
		"equals(java.lang.Object)": func(m *Machine, b Ref, a []Value) Value {
			c, ok := a[0].R.(*Box)
			return Bool(ok && b.(*Box).Equal(c))
		},
		"compareTo(" + class + ")": func(m *Machine, b Ref, a []Value) Value {
			c, ok := a[0].R.(*Box)
			if !ok {
				m.nullArgument(`Cannot read field "value"`, "another"+class[strings.LastIndexByte(class, '.')+1:])
			}
			return Int(b.(*Box).Compare(c))
		},
	}

	// These two have no other numeric values.
	if k == types.Boolean || k == types.Char {
		return of(class, table)
	}

	for name, f := range map[string]Native{
		"byteValue()":   func(m *Machine, b Ref, _ []Value) Value { return Value{N: int64(int8(asInt(b)))} },
		"shortValue()":  func(m *Machine, b Ref, _ []Value) Value { return Value{N: int64(int16(asInt(b)))} },
		"intValue()":    func(m *Machine, b Ref, _ []Value) Value { return Int(asInt(b)) },
		"longValue()":   func(m *Machine, b Ref, _ []Value) Value { return Long(asLong(b)) },
		"doubleValue()": func(m *Machine, b Ref, _ []Value) Value { return Double(asDouble(b)) },
		"floatValue()": func(m *Machine, b Ref, _ []Value) Value {
			if float {
				return Float(float32(asDouble(b)))
			}
			return Float(float32(asLong(b)))
		},
	} {
		// The kind's own method is there already, and keeps the value as it is.
		if _, ok := table[name]; !ok {
			table[name] = f
		}
	}

	return of(class, table)
}

// newBox is a box that is no other: new Integer(1).
func (m *Machine) newBox(k types.Kind, n int64) *Box {
	m.Alloc(16)
	return &Box{Kind: k, N: n}
}

func integerNatives() map[string]Native {
	out := of("java.lang.Integer", map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			return R(m.newBox(types.Int, m.parseInteger(a[0], 10, 32)))
		},
		"parseInt(java.lang.String)":             func(m *Machine, _ Ref, a []Value) Value { return Long(m.parseInteger(a[0], 10, 32)) },
		"parseInt(java.lang.String,int)":         func(m *Machine, _ Ref, a []Value) Value { return Long(m.parseInteger(a[0], a[1].N, 32)) },
		"parseUnsignedInt(java.lang.String,int)": func(m *Machine, _ Ref, a []Value) Value { return Int(int32(m.parseUnsigned(a[0], a[1].N, 32))) },
		"decode(java.lang.String)":               func(m *Machine, _ Ref, a []Value) Value { return R(m.Box(types.Int, m.decode(a[0], 32))) },
		"toString(int)":                          func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: formatInt(a[0].N)}) },
		"toString(int,int)":                      func(m *Machine, _ Ref, a []Value) Value { return R(signedRadix(a[0].N, a[1].N)) },
		"toUnsignedString(int,int)":              func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(uint32(a[0].N)), a[1].N)) },
		"toHexString(int)":                       func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(uint32(a[0].N)), 16)) },
		"toOctalString(int)":                     func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(uint32(a[0].N)), 8)) },
		"toBinaryString(int)":                    func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(uint32(a[0].N)), 2)) },
		"bitCount(int)":                          func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.OnesCount32(uint32(a[0].N)))) },
		"reverse(int)":                           func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.Reverse32(uint32(a[0].N)))) },
		"reverseBytes(int)":                      func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.ReverseBytes32(uint32(a[0].N)))) },
		"numberOfLeadingZeros(int)":              func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.LeadingZeros32(uint32(a[0].N)))) },
		"numberOfTrailingZeros(int)":             func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.TrailingZeros32(uint32(a[0].N)))) },
		"highestOneBit(int)": func(m *Machine, _ Ref, a []Value) Value {
			u := uint32(a[0].N)
			return Int(int32(u & (1 << 31 >> bits.LeadingZeros32(u))))
		},
	})

	maps.Copy(out, boxNatives("java.lang.Integer", types.Int))
	maps.Copy(out, of("java.lang.Long", map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			return R(m.newBox(types.Long, m.parseInteger(a[0], 10, 64)))
		},
		"parseLong(java.lang.String)":             func(m *Machine, _ Ref, a []Value) Value { return Long(m.parseInteger(a[0], 10, 64)) },
		"parseLong(java.lang.String,int)":         func(m *Machine, _ Ref, a []Value) Value { return Long(m.parseInteger(a[0], a[1].N, 64)) },
		"parseUnsignedLong(java.lang.String,int)": func(m *Machine, _ Ref, a []Value) Value { return Long(int64(m.parseUnsigned(a[0], a[1].N, 64))) },
		"decode(java.lang.String)":                func(m *Machine, _ Ref, a []Value) Value { return R(m.Box(types.Long, m.decode(a[0], 64))) },
		"toString(long)":                          func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: formatInt(a[0].N)}) },
		"toString(long,int)":                      func(m *Machine, _ Ref, a []Value) Value { return R(signedRadix(a[0].N, a[1].N)) },
		"toUnsignedString(long,int)":              func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(a[0].N), a[1].N)) },
		"toHexString(long)":                       func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(a[0].N), 16)) },
		"toOctalString(long)":                     func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(a[0].N), 8)) },
		"toBinaryString(long)":                    func(m *Machine, _ Ref, a []Value) Value { return R(unsignedRadix(uint64(a[0].N), 2)) },
		"bitCount(long)":                          func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.OnesCount64(uint64(a[0].N)))) },
		"reverse(long)":                           func(m *Machine, _ Ref, a []Value) Value { return Long(int64(bits.Reverse64(uint64(a[0].N)))) },
		"reverseBytes(long)":                      func(m *Machine, _ Ref, a []Value) Value { return Long(int64(bits.ReverseBytes64(uint64(a[0].N)))) },
		"numberOfLeadingZeros(long)":              func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.LeadingZeros64(uint64(a[0].N)))) },
		"numberOfTrailingZeros(long)":             func(m *Machine, _ Ref, a []Value) Value { return Int(int32(bits.TrailingZeros64(uint64(a[0].N)))) },
		"highestOneBit(long)": func(m *Machine, _ Ref, a []Value) Value {
			u := uint64(a[0].N)
			return Long(int64(u & (1 << 63 >> bits.LeadingZeros64(u))))
		},
		"divideUnsigned(long,long)": func(m *Machine, _ Ref, a []Value) Value {
			m.checkDivisor(a[1].N)
			return Long(int64(uint64(a[0].N) / uint64(a[1].N)))
		},
		"remainderUnsigned(long,long)": func(m *Machine, _ Ref, a []Value) Value {
			m.checkDivisor(a[1].N)
			return Long(int64(uint64(a[0].N) % uint64(a[1].N)))
		},
	}))
	maps.Copy(out, boxNatives("java.lang.Long", types.Long))

	for class, k := range map[string]types.Kind{"java.lang.Byte": types.Byte, "java.lang.Short": types.Short} {
		size := map[types.Kind]int64{types.Byte: 8, types.Short: 16}[k]
		maps.Copy(out, boxNatives(class, k))
		// The JDK parses an int first, so that is whose message a malformed text gives.
		out[class+".<init>(java.lang.String)"] = func(m *Machine, _ Ref, a []Value) Value {
			n := m.parseInteger(a[0], 10, 32)
			if n < -1<<(size-1) || n >= 1<<(size-1) {
				m.Throw("java.lang.NumberFormatException", `Value out of range. Value:"`+a[0].R.(*String).GoString()+`" Radix:10`)
			}
			return R(m.newBox(k, n))
		}
	}

	maps.Copy(out, boxNatives("java.lang.Boolean", types.Boolean))
	out["java.lang.Boolean.<init>(java.lang.String)"] = func(m *Machine, _ Ref, a []Value) Value {
		s, ok := a[0].R.(*String)
		return R(m.newBox(types.Boolean, Bool(ok && s.Len() == 4 && strings.EqualFold(s.GoString(), "true")).N))
	}
	return out
}

func (m *Machine) checkDivisor(n int64) {
	if n == 0 {
		m.Throw("java.lang.ArithmeticException", "/ by zero")
	}
}

func formatRadix(n uint64, radix int) string { return strconv.FormatUint(n, radix) }

func upperHex(n uint64) string { return strings.ToUpper(formatRadix(n, 16)) }

func signedRadix(n, radix int64) *String {
	if radix < 2 || radix > 36 {
		radix = 10
	}
	return &String{b: strconv.FormatInt(n, int(radix))}
}

func unsignedRadix(n uint64, radix int64) *String {
	if radix < 2 || radix > 36 {
		radix = 10
	}
	return &String{b: strconv.FormatUint(n, int(radix))}
}

func (m *Machine) badNumber(s *String, radix int64) {
	msg := `For input string: "` + s.GoString() + `"`
	if radix != 10 {
		msg += " under radix " + formatInt(radix)
	}
	m.Throw("java.lang.NumberFormatException", msg)
}

func (m *Machine) checkRadix(radix int64) {
	if radix < 2 {
		m.Throw("java.lang.NumberFormatException", "radix "+formatInt(radix)+" less than Character.MIN_RADIX")
	}
	if radix > 36 {
		m.Throw("java.lang.NumberFormatException", "radix "+formatInt(radix)+" greater than Character.MAX_RADIX")
	}
}

// parseInteger is Integer.parseInt (size 32) and Long.parseLong (64).
func (m *Machine) parseInteger(v Value, radix int64, size uint) int64 {
	s, ok := v.R.(*String)
	if !ok {
		m.Throw("java.lang.NumberFormatException", "Cannot parse null string")
	}
	m.checkRadix(radix)
	m.read(s.Len())
	n, ok := parseSigned(s, radix, size)
	if !ok {
		m.badNumber(s, radix)
	}
	return n
}

func parseSigned(s *String, radix int64, size uint) (int64, bool) {
	i, negative := 0, false
	if s.Len() > 0 && (s.At(0) == '-' || s.At(0) == '+') {
		i, negative = 1, s.At(0) == '-'
	}
	// The magnitude of the least number is one more than that of the greatest.
	limit := uint64(1) << (size - 1)
	if !negative {
		limit--
	}
	n, ok := parseDigits(s, i, radix, limit)
	if !ok {
		return 0, false
	}
	if negative {
		// Of 1<<63 the conversion gives MIN_VALUE, and its negation is itself.
		return -int64(n), true
	}
	return int64(n), true
}

// parseDigits reads the digits from i on; none, another character or a value
// above limit is not ok.
func parseDigits(s *String, i int, radix int64, limit uint64) (uint64, bool) {
	if i == s.Len() {
		return 0, false
	}
	var n uint64
	for ; i < s.Len(); i++ {
		d := digitValue(rune(s.At(i)), int32(radix))
		if d < 0 {
			return 0, false
		}
		hi, lo := bits.Mul64(n, uint64(radix))
		sum, carry := bits.Add64(lo, uint64(d), 0)
		if hi != 0 || carry != 0 || sum > limit {
			return 0, false
		}
		n = sum
	}
	return n, true
}

func (m *Machine) parseUnsigned(v Value, radix int64, size uint) uint64 {
	s, ok := v.R.(*String)
	if !ok {
		m.Throw("java.lang.NumberFormatException", "Cannot parse null string")
	}
	if s.Len() > 0 && s.At(0) == '-' {
		m.Throw("java.lang.NumberFormatException", "Illegal leading minus sign on unsigned string "+s.GoString()+".")
	}
	m.checkRadix(radix)
	i := 0
	if s.Len() > 0 && s.At(0) == '+' {
		i = 1
	}
	m.read(s.Len())
	n, ok := parseDigits(s, i, radix, math.MaxUint64>>(64-size))
	if !ok {
		// Too great a number and a character that is no digit have different messages.
		for k := i; k < s.Len(); k++ {
			if digitValue(rune(s.At(k)), int32(radix)) < 0 {
				m.badNumber(s, radix)
			}
		}
		if i == s.Len() {
			m.badNumber(s, radix)
		}
		kind := "int"
		if size == 64 {
			kind = "long"
		}
		m.Throw("java.lang.NumberFormatException", "String value "+s.GoString()+" exceeds range of unsigned "+kind+".")
	}
	return n
}

// decode is Integer.decode and Long.decode.
func (m *Machine) decode(v Value, size uint) int64 {
	s := m.str(v, `Cannot invoke "String.isEmpty()"`, "nm")
	if s.Len() == 0 {
		m.Throw("java.lang.NumberFormatException", "Zero length string")
	}
	rest := s
	negative := false
	if c := rest.At(0); c == '-' || c == '+' {
		negative = c == '-'
		rest = rest.Substring(1, rest.Len())
	}
	radix := int64(10)
	switch {
	case m.startsAt(rest, NewString("0x"), 0), m.startsAt(rest, NewString("0X"), 0):
		rest, radix = rest.Substring(2, rest.Len()), 16
	case m.startsAt(rest, NewString("#"), 0):
		rest, radix = rest.Substring(1, rest.Len()), 16
	case m.startsAt(rest, NewString("0"), 0) && rest.Len() > 1:
		rest, radix = rest.Substring(1, rest.Len()), 8
	}
	// parseInteger would take a second sign for the first.
	if rest.Len() > 0 && (rest.At(0) == '-' || rest.At(0) == '+') {
		m.Throw("java.lang.NumberFormatException", "Sign character in wrong position")
	}
	m.read(rest.Len())
	if n, ok := parseSigned(rest, radix, size); ok {
		if negative {
			n = -n
		}
		return n
	}
	if negative {
		// MIN_VALUE: its magnitude is no number of the type, so the sign is read along. A malformed
		// text ends here too, with parseInteger's message.
		rest = NewString("-").Concat(rest)
	}
	return m.parseInteger(R(rest), radix, size)
}

func floatNatives() map[string]Native {
	out := of("java.lang.Double", map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			return R(m.newBox(types.Double, bits64(m.parseFloat(a[0], 64))))
		},
		"parseDouble(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value { return Double(m.parseFloat(a[0], 64)) },
		"toString(double)":              func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: FormatDouble(a[0].Float64())}) },
		"toHexString(double)":           func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: hexFloat(a[0].Float64(), 64)}) },
		"doubleToRawLongBits(double)":   func(m *Machine, _ Ref, a []Value) Value { return Long(a[0].N) },
		"longBitsToDouble(long)":        func(m *Machine, _ Ref, a []Value) Value { return Value{N: a[0].N} },
		"doubleToLongBits(double)":      func(m *Machine, _ Ref, a []Value) Value { return Long(orderBits(a[0].Float64())) },
		"compare(double,double)":        func(m *Machine, _ Ref, a []Value) Value { return Int(compareDouble(a[0].Float64(), a[1].Float64())) },
	})
	maps.Copy(out, boxNatives("java.lang.Double", types.Double))
	maps.Copy(out, of("java.lang.Float", map[string]Native{
		"<init>(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			return R(m.newBox(types.Float, bits32(float32(m.parseFloat(a[0], 32)))))
		},
		"parseFloat(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value { return Float(float32(m.parseFloat(a[0], 32))) },
		"toString(float)":              func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: FormatFloat(a[0].Float32())}) },
		"toHexString(float)":           func(m *Machine, _ Ref, a []Value) Value { return R(&String{b: hexFloat(float64(a[0].Float32()), 32)}) },
		"floatToRawIntBits(float)":     func(m *Machine, _ Ref, a []Value) Value { return Int(int32(uint32(a[0].N))) },
		"intBitsToFloat(int)":          func(m *Machine, _ Ref, a []Value) Value { return Float(math.Float32frombits(uint32(a[0].N))) },
		"floatToIntBits(float)": func(m *Machine, _ Ref, a []Value) Value {
			if f := a[0].Float32(); f != f {
				return Int(0x7fc00000)
			}
			return Int(int32(uint32(a[0].N)))
		},
		"compare(float,float)": func(m *Machine, _ Ref, a []Value) Value {
			return Int(compareDouble(float64(a[0].Float32()), float64(a[1].Float32())))
		},
	}))
	maps.Copy(out, boxNatives("java.lang.Float", types.Float))
	return out
}

// parseFloat is Double.parseDouble and Float.parseFloat.
func (m *Machine) parseFloat(v Value, size int) float64 {
	s := m.str(v, `Cannot invoke "String.trim()"`, "in")
	s = trimBy(m, s, isTrimmed, true, true)
	m.read(4 * s.Len())
	f, ok := ParseFloat(s.GoString(), size)
	if !ok {
		if s.Len() == 0 {
			m.Throw("java.lang.NumberFormatException", "empty String")
		}
		m.badNumber(s, 10)
	}
	return f
}

// ParseFloat reads a float (size 32) or double (64) as Java's parseFloat and
// parseDouble do, surrounding space already removed: decimal or hexadecimal, NaN,
// Infinity, an optional type suffix.
func ParseFloat(s string, size int) (float64, bool) {
	t := strings.TrimLeft(s, "+-")
	if len(s)-len(t) > 1 {
		return 0, false
	}
	switch t {
	case "NaN":
		return math.NaN(), true
	case "Infinity":
		if s[0] == '-' {
			return math.Inf(-1), true
		}
		return math.Inf(1), true
	}

	hex := strings.HasPrefix(t, "0x") || strings.HasPrefix(t, "0X")
	// In a hexadecimal number f and d are digits, until there is an exponent.
	if n := len(t); n > 0 && strings.IndexByte("fFdD", t[n-1]) >= 0 && (!hex || strings.ContainsAny(t, "pP")) {
		t, s = t[:n-1], s[:len(s)-1]
	}
	if hex && !strings.ContainsAny(t, "pP") {
		return 0, false
	}

	// Go reads more than Java does: inf, nan, and underscores.
	for i := 0; i < len(t); i++ {
		c := t[i]
		switch {
		case '0' <= c && c <= '9', c == '.', c == '+', c == '-', c == 'e', c == 'E':
		case hex && ('a' <= c|0x20 && c|0x20 <= 'f' || c|0x20 == 'x' || c|0x20 == 'p'):
		default:
			return 0, false
		}
	}
	f, err := strconv.ParseFloat(s, size)
	// What is out of range is infinite or zero in Java, as in the value that Go gives beside the
	// error.
	if err != nil && !strings.Contains(err.Error(), "range") {
		return 0, false
	}
	return f, true
}

// hexFloat is Double.toHexString and Float.toHexString.
func hexFloat(f float64, size int) string {
	switch {
	case f != f:
		return "NaN"
	case math.IsInf(f, 1):
		return "Infinity"
	case math.IsInf(f, -1):
		return "-Infinity"
	}
	sign := ""
	if math.Signbit(f) {
		sign = "-"
		f = -f
	}
	if f == 0 {
		return sign + "0x0.0p0"
	}
	digits, least := 13, -1022
	if size == 32 {
		digits, least = 6, -126
	}
	// Subnormal numbers keep the exponent of the least normal one.
	lead, exp := "1", math.Ilogb(f)
	frac := math.Ldexp(f, -exp) - 1
	if exp < least {
		lead, exp = "0", least
		frac = math.Ldexp(f, -least)
	}

	// Six digits hold 24 bits, one more than the fraction of a float; zeros at the end are cut.
	n := uint64(math.Ldexp(frac, 4*digits))
	hex := strconv.FormatUint(n, 16)
	hex = strings.Repeat("0", digits-len(hex)) + hex
	hex = strings.TrimRight(hex, "0")
	if hex == "" {
		hex = "0"
	}
	return sign + "0x" + lead + "." + hex + "p" + itoa(exp)
}
