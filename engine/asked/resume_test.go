package asked

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"path/filepath"
	"strings"
	"testing"

	"ensures/agent"
	"ensures/baseline/prompted"
	"ensures/bench"
	"ensures/llm"
	"ensures/prompts"
	"ensures/runner"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// undecided is a verifier that proves nothing, so that a model is asked again and again.
type undecided struct{}

func (undecided) Name() string                            { return "undecided" }
func (undecided) Version(context.Context) (string, error) { return "1", nil }
func (undecided) Verify(_ context.Context, r verify.Request) (verify.Outcome, error) {
	return verify.Outcome{Verdict: verify.Unknown, Backend: "undecided", Diagnostics: []verify.Diagnostic{
		{Kind: "Postcondition", Severity: verify.Error, Verdict: verify.Unknown, Line: 2, Message: fmt.Sprintf("unknown after %d bytes", len(r.Source))},
	}}, nil
}

// server answers each request with another candidate, until it fails; asked are the
// requests by hash.
type server struct {
	left  int // answers until it fails; below 0: never
	react bool
	asked []string
}

var errDown = errors.New("the server is down")

func (s *server) Complete(_ context.Context, r llm.Request) (llm.Response, error) {
	hash, err := trajectories.HashRequest(r)
	if err != nil {
		return llm.Response{}, err
	}
	if s.left == 0 {
		return llm.Response{}, errDown
	}
	s.left--
	s.asked = append(s.asked, hash)
	code := fmt.Sprintf("class A {\n    //@ ensures \\result > %d;\n    static int twice(int x) { return 2 * x; }\n}\n", len(r.Messages))
	m := llm.Message{Role: llm.Assistant, Text: "```java\n" + code + "```"}
	if s.react {
		m.ToolCalls = []llm.ToolCall{{ID: fmt.Sprint("call", len(r.Messages)), Name: "verify_with_openjml", Arguments: []byte(fmt.Sprintf(`{"code":%q}`, code))}}
	}
	return llm.Response{Message: m, Finish: llm.Stop, Usage: llm.Usage{Input: 10, Output: 1}}, nil
}

// TestResumeAsksNothingAgain: a task of a run over a data set whose server fails is done
// again on resume, and no request that was answered before is made again, whichever
// engine it is: the agent or a published configuration. So it is when that fails too.
func TestResumeAsksNothingAgain(t *testing.T) {
	text, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	tasks, _ := bench.MethodsOf("A.java", "class A {\n    static int twice(int x) { return 2 * x; }\n}\n")
	runtime := bench.NewRuntime()

	for _, info := range List() {
		t.Run(info.Name, func(t *testing.T) {
			record := trajectories.Options{}
			work := func(dir string, s *server) runner.Row {
				t.Helper()
				s.react = info.Name == Agent
				e := &Engine{Info: info, Shared: &Shared{Client: s, Model: "m", Backend: undecided{}, Prompts: text, Log: slog.New(slog.DiscardHandler),
					Agent:    agent.Options{Mode: agent.ReAct, MaxSteps: 5, PlanEvery: 2},
					Spec:     spec.Options{Runtime: runtime, Backend: undecided{}},
					Prompted: prompted.Options{Repairs: 4},
					Record:   &record}}
				x := runner.Executor{Engines: []runner.Engine{e}}
				row, err := x.Do(t.Context(), runner.Job{Task: tasks[0], Engine: info.Name, Run: 1}, dir)
				if err != nil {
					t.Fatal(err)
				}
				return row
			}

			whole := &server{left: -1}
			want := work(filepath.Join(t.TempDir(), "t", "r"), whole)
			if len(whole.asked) < 2 {
				t.Fatalf("%d requests in all: the test shows nothing", len(whole.asked))
			}

			for down := 1; down < len(whole.asked); down++ {
				dir := filepath.Join(t.TempDir(), "t", "r")
				var asked []string
				for _, left := range []int{down, 0, -1} { // fails, fails at once, ends
					s := &server{left: left}
					row := work(dir, s)
					asked = append(asked, s.asked...)
					if left >= 0 != (row.Status == runner.Infrastructure) {
						t.Fatalf("%d answers: %s, %s", left, row.Status, row.Reason)
					}
					if left < 0 && (row.Code != want.Code || row.Steps != want.Steps || row.Tokens != want.Tokens) {
						t.Errorf("down after %d: %d steps, %d tokens, want %d, %d\n%s", down, row.Steps, row.Tokens, want.Steps, want.Tokens, row.Code)
					}
				}
				if got, all := strings.Join(asked, "\n"), strings.Join(whole.asked, "\n"); got != all {
					t.Errorf("down after %d: %d requests, want %d:\n%s\nwant\n%s", down, len(asked), len(whole.asked), got, all)
				}
				if left, _ := filepath.Glob(filepath.Join(dir, "unfinished*")); len(left) > 0 {
					t.Errorf("left behind: %v", left)
				}
			}
		})
	}
}
