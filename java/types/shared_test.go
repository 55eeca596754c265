package types_test

import (
	"bufio"
	"encoding/json"
	"os"
	"sort"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/types"
)

type sharedProgram struct {
	name  string
	files []string
}

// jsonl reads the rows of a shared file.
func jsonl(t testing.TB, rel string) []map[string]any {
	t.Helper()
	f, err := os.Open(require.Shared(t, rel))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var rows []map[string]any
	s := bufio.NewScanner(f)
	s.Buffer(nil, 1<<26)
	for s.Scan() {
		var row map[string]any
		if err := json.Unmarshal(s.Bytes(), &row); err != nil {
			t.Fatal(err)
		}
		rows = append(rows, row)
	}
	if err := s.Err(); err != nil {
		t.Fatal(err)
	}
	return rows
}

func sharedPrograms(t testing.TB) []sharedProgram {
	var ps []sharedProgram
	str := func(row map[string]any, key string) string { s, _ := row[key].(string); return s }
	for _, row := range jsonl(t, "data/mbjp/tasks.jsonl") {
		ps = append(ps, sharedProgram{str(row, "task_id"), []string{str(row, "prompt") + str(row, "canonical_solution") + str(row, "test")}})
	}
	for _, row := range jsonl(t, "data/specgenbench/tasks.jsonl") {
		ps = append(ps, sharedProgram{str(row, "task_id"), []string{str(row, "code"), str(row, "test_code")}})
	}
	return ps
}

// Every program of the data compiles and runs under a real JVM: an error in one
// is ours.
func TestSharedProgramsAreClean(t *testing.T) {
	lib := testLibrary()
	counts := map[string]int{}
	for _, p := range sharedPrograms(t) {
		var files []*java.File
		for _, src := range p.files {
			f, errs := java.Parse(p.name, src)
			if len(errs) > 0 {
				t.Errorf("%s does not parse: %v", p.name, errs[0])
			}
			files = append(files, f)
		}
		_, errs := types.Check(lib, files...)
		for i, e := range errs {
			if e.Code == java.NotInSubset {
				counts[e.Construct]++
				continue
			}
			if i < 3 {
				t.Errorf("%s: %v [%s]", p.name, e, e.Hint)
			}
		}
	}
	var names []string
	for n := range counts {
		names = append(names, n)
	}
	sort.Slice(names, func(i, j int) bool { return counts[names[i]] > counts[names[j]] })
	for _, n := range names {
		t.Logf("not in the library: %s (%d)", n, counts[n])
	}
}
