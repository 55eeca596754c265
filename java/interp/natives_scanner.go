package interp

import (
	"strings"
	"unicode/utf16"
	"unicode/utf8"
)

// scanner is the state of a java.util.Scanner.
type scanner struct {
	buf    []uint16
	pos    int
	end    int // of the token peeked at last
	eof    bool
	closed bool
	odd    []byte // bytes of a character not complete yet
}

func scannerOf(m *Machine, r Ref) *scanner {
	s := r.(*Object).Native.(*scanner)
	if s.closed {
		m.Throw("java.lang.IllegalStateException", "Scanner closed")
	}
	return s
}

// fill reads more input; it reports whether there was any. Like the original, a
// scanner takes up to 8192 bytes that another reader of the input then misses.
func (s *scanner) fill(m *Machine) bool {
	if s.eof {
		return false
	}
	if s.pos > 1<<16 {
		// What has been read is dropped, but not at each call, which would copy the rest each time.
		s.buf = append([]uint16(nil), s.buf[s.pos:]...)
		s.end -= s.pos
		s.pos = 0
	}
	b := make([]byte, 8192)
	n, err := m.Stdin().Read(b)
	for n == 0 && err == nil {
		n, err = m.Stdin().Read(b)
	}
	m.Alloc(int64(n))
	all := append(s.odd, b[:n]...)
	s.odd = nil
	if n == 0 {
		s.eof = true
	} else if k := incomplete(all); k > 0 {
		s.odd = append([]byte(nil), all[len(all)-k:]...)
		all = all[:len(all)-k]
	}
	s.buf = append(s.buf, utf16.Encode([]rune(string(decodeReplacing(all))))...)
	return true
}

// incomplete is the number of bytes at the end of b that begin a character whose
// other bytes are still to come.
func incomplete(b []byte) int {
	for k := 1; k < utf8.UTFMax && k <= len(b); k++ {
		c := b[len(b)-k]
		if utf8.RuneStart(c) {
			if sequenceLength(c) > k {
				return k
			}
			return 0
		}
	}
	return 0
}

// peek is the bounds of the next token; the second result is false at the end.
func (s *scanner) peek(m *Machine, delim Ref) (int, int, bool) {
	if delim != nil {
		return s.peekBy(m, delim)
	}
	i := s.pos
	for {
		for i < len(s.buf) && isJavaSpaceUnit(s.buf[i]) {
			i++
		}
		if i < len(s.buf) {
			break
		}
		k := i - s.pos
		if !s.fill(m) {
			return 0, 0, false
		}
		i = s.pos + k
	}

	j := i
	for {
		for j < len(s.buf) && !isJavaSpaceUnit(s.buf[j]) {
			j++
		}
		if j < len(s.buf) {
			break
		}
		// fill may move the buffer's contents: places are kept relative to pos over the call.
		k, l := i-s.pos, j-s.pos
		if !s.fill(m) {
			break
		}
		i, j = s.pos+k, s.pos+l
	}
	m.Step((j - s.pos) / 8)
	return i, j, true
}

// peekBy is peek with a pattern between the tokens. All input is read first: how
// much of it a pattern would look at is not known.
func (s *scanner) peekBy(m *Machine, delim Ref) (int, int, bool) {
	for s.fill(m) {
	}
	text := NewStringUTF16(s.buf)
	i := s.pos
	if g := m.matchAt(delim, text, i, len(s.buf)); g != nil {
		i = g[1]
	}
	if i == len(s.buf) {
		return 0, 0, false
	}
	g := m.findFrom(delim, text, i, i)
	if g != nil && g[1] == i {
		g = m.findFrom(delim, text, i, i+1)
	}
	if g != nil {
		return i, g[0], true
	}
	return i, len(s.buf), true
}

// line is the bounds of the next line and of its terminator.
func (s *scanner) line(m *Machine) (i, j, next int, ok bool) {
	j = s.pos
	for {
		for j < len(s.buf) && !isLineEnd(s.buf[j]) {
			j++
		}
		// Behind a \r at the end of what is read a \n may follow that belongs to it.
		if j < len(s.buf) && (s.buf[j] != '\r' || j+1 < len(s.buf)) {
			break
		}
		k := j - s.pos
		if !s.fill(m) {
			break
		}
		j = s.pos + k
	}
	m.Step((j - s.pos) / 8)
	switch {
	case j == len(s.buf):
		return s.pos, j, j, j > s.pos
	case s.buf[j] == '\r' && j+1 < len(s.buf) && s.buf[j+1] == '\n':
		return s.pos, j, j + 2, true
	}
	return s.pos, j, j + 1, true
}

func isLineEnd(c uint16) bool {
	return c == '\n' || c == '\r' || c == 0x2028 || c == 0x2029 || c == 0x85
}

