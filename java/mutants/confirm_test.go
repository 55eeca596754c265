package mutants_test

import (
	"bytes"
	"encoding/json"
	"fmt"
	"math/rand/v2"
	"os"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/bench/benchtest"
	"ensures/internal/require"
	"ensures/java/javatest"
	"ensures/java/mutants"
)

// counted says how many mutants there are of programs, by operator.
func counted(programs int, counts map[string]int) string {
	total := 0
	var row strings.Builder
	for _, o := range mutants.Operators {
		total += counts[o]
		fmt.Fprintf(&row, " %s %d", o, counts[o])
	}
	return fmt.Sprintf("%d programs, %d mutants, mean %.1f:%s", programs, total, float64(total)/float64(max(programs, 1)), row.String())
}

// The programs of the published evaluation that are at hand have mutants by ours too; how
// many says what of the distance from the published mean the programs can't explain.
func TestPublishedPrograms(t *testing.T) {
	data, err := os.ReadFile(require.Shared(t, "data/formalbench/transforms.jsonl"))
	if err != nil {
		t.Fatal(err)
	}
	rt := bench.NewRuntime()
	seen, counts := map[string]bool{}, map[string]int{}
	for d := json.NewDecoder(bytes.NewReader(data)); d.More(); {
		var pair struct{ Original string }
		if err := d.Decode(&pair); err != nil {
			t.Fatal(err)
		}
		if seen[pair.Original] {
			continue
		}
		seen[pair.Original] = true
		list, errs := mutants.Of(rt.Types, "A.java", pair.Original, nil)
		if len(errs) > 0 || len(list) == 0 {
			t.Errorf("%d mutants, %v of\n%s", len(list), errs, pair.Original)
		}
		for _, m := range list {
			counts[m.Operator]++
		}
	}
	t.Log(counted(len(seen), counts))
}

// The real compiler accepts every mutant of the benchmarks' programs. A drawn part of them is
// asked about; ENSURES_MUTANTS=all asks about each.
func TestConfirmCompiles(t *testing.T) {
	if testing.Short() {
		t.Skip("takes the real compiler a while")
	}
	require.Tool(t, "javac")
	tool := require.Tool(t, "java")
	rt := bench.NewRuntime()
	var all []mutants.Mutant
	for _, data := range []string{"specgenbench", "mbjp"} {
		tasks := benchtest.Tasks(t, data, 1, "")
		counts, none := map[string]int{}, 0
		for _, task := range tasks {
			list, errs := mutants.Of(rt.Types, task.Name, task.Source, nil)
			if len(errs) > 0 {
				t.Errorf("%s: %v", task.ID, errs[0])
			}
			if len(list) == 0 {
				none++
			}
			for _, m := range list {
				counts[m.Operator]++
			}
			all = append(all, list...)
		}
		t.Logf("%s: %s, %d programs without", data, counted(len(tasks), counts), none)
	}
	if os.Getenv("ENSURES_MUTANTS") != "all" {
		rng := rand.New(rand.NewPCG(3, 5))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), 2500)]
	}
	var list []javatest.Program
	for _, m := range all {
		list = append(list, javatest.Program{Files: map[string]string{m.File: m.Code}})
	}
	answers, err := javatest.Same(t.Context(), tool, t.TempDir(), list)
	if err != nil {
		t.Fatal(err)
	}
	for i, a := range answers {
		if m := all[i]; !strings.HasPrefix(a, "ok ") {
			t.Errorf("%s %d:%d: %q for %q: javac: %s", m.Operator, m.Line, m.Column, m.To, m.From, a)
		}
	}
	t.Logf("%d mutants asked about", len(all))
}
