package view

import (
	"encoding/json"
	"fmt"
	"net/url"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/harness"
	"ensures/runner"
	"ensures/trajectories"
)

// benchRun leaves a run over a data set as bench run does: engines over tasks, of which
// all but the last missing have their rows.
func benchRun(t testing.TB, dir string, engines []string, tasks, missing int) {
	t.Helper()
	m := runner.Manifest{Schema: 1, Created: noon, Hash: "h", Dataset: "specgenbench", Digest: "d", Engines: engines, Runs: 1, Tasks: tasks, Backend: "native z3"}
	if err := os.MkdirAll(dir, 0o755); err != nil {
		t.Fatal(err)
	}
	raw, _ := json.Marshal(m)
	if err := os.WriteFile(filepath.Join(dir, runner.ManifestFile), raw, 0o644); err != nil {
		t.Fatal(err)
	}
	for i := range tasks {
		for k := range engines {
			if i*len(engines)+k < tasks*len(engines)-missing {
				addRow(t, dir, benchRow1(i, k, engines[k]))
			}
		}
	}
}

// benchRow1 is what the engine numbered k makes of the task numbered i: each engine
// solves one task in k+1 that the one before does not.
func benchRow1(i, k int, engine string) runner.Row {
	one, comp, pre := 1.0, float64(i%10)/10, 0.25
	r := runner.Row{TaskID: fmt.Sprintf("Task%02d", i), Engine: engine, Run: 1, Of: "h", Status: runner.OK, Verdict: "verified", Backend: "native z3", Code: "class A {}",
		Strict: harness.Scores{PostCorr: &one, PostComp: &comp, PreCorr: &one, PreComp: &pre}, Steps: k + 1, Tokens: 1000 * k, ElapsedMS: float64(100*i + k)}
	r.MVRStrict = i%(k+2) == 0
	if i%(k+2) == 1 {
		r.Verdict, r.FailureClass, r.Reason = "refuted", "F13-index", "a run violates it"
	}
	return r
}

func addRow(t testing.TB, dir string, r runner.Row) {
	t.Helper()
	f, err := os.OpenFile(filepath.Join(dir, runner.SummaryFile), os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o644)
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	if err := json.NewEncoder(f).Encode(r); err != nil {
		t.Fatal(err)
	}
}

// findings leaves a run that says something of methods.
func findings(t testing.TB, dir, id string, started time.Time, list ...trajectories.Finding) {
	t.Helper()
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(started)}, trajectories.Header{Run: id, Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	w.Found(list...)
	if err := w.Finish("ok", nil); err != nil {
		t.Fatal(err)
	}
}

var five = []string{"guided", "strongest", "dynamic", "houdini", "daikon"}

