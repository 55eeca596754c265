package agent

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/golden"
	"ensures/llm"
	"ensures/sandbox"
	"ensures/tools"
	"ensures/trajectories"
)

// The task of these tests: find a number. guess says whether it is right, finish
// hands it in.

type guessIn struct {
	Text string `json:"text"`
}

type guessOut struct {
	Right bool   `json:"right"`
	Note  string `json:"note"`
}

type finishOut struct {
	Accepted bool `json:"accepted"`
}

func (f finishOut) Final() bool { return f.Accepted }

// game counts how often its tools really ran.
type game struct {
	mu      sync.Mutex
	guessed map[string]int
	fail    error // of guess, once
}

func (g *game) tools(t testing.TB) *tools.Registry {
	reg, err := tools.NewRegistry(
		tools.New("guess", "Say whether a text is the number. Slow.", func(_ context.Context, in guessIn) (guessOut, error) {
			g.mu.Lock()
			defer g.mu.Unlock()
			if g.guessed == nil {
				g.guessed = map[string]int{}
			}
			g.guessed[in.Text]++
			if err := g.fail; err != nil {
				g.fail = nil
				return guessOut{}, err
			}
			if in.Text == "panic" {
				panic("the dice are gone")
			}
			return guessOut{in.Text == "42", "no " + in.Text + " here"}, nil
		}),
		tools.New("finish", "Hand the number in.", func(_ context.Context, in guessIn) (finishOut, error) {
			return finishOut{in.Text == "42"}, nil
		}))
	if err != nil {
		t.Fatal(err)
	}
	return reg
}

// judge ranks guesses by their number.
type judge struct {
	best    *trajectories.Candidate
	failure string
	success bool
}

func (j *judge) Observe(c tools.Call) *trajectories.Candidate {
	var in guessIn
	if c.Err != nil || json.Unmarshal(c.Args, &in) != nil {
		return nil
	}
	j.success = j.success || c.Result.Final
	out := &trajectories.Candidate{Text: in.Text, Verdict: "refuted"}
	j.failure = in.Text + " is wrong"
	if in.Text == "42" {
		out.Verdict, j.failure = "verified", ""
	}
	if j.best == nil || in.Text >= j.best.Text {
		j.best = out
	}
	return out
}

func (j *judge) Best() *trajectories.Candidate { return j.best }
func (j *judge) Failure() string               { return j.failure }
func (j *judge) Success() bool                 { return j.success }

// words are the prompts of these tests: their name and what they are made of.
type words struct{}

func (words) Render(name string, data any) (string, error) {
	switch d := data.(type) {
	case SystemData:
		return fmt.Sprintf("%s: %d tools, %d steps", name, strings.Count(d.Tools, "### "), d.MaxSteps), nil
	case ObservationData:
		out := strings.TrimSpace(d.Stdout + d.Value + d.Error + d.Notice)
		if d.Called != "" {
			out += d.Called + " gave " + d.Result
		}
		return fmt.Sprintf("observed: %s (%d left)", out, d.Left), nil
	case FormatData:
		return "wrong form: " + d.Problem, nil
	case StateData:
		return fmt.Sprintf("%s: step %d, best %s %s, failure %q, folded %d", name, d.Step, d.Best, d.Verdict, d.Failure, len(d.Steps)), nil
	}
	return "", fmt.Errorf("%s: %T", name, data)
}

// model gives replies in order and keeps the requests.
type model struct {
	mu       sync.Mutex
	replies  []any // string, llm.Message, llm.Response or error; the last one again and again
	requests []llm.Request
}

func (m *model) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	m.mu.Lock()
	defer m.mu.Unlock()
	if err := ctx.Err(); err != nil {
		return llm.Response{}, err
	}
	r.Messages = append([]llm.Message{}, r.Messages...)
	m.requests = append(m.requests, r)
	reply := m.replies[min(len(m.requests), len(m.replies))-1]
	u := llm.Usage{Input: 100, Output: 10, CostUSD: 0.01}
	switch reply := reply.(type) {
	case string:
		return llm.Response{Message: llm.Message{Role: llm.Assistant, Text: reply}, Finish: llm.Stop, Usage: u}, nil
	case llm.Message:
		reply.Role = llm.Assistant
		return llm.Response{Message: reply, Finish: llm.ToolUse, Usage: u}, nil
	case llm.Response:
		return reply, nil
	}
	return llm.Response{}, reply.(error)
}

