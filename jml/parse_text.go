package jml

import "ensures/java"

// ParseExpr reads one expression of JML from text. Positions are those of the
// returned file.
func ParseExpr(text string) (java.Expr, *java.File, java.ErrorList) {
	f := java.NewFile("", text)
	out := &File{Java: f}
	var errs java.ErrorList
	r := textReader(f, out, &errs)
	x := r.expr()
	if !r.eof() && len(errs) == 0 {
		t := r.tok()
		r.errorf(java.SyntaxError, t, "", "unexpected %s after the expression", show(t))
	}
	return x, f, errs
}

func textReader(f *java.File, out *File, errs *java.ErrorList) *reader {
	return &reader{
		p:    java.NewParser(f, 1, java.Pos(len(f.Src)+1), java.ParserOptions{Spec: true, Stop: stopWord}),
		file: f, out: out, errs: errs, last: 1,
	}
}
