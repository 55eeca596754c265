package openai

import (
	"encoding/json"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/secret"

	"github.com/google/go-cmp/cmp"
)

// dial is a client of a test server.
func dial(t *testing.T, s *llmtest.Server, change ...func(*Options)) llm.Client {
	t.Helper()
	o := Options{BaseURL: s.URL, Key: secret.New("sk-test-key-0001"), Reasoning: "reasoning_content", Dir: t.TempDir()}
	for _, f := range change {
		f(&o)
	}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return c
}

// conversation has every kind of message.
func conversation() llm.Request {
	temp, seed := 0.2, int64(7)
	return llm.Request{
		Model: "m", Temperature: &temp, Seed: &seed, MaxTokens: 500, Stop: []string{"<end>"},
		Messages: []llm.Message{
			{Role: llm.System, Text: "You write JML."},
			{Role: llm.User, Text: "Specify abs."},
			{Role: llm.Assistant, Reasoning: "abs may overflow", ToolCalls: []llm.ToolCall{
				{ID: "c1", Name: "verify", Arguments: json.RawMessage(`{"code":"int abs(int x)"}`)},
				{ID: "c2", Name: "verify", Arguments: json.RawMessage(`"{\"code\": broken"`), Extra: map[string]json.RawMessage{"extra_content": json.RawMessage(`{"google":{"thought_signature":"S"}}`)}},
			}},
			{Role: llm.ToolRole, ToolCallID: "c1", Text: "verified"},
			{Role: llm.ToolRole, ToolCallID: "c2", Text: "not JSON"},
			{Role: llm.Assistant, Text: "Done.", Extra: map[string]json.RawMessage{"reasoning_details": json.RawMessage(`[{"type":"x"}]`)}},
			{Role: llm.User, Text: "Go on <&>."},
		},
		Tools: []llm.Tool{{Name: "verify", Description: "Verify the code.", Parameters: json.RawMessage(`{"type":"object","properties":{"code":{"type":"string"}},"required":["code"]}`)}},
	}
}

func TestGoldenRequests(t *testing.T) {
	for name, change := range map[string]func(*llm.Request, *Options){
		"plain":                 func(*llm.Request, *Options) {},
		"streamed":              func(r *llm.Request, _ *Options) { r.Stream = func(llm.Delta) {} },
		"schema":                func(r *llm.Request, _ *Options) { r.Schema, r.Tools = planned("plan"), nil },
		"max_completion_tokens": func(_ *llm.Request, o *Options) { o.MaxTokens, o.Reasoning = "max_completion_tokens", "" },
	} {
		t.Run(name, func(t *testing.T) {
			s := llmtest.New(t, llmtest.Reply{Text: `{"thought":"x"}`})
			r := conversation()
			c := dial(t, s, func(o *Options) { change(&r, o) })
			if _, err := c.Complete(t.Context(), r); err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, filepath.Join("testdata", "requests", name+".json"), s.Requests()[0])
			if got := s.Header(0).Get("Authorization"); got != "Bearer sk-test-key-0001" {
				t.Errorf("Authorization: %q", got)
			}
		})
	}
}

