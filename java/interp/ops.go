package interp

import (
	"math"
	"unsafe"

	"ensures/java"
	"ensures/java/types"
)

// Operators on the primitive lane. The frequent forms (a local or a constant as an
// operand) have closures of their own, see operandForm.

func (c *compiler) unary(x *java.Unary) val {
	t := c.info.Operand[x]
	if t == nil {
		t = c.typ(x)
	}
	if t.Kind() == types.Dyn {
		return c.dynamicUnary(x)
	}
	if x.Op == java.Not {
		b := c.cond(x.X)
		return val{t: types.TBoolean, b: func(f *frame) bool { return !b(f) }}
	}
	v := c.as(x.X, t)
	p := v.prim()
	out := val{t: t}
	k := t.Kind()
	switch x.Op {
	case java.Plus:
		out.p = p
	case java.Neg:
		// Only the negation of the least number overflows, as the difference from zero does.
		if c.exact() && (k == types.Int || k == types.Long) {
			out.p = c.exactArith(x, java.Sub, k, constant(t, 0), v)
			break
		}
		switch k {
		case types.Int:
			out.p = func(f *frame) int64 { return int64(int32(-p(f))) }
		case types.Long:
			out.p = func(f *frame) int64 { return -p(f) }
		case types.Float:
			out.p = func(f *frame) int64 { return bits32(-f32(p(f))) }
		case types.Double:
			out.p = func(f *frame) int64 { return bits64(-f64(p(f))) }
		}
	case java.BitNot:
		out.p = func(f *frame) int64 { return ^p(f) }
	}
	if out.p == nil {
		c.unsupported(x, "unary operator")
	}
	return out
}

func (c *compiler) binary(x *java.Binary) val {
	switch x.Op {
	case java.AndAnd:
		a, b := c.cond(x.X), c.cond(x.Y)
		return val{t: types.TBoolean, b: func(f *frame) bool { return a(f) && b(f) }}
	case java.OrOr:
		a, b := c.cond(x.X), c.cond(x.Y)
		return val{t: types.TBoolean, b: func(f *frame) bool { return a(f) || b(f) }}
	}

	t := c.info.Operand[x]
	switch {
	case t == nil || t.Kind() == types.Null:
		if x.Op == java.Eq || x.Op == java.Ne {
			return c.sameRef(x)
		}
		c.unsupported(x, "operator")
	case x.Op == java.Plus && types.IsString(t):
		return c.concat(x)
	case t.Kind() == types.Dyn:
		return c.dynamicBinary(x)
	case isRef(t):
		if x.Op == java.Eq || x.Op == java.Ne {
			return c.sameRef(x)
		}
	}

	a := c.as(x.X, t)
	var b val
	switch x.Op {
	// The distance of a shift is promoted by itself: the result has the left side's
	// type (JLS 15.19).
	case java.Shl, java.Shr, java.Ushr:
		y := c.expr(x.Y)
		u := types.Unboxed(y.t)
		if u == nil {
			u = types.TLong
		}
		b = c.convert(y, u)
	default:
		b = c.as(x.Y, t)
	}

	if x.Op >= java.Lt && x.Op <= java.Ne {
		return c.compare(x, t.Kind(), a, b)
	}
	return c.arith(x, x.Op, t, a, b)
}

// sameRef is == or != of references.
func (c *compiler) sameRef(x *java.Binary) val {
	a, b := c.expr(x.X), c.expr(x.Y)
	if !a.ref() {
		a = c.box(a, c.prog.tlib.Boxed(a.t))
	}
	if !b.ref() {
		b = c.box(b, c.prog.tlib.Boxed(b.t))
	}

	// Most of these are tests for null, which have closures of their own.
	p, q := a.r, b.r
	eq := x.Op == java.Eq
	switch {
	case b.shape == shapeNull && a.shape == shapeLocal:
		s := a.slot
		if eq {
			return val{t: types.TBoolean, b: func(f *frame) bool { return f.r[s] == nil }}
		}
		return val{t: types.TBoolean, b: func(f *frame) bool { return f.r[s] != nil }}
	case b.shape == shapeNull && eq:
		return val{t: types.TBoolean, b: func(f *frame) bool { return p(f) == nil }}
	case b.shape == shapeNull:
		return val{t: types.TBoolean, b: func(f *frame) bool { return p(f) != nil }}
	case eq:
		return val{t: types.TBoolean, b: func(f *frame) bool { return p(f) == q(f) }}
	}
	return val{t: types.TBoolean, b: func(f *frame) bool { return p(f) != q(f) }}
}

