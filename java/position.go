package java

import (
	"slices"
	"unicode/utf8"
)

// NewFile makes a file of source text without parsing it, for parsers of parts.
func NewFile(name, src string) *File {
	f := &File{Name: name, Src: src}
	f.Span = Span{1, Pos(len(src) + 1)}
	f.lines = lineStarts(src)
	return f
}

func lineStarts(src string) []int32 {
	lines := make([]int32, 1, len(src)/30+1)
	for i := 0; i < len(src); i++ {
		switch src[i] {
		case '\r':
			if i+1 < len(src) && src[i+1] == '\n' {
				i++
			}
			lines = append(lines, int32(i+1))
		case '\n':
			lines = append(lines, int32(i+1))
		}
	}
	return lines
}

// Lines is the number of lines, an unfinished last one included.
func (f *File) Lines() int { return len(f.lineTable()) }

func (f *File) lineTable() []int32 {
	if f.lines == nil {
		f.lines = lineStarts(f.Src)
	}
	return f.lines
}

// line is the zero-based number of the line that holds the offset.
func (f *File) line(offset int) int {
	i, found := slices.BinarySearch(f.lineTable(), int32(offset))
	if !found {
		i--
	}
	return i
}

// Position is the line and column of p. An invalid p is line 0.
func (f *File) Position(p Pos) Position {
	if !p.IsValid() {
		return Position{File: f.Name, Offset: -1}
	}
	off := min(p.Offset(), len(f.Src))
	l := f.line(off)
	col := utf8.RuneCountInString(f.Src[f.lineTable()[l]:off])
	return Position{f.Name, off, l + 1, col + 1}
}

// PosAt is the Pos of a byte offset.
func (f *File) PosAt(offset int) Pos { return Pos(offset + 1) }

// LineStart is the Pos of the first character of a line, counted from 1.
func (f *File) LineStart(line int) Pos {
	t := f.lineTable()
	switch {
	case line < 1:
		return 1
	case line > len(t):
		return f.PosAt(len(f.Src))
	}
	return f.PosAt(int(t[line-1]))
}

// Text is the source of a node; empty for a node that was not read from f.
func (f *File) Text(n Node) string {
	return f.Slice(Span{n.Pos(), n.End()})
}

// Slice is the source of a range.
func (f *File) Slice(s Span) string {
	from, to := s.From.Offset(), s.To.Offset()
	if from < 0 || to > len(f.Src) || to < from {
		return ""
	}
	return f.Src[from:to]
}
