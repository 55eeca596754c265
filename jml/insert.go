package jml

import (
	"ensures/java"
)

// Insert makes the edits that put clauses in front of a method of f and of its
// loops. Each clause is a text such as "ensures \result >= 0;" (see Clause.Lines);
// it becomes a //@ line with the indentation of what it specifies. All other
// bytes of the file stay as they are.
func Insert(f *java.File, method *java.MethodDecl, clauses []string, loops map[java.Stmt][]string) *java.Edits {
	e := java.NewEdits(f)
	InsertInto(e, method, clauses, loops)
	return e
}

// InsertInto is Insert into a collection of edits, for several methods.
func InsertInto(e *java.Edits, method *java.MethodDecl, clauses []string, loops map[java.Stmt][]string) {
	if len(clauses) > 0 {
		e.InsertLines(method, Comment(clauses)...)
	}
	if len(loops) == 0 || method.Body == nil {
		return
	}
	labelled := map[java.Stmt]java.Stmt{}
	java.Walk(method.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Labeled:
			outer := java.Stmt(n)
			if l := labelled[n]; l != nil {
				outer = l
			}
			labelled[n.Body] = outer
		case java.Stmt:
			if lines := loops[n]; len(lines) > 0 {
				at := n
				if l := labelled[n]; l != nil {
					at = l
				}
				e.InsertLines(at, Comment(lines)...)
			}
		}
		return true
	})
}

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
