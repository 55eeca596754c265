package measure_test

import (
	"encoding/json"
	"fmt"
	"os"
	"strings"
	"testing"

	"ensures/dafny"
	"ensures/dafny/measure"
	"ensures/value"
)

// form is a method with clauses of a form that the recorded tasks don't have, or hardly, and
// what its postcondition says of outputs.
type form struct {
	record
	right []bool // of the outputs, in order
	later bool   // than Dafny 2.3
}

func forms(t *testing.T) []form {
	t.Helper()
	text, err := os.ReadFile("testdata/forms.txt")
	if err != nil {
		t.Fatal(err)
	}
	var out []form
	for i, block := range strings.Split(strings.TrimSpace(string(text)), "\n\n") {
		if strings.HasPrefix(block, "#") {
			continue
		}
		code, test, ok := strings.Cut(block, "\n")
		args, outputs, more := strings.Cut(test, " => ")
		if !ok || !more {
			t.Fatalf("block %d has no outputs: %s", i, block)
		}
		code, later := strings.CutPrefix(code, "later: ")
		f := form{record: record{ID: fmt.Sprint("form ", i), Code: code, Method: "M"}, later: later}
		var in []json.RawMessage
		if err := json.Unmarshal([]byte(args), &in); err != nil {
			t.Fatalf("%s: %v", args, err)
		}
		for _, o := range strings.Split(outputs, " | ") {
			o, wrong := strings.CutPrefix(strings.TrimSpace(o), "!")
			f.Tests = append(f.Tests, measure.Test{Args: in, Expected: json.RawMessage(o)})
			f.right = append(f.right, !wrong)
		}
		out = append(out, f)
	}
	return out
}

// Every form is read without a mistake and decided on each of its outputs.
func TestForms(t *testing.T) {
	for _, f := range forms(t) {
		file := dafny.Parse(f.Code)
		for _, e := range file.Errs {
			t.Errorf("%s: %s", f.Code, file.Describe(e))
		}
		m := method(file, "M")
		if m == nil {
			continue
		}
		rep, err := measure.Measure(file, m, f.Tests, measure.Options{})
		if err != nil {
			t.Errorf("%s: %v", f.Code, err)
			continue
		}
		for _, c := range rep.Undecidable() {
			t.Errorf("%s: %v", f.Code, c.Err)
		}
		for _, s := range rep.Skipped {
			t.Errorf("%s: %s", f.Code, s)
		}
		for i, p := range rep.Pairs {
			want := value.False
			if f.right[i] {
				want = value.True
			}
			if p.Pre.Truth != value.True || p.Post.Truth != want {
				t.Errorf("%s\n  of %s: precondition %v, postcondition %v, want %v", f.Code, p.Result, p.Pre.Truth, p.Post.Truth, want)
			}
		}
	}
}
