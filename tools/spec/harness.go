package spec

import (
	"cmp"
	"context"
	"fmt"

	"ensures/bench"
	"ensures/harness"
	"ensures/tools"
)

// scores are the four metrics, null where there is nothing to divide by.
type scores struct {
	PostCorr *float64 `json:"post_correctness,omitempty"`
	PostComp *float64 `json:"post_completeness,omitempty"`
	PreCorr  *float64 `json:"pre_correctness,omitempty"`
	PreComp  *float64 `json:"pre_completeness,omitempty"`
}

// measured is the strength of a specification.
type measured struct {
	Status    string   `json:"status" jsonschema:"enum=ok,enum=malformed,enum=unsupported,enum=error"`
	Strict    scores   `json:"strict" jsonschema_description:"on the inputs that the precondition admits"`
	Compat    scores   `json:"compat" jsonschema_description:"the published rule"`
	Problems  []string `json:"problems" jsonschema_description:"mistakes in the specification, changed code, assumptions, an empty precondition"`
	Violated  []string `json:"violated" jsonschema_description:"runs of the method that the specification gets wrong"`
	Survivors []string `json:"survivors" jsonschema_description:"wrong outputs that it still accepts: what to rule out"`
	Missing   []string `json:"missing" jsonschema_description:"what the bar for task_complete still asks for; empty when the scores reach it"`
	Inputs    int      `json:"inputs" jsonschema_description:"recorded calls"`
	Outside   int      `json:"outside" jsonschema_description:"of them outside the precondition"`
	Mutants   int      `json:"mutants"`
	Killed    int      `json:"killed"`
}

func (s *Session) harnessTool(w words) tools.Tool {
	const name = "run_spec_harness"
	return w.worded(tools.New(name, `Measure how strong a specification is, by running the method. PostCorr: on how many real outputs the postcondition holds. PostComp: how many wrong outputs it rejects. PreCorr: how many valid inputs the precondition admits. PreComp: how many inputs on which the code throws it rejects. All between 0 and 1, more is better. A verified specification can say nothing: then PostComp is low and the survivors show why.`,
		func(ctx context.Context, in code) (measured, error) {
			text := unfence(in.Code)
			_, p, err := s.current(name, text, w)
			if err != nil {
				return measured{}, err
			}
			_, m, err := s.measure(ctx, p, text, 4)
			return m, err
		}))
}

// measure runs the harness on a candidate. Where the task itself can't be run, that is said
// of the candidate: the model can go on proving.
func (s *Session) measure(ctx context.Context, p program, code string, survivors int) (harness.Row, measured, error) {
	m := measured{Status: string(harness.OK), Problems: []string{}, Violated: []string{}, Survivors: []string{}, Missing: []string{}}
	got, err := p.measure(ctx, code, survivors)
	if err != nil {
		return got.row, m, err
	}
	r := got.row
	m.Status = string(r.Status)
	if got.failed != "" {
		m.Problems = append(m.Problems, got.failed)
		return r, m, nil
	}
	m.Strict, m.Compat = scores(r.Strict), scores(r.Compat)
	m.Inputs, m.Outside, m.Mutants, m.Killed = r.Pairs.Total, r.Pairs.Vacuous, r.Mutants.Total, r.Mutants.Killed
	m.Problems = append(m.Problems, got.problems...)
	sv := p.look(code)
	if sv.changed != "" {
		m.Problems = append(m.Problems, sv.changed)
	} else if r.AlteredCode {
		m.Problems = append(m.Problems, "the code was changed: add comments only")
	}
	m.Problems = append(m.Problems, sv.trusts...)

	// A precondition that admits nothing makes every postcondition true.
	if r.Pairs.Total > 0 && r.Pairs.Vacuous == r.Pairs.Total {
		m.Problems = append(m.Problems, fmt.Sprintf("vacuous: the precondition admits none of the %d valid inputs", r.Pairs.Total))
	}
	m.Violated = append(m.Violated, got.violated...)
	m.Survivors = append(m.Survivors, got.survivors...)
	m.Missing = s.o.Bar.missing(r)
	return r, m, nil
}

