package spec

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/feedback"
	"ensures/harness"
	"ensures/propose"
	"ensures/rust/cargo"
	"ensures/rust/measure"
	"ensures/rust/observe"
	rustpropose "ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/tools"
	"ensures/value"
	"ensures/verify"
)

// Rust says how functions of Rust are worked on.
type Rust struct {
	// In returns with what a text of a file is compiled, run and proved, and the text of the
	// crate where the file is a part of one; nil where there is nothing for Rust.
	In func(ctx context.Context, path, text string) (rustpropose.Options, *cargo.Flat, error)
	// Backend answers with the places of the file itself, also where it is a part of a crate.
	Backend verify.Backend
	Verify  verify.Options // but for Method
	Measure measure.Options
}

// rustProgram is a function of Rust in its file.
type rustProgram struct {
	t *bench.Task
	o Options
}

func (p *rustProgram) look(cand string) survey { return lookRust(p.t, cand) }

func (p *rustProgram) backend() (verify.Backend, verify.Options) {
	return p.o.Rust.Backend, p.o.Rust.Verify
}

func (p *rustProgram) asked(sv survey) []string {
	list := append([]string{p.t.Method}, sv.others...)
	if sv.whole {
		list = append(list, "") // whatever else has clauses, which may use what they are written in
	}
	return list
}

func (p *rustProgram) named(k verify.MethodKey) string {
	if slices.ContainsFunc(spec.Parse(p.t.Source).Funcs, func(f *spec.Func) bool { return f.Name == k.Name }) {
		return k.Name
	}
	return "" // it is of another file of the crate
}

// explain puts first what a run shows, since runs answer behind the prover and say more.
func (p *rustProgram) explain(out verify.Outcome, cand string) feedback.Report {
	rep := feedback.Analyze(out, cand)
	rep.Failures = rep.ByImportance()
	for i := range rep.Failures {
		f := &rep.Failures[i]
		switch {
		case f.Class == feedback.Termination:
			f.Hint = "a function that calls itself needs decreases among its clauses: an expression of the parameters that is never negative and falls with each call (n for f(n - 1), hi - lo for a range)"
		case f.Kind == verify.Unreachable:
			f.Hint = "exclude such inputs by a requires clause, no more of them than those on which the code panics"
		case f.Class == feedback.Assert && strings.Contains(f.What, "attempt to"):
			f.Hint = "the code panics there on some inputs: exclude them by a requires clause, or say in the loop's invariant why it does not"
		case f.Class == feedback.Unsupported:
			f.Hint = "say the same without this, in words of the clause language and names that can be seen there"
		}
	}
	return rep
}

// rustText is a text of the task's file as it is compiled: by itself, or in its crate.
type rustText struct {
	o    rustpropose.Options
	flat *cargo.Flat // nil: the file stands alone
	file *spec.File
	fn   *spec.Func // the task's
}

// errNoRust says that no tools for Rust are there.
var errNoRust = &verify.MissingError{Tool: "rustc 1.95 and bubblewrap", Hint: "functions of Rust are compiled, and run in a sandbox (ensures doctor)"}

// text reads a text of the task's file. A *tools.BadCall in place of it says what is wrong with
// the text.
func (p *rustProgram) text(ctx context.Context, tool, src string) (*rustText, error) {
	if p.o.Rust.In == nil {
		return nil, errNoRust
	}
	o, flat, err := p.o.Rust.In(ctx, p.t.Name, src)
	if err != nil {
		return nil, err
	}
	x := &rustText{o: o, flat: flat, file: spec.Parse(src)}

	// Mistakes are looked for in the file itself, whose lines the model knows; from here on the
	// text is that of the crate.
	if len(x.file.Errs) > 0 {
		bad := &tools.BadCall{Tool: tool}
		for _, e := range x.file.Errs {
			bad.Problems = append(bad.Problems, fmt.Sprintf("line %d: %v", 1+strings.Count(src[:e.From], "\n"), e))
		}
		return nil, bad
	}
	if flat != nil {
		x.file = spec.Parse(flat.Text)
	}
	for _, f := range x.file.Funcs {
		switch {
		case f.Mode != spec.Exec || f.Test || f.Name != p.t.Method || o.Within != nil && !o.Within(f.NamePos.From):
			// In a crate other files may have functions of the name; Within keeps to the task's.
		case x.fn != nil:
			return nil, tools.Refuse(tool, "the file has several functions %s, and proofs go by names", f.Name)
		default:
			x.fn = f
		}
	}
	if x.fn == nil {
		return nil, tools.Refuse(tool, "the file has no function %s", p.t.Method)
	}
	return x, nil
}

