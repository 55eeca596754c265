package openai

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"io"
	"slices"
	"strings"

	"ensures/llm"
)

// builder puts a message together from its pieces.
type builder struct {
	text, reasoning, refusal strings.Builder
	calls                    []*callBuilder
	extra                    map[string]json.RawMessage
}

type callBuilder struct {
	index    *number
	id, name string
	args     strings.Builder
	extra    map[string]json.RawMessage
}

// add takes in a message, whole or a piece, and gives what of it a listener hears.
func (b *builder) add(t turn, whole bool) llm.Delta {
	text, thought := content(t.Content)
	d := llm.Delta{Text: text, Reasoning: string(t.ReasoningContent)}
	if d.Reasoning == "" {
		d.Reasoning = string(t.Reasoning)
	}
	if d.Reasoning == "" {
		d.Reasoning = thought
	}

	b.text.WriteString(d.Text)
	b.reasoning.WriteString(d.Reasoning)
	b.refusal.WriteString(string(t.Refusal))
	for i, p := range t.ToolCalls {
		var call *callBuilder
		args := wireArguments(p.Function.Arguments)
		// Several pieces in one event without index and id are several calls: only the first of
		// them can go on with one from before.
		if !whole && (i == 0 || p.Index != nil || p.ID != "") {
			call = b.call(p, args)
		}
		if call == nil {
			call = &callBuilder{index: p.Index}
			b.calls = append(b.calls, call)
		}
		if call.id == "" {
			call.id = string(p.ID)
		}
		if call.name == "" {
			call.name = string(p.Function.Name)
		}
		call.args.WriteString(args)
		if isSet(p.ExtraContent) {
			call.extra = map[string]json.RawMessage{"extra_content": p.ExtraContent}
		}
	}

	b.keep("reasoning_details", t.ReasoningDetails)
	b.keep("thinking_blocks", t.ThinkingBlocks)
	b.keep("extra_content", t.ExtraContent)
	return d
}

// call finds the tool call that a piece goes on with: by its index, or, from
// servers that send none, by its id, else the last. It is nil when the piece
// begins one. Some servers give every call the index 0: a piece that names a
// function and has an id of its own, or more arguments than a whole object, begins one.
func (b *builder) call(p piece, args string) *callBuilder {
	var call *callBuilder
	for _, c := range slices.Backward(b.calls) {
		if p.Index != nil && c.index != nil && *p.Index == *c.index || p.Index == nil && (p.ID == "" || string(p.ID) == c.id) {
			call = c
			break
		}
	}
	// A piece without a name, or with the id of the call, surely goes on with it.
	if call == nil || p.Function.Name == "" || call.name == "" || p.ID != "" && string(p.ID) == call.id {
		return call
	}
	other := p.ID != "" && call.id != "" || args != "" && call.args.Len() > 0 || string(p.Function.Name) != call.name
	// Only a call whose arguments are whole can be over.
	if other && (call.args.Len() == 0 || json.Valid([]byte(call.args.String()))) {
		return nil
	}
	return call
}

// keep remembers a field that goes back to the server; lists that come in pieces
// are joined.
func (b *builder) keep(name string, raw json.RawMessage) {
	fresh := bytes.TrimSpace(raw)
	if !isSet(fresh) {
		return
	}
	if b.extra == nil {
		b.extra = map[string]json.RawMessage{}
	}
	old := b.extra[name]
	// Two lists become one: the closing bracket of the first and the opening one of the second
	// give way to a comma.
	if len(old) > 2 && old[0] == '[' && len(fresh) > 2 && fresh[0] == '[' {
		b.extra[name] = append(append(old[:len(old)-1], ','), fresh[1:]...)
		return
	}
	b.extra[name] = bytes.Clone(fresh)
}

// response is the whole reply.
func (b *builder) response(finish, model string, u usage) llm.Response {
	m := llm.Message{Role: llm.Assistant, Text: b.text.String(), Reasoning: b.reasoning.String(), Extra: b.extra}
	for _, c := range b.calls {
		if c.name != "" {
			m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: c.id, Name: c.name, Arguments: readArguments(c.args.String()), Extra: c.extra})
		}
	}
	// Without a parser of its own a server leaves reasoning in the text; the word
	// that opens it may have been part of the prompt.
	if thought, text, whole := strings.Cut(m.Text, "</think>"); whole && m.Reasoning == "" {
		opened, inside, begins := strings.Cut(thought, "<think>")
		if begins && strings.TrimSpace(opened) == "" {
			m.Reasoning, m.Text = strings.TrimSpace(inside), strings.TrimLeft(text, "\n")
		} else if !begins {
			m.Reasoning, m.Text = strings.TrimSpace(thought), strings.TrimLeft(text, "\n")
		}
	}

	r := llm.Response{Message: m, Finish: ending(finish), Model: model, Usage: llm.Usage{
		Input: int(u.Prompt), CachedInput: int(max(u.In.Cached, u.CacheHit)), Output: int(u.Completion), Reasoning: int(u.Out.Reasoning), CostUSD: float64(u.Cost),
	}}
	switch {
	case b.refusal.Len() > 0:
		// Some servers name the reason "stop" beside a refusal, or beside tool calls.
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
		return a, noAnswer(raw)
	}
	switch string(a.Error) {
	case "", "null", "{}", "[]", "false", `""`:
	default:
		return a, &errInside{raw}
	}
	if len(a.Choices) > 0 && plain(a.Choices[0].FinishReason) == "error" {
		return a, &errInside{raw}
	}
	return a, nil
}

