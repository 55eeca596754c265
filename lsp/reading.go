package lsp

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	rust "ensures/rust/spec"
	"ensures/verify"
)

// reading is what the front ends find in one text of a document.
type reading struct {
	text     *text
	mistakes []diagnostic
	methods  []*method
}

// method is a method of a document, with its specification.
type method struct {
	key       verify.MethodKey
	from, to  int // with the comments of its specification
	signature textRange
	body      bool
	specified bool
	clauses   []span
	ask       string // what verify.Options.Method calls it
}

// span is a range of byte offsets.
type span struct{ from, to int }

// source returns the method's text.
func (r *reading) source(m *method) string { return r.text.src[m.from:m.to] }

// methodAt returns the method around an offset; nil where there is none.
func (r *reading) methodAt(offset int) *method {
	var found *method // the innermost is the last that begins before the offset
	for _, m := range r.methods {
		if m.from <= offset && offset <= m.to {
			found = m
		}
	}
	return found
}

// find returns the method of a key; nil where there is none.
func (r *reading) find(key verify.MethodKey) *method {
	for _, m := range r.methods {
		if m.key == key {
			return m
		}
	}
	return nil
}

// clauseAt returns the clause that stands at a line and column; false where none does.
// Column 0 is any of the line.
func (r *reading) clauseAt(line, column int) (span, bool) {
	for _, m := range r.methods {
		for _, c := range m.clauses {
			p := r.text.position(c.from)
			if p.Line == line-1 && (column == 0 || c.from == r.text.at(line, column)) {
				return c, true
			}
		}
	}
	return span{}, false
}

// readJava reads a Java file with its specification. The mistakes of Java's own names
// and types are for the editor's Java server to show; here they are one line that says
// why the specification's are not looked for.
func readJava(lib *types.Library, path string, t *text) *reading {
	r := &reading{text: t}
	f, errs := java.Parse(path, t.src)
	spec, more := jml.Parse(f)
	errs = append(errs, more...)
	prog, untyped := types.Check(lib, f)
	unit := prog.Units[0]
	errs = append(errs, unit.Cycles...)
	switch {
	// What the types of a text that did not parse came to would be mistakes of our own making.
	case len(errs) > 0:
	case len(untyped) > 0:
		first := untyped[0]
		r.mistakes = append(r.mistakes, diagnostic{Range: r.spanOf(first), Severity: severityInformation, Source: source, Code: string(first.Code),
			Message: "the types of specifications are not checked: " + first.Msg})
	default:
		_, errs = jml.Check(spec, prog, unit)
	}
	for _, e := range errs {
		r.mistakes = append(r.mistakes, r.mistake(e, severityError))
	}
	for _, w := range spec.Warnings {
		r.mistakes = append(r.mistakes, r.mistake(w, severityWarning))
	}

	java.Walk(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok {
			r.add(d, spec, unit.Info.Methods[d])
		}
		return true
	})
	slices.SortStableFunc(r.methods, func(a, b *method) int { return a.from - b.from })
	return r
}

// readRust reads the clauses of a Rust file. What only its compiler can say comes with
// the proofs.
func readRust(t *text) *reading {
	r := &reading{text: t}
	f := rust.Parse(t.src)
	for _, e := range f.Errs {
		d := diagnostic{Range: t.span(e.From, e.To), Severity: severityError, Source: source, Code: "clause", Message: e.Text}
		if e.Hint != "" {
			d.Message += "\n" + e.Hint
		}
		r.mistakes = append(r.mistakes, d)
	}
	for _, fn := range f.Funcs {
		if fn.Mode != rust.Exec {
			continue
		}
		m := &method{key: verify.MethodKey{Name: fn.Name}, from: fn.From, to: fn.To, body: fn.Body.To > fn.Body.From, specified: fn.Asked,
			signature: t.span(fn.NamePos.From, fn.NamePos.To), ask: fn.Name}
		lists := [][]rust.Clause{fn.Clauses}
		for _, l := range fn.Loops {
			lists = append(lists, l.Clauses)
		}
		// The clauses stand in comments in front of the function, which are a part of its text.
		for _, c := range slices.Concat(lists...) {
			m.clauses = append(m.clauses, span{c.From, c.To})
			m.from = min(m.from, c.From)
		}
		r.methods = append(r.methods, m)
	}
	return r
}

// add adds a method, and the clauses of it and of its loops.
func (r *reading) add(d *java.MethodDecl, spec *jml.File, m *types.Method) {
	if m == nil {
		return
	}
	key := verify.KeyOf(m)
	one := &method{key: key, ask: key.String(), from: d.Pos().Offset(), to: d.End().Offset(), body: d.Body != nil}
	last := d.End().Offset()
	if d.Body != nil {
		last = d.Body.Pos().Offset()
	}
	one.signature = r.text.span(d.Pos().Offset(), last)
	one.signature.Start = r.text.position(d.Name.From.Offset())
	if s := spec.Methods[d]; s != nil {
		one.specified = len(s.Cases) > 0
		for _, c := range s.Comments {
			one.from = min(one.from, c.From.Offset())
		}
		for _, c := range s.Cases {
			one.clauses = appendSpans(one.clauses, c.Clauses)
		}
	}
	java.Walk(d, func(n java.Node) bool {
		if s, ok := n.(java.Stmt); ok && spec.Loops[s] != nil {
			one.clauses = appendSpans(one.clauses, spec.Loops[s].Clauses)
		}
		return true
	})
	r.methods = append(r.methods, one)
}

// appendSpans appends where clauses stand, those of nested cases too.
func appendSpans(list []span, clauses []*jml.Clause) []span {
	for _, c := range clauses {
		if c.Kind == jml.Group {
			for _, inner := range c.Cases {
				list = appendSpans(list, inner.Clauses)
			}
			continue
		}
		list = append(list, span{c.From.Offset(), c.To.Offset()})
	}
	return list
}

func (r *reading) mistake(e *java.Error, severity int) diagnostic {
	d := diagnostic{Range: r.spanOf(e), Severity: severity, Source: source, Code: string(e.Code), Message: e.Msg}
	if e.Hint != "" {
		d.Message += "\n" + e.Hint
	}
	return d
}

// spanOf returns where a mistake is; one without a length is shown at a word.
func (r *reading) spanOf(e *java.Error) textRange {
	if !e.Span.From.IsValid() {
		return r.text.wordAt(e.At.Line, e.At.Column)
	}
	if from, to := e.Span.From.Offset(), e.Span.To.Offset(); to > from {
		return r.text.span(from, to)
	}
	return r.text.wordAt(e.At.Line, e.At.Column)
}

// without returns the edit that takes a clause out: with its line, where nothing else
// stands on it.
func (r *reading) without(c span) textEdit {
	line := r.text.position(c.from).Line
	start, end := r.text.line(line)
	before, after := strings.TrimSpace(r.text.src[start:c.from]), ""
	// A clause of several lines has nothing behind it on its first.
	if c.to <= end {
		after = strings.TrimSpace(r.text.src[c.to:end])
	}
	// Alone in its comment on its line: the line goes with it, and no empty comment is left.
	if (before == "//@" || before == "@" || before == "") && after == "" {
		next, _ := r.text.line(line + 1)
		return textEdit{Range: r.text.span(start, next)}
	}
	return textEdit{Range: r.text.span(c.from, c.to)}
}