func scannerNatives() map[string]Native {
	return of("java.util.Scanner", map[string]Native{
		"isStandard(java.lang.Object)": func(m *Machine, _ Ref, a []Value) Value {
			return Bool(m.ClassName(a[0].R) == "java.io.StandardInput")
		},
		"open(java.lang.String)": func(m *Machine, r Ref, a []Value) Value {
			s := &scanner{}
			if t, ok := a[0].R.(*String); ok {
				m.Alloc(2 * int64(t.Len()))
				// Nothing is to be read behind a string.
				s = &scanner{buf: t.Units(), eof: true}
			}
			r.(*Object).Native = s
			return Value{}
		},
		"peek(java.util.regex.Pattern)": func(m *Machine, r Ref, a []Value) Value {
			s := scannerOf(m, r)
			i, j, ok := s.peek(m, a[0].R)
			if !ok {
				return Value{}
			}
			// hasNext and next both look; only advance moves past what they saw.
			s.end = j
			return R(NewStringUTF16(s.buf[i:j]))
		},
		"advance()": func(m *Machine, r Ref, _ []Value) Value {
			s := scannerOf(m, r)
			s.pos = s.end
			return Value{}
		},
		"line(boolean)": func(m *Machine, r Ref, a []Value) Value {
			s := scannerOf(m, r)
			i, j, next, ok := s.line(m)
			if !ok {
				return Value{}
			}
			if a[0].N != 0 {
				s.pos = next
			}
			return R(NewStringUTF16(s.buf[i:j]))
		},
		"rest(boolean)": func(m *Machine, r Ref, a []Value) Value {
			s := scannerOf(m, r)
			if a[0].N != 0 {
				i, j, _, _ := s.line(m)
				return R(NewStringUTF16(s.buf[i:j]))
			}
			for s.fill(m) {
			}
			return R(NewStringUTF16(s.buf[s.pos:]))
		},
		"skipUnits(int)": func(m *Machine, r Ref, a []Value) Value {
			scannerOf(m, r).pos += int(a[0].N)
			return Value{}
		},
		"shut()": func(m *Machine, r Ref, _ []Value) Value {
			r.(*Object).Native.(*scanner).closed = true
			return Value{}
		},
		"integer(java.lang.String,int)": func(m *Machine, _ Ref, a []Value) Value {
			m.read(4 * a[0].R.(*String).Len())
			return optionalString(scannedInteger(a[0].R.(*String), int32(a[1].N)))
		},
		"decimal(java.lang.String)": func(m *Machine, _ Ref, a []Value) Value {
			m.read(4 * a[0].R.(*String).Len())
			return optionalString(scannedDecimal(a[0].R.(*String)))
		},
	})
}

func optionalString(s string, ok bool) Value {
	if !ok {
		return Value{}
	}
	return R(NewString(s))
}

// scannedInteger reads a token as Scanner does: an optional sign, digits, groups
// of three with commas.
func scannedInteger(s *String, radix int32) (string, bool) {
	sign, i := scanSign(s)
	digits, i := scanNumeral(s, i, radix)
	if digits == "" || i != s.Len() {
		return "", false
	}
	return sign + digits, true
}

func scanSign(s *String) (sign string, i int) {
	if s.Len() > 0 && (s.At(0) == '-' || s.At(0) == '+') {
		if s.At(0) == '-' {
			sign = "-"
		}
		return sign, 1
	}
	return "", 0
}

// scanNumeral reads digits from i on, plain or in groups.
func scanNumeral(s *String, i int, radix int32) (string, int) {
	const letters = "0123456789abcdefghijklmnopqrstuvwxyz"
	run := func(i int) (string, int) {
		var b strings.Builder
		for i < s.Len() {
			d := digitValue(rune(s.At(i)), radix)
			if d < 0 {
				break
			}
			b.WriteByte(letters[d])
			i++
		}
		return b.String(), i
	}
	digits, j := run(i)
	// The first group has one to three digits, and does not begin with a zero.
	if digits == "" || len(digits) > 3 || digits[0] == '0' {
		return digits, j
	}
	all, k := digits, j
	for k < s.Len() && s.At(k) == ',' {
		group, l := run(k + 1)
		if len(group) != 3 {
			// Not a group: the numeral ended before the comma, and the token is no number.
			return digits, j
		}
		all, k = all+group, l
	}
	return all, k
}

// scannedDecimal reads a token as nextDouble does.
func scannedDecimal(s *String) (string, bool) {
	sign, i := scanSign(s)
	switch rest := s.Substring(i, s.Len()).GoString(); rest {
	case "NaN", "\ufffd":
		return sign + "NaN", true
	case "Infinity", "\u221e":
		return sign + "Infinity", true
	}

	whole, j := scanNumeral(s, i, 10)
	fraction := ""

	if j < s.Len() && s.At(j) == '.' {
		k := j + 1
		var b strings.Builder
		for k < s.Len() {
			d := digitValue(rune(s.At(k)), 10)
			if d < 0 {
				break
			}
			b.WriteByte(byte('0' + d))
			k++
		}
		fraction, j = b.String(), k
	}

	if whole == "" && fraction == "" {
		return "", false
	}

	exp := ""
	if j < s.Len() && (s.At(j) == 'e' || s.At(j) == 'E') {
		k := j + 1
		sign := ""
		if k < s.Len() && (s.At(k) == '-' || s.At(k) == '+') {
			sign = string(rune(s.At(k)))
			k++
		}
		digits := ""
		for k < s.Len() && digitValue(rune(s.At(k)), 10) >= 0 {
			digits += string(rune('0' + digitValue(rune(s.At(k)), 10)))
			k++
		}
		if digits == "" {
			return "", false
		}
		exp, j = "e"+sign+digits, k
	}

	if j != s.Len() {
		return "", false
	}
	return sign + whole + "." + fraction + exp, true
}
