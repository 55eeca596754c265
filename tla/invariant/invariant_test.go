package invariant

import (
	"errors"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

const templates = `
placeholders:
  threads: the set of threads
  holds(t): thread t holds the lock
  tickets: a counter
invariants:
  - name: MutualExclusion
    meaning: at most one holds
    formula: |
      \A a, b \in $threads :
        /\ $holds(a)
        /\ $holds(b)
        => a = b
    witness: '\E a \in $threads : $holds(a)'
  - name: Grows
    kind: action
    formula: $tickets' >= $tickets
  - name: Progress
    kind: temporal
    formula: '\A t \in $threads : []<>$holds(t)'
`

func parse(t *testing.T, text string) *Set {
	t.Helper()
	s, err := Parse("invariants.yaml", []byte(text))
	if err != nil {
		t.Fatal(err)
	}
	return s
}

func TestConcrete(t *testing.T) {
	s := parse(t, templates)
	b, err := ParseBinding("binding.yaml", []byte("bind:\n  threads: Threads\n  holds(t): pc[t] = \"t\" /\\ r.t = [t |-> 1, pc |-> t].t\ncannot:\n  Progress: no fairness\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	m := Model{Module: "Lock", Variables: []string{"pc", "r"}, Names: []string{"Threads", "a", "t", "Next"}}
	ps := s.Concrete(m, b)
	want := `---- MODULE P ----
EXTENDS Lock

Ensures_holds(t_q) ==
  pc[t_q] = "t" /\ r.t = [t |-> 1, pc |-> t_q].t

Ensures_threads ==
  Threads

Ensures_MutualExclusion ==
  \A a_q, b \in Ensures_threads :
    /\ Ensures_holds(a_q)
    /\ Ensures_holds(b)
    => a_q = b

Ensures_witness_MutualExclusion ==
  \E a_q \in Ensures_threads : Ensures_holds(a_q)

====
`
	if d := cmp.Diff(want, Module("P", m, ps)); d != "" {
		t.Error(d)
	}
	if ps[1].Translated() || ps[1].Reason != "not bound: $tickets" {
		t.Errorf("Grows: %+v", ps[1])
	}
	if ps[2].Translated() || !strings.Contains(ps[2].Reason, "no fairness") {
		t.Errorf("Progress: %+v", ps[2])
	}
	w := WitnessModule("W", "See", m, ps)
	for _, part := range []string{"Ensures_witness_MutualExclusion ==\n  \\E a_q \\in Ensures_threads", "ASSUME TLCSet(40, FALSE)", `PrintT(<<"ensures-witness", "MutualExclusion">>)`} {
		if !strings.Contains(w, part) {
			t.Errorf("%q is not in\n%s", part, w)
		}
	}
}

func TestActionAndWritten(t *testing.T) {
	s := parse(t, templates)
	b, err := ParseBinding("b", []byte("bind: {tickets: next}\nwrite:\n  Progress: '[]<>(next > a)'\n"), s)
	if err != nil {
		t.Fatal(err)
	}
	ps := s.Concrete(Model{Module: "Lock", Variables: []string{"next", "a"}, Names: []string{"a"}}, b)
	if d := cmp.Diff("Ensures_Grows_step ==\n  Ensures_tickets' >= Ensures_tickets\nEnsures_Grows == [][Ensures_Grows_step]_<<next, a>>", ps[1].Text); d != "" {
		t.Error(d)
	}
	if d := cmp.Diff("Ensures_Progress ==\n  []<>(next > a)", ps[2].Text); d != "" {
		t.Error(d)
	}
	if ps[0].Translated() {
		t.Error("MutualExclusion is translated without a binding")
	}
}

func TestMistakes(t *testing.T) {
	s := parse(t, templates)
	for _, c := range []struct{ text, want string }{
		{"bind: {nobody: x}", "no template has this placeholder"},
		{"bind: {holds: x}", "as a placeholder it is holds(t)"},
		{"bind: {threads: ' '}", "bound to nothing"},
		{"bind: {\"holds(t\": x}", "write it as name"},
		{"write: {Nothing: x}", "no such invariant"},
		{"bound: {}", "field bound not found"},
	} {
		_, err := ParseBinding("b.yaml", []byte(c.text), s)
		if e := new(Error); !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) || !strings.HasPrefix(err.Error(), "b.yaml: ") {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
	for _, c := range []struct{ text, want string }{
		{"invariants: []", "no invariants"},
		{"invariants: [{name: A, formula: $x > 0}]", "$x is not among the placeholders"},
		{"invariants: [{name: A, kind: live, formula: x > 0}]", "unknown kind"},
		{"invariants: [{name: A b, formula: x}]", "is no name"},
		{"invariants: [{name: A, formula: x}, {name: A, formula: x}]", "twice"},
		{"invariants: [{name: A}]", "no formula"},
		{"placeholders: {vars: x}\ninvariants: [{name: A, formula: x}]", "built in"},
		{"invariants: [", "yaml"},
	} {
		_, err := Parse("i.yaml", []byte(c.text))
		if e := new(Error); !errors.As(err, &e) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.text, err, c.want)
		}
	}
}

// Tokens joined are the text again, whatever it is.
func FuzzScan(f *testing.F) {
	f.Add(templates)
	f.Add(`\A x \in S : [x |-> "a\"b"].x = $y(1..2) \* end`)
	f.Fuzz(func(t *testing.T, s string) {
		var b strings.Builder
		for _, x := range scan(s) {
			b.WriteString(x.text)
		}
		if b.String() != s {
			t.Errorf("%q became %q", s, b.String())
		}
		rename(s, func(string) bool { return true })
	})
}

// Templates speak of events of the log: what such an event is the mapping says, or the
// binding; an action that needs more than the event's fields is not bound.
func TestEvents(t *testing.T) {
	set, err := Parse("i", []byte(`
placeholders: {threads: all, locked: the lock is held}
events: {TryFail(thread): an attempt fails, Give(thread): with more}
invariants:
  - {name: FailsWhenHeld, formula: '\A t \in $threads : ENABLED $TryFail(t) => $locked'}
  - {name: Gives, formula: '\A t \in $threads : ~ENABLED $Give(t)'}
`))
	if err != nil {
		t.Fatal(err)
	}
	m := Model{Module: "M", Variables: []string{"x"}, Actions: map[string]string{"TryFail": "(Fail($thread, 1))", "Give": "(Give($thread, $to))"}}
	bind := func(text string) *Binding {
		b, err := ParseBinding("b", []byte(text), set)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	ps := set.Concrete(m, bind("bind: {threads: T, locked: l}"))
	if text := Module("I", m, ps); !strings.Contains(text, "Ensures_TryFail(thread) ==\n  (Fail(thread, 1))") || !strings.Contains(text, "ENABLED Ensures_TryFail(t) => Ensures_locked") {
		t.Error(text)
	}
	if ps[1].Translated() || !strings.Contains(ps[1].Reason, "$Give") {
		t.Errorf("%+v", ps[1])
	}
	ps = set.Concrete(m, bind("bind: {threads: T, locked: l, 'Give(a)': 'G(a)', 'TryFail(a)': 'F(a)'}"))
	if text := Module("I", m, ps); !strings.Contains(text, "Ensures_Give(a) ==\n  G(a)") || !strings.Contains(text, "Ensures_TryFail(a) ==\n  F(a)") {
		t.Error(text)
	}
}
