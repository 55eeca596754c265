// Package llmtest is an OpenAI-compatible server for tests: real HTTP, replies
// from a script, streamed or not as the request asks, and every way in which a
// server can fail.
//
// It must not know who its clients are: it sees bytes only.
package llmtest

import (
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"sync"
	"testing"
	"time"
)

// Reply is what the server answers to one request.
type Reply struct {
	Text      string
	Reasoning string // as reasoning_content
	Refusal   string
	ToolCalls []Call
	Finish    string // default stop, or tool_calls where there are some
	Input     int    // tokens; default 100
	Cached    int
	Output    int // default 10

	Delay  time.Duration     // before the answer
	Status int               // other than 200
	Header map[string]string // added to the answer's
	Body   string            // the whole body as it is, in place of a reply
	Pieces []string          // SSE data lines as they are, in place of a streamed reply
	Cut    bool              // the connection breaks in the middle of the body
	Silent bool              // the connection stays open after the first half, or Delay, and nothing more comes
}

// Call is a tool call; Arguments are text, which need not be JSON.
type Call struct{ ID, Name, Arguments string }

// Server is a running server.
type Server struct {
	URL string // base address, with /v1

	t     testing.TB
	reply func(n int, body []byte) Reply
	done  chan struct{}

	mu       sync.Mutex
	requests []json.RawMessage
	headers  []http.Header
}

// New answers requests with the replies in order. A request too many fails the test.
func New(t testing.TB, replies ...Reply) *Server {
	t.Helper()
	return Func(t, func(n int, body []byte) Reply {
		if n >= len(replies) {
			t.Errorf("request %d, but the script holds %d replies: %.300s", n+1, len(replies), body)
			return Reply{Status: http.StatusTeapot, Body: `{"error":{"message":"the script is at its end"}}`}
		}
		return replies[n]
	})
}

// Func answers request n (from 0) with what f says of its body.
func Func(t testing.TB, f func(n int, body []byte) Reply) *Server {
	t.Helper()
	s := &Server{t: t, reply: f, done: make(chan struct{})}
	h := httptest.NewServer(http.HandlerFunc(s.serve))
	s.URL = h.URL + "/v1"
	t.Cleanup(func() {
		close(s.done)
		h.CloseClientConnections()
		h.Close()
	})
	return s
}

// Requests are the bodies received so far, in order.
func (s *Server) Requests() []json.RawMessage {
	s.mu.Lock()
	defer s.mu.Unlock()
	return append([]json.RawMessage(nil), s.requests...)
}

// Header is the header of request n.
func (s *Server) Header(n int) http.Header {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.headers[n]
}

func (s *Server) serve(w http.ResponseWriter, r *http.Request) {
	body, err := io.ReadAll(r.Body)
	if err != nil {
		return
	}
	if r.Method == http.MethodGet && r.URL.Path == "/v1/models" {
		setType(w, "application/json")
		fmt.Fprint(w, `{"object":"list","data":[{"id":"m","object":"model"}]}`)
		return
	}
	if r.URL.Path != "/v1/chat/completions" {
		http.Error(w, `{"error":{"message":"no such path"}}`, http.StatusNotFound)
		return
	}

	s.mu.Lock()
	n := len(s.requests)
	s.requests = append(s.requests, body)
	s.headers = append(s.headers, r.Header.Clone())
	s.mu.Unlock()
	reply := s.reply(n, body)
	if reply.Delay > 0 {
		select {
		case <-time.After(reply.Delay):
		case <-r.Context().Done():
			return
		case <-s.done:
			return
		}
	}

	for k, v := range reply.Header {
		w.Header().Set(k, v)
	}
	var asked struct {
		Model  string `json:"model"`
		Stream bool   `json:"stream"`
	}
	json.Unmarshal(body, &asked)
	chunks := []string{reply.Body}
	switch {
	case reply.Body != "" || reply.Status >= 300:
		setType(w, "application/json")
	case asked.Stream:
		setType(w, "text/event-stream")
		chunks = reply.stream(asked.Model)
	default:
		setType(w, "application/json")
		whole := reply.whole(asked.Model)
		chunks = []string{whole[:len(whole)/2], whole[len(whole)/2:]}
	}

	if reply.Status != 0 {
		w.WriteHeader(reply.Status)
	}
	for i, c := range chunks {
		if i > 0 && i >= len(chunks)/2 {
			if reply.Cut {
				panic(http.ErrAbortHandler)
			}
			if reply.Silent {
				select {
				case <-r.Context().Done():
				case <-s.done:
				}
				return
			}
		}
		io.WriteString(w, c)
		if f, ok := w.(http.Flusher); ok {
			f.Flush()
		}
	}
}

