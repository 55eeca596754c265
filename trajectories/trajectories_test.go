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

	"ensures/internal/golden"

	"github.com/google/go-cmp/cmp"
)

// clock ticks one second per reading.
func clock() func() time.Time {
	t := time.Date(2026, 11, 21, 2, 30, 0, 0, time.UTC)
	return func() time.Time { t = t.Add(time.Second); return t }
}

// record writes a small run and gives its folder.
func record(t *testing.T, dir, id string) string {
	t.Helper()
	w, err := Create(Options{Dir: dir, Now: clock()}, Header{Run: id, Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	method := w.Start("method", "A.max", nil)
	method.Start("propose", "A.max", map[string]int{"templates": 3}).End("ok", nil)
	method.End("ok", nil)
	if err := w.Finish("ok", map[string]any{"methods": 1}); err != nil {
		t.Fatal(err)
	}
	return w.Dir()
}

type said struct {
	Role      string            `json:"role"`
	Text      string            `json:"text,omitempty"`
	ToolCalls []json.RawMessage `json:"tool_calls,omitempty"`
}

type request struct {
	Model    string `json:"model"`
	Messages []said `json:"messages"`
}

// agentHeader has every field of a header.
func agentHeader(id string) Header {
	return Header{
		Run: id, Verb: "annotate", Task: "A.max", Model: "script:replies.jsonl", Labels: map[string]string{"experiment": "e1"},
		Seed: 1, Commit: "0123456", Config: map[string]any{"agent.mode": "react"},
		Prompts: map[string]string{"system": "5e88"}, Versions: map[string]string{"ensures": "v0", "z3": "4.8.12"},
		Inputs: []Input{{Path: "A.java", SHA256: "00", Text: "class A { }"}},
	}
}

// agentRun makes a small agent's run with every kind of line but resume, n steps long.
// Like an agent it asks for what is recorded before it calls anything: calls
// counts the calls that were made.
func agentRun(w *Writer, n int, calls func(string)) error {
	yes := true
	req := request{Model: "m", Messages: []said{{Role: "system", Text: "You write JML."}, {Role: "user", Text: "a < b && c"}}}
	for i := range n {
		step := w.Start("action", fmt.Sprint(i+1), nil)
		if end, ok := step.Recorded(); ok && end.Outcome == "skip" {
			continue
		}
		text := fmt.Sprintf("thought %d", i+1)
		ask := step.Model("m", req)
		if end, ok := ask.Recorded(); ok {
			var m said
			if err := json.Unmarshal(end.Response, &m); err != nil {
				return err
			}
			text = m.Text
		} else {
			calls("model " + step.name())
			ask.End(ModelResult{Outcome: "ok", Response: said{Role: "assistant", Text: text}, Usage: Usage{Input: 10 * (i + 1), Output: 5, CostUSD: 0.001}})
		}
		spec := fmt.Sprintf("//@ ensures \\result >= %d;", (i+1)/2)
		verify := step.Tool("verify", fmt.Sprint("c", i), map[string]string{"code": spec})
		if _, ok := verify.Recorded(); !ok {
			calls("verify " + step.name())
			verify.End(ToolResult{Outcome: "ok", Result: "refuted", Candidate: &Candidate{Text: spec, Verdict: "refuted", By: "native z3", Unchanged: &yes}})
		}
		score := step.Tool("score", "", map[string]string{"code": spec})
		if _, ok := score.Recorded(); !ok {
			calls("score " + step.name())
			score.End(ToolResult{Outcome: "ok", Result: 0.5, Candidate: &Candidate{Text: spec, Strict: map[string]float64{"post_correctness": 0.5}}})
		}
		step.Close(StepResult{Outcome: "ok", Thought: text, Observation: "refuted"})
		if i >= 2 { // fold the oldest answer
			req.Messages[2*(i-1)+1].Text = "(folded)"
		}
		req.Messages = append(req.Messages, said{Role: "assistant", Text: text}, said{Role: "user", Text: fmt.Sprint("refuted ", i)})
	}
	return w.Conclude(Conclusion{Outcome: "complete", Success: true, Figures: map[string]any{"steps": n},
		Candidate: &Candidate{Text: "//@ ensures \\result >= 0;", Verdict: "verified", By: "native z3", Strict: map[string]float64{"post_correctness": 1}, Unchanged: &yes}})
}

func (s *Step) name() string { return fmt.Sprint(s.ID()) }

func TestFiles(t *testing.T) {
	w, err := Create(Options{Dir: t.TempDir(), Now: clock()}, agentHeader("r2"))
	if err != nil {
		t.Fatal(err)
	}
	if err := agentRun(w, 4, func(string) {}); err != nil {
		t.Fatal(err)
	}
	for _, f := range []string{TrajectoryFile, SummaryFile} {
		raw, err := os.ReadFile(filepath.Join(w.Dir(), f))
		if err != nil {
			t.Fatal(err)
		}
		golden.Text(t, filepath.Join("testdata", fmt.Sprint("v", Schema), f), string(raw))
	}
}

// A run of every schema version stays readable.
func TestOldSchemas(t *testing.T) {
	dirs, err := filepath.Glob("testdata/v*")
	if err != nil || len(dirs) < Schema {
		t.Fatalf("%d fixtures for %d schema versions (%v)", len(dirs), Schema, err)
	}
	for _, dir := range dirs {
		run, err := Open(dir)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		if run.Header.Run == "" || len(run.Records) == 0 || !run.Finished() {
			t.Errorf("%s: read as %+v", dir, run)
		}
	}
}

// Whatever byte a run is killed at, what is left can be read, and no whole line is lost.
func TestCutAnywhere(t *testing.T) {
	for _, version := range []string{"v1", "v2"} {
		whole, err := os.ReadFile(filepath.Join("testdata", version, TrajectoryFile))
		if err != nil {
			t.Fatal(err)
		}
		header := bytes.IndexByte(whole, '\n')
		for n := header; n <= len(whole); n++ {
			run, err := Read(bytes.NewReader(whole[:n]))
			if err != nil {
				t.Fatalf("%s cut at %d: %v", version, n, err)
			}
			lines := bytes.Count(whole[:n], []byte("\n")) - 1 // without the header
			if len(run.Records) < lines {
				t.Fatalf("%s cut at %d: %d records of %d whole lines", version, n, len(run.Records), lines)
			}
		}
		for n := range header - 1 {
			if _, err := Read(bytes.NewReader(whole[:n])); err == nil {
				t.Fatalf("%s cut at %d, inside the header: no error", version, n)
			}
		}
	}
}

func TestReadErrors(t *testing.T) {
	for _, c := range []struct{ src, want string }{
		{"", "no header: not a trajectory"},
		{"{}\n", "line 1: no header: not a trajectory"},
		{`{"type":"header","schema":99}` + "\n", "line 1: schema 99 is newer than this program reads (2)"},
		{`{"type":"header","schema":1}` + "\nnonsense\n{}\n", "line 2: invalid character 'o' in literal null (expecting 'u')"},
	} {
		if _, err := Read(bytes.NewReader([]byte(c.src))); err == nil || err.Error() != c.want {
			t.Errorf("%q: got %v, want %s", c.src, err, c.want)
		}
	}
}

func TestList(t *testing.T) {
	dir := t.TempDir()
	record(t, dir, "b")
	record(t, dir, "a")
	w, err := Create(Options{Dir: dir, Now: clock()}, Header{Run: "c", Verb: "harness"})
	if err != nil {
		t.Fatal(err)
	}
	w.Start("x", "y", nil) // never ended: as if killed
	if err := os.Mkdir(filepath.Join(dir, "empty"), 0o755); err != nil {
		t.Fatal(err)
	}
	list, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	var got []string
	for _, s := range list {
		got = append(got, s.Run+" "+s.Verb+" "+s.Outcome)
	}
	if diff := cmp.Diff([]string{"a annotate ok", "b annotate ok", "c harness unfinished"}, got); diff != "" {
		t.Error(diff)
	}
	if none, err := List(filepath.Join(dir, "nowhere")); err != nil || none != nil {
		t.Errorf("a missing folder: %v, %v", none, err)
	}
}

// A process that was killed before its header was whole leaves no run, and its name
// is free; a run's name is not, also while it is being written.
func TestCreateWhereThereIsAFile(t *testing.T) {
	for _, left := range []string{"", `{"type":"header","sch`} {
		o, h := Options{Dir: t.TempDir(), Now: clock()}, Header{Run: "a"}
		file := filepath.Join(o.Dir, "a", TrajectoryFile)
		if err := os.Mkdir(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(left), 0o644); err != nil {
			t.Fatal(err)
		}
		if list, err := List(o.Dir); err != nil || len(list) > 0 {
			t.Errorf("%q is listed: %v %v", left, list, err)
		}
		w, err := Create(o, h)
		if err != nil {
			t.Fatalf("after %q: %v", left, err)
		}
		if _, err := Create(o, h); !errors.Is(err, ErrRunning) {
			t.Errorf("a second writer: %v", err)
		}
		if err := w.Finish("ok", nil); err != nil {
			t.Fatal(err)
		}
		whole, _ := os.ReadFile(file)
		if _, err := Create(o, h); !errors.Is(err, os.ErrExist) {
			t.Errorf("over a run: %v", err)
		}
		if now, _ := os.ReadFile(file); !bytes.Equal(whole, now) {
			t.Errorf("the run was changed")
		}
		if run, err := Open(file); err != nil || !run.Finished() {
			t.Errorf("after %q: %v %v", left, run, err)
		}
	}
}

// A power failure may leave a summary that is empty, or none: the trajectory says the same.
func TestListWithoutSummary(t *testing.T) {
	dir := t.TempDir()
	file := filepath.Join(record(t, dir, "a"), SummaryFile)
	want, err := List(dir)
	if err != nil {
		t.Fatal(err)
	}
	want[0].Figures = nil // in the summary alone
	for _, spoil := range []func() error{func() error { return os.Truncate(file, 0) }, func() error { return os.Remove(file) }} {
		if err := spoil(); err != nil {
			t.Fatal(err)
		}
		got, err := List(dir)
		if err != nil {
			t.Fatal(err)
		}
		if d := cmp.Diff(want, got); d != "" || got[0].Outcome != "ok" {
			t.Errorf("-want +got:\n%s", d)
		}
	}
}

// Without a writer nothing is recorded and nothing fails.
func TestNilWriter(t *testing.T) {
	var w *Writer
	s := w.Start("a", "b", 1)
	s.Start("c", "d", 2).End("ok", nil)
	s.End("ok", nil)
	if err := w.Finish("ok", nil); err != nil || w.Dir() != "" {
		t.Error(err)
	}
}
