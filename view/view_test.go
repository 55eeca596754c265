package view

import (
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net/http"
	"net/http/cookiejar"
	"net/http/httptest"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/trajectories"
)

// clock ticks a second per reading.
func clock(start time.Time) func() time.Time {
	return func() time.Time { start = start.Add(time.Second); return start }
}

var noon = time.Date(2026, 11, 21, 12, 0, 0, 0, time.UTC)

// agentRun records a run of n steps whose texts are each about size bytes long.
func agentRun(t testing.TB, dir, id string, n, size int, started time.Time) {
	t.Helper()
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(started)}, trajectories.Header{
		Run: id, Verb: "annotate", Task: "Account.withdraw", Model: "openai/m", Inputs: []trajectories.Input{{Path: "Account.java"}}})
	if err != nil {
		t.Fatal(err)
	}
	yes := true
	last := trajectories.Candidate{Verdict: "verified", Unchanged: &yes}
	for i := range n {
		s := w.Start("action", fmt.Sprint(i+1), nil)
		s.Model("m", map[string]any{"model": "m", "messages": []any{map[string]any{"role": "user", "text": fmt.Sprintf("request %d", i+1)}}}).
			End(trajectories.ModelResult{Outcome: "ok", Response: "answer", Usage: trajectories.Usage{Input: 10, Output: 2}})
		last.Text = fmt.Sprintf("class A {\n  //@ ensures \\result >= %d;\n  int f() { return 1; }\n}\n", i)
		last.Strict = map[string]float64{"post_correctness": 1, "post_completeness": float64(i%11) / 10}
		c := last
		if i+1 < n {
			c.Verdict = "refuted"
		}
		s.Tool("verify", "", map[string]string{"code": c.Text}).End(trajectories.ToolResult{Outcome: "ok", Result: "said", Candidate: &c})
		s.Close(trajectories.StepResult{Outcome: "ok", Thought: fmt.Sprintf("thought %d", i+1), Code: "print(1)",
			Observation: fmt.Sprintf("observation %d ", i+1) + strings.Repeat("x", size)})
	}
	if err := w.Conclude(trajectories.Conclusion{Outcome: "complete", Success: true, Candidate: &last}); err != nil {
		t.Fatal(err)
	}
}

// get asks the handler as a browser on this machine does.
func get(t testing.TB, h http.Handler, path string) *http.Response {
	t.Helper()
	r := httptest.NewRequest("GET", path, nil)
	r.Host = "127.0.0.1:7788"
	w := httptest.NewRecorder()
	h.ServeHTTP(w, r)
	return w.Result()
}

// ask decodes an answer of the API and gives its size in bytes.
func ask[T any](t testing.TB, h http.Handler, path string) (T, int) {
	t.Helper()
	res := get(t, h, path)
	raw, err := io.ReadAll(res.Body)
	if err != nil {
		t.Fatal(err)
	}
	var v T
	if err := json.Unmarshal(raw, &v); err != nil || res.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s %v: %.300s", path, res.Status, err, raw)
	}
	return v, len(raw)
}

func TestRuns(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "one", 1, 10, noon)
	agentRun(t, dir, "three", 3, 10, noon.Add(time.Hour))
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(noon.Add(2 * time.Hour))}, trajectories.Header{Run: "killed", Verb: "harness"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Suspend()
	h := Handler(dir)
	for query, want := range map[string]string{
		"":                            "one three killed",
		"sort=started&desc=1":         "killed three one",
		"sort=steps&desc=1":           "three one killed",
		"sort=post_completeness":      "killed one three",
		"verb=annotate":               "one three",
		"outcome=unfinished":          "killed",
		"success=1&desc=1":            "three one",
		"model=openai/m&text=THREE":   "three",
		"text=withdraw&n=1&from=1":    "three",
		"text=verified&sort=started":  "one three",
		"text=nowhere":                "",
		"from=99":                     "",
		"sort=no-such-column&n=99999": "killed one three",
	} {
		page, _ := ask[runsPage](t, h, "/api/runs?"+query)
		var ids []string
		for _, r := range page.Runs {
			ids = append(ids, r.ID)
		}
		if got := strings.Join(ids, " "); got != want || page.Total != 3 {
			t.Errorf("%s: %q of %d, want %q", query, got, page.Total, want)
		}
	}
	for _, q := range []string{"from=x", "n=-1"} {
		if res := get(t, h, "/api/runs?"+q); res.StatusCode != http.StatusBadRequest {
			t.Errorf("%s: %s", q, res.Status)
		}
	}
}

