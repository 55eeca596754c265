package cmd

import (
	"fmt"
	"io"
	"strings"

	"ensures/runner"
)

// benchTable shows finished tasks on a terminal: a line of counts that is
// rewritten.
type benchTable struct {
	w      io.Writer // nil: nothing is shown
	counts map[string]int
	strong int
	width  int
}

func (a *app) benchTable() *benchTable {
	t := &benchTable{counts: map[string]int{}}
	if terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never" {
		t.w = a.Stderr
	}
	return t
}

func (t *benchTable) row(r runner.Row, p runner.Progress) {
	if t.w == nil {
		return
	}
	verdict := r.Verdict
	if verdict == "" {
		verdict = string(r.Status)
	}
	t.counts[verdict]++
	if r.MVRStrict {
		t.strong++
	}
	var parts []string
	for _, k := range []string{"verified", "unknown", "refuted", "unsupported", "malformed", "error", "infrastructure"} {
		if t.counts[k] > 0 {
			parts = append(parts, fmt.Sprintf("%d %s", t.counts[k], k))
		}
	}
	line := fmt.Sprintf("%d/%d  %s, %d meaningful  %s", p.Done, p.Total, strings.Join(parts, ", "), t.strong, r.TaskID)
	pad := max(0, t.width-len(line))
	fmt.Fprintf(t.w, "\r%s%s", line, strings.Repeat(" ", pad))
	t.width = len(line)
}

func (t *benchTable) done() {
	if t.w != nil && t.width > 0 {
		fmt.Fprintf(t.w, "\r%s\r", strings.Repeat(" ", t.width))
	}
}
