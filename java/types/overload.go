package types

import (
	"ensures/java"
)

// operand is an argument (or another expression with a target) during inference.
type operand struct {
	e     java.Expr
	kind  operandKind
	typ   Type       // plain: its type; call: its type with inference variables
	parts []*operand // of a conditional or switch: its branches
	sc    *Scope
	konst *Const
	raw   bool // call: a raw type was taken for a parameterized one, so its type is erased
}

type operandKind uint8

const (
	plainOperand  operandKind = iota + 1
	callOperand               // generic call whose type depends on its target
	funcOperand               // lambda or method reference
	branchOperand             // conditional or switch with a target
)

// A candidate is a method with its types instantiated for one call.
type candidate struct {
	x      member
	params []Type
	ret    Type
	spread bool
}

const (
	strictPhase = iota + 1
	loosePhase
	variadicPhase
)

// instantiate views x's signature with fresh inference variables (or the given
// type arguments) for its type parameters. self is the type that a constructor
// makes, with diamond set when its arguments are to be inferred.
func (s *session) instantiate(x member, targs []Type, diamond bool) candidate {
	tvs := x.m.TypeParams
	to := targs
	if len(targs) != len(tvs) {
		to = nil
	}
	if diamond {
		// The class's own parameters are inferred as well.
		all := append(append([]*TypeVar(nil), x.m.Owner.TypeParams...), x.m.TypeParams...)
		tvs, to = all, nil
	}
	if len(tvs) > 0 && to == nil {
		to = s.fresh(tvs)
	}

	sub := substitution{tvs, to}
	k := candidate{x: x}
	// Bounds of the fresh variables may mention the class's parameters.
	if len(to) > 0 && len(x.m.TypeParams) > 0 && !diamond {
		for _, t := range to {
			if v, ok := t.(*inferVar); ok {
				for i, b := range v.bounds[upperBound] {
					v.bounds[upperBound][i] = x.typ(b)
				}
			}
		}
	}

	for _, p := range x.m.Params {
		k.params = append(k.params, sub.apply(x.typ(p.Type)))
	}
	if x.m.IsConstructor() {
		if diamond {
			// A diamond's class parameters are what is inferred: the type made is the class of
			// them.
			k.ret = sub.apply(x.m.Owner.withParams())
		} else {
			k.ret = x.site
		}
	} else {
		k.ret = sub.apply(x.typ(x.m.Return))
	}
	return k
}

// param is the type that argument i of n is passed to.
func (k *candidate) param(i int) Type {
	last := len(k.params) - 1
	if k.spread && i >= last {
		if a, ok := k.params[last].(*ArrayType); ok {
			return a.Elem
		}
		// An array type of which nothing is known, after an error.
		return k.params[last]
	}
	return k.params[i]
}

func arityOK(m *Method, n, phase int) bool {
	if phase == variadicPhase {
		return m.Variadic && n >= len(m.Params)-1
	}
	return n == len(m.Params)
}

// selectMethod chooses the method that a call means, in Java's three phases, and
// draws the consequences of its arguments' types. It returns nil when none is
// applicable.
func (c *checker) selectMethod(s *session, cands []member, args []*operand, targs []Type, diamond bool) *candidate {
	if len(cands) == 1 {
		// The common case needs no trial.
		m := cands[0].m
		for phase := strictPhase; phase <= variadicPhase; phase++ {
			if arityOK(m, len(args), phase) && c.applicable(s, cands[0], args, targs, diamond, phase) {
				return c.choose(s, cands[0], args, targs, diamond, phase)
			}
		}
		return c.inexact(s, cands, args, diamond)
	}
	for phase := strictPhase; phase <= variadicPhase; phase++ {
		// A phase is entered only when none of the earlier ones found a method, even a less
		// specific one (JLS 15.12.2).
		var ok []member
		for _, x := range cands {
			if arityOK(x.m, len(args), phase) && c.applicable(s, x, args, targs, diamond, phase) {
				ok = append(ok, x)
			}
		}
		if len(ok) > 0 {
			return c.choose(s, c.mostSpecific(ok, args, phase), args, targs, diamond, phase)
		}
	}

	return c.inexact(s, cands, args, diamond)
}

