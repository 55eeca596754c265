// Package expr is the algebra of Java's expressions as trees: parts, negation,
// conjunction, names replaced by what they hold. Nothing is evaluated. Where a function
// takes nil for an expression, nil stands for a value that can't be said, and so does
// the result. The package must not know types, specifications or where trees come from.
package expr

import (
	"maps"
	"strconv"

	"ensures/java"
)

// Name returns a name as an expression.
func Name(s string) java.Expr { return &java.Name{Name: s} }

// Number returns a decimal literal; a negative one is not negated.
func Number(n int64) java.Expr {
	return &java.Literal{Kind: java.IntLiteral, Raw: strconv.FormatInt(n, 10)}
}

// Binary returns x op y, nil when a side is.
func Binary(op java.Op, x, y java.Expr) java.Expr {
	if x == nil || y == nil {
		return nil
	}
	return &java.Binary{Op: op, X: x, Y: y}
}

// Plus returns x + n, folded where x ends in a constant.
func Plus(x java.Expr, n int64) java.Expr {
	if x == nil || n == 0 {
		return x
	}
	if v, ok := Int(x); ok {
		return Number(v + n)
	}
	if b, ok := java.Unparen(x).(*java.Binary); ok && (b.Op == java.Plus || b.Op == java.Sub) {
		if v, ok := Int(b.Y); ok {
			if b.Op == java.Sub {
				v = -v
			}
			return Plus(b.X, v+n)
		}
	}
	if n < 0 {
		return Binary(java.Sub, x, Number(-n))
	}
	return Binary(java.Plus, x, Number(n))
}

// Minus returns x - y, folded where that is easy.
func Minus(x, y java.Expr) java.Expr {
	if x == nil || y == nil {
		return nil
	}
	if v, ok := Int(y); ok {
		return Plus(x, -v)
	}
	// x - (a - b) is not x - a - b.
	if _, ok := java.Unparen(y).(*java.Binary); ok {
		y = &java.Paren{X: y}
	}
	return Binary(java.Sub, x, y)
}

// Truth returns the value of a literal true or false; false for others, parentheses around one too.
func Truth(e java.Expr) (value, ok bool) {
	l, is := e.(*java.Literal)
	if !is || l.Kind != java.BoolLiteral {
		return false, false
	}
	return l.Raw == "true", true
}

// Int returns the value of a decimal number or a negated one; false for others.
func Int(e java.Expr) (int64, bool) {
	switch e := java.Unparen(e).(type) {
	case *java.Literal:
		if e.Kind != java.IntLiteral {
			return 0, false
		}
		v, err := strconv.ParseInt(e.Raw, 10, 64)
		return v, err == nil
	case *java.Unary:
		if v, ok := Int(e.X); ok && e.Op == java.Neg {
			return -v, true
		}
	}
	return 0, false
}

// Not returns the opposite of a condition, comparisons turned round: of comparisons of
// integers, since for a NaN neither < nor >= holds.
func Not(e java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	switch x := java.Unparen(e).(type) {
	case *java.Unary:
		if x.Op == java.Not {
			return java.Unparen(x.X)
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
			return &java.Binary{Op: op, X: Not(x.X), Y: Not(x.Y)}
		}
	}

	if _, ok := java.Unparen(e).(*java.Quantified); ok { // it has its own
		return &java.Unary{Op: java.Not, X: java.Unparen(e)}
	}
	return &java.Unary{Op: java.Not, X: &java.Paren{X: java.Unparen(e)}}
}

// And returns x && y; nil is true.
func And(x, y java.Expr) java.Expr {
	if x == nil {
		return y
	}
	if y == nil {
		return x
	}
	return &java.Binary{Op: java.AndAnd, X: x, Y: y}
}

// Replace returns e with names replaced; nil when e has an effect, or reads a name
// whose value cannot be said (a nil entry). The length and the elements of a string's
// toCharArray() become those of the string.
func Replace(e java.Expr, env map[string]java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	switch e := e.(type) {
	case *java.Literal, *java.This:
		return e
	case *java.SpecWord:
		return replaceName(e, e.Word, env)
	case *java.Name:
		return replaceName(e, e.Name, env)
	case *java.Paren:
		// What replaces a name comes in parentheses of its own: it isn't put into a second
		// pair.
		if x := Replace(e.X, env); x != nil {
			return &java.Paren{X: java.Unparen(x)}
		}
	case *java.Select:
		x := Replace(e.X, env)
		// s.toCharArray().length is s.length().
		if s := spelled(x); s != nil && e.Name.Name == "length" {
			return &java.Call{X: s, Name: e.Name}
		}
		if x != nil {
			return &java.Select{X: x, Name: e.Name}
		}
	case *java.Index:
		x, i := Replace(e.X, env), Replace(e.I, env)
		if s := spelled(x); s != nil && i != nil {
			return &java.Call{X: s, Name: java.Ident{Name: "charAt"}, Args: []java.Expr{java.Unparen(i)}}
		}
		if x != nil && i != nil {
			return &java.Index{X: x, I: java.Unparen(i)}
		}
	case *java.Unary:
		if e.Op.Changes() {
			// An expression with an effect has no value that could be named twice.
			return nil
		}
		if x := Replace(e.X, env); x != nil {
			return &java.Unary{Op: e.Op, X: x}
		}
	case *java.Binary:
		if y := Replace(e.Y, env); y != nil {
			return Binary(e.Op, Replace(e.X, env), y)
		}
	case *java.Cond:
		c, x, y := Replace(e.C, env), Replace(e.X, env), Replace(e.Y, env)
		if c != nil && x != nil && y != nil {
			return &java.Cond{C: c, X: x, Y: y}
		}
	case *java.Cast:
		if x := Replace(e.X, env); x != nil {
			return &java.Cast{Type: e.Type, X: x}
		}
	case *java.Quantified:
		// The quantifier's own variables are not those of env that have their names.
		q, inside := *e, without(env, e.Vars)
		q.Range, q.Body = Replace(e.Range, inside), Replace(e.Body, inside)
		if q.Range != nil && q.Body != nil {
			return &q
		}
	case *java.Call, *java.SpecCall:
		return replaceCall(e, env)
	}
	return nil
}

