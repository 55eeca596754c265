package interp

import (
	"math"
	"math/big"
	"strconv"
	"strings"
	"unicode"

	"ensures/java/decimal"
	"ensures/java/types"
)

// The flags of a format specifier, in the order in which Java prints them.
const (
	flagLeft  = 1 << iota
	flagUpper // of the conversion
	flagAlternate
	flagPlus
	flagSpace
	flagZero
	flagGroup
	flagParens
	flagPrevious
)

const flagChars = "-^#+ 0,(<"

// specifier is one % of a format.
type specifier struct {
	text      *String // fixed text instead, when not nil
	index     int     // of the argument; 0 for the next one
	flags     int
	width     int // -1 for none
	precision int // -1 for none
	conv      byte
}

func (s *specifier) has(f int) bool { return s.flags&f != 0 }

func flagString(flags int) string {
	var b strings.Builder
	for i := range flagChars {
		if flags&(1<<i) != 0 {
			b.WriteByte(flagChars[i])
		}
	}
	return b.String()
}

func (s *specifier) String() string {
	var b strings.Builder
	b.WriteString("%" + flagString(s.flags&^flagUpper))
	if s.index > 0 {
		b.WriteString(itoa(s.index) + "$")
	}
	if s.width != -1 {
		b.WriteString(itoa(s.width))
	}
	if s.precision != -1 {
		b.WriteString("." + itoa(s.precision))
	}
	c := s.conv
	if s.has(flagUpper) {
		c -= 'a' - 'A'
	}
	b.WriteByte(c)
	return b.String()
}

// throwFormat throws one of java.util's exceptions of bad formats.
func (m *Machine) throwFormat(name string, args ...Value) {
	m.ThrowObject(m.NewObject("java.util."+name, args...))
}

func (m *Machine) unknownConversion(s string) {
	m.throwFormat("UnknownFormatConversionException", R(NewString(s)))
}

// parseFormat reads a format; all errors but those of arguments are found here.
func (m *Machine) parseFormat(f *String) []*specifier {
	var out []*specifier
	for i := 0; i < f.Len(); {
		j := int(indexPoint(m, f, '%', int32(i)))
		if j < 0 {
			j = f.Len()
		}
		if j > i {
			out = append(out, &specifier{text: f.Substring(i, j)})
		}
		if j == f.Len() {
			break
		}
		s, next := m.parseSpecifier(f, j+1)
		out = append(out, s)
		i = next
	}
	return out
}

func (m *Machine) parseSpecifier(f *String, first int) (*specifier, int) {
	i := first
	s := &specifier{width: -1, precision: -1}
	// A specifier that is cut short or malformed is told of by its first character.
	malformed := func() {
		if first > f.Len()-1 {
			m.unknownConversion("%")
		}
		m.unknownConversion(f.Substring(first, first+1).GoString())
	}
	at := func() byte {
		if i >= f.Len() {
			malformed()
		}
		if c := f.At(i); c < 0x80 {
			return byte(c)
		}
		return 0xff
	}
	number := func() int {
		n := 0
		for c := at(); '0' <= c && c <= '9'; c = at() {
			n = min(n*10+int(c-'0'), math.MaxInt32+1)
			i++
		}
		return n
	}
	// A number before $ is an argument's index; otherwise it is a width, unless it
	// begins with the flag 0.
	if c := at(); '0' <= c && c <= '9' {
		start := i
		n := number()
		switch {
		case at() == '$':
			i++
			if n == 0 || n > math.MaxInt32 {
				if n > math.MaxInt32 {
					n = math.MinInt32
				}
				m.throwFormat("IllegalFormatArgumentIndexException", Int(int32(n)))
			}
			s.index = n
		case c == '0':
			i = start
		default:
			s.width = n
		}
	}
	if s.width == -1 {
		for {
			k := strings.IndexByte(flagChars, at())
			if k < 0 || at() == '^' {
				break
			}
			if s.flags&(1<<k) != 0 {
				m.throwFormat("DuplicateFormatFlagsException", R(NewString(flagString(1<<k))))
			}
			s.flags |= 1 << k
			i++
		}
		if c := at(); '1' <= c && c <= '9' {
			s.width = number()
		}
	}
	if s.width > math.MaxInt32 {
		least := int64(math.MinInt32)
		m.throwFormat("IllegalFormatWidthException", Int(int32(least)))
	}
	if at() == '.' {
		i++
		if c := at(); c < '0' || c > '9' {
			malformed()
		}
		s.precision = number()
		if s.precision > math.MaxInt32 {
			least := int64(math.MinInt32)
			m.throwFormat("IllegalFormatPrecisionException", Int(int32(least)))
		}
	}
	c := at()
	if c == 't' || c == 'T' {
		m.Unsupported("date and time in a format")
	}
	if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '%' {
		malformed()
	}
	if strings.IndexByte("bBhHsScCdoxXeEfgGaA%n", c) < 0 {
		m.unknownConversion(f.Substring(i, i+1).GoString())
	}
	if 'A' <= c && c <= 'Z' {
		s.flags |= flagUpper
		c += 'a' - 'A'
	}
	s.conv = c
	m.checkSpecifier(s)
	return s, i + 1
}

