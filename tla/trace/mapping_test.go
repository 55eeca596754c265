package trace

import (
	"errors"
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestReadMapping(t *testing.T) {
	text, err := os.ReadFile("testdata/lock/mapping.yaml")
	if err != nil {
		t.Fatal(err)
	}
	m, err := ReadMapping("mapping.yaml", text)
	if err != nil {
		t.Fatal(err)
	}
	e := m.event("acquire")
	if e == nil {
		t.Fatal("no event acquire")
	}
	after, before, holds := m.compares(e)
	var got []string
	for _, c := range after {
		got = append(got, c.Field+"="+c.Expr.Text)
	}
	if d := cmp.Diff([]string{"holder=holder", "count=count", "waiting=waiting"}, got); d != "" {
		t.Error(d)
	}
	if len(before) != 0 || len(holds) != 0 {
		t.Errorf("before %v, holds %v", before, holds)
	}
	if got := m.field("thread").Path; got != "thread" {
		t.Errorf("path of an undeclared field: %s", got)
	}
	if !m.ignored("start") || m.ignored("release") {
		t.Error("ignored events")
	}
}

func TestReadMappingMistakes(t *testing.T) {
	for _, c := range []struct{ name, text, want string }{
		{"empty", "", "m.yaml:1: the mapping is empty: it needs at least events"},
		{"no events", "spec: Lock", "m.yaml:1: no events are mapped; write events: and under it, for each event, action: and the action's name"},
		{"unknown key", "specs: Lock\nevents: {a: A}", "m.yaml:1: the mapping has no key specs; did you mean spec?"},
		{"unknown key of an event", "events:\n  a:\n    acton: A", "m.yaml:2: event a has no action; write action: NAME, or observe: true where the state stays as it is, or list the event under ignore\nm.yaml:3: event a has no key acton; did you mean action?"},
		{"twice", "events: {a: A}\nevents: {b: B}", "m.yaml:2: the mapping: events is there twice, first on line 1"},
		{"both", "events:\n  a: {action: A, observe: true}", "m.yaml:2: event a has an action, and observe: true says that it is no step"},
		{"mapped and ignored", "events:\n  a: A\nignore: [a]", "m.yaml:2: event a is mapped and ignored"},
		{"conversion", "events: {a: A}\nfields:\n  f: {as: sett}", "m.yaml:3: field f: as must be one of string, int, set, sequence, tla; did you mean set?"},
		{"unlogged", "events: {a: A}\nunlogged:\n  max: 2", "m.yaml:2: unlogged needs actions, and a max of at least 1; leave unlogged out where there are none"},
		{"max", "events: {a: A}\nunlogged: {max: lots, actions: B}", "m.yaml:2: unlogged: max must be a whole number, 0 or more"},
		{"constant", "events: {a: A}\nconstants: {C: [1, 2]}", "m.yaml:2: constant C must be a TLA+ expression; a set is written as TLA+: '{1, 2}'"},
		{"list", "- a", "m.yaml:1: the mapping must be a mapping of keys to values"},
		{"not YAML", "events: {a: A", "m.yaml:1: did not find expected ',' or '}'"},
		{"not UTF-8", "events: {a: A}\nspec: \xff", "m.yaml:2: column 7: not UTF-8"},
		{"cut by YAML", "events:\n  a: [A($i), B($i, $j)]", "m.yaml:2: event a: the parentheses of \"B($i\" don't match; in a list in brackets, YAML ends an item at a comma: quote it\nm.yaml:2: event a: the parentheses of \"$j)\" don't match; in a list in brackets, YAML ends an item at a comma: quote it"},
		{"name", "spec: A-B\nevents: {a: A}", `m.yaml:1: spec: "A-B" is no name of TLA+`},
	} {
		t.Run(c.name, func(t *testing.T) {
			_, err := ReadMapping("m.yaml", []byte(c.text))
			var me *MappingError
			if !errors.As(err, &me) {
				t.Fatalf("got %v, want a *MappingError", err)
			}
			if d := cmp.Diff(c.want, strings.TrimSpace(err.Error())); d != "" {
				t.Error(d)
			}
		})
	}
}

func TestMerge(t *testing.T) {
	m, err := ReadMapping("m.yaml", []byte("events:\n  a:\n    action: A\n    compare: &c {x: x, y: y}\n  b:\n    action: B\n    compare: {<<: *c, y: z}\n  c: {action: C, compare: *c}\n"))
	if err != nil {
		t.Fatal(err)
	}
	want := map[string][]string{"a": {"x=x", "y=y"}, "b": {"x=x", "y=z"}, "c": {"x=x", "y=y"}}
	for name, list := range want {
		var got []string
		for _, c := range m.event(name).Compare {
			got = append(got, c.Field+"="+c.Expr.Text)
		}
		if d := cmp.Diff(list, got); d != "" {
			t.Error(name, d)
		}
	}
}

func TestNames(t *testing.T) {
	x := `Send($from, $msg.to, "$none") \* $comment` + "\n" + `(* $no *) /\ $from # a$b`
	if d := cmp.Diff([]string{"from", "msg.to", "b"}, names(x)); d != "" {
		t.Error(d)
	}
	if got := refs("F($a.b, 1).c", func(n string) string { return "<" + n + ">" }); got != "F(<a.b>, 1).c" {
		t.Error(got)
	}
}

func TestHead(t *testing.T) {
	for x, want := range map[string]string{
		"Acquire($t)": "Acquire", "Tick": "Tick", " F(a, <<b, c>>) ": "F", "A \\/ B": "", "F(a) /\\ x' = 1": "", "F(\")\")": "F", "\\E t \\in T : F(t)": "",
	} {
		if got, _ := head(x); got != want {
			t.Errorf("head(%q) = %q, want %q", x, got, want)
		}
	}
	if _, n := head("F(a, <<b, c>>, {d, e})"); n != 3 {
		t.Errorf("arguments: %d", n)
	}
}
