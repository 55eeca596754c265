package trace

import (
	"fmt"
	"math/rand/v2"
	"strconv"
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"

	"github.com/google/go-cmp/cmp"
)

// run reads logs, one a line, whose lines are divided by semicolons.
func run(t *testing.T, order string, logs ...string) (*Trace, error) {
	t.Helper()
	m := mustMapping(t, "event: e\nevents: {a: A, b: B, send: S, receive: R}\norder: "+order+"\n")
	m.Ignore = []string{"-"}
	texts := map[string]string{}
	for i, log := range logs {
		texts[string(rune('p'+i))+".log"] = strings.ReplaceAll(log, ";", "\n")
	}
	return ReadRun("run", runOf(texts), m, Limits{})
}

// TestAfter has for each form of order what must come before each event, and the events
// that fit nowhere.
func TestAfter(t *testing.T) {
	for _, c := range []struct {
		name, order string
		logs        []string
		want        string
	}{
		{"program order", "program", []string{`{"e":"a"};{"e":"b"}`, `{"e":"a"}`}, "p1[0 0] p2[0 0] q1[0 0]"},
		{"processes of one file", "{process: [at, id]}", []string{`{"e":"a","at":"x","id":1};{"e":"a","at":"x","id":2};{"e":"b","at":"x","id":1}`}, "p1[0 0] p3[0 0] p2[0 0]"},
		{"vector clocks", "{vector: v}", []string{`{"e":"a","v":{"p":1}};{"e":"b","v":{"p":2,"q":1}}`, `{"e":"a","v":{"q":1}};{"e":"a","v":[["q",2],["p",1]]}`},
			"p1[0 0] p2[0 1] q1[0 0] q2[1 0]"},
		{"a line that is no event counts", "{vector: v}", []string{`{"e":"a","v":{"p":1,"q":1}};{"e":"a","v":{"p":2,"q":2}}`, `{"e":"-","v":{"q":1}};{"e":"a","v":{"q":2}}`},
			"p1[0 0] p2[0 1] q2[0 0]"},
		{"pairs as names", "{process: [k, id], vector: v}", []string{`{"e":"a","k":"K","id":"0","v":[[["K","0"],1]]}`, `{"e":"a","k":"K","id":"1","v":[[["K","0"],1],[["K","1"],4]]}`},
			"p1[0 0] q1[1 0]"},
		{"own count stands still", "{vector: v}", []string{`{"e":"a","v":{"p":1}};{"e":"b","v":{"p":1}}`, `{"e":"a","v":{"q":1}}`},
			"p1[0 0] p2![2 0] q1[0 0]"},
		{"a count falls, at a line that is no event", "{vector: v}",
			[]string{`{"e":"a","v":{"p":1,"q":1}};{"e":"-","v":{"p":2}};{"e":"b","v":{"p":3,"q":1}}`, `{"e":"a","v":{"q":1}}`}, "p1[0 1] p3![2 1] q1[0 0]"},
		{"beyond the log", "{vector: v}", []string{`{"e":"a","v":{"p":1,"q":2}}`, `{"e":"a","v":{"q":1}}`}, "p1![1 1] q1[0 0]"},
		{"no log", "{vector: v}", []string{`{"e":"a","v":{"p":1,"z":2}}`}, "p1![1]"},
		{"a cycle", "{vector: v}", []string{`{"e":"a","v":{"p":1,"q":1}}`, `{"e":"a","v":{"q":1,"p":1}}`}, "p1[0 1] q1[1 0] in no order"},
		{"Lamport clocks", "{lamport: c}", []string{`{"e":"a","c":1};{"e":"b","c":4}`, `{"e":"a","c":1};{"e":"a","c":3}`}, "p1[0 0] p2[0 2] q1[0 0] q2[1 0]"},
		{"a Lamport clock stands still", "{lamport: c}", []string{`{"e":"a","c":1};{"e":"b","c":1}`}, "p1[0] p2![2]"},
		{"messages", "{messages: {id: [m.from, m.n], send: send, receive: [receive]}}",
			[]string{`{"e":"a"};{"e":"send","m":{"from":1,"n":7}}`, `{"e":"receive","m":{"from":1,"n":7}};{"e":"receive","m":{"from":1,"n":8}}`},
			"p1[0 0] p2[0 0] q1[2 0] q2![0 2]"},
		{"received before it is sent", "{messages: {id: m, send: send, receive: receive}}", []string{`{"e":"receive","m":1};{"e":"send","m":1}`}, "p1![1] p2[0]"},
	} {
		t.Run(c.name, func(t *testing.T) {
			tr, err := run(t, c.order, c.logs...)
			if err != nil {
				t.Fatal(err)
			}
			var got []string
			for _, r := range tr.Records {
				broken := ""
				if r.broken != "" {
					broken = "!"
				}
				got = append(got, fmt.Sprintf("%s%d%s%v", strings.TrimSuffix(r.File, ".log"), r.Line, broken, r.after))
			}
			n, _ := tr.orders()
			if n == "0" && !strings.Contains(c.want, "!") {
				got = append(got, "in no order")
			}
			if d := cmp.Diff(c.want, strings.Join(got, " ")); d != "" {
				t.Error(d)
			}
			if (n == "0") != (strings.Contains(c.want, "!") || strings.HasSuffix(c.want, "in no order")) {
				t.Errorf("%s orders", n)
			}
		})
	}
}

