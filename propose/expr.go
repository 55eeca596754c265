package propose

import (
	"maps"
	"strconv"

	"ensures/java"
	"ensures/jml"
)

// Expressions of the code are rewritten as trees: names are replaced by what they
// hold. nil stands for a value that cannot be said.

func nameOf(s string) java.Expr { return &java.Name{Name: s} }

func numberOf(n int64) java.Expr {
	return &java.Literal{Kind: java.IntLiteral, Raw: strconv.FormatInt(n, 10)}
}

// binaryOf is x op y, nil when a side is.
func binaryOf(op java.Op, x, y java.Expr) java.Expr {
	if x == nil || y == nil {
		return nil
	}
	return &java.Binary{Op: op, X: x, Y: y}
}

// plusOf is x + n, folded where x ends in a constant.
func plusOf(x java.Expr, n int64) java.Expr {
	if x == nil || n == 0 {
		return x
	}
	if v, ok := literalInt(x); ok {
		return numberOf(v + n)
	}
	if b, ok := unparen(x).(*java.Binary); ok && (b.Op == java.Plus || b.Op == java.Sub) {
		if v, ok := literalInt(b.Y); ok {
			if b.Op == java.Sub {
				v = -v
			}
			return plusOf(b.X, v+n)
		}
	}
	if n < 0 {
		return binaryOf(java.Sub, x, numberOf(-n))
	}
	return binaryOf(java.Plus, x, numberOf(n))
}

// minusOf is x - y, folded where that is easy.
func minusOf(x, y java.Expr) java.Expr {
	if x == nil || y == nil {
		return nil
	}
	if v, ok := literalInt(y); ok {
		return plusOf(x, -v)
	}
	if _, ok := unparen(y).(*java.Binary); ok {
		y = &java.Paren{X: y}
	}
	return binaryOf(java.Sub, x, y)
}

