package syntax

import (
	"strings"
	"unicode/utf8"
)

// Pos is a place in a text: lines and columns from 1, columns as SANY counts them (a
// tab reaches to the next multiple of 8).
type Pos struct {
	Line   int `json:"line"`
	Column int `json:"column"`
	offset int
}

// class is the class of a token.
type class int

const (
	ident class = iota + 1
	digits
	text   // "…"
	symbol // operators and brackets
	rule   // ---- or ====, four or more
)

type token struct {
	class class
	s     string
	from  Pos
	to    Pos // of the last character
	end   int // offset behind it
}

func (t token) is(s string) bool { return t.s == s && (t.class == symbol || t.class == ident) }

// symbols are those of more than one character that matter for structure, longest
// first. What is not here is read one character at a time.
var symbols = []string{
	"(+)", "(-)", "(.)", "(/)", "<=>", "|->", "...", ">>_", "-+->", "::=",
	"<<", ">>", "==", "=>", "=<", "<=", ">=", "/=", "/\\", "\\/", "->", "<-", "..", ":>", "@@", "::", "~>", "[]", "<>", ":=", "|-", "-|", "||", "&&", "??", "!!", "##", "$$", "%%", "^^", "++", "--", "**", "//", "]_", "^+", "^*", "^#", "<:",
}

// Problem is what the reader did not understand.
type Problem struct {
	Pos
	Text string `json:"text"`
}

// scan splits a text into tokens without comments. What can't be read is reported and
// left out.
func scan(src string) ([]token, []Problem) {
	s := scanner{src: src, at: Pos{Line: 1, Column: 1}}
	for s.at.offset < len(src) {
		s.next()
	}
	return s.tokens, s.problems
}

type scanner struct {
	src      string
	at       Pos
	tokens   []token
	problems []Problem
}

func (s *scanner) rest() string { return s.src[s.at.offset:] }

// step goes one character on and gives the place of the one it was on.
func (s *scanner) step() Pos {
	was := s.at
	r, n := utf8.DecodeRuneInString(s.rest())
	s.at.offset += n
	switch r {
	case '\n':
		s.at.Line, s.at.Column = s.at.Line+1, 1
	case '\t':
		was.Column = (was.Column + 7) / 8 * 8
		s.at.Column = was.Column + 1
	default:
		s.at.Column++
	}
	return was
}

// take makes a token of the next n bytes.
func (s *scanner) take(c class, n int) {
	t := token{class: c, s: s.src[s.at.offset : s.at.offset+n], from: s.at, end: s.at.offset + n}
	for s.at.offset < t.end {
		t.to = s.step()
	}
	s.tokens = append(s.tokens, t)
}

func (s *scanner) next() {
	rest := s.rest()
	switch c := rest[0]; {
	case c == ' ' || c == '\t' || c == '\n' || c == '\r' || c == '\f':
		s.step()
	case strings.HasPrefix(rest, `\*`):
		for s.at.offset < len(s.src) && s.src[s.at.offset] != '\n' {
			s.step()
		}
	case strings.HasPrefix(rest, "(*"):
		s.comment()
	case c == '"':
		s.quoted()
	case isLetter(c) || isDigit(c):
		n := 0
		for n < len(rest) && (isLetter(rest[n]) || isDigit(rest[n])) {
			n++
		}
		// a module's name may begin with a digit: 1Paxos; so may nothing else
		k := ident
		if strings.IndexFunc(rest[:n], func(r rune) bool { return !isDigit(byte(r)) }) < 0 {
			k = digits
		}
		s.take(k, n)
	// Four or more: three are no rule, and -- is an operator.
	case strings.HasPrefix(rest, "----") || strings.HasPrefix(rest, "===="):
		n := 0
		for n < len(rest) && rest[n] == c {
			n++
		}
		s.take(rule, n)
	// A backslash with a letter is an operator's name: \in, \cup.
	case c == '\\' && len(rest) > 1 && isLetter(rest[1]):
		n := 1
		for n < len(rest) && isLetter(rest[n]) {
			n++
		}
		s.take(symbol, n)
	default:
		for _, sym := range symbols {
			if strings.HasPrefix(rest, sym) {
				s.take(symbol, len(sym))
				return
			}
		}
		_, n := utf8.DecodeRuneInString(rest)
		s.take(symbol, n)
	}
}

// comment skips (* … *), which nest.
func (s *scanner) comment() {
	from, depth := s.at, 0
	for s.at.offset < len(s.src) {
		switch rest := s.rest(); {
		case strings.HasPrefix(rest, "(*"):
			depth++
			s.step()
			s.step()
		case strings.HasPrefix(rest, "*)"):
			depth--
			s.step()
			s.step()
			if depth == 0 {
				return
			}
		default:
			s.step()
		}
	}
	s.problems = append(s.problems, Problem{from, "the comment has no end"})
}

// quoted reads a string, which ends on its line.
func (s *scanner) quoted() {
	rest := s.rest()
	for i := 1; i < len(rest) && rest[i] != '\n'; i++ {
		switch rest[i] {
		case '\\':
			i++
		case '"':
			s.take(text, i+1)
			return
		}
	}
	s.problems = append(s.problems, Problem{s.at, "the string has no end"})
	// The rest of the line is lost, and no more: the next line is read as usual.
	for s.at.offset < len(s.src) && s.src[s.at.offset] != '\n' {
		s.step()
	}
}

func isLetter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func isDigit(c byte) bool  { return c >= '0' && c <= '9' }

// opens reports whether a token is an opening bracket.
func opens(t token) bool {
	return t.class == symbol && (t.s == "(" || t.s == "[" || t.s == "{" || t.s == "<<")
}

// closes reports whether a token is a closing bracket, also one that ends an action
// operator's: [A]_v, <<A>>_v.
func closes(t token) bool {
	return t.class == symbol && (t.s == ")" || t.s == "]" || t.s == "]_" || t.s == "}" || t.s == ">>" || t.s == ">>_")
}

// matching is the index of the bracket that closes the one at i, or −1.
func matching(ts []token, i int) int {
	depth := 0
	for j := i; j < len(ts); j++ {
		if opens(ts[j]) {
			depth++
		} else if closes(ts[j]) {
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return -1
}
