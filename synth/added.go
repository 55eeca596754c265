package synth

import (
	"errors"
	"regexp"
	"slices"
	"strings"

	"ensures/java"
	"ensures/jml"
)

// added is an annotated file beside the one that it was before: the same tokens of
// Java, more comments.
type added struct {
	original, file *java.File
	spec           *jml.File
	methods        []*java.MethodDecl       // of file, an outer one before those within it
	names          map[int]*java.MethodDecl // by the line that the name is on
	from, to       []java.Token             // of the original and of the annotated file
	comments       []comment
	pieces         []*piece
	cases          []*contract
}

// comment is an added comment; at is the number of tokens before it.
type comment struct {
	java.Comment
	at int
}

// piece is what can be taken out by itself: a clause, or a comment that holds none.
type piece struct {
	java.Span
	clause string // "" where there is nothing to tell of
	kind   jml.Kind
	method *java.MethodDecl // nil outside of methods
	owner  java.Node        // the method or loop that it belongs to
	line   [4]int           // first line and column, last line and column

	in      *jml.Case // that the clause stands in; nil where it is the only one, and lightweight
	refuted bool      // a run violates it
}

// holds reports whether a piece is at a place; column 0 is anywhere on the line.
func (p *piece) holds(line, column int) bool {
	if line < p.line[0] || line > p.line[2] {
		return false
	}
	return column < 2 || line > p.line[0] && line < p.line[2] || (line != p.line[0] || column >= p.line[1]) && (line != p.line[2] || column <= p.line[3])
}

// contract is an added contract of a method.
type contract struct {
	spec *jml.MethodSpec
	own  []comment
}

var errOtherCode = errors.New("the annotated file is not the same program")

// readAdded finds what annotated has more than original.
func readAdded(name, original, annotated string) (*added, error) {
	a := &added{from: java.Tokens(original), to: java.Tokens(annotated)}
	// The same tokens are the same program: nothing but comments and blanks differs.
	same := func(x, y java.Token) bool { return x.Text == y.Text }
	if !slices.EqualFunc(a.from, a.to, same) {
		return nil, errOtherCode
	}

	// Errors are for the verifier to report: what was parsed has places all the same.
	a.original, _ = java.Parse(name, original)
	a.file, _ = java.Parse(name, annotated)
	a.spec, _ = jml.Parse(a.file)
	a.names = map[int]*java.MethodDecl{}
	java.Walk(a.file, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok {
			a.methods = append(a.methods, d)
			a.names[a.file.Position(d.Name.From).Line] = d
		}
		return true
	})

	// Comments of the original are found again by their place among the tokens, in their order:
	// what is more there was added.
	had := specComments(a.original, a.from)
	for at, c := range specComments(a.file, a.to) {
		old := had[at]
		for _, one := range c {
			if len(old) > 0 && old[0].Text == one.Text {
				old = old[1:]
				continue
			}
			a.comments = append(a.comments, comment{one, at})
		}
	}
	slices.SortFunc(a.comments, func(x, y comment) int { return int(x.From - y.From) })
	a.split()
	return a, nil
}

// specComments are a file's JML comments by the number of tokens before them.
func specComments(f *java.File, tokens []java.Token) map[int][]java.Comment {
	out := map[int][]java.Comment{}
	k := 0
	for _, c := range f.Comments {
		for k < len(tokens) && tokens[k].From < c.From {
			k++
		}
		if body := strings.TrimLeft(c.Text[2:], "+-"); strings.HasPrefix(body, "@") {
			out[k] = append(out[k], c)
		}
	}
	return out
}

