package eval

import (
	"math"
	"math/big"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// maxVars is the number of variables one quantifier may have.
const maxVars = 6

// unbounded is where the values of long and \bigint variables are taken to end
// when nothing bounds them.
const unbounded = math.MaxInt64 / 4

// probes is how many values are tried of a range that is too large to go through:
// a counterexample or witness among them decides, nothing else does.
const probes = 512

// quant is a compiled quantifier.
type quant struct {
	at    java.Pos
	kind  string
	vars  []qvar
	first int // bound slot of vars[0]
	// cons are the conjuncts of the range that say something about single values:
	// linear constraints, and conditions without the quantifier's variables.
	cons  []constraint
	atoms int
	rest  boolFn // of the range, what cons do not say; nil for nothing
	full  boolFn // the range as written; nil for true
	// more are constraints that the body implies; they are consulted only where
	// the range leaves a variable unbounded.
	more []constraint
	// early is one more than the number of cons in front of a conjunct that may
	// be undefined, when others follow it; 0 for the usual order.
	early int
	body  *node
	pred  boolFn // body of \forall, \exists and \num_of; nil means true
}

type qvar struct {
	l      *types.Local
	slot   int
	lo, hi int64                           // of the type
	domain func(*env) ([]interp.Ref, bool) // of a reference variable
}

// constraint is a node of a condition on the variables.
type constraint struct {
	kind  consKind
	coef  [maxVars]int64 // atom: Σ coef·v + Σ terms + k ≤ 0
	sq    int            // atom: index of a variable whose square is meant, plus one
	terms []term
	k     int64
	index int // of an atom's value
	guard boolFn
	subs  []constraint
}

type consKind uint8

const (
	consNone consKind = iota // says nothing
	consAtom
	consGuard
	consAnd
	consOr
)

type term struct {
	sign int64
	f    numFn
}

func (c *compiler) quantified(x *java.Quantified) *node {
	if x.Kind == `\let` {
		return c.let(x)
	}
	if x.Kind == `\choose` {
		return c.stop(x, "\\choose is not evaluated")
	}
	if len(x.Vars) > maxVars {
		return c.stop(x, "more than %d variables in one quantifier", maxVars)
	}
	q := &quant{at: x.Pos(), kind: x.Kind, first: c.nq}
	for _, v := range x.Vars {
		c.bindVar(q, x, v)
	}
	c.maxq = max(c.maxq, c.nq)
	defer func() {
		c.nq = q.first
		for _, v := range q.vars {
			delete(c.bound, v.l)
		}
	}()

	// The range in conjuncts; for the logical quantifiers what the body assumes
	// or asserts belongs to it.
	var conj []java.Expr
	if x.Range != nil {
		conj = conjuncts(x.Range, conj)
	}
	body := x.Body
	switch x.Kind {
	case `\forall`:
		// (\forall x; R; P ==> Q) is (\forall x; R && P; Q). What the body's failing implies bounds
		// the values at which it can fail.
		for {
			b := java.Unparen(body)
			i, ok := b.(*java.Binary)
			if !ok || i.Op != java.Implies {
				break
			}
			conj = conjuncts(i.X, conj)
			body = i.Y
		}
		q.pred = c.pred(body)
		q.more = []constraint{c.constraint(q, body, false)}
	case `\exists`, `\num_of`:
		// (\exists x; R; P) is (\exists x; R && P; true), and so for counting.
		conj = conjuncts(body, conj)
		body = nil
	default:
		q.body = c.unboxed(c.expr(body), body)
	}

	for i := range q.vars {
		if v := &q.vars[i]; !types.IsPrimitive(v.l.Type) && v.l.Type.Kind() != types.Bigint {
			v.domain = c.domain(q, v.l, conj)
			if v.domain == nil {
				return c.stop(x, "a quantifier over all objects of type %s is not evaluated", types.ShortString(v.l.Type))
			}
		}
	}

	// Sums and counts depend on how many values there are, so a variable that nothing reads still
	// has all of them.
	if x.Kind == `\forall` || x.Kind == `\exists` {
		for i := range q.vars {
			if v := &q.vars[i]; v.domain == nil && !c.uses(v.l, x) {
				v.lo, v.hi = 0, 0 // one value is as good as all
			}
		}
	}
	c.sortRange(q, conj)
	return c.quantNode(x, q)
}

// bindVar gives a bound variable a slot and the values of its type; those of long and
// \bigint end where nothing can be gone through any more.
func (c *compiler) bindVar(q *quant, x *java.Quantified, v *java.VarDeclarator) {
	l := c.info.Locals[v]
	if l == nil {
		c.stop(x, "a quantifier with an error")
	}
	qv := qvar{l: l, slot: c.nq}
	switch k := l.Type.Kind(); k {
	case types.Boolean:
		qv.lo, qv.hi = 0, 1
	case types.Byte, types.Short, types.Char, types.Int:
		qv.lo, qv.hi = rangeOf(k)
	case types.Long, types.Bigint:
		qv.lo, qv.hi = -unbounded, unbounded
	case types.Float, types.Double, types.Real:
		c.stop(x, "a quantifier over %s is not evaluated", l.Type)
	}
	q.vars = append(q.vars, qv)
	c.bound[l] = c.nq
	c.nq++
}

// sortRange sorts the conjuncts of the range into constraints, which say what values are
// gone through at all, and the rest, which is evaluated at each of them. A conjunct
// that a constraint says exactly need not be evaluated again.
func (c *compiler) sortRange(q *quant, conj []java.Expr) {
	partial := 0
	for _, y := range conj {
		p := c.pred(y)
		q.full = andAlso(q.full, p)
		k := c.constraint(q, y, true)
		if k.exact() {
			q.cons = append(q.cons, k)
			continue
		}
		if k.kind == consAnd && allAtoms(k.subs) {
			q.cons = append(q.cons, k.subs...)
			continue
		}
		if partial == 0 && mayBeUndefined(y) {
			partial = len(q.cons) + 1
		}
		if k.kind != consNone {
			q.cons = append(q.cons, k)
		}
		q.rest = andAlso(q.rest, p)
	}

	// Constraints that come after a conjunct which may be undefined hide that it is:
	// the values just outside of them have to be looked at too.
	if partial > 0 && partial-1 < len(q.cons) {
		q.early = partial
	}
}

// andAlso is p && q; p is nil at first.
func andAlso(p, q boolFn) boolFn {
	if p == nil {
		return q
	}
	return and(p, q)
}

func allAtoms(subs []constraint) bool {
	for i := range subs {
		if subs[i].kind != consAtom || !subs[i].exact() {
			return false
		}
	}
	return true
}

// exact reports whether going through the values that k allows makes testing k
// itself superfluous.
func (k *constraint) exact() bool {
	// A square among linear parts gives no bound (see narrowSquare), so it has to be tested.
	if k.kind == consAtom && k.sq != 0 {
		for _, c := range k.coef {
			if c != 0 {
				return false
			}
		}
	}
	return k.kind == consAtom || k.kind == consGuard
}

func conjuncts(x java.Expr, out []java.Expr) []java.Expr {
	x = java.Unparen(x)
	if b, ok := x.(*java.Binary); ok && b.Op == java.AndAnd {
		return conjuncts(b.Y, conjuncts(b.X, out))
	}
	return append(out, x)
}

// uses reports whether the variable l is read in x.
func (c *compiler) uses(l *types.Local, x *java.Quantified) bool {
	found := false
	java.Walk(x, func(n java.Node) bool {
		if m, ok := n.(*java.Name); ok {
			if u := c.info.Uses[m]; u != nil && u.Local == l {
				found = true
			}
		}
		return !found
	})
	return found
}

// mayBeUndefined reports whether x has a part that is not defined everywhere.
func mayBeUndefined(x java.Expr) bool {
	found := false
	java.Walk(x, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index, *java.Call, *java.New, *java.NewArray:
			found = true
		case *java.Binary:
			found = found || n.Op == java.Div || n.Op == java.Rem
		}
		return !found
	})
	return found
}

