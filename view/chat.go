package view

import (
	"bytes"
	"encoding/json"
	"strings"

	"ensures/trajectories"
)

// turn is a model call in the chat: what was new to the model, and its answer.
type turn struct {
	ID       int       `json:"id"`
	Step     int       `json:"step,omitempty"` // number of the step that it belongs to
	Model    string    `json:"model"`
	Begins   bool      `json:"begins,omitempty"`
	Removed  int       `json:"removed,omitempty"`
	Messages []message `json:"messages"`
	Answer   *message  `json:"answer,omitempty"`
	Error    string    `json:"error,omitempty"`

	ElapsedMS float64             `json:"elapsed_ms"`
	Usage     *trajectories.Usage `json:"usage,omitempty"`
}

// message is one message of a conversation, cut where it is long.
type message struct {
	Role string    `json:"role"`
	Text clipped   `json:"text"`
	Uses []clipped `json:"calls,omitempty"` // of tools
	Why  *clipped  `json:"reasoning,omitempty"`
}

// chatPage is a part of the chat.
type chatPage struct {
	Total int    `json:"total"`
	From  int    `json:"from"`
	Turns []turn `json:"turns"`
}

// chatText is how much of a message the chat shows at first.
const chatText = 12000

func chat(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	turns, total, err := o.Turns(from, min(n, mostSteps))
	if err != nil {
		return nil, err
	}

	number := map[int]int{}
	for i, st := range o.Steps() {
		number[st.Start.ID] = i + 1
	}

	page := chatPage{Total: total, From: from, Turns: []turn{}}
	size := 0
	for _, t := range turns {
		one := shown(t)
		one.Step = number[t.Parent]
		raw, err := json.Marshal(one)
		if err != nil {
			return nil, err
		}
		// The page is bounded in bytes too, but always has one turn, or it could not go on.
		if size += len(raw); size > pageBytes && len(page.Turns) > 0 {
			break
		}
		page.Turns = append(page.Turns, one)
	}
	return page, nil
}

// shown is a turn as the page shows it. What the model itself said before stands in the
// turn in which it said it.
func shown(t trajectories.Turn) turn {
	out := turn{ID: t.ID, Model: short(t.Model), Begins: t.Begins, Removed: t.Removed, Messages: []message{}}
	for i, raw := range t.Messages {
		if i == mostInside {
			break
		}
		if m := readMessage(raw); m.Role != "assistant" || t.Begins {
			out.Messages = append(out.Messages, m)
		}
	}

	if t.End == nil {
		return out
	}
	out.ElapsedMS, out.Usage, out.Error = t.End.ElapsedMS, t.End.Usage, clip(t.End.Error, longText).Text
	var answer struct {
		Message json.RawMessage `json:"message"`
	}
	switch err := json.Unmarshal(t.End.Response, &answer); {
	case err == nil && len(answer.Message) > 0:
		m := readMessage(answer.Message)
		out.Answer = &m
	case len(t.End.Response) > 0:
		m := readMessage(t.End.Response)
		m.Role = "assistant"
		out.Answer = &m
	}
	return out
}

// readMessage reads a message of whatever form.
func readMessage(raw json.RawMessage) message {
	var m struct {
		Role      string            `json:"role"`
		Text      *string           `json:"text"`
		Reasoning string            `json:"reasoning"`
		ToolCalls []json.RawMessage `json:"tool_calls"`
	}

	// Other forms than ours are shown as they are.
	if json.Unmarshal(raw, &m) != nil || m.Text == nil && len(m.ToolCalls) == 0 {
		var text string
		if json.Unmarshal(raw, &text) != nil {
			text = indented(raw)
		}
		return message{Role: short(m.Role), Text: clip(text, chatText)}
	}
	out := message{Role: short(m.Role)}
	if m.Text != nil {
		out.Text = clip(*m.Text, chatText)
	}
	if m.Reasoning != "" {
		out.Why = long(m.Reasoning)
	}
	for i, c := range m.ToolCalls {
		if i == mostInside {
			break
		}
		out.Uses = append(out.Uses, clip(indented(c), longText))
	}
	return out
}

