package eval

import (
	"math"
	"math/big"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
)

func (c *compiler) binary(x *java.Binary) *node {
	switch x.Op {
	case java.AndAnd:
		return boolNode(and(c.pred(x.X), c.pred(x.Y)))
	case java.OrOr:
		return boolNode(or(c.pred(x.X), c.pred(x.Y)))
	case java.Implies:
		return boolNode(implies(c.pred(x.X), c.pred(x.Y)))
	case java.ImpliedBy:
		// evaluated from left to right, as it is written
		p, q := c.pred(x.X), c.pred(x.Y)
		return boolNode(or(p, not(q)))
	case java.Iff, java.NotIff:
		return boolNode(same(c.pred(x.X), c.pred(x.Y), x.Op == java.Iff))
	case java.Subtype:
		return c.subtype(x)
	}

	a, b := c.expr(x.X), c.expr(x.Y)
	// Comparisons and + look at the operands before unboxing: == of two boxes compares
	// references, "a" + b is text.
	switch x.Op {
	case java.Eq, java.Ne, java.Lt, java.Le, java.Gt, java.Ge:
		return boolNode(c.relation(x.Op, x, a, b, x.X, x.Y))
	case java.Plus:
		if t := c.info.Operand[x]; t != nil && types.IsString(t) || isStringNode(a) || isStringNode(b) {
			return c.concat(x, a, b)
		}
	}

	a, b = c.unboxed(a, x.X), c.unboxed(b, x.Y)
	pos := x.OpPos
	if a.lane == boolean && b.lane == boolean {
		p, q := a.b, b.b
		// Unlike && and || these evaluate both operands (JLS 15.22.2): a right side without a value
		// leaves the whole without one.
		switch x.Op {
		case java.BitAnd:
			return boolNode(strict(p, q, func(s, t bool) bool { return s && t }))
		case java.BitOr:
			return boolNode(strict(p, q, func(s, t bool) bool { return s || t }))
		case java.BitXor:
			return boolNode(strict(p, q, func(s, t bool) bool { return s != t }))
		}
	}

	switch x.Op {
	case java.Shl, java.Shr, java.Ushr:
		return c.shift(x, a, b)
	case java.BitAnd, java.BitOr, java.BitXor:
		return c.bitwise(x, a, b)
	}

	switch {
	case a.isInt() && b.isInt():
		return c.narrow(pos, c.integerOp(x, a, b), c.operand(x))
	case a.lane == realLane && (b.isInt() || b.isFloat() || b.lane == realLane), b.lane == realLane && (a.isInt() || a.isFloat()):
		// Ahead of the floats: beside a \real a double is the number that it stands for, and
		// nothing is rounded.
		return c.realOp(x, a, b)
	case (a.isInt() || a.isFloat()) && (b.isInt() || b.isFloat()):
		return c.floatOp(x, a, b)
	}
	return c.stop(x, "this operator is not evaluated for %s and %s", c.typeName(x.X), c.typeName(x.Y))
}

func isStringNode(n *node) bool {
	return n.lane == reference && n.t != nil && types.IsString(n.t)
}

// and is left-to-right conjunction: an undefined left side is undefined, and an
// unknown one is overruled by a false right side.
func and(p, q boolFn) boolFn {
	return func(e *env) tri {
		switch v := p(e); v {
		case tTrue:
			return q(e)
		case tUnknown:
			return overruled(e, q, tFalse)
		default:
			return v
		}
	}
}

// overruled is a connective's value where its left side is unknown: by, where that is
// the right side's value, else unknown for the left side's reason. A right side that
// is undefined decides nothing: where the left side is by, it is not evaluated.
func overruled(e *env, q boolFn, by tri) tri {
	bad, why, at := e.bad, e.why, e.at
	e.bad = 0
	if q(e) == by {
		e.bad = 0
		return by
	}
	e.bad, e.why, e.at = bad, why, at
	return tUnknown
}

func not(p boolFn) boolFn {
	return func(e *env) tri {
		switch v := p(e); v {
		case tTrue:
			return tFalse
		case tFalse:
			return tTrue
		default:
			return v
		}
	}
}

func or(p, q boolFn) boolFn {
	return func(e *env) tri {
		switch v := p(e); v {
		case tFalse:
			return q(e)
		case tUnknown:
			return overruled(e, q, tTrue)
		default:
			return v
		}
	}
}

