package syntax

import (
	"slices"
	"strconv"
	"strings"
)

// Spec is a root module with the modules it extends, the root first.
type Spec struct {
	Modules []*Module
}

// NewSpec parses the modules of a specification; the first text is the root's.
func NewSpec(sources ...string) *Spec {
	s := &Spec{}
	for _, src := range sources {
		s.Modules = append(s.Modules, Parse(src))
	}
	return s
}

// Definition finds a definition by name, in the root first; nil where there is none.
func (s *Spec) Definition(name string) *Definition {
	for _, m := range s.Modules {
		for _, d := range m.Definitions {
			if d.Name == name {
				return d
			}
		}
	}
	return nil
}

// Variables are the names of all variables, the root's first.
func (s *Spec) Variables() []string {
	return s.declared(func(m *Module) []Declaration { return m.Variables })
}

// Constants are the names of all constants.
func (s *Spec) Constants() []string {
	return s.declared(func(m *Module) []Declaration { return m.Constants })
}

func (s *Spec) declared(of func(*Module) []Declaration) []string {
	var all []string
	for _, m := range s.Modules {
		for _, d := range of(m) {
			if !slices.Contains(all, d.Name) {
				all = append(all, d.Name)
			}
		}
	}
	return all
}

// Quantifier is \E Names \in Set.
type Quantifier struct {
	Names   []string `json:"names"`
	Pattern bool     `json:"pattern,omitempty"` // <<a, b>> \in Set
	Set     string   `json:"set"`
}

func (q Quantifier) String() string {
	names := strings.Join(q.Names, ", ")
	if q.Pattern {
		names = "<<" + names + ">>"
	}
	return `\E ` + names + ` \in ` + q.Set + " : "
}

// Action is a disjunct of a next-state relation: a definition that is applied, under
// quantifiers, or an expression without a name of its own.
type Action struct {
	// Name is the definition that is applied, or for an unnamed disjunct the definition
	// that it is a part of.
	Name string `json:"name"`
	// Part: an unnamed disjunct of Name.
	Part        bool         `json:"part,omitempty"`
	Args        []string     `json:"args,omitempty"`
	Quantifiers []Quantifier `json:"quantifiers,omitempty"`
	// Call is the application or expression, without the quantifiers.
	Call string `json:"call"`
	// Through are the definitions between the next-state relation and the action.
	Through []string `json:"through,omitempty"`
	// Module, From and To are where the application or expression is written.
	Module string `json:"module"`
	From   Pos    `json:"from"`
	To     Pos    `json:"to"`
}

// String is the action with its quantifiers, as it could stand in a module.
func (a Action) String() string {
	var b strings.Builder
	for _, q := range a.Quantifiers {
		b.WriteString(q.String())
	}
	return b.String() + a.Call
}

// Actions takes a next-state relation apart as TLC does: through disjunctions,
// existential quantifiers and definitions, down to what is neither. A definition
// without a named action inside stays whole. What two places apply is listed twice.
func (s *Spec) Actions(next string) []Action {
	d := s.Definition(next)
	if d == nil || len(d.Params) > 0 {
		return nil
	}
	x := splitter{spec: s}
	return x.definition(d, nil, nil, nil)
}

type splitter struct {
	spec  *Spec
	path  []string
	steps int
}

// maxPath bounds definitions within definitions, maxSteps how often one is opened, and
// maxCall the text of one that is.
const (
	maxPath  = 50
	maxSteps = 2000
	maxCall  = 4096
)

// definition takes the body of d apart. args replace its parameters.
func (x *splitter) definition(d *Definition, args []string, outer []Quantifier, through []string) []Action {
	x.steps++
	// The definitions that are open, so that one that leads to itself isn't opened again.
	x.path = append(x.path, d.Name)
	defer func() { x.path = x.path[:len(x.path)-1] }()
	subst := map[string]string{}
	for i, p := range d.Params {
		subst[p] = args[i]
	}
	return x.expression(d, d.body, subst, outer, through)
}

