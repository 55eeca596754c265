package modeling

import (
	"maps"
	"slices"
	"strings"

	"ensures/tla/invariant"
)

// Brief is what the task's text is made of.
type Brief struct {
	System      string
	Module      string
	Language    string
	Description string
	Granularity string
	Sources     []SourceText
	Events      []Event
	Constants   []Named
	// Placeholders and Properties are what the binding is about.
	Placeholders []Named
	Properties   []Property
	Traces       []string // their names
	Legend       string   // of the sample
	Sample       string   // lines of the first trace, tab-separated
	Bar          string
}

// SourceText is a file of the source, or its beginning.
type SourceText struct {
	Name string
	Text string
	Cut  bool
}

// Event is an event that the system logs.
type Event struct {
	Name   string
	Means  string
	Fields []string
}

// Named is a name with its meaning.
type Named struct{ Name, Means string }

// Property is a property that a good model has.
type Property struct {
	Name  string
	Kind  invariant.Kind
	Means string
}

// Brief is the task as the session's strategy tells it: with Learn there is neither a
// source nor what anybody says of the system.
func (s *Session) Brief() (Brief, error) {
	t := s.task
	b := Brief{System: t.System, Module: t.Module, Bar: s.o.Bar.String()}
	for _, c := range t.Constants {
		b.Constants = append(b.Constants, Named{c.Name, c.Means})
	}
	if set := s.sys.Invariants; set != nil {
		for _, p := range set.Placeholders {
			b.Placeholders = append(b.Placeholders, Named{placeholder(p), p.Meaning})
		}
		for _, p := range set.Templates {
			b.Properties = append(b.Properties, Property{p.Name, p.Kind, p.Meaning})
		}
	}
	for _, f := range s.sys.Traces {
		b.Traces = append(b.Traces, short(f.Name))
	}
	if s.o.Strategy == Learn {
		return b, s.learnt(&b)
	}
	b.Language, b.Description, b.Granularity = t.Language, t.Description, t.Granularity
	for _, e := range t.Events {
		b.Events = append(b.Events, Event{e.Name, e.Means, e.Fields})
	}
	left := s.o.Source
	for _, name := range t.Source {
		text, err := t.Read(name)
		if err != nil {
			return b, err
		}
		src := SourceText{Name: name, Text: text}
		if r := []rune(text); len(r) > left {
			src.Text, src.Cut = string(r[:left]), true
		}
		left -= len([]rune(src.Text))
		b.Sources = append(b.Sources, src)
	}
	return b, nil
}

// learnt fills in what the logs alone tell.
func (s *Session) learnt(b *Brief) error {
	fields := map[string]map[string]bool{}
	var order []string
	for i, f := range s.sys.Traces {
		rows, err := readRows(f)
		if err != nil {
			return err
		}
		for _, r := range rows {
			name := r["event"]
			if fields[name] == nil {
				fields[name], order = map[string]bool{}, append(order, name)
			}
			for k := range r {
				if k != "event" {
					fields[name][k] = true
				}
			}
		}
		if i == 0 {
			t := newTable(rows)
			b.Legend, b.Sample = t.legend(), t.lines(0, min(len(rows), s.o.Sample))
		}
	}
	for _, name := range order {
		b.Events = append(b.Events, Event{Name: name, Fields: slices.Sorted(maps.Keys(fields[name]))})
	}
	return nil
}

func placeholder(p invariant.Placeholder) string {
	if len(p.Params) == 0 {
		return p.Name
	}
	return p.Name + "(" + strings.Join(p.Params, ", ") + ")"
}
