package interp

import (
	"math"
	"strings"
	"unicode"

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

// parseSpecifier reads what follows a % at first, and returns the place after it. It
// complains of the first mistake in the order in which the JVM's parser meets them.
func (m *Machine) parseSpecifier(f *String, first int) (*specifier, int) {
	r := &specifierReader{m: m, f: f, first: first, i: first}
	s := &specifier{width: -1, precision: -1}
	r.indexOrWidth(s)
	if s.width == -1 {
		r.flags(s)
		if c := r.at(); '1' <= c && c <= '9' {
			s.width = r.number()
		}
	}

	if s.width > math.MaxInt32 {
		least := int64(math.MinInt32)
		m.throwFormat("IllegalFormatWidthException", Int(int32(least)))
	}
	r.precision(s)

	c := r.at()
	if c == 't' || c == 'T' {
		m.Unsupported("date and time in a format")
	}
	if (c < 'a' || c > 'z') && (c < 'A' || c > 'Z') && c != '%' {
		r.malformed()
	}
	if strings.IndexByte("bBhHsScCdoxXeEfgGaA%n", c) < 0 {
		m.unknownConversion(f.Substring(r.i, r.i+1).GoString())
	}
	if 'A' <= c && c <= 'Z' {
		s.flags |= flagUpper
		c += 'a' - 'A'
	}
	s.conv = c
	m.checkSpecifier(s)
	return s, r.i + 1
}

// specifierReader reads one specifier of a format.
type specifierReader struct {
	m        *Machine
	f        *String
	first, i int // the place after the %, and the one being read
}

// malformed tells of a specifier that is cut short or malformed by its first character.
func (r *specifierReader) malformed() {
	if r.first > r.f.Len()-1 {
		r.m.unknownConversion("%")
	}
	r.m.unknownConversion(r.f.Substring(r.first, r.first+1).GoString())
}

func (r *specifierReader) at() byte {
	if r.i >= r.f.Len() {
		r.malformed()
	}
	if c := r.f.At(r.i); c < 0x80 {
		return byte(c)
	}
	return 0xff
}

// number is a decimal number; one that an int cannot hold is MaxInt32+1.
func (r *specifierReader) number() int {
	n := 0
	for c := r.at(); '0' <= c && c <= '9'; c = r.at() {
		n = min(n*10+int(c-'0'), math.MaxInt32+1)
		r.i++
	}
	return n
}

// indexOrWidth reads a number at the start: before $ it is an argument's index,
// otherwise a width, unless it begins with the flag 0.
func (r *specifierReader) indexOrWidth(s *specifier) {
	c := r.at()
	if c < '0' || c > '9' {
		return
	}
	start := r.i
	n := r.number()
	switch {
	case r.at() == '$':
		r.i++
		if n == 0 || n > math.MaxInt32 {
			if n > math.MaxInt32 {
				n = math.MinInt32
			}
			r.m.throwFormat("IllegalFormatArgumentIndexException", Int(int32(n)))
		}
		s.index = n
	case c == '0':
		r.i = start
	default:
		s.width = n
	}
}

func (r *specifierReader) flags(s *specifier) {
	for {
		k := strings.IndexByte(flagChars, r.at())
		if k < 0 || r.at() == '^' {
			return
		}
		if s.flags&(1<<k) != 0 {
			r.m.throwFormat("DuplicateFormatFlagsException", R(NewString(flagString(1<<k))))
		}
		s.flags |= 1 << k
		r.i++
	}
}

func (r *specifierReader) precision(s *specifier) {
	if r.at() != '.' {
		return
	}
	r.i++
	if c := r.at(); c < '0' || c > '9' {
		r.malformed()
	}
	s.precision = r.number()
	if s.precision > math.MaxInt32 {
		least := int64(math.MinInt32)
		r.m.throwFormat("IllegalFormatPrecisionException", Int(int32(least)))
	}
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

	// The order of the checks in each case is the JDK's: a specifier with two mistakes
	// is told of the first.
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
			// %<s takes the last argument again.
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
		// Before anything is padded: a width may be as great as an int.
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
