// Package llm is a chat with a language model: requests, replies, what they
// cost, and clients wrapped around each other for retries, rate limits,
// deadlines, caching and prices. Package llm/openai talks to servers,
// llm/replay answers from a recorded run, Script from a file.
//
// A Client is safe for use by many goroutines. What a model says is a value,
// also when it is a refusal or is cut off (Response.Finish); an error means that
// there is no reply: errors.Is(err, ErrContextOverflow) when the conversation is
// too long, errors.Is(err, ErrConfig) when key, address or model name are wrong,
// ErrTimeout when a call took too long, the context's own error when the caller
// gave up. IsInfrastructure sums up what is worth another try of the whole task.
//
// The package must not know what the conversation is about.
package llm

import (
	"context"
	"crypto/sha256"
	"encoding/hex"
	"encoding/json"
)

// Client completes conversations.
type Client interface {
	// Complete sends the conversation and gives the model's next message.
	Complete(ctx context.Context, r Request) (Response, error)
}

// Request is a conversation to complete. Its JSON form is complete but for
// Stream: it is what is hashed, cached and replayed.
type Request struct {
	Model    string    `json:"model"`
	Messages []Message `json:"messages"`
	Tools    []Tool    `json:"tools,omitempty"` // offered for native tool calls
	// Schema asks for a reply whose text is a JSON value of this form. Where the
	// server can't enforce it the text is what the model wrote, with a Markdown
	// fence taken off; it is never checked against the schema.
	Schema      *Schema  `json:"schema,omitempty"`
	Temperature *float64 `json:"temperature,omitempty"` // nil: the server's default
	MaxTokens   int      `json:"max_tokens,omitempty"`  // of the reply; 0: the server's default
	Seed        *int64   `json:"seed,omitempty"`
	Stop        []string `json:"stop,omitempty"`
	// Stream is called with pieces of the reply as they arrive, in order, from
	// one goroutine; the Response is whole all the same. When a broken stream is
	// tried again, a Delta with Restart comes first. May be nil.
	Stream func(Delta) `json:"-"`
}

// Hash identifies the whole request: SHA-256 of its JSON form, in hex.
func (r Request) Hash() string {
	raw, err := json.Marshal(r)
	if err != nil { // a json.RawMessage that is no JSON
		raw = []byte(err.Error())
	}
	sum := sha256.Sum256(raw)
	return hex.EncodeToString(sum[:])
}

// Pieces is the request taken apart for a record: all but the messages, and the
// messages.
func (r Request) Pieces() (settings any, messages []any) {
	messages = make([]any, len(r.Messages))
	for i, m := range r.Messages {
		messages[i] = m
	}
	r.Messages = nil
	return r, messages
}

// Role is who speaks.
type Role string

// The roles of a conversation.
const (
	System    Role = "system"
	User      Role = "user"
	Assistant Role = "assistant"
	ToolRole  Role = "tool" // the result of a tool call, named by ToolCallID
)

// Message is one turn of a conversation.
type Message struct {
	Role       Role       `json:"role"`
	Text       string     `json:"text"`
	Reasoning  string     `json:"reasoning,omitempty"` // of the assistant, where the server shows it
	ToolCalls  []ToolCall `json:"tool_calls,omitempty"`
	ToolCallID string     `json:"tool_call_id,omitempty"`
	// Extra holds fields of the server's own that have to go back to it as they
	// came (signatures of hidden reasoning, for example).
	Extra map[string]json.RawMessage `json:"extra,omitempty"`
}

// ToolCall is a call that the model wants made. Arguments are what the model
// wrote: a JSON object, or a JSON string holding text that is no JSON.
type ToolCall struct {
	ID        string                     `json:"id"`
	Name      string                     `json:"name"`
	Arguments json.RawMessage            `json:"arguments"`
	Extra     map[string]json.RawMessage `json:"extra,omitempty"`
}

// Tool is a function that the model may ask to be called.
type Tool struct {
	Name        string          `json:"name"`
	Description string          `json:"description,omitempty"`
	Parameters  json.RawMessage `json:"parameters"` // JSON schema of an object
}

// Schema is the form of a structured reply.
type Schema struct {
	Name string          `json:"name"` // letters, digits, _ and -
	JSON json.RawMessage `json:"schema"`
}

// Delta is a piece of a reply that is being streamed.
type Delta struct {
	Text      string
	Reasoning string
	Restart   bool // what came before is void: the reply begins anew
}

// Response is the model's next message.
type Response struct {
	Message Message `json:"message"`
	Finish  Finish  `json:"finish"`
	Usage   Usage   `json:"usage"`
	Model   string  `json:"model,omitempty"`   // as the server names it
	Retries int     `json:"retries,omitempty"` // attempts that came to nothing before this one
	Cached  bool    `json:"cached,omitempty"`  // from the cache on disk: nothing was spent
}

// Finish is why a reply ended.
type Finish string

// The reasons for a reply's end. With ContentFilter and Refusal the message's
// text is what was said of it, if anything.
const (
	Stop          Finish = "stop"
	Length        Finish = "length" // MaxTokens, or the model's window
	ToolUse       Finish = "tool_calls"
	ContentFilter Finish = "content_filter"
	Refusal       Finish = "refusal"
)

// Refused reports whether the model, or a filter before or after it, declined.
func (r Response) Refused() bool { return r.Finish == Refusal || r.Finish == ContentFilter }

// Usage is what a reply took, in tokens and US dollars. CachedInput is part of
// Input, Reasoning is part of Output.
type Usage struct {
	Input       int     `json:"input"`
	CachedInput int     `json:"cached_input,omitempty"`
	Output      int     `json:"output"`
	Reasoning   int     `json:"reasoning,omitempty"`
	CostUSD     float64 `json:"cost_usd,omitempty"`
}

// Plus is the sum of two usages.
func (u Usage) Plus(v Usage) Usage {
	return Usage{
		Input: u.Input + v.Input, CachedInput: u.CachedInput + v.CachedInput,
		Output: u.Output + v.Output, Reasoning: u.Reasoning + v.Reasoning,
		CostUSD: u.CostUSD + v.CostUSD,
	}
}
