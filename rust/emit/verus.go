package emit

import (
	"regexp"
	"slices"
	"strings"

	"ensures/rust/spec"
)

// verus makes a file for Verus: clauses of comments move to where Verus has them, and the
// items that have some, with all that they need of the file, stand in verus! blocks.
func (e *emitter) verus() {
	e.openComments()
	for _, fn := range e.f.Funcs {
		e.namedResult(fn)
		e.place(fn.Clauses, fn.NamePos.From, fn.Body.From, []spec.ClauseKind{spec.Requires, spec.Recommends, spec.Ensures, spec.Decreases})
		for _, l := range fn.Loops {
			e.namedIterator(l)
			e.place(l.Clauses, l.Start, l.Body.From, []spec.ClauseKind{spec.InvariantExceptBreak, spec.Invariant, spec.Ensures, spec.Decreases})
		}
		e.written += len(fn.Proof)
	}
	e.blocks()
}

// openComments takes the marks off the comments for specifications, and the clauses out of
// them, which are written elsewhere.
func (e *emitter) openComments() {
	at := 0
	for l := range strings.Lines(e.f.Src) {
		from := at
		at += len(l)
		indent := len(l) - len(strings.TrimLeft(l, " \t"))
		if !strings.HasPrefix(l[indent:], "//@") {
			continue
		}

		open := spec.Span{From: from + indent, To: from + indent + len("//@")}
		if e.f.Src[open.To:min(open.To+1, len(e.f.Src))] == " " {
			open.To++
		}

		rest := []byte(l)
		var inside []spec.Span
		// The part of a list of clauses that stands in this line.
		for _, s := range e.f.Lists {
			s = spec.Span{From: max(s.From, open.To), To: min(s.To, from+len(strings.TrimRight(l, "\r\n")))}
			if s.From >= s.To {
				continue
			}
			inside = append(inside, s)
			for i := s.From; i < s.To; i++ {
				rest[i-from] = ' '
			}
		}

		// Nothing else stands in the comment: the whole line goes.
		if len(inside) > 0 && strings.Trim(string(rest), " \t\r\n/@,;") == "" {
			e.replace(spec.Span{From: from, To: at}, "")
			continue
		}

		e.replace(open, "")
		for _, s := range inside {
			e.replace(s, "")
		}
	}
}

// place writes those clauses that stand in comments in front of a body; head is the line
// whose indentation they go on from.
func (e *emitter) place(list []spec.Clause, head, body int, order []spec.ClauseKind) {
	e.written += len(list)
	list = slices.DeleteFunc(slices.Clone(list), func(c spec.Clause) bool { return !e.inComment(c.From) })
	if len(list) == 0 {
		return
	}

	nl, indent := e.newline(), e.indent(head)
	var b strings.Builder
	// In the order in which Verus writes the lists; clauses in comments may stand in any.
	for _, kind := range order {
		for i, c := range spec.Of(list, kind) {
			if i == 0 {
				b.WriteString(nl + indent + "    " + kind.String())
			}
			b.WriteString(nl + indent + "        " + strings.TrimSpace(e.unmarked(c, nl+indent+"       ")) + ",")
		}
	}

	end := body
	if end <= 0 { // a function without a body
		return
	}
	from := len(strings.TrimRight(e.f.Src[:end], " \t\r\n"))
	text := b.String()
	if strings.TrimSpace(e.f.Src[e.lineOf(end):end]) == "//@" { // of a function in comments
		from, text = end, strings.TrimPrefix(text, nl)
	}
	e.replace(spec.Span{From: from, To: end}, text+nl+indent)
}

// unmarked is the text of a clause without the marks of the comments that it goes through.
func (e *emitter) unmarked(c spec.Clause, newline string) string {
	return strings.ReplaceAll(mark.ReplaceAllString(strings.ReplaceAll(c.Text, "\r\n", "\n"), "\n"), "\n", newline)
}

// namedResult gives the result of a function the name that its clauses have for it.
func (e *emitter) namedResult(fn *spec.Func) {
	if fn.Result.Name != "" || fn.Result.Type == nil || fn.ResultName() == "" {
		return
	}
	if slices.ContainsFunc(fn.Clauses, func(c spec.Clause) bool { return c.Kind == spec.Ensures && mentions(c.Expr, "result") }) {
		e.insert(fn.Returns.From, "(result: ")
		e.insert(fn.Returns.To, ")")
	}
}

// inRE finds where the head of a for goes on behind its pattern.
var inRE = regexp.MustCompile(`\bin\b\s*`)

