package native

import (
	"math/big"
	"strconv"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// bitOp is a shift or bitwise operation on integers of type t (int or long) in two's
// complement. Operations with literals become arithmetic; the others are functions
// with the laws that programs lean on, and are defined by bit-vectors where a
// second, slower attempt needs it.
func (x *exec) bitOp(op java.Op, a, b *smt.Term, t types.Type) *smt.Term {
	w := bits(t)
	if an, bn := a.Num(), b.Num(); an != nil && bn != nil {
		return foldBits(op, an, bn, t)
	}
	switch op {
	case java.Shl, java.Shr, java.Ushr:
		return x.shift(op, a, b, t, w)
	}
	if a.Num() != nil { // literals to the right
		a, b = b, a
	}
	if n := b.Num(); n != nil && op == java.BitAnd {
		if n.Sign() == 0 {
			return smt.IntLit(0)
		}
		m := new(big.Int).Add(n, big.NewInt(1))
		// A mask of low bits is a remainder, of negative numbers too: mod is never negative.
		if n.Sign() > 0 && isPow2(m) {
			return smt.App("mod", smt.Int, a, smt.BigLit(m))
		}
		if n.Cmp(big.NewInt(-1)) == 0 {
			return a
		}
	}
	if n := b.Num(); n != nil && n.Sign() == 0 && (op == java.BitOr || op == java.BitXor) {
		return a
	}
	if n := b.Num(); n != nil && op == java.BitXor && n.Cmp(big.NewInt(-1)) == 0 {
		// x ^ −1 is ~x, which is −1 − x in two's complement.
		return smt.Subtract(smt.IntLit(-1), a)
	}
	return x.bitFunction(map[java.Op]string{java.BitAnd: "and", java.BitOr: "or", java.BitXor: "xor"}[op], a, b, t, w)
}

func foldBits(op java.Op, a, b *big.Int, t types.Type) *smt.Term {
	w := bits(t)
	r := new(big.Int)
	n := uint(new(big.Int).And(b, big.NewInt(int64(w-1))).Uint64())
	switch op {
	case java.BitAnd:
		r.And(a, b)
	case java.BitOr:
		r.Or(a, b)
	case java.BitXor:
		r.Xor(a, b)
	case java.Shl:
		r.Lsh(a, n)
	case java.Shr:
		r.Rsh(a, n)
	case java.Ushr:
		r.Set(a)
		if r.Sign() < 0 {
			r.Add(r, pow2(w))
		}
		r.Rsh(r, n)
	}
	return wrap(smt.BigLit(r), t)
}

func isPow2(n *big.Int) bool {
	return n.Sign() > 0 && new(big.Int).And(n, new(big.Int).Sub(n, big.NewInt(1))).Sign() == 0
}

// shift is a << b, a >> b or a >>> b.
func (x *exec) shift(op java.Op, a, b *smt.Term, t types.Type, w uint) *smt.Term {
	if n := b.Num(); n != nil {
		k := uint(new(big.Int).And(n, big.NewInt(int64(w-1))).Uint64())
		p := smt.BigLit(pow2(k))
		switch op {
		case java.Shl:
			return wrap(smt.Mul(a, p), t)
		case java.Shr:
			return smt.App("div", smt.Int, a, p) // rounds to −∞
		default:
			if k == 0 {
				return a
			}
			unsigned := smt.Ite(smt.Le(smt.IntLit(0), a), a, smt.Add(a, smt.BigLit(pow2(w))))
			return smt.App("div", smt.Int, unsigned, p)
		}
	}
	// Only the low bits of the distance count (JLS 15.19).
	d := smt.App("mod", smt.Int, b, smt.IntLit(int64(w)))
	if n := a.Num(); op == java.Shl && n != nil && n.IsInt64() && n.Int64() == 1 {
		return x.bitUnit(d, t, w)
	}
	return x.bitFunction(map[java.Op]string{java.Shl: "shl", java.Shr: "shr", java.Ushr: "ushr"}[op], a, d, t, w)
}

// bitUnitName is the function that bitUnit applies.
func bitUnitName(w uint) string { return "bit" + strconv.Itoa(int(w)) }

// bitUnit is 1 << d for 0 ≤ d < w.
func (x *exec) bitUnit(d *smt.Term, t types.Type, w uint) *smt.Term {
	name := bitUnitName(w)
	r := x.function(name, smt.Int, d)
	x.once(name, func() {
		q := x.bound("d", smt.Int)
		u := smt.App(name, smt.Int, q)
		x.fact(smt.Forall([]*smt.Term{q}, smt.And(inRange(u, t), smt.Not(smt.Eq(u, smt.IntLit(0)))), []*smt.Term{u}))
		for i := uint(0); i < w; i++ {
			x.fact(smt.Eq(smt.App(name, smt.Int, smt.IntLit(int64(i))), wrap(smt.BigLit(pow2(i)), t)))
		}
		if x.exactBits {
			return // the conjunction of two is computed
		}
		and := "b" + strconv.Itoa(int(w)) + ".and"
		p := x.bound("e", smt.Int)
		x.bitFunction("and", smt.IntLit(3), q, t, w) // declares
		both := smt.App(and, smt.Int, smt.App(name, smt.Int, p), u)
		in := smt.And(smt.Le(smt.IntLit(0), p), smt.Lt(p, smt.IntLit(int64(w))), smt.Le(smt.IntLit(0), q), smt.Lt(q, smt.IntLit(int64(w))))
		x.fact(smt.Forall([]*smt.Term{p, q}, smt.Implies(in, smt.Eq(both, smt.Ite(smt.Eq(p, q), u, smt.IntLit(0)))), []*smt.Term{both}))
	})
	return r
}

// bitFunction is an operation as a function with its laws.
func (x *exec) bitFunction(op string, a, b *smt.Term, t types.Type, w uint) *smt.Term {
	name := "b" + strconv.Itoa(int(w)) + "." + op
	if x.exactBits {
		return x.bitVector(op, a, b, t, w)
	}
	x.usesBits = true
	r := x.function(name, smt.Int, a, b)
	x.once(name, func() {
		p, q := x.bound("a", smt.Int), x.bound("b", smt.Int)
		f := func(op string, a, b *smt.Term) *smt.Term {
			n := "b" + strconv.Itoa(int(w)) + "." + op
			x.function(n, smt.Int, a, b)
			return smt.App(n, smt.Int, a, b)
		}
		u := f(op, p, q)
		zero := smt.IntLit(0)
		// The laws are of two's complement numbers of this width and of no others.
		in := smt.And(inRange(p, t), inRange(q, t))
		all := func(body *smt.Term) {
			x.fact(smt.Forall([]*smt.Term{p, q}, smt.Implies(in, body), []*smt.Term{u}))
		}
		all(inRange(u, t))
		nonNeg := func(v *smt.Term) *smt.Term { return smt.Le(zero, v) }
		switch op {
		case "and":
			all(smt.Implies(nonNeg(p), smt.And(nonNeg(u), smt.Le(u, p))))
			all(smt.Implies(nonNeg(q), smt.And(nonNeg(u), smt.Le(u, q))))
			all(smt.Implies(smt.And(smt.Lt(p, zero), smt.Lt(q, zero)), smt.Lt(u, zero)))
			all(smt.Implies(smt.Eq(p, q), smt.Eq(u, p)))
			all(smt.Implies(smt.Or(smt.Eq(p, zero), smt.Eq(q, zero)), smt.Eq(u, zero)))
			all(smt.Implies(smt.Eq(p, smt.IntLit(-1)), smt.Eq(u, q)))
			all(smt.Implies(smt.Eq(q, smt.IntLit(-1)), smt.Eq(u, p)))
			all(smt.Eq(u, f("and", q, p)))
			// x & (x − 1) clears the lowest bit that is set, x & −x is that bit, for 0 < x.
			units := func(v *smt.Term) *smt.Term {
				out := smt.False
				for i := uint(0); i < w-1; i++ {
					out = smt.Or(out, smt.Eq(v, smt.BigLit(pow2(i))))
				}
				return out
			}
			positive := smt.Lt(zero, p)
			all(smt.Implies(smt.And(positive, smt.Eq(q, smt.Subtract(p, smt.IntLit(1)))), smt.Eq(smt.Eq(u, zero), units(p))))
			all(smt.Implies(smt.And(positive, smt.Eq(q, smt.Negate(p))), units(u)))
			// (a | b) & c is 0 exactly where both parts are.
			c := x.bound("c", smt.Int)
			or := f("or", p, q)
			mix := f("and", or, c)
			x.fact(smt.Forall([]*smt.Term{p, q, c}, smt.Implies(smt.And(in, inRange(c, t)),
				smt.Eq(smt.Eq(mix, zero), smt.And(smt.Eq(f("and", p, c), zero), smt.Eq(f("and", q, c), zero)))), []*smt.Term{mix}))
		case "or":
			all(smt.Implies(smt.And(nonNeg(p), nonNeg(q)), smt.And(smt.Le(p, u), smt.Le(q, u), smt.Le(u, smt.Add(p, q)))))
			all(smt.Implies(smt.Or(smt.Lt(p, zero), smt.Lt(q, zero)), smt.Lt(u, zero)))
			all(smt.Implies(smt.Eq(p, q), smt.Eq(u, p)))
			all(smt.Implies(smt.Eq(p, zero), smt.Eq(u, q)))
			all(smt.Implies(smt.Eq(q, zero), smt.Eq(u, p)))
			all(smt.Eq(smt.Eq(u, zero), smt.And(smt.Eq(p, zero), smt.Eq(q, zero))))
			all(smt.Eq(u, f("or", q, p)))
		case "xor":
			all(smt.Eq(smt.Eq(p, q), smt.Eq(u, zero)))
			all(smt.Eq(smt.Lt(u, zero), smt.Not(smt.Eq(smt.Lt(p, zero), smt.Lt(q, zero)))))
			all(smt.Implies(smt.Eq(p, zero), smt.Eq(u, q)))
			all(smt.Implies(smt.Eq(q, zero), smt.Eq(u, p)))
			all(smt.Eq(u, f("xor", q, p)))
		case "shr", "ushr":
			all(smt.Implies(nonNeg(p), smt.And(nonNeg(u), smt.Le(u, p))))
			all(smt.Implies(smt.Eq(q, zero), smt.Eq(u, p)))
		case "shl":
			all(smt.Implies(smt.Eq(q, zero), smt.Eq(u, p)))
		}
	})
	return r
}

// bitVector is the operation through fixed-width bit-vectors.
func (x *exec) bitVector(op string, a, b *smt.Term, t types.Type, w uint) *smt.Term {
	x.Nonlinear()
	bv := smt.BitVec(int(w))
	fn := map[string]string{"and": "bvand", "or": "bvor", "xor": "bvxor", "shl": "bvshl", "shr": "bvashr", "ushr": "bvlshr"}[op]
	conv := "(_ int2bv " + strconv.Itoa(int(w)) + ")"
	r := smt.App(fn, bv, smt.App(conv, bv, a), smt.App(conv, bv, b))
	n := smt.App("bv2nat", smt.Int, r)
	half := smt.BigLit(pow2(w - 1))
	return smt.Ite(smt.Lt(n, half), n, smt.Subtract(n, smt.BigLit(pow2(w))))
}

// fits reports whether every value of integral type from is one of type to. In
// quiet mode int and long expressions may hold any integer.
func (x *exec) fits(from, to types.Type) bool {
	if from.Kind() == types.Bigint {
		return to.Kind() == types.Bigint
	}
	lo, hi, ok := rangeOf(from)
	l2, h2, ok2 := rangeOf(to)
	if !ok || !ok2 {
		return ok2 == false
	}
	if x.arithmetic == verify.Quiet && bits(from) == bits(to) && from.Kind() == to.Kind() {
		return true
	}
	return l2.Cmp(lo) <= 0 && hi.Cmp(h2) <= 0
}
