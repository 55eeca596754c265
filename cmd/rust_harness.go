package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"time"
	"unicode/utf8"

	"ensures/bench"
	"ensures/harness"
	"ensures/rust/cargo"
	"ensures/rust/eval"
	"ensures/rust/measure"
	"ensures/rust/observe"
	"ensures/rust/spec"
	"ensures/rust/toolchain"
	"ensures/sandbox"
	"ensures/verify"
)

// rustFile is a file of Rust to measure, which is compiled once, by the first of its
// functions.
type rustFile struct {
	path    string
	file    *spec.File  // of its crate, where flat is there
	flat    *cargo.Flat // nil: it stands alone
	crates  *cargo.Set
	build   func(context.Context) (*observe.Program, error)
	once    sync.Once
	program *observe.Program
	err     error
}

// rustJob is one function of it.
type rustJob struct {
	*rustFile
	fn *spec.Func
}

// close removes what was compiled.
func (j *rustJob) close() {
	if j == nil {
		return
	}
	j.once.Do(func() {}) // a compilation that goes on ends first
	if j.program != nil {
		j.program.Close()
	}
	j.crates.Close()
}

// specifiedRust reports whether a function's specification can be measured.
func specifiedRust(f *spec.Func) bool {
	return f.Mode == spec.Exec && !f.Test && slices.ContainsFunc(f.Clauses, func(c spec.Clause) bool { return c.Kind == spec.Requires || c.Kind == spec.Ensures })
}

// rustJobs are the specified functions of the files of Rust among args; rest are the
// other arguments.
func (a *app) rustJobs(ctx context.Context, args []string) (list []job, rest []string, err error) {
	var tc *toolchain.Toolchain
	set := a.rustCrates(ctx)
	defer func() {
		if err != nil {
			set.Close()
		}
	}()
	for _, arg := range args {
		if !isRust(arg) {
			rest = append(rest, arg)
			continue
		}
		if tc == nil {
			if tc, err = a.rustRunner(ctx); err != nil {
				return nil, nil, err
			}
		}

		src, err := a.readText(arg)
		if err != nil {
			return nil, nil, err
		}
		f := &rustFile{path: src.path, file: spec.Parse(string(src.text)), crates: set}
		compiler := tc
		if len(f.file.Errs) == 0 {
			c, flat, err := set.Of(ctx, src.path, string(src.text))
			if err != nil {
				return nil, nil, err
			}
			if c != nil {
				compiler, f.flat, f.file = c.Compiler, flat, spec.Parse(flat.Text)
			}
		}

		// Of a crate's text, which holds all its modules, only the functions of this file.
		own := func(fn *spec.Func) bool { return specifiedRust(fn) && (f.flat == nil || f.flat.Own(fn.NamePos.From)) }
		f.build = func(ctx context.Context) (*observe.Program, error) {
			return observe.Build(ctx, compiler, f.path, f.file, own)
		}

		n := len(list)
		for _, fn := range f.file.Funcs {
			if own(fn) {
				list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path + ":" + fn.Name}, rust: &rustJob{f, fn}})
			}
		}
		switch {
		case len(f.file.Errs) > 0:
			list = append(list[:n], job{spec: bench.CandidateSpec{TaskID: src.path}, rust: &rustJob{f, nil}})
		case len(list) == n:
			list = append(list, job{spec: bench.CandidateSpec{TaskID: src.path}, err: fmt.Errorf("%s: no function has a specification", src.path)})
		}
	}
	return list, rest, nil
}

// rustRunner finds what files of Rust are compiled and run with: both have to be there
// before anything is measured.
func (a *app) rustRunner(ctx context.Context) (*toolchain.Toolchain, error) {
	if _, err := sandbox.Find("bwrap"); err != nil {
		return nil, &verify.MissingError{Tool: "bubblewrap (bwrap)", Hint: "code of a file of Rust is run in its sandbox only; install bubblewrap"}
	}
	return a.rustCompiler(ctx)
}

