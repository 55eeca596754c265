package cmd

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/verify"
)

// open is what the verifier did not prove of a method of the annotated text, each on
// one line; line is that of the method's name.
func (one annotated) open(line int) []string {
	if one.proof == nil {
		return nil
	}
	file, _ := java.Parse(one.src.path, one.text)
	from, to := 0, 0
	java.Inspect(file, func(n java.Node) bool {
		if d, ok := n.(*java.MethodDecl); ok && file.Position(d.Name.From).Line == line {
			from, to = file.Position(d.Pos()).Line, file.Position(d.End()).Line
		}
		return true
	})
	lines := strings.Split(one.text, "\n")
	for from > 1 && from-2 < len(lines) && isSpecLine(lines[from-2]) {
		from--
	}
	var out []string
	for _, d := range one.proof.Diagnostics {
		if d.Line < from || d.Line > to {
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
