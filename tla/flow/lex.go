package flow

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// kind tells tokens apart.
type kind uint8

const (
	eof kind = iota
	word
	literal // a number, a character or a string
	lifetime
	punct
)

// token is one word of a source.
type token struct {
	kind      kind
	text      string
	line, col int
	gap       bool // space or a comment is before it
}

func (t token) is(text string) bool { return t.text == text && (t.kind == punct || t.kind == word) }

// dialect is how the tokens of a language differ from those of the others.
type dialect struct {
	nested     bool // comments in comments
	lifetimes  bool // 'a, and raw strings r#"…"#
	directives bool // lines that begin with #
	raw        bool // `…`
}

var (
	dialectGo   = dialect{raw: true}
	dialectJava = dialect{}
	dialectRust = dialect{nested: true, lifetimes: true}
	dialectC    = dialect{directives: true}
)

// lexer splits a source into tokens; comments and white space are none.
type lexer struct {
	dialect
	path string
	src  string
	i    int
	line int // of i
	bol  int // where its line begins
	conds
}

// lex returns the tokens of a source, an eof last.
func lex(d dialect, path, src string) ([]token, error) {
	l := &lexer{dialect: d, path: path, src: src, line: 1}
	var out []token
	for {
		start := l.i
		if err := l.blank(len(out) == 0); err != nil {
			return nil, err
		}
		t := token{line: l.line, col: l.col(), gap: l.i > start}
		from := l.i
		if from >= len(src) {
			t.gap = false
			return append(out, t), nil
		}
		k, err := l.next()
		if err != nil {
			return nil, err
		}
		t.kind, t.text = k, src[from:l.i]
		l.count(from)
		// Lines that the preprocessor leaves out are still read token by token, so that quotes
		// and comments in them end where they end.
		if !l.skipping() {
			out = append(out, t)
		}
	}
}

func (l *lexer) col() int { return utf8.RuneCountInString(l.src[l.bol:min(l.i, len(l.src))]) + 1 }

// count goes over the line ends between from and i.
func (l *lexer) count(from int) {
	for j := from; j < l.i; j++ {
		if l.src[j] == '\n' {
			l.line++
			l.bol = j + 1
		}
	}
}

func (l *lexer) fail(text string) error { return &Error{l.path, l.line, l.col(), text} }

// blank skips white space, comments and directives.
func (l *lexer) blank(fresh bool) error {
	for l.i < len(l.src) {
		from, rest := l.i, l.src[l.i:]
		switch {
		case strings.HasPrefix(rest, "//"):
			l.i += lineEnd(rest, false)
		case strings.HasPrefix(rest, "/*"):
			n := l.comment(rest)
			if n < 0 {
				return l.fail("a comment without an end")
			}
			l.i += n
		case rest[0] == '#' && l.directives && (fresh || l.begins()):
			n := lineEnd(rest, true)
			l.directive(rest[:n])
			l.i += n
		case rest[0] == ' ' || rest[0] == '\t' || rest[0] == '\n' || rest[0] == '\r' || rest[0] == '\f':
			l.i++
		case rest[0] == '\\' && l.directives && strings.HasPrefix(strings.TrimLeft(rest[1:], "\r"), "\n"):
			l.i++
		default:
			return nil
		}
		l.count(from)
	}
	return nil
}

// begins reports whether nothing is before i on its line.
func (l *lexer) begins() bool { return strings.TrimSpace(l.src[l.bol:l.i]) == "" }

// lineEnd is where a line ends, for a directive with the lines that it goes on in.
func lineEnd(s string, continued bool) int {
	for from := 0; ; {
		n := strings.IndexByte(s[from:], '\n')
		if n < 0 {
			return len(s)
		}
		if !continued || !strings.HasSuffix(strings.TrimRight(s[:from+n], "\r"), "\\") {
			return from + n
		}
		from += n + 1
	}
}

// comment is the length of a comment, −1 where it has no end.
func (l *lexer) comment(s string) int {
	depth := 0
	for i := 0; i+1 < len(s); i++ {
		switch {
		// Of Go, Java and C the first end ends a comment; in Rust they nest.
		case s[i] == '/' && s[i+1] == '*' && (l.nested || depth == 0):
			depth++
			i++
		case s[i] == '*' && s[i+1] == '/':
			depth--
			i++
			if depth == 0 {
				return i + 1
			}
		}
	}
	return -1
}

// conds are the conditional directives around a place: of several ways the first is
// read, the second after #if 0.
type conds struct{ taken, skip []bool }

func (c *conds) skipping() bool {
	for _, s := range c.skip {
		if s {
			return true
		}
	}
	return false
}