// lines is an interpreter: each line of its code is a tool's name and its argument,
// or "print TEXT", or "loop".
type lines struct {
	o     sandbox.InterpreterOptions
	execs *int
}

func (l *lines) Dialect() sandbox.Dialect { return sandbox.Dialect{Engine: "lines"} }
func (l *lines) Close() error             { return nil }

func (l *lines) Exec(ctx context.Context, code string) (x sandbox.Execution, err error) {
	if l.execs != nil {
		*l.execs++
	}
	for line := range strings.Lines(code) {
		name, arg, _ := strings.Cut(strings.TrimSpace(line), " ")
		switch name {
		case "print":
			x.Stdout += arg + "\n"
			continue
		case "loop":
			x.Error, x.Kind = "the time limit of 30 s is over", sandbox.LimitError
			return x, nil
		}
		args, _ := json.Marshal(map[string]string{l.o.Tools[0].Params[0]: arg})
		if strings.HasPrefix(arg, "{") {
			args = json.RawMessage(arg)
		}
		raw, err := l.o.Call(ctx, name, args)
		if errors.Is(err, sandbox.ErrFinal) {
			x.Final = true
			return x, nil
		}
		if err != nil && told(err) {
			x.Error = err.Error()
			return x, nil
		}
		if err != nil {
			return x, err
		}
		x.Stdout += string(raw) + "\n"
	}
	return x, nil
}

// codeOf is a reply with code.
func codeOf(thought string, lines ...string) string {
	return thought + "\n```python\n" + strings.Join(lines, "\n") + "\n```\n"
}

// callsOf is a reply with native calls; each is a name and an argument.
func callsOf(text string, calls ...string) llm.Message {
	m := llm.Message{Text: text}
	for i, c := range calls {
		name, arg, _ := strings.Cut(c, " ")
		args, _ := json.Marshal(map[string]string{"text": arg})
		if strings.HasPrefix(arg, "{") {
			args = json.RawMessage(arg)
		}
		m.ToolCalls = append(m.ToolCalls, llm.ToolCall{ID: fmt.Sprintf("c%d", i+1), Name: name, Arguments: args})
	}
	return m
}

// clock ticks a millisecond a reading.
func clock() func() time.Time {
	var mu sync.Mutex
	now := time.Date(2026, 11, 22, 0, 0, 0, 0, time.UTC)
	return func() time.Time {
		mu.Lock()
		defer mu.Unlock()
		now = now.Add(time.Millisecond)
		return now
	}
}

// options are those of a run of the game.
func options(t testing.TB, mode Mode, m *model) Options {
	return Options{Mode: mode, Client: m, Model: "toy", Tools: (&game{}).tools(t), Judge: &judge{}, Prompts: words{}, Now: clock(),
		Interpreter: func(_ context.Context, o sandbox.InterpreterOptions) (sandbox.Interpreter, error) {
			return &lines{o: o}, nil
		}}
}

// Both modes go from wrong guesses to the end; every request and the trajectory
// are golden.
func TestGolden(t *testing.T) {
	for _, c := range []struct {
		mode    Mode
		replies []any
	}{
		{CodeAct, []any{codeOf("Thought: try 1", "guess 1", "print done"), codeOf("try 2", "guess 42", "finish 7"), "Plan: hand in.", codeOf("", "finish 42", "guess 1")}},
		{ReAct, []any{callsOf("try two", "guess 1", "guess 42"), callsOf("", "finish 7"), "Plan: hand in.", callsOf("", "finish 42", "guess 1")}},
	} {
		m := &model{replies: c.replies}
		o := options(t, c.mode, m)
		o.PlanEvery = 2
		dir := t.TempDir()
		w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock()}, trajectories.Header{Run: "r", Verb: "test"})
		if err != nil {
			t.Fatal(err)
		}
		o.Record, o.Broken = w, w.Err
		res := Run(t.Context(), "Find the number.", o)
		if res.Outcome != Complete || !res.Success || res.Steps != 3 || res.Best == nil || res.Best.Text != "7" || res.Usage.Input != 400 {
			t.Errorf("%s: %+v", c.mode, res)
		}
		if err := w.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best}); err != nil {
			t.Fatal(err)
		}
		golden.JSON(t, filepath.Join("testdata", string(c.mode)+".requests.json"), m.requests)
		golden.Text(t, filepath.Join("testdata", string(c.mode)+".trajectory.jsonl"), readFile(t, filepath.Join(w.Dir(), trajectories.TrajectoryFile)))
	}
}

