package expr

import (
	"fmt"
	"maps"

	"ensures/java"
)

// Entails reports whether a goal follows from facts, all of them predicates over integers and
// references, by what a reader sees at a glance: the goal stands there, or is a conjunction
// of such; comparisons chain (i < j and j <= n give i < n and i + 1 <= n); a \forall holds
// of a place that is in its range; the assumptions of an implication and the range of a
// \forall are facts where what is behind them is asked. Numbers are the mathematical ones.
// False means that it isn't seen, not that it doesn't hold.
func Entails(facts []java.Expr, goal java.Expr) bool {
	e := &entailment{}
	for _, f := range facts {
		e = e.with(f)
	}
	return e.holds(goal)
}

// entailment is what is known.
type entailment struct {
	atoms   []java.Expr  // that hold, none of them a conjunction
	general []generality // what holds of all values of variables
	bounds  differences
	names   int // fresh names that were given
}

// generality says that all of holds is true of all values of vars for which the conditions
// are.
type generality struct {
	vars       map[string]bool
	conditions []java.Expr
	holds      []java.Expr
}

// with returns e with a further fact.
func (e *entailment) with(fact java.Expr) *entailment {
	// A copy, as e itself is asked again without the fact; the capacities are cut, so that two
	// facts added to one e don't overwrite each other.
	out := &entailment{atoms: e.atoms[:len(e.atoms):len(e.atoms)], general: e.general[:len(e.general):len(e.general)], bounds: maps.Clone(e.bounds), names: e.names}
	if out.bounds == nil {
		out.bounds = differences{}
	}
	for _, x := range Conjuncts(positive(fact)) {
		x = positive(x)
		out.atoms = append(out.atoms, x)
		if q, ok := x.(*java.Quantified); ok && q.Kind == `\forall` {
			g := generality{vars: map[string]bool{}}
			g.add(q)
			out.general = append(out.general, g)
		}
		out.bounds.compare(x)
	}
	return out
}

// add takes in a \forall and those that its body consists of.
func (g *generality) add(q *java.Quantified) {
	for _, v := range q.Vars {
		g.vars[v.Name.Name] = true
	}
	g.conditions = append(g.conditions, Conjuncts(q.Range)...)
	for _, x := range Conjuncts(q.Body) {
		// Only as the whole body: a \forall beside other parts has conditions that those don't
		// have.
		if inner, ok := positive(x).(*java.Quantified); ok && inner.Kind == `\forall` && len(Conjuncts(q.Body)) == 1 {
			g.add(inner)
			return
		}
		g.holds = append(g.holds, positive(x))
	}
}

// positive returns a predicate without parentheses around it, and with the negation of an
// \exists inside of it.
func positive(e java.Expr) java.Expr {
	e = java.Unparen(e)
	u, ok := e.(*java.Unary)
	if !ok || u.Op != java.Not {
		return e
	}
	q, ok := java.Unparen(u.X).(*java.Quantified)
	if !ok || q.Kind != `\exists` {
		return e
	}
	// !(\exists x; r; p) is (\forall x; r; !p): the range stays a condition.
	all := *q
	all.Kind, all.Body = `\forall`, Not(q.Body)
	return &all
}

func (e *entailment) holds(goal java.Expr) bool {
	goal = positive(goal)
	// From assumptions that contradict each other everything follows.
	if e.bounds.contradict() {
		return true
	}

	switch x := goal.(type) {
	case *java.Binary:
		switch x.Op {
		case java.AndAnd:
			return e.holds(x.X) && e.holds(x.Y)
		case java.OrOr:
			// Either side, where the other one is false: the left one may be assumed not to
			// hold.
			if e.holds(x.X) || e.with(Not(x.X)).holds(x.Y) {
				return true
			}
		case java.Implies:
			return e.with(x.X).holds(x.Y)
		}
		if e.bounds.implies(x) {
			return true
		}
	case *java.Quantified:
		if x.Kind == `\forall` {
			return e.forAll(x)
		}
	}

	for _, a := range e.atoms {
		if same(a, goal) {
			return true
		}
	}
	return e.instance(goal)
}

// forAll asks about any values of a quantifier's variables.
func (e *entailment) forAll(q *java.Quantified) bool {
	env := map[string]java.Expr{}
	for _, v := range q.Vars {
		e.names++
		env[v.Name.Name] = Name(fmt.Sprintf("any value %d", e.names)) // no identifier
	}
	body := Replace(q.Body, env)
	if body == nil {
		return false
	}
	in := e
	for _, c := range Conjuncts(q.Range) {
		if c = Replace(c, env); c == nil {
			return false
		}
		in = in.with(c)
	}
	return in.holds(body)
}

// instance looks for a general fact one of whose instances the goal is.
func (e *entailment) instance(goal java.Expr) bool {
	for i, g := range e.general {
		for _, h := range g.holds {
			for _, pattern := range []java.Expr{h, mirrored(h)} {
				// Each variable has to get a value from the goal: one without could be
				// anything, and its conditions with it.
				env := map[string]java.Expr{}
				if pattern == nil || !match(pattern, goal, g.vars, env) || len(env) < len(g.vars) {
					continue
				}
				// A fact is not asked about itself: each instance uses up a general fact.
				rest := *e
				rest.general = append(append([]generality{}, e.general[:i]...), e.general[i+1:]...)
				if rest.all(g.conditions, env) {
					return true
				}
			}
		}
	}
	return false
}

// all asks about conditions with values in the place of their variables.
func (e *entailment) all(conditions []java.Expr, env map[string]java.Expr) bool {
	for _, c := range conditions {
		if c = Replace(c, env); c == nil || !e.holds(c) {
			return false
		}
	}
	return true
}

