package cmd

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"ensures/harness"
	"ensures/internal/atomicfile"
	"ensures/propose"
	"ensures/rust/cargo"
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
	if a.cfg.Model.Name != "" || f.resume != "" {
		if f.changed != "" {
			return usagef("--changed works without a model: leave out --model and --resume")
		}
		return a.annotateWithModel(ctx, args, f)
	}

	files, err := a.rustFiles(ctx, args)
	if err != nil {
		return missing(err)
	}

	var changed map[string][]string
	if f.changed != "" {
		if files, changed, err = a.changedFunctions(ctx, f.changed, files); err != nil {
			return missing(err)
		}
		if len(files) == 0 && !a.out.json && !a.flags.quiet {
			fmt.Fprintf(a.Stdout, "nothing changed since %s\n", f.changed)
		}
		if len(files) == 0 {
			return nil
		}
	}

	r, err := a.rustAnnotation(ctx, f)
	if err != nil {
		return err
	}
	defer r.judges.close()
	r.changed, r.specify = changed, r.engine
	return r.files(ctx, files)
}

// rustAnnotation makes what works on files of Rust; its judges are to be closed.
func (a *app) rustAnnotation(ctx context.Context, f annotateFlags) (*rustAnnotation, error) {
	judges, err := a.rustJudges(ctx)
	if err != nil {
		return nil, missing(err)
	}
	if judges.runner == nil {
		judges.close()
		_, err := a.rustRunner(ctx)
		return nil, missing(err)
	}
	return &rustAnnotation{app: a, flags: f, judges: judges, until: ends(a.cfg.Annotate.Limit)}, nil
}

// files works on files one after the other, and shows what came of them.
func (r *rustAnnotation) files(ctx context.Context, files []string) error {
	for _, file := range files {
		if err := r.file(ctx, file); err != nil {
			return missing(err)
		}
	}
	if !r.out.json && !r.flags.diff && len(r.table) > 0 {
		r.out.table([]string{"FUNCTION", "CLAUSES", "POSTCORR", "POSTCOMP", "PRECORR", "PRECOMP", "PROOF", "INPUTS"}, r.table)
	}
	if r.wrong > 0 {
		return shown(ExitBelow, "%d functions or files have no specification", r.wrong)
	}
	return nil
}

// rustFiles are the files named, and those of the crates whose folders are named: of each
// crate the file that it begins with comes last, since what it calls stands in the others.
func (a *app) rustFiles(ctx context.Context, args []string) ([]string, error) {
	var out []string
	for _, arg := range args {
		if !isCrate(arg) {
			out = append(out, arg)
			continue
		}
		tc, err := a.rustCompiler(ctx)
		if err != nil {
			return nil, err
		}
		files, err := cargo.Members(ctx, arg, cargo.Options{Compiler: tc})
		if err != nil {
			return nil, err
		}
		slices.Reverse(files)
		for _, f := range files {
			out = append(out, short(f))
		}
	}
	return out, nil
}

// short is a path as one writes it in the folder one is in.
func short(path string) string {
	here, err := os.Getwd()
	if err != nil {
		return path
	}
	rel, err := filepath.Rel(here, path)
	if err != nil || strings.HasPrefix(rel, "..") {
		return path
	}
	return rel
}

// rustAnnotation is the work on files of Rust.
type rustAnnotation struct {
	*app
	flags   annotateFlags
	changed map[string][]string // with --changed, the functions of each file that did
	judges  *rustJudges
	until   time.Time
	// specify proposes specifications for the functions of a file that wanted says: the file
	// with those that are verified, and what came of each function. wanted nil: all.
	specify func(ctx context.Context, t *crateText, wanted func(string) bool) (string, []*rustpropose.Function, error)

	byModel bool

	// What came of it.
	wrong, changes int
	clauses, asked int // of functions that were worked on
	table          [][]string
}

// wanted reports whether a function of a file is one to annotate.
func (r *rustAnnotation) wanted(path, name string) bool {
	named := func(m string) bool { return name == m || strings.HasSuffix(name, "::"+m) }
	return (len(r.flags.methods) == 0 || slices.ContainsFunc(r.flags.methods, named)) && (r.changed == nil || slices.Contains(r.changed[path], name))
}

// changedFunctions leaves the files in which a function changed since a revision, comments in
// front of it included, and returns of each its functions that did.
func (a *app) changedFunctions(ctx context.Context, ref string, paths []string) (left []string, functions map[string][]string, err error) {
	c, err := changedSince(ctx, ref, "*.rs", paths)
	if err != nil {
		return nil, nil, err
	}
	functions = map[string][]string{}
	for _, path := range paths {
		src, err := a.readText(path)
		if err != nil {
			return nil, nil, err
		}
		text := string(src.text)
		for _, fn := range spec.Parse(text).Funcs {
			// A changed comment or attribute in front of a function is a change of it: its
			// clauses stand there.
			lines := strings.Split(text[:fn.From], "\n")
			from := len(lines)
			for from > 1 && inFront(lines[from-2]) {
				from--
			}
			if fn.Mode == spec.Exec && c.touch(src.path, from, strings.Count(text[:fn.To], "\n")+1) {
				functions[src.path] = append(functions[src.path], fn.Name)
			}
		}
		if len(functions[src.path]) > 0 {
			left = append(left, path)
		}
	}
	return left, functions, nil
}

// inFront reports whether a line holds a comment or an attribute of what stands behind it.
func inFront(line string) bool {
	line = strings.TrimSpace(line)
	return strings.HasPrefix(line, "//") || strings.HasPrefix(line, "#[") || strings.HasPrefix(line, "/*") || strings.HasPrefix(line, "*")
}