// mentions reports whether x uses a variable of q.
func (c *compiler) mentions(q *quant, x java.Node) bool {
	found := false
	java.Walk(x, func(n java.Node) bool {
		if m, ok := n.(*java.Name); ok {
			if u := c.info.Uses[m]; u != nil && u.Kind == types.LocalRef {
				for _, v := range q.vars {
					if v.l == u.Local {
						found = true
					}
				}
			}
		}
		return !found
	})
	return found
}

// constraint finds what x, or its negation, says about q's variables.
func (c *compiler) constraint(q *quant, x java.Expr, positive bool) constraint {
	x = java.Unparen(x)
	// It is the same for all values: tested once, before any is gone through.
	if !c.mentions(q, x) {
		if b, ok := x.(*java.Literal); ok && (b.Raw == "true") == positive {
			return constraint{}
		}
		p := c.pred(x)
		if !positive {
			p = not(p)
		}
		return constraint{kind: consGuard, guard: p}
	}

	// A negation turns ∧ into ∨; a conjunct that is no constraint may be dropped, an
	// alternative that is none leaves no bound at all.
	both := func(a, b constraint) constraint { return constraint{kind: consAnd, subs: []constraint{a, b}} }
	either := func(a, b constraint) constraint {
		if a.kind == consNone || b.kind == consNone {
			return constraint{}
		}
		return constraint{kind: consOr, subs: []constraint{a, b}}
	}

	switch b := x.(type) {
	case *java.Unary:
		if b.Op == java.Not {
			return c.constraint(q, b.X, !positive)
		}
	case *java.Chain:
		if !positive {
			return constraint{}
		}
		k := constraint{kind: consAnd}
		for i, op := range b.Ops {
			k.subs = append(k.subs, flat(c.atom(q, op, b.Xs[i], b.Xs[i+1]))...)
		}
		return k
	case *java.Binary:
		switch b.Op {
		case java.AndAnd:
			l, r := c.constraint(q, b.X, positive), c.constraint(q, b.Y, positive)
			if positive {
				return both(l, r)
			}
			return either(l, r)
		case java.OrOr:
			l, r := c.constraint(q, b.X, positive), c.constraint(q, b.Y, positive)
			if positive {
				return either(l, r)
			}
			return both(l, r)
		case java.Implies:
			l, r := c.constraint(q, b.X, !positive), c.constraint(q, b.Y, positive)
			if positive {
				return either(l, r)
			}
			return both(l, r)
		case java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne:
			op := b.Op
			if !positive {
				op = negated[op]
			}
			return c.atom(q, op, b.X, b.Y)
		}
	}
	return constraint{}
}

