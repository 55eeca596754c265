package annotate

import (
	"fmt"
	"slices"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/propose"
	"ensures/synth"
)

// Mark begins the comments that hold clauses which nobody proved: a key of JML, so that
// tools skip them unless they are told to read it.
const Mark = "//+UNPROVED@"

// heading begins the line above such comments.
const heading = "// held on "

// WithUnproved returns the text with what was left out of it, and held on all runs, in
// comments that begin with Mark. A method that has such comments keeps those.
func (a *Annotation) WithUnproved() (string, error) {
	if a.Result == nil || len(a.LeftOut) == 0 {
		return a.Text, nil
	}
	placed, tokens := a.Placed(), java.Tokens(a.Text)
	spec, _ := jml.Parse(placed.File)
	edits := java.NewEdits(placed.File)
	for _, m := range a.Result.Methods {
		decl := placed.Decls[m.Decl]
		if decl == nil || strings.Contains(a.methodWithComments(placed.File, decl), Mark) {
			continue
		}
		said := false
		if s := spec.Method(decl); s != nil {
			said = len(s.Cases) > 0
		}
		for _, group := range unprovedOf(a.LeftOutOf(m)) {
			// The place is counted in tokens of Java, which are the same in every version of the file.
			if at := group[0].Token; at >= 0 && at < len(tokens) {
				edits.InsertLinesAt(tokens[at].From, unprovedLines(m, group, &said)...)
			}
		}
	}
	return edits.Apply()
}

// methodWithComments returns a method with the comments in front of it.
func (a *Annotation) methodWithComments(f *java.File, d *java.MethodDecl) string {
	from := 0
	for _, t := range java.Tokens(f.Src) {
		if t.From >= d.Pos() {
			break
		}
		from = t.To.Offset()
	}
	return f.Src[from:d.End().Offset()]
}

// unprovedOf returns the clauses that no run violates by what they belong to: a loop, a
// case of the method's contract.
func unprovedOf(list []synth.LeftOut) (groups [][]synth.LeftOut) {
	for _, l := range list {
		// What a run violates is false, and what is no clause can't be read as one.
		if l.Refuted || l.Kind == 0 {
			continue
		}
		i := slices.IndexFunc(groups, func(g []synth.LeftOut) bool {
			return g[0].Token == l.Token && (g[0].Case == nil) == (l.Case == nil) && slices.Equal(g[0].Case, l.Case)
		})
		if i < 0 {
			groups = append(groups, nil)
			i = len(groups) - 1
		}
		groups[i] = append(groups[i], l)
	}
	return groups
}

// unprovedLines returns the comments with the clauses of a group. said is whether the
// method has a contract before them.
func unprovedLines(m propose.MethodResult, group []synth.LeftOut, said *bool) []string {
	out := []string{heading + Runs(m.Inputs) + ", not proved:"}
	add := func(l string) { out = append(out, Mark+" "+l) }
	if group[0].Case != nil {
		// JML joins the cases of a contract by also, across comments.
		if *said {
			add("also")
		}
		for _, l := range group[0].Case {
			add(l)
		}
		*said = true
	}

	slices.SortStableFunc(group, func(x, y synth.LeftOut) int { return int(x.Kind) - int(y.Kind) })
	for _, l := range group {
		if !slices.Contains(group[0].Case, l.Clause) {
			add(strings.Join(strings.Fields(l.Clause), " "))
		}
	}
	return out
}

// Runs returns a number of runs in words.
func Runs(n int) string {
	if n == 1 {
		return "1 run"
	}
	return fmt.Sprintf("%d runs", n)
}
