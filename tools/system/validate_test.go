package system

import (
	"context"
	"encoding/json"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"ensures/internal/golden"
	"ensures/setup/tlatest"
	"ensures/tla"
	"ensures/tools"

	"github.com/google/go-cmp/cmp"
	"github.com/google/go-cmp/cmp/cmpopts"
)

const lock = `---- MODULE Lock ----
EXTENDS Naturals
CONSTANTS Threads, NoOne
VARIABLES holder, count
Init == holder = NoOne /\ count = 0
Acquire(t) == holder = NoOne /\ holder' = t /\ UNCHANGED count
Release(t) == holder = t /\ holder' = NoOne /\ count' = count + 1
Next == \E t \in Threads : Acquire(t) \/ Release(t)
====
`

const mapping = `constants: {Threads: {from: thread}}
model_values: [NoOne]
fields: {holder: {values: {"": NoOne}}}
events: {acquire: Acquire($thread), release: Release($thread)}
compare: {holder: holder, count: count}
`

const log = `{"event":"acquire","thread":"t1","holder":"t1","count":0,"at":3}
{"event":"release","thread":"t1","holder":"","count":1,"at":5}
{"event":"acquire","thread":"t2","holder":"t2","count":2,"at":9}
`

// call calls a tool and gives its result.
func call(t *testing.T, o Options, in validateIn) (validateOut, error) {
	t.Helper()
	if o.Toolchain == nil {
		chain := tlatest.Toolchain(t)
		o.Toolchain = func(context.Context) (tla.Toolchain, error) { return chain, nil }
	}
	args, err := json.Marshal(in)
	if err != nil {
		t.Fatal(err)
	}
	list := Tools(o)
	i := 0
	for list[i].Name != "trace_validate" {
		i++
	}
	res, err := list[i].Call(t.Context(), args)
	var out validateOut
	if err == nil {
		if err := json.Unmarshal(res.JSON, &out); err != nil {
			t.Fatal(err)
		}
	}
	return out, err
}

func TestValidate(t *testing.T) {
	out, err := call(t, Options{}, validateIn{Module: "```tla\n" + lock + "```", Mapping: mapping, Trace: log})
	if err != nil {
		t.Fatal(err)
	}
	want := validateOut{
		Summary: "2 of 3 events fit, in 0 of 1 traces all of them",
		Traces: []traceResult{{
			Trace: "trace", Status: "rejected", Events: 3, Matched: 2, Line: 3, Event: `acquire count=2 holder="t2" thread="t2"`,
			Reason:   `event acquire: Acquire("t2") is possible, but count is 2 in the trace, count is 1 in the model`,
			States:   []string{`holder = NoOne /\ count = 1`},
			Expected: []string{`Acquire("t2"): holder NoOne → "t2"; count: the trace says 2, the module 1`},
			Possible: []string{`Acquire("t1"): holder NoOne → "t1" (1 more of Acquire)`},
		}},
		Compared:    []string{"holder = holder (3)", "count = count (3)"},
		NotCompared: []string{"at"},
	}
	if d := cmp.Diff(want, out, cmpopts.EquateEmpty()); d != "" {
		t.Error(d)
	}
}

