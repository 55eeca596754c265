package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/verify/condition"
	"ensures/verify/smt"
	"math"
	"math/big"
	"slices"
)

// foldOps are the quantifiers that combine numbers; a count sums up ones.
var foldOps = map[string]condition.FoldOp{"\\sum": condition.Sum, "\\num_of": condition.Sum,
	"\\product": condition.Product, "\\min": condition.Min, "\\max": condition.Max}

// quantified translates a quantified expression.
func (sp *spec) quantified(e *java.Quantified) *smt.Term {
	x := sp.x
	in := sp.with()
	in.depth++
	in.vals = map[*types.Local]*smt.Term{}
	for k, v := range sp.vals {
		in.vals[k] = v
	}
	// Binds by value, and so is no quantifier: facts about this path may go on being added.
	if e.Kind == "\\let" {
		in.depth--
		for _, v := range e.Vars {
			l := x.localOf(v)
			in.vals[l] = x.convert(in.eval(v.Init), x.typeOf(v.Init), l.Type)
		}
		t := in.eval(e.Body)
		sp.wd = append(sp.wd, in.wd...)
		return t
	}

	var vars []*smt.Term
	var typing []*smt.Term
	for _, v := range e.Vars {
		l := x.localOf(v)
		b := x.bound(l.Name, sortOf(l.Type))
		vars = append(vars, b)
		in.vals[l] = b
		// References range over null and the objects that exist in the state the formula is of,
		// not over those that are still to come.
		if b.Sort == refSort {
			typing = append(typing, smt.Or(smt.Eq(b, null), smt.And(smt.Select(x.component(sp.cur, alive), b), x.instance(b, l.Type))))
			continue
		}
		typing = append(typing, inRange(b, l.Type))
	}

	rng := smt.True
	if e.Range != nil {
		rng = in.formula(e.Range)
	}
	body := in.with()
	switch e.Kind {
	case "\\forall":
		b := body.formula(e.Body)
		in.guarded(rng, body)
		sp.generalise(vars, smt.And(typing...), in)
		if parts := spelled(vars, smt.And(append(typing, rng)...), b); parts != nil {
			return smt.And(parts...)
		}
		return flattenForall(vars, smt.And(append(typing, rng)...), b)
	case "\\exists":
		b := body.formula(e.Body)
		in.guarded(rng, body)
		sp.generalise(vars, smt.And(typing...), in)
		all := smt.And(append(typing, rng, b)...)
		if parts := spelled(vars, all, all); parts != nil {
			return smt.Or(parts...)
		}
		return smt.Exists(vars, all)
	case "\\sum", "\\product", "\\num_of", "\\min", "\\max":
		if len(vars) != 1 || vars[0].Sort != smt.Int {
			x.unsupported(e, e.Kind+" over several variables")
		}
		var b *smt.Term
		if e.Kind == "\\num_of" {
			b = smt.Ite(body.formula(e.Body), smt.IntLit(1), smt.IntLit(0))
		} else {
			b = body.eval(e.Body)
		}
		if b.Sort != smt.Int {
			x.unsupported(e, e.Kind+" of "+x.typeOf(e.Body).String())
		}
		in.guarded(rng, body)
		sp.generalise(vars, smt.And(typing...), in)
		if l := x.localOf(e.Vars[0]); !x.staysWithin(e.Range, l) {
			rng = smt.And(rng, inRange(vars[0], l.Type)) // the bounds may lie beyond what it can be
		}
		if e.Kind == "\\num_of" && e.Range == nil {
			x.unsupported(e, "\\num_of without a range")
		}
		if b.Size() > condition.MaxTerm/16 { // the axioms say it several times
			x.fail("condition of this size")
		}
		t, err := x.Fold(foldOps[e.Kind], vars[0], rng, b)
		if err != nil {
			x.unsupported(e, e.Kind+" "+err.Error())
		}
		return t
	}
	x.unsupported(e, e.Kind)
	return nil
}

// The limits of spelling a quantifier out.
const (
	maxSpelled     = 64
	maxSpelledSize = 4000
)