func setType(w http.ResponseWriter, t string) {
	if w.Header().Get("Content-Type") == "" {
		w.Header().Set("Content-Type", t)
	}
}

func (r Reply) finish() string {
	switch {
	case r.Finish != "":
		return r.Finish
	case len(r.ToolCalls) > 0:
		return "tool_calls"
	}
	return "stop"
}

func (r Reply) usage() map[string]any {
	in, out := r.Input, r.Output
	if in == 0 {
		in = 100
	}
	if out == 0 {
		out = 10
	}
	return map[string]any{
		"prompt_tokens": in, "completion_tokens": out, "total_tokens": in + out,
		"prompt_tokens_details": map[string]any{"cached_tokens": r.Cached},
	}
}

func (r Reply) calls(indexed bool) []any {
	var list []any
	for i, c := range r.ToolCalls {
		id := c.ID
		if id == "" {
			id = fmt.Sprintf("call_%d", i+1)
		}
		call := map[string]any{"id": id, "type": "function", "function": map[string]any{"name": c.Name, "arguments": c.Arguments}}
		if indexed {
			call["index"] = i
		}
		list = append(list, call)
	}
	return list
}

// whole is the reply as one JSON object.
func (r Reply) whole(model string) string {
	message := map[string]any{"role": "assistant", "content": r.Text}
	if r.Reasoning != "" {
		message["reasoning_content"] = r.Reasoning
	}
	if r.Refusal != "" {
		message["refusal"] = r.Refusal
	}
	if calls := r.calls(false); calls != nil {
		message["tool_calls"] = calls
	}
	return encode(map[string]any{
		"id": "chatcmpl-1", "object": "chat.completion", "created": 1, "model": model,
		"choices": []any{map[string]any{"index": 0, "message": message, "finish_reason": r.finish()}},
		"usage":   r.usage(),
	})
}

// stream is the reply as server-sent events: reasoning, text and arguments in
// two pieces each, then the end, then the usage.
func (r Reply) stream(model string) []string {
	var list []string
	if r.Pieces != nil {
		for _, p := range r.Pieces {
			list = append(list, "data: "+p+"\n\n")
		}
		return list
	}

	chunk := func(choices []any, usage any) {
		c := map[string]any{"id": "chatcmpl-1", "object": "chat.completion.chunk", "created": 1, "model": model, "choices": choices}
		if usage != nil {
			c["usage"] = usage
		}
		list = append(list, "data: "+encode(c)+"\n\n")
	}
	delta := func(d map[string]any) { chunk([]any{map[string]any{"index": 0, "delta": d}}, nil) }
	halves := func(field, text string) {
		if text == "" {
			return
		}
		runes := []rune(text)
		delta(map[string]any{field: string(runes[:len(runes)/2])})
		delta(map[string]any{field: string(runes[len(runes)/2:])})
	}

	delta(map[string]any{"role": "assistant", "content": ""})
	halves("reasoning_content", r.Reasoning)
	halves("content", r.Text)
	halves("refusal", r.Refusal)
	for i, c := range r.calls(true) {
		args := r.ToolCalls[i].Arguments
		first := c.(map[string]any)
		first["function"].(map[string]any)["arguments"] = args[:len(args)/2]
		delta(map[string]any{"tool_calls": []any{first}})
		delta(map[string]any{"tool_calls": []any{map[string]any{"index": i, "function": map[string]any{"arguments": args[len(args)/2:]}}}})
	}
	chunk([]any{map[string]any{"index": 0, "delta": map[string]any{}, "finish_reason": r.finish()}}, nil)
	chunk([]any{}, r.usage())
	return append(list, "data: [DONE]\n\n")
}

func encode(v any) string {
	raw, err := json.Marshal(v)
	if err != nil {
		panic(err)
	}
	return string(raw)
}
