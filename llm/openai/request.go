package openai

import (
	"bytes"
	"encoding/json"
	"fmt"
	"maps"
	"strings"

	"ensures/llm"
)

// body is the JSON of a request for a chat completion. It is our own and not the
// SDK's: a conversation goes out whole at every step, and the SDK's parameters take
// several times as long to write.
type body struct {
	Messages            []any           `json:"messages"`
	Model               string          `json:"model"`
	MaxTokens           int             `json:"max_tokens,omitempty"`
	MaxCompletionTokens int             `json:"max_completion_tokens,omitempty"`
	Seed                *int64          `json:"seed,omitempty"`
	Temperature         *float64        `json:"temperature,omitempty"`
	Stop                []string        `json:"stop,omitempty"`
	ResponseFormat      *responseFormat `json:"response_format,omitempty"`
	Stream              bool            `json:"stream,omitempty"`
	StreamOptions       *streamOptions  `json:"stream_options,omitempty"`
	Tools               []tool          `json:"tools,omitempty"`
}

type message struct {
	Role       llm.Role `json:"role"`
	Content    *string  `json:"content,omitempty"`
	ToolCalls  []any    `json:"tool_calls,omitempty"`
	ToolCallID string   `json:"tool_call_id,omitempty"`
}

type toolCall struct {
	ID       string       `json:"id"`
	Type     string       `json:"type"`
	Function calledByName `json:"function"`
}

type calledByName struct {
	Name      string `json:"name"`
	Arguments string `json:"arguments"`
}

type responseFormat struct {
	Type       string      `json:"type"`
	JSONSchema *jsonSchema `json:"json_schema,omitempty"`
}

type jsonSchema struct {
	Name   string          `json:"name"`
	Strict bool            `json:"strict"`
	Schema json.RawMessage `json:"schema"`
}

type streamOptions struct {
	IncludeUsage bool `json:"include_usage"`
}

type tool struct {
	Type     string   `json:"type"`
	Function function `json:"function"`
}

type function struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"`
}

// request is the JSON of a request, without what the server refuses.
func (c *client) request(r llm.Request, a ability, stream bool) ([]byte, error) {
	b := body{Model: r.Model, Stream: stream}
	if stream && !a.drops("stream_options") {
		b.StreamOptions = &streamOptions{IncludeUsage: true}
	}

	messages := r.Messages
	if r.Schema != nil {
		strict, err := Strict(r.Schema.JSON)
		if err != nil {
			return nil, fmt.Errorf("schema %s: %w", r.Schema.Name, err)
		}
		switch a.Schema {
		case strictMode:
			b.ResponseFormat = &responseFormat{"json_schema", &jsonSchema{r.Schema.Name, true, strict}}
		case jsonMode:
			b.ResponseFormat = &responseFormat{Type: "json_object"}
			messages = explained(messages, strict)
		default:
			messages = explained(messages, strict)
		}
	}

	b.Messages = make([]any, 0, len(messages))
	size := 1 << 10
	for _, m := range messages {
		size += len(m.Text)*9/8 + 64
		w, err := c.message(m, a)
		if err != nil {
			return nil, err
		}
		b.Messages = append(b.Messages, w)
	}
	for _, t := range r.Tools {
		if !json.Valid(t.Parameters) {
			return nil, fmt.Errorf("schema of the tool %s is not JSON", t.Name)
		}
		b.Tools = append(b.Tools, tool{"function", function{t.Name, t.Description, t.Parameters}})
	}

	if !a.drops("temperature") {
		b.Temperature = r.Temperature
	}
	if !a.drops("seed") {
		b.Seed = r.Seed
	}
	if !a.drops("stop") {
		b.Stop = r.Stop
	}

	// Some servers know one of the two names only, and refuse the other.
	if a.maxTokens(c.o.MaxTokens) == "max_tokens" {
		b.MaxTokens = r.MaxTokens
	} else {
		b.MaxCompletionTokens = r.MaxTokens
	}
	return encodeSized(b, size)
}

// encode writes JSON without escapes for HTML: code is full of < and &.
func encode(v any) ([]byte, error) { return encodeSized(v, 0) }

// encodeSized is encode of something that will be about so many bytes.
func encodeSized(v any, size int) ([]byte, error) {
	var buf bytes.Buffer
	buf.Grow(size)
	enc := json.NewEncoder(&buf)
	enc.SetEscapeHTML(false)
	if err := enc.Encode(v); err != nil {
		return nil, err
	}
	return bytes.TrimSuffix(buf.Bytes(), []byte("\n")), nil
}

// explained puts the schema into words at the conversation's end, for servers
// that can't enforce it.
func explained(messages []llm.Message, schema json.RawMessage) []llm.Message {
	text := "Answer with one JSON object and nothing else. It must match this JSON schema:\n" + string(schema)
	list := append([]llm.Message(nil), messages...)
	if n := len(list); n > 0 && list[n-1].Role == llm.User {
		list[n-1].Text += "\n\n" + text
		return list
	}
	return append(list, llm.Message{Role: llm.User, Text: text})
}

// message is a message of the conversation, with the fields that only some servers know.
func (c *client) message(m llm.Message, a ability) (any, error) {
	w := message{Role: m.Role, Content: &m.Text}
	switch m.Role {
	case llm.System, llm.User:
		return w, nil
	case llm.ToolRole:
		w.ToolCallID = m.ToolCallID
		return w, nil
	case llm.Assistant:
	default:
		return nil, fmt.Errorf("message with the role %q", m.Role)
	}

	if m.Text == "" && len(m.ToolCalls) > 0 {
		w.Content = nil
	}
	for _, t := range m.ToolCalls {
		call, err := with(toolCall{t.ID, "function", calledByName{t.Name, wireArguments(t.Arguments)}}, t.Extra)
		if err != nil {
			return nil, err
		}
		w.ToolCalls = append(w.ToolCalls, call)
	}

	extra := m.Extra
	if m.Reasoning != "" && c.o.Reasoning != "" && !a.drops("reasoning") {
		raw, err := encode(m.Reasoning)
		if err != nil {
			return nil, err
		}
		extra = map[string]json.RawMessage{}
		maps.Copy(extra, m.Extra)
		extra[c.o.Reasoning] = raw
	}
	return with(w, extra)
}

// with is an object, with more fields where there are any.
func with(object any, extra map[string]json.RawMessage) (any, error) {
	if len(extra) == 0 {
		return object, nil
	}
	raw, err := encode(object)
	if err != nil {
		return nil, err
	}
	more, err := encode(extra)
	return json.RawMessage(append(append(raw[:len(raw)-1], ','), more[1:]...)), err
}

// wireArguments is the text of a call's arguments as the model wrote it.
func wireArguments(raw json.RawMessage) string {
	var text string
	if len(raw) > 0 && raw[0] == '"' && json.Unmarshal(raw, &text) == nil {
		return text
	}
	if string(raw) == "null" {
		return ""
	}
	return string(raw)
}

// readArguments is the inverse: JSON where it is an object, else a JSON string.
func readArguments(text string) json.RawMessage {
	if t := strings.TrimSpace(text); t == "" || t == "null" {
		return json.RawMessage("{}")
	}
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) == nil && object != nil {
		return json.RawMessage(text)
	}
	raw, _ := json.Marshal(text)
	return raw
}