func flat(k constraint) []constraint {
	if k.kind == consAnd {
		return k.subs
	}
	return []constraint{k}
}

var negated = map[java.Op]java.Op{
	java.Lt: java.Ge, java.Le: java.Gt, java.Gt: java.Le, java.Ge: java.Lt, java.Eq: java.Ne, java.Ne: java.Eq,
}

// atom makes the constraint of a comparison of linear expressions.
func (c *compiler) atom(q *quant, op java.Op, x, y java.Expr) constraint {
	a, ok1 := c.linear(q, x)
	b, ok2 := c.linear(q, y)
	if !ok1 || !ok2 {
		return constraint{}
	}

	// Over the integers a < b is a + 1 ≤ b: every atom has the form Σ c·v + terms + k ≤
	// 0.
	lt := func(a, b constraint, strict bool) constraint { // a < b or a <= b
		k := constraint{kind: consAtom, k: a.k - b.k, sq: max(a.sq, b.sq)}
		if a.sq != 0 && b.sq != 0 {
			return constraint{}
		}
		for i := range k.coef {
			k.coef[i] = a.coef[i] - b.coef[i]
		}
		if b.sq != 0 { // a square from below bounds nothing
			return constraint{}
		}
		k.terms = append(k.terms, a.terms...)
		for _, t := range b.terms {
			k.terms = append(k.terms, term{-t.sign, t.f})
		}
		if strict {
			k.k++
		}
		k.index = q.atoms
		q.atoms++
		return k
	}

	switch op {
	case java.Lt:
		return lt(a, b, true)
	case java.Le:
		return lt(a, b, false)
	case java.Gt:
		return lt(b, a, true)
	case java.Ge:
		return lt(b, a, false)
	case java.Eq:
		l, r := lt(a, b, false), lt(b, a, false)
		if l.kind == consNone || r.kind == consNone {
			return constraint{}
		}
		return constraint{kind: consAnd, subs: []constraint{l, r}}
	}
	// A hole in the range, as != makes one, is nothing that a box can say.
	return constraint{}
}