func (c *conds) directive(line string) {
	fields := strings.Fields(strings.TrimPrefix(line, "#"))
	if len(fields) == 0 {
		return
	}
	top := len(c.skip) - 1
	switch name := fields[0]; {
	case strings.HasPrefix(name, "if"):
		off := name == "if" && len(fields) == 2 && fields[1] == "0"
		c.taken, c.skip = append(c.taken, !off), append(c.skip, off)
	// An #else or #endif without its #if: the file is read as it stands.
	case top < 0:
	case strings.HasPrefix(name, "el"):
		c.skip[top] = c.taken[top]
		c.taken[top] = true
	case name == "endif":
		c.taken, c.skip = c.taken[:top], c.skip[:top]
	}
}

// operators are the punctuation of more than one character that readers tell apart,
// longest first.
var operators = []string{"<<=", ">>=", "...", "..=", "&&", "||", "->", "=>", "::", "<-", ":=", "..", "==", "!=", "<=", ">=", "+=", "-=", "*=", "/=", "%=", "^=", "&=", "|=", "++", "--", "<<"}

// next reads one token.
func (l *lexer) next() (kind, error) {
	rest := l.src[l.i:]
	c, size := utf8.DecodeRuneInString(rest)
	switch {
	case l.lifetimes && rawString(rest) > 0:
		return literal, l.rawRust(rawString(rest))
	case c == '"' && strings.HasPrefix(rest, `"""`):
		n := strings.Index(rest[3:], `"""`)
		if n < 0 {
			return literal, l.fail("a literal without an end")
		}
		l.i += n + 6
		return literal, nil
	case c == '"':
		return literal, l.quoted('"')
	case c == '`' && l.raw:
		n := strings.IndexByte(rest[1:], '`')
		if n < 0 {
			return literal, l.fail("a literal without an end")
		}
		l.i += n + 2
		return literal, nil
	case c == '\'' && l.lifetimes && isLifetime(rest):
		l.i++
		l.word()
		return lifetime, nil
	case c == '\'':
		return literal, l.quoted('\'')
	case c == '_' || c == '$' || unicode.IsLetter(c):
		l.word()
		return word, nil
	case '0' <= c && c <= '9':
		l.number()
		return literal, nil
	}

	for _, op := range operators {
		if strings.HasPrefix(rest, op) {
			l.i += len(op)
			return punct, nil
		}
	}

	if c == utf8.RuneError || unicode.IsControl(c) {
		return punct, l.fail("an unknown character")
	}
	l.i += size
	return punct, nil
}

func (l *lexer) word() {
	for l.i < len(l.src) {
		c, n := utf8.DecodeRuneInString(l.src[l.i:])
		if c != '_' && c != '$' && !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return
		}
		l.i += n
	}
}

// number reads digits and a fraction; 1..2 is a range, and in C 1'000 a number.
func (l *lexer) number() {
	for {
		l.word()
		rest := l.src[l.i:]
		// A dot without a digit behind it is a call on a number, or a range.
		digit := len(rest) > 1 && (rest[1] >= '0' && rest[1] <= '9')
		if !digit || rest[0] != '.' && (rest[0] != '\'' || !l.directives) {
			return
		}
		l.i++
	}
}

// quoted skips a literal from its opening quote to its closing one.
func (l *lexer) quoted(q byte) error {
	for j := l.i + 1; j < len(l.src); j++ {
		switch l.src[j] {
		case '\\':
			j++
		case '\n':
			// Only Rust's literals go on over the end of a line.
			if !l.lifetimes {
				return l.fail("a literal without an end")
			}
		case q:
			l.i = j + 1
			return nil
		}
	}
	return l.fail("a literal without an end")
}

// rawString is the length of the opening of r"…", r#"…"#, br"…"; 0 where there is none.
func rawString(s string) int {
	n := len(s)
	s = strings.TrimPrefix(s, "b")
	if !strings.HasPrefix(s, "r") {
		return 0
	}
	s = strings.TrimLeft(s[1:], "#")
	if !strings.HasPrefix(s, `"`) {
		return 0
	}
	return n - len(s) + 1
}

func (l *lexer) rawRust(open int) error {
	end := `"` + strings.Repeat("#", strings.Count(l.src[l.i:l.i+open], "#"))
	n := strings.Index(l.src[l.i+open:], end)
	if n < 0 {
		return l.fail("a literal without an end")
	}
	l.i += open + n + len(end)
	return nil
}

// isLifetime tells 'a from 'a'.
func isLifetime(s string) bool {
	c, n := utf8.DecodeRuneInString(s[1:])
	// A letter with a quote behind it is a character; 'static has none.
	return (c == '_' || unicode.IsLetter(c)) && !strings.HasPrefix(s[1+n:], "'")
}
