package modeling

import (
	"bytes"
	"context"
	"fmt"
	"slices"
	"strings"

	"ensures/tla"
	"ensures/tla/score"
	"ensures/tla/syntax"
	"ensures/tla/trace"
	"ensures/tools"
	"ensures/tools/system"
)

// scored is what the four metrics say of a candidate.
type scored struct {
	Tool        string  `json:"tool"`
	Syntax      metric  `json:"syntax"`
	Runtime     metric  `json:"runtime"`
	Conformance metric  `json:"conformance"`
	Invariants  metric  `json:"invariants"`
	Actions     []acted `json:"actions" jsonschema_description:"how often each action of Next was taken"`
	// Missing is what keeps the model from being complete, the first to be mended first.
	Missing []string `json:"missing"`
}

type metric struct {
	Score    *float64 `json:"score" jsonschema_description:"0 to 1, strict; null: not measured because an earlier metric is not full"`
	Findings []string `json:"findings"`
}

type acted struct {
	Action string `json:"action"`
	Taken  int64  `json:"taken"`
}

func (s *Session) scoreTool() tools.Tool {
	const name = "score_model"
	return tools.New(name, `Score the model: does it parse, is every action taken without an error, do all the logs fit, do the properties hold. Each is measured only when those before it are full; findings say what is wrong, the first of them first.`,
		func(ctx context.Context, in Candidate) (scored, error) {
			m, err := s.model(name, in)
			if err != nil {
				return scored{}, err
			}
			return s.score(ctx, m)
		},
		tools.Example{Note: "When run_tlc is content and the logs fit", Text: `r = score_model(module=module, mapping=mapping, binding=binding)
print(r["missing"])`})
}

func (s *Session) score(ctx context.Context, m score.Model) (scored, error) {
	res, err := s.scorer.Score(ctx, s.sys, m)
	if err != nil {
		return scored{}, err
	}

	out := scored{Tool: res.Tool, Actions: []acted{}, Missing: []string{}}
	out.Syntax = s.metric(res, score.Syntax)
	out.Runtime = s.metric(res, score.Runtime)
	out.Conformance = s.metric(res, score.Conformance)
	out.Invariants = s.metric(res, score.Invariants)
	if d := res.Runtime; d != nil {
		for _, a := range d.Actions {
			out.Actions = append(out.Actions, acted{a.Name, a.Taken})
		}
	}

	if m.Mapping == nil && out.Conformance.Score == nil && res.Strict[score.Runtime].Full() {
		out.Conformance.Findings = []string{"there is no mapping: write one, and hand it in with the module"}
	}

	for _, x := range []struct {
		name   string
		m      metric
		enough float64
	}{{"syntax", out.Syntax, 1}, {"runtime", out.Runtime, 1}, {"conformance", out.Conformance, s.o.Bar.Conformance}, {"invariants", out.Invariants, s.o.Bar.Invariants}} {
		if x.m.Score != nil && *x.m.Score >= x.enough {
			continue
		}
		// A system without properties has nothing to be measured there.
		if x.m.Score == nil && x.name == "invariants" && s.sys.Invariants == nil {
			continue
		}
		text := x.name + ": not measured"
		if x.m.Score != nil {
			text = fmt.Sprintf("%s: %.2f, wanted %.2f", x.name, *x.m.Score, x.enough)
		}
		if len(x.m.Findings) > 0 {
			text += "; " + x.m.Findings[0]
		}
		out.Missing = append(out.Missing, text)
	}
	return out, nil
}

func (s *Session) metric(res *score.Result, name score.Metric) metric {
	v, findings := res.Strict[name], res.Findings(name)
	if len(findings) == 0 && v.Why != "" && !v.Full() {
		findings = []string{v.Why}
	}
	if findings == nil {
		findings = []string{}
	}
	return metric{Score: v.Score, Findings: findings[:min(len(findings), mostFindings)]}
}

// mostFindings of a metric are told; who has mended so many asks again.
const mostFindings = 6

// completion is the answer to a model that was handed in.
type completion struct {
	Accepted bool     `json:"accepted" jsonschema_description:"the task is over"`
	Success  bool     `json:"success" jsonschema_description:"the model reaches the bar"`
	Missing  []string `json:"missing"`
	Scores   scored   `json:"scores"`
	Probe    *float64 `json:"probe" jsonschema_description:"share of changed logs that the model rejects; null: not asked"`
	Passed   []string `json:"passed" jsonschema_description:"changes of a log that the model did not notice"`
}

