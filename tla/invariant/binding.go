package invariant

import (
	"maps"
	"slices"
	"strings"

	"ensures/internal/regular"
)

// Binding says what the placeholders are in one model (binding.yaml).
type Binding struct {
	// Bind has an expression of the model for each placeholder that it knows.
	Bind map[string]Expression
	// Write has whole formulas for templates that this model says in another way.
	Write map[string]string
	// Cannot has the templates that this model has no words for, with the reason.
	// They count as not translated, as those do that are just left out.
	Cannot map[string]string
}

// Expression is what a placeholder stands for.
type Expression struct {
	Params []string
	Text   string
}

// ReadBinding reads a binding for these templates.
func ReadBinding(path string, s *Set) (*Binding, error) {
	text, err := regular.ReadFile(path)
	if err != nil {
		return nil, err
	}
	return ParseBinding(path, text, s)
}

// ParseBinding reads a binding; name is that of its file, for messages. Names that
// the templates don't have are errors, missing ones are not. The error is an *Error.
func ParseBinding(name string, text []byte, s *Set) (*Binding, error) {
	var f struct {
		Bind          map[string]string
		Write, Cannot map[string]string
	}
	if err := strictYAML(text, &f); err != nil {
		return nil, &Error{File: name, Text: err.Error()}
	}
	b := &Binding{Bind: map[string]Expression{}, Write: f.Write, Cannot: f.Cannot}
	for _, head := range slices.Sorted(maps.Keys(f.Bind)) {
		n, params, err := parseHead(head)
		if err != nil {
			return nil, &Error{name, head, err.Error()}
		}
		p, ok := s.placeholder(n)
		switch {
		case !ok:
			return nil, &Error{name, n, "no template has this placeholder"}
		case len(p.Params) != len(params):
			return nil, &Error{name, n, "as a placeholder it is " + p.Head()}
		case strings.TrimSpace(f.Bind[head]) == "":
			return nil, &Error{name, n, "it is bound to nothing"}
		}
		if _, twice := b.Bind[n]; twice {
			return nil, &Error{name, n, "it is bound twice"}
		}
		b.Bind[n] = Expression{params, strings.TrimSpace(f.Bind[head])}
	}
	for _, m := range []map[string]string{f.Write, f.Cannot} {
		for _, n := range slices.Sorted(maps.Keys(m)) {
			if !slices.ContainsFunc(s.Templates, func(t Template) bool { return t.Name == n }) {
				return nil, &Error{name, n, "there is no such invariant"}
			}
		}
	}
	return b, nil
}

// Head is the placeholder as it is written: "holds(t)".
func (p Placeholder) Head() string {
	if p.Params == nil {
		return p.Name
	}
	return p.Name + "(" + strings.Join(p.Params, ", ") + ")"
}