// line is the file's line of a byte of the text.
func (x *rustText) line(at int) int {
	n := 1 + strings.Count(x.file.Src[:at], "\n")
	if x.flat != nil {
		_, n, _ = x.flat.Place(n, 1)
	}
	return n
}

// program compiles the text for calls of the task's function. A *tools.BadCall says why it
// can't be called.
func (x *rustText) program(ctx context.Context, tool, name string) (*observe.Program, error) {
	prog, err := observe.Build(ctx, x.o.Compiler, name, x.file, func(f *spec.Func) bool { return f == x.fn })
	if bad := (*observe.CompileError)(nil); errors.As(err, &bad) {
		return nil, tools.Refuse(tool, "the function can't be run: %s", x.mistake(bad))
	}
	if err != nil {
		return nil, err
	}
	if len(prog.Funcs) != 1 {
		prog.Close()
		return nil, tools.Refuse(tool, "the function can't be run: %v", prog.Refused[x.fn])
	}
	return prog, nil
}

// mistake is the first of the compiler's, with its place where that is in the file.
func (x *rustText) mistake(bad *observe.CompileError) string {
	lines := strings.Count(x.file.Src, "\n") + 1
	for _, m := range bad.Messages {
		switch {
		case m.Level != "error":
		case m.Line > lines:
			// Behind the file stands what calls the function: the complaint is about a type or a
			// name that cannot be used from there.
			return "it cannot be called from the end of the file: " + m.Text
		case x.flat != nil && !x.flat.OwnLine(m.Line):
			file, line, _ := x.flat.Place(m.Line, 1)
			return fmt.Sprintf("%s, line %d: %s", file, line, m.Text)
		case x.flat != nil:
			_, line, _ := x.flat.Place(m.Line, 1)
			return fmt.Sprintf("line %d: %s", line, m.Text)
		default:
			return fmt.Sprintf("line %d: %s", m.Line, m.Text)
		}
	}
	return bad.Error()
}

func (p *rustProgram) measure(ctx context.Context, code string, survivors int) (out measurement, err error) {
	out.row = harness.Row{TaskID: p.t.ID, Status: harness.OK}
	if p.look(code).changed != "" { // what a model made of the code is not run
		out.row.Status = harness.Malformed
		return out, nil
	}
	x, err := p.text(ctx, "", code)
	if bad := (*tools.BadCall)(nil); errors.As(err, &bad) {
		out.row.Status, out.problems = harness.Malformed, bad.Problems
		return out, nil
	}
	if err != nil {
		return out, err
	}
	rep, err := p.report(ctx, x)
	if bad := (*tools.BadCall)(nil); errors.As(err, &bad) {
		out.row.Status, out.failed = harness.Unsupported, bad.Problems[0]+"; so nothing is measured"
		return out, nil
	}
	if err != nil {
		return out, err
	}

	out.row.Compat, out.row.Strict = rep.Tally.Compat(), rep.Tally.Strict()
	out.row.Pairs, out.row.Mutants = rep.Tally.Pairs, rep.Tally.Mutants

	// A clause that can't be evaluated cannot be counted either way: the whole measurement says
	// unsupported.
	for _, c := range rep.Undecidable() {
		out.row.Status = harness.Unsupported
		out.problems = append(out.problems, fmt.Sprintf("line %d: `%s`: %v", x.line(c.From), oneLine(c.Text), c.Err))
	}
	out.violated, out.survivors = x.violations(rep, 3), rep.Survivors(survivors)
	return out, nil
}

// report runs the function, and measures its clauses. A *tools.BadCall says why it can't be
// called.
func (p *rustProgram) report(ctx context.Context, x *rustText) (*measure.Report, error) {
	prog, err := x.program(ctx, "", p.t.Name)
	if err != nil {
		return nil, err
	}
	defer prog.Close()
	return measure.Measure(ctx, prog, prog.Funcs[0], x.file, p.o.Rust.Measure)
}

