package asked

import (
	"context"
	"encoding/json"
	"errors"
	"log/slog"
	"slices"
	"testing"

	"ensures/agent"
	"ensures/bench"
	"ensures/configs"
	"ensures/internal/require"
	"ensures/llm"
	"ensures/prompts"
	"ensures/sandbox"
	"ensures/tools/spec"

	"github.com/tiktoken-go/tokenizer"
)

// once is a model that answers its first request with everything that solves a task,
// and counts what that costs.
type once struct {
	count  func(string) int
	answer string
	react  bool
	tokens int
}

var errCounted = errors.New("counted")

// Complete implements llm.Client.
func (m *once) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	for _, msg := range r.Messages {
		m.tokens += m.count(msg.Text) + 4 // the marks around a message
	}
	for _, t := range r.Tools {
		raw, _ := json.Marshal(t)
		m.tokens += m.count(string(raw))
	}
	m.tokens += m.count("Thought: the result is what the code returns on each path.\n" + m.answer + "\nresult = verify_with_openjml(code=candidate)\nif result[\"verdict\"] == \"verified\":\n    print(task_complete(code=candidate))\n")
	if m.react { // the file is an argument of two calls
		m.tokens += m.count(m.answer)
	}
	return llm.Response{}, errCounted
}

// TestOneStepTokens counts what a task costs that is solved in one step, with the
// tokenizer of a current model, over all tasks of a data set: the system prompt, the
// task, and a reply that hands in the ground truth.
func TestOneStepTokens(t *testing.T) {
	codec, err := tokenizer.Get(tokenizer.O200kBase)
	if err != nil {
		t.Fatal(err)
	}
	count := func(s string) int {
		n, err := codec.Count(s)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	set, err := bench.Load(require.Shared(t, "data/specgenbench/tasks.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	text, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	defaults, err := configs.Load(configs.Options{})
	if err != nil {
		t.Fatal(err)
	}

	for _, mode := range []agent.Mode{agent.CodeAct, agent.ReAct} {
		var all []int
		for _, task := range set.Tasks {
			m := &once{count: count, answer: task.Source + "\n//@ requires 0 <= n && n <= 1000;\n//@ ensures \\result == (\\sum int i; 0 <= i && i < n; i);\n//@ loop_invariant 0 <= i && i <= n;\n//@ decreases n - i;\n", react: mode == agent.ReAct}
			s := &Shared{Prompts: text, Tools: defaults.Agent.Tools, Log: slog.New(slog.DiscardHandler),
				Spec:  spec.Options{Bar: spec.Bar{PostCorr: 0.9, PostComp: 0.9, PreCorr: 0.5}},
				Agent: agent.Options{Mode: mode, MaxSteps: 12, PlanEvery: defaults.Agent.Planning, Dialect: (&sandbox.Engine{Name: sandbox.StarlarkEngine}).Dialect().Text}}
			if _, err := s.Work(t.Context(), task, Work{Client: m}); err != nil && !errors.Is(err, errCounted) {
				t.Fatal(err)
			}
			all = append(all, m.tokens)
		}
		slices.Sort(all)
		median := all[len(all)/2]
		t.Logf("%s: %d tasks solved in one step: median %d tokens, %d to %d", mode, len(all), median, all[0], all[len(all)-1])
		if median >= 4000 || all[0] < 1000 {
			t.Errorf("%s: the median is %d tokens; the bar is 4000", mode, median)
		}
	}
}
