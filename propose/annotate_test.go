package propose

import (
	"context"
	"os"
	"path/filepath"
	"testing"

	"ensures/bench"
)

// The examples are annotated, and every proposed clause holds on every run.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../examples/*.java")
	if len(files) == 0 {
		t.Skip("no examples")
	}
	rt := bench.NewRuntime()
	for _, f := range files {
		src, err := os.ReadFile(f)
		if err != nil {
			t.Fatal(err)
		}
		r, err := File(context.Background(), rt, filepath.Base(f), string(src), Options{})
		if err != nil {
			t.Logf("%s: %v", f, err)
			continue
		}
		for _, m := range r.Methods {
			if m.Row.Strict.PostCorr != nil && *m.Row.Strict.PostCorr < 1 {
				t.Errorf("%s: %s: PostCorr %v", f, m.Name, *m.Row.Strict.PostCorr)
			}
			if testing.Verbose() {
				t.Logf("%s %s: %s %s, %d inputs, pairs %v mutants %v, %v", f, m.Name, m.Status, m.Reason, m.Inputs, m.Row.Pairs, m.Row.Mutants, m.Elapsed)
				for _, d := range m.Row.Diagnostics {
					t.Logf("    %d:%d %s", d.Line, d.Column, d.Message)
				}
				for _, s := range m.Survivors {
					t.Logf("    %s", s)
				}
			}
		}
		out, err := r.Edits.Apply()
		if err != nil {
			t.Errorf("%s: %v", f, err)
		}
		if testing.Verbose() {
			t.Log("\n" + out)
		}
	}
}
