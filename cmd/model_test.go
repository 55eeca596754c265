package cmd

import (
	"bytes"
	"encoding/json"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/internal/require"
	"ensures/llm"
	"ensures/llm/llmtest"
	"ensures/llm/secret"
	"ensures/trajectories"
)

// home is the surroundings of a run of the program in a folder of its own.
type home struct {
	dir            string
	env            map[string]string
	stdout, stderr bytes.Buffer
}

func newHome(t *testing.T, env map[string]string) *home {
	t.Helper()
	h := &home{dir: t.TempDir(), env: env}
	for name, sub := range map[string]string{"HOME": "", "XDG_STATE_HOME": "state", "XDG_CACHE_HOME": "cache", "XDG_CONFIG_HOME": "config"} {
		h.env[name] = filepath.Join(h.dir, sub)
	}
	return h
}

func (h *home) run(t *testing.T, args ...string) int {
	t.Helper()
	h.stdout.Reset()
	h.stderr.Reset()
	return Run(t.Context(), Env{Args: args, Stdin: strings.NewReader(""), Stdout: &h.stdout, Stderr: &h.stderr, Now: time.Now,
		Getenv: func(k string) string { return h.env[k] }})
}

// written is all that is under the folder, and what was printed.
func (h *home) written(t *testing.T) string {
	t.Helper()
	all := h.stdout.String() + h.stderr.String()
	err := filepath.WalkDir(h.dir, func(path string, d fs.DirEntry, err error) error {
		if err != nil || d.IsDir() {
			return err
		}
		raw, err := os.ReadFile(path)
		all += path + "\n" + string(raw) + "\n"
		return err
	})
	if err != nil {
		t.Fatal(err)
	}
	return all
}

// app is the program with its configuration resolved.
func (h *home) app(t *testing.T) *app {
	t.Helper()
	a := &app{warned: &sync.Map{}, Env: Env{Stdout: &h.stdout, Stderr: &h.stderr, Now: time.Now, Getenv: func(k string) string { return h.env[k] }}}
	root := newRoot(a)
	root.SetArgs([]string{"config", "show", "--log-level", "debug"})
	if err := root.ExecuteContext(t.Context()); err != nil {
		t.Fatal(err)
	}
	return a
}

// A failing run with a model writes the key nowhere, though the server repeats it
// in every answer.
func TestKeyIsWrittenNowhere(t *testing.T) {
	const key = "sk-qqzzyyxx-0002"
	echo := `{"error":{"message":"busy, dear ` + key + `"}}`
	s := llmtest.New(t,
		llmtest.Reply{Status: 500, Body: echo}, llmtest.Reply{Status: 400, Body: echo},
		llmtest.Reply{Text: "your key is " + key}, llmtest.Reply{Status: 401, Body: echo})
	for name, env := range map[string]map[string]string{
		"the program's variable": {"ENSURES_MODEL_KEY": key},
		"the preset's variable":  {"LITELLM_API_KEY": key},
	} {
		t.Run(name, func(t *testing.T) {
			h := newHome(t, env)
			h.env["ENSURES_MODEL_NAME"], h.env["ENSURES_MODEL_BASE_URL"] = "litellm/m", s.URL
			for _, args := range [][]string{{"config", "show"}, {"config", "show", "--json"}, {"config", "show", "--origin"}, {"doctor", "--json"}, {"models"}} {
				if code := h.run(t, args...); code != ExitOK {
					t.Errorf("%v: exit code %d: %s", args, code, h.stderr.String())
				}
				if all := h.written(t); strings.Contains(all, key) {
					t.Fatalf("%v shows the key:\n%s", args, all)
				}
			}
		})
	}
	h := newHome(t, map[string]string{"ENSURES_MODEL_KEY": key, "ENSURES_MODEL_NAME": "litellm/m", "ENSURES_MODEL_BASE_URL": s.URL})
	a := h.app(t)
	m, err := a.model()
	if err != nil {
		t.Fatal(err)
	}
	w, err := a.record("annotate")
	if err != nil {
		t.Fatal(err)
	}
	step := w.Start("action", "f", nil)
	var last error
	for range 3 { // a failure that passes, one that stays, a reply, a key that is refused
		r := llm.Request{Model: m.name, Messages: []llm.Message{{Role: llm.User, Text: "hello"}}, Schema: nil}
		call := step.Model(m.name, r)
		res, err := m.Complete(t.Context(), r)
		out := trajectories.ModelResult{Outcome: llm.Outcome(err), Response: res}
		if err != nil {
			out.Error, last = err.Error(), err
			a.log.Error("the model failed", "error", err)
		}
		call.End(out)
	}
	if err := w.Finish("infrastructure", map[string]any{"error": last.Error()}); err != nil {
		t.Fatal(err)
	}
	if exitCode(last) != ExitMissing {
		t.Errorf("a refused key: exit code %d", exitCode(last))
	}
	all := h.written(t)
	if strings.Contains(all, key) {
		t.Errorf("the key is written:\n%s", all)
	}
	for _, want := range []string{"the model failed", "busy, dear " + secret.Hidden, "your key is [secret]"} {
		if !strings.Contains(all, want) {
			t.Errorf("%q is not there: the test shows nothing\n%s", want, all)
		}
	}
}

