package verify

import (
	"fmt"
	"testing"
)

// TestStanding: what a verified method is worth follows from what it leans on, however
// far away, and cycles are judged together.
func TestStanding(t *testing.T) {
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
	for _, c := range []struct {
		method string
		want   Standing
		why    string
	}{
		{"leaf", Proved, "[]"}, {"calls", Proved, "[]"}, {"ping", Proved, "[]"}, {"pong", Proved, "[]"}, {"self", Proved, "[]"},
		{"open", Open, "[]"}, {"missing", Open, "[]"},
		{"bad1", Conditional, "[open (through bad2) is unsupported]"}, {"bad2", Conditional, "[open is unsupported]"},
		{"far", Conditional, "[open (through bad1) is unsupported]"}, {"gone", Conditional, "[elsewhere is not asked about]"},
		{"assumes", Conditional, "[line 3: an assume]"}, {"onAssume", Conditional, "[assumes has an assume]"},
		{"vacuous", Vacuous, "[]"}, {"onVacuous", Conditional, "[vacuous is vacuous]"},
		{"unseen", Unwitnessed, "[]"}, {"seen", Proved, "[]"}, {"onUnseen", Proved, "[]"},
	} {
		if got := out.Standing(key(c.method)); got != c.want {
			t.Errorf("%s is %s, want %s", c.method, got, c.want)
		}
		if got := fmt.Sprint(out.Conditions(key(c.method))); got != c.why {
			t.Errorf("%s leans on %s, want %s", c.method, got, c.why)
		}
	}
	out.Verdict = Verified
	if out.Proved() || out.Weakest() != Open {
		t.Errorf("the file is %s", out.Weakest())
	}
	out.Methods = out.Methods[:4]
	if !out.Proved() {
		t.Errorf("the file is %s", out.Weakest())
	}
	if out.Verdict = Unknown; out.Proved() {
		t.Error("an unknown file is proved")
	}
}