func indented(raw json.RawMessage) string {
	var buf bytes.Buffer
	if json.Indent(&buf, raw, "", "  ") != nil {
		return string(raw)
	}
	return buf.String()
}

// hits are the steps in which a text was found.
type hits struct {
	Steps []int `json:"steps"`
	Next  int   `json:"next,omitempty"` // from where the search goes on
	Total int   `json:"total"`          // steps of the run
}

// searchBytes is how much of a run is read for one answer.
const searchBytes = 32 << 20

// search looks for a text, in letters of any case, in a run's steps.
func search(s *store, q query) (any, error) {
	from, n, err := q.page()
	if err != nil {
		return nil, err
	}
	text := q.str("text")
	if text == "" || len(text) > 1000 {
		return nil, badRequest("text is what to look for")
	}
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	plain := strings.ToLower(text)

	// Recorded JSON has quotes and newlines escaped: looked for as it would stand there.
	within := []byte(strings.ToLower(strings.TrimSuffix(strings.TrimPrefix(pretty(text), `"`), `"`)))
	found, next, err := o.Search(from, n, searchBytes, func(r *trajectories.Record) bool {
		for _, t := range []string{r.Kind, r.Name, r.Outcome, r.Error, r.Thought, r.Code, r.Observation} {
			if strings.Contains(strings.ToLower(t), plain) {
				return true
			}
		}
		raws := []json.RawMessage{r.Args, r.Response, r.Result, r.Data}
		if r.Request != nil {
			for _, e := range r.Request.Edits {
				raws = append(raws, e.Insert...)
			}
		}
		for _, raw := range raws {
			if bytes.Contains(bytes.ToLower(raw), within) {
				return true
			}
		}
		c := r.Candidate
		return c != nil && (strings.Contains(strings.ToLower(c.Text), plain) || strings.Contains(c.Verdict, plain))
	})
	if err != nil {
		return nil, err
	}
	h := hits{Steps: found, Next: next, Total: len(o.Steps())}
	if h.Steps == nil {
		h.Steps = []int{}
	}
	return h, nil
}

// outlineRow is a step in the outline.
type outlineRow struct {
	Number  int    `json:"number"`
	Depth   int    `json:"depth"`
	Kind    string `json:"kind"`
	Name    string `json:"name"`
	Outcome string `json:"outcome"`
	Verdict string `json:"verdict,omitempty"` // of the last candidate that the step judged
}

// mostOutline is how many steps an answer outlines.
const mostOutline = 500

// contents is a part of a run's outline.
func contents(s *store, q query) (any, error) {
	from, err := q.num("from", 0, 1<<30)
	if err != nil {
		return nil, err
	}
	o, err := s.outline(q.str("id"))
	if err != nil {
		return nil, err
	}
	verdicts := map[int]string{}
	for _, c := range o.Candidates() {
		if c.Step > 0 && c.Verdict != "" {
			verdicts[c.Step] = c.Verdict
		}
	}

	steps := o.Steps()
	depth := map[int]int{} // by the step's id
	rows := []outlineRow{}
	for i, st := range steps {
		d := 0
		// Steps come after the ones around them.
		if up, ok := depth[st.Start.Parent]; ok {
			d = up + 1
		}
		depth[st.Start.ID] = d
		// The depths of all steps are needed, also of those that are not shown.
		if i < from || len(rows) == mostOutline {
			continue
		}
		row := outlineRow{Number: i + 1, Depth: min(d, 5), Kind: clip(st.Start.Kind, 60).Text, Name: clip(st.Start.Name, 60).Text, Verdict: short(verdicts[i+1])}
		if st.End != nil {
			row.Outcome = clip(st.End.Outcome, 60).Text
		}
		rows = append(rows, row)
	}
	return map[string]any{"total": len(steps), "from": from, "steps": rows}, nil
}