func TestOneRun(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 3, 10000, noon)
	h := Handler(dir)
	run, _ := ask[runView](t, h, "/api/run?id=r")
	if run.Steps != 3 || run.Candidates != 4 || run.Result.Verdict != "verified" || !run.Finished || run.Header.Inputs[0].Text != "" {
		t.Errorf("%+v", run)
	}
	page, _ := ask[stepsPage](t, h, "/api/steps?id=r&from=1")
	if len(page.Steps) != 2 || page.Steps[0].Number != 2 || page.Steps[0].Thought.Text != "thought 2" || page.Steps[0].Observed.Length < 10000 ||
		len(page.Steps[0].Observed.Text) > longText || len(page.Steps[0].Inside) != 2 || len(page.Steps[0].Judged) != 1 || page.Steps[0].Judged[0].Previous == "" {
		t.Errorf("%+v", page)
	}
	records, _ := ask[[]trajectories.Record](t, h, fmt.Sprintf("/api/record?id=r&n=%d", page.Steps[0].ID))
	if len(records) != 2 || len(records[1].Observation) < 10000 {
		t.Errorf("%d records", len(records))
	}
	was, _ := ask[map[string]string](t, h, "/api/text?id=r&sha="+page.Steps[0].Judged[0].Previous)
	if !strings.Contains(was["text"], `\result >= 0;`) {
		t.Errorf("%v", was)
	}
	call, _ := ask[map[string]json.RawMessage](t, h, fmt.Sprintf("/api/call?id=r&n=%d", page.Steps[0].Inside[0].ID))
	if got := string(call["messages"]); got != `[{"role":"user","text":"request 2"}]` {
		t.Error(got)
	}
	svg, err := io.ReadAll(get(t, h, "/api/curves.svg?id=r").Body)
	if err != nil || !strings.Contains(string(svg), "PostComp 3: 20%") || !strings.Contains(string(svg), "candidate 3, step 3: verified") {
		t.Errorf("%s", svg)
	}
	d, _ := ask[comparison](t, h, "/api/compare?a=r&b=r")
	if d.FirstOther != 0 || d.Total != 3 || !d.Last[0].Same {
		t.Errorf("%+v", d)
	}
}

// A run that is still being written, or was killed, is shown as far as it goes.
func TestUnfinishedRun(t *testing.T) {
	dir := t.TempDir()
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(noon)}, trajectories.Header{Run: "r", Verb: "annotate"})
	if err != nil {
		t.Fatal(err)
	}
	defer w.Suspend()
	h := Handler(dir)
	for i := range 3 {
		w.Start("action", fmt.Sprint(i), nil)
		if page, _ := ask[stepsPage](t, h, "/api/steps?id=r"); page.Total != i+1 || page.Steps[i].Ended {
			t.Errorf("after step %d: %+v", i+1, page)
		}
	}
	path := filepath.Join(dir, "r", trajectories.TrajectoryFile)
	raw, err := os.ReadFile(path)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(path, raw[:len(raw)-5], 0o644); err != nil {
		t.Fatal(err)
	}
	if run, _ := ask[runView](t, h, "/api/run?id=r"); !run.Cut || run.Finished || run.Steps != 2 {
		t.Errorf("%+v", run)
	}
}