// mirrored returns a comparison with its sides changed; nil for others.
func mirrored(e java.Expr) java.Expr {
	b, ok := e.(*java.Binary)
	if !ok {
		return nil
	}
	switch b.Op {
	case java.Eq, java.Ne, java.Lt, java.Le, java.Gt, java.Ge:
		return &java.Binary{Op: Mirrored(b.Op), X: b.Y, Y: b.X}
	}
	return nil
}

// same reports whether two expressions are written alike, parentheses apart.
func same(x, y java.Expr) bool { return match(x, y, nil, nil) }

// match finds the values of variables, in env, that make a pattern an expression.
func match(pattern, e java.Expr, vars map[string]bool, env map[string]java.Expr) bool {
	pattern, e = java.Unparen(pattern), java.Unparen(e)
	if n, ok := pattern.(*java.Name); ok && vars[n.Name] {
		if was, ok := env[n.Name]; ok {
			return same(was, e)
		}
		env[n.Name] = e
		return true
	}

	switch p := pattern.(type) {
	case *java.Binary:
		x, ok := e.(*java.Binary)
		return ok && p.Op == x.Op && match(p.X, x.X, vars, env) && match(p.Y, x.Y, vars, env)
	case *java.Unary:
		x, ok := e.(*java.Unary)
		return ok && p.Op == x.Op && match(p.X, x.X, vars, env)
	case *java.Index:
		x, ok := e.(*java.Index)
		return ok && match(p.X, x.X, vars, env) && match(p.I, x.I, vars, env)
	case *java.Select:
		x, ok := e.(*java.Select)
		return ok && p.Name.Name == x.Name.Name && match(p.X, x.X, vars, env)
	case *java.Call:
		x, ok := e.(*java.Call)
		if !ok || p.Name.Name != x.Name.Name || len(p.Args) != len(x.Args) || (p.X == nil) != (x.X == nil) || p.X != nil && !match(p.X, x.X, vars, env) {
			return false
		}
		for i := range p.Args {
			if !match(p.Args[i], x.Args[i], vars, env) {
				return false
			}
		}
		return true
	}
	return e != nil && pattern != nil && java.Print(pattern) == java.Print(e)
}

// differences are bounds: the key x, y has the least c known with x - y <= c. Terms are
// written out; the empty one is 0.
type differences map[[2]string]int64

// linear takes an expression apart into a term and a number that is added to it.
func linear(e java.Expr) (term string, n int64) {
	e = java.Unparen(e)
	if v, ok := Int(e); ok {
		return "", v
	}
	// Only numbers at the right end are taken off: everything else is a term as it is written.
	if b, ok := e.(*java.Binary); ok && (b.Op == java.Plus || b.Op == java.Sub) {
		if v, ok := Int(b.Y); ok {
			if b.Op == java.Sub {
				v = -v
			}
			t, n := linear(b.X)
			return t, n + v
		}
	}
	return java.Print(e), 0
}

// compare takes in a comparison; what is none tells nothing.
func (d differences) compare(e java.Expr) {
	b, ok := e.(*java.Binary)
	if !ok {
		return
	}
	switch b.Op {
	case java.Lt:
		d.atMost(b.X, b.Y, -1)
	case java.Le:
		d.atMost(b.X, b.Y, 0)
	case java.Gt:
		d.atMost(b.Y, b.X, -1)
	case java.Ge:
		d.atMost(b.Y, b.X, 0)
	case java.Eq:
		d.atMost(b.X, b.Y, 0)
		d.atMost(b.Y, b.X, 0)
	}
}

// atMost takes in x - y <= c, with what follows from it together with the others.
func (d differences) atMost(x, y java.Expr, c int64) {
	tx, nx := linear(x)
	ty, ny := linear(y)
	c += ny - nx
	// x - y <= c, with a - x <= l and y - b <= r, gives a - b <= l + c + r: with all pairs of
	// terms brought up to date, the bounds stay closed, and implies need not search.
	terms := map[string]bool{tx: true, ty: true, "": true}
	for k := range d {
		terms[k[0]], terms[k[1]] = true, true
	}
	for a := range terms {
		for b := range terms {
			left, ok := d.least(a, tx)
			right, ok2 := d.least(ty, b)
			if ok && ok2 {
				if was, known := d.least(a, b); !known || left+c+right < was {
					d[[2]string{a, b}] = left + c + right
				}
			}
		}
	}
}

// least is the least c known with x - y <= c.
func (d differences) least(x, y string) (int64, bool) {
	c, ok := d[[2]string{x, y}]
	// x - x is 0. Less than that is kept: it is a contradiction.
	if x == y && (!ok || c > 0) {
		return 0, true
	}
	return c, ok
}

// contradict reports whether no numbers are so.
func (d differences) contradict() bool {
	for k, c := range d {
		if k[0] == k[1] && c < 0 {
			return true
		}
	}
	return false
}

// implies reports whether a comparison follows.
func (d differences) implies(b *java.Binary) bool {
	least := func(x, y java.Expr, c int64) bool {
		tx, nx := linear(x)
		ty, ny := linear(y)
		l, ok := d.least(tx, ty)
		return ok && l <= c+ny-nx
	}
	switch b.Op {
	case java.Lt:
		return least(b.X, b.Y, -1)
	case java.Le:
		return least(b.X, b.Y, 0)
	case java.Gt:
		return least(b.Y, b.X, -1)
	case java.Ge:
		return least(b.Y, b.X, 0)
	case java.Eq:
		return least(b.X, b.Y, 0) && least(b.Y, b.X, 0)
	case java.Ne:
		// Different are those of which one is less.
		return least(b.X, b.Y, -1) || least(b.Y, b.X, -1)
	}
	return false
}