func (c *checker) applicable(s *session, x member, args []*operand, targs []Type, diamond bool, phase int) bool {
	// A trial: whatever it inferred is taken back, whether it succeeded or not, since another
	// candidate may be chosen.
	mark, nv := s.mark(), len(s.vars)
	k := s.instantiate(x, targs, diamond)
	k.spread = phase == variadicPhase
	ok := true
	for i, a := range args {
		if !c.compatible(s, a, k.param(i), phase != strictPhase, false) {
			ok = false
			break
		}
	}
	s.undo(mark)
	s.vars = s.vars[:nv]
	return ok
}

func (c *checker) choose(s *session, x member, args []*operand, targs []Type, diamond bool, phase int) *candidate {
	k := s.instantiate(x, targs, diamond)
	k.spread = phase == variadicPhase
	c.unchecked = false
	for i, a := range args {
		// Loosely whatever the phase: the candidate is applicable, and boxing can only be asked
		// for where the phase allowed it.
		c.compatible(s, a, k.param(i), true, true)
	}
	// After an unchecked conversion the result type is erased (JLS 15.12.2.6).
	if c.unchecked && !x.m.IsConstructor() {
		k.ret = Erasure(x.typ(x.m.Return))
	}
	return &k
}

// compatible reports whether operand a can be passed where formal is expected;
// with commit set its consequences stay and functions wait for their turn.
func (c *checker) compatible(s *session, a *operand, formal Type, loose, commit bool) bool {
	switch a.kind {
	case plainOperand, callOperand:
		// Dynamic fits every formal, and says nothing about the variables in it.
		if isDynamic(a.typ) {
			s.unsure = true
		}
		unchecked := false
		ok := c.lib.convertible(a.typ, formal, relation{spec: c.spec != nil, unchecked: &unchecked, scope: c.sc}, loose)
		if commit && unchecked {
			c.unchecked = true
			a.raw = a.kind == callOperand
		}
		return ok
	case branchOperand:
		ok := true
		for _, p := range a.parts {
			// All branches are visited, even after one that does not fit: with commit each
			// leaves its bounds.
			ok = c.compatible(s, p, formal, loose, commit) && ok
		}
		if commit {
			e := a.e
			s.done = append(s.done, func() { c.record(e, c.finalType(formal)) })
		}
		return ok
	case funcOperand:
		if commit {
			s.pending = append(s.pending, &pendingFunc{e: a.e, formal: formal, sc: a.sc})
			return true
		}
		return c.potentiallyCompatible(a, formal)
	}
	return true
}

// potentiallyCompatible reports whether a lambda or method reference could
// implement formal, judged by its shape.
func (c *checker) potentiallyCompatible(a *operand, formal Type) bool {
	if unsure(formal) {
		return true
	}
	if _, ok := formal.(*inferVar); ok {
		// A type parameter that is still open may turn out to be a functional interface (JLS
		// 15.12.2.1).
		return true
	}
	f := functional(formal)
	if f == nil {
		if ct, ok := formal.(*ClassType); ok && ct.Class.absent {
			// An interface that the library lacks: whether it is a functional one isn't known.
			return true
		}
		return false
	}

	sam := f.Class.SingleAbstractMethod()
	switch e := java.Unparen(a.e).(type) {
	case *java.Lambda:
		if len(e.Params) != len(sam.Params) {
			return false
		}
		void := sam.Return == Type(TVoid)
		if e.Body != nil {
			value, plain := returnKinds(e.Body)
			if void {
				return !value
			}
			// A body that only throws or never ends fits both kinds of function.
			return !plain && (value || !completes(e.Body))
		}
		if void {
			return isStatementExpr(e.X)
		}
		if len(e.Params) == 0 {
			// Typed completely: its body's type counts.
			return !c.isVoidExpr(e.X, a.sc)
		}
		return true
	case *java.MethodRef:
		return c.refArity(e, a.sc, len(sam.Params))
	}
	return true
}

func isStatementExpr(e java.Expr) bool {
	switch e := e.(type) {
	case *java.Call, *java.New, *java.AssignExpr:
		return true
	case *java.Unary:
		return e.Op.Changes()
	}
	return false
}

