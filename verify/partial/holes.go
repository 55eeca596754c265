package partial

import (
	"bytes"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// unknown is the class that stands where the text of a file isn't understood. Nothing
// is known of what its methods do: see [WithUnknown].
const unknown = "ensures.$"

// unknownText is native throughout: a run that comes there ends as unsupported.
const unknownText = `package ensures;
public final class $ {
  public static native RuntimeException fail();
  public static native <T> T any();
}
`

// WithUnknown returns sources that also have the class that stands for what is not
// understood. A verifier whose library has these can be asked about files with holes.
func WithUnknown(s types.Sources) types.Sources {
	f, errs := java.Parse("$.java", unknownText)
	if len(errs) > 0 {
		panic(errs) // a constant
	}
	f.Lines()
	return withUnknown{s, f}
}

type withUnknown struct {
	types.Sources
	file *java.File
}

// File implements types.Sources.
func (w withUnknown) File(qualified string) *java.File {
	if qualified == unknown {
		return w.file
	}
	return w.Sources.File(qualified)
}

// A file with holes is a file P with something unknown in place of each part that has a
// mistake:
//
//	a body                       writes of all fields that it assigns, and the throw of
//	                             what an unknown call gives
//	an initialiser of a field    an unknown value
//	a type that is not there     an unknown class; in a throws clause RuntimeException,
//	                             and the method has a hole for a body
//	an import of such a type     nothing
//
//	P ⊢ m  ⇐  P with holes ⊢ m      for m without a hole
//
// Side conditions:
//
//   - An unknown call writes, reads and throws anything: it leads to another file (see
//     verify/native). So the body in its place may do all that the one that was there
//     may do, but for what a verifier finds by looking at the text of the whole file:
//     who writes a field, so the fields of such a name are written; and whether the file
//     has unchecked casts or raw types, so where the old one may have one the new one
//     has. An initialiser that assigns has no hole.
//   - No JML stands outside of methods: there are no invariants and no ghost state that
//     the old body had to keep.
//   - A method with a hole is never verified: it is as malformed as its mistake says.
//   - Only a class that is not there is taken for the unknown class, and never for a
//     supertype: what it has would be inherited. No value is made of it, no member of it
//     is known, and two of them are one only in the text, where no rule tells classes of
//     other files apart but by casts and instanceof: a method with one of those on the
//     unknown class has a hole.
//   - Everything else is as it was: where a hole changes what another name means there
//     is a mistake in P too, since that name has a type that isn't there.
type holes struct {
	file  *java.File
	prog  *types.Program
	edits []edit
	// holed are the methods with a hole, each with its mistakes.
	holed map[*java.MethodDecl]java.ErrorList
}

// edit replaces a part of a text.
type edit struct {
	span java.Span
	text string
}

// holed is a file with holes.
type holed struct {
	text     string
	mistakes map[int]java.ErrorList // of the methods with a hole, by the lines of their names
}

// holesIn returns a file with holes in place of its mistakes; nil where there can be
// none, or none is needed. The lines are those of the file, and so are the columns but
// behind a hole on its line.
func holesIn(lib *types.Library, name, src string) *holed {
	out := &holed{text: src, mistakes: map[int]java.ErrorList{}}
	for round := range 4 { // a hole may show a mistake that another one hid
		f, errs := java.Parse(name, out.text)
		if len(errs) > 0 {
			return nil
		}
		spec, errs := jml.Parse(f)
		if len(errs) > 0 {
			return nil
		}
		for _, c := range spec.Classes {
			if len(c.Clauses)+len(c.Fields)+len(c.Methods)+len(c.Types) > 0 {
				return nil
			}
		}

		prog, errs := types.Check(lib, f)
		if len(errs) == 0 && round > 0 {
			return out
		}
		h := &holes{file: f, prog: prog, holed: map[*java.MethodDecl]java.ErrorList{}}
		for _, e := range errs {
			if !h.dig(e) {
				return nil
			}
		}
		if len(errs) == 0 {
			return nil
		}

		for d, errs := range h.holed {
			line := f.Position(d.Name.From).Line
			out.mistakes[line] = append(out.mistakes[line], errs...)
		}
		// With it the file knows the class by its simple name.
		if round == 0 {
			h.edits = append(h.edits, edit{h.importAt(), "import " + unknown + ";"})
		}
		out.text = h.text()
	}
	return nil
}

// importAt is behind the package declaration, or where the file begins.
func (h *holes) importAt() java.Span {
	at := h.file.From
	if h.file.Package != nil {
		at = h.file.Package.To
	}
	return java.Span{From: at, To: at}
}

// dig makes the hole for a mistake; it reports whether there can be one.
func (h *holes) dig(e *java.Error) bool {
	for _, i := range h.file.Imports {
		if i.From <= e.Span.From && e.Span.From < i.To {
			h.replace(i.Span, "")
			return true
		}
	}
	for _, c := range h.file.Types {
		if c.From <= e.Span.From && e.Span.From < c.To {
			return h.digClass(c, e)
		}
	}
	return false
}

// digClass makes the hole for a mistake in a class.
func (h *holes) digClass(c *java.ClassDecl, e *java.Error) bool {
	in := func(s java.Span) bool { return s.From <= e.Span.From && e.Span.From < s.To }
	for _, m := range c.Members {
		if !in(java.Span{From: m.Pos(), To: m.End()}) {
			continue
		}
		switch m := m.(type) {
		case *java.ClassDecl:
			return h.digClass(m, e)
		case *java.MethodDecl:
			if m.Body != nil && in(m.Body.Span) {
				h.body(m, e)
				return true
			}
			for _, t := range m.Throws {
				if in(t.Span) && m.Body != nil {
					h.replace(t.Span, "RuntimeException")
					h.body(m, e)
					return true
				}
			}
			signature := []*java.TypeExpr{m.Return}
			for _, p := range m.Params {
				signature = append(signature, p.Type)
			}
			return slices.ContainsFunc(signature, func(t *java.TypeExpr) bool { return h.missing(t, e) })
		case *java.FieldDecl:
			if m.Type != nil && in(m.Type.Span) {
				return h.missing(m.Type, e)
			}
			for _, v := range m.Vars {
				if v.Init != nil && in(java.Span{From: v.Init.Pos(), To: v.Init.End()}) {
					if assigns(v.Init) {
						return false
					}
					h.replace(java.Span{From: v.Init.Pos(), To: v.Init.End()}, "$.any()")
					return true
				}
			}
		}
		return false
	}
	return false
}

// assigns reports whether an expression assigns anything.
func assigns(x java.Expr) bool {
	found := false
	java.Walk(x, func(n java.Node) bool {
		found = found || java.Written(n) != nil
		return !found
	})
	return found
}

// missing puts the unknown class in place of a type that is not there.
func (h *holes) missing(t *java.TypeExpr, e *java.Error) bool {
	if t == nil || e.Span.From < t.From || e.Span.From >= t.To {
		return false
	}
	for _, a := range t.Args {
		if h.missing(a, e) {
			return true
		}
	}
	if h.missing(t.Bound, e) {
		return true
	}
	if e.Code != java.UndefinedName && e.Code != java.NotInSubset || t.Outer != nil || t.Bound != nil || len(t.Annotations) > 0 {
		return false
	}
	h.replace(t.Span, "$"+strings.Repeat("[]", t.Dims))
	return true
}

// body puts the unknown call in place of a method's body, which has a mistake.
func (h *holes) body(d *java.MethodDecl, e *java.Error) {
	h.holed[d] = append(h.holed[d], e)
	// One hole takes the place of all mistakes in a body.
	if len(h.holed[d]) > 1 {
		return
	}
	info := h.prog.Units[0].Info
	// What names mean in a body is in tables of the body's own.
	if m := info.Methods[d]; m != nil {
		info, _ = m.Body()
	}
	written, raw := map[string]bool{}, false
	java.Walk(d.Body, func(n java.Node) bool {
		switch to := java.Written(n).(type) {
		case *java.Name:
			written[to.Name] = true
		case *java.Select:
			written[to.Name.Name] = true
		}
		switch n := n.(type) {
		case *java.Cast:
			raw = true
		case *java.TypeExpr:
			ct, class := info.TypeOf[n].(*types.ClassType)
			raw = raw || info.TypeOf[n] == nil || class && len(ct.Args) == 0 && len(ct.Class.TypeParams) > 0
		}
		return true
	})

	var b strings.Builder
	b.WriteByte('{')
	// A raw type, as where the body may have had one, or an unchecked cast.
	if raw {
		b.WriteString("java.util.List $0=null;")
	}
	for _, c := range h.prog.Classes() {
		for _, f := range c.Fields {
			if c.Local || c.Name == "" || !written[f.Name] || f.Decl == nil || f.Flags.Has(java.Final) {
				continue
			}
			// Written to be read, not to be run: a method with a hole is never verified, but its
			// text says who writes the field.
			at := "((" + nameOf(c) + ")null)." + f.Name
			switch {
			case f.Flags.Has(java.Static):
				at = nameOf(c) + "." + f.Name
			case c.Decl != nil && slices.Contains(c.Decl.Members, java.Member(d)) && !d.Mods.Flags.Has(java.Static):
				at = "this." + f.Name
			}
			b.WriteString(at + "=" + at + ";")
		}
	}
	b.WriteString("throw $.fail();}")
	h.replace(d.Body.Span, b.String())
}

// nameOf is the name of a member class by the classes around it.
func nameOf(c *types.Class) string {
	if c.Outer == nil {
		return c.Name
	}
	return nameOf(c.Outer) + "." + c.Name
}

// replace notes an edit that keeps the lines.
func (h *holes) replace(s java.Span, text string) {
	if slices.ContainsFunc(h.edits, func(e edit) bool { return e.span == s }) {
		return
	}
	h.edits = append(h.edits, edit{s, text})
}

// text is the file's text after the edits. What is behind a shorter one on its line
// stays where it was.
func (h *holes) text() string {
	slices.SortFunc(h.edits, func(a, b edit) int { return int(a.span.From - b.span.From) })
	var out bytes.Buffer
	at := 0
	for _, e := range h.edits {
		from, to := e.span.From.Offset(), e.span.To.Offset()
		if from < at {
			continue // inside of another hole
		}
		out.WriteString(h.file.Src[at:from])
		out.WriteString(e.text)
		old := h.file.Src[from:to]
		if i := strings.LastIndexAny(old, "\r\n"); i >= 0 {
			// Line breaks stay, so that every place keeps its line.
			for _, c := range []byte(old) {
				if c == '\n' || c == '\r' {
					out.WriteByte(c)
				}
			}
			out.WriteString(strings.Repeat(" ", len(old)-i-1))
		} else {
			out.WriteString(strings.Repeat(" ", max(0, len(old)-len(e.text))))
		}
		at = to
	}
	out.WriteString(h.file.Src[at:])
	return out.String()
}
