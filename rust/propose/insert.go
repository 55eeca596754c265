package propose

import (
	"slices"
	"strings"

	"ensures/rust/propose/summary"
	"ensures/rust/spec"
)

// insertion is a file with clauses put in above functions, as comments.
type insertion struct {
	src     string
	kept    []placed
	defined map[*spec.Func][]summary.Function // that the clauses of a function may need
	there   []string                          // names of those that stand in kept
}

// placed are lines of comments.
type placed struct {
	at   int // a byte of the source, where a line begins
	text string
}

// define says which functions the clauses of f may call.
func (t *insertion) define(f *spec.Func, list []summary.Function) {
	if t.defined == nil {
		t.defined = map[*spec.Func][]summary.Function{}
	}
	t.defined[f] = list
}

// alone is the file without the clauses of other functions.
func (t *insertion) alone() *insertion { return &insertion{src: t.src, defined: t.defined} }

// used are the functions that clauses of f call and that do not stand in the file yet, also
// by each other.
func (t *insertion) used(f *spec.Func, list []Clause) (out []summary.Function) {
	var text strings.Builder
	for _, c := range list {
		text.WriteString(c.Text + "\n")
	}
	// A function is defined behind those that it calls, so going back meets the callers first.
	for _, d := range slices.Backward(t.defined[f]) {
		if mentions(text.String(), d.Name) && !slices.Contains(t.there, d.Name) {
			out = append([]summary.Function{d}, out...)
			text.WriteString(d.Text)
		}
	}
	return out
}

// lines are texts as comments above what begins at a byte of the source.
func (t *insertion) lines(from int, texts []string) placed {
	at := strings.LastIndexByte(t.src[:from], '\n') + 1
	indent := t.src[at:from]
	indent = indent[:len(indent)-len(strings.TrimLeft(indent, " \t"))]
	// Lines end as those of the file do: every other byte is to stay as it was.
	end := "\n"
	if strings.Contains(t.src, "\r\n") {
		end = "\r\n"
	}
	var b strings.Builder
	for _, text := range texts {
		for _, l := range strings.Split(text, "\n") {
			b.WriteString(indent + "//@ " + l + end)
		}
	}
	return placed{at, b.String()}
}

// place puts the clauses of a function and its loops where they belong, behind the functions
// that they call.
func (t *insertion) place(f *spec.Func, list []Clause) []placed {
	var texts []string
	for _, d := range t.used(f, list) {
		texts = append(texts, d.Text)
	}
	out := []placed{t.lines(f.From, append(texts, written(list, nil)...))}
	for _, l := range f.Loops {
		if own := written(list, l); len(own) > 0 {
			out = append(out, t.lines(l.From, own))
		}
	}
	return out
}

// written are the clauses of a loop, or of the function, as they are written.
func written(list []Clause, l *spec.Loop) (out []string) {
	for _, c := range list {
		if c.Loop == l {
			out = append(out, c.Kind.String()+" "+c.Text)
		}
	}
	return out
}

// with is the file with the clauses of one more function, and their lines.
func (t *insertion) with(f *spec.Func, list []Clause) (string, []int) {
	all := append(slices.Clone(t.kept), t.place(f, list)...)
	above := 0 // lines of the functions that the clauses call
	for _, d := range t.used(f, list) {
		above += strings.Count(d.Text, "\n") + 1
	}
	lines := make([]int, len(list))
	next := map[*spec.Loop]int{}

	// Lines are counted in the new text: those of the source, and those put in above.
	for i, c := range list {
		from := f.From
		if c.Loop != nil {
			from = c.Loop.From
		}
		if next[c.Loop] == 0 {
			at := strings.LastIndexByte(t.src[:from], '\n') + 1
			next[c.Loop] = strings.Count(t.src[:at], "\n") + 1
			if c.Loop == nil {
				next[c.Loop] += above
			}
			for _, k := range all {
				if k.at < at {
					next[c.Loop] += strings.Count(k.text, "\n")
				}
			}
		}
		lines[i] = next[c.Loop]
		next[c.Loop]++
	}
	return apply(t.src, all), lines
}

func (t *insertion) keep(f *spec.Func, list []Clause) {
	t.kept = append(t.kept, t.place(f, list)...)
	for _, d := range t.used(f, list) {
		t.there = append(t.there, d.Name)
	}
}

func (t *insertion) apply() string { return apply(t.src, t.kept) }

func apply(src string, list []placed) string {
	list = slices.Clone(list)
	// Stable: of two insertions at one place the first one kept stands first.
	slices.SortStableFunc(list, func(a, b placed) int { return a.at - b.at })
	var b strings.Builder
	from := 0
	for _, p := range list {
		b.WriteString(src[from:p.at] + p.text)
		from = p.at
	}
	return b.String() + src[from:]
}
