package mutation_test

import (
	"fmt"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/bench/benchtest"
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
		rt := bench.NewRuntime()
		own := map[*bench.Task]string{}
		likes := map[mutation.Likeness]int{}
		var asked []program
		var list []javatest.Program
		ask := func(p program, code string) {
			asked, list = append(asked, p), append(list, benchtest.Program(p.task, code))
		}
		for _, task := range benchtest.Tasks(t, data.name, data.step, "ENSURES_MUTANTS") {
			if benchtest.Ends(task) {
				continue
			}
			ref, err := mutation.NewReference(t.Context(), rt, task)
			if err != nil {
				t.Logf("%s: %v", task.ID, err)
				continue
			}
			ask(program{task: task}, task.Source)
			all, _ := mutants.Of(rt.Types, task.Name, task.Source, nil)
			for _, m := range all {
				like, err := ref.Compare(t.Context(), m)
				if err != nil {
					t.Errorf("%s %d:%d: %v", task.ID, m.Line, m.Column, err)
				}
				likes[like]++
				if like == mutation.Equal || like == mutation.Alike {
					ask(program{task, fmt.Sprintf("%d: %s for %s", m.Line, m.To, m.From)}, m.Code)
				}
			}
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
		t.Logf("%s: mutants of %d programs: %v; %d asked of the JVM", data.name, len(own), likes, len(asked)-len(own))
	}
}

// program is a program to run; what names the mutant, and is empty for the task's own code.
type program struct {
	task *bench.Task
	what string
}
