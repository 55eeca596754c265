package trace

import (
	"slices"
	"strings"

	"ensures/internal/closest"
)

// refs walks over an expression and gives every $name to f, whose answer takes its
// place. Strings and comments stay as they are.
func refs(x string, f func(name string) string) string {
	var b strings.Builder
	for i := 0; i < len(x); {
		switch {
		case x[i] == '"':
			j := i + 1
			for j < len(x) && x[j] != '"' {
				if x[j] == '\\' {
					j++
				}
				j++
			}
			j = min(j+1, len(x))
			b.WriteString(x[i:j])
			i = j
		case strings.HasPrefix(x[i:], "(*"):
			j := strings.Index(x[i:], "*)")
			if j < 0 {
				j = len(x) - i - 2
			}
			b.WriteString(x[i : i+j+2])
			i += j + 2
		case strings.HasPrefix(x[i:], `\*`):
			j := strings.IndexByte(x[i:], '\n')
			if j < 0 {
				j = len(x) - i
			}
			b.WriteString(x[i : i+j])
			i += j
		// A dot belongs to the name only where a path goes on behind it.
		case x[i] == '$' && i+1 < len(x) && letter(x[i+1]):
			j := i + 1
			for j < len(x) && (word(x[j]) || x[j] == '.' && j+1 < len(x) && word(x[j+1])) {
				j++
			}
			b.WriteString(f(x[i+1 : j]))
			i = j
		default:
			b.WriteByte(x[i])
			i++
		}
	}
	return b.String()
}

// names are the $names of expressions, each once, in order.
func names(xs ...string) []string {
	var out []string
	for _, x := range xs {
		refs(x, func(n string) string {
			if !slices.Contains(out, n) {
				out = append(out, n)
			}
			return ""
		})
	}
	return out
}

func letter(c byte) bool { return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c == '_' }
func word(c byte) bool   { return letter(c) || c >= '0' && c <= '9' }

// identifier reports whether s is a name of TLA+.
func identifier(s string) bool {
	has := false
	for i := range len(s) {
		if !word(s[i]) {
			return false
		}
		has = has || letter(s[i]) && s[i] != '_'
	}
	return has && !slices.Contains(reserved, s)
}

// reserved are the words of TLA+ that are no names.
var reserved = strings.Fields(`ASSUME ASSUMPTION AXIOM CASE CHOOSE CONSTANT CONSTANTS DOMAIN ELSE ENABLED EXCEPT EXTENDS IF IN INSTANCE LET LOCAL
MODULE OTHER SF_ SUBSET THEN THEOREM UNCHANGED UNION VARIABLE VARIABLES WF_ WITH BY COROLLARY DEF DEFINE DEFS HAVE HIDE LAMBDA LEMMA NEW OBVIOUS
OMITTED PICK PROOF PROPOSITION PROVE QED RECURSIVE STATE SUFFICES TAKE TEMPORAL USE WITNESS ACTION`)

// head is the operator that an action expression applies: Acquire of
// "Acquire($t)"; empty where it is more than one application.
func head(x string) (name string, args int) {
	x = strings.TrimSpace(x)
	i := 0
	for i < len(x) && (word(x[i]) || x[i] == '!') {
		i++
	}
	// An operator of an instance, I!Op, is a name like others.
	name, rest := x[:i], strings.TrimSpace(x[i:])
	if !identifier(strings.ReplaceAll(name, "!", "_")) {
		return "", 0
	}

	if rest == "" {
		return name, 0
	}
	if rest[0] != '(' {
		return "", 0
	}

	depth, inString := 0, false
	args = 1
	for j := 0; j < len(rest); j++ {
		c := rest[j]
		switch {
		case inString:
			if c == '\\' {
				j++
			}
			inString = c != '"'
		case c == '"':
			inString = true
		case strings.IndexByte("([{", c) >= 0 || strings.HasPrefix(rest[j:], "<<"):
			depth++
			if c == '<' {
				j++
			}
		case strings.IndexByte(")]}", c) >= 0 || strings.HasPrefix(rest[j:], ">>"):
			depth--
			if c == '>' {
				j++
			}
			// A bracket closes before the end: f(x) + 1 is no application.
			if depth == 0 && j < len(rest)-1 {
				return "", 0
			}
		case c == ',' && depth == 1:
			args++
		}
	}

	if depth != 0 {
		return "", 0
	}
	return name, args
}

// meant is a hint at the word that was probably meant.
func meant(name string, candidates []string) string {
	if n := closest.Word(name, candidates, max(1, len(name)/3)); n != "" {
		return "did you mean " + n + "?"
	}
	return ""
}