func implies(p, q boolFn) boolFn {
	return func(e *env) tri {
		switch v := p(e); v {
		case tTrue:
			return q(e)
		case tFalse:
			return tTrue
		case tUnknown:
			return overruled(e, q, tTrue)
		default:
			return v
		}
	}
}

func same(p, q boolFn, want bool) boolFn {
	return func(e *env) tri {
		a := p(e)
		if a > tTrue {
			return a
		}
		b := q(e)
		if b > tTrue {
			return b
		}
		return triOf((a == b) == want)
	}
}

func strict(p, q boolFn, op func(a, b bool) bool) boolFn {
	return func(e *env) tri {
		a := p(e)
		if a > tTrue {
			return a
		}
		b := q(e)
		if b > tTrue {
			return b
		}
		return triOf(op(a == tTrue, b == tTrue))
	}
}

func holds(op java.Op, cmp int) bool {
	switch op {
	case java.Eq:
		return cmp == 0
	case java.Ne:
		return cmp != 0
	case java.Lt:
		return cmp < 0
	case java.Le:
		return cmp <= 0
	case java.Gt:
		return cmp > 0
	case java.Ge:
		return cmp >= 0
	}
	return false
}

// relation compiles a comparison of two compiled operands.
func (c *compiler) relation(op java.Op, x java.Expr, a, b *node, ax, bx java.Expr) boolFn {
	if a.lane == reference && b.lane == reference {
		// == and != of two boxes compare the references, < and its like the numbers in them.
		numeric := op != java.Eq && op != java.Ne
		if !numeric {
			return c.sameRef(op, a, b)
		}
	}

	if a.lane == typeLane || b.lane == typeLane {
		return c.sameType(op, x, a, b)
	}

	a, b = c.unboxed(a, ax), c.unboxed(b, bx)
	switch {
	case a.lane == boolean && b.lane == boolean && (op == java.Eq || op == java.Ne):
		return same(a.b, b.b, op == java.Eq)
	case a.lane == integer && b.lane == integer:
		return compareInts(op, a, b)
	case a.isInt() && b.isInt():
		f, g := a.num(), b.num()
		return func(e *env) tri {
			s, t := f(e), g(e)
			if e.bad != 0 {
				return e.fail()
			}
			return triOf(holds(op, cmpNum(s, t)))
		}
	case a.lane == realLane || b.lane == realLane:
		f, g := a.real(), b.real()
		if f == nil || g == nil {
			break
		}
		return func(e *env) tri {
			s, t := f(e), g(e)
			if e.bad != 0 {
				return e.fail()
			}
			return triOf(holds(op, s.Cmp(t)))
		}
	default:
		f, g := a.float(), b.float()
		if f == nil || g == nil {
			break
		}
		// Between two floats Java compares floats.
		if a.lane != float64Lane && b.lane != float64Lane {
			f, g = toFloat32(f, a), toFloat32(g, b)
		}
		return func(e *env) tri {
			s, t := f(e), g(e)
			if e.bad != 0 {
				return e.fail()
			}
			// Go's comparisons are Java's, a NaN is unequal to everything and −0.0 equal to 0.0;
			// holds is no help, for a NaN has no place in an order.
			switch op {
			case java.Eq:
				return triOf(s == t)
			case java.Ne:
				return triOf(s != t)
			case java.Lt:
				return triOf(s < t)
			case java.Le:
				return triOf(s <= t)
			case java.Gt:
				return triOf(s > t)
			}
			return triOf(s >= t)
		}
	}
	c.stop(x, "a comparison of %s and %s is not evaluated", c.typeName(ax), c.typeName(bx))
	return nil
}

