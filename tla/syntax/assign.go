package syntax

import "slices"

// Assignments says what an action does to the variables.
type Assignments struct {
	// Changed are the variables that occur primed outside UNCHANGED, in the order of
	// their declaration.
	Changed []string `json:"changed,omitempty"`
	// Unchanged are those under UNCHANGED, or primed as in x' = x.
	Unchanged []string `json:"unchanged,omitempty"`
}

// Assigned looks through a definition and everything it applies for primed variables.
// A variable may be in both lists, when one branch changes it and another doesn't.
func (s *Spec) Assigned(name string) Assignments {
	a := assigner{spec: s, vars: s.Variables(), changed: map[string]bool{}, kept: map[string]bool{}, seen: map[string]bool{}}
	if d := s.Definition(name); d != nil {
		a.definition(d)
	}
	return a.result()
}

// AssignedBy is Assigned for an action of Actions, whether named or not.
func (s *Spec) AssignedBy(x Action) Assignments {
	if !x.Part {
		return s.Assigned(x.Name)
	}
	a := assigner{spec: s, vars: s.Variables(), changed: map[string]bool{}, kept: map[string]bool{}, seen: map[string]bool{}}
	ts, _ := scan(x.Call)
	a.tokens(ts)
	return a.result()
}

type assigner struct {
	spec          *Spec
	vars          []string
	changed, kept map[string]bool
	seen          map[string]bool
}

func (a *assigner) result() Assignments {
	var out Assignments
	for _, v := range a.vars {
		if a.changed[v] {
			out.Changed = append(out.Changed, v)
		}
		if a.kept[v] {
			out.Unchanged = append(out.Unchanged, v)
		}
	}
	return out
}

func (a *assigner) definition(d *Definition) {
	if a.seen[d.Name] {
		return
	}
	a.seen[d.Name] = true
	a.tokens(d.body)
}

func (a *assigner) tokens(ts []token) {
	at := func(i int, s string) bool { return i < len(ts) && ts[i].is(s) }
	for i := 0; i < len(ts); i++ {
		t := ts[i]
		switch {
		case t.is("UNCHANGED"):
			i = a.unchanged(ts, i+1)
		case at(i+1, "'") && t.class == ident && slices.Contains(a.vars, t.s):
			// x' = x and nothing behind it
			if at(i+2, "=") && at(i+3, t.s) && (i+4 >= len(ts) || ts[i+4].is("/\\") || ts[i+4].is("\\/") || closes(ts[i+4]) || ts[i+4].from.Line > ts[i+3].from.Line && ts[i+4].class != symbol) {
				a.kept[t.s] = true
			} else {
				a.changed[t.s] = true
			}
		case at(i+1, "'") && (t.class == ident || closes(t)):
			from := i
			if closes(t) {
				from = opening(ts, i)
			}
			a.all(ts[from:i+1], a.changed)
		case t.class == ident:
			if d := a.spec.Definition(t.s); d != nil && !(i > 0 && ts[i-1].is(".")) {
				a.definition(d)
			}
		}
	}
}

// unchanged reads what stands behind UNCHANGED and gives the index of its last token.
func (a *assigner) unchanged(ts []token, i int) int {
	if i >= len(ts) {
		return i
	}
	end := i
	if opens(ts[i]) {
		if end = matching(ts, i); end < 0 {
			end = len(ts) - 1
		}
	}
	a.all(ts[i:end+1], a.kept)
	return end
}

// all puts every variable of an expression such as vars or <<x, y>> into the set.
func (a *assigner) all(ts []token, into map[string]bool) {
	a.expand(ts, into, 0)
}

func (a *assigner) expand(ts []token, into map[string]bool, depth int) {
	if depth > maxPath {
		return
	}
	for _, t := range ts {
		if t.class != ident {
			continue
		}
		if slices.Contains(a.vars, t.s) {
			into[t.s] = true
		} else if d := a.spec.Definition(t.s); d != nil && !d.Recursive {
			a.expand(d.body, into, depth+1)
		}
	}
}

// opening is the index of the bracket that the one at i closes.
func opening(ts []token, i int) int {
	depth := 0
	for j := i; j >= 0; j-- {
		if closes(ts[j]) {
			depth++
		} else if opens(ts[j]) {
			if depth--; depth == 0 {
				return j
			}
		}
	}
	return 0
}
