package alloy

import (
	"context"
	"fmt"
	"maps"
	"slices"
	"strings"
	"time"

	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/score"
	"ensures/tla/trace"
)

// Options bound a scoring.
type Options struct {
	Limit    time.Duration // of one run; default one minute
	NoTraces bool          // leave conformance out
}

// Score scores a model of the task's system. It has only a strict column: nothing is
// published for Alloy. Syntax is of the whole model, as Alloy ends at its first error;
// runtime is the share of actions that can happen at all within the scope; conformance
// the share of a trace's first events that are a behaviour of the model; invariants the
// share of commands, the model's own and the task's, that come out as they should. A
// check is vacuous where the model has no behaviour within its scope.
func (t *Task) Score(ctx context.Context, tools Toolchain, name, model string, o Options) (*score.Result, error) {
	start := time.Now()
	r := &score.Result{Model: name, System: t.System, Tool: tools.String(), Strict: map[score.Metric]score.Value{}}
	defer func() { r.ElapsedMS = time.Since(start).Milliseconds() }()

	r.Syntax = &score.SyntaxDetail{}
	r.Runs = 1
	whole, err := tools.Exec(ctx, model+"\n"+t.Properties+"\n"+t.actionRuns()+t.vacuity(model), o.Limit)
	if err != nil {
		return nil, err
	}
	if whole.Problem != "" {
		r.Syntax.Problems = []tla.Problem{{Kind: tla.SyntaxError, Text: whole.Problem, Range: tla.Range{Module: name, Line: whole.Line, Column: whole.Column}}}
		v := score.Share(0, 1, "")
		v.Why = fmt.Sprintf("line %d, column %d: %s", whole.Line, whole.Column, whole.Problem)
		r.Strict[score.Syntax] = v
		gate := score.Gated(score.Syntax, v)
		r.Strict[score.Runtime], r.Strict[score.Conformance], r.Strict[score.Invariants] = gate, gate, gate
		return r, nil
	}
	r.Syntax.Whole = true
	r.Strict[score.Syntax] = score.Share(1, 1, "")
	if whole.TimedOut {
		late := score.Value{Why: "no answer within the time limit"}
		r.Strict[score.Runtime], r.Strict[score.Conformance], r.Strict[score.Invariants] = late, late, late
		return r, nil
	}
	t.runtime(r, whole)
	t.invariants(r, whole)
	if o.NoTraces {
		return r, nil
	}
	return r, t.conformance(ctx, tools, r, model, o)
}

const (
	actionPrefix  = "ensures_action_"
	vacuityPrefix = "ensures_behaviour_"
)

// actionRuns ask of every action whether it can happen.
func (t *Task) actionRuns() string {
	var b strings.Builder
	for _, e := range slices.Sorted(maps.Keys(t.Actions)) {
		formula, quantifiers := t.Actions[e], ""
		for _, f := range fieldsOf(formula) {
			sig, ok := t.Atoms[f]
			if !ok {
				sig = "Int"
			}
			quantifiers += fmt.Sprintf("some ensures_%s: %s | ", f, sig)
		}
		formula = fieldRE.ReplaceAllString(formula, "ensures_$1")
		fmt.Fprintf(&b, "run %s%s { %seventually (%s) } %s\n", actionPrefix, e, quantifiers, formula, t.Scope)
	}
	return b.String()
}

// scopes are those of the checks, each once.
func (t *Task) scopes(model string) []string {
	out := []string{t.Scope}
	for line := range strings.SplitSeq(model+"\n"+t.Properties, "\n") {
		line = strings.TrimSpace(line)
		if strings.HasPrefix(line, "check ") {
			if s := (Command{Source: line}).Scope(); s != "" && !slices.Contains(out, s) {
				out = append(out, s)
			}
		}
	}
	return out
}

// vacuity asks whether there is any behaviour within the scope of each check.
func (t *Task) vacuity(model string) string {
	var b strings.Builder
	for i, s := range t.scopes(model) {
		fmt.Fprintf(&b, "run %s%d { } %s\n", vacuityPrefix, i+1, s)
	}
	return b.String()
}

func (t *Task) runtime(r *score.Result, o Outcome) {
	d := &score.RuntimeDetail{ErrorFree: true, Exhaustive: false}
	r.Runtime = d
	hits := 0
	var never []string
	for _, c := range o.Commands {
		name, ok := strings.CutPrefix(c.Name, actionPrefix)
		if !ok {
			continue
		}
		a := score.Action{Name: name}
		if c.Satisfied {
			a.Taken, hits = 1, hits+1
		} else {
			never = append(never, name)
		}
		d.Actions = append(d.Actions, a)
	}
	v := score.Share(hits, len(d.Actions), "the task has no actions")
	if len(never) > 0 {
		v.Why = "never happens within the scope: " + strings.Join(never, ", ")
	}
	d.ErrorFree = hits > 0
	r.Strict[score.Runtime] = v
}

