package task

import (
	"bytes"
	"errors"
	"fmt"
	"io"
	"path"
	"regexp"
	"strconv"
	"strings"

	"go.yaml.in/yaml/v3"

	"ensures/internal/closest"
)

// reader goes over the nodes of a task.yaml and collects what is wrong.
type reader struct {
	problems []Problem
}

func (r *reader) add(n *yaml.Node, fix, format string, args ...any) {
	r.problems = append(r.problems, Problem{Line: n.Line, Column: n.Column, Text: fmt.Sprintf(format, args...), Fix: fix})
}

// yamlLine finds the line in a message of the YAML parser, which has no other place
// for it.
var yamlLine = regexp.MustCompile(`(?s)^line (\d+): (.*)`)

// document is the one document of a YAML file, or nil where there is none.
func document(raw []byte) (*yaml.Node, []Problem) {
	var doc yaml.Node
	dec := yaml.NewDecoder(bytes.NewReader(raw))
	if err := dec.Decode(&doc); err != nil {
		if errors.Is(err, io.EOF) {
			return nil, []Problem{{Text: "the file is empty"}}
		}
		p := Problem{Text: strings.TrimPrefix(err.Error(), "yaml: ")}
		if m := yamlLine.FindStringSubmatch(p.Text); m != nil {
			p.Line, _ = strconv.Atoi(m[1])
			p.Text = m[2]
		}
		return nil, []Problem{p}
	}
	r := &reader{}
	// A second document would be left out without a word.
	if err := dec.Decode(new(yaml.Node)); !errors.Is(err, io.EOF) {
		r.add(&doc, "keep the first one", "there is more than one document in the file")
	}
	return doc.Content[0], r.problems
}

// parse reads a task.yaml; whatever could be read is in the task.
func parse(raw []byte) (Task, []Problem) {
	var t Task
	n, problems := document(raw)
	if n == nil {
		return t, problems
	}
	r := &reader{problems: problems}
	r.task(n, &t)
	return t, r.problems
}

func (r *reader) task(n *yaml.Node, t *Task) {
	r.fields(n, []field{
		{"format", true, func(n *yaml.Node) {
			if v, err := strconv.Atoi(n.Value); err != nil || v != Format {
				r.add(n, "", "format %s is not one that this version reads (it reads %d)", n.Value, Format)
			}
		}},
		{"name", false, func(n *yaml.Node) { t.Name = r.text(n) }},
		{"system", true, func(n *yaml.Node) { t.System = r.text(n) }},
		{"language", true, func(n *yaml.Node) { t.Language = r.text(n) }},
		{"module", true, func(n *yaml.Node) { t.Module = r.identifier(n) }},
		{"description", true, func(n *yaml.Node) { t.Description = r.text(n) }},
		{"granularity", false, func(n *yaml.Node) { t.Granularity = r.text(n) }},
		{"source", true, func(n *yaml.Node) { t.Source = r.paths(n) }},
		{"events", false, func(n *yaml.Node) { t.Events = r.events(n) }},
		{"constants", false, func(n *yaml.Node) { t.Constants = r.constants(n) }},
		{"traces", false, func(n *yaml.Node) { t.pattern = r.path(n) }},
		{"mapping", false, func(n *yaml.Node) { t.Mapping = r.path(n) }},
		{"invariants", false, func(n *yaml.Node) { t.Invariants = r.path(n) }},
		{"reference", false, func(n *yaml.Node) {
			r.fields(n, []field{
				{"module", true, func(n *yaml.Node) { t.Reference.Module = r.path(n) }},
				{"config", true, func(n *yaml.Node) { t.Reference.Config = r.path(n) }},
				{"binding", false, func(n *yaml.Node) { t.Reference.Binding = r.path(n) }},
			})
		}},
		{"harness", false, func(n *yaml.Node) {
			r.fields(n, []field{
				{"dir", true, func(n *yaml.Node) { t.Harness.Dir = r.path(n) }},
				{"fetch", false, func(n *yaml.Node) { t.Harness.Fetch = r.texts(n) }},
				{"build", false, func(n *yaml.Node) { t.Harness.Build = r.texts(n) }},
				{"run", true, func(n *yaml.Node) { t.Harness.Run = r.texts(n) }},
			})
		}},
		{"bugs", false, func(n *yaml.Node) { t.Bugs = r.path(n) }},
	})
}

// field is a key of a mapping and what reads its value.
type field struct {
	name     string
	required bool
	read     func(*yaml.Node)
}

