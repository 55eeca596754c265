package trace

import (
	"fmt"
	"slices"
	"strings"

	"ensures/tla"
)

// Spec is a specification: its root module, and modules of its own that it extends
// or instantiates.
type Spec struct {
	Module tla.Source
	Extra  []tla.Source
}

// facts are what the generator needs to know of a specification.
type facts struct {
	name        string
	variables   []string
	constants   []string
	definitions map[string]int  // number of parameters
	actions     []action        // the disjuncts of Next
	inNext      map[string]bool // definitions that the next-state relation applies
}

// action is a disjunct of the next-state relation.
type action struct {
	name  string   // of the definition, or of Next itself where it has none
	bound []string // variables that quantifiers around it bind
	open  string   // the quantifiers, "\E t \in T : "
	text  string   // what stands under them
}

// check looks whether a mapping fits a specification.
func (m *Mapping) check(f facts) []Problem {
	var out []Problem
	problem := func(line int, hint, format string, args ...any) {
		out = append(out, Problem{m.File, line, fmt.Sprintf(format, args...), hint})
	}

	if m.Spec != "" && m.Spec != f.name {
		problem(0, "", "the mapping is for module %s, the module is %s", m.Spec, f.name)
	}
	var defined []string
	for n := range f.definitions {
		defined = append(defined, n)
	}
	slices.Sort(defined)

	for _, n := range []string{m.Init, m.Next} {
		if _, ok := f.definitions[n]; !ok {
			problem(0, meant(n, defined), "module %s has no definition %s", f.name, n)
		}
	}

	given := map[string]bool{}
	for _, n := range m.ModelValues {
		given[n] = true
		if _, ok := f.definitions[n]; ok || slices.Contains(f.variables, n) {
			problem(0, "", "the model value %s has the name of a definition of %s", n, f.name)
		}
	}
	for _, c := range m.Constants {
		given[c.Name] = true
		if _, ok := f.definitions[c.Name]; !ok && !slices.Contains(f.constants, c.Name) {
			problem(c.Line, meant(c.Name, f.constants), "module %s has no constant %s", f.name, c.Name)
		}
	}
	for _, c := range f.constants {
		if !given[c] {
			problem(0, "give it under constants, or under model_values", "constant %s of module %s has no value", c, f.name)
		}
	}

	local := definedIn(m.Definitions)

	actionExpr := func(what string, x Expr) {
		name, args := head(x.Text)
		if name == "" || strings.Contains(name, "!") || local[name] {
			return
		}
		n, ok := f.definitions[name]
		switch {
		case !ok && len(m.Extends) > 0 && !slices.Contains(f.variables, name):
		case !ok:
			problem(x.Line, meant(name, defined), "%s: module %s has no action %s", what, f.name, name)
		case n != args:
			problem(x.Line, "", "%s: action %s has %d parameters, %d are given", what, name, n, args)
		}
	}

	known := func(name string) bool {
		_, def := f.definitions[name]
		return def || local[name] || given[name] || slices.Contains(f.constants, name) || slices.Contains(f.variables, name) || len(m.Extends) > 0
	}

	after := func(what string, list []Compare) {
		for _, c := range list {
			x := c.Expr
			switch words := wordsOf(x.Text); {
			case x.Text == "" || slices.Contains(f.variables, x.Text) || strings.Contains(x.Text, "'"):
			case identifier(x.Text) && !known(x.Text):
				problem(x.Line, meant(x.Text, f.variables), "%s %s: module %s has no variable %s", what, c.Field, f.name, x.Text)
			case slices.ContainsFunc(words, func(w string) bool { return slices.Contains(f.variables, w) }) &&
				!slices.ContainsFunc(words, func(w string) bool { return local[w] }): // whose definitions may have primes
				problem(x.Line, "write primes (x'[t], Len(q')), or put the comparison under before:", "%s %s: %s has no prime, so it isn't about the state after the step", what, c.Field, x.Text)
			}
		}
	}

	unprimed := func(what string, list []Compare) {
		for _, c := range list {
			x := c.Expr
			switch {
			case strings.Contains(x.Text, "'"):
				problem(x.Line, "", "%s %s: %s has a prime, and there is no next state yet", what, c.Field, x.Text)
			case identifier(x.Text) && !known(x.Text):
				problem(x.Line, meant(x.Text, f.variables), "%s %s: module %s has no variable %s", what, c.Field, f.name, x.Text)
			}
		}
	}

	after("compare", m.Compare)
	unprimed("before", m.Before)
	unprimed("initial", m.Initial)
	for _, e := range m.Events {
		for _, x := range e.Actions {
			actionExpr("event "+e.Name, x)
		}
		after("event "+e.Name+": compare", e.Compare)
		unprimed("event "+e.Name+": before", e.Before)
	}

	for _, u := range m.Unlogged.Actions {
		actionExpr("unlogged", u.Action)
		for _, n := range names(u.Action.Text) {
			if m.isHidden(n, u.Hidden) == "" {
				problem(u.Action.Line, "list it under hidden", "unlogged: %s: $%s has no line to be read from", u.Action.Text, n)
			}
		}
	}
	return out
}

// wordsOf are the names in an expression, without those of the line.
func wordsOf(x string) []string {
	return strings.FieldsFunc(refs(x, func(string) string { return "" }), func(r rune) bool { return r > 127 || !word(byte(r)) })
}

// definedIn are the names that TLA+ text defines, by the look of its lines.
func definedIn(text string) map[string]bool {
	out := map[string]bool{}
	for line := range strings.Lines(text) {
		left, _, ok := strings.Cut(line, "==")
		if ok {
			name, _, _ := strings.Cut(strings.TrimSpace(left), "(")
			out[strings.TrimSpace(name)] = true
		}
	}
	return out
}
