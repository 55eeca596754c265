package task_test

import (
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/require"
	"ensures/tla"
	"ensures/tla/task"
	"ensures/tla/tlatest"
	"ensures/tla/trace"
)

// systems are the tasks whose harness needs nothing but a compiler.
var systems = []struct{ name, tool string }{{"spinlock", "cargo"}, {"rwlock", "cargo"}, {"queue", "go"}}

func examples(t *testing.T) string {
	t.Helper()
	root, err := require.Root()
	if err != nil {
		t.Fatal(err)
	}
	return filepath.Join(root, "examples", "systems")
}

// fits validates a trace against the reference model.
func fits(t *testing.T, tools tla.Toolchain, tk task.Task, file string) {
	t.Helper()
	read := func(rel string) string {
		text, err := tk.Read(rel)
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	m, err := trace.ReadMapping(tk.Mapping, []byte(read(tk.Mapping)))
	if err != nil {
		t.Fatal(err)
	}
	tr, err := trace.Read(filepath.Base(file), strings.NewReader(read(file)), m, trace.Limits{})
	if err != nil {
		t.Fatal(err)
	}
	spec := trace.Spec{Module: tla.Source{Name: tk.Module, Text: read(tk.Reference.Module)}}
	rep, err := trace.Validate(t.Context(), tools, spec, m, tr, trace.Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != trace.Accepted || rep.Matched != rep.Events || rep.Events == 0 {
		t.Errorf("%s of %s: %s, %d of %d events fit; line %d: %s", file, tk.Name, rep.Status, rep.Matched, rep.Events, rep.Line, rep.Reason)
	}
}

// What the systems did is what the reference models allow.
func TestTracesFit(t *testing.T) {
	tools := tlatest.Toolchain(t)
	for _, s := range systems {
		tk, err := task.Load(filepath.Join(examples(t), s.name))
		if err != nil {
			t.Fatal(err)
		}
		for i, f := range tk.Traces {
			if testing.Short() && i > 0 || i > 2 { // the scores are taken over all of them
				break
			}
			fits(t, tools, tk, f)
		}
	}
}

// The harnesses build and run, and what they collect today fits too.
func TestFreshTraces(t *testing.T) {
	if testing.Short() {
		t.Skip("builds and runs three systems")
	}
	tools := tlatest.Toolchain(t)
	for _, s := range systems {
		t.Run(s.name, func(t *testing.T) {
			require.Tool(t, s.tool)
			tmp := t.TempDir()
			for _, part := range []string{"support", s.name} {
				if err := os.CopyFS(filepath.Join(tmp, part), os.DirFS(filepath.Join(examples(t), part))); err != nil {
					t.Fatal(err)
				}
			}
			dir := filepath.Join(tmp, s.name)
			if err := os.RemoveAll(filepath.Join(dir, "traces")); err != nil {
				t.Fatal(err)
			}
			tk, err := task.Load(dir)
			if err != nil {
				t.Fatal(err)
			}
			run := func(argv ...string) {
				if len(argv) == 0 {
					return
				}
				c := exec.Command(argv[0], argv[1:]...)
				if strings.ContainsRune(argv[0], '/') {
					c.Path = filepath.Join(tk.Path(tk.Harness.Dir), argv[0])
				}
				c.Dir = tk.Path(tk.Harness.Dir)
				if out, err := c.CombinedOutput(); err != nil {
					t.Fatalf("%v: %v\n%s", argv, err, out)
				}
			}
			run(tk.Harness.Build...)
			run(append(tk.Harness.Run, filepath.Join(dir, "traces"))...)
			tk, problems, err := task.Check(dir)
			if err != nil {
				t.Fatal(err)
			}
			for _, p := range problems {
				if !strings.Contains(p.Text, "no trace has an event") { // it may not have come to that today
					t.Error(p)
				}
			}
			for _, f := range tk.Traces[:2] {
				fits(t, tools, tk, f)
			}
		})
	}
}
