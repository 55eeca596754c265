package score

import (
	"fmt"
	"strings"

	"ensures/tla"
	"ensures/tla/trace"
)

// maxFindings is how many findings of a metric are listed.
const maxFindings = 12

// Findings say what keeps a metric from being full, for whoever is to mend the model.
func (r *Result) Findings(m Metric) []string {
	v, ok := r.Strict[m]
	if !ok || v.Full() || v.Gate != "" {
		return nil
	}

	var out []string
	switch {
	case m == Syntax && r.Syntax != nil:
		for _, p := range r.Syntax.Problems {
			if p.Kind != tla.Warning {
				out = append(out, describe(p))
			}
		}
		for _, u := range r.Syntax.Units {
			if !u.OK {
				out = append(out, fmt.Sprintf("definition %s by itself: %s", u.Name, u.Problem))
			}
		}
	case m == Runtime && r.Runtime != nil:
		if r.Runtime.Problem != "" {
			out = append(out, r.Runtime.Problem)
		}
		for _, a := range r.Runtime.Actions {
			switch {
			case a.Error != "" && a.Error != r.Runtime.Problem:
				out = append(out, fmt.Sprintf("action %s fails: %s", a, a.Error))
			case a.Error == "" && a.Taken == 0:
				out = append(out, fmt.Sprintf("action %s is never taken", a))
			}
		}
	case m == Conformance && r.Conformance != nil:
		if r.Conformance.Problem != "" {
			out = append(out, r.Conformance.Problem)
		}
		for _, t := range r.Conformance.Traces {
			if t.Status != trace.Accepted && t.Reason != r.Conformance.Problem {
				out = append(out, fmt.Sprintf("%s (%d of %d events fit)", t, t.Matched, t.Events))
			}
		}
	case m == Permissiveness && r.Permissiveness != nil:
		if p := r.Permissiveness; p.Strays != nil {
			for _, s := range p.Strays.Events {
				out = append(out, s.String())
			}
		}
		out = append(out, r.Permissiveness.Failed...)
	case m == Invariants && r.Invariants != nil:
		for _, p := range r.Invariants.Properties {
			if p.Status != Holds {
				out = append(out, p.String())
			}
		}
	}

	if len(out) == 0 && v.Why != "" {
		out = append(out, v.Why)
	}
	if n := len(out); n > maxFindings {
		out = append(out[:maxFindings], fmt.Sprintf("and %d more", n-maxFindings))
	}
	return out
}

func (p Property) String() string {
	s := fmt.Sprintf("%s (%s) is %s", p.Name, p.Kind, strings.ReplaceAll(string(p.Status), "_", " "))
	if p.Why != "" {
		s += ": " + p.Why
	}
	if n := len(p.Trace); n > 0 {
		var steps []string
		for _, st := range p.Trace {
			steps = append(steps, st.Action)
		}
		s += fmt.Sprintf(" after %s", strings.Join(steps, ", "))
		var vars []string
		for _, v := range p.Trace[n-1].Vars {
			vars = append(vars, v.Name+" = "+v.Value)
		}
		s += "; then " + strings.Join(vars, ", ")
	}
	return s
}
