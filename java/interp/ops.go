package interp

import (
	"math"

	"ensures/java"
	"ensures/java/types"
)

// Operators on the primitive lane. The frequent shapes (a local or a constant as
// an operand) have closures of their own: LL local and local, LK local and
// constant, XL, XK and XX with any left operand.

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
		out.b = compareDoubles(x.Op, p, q)
		return out
	case types.Float:
		out.b = compareFloats(x.Op, p, q)
		return out
	}
	out.b = compareInts(x.Op, a, b)
	return out
}

func compareDoubles(op java.Op, p, q pfn) bfn {
	switch op {
	case java.Lt:
		return func(f *frame) bool { a := f64(p(f)); return a < f64(q(f)) }
	case java.Le:
		return func(f *frame) bool { a := f64(p(f)); return a <= f64(q(f)) }
	case java.Gt:
		return func(f *frame) bool { a := f64(p(f)); return a > f64(q(f)) }
	case java.Ge:
		return func(f *frame) bool { a := f64(p(f)); return a >= f64(q(f)) }
	case java.Eq:
		return func(f *frame) bool { a := f64(p(f)); return a == f64(q(f)) }
	case java.Ne:
		return func(f *frame) bool { a := f64(p(f)); return a != f64(q(f)) }
	}
	return nil
}

func compareFloats(op java.Op, p, q pfn) bfn {
	switch op {
	case java.Lt:
		return func(f *frame) bool { a := f32(p(f)); return a < f32(q(f)) }
	case java.Le:
		return func(f *frame) bool { a := f32(p(f)); return a <= f32(q(f)) }
	case java.Gt:
		return func(f *frame) bool { a := f32(p(f)); return a > f32(q(f)) }
	case java.Ge:
		return func(f *frame) bool { a := f32(p(f)); return a >= f32(q(f)) }
	case java.Eq:
		return func(f *frame) bool { a := f32(p(f)); return a == f32(q(f)) }
	case java.Ne:
		return func(f *frame) bool { a := f32(p(f)); return a != f32(q(f)) }
	}
	return nil
}

func compareInts(op java.Op, a, b val) bfn {
	p, q := a.prim(), b.prim()
	i, j, k := a.slot, b.slot, b.k
	ll := a.shape == shapeLocal && b.shape == shapeLocal
	lk := a.shape == shapeLocal && b.shape == shapeConst
	xk, xl, lx := b.shape == shapeConst, b.shape == shapeLocal, a.shape == shapeLocal
	switch op {
	case java.Lt:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] < f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] < k }
		case xk:
			return func(f *frame) bool { return p(f) < k }
		case xl:
			return func(f *frame) bool { return p(f) < f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a < q(f) }
		}
		return func(f *frame) bool { a := p(f); return a < q(f) }
	case java.Le:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] <= f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] <= k }
		case xk:
			return func(f *frame) bool { return p(f) <= k }
		case xl:
			return func(f *frame) bool { return p(f) <= f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a <= q(f) }
		}
		return func(f *frame) bool { a := p(f); return a <= q(f) }
	case java.Gt:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] > f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] > k }
		case xk:
			return func(f *frame) bool { return p(f) > k }
		case xl:
			return func(f *frame) bool { return p(f) > f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a > q(f) }
		}
		return func(f *frame) bool { a := p(f); return a > q(f) }
	case java.Ge:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] >= f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] >= k }
		case xk:
			return func(f *frame) bool { return p(f) >= k }
		case xl:
			return func(f *frame) bool { return p(f) >= f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a >= q(f) }
		}
		return func(f *frame) bool { a := p(f); return a >= q(f) }
	case java.Eq:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] == f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] == k }
		case xk:
			return func(f *frame) bool { return p(f) == k }
		case xl:
			return func(f *frame) bool { return p(f) == f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a == q(f) }
		}
		return func(f *frame) bool { a := p(f); return a == q(f) }
	case java.Ne:
		switch {
		case ll:
			return func(f *frame) bool { return f.p[i] != f.p[j] }
		case lk:
			return func(f *frame) bool { return f.p[i] != k }
		case xk:
			return func(f *frame) bool { return p(f) != k }
		case xl:
			return func(f *frame) bool { return p(f) != f.p[j] }
		case lx:
			return func(f *frame) bool { a := f.p[i]; return a != q(f) }
		}
		return func(f *frame) bool { a := p(f); return a != q(f) }
	}
	return nil
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
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x && y }
		case java.BitOr:
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x || y }
		case java.BitXor:
			out.b = func(f *frame) bool { x := p(f); y := q(f); return x != y }
		}
	case types.Int:
		out.p = c.arithInt(op, a, b)
	case types.Long:
		out.p = c.arithLong(op, a, b)
	case types.Float:
		out.p = arithFloat(op, a.prim(), b.prim())
	case types.Double:
		out.p = arithDouble(op, a.prim(), b.prim())
	}
	if out.p == nil && out.b == nil {
		c.unsupported(at, "operator on "+t.String())
	}
	return out
}

