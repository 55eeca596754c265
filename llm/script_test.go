package llm

import (
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestScript(t *testing.T) {
	const inYAML = `
- text: first
  reasoning: hm
- match: abs
  tool_calls:
    - {name: verify, arguments: {code: "int f()"}}
- {text: always, repeat: true, match: again, input: 10, output: 2}
- {status: 503, text: busy}
`
	const inJSON = `{"text":"first","reasoning":"hm"}
{"match":"abs","tool_calls":[{"name":"verify","arguments":{"code":"int f()"}}]}
{"text":"always","repeat":true,"match":"again","input":10,"output":2}
{"status":503,"text":"busy"}`
	for name, src := range map[string]string{"s.yaml": inYAML, "s.jsonl": inJSON} {
		t.Run(name, func(t *testing.T) {
			file := filepath.Join(t.TempDir(), name)
			if err := os.WriteFile(file, []byte(src), 0o644); err != nil {
				t.Fatal(err)
			}
			c, err := Script(file)
			if err != nil {
				t.Fatal(err)
			}
			ask := func(text string) (Response, error) {
				return c.Complete(t.Context(), Request{Messages: []Message{{Role: User, Text: text}}})
			}
			for i, want := range []Response{
				{Message: Message{Role: Assistant, Text: "first", Reasoning: "hm"}, Finish: Stop},
				{Message: Message{Role: Assistant, ToolCalls: []ToolCall{{ID: "call_2_1", Name: "verify", Arguments: json.RawMessage(`{"code":"int f()"}`)}}}, Finish: ToolUse},
				{Message: Message{Role: Assistant, Text: "always"}, Finish: Stop, Usage: Usage{Input: 10, Output: 2}},
				{Message: Message{Role: Assistant, Text: "always"}, Finish: Stop, Usage: Usage{Input: 10, Output: 2}},
			} {
				got, err := ask([]string{"hello abs", "hello abs", "again", "again"}[i])
				if err != nil {
					t.Fatal(err)
				}
				if want.Usage == (Usage{}) {
					if got.Usage.Input == 0 || got.Usage.Output == 0 {
						t.Errorf("call %d: no tokens: %+v", i, got.Usage)
					}
					got.Usage = Usage{}
				}
				want.Model = "script"
				if diff := cmp.Diff(want, got); diff != "" {
					t.Errorf("call %d (-want +got):\n%s", i, diff)
				}
			}
			var s *StatusError
			if _, err := ask("x"); !errors.As(err, &s) || s.Status != 503 {
				t.Errorf("an error was asked for: %v", err)
			}
			if _, err := ask("the last one"); !errors.Is(err, ErrNoReply) || temporary(err) || !strings.Contains(err.Error(), "the last one") {
				t.Errorf("after the end: %v", err)
			}
		})
	}
	for _, src := range []string{"", "[]", "- tekst: x", "{\"tekst\":1}", "- {delay: soon}", "{", "- ["} {
		if r, err := parseScript([]byte(src)); err == nil {
			t.Errorf("%q is no script, read as %+v", src, r)
		}
	}
}