// The same of annotate: a model whose code looks for the key, a server that fails
// and repeats the key, and at last refuses it. The children inherit nothing.
func TestAnnotateWritesNoKey(t *testing.T) {
	require.Tool(t, "z3") // without a verifier no request is made
	const key = "sk-qqzzyyxx-0003"
	const look = "I look for keys.\n```python\ntry:\n    import os\n    print(dict(os.environ))\nexcept Exception as e:\n    print('no', e)\n" +
		"try:\n    print(open('/proc/self/environ').read())\nexcept Exception as e:\n    print('no', e)\n```"
	echo := `{"error":{"message":"busy, dear ` + key + `"}}`
	s := llmtest.New(t,
		llmtest.Reply{Text: "Plan: be kind to " + key}, llmtest.Reply{Text: look},
		llmtest.Reply{Status: 500, Body: echo, Header: map[string]string{"Retry-After-Ms": "1"}},
		llmtest.Reply{Text: "Your key is " + key + "\n```python\nprint(verify_with_openjml(code='class A {}'))\n```"},
		llmtest.Reply{Status: 401, Body: echo})
	t.Setenv("LITELLM_API_KEY", key)
	h := newHome(t, map[string]string{"LITELLM_API_KEY": key, "ENSURES_MODEL_BASE_URL": s.URL, "PATH": os.Getenv("PATH")})
	file := filepath.Join(h.dir, "A.java")
	if err := os.WriteFile(file, []byte("class A {\n    static int f(int x) { return x / 2; }\n}\n"), 0o644); err != nil {
		t.Fatal(err)
	}
	code := h.run(t, "annotate", file, "--model", "litellm/m", "--log-level", "debug")
	all := h.written(t)
	if code != ExitMissing {
		t.Errorf("a refused key: exit code %d\n%s", code, h.stderr.String())
	}
	for line := range strings.Lines(all) {
		if strings.Contains(line, key) {
			t.Errorf("the key is written: %s", line)
		}
	}
	if n := len(s.Requests()); n != 5 {
		t.Fatalf("%d requests", n)
	}
	for _, body := range s.Requests()[2:] { // what the model saw of its own code's output
		if !strings.Contains(string(body), "I look for keys") || strings.Contains(strings.ReplaceAll(string(body), "be kind to "+key, ""), key) {
			t.Errorf("the model's code found the key, or did not run: %s", body)
		}
		break
	}
	if !strings.Contains(all, "busy, dear "+secret.Hidden) || !strings.Contains(all, "Your key is [secret]") {
		t.Errorf("nothing was hidden: the test shows nothing\n%s", all)
	}
}

func TestDoctorOnTheModel(t *testing.T) {
	s := llmtest.New(t)
	for _, c := range []struct{ name, model, base, want string }{
		{"none", "", "", `"name":"model","status":"missing"`},
		{"there", "vllm/m", s.URL, `"status":"ok","version":"vllm/m","path":"` + s.URL + `","use":"the server answers and has the model"`},
		{"another", "vllm/n", s.URL, `n is not among the 1 models that it lists`},
		{"nobody answers", "vllm/m", "http://127.0.0.1:1/v1", `"status":"broken"`},
		{"no key", "anthropic/x", "", `ANTHROPIC_API_KEY`},
		{"no preset", "x", "", `no server for the model`},
		{"no script", "script:none.yaml", "", `"status":"broken"`},
		{"no run", "replay:none", "", `"status":"broken"`},
	} {
		if testing.Short() && !require.Sample(c.name, 3) {
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			h := newHome(t, map[string]string{"ENSURES_MODEL_BASE_URL": c.base})
			args := []string{"doctor", "--json"}
			if c.model != "" {
				args = append(args, "--model", c.model)
			}
			if code := h.run(t, args...); code != ExitOK {
				t.Fatalf("exit code %d: %s", code, h.stderr.String())
			}
			line := ""
			for l := range strings.Lines(h.stdout.String()) {
				var f finding
				if json.Unmarshal([]byte(l), &f) == nil && f.Name == "model" {
					line = l
				}
			}
			if !strings.Contains(line, c.want) {
				t.Errorf("%s\nwant %s", line, c.want)
			}
		})
	}
}

func TestModelIsWrappedAsConfigured(t *testing.T) {
	s := llmtest.New(t, llmtest.Reply{Status: 503, Body: "busy", Header: map[string]string{"Retry-After-Ms": "1"}}, llmtest.Reply{Text: "one", Input: 1000000, Output: 1000000})
	h := newHome(t, map[string]string{"ENSURES_MODEL_BASE_URL": s.URL, "ENSURES_MODEL_NAME": "vllm/a/b",
		"ENSURES_MODEL_PRICES": "x* 9 9,a/* 1.5 2", "ENSURES_MODEL_CACHE": filepath.Join(t.TempDir(), "c"), "ENSURES_MODEL_CACHE_SAMPLED": "true"})
	m, err := h.app(t).model()
	if err != nil {
		t.Fatal(err)
	}
	r := llm.Request{Model: m.name, Messages: []llm.Message{{Role: llm.User, Text: "hello"}}}
	first, err := m.Complete(t.Context(), r)
	if err != nil || first.Retries != 1 || first.Usage.CostUSD != 3.5 || first.Message.Text != "one" {
		t.Errorf("%+v, %v", first, err)
	}
	second, err := m.Complete(t.Context(), r)
	if err != nil || !second.Cached || second.Message.Text != "one" {
		t.Errorf("%+v, %v", second, err)
	}
	if body := string(s.Requests()[0]); !strings.Contains(body, `"model":"a/b"`) || !strings.Contains(body, `"stream":true`) {
		t.Error(body)
	}
	h.env["ENSURES_MODEL_PRICES"] = "x 1"
	if _, err := h.app(t).model(); exitCode(err) != ExitMissing || !strings.Contains(err.Error(), "ENSURES_MODEL_PRICES") {
		t.Errorf("a price that is none: %v", err)
	}
	h.env["ENSURES_MODEL_NAME"], h.env["ENSURES_MODEL_PRICES"] = "", ""
	if _, err := h.app(t).model(); exitCode(err) != ExitMissing {
		t.Errorf("no model: %v", err)
	}
}
