package transforms_test

import (
	"encoding/json"
	"fmt"
	"os"
	"slices"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/bench/benchtest"
	"ensures/internal/require"
	"ensures/java/interp"
	"ensures/java/javatest"
	"ensures/java/transforms"
)

// Where a published pair shows a rule and keeps the meaning, ours applies to the original too,
// and what it makes of it runs as the original does on generated inputs.
func TestPublishedPairs(t *testing.T) {
	data, err := os.ReadFile(require.Shared(t, "data/formalbench/transforms.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	rules := slices.Concat(transforms.Rules, transforms.Extras)
	applied := 0
	for _, line := range strings.Split(strings.TrimSpace(string(data)), "\n") {
		var pair struct {
			ID       string `json:"task_id"`
			Kind     string
			Rule     string
			Original string
			Same     *bool `json:"same_behaviour"`
		}
		if err := json.Unmarshal([]byte(line), &pair); err != nil {
			t.Fatal(err)
		}
		i := slices.IndexFunc(rules, func(r transforms.Rule) bool { return fmt.Sprintf("rule_%d", r.Number) == pair.Rule })
		if pair.Rule == "rule_18" {
			i = slices.IndexFunc(rules, func(r transforms.Rule) bool { return r.Name == "InfixDividing" })
		}
		if i < 0 {
			t.Errorf("%s: no rule for %s", pair.ID, pair.Kind)
			continue
		}
		code, places, errs := rules[i].Apply(rt.Types, "A.java", pair.Original)
		switch {
		case len(errs) > 0:
			t.Errorf("%s: %v", pair.ID, errs[0])
		case places == 0 && *pair.Same:
			t.Errorf("%s: %s does not apply to\n%s", pair.ID, pair.Kind, pair.Original)
		case places > 0:
			applied++
			if code == pair.Original {
				t.Errorf("%s: nothing changed", pair.ID)
			}
			if n := runsAlike(t, rt, pair.Original, code); n < 20 {
				t.Errorf("%s: %d runs alike", pair.ID, n)
			}
		}
	}
	t.Logf("%d pairs", applied)
}

// runsAlike runs the first method of a program and of another form of it on generated
// inputs, and counts the runs with the same end; a run that differs is an error.
func runsAlike(t *testing.T, rt *bench.Runtime, src, other string) int {
	t.Helper()
	tasks, errs := bench.MethodsOf("A.java", src)
	if len(errs) > 0 {
		t.Fatal(errs[0])
	}
	prep, err := rt.Prepare(t.Context(), tasks[0], bench.Options{})
	if err != nil {
		t.Fatal(err)
	}
	changed := *tasks[0]
	changed.Source = other
	p, err := rt.Compile(&changed)
	if err != nil {
		t.Fatal(err)
	}
	n := 0
	for _, pair := range append(prep.Pairs, prep.Invalid...) {
		if pair.End == bench.Endless {
			continue
		}
		end, _, _ := p.Rerun(prep.Program, pair.Pre, interp.Options{Limits: interp.Limits{Steps: 5_000_000}})
		if end == nil || !bench.SameEnd(pair, end) {
			t.Errorf("differs on %s", pair.Name)
		} else {
			n++
		}
	}
	return n
}

// A transformed program prints and throws under the real JVM what its original does, on all
// inputs of the benchmarks' tests. Every so manyth task is asked about;
// ENSURES_TRANSFORMS=all asks about each.
func TestConfirmSame(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the real JVM a while")
	}
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	rt := bench.NewRuntime()
	kinds, tasks := 0, 0
	counts := map[string]int{}
	var list []javatest.Program
	var names []string
	for _, data := range []struct {
		name string
		step int
	}{{"specgenbench", 10}, {"mbjp", 30}} {
		for _, task := range benchtest.Tasks(t, data.name, data.step, "ENSURES_TRANSFORMS") {
			if benchtest.Ends(task) {
				continue
			}
			tasks++
			add := func(what, code string) {
				list, names = append(list, benchtest.Program(task, code)), append(names, what)
			}
			add("", task.Source)
			for i, r := range slices.Concat(transforms.Rules, transforms.Extras) {
				code, places, errs := r.Apply(rt.Types, task.Name, task.Source)
				if len(errs) > 0 {
					t.Errorf("%s: %v", task.ID, errs[0])
				}
				if places > 0 {
					if i < len(transforms.Rules) {
						kinds++
					}
					counts[r.Name]++
					add(task.ID+" "+r.Name, code)
				}
			}
		}
	}
	answers, err := javatest.Same(t.Context(), tool, t.TempDir(), list)
	if err != nil {
		t.Fatal(err)
	}
	original := ""
	for i, a := range answers {
		if names[i] == "" {
			original = a
		} else if a != original || !strings.HasPrefix(a, "ok ") {
			t.Errorf("%s: %s, the original %s", names[i], a, original)
		}
	}
	t.Logf("%d programs, %d transformed ones, %.2f of the paper's kinds a program: %v", tasks, len(list)-tasks, float64(kinds)/float64(tasks), counts)
	if kinds < 5*tasks {
		t.Errorf("fewer than 5 kinds apply to an average program")
	}
}
