package dafny

import (
	"strconv"
	"strings"
	"unicode/utf8"
)

// Unquote returns what a literal of a character, string or verbatim string (@"…") stands
// for; false where an escape is none of Dafny's.
func Unquote(literal string) (string, bool) {
	if s, ok := strings.CutPrefix(literal, `@"`); ok {
		return strings.ReplaceAll(strings.TrimSuffix(s, `"`), `""`, `"`), len(s) > 0
	}
	if len(literal) < 2 {
		return "", false
	}
	var b strings.Builder
	for s := literal[1 : len(literal)-1]; s != ""; {
		if s[0] != '\\' {
			_, n := utf8.DecodeRuneInString(s)
			b.WriteString(s[:n])
			s = s[n:]
			continue
		}
		r, n := escape(s[1:])
		if n == 0 || !utf8.ValidRune(r) {
			return "", false
		}
		b.WriteRune(r)
		s = s[1+n:]
	}
	return b.String(), true
}

// escape returns the character of an escape behind its backslash, and its length.
func escape(s string) (rune, int) {
	if s == "" {
		return 0, 0
	}
	if i := strings.IndexByte(`'"\0nrt`, s[0]); i >= 0 {
		return rune("'\"\\\x00\n\r\t"[i]), 1
	}
	digits, n := "", 0
	switch {
	case s[0] == 'u' && len(s) >= 5:
		digits, n = s[1:5], 5
	case strings.HasPrefix(s, "U{") && strings.Contains(s, "}"):
		n = strings.Index(s, "}") + 1
		digits = s[2 : n-1]
	}
	r, err := strconv.ParseUint(digits, 16, 21)
	if err != nil {
		return 0, 0
	}
	return rune(r), n
}
