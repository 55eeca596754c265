package cmd

import (
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/trajectories"
)

// ensures model with a scripted model: the files of the model it handed in, the table,
// the record; the exit code when it isn't complete, and what is refused beforehand.
func TestModelSystem(t *testing.T) {
	tools := tlatest.Toolchain(t)
	folder := filepath.Join("..", "examples", "systems", "spinlock")
	read := func(name string) string {
		raw, err := os.ReadFile(filepath.Join(folder, name))
		if err != nil {
			t.Fatal(err)
		}
		return string(raw)
	}
	module, mapping, binding := read("reference/Spinlock.tla"), read("mapping.yaml"), read("reference/binding.yaml")
	h := newHome(t, map[string]string{"PATH": os.Getenv("PATH"), "ENSURES_TLA_JAR": tools.Jar, "ENSURES_AGENT_MODE": "react", "ENSURES_AGENT_PLANNING": "0"})
	script := func(calls ...any) string {
		var replies []any
		for _, args := range calls {
			replies = append(replies, map[string]any{"text": "Handed in.", "tool_calls": []any{map[string]any{"name": "task_complete", "arguments": args}}})
		}
		raw, err := json.Marshal(replies)
		if err != nil {
			t.Fatal(err)
		}
		path := filepath.Join(h.dir, "script.yaml") // JSON is YAML
		if err := os.WriteFile(path, raw, 0o644); err != nil {
			t.Fatal(err)
		}
		return "script:" + path
	}
	out := filepath.Join(h.dir, "out")
	whole := map[string]string{"module": module, "mapping": mapping, "binding": binding}

	if code := h.run(t, "model", "--task", folder, "--strategy", "guess", "--model", script(whole)); code != ExitUsage {
		t.Errorf("an unknown strategy: exit %d, %s", code, h.stderr.String())
	}
	if code := h.run(t, "model", "--task", filepath.Join(h.dir, "nowhere"), "--model", script(whole)); code != ExitError {
		t.Errorf("no task: exit %d, %s", code, h.stderr.String())
	}

	// one answer that does not parse, then nothing is left to say: the best of it, exit 3
	if code := h.run(t, "model", "--task", folder, "--model", script(map[string]string{"module": strings.Replace(module, "locked' =", "locked' ==", 1)}), "--max-steps", "1", "--out", out); code != ExitBelow {
		t.Errorf("exit %d: %s", code, h.stderr.String())
	}
	if text := h.stdout.String(); !strings.Contains(text, "is not complete: syntax") || !strings.Contains(text, "Judged by TLC") {
		t.Errorf("%s", text)
	}
	if code := h.run(t, "model", "--task", folder, "--model", script(whole), "--out", out); code != ExitUsage {
		t.Errorf("a folder with files in it: exit %d", code)
	}
	if testing.Short() {
		return
	}

	out = filepath.Join(h.dir, "good")
	if code := h.run(t, "model", "--task", folder, "--model", script(whole), "--out", out); code != ExitOK {
		t.Fatalf("exit %d: %s%s", code, h.stdout.String(), h.stderr.String())
	}
	for name, want := range map[string]string{"Spinlock.tla": module, "mapping.yaml": mapping, "binding.yaml": binding} {
		got, err := os.ReadFile(filepath.Join(out, name))
		if err != nil || strings.TrimSpace(string(got)) != strings.TrimSpace(want) {
			t.Errorf("%s (%v):\n%s", name, err, got)
		}
	}
	list, err := trajectories.List(filepath.Join(h.dir, "state", "ensures", "runs"))
	if err != nil || len(list) != 2 || !list[1].Success && !list[0].Success {
		t.Errorf("%v: %+v", err, list)
	}
}