// split makes pieces of the comments.
func (a *added) split() {
	holding := map[int]bool{} // comments with clauses, by their place
	clause := func(c *jml.Clause, in *jml.Case, m *java.MethodDecl, owner java.Node) bool {
		own := false
		for _, k := range a.comments {
			if k.From < c.To && c.From < k.To {
				holding[int(k.From)], own = true, true
			}
		}
		// A clause of a comment that the original had is none of ours, and can't be taken out.
		if own {
			a.add(&piece{Span: c.Span, clause: strings.Join(c.Lines(), " "), kind: c.Kind, in: in, method: m, owner: owner})
		}
		return own
	}

	for _, d := range a.methods {
		if s := a.spec.Method(d); s != nil {
			own := false
			for _, k := range s.Cases {
				in := k
				if len(s.Cases) == 1 && k.Head() == "" {
					in = nil
				}
				for _, c := range k.Clauses {
					own = clause(c, in, d, d) || own
				}
			}
			k := &contract{spec: s}
			for _, c := range a.comments {
				if slices.ContainsFunc(s.Comments, func(x java.Span) bool { return x.From <= c.From && c.From < x.To }) {
					k.own = append(k.own, c)
					own = true
				}
			}
			if own {
				a.cases = append(a.cases, k)
				for _, c := range k.own { // keywords and markers of the contract's clauses
					holding[int(c.From)] = holding[int(c.From)] || len(s.Cases) > 0
				}
			}
		}
	}

	for loop, s := range a.spec.Loops {
		for _, c := range s.Clauses {
			clause(c, nil, a.around(loop.Pos()), loop)
		}
	}

	// What holds no clause is a modifier such as nullable or pure: a piece of its own.
	for _, c := range a.comments {
		if holding[int(c.From)] {
			continue
		}
		m := a.around(c.From)
		text := strings.TrimSpace(strings.TrimSuffix(strings.TrimLeft(c.Text[2:], "+-@"), "@*/"))
		if m == nil && strings.HasPrefix(text, "spec_p") || text == "nullable" {
			text = "" // it goes when nothing needs it
		}
		a.add(&piece{Span: c.Span, clause: text, method: m, owner: m})
	}
	slices.SortFunc(a.pieces, func(x, y *piece) int { return int(x.From - y.From) })
}

func (a *added) add(p *piece) {
	from, to := a.file.Position(p.From), a.file.Position(p.To)
	p.line = [4]int{from.Line, from.Column, to.Line, to.Column}
	a.pieces = append(a.pieces, p)
}

// around is the innermost method that a place is in, or right before.
func (a *added) around(at java.Pos) *java.MethodDecl {
	k := 0
	// A comment in front of a method ends before its first token: the token behind the place counts.
	for k < len(a.to)-1 && a.to[k].From < at {
		k++
	}
	if k == len(a.to) {
		return nil
	}
	at = max(at, a.to[k].From)
	// Outer methods come first in the list, so the last that fits is the innermost.
	var in *java.MethodDecl
	for _, d := range a.methods {
		if d.Pos() <= at && at < d.End() {
			in = d
		}
	}
	return in
}

// named is the method whose name is on a line of the annotated file.
func (a *added) named(line int) *java.MethodDecl { return a.names[line] }

// specified reports whether something was added to a method.
func (a *added) specified(d *java.MethodDecl) bool {
	return slices.ContainsFunc(a.pieces, func(p *piece) bool { return p.method == d })
}

// originalLine is the line of a node of the annotated file in the original.
func (a *added) originalLine(n java.Node) int {
	if k := a.token(n); k >= 0 {
		return a.original.Position(a.from[k].From).Line
	}
	return 0
}

// token is the number of tokens before a node, in both files; -1 where there is no node.
func (a *added) token(n java.Node) int {
	if m, ok := n.(*java.MethodDecl); n == nil || ok && m == nil {
		return -1
	}
	k, _ := slices.BinarySearchFunc(a.to, n.Pos(), func(t java.Token, p java.Pos) int { return int(t.From - p) })
	if k == len(a.to) {
		return -1
	}
	return k
}

// originalOf is a line of the annotated file in the original, 0 for a comment's.
func (a *added) originalOf(line int) int {
	for k, t := range a.to {
		if a.file.Position(t.From).Line == line {
			return a.original.Position(a.from[k].From).Line
		}
	}
	return 0
}

// assumed are the added comments that assume what nobody proves.
func (a *added) assumed() map[*piece]string {
	out := map[*piece]string{}
	for _, s := range a.spec.UsesAssume() {
		for _, p := range a.pieces {
			if p.From <= s.From && s.From < p.To {
				out[p] = "assumes, and proves nothing"
			}
		}
	}
	return out
}

