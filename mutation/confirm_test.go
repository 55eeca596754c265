package mutation_test

import (
	"bytes"
	"fmt"
	"os"
	"os/exec"
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java/mutants"
	"ensures/mutation"
)

// A mutant that our runs call equal is equal under the real JVM too, on all inputs of the
// benchmarks' tests. Of each data set every so manyth task is asked about;
// ENSURES_MUTANTS=all asks about each.
func TestConfirmEqual(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the real JVM a while")
	}
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	for _, data := range []struct {
		name string
		step int
	}{{"specgenbench", 8}, {"mbjp", 40}} {
		d, err := bench.Load(require.Shared(t, filepath.Join("data", data.name, "tasks.jsonl")))
		if err != nil {
			t.Fatal(err)
		}
		if os.Getenv("ENSURES_MUTANTS") == "all" {
			data.step = 1
		}
		rt := bench.NewRuntime()
		var asked []program
		likes, tasks := map[mutation.Likeness]int{}, 0
		for i, task := range d.Tasks {
			if i%data.step != 0 {
				continue
			}
			ref, err := mutation.NewReference(t.Context(), rt, task)
			if err != nil {
				t.Logf("%s: %v", task.ID, err)
				continue
			}
			tasks++
			asked = append(asked, program{task: task, code: task.Source})
			list, _ := mutants.Of(rt.Types, task.Name, task.Source, nil)
			for _, m := range list {
				like, err := ref.Compare(t.Context(), m)
				if err != nil {
					t.Errorf("%s %d:%d: %v", task.ID, m.Line, m.Column, err)
				}
				likes[like]++
				if like == mutation.Equal || like == mutation.Alike {
					asked = append(asked, program{task: task, code: m.Code, what: fmt.Sprintf("%d: %s for %s", m.Line, m.To, m.From)})
				}
			}
		}
		own := map[*bench.Task]string{}
		for i, answer := range jvm(t, tool, asked) {
			p := asked[i]
			switch {
			case p.what == "":
				own[p.task] = answer
				if !strings.HasPrefix(answer, "ok ") {
					t.Errorf("%s: %s", p.task.ID, answer)
				}
			case answer != own[p.task]:
				t.Errorf("%s %s: equal in our runs and not under the JVM: %s, the program itself %s", p.task.ID, p.what, answer, own[p.task])
			}
		}
		t.Logf("%s: mutants of %d programs: %v; %d asked of the JVM", data.name, tasks, likes, len(asked)-tasks)
	}
}

// program is a program to run; what names the mutant, and is empty for the task's own code.
type program struct {
	task       *bench.Task
	code, what string
}

// jvm compiles and runs programs on the inputs of their tests under one JVM.
func jvm(t *testing.T, java string, list []program) []string {
	t.Helper()
	dir := t.TempDir()
	write := func(path, text string) {
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(text), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	var lines strings.Builder
	for i, p := range list {
		folder, inputs := filepath.Join(dir, strconv.Itoa(i)), filepath.Join(dir, "inputs", p.task.ID)
		for k, test := range p.task.Tests {
			if p.what == "" {
				write(filepath.Join(inputs, fmt.Sprintf("%04d", k)), test.Input)
			}
		}
		if p.task.DriverInline {
			write(filepath.Join(folder, p.task.Name), p.code+p.task.Driver)
		} else {
			write(filepath.Join(folder, p.task.Name), p.code)
			write(filepath.Join(folder, p.task.DriverClass+".java"), p.task.Driver)
		}
		fmt.Fprintf(&lines, "%s\t%s\t%s\n", folder, p.task.DriverClass, inputs)
	}
	cmd := exec.Command(java, "testdata/Same.java")
	cmd.Stdin = strings.NewReader(lines.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("%v\n%s", err, stderr.String())
	}
	answers := strings.Split(strings.TrimSpace(string(out)), "\n")
	if len(answers) != len(list) {
		t.Fatalf("%d programs, %d answers\n%s", len(list), len(answers), stderr.String())
	}
	return answers
}
