package java

import (
	"fmt"
	"sort"
	"strings"
)

// Edits collects changes to a file's source. Every byte that no edit covers
// stays as it is.
type Edits struct {
	f    *File
	list []edit
}

type edit struct {
	from, to int
	text     string
}

// NewEdits starts a collection of edits to f.
func NewEdits(f *File) *Edits { return &Edits{f: f} }

// Len is the number of edits.
func (e *Edits) Len() int { return len(e.list) }

// Insert puts text before the character at p. Insertions at one place keep the
// order in which they were made.
func (e *Edits) Insert(p Pos, text string) { e.Replace(Span{p, p}, text) }

// Delete removes a range.
func (e *Edits) Delete(s Span) { e.Replace(s, "") }

// Replace puts text in place of a range.
func (e *Edits) Replace(s Span, text string) {
	e.list = append(e.list, edit{s.From.Offset(), s.To.Offset(), text})
}

// InsertLines puts lines before a declaration or statement, each on its own
// line with the indentation of the line on which n starts. If other source
// stands before n on that line, n moves to a line of its own.
func (e *Edits) InsertLines(n Node, lines ...string) { e.InsertLinesAt(n.Pos(), lines...) }

// InsertLinesAt is InsertLines before the character at p.
func (e *Edits) InsertLinesAt(p Pos, lines ...string) {
	if len(lines) == 0 || !p.IsValid() {
		return
	}
	indent, alone := e.f.Indent(p)
	eol := e.f.EOL()
	var b strings.Builder
	if !alone {
		b.WriteString(eol + indent)
	}
	for _, l := range lines {
		b.WriteString(l + eol + indent)
	}
	e.Insert(p, b.String())
}

// DeleteLines removes a range, and its lines altogether where nothing else
// stands on them.
func (e *Edits) DeleteLines(s Span) {
	from, to := s.From.Offset(), s.To.Offset()
	src := e.f.Src
	lo := from
	for lo > 0 && (src[lo-1] == ' ' || src[lo-1] == '\t') {
		lo--
	}
	hi := to
	for hi < len(src) && (src[hi] == ' ' || src[hi] == '\t') {
		hi++
	}
	starts := lo == 0 || src[lo-1] == '\n' || src[lo-1] == '\r'
	ends := hi == len(src) || src[hi] == '\n' || src[hi] == '\r'
	// With the end of the last line, so that no empty line is left.
	if starts && ends {
		if strings.HasPrefix(src[hi:], "\r\n") {
			hi += 2
		} else if hi < len(src) {
			hi++
		}
		s = Span{e.f.PosAt(lo), e.f.PosAt(hi)}
	}
	e.Delete(s)
}

// Indent is the white space that starts the line of p, and whether nothing else
// stands before p on it.
func (f *File) Indent(p Pos) (indent string, alone bool) {
	off := min(max(p.Offset(), 0), len(f.Src))
	start := int(f.lineTable()[f.line(off)])
	end := start
	for end < off && (f.Src[end] == ' ' || f.Src[end] == '\t') {
		end++
	}
	return f.Src[start:end], end == off
}

// EOL is the file's line ending: that of its first line, LF if it has one line.
func (f *File) EOL() string {
	switch i := strings.IndexAny(f.Src, "\r\n"); {
	case i < 0 || f.Src[i] == '\n':
		return "\n"
	case strings.HasPrefix(f.Src[i:], "\r\n"):
		return "\r\n"
	}
	return "\r"
}

// SplitLines returns the lines of a source without their ends, as positions count
// them: a line ends with LF, CR or both.
func SplitLines(src string) []string {
	starts := lineStarts(src)
	lines := make([]string, len(starts))
	for i, from := range starts {
		to := len(src)
		if i+1 < len(starts) {
			to = int(starts[i+1])
		}
		lines[i] = strings.TrimRight(src[from:to], "\r\n")
	}
	return lines
}

// Apply is the source with all edits made. Edits that overlap are an error; two
// insertions at one place do not overlap, nor does an insertion at the edge of a
// replaced range.
func (e *Edits) Apply() (string, error) {
	d, err := e.Edited()
	return d.Text, err
}

// Edited is a source with edits made, and where its parts are now.
type Edited struct {
	Text string
	from []int // edit of the collection → where its text begins
	kept []shift
}

// shift is a stretch of the source that no edit covers: its beginning before and now.
type shift struct{ was, now int }

// Edited is Apply with the places of what was inserted and of what was there.
func (e *Edits) Edited() (Edited, error) {
	order := make([]int, len(e.list))
	for i := range order {
		order[i] = i
	}
	sort.SliceStable(order, func(i, j int) bool {
		x, y := e.list[order[i]], e.list[order[j]]
		if x.from != y.from {
			return x.from < y.from
		}
		return x.to == x.from && y.to != y.from // insertions first
	})

	out := Edited{from: make([]int, len(e.list))}
	var b strings.Builder
	at := 0
	for _, i := range order {
		d := e.list[i]
		if d.from < 0 || d.to < d.from || d.to > len(e.f.Src) {
			return Edited{}, fmt.Errorf("edit of bytes %d to %d is outside the file of %d", d.from, d.to, len(e.f.Src))
		}
		// Sorted, an edit overlaps another one exactly if it begins before the end of the one
		// before it.
		if d.from < at {
			pos := e.f.Position(e.f.PosAt(d.from))
			return Edited{}, fmt.Errorf("%d:%d: two edits overlap", pos.Line, pos.Column)
		}
		out.kept = append(out.kept, shift{at, b.Len()})
		b.WriteString(e.f.Src[at:d.from])
		out.from[i] = b.Len()
		b.WriteString(d.text)
		at = d.to
	}

	out.kept = append(out.kept, shift{at, b.Len()})
	b.WriteString(e.f.Src[at:])
	out.Text = b.String()
	return out, nil
}

// Inserted is the offset at which the text of an edit begins; edits are counted from
// 0 in the order in which they were made.
func (d Edited) Inserted(edit int) int { return d.from[edit] }

// Offset is where the character that stood at an offset of the source stands now.
// It is asked about characters that no edit took away.
func (d Edited) Offset(was int) int {
	// Stretches begin where the edits before them end: the last one that begins at or
	// before the place holds it, since what is inserted at a place goes in front of it.
	i := sort.Search(len(d.kept), func(i int) bool { return d.kept[i].was > was }) - 1
	return d.kept[max(i, 0)].now + was - d.kept[max(i, 0)].was
}
