package jml

import (
	"regexp"
	"sort"
	"strings"

	"ensures/java"
)

// An annotation is one active JML comment: Span is the whole comment and Body
// the text between its delimiters.
type annotation struct {
	java.Span
	body  java.Span
	block bool // /*@ … @*/
	used  bool // given to something
}

// defaultKeys are the conditional-annotation keys that are on unless Options say
// otherwise: //+ESC@ and //+OPENJML@ are read, //-ESC@ and //+RAC@ are not.
var defaultKeys = []string{"ESC", "OPENJML"}

// commentedOut is an annotation of Java that someone has put into a comment, as //@Immutable
// or /*@NonNull*/: it begins as JML's comments do, and none of JML's words has a capital.
var commentedOut = regexp.MustCompile(`^@[A-Z]\w*(\.\w+)*[ \t]*(\([^\n]*\))?[ \t]*(\*/)?$`)

// marker reads the start of a JML comment at the beginning of text: `//@`, `/*@`,
// or with keys `//+ESC-RAC@`. It returns the length of the marker, whether the
// text is a JML comment at all, and whether its keys make it active.
func marker(text string, keys []string) (n int, isJML, active bool) {
	if !strings.HasPrefix(text, "//") && !strings.HasPrefix(text, "/*") {
		return 0, false, false
	}
	i := 2
	plus, plusHit, minusHit := false, false, false
	for i < len(text) && (text[i] == '+' || text[i] == '-') {
		sign := text[i]
		j := i + 1
		for j < len(text) && isWordByte(text[j]) {
			j++
		}
		on := false
		for _, k := range keys {
			if k == text[i+1:j] {
				on = true
			}
		}
		if j == i+1 {
			// `//+@` and `//-@`, an old way to write tool-specific comments: always,
			// and never, read.
			on = sign == '+'
			if sign == '-' {
				minusHit = true
			}
		}
		if sign == '+' {
			plus = true
			plusHit = plusHit || on
		} else {
			minusHit = minusHit || on
		}
		i = j
	}

	if i >= len(text) || text[i] != '@' || i == 2 && commentedOut.MatchString(text[i:]) {
		return 0, false, false
	}
	for i < len(text) && text[i] == '@' {
		i++
	}
	// Of positive keys one has to be enabled; an enabled negative key switches the comment off,
	// whatever else it names.
	return i, true, (!plus || plusHit) && !minusHit
}

func isWordByte(c byte) bool {
	return c == '_' || c == '$' || '0' <= c && c <= '9' || 'a' <= c && c <= 'z' || 'A' <= c && c <= 'Z' || c >= 0x80
}

// extract finds the active JML comments of f and makes a source of the same
// length in which everything else is blank, so that positions in it are
// positions in f.
//
// The spans returned are those of an "@" in front of a clause's keyword.
func extract(f *java.File, keys []string) ([]annotation, string, []java.Span) {
	blank := blanked(f.Src)
	var list []annotation
	var marks []java.Span
	for _, c := range f.Comments {
		n, isJML, active := marker(c.Text, keys)
		if !isJML || !active {
			continue
		}
		start := c.From.Offset()
		end := start + len(c.Text)
		a := annotation{Span: c.Span, block: strings.HasPrefix(c.Text, "/*")}
		bodyEnd := end

		if a.block {
			bodyEnd = end - 2
			if !strings.HasSuffix(c.Text, "*/") || bodyEnd < start+n { // unterminated, or /*@*/
				bodyEnd = end
				if strings.HasSuffix(c.Text, "*/") {
					bodyEnd = max(start+n, end-2)
				}
			}
			// A block may end in @*/ or @@*/.
			for bodyEnd > start+n && f.Src[bodyEnd-1] == '@' {
				bodyEnd--
			}
		}
		// A Pos is the offset plus one.
		a.body = java.Span{From: java.Pos(start + n + 1), To: java.Pos(bodyEnd + 1)}
		reveal(blank, f.Src, start+n, bodyEnd, a.block, keys)
		marks = append(marks, looseMarks(blank, f.Src, start+n, bodyEnd)...)
		list = append(list, a)
	}
	sort.Slice(list, func(i, j int) bool { return list[i].From < list[j].From })
	return list, string(blank), marks
}

func blanked(src string) []byte {
	b := []byte(src)
	for i, c := range b {
		if c != '\n' && c != '\r' {
			b[i] = ' '
		}
	}
	return b
}

// reveal copies src[from:to], the inside of a JML comment, into b without the
// `@`s at line starts and without comments in the comment.
func reveal(b []byte, src string, from, to int, block bool, keys []string) {
	for i := from; i < to; {
		c := src[i]
		switch {
		case c == '\n' || c == '\r':
			i++
			// leading blanks and @s of a block comment's line
			j := i
			for j < to && (src[j] == ' ' || src[j] == '\t' || src[j] == '\f') {
				j++
			}
			for j < to && src[j] == '@' {
				j++
			}
			i = j
		// What looks like a marker inside a literal is text.
		case c == '"' || c == '\'':
			j := literalEnd(src, i, to)
			copy(b[i:j], src[i:j])
			i = j
		case c == '(' && strings.HasPrefix(src[i:to], "(*") && informalEnd(src, i, to) > 0:
			j := informalEnd(src, i, to)
			copy(b[i:j], src[i:j])
			i = j

		case c == '/' && i+1 < to && (src[i+1] == '/' || src[i+1] == '*'):
			// A marker inside of a comment begins no other: it is dropped, and what follows is
			// still specification.
			if n, isJML, active := marker(src[i:to], keys); isJML && active {
				i += n
				break
			}
			if src[i+1] == '/' {
				for i < to && src[i] != '\n' && src[i] != '\r' {
					i++
				}
				break
			}
			if j := strings.Index(src[i+2:to], "*/"); j >= 0 {
				i += 2 + j + 2
			} else {
				i = to
			}
		case c == '@' && i+2 < to && strings.HasPrefix(src[i:to], "@*/"): // end of a nested block
			i += 3
		// The end of a block that stands inside of a line comment.
		case c == '*' && i+1 < to && src[i+1] == '/' && !block:
			i += 2
		default:
			b[i] = c
			i++
		}
	}
}

// literalEnd is the offset after the string, text block or character literal that
// starts at i; an unterminated one ends with its line.
func literalEnd(src string, i, to int) int {
	q := src[i]
	if strings.HasPrefix(src[i:to], `"""`) {
		if j := strings.Index(src[i+3:to], `"""`); j >= 0 {
			return i + 3 + j + 3
		}
	}
	for j := i + 1; j < to; j++ {
		switch src[j] {
		case '\\':
			j++
		case '\n', '\r':
			return j
		case q:
			return j + 1
		}
	}
	return to
}

// informalEnd is the offset after the informal predicate (* … *) at i, 0 if it
// does not end.
func informalEnd(src string, i, to int) int {
	if j := strings.Index(src[i+2:to], "*)"); j >= 0 {
		return i + 2 + j + 2
	}
	return 0
}

// looseMarks finds the "@"s that stand, after the margin, in front of the keyword
// of a clause, as in `//@ @ensures x;`, and blanks them.
func looseMarks(b []byte, src string, from, to int) []java.Span {
	var marks []java.Span
	for i := from; i < to; i++ {
		if b[i] != '@' {
			continue
		}
		j := i + 1
		for j < to && isWordByte(b[j]) {
			j++
		}
		if isClauseWord(src[i+1 : j]) {
			b[i] = ' '
			marks = append(marks, java.Span{From: java.Pos(i + 1), To: java.Pos(i + 2)})
		}
	}
	return marks
}
