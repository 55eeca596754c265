package feedback_test

import (
	"encoding/json"
	"errors"
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"ensures/feedback"
	"ensures/verify"
)

var keyF = verify.MethodKey{Class: "A", Name: "f"}

// many is an outcome with failures of all sorts, the certain ones last.
func many(n int) verify.Outcome {
	out := verify.Outcome{Verdict: verify.Refuted, Backend: "native", Version: "z3 1",
		Warnings: []verify.Diagnostic{
			{Kind: verify.VacuousPrecondition, Severity: verify.Warning, Method: keyF, Line: 3, Column: 1, Message: "nothing satisfies the precondition"},
			{Kind: verify.UndefinedTooLargeIndex, Severity: verify.Warning, Method: keyF, Line: 9, Column: 1, Message: "may be undefined here"}}}
	for i := range n {
		out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.Postcondition, Severity: verify.Error, Verdict: verify.Unknown, Method: keyF, Line: 10 + i,
			Message: "cannot prove Postcondition", Clause: "\\result > 0 && " + strings.Repeat("größer && ", 20) + "true"})
	}
	out.Diagnostics = append(out.Diagnostics, verify.Diagnostic{Kind: verify.ArithmeticOperationRange, Severity: verify.Error, Verdict: verify.Refuted, Method: verify.MethodKey{Class: "A", Name: "g"}, Line: 14,
		Message:        "cannot prove ArithmeticOperationRange: overflow in int sum",
		Obligation:     "ArithmeticOperationRange: overflow in int sum",
		Reason:         "the solver gave up",
		Counterexample: &verify.Counterexample{Inputs: "a=1, b=2147483647", Expected: "no overflow", Actual: "integer overflow", Replayed: true, Trace: []string{"loop at line 14, iteration 0: i=0"}}})
	return out
}

// TestTextBudget: a text is never longer than its budget, and what is left out is
// the least important.
func TestTextBudget(t *testing.T) {
	r := feedback.Analyze(many(50), loopSource)
	for tokens := 1; tokens < 3000; tokens += 7 {
		s := r.Text(tokens)
		if len(s) > 4*tokens {
			t.Fatalf("%d tokens: %d bytes", tokens, len(s))
		}
		if !utf8.ValidString(s) {
			t.Fatalf("%d tokens: cut in the middle of a character", tokens)
		}
		if tokens > 250 && (!strings.Contains(s, "F32-vacuous") || !strings.Contains(s, "a=1, b=2147483647")) {
			t.Fatalf("%d tokens: the most important is cut:\n%s", tokens, s)
		}
		if tokens > 250 && tokens < 1000 && !strings.Contains(s, "more: F03-postcondition at line") {
			t.Fatalf("%d tokens: what is left out is not counted:\n%s", tokens, s)
		}
	}
	whole := feedback.Analyze(many(1), loopSource).Text(2000)
	for _, want := range []string{"refuted by native (z3 1)\n", "iteration 0: i=0", "a run violates ArithmeticOperationRange: overflow in int sum\n", "warning: 9:1"} {
		if !strings.Contains(whole, want) {
			t.Errorf("no %q in:\n%s", want, whole)
		}
	}
	v, o, p := strings.Index(whole, "F32"), strings.Index(whole, "F16"), strings.Index(whole, "F03")
	if v < 0 || v > o || o > p {
		t.Errorf("order %d %d %d:\n%s", v, o, p, whole)
	}
}

func TestJSON(t *testing.T) {
	b, err := json.Marshal(feedback.Analyze(many(1), loopSource))
	if err != nil {
		t.Fatal(err)
	}
	var r map[string]any
	if err := json.Unmarshal(b, &r); err != nil {
		t.Fatal(err)
	}
	got := ""
	for _, f := range r["failures"].([]any) {
		m := f.(map[string]any)
		got += fmt.Sprint(m["class"], " ", m["kind"], " ", m["severity"], " ", m["line"], "; ")
		if m["hint"] == "" || m["what"] == "" {
			t.Errorf("%v", m)
		}
	}
	want := "F03-postcondition Postcondition error 10; F16-overflow ArithmeticOperationRange error 14; F32-vacuous VacuousPrecondition warning 3; "
	if got != want {
		t.Errorf("got %s", got)
	}
	c := feedback.Crashed("openjml", errors.New("catastrophic"))
	if c.Failures[0].Class != feedback.Crash || c.Verdict != verify.Unknown {
		t.Errorf("%+v", c)
	}
}