func (c *compiler) compare(x *java.Binary, k types.Kind, a, b val) val {
	out := val{t: types.TBoolean}
	if k == types.Boolean {
		p, q := a.cond(), b.cond()
		if x.Op == java.Eq {
			out.b = func(f *frame) bool { return p(f) == q(f) }
		} else {
			out.b = func(f *frame) bool { return p(f) != q(f) }
		}
		return out
	}
	p, q := a.prim(), b.prim()
	switch k {
	case types.Double:
		out.b = compareFloats[float64](x.Op, p, q)
		return out
	case types.Float:
		out.b = compareFloats[float32](x.Op, p, q)
		return out
	}
	out.b = compareInts(x.Op, a, b)
	return out
}

// compareFloats reads operands of type T.
func compareFloats[T float32 | float64](op java.Op, p, q pfn) bfn {
	switch op {
	case java.Lt:
		return func(f *frame) bool { a := inLane[T](p(f)); return a < inLane[T](q(f)) }
	case java.Le:
		return func(f *frame) bool { a := inLane[T](p(f)); return a <= inLane[T](q(f)) }
	case java.Gt:
		return func(f *frame) bool { a := inLane[T](p(f)); return a > inLane[T](q(f)) }
	case java.Ge:
		return func(f *frame) bool { a := inLane[T](p(f)); return a >= inLane[T](q(f)) }
	case java.Eq:
		return func(f *frame) bool { a := inLane[T](p(f)); return a == inLane[T](q(f)) }
	case java.Ne:
		return func(f *frame) bool { a := inLane[T](p(f)); return a != inLane[T](q(f)) }
	}
	return nil
}

// operands are the two sides of an operator on integers.
type operands struct {
	form operandForm
	p, q pfn   // the sides
	i, j int   // their slots, where they are locals
	k    int64 // the right one, where it is a constant
}

// operandForm says which sides can be read without a call: L is a local, K a
// constant, X any expression.
type operandForm uint8

const (
	formXX operandForm = iota
	formLL
	formLK
	formXK
	formXL
	formLX
)

func operandsOf(a, b val) operands {
	o := operands{p: a.prim(), q: b.prim(), i: a.slot, j: b.slot, k: b.k}
	// A local on the right is read after the left side has run, which may assign it.
	local := a.shape == shapeLocal
	switch {
	case local && b.shape == shapeLocal:
		o.form = formLL
	case local && b.shape == shapeConst:
		o.form = formLK
	case b.shape == shapeConst:
		o.form = formXK
	case b.shape == shapeLocal:
		o.form = formXL
	case local:
		o.form = formLX
	}
	return o
}

func compareInts(op java.Op, a, b val) bfn {
	o := operandsOf(a, b)
	switch op {
	case java.Lt:
		return o.less()
	case java.Le:
		return o.atMost()
	case java.Gt:
		return o.greater()
	case java.Ge:
		return o.atLeast()
	case java.Eq:
		return o.equal()
	case java.Ne:
		return o.unequal()
	}
	return nil
}

func (o operands) less() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] < f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] < k }
	case formXK:
		return func(f *frame) bool { return p(f) < k }
	case formXL:
		return func(f *frame) bool { return p(f) < f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a < q(f) }
	}
	return func(f *frame) bool { a := p(f); return a < q(f) }
}

func (o operands) atMost() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] <= f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] <= k }
	case formXK:
		return func(f *frame) bool { return p(f) <= k }
	case formXL:
		return func(f *frame) bool { return p(f) <= f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a <= q(f) }
	}
	return func(f *frame) bool { a := p(f); return a <= q(f) }
}

func (o operands) greater() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] > f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] > k }
	case formXK:
		return func(f *frame) bool { return p(f) > k }
	case formXL:
		return func(f *frame) bool { return p(f) > f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a > q(f) }
	}
	return func(f *frame) bool { a := p(f); return a > q(f) }
}

func (o operands) atLeast() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] >= f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] >= k }
	case formXK:
		return func(f *frame) bool { return p(f) >= k }
	case formXL:
		return func(f *frame) bool { return p(f) >= f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a >= q(f) }
	}
	return func(f *frame) bool { a := p(f); return a >= q(f) }
}

