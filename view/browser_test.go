package view

import (
	"bytes"
	"context"
	"encoding/json"
	"fmt"
	"image"
	"image/png"
	"net/http/httptest"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/trajectories"
)

// browse runs a headless browser on a page of the runs in dir.
func browse(t *testing.T, dir, page string, args ...string) string {
	t.Helper()
	chromium := require.Tool(t, "chromium")
	srv := httptest.NewServer(Handler(dir))
	defer srv.Close()
	ctx, cancel := context.WithTimeout(t.Context(), 60*time.Second)
	defer cancel()
	args = append([]string{"--headless", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run", "--window-size=1280,900",
		"--user-data-dir=" + profile(t), "--virtual-time-budget=10000"}, args...)
	cmd := exec.CommandContext(ctx, chromium, append(args, srv.URL+"/"+page)...)
	cmd.WaitDelay = 5 * time.Second
	var stdout, stderr bytes.Buffer
	cmd.Stdout, cmd.Stderr = &stdout, &stderr
	if err := cmd.Run(); err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	return stdout.String()
}

// profile is a directory for a browser's own files. Processes of a browser may write there for
// a moment after it has ended, so what can't be removed at once is removed a little later.
func profile(t *testing.T) string {
	t.Helper()
	dir, err := os.MkdirTemp("", "browser")
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		for range 100 {
			if err = os.RemoveAll(dir); err == nil {
				return
			}
			time.Sleep(50 * time.Millisecond)
		}
		t.Error(err)
	})
	return dir
}

func dom(t *testing.T, dir, page string) string {
	t.Helper()
	return browse(t, dir, page, "--dump-dom")
}

// slow leaves a test of the browser to the full run: each costs seconds.
func slow(t *testing.T) {
	t.Helper()
	if testing.Short() {
		t.Skip("not with -short")
	}
}

func TestBrowserRuns(t *testing.T) {
	dir := t.TempDir()
	for i := range 3 {
		agentRun(t, dir, fmt.Sprint("run", i), i+1, 10, noon.Add(time.Duration(i)*time.Hour))
	}
	page := dom(t, dir, "")
	if !strings.Contains(page, `data-ready="runs"`) || strings.Count(page, `href="#/run?id=run`) != 3 {
		t.Errorf("the table:\n%s", page)
	}
	page = dom(t, dir, "#/?text=run1&sort=steps")
	if strings.Count(page, `href="#/run?id=`) != 1 || !strings.Contains(page, `aria-sort="ascending"`) || !strings.Contains(page, "(3 in all)") {
		t.Errorf("the table, filtered:\n%s", page)
	}
}

// The timeline has thought, code, observation, verdicts, curves, and what changed
// from candidate to candidate.
func TestBrowserRun(t *testing.T) {
	dir := t.TempDir()
	agentRun(t, dir, "r", 3, 10, noon)
	page := dom(t, dir, "#/run?id=r")
	for _, want := range []string{
		`data-ready="run"`, "thought 3", "print(1)", "observation 2 x", `<circle`, "PostComp 0.20", `class="badge verified"`,
		`<span class="del">-   //@ ensures \result &gt;= 1;</span>`, `<span class="add">+   //@ ensures \result &gt;= 2;</span>`,
	} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page", want)
		}
	}
	if t.Failed() {
		t.Log(page)
	}
}

func TestBrowserCompare(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	agentRun(t, dir, "a", 2, 10, noon)
	agentRun(t, dir, "b", 3, 10, noon)
	page := dom(t, dir, "#/compare?a=a&b=b")
	for _, want := range []string{`data-ready="compare"`, "The first step that differs is 3.", "asked the same up to call 2", `<span class="add">+   //@ ensures \result &gt;= 2;</span>`} {
		if !strings.Contains(page, want) {
			t.Errorf("no %s in the page:\n%s", want, page)
		}
	}
}

// Of a run of 10,000 steps the page holds those in sight.
func TestBrowserLongRun(t *testing.T) {
	slow(t)
	const n = 10000
	dir := t.TempDir()
	agentRun(t, dir, "r", n, 100, noon)
	page := dom(t, dir, fmt.Sprintf("#/run?id=r&step=%d", n/2))
	if cards := strings.Count(page, "data-step="); cards < 5 || cards > 200 || !strings.Contains(page, fmt.Sprintf(`data-step="%d"`, n/2)) || len(page) > 3<<20 {
		t.Errorf("%d steps in a page of %d bytes", cards, len(page))
	}
}

// A trajectory that is full of markup in every place shows it as text: nothing of
// it becomes an element, and nothing of it runs.
func TestBrowserHostileRun(t *testing.T) {
	dir := t.TempDir()
	hostileRun(t, dir)
	pages := []string{"#/run?id=" + hostileID(), "", "#/compare?a=" + hostileID() + "&b=" + hostileID(), "#/run?id=" + url.QueryEscape(attack), "#/" + url.QueryEscape(attack)}
	if testing.Short() {
		pages = pages[:1]
	}
	for _, page := range pages {
		got := dom(t, dir, page)
		if !strings.Contains(got, "data-ready=") {
			t.Errorf("%s did not come up", page)
		}
		for _, bad := range []string{"data-pwned", "<b id=\"pwned\"", "<img src=\"x\"", "<iframe", "javascript:"} {
			body := strings.ReplaceAll(got, "&lt;", "‹")
			if strings.Contains(body, bad) && !(bad == "javascript:" && !strings.Contains(body, `href="javascript:`)) {
				t.Errorf("%s: the page has %s:\n%s", page, bad, got)
			}
		}
		if n := strings.Count(got, "<script"); n != 1 {
			t.Errorf("%s: %d script elements", page, n)
		}
	}
}

