package libtest

import (
	"os"
	"regexp"
	"strconv"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/internal/require"
	"ensures/java/classlib"
	"ensures/java/types"
)

// library is the class library with its contracts; ENSURES_CLASSLIB names a directory
// to use in its place while contracts are being written.
func library(t *testing.T) *Library {
	t.Helper()
	lib := types.NewLibrary(classlib.FS)
	if dir := os.Getenv("ENSURES_CLASSLIB"); dir != "" {
		lib = types.NewLibrary(os.DirFS(dir))
	}
	l, err := NewLibrary(lib)
	if err != nil {
		t.Fatal(err)
	}
	return l
}

func jvm(t *testing.T) *JVM {
	return &JVM{Java: require.Tool(t, "java"), Javac: require.Tool(t, "javac"), Dir: t.TempDir()}
}

// seeded is the number of inputs a method in CI; ENSURES_LIBRARY sets another.
const seeded = 100

// TestContracts evaluates every contract of the class library on what the JVM does.
// ENSURES_METHODS is a regular expression over "class.method(" for a part of them.
func TestContracts(t *testing.T) {
	l := library(t)
	for _, e := range l.Errors {
		t.Errorf("%v", e)
	}
	o := Options{Seed: 1, Inputs: seeded, Mutated: 50}
	if n, err := strconv.Atoi(os.Getenv("ENSURES_LIBRARY")); err == nil {
		o.Inputs, o.Mutated = n, n/10
	}
	var methods []Method
	only := regexp.MustCompile(os.Getenv("ENSURES_METHODS"))
	for _, m := range l.Methods {
		if only.MatchString(m.Class() + "." + m.Name()) {
			methods = append(methods, m)
		}
	}

	reports, err := l.Test(t.Context(), jvm(t), methods, o)
	if err != nil {
		t.Fatal(err)
	}
	var sum Summary
	for i := range reports {
		r := &reports[i]
		sum.add(r)
		name := r.Method.Class() + "." + r.Method.Name()
		for _, p := range r.Problems() {
			t.Errorf("%s: %s", name, p)
		}
		for _, e := range r.Failures {
			t.Logf("  false: %s\n    on %s", e.Why, e.Call)
		}
		for _, e := range r.Open {
			t.Logf("  undecided: %s\n    on %s", e.Why, e.Call)
		}
		if r.Differ > 0 {
			t.Logf("%s: the interpreter differs on %d of %d", name, r.Differ, r.Calls)
		}
		for _, e := range r.Differences {
			t.Logf("  interpreter: %s\n    on %s", e.Why, e.Call)
		}
	}
	t.Log(sum.String())
	if os.Getenv("ENSURES_METHODS") == "" && os.Getenv("ENSURES_LIBRARY") != "" {
		golden.Text(t, table, Table(reports, o))
	}
}

// table is the page that `make library` makes.
const table = "../../docs/library.md"

// TestTable asks for a row of each contract.
func TestTable(t *testing.T) {
	text, err := os.ReadFile(table)
	if err != nil {
		t.Fatal(err)
	}
	for _, m := range library(t).Methods {
		if !strings.Contains(string(text), "## "+m.Class()+"\n") || !strings.Contains(string(text), "| `"+m.Name()+"` |") {
			t.Errorf("docs/library.md has no row of %s.%s: run make library", m.Class(), m.Name())
		}
	}
}