func arithFloat(op java.Op, p, q pfn) pfn {
	switch op {
	case java.Plus:
		return func(f *frame) int64 { a := f32(p(f)); return bits32(a + f32(q(f))) }
	case java.Sub:
		return func(f *frame) int64 { a := f32(p(f)); return bits32(a - f32(q(f))) }
	case java.Mul:
		return func(f *frame) int64 { a := f32(p(f)); return bits32(a * f32(q(f))) }
	case java.Div:
		return func(f *frame) int64 { a := f32(p(f)); return bits32(a / f32(q(f))) }
	case java.Rem:
		return func(f *frame) int64 { a := float64(f32(p(f))); return bits32(float32(math.Mod(a, float64(f32(q(f)))))) }
	}
	return nil
}

func arithDouble(op java.Op, p, q pfn) pfn {
	switch op {
	case java.Plus:
		return func(f *frame) int64 { a := f64(p(f)); return bits64(a + f64(q(f))) }
	case java.Sub:
		return func(f *frame) int64 { a := f64(p(f)); return bits64(a - f64(q(f))) }
	case java.Mul:
		return func(f *frame) int64 { a := f64(p(f)); return bits64(a * f64(q(f))) }
	case java.Div:
		return func(f *frame) int64 { a := f64(p(f)); return bits64(a / f64(q(f))) }
	case java.Rem:
		return func(f *frame) int64 { a := float64(f64(p(f))); return bits64(float64(math.Mod(a, float64(f64(q(f)))))) }
	}
	return nil
}

func (c *compiler) arithInt(op java.Op, a, b val) pfn {
	p, q := a.prim(), b.prim()
	i, j, k := a.slot, b.slot, b.k
	ll := a.shape == shapeLocal && b.shape == shapeLocal
	lk := a.shape == shapeLocal && b.shape == shapeConst
	xk, xl, lx := b.shape == shapeConst, b.shape == shapeLocal, a.shape == shapeLocal
	switch op {
	case java.Plus:
		switch {
		case ll:
			return func(f *frame) int64 { return int64(int32(f.p[i] + f.p[j])) }
		case lk:
			return func(f *frame) int64 { return int64(int32(f.p[i] + k)) }
		case xk:
			return func(f *frame) int64 { return int64(int32(p(f) + k)) }
		case xl:
			return func(f *frame) int64 { a := p(f); return int64(int32(a + f.p[j])) }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return int64(int32(a + q(f))) }
		}
		return func(f *frame) int64 { a := p(f); return int64(int32(a + q(f))) }
	case java.Sub:
		switch {
		case ll:
			return func(f *frame) int64 { return int64(int32(f.p[i] - f.p[j])) }
		case lk:
			return func(f *frame) int64 { return int64(int32(f.p[i] - k)) }
		case xk:
			return func(f *frame) int64 { return int64(int32(p(f) - k)) }
		case xl:
			return func(f *frame) int64 { a := p(f); return int64(int32(a - f.p[j])) }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return int64(int32(a - q(f))) }
		}
		return func(f *frame) int64 { a := p(f); return int64(int32(a - q(f))) }
	case java.Mul:
		switch {
		case ll:
			return func(f *frame) int64 { return int64(int32(f.p[i] * f.p[j])) }
		case lk:
			return func(f *frame) int64 { return int64(int32(f.p[i] * k)) }
		case xk:
			return func(f *frame) int64 { return int64(int32(p(f) * k)) }
		case xl:
			return func(f *frame) int64 { a := p(f); return int64(int32(a * f.p[j])) }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return int64(int32(a * q(f))) }
		}
		return func(f *frame) int64 { a := p(f); return int64(int32(a * q(f))) }
	case java.BitAnd:
		if xk {
			return func(f *frame) int64 { return p(f) & k }
		}
		return func(f *frame) int64 { a := p(f); return a & q(f) }
	case java.BitOr:
		if xk {
			return func(f *frame) int64 { return p(f) | k }
		}
		return func(f *frame) int64 { a := p(f); return a | q(f) }
	case java.BitXor:
		if xk {
			return func(f *frame) int64 { return p(f) ^ k }
		}
		return func(f *frame) int64 { a := p(f); return a ^ q(f) }
	case java.Div:
		switch {
		case lk && k > 0:
			return func(f *frame) int64 { return f.p[i] / k }
		case xk && k > 0:
			return func(f *frame) int64 { return p(f) / k }
		}
		return func(f *frame) int64 {
			a := p(f)
			b := q(f)
			if b == 0 {
				f.m.Throw("java.lang.ArithmeticException", "/ by zero")
			}
			return int64(int32(a / b))
		}
	case java.Rem:
		switch {
		case lk && k > 0:
			return func(f *frame) int64 { return f.p[i] % k }
		case xk && k > 0:
			return func(f *frame) int64 { return p(f) % k }
		}
		return func(f *frame) int64 {
			a := p(f)
			b := q(f)
			if b == 0 {
				f.m.Throw("java.lang.ArithmeticException", "/ by zero")
			}
			return int64(int32(a % b))
		}
	case java.Shl:
		if xk {
			n := uint(k) & 31
			return func(f *frame) int64 { return int64(int32(p(f) << n)) }
		}
		return func(f *frame) int64 { a := p(f); return int64(int32(a << (uint(q(f)) & 31))) }
	case java.Shr:
		if xk {
			n := uint(k) & 31
			return func(f *frame) int64 { return p(f) >> n }
		}
		return func(f *frame) int64 { a := p(f); return a >> (uint(q(f)) & 31) }
	case java.Ushr:
		return func(f *frame) int64 { a := p(f); return int64(int32(uint32(a) >> (uint(q(f)) & 31))) }
	}
	return nil
}

