package asked

import (
	"context"
	"log/slog"
	"strings"
	"testing"

	"ensures/agent"
	"ensures/bench"
	"ensures/llm"
	"ensures/prompts"
	"ensures/tools/spec"
)

// heard is a client that plays replies and keeps what it was told.
type heard struct {
	llm.Client
	texts []string
	tools []string
}

func (h *heard) Complete(ctx context.Context, r llm.Request) (llm.Response, error) {
	for _, m := range r.Messages {
		h.texts = append(h.texts, m.Text)
	}
	for _, t := range r.Tools {
		h.tools = append(h.tools, t.Name+" "+t.Description+" "+string(t.Parameters))
	}
	return h.Client.Complete(ctx, r)
}

// TestRustIsToldOfRust: over a whole run on a function of Rust, with plans, mistakes of form
// and folded steps, a model hears nothing of Java.
func TestRustIsToldOfRust(t *testing.T) {
	text, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	const src = "pub fn half(x: u32) -> u32 {\n    x / 2\n}\n"
	call := func(clause string) llm.Reply {
		return llm.Reply{ToolCalls: []llm.Scripted{{Name: "verify_rust", Arguments: map[string]string{"code": "//@ ensures " + clause + "\n" + src}}}}
	}
	h := &heard{Client: llm.Play(llm.Reply{Text: "I think."}, call("result < x"), llm.Reply{Text: "A plan."},
		call("result <= x"), call("result == x / 2"), llm.Reply{Text: "Another plan."}, call("result >= 0"))}
	s := &Shared{Prompts: text, Log: slog.New(slog.DiscardHandler), Tools: []string{"evaluate_jml", "run_method"},
		Agent: agent.Options{Mode: agent.ReAct, MaxSteps: 5, PlanEvery: 2, Context: 3000},
		Spec:  spec.Options{Rust: spec.Rust{Backend: undecided{}}, Bar: spec.Bar{PostCorr: 0.9, PostComp: 0.9}}}
	res, err := s.Work(t.Context(), &bench.Task{ID: "half", Language: bench.Rust, Name: "a.rs", Source: src, Method: "half"}, Work{Client: h, Model: "m"})
	if err != nil || res.Steps != 5 || res.Success || res.Best == nil {
		t.Fatalf("%+v, %v", res, err)
	}

	all := strings.Join(h.texts, "\n") + strings.Join(h.tools, "\n")
	for _, word := range []string{"Java", "JML", "openjml", "evaluate_jml", "```java", "\\result", "throws"} {
		if at := strings.Index(all, word); at >= 0 {
			t.Errorf("%s: …%s…", word, all[max(0, at-100):min(len(all), at+100)])
		}
	}
	for _, want := range []string{"You write formal specifications for Rust functions", "Write the specification of the function `half`", "the Rust code is unchanged", "That was no step", "Before the next step, take stock", "Earlier steps are left out", "verify_rust ", "evaluate_rust ", "unknown after"} {
		if !strings.Contains(all, want) {
			t.Errorf("no %q in what the model was told", want)
		}
	}
}
