package trace

import (
	"strings"
	"testing"

	"ensures/tla"

	"github.com/google/go-cmp/cmp"
)

const channelSpec = `---- MODULE Channel ----
EXTENDS Naturals, Sequences
CONSTANT none
VARIABLES net, last
Init == net = <<>> /\ last = none
Send(m) == net' = Append(net, m) /\ last' = m
Receive == net # <<>> /\ last' = Head(net) /\ net' = Tail(net)
Next == Receive \/ \E m \in {<<4, 5>>, <<0 - 1, 5>>} : Send(m)
====
`

const channelMapping = `
spec: Channel
model_values: [none]
where: {isAbort: "false"}
entries: {csElements: [tag, name.name]}
event: read.pc.value
fields:
  sent: {path: write.net.value, as: tla}
  got: {path: read.net.value, as: tla}
  before: {path: read.last.oldValue, as: tla, values: {defaultInitValue: none}}
events:
  Sender.go: {action: Send($sent), before: {before: last}}
  Receiver.wait: {action: Receive, compare: {got: last}}
`

// channelLog is a log in PGo's form: a section that was taken back, two sends,
// and a receipt with two reads of one name.
var channelLog = []string{
	`{"isAbort":true,"csElements":[{"tag":"read","name":{"name":".pc"},"value":"\"Receiver.wait\""}]}`,
	`{"isAbort":false,"csElements":[{"tag":"read","name":{"name":".pc"},"value":"\"Sender.go\""},{"tag":"read","name":{"name":"last"},"oldValue":"defaultInitValue"},{"tag":"write","name":{"name":"net"},"indices":["1"],"value":"<<4, 5>>"},{"tag":"write","name":{"name":".pc"},"value":"\"Sender.done\""}]}`,
	`{"isAbort":false,"csElements":[{"tag":"read","name":{"name":".pc"},"value":"\"Receiver.wait\""},{"tag":"read","name":{"name":"net"},"value":"<<4, 5>>"},{"tag":"read","name":{"name":"net"},"value":"<<>>"}]}`,
	`{"isAbort":false,"csElements":[{"tag":"read","name":{"name":".pc"},"value":"\"Sender.go\""},{"tag":"read","name":{"name":"last"},"oldValue":"<<4, 5>>"},{"tag":"write","name":{"name":"net"},"value":"<<-1, 5>>"}]}`,
	`{"isAbort":false,"csElements":[{"tag":"read","name":{"name":".pc"},"value":"\"Receiver.wait\""},{"tag":"read","name":{"name":"net"},"value":"<<-1, 5>>"}]}`,
}

func TestEntries(t *testing.T) {
	m := mustMapping(t, channelMapping)
	tr := mustRead(t, m, channelLog)
	var got []string
	for _, r := range tr.Records {
		line := r.Event
		for _, f := range []string{"sent", "got", "before"} {
			if v, ok := r.Fields[f]; ok {
				line += " " + f + "=" + v.Text
			}
		}
		got = append(got, line)
	}
	want := []string{"Sender.go sent=<<4, 5>> before=none", "Receiver.wait got=<<4, 5>>", "Sender.go sent=<<(0 - 1), 5>> before=<<4, 5>>", "Receiver.wait got=<<(0 - 1), 5>>"}
	if d := cmp.Diff(want, got); d != "" {
		t.Error(d)
	}
	if tr.Others != 1 {
		t.Errorf("%d lines are left out, want the aborted one", tr.Others)
	}
}

// A value that was changed is found at its line.
func TestEntriesValidated(t *testing.T) {
	m := mustMapping(t, strings.Replace(channelMapping, ", before: {before: last}", "", 1))
	spec := Spec{Module: tla.Source{Name: "Channel", Text: channelSpec}}
	lines := channelLog[:3]
	if rep := validate(t, spec, m, lines, Options{}); rep.Status != Accepted || rep.Events != 2 {
		t.Errorf("%s: %s", rep.Status, rep.Reason)
	}
	changed := append(append([]string{}, lines[:2]...), strings.Replace(lines[2], "<<4, 5>>", "<<4, 6>>", 1))
	if rep := validate(t, spec, m, changed, Options{NoExplain: true}); rep.Status != Rejected || rep.Line != 3 {
		t.Errorf("%s at line %d: %s", rep.Status, rep.Line, rep.Reason)
	}
}

func TestWrittenValues(t *testing.T) {
	for text, want := range map[string]string{
		`-7`: "(0 - 7)", `"x\"y"`: `"x\"y"`, `{1, {TRUE}}`: "{1, {TRUE}}", `1..3`: "(1..3)", `none`: "none", `nothing`: "none",
		`(1 :> "a" @@ none :> <<>>)`: toolsAlias + `!Function(<<<<1, "a">>, <<none, <<>>>>>>)`,
		`Next`:                       "error: the name Next has no meaning here", `<<1, last>>`: "error: the name last", `99999999999`: "error: 99999999999 is beyond",
		`<<1`: "error: ", `x' = 1`: "error: ", `1) \/ (1`: "error: ",
	} {
		f := Field{As: "tla", Values: map[string]string{"nothing": "none"}}
		v, ok, err := f.written(text, []string{"none"})
		got := v.Text
		if err != nil {
			got = "error: " + err.Error()
		}
		if ok != (err == nil) || !strings.HasPrefix(got, want) || err == nil && got != want {
			t.Errorf("%s: %s, want %s", text, got, want)
		}
	}
}

// Two events may have values of different types under one name, unless they are compared
// with the same; one event may not.
func TestKindsOfEvents(t *testing.T) {
	m := mustMapping(t, "events: {a: {action: A, compare: {v: x}}, b: {action: B, compare: {v: y}}}\n")
	mustRead(t, m, []string{`{"event":"a","v":1}`, `{"event":"b","v":"x"}`, `{"event":"a","v":2}`})
	one := mustMapping(t, "events: {a: A, b: B}\ncompare: [v]\n")
	for event, m := range map[string]*Mapping{"a": m, "b": one} {
		_, err := Read("t", strings.NewReader(`{"event":"a","v":1}`+"\n"+`{"event":"`+event+`","v":"x"}`), m, Limits{})
		if err == nil || !strings.Contains(err.Error(), "t:2: v is a string here") {
			t.Errorf("%s: %v", event, err)
		}
	}
}

func TestEntriesMistakes(t *testing.T) {
	m := mustMapping(t, "events: {a: A}\nentries: {list: [kind, name]}\n")
	for line, want := range map[string]string{
		`{"event":"a","list":3}`:                                 "list is a number, and the mapping's entries: say a list",
		`{"event":"a","list":[{"kind":"x"}]}`:                    "element 1 of list has no name at kind, name",
		`{"event":"a","list":[7]}`:                               "element 1 of list has no name",
		`{"event":"a","k.n":1,"list":[{"kind":"k","name":"n"}]}`: "is called k.n, as another part of the line",
	} {
		if _, err := Read("t", strings.NewReader(line), m, Limits{}); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%s: %v, want %s", line, err, want)
		}
	}
}
