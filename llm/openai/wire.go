package openai

import (
	"bytes"
	"encoding/json"
	"math"
	"strconv"
	"strings"
)

// turn is a message, or a piece of one, as servers write it.
type turn struct {
	Content          json.RawMessage `json:"content"` // text, or a list of parts
	ReasoningContent words           `json:"reasoning_content"`
	Reasoning        words           `json:"reasoning"`
	Refusal          words           `json:"refusal"`
	ToolCalls        pieces          `json:"tool_calls"`
	ReasoningDetails json.RawMessage `json:"reasoning_details"` // OpenRouter
	ThinkingBlocks   json.RawMessage `json:"thinking_blocks"`   // LiteLLM
	ExtraContent     json.RawMessage `json:"extra_content"`
}

// piece is a tool call, or a piece of one.
type piece struct {
	Index    *number `json:"index"`
	ID       words   `json:"id"`
	Function struct {
		Name      words           `json:"name"`
		Arguments json.RawMessage `json:"arguments"` // text; an object from some
	} `json:"function"`
	ExtraContent json.RawMessage `json:"extra_content"` // Gemini's signatures
}

// pieces are none where there is no list.
type pieces []piece

// UnmarshalJSON never fails for a value that is no list.
func (p *pieces) UnmarshalJSON(raw []byte) error {
	if raw[0] != '[' {
		return nil
	}
	return json.Unmarshal(raw, (*[]piece)(p))
}

// usage as servers write it.
type usage struct {
	Prompt     number `json:"prompt_tokens"`
	Completion number `json:"completion_tokens"`
	Cost       number `json:"cost"` // OpenRouter: US dollars
	In         struct {
		Cached number `json:"cached_tokens"`
	} `json:"prompt_tokens_details"`
	Out struct {
		Reasoning number `json:"reasoning_tokens"`
	} `json:"completion_tokens_details"`
	CacheHit number `json:"prompt_cache_hit_tokens"` // DeepSeek
}

// number is a number, also one that stands in quotes; what is none is 0.
type number float64

// UnmarshalJSON never fails.
func (n *number) UnmarshalJSON(raw []byte) error {
	f, err := strconv.ParseFloat(strings.Trim(string(raw), `" `), 64)
	if err != nil || math.IsNaN(f) || math.Abs(f) > 1e12 {
		f = 0
	}
	*n = number(f)
	return nil
}

// words are text that servers write as text, as a list of parts or as an object
// with text in it; numbers are taken as they are written.
type words string

// UnmarshalJSON never fails.
func (w *words) UnmarshalJSON(raw []byte) error {
	switch {
	case raw[0] == '"':
		var s string
		err := json.Unmarshal(raw, &s)
		*w = words(s)
		return err
	case raw[0] == '[' || raw[0] == '{':
		// A field of text has no second place for thoughts: both.
		text, thought := content(raw)
		*w = words(thought + text)
	case raw[0] == '-' || raw[0] >= '0' && raw[0] <= '9':
		*w = words(raw)
	}
	return nil
}

// content is the text of a message's content, and the thoughts that some servers
// put among its parts.
func content(raw json.RawMessage) (text, thought string) {
	raw = bytes.TrimSpace(raw)
	if len(raw) == 0 {
		return "", ""
	}
	switch raw[0] {
	case '"':
		json.Unmarshal(raw, &text)
	case '[':
		var list []json.RawMessage
		json.Unmarshal(raw, &list)
		var texts, thoughts strings.Builder
		for _, part := range list {
			t, th := content(part)
			texts.WriteString(t)
			thoughts.WriteString(th)
		}
		return texts.String(), thoughts.String()
	case '{':
		var part struct {
			Text     json.RawMessage `json:"text"`
			Thinking json.RawMessage `json:"thinking"` // Mistral, Anthropic
		}
		json.Unmarshal(raw, &part)
		text, _ = content(part.Text)
		thought, _ = content(part.Thinking)
	}
	return text, thought
}