// measureRust measures one function of a file of Rust.
func (m *meter) measureRust(ctx context.Context, j job, survivors int) measured {
	start := time.Now()
	f := j.rust.rustFile
	if len(f.file.Errs) > 0 {
		row := harness.Row{TaskID: j.spec.TaskID, Status: harness.Malformed}
		for _, e := range f.file.Errs {
			row.Diagnostics = append(row.Diagnostics, f.at(e.From, e.Text, e.Hint))
		}
		return measured{row: row}
	}

	f.once.Do(func() { f.program, f.err = f.build(ctx) })
	if f.err != nil {
		return measured{row: f.failure(j.spec.TaskID, f.err)}
	}
	at := slices.IndexFunc(f.program.Funcs, func(g *observe.Func) bool { return g.Spec == j.rust.fn })
	if at < 0 {
		row := harness.Row{TaskID: j.spec.TaskID, Status: harness.Unsupported}
		row.Diagnostics = append(row.Diagnostics, f.at(j.rust.fn.NamePos.From, f.program.Refused[j.rust.fn].Error(), ""))
		return measured{row: row}
	}

	h := m.cfg.Harness
	rep, err := measure.Measure(ctx, f.program, f.program.Funcs[at], f.file, measure.Options{Inputs: min(h.Inputs, h.Pairs), Mutants: h.Mutants, Seed: uint64(h.Seed)})
	if err != nil {
		return measured{row: f.failure(j.spec.TaskID, err)}
	}
	row := harness.Row{TaskID: j.spec.TaskID, Status: harness.OK, Compat: rep.Tally.Compat(), Strict: rep.Tally.Strict(), Pairs: rep.Tally.Pairs, Mutants: rep.Tally.Mutants,
		Method: j.rust.fn.Name, ElapsedMS: float64(time.Since(start).Microseconds()) / 1000}

	for _, c := range rep.Undecidable() {
		row.Status = harness.Unsupported
		at := c.From
		if e := (*eval.Error)(nil); errors.As(c.Err, &e) {
			at = e.At.From
		}
		row.Diagnostics = append(row.Diagnostics, f.at(at, c.Err.Error(), ""))
	}
	for _, v := range rep.Violations(1) {
		at, what := j.rust.fn.NamePos.From, "the precondition holds: "
		if v.Clause != nil {
			at, what = v.Clause.From, "the postcondition is false: "
		}
		row.Diagnostics = append(row.Diagnostics, f.at(at, what+v.String(), ""))
	}

	if rep.Lost > 0 {
		d := f.at(j.rust.fn.NamePos.From, fmt.Sprintf("%d calls did not end within their time, or ended the process; they are left out", rep.Lost), "")
		d.Severity = "note"
		row.Diagnostics = append(row.Diagnostics, d)
	}
	return measured{row: row, survivors: rep.Survivors(survivors)}
}

// failure is the row of a file that could not be compiled or run: its own errors have the
// compiler's places.
func (f *rustFile) failure(id string, err error) harness.Row {
	row := harness.Failure(id, err)
	var bad *observe.CompileError
	if !errors.As(err, &bad) {
		return row
	}
	row.Status, row.Diagnostics = harness.Malformed, nil
	for _, m := range bad.Messages {
		d := harness.Diagnostic{Severity: m.Level, Line: m.Line, Column: m.Column, Message: m.Text, Hint: strings.Join(m.Help, "; ")}
		if f.flat != nil {
			file, line, column := f.flat.Place(m.Line, m.Column)
			d.Line, d.Column = line, column
			if !f.flat.OwnLine(m.Line) {
				d.Line, d.Column, d.Message = 1, 1, fmt.Sprintf("%s:%d:%d: %s", short(file), line, column, m.Text)
			}
		}
		row.Diagnostics = append(row.Diagnostics, d)
	}
	return row
}

// at is an error at a byte of what is measured, with its place in the file.
func (f *rustFile) at(off int, message, hint string) harness.Diagnostic {
	d := diagnosticAt(f.file.Src, off, message, hint)
	if f.flat != nil {
		_, d.Line, d.Column = f.flat.Place(d.Line, d.Column)
	}
	return d
}

// diagnosticAt is an error at a byte of a source.
func diagnosticAt(src string, at int, message, hint string) harness.Diagnostic {
	at = max(0, min(at, len(src)))
	begin := strings.LastIndexByte(src[:at], '\n') + 1
	return harness.Diagnostic{Severity: "error", Line: strings.Count(src[:at], "\n") + 1, Column: utf8.RuneCountInString(src[begin:at]) + 1, Message: message, Hint: hint}
}
