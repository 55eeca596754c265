package trace

import (
	"fmt"
	"slices"
	"strings"

	"ensures/tla"
	"ensures/tla/syntax"
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
	definitions map[string]int             // number of parameters
	actions     []action                   // the disjuncts of Next
	inNext      map[string]bool            // definitions without parameters that are steps of the next-state relation wherever they hold
	applied     map[string][]syntax.Action // the others that it applies by name
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
	// Names that the mapping defines itself are known by their look: its definitions are read by
	// SANY only with the generated module.
	k := &checking{m: m, f: f, given: map[string]bool{}, local: definedIn(m.Definitions)}

	if m.Spec != "" && m.Spec != f.name {
		k.problem(0, "", "the mapping is for module %s, the module is %s", m.Spec, f.name)
	}
	for n := range f.definitions {
		k.defined = append(k.defined, n)
	}
	slices.Sort(k.defined)

	for _, n := range []string{m.Init, m.Next} {
		if _, ok := f.definitions[n]; !ok {
			k.problem(0, meant(n, k.defined), "module %s has no definition %s", f.name, n)
		}
	}

	for _, n := range m.ModelValues {
		k.given[n] = true
		if _, ok := f.definitions[n]; ok || slices.Contains(f.variables, n) {
			k.problem(0, "", "the model value %s has the name of a definition of %s", n, f.name)
		}
	}
	for _, c := range m.Constants {
		k.given[c.Name] = true
		if _, ok := f.definitions[c.Name]; !ok && !slices.Contains(f.constants, c.Name) {
			k.problem(c.Line, meant(c.Name, f.constants), "module %s has no constant %s", f.name, c.Name)
		}
	}
	for _, c := range f.constants {
		if !k.given[c] {
			k.problem(0, "give it under constants, or under model_values", "constant %s of module %s has no value", c, f.name)
		}
	}

	k.after("compare", m.Compare)
	k.unprimed("before", m.Before)
	k.unprimed("initial", m.Initial)
	for _, e := range m.Events {
		for _, x := range e.Actions {
			k.actionExpr("event "+e.Name, x)
		}
		k.after("event "+e.Name+": compare", e.Compare)
		k.unprimed("event "+e.Name+": before", e.Before)
	}

	for _, u := range m.Unlogged.Actions {
		k.actionExpr("unlogged", u.Action)
		for _, n := range names(u.Action.Text) {
			if m.isHidden(n, u.Hidden) == "" {
				k.problem(u.Action.Line, "list it under hidden", "unlogged: %s: $%s has no line to be read from", u.Action.Text, n)
			}
		}
	}
	return k.out
}

// checking holds a mapping against what its module defines.
type checking struct {
	m       *Mapping
	f       facts
	defined []string        // names, sorted
	given   map[string]bool // constants that have a value
	local   map[string]bool // what the mapping itself defines
	out     []Problem
}

func (k *checking) problem(line int, hint, format string, args ...any) {
	k.out = append(k.out, Problem{k.m.File, line, fmt.Sprintf(format, args...), hint})
}

func (k *checking) actionExpr(what string, x Expr) {
	name, args := head(x.Text)
	// An expression that is no single application, and operators of instances, are left to SANY.
	if name == "" || strings.Contains(name, "!") || k.local[name] {
		return
	}
	n, ok := k.f.definitions[name]
	switch {
	// A module that the mapping extends may define it; that module is not read here.
	case !ok && len(k.m.Extends) > 0 && !slices.Contains(k.f.variables, name):
	case !ok:
		k.problem(x.Line, meant(name, k.defined), "%s: module %s has no action %s", what, k.f.name, name)
	case n != args:
		k.problem(x.Line, "", "%s: action %s has %d parameters, %d are given", what, name, n, args)
	}
}

// known reports whether a name may stand in an expression: with modules that the
// mapping extends, any may.
func (k *checking) known(name string) bool {
	_, def := k.f.definitions[name]
	return def || k.local[name] || k.given[name] || slices.Contains(k.f.constants, name) || slices.Contains(k.f.variables, name) || len(k.m.Extends) > 0
}

// after checks comparisons with the state after the step.
func (k *checking) after(what string, list []Compare) {
	for _, c := range list {
		x := c.Expr
		switch words := wordsOf(x.Text); {
		// A variable alone is primed by the generator; whatever has a prime says itself which
		// state it means.
		case x.Text == "" || slices.Contains(k.f.variables, x.Text) || strings.Contains(x.Text, "'"):
		case identifier(x.Text) && !k.known(x.Text):
			k.problem(x.Line, meant(x.Text, k.f.variables), "%s %s: module %s has no variable %s", what, c.Field, k.f.name, x.Text)
		case slices.ContainsFunc(words, func(w string) bool { return slices.Contains(k.f.variables, w) }) &&
			!slices.ContainsFunc(words, func(w string) bool { return k.local[w] }): // whose definitions may have primes
			k.problem(x.Line, "write primes (x'[t], Len(q')), or put the comparison under before:", "%s %s: %s has no prime, so it isn't about the state after the step", what, c.Field, x.Text)
		}
	}
}

// unprimed checks comparisons with a state that has no next one yet.
func (k *checking) unprimed(what string, list []Compare) {
	for _, c := range list {
		x := c.Expr
		switch {
		case strings.Contains(x.Text, "'"):
			k.problem(x.Line, "", "%s %s: %s has a prime, and there is no next state yet", what, c.Field, x.Text)
		case identifier(x.Text) && !k.known(x.Text):
			k.problem(x.Line, meant(x.Text, k.f.variables), "%s %s: module %s has no variable %s", what, c.Field, k.f.name, x.Text)
		}
	}
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