// linear reads x as Σ coef·variable + Σ terms + k.
func (c *compiler) linear(q *quant, x java.Expr) (constraint, bool) {
	x = java.Unparen(x)
	switch y := x.(type) {
	case *java.Name:
		if u := c.info.Uses[y]; u != nil && u.Kind == types.LocalRef {
			for i, v := range q.vars {
				if v.l == u.Local {
					if v.domain != nil || v.l.Type.Kind() == types.Boolean || !types.IsIntegral(v.l.Type) && v.l.Type.Kind() != types.Bigint {
						return constraint{}, false
					}
					var k constraint
					k.coef[i] = 1
					return k, true
				}
			}
		}
	case *java.Unary:
		if _, ok := c.least(y); ok {
			break
		}
		if y.Op == java.Neg {
			a, ok := c.linear(q, y.X)
			return a.scaled(-1), ok && a.sq == 0 && c.endless(y)
		}
		if y.Op == java.Plus {
			return c.linear(q, y.X)
		}
	case *java.Cast:
		// A cast that can't lose bits may be looked through.
		if t := c.info.TypeOf[y.Type]; t != nil && (t.Kind() == types.Int || t.Kind() == types.Long || t.Kind() == types.Bigint) {
			if f := c.info.Types[y.X]; f != nil && types.IsIntegral(f) && bitsOf(f.Kind()) <= bitsOf(t.Kind()) {
				return c.linear(q, y.X)
			}
		}
	case *java.Binary:
		// Without a variable the whole is one term, which is evaluated once and not at every value.
		if !c.mentions(q, y) {
			break
		}
		if !c.endless(y) {
			return constraint{}, false
		}
		switch y.Op {
		case java.Plus, java.Sub:
			return c.linearSum(q, y)
		case java.Mul:
			return c.linearProduct(q, y)
		}
		return constraint{}, false
	}

	if c.mentions(q, x) {
		return constraint{}, false
	}
	if n, ok := c.constantOf(x); ok {
		return constraint{k: n}, true
	}

	n := c.unboxed(c.expr(x), x)
	if !n.isInt() {
		return constraint{}, false
	}
	return constraint{terms: []term{{1, n.num()}}}, true
}

// endless reports whether the arithmetic of x has no width: i + 1 ≤ 0 is i ≤ −1 only
// where nothing wraps, and nothing is without a value.
func (c *compiler) endless(x java.Expr) bool {
	return c.math == jml.SpecMath || c.operand(x) == types.Bigint
}

func (c *compiler) linearSum(q *quant, y *java.Binary) (constraint, bool) {
	a, ok1 := c.linear(q, y.X)
	b, ok2 := c.linear(q, y.Y)
	if !ok1 || !ok2 || a.sq != 0 && b.sq != 0 {
		return constraint{}, false
	}
	if y.Op == java.Sub {
		if b.sq != 0 { // a square has no coefficient that could be negated
			return constraint{}, false
		}
		b = b.scaled(-1)
	}
	for i := range a.coef {
		a.coef[i] += b.coef[i]
	}
	a.k += b.k
	a.sq = max(a.sq, b.sq)
	a.terms = append(a.terms[:len(a.terms):len(a.terms)], b.terms...)
	return a, true
}

