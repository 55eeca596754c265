package cmd

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"

	"ensures/harness"
	"ensures/internal/atomicfile"
	"ensures/propose"
	"ensures/rust/observe"
	rustpropose "ensures/rust/propose"
	"ensures/rust/spec"
	"ensures/verify"
)

// annotateRust proposes specifications for the functions of files of Rust, and writes or
// shows what is proved.
func (a *app) annotateRust(ctx context.Context, args []string, f annotateFlags) error {
	if err := rustFlags(a, f); err != nil {
		return err
	}
	b, err := a.rustVerifier(ctx)
	if err != nil {
		return missing(err)
	}
	defer b.Close()
	tc, err := a.rustRunner(ctx)
	if err != nil {
		return missing(err)
	}
	judge := verify.WithTimeout(verify.WithGuard(a.withRuns(ctx, b)), a.cfg.Verify.Timeout)
	o := rustpropose.Options{Compiler: tc, Backend: judge, Verify: a.proofOptions(), Inputs: a.cfg.Annotate.Inputs, Seed: uint64(a.cfg.Harness.Seed)}
	if len(f.methods) > 0 {
		o.Wanted = func(name string) bool {
			return slices.ContainsFunc(f.methods, func(m string) bool { return name == m || strings.HasSuffix(name, "::"+m) })
		}
	}
	wrong := 0
	var table [][]string
	for _, arg := range args {
		src, err := a.readText(arg)
		if err != nil {
			return err
		}
		text, list, err := rustpropose.File(ctx, src.path, string(src.text), o)
		if err != nil {
			if ctx.Err() != nil {
				return ctx.Err()
			}
			if err := a.rustMistakes(src, err); err != nil {
				return err
			}
			wrong++
			continue
		}
		if len(list) == 0 && len(f.methods) > 0 {
			return usagef("%s: no function %s without a specification", src.path, strings.Join(f.methods, ", "))
		}
		if f.write && text != string(src.text) && src.path != "<stdin>" {
			if err := writable(src.path); err != nil {
				return err
			}
			if err := atomicfile.Write(src.path, []byte(text)); err != nil {
				return err
			}
		}
		for _, r := range list {
			if len(r.Clauses) == 0 {
				wrong++
			}
			row := a.rustRow(src, r)
			if a.out.json {
				if err := a.out.object(row); err != nil {
					return err
				}
				continue
			}
			if !f.diff && !f.write {
				a.showRustFunction(row)
			}
			table = append(table, a.rustCells(r, row))
		}
		if f.diff && !a.out.json {
			for _, line := range unifiedDiff(src.path, string(src.text), text) {
				a.out.printf("%s", a.diffLine(line))
			}
		}
	}
	if !a.out.json && !f.diff && len(table) > 0 {
		a.out.table([]string{"FUNCTION", "CLAUSES", "POSTCORR", "POSTCOMP", "PRECORR", "PRECOMP", "PROOF", "INPUTS"}, table)
	}
	if wrong > 0 {
		return shown(ExitBelow, "%d functions or files have no specification", wrong)
	}
	return nil
}

// rustFlags refuses what annotate does not do to files of Rust.
func rustFlags(a *app, f annotateFlags) error {
	switch {
	case a.cfg.Model.Name != "" || f.resume != "":
		return usagef("files of Rust are annotated without a model: leave out --model and --resume")
	case f.engine != "" && f.engine != "guided":
		return usagef("--engine %s: files of Rust are annotated by guided only", f.engine)
	case f.changed != "":
		return usagef("--changed is for files of Java: name the functions with --method")
	case !a.keepsProved():
		return usagef("--keep all is for files of Java: of Rust only what is proved is written")
	}
	return nil
}

func missing(err error) error {
	var no *verify.MissingError
	if errors.As(err, &no) {
		return &coded{ExitMissing, err}
	}
	return err
}

// rustMistakes shows why a file could not be worked on.
func (a *app) rustMistakes(src source, err error) error {
	var bad *observe.CompileError
	var syntax *spec.Error
	switch {
	case errors.As(err, &bad):
		for _, m := range bad.Messages {
			if m.Level == "error" {
				fmt.Fprintf(a.Stderr, "%s:%d:%d: error: %s\n", src.path, m.Line, m.Column, m.Text)
			}
		}
	case errors.As(err, &syntax):
		d := diagnosticAt(string(src.text), syntax.From, syntax.Text, syntax.Hint)
		fmt.Fprintf(a.Stderr, "%s:%d:%d: error: %s\n", src.path, d.Line, d.Column, syntax.Error())
	default:
		return err
	}
	return nil
}

// rustRow is what was found for a function, in the form of a method's.
func (a *app) rustRow(src source, r *rustpropose.Function) methodJSON {
	at := diagnosticAt(string(src.text), r.Func.NamePos.From, "", "")
	row := methodJSON{File: src.path, Line: at.Line, Method: r.Func.Name, Signature: signature(string(src.text), r.Func), Status: propose.Proposed,
		Clauses: []propose.Clause{}, Survivors: []string{}, Inputs: r.Inputs, Scores: harness.Row{TaskID: src.path + ":" + r.Func.Name, Status: harness.OK}}
	if len(r.Clauses) == 0 {
		row.Status, row.Reason = propose.Failed, r.Why
		if r.Refused {
			row.Status = propose.Unsupported
		}
		return row
	}
	for _, d := range r.Defined {
		row.Clauses = append(row.Clauses, propose.Clause{Kind: "spec fn", Text: strings.TrimPrefix(d.Text, "spec fn "), Line: at.Line})
	}
	for _, c := range r.Clauses {
		row.Clauses = append(row.Clauses, propose.Clause{Kind: c.Kind.String(), Text: c.Text, Line: at.Line})
	}
	row.Proved, row.Verdict, row.ProvedBy = true, r.Outcome.Verdict.String(), strings.TrimSpace(r.Outcome.Backend+" "+r.Outcome.Version)
	t := r.Report.Tally
	row.Scores.Compat, row.Scores.Strict, row.Scores.Pairs, row.Scores.Mutants = t.Compat(), t.Strict(), t.Pairs, t.Mutants
	row.Survivors = append(row.Survivors, r.Report.Survivors(2)...)
	return row
}

// signature is the head of a function on one line.
func signature(src string, f *spec.Func) string {
	return strings.Join(strings.Fields(src[f.From:f.Body.From]), " ")
}

func (a *app) showRustFunction(row methodJSON) {
	o := a.out
	o.printf("%s %s\n", o.paint(strong, fmt.Sprintf("%s:%d", row.File, row.Line)), o.paint(code, row.Method))
	if row.Status != propose.Proposed {
		o.printf("  %s %s\n\n", o.paint(warn, string(row.Status)+":"), row.Reason)
		return
	}
	for _, c := range row.Clauses {
		for _, l := range strings.Split(c.Kind+" "+c.Text, "\n") {
			o.printf("%s\n", o.paint(good, "//@ "+l))
		}
	}
	o.printf("%s\n", row.Signature)
	for _, s := range row.Survivors {
		o.printf("  %s %s\n", o.paint(warn, "survives:"), s)
	}
	o.printf("\n")
}

func (a *app) rustCells(r *rustpropose.Function, row methodJSON) []string {
	s := row.Scores.Strict
	verdict := a.out.paint(dim, "–")
	if row.Proved {
		verdict = a.out.paint(good, row.Verdict)
	}
	return []string{r.Func.Name, fmt.Sprint(len(row.Clauses)), a.score(s.PostCorr), a.score(s.PostComp), a.score(s.PreCorr), a.score(s.PreComp), verdict, fmt.Sprint(r.Inputs)}
}