// without is the original with the comments but for some pieces of them.
func (a *added) without(gone map[*piece]string) (string, error) {
	// mask marks the bytes of the annotated file that go.
	mask := make([]bool, len(a.file.Src)+1)
	hide := func(from, to java.Pos) {
		for i := from.Offset(); i < to.Offset(); i++ {
			mask[i] = true
		}
	}
	left := func(s java.Span) bool {
		for i := s.From.Offset(); i < s.To.Offset(); i++ {
			if !mask[i] {
				return true
			}
		}
		return false
	}

	for p := range gone {
		hide(p.From, p.To)
	}
	for _, k := range a.cases {
		a.hideCases(k, gone, left, hide)
	}
	a.hidePublic(mask, hide)

	e := java.NewEdits(a.original)
	// Lines at one place go in together: what stands behind them moves down once.
	var lines []string
	var place java.Pos
	flush := func() {
		if len(lines) > 0 {
			e.InsertLinesAt(place, lines...)
		}
		lines = nil
	}

	for _, c := range a.comments {
		if c.at == len(a.from) {
			continue // after the end of the file nothing is specified
		}
		at := a.from[c.at].From
		text := rest(c.Text, mask[c.From.Offset():c.To.Offset()])
		if at != place {
			flush()
		}
		place = at
		_, first := a.file.Indent(c.From)
		tail, _, _ := strings.Cut(a.file.Src[c.To.Offset():], "\n")
		switch {
		case text == "":
		// A block comment beside code stays on its line; all others get lines of their own.
		case strings.HasPrefix(text, "/*") && !strings.Contains(text, "\n") && (!first || strings.TrimSpace(tail) != ""):
			flush()
			e.Insert(at, text+" ")
		default:
			more := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
			for i := 1; i < len(more); i++ {
				more[i] = " " + strings.TrimLeft(more[i], " \t")
			}
			lines = append(lines, more...)
		}
	}
	flush()
	return e.Apply()
}

// hideCases takes out the cases of a contract that lost all their clauses, and all
// of an added contract that says nothing any more.
func (a *added) hideCases(k *contract, gone map[*piece]string, left func(java.Span) bool, hide func(from, to java.Pos)) {
	any, kept := false, false
	for i, c := range k.spec.Cases {
		said := len(c.Clauses) == 0
		for _, x := range c.Clauses {
			said = said || left(x.Span)
		}
		// That a case is normal or exceptional says something without a clause.
		whole := !said && (c.Behaviour == jml.Lightweight || a.lost(k, gone))
		// An "also" in front of the first case that is left would be a mistake.
		if i > 0 && (whole || !any) {
			hide(k.spec.Cases[i-1].To, c.From) // "also"
		}
		if whole {
			hide(c.From, c.To)
			continue
		}
		any, kept = true, true
	}
	// The brackets of a contract without a case go too.
	if !kept && len(k.spec.Cases) > 0 {
		for _, c := range k.own {
			hide(c.From, c.To)
		}
	}
}

// lost reports whether all clauses of a contract are gone.
func (a *added) lost(k *contract, gone map[*piece]string) bool {
	for _, p := range a.pieces {
		if _, out := gone[p]; !out && p.owner == java.Node(k.spec.Decl) {
			return false
		}
	}
	return true
}

// hidePublic takes out what makes a field public to specifications that no added
// clause names any more.
func (a *added) hidePublic(mask []bool, hide func(from, to java.Pos)) {
	named := map[string]bool{}
	for _, c := range a.comments {
		for _, t := range java.Tokens(rest(c.Text[2:], mask[c.From.Offset()+2:c.To.Offset()])) {
			named[t.Text] = true
		}
	}

	java.Walk(a.file, func(n java.Node) bool {
		f, ok := n.(*java.FieldDecl)
		if !ok || f.Type == nil || a.spec.Fields[f] == nil {
			return true
		}
		for _, v := range f.Vars {
			if named[v.Name.Name] {
				return true
			}
		}
		for _, c := range a.comments {
			if f.Pos() <= c.From && c.To <= f.Type.Pos() && strings.Contains(c.Text, "spec_p") {
				hide(c.From, c.To)
			}
		}
		return true
	})
}

// marks are what begins a line of a comment and what ends a block.
var (
	opening = regexp.MustCompile(`^\s*(/[/*][+-]*@*|@+|\*+)?`)
	closing = regexp.MustCompile(`\s*@*\*/$`)
)

// rest is a comment's text but for what is hidden, "" where nothing is left; the
// marks of its lines stay.
func rest(text string, hidden []bool) string {
	end := len(text)
	if m := closing.FindStringIndex(text); m != nil && strings.HasPrefix(text, "/*") {
		end = m[0]
	}
	var out []string
	any, at := false, 0

	for line := range strings.SplitAfterSeq(text[:end], "\n") {
		open := len(opening.FindString(line))
		var b strings.Builder
		cut := false
		for i := open; i < len(line); i++ {
			if hidden[at+i] {
				cut = true
			} else {
				b.WriteByte(line[i])
			}
		}
		at += len(line)
		body := strings.TrimSpace(b.String())
		if body != "" {
			any = true
			body = line[open:len(line)-len(strings.TrimLeft(line[open:], " \t"))] + body // as far in as it was
		} else if cut && len(out) > 0 {
			continue
		}
		out = append(out, strings.TrimRight(line[:open]+body, " \t\r\n"))
	}
	if !any {
		return ""
	}
	return strings.Join(out, "\n") + text[end:]
}
