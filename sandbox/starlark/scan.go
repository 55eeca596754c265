package starlark

import (
	"fmt"
	"strconv"
	"strings"
	"unicode"
	"unicode/utf8"

	"go.starlark.net/syntax"
)

// kind is what sort a token is of.
type kind uint8

const (
	eof kind = iota + 1
	newline
	indent
	dedent
	name
	number
	text // a string literal
	op
)

// token is a piece of Python source.
type token struct {
	kind  kind
	s     string // as written; of text, the value unless it is formatted
	bytes bool   // b"…"
	form  bool   // f"…": s is what stands between the quotes
	raw   bool   // r"…", of a formatted one
	pos   syntax.Position
}

// Error is a mistake in code, or Python that the dialect leaves out.
type Error struct {
	Line, Col int
	Msg       string
	Dialect   bool
}

func (e *Error) Error() string { return fmt.Sprintf("line %d: %s", e.Line, e.Msg) }

// scanner cuts Python source into tokens, with the indentation as tokens too.
type scanner struct {
	file      *string
	src       string
	i         int
	line, col int32
	depth     int   // of brackets
	indents   []int // widths of the open blocks
	toks      []token
}

// scan reports the first mistake by panicking with an *Error.
func scan(file *string, src string) []token {
	s := &scanner{file: file, src: src, line: 1, col: 1, indents: []int{0}}
	s.run()
	return s.toks
}

func (s *scanner) pos() syntax.Position { return syntax.MakePosition(s.file, s.line, s.col) }

func (s *scanner) fail(format string, args ...any) {
	panic(&Error{Line: int(s.line), Col: int(s.col), Msg: fmt.Sprintf(format, args...)})
}

// next consumes n bytes.
func (s *scanner) next(n int) {
	for _, r := range s.src[s.i : s.i+n] {
		if r == '\n' {
			s.line, s.col = s.line+1, 1
		} else {
			s.col++
		}
	}
	s.i += n
}

func (s *scanner) peek(n int) byte {
	if s.i+n < len(s.src) {
		return s.src[s.i+n]
	}
	return 0
}

func (s *scanner) add(k kind, text string, pos syntax.Position) {
	s.toks = append(s.toks, token{kind: k, s: text, pos: pos})
}

// operators, longest first.
var operators = []string{"**=", "//=", "<<=", ">>=", "...", "**", "//", "<<", ">>", "<=", ">=", "==", "!=", "->", ":=",
	"+=", "-=", "*=", "/=", "%=", "&=", "|=", "^=", "@="}

func (s *scanner) run() {
	fresh := true // at the start of a logical line
	for {
		// Inside brackets a line goes on: neither its indentation nor its end is a token.
		if fresh && s.depth == 0 {
			if s.blankLine() {
				continue
			}
			s.indentation()
			fresh = false
		}
		switch c := s.peek(0); {
		case s.i >= len(s.src):
			// Source need not end in a newline; the parser wants every statement ended and every
			// block closed.
			if len(s.toks) > 0 && s.toks[len(s.toks)-1].kind != newline {
				s.add(newline, "", s.pos())
			}
			for ; len(s.indents) > 1; s.indents = s.indents[:len(s.indents)-1] {
				s.add(dedent, "", s.pos())
			}
			s.add(eof, "", s.pos())
			return
		case c == ' ' || c == '\t' || c == '\r' || c == '\f':
			s.next(1)
		case c == '#':
			s.comment()
		case c == '\\' && s.peek(1) == '\n':
			// A joined line; the next one's indentation does not count, since fresh stays false.
			s.next(2)
		case c == '\\' && s.peek(1) == '\r' && s.peek(2) == '\n':
			s.next(3)
		case c == '\n':
			if s.depth == 0 {
				s.add(newline, "", s.pos())
				fresh = true
			}
			s.next(1)
		default:
			s.token(c)
		}
	}
}

func (s *scanner) comment() {
	for s.i < len(s.src) && s.src[s.i] != '\n' {
		_, n := utf8.DecodeRuneInString(s.src[s.i:])
		s.next(n)
	}
}

// blankLine skips a line without a token.
func (s *scanner) blankLine() bool {
	j := s.i
	for j < len(s.src) && strings.IndexByte(" \t\r\f", s.src[j]) >= 0 {
		j++
	}
	// At the end of the source the spaces are left for run, which closes what is open.
	if j < len(s.src) && s.src[j] != '\n' && s.src[j] != '#' || j >= len(s.src) {
		return false
	}
	s.next(j - s.i)
	s.comment()
	if s.i < len(s.src) {
		s.next(1)
	}
	return true
}

