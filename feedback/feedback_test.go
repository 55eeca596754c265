package feedback_test

import (
	"path/filepath"
	"strconv"
	"strings"
	"testing"

	"github.com/rogpeppe/go-internal/txtar"

	"ensures/feedback"
	"ensures/internal/require"
	"ensures/verify"
	"ensures/verify/openjml"
)

// Codes are append-only: they are numbered, unique and described, and every kind of
// obligation has one.
func TestClasses(t *testing.T) {
	seen := map[feedback.Class]bool{}
	kinds := map[verify.Kind]feedback.Class{}
	for _, d := range feedback.Classes() {
		if seen[d.Class] || d.Means == "" || !strings.HasPrefix(string(d.Class), "F") {
			t.Errorf("class %q: repeated, undescribed or misnamed", d.Class)
		}
		seen[d.Class] = true
		for _, k := range d.Kinds {
			if o, ok := kinds[k]; ok {
				t.Errorf("kind %s is in %s and %s", k, o, d.Class)
			}
			kinds[k] = d.Class
			if feedback.ClassOf(k) != d.Class {
				t.Errorf("ClassOf(%s) = %s", k, feedback.ClassOf(k))
			}
		}
	}
	if feedback.ClassOf("SomethingNew") != feedback.Other {
		t.Error("an unknown kind is Other")
	}
}

// TestTranscripts explains what a real OpenJML printed.
func TestTranscripts(t *testing.T) {
	want := map[string]feedback.Class{
		"02": feedback.Postcondition, "03": feedback.Precondition, "04": feedback.InvariantBeforeLoop, "05": feedback.InvariantInBody,
		"06": feedback.Null, "07": feedback.Index, "08": feedback.Index, "09": feedback.Overflow, "12": feedback.Undefined, "15": feedback.Division,
		"16": feedback.Assignable, "18": feedback.VariantDecreases, "19": feedback.VariantNegative, "20": feedback.Syntax, "22": feedback.Type,
		"40": feedback.CastRange, "42": feedback.Assert, "43": feedback.NegativeSize, "44": feedback.BadCast, "45": feedback.NullReturn,
		"57": feedback.Timeout, "59": feedback.ExceptionList, "60": feedback.ExceptionalPostcondition,
	}
	dir := require.Shared(t, "transcripts/openjml")
	paths, _ := filepath.Glob(filepath.Join(dir, "*.txtar"))
	found := 0
	for _, p := range paths {
		class, ok := want[filepath.Base(p)[:2]]
		if !ok {
			continue
		}
		found++
		a, err := txtar.ParseFile(p)
		if err != nil {
			t.Fatal(err)
		}
		var raw verify.Raw
		var src string
		for _, f := range a.Files {
			switch {
			case f.Name == "exit.txt":
				raw.Exit, _ = strconv.Atoi(strings.TrimSpace(string(f.Data)))
			case f.Name == "output.txt":
				raw.Stdout = strings.TrimLeft(string(f.Data), "\n")
			case strings.HasSuffix(f.Name, ".java"):
				src = string(f.Data)
			}
		}
		out, err := openjml.Parse(raw, src)
		if err != nil {
			t.Fatal(err)
		}
		r := feedback.Analyze(out, src)
		if len(r.Failures) == 0 || r.Failures[0].Class != class || r.Failures[0].Hint == "" || r.Failures[0].Line == 0 {
			t.Errorf("%s: %+v, want %s", filepath.Base(p), r.Failures, class)
		}
	}
	if found != len(want) {
		t.Errorf("%d of %d transcripts found", found, len(want))
	}
}

const loopSource = `class A {
    //@ requires n >= 0;
    //@ ensures (\forall int k; 0 <= k && k < a.length; \result >= a[k]);
    static int f(int[] a, int n) {
        int m = 0;
        //@ loop_invariant 0 <= i;
        for (int i = 0; i < a.length; i++) {
            m = a[i];
        }
        return m;
    }
    static int g(int n) {
        int i = 0;
        while (i < n) {
            i++;
        }
        return i;
    }
}
`

// TestHints: hints name what is missing.
func TestHints(t *testing.T) {
	for _, c := range []struct {
		name string
		d    verify.Diagnostic
		want string
	}{
		{"postcondition of all elements", verify.Diagnostic{Kind: verify.Postcondition, Line: 10, AssociatedLine: 3, Clause: "(\\forall int k; 0 <= k && k < a.length; \\result >= a[k])"}, "no invariant of the loop at line 7 does: add the same statement for the part that is done, with `0 <= k && k < i` as its range"},
		{"postcondition after a bare loop", verify.Diagnostic{Kind: verify.Postcondition, Line: 17, Clause: "\\result == n"}, "the loop at line 14 has no invariant"},
		{"index unbounded", verify.Diagnostic{Kind: verify.PossiblyTooLargeIndex, Line: 8}, "add `loop_invariant 0 <= i && i <= a.length;`"},
		{"strict bound", verify.Diagnostic{Kind: verify.LoopInvariant, Line: 6, Clause: "i < a.length"}, "write `i <= a.length`"},
		{"range includes the index", verify.Diagnostic{Kind: verify.LoopInvariant, Line: 6, Clause: "i <= a.length && (\\forall int k; 0 <= k && k <= i; m >= a[k])"}, "write `k < i` for `k <= i`"},
		{"variant", verify.Diagnostic{Kind: verify.LoopDecreases, Line: 6}, "write `decreases a.length - i;`"},
		{"a run that violates", verify.Diagnostic{Kind: verify.Postcondition, Line: 17, Clause: "\\result > n", Counterexample: &verify.Counterexample{Replayed: true}}, "a run violates the clause"},
	} {
		d := c.d
		d.Verdict, d.Method = verify.Unknown, verify.MethodKey{Class: "A", Name: "f"}
		r := feedback.Analyze(verify.Outcome{Verdict: verify.Unknown, Diagnostics: []verify.Diagnostic{d}}, loopSource)
		if got := r.Failures[0].Hint; !strings.Contains(got, c.want) {
			t.Errorf("%s: %q lacks %q", c.name, got, c.want)
		}
	}
	for line, want := range map[int]feedback.Addition{8: {Clause: "loop_invariant 0 <= i && i <= a.length;", Line: 7}, 14: {Clause: "loop_invariant 0 <= i && i <= n;", Line: 14}} {
		d := verify.Diagnostic{Kind: verify.PossiblyTooLargeIndex, Line: line, Verdict: verify.Unknown, Method: verify.MethodKey{Class: "A", Name: "f"}}
		if line == 14 {
			d.Kind, d.Severity = verify.MissingLoopInvariant, verify.Warning
		}
		r := feedback.Analyze(verify.Outcome{Verdict: verify.Unknown, Diagnostics: []verify.Diagnostic{d}}, loopSource)
		if got := r.Failures[0].Add; len(got) != 1 || got[0] != want {
			t.Errorf("line %d: the hint %q adds %v, want %v", line, r.Failures[0].Hint, got, want)
		}
	}

	// A source that does not parse still gets an answer.
	r := feedback.Analyze(verify.Outcome{Verdict: verify.Malformed, Diagnostics: []verify.Diagnostic{{Kind: verify.SyntaxError, Line: 1}}}, "class {")
	if r.Failures[0].Hint == "" {
		t.Error("no hint for a source that does not parse")
	}
}