func TestBench(t *testing.T) {
	dir := t.TempDir()
	benchRun(t, filepath.Join(dir, "runs", "first"), five, 71, 3)
	agentRun(t, filepath.Join(dir, "runs", "first", "tasks", "Task00"), "guided-1", 2, 10, noon)
	h := Handler(dir)
	all, _ := ask[runsPage](t, h, "/api/runs?")
	if len(all.Benches) != 1 || all.Benches[0].ID != "runs/first" || all.Benches[0].Done != 352 || all.Benches[0].Total != 355 {
		t.Fatalf("%+v", all.Benches)
	}
	const at = "/api/bench?id=runs/first&"
	v, size := ask[benchView](t, h, at+"n=200")
	if v.Done != 352 || v.Total != 355 || v.Matched != 71 || len(v.Rows) != 71 || len(v.Summaries) != 5 || size > 400_000 {
		t.Errorf("%d of %d, %d matched, %d bytes", v.Done, v.Total, v.Matched, size)
	}
	c := v.Rows[0].Cells[0]
	if c.ID != "runs/first/tasks/Task00/guided-1" || c.Verdict != "verified" || c.Strict["pre_completeness"] != 0.25 || !c.MVR {
		t.Errorf("%+v", c)
	}
	if last := v.Rows[70].Cells; last[1].Status != "ok" || last[2].Status != "" {
		t.Errorf("%+v", last)
	}
	for query, want := range map[string]int{"verdict=refuted": 52, "failure=F13-index&engine=guided": 35, "text=task1": 10, "differ=1": 51, "verdict=malformed": 0} {
		if v, _ := ask[benchView](t, h, at+query); v.Matched != want {
			t.Errorf("%s: %d, want %d", query, v.Matched, want)
		}
	}
	for query, want := range map[string]string{"engine=guided&sort=time&desc=1": "Task70", "engine=guided&sort=post_completeness&desc=1": "Task69", "sort=solved&desc=1": "Task60", "sort=task": "Task00"} {
		if v, _ := ask[benchView](t, h, at+query); v.Rows[0].Task != want {
			t.Errorf("%s: %s first, want %s", query, v.Rows[0].Task, want)
		}
	}

	e, _ := ask[enginesView](t, h, "/api/engines?id=runs/first&a=guided&b=strongest")
	if p := e.Pair; p.Tasks != 71 || p.Both != 12 || p.OnlyA != 24 || p.OnlyB != 12 || e.Neither != 23 || p.P < 0.05 || p.P > 0.1 {
		t.Errorf("%+v", e.Pair)
	}
	for which, want := range map[string]int{"both": 12, "a": 24, "b": 12, "neither": 23} {
		if e, _ := ask[enginesView](t, h, "/api/engines?id=runs/first&a=guided&b=strongest&which="+which); e.Matched != want {
			t.Errorf("%s: %d, want %d", which, e.Matched, want)
		}
	}
	run, _ := ask[runView](t, h, "/api/run?id=runs/first/tasks/Task00/guided-1")
	if run.Judge == nil || run.Judge.Verdict != "verified" || run.Judge.Strict["pre_completeness"] != 0.25 || run.Bench != "runs/first" {
		t.Errorf("%+v", run.Judge)
	}
}

// No id leads out of the folder, through no link, to no file that is none.
func TestAttackFolders(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "runs")
	benchRun(t, filepath.Join(outer, "secret"), five, 2, 0)
	agentRun(t, filepath.Join(outer, "secret", "tasks", "Task00"), "guided-1", 1, 10, noon)
	benchRun(t, filepath.Join(dir, "mine"), five, 2, 0)
	if err := os.Symlink(filepath.Join(outer, "secret"), filepath.Join(dir, "link")); err != nil {
		t.Fatal(err)
	}
	linked := filepath.Join(dir, "linked")
	benchRun(t, linked, five, 2, 0)
	if err := os.Remove(filepath.Join(linked, runner.SummaryFile)); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outer, "secret", runner.SummaryFile), filepath.Join(linked, runner.SummaryFile)); err != nil {
		t.Fatal(err)
	}
	h := Handler(dir)
	for _, id := range []string{"../secret", "link", "linked", "mine/../../secret", "/", ".", "..", "mine/", "mine//tasks", "a/b/c/d/e/f/g/h/i/j", "nowhere", outer + "/secret"} {
		if res := get(t, h, "/api/bench?id="+url.QueryEscape(id)); res.StatusCode != 404 {
			t.Errorf("%s: %s", id, res.Status)
		}
		if res := get(t, h, "/api/run?id="+url.QueryEscape(id+"/tasks/Task00/guided-1")); res.StatusCode != 404 {
			t.Errorf("%s: the run: %s", id, res.Status)
		}
	}
	if list, _ := ask[runsPage](t, h, "/api/runs?"); len(list.Benches) != 1 || list.Benches[0].ID != "mine" {
		t.Errorf("%+v", list.Benches)
	}
}

