package trace

import (
	"strings"

	"ensures/tla/syntax"
)

// read reads a specification without a JVM: what it declares and defines, and the
// actions that its next-state relation is made of.
func (s Spec) read(next string) (facts, []Problem) {
	f := facts{definitions: map[string]int{}, inNext: map[string]bool{next: true}, applied: map[string][]syntax.Action{}}
	texts := []string{s.Module.Text}
	for _, e := range s.Extra {
		texts = append(texts, e.Text)
	}
	spec := syntax.NewSpec(texts...)
	root := spec.Modules[0]
	f.name = root.Name
	if f.name == "" {
		return f, []Problem{{File: file(s.Module.Name, "the specification"), Line: 1, Text: "there is no line `---- MODULE Name ----`"}}
	}

	for _, t := range texts {
		if strings.Contains(t, prefix) {
			return f, []Problem{{File: f.name + ".tla", Text: "names with " + prefix + " are taken by the trace's module", Hint: "rename them"}}
		}
	}

	f.variables, f.constants = spec.Variables(), spec.Constants()
	for _, m := range spec.Modules {
		for _, d := range m.Definitions {
			if _, ok := f.definitions[d.Name]; !ok {
				f.definitions[d.Name] = len(d.Params)
			}
		}
	}

	// Parts without a name are none that a mapping could apply. The definitions on the way to an
	// action are applied by Next as well.
	for _, a := range spec.Actions(next) {
		// Within \E t \in T the action is a step for the values of T alone, whatever a mapping
		// gives it.
		switch {
		case a.Part:
		case len(a.Quantifiers) == 0 && f.definitions[a.Name] == 0:
			f.inNext[a.Name] = true
		default:
			f.applied[a.Name] = append(f.applied[a.Name], a)
		}
		for _, d := range a.Through {
			if f.definitions[d] == 0 {
				f.inNext[d] = true
			}
		}
		x := action{name: a.Name, text: a.Call}
		for _, q := range a.Quantifiers {
			x.open += open(q)
			x.bound = append(x.bound, q.Names...)
		}
		f.actions = append(f.actions, x)
	}
	return f, nil
}

func file(name, other string) string {
	if name == "" {
		return other
	}
	return strings.TrimSuffix(name, ".tla") + ".tla"
}
