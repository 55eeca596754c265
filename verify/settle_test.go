package verify

import (
	"fmt"
	"testing"
)

// TestSettle: what a verified method is worth follows from what it leans on, however
// far away, and cycles are judged together.
func TestSettle(t *testing.T) {
	key := func(n string) MethodKey { return MethodKey{Class: "C", Name: n} }
	verified := func(n string, leans ...string) MethodOutcome {
		m := MethodOutcome{Method: key(n), Verdict: Verified}
		for _, l := range leans {
			m.Rests.Methods = append(m.Rests.Methods, key(l))
		}
		return m
	}
	with := func(m MethodOutcome, f func(*MethodOutcome)) MethodOutcome { f(&m); return m }
	out := Outcome{Methods: []MethodOutcome{
		verified("leaf"), verified("calls", "leaf"),
		verified("ping", "pong"), verified("pong", "ping", "leaf"),
		verified("bad1", "bad2"), verified("bad2", "bad1", "open"), {Method: key("open"), Verdict: Unsupported},
		verified("far", "calls", "bad1"), verified("gone", "elsewhere"), verified("self", "self"),
		with(verified("assumes"), func(m *MethodOutcome) {
			m.Rests.Assumed = []Assumption{{What: "an assume", Line: 3, Column: 1}, {What: "no Errors"}}
		}),
		verified("onAssume", "assumes"),
		with(verified("vacuous"), func(m *MethodOutcome) { m.Contradiction = &Contradiction{Where: "at the entry"} }),
		verified("onVacuous", "vacuous"),
		with(verified("unseen"), func(m *MethodOutcome) { m.Witnesses = &Witnesses{Ends: 2} }),
		with(verified("seen"), func(m *MethodOutcome) { m.Witnesses = &Witnesses{Ends: 2, Reached: 1} }),
		verified("onUnseen", "unseen"),
	}}
	want := map[string]struct {
		verdict Verdict
		why     string
	}{
		"leaf": {Verified, "[]"}, "calls": {Verified, "[]"}, "ping": {Verified, "[]"}, "pong": {Verified, "[]"}, "self": {Verified, "[]"},
		"open": {Unsupported, "[]"},
		"bad1": {Conditional, "[open (through bad2) is unsupported]"}, "bad2": {Conditional, "[open is unsupported]"},
		"far": {Conditional, "[open (through bad1) is unsupported]"}, "gone": {Conditional, "[elsewhere is not asked about]"},
		"assumes": {Conditional, "[line 3: an assume]"}, "onAssume": {Conditional, "[assumes has an assume]"},
		"vacuous": {Vacuous, "[]"}, "onVacuous": {Conditional, "[vacuous is vacuous]"},
		"unseen": {Unwitnessed, "[]"}, "seen": {Verified, "[]"}, "onUnseen": {Verified, "[]"},
	}
	for range 2 { // settling twice changes nothing
		out.Settle()
		for _, m := range out.Methods {
			w := want[m.Method.Name]
			if m.Verdict != w.verdict {
				t.Errorf("%s is %s, want %s", m.Method, m.Verdict, w.verdict)
			}
			if got := fmt.Sprint(out.Conditions(m)); got != w.why {
				t.Errorf("%s leans on %s, want %s", m.Method, got, w.why)
			}
		}
	}
	if out.Verdict != Unsupported || out.HoldsAsAsked() {
		t.Errorf("the file is %s", out.Verdict)
	}

	// What is verified later is a condition no more.
	out.Find(key("open")).Verdict = Verified
	out.Settle()
	if v := out.Find(key("far")).Verdict; v != Verified {
		t.Errorf("far is %s", v)
	}
	gone := Outcome{Verdict: Verified, Methods: []MethodOutcome{verified("gone", "elsewhere")}}
	gone.Settle()
	if gone.Verdict != Conditional || !gone.HoldsAsAsked() || fmt.Sprint(gone.NotAsked()) != "[C.elsewhere()]" {
		t.Errorf("%s, %v", gone.Verdict, gone.NotAsked())
	}
}
