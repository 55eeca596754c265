package openai

import (
	"encoding/json"
	"fmt"

	"ensures/llm"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/packages/param"
	"github.com/openai/openai-go/v3/shared"
)

// params is the request in the SDK's terms, without what the server refuses.
func (c *client) params(r llm.Request, a ability) (sdk.ChatCompletionNewParams, error) {
	p := sdk.ChatCompletionNewParams{Model: r.Model}
	messages := r.Messages
	if r.Schema != nil {
		strict, err := Strict(r.Schema.JSON)
		if err != nil {
			return p, fmt.Errorf("schema %s: %w", r.Schema.Name, err)
		}
		switch a.Schema {
		case strictMode:
			p.ResponseFormat.OfJSONSchema = &shared.ResponseFormatJSONSchemaParam{
				JSONSchema: shared.ResponseFormatJSONSchemaJSONSchemaParam{Name: r.Schema.Name, Strict: param.NewOpt(true), Schema: strict},
			}
		case jsonMode:
			p.ResponseFormat.OfJSONObject = &shared.ResponseFormatJSONObjectParam{}
			messages = explained(messages, strict)
		default:
			messages = explained(messages, strict)
		}
	}
	for _, m := range messages {
		u, err := c.message(m, a)
		if err != nil {
			return p, err
		}
		p.Messages = append(p.Messages, u)
	}
	for _, t := range r.Tools {
		var schema shared.FunctionParameters
		if err := json.Unmarshal(t.Parameters, &schema); err != nil {
			return p, fmt.Errorf("schema of the tool %s: %w", t.Name, err)
		}
		f := shared.FunctionDefinitionParam{Name: t.Name, Parameters: schema}
		if t.Description != "" {
			f.Description = param.NewOpt(t.Description)
		}
		p.Tools = append(p.Tools, sdk.ChatCompletionFunctionTool(f))
	}
	if r.Temperature != nil && !a.drops("temperature") {
		p.Temperature = param.NewOpt(*r.Temperature)
	}
	if r.Seed != nil && !a.drops("seed") {
		p.Seed = param.NewOpt(*r.Seed)
	}
	if len(r.Stop) > 0 && !a.drops("stop") {
		p.Stop.OfStringArray = r.Stop
	}
	if r.MaxTokens > 0 {
		switch a.maxTokens(c.o.MaxTokens) {
		case "max_tokens":
			p.MaxTokens = param.NewOpt(int64(r.MaxTokens))
		default:
			p.MaxCompletionTokens = param.NewOpt(int64(r.MaxTokens))
		}
	}
	return p, nil
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

func (c *client) message(m llm.Message, a ability) (sdk.ChatCompletionMessageParamUnion, error) {
	switch m.Role {
	case llm.System:
		return sdk.SystemMessage(m.Text), nil
	case llm.User:
		return sdk.UserMessage(m.Text), nil
	case llm.ToolRole:
		return sdk.ToolMessage(m.Text, m.ToolCallID), nil
	case llm.Assistant:
		return c.assistant(m, a), nil
	}
	return sdk.ChatCompletionMessageParamUnion{}, fmt.Errorf("message with the role %q", m.Role)
}

func (c *client) assistant(m llm.Message, a ability) sdk.ChatCompletionMessageParamUnion {
	var p sdk.ChatCompletionAssistantMessageParam
	if m.Text != "" || len(m.ToolCalls) == 0 {
		p.Content.OfString = param.NewOpt(m.Text)
	}
	for _, t := range m.ToolCalls {
		call := sdk.ChatCompletionMessageFunctionToolCallParam{ID: t.ID}
		call.Function.Name, call.Function.Arguments = t.Name, wireArguments(t.Arguments)
		if len(t.Extra) > 0 {
			call.SetExtraFields(anyMap(t.Extra))
		}
		p.ToolCalls = append(p.ToolCalls, sdk.ChatCompletionMessageToolCallUnionParam{OfFunction: &call})
	}
	extra := anyMap(m.Extra)
	if m.Reasoning != "" && c.o.Reasoning != "" && !a.drops("reasoning") {
		extra[c.o.Reasoning] = m.Reasoning
	}
	if len(extra) > 0 {
		p.SetExtraFields(extra)
	}
	return sdk.ChatCompletionMessageParamUnion{OfAssistant: &p}
}

func anyMap(m map[string]json.RawMessage) map[string]any {
	out := map[string]any{}
	for k, v := range m {
		out[k] = v
	}
	return out
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
	if text == "" {
		return json.RawMessage("{}")
	}
	var object map[string]json.RawMessage
	if json.Unmarshal([]byte(text), &object) == nil && object != nil {
		return json.RawMessage(text)
	}
	raw, _ := json.Marshal(text)
	return raw
}