func (o operands) equal() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] == f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] == k }
	case formXK:
		return func(f *frame) bool { return p(f) == k }
	case formXL:
		return func(f *frame) bool { return p(f) == f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a == q(f) }
	}
	return func(f *frame) bool { a := p(f); return a == q(f) }
}

func (o operands) unequal() bfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) bool { return f.p[i] != f.p[j] }
	case formLK:
		return func(f *frame) bool { return f.p[i] != k }
	case formXK:
		return func(f *frame) bool { return p(f) != k }
	case formXL:
		return func(f *frame) bool { return p(f) != f.p[j] }
	case formLX:
		return func(f *frame) bool { a := f.p[i]; return a != q(f) }
	}
	return func(f *frame) bool { a := p(f); return a != q(f) }
}

// arith is a binary operator on two operands of type t (the right one of a shift
// has its own type).
func (c *compiler) arith(at java.Node, op java.Op, t types.Type, a, b val) val {
	out := val{t: t}
	switch t.Kind() {
	case types.Boolean:
		p, q := a.cond(), b.cond()
		switch op {
		case java.BitAnd:
			// Not Go's && alone: the right side of & and | is always evaluated.
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x && y }
		case java.BitOr:
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x || y }
		case java.BitXor:
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x != y }
		}
	case types.Int, types.Long:
		// nil from exactArith: the operator cannot overflow, and has its usual code.
		if c.exact() {
			out.p = c.exactArith(at, op, t.Kind(), a, b)
		}
		switch {
		case out.p != nil:
		case t.Kind() == types.Int:
			out.p = arithInts[int32](op, operandsOf(a, b))
		default:
			out.p = arithInts[int64](op, operandsOf(a, b))
		}
	case types.Float:
		out.p = arithFloats[float32](op, a.prim(), b.prim())
	case types.Double:
		out.p = arithFloats[float64](op, a.prim(), b.prim())
	}
	if out.p == nil && out.b == nil {
		c.unsupported(at, "operator on "+t.String())
	}
	return out
}

// arithFloats computes in T; the remainder of floats is exact in doubles.
func arithFloats[T float32 | float64](op java.Op, p, q pfn) pfn {
	switch op {
	case java.Plus:
		return func(f *frame) int64 { a := inLane[T](p(f)); return laneOf(a + inLane[T](q(f))) }
	case java.Sub:
		return func(f *frame) int64 { a := inLane[T](p(f)); return laneOf(a - inLane[T](q(f))) }
	case java.Mul:
		return func(f *frame) int64 { a := inLane[T](p(f)); return laneOf(a * inLane[T](q(f))) }
	case java.Div:
		return func(f *frame) int64 { a := inLane[T](p(f)); return laneOf(a / inLane[T](q(f))) }
	case java.Rem:
		return func(f *frame) int64 {
			a := float64(inLane[T](p(f)))
			return laneOf(T(math.Mod(a, float64(inLane[T](q(f))))))
		}
	}
	return nil
}

// arithInts is an operator on int or long: computed in the lane's 64 bits, then cut
// to T, as two's complement allows for all but the unsigned shift.
func arithInts[T int32 | int64](op java.Op, o operands) pfn {
	switch op {
	case java.Plus:
		return plus[T](o)
	case java.Sub:
		return minus[T](o)
	case java.Mul:
		return times[T](o)
	case java.Div, java.Rem:
		return divide[T](op, o)
	case java.BitAnd, java.BitOr, java.BitXor:
		return o.bitwise(op)
	case java.Shl, java.Shr, java.Ushr:
		return shift[T](op, o)
	}
	return nil
}

func plus[T int32 | int64](o operands) pfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) int64 { return int64(T(f.p[i] + f.p[j])) }
	case formLK:
		return func(f *frame) int64 { return int64(T(f.p[i] + k)) }
	case formXK:
		return func(f *frame) int64 { return int64(T(p(f) + k)) }
	case formXL:
		return func(f *frame) int64 { a := p(f); return int64(T(a + f.p[j])) }
	case formLX:
		return func(f *frame) int64 { a := f.p[i]; return int64(T(a + q(f))) }
	}
	return func(f *frame) int64 { a := p(f); return int64(T(a + q(f))) }
}