func (m *Machine) checkSpecifier(s *specifier) {
	bad := func(flags int) {
		for k := range flagChars {
			if f := 1 << k; flags&f != 0 && s.has(f) {
				m.throwFormat("FormatFlagsConversionMismatchException", R(NewString(flagString(f))), Value{N: int64(s.conv)})
			}
		}
	}
	needWidth := func(flags int) {
		if s.width == -1 && s.flags&flags != 0 {
			m.throwFormat("MissingFormatWidthException", R(NewString(s.String())))
		}
	}
	noPrecision := func() {
		if s.precision != -1 {
			m.throwFormat("IllegalFormatPrecisionException", Int(int32(s.precision)))
		}
	}
	illegal := func() { m.throwFormat("IllegalFormatFlagsException", R(NewString(flagString(s.flags)))) }
	numeric := func() {
		needWidth(flagLeft | flagZero)
		if s.has(flagPlus) && s.has(flagSpace) || s.has(flagLeft) && s.has(flagZero) {
			illegal()
		}
	}
	switch s.conv {
	case 'b', 'h', 's':
		if s.conv != 's' {
			bad(flagAlternate)
		}
		needWidth(flagLeft)
		bad(flagPlus | flagSpace | flagZero | flagGroup | flagParens)
	case 'c':
		noPrecision()
		bad(flagAlternate | flagPlus | flagSpace | flagZero | flagGroup | flagParens)
		needWidth(flagLeft)
	case 'd':
		numeric()
		noPrecision()
		bad(flagAlternate)
	case 'o', 'x':
		numeric()
		noPrecision()
		bad(flagGroup)
	case 'e':
		numeric()
		bad(flagGroup)
	case 'f':
		numeric()
	case 'g':
		numeric()
		bad(flagAlternate)
	case 'a':
		numeric()
		bad(flagParens | flagGroup)
	case '%':
		noPrecision()
		if s.flags&^flagUpper != flagLeft && s.flags&^flagUpper != 0 {
			illegal()
		}
		needWidth(flagLeft)
	case 'n':
		noPrecision()
		if s.width != -1 {
			m.throwFormat("IllegalFormatWidthException", Int(int32(s.width)))
		}
		if s.flags&^flagUpper != 0 {
			illegal()
		}
	}
}

// format is String.format; args is nil for a null array.
func (m *Machine) format(f *String, args []Ref, null bool) *String {
	var out Text
	last, ordinary := -1, -1
	for _, s := range m.parseFormat(f) {
		if s.text != nil {
			out.Add(s.text)
			continue
		}
		m.Step(1)
		var arg Ref
		if s.conv != '%' && s.conv != 'n' {
			switch {
			case s.has(flagPrevious):
			case s.index > 0:
				last = s.index - 1
			default:
				ordinary++
				last = ordinary
			}
			if last < 0 || !null && last >= len(args) {
				m.throwFormat("MissingFormatArgumentException", R(NewString(s.String())))
			}
			if !null {
				arg = args[last]
			}
		}
		m.Alloc(int64(max(s.width, s.precision, 0)) + 8)
		m.formatOne(&out, s, arg)
	}
	m.Alloc(int64(out.Len()))
	return out.String()
}

