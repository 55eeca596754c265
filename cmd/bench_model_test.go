package cmd

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"regexp"
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
	for _, r := range rows {
		// AutoSpec's repairs are of clauses, not of answers.
		if want := "F03-postcondition"; (r.FirstClass == want) == strings.HasPrefix(r.Engine, "autospec") {
			t.Errorf("%s: the first answer is %q", r.Engine, r.FirstClass)
		}
	}
	if int(calls.Load()) != steps+1 || most.Load() != 1 {
		t.Errorf("%d calls for %d steps, %d at once", calls.Load(), steps, most.Load())
	}
	if strings.Contains(h.written(t), key) {
		t.Error("the key is written")
	}
}

// Models that lose none, half and all of the other forms of what they specify: the rates come
// out exactly, and what asking again about the same program loses is nothing.
func TestBenchFlipsOfScriptedModels(t *testing.T) {
	require.Tool(t, "z3")
	method := regexp.MustCompile(`static int (max|min)\(int (\w+), int (\w+)\)`)
	for mode, want := range map[string]string{
		"none": `"flip_rate":0,"pooled_rate":0,"control":0,`,
		"half": `"flip_rate":0.5,"pooled_rate":0.5,"control":0,`,
		"all":  `"flip_rate":1,"pooled_rate":1,"control":0,`,
	} {
		t.Run(mode, func(t *testing.T) {
			srv := llmtest.Func(t, func(_ int, body []byte) llmtest.Reply {
				var asked struct {
					Messages []struct{ Content string }
				}
				if err := json.Unmarshal(body, &asked); err != nil {
					t.Error(err)
				}
				code := ""
				for _, m := range asked.Messages {
					for i, block := range strings.Split(m.Content, "```java\n") {
						if i > 0 && code == "" && method.MatchString(block) {
							code, _, _ = strings.Cut(block, "```")
						}
					}
				}
				m := method.FindStringSubmatch(code)
				if m == nil {
					t.Errorf("no program in %s", body)
					return llmtest.Reply{Text: "?"}
				}
				original := strings.Contains(code, "if (a > b)") || strings.Contains(code, "if (a < b)")
				moved := strings.Contains(code, "if (b ") || strings.Contains(code, "if (!")
				clause := `ensures \result == (` + m[2] + map[string]string{"max": " > ", "min": " < "}[m[1]] + m[3] + " ? " + m[2] + " : " + m[3] + ");"
				if !original && (mode == "all" || mode == "half" && moved) {
					clause = `ensures \result > 1000;`
				}
				return llmtest.Reply{Text: "```java\n" + strings.Replace(code, m[0], "//@ "+clause+"\n  "+m[0], 1) + "\n```"}
			})
			h := newHome(t, map[string]string{"ENSURES_MODEL_NAME": "litellm/m", "ENSURES_MODEL_BASE_URL": srv.URL, "PATH": os.Getenv("PATH")})
			for name, op := range map[string]string{"Max": ">", "Min": "<"} {
				code := "class " + name + " {\n  static int " + strings.ToLower(name) + "(int a, int b) {\n    if (a " + op + " b) { return a; }\n    return b;\n  }\n}\n"
				if err := os.MkdirAll(filepath.Join(h.dir, "src"), 0o755); err != nil {
					t.Fatal(err)
				}
				if err := os.WriteFile(filepath.Join(h.dir, "src", name+".java"), []byte(code), 0o644); err != nil {
					t.Fatal(err)
				}
			}
			src, own, forms, other := filepath.Join(h.dir, "src"), filepath.Join(h.dir, "own"), filepath.Join(h.dir, "forms.jsonl"), filepath.Join(h.dir, "other")
			for _, args := range [][]string{
				{"dataset", "transform", src, forms, "--rule", "VariableRenaming-1", "--rule", "VariableRenaming-2", "--rule", "SwitchRelation", "--rule", "ReverseIf"},
				{"bench", "run", "--dataset", src, "--engine", "formalbench-zero", "--runs", "2", "--out", own},
				{"bench", "run", "--dataset", forms, "--engine", "formalbench-zero", "--out", other},
				{"bench", "flips", own, other, "--json"},
			} {
				if code := h.run(t, args...); code != ExitOK {
					t.Fatalf("%v: exit code %d: %s", args, code, h.stderr.String())
				}
			}
			if out := h.stdout.String(); !strings.Contains(out, want) {
				t.Errorf("want %s in %s", want, out)
			}
		})
	}
}
