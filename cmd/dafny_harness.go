package cmd

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/dafny"
	"ensures/dafny/eval"
	"ensures/dafny/measure"
	"ensures/harness"
)

// dafnyJob is a method of a file of Dafny with its tests.
type dafnyJob struct {
	file   *dafny.File
	method *dafny.Decl // nil for what is wrong with the file besides its methods
	tests  []measure.Test
	errs   []dafny.Error
}

// dafnyTest is a line of F.tests.jsonl. One without a method is of the file's only one.
type dafnyTest struct {
	Method string `json:"method"`
	measure.Test
}

// dafnyTask is a line of a data set.
type dafnyTask struct {
	ID     string         `json:"task_id"`
	Code   string         `json:"code"`
	Method string         `json:"method"`
	Tests  []measure.Test `json:"tests"`
}

// dafnyJobs are the specified methods of the files and data sets of Dafny among args; rest
// are the other arguments.
func (a *app) dafnyJobs(args []string) (list []job, rest []string, err error) {
	for _, arg := range args {
		switch filepath.Ext(arg) {
		case ".dfy":
			more, err := a.dafnyFile(arg)
			if err != nil {
				return nil, nil, err
			}
			list = append(list, more...)
		case ".jsonl":
			src, err := a.readText(arg)
			if err != nil {
				return nil, nil, err
			}
			list = append(list, dafnyTasks(src)...)
		default:
			rest = append(rest, arg)
		}
	}
	return list, rest, nil
}

// dafnyFile are the specified methods of a file.
func (a *app) dafnyFile(path string) ([]job, error) {
	src, err := a.readText(path)
	if err != nil {
		return nil, err
	}
	beside := strings.TrimSuffix(path, ".dfy") + ".tests.jsonl"
	tests, err := a.readText(beside)
	if errors.Is(err, fs.ErrNotExist) {
		return []job{{spec: bench.CandidateSpec{TaskID: src.path},
			err: fmt.Errorf(`%s: no tests; write them to %s, a line {"method": "M", "args": [1, [2, 3]], "expected": true} for each call`, src.path, beside)}}, nil
	}
	if err != nil {
		return nil, err
	}
	f := dafny.Parse(string(src.text))
	of := map[string][]measure.Test{}
	for i, line := range bytes.Split(tests.text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var t dafnyTest
		if err := json.Unmarshal(line, &t); err != nil {
			return nil, fmt.Errorf("%s:%d: %w", beside, i+1, err)
		}
		if t.Method == "" && len(f.Methods()) == 1 {
			t.Method = f.Methods()[0].Name
		}
		// With mistakes in the file the method may be one that could not be read; the mistakes
		// are told then.
		if !slices.ContainsFunc(f.Methods(), func(d *dafny.Decl) bool { return d.Name == t.Method }) && len(f.Errs) == 0 {
			return nil, fmt.Errorf("%s:%d: %s has no method %q with a specification", beside, i+1, src.path, t.Method)
		}
		of[t.Method] = append(of[t.Method], t.Test)
	}

	left := f.Errs
	var list []job
	for _, m := range f.Methods() {
		j := &dafnyJob{file: f, method: m, tests: of[m.Name]}
		j.errs, left = errorsOf(m, left)
		list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path + ":" + m.Name}, dfy: j})
	}
	switch {
	case len(left) > 0:
		list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path}, dfy: &dafnyJob{file: f, errs: left}})
	case len(list) == 0:
		list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path}, err: fmt.Errorf("%s: no method has a specification", src.path)})
	}
	return list, nil
}

// errorsOf splits errors into those of a method's clauses and the others.
func errorsOf(m *dafny.Decl, errs []dafny.Error) (own, others []dafny.Error) {
next:
	for _, e := range errs {
		for _, c := range m.Clauses {
			if c.From <= e.From && e.From < c.To {
				own = append(own, e)
				continue next
			}
		}
		others = append(others, e)
	}
	return own, others
}

// dafnyTasks are the tasks of a data set.
func dafnyTasks(src source) []job {
	var list []job
	for i, line := range bytes.Split(src.text, []byte("\n")) {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var t dafnyTask
		j := job{}
		if err := json.Unmarshal(line, &t); err != nil {
			j.err = fmt.Errorf("%s:%d: %w", src.path, i+1, err)
			list = append(list, j)
			continue
		}
		j.spec.TaskID = t.ID
		f := dafny.Parse(t.Code)
		for _, m := range f.Methods() {
			if m.Name == t.Method {
				j.dfy = &dafnyJob{file: f, method: m, tests: t.Tests}
				j.dfy.errs, _ = errorsOf(m, f.Errs)
			}
		}
		// The method may be among what could not be parsed.
		if j.dfy == nil && len(f.Errs) > 0 {
			j.dfy = &dafnyJob{file: f, errs: f.Errs}
		} else if j.dfy == nil {
			j.err = fmt.Errorf("%s:%d: no method %s with a specification", src.path, i+1, t.Method)
		}
		list = append(list, j)
	}
	return list
}

// measureDafny measures one method of a file of Dafny.
func (m *meter) measureDafny(j job, survivors int) measured {
	start := time.Now()
	f := j.dfy.file
	row := harness.Row{TaskID: j.spec.TaskID, Status: harness.OK}
	for _, e := range j.dfy.errs {
		row.Status = harness.Malformed
		if e.Unsupported {
			row.Status = harness.Unsupported
		}
		row.Diagnostics = append(row.Diagnostics, diagnosticAt(f.Src, e.From, e.Text, ""))
	}
	if len(j.dfy.errs) > 0 {
		return measured{row: row}
	}

	h := m.cfg.Harness
	rep, err := measure.Measure(f, j.dfy.method, j.dfy.tests, measure.Options{Pairs: h.Pairs, Mutants: h.Mutants})
	if err != nil {
		row := harness.Failure(j.spec.TaskID, err)
		row.Diagnostics[0].Line, row.Diagnostics[0].Column = f.Position(j.dfy.method.From)
		return measured{row: row}
	}
	row.Compat, row.Strict, row.Pairs, row.Mutants = rep.Published, rep.Tally.Strict(), rep.Tally.Pairs, rep.Tally.Mutants
	row.Method, row.ElapsedMS = j.dfy.method.Name, float64(time.Since(start).Microseconds())/1000

	for _, c := range rep.Undecidable() {
		row.Status = harness.Unsupported
		// The place in the clause that is not understood, where it is known.
		at := c.From
		if e := (*eval.Error)(nil); errors.As(c.Err, &e) {
			at = e.At
		}
		row.Diagnostics = append(row.Diagnostics, diagnosticAt(f.Src, at, c.Err.Error(), ""))
	}
	for _, p := range rep.Violations(1) {
		row.Diagnostics = append(row.Diagnostics, diagnosticAt(f.Src, p.Clause.From, fmt.Sprintf("the clause is false of a test: for %s the result is %s", rep.Input(p.Args), p.Result), ""))
	}
	for _, s := range rep.Skipped {
		d := diagnosticAt(f.Src, j.dfy.method.From, s, "")
		d.Severity = "warning"
		row.Diagnostics = append(row.Diagnostics, d)
	}
	return measured{row: row, survivors: rep.Survivors(survivors)}
}