// isVoidExpr tries e and reports whether it is a call of a void method.
func (c *checker) isVoidExpr(e java.Expr, sc *Scope) bool {
	if _, ok := e.(*java.Call); !ok || c.errs.muted > 2 {
		return false // trials within trials cost too much
	}
	old := c.sc
	c.sc = sc
	c.errs.muted++
	t := c.expr(e)
	c.errs.muted--
	c.sc = old
	return t == Type(TVoid)
}

// mostSpecific is the most specific of several applicable methods; the first one
// when none is more specific than all others.
func (c *checker) mostSpecific(ms []member, args []*operand, phase int) member {
	if len(ms) == 1 {
		return ms[0]
	}

	var best []member
	for _, m := range ms {
		all := true
		for _, o := range ms {
			if o.m != m.m && !c.moreSpecific(m, o, args, phase) {
				all = false
				break
			}
		}
		if all {
			best = append(best, m)
		}
	}

	if len(best) == 0 {
		return ms[0]
	}
	// Several with equal signatures: a concrete one, else the one with the most
	// specific result.
	pick := best[0]
	for _, m := range best[1:] {
		pa, ma := pick.m.Flags.Has(java.Abstract), m.m.Flags.Has(java.Abstract)
		if pa && !ma || pa == ma && IsSubtype(m.typ(m.m.Return), pick.typ(pick.m.Return)) && !IsSubtype(pick.typ(pick.m.Return), m.typ(m.m.Return)) {
			pick = m
		}
	}
	return pick
}

// moreSpecific reports whether a is at least as specific as b for these
// arguments.
func (c *checker) moreSpecific(a, b member, args []*operand, phase int) bool {
	// A session of its own: what the type parameters of b would have to be for a's parameters
	// is of no consequence for the call.
	s := &session{lib: c.lib}
	ka := candidate{x: a, spread: phase == variadicPhase}
	for _, p := range a.m.Params {
		ka.params = append(ka.params, a.typ(p.Type))
	}
	kb := s.instantiate(b, nil, false)
	kb.spread = ka.spread
	n := len(args)
	if ka.spread {
		// With fewer arguments than parameters the variadic ones are compared all the same.
		n = max(n, len(ka.params), len(kb.params))
	}
	for i := 0; i < n; i++ {
		ta, tb := ka.param(i), kb.param(i)
		var arg *operand
		if i < len(args) {
			arg = args[i]
		}
		if !c.typeMoreSpecific(ta, tb, arg) {
			return false
		}
	}
	return true
}

func (c *checker) typeMoreSpecific(a, b Type, arg *operand) bool {
	if IsPrimitive(a) || IsPrimitive(b) {
		if IsPrimitive(a) && IsPrimitive(b) {
			return widens(a.Kind(), b.Kind())
		}
		if _, ok := b.(*inferVar); ok {
			return true
		}
		// A primitive parameter is the better one for a primitive argument.
		if arg != nil && arg.kind == plainOperand {
			return IsPrimitive(a) == IsPrimitive(arg.typ)
		}
		return false
	}
	if arg != nil && arg.kind == funcOperand {
		fa, fb := functional(a), functional(b)
		// Of unrelated interfaces, which subtyping can't compare, the functions are (JLS
		// 15.12.2.5).
		if fa != nil && fb != nil && !IsSubclass(fa.Class, fb.Class) && !IsSubclass(fb.Class, fa.Class) {
			return c.functionMoreSpecific(fa, fb, arg)
		}
	}
	return relation{}.sub(a, b)
}

func (c *checker) functionMoreSpecific(a, b *ClassType, arg *operand) bool {
	_, ra := functionType(a, c.lib)
	_, rb := functionType(b, c.lib)
	// A function whose result nobody takes is the less specific one.
	if rb == Type(TVoid) {
		return true
	}
	if ra == Type(TVoid) {
		return false
	}
	if IsPrimitive(ra) != IsPrimitive(rb) {
		lam, ok := java.Unparen(arg.e).(*java.Lambda)
		if !ok || lam.X == nil {
			return IsPrimitive(ra)
		}
		switch lam.X.(type) {
		case *java.Literal, *java.Binary, *java.Unary:
			return IsPrimitive(ra)
		}
		return IsPrimitive(ra)
	}
	if IsPrimitive(ra) {
		return widens(ra.Kind(), rb.Kind())
	}
	return IsSubtype(ra, rb)
}
