package java

import (
	"strings"
	"unicode/utf8"
)

// numeral is a number being scanned: what it is so far, and what is wrong with it.
type numeral struct {
	*scanner
	kind      Kind
	msg, hint string
}

// number scans an integer or floating-point literal and checks its form.
func (s *scanner) number() {
	from := s.pos
	n := &numeral{scanner: s, kind: IntToken}
	switch c := s.peek(1) | 0x20; {
	case s.peek(0) == '0' && c == 'x':
		n.hex()
	case s.peek(0) == '0' && c == 'b':
		n.binary()
	default:
		n.decimal()
	}

	switch s.peek(0) {
	case 'f', 'F', 'd', 'D':
		n.kind = FloatToken
		s.pos++
	case 'l', 'L':
		if n.kind == IntToken {
			s.pos++
		}
	}

	// Only here is it known that a number with a leading 0 isn't a floating-point one:
	// 09.5 is right, 09 isn't.
	if n.kind == IntToken && n.msg == "" {
		t := s.text[from:s.pos]
		if len(t) > 1 && t[0] == '0' && (isDigit(t[1]) || t[1] == '_') && strings.ContainsAny(t, "89") {
			n.msg, n.hint = "digit 8 or 9 in an octal literal", "a literal that starts with 0 is octal; drop the 0"
		}
	}
	if s.restOfWord() && n.msg == "" {
		n.msg, n.hint = "malformed number "+quote(s.text[from:s.pos]), "a name cannot start with a digit"
	}
	if n.msg != "" {
		s.report(s.span(from, s.pos), n.msg, n.hint)
	}
	s.add(n.kind, from)
}

// restOfWord takes letters and digits, and reports whether there were any.
func (s *scanner) restOfWord() bool {
	start := s.pos
	for s.pos < len(s.text) {
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if !identPart(r) || r == utf8.RuneError {
			break
		}
		s.pos += n
	}
	return s.pos > start
}

func (n *numeral) digits(ok func(byte) bool) int {
	start := n.pos
	for ok(n.peek(0)) || n.peek(0) == '_' {
		n.pos++
	}
	if n.pos > start && (n.text[n.pos-1] == '_' || n.text[start] == '_') {
		n.msg = "an underscore must stand between digits"
	}
	return n.pos - start
}

func (n *numeral) exponent() {
	n.kind = FloatToken
	n.pos++
	if c := n.peek(0); c == '+' || c == '-' {
		n.pos++
	}
	if n.digits(isDigit) == 0 {
		n.msg = "the exponent has no digits"
	}
}

func (n *numeral) hex() {
	digit := func(c byte) bool { return hexDigit(c) >= 0 }
	n.pos += 2
	count := n.digits(digit)
	// In a specification 0x1..9 is a range.
	if n.peek(0) == '.' && (!n.spec || n.peek(1) != '.') {
		n.pos++
		count += n.digits(digit)
		n.kind = FloatToken
		if n.peek(0)|0x20 != 'p' {
			n.msg, n.hint = "a hexadecimal floating-point literal needs an exponent", "as in 0x1.8p0"
		}
	}
	if n.peek(0)|0x20 == 'p' {
		n.exponent()
	}
	if count == 0 {
		n.msg = "a hexadecimal literal needs at least one digit"
	}
}

func (n *numeral) binary() {
	n.pos += 2
	if n.digits(func(c byte) bool { return c == '0' || c == '1' }) == 0 {
		n.msg = "a binary literal needs at least one digit, 0 or 1"
	}
	if isDigit(n.peek(0)) {
		n.digits(isDigit)
		n.msg = "a binary literal holds only the digits 0 and 1"
	}
}

func (n *numeral) decimal() {
	if n.peek(0) == '0' && n.peek(1) == '_' { // 0_7 is octal
		n.pos++
		for n.peek(0) == '_' {
			n.pos++
		}
		if !isDigit(n.peek(0)) {
			n.msg = "an underscore must stand between digits"
		}
	}
	n.digits(isDigit)
	// 1..9 is a range of specifications; no number has two dots.
	if n.peek(0) == '.' && n.peek(1) != '.' {
		n.pos++
		n.kind = FloatToken
		if isDigit(n.peek(0)) || n.peek(0) == '_' {
			n.digits(isDigit)
		}
	}
	if n.peek(0)|0x20 == 'e' {
		n.exponent()
	}
}

