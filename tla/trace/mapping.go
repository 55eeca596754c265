package trace

import (
	"fmt"
	"strings"
)

// Mapping says how the lines of a trace stand for steps of a specification. It is
// read from YAML (docs/formats.md has every key); expressions in it are TLA+ with
// $name for a field of the line or for a hidden id.
type Mapping struct {
	File        string // for messages
	Spec        string // name of the module; empty: whatever module is given
	Init, Next  string // definitions of the module
	Extends     []string
	ModelValues []string
	Constants   []Constant
	Definitions string // TLA+ definitions that the expressions use

	Root  string   // path of the part of a line that the other paths begin at
	Event []string // paths whose values, joined by "/", are an event's name
	Where []Where
	// Order is nil where a run is one log whose lines stand in the order of the steps.
	Order *Order
	Merge *Merge // nil: a line is a record
	// Entries are lists of the lines whose elements have names.
	Entries []Entries
	Fields  []Field
	Hidden  []Hidden
	Events  []Event
	Ignore  []string // events that are no steps; "*": all that Events doesn't list

	Compare  []Compare // of every event: the state after it
	Before   []Compare // of every event: the state before it
	Holds    []Expr    // of every event
	Initial  []Compare // the first line's fields in the initial state
	Unlogged Unlogged
}

// Expr is a TLA+ expression with the line of the mapping it stands on.
type Expr struct {
	Text string
	Line int
}

// Constant is a CONSTANT of the specification: an expression, or the set of all
// values that fields have in the trace.
type Constant struct {
	Name string
	Expr Expr
	From []string // fields
	Line int
}

// Where keeps the lines in which a path has one of the values, written as in JSON
// but without quotes.
type Where struct {
	Path   string
	Values []string
	Line   int
}

// Field names a part of a line and says how it becomes a TLA+ value. A field that
// is not declared is the path of its name.
type Field struct {
	Name   string
	Path   string
	As     string // "", string, int, set, sequence, tla
	Keys   string // of objects: "", string, int
	Values map[string]string
	Line   int
}

// Hidden is an id that a line need not have: some element of a set.
type Hidden struct {
	Name string
	Set  Expr
}

// Event is what the lines of one name stand for.
type Event struct {
	Name    string
	Actions []Expr // one of these
	Observe bool   // no step: the state is compared and stays as it is
	Compare []Compare
	Before  []Compare
	Holds   []Expr
	Hidden  []Hidden
	Line    int
}

// Compare sets a logged field against a variable or an expression. A comparison
// of an event without expression takes back the one of all events.
type Compare struct {
	Field string
	Expr  Expr
}

// Unlogged are actions of which the trace says nothing, at most Max between two
// lines.
type Unlogged struct {
	Max     int
	Actions []Unlog
}

// Unlog is one unlogged action.
type Unlog struct {
	Action Expr
	Hidden []Hidden
}

// Problem is a mistake in a mapping.
type Problem struct {
	File string `json:"file"`
	Line int    `json:"line,omitempty"`
	Text string `json:"text"`
	Hint string `json:"hint,omitempty"`
}

func (p Problem) String() string {
	s := p.File
	if p.Line > 0 {
		s += fmt.Sprintf(":%d", p.Line)
	}
	s += ": " + p.Text
	if p.Hint != "" {
		s += "; " + p.Hint
	}
	return s
}

// MappingError lists everything that is wrong with a mapping.
type MappingError struct{ Problems []Problem }

func (e *MappingError) Error() string {
	var b strings.Builder
	for i, p := range e.Problems {
		if i > 0 {
			b.WriteByte('\n')
		}
		b.WriteString(p.String())
	}
	return b.String()
}

// field is the declaration of a field, or the path of its name.
func (m *Mapping) field(name string) Field {
	for _, f := range m.Fields {
		if f.Name == name {
			return f
		}
	}
	return Field{Name: name, Path: name}
}

// event is the entry of an event, nil where there is none.
func (m *Mapping) event(name string) *Event {
	for i := range m.Events {
		if m.Events[i].Name == name {
			return &m.Events[i]
		}
	}
	return nil
}

// ignored reports whether the mapping leaves lines of this name out.
func (m *Mapping) ignored(name string) bool {
	for _, n := range m.Ignore {
		if n == name || n == "*" && m.event(name) == nil {
			return true
		}
	}
	return false
}

// comparisons merges those of all events with an event's own, which win.
func comparisons(common, own []Compare) []Compare {
	var out []Compare
	for _, c := range common {
		over := false
		for _, o := range own {
			over = over || o.Field == c.Field
		}
		if !over {
			out = append(out, c)
		}
	}
	for _, o := range own {
		// An own comparison without an expression (~ in the file) only takes the common one back.
		if o.Expr.Text != "" {
			out = append(out, o)
		}
	}
	return out
}

// compares are an event's comparisons after the step, before those of it.
func (m *Mapping) compares(e *Event) (after, before []Compare, holds []Expr) {
	return comparisons(m.Compare, e.Compare), comparisons(m.Before, e.Before), append(append([]Expr{}, m.Holds...), e.Holds...)
}

// hidden are the hidden ids among names: an event's own, then the common ones.
func (m *Mapping) hidden(own []Hidden, names []string) []Hidden {
	var out []Hidden
	seen := map[string]bool{}
	want := map[string]bool{}
	for _, n := range names {
		want[n] = true
	}
	for _, list := range [][]Hidden{own, m.Hidden} {
		for _, h := range list {
			if want[h.Name] && !seen[h.Name] {
				seen[h.Name] = true
				out = append(out, h)
			}
		}
	}
	return out
}
