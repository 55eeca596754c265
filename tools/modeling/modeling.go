// Package modeling is the tools with which a model of language writes a TLA+ model of
// a real system: run it, hold logs against it, score it, hand it in.
//
// A Session holds one task. Its tools keep nothing between calls; what they found is
// in their results, from which Judge ranks candidates, so that recorded results are as
// good as fresh ones. A candidate is three texts: the module, a mapping of logged
// events to its actions, and a binding of the system's properties to its variables.
// Since the one who writes the model writes these two as well, task_complete asks what
// they are worth: every event and field that the task's own mapping looks at has to be
// looked at, and changed logs have to be rejected.
//
// The package must not know language models, prompts or agents.
package modeling

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"path/filepath"
	"slices"
	"strings"

	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/score"
	"ensures/tla/syntax"
	"ensures/tla/task"
	"ensures/tla/trace"
	"ensures/tools"
	"ensures/tools/system"
)

// Strategy is a way to a model, as in SysMoBench (its three agents).
type Strategy string

// The strategies.
const (
	Basic     Strategy = "basic"     // from source and description, with a few rounds of feedback
	Translate Strategy = "translate" // from source over its control flow, action by action
	Learn     Strategy = "learn"     // from logs alone
)

// Strategies are all of them.
func Strategies() []Strategy { return []Strategy{Basic, Translate, Learn} }

// Rounds is how many steps a strategy has at most, 0 where the agent's own limit
// holds: basic modelling is a first model and three rounds of feedback.
func (s Strategy) Rounds() int {
	if s == Basic {
		return 4
	}
	return 0
}

// Bar is what a model must reach to be complete; syntax and runtime have to be full.
type Bar struct {
	Conformance float64 // strict; share of logged events before the first that doesn't fit
	Invariants  float64 // strict; share of properties that hold
	Probe       float64 // share of changed logs that are rejected
}

func (b Bar) String() string {
	return fmt.Sprintf("The model is complete when it parses, every action is taken and none fails, at least %.0f %% of the logged events fit, at least %.0f %% of the properties hold, and at least %.0f %% of changed logs are rejected.",
		100*b.Conformance, 100*b.Invariants, 100*b.Probe)
}

// Options configure the tools.
type Options struct {
	Toolchain tla.Toolchain
	Strategy  Strategy // Basic by default
	Bar       Bar
	Score     score.Options
	// Accept takes what task_complete is given, below the bar too; else it goes back
	// with what is missing.
	Accept bool
	// Source is how many characters of the source the task's text shows; default 24,000.
	Source int
	// Sample is how many lines of the logs it shows; default 60.
	Sample int
	// Mutants of a log, for the probe; default 40.
	Mutants int
}

// Session is the tools for one task.
type Session struct {
	task   task.Task
	o      Options
	sys    *score.System // without the task's own mapping: a model brings its own
	given  *trace.Mapping
	scorer *score.Scorer
}

// New is the session of a task.
func New(t task.Task, o Options) (*Session, error) {
	o.Strategy = cmp.Or(o.Strategy, Basic)
	if !slices.Contains(Strategies(), o.Strategy) {
		return nil, fmt.Errorf("no strategy %q; there are %v", o.Strategy, Strategies())
	}
	o.Source = cmp.Or(o.Source, 24_000)
	o.Sample = cmp.Or(o.Sample, 60)
	o.Mutants = cmp.Or(o.Mutants, 40)
	sys, err := score.FromTask(t)
	if err != nil {
		return nil, err
	}
	if len(sys.Traces) == 0 {
		return nil, fmt.Errorf("%s has no traces: collect some first (make traces), or remove what task.yaml says of them", t.Name)
	}
	// A copy: the scorer takes the system's mapping where a candidate has none, and the task's is
	// not the candidate's.
	own := *sys
	own.Mapping = nil
	return &Session{task: t, o: o, sys: &own, given: sys.Mapping, scorer: score.New(o.Toolchain, o.Score)}, nil
}