// linearProduct is a multiple of one side, or a variable's square.
func (c *compiler) linearProduct(q *quant, y *java.Binary) (constraint, bool) {
	if n, ok := c.constantOf(y.X); ok {
		a, ok := c.linear(q, y.Y)
		return a.times(n, ok)
	}
	if n, ok := c.constantOf(y.Y); ok {
		a, ok := c.linear(q, y.X)
		return a.times(n, ok)
	}
	a, ok1 := c.linear(q, y.X)
	b, ok2 := c.linear(q, y.Y)
	if ok1 && ok2 && a.isVar() && a.coef == b.coef && b.isVar() {
		for i := range a.coef {
			if a.coef[i] != 0 {
				a.coef[i] = 0
				a.sq = i + 1
				return a, true
			}
		}
	}
	return constraint{}, false
}

// times is k scaled by a constant of the text, where it has a meaning as a constraint: no
// square is scaled, and coefficients stay so small that a sum of multiples of small values
// is no far number.
func (k constraint) times(n int64, ok bool) (constraint, bool) {
	out := k.scaled(n)
	if !ok || k.sq != 0 && n != 1 {
		return out, false
	}
	small := func(a int64) bool {
		p, ok := mul64(a, n)
		return ok && -math.MaxInt32 <= p && p <= math.MaxInt32
	}
	ok = small(k.k)
	for _, c := range k.coef {
		ok = ok && small(c)
	}
	for _, t := range k.terms {
		ok = ok && small(t.sign)
	}
	return out, ok
}

func (k constraint) isVar() bool {
	n := 0
	for _, c := range k.coef {
		if c == 1 {
			n++
		} else if c != 0 {
			return false
		}
	}
	return n == 1 && k.k == 0 && len(k.terms) == 0 && k.sq == 0
}

func (k constraint) scaled(n int64) constraint {
	out := constraint{k: k.k * n, sq: k.sq}
	for i, c := range k.coef {
		out.coef[i] = c * n
	}
	for _, t := range k.terms {
		out.terms = append(out.terms, term{t.sign * n, t.f})
	}
	return out
}

// constantOf is the value of a literal or named constant that is small.
func (c *compiler) constantOf(x java.Expr) (int64, bool) {
	x = java.Unparen(x)
	if n, ok := c.least(x); ok {
		return n, n >= math.MinInt32
	}
	if u, ok := x.(*java.Unary); ok && u.Op == java.Neg {
		n, ok := c.constantOf(u.X)
		return -n, ok
	}
	switch x.(type) {
	case *java.Literal, *java.Name, *java.Select:
	default:
		return 0, false
	}
	k := c.info.Consts[x]
	if k == nil || !types.IsIntegral(k.Type) || k.N > math.MaxInt32 || k.N < math.MinInt32 {
		return 0, false
	}
	return k.N, true
}

// domain finds the objects that a reference variable can be: the elements of a
// collection it must be in, or the constants of its enum.
func (c *compiler) domain(q *quant, l *types.Local, conj []java.Expr) func(*env) ([]interp.Ref, bool) {
	is := func(x java.Expr) bool {
		n, ok := java.Unparen(x).(*java.Name)
		return ok && c.info.Uses[n] != nil && c.info.Uses[n].Local == l
	}

	for _, x := range conj {
		switch x := java.Unparen(x).(type) {
		case *java.Call:
			// The elements are candidates only: the conjunct is evaluated for each like any other.
			if (x.Name.Name == "contains" || x.Name.Name == "containsKey" || x.Name.Name == "containsValue") && len(x.Args) == 1 && is(x.Args[0]) && x.X != nil && !c.mentions(q, x.X) {
				r := c.expr(x.X).r
				view := map[string]string{"containsKey": "keySet", "containsValue": "values"}[x.Name.Name]
				if r == nil {
					continue
				}
				return func(e *env) ([]interp.Ref, bool) {
					o := r(e)
					if e.bad != 0 || o == nil {
						return nil, false
					}
					if view != "" {
						v, out := e.Machine.Try(func() interp.Value { return e.Machine.CallMethod(o, view) })
						if out.Kind != interp.Returned {
							return nil, false
						}
						o = v.R
					}
					list, out := e.Machine.Elements(o)
					return list, out.Kind == interp.Returned
				}
			}
		case *java.Binary:
			if x.Op != java.Eq {
				continue
			}
			for _, side := range [][2]java.Expr{{x.X, x.Y}, {x.Y, x.X}} {
				if is(side[0]) && !c.mentions(q, side[1]) {
					r := c.expr(side[1]).r
					if r == nil {
						continue
					}
					return func(e *env) ([]interp.Ref, bool) {
						o := r(e)
						return []interp.Ref{o}, e.bad == 0
					}
				}
			}
		}
	}

	// Nothing in the range lists the values; the type does, where it has few.
	if t, ok := l.Type.(*types.ClassType); ok && t.Class.Kind == java.EnumClass {
		k := c.prog.Class(t.Class)
		return func(e *env) ([]interp.Ref, bool) {
			var list []interp.Ref
			_, out := e.Machine.Try(func() interp.Value {
				list = e.Machine.EnumConstants(k)
				return interp.Value{}
			})
			return list, out.Kind == interp.Returned
		}
	}

	if u := types.Unboxed(l.Type); u != nil && u.Kind() == types.Boolean {
		return func(e *env) ([]interp.Ref, bool) {
			return []interp.Ref{e.Machine.Box(types.Boolean, 0), e.Machine.Box(types.Boolean, 1)}, true
		}
	}
	return nil
}

