package openai

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net"
	"net/http"
	"net/url"
	"regexp"
	"strconv"
	"strings"
	"syscall"
	"time"

	"ensures/llm"
)

// errBroken: the reply's body is not what it should be.
type errBroken struct{ why string }

func (e *errBroken) Error() string { return e.why }

// errInside is an error object in a body or stream of status 200.
type errInside struct{ body []byte }

func (e *errInside) Error() string { return string(e.body) }

// translate makes the package's errors of the SDK's. A filter that declined is
// no error: it is written into res.
func (f *failure) translate(ctx context.Context, err error, res *llm.Response) error {
	if ctx.Err() != nil {
		return ctx.Err()
	}
	var inside *errInside
	var broken *errBroken
	var urlErr *url.Error
	switch {
	case f.status != 0:
		return f.answer(f.status, f.body, res)
	case errors.As(err, &inside):
		return f.answer(0, inside.body, res)
	case errors.As(err, &broken):
		return fmt.Errorf("%w: %s", llm.ErrMalformedReply, f.redact(broken.why))
	case errors.As(err, &urlErr):
		var dns *net.DNSError
		if errors.As(err, &dns) && dns.IsNotFound {
			return fmt.Errorf("%w: there is no host %s", llm.ErrConfig, f.host)
		}
		// A server on this machine that never answered is not started; one that did may be
		// starting anew, and is worth waiting for.
		if f.local && errors.Is(err, syscall.ECONNREFUSED) && !f.reached.Load() {
			return fmt.Errorf("%w: nobody listens at %s: is the server running?", llm.ErrConfig, f.host)
		}
		return fmt.Errorf("no answer from %s: %s", f.host, f.redact(urlErr.Err.Error()))
	}
	return fmt.Errorf("%w: %s", llm.ErrMalformedReply, cut(f.redact(err.Error()), 300))
}

// answer reads an error answer of any of the known forms.
func (f *failure) answer(status int, body []byte, res *llm.Response) error {
	e := parseError(body)
	if status == 0 {
		status, _ = strconv.Atoi(e.code) // OpenRouter puts the status there
		if status < 400 || status > 599 {
			status = 0
		}
	}

	// The address is shown to the user: without what may hold a secret.
	if to := f.header.Get("Location"); status >= 300 && status < 400 && to != "" {
		if u, err := url.Parse(to); err == nil {
			u.User, u.RawQuery, u.Fragment = nil, "", ""
			to = strings.TrimSuffix(u.String(), "/chat/completions")
		}
		return &llm.StatusError{Status: status, Kind: llm.ErrConfig,
			Message: "it sends requests to " + cut(f.redact(to), 300) + "; if that is the server, set model.base_url to it"}
	}
	out := &llm.StatusError{
		Status: status, Code: f.redact(e.code), Message: cut(f.redact(e.message), 500),
		RetryAfter: max(retryAfter(f.header, f.now()), e.retry),
	}

	// The order matters: a conversation that is too long is often reported as a bad request like
	// others, and words of a filter can stand in an error of any kind.
	switch text := strings.ToLower(e.code + " " + e.kind + " " + e.message); {
	case overflow.MatchString(text) || status == http.StatusRequestEntityTooLarge:
		out.Kind = llm.ErrContextOverflow
	case filtered.MatchString(text):
		*res = llm.Response{Finish: llm.ContentFilter, Message: llm.Message{Role: llm.Assistant, Text: out.Message}}
		return nil
	case noTools.MatchString(text):
		out.Kind = llm.ErrConfig
		out.Message += " (native tool calls are for the react mode; codeact does without)"
	case strings.Contains(text, "insufficient_quota"), status == http.StatusUnauthorized, status == http.StatusPaymentRequired,
		status == http.StatusForbidden, status == http.StatusNotFound:
		out.Kind = llm.ErrConfig
	}
	return out
}

// How servers say that a conversation is too long, that a filter declined, and
// that a model, or the server as it was started, knows no tools.
var (
	overflow = regexp.MustCompile(`context_length_exceeded|exceed_context_size|maximum context length|context (window|length|size)[^.]{0,40}(exceed|too (long|small|large))|` +
		`exceeds? (the|this|its)?[a-z' ]{0,30}(context|maximum number of tokens)|longer than the (maximum )?model|prompt is too long|input is too long|` +
		`input token count[^.]{0,60}exceeds|too many (input |total )?tokens in|max_model_len`)
	filtered = regexp.MustCompile(`content_filter|content_policy_violation|content management policy|moderation (check|flag)|flagged (by|for) moderation|"?prohibited_content`)
	noTools  = regexp.MustCompile(`does not support (tools|function)|tool choice requires|no endpoints found that support tool`)
)

// said is what a server says of an error.
type said struct {
	message, code, kind, param string
	retry                      time.Duration
}

// parseError reads {"error":{…}}, {"error":"…"}, vLLM's flat {"message":…},
// FastAPI's {"detail":…}, Gemini's [{"error":{…}}], and plain text.
func parseError(body []byte) said {
	var list []json.RawMessage
	if json.Unmarshal(body, &list) == nil && len(list) > 0 {
		body = list[0]
	}
	var top map[string]json.RawMessage
	if json.Unmarshal(body, &top) != nil {
		return said{message: strings.TrimSpace(string(body))}
	}
	if inner, ok := top["error"]; ok {
		var text string
		if json.Unmarshal(inner, &text) == nil {
			return said{message: text}
		}
		var object map[string]json.RawMessage
		if json.Unmarshal(inner, &object) == nil {
			top = object
		}
	}

	s := said{message: plain(top["message"]), code: plain(top["code"]), kind: plain(top["type"]), param: plain(top["param"])}
	if s.message == "" {
		s.message = plain(top["detail"])
	}
	if s.message == "" {
		s.message = strings.TrimSpace(string(body))
	}
	// Providers behind a router: their own words are in the metadata.
	var meta struct {
		Raw string `json:"raw"`
	}
	if json.Unmarshal(top["metadata"], &meta) == nil && meta.Raw != "" {
		s.message += ": " + meta.Raw
	}

	var details []struct {
		RetryDelay string `json:"retryDelay"` // Gemini
	}
	if json.Unmarshal(top["details"], &details) == nil {
		for _, d := range details {
			if t, err := time.ParseDuration(d.RetryDelay); err == nil {
				s.retry = t
			}
		}
	}
	return s
}

// plain is a JSON string's text, or any other value as it is written.
func plain(raw json.RawMessage) string {
	var s string
	if json.Unmarshal(raw, &s) == nil {
		return s
	}
	return string(raw)
}

// retryAfter is how long the server asks to wait: in milliseconds, seconds, or
// until a date.
func retryAfter(h http.Header, now time.Time) time.Duration {
	if ms, err := strconv.ParseFloat(h.Get("Retry-After-Ms"), 64); err == nil && ms > 0 {
		return time.Duration(ms * float64(time.Millisecond))
	}
	v := h.Get("Retry-After")
	if s, err := strconv.ParseFloat(v, 64); err == nil && s > 0 && s < 1e6 {
		return time.Duration(s * float64(time.Second))
	}
	if t, err := http.ParseTime(v); err == nil && t.After(now) {
		return t.Sub(now)
	}
	return 0
}

func cut(s string, n int) string {
	if len(s) <= n {
		return s
	}
	return strings.ToValidUTF8(s[:n], "") + "…"
}
