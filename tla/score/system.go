package score

import (
	"bytes"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"ensures/internal/regular"
	"ensures/tla"
	"ensures/tla/invariant"
	"ensures/tla/syntax"
	"ensures/tla/task"
	"ensures/tla/trace"
)

// System is what models of it are held against. It is shared by their scoring.
type System struct {
	Name string
	// Constants have the values with which all states are explored, in TLA+. They take
	// the place of what a model's own configuration says, so that no model can choose
	// an instance in which nothing happens.
	Constants  []Constant
	Invariants *invariant.Set // nil: the system has none
	Mapping    *trace.Mapping // nil: only models that bring one can be held against traces
	Traces     []TraceFile
	// Rules is a model that has the system's rules, its reference model: what may come next
	// in a model is held against what may come in it. nil: there is none.
	Rules *Rules
}

// Constant is a constant's value.
type Constant struct{ Name, Value string }

// TraceFile is a trace as it was logged. What it says is up to a mapping.
type TraceFile struct {
	Name string
	Text []byte
}

// FromTask reads what a task folder says of its system.
func FromTask(t task.Task) (*System, error) {
	s := &System{Name: t.Name}
	for _, c := range t.Constants {
		if c.Value != "" {
			s.Constants = append(s.Constants, Constant{c.Name, c.Value})
		}
	}

	if t.Invariants != "" {
		set, err := invariant.Read(t.Path(t.Invariants))
		if err != nil {
			return nil, err
		}
		s.Invariants = set
	}
	if t.Mapping != "" {
		text, err := t.Read(t.Mapping)
		if err != nil {
			return nil, err
		}
		if s.Mapping, err = trace.ReadMapping(t.Mapping, []byte(text)); err != nil {
			return nil, err
		}
	}

	for _, name := range t.Traces {
		text, err := regular.ReadFile(t.Path(name))
		if err != nil {
			return nil, err
		}
		// The text is kept rather than what a mapping reads in it: models may bring mappings of
		// their own.
		s.Traces = append(s.Traces, TraceFile{name, text})
		if s.Mapping != nil { // a trace that the task's own mapping can't read is the task's mistake
			if _, err := trace.Read(name, bytes.NewReader(text), s.Mapping, trace.Limits{}); err != nil {
				return nil, err
			}
		}
	}
	return s, nil
}

// ReadMapping reads a mapping's file.
func ReadMapping(path string) (*trace.Mapping, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return trace.ReadMapping(path, text)
}

// Reference is a task's reference model.
func Reference(t task.Task, s *System) (Model, error) {
	if t.Reference.Module == "" {
		return Model{}, fmt.Errorf("%s has no reference model", t.Name)
	}
	var binding string
	if t.Reference.Binding != "" {
		binding = t.Path(t.Reference.Binding)
	}
	var config string
	if t.Reference.Config != "" {
		config = t.Path(t.Reference.Config)
	}
	m, err := ReadModel(s, t.Path(t.Reference.Module), config, binding)
	m.Name = "reference"
	return m, err
}

// Buggy is a task's reference model with one of its seeded bugs.
func Buggy(t task.Task, reference Model, b task.Bug) (Model, error) {
	text, err := t.Buggy(b)
	if err != nil {
		return Model{}, err
	}
	m := reference
	m.Name, m.Module.Text = b.Name, text
	return m, nil
}

// ReadModel reads a model, its configuration and binding, and the modules beside it
// that it extends. config and binding may be empty: then Name.cfg and binding.yaml
// beside it are taken where they are there.
func ReadModel(s *System, module, config, binding string) (Model, error) {
	text, err := regular.ReadFile(module)
	if err != nil {
		return Model{}, err
	}
	dir, name := filepath.Dir(module), strings.TrimSuffix(filepath.Base(module), ".tla")
	m := Model{Name: name, Module: tla.Source{Name: name, Text: string(text)}}
	if config == "" {
		config = beside(dir, name+".cfg")
	}
	if config != "" {
		text, err := regular.ReadFile(config)
		if err != nil {
			return m, err
		}
		m.Config = string(text)
	}
	if binding == "" {
		binding = beside(dir, "binding.yaml")
	}
	if binding != "" && s.Invariants != nil {
		if m.Binding, err = invariant.ReadBinding(binding, s.Invariants); err != nil {
			return m, err
		}
	}
	m.Extra, err = modulesBeside(dir, m.Module)
	return m, err
}

func beside(dir, name string) string {
	path := filepath.Join(dir, name)
	if _, err := os.Stat(path); err != nil {
		return ""
	}
	return path
}

// modulesBeside are the modules of the same folder that a module uses, and those that
// they use.
func modulesBeside(dir string, root tla.Source) ([]tla.Source, error) {
	all := []tla.Source{root}
	for i := 0; i < len(all); i++ {
		m := syntax.Parse(all[i].Text)
		uses := slices.Clone(m.Extends)
		for _, in := range m.Instances {
			uses = append(uses, in.Module)
		}
		for _, name := range uses {
			// A module that isn't beside this one is a standard module, or missing, which SANY
			// will say.
			path := beside(dir, name+".tla")
			if path == "" || slices.ContainsFunc(all, func(s tla.Source) bool { return s.Name == name }) {
				continue
			}
			text, err := regular.ReadFile(path)
			if err != nil {
				return nil, err
			}
			all = append(all, tla.Source{Name: name, Text: string(text)})
		}
	}
	return all[1:], nil
}
