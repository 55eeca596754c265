package openai

import (
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/secret"
)

// stack is a client with all that cmd puts around it; pauses take no time.
func stack(t *testing.T, s *llmtest.Server, pauses *[]time.Duration, change ...func(*Options)) llm.Client {
	t.Helper()
	nap := func(_ context.Context, d time.Duration) error {
		if d > 0 {
			*pauses = append(*pauses, d)
		}
		return nil
	}
	c := llm.Deadline(dial(t, s, change...), 400*time.Millisecond, 200*time.Millisecond)
	return llm.Retry(c, llm.RetryOptions{Attempts: 3, Sleep: nap, Rand: func() float64 { return 0 }})
}

// Every fault of a server over real HTTP, streaming and not.
func TestFaults(t *testing.T) {
	ok := llmtest.Reply{Text: "fine"}
	day := time.Now().Add(40 * time.Second).UTC().Format(http.TimeFormat)
	for _, c := range []struct {
		name    string
		replies []llmtest.Reply
		pauses  []time.Duration // at least; nil is none
		err     error           // errors.Is; nil is the reply "fine"
		says    string
	}{
		{"429 with Retry-After", []llmtest.Reply{{Status: 429, Header: map[string]string{"Retry-After": "7"}, Body: `{"error":{"message":"slow down"}}`}, ok},
			[]time.Duration{7 * time.Second}, nil, ""},
		{"429 with Retry-After-Ms", []llmtest.Reply{{Status: 429, Header: map[string]string{"Retry-After-Ms": "1500"}, Body: `{}`}, ok},
			[]time.Duration{1500 * time.Millisecond}, nil, ""},
		{"429 with a date", []llmtest.Reply{{Status: 429, Header: map[string]string{"Retry-After": day}, Body: `{}`}, ok},
			[]time.Duration{30 * time.Second}, nil, ""},
		{"429 with Gemini's delay", []llmtest.Reply{{Status: 429, Body: `[{"error":{"code":429,"message":"quota","details":[{"@type":"x"},{"retryDelay":"37s"}]}}]`}, ok},
			[]time.Duration{37 * time.Second}, nil, ""},
		{"429 without", []llmtest.Reply{{Status: 429, Body: `slow`}, ok}, []time.Duration{500 * time.Millisecond}, nil, ""},
		{"500 twice", []llmtest.Reply{{Status: 500, Body: `oops`}, {Status: 503, Body: `{"error":"loading model"}`}, ok},
			[]time.Duration{500 * time.Millisecond, time.Second}, nil, ""},
		{"500 for good", []llmtest.Reply{{Status: 500, Body: `oops`}, {Status: 500, Body: `oops`}, {Status: 500, Body: `oops 3`}},
			[]time.Duration{500 * time.Millisecond, time.Second}, errAny, "500 Internal Server Error: oops 3"},
		{"dropped in mid-reply", []llmtest.Reply{{Text: "half of it", Cut: true}, ok}, []time.Duration{500 * time.Millisecond}, nil, ""},
		{"silence in mid-reply", []llmtest.Reply{{Text: "half of it", Silent: true}, ok}, []time.Duration{500 * time.Millisecond}, nil, ""},
		{"silence for good", []llmtest.Reply{{Delay: time.Hour}, {Delay: time.Hour}, {Delay: time.Hour}},
			[]time.Duration{500 * time.Millisecond, time.Second}, llm.ErrTimeout, "200ms"},
		{"malformed JSON", []llmtest.Reply{{Body: `{"choices":[{"mess`}, {Body: `<html>Bad gateway</html>`}, {Body: `{"choices":[{"mess`}},
			[]time.Duration{500 * time.Millisecond, time.Second}, llm.ErrMalformedReply, ""},
		{"no choices", []llmtest.Reply{{Body: `{"choices":[]}`, Pieces: []string{`{"choices":[]}`, `[DONE]`}}, ok}, []time.Duration{500 * time.Millisecond}, nil, ""},
		{"vLLM's flat error", []llmtest.Reply{{Status: 400, Body: `{"object":"error","message":"tool choice requires --enable-auto-tool-choice","type":"BadRequestError","param":null,"code":400}`}},
			nil, llm.ErrConfig, "tool choice requires --enable-auto-tool-choice (native tool calls are for the react mode"},
		{"Ollama's models without tools", []llmtest.Reply{{Status: 400, Body: `{"error":{"message":"registry.ollama.ai/library/gemma:2b does not support tools","type":"api_error"}}`}},
			nil, llm.ErrConfig, "does not support tools (native tool calls"},
		{"vLLM's flat error about something else", []llmtest.Reply{{Status: 400, Body: `{"object":"error","message":"top_p must be in (0, 1]","type":"BadRequestError","param":null,"code":400}`}},
			nil, errAny, "400 Bad Request: top_p must be in (0, 1]"},
		{"FastAPI's detail", []llmtest.Reply{{Status: 422, Body: `{"detail":[{"loc":["body","x"],"msg":"field required"}]}`}}, nil, errAny, "field required"},
		{"wrong key", []llmtest.Reply{{Status: 401, Body: `{"error":{"message":"Incorrect API key provided: sk-test-key-0001.","code":"invalid_api_key"}}`}},
			nil, llm.ErrConfig, "Incorrect API key provided: ***."},
		{"no such model", []llmtest.Reply{{Status: 404, Body: `{"error":{"message":"model 'm' not found"}}`}}, nil, llm.ErrConfig, "model 'm' not found"},
		{"no money", []llmtest.Reply{{Status: 429, Body: `{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}`}}, nil, llm.ErrConfig, "quota"},
		{"OpenAI's overflow", []llmtest.Reply{{Status: 400, Body: `{"error":{"message":"This model's maximum context length is 8192 tokens. However, your messages resulted in 9000 tokens.","code":"context_length_exceeded"}}`}},
			nil, llm.ErrContextOverflow, ""},
		{"vLLM's overflow", []llmtest.Reply{{Status: 400, Body: `{"object":"error","message":"This model's maximum context length is 4096 tokens. However, you requested 5000 tokens in the messages","code":400}`}},
			nil, llm.ErrContextOverflow, ""},
		{"llama.cpp's overflow", []llmtest.Reply{{Status: 400, Body: `{"error":{"code":400,"message":"the request exceeds the available context size. try increasing the context size or enable context shift","type":"exceed_context_size_error"}}`}},
			nil, llm.ErrContextOverflow, ""},
		{"Anthropic's overflow", []llmtest.Reply{{Status: 400, Body: `{"error":{"message":"prompt is too long: 210000 tokens > 200000 maximum"}}`}}, nil, llm.ErrContextOverflow, ""},
		{"Gemini's overflow", []llmtest.Reply{{Status: 400, Body: `[{"error":{"code":400,"message":"The input token count (1200000) exceeds the maximum number of tokens allowed (1048576)."}}]`}},
			nil, llm.ErrContextOverflow, ""},
		{"a body of 413", []llmtest.Reply{{Status: 413, Body: `too large`}}, nil, llm.ErrContextOverflow, ""},
	} {
		for _, streaming := range []bool{false, true} {
			t.Run(fmt.Sprintf("%s/streaming=%v", c.name, streaming), func(t *testing.T) {
				t.Parallel()
				s := llmtest.New(t, c.replies...)
				var pauses []time.Duration
				r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
				cl := stack(t, s, &pauses)
				if !streaming { // Deadline streams by itself: leave the idle limit away
					cl = llm.Retry(llm.Deadline(dial(t, s), 200*time.Millisecond, 0), llm.RetryOptions{
						Attempts: 3, Rand: func() float64 { return 0 },
						Sleep: func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil },
					})
				}
				res, err := cl.Complete(t.Context(), r)
				switch {
				case c.err == nil && (err != nil || res.Message.Text != "fine" || res.Retries != len(c.replies)-1):
					t.Errorf("%+v, %v", res, err)
				case c.err != nil && (err == nil || c.err != errAny && !errors.Is(err, c.err)):
					t.Errorf("error %v, want %v", err, c.err)
				case err != nil && !strings.Contains(err.Error(), c.says):
					t.Errorf("error %q does not say %q", err, c.says)
				}
				if len(pauses) != len(c.pauses) {
					t.Fatalf("pauses %v, want %v", pauses, c.pauses)
				}
				for i := range pauses {
					if pauses[i] < c.pauses[i] || pauses[i] > c.pauses[i]+15*time.Second {
						t.Errorf("pauses %v, want about %v", pauses, c.pauses)
					}
				}
			})
		}
	}
}