// spelled is the string that e is the array of characters of, nil where it is not. A new
// array has no place in a specification, where s.length() and s.charAt(i) say the same.
func spelled(e java.Expr) java.Expr {
	c, ok := java.Unparen(e).(*java.Call)
	if !ok || c.Name.Name != "toCharArray" || len(c.Args) > 0 {
		return nil
	}
	return c.X
}

// replaceName returns what stands for a name: itself where nothing does.
func replaceName(e java.Expr, name string, env map[string]java.Expr) java.Expr {
	v, ok := env[name]
	switch {
	case !ok:
		return e
	case v == nil:
		return nil
	}
	return Group(v)
}

// replaceCall replaces in a call's receiver and arguments.
func replaceCall(e java.Expr, env map[string]java.Expr) java.Expr {
	all := func(list []java.Expr) ([]java.Expr, bool) {
		var out []java.Expr
		for _, x := range list {
			if x = Replace(x, env); x == nil {
				return nil, false
			}
			out = append(out, java.Unparen(x))
		}
		return out, true
	}

	switch e := e.(type) {
	case *java.SpecCall:
		if args, ok := all(e.Args); ok {
			return &java.SpecCall{Word: e.Word, Args: args, Label: e.Label}
		}
	case *java.Call:
		args, ok := all(e.Args)
		x := Replace(e.X, env)
		// nil of a receiver that is there means that it can't be said; a call without one has
		// none.
		if ok && (x != nil || e.X == nil) {
			return &java.Call{Name: e.Name, Args: args, X: x}
		}
	}
	return nil
}

// without returns env without the variables that a quantifier binds.
func without(env map[string]java.Expr, vars []*java.VarDeclarator) map[string]java.Expr {
	for _, v := range vars {
		if _, ok := env[v.Name.Name]; ok {
			// Copied only where a name is hidden: env is the caller's.
			out := maps.Clone(env)
			for _, v := range vars {
				delete(out, v.Name.Name)
			}
			return out
		}
	}
	return env
}

// Group puts an operator expression into parentheses.
func Group(e java.Expr) java.Expr {
	switch e.(type) {
	case *java.Binary, *java.Cond, *java.Cast, *java.Unary:
		return &java.Paren{X: e}
	}
	return e
}

// Tight returns the source of an expression of f, in parentheses unless it is atomic: no
// operator beside it takes a part of it.
func Tight(f *java.File, e java.Expr) string {
	switch e.(type) {
	case *java.Name, *java.Literal, *java.Paren, *java.Call, *java.Select, *java.Index, *java.This:
		return f.Text(e)
	}
	return "(" + f.Text(e) + ")"
}

// Mentions reports whether e reads a name.
func Mentions(e java.Node, names ...string) bool {
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

// Conjuncts returns the parts of a conjunction, in order; none for nil.
func Conjuncts(e java.Expr) []java.Expr {
	if e == nil {
		return nil
	}
	if b, ok := java.Unparen(e).(*java.Binary); ok && b.Op == java.AndAnd {
		return append(Conjuncts(b.X), Conjuncts(b.Y)...)
	}
	return []java.Expr{e}
}

// Call returns x.name(args).
func Call(x java.Expr, name string, args ...java.Expr) java.Expr {
	return &java.Call{X: x, Name: java.Ident{Name: name}, Args: args}
}

// Bool returns true or false as a literal.
func Bool(b bool) *java.Literal {
	return &java.Literal{Kind: java.BoolLiteral, Raw: strconv.FormatBool(b)}
}

// Null returns null as a literal.
func Null() *java.Literal { return &java.Literal{Kind: java.NullLiteral, Raw: "null"} }

// IsNull reports whether e is null, in parentheses or not.
func IsNull(e java.Expr) bool {
	l, ok := java.Unparen(e).(*java.Literal)
	return ok && l.Kind == java.NullLiteral
}

// Mirrored returns the operator of a comparison whose sides change places.
func Mirrored(o java.Op) java.Op {
	switch o {
	case java.Lt:
		return java.Gt
	case java.Le:
		return java.Ge
	case java.Gt:
		return java.Lt
	case java.Ge:
		return java.Le
	}
	return o
}

// Size returns the number of nodes.
func Size(e java.Node) int {
	n := 0
	java.Walk(e, func(java.Node) bool { n++; return true })
	return n
}
