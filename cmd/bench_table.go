package cmd

import (
	"fmt"
	"io"
	"slices"
	"strings"
	"sync"
	"time"

	"ensures/runner"
)

// benchTable shows on a terminal how far a run is: a line for every engine and one
// for what is under way, written over as things change.
type benchTable struct {
	mu      sync.Mutex
	w       io.Writer // nil: nothing is shown
	width   int
	lines   int // that are shown
	shown   time.Time
	engines []string
	rows    map[string]*tally
	now     []string // tasks under way, the oldest first
	p       runner.Progress
}

// tally counts what became of an engine's tasks.
type tally struct {
	done, meaningful int
	verdicts         map[string]int
	ms               float64
}

func (a *app) benchTable(engines []string) *benchTable {
	t := &benchTable{engines: slices.Clone(engines), rows: map[string]*tally{}, width: a.err.width}
	if terminal(a.Stderr) != nil && a.cfg.Output.Progress != "never" {
		t.w = raw(a.Stderr)
	}
	return t
}

// begun is told of a job that begins in this process.
func (t *benchTable) begun(j runner.Job) {
	if t.w == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	t.now = append(t.now, j.Task.ID)
	t.draw(false)
}

// row is told of a job that is done.
func (t *benchTable) row(r runner.Row, p runner.Progress) {
	if t.w == nil {
		return
	}
	t.mu.Lock()
	defer t.mu.Unlock()
	if i := slices.Index(t.now, r.TaskID); i >= 0 {
		t.now = slices.Delete(t.now, i, i+1)
	}
	c := t.rows[r.Engine]
	if c == nil {
		c = &tally{verdicts: map[string]int{}}
		t.rows[r.Engine] = c
		if !slices.Contains(t.engines, r.Engine) {
			t.engines = append(t.engines, r.Engine)
		}
	}
	verdict := r.Verdict
	if verdict == "" || r.Status == runner.Infrastructure {
		verdict = string(r.Status)
	}
	c.done++
	c.verdicts[verdict]++
	c.ms += r.ElapsedMS
	if r.MVRStrict {
		c.meaningful++
	}
	t.p = p
	t.draw(p.Done == p.Total)
}

// benchColumns are the verdicts and statuses with a column of their own.
var benchColumns = []string{"verified", "refuted", "unknown", "unsupported", "malformed", "error", "infrastructure"}

// draw writes the table over the one that is shown, ten times a second at most.
func (t *benchTable) draw(now bool) {
	if !now && time.Since(t.shown) < 100*time.Millisecond {
		return
	}
	t.shown = time.Now()
	var cols []string
	for _, c := range benchColumns {
		for _, r := range t.rows {
			if r.verdicts[c] > 0 {
				cols = append(cols, c)
				break
			}
		}
	}

	cells := [][]string{append([]string{"engine", "done", "meaningful"}, append(slices.Clone(cols), "mean")...)}
	for _, e := range t.engines {
		r := t.rows[e]
		if r == nil {
			r = &tally{}
		}
		line := []string{e, fmt.Sprint(r.done), fmt.Sprint(r.meaningful)}
		for _, c := range cols {
			line = append(line, fmt.Sprint(r.verdicts[c]))
		}
		mean := "–"
		if r.done > 0 {
			mean = fmt.Sprintf("%.1f s", r.ms/1000/float64(r.done))
		}
		cells = append(cells, append(line, mean))
	}

	out := columns(cells)
	last := "now: " + strings.Join(t.now, ", ")
	if t.p.Total > 0 {
		last = fmt.Sprintf("%d of %d; %s", t.p.Done, t.p.Total, last)
		if t.p.Resumed > 0 {
			last = fmt.Sprintf("%d of %d (%d from before); now: %s", t.p.Done, t.p.Total, t.p.Resumed, strings.Join(t.now, ", "))
		}
	}

	t.clear()
	for _, line := range append(out, last) {
		// A line that wraps would make clear go up too few lines.
		if r := []rune(line); len(r) >= t.width && t.width > 1 {
			line = string(r[:t.width-1])
		}
		fmt.Fprintln(t.w, shownText(line))
		t.lines++
	}
}

// columns are cells as lines, the first column to the left and the others to the
// right.
func columns(cells [][]string) []string {
	var widths []int
	for _, row := range cells {
		for i, c := range row {
			if i == len(widths) {
				widths = append(widths, 0)
			}
			widths[i] = max(widths[i], len([]rune(c)))
		}
	}
	var out []string
	for _, row := range cells {
		var b strings.Builder
		for i, c := range row {
			pad := strings.Repeat(" ", widths[i]-len([]rune(c)))
			if i == 0 {
				b.WriteString(c + pad)
			} else {
				b.WriteString("  " + pad + c)
			}
		}
		out = append(out, strings.TrimRight(b.String(), " "))
	}
	return out
}

// clear takes the table off the terminal.
func (t *benchTable) clear() {
	if t.lines > 0 {
		fmt.Fprintf(t.w, "\x1b[%dA\r\x1b[J", t.lines)
		t.lines = 0
	}
}

// done takes the table off for good.
func (t *benchTable) done() {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.w != nil {
		t.clear()
	}
}
