package trajectories

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"testing"
	"time"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// A run killed after any line or in the midst of one and resumed comes to the same end: no recorded call
// is made again, each that was not recorded is made once, and the file reads as if
// the run had never been killed.
func TestResumeAnywhere(t *testing.T) {
	const steps = 4
	var all []string
	first, err := Create(Options{Dir: t.TempDir(), Now: clock()}, agentHeader("whole"))
	if err != nil {
		t.Fatal(err)
	}
	if err := agentRun(first, steps, func(c string) { all = append(all, c) }); err != nil {
		t.Fatal(err)
	}
	whole, err := os.ReadFile(filepath.Join(first.Dir(), TrajectoryFile))
	if err != nil {
		t.Fatal(err)
	}
	want, err := Open(first.Dir())
	if err != nil {
		t.Fatal(err)
	}
	stride := 13
	if testing.Short() {
		stride = 101
	}
	for n := bytes.IndexByte(whole, '\n') + 1; n < len(whole)-1; n++ {
		if n%stride != 0 && (whole[n-1] != '\n' || testing.Short()) {
			continue
		}
		dir := t.TempDir()
		path := filepath.Join(dir, TrajectoryFile)
		if err := os.WriteFile(path, whole[:n], 0o644); err != nil {
			t.Fatal(err)
		}
		w, run, err := OpenForResume(Options{Now: clock()}, dir)
		if err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		made := 0
		for _, r := range run.Records {
			if r.Type == ModelCallEnd || r.Type == ToolCallEnd {
				made++
			}
		}
		var calls []string
		if err := agentRun(w, steps, func(c string) { calls = append(calls, c) }); err != nil {
			t.Fatalf("cut at %d: %v", n, err)
		}
		if diff := cmp.Diff(all[made:], calls, cmpopts.EquateEmpty()); diff != "" {
			t.Fatalf("cut at %d: calls after the resume (-want +got):\n%s", n, diff)
		}
		got, err := Open(dir)
		if err != nil || got.Cut || !got.Finished() {
			t.Fatalf("cut at %d: %v, %+v", n, err, got)
		}
		if diff := cmp.Diff(lines(want), lines(got)); diff != "" {
			t.Fatalf("cut at %d: records (-want +got):\n%s", n, diff)
		}
		list, err := List(filepath.Dir(dir))
		if err != nil || len(list) == 0 {
			t.Fatal(err)
		}
		s := list[len(list)-1]
		if s.Resumes != 1 || s.Steps != steps || s.ModelCalls != steps || s.ToolCalls != 2*steps || s.Usage.Input != 100 || !s.Success {
			t.Fatalf("cut at %d: summary %+v", n, s)
		}
	}
}

// lines are a run's records without what a resume changes: times and the resume itself.
func lines(r *Run) []string {
	var out []string
	for _, rec := range r.Records {
		if rec.Type == Resumed {
			continue
		}
		rec.Time, rec.ElapsedMS = time.Time{}, 0
		raw, _ := json.Marshal(rec)
		out = append(out, string(raw))
	}
	return out
}

// Where the resumed run goes another way, what was recorded of the old one stays in
// the file, and readers pass it over.
func TestResumeGoesAnotherWay(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	ask := func(w *Writer, text string) *Step {
		s := w.Start("action", "1", nil)
		c := s.Model("m", request{Messages: []said{{Role: "user", Text: text}}})
		c.End(ModelResult{Outcome: "ok", Response: "answer to " + text})
		s.Close(StepResult{Outcome: "ok", Thought: text})
		return s
	}
	ask(w, "old")
	if err := w.Suspend(); err != nil {
		t.Fatal(err)
	}
	w, _, err = OpenForResume(Options{Now: clock()}, w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	ask(w, "new")
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
	run, err := Open(w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	spans := run.Spans()
	if len(spans) != 1 || spans[0].End.Thought != "new" || len(spans[0].Inside) != 1 {
		t.Errorf("spans: %+v", spans)
	}
	var texts []string
	for x, err := range run.Exchanges() {
		if err != nil {
			t.Fatal(err)
		}
		texts = append(texts, string(x.Messages[0]))
	}
	if diff := cmp.Diff([]string{`{"role":"user","text":"new"}`}, texts); diff != "" {
		t.Error(diff)
	}
}

func TestResumeRefuses(t *testing.T) {
	dir := t.TempDir()
	w, err := Create(Options{Dir: dir, Now: clock()}, Header{Run: "open"})
	if err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenForResume(Options{}, w.Dir()); !errors.Is(err, ErrRunning) {
		t.Errorf("a run that is being written: %v", err)
	}
	if _, _, err := OpenForResume(Options{}, record(t, dir, "done")); !errors.Is(err, ErrFinished) {
		t.Errorf("a finished run: %v", err)
	}
	old := filepath.Join(dir, "old")
	if err := os.Mkdir(old, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(old, TrajectoryFile), []byte(`{"type":"header","schema":1,"run":"old"}`+"\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	if _, _, err := OpenForResume(Options{}, old); err == nil {
		t.Error("a run of schema 1 was resumed")
	}
	if _, err := Create(Options{Dir: dir}, Header{Run: "done"}); !errors.Is(err, os.ErrExist) {
		t.Errorf("a second run of the same name: %v", err)
	}
}

// Parallel tool calls of a step are found again whatever their order.
func TestResumeParallelCalls(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "r"})
	if err != nil {
		t.Fatal(err)
	}
	s := w.Start("action", "1", nil)
	for i := range 3 { // the second never ends, the fourth never starts
		c := s.Tool("t", "", i)
		if i != 1 {
			c.End(ToolResult{Outcome: "ok", Result: i * i})
		}
	}
	if err := w.Suspend(); err != nil {
		t.Fatal(err)
	}
	w, _, err = OpenForResume(Options{Now: clock()}, w.Dir())
	if err != nil {
		t.Fatal(err)
	}
	s = w.Start("action", "1", nil)
	var made []int
	for _, i := range []int{3, 1, 2, 0} {
		c := s.Tool("t", "", i)
		if end, ok := c.Recorded(); !ok {
			made = append(made, i)
			c.End(ToolResult{Outcome: "ok", Result: i * i})
		} else if string(end.Result) != fmt.Sprint(i*i) {
			t.Errorf("call %d: recorded %s", i, end.Result)
		}
	}
	s.End("ok", nil)
	if diff := cmp.Diff([]int{3, 1}, made); diff != "" {
		t.Error(diff)
	}
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
}
