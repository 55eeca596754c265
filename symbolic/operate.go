package symbolic

import (
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

func (x *exec) unary(e *java.Unary, st *state) []result {
	if e.Op.Changes() {
		op := java.Plus
		if e.Op == java.PreDec || e.Op == java.PostDec {
			op = java.Sub
		}
		return x.update(e, e.X, st, e.Op == java.PostInc || e.Op == java.PostDec, func(old value, st *state) []result {
			t := types.Unboxed(old.t)
			if t == nil {
				x.refuse("a step", e)
			}
			p := types.Promote(t, types.TInt)
			v, a := x.operate(e, op, old, value{x: expr.Number(1), t: types.TInt}, p, st)
			if a == nil {
				return nil
			}
			return []result{{a, x.narrow(v, t, e)}}
		})
	}

	var out []result
	for _, r := range x.eval(e.X, st) {
		v := x.scalar(r.v, e)
		t := x.typeOf(e)
		switch e.Op {
		case java.Not:
			out = append(out, result{r.st, value{x: not(v), t: types.TBoolean}})
		case java.Plus:
			out = append(out, result{r.st, value{x: v, t: t}})
		case java.Neg:
			if n, ok := intOf(v); ok && n < 1<<30 {
				out = append(out, result{r.st, value{x: expr.Number(-n), t: t}})
				continue
			}
			neg := java.Expr(&java.Unary{Op: java.Neg, X: v})
			a := r.st
			if class := integral(t); class != "" {
				if x.o.Wrapped {
					neg = cast(t.String(), neg)
				} else {
					a = x.need(a, e, expr.OutOfRange, &java.Binary{Op: java.Ne, X: v, Y: member(expr.Name(class), "MIN_VALUE")}, "")
				}
			}
			out = append(out, result{a, value{x: neg, t: t}})
		case java.BitNot:
			out = append(out, result{r.st, value{x: &java.Unary{Op: java.BitNot, X: x.typed(r.v)}, t: t}})
		default:
			x.refuse("an operator", e)
		}
	}
	return out
}

func (x *exec) binary(e *java.Binary, st *state) []result {
	if e.Op == java.AndAnd || e.Op == java.OrOr {
		return x.lazy(e, st)
	}
	var out []result
	for _, a := range x.eval(e.X, st) {
		for _, b := range x.eval(e.Y, a.st) {
			if v, st := x.operateAny(e, e.Op, a.v, b.v, b.st); st != nil {
				out = append(out, result{st, v})
			}
		}
	}
	return out
}

// operateAny is a binary operator other than && and ||.
func (x *exec) operateAny(e *java.Binary, op java.Op, a, b value, st *state) (value, *state) {
	p := x.info.Operand[e]
	if op == java.Plus && p != nil && types.IsString(p) {
		return value{x: &java.Binary{Op: java.Plus, X: x.scalar(x.text(st, a), e), Y: x.scalar(x.text(st, b), e)}, t: p}, st
	}

	if op >= java.Lt && op <= java.Ne {
		if p == nil {
			if op != java.Eq && op != java.Ne {
				x.refuse("a comparison", e)
			}
			if a.made != 0 || b.made != 0 {
				// Two creations are two objects.
				return value{x: expr.Bool((a.made == b.made) == (op == java.Eq)), t: types.TBoolean}, st
			}
			l, r := x.scalar(a, e), x.scalar(b, e)
			// Which texts are one object is nothing that a clause should say.
			if types.IsString(a.t) && types.IsString(b.t) && !isNull(l) && !isNull(r) {
				x.refuse("comparing strings by reference", e)
			}
			if isNull(l) && neverNull(r) || isNull(r) && neverNull(l) {
				return value{x: expr.Bool(op == java.Ne), t: types.TBoolean}, st
			}
			return value{x: compared(op, l, r, nil), t: types.TBoolean}, st
		}
		return value{x: compared(op, x.scalar(a, e), x.scalar(b, e), p), t: types.TBoolean}, st
	}

	if p == nil {
		p = x.typeOf(e)
	}
	return x.operate(e, op, a, b, p, st)
}

func isNull(e java.Expr) bool {
	l, ok := e.(*java.Literal)
	return ok && l.Kind == java.NullLiteral
}

func neverNull(e java.Expr) bool {
	l, ok := e.(*java.Literal)
	return isThis(e) || ok && (l.Kind == java.StringLiteral || l.Kind == java.TextBlock)
}

// operate is arithmetic in a promoted type, with what it needs.
func (x *exec) operate(e java.Node, op java.Op, a, b value, t types.Type, st *state) (value, *state) {
	if t == nil {
		x.refuse("an operator", e)
	}
	if types.IsFloating(t) {
		a, b = x.convert(a, t), x.convert(b, t)
	}
	l, r := x.scalar(a, e), x.scalar(b, e)
	wide := a.wide && b.wide || t.Kind() == types.Long && (a.wide || kindOf(a.t) != types.Long) && (b.wide || kindOf(b.t) != types.Long)

	switch op {
	case java.Plus, java.Sub, java.Mul:
		v := arithmetic(op, l, r, t)
		if class := integral(t); class != "" {
			// What was folded is in range.
			if _, ok := v.(*java.Binary); ok {
				if x.o.Wrapped {
					v = cast(t.String(), v)
				} else {
					st = x.need(st, e, expr.OutOfRange, x.fits(class, v, a), "")
				}
			}
		}
		return x.bounded(value{x: v, t: t, wide: wide}, e), st
	case java.Div, java.Rem:
		if !types.IsFloating(t) {
			if n, ok := intOf(r); !ok || n == 0 {
				if st = x.need(st, e, expr.DividesByZero, compared(java.Ne, r, expr.Number(0), nil), "ArithmeticException"); st == nil {
					return value{}, nil
				}
			}
		}
		v := java.Expr(&java.Binary{Op: op, X: l, Y: r})
		if class := integral(t); class != "" && op == java.Div {
			// The least number by −1 is the one quotient out of range (JLS 15.17.2).
			if n, ok := intOf(r); !ok || n == -1 {
				if x.o.Wrapped {
					v = cast(t.String(), v)
				} else {
					st = x.need(st, e, expr.OutOfRange, or(&java.Binary{Op: java.Ne, X: l, Y: member(expr.Name(class), "MIN_VALUE")}, compared(java.Ne, r, expr.Number(-1), nil)), "")
				}
			}
		}
		return x.bounded(value{x: v, t: t, wide: wide}, e), st
	case java.BitAnd, java.BitOr, java.BitXor:
		if t.Kind() == types.Boolean {
			switch op {
			case java.BitAnd:
				return value{x: and(l, r), t: t}, st
			case java.BitOr:
				return value{x: or(l, r), t: t}, st
			}
			return x.bounded(value{x: compared(java.Ne, l, r, nil), t: t}, e), st
		}
		return x.bounded(value{x: &java.Binary{Op: op, X: x.typed(a), Y: x.typed(b)}, t: t}, e), st
	case java.Shl, java.Shr, java.Ushr:
		return x.bounded(value{x: &java.Binary{Op: op, X: x.typed(a), Y: x.typed(b)}, t: t}, e), st
	}
	x.refuse("an operator", e)
	return value{}, nil
}

// bounded refuses values that nobody would read.
func (x *exec) bounded(v value, at java.Node) value {
	if expr.Size(v.x) > x.o.Nodes {
		x.refuse("an expression that is too long", at)
	}
	return v
}

// lazy is && and ||: one expression where the right side is pure, else two paths.
func (x *exec) lazy(e *java.Binary, st *state) []result {
	var out []result
	for _, a := range x.eval(e.X, st) {
		c := x.scalar(a.v, e)
		go1 := c // under which the right side is evaluated
		if e.Op == java.OrOr {
			go1 = not(c)
		}
		on := a.st.under(go1)

		skip := value{x: expr.Bool(e.Op == java.OrOr), t: types.TBoolean}
		if on == nil {
			out = append(out, result{a.st, skip})
			continue
		}
		rs := x.eval(e.Y, on)
		// One expression will do where the right side neither forks the path nor needs something of
		// its own.
		if len(rs) == 1 && x.pure(e.Y) && len(rs[0].st.guard) == len(on.guard) {
			y := x.scalar(rs[0].v, e)
			v := and(c, y)
			if e.Op == java.OrOr {
				v = or(c, y)
			}
			out = append(out, result{a.st, x.bounded(value{x: v, t: types.TBoolean}, e)})
			continue
		}
		if off := a.st.under(not(go1)); off != nil {
			out = append(out, result{off, skip})
		}
		out = append(out, rs...)
	}
	return out
}

func (x *exec) cond(e *java.Cond, st *state) []result {
	t := x.typeOf(e)
	var out []result
	for _, c := range x.eval(e.C, st) {
		test := x.scalar(c.v, e)
		var sides [2][]result
		on, off := c.st.under(test), c.st.under(not(test))
		if on != nil {
			sides[0] = x.eval(e.X, on)
		}
		if off != nil {
			sides[1] = x.eval(e.Y, off)
		}

		if on != nil && off != nil && len(sides[0]) == 1 && len(sides[1]) == 1 && x.pure(e.X) && x.pure(e.Y) &&
			len(sides[0][0].st.guard) == len(on.guard) && len(sides[1][0].st.guard) == len(off.guard) {
			a, b := x.convert(sides[0][0].v, t), x.convert(sides[1][0].v, t)
			if a.x != nil && b.x != nil {
				out = append(out, result{c.st, x.bounded(value{x: conditional(test, a.x, b.x), t: t, wide: a.wide || b.wide}, e)})
				continue
			}
		}
		for _, r := range slices.Concat(sides[0], sides[1]) {
			out = append(out, result{r.st, x.convert(r.v, t)})
		}
	}
	return out
}