func TestProject(t *testing.T) {
	dir := t.TempDir()
	comp := func(x float64) map[string]float64 { return map[string]float64{"post_completeness": x} }
	findings(t, dir, "b", noon.Add(time.Hour),
		trajectories.Finding{File: "/p/src/A.java", Method: "A.f()", Verdict: "refuted", Line: 3},
		trajectories.Finding{File: "/p/src/A.java", Method: "A.g()", Verdict: "verified", Line: 9, Strict: comp(0.9)})
	findings(t, dir, "a", noon,
		trajectories.Finding{File: "/p/src/A.java", Method: "A.f()", Verdict: "verified", Strict: comp(1), Survivors: []string{"0 for 1"}},
		trajectories.Finding{File: "/p/src/sub/B.java", Method: "B.h()", Verdict: "verified", Strict: comp(0.2), Survivors: []string{"7 for 8"}},
		trajectories.Finding{File: "/p/src/sub/B.java", Method: "B.i()", Reason: "not in the subset"})
	h := Handler(dir)
	v, _ := ask[projectPage](t, h, "/api/project")
	var got []string
	for _, m := range v.Methods {
		got = append(got, fmt.Sprintf("%s %s %s %d", m.File, m.Method, m.Verdict, len(m.History)))
	}
	want := []string{"A.java A.f() refuted 2", "sub/B.java B.i()  1", "sub/B.java B.h() verified 1", "A.java A.g() verified 1"}
	if strings.Join(got, "|") != strings.Join(want, "|") || v.Root != "/p/src" || v.Runs != 2 {
		t.Errorf("%q of %d runs in %s", got, v.Runs, v.Root)
	}
	if m := v.Methods[0]; m.Strict["post_completeness"] != 1 || m.Survivors[0] != "0 for 1" || m.History[0].Run != "a" || m.Line != 3 {
		t.Errorf("%+v", m)
	}
	if f := v.Files; len(f) != 2 || f[0].Verified != 1 || *f[0].PostComp != 0.95 || *f[1].PostComp != 0.2 {
		t.Errorf("%+v", v.Files)
	}
	for query, want := range map[string]int{"file=A.java": 2, "verdict=none": 1, "text=b.h": 1, "verdict=verified&sort=post_completeness": 2} {
		if v, _ := ask[projectPage](t, h, "/api/project?"+query); v.Matched != want {
			t.Errorf("%s: %d", query, v.Matched)
		}
	}
}

func TestChatAndSearch(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 30, 10, noon)
	h := Handler(dir)
	c, _ := ask[chatPage](t, h, "/api/chat?id=r&from=1&n=2")
	if c.Total != 30 || len(c.Turns) != 2 || c.Turns[0].Step != 2 || c.Turns[0].Messages[0].Text.Text != "request 2" || c.Turns[0].Removed != 1 || c.Turns[0].Answer.Text.Text != "answer" {
		t.Errorf("%+v", c)
	}
	for text, want := range map[string]int{"THOUGHT 1": 11, "request 30": 1, "no such text": 0, `\result >= 29`: 1, "refuted": 29} {
		got, _ := ask[hits](t, h, "/api/search?n=200&id=r&text="+url.QueryEscape(text))
		if len(got.Steps) != want || got.Next != 0 {
			t.Errorf("%s: %+v", text, got)
		}
	}
	first, _ := ask[hits](t, h, "/api/search?n=3&id=r&text=thought")
	if fmt.Sprint(first.Steps) != "[1 2 3]" || first.Next != 3 {
		t.Errorf("%+v", first)
	}
	o, _ := ask[map[string]any](t, h, "/api/outline?id=r&from=28")
	if rows := o["steps"].([]any); len(rows) != 2 || rows[1].(map[string]any)["verdict"] != "verified" {
		t.Errorf("%v", o)
	}
}

// A stamp changes with what the page shows, and with nothing else.
func TestChanged(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 1, 10, noon)
	benchRun(t, filepath.Join(dir, "b"), five, 2, 1)
	h := Handler(dir)
	pages := []string{"/api/changed?page=runs", "/api/changed?page=run&id=r", "/api/changed?page=bench&id=b"}
	read := func() (out []string) {
		for _, p := range pages {
			v, _ := ask[map[string]string](t, h, p)
			out = append(out, v["stamp"])
		}
		return out
	}
	before := read()
	if again := read(); strings.Join(again, "|") != strings.Join(before, "|") {
		t.Errorf("%q and %q", before, again)
	}
	addRow(t, filepath.Join(dir, "b"), benchRow1(1, 4, "daikon"))
	after := read()
	if before[1] != after[1] || before[2] == after[2] || before[0] == after[0] {
		t.Errorf("%q and %q", before, after)
	}
}
