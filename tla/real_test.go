package tla_test

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"testing"
	"time"

	"ensures/setup/tlatest"
	"ensures/tla"
)

const counter = `---- MODULE Counter ----
EXTENDS Naturals
VARIABLES x, y
Init == x = 0 /\ y = <<>>
Up == x < 3 /\ x' = x + 1 /\ UNCHANGED y
Wrap == x = 3 /\ x' = 0 /\ y' = [a |-> "b"]
Next == Up \/ Wrap
Small == x < 3
====
`

// scratch makes the folder for temporary files one of the test's own, and complains
// when a run leaves something in it.
func scratch(t *testing.T) {
	t.Helper()
	dir := t.TempDir()
	t.Setenv("TMPDIR", dir)
	t.Cleanup(func() {
		if left, _ := filepath.Glob(filepath.Join(dir, "*")); len(left) > 0 {
			t.Errorf("left behind: %v", left)
		}
	})
}

func TestCheck(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: counter}, Invariants: []string{"Small"}})
	if err != nil {
		t.Fatal(err)
	}
	if out.Status != tla.Invariant || out.Violated != "Small" || len(out.Trace) != 4 || out.Trace[3].Action != "Up" ||
		len(out.Trace[3].Diff) != 1 || out.Trace[3].Diff[0] != (tla.Change{Name: "x", From: "2", To: "3"}) {
		t.Fatalf("%+v", out)
	}
}

func TestCancel(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	ctx, cancel := context.WithCancel(t.Context())
	time.AfterFunc(300*time.Millisecond, cancel)
	const endless = "---- MODULE E ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = x + 1\n====\n"
	if _, err := tools.Check(ctx, tla.Job{Module: tla.Source{Text: endless}}); !errors.Is(err, context.Canceled) {
		t.Fatalf("%v", err)
	}
}

func TestMissing(t *testing.T) {
	var missing *tla.MissingError
	none := func(string) string { return "" }
	for _, o := range []tla.Options{{Java: "/nowhere/java"}, {Java: "/bin/sh", Jar: "/nowhere/tla2tools.jar"}, {Java: "/bin/sh", Jar: os.Args[0]}, {Java: "/bin/sh"}} {
		o.Getenv = none
		if _, err := tla.Find(t.Context(), o); !errors.As(err, &missing) || missing.Hint == "" {
			t.Errorf("%+v: %v", o, err)
		}
	}
}

func TestInput(t *testing.T) {
	scratch(t)
	for _, c := range []struct {
		job  tla.Job
		want string
	}{
		{tla.Job{Module: tla.Source{Text: "Init == TRUE"}}, "MODULE Name"},
		{tla.Job{Module: tla.Source{Name: "../M", Text: counter}}, "no name"},
		{tla.Job{Module: tla.Source{Text: counter + "\n\xff"}}, "line 11 is not UTF-8"},
		{tla.Job{Module: tla.Source{Text: counter}, Config: "INIT \xff"}, "line 1 is not UTF-8"},
		{tla.Job{Module: tla.Source{Text: counter}, Extra: []tla.Source{{Text: counter}}}, "twice"},
	} {
		var input *tla.InputError
		if _, err := (tla.Toolchain{Java: "/bin/false"}).Check(t.Context(), c.job); !errors.As(err, &input) || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%v, want %s", err, c.want)
		}
	}
}

const growing = `---- MODULE Growing ----
EXTENDS Naturals, Sequences
CONSTANTS Steps, Who
VARIABLES q, clock
Init == q = [i \in Who |-> << >>] /\ clock = 0
Put(i, v) == q' = [q EXCEPT ![i] = Append(@, v)] /\ clock' = clock + Steps[1]
Get(i) == q[i] # << >> /\ q' = [q EXCEPT ![i] = Tail(@)] /\ clock' = clock + Steps[2]
Never == clock < 0 /\ UNCHANGED <<q, clock>>
Next == Never \/ \E i \in Who : Get(i) \/ \E v \in 1..3 : Put(i, v)
====
`

