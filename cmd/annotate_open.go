package cmd

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/propose"
	"ensures/verify"
)

// placed is a file with its clauses inserted, and where its methods are now.
type placed struct {
	annotated
	file  *java.File
	decls map[*java.MethodDecl]*java.MethodDecl // of the file as it came → of the text
}

// placed finds the methods in the text: what was inserted are comments, so that they
// come in the same order.
func (one annotated) placed() placed {
	p := placed{annotated: one, decls: map[*java.MethodDecl]*java.MethodDecl{}}
	p.file, _ = java.Parse(one.src.path, one.text)
	if one.res == nil || one.res.File == nil {
		return p
	}
	before, now := methodDecls(one.res.File), methodDecls(p.file)
	if len(before) != len(now) {
		return p
	}
	for i, d := range before {
		p.decls[d] = now[i]
	}
	return p
}

// methodDecls are a file's methods, in the order of the source.
func methodDecls(f *java.File) []*java.MethodDecl {
	var out []*java.MethodDecl
	java.Inspect(f, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok {
			out = append(out, d)
		}
		return true
	})
	return out
}

// proved is a verifier's verdict on a method; "" where there is none.
func (p placed) proved(m propose.MethodResult) (v verify.Verdict, by string) {
	if p.proof == nil || m.Status == propose.Skipped { // nothing was specified: there is nothing to be proved
		return verify.InvalidVerdict, ""
	}
	by = p.proof.Backend + " " + p.proof.Version
	if d := p.decls[m.Decl]; d != nil {
		at := p.file.Position(d.Name.From)
		for _, o := range p.proof.Methods {
			if o.Line == at.Line && (o.Column == at.Column || o.Column == 0) {
				return o.Verdict, by
			}
		}
	}
	if p.proof.Verdict == verify.Verified { // the verifier says nothing of this method
		return verify.Unknown, by
	}
	return p.proof.Verdict, by
}

// open is what the verifier did not prove of a method of the annotated text, each on
// one line.
func (p placed) open(m propose.MethodResult) []string {
	decl := p.decls[m.Decl]
	if p.proof == nil || decl == nil {
		return nil
	}
	name := p.file.Position(decl.Name.From)
	from, to := p.file.Position(decl.Pos()).Line, p.file.Position(decl.End()).Line
	lines := strings.Split(p.text, "\n")
	for from > 1 && from-2 < len(lines) && isSpecLine(lines[from-2]) {
		from--
	}
	var out []string
	for _, d := range p.proof.Diagnostics {
		if d.MethodLine > 0 && (d.MethodLine != name.Line || d.MethodColumn != name.Column) || d.MethodLine == 0 && (d.Line < from || d.Line > to) {
			continue
		}
		text := "not proved: "
		switch d.Verdict {
		case verify.Refuted:
			text = "refuted: "
		case verify.Unsupported:
			text = "not supported: "
		}
		text += d.Kind.Title()
		if d.Clause != "" {
			text += ", `" + strings.Join(strings.Fields(d.Clause), " ") + "`"
		} else if d.Line <= len(lines) {
			text += ", `" + strings.TrimSpace(lines[d.Line-1]) + "`"
		}
		if c := d.Counterexample; c != nil {
			text += fmt.Sprintf(" (for %s: %s)", c.Inputs, c.Actual)
		}
		out = append(out, text)
	}
	return out
}

// mostOpen is how many lines of what is open are shown of a method.
const mostOpen = 4

// showOpen marks what is not proved of a method.
func (a *app) showOpen(list []string) {
	for i, l := range list {
		if i == mostOpen {
			a.out.printf("  %s\n", a.out.paint(dim, fmt.Sprintf("… and %d more that are not proved", len(list)-i)))
			return
		}
		kind, rest, _ := strings.Cut(l, ":")
		t := warn
		if kind == "refuted" {
			t = bad
		}
		a.out.printf("  %s%s\n", a.out.paint(t, kind+":"), rest)
	}
}
