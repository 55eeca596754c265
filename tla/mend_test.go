package tla_test

import (
	"strings"
	"testing"
	"time"

	"ensures/setup/tlatest"
	"ensures/tla"
)

// hinted are modules with one mistake each: what becomes of them, what the hint must
// say, and how many states lead to the mistake.
var hinted = []struct {
	name   string
	job    tla.Job
	status tla.Status
	hint   string
	trace  int
	last   string // a variable's value in the last state
}{
	{"head of an empty sequence, later", tla.Job{Module: tla.Source{Text: module("Sequences", "q, x",
		`Init == q = <<1, 2>> /\ x = 0`, `Take == x' = Head(q) /\ q' = Tail(q)`, `Next == Take`)}}, tla.Evaluation, "in Take", 3, "x = 2"},
	{"the same in a specification", tla.Job{Module: tla.Source{Text: module("Sequences", "q, x",
		`Init == q = <<1, 2>> /\ x = 0`, `Take == x' = Head(q) /\ q' = Tail(q)`, `Spec == Init /\ [][Take]_<<q, x>>`)},
		Config: "SPECIFICATION Spec \\* NEXT is Take\n"}, tla.Evaluation, "in Take", 3, "x = 2"},
	{"another disjunct is enabled", tla.Job{Module: tla.Source{Text: module("Sequences", "q, x",
		`Init == q = <<1>> /\ x = 0`, `Put == x < 3 /\ x' = x + 1 /\ q' = q`, `Take == x = 2 /\ x' = Head(q \o <<>>) + Head(Tail(q)) /\ q' = q`, `Next == Put \/ Take`)}},
		tla.Evaluation, "in Take", 3, "x = 2"},
	{"not in a state beyond the constraint", tla.Job{Module: tla.Source{Text: module("Sequences", "q, x",
		`Init == q = <<1, 2, 3>> /\ x = 0`, `Leap == x = 0 /\ x' = 9 /\ q' = <<>>`, `Take == x' = x + Head(q) /\ q' = Tail(q)`, `Next == Leap \/ Take`, `Near == x < 9`)},
		Constraints: []string{"Near"}}, tla.Evaluation, "in Take", 4, "x = 6"},
	{"a recursion without end", tla.Job{Module: tla.Source{Text: module("Naturals", "x",
		`RECURSIVE f(_)`, `f(n) == 1 + f(n + 1)`, `Init == x = 0`, `Next == x' = IF x = 2 THEN f(0) ELSE x + 1`)}, StackMB: 1}, tla.StackOverflow, "recursive", 0, ""},
	{"a name twice", tla.Job{Module: tla.Source{Text: module("Naturals", "x", `Init == x = 0`, `Init == x = 1`, `Next == x' = x`)}}, tla.Semantic, "there twice", 0, ""},
	{"a character of paper", tla.Job{Module: tla.Source{Text: module("Naturals", "x", `Init == x = 0`, `Next == x' = x – 1`)}}, tla.Syntax, `write - in place of –`, 0, ""},
	{"PlusCal that is none", tla.Job{Module: tla.Source{Text: "---- MODULE M ----\n(* --algorithm a\nvariables x = 0;\nbegin\n  A: x = 1;\nend algorithm; *)\n====\n"}}, tla.Syntax, "translator", 0, ""},
	{"a set too large", tla.Job{Module: tla.Source{Text: module("FiniteSets", "x", `Init == x = 0`, `Next == x' = Cardinality(SUBSET (1..40))`)}},
		tla.Evaluation, "too large to list", 1, "x = 0"},
	{"which of two properties", tla.Job{Module: tla.Source{Text: module("Naturals", "x", `Init == x = 0`, `Next == x' = (x + 1) % 3`, `A == []<>(x = 0)`, `B == <>[](x = 2)`)},
		Properties: []string{"A", "B"}}, tla.Temporal, "one at a time", -1, ""},
	{"liveness under a constraint", tla.Job{Module: tla.Source{Text: module("Naturals", "x", `Init == x = 0`, `Next == x' = x + 1`, `Spec == Init /\ [][Next]_x /\ WF_x(Next)`,
		`A == <>(x = 9)`, `C == x < 5`)}, Specification: "Spec", Properties: []string{"A"}, Constraints: []string{"C"}}, tla.Partial, "cuts off", 0, ""},
	{"liveness within a budget", tla.Job{Module: tla.Source{Text: module("Naturals", "x", `Init == x = 0`, `Next == x < 5 /\ x' = x + 1`, `Spec == Init /\ [][Next]_x /\ WF_x(Next)`,
		`A == <>(x = 5)`)}, Specification: "Spec", Properties: []string{"A"}, Budget: time.Minute}, tla.OK, "", 0, ""},
}

// module writes a module that extends Naturals and another.
func module(extends, variables string, lines ...string) string {
	return "---- MODULE M ----\nEXTENDS Naturals, " + extends + "\nVARIABLES " + variables + "\n" + strings.Join(lines, "\n") + "\n====\n"
}

func TestHints(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	for i, c := range hinted {
		if testing.Short() && i%6 != 0 {
			continue // a JVM or two each
		}
		out, err := tools.Check(t.Context(), c.job)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if out.Status != c.status || !strings.Contains(out.Hint(), c.hint) || c.hint == "" && out.Hint() != "" {
			t.Errorf("%s: %s %s\nhint: %s", c.name, out.Status, out.Message, out.Hint())
		}
		if len(out.Trace) != c.trace && c.trace >= 0 {
			t.Errorf("%s: a trace of %d states, want %d", c.name, len(out.Trace), c.trace)
		} else if c.last != "" {
			name, value, _ := strings.Cut(c.last, " = ")
			if v, _ := out.Trace[c.trace-1].Var(name); v != value {
				t.Errorf("%s: %s is %s in the last state, want %s", c.name, name, v, value)
			}
		}
		for _, p := range out.Problems {
			if strings.Contains(p.Text, "\tat ") || strings.Count(p.Text, "\n") > 10 {
				t.Errorf("%s: the program's stack is among the words: %d lines", c.name, strings.Count(p.Text, "\n"))
			}
		}
		for _, w := range out.Warnings {
			if strings.Contains(w, "http") || c.hint == "" {
				t.Errorf("%s: %s", c.name, w)
			}
		}
	}
}

// What the JVM does before the first state doesn't count, nor does a small module's own
// exploration: neither is what a budget is for.
func TestBudgetFromFirstState(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	text := module("FiniteSets", "x", `ASSUME Cardinality({i \in 1..900000 : i % 7 = 3}) > 3`, `Init == x = 0`, `Next == x < 3 /\ x' = x + 1`)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: text}, Deadlock: true, Budget: time.Nanosecond})
	if err != nil || out.Status != tla.Deadlock || len(out.Trace) != 4 {
		t.Errorf("%s %s %v: %d states", out.Status, out.Message, err, len(out.Trace))
	}
}

// A run that was killed before the first state says that a set is too large.
func TestHintNoStates(t *testing.T) {
	for initial, want := range map[int]string{-1: "No initial state was found", 1048576: "1048576 initial states and more"} {
		o := tla.Outcome{Status: tla.Timeout, Initial: initial, Generated: -1, Distinct: -1, Queue: -1}
		if h := o.Hint(); !strings.Contains(h, want) || !strings.Contains(h, "SUBSET") {
			t.Errorf("%d initial states: %s", initial, h)
		}
	}
}
