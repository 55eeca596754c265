package invariant

import (
	"fmt"
	"maps"
	"slices"
	"strings"
)

// Vars is the placeholder that is built in: the tuple of the model's variables.
const Vars = "vars"

// prefix keeps the names that are generated away from the model's.
const prefix = "Ensures_"

// Model is what has to be known of a model to speak about it.
type Model struct {
	Module    string
	Variables []string
	Names     []string // what it defines or declares, also in the modules beside it that it extends
	// Actions are, by event of the log, the model's actions that it stands for, with $field for
	// a field of the event's line.
	Actions map[string]string
}

// bound is what a placeholder is in the model: as the binding has it, or for an event the
// action of the mapping, whose fields must all be parameters.
func (s *Set) bound(name string, m Model, b *Binding) (Expression, bool) {
	if e, ok := b.Bind[name]; ok {
		return e, true
	}
	p, _ := s.placeholder(name)
	action, ok := m.Actions[name]
	if !p.Event || !ok {
		return Expression{}, false
	}
	var text strings.Builder
	for _, t := range scan(action) {
		if t.kind != use {
			text.WriteString(t.text)
			continue
		}
		if !slices.Contains(p.Params, t.text[1:]) {
			return Expression{}, false
		}
		text.WriteString(t.text[1:])
	}
	return Expression{p.Params, text.String()}, true
}

// Property is a template made concrete for a model: a definition of a module that
// extends the model.
type Property struct {
	Template Template
	Name     string // of the definition; empty: not translated
	Text     string // of the definition
	Witness  string // name of the witness's definition; empty: there is none
	Reason   string // why it is not translated

	witness string            // text of its definition
	needs   map[string]string // definitions of the placeholders by name
}

// Translated says whether there is a definition.
func (p Property) Translated() bool { return p.Name != "" }

// Concrete makes every template concrete, in their order. One whose placeholders
// are not all bound is not translated; b may be nil.
func (s *Set) Concrete(m Model, b *Binding) []Property {
	if b == nil {
		b = &Binding{}
	}
	own := map[string]bool{}
	for _, n := range slices.Concat(m.Names, m.Variables) {
		own[n] = true
	}
	var out []Property
	for _, t := range s.Templates {
		out = append(out, s.concrete(t, m, b, own))
	}
	return out
}

func (s *Set) concrete(t Template, m Model, b *Binding, own map[string]bool) Property {
	p := Property{Template: t, needs: map[string]string{}}
	if why, ok := b.Cannot[t.Name]; ok {
		p.Reason = strings.TrimSpace("by its binding the model has no words for it: " + why)
		return p
	}

	formula, written := b.Write[t.Name]
	if !written {
		formula = t.Formula
	}

	var unbound []string
	for _, text := range []string{formula, t.Witness} {
		for _, n := range uses(text) {
			e, ok := s.bound(n, m, b)
			switch {
			case n == Vars:
				p.needs[n] = prefix + n + " == <<" + strings.Join(m.Variables, ", ") + ">>"
			case ok:
				p.needs[n] = definition(Placeholder{Name: prefix + n, Params: renamed(e.Params, own)}.Head(), rename(e.Text, func(w string) bool { return own[w] && slices.Contains(e.Params, w) }))
			default:
				unbound = append(unbound, "$"+n)
			}
		}
	}

	if len(unbound) > 0 {
		slices.Sort(unbound)
		p.Reason = "not bound: " + strings.Join(slices.Compact(unbound), ", ")
		return p
	}
	// A template knows no names of the model: one that is both is bound by the template.
	mine := func(w string) bool { return own[w] }
	if written {
		mine = func(string) bool { return false }
	}

	p.Name = prefix + t.Name
	if t.Kind == Action {
		p.Text = definition(p.Name+"_step", rename(formula, mine)) + fmt.Sprintf("\n%s == [][%s_step]_<<%s>>", p.Name, p.Name, strings.Join(m.Variables, ", "))
	} else {
		p.Text = definition(p.Name, rename(formula, mine))
	}

	if t.Witness != "" {
		p.Witness = prefix + "witness_" + t.Name
		p.witness = definition(p.Witness, rename(t.Witness, func(w string) bool { return own[w] }))
	}
	return p
}

// definition keeps the columns of a text of several lines to one another.
func definition(head, text string) string {
	return head + " ==\n  " + strings.ReplaceAll(text, "\n", "\n  ")
}

func renamed(params []string, own map[string]bool) []string {
	var out []string
	for _, p := range params {
		if own[p] {
			p += "_q"
		}
		out = append(out, p)
	}
	return out
}

// Module is the text of a module that extends the model with those of the properties
// that are translated, and their witnesses.
func Module(name string, m Model, ps []Property) string {
	return "---- MODULE " + name + " ----\nEXTENDS " + m.Module + "\n" + definitions(ps) + "\n====\n"
}

func definitions(ps []Property) string {
	needs := map[string]string{}
	for _, p := range ps {
		if p.Translated() {
			maps.Copy(needs, p.needs)
		}
	}
	var b strings.Builder
	for _, n := range slices.Sorted(maps.Keys(needs)) {
		b.WriteString("\n" + needs[n] + "\n")
	}
	for _, p := range ps {
		if !p.Translated() {
			continue
		}
		b.WriteString("\n" + p.Text + "\n")
		if p.witness != "" {
			b.WriteString("\n" + p.witness + "\n")
		}
	}
	return b.String()
}

// WitnessMark is the first part of what WitnessModule prints.
const WitnessMark = "ensures-witness"

// WitnessModule is Module with a definition of the name constraint, for a CONSTRAINT. It
// is always true, and prints <<WitnessMark, "Name">> when the witness of the property
// Name is first seen. It works with one worker.
func WitnessModule(name, constraint string, m Model, ps []Property) string {
	var b strings.Builder
	fmt.Fprintf(&b, "---- MODULE %s ----\nEXTENDS %s\n%s\nLOCAL INSTANCE TLC\n", name, m.Module, definitions(ps))
	see := []string{"TRUE"}
	for i, p := range ps {
		if !p.Translated() || p.Witness == "" {
			continue
		}
		reg := 40 + i // the lowest ones are the model's own to use
		fmt.Fprintf(&b, "ASSUME TLCSet(%d, FALSE)\n", reg)
		see = append(see, fmt.Sprintf(`IF TLCGet(%d) THEN TRUE ELSE IF %s THEN TLCSet(%d, TRUE) /\ PrintT(<<"%s", "%s">>) ELSE TRUE`,
			reg, p.Witness, reg, WitnessMark, p.Template.Name))
	}
	fmt.Fprintf(&b, "%s ==\n  /\\ %s\n\n====\n", constraint, strings.Join(see, "\n  /\\ "))
	return b.String()
}
