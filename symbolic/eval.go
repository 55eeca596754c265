package symbolic

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// result is a value on a path.
type result struct {
	st *state
	v  value
}

// scalar is a value's expression; made objects and exceptions have none.
func (x *exec) scalar(v value, at java.Node) java.Expr {
	if v.x == nil {
		x.refuse("an object that the method makes, here", at)
	}
	return v.x
}

func (x *exec) typeOf(e java.Expr) types.Type { return x.info.Types[e] }

// pure reports whether evaluating an expression changes nothing and follows no call.
func (x *exec) pure(e java.Expr) bool {
	ok := true
	java.Walk(e, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr, *java.New, *java.NewArray, *java.Lambda, *java.SwitchExpr:
			ok = false
		case *java.Unary:
			ok = ok && (n.Op < java.PreInc || n.Op > java.PostDec)
		case *java.Call:
			c := x.info.Calls[n]
			ok = ok && c != nil && c.Method != nil && c.Method.Owner.Library
		}
		return ok
	})
	return ok
}

func (x *exec) eval(e java.Expr, st *state) []result {
	if c := x.info.Consts[e]; c != nil {
		if v, ok := x.constant(e, c); ok {
			return []result{{st, v}}
		}
	}
	switch e := e.(type) {
	case *java.Paren:
		return x.eval(e.X, st)
	case *java.Literal:
		return []result{{st, value{x: e, t: x.typeOf(e)}}}
	case *java.Name:
		return x.name(e, st)
	case *java.This:
		if e.Outer != nil {
			x.refuse("an enclosing object", e)
		}
		if x.this != nil {
			return []result{{st, value{x: x.this, t: x.typeOf(e)}}}
		}
		return []result{{st, value{x: &java.This{}, t: x.typeOf(e)}}}
	case *java.Select:
		return x.selected(e, st)
	case *java.Index:
		return x.element(e, st)
	case *java.Unary:
		return x.unary(e, st)
	case *java.Binary:
		return x.binary(e, st)
	case *java.Cond:
		return x.cond(e, st)
	case *java.Cast:
		var out []result
		to := x.info.TypeOf[e.Type]
		if to == nil {
			to = x.typeOf(e)
		}
		for _, r := range x.eval(e.X, st) {
			v := x.narrow(r.v, to, e)
			a := r.st
			// Where numbers may not wrap, the cast has to keep the value.
			if c, ok := v.x.(*java.Cast); ok && v.x != r.v.x && !x.o.Wrapped && types.IsIntegral(to) {
				a = x.need(a, e, expr.CastLoses, bounds(to, c.X), "")
			}
			out = append(out, result{a, v})
		}
		return out
	case *java.AssignExpr:
		return x.assign(e, st)
	case *java.Call:
		return x.call(e, st)
	case *java.New:
		return x.create(e, st)
	case *java.NewArray:
		return x.newArray(e, st)
	case *java.SwitchExpr:
		var out []result
		for _, f := range x.switchOn(e.X, e.Cases, st, true) {
			if f.kind != yields {
				x.refuse("a switch expression without a value", e)
			}
			out = append(out, result{f.st, x.convert(f.v, x.typeOf(e))})
		}
		return out
	}
	x.refuse("an expression", e)
	return nil
}

// constant is a compile-time constant as it is best written: as in the source where
// that can be, else its value.
func (x *exec) constant(e java.Expr, c *types.Const) (value, bool) {
	t := x.typeOf(e)
	if t == nil {
		t = c.Type
	}
	switch s := e.(type) {
	case *java.Literal:
		return value{x: s, t: t}, true
	case *java.Select:
		if u := x.info.Uses[s]; u != nil && u.Field != nil && u.Field.Owner.Library {
			return value{x: member(expr.Name(u.Field.Owner.Name), u.Field.Name), t: t}, true
		}
	}
	switch c.Type.Kind() {
	case types.Boolean:
		return value{x: expr.Bool(c.N != 0), t: t}, true
	case types.Byte, types.Short, types.Int:
		// Its digits are out of range without their sign, so it goes by name.
		if c.N == -1<<31 {
			return value{x: member(expr.Name("Integer"), "MIN_VALUE"), t: t}, true
		}
		return value{x: expr.Number(c.N), t: t}, true
	case types.Long:
		// In this range no suffix is needed where the type is a long anyway.
		if c.N >= -1<<31 && c.N < 1<<31 {
			return value{x: expr.Number(c.N), t: t, wide: true}, true
		}
	case types.Ref:
		return value{x: &java.Literal{Kind: java.StringLiteral, Raw: java.Quote(c.S), Value: c.S}, t: t}, true
	case types.Char:
		if lit, ok := java.Unparen(e).(*java.Literal); ok {
			return value{x: lit, t: t}, true
		}
		if c.N >= ' ' && c.N < 127 && c.N != '\'' && c.N != '\\' {
			return value{x: &java.Literal{Kind: java.CharLiteral, Raw: "'" + string(rune(c.N)) + "'", Value: string(rune(c.N))}, t: t}, true
		}
		return value{x: cast("char", expr.Number(c.N)), t: t}, true
	}
	return value{}, false
}

func (x *exec) name(e *java.Name, st *state) []result {
	u := x.info.Uses[e]
	if u == nil {
		x.refuse("a name", e)
	}
	switch u.Kind {
	case types.LocalRef:
		v, ok := st.locals[u.Local]
		if !ok {
			x.refuse("a variable of outside", e)
		}
		return []result{{st, v}}
	case types.FieldRef:
		return []result{{st, x.readField(st, u.Field, x.receiver(u, e))}}
	}
	x.refuse("a name", e)
	return nil
}

