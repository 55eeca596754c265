package eval

import (
	"encoding/json"
	"os"
	"sync"
	"testing"

	"ensures/internal/require"
	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

var library = sync.OnceValues(func() (*types.Library, *interp.Program) {
	l := types.NewLibrary(classlib.FS)
	return l, interp.NewLibrary(l)
})

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

func mustParse(t testing.TB, name, src string) (*java.File, *jml.File) {
	t.Helper()
	f, errs := java.Parse(name, src)
	s, serrs := jml.Parse(f)
	for _, e := range append(errs, serrs...) {
		t.Errorf("%v (%s)", e, e.Hint)
	}
	return f, s
}

// parseClause makes a clause of an expression given as text; nil when it has errors.
func parseClause(kind jml.Kind, text string) (*jml.Clause, *java.File, java.ErrorList) {
	x, f, errs := jml.ParseExpr(text)
	if len(errs) > 0 || x == nil {
		return nil, f, errs
	}
	return &jml.Clause{Kind: kind, Expr: x, Span: java.Span{From: x.Pos(), To: x.End()}}, f, nil
}

// checked parses and checks a program with its specification.
func checked(t testing.TB, name, src string) (*jml.Checked, *interp.Program) {
	t.Helper()
	lib, ilib := library()
	c, errs := jml.Load(lib, name, src)
	for _, e := range errs {
		t.Fatalf("%v (%s)", e, e.Hint)
	}
	return c, interp.New(ilib, c.Program, interp.HookPlan{})
}

// prepared is a checked program to be run, and its method f of class A.
func prepared(t testing.TB, src string) (*jml.Checked, *Tracer, *interp.Machine, *types.Method) {
	t.Helper()
	k, _ := checked(t, "", src)
	_, ilib := library()
	tr := NewTracer(k, ilib)
	var target *types.Method
	for _, m := range k.Unit.Info.Methods {
		if m.Owner.Name == "A" && m.Name == "f" {
			target = m
		}
	}
	return k, tr, tr.Program().NewMachine(interp.Options{}), target
}

func TestCompileGroundTruth(t *testing.T) {
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
				eachExpr(c, func(cl *jml.Clause, x java.Expr) {
					if cl.Kind == jml.Decreases {
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
func eachExpr(c *jml.Checked, f func(*jml.Clause, java.Expr)) {
	var visit func(list []*jml.Clause)
	visit = func(list []*jml.Clause) {
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
