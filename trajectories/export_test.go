package trajectories

import (
	"encoding/json"
	"fmt"
	"path/filepath"
	"testing"
	"time"

	"ensures/internal/golden"

	"github.com/google/go-cmp/cmp"
)

// talkRun is an agent's run whose messages have the JSON of package llm: a plan,
// then two steps with native tool calls.
func talkRun(t *testing.T) *Run {
	t.Helper()
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, agentHeader("talk"))
	if err != nil {
		t.Fatal(err)
	}
	type m = map[string]any
	tools := []m{{"name": "verify", "description": "Prove it.", "parameters": m{"type": "object"}}}
	system, user := m{"role": "system", "text": "You write JML."}, m{"role": "user", "text": "Specify max."}
	plan := w.Start("plan", "1", nil)
	plan.Model("m", m{"model": "m", "messages": []m{system, {"role": "user", "text": "Plan."}}}).
		End(ModelResult{Outcome: "ok", Response: m{"message": m{"role": "assistant", "text": "First look."}}})
	plan.Close(StepResult{Outcome: "ok", Thought: "First look."})

	first := m{"role": "assistant", "text": "Try a < b.", "reasoning": "Hm.", "tool_calls": []m{
		{"id": "c1", "name": "verify", "arguments": m{"code": "x"}}, {"id": "c2", "name": "verify", "arguments": "{broken"}}}
	results := []m{{"role": "tool", "text": "refuted", "tool_call_id": "c1"}, {"role": "tool", "text": "no JSON", "tool_call_id": "c2"}}
	last := m{"role": "assistant", "text": "", "tool_calls": []m{{"id": "c3", "name": "verify", "arguments": m{"code": "y"}}}}

	step := w.Start("action", "1", nil)
	c := step.Model("m", m{"model": "m", "tools": tools, "messages": []m{system, user}})
	c.End(ModelResult{Outcome: "error", Error: "429"})
	c = step.Model("m", m{"model": "m", "tools": tools, "messages": []m{system, user}})
	c.End(ModelResult{Outcome: "ok", Response: m{"message": first, "finish": "tool_calls"}, Usage: Usage{Input: 10, Output: 5}})
	step.Tool("verify", "c1", m{"code": "x"}).End(ToolResult{Outcome: "ok", Result: "refuted", Candidate: &Candidate{Text: "x", Verdict: "refuted"}})
	step.Close(StepResult{Outcome: "ok", Thought: "Try a < b.", Observation: "refuted\nno JSON"})
	step = w.Start("action", "2", nil)
	step.Model("m", m{"model": "m", "tools": tools, "messages": []m{system, user, first, results[0], results[1]}}).
		End(ModelResult{Outcome: "ok", Response: m{"message": last}, Usage: Usage{Input: 20, Output: 5}})
	step.Tool("verify", "c3", m{"code": "y"}).End(ToolResult{Outcome: "ok", Result: "verified", Candidate: &Candidate{Text: "y", Verdict: "verified"}})
	step.Close(StepResult{Outcome: "complete", Observation: "verified"})
	if err := w.Conclude(Conclusion{Outcome: "complete", Success: true, Candidate: &Candidate{Text: "y", Verdict: "verified"}}); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	return run
}

func TestExport(t *testing.T) {
	run := talkRun(t)
	for name, export := range map[string]func() (any, error){
		"chat":           func() (any, error) { return run.Chat(ExportOptions{}) },
		"chat_each_call": func() (any, error) { return run.Chat(ExportOptions{EachCall: true, Reasoning: true}) },
		"sharegpt":       func() (any, error) { return run.ShareGPT(ExportOptions{Reasoning: true}) },
		"sweagent":       func() (any, error) { return run.SWEAgent() },
	} {
		t.Run(name, func(t *testing.T) {
			v, err := export()
			if err != nil {
				t.Fatal(err)
			}
			golden.JSON(t, filepath.Join("testdata", "export", name+".json"), v)
		})
	}
}