func (t *Task) invariants(r *score.Result, o Outcome) {
	if !r.Runtime.ErrorFree {
		r.Strict[score.Invariants] = score.Gated(score.Runtime, r.Strict[score.Runtime])
		return
	}
	d := &score.InvariantsDetail{}
	r.Invariants = d
	lively := map[string]bool{}
	for _, c := range o.Commands {
		if strings.HasPrefix(c.Name, vacuityPrefix) {
			lively[c.Scope()] = c.Satisfied
		}
	}
	hits := 0
	var why []string
	for _, c := range t.own(o) {
		p := score.Property{Name: c.Name, Kind: invariant.Temporal, Status: score.Holds}
		lives, known := lively[c.Scope()]
		switch {
		case !c.OK():
			p.Status = score.Violated
			p.Why = map[bool]string{true: "there is a counterexample", false: "there is no instance"}[c.Satisfied]
		case c.Check && known && !lives:
			p.Status, p.Why = score.Vacuous, "the model has no behaviour within the scope"
		}
		if p.Status == score.Holds {
			hits++
		} else {
			why = append(why, string(p.Status)+": "+p.Name)
		}
		d.Properties = append(d.Properties, p)
	}
	v := score.Share(hits, len(d.Properties), "neither model nor task has commands")
	v.Why = strings.Join(why, "; ")
	r.Strict[score.Invariants] = v
}

// own are the commands that are not ours.
func (t *Task) own(o Outcome) []Command {
	var out []Command
	for _, c := range o.Commands {
		if !strings.HasPrefix(c.Name, actionPrefix) && !strings.HasPrefix(c.Name, vacuityPrefix) {
			out = append(out, c)
		}
	}
	return out
}

// conformance looks for the longest prefix of each trace that the model can do.
func (t *Task) conformance(ctx context.Context, tools Toolchain, r *score.Result, model string, o Options) error {
	if !r.Runtime.ErrorFree {
		r.Strict[score.Conformance] = score.Gated(score.Runtime, r.Strict[score.Runtime])
		return nil
	}

	ts, err := t.traces()
	if err != nil {
		return err
	}

	d := &score.ConformanceDetail{}
	r.Conformance = d
	// All events of all traces in one run; those that don't fit event by event in another.
	var bad []int

	for round := range 2 {
		text, err := t.traceModel(ts, func(i int) bool { return round > 0 && slices.Contains(bad, i) })
		if err != nil {
			return err
		}
		r.Runs++
		out, err := tools.Exec(ctx, model+"\n"+text, o.Limit)
		switch {
		case err != nil:
			return err
		case out.TimedOut:
			r.Strict[score.Conformance] = score.Value{Why: "no answer within the time limit"}
			return nil
		}
		d.Traces, bad = nil, nil
		for i, one := range ts {
			x := one.result(i, out)
			if d.Traces = append(d.Traces, x); x.Status == trace.Rejected {
				bad = append(bad, i)
			}
		}
		if len(bad) == 0 {
			break
		}
	}

	for _, x := range d.Traces {
		d.Events, d.Matched = d.Events+x.Events, d.Matched+x.Matched
	}

	v := score.Share(d.Matched, d.Events, "there are no events")
	for _, x := range d.Traces {
		if x.Status != trace.Accepted && v.Why == "" {
			v.Why = x.String()
		}
	}
	r.Strict[score.Conformance] = v
	return nil
}

// result is what a run says of the i-th trace.
func (one logged) result(i int, o Outcome) score.TraceResult {
	x := score.TraceResult{Name: one.name, Events: len(one.events), Status: trace.Accepted}
	if o.Problem != "" {
		x.Status, x.Reason = trace.Malformed, fmt.Sprintf("line %d, column %d: %s", o.Line, o.Column, o.Problem)
		return x
	}
	fits := func(n int) bool {
		return slices.ContainsFunc(o.Commands, func(c Command) bool { return c.Name == prefix(i, n) && c.Satisfied })
	}
	if fits(x.Events) {
		x.Matched = x.Events
		return x
	}
	for x.Matched < x.Events-1 && fits(x.Matched+1) {
		x.Matched++
	}
	e := one.events[x.Matched]
	x.Status, x.Line, x.Event, x.Reason = trace.Rejected, e.line, e.fields["event"], "no behaviour of the model agrees with this line"
	return x
}
