package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"ensures/llm"

	"github.com/openai/openai-go/v3/packages/ssestream"
)

// turn is a message, or a piece of one, as servers write it.
type turn struct {
	Content          json.RawMessage `json:"content"` // text, or a list of parts
	ReasoningContent string          `json:"reasoning_content"`
	Reasoning        string          `json:"reasoning"`
	Refusal          string          `json:"refusal"`
	ToolCalls        []struct {
		Index    *int   `json:"index"`
		ID       string `json:"id"`
		Function struct {
			Name      string          `json:"name"`
			Arguments json.RawMessage `json:"arguments"` // text; an object from some
		} `json:"function"`
		ExtraContent json.RawMessage `json:"extra_content"` // Gemini's signatures
	} `json:"tool_calls"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"` // OpenRouter
	ThinkingBlocks   json.RawMessage `json:"thinking_blocks"`   // LiteLLM
	ExtraContent     json.RawMessage `json:"extra_content"`
}

// usage as servers write it.
type usage struct {
	Prompt     int     `json:"prompt_tokens"`
	Completion int     `json:"completion_tokens"`
	Cost       float64 `json:"cost"` // OpenRouter: US dollars
	In         struct {
		Cached int `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Out struct {
		Reasoning int `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	CacheHit int `json:"prompt_cache_hit_tokens"` // DeepSeek
}

// builder puts a message together from its pieces.
type builder struct {
	text, reasoning, refusal strings.Builder
	calls                    []*callBuilder
	extra                    map[string]json.RawMessage
}

type callBuilder struct {
	id, name string
	args     strings.Builder
	extra    map[string]json.RawMessage
}

// add takes in a piece and gives what of it a listener hears.
func (b *builder) add(t turn) llm.Delta {
	d := llm.Delta{Text: content(t.Content), Reasoning: t.ReasoningContent}
	if d.Reasoning == "" {
		d.Reasoning = t.Reasoning
	}
	b.text.WriteString(d.Text)
	b.reasoning.WriteString(d.Reasoning)
	b.refusal.WriteString(t.Refusal)
	for i, c := range t.ToolCalls {
		call := b.call(c.Index, i, c.ID)
		if c.ID != "" {
			call.id = c.ID
		}
		if call.name == "" {
			call.name = c.Function.Name
		}
		call.args.WriteString(wireArguments(c.Function.Arguments))
		if len(c.ExtraContent) > 0 && string(c.ExtraContent) != "null" {
			call.extra = map[string]json.RawMessage{"extra_content": c.ExtraContent}
		}
	}
	b.keep("reasoning_details", t.ReasoningDetails)
	b.keep("thinking_blocks", t.ThinkingBlocks)
	b.keep("extra_content", t.ExtraContent)
	return d
}

// call finds the tool call that a piece belongs to: by its index, or, from
// servers that send none, by a new id.
func (b *builder) call(index *int, at int, id string) *callBuilder {
	n := at
	switch {
	case index != nil:
		n = *index
	case id != "":
		for _, c := range b.calls {
			if c.id == id {
				return c
			}
		}
		n = len(b.calls)
	case len(b.calls) > 0:
		return b.calls[len(b.calls)-1]
	}
	if n < 0 || n > 255 { // nobody means that many
		n = len(b.calls)
	}
	for len(b.calls) <= n {
		b.calls = append(b.calls, &callBuilder{})
	}
	return b.calls[n]
}

// keep remembers a field that goes back to the server; lists that come in pieces
// are joined.
func (b *builder) keep(name string, raw json.RawMessage) {
	if len(raw) == 0 || string(raw) == "null" {
		return
	}
	if b.extra == nil {
		b.extra = map[string]json.RawMessage{}
	}
	old, fresh := bytes.TrimSpace(b.extra[name]), bytes.TrimSpace(raw)
	if len(old) > 2 && old[0] == '[' && len(fresh) > 2 && fresh[0] == '[' {
		fresh = []byte(string(old[:len(old)-1]) + "," + string(fresh[1:]))
	}
	b.extra[name] = append(json.RawMessage(nil), fresh...)
}

// content is the text of a message's content.
func content(raw json.RawMessage) string {
	var parts []struct {
		Text string `json:"text"`
	}
	if list := bytes.TrimSpace(raw); len(list) > 0 && list[0] == '[' && json.Unmarshal(list, &parts) == nil {
		var all strings.Builder
		for _, p := range parts {
			all.WriteString(p.Text)
		}
		return all.String()
	}
	var s string
	json.Unmarshal(raw, &s)
	return s
}

// response is the whole reply.
func (b *builder) response(finish, model string, u usage) llm.Response {
	m := llm.Message{Role: llm.Assistant, Text: b.text.String(), Reasoning: b.reasoning.String(), Extra: b.extra}
	for _, c := range b.calls {
		if c.name != "" {
			m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: c.id, Name: c.name, Arguments: readArguments(c.args.String()), Extra: c.extra})
		}
	}
	// Without a parser of its own a server leaves reasoning in the text.
	if rest, ok := strings.CutPrefix(strings.TrimLeft(m.Text, " \n"), "<think>"); ok && m.Reasoning == "" {
		if thought, text, whole := strings.Cut(rest, "</think>"); whole {
			m.Reasoning, m.Text = strings.TrimSpace(thought), strings.TrimLeft(text, "\n")
		}
	}
	r := llm.Response{Message: m, Finish: ending(finish), Model: model, Usage: llm.Usage{
		Input: u.Prompt, CachedInput: max(u.In.Cached, u.CacheHit), Output: u.Completion, Reasoning: u.Out.Reasoning, CostUSD: u.Cost,
	}}
	switch {
	case b.refusal.Len() > 0:
		r.Finish = llm.Refusal
		if m.Text == "" {
			r.Message.Text = b.refusal.String()
		}
	case len(m.ToolCalls) > 0 && r.Finish == llm.Stop:
		r.Finish = llm.ToolUse
	}
	return r
}

