package spec

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind tells tokens apart.
type kind uint8

const (
	eof kind = iota
	ident
	lifetime
	number
	str  // also byte strings and raw strings
	char // also bytes
	punct
)

// token is one word of Rust, by its place in the source.
type token struct {
	kind     kind
	from, to int // bytes
	text     string
}

// lexer splits Rust into tokens. Comments and white space are no tokens.
type lexer struct {
	src  string
	i    int
	errs *[]*Error
}

// lex returns the tokens of src, an eof last.
func lex(src string, errs *[]*Error) []token {
	l := &lexer{src: src, errs: errs}
	var out []token
	for {
		t := l.next()
		out = append(out, t)
		if t.kind == eof {
			return out
		}
	}
}

func (l *lexer) fail(at int, text string) {
	*l.errs = append(*l.errs, &Error{From: at, To: min(at+1, len(l.src)), Text: text})
}

// blank skips white space and comments; block comments nest.
func (l *lexer) blank() {
	for l.i < len(l.src) {
		switch rest := l.src[l.i:]; {
		case strings.HasPrefix(rest, "//"):
			if n := strings.IndexByte(rest, '\n'); n >= 0 {
				l.i += n
			} else {
				l.i = len(l.src)
			}
		case strings.HasPrefix(rest, "/*"):
			from := l.i
			n, ended := blockComment(rest)
			if l.i += n; !ended {
				l.fail(from, "comment without an end")
				return
			}
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r':
			l.i++
		default:
			return
		}
	}
}

// operators are the punctuation of more than one character, longest first.
var operators = []string{"<==>", "&&&", "|||", "==>", "<==", "=~=", "===", "!==", "!~=", "..=", "...", "<<=", ">>=",
	"==", "!=", "<=", ">=", "&&", "||", "->", "=>", "::", "..", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "<<", ">>"}

func (l *lexer) next() token {
	l.blank()
	from := l.i
	done := func(k kind) token { return token{k, from, l.i, l.src[from:l.i]} }
	if l.i >= len(l.src) {
		return done(eof)
	}
	c, n := utf8.DecodeRuneInString(l.src[l.i:])
	rest := l.src[l.i:]
	switch {
	case c == '"' || strings.HasPrefix(rest, `b"`):
		// Past the b of a byte string.
		l.i += strings.IndexByte(rest, '"')
		l.quoted('"')
		return done(str)
	case rawString(rest) > 0:
		l.raw(rawString(rest))
		return done(str)
	case strings.HasPrefix(rest, "b'"):
		l.i++
		l.quoted('\'')
		return done(char)
	case c == '\'':
		if l.isLifetime() {
			l.i++
			l.word()
			return done(lifetime)
		}
		l.quoted('\'')
		return done(char)
	case c == '_' || unicode.IsLetter(c):
		// r#name is a name; raw strings were told apart before.
		if strings.HasPrefix(rest, "r#") {
			l.i += 2
		}
		l.word()
		return done(ident)
	case '0' <= c && c <= '9':
		l.number()
		return done(number)
	}

	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.i += len(op)
			return done(punct)
		}
	}
	l.i += n
	if c == utf8.RuneError || unicode.IsControl(c) {
		l.fail(from, "unknown character")
	}
	return done(punct)
}

func (l *lexer) word() {
	for l.i < len(l.src) {
		c, n := utf8.DecodeRuneInString(l.src[l.i:])
		if c != '_' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return
		}
		l.i += n
	}
}

// number reads digits, a fraction, an exponent and a suffix: 1_000u64, 0xff, 1.5e3f32.
// 1..2 is a range and 1.max(2) a call.
func (l *lexer) number() {
	hex := strings.HasPrefix(l.src[l.i:], "0x") || strings.HasPrefix(l.src[l.i:], "0b") || strings.HasPrefix(l.src[l.i:], "0o")
	l.word()
	// A dot that no digit follows is a range's, a call's or a field's.
	if hex || l.i+1 >= len(l.src) || l.src[l.i] != '.' || l.src[l.i+1] < '0' || l.src[l.i+1] > '9' {
		return
	}
	l.i++
	l.word()
	if e := l.src[l.i-1]; (e == 'e' || e == 'E') && l.i < len(l.src) && (l.src[l.i] == '-' || l.src[l.i] == '+') {
		l.i++
		l.word()
	}
}

// quoted skips a literal from its opening quote to its closing one.
func (l *lexer) quoted(q byte) {
	from := l.i
	for l.i++; l.i < len(l.src); l.i++ {
		switch l.src[l.i] {
		case '\\':
			l.i++
		case q:
			l.i++
			return
		}
	}
	l.i = len(l.src)
	l.fail(from, "literal without an end")
}

// rawString is the length of the opening of r"…", r#"…"#, br"…", cr"…"; 0 where there is none.
func rawString(s string) int {
	i := 0
	if strings.HasPrefix(s, "b") || strings.HasPrefix(s, "c") {
		i++
	}
	if !strings.HasPrefix(s[i:], "r") {
		return 0
	}
	i++
	for i < len(s) && s[i] == '#' {
		i++
	}
	if i < len(s) && s[i] == '"' {
		return i + 1
	}
	return 0
}

func (l *lexer) raw(open int) {
	from := l.i
	end := `"` + strings.Repeat("#", strings.Count(l.src[l.i:l.i+open], "#"))
	l.i += open
	n := strings.Index(l.src[l.i:], end)
	if n < 0 {
		l.i = len(l.src)
		l.fail(from, "literal without an end")
		return
	}
	l.i += n + len(end)
}

// isLifetime tells 'a from 'a'.
func (l *lexer) isLifetime() bool {
	rest := l.src[l.i+1:]
	c, n := utf8.DecodeRuneInString(rest)
	if c != '_' && !unicode.IsLetter(c) {
		return false
	}
	return !strings.HasPrefix(rest[n:], "'")
}
