package mutants_test

import (
	"bytes"
	"fmt"
	"math/rand/v2"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"testing"

	"ensures/bench"
	"ensures/internal/require"
	"ensures/java/mutants"
)

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
		d, err := bench.Load(require.Shared(t, filepath.Join("data", data, "tasks.jsonl")))
		if err != nil {
			t.Fatal(err)
		}
		counts, none := map[string]int{}, 0
		for _, task := range d.Tasks {
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
		total := 0
		var row strings.Builder
		for _, o := range mutants.Operators {
			total += counts[o]
			fmt.Fprintf(&row, " %s %d", o, counts[o])
		}
		t.Logf("%s: %d programs, %d mutants, mean %.1f, %d programs without:%s", data, len(d.Tasks), total, float64(total)/float64(len(d.Tasks)), none, row.String())
	}
	if os.Getenv("ENSURES_MUTANTS") != "all" {
		rng := rand.New(rand.NewPCG(3, 5))
		rng.Shuffle(len(all), func(i, j int) { all[i], all[j] = all[j], all[i] })
		all = all[:min(len(all), 2500)]
	}
	for batch := range slices.Chunk(all, 5000) {
		refused := refuse(t, tool, batch)
		for _, i := range refused.list {
			m := batch[i]
			t.Errorf("%s %d:%d: %q for %q: javac: %s", m.Operator, m.Line, m.Column, m.To, m.From, refused.why[i])
		}
	}
	t.Logf("%d mutants asked about", len(all))
}

type refusals struct {
	list []int
	why  map[int]string
}

// refuse returns the mutants that the real compiler refuses, each compiled by itself.
func refuse(t *testing.T, java string, list []mutants.Mutant) refusals {
	t.Helper()
	dir := t.TempDir()
	var lines strings.Builder
	for i, m := range list {
		path := filepath.Join(dir, strconv.Itoa(i), m.File)
		if err := os.MkdirAll(filepath.Dir(path), 0o755); err != nil {
			t.Fatal(err)
		}
		if err := os.WriteFile(path, []byte(m.Code), 0o644); err != nil {
			t.Fatal(err)
		}
		lines.WriteString(path + "\n")
	}
	cmd := exec.Command(java, "--add-exports", "jdk.compiler/com.sun.tools.javac.code=ALL-UNNAMED", "../types/testdata/DumpTypes.java", "errors")
	cmd.Stdin = strings.NewReader(lines.String())
	var stderr bytes.Buffer
	cmd.Stderr = &stderr
	out, err := cmd.Output()
	if err != nil {
		t.Fatalf("DumpTypes: %v\n%s", err, stderr.String())
	}
	sections := strings.Split("\n"+string(out), "\nfile ")[1:]
	if len(sections) != len(list) {
		t.Fatalf("%d programs, %d answers", len(list), len(sections))
	}
	r := refusals{why: map[int]string{}}
	for i, s := range sections {
		for _, l := range strings.Split(s, "\n") {
			if why, ok := strings.CutPrefix(l, "error "); ok {
				r.list, r.why[i] = append(r.list, i), why
				break
			}
		}
	}
	return r
}
