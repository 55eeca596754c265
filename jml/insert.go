package jml

import (
	"ensures/java"
)

// Strip makes the edits that take every JML comment out of f, the inactive ones
// included, and the lines that hold nothing else.
func Strip(f *java.File) *java.Edits {
	e := java.NewEdits(f)
	for _, c := range f.Comments {
		if _, isJML, _ := marker(c.Text, nil); isJML {
			e.DeleteLines(c.Span)
		}
	}
	return e
}

// UsesAssume lists the assume statements of f, which a verifier takes on trust.
func (f *File) UsesAssume() []*Stmt {
	var out []*Stmt
	for _, list := range f.Before {
		out = appendAssumes(out, list)
	}
	for _, list := range f.AtEnd {
		out = appendAssumes(out, list)
	}
	sortStmts(out)
	return out
}

func appendAssumes(out, list []*Stmt) []*Stmt {
	for _, s := range list {
		if s.Kind == AssumeStmt {
			out = append(out, s)
		}
	}
	return out
}
