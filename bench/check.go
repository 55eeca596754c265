package bench

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// Problem is something wrong with a data set, with its place.
type Problem struct {
	File   string `json:"file"` // of the data set
	Line   int    `json:"line"` // in it
	TaskID string `json:"task_id,omitempty"`
	In     string `json:"in,omitempty"` // the task's text that it is in: "code", "test_code", "reference", "tests"
	At     string `json:"at,omitempty"` // line:column in that text
	Msg    string `json:"message"`
	// Note is set for what is no mistake: a construct outside of the subset.
	Note bool `json:"note,omitempty"`
}

// String is "file:line: task, code 3:5: message".
func (p Problem) String() string {
	s := fmt.Sprintf("%s:%d: ", p.File, p.Line)
	if p.TaskID != "" {
		s += p.TaskID + ": "
	}
	if p.In != "" {
		s += p.In
		if p.At != "" {
			s += " " + p.At
		}
		s += ": "
	}
	return s + p.Msg
}

// Check looks for mistakes in a data set: records that can't be read, code and test
// code that is not Java, methods that are not there, references with mistakes or of
// other code. With run set the tests are run and their outputs compared.
func (rt *Runtime) Check(ctx context.Context, d *Dataset, run bool) ([]Problem, error) {
	var out []Problem
	for _, b := range d.Bad {
		out = append(out, Problem{File: b.File, Line: b.Line, Msg: b.Err.Error()})
	}
	seen := map[string]bool{} // a mistake of a file is one, however many tasks the file has
	for _, t := range d.Tasks {
		if err := ctx.Err(); err != nil {
			return out, err
		}
		for _, p := range rt.check(ctx, t, run) {
			if t.raw == nil {
				p.TaskID = ""
			}
			if key := fmt.Sprint(p); !seen[key] {
				seen[key] = true
				out = append(out, p)
			}
		}
	}
	slices.SortStableFunc(out, func(x, y Problem) int { return cmp.Or(strings.Compare(x.File, y.File), x.Line-y.Line) })
	return out, ctx.Err()
}

func (rt *Runtime) check(ctx context.Context, t *Task, run bool) []Problem {
	var out []Problem
	add := func(in string, err error) {
		p := Problem{File: t.File, Line: t.Line, TaskID: t.ID, In: in, Msg: err.Error()}
		var j *java.Error
		var u *Unsupported
		switch {
		case errors.As(err, &u):
			p.Msg, p.Note = "not supported: "+u.Construct, true
			if u.At.Line > 0 {
				p.At = fmt.Sprintf("%d:%d", u.At.Line, u.At.Column)
			}
		case errors.As(err, &j):
			p.Msg, p.At = j.Msg, fmt.Sprintf("%d:%d", j.At.Line, j.At.Column)
			if j.Code == java.NotInSubset {
				p.Note = true
				if p.Msg == "" {
					p.Msg = "not supported: " + j.Construct
				}
			}
			if t.raw == nil { // the file itself
				p.Line, p.In, p.At = j.At.Line, "", ""
			}
		}
		out = append(out, p)
	}

	prog, err := rt.Compile(t)
	if t.raw == nil && t.Reference != "" {
		err = nil // the reference is the file
	}
	switch {
	// Code and driver are compiled together: only where the code alone is fine is the driver to blame.
	case err != nil && t.Driver != "" && !t.DriverInline:
		bare := *t
		bare.Driver = ""
		if _, alone := rt.Compile(&bare); alone != nil {
			add("code", alone)
		} else {
			add("test_code", err)
		}
	case err != nil:
		add("code", err)
	case run && len(t.Tests) > 0:
		prep, err := prog.Prepare(ctx, Options{Inputs: 1})
		if err != nil {
			add("tests", err)
			break
		}
		for _, p := range prep.Problems {
			add("tests", errors.New(p))
		}
	}

	if t.Reference == "" {
		return out
	}
	f, errs := java.Parse(t.Name, t.Reference)
	spec, serrs := jml.Parse(f)
	errs = append(errs, serrs...)
	if len(errs) == 0 {
		p, perrs := types.Check(rt.Types, f)
		errs = append(errs, perrs...)
		_, cerrs := jml.Check(spec, p, p.Units[0])
		errs = append(errs, cerrs...)
	}
	for _, e := range errs {
		add("reference", e)
	}
	if !sameCode(t.Source, t.Reference) {
		add("reference", errors.New("its code is not the task's"))
	}
	return out
}

// sameCode reports whether two files have the same tokens.
func sameCode(a, b string) bool {
	x, y := java.Tokens(a), java.Tokens(b)
	if len(x) != len(y) {
		return false
	}
	for i := range x {
		if x[i].Text != y[i].Text {
			return false
		}
	}
	return true
}
