// Package openai talks to OpenAI and to the servers that speak its chat
// completions: vLLM, Ollama, llama.cpp, LiteLLM, OpenRouter, and the compatible
// endpoints of Anthropic and Gemini. Presets lists them.
//
// What a server can't do is found out once and remembered for a week: how it can
// be held to a schema, and which parameters it refuses. Reasoning is read from
// the fields in which servers show it and sent back where they expect it.
//
// The package must not know what the conversation is about. It alone opens
// network connections as a client, and it alone sees the key: neither errors nor
// what it logs or keeps on disk hold it. It does not retry.
package openai

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"net"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"time"

	"ensures/llm"
	"ensures/llm/secret"

	sdk "github.com/openai/openai-go/v3"
	"github.com/openai/openai-go/v3/option"
)

// Options say which server, and how to talk to it.
type Options struct {
	BaseURL string      // such as https://api.openai.com/v1
	Key     secret.Text // may be empty: a local server
	// MaxTokens is the parameter's name for the longest reply: max_tokens
	// (default) or max_completion_tokens.
	MaxTokens string
	// Reasoning is the field in which reasoning goes back to the server; empty:
	// it doesn't.
	Reasoning string
	Stream    bool   // always, not only when somebody listens
	Dir       string // folder of what is known of servers; empty: nothing is kept
	Now       func() time.Time
	Log       *slog.Logger
}

// New is a client of one server.
func New(o Options) (llm.Client, error) {
	c, err := open(o)
	if err != nil {
		return nil, err
	}
	return c, nil
}

func open(o Options) (*client, error) {
	u, err := url.Parse(o.BaseURL)
	switch {
	case err != nil || u.Host == "" || u.Scheme != "http" && u.Scheme != "https":
		return nil, fmt.Errorf("%w: the address must look like https://host/v1", llm.ErrConfig)
	case u.User != nil || u.RawQuery != "" || u.Fragment != "":
		return nil, fmt.Errorf("%w: the address of the server holds a user, a query or a fragment; a key belongs into its variable", llm.ErrConfig)
	}

	o.MaxTokens = cmp.Or(o.MaxTokens, "max_tokens")
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.NewTextHandler(io.Discard, nil))
	}

	transport := http.DefaultTransport.(*http.Transport).Clone()
	transport.MaxIdleConns, transport.MaxIdleConnsPerHost = 0, 1024 // many workers, one host
	transport.WriteBufferSize = 64 << 10                            // what fits is not copied through a new buffer
	opts := []option.RequestOption{
		option.WithBaseURL(o.BaseURL),
		option.WithMaxRetries(0),
		option.WithHTTPClient(&http.Client{Transport: transport, CheckRedirect: follow}),
	}
	if o.Key.Reveal() != "" {
		opts = append(opts, option.WithAPIKey(o.Key.Reveal()))
	}

	return &client{
		o: o, host: u.Host, opts: opts,
		chat:      sdk.NewChatCompletionService(opts...), // not NewClient, which reads the environment
		abilities: openAbilities(o.Dir, o.Now),
		probe:     make(chan struct{}, 1),
	}, nil
}

type client struct {
	o         Options
	host      string
	reached   atomic.Bool
	opts      []option.RequestOption
	chat      sdk.ChatCompletionService
	abilities *abilities
	probe     chan struct{} // held while it is being found out how a schema is enforced
}

// Complete asks the server, in the way that it understands.
func (c *client) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	key := c.o.BaseURL + " " + r.Model
	known := c.abilities.get(key)
	if r.Schema != nil && known.Schema == unknownMode {
		// One call finds out how schemas are enforced, the others wait for what it learned: each
		// way costs a call.
		select {
		case c.probe <- struct{}{}:
			defer func() { <-c.probe }()
		case <-ctx.Done():
			return llm.Response{}, ctx.Err()
		}
		// While this call waited, another one may have found out.
		known = c.abilities.get(key)
	}
	if r.Schema != nil && known.Schema == unknownMode {
		known.Schema = strictMode
	}

	start := known
	var first error
	var spent llm.Usage // by replies that were no use
	for {
		res, err := c.call(ctx, r, known)
		res.Usage = res.Usage.Plus(spent)
		next, why, learned := known.learn(r, res, err)
		if !learned {
			if err != nil && first != nil && !errors.Is(err, llm.ErrContextOverflow) && ctx.Err() == nil {
				err = first // the other ways were guesses
			}
			// Remembered only after a reply: a way that failed too has proved nothing.
			if err == nil && (known.differs(start) || r.Schema != nil && c.abilities.get(key).Schema == unknownMode) {
				if e := c.abilities.set(key, known); e != nil {
					c.o.Log.Warn("what the server can do is not remembered", "error", e)
				}
			}
			return res, err
		}
		if first == nil {
			first = err
		}
		spent = res.Usage
		c.o.Log.Info("the server is asked in another way", "model", r.Model, "host", c.host, "change", why)
		if r.Stream != nil {
			r.Stream(llm.Delta{Restart: true})
		}
		known = next
	}
}

