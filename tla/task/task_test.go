package task_test

import (
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/tla/task"

	"github.com/google/go-cmp/cmp"
)

// The tasks of the repository are right, with no warning either.
func TestExamples(t *testing.T) {
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	dirs, err := task.List(filepath.Join(root, "examples", "systems"))
	if err != nil {
		t.Fatal(err)
	}
	if len(dirs) == 0 {
		t.Fatal("examples/systems has no task")
	}
	for _, dir := range dirs {
		tk, problems, err := task.Check(dir)
		if err != nil {
			t.Errorf("%s: %v", dir, err)
			continue
		}
		for _, p := range problems {
			if p.Warn && len(tk.Harness.Fetch) > 0 && strings.Contains(p.Text, "was not fetched yet") {
				continue // a library's own source, which is not kept here
			}
			t.Errorf("%s: %s", tk.Name, p)
		}
		if tk.Name != filepath.Base(dir) {
			t.Errorf("%s: the task's name is %q", dir, tk.Name)
		}
	}
}

const good = `format: 1
system: a lamp
language: go
module: Lamp
description: A lamp with a switch.
source: [lamp.go]
events:
  - {name: On, means: it is switched on, fields: [lit]}
  - {name: Off, means: it is switched off}
constants:
  - {name: Lamps, value: "{1}"}
  - {name: Max, value: "3"}
traces: traces/*.ndjson
reference: {module: Lamp.tla, config: Lamp.cfg}
bugs: bugs.yaml
`

const lamp = `---- MODULE Lamp ----
VARIABLE lit
Init == lit = FALSE
On == ~lit /\ lit' = TRUE
Off == lit /\ lit' = FALSE
Next == On \/ Off
====
`

const bugs = `- name: stuck
  kind: wrong update
  means: Off leaves it on.
  edits: [{from: "lit /\\ lit' = FALSE", to: "lit /\\ lit' = TRUE"}]
  caught_by: [conformance]
`

