package java

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

// scanner turns a range of a file into tokens. It works on text, which is the
// source itself unless the range holds Unicode escapes; origin then maps each
// byte of text (and its end) to its offset in the source.
type scanner struct {
	f       *File
	text    string
	base    int     // offset of text[0] in the source when origin is nil
	origin  []int32 // nil without Unicode escapes
	spec    bool
	pos     int
	open    bool // no "*)" further on
	line    bool // at the start of a line: only white space so far
	toks    []Token
	comment *[]Comment
	report  func(sp Span, msg, hint string)
}

func (s *scanner) at(i int) Pos {
	if s.origin != nil {
		return Pos(s.origin[i] + 1)
	}
	return Pos(s.base + i + 1)
}

func (s *scanner) span(from, to int) Span { return Span{s.at(from), s.at(to)} }

func (s *scanner) peek(n int) byte {
	if s.pos+n < len(s.text) {
		return s.text[s.pos+n]
	}
	return 0
}

// decodeEscapes replaces the Unicode escapes of src[from:to]. The second result
// is nil when there are none. Malformed ones stay as they are.
func decodeEscapes(src string, from, to int) (string, []int32) {
	part := src[from:to]
	if !strings.Contains(part, `\u`) {
		return part, nil
	}

	var b strings.Builder
	b.Grow(len(part))
	origin := make([]int32, 0, len(part)+1)
	// All bytes of a decoded character have the place of the escape.
	put := func(s string, at int) {
		b.WriteString(s)
		for range len(s) {
			origin = append(origin, int32(from+at))
		}
	}

	any := false
	for i := 0; i < len(part); {
		c := part[i]
		if c != '\\' {
			b.WriteByte(c)
			origin = append(origin, int32(from+i))
			i++
			continue
		}

		u, n := unicodeEscape(part[i:])
		if n == 0 {
			// a backslash and what it escapes, so that the second of two starts nothing
			k := 1
			if i+1 < len(part) && part[i+1] == '\\' {
				k = 2
			}
			for j := range k {
				b.WriteByte('\\')
				origin = append(origin, int32(from+i+j))
			}
			i += k
			continue
		}
		any = true
		// Two escapes that are one code point are written as one.
		if 0xd800 <= u && u < 0xdc00 {
			if lo, m := unicodeEscape(part[i+n:]); m > 0 && 0xdc00 <= lo && lo < 0xe000 {
				r := (rune(u)-0xd800)<<10 + rune(lo) - 0xdc00 + 0x10000
				put(string(r), i)
				i += n + m
				continue
			}
		}
		// A half of a pair alone is kept as it is, which UTF-8 has no form for.
		put(string(appendUnit(nil, u)), i)
		i += n
	}

	if !any {
		return part, nil
	}
	return b.String(), append(origin, int32(to))
}

// unicodeEscape reads \uXXXX at the start of s; n is its length, 0 for none.
func unicodeEscape(s string) (u uint16, n int) {
	if len(s) < 6 || s[0] != '\\' || s[1] != 'u' {
		return 0, 0
	}
	i := 2
	// Any number of u may stand there (JLS 3.3).
	for i < len(s) && s[i] == 'u' {
		i++
	}
	if len(s) < i+4 {
		return 0, 0
	}
	for _, c := range []byte(s[i : i+4]) {
		d := hexDigit(c)
		if d < 0 {
			return 0, 0
		}
		u = u<<4 | uint16(d)
	}
	return u, i + 4
}

func hexDigit(c byte) int {
	switch {
	case '0' <= c && c <= '9':
		return int(c - '0')
	case 'a' <= c && c <= 'f':
		return int(c-'a') + 10
	case 'A' <= c && c <= 'F':
		return int(c-'A') + 10
	}
	return -1
}

func isLetter(c byte) bool {
	return 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c == '_' || c == '$'
}

func isDigit(c byte) bool { return '0' <= c && c <= '9' }

func identStart(r rune) bool {
	return unicode.IsLetter(r) || unicode.Is(unicode.Nl, r) || unicode.Is(unicode.Sc, r) || unicode.Is(unicode.Pc, r)
}

func identPart(r rune) bool {
	return identStart(r) || unicode.IsDigit(r) || unicode.Is(unicode.Mn, r) || unicode.Is(unicode.Mc, r) ||
		unicode.Is(unicode.Cf, r)
}

