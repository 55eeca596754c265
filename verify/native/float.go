package native

import (
	"strings"

	"ensures/verify/smt"
)

// Floating-point terms are simplified where they are made: what the solver would
// have to find out bit by bit is often plain from their form.

// isNaN says that v is not a number. A sum or difference with a finite constant, a
// product or quotient with one that is not zero, and a negation are NaN exactly
// where their other part is.
func (x *exec) isNaN(v *smt.Term) *smt.Term {
	switch v.Op {
	case nearestTo(v.Sort):
		return smt.False
	case "fp.add", "fp.sub":
		if isFiniteLit(v.Args[2]) {
			return x.isNaN(v.Args[1])
		}
		if isFiniteLit(v.Args[1]) {
			return x.isNaN(v.Args[2])
		}
	case "fp.mul":
		// ∞ · 0 is NaN, though neither is.
		if isFiniteLit(v.Args[2]) && !isZeroLit(v.Args[2]) {
			return x.isNaN(v.Args[1])
		}
		if isFiniteLit(v.Args[1]) && !isZeroLit(v.Args[1]) {
			return x.isNaN(v.Args[2])
		}
	case "fp.div":
		if isFiniteLit(v.Args[2]) && !isZeroLit(v.Args[2]) {
			return x.isNaN(v.Args[1])
		}
	case "fp.neg", "fp.abs":
		return x.isNaN(v.Args[0])
	}
	if isFiniteLit(v) {
		return smt.False
	}
	if d := x.floats[v.Op]; d != nil && len(v.Args) == 0 {
		return x.isNaN(d)
	}
	if e := x.element(v); e != nil {
		return x.isNaN(e)
	}
	return smt.App("fp.isNaN", smt.Bool, v)
}

// nearest is the floating-point number nearest to an integer, a function with these laws:
//
//	|v| ≤ 2^p         ⇒  real(nearest(v)) = v, and nearest(0) = +0, with p bits of precision
//	2^p ≤ v           ⇒  2^p ≤ nearest(v);  v ≤ −2^p  ⇒  nearest(v) ≤ −2^p
//	v ≤ w             ⇒  nearest(v) ≤ nearest(w), none of which is NaN
//
// Side condition: no solver is asked to round an integer. z3 4.8.12 takes to_fp of one that
// is not a constant to be exact, so that two integers are never one float
// (Rounding of testdata/cases).
func (x *exec) nearest(v *smt.Term, to smt.Sort) *smt.Term {
	f := nearestTo(to)
	x.once(f, func() {
		x.Declare(f, to, smt.Int)
		a, b := x.bound("a", smt.Int), x.bound("b", smt.Int)
		fa, fb := smt.App(f, to, a), smt.App(f, to, b)
		leq := func(v, w *smt.Term) *smt.Term { return smt.App("fp.leq", smt.Bool, v, w) }

		most := int64(1) << 53
		if to == smt.Float32 {
			most = 1 << 24
		}
		hi, lo := smt.IntLit(most), smt.IntLit(-most)
		one := func(t *smt.Term) { x.fact(smt.Forall([]*smt.Term{a}, t, []*smt.Term{fa})) }
		one(smt.Not(smt.App("fp.isNaN", smt.Bool, fa)))
		one(smt.Implies(smt.And(smt.Le(lo, a), smt.Le(a, hi)), smt.Eq(smt.App("fp.to_real", smt.Real, fa), smt.App("to_real", smt.Real, a))))
		one(smt.Implies(smt.Eq(a, smt.IntLit(0)), smt.Eq(fa, floatLit(0, to))))
		one(smt.Implies(smt.Le(hi, a), leq(floatLit(float64(most), to), fa)))
		one(smt.Implies(smt.Le(a, lo), leq(fa, floatLit(-float64(most), to))))
		x.fact(smt.Forall([]*smt.Term{a, b}, smt.Implies(smt.Le(a, b), leq(fa, fb)), []*smt.Term{fa, fb}))
	})
	return smt.App(f, to, v)
}

// nearestTo is the name of the function nearest for a type.
func nearestTo(s smt.Sort) string {
	if s == smt.Float32 {
		return "nearest32"
	}
	return "nearest64"
}

// isFiniteLit recognises a literal that is a number.
func isFiniteLit(v *smt.Term) bool {
	if len(v.Args) > 0 {
		return false
	}
	if isZeroLit(v) {
		return true
	}
	exp, ok := strings.CutPrefix(v.Op, "(fp #b")
	if !ok || len(exp) < 5 {
		return false
	}
	_, exp, _ = strings.Cut(exp, "#b")
	exp, _, _ = strings.Cut(exp, " ")
	return strings.Contains(exp, "0")
}

func isZeroLit(v *smt.Term) bool {
	if len(v.Args) > 0 {
		return false
	}
	if strings.HasPrefix(v.Op, "(_ +zero") || strings.HasPrefix(v.Op, "(_ -zero") {
		return true
	}
	_, bits, ok := strings.Cut(v.Op, "(fp #b")
	if !ok {
		return false
	}
	_, bits, _ = strings.Cut(bits, "#b") // the sign does not matter
	return !strings.Contains(bits, "1")
}

// sameFloat reports whether two terms are the same value by their form, names that
// stand for terms followed.
func (x *exec) sameFloat(a, b *smt.Term) bool { return smt.Same(x.unnamed(a), x.unnamed(b)) }

// unnamed follows the names of floating-point values.
func (x *exec) unnamed(v *smt.Term) *smt.Term {
	if d := x.floats[v.Op]; d != nil && len(v.Args) == 0 {
		return x.unnamed(d)
	}
	if e := x.element(v); e != nil {
		return x.unnamed(e)
	}
	if len(v.Args) == 0 || v.Size() > 64 || v.Sort != smt.Float32 && v.Sort != smt.Float64 {
		return v
	}
	return v.Map(x.unnamed)
}

// element is what was last written to the array element that v reads, where the
// writes are known by their form; nil elsewhere.
func (x *exec) element(v *smt.Term) *smt.Term {
	// heap[a][i] with a literal i, the only form whose write is found without a proof.
	if v.Op != "select" || v.Args[0].Op != "select" || v.Args[1].Num() == nil {
		return nil
	}
	heap, ref, i := v.Args[0].Args[0], v.Args[0].Args[1], v.Args[1].Num()
	d := x.floats[heap.Op]
	if d == nil || d.Op != "store" || !smt.Same(d.Args[1], ref) {
		return nil
	}
	for c := d.Args[2]; c.Op == "store" && c.Args[1].Num() != nil; c = c.Args[0] {
		if c.Args[1].Num().Cmp(i) == 0 {
			return c.Args[2]
		}
	}
	return nil
}
