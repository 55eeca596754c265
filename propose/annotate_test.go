package propose

import (
	"context"
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/bench"
	"ensures/internal/require"
)

// The examples are annotated, and every proposed clause holds on every run.
func TestExamples(t *testing.T) {
	files, _ := filepath.Glob("../examples/*.java")
	if len(files) == 0 {
		t.Skip("no examples")
	}
	rt := bench.NewRuntime()
	for _, f := range files {
		if testing.Short() && !require.Sample(filepath.Base(f), 3) {
			continue
		}
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

// TestWorkers: what is found does not depend on how many methods are worked on at a time, nor
// on which others are wanted.
func TestWorkers(t *testing.T) {
	var src strings.Builder
	src.WriteString("public class A {\n    private int count;\n")
	for i := range 5 {
		fmt.Fprintf(&src, `    public static int plus%[1]d(int x) { return x > 100 ? x : x + %[1]d; }
    public int twice%[1]d(int x) { count = plus%[1]d(x); return count; }
    public static String name%[1]d(int x) { return x < %[1]d ? null : "n"; }
`, i)
	}
	src.WriteString("}\n")
	text := func(o Options) string {
		t.Helper()
		o.Budget, o.Inputs = time.Minute, 200
		res, err := File(t.Context(), bench.NewRuntime(), "A.java", src.String(), o)
		if err != nil {
			t.Fatal(err)
		}
		text, err := res.Edits.Apply()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}

	one := text(Options{})
	if !strings.Contains(one, "spec_public") || !strings.Contains(one, "nullable") || strings.Count(one, "ensures") < 10 {
		t.Fatalf("found too little:\n%s", one)
	}
	if several := text(Options{Workers: 8}); several != one {
		t.Errorf("eight at a time:\n%s\none at a time:\n%s", several, one)
	}
	alone := text(Options{Methods: []string{"A.plus3"}})
	for _, line := range strings.Split(alone, "\n") {
		if strings.Contains(line, "//@") && !strings.Contains(one, line) {
			t.Errorf("alone it gets %q, which it does not beside others", line)
		}
	}
}
