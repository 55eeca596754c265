package loops

import (
	"ensures/java"
	"ensures/java/types"
)

// Names are names for quantified variables that the method does not use.
type Names struct{ I, J, K string }

// Suggested is what the text of one loop suggests, likelier clauses first: predicates
// that may be invariants, expressions that may be measures.
type Suggested struct{ Invariants, Measures []string }

// Suggest returns what the text of each loop of a method suggests.
func Suggest(m *java.MethodDecl, info *types.Info, n Names) map[java.Stmt]Suggested {
	all, _ := read(m, info, n.K, n.K+"2")
	out := map[java.Stmt]Suggested{}
	for _, l := range all {
		out[l.loop] = Suggested{l.invariants(m, n.I, n.J), l.measures()}
		// The swap's own go first: the general ones take j, which moves, for the end of i.
		if r := reversalOf(l); r != nil {
			out[l.loop] = Suggested{append(r.invariants(n.I), out[l.loop].Invariants...), append([]string{r.j + " - " + r.i + " + 1"}, out[l.loop].Measures...)}
		}
		if d := digitsOf(l, info); d != nil {
			if text := d.invariant(m); text != "" {
				out[l.loop] = Suggested{append([]string{"0 <= " + d.name, text}, out[l.loop].Invariants...), []string{d.name}}
			}
		}
	}
	return out
}

// Postconditions returns predicates that may hold of what a method with loops returns
// and leaves behind; none for a method without loops that doesn't call itself.
func Postconditions(m *java.MethodDecl, info *types.Info, result types.Type, n Names) []string {
	all, ends := read(m, info, n.I, n.J)
	if len(all) == 0 {
		if r := recursiveOf(m, info); r != nil {
			if text := r.listed(); text != "" {
				return []string{text}
			}
		}
		return nil
	}
	p := &postconditions{decl: m, ends: ends, k: n.I, k2: n.K}
	boolean := result.Kind() == types.Boolean
	if boolean {
		p.truth()
	}

	for _, e := range p.ends {
		p.ending(e, boolean)
	}
	for _, l := range all {
		if r := reversalOf(l); r != nil {
			p.out = append(p.out, r.postconditions(p.k)...)
		}
		// What an inner loop stores is told by the outer one, which knows for which iterations.
		if l.outer == nil {
			p.stored(l)
		}
	}
	return p.out
}

// maxPrecondition bounds the text of a precondition.
const maxPrecondition = 400

// Preconditions returns what the method's expressions ask of the state before the call,
// in the order in which the code asks, as far as it can be said; then what those in
// loops ask at the heads of their loops.
func Preconditions(m *java.MethodDecl, info *types.Info, n Names) []Precondition {
	r := &reader{env: map[string]java.Expr{}, k: n.I, met2: n.J, info: info, types: info, letters: map[string]java.Expr{}}
	if m.Body != nil {
		r.stmts(m.Body.Stmts)
	}

	var out []Precondition
	for _, c := range r.conditions {
		if callsItself(m, c.Cond) {
			continue // before the call nothing is known of what it returns
		}
		p := Precondition{Precondition: c, Text: java.Print(java.Unparen(c.Cond))}
		if c.Guard != nil {
			p.Always = p.Text
			p.Text = implied(c.Guard) + " ==> " + conjunct(c.Cond)
		}
		if len(p.Text) < maxPrecondition || p.Always != "" && len(p.Always) < maxPrecondition {
			out = append(out, p)
		}
	}
	return append(out, r.heads...)
}

// callsItself reports whether a method calls one of its name in an expression.
func callsItself(m *java.MethodDecl, e java.Expr) bool {
	found := false
	java.Walk(e, func(n java.Node) bool {
		c, ok := n.(*java.Call)
		found = found || ok && c.X == nil && c.Name.Name == m.Name.Name
		return !found
	})
	return found
}

// Ended returns a switch group's statements without its final break; false when it
// falls through. last says that there is no group to fall into.
func Ended(body []java.Stmt, last bool) ([]java.Stmt, bool) {
	if len(body) == 0 {
		return nil, last
	}
	switch s := body[len(body)-1].(type) {
	// A labelled break may leave a loop around the switch: then the group has no end of its own.
	case *java.Break:
		return body[:len(body)-1], s.Label == ""
	case *java.Return, *java.Throw:
		return body, true
	}
	return body, last
}
