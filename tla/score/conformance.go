package score

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"

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

// validate holds every trace against the model, as many as can be in one run of TLC.
func (j *job) validate(ctx context.Context, d *ConformanceDetail, m *trace.Mapping, files []TraceFile) error {
	d.Traces = make([]TraceResult, len(files))
	var list []*trace.Trace
	var index []int
	for i, f := range files {
		d.Traces[i] = TraceResult{Name: f.Name}
		t, err := trace.Read(f.Name, bytes.NewReader(f.Text), m, trace.Limits{})
		if err != nil { // the task's own mapping reads it: a mistake in the model's
			// Its events are not known then; its lines stand for them, so that a trace that can't
			// be read weighs what it would.
			d.Traces[i].Status, d.Traces[i].Events, d.Traces[i].Reason = trace.Malformed, max(1, bytes.Count(f.Text, []byte("\n"))), err.Error()
			continue
		}
		d.Traces[i].Events = len(t.Records)
		list, index = append(list, t), append(index, i)
	}

	if err := j.validateAll(ctx, d, m, list, index); err != nil {
		var mistake *trace.MappingError
		if !errors.As(err, &mistake) {
			return err
		}
		d.Problem = mistake.Error() // it names what the model hasn't
		for _, i := range index {
			d.Traces[i].Status, d.Traces[i].Reason = trace.Malformed, err.Error()
		}
	}
	d.Traces = slices.DeleteFunc(d.Traces, func(t TraceResult) bool { return t.Status == "" }) // behind the first that doesn't fit
	for _, t := range d.Traces {
		d.Events += t.Events
		d.Matched += t.Matched
		d.Judged += t.Judged
		d.Passed += t.Passed
	}
	return nil
}

// validateAll fills in the results of the traces that could be read; index is where they
// stand among all.
func (j *job) validateAll(ctx context.Context, d *ConformanceDetail, m *trace.Mapping, list []*trace.Trace, index []int) error {
	if err := j.enter(ctx); err != nil {
		return err
	}
	defer j.leave()
	spec, o := trace.Spec{Module: j.model.Module, Extra: j.model.Extra}, trace.Options{NoExplain: true, First: j.o.Quick}
	reports, err := trace.ValidateAll(ctx, j.tools, spec, m, list, o)
	if err != nil {
		return err
	}
	for k, r := range reports {
		out := &d.Traces[index[k]]
		out.Status, out.Matched, out.Line, out.Event, out.Reason = r.Status, r.Matched, r.Line, r.Event, r.Reason
		if out.Reason == "" && len(r.Problems) > 0 {
			out.Reason = r.Problems[0].String()
		}
		if r.Status == trace.Rejected && !j.o.Quick {
			// Steps by themselves say more of a rejected trace, but only where the state before
			// each is logged in full: else the first step alone would be judged.
			steps, err := trace.Steps(ctx, j.tools, spec, m, list[k], o)
			if err != nil {
				return err
			}
			if len(steps.Unobserved) == 0 {
				out.Judged, out.Passed = steps.Judged, steps.Passed
			}
		}
	}
	return nil
}

func (d *ConformanceDetail) strict() Value {
	// What was matched up to a limit would be a figure of the machine, not of the model.
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
