package modeling

import (
	"fmt"
	"maps"
	"slices"
	"strings"

	"ensures/tla/flow"
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
	// Outline is the control flow of the sources, for the strategy that goes over it;
	// LeftOut are the functions that had no room there, and Unread the sources whose
	// control flow can't be read, with the reason.
	Outline   string
	LeftOut   []string
	Unread    []Named
	Events    []Event
	Constants []Named
	// Placeholders and Properties are what the binding is about.
	Placeholders []Named
	Properties   []Property
	Traces       []string // their names
	Legend       string   // of the sample
	Sample       string   // lines of the trace with most kinds of events, tab-separated, one of each kind among them
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
	Name    string
	Kind    invariant.Kind
	Means   string
	Formula string // over the placeholders, on one line
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
			if p.Event { // the mapping says what it is
				continue
			}
			b.Placeholders = append(b.Placeholders, Named{placeholder(p), p.Meaning})
		}
		for _, p := range set.Templates {
			b.Properties = append(b.Properties, Property{p.Name, p.Kind, p.Meaning, strings.Join(strings.Fields(p.Formula), " ")})
		}
	}
	for _, f := range s.sys.Traces {
		b.Traces = append(b.Traces, short(f.Name))
	}

	// Only what the logs tell: the task's description would give the model away.
	if s.o.Strategy == Learn {
		return b, s.learnt(&b, s.o.Sample)
	}
	if err := s.learnt(&b, min(s.o.Sample, toldValues)); err != nil {
		return b, err
	}
	b.Events = nil // the task has more to say of them
	b.Language, b.Description, b.Granularity = t.Language, t.Description, t.Granularity
	for _, e := range t.Events {
		b.Events = append(b.Events, Event{e.Name, e.Means, e.Fields})
	}
	return b, s.readSources(&b)
}

// The limits of what is shown of outlines: lines, and names of functions that have no
// room in them.
const (
	outlineLines = 300
	namesLeftOut = 40
)

// readSources fills in the source, and its control flow where the strategy is about it.
func (s *Session) readSources(b *Brief) error {
	t := s.task
	var functions []flow.Function
	left := s.o.Source
	for _, name := range t.Source {
		text, err := t.Read(name)
		if err != nil {
			return err
		}
		src := SourceText{Name: name, Text: text}
		if r := []rune(text); len(r) > left {
			src.Text, src.Cut = string(r[:left]), true
		}
		left -= len([]rune(src.Text))
		b.Sources = append(b.Sources, src)

		if s.o.Strategy != Translate {
			continue
		}
		list, err := flow.Outline(name, text)
		if err != nil { // the model works it out, and is told why
			b.Unread = append(b.Unread, Named{name, err.Error()})
		}
		functions = append(functions, list...)
	}
	b.Outline, b.LeftOut = flow.Print(functions, outlineLines)
	if n := len(b.LeftOut) - namesLeftOut; n > 0 {
		b.LeftOut = append(b.LeftOut[:namesLeftOut], fmt.Sprintf("%d more", n))
	}
	return nil
}

// toldValues is how many lines of a log are shown beside a source.
const toldValues = 12

// learnt fills in what the logs alone tell, with at most so many lines.
func (s *Session) learnt(b *Brief, most int) error {
	fields := map[string]map[string]bool{}
	var order []string
	var richest []row
	kinds := 0

	for _, f := range s.sys.Traces {
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
		seen := map[string]bool{}
		for _, r := range rows {
			seen[r["event"]] = true
		}
		// The trace with most kinds of events shows most of the system.
		if len(seen) > kinds {
			richest, kinds = rows, len(seen)
		}
	}

	if len(richest) > 0 {
		t := newTable(richest) // the names are those that show_trace has
		t.rows = sampled(richest, most)
		b.Legend, b.Sample = t.legend(), t.lines(0, len(t.rows))
	}
	for _, name := range order {
		b.Events = append(b.Events, Event{Name: name, Fields: slices.Sorted(maps.Keys(fields[name]))})
	}
	return nil
}

// sampled are at most so many lines of a log, in order: its first ones, but for the room that
// the first line of each kind of event needs that is not among them.
func sampled(rows []row, most int) []row {
	if len(rows) <= most {
		return rows
	}
	// Fewer first lines make room for more kinds, and may bring new ones among the later lines:
	// so the two are counted together for each length.
	for head := most; ; head-- {
		seen := map[string]bool{}
		var later []row
		for i, r := range rows {
			if i >= head && !seen[r["event"]] {
				later = append(later, r)
			}
			seen[r["event"]] = true
		}
		if head+len(later) <= most || head == 0 {
			out := append(slices.Clone(rows[:head]), later...)
			return out[:min(most, len(out))]
		}
	}
}

func placeholder(p invariant.Placeholder) string {
	if len(p.Params) == 0 {
		return p.Name
	}
	return p.Name + "(" + strings.Join(p.Params, ", ") + ")"
}