// A log that does not say where an event stands is an error with its line.
func TestOrderMistakes(t *testing.T) {
	for _, c := range []struct{ order, log, want string }{
		{"{vector: v}", `{"e":"a"}`, "p.log:1: order: v is no vector clock: null where an object or a list is expected"},
		{"{vector: v}", `{"e":"a","v":{"p":-1}}`, "-1 is no count"},
		{"{vector: v}", `{"e":"a","v":{"p":"1"}}`, "a string where a count is expected"},
		{"{vector: v}", `{"e":"a","v":[["p",1],["p",2]]}`, "p is there twice"},
		{"{vector: v}", `{"e":"a","v":[["p"]]}`, `["p"] is no pair of process and count`},
		{"{vector: v}", `{"e":"a","v":{"x":1}}`, "has no count of the line's own process p"},
		{"{process: id}", `{"e":"a"}`, "p.log:1: order: the line does not say its process: nothing is at id"},
		{"{lamport: c}", `{"e":"a","c":1.5}`, "c is no clock: 1.5 is no count"},
		{"{messages: {id: m, send: send, receive: receive}}", `{"e":"send"}`, "event send does not say which message: nothing is at m"},
		{"{messages: {id: m, send: send, receive: receive}}", `{"e":"send","m":1};{"e":"send","m":1}`, "p.log:2: message 1 is sent twice, first on p.log:1; id: of the mapping's order takes several paths"},
	} {
		if _, err := run(t, c.order, c.log); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%s: %v, want %s", c.log, err, c.want)
		}
	}
	for text, want := range map[string]string{
		"order: total":                              "order must be one of program",
		"order: {vector: v, lamport: c}":            "order: vector and lamport: give one of them",
		"order: {clock: v}":                         "order has no key clock",
		"order: {messages: {id: m}}":                "messages needs id (paths), send and receive (events)",
		"order: program\ninitial: [x]":              "initial has no meaning beside order",
		"merge: {by: s}":                            "merge needs by (paths) and into",
		"order: {messages: {id: m, send: , to: x}}": "order: messages has no key to",
	} {
		if _, err := ReadMapping("m.yaml", []byte("events: {a: A}\n"+text)); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", text, err, want)
		}
	}
	m := mustMapping(t, "events: {a: A}\n")
	if _, err := ReadRun("run", runOf(map[string]string{"a": "", "b": ""}), m, Limits{}); err == nil || !strings.Contains(err.Error(), "2 logs are given as one run") {
		t.Error(err)
	}
}

