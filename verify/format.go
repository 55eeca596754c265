package verify

import (
	"fmt"
	"io"
	"strings"

	"ensures/java"
)

// WriteOpenJML prints an outcome as OpenJML would: one failure with its source line
// and caret after the other, the associated clause, and the count. Verified is
// silence.
func WriteOpenJML(w io.Writer, file, source string, o Outcome) error {
	lines := java.SplitLines(source)
	var b strings.Builder
	failures, errors := 0, 0
	for _, d := range o.Diagnostics {
		kind := "verify"
		if d.Verdict == Malformed {
			kind = "error"
			errors++
		} else {
			failures++
		}
		fmt.Fprintf(&b, "%s:%d: %s: %s\n", file, d.Line, kind, openjmlMessage(file, d))
		caret(&b, lines, d.Line, d.Column)
		if d.AssociatedLine > 0 && d.Verdict != Malformed {
			// OpenJML prints the clause as a failure of its own, and counts it.
			failures++
			fmt.Fprintf(&b, "%s:%d: verify: Associated declaration: %s:%d:\n", file, d.AssociatedLine, file, d.Line)
			caret(&b, lines, d.AssociatedLine, d.AssociatedColumn)
		}
	}
	count(&b, errors, "error")
	count(&b, failures, "verification failure")
	_, err := io.WriteString(w, b.String())
	return err
}

func openjmlMessage(file string, d Diagnostic) string {
	switch {
	case d.Verdict == Malformed, d.Verdict == Unsupported:
		return d.Text()
	case d.Kind == Timeout:
		return "Validity is unknown - time or memory limit reached: " + d.Text()
	}
	m := "The prover cannot establish an assertion (" + string(d.Kind)
	if d.AssociatedLine > 0 {
		m += fmt.Sprintf(": %s:%d:", file, d.AssociatedLine)
	}
	return m + ") in method " + d.Method.Short()
}

// caret shows a source line with a mark under a column.
func caret(b *strings.Builder, lines []string, line, column int) {
	if line < 1 || line > len(lines) || column < 1 {
		return
	}
	l := strings.TrimRight(lines[line-1], "\r")
	b.WriteString(l + "\n")
	n := 0
	for _, r := range l {
		if n++; n >= column {
			break
		}
		// A tab stays one, so that the mark is below its column whatever the tab's width.
		if r == '\t' {
			b.WriteByte('\t')
		} else {
			b.WriteByte(' ')
		}
	}
	b.WriteString("^\n")
}

func count(b *strings.Builder, n int, what string) {
	switch {
	case n == 1:
		fmt.Fprintf(b, "1 %s\n", what)
	case n > 1:
		fmt.Fprintf(b, "%d %ss\n", n, what)
	}
}

// WriteGitHub prints an outcome as workflow commands, which GitHub shows beside the
// lines of a change.
func WriteGitHub(w io.Writer, file string, o Outcome) error {
	escape := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A")
	property := strings.NewReplacer("%", "%25", "\r", "%0D", "\n", "%0A", ":", "%3A", ",", "%2C")
	for _, d := range o.Diagnostics {
		_, err := fmt.Fprintf(w, "::%s file=%s,line=%d,col=%d,title=%s::%s\n", level(d), property.Replace(file), max(d.Line, 1), max(d.Column, 1),
			property.Replace(string(d.Kind)), escape.Replace(d.Text()+counterexampleText(d)))
		if err != nil {
			return err
		}
	}
	return nil
}

func counterexampleText(d Diagnostic) string {
	if d.Counterexample == nil {
		return ""
	}
	return fmt.Sprintf("\nfor %s: %s", d.Counterexample.Inputs, d.Counterexample.Actual)
}
