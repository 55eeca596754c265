package openai

import (
	"encoding/json"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/llm"
	"ensures/llm/llmtest"

	"github.com/google/go-cmp/cmp"
)

// plan is a structured reply.
type plan struct {
	Thought string   `json:"thought"`
	Facts   []string `json:"facts,omitempty"`
}

// planned is plan's schema.
func planned(name string) *llm.Schema {
	return &llm.Schema{Name: name, JSON: json.RawMessage(`{"$schema":"https://json-schema.org/draft/2020-12/schema",
		"properties":{"thought":{"type":"string","description":"why"},"facts":{"items":{"type":"string"},"type":"array"}},
		"additionalProperties":false,"type":"object","required":["thought"]}`)}
}

// server plays one that can do only so much.
type server struct {
	enforces string   // strict, json, text
	silent   bool     // it ignores what it can't do, in place of an error
	refuses  []string // parameters
}

func (s server) reply(_ int, body []byte) llmtest.Reply {
	var r map[string]json.RawMessage
	json.Unmarshal(body, &r)
	for _, p := range s.refuses {
		if _, ok := r[p]; ok {
			return llmtest.Reply{Status: 400, Body: `{"error":{"message":"Unsupported parameter: '` + p + `' is not supported with this model.","param":"` + p + `"}}`}
		}
	}
	var format struct{ Type string }
	json.Unmarshal(r["response_format"], &format)
	level := map[string]int{"": 0, "text": 0, "json_object": 1, "json": 1, "json_schema": 2, "strict": 2}
	told := strings.Contains(string(r["messages"]), "JSON schema")
	switch {
	case level[format.Type] > level[s.enforces] && !s.silent:
		return llmtest.Reply{Status: 400, Body: `{"object":"error","message":"response_format of this type is unavailable now","code":400}`}
	case format.Type == "json_schema" && s.enforces == "strict":
		return llmtest.Reply{Text: `{"thought":"strict","facts":null}`}
	case format.Type != "" && s.enforces != "text":
		if !told {
			return llmtest.Reply{Text: `{"answer":"what schema?"}`}
		}
		return llmtest.Reply{Text: `{"thought":"json"}`}
	case told:
		return llmtest.Reply{Text: "Sure! Here it is:\n```json\n{\"thought\": \"text\"}\n```\nAnything else?"}
	}
	return llmtest.Reply{Text: "Hello! How can I help?"}
}

func TestSchemaLadder(t *testing.T) {
	for _, c := range []struct {
		name   string
		server server
		calls  int // requests until the first reply
		paid   int // replies among them
		want   string
	}{
		{"strict", server{enforces: "strict"}, 1, 1, "strict"},
		{"JSON mode", server{enforces: "json"}, 2, 1, "json"},
		{"JSON mode, says nothing", server{enforces: "json", silent: true}, 2, 2, "json"},
		{"text", server{enforces: "text"}, 3, 1, "text"},
		{"text, says nothing", server{enforces: "text", silent: true}, 2, 2, "text"},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.Func(t, c.server.reply)
			now := time.Unix(1e9, 0)
			dir := t.TempDir()
			open := func() llm.Client {
				return dial(t, s, func(o *Options) { o.Dir, o.Now = dir, func() time.Time { return now } })
			}
			ask := func(cl llm.Client, model string) int {
				t.Helper()
				res, err := cl.Complete(t.Context(), llm.Request{Model: model, Schema: planned("plan"),
					Messages: []llm.Message{{Role: llm.System, Text: "s"}, {Role: llm.User, Text: "plan!"}}})
				if err != nil {
					t.Fatal(err)
				}
				var p plan
				if err := json.Unmarshal([]byte(res.Message.Text), &p); err != nil || p.Thought != c.want {
					t.Fatalf("reply %q, %v", res.Message.Text, err)
				}
				return res.Usage.Input
			}
			count := func(want int, when string) {
				t.Helper()
				if got := len(s.Requests()); got != want {
					t.Fatalf("%s: %d requests, want %d", when, got, want)
				}
			}
			cl := open()
			var wg sync.WaitGroup
			for range 5 {
				wg.Go(func() { ask(cl, "m") })
			}
			wg.Wait()
			n := c.calls + 4
			count(n, "five at once")
			cl = open()
			ask(cl, "m")
			count(n+1, "another process")
			if got := ask(cl, "other"); got != 100*c.paid {
				t.Errorf("%d tokens for %d replies of 100", got, c.paid)
			}
			count(n+1+c.calls, "another model")
			now = now.Add(8 * 24 * time.Hour)
			ask(cl, "m")
			count(n+1+2*c.calls, "a week later")
		})
	}
}

