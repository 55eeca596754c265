package rust

import (
	"slices"
	"strings"

	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

// empty is a sequence without elements; elem is nil where nothing says of what.
func empty(x *exec, elem *shape) *value {
	if elem == nil {
		return &value{shape: &shape{kind: seqShape}, term: smt.IntLit(0)}
	}
	v := x.fresh("empty", seqOf(elem))
	return &value{shape: v.shape, term: smt.IntLit(0), parts: v.parts}
}

// list is seq![a, b].
func (e *eval) list(c *spec.List) *value {
	if len(c.Xs) == 0 {
		return empty(e.x, nil)
	}
	if e.bound > 0 {
		e.fail(c, "sequence with its elements under a quantifier")
	}

	first := e.eval(c.Xs[0])
	all := first.shape
	els := []*value{first}
	for _, a := range c.Xs[1:] {
		el := e.filled(e.eval(a), all)
		if !comparable(first, el) {
			e.fail(a, "element of another type")
		}
		// The widest type of all of them: seq![x, 300] of a byte x is no sequence of bytes.
		els, all = append(els, el), wider(all, el.shape)
	}
	if all.untyped() {
		e.fail(c, "sequence of which nothing says the elements' type")
	}

	v := empty(e.x, all)
	for i, el := range els {
		v = v.with(smt.IntLit(int64(i)), e.filled(el, all))
	}
	v.term = smt.IntLit(int64(len(c.Xs)))
	return v
}

// elementLaw is the element i of a function of arrays and numbers.
type elementLaw func(arrays, args []*smt.Term, i *smt.Term) *smt.Term

// arrayFn applies a function from arrays to arrays to every term of a sequence's
// elements, and says once what the elements of its result are.
func (x *exec) arrayFn(name string, elems *value, args []*smt.Term, more []*value, law elementLaw) *value {
	others := make([][]*smt.Term, len(more))
	for i, m := range more {
		others[i] = m.terms()
	}

	n := -1
	return elems.mapTerms(func(a *smt.Term) *smt.Term {
		n++
		arrays := []*smt.Term{a}
		for _, o := range others {
			arrays = append(arrays, o[n])
		}
		// One function for each sort of array, and one axiom for each function, whatever it is applied to.
		f := name + "." + strings.NewReplacer(" ", "_", "(", "", ")", "").Replace(string(a.Sort))
		x.c.Once(f, func() {
			var vars, as, ns []*smt.Term
			for range arrays {
				as = append(as, x.c.Bound("a", a.Sort))
			}
			for range args {
				ns = append(ns, x.c.Bound("n", smt.Int))
			}
			i := x.c.Bound("i", smt.Int)
			vars = append(append(append(vars, as...), ns...), i)

			at := smt.Select(x.c.Function(f, a.Sort, append(append([]*smt.Term{}, as...), ns...)...), i)
			x.c.Fact(smt.Forall(vars, smt.Eq(at, law(as, ns, i)), []*smt.Term{at}))
		})
		return x.c.Function(f, a.Sort, append(append([]*smt.Term{}, arrays...), args...)...)
	})
}

// from is the sequence from index a on, n long: (s.from(a))[i] = s[a + i].
func (x *exec) from(v *value, a, n *smt.Term) *value {
	out := &value{shape: seqOf(v.elem), term: n, parts: v.parts}
	if num := a.Num(); num != nil && num.Sign() == 0 {
		return out
	}
	out.parts = []*value{x.arrayFn("from", v.parts[0], []*smt.Term{a}, nil, func(as, ns []*smt.Term, i *smt.Term) *smt.Term {
		return smt.Select(as[0], smt.Add(ns[0], i))
	})}
	return out
}

// reversed is s.reverse(): its element i is s[|s| − 1 − i].
func (x *exec) reversed(v *value) *value {
	out := &value{shape: seqOf(v.elem), term: v.term}
	out.parts = []*value{x.arrayFn("reverse", v.parts[0], []*smt.Term{v.term}, nil, func(as, ns []*smt.Term, i *smt.Term) *smt.Term {
		return smt.Select(as[0], smt.Subtract(smt.Subtract(ns[0], smt.IntLit(1)), i))
	})}
	return out
}

// concat is s + t: (s + t)[i] = i < |s| ? s[i] : t[i − |s|].
func (e *eval) concat(at spec.Expr, s, t *value) *value {
	switch {
	case t.kind != seqShape || !comparable(s, t):
		e.fail(at, "sequences of different types put together")
	case s.elem == nil:
		return t
	case t.elem == nil:
		return s
	}
	out := &value{term: smt.Add(s.term, t.term)}
	out.parts = []*value{e.x.arrayFn("concat", s.parts[0], []*smt.Term{s.term}, []*value{t.parts[0]}, func(as, ns []*smt.Term, i *smt.Term) *smt.Term {
		return smt.Ite(smt.Lt(i, ns[0]), smt.Select(as[0], i), smt.Select(as[1], smt.Subtract(i, ns[0])))
	})}
	out.shape = seqOf(s.elem)
	return out.as(seqOf(wider(s.elem, t.elem)))
}

// method is a method of clauses on a value.
func (e *eval) method(c *spec.Method) *value {
	v := e.eval(c.X)
	arity := func(n int) {
		if len(c.Args) != n {
			e.fail(c, c.Name+" with this number of arguments")
		}
	}

	switch c.Name {
	case "view":
		arity(0)
		return seen(v)
	// References, boxes and copies have the shape of what they hold: the value stays.
	case "deref", "clone", "to_vec", "as_slice", "as_ref", "borrow", "spec_deref":
		arity(0)
		return v
	}

	switch v.kind {
	case seqShape:
		// Methods of str count bytes, those of x@ characters.
		if v.text {
			e.fail(c.X, "method "+c.Name+" of a string, where x@ are its characters")
		}
		if v.elem == nil {
			e.fail(c.X, "sequence of which nothing says the elements' type")
		}
		return e.seqMethod(c, v, arity)
	case enumShape:
		return e.enumMethod(c, v, arity)
	case intShape:
		switch c.Name {
		case "abs":
			arity(0)
			return integer(smt.Ite(smt.Lt(v.term, smt.IntLit(0)), smt.Negate(v.term), v.term))
		}
	}
	e.fail(c, "method "+c.Name)
	return nil
}

func (e *eval) seqMethod(c *spec.Method, v *value, arity func(int)) *value {
	x := e.x
	one := smt.IntLit(1)

	switch c.Name {
	case "len", "spec_len":
		arity(0)
		return integer(v.term)
	case "is_empty":
		arity(0)
		return truth(smt.Eq(v.term, smt.IntLit(0)))
	case "index", "spec_index":
		arity(1)
		i := e.number(c.Args[0])
		e.needsIndex(v, i)
		return v.at(i)
	case "first":
		arity(0)
		e.needsIndex(v, smt.IntLit(0))
		return v.at(smt.IntLit(0))
	case "last":
		arity(0)
		e.needsIndex(v, smt.Subtract(v.term, one))
		return v.at(smt.Subtract(v.term, one))
	case "push":
		arity(1)
		el := e.element(c.Args[0], v)
		// One element behind the end; what stood there in the array was not the sequence's.
		out := v.with(v.term, el).as(seqOf(wider(v.elem, el.shape)))
		out.term = smt.Add(v.term, one)
		return out
	case "update":
		arity(2)
		i := e.number(c.Args[0])
		e.needsIndex(v, i)
		el := e.element(c.Args[1], v)
		return v.with(i, el).as(seqOf(wider(v.elem, el.shape)))
	case "subrange":
		arity(2)
		a, b := e.number(c.Args[0]), e.number(c.Args[1])
		e.needsRange(v, a, b)
		return x.from(v, a, smt.Subtract(b, a))
	case "take":
		arity(1)
		n := e.number(c.Args[0])
		e.needsRange(v, smt.IntLit(0), n)
		return x.from(v, smt.IntLit(0), n)
	case "skip":
		arity(1)
		n := e.number(c.Args[0])
		e.needsRange(v, n, v.term)
		return x.from(v, n, smt.Subtract(v.term, n))
	case "drop_first":
		arity(0)
		e.needsIndex(v, smt.IntLit(0))
		return x.from(v, one, smt.Subtract(v.term, one))
	case "drop_last":
		arity(0)
		e.needsIndex(v, smt.IntLit(0))
		return x.from(v, smt.IntLit(0), smt.Subtract(v.term, one))
	case "add":
		arity(1)
		return e.concat(c, v, e.eval(c.Args[0]))
	case "contains":
		arity(1)
		el := e.element(c.Args[0], v)
		i := x.c.Bound("i", smt.Int)
		return truth(smt.Exists([]*smt.Term{i}, smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, v.term), x.equal(v.at(i), el))))
	case "reverse":
		arity(0)
		return x.reversed(v)
	case "filter":
		arity(1)
		return e.filter(c, v)
	case "map_values":
		arity(1)
		return e.mapped(c, v)
	}
	e.fail(c, "method "+c.Name+" of sequences")
	return nil
}

