package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/verify/condition"
	"ensures/verify/smt"
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
		return flattenForall(vars, smt.And(append(typing, rng)...), b)
	case "\\exists":
		b := body.formula(e.Body)
		in.guarded(rng, body)
		sp.generalise(vars, smt.And(typing...), in)
		return smt.Exists(vars, smt.And(append(typing, rng, b)...))
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
		if l := x.localOf(e.Vars[0]).Type; bits(l) < 32 {
			rng = smt.And(rng, inRange(vars[0], l)) // the bounds may lie beyond what it can be
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

// generalise takes over definedness from under a quantifier.
func (sp *spec) generalise(vars []*smt.Term, typing *smt.Term, in *spec) {
	for _, d := range in.wd {
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
