package prompted

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"ensures/feedback"
	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/openai"
	"ensures/prompts"
	"ensures/verify"
)

// proves is a verifier that proves what contains a text, and blames the line of the
// first postcondition of everything else.
type proves string

func (proves) Name() string                            { return "fake" }
func (proves) Version(context.Context) (string, error) { return "1", nil }

func (p proves) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	if strings.Contains(r.Source, string(p)) {
		return verify.Outcome{Verdict: verify.Verified, Backend: "fake"}, nil
	}
	out := verify.Outcome{Verdict: verify.Unknown, Backend: "fake"}
	for i, l := range strings.Split(r.Source, "\n") {
		if strings.Contains(l, "ensures ") {
			out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Unknown, Line: i + 3, AssociatedLine: i + 1})
			break
		}
	}
	return out, nil
}

func find(t testing.TB, name string) Config {
	t.Helper()
	all := Configs()
	i := slices.IndexFunc(all, func(c Config) bool { return c.Name == name })
	if i < 0 {
		t.Fatal(name)
	}
	return all[i]
}

// last is the last message of request n.
func last(t *testing.T, srv *llmtest.Server, n int) string {
	t.Helper()
	parts := strings.Split(conversation(t, srv.Requests()[n]), "=== ")
	return parts[len(parts)-1]
}

// Replies that are no candidate take an iteration and are answered with what is
// wrong; the next one counts.
func TestFaultsOfReplies(t *testing.T) {
	right := fence(with(parking, feeRight))
	changed := fence(strings.Replace(with(parking, feeRight), "return 2;", "return 3;", 1))
	for _, f := range []struct{ name, reply, told string }{
		{"empty", "", "the reply is empty"},
		{"no code", "I would say that the fee is never negative.", "the reply holds no Java program"},
		{"another language", "```python\nprint(1)\n```\n", "the reply holds no Java program"},
		{"changed code", changed, "the Java code was changed: line 6 has `3` in place of `2`"},
		{"a part", "```java\npublic class Parking {\n}\n```\n", "the Java code was changed"},
		{"cut off", "```java\npublic class Parking {\n", "the reply was cut off"},
	} {
		for _, name := range []string{"specgen-zero", "formalbench-few-ltm"} {
			t.Run(name+" "+f.name, func(t *testing.T) {
				srv := llmtest.New(t, llmtest.Reply{Text: f.reply}, llmtest.Reply{Text: right})
				res, _ := repaired.run(t, find(t, name), srv, Options{Backend: proves(`hours <= 1 ?`)})
				if res.Outcome != Complete || res.Steps != 2 || res.Checks != 1 {
					t.Errorf("%+v", res)
				}
				if got := last(t, srv, 1); !strings.Contains(got, f.told) {
					t.Errorf("told: %s", got)
				}
			})
		}
	}
	for _, f := range []struct{ name, reply string }{{"empty", ""}, {"prose", "It adds."}, {"changed code", changed}} {
		t.Run("autospec "+f.name, func(t *testing.T) {
			srv := llmtest.New(t, llmtest.Reply{Text: f.reply}, llmtest.Reply{Text: clauses(strings.Split(feeRight, "\n")...)})
			res, _ := repaired.run(t, find(t, "autospec-zero"), srv, Options{Backend: proves(`hours <= 1 ?`)})
			if res.Outcome != Complete || res.Steps != 2 || difference(with(parking), res.Code) != "" {
				t.Errorf("%+v", res)
			}
		})
	}
}

// A changed program is never handed in, verified or not.
func TestChangedCodeIsNeverTaken(t *testing.T) {
	changed := strings.Replace(with(parking, feeRight), "return 2;", "return 3;", 1)
	for _, c := range Configs() {
		srv := llmtest.Func(t, func(int, []byte) llmtest.Reply { return llmtest.Reply{Text: fence(changed)} })
		res, _ := repaired.run(t, c, srv, Options{Backend: proves("class"), Repairs: 2})
		if strings.Contains(res.Code, "return 3") || c.Style != AutoSpec && (res.Outcome != Exhausted || res.Code != "") {
			t.Errorf("%s: %+v", c.Name, res)
		}
	}
}

// A server that is busy is asked again, after the pause that it asks for.
func TestBusyServer(t *testing.T) {
	srv := llmtest.New(t, llmtest.Reply{Status: http.StatusTooManyRequests, Header: map[string]string{"Retry-After": "3"}, Body: `{"error":{"message":"slow down"}}`},
		llmtest.Reply{Text: fence(with(parking, feeRight))})
	c, err := openai.New(openai.Options{BaseURL: srv.URL})
	if err != nil {
		t.Fatal(err)
	}
	var paused time.Duration
	c = llm.Retry(c, llm.RetryOptions{Sleep: func(_ context.Context, d time.Duration) error { paused += d; return nil }})
	res, _ := repaired.run(t, find(t, "specgen-two"), srv, Options{Backend: proves("hours"), Client: c})
	if res.Outcome != Complete || res.Steps != 1 || paused < 3*time.Second {
		t.Errorf("%+v after a pause of %s", res, paused)
	}
	// Without another attempt it is infrastructure, not the task's failure.
	srv = llmtest.New(t, llmtest.Reply{Status: http.StatusTooManyRequests, Body: `{"error":{"message":"slow down"}}`})
	if res, _ := repaired.run(t, find(t, "specgen-two"), srv, Options{Backend: proves("hours")}); res.Outcome != Infrastructure || !llm.IsInfrastructure(res.Err) {
		t.Errorf("%+v", res)
	}
}

type missing struct{ proves }

func (missing) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	return verify.Outcome{}, &verify.MissingError{Tool: "openjml"}
}

type crashes struct{ proves }