// A budget ends an exploration without end, with coverage; constants may be
// expressions.
func TestBudget(t *testing.T) {
	if testing.Short() {
		t.Skip("make check runs it")
	}
	tools := tlatest.Toolchain(t)
	scratch(t)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: growing}, Budget: 2 * time.Second,
		Constants: []tla.Constant{{Name: "Steps", Value: "[i \\in 1..2 |-> i]"}, {Name: "Who", Value: "{a, b}"}}})
	if err != nil || out.Status != tla.Partial || out.Queue == 0 || out.Elapsed > 15*time.Second {
		t.Fatalf("%s %s %v %+v", out.Status, out.Message, err, out.Problems)
	}
	got := map[string]bool{}
	for _, a := range out.Actions {
		got[a.Name] = a.Generated > 0
	}
	if len(got) != 3 || !got["Put"] || !got["Get"] || got["Never"] {
		t.Errorf("%+v", out.Actions)
	}
	// One that is done before its time is up is complete.
	out, err = tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: counter}, Budget: time.Minute})
	if err != nil || out.Status != tla.OK || out.Distinct != 8 {
		t.Fatalf("%s %s %v", out.Status, out.Message, err)
	}
}

func TestSimulate(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: counter}, Simulate: &tla.Simulation{Num: 3}, Depth: 10, Seed: 1})
	if err != nil || out.Status != tla.Partial || len(out.Actions) != 2 || out.Actions[0].Generated == 0 {
		t.Fatalf("%s %s %v %+v", out.Status, out.Message, err, out.Actions)
	}
	out, err = tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: counter}, Simulate: &tla.Simulation{Num: 3}, Invariants: []string{"Small"}})
	if err != nil || out.Status != tla.Invariant || out.Violated != "Small" || len(out.Trace) != 4 {
		t.Fatalf("%s %s %v %+v", out.Status, out.Message, err, out.Trace)
	}
}

// Runs beside each other do not meet: each sees its own module under one name.
func TestBeside(t *testing.T) {
	if testing.Short() {
		t.Skip("eight runs")
	}
	tools := tlatest.Toolchain(t)
	scratch(t)
	var wg sync.WaitGroup
	for i := range 8 {
		wg.Go(func() {
			text := fmt.Sprintf("---- MODULE M ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = (x + 1) %% %d\n====\n", i+2)
			out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: text}, MemoryMB: 128})
			if err != nil || out.Status != tla.OK || out.Distinct != int64(i+2) {
				t.Errorf("%d: %s %s %v: %d states", i, out.Status, out.Message, err, out.Distinct)
			}
		})
	}
	wg.Wait()
}

// Limits are answers, not crashes.
func TestLimits(t *testing.T) {
	if testing.Short() {
		t.Skip("two JVMs that run into their limits")
	}
	tools := tlatest.Toolchain(t)
	scratch(t)
	deep := "---- MODULE D ----\nEXTENDS Naturals\nVARIABLE x\nRECURSIVE f(_)\nf(n) == IF n = 0 THEN 0 ELSE 1 + f(n - 1)\nInit == x = 0\nNext == x' = f(1000000)\n====\n"
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: deep}, StackMB: 1})
	if err != nil || out.Status != tla.StackOverflow {
		t.Errorf("%s %s %v", out.Status, out.Message, err)
	}
	wide := "---- MODULE W ----\nEXTENDS Naturals\nVARIABLE x\nInit == x = 0\nNext == x' = [i \\in 1..900000 |-> [j \\in 1..900000 |-> <<i, j, x>>]]\n====\n"
	out, err = tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: wide}, MemoryMB: 32})
	if err != nil || out.Status != tla.OutOfMemory && out.Status != tla.Evaluation {
		t.Errorf("%s %s %v\n%s", out.Status, out.Message, err, out.Raw.Stdout+out.Raw.Stderr)
	}
}

// The modules around a job's own add nothing to its complaints.
func TestWrappedComplaints(t *testing.T) {
	tools := tlatest.Toolchain(t)
	scratch(t)
	out, err := tools.Check(t.Context(), tla.Job{Module: tla.Source{Text: strings.Replace(counter, "x + 1", "z + 1", 1)}, Budget: time.Minute})
	want := []tla.Problem{{Kind: tla.SemanticError, Text: "Unknown operator: `z'.", Range: tla.Range{Module: "Counter", Line: 5, Column: 21, EndLine: 5, EndColumn: 21}}}
	if err != nil || out.Status != tla.Semantic || !slices.Equal(out.Problems, want) {
		t.Errorf("%s %v %+v", out.Status, err, out.Problems)
	}
}
