package llm

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
)

// client is a Client made of a function.
type client func(context.Context, Request) (Response, error)

func (c client) Complete(ctx context.Context, r Request) (Response, error) { return c(ctx, r) }

// failing fails with each of errs and then answers.
func failing(errs ...error) client {
	n := 0
	return func(_ context.Context, r Request) (Response, error) {
		if r.Stream != nil {
			r.Stream(Delta{Text: "o"})
		}
		if n++; n <= len(errs) {
			return Response{}, errs[n-1]
		}
		return Response{Finish: Stop, Message: Message{Text: "ok"}}, nil
	}
}

func TestRetry(t *testing.T) {
	busy := &StatusError{Status: 500}
	asked := &StatusError{Status: 429, RetryAfter: 7 * time.Second}
	long := &StatusError{Status: 429, RetryAfter: time.Hour}
	bad := &StatusError{Status: 400}
	for _, c := range []struct {
		name   string
		errs   []error
		rand   float64
		pauses []time.Duration
		err    error
	}{
		{"none", nil, 0, nil, nil},
		{"least jitter", []error{busy, busy, busy}, 0, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}, nil},
		{"most jitter", []error{busy, busy, busy}, 1, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, nil},
		{"asked to wait, least", []error{asked}, 0, []time.Duration{7 * time.Second}, nil},
		{"asked to wait, most", []error{asked}, 1, []time.Duration{7700 * time.Millisecond}, nil},
		{"asked to wait too long", []error{long}, 0, nil, long},
		{"timeouts", []error{ErrTimeout, ErrMalformedReply}, 1, []time.Duration{time.Second, 2 * time.Second}, nil},
		{"our mistake", []error{bad}, 0, nil, bad},
		{"too long", []error{ErrContextOverflow}, 0, nil, ErrContextOverflow},
		{"four are too many", []error{busy, busy, busy, bad}, 1, []time.Duration{time.Second, 2 * time.Second, 4 * time.Second}, bad},
		{"and then no more", []error{busy, busy, busy, busy, busy}, 0, []time.Duration{500 * time.Millisecond, time.Second, 2 * time.Second}, busy},
	} {
		t.Run(c.name, func(t *testing.T) {
			var pauses []time.Duration
			r := Retry(failing(c.errs...), RetryOptions{
				Attempts: 4, Rand: func() float64 { return c.rand },
				Sleep: func(_ context.Context, d time.Duration) error { pauses = append(pauses, d); return nil },
			})
			var streamed []Delta
			res, err := r.Complete(t.Context(), Request{Stream: func(d Delta) { streamed = append(streamed, d) }})
			if diff := cmp.Diff(c.pauses, pauses); diff != "" {
				t.Errorf("pauses (-want +got):\n%s", diff)
			}
			if !errors.Is(err, c.err) || (err == nil) != (c.err == nil) {
				t.Errorf("error %v, want %v", err, c.err)
			}
			if err == nil && res.Retries != len(c.errs) {
				t.Errorf("%d retries are told of", res.Retries)
			}
			restarts := 0
			for _, d := range streamed {
				if d.Restart {
					restarts++
				}
			}
			if restarts != len(pauses) {
				t.Errorf("%d restarts of the stream after %d pauses", restarts, len(pauses))
			}
		})
	}
}

func TestRetryEndsWithTheContext(t *testing.T) {
	ctx, cancel := context.WithTimeout(t.Context(), time.Minute)
	defer cancel()
	asked := &StatusError{Status: 429, RetryAfter: 2 * time.Minute}
	r := Retry(failing(asked), RetryOptions{Sleep: func(context.Context, time.Duration) error { t.Error("slept"); return nil }})
	if _, err := r.Complete(ctx, Request{}); !errors.Is(err, asked) {
		t.Errorf("a pause longer than what is left: %v", err)
	}
	stop, cancelNow := context.WithCancel(t.Context())
	cancelNow()
	r = Retry(failing(&StatusError{Status: 500}), RetryOptions{})
	if _, err := r.Complete(stop, Request{}); err == nil {
		t.Error("a cancelled call was tried again")
	}
}

// line is a clock on which sleeping takes no time; sleepers wake in order.
type line struct {
	mu  sync.Mutex
	now time.Time
}

func (l *line) Now() time.Time { l.mu.Lock(); defer l.mu.Unlock(); return l.now }
func (l *line) Sleep(_ context.Context, d time.Duration) error {
	l.mu.Lock()
	defer l.mu.Unlock()
	l.now = l.now.Add(max(d, 0))
	return nil
}

