package symbolic

import (
	"slices"
	"strings"

	"ensures/java"
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
			if c, ok := v.x.(*java.Cast); ok && v.x != r.v.x && !x.o.Wrapped && types.IsIntegral(to) {
				a = x.need(a, e, "cast", bounds(to, c.X), "")
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
			return value{x: member(nameOf(u.Field.Owner.Name), u.Field.Name), t: t}, true
		}
	}
	switch c.Type.Kind() {
	case types.Boolean:
		return value{x: truth(c.N != 0), t: t}, true
	case types.Byte, types.Short, types.Int:
		if c.N == -1<<31 {
			return value{x: member(nameOf("Integer"), "MIN_VALUE"), t: t}, true
		}
		return value{x: number(c.N), t: t}, true
	case types.Long:
		if c.N >= -1<<31 && c.N < 1<<31 {
			return value{x: number(c.N), t: t, wide: true}, true
		}
	case types.Ref:
		return value{x: &java.Literal{Kind: java.StringLiteral, Raw: java.Quote(c.S), Value: c.S}, t: t}, true
	case types.Char:
		if lit, ok := unparen(e).(*java.Literal); ok {
			return value{x: lit, t: t}, true
		}
		if c.N >= ' ' && c.N < 127 && c.N != '\'' && c.N != '\\' {
			return value{x: &java.Literal{Kind: java.CharLiteral, Raw: "'" + string(rune(c.N)) + "'", Value: string(rune(c.N))}, t: t}, true
		}
		return value{x: cast("char", number(c.N)), t: t}, true
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
			return []result{{st, value{x: member(nameOf(u.Field.Owner.Name), u.Field.Name), t: u.Field.Type}}}
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
				n = number(int64(len(m.cells)))
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
	return x.need(st, at, "null", &java.Binary{Op: java.Ne, X: e, Y: null()}, "NullPointerException")
}

