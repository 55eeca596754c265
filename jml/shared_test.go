package jml

import (
	"encoding/json"
	"os"
	"sync"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/types"
)

// sharedLines reads a JSONL file of the shared data, or skips the test.
func sharedLines(t testing.TB, path string) []map[string]any {
	t.Helper()
	f, err := os.Open(require.Shared(t, path))
	if err != nil {
		t.Fatal(err)
	}
	defer f.Close()
	var out []map[string]any
	for dec := json.NewDecoder(f); dec.More(); {
		var m map[string]any
		if err := dec.Decode(&m); err != nil {
			t.Fatal(err)
		}
		out = append(out, m)
	}
	return out
}

func mustParse(t testing.TB, name, src string) (*java.File, *File) {
	t.Helper()
	f, errs := java.Parse(name, src)
	for _, e := range errs {
		t.Errorf("java: %v", e)
	}
	s, serrs := Parse(f)
	for _, e := range serrs {
		t.Errorf("jml: %v (%s)", e, e.Hint)
	}
	return f, s
}

func TestParseGroundTruth(t *testing.T) {
	for _, file := range []struct {
		path, key string
		want      int
	}{
		{"data/specgenbench/oracle.jsonl", "annotated", 71},
		{"data/specgenbench/normalised.jsonl", "code", 66},
		{"data/specgenbench/openjml_variants.jsonl", "code", 64},
	} {
		n := 0
		for _, task := range sharedLines(t, file.path) {
			id := task["task_id"].(string)
			t.Run(file.key+"/"+id, func(t *testing.T) {
				_, s := mustParse(t, id, task[file.key].(string))
				for _, w := range s.Warnings {
					t.Logf("%v (%s)", w, w.Hint)
				}
			})
			n++
		}
		if n != file.want {
			t.Errorf("%s: %d programs, want %d", file.path, n, file.want)
		}
	}
}

var library = sync.OnceValue(func() *types.Library { return types.NewLibrary(classlib.FS) })
