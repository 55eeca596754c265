package cmd

import (
	"bytes"
	"os"
	"path/filepath"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"ensures/baseline/prompted"
	"ensures/internal/require"
	"ensures/llm/llmtest"
	"ensures/runner"
	"ensures/trajectories"
)

// All prompt configurations in one command against a server, over real HTTP: a busy
// server, a wrong specification, its repair, a proof; four workers within the
// limits of one model; tokens, cost, trajectory; and the key nowhere.
func TestBenchRunsAllPromptConfigurations(t *testing.T) {
	require.Tool(t, "z3")
	const key = "sk-qqzzyyxx-0009"
	var calls, busy, most atomic.Int32
	srv := llmtest.Func(t, func(_ int, body []byte) llmtest.Reply {
		n := busy.Add(1)
		defer busy.Add(-1)
		if n > most.Load() {
			most.Store(n)
		}
		time.Sleep(2 * time.Millisecond)
		if calls.Add(1) == 1 {
			return llmtest.Reply{Status: 429, Body: `{"error":{"message":"slow down"}}`}
		}
		placing := bytes.Contains(body, []byte("one place at a time"))
		repairing := bytes.Contains(body, []byte("The verifier says")) || bytes.Contains(body, []byte("is not proved")) || bytes.Contains(body, []byte("were tried at the mark"))
		clause := `ensures \result > a;`
		if repairing {
			clause = `ensures \result == (a > b ? a : b);`
		}
		if placing {
			return llmtest.Reply{Text: "```jml\n" + clause + "\n```"}
		}
		return llmtest.Reply{Text: "```java\nclass A {\n    //@ " + clause + "\n    static int larger(int a, int b) { return a > b ? a : b; }\n}\n```"}
	})
	h := newHome(t, map[string]string{"ENSURES_MODEL_KEY": key, "ENSURES_MODEL_NAME": "litellm/m", "ENSURES_MODEL_BASE_URL": srv.URL,
		"ENSURES_MODEL_PRICES": "m 1 2", "ENSURES_MODEL_CONCURRENT": "1", "PATH": os.Getenv("PATH")})
	src := filepath.Join(h.dir, "src")
	if err := os.MkdirAll(src, 0o755); err != nil {
		t.Fatal(err)
	}
	if err := os.WriteFile(filepath.Join(src, "A.java"), []byte("class A {\n    static int larger(int a, int b) { return a > b ? a : b; }\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	var names []string
	for _, c := range prompted.Configs() {
		names = append(names, c.Name)
	}
	out := filepath.Join(h.dir, "run")
	if code := h.run(t, "bench", "run", "--dataset", src, "--engine", strings.Join(names, ","), "--workers", "4", "--out", out); code != ExitOK {
		t.Fatalf("exit code %d: %s", code, h.stderr.String())
	}
	rows, err := runner.ReadRows(out)
	if err != nil || len(rows) != 11 {
		t.Fatalf("%d rows, %v", len(rows), err)
	}
	steps := 0
	for _, r := range rows {
		steps += r.Steps
		if r.Verdict != "verified" || !r.MVRStrict || r.Steps != 2 || r.Tokens != 220 || r.Cost < 0.00023 || r.Cost > 0.00025 {
			t.Errorf("%s: %s, %d steps, %d tokens, %v USD, %s", r.Engine, r.Verdict, r.Steps, r.Tokens, r.Cost, r.Reason)
		}
		run, err := trajectories.Open(filepath.Join(out, "tasks", "A.larger", r.Engine+"-1"))
		if err != nil || !run.Finished() || !run.End().Success {
			t.Errorf("%s: %v", r.Engine, err)
		}
	}
	if int(calls.Load()) != steps+1 || most.Load() != 1 {
		t.Errorf("%d calls for %d steps, %d at once", calls.Load(), steps, most.Load())
	}
	if strings.Contains(h.written(t), key) {
		t.Error("the key is written")
	}
}
