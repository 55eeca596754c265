package openai

import (
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"ensures/llm"
	"ensures/llm/secret"

	"github.com/google/go-cmp/cmp"
)

// raw is a server whose every answer is body, sent as that type; the request
// asks for a stream where streaming.
func raw(t *testing.T, kind, body string, streaming bool) (llm.Response, error) {
	t.Helper()
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Type", kind)
		io.WriteString(w, body)
	}))
	t.Cleanup(s.Close)
	return askAt(t, s.URL, streaming)
}

func askAt(t *testing.T, address string, streaming bool) (llm.Response, error) {
	t.Helper()
	c, err := New(Options{BaseURL: address + "/v1", Key: secret.New("sk-odd-0001")})
	if err != nil {
		t.Fatal(err)
	}
	r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
	if streaming {
		r.Stream = func(llm.Delta) {}
	}
	return c.Complete(t.Context(), r)
}

func call(id, name, args string) llm.ToolCall {
	return llm.ToolCall{ID: id, Name: name, Arguments: json.RawMessage(args)}
}

// Messages as servers write them that are not OpenAI's.
func TestOddMessages(t *testing.T) {
	for _, c := range []struct {
		name, message string
		want          llm.Message
	}{
		{"nothing but null", `{"role":"assistant","content":"a","tool_calls":null,"refusal":null,"reasoning":null,"reasoning_content":null,"function_call":null,"audio":null}`,
			llm.Message{Text: "a"}},
		{"content in parts", `{"content":[{"type":"text","text":"a"},"b",{"type":"image_url","image_url":{}},{"type":"text","text":null},{"type":"text","text":"c"}]}`,
			llm.Message{Text: "abc"}},
		{"Mistral's thinking parts", `{"content":[{"type":"thinking","thinking":[{"type":"text","text":"hm"}]},{"type":"text","text":"a"}]}`,
			llm.Message{Text: "a", Reasoning: "hm"}},
		{"one part, no list", `{"content":{"type":"text","text":"a"}}`, llm.Message{Text: "a"}},
		{"reasoning as an object", `{"content":"a","reasoning":{"text":"hm"}}`, llm.Message{Text: "a", Reasoning: "hm"}},
		{"reasoning as parts", `{"content":"a","reasoning_content":[{"text":"h"},{"text":"m"}]}`, llm.Message{Text: "a", Reasoning: "hm"}},
		{"a refusal that is none", `{"content":"a","refusal":false}`, llm.Message{Text: "a"}},
		{"thoughts whose beginning the template wrote", `{"content":"first this\n</think>\n\nanswer"}`, llm.Message{Text: "answer", Reasoning: "first this"}},
		{"calls without ids", `{"content":null,"tool_calls":[{"type":"function","function":{"name":"f","arguments":"{\"a\":1}"}},{"type":"function","function":{"name":"g","arguments":"{\"b\":2}"}}]}`,
			llm.Message{ToolCalls: []llm.ToolCall{call("call_1", "f", `{"a":1}`), call("call_2", "g", `{"b":2}`)}}},
		{"empty ids, indexes 0", `{"tool_calls":[{"index":0,"id":"","function":{"name":"f","arguments":"{}"}},{"index":0,"id":"","function":{"name":"f","arguments":"{}"}}]}`,
			llm.Message{ToolCalls: []llm.ToolCall{call("call_1", "f", `{}`), call("call_2", "f", `{}`)}}},
		{"Gemini's indexes", `{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":"{}"}},{"index":0,"id":"y","function":{"name":"g","arguments":"{}"}}]}`,
			llm.Message{ToolCalls: []llm.ToolCall{call("x", "f", `{}`), call("y", "g", `{}`)}}},
		{"numbers as ids and text as index", `{"tool_calls":[{"index":"0","id":7,"function":{"name":"f","arguments":{"a":[1]}}}]}`,
			llm.Message{ToolCalls: []llm.ToolCall{call("7", "f", `{"a":[1]}`)}}},
		{"no arguments", `{"tool_calls":[{"index":0,"id":"x","function":{"name":"f","arguments":null}},{"index":1,"id":"y","function":{"name":"g"}},{"index":2,"id":"z","function":{"name":"h","arguments":" \n"}},{"index":3,"id":"w","function":{"name":"i","arguments":"null"}}]}`,
			llm.Message{ToolCalls: []llm.ToolCall{call("x", "f", `{}`), call("y", "g", `{}`), call("z", "h", `{}`), call("w", "i", `{}`)}}},
		{"calls that are none", `{"content":"a","tool_calls":{}}`, llm.Message{Text: "a"}},
	} {
		for _, streaming := range []bool{false, true} {
			name, body, kind := c.name+"/whole", `{"choices":[{"index":0,"message":`+c.message+`,"finish_reason":null}],"usage":null}`, "application/json"
			if streaming {
				name, kind = c.name+"/streaming", "text/event-stream"
				body = "data: " + `{"choices":[{"index":0,"delta":` + c.message + `,"finish_reason":null}]}` + "\n\ndata: [DONE]\n\n"
			}
			t.Run(name, func(t *testing.T) {
				res, err := raw(t, kind, body, streaming)
				c.want.Role = llm.Assistant
				if diff := cmp.Diff(c.want, res.Message); err != nil || diff != "" {
					t.Errorf("%v %s", err, diff)
				}
			})
		}
	}
}