func (x *splitter) expression(d *Definition, ts []token, subst map[string]string, outer []Quantifier, through []string) []Action {
	ts = bare(ts)
	if len(ts) == 0 {
		return nil
	}

	if parts := disjuncts(ts); len(parts) > 1 || ts[0].is("\\/") {
		var all []Action
		for _, p := range parts {
			all = append(all, x.expression(d, p, subst, outer, through)...)
		}
		return all
	}

	if ts[0].is("\\E") {
		if qs, body, ok := quantifiers(ts); ok {
			return x.quantified(d, qs, body, subst, outer, through)
		}
	}

	// Until an application is seen the disjunct is a part of the definition that it stands in.
	leaf := Action{Name: d.Name, Part: true, Call: render(ts, subst), Quantifiers: slices.Clone(outer), Through: slices.Clone(through),
		Module: d.Module, From: ts[0].from, To: ts[len(ts)-1].to}
	name, args, ok := application(ts)
	// A variable alone is a condition, not an action.
	if !ok || slices.Contains(x.spec.Variables(), name) {
		return []Action{leaf}
	}

	leaf.Name, leaf.Part = name, false
	for _, a := range args {
		leaf.Args = append(leaf.Args, render(a, subst))
	}
	// A definition that can't be opened, or that would make the list endless, is a step
	// itself.
	inner := x.spec.Definition(name)
	if inner == nil || inner.Function || inner.Recursive || len(inner.Params) != len(args) || slices.Contains(x.path, name) || len(x.path) > maxPath || x.steps > maxSteps || len(leaf.Call) > maxCall {
		return []Action{leaf}
	}

	// An argument of several tokens is put into brackets: in the body it may stand beside any
	// operator.
	wrapped := make([]string, len(leaf.Args))
	for i, a := range leaf.Args {
		wrapped[i] = a
		if len(args[i]) > 1 {
			wrapped[i] = "(" + a + ")"
		}
	}

	deeper := x.definition(inner, wrapped, outer, append(slices.Clone(through), name))
	// Nothing with a name inside: the definition itself is the action, as it is to TLC.
	if !slices.ContainsFunc(deeper, func(a Action) bool { return !a.Part }) {
		return []Action{leaf}
	}
	return deeper
}

// quantified goes on under quantifiers, whose names are made new where one of them is
// taken.
func (x *splitter) quantified(d *Definition, qs []quantifier, body []token, subst map[string]string, outer []Quantifier, through []string) []Action {
	// The names of this scope; those of the scope around it go on after it.
	inner := map[string]string{}
	for k, v := range subst {
		inner[k] = v
	}
	all := slices.Clone(outer)
	taken := func(name string) bool {
		return slices.ContainsFunc(all, func(q Quantifier) bool { return slices.Contains(q.Names, name) })
	}
	for _, q := range qs {
		done := Quantifier{Pattern: q.pattern, Set: render(q.set, inner)}
		for _, n := range q.names {
			fresh := n
			// Two quantifiers on the way down may bind one name; in the action they stand side by
			// side, where the inner would hide the outer.
			for i := 2; taken(fresh) || slices.Contains(done.Names, fresh); i++ {
				fresh = n + "_" + strconv.Itoa(i)
			}
			if fresh != n {
				inner[n] = fresh
			} else {
				// The quantifier hides a parameter of that name.
				delete(inner, n)
			}
			done.Names = append(done.Names, fresh)
		}
		all = append(all, done)
	}
	return x.expression(d, body, inner, all, through)
}

// bare takes off brackets around the whole and lists of one item.
func bare(ts []token) []token {
	for len(ts) > 0 {
		switch {
		case ts[0].is("(") && matching(ts, 0) == len(ts)-1:
			ts = ts[1 : len(ts)-1]
		case ts[0].is("/\\") && len(items(ts)) == 1:
			ts = items(ts)[0]
		default:
			return ts
		}
	}
	return ts
}

// items are those of the list whose bullet is the first token, or nil when the list is
// not all there is.
func items(ts []token) [][]token {
	bullet, column := ts[0].s, ts[0].from.Column
	var all [][]token
	start, depth := 1, 0
	for i := 1; i < len(ts); i++ {
		t := ts[i]
		switch {
		case opens(t):
			depth++
		case closes(t):
			depth--
		case depth > 0:
		// A list is told by its columns: a bullet in the column of the first begins an item, and
		// anything at or left of it ends the list.
		case t.is(bullet) && t.from.Column == column && t.from.Line > ts[i-1].from.Line:
			all = append(all, ts[start:i])
			start = i + 1
		case t.from.Column <= column:
			return nil
		}
	}
	return append(all, ts[start:])
}

// farReaching are tokens whose expression goes on as far as it can.
var farReaching = []string{"\\E", "\\A", "\\EE", "\\AA", "CHOOSE", "LET", "IF", "CASE", "LAMBDA"}

// weaker bind less than a disjunction, so it would be inside.
var weaker = []string{"=>", "<=>", "~>", "\\equiv", "-+->"}