// folder writes a good task, with some files replaced ("" removes one).
func folder(t *testing.T, replaced map[string]string) string {
	t.Helper()
	dir := t.TempDir()
	files := map[string]string{
		"task.yaml": good, "lamp.go": "package lamp\n", "Lamp.tla": lamp, "Lamp.cfg": "INIT Init\nNEXT Next\n",
		"traces/a.ndjson": `{"event":"On","lit":true}` + "\n" + `{"event":"Off"}` + "\n", "bugs.yaml": bugs,
	}
	for name, text := range replaced {
		files[name] = text
	}
	for name, text := range files {
		if text == "" {
			continue
		}
		file := filepath.Join(dir, filepath.FromSlash(name))
		if err := os.MkdirAll(filepath.Dir(file), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(file, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	return dir
}

func TestLoad(t *testing.T) {
	dir := folder(t, nil)
	for _, path := range []string{dir, filepath.Join(dir, task.File)} {
		tk, err := task.Load(path)
		if err != nil {
			t.Fatal(err)
		}
		if tk.Name != filepath.Base(dir) || tk.Module != "Lamp" || tk.Language != "go" {
			t.Errorf("name %q, module %q, language %q", tk.Name, tk.Module, tk.Language)
		}
		if diff := cmp.Diff([]string{"traces/a.ndjson"}, tk.Traces); diff != "" {
			t.Error(diff)
		}
		if diff := cmp.Diff(map[string]string{"Lamps": "{1}", "Max": "3"}, tk.Values()); diff != "" {
			t.Error(diff)
		}
		list, err := tk.LoadBugs()
		if err != nil || len(list) != 1 {
			t.Fatalf("bugs: %v, %v", list, err)
		}
		got, err := tk.Buggy(list[0])
		if want := strings.Replace(lamp, "lit' = FALSE", "lit' = TRUE", 1); err != nil || got != want {
			t.Errorf("the buggy model is %v\n%s", err, got)
		}
	}
}

// What is wrong is named with its place and a way out.
func TestCheck(t *testing.T) {
	with := func(from, to string) string {
		if !strings.Contains(good, from) {
			t.Fatalf("the good task has no %q", from)
		}
		return strings.Replace(good, from, to, 1)
	}
	tests := []struct {
		name     string
		replaced map[string]string
		want     []string
	}{
		{"good", nil, nil},
		{"empty", map[string]string{"task.yaml": "\n"}, []string{"task.yaml: the file is empty"}},
		{"no mapping", map[string]string{"task.yaml": "- a\n"}, []string{"task.yaml:1:1: here belong the keys format, name, system, language, module, description, granularity, source, events, constants, traces, mapping, invariants, reference, harness, bugs, not a list"}},
		{"bad YAML", map[string]string{"task.yaml": "format: 1\nsystem: [a\n"}, []string{"task.yaml:1: did not find expected ',' or ']'"}},
		{"another format", map[string]string{"task.yaml": with("format: 1", "format: 2")}, []string{"task.yaml:1:9: format 2 is not one that this version reads (it reads 1)"}},
		{"misspelt key", map[string]string{"task.yaml": with("traces:", "trace:")}, []string{`task.yaml:13:1: unknown key "trace"; do you mean traces?`}},
		{"missing key", map[string]string{"task.yaml": with("language: go\n", "")}, []string{"task.yaml:1:1: language is missing"}},
		{"no name of a module", map[string]string{"task.yaml": with("module: Lamp", "module: a-lamp")}, []string{`task.yaml:4:9: "a-lamp" is no name in TLA+; letters, digits and underscores, with a letter among them`}},
		{"outside", map[string]string{"task.yaml": with("[lamp.go]", "[../lamp.go, /etc/passwd]")}, []string{
			`task.yaml:6:10: "../lamp.go" is no path inside the task folder; write it relative to the folder, with slashes`,
			`task.yaml:6:22: "/etc/passwd" is no path inside the task folder; write it relative to the folder, with slashes`}},
		{"list for a text", map[string]string{"task.yaml": with("language: go", "language: [go]")}, []string{"task.yaml:3:11: here belongs a text, not a list"}},
		{"event twice", map[string]string{"task.yaml": with("name: Off", "name: On")}, []string{"task.yaml:9:5: the event On is there twice"}},
		{"no source", map[string]string{"lamp.go": ""}, []string{"task.yaml: source: lamp.go: no such file or directory"}},
		{"source to be fetched", map[string]string{"lamp.go": "", "gen/x": "x", "task.yaml": good + "harness: {dir: gen, fetch: [go, mod, vendor], run: [x]}\n"}, []string{"task.yaml: warning: source: lamp.go is not kept in the folder, and was not fetched yet; run go mod vendor in gen"}},
		{"no text", map[string]string{"lamp.go": "package lamp\n// \xff\n"}, []string{"lamp.go:2: the line is no UTF-8 text; write the file as UTF-8"}},
		{"no traces", map[string]string{"traces/a.ndjson": ""}, []string{`task.yaml: traces: no file fits "traces/*.ndjson"; collect traces first, or mend the pattern`}},
		{"no pattern", map[string]string{"task.yaml": with("traces: traces/*.ndjson\n", "")}, []string{"task.yaml: warning: there are no traces: conformance can't be measured; collect some, and name them with traces: traces/*.ndjson"}},
		{"broken trace", map[string]string{"traces/a.ndjson": "{\"event\":\"On\",\"lit\":1}\n{\"event\":\"Off\"}\n\n{\"event\":\n"}, []string{"traces/a.ndjson:4: the line is no JSON object: unexpected end of JSON input; one object a line, nothing else"}},
		{"unknown event", map[string]string{"traces/b.ndjson": "{\"event\":\"Of\"}\n{\"event\":\"Of\"}\n"}, []string{`traces/b.ndjson:1: task.yaml has no event "Of"; add it to the events of task.yaml, or do you mean Off?`}},
		{"nested name", map[string]string{"traces/b.ndjson": `{"event":{"name":"Blink"}}` + "\n"}, []string{`traces/b.ndjson:1: task.yaml has no event "Blink"; add it to the events of task.yaml`}},
		{"nested fields", map[string]string{"traces/b.ndjson": `{"event":{"name":"On","lit":true}}` + "\n" + `{"event":{"name":"On"},"lit":true}` + "\n"}, []string{"traces/b.ndjson:2: the event On has no field lit; log it, or take it out of the event's fields in task.yaml"}},
		{"missing field", map[string]string{"traces/b.ndjson": "{\"event\":\"On\"}\n{\"event\":\"On\"}\n"}, []string{"traces/b.ndjson:1: the event On has no field lit; log it, or take it out of the event's fields in task.yaml"}},
		{"event never seen", map[string]string{"traces/a.ndjson": `{"event":"Off"}` + "\n"}, []string{"task.yaml: warning: no trace has an event On: nothing checks what a model says of it; collect a trace with one, or drop it"}},
		{"another module", map[string]string{"Lamp.tla": "\n" + strings.Replace(lamp, "MODULE Lamp", "MODULE Light", 1)}, []string{"Lamp.tla:2: the module is called Light, in task.yaml Lamp; give both the same name"}},
		{"no config", map[string]string{"Lamp.cfg": ""}, []string{"task.yaml: reference: Lamp.cfg: no such file or directory"}},
		{"bug that fits nowhere", map[string]string{"bugs.yaml": strings.Replace(bugs, "from: \"lit /", "from: \"lamp /", 1)}, []string{`bugs.yaml:4: bug stuck: the text to be replaced occurs 0 times in the module, not once: "lamp /\\ lit' = FALSE"`}},
		{"bug of no metric", map[string]string{"bugs.yaml": strings.Replace(bugs, "conformance", "luck", 1)}, []string{`bugs.yaml:5:14: "luck" is no metric; they are syntax, runtime, conformance, invariants, permissiveness`}},
		{"mapping of nothing", map[string]string{"task.yaml": good + "mapping: m.yaml\n", "m.yaml": "yes\n"}, []string{"m.yaml: the file has neither keys nor a list"}},
	}
	for _, tt := range tests {
		t.Run(tt.name, func(t *testing.T) {
			_, problems, err := task.Check(folder(t, tt.replaced))
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, p := range problems {
				got = append(got, p.String())
			}
			if diff := cmp.Diff(tt.want, got); diff != "" {
				t.Error(diff)
			}
		})
	}
}

func TestNoTask(t *testing.T) {
	_, err := task.Load(t.TempDir())
	if err == nil || !strings.Contains(err.Error(), "model init") {
		t.Errorf("a folder without task.yaml: %v", err)
	}
	_, err = task.Load(folder(t, map[string]string{"task.yaml": "x: 1\n"}))
	var wrong *task.Error
	if !errors.As(err, &wrong) || len(wrong.Problems) < 2 {
		t.Errorf("a task.yaml that is wrong in many places: %v", err)
	}
}

func FuzzLoad(f *testing.F) {
	f.Add([]byte(good), []byte(bugs))
	f.Add([]byte("format: &a 1\nsystem: *a\nsource: [*a]\n"), []byte("- &x {edits: *x}\n"))
	f.Fuzz(func(t *testing.T, yaml, bugs []byte) {
		dir := t.TempDir()
		for name, raw := range map[string][]byte{"task.yaml": yaml, "bugs.yaml": bugs} {
			if err := os.WriteFile(filepath.Join(dir, name), raw, 0o644); err != nil {
				t.Fatal(err)
			}
		}
		tk, err := task.Load(dir)
		if err == nil && (tk.Module == "" || tk.Language == "") {
			t.Errorf("a task without module or language: %+v", tk)
		}
		tk.Bugs = "bugs.yaml"
		if _, err := tk.LoadBugs(); err != nil && !errors.As(err, new(*task.Error)) {
			t.Error(err)
		}
	})
}