// spelled returns a quantifier's body for each value of its variable, where there are
// few and it is about powers of two: a solver finds no k with x = 2^k by matching.
//
//	∃k (lo ≤ k < hi ∧ P(k))   =   P(lo) ∨ … ∨ P(hi-1)      lo, hi literals
//	∀k (lo ≤ k < hi → P(k))   =   P(lo) ∧ … ∧ P(hi-1)
//
// Side conditions: one integer variable; the bounds are conjuncts of rng, which stays a
// part of each instance where there are others.
func spelled(vars []*smt.Term, rng, body *smt.Term) []*smt.Term {
	if len(vars) != 1 || vars[0].Sort != smt.Int || !mentionsUnit(body) {
		return nil
	}
	var lo, hi *big.Int
	rest := []*smt.Term{}
	for _, c := range conjuncts(rng) {
		n, bound := boundOf(c, vars[0])
		switch {
		case n == nil:
			rest = append(rest, c)
		// The tightest of several bounds; all of them hold of each value then.
		case bound < 0 && (lo == nil || n.Cmp(lo) > 0):
			lo = n
		case bound > 0 && (hi == nil || n.Cmp(hi) < 0):
			hi = n
		}
	}
	if lo == nil || hi == nil {
		return nil
	}
	count := new(big.Int).Sub(hi, lo)
	// An empty range is left to the quantifier, as is a body that would be written out too often.
	if !count.IsInt64() || count.Int64() < 0 || count.Int64() >= maxSpelled || (count.Int64()+1)*int64(body.Size()) > maxSpelledSize {
		return nil
	}
	if rng != body {
		body = smt.Implies(smt.And(rest...), body)
	}
	var out []*smt.Term
	for n := new(big.Int).Set(lo); n.Cmp(hi) <= 0; n.Add(n, big.NewInt(1)) {
		out = append(out, smt.Subst(body, map[string]*smt.Term{vars[0].Op: smt.BigLit(new(big.Int).Set(n))}))
	}
	return out
}

// conjuncts are the parts of a conjunction.
func conjuncts(t *smt.Term) []*smt.Term {
	if t.Op != "and" {
		return []*smt.Term{t}
	}
	var out []*smt.Term
	for _, a := range t.Args {
		out = append(out, conjuncts(a)...)
	}
	return out
}

// boundOf returns the literal that t bounds v by, itself included: below for −1, above for 1.
func boundOf(t, v *smt.Term) (*big.Int, int) {
	if len(t.Args) != 2 || t.Op != "<=" && t.Op != "<" {
		return nil, 0
	}
	one := int64(0)
	if t.Op == "<" {
		one = 1
	}
	switch a, b := t.Args[0], t.Args[1]; {
	case b == v && a.Num() != nil:
		return new(big.Int).Add(a.Num(), big.NewInt(one)), -1
	case a == v && b.Num() != nil:
		return new(big.Int).Sub(b.Num(), big.NewInt(one)), 1
	}
	return nil, 0
}

// mentionsUnit reports whether a term is about a power of two with a variable exponent.
func mentionsUnit(t *smt.Term) bool {
	if t.Op == bitUnitName(32) || t.Op == bitUnitName(64) {
		return true
	}
	return slices.ContainsFunc(t.Args, mentionsUnit)
}

