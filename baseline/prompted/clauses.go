package prompted

import (
	"maps"
	"slices"
	"strings"

	"ensures/java"
	"ensures/jml"
	"ensures/verify"
)

// placed is a clause with its place in a text.
type placed struct {
	*jml.Clause
	from, to int // lines
}

// clausesIn are the clauses of a text's methods, loops and classes in the order in
// which they stand, those of nested groups one by one.
func clausesIn(text string) (*java.File, []placed) {
	f, _ := java.Parse("", text)
	spec, _ := jml.Parse(f)
	var out []placed
	var add func(list []*jml.Clause)
	add = func(list []*jml.Clause) {
		for _, c := range list {
			if c.Kind == jml.Group {
				for _, k := range c.Cases {
					add(k.Clauses)
				}
				continue
			}
			out = append(out, placed{c, f.Position(c.Pos()).Line, f.Position(c.End()).Line})
		}
	}
	// The maps have no order: the sort below gives that of the text.
	for _, m := range spec.Methods {
		for _, k := range m.Cases {
			add(k.Clauses)
		}
	}
	for _, l := range spec.Loops {
		add(l.Clauses)
	}
	for _, c := range spec.Classes {
		add(c.Clauses)
	}
	slices.SortFunc(out, func(a, b placed) int { return int(a.Pos()) - int(b.Pos()) })
	return f, out
}

// blamed are the clauses that an outcome's errors are about, by their number in
// list: the clause that failed, or that has a mistake.
func blamed(out verify.Outcome, f *java.File, list []placed) []int {
	hit := map[int]bool{}
	for _, d := range out.Diagnostics {
		if d.Severity != verify.Error {
			continue
		}
		at, column := d.AssociatedLine, d.AssociatedColumn
		if at == 0 {
			at, column = d.Line, d.Column
		}
		best := -1
		for i, c := range list {
			if at < c.from || at > c.to {
				continue
			}
			// Of several clauses on a line the last that begins before the column.
			if best < 0 || f.Position(c.Pos()).Column <= column && at == c.from {
				best = i
			}
		}
		if best >= 0 {
			hit[best] = true
		}
	}
	return slices.Sorted(maps.Keys(hit))
}

// textOf is a clause as it stands in the file, on one line.
func textOf(f *java.File, c placed) string {
	lines := strings.Split(f.Src[c.Pos().Offset():c.End().Offset()], "\n")
	for i, l := range lines {
		lines[i] = strings.TrimLeft(strings.TrimPrefix(strings.TrimSpace(l), "//"), "@ \t")
	}
	return oneLine(strings.Join(lines, " "))
}