func minus[T int32 | int64](o operands) pfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) int64 { return int64(T(f.p[i] - f.p[j])) }
	case formLK:
		return func(f *frame) int64 { return int64(T(f.p[i] - k)) }
	case formXK:
		return func(f *frame) int64 { return int64(T(p(f) - k)) }
	case formXL:
		return func(f *frame) int64 { a := p(f); return int64(T(a - f.p[j])) }
	case formLX:
		return func(f *frame) int64 { a := f.p[i]; return int64(T(a - q(f))) }
	}
	return func(f *frame) int64 { a := p(f); return int64(T(a - q(f))) }
}

func times[T int32 | int64](o operands) pfn {
	p, q, i, j, k := o.p, o.q, o.i, o.j, o.k
	switch o.form {
	case formLL:
		return func(f *frame) int64 { return int64(T(f.p[i] * f.p[j])) }
	case formLK:
		return func(f *frame) int64 { return int64(T(f.p[i] * k)) }
	case formXK:
		return func(f *frame) int64 { return int64(T(p(f) * k)) }
	case formXL:
		return func(f *frame) int64 { a := p(f); return int64(T(a * f.p[j])) }
	case formLX:
		return func(f *frame) int64 { a := f.p[i]; return int64(T(a * q(f))) }
	}
	return func(f *frame) int64 { a := p(f); return int64(T(a * q(f))) }
}

// bitwise needs no cutting: the operators keep a value inside the range of its type.
func (o operands) bitwise(op java.Op) pfn {
	// Integers stand in the lane sign-extended, and the operators keep that.
	p, q, k := o.p, o.q, o.k
	constant := o.form == formLK || o.form == formXK
	switch {
	case op == java.BitAnd && constant:
		return func(f *frame) int64 { return p(f) & k }
	case op == java.BitAnd:
		return func(f *frame) int64 { a := p(f); return a & q(f) }
	case op == java.BitOr && constant:
		return func(f *frame) int64 { return p(f) | k }
	case op == java.BitOr:
		return func(f *frame) int64 { a := p(f); return a | q(f) }
	case constant:
		return func(f *frame) int64 { return p(f) ^ k }
	}
	return func(f *frame) int64 { a := p(f); return a ^ q(f) }
}

// divide is / and %. A positive constant divisor can neither be zero nor overflow;
// with any other one MIN_VALUE / -1 is cut back to MIN_VALUE.
func divide[T int32 | int64](op java.Op, o operands) pfn {
	p, q, i, k := o.p, o.q, o.i, o.k
	switch {
	case o.form == formLK && k > 0 && op == java.Div:
		return func(f *frame) int64 { return f.p[i] / k }
	case o.form == formLK && k > 0:
		return func(f *frame) int64 { return f.p[i] % k }
	case o.form == formXK && k > 0 && op == java.Div:
		return func(f *frame) int64 { return p(f) / k }
	case o.form == formXK && k > 0:
		return func(f *frame) int64 { return p(f) % k }
	case op == java.Div:
		return func(f *frame) int64 {
			a := p(f)
			// Go's division of MIN_VALUE of 64 bits by -1 wraps around as Java's does.
			return int64(T(a / nonZero(f, q(f))))
		}
	}
	return func(f *frame) int64 {
		a := p(f)
		return int64(T(a % nonZero(f, q(f))))
	}
}

func nonZero(f *frame, n int64) int64 {
	if n == 0 {
		f.m.Throw("java.lang.ArithmeticException", "/ by zero")
	}
	return n
}

// shift moves the bits of T: the unsigned one in T's width, not in the lane's.
func shift[T int32 | int64](op java.Op, o operands) pfn {
	p, q, n := o.p, o.q, distance[T](o.k)
	constant := o.form == formLK || o.form == formXK
	switch {
	case op == java.Shl && constant:
		return func(f *frame) int64 { return int64(T(p(f) << n)) }
	case op == java.Shl:
		return func(f *frame) int64 { a := p(f); return int64(T(a << distance[T](q(f)))) }
	case op == java.Shr && constant:
		return func(f *frame) int64 { return p(f) >> n }
	case op == java.Shr:
		return func(f *frame) int64 { a := p(f); return a >> distance[T](q(f)) }
	case unsafe.Sizeof(T(0)) == 4:
		return func(f *frame) int64 { a := p(f); return int64(int32(uint32(a) >> distance[T](q(f)))) }
	}
	return func(f *frame) int64 { a := p(f); return int64(uint64(a) >> distance[T](q(f))) }
}

// distance is a shift's distance: modulo the width of T.
func distance[T int32 | int64](n int64) uint {
	return uint(n) & (uint(unsafe.Sizeof(T(0)))*8 - 1)
}
