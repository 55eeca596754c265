package symbolic

import (
	"strconv"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// The constructors of expressions simplify what a reader would.

// intOf is the value of an integer or character literal.
func intOf(e java.Expr) (int64, bool) {
	l, ok := e.(*java.Literal)
	if !ok {
		return 0, false
	}
	switch l.Kind {
	case java.IntLiteral, java.LongLiteral:
		if n, err := strconv.ParseInt(l.Raw, 10, 64); err == nil {
			return n, true
		}
	case java.CharLiteral:
		if u := java.DecodeUTF16(l.Value); len(u) == 1 {
			return int64(u[0]), true
		}
	}
	return 0, false
}

func same(a, b java.Expr) bool { return java.Equal(a, b) }

// isFloat reports whether a comparison is one of floating-point numbers, whose
// negation is not the opposite comparison.
func isFloat(t types.Type) bool { return t != nil && types.IsFloating(t) }

// compared is a comparison with the type of what is compared.
func compared(op java.Op, x, y java.Expr, t types.Type) java.Expr {
	if a, ok := expr.Truth(y); ok && (op == java.Eq || op == java.Ne) {
		if a == (op == java.Eq) {
			return x
		}
		return not(x)
	}
	if a, ok := expr.Truth(x); ok && (op == java.Eq || op == java.Ne) {
		if a == (op == java.Eq) {
			return y
		}
		return not(y)
	}

	m, ok1 := intOf(x)
	n, ok2 := intOf(y)
	if ok1 && ok2 {
		if r, ok := java.Relate(op, m, n); ok {
			return expr.Bool(r)
		}
	}

	if c, ok := x.(*java.Cond); ok && ok2 && !isFloat(t) {
		// (c ? x : 0) == 0 is !c || x == 0, which is how one says it.
		_, isX := intOf(c.X)
		_, isY := intOf(c.Y)
		if isX || isY {
			return conditional(c.C, compared(op, c.X, y, t), compared(op, c.Y, y, t))
		}
	}
	// A NaN is not even equal to itself.
	if !isFloat(t) && same(x, y) {
		switch op {
		case java.Eq, java.Le, java.Ge:
			return expr.Bool(true)
		case java.Ne, java.Lt, java.Gt:
			return expr.Bool(false)
		}
	}

	if isFloat(t) {
		return &java.Paren{X: &java.Binary{Op: op, X: x, Y: y}} // marks that it cannot be turned round
	}
	return &java.Binary{Op: op, X: x, Y: y}
}

var opposites = map[java.Op]java.Op{java.Lt: java.Ge, java.Ge: java.Lt, java.Gt: java.Le, java.Le: java.Gt, java.Eq: java.Ne, java.Ne: java.Eq}

// not is the negation. Comparisons of floating-point numbers stand in parentheses
// and are not turned round.
func not(e java.Expr) java.Expr {
	switch x := e.(type) {
	case *java.Literal:
		if v, ok := expr.Truth(x); ok {
			return expr.Bool(!v)
		}
	case *java.Unary:
		if x.Op == java.Not {
			return x.X
		}
	case *java.Binary:
		if o, ok := opposites[x.Op]; ok {
			return &java.Binary{Op: o, X: x.X, Y: x.Y}
		}
		switch x.Op {
		case java.AndAnd:
			return or(not(x.X), not(x.Y))
		case java.OrOr:
			return and(not(x.X), not(x.Y))
		}
	case *java.Cond:
		return conditional(x.C, not(x.X), not(x.Y))
	}
	return &java.Unary{Op: java.Not, X: e}
}

// and is x && y. Only its left side may decide it: where x has no value, x && false
// has none either.
func and(x, y java.Expr) java.Expr {
	if v, ok := expr.Truth(x); ok {
		if v {
			return y
		}
		return x
	}
	if v, ok := expr.Truth(y); ok && v {
		return x
	}
	if same(x, y) {
		return x
	}
	return &java.Binary{Op: java.AndAnd, X: x, Y: y}
}

// or is x || y, which only its left side decides, as with and.
func or(x, y java.Expr) java.Expr {
	if v, ok := expr.Truth(x); ok {
		if v {
			return x
		}
		return y
	}
	if v, ok := expr.Truth(y); ok && !v {
		return x
	}
	if same(x, y) {
		return x
	}
	return &java.Binary{Op: java.OrOr, X: x, Y: y}
}

// conditional is c ? x : y.
func conditional(c, x, y java.Expr) java.Expr {
	if v, ok := expr.Truth(c); ok {
		if v {
			return x
		}
		return y
	}
	if same(x, y) {
		return x
	}
	if eq, ok := c.(*java.Binary); ok && eq.Op == java.Eq && alike(eq, x, y) {
		return y // the same where it matters
	}

	a, isA := expr.Truth(x)
	b, isB := expr.Truth(y)
	// With a branch that is a truth value the whole is a connective.
	switch {
	case isA && isB && a:
		return c
	case isA && isB:
		return not(c)
	case isA && a:
		return or(c, y)
	case isA:
		return and(not(c), y)
	case isB && b:
		return or(not(c), x)
	case isB:
		return and(c, x)
	}
	return &java.Cond{C: c, X: x, Y: y}
}

// alike reports whether x and y are the same where eq's sides are.
func alike(eq *java.Binary, x, y java.Expr) bool {
	put := func(e java.Expr) java.Expr {
		return rewrite(e, func(e java.Expr) (java.Expr, bool) {
			if same(e, eq.X) {
				return eq.Y, true
			}
			return nil, false
		})
	}
	return same(put(x), put(y))
}

// All is the conjunction of conditions; nil for none.
func All(conds []java.Expr) java.Expr {
	var out java.Expr
	for _, c := range conds {
		if out == nil {
			out = c
		} else {
			out = and(out, c)
		}
	}
	return out
}

// Any is the disjunction of conditions; nil for none.
func Any(conds []java.Expr) java.Expr {
	var out java.Expr
	for _, c := range conds {
		if out == nil {
			out = c
		} else {
			out = or(out, c)
		}
	}
	return out
}

// Not is the negation of a condition made here.
func Not(e java.Expr) java.Expr { return not(e) }

// conjuncts are the parts of a conjunction.
func conjuncts(e java.Expr) []java.Expr {
	if b, ok := e.(*java.Binary); ok && b.Op == java.AndAnd {
		return append(conjuncts(b.X), conjuncts(b.Y)...)
	}
	return []java.Expr{e}
}

// arithmetic is x op y with constants folded where that loses nothing.
func arithmetic(op java.Op, x, y java.Expr, t types.Type) java.Expr {
	m, ok1 := intOf(x)
	n, ok2 := intOf(y)
	if ok1 && ok2 && t != nil && (t.Kind() == types.Int || t.Kind() == types.Long) {
		var r int64
		ok := true
		switch op {
		case java.Plus:
			r = m + n
		case java.Sub:
			r = m - n
		case java.Mul:
			r = m * n
		default:
			ok = false
		}
		// Of numbers so small no product leaves an int64, and no result an int.
		const small = 1 << 30
		if ok && m > -small && m < small && n > -small && n < small && r > -small && r < small {
			return expr.Number(r)
		}
	}
	// Neutral elements. Of floating-point numbers 0 is none: −0.0 + 0 is 0.0.
	if ok2 && n == 0 && (op == java.Plus || op == java.Sub) && !isFloat(t) {
		return x
	}
	if ok1 && m == 0 && op == java.Plus && !isFloat(t) {
		return y
	}
	if ok2 && n == 1 && op == java.Mul && !isFloat(t) {
		return x
	}
	return &java.Binary{Op: op, X: x, Y: y}
}

func cast(name string, x java.Expr) java.Expr {
	if c, ok := x.(*java.Cast); ok && c.Type.Name == name && c.Type.Dims == 0 {
		return x
	}
	return &java.Cast{Type: &java.TypeExpr{Name: name}, X: x}
}

// member is x.name; a nil x stands for what needs none.
func member(x java.Expr, name string) java.Expr {
	if x == nil {
		return expr.Name(name)
	}
	return &java.Select{X: x, Name: java.Ident{Name: name}}
}