func TestLimits(t *testing.T) {
	start := time.Unix(0, 0)
	for _, c := range []struct {
		name  string
		o     LimitOptions
		usage Usage
		want  time.Duration // when the 61st call begins
	}{
		{"none", LimitOptions{}, Usage{Input: 1000}, 0},
		{"60 requests a minute", LimitOptions{Requests: 60}, Usage{Input: 1000}, time.Minute},
		{"60,000 tokens a minute", LimitOptions{Tokens: 60000}, Usage{Input: 1500, Output: 500}, 2 * time.Minute},
		{"the tighter of both", LimitOptions{Requests: 60, Tokens: 60000}, Usage{Input: 2500, Output: 500}, 3 * time.Minute},
	} {
		t.Run(c.name, func(t *testing.T) {
			clock := &line{now: start}
			c.o.Now, c.o.Sleep = clock.Now, clock.Sleep
			var last time.Duration
			cl := Limit(client(func(context.Context, Request) (Response, error) {
				last = clock.Now().Sub(start)
				return Response{Usage: c.usage}, nil
			}), NewLimiter(c.o))
			for range 61 {
				if _, err := cl.Complete(t.Context(), Request{MaxTokens: 100}); err != nil {
					t.Fatal(err)
				}
			}
			if d := last - c.want; d < -time.Second/2 || d > time.Second/2 {
				t.Errorf("the 61st call began after %v, want %v", last, c.want)
			}
		})
	}
}

func TestLimiterPausesEverybody(t *testing.T) {
	clock := &line{now: time.Unix(0, 0)}
	l := NewLimiter(LimitOptions{Now: clock.Now, Sleep: clock.Sleep})
	busy := &StatusError{Status: 429, RetryAfter: 30 * time.Second}
	if _, err := Limit(failing(busy), l).Complete(t.Context(), Request{}); !errors.Is(err, busy) {
		t.Fatal(err)
	}
	if _, err := Limit(failing(), l).Complete(t.Context(), Request{}); err != nil {
		t.Fatal(err)
	}
	if got := clock.Now().Sub(time.Unix(0, 0)); got != 30*time.Second {
		t.Errorf("another worker waited %v", got)
	}
}

func TestConcurrent(t *testing.T) {
	var mu sync.Mutex
	busy, most := 0, 0
	cl := Limit(client(func(context.Context, Request) (Response, error) {
		mu.Lock()
		busy++
		most = max(most, busy)
		mu.Unlock()
		time.Sleep(2 * time.Millisecond)
		mu.Lock()
		busy--
		mu.Unlock()
		return Response{}, nil
	}), NewLimiter(LimitOptions{Concurrent: 3}))
	var wg sync.WaitGroup
	for range 20 {
		wg.Go(func() { cl.Complete(t.Context(), Request{}) })
	}
	wg.Wait()
	if most != 3 {
		t.Errorf("%d calls at once, want 3", most)
	}
}

func TestDeadline(t *testing.T) {
	slow := client(func(ctx context.Context, r Request) (Response, error) {
		for range 8 { // a piece every 10 ms
			if err := sleep(ctx, 10*time.Millisecond); err != nil {
				return Response{}, err
			}
			if r.Stream != nil {
				r.Stream(Delta{Text: "x"})
			}
		}
		return Response{Finish: Stop}, sleep(ctx, 300*time.Millisecond)
	})
	for _, c := range []struct {
		name        string
		total, idle time.Duration
		want        string
	}{
		{"total", 20 * time.Millisecond, 0, "no whole reply in 20ms"},
		{"silence after pieces", 0, 150 * time.Millisecond, "silence for 150ms"},
		{"neither", time.Minute, time.Minute, ""},
	} {
		t.Run(c.name, func(t *testing.T) {
			n := 0
			_, err := Deadline(slow, c.total, c.idle).Complete(t.Context(), Request{Stream: func(Delta) { n++ }})
			if c.want == "" {
				if err != nil {
					t.Error(err)
				}
				return
			}
			if !errors.Is(err, ErrTimeout) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("error %v, want %s", err, c.want)
			}
			if c.idle > 0 && n != 8 {
				t.Errorf("%d pieces before the silence", n)
			}
		})
	}
	ctx, cancel := context.WithTimeout(t.Context(), 5*time.Millisecond)
	defer cancel()
	if _, err := Deadline(slow, time.Minute, time.Minute).Complete(ctx, Request{}); !errors.Is(err, context.DeadlineExceeded) || errors.Is(err, ErrTimeout) {
		t.Errorf("the caller's own deadline: %v", err)
	}
}

