package tla_test

import (
	"context"
	"testing"

	"ensures/setup/tlatest"
	"ensures/tla"

	"github.com/google/go-cmp/cmp"
)

// A module that can't be parsed ends SANY; those after it are judged all the same.
func TestParseEach(t *testing.T) {
	tools := tlatest.Toolchain(t)
	module := func(name, body string) tla.Source {
		return tla.Source{Name: name, Text: "---- MODULE " + name + " ----\nEXTENDS Base\n" + body + "\n====\n"}
	}
	roots := []tla.Source{
		module("A", "X == One"), module("B", "X == Two"), module("C", "X == = 1"), module("D", "X == One"), module("E", "X == == 1"), module("F", "X == One"),
	}
	got, err := tools.ParseEach(context.Background(), roots, []tla.Source{{Name: "Base", Text: "---- MODULE Base ----\nOne == 1\n====\n"}})
	if err != nil {
		t.Fatal(err)
	}
	var status []tla.Status
	for _, o := range got {
		status = append(status, o.Status)
	}
	want := []tla.Status{tla.OK, tla.Semantic, tla.Syntax, tla.OK, tla.Syntax, tla.OK}
	if d := cmp.Diff(want, status); d != "" {
		t.Error(d)
	}
	if p := got[2].Problems; len(p) == 0 || p[0].Module != "C" || p[0].Line != 3 {
		t.Errorf("C: %+v", p)
	}
}