func (m *Machine) formatOne(out *Text, s *specifier, arg Ref) {
	switch s.conv {
	case 'n':
		out.Unit('\n')
	case '%':
		m.justify(out, s, NewString("%"))
	case 'b':
		t := "true"
		if arg == nil {
			t = "false"
		} else if b, ok := arg.(*Box); ok && b.Kind == types.Boolean && b.N == 0 {
			t = "false"
		}
		m.putText(out, s, NewString(t))
	case 'h':
		if arg == nil {
			m.putText(out, s, stringNull)
			return
		}
		m.putText(out, s, NewString(formatRadix(uint64(uint32(m.HashCode(arg))), 16)))
	case 's':
		if s.has(flagAlternate) {
			m.throwFormat("FormatFlagsConversionMismatchException", R(NewString("#")), Value{N: 's'})
		}
		m.putText(out, s, m.ToJavaString(arg))
	case 'c':
		m.formatChar(out, s, arg)
	case 'd', 'o', 'x':
		m.formatInteger(out, s, arg)
	default:
		m.formatFloating(out, s, arg)
	}
}

// putText writes text cut to the precision, in capitals if wanted.
func (m *Machine) putText(out *Text, s *specifier, t *String) {
	if s.precision != -1 && s.precision < t.Len() {
		t = t.Substring(0, s.precision)
	}
	if s.has(flagUpper) {
		t = toUpper(m, t)
	}
	m.justify(out, s, t)
}

func (m *Machine) justify(out *Text, s *specifier, t *String) {
	pad := s.width - t.Len()
	if !s.has(flagLeft) {
		for range pad {
			out.Unit(' ')
		}
	}
	out.Add(t)
	if s.has(flagLeft) {
		for range pad {
			out.Unit(' ')
		}
	}
}

func (m *Machine) badArgument(s *specifier, arg Ref) {
	m.throwFormat("IllegalFormatConversionException", Value{N: int64(s.conv)}, R(m.ClassObject(m.TypeOf(arg))))
}

func (m *Machine) formatChar(out *Text, s *specifier, arg Ref) {
	if arg == nil {
		m.putText(out, s, stringNull)
		return
	}
	b, ok := arg.(*Box)
	if !ok {
		m.badArgument(s, arg)
	}
	switch b.Kind {
	case types.Char, types.Byte, types.Short, types.Int:
	default:
		m.badArgument(s, arg)
	}
	if b.N < 0 || b.N > unicode.MaxRune {
		m.throwFormat("IllegalFormatCodePointException", Int(int32(b.N)))
	}
	var t Text
	t.point(int32(b.N))
	m.putText(out, s, t.String())
}

func (m *Machine) formatInteger(out *Text, s *specifier, arg Ref) {
	if arg == nil {
		m.putText(out, s, stringNull)
		return
	}
	var n *big.Int
	bits := uint(0)
	switch a := arg.(type) {
	case *Box:
		n = big.NewInt(a.N)
		bits = map[types.Kind]uint{types.Byte: 8, types.Short: 16, types.Int: 32, types.Long: 64}[a.Kind]
		if bits == 0 {
			m.badArgument(s, arg)
		}
	case *Object:
		v, ok := a.Native.(*big.Int)
		if !ok {
			m.badArgument(s, arg)
		}
		n = v
	default:
		m.badArgument(s, arg)
	}
	var b strings.Builder
	if s.conv == 'd' {
		s.leadingSign(&b, n.Sign() < 0)
		s.magnitude(&b, new(big.Int).Abs(n).String(), s.adjustedWidth(n.Sign() < 0))
		s.trailingSign(&b, n.Sign() < 0)
		m.justify(out, s, NewString(b.String()))
		return
	}
	negative := n.Sign() < 0
	if bits != 0 {
		for _, f := range []int{flagParens, flagSpace, flagPlus} {
			if s.has(f) {
				m.throwFormat("FormatFlagsConversionMismatchException", R(NewString(flagString(f))), Value{N: int64(s.conv)})
			}
		}
		if negative {
			n = new(big.Int).Add(n, new(big.Int).Lsh(big.NewInt(1), bits))
		}
	} else {
		s.leadingSign(&b, negative)
	}
	digits := new(big.Int).Abs(n).Text(map[byte]int{'o': 8, 'x': 16}[s.conv])
	prefix := ""
	if s.has(flagAlternate) {
		prefix = map[byte]string{'o': "0", 'x': "0x"}[s.conv]
	}
	if s.has(flagUpper) {
		digits, prefix = strings.ToUpper(digits), strings.ToUpper(prefix)
	}
	b.WriteString(prefix)
	if s.has(flagZero) {
		used := b.Len() + len(digits)
		if bits == 0 && negative && s.has(flagParens) {
			used++
		}
		b.WriteString(strings.Repeat("0", max(0, s.width-used)))
	}
	b.WriteString(digits)
	if bits == 0 {
		s.trailingSign(&b, negative)
	}
	m.justify(out, s, NewString(b.String()))
}

