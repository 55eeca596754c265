package openai

import (
	"bytes"
	"context"
	"encoding/json"
	"strings"

	"ensures/llm"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
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
func (b *builder) add(raw string) (llm.Delta, error) {
	var t turn
	if err := json.Unmarshal([]byte(raw), &t); err != nil {
		return llm.Delta{}, &errBroken{"a message that is no message: " + cut(raw, 200)}
	}
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
	return d, nil
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

// whole asks for a reply in one piece.
func (c *client) whole(ctx context.Context, opts ...option.RequestOption) (llm.Response, error) {
	res, err := c.chat.New(ctx, sdk.ChatCompletionNewParams{}, opts...)
	if err != nil {
		return llm.Response{}, err
	}
	if len(res.Choices) == 0 {
		return llm.Response{}, noChoices(res.RawJSON())
	}
	var b builder
	if _, err := b.add(res.Choices[0].Message.RawJSON()); err != nil {
		return llm.Response{}, err
	}
	if string(res.Choices[0].FinishReason) == "error" {
		return llm.Response{}, &errInside{[]byte(res.RawJSON())}
	}
	return b.response(string(res.Choices[0].FinishReason), res.Model, readUsage(res.Usage.RawJSON())), nil
}

// noChoices is an answer of status 200 without a reply: an error object, or nothing.
func noChoices(raw string) error {
	var top map[string]json.RawMessage
	if json.Unmarshal([]byte(raw), &top) == nil && len(top["error"]) > 0 && string(top["error"]) != "null" {
		return &errInside{[]byte(raw)}
	}
	return &errBroken{"no message in " + cut(raw, 200)}
}

func readUsage(raw string) usage {
	var u usage
	json.Unmarshal([]byte(raw), &u)
	return u
}

// streamed asks for a reply in pieces.
func (c *client) streamed(ctx context.Context, listen func(llm.Delta), opts ...option.RequestOption) (llm.Response, error) {
	stream := c.chat.NewStreaming(ctx, sdk.ChatCompletionNewParams{}, opts...)
	defer stream.Close()
	var b builder
	var u usage
	finish, model, last := "", "", ""
	for stream.Next() {
		chunk := stream.Current()
		last = chunk.RawJSON()
		if chunk.Model != "" {
			model = chunk.Model
		}
		if raw := chunk.Usage.RawJSON(); raw != "" && raw != "null" {
			u = readUsage(raw)
		}
		if len(chunk.Choices) == 0 {
			continue
		}
		choice := chunk.Choices[0]
		if raw := choice.Delta.RawJSON(); raw != "" {
			d, err := b.add(raw)
			if err != nil {
				return llm.Response{}, err
			}
			if listen != nil {
				listen(d)
			}
		}
		if choice.FinishReason != "" {
			finish = string(choice.FinishReason)
		}
	}
	switch err := stream.Err(); {
	case err != nil:
		return llm.Response{}, err
	case finish == "error":
		return llm.Response{}, &errInside{[]byte(last)}
	case finish == "" && last == "":
		return llm.Response{}, &errBroken{"a stream without a reply"}
	case finish == "":
		return llm.Response{}, &errBroken{"the stream broke off"}
	}
	return b.response(finish, model, u), nil
}
