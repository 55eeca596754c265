// Package invariant holds properties of a system that are written once, over
// named placeholders, and made concrete for any model of it.
//
// A template says what must be true of the system and knows no model; a binding
// says what each placeholder is in one model; together they make a module that
// extends the model. The package must not know how models are checked, what
// tasks are, or how anything is scored.
package invariant

import (
	"cmp"
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/internal/regular"

	"go.yaml.in/yaml/v3"
)

// Kind says what a template's formula speaks of.
type Kind string

// The kinds. The empty kind in a file is State.
const (
	State    Kind = "state"    // one state
	Action   Kind = "action"   // a step; it may have primes, and stuttering is allowed
	Temporal Kind = "temporal" // a behaviour
)

// Set is what a file of templates (invariants.yaml) holds.
type Set struct {
	Placeholders []Placeholder
	Templates    []Template
}

// Placeholder is a name that templates use as $name or $name(x, y) and that a
// binding gives a meaning.
type Placeholder struct {
	Name    string
	Params  []string // nil: no parameters
	Meaning string   // for whoever binds it
	// Event: it is an event of the log with the fields that its step is about. Where a binding
	// does not say more it is the action that the mapping has for the event.
	Event bool
}

// Template is a property over placeholders.
type Template struct {
	Name    string // an identifier of TLA+
	Kind    Kind
	Meaning string
	Formula string
	// Witness, where it is not empty, is a state formula that must hold in some
	// reachable state; without such a state the property holds of nothing.
	Witness string
}

// Error is a mistake in a file of templates or in a binding.
type Error struct {
	File string
	What string // the template or placeholder; may be empty
	Text string
}

func (e *Error) Error() string {
	s := e.Text
	if e.What != "" {
		s = e.What + ": " + s
	}
	if e.File != "" {
		s = e.File + ": " + s
	}
	return s
}

var identifier = regexp.MustCompile(`^[A-Za-z][A-Za-z0-9_]*$`)

// Read reads a file of templates.
func Read(path string) (*Set, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return Parse(path, text)
}

// Parse reads templates; name is that of their file, for messages. The error is an
// *Error.
func Parse(name string, text []byte) (*Set, error) {
	var f struct {
		Placeholders, Events map[string]string
		Invariants           []struct {
			Name, Kind, Meaning, Formula, Witness string
		}
	}
	if err := strictYAML(text, &f); err != nil {
		return nil, &Error{File: name, Text: err.Error()}
	}
	s := &Set{}
	for i, heads := range []map[string]string{f.Placeholders, f.Events} {
		for head, meaning := range heads {
			n, params, err := parseHead(head)
			if err != nil {
				return nil, &Error{name, head, err.Error()}
			}
			if n == Vars {
				return nil, &Error{name, head, "this one is built in: the tuple of the model's variables"}
			}
			if _, twice := s.placeholder(n); twice {
				return nil, &Error{name, n, "it is there twice"}
			}
			s.Placeholders = append(s.Placeholders, Placeholder{n, params, strings.TrimSpace(meaning), i == 1})
		}
	}
	slices.SortFunc(s.Placeholders, func(a, b Placeholder) int { return strings.Compare(a.Name, b.Name) })
	for _, x := range f.Invariants {
		t := Template{x.Name, Kind(x.Kind), strings.TrimSpace(x.Meaning), strings.TrimSpace(x.Formula), strings.TrimSpace(x.Witness)}
		t.Kind = cmp.Or(t.Kind, State)
		if err := s.add(t); err != nil {
			return nil, &Error{name, x.Name, err.Error()}
		}
	}
	if len(s.Templates) == 0 {
		return nil, &Error{File: name, Text: "there are no invariants in it"}
	}
	return s, nil
}

func (s *Set) placeholder(name string) (Placeholder, bool) {
	i := slices.IndexFunc(s.Placeholders, func(p Placeholder) bool { return p.Name == name })
	if i < 0 {
		return Placeholder{}, false
	}
	return s.Placeholders[i], true
}

func (s *Set) add(t Template) error {
	switch {
	case !identifier.MatchString(t.Name):
		return fmt.Errorf("%q is no name: letters, digits and _, a letter first", t.Name)
	case t.Kind != State && t.Kind != Action && t.Kind != Temporal:
		return fmt.Errorf("unknown kind %q: use state, action or temporal", t.Kind)
	case t.Formula == "":
		return fmt.Errorf("it has no formula")
	case slices.ContainsFunc(s.Templates, func(x Template) bool { return x.Name == t.Name }):
		return fmt.Errorf("it is there twice")
	}
	for _, formula := range []string{t.Formula, t.Witness} {
		for _, use := range uses(formula) {
			if use == Vars {
				continue
			}
			if _, ok := s.placeholder(use); !ok {
				return fmt.Errorf("$%s is not among the placeholders", use)
			}
		}
	}
	s.Templates = append(s.Templates, t)
	return nil
}

// Unused are the placeholders that no template uses.
func (s *Set) Unused() []Placeholder {
	return slices.DeleteFunc(slices.Clone(s.Placeholders), func(p Placeholder) bool {
		return slices.ContainsFunc(s.Templates, func(t Template) bool { return slices.Contains(t.Needs(), p.Name) })
	})
}

// Needs are the names of the placeholders that a template uses, sorted.
func (t Template) Needs() []string {
	all := append(uses(t.Formula), uses(t.Witness)...)
	slices.Sort(all)
	return slices.DeleteFunc(slices.Compact(all), func(s string) bool { return s == Vars })
}

// parseHead reads "name" or "name(a, b)".
func parseHead(head string) (name string, params []string, err error) {
	name, rest, has := strings.Cut(strings.TrimSpace(head), "(")
	name = strings.TrimSpace(name)
	if !identifier.MatchString(name) {
		return "", nil, fmt.Errorf("%q is no name: letters, digits and _, a letter first", name)
	}
	if !has {
		return name, nil, nil
	}
	list, ok := strings.CutSuffix(rest, ")")
	if !ok {
		return "", nil, fmt.Errorf("write it as name or name(a, b)")
	}
	for p := range strings.SplitSeq(list, ",") {
		p = strings.TrimSpace(p)
		if !identifier.MatchString(p) || slices.Contains(params, p) {
			return "", nil, fmt.Errorf("%q is no parameter name of its own", p)
		}
		params = append(params, p)
	}
	return name, params, nil
}

// strictYAML decodes one document; unknown keys are errors.
func strictYAML(text []byte, into any) error {
	d := yaml.NewDecoder(strings.NewReader(string(text)))
	d.KnownFields(true)
	return d.Decode(into)
}