func (s *scanner) add(kind Kind, from int) {
	t := Token{Kind: kind, NewLine: s.line, Span: s.span(from, s.pos), Text: s.text[from:s.pos]}
	if s.origin != nil && int(t.To-t.From) != s.pos-from {
		t.escaped = true
	}
	s.toks = append(s.toks, t)
	s.line = false
}

// scan reads all tokens; the last is EOF.
func (s *scanner) scan() {
	s.line = true
	if s.base == 0 && strings.HasPrefix(s.text, "\ufeff") {
		// A byte order mark, which is no part of the program.
		s.pos = 3
	}

	for s.pos < len(s.text) {
		c := s.text[s.pos]
		switch {
		case c == ' ' || c == '\t' || c == '\f':
			s.pos++
		case c == '\n' || c == '\r':
			s.pos++
			s.line = true
		case isLetter(c):
			s.ident()
		case isDigit(c), c == '.' && isDigit(s.peek(1)):
			s.number()
		case c == '"':
			s.str()
		case c == '\'':
			s.char()
		case c == '/' && s.peek(1) == '/':
			// In a specification of several //@ lines each of them begins like this.
			if s.spec && s.line && s.continuation() {
				break
			}
			s.lineComment()
		case c == '/' && s.peek(1) == '*':
			s.blockComment()
		case c == '@' && s.spec && s.line:
			s.margin()
		case c == '\\' && s.spec && isLetter(s.peek(1)):
			from := s.pos
			s.pos += 2
			for isLetter(s.peek(0)) || isDigit(s.peek(0)) {
				s.pos++
			}
			s.add(SpecToken, from)
		case c == '(' && s.spec && s.peek(1) == '*' && s.peek(2) != ')':
			s.prose()
		case c >= utf8.RuneSelf:
			r, n := utf8.DecodeRuneInString(s.text[s.pos:])
			if identStart(r) && r != utf8.RuneError {
				s.ident()
				break
			}
			s.illegal(n)
		default:
			// The end-of-file character of old systems, which javac ignores too.
			if c == 0x1a && s.pos == len(s.text)-1 {
				s.pos++
				break
			}
			n := operatorLen(s.text[s.pos:], s.spec)
			if n == 0 {
				s.illegal(1)
				break
			}
			s.pos += n
			s.add(Operator, s.pos-n)
		}
	}

	s.toks = append(s.toks, Token{Kind: EOF, NewLine: true, Span: s.span(len(s.text), len(s.text))})
}

// margin skips the "@" that start a line of a specification; an annotation after
// them stays.
func (s *scanner) margin() {
	for s.peek(0) == '@' {
		s.pos++
	}
	if c := s.peek(0); c != ' ' && c != '\t' {
		return
	}
	for s.peek(0) == ' ' || s.peek(0) == '\t' {
		s.pos++
	}
	// For scan the line has not begun yet: it would take this @ for the margin as well.
	if s.peek(0) == '@' && isLetter(s.peek(1)) {
		s.pos++
		s.add(Operator, s.pos-1)
	}
}

// continuation skips the "//@" that starts a further line of a specification.
func (s *scanner) continuation() bool {
	i := s.pos + 2
	// JML's keys, as in //+ESC@: which tools read the line.
	for i < len(s.text) && (s.text[i] == '+' || s.text[i] == '-') {
		i++
		for i < len(s.text) && isLetter(s.text[i]) {
			i++
		}
	}
	if i >= len(s.text) || s.text[i] != '@' {
		return false
	}
	for i < len(s.text) && s.text[i] == '@' {
		i++
	}
	s.pos = i
	return true
}

func (s *scanner) illegal(n int) {
	from := s.pos
	s.pos += n
	// Markdown's three backquotes are one mistake.
	for s.text[from] == '`' && s.peek(0) == '`' {
		s.pos++
	}

	what := s.text[from:s.pos]
	hint := ""
	switch what {
	case "“", "”", "„":
		hint = `write a plain double quote "`
	case "‘", "’":
		hint = "write a plain single quote '"
	case "`", "```":
		hint = "source stands without Markdown's backquotes"
	case "\\":
		if s.peek(0) == 'u' {
			hint = `a Unicode escape is \u and four hexadecimal digits`
		} else if isLetter(s.peek(0)) {
			hint = "backslash words belong to specifications, in /*@ … @*/ or after //@"
		}
	case "\u00a0", "\u200b", "\u3000":
		what = "non-breaking or invisible space"
		hint = "write a plain space"
	case "≤", "≥", "≠", "∧", "∨", "¬", "⇒", "→", "∀", "∃":
		hint = "write " + map[string]string{"≤": "<=", "≥": ">=", "≠": "!=", "∧": "&&", "∨": "||", "¬": "!",
			"⇒": "==>", "→": "->", "∀": `\forall`, "∃": `\exists`}[what]
	}

	s.report(s.span(from, s.pos), "illegal character "+quote(what), hint)
	s.add(InvalidToken, from)
}

