package tla_test

import (
	"context"
	"errors"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"ensures/tla"
	"ensures/tla/tlatest"
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
