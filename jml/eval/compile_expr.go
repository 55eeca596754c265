package eval

import (
	"maps"
	"math"
	"math/big"
	"strconv"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// expr compiles any expression; it stops the compilation when it cannot.
func (c *compiler) expr(x java.Expr) *node {
	n := c.expr1(x)
	if n.at == 0 {
		n.at = x.Pos()
	}
	if n.t == nil && n.lane == reference {
		n.t = c.info.Types[x]
	}
	return n
}

func (c *compiler) expr1(x java.Expr) *node {
	switch x := x.(type) {
	case *java.Paren:
		return c.expr(x.X)
	case *java.Literal:
		return c.literal(x)
	case *java.Name:
		return c.name(x)
	case *java.Select:
		return c.selection(x)
	case *java.Index:
		return c.index(x)
	case *java.Unary:
		return c.unary(x)
	case *java.Binary:
		return c.binary(x)
	case *java.Chain:
		return c.chain(x)
	case *java.Cond:
		return c.cond(x)
	case *java.Cast:
		return c.cast(x)
	case *java.InstanceOf:
		return c.instanceOf(x)
	case *java.This:
		return c.this(x)
	case *java.Call:
		return c.call(x)
	case *java.New:
		return c.create(x)
	case *java.NewArray:
		return c.createArray(x)
	case *java.Quantified:
		return c.quantified(x)
	case *java.SpecWord:
		return c.specWord(x)
	case *java.SpecCall:
		return c.specCall(x)
	case *java.TypeSpec:
		t := c.info.TypeOf[x.Type]
		if t == nil {
			c.stop(x, "unknown type")
		}
		return &node{lane: typeLane, y: func(*env) types.Type { return t }}
	case *java.Labelled:
		return c.expr(x.X)
	case *java.ClassLit:
		t := c.info.TypeOf[x.Type]
		if t == nil {
			c.stop(x, "unknown type")
		}
		return &node{lane: reference, r: func(e *env) interp.Ref { return e.Machine.ClassObject(t) }}
	case *java.Informal:
		return boolNode(func(e *env) tri {
			e.unknown(x.From, "an informal description has no value")
			return tUnknown
		})
	case *java.BadExpr:
		return c.stop(x, "an expression with a syntax error")
	}
	return c.stop(x, "%s in a specification is not evaluated", construct(x))
}

func construct(x java.Expr) string {
	switch x.(type) {
	case *java.AssignExpr:
		return "an assignment"
	case *java.Lambda:
		return "a lambda"
	case *java.MethodRef:
		return "a method reference"
	case *java.SwitchExpr:
		return "a switch expression"
	case *java.StoreAll, *java.StoreRange:
		return "a set of locations"
	}
	return "this construct"
}

func (c *compiler) literal(x *java.Literal) *node {
	if k := c.info.Consts[x]; k != nil {
		return c.constant(k)
	}
	switch x.Kind {
	case java.NullLiteral:
		return &node{lane: reference, t: types.TNull, r: func(*env) interp.Ref { return nil }}
	case java.BoolLiteral:
		v := triOf(x.Raw == "true")
		return boolNode(func(*env) tri { return v })
	}
	return c.stop(x, "a literal without a value")
}

func (c *compiler) constant(k *types.Const) *node {
	switch kind := k.Type.Kind(); kind {
	case types.Boolean:
		v := tri(k.N & 1)
		return boolNode(func(*env) tri { return v })
	case types.Byte, types.Short, types.Char, types.Int, types.Long:
		return constInt(k.N)
	case types.Float:
		v := float64(math.Float32frombits(uint32(k.N)))
		return &node{lane: float32Lane, d: func(*env) float64 { return v }}
	case types.Double:
		v := math.Float64frombits(uint64(k.N))
		return dblNode(func(*env) float64 { return v })
	}
	s := interp.NewString(k.S)
	s.Hash()
	// The hash is kept in the string, which all goroutines that evaluate this share: it is there
	// before any of them asks.
	return &node{lane: reference, t: k.Type, r: func(e *env) interp.Ref { return e.Machine.Intern(s) }}
}

// local reads a variable: bound ones have their own array, others a slot of the
// state the expression is in.
func (c *compiler) local(l *types.Local, at java.Node) *node {
	// A bound variable of a quantifier lies in a slot of the evaluation.
	if i, ok := c.bound[l]; ok {
		switch k := l.Type.Kind(); k {
		case types.Boolean:
			return boolNode(func(e *env) tri { return tri(e.q[i] & 1) })
		case types.Byte, types.Short, types.Char, types.Int:
			return intNode(bitsOf(k), func(e *env) int64 { return e.q[i] })
		case types.Long, types.Bigint:
			return bigNode(func(e *env) num { return num{n: e.q[i]} })
		case types.Float:
			return &node{lane: float32Lane, d: func(e *env) float64 { return float64(math.Float32frombits(uint32(e.q[i]))) }}
		case types.Double:
			return dblNode(func(e *env) float64 { return math.Float64frombits(uint64(e.q[i])) })
		}
		return &node{lane: reference, t: l.Type, r: func(e *env) interp.Ref { return e.qr[i] }}
	}

	i, ok := c.slots[l]
	if !ok {
		if c.grow == nil {
			return c.stop(at, "variable %s has no value here", l.Name)
		}
		i = c.grow(l)
		c.slots[l] = i
	}

	if c.old {
		c.usesOld = true
		// A local of the body, unlike a parameter, did not exist before the call.
		late := !l.Param && !l.Spec
		return c.slot(l.Type, func(e *env) interp.Value {
			if late || i >= len(e.pre.Locals) {
				e.unknown(at.Pos(), "variable "+l.Name+" has no value in the pre-state")
				return interp.Value{}
			}
			return e.pre.Locals[i]
		})
	}

	switch k := l.Type.Kind(); k {
	case types.Boolean:
		return boolNode(func(e *env) tri { return tri(e.cur.Locals[i].N & 1) })
	case types.Byte, types.Short, types.Char, types.Int:
		return intNode(bitsOf(k), func(e *env) int64 { return e.cur.Locals[i].N })
	}
	return c.slot(l.Type, func(e *env) interp.Value { return e.cur.Locals[i] })
}

// slot reads a value that may be a \bigint or \real of a ghost variable.
func (c *compiler) slot(t types.Type, get func(*env) interp.Value) *node {
	switch t.Kind() {
	case types.Bigint:
		return bigNode(func(e *env) num {
			v := get(e)
			if b, ok := v.R.(*bigRef); ok {
				return num{b: b.v}
			}
			return num{n: v.N}
		})
	case types.Real:
		return &node{lane: realLane, rat: func(e *env) *big.Rat {
			v := get(e)
			if b, ok := v.R.(*ratRef); ok {
				return b.v
			}
			return new(big.Rat).SetInt64(v.N)
		}}
	}
	return c.fromValue(t, get)
}

func (c *compiler) name(x *java.Name) *node {
	if k := c.info.Consts[x]; k != nil {
		return c.constant(k)
	}
	u := c.info.Uses[x]
	if u == nil {
		return c.stop(x, "undefined name %s", x.Name)
	}
	switch u.Kind {
	case types.LocalRef:
		return c.local(u.Local, x)
	case types.FieldRef:
		if u.Field.Flags.Has(java.Static) {
			return c.static(u.Field, x)
		}
		return c.field(c.around(x, u.Implicit, false), u.Field, x)
	}
	return c.stop(x, "%s is not a value", x.Name)
}

// receiver is `this` for an unqualified member of class k.
func (c *compiler) receiver(at java.Node) *node {
	c.usesThis = true
	if c.old {
		return &node{lane: reference, at: at.Pos(), r: func(e *env) interp.Ref { return e.pre.This }}
	}
	return &node{lane: reference, at: at.Pos(), r: func(e *env) interp.Ref { return e.cur.This }}
}

func (c *compiler) this(x *java.This) *node {
	n := c.receiver(x)
	if ct, ok := c.info.Types[x].(*types.ClassType); ok && x.Outer != nil {
		n = c.around(x, ct.Class, true)
	}
	n.t = c.info.Types[x]
	return n
}

// around is the object of whose members the text at a place names one without an object: the
// innermost around this, or this itself, of class to; of that class exactly for to.this.
func (c *compiler) around(at java.Node, to *types.Class, exact bool) *node {
	n := c.receiver(at)
	if to == nil || c.chk == nil || c.chk.Unit == nil {
		return n
	}
	for k := types.ClassAt(maps.Values(c.chk.Unit.Info.Classes), at); k != nil && k != to && (exact || !types.IsSubclass(k, to)); k = k.Outer {
		// A top-level or static class has no object around its own, nor has a local one in a static
		// method.
		if k.Outer == nil || k.Static || k.Local {
			return c.stop(at, "the object around an object of %s is not evaluated", k.Name)
		}
		in, class, pos := n.r, k.Binary, at.Pos()
		n = &node{lane: reference, at: pos, r: func(e *env) interp.Ref {
			if o, ok := in(e).(*interp.Object); ok {
				if r, ok := o.Around(class); ok {
					return r
				}
			}
			e.unknown(pos, "the object around this is not there")
			return nil
		}}
	}
	return n
}

func (c *compiler) selection(x *java.Select) *node {
	if k := c.info.Consts[x]; k != nil {
		return c.constant(k)
	}
	u := c.info.Uses[x]
	if u == nil {
		return c.stop(x, "undefined name %s", x.Name.Name)
	}
	switch u.Kind {
	case types.LengthRef:
		r, pos := c.expr(x.X).r, x.Name.From
		if r == nil {
			return c.stop(x, "length of something that is no array")
		}
		return intNode(31, func(e *env) int64 {
			a, ok := r(e).(interp.Array)
			if !ok {
				e.undefined(pos, "null.length")
				return 0
			}
			return int64(a.Len())
		})
	case types.FieldRef:
		if u.Field.Flags.Has(java.Static) {
			return c.static(u.Field, x)
		}
		return c.field(c.expr(x.X), u.Field, x)
	}
	return c.stop(x, "%s is not a value", x.Name.Name)
}

// element reads a[i] of any array; false when i is out of range or a no array.
func element(r interp.Ref, i int64) (interp.Value, bool) {
	a, ok := r.(interp.Array)
	if !ok || i < 0 || i >= int64(a.Len()) {
		return interp.Value{}, false
	}
	return a.At(int(i)), true
}

func (e *env) badIndex(pos java.Pos, a interp.Ref, i int64) {
	if e.bad != 0 {
		return
	}
	n := interp.ArrayLen(a)
	if n < 0 {
		e.undefined(pos, "index of null")
		return
	}
	e.undefined(pos, "index "+strconv.FormatInt(i, 10)+" out of range for length "+strconv.Itoa(n))
}

func (c *compiler) index(x *java.Index) *node {
	an, in := c.expr(x.X), c.unboxed(c.expr(x.I), x.I)
	if an.lane != reference || !in.isInt() {
		return c.stop(x, "indexing something that is no array")
	}
	a, i, pos := an.r, in.int64(), x.I.Pos()
	var elem types.Type
	if at, ok := an.t.(*types.ArrayType); ok {
		elem = at.Elem
	} else if elem = c.info.Types[x]; elem == nil {
		return c.stop(x, "indexing something that is no array")
	}

	// The steps of most quantifiers again: arrays of int and char are read without a detour by way
	// of Value.
	switch elem.Kind() {
	case types.Int:
		return intNode(32, func(e *env) int64 {
			r, k := a(e), i(e)
			if t, ok := r.(*interp.IntArray); ok && uint64(k) < uint64(len(t.A)) {
				return int64(t.A[k])
			}
			e.badIndex(pos, r, k)
			return 0
		})
	case types.Char:
		return intNode(16, func(e *env) int64 {
			r, k := a(e), i(e)
			if t, ok := r.(*interp.CharArray); ok && uint64(k) < uint64(len(t.A)) {
				return int64(t.A[k])
			}
			e.badIndex(pos, r, k)
			return 0
		})
	}
	n := c.fromValue(elem, func(e *env) interp.Value {
		r, k := a(e), i(e)
		v, ok := element(r, k)
		if !ok {
			e.badIndex(pos, r, k)
		}
		return v
	})
	return n
}

// operand is the promoted operand type that the checker found for an operator.
func (c *compiler) operand(x java.Expr) types.Kind {
	if t := c.info.Operand[x]; t != nil {
		return t.Kind()
	}
	return types.InvalidKind
}

// narrow applies the arithmetic mode to the result of an integer operator.
func (c *compiler) narrow(pos java.Pos, n *node, k types.Kind) *node {
	// Unbounded arithmetic leaves results as they are; where Java takes one it has to fit, see
	// value.
	if c.math == jml.SpecMath || k == types.Bigint || k == types.InvalidKind {
		return n
	}
	lo, hi := rangeOf(k)
	f := n.num()
	if c.math == jml.JavaMath {
		return wrap(k, f)
	}
	return fromInt64(k, func(e *env) int64 {
		v := f(e)
		if v.b != nil || v.n < lo || v.n > hi {
			e.undefined(pos, "arithmetic overflow: "+v.String())
			return 0
		}
		return v.n
	})
}

// wrap reduces an integer to a Java type as a narrowing cast does.
func wrap(k types.Kind, f numFn) *node {
	switch k {
	case types.Byte:
		return intNode(8, func(e *env) int64 { return int64(int8(f(e).low64())) })
	case types.Short:
		return intNode(16, func(e *env) int64 { return int64(int16(f(e).low64())) })
	case types.Char:
		return intNode(16, func(e *env) int64 { return int64(uint16(f(e).low64())) })
	case types.Int:
		return intNode(32, func(e *env) int64 { return int64(int32(f(e).low64())) })
	case types.Long:
		return bigNode(func(e *env) num { return num{n: f(e).low64()} })
	}
	return bigNode(f)
}

// least is the value of −2147483648 and −9223372036854775808, whose literal has that value
// by itself: there is no such positive number. Others written in decimal are not negative,
// and what is written in another radix is negated like any number.
func (c *compiler) least(x java.Expr) (int64, bool) {
	u, ok := x.(*java.Unary)
	if !ok || u.Op != java.Neg {
		return 0, false
	}
	lit, ok := u.X.(*java.Literal)
	if !ok || lit.Kind != java.IntLiteral && lit.Kind != java.LongLiteral {
		return 0, false
	}
	k := c.info.Consts[lit]
	_, radix, _ := java.ParseInt(lit.Raw)
	if k == nil || k.N >= 0 || radix != 10 {
		return 0, false
	}
	return k.N, true
}

func (c *compiler) unary(x *java.Unary) *node {
	if x.Op == java.Not {
		return boolNode(not(c.pred(x.X)))
	}

	if k, ok := c.least(x); ok {
		return constInt(k)
	}
	n := c.unboxed(c.expr(x.X), x.X)
	switch x.Op {
	case java.Plus:
		if n.isInt() || n.isFloat() || n.lane == realLane {
			return n
		}
	case java.Neg:
		switch n.lane {
		case integer:
			if n.konst != nil {
				return c.narrow(x.From, constInt(-*n.konst), c.operand(x))
			}
			f := n.i
			return c.narrow(x.From, intNode(n.bits, func(e *env) int64 { return -f(e) }), c.operand(x))
		case bigint:
			f := n.n
			// -9223372036854775808: the constant is beyond the lane, its negation is
			// not.
			if n.konst != nil {
				v := negNum(num{n: *n.konst})
				if v.b == nil {
					return constInt(v.n)
				}
			}
			return c.narrow(x.From, bigNode(func(e *env) num { return negNum(f(e)) }), c.operand(x))
		case float32Lane, float64Lane:
			f := n.d
			return &node{lane: n.lane, d: func(e *env) float64 { return -f(e) }}
		case realLane:
			f := n.rat
			return &node{lane: realLane, rat: func(e *env) *big.Rat { return new(big.Rat).Neg(f(e)) }}
		}
	case java.BitNot:
		// ~x is −x − 1: in the range of every type that x is in, so no arithmetic mode changes it.
		switch n.lane {
		case integer:
			f := n.i
			return intNode(min(n.bits+1, 62), func(e *env) int64 { return ^f(e) })
		case bigint:
			f := n.n
			return bigNode(func(e *env) num {
				v := f(e)
				if v.b == nil {
					return num{n: ^v.n}
				}
				return fit(new(big.Int).Not(v.b))
			})
		}
	}
	return c.stop(x, "this operator in a specification is not evaluated")
}

func (c *compiler) cond(x *java.Cond) *node {
	p := c.pred(x.C)
	a, b := c.expr(x.X), c.expr(x.Y)
	if a.lane != b.lane {
		// With one branch boxed and the other not the result is the number in the box (JLS 15.25).
		a, b = c.unboxed(a, x.X), c.unboxed(b, x.Y)
	}

	switch {
	case a.lane == boolean && b.lane == boolean:
		f, g := a.b, b.b
		return boolNode(func(e *env) tri {
			switch v := p(e); v {
			case tTrue:
				return f(e)
			case tFalse:
				return g(e)
			default:
				return v
			}
		})
	case a.lane == integer && b.lane == integer:
		return intNode(max(a.bits, b.bits), choose(p, a.i, b.i, 0))
	case a.isInt() && b.isInt():
		return bigNode(choose(p, a.num(), b.num(), num{}))
	case a.lane == reference && b.lane == reference:
		return &node{lane: reference, t: c.info.Types[x], r: choose(p, a.r, b.r, nil)}
	case a.lane == realLane || b.lane == realLane:
		f, g := a.real(), b.real()
		if f != nil && g != nil {
			return &node{lane: realLane, rat: choose(p, f, g, new(big.Rat))}
		}
	default:
		f, g := a.float(), b.float()
		if f != nil && g != nil {
			l := float64Lane
			if a.lane != float64Lane && b.lane != float64Lane {
				l = float32Lane
				f, g = toFloat32(f, a), toFloat32(g, b)
			}
			return &node{lane: l, d: choose(p, f, g, 0)}
		}
	}
	return c.stop(x, "the branches of ?: have no common type")
}

// choose evaluates the branch that the condition chooses, and only that: the other one
// may be undefined. Where the condition has no value the result is none, and says so.
func choose[T any](p boolFn, f, g func(*env) T, none T) func(*env) T {
	return func(e *env) T {
		switch v := p(e); v {
		case tTrue:
			return f(e)
		case tFalse:
			return g(e)
		default:
			if e.bad == 0 {
				e.bad = v
			}
			return none
		}
	}
}

// toFloat32 rounds an integer operand as Java's conversion to float does.
func toFloat32(f dblFn, n *node) dblFn {
	if n.isInt() {
		g := n.num()
		return func(e *env) float64 {
			v := g(e)
			// Rounded once: by way of a double, a long could come out one float off.
			if v.b == nil {
				return float64(float32(v.n))
			}
			return float64(float32(v.float()))
		}
	}
	return f
}

func (c *compiler) cast(x *java.Cast) *node {
	t := c.info.TypeOf[x.Type]
	if t == nil {
		t = c.info.Types[x]
	}
	if t == nil {
		return c.stop(x, "unknown type in a cast")
	}

	n := c.expr(x.X)
	k := t.Kind()
	if types.IsPrimitive(t) || k == types.Bigint || k == types.Real {
		n = c.unboxed(n, x.X)
	}

	switch k {
	case types.Boolean:
		if n.lane == boolean {
			return n
		}
	case types.Byte, types.Short, types.Char, types.Int, types.Long:
		switch {
		case n.lane == integer && k != types.Char && n.bits < bitsOf(k):
			return n
		case n.isInt():
			// A constant is converted once, here.
			if n.konst != nil && k != types.Long {
				v := wrap(k, n.num()).i(nil)
				return constInt(v)
			}
			return wrap(k, n.num())
		case n.isFloat():
			f := n.d
			if k == types.Long {
				return bigNode(func(e *env) num { return num{n: interp.DoubleToLong(f(e))} })
			}
			// To byte, short and char the way leads by int (JLS 5.1.3).
			return wrap(k, func(e *env) num { return num{n: interp.DoubleToInt(f(e))} })
		case n.lane == realLane:
			f := n.rat
			return wrap(k, func(e *env) num {
				r := f(e)
				return fit(new(big.Int).Quo(r.Num(), r.Denom()))
			})
		}
	case types.Float:
		if f := n.float(); f != nil {
			if n.lane == float32Lane {
				return n
			}
			if n.isInt() {
				return &node{lane: float32Lane, d: toFloat32(f, n)}
			}
			return &node{lane: float32Lane, d: func(e *env) float64 { return float64(float32(f(e))) }}
		}
	case types.Double:
		if f := n.float(); f != nil {
			return dblNode(f)
		}
	case types.Bigint:
		if n.isInt() {
			return bigNode(n.num())
		}
	case types.Real:
		if f := n.real(); f != nil {
			return &node{lane: realLane, rat: f}
		}
	default:
		return c.castRef(x, n, t)
	}
	return c.stop(x, "a cast to %s is not evaluated", types.ShortString(t))
}

func (c *compiler) castRef(x *java.Cast, n *node, t types.Type) *node {
	// A primitive where a reference is wanted: boxed.
	if n.lane != reference {
		f := c.value(n, t, x.X)
		return &node{lane: reference, t: t, r: func(e *env) interp.Ref { return f(e).R }}
	}
	r, is := n.r, c.instance(t)
	if is == nil {
		return c.stop(x, "a cast to %s is not evaluated", types.ShortString(t))
	}
	return &node{lane: reference, t: t, r: func(e *env) interp.Ref {
		v := r(e)
		if v != nil && !is(e, v) {
			e.undefined(x.From, "the cast to "+types.ShortString(t)+" fails")
		}
		return v
	}}
}

func (c *compiler) instanceOf(x *java.InstanceOf) *node {
	if x.Type == nil {
		return c.stop(x, "a pattern in a specification is not evaluated")
	}
	t := c.info.TypeOf[x.Type]
	n := c.expr(x.X)
	if t == nil || n.lane != reference {
		return c.stop(x, "instanceof of a value that is no reference")
	}
	is, r := c.instance(t), n.r
	if is == nil {
		return c.stop(x, "instanceof %s is not evaluated", types.ShortString(t))
	}
	return boolNode(func(e *env) tri {
		v := r(e)
		if e.bad != 0 {
			return e.fail()
		}
		return triOf(v != nil && is(e, v))
	})
}
