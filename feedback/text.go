package feedback

import (
	"fmt"
	"strings"
	"unicode/utf8"
)

// bytesPerToken is how a budget of tokens is counted: models' tokenisers make of
// code and English more than four bytes a token, so that a budget is kept.
const bytesPerToken = 4

// Text is the report for a model within a budget of tokens, counted as four bytes
// each: the most important failures in full, the others by class and line, then
// warnings. The verdict and, where it fits, the first failure are always there.
func (r Report) Text(tokens int) string {
	budget := bytesPerToken * tokens
	var b strings.Builder
	fmt.Fprintf(&b, "%s by %s", r.Verdict, r.Backend)
	if r.Version != "" {
		fmt.Fprintf(&b, " (%s)", r.Version)
	}
	b.WriteString("\n")

	fs := r.ByImportance()
	for i, f := range fs {
		// Room for the summary of what follows is set aside before the failure is written, so
		// that nothing is left out silently.
		rest := summary(fs[i+1:])
		room := budget - b.Len() - len(rest)
		text := f.text(false)
		if len(text) > room {
			text = f.text(true)
		}
		// The first failure is written whatever its length, and cut.
		if len(text) > room && i > 0 {
			b.WriteString(clip(summary(fs[i:]), budget-b.Len()))
			return clip(b.String(), budget)
		}
		b.WriteString(clip(text, budget-b.Len()))
	}

	for _, w := range r.Warnings {
		if line := "warning: " + w + "\n"; b.Len()+len(line) <= budget {
			b.WriteString(line)
		}
	}
	return clip(b.String(), budget)
}

// summary is what is left out: "… and 3 more: F12-null at lines 4, 9; F13-index at 7".
func summary(fs []Failure) string {
	if len(fs) == 0 {
		return ""
	}
	var order []Class
	lines := map[Class][]string{}
	for _, f := range fs {
		if lines[f.Class] == nil {
			order = append(order, f.Class)
		}
		lines[f.Class] = append(lines[f.Class], fmt.Sprint(f.Line))
	}
	var parts []string
	for _, c := range order {
		parts = append(parts, fmt.Sprintf("%s at line %s", c, strings.Join(lines[c], ", ")))
	}
	return clip(fmt.Sprintf("… and %d more: %s\n", len(fs), strings.Join(parts, "; ")), 240)
}

// clip cuts a text to n bytes at most, between characters.
func clip(s string, n int) string {
	if len(s) <= n {
		return s
	}
	const mark = " …\n"
	n -= len(mark)
	if n <= 0 {
		return ""
	}
	for n > 0 && !utf8.RuneStart(s[n]) {
		n--
	}
	return s[:n] + mark
}

// text is one failure; a short one has the place, what, the run and the hint.
func (f Failure) text(short bool) string {
	var b strings.Builder
	fmt.Fprintf(&b, "\n[%s] line %d", f.Class, f.Line)
	if f.Method != "" {
		fmt.Fprintf(&b, ", method %s", f.Method)
	}
	fmt.Fprintf(&b, ": %s\n", f.Text())

	if f.Code != "" && !short {
		fmt.Fprintf(&b, "  code:     %s\n", clip(f.Code, 200))
	}
	if f.Clause != "" && (!short || f.Counterexample == nil) {
		fmt.Fprintf(&b, "  clause:   %s (line %d)\n", clip(oneLine(f.Clause), 300), f.ClauseLine)
	}

	if c := f.Counterexample; c != nil {
		run := "run:     "
		if !c.Replayed {
			run = "suspected run:"
		}
		fmt.Fprintf(&b, "  %s %s\n", run, clip(c.Inputs, 300))
		if !short {
			for _, t := range c.Trace {
				fmt.Fprintf(&b, "            %s\n", clip(t, 200))
			}
		}
		// A short text has no clause where it has a run: then what was expected is told in any
		// case.
		if e := oneLine(c.Expected); e != "" && (short || f.Clause == "" || !strings.Contains(strip(e), strip(f.Clause))) {
			fmt.Fprintf(&b, "  expected: %s\n", clip(oneLine(c.Expected), 300))
		}
		fmt.Fprintf(&b, "  actual:   %s\n", clip(c.Actual, 300))
	}

	if g := f.Gap; g != nil && !short {
		fmt.Fprintf(&b, "  allowed:  %s at the end of the loop at line %d, where `%s` is false\n", clip(g.State, 300), g.Line, clip(g.Part, 200))
	}
	if f.Hint != "" {
		fmt.Fprintf(&b, "  hint:     %s\n", f.Hint)
	}
	return b.String()
}

func oneLine(s string) string { return strings.Join(strings.Fields(s), " ") }
