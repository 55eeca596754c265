package system

import (
	"context"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"ensures/internal/regular"
	"ensures/tla"
	"ensures/tla/syntax"
	"ensures/tla/trace"
	"ensures/tools"
)

const validateDescription = `Hold logs of the real system against a TLA+ module: is there a behavior of the module that agrees with every line?

Answers per trace with the lines that fit and, for the first one that doesn't, with the line, why it doesn't fit, the states in which
the module may be there, what the event's action would make of them (expected by the trace against possible in the module), and every
successor that the module's other actions allow. ` + "`compared`" + ` lists what was compared with what: accepted means little where little is
compared, so keep the fields of the log compared. With probe, changed traces are tried too; rejected_share near 1 means that the
comparison is sharp.

The mapping is YAML. Its main keys:
` + "```yaml" + `
constants: {Threads: {from: thread}, Limit: 3}  # the values that a field has in the trace, or TLA+
model_values: [NoOne]
events:                       # event name: action; $name is a field of the line
  acquire: Acquire($thread)
  send: {action: Send($from, $m), hidden: {m: messages}}    # an id that isn't logged: some element of a set
compare:                      # after the step; field: variable, or an expression with primes
  holder: holder
  state: "pc'[$thread]"
before: {term: "term[$from]"} # before the step
ignore: [debug]
fields: {holder: {values: {"": NoOne}}, waiting: {as: set}}
unlogged: {max: 1, actions: [Tick]}
` + "```"

type validateIn struct {
	Module  string `json:"module" jsonschema_description:"the text of the whole TLA+ module"`
	Mapping string `json:"mapping,omitempty" jsonschema_description:"how the lines of the trace stand for steps, as YAML; the task's mapping by default"`
	Trace   string `json:"trace,omitempty" jsonschema_description:"the name of a trace, or the lines themselves (NDJSON, a JSON array or TSV); all traces of the task by default"`
	Probe   bool   `json:"probe,omitempty" jsonschema_description:"also try changed traces, and tell what share of them is rejected"`
}

type validateOut struct {
	Accepted bool          `json:"accepted" jsonschema_description:"all traces are behaviors of the module"`
	Summary  string        `json:"summary"`
	Traces   []traceResult `json:"traces"`
	Compared []string      `json:"compared" jsonschema_description:"field = expression (lines in which it was compared)"`
	// NotCompared are holes: whatever stands there fits.
	NotCompared   []string `json:"not_compared,omitempty" jsonschema_description:"fields of the mapping that no line has, and fields of the lines that the mapping doesn't look at"`
	RejectedShare float64  `json:"rejected_share,omitempty" jsonschema_description:"share of the changed traces that were rejected; only with probe"`
	Passed        []string `json:"passed,omitempty" jsonschema_description:"changes of the trace that were accepted; only with probe"`
	Problems      []string `json:"problems,omitempty" jsonschema_description:"what is wrong with the module or the mapping, with lines"`
}

type traceResult struct {
	Trace    string   `json:"trace"`
	Status   string   `json:"status" jsonschema:"enum=accepted,enum=rejected,enum=no_initial,enum=evaluation,enum=malformed,enum=unfinished"`
	Events   int      `json:"events"`
	Matched  int      `json:"matched" jsonschema_description:"so many events from the first one fit"`
	Line     int      `json:"line,omitempty" jsonschema_description:"the first line that doesn't fit"`
	Event    string   `json:"event,omitempty" jsonschema_description:"what that line says"`
	Reason   string   `json:"reason,omitempty"`
	States   []string `json:"states,omitempty" jsonschema_description:"states of the module before that line"`
	Expected []string `json:"expected,omitempty" jsonschema_description:"what the event's action makes of them, and what disagrees with the line"`
	Possible []string `json:"possible,omitempty" jsonschema_description:"steps that the module's actions allow there, one for each action: changes"`
}

func (s *session) validateTool() tools.Tool {
	const name = "trace_validate"
	return tools.New(name, validateDescription, func(ctx context.Context, in validateIn) (validateOut, error) {
		return s.validate(ctx, name, in)
	},
		tools.Example{Note: "all traces of the task", Args: validateIn{Module: "---- MODULE Lock ----\n…\n===="}},
		tools.Example{Note: "a few lines by hand", Args: validateIn{Module: "---- MODULE Lock ----\n…\n====",
			Mapping: "constants: {Threads: {from: thread}}\nevents: {acquire: Acquire($thread), release: Release($thread)}\ncompare: {holder: holder}\n",
			Trace:   "{\"event\":\"acquire\",\"thread\":\"t1\",\"holder\":\"t1\"}\n{\"event\":\"release\",\"thread\":\"t1\",\"holder\":\"\"}\n"}})
}

