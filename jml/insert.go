package jml

import (
	"slices"

	"ensures/java"
)

// Strip makes the edits that take every JML comment out of f, the inactive ones
// included, and the lines that hold nothing else.
func Strip(f *java.File) *java.Edits {
	return strip(f, func(java.Span) bool { return true })
}

// StripBodies makes the edits that take the JML comments inside of methods' bodies out of
// f: what is left are the contracts.
func StripBodies(f *java.File) *java.Edits {
	var bodies []java.Span
	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok && d.Body != nil {
			bodies = append(bodies, java.Span{From: d.Body.Pos(), To: d.Body.End()})
		}
		return true
	})
	return strip(f, func(c java.Span) bool {
		return slices.ContainsFunc(bodies, func(b java.Span) bool { return b.From <= c.From && c.To <= b.To })
	})
}

func strip(f *java.File, which func(java.Span) bool) *java.Edits {
	e := java.NewEdits(f)
	for _, c := range f.Comments {
		if _, isJML, _ := marker(c.Text, nil); isJML && which(c.Span) {
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