func (c *compiler) arithLong(op java.Op, a, b val) pfn {
	p, q := a.prim(), b.prim()
	i, j, k := a.slot, b.slot, b.k
	ll := a.shape == shapeLocal && b.shape == shapeLocal
	lk := a.shape == shapeLocal && b.shape == shapeConst
	xk, xl, lx := b.shape == shapeConst, b.shape == shapeLocal, a.shape == shapeLocal
	switch op {
	case java.Plus:
		switch {
		case ll:
			return func(f *frame) int64 { return f.p[i] + f.p[j] }
		case lk:
			return func(f *frame) int64 { return f.p[i] + k }
		case xk:
			return func(f *frame) int64 { return p(f) + k }
		case xl:
			return func(f *frame) int64 { a := p(f); return a + f.p[j] }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return a + q(f) }
		}
		return func(f *frame) int64 { a := p(f); return a + q(f) }
	case java.Sub:
		switch {
		case ll:
			return func(f *frame) int64 { return f.p[i] - f.p[j] }
		case lk:
			return func(f *frame) int64 { return f.p[i] - k }
		case xk:
			return func(f *frame) int64 { return p(f) - k }
		case xl:
			return func(f *frame) int64 { a := p(f); return a - f.p[j] }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return a - q(f) }
		}
		return func(f *frame) int64 { a := p(f); return a - q(f) }
	case java.Mul:
		switch {
		case ll:
			return func(f *frame) int64 { return f.p[i] * f.p[j] }
		case lk:
			return func(f *frame) int64 { return f.p[i] * k }
		case xk:
			return func(f *frame) int64 { return p(f) * k }
		case xl:
			return func(f *frame) int64 { a := p(f); return a * f.p[j] }
		case lx:
			return func(f *frame) int64 { a := f.p[i]; return a * q(f) }
		}
		return func(f *frame) int64 { a := p(f); return a * q(f) }
	case java.BitAnd:
		if xk {
			return func(f *frame) int64 { return p(f) & k }
		}
		return func(f *frame) int64 { a := p(f); return a & q(f) }
	case java.BitOr:
		if xk {
			return func(f *frame) int64 { return p(f) | k }
		}
		return func(f *frame) int64 { a := p(f); return a | q(f) }
	case java.BitXor:
		if xk {
			return func(f *frame) int64 { return p(f) ^ k }
		}
		return func(f *frame) int64 { a := p(f); return a ^ q(f) }
	case java.Div:
		switch {
		case lk && k > 0:
			return func(f *frame) int64 { return f.p[i] / k }
		case xk && k > 0:
			return func(f *frame) int64 { return p(f) / k }
		}
		return func(f *frame) int64 {
			a := p(f)
			b := q(f)
			if b == 0 {
				f.m.Throw("java.lang.ArithmeticException", "/ by zero")
			}
			return a / b
		}
	case java.Rem:
		switch {
		case lk && k > 0:
			return func(f *frame) int64 { return f.p[i] % k }
		case xk && k > 0:
			return func(f *frame) int64 { return p(f) % k }
		}
		return func(f *frame) int64 {
			a := p(f)
			b := q(f)
			if b == 0 {
				f.m.Throw("java.lang.ArithmeticException", "/ by zero")
			}
			return a % b
		}
	case java.Shl:
		if xk {
			n := uint(k) & 63
			return func(f *frame) int64 { return p(f) << n }
		}
		return func(f *frame) int64 { a := p(f); return a << (uint(q(f)) & 63) }
	case java.Shr:
		if xk {
			n := uint(k) & 63
			return func(f *frame) int64 { return p(f) >> n }
		}
		return func(f *frame) int64 { a := p(f); return a >> (uint(q(f)) & 63) }
	case java.Ushr:
		return func(f *frame) int64 { a := p(f); return int64(uint64(a) >> (uint(q(f)) & 63)) }
	}
	return nil
}