// How runs end.
func TestOutcomes(t *testing.T) {
	refusal := llm.Response{Message: llm.Message{Role: llm.Assistant, Text: "I won't."}, Finish: llm.Refusal}
	guess := func(n int) string { return codeOf("", fmt.Sprint("guess ", n)) }
	many := []any{}
	for i := range 20 {
		many = append(many, guess(i))
	}
	for name, c := range map[string]struct {
		mode    Mode
		replies []any
		set     func(*Options)
		want    Outcome
		reason  string
		calls   int // of the model
	}{
		"complete":          {CodeAct, []any{codeOf("", "finish 42")}, nil, Complete, "the tools accepted", 1},
		"steps":             {CodeAct, many, nil, OutOfSteps, "12 steps", 12},
		"tokens":            {CodeAct, many, func(o *Options) { o.Limits.Tokens = 300 }, OutOfTokens, "330 of 300 tokens", 3},
		"cost":              {CodeAct, many, func(o *Options) { o.Limits.CostUSD = 0.015 }, OutOfMoney, "0.0200 of 0.0150", 2},
		"time":              {CodeAct, many, func(o *Options) { o.Limits.Time = 4 * time.Millisecond }, OutOfTime, "4ms", 3},
		"no code":           {CodeAct, []any{"I think it is 42."}, nil, FormatErrors, "3 replies in a row without a step: the reply has no block", 3},
		"empty":             {CodeAct, []any{""}, nil, FormatErrors, "the reply is empty", 3},
		"cut off":           {CodeAct, []any{llm.Response{Message: llm.Message{Text: "```python\nguess 4"}, Finish: llm.Length}}, nil, FormatErrors, "cut off", 3},
		"no call":           {ReAct, []any{"42"}, nil, FormatErrors, "the reply calls no tool", 3},
		"recovers":          {CodeAct, []any{"?", "?", codeOf("", "finish 42")}, nil, Complete, "", 3},
		"repeated code":     {CodeAct, []any{guess(1)}, nil, RepeatedCall, "the same step 3 times", 3},
		"repeated calls":    {ReAct, []any{callsOf("", "guess 1")}, nil, RepeatedCall, "the same step 3 times", 3},
		"refusal":           {CodeAct, []any{refusal}, nil, Refused, "the model declined: I won't.", 1},
		"refused plan":      {CodeAct, []any{guess(1), refusal, codeOf("", "finish 42")}, func(o *Options) { o.PlanEvery = 1 }, Complete, "", 3},
		"unknown tool":      {CodeAct, []any{codeOf("", "ges 1"), codeOf("", "finish 42")}, nil, Complete, "", 2},
		"unknown native":    {ReAct, []any{callsOf("", "ges 1"), callsOf("", "finish 42")}, nil, Complete, "", 2},
		"wrong types":       {ReAct, []any{callsOf("", `guess {"text":7}`), callsOf("", "finish 42")}, nil, Complete, "", 2},
		"not JSON":          {ReAct, []any{callsOf("", `guess {"te`), callsOf("", "finish 42")}, nil, Complete, "", 2},
		"endless code":      {CodeAct, []any{codeOf("", "loop"), codeOf("", "finish 42")}, nil, Complete, "", 2},
		"crash of a tool":   {CodeAct, []any{codeOf("", "guess panic")}, nil, Infrastructure, "tool guess crashed: the dice are gone", 1},
		"crash, native":     {ReAct, []any{callsOf("", "guess panic")}, nil, Infrastructure, "tool guess crashed: the dice are gone", 1},
		"no server":         {CodeAct, []any{errors.New("connection refused")}, nil, Infrastructure, "connection refused", 1},
		"no sandbox":        {CodeAct, []any{guess(1)}, func(o *Options) { o.Interpreter = noSandbox }, Infrastructure, "no isolation", 1},
		"disk full":         {CodeAct, many, func(o *Options) { o.Broken = func() error { return errors.New("no space left on device") } }, Infrastructure, "no space left", 0},
		"overflow, once":    {CodeAct, []any{guess(1), guess(2), llm.ErrContextOverflow, codeOf("", "finish 42")}, nil, Complete, "", 4},
		"overflow, forever": {CodeAct, []any{llm.ErrContextOverflow}, nil, Infrastructure, "longer than the model's context", 1},
	} {
		m := &model{replies: c.replies}
		o := options(t, c.mode, m)
		if c.set != nil {
			c.set(&o)
		}
		res := Run(t.Context(), "Find the number.", o)
		if res.Outcome != c.want || !strings.Contains(res.Reason, c.reason) || len(m.requests) != c.calls || res.Success != (c.want == Complete) {
			t.Errorf("%s: %+v after %d requests, want %s %q after %d", name, res, len(m.requests), c.want, c.reason, c.calls)
		}
		if (res.Err != nil) != (c.want == Infrastructure) {
			t.Errorf("%s: error %v", name, res.Err)
		}
	}
}

