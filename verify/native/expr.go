package native

import (
	"math/big"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// expr runs a code expression on s: obligations for what could go wrong, effects
// on s, and the value. A path on which it throws leaves s by way of x.raise.
func (x *exec) expr(s *state, e java.Expr) *smt.Term {
	v := x.value(s, e)
	if v != nil && v.Size() > maxValue {
		// A term is written out as a tree: what occurs in it twice, as where
		// arithmetic wraps around, doubles it.
		return x.nameTerm("v", v)
	}
	return v
}

const maxValue = 60

func (x *exec) value(s *state, e java.Expr) *smt.Term {
	x.step(e)
	// What the compiler folds with a loss is computed here all the same in safe mode, for the
	// obligation.
	if c := x.constOf(e); c != nil && (x.arithmetic != verify.Safe || !x.lossy(e)) {
		return x.constant(c)
	}
	switch e := e.(type) {
	case *java.Paren:
		return x.expr(s, e.X)
	case *java.Literal:
		return x.literal(e)
	case *java.This:
		v := x.qualified(e, x.this)
		if v == x.this {
			x.leak()
		}
		return v
	case *java.Name, *java.Select:
		l := x.place(s, e)
		v := x.load(s, l)
		if l.field != nil {
			x.checkErased(s, e, v, l.field.Type)
		}
		return v
	case *java.Index:
		return x.load(s, x.place(s, e))
	case *java.Unary:
		return x.unary(s, e)
	case *java.Binary:
		return x.binary(s, e)
	case *java.AssignExpr:
		return x.assign(s, e)
	case *java.Cond:
		c := x.cond(s, e.C)
		t := x.typeOf(e)
		return x.branch(s, c,
			func(s *state) *smt.Term { return x.convertChecked(s, e.X, x.expr(s, e.X), x.typeOf(e.X), t) },
			func(s *state) *smt.Term { return x.convertChecked(s, e.Y, x.expr(s, e.Y), x.typeOf(e.Y), t) })
	case *java.Cast:
		return x.castExpr(s, e)
	case *java.InstanceOf:
		v := x.receiver(s, e.X)
		if e.Pattern != nil {
			p, ok := e.Pattern.(*java.TypePattern)
			if !ok {
				x.unsupported(e, "record pattern")
			}
			t := x.written(p.Type)
			x.set(s, x.localOf(p), v)
			return smt.And(smt.Not(smt.Eq(v, null)), x.instance(v, t))
		}
		return smt.And(smt.Not(smt.Eq(v, null)), x.instance(v, x.written(e.Type)))
	case *java.Call:
		return x.callExpr(s, e)
	case *java.New:
		return x.newExpr(s, e)
	case *java.NewArray:
		return x.newArray(s, e)
	case *java.SwitchExpr:
		return x.switchExpr(s, e)
	case *java.Lambda, *java.MethodRef:
		return x.functionValue(s, e)
	case *java.ClassLit:
		v := x.function("class."+x.written(e.Type).String(), refSort) // one object, of which nothing is known
		x.assume(s, smt.And(smt.Not(smt.Eq(v, null)), x.facts(s, v, x.typeOf(e))))
		return v
	}
	x.unsupported(e, describe(e))
	return nil
}

// cond runs a condition.
func (x *exec) cond(s *state, e java.Expr) *smt.Term {
	v := x.expr(s, e)
	if v.Sort == refSort {
		return x.unboxChecked(s, e, v, types.TBoolean)
	}
	return v
}

// branch runs one of two ways to a value and joins the states where they meet.
func (x *exec) branch(s *state, c *smt.Term, yes, no func(*state) *smt.Term) *smt.Term {
	if c == smt.True {
		return yes(s)
	}
	if c == smt.False {
		return no(s)
	}
	a, b := x.fork(s, c)
	a0, b0 := a.pc, b.pc
	va := yes(a)
	vb := no(b)
	if a.pc == a0 && b.pc == b0 && x.sameVars(s, a) && x.sameVars(s, b) {
		// No effects on either side: stay on one path. Components that the
		// sides looked up first are the same in both.
		return smt.Ite(c, va, vb)
	}
	j := x.join(a, b)
	if j == nil {
		// Neither side comes to a value; what is returned is looked at by nobody.
		s.pc = smt.False
		return va
	}
	v := va
	if va != vb {
		v = x.phi("cond", []*state{a, b}, []*smt.Term{va, vb})
	}
	*s = *j
	return v
}

func (x *exec) binary(s *state, e *java.Binary) *smt.Term {
	switch e.Op {
	case java.AndAnd:
		return x.branch(s, x.cond(s, e.X), func(s *state) *smt.Term { return x.cond(s, e.Y) }, func(*state) *smt.Term { return smt.False })
	case java.OrOr:
		return x.branch(s, x.cond(s, e.X), func(*state) *smt.Term { return smt.True }, func(s *state) *smt.Term { return x.cond(s, e.Y) })
	}
	ta, tb, t := x.typeOf(e.X), x.typeOf(e.Y), x.typeOf(e)
	if isString(t) && e.Op == java.Plus {
		a := x.stringOf(s, x.expr(s, e.X), ta)
		b := x.stringOf(s, x.expr(s, e.Y), tb)
		return x.newString(s, x.joined(s, a, b))
	}
	operand := x.expr
	if e.Op == java.Eq || e.Op == java.Ne {
		operand = x.receiver
	}
	a := operand(s, e.X)
	if isBoxed(ta) && !((e.Op == java.Eq || e.Op == java.Ne) && isRef(tb)) {
		ta = unboxed(ta) // out of its box before the right side runs
		a = x.unboxChecked(s, e.X, a, ta)
	}
	b := operand(s, e.Y)
	return x.operate(s, operation{e, e.Op, e.OpPos}, side{e.X, a, ta}, side{e.Y, b, tb})
}

// operation is a binary operator where it stands: in a binary expression, or in an
// assignment that is compound.
type operation struct {
	e  java.Expr
	op java.Op
	at java.Pos
}

// side is an operand of it with its value.
type side struct {
	e java.Expr
	v *smt.Term
	t types.Type
}

// operate is a binary operator on two values, with the promotions and obligations
// of code. It serves compound assignments too.
func (x *exec) operate(s *state, o operation, l, r side) *smt.Term {
	op, at := o.op, o.at
	ex, a, ta := l.e, l.v, l.t
	ey, b, tb := r.e, r.v, r.t
	switch op {
	case java.Eq, java.Ne:
		var eq *smt.Term
		switch {
		case isRef(ta) && isRef(tb):
			eq = smt.Eq(a, b)
		case sortOf(ta) == smt.Bool || sortOf(tb) == smt.Bool:
			eq = smt.Eq(x.unboxChecked(s, ex, a, types.TBoolean), x.unboxChecked(s, ey, b, types.TBoolean))
		default:
			t := x.javaPromoted(ta, tb)
			return x.compare(op, x.convertChecked(s, ex, a, ta, t), x.convertChecked(s, ey, b, tb, t))
		}
		if op == java.Ne {
			return smt.Not(eq)
		}
		return eq
	case java.BitAnd, java.BitOr, java.BitXor:
		if unboxedKind(ta) == types.Boolean {
			return boolOp(op, x.unboxChecked(s, ex, a, types.TBoolean), x.unboxChecked(s, ey, b, types.TBoolean))
		}
	// Shifts promote each operand alone; the type is that of the left one (JLS 15.19).
	case java.Shl, java.Shr, java.Ushr:
		t := x.javaPromoted(ta, ta)
		u := x.javaPromoted(tb, tb)
		a, b = x.convertChecked(s, ex, a, ta, t), x.convertChecked(s, ey, b, tb, u)
		if x.arithmetic == verify.Safe {
			// The machine takes the distance modulo the width, which is hardly meant.
			in := smt.And(smt.Le(smt.IntLit(0), b), smt.Lt(b, smt.IntLit(int64(bits(t)))))
			x.prove(s, in, obligation{kind: verify.PossiblyLargeShift, at: at})
		}
		return x.bitOp(op, a, b, t)
	}
	t := x.javaPromoted(ta, tb)
	a, b = x.convertChecked(s, ex, a, ta, t), x.convertChecked(s, ey, b, tb, t)
	switch op {
	case java.Lt, java.Le, java.Gt, java.Ge:
		return x.compare(op, a, b)
	case java.BitAnd, java.BitOr, java.BitXor:
		return x.bitOp(op, a, b, t)
	case java.Div, java.Rem:
		if isIntegral(t) {
			x.mayThrow(s, smt.Not(smt.Eq(b, smt.IntLit(0))), "java.lang.ArithmeticException", verify.PossiblyDivideByZero, at, "")
		}
	}
	return x.checked(s, o.e, op, at, x.arith(o.e, op, a, b, t), t)
}

// arith is + - * / % without checks, mathematical on integers.
func (x *exec) arith(e java.Expr, op java.Op, a, b *smt.Term, t types.Type) *smt.Term {
	if isFloating(t) {
		fn := map[java.Op]string{java.Plus: "fp.add", java.Sub: "fp.sub", java.Mul: "fp.mul", java.Div: "fp.div"}[op]
		if fn == "" {
			x.unsupported(e, "remainder of floating-point numbers")
		}
		if (op == java.Plus || op == java.Mul) && isFiniteLit(a) {
			a, b = b, a // sums and products commute
		}
		x.Bits()
		v := smt.App(fn, a.Sort, smt.Var("RNE", "RoundingMode"), a, b)
		if x.arithmetic == verify.Quiet && closed(v) {
			// Quiet mode takes results to be numbers; a fact cannot speak of a bound variable.
			x.fact(isNumber(v))
		}
		return v
	}
	switch op {
	case java.Plus:
		return smt.Add(a, b)
	case java.Sub:
		return smt.Subtract(a, b)
	case java.Mul:
		return x.Product(a, b)
	case java.Div:
		if t.Kind() == types.Real {
			return smt.App("/", smt.Real, a, b)
		}
		return x.divide(a, b)
	case java.Rem:
		return x.remainder(a, b)
	}
	x.unsupported(e, "operator")
	return nil
}

// divide and remainder are Java's, which truncate toward zero, over SMT-LIB's,
// whose remainder is never negative. By a divisor that is not a literal they are
// functions with the laws that programs use: to the solver's arithmetic such a
// division is nonlinear, and it would look for more than is needed.
func (x *exec) divide(a, b *smt.Term) *smt.Term {
	if b.Num() == nil {
		x.divisionLaws()
		return smt.App("jdiv", smt.Int, a, b)
	}
	if a.Num() != nil && b.Num().Sign() != 0 {
		return smt.BigLit(new(big.Int).Quo(a.Num(), b.Num()))
	}
	q := smt.App("div", smt.Int, a, b)
	// For a negative dividend SMT-LIB's div rounds away from zero, Java's toward it.
	neg := smt.Negate(smt.App("div", smt.Int, smt.Negate(a), b))
	return smt.Ite(smt.Le(smt.IntLit(0), a), q, neg)
}

func (x *exec) remainder(a, b *smt.Term) *smt.Term {
	if b.Num() == nil {
		x.divisionLaws()
		return smt.App("jrem", smt.Int, a, b)
	}
	if a.Num() != nil && b.Num().Sign() != 0 {
		return smt.BigLit(new(big.Int).Rem(a.Num(), b.Num()))
	}
	m := smt.App("mod", smt.Int, a, b)
	neg := smt.Negate(smt.App("mod", smt.Int, smt.Negate(a), b))
	return smt.Ite(smt.Le(smt.IntLit(0), a), m, neg)
}

// divisionLaws declares jdiv and jrem.
func (x *exec) divisionLaws() {
	x.once("jdiv", func() {
		x.Nonlinear()
		x.Declare("jdiv", smt.Int, smt.Int, smt.Int)
		x.Declare("jrem", smt.Int, smt.Int, smt.Int)
		a, b := x.bound("a", smt.Int), x.bound("b", smt.Int)
		zero, one := smt.IntLit(0), smt.IntLit(1)
		q, r := smt.App("jdiv", smt.Int, a, b), smt.App("jrem", smt.Int, a, b)
		abs := func(v *smt.Term) *smt.Term { return smt.Ite(smt.Le(zero, v), v, smt.Negate(v)) }
		// Woken by either, as code may use the quotient or the remainder alone.
		for _, pat := range []*smt.Term{q, r} {
			all := func(t *smt.Term) { x.fact(smt.Forall([]*smt.Term{a, b}, t, []*smt.Term{pat})) }
			nz := smt.Not(smt.Eq(b, zero))
			all(smt.Implies(nz, smt.And(smt.Eq(a, smt.Add(smt.Mul(b, q), r)), smt.Lt(abs(r), abs(b)),
				smt.Implies(smt.Le(zero, a), smt.Le(zero, r)), smt.Implies(smt.Le(a, zero), smt.Le(r, zero)))))
			all(smt.Implies(smt.And(nz, smt.Lt(abs(a), abs(b))), smt.And(smt.Eq(q, zero), smt.Eq(r, a))))
			all(smt.Implies(smt.Eq(b, one), smt.And(smt.Eq(q, a), smt.Eq(r, zero))))
			all(smt.Implies(smt.And(nz, smt.Eq(a, b)), smt.And(smt.Eq(q, one), smt.Eq(r, zero))))
			all(smt.Implies(smt.And(smt.Le(zero, a), smt.Lt(zero, b)), smt.And(smt.Le(zero, q), smt.Le(q, a), smt.Le(r, a))))
			all(smt.Implies(smt.And(smt.Lt(zero, b), smt.Le(b, a), smt.Lt(a, smt.Add(b, b))), smt.And(smt.Eq(q, one), smt.Eq(r, smt.Subtract(a, b)))))
			all(smt.Implies(nz, smt.Le(abs(q), abs(a))))
		}
	})
}

// checked applies the arithmetic mode to the result of an operation of type t.
func (x *exec) checked(s *state, e java.Expr, op java.Op, at java.Pos, v *smt.Term, t types.Type) *smt.Term {
	// A remainder is never larger than the dividend in size.
	if v.Sort != smt.Int || op == java.Rem {
		return v
	}
	switch x.arithmetic {
	case verify.Quiet:
		return v
	case verify.Java:
		return wrap(v, t)
	}
	x.prove(s, inRange(v, t), obligation{kind: verify.ArithmeticOperationRange, at: at, detail: overflowText(op, t)})
	return v
}

func overflowText(op java.Op, t types.Type) string {
	switch op {
	case java.Plus, java.PreInc, java.PostInc:
		return "overflow in " + t.String() + " sum"
	case java.Sub, java.PreDec, java.PostDec:
		return "overflow in " + t.String() + " difference"
	case java.Mul:
		return t.String() + " multiply overflow"
	case java.Div:
		return "overflow in " + t.String() + " divide"
	case java.Neg:
		return t.String() + " negation"
	}
	return "overflow"
}

// compare is a relation between numbers of one type.
func (x *exec) compare(op java.Op, a, b *smt.Term) *smt.Term {
	if a.Sort == smt.Float32 || a.Sort == smt.Float64 {
		switch op {
		case java.Eq:
			// A value is equal to itself unless it is NaN, which is often known by its form.
			if x.sameFloat(a, b) {
				return smt.Not(x.isNaN(a))
			}
			return smt.App("fp.eq", smt.Bool, a, b)
		case java.Ne:
			if x.sameFloat(a, b) {
				return x.isNaN(a)
			}
			return smt.Not(smt.App("fp.eq", smt.Bool, a, b))
		case java.Lt:
			return smt.App("fp.lt", smt.Bool, a, b)
		case java.Le, java.Ge:
			if x.sameFloat(a, b) {
				return smt.Not(x.isNaN(a))
			}
		}
		switch op {
		case java.Le:
			return smt.App("fp.leq", smt.Bool, a, b)
		case java.Gt:
			return smt.App("fp.gt", smt.Bool, a, b)
		}
		return smt.App("fp.geq", smt.Bool, a, b)
	}
	switch op {
	case java.Eq:
		return smt.Eq(a, b)
	case java.Ne:
		return smt.Not(smt.Eq(a, b))
	case java.Lt:
		return smt.Lt(a, b)
	case java.Le:
		return smt.Le(a, b)
	case java.Gt:
		return smt.Lt(b, a)
	}
	return smt.Le(b, a)
}

func (x *exec) unary(s *state, e *java.Unary) *smt.Term {
	switch e.Op {
	case java.Not:
		return smt.Not(x.cond(s, e.X))
	case java.PreInc, java.PreDec, java.PostInc, java.PostDec:
		l := x.place(s, e.X)
		old := x.load(s, l)
		t := x.javaPromoted(l.typ, types.TInt)
		op := java.Plus
		if e.Op == java.PreDec || e.Op == java.PostDec {
			op = java.Sub
		}
		v := x.convertChecked(s, e.X, old, l.typ, t)
		one := x.convert(smt.IntLit(1), types.TInt, t)
		at := e.From
		if e.Op == java.PostInc || e.Op == java.PostDec {
			at = e.X.End()
		}
		now := x.checked(s, e, op, at, x.arith(e, op, v, one, t), t)
		now = x.narrow(s, at, now, t, l.typ)
		x.store(s, l, now, e.X.Pos())
		if e.Op == java.PreInc || e.Op == java.PreDec {
			return now
		}
		return old
	}
	t := x.javaPromoted(x.typeOf(e.X), x.typeOf(e.X))
	v := x.convertChecked(s, e.X, x.expr(s, e.X), x.typeOf(e.X), t)
	switch e.Op {
	case java.Neg:
		if isFloating(t) {
			return smt.App("fp.neg", v.Sort, v)
		}
		return x.checked(s, e, java.Neg, e.From, smt.Negate(v), t)
	case java.BitNot:
		return smt.Subtract(smt.IntLit(-1), v)
	}
	return v
}

// assign runs an assignment, simple or compound; its value is the new value.
func (x *exec) assign(s *state, e *java.AssignExpr) *smt.Term {
	// In a simple assignment the right side runs before null and the index are looked at (JLS
	// 15.26.1); a compound one reads the left side first.
	l, check := x.placeLater(s, e.X, e.Op == java.Assign)
	if e.Op == java.Assign {
		v := x.convertChecked(s, e.Y, x.expr(s, e.Y), x.typeOf(e.Y), l.typ)
		check()
		x.store(s, l, v, x.assignPos(e))
		return v
	}
	old, to := x.load(s, l), l.typ
	if isBoxed(to) {
		to = unboxed(to) // before the right side runs
		old = x.unboxChecked(s, e.X, old, to)
	}
	ty := x.typeOf(e.Y)
	b := x.expr(s, e.Y)
	var v *smt.Term
	if isString(l.typ) {
		v = x.newString(s, x.joined(s, x.stringOf(s, old, l.typ), x.stringOf(s, b, ty)))
	} else {
		v = x.operate(s, operation{e, e.Op, x.assignPos(e)}, side{e.X, old, to}, side{e.Y, b, ty})
		t := x.javaPromoted(l.typ, ty)
		if e.Op == java.Shl || e.Op == java.Shr || e.Op == java.Ushr {
			t = x.javaPromoted(l.typ, l.typ)
		}
		if v.Sort != smt.Bool {
			v = x.narrow(s, x.assignPos(e), v, t, l.typ)
		}
	}
	x.store(s, l, v, x.assignPos(e))
	return v
}

// narrow converts a number to the type of a variable after ++, -- or op=, or in a
// cast, obliging it to fit where the mode says so.
func (x *exec) narrow(s *state, at java.Pos, v *smt.Term, from, to types.Type) *smt.Term {
	if isBoxed(to) {
		p := unboxed(to)
		return x.box(s, x.narrow(s, at, v, from, p), p)
	}
	if isIntegral(to) && v.Sort == smt.Int && !x.fits(from, to) {
		switch x.arithmetic {
		case verify.Safe:
			x.prove(s, inRange(v, to), obligation{kind: verify.ArithmeticCastRange, at: at})
			return v
		}
		return wrap(v, to)
	}
	return x.convert(v, from, to)
}

func (x *exec) castExpr(s *state, e *java.Cast) *smt.Term {
	from, to := x.typeOf(e.X), x.written(e.Type)
	v := x.expr(s, e.X)
	if !isRef(to) {
		if isRef(from) {
			p := unboxed(from)
			if p == nil {
				x.unsupported(e, "cast of "+from.String()+" to "+to.String())
			}
			v = x.unboxChecked(s, e.X, v, p)
			from = p
		}
		return x.narrow(s, e.From, v, from, to)
	}
	if !isRef(from) {
		return x.convertChecked(s, e, v, from, to)
	}
	if !x.subtype(from, to) {
		x.mayThrow(s, smt.Or(smt.Eq(v, null), x.instance(v, to)), "java.lang.ClassCastException", verify.PossiblyBadCast, e.From,
			"a "+simple(from)+" cannot be proved to be a "+simple(to))
	}
	return v
}