// Final implements tools.Finisher.
func (c completion) Final() bool { return c.Accepted }

func (s *Session) completeTool() tools.Tool {
	const name = "task_complete"
	return tools.New(name, `Hand in the model with its mapping and binding. Everything is scored again, and changed logs are held against the model: a mapping that looks at nothing, or a model that allows everything, is not complete. Otherwise the answer says what is missing and the work goes on.`,
		func(ctx context.Context, in Candidate) (completion, error) {
			m, err := s.model(name, in)
			if err != nil {
				return completion{}, err
			}
			out := completion{Passed: []string{}}
			if out.Scores, err = s.score(ctx, m); err != nil {
				return out, err
			}
			out.Missing = append([]string{}, out.Scores.Missing...)
			if m.Mapping != nil {
				missing, err := s.looksAt(name, m.Mapping)
				if err != nil {
					return out, err
				}
				out.Missing = append(out.Missing, missing...)
			}
			// The probe takes many runs of TLC: only for what is complete otherwise.
			if len(out.Missing) == 0 {
				if err := s.probe(ctx, name, m, &out); err != nil {
					return out, err
				}
			}
			out.Success = len(out.Missing) == 0
			out.Accepted = out.Success || s.o.Accept
			return out, nil
		},
		tools.Example{Note: "When score_model misses nothing", Text: "print(task_complete(module=module, mapping=mapping, binding=binding))"})
}

// looksAt says what a mapping leaves out that the task's own looks at: events that it
// ignores, and fields.
func (s *Session) looksAt(tool string, m *trace.Mapping) (missing []string, err error) {
	// "*" ignores whatever event has no action.
	ignored := func(m *trace.Mapping, event string) bool {
		if slices.Contains(m.Ignore, event) {
			return true
		}
		return slices.Contains(m.Ignore, "*") && !slices.ContainsFunc(m.Events, func(e trace.Event) bool { return e.Name == event })
	}

	for _, e := range s.task.Events {
		if ignored(m, e.Name) && (s.given == nil || !ignored(s.given, e.Name)) {
			missing = append(missing, fmt.Sprintf("the mapping ignores %s, which is a step of the system", e.Name))
		}
	}

	if s.given == nil {
		return missing, nil
	}
	for _, f := range s.sys.Traces {
		mine, err := s.trace(tool, f, m)
		if err != nil {
			return nil, err
		}
		theirs, err := trace.Read(f.Name, strings.NewReader(string(f.Text)), s.given, trace.Limits{})
		if err != nil {
			return nil, err
		}
		for _, path := range mine.Unread {
			text := fmt.Sprintf("the mapping does not look at the field %s", path)
			if !slices.Contains(theirs.Unread, path) && !slices.Contains(missing, text) {
				missing = append(missing, text)
			}
		}
	}
	return missing, nil
}

// probe changes the first trace and counts what the model rejects.
func (s *Session) probe(ctx context.Context, tool string, m score.Model, out *completion) error {
	t, err := s.trace(tool, s.sys.Traces[0], m.Mapping)
	if err != nil {
		return err
	}
	p, err := trace.TryMutants(ctx, s.o.Toolchain, trace.Spec{Module: m.Module}, m.Mapping, t, trace.ProbeOptions{Mutants: s.o.Mutants, Seed: uint64(s.o.Score.Seed)})
	if err != nil {
		return err
	}
	// A log that is not accepted unchanged tells nothing about changed ones.
	if p.Status != trace.Accepted || p.Mutants == 0 {
		out.Missing = append(out.Missing, "changed logs could not be tried: "+p.Reason)
		return nil
	}
	out.Probe = &p.Rate
	for _, a := range p.Accepted[:min(len(p.Accepted), mostFindings)] {
		out.Passed = append(out.Passed, a.String())
	}
	if p.Rate < s.o.Bar.Probe {
		out.Missing = append(out.Missing, fmt.Sprintf("only %d of %d changed logs are rejected, wanted %.0f %%: compare more fields, and let no action happen that the system would not do", p.Rejected, p.Mutants, 100*s.o.Bar.Probe))
	}
	return nil
}

