package native

import (
	"math"
	"math/big"
	"strconv"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// constant is a compile-time constant.
func (x *exec) constant(c *types.Const) *smt.Term {
	switch c.Type.Kind() {
	case types.Boolean:
		if c.N != 0 {
			return smt.True
		}
		return smt.False
	case types.Float:
		return floatLit(float64(math.Float32frombits(uint32(c.N))), smt.Float32)
	case types.Double:
		return floatLit(math.Float64frombits(uint64(c.N)), smt.Float64)
	case types.Ref:
		return x.stringConst(c.S)
	}
	return smt.IntLit(c.N)
}

// lossy reports whether the compiler loses something where it folds a constant
// expression: an overflow, or a cast that does not fit.
func (x *exec) lossy(e java.Expr) bool {
	switch e := e.(type) {
	case *java.Paren:
		return x.lossy(e.X)
	case *java.Cond:
		return x.lossy(e.C) || x.lossy(e.X) || x.lossy(e.Y)
	case *java.Cast:
		return x.lossy(e.X) || x.misses(e, x.constOf(e.X), nil, java.Plus)
	case *java.Unary:
		return x.lossy(e.X) || e.Op == java.Neg && x.misses(e, nil, x.constOf(e.X), java.Sub)
	case *java.Binary:
		if x.lossy(e.X) || x.lossy(e.Y) {
			return true
		}
		switch e.Op {
		case java.Plus, java.Sub, java.Mul, java.Div:
			return x.misses(e, x.constOf(e.X), x.constOf(e.Y), e.Op)
		}
	}
	return false
}

// misses reports whether the constant e is not a op b, all of them integers; a nil
// operand is 0.
func (x *exec) misses(e java.Expr, a, b *types.Const, op java.Op) bool {
	c := x.constOf(e)
	n := [2]*big.Int{new(big.Int), new(big.Int)}
	for i, k := range []*types.Const{a, b} {
		if k != nil && !isIntegral(k.Type) {
			return false
		}
		if k != nil {
			n[i].SetInt64(k.N)
		}
	}
	if c == nil || !isIntegral(c.Type) {
		return false
	}
	r := n[0]
	switch op {
	case java.Plus:
		r.Add(r, n[1])
	case java.Sub:
		r.Sub(r, n[1])
	case java.Mul:
		r.Mul(r, n[1])
	case java.Div:
		if n[1].Sign() == 0 {
			return false
		}
		r.Quo(r, n[1])
	}
	return r.Cmp(big.NewInt(c.N)) != 0
}

// literal is a literal that constant folding left alone: null, or in
// specifications a number too large for Java's types.
func (x *exec) literal(e *java.Literal) *smt.Term {
	switch e.Kind {
	case java.NullLiteral:
		return null
	case java.BoolLiteral:
		if e.Raw == "true" {
			return smt.True
		}
		return smt.False
	case java.StringLiteral, java.TextBlock:
		return x.stringConst(e.Value)
	case java.CharLiteral:
		return smt.IntLit(int64(java.DecodeUTF16(e.Value)[0]))
	case java.IntLiteral, java.LongLiteral:
		n, ok := new(big.Int).SetString(e.Raw, 0)
		if ok {
			return smt.BigLit(n)
		}
	}
	x.unsupported(e, "literal "+e.Raw)
	return nil
}

func floatLit(f float64, s smt.Sort) *smt.Term {
	eb, sb := "11", "53"
	if s == smt.Float32 {
		eb, sb = "8", "24"
	}
	switch {
	case math.IsNaN(f):
		return smt.Var("(_ NaN "+eb+" "+sb+")", s)
	case math.IsInf(f, 1):
		return smt.Var("(_ +oo "+eb+" "+sb+")", s)
	case math.IsInf(f, -1):
		return smt.Var("(_ -oo "+eb+" "+sb+")", s)
	}
	var b uint64
	if s == smt.Float32 {
		b = uint64(math.Float32bits(float32(f)))
		bin := pad(strconv.FormatUint(b, 2), 32)
		return smt.Var("(fp #b"+bin[:1]+" #b"+bin[1:9]+" #b"+bin[9:]+")", s)
	}
	bin := pad(strconv.FormatUint(math.Float64bits(f), 2), 64)
	return smt.Var("(fp #b"+bin[:1]+" #b"+bin[1:12]+" #b"+bin[12:]+")", s)
}

func pad(s string, n int) string {
	for len(s) < n {
		s = "0" + s
	}
	return s
}

// convert brings a value from one static type to another without obligations:
// widening, and in specifications between mathematical numbers.
func (x *exec) convert(v *smt.Term, from, to types.Type) *smt.Term {
	target := sortOf(to)
	if v.Sort == target {
		return v
	}
	if v.Sort == refSort {
		p := unboxed(from)
		if p == nil && types.IsPrimitive(to) {
			p = to
		}
		if p == nil {
			x.fail("value of type " + from.String() + " where " + to.String() + " is needed")
		}
		return x.convert(x.unbox(v, p), p, to)
	}
	switch {
	case v.Sort == smt.Int && target == smt.Real:
		return smt.App("to_real", smt.Real, v)
	case v.Sort == smt.Int && (target == smt.Float32 || target == smt.Float64):
		if n := v.Num(); n != nil && n.IsInt64() {
			if target == smt.Float32 { // rounded once
				return floatLit(float64(float32(n.Int64())), target)
			}
			return floatLit(float64(n.Int64()), target)
		}
		return x.nearest(v, target)
	case v.Sort == smt.Float32 && target == smt.Float64, v.Sort == smt.Float64 && target == smt.Float32:
		return smt.App(toFP(target), target, smt.Var("RNE", "RoundingMode"), v)
	case (v.Sort == smt.Float32 || v.Sort == smt.Float64) && target == smt.Int:
		// Truncation toward zero, saturating; NaN is 0.
		lo, hi, ok := rangeOf(to)
		if !ok {
			x.fail("floating-point number as " + to.String())
		}
		// To a narrower type by way of int (JLS 5.1.3), which wrap takes on from there.
		if to.Kind() != types.Long {
			lo, hi = minInt, maxInt
		}
		x.Bits()
		r := smt.App("fp.to_real", smt.Real, v)
		down := smt.App("to_int", smt.Int, r)
		trunc := smt.Ite(smt.App("fp.isNegative", smt.Bool, v), smt.Negate(smt.App("to_int", smt.Int, smt.App("-", smt.Real, r))), down)
		sat := smt.Ite(smt.App("fp.isNaN", smt.Bool, v), smt.IntLit(0),
			smt.Ite(smt.App("fp.leq", smt.Bool, v, floatLitBig(lo, v.Sort)), smt.BigLit(lo),
				smt.Ite(smt.App("fp.geq", smt.Bool, v, floatLitBig(hi, v.Sort)), smt.BigLit(hi), trunc)))
		return wrap(sat, to)
	case (v.Sort == smt.Float32 || v.Sort == smt.Float64) && target == smt.Real:
		x.Bits()
		return smt.App("fp.to_real", smt.Real, v)
	case target == refSort:
		p := from
		if q := unboxed(to); q != nil {
			p = q
		}
		return x.box(nil, x.convert(v, from, p), p)
	}
	x.fail("conversion of " + from.String() + " to " + to.String())
	return nil
}

func floatLitBig(n *big.Int, s smt.Sort) *smt.Term {
	f, _ := new(big.Float).SetInt(n).Float64()
	return floatLit(f, s)
}

func toFP(s smt.Sort) string {
	if s == smt.Float32 {
		return "(_ to_fp 8 24)"
	}
	return "(_ to_fp 11 53)"
}

// convertChecked is an assignment, argument or operand conversion in code: unboxing
// null is an obligation.
func (x *exec) convertChecked(s *state, e java.Expr, v *smt.Term, from, to types.Type) *smt.Term {
	if v.Sort == refSort && !isRef(to) {
		p := unboxed(from)
		if p == nil {
			p = to
		}
		return x.convert(x.unboxChecked(s, e, v, p), p, to)
	}
	if v.Sort != refSort && isRef(to) {
		p := from
		if q := unboxed(to); q != nil {
			p = q
		}
		return x.box(s, x.convert(v, from, p), p)
	}
	return x.convert(v, from, to)
}

// unboxChecked unboxes to primitive type p; other values pass.
func (x *exec) unboxChecked(s *state, e java.Expr, v *smt.Term, p types.Type) *smt.Term {
	if v.Sort != refSort {
		return v
	}
	if !boxed(v) {
		x.mayThrow(s, smt.Not(smt.Eq(v, null)), "java.lang.NullPointerException", verify.PossiblyNullUnbox, e.Pos(), "")
	}
	u := x.unbox(v, p)
	x.assume(s, inRange(u, p))
	return u
}

// A box is an object with a value: box(k, v) is the one made at the k-th place that
// boxes, for value v.
//
//	unbox(box(k, v)) = v,  box(k, v) ≠ null,  box(k, v) is an Integer, …
//	−128 ≤ v ≤ 127 ⇒ box(k, v) = cached(v)     of integral types, and of all booleans
//
// Side conditions: each evaluation has a k of its own, so nothing else is known of the
// identity of two boxes; of floating-point boxes nothing at all. Whether a box is new
// is not known: alive' = alive ∪ {box(k, v)}.
func (x *exec) box(s *state, v *smt.Term, p types.Type) *smt.Term {
	x.places++
	name := "box." + p.String()
	b := x.function(name, refSort, smt.IntLit(int64(x.places)), v)
	x.once(name, func() {
		k, q := x.bound("k", smt.Int), x.bound("v", v.Sort)
		bx := smt.App(name, refSort, k, q)
		cached := smt.False
		switch {
		case q.Sort == smt.Bool:
			cached = smt.True
		case q.Sort == smt.Int:
			cached = smt.And(smt.Le(smt.IntLit(-128), q), smt.Le(q, smt.IntLit(127)))
		}
		x.fact(smt.Forall([]*smt.Term{k, q}, smt.And(smt.Eq(x.function("unbox."+p.String(), sortOf(p), bx), q), smt.Not(smt.Eq(bx, null)),
			x.instance(bx, x.lib.Boxed(p)), smt.Implies(cached, smt.Eq(bx, x.function("cached."+p.String(), refSort, q)))), []*smt.Term{bx}))
	})
	if s != nil {
		// In code only: a specification leaves the state as it is.
		s.heap[alive] = smt.Store(x.component(s, alive), b, smt.True)
		x.nameVersion(s, alive)
	}
	return b
}

// unbox is the value of a box.
func (x *exec) unbox(v *smt.Term, p types.Type) *smt.Term {
	if v.Op == "box."+p.String() { // just boxed: solvers are slow to find that out beside floating point
		return v.Args[1]
	}
	return x.function("unbox."+p.String(), sortOf(p), v)
}
