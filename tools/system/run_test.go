package system

import (
	"context"
	"encoding/json"
	"errors"
	"strings"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tools"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

// runs calls run_tlc.
func runs(t *testing.T, o Options, in runIn) (runOut, error) {
	t.Helper()
	if o.Toolchain == nil {
		chain := tlatest.Toolchain(t)
		o.Toolchain = func(context.Context) (tla.Toolchain, error) { return chain, nil }
	}
	args, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	tool := Tools(o)[0]
	if tool.Name != "run_tlc" {
		t.Fatal(tool.Name)
	}
	res, err := tool.Call(t.Context(), args)
	var out runOut
	if err == nil {
		if err := json.Unmarshal(res.JSON, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, err
}

const twice = `---- MODULE Twice ----
EXTENDS Naturals
CONSTANTS Threads, NoOne
VARIABLES holder, count
Init == holder = {} /\ count = 0
Acquire(t) == t \notin holder /\ holder' = holder \cup {t} /\ UNCHANGED count
Release(t) == t \in holder /\ holder' = holder \ {t} /\ count' = (count + 1) % 2
Stuck == count > 7 /\ UNCHANGED <<holder, count>>
Next == Stuck \/ \E t \in Threads : Acquire(t) \/ Release(t)
Alone == \A s, t \in holder : s = t
====
`

func TestRun(t *testing.T) {
	o := Options{Constants: map[string]string{"NoOne": "NoOne", "Other": "1", "Threads": "{a}"}}
	out, err := runs(t, o, runIn{Module: "```tla\n" + twice + "```", Constants: []string{"Threads = {1, 2}"}, Invariants: []string{"Alone"}})
	if err != nil {
		t.Fatal(err)
	}
	out.Actions, out.States, out.NeverTaken = nil, 0, nil
	want := runOut{Status: "invariant", Tool: "tlc " + tlatest.Toolchain(t).Version, Summary: "Invariant Alone is violated.", Problems: []string{"Invariant Alone is violated."}, Depth: 3,
		Violated: "Alone", Hint: "The trace's last state violates it. Action Acquire led to the bad state; its diff shows what it changed.",
		Trace: []runStep{{Number: 1, Action: "Initial predicate", State: []string{"holder = {}", "count = 0"}},
			{Number: 2, Action: "Acquire", Changes: []string{"holder: {} → {1}"}}, {Number: 3, Action: "Acquire", Changes: []string{"holder: {1} → {1, 2}"}}}}
	if d := cmp.Diff(want, out, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

func TestRunMore(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	o := Options{Constants: map[string]string{"NoOne": "NoOne", "Threads": "{a, b}"}}
	out, err := runs(t, o, runIn{Module: twice})
	if err != nil || out.Status != "ok" || out.States != 8 || len(out.NeverTaken) != 1 || out.NeverTaken[0] != "Stuck" || !strings.Contains(out.Hint, "Stuck") {
		t.Errorf("%+v, %v", out, err)
	}
	for _, c := range []struct{ old, new, status, problem, failing string }{
		{"count = 0", "count = ", "syntax", "Twice:6:", ""},
		{"count + 1", "cuont + 1", "semantic", "Twice:7:67: Unknown operator: `cuont'.", ""},
		{"count' = (count + 1) % 2", "count' = count[1]", "evaluation", "Twice:7:", "in Release"},
		{"/\\ UNCHANGED count", "", "unassigned", "count", ""},
	} {
		out, err := runs(t, o, runIn{Module: strings.Replace(twice, c.old, c.new, 1)})
		if err != nil || out.Status != c.status || len(out.Problems) == 0 || !strings.Contains(out.Problems[0], c.problem) || !strings.Contains(out.Failing, c.failing) || out.Hint == "" {
			t.Errorf("%s: %+v, %v", c.status, out, err)
		}
	}
	// An exploration without end ends in time, with what was covered.
	out, err = runs(t, o, runIn{Module: strings.Replace(twice, "(count + 1) % 2", "count + 1", 1), Seconds: 2})
	if err != nil || out.Status != "partial" || out.States < 20 || len(out.Actions) != 3 {
		t.Errorf("%+v, %v", out, err)
	}
	out, err = runs(t, o, runIn{Module: twice, Config: "INIT Init\nNEXT Next\nCONSTANTS Threads = {a}\nNoOne = NoOne\nALIAS Alone\n"})
	if err != nil || out.Status != "config" || !strings.Contains(out.Problems[0], "config:5: ") {
		t.Errorf("%+v, %v", out, err)
	}
}

// What can't be run goes back to the model as a bad call.
func TestRunRefuses(t *testing.T) {
	none := Options{Toolchain: func(ctx context.Context) (tla.Toolchain, error) {
		return tla.Find(ctx, tla.Options{Java: "/nowhere/java"})
	}}
	some := Options{Toolchain: func(context.Context) (tla.Toolchain, error) { return tla.Toolchain{Java: "/nowhere/java"}, nil }}
	for _, c := range []struct {
		o    Options
		in   runIn
		want string
	}{
		{none, runIn{Module: twice}, "install a Java runtime"},
		{some, runIn{Module: twice}, "install a Java runtime"},
		{Options{}, runIn{Module: twice}, "not set up"},
		{some, runIn{Module: "Init == TRUE"}, "MODULE Name"},
		{some, runIn{Module: twice, Config: "INIT Init", Invariants: []string{"Alone"}}, "in place of"},
		{some, runIn{Module: twice, Invariants: []string{"x > 1"}}, "is no name"},
		{some, runIn{Module: twice, Constants: []string{"Threads"}}, "NAME = VALUE"},
	} {
		args, _ := json.Marshal(c.in)
		_, err := Tools(c.o)[0].Call(t.Context(), args)
		var bad *tools.BadCall
		if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}
