package dafny

import (
	"strings"
	"unicode"
	"unicode/utf8"
)

type class uint8

const (
	eof class = iota
	word
	number
	decimal
	charLit
	stringLit
	verbatim
	sign
)

// token is a piece of the text; text is as written.
type token struct {
	class    class
	text     string
	from, to int
}

// signs are the operators and brackets, longest first.
var signs = []string{"<==>", "==>", "<==", "...", "::", ":=", ":|", ":-", "==", "!=", "<=", ">=", "&&", "||", "=>", "->", "..", "<-", "<<", ">>", "!!"}

// scan takes a source apart. Generic types need ">" on its own, so that ">>" is put
// together by the parser of expressions.
func scan(src string, report func(from int, text string)) []token {
	var out []token
	i := 0
	emit := func(c class, to int) {
		out = append(out, token{c, src[i:to], i, to})
		i = to
	}

	for i < len(src) {
		r, size := utf8.DecodeRuneInString(src[i:])
		switch {
		case unicode.IsSpace(r):
			i += size
		case strings.HasPrefix(src[i:], "//"):
			if n := strings.IndexByte(src[i:], '\n'); n >= 0 {
				i += n
			} else {
				i = len(src)
			}
		case strings.HasPrefix(src[i:], "/*"):
			to := comment(src, i)
			if to < 0 {
				report(i, "this comment has no end")
				to = len(src)
			}
			i = to
		case wordStart(r):
			emit(word, wordEnd(src, i))
		case r >= '0' && r <= '9':
			c, to := numeral(src, i, len(out) > 0 && out[len(out)-1].text == ".")
			emit(c, to)
		case r == '\'':
			to := literal(src, i, '\'')
			if to < 0 {
				report(i, "this character has no closing quote")
				to = len(src)
			}
			emit(charLit, to)
		case r == '"':
			to := literal(src, i, '"')
			if to < 0 {
				report(i, "this string has no closing quote")
				to = len(src)
			}
			emit(stringLit, to)
		case strings.HasPrefix(src[i:], "@\""):
			// Within a verbatim string a quote is written twice.
			to := i + 2
			for to < len(src) && (src[to] != '"' || strings.HasPrefix(src[to:], `""`)) {
				if src[to] == '"' {
					to++
				}
				to++
			}
			if to >= len(src) {
				report(i, "this string has no closing quote")
			}
			emit(verbatim, min(to+1, len(src)))
		default:
			emit(sign, i+signLength(src[i:], size))
		}
	}
	return append(out, token{eof, "", len(src), len(src)})
}

func signLength(s string, size int) int {
	if strings.HasPrefix(s, "!in") {
		if r, _ := utf8.DecodeRuneInString(s[3:]); !wordPart(r) {
			return 3
		}
	}
	for _, op := range signs {
		if op != ">>" && strings.HasPrefix(s, op) {
			return len(op)
		}
	}
	return size
}

func wordStart(r rune) bool { return r == '_' || unicode.IsLetter(r) || r == '?' }
func wordPart(r rune) bool  { return wordStart(r) || unicode.IsDigit(r) || r == '\'' }

func wordEnd(src string, i int) int {
	for i < len(src) {
		r, n := utf8.DecodeRuneInString(src[i:])
		if !wordPart(r) {
			break
		}
		i += n
	}
	return i
}

// numeral ends a number; a part of a tuple (t.0.1) is never a decimal.
func numeral(src string, i int, part bool) (class, int) {
	digit := func(k int) bool {
		return k < len(src) && (src[k] >= '0' && src[k] <= '9' || src[k] == '_')
	}
	if strings.HasPrefix(src[i:], "0x") {
		i += 2
		for i < len(src) && strings.IndexByte("0123456789abcdefABCDEF_", src[i]) >= 0 {
			i++
		}
		return number, i
	}
	for digit(i) {
		i++
	}
	// 0..n is a range.
	if part || i >= len(src) || src[i] != '.' || !digit(i+1) {
		return number, i
	}
	for i++; digit(i); i++ {
	}
	return decimal, i
}

// comment returns the end of a comment, which may hold others; -1 where it has none.
func comment(src string, i int) int {
	depth := 0
	for i < len(src) {
		switch {
		case strings.HasPrefix(src[i:], "/*"):
			depth++
			i += 2
		case strings.HasPrefix(src[i:], "*/"):
			depth--
			i += 2
			if depth == 0 {
				return i
			}
		default:
			i++
		}
	}
	return -1
}

// literal returns the end of a quoted text on one line, -1 where it has none.
func literal(src string, i int, quote byte) int {
	for i++; i < len(src) && src[i] != '\n'; i++ {
		switch src[i] {
		case '\\':
			i++
		case quote:
			return i + 1
		}
	}
	return -1
}