// Only a verified, strong specification of unchanged code is worth learning from;
// what is not known does not count as good.
func TestBar(t *testing.T) {
	yes, no := true, false
	bar := Bar{Threshold: 0.9, Need: []string{"post"}, IfThere: []string{"pre"}}
	good := map[string]float64{"post": 0.95}
	for name, c := range map[string]*Candidate{
		"none":           nil,
		"refuted":        {Verdict: "refuted", Strict: good, Unchanged: &yes},
		"changed code":   {Verdict: "verified", Strict: good, Unchanged: &no},
		"not known":      {Verdict: "verified", Strict: good},
		"weak":           {Verdict: "verified", Strict: map[string]float64{"post": 0.8}, Unchanged: &yes},
		"no score":       {Verdict: "verified", Unchanged: &yes},
		"only compat":    {Verdict: "verified", Compat: good, Unchanged: &yes},
		"weak pre":       {Verdict: "verified", Strict: map[string]float64{"post": 1, "pre": 0.1}, Unchanged: &yes},
		"said in a word": {Verdict: "Verified!", Strict: good, Unchanged: &yes},
	} {
		if bar.Reached(c) {
			t.Errorf("%s: reaches the bar", name)
		}
	}
	for _, strict := range []map[string]float64{good, {"post": 0.9, "pre": 0.9}} {
		if !bar.Reached(&Candidate{Verdict: "verified", Strict: strict, Unchanged: &yes}) {
			t.Errorf("%v does not reach the bar", strict)
		}
	}
}

func TestFilter(t *testing.T) {
	day := time.Date(2026, 11, 21, 0, 0, 0, 0, time.UTC)
	s := Summary{Verb: "annotate", Outcome: "complete", Model: "openai/gpt", Task: "A.max", Started: day,
		Labels: map[string]string{"e": "1"}, Inputs: []Input{{Path: "src/Account.java"}}}
	for _, c := range []struct {
		f    Filter
		want bool
	}{
		{Filter{}, true},
		{Filter{Verb: "annotate", Outcome: "complete", Model: "openai/", Task: "max", Labels: map[string]string{"e": "1"}, Since: day}, true},
		{Filter{Task: "Account"}, true},
		{Filter{Verb: "harness"}, false},
		{Filter{Outcome: "ok"}, false},
		{Filter{Model: "ollama"}, false},
		{Filter{Task: "min"}, false},
		{Filter{Labels: map[string]string{"e": "2"}}, false},
		{Filter{Since: day.Add(1)}, false},
		{Filter{Bar: &Bar{}}, false},
	} {
		if got := c.f.Pass(s); got != c.want {
			t.Errorf("%+v: %v", c.f, got)
		}
	}
}

// Verdict and scores of one text in one step are one entry; the result is the last.
func TestCandidates(t *testing.T) {
	run, err := Open("testdata/v2")
	if err != nil {
		t.Fatal(err)
	}
	type row struct {
		Step          int
		Text, Verdict string
		Post          float64
	}
	var got []row
	for _, j := range run.Candidates() {
		got = append(got, row{j.Step, j.Text, j.Verdict, j.Strict["post_correctness"]})
	}
	want := []row{
		{1, `//@ ensures \result >= 0;`, "refuted", 0.5}, {2, `//@ ensures \result >= 1;`, "refuted", 0.5},
		{3, `//@ ensures \result >= 1;`, "refuted", 0.5}, {4, `//@ ensures \result >= 2;`, "refuted", 0.5},
		{0, `//@ ensures \result >= 0;`, "verified", 1},
	}
	if diff := cmp.Diff(want, got); diff != "" {
		t.Error(diff)
	}
}

