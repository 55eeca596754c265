package ci

import (
	"fmt"
	"io"
	"strings"

	"ensures/verify"
)

// mostListed is the number of methods that a table of a summary lists.
const mostListed = 50

// Markdown returns a summary of the report. by says who verified, and how.
func (r *Report) Markdown(by string) string {
	var b strings.Builder
	fmt.Fprintf(&b, "## ensures: %s\n\n", r.Headline())
	if by != "" {
		fmt.Fprintf(&b, "%s; ", by)
	}
	if r.Since == "" {
		b.WriteString("all files.\n")
	} else {
		fmt.Fprintf(&b, "the files that changed since `%.12s`.\n", r.Since)
	}

	section := func(title, head string, wanted func(Row) bool, cell func(Row) string) {
		n := 0
		for _, row := range r.Rows {
			if !wanted(row) {
				continue
			}
			if n++; n == 1 {
				fmt.Fprintf(&b, "\n### %s\n\n| Method | Place | %s |\n|---|---|---|\n", title, head)
			}
			if n <= mostListed {
				fmt.Fprintf(&b, "| %s | %s | %s |\n", code(row.Name()), code(fmt.Sprintf("%s:%d", row.File, row.Line)), cell(row))
			}
		}
		if n > mostListed {
			fmt.Fprintf(&b, "\nand %d more\n", n-mostListed)
		}
	}
	lost := func(row Row) bool { return row.Change == Lost || row.Change == Dropped }
	section("Lost", "Why", func(row Row) bool { return lost(row) && !row.Known }, why)
	section("Not verified", "Why", func(row Row) bool { return row.Change == Failing && !row.Known }, why)
	section("New survivors: wrong outputs that the contract lets through", "Examples", func(row Row) bool { return len(row.Survivors) > 0 }, func(row Row) string {
		var list []string
		for _, s := range row.Survivors {
			list = append(list, code(s))
		}
		return strings.Join(list, "<br>")
	})
	section("Verified, and was not", "Was", func(row Row) bool { return row.Change == Gained }, func(row Row) string {
		if row.Before == 0 {
			return "not specified"
		}
		return row.Before.String()
	})
	section("Known to the baseline", "Why", func(row Row) bool { return row.Known }, why)
	section("Gone, with a contract", "Was", func(row Row) bool { return row.Change == Removed }, func(row Row) string { return row.Before.String() })
	for _, f := range r.Files {
		if f.Err != nil {
			fmt.Fprintf(&b, "\nNo answer on %s: %s\n", code(f.Path), code(f.Err.Error()))
		}
	}
	return b.String()
}

// Headline says in a line what came of the check.
func (r *Report) Headline() string {
	c := r.Count()
	if len(r.Files) == 0 {
		return "no file with a contract changed"
	}
	parts := []string{fmt.Sprintf("%d of %d specified methods verified", c.Verified, c.Specified)}
	for _, p := range []struct {
		n    int
		what string
	}{{c.Lost, "lost"}, {c.Failing, "not verified"}, {c.Known, "known to the baseline"}, {c.Survivors, "with new survivors"}, {c.NoAnswer, "files without an answer"}} {
		if p.n > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", p.n, p.what))
		}
	}
	return strings.Join(parts, ", ")
}

// why returns the reasons of a row as a cell.
func why(row Row) string {
	var list []string
	for _, d := range row.Diagnostics {
		text := fmt.Sprintf("line %d: %s", d.Line, d.Text())
		if c := d.Counterexample; c != nil {
			text += fmt.Sprintf(" (for %s: %s)", c.Inputs, c.Actual)
		}
		list = append(list, code(text))
	}
	return strings.Join(list, "<br>")
}

// code returns a stranger's text as code in a cell of a table: on one line, with nothing
// in it that Markdown or HTML would read.
func code(text string) string {
	text = strings.Join(strings.Fields(text), " ")
	text = strings.NewReplacer("&", "&amp;", "<", "&lt;", ">", "&gt;", "|", "&#124;", "\\", "&#92;", "`", "&#96;", "[", "&#91;", "]", "&#93;",
		"*", "&#42;", "_", "&#95;", "!", "&#33;", "@", "&#64;", "#", "&#35;", "~", "&#126;", ":", "&#58;").Replace(text)
	return "<code>" + text + "</code>"
}

// WriteText prints the report for people: what is to be mended, and what contracts let
// through.
func (r *Report) WriteText(w io.Writer) {
	for _, row := range r.Rows {
		if !row.Fails() && len(row.Survivors) == 0 {
			continue
		}
		fmt.Fprintf(w, "%s:%d: %s: %s\n", Shown(row.File), row.Line, row.Name(), row.what())
		for _, d := range row.Diagnostics {
			if row.Known {
				break
			}
			fmt.Fprintf(w, "  %s:%d:%d: %s: %s\n", Shown(row.File), d.Line, max(1, d.Column), d.Kind, d.Text())
			if d.Clause != "" {
				fmt.Fprintf(w, "    clause: %s\n", strings.Join(strings.Fields(d.Clause), " "))
			}
			if c := d.Counterexample; c != nil {
				fmt.Fprintf(w, "    for %s: %s\n", c.Inputs, c.Actual)
			}
		}
		for _, s := range row.Survivors {
			fmt.Fprintf(w, "  %s\n", s)
		}
	}
}

// what says in words what became of a row.
func (r Row) what() string {
	text := r.Change.String()
	switch {
	case r.Change == Dropped:
		text = "lost: its contract is gone"
	case r.Change == Lost:
		text = fmt.Sprintf("lost: %s, was verified", r.Verdict)
	case r.Change == Failing:
		text = r.Verdict.String()
	case len(r.Survivors) > 0:
		text = "verified; its contract lets wrong outputs through"
	}
	if r.Known {
		text += " (known to the baseline)"
	}
	return text
}

// jsonRow is a row as a line of JSON.
type jsonRow struct {
	File      string           `json:"file"`
	Method    verify.MethodKey `json:"method"`
	Line      int              `json:"line"`
	Change    Change           `json:"change"`
	Verdict   string           `json:"verdict,omitempty"`
	Before    string           `json:"before,omitempty"`
	Known     bool             `json:"known"`
	Failures  []jsonFailure    `json:"failures"`
	Survivors []string         `json:"survivors"`
}

// jsonFailure is a diagnostic as a part of a line of JSON.
type jsonFailure struct {
	failure
	Line           int                    `json:"line"`
	Column         int                    `json:"column"`
	Message        string                 `json:"message"`
	Counterexample *verify.Counterexample `json:"counterexample,omitempty"`
}

// JSON returns the row as it is written as JSON.
func (r Row) JSON() any {
	word := func(v verify.Verdict) string {
		if v == verify.InvalidVerdict {
			return ""
		}
		return v.String()
	}
	out := jsonRow{File: r.File, Method: r.Method, Line: r.Line, Change: r.Change, Verdict: word(r.Verdict), Before: word(r.Before), Known: r.Known,
		Failures: []jsonFailure{}, Survivors: append([]string{}, r.Survivors...)}
	for _, d := range r.Diagnostics {
		out.Failures = append(out.Failures, jsonFailure{failureOf(d), d.Line, d.Column, d.Text(), d.Counterexample})
	}
	return out
}