// untyped reports whether of some sequence in the shape nothing says of what it is.
func (s *shape) untyped() bool {
	if s.kind == seqShape {
		return s.elem == nil || s.elem.untyped()
	}
	return slices.ContainsFunc(s.parts, func(p part) bool { return p.shape.untyped() })
}

// element is a value that a sequence can hold.
func (e *eval) element(c spec.Expr, seq *value) *value {
	v := e.filled(e.eval(c), seq.elem)
	if !comparable(v, seq.at(smt.IntLit(0))) || v.shape.untyped() {
		e.fail(c, "element of another type")
	}
	return v
}

func (e *eval) enumMethod(c *spec.Method, v *value, arity func(int)) *value {
	some := v.shape.variantIndex("Some")
	is := func(n int) *value { return truth(smt.Eq(v.term, smt.IntLit(int64(n)))) }
	switch c.Name {
	case "is_some", "is_Some":
		arity(0)
		if some >= 0 {
			return is(some)
		}
	case "is_none", "is_None":
		arity(0)
		if some >= 0 {
			return is(v.shape.variantIndex("None"))
		}
	// The name of the variant is in the method's.
	case "is_ok", "is_Ok", "is_err", "is_Err":
		arity(0)
		if n := v.shape.variantIndex(strings.ToUpper(c.Name[3:4]) + c.Name[4:]); n >= 0 {
			return is(n)
		}
	case "unwrap", "get_Some_0":
		arity(0)
		if some >= 0 {
			e.needs(verify.UndefinedCalledPre, smt.Eq(v.term, smt.IntLit(int64(some))))
			// Where it is another variant the part has some value: see [exec.proveDefined].
			return v.parts[v.variants[some].from]
		}
	}
	e.fail(c, "method "+c.Name)
	return nil
}