// compareInts has a closure of its own for each operator: these are the innermost
// steps of most quantifiers.
func compareInts(op java.Op, a, b *node) boolFn {
	f, g := a.i, b.i
	// The two comparisons with a constant that specifications are full of.
	if b.konst != nil {
		k := *b.konst
		switch op {
		case java.Eq:
			return func(e *env) tri {
				if s := f(e); e.bad == 0 {
					return triOf(s == k)
				}
				return e.fail()
			}
		case java.Ne:
			return func(e *env) tri {
				if s := f(e); e.bad == 0 {
					return triOf(s != k)
				}
				return e.fail()
			}
		}
	}

	switch op {
	case java.Eq:
		return func(e *env) tri {
			if s, t := f(e), g(e); e.bad == 0 {
				return triOf(s == t)
			}
			return e.fail()
		}
	case java.Ne:
		return func(e *env) tri {
			if s, t := f(e), g(e); e.bad == 0 {
				return triOf(s != t)
			}
			return e.fail()
		}
	case java.Lt:
		return func(e *env) tri {
			if s, t := f(e), g(e); e.bad == 0 {
				return triOf(s < t)
			}
			return e.fail()
		}
	case java.Le:
		return func(e *env) tri {
			if s, t := f(e), g(e); e.bad == 0 {
				return triOf(s <= t)
			}
			return e.fail()
		}
	case java.Gt:
		return func(e *env) tri {
			if s, t := f(e), g(e); e.bad == 0 {
				return triOf(s > t)
			}
			return e.fail()
		}
	}

	return func(e *env) tri {
		if s, t := f(e), g(e); e.bad == 0 {
			return triOf(s >= t)
		}
		return e.fail()
	}
}

func (c *compiler) sameRef(op java.Op, a, b *node) boolFn {
	f, g := a.r, b.r
	eq := op == java.Eq
	return func(e *env) tri {
		s, t := f(e), g(e)
		if e.bad != 0 {
			return e.fail()
		}
		return triOf((s == t) == eq)
	}
}

// chain compiles 0 <= i < n as 0 <= i && i < n; each operand is compiled once.
func (c *compiler) chain(x *java.Chain) *node {
	nodes := make([]*node, len(x.Xs))
	for i, y := range x.Xs {
		nodes[i] = c.expr(y)
	}
	var p boolFn
	for i, op := range x.Ops {
		q := c.relation(op, x, nodes[i], nodes[i+1], x.Xs[i], x.Xs[i+1])
		if p == nil {
			p = q
		} else {
			p = and(p, q)
		}
	}
	return boolNode(p)
}

func (c *compiler) integerOp(x *java.Binary, a, b *node) *node {
	pos := x.OpPos
	if a.lane == integer && b.lane == integer {
		if n := laneOp(x, a, b); n != nil {
			return n
		}
	}

	// Wider than the lane: numbers of any size.
	f, g := a.num(), b.num()
	switch x.Op {
	case java.Plus:
		return bigNode(func(e *env) num { return addNum(f(e), g(e)) })
	case java.Sub:
		return bigNode(func(e *env) num { return subNum(f(e), g(e)) })
	case java.Mul:
		return bigNode(func(e *env) num {
			s, t := f(e), g(e)
			// Specifications that a model wrote can ask for numbers that fill the
			// memory.
			if s.b != nil && t.b != nil && s.b.BitLen()+t.b.BitLen() > maxBigBits {
				e.unknown(pos, "the product has too many digits")
				return num{}
			}
			return mulNum(s, t)
		})
	case java.Div, java.Rem:
		rem := x.Op == java.Rem
		return bigNode(func(e *env) num {
			s, t := f(e), g(e)
			if t.sign() == 0 {
				e.undefined(pos, "division by zero")
				return num{}
			}
			if rem {
				return remNum(s, t)
			}
			return divNum(s, t)
		})
	}
	return c.stop(x, "this operator is not evaluated on integers")
}

// laneOp is an operator whose result fits the lane; nil where it may not.
func laneOp(x *java.Binary, a, b *node) *node {
	pos := x.OpPos
	f, g := a.i, b.i
	// A result of so many bits at most: where it fits the lane no test for overflow
	// is needed.
	w := max(a.bits, b.bits) + 1
	switch x.Op {
	case java.Plus:
		if w <= maxBits {
			if b.konst != nil {
				k := *b.konst
				return intNode(w, func(e *env) int64 { return f(e) + k })
			}
			return intNode(w, func(e *env) int64 { return f(e) + g(e) })
		}
	case java.Sub:
		if w <= maxBits {
			if b.konst != nil {
				k := *b.konst
				return intNode(w, func(e *env) int64 { return f(e) - k })
			}
			return intNode(w, func(e *env) int64 { return f(e) - g(e) })
		}
	case java.Mul:
		if a.bits+b.bits <= maxBits {
			return intNode(a.bits+b.bits, func(e *env) int64 { return f(e) * g(e) })
		}
	case java.Div:
		// The quotient is no larger than the dividend. Even the least int by −1 fits: whether 2³¹
		// is a value of the type is for narrow to say.
		return intNode(a.bits, func(e *env) int64 {
			s, t := f(e), g(e)
			if t == 0 {
				e.undefined(pos, "division by zero")
				return 0
			}
			return s / t
		})
	case java.Rem:
		// Smaller than the divisor, and no larger than the dividend.
		return intNode(min(a.bits, b.bits), func(e *env) int64 {
			s, t := f(e), g(e)
			if t == 0 {
				e.undefined(pos, "division by zero")
				return 0
			}
			return s % t
		})
	}
	return nil
}

