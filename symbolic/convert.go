package symbolic

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// integral is the class with the bounds of int and long.
func integral(t types.Type) string {
	if t == nil {
		return ""
	}
	switch t.Kind() {
	case types.Int:
		return "Integer"
	case types.Long:
		return "Long"
	}
	return ""
}

// typed is an expression whose own type is that of the value.
func (x *exec) typed(v value) java.Expr {
	if v.wide && v.t != nil {
		if p := types.Unboxed(v.t); p != nil {
			return cast(p.String(), v.x)
		}
	}
	return v.x
}

func kindOf(t types.Type) types.Kind {
	if t == nil {
		return types.InvalidKind
	}
	return t.Kind()
}

// fits says that the value of an operation on a is in range.
func (x *exec) fits(class string, e java.Expr, a value) java.Expr {
	b := e.(*java.Binary)
	if n, ok := intOf(b.Y); ok && n == 1 && b.X == a.x && !a.wide && kindOf(a.t) == map[string]types.Kind{"Integer": types.Int, "Long": types.Long}[class] {
		// Of a number in range only the largest has no successor in range, and only the least no
		// predecessor.
		switch b.Op {
		case java.Plus:
			return &java.Binary{Op: java.Ne, X: b.X, Y: member(expr.Name(class), "MAX_VALUE")}
		case java.Sub:
			return &java.Binary{Op: java.Ne, X: b.X, Y: member(expr.Name(class), "MIN_VALUE")}
		}
	}
	return within2(class, e)
}

// bounds says that an expression fits an integral type.
func bounds(t types.Type, e java.Expr) java.Expr {
	class := map[types.Kind]string{types.Byte: "Byte", types.Short: "Short", types.Char: "Character", types.Int: "Integer", types.Long: "Long"}[t.Kind()]
	if class == "" {
		return expr.Bool(true)
	}
	return within2(class, e)
}

// within2 says that an expression fits a type.
func within2(class string, e java.Expr) java.Expr {
	return &java.Binary{Op: java.AndAnd,
		X: &java.Binary{Op: java.Le, X: member(expr.Name(class), "MIN_VALUE"), Y: e},
		Y: &java.Binary{Op: java.Le, X: e, Y: member(expr.Name(class), "MAX_VALUE")}}
}

// convert is assignment conversion.
func (x *exec) convert(v value, to types.Type) value {
	if to == nil || v.x == nil || v.t == nil {
		return v
	}
	from, dest := types.Unboxed(v.t), types.Unboxed(to)
	if from == nil || dest == nil || from.Kind() == dest.Kind() {
		if dest != nil && !v.wide || from == nil {
			v.t = to
		}
		return v
	}

	switch {
	case types.IsFloating(dest):
		if types.IsFloating(from) && dest.Kind() == types.Float {
			return v
		}
		// A whole number reads better as a literal of the type than with a cast.
		if n, ok := intOf(v.x); ok && from.Kind() != types.Char && dest.Kind() == types.Double {
			lit := &java.Literal{Kind: java.DoubleLiteral, Raw: expr.Number(n).(*java.Literal).Raw + ".0"}
			return value{x: lit, t: to}
		}
		return value{x: cast(dest.String(), v.x), t: to}
	case types.IsIntegral(dest) && types.IsIntegral(from):
		if from.Kind() != types.Char && dest.Kind() == types.Char {
			return value{x: cast("char", v.x), t: to}
		}
		// A wider type without a cast: where it matters which type the expression has, typed adds
		// it.
		return value{x: v.x, t: to, wide: v.wide || dest.Kind() == types.Long || from.Kind() == types.Char}
	}
	v.t = to
	return v
}

// narrow is a cast.
func (x *exec) narrow(v value, to types.Type, at java.Node) value {
	from, dest := types.Unboxed(v.t), types.Unboxed(to)
	if from == nil || dest == nil {
		if v.made != 0 || v.t != nil && types.IsSubtype(v.t, to) {
			v.t = to
			return v
		}
		x.refuse("a cast of a reference", at)
	}
	if !types.IsNumeric(from) || !types.IsNumeric(dest) || from.Kind() == dest.Kind() {
		return x.convert(v, to)
	}
	if types.IsFloating(dest) && !(types.IsFloating(from) && dest.Kind() == types.Float) {
		return x.convert(v, to)
	}
	// Widening needs no cast.
	if types.IsIntegral(from) && types.IsIntegral(dest) && from.Kind() < dest.Kind() && from.Kind() != types.Char && dest.Kind() != types.Char {
		return x.convert(v, to)
	}

	if from.Kind() == types.Char && (dest.Kind() == types.Int || dest.Kind() == types.Long) {
		if _, isLiteral := v.x.(*java.Literal); !isLiteral {
			return value{x: v.x, t: to, wide: true}
		}
	}
	return value{x: cast(dest.String(), v.x), t: to}
}

// text is a value as string concatenation sees it: builders by their text, numbers
// with their own type.
func (x *exec) text(st *state, v value) value {
	if v.made != 0 {
		m := st.made[v.made]
		if m.kind != builderMade {
			x.refuse("the text of a made object", nil)
		}
		if m.text == nil {
			return value{x: &java.Literal{Kind: java.StringLiteral, Raw: `""`}, t: v.t}
		}
		return value{x: m.text, t: v.t}
	}
	v.x = x.typed(v)
	return v
}
