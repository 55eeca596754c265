package loops

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// member is what a loop's test of a set means, to which every iteration adds what it
// meets: that an earlier iteration met the same. It replaces set.contains(x), and
// set.add(x) which returns the contrary, in a condition of the words of the loop's head;
// what it can't say stays. Nothing says that the set was empty before the loop: like all
// that is suggested, it has to hold on all runs.
func (r *reader) member(original, cond java.Expr) java.Expr {
	if r.loop == nil || r.loop.counter == "" || r.loop.lo == nil || !r.loop.up || r.types == nil || cond == nil {
		return cond
	}
	// The types are of the code's own expression: cond is a copy, which has none.
	equal := func(java.Expr, java.Expr) java.Expr { return nil }
	java.Walk(original, func(n java.Node) bool {
		if c, ok := n.(*java.Call); ok && len(c.Args) == 1 && isSet(r.types.Types[c.X]) {
			equal = equalityOf(r.types.Types[c.Args[0]])
		}
		return true
	})

	out := substitute(cond, func(e java.Expr) java.Expr {
		c, ok := e.(*java.Call)
		if !ok || len(c.Args) != 1 || c.Name.Name != "contains" && c.Name.Name != "add" {
			return nil
		}
		set, ok := c.X.(*java.Name)
		if !ok || !isSet(r.typeOf(original, set.Name)) {
			return nil
		}
		met := r.met(set.Name)
		if met == nil {
			return nil
		}
		j := r.met2
		earlier := r.loop.at(met, expr.Name(j))
		if earlier == nil {
			return nil
		}
		some := quantified("exists", j, r.loop.lo, expr.Name(r.loop.counter), equal(earlier, r.plain(c.Args[0], original)))
		if some == nil {
			return nil
		}
		// Set.add returns false where the element was in the set before.
		if c.Name.Name == "add" {
			return &java.Unary{Op: java.Not, X: some}
		}
		return some
	})
	if out == nil {
		return cond
	}
	return out
}

// puts notes what an expression of a loop's body adds to sets.
func (r *reader) puts(e java.Expr) {
	if r.loop == nil || r.lost || r.types == nil {
		return
	}
	java.Walk(e, func(n java.Node) bool {
		c, ok := n.(*java.Call)
		if !ok || c.Name.Name != "add" || len(c.Args) != 1 {
			return true
		}
		if x, ok := c.X.(*java.Name); ok && !r.own[x.Name] && isSet(r.types.Types[x]) {
			r.loop.events = append(r.loop.events, event{kind: puts, guard: r.guard, target: x, value: r.unboxedArgument(c.Args[0]), equal: equalityOf(r.types.Types[c.Args[0]])})
		}
		return true
	})
}

// typeOf is the type of a variable that an expression of the code names.
func (r *reader) typeOf(e java.Expr, name string) types.Type {
	var t types.Type
	java.Walk(e, func(n java.Node) bool {
		if x, ok := n.(*java.Name); ok && x.Name == name {
			t = r.types.Types[x]
		}
		return t == nil
	})
	return t
}

// plain is an argument of a condition's call without its box.
func (r *reader) plain(arg, original java.Expr) java.Expr {
	t := types.Type(nil)
	java.Walk(original, func(n java.Node) bool {
		if c, ok := n.(*java.Call); ok && len(c.Args) == 1 && isSet(r.types.Types[c.X]) {
			t = r.types.Types[c.Args[0]]
		}
		return true
	})
	if t == nil || types.IsPrimitive(t) {
		return arg
	}
	return unboxedOf(arg, t)
}

// met is what the iterations of the loop add to a set by its only statement that adds to
// it, in the words of the loop's head; nil where there is another one.
func (r *reader) met(set string) java.Expr {
	var all []*java.Call
	java.Walk(bodyOf(r.loop.loop), func(n java.Node) bool {
		if c, ok := n.(*java.Call); ok {
			if x, ok := c.X.(*java.Name); ok && x.Name == set && c.Name.Name != "contains" {
				all = append(all, c)
			}
		}
		return true
	})
	// A remove or clear, or a second add, and the set holds something else.
	if len(all) != 1 || all[0].Name.Name != "add" || len(all[0].Args) != 1 {
		return nil
	}
	return r.unboxedArgument(all[0].Args[0])
}

