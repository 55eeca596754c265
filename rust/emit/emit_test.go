package emit

import (
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"ensures/internal/golden"
	"ensures/rust/spec"
)

// examples are the files of testdata.
func examples(t *testing.T) map[string]string {
	t.Helper()
	paths, err := filepath.Glob("testdata/*.rs")
	if err != nil || len(paths) == 0 {
		t.Fatal(err, len(paths))
	}
	out := map[string]string{}
	for _, p := range paths {
		text, err := os.ReadFile(p)
		if err != nil {
			t.Fatal(err)
		}
		out[strings.TrimSuffix(filepath.Base(p), ".rs")] = string(text)
	}
	return out
}

// TestGolden: each example in each dialect, with what is left out.
func TestGolden(t *testing.T) {
	for name, text := range examples(t) {
		for _, d := range Dialects() {
			r, err := File(spec.Parse(text), d)
			if err != nil {
				t.Fatal(name, err)
			}
			var b strings.Builder
			fmt.Fprintf(&b, "%s\n// %d clauses are written\n", r.Text, r.Written)
			for _, o := range r.Omitted {
				fmt.Fprintf(&b, "// left out of %s: %s %s: %s\n", o.Func, o.Clause, o.Text, o.Reason)
			}
			golden.Text(t, filepath.Join("testdata", "golden", name+"."+string(d)), b.String())
		}
	}
}

// normal is what a file specifies, in normal form.
func normal(f *spec.File) (out []string) {
	clauses := func(at string, list []spec.Clause) {
		var lines []string
		for _, c := range list {
			lines = append(lines, fmt.Sprintf("%s: %s %s", at, c.Kind, spec.Text(c.Expr)))
		}
		slices.Sort(lines)
		out = append(out, lines...)
	}
	for _, fn := range f.Funcs {
		value := ""
		if fn.Value != nil {
			value = spec.Text(fn.Value)
		}
		if fn.Asked || fn.Mode != spec.Exec {
			out = append(out, fmt.Sprintf("%s %s %d %s", fn.Module, fn.Name, fn.Mode, value))
		}
		clauses(fn.Name, fn.Clauses)
		clauses(fn.Name+" proof", fn.Proof)
		for i, l := range fn.Loops {
			clauses(fmt.Sprintf("%s loop %d", fn.Name, i), l.Clauses)
		}
	}
	return out
}

// TestVerusSaysTheSame: the file for Verus, read again, has the same clauses, and a second
// translation changes nothing.
func TestVerusSaysTheSame(t *testing.T) {
	texts := examples(t)
	for i, task := range verusBench(t) {
		texts[fmt.Sprint(i, " ", task.ID)] = task.Text
	}
	for name, text := range texts {
		f := spec.Parse(text)
		r, err := File(f, Verus)
		if err != nil || len(r.Omitted) > 0 {
			t.Fatal(name, err, r.Omitted)
		}
		g := spec.Parse(r.Text)
		for _, e := range g.Errs {
			t.Errorf("%s: %v in\n%s", name, e, r.Text)
		}
		got := slices.DeleteFunc(normal(g), func(l string) bool { return !slices.Contains(normal(f), l) && !strings.Contains(l, ": ") }) // what clauses need stands in verus! too
		if diff := cmp.Diff(normal(f), got); diff != "" {
			t.Errorf("%s: %s", name, diff)
		}
		if again, err := File(g, Verus); err != nil || again.Text != r.Text {
			t.Errorf("%s: %v: a second time\n%s", name, err, cmp.Diff(r.Text, again.Text))
		}
	}
}