// call is one HTTP request.
func (c *client) call(ctx context.Context, r llm.Request, a ability) (llm.Response, error) {
	stream := (r.Stream != nil || c.o.Stream) && !a.drops("stream")
	request, err := c.request(r, a, stream)
	if err != nil {
		return llm.Response{}, err
	}
	failed := c.watch()
	var res llm.Response
	if res, err = c.exchange(ctx, request, r.Stream, failed); err != nil {
		return res, failed.translate(ctx, err, &res)
	}
	named(res.Message.ToolCalls, r.Messages)
	if r.Schema != nil && len(res.Message.ToolCalls) == 0 && !res.Refused() {
		res.Message.Text = unfence(res.Message.Text)
	}
	return res, nil
}

// named gives an id to calls that came without: their results go back by it.
func named(calls []llm.ToolCall, before []llm.Message) {
	n := 0
	for _, m := range before {
		n += len(m.ToolCalls)
	}
	for i := range calls {
		if calls[i].ID == "" {
			calls[i].ID = fmt.Sprintf("call_%d", n+i+1)
		}
	}
}

// post sends a request and gives the answer, its body not yet read.
func (c *client) post(ctx context.Context, request []byte, f *failure) (*http.Response, error) {
	var res *http.Response
	body := func(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
		// The SDK wraps the body, whereupon the transport sends the header on its
		// own and copies the rest through a new buffer.
		req.Body = io.NopCloser(bytes.NewReader(request))
		return next(req)
	}
	// Our own types are sent and read, so that only the SDK's one service is linked;
	// its Client would link every API that OpenAI has, 20 MB of them.
	_, err := c.chat.New(ctx, sdk.ChatCompletionNewParams{}, option.WithResponseBodyInto(&res),
		option.WithMiddleware(f.keep, body), option.WithRequestBody("application/json", request))
	if err != nil {
		return nil, err
	}
	res.Body = &bounded{res.Body, longestReply}
	return res, nil
}

// follow lets a server move a request within itself only: neither conversation
// nor key go where the configuration doesn't say.
func follow(next *http.Request, before []*http.Request) error {
	first := before[0]
	if next.Method != first.Method || next.URL.Scheme != first.URL.Scheme || next.URL.Host != first.URL.Host || len(before) > 5 {
		return http.ErrUseLastResponse
	}
	return nil
}

// failure is what is known of one call that went wrong.
type failure struct {
	redact  func(string) string
	host    string
	local   bool         // the server is on this machine
	reached *atomic.Bool // it has answered before
	now     func() time.Time
	status  int
	header  http.Header
	body    []byte
}

func (c *client) watch() *failure {
	name, _, err := net.SplitHostPort(c.host)
	if err != nil {
		name = c.host
	}
	ip := net.ParseIP(name)
	return &failure{redact: c.o.Key.Redact, host: c.host, local: name == "localhost" || ip != nil && ip.IsLoopback(), reached: &c.reached, now: c.o.Now}
}

// maxErrorBody is how much of an error's body is read.
const maxErrorBody = 64 << 10

// keep is a middleware that keeps the body of an error answer: the SDK loses
// those that don't have OpenAI's form.
func (f *failure) keep(req *http.Request, next option.MiddlewareNext) (*http.Response, error) {
	res, err := next(req)
	if err != nil {
		return res, err
	}
	f.reached.Store(true)
	if res.StatusCode < 300 {
		return res, nil
	}
	f.status, f.header = res.StatusCode, res.Header
	f.body, _ = io.ReadAll(io.LimitReader(res.Body, maxErrorBody))
	res.Body.Close()
	res.Body = io.NopCloser(strings.NewReader("{}"))
	return res, nil
}