// maxBigBits bounds the size of numbers.
const maxBigBits = 1 << 16

func (c *compiler) floatOp(x *java.Binary, a, b *node) *node {
	f, g := a.float(), b.float()
	single := a.lane != float64Lane && b.lane != float64Lane
	if single {
		f, g = toFloat32(f, a), toFloat32(g, b)
	}
	var h dblFn
	// Floats are computed as doubles and rounded then: a double has more than twice the digits of a
	// float, so rounding twice gives what rounding once gives.
	switch x.Op {
	case java.Plus:
		h = func(e *env) float64 { return f(e) + g(e) }
	case java.Sub:
		h = func(e *env) float64 { return f(e) - g(e) }
	case java.Mul:
		h = func(e *env) float64 { return f(e) * g(e) }
	case java.Div:
		h = func(e *env) float64 { return f(e) / g(e) }
	case java.Rem:
		// The remainder of a truncated quotient (JLS 15.17.3), not that of IEEE 754.
		h = func(e *env) float64 { return math.Mod(f(e), g(e)) }
	default:
		return c.stop(x, "this operator is not evaluated on %s", c.typeName(x.X))
	}
	if single {
		return &node{lane: float32Lane, d: func(e *env) float64 { return float64(float32(h(e))) }}
	}
	return dblNode(h)
}

func (c *compiler) realOp(x *java.Binary, a, b *node) *node {
	f, g, pos := a.real(), b.real(), x.OpPos
	op := x.Op
	switch op {
	case java.Plus, java.Sub, java.Mul, java.Div:
	default:
		return c.stop(x, "this operator is not evaluated on real numbers")
	}
	return &node{lane: realLane, rat: func(e *env) *big.Rat {
		s, t := f(e), g(e)
		z := new(big.Rat)
		switch op {
		case java.Plus:
			return z.Add(s, t)
		case java.Sub:
			return z.Sub(s, t)
		case java.Mul:
			return z.Mul(s, t)
		}
		if t.Sign() == 0 {
			e.undefined(pos, "division by zero")
			return z
		}
		return z.Quo(s, t)
	}}
}

func (c *compiler) shift(x *java.Binary, a, b *node) *node {
	if !a.isInt() || !b.isInt() {
		return c.stop(x, "a shift of something that is no integer")
	}
	k := c.operand(x)
	if k == types.InvalidKind || k == types.Bigint {
		// The type of a shift is that of its left operand, promoted by itself (JLS 15.19), also
		// where the distance is a \bigint.
		if t := c.info.Types[x.X]; t != nil {
			k = types.Promote(t, types.TInt).Kind()
		}
	}

	f, g := a.num(), b.num()
	switch k {
	case types.Int:
		// Of the distance the low five bits count, for a long the low six (JLS 15.19).
		switch x.Op {
		case java.Shl:
			return intNode(32, func(e *env) int64 { return int64(int32(f(e).low64()) << (uint(g(e).low64()) & 31)) })
		case java.Shr:
			return intNode(32, func(e *env) int64 { return int64(int32(f(e).low64()) >> (uint(g(e).low64()) & 31)) })
		}
		return intNode(32, func(e *env) int64 { return int64(int32(uint32(f(e).low64()) >> (uint(g(e).low64()) & 31))) })
	case types.Long:
		switch x.Op {
		case java.Shl:
			return bigNode(func(e *env) num { return num{n: f(e).low64() << (uint(g(e).low64()) & 63)} })
		case java.Shr:
			return bigNode(func(e *env) num { return num{n: f(e).low64() >> (uint(g(e).low64()) & 63)} })
		}
		return bigNode(func(e *env) num { return num{n: int64(uint64(f(e).low64()) >> (uint(g(e).low64()) & 63))} })
	}

	if x.Op == java.Ushr {
		return c.stop(x, ">>> of an unbounded integer")
	}

	pos, left := x.OpPos, x.Op == java.Shl
	return bigNode(func(e *env) num {
		s, t := f(e), g(e)
		if t.b != nil || t.n < 0 || t.n > maxBigBits {
			e.undefined(pos, "shift by "+t.String())
			return num{}
		}
		if left {
			return fit(new(big.Int).Lsh(s.big(), uint(t.n)))
		}
		return fit(new(big.Int).Rsh(s.big(), uint(t.n)))
	})
}

