package java

import (
	"bufio"
	"encoding/json"
	"os"
	"testing"

	"ensures/internal/require"
)

// program is one program of the shared data.
type program struct{ name, src string }

// sharedPrograms reads every program of the shared benchmarks.
func sharedPrograms(t testing.TB) []program {
	t.Helper()
	var all []program
	lines := func(path string, each func(map[string]any)) {
		f, err := os.Open(path)
		if err != nil {
			t.Fatal(err)
		}
		defer f.Close()
		for r := bufio.NewScanner(f); ; {
			r.Buffer(nil, 1<<26)
			for r.Scan() {
				m := map[string]any{}
				if err := json.Unmarshal(r.Bytes(), &m); err != nil {
					t.Fatalf("%s: %v", path, err)
				}
				each(m)
			}
			if r.Err() != nil {
				t.Fatalf("%s: %v", path, r.Err())
			}
			return
		}
	}
	str := func(m map[string]any, k string) string { s, _ := m[k].(string); return s }
	lines(require.Shared(t, "data/specgenbench/tasks.jsonl"), func(m map[string]any) {
		id := str(m, "task_id")
		all = append(all, program{id, str(m, "code")}, program{id + "/test", str(m, "test_code")})
	})
	lines(require.Shared(t, "data/specgenbench/oracle.jsonl"), func(m map[string]any) {
		all = append(all, program{str(m, "task_id") + "/oracle", str(m, "annotated")})
	})
	lines(require.Shared(t, "data/mbjp/tasks.jsonl"), func(m map[string]any) {
		all = append(all, program{str(m, "task_id"), str(m, "prompt") + str(m, "canonical_solution") + str(m, "test")})
	})
	return all
}

func TestSharedPrograms(t *testing.T) {
	all := sharedPrograms(t)
	if len(all) < 71*3+561 {
		t.Fatalf("%d programs, want at least %d", len(all), 71*3+561)
	}
	for _, p := range all {
		f, errs := Parse(p.name, p.src)
		for _, e := range errs {
			t.Errorf("%v (%s)", e, e.Hint)
		}
		checkTree(t, f)
		checkRoundTrip(t, f)
	}
}