// fields reads a mapping whose keys are known; it reports whether it is one.
func (r *reader) fields(n *yaml.Node, list []field) bool {
	names := make([]string, len(list))
	for i, f := range list {
		names[i] = f.name
	}
	if n.Kind != yaml.MappingNode {
		r.add(n, "", "here belong the keys %s, not %s", strings.Join(names, ", "), kind(n))
		return false
	}
	seen := map[string]bool{}
	for i := 0; i+1 < len(n.Content); i += 2 {
		key, value := n.Content[i], n.Content[i+1]
		if seen[key.Value] {
			r.add(key, "", "%s is there twice", key.Value)
			continue
		}
		seen[key.Value] = true
		known := false
		for _, f := range list {
			if f.name == key.Value {
				known = true
				f.read(value)
			}
		}
		if !known {
			fix := "known are " + strings.Join(names, ", ")
			if s := closest.Word(key.Value, names, len(key.Value)/2); s != "" {
				fix = "do you mean " + s + "?"
			}
			r.add(key, fix, "unknown key %q", key.Value)
		}
	}

	for _, f := range list {
		if f.required && !seen[f.name] {
			r.add(n, "", "%s is missing", f.name)
		}
	}
	return true
}

// kind says what a node is, for a message.
func kind(n *yaml.Node) string {
	switch n.Kind {
	case yaml.MappingNode:
		return "a mapping"
	case yaml.SequenceNode:
		return "a list"
	case yaml.AliasNode:
		return "an alias"
	}
	if n.Value == "" {
		return "nothing"
	}
	return strconv.Quote(n.Value)
}

// text is a non-empty scalar.
func (r *reader) text(n *yaml.Node) string {
	s := strings.TrimSpace(n.Value)
	if n.Kind != yaml.ScalarNode || s == "" {
		r.add(n, "", "here belongs a text, not %s", kind(n))
		return ""
	}
	return s
}

func (r *reader) list(n *yaml.Node, each func(*yaml.Node)) {
	if n.Kind != yaml.SequenceNode {
		r.add(n, "", "here belongs a list, not %s", kind(n))
		return
	}
	for _, c := range n.Content {
		each(c)
	}
}

func (r *reader) texts(n *yaml.Node) []string {
	var all []string
	r.list(n, func(n *yaml.Node) { all = append(all, r.text(n)) })
	return all
}

func (r *reader) paths(n *yaml.Node) []string {
	var all []string
	r.list(n, func(n *yaml.Node) { all = append(all, r.path(n)) })
	return all
}

// path is a path inside the folder; "." and "traces/../x" are written in full.
func (r *reader) path(n *yaml.Node) string {
	s := r.text(n)
	if s == "" {
		return ""
	}
	if strings.Contains(s, `\`) || path.IsAbs(s) || strings.HasPrefix(path.Clean(s), "..") {
		r.add(n, "write it relative to the folder, with slashes", "%q is no path inside the task folder", s)
		return ""
	}
	return path.Clean(s)
}

// identifierForm is a name as TLA+ writes it.
var identifierForm = regexp.MustCompile(`^[0-9]*_*[A-Za-z][A-Za-z0-9_]*$`)

func (r *reader) identifier(n *yaml.Node) string {
	s := r.text(n)
	if s != "" && !identifierForm.MatchString(s) {
		r.add(n, "letters, digits and underscores, with a letter among them", "%q is no name in TLA+", s)
		return ""
	}
	return s
}

func (r *reader) events(n *yaml.Node) []Event {
	var all []Event
	r.list(n, func(n *yaml.Node) {
		var e Event
		if !r.fields(n, []field{
			{"name", true, func(n *yaml.Node) { e.Name = r.text(n) }},
			{"means", true, func(n *yaml.Node) { e.Means = r.text(n) }},
			{"fields", false, func(n *yaml.Node) { e.Fields = r.texts(n) }},
		}) {
			return
		}
		for _, o := range all {
			if o.Name == e.Name {
				r.add(n, "", "the event %s is there twice", e.Name)
			}
		}
		all = append(all, e)
	})
	return all
}

func (r *reader) constants(n *yaml.Node) []Constant {
	var all []Constant
	r.list(n, func(n *yaml.Node) {
		var c Constant
		if !r.fields(n, []field{
			{"name", true, func(n *yaml.Node) { c.Name = r.identifier(n) }},
			{"means", false, func(n *yaml.Node) { c.Means = r.text(n) }},
			{"value", true, func(n *yaml.Node) { c.Value = r.text(n) }},
		}) {
			return
		}
		all = append(all, c)
	})
	return all
}
