package feedback_test

import (
	"os"
	"strings"
	"testing"

	"ensures/feedback"
	"ensures/verify"
)

// TestHintsOfRealFailures: failures as the verifier gives them, hints made from the
// code around them.
func TestHintsOfRealFailures(t *testing.T) {
	src, err := os.ReadFile("testdata/Hints.java")
	if err != nil {
		t.Fatal(err)
	}
	out, err := solver(t).Verify(t.Context(), verify.Request{File: "Hints.java", Source: string(src)})
	if err != nil {
		t.Fatal(err)
	}
	r := feedback.Analyze(out, string(src))
	for _, c := range []struct {
		class  feedback.Class
		method string
		hint   string
	}{
		{feedback.InvariantBeforeLoop, "min", "the range starts at the wrong end (`0 <= k && k < i`): write `i < k && k < a.length`"},
		{feedback.Overflow, "sum", "`loop_invariant -1000000 * i <= s && s <= 1000000 * i;`"},
		{feedback.Overflow, "mid", "write `lo + (hi - lo) / 2`"},
		{feedback.Overflow, "neg", "add `requires x != Long.MIN_VALUE;`"},
		{feedback.Overflow, "upto", "i reaches n + 1: add `requires n < Integer.MAX_VALUE;`"},
		{feedback.Overflow, "fact", "`Integer.MIN_VALUE <= n * fact(n - 1) && n * fact(n - 1) <= Integer.MAX_VALUE`"},
		{feedback.Division, "div", "add `requires (\\forall int k; 0 <= k && k < a.length; a[k] != 0);`"},
		{feedback.Index, "head", "add `requires 0 < xs.length;`"},
		{feedback.Null, "head", "add `requires \\nonnullelements(xs);`"},
		{feedback.Null, "Hints", "give it a value in its declaration or in every constructor"},
		{feedback.Assignable, "fill", "b[*] is missing in the frame"},
		{feedback.MissingInvariant, "fill", "`loop_invariant 0 <= i && i <= b.length;`"},
	} {
		found := false
		for _, f := range r.Failures {
			if f.Class == c.class && f.Method == c.method {
				found = found || strings.Contains(f.Hint, c.hint)
				t.Logf("%s %s: %s", f.Class, f.Method, f.Hint)
			}
		}
		if !found {
			t.Errorf("no %s of %s with the hint %q", c.class, c.method, c.hint)
		}
	}
}