// However many runs and steps there are, an answer stays small.
func TestLargeFolders(t *testing.T) {
	dir := t.TempDir()
	runCount, stepCount := 1000, 10000
	if testing.Short() {
		runCount, stepCount = 250, 1000
	}
	for i := range runCount {
		folder := filepath.Join(dir, fmt.Sprintf("run-%04d", i))
		if err := os.Mkdir(folder, 0o755); err != nil {
			t.Fatal(err)
		}
		raw, _ := json.Marshal(trajectories.Summary{Schema: 2, Run: "r", Verb: "annotate", Model: fmt.Sprint("model-", i), Steps: i, Started: noon, Outcome: "ok",
			Inputs: []trajectories.Input{{Path: strings.Repeat("long/", 1000)}}})
		if err := os.WriteFile(filepath.Join(folder, trajectories.SummaryFile), raw, 0o644); err != nil {
			t.Fatal(err)
		}
	}
	agentRun(t, dir, "long", stepCount, 300, noon.Add(time.Hour))
	agentRun(t, dir, "wide", 30, 200000, noon.Add(time.Hour))
	h := Handler(dir)
	seen := 0
	for from := 0; ; from += 100 {
		page, size := ask[runsPage](t, h, fmt.Sprintf("/api/runs?from=%d&n=100", from))
		if size > 200_000 {
			t.Fatalf("runs from %d: %d bytes", from, size)
		}
		if len(page.Runs) == 0 {
			break
		}
		seen += len(page.Runs)
	}
	if seen != runCount+2 {
		t.Errorf("%d runs of %d", seen, runCount+2)
	}
	for _, id := range []string{"long", "wide"} {
		for _, path := range []string{"/api/run?id=", "/api/steps?id=", "/api/steps?from=990&n=50&id=", "/api/compare?b=long&a="} {
			if _, size := ask[map[string]any](t, h, path+id); size > 400_000 {
				t.Errorf("%s%s: %d bytes", path, id, size)
			}
		}
		svg, err := io.ReadAll(get(t, h, "/api/curves.svg?id="+id).Body)
		if err != nil || len(svg) > 150_000 {
			t.Errorf("curves of %s: %d bytes", id, len(svg))
		}
	}
	seen = 0
	for from := 0; from < stepCount; {
		page, _ := ask[stepsPage](t, h, fmt.Sprintf("/api/steps?id=long&from=%d&n=50", from))
		for i, s := range page.Steps {
			if s.Number != from+i+1 || s.Thought.Text != fmt.Sprintf("thought %d", s.Number) {
				t.Fatalf("step %d: %+v", from+i+1, s)
			}
		}
		seen += len(page.Steps)
		from += max(len(page.Steps), 1)
		if from > 200 && from < stepCount-200 {
			seen += stepCount - 200 - from
			from = stepCount - 200 // the middle is like the ends
		}
	}
	if seen != stepCount {
		t.Errorf("%d steps of %d", seen, stepCount)
	}
	// A page with more than its bytes ends early and goes on from there.
	if res, size := ask[stepsPage](t, h, "/api/steps?id=wide&n=50"); size > 2*pageBytes || len(res.Steps) == 0 {
		t.Errorf("%d steps in %d bytes", len(res.Steps), size)
	}
}

// Only who asks for this machine by name gets an answer, only for reading, and
// every answer carries the policy.
func TestGuard(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 1, 10, noon)
	h := Handler(dir)
	for _, c := range []struct {
		host, site, method string
		want               int
	}{
		{"127.0.0.1:7788", "", "GET", 200},
		{"localhost:7788", "same-origin", "GET", 200},
		{"[::1]:7788", "none", "HEAD", 200},
		{"localhost", "", "GET", 200},
		{"evil.example:7788", "", "GET", 421},
		{"evil.example", "", "GET", 421},
		{"localhost.evil.example:7788", "", "GET", 421},
		{"127.0.0.1.nip.example:80", "", "GET", 421},
		{"", "", "GET", 421},
		{"127.0.0.1:7788", "cross-site", "GET", 403},
		{"127.0.0.1:7788", "same-site", "GET", 403},
		{"127.0.0.1:7788", "", "POST", 405},
		{"127.0.0.1:7788", "", "DELETE", 405},
	} {
		for _, path := range []string{"/", "/app.js", "/api/runs", "/api/run?id=r"} {
			r := httptest.NewRequest(c.method, path, nil)
			r.Host = c.host
			if c.site != "" {
				r.Header.Set("Sec-Fetch-Site", c.site)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.want {
				t.Errorf("%s %s of %q from %q: %d, want %d", c.method, path, c.host, c.site, w.Code, c.want)
			}
			if csp := w.Header().Get("Content-Security-Policy"); csp != policy || w.Header().Get("X-Content-Type-Options") != "nosniff" ||
				w.Header().Get("Access-Control-Allow-Origin") != "" {
				t.Errorf("%s: headers %v", path, w.Header())
			}
		}
	}
	for _, word := range []string{"unsafe", "http:", "https:", "*", "data:"} {
		if strings.Contains(policy, word) {
			t.Errorf("the policy allows %s", word)
		}
	}
}

