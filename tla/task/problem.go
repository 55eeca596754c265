package task

import (
	"fmt"
	"strings"
)

// Problem is something wrong with a task folder.
type Problem struct {
	File   string `json:"file"` // relative to the folder
	Line   int    `json:"line"` // from 1; 0: the file as a whole
	Column int    `json:"column"`
	Text   string `json:"text"`
	Fix    string `json:"fix,omitempty"` // a way out
	Warn   bool   `json:"warn"`          // the task can be used as it is
}

func (p Problem) String() string {
	var b strings.Builder
	b.WriteString(p.File)
	if p.Line > 0 {
		fmt.Fprintf(&b, ":%d", p.Line)
		if p.Column > 0 {
			fmt.Fprintf(&b, ":%d", p.Column)
		}
	}
	b.WriteString(": ")
	if p.Warn {
		b.WriteString("warning: ")
	}
	b.WriteString(p.Text)
	if p.Fix != "" {
		b.WriteString("; " + p.Fix)
	}
	return b.String()
}

// Error says what is wrong with a task folder; it has at least one problem.
type Error struct {
	Dir      string
	Problems []Problem
}

func (e *Error) Error() string {
	lines := make([]string, len(e.Problems))
	for i, p := range e.Problems {
		lines[i] = p.String()
	}
	return "task " + e.Dir + ": " + strings.Join(lines, "\n")
}