// noAnswer is the error of a body or event that can't be read.
func noAnswer(raw []byte) error {
	if raw = bytes.TrimSpace(raw); len(raw) == 0 {
		return &errBroken{"it is empty"}
	}
	return &errBroken{"no answer of a model in " + cut(string(raw), 200)}
}

func isSet(raw json.RawMessage) bool { return len(raw) > 0 && string(raw) != "null" }

// exchange sends a request and reads the reply, in one piece or as a stream: by
// what comes, since servers and the proxies before them don't always do as asked.
func (c *client) exchange(ctx context.Context, request []byte, listen func(llm.Delta), f *failure) (llm.Response, error) {
	res, err := c.post(ctx, request, f)
	if err != nil {
		return llm.Response{}, err
	}
	defer res.Body.Close()
	if listen == nil {
		listen = func(llm.Delta) {}
	}
	body := bufio.NewReader(res.Body)

	// A byte order mark, which JSON has no place for.
	if start, _ := body.Peek(3); string(start) == "\ufeff" {
		body.Discard(3)
	}

	for {
		start, err := body.Peek(1)
		switch {
		case errors.Is(err, io.EOF):
			return llm.Response{}, noAnswer(nil)
		case err != nil:
			return llm.Response{}, err
		case start[0] == '{' || start[0] == '[':
			return whole(body, res.ContentLength)
		case start[0] == ' ' || start[0] == '\n' || start[0] == '\r' || start[0] == '\t':
			body.Discard(1)
		default:
			return streamed(&events{r: body, alive: func() { listen(llm.Delta{}) }}, listen)
		}
	}
}

// whole is a reply in one piece, of about so many bytes.
func whole(body io.Reader, size int64) (llm.Response, error) {
	var raw bytes.Buffer
	raw.Grow(int(min(max(size, 0), 1<<20)) + bytes.MinRead)
	if _, err := raw.ReadFrom(body); err != nil {
		return llm.Response{}, err
	}
	a, err := readAnswer(raw.Bytes())
	if err != nil {
		return llm.Response{}, err
	}
	if len(a.Choices) == 0 {
		return llm.Response{}, &errBroken{"no message in " + cut(raw.String(), 200)}
	}
	var b builder
	b.add(a.Choices[0].Message, true)
	return b.response(plain(a.Choices[0].FinishReason), plain(a.Model), readUsage(a.Usage)), nil
}

func readUsage(raw json.RawMessage) usage {
	var u usage
	json.Unmarshal(raw, &u)
	return u
}

// streamed is a reply in pieces.
func streamed(from *events, listen func(llm.Delta)) (llm.Response, error) {
	var b builder
	var u usage
	finish, model, empty, done := "", "", true, false
	for !done {
		data, err := from.next()
		if errors.Is(err, io.EOF) {
			break
		}
		if err != nil {
			return llm.Response{}, err
		}
		if done = bytes.HasPrefix(data, []byte("[DONE]")); done {
			break
		}
		a, err := readAnswer(data)
		if err != nil {
			return llm.Response{}, err
		}
		if m := plain(a.Model); m != "" {
			model = m
		}
		if isSet(a.Usage) {
			u = readUsage(a.Usage)
		}
		if len(a.Choices) == 0 {
			continue
		}
		empty = false
		listen(b.add(a.Choices[0].Delta, false))
		if reason := plain(a.Choices[0].FinishReason); reason != "" {
			finish = reason
		}
	}

	switch {
	case empty && len(from.strange) > 0:
		return llm.Response{}, noAnswer(from.strange)
	case empty:
		return llm.Response{}, &errBroken{"a stream without a reply"}
	case finish == "" && !done: // some servers name no reason, yet say that it is the end
		return llm.Response{}, &errBroken{"the stream broke off"}
	}
	return b.response(finish, model, u), nil
}
