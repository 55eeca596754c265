package spec

import (
	"fmt"
	"strings"

	"ensures/bench"
	"ensures/java"
)

// Carry puts the specification of a candidate for a task into the file that the task came
// from: the task's method gets the candidate's, elsewhere comments are added and none is
// taken away. The code of the two has to be the same.
func Carry(t *bench.Task, file, cand string) (string, error) {
	if t.Language == bench.Rust {
		return carryRust(t, file, cand)
	}
	return carryJava(t, file, cand)
}

// carryJava is Carry for Java. Every byte of the file stays but for the JML of the task's
// method, which becomes the candidate's; elsewhere comments are added (spec_public before a
// field, a specification of a method that is called) and none is taken away. The Java of the
// two has to be the same.
func carryJava(t *bench.Task, file, cand string) (string, error) {
	if d := difference(file, cand); d != "" {
		return "", fmt.Errorf("%s", d)
	}
	f, _ := java.Parse(t.Name, file)
	g, _ := java.Parse(t.Name, cand)
	mine, theirs := gaps(f), gaps(g)
	tokens := java.Tokens(file)
	from, to := span(t, f, tokens)
	e := java.NewEdits(f)

	// The Java of both is the same token by token, so that a comment's place is the number of
	// tokens before it, whatever the layout.
	for k := range len(tokens) + 1 {
		old, now := mine[k], theirs[k]
		// Untouched where only the layout of a comment differs.
		if same(old, now) {
			continue
		}
		if from <= k && k <= to {
			for _, c := range old {
				e.DeleteLines(c.Span)
			}
		} else if len(old) > 0 {
			continue // somebody else's
		}
		if k == len(tokens) {
			continue // after the end of the file nothing is specified
		}
		put(e, f, g, tokens[k].From, now)
	}
	return e.Apply()
}

// put inserts comments of g before the character at p of f.
func put(e *java.Edits, f, g *java.File, p java.Pos, comments []java.Comment) {
	_, first := f.Indent(p)
	for _, c := range comments {
		block := strings.HasPrefix(c.Text, "/*")
		// A short annotation such as /*@ nullable @*/ stays on the line of what it belongs to.
		if block && !strings.Contains(c.Text, "\n") && (!first || inline(g, c)) {
			e.Insert(p, c.Text+" ")
			continue
		}
		if !first && !block { // in the middle of a line a line comment would swallow the rest
			e.Insert(p, "/*"+strings.TrimRight(strings.TrimPrefix(c.Text, "//"), " \t\r")+" @*/ ")
			continue
		}
		e.InsertLinesAt(p, outdent(c.Text)...)
	}
}

// inline reports whether something else stands on a comment's line.
func inline(f *java.File, c java.Comment) bool {
	_, own := f.Indent(c.From)
	rest, _, _ := strings.Cut(f.Src[c.To.Offset():], "\n")
	return !own || strings.TrimSpace(rest) != ""
}

// outdent is a comment's lines without the indentation that the first one has in
// its file; lines of a block keep one blank before their @ or *.
func outdent(text string) []string {
	lines := strings.Split(strings.ReplaceAll(text, "\r\n", "\n"), "\n")
	for i := range lines {
		lines[i] = strings.TrimRight(lines[i], " \t")
		if i > 0 {
			lines[i] = " " + strings.TrimLeft(lines[i], " \t")
		}
	}
	return lines
}

// gaps are a file's JML comments by the number of tokens before them.
func gaps(f *java.File) map[int][]java.Comment {
	out := map[int][]java.Comment{}
	tokens := java.Tokens(f.Src)
	k := 0
	for _, c := range f.Comments {
		for k < len(tokens) && tokens[k].From < c.From {
			k++
		}
		if strings.HasPrefix(c.Text, "//@") || strings.HasPrefix(c.Text, "/*@") || strings.HasPrefix(c.Text, "//+") || strings.HasPrefix(c.Text, "//-") {
			out[k] = append(out[k], c)
		}
	}
	return out
}

func same(a, b []java.Comment) bool {
	if len(a) != len(b) {
		return false
	}
	for i := range a {
		if meaning(a[i]) != meaning(b[i]) {
			return false
		}
	}
	return true
}

// meaning is a comment without its marks.
func meaning(c java.Comment) string {
	return oneLine(strings.TrimSuffix(strings.TrimPrefix(strings.TrimPrefix(c.Text, "//"), "/*"), "@*/"))
}

// span is the task's method in tokens: the first of its declaration and the one
// after its last.
func span(t *bench.Task, f *java.File, tokens []java.Token) (from, to int) {
	d := (&javaProgram{t: t}).declaration(f)
	if d == nil {
		return 0, -1
	}
	for from < len(tokens) && tokens[from].From < d.Pos() {
		from++
	}
	to = from
	for to < len(tokens)-1 && tokens[to+1].From < d.End() {
		to++
	}
	return from, to
}
