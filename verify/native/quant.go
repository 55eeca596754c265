package native

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify/smt"
)

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
		return x.fold(e, vars[0], rng, b)
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

// fold is \sum, \product, \num_of, \min or \max of body over the integers v with
// rng. The range must bound v by lo ≤ v < hi, perhaps among other conditions. The
// value is a function of the bounds and of everything else that occurs in range
// and body, so that the same fold in two places, or of two states that agree, is
// the same term up to its arguments. It is defined by unrolling at either end.
func (x *exec) fold(e *java.Quantified, v, rng, body *smt.Term) *smt.Term {
	lo, hi, rest := bounds(v, rng)
	if lo == nil || hi == nil {
		x.unsupported(e, e.Kind+" whose range has no lower and upper bound")
	}
	op := e.Kind[1:]
	if op == "num_of" {
		op = "sum"
	}
	unit := smt.IntLit(0)
	if op == "product" {
		unit = smt.IntLit(1)
	}
	filtered := body
	if rest != smt.True {
		if op == "min" || op == "max" {
			x.unsupported(e, e.Kind+" with a condition beside its bounds")
		}
		filtered = smt.Ite(rest, body, unit)
	}
	// Abstract over the free leaves and heap reads of the body.
	shape, args := abstract(filtered, v)
	name := x.folds[op+shape]
	if name == "" {
		name = fmt.Sprintf("%s.%d", op, len(x.folds)+1)
		x.folds[op+shape] = name
		x.defineFold(name, op, unit, v, filtered, args)
	}
	return x.function(name, smt.Int, append([]*smt.Term{lo, hi}, args...)...)
}

// defineFold states the axioms of a fold with fuel two.
func (x *exec) defineFold(name, op string, unit, v, body *smt.Term, args []*smt.Term) {
	params := make([]*smt.Term, len(args))
	sub := map[*smt.Term]*smt.Term{}
	for i, a := range args {
		params[i] = x.bound("p", a.Sort)
		sub[a] = params[i]
	}
	lo, hi := x.bound("lo", smt.Int), x.bound("hi", smt.Int)
	vars := append([]*smt.Term{lo, hi}, params...)
	generic := replaceTerms(body, sub)
	at := func(i *smt.Term) *smt.Term { return smt.Subst(generic, map[string]*smt.Term{v.Op: i}) }
	f := func(level int, l, h *smt.Term) *smt.Term {
		n := name
		if level > 0 {
			n += fmt.Sprintf("_%d", level)
		}
		return x.function(n, smt.Int, append([]*smt.Term{l, h}, params...)...)
	}
	one := smt.IntLit(1)
	combine := func(a, b *smt.Term) *smt.Term {
		switch op {
		case "product":
			return smt.Mul(a, b)
		case "min":
			return smt.Ite(smt.Le(a, b), a, b)
		case "max":
			return smt.Ite(smt.Le(a, b), b, a)
		}
		return smt.Add(a, b)
	}
	for level := range 2 {
		t, down := f(level, lo, hi), f(level+1, lo, smt.Subtract(hi, one))
		last := at(smt.Subtract(hi, one))
		up := f(level+1, smt.Add(lo, one), hi)
		pat := []*smt.Term{t}
		all := func(b *smt.Term) { x.fact(smt.Forall(vars, b, pat)) }
		all(smt.Eq(t, f(level+1, lo, hi)))
		if op == "min" || op == "max" {
			single := smt.Eq(smt.Add(lo, one), hi)
			all(smt.Implies(single, smt.Eq(t, at(lo))))
			more := smt.Lt(smt.Add(lo, one), hi)
			all(smt.Implies(more, smt.Eq(t, combine(down, last))))
			all(smt.Implies(more, smt.Eq(t, combine(at(lo), up))))
		} else {
			all(smt.Implies(smt.Le(hi, lo), smt.Eq(t, unit)))
			all(smt.Implies(smt.Lt(lo, hi), smt.Eq(t, combine(down, last))))
			all(smt.Implies(smt.Lt(lo, hi), smt.Eq(t, combine(at(lo), up))))
		}
	}
	t := f(0, lo, hi)
	pat := []*smt.Term{t}
	i := x.bound("i", smt.Int)
	inside := smt.And(smt.Le(lo, i), smt.Lt(i, hi))
	switch op {
	case "min":
		x.fact(smt.Forall(vars, smt.Implies(smt.Lt(lo, hi), smt.And(
			smt.Forall([]*smt.Term{i}, smt.Implies(inside, smt.Le(t, at(i)))),
			smt.Exists([]*smt.Term{i}, smt.And(inside, smt.Eq(t, at(i)))))), pat))
	case "max":
		x.fact(smt.Forall(vars, smt.Implies(smt.Lt(lo, hi), smt.And(
			smt.Forall([]*smt.Term{i}, smt.Implies(inside, smt.Le(at(i), t))),
			smt.Exists([]*smt.Term{i}, smt.And(inside, smt.Eq(t, at(i)))))), pat))
	case "sum":
		// A count lies between nothing and everything.
		if body.Op == "ite" && body.Args[2].String() == "0" && body.Args[1].String() == "1" {
			x.fact(smt.Forall(vars, smt.And(smt.Le(smt.IntLit(0), t), smt.Implies(smt.Le(lo, hi), smt.Le(t, smt.Subtract(hi, lo)))), pat))
		}
	}
	x.congruent(name, lo, hi, args, at, sub, params)
}

