package agent

import (
	"strings"
	"testing"

	"ensures/prompts"
	"ensures/sandbox"
)

// The product's texts render with the loop's data, in both modes.
func TestPromptsRender(t *testing.T) {
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	state := StateData{Step: 3, Left: 10, Best: "class A {}", Verdict: "refuted", Scores: map[string]float64{"PostCorr": 0.5}, Failure: "line 2", Steps: []string{"a"}}
	for name, list := range map[string][]any{
		CodeActPrompt:     {SystemData{Tools: "### `t()`", Dialect: "Python", MaxSteps: 12}},
		ReActPrompt:       {SystemData{Tools: "### `t()`", MaxSteps: 12}},
		PlanPrompt:        {state, StateData{Step: 1, Left: 12}},
		FoldedPrompt:      {state, StateData{}},
		ObservationPrompt: {ObservationData{Execution: sandbox.Execution{Stdout: "x"}, Left: 3}, ObservationData{Called: "t", Result: "{}"}, ObservationData{}},
		FormatPrompt:      {FormatData{Problem: "the reply is empty", Mode: CodeAct, Left: 2}, FormatData{Problem: "no call", Mode: ReAct}},
	} {
		for _, data := range list {
			got, err := set.Render(name, data)
			if err != nil || strings.TrimSpace(got) == "" {
				t.Errorf("%s: %q, %v", name, got, err)
			}
		}
	}
	if codeact, _ := set.Render(FormatPrompt, FormatData{Mode: CodeAct}); !strings.Contains(codeact, "```python") {
		t.Errorf("codeact is told: %s", codeact)
	}
}