func (s *scanner) indentation() {
	width := 0
	for ; s.peek(0) == ' ' || s.peek(0) == '\t'; s.next(1) {
		if s.peek(0) == '\t' {
			// To the next multiple of eight, as Python counts.
			width = width/8*8 + 8
		} else {
			width++
		}
	}
	if s.i >= len(s.src) {
		return
	}
	switch top := s.indents[len(s.indents)-1]; {
	case width > top:
		s.indents = append(s.indents, width)
		s.add(indent, "", s.pos())
	case width < top:
		// One dedent a block; afterwards the width must be that of a block that is still open.
		for ; width < s.indents[len(s.indents)-1]; s.indents = s.indents[:len(s.indents)-1] {
			s.add(dedent, "", s.pos())
		}
		if width != s.indents[len(s.indents)-1] {
			s.fail("the indentation matches no block around it")
		}
	}
}

func (s *scanner) token(c byte) {
	pos := s.pos()
	r, _ := utf8.DecodeRuneInString(s.src[s.i:])
	switch {
	case s.stringStart():
		s.str()
	case c >= '0' && c <= '9' || c == '.' && s.peek(1) >= '0' && s.peek(1) <= '9':
		s.number()
	case r == '_' || unicode.IsLetter(r):
		j := s.i
		for j < len(s.src) {
			r, n := utf8.DecodeRuneInString(s.src[j:])
			if r != '_' && !unicode.IsLetter(r) && !unicode.IsDigit(r) {
				break
			}
			j += n
		}
		word := s.src[s.i:j]
		s.next(j - s.i)
		s.add(name, word, pos)
	default:
		for _, o := range operators {
			if strings.HasPrefix(s.src[s.i:], o) {
				s.next(len(o))
				s.add(op, o, pos)
				return
			}
		}
		switch {
		case strings.IndexByte("([{", c) >= 0:
			s.depth++
		case strings.IndexByte(")]}", c) >= 0:
			// An unmatched closing bracket is the parser's to report; a negative depth would join
			// all lines that follow.
			s.depth = max(0, s.depth-1)
		case strings.IndexByte("+-*/%&|^~<>=.,:;@", c) < 0:
			s.fail("unexpected character %q", r)
		}
		s.next(1)
		s.add(op, string(c), pos)
	}
}

func (s *scanner) number() {
	pos, j := s.pos(), s.i
	// In a hexadecimal number e is a digit, and a sign after it an operator.
	hex := s.peek(0) == '0' && (s.peek(1)|0x20 == 'x')
	for ; j < len(s.src); j++ {
		c := s.src[j]
		// Letters and points are taken as they come, so that 1x is one bad number rather than a
		// number and a name; the parser checks the word.
		sign := (c == '+' || c == '-') && !hex && j > s.i && s.src[j-1]|0x20 == 'e'
		if c != '_' && c != '.' && !sign && !(c >= '0' && c <= '9') && !(c|0x20 >= 'a' && c|0x20 <= 'z') {
			break
		}
	}
	word := strings.ReplaceAll(s.src[s.i:j], "_", "")
	if strings.HasSuffix(strings.ToLower(word), "j") {
		panic(&Error{Line: int(s.line), Col: int(s.col), Msg: "this dialect has no complex numbers", Dialect: true})
	}
	s.next(j - s.i)
	s.add(number, word, pos)
}

// stringStart reports whether a string literal, with or without prefix, is next.
func (s *scanner) stringStart() bool {
	for n := 0; n < 3; n++ {
		c := s.peek(n)
		if c == '"' || c == '\'' {
			return true
		}
		if strings.IndexByte("rRbBfFuU", c) < 0 || c == 0 {
			return false
		}
	}
	return false
}