type draftIn struct {
	Module string `json:"module" jsonschema_description:"text of the whole TLA+ module"`
	Trace  string `json:"trace,omitempty" jsonschema_description:"name of a log; the first where it is left out"`
}

type draftOut struct {
	Mapping string   `json:"mapping" jsonschema_description:"YAML, to be looked through"`
	Open    []string `json:"open" jsonschema_description:"what could not be guessed"`
}

func (s *Session) draftTool() tools.Tool {
	const name = "draft_mapping"
	return tools.New(name, `Draft the mapping of a log's events to the actions of a module, from names and values alone. A guess: look through it.`,
		func(_ context.Context, in draftIn) (draftOut, error) {
			f, err := s.file(name, in.Trace)
			if err != nil {
				return draftOut{}, err
			}
			return draft(name, system.Unfence(in.Module), f)
		})
}

type showIn struct {
	Trace string `json:"trace,omitempty" jsonschema_description:"name of a log; the first where it is left out"`
	From  int    `json:"from,omitempty" jsonschema_description:"first line, from 1"`
	To    int    `json:"to,omitempty" jsonschema_description:"last line; 40 from the first where it is left out"`
}

type showOut struct {
	Legend string `json:"legend"`
	Lines  string `json:"lines" jsonschema_description:"tab-separated"`
	Of     int    `json:"of" jsonschema_description:"lines that the log has"`
}

func (s *Session) showTool() tools.Tool {
	const name = "show_trace"
	return tools.New(name, `Show lines of a log as a table with short names.`,
		func(_ context.Context, in showIn) (showOut, error) {
			f, err := s.file(name, in.Trace)
			if err != nil {
				return showOut{}, err
			}
			rows, err := readRows(f)
			if err != nil {
				return showOut{}, err
			}
			from := max(1, in.From)
			to := in.To
			if to == 0 {
				to = from + 39
			}
			if from > len(rows) || to < from {
				return showOut{}, tools.Refuse(name, "the log has %d lines; asked for were %d to %d", len(rows), from, to)
			}
			t := newTable(rows)
			return showOut{Legend: t.legend(), Lines: t.lines(from-1, min(to, len(rows), from+199)), Of: len(rows)}, nil
		})
}

type sourceIn struct {
	File string `json:"file,omitempty" jsonschema_description:"one of the source files; the first where it is left out"`
	From int    `json:"from,omitempty" jsonschema_description:"first line, from 1"`
	To   int    `json:"to,omitempty" jsonschema_description:"last line; 200 from the first where it is left out"`
}

type sourceOut struct {
	Text string `json:"text"`
	Of   int    `json:"of" jsonschema_description:"lines that the file has"`
}

func (s *Session) sourceTool() tools.Tool {
	const name = "read_source"
	return tools.New(name, `Read lines of the system's source.`,
		func(_ context.Context, in sourceIn) (sourceOut, error) {
			file := in.File
			if file == "" && len(s.task.Source) > 0 {
				file = s.task.Source[0]
			}
			if !slices.Contains(s.task.Source, file) {
				return sourceOut{}, tools.Refuse(name, "there is no source file %q; there are %s", file, strings.Join(s.task.Source, ", "))
			}
			text, err := s.task.Read(file)
			if err != nil {
				return sourceOut{}, err
			}
			lines := strings.Split(strings.TrimRight(text, "\n"), "\n")
			from := max(1, in.From)
			to := in.To
			if to == 0 {
				to = from + 199
			}
			if from > len(lines) || to < from {
				return sourceOut{}, tools.Refuse(name, "%s has %d lines; asked for were %d to %d", file, len(lines), from, to)
			}
			return sourceOut{Text: strings.Join(lines[from-1:min(to, len(lines), from+399)], "\n"), Of: len(lines)}, nil
		})
}

func draft(tool, module string, f score.TraceFile) (draftOut, error) {
	d, err := trace.Draft(trace.Spec{Module: tla.Source{Name: syntax.Parse(module).Name, Text: module}}, "Next", "", short(f.Name), bytes.NewReader(f.Text))
	if err != nil {
		return draftOut{}, tools.Refuse(tool, "%v", err)
	}
	return draftOut{Mapping: d.YAML, Open: append([]string{}, d.Open...)}, nil
}