func noSandbox(context.Context, sandbox.InterpreterOptions) (sandbox.Interpreter, error) {
	return nil, &sandbox.IsolationError{Engine: "python", Reason: "test"}
}

// What the model is told of a bad call.
func TestObservations(t *testing.T) {
	for reply, want := range map[string]string{
		"gess 1":              "bad call of gess: there is no such tool; did you mean guess?",
		`guess {"text":7}`:    "bad call of guess: `text` must be a string; got the number 7",
		`guess {"txet":"7"}`:  "`text` is missing: a string; there is no argument `txet`; did you mean `text`?",
		"guess 5":             `{"right":false,"note":"no 5 here"}`,
		"loop":                "the time limit of 30 s is over",
		"print " + long("x "): "characters left out",
	} {
		m := &model{replies: []any{codeOf("", reply), codeOf("", "finish 42")}}
		o := options(t, CodeAct, m)
		o.Observation = 2000
		Run(t.Context(), "Find the number.", o)
		msgs := m.requests[1].Messages
		if last := msgs[len(msgs)-1]; !strings.Contains(last.Text, want) || len(last.Text) > 2300 {
			t.Errorf("%.40s: told %q, want %q", reply, last.Text, want)
		}
	}
}

func long(s string) string { return strings.Repeat(s, 5000) }

// A long conversation is folded: it never exceeds its budget, and the task, the
// best candidate and the last failure stay.
func TestFolding(t *testing.T) {
	var replies []any
	for i := range 60 {
		replies = append(replies, codeOf("thought", "guess "+fmt.Sprint(10+i), "print "+strings.Repeat("noise ", 300)))
	}
	m := &model{replies: replies}
	o := options(t, CodeAct, m)
	o.MaxSteps, o.Context, o.PlanEvery = 30, 2500, 5
	if res := Run(t.Context(), "Find the number, please.", o); res.Outcome != FormatErrors && res.Outcome != OutOfSteps {
		t.Fatalf("%+v", res)
	}
	folded := 0
	for i, r := range m.requests {
		n := 0
		for _, msg := range r.Messages {
			n += len(msg.Text)
		}
		if n > 2500*10 {
			t.Errorf("request %d has %d characters", i, n)
		}
		if !strings.Contains(r.Messages[1].Text, "Find the number, please.") {
			t.Fatalf("request %d has lost the task: %s", i, r.Messages[1].Text)
		}
		if strings.Contains(r.Messages[1].Text, "folded: step") {
			folded++
			if !strings.Contains(r.Messages[1].Text, "best ") || !strings.Contains(r.Messages[1].Text, "is wrong") {
				t.Errorf("request %d: %s", i, r.Messages[1].Text)
			}
		}
	}
	if folded == 0 {
		t.Error("nothing was folded")
	}
}

func TestCode(t *testing.T) {
	for _, c := range []struct{ reply, thought, code string }{
		{"```python\na\n```", "", "a"},
		{"Thought: hm\n```py\na\nb\n```\nafter", "hm", "a\nb"},
		{"one\n```python\na\n```\ntwo\n```\nb\n```", "one", "a\nb"},
		{"```java\nint x;\n```\n```python\na\n```", "```java\nint x;\n```", "a"},
		{"```python\nx = \"\"\"\n```java\nint x;\n```\n\"\"\"\nf(x)\n```", "", "x = \"\"\"\n```java\nint x;\n```\n\"\"\"\nf(x)"},
		{"use `a` and ```b``` inline", "", ""},
		{"```python\na", "", ""},
		{"", "", ""},
	} {
		thought, got, ok := code(c.reply)
		if got != c.code || ok != (c.code != "") || ok && thought != c.thought {
			t.Errorf("%q: thought %q, code %q, %v", c.reply, thought, got, ok)
		}
	}
}
