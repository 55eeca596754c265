// Package replay answers from a recorded run: every request that the run made
// has its recorded reply, without a server and without a key. A request that the
// run did not make is an error that says where it differs.
//
// The package must not know what the run was about.
package replay

import (
	"context"
	"encoding/json"
	"fmt"
	"strings"
	"sync"

	"ensures/llm"
	"ensures/trajectories"
)

// Cassette is a recorded run as a client. Requests are recognised whatever
// their order, so that a run of many workers can be replayed; a request made
// twice has its replies in the order in which they were recorded.
type Cassette struct {
	run string

	mu    sync.Mutex
	calls []call
	asked int
}

// call is a recorded exchange.
type call struct {
	id     int
	hash   string
	used   bool
	whole  llm.Request
	answer trajectories.Record
}

// Open reads a run's folder or its trajectory file. Calls that the run did not
// live to see answered are left out.
func Open(path string) (*Cassette, error) {
	run, err := trajectories.Open(path)
	if err != nil {
		return nil, err
	}
	c := &Cassette{run: run.Header.Run}
	for x, err := range run.Exchanges() {
		if err != nil {
			return nil, fmt.Errorf("run %s: %w", c.run, err)
		}
		// A call that was cancelled has no reply that could be given again; a failure is a reply
		// of its own kind.
		if x.End == nil || len(x.End.Response) == 0 && (x.End.Outcome == "canceled" || x.End.Outcome == "ok") {
			continue
		}
		raw, err := x.Request()
		if err != nil {
			return nil, fmt.Errorf("run %s, call %d: %w", c.run, x.ID, err)
		}
		rec := call{id: x.ID, hash: x.SHA256, answer: *x.End}
		if err := json.Unmarshal(raw, &rec.whole); err != nil {
			return nil, fmt.Errorf("run %s, call %d: %w", c.run, x.ID, err)
		}
		c.calls = append(c.calls, rec)
	}
	if len(c.calls) == 0 {
		return nil, fmt.Errorf("run %s asked no model: there is nothing to replay", c.run)
	}
	return c, nil
}

// Model is the model's name in the run's first request: requests that are to be
// recognised must name it too.
func (c *Cassette) Model() string { return c.calls[0].whole.Model }

// Left is how many recorded replies have not been given.
func (c *Cassette) Left() int {
	c.mu.Lock()
	defer c.mu.Unlock()
	n := 0
	for _, rec := range c.calls {
		if !rec.used {
			n++
		}
	}
	return n
}

// Complete gives the recorded reply, or a *Difference.
func (c *Cassette) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	hash, err := trajectories.HashRequest(r)
	if err != nil {
		return llm.Response{}, err
	}
	answer, id, err := c.take(hash, r)
	if err != nil {
		return llm.Response{}, err
	}
	if len(answer.Response) == 0 {
		return llm.Response{}, fmt.Errorf("replay of %s, call %d: %w", c.run, id, llm.OutcomeError(answer.Outcome, answer.Error))
	}
	var res llm.Response
	if err := json.Unmarshal(answer.Response, &res); err != nil {
		return llm.Response{}, fmt.Errorf("replay of %s, call %d: the recorded reply: %w", c.run, id, err)
	}
	if r.Stream != nil {
		r.Stream(llm.Delta{Text: res.Message.Text, Reasoning: res.Message.Reasoning})
	}
	return res, nil
}

// take finds the recorded exchange of a request and marks it as used.
func (c *Cassette) take(hash string, r llm.Request) (trajectories.Record, int, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.asked++
	again := 0
	for i := range c.calls {
		rec := &c.calls[i]
		switch {
		case rec.hash != hash:
		case rec.used:
			again = rec.id
		default:
			rec.used = true
			return rec.answer, rec.id, nil
		}
	}
	// Where the same request was recorded and its reply is used, that is the difference. Else the
	// nearest one is looked for.
	d := &Difference{Run: c.run, Asked: c.asked, Call: again}
	if again == 0 {
		d.nearest(c.calls, r)
	}
	return trajectories.Record{}, 0, d
}

// Difference says that a request is none of those recorded, and how it differs
// from the one that it comes closest to.
type Difference struct {
	Run   string
	Asked int    // the number of the request in this replay
	Call  int    // the recorded call that it is compared with; 0: all have been replayed
	Where string // the first place that differs: a setting, or a message with its role
	Diff  string // what was recorded (-) and what is asked now (+), cut when long
}