// need notes what an expression needs, and is the state in which it has it: where a
// try statement catches what happens else, that is a path of its own. Ranges have
// no such path.
func (x *exec) need(st *state, at java.Node, kind string, cond java.Expr, class string) *state {
	if v, ok := boolOf(cond); ok && v {
		return st
	}
	if class != "" && x.caught(class) {
		if bad := st.under(not(cond)); bad != nil {
			x.raise(bad, class)
		}
		return st.under(cond)
	}
	if size(cond) <= x.o.Nodes {
		x.out.Needs = append(x.out.Needs, Need{Node: at, Call: x.site, Kind: kind, Guard: st.guard, Cond: cond})
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
		st = x.inBounds(st, e, i, number(int64(len(m.cells))))
		if st == nil {
			return nil
		}
		if n, ok := intOf(i); ok && n >= 0 && n < int64(len(m.cells)) {
			return []result{{st, m.cells[n]}}
		}
		if len(m.cells) == 0 || len(m.cells) > 12 {
			x.refuse("an element of an array that the method makes", e)
		}
		v := x.scalar(m.cells[len(m.cells)-1], e)
		for k := len(m.cells) - 2; k >= 0; k-- {
			v = conditional(compared(java.Eq, i, number(int64(k)), nil), x.scalar(m.cells[k], e), v)
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
	return x.need(st, at, "index", within(i, n, java.Lt), "ArrayIndexOutOfBoundsException")
}

// within is 0 <= i < n, or <=.
func within(i, n java.Expr, op java.Op) java.Expr {
	return and(compared(java.Le, number(0), i, nil), compared(op, i, n, nil))
}

func (x *exec) unary(e *java.Unary, st *state) []result {
	if e.Op >= java.PreInc && e.Op <= java.PostDec {
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
			v, a := x.operate(e, op, old, value{x: number(1), t: types.TInt}, p, st)
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
				out = append(out, result{r.st, value{x: number(-n), t: t}})
				continue
			}
			neg := java.Expr(&java.Unary{Op: java.Neg, X: v})
			a := r.st
			if class := integral(t); class != "" {
				if x.o.Wrapped {
					neg = cast(t.String(), neg)
				} else {
					a = x.need(a, e, "range", &java.Binary{Op: java.Ne, X: v, Y: member(nameOf(class), "MIN_VALUE")}, "")
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
				return value{x: truth((a.made == b.made) == (op == java.Eq)), t: types.TBoolean}, st
			}
			l, r := x.scalar(a, e), x.scalar(b, e)
			if types.IsString(a.t) && types.IsString(b.t) && !isNull(l) && !isNull(r) {
				x.refuse("comparing strings by reference", e)
			}
			if isNull(l) && neverNull(r) || isNull(r) && neverNull(l) {
				return value{x: truth(op == java.Ne), t: types.TBoolean}, st
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
			if _, ok := v.(*java.Binary); ok {
				if x.o.Wrapped {
					v = cast(t.String(), v)
				} else {
					st = x.need(st, e, "range", x.fits(class, v, a), "")
				}
			}
		}
		return x.bounded(value{x: v, t: t, wide: wide}, e), st
	case java.Div, java.Rem:
		if !types.IsFloating(t) {
			if n, ok := intOf(r); !ok || n == 0 {
				if st = x.need(st, e, "divide", compared(java.Ne, r, number(0), nil), "ArithmeticException"); st == nil {
					return value{}, nil
				}
			}
		}
		v := java.Expr(&java.Binary{Op: op, X: l, Y: r})
		if class := integral(t); class != "" && op == java.Div {
			if n, ok := intOf(r); !ok || n == -1 {
				if x.o.Wrapped {
					v = cast(t.String(), v)
				} else {
					st = x.need(st, e, "range", or(&java.Binary{Op: java.Ne, X: l, Y: member(nameOf(class), "MIN_VALUE")}, compared(java.Ne, r, number(-1), nil)), "")
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

func kindOf(t types.Type) types.Kind {
	if t == nil {
		return types.InvalidKind
	}
	return t.Kind()
}

// bounded refuses values that nobody would read.
func (x *exec) bounded(v value, at java.Node) value {
	if size(v.x) > x.o.Nodes {
		x.refuse("an expression that is too long", at)
	}
	return v
}

// fits says that the value of an operation on a is in range.
func (x *exec) fits(class string, e java.Expr, a value) java.Expr {
	b := e.(*java.Binary)
	if n, ok := intOf(b.Y); ok && n == 1 && b.X == a.x && !a.wide && kindOf(a.t) == map[string]types.Kind{"Integer": types.Int, "Long": types.Long}[class] {
		switch b.Op {
		case java.Plus:
			return &java.Binary{Op: java.Ne, X: b.X, Y: member(nameOf(class), "MAX_VALUE")}
		case java.Sub:
			return &java.Binary{Op: java.Ne, X: b.X, Y: member(nameOf(class), "MIN_VALUE")}
		}
	}
	return within2(class, e)
}

// bounds says that an expression fits an integral type.
func bounds(t types.Type, e java.Expr) java.Expr {
	class := map[types.Kind]string{types.Byte: "Byte", types.Short: "Short", types.Char: "Character", types.Int: "Integer", types.Long: "Long"}[t.Kind()]
	if class == "" {
		return truth(true)
	}
	return within2(class, e)
}

// within2 says that an expression fits a type.
func within2(class string, e java.Expr) java.Expr {
	return &java.Binary{Op: java.AndAnd,
		X: &java.Binary{Op: java.Le, X: member(nameOf(class), "MIN_VALUE"), Y: e},
		Y: &java.Binary{Op: java.Le, X: e, Y: member(nameOf(class), "MAX_VALUE")}}
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
		skip := value{x: truth(e.Op == java.OrOr), t: types.TBoolean}
		if on == nil {
			out = append(out, result{a.st, skip})
			continue
		}
		rs := x.eval(e.Y, on)
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
		if n, ok := intOf(v.x); ok && from.Kind() != types.Char && dest.Kind() == types.Double {
			lit := &java.Literal{Kind: java.DoubleLiteral, Raw: number(n).(*java.Literal).Raw + ".0"}
			return value{x: lit, t: to}
		}
		return value{x: cast(dest.String(), v.x), t: to}
	case types.IsIntegral(dest) && types.IsIntegral(from):
		if from.Kind() != types.Char && dest.Kind() == types.Char {
			return value{x: cast("char", v.x), t: to}
		}
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

// assign is an assignment, compound or not.
func (x *exec) assign(e *java.AssignExpr, st *state) []result {
	if e.Op == java.Assign {
		return x.store(e.X, st, func(_ func(*state) []result, target types.Type, st *state) []result {
			var out []result
			for _, r := range x.eval(e.Y, st) {
				out = append(out, result{r.st, x.convert(r.v, target)})
			}
			return out
		})
	}
	return x.update(e, e.X, st, false, func(old value, st *state) []result {
		var out []result
		p := x.info.Operand[e]
		for _, r := range x.eval(e.Y, st) {
			if e.Op == java.Plus && p != nil && types.IsString(p) {
				v := &java.Binary{Op: java.Plus, X: x.scalar(x.text(r.st, old), e), Y: x.scalar(x.text(r.st, r.v), e)}
				out = append(out, result{r.st, x.bounded(value{x: v, t: p}, e)})
				continue
			}
			t := p
			if t == nil {
				t = types.Promote(types.Unboxed(old.t), types.Unboxed(r.v.t))
			}
			if old.t.Kind() == types.Boolean {
				t = types.TBoolean
			}
			v, a := x.operate(e, e.Op, old, r.v, t, r.st)
			if a != nil {
				out = append(out, result{a, x.narrow(v, old.t, e)})
			}
		}
		return out
	})
}

// update is x = f(x); after reports whether the value is the old one.
func (x *exec) update(at java.Node, target java.Expr, st *state, after bool, f func(old value, st *state) []result) []result {
	var before []value
	out := x.store(target, st, func(read func(*state) []result, _ types.Type, st *state) []result {
		var out []result
		for _, r := range read(st) {
			for _, n := range f(r.v, r.st) {
				out = append(out, n)
				before = append(before, r.v)
			}
		}
		return out
	})
	if after {
		if len(before) != len(out) {
			x.refuse("a step", at)
		}
		for i := range out {
			out[i].v = before[i]
		}
	}
	return out
}

// store assigns to a variable, field or array element what f gives; read is its
// value.
func (x *exec) store(target java.Expr, st *state, f func(read func(*state) []result, t types.Type, st *state) []result) []result {
	target = unparen(target)
	t := x.typeOf(target)
	var out []result
	switch e := target.(type) {
	case *java.Name:
		u := x.info.Uses[e]
		if u == nil {
			x.refuse("an assignment", e)
		}
		read := func(st *state) []result { return x.name(e, st) }
		if u.Kind == types.LocalRef {
			for _, r := range f(read, u.Local.Type, st) {
				a := r.st.fork()
				a.locals[u.Local] = r.v
				out = append(out, result{a, r.v})
			}
			return out
		}
		if u.Kind == types.FieldRef {
			for _, r := range f(read, u.Field.Type, st) {
				out = append(out, result{x.writeField(r.st, u.Field, x.receiver(u, e), r.v), r.v})
			}
			return out
		}
	case *java.Select:
		u := x.info.Uses[e]
		if u == nil || u.Kind != types.FieldRef {
			break
		}
		if u.Field.Flags.Has(java.Static) {
			read := func(st *state) []result { return []result{{st, x.readField(st, u.Field, nil)}} }
			for _, r := range f(read, u.Field.Type, st) {
				out = append(out, result{x.writeField(r.st, u.Field, nil, r.v), r.v})
			}
			return out
		}
		for _, o := range x.eval(e.X, st) {
			recv := x.scalar(o.v, e)
			a := x.nonNull(o.st, e, recv)
			if a == nil {
				continue
			}
			read := func(st *state) []result { return []result{{st, x.readField(st, u.Field, recv)}} }
			for _, r := range f(read, u.Field.Type, a) {
				out = append(out, result{x.writeField(r.st, u.Field, recv, r.v), r.v})
			}
		}
		return out
	case *java.Index:
		for _, a := range x.eval(e.X, st) {
			for _, i := range x.eval(e.I, a.st) {
				out = append(out, x.storeCell(e, a.v, x.scalar(i.v, e), t, i.st, f)...)
			}
		}
		return out
	}
	x.refuse("an assignment", target)
	return nil
}

func (x *exec) storeCell(e *java.Index, a value, i java.Expr, t types.Type, st *state, f func(func(*state) []result, types.Type, *state) []result) []result {
	var out []result
	read := func(st *state) []result { return x.elementOf(e, a, i, st) }
	if a.made != 0 {
		for _, r := range f(read, t, st) {
			m := r.st.made[a.made]
			n, ok := intOf(i)
			if m.n != nil || !ok || n < 0 || n >= int64(len(m.cells)) || r.v.x == nil {
				x.refuse("an element of an array that the method makes", e)
			}
			c := *m
			c.cells = slices.Clone(m.cells)
			c.cells[n] = r.v
			b := r.st.fork()
			b.made[a.made] = &c
			out = append(out, result{b, r.v})
		}
		return out
	}
	array := x.scalar(a, e)
	for _, r := range f(read, t, st) { // the right side is evaluated before the bounds are looked at
		b := x.nonNull(r.st, e, array)
		if b == nil {
			continue
		}
		if b = x.inBounds(b, e, i, member(array, "length")); b == nil {
			continue
		}
		out = append(out, result{x.writeCell(b, array, i, t, r.v), r.v})
	}
	return out
}

// switchOn follows a switch. Arrow groups of an expression yield what they hold.
func (x *exec) switchOn(on java.Expr, cases []*java.Case, st *state, expr bool) []flow {
	var out []flow
	for _, r := range x.eval(on, st) {
		v := x.scalar(r.v, on)
		isText := types.IsString(r.v.t)
		rest := r.st
		if isText || types.Unboxed(r.v.t) == nil {
			if rest = x.nonNull(rest, on, v); rest == nil {
				continue
			}
		}
		byDefault := -1
		for i, k := range cases {
			if k.Guard != nil {
				x.refuse("a guarded case", k.Guard)
			}
			var test java.Expr
			for _, l := range k.Labels {
				t := x.label(l, v, isText)
				if test == nil {
					test = t
				} else {
					test = or(test, t)
				}
			}
			if k.Default {
				byDefault = i
				if test == nil {
					continue
				}
				x.refuse("case and default together", nil)
			}
			if test == nil || rest == nil {
				continue
			}
			if a := rest.under(test); a != nil {
				out = append(out, x.group(cases[i:], a, expr)...)
			}
			rest = rest.under(not(test))
		}
		switch {
		case rest == nil:
		case byDefault >= 0:
			out = append(out, x.group(cases[byDefault:], rest, expr)...)
		default:
			out = append(out, flow{st: rest, kind: falls})
		}
	}
	return out
}

// label is the condition that a switch's value is a label.
func (x *exec) label(l java.Expr, v java.Expr, isText bool) java.Expr {
	if n, ok := l.(*java.Name); ok {
		if u := x.info.Uses[n]; u != nil && u.Field != nil && u.Field.Owner.Kind == java.EnumClass {
			return compared(java.Eq, v, member(nameOf(u.Field.Owner.Name), u.Field.Name), nil)
		}
	}
	rs := x.eval(l, &state{locals: map[*types.Local]value{}})
	c := x.scalar(rs[0].v, l)
	if isText {
		return call(v, "equals", c)
	}
	return compared(java.Eq, v, c, nil)
}

// group follows the statements from a group of a switch on.
func (x *exec) group(cases []*java.Case, st *state, expr bool) []flow {
	var stmts []java.Stmt
	arrow := len(cases) > 0 && cases[0].Arrow
	for _, k := range cases {
		stmts = append(stmts, k.Body...)
		if arrow {
			break
		}
	}
	if arrow && expr && len(stmts) == 1 {
		if s, ok := stmts[0].(*java.ExprStmt); ok {
			var out []flow
			for _, r := range x.eval(s.X, st) {
				out = append(out, flow{st: r.st, kind: yields, v: r.v})
			}
			return out
		}
	}
	out := x.block(stmts, st)
	for i := range out {
		if out[i].kind == breaks && out[i].label == "" {
			out[i] = flow{st: out[i].st, kind: falls}
		}
	}
	return out
}

// classNamed is a class by its simple name, of the program or of java.lang and java.util.
func (x *exec) classNamed(simple string) *types.Class {
	for _, c := range x.method.Owner.Unit.Classes {
		if c.Name == simple {
			return c
		}
	}
	if x.o.Class == nil {
		return nil
	}
	for _, p := range []string{"java.lang.", "java.util.", "java.io."} {
		if c := x.o.Class(p + strings.TrimPrefix(simple, p)); c != nil {
			return c
		}
	}
	return nil
}