// Streams as servers write them: each says "fine", with 3 tokens in and 2 out
// where it tells.
func TestOddStreams(t *testing.T) {
	const (
		fi   = `{"choices":[{"index":0,"delta":{"role":"assistant","content":"fi"},"finish_reason":null}],"usage":null}`
		ne   = `{"choices":[{"index":0,"delta":{"content":"ne"},"finish_reason":null}]}`
		stop = `{"choices":[{"index":0,"delta":{},"finish_reason":"stop"}]}`
		used = `{"choices":[],"usage":{"prompt_tokens":3,"completion_tokens":2}}`
	)
	whole := `{"choices":[{"message":{"content":"fine"},"finish_reason":"stop"}],"usage":{"prompt_tokens":3.0,"completion_tokens":2.0,"cost":"0.5","prompt_tokens_details":null}}`
	for _, c := range []struct {
		name, kind, body string
		used             bool
	}{
		{"as it should be", "text/event-stream", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: " + stop + "\n\ndata: " + used + "\n\ndata: [DONE]\n\n", true},
		{"no space, comments, CRLF", "text/event-stream; charset=utf-8", ": OPENROUTER PROCESSING\r\n\r\ndata:" + fi + "\r\n\r\n:\r\ndata:" + ne + "\r\n\r\nevent: x\r\nid: 3\r\nretry: 100\r\ndata:" + stop + "\r\n\r\ndata:" + used + "\r\n\r\ndata:[DONE]\r\n\r\n", true},
		{"[DONE] is missing", "text/event-stream", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: " + stop + "\n\ndata: " + used + "\n\n", true},
		{"no reason for the end", "text/event-stream", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: [DONE]\n\n", false},
		{"no empty line at the end", "text/event-stream", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: " + stop, false},
		{"no empty lines at all", "text/event-stream", "data: " + fi + "\ndata: " + ne + "\ndata: " + stop + "\ndata: " + used + "\ndata: [DONE]\n", true},
		{"an event on several lines", "text/event-stream", "data: {\"choices\":[{\"index\":0,\ndata: \"delta\":{\"content\":\"fine\"},\ndata: \"finish_reason\":\"stop\"}]}\n\n", false},
		{"a byte order mark, pings", "text/event-stream", "\ufeffdata: " + fi + "\n\nevent: ping\ndata:\n\ndata: \n\ndata: " + ne + "\n\ndata: " + stop + "\n\n", false},
		{"carriage returns alone", "text/event-stream", "data: " + fi + "\r\rdata: " + ne + "\r\rdata: " + stop + "\r\rdata: [DONE]\r\r", false},
		{"an error that is none", "text/event-stream", "data: " + strings.Replace(fi, "{", `{"error":"",`, 1) + "\n\ndata: " + strings.Replace(ne, "{", `{"error":{},`, 1) + "\n\ndata: " + stop + "\n\n", false},
		{"text for a type", "text/plain", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: " + stop + "\n\ndata: [DONE]\n\n", false},
		{"JSON for a type", "application/json", "data: " + fi + "\n\ndata: " + ne + "\n\ndata: " + stop + "\n\ndata: [DONE]\n\n", false},
		{"in one piece after all", "application/json", whole, true},
		{"in one piece, indented, as a stream", "text/event-stream", "\n{\n \"choices\":" + strings.TrimPrefix(whole, `{"choices":`) + "\n", true},
	} {
		t.Run(c.name, func(t *testing.T) {
			res, err := raw(t, c.kind, c.body, true)
			if err != nil || res.Message.Text != "fine" || res.Finish != llm.Stop {
				t.Fatalf("%+v, %v", res, err)
			}
			if got := res.Usage.Input*10 + res.Usage.Output; c.used && got != 32 {
				t.Errorf("usage %+v", res.Usage)
			}
		})
	}
}

// Answers that are no reply say what they are.
func TestOddFailures(t *testing.T) {
	huge := `{"choices":[{"message":{"content":"` + strings.Repeat("a", 70<<20) + `"}}]}`
	for _, c := range []struct {
		name, kind, body string
		streaming        bool
		err              error
		says             string
	}{
		{"a page", "text/html", "<html><body>Sign in</body></html>", false, llm.ErrMalformedReply, "<html>"},
		{"a page for a stream", "text/html", "<html><body>Sign in</body></html>", true, llm.ErrMalformedReply, "<html>"},
		{"nothing", "application/json", "", false, llm.ErrMalformedReply, "empty"},
		{"nothing for a stream", "text/event-stream", "", true, llm.ErrMalformedReply, "empty"},
		{"an error for a stream", "application/json", `{"error":{"code":502,"message":"Provider returned error"}}`, true, nil, "502 Bad Gateway: Provider returned error"},
		{"too long", "application/json", huge, false, llm.ErrMalformedReply, "64 MB"},
		{"too long for a stream", "text/event-stream", "data: " + huge + "\n\n", true, llm.ErrMalformedReply, "64 MB"},
		{"too long in pieces", "text/event-stream", strings.Repeat(`data: {"choices":[{"delta":{"content":"`+strings.Repeat("a", 1<<20)+`"}}]}`+"\n\n", 70), true, llm.ErrMalformedReply, "64 MB"},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := raw(t, c.kind, c.body, c.streaming)
			if err == nil || c.err != nil && !errors.Is(err, c.err) || !strings.Contains(err.Error(), c.says) || len(err.Error()) > 1000 {
				t.Errorf("error %.300v, want %v that says %q", err, c.err, c.says)
			}
		})
	}
}

func TestGzip(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Content-Encoding", "gzip")
		z := gzip.NewWriter(w)
		io.WriteString(z, `{"choices":[{"message":{"content":"fine"}}]}`)
		z.Close()
	}))
	defer s.Close()
	if res, err := askAt(t, s.URL, false); err != nil || res.Message.Text != "fine" {
		t.Errorf("%+v, %v", res, err)
	}
}