// permutations counts the orders of a trace one by one.
func permutations(tr *Trace, at []int) int {
	n, done := 0, true
	for p := range tr.Processes {
		done = done && tr.Processes[p].From+at[p] == tr.Processes[p].To
		if tr.possible(at, p) {
			at[p]++
			n += permutations(tr, at)
			at[p]--
		}
	}
	if done {
		return 1
	}
	return n
}

// TestOrders: the number of orders is that of all orders written out; where it is too large
// to be known, what is said is no more than it.
func TestOrders(t *testing.T) {
	for seed := range uint64(200) {
		rnd := rand.New(rand.NewPCG(9, seed))
		var logs []string
		for range 2 + rnd.IntN(2) {
			clock, lines := 0, []string{}
			for range 1 + rnd.IntN(4) {
				clock += 1 + rnd.IntN(3)
				lines = append(lines, fmt.Sprintf(`{"e":"a","c":%d}`, clock))
			}
			logs = append(logs, strings.Join(lines, ";"))
		}
		order := []string{"program", "{lamport: c}"}[seed%2]
		tr, err := run(t, order, logs...)
		if err != nil {
			t.Fatal(err)
		}
		n, _ := tr.orders()
		if want := strconv.Itoa(permutations(tr, make([]int, len(tr.Processes)))); n != want {
			t.Errorf("%v, %s: %s orders, want %s", logs, order, n, want)
		}
	}

	long := strings.Repeat(`{"e":"a"};`, 60)
	tr, err := run(t, "program", long, long, long, long)
	if err != nil {
		t.Fatal(err)
	}
	// 240! / 60!⁴, and the sum over the prefixes that were counted is less.
	if n, cuts := tr.orders(); !strings.HasPrefix(n, "at least ") || cuts != 0 || !strings.Contains(n, "e+") {
		t.Errorf("%s orders, %d sets", n, cuts)
	}
}

// TestMergedLines: lines of one section are one event, whose clock is the last line's.
func TestMergedLines(t *testing.T) {
	m := mustMapping(t, "spec: Channel\nmerge: {by: [id, section], into: accesses}\nwhere: {end: commit}\nentries: {accesses: [op, var]}\nevent: read.pc.value\n"+
		"order: {process: id, vector: clock}\nfields: {sent: write.net.value}\nevents: {go: Send($sent)}\n")
	lines := strings.Join([]string{
		`{"id":"p","section":1,"op":"read","var":"pc","value":"go"}`,
		`{"id":"p","section":1,"op":"write","var":"net","value":7,"end":"abort","clock":{"p":1}}`,
		`{"id":"p","section":2,"op":"read","var":"pc","value":"go"}`,
		`{"id":"p","section":2,"op":"write","var":"net","value":8,"end":"commit","clock":{"p":2}}`,
		`{"note":"no section"}`,
	}, "\n")
	tr := readTexts(t, m, map[string]string{"p.log": lines})
	if len(tr.Records) != 1 || tr.Others != 2 || tr.Records[0].Line != 3 || tr.Records[0].Fields["sent"].Text != "8" {
		t.Errorf("%d others, %+v", tr.Others, tr.Records)
	}
}

// twoSpec counts; only an order in which q's events are between p's fits.
const twoSpec = `---- MODULE Two ----
EXTENDS Naturals
VARIABLES n, hidden
Init == n = 0 /\ hidden = 0
Add == n < 3 /\ n' = n + 1 /\ hidden' = 0
Double == n' = n * 2 /\ hidden' = 0
Tick == n' = n + 10 /\ hidden' = 1
Next == Add \/ Double \/ Tick
====
`