// namedIterator gives the iterator of a for the name that its clauses have for it.
func (e *emitter) namedIterator(l *spec.Loop) {
	if l.Word != "for" || !slices.ContainsFunc(l.Clauses, func(c spec.Clause) bool { return e.inComment(c.From) && mentions(c.Expr, "iter") }) {
		return
	}
	if in := inRE.FindStringIndex(e.f.Src[l.Head.From:l.Head.To]); in != nil {
		e.insert(l.Head.From+in[1], "iter: ")
	}
}

// mentions reports whether an expression speaks of a variable.
func mentions(x spec.Expr, name string) bool {
	found := false
	spec.Walk(x, func(x spec.Expr) { found = found || spec.IsName(x, name) })
	return found
}

// blocks puts verus! around the items that have specifications and around what those speak
// of: to Verus nothing outside has a meaning.
func (e *emitter) blocks() {
	parts := e.f.Outline()
	wanted := e.wantedParts(parts)
	nl := e.newline()
	header := "use vstd::prelude::*;" + nl + nl
	if strings.Contains(e.f.Src, "use vstd::prelude::*;") {
		header = ""
	}
	for i := 0; i < len(parts); i++ {
		if !wanted[i] {
			continue
		}
		// One block around neighbours: what stands between two blocks would only be noise.
		last := i
		for last+1 < len(parts) && wanted[last+1] {
			last++
		}
		e.insert(e.begins(parts[i]), header+"verus! {"+nl+nl)
		e.insert(parts[last].To, nl+nl+"} // verus!")
		header = ""
		i = last
	}
}

// begins is where what belongs to an item begins, behind what is said of the whole file.
func (e *emitter) begins(p spec.Part) int {
	at := p.From
	rest := e.f.Src[p.From:p.To]
	if at > 0 && !strings.HasPrefix(rest, "\n") && strings.Contains(rest, "\n") { // the rest of the last line
		if head, _, _ := strings.Cut(rest, "\n"); strings.TrimSpace(head) == "" || strings.HasPrefix(strings.TrimSpace(head), "//") {
			at += len(head) + 1
		}
	}
	// Documentation of the file has to come before any item, and so before verus!.
	for l := range strings.Lines(e.f.Src[at:p.To]) {
		if t := strings.TrimSpace(l); t != "" && !strings.HasPrefix(t, "//!") {
			break
		}
		at += len(l)
	}
	return at
}

var wordRE = regexp.MustCompile(`[A-Za-z_][A-Za-z0-9_]*`)

// wantedParts are the items with specifications outside of verus! blocks, those that they
// name, and so on.
func (e *emitter) wantedParts(parts []spec.Part) []bool {
	out := make([]bool, len(parts))
	var work []int
	want := func(i int) {
		if !out[i] {
			out[i] = true
			work = append(work, i)
		}
	}
	for i, p := range parts {
		if p.Word != "verus" && p.Word != "" && (mark.MatchString("\n"+e.f.Src[p.From:p.To]) || e.hasAsked(p)) {
			want(i)
		}
	}

	// By words rather than by resolved names: an item too many in a block does no harm, one too few
	// has no meaning to Verus.
	for len(work) > 0 {
		p := parts[work[0]]
		work = work[1:]
		words := map[string]bool{}
		for _, w := range wordRE.FindAllString(e.f.Src[p.From:p.To], -1) {
			words[w] = true
		}
		for i, q := range parts {
			switch {
			case q.Name != "" && q.Word != "mod" && words[q.Name]:
				want(i)
			// An impl has no name; it comes with a type that is wanted, for the methods that are named.
			case q.Word == "impl" && slices.ContainsFunc(e.f.Funcs, func(fn *spec.Func) bool {
				owner, method, ok := strings.Cut(fn.Name, "::")
				return ok && q.From <= fn.From && fn.To <= q.To && words[method] && e.declaredIn(parts, out, owner)
			}):
				want(i)
			}
		}
	}
	return out
}

// declaredIn reports whether a type stands in an item that is wanted.
func (e *emitter) declaredIn(parts []spec.Part, wanted []bool, name string) bool {
	for i, p := range parts {
		if p.Name == name && wanted[i] {
			return true
		}
	}
	return false
}

// hasAsked reports whether a part holds a function to verify that stands in no verus! block.
func (e *emitter) hasAsked(p spec.Part) bool {
	return slices.ContainsFunc(e.f.Funcs, func(fn *spec.Func) bool { return fn.Asked && p.From <= fn.From && fn.To <= p.To })
}
