package lsp

import (
	"strings"
	"unicode/utf8"
)

// The encodings in which a character of a line can be counted.
const (
	utf8Units  = "utf-8"
	utf16Units = "utf-16"
)

// text is the text of a document with its line starts. Positions of the protocol count
// units of the agreed encoding, those of our front ends code points; both become byte
// offsets here, and nothing else is computed with.
type text struct {
	src   string
	lines []int // offsets at which lines start
	units string
}

// newText reads lines as the protocol does: they end with \n, \r\n or \r.
func newText(src, units string) *text {
	t := &text{src: src, units: units, lines: []int{0}}
	for i := 0; i < len(src); i++ {
		// Of \r\n the line ends at the \n.
		if src[i] == '\n' || src[i] == '\r' && (i+1 == len(src) || src[i+1] != '\n') {
			t.lines = append(t.lines, i+1)
		}
	}
	return t
}

// line returns where a line starts and where its text ends, without the line's end.
// Lines behind the last are empty, at the end of the text.
func (t *text) line(n int) (from, to int) {
	if n < 0 {
		return 0, 0
	}
	if n >= len(t.lines) {
		return len(t.src), len(t.src)
	}
	from, to = t.lines[n], len(t.src)
	if n+1 < len(t.lines) {
		to = t.lines[n+1]
	}
	return from, from + len(strings.TrimRight(t.src[from:to], "\r\n"))
}

// offset returns the byte offset of a position; one behind the end of its line is the
// line's end, as the protocol wants it.
func (t *text) offset(p position) int {
	from, to := t.line(p.Line)
	left := p.Character
	for at := from; at < to; {
		r, size := utf8.DecodeRuneInString(t.src[at:])
		// A position in the middle of a code point, between two surrogates, is the code point's
		// beginning.
		if left -= t.width(r, size); left < 0 {
			return at
		}
		at += size
	}
	return to
}

// position returns the position of a byte offset.
func (t *text) position(offset int) position {
	offset = max(min(offset, len(t.src)), 0)
	low, high := 0, len(t.lines) // the line is the last that starts at or before the offset
	for high-low > 1 {
		if mid := (low + high) / 2; t.lines[mid] <= offset {
			low = mid
		} else {
			high = mid
		}
	}
	p := position{Line: low}
	for at := t.lines[low]; at < offset; {
		r, size := utf8.DecodeRuneInString(t.src[at:])
		p.Character += t.width(r, size)
		at += size
	}
	return p
}

// width returns how many units a code point has.
func (t *text) width(r rune, size int) int {
	switch {
	case t.units == utf8Units:
		return size
	case r > 0xFFFF:
		return 2
	}
	return 1
}

// at returns the byte offset of a line and column of a front end, both from 1, columns
// in code points.
func (t *text) at(line, column int) int {
	from, to := t.line(line - 1)
	for at := from; at < to; {
		if column--; column < 1 {
			return at
		}
		_, size := utf8.DecodeRuneInString(t.src[at:])
		at += size
	}
	return to
}

// span returns the range between two byte offsets.
func (t *text) span(from, to int) textRange {
	return textRange{t.position(from), t.position(max(from, to))}
}

// wordAt returns the range of the word that begins at a line and column of a front end,
// or of the rest of the line where no word does.
func (t *text) wordAt(line, column int) textRange {
	from := t.at(line, column)
	_, end := t.line(line - 1)
	to := from
	for to < end && isWord(t.src[to]) {
		to++
	}
	if to == from {
		to = end
	}
	return t.span(from, to)
}

func isWord(c byte) bool {
	return c == '_' || c == '$' || c == '\\' || c >= '0' && c <= '9' || c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= utf8.RuneSelf
}

// changed returns the text after changes, which are applied one after the other.
func (t *text) changed(changes []change) *text {
	for _, c := range changes {
		src := c.Text
		if c.Range != nil {
			from, to := t.offset(c.Range.Start), t.offset(c.Range.End)
			src = t.src[:from] + c.Text + t.src[max(from, to):]
		}
		t = newText(src, t.units)
	}
	return t
}

// edit returns the one edit that makes another text of this one: what they begin and
// end with alike stays.
func (t *text) edit(now string) []textEdit {
	if now == t.src {
		return nil
	}
	from := 0
	// The least that differs: cursors, folds and breakpoints outside of it stay where they are.
	for from < min(len(t.src), len(now)) && t.src[from] == now[from] {
		from++
	}
	was, is := len(t.src), len(now)
	for was > from && is > from && t.src[was-1] == now[is-1] {
		was, is = was-1, is-1
	}

	// A code point is not cut, and neither is a line's end of two characters.
	for from > 0 && (!utf8.RuneStart(byteAt(t.src, from)) || !utf8.RuneStart(byteAt(now, from)) || t.src[from-1] == '\r') {
		from--
	}
	for was < len(t.src) && (!utf8.RuneStart(t.src[was]) || t.src[was] == '\n') {
		was, is = was+1, is+1
	}
	return []textEdit{{t.span(from, was), now[from:is]}}
}

// byteAt returns a byte of s, 0 behind its end.
func byteAt(s string, i int) byte {
	if i < len(s) {
		return s[i]
	}
	return 0
}
