package score

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"sync"

	"ensures/tla/trace"
)

// ConformanceDetail says how far the traces go in the model.
type ConformanceDetail struct {
	Traces  []TraceResult `json:"traces,omitempty"`
	Events  int           `json:"events"`  // in all traces
	Matched int           `json:"matched"` // in their matched prefixes
	// Judged are the events of traces that don't fit whose state before is logged in full,
	// Passed those of them that are a step of the model by themselves.
	Judged  int    `json:"judged,omitempty"`
	Passed  int    `json:"passed,omitempty"`
	Problem string `json:"problem,omitempty"`
}

// TraceResult is one trace.
type TraceResult struct {
	Name    string       `json:"name"`
	Status  trace.Status `json:"status"`
	Events  int          `json:"events"`
	Matched int          `json:"matched"`
	Line    int          `json:"line,omitempty"` // of the first that doesn't fit
	Event   string       `json:"event,omitempty"`
	Reason  string       `json:"reason,omitempty"`
	Judged  int          `json:"judged,omitempty"`
	Passed  int          `json:"passed,omitempty"`
}

// conformance is the share of events before the first that doesn't fit, over all
// traces; as published it is the share of traces that are accepted.
func (j *job) conformance(ctx context.Context) error {
	strict, open := j.opens(false)
	compat, openCompat := Value{}, false
	if j.o.Compat {
		if compat, openCompat = j.opens(true); !openCompat {
			j.res.Compat[Conformance] = compat
		}
	}
	if !open {
		j.res.Strict[Conformance] = strict
	}
	if !open && !openCompat {
		return nil
	}
	d := &ConformanceDetail{}
	j.res.Conformance = d
	mapping := j.sys.Mapping
	if j.model.Mapping != nil {
		mapping = j.model.Mapping
	}
	files := j.sys.Traces
	if n := j.o.Traces; n > 0 && n < len(files) {
		files = files[:n]
	}
	if mapping == nil || len(files) == 0 {
		d.Problem = "the system has no traces, or no mapping of them"
	} else if err := j.validate(ctx, d, mapping, files); err != nil {
		return err
	}
	if open {
		j.res.Strict[Conformance] = d.strict()
	}
	if openCompat {
		j.res.Compat[Conformance] = d.compat()
	}
	return nil
}

// validate holds every trace against the model.
func (j *job) validate(ctx context.Context, d *ConformanceDetail, m *trace.Mapping, files []TraceFile) error {
	d.Traces = make([]TraceResult, len(files))
	errs := make([]error, len(files))
	var wait sync.WaitGroup
	for i, f := range files {
		if j.o.Quick {
			if d.Traces[i], errs[i] = j.one(ctx, m, f); errs[i] != nil || d.Traces[i].Status != trace.Accepted {
				d.Traces, errs = d.Traces[:i+1], errs[:i+1]
				break
			}
			continue
		}
		wait.Go(func() { d.Traces[i], errs[i] = j.one(ctx, m, f) })
	}
	wait.Wait()
	for i, err := range errs {
		var mistake *trace.MappingError
		switch {
		case errors.As(err, &mistake): // it names what the model hasn't
			d.Problem = mistake.Error()
		case err != nil:
			return err
		}
		d.Events += d.Traces[i].Events
		d.Matched += d.Traces[i].Matched
		d.Judged += d.Traces[i].Judged
		d.Passed += d.Traces[i].Passed
	}
	return nil
}

func (j *job) one(ctx context.Context, m *trace.Mapping, f TraceFile) (TraceResult, error) {
	out := TraceResult{Name: f.Name}
	t, err := trace.Read(f.Name, bytes.NewReader(f.Text), m, trace.Limits{})
	if err != nil { // the task's own mapping reads it: a mistake in the model's
		out.Status, out.Events, out.Reason = trace.Malformed, max(1, bytes.Count(f.Text, []byte("\n"))), err.Error()
		return out, nil
	}
	out.Events = len(t.Records)
	if err := j.enter(ctx); err != nil {
		return out, err
	}
	defer j.leave()
	spec, o := trace.Spec{Module: j.model.Module, Extra: j.model.Extra}, trace.Options{NoExplain: true}
	r, err := trace.Validate(ctx, j.tools, spec, m, t, o)
	if err != nil {
		out.Status, out.Reason = trace.Malformed, err.Error()
		return out, err
	}
	out.Status, out.Matched, out.Line, out.Event, out.Reason = r.Status, r.Matched, r.Line, r.Event, r.Reason
	if out.Reason == "" && len(r.Problems) > 0 {
		out.Reason = r.Problems[0].String()
	}
	if r.Status == trace.Rejected && !j.o.Quick {
		steps, err := trace.Steps(ctx, j.tools, spec, m, t, o)
		if err != nil {
			return out, err
		}
		if len(steps.Unobserved) == 0 {
			out.Judged, out.Passed = steps.Judged, steps.Passed
		}
	}
	return out, nil
}

func (d *ConformanceDetail) strict() Value {
	for _, t := range d.Traces {
		if t.Status == trace.Unfinished {
			return Value{Why: t.Name + ": a limit of time or memory ended the validation"}
		}
	}
	v := Share(d.Matched, d.Events, d.Problem)
	v.Why = d.Problem
	for _, t := range d.Traces {
		if v.Why == "" && t.Status != trace.Accepted {
			v.Why = t.String()
		}
		if t.Status != trace.Accepted && v.Full() { // whatever it is, a trace was not accepted
			v.Score = new(float64)
		}
	}
	return v
}

func (t TraceResult) String() string {
	if t.Line == 0 {
		return fmt.Sprintf("%s: %s", t.Name, t.Reason)
	}
	return fmt.Sprintf("%s line %d, %s: %s", t.Name, t.Line, t.Event, t.Reason)
}

func (d *ConformanceDetail) compat() Value {
	ok := 0
	for _, t := range d.Traces {
		if t.Status == trace.Accepted {
			ok++
		}
	}
	v := Share(ok, len(d.Traces), d.Problem)
	v.Why = d.Problem
	return v
}
