package spec

import (
	"encoding/json"
	"strings"
	"testing"

	"ensures/tools"
)

// Candidates are ranked by what the tools said: verified first, then both strict
// postcondition metrics, then the scores; cheating counts for nothing.
func TestJudge(t *testing.T) {
	j := NewJudge(Bar{PostCorr: 0.9, PostComp: 0.9})
	if j.Best() != nil || j.Success() {
		t.Error("something before the first call")
	}
	see := func(name, code string, result any) {
		t.Helper()
		raw, err := json.Marshal(result)
		if err != nil {
			t.Fatal(err)
		}
		args, _ := json.Marshal(map[string]string{"code": code})
		j.Observe(tools.Call{Name: name, Args: args, Result: tools.Result{JSON: raw}})
	}
	best := func(want string) {
		t.Helper()
		if got := j.Best(); got == nil || got.Text != want {
			t.Errorf("best is %+v, want %s", got, want)
		}
	}
	num := func(x float64) *float64 { return &x }
	strict := func(corr, comp float64) scores { return scores{PostCorr: num(corr), PostComp: num(comp)} }

	see("verify_with_openjml", "A", verdict{Verdict: "refuted", Failures: []failure{{Class: "F03-postcondition", Line: 7, What: "no", Counterexample: "x = 1 → 2"}}})
	best("A")
	if !strings.Contains(j.Failure(), "line 7, F03-postcondition: no; x = 1 → 2") {
		t.Error(j.Failure())
	}
	see("run_spec_harness", "A", measured{Strict: strict(0.5, 1)})
	see("verify_with_openjml", "B", verdict{Verdict: "verified", Verifier: "v 1"})
	best("B")
	see("run_spec_harness", "B", measured{Strict: strict(1, 0.2), Missing: []string{"PostComp"}})
	see("verify_with_openjml", "C", verdict{Verdict: "verified", Problems: []string{"assumes"}})
	see("run_spec_harness", "C", measured{Strict: strict(1, 1), Problems: []string{"assumes"}})
	best("B")
	see("verify_with_openjml", "D", verdict{Verdict: "unknown"})
	see("run_spec_harness", "D", measured{Strict: strict(1, 1)})
	best("B")
	see("verify_with_openjml", "E", verdict{Verdict: "verified"})
	best("B") // not measured yet
	see("run_spec_harness", "E", measured{Strict: strict(0.95, 0.95)})
	best("E")
	see("task_complete", "F", completion{Verdict: "verified", Strict: strict(1, 1), Success: true, Accepted: true})
	best("F")
	if c := j.Best(); !j.Success() || c.Verdict != "verified" || c.Strict["post_completeness"] != 1 {
		t.Errorf("%+v", c)
	}
	see("verify_with_openjml", "F", verdict{Verdict: "refuted"}) // what is learnt later counts
	best("E")
	see("run_method", "G", runOut{})
	best("E")
}