func (s *scanner) str() {
	t := token{kind: text, pos: s.pos()}

	// stringStart has made sure that nothing but prefix letters stands before the quote.
	for ; s.peek(0) != '"' && s.peek(0) != '\''; s.next(1) {
		switch s.peek(0) | 0x20 {
		case 'r':
			t.raw = true
		case 'b':
			t.bytes = true
		case 'f':
			t.form = true
		}
	}
	quote := s.src[s.i : s.i+1]
	if strings.HasPrefix(s.src[s.i:], strings.Repeat(quote, 3)) {
		quote = strings.Repeat(quote, 3)
	}
	s.next(len(quote))
	start, braces := s.i, 0
	for {
		switch c := s.peek(0); {
		case s.i >= len(s.src), c == '\n' && len(quote) == 1:
			// At the end of the line the place tells nothing; the opening quote does.
			s.line, s.col = t.pos.Line, t.pos.Col
			s.fail("the string is not closed")
		case c == '\\' && s.i+1 < len(s.src):
			// Also in raw strings, where the backslash stays and still keeps the quote from
			// closing.
			_, n := utf8.DecodeRuneInString(s.src[s.i+1:])
			s.next(1 + n)
			continue
		case t.form && c == '{' && s.peek(1) == '{' && braces == 0:
			// Inside a field two braces are those of dicts or sets.
			s.next(2)
			continue
		case t.form && c == '{':
			braces++
		case t.form && c == '}' && braces > 0:
			braces--
		case strings.HasPrefix(s.src[s.i:], quote):
			// Inside braces Python 3.12 allows the same quote again: it opens a string
			// there when what follows closes it before the brace.
			if braces > 0 && len(quote) == 1 {
				if n := nested(s.src[s.i:]); n > 0 {
					s.next(n)
					continue
				}
			}
			body := s.src[start:s.i]
			s.next(len(quote))
			switch {
			case t.form || t.raw:
				// Of a formatted string the escapes are undone piece by piece, after the fields
				// are cut out: an escaped brace is text, and the expressions have strings of
				// their own.
				t.s = body
			default:
				t.s = s.unescape(body, t.bytes)
			}
			s.toks = append(s.toks, t)
			return
		}
		_, n := utf8.DecodeRuneInString(s.src[s.i:])
		s.next(n)
	}
}

// nested is the length of a string at the start of src that closes on the same
// line and is followed by what goes on inside braces, or 0.
func nested(src string) int {
	end := strings.IndexByte(src[1:], src[0])
	line := strings.IndexByte(src, '\n')
	// A single-quoted string ends on its line.
	if end < 0 || line >= 0 && end > line {
		return 0
	}
	// A quote that closes the f-string is followed by the rest of the program. Only what goes on
	// like an expression inside braces is taken for a string of the field.
	rest := strings.TrimLeft(src[end+2:], " ")
	if rest == "" || strings.IndexByte("}].,)+:!", rest[0]) < 0 || !strings.Contains(src[:end+2+1], src[:1]) {
		return 0
	}
	// Braces between the two quotes: more likely the next field than a string.
	if strings.ContainsAny(src[1:end+1], "{}") {
		return 0
	}
	return end + 2
}

var simpleEscapes = map[byte]string{'n': "\n", 't': "\t", 'r': "\r", '\\': "\\", '\'': "'", '"': "\"",
	'a': "\a", 'b': "\b", 'f': "\f", 'v': "\v", '\n': ""}

// unescape gives the value of what stands between the quotes.
func (s *scanner) unescape(body string, bytes bool) string {
	if !strings.Contains(body, `\`) {
		return body
	}

	var b strings.Builder
	for i := 0; i < len(body); i++ {
		if body[i] != '\\' || i+1 >= len(body) {
			b.WriteByte(body[i])
			continue
		}
		i++
		c := body[i]
		digits := map[byte]int{'x': 2, 'u': 4, 'U': 8}[c]
		switch simple, ok := simpleEscapes[c]; {
		case ok:
			b.WriteString(simple)
		case digits > 0 && (c == 'x' || !bytes):
			// In bytes \u and \U are no escapes, as in Python.
			if i+digits >= len(body) {
				s.fail(`\%c takes %d hexadecimal digits`, c, digits)
			}
			v, err := strconv.ParseUint(body[i+1:i+1+digits], 16, 32)
			if err != nil || v > unicode.MaxRune {
				s.fail(`\%c takes %d hexadecimal digits`, c, digits)
			}
			i += digits
			// A byte of bytes is itself; in text \xe9 is the character U+00E9, which takes two
			// bytes.
			if bytes {
				b.WriteByte(byte(v))
			} else {
				b.WriteRune(rune(v))
			}
		case c >= '0' && c <= '7':
			v, j := 0, i
			for ; j < len(body) && j < i+3 && body[j] >= '0' && body[j] <= '7'; j++ {
				v = v*8 + int(body[j]-'0')
			}
			i = j - 1
			if bytes {
				b.WriteByte(byte(v))
			} else {
				b.WriteRune(rune(v))
			}
		default: // an unknown escape stays as it is
			b.WriteByte('\\')
			b.WriteByte(c)
		}
	}
	return b.String()
}
