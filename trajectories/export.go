package trajectories

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"
)

// message is a turn of a recorded conversation; the field names are those of
// package llm's JSON.
type message struct {
	Role       string `json:"role"`
	Text       string `json:"text"`
	Reasoning  string `json:"reasoning"`
	ToolCalls  []call `json:"tool_calls"`
	ToolCallID string `json:"tool_call_id"`
}

type call struct {
	ID        string          `json:"id"`
	Name      string          `json:"name"`
	Arguments json.RawMessage `json:"arguments"`
}

// arguments is what the model wrote: JSON, or text that is none.
func (c call) arguments() string {
	var text string
	// Arguments that are no JSON are recorded as a string that holds them.
	if json.Unmarshal(c.Arguments, &text) == nil {
		return text
	}
	return string(c.Arguments)
}

type tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters,omitempty"`
}

// talk is a conversation with the model's last answer.
type talk struct {
	messages []message
	tools    []tool
}

func (x Exchange) talk() (talk, error) {
	var t talk
	for _, raw := range x.Messages {
		var m message
		if err := json.Unmarshal(raw, &m); err != nil {
			return talk{}, fmt.Errorf("model call %d: %w", x.ID, err)
		}
		t.messages = append(t.messages, m)
	}
	var settings struct {
		Tools []tool `json:"tools"`
	}
	if err := json.Unmarshal(x.Settings, &settings); err != nil {
		return talk{}, fmt.Errorf("model call %d: %w", x.ID, err)
	}
	t.tools = settings.Tools
	answer, err := x.End.answer()
	if err != nil {
		return talk{}, fmt.Errorf("model call %d: %w", x.ID, err)
	}
	t.messages = append(t.messages, answer)
	return t, nil
}

// answer is the message in a recorded response: its field "message", or itself.
func (r *Record) answer() (message, error) {
	var wrapped struct {
		Message *message `json:"message"`
	}
	if err := json.Unmarshal(r.Response, &wrapped); err != nil {
		return message{}, err
	}
	if wrapped.Message != nil {
		return *wrapped.Message, nil
	}
	var m message
	err := json.Unmarshal(r.Response, &m)
	return m, err
}

// ExportOptions say how conversations become examples.
type ExportOptions struct {
	EachCall  bool // one example a model call; else one a conversation, its last form
	Reasoning bool // keep the model's reasoning text
	Bar       *Bar // leave out what did not come to a result that reaches it
}

// talks are the conversations that make examples: the steps side by side in one
// step, or in the run, are one. Planning is left out, and calls that came to
// nothing.
func (r *Run) talks(o ExportOptions) ([]talk, error) {
	steps := map[int]*Span{}
	for _, s := range r.Steps() {
		steps[s.Start.ID] = s
	}
	var last []Exchange // of each conversation
	var around []int    // the step around it, 0 where there is none
	for x, err := range r.Exchanges() {
		if err != nil {
			return nil, err
		}
		// Steps leaves out what was superseded; a call in none of its steps is no part of the run
		// any more.
		step := steps[x.Step]
		if x.End == nil || x.End.Response == nil || x.End.Error != "" || step == nil || !o.EachCall && step.Start.Kind == "plan" ||
			o.Bar != nil && !o.Bar.Reached(r.result(steps[step.Start.Parent])) {
			continue
		}
		// The later request of a conversation holds the earlier ones, so that the last answer
		// makes the whole example.
		k := slices.Index(around, step.Start.Parent)
		if o.EachCall || k < 0 {
			last, around = append(last, x), append(around, step.Start.Parent)
			continue
		}
		last[k] = x
	}

	var all []talk
	for _, x := range last {
		t, err := x.talk()
		if err != nil {
			return nil, err
		}
		all = append(all, t)
	}
	return all, nil
}

// result is what a conversation came to: what the step around it ended with, else
// the run's result.
func (r *Run) result(around *Span) *Candidate {
	if around != nil {
		if around.End == nil {
			return nil
		}
		return around.End.Candidate
	}
	if end := r.End(); end != nil {
		return end.Candidate
	}
	return nil
}

