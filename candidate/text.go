package candidate

import (
	"ensures/java"
	"ensures/jml"
)

// Insertion collects what is put into a file.
type Insertion struct {
	Edits *java.Edits
	file  *java.File
	marks []mark
}

// mark is a clause in the text of an edit.
type mark struct {
	clause *Clause
	loop   int // −1: the method
	edit   int
	line   int // of the text, from 0
}

// Into begins an insertion into a file.
func Into(f *java.File) *Insertion { return &Insertion{Edits: java.NewEdits(f), file: f} }

// Add puts a specification in front of the site's method and its loops. Its clauses
// are found again in the text.
func (in *Insertion) Add(at Site, s Spec) {
	in.lines(at.Method, s.Lines(at.Method), -1)
	labels := labelled(at.Method)
	for i, list := range s.Loops {
		var lines []Line
		for _, c := range list {
			lines = append(lines, Line{c.String(), c})
		}
		node := java.Node(at.Loops[i])
		if l := labels[at.Loops[i]]; l != nil {
			node = l
		}
		in.lines(node, lines, i)
	}
}

// lines puts lines in front of a node, as comments.
func (in *Insertion) lines(n java.Node, lines []Line, loop int) {
	if len(lines) == 0 {
		return
	}
	first := 0
	if _, alone := in.file.Indent(n.Pos()); !alone {
		first = 1 // the node moves to a line of its own
	}
	var text []string
	for _, l := range lines {
		// A clause may take more than one line: each of them is a mark.
		for _, part := range jml.Comment([]string{l.Text}) {
			if l.Clause != nil {
				in.marks = append(in.marks, mark{l.Clause, loop, in.Edits.Len(), first + len(text)})
			}
			text = append(text, part)
		}
	}
	in.Edits.InsertLines(n, text...)
}

// labelled returns the outermost label of each labelled statement of a method: clauses
// of a loop stand in front of its labels.
func labelled(m *java.MethodDecl) map[java.Stmt]java.Stmt {
	out := map[java.Stmt]java.Stmt{}
	if m.Body == nil {
		return out
	}
	java.Walk(m.Body, func(n java.Node) bool {
		if l, ok := n.(*java.Labeled); ok {
			out[l.Body] = l
			// Walk comes to the outer label first, so it is known here.
			if outer := out[l]; outer != nil {
				out[l.Body] = outer
			}
		}
		return true
	})
	return out
}

// Text is a file with specifications in it, which knows where they are.
type Text struct {
	Code   string
	edited java.Edited
	from   *java.File // as it was
	now    *java.File // Code, for positions
	places map[int]Place
}

// Place is a clause that stands on a line.
type Place struct {
	*Clause
	Loop int // its number in the order of the source, −1: the method
}

// Text makes the changes.
func (in *Insertion) Text() (*Text, error) {
	d, err := in.Edits.Edited()
	if err != nil {
		return nil, err
	}
	t := &Text{Code: d.Text, edited: d, from: in.file, now: java.NewFile("", d.Text), places: map[int]Place{}}
	for _, m := range in.marks {
		// Lines are counted in the text as it is now: other edits in front have moved it.
		line := t.now.Position(t.now.PosAt(d.Inserted(m.edit))).Line + m.line
		t.places[line] = Place{m.clause, m.loop}
	}
	return t, nil
}

// At returns the clause on a line.
func (t *Text) At(line int) (Place, bool) {
	p, ok := t.places[line]
	return p, ok
}

// Either returns the clause on the first of several lines that has one.
func (t *Text) Either(lines ...int) (Place, bool) {
	for _, l := range lines {
		if p, ok := t.places[l]; ok {
			return p, true
		}
	}
	return Place{}, false
}

// LineOf returns the line on which a place of the file as it was stands now.
func (t *Text) LineOf(p java.Pos) int {
	return t.now.Position(t.now.PosAt(t.edited.Offset(p.Offset()))).Line
}