const attack = `</script><script>document.body.dataset.pwned=1</script><img src="x" onerror="document.body.dataset.pwned=2">` +
	`<b id="pwned">"'` + "`" + `</b><iframe srcdoc="<script>parent.document.body.dataset.pwned=3</script>"></iframe></textarea></pre>javascript:alert(1)`

func hostileID() string { return url.QueryEscape(`<img src=x onerror=alert(1)>`) }

// hostileRun writes a run with the attack in every text, key and name.
func hostileRun(t *testing.T, dir string) {
	t.Helper()
	w, err := trajectories.Create(trajectories.Options{Dir: dir, Now: clock(noon)}, trajectories.Header{
		Run: `<img src=x onerror=alert(1)>`, Verb: attack, Task: attack, Model: attack, Labels: map[string]string{attack: attack}, Commit: attack,
		Config: map[string]any{attack: attack}, Prompts: map[string]string{attack: attack}, Versions: map[string]string{attack: attack},
		Inputs: []trajectories.Input{{Path: attack, SHA256: attack}}})
	if err != nil {
		t.Fatal(err)
	}
	for i := range 2 {
		s := w.Start(attack, attack, attack)
		s.Model(attack, map[string]any{attack: attack, "messages": []any{map[string]any{"role": attack, "text": attack}}}).
			End(trajectories.ModelResult{Outcome: attack, Error: attack, Response: attack, Data: attack})
		c := &trajectories.Candidate{Text: attack + fmt.Sprint("\n", i, "\n") + attack, Verdict: attack, By: attack, Strict: map[string]float64{attack: 0.5, "__proto__": 1, "constructor": 0}}
		s.Tool(attack, attack, attack).End(trajectories.ToolResult{Outcome: attack, Error: attack, Result: attack, Candidate: c})
		s.Start(attack, attack, attack).End(attack, attack)
		s.Close(trajectories.StepResult{Outcome: attack, Error: attack, Thought: attack, Code: attack, Observation: attack, Candidate: c, Data: attack})
	}
	w.Found(trajectories.Finding{File: "/p/" + attack, Method: attack, Verdict: attack, By: attack, Strict: map[string]float64{attack: 1, "post_completeness": -7e300}, Survivors: []string{attack}, Reason: attack})
	if err := w.Conclude(trajectories.Conclusion{Outcome: attack, Error: attack, Success: true, Figures: map[string]any{attack: attack},
		Candidate: &trajectories.Candidate{Text: attack, Verdict: attack, By: attack, Strict: map[string]float64{attack: 1}}}); err != nil {
		t.Fatal(err)
	}
}

// The hostile run's answers are JSON and pictures that no browser takes for a page.
func TestHostileAnswers(t *testing.T) {
	dir := t.TempDir()
	hostileRun(t, dir)
	h := Handler(dir)
	for _, path := range []string{"/api/runs?", "/api/run?", "/api/steps?", "/api/record?n=1&", "/api/call?n=2&", "/api/curves.svg?", "/api/run?id=" + url.QueryEscape(attack) + "&"} {
		res := get(t, h, path+"id="+hostileID())
		var body bytes.Buffer
		if _, err := body.ReadFrom(res.Body); err != nil {
			t.Fatal(err)
		}
		if bytes.Contains(body.Bytes(), []byte("<script")) || bytes.Contains(body.Bytes(), []byte("<img")) {
			t.Errorf("%s: %s", path, body.String())
		}
		if kind := res.Header.Get("Content-Type"); strings.Contains(path, "svg") != strings.HasPrefix(kind, "image/svg+xml") || strings.Contains(kind, "html") {
			t.Errorf("%s: %s", path, kind)
		}
		if !strings.Contains(path, "svg") && !json.Valid(body.Bytes()) {
			t.Errorf("%s: no JSON: %s", path, body.String())
		}
	}
}

// The page is dark where the system is, and light where it is light.
func TestBrowserTheme(t *testing.T) {
	slow(t)
	dir := t.TempDir()
	agentRun(t, dir, "r", 1, 10, noon)
	for name, scheme := range map[string]string{"dark": "0", "light": "1"} {
		file := filepath.Join(t.TempDir(), "page.png")
		browse(t, dir, "#/run?id=r", "--screenshot="+file, "--blink-settings=preferredColorScheme="+scheme)
		f, err := os.Open(file)
		if err != nil {
			t.Fatal(err)
		}
		img, err := png.Decode(f)
		f.Close()
		if err != nil {
			t.Fatal(err)
		}
		if got := brightness(img); (name == "dark") != (got < 0.3) || (name == "light") != (got > 0.8) {
			t.Errorf("%s: brightness %.2f", name, got)
		}
	}
}

// brightness is the mean of the picture, from 0 to 1.
func brightness(img image.Image) float64 {
	sum, n := 0.0, 0.0
	b := img.Bounds()
	for x := b.Min.X; x < b.Max.X; x += 7 {
		for y := b.Min.Y; y < b.Max.Y; y += 7 {
			r, g, bl, _ := img.At(x, y).RGBA()
			sum += float64(r+g+bl) / (3 * 0xffff)
			n++
		}
	}
	return sum / n
}