// staysWithin reports whether the range that a condition gives a quantified variable
// is seen to lie within its type:
//
//	lo ≤ v < hi  with  MIN ≤ lo  and  hi ≤ MAX + 1
//
// What is not seen to is filtered, so that v takes no value which its type lacks.
func (x *exec) staysWithin(e java.Expr, v *types.Local) bool {
	least, most := typeRange(v.Type)
	if least == nil {
		return true // of \bigint there are no bounds
	}
	var below, above bool
	compare := func(a java.Expr, op java.Op, b java.Expr) {
		is := func(e java.Expr) bool {
			u := x.useOf(java.Unparen(e))
			return u != nil && u.Kind == types.LocalRef && u.Local == v
		}
		if op == java.Gt || op == java.Ge {
			a, b = b, a
		}
		strict := int64(0)
		if op == java.Lt || op == java.Gt {
			strict = 1
		}
		switch {
		case is(b):
			if lo, _ := x.interval(a); lo != nil && new(big.Int).Add(lo, big.NewInt(strict)).Cmp(least) >= 0 {
				below = true
			}
		case is(a):
			if _, hi := x.interval(b); hi != nil && new(big.Int).Sub(hi, big.NewInt(strict)).Cmp(most) <= 0 {
				above = true
			}
		}
	}
	var conjuncts func(java.Expr)
	conjuncts = func(e java.Expr) {
		switch e := java.Unparen(e).(type) {
		case *java.Binary:
			switch e.Op {
			case java.AndAnd:
				conjuncts(e.X)
				conjuncts(e.Y)
			case java.Lt, java.Le, java.Gt, java.Ge:
				compare(e.X, e.Op, e.Y)
			}
		case *java.Chain:
			for i, op := range e.Ops {
				compare(e.Xs[i], op, e.Xs[i+1])
			}
		}
	}
	conjuncts(e)
	return below && above
}

// interval returns bounds of an integral expression of a specification, whose
// arithmetic is mathematical; nil where none are seen.
func (x *exec) interval(e java.Expr) (lo, hi *big.Int) {
	e = java.Unparen(e)
	if c := x.constOf(e); c != nil {
		if n := x.constant(c).Num(); n != nil {
			return n, n
		}
	}
	switch e := e.(type) {
	case *java.Binary:
		a, b := x.interval(e.X)
		c, d := x.interval(e.Y)
		if a == nil || b == nil || c == nil || d == nil {
			return nil, nil
		}
		switch e.Op {
		case java.Plus:
			return new(big.Int).Add(a, c), new(big.Int).Add(b, d)
		case java.Sub:
			return new(big.Int).Sub(a, d), new(big.Int).Sub(b, c)
		}
		return nil, nil
	case *java.Name, *java.Select:
		if u := x.useOf(e); u == nil || u.Kind == types.FieldRef && x.isModel(u.Field) {
			return nil, nil
		} else if u.Kind == types.LengthRef {
			return new(big.Int), big.NewInt(math.MaxInt32)
		}
		return typeRange(x.typeOfOr(e))
	case *java.Index:
		return typeRange(x.typeOfOr(e))
	case *java.SpecWord:
		return typeRange(x.typeOfOr(e)) // \result, \count
	case *java.Call:
		if c := x.callOf(e); c != nil && c.Method != nil && c.Method.Owner.Library {
			return typeRange(x.typeOfOr(e))
		}
	case *java.SpecCall:
		if (e.Word == "\\old" || e.Word == "\\pre") && len(e.Args) > 0 {
			return x.interval(e.Args[0])
		}
	}
	return nil, nil
}

// typeRange returns the least and the greatest value of an integral type; nil of
// others.
func typeRange(t types.Type) (lo, hi *big.Int) {
	if lo, hi, ok := rangeOf(t); ok {
		return lo, hi
	}
	return nil, nil
}

// generalise takes over definedness from under a quantifier.
func (sp *spec) generalise(vars []*smt.Term, typing *smt.Term, in *spec) {
	for _, d := range in.wd {
		// The bound variables occur in the condition, so it is asked of all their values.
		d.cond = smt.Forall(vars, smt.Implies(typing, d.cond))
		d.quant = true
		sp.wd = append(sp.wd, d)
	}
}

// flattenForall joins nested universal quantifiers, which gives the solver one
// instantiation step instead of two.
func flattenForall(vars []*smt.Term, hyp, body *smt.Term) *smt.Term {
	if vs, b, ok := body.Quantifier(); ok && body.Op == "forall" {
		if b.Op == "=>" {
			return smt.Forall(append(append([]*smt.Term{}, vars...), vs...), smt.Implies(smt.And(hyp, b.Args[0]), b.Args[1]))
		}
		return smt.Forall(append(append([]*smt.Term{}, vars...), vs...), smt.Implies(hyp, b))
	}
	return smt.Forall(vars, smt.Implies(hyp, body))
}