func unparen(e java.Expr) java.Expr {
	for {
		p, ok := e.(*java.Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// literalInt is a decimal number, or a negated one.
func literalInt(e java.Expr) (int64, bool) {
	switch e := unparen(e).(type) {
	case *java.Literal:
		if e.Kind != java.IntLiteral {
			return 0, false
		}
		v, err := strconv.ParseInt(e.Raw, 10, 64)
		return v, err == nil
	case *java.Unary:
		if v, ok := literalInt(e.X); ok && e.Op == java.Neg {
			return -v, true
		}
	}
	return 0, false
}

// notOf is the opposite of a condition, comparisons turned round.
func notOf(e java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	switch x := unparen(e).(type) {
	case *java.Unary:
		if x.Op == java.Not {
			return unparen(x.X)
		}
	case *java.Binary:
		turned := map[java.Op]java.Op{java.Lt: java.Ge, java.Ge: java.Lt, java.Gt: java.Le, java.Le: java.Gt, java.Eq: java.Ne, java.Ne: java.Eq}
		if op, ok := turned[x.Op]; ok {
			return &java.Binary{Op: op, X: x.X, Y: x.Y}
		}
		if x.Op == java.AndAnd || x.Op == java.OrOr {
			op := java.AndAnd
			if x.Op == java.AndAnd {
				op = java.OrOr
			}
			return &java.Binary{Op: op, X: notOf(x.X), Y: notOf(x.Y)}
		}
	}
	return &java.Unary{Op: java.Not, X: &java.Paren{X: unparen(e)}}
}

// andOf is x && y; nil is true.
func andOf(x, y java.Expr) java.Expr {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return &java.Binary{Op: java.AndAnd, X: x, Y: y}
}

// replace is e with names replaced; nil when e has an effect, or reads a name
// whose value cannot be said (a nil entry).
func replace(e java.Expr, env map[string]java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	all := func(l []java.Expr) ([]java.Expr, bool) {
		var out []java.Expr
		for _, x := range l {
			if x = replace(x, env); x == nil {
				return nil, false
			}
			out = append(out, x)
		}
		return out, true
	}
	switch e := e.(type) {
	case *java.Literal, *java.This:
		return e
	case *java.SpecWord:
		if v, ok := env[e.Word]; ok {
			if v == nil {
				return nil
			}
			return grouped(v)
		}
		return e
	case *java.SpecCall:
		args, ok := all(e.Args)
		if !ok {
			return nil
		}
		return &java.SpecCall{Word: e.Word, Args: args, Label: e.Label}
	case *java.Name:
		if v, ok := env[e.Name]; ok {
			if v == nil {
				return nil
			}
			return grouped(v)
		}
		return e
	case *java.Paren:
		if x := replace(e.X, env); x != nil {
			return &java.Paren{X: unparen(x)}
		}
	case *java.Select:
		if x := replace(e.X, env); x != nil {
			return &java.Select{X: x, Name: e.Name}
		}
	case *java.Index:
		x, i := replace(e.X, env), replace(e.I, env)
		if x != nil && i != nil {
			return &java.Index{X: x, I: unparen(i)}
		}
	case *java.Unary:
		if e.Op >= java.PreInc && e.Op <= java.PostDec {
			return nil
		}
		if x := replace(e.X, env); x != nil {
			return &java.Unary{Op: e.Op, X: x}
		}
	case *java.Binary:
		if y := replace(e.Y, env); y != nil {
			return binaryOf(e.Op, replace(e.X, env), y)
		}
	case *java.Cond:
		c, x, y := replace(e.C, env), replace(e.X, env), replace(e.Y, env)
		if c != nil && x != nil && y != nil {
			return &java.Cond{C: c, X: x, Y: y}
		}
	case *java.Cast:
		if x := replace(e.X, env); x != nil {
			return &java.Cast{Type: e.Type, X: x}
		}
	case *java.Quantified:
		q := *e
		env = without(env, e.Vars)
		if q.Range = replace(e.Range, env); q.Range == nil {
			return nil
		}
		if q.Body = replace(e.Body, env); q.Body == nil {
			return nil
		}
		return &q
	case *java.Call:
		args, ok := all(e.Args)
		if !ok {
			return nil
		}
		c := &java.Call{Name: e.Name, Args: args}
		if e.X != nil {
			if c.X = replace(e.X, env); c.X == nil {
				return nil
			}
		}
		return c
	}
	return nil
}

// without is env without the variables that a quantifier binds.
func without(env map[string]java.Expr, vars []*java.VarDeclarator) map[string]java.Expr {
	for _, v := range vars {
		if _, ok := env[v.Name.Name]; ok {
			out := maps.Clone(env)
			for _, v := range vars {
				delete(out, v.Name.Name)
			}
			return out
		}
	}
	return env
}

// grouped puts an operator expression into parentheses.
func grouped(e java.Expr) java.Expr {
	switch e.(type) {
	case *java.Binary, *java.Cond, *java.Cast, *java.Unary:
		return &java.Paren{X: e}
	}
	return e
}

// mentions reports whether e reads a name.
func mentions(e java.Node, names ...string) bool {
	found := false
	java.Walk(e, func(n java.Node) bool {
		if x, ok := n.(*java.Name); ok {
			for _, s := range names {
				found = found || x.Name == s
			}
		}
		if x, ok := n.(*java.SpecWord); ok {
			for _, s := range names {
				found = found || x.Word == s
			}
		}
		return !found
	})
	return found
}

// quantified is quantifierOf as a tree; nil when a part is missing.
func quantified(kind, v string, lo, hi, body java.Expr) java.Expr {
	if lo == nil || hi == nil || body == nil {
		return nil
	}
	text := quantifierOf(kind, v, lo, hi, body)
	x, _, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return nil
	}
	return x
}

// quantifierOf is (\kind int v; lo <= v && v < hi; body), "" when a part is missing.
func quantifierOf(kind, v string, lo, hi, body java.Expr) string {
	if lo == nil || hi == nil || body == nil {
		return ""
	}
	last := v + " < " + operand(hi)
	if b, ok := unparen(hi).(*java.Binary); ok && b.Op == java.Plus {
		if n, ok := literalInt(b.Y); ok && n == 1 {
			last = v + " <= " + operand(b.X)
		}
	}
	return "(\\" + kind + " int " + v + "; " + operand(lo) + " <= " + v + " && " + last + "; " + java.Print(unparen(body)) + ")"
}

// operand is e as a side of a comparison.
func operand(e java.Expr) string {
	switch x := unparen(e).(type) {
	case *java.Binary:
		switch x.Op {
		case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
			return java.Print(x)
		}
		return "(" + java.Print(x) + ")"
	case *java.Cond:
		return "(" + java.Print(x) + ")"
	}
	return java.Print(unparen(e))
}
