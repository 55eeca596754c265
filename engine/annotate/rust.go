package annotate

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"ensures/bench"
	"ensures/rust/observe"
	rustpropose "ensures/rust/propose"
	"ensures/rust/propose/summary"
	rustspec "ensures/rust/spec"
	"ensures/tools/spec"
	"ensures/trajectories"
	"ensures/verify"
)

// RustTask says how the functions of a file of Rust are specified one by one.
type RustTask struct {
	Tools spec.Options // with which what comes of it is looked at again
	// Wanted says which functions are; nil: all that have no clauses.
	Wanted func(name string) bool
	Until  time.Time // functions not reached by then are left as they are; zero: no end
	// Specify works on a task and returns its best candidate, nil when it has none.
	// An error stops the whole run.
	Specify func(context.Context, *bench.Task) (*trajectories.Candidate, error)
}

// RustByTask lets w specify the functions of a file that have no clauses, one after the other;
// each sees what the earlier ones got. It returns the file with what is verified, every other
// byte as it was, and what came of each function, by the text that is compiled: the file's, or
// its crate's. The error is one that stops the whole run, or [observe.CompileError] or
// [rustspec.Error] where the file has mistakes.
func RustByTask(ctx context.Context, w RustTask, path, src string) (string, []*rustpropose.Function, error) {
	o, flat, err := w.Tools.Rust.In(ctx, path, src)
	if err != nil {
		return src, nil, err
	}
	whole := src
	if flat != nil {
		whole = flat.Text
	}
	file := rustspec.Parse(whole)
	if len(file.Errs) > 0 {
		return src, nil, file.Errs[0]
	}
	// A file with mistakes is told before a model is paid for.
	if err := observe.Check(ctx, o.Compiler, path, file); err != nil {
		return src, nil, err
	}

	var out []*rustpropose.Function
	now := src
	for _, f := range file.Funcs {
		if !spec.RustWanted(f) || len(f.Clauses) > 0 || o.Within != nil && !o.Within(f.NamePos.From) || w.Wanted != nil && !w.Wanted(f.Name) {
			continue
		}
		r := &rustpropose.Function{Func: f}
		out = append(out, r)
		switch {
		case slices.ContainsFunc(file.Funcs, func(g *rustspec.Func) bool {
			return g != f && !g.Test && g.Mode == rustspec.Exec && g.Name == f.Name
		}):
			r.Why, r.Refused = "another function of the crate has this name, and proofs go by names", true
		case !w.Until.IsZero() && time.Now().After(w.Until):
			r.Why = "not reached: the run's time was over (annotate.limit)"
		default:
			if now, err = w.function(ctx, r, path, now); err != nil {
				return now, out, err
			}
		}
	}
	return now, out, nil
}

// function lets w specify one function of a text of the file, and takes what is verified. It
// returns the file's new text.
func (w RustTask) function(ctx context.Context, r *rustpropose.Function, path, now string) (string, error) {
	t := &bench.Task{ID: r.Func.Name, Language: bench.Rust, Name: path, Source: now, Method: r.Func.Name}
	best, err := w.Specify(ctx, t)
	if err != nil {
		return now, err
	}
	switch {
	case best == nil:
		r.Why = "the model offered no specification"
		return now, nil
	case best.Verdict != verify.Verified.String():
		r.Why = "the model's best specification is " + best.Verdict
		if best.Verdict == "" {
			r.Why = "the model's best specification was not verified"
		}
		return now, nil
	}

	// Only the clauses are carried over: code that the model changed does not come along.
	text, err := spec.Carry(t, now, best.Text)
	if err != nil {
		r.Why = "the model's best specification can't be taken: " + err.Error()
		return now, nil
	}
	// Verified in the text as it is now, which may have got other functions' clauses since.
	found, err := spec.ExamineRust(ctx, t, text, w.Tools)
	if err != nil {
		return now, err
	}
	if r.Outcome = found.Outcome; found.Why != "" {
		r.Why = "the model's best specification can't be taken: " + found.Why
		return now, nil
	}

	caller, err := w.broken(ctx, r.Func.Name, path, now, text)
	if err != nil {
		return now, err
	}
	if caller != "" {
		r.Why = "the model's best specification can't be taken: with it " + caller + ", which calls the function, is no longer verified"
		return now, nil
	}
	r.Report, r.Inputs = found.Report, len(found.Report.Pairs)+len(found.Report.Invalid)+found.Report.Lost
	r.Clauses, r.Defined = rustClauses(r.Func, found), defined(now, text)
	return text, nil
}

// broken returns a function that is verified in a text of the file, and in a later one with
// other clauses of a function that it calls no more; "" where there is none.
func (w RustTask) broken(ctx context.Context, callee, path, was, now string) (string, error) {
	name := regexp.MustCompile(`\b` + regexp.QuoteMeta(callee[strings.LastIndexByte(callee, ':')+1:]) + `\b`)
	verified := func(src string, only []string) (out []string, err error) {
		o, flat, err := w.Tools.Rust.In(ctx, path, src)
		if err != nil {
			return nil, err
		}
		if flat != nil {
			src = flat.Text
		}
		for _, f := range rustspec.Parse(src).Funcs {
			if f.Mode != rustspec.Exec || !f.Asked || f.Test || f.Name == callee || !name.MatchString(src[f.Body.From:f.Body.To]) || only != nil && !slices.Contains(only, f.Name) {
				continue
			}
			v := o.Verify
			v.Method = f.Name
			answer, err := o.Backend.Verify(ctx, verify.Request{File: path, Source: src, Options: v})
			if err != nil {
				return nil, err
			}
			if m := answer.Find(verify.MethodKey{Name: f.Name}); m != nil && (m.Verdict == verify.Verified || answer.HoldsAsAsked()) {
				out = append(out, f.Name)
			}
		}
		return out, nil
	}

	// Only callers that were verified can lose it: the others are not asked about a second time.
	before, err := verified(was, nil)
	if err != nil || len(before) == 0 {
		return "", err
	}
	after, err := verified(now, before)
	for _, f := range before {
		if err == nil && !slices.Contains(after, f) {
			return f, nil
		}
	}
	return "", err
}

// rustClauses are the clauses of a function and its loops, the loops as they were in was.
func rustClauses(was *rustspec.Func, found spec.RustResult) (out []rustpropose.Clause) {
	for _, c := range found.Func.Clauses {
		out = append(out, rustpropose.Clause{Kind: c.Kind, Text: c.Text})
	}
	for i, l := range found.Func.Loops {
		for _, c := range l.Clauses {
			if i < len(was.Loops) {
				out = append(out, rustpropose.Clause{Kind: c.Kind, Text: c.Text, Loop: was.Loops[i]})
			}
		}
	}
	return out
}

// defined are the functions for clauses that a text has and another had not.
func defined(was, now string) (out []summary.Function) {
	before := rustspec.Parse(was)
	file := rustspec.Parse(now)
	for _, f := range file.Funcs {
		if f.Mode != rustspec.SpecFn || slices.ContainsFunc(before.Funcs, func(g *rustspec.Func) bool { return g.Name == f.Name }) {
			continue
		}
		var lines []string
		for _, l := range strings.Split(now[f.From:f.To], "\n") {
			l = strings.TrimSpace(l)
			if rest, ok := strings.CutPrefix(l, "//@"); ok {
				l = strings.TrimPrefix(rest, " ")
			}
			lines = append(lines, strings.TrimRight(l, " \t\r"))
		}
		out = append(out, summary.Function{Name: f.Name, Text: strings.Join(lines, "\n")})
	}
	return out
}
