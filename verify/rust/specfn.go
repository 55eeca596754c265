package rust

import (
	"strconv"
	"strings"

	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

func itoa(n int) string { return strconv.Itoa(n) }

// specFn is a function of clauses as a symbol.
type specFn struct {
	id        string
	fn        *spec.Func
	recursive bool
	measure   []*smt.Term // while its end is proved: what its own decreases is
}

// occurrence is a recursive function at given arguments.
type occurrence struct {
	args   []*value
	result *value
}

// fuel is how deep the definition of a recursive function is unrolled from where it
// occurs.
const fuel = 2

// call is a call in a clause: old(x), a variant, an empty sequence, a function of
// clauses.
func (e *eval) call(c *spec.Call) *value {
	p := c.Path
	last := p.Last()
	switch {
	case last == "old" && len(p.Segs) == 1 && len(c.Args) == 1:
		in := *e
		in.lookup = e.old
		return in.eval(c.Args[0])
	case last == "empty" && len(p.Segs) == 2 && p.Segs[0].Name == "Seq":
		var elem *shape
		if args := p.Segs[0].Args; len(args) == 1 {
			elem = e.x.shapes.of(args[0], e.args)
		}
		return empty(e.x, elem)
	// vstd's abs, unless the file has one of its own.
	case last == "abs" && len(c.Args) == 1 && e.x.funcs["abs"] == nil:
		n := e.number(c.Args[0])
		return integer(smt.Ite(smt.Lt(n, smt.IntLit(0)), smt.Negate(n), n))
	}

	name := last
	if len(p.Segs) > 1 {
		name = p.Segs[len(p.Segs)-2].Name + "::" + last
	}
	fn := e.x.funcs[name]
	if fn == nil {
		// By the name alone where a module stands in front.
		fn = e.x.funcs[last]
	}

	if fn == nil {
		var args []*value
		for _, a := range c.Args {
			args = append(args, e.eval(a))
		}
		if v := e.variant(c, p, args); v != nil {
			return v
		}
		e.fail(c, "unknown function "+p.String())
	}

	if fn.Mode != spec.SpecFn {
		e.fail(c, "function "+name+", which is no spec fn,")
	}
	return e.apply(c, fn)
}

// apply is a function of clauses at its arguments: its body where it does not call
// itself, else a symbol with its definition as an axiom.
func (e *eval) apply(c *spec.Call, fn *spec.Func) *value {
	if len(c.Args) != len(fn.Params) {
		e.fail(c, fn.Name+" with this number of arguments")
	}
	var args []*value
	for i, a := range c.Args {
		v := e.eval(a)
		sh := e.x.shapes.of(fn.Params[i].Type, nil)
		if !comparable(v, build(sh, 0, func(_ *shape, s smt.Sort) *smt.Term { return smt.Var("_", s) })) {
			e.fail(a, "argument of another type")
		}
		v = e.filled(v, sh)
		e.needs(verify.UndefinedBadCast, e.x.fits(v, sh))
		args = append(args, v)
	}

	if fn.Value == nil || len(spec.Of(fn.Clauses, spec.Recommends)) < len(spec.Of(fn.Clauses, spec.Requires)) {
		e.fail(c, "function "+fn.Name+", which has no body,")
	}

	if !e.x.recursive(fn) {
		if e.depth > 30 {
			e.fail(c, "functions of this depth")
		}
		return e.inside(fn, args).eval(fn.Value)
	}
	return e.symbol(c, fn, args)
}

// inside reads a function's body with its parameters bound.
func (e *eval) inside(fn *spec.Func, args []*value) *eval {
	in := *e
	in.vars = map[string]*value{}
	for i, p := range fn.Params {
		in.vars[p.Name] = args[i]
	}
	// A body sees its parameters and nothing of the state that it is called from: it is a function
	// of its arguments alone.
	in.lookup = func(string) *value { return nil }
	in.old = in.lookup
	in.pure = true
	in.depth++
	return &in
}

// recursive reports whether a function's body reaches the function itself.
func (x *exec) recursive(fn *spec.Func) bool { return x.leads(fn, fn) }

// leads reports whether the body of a function calls another one, itself or through others.
func (x *exec) leads(from, to *spec.Func) bool {
	seen := map[*spec.Func]bool{}
	var reaches func(f *spec.Func) bool
	reaches = func(f *spec.Func) bool {
		if f.Value == nil {
			return false
		}
		found := false
		spec.Walk(f.Value, func(e spec.Expr) {
			c, ok := e.(*spec.Call)
			if !ok || found {
				return
			}
			g := x.funcs[c.Path.Last()]
			if g == nil || g.Value == nil {
				return
			}
			if g == to {
				found = true
				return
			}
			if !seen[g] {
				seen[g] = true
				found = reaches(g)
			}
		})
		return found
	}
	return reaches(from)
}

// symbol is a recursive function as a symbol f over the terms of its arguments:
//
//	f(args) = body(args)                  for each occurrence, unrolled [fuel] deep,
//	                                      where that is of the result's type
//	defined(f(args)) = defined(body(args))
//	args ≐ args′ ∧ defined(f(args)) ⇒ f(args) = f(args′) ∧ defined(f(args′))
//	                                      for pairs of occurrences, ≐ element by element
//
// Side conditions: the recursion ends, which is an obligation (see [exec.ends]): an
// equation without end could be a contradiction. Occurrences under quantifiers are
// not unrolled. A function that calls itself through another one has no meaning here.
func (e *eval) symbol(c spec.Expr, fn *spec.Func, args []*value) *value {
	x := e.x
	key := "spec:" + fn.Name
	f := x.fns[key]
	if f == nil {
		x.closures++
		f = &specFn{id: "spec." + strings.ReplaceAll(fn.Name, "::", ".") + "." + itoa(x.closures), fn: fn, recursive: true}
		// Before its end is proved: its own body mentions it.
		x.fns[key] = f
		x.ends(f)
	}

	if e.checking == f {
		e.proveSmaller(c, f, args)
	}

	var terms []*smt.Term
	for _, a := range args {
		terms = append(terms, a.terms()...)
	}
	k := -1
	sh := x.shapes.of(fn.Result.Type, nil)
	v := build(sh, 0, func(_ *shape, sort smt.Sort) *smt.Term {
		k++
		return x.c.Function(f.id+"."+itoa(k), sort, terms...)
	})
	// Inside of the body's own proof a call of itself is taken as defined, which the order of the
	// measures makes an induction, see [exec.guessDefined].
	if e.checking != f {
		e.needs(verify.UndefinedCalledPre, x.c.Function(f.id+".defined", smt.Bool, terms...))
	}

	// Facts about a bound variable would speak of a free one; while an end is proved, nothing may
	// rest on the definition whose end it is.
	if e.bound > 0 || e.checking != nil {
		return v
	}
	x.c.Fact(x.typing(v))

	for _, o := range x.seen[key] {
		if identicalAll(o.args, args) {
			return v
		}
	}
	// Pairs grow with the square.
	if len(x.seen[key]) < 16 {
		for _, o := range x.seen[key] {
			x.extensional(f, o, occurrence{args, v})
		}
		x.seen[key] = append(x.seen[key], occurrence{args, v})
	}

	if x.fuel < fuel {
		x.fuel++
		in := e.inside(fn, args)
		var needed []need
		in.needed, in.path = &needed, smt.True
		body := in.filled(in.eval(fn.Value), sh)
		x.fuel--
		if !comparable(v, body) {
			e.fail(fn.Value, "result of another type")
		}
		// Only where the body's value is one of the result's type, since no compiler has checked that:
		// an equation with a value beyond it would contradict the symbol's own typing.
		x.c.Fact(smt.Implies(x.fits(body, sh), zipEqual(v, body)))
		x.c.Fact(smt.Eq(x.c.Function(f.id+".defined", smt.Bool, terms...), smt.And(conditions(needed)...)))
	}
	return v
}

// conditions are what all of needed need.
func conditions(needed []need) []*smt.Term {
	var out []*smt.Term
	for _, n := range needed {
		out = append(out, n.cond)
	}
	return out
}

// fits says that a value, of whatever type, is one of a shape: no compiler has typed it.
func (x *exec) fits(v *value, sh *shape) *smt.Term {
	if within(v.shape, sh) {
		return smt.True
	}
	return x.typing(v.as(sh))
}

func identicalAll(as, bs []*value) bool {
	for i := range as {
		if !identical(as[i], bs[i]) {
			return false
		}
	}
	return true
}

// extensional says that a function is one of the sequences it is given, not of the
// terms that stand for them.
//
// Side condition: its body is defined there; what it reads beyond the end of a sequence
// is not the sequence's.
func (x *exec) extensional(f *specFn, a, b occurrence) {
	var same []*smt.Term
	sequences := false
	for i := range a.args {
		sequences = sequences || a.args[i].kind == seqShape
		same = append(same, x.equal(a.args[i], b.args[i]))
	}
	if !sequences {
		return
	}
	in, out := f.defined(x, a), f.defined(x, b)
	x.c.Fact(smt.Implies(smt.And(append(same, smt.Or(in, out))...), smt.And(in, out, zipEqual(a.result, b.result))))
}

// defined says that a function has a value at an occurrence.
func (f *specFn) defined(x *exec, o occurrence) *smt.Term {
	var terms []*smt.Term
	for _, a := range o.args {
		terms = append(terms, a.terms()...)
	}
	return x.c.Function(f.id+".defined", smt.Bool, terms...)
}

// ends obliges a recursive function of clauses to end: at each call of itself its
// decreases is smaller, and was not negative.
func (x *exec) ends(f *specFn) {
	cs := spec.Of(f.fn.Clauses, spec.Decreases)
	if len(cs) == 0 {
		unsupportedAt(f.fn.NamePos, "recursive spec fn without decreases")
	}

	// Each would be proved to end by its own measure, while the way through the other has none.
	spec.Walk(f.fn.Value, func(e spec.Expr) {
		if c, ok := e.(*spec.Call); ok {
			if g := x.funcs[c.Path.Last()]; g != nil && g != f.fn && x.leads(g, f.fn) {
				unsupportedAt(c.Pos(), "functions of clauses that call each other")
			}
		}
	})

	// For any arguments of the parameters' types.
	var args []*value
	for _, p := range f.fn.Params {
		args = append(args, x.fresh(p.Name, x.shapes.of(p.Type, nil)))
	}

	base := &eval{x: x, vars: map[string]*value{}, path: smt.True}
	in := base.inside(f.fn, args)
	in.checking = f
	for _, c := range cs {
		f.measure = append(f.measure, in.measureOf(c.Expr))
	}
	var needed []need
	in.needed = &needed
	in.eval(f.fn.Value)

	f.measure = nil
	x.guessDefined(f, args, smt.And(conditions(needed)...))
}

// guessDefined proposes that a recursive function has a value everywhere:
//
//	∀ args · (recursive calls of the body are defined ⇒ the body is)  ⊢  ∀ args · defined(f(args))
//
// Side conditions: the recursion ends; the arguments are of the parameters' types.
func (x *exec) guessDefined(f *specFn, args []*value, body *smt.Term) {
	var bound, typed []*smt.Term
	var same []*value
	for i, p := range f.fn.Params {
		v := build(args[i].shape, 0, func(_ *shape, sort smt.Sort) *smt.Term {
			b := x.c.Bound(p.Name, sort)
			bound = append(bound, b)
			return b
		})
		same, typed = append(same, v), append(typed, x.typing(v))
	}
	// Without parameters there is nothing to quantify over; each occurrence is asked on its own.
	if len(bound) == 0 {
		return
	}
	// Its own recursive calls are not among what body needs, as [eval.symbol] leaves them out.
	id := x.c.Guess()
	x.c.Try(id, body)
	here := f.defined(x, occurrence{args: same})
	x.c.Suppose(id, smt.Forall(bound, smt.Implies(smt.And(typed...), here), []*smt.Term{here}))
}

// measureOf is a number that decreases: of a sequence, its length.
func (e *eval) measureOf(c spec.Expr) *smt.Term {
	v := e.eval(c)
	if v.kind == seqShape || v.kind == intShape {
		return v.term
	}
	e.fail(c, "decreases of this type")
	return nil
}

func (e *eval) proveSmaller(at spec.Expr, f *specFn, args []*value) {
	if len(f.measure) == 0 {
		e.fail(at, "decreases that calls its own function")
	}
	// The path and the arguments would be about a bound variable.
	if e.bound > 0 {
		e.fail(at, "recursion under a quantifier")
	}
	in := e.inside(f.fn, args)
	in.checking = nil
	var now []*smt.Term
	for _, c := range spec.Of(f.fn.Clauses, spec.Decreases) {
		now = append(now, in.measureOf(c.Expr))
	}
	// The end is proved for arguments of the parameters' types alone, so a recursive call may not
	// leave them.
	s := &state{pc: e.path}
	for i, p := range f.fn.Params {
		e.x.prove(s, e.x.fits(args[i], e.x.shapes.of(p.Type, nil)), claim{kind: verify.UndefinedBadCast, at: at.Pos(), detail: "argument " + p.Name + " of " + f.fn.Name})
	}
	e.x.prove(s, smaller(now, f.measure), claim{kind: verify.Measured, at: f.fn.NamePos, detail: "recursion of " + f.fn.Name, clause: spec.Of(f.fn.Clauses, spec.Decreases)[0].Text})
}