// errAny stands for an error of no particular kind.
var errAny = errors.New("any")

// Errors that come inside of an answer that begins well.
func TestErrorsInside(t *testing.T) {
	for _, c := range []struct {
		name  string
		reply llmtest.Reply
		want  llm.StatusError
		err   error
	}{
		{"OpenRouter's body", llmtest.Reply{Body: `{"error":{"code":502,"message":"Provider returned error","metadata":{"raw":"upstream busy"}}}`},
			llm.StatusError{Status: 502, Code: "502", Message: "Provider returned error: upstream busy"}, nil},
		{"an error event", llmtest.Reply{Pieces: []string{`{"choices":[{"delta":{"content":"a"}}]}`, `{"error":{"message":"engine died","code":"internal"}}`}},
			llm.StatusError{Code: "internal", Message: "engine died"}, nil},
		{"a stream that just ends", llmtest.Reply{Pieces: []string{`{"choices":[{"delta":{"content":"a"}}]}`}}, llm.StatusError{}, llm.ErrMalformedReply},
		{"nonsense in the stream", llmtest.Reply{Pieces: []string{`{"choices":[{"del`}}, llm.StatusError{}, llm.ErrMalformedReply},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
			if c.reply.Pieces != nil {
				r.Stream = func(llm.Delta) {}
			}
			_, err := dial(t, llmtest.New(t, c.reply)).Complete(t.Context(), r)
			var s *llm.StatusError
			if c.err != nil {
				if !errors.Is(err, c.err) {
					t.Errorf("error %v, want %v", err, c.err)
				}
			} else if !errors.As(err, &s) || *s != c.want {
				t.Errorf("error %#v, want %#v", err, c.want)
			}
		})
	}
}