// closure evaluates a function of one argument given in a clause.
func (e *eval) closure(c spec.Expr, arg *value) *value {
	f, ok := c.(*spec.Closure)
	if !ok || len(f.Params) != 1 {
		e.fail(c, "function that is not written out with one parameter")
	}
	return e.with(map[string]*value{f.Params[0].Name: arg}).eval(f.Body)
}

// forEach notes what a closure needs to have a value for each element of a sequence.
func (e *eval) forEach(c spec.Expr, v *value) {
	if e.needed == nil {
		return
	}
	i := e.x.c.Bound("i", smt.Int)
	in := smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, v.term))
	e.under([]*smt.Term{i}, in, func(inner *eval) *smt.Term {
		inner.bound++
		inner.closure(c, v.at(i))
		return smt.True
	})
}

// hole stands for the argument of a closure, so that closures that say the same are
// one function.
func hole(s *shape) *value {
	n := 0
	return build(s, 0, func(_ *shape, sort smt.Sort) *smt.Term {
		n++
		return smt.Var("hole"+itoa(n), sort)
	})
}

// mapped is s.map_values(f): its elements are f of the elements.
func (e *eval) mapped(c *spec.Method, v *value) *value {
	if e.bound > 0 {
		e.fail(c, "map under a quantifier")
	}
	i := e.x.c.Bound("i", smt.Int)
	e.forEach(c.Args[0], v)
	// What the closure needs is asked for above, for every element within the sequence; the element
	// taken here stands for any place at all.
	in := *e
	in.bound++
	in.needed = nil
	el := in.closure(c.Args[0], v.at(i))
	if el.shape.untyped() {
		e.fail(c, "sequence of which nothing says the elements' type")
	}
	out := e.x.fresh("mapped", seqOf(el.shape))
	out.term = v.term
	// Beyond the end too: nothing tells what is there.
	at := out.at(i)
	e.x.c.Fact(smt.Forall([]*smt.Term{i}, zipEqual(at, el), []*smt.Term{at.terms()[0]}))
	return out
}

