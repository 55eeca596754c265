package flow

import (
	"fmt"
	"slices"
	"strings"
	"unicode"
)

// longest is how many characters of a point's text are shown.
const longest = 140

// say is tokens as a phrase.
func say(toks []token) phrase {
	var b strings.Builder
	gap := false
	for i, t := range toks {
		gap = gap || i > 0 && t.gap
		// Ordering::Acquire is said as Acquire.
		if t.is("Ordering") && i+1 < len(toks) && toks[i+1].is("::") || t.is("::") && i > 0 && toks[i-1].is("Ordering") {
			continue // of an atomic operation, only which
		}
		if gap {
			b.WriteByte(' ')
		}
		gap = false
		b.WriteString(strings.Join(strings.Fields(t.text), " "))
	}
	text := strings.TrimSpace(b.String())
	if r := []rune(text); len(r) > longest {
		text = string(r[:longest-1]) + "…"
	}
	return phrase{text, shared(toks), called(toks)}
}

// called are the names of the functions and methods that tokens call.
func called(toks []token) []string {
	var names []string
	for i, t := range toks {
		if t.kind == word && i+1 < len(toks) && toks[i+1].is("(") {
			names = append(names, t.text)
		}
	}
	return names
}

// sayText is a piece of source as a phrase. It was parsed before, so it has tokens.
func sayText(d dialect, src string) phrase {
	toks, err := lex(d, "", src)
	if err != nil {
		return phrase{text: strings.Join(strings.Fields(src), " ")}
	}
	return say(toks[:len(toks)-1])
}

// sharing are the words in names of calls that other threads notice, or that wait for
// them.
var sharing = map[string]bool{
	"lock": true, "unlock": true, "rlock": true, "runlock": true, "spinlock": true, "mutex": true, "trylock": true,
	"atomic": true, "load": true, "store": true, "swap": true, "cas": true, "cmpxchg": true, "xchg": true, "exchange": true, "fetch": true, "compare": true,
	"wait": true, "await": true, "signal": true, "broadcast": true, "notify": true, "wake": true, "park": true, "unpark": true,
	"send": true, "recv": true, "receive": true, "close": true, "spawn": true, "join": true, "once": true, "sync": true,
	"increment": true, "decrement": true, "acquire": true, "release": true, "pthread": true, "barrier": true,
}

// shared reports whether tokens have a call that is one of threads by its name, or
// another operation on what threads share.
func shared(toks []token) bool {
	for i, t := range toks {
		switch {
		case t.is("<-"), t.is("await") && i > 0 && toks[i-1].is("."):
			return true
		case t.kind != word || i+1 == len(toks) || !toks[i+1].is("("):
		case sharesName(t.text), i > 1 && toks[i-1].is(".") && toks[i-2].is("atomic"):
			return true
		}
	}
	return false
}

// sharesName reports whether a word of a name in camel or snake case is one of sharing.
func sharesName(name string) bool {
	lower := true
	from := 0
	for i, c := range name {
		// A word ends before a capital that follows a small letter: CAS in tryCAS is one word.
		if c == '_' || unicode.IsUpper(c) && lower {
			if sharing[strings.ToLower(strings.Trim(name[from:i], "_"))] {
				return true
			}
			from = i
		}
		lower = !unicode.IsUpper(c)
	}
	return sharing[strings.ToLower(strings.Trim(name[from:], "_"))] || name == "READ_ONCE" || name == "WRITE_ONCE"
}

// calls reports whether tokens have a call.
func calls(toks []token) bool {
	for i, t := range toks {
		if t.is("(") && i > 0 && (toks[i-1].kind == word || toks[i-1].is("!") || toks[i-1].is(">") || toks[i-1].is(")")) {
			return true
		}
	}
	return false
}

// has reports whether a word or an operator is among tokens.
func has(toks []token, text string) bool {
	return slices.ContainsFunc(toks, func(t token) bool { return t.is(text) })
}

// split is tokens as a condition. It is divided at && and || where what stands behind
// has a call: another thread may come in between.
func split(toks []token) *condition {
	c := &condition{what: say(toks)}
	if len(toks) > 0 {
		c.line = toks[0].line
	}
	// The weaker operator first: it divides the whole.
	for _, op := range []string{"||", "&&"} {
		places := outside(toks, op)
		// From the right, since both operators are read from the left: a && b && c is (a && b) &&
		// c.
		for _, i := range slices.Backward(places) {
			x := split(toks[:i])
			if x.op != "" || calls(toks[i+1:]) {
				return &condition{line: c.line, op: op, x: x, y: split(toks[i+1:])}
			}
		}
		// Nothing is called behind any ||, nor behind an && on the left of one: the condition
		// stays whole.
		if len(places) > 0 {
			break
		}
	}
	return c
}

// outside are the places where an operator stands between two operands outside all
// brackets.
func outside(toks []token, op string) []int {
	var out []int
	depth := 0
	for i, t := range toks {
		switch {
		case t.opens():
			depth++
		case t.closes():
			depth--
		case depth == 0 && t.is(op) && i > 0:
			out = append(out, i)
		}
	}
	return out
}

// splitText is a piece of source as a condition; line is that of its first token.
func splitText(d dialect, src string, line int) *condition {
	toks, err := lex(d, "", src)
	if err != nil {
		return &condition{line: line, what: sayText(d, src)}
	}
	toks = toks[:len(toks)-1]
	for i := range toks {
		toks[i].line += line - 1
	}
	c := split(toks)
	c.line = line
	return c
}

// lineName is what a closure is called in the text of the statement that it is in.
func lineName(line int) string { return fmt.Sprintf("@L%d", line) }
