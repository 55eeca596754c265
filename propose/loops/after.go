package loops

import (
	"maps"
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// postconditions collects what loops leave behind.
type postconditions struct {
	decl  *java.MethodDecl
	ends  []ending
	k, k2 string
	out   []string
}

// maxPostcondition bounds the text of a postcondition.
const maxPostcondition = 1600

func (p *postconditions) add(text string) {
	if text != "" && len(text) < maxPostcondition {
		p.out = append(p.out, text)
	}
}

// truth is \result <==> the conditions under which true is returned.
func (p *postconditions) truth() {
	var when, unless java.Expr
	add := func(to *java.Expr, g java.Expr) {
		if *to == nil {
			*to = g
		} else {
			*to = &java.Binary{Op: java.OrOr, X: *to, Y: g}
		}
	}

	exact := true
	for _, e := range p.ends {
		lit, _ := java.Unparen(e.value).(*java.Literal)
		switch {
		case e.value == nil || e.loop != nil:
			exact = false
		case lit != nil && e.guard == nil:
			exact = false
		case lit != nil && lit.Raw == "true":
			add(&when, e.guard)
		case lit != nil:
			add(&unless, e.guard)
		case e.guard == nil:
			add(&when, e.value)
			// The value that is returned last decides, so the false cases don't say the whole.
			unless = nil
		default:
			add(&when, expr.And(expr.Group(e.guard), expr.Group(e.value)))
		}
	}
	if !exact {
		return
	}

	if when != nil {
		p.add("\\result <==> " + java.Print(java.Unparen(when)))
	}
	if unless != nil {
		p.add("\\result <==> " + java.Print(java.Unparen(expr.Not(unless))))
	}
	// the last condition alone may say it all
	for _, e := range p.ends {
		for _, g := range expr.Conjuncts(e.guard) {
			if _, ok := java.Unparen(g).(*java.Quantified); ok {
				p.add("\\result <==> " + java.Print(java.Unparen(g)))
				p.add("\\result <==> " + java.Print(java.Unparen(expr.Not(g))))
				p.add("\\result ==> " + java.Print(java.Unparen(g)))
			}
		}
	}
}

func (p *postconditions) ending(e ending, boolean bool) {
	if e.loop != nil {
		p.hit(e)
		return
	}
	if e.value == nil {
		return
	}
	eq := "\\result == " + factorOf(e.value)
	if boolean {
		switch text := java.Print(java.Unparen(e.value)); text {
		case "true":
			eq = "\\result"
		case "false":
			eq = "!\\result"
		default:
			eq = "(\\result <==> " + text + ")"
		}
	}
	if e.entered != nil {
		p.add(implied(expr.And(e.guard, e.entered)) + " ==> " + eq)
	}
	if e.guard == nil {
		p.add(eq)
		if !boolean {
			p.cases(e.value, nil)
		}
		return
	}
	p.add(implied(e.guard) + " ==> " + eq)

	// The guard holds all that the way to this return asked; a single part of it often says it too.
	gs := expr.Conjuncts(e.guard)
	for _, g := range gs {
		p.add(implied(g) + " ==> " + eq)
		if !boolean {
			p.add(eq + " <==> " + implied(g))
		}
	}
}

// cases says a result that depends on conditions condition by condition.
func (p *postconditions) cases(value, guard java.Expr) {
	c, ok := java.Unparen(value).(*java.Cond)
	if !ok {
		if guard != nil {
			p.add(implied(guard) + " ==> \\result == " + factorOf(value))
		}
		return
	}
	p.cases(c.X, expr.And(guard, c.C))
	// digits.left makes v < 8 ? … : v < 64 ? …: each further case is between two bounds.
	not := expr.Not(c.C)
	b, ok := java.Unparen(guard).(*java.Binary)
	if inner, is := java.Unparen(c.C).(*java.Binary); ok && is && b.Op == java.Ge && inner.Op == java.Lt && java.Equal(b.X, inner.X) {
		guard = nil // the other bound is the larger one
	}
	p.cases(c.Y, expr.And(guard, not))
}

func factorOf(e java.Expr) string {
	if b, ok := java.Unparen(e).(*java.Binary); ok && b.Op != java.Mul && b.Op != java.Div && b.Op != java.Rem && b.Op != java.Plus && b.Op != java.Sub {
		return "(" + java.Print(b) + ")"
	}
	return java.Print(java.Unparen(e))
}

// implied is a condition in front of an arrow.
func implied(e java.Expr) string {
	if b, ok := java.Unparen(e).(*java.Binary); ok && (b.Op == java.Implies || b.Op == java.Iff) {
		return "(" + java.Print(b) + ")"
	}
	return java.Print(java.Unparen(e))
}

// hit is a return from inside a loop of something about the iteration: the first in
// which the condition held.
func (p *postconditions) hit(e ending) {
	l := e.loop
	lo, end := expr.Replace(l.lo, l.entry), expr.Replace(l.end, l.entry)
	if lo == nil || end == nil || e.value == nil || e.hit == nil || e.guard == nil {
		return
	}

	// What the loop assigns has another value in each iteration; only the counter has a name there.
	at := func(x java.Expr, v java.Expr) java.Expr {
		env := map[string]java.Expr{}
		for name, y := range l.entry {
			env[name] = y
		}
		for name := range l.assigns {
			env[name] = nil
		}
		env[l.counter] = v
		return expr.Replace(x, env)
	}

	result := &java.SpecWord{Word: "\\result"}
	before := func(r java.Expr) string {
		if l.up {
			return quantifierOf("forall", p.k2, lo, r, at(expr.Not(e.hit), expr.Name(p.k2)))
		}
		return quantifierOf("forall", p.k2, expr.Plus(r, 1), expr.Plus(lo, 1), at(expr.Not(e.hit), expr.Name(p.k2)))
	}

	// The index itself is returned: \result is the iteration, and no quantifier is needed for it.
	if x, ok := java.Unparen(e.value).(*java.Name); ok && x.Name == l.counter {
		is := at(e.hit, result)
		if is == nil {
			return
		}
		first := before(result)
		text := java.Print(java.Unparen(is))
		p.add(implied(e.guard) + " ==> " + text + " && " + first)
		// Another ending's constant, like -1, says that no iteration hit, as long as it is no index.
		for _, r := range p.others() {
			p.add("\\result != " + r + " ==> " + text)
			p.add("\\result != " + r + " ==> " + first)
			p.add("\\result != " + r + " ==> " + l.among("\\result", lo, end))
			a, b := l.whole()
			if none := quantifierOf("forall", p.k, expr.Replace(a, l.entry), expr.Replace(b, l.entry), at(expr.Not(e.hit), expr.Name(p.k))); none != "" {
				p.add("\\result == " + r + " <==> " + none)
			}
		}
		return
	}

	value, is := at(e.value, expr.Name(p.k)), at(e.hit, expr.Name(p.k))
	if value == nil || is == nil {
		return
	}
	a, b := lo, end
	if !l.up {
		a, b = expr.Plus(end, 1), expr.Plus(lo, 1)
	}
	eq := &java.Binary{Op: java.Eq, X: result, Y: expr.Group(value)}
	body := expr.And(eq, is)
	if inner, _, errs := jml.ParseExpr(before(expr.Name(p.k))); len(errs) == 0 {
		p.add(implied(e.guard) + " ==> " + quantifierOf("exists", p.k, a, b, expr.And(body, inner)))
	}
	p.add(implied(e.guard) + " ==> " + quantifierOf("exists", p.k, a, b, body))
}

// among says that the counter has a value in one of the iterations, which go from lo up
// or down to, but not including, end.
func (l *loop) among(counter string, lo, end java.Expr) string {
	if l.up {
		return operand(lo) + " <= " + counter + " && " + counter + " < " + operand(end)
	}
	return operand(end) + " < " + counter + " && " + counter + " <= " + operand(lo)
}

// others are the constants that other endings return.
func (p *postconditions) others() []string {
	var out []string
	for _, e := range p.ends {
		if e.loop == nil && e.value != nil {
			if _, ok := expr.Int(e.value); ok {
				out = append(out, java.Print(java.Unparen(e.value)))
			}
		}
	}
	return out
}

// stored says what the elements are that a loop assigns, where the array is a
// parameter or what is returned.
func (p *postconditions) stored(l *loop) {
	s := newSuggestions(l, p.k, p.k2)
	s.readArrays(p.decl)
	lo, hi := l.whole()
	if lo, hi = expr.Replace(lo, l.entry), expr.Replace(hi, l.entry); lo == nil || hi == nil {
		return
	}

	// A local array has no name after the call, unless it is what is returned.
	returned := map[string]java.Expr{}
	java.Walk(p.decl.Body, func(n java.Node) bool {
		if r, ok := n.(*java.Return); ok {
			x, ok := java.Unparen(r.X).(*java.Name)
			if c, isCall := java.Unparen(r.X).(*java.Call); isCall && c.Name.Name == "toString" && len(c.Args) == 0 {
				x, ok = c.X.(*java.Name) // of a StringBuilder
			}
			if ok && !s.olds[x.Name] && l.makes(x.Name) {
				returned[x.Name] = &java.SpecWord{Word: "\\result"}
			}
		}
		return true
	})

	// The clauses are those of the invariants with the whole range in place of what is done.
	for _, e := range l.events {
		switch e.kind {
		case stores:
			s.stored(e, lo, hi)
		case appends:
			s.grown(e, lo, hi)
		case updates:
			if x, ok := e.target.(*java.Name); ok && returned[x.Name] != nil {
				s.updated(e, lo, hi)
			}
		}
	}
	s.doneInside(lo, hi)

	left := func(e java.Expr) {
		p.add(java.Print(e))
		for _, when := range []java.Expr{l.guard, expr.And(l.guard, l.entered())} {
			if when != nil { // other calls don't come to the loop, or to its second bound
				p.add(implied(when) + " ==> " + implied(e))
			}
		}
	}

	for _, name := range slices.Sorted(maps.Keys(returned)) {
		if n := expr.Replace(s.arrays[name], l.entry); n != nil {
			length := &java.Select{X: &java.SpecWord{Word: "\\result"}, Name: java.Ident{Name: "length"}}
			left(expr.Binary(java.Eq, length, expr.Group(n)))
		}
	}
	for _, text := range s.out {
		x, _, errs := jml.ParseExpr(text)
		if len(errs) > 0 {
			continue
		}
		env := map[string]java.Expr{}
		for name, v := range l.entry {
			env[name] = v
		}
		for _, name := range slices.Sorted(maps.Keys(returned)) {
			v := returned[name]
			env[name] = v
		}
		// A changed parameter keeps its own name: its elements after the call are what is said.
		for name, old := range s.olds {
			if old {
				delete(env, name)
			}
		}
		if y := expr.Replace(x, env); y != nil && !p.local(y) {
			left(y)
		}
	}
}

// makes reports whether the iterations assign a variable, or change what it refers to.
func (l *loop) makes(name string) bool {
	return l.assigns[name] ||
		slices.ContainsFunc(l.events, func(e event) bool { return root(e.target) == name }) ||
		slices.ContainsFunc(l.inner, func(in *loop) bool { return in.makes(name) })
}

// local reports whether an expression reads a variable of the method's body, which has
// no meaning after the call.
func (p *postconditions) local(e java.Expr) bool {
	lost := map[string]java.Expr{}
	java.Walk(p.decl.Body, func(n java.Node) bool {
		if v, ok := n.(*java.VarDeclarator); ok {
			lost[v.Name.Name] = nil
		}
		return true
	})
	return expr.Replace(e, lost) == nil // a name that a quantifier binds is not read
}