func (d *Difference) Error() string {
	s := fmt.Sprintf("replay of %s: request %d", d.Run, d.Asked)
	switch {
	case d.Call == 0:
		return s + ": the run has no further replies"
	case d.Where == "":
		return s + fmt.Sprintf(" was recorded as call %d, whose reply has been used", d.Call)
	}
	return s + fmt.Sprintf(" differs from call %d in %s (- recorded, + now):\n%s", d.Call, d.Where, d.Diff)
}

// Unwrap makes it an llm.ErrNoReply: asking again won't help.
func (d *Difference) Unwrap() error { return llm.ErrNoReply }

// nearest compares with the unused call that has the most in common from the
// beginning on; of several, the first.
func (d *Difference) nearest(calls []call, r llm.Request) {
	best := -1
	for _, rec := range calls {
		if rec.used {
			continue
		}
		if n := same(rec.whole.Messages, r.Messages); n > best {
			best = n
			d.Call = rec.id
			d.Where, d.Diff = compare(rec.whole, r)
		}
	}
}

// same is how many messages two conversations have in common at the beginning.
func same(a, b []llm.Message) int {
	n := 0
	for n < len(a) && n < len(b) && encode(a[n]) == encode(b[n]) {
		n++
	}
	return n
}

// compare finds the first place where two requests differ.
func compare(was, is llm.Request) (where, diff string) {
	for _, s := range []struct {
		name string
		a, b any
	}{
		{"the model", was.Model, is.Model}, {"the temperature", was.Temperature, is.Temperature}, {"the limit of tokens", was.MaxTokens, is.MaxTokens},
		{"the seed", was.Seed, is.Seed}, {"the stop words", was.Stop, is.Stop}, {"the tools", was.Tools, is.Tools}, {"the schema", was.Schema, is.Schema},
	} {
		if a, b := encode(s.a), encode(s.b); a != b {
			return s.name, lines(a, b)
		}
	}

	n := same(was.Messages, is.Messages)
	switch {
	case n == len(was.Messages) && n == len(is.Messages):
		return "a field that is not compared", ""
	case n == len(was.Messages):
		return fmt.Sprintf("message %d (%s), which was not there", n+1, is.Messages[n].Role), lines("", is.Messages[n].Text)
	case n == len(is.Messages):
		return fmt.Sprintf("message %d (%s), which is missing", n+1, was.Messages[n].Role), lines(was.Messages[n].Text, "")
	}
	a, b := was.Messages[n], is.Messages[n]
	where = fmt.Sprintf("message %d (%s)", n+1, b.Role)
	if a.Role != b.Role || a.Text == b.Text {
		return where, lines(encode(a), encode(b))
	}
	return where, lines(a.Text, b.Text)
}

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		return err.Error()
	}
	return string(raw)
}

// Limits of a diff: lines of each side, bytes of a line.
const (
	maxLines = 6
	maxWidth = 160
)

// lines shows where two texts differ: the lines between what they have in common
// at the beginning and at the end, after the last line of the former.
func lines(was, is string) string {
	a, b := strings.Split(was, "\n"), strings.Split(is, "\n")
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	end := 0

	// The two ends must not overlap in the shorter text.
	for end < len(a)-n && end < len(b)-n && a[len(a)-1-end] == b[len(b)-1-end] {
		end++
	}

	var out strings.Builder
	show := func(mark string, list []string, from int) {
		for i, l := range list {
			if i == maxLines {
				fmt.Fprintf(&out, "%s … %d lines more\n", mark, len(list)-i)
				return
			}
			fmt.Fprintf(&out, "%s %s\n", mark, window(l, from))
		}
	}

	from := 0
	if len(a)-end > n && len(b)-end > n {
		from = common(a[n], b[n])
	}
	if n > 0 {
		show(" ", a[n-1:n], 0)
	}
	show("-", a[n:len(a)-end], from)
	show("+", b[n:len(b)-end], from)
	return strings.TrimSuffix(out.String(), "\n")
}

// common is how many bytes two lines have in common at the beginning.
func common(a, b string) int {
	n := 0
	for n < len(a) && n < len(b) && a[n] == b[n] {
		n++
	}
	return n
}

// window cuts a long line to what is around the byte from.
func window(l string, from int) string {
	if len(l) <= maxWidth {
		return l
	}
	start := max(0, min(from-maxWidth/4, len(l)-maxWidth))
	s := strings.ToValidUTF8(l[start:start+maxWidth], "")
	if start > 0 {
		s = "…" + s
	}
	if start+maxWidth < len(l) {
		s += "…"
	}
	return s
}
