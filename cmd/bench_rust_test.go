package cmd

import (
	"encoding/json"
	"io"
	"net/http/httptest"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/view"
)

// lesson is what a model that learns says of a function: clauses above it and above its loop,
// first wrong ones, then right ones.
type lesson struct {
	wrong, right, loop string
}

// lessons are of two tasks of Verus-Bench.
var lessons = map[string]lesson{
	"mbpp_task_id_284": {"ensures result", "ensures result <==> forall|k: int| 0 <= k < arr.len() ==> arr[k] == element",
		"invariant index <= arr.len(), forall|k: int| 0 <= k < index ==> arr[k] == element\ndecreases arr.len() - index"},
	"mbpp_task_id_733": {"ensures result.is_some() ==> arr[0] == target", "ensures match result { Some(i) => i < arr.len() && arr[i as int] == target && (forall|k: int| 0 <= k < i ==> arr[k] != target), None => forall|k: int| 0 <= k < arr.len() ==> arr[k] != target }",
		"invariant index <= arr.len(), forall|k: int| 0 <= k < index ==> arr[k] != target\ndecreases arr.len() - index"},
}

// with is a task's text with clauses above its function and above its loop.
func (l lesson) with(src, clauses string) string {
	var b strings.Builder
	for line := range strings.Lines(src) {
		indent := line[:len(line)-len(strings.TrimLeft(line, " "))]
		text := ""
		switch {
		case strings.HasPrefix(line, "fn "):
			text = clauses
		case strings.HasPrefix(line, "    while "):
			text = l.loop
		}
		for c := range strings.Lines(text) {
			b.WriteString(indent + "//@ " + strings.TrimSpace(c) + "\n")
		}
		b.WriteString(line)
	}
	return b.String()
}

// TestBenchRustAgent: over two tasks of Verus-Bench a model that begins with a wrong
// specification ends with one that the judge finds verified and strong, beside the engine
// without a model; the run is reported, replayed, and seen in the viewer.
func TestBenchRustAgent(t *testing.T) {
	if testing.Short() {
		t.Skip("compiles and runs for a minute")
	}
	for _, tool := range []string{"z3", "rustc", "bwrap"} {
		require.Tool(t, tool)
	}
	data := require.Shared(t, "data/rust/verusbench.jsonl")
	set, err := bench.Load(data)
	if err != nil {
		t.Fatal(err)
	}
	h := newHome(t, map[string]string{"PATH": os.Getenv("PATH"), "ENSURES_AGENT_PLANNING": "0"})

	var script strings.Builder
	for id, l := range lessons {
		task := set.Task(id)
		if task == nil {
			t.Fatalf("no task %s", id)
		}
		for _, c := range []struct{ tool, clauses string }{{"verify_rust", l.wrong}, {"task_complete", l.right}} {
			reply := map[string]any{"match": "function `" + task.Method + "`", "tool_calls": []any{map[string]any{"name": c.tool, "arguments": map[string]string{"code": l.with(task.Source, c.clauses)}}}}
			raw, err := json.Marshal(reply)
			if err != nil {
				t.Fatal(err)
			}
			script.Write(append(raw, '\n'))
		}
	}
	file, run, again := filepath.Join(h.dir, "model.jsonl"), filepath.Join(h.dir, "runs", "verus"), filepath.Join(h.dir, "again")
	if err := os.WriteFile(file, []byte(script.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	args := []string{"bench", "run", "--dataset", data, "--filter", "^mbpp_task_id_(284|733)$", "--workers", "1", "--seed", "1"}
	if code := h.run(t, append(args, "--engine", "agent,guided", "--agent", "react", "--model", "script:"+file, "--out", run)...); code != ExitOK {
		t.Fatalf("exit code %d: %s", code, h.stderr.String())
	}
	if out := h.stdout.String(); !strings.Contains(out, "| agent | 2 | 2 of 2") || !strings.Contains(out, "| guided | 2 | ") {
		t.Errorf("the report:\n%s", out)
	}
	raw, err := os.ReadFile(filepath.Join(run, "summary.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	won := 0
	for line := range strings.Lines(string(raw)) {
		if strings.Contains(line, `"engine":"agent"`) && strings.Contains(line, `"verdict":"verified"`) && strings.Contains(line, `"mvr_strict":true,"steps":2`) {
			won++
		}
	}
	if won != 2 {
		t.Errorf("%d of 2:\n%s", won, raw)
	}

	if code := h.run(t, append(args, "--engine", "agent", "--model", "replay:"+run, "--out", again)...); code != ExitOK {
		t.Fatalf("replayed: exit code %d: %s", code, h.stderr.String())
	}
	for id := range lessons {
		first, err1 := os.ReadFile(filepath.Join(run, "tasks", id, "agent-1", "spec.rs"))
		second, err2 := os.ReadFile(filepath.Join(again, "tasks", id, "agent-1", "spec.rs"))
		if err1 != nil || err2 != nil || string(first) != string(second) {
			t.Errorf("%s: %v %v\n%s\nreplayed\n%s", id, err1, err2, first, second)
		}
		if want := lessons[id].with(set.Task(id).Source, lessons[id].right); string(first) != want {
			t.Errorf("%s:\n%s\nwant\n%s", id, first, want)
		}
	}
	seen(t, filepath.Join(run, "tasks", "mbpp_task_id_284"), "agent-1")
}

// seen holds the page over recorded runs against a run of a model on Rust.
func seen(t *testing.T, dir, run string) {
	t.Helper()
	handler := view.Handler(dir)
	get := func(path string) string {
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, httptest.NewRequest("GET", "http://localhost"+path, nil))
		raw, _ := io.ReadAll(w.Body)
		if w.Code != 200 {
			t.Errorf("%s: %d %s", path, w.Code, raw)
		}
		return string(raw)
	}
	list := get("/api/runs")
	if !strings.Contains(list, run) || !strings.Contains(list, "verified") {
		t.Errorf("the list of runs: %s", list)
	}
	get("/api/run?id=" + url.QueryEscape(run))
	one := get("/api/chat?id="+url.QueryEscape(run)) + get("/api/outline?id="+url.QueryEscape(run))
	for _, want := range []string{"verify_rust", "task_complete"} {
		if !strings.Contains(one, want) {
			t.Errorf("no %s in the run: %.2000s", want, one)
		}
	}
}
