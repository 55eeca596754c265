package invariant

import "strings"

// token is a piece of TLA+ text. Only what substitution needs is told apart.
type token struct {
	text string
	kind tokenKind
}

type tokenKind uint8

const (
	other  tokenKind = iota // operators, numbers, white space
	word                    // an identifier or reserved word
	field                   // an identifier after a dot: a field's or an instance's name
	use                     // $name
	quoted                  // a string or a comment
)

func letter(c byte) bool {
	return c == '_' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9'
}

// scan cuts text into tokens; joined they are the text again.
func scan(s string) []token {
	var out []token
	for i := 0; i < len(s); {
		j, k := i+1, other
		// What stands in strings and comments is no name.
		switch c := s[i]; {
		case c == '"':
			for j < len(s) && s[j] != '"' {
				if s[j] == '\\' {
					j++
				}
				j++
			}
			j, k = min(j+1, len(s)), quoted
		case strings.HasPrefix(s[i:], `\*`):
			j, k = len(s), quoted
			if n := strings.IndexByte(s[i:], '\n'); n >= 0 {
				j = i + n
			}
		case strings.HasPrefix(s[i:], "(*"):
			j, k = len(s), quoted
			if n := strings.Index(s[i:], "*)"); n >= 0 {
				j = i + n + 2
			}
		case c == '\\' && j < len(s) && letter(s[j]): // \in, \A
			for j < len(s) && letter(s[j]) {
				j++
			}
		case c == '$' && j < len(s) && letter(s[j]):
			for j < len(s) && letter(s[j]) {
				j++
			}
			k = use
		case letter(c):
			for j < len(s) && letter(s[j]) {
				j++
			}
			k = word
			if i > 0 && (s[i-1] == '.' || s[i-1] == '!') && !strings.HasSuffix(s[:i], "..") {
				k = field
			}
		}
		out = append(out, token{s[i:j], k})
		i = j
	}
	return out
}

// uses are the placeholders that text mentions.
func uses(text string) []string {
	var out []string
	for _, t := range scan(text) {
		if t.kind == use {
			out = append(out, t.text[1:])
		}
	}
	return out
}

// rename is text with the prefix's names in place of $names, and with the words that
// must give way renamed.
func rename(text string, mustGo func(string) bool) string {
	var b strings.Builder
	ts := scan(text)
	for i, t := range ts {
		switch {
		case t.kind == use:
			b.WriteString(prefix + t.text[1:])
			continue
		case t.kind == word && mustGo(t.text) && !isField(ts, i):
			b.WriteString(t.text + "_q")
			continue
		}
		b.WriteString(t.text)
	}
	return b.String()
}

// isField says whether the i-th token names a field: in [name |-> x] and [name : S].
func isField(ts []token, i int) bool {
	before := func() string {
		for j := i - 1; j >= 0; j-- {
			if s := strings.TrimSpace(ts[j].text); s != "" {
				return s
			}
		}
		return ""
	}
	if b := before(); b != "[" && b != "," {
		return false
	}
	var after string
	for _, t := range ts[i+1:] {
		after = strings.TrimLeft(after+t.text, " \t\n")
		if len(after) > 2 {
			break
		}
	}
	return strings.HasPrefix(after, "|->") || strings.HasPrefix(after, ":")
}
