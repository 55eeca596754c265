package jml

import (
	"bufio"
	"encoding/json"
	"os"
	"sync"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
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
	sc := bufio.NewScanner(f)
	sc.Buffer(nil, 1<<24)
	for sc.Scan() {
		var m map[string]any
		if err := json.Unmarshal(sc.Bytes(), &m); err != nil {
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

var library = sync.OnceValues(func() (*types.Library, *interp.Program) {
	l := types.NewLibrary(classlib.FS)
	return l, interp.NewLibrary(l)
})

// checked parses and checks a program with its specification.
func checked(t testing.TB, name, src string) (*Checked, *interp.Program) {
	t.Helper()
	f, s := mustParse(t, name, src)
	lib, ilib := library()
	p, errs := types.Check(lib, f)
	for _, e := range errs {
		t.Errorf("java: %v", e)
	}
	c, errs := Check(s, p, p.Units[0])
	for _, e := range errs {
		t.Errorf("jml: %v (%s)", e, e.Hint)
	}
	return c, interp.New(ilib, p, interp.HookPlan{})
}

func TestCheckGroundTruth(t *testing.T) {
	for _, file := range []struct{ path, key string }{
		{"data/specgenbench/oracle.jsonl", "annotated"},
		{"data/specgenbench/normalised.jsonl", "code"},
		{"data/specgenbench/openjml_variants.jsonl", "code"},
	} {
		for _, task := range sharedLines(t, file.path) {
			id := task["task_id"].(string)
			t.Run(file.key+"/"+id, func(t *testing.T) {
				c, prog := checked(t, id, task[file.key].(string))
				for _, w := range c.Spec.Warnings {
					t.Logf("%v (%s)", w, w.Hint)
				}
				eachExpr(c, func(cl *Clause, x java.Expr) {
					if cl.Kind == Decreases {
						if _, err := CompileMeasure(c, prog, x, CompileOptions{}); err != nil {
							t.Errorf("%s: %v", cl, err)
						}
						return
					}
					if _, err := Compile(c, prog, x, CompileOptions{}); err != nil {
						t.Errorf("%s: %v", cl, err)
					}
				})
			})
		}
	}
}

// eachExpr visits the predicates and measures of all clauses.
func eachExpr(c *Checked, f func(*Clause, java.Expr)) {
	var visit func(list []*Clause)
	visit = func(list []*Clause) {
		for _, cl := range list {
			if cl.Expr != nil {
				f(cl, cl.Expr)
			}
			for _, k := range cl.Cases {
				visit(k.Clauses)
			}
		}
	}
	for _, m := range c.Spec.Methods {
		for _, k := range m.Cases {
			visit(k.Clauses)
		}
	}
	for _, l := range c.Spec.Loops {
		visit(l.Clauses)
	}
	for _, k := range c.Spec.Classes {
		visit(k.Clauses)
	}
}