// let compiles (\let T x = e; body).
func (c *compiler) let(x *java.Quantified) *node {
	mark := c.nq
	var set []func(*env)
	var ls []*types.Local

	for _, v := range x.Vars {
		l := c.info.Locals[v]
		if l == nil || v.Init == nil {
			return c.stop(x, "a \\let without a value")
		}
		slot := c.nq
		switch k := l.Type.Kind(); {
		case k == types.Bigint || k == types.Long || k == types.Real:
			n := c.unboxed(c.expr(v.Init), v.Init)
			if !n.isInt() {
				return c.stop(v.Init, "this \\let is not evaluated")
			}
			f, pos := n.num(), v.Init.Pos()
			set = append(set, func(e *env) {
				b := f(e)
				// The slots of variables hold 64 bits.
				if b.b != nil {
					e.unknown(pos, "the value of "+l.Name+" is too large")
				}
				e.q[slot] = b.n
			})
		default:
			f := c.value(c.expr(v.Init), l.Type, v.Init)
			set = append(set, func(e *env) {
				b := f(e)
				e.q[slot] = b.N
				// The slot may still hold the object of an earlier binding: null has to overwrite
				// it.
				if b.R != nil || e.qr != nil {
					e.setRef(slot, b.R)
				}
			})
		}
		c.nq++
		c.maxq = max(c.maxq, c.nq)
		c.bound[l] = slot
		ls = append(ls, l)
	}

	body := c.expr(x.Body)
	c.nq = mark
	for _, l := range ls {
		delete(c.bound, l)
	}

	return body.within(func(e *env, run func()) {
		for _, s := range set {
			s(e)
			if e.bad != 0 {
				return
			}
		}
		run()
	})
}

// within is n evaluated by around, which prepares what n needs and runs it, or sets
// why it can't.
func (n *node) within(around func(e *env, run func())) *node {
	out := *n
	out.konst = nil
	switch n.lane {
	case boolean:
		out.b = func(e *env) tri {
			v := tFalse
			around(e, func() { v = n.b(e) })
			if e.bad != 0 {
				return e.fail()
			}
			return v
		}
	case integer:
		out.i = func(e *env) (v int64) { around(e, func() { v = n.i(e) }); return v }
	case bigint:
		out.n = func(e *env) (v num) { around(e, func() { v = n.n(e) }); return v }
	case float32Lane, float64Lane:
		out.d = func(e *env) (v float64) { around(e, func() { v = n.d(e) }); return v }
	case reference:
		out.r = func(e *env) (v interp.Ref) { around(e, func() { v = n.r(e) }); return v }
	case realLane:
		out.rat = func(e *env) *big.Rat {
			v := new(big.Rat)
			around(e, func() { v = n.rat(e) })
			return v
		}
	}
	return &out
}