// filter is s.filter(p), which is defined by what it is of one element less:
//
//	|f(s, n)| = n ≤ 0 ? 0 : |f(s, n−1)| + (p(s[n−1]) ? 1 : 0)
//	f(s, n) = p(s[n−1]) ? f(s, n−1) with s[n−1] behind it : f(s, n−1)
//
// Side conditions: f is a function of the sequence, of n and of p alone, p being
// known by its formula over a hole; what is defined is instantiated for each n that
// occurs outside of quantifiers, so that the definition never runs away.
func (e *eval) filter(c *spec.Method, v *value) *value {
	x := e.x
	if e.bound > 0 {
		e.fail(c, "filter under a quantifier")
	}
	e.forEach(c.Args[0], v)

	// From here on nothing is asked for: the needs of all elements are noted above.
	total := *e
	total.needed, e = nil, &total

	over := *e
	over.bound++ // a hole is no value: nothing is said of what is made of it
	key := "filter:" + over.closure(c.Args[0], hole(v.elem)).term.String()
	id := x.fnID(key)

	arrays := v.parts[0].terms()
	length := func(n *smt.Term) *smt.Term {
		return x.c.Function(id+".len", smt.Int, append(append([]*smt.Term{}, arrays...), n)...)
	}
	elems := func(n *smt.Term) *value {
		k := -1
		return v.parts[0].mapTerms(func(a *smt.Term) *smt.Term {
			k++
			return x.c.Function(id+".elems"+itoa(k), a.Sort, append(append([]*smt.Term{}, arrays...), n)...)
		})
	}
	seq := func(n *smt.Term) *value {
		return &value{shape: seqOf(v.elem), term: length(n), parts: []*value{elems(n)}}
	}

	zero, n := smt.IntLit(0), v.term
	less := smt.Subtract(n, smt.IntLit(1))
	last := v.at(less)
	p := e.closure(c.Args[0], last)
	if p.kind != boolShape {
		e.fail(c, "filter by what is no condition")
	}

	// One step of the recursion, at this length: all that a loop with an invariant over take(i) needs
	// for its next iteration.
	now, before := seq(n), seq(less)
	with := before.with(before.term, last)
	x.c.Fact(smt.Implies(smt.Le(n, zero), smt.Eq(now.term, zero)))
	x.c.Fact(smt.Implies(smt.Lt(zero, n), smt.And(
		smt.Eq(now.term, smt.Add(before.term, smt.Ite(p.term, smt.IntLit(1), zero))),
		smt.Implies(p.term, zipEqual(now.parts[0], with.parts[0])),
		smt.Implies(smt.Not(p.term), zipEqual(now.parts[0], before.parts[0])))))
	for _, t := range []*value{now, before} {
		x.c.Fact(smt.Le(zero, t.term))
	}
	// True by induction over n, which solvers don't do.
	x.c.Fact(smt.Implies(smt.Le(zero, n), smt.Le(now.term, n)))
	return now
}

// fnID numbers functions by what they are.
func (x *exec) fnID(key string) string {
	if f := x.fns[key]; f != nil {
		return f.id
	}
	x.closures++
	f := &specFn{id: "fn" + itoa(x.closures)}
	x.fns[key] = f
	return f.id
}