func TestCompare(t *testing.T) {
	a, err := Open("testdata/v2")
	if err != nil {
		t.Fatal(err)
	}
	if d := Compare(a, a); len(d.Settings)+len(d.Result)+d.FirstOther+d.Request != 0 {
		t.Errorf("a run and itself: %+v", d)
	}
	golden.JSON(t, "testdata/compare.json", Compare(a, talkRun(t)))
}

// A run over two methods: an example of each that reached the bar, candidates by
// the step that judged, and a summary that says what holds of both.
func TestRunOfTwoMethods(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "two", Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	for _, m := range []Candidate{
		{Text: "good", Verdict: "verified", Strict: map[string]float64{"post": 1, "pre": 1}, Unchanged: &yes},
		{Text: "weak", Verdict: "unknown", Strict: map[string]float64{"post": 0.4}, Unchanged: &yes},
	} {
		method := w.Start("method", m.Text, nil)
		for i := range 2 {
			s := method.Start("action", fmt.Sprint(i+1), nil)
			s.Model("m", request{Messages: []said{{Role: "user", Text: fmt.Sprint(m.Text, i)}}}).End(ModelResult{Outcome: "ok", Response: said{Role: "assistant", Text: "done"}})
			s.Tool("verify", "", i).End(ToolResult{Outcome: "ok", Candidate: &Candidate{Text: fmt.Sprint(m.Text, i), Verdict: "refuted"}})
			s.Close(StepResult{Outcome: "ok"})
		}
		method.Close(StepResult{Outcome: "complete", Candidate: &m})
	}
	if err := w.Conclude(Conclusion{Outcome: "ok", Candidate: &Candidate{Verdict: "unknown"}}); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	sum, err := Summarize(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	want := &Candidate{Verdict: "unknown", Strict: map[string]float64{"post": 0.4}, Unchanged: &yes}
	if diff := cmp.Diff(want, sum.Candidate); diff != "" {
		t.Errorf("summary: %s", diff)
	}
	if diff := cmp.Diff(want, run.End().Candidate); diff != "" {
		t.Errorf("end: %s", diff)
	}
	steps := ""
	for _, c := range run.Candidates() {
		steps += fmt.Sprint(c.Step, c.Text, " ")
	}
	if steps != "2good0 3good1 1good 5weak0 6weak1 4weak " {
		t.Errorf("candidates: %s", steps)
	}
	for _, c := range []struct {
		o    ExportOptions
		want string
	}{
		{ExportOptions{}, `[{"messages":[{"content":"good1","role":"user"},{"content":"done","role":"assistant"}]},{"messages":[{"content":"weak1","role":"user"},{"content":"done","role":"assistant"}]}]`},
		{ExportOptions{Bar: &Bar{Threshold: 0.9, Need: []string{"post"}}}, `[{"messages":[{"content":"good1","role":"user"},{"content":"done","role":"assistant"}]}]`},
		{ExportOptions{Bar: &Bar{Threshold: 0.9, Need: []string{"post_completeness"}}}, `null`},
	} {
		got, err := run.Chat(c.o)
		if err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(got)
		if string(raw) != c.want {
			t.Errorf("%+v: %s", c.o, raw)
		}
	}
}

// How long things took makes no difference between runs.
func TestCompareTimes(t *testing.T) {
	run := func(data string) *Run {
		return &Run{Records: []Record{{Type: StepStart, ID: 1}, {Type: StepEnd, ID: 1, Data: json.RawMessage(data)}}}
	}
	a := run(`{"methods":[{"name":"f","elapsed_ms":1}],"elapsed_ms":2}`)
	if d := Compare(a, run(`{"Elapsed":7,"methods":[{"elapsed_ms":9,"name":"f"}]}`)); !d.Same() {
		t.Errorf("times: %+v", d)
	}
	if d := Compare(a, run(`{"methods":[{"name":"g","elapsed_ms":1}],"elapsed_ms":2}`)); d.FirstOther != 1 {
		t.Errorf("names: %+v", d)
	}
}
