package native

import (
	"math/big"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// spec translates a specification expression to a term. Arithmetic is
// mathematical; parts that could be undefined are collected in wd, each under the
// conditions that guard it.
type spec struct {
	x      *exec
	cur    *state // what plain expressions see
	pre    *state // what \old sees; nil where \old has no meaning
	result *smt.Term
	this   *smt.Term
	vals   map[*types.Local]*smt.Term // parameters of a contract, quantified and let-bound variables
	wd     []definedness
	depth  int // of quantifiers around
	fuel   int // for unfolding functions
	method *types.Method
	self   types.Type // of this as the call of a library method has it
	axiom  bool       // part of an axiom: whether it is defined is not asked
	code   bool       // code read as an expression: its arithmetic is the code's
}

// definedness is a condition under which a part of a specification has a value.
type definedness struct {
	cond  *smt.Term
	kind  verify.Kind
	at    java.Pos
	quant bool // lies under a quantifier
}

// with is a copy that collects its own definedness.
func (sp *spec) with() *spec {
	c := *sp
	c.wd = nil
	return &c
}

// guarded takes over the definedness of a part that only matters when g holds.
func (sp *spec) guarded(g *smt.Term, part *spec) {
	for _, d := range part.wd {
		d.cond = smt.Implies(g, d.cond)
		sp.wd = append(sp.wd, d)
	}
}

// need records that cond must hold for the expression at p to have a value.
func (sp *spec) need(cond *smt.Term, k verify.Kind, p java.Pos) {
	if cond != smt.True {
		sp.wd = append(sp.wd, definedness{cond, k, p, sp.depth > 0})
	}
}

// old is the context of \old(…).
func (sp *spec) old() *spec {
	c := sp.with()
	if sp.pre != nil {
		c.cur = sp.pre
	}
	return c
}

// formula translates a predicate.
func (sp *spec) formula(e java.Expr) *smt.Term {
	t := sp.eval(e)
	if t.Sort != smt.Bool {
		if t.Sort == refSort { // a Boolean
			return sp.x.unbox(t, types.TBoolean)
		}
		sp.x.unsupported(e, "predicate of sort "+string(t.Sort))
	}
	return t
}

// number translates e and brings it to type t.
func (sp *spec) number(e java.Expr, t types.Type) *smt.Term {
	return sp.x.convert(sp.eval(e), sp.x.typeOf(e), t)
}

func (sp *spec) eval(e java.Expr) *smt.Term {
	v := sp.value(e)
	if sp.code && sp.x.arithmetic == verify.Java && v != nil && v.Sort == smt.Int {
		// Operators compute in the type's range; what they compute with is within it already.
		switch e.(type) {
		case *java.Unary, *java.Binary:
			return wrap(v, sp.x.typeOf(e))
		}
	}
	return v
}

func (sp *spec) value(e java.Expr) *smt.Term {
	x := sp.x
	x.step(e)
	if c := x.constOf(e); c != nil {
		return x.constant(c)
	}
	switch e := e.(type) {
	case *java.Paren:
		return sp.eval(e.X)
	case *java.Literal:
		return x.literal(e)
	case *java.Name, *java.Select:
		return sp.variable(e)
	case *java.This:
		return x.qualified(e, sp.this)
	case *java.Index:
		return sp.index(e)
	case *java.Unary:
		return sp.unary(e)
	case *java.Binary:
		return sp.binary(e)
	case *java.Chain:
		var parts []*smt.Term
		for i, op := range e.Ops {
			t := x.promoted(x.typeOf(e.Xs[i]), x.typeOf(e.Xs[i+1]))
			parts = append(parts, x.compare(op, sp.number(e.Xs[i], t), sp.number(e.Xs[i+1], t)))
		}
		return smt.And(parts...)
	case *java.Cond:
		c := sp.formula(e.C)
		a, b := sp.with(), sp.with()
		t := x.typeOf(e)
		va, vb := x.convert(a.eval(e.X), x.typeOf(e.X), t), x.convert(b.eval(e.Y), x.typeOf(e.Y), t)
		sp.guarded(c, a)
		sp.guarded(smt.Not(c), b)
		return smt.Ite(c, va, vb)
	case *java.Cast:
		return sp.cast(e)
	case *java.InstanceOf:
		if e.Type == nil {
			x.unsupported(e, "pattern in a specification")
		}
		v, t := sp.eval(e.X), x.written(e.Type)
		if made := x.newRefs[v.Op]; made != nil && v != x.this { // of exactly this class
			return boolTerm(x.subtype(made, t))
		}
		return smt.And(smt.Not(smt.Eq(v, null)), x.instance(v, t))
	case *java.Call:
		return sp.call(e)
	case *java.Quantified:
		return sp.quantified(e)
	case *java.SpecWord:
		switch e.Word {
		case "\\result":
			if sp.result == nil {
				x.unsupported(e, "\\result here")
			}
			return sp.result
		// nil of an innermost loop that is no for-each, in which neither has a meaning.
		case "\\index", "\\count":
			if n := len(x.eachLoops); n > 0 && x.eachLoops[n-1] != nil {
				return sp.cur.locals[x.eachLoops[n-1]]
			}
		}
		x.unsupported(e, e.Word)
	case *java.SpecCall:
		return sp.specCall(e)
	case *java.TypeSpec:
		return x.typeTag(x.written(e.Type))
	case *java.Labelled:
		return sp.eval(e.X)
	case *java.Informal:
		x.unsupported(e, "informal description")
	}
	x.unsupported(e, describe(e)+" in a specification")
	return nil
}

func boolTerm(b bool) *smt.Term {
	if b {
		return smt.True
	}
	return smt.False
}

// variable is the value of a name, a field or an array's length.
func (sp *spec) variable(e java.Expr) *smt.Term {
	x := sp.x
	u := x.useOf(e)
	if u == nil {
		x.unsupported(e, "unresolved name "+x.text(e))
	}
	switch u.Kind {
	case types.LocalRef:
		return sp.local(u.Local, e)
	case types.LengthRef:
		a := sp.eval(e.(*java.Select).X)
		sp.need(smt.Not(smt.Eq(a, null)), verify.UndefinedNullDeReference, e.(*java.Select).Name.From-1)
		return x.length(a)
	case types.FieldRef:
		f := u.Field
		if f.Constant() != nil {
			return x.constant(f.Constant())
		}
		x.notOfElsewhere(e, f)
		if x.isModel(f) {
			return sp.modelField(e, f)
		}
		name := x.fieldName(f)
		c := x.component(sp.cur, name)
		if f.Flags.Has(java.Static) {
			// What the initialisation of its class leaves there is shown by another proof.
			x.leanOn(x.clinit(f.Owner))
			if isConstantOf(f) {
				x.enumLaws(f.Owner)
			}
			return x.readFact(sp, sp.cur, c, f, nil)
		}
		var recv *smt.Term
		if s, ok := e.(*java.Select); ok {
			if _, super := s.X.(*java.Super); super {
				recv = sp.this
			} else {
				recv = sp.eval(s.X)
				sp.need(smt.Not(smt.Eq(recv, null)), verify.UndefinedNullDeReference, s.Name.From-1)
			}
		} else {
			if recv = sp.around(e, u.Implicit); recv == nil {
				x.unsupported(e, "instance field without an instance")
			}
		}
		return x.readFact(sp, sp.cur, smt.Select(c, recv), f, recv)
	}
	x.unsupported(e, "name "+x.text(e))
	return nil
}

// readFact adds what the type of a field says of its value in o. Under a quantifier the
// value may contain bound variables and nothing is added.
func (x *exec) readFact(sp *spec, s *state, v *smt.Term, f *types.Field, o *smt.Term) *smt.Term {
	if sp.depth == 0 && v.Sort == refSort {
		x.assume(s, x.refFacts(s, v, f.Type))
		if x.fieldNonNull(f) {
			x.assume(s, smt.Implies(x.filled(f, o), smt.Not(smt.Eq(v, null))))
		}
	}
	return v
}

func (sp *spec) local(l *types.Local, at java.Node) *smt.Term {
	// Parameters of a contract before variables of the state: a body may have assigned to them.
	if v, ok := sp.vals[l]; ok {
		return v
	}
	if v, ok := sp.cur.locals[l]; ok {
		return v
	}
	if sp.pre != nil {
		if v, ok := sp.pre.locals[l]; ok {
			return v
		}
	}
	sp.x.unsupported(at, "variable "+l.Name+" is not in scope here")
	return nil
}

func (sp *spec) index(e *java.Index) *smt.Term {
	x := sp.x
	a := sp.eval(e.X)
	i := sp.number(e.I, types.TInt)
	at, ok := x.typeOf(e.X).(*types.ArrayType)
	if !ok {
		x.unsupported(e, "index into "+x.typeOf(e.X).String())
	}
	sp.need(smt.Not(smt.Eq(a, null)), verify.UndefinedNullDeReference, x.bracket(e))
	sp.need(smt.Le(smt.IntLit(0), i), verify.UndefinedNegativeIndex, x.bracket(e))
	sp.need(smt.Lt(i, x.length(a)), verify.UndefinedTooLargeIndex, x.bracket(e))
	v := smt.Select(x.elements(sp.cur, at.Elem, a), i)
	if sp.depth == 0 && v.Sort == refSort {
		x.assume(sp.cur, x.refFacts(sp.cur, v, at.Elem))
	}
	return v
}

func (sp *spec) unary(e *java.Unary) *smt.Term {
	x := sp.x
	switch e.Op {
	case java.Not:
		return smt.Not(sp.formula(e.X))
	case java.Plus:
		return sp.number(e.X, x.typeOf(e))
	case java.Neg:
		t := x.typeOf(e)
		v := sp.number(e.X, t)
		if isFloating(t) {
			return smt.App("fp.neg", v.Sort, v)
		}
		return smt.Negate(v)
	case java.BitNot:
		return smt.Subtract(smt.IntLit(-1), sp.number(e.X, x.typeOf(e)))
	}
	x.unsupported(e, "assignment in a specification")
	return nil
}

func (sp *spec) binary(e *java.Binary) *smt.Term {
	x := sp.x
	switch e.Op {
	case java.AndAnd, java.Implies:
		a := sp.formula(e.X)
		r := sp.with()
		b := r.formula(e.Y)
		sp.guarded(a, r)
		if e.Op == java.AndAnd {
			return smt.And(a, b)
		}
		return smt.Implies(a, b)
	case java.OrOr:
		a := sp.formula(e.X)
		r := sp.with()
		b := r.formula(e.Y)
		sp.guarded(smt.Not(a), r)
		return smt.Or(a, b)
	case java.ImpliedBy:
		b := sp.formula(e.Y)
		l := sp.with()
		a := l.formula(e.X)
		sp.guarded(b, l)
		return smt.Implies(b, a)
	case java.Iff:
		return smt.Eq(sp.formula(e.X), sp.formula(e.Y))
	case java.NotIff:
		return smt.Not(smt.Eq(sp.formula(e.X), sp.formula(e.Y)))
	case java.Eq, java.Ne, java.Lt, java.Le, java.Gt, java.Ge:
		return sp.relation(e)
	case java.Subtype:
		x.unsupported(e, "<:")
	}
	t := x.typeOf(e)
	if t.Kind() == types.Boolean {
		a, b := sp.formula(e.X), sp.formula(e.Y)
		return boolOp(e.Op, a, b)
	}
	if isString(t) {
		return sp.someString(x.concat(x.stringOf(sp.cur, sp.eval(e.X), x.typeOf(e.X)), x.stringOf(sp.cur, sp.eval(e.Y), x.typeOf(e.Y))))
	}
	if e.Op == java.Shl || e.Op == java.Shr || e.Op == java.Ushr {
		jt := x.javaPromoted(x.typeOf(e.X), x.typeOf(e.X))
		return x.bitOp(e.Op, sp.eval(e.X), sp.eval(e.Y), jt)
	}
	if e.Op == java.BitAnd || e.Op == java.BitOr || e.Op == java.BitXor {
		jt := x.javaPromoted(x.typeOf(e.X), x.typeOf(e.Y))
		return x.bitOp(e.Op, sp.number(e.X, jt), sp.number(e.Y, jt), jt)
	}
	pt := x.promoted(x.typeOf(e.X), x.typeOf(e.Y))
	a, b := sp.number(e.X, pt), sp.number(e.Y, pt)
	if (e.Op == java.Div || e.Op == java.Rem) && isIntegral(pt) {
		sp.need(smt.Not(smt.Eq(b, smt.IntLit(0))), verify.UndefinedDivideByZero, e.OpPos)
	}
	return x.arith(e, e.Op, a, b, pt)
}

func boolOp(op java.Op, a, b *smt.Term) *smt.Term {
	switch op {
	case java.BitAnd:
		return smt.And(a, b)
	case java.BitOr:
		return smt.Or(a, b)
	}
	return smt.Not(smt.Eq(a, b))
}

func (sp *spec) relation(e *java.Binary) *smt.Term {
	x := sp.x
	ta, tb := x.typeOf(e.X), x.typeOf(e.Y)
	switch {
	// Two Booleans are compared as references, as in Java; beside a boolean one is unboxed.
	case ta.Kind() == types.Boolean && tb.Kind() == types.Boolean, ta.Kind() == types.Boolean && isBoxed(tb), tb.Kind() == types.Boolean && isBoxed(ta):
		eq := smt.Eq(sp.formula(e.X), sp.formula(e.Y))
		if e.Op == java.Ne {
			return smt.Not(eq)
		}
		return eq
	case isRef(ta) && isRef(tb):
		eq := smt.Eq(sp.eval(e.X), sp.eval(e.Y))
		if e.Op == java.Ne {
			return smt.Not(eq)
		}
		return eq
	}
	t := x.promoted(ta, tb)
	return x.compare(e.Op, sp.number(e.X, t), sp.number(e.Y, t))
}

// cast is a cast: integral values are taken as they are when they fit, which they
// must for the specification to mean what it says, and wrap otherwise.
func (sp *spec) cast(e *java.Cast) *smt.Term {
	x := sp.x
	from, to := x.typeOf(e.X), x.written(e.Type)
	v := sp.eval(e.X)
	if isIntegral(to) && v.Sort == smt.Int {
		if x.fits(from, to) {
			return v
		}
		return wrap(v, to)
	}
	if isRef(from) && isRef(to) && !x.subtype(from, to) {
		sp.need(smt.Or(smt.Eq(v, null), x.instance(v, to)), verify.UndefinedBadCast, e.From)
	}
	return x.convert(v, from, to)
}

func (sp *spec) specCall(e *java.SpecCall) *smt.Term {
	x := sp.x
	switch e.Word {
	case "\\old", "\\pre", "\\past":
		if len(e.Args) == 0 {
			break
		}
		o := sp.old()
		if e.Label != "" {
			s, ok := x.labels[e.Label]
			if !ok {
				x.unsupported(e, "label "+e.Label+" in \\old")
			}
			o.cur = s
		}
		v := o.eval(e.Args[0])
		sp.wd = append(sp.wd, o.wd...)
		return v
	// Not alive in the pre-state; of what is null that would be true, too.
	case "\\fresh":
		var out []*smt.Term
		for _, a := range e.Args {
			v := sp.eval(a)
			out = append(out, smt.Not(smt.Eq(v, null)), smt.Not(smt.Select(x.component(sp.pre, alive), v)))
		}
		return smt.And(out...)
	case "\\nonnullelements":
		v := sp.eval(e.Args[0])
		at, ok := x.typeOf(e.Args[0]).(*types.ArrayType)
		if !ok {
			break
		}
		if !isRef(at.Elem) {
			return smt.Not(smt.Eq(v, null))
		}
		i := x.bound("i", smt.Int)
		el := smt.Select(x.elements(sp.cur, at.Elem, v), i)
		return smt.And(smt.Not(smt.Eq(v, null)), smt.Forall([]*smt.Term{i},
			smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, x.length(v))), smt.Not(smt.Eq(el, null)))))
	case "\\typeof":
		return x.tag(sp.eval(e.Args[0]))
	case "\\not_modified":
		var out []*smt.Term
		for _, a := range e.Args {
			out = append(out, smt.Eq(sp.eval(a), sp.old().eval(a)))
		}
		return smt.And(out...)
	case "\\max", "\\min":
		if len(e.Args) == 2 {
			a, b := sp.eval(e.Args[0]), sp.eval(e.Args[1])
			c := smt.Le(a, b)
			if e.Word == "\\max" {
				return smt.Ite(c, b, a)
			}
			return smt.Ite(c, a, b)
		}
	case "\\invariant_for":
		return x.invariantFor(sp, sp.eval(e.Args[0]), x.typeOf(e.Args[0]))
	case "\\bigint_math", "\\nowarn":
		if len(e.Args) == 1 {
			return sp.eval(e.Args[0])
		}
	}
	x.unsupported(e, e.Word)
	return nil
}

func pow2(n uint) *big.Int { return new(big.Int).Lsh(big.NewInt(1), n) }