// No name leads out of the folder, nor to a file that is no run.
func TestNoTraversal(t *testing.T) {
	outer := t.TempDir()
	dir := filepath.Join(outer, "runs")
	agentRun(t, outer, "secret", 1, 10, noon)
	agentRun(t, dir, "r", 1, 10, noon)
	for _, link := range [][2]string{{outer, "up"}, {filepath.Join(outer, "secret"), "linked"}} {
		if err := os.Symlink(link[0], filepath.Join(dir, link[1])); err != nil {
			t.Fatal(err)
		}
	}
	if err := os.Mkdir(filepath.Join(dir, "inner"), 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.Symlink(filepath.Join(outer, "secret", trajectories.TrajectoryFile), filepath.Join(dir, "inner", trajectories.TrajectoryFile)); err != nil {
		t.Fatal(err)
	}
	h := Handler(dir)
	for _, id := range []string{"", ".", "..", "../secret", "r/../../secret", "%2e%2e/secret", "/etc", outer + "/secret", "up/secret", "linked", "inner", `..\secret`, "r\x00", "r/"} {
		for _, path := range []string{"/api/run?", "/api/steps?", "/api/record?n=1&", "/api/call?n=2&", "/api/text?sha=x&", "/api/curves.svg?"} {
			r := httptest.NewRequest("GET", "/", nil)
			r.Host = "localhost"
			r.URL.Path, r.URL.RawQuery, _ = strings.Cut(path, "?")
			q := r.URL.Query()
			q.Set("id", id)
			r.URL.RawQuery = q.Encode()
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != http.StatusNotFound {
				t.Errorf("%s of %q: %d: %.200s", path, id, w.Code, w.Body)
			}
		}
	}
	for _, path := range []string{"/../view.go", "/..%2fview.go", "/%2e%2e/view.go", "/assets/app.js", "/etc/passwd"} {
		r := httptest.NewRequest("GET", path, nil)
		r.Host = "localhost"
		w := httptest.NewRecorder()
		h.ServeHTTP(w, r)
		if w.Code == http.StatusOK {
			t.Errorf("%s: %.200s", path, w.Body)
		}
	}
	page, _ := ask[runsPage](t, h, "/api/runs")
	for _, r := range page.Runs {
		if r.ID != "r" {
			t.Errorf("the list has %s", r.ID)
		}
	}
}

// The page's own files have no inline script or style and name no other host.
func TestAssets(t *testing.T) {
	list, err := assets.ReadDir("assets")
	if err != nil {
		t.Fatal(err)
	}
	for _, f := range list {
		raw, err := assets.ReadFile("assets/" + f.Name())
		if err != nil {
			t.Fatal(err)
		}
		text := strings.ReplaceAll(string(raw), "http://www.w3.org/2000/svg", "")
		for _, word := range []string{"innerHTML", "outerHTML", "insertAdjacent", "document.write", "eval(", "new Function", "http://", "https://", "style=", "<script>", "onclick=\""} {
			if strings.Contains(text, word) {
				t.Errorf("%s has %s", f.Name(), word)
			}
		}
		if res := get(t, Handler(t.TempDir()), "/"+f.Name()); f.Name() != "index.html" && res.StatusCode != http.StatusOK {
			t.Errorf("%s: %s", f.Name(), res.Status)
		}
	}
}

func TestServe(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	done := make(chan error, 1)
	url := make(chan string, 1)
	go func() { done <- Serve(ctx, t.TempDir(), 0, "a token", func(u string) { url <- u }) }()
	u := <-url
	if !strings.HasPrefix(u, "http://127.0.0.1:") {
		t.Errorf("served on %s", u)
	}
	jar, _ := cookiejar.New(nil)
	browser := &http.Client{Jar: jar}
	base, _, _ := strings.Cut(u, "?")
	for _, c := range []struct {
		at   string
		want int
	}{{base + "api/runs", http.StatusUnauthorized}, {u, http.StatusOK}, {base + "api/runs", http.StatusOK}, {base + "style.css", http.StatusOK}} {
		res, err := browser.Get(c.at)
		if err != nil || res.StatusCode != c.want {
			t.Fatal(c.at, err, res)
		}
		res.Body.Close()
	}
	cancel()
	if err := <-done; err != nil {
		t.Error(err)
	}
}

// BenchmarkLongRun opens a run of 10,000 steps for the first time, and then a page of it.
func BenchmarkLongRun(b *testing.B) {
	dir := b.TempDir()
	agentRun(b, dir, "r", 10000, 3000, noon)
	b.Run("first", func(b *testing.B) {
		for b.Loop() {
			ask[runView](b, Handler(dir), "/api/run?id=r")
		}
	})
	b.Run("page", func(b *testing.B) {
		h := Handler(dir)
		ask[runView](b, h, "/api/run?id=r")
		for b.Loop() {
			_, n := ask[stepsPage](b, h, "/api/steps?id=r&from=5000")
			b.ReportMetric(float64(n), "bytes")
		}
	})
}
