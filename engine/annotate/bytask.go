package annotate

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/harness"
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/propose"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// Task says how the methods of a file are specified one by one.
type Task struct {
	Runtime *bench.Runtime
	Prepare bench.Options
	Measure harness.Options
	// Specify works on a task and returns its best candidate, nil when it has none.
	// An error stops the whole run.
	Specify func(context.Context, *bench.Task) (*trajectories.Candidate, error)
}

// ByTask lets w specify the methods of a file, one after the other; each sees what
// the earlier ones got. The error is one that stops the whole run.
func ByTask(ctx context.Context, w Task, path, text string, o Options) (*Annotation, error) {
	a := &Annotation{Path: path, Original: text, Text: text}
	file, errs := java.Parse(path, text)
	specs, serrs := jml.Parse(file)
	errs = append(append(errs, serrs...), types.Cycles(w.Runtime.Types, file)...)
	a.Result = &propose.FileResult{File: file, Errors: errs, Edits: java.NewEdits(file)}

	tasks, _ := bench.MethodsOf(path, text)
	found := false
	for _, t := range tasks {
		if !t.Wanted(file, o.Methods) {
			continue
		}
		found = true
		if until := o.searchUntil(); !until.IsZero() && time.Now().After(until) {
			a.Result.Methods = append(a.Result.Methods, propose.Left(t))
			continue
		}
		done := o.begin(t.ID)
		m, text, err := w.method(ctx, t, specs, a, o)
		done()
		if err != nil {
			return a, err
		}
		a.Text = text
		a.Result.Methods = append(a.Result.Methods, m)
	}
	if !found && len(o.Methods) > 0 {
		a.Err = fmt.Errorf("%s: no such method with a body in %s", strings.Join(o.Methods, ", "), path)
	}
	return a, nil
}

// method lets w specify one method of a, whose text holds what the methods before it
// got; specs are those of the file as it was. It returns the result and the file's
// new text.
func (w Task) method(ctx context.Context, t *bench.Task, specs *jml.File, a *Annotation, o Options) (m propose.MethodResult, text string, err error) {
	start := time.Now()
	defer func() { m.Elapsed = time.Since(start) }()
	original, now := a.Result.File, a.Text
	decl := t.Declaration(original)
	m = propose.MethodResult{Name: t.ID, Status: propose.Failed, Decl: decl}
	if decl != nil {
		m.Line = original.Position(decl.Pos()).Line
	}
	// The task as it stands in the text that has the clauses of those before: what it calls has a
	// contract there.
	if task := taskOf(now, t); task != nil {
		t = task
	}

	prep, err := w.Runtime.Prepare(ctx, t, w.Prepare)
	if ctx.Err() != nil {
		return m, now, ctx.Err()
	}
	if err != nil {
		m.Reason = err.Error()
		var u *bench.Unsupported
		if errors.As(err, &u) {
			m.Status = propose.Unsupported
		}
		return m, now, nil
	}
	m.Inputs, m.Signature = prep.Generated, prep.Method.Signature()
	// The user's own specification is measured and kept.
	if decl != nil && specs.Method(decl) != nil {
		m.Kept = true
		w.measure(ctx, prep, now, &m, o)
		return m, now, nil
	}

	best, err := w.Specify(ctx, t)
	if err != nil {
		return m, now, err
	}
	text, reason := take(t, now, best)
	if reason != "" {
		m.Status, m.Reason = propose.Skipped, reason
		return m, now, nil
	}
	w.measure(ctx, prep, text, &m, o)
	m.Clauses = clausesOf(text, t, m.Line)
	return m, text, nil
}

// take puts a candidate's specification into the file. The reason says why not.
func take(t *bench.Task, now string, best *trajectories.Candidate) (text, reason string) {
	switch {
	case best == nil:
		return now, "the model offered no specification"
	case best.Verdict == verify.Malformed.String(), best.Verdict == verify.Refuted.String():
		return now, "the model's best specification is " + best.Verdict
	}
	// Between runs and a proof the proof has the last word.
	if corr, measured := best.Strict["post_correctness"]; measured && corr < 1 && best.Verdict != verify.Verified.String() {
		return now, fmt.Sprintf("the model's best specification is wrong on some runs (PostCorr %.2f)", corr)
	}
	text, err := spec.Carry(t, now, best.Text)
	if err != nil {
		return now, "the model's best specification can't be taken: " + err.Error()
	}
	if text == now {
		return now, "the model offered no specification"
	}
	return text, ""
}

// measure fills in what the harness says of the method's specification.
func (w Task) measure(ctx context.Context, prep *bench.Prepared, text string, m *propose.MethodResult, o Options) {
	rep := harness.Measure(ctx, prep, text, w.Measure)
	m.Row, m.Status = rep.Row, propose.Proposed
	m.Survivors = rep.Survivors(o.Survivors)
	if rep.Status != harness.OK && rep.Status != harness.Unsupported {
		m.Status = propose.Failed
		for _, d := range rep.Diagnostics {
			m.Reason = d.Message
		}
	}
}

// taskOf returns the task of the same method in another text of the file.
func taskOf(text string, t *bench.Task) *bench.Task {
	tasks, _ := bench.MethodsOf(t.Name, text)
	for _, n := range tasks {
		if n.ID == t.ID && slices.Equal(n.Params, t.Params) {
			return n
		}
	}
	return nil
}

// clausesOf returns the clauses of a task's method in a text; those in front of it
// get the line of the method in the user's file.
func clausesOf(text string, t *bench.Task, line int) []propose.Clause {
	f, _ := java.Parse(t.Name, text)
	s, _ := jml.Parse(f)
	d := t.Declaration(f)
	if d == nil {
		return nil
	}
	var out []propose.Clause
	add := func(lines []string, at int) {
		for _, l := range lines {
			kind, _, _ := strings.Cut(strings.TrimSpace(l), " ")
			out = append(out, propose.Clause{Kind: kind, Text: strings.TrimSpace(l), Line: at})
		}
	}
	if ms := s.Method(d); ms != nil {
		add(ms.Lines(), line)
	}
	shift := line - f.Position(d.Pos()).Line
	java.Walk(d.Body, func(n java.Node) bool {
		if st, ok := n.(java.Stmt); ok {
			if ls := s.Loops[st]; ls != nil {
				add(ls.Lines(), f.Position(st.Pos()).Line+shift)
			}
		}
		return true
	})
	return out
}