// congruent states that two folds over elements that agree are equal, for folds
// that differ in one heap argument: the frame of a loop that writes elsewhere.
func (x *exec) congruent(name string, lo, hi *smt.Term, args []*smt.Term, at func(*smt.Term) *smt.Term, sub map[*smt.Term]*smt.Term, params []*smt.Term) {
	for k, a := range args {
		if !strings.HasPrefix(string(a.Sort), "(Array") {
			continue
		}
		other := x.bound("q", a.Sort)
		ps := append([]*smt.Term{}, params...)
		ps[k] = other
		f := smt.App(name, smt.Int, append([]*smt.Term{lo, hi}, params...)...)
		g := smt.App(name, smt.Int, append([]*smt.Term{lo, hi}, ps...)...)
		i := x.bound("i", smt.Int)
		bodyF := at(i)
		bodyG := replaceTerms(bodyF, map[*smt.Term]*smt.Term{params[k]: other})
		same := smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(lo, i), smt.Lt(i, hi)), smt.Eq(bodyF, bodyG)))
		vars := append(append([]*smt.Term{lo, hi}, params...), other)
		x.fact(smt.Forall(vars, smt.Implies(same, smt.Eq(f, g)), []*smt.Term{f, g}))
	}
}

// bounds finds lo ≤ v and v < hi among the conjuncts of rng; rest is the others.
func bounds(v, rng *smt.Term) (lo, hi, rest *smt.Term) {
	conj := []*smt.Term{rng}
	if rng.Op == "and" {
		conj = rng.Args
	}
	rest = smt.True
	for _, c := range conj {
		if len(c.Args) == 2 && (c.Op == "<=" || c.Op == "<") {
			a, b := c.Args[0], c.Args[1]
			switch {
			case b == v && !occurs(a, v) && lo == nil:
				lo = a
				if c.Op == "<" {
					lo = smt.Add(a, smt.IntLit(1))
				}
				continue
			case a == v && !occurs(b, v) && hi == nil:
				hi = b
				if c.Op == "<=" {
					hi = smt.Add(b, smt.IntLit(1))
				}
				continue
			}
		}
		rest = smt.And(rest, c)
	}
	return lo, hi, rest
}

func occurs(t, v *smt.Term) bool {
	if t == v {
		return true
	}
	for _, a := range t.Args {
		if occurs(a, v) {
			return true
		}
	}
	return false
}

// abstract finds the maximal subterms of t that contain neither v nor a variable
// bound in t and are no literals: the arguments of the fold. shape is t with them
// and the bound variables numbered.
func abstract(t, v *smt.Term) (shape string, args []*smt.Term) {
	var b strings.Builder
	index := map[string]int{}
	inner := map[string]int{v.Op: 0}
	var closed func(*smt.Term) bool
	closed = func(t *smt.Term) bool {
		if _, ok := inner[t.Op]; ok && len(t.Args) == 0 {
			return false
		}
		for _, a := range t.Args {
			if !closed(a) {
				return false
			}
		}
		return true
	}
	var walk func(*smt.Term)
	walk = func(t *smt.Term) {
		if n, ok := inner[t.Op]; ok && len(t.Args) == 0 {
			fmt.Fprintf(&b, "·%d", n)
			return
		}
		vs, _, quant := t.Quantifier()
		for _, q := range vs {
			inner[q.Op] = len(inner)
		}
		if !quant && closed(t) {
			if t.Num() != nil || t == smt.True || t == smt.False || t == null {
				b.WriteString(t.Op)
				return
			}
			key := t.String()
			n, ok := index[key]
			if !ok {
				n = len(args)
				index[key] = n
				args = append(args, t)
			}
			fmt.Fprintf(&b, "#%d:%s", n, t.Sort)
			return
		}
		b.WriteString("(" + t.Op)
		for _, a := range t.Args {
			b.WriteByte(' ')
			walk(a)
		}
		b.WriteByte(')')
	}
	walk(t)
	return b.String(), args
}

// replaceTerms replaces whole subterms, compared by their text.
func replaceTerms(t *smt.Term, m map[*smt.Term]*smt.Term) *smt.Term {
	text := map[string]*smt.Term{}
	for k, v := range m {
		text[k.String()] = v
	}
	var walk func(*smt.Term) *smt.Term
	walk = func(t *smt.Term) *smt.Term {
		if r, ok := text[t.String()]; ok {
			return r
		}
		if len(t.Args) == 0 {
			return t
		}
		return t.Map(walk)
	}
	return walk(t)
}