func (s *specifier) leadingSign(b *strings.Builder, negative bool) {
	switch {
	case !negative && s.has(flagPlus):
		b.WriteByte('+')
	case !negative && s.has(flagSpace):
		b.WriteByte(' ')
	case negative && s.has(flagParens):
		b.WriteByte('(')
	case negative:
		b.WriteByte('-')
	}
}

func (s *specifier) trailingSign(b *strings.Builder, negative bool) {
	if negative && s.has(flagParens) {
		b.WriteByte(')')
	}
}

// adjustedWidth leaves room for a closing parenthesis.
func (s *specifier) adjustedWidth(negative bool) int {
	if s.width != -1 && s.has(flagParens) && negative {
		return s.width - 1
	}
	return s.width
}

// magnitude writes digits with a point, grouped and padded with zeros to a width
// that counts what b holds already.
func (s *specifier) magnitude(b *strings.Builder, digits string, width int) {
	if s.has(flagGroup) {
		whole, _, _ := strings.Cut(digits, ".")
		var g strings.Builder
		for i := range whole {
			if i > 0 && (len(whole)-i)%3 == 0 {
				g.WriteByte(',')
			}
			g.WriteByte(whole[i])
		}
		digits = g.String() + digits[len(whole):]
	}
	if s.has(flagZero) {
		b.WriteString(strings.Repeat("0", max(0, width-b.Len()-len(digits))))
	}
	b.WriteString(digits)
}

func (m *Machine) formatFloating(out *Text, s *specifier, arg Ref) {
	if arg == nil {
		m.putText(out, s, stringNull)
		return
	}
	switch a := arg.(type) {
	case *Box:
		switch a.Kind {
		case types.Float:
			m.formatDouble(out, s, float64(f32(a.N)))
		case types.Double:
			m.formatDouble(out, s, f64(a.N))
		default:
			m.badArgument(s, arg)
		}
		return
	case *Object:
		if n, ok := a.Native.(decimal.Number); ok {
			m.formatDecimal(out, s, n)
			return
		}
	}
	m.badArgument(s, arg)
}

func (m *Machine) formatDouble(out *Text, s *specifier, d float64) {
	capital := func(t string) string {
		if s.has(flagUpper) {
			return strings.ToUpper(t)
		}
		return t
	}
	if d != d {
		m.justify(out, s, NewString(capital("NaN")))
		return
	}
	negative := math.Signbit(d)
	d = math.Abs(d)
	var b strings.Builder
	s.leadingSign(&b, negative)
	if math.IsInf(d, 0) {
		b.WriteString(capital("Infinity"))
	} else if s.conv == 'a' {
		m.hexadecimal(&b, s, d, negative)
	} else {
		digits, exp := shortest(d)
		s.float(&b, digits, exp, d == 0, negative)
	}
	s.trailingSign(&b, negative)
	m.justify(out, s, NewString(b.String()))
}

func (m *Machine) hexadecimal(b *strings.Builder, s *specifier, d float64, negative bool) {
	if s.precision != -1 {
		m.Unsupported("precision of %a in a format")
	}
	t := hexFloat(d, 64)
	if s.has(flagZero) {
		t = "0x" + strings.Repeat("0", max(0, s.adjustedWidth(negative)-b.Len()-len(t))) + t[2:]
	}
	if s.has(flagUpper) {
		t = strings.ToUpper(t)
	}
	b.WriteString(t)
}

// shortest is the decimal that Double.toString prints for a finite d ≥ 0, as
// digits d1d2… and an exponent: 0.d1d2… times ten to it.
func shortest(d float64) (digits string, exp int) {
	s := FormatDouble(d)
	if e := strings.IndexByte(s, 'E'); e >= 0 {
		exp, _ = strconv.Atoi(s[e+1:])
		s = s[:e]
	}
	whole, fraction, _ := strings.Cut(s, ".")
	digits = strings.TrimLeft(whole+fraction, "0")
	exp += len(whole) - (len(whole) + len(fraction) - len(digits))
	digits = strings.TrimRight(digits, "0")
	if digits == "" {
		return "0", 1
	}
	return digits, exp
}