// str scans a string literal or a text block.
func (s *scanner) str() {
	from := s.pos
	if strings.HasPrefix(s.text[s.pos:], `"""`) {
		s.textBlock()
		return
	}
	s.pos++
	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case '"':
			s.pos++
			s.add(StringToken, from)
			return
		case '\\':
			s.escape(false)
			continue
		case '\n', '\r':
			s.report(s.span(from, s.pos), "string literal is not closed", `end it with " on the same line`)
			// A token all the same, up to the line's end: the parser goes on as if the literal
			// were closed.
			s.add(StringToken, from)
			return
		}
		s.pos++
	}
	s.report(s.span(from, s.pos), "string literal is not closed", `end it with "`)
	s.add(StringToken, from)
}

// escape skips one escape sequence, reporting an unknown one.
func (s *scanner) escape(block bool) {
	from := s.pos
	s.pos++
	switch c := s.peek(0); c {
	case 'b', 't', 'n', 'f', 'r', 's', '"', '\'', '\\', '0', '1', '2', '3', '4', '5', '6', '7':
		s.pos++
	case '\n', '\r':
		if block {
			s.pos++
			if c == '\r' && s.peek(0) == '\n' {
				s.pos++
			}
		}
	case 0:
		// A zero byte, or the end of the text: peek doesn't tell them apart.
		if s.pos < len(s.text) {
			s.pos++
		}
	default:
		_, n := utf8.DecodeRuneInString(s.text[s.pos:])
		s.pos += n
		hint := `the escapes are \b \t \n \f \r \s \" \' \\ and octal`
		if c == 'u' {
			hint = `a Unicode escape is \u and four hexadecimal digits`
		}
		s.report(s.span(from, s.pos), "unknown escape "+quote(s.text[from:s.pos]), hint)
	}
}

func (s *scanner) textBlock() {
	from := s.pos
	s.pos += 3
	for {
		c := s.peek(0)
		if c != ' ' && c != '\t' && c != '\f' {
			break
		}
		s.pos++
	}

	if c := s.peek(0); c != '\n' && c != '\r' {
		s.report(s.span(from, from+3), "a text block starts on the line after its \"\"\"", "put a line end after the opening \"\"\"")
	}

	for s.pos < len(s.text) {
		switch s.text[s.pos] {
		case '"':
			if strings.HasPrefix(s.text[s.pos:], `"""`) {
				s.pos += 3
				s.add(TextToken, from)
				return
			}
		case '\\':
			s.escape(true)
			continue
		}
		s.pos++
	}

	s.report(s.span(from, from+3), "text block is not closed", `end it with """`)
	s.add(TextToken, from)
}

func (s *scanner) char() {
	from := s.pos
	s.pos++
	n := 0
	for s.pos < len(s.text) {
		switch c := s.text[s.pos]; c {
		case '\'':
			s.pos++
			switch {
			case n == 0:
				s.report(s.span(from, s.pos), "empty character literal", "")
			case n > 1:
				s.report(s.span(from, s.pos), "a character literal holds one character", `use "…" for a string`)
			}
			s.add(CharToken, from)
			return
		case '\\':
			at := s.pos
			s.escape(false)
			// escape takes one digit; an octal escape may have up to three.
			if d := s.text[at+1 : s.pos]; len(d) == 1 && '0' <= d[0] && d[0] <= '7' {
				s.pos += octalLen(s.text[s.pos-1:]) - 1
			}
			n++
		case '\n', '\r':
			s.report(s.span(from, s.pos), "character literal is not closed", "end it with '")
			s.add(CharToken, from)
			return
		default:
			r, k := decodeWTF8(s.text[s.pos:])
			s.pos += k
			n++
			// Two UTF-16 units: not one char.
			if r > 0xffff {
				n++
			}
		}
	}

	s.report(s.span(from, s.pos), "character literal is not closed", "end it with '")
	s.add(CharToken, from)
}