func (c *compiler) bitwise(x *java.Binary, a, b *node) *node {
	if !a.isInt() || !b.isInt() {
		return c.stop(x, "this operator is not evaluated for %s and %s", c.typeName(x.X), c.typeName(x.Y))
	}
	if a.lane == integer && b.lane == integer {
		f, g := a.i, b.i
		// In two's complement the result is no wider than the operands, but its magnitude may be
		// the next power of two: −5 & −4 is −8.
		w := min(max(a.bits, b.bits)+1, maxBits)
		switch x.Op {
		case java.BitAnd:
			return intNode(w, func(e *env) int64 { return f(e) & g(e) })
		case java.BitOr:
			return intNode(w, func(e *env) int64 { return f(e) | g(e) })
		}
		return intNode(w, func(e *env) int64 { return f(e) ^ g(e) })
	}
	f, g := a.num(), b.num()
	switch x.Op {
	case java.BitAnd:
		return bigNode(func(e *env) num {
			s, t := f(e), g(e)
			if s.b == nil && t.b == nil {
				return num{n: s.n & t.n}
			}
			return bitNum((*big.Int).And, s, t)
		})
	case java.BitOr:
		return bigNode(func(e *env) num {
			s, t := f(e), g(e)
			if s.b == nil && t.b == nil {
				return num{n: s.n | t.n}
			}
			return bitNum((*big.Int).Or, s, t)
		})
	}
	return bigNode(func(e *env) num {
		s, t := f(e), g(e)
		if s.b == nil && t.b == nil {
			return num{n: s.n ^ t.n}
		}
		return bitNum((*big.Int).Xor, s, t)
	})
}

// concat compiles string concatenation.
func (c *compiler) concat(x *java.Binary, a, b *node) *node {
	f, g := c.text(a, x.X), c.text(b, x.Y)
	return &node{lane: reference, t: c.info.Types[x], r: func(e *env) interp.Ref {
		s, t := f(e), g(e)
		if e.bad != 0 {
			return nil
		}
		return s.Concat(t)
	}}
}

// text delivers a node as string conversion does.
func (c *compiler) text(n *node, at java.Expr) func(*env) *interp.String {
	t := c.info.Types[at]
	switch n.lane {
	case reference:
		f := n.r
		return func(e *env) *interp.String {
			r := f(e)
			if e.bad != 0 {
				return nil
			}
			return e.toString(at.Pos(), r)
		}
	case boolean:
		f := n.b
		return func(e *env) *interp.String {
			switch v := f(e); v {
			case tTrue:
				return interp.NewString("true")
			case tFalse:
				return interp.NewString("false")
			default:
				if e.bad == 0 {
					e.bad = v
				}
				return nil
			}
		}
	case integer, bigint:
		f := n.num()
		if t != nil && t.Kind() == types.Char {
			return func(e *env) *interp.String { return interp.NewStringUTF16([]uint16{uint16(f(e).n)}) }
		}
		return func(e *env) *interp.String { return interp.NewString(f(e).String()) }
	case float32Lane:
		f := n.d
		return func(e *env) *interp.String { return interp.NewString(interp.FormatFloat(float32(f(e)))) }
	case float64Lane:
		f := n.d
		return func(e *env) *interp.String { return interp.NewString(interp.FormatDouble(f(e))) }
	}
	c.stop(at, "string conversion of %s is not evaluated", c.typeName(at))
	return nil
}
