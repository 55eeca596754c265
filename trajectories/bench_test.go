package trajectories

import (
	"fmt"
	"strings"
	"testing"
)

// BenchmarkStep records a step with a model call (a conversation of 40 messages and
// 100 kB, of which two messages are new) and a tool call.
func BenchmarkStep(b *testing.B) {
	w, err := Create(Options{Dir: b.TempDir()}, Header{Run: "r"})
	if err != nil {
		b.Fatal(err)
	}
	req := request{Model: "m"}
	for i := range 40 {
		req.Messages = append(req.Messages, said{Role: "user", Text: fmt.Sprint(i, strings.Repeat("x", 2500))})
	}
	for i := 0; b.Loop(); i++ {
		req.Messages = append(req.Messages[2:], said{Role: "assistant", Text: fmt.Sprint("a", i)}, said{Role: "user", Text: fmt.Sprint("u", i, strings.Repeat("y", 2500))})
		s := w.Start("action", fmt.Sprint(i), nil)
		s.Model("m", req).End(ModelResult{Outcome: "ok", Response: said{Role: "assistant", Text: "answer"}})
		s.Tool("verify", "", map[string]string{"code": "x"}).End(ToolResult{Outcome: "ok", Result: "said", Candidate: &Candidate{Text: fmt.Sprint(i)}})
		s.Close(StepResult{Outcome: "ok", Thought: "t", Observation: strings.Repeat("o", 2500)})
	}
	b.ReportMetric(float64(w.size)/float64(b.N), "B/step")
	if err := w.Finish("ok", nil); err != nil {
		b.Fatal(err)
	}
}