// octalLen is the length of the octal escape's digits at the start of s.
func octalLen(s string) int {
	max := 2
	if len(s) > 0 && s[0] <= '3' {
		// Up to \377 (JLS 3.10.7).
		max = 3
	}
	n := 0
	for n < max && n < len(s) && '0' <= s[n] && s[n] <= '7' {
		n++
	}
	return n
}

// unescape replaces the escape sequences of a literal's content.
func unescape(s string) string {
	if !strings.Contains(s, `\`) {
		return s
	}

	var b strings.Builder
	b.Grow(len(s))
	for i := 0; i < len(s); {
		if s[i] != '\\' || i+1 == len(s) {
			b.WriteByte(s[i])
			i++
			continue
		}

		i++
		switch c := s[i]; c {
		case 'b':
			b.WriteByte('\b')
		case 't':
			b.WriteByte('\t')
		case 'n':
			b.WriteByte('\n')
		case 'f':
			b.WriteByte('\f')
		case 'r':
			b.WriteByte('\r')
		case 's':
			b.WriteByte(' ')
		// A line that ends in a backslash goes on in the next one.
		case '\n':
		case '\r':
			if i+1 < len(s) && s[i+1] == '\n' {
				i++
			}
		case '0', '1', '2', '3', '4', '5', '6', '7':
			n := octalLen(s[i:])
			v := 0
			for _, d := range []byte(s[i : i+n]) {
				v = v<<3 | int(d-'0')
			}
			b.WriteRune(rune(v))
			i += n - 1
		default:
			b.WriteByte(c)
		}
		i++
	}

	return joinSurrogates(b.String())
}

// textBlockValue is the string a text block (delimiters included) stands for.
func textBlockValue(raw string) string {
	s := strings.TrimSuffix(strings.TrimPrefix(raw, `"""`), `"""`)
	s = strings.ReplaceAll(s, "\r\n", "\n")
	s = strings.ReplaceAll(s, "\r", "\n")
	// The content begins after the line of the opening delimiter.
	if i := strings.IndexByte(s, '\n'); i >= 0 {
		s = s[i+1:]
	}

	// The indentation that all lines share is no part of the value (JLS 3.10.6): blank lines
	// don't count for it, except the last one, on which the closing delimiter stands.
	lines := strings.Split(s, "\n")
	indent := -1
	for i, l := range lines {
		blank := strings.TrimLeft(l, " \t\f\v")
		if blank == "" && i < len(lines)-1 {
			continue
		}
		if n := len(l) - len(blank); indent < 0 || n < indent {
			indent = n
		}
	}

	for i, l := range lines {
		if len(l) >= indent {
			l = l[indent:]
		} else {
			l = ""
		}
		lines[i] = strings.TrimRight(l, " \t\f\v")
	}
	// Escapes come last: white space that was written as one stays.
	return unescape(strings.Join(lines, "\n"))
}

// ParseInt is the value of an integer literal as written (suffix, underscores
// and radix prefix included) as bits; ok is false if it does not fit 64 bits.
func ParseInt(raw string) (v uint64, radix int, ok bool) {
	s := strings.TrimRight(raw, "lL")
	radix = 10
	switch {
	case strings.HasPrefix(s, "0x"), strings.HasPrefix(s, "0X"):
		s, radix = s[2:], 16
	case strings.HasPrefix(s, "0b"), strings.HasPrefix(s, "0B"):
		s, radix = s[2:], 2
	case len(s) > 1 && s[0] == '0':
		s, radix = s[1:], 8
	}

	any := false
	for _, c := range []byte(s) {
		if c == '_' {
			continue
		}
		d := hexDigit(c)
		if d < 0 || d >= radix {
			return 0, radix, false
		}
		// Asked before the digit is added, as the sum would wrap.
		if v > (1<<64-1-uint64(d))/uint64(radix) {
			return 0, radix, false
		}
		v = v*uint64(radix) + uint64(d)
		any = true
	}
	return v, radix, any
}
