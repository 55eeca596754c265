package propose

import (
	"math"
	"strings"

	"ensures/java/interp"
	"ensures/propose/search"
)

// dialect is how JML writes what the search finds.
func dialect() search.Dialect {
	return search.Dialect{
		Result: "\\result", Null: "null", Old: old, BeforeCall: beforeCall,
		Quantify: func(q search.Quantifier, variables, span, body string) string {
			return "(" + quantifiers[q] + " int " + variables + "; " + span + "; " + body + ")"
		},
		Quantified: func(text string) bool { return strings.Contains(text, "(\\") },
		Index:      func(sequence, i string) string { return sequence + "[" + i + "]" },
		Length:     func(sequence string) string { return sequence + ".length" },
		IsLength:   func(text string) bool { return strings.Contains(text, "length") },
		If:         func(c, x, y string) string { return "(" + c + " ? " + x + " : " + y + ")" },
		Narrow: func(bits int, operand string) string {
			if bits == 64 {
				return "(long) " + operand
			}
			return "(int) " + operand
		},
		Least:    func(bits int) string { return boxOf(bits) + ".MIN_VALUE" },
		Greatest: func(bits int) string { return boxOf(bits) + ".MAX_VALUE" },
		IsNaN:    func(text string) string { return "Double.isNaN(" + text + ")" },
		Char:     charText, Real: realText, Text: quote,
		SameText: func(x, y string) string { return x + ".equals(" + y + ")" },
		Joined:   func(x, y string) string { return x + " + " + y },
	}
}

var quantifiers = [...]string{search.Forall: "\\forall", search.Exists: "\\exists", search.Count: "\\num_of", search.Sum: "\\sum"}

// realText writes a fraction, or what is none, as Java has it.
func realText(v float64) string {
	switch {
	case math.IsNaN(v):
		return "Double.NaN"
	case math.IsInf(v, 1):
		return "Double.POSITIVE_INFINITY"
	case math.IsInf(v, -1):
		return "Double.NEGATIVE_INFINITY"
	}
	return interp.FormatDouble(v)
}

func old(text string) string { return "\\old(" + text + ")" }

func boxOf(bits int) string {
	if bits == 64 {
		return "Long"
	}
	return "Integer"
}

// charText is a character literal.
func charText(c uint16) string {
	switch c {
	case '\'':
		return `'\''`
	case '\\':
		return `'\\'`
	case '\n':
		return `'\n'`
	case '\t':
		return `'\t'`
	case '\r':
		return `'\r'`
	}
	if c >= ' ' && c < 0x7f {
		return "'" + string(rune(c)) + "'"
	}
	const hex = "0123456789abcdef"
	return `'\u` + string([]byte{hex[c>>12], hex[c>>8&15], hex[c>>4&15], hex[c&15]}) + "'"
}

// quote is a string literal.
func quote(s string) string {
	out := []byte{'"'}
	for _, u := range interp.NewString(s).Units() {
		c := charText(u)
		switch c = c[1 : len(c)-1]; c {
		case `"`:
			c = `\"`
		case `\'`:
			c = `'`
		}
		out = append(out, c...)
	}
	return string(append(out, '"'))
}

// beforeCall is a text about the state before the call as a requires clause says
// it: without \old around names.
func beforeCall(text string) string {
	for {
		i := strings.Index(text, "\\old(")
		if i < 0 {
			return text
		}
		depth, j := 0, i+4
		for ; j < len(text); j++ {
			if text[j] == '(' {
				depth++
			} else if text[j] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if j == len(text) {
			return text
		}
		text = text[:i] + text[i+5:j] + text[j+1:]
	}
}
