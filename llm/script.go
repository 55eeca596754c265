package llm

import (
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"strings"
	"sync"
	"time"

	"go.yaml.in/yaml/v3"
)

// ErrNoReply: a script or a recorded run has no reply for this request.
var ErrNoReply = errors.New("no reply is left for this request")

// Reply is an entry of a script: what the model says, once its turn has come.
type Reply struct {
	// Match: play only when the conversation holds this text. Replies are played
	// in order, those that don't match being passed over.
	Match     string     `yaml:"match" json:"match"`
	Repeat    bool       `yaml:"repeat" json:"repeat"` // it may be played any number of times
	Text      string     `yaml:"text" json:"text"`
	Reasoning string     `yaml:"reasoning" json:"reasoning"`
	ToolCalls []Scripted `yaml:"tool_calls" json:"tool_calls"`
	Finish    Finish     `yaml:"finish" json:"finish"` // default stop, or tool_calls where there are some
	Input     int        `yaml:"input" json:"input"`   // tokens; default: about a quarter of the bytes
	Output    int        `yaml:"output" json:"output"`
	Delay     string     `yaml:"delay" json:"delay"`   // such as 50ms
	Status    int        `yaml:"status" json:"status"` // an HTTP error in place of a reply
}

// Scripted is a tool call of a script.
type Scripted struct {
	Name      string `yaml:"name" json:"name"`
	Arguments any    `yaml:"arguments" json:"arguments"`
}

// Script plays the replies of a file: a YAML list, or one JSON object a line.
func Script(file string) (Client, error) {
	raw, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	replies, err := parseScript(raw)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	return Play(replies...), nil
}

func parseScript(raw []byte) ([]Reply, error) {
	var replies []Reply
	// JSON lines are a sequence of documents and no YAML list.
	if text := bytes.TrimSpace(raw); len(text) > 0 && text[0] == '{' {
		dec := json.NewDecoder(bytes.NewReader(text))
		dec.DisallowUnknownFields()
		for {
			var r Reply
			switch err := dec.Decode(&r); {
			case errors.Is(err, io.EOF):
				return check(replies)
			case err != nil:
				return nil, fmt.Errorf("reply %d: %w", len(replies)+1, err)
			}
			replies = append(replies, r)
		}
	}
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	dec.KnownFields(true)
	if err := dec.Decode(&replies); err != nil && !errors.Is(err, io.EOF) {
		return nil, err
	}
	return check(replies)
}

func check(replies []Reply) ([]Reply, error) {
	if len(replies) == 0 {
		return nil, errors.New("the script holds no replies")
	}
	for i, r := range replies {
		if r.Delay == "" {
			continue
		}
		if _, err := time.ParseDuration(r.Delay); err != nil {
			return nil, fmt.Errorf("reply %d: delay %q is no duration", i+1, r.Delay)
		}
	}
	return replies, nil
}

// Play is a client that plays the replies in order.
func Play(replies ...Reply) Client { return &script{replies: replies} }

type script struct {
	mu      sync.Mutex
	replies []Reply
	used    map[int]bool
	calls   int
}

func (s *script) Complete(ctx context.Context, r Request) (Response, error) {
	if err := ctx.Err(); err != nil {
		return Response{}, err
	}
	reply, call, err := s.take(r)
	if err != nil {
		return Response{}, err
	}
	if d, _ := time.ParseDuration(reply.Delay); d > 0 {
		if err := sleep(ctx, d); err != nil {
			return Response{}, err
		}
	}
	if reply.Status != 0 {
		return Response{}, &StatusError{Status: reply.Status, Message: reply.Text}
	}

	res := Response{
		Message: Message{Role: Assistant, Text: reply.Text, Reasoning: reply.Reasoning},
		Finish:  reply.Finish, Model: "script",
		Usage: Usage{Input: reply.Input, Output: reply.Output},
	}
	for i, t := range reply.ToolCalls {
		args, err := json.Marshal(t.Arguments)
		if err != nil {
			return Response{}, fmt.Errorf("script: arguments of %s: %w", t.Name, err)
		}
		if t.Arguments == nil {
			args = []byte("{}")
		}
		res.Message.ToolCalls = append(res.Message.ToolCalls, ToolCall{ID: fmt.Sprintf("call_%d_%d", call, i+1), Name: t.Name, Arguments: args})
	}

	if res.Finish == "" {
		res.Finish = Stop
		if len(res.Message.ToolCalls) > 0 {
			res.Finish = ToolUse
		}
	}

	// Estimated as the limiter does, so that budgets and limits of tokens can be tried with a
	// script.
	setDefault(&res.Usage.Input, estimate(Request{Messages: r.Messages, Tools: r.Tools, MaxTokens: 1}))
	setDefault(&res.Usage.Output, estimate(Request{Messages: []Message{res.Message}, MaxTokens: 1}))
	if r.Stream != nil {
		r.Stream(Delta{Text: reply.Text, Reasoning: reply.Reasoning})
	}
	return res, nil
}

// take finds the reply whose turn it is, and the number of the call.
func (s *script) take(r Request) (Reply, int, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.calls++
	if s.used == nil {
		s.used = map[int]bool{}
	}
	for i, reply := range s.replies {
		if s.used[i] || !holds(r, reply.Match) {
			continue
		}
		s.used[i] = !reply.Repeat
		return reply, s.calls, nil
	}
	last := ""
	if n := len(r.Messages); n > 0 {
		last = r.Messages[n-1].Text
	}
	if len(last) > 200 {
		last = last[:200] + "…"
	}
	return Reply{}, 0, fmt.Errorf("script, call %d: %w; the last message is %q", s.calls, ErrNoReply, last)
}

// holds reports whether the conversation holds the text.
func holds(r Request, text string) bool {
	for _, m := range r.Messages {
		if strings.Contains(m.Text, text) {
			return true
		}
	}
	return text == ""
}