// A server that sends requests elsewhere is not followed: neither the
// conversation nor the key go where nobody said.
func TestRedirect(t *testing.T) {
	reached := false
	other := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		reached = true
		io.WriteString(w, `{"choices":[{"message":{"content":"fine"}}]}`)
	}))
	defer other.Close()
	for _, status := range []int{301, 302, 303, 307, 308} {
		s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
			http.Redirect(w, r, other.URL+"/v2/chat/completions?token=x", status)
		}))
		defer s.Close()
		_, err := askAt(t, s.URL, false)
		if !errors.Is(err, llm.ErrConfig) || !strings.Contains(err.Error(), other.URL+"/v2") || strings.Contains(err.Error(), "token") {
			t.Errorf("%d: %v", status, err)
		}
	}
	if reached {
		t.Error("the other server got a request")
	}
}

// Within a server a request may be moved, with its body.
func TestRedirectWithinServer(t *testing.T) {
	s := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		body, _ := io.ReadAll(r.Body)
		if !strings.HasSuffix(r.URL.Path, "/") {
			http.Redirect(w, r, r.URL.Path+"/", http.StatusTemporaryRedirect)
			return
		}
		if !strings.Contains(string(body), `"model":"m"`) || r.Header.Get("Authorization") == "" {
			t.Errorf("%s %v", body, r.Header)
		}
		io.WriteString(w, `{"choices":[{"message":{"content":"fine"}}]}`)
	}))
	defer s.Close()
	if res, err := askAt(t, s.URL, false); err != nil || res.Message.Text != "fine" {
		t.Errorf("%+v, %v", res, err)
	}
}

// A long list that comes in pieces is put together in linear time.
func TestManyPieces(t *testing.T) {
	var b builder
	for range 200_000 {
		b.keep("reasoning_details", json.RawMessage(`[{"type":"reasoning.text","text":"abcdefghij"}]`))
	}
	var list []any
	if err := json.Unmarshal(b.response("stop", "m", usage{}).Message.Extra["reasoning_details"], &list); err != nil || len(list) != 200_000 {
		t.Errorf("%d pieces, %v", len(list), err)
	}
}