// unboxedArgument is a call's argument in the words of the loop's head, without its box.
func (r *reader) unboxedArgument(arg java.Expr) java.Expr {
	e := expr.Replace(arg, r.env)
	if t := r.types.Types[arg]; e != nil && t != nil && !types.IsPrimitive(t) {
		if _, ok := java.Unparen(e).(*java.Call); ok && types.Unboxed(t) != nil && !isUnboxing(e) {
			return unboxedOf(e, t)
		}
	}
	return e
}

// isUnboxing reports whether e takes a value out of its box.
func isUnboxing(e java.Expr) bool {
	c, ok := java.Unparen(e).(*java.Call)
	return ok && len(c.Args) == 0 && len(c.Name.Name) > 5 && c.Name.Name[len(c.Name.Name)-5:] == "Value"
}

// equalityOf returns how two elements of a set of a type are compared: numbers and
// characters by ==, others as equals does.
func equalityOf(t types.Type) func(x, y java.Expr) java.Expr {
	return func(x, y java.Expr) java.Expr {
		switch {
		case x == nil || y == nil || t == nil:
			return nil
		case types.IsPrimitive(t) || types.Unboxed(t) != nil:
			return &java.Binary{Op: java.Eq, X: expr.Group(x), Y: expr.Group(y)}
		}
		return expr.Call(expr.Group(x), "equals", java.Unparen(y))
	}
}

// put says what a set holds to which iterations add: what they met, and of what later ones
// will meet only what they met; and how many: those of them that met something new.
func (p *suggestions) put(e event, lo, hi java.Expr) {
	set, ok := e.target.(*java.Name)
	if !ok || e.value == nil || !p.l.up {
		return
	}
	k, k2 := expr.Name(p.k), expr.Name(p.k2)
	value, other := p.l.at(e.value, k), p.l.at(e.value, k2)
	if value == nil || other == nil {
		return
	}
	contains := func(v java.Expr) java.Expr { return expr.Call(set, "contains", java.Unparen(v)) }
	same := e.equal(other, value)

	p.add(set.Name, " != null")
	p.add(quantifierOf("forall", p.k, lo, hi, contains(value)))
	guard := p.l.at(e.guard, k)
	if guard != nil {
		p.add(quantifierOf("forall", p.k, lo, hi, implication(guard, contains(value))))
	}

	// What the next iterations ask: contains of an element to come is true only of what was met.
	if from, to := p.l.rest(); from != nil {
		if met := quantified("exists", p.k2, lo, hi, same); met != nil {
			p.add(quantifierOf("forall", p.k, from, to, implication(contains(value), met)))
		}
		if g2 := p.l.at(e.guard, k2); g2 != nil {
			if met := quantified("exists", p.k2, lo, hi, expr.And(expr.Group(g2), same)); met != nil {
				p.add(quantifierOf("forall", p.k, from, to, implication(contains(value), met)))
			}
		}
	}

	if before := quantified("exists", p.k2, lo, k, same); before != nil {
		p.add(set.Name, ".size() == ", quantifierOf("num_of", p.k, lo, hi, &java.Unary{Op: java.Not, X: before}))
	}
}

// distinct is how many different elements all iterations put into a set; nil where that
// can't be said.
func (l *loop) distinct(e event, j string, over func(string, java.Expr) java.Expr) java.Expr {
	if !l.up || l.lo == nil || e.value == nil {
		return nil
	}
	earlier := l.at(e.value, expr.Name(j))
	if earlier == nil {
		return nil
	}
	before := quantified("exists", j, l.lo, expr.Name(l.counter), e.equal(earlier, e.value))
	if before == nil {
		return nil
	}
	return over("num_of", &java.Unary{Op: java.Not, X: before})
}

// sizeName stands for a set's size among the values of variables.
func sizeName(set string) string { return set + ".size()" }

// sized is e with the sizes of sets as names, of which something may be known.
func (r *reader) sized(e java.Expr) java.Expr {
	if r.types == nil {
		return e
	}
	out := substitute(e, func(e java.Expr) java.Expr {
		if c, ok := e.(*java.Call); ok && c.Name.Name == "size" && len(c.Args) == 0 && isSet(r.types.Types[c.X]) {
			if x, ok := c.X.(*java.Name); ok {
				return expr.Name(sizeName(x.Name))
			}
		}
		return nil
	})
	if out == nil {
		return e
	}
	return out
}
