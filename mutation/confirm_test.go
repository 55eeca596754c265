package mutation_test

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java/javatest"
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
			if i%data.step != 0 || strings.Contains(task.Source, "System.exit") {
				continue // an exit would end the JVM that runs the others too
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
		var list []javatest.Program
		for _, p := range asked {
			list = append(list, p.inputs())
		}
		answers, err := javatest.Same(t.Context(), tool, t.TempDir(), list)
		if err != nil {
			t.Fatal(err)
		}
		for i, answer := range answers {
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

// inputs are a task's code with its tests, to be run.
func (p program) inputs() javatest.Program {
	out := javatest.Program{Files: map[string]string{}, Main: p.task.DriverClass}
	if p.task.DriverInline {
		out.Files[p.task.Name] = p.code + p.task.Driver
	} else {
		out.Files[p.task.Name], out.Files[p.task.DriverClass+".java"] = p.code, p.task.Driver
	}
	for _, test := range p.task.Tests {
		out.Inputs = append(out.Inputs, test.Input)
	}
	return out
}