// receiver is what an unqualified instance field belongs to.
func (x *exec) receiver(u *types.Use, at java.Node) java.Expr {
	if u.Field.Flags.Has(java.Static) {
		return nil
	}
	if u.Implicit != nil && x.within != nil && u.Implicit != x.within.Owner && !types.IsSubclass(x.within.Owner, u.Implicit) {
		x.refuse("a field of an enclosing object", at)
	}
	if x.this != nil {
		return x.this
	}
	return &java.This{}
}

func (x *exec) selected(e *java.Select, st *state) []result {
	u := x.info.Uses[e]
	if u == nil {
		x.refuse("a member", e)
	}
	if u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static) {
		if u.Field.Owner.Library || u.Field.Owner.Kind == java.EnumClass {
			return []result{{st, value{x: member(expr.Name(u.Field.Owner.Name), u.Field.Name), t: u.Field.Type}}}
		}
		return []result{{st, x.readField(st, u.Field, nil)}}
	}
	if u.Kind != types.FieldRef && u.Kind != types.LengthRef {
		x.refuse("a member", e)
	}

	var out []result
	for _, r := range x.eval(e.X, st) {
		if r.v.made != 0 {
			m := r.st.made[r.v.made]
			if u.Kind != types.LengthRef || m.kind != arrayMade {
				x.refuse("a member of an object that the method makes", e)
			}
			n := m.n
			if n == nil {
				n = expr.Number(int64(len(m.cells)))
			}
			out = append(out, result{r.st, value{x: n, t: types.TInt}})
			continue
		}

		recv := x.scalar(r.v, e)
		a := x.nonNull(r.st, e, recv)
		if a == nil {
			continue
		}
		if u.Kind == types.LengthRef {
			out = append(out, result{a, value{x: member(recv, "length"), t: types.TInt}})
			continue
		}
		v := x.readField(a, u.Field, recv)
		if t := x.typeOf(e); t != nil {
			v.t = t
		}
		out = append(out, result{a, v})
	}
	return out
}

// nonNull needs a reference not to be null.
func (x *exec) nonNull(st *state, at java.Node, e java.Expr) *state {
	switch l := e.(type) {
	case *java.This:
		return st
	case *java.Literal:
		if l.Kind == java.StringLiteral || l.Kind == java.TextBlock {
			return st
		}
	}
	return x.need(st, at, expr.ReadsNull, &java.Binary{Op: java.Ne, X: e, Y: expr.Null()}, "NullPointerException")
}

// need notes what an expression needs, and is the state in which it has it: where a
// try statement catches what happens else, that is a path of its own. Ranges have
// no such path.
func (x *exec) need(st *state, at java.Node, fails expr.Failure, cond java.Expr, class string) *state {
	if v, ok := expr.Truth(cond); ok && v {
		return st
	}
	if class != "" && x.caught(class) {
		if bad := st.under(not(cond)); bad != nil {
			x.raise(bad, class)
		}
		return st.under(cond)
	}
	if expr.Size(cond) <= x.o.Nodes {
		x.out.Needs = append(x.out.Needs, expr.Precondition{Node: at, Call: x.site, Fails: fails, Guard: All(st.guard), Cond: cond})
	}
	return st
}

func (x *exec) element(e *java.Index, st *state) []result {
	var out []result
	for _, a := range x.eval(e.X, st) {
		for _, i := range x.eval(e.I, a.st) {
			out = append(out, x.elementOf(e, a.v, x.scalar(i.v, e), i.st)...)
		}
	}
	return out
}

func (x *exec) elementOf(e *java.Index, a value, i java.Expr, st *state) []result {
	elem := x.typeOf(e)
	if a.made != 0 {
		m := st.made[a.made]
		if m.n != nil {
			x.refuse("reading an array of unknown length that the method makes", e)
		}
		st = x.inBounds(st, e, i, expr.Number(int64(len(m.cells))))
		if st == nil {
			return nil
		}
		if n, ok := intOf(i); ok && n >= 0 && n < int64(len(m.cells)) {
			return []result{{st, m.cells[n]}}
		}
		if len(m.cells) == 0 || len(m.cells) > 12 {
			x.refuse("an element of an array that the method makes", e)
		}
		// In bounds, an index that is none of the others is the last one's.
		v := x.scalar(m.cells[len(m.cells)-1], e)
		for k := len(m.cells) - 2; k >= 0; k-- {
			v = conditional(compared(java.Eq, i, expr.Number(int64(k)), nil), x.scalar(m.cells[k], e), v)
		}
		return []result{{st, value{x: v, t: elem}}}
	}

	array := x.scalar(a, e)
	if st = x.nonNull(st, e, array); st == nil {
		return nil
	}
	if st = x.inBounds(st, e, i, member(array, "length")); st == nil {
		return nil
	}
	return []result{{st, x.readCell(st, array, i, elem)}}
}

// inBounds needs 0 <= i < n.
func (x *exec) inBounds(st *state, at java.Node, i, n java.Expr) *state {
	return x.need(st, at, expr.OutOfBounds, within(i, n, java.Lt), "ArrayIndexOutOfBoundsException")
}

// within is 0 <= i < n, or <=.
func within(i, n java.Expr, op java.Op) java.Expr {
	return and(compared(java.Le, expr.Number(0), i, nil), compared(op, i, n, nil))
}