func TestValidateTask(t *testing.T) {
	if testing.Short() {
		t.Skip("several runs of TLC")
	}
	dir := t.TempDir()
	good := strings.Replace(log, `"count":2`, `"count":1`, 1)
	traces := map[string]string{}
	for name, text := range map[string]string{"trace-01": good, "trace-02": log} {
		traces[name] = filepath.Join(dir, name+".ndjson")
		if err := os.WriteFile(traces[name], []byte(text), 0o600); err != nil {
			t.Fatal(err)
		}
	}
	o := Options{Traces: traces, Mapping: strings.Replace(mapping, "constants: {Threads: {from: thread}}\n", "", 1), Constants: map[string]string{"Threads": `{"t1", "t2"}`, "Other": "1"}}
	out, err := call(t, o, validateIn{Module: lock})
	if err != nil {
		t.Fatal(err)
	}
	if out.Accepted || len(out.Traces) != 2 || out.Traces[0].Status != "accepted" || out.Summary != "5 of 6 events fit, in 1 of 2 traces all of them" {
		t.Errorf("%+v", out)
	}
	out, err = call(t, o, validateIn{Module: lock, Trace: "trace-01", Probe: true})
	if err != nil {
		t.Fatal(err)
	}
	if !out.Accepted || out.RejectedShare < 0.9 {
		t.Errorf("%+v", out)
	}
	out, err = call(t, o, validateIn{Module: strings.Replace(lock, "count = 0", "count = ", 1)})
	if err != nil {
		t.Fatal(err)
	}
	if out.Accepted || len(out.Problems) == 0 || out.Traces[0].Status != "malformed" {
		t.Errorf("%+v", out)
	}
}

// TestRefused: what is wrong with a call goes back to the model.
func TestRefused(t *testing.T) {
	chain := func(context.Context) (tla.Toolchain, error) { return tla.Toolchain{}, nil }
	for _, c := range []struct {
		name string
		o    Options
		in   validateIn
		want string
	}{
		{"no mapping", Options{}, validateIn{Module: lock, Trace: log}, "a mapping is needed"},
		{"mapping", Options{}, validateIn{Module: lock, Trace: log, Mapping: "evnts: {}"}, "mapping:1: the mapping has no key evnts; did you mean events?"},
		{"unknown action", Options{}, validateIn{Module: lock, Trace: log, Mapping: strings.Replace(mapping, "Release($", "Free($", 1)}, "event release: module Lock has no action Free"},
		{"no trace", Options{}, validateIn{Module: lock, Mapping: mapping}, "there are no traces here"},
		{"unknown trace", Options{Traces: map[string]string{"a": "/a"}}, validateIn{Module: lock, Mapping: mapping, Trace: "/etc/passwd"}, `there is no trace "/etc/passwd"; there are a`},
		{"not UTF-8", Options{}, validateIn{Module: lock, Mapping: mapping, Trace: "{\"event\": x}\n"}, "trace:1:11: not JSON"},
		{"no Java", Options{Toolchain: func(context.Context) (tla.Toolchain, error) {
			return tla.Toolchain{}, &tla.MissingError{Tool: "java", Why: "is not on PATH", Hint: "install it"}
		}}, validateIn{Module: lock, Mapping: mapping, Trace: log}, "it can't run here: java is not on PATH; install it"},
	} {
		t.Run(c.name, func(t *testing.T) {
			if c.o.Toolchain == nil {
				c.o.Toolchain = chain
			}
			_, err := call(t, c.o, c.in)
			var bad *tools.BadCall
			if !errors.As(err, &bad) || !strings.Contains(err.Error(), c.want) {
				t.Errorf("%v", err)
			}
		})
	}
}

// What a model reads about the tools, and the schemas of their arguments and results.
func TestDescriptions(t *testing.T) {
	for _, tool := range Tools(Options{}) {
		golden.Text(t, filepath.Join("testdata", tool.Name+".md"), tool.Markdown()+"\n")
		golden.Text(t, filepath.Join("testdata", tool.Name+".schema.json"), indent(t, tool.Schema)+"\n")
		golden.Text(t, filepath.Join("testdata", tool.Name+".output.json"), indent(t, tool.Output)+"\n")
		for _, e := range tool.Examples {
			raw, err := json.Marshal(e.Args)
			if err != nil {
				t.Fatal(err)
			}
			if problems := tool.Check(raw); len(problems) > 0 {
				t.Errorf("example of %s: %v", tool.Name, problems)
			}
		}
	}
}

func indent(t *testing.T, raw json.RawMessage) string {
	t.Helper()
	var v any
	if err := json.Unmarshal(raw, &v); err != nil {
		t.Fatal(err)
	}
	b, err := json.MarshalIndent(v, "", "  ")
	if err != nil {
		t.Fatal(err)
	}
	return string(b)
}