func TestFilterIsAReply(t *testing.T) {
	for _, body := range []string{
		`{"error":{"code":"content_filter","message":"The response was filtered due to the prompt triggering Azure OpenAI's content management policy."}}`,
		`{"error":{"code":403,"message":"Your chosen model requires moderation and your input was flagged by moderation."}}`,
	} {
		s := llmtest.New(t, llmtest.Reply{Status: 400, Body: body})
		res, err := dial(t, s).Complete(t.Context(), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}})
		if err != nil || !res.Refused() || res.Message.Text == "" {
			t.Errorf("%+v, %v", res, err)
		}
	}
}

func TestNobodyAnswers(t *testing.T) {
	s := llmtest.New(t)
	c, err := New(Options{BaseURL: strings.Replace(s.URL, "127.0.0.1", "no-such-host.invalid", 1)})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Complete(t.Context(), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}})
	if err == nil || !strings.Contains(err.Error(), "no-such-host.invalid") {
		t.Errorf("unknown host: %v", err)
	}
	c, err = New(Options{BaseURL: "http://127.0.0.1:1/v1"})
	if err != nil {
		t.Fatal(err)
	}
	_, err = c.Complete(t.Context(), llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}})
	if !errors.Is(err, llm.ErrConfig) || !strings.Contains(err.Error(), "nobody listens at 127.0.0.1:1") {
		t.Errorf("nobody listens: %v", err)
	}
	for _, bad := range []string{"", "localhost:80", "ftp://x/v1", "https://user:pw@x/v1", "https://x/v1?key=sk-1234567", "://"} {
		if _, err := New(Options{BaseURL: bad}); !errors.Is(err, llm.ErrConfig) || strings.Contains(err.Error(), "sk-1234567") {
			t.Errorf("%q: %v", bad, err)
		}
	}
}