// input is a trace of a call.
type input struct {
	name string
	open func() (io.ReadCloser, error)
}

func (s *session) inputs(tool, arg string) ([]input, error) {
	file := func(name, path string) input {
		return input{name, func() (io.ReadCloser, error) { return s.open(path) }}
	}
	names := slices.Sorted(maps.Keys(s.o.Traces))
	switch {
	case strings.TrimSpace(arg) == "":
		if len(names) == 0 {
			return nil, tools.Refuse(tool, "there are no traces here: give one as trace")
		}
		var all []input
		for _, n := range names[:min(len(names), s.o.Limits.Traces)] {
			all = append(all, file(n, s.o.Traces[n]))
		}
		return all, nil
	case s.o.Traces[arg] != "":
		return []input{file(arg, s.o.Traces[arg])}, nil
	case strings.ContainsAny(arg, "{[\t\n"):
		// Lines of a trace have brackets, tabs or line ends; names of traces do not.
		return []input{{"trace", func() (io.ReadCloser, error) { return io.NopCloser(strings.NewReader(arg)), nil }}}, nil
	case s.o.Paths:
		return []input{file(arg, arg)}, nil
	}
	return nil, tools.Refuse(tool, "there is no trace %q; there are %s", arg, strings.Join(names, ", "))
}

func (s *session) validate(ctx context.Context, tool string, in validateIn) (validateOut, error) {
	out := validateOut{Traces: []traceResult{}, Compared: []string{}}
	text := in.Mapping
	if text == "" {
		text = s.o.Mapping
	}
	if text == "" {
		return out, tools.Refuse(tool, "a mapping is needed: how the lines of the trace stand for steps of the module")
	}
	m, err := trace.ReadMapping("mapping", []byte(text))
	if err != nil {
		return out, refused(tool, err)
	}
	inputs, err := s.inputs(tool, in.Trace)
	if err != nil {
		return out, err
	}
	chain, err := s.toolchain(ctx, tool)
	if err != nil {
		return out, err
	}
	spec := trace.Spec{Module: tla.Source{Text: Unfence(in.Module)}, Extra: s.o.Extra}
	s.constants(m, spec)
	out.Accepted = true
	var traces []*trace.Trace
	for _, one := range inputs {
		tr, err := s.read(one, m)
		if err != nil {
			return out, refused(tool, err)
		}
		traces = append(traces, tr)
	}
	reports, err := trace.ValidateAll(ctx, chain, spec, m, traces, s.options())
	if err != nil {
		return out, refused(tool, err)
	}

	matched, events := 0, 0
	for i, rep := range reports {
		tr := traces[i]
		out.Traces = append(out.Traces, resultOf(inputs[i].name, rep))
		matched, events = matched+rep.Matched, events+rep.Events
		out.Accepted = out.Accepted && rep.Status == trace.Accepted
		if rep.Status == trace.Malformed { // the same for all
			for _, p := range rep.Problems {
				out.Problems = append(out.Problems, p.String())
			}
			out.Summary = "the module or the mapping is no TLA+: " + rep.Reason
			return out, nil
		}
		// The mapping is the same for all; one trace shows what it compares.
		if i == 0 {
			for _, c := range rep.Compared {
				what := c.Field + " = " + c.With
				if c.Field == "" {
					what = c.With
				}
				out.Compared = append(out.Compared, fmt.Sprintf("%s (%d)", what, c.Lines))
			}
			out.NotCompared = append(slices.Clone(rep.NotCompared), tr.Unread...)
			if in.Probe && rep.Status == trace.Accepted {
				p, err := trace.TryMutants(ctx, chain, spec, m, tr, trace.ProbeOptions{Options: s.options()})
				if err != nil {
					return out, refused(tool, err)
				}
				if p.Status != trace.Accepted {
					out.Problems = append(out.Problems, "no changed trace was judged: "+p.Reason)
				}
				out.RejectedShare = p.Rate
				for _, mu := range p.Accepted[:min(8, len(p.Accepted))] {
					out.Passed = append(out.Passed, mu.String())
				}
			}
		}
	}
	out.Summary = fmt.Sprintf("%d of %d events fit, in %d of %d traces all of them", matched, events,
		len(slices.DeleteFunc(slices.Clone(out.Traces), func(t traceResult) bool { return t.Status != "accepted" })), len(out.Traces))
	if len(s.o.Traces) > len(inputs) && in.Trace == "" {
		out.Summary += fmt.Sprintf(" (%d further traces were not tried)", len(s.o.Traces)-len(inputs))
	}
	return out, nil
}

