package speceval

import (
	"cmp"
	"math/rand/v2"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
	"ensures/jml"
)

// splice is a change of a clause's text: a stretch of the file becomes another text.
type splice struct {
	java.Span
	texts []string // alternatives
}

// apply makes the changes, which must not overlap, in the expression of a clause.
func (c *code) apply(k int, list []splice, pick func(splice) string) string {
	x := c.clauses[k].Expr
	slices.SortFunc(list, func(a, b splice) int { return cmp.Compare(a.Pos(), b.Pos()) })
	var b strings.Builder
	at := x.Pos()
	for _, s := range list {
		b.WriteString(c.file.Slice(java.Span{From: at, To: s.From}))
		b.WriteString(pick(s))
		at = s.To
	}
	b.WriteString(c.file.Slice(java.Span{From: at, To: x.End()}))
	return oneLine(b.String())
}

// operators are the groups within which a mutation exchanges an operator.
var operators = [][]java.Op{
	{java.Plus, java.Sub, java.Mul, java.Div, java.Rem},
	{java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne},
	{java.AndAnd, java.OrOr, java.Implies, java.Iff},
}

// mutable are the places of a clause that a mutation changes: a variable becomes another
// one in scope of the same type, an operator another of its kind, and the two
// quantifiers each other.
func (c *code) mutable(k int) []splice {
	var out []splice
	info := c.chk.Info
	scope := c.scope(k)
	bound := []*types.Local{}

	var visit func(n java.Node) bool
	visit = func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Quantified:
			if n.Kind == `\forall` || n.Kind == `\exists` {
				other := map[string]string{`\forall`: `\exists`, `\exists`: `\forall`}[n.Kind]
				// The keyword stands behind the opening parenthesis, and perhaps white space.
				at := strings.Index(c.file.Text(n), n.Kind)
				from := n.Pos() + java.Pos(at)
				out = append(out, splice{java.Span{From: from, To: from + java.Pos(len(n.Kind))}, []string{other}})
			}
			// Bound variables count inside of their quantifier only.
			before := len(bound)
			for _, v := range n.Vars {
				if l := info.Locals[v]; l != nil {
					bound = append(bound, l)
				}
			}
			java.Children(n, func(x java.Node) { java.Walk(x, visit) })
			bound = bound[:before]
			return false
		case *java.Binary:
			// References have two of the comparisons only; the checker refuses the others.
			for _, g := range operators {
				if slices.Contains(g, n.Op) {
					var texts []string
					for _, o := range g {
						if o != n.Op {
							texts = append(texts, o.String())
						}
					}
					out = append(out, splice{java.Span{From: n.OpPos, To: n.OpPos + java.Pos(len(n.Op.String()))}, texts})
				}
			}
		case *java.Name:
			u := info.Uses[n]
			if u == nil || u.Kind != types.LocalRef {
				return true
			}
			var texts []string
			for _, l := range append(slices.Clone(scope), bound...) {
				// Of the same type exactly, so that the mutant type-checks whatever stands around
				// it.
				if l.Name != n.Name && types.Identical(l.Type, u.Local.Type) && !slices.Contains(texts, l.Name) {
					texts = append(texts, l.Name)
				}
			}
			if len(texts) > 0 {
				out = append(out, splice{n.Span, texts})
			}
		}
		return true
	}
	java.Walk(c.clauses[k].Expr, visit)
	return out
}

// scope are the variables that a clause may name, its own bound ones left out.
func (c *code) scope(k int) []*types.Local {
	cl := c.clauses[k]
	if cl.loop == nil {
		return cl.method.Params
	}
	var out []*types.Local
	if s := c.chk.Unit.Info.Scopes[cl.loop]; s != nil {
		out = append(out, s.All()...)
	}
	slices.SortFunc(out, func(a, b *types.Local) int { return cmp.Compare(a.Name, b.Name) })
	return out
}

// mutant changes each place of a clause with probability one half, at least one of them;
// "" where the clause has no place.
func (c *code) mutant(k int, rng *rand.Rand) string {
	places := c.mutable(k)
	if len(places) == 0 {
		return ""
	}
	var chosen []splice
	// Drawn again until a place is changed: a mutant equal to the clause would be no wrong one.
	for len(chosen) == 0 {
		for _, s := range places {
			if rng.IntN(2) == 0 {
				chosen = append(chosen, s)
			}
		}
	}
	return c.apply(k, chosen, func(s splice) string { return s.texts[rng.IntN(len(s.texts))] })
}

// Gap stands for what an infilling has to find.
const Gap = "____"

// masks are the stretches of a clause that can be masked: an index of an array, a
// variable's or a method's name, a bound of a quantifier's range. No name that a
// quantifier of the clause declares: its declaration would give it away.
func (c *code) masks(k int) []splice {
	var out []splice
	info := c.chk.Info
	add := func(n java.Node) {
		s := java.Span{From: n.Pos(), To: n.End()}
		// An index can be a variable, and a bound too: the same stretch counts once, or it would
		// be drawn more often.
		if !slices.ContainsFunc(out, func(o splice) bool { return o.Span == s }) {
			out = append(out, splice{s, []string{Gap}})
		}
	}

	java.Walk(c.clauses[k].Expr, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index:
			add(n.I)
		case *java.Name:
			if u := info.Uses[n]; u != nil && u.Kind == types.LocalRef && !u.Local.Spec {
				add(n)
			}
		case *java.Call:
			add(n.Name)
		case *java.Quantified:
			if n.Kind == `\forall` || n.Kind == `\exists` {
				for _, b := range bounds(n) {
					add(b)
				}
			}
		}
		return true
	})
	return out
}

// bounds are the sides of the comparisons in a quantifier's range that do not name its
// variables.
func bounds(q *java.Quantified) []java.Expr {
	var vars []string
	for _, v := range q.Vars {
		vars = append(vars, v.Name.Name)
	}
	var out []java.Expr
	java.Walk(q.Range, func(n java.Node) bool {
		b, ok := n.(*java.Binary)
		if !ok || !slices.Contains(operators[1], b.Op) {
			return true
		}
		for _, side := range []java.Expr{b.X, b.Y} {
			if !expr.Mentions(side, vars...) {
				out = append(out, side)
			}
		}
		return true
	})
	return out
}

// trivial is a clause of the kind of clause k that holds of every program; "" where
// there is none.
func (c *code) trivial(k int) string {
	cl := c.clauses[k]
	limit := func(ls []*types.Local) string {
		for _, l := range ls {
			if l.Type.Kind() == types.Int {
				return l.Name + " <= Integer.MAX_VALUE"
			}
		}
		for _, l := range ls {
			if _, ok := l.Type.(*types.ArrayType); ok {
				return l.Name + ".length >= 0"
			}
		}
		return ""
	}

	switch cl.Kind {
	case jml.Ensures:
		switch t := cl.method.Return; {
		case t.Kind() == types.Int:
			return `\result <= Integer.MAX_VALUE`
		case t.Kind() == types.Boolean:
			return `\result || !\result`
		case t.Kind() == types.Long:
			return `\result <= Long.MAX_VALUE`
		}
		return limit(cl.method.Params)
	case jml.Requires, jml.LoopInvariant:
		return limit(c.scope(k))
	}
	return ""
}

// weak reports whether a clause says of a reference only that it is not null, which is so
// without it.
func (c *code) weak(k int) bool {
	b, ok := c.clauses[k].Expr.(*java.Binary)
	if !ok || b.Op != java.Ne {
		return false
	}
	isNull := func(x java.Expr) bool { return c.file.Text(x) == "null" }
	return isNull(b.X) || isNull(b.Y)
}