// A server that has answered before and is gone is asked again: it may come back.
func TestServerIsRestarted(t *testing.T) {
	l, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	h := httptest.NewUnstartedServer(http.HandlerFunc(func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/json")
		io.WriteString(w, `{"choices":[{"message":{"role":"assistant","content":"fine"},"finish_reason":"stop"}]}`)
	}))
	h.Listener.Close()
	h.Listener = l
	h.Start()
	c, err := New(Options{BaseURL: h.URL + "/v1"})
	if err != nil {
		t.Fatal(err)
	}
	r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
	if _, err := c.Complete(t.Context(), r); err != nil {
		t.Fatal(err)
	}
	h.Close()
	if _, err := c.Complete(t.Context(), r); err == nil || errors.Is(err, llm.ErrConfig) || !llm.IsInfrastructure(err) {
		t.Errorf("after it is gone: %v", err)
	}
}

func TestCancel(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Delay: time.Hour})
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(20*time.Millisecond, cancel)
	start := time.Now()
	_, err := dial(t, s).Complete(ctx, llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}})
	if !errors.Is(err, context.Canceled) || time.Since(start) > 2*time.Second {
		t.Errorf("%v after %v", err, time.Since(start))
	}
}

// The key is nowhere: not in errors, logs, files, or a client that is printed,
// even when the server repeats it.
func TestKeyNeverShows(t *testing.T) {
	const key = "sk-qqzzyyxx-0001"
	echo := `{"error":{"message":"bad key ` + key + `","code":"` + key + `","metadata":{"raw":"` + key + `"}}}`
	var replies []llmtest.Reply
	for _, status := range []int{400, 401, 403, 404, 429, 500} {
		replies = append(replies, llmtest.Reply{Status: status, Body: echo}, llmtest.Reply{Status: status, Body: "plain " + key})
	}
	replies = append(replies, llmtest.Reply{Body: echo}, llmtest.Reply{Body: `{"choices": ` + key}, llmtest.Reply{Body: `{"choices":[],"x":"` + key + `"}`},
		llmtest.Reply{Pieces: []string{echo}}, llmtest.Reply{Pieces: []string{`{"choices":[{"delta":"` + key + `"}]}`}})
	s := llmtest.New(t, replies...)
	var log strings.Builder
	dir := t.TempDir()
	o := Options{BaseURL: s.URL, Key: secret.New(key), Dir: dir, Log: slog.New(slog.NewTextHandler(&log, &slog.HandlerOptions{Level: slog.LevelDebug}))}
	c, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	all := fmt.Sprintf("%v %+v %#v %v %+v %#v", o, o, o, c, c, c)
	c = llm.Retry(c, llm.RetryOptions{Attempts: 1, Log: o.Log})
	for i := range replies {
		r := llm.Request{Model: "m", Messages: []llm.Message{{Role: llm.User, Text: "?"}}}
		if replies[i].Pieces != nil {
			r.Stream = func(llm.Delta) {}
		}
		_, err := c.Complete(t.Context(), r)
		if err == nil {
			t.Errorf("reply %d: no error", i)
		}
		for e := err; e != nil; e = errors.Unwrap(e) {
			all += fmt.Sprintf("\n%v %+v %#v", e, e, e)
		}
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*"))
	for _, f := range files {
		raw, _ := os.ReadFile(f)
		all += string(raw)
	}
	all += log.String()
	for line := range strings.Lines(all) {
		if strings.Contains(line, key) {
			t.Errorf("the key shows: %s", line)
		}
	}
	if !strings.Contains(all, secret.Hidden) {
		t.Error("the server repeats the key, yet nothing was hidden")
	}
}
