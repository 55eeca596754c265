package trace

import (
	"errors"
	"fmt"
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"

	"github.com/google/go-cmp/cmp"
)

func validate(t *testing.T, s Spec, m *Mapping, lines []string, o Options) Report {
	t.Helper()
	rep, err := Validate(t.Context(), tlatest.Toolchain(t), s, m, mustRead(t, m, lines), o)
	if err != nil {
		t.Fatal(err)
	}
	return rep
}

func TestAccepted(t *testing.T) {
	rep := validate(t, lockSpec(t), lockMapping(t), synthetic(200, 1, true), Options{})
	if rep.Status != Accepted || rep.Matched != 200 || rep.Reached != 200 {
		t.Fatalf("%+v", rep)
	}
	want := []Comparison{{"waiting", "waiting", 200}, {"holder", "holder", 200}, {"count", "count", 200}, {"count", "count (initial state)", 1}}
	if d := cmp.Diff(want, rep.Compared); d != "" {
		t.Error(d)
	}
}

// TestRejected has one case for each way in which a line doesn't fit.
func TestRejected(t *testing.T) {
	for _, c := range []struct{ name, line, want string }{
		{"not enabled", `{"event":"acquire","thread":"t1","holder":"t1","waiting":[],"count":0}`,
			`event acquire: Acquire("t1") is not enabled in the only state possible there`},
		{"a value", `{"event":"release","thread":"t4","holder":"","waiting":["t1","t2"],"count":17}`,
			`event release: Release("t4") is possible, but count is 17 in the trace, count is 16 in the model`},
		{"two values", `{"event":"release","thread":"t4","holder":"t4","waiting":["t1","t2"],"count":15}`,
			`event release: Release("t4") is possible, but holder is "t4" in the trace, holder is NoOne in the model; count is 15 in the trace, count is 16 in the model`},
	} {
		if testing.Short() && c.name != "a value" { // each starts TLC several times
			continue
		}
		t.Run(c.name, func(t *testing.T) {
			lines := synthetic(60, 1, true)
			lines[49] = c.line
			rep := validate(t, lockSpec(t), lockMapping(t), lines, Options{})
			if rep.Status != Rejected || rep.Matched != 49 || rep.Line != 50 {
				t.Fatalf("%s after %d, line %d", rep.Status, rep.Matched, rep.Line)
			}
			if d := cmp.Diff(c.want, rep.Reason); d != "" {
				t.Error(d)
			}
			if c.name != "a value" {
				return
			}
			states := []State{{Vars: []tla.Variable{{Name: "holder", Value: `"t4"`}, {Name: "waiting", Value: `{"t1", "t2"}`}, {Name: "count", Value: "15"}}}}
			if d := cmp.Diff(states, rep.States); d != "" {
				t.Error(d)
			}
			var possible []string
			for _, p := range rep.Possible {
				possible = append(possible, p.Action)
			}
			if d := cmp.Diff([]string{`Request("t5")`, `Request("t3")`, `Release("t4")`}, possible); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestHiddenAndUnlogged(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	m := mustMapping(t, hiddenIDs)
	lines := synthetic(100, 3, false)
	if rep := validate(t, lockSpec(t), m, lines, Options{}); rep.Status != Accepted {
		t.Errorf("hidden ids: %+v", rep)
	}
	lines[70] = `{"event":"release","waiting":1,"count":9999}`
	if rep := validate(t, lockSpec(t), m, lines, Options{}); rep.Status != Rejected || rep.Line != 71 || len(rep.States) == 0 {
		t.Errorf("hidden ids, corrupted: %+v", rep)
	}
	// The same log without the requests.
	quiet := strings.Replace(hiddenIDs, "request: Request($t), ", "", 1) + "ignore: [request]\nunlogged: {max: 5, actions: [Request($t)]}\n"
	quiet = strings.Replace(quiet, "waiting: Cardinality(waiting')", "count: count", 1)
	quiet = strings.Replace(quiet, "  count: count\n  count: count\n", "  count: count\n", 1)
	lines = synthetic(60, 3, false)
	m = mustMapping(t, quiet)
	if rep := validate(t, lockSpec(t), m, lines, Options{}); rep.Status != Accepted {
		t.Errorf("unlogged: %s", rep.Reason)
	}
	m = mustMapping(t, strings.Replace(quiet, "max: 5, actions: [Request($t)]", "max: 1, actions: [Release($t)]", 1))
	if rep := validate(t, lockSpec(t), m, lines, Options{}); rep.Status != Rejected || rep.Matched != 0 {
		t.Errorf("nobody requests: %+v", rep)
	}
}

func TestInitial(t *testing.T) {
	lines := synthetic(3, 1, true)
	lines[0] = strings.Replace(lines[0], `"count":0`, `"count":1`, 1)
	rep := validate(t, lockSpec(t), lockMapping(t), lines, Options{})
	want := "initial state: count is 1 in the trace, count is 0 in the model"
	if rep.Status != NoInitial || rep.Reason != want || rep.Line != 1 {
		t.Errorf("%s: %s", rep.Status, rep.Reason)
	}
}

func TestEvaluation(t *testing.T) {
	s := lockSpec(t)
	s.Module.Text = strings.Replace(s.Module.Text, "count' = count + 1", `count' = count + (IF count = 3 THEN "one" ELSE 1)`, 1)
	rep := validate(t, s, lockMapping(t), synthetic(60, 1, true), Options{})
	lines := synthetic(60, 1, true)
	fourth := 0
	for i, l := range lines {
		if strings.Contains(l, "release") && strings.Contains(l, `"count":4`) {
			fourth = i + 1
		}
	}
	if rep.Status != Evaluation || rep.Line != fourth || !strings.Contains(rep.Reason, "Lock line 12") {
		t.Errorf("%s on line %d, want %d: %s", rep.Status, rep.Line, fourth, rep.Reason)
	}
}

func TestMalformed(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	for _, c := range []struct{ name, from, to, want string }{
		{"an expression of the mapping", "count: count\ninitial", "count: \"count' + + 1\"\ninitial", "m.yaml:19: "},
		{"an unknown name", "count: count\ninitial", "count: \"cuont'\"\ninitial", "m.yaml:19: "},
	} {
		t.Run(c.name, func(t *testing.T) {
			text := strings.Replace(readText(t, "testdata/lock/mapping.yaml"), c.from, c.to, 1)
			rep := validate(t, lockSpec(t), mustMapping(t, text), synthetic(10, 1, true), Options{})
			if rep.Status != Malformed || !strings.HasPrefix(rep.Reason, c.want) {
				t.Errorf("%s: %s", rep.Status, rep.Reason)
			}
		})
	}
	s := lockSpec(t)
	s.Module.Text = strings.Replace(s.Module.Text, "holder' = t /\\", "holder' = t /\\ /\\ )", 1)
	rep := validate(t, s, lockMapping(t), synthetic(10, 1, true), Options{})
	if rep.Status != Malformed || len(rep.Problems) == 0 || !strings.HasPrefix(rep.Reason, "Lock.tla:11") {
		t.Errorf("%s: %s %+v", rep.Status, rep.Reason, rep.Problems)
	}
}

// TestMappingAgainstSpec needs no TLC: what the mapping names has to be there.
func TestMappingAgainstSpec(t *testing.T) {
	base := readText(t, "testdata/lock/mapping.yaml")
	for _, c := range []struct{ name, from, to, want string }{
		{"action", "Release($thread)", "Relase($thread)", "m.yaml:15: event release: module Lock has no action Relase; did you mean Release?"},
		{"arguments", "Release($thread)", "Release($thread, 1)", "m.yaml:15: event release: action Release has 1 parameters, 2 are given"},
		{"variable", "  count: count\ninitial", "  count: cont\ninitial", "m.yaml:19: compare count: module Lock has no variable cont; did you mean count?"},
		{"no prime", "  count: count\ninitial", "  count: count + 1\ninitial", "m.yaml:19: compare count: count + 1 has no prime, so it isn't about the state after the step; write primes (x'[t], Len(q')), or put the comparison under before:"},
		{"constant", "Threads:", "Treads:", "m.yaml:5: module Lock has no constant Treads; did you mean Threads?\nm.yaml: constant Threads of module Lock has no value; give it under constants, or under model_values"},
		{"module", "spec: Lock", "spec: Mutex", "m.yaml: the mapping is for module Mutex, the module is Lock"},
		{"init", "spec: Lock", "init: Init1", "m.yaml: module Lock has no definition Init1; did you mean Init?"},
	} {
		t.Run(c.name, func(t *testing.T) {
			m := mustMapping(t, strings.Replace(base, c.from, c.to, 1))
			_, err := Validate(t.Context(), tla.Toolchain{}, lockSpec(t), m, &Trace{Records: []Record{{}}}, Options{})
			var me *MappingError
			if !errors.As(err, &me) {
				t.Fatalf("%v", err)
			}
			if !strings.Contains(err.Error(), c.want) {
				t.Error(cmp.Diff(c.want, err.Error()))
			}
		})
	}
}

// TestStepsOfNext: an action that Next doesn't take is no step of the specification.
func TestStepsOfNext(t *testing.T) {
	s := lockSpec(t)
	s.Module.Text = strings.Replace(s.Module.Text, `\/ Release(t)`, `\/ (count < 3 /\ Release(t))`, 1)
	lines := synthetic(60, 1, true)
	rep := validate(t, s, lockMapping(t), lines, Options{})
	if rep.Status != Rejected || !strings.Contains(lines[rep.Line-1], `"release"`) || !strings.Contains(lines[rep.Line-1], `"count":4`) ||
		!strings.HasSuffix(rep.Reason, "is possible, but not a step of Next") {
		t.Errorf("%s on line %d: %s", rep.Status, rep.Line, rep.Reason)
	}
}

// An action that Next applies to some values is a step for these alone, whatever the mapping
// gives it.
func TestStepsOfValues(t *testing.T) {
	tools := tlatest.Toolchain(t)
	for i, c := range []struct {
		next string
		want map[int]Status
	}{
		{"\\E k \\in 1..2 : Add(k, 0)", map[int]Status{2: Accepted, 3: Rejected}},
		// A set without an end; one that the name before it is in, over two lines.
		{"\\E t \\in Nat : \\E k \\in {i \\in 1..5 :\n                /\\ i < 4\n                /\\ i > t} : Add(k, t)", map[int]Status{3: Accepted, 4: Rejected}},
		{"\\/ \\E <<a, b>> \\in {<<1, 0>>, <<3, 1>>} : Add(a, b)\n        \\/ \\E k \\in 4..5 : Add(k + 1, 0)", map[int]Status{1: Accepted, 3: Rejected, 4: Rejected, 5: Accepted}},
	} {
		if testing.Short() && i > 0 {
			break
		}
		spec := "---- MODULE Count ----\nEXTENDS Naturals\nVARIABLE n\nInit == n = 0\nAdd(k, t) == n' = n + k + t\nNext == " + c.next + "\n====\n"
		m := mustMapping(t, "spec: Count\nevents: {add: 'Add($k, 0)'}\ncompare: {n: n}\n")
		for k, want := range c.want {
			tr := mustRead(t, m, []string{fmt.Sprintf(`{"event":"add","k":%d,"n":%d}`, k, k)})
			rep, err := Validate(t.Context(), tools, Spec{Module: tla.Source{Name: "Count", Text: spec}}, m, tr, Options{})
			if err != nil || rep.Status != want {
				t.Errorf("Add(%d) of %s: %v, %v; want %v", k, c.next, rep.Status, err, want)
			} else if want == Rejected && !strings.Contains(fmt.Sprint(rep), "a step of Next") {
				t.Errorf("nothing is said of Next: %+v", rep)
			}
		}
	}
}

func TestPast(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	lines := synthetic(200, 1, true)
	for _, i := range []int{50, 120} {
		lines[i] = strings.Replace(lines[i], `"count":`, `"count":7`, 1)
	}
	rep := validate(t, lockSpec(t), lockMapping(t), lines, Options{Past: 10, NoExplain: true})
	var got []int
	for _, m := range rep.Misfits {
		got = append(got, m.Line)
	}
	// The line after a wrong one begins with what the wrong one says.
	if d := cmp.Diff([]int{51, 52, 121, 122}, got); d != "" || rep.Reached != 200 || rep.Matched != 50 {
		t.Errorf("%s reached %d, matched %d", d, rep.Reached, rep.Matched)
	}
}

func TestSteps(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	tools := tlatest.Toolchain(t)
	m := lockMapping(t)
	lines := synthetic(100, 1, true)
	lines[49] = strings.Replace(lines[49], `"thread":"`, `"thread":"x`, 1)
	rep, err := Steps(t.Context(), tools, lockSpec(t), m, mustRead(t, m, lines), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != Rejected || rep.Judged != 100 || rep.Passed != 99 || len(rep.Failed) != 1 || rep.Failed[0].Line != 50 {
		t.Errorf("%+v", rep)
	}
	// What can't be evaluated is left out by itself.
	s := lockSpec(t)
	s.Module.Text = strings.Replace(s.Module.Text, "count' = count + 1", `count' = count + (IF count = 3 THEN "one" ELSE 1)`, 1)
	rep, err = Steps(t.Context(), tools, s, m, mustRead(t, m, synthetic(60, 1, true)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if rep.Status != Rejected || rep.Passed != 59 || len(rep.Failed) != 1 || rep.Failed[0].Reason == "" {
		t.Errorf("%+v", rep)
	}
	// Without the ids nothing but the first step can be judged.
	m = mustMapping(t, hiddenIDs)
	rep, err = Steps(t.Context(), tools, lockSpec(t), m, mustRead(t, m, synthetic(20, 1, false)), Options{})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"holder", "waiting"}, rep.Unobserved); d != "" || rep.Judged != 1 || rep.Passed != 1 {
		t.Errorf("%s %+v", d, rep)
	}
}

func TestProbe(t *testing.T) {
	tools := tlatest.Toolchain(t)
	m := lockMapping(t)
	tr := mustRead(t, m, synthetic(150, 1, true))
	p, err := TryMutants(t.Context(), tools, lockSpec(t), m, tr, ProbeOptions{Mutants: 40, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if p.Status != Accepted || p.Mutants != 40 || p.Rejected != 40 || p.Rate != 1 || len(p.Unread) != 0 {
		t.Errorf("all is compared: %+v", p)
	}
	if testing.Short() {
		return
	}
	// Nothing but the count is compared: who holds the lock may change.
	m = mustMapping(t, strings.NewReplacer("  holder: holder   ", "  #", "    compare: {waiting", "    #").Replace(readText(t, "testdata/lock/mapping.yaml")))
	tr = mustRead(t, m, synthetic(150, 1, true))
	p, err = TryMutants(t.Context(), tools, lockSpec(t), m, tr, ProbeOptions{Mutants: 40, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if d := cmp.Diff([]string{"holder", "waiting"}, p.Unread); d != "" {
		t.Error(d)
	}
	again, err := TryMutants(t.Context(), tools, lockSpec(t), m, tr, ProbeOptions{Mutants: 40, Seed: 7})
	if err != nil {
		t.Fatal(err)
	}
	if fmt.Sprint(again.Accepted) != fmt.Sprint(p.Accepted) || again.Rate != p.Rate {
		t.Error("the same seed gives another answer")
	}
	// Each accepted mutant is accepted as a trace, too.
	for _, mu := range p.Accepted[:min(2, len(p.Accepted))] {
		changed := *tr
		changed.Records = append(append(append([]Record{}, tr.Records[:mu.at]...), mu.with...), tr.Records[mu.at+mu.over:]...)
		rep, err := Validate(t.Context(), tools, lockSpec(t), m, &changed, Options{})
		if err != nil || rep.Status != Accepted {
			t.Errorf("%s: %s %v", mu, rep.Status, err)
		}
	}
	for _, mu := range p.Accepted {
		if mu.Field == "count" {
			t.Errorf("%s is accepted, though count is compared", mu)
		}
	}
}