func place(d harness.Diagnostic) string {
	text := d.Message
	if d.Line > 0 {
		text = fmt.Sprintf("line %d: %s", d.Line, text)
	}
	if d.Hint != "" {
		text += " (" + d.Hint + ")"
	}
	return text
}

// String is the bar for whoever has to reach it with a method of Java.
func (b Bar) String() string { return b.For(bench.Java) }

// For is the bar for whoever has to reach it in a language.
func (b Bar) For(l bench.Language) string {
	column := "strict"
	if b.Compat {
		column = "compat"
	}
	text := fmt.Sprintf("It is complete when the verifier has proved it, the %s code is unchanged, nothing is assumed, and run_spec_harness gives (%s) PostCorr at least %.2f and PostComp at least %.2f", wordsOf(l).name, column, b.PostCorr, b.PostComp)
	if b.PreCorr > 0 {
		text += fmt.Sprintf(" and PreCorr at least %.2f", b.PreCorr)
	}
	return text + "."
}

// missing is what a measurement lacks of the bar.
func (b Bar) missing(r harness.Row) []string {
	out := []string{}
	if r.Status != harness.OK {
		return append(out, "it can't be measured: "+string(r.Status))
	}
	s, name := r.Strict, "strict"
	if b.Compat {
		s, name = r.Compat, "compat"
	}
	// A metric is null where there is nothing to divide by: no run that returns, or
	// an output of which nothing can be changed.
	empty := r.Pairs.Total == 0
	for _, c := range []struct {
		metric string
		value  *float64
		least  float64
		free   bool
	}{
		{"PostCorr", s.PostCorr, b.PostCorr, empty},
		{"PostComp", s.PostComp, b.PostComp, empty || r.Mutants.Total == 0 && r.Pairs.Vacuous < r.Pairs.Total && !r.AlteredCode && !r.UsesAssume},
		{"PreCorr", s.PreCorr, b.PreCorr, empty},
	} {
		switch {
		case c.value == nil && !c.free && c.least > 0:
			out = append(out, fmt.Sprintf("%s (%s) is undefined; at least %.2f is asked for", c.metric, name, c.least))
		case c.value != nil && *c.value < c.least:
			out = append(out, fmt.Sprintf("%s (%s) is %.2f; at least %.2f is asked for", c.metric, name, *c.value, c.least))
		}
	}
	return out
}

type survivorsIn struct {
	code
	Limit int `json:"limit,omitempty" jsonschema:"minimum=1,maximum=50" jsonschema_description:"at most so many, 12 by default"`
}

type survivorsOut struct {
	Survivors []string `json:"survivors"`
	Survived  int      `json:"survived" jsonschema_description:"all of them"`
	Mutants   int      `json:"mutants"`
}

func (s *Session) survivorsTool(w words) tools.Tool {
	const name = "list_surviving_mutants"
	example := tools.Example{Text: "print(list_surviving_mutants(code=candidate, limit=5))"}
	return w.worded(tools.New(name, `List wrong outputs that the specification still accepts, with the input and what the code really gives. Look for what they have in common and add a clause that rules it out.`,
		func(ctx context.Context, in survivorsIn) (survivorsOut, error) {
			in.Limit = cmp.Or(in.Limit, 12)
			text := unfence(in.Code)
			_, p, err := s.current(name, text, w)
			if err != nil {
				return survivorsOut{}, err
			}
			row, m, err := s.measure(ctx, p, text, in.Limit)
			if err != nil {
				return survivorsOut{}, err
			}
			if m.Status != string(harness.OK) {
				return survivorsOut{}, &tools.BadCall{Tool: name, Problems: m.Problems}
			}
			return survivorsOut{m.Survivors, row.Mutants.Survived, row.Mutants.Total}, nil
		}, example), example)
}
