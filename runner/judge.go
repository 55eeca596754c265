package runner

import (
	"context"
	"errors"
	"fmt"
	"slices"

	"ensures/bench"
	"ensures/feedback"
	"ensures/harness"
	"ensures/verify"
)

// Judge says what a specification is worth: the only source of verdicts and scores.
type Judge struct {
	Runtime *bench.Runtime
	Backend verify.Backend // nil: nothing is verified
	Verify  verify.Options
	Harness harness.Options
	Bench   bench.Options
	// Other judges tasks in other languages than Java, by language.
	Other map[bench.Language]func(context.Context, *bench.Task, *Row) error
}

// Judge fills in a row's verdict, scores and failure class for its Code.
func (j *Judge) Judge(ctx context.Context, t *bench.Task, r *Row) error {
	if t.Language != bench.Java {
		if judge := j.Other[t.Language]; judge != nil {
			return judge(ctx, t, r)
		}
		r.Status, r.Reason = Unsupported, fmt.Sprintf("nobody here judges %s", t.Language)
		return nil
	}

	// Prepared by the task alone: a task that does not run is none of the specification's
	// mistakes.
	prep, err := j.Runtime.Prepare(ctx, t, j.Bench)
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Status, r.Reason = Failed, err.Error()
		var u *bench.Unsupported
		if errors.As(err, &u) {
			r.Status = Unsupported
			r.meets(u.Construct)
		}
		return nil
	}

	// The verifier is asked below also where the harness finds mistakes: its verdict is a column
	// of its own.
	rep := harness.Measure(ctx, prep, r.Code, j.Harness)
	if err := ctx.Err(); err != nil {
		return err
	}
	r.Compat, r.Strict = rep.Compat, rep.Strict
	r.Mutants, r.Killed = rep.Row.Mutants.Total, rep.Row.Mutants.Killed
	switch rep.Status {
	case harness.Malformed:
		r.Status = Malformed
	case harness.Unsupported:
		r.Status = Unsupported
	case harness.Failed:
		r.Status = Failed
	}
	if r.Status != OK && len(rep.Diagnostics) > 0 && r.Reason == "" {
		r.Reason = rep.Diagnostics[0].Message
	}

	if j.Backend == nil {
		return nil
	}
	out, err := j.Backend.Verify(ctx, verify.Request{File: t.Name, Source: r.Code, Options: j.Verify})
	if err != nil {
		if ctx.Err() != nil {
			return ctx.Err()
		}
		r.Status, r.Reason = Infrastructure, err.Error()
		return nil
	}

	r.Verdict, r.Backend = out.Verdict.String(), out.Backend+" "+out.Version
	for _, d := range slices.Concat(out.Diagnostics, out.Warnings) {
		switch d.Kind {
		case verify.UnsupportedConstruct:
			r.meets(d.Construct)
		case verify.Timeout, verify.ClockLimit:
			r.clock("the proof of what was handed in")
		}
	}
	for _, m := range out.Methods {
		for _, c := range out.Conditions(m) {
			r.Conditions = append(r.Conditions, m.Method.Short()+": "+c.String())
		}
	}

	if out.Verdict != verify.Verified {
		if fs := feedback.Analyze(out, r.Code).Failures; len(fs) > 0 {
			r.FailureClass = string(fs[0].Class)
		}
		return nil
	}
	r.Meets(harness.Threshold)
	return nil
}

// Meets says of a verified row whether it is meaningfully verified, by its scores.
func (r *Row) Meets(threshold float64) {
	r.MVRCompat = r.Compat.Meets(threshold)
	// The strict rule asks for the precondition too: one that admits little makes a postcondition
	// easy to keep.
	r.MVRStrict = r.Strict.Meets(threshold) && r.Strict.Admits(threshold)
	if !r.Strict.Admits(threshold) && r.Strict.PreCorr != nil && r.Reason == "" {
		r.Reason = fmt.Sprintf("the precondition admits %.0f %% of the valid inputs", 100**r.Strict.PreCorr)
	}
}

// clock notes that a clock ended something before its limit of steps.
func (r *Row) clock(what string) {
	if !slices.Contains(r.Clocks, what) {
		r.Clocks = append(r.Clocks, what)
	}
}

// meets notes a construct without a meaning here.
func (r *Row) meets(construct string) {
	if !slices.Contains(r.Unsupported, construct) {
		r.Unsupported = append(r.Unsupported, construct)
	}
}