func (crashes) Verify(context.Context, verify.Request) (verify.Outcome, error) {
	return verify.Outcome{}, errors.New("exit status 134")
}

// hours is a clock that goes on by an hour at every look.
func hours() func() time.Time {
	now := time.Date(2026, 1, 1, 0, 0, 0, 0, time.UTC)
	return func() time.Time {
		now = now.Add(time.Hour)
		return now
	}
}

func TestLimitsAndEnds(t *testing.T) {
	wrong := llmtest.Reply{Text: fence(with(parking, feeWrong))}
	always := func(r llmtest.Reply) *llmtest.Server {
		return llmtest.Func(t, func(int, []byte) llmtest.Reply { return r })
	}
	for _, c := range []struct {
		name  string
		srv   *llmtest.Server
		o     Options
		want  Outcome
		steps int
	}{
		{"repairs", always(wrong), Options{Repairs: 3}, Exhausted, 4},
		{"tokens", always(wrong), Options{Limits: Limits{Tokens: 220}}, OutOfTokens, 2},
		{"time", always(wrong), Options{Limits: Limits{Time: 5 * time.Hour}, Now: hours()}, OutOfTime, 4},
		{"slow", always(llmtest.Reply{Delay: time.Minute}), Options{Limits: Limits{Time: 50 * time.Millisecond}}, OutOfTime, 0},
		{"refusal", always(llmtest.Reply{Refusal: "I'd rather not."}), Options{}, Refused, 1},
		{"missing", always(wrong), Options{Backend: missing{}}, Infrastructure, 1},
		{"crash", always(wrong), Options{Backend: crashes{}, Repairs: 1}, Exhausted, 2},
	} {
		if c.o.Backend == nil {
			c.o.Backend = proves("never")
		}
		res, _ := repaired.run(t, find(t, "formalbench-zero"), c.srv, c.o)
		if res.Outcome != c.want || res.Steps != c.steps || (res.Err != nil) != (c.want == Infrastructure) {
			t.Errorf("%s: %s (%s) after %d steps, %v", c.name, res.Outcome, res.Reason, res.Steps, res.Err)
		}
	}
}

// A conversation that is too long goes on without its oldest turns.
func TestContextOverflow(t *testing.T) {
	overflow := llmtest.Reply{Status: 400, Body: `{"error":{"code":"context_length_exceeded","message":"maximum context length"}}`}
	wrong := llmtest.Reply{Text: fence(with(parking, feeWrong))}
	srv := llmtest.New(t, wrong, wrong, overflow, llmtest.Reply{Text: fence(with(parking, feeRight))})
	res, _ := repaired.run(t, find(t, "specgen-zero"), srv, Options{Backend: proves("hours <= 1 ?")})
	if res.Outcome != Complete || res.Steps != 3 {
		t.Errorf("%+v", res)
	}
	if a, b := conversation(t, srv.Requests()[2]), conversation(t, srv.Requests()[3]); strings.Count(a, "=== ") != strings.Count(b, "=== ")+2 {
		t.Errorf("%d and %d messages", strings.Count(a, "=== "), strings.Count(b, "=== "))
	}
	srv = llmtest.New(t, overflow)
	if res, _ := repaired.run(t, find(t, "specgen-zero"), srv, Options{Backend: proves("")}); res.Outcome != TooLong || res.Err != nil {
		t.Errorf("%+v", res)
	}
}

// Every class of failure has guidance of its own, but for those that say nothing of
// the specification.
func TestGuidance(t *testing.T) {
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	general, err := set.Render("baseline/guidance", failureData{Class: string(feedback.Other)})
	if err != nil {
		t.Fatal(err)
	}
	for _, d := range feedback.Classes() {
		got, err := set.Render("baseline/guidance", failureData{Class: string(d.Class)})
		if err != nil || len(got) < 40 {
			t.Errorf("%s: %q, %v", d.Class, got, err)
		}
		switch d.Class {
		case feedback.Other, feedback.Crash, feedback.Disagreement:
		default:
			if got == general {
				t.Errorf("%s has no guidance of its own", d.Class)
			}
		}
	}
}

// Templates names what a configuration renders: each is there.
func TestTemplates(t *testing.T) {
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	for _, c := range Configs() {
		for _, n := range c.Templates() {
			if set.Hash(n) == "" {
				t.Errorf("%s: no prompt %s", c.Name, n)
			}
		}
	}
}

func TestScore(t *testing.T) {
	d := func(ks ...verify.Kind) (list []verify.Diagnostic) {
		for _, k := range ks {
			list = append(list, verify.Diagnostic{Kind: k, Severity: verify.Error})
		}
		return append(list, verify.Diagnostic{Kind: verify.Postcondition, Severity: verify.Warning})
	}
	for _, c := range []struct {
		out  verify.Outcome
		want float64
	}{
		{verify.Outcome{Verdict: verify.Verified}, 1},
		{verify.Outcome{Verdict: verify.Refuted, Diagnostics: d(verify.Postcondition)}, 0.3},
		{verify.Outcome{Verdict: verify.Unknown, Diagnostics: d(verify.Postcondition, verify.LoopInvariant)}, 0.1},
		{verify.Outcome{Verdict: verify.Malformed, Diagnostics: d(verify.SyntaxError)}, 0},
		{verify.Outcome{Verdict: verify.Unknown, Diagnostics: d(verify.Postcondition, verify.TypeError)}, 0},
		{verify.Outcome{Verdict: verify.Unknown}, 0},
		{verify.Outcome{}, 0},
	} {
		if got := Score(c.out); got != c.want {
			t.Errorf("%v %v: %v, want %v", c.out.Verdict, c.out.Diagnostics, got, c.want)
		}
	}
}