// Chat is the run as examples of chat fine-tuning: {"messages", "tools"} as the
// chat completions API has them.
func (r *Run) Chat(o ExportOptions) ([]any, error) {
	talks, err := r.talks(o)
	var out []any
	for _, t := range talks {
		example := map[string]any{}
		var messages []any
		for _, m := range t.messages {
			messages = append(messages, m.chat(o))
		}
		example["messages"] = messages
		if len(t.tools) > 0 {
			example["tools"] = t.functions()
		}
		out = append(out, example)
	}
	return out, err
}

func (t talk) functions() []any {
	var fs []any
	for _, f := range t.tools {
		fs = append(fs, map[string]any{"type": "function", "function": f})
	}
	return fs
}

func (m message) chat(o ExportOptions) any {
	out := map[string]any{"role": m.Role, "content": m.Text}
	if m.ToolCallID != "" {
		out["tool_call_id"] = m.ToolCallID
	}
	if o.Reasoning && m.Reasoning != "" {
		out["reasoning_content"] = m.Reasoning
	}
	var calls []any
	for _, c := range m.ToolCalls {
		calls = append(calls, map[string]any{"id": c.ID, "type": "function",
			"function": map[string]any{"name": c.Name, "arguments": c.arguments()}})
	}
	if calls != nil {
		out["tool_calls"] = calls
		// The API has null there beside calls.
		if m.Text == "" {
			out["content"] = nil
		}
	}
	return out
}

// turn is a message in the ShareGPT form.
type turn struct {
	From  string `json:"from"`
	Value string `json:"value"`
}

// ShareGPT is the run as {"conversations": [{"from", "value"}], "system", "tools"},
// the sides taking turns: human or observation, then gpt or function_call. What the
// model wrote beside a call stands in front of it in <think> tags.
func (r *Run) ShareGPT(o ExportOptions) ([]any, error) {
	talks, err := r.talks(o)
	var out []any
	for _, t := range talks {
		var system []string
		var turns []turn
		for _, m := range t.messages {
			if m.Role == "system" {
				system = append(system, m.Text)
				continue
			}
			next := m.turn(o)
			// The form knows strictly alternating sides; several results of tools, or a remark of
			// the user after them, become one turn.
			if n := len(turns); n > 0 && fromModel(turns[n-1].From) == fromModel(next.From) {
				turns[n-1].Value += "\n\n" + next.Value
				continue
			}
			turns = append(turns, next)
		}
		example := map[string]any{"conversations": turns, "system": strings.Join(system, "\n\n")}
		if len(t.tools) > 0 {
			raw, err := encoder{}.encode(t.tools)
			if err != nil {
				return nil, err
			}
			example["tools"] = string(raw)
		}
		out = append(out, example)
	}
	return out, err
}

func fromModel(from string) bool { return slices.Contains([]string{"gpt", "function_call"}, from) }

func (m message) turn(o ExportOptions) turn {
	var parts []string
	if o.Reasoning && m.Reasoning != "" {
		parts = append(parts, m.Reasoning)
	}

	switch {
	case m.Role == "tool":
		return turn{"observation", m.Text}
	case m.Role != "assistant":
		return turn{"human", m.Text}
	case len(m.ToolCalls) == 0:
		think := ""
		if parts != nil {
			think = "<think>\n" + strings.Join(parts, "\n") + "\n</think>\n\n"
		}
		return turn{"gpt", think + m.Text}
	}

	// What the model wrote beside its calls has no field of its own in this form.
	if m.Text != "" {
		parts = append(parts, m.Text)
	}
	var calls []any
	for _, c := range m.ToolCalls {
		args := c.Arguments
		if !json.Valid(args) {
			args, _ = json.Marshal(c.arguments())
		}
		calls = append(calls, map[string]any{"name": c.Name, "arguments": args})
	}

	var v any = calls
	if len(calls) == 1 {
		v = calls[0]
	}
	raw, _ := encoder{}.encode(v)
	value := string(raw)
	if parts != nil {
		value = "<think>\n" + strings.Join(parts, "\n") + "\n</think>\n\n" + value
	}
	return turn{"function_call", value}
}