// constants gives the module's constants that the mapping leaves open the task's values.
func (s *session) constants(m *trace.Mapping, spec trace.Spec) {
	given := map[string]bool{}
	for _, c := range m.Constants {
		given[c.Name] = true
	}
	for _, c := range syntax.Parse(spec.Module.Text).Constants {
		value, ok := s.o.Constants[c.Name]
		switch {
		case !ok || given[c.Name] || slices.Contains(m.ModelValues, c.Name):
		case value == c.Name:
			// A constant that is its own value is a model value.
			m.ModelValues = append(m.ModelValues, c.Name)
		default:
			m.Constants = append(m.Constants, trace.Constant{Name: c.Name, Expr: trace.Expr{Text: value}})
		}
	}
}

func (s *session) read(one input, m *trace.Mapping) (*trace.Trace, error) {
	r, err := one.open()
	if err != nil {
		return nil, err
	}
	defer r.Close()
	return trace.Read(one.name, r, m, trace.Limits{Events: s.o.Limits.Events})
}

// refused turns what is wrong with a mapping, a trace or a module into a bad call.
func refused(tool string, err error) error {
	var me *trace.MappingError
	var te *trace.Error
	var ie *tla.InputError
	var nr *regular.NotRegular
	if errors.As(err, &me) || errors.As(err, &te) || errors.As(err, &ie) || errors.As(err, &nr) {
		return tools.Refuse(tool, "%v", err)
	}
	return err
}

// Unfence takes a Markdown fence off a module, or another text that a model gave.
func Unfence(s string) string {
	t := strings.TrimSpace(s)
	if rest, ok := strings.CutPrefix(t, "```"); ok {
		if _, body, ok := strings.Cut(rest, "\n"); ok {
			return strings.TrimSuffix(strings.TrimRight(body, "\n "), "```")
		}
	}
	return s
}

// What a model is told of the first line that doesn't fit.
const (
	mostStates   = 3
	mostExpected = 4
	mostPossible = 12
	mostText     = 400
)

func resultOf(name string, rep trace.Report) traceResult {
	r := traceResult{Trace: name, Status: string(rep.Status), Events: rep.Events, Matched: rep.Matched, Line: rep.Line, Reason: rep.Reason}
	if rep.Line > 0 {
		r.Event = rep.Event
		for _, l := range rep.Logged {
			r.Event += " " + l.Field + "=" + l.Value
		}
	}

	for i, s := range rep.States {
		if i == mostStates {
			r.States = append(r.States, fmt.Sprintf("… %d more", len(rep.States)-i))
			break
		}
		var vars []string
		for _, v := range s.Vars {
			vars = append(vars, v.Name+" = "+v.Value)
		}
		r.States = append(r.States, number(i, len(rep.States))+cut(strings.Join(vars, " /\\ ")))
	}

	for i, a := range rep.Attempts {
		if i == mostExpected {
			r.Expected = append(r.Expected, fmt.Sprintf("… %d more", len(rep.Attempts)-i))
			break
		}
		text := number(a.From, len(rep.States)) + a.Action
		for _, h := range a.Hidden {
			text += " with " + h.Field + " = " + h.Value
		}
		text += ": " + tla.Changes(a.Diff)
		for _, d := range a.Disagree {
			if d.Field == "" {
				text += "; not " + d.With
			} else {
				text += fmt.Sprintf("; %s: the trace says %s, the module %s", d.Field, d.Trace, d.Model)
			}
		}
		r.Expected = append(r.Expected, cut(text))
	}

	choices := rep.Choices()
	for i, p := range choices {
		if i == mostPossible {
			r.Possible = append(r.Possible, fmt.Sprintf("… %d more actions", len(choices)-i))
			break
		}
		text := cut(number(p.From, len(rep.States)) + p.Action + ": " + tla.Changes(p.Diff))
		if p.More > 0 {
			text += fmt.Sprintf(" (%d more of %s)", p.More, p.Name)
		}
		r.Possible = append(r.Possible, text)
	}
	for _, f := range rep.Failed {
		r.Possible = append(r.Possible, cut("can't be evaluated: "+f))
	}
	return r
}

// number is the state's, where there are several.
func number(i, of int) string {
	if of < 2 {
		return ""
	}
	return fmt.Sprintf("[%d] ", i+1)
}

func cut(s string) string {
	if r := []rune(s); len(r) > mostText {
		return string(r[:mostText]) + fmt.Sprintf("… (%d characters more)", len(r)-mostText)
	}
	return s
}