// violations are up to n calls that the specification is wrong about, or has no value for.
func (x *rustText) violations(rep *measure.Report, n int) (out []string) {
	for _, v := range rep.Violations(n) {
		text := fmt.Sprintf("for %s the code %s, ", v.Inputs, v.Actual)
		if v.Clause == nil {
			out = append(out, text+"and the precondition admits that")
			continue
		}
		out = append(out, fmt.Sprintf("%sbut line %d: `%s` does not hold", text, x.line(v.Clause.From), oneLine(v.Clause.Text)))
	}
	for _, c := range rep.Pairs {
		if len(out) < n && c.Pre.Truth != value.False && c.Post.Truth == value.Unknown && c.Clause != nil {
			out = append(out, fmt.Sprintf("for %s line %d: `%s` has no value", rep.Input(c.Args), x.line(c.Clause.From), oneLine(c.Clause.Text)))
		}
	}
	return out
}

func (p *rustProgram) propose(ctx context.Context, tool string, in proposeIn) (proposeOut, error) {
	// The engine proposes from the code alone, not from what the task or the model says of it.
	src := spec.Uncommented(p.t.Source)
	x, err := p.text(ctx, tool, src)
	if err != nil {
		return proposeOut{}, err
	}
	o := x.o
	o.Wanted = func(name string) bool { return name == p.t.Method }
	o.Budget = time.Duration(cmp.Or(in.Seconds, 10)) * time.Second
	text, list, err := rustpropose.File(ctx, p.t.Name, x.file.Src, o)
	if ctx.Err() != nil {
		return proposeOut{}, ctx.Err()
	}
	var bad *observe.CompileError
	switch {
	case errors.As(err, &bad):
		return proposeOut{}, tools.Refuse(tool, "nothing can be proposed: %s", x.mistake(bad))
	case err != nil:
		return proposeOut{}, err
	}
	if x.flat != nil {
		if text, err = x.flat.Back(text); err != nil {
			return proposeOut{}, err
		}
	}

	out := proposeOut{Clauses: []propose.Clause{}, Code: text, Note: "these are proved together"}

	// By name too: the engine may have read the text anew.
	at := slices.IndexFunc(list, func(f *rustpropose.Function) bool { return f.Func == x.fn || f.Func.Name == x.fn.Name })
	if at < 0 || len(list[at].Clauses) == 0 {
		out.Note = "nothing is proposed: it has clauses in a verus! block"
		if at >= 0 {
			out.Note = "nothing is proposed: " + list[at].Why
		}
		return out, nil
	}
	found := list[at]
	line := x.line(x.fn.NamePos.From)
	for _, d := range found.Defined {
		out.Clauses = append(out.Clauses, propose.Clause{Kind: "spec fn", Text: strings.TrimPrefix(d.Text, "spec fn "), Line: line})
	}
	for _, c := range found.Clauses {
		at := line
		if c.Loop != nil {
			at = x.line(c.Loop.From)
		}
		out.Clauses = append(out.Clauses, propose.Clause{Kind: c.Kind.String(), Text: c.Text, Line: at})
	}
	out.Strict = scores(found.Report.Tally.Strict())
	return out, nil
}

// RustResult is what a specification of a function of Rust comes to.
type RustResult struct {
	Why     string // it does not count; empty where it does
	File    *spec.File
	Func    *spec.Func      // in File
	Outcome verify.Outcome  // about it, and all that it leans on
	Report  *measure.Report // nil where it could not be measured
}

// ExamineRust verifies and measures the specification that a text of a task's file has for
// its function, whatever was found of it before. It counts where it is verified with all that
// the text says otherwise than the task's, and measured.
func ExamineRust(ctx context.Context, t *bench.Task, text string, o Options) (out RustResult, err error) {
	// A session of its own: nothing that was found of the text before is believed.
	s := New(t, o)
	p := &rustProgram{t: t, o: o}
	v, err := s.verify(ctx, t, p, text, false)
	if err != nil {
		return out, err
	}
	out.Outcome = s.last[text]
	switch {
	case len(v.Problems) > 0:
		out.Why = strings.Join(v.Problems, "; ")
	case v.Verdict != verify.Verified.String():
		out.Why = "it is not verified: " + v.Verdict
		if len(v.Failures) > 0 {
			out.Why += fmt.Sprintf(", line %d: %s", v.Failures[0].Line, v.Failures[0].What)
		}
	}
	if out.Why != "" {
		return out, nil
	}

	x, err := p.text(ctx, "", text)
	if err == nil {
		out.File, out.Func = x.file, x.fn
		out.Report, err = p.report(ctx, x)
	}
	if bad := (*tools.BadCall)(nil); errors.As(err, &bad) {
		out.Why, err = strings.Join(bad.Problems, "; "), nil
	}
	return out, err
}