// ending is a server's finish_reason as one of ours.
func ending(s string) llm.Finish {
	switch strings.ToLower(s) {
	case "length", "max_tokens", "model_context_window_exceeded":
		return llm.Length
	case "tool_calls", "tool_use", "function_call":
		return llm.ToolUse
	case "content_filter", "safety", "recitation", "prohibited_content", "blocklist", "spii":
		return llm.ContentFilter
	case "refusal":
		return llm.Refusal
	}
	return llm.Stop
}

// answer is the body of a reply in one piece, or an event of a stream. It is our
// own and not the SDK's, which reads every field several times.
type answer struct {
	Model   json.RawMessage `json:"model"`
	Choices []struct {
		FinishReason json.RawMessage `json:"finish_reason"`
		Message      turn            `json:"message"` // of a whole reply
		Delta        turn            `json:"delta"`   // of a stream
	} `json:"choices"`
	Usage json.RawMessage `json:"usage"`
	Error json.RawMessage `json:"error"`
}

// readAnswer reads a body or event. An error object in it is an error.
func readAnswer(raw []byte) (answer, error) {
	var a answer
	if err := json.Unmarshal(raw, &a); err != nil {
		return a, &errBroken{"no answer of a model in " + cut(string(raw), 200)}
	}
	if isSet(a.Error) {
		return a, &errInside{raw}
	}
	if len(a.Choices) > 0 && plain(a.Choices[0].FinishReason) == "error" {
		return a, &errInside{raw}
	}
	return a, nil
}

func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// whole asks for a reply in one piece.
func (c *client) whole(ctx context.Context, request []byte, f *failure) (llm.Response, error) {
	res, err := c.post(ctx, request, f)
	if err != nil {
		return llm.Response{}, err
	}
	defer res.Body.Close()
	raw, err := read(res)
	if err != nil {
		return llm.Response{}, err
	}
	a, err := readAnswer(raw)
	if err != nil {
		return llm.Response{}, err
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, &errBroken{"no message in " + cut(string(raw), 200)}
	}
	var b builder
	b.add(a.Choices[0].Message)
	return b.response(plain(a.Choices[0].FinishReason), plain(a.Model), readUsage(a.Usage)), nil
}

// read is the body of a reply.
func read(res *http.Response) ([]byte, error) {
	var b bytes.Buffer
	b.Grow(int(min(max(res.ContentLength, 0), 1<<20)) + bytes.MinRead)
	_, err := b.ReadFrom(res.Body)
	return b.Bytes(), err
}

func readUsage(raw json.RawMessage) usage {
	var u usage
	json.Unmarshal(raw, &u)
	return u
}

// streamed asks for a reply in pieces.
func (c *client) streamed(ctx context.Context, request []byte, listen func(llm.Delta), f *failure) (llm.Response, error) {
	res, err := c.post(ctx, request, f)
	if err != nil {
		return llm.Response{}, err
	}
	events := ssestream.NewDecoder(res)
	defer events.Close()
	var b builder
	var u usage
	finish, model, empty := "", "", true
	for events.Next() {
		data := events.Event().Data
		if bytes.HasPrefix(data, []byte("[DONE]")) {
			break
		}
		a, err := readAnswer(data)
		if err != nil {
			return llm.Response{}, err
		}
		empty = false
		if m := plain(a.Model); m != "" {
			model = m
		}
		if isSet(a.Usage) {
			u = readUsage(a.Usage)
		}
		if len(a.Choices) == 0 {
			continue
		}
		d := b.add(a.Choices[0].Delta)
		if listen != nil {
			listen(d)
		}
		if reason := plain(a.Choices[0].FinishReason); reason != "" {
			finish = reason
		}
	}
	switch err := events.Err(); {
	case err != nil:
		return llm.Response{}, err
	case finish == "" && empty:
		return llm.Response{}, &errBroken{"a stream without a reply"}
	case finish == "":
		return llm.Response{}, &errBroken{"the stream broke off"}
	}
	return b.response(finish, model, u), nil
}