// disjuncts splits an expression at its disjunctions; one part where it is none.
func disjuncts(ts []token) [][]token {
	if ts[0].is("\\/") {
		// A list whose bullets are disjunctions, and nothing behind it.
		if list := items(ts); list != nil {
			return list
		}
		ts = ts[1:]
		if len(ts) == 0 {
			return nil
		}
	}

	var parts [][]token
	start, depth := 0, 0
	for i, t := range ts {
		switch {
		case opens(t):
			depth++
		case closes(t):
			depth--
		case depth > 0 || t.class == text:
		// What stands from here on belongs to the last part, disjunctions too: \E x \in S : A \/
		// B is one expression.
		case slices.Contains(farReaching, t.s):
			return append(parts, ts[start:])
		// A \/ B => C is an implication: there is nothing to split.
		case slices.Contains(weaker, t.s):
			return [][]token{ts}
		case t.is("\\/") || t.is("\\lor"):
			if i > start {
				parts = append(parts, ts[start:i])
			}
			start = i + 1
		case t.is("/\\") && i == start: // a list inside: what is right of its bullet is its own
			column := t.from.Column
			if rest := slices.IndexFunc(ts[i:], func(u token) bool { return u.from.Line > t.from.Line && u.from.Column < column }); rest < 0 {
				return append(parts, ts[start:])
			}
		}
	}

	if start >= len(ts) {
		return parts
	}
	return append(parts, ts[start:])
}

type quantifier struct {
	names   []string
	pattern bool
	set     []token
}

// quantifiers reads \E a, b \in S, c \in T : body.
func quantifiers(ts []token) ([]quantifier, []token, bool) {
	var all []quantifier
	for i := 1; i < len(ts); {
		var q quantifier
		for i < len(ts) && !ts[i].is("\\in") {
			switch t := ts[i]; {
			case t.class == ident:
				q.names = append(q.names, t.s)
			case t.is("<<"):
				q.pattern = true
			case !t.is(",") && !t.is(">>"):
				return nil, nil, false
			}
			i++
		}
		if i++; len(q.names) == 0 || i >= len(ts) {
			return nil, nil, false
		}

		start, depth := i, 0
		for ; i < len(ts); i++ {
			t := ts[i]
			if opens(t) {
				depth++
			} else if closes(t) {
				depth--
			}
			// A comma outside of brackets ends the set: another quantifier follows.
			if depth == 0 && (t.is(":") || t.is(",")) {
				break
			}
		}
		if i >= len(ts) || i == start {
			return nil, nil, false
		}
		q.set = ts[start:i]
		all = append(all, q)
		if ts[i].is(":") {
			return all, ts[i+1:], i+1 < len(ts)
		}
		i++
	}
	return nil, nil, false
}

// application recognises Name, Name(args), I!Name(args).
func application(ts []token) (name string, args [][]token, ok bool) {
	i := 0
	for {
		if i >= len(ts) || ts[i].class != ident {
			return "", nil, false
		}
		name += ts[i].s
		i++
		// An operator of an instance has the instance's name before it.
		if i+1 < len(ts) && ts[i].is("!") {
			name += "!"
			i++
			continue
		}
		break
	}

	if i == len(ts) {
		return name, nil, name != "TRUE" && name != "FALSE"
	}
	if !ts[i].is("(") || matching(ts, i) != len(ts)-1 {
		return "", nil, false
	}

	inside := ts[i+1 : len(ts)-1]
	start, depth := 0, 0
	for j, t := range inside {
		if opens(t) {
			depth++
		} else if closes(t) {
			depth--
		} else if depth == 0 && t.is(",") {
			args = append(args, inside[start:j])
			start = j + 1
		}
	}
	return name, append(args, inside[start:]), true
}

// render is the text of tokens with names replaced. Lines are broken where they were, with
// columns counted from the first token, so that lists that lean on columns stay lists.
func render(ts []token, subst map[string]string) string {
	var b strings.Builder
	for i, t := range ts {
		if i > 0 {
			before := ts[i-1]
			switch gap := t.from.offset - before.end; {
			case t.from.Line > before.to.Line:
				// The column counts for lists.
				b.WriteString("\n" + strings.Repeat(" ", max(1, t.from.Column-ts[0].from.Column)))
			case gap > 0:
				b.WriteString(strings.Repeat(" ", gap))
			}
		}
		// The name of a record's field, behind a dot or before |-> and :, is no name that could
		// be replaced.
		field := i > 0 && (ts[i-1].is(".") || ts[i-1].is("!")) || i+1 < len(ts) && (ts[i+1].is("|->") || ts[i+1].is(":") && i > 0 && (ts[i-1].is("[") || ts[i-1].is(",")))
		if with, ok := subst[t.s]; ok && t.class == ident && !field {
			b.WriteString(with)
			continue
		}
		b.WriteString(t.s)
	}
	return b.String()
}