// crateText is a file, and the crate around it as one text where there is one.
type crateText struct {
	source
	flat      *cargo.Flat         // nil: the file stands alone
	text      string              // that is compiled
	proposing rustpropose.Options // how specifications of its functions are proposed without a model
}

// at is a byte of the text as a place of the file.
func (t *crateText) at(off int) harness.Diagnostic {
	d := diagnosticAt(t.text, off, "", "")
	if t.flat != nil {
		_, d.Line, d.Column = t.flat.Place(d.Line, d.Column)
	}
	return d
}

// engine is specify without a model.
func (r *rustAnnotation) engine(ctx context.Context, t *crateText, wanted func(string) bool) (string, []*rustpropose.Function, error) {
	o := t.proposing
	o.Until, o.Wanted = r.until, wanted
	text, list, err := rustpropose.File(ctx, t.path, t.text, o)
	// Proposed in the crate's text, written into the file's.
	if err == nil && t.flat != nil {
		if text, err = t.flat.Back(text); err != nil {
			err = fmt.Errorf("%s: %w", t.path, err)
		}
	}
	return text, list, err
}

// file annotates one file.
func (r *rustAnnotation) file(ctx context.Context, path string) error {
	src, err := r.readText(path)
	if err != nil {
		return err
	}
	t := crateText{source: src, text: string(src.text)}
	o, flat, err := r.judges.proposing(ctx, src.path, t.text)
	if err != nil {
		return err
	}
	t.proposing = o
	a := r.app
	if flat != nil {
		t.flat, t.text = flat, flat.Text
	}
	var wanted func(string) bool
	if len(r.flags.methods) > 0 || r.changed != nil {
		wanted = func(name string) bool { return r.wanted(src.path, name) }
	}

	text, list, err := r.specify(ctx, &t, wanted)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		// What is wrong with this file is shown, and the others are worked on; anything else ends
		// the run.
		if err := a.rustMistakes(&t, err); err != nil {
			return err
		}
		r.wrong++
		return nil
	}
	if len(list) == 0 && len(r.flags.methods) > 0 && r.changed == nil {
		return usagef("%s: no function %s without a specification", src.path, strings.Join(r.flags.methods, ", "))
	}
	if len(list) == 0 && !a.flags.quiet && !r.flags.diff {
		fmt.Fprintf(a.Stderr, "ensures: %s: no function without a specification\n", src.path)
	}
	if text != string(src.text) {
		r.changes++
	}
	if r.flags.write && text != string(src.text) && src.path != "<stdin>" {
		if err := writable(src.path); err != nil {
			return err
		}
		if err := atomicfile.Write(src.path, []byte(text)); err != nil {
			return err
		}
	}
	return r.show(&t, text, list)
}

// show shows what was found for the functions of a file.
func (r *rustAnnotation) show(t *crateText, text string, list []*rustpropose.Function) error {
	for _, fn := range list {
		if len(fn.Clauses) == 0 {
			r.wrong++
		}
		r.asked, r.clauses = r.asked+1, r.clauses+len(fn.Clauses)
		row := r.rustRow(t, fn)
		if r.byModel && row.Status == propose.Failed {
			row.Status = propose.Skipped // it may well be specified: the model did not
		}
		if r.out.json {
			if err := r.out.object(row); err != nil {
				return err
			}
			continue
		}
		if !r.flags.diff && !r.flags.write {
			r.showRustFunction(row)
		}
		r.table = append(r.table, r.rustCells(fn, row))
	}
	if r.flags.diff && !r.out.json {
		for _, line := range unifiedDiff(t.path, string(t.source.text), text) {
			r.out.printf("%s", r.diffLine(line))
		}
	}
	return nil
}

// rustFlags refuses what annotate does not do to files of Rust.
func rustFlags(a *app, f annotateFlags) error {
	switch {
	case f.engine != "" && f.engine != "guided":
		return usagef("--engine %s: files of Rust are annotated by guided, or by a model (--model)", f.engine)
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
func (a *app) rustMistakes(t *crateText, err error) error {
	var bad *observe.CompileError
	var syntax *spec.Error
	switch {
	case errors.As(err, &bad):
		for _, m := range bad.Messages {
			if m.Level != "error" {
				continue
			}
			path, line, column := t.path, m.Line, m.Column
			if t.flat != nil {
				file, l, c := t.flat.Place(line, column)
				// A message about another module of the crate names that file.
				if line, column = l, c; !t.flat.OwnLine(m.Line) {
					path = short(file)
				}
			}
			fmt.Fprintf(a.Stderr, "%s:%d:%d: error: %s\n", path, line, column, m.Text)
		}
	case errors.As(err, &syntax):
		d := t.at(syntax.From)
		fmt.Fprintf(a.Stderr, "%s:%d:%d: error: %s\n", t.path, d.Line, d.Column, syntax.Error())
	default:
		return err
	}
	return nil
}

// rustRow is what was found for a function, in the form of a method's.
func (a *app) rustRow(t *crateText, r *rustpropose.Function) methodJSON {
	at := t.at(r.Func.NamePos.From)
	row := methodJSON{File: t.path, Line: at.Line, Method: r.Func.Name, Signature: signature(t.text, r.Func), Status: propose.Proposed,
		Clauses: []propose.Clause{}, Survivors: []string{}, Inputs: r.Inputs, Scores: harness.Row{TaskID: t.path + ":" + r.Func.Name, Status: harness.OK}}
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
	tally := r.Report.Tally
	row.Scores.Compat, row.Scores.Strict, row.Scores.Pairs, row.Scores.Mutants = tally.Compat(), tally.Strict(), tally.Pairs, tally.Mutants
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