// roundDigits rounds half up to n digits, which may be none or fewer.
func roundDigits(digits string, exp, n int) (string, int) {
	if n >= len(digits) {
		return digits, exp
	}
	if n < 0 || n == 0 && digits[0] < '5' {
		return "0", 1
	}
	if n == 0 {
		return "1", exp + 1
	}
	if digits[n] < '5' {
		return digits[:n], exp
	}
	b := []byte(digits[:n])
	for i := n - 1; i >= 0; i-- {
		if b[i] < '9' {
			b[i]++
			return string(b), exp
		}
		b[i] = '0'
	}
	return "1" + string(b[:n-1]), exp + 1
}

// plainDigits writes 0.digits·10^exp with so many decimals.
func plainDigits(digits string, exp, decimals int) string {
	digits, exp = roundDigits(digits, exp, exp+decimals)
	if digits == "0" {
		exp = 1
	}
	for len(digits) < exp+decimals {
		digits += "0"
	}
	whole, fraction := "0", ""
	if exp > 0 {
		whole, fraction = digits[:exp], digits[exp:]
	} else {
		fraction = strings.Repeat("0", -exp) + digits
	}
	if decimals == 0 {
		return whole
	}
	return whole + "." + fraction[:decimals]
}

// float writes a number as %e, %f or %g do.
func (s *specifier) float(b *strings.Builder, digits string, exp int, zero, negative bool) {
	prec := s.precision
	if prec == -1 {
		prec = 6
	}
	switch s.conv {
	case 'f':
		s.fixed(b, digits, exp, prec, negative)
	case 'e':
		s.scientific(b, digits, exp, prec, zero, negative)
	default:
		if prec == 0 {
			prec = 1
		}
		if zero {
			s.fixed(b, "0", 1, prec-1, negative)
			return
		}
		digits, exp = roundDigits(digits, exp, prec)
		if exp-1 < -4 || exp-1 >= prec {
			s.scientific(b, digits, exp, prec-1, false, negative)
		} else {
			s.fixed(b, digits, exp, prec-exp, negative)
		}
	}
}

func (s *specifier) fixed(b *strings.Builder, digits string, exp, prec int, negative bool) {
	t := plainDigits(digits, exp, prec)
	if s.has(flagAlternate) && prec == 0 {
		t += "."
	}
	s.magnitude(b, t, s.adjustedWidth(negative))
}

func (s *specifier) scientific(b *strings.Builder, digits string, exp, prec int, zero, negative bool) {
	digits, exp = roundDigits(digits, exp, prec+1)
	for len(digits) < prec+1 {
		digits += "0"
	}
	t := digits[:1]
	if prec > 0 {
		t += "." + digits[1:]
	} else if s.has(flagAlternate) {
		t += "."
	}
	e := exp - 1
	if zero {
		e = 0
	}
	tail := "e+"
	if e < 0 {
		tail, e = "e-", -e
	}
	if e < 10 {
		tail += "0"
	}
	tail += itoa(e)
	if s.has(flagUpper) {
		tail = strings.ToUpper(tail)
	}
	width := s.adjustedWidth(negative)
	if width != -1 {
		width -= len(tail)
	}
	s.magnitude(b, t, width)
	b.WriteString(tail)
}

func (m *Machine) formatDecimal(out *Text, s *specifier, n decimal.Number) {
	if s.conv == 'a' {
		m.throwFormat("IllegalFormatConversionException", Value{N: 'a'}, R(m.ClassObject(&types.ClassType{Class: m.Class(bigDecimalClass).Class})))
	}
	m.chargeDigits(int64(n.Scale()))
	negative := n.Sign() < 0
	digits := new(big.Int).Abs(n.Unscaled()).String()
	exp := len(digits) - int(n.Scale())
	zero := n.Sign() == 0
	if zero {
		digits, exp = "0", 1
	} else if trimmed := strings.TrimRight(digits, "0"); trimmed != "" {
		digits = trimmed
	}
	var b strings.Builder
	s.leadingSign(&b, negative)
	s.float(&b, digits, exp, zero, negative)
	s.trailingSign(&b, negative)
	m.justify(out, s, NewString(b.String()))
}

func formatNatives() map[string]Native {
	return of("java.lang.String", map[string]Native{
		"format(java.lang.String,java.lang.Object[])": func(m *Machine, _ Ref, a []Value) Value {
			f := m.str(a[0], `Cannot invoke "String.length()"`, "s")
			args, ok := a[1].R.(*RefArray)
			if !ok {
				return R(m.format(f, nil, true))
			}
			return R(m.format(f, args.A, false))
		},
	})
}