// Streamed or not, the same reply is the same response.
func TestReplies(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply llmtest.Reply
		want  llm.Response
	}{
		{"text and reasoning",
			llmtest.Reply{Text: "héllo\nworld", Reasoning: "let me see", Input: 12, Cached: 5, Output: 3},
			llm.Response{Message: llm.Message{Text: "héllo\nworld", Reasoning: "let me see"}, Finish: llm.Stop, Usage: llm.Usage{Input: 12, CachedInput: 5, Output: 3}}},
		{"tool calls",
			llmtest.Reply{Text: "I check", ToolCalls: []llmtest.Call{{ID: "a", Name: "f", Arguments: `{"x": 1}`}, {ID: "b", Name: "g", Arguments: ``}, {ID: "c", Name: "h", Arguments: `{"x": `}}},
			llm.Response{Message: llm.Message{Text: "I check", ToolCalls: []llm.ToolCall{
				{ID: "a", Name: "f", Arguments: json.RawMessage(`{"x": 1}`)}, {ID: "b", Name: "g", Arguments: json.RawMessage(`{}`)}, {ID: "c", Name: "h", Arguments: json.RawMessage(`"{\"x\": "`)}}},
				Finish: llm.ToolUse, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"tool calls with the wrong finish",
			llmtest.Reply{ToolCalls: []llmtest.Call{{ID: "a", Name: "f", Arguments: `{}`}}, Finish: "stop"},
			llm.Response{Message: llm.Message{ToolCalls: []llm.ToolCall{{ID: "a", Name: "f", Arguments: json.RawMessage(`{}`)}}}, Finish: llm.ToolUse, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"refusal",
			llmtest.Reply{Refusal: "I can't help with that."},
			llm.Response{Message: llm.Message{Text: "I can't help with that."}, Finish: llm.Refusal, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"filter", llmtest.Reply{Text: "par", Finish: "content_filter"},
			llm.Response{Message: llm.Message{Text: "par"}, Finish: llm.ContentFilter, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"cut off", llmtest.Reply{Text: "par", Finish: "length"},
			llm.Response{Message: llm.Message{Text: "par"}, Finish: llm.Length, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"empty", llmtest.Reply{},
			llm.Response{Finish: llm.Stop, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"reasoning in the text", llmtest.Reply{Text: "<think>\nhm\n</think>\n\nyes"},
			llm.Response{Message: llm.Message{Text: "yes", Reasoning: "hm"}, Finish: llm.Stop, Usage: llm.Usage{Input: 100, Output: 10}}},
		{"reasoning that has no end", llmtest.Reply{Text: "<think>hm", Finish: "length"},
			llm.Response{Message: llm.Message{Text: "<think>hm"}, Finish: llm.Length, Usage: llm.Usage{Input: 100, Output: 10}}},
	} {
		c.want.Message.Role, c.want.Model = llm.Assistant, "m"
		for _, streaming := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/streaming=%v", c.name, streaming), func(t *testing.T) {
				s := llmtest.New(t, c.reply)
				r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
				text, reasoning := "", ""
				if streaming {
					r.Stream = func(d llm.Delta) { text += d.Text; reasoning += d.Reasoning }
				}
				got, err := dial(t, s).Complete(t.Context(), r)
				if err != nil {
					t.Fatal(err)
				}
				if diff := cmp.Diff(c.want, got); diff != "" {
					t.Errorf("(-want +got):\n%s", diff)
				}
				if streaming && (text != c.reply.Text || reasoning != c.reply.Reasoning) {
					t.Errorf("heard %q and %q", text, reasoning)
				}
			})
		}
	}
}

// What servers do differently from OpenAI.
func TestOtherServersReplies(t *testing.T) {
	const usage = `"usage":{"prompt_tokens":1,"completion_tokens":1,"prompt_cache_hit_tokens":1,"cost":0.25}`
	for _, c := range []struct {
		name, body string
		pieces     []string
		want       llm.Message
	}{
		{"parts", `{"choices":[{"message":{"role":"assistant","content":[{"type":"text","text":"a"},{"type":"text","text":"b"}]},"finish_reason":"stop"}],` + usage + `}`,
			nil, llm.Message{Text: "ab"}},
		{"reasoning by another name, details kept", `{"choices":[{"message":{"role":"assistant","content":"a","reasoning":"r","reasoning_details":[{"id":1}]},"finish_reason":"stop"}],` + usage + `}`,
			nil, llm.Message{Text: "a", Reasoning: "r", Extra: map[string]json.RawMessage{"reasoning_details": json.RawMessage(`[{"id":1}]`)}}},
		{"arguments as an object, signature kept", `{"choices":[{"message":{"role":"assistant","content":null,"tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":{"a":1}},"extra_content":{"google":1}}]},"finish_reason":"tool_calls"}],` + usage + `}`,
			nil, llm.Message{ToolCalls: []llm.ToolCall{{ID: "x", Name: "f", Arguments: json.RawMessage(`{"a":1}`), Extra: map[string]json.RawMessage{"extra_content": json.RawMessage(`{"google":1}`)}}}}},
		{"arguments that are null", `{"choices":[{"message":{"role":"assistant","tool_calls":[{"id":"x","type":"function","function":{"name":"f","arguments":null}}]},"finish_reason":"tool_calls"}],` + usage + `}`,
			nil, llm.Message{ToolCalls: []llm.ToolCall{{ID: "x", Name: "f", Arguments: json.RawMessage(`{}`)}}}},
		{"streamed calls without an index", "", []string{
			`{"choices":[{"delta":{"tool_calls":[{"id":"x","function":{"name":"f","arguments":"{}"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"id":"y","function":{"name":"g","arguments":"{\"a\":"}}]}}]}`,
			`{"choices":[{"delta":{"tool_calls":[{"function":{"arguments":"1}"}}]},"finish_reason":"tool_calls"}],` + usage + `}`, `[DONE]`},
			llm.Message{ToolCalls: []llm.ToolCall{{ID: "x", Name: "f", Arguments: json.RawMessage(`{}`)}, {ID: "y", Name: "g", Arguments: json.RawMessage(`{"a":1}`)}}}},
		{"streamed details are joined", "", []string{
			`{"choices":[{"delta":{"content":"a","reasoning":"r","reasoning_details":[{"i":1}]}}]}`,
			`{"choices":[{"delta":{"content":"b","reasoning":"s","reasoning_details":[{"i":2}]},"finish_reason":"stop"}],` + usage + `}`, `[DONE]`},
			llm.Message{Text: "ab", Reasoning: "rs", Extra: map[string]json.RawMessage{"reasoning_details": json.RawMessage(`[{"i":1},{"i":2}]`)}}},
	} {
		t.Run(c.name, func(t *testing.T) {
			s := llmtest.New(t, llmtest.Reply{Body: c.body, Pieces: c.pieces})
			r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
			if c.pieces != nil {
				r.Stream = func(llm.Delta) {}
			}
			got, err := dial(t, s).Complete(t.Context(), r)
			if err != nil {
				t.Fatal(err)
			}
			c.want.Role = llm.Assistant
			if diff := cmp.Diff(c.want, got.Message); diff != "" {
				t.Errorf("(-want +got):\n%s", diff)
			}
			if want := (llm.Usage{Input: 1, CachedInput: 1, Output: 1, CostUSD: 0.25}); got.Usage != want {
				t.Errorf("usage %+v, want %+v", got.Usage, want)
			}
		})
	}
}

func TestPresets(t *testing.T) {
	env := func(m map[string]string) func(string) string { return func(k string) string { return m[k] } }
	for _, c := range []struct {
		spec, base, key string
		env             map[string]string
		model, url      string
		err             string
	}{
		{"ollama/qwen2.5-coder", "", "", nil, "qwen2.5-coder", "http://localhost:11434/v1", ""},
		{"openrouter/qwen/qwen3-coder", "", "", map[string]string{"OPENROUTER_API_KEY": "k"}, "qwen/qwen3-coder", "https://openrouter.ai/api/v1", ""},
		{"openai/gpt-5.1", "", "", nil, "", "", "OPENAI_API_KEY"},
		{"openai/gpt-5.1", "", "k", nil, "gpt-5.1", "https://api.openai.com/v1", ""},
		{"openai/gpt-5.1", "", "", map[string]string{"OPENAI_API_KEY": "k", "OPENAI_BASE_URL": "http://localhost:1/v1"}, "gpt-5.1", "http://localhost:1/v1", ""},
		{"vllm/Qwen/Qwen3-8B", "http://gpu:8000/v1", "", nil, "Qwen/Qwen3-8B", "http://gpu:8000/v1", ""},
		{"Qwen/Qwen3-8B", "http://gpu:8000/v1", "", nil, "Qwen/Qwen3-8B", "http://gpu:8000/v1", ""},
		{"Qwen/Qwen3-8B", "", "", nil, "", "", "no server for the model"},
		{"ollama/", "", "", nil, "", "", "names no model"},
		{"", "", "", nil, "", "", "names no model"},
	} {
		o, model, err := Resolve(c.spec, c.base, secret.New(c.key), env(c.env))
		if c.err != "" {
			if err == nil || !strings.Contains(err.Error(), c.err) {
				t.Errorf("%q: error %v, want %s", c.spec, err, c.err)
			}
			continue
		}
		if err != nil || model != c.model || o.BaseURL != c.url {
			t.Errorf("%q: %s at %s, %v; want %s at %s", c.spec, model, o.BaseURL, err, c.model, c.url)
		}
	}
}

// docs/models.md has a command for every preset.
func TestPresetsAreDocumented(t *testing.T) {
	raw, err := os.ReadFile(filepath.Join("..", "..", "docs", "models.md"))
	if err != nil {
		t.Fatal(err)
	}
	for _, p := range Presets() {
		for _, want := range []string{"--model " + p.Example, p.BaseURL, p.KeyEnv} {
			if !strings.Contains(string(raw), want) {
				t.Errorf("docs/models.md: %s: no %q", p.Name, want)
			}
		}
	}
}