// Tools are the session's tools, in the order in which a model should learn them.
func (s *Session) Tools() []tools.Tool {
	traces := map[string]string{}
	for _, t := range s.sys.Traces {
		traces[short(t.Name)] = s.task.Path(t.Name)
	}
	list := system.Tools(system.Options{Toolchain: func(context.Context) (tla.Toolchain, error) { return s.o.Toolchain, nil }, Constants: s.task.Values(), Traces: traces})
	list = append(list, s.scoreTool(), s.completeTool(), s.draftTool(), s.showTool())
	if s.o.Strategy != Learn {
		list = append(list, s.sourceTool())
	}
	return list
}

// short is the name by which a trace is known to the model.
func short(name string) string {
	base := filepath.Base(filepath.FromSlash(name))
	return strings.TrimSuffix(base, filepath.Ext(base))
}

// Candidate is what a model hands in.
type Candidate struct {
	Module  string `json:"module" jsonschema_description:"text of the whole TLA+ module"`
	Mapping string `json:"mapping,omitempty" jsonschema_description:"YAML: which action each logged event stands for, and what its fields agree with"`
	Binding string `json:"binding,omitempty" jsonschema_description:"YAML: what the placeholders of the properties are in this model"`
}

// The files of a candidate, as Text and Files name them.
const (
	MappingFile = "mapping.yaml"
	BindingFile = "binding.yaml"
)

// Text is the candidate in one piece, each part under its file's name.
func (c Candidate) Text(module string) string {
	var b strings.Builder
	for _, f := range c.Files(module) {
		fmt.Fprintf(&b, "-- %s --\n%s\n", f[0], strings.TrimSpace(f[1]))
	}
	return b.String()
}

// Files are the candidate's parts: name and text.
func (c Candidate) Files(module string) [][2]string {
	list := [][2]string{{module + ".tla", c.Module}}
	if strings.TrimSpace(c.Mapping) != "" {
		list = append(list, [2]string{MappingFile, c.Mapping})
	}
	if strings.TrimSpace(c.Binding) != "" {
		list = append(list, [2]string{BindingFile, c.Binding})
	}
	return list
}

// model is the candidate as it is scored. What can't be read is the model's mistake.
func (s *Session) model(tool string, c Candidate) (score.Model, error) {
	text := system.Unfence(c.Module)
	name := syntax.Parse(text).Name
	if name == "" {
		name = s.task.Module
	}
	m := score.Model{Name: name, Module: tla.Source{Name: name, Text: text}}
	if strings.TrimSpace(c.Mapping) != "" {
		read, err := trace.ReadMapping(MappingFile, []byte(system.Unfence(c.Mapping)))
		if err != nil {
			return m, tools.Refuse(tool, "%v", err)
		}
		m.Mapping = read
	}
	if strings.TrimSpace(c.Binding) != "" && s.sys.Invariants != nil {
		read, err := invariant.ParseBinding(BindingFile, []byte(system.Unfence(c.Binding)), s.sys.Invariants)
		if err != nil {
			return m, tools.Refuse(tool, "%v", err)
		}
		m.Binding = read
	}
	return m, nil
}

// trace reads one of the task's traces with a mapping. The error is a *BadCall where
// the mapping is at fault.
func (s *Session) trace(tool string, f score.TraceFile, m *trace.Mapping) (*trace.Trace, error) {
	t, err := trace.Read(short(f.Name), bytes.NewReader(f.Text), m, trace.Limits{})
	var bad *trace.Error
	if errors.As(err, &bad) {
		return nil, tools.Refuse(tool, "%v", err)
	}
	return t, err
}

// file is the task's trace of a name; the first where the name is empty.
func (s *Session) file(tool, name string) (score.TraceFile, error) {
	var names []string
	for _, f := range s.sys.Traces {
		if name == "" || name == short(f.Name) || name == f.Name {
			return f, nil
		}
		names = append(names, short(f.Name))
	}
	return score.TraceFile{}, tools.Refuse(tool, "there is no trace %q; there are %s", name, strings.Join(names, ", "))
}