func (s *scanner) ident() {
	from := s.pos
	for s.pos < len(s.text) {
		c := s.text[s.pos]
		if isLetter(c) || isDigit(c) {
			s.pos++
			continue
		}
		if c < utf8.RuneSelf {
			break
		}
		r, n := utf8.DecodeRuneInString(s.text[s.pos:])
		if r == utf8.RuneError || !identPart(r) {
			break
		}
		s.pos += n
	}
	kind := Identifier
	if isKeyword(s.text[from:s.pos]) {
		kind = Keyword
	}
	s.add(kind, from)
}

func (s *scanner) lineComment() {
	from := s.pos
	if i := strings.IndexAny(s.text[s.pos:], "\r\n"); i >= 0 {
		s.pos += i
	} else {
		s.pos = len(s.text)
	}
	s.keep(from)
}

func (s *scanner) blockComment() {
	from := s.pos
	i := strings.Index(s.text[s.pos+2:], "*/")
	if i < 0 {
		s.pos = len(s.text)
		s.report(s.span(from, from+2), "comment is not closed", "end it with */")
		s.keep(from)
		return
	}
	s.pos += i + 4
	// What follows a comment of several lines stands at the start of a line.
	if strings.ContainsAny(s.text[from:s.pos], "\r\n") {
		s.line = true
	}
	s.keep(from)
}

func (s *scanner) keep(from int) {
	if s.comment != nil {
		sp := s.span(from, s.pos)
		*s.comment = append(*s.comment, Comment{sp, s.f.Src[sp.From.Offset():sp.To.Offset()]})
	}
}

func (s *scanner) prose() {
	from := s.pos
	i := -1
	if !s.open {
		i = strings.Index(s.text[s.pos+2:], "*)")
	}
	if i < 0 {
		// Searched for once: every further one would search to the end of the text again.
		s.open = true
		s.pos += 2
		s.report(s.span(from, from+2), "informal predicate is not closed", "end it with *)")
		s.add(InvalidToken, from)
		return
	}
	s.pos += i + 4
	s.add(ProseToken, from)
}

// operatorLen is the length of the operator at the start of s, 0 for none. ">"
// stands alone so that it can close type arguments; the parser joins it.
func operatorLen(s string, spec bool) int {
	c, d := s[0], byte(0)
	if len(s) > 1 {
		d = s[1]
	}
	// Longest first. A > stands alone: whether two of them are a shift is for the
	// parser to say, since they may close type arguments.
	switch c {
	case '(', ')', '[', ']', ';', ',', '@', '?', '~', '>':
		return 1
	case '{':
		if spec && d == '|' {
			return 2
		}
		return 1
	case '}':
		return 1
	case '.':
		if strings.HasPrefix(s, "...") {
			return 3
		}
		// The dots of a range, a[i..j].
		if spec && d == '.' {
			return 2
		}
		return 1
	case ':':
		if d == ':' {
			return 2
		}
		return 1
	case '=':
		// In Java's code == and > stay apart, for afterOperator to complain of.
		if spec && strings.HasPrefix(s, "==>") {
			return 3
		}
		if d == '=' {
			return 2
		}
		return 1
	case '<':
		if spec {
			switch {
			case strings.HasPrefix(s, "<=!=>"):
				return 5
			case strings.HasPrefix(s, "<==>"):
				return 4
			case strings.HasPrefix(s, "<=="):
				return 3
			case d == ':':
				return 2
			}
		}
		if d == '<' {
			if len(s) > 2 && s[2] == '=' {
				return 3
			}
			return 2
		}
		if d == '=' {
			return 2
		}
		return 1
	case '-':
		if d == '>' {
			return 2
		}
		fallthrough
	case '+', '&', '|':
		if spec && c == '|' && d == '}' {
			return 2
		}
		if d == c || d == '=' {
			return 2
		}
		return 1
	case '!', '*', '/', '^', '%':
		if d == '=' {
			return 2
		}
		return 1
	}
	return 0
}
