package modeling_test

import (
	"encoding/json"
	"fmt"
	"os"
	"regexp"
	"strings"
	"testing"
	"time"

	"ensures/agent"
	"ensures/internal/golden"
	"ensures/llm/llmtest"
	"ensures/llm/openai"
	"ensures/prompts"
	"ensures/sandbox"
	"ensures/setup/tlatest"
	"ensures/tla/score"
	"ensures/tla/task"
	"ensures/tools"
	"ensures/tools/modeling"
	"ensures/trajectories"
)

func TestMain(m *testing.M) {
	sandbox.Child()
	os.Exit(m.Run())
}

// clock ticks one second per reading.
func clock() func() time.Time {
	t := time.Date(2026, 11, 22, 4, 30, 0, 0, time.UTC)
	return func() time.Time { t = t.Add(time.Second); return t }
}

// buggy is the reference model with one of its seeded bugs.
func buggy(t testing.TB, tk task.Task, name string) string {
	t.Helper()
	bugs, err := tk.LoadBugs()
	if err != nil {
		t.Fatal(err)
	}
	for _, b := range bugs {
		if b.Name == name {
			text, err := tk.Buggy(b)
			if err != nil {
				t.Fatal(err)
			}
			return text
		}
	}
	t.Fatalf("no bug %s", name)
	return ""
}

// move is a step of the scripted model: a thought, and the tool that it calls with
// what it has.
type move struct {
	thought string
	tool    string
	c       modeling.Candidate
}

func (m move) reply(i int, mode agent.Mode) llmtest.Reply {
	args, _ := json.Marshal(m.c)
	if mode == agent.ReAct {
		return llmtest.Reply{Text: m.thought, ToolCalls: []llmtest.Call{{ID: fmt.Sprintf("call%d", i), Name: m.tool, Arguments: string(args)}}}
	}
	var b, call strings.Builder
	for _, p := range [][2]string{{"module", m.c.Module}, {"mapping", m.c.Mapping}, {"binding", m.c.Binding}} {
		if p[1] == "" {
			continue
		}
		fmt.Fprintf(&b, "%s = r'''%s'''\n", p[0], p[1])
		if call.Len() > 0 {
			call.WriteString(", ")
		}
		fmt.Fprintf(&call, "%s=%s", p[0], p[0])
	}
	return llmtest.Reply{Text: fmt.Sprintf("Thought: %s\n\n```python\n%sprint(%s(%s))\n```", m.thought, b.String(), m.tool, call.String())}
}

// texts are the agent's texts as ensures model renders them.
type texts struct{ *prompts.Set }

func (t texts) Render(name string, data any) (string, error) {
	if name != agent.ObservationPrompt {
		name = "model/" + name
	}
	return t.Set.Render(name, data)
}

// play lets the agent work at a task with a scripted model over HTTP.
func play(t *testing.T, s *modeling.Session, strategy modeling.Strategy, mode agent.Mode, moves []move) (agent.Result, *trajectories.Run, *llmtest.Server) {
	t.Helper()
	var replies []llmtest.Reply
	for i, m := range moves {
		replies = append(replies, m.reply(i+1, mode))
	}
	srv := llmtest.New(t, replies...)
	client, err := openai.New(openai.Options{BaseURL: srv.URL})
	if err != nil {
		t.Fatal(err)
	}
	reg, err := tools.NewRegistry(s.Tools()...)
	if err != nil {
		t.Fatal(err)
	}
	set, err := prompts.Load(prompts.Options{})
	if err != nil {
		t.Fatal(err)
	}
	brief, err := s.Brief()
	if err != nil {
		t.Fatal(err)
	}
	text, err := set.Render("model/"+string(strategy), brief)
	if err != nil {
		t.Fatal(err)
	}
	w, err := trajectories.Create(trajectories.Options{Dir: t.TempDir(), Now: clock()}, trajectories.Header{Run: "r", Verb: "test"})
	if err != nil {
		t.Fatal(err)
	}
	o := agent.Options{Mode: mode, Client: client, Model: "toy", Tools: reg, Judge: s.NewJudge(), Prompts: texts{set}, Now: clock(), Record: w, Broken: w.Err}
	if mode == agent.CodeAct {
		engine, err := sandbox.Detect(t.Context(), "starlark", "")
		if err != nil {
			t.Fatal(err)
		}
		o.Interpreter, o.Dialect = engine.New, engine.Dialect().Text
		o.Sandbox.Limits = sandbox.Limits{Wall: time.Minute, CPU: time.Minute, Memory: 1 << 30, Output: 20000, Calls: 50}
	}
	res := agent.Run(t.Context(), text, o)
	if err := w.Conclude(trajectories.Conclusion{Outcome: string(res.Outcome), Success: res.Success, Candidate: res.Best}); err != nil {
		t.Fatal(err)
	}
	run, err := trajectories.Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return res, run, srv
}