// TestSearch: an order is found where there is one, with steps in between that were not
// logged; where there is none, each next event is told with its reason.
func TestSearch(t *testing.T) {
	mapping := "spec: Two\nevent: e\nevents: {add: Add, double: Double}\ncompare: {n: n}\norder: program\n"
	spec := Spec{Module: tla.Source{Text: twoSpec}}
	validated := func(m *Mapping, logs map[string]string) Report {
		return validateRun(t, spec, m, readTexts(t, m, logs), Options{})
	}
	m := mustMapping(t, mapping)
	fits := map[string]string{"a.log": `{"e":"add","n":1}` + "\n" + `{"e":"add","n":3}`, "b.log": `{"e":"double","n":2}`}
	if rep := validated(m, fits); rep.Status != Accepted || rep.Order.Orders != "3" {
		t.Errorf("%s: %s %+v", rep.Status, rep.Reason, rep.Order)
	}

	fits["b.log"] = `{"e":"double","n":5}`
	rep := validated(m, fits)
	want := []Next{
		{Process: "a", File: "a.log", Line: 2, Event: "add", Reason: "event add: Add is possible, but n is 3 in the trace, n is 2 in the model"},
		{Process: "b", File: "b.log", Line: 1, Event: "double", Reason: "event double: Double is possible, but n is 5 in the trace, n is 2 in the model"},
	}
	if d := cmp.Diff(want, rep.Order.Frontier); d != "" || rep.Status != Rejected || rep.Matched != 1 || rep.File != "a.log" || rep.Line != 2 || len(rep.States) != 1 {
		t.Errorf("%s %+v", d, rep)
	}

	if testing.Short() {
		return
	}
	quiet := mustMapping(t, mapping+"unlogged: {max: 1, actions: [Tick]}\n")
	fits["b.log"] = `{"e":"double","n":22}`
	fits["a.log"] = `{"e":"add","n":1}`
	if rep := validated(quiet, fits); rep.Status != Accepted {
		t.Errorf("with a step that is not logged: %s: %s", rep.Status, rep.Reason)
	}
	tr := readTexts(t, m, fits)
	if p, err := TryMutants(t.Context(), tlatest.Toolchain(t), spec, m, tr, ProbeOptions{}); err != nil || p.Status == Accepted || p.Reason != notOrdered {
		t.Errorf("changed runs: %+v %v", p, err)
	}
	if p, err := Steps(t.Context(), tlatest.Toolchain(t), spec, m, tr, Options{}); err != nil || p.Status == Accepted || p.Reason != notOrdered {
		t.Errorf("steps: %+v %v", p, err)
	}
}

// TestNearby: a run with more sets of events than are searched at once, which fits near
// the preferred order; and one that fits in no order near it.
func TestNearby(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	spec := Spec{Module: tla.Source{Text: strings.Replace(twoSpec, "n < 3 /\\ ", "", 1)}}
	m := mustMapping(t, "spec: Two\nevent: e\nevents: {add: Add}\ncompare: {n: n}\norder: {prefer: time}\n")
	logs := func(time func(n int) int) map[string]string {
		texts := map[string]string{}
		rnd := rand.New(rand.NewPCG(3, 3))
		for n := range 60 {
			name := []string{"a.log", "b.log", "c.log"}[rnd.IntN(3)]
			texts[name] += fmt.Sprintf(`{"e":"add","n":%d,"time":%d}`+"\n", n+1, time(n))
		}
		return texts
	}
	for name, time := range map[string]func(int) int{"in order": func(n int) int { return n }, "nearly": func(n int) int { return n ^ 3 }, "reversed": func(n int) int { return -n }} {
		tr := readTexts(t, m, logs(time))
		if n, cuts := tr.orders(); cuts <= fewCuts && cuts != 0 {
			t.Fatalf("%s: %s orders in %d sets", name, n, cuts)
		}
		if rep := validateRun(t, spec, m, tr, Options{}); rep.Status != Accepted {
			t.Errorf("%s: %s after %d: %s", name, rep.Status, rep.Matched, rep.Reason)
		}
	}
}
