package score_test

import (
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/score"

	"github.com/google/go-cmp/cmp"
)

const clock = `---- MODULE Clock ----
EXTENDS Naturals
CONSTANT Hours
VARIABLE h
Init == h = 0
Tick == h < Hours - 1 /\ h' = h + 1
Strike == h = Hours - 1 /\ h' = 0
Next == Tick \/ Strike
Spec == Init /\ [][Next]_h
====
`

const clockInvariants = `
placeholders: {hour: the hour, hours: how many there are, struck: the bell has struck}
invariants:
  - {name: InRange, formula: '$hour \in 0..($hours - 1)', witness: '$hour > 0'}
  - {name: Late, formula: $hour >= 0, witness: $hour > 100}
  - {name: Forward, kind: action, formula: "$hour' = ($hour + 1) % $hours"}
  - {name: Rings, kind: temporal, formula: '[]<>$struck'}
`

// The columns differ where the published rule has a loophole.
func TestRules(t *testing.T) {
	tools := tlatest.Toolchain(t)
	set, err := invariant.Parse("i", []byte(clockInvariants))
	if err != nil {
		t.Fatal(err)
	}
	sys := &score.System{Name: "clock", Constants: []score.Constant{{Name: "Hours", Value: "2 + 1"}}, Invariants: set}
	bind := func(text string) *invariant.Binding {
		b, err := invariant.ParseBinding("b", []byte(text), set)
		if err != nil {
			t.Fatal(err)
		}
		return b
	}
	swap := func(pairs ...string) string { return strings.NewReplacer(pairs...).Replace(clock) }
	full := "bind: {hour: h, hours: Hours}"
	for i, c := range []struct {
		name, module, config, binding string
		strict, compat                string // syntax runtime conformance invariants
	}{
		// Late holds of nothing, Rings is not translated.
		{"as it should be", clock, "SPECIFICATION Spec CONSTANT Hours = 3", full, "1.00 1.00 – 0.50", "1.00 1.00 – 1.00"},
		// Its own constant leaves nothing to happen: strict does not use it.
		{"an instance of one hour", clock, "SPECIFICATION Spec CONSTANT Hours = 1", full, "1.00 1.00 – 0.50", "1.00 0.50 – 1.00"},
		{"no initial state", swap("h = 0\nTick", "h = 0 /\\ h = 1\nTick"), "SPECIFICATION Spec CONSTANT Hours = 3", full, "1.00 0.00 – –", ""},
		// The action at fault is Strike. The published rule blames the one before it.
		{"an action without a value", swap("h' = 0", "h' = h[1]"), "SPECIFICATION Spec CONSTANT Hours = 3", full, "1.00 0.50 – –", "1.00 0.00 – –"},
		{"an action that is never taken", swap("h = Hours - 1", "h = Hours"), "SPECIFICATION Spec CONSTANT Hours = 3", full, "1.00 0.50 – 0.50", ""},
		// A name nobody has: published, it becomes a variable.
		{"an unknown name", swap("h' = h + 1", "h' = g + 1"), "", full, "0.40 – – –", "0.50 – – –"},
		// A violated property, a binding that is no TLA+ here.
		{"wrong way round", swap("h' = h + 1", "h' = Hours - 1"), "", "bind: {hour: h, hours: Hours, struck: nothing}", "1.00 1.00 – 0.25", ""},
		{"no module", "nothing", "", full, "0.00 – – –", "0.00 – – –"},
	} {
		if testing.Short() && i != 3 { // each starts TLC several times
			continue
		}
		o := score.Options{Compat: c.compat != "", Simulations: 2, Seed: 1}
		m := score.Model{Name: c.name, Module: tla.Source{Text: c.module}, Config: c.config, Binding: bind(c.binding)}
		r, err := score.New(tools, o).Score(t.Context(), sys, m)
		if err != nil {
			t.Errorf("%s: %v", c.name, err)
			continue
		}
		if d := cmp.Diff(c.strict, columns(r.Strict)); d != "" {
			t.Errorf("%s, strict: %s%s", c.name, d, describe(r))
		}
		if d := cmp.Diff(c.compat, columns(r.Compat)); c.compat != "" && d != "" {
			t.Errorf("%s, compat: %s", c.name, d)
		}
		if c.name == "an action without a value" {
			for _, a := range r.Runtime.Actions {
				if (a.Error != "") != (a.Name == "Strike") {
					t.Errorf("%s: %+v", c.name, a)
				}
			}
			if d := cmp.Diff([]string{"Tick"}, r.Runtime.Compat.Error); d != "" {
				t.Errorf("%s, compat: %s", c.name, d)
			}
		}
	}
}

func columns(m map[score.Metric]score.Value) string {
	var all []string
	for _, k := range score.Metrics() {
		all = append(all, m[k].String())
	}
	return strings.Join(all, " ")
}