// From a syntax error over a runtime error and an action that does not do what the
// system did to full scores, in both modes.
func TestStory(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	toolchain := tlatest.Toolchain(t)
	tk := load(t, "spinlock")
	mapping, binding := read(t, tk, tk.Mapping), read(t, tk, tk.Reference.Binding)
	whole := func(module string) modeling.Candidate {
		return modeling.Candidate{Module: module, Mapping: mapping, Binding: binding}
	}
	right := read(t, tk, tk.Reference.Module)
	moves := []move{
		{"A first model of the word and of where each thread is.", "run_tlc", modeling.Candidate{Module: buggy(t, tk, "two-equals-signs")}},
		{"An update was written like a definition.", "run_tlc", modeling.Candidate{Module: buggy(t, tk, "neighbour-of-the-last-thread")}},
		{"try_lock is about the thread itself. Now the logs.", "score_model", whole(buggy(t, tk, "gives-up-one-attempt-early"))},
		{"lock_within gives up after the last attempt, not before it.", "score_model", whole(right)},
		{"Everything holds. Hand it in.", "task_complete", whole(right)},
	}
	for _, mode := range []agent.Mode{agent.ReAct, agent.CodeAct} {
		t.Run(string(mode), func(t *testing.T) {
			s, err := modeling.New(tk, modeling.Options{Toolchain: toolchain, Strategy: modeling.Translate,
				Bar: modeling.Bar{Conformance: 1, Invariants: 1, Probe: 0.5}, Score: score.Options{Seed: 1, Budget: 30 * time.Second, Traces: 2}})
			if err != nil {
				t.Fatal(err)
			}
			res, run, srv := play(t, s, modeling.Translate, mode, moves)
			if res.Outcome != agent.Complete || !res.Success || res.Best == nil || !strings.Contains(res.Best.Text, right[:100]) {
				t.Fatalf("%+v", res)
			}
			for _, name := range score.Metrics() {
				if res.Best.Strict[string(name)] != 1 {
					t.Errorf("%s: %v", name, res.Best.Strict)
				}
			}
			golden.Text(t, "testdata/spinlock."+string(mode)+".tale.txt", tale(run))
			if mode == agent.ReAct {
				golden.Text(t, "testdata/spinlock.first-request.txt", firstRequest(t, srv))
			}
		})
	}
}

// A model that may stop at any step breaks the one temporal property; fairness makes its
// scores full, and it is accepted.
func TestFairness(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	toolchain := tlatest.Toolchain(t)
	tk := load(t, "spinlock")
	right := read(t, tk, tk.Reference.Module)
	stops := strings.Replace(right, "[][Next]_vars /\\ Fairness", "[][Next]_vars", 1)
	if stops == right {
		t.Fatal("the reference has no fairness to take away")
	}
	whole := func(module string) modeling.Candidate {
		return modeling.Candidate{Module: module, Mapping: read(t, tk, tk.Mapping), Binding: read(t, tk, tk.Reference.Binding)}
	}
	s, err := modeling.New(tk, modeling.Options{Toolchain: toolchain, Strategy: modeling.Basic,
		Bar: modeling.Bar{Conformance: 1, Invariants: 1, Probe: 0.5}, Score: score.Options{Seed: 1, Budget: 30 * time.Second, Traces: 1}})
	if err != nil {
		t.Fatal(err)
	}
	res, run, _ := play(t, s, modeling.Basic, agent.ReAct, []move{
		{"A model of the lock.", "task_complete", whole(stops)},
		{"WaitingEnds fails: it may stop. What the system does by itself is fair.", "task_complete", whole(right)},
	})
	if res.Outcome != agent.Complete || !res.Success || res.Best.Text == "" || res.Best.Verdict != "full" {
		t.Fatalf("%+v", res)
	}
	refused := false
	for _, r := range run.Records {
		text := string(r.Result)
		refused = refused || strings.Contains(text, "WaitingEnds") && strings.Contains(text, "stops for ever")
	}
	if !refused {
		t.Errorf("nothing said that the behavior stops:\n%s", tale(run))
	}
}

// tale is a run's record without times: what each step did, what the tools answered,
// what is known of the candidate.
func tale(run *trajectories.Run) string {
	var b strings.Builder
	names := map[int]string{}
	for _, r := range run.Records {
		switch r.Type {
		case trajectories.StepStart, trajectories.ToolCallStart, trajectories.ModelCallStart:
			names[r.ID] = strings.TrimSpace(r.Kind + " " + r.Name)
			continue
		}
		fmt.Fprintf(&b, "%s %s %s", r.Type, names[r.ID], r.Outcome)
		if c := r.Candidate; c != nil {
			fmt.Fprintf(&b, ", candidate %.8s %s", c.SHA256, c.Verdict)
			for _, m := range score.Metrics() {
				if x, ok := c.Strict[string(m)]; ok {
					fmt.Fprintf(&b, " %s %.2f", m, x)
				}
			}
		}
		b.WriteString("\n")
		if r.Type == trajectories.ToolCallEnd {
			fmt.Fprintf(&b, "  %s\n", steady(string(r.Result)))
		}
	}
	return b.String()
}

// steady takes out what is different each time, or on another machine.
func steady(s string) string {
	return regexp.MustCompile(`"(elapsed_ms|seconds|tool|version)":("[^"]*"|[0-9.]+)`).ReplaceAllString(s, `"$1":…`)
}

func firstRequest(t *testing.T, srv *llmtest.Server) string {
	t.Helper()
	var body struct {
		Messages []struct{ Role, Content string }
	}
	if err := json.Unmarshal(srv.Requests()[0], &body); err != nil {
		t.Fatal(err)
	}
	var b strings.Builder
	for _, m := range body.Messages {
		fmt.Fprintf(&b, "=== %s\n%s\n", m.Role, m.Content)
	}
	return b.String()
}