func TestRefusedParameters(t *testing.T) {
	s := llmtest.Func(t, server{enforces: "text", refuses: []string{"temperature", "stop", "max_tokens", "stream_options"}}.reply)
	dir := t.TempDir()
	temp := 0.5
	r := llm.Request{Model: "m", Temperature: &temp, MaxTokens: 9, Stop: []string{"x"}, Stream: func(llm.Delta) {},
		Messages: []llm.Message{{Role: llm.User, Text: "hi"}}}
	cl := dial(t, s, func(o *Options) { o.Dir = dir })
	if _, err := cl.Complete(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	n := len(s.Requests())
	if n != 5 {
		t.Errorf("%d requests", n)
	}
	if _, err := dial(t, s, func(o *Options) { o.Dir = dir }).Complete(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	if got := s.Requests(); len(got) != n+1 {
		t.Errorf("%d requests after it was known", len(got)-n)
	}
	var last map[string]any
	json.Unmarshal(s.Requests()[n], &last)
	delete(last, "messages")
	if diff := cmp.Diff(map[string]any{"model": "m", "max_completion_tokens": 9.0, "stream": true}, last); diff != "" {
		t.Errorf("(-want +got):\n%s", diff)
	}
}

// What fails in every way is told as it was told first, and nothing is remembered.
func TestFirstErrorCounts(t *testing.T) {
	s := llmtest.Func(t, func(n int, _ []byte) llmtest.Reply {
		return llmtest.Reply{Status: 400, Body: `{"error":{"message":"complaint ` + string(rune('1'+n)) + `"}}`}
	})
	dir := t.TempDir()
	_, err := dial(t, s, func(o *Options) { o.Dir = dir }).Complete(t.Context(), llm.Request{Model: "m", Schema: planned("p"),
		Messages: []llm.Message{{Role: llm.User, Text: "hi"}}})
	if err == nil || !strings.Contains(err.Error(), "complaint 1") || len(s.Requests()) != 3 {
		t.Errorf("%v after %d requests", err, len(s.Requests()))
	}
	if a := openAbilities(dir, time.Now); len(a.all) != 0 {
		t.Errorf("remembered: %v", a.all)
	}
}

func TestUnfence(t *testing.T) {
	for in, want := range map[string]string{
		`{"a":1}`:                 `{"a":1}`,
		" {\"a\":1}\n":            `{"a":1}`,
		"```json\n{\"a\":1}\n```": `{"a":1}`,
		"```\n{\"a\":1}\n```":     `{"a":1}`,
		"no:\n```java\nint x;\n```\nyes:\n```json\n{\"a\":1}\n```\n": `{"a":1}`,
		"The set {x} is {\"a\":{\"b\":2}} indeed":                    `{"a":{"b":2}}`,
		"nothing here":          "nothing here",
		"```json\n{\"a\":\n```": "```json\n{\"a\":\n```",
		"":                      "",
	} {
		if got := unfence(in); got != want {
			t.Errorf("unfence(%q) = %q, want %q", in, got, want)
		}
	}
}

func TestStrict(t *testing.T) {
	for _, c := range []struct{ name, in, want string }{
		{"optional properties may be null", `{"$schema":"x","type":"object","properties":{"a":{"type":"string"},"b":{"type":"integer","default":3}},"required":["a"]}`,
			`{"type":"object","properties":{"a":{"type":"string"},"b":{"anyOf":[{"type":"integer"},{"type":"null"}]}},"required":["a","b"],"additionalProperties":false}`},
		{"inside of lists and alternatives", `{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"x":{"oneOf":[{"type":"string"},{"type":"null"}]}}}}},"required":["l"]}`,
			`{"type":"object","properties":{"l":{"type":"array","items":{"type":"object","properties":{"x":{"anyOf":[{"type":"string"},{"type":"null"}]}},"required":["x"],"additionalProperties":false}}},"required":["l"],"additionalProperties":false}`},
		{"a property called default", `{"type":"object","properties":{"default":{"type":"string"}},"required":["default"]}`,
			`{"type":"object","properties":{"default":{"type":"string"}},"required":["default"],"additionalProperties":false}`},
		{"the order stays", `{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"number"}},"required":["a","z"]}`,
			`{"type":"object","properties":{"z":{"type":"string"},"a":{"type":"number"}},"required":["z","a"],"additionalProperties":false}`},
		{"no properties", `{"type":"object"}`, `{"type":"object","properties":{},"required":[],"additionalProperties":false}`},
		{"a map", `{"type":"object","additionalProperties":{"type":"string"}}`, ""},
		{"no object", `{"type":"array"}`, ""},
		{"anything", `{"type":"object","properties":{"x":true}}`, ""},
		{"no JSON", `{`, ""},
	} {
		got, err := Strict(json.RawMessage(c.in))
		if c.want == "" {
			if err == nil {
				t.Errorf("%s: %s", c.name, got)
			}
			continue
		}
		if diff := cmp.Diff(c.want, string(got)); err != nil || diff != "" {
			t.Errorf("%s: %v (-want +got):\n%s", c.name, err, diff)
		}
	}
}