func TestCache(t *testing.T) {
	dir := t.TempDir()
	calls := 0
	next := client(func(context.Context, Request) (Response, error) {
		calls++
		return Response{Finish: Stop, Message: Message{Role: Assistant, Text: "ok"}, Usage: Usage{Input: 3, CostUSD: 1}}, nil
	})
	zero, warm := 0.0, 0.7
	ask := func(c Client, r Request) Response {
		t.Helper()
		res, err := c.Complete(t.Context(), r)
		if err != nil {
			t.Fatal(err)
		}
		return res
	}
	c := Cache(next, CacheOptions{Dir: dir, Server: "a"})
	first, second := ask(c, Request{Model: "m", Temperature: &zero}), ask(c, Request{Model: "m", Temperature: &zero})
	if calls != 1 || first.Cached || !second.Cached || second.Message.Text != "ok" || second.Usage != (Usage{Input: 3}) {
		t.Errorf("%d calls; %+v then %+v", calls, first, second)
	}
	streamed := ""
	ask(c, Request{Model: "m", Temperature: &zero, Stream: func(d Delta) { streamed += d.Text }})
	if streamed != "ok" {
		t.Errorf("streamed %q from the cache", streamed)
	}
	ask(c, Request{Model: "n", Temperature: &zero})
	ask(Cache(next, CacheOptions{Dir: dir, Server: "b"}), Request{Model: "m", Temperature: &zero})
	if calls != 3 {
		t.Errorf("%d calls: another model or another server is another question", calls)
	}
	ask(c, Request{Model: "m", Temperature: &warm})
	ask(c, Request{Model: "m", Temperature: &warm})
	ask(c, Request{Model: "m"})
	ask(c, Request{Model: "m"})
	if calls != 7 {
		t.Errorf("%d calls: sampled replies are not kept unless asked for", calls)
	}
	all := Cache(next, CacheOptions{Dir: dir, Sampled: true})
	ask(all, Request{Model: "m", Temperature: &warm})
	ask(all, Request{Model: "m", Temperature: &warm})
	if calls != 8 {
		t.Errorf("%d calls with sampled replies kept", calls)
	}
	files, _ := filepath.Glob(filepath.Join(dir, "*", "*.json"))
	for _, f := range files { // torn files are asked for anew
		os.WriteFile(f, []byte(`{"server":`), 0o600)
	}
	ask(c, Request{Model: "m", Temperature: &zero})
	if calls != 9 {
		t.Errorf("%d calls after the files were torn", calls)
	}
	bad := Cache(client(func(context.Context, Request) (Response, error) { calls++; return Response{}, ErrTimeout }), CacheOptions{Dir: dir})
	bad.Complete(t.Context(), Request{Model: "x", Temperature: &zero})
	bad.Complete(t.Context(), Request{Model: "x", Temperature: &zero})
	if calls != 11 {
		t.Error("an error was kept")
	}
}

func TestPrices(t *testing.T) {
	var prices []Price
	for _, s := range []string{"gpt-5-mini 0.25 2 0.025", "gpt-5* 1.25 10", "qwen/* 1 1"} {
		p, err := ParsePrice(s)
		if err != nil {
			t.Fatal(err)
		}
		prices = append(prices, p)
	}
	u := Usage{Input: 1_000_000, CachedInput: 400_000, Output: 100_000}
	for model, want := range map[string]float64{
		"gpt-5-mini":        0.6*0.25 + 0.4*0.025 + 0.1*2,
		"gpt-5.1":           1.25 + 1,
		"qwen/coder":        1 + 0.1,
		"qwen/a/b":          1 + 0.1,
		"unknown":           0,
		"openai/gpt-5-mini": 0,
	} {
		c := Priced(client(func(context.Context, Request) (Response, error) { return Response{Usage: u}, nil }), prices)
		res, err := c.Complete(t.Context(), Request{Model: model})
		if d := res.Usage.CostUSD - want; err != nil || d > 1e-9 || d < -1e-9 {
			t.Errorf("%s costs %v, want %v", model, res.Usage.CostUSD, want)
		}
	}
	for _, s := range []string{"", "m 1", "m 1 x", "m -1 2", "m NaN 2", "[ 1 2", "m 1 2 3 4"} {
		if p, err := ParsePrice(s); err == nil {
			t.Errorf("ParsePrice(%q) = %v", s, p)
		}
	}
}
