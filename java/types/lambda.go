package types

import (
	"ensures/java"
)

// pendingFunc is a lambda or method reference that waits until the types of its
// parameters are inferred.
type pendingFunc struct {
	e      java.Expr
	formal Type
	sc     *Scope
}

// inputs are the unsolved variables that must have instances before f can be
// checked, outputs those that checking f may bound.
func (c *checker) inputsOutputs(f *pendingFunc) (in, out []*inferVar) {
	formal := zonk(f.formal)
	if v, ok := formal.(*inferVar); ok {
		// Nothing of the function is known before its interface is.
		return []*inferVar{v}, nil
	}
	ft := functional(formal)
	if ft == nil {
		return nil, nil
	}
	params, ret := functionType(ft, c.lib)
	// A lambda that states its parameters' types needs none of them inferred: it may even be
	// what binds them.
	if !explicitLambda(f.e) {
		for _, p := range params {
			in = append(in, free(p)...)
		}
	}
	return in, free(ret)
}

func explicitLambda(e java.Expr) bool {
	l, ok := java.Unparen(e).(*java.Lambda)
	if !ok {
		return false
	}
	for _, p := range l.Params {
		if p.Type == nil || p.Type.Name == "var" {
			return false
		}
	}
	return true
}

// runPending checks the waiting functions of s, those first whose parameters are
// known and those that feed others before the fed.
func (c *checker) runPending(s *session) {
	for len(s.pending) > 0 {
		// Chosen anew each time, as each function that is checked may bind the inputs of
		// others. That an input is known weighs more than that some other function could still
		// bind it.
		n := len(s.pending)
		known, fed := make([]bool, n), make([]bool, n)
		ins, outs := make([][]*inferVar, n), make([][]*inferVar, n)
		for i, f := range s.pending {
			ins[i], outs[i] = c.inputsOutputs(f)
			known[i] = true
			for _, v := range ins[i] {
				known[i] = known[i] && v.known()
			}
		}
		for i := range ins {
			for j := range outs {
				fed[i] = fed[i] || i != j && overlap(ins[i], outs[j])
			}
		}

		pick := 0
		best := -1
		for i := range ins {
			score := 0
			if known[i] {
				score += 2
			}
			if !fed[i] {
				score++
			}
			if score > best {
				best, pick = score, i
			}
		}

		f := s.pending[pick]
		s.pending = append(s.pending[:pick:pick], s.pending[pick+1:]...)
		c.function(f, s)
	}
}

func overlap(a, b []*inferVar) bool {
	for _, x := range a {
		for _, y := range b {
			if x == y {
				return true
			}
		}
	}
	return false
}

// functionTo checks a lambda or method reference with a known target type.
func (c *checker) functionTo(e java.Expr, target Type, sc *Scope) {
	s := &session{lib: c.lib}
	c.function(&pendingFunc{e: e, formal: target, sc: sc}, s)
	c.complete(s)
}

// function checks one lambda or method reference.
func (c *checker) function(f *pendingFunc, s *session) {
	old := c.sc
	c.sc = f.sc
	defer func() { c.sc = old }()

	formal := zonk(f.formal)
	if v, ok := formal.(*inferVar); ok {
		s.solve(v)
		formal = zonk(v)
	}

	if p, ok := f.e.(*java.Paren); ok {
		e := f.e
		// The parentheses have the type that what they enclose will have.
		s.done = append(s.done, func() { c.record(e, c.info.Types[java.Unparen(e)]) })
		f = &pendingFunc{e: java.Unparen(p), formal: f.formal, sc: f.sc}
	}

	var ft *ClassType
	if !unsure(formal) {
		if ft = functional(formal); ft == nil {
			if ct, ok := formal.(*ClassType); !ok || !ct.Class.absent {
				c.errorf(f.e, "", "incompatible types: %s is not a functional interface", ShortString(c.finalType(formal)))
			}
		}
	} else {
		s.unsure = true
	}

	l := &Lambda{Target: Dynamic}
	var ret Type = Dynamic
	var params []Type
	if ft != nil {
		l.Method = ft.Class.SingleAbstractMethod()
		params, ret = functionType(ft, c.lib)
		// A method reference may implement a generic method, for whatever arguments.
		if len(l.Method.TypeParams) > 0 {
			to := make([]Type, len(l.Method.TypeParams))
			for i := range to {
				to[i] = Dynamic
			}
			for i := range params {
				params[i] = Subst(params[i], l.Method.TypeParams, to)
			}
			ret = Subst(ret, l.Method.TypeParams, to)
		}
	}

	e := f.e
	c.info.Lambdas[e] = l
	// Only after the inference do the types have no variables left.
	s.done = append(s.done, func() {
		if ft == nil {
			c.record(e, c.finalType(formal))
			return
		}
		l.Target = c.finalType(groundType(ft, c.lib))
		c.record(e, l.Target)
		l.Result = c.finalType(ret)
		for _, p := range params {
			l.Params = append(l.Params, c.finalType(p))
		}
	})

	if ft == nil {
		l.Result = Dynamic
	}
	switch e := e.(type) {
	case *java.Lambda:
		c.lambda(e, l, params, ret, ft != nil, s)
	case *java.MethodRef:
		c.methodRef(e, l, params, ret, ft != nil, s)
	}
}

func (c *checker) lambda(e *java.Lambda, l *Lambda, params []Type, ret Type, known bool, s *session) {
	if known && len(params) != len(e.Params) {
		c.errorf(e, "", "incompatible parameter types in lambda expression: %s takes %d, found %d", ShortString(c.finalType(Type(functionalOr(l)))), len(params), len(e.Params))
		known = false
	}

	fr := &frame{lambda: l, outer: c.sc.frame}
	sc := c.sc.child()
	sc.frame = fr
	for i, p := range e.Params {
		var t Type = Dynamic
		if p.Type != nil && p.Type.Name != "var" {
			t = c.res().paramType(p)
			// A parameter with a type of its own tells the function's.
			if known {
				c.rel().same(params[i], t)
			}
			// The body is looked at now: what the parameter's type depends on has to be
			// settled.
		} else if known {
			for _, v := range free(params[i]) {
				s.solve(v)
			}
			t = c.finalType(params[i])
			if w, ok := t.(*Wildcard); ok {
				t = upper(w, c.lib)
			}
		}

		v := &Local{Name: p.Name.Name, Type: t, Decl: p, Param: true, Final: p.Mods.Flags.Has(java.Final)}
		c.checkDuplicate(&p.Name)
		sc = sc.with(v)
		l.Locals = append(l.Locals, v)
		c.info.Locals[p] = v
	}

	// A context without breaks, labels or yields: no jump leaves a lambda.
	old, ctx := c.sc, c.ctx
	c.sc = sc
	c.ctx = &bodyCtx{ret: ret, lambda: e, s: s, outer: nil}

	if e.X != nil {
		c.lambdaResult(e.X, ret, s, true)
	} else {
		c.block(e.Body)
		if ret != Type(TVoid) && !unsure(zonk(ret)) && completes(e.Body) && known {
			c.errorf(e, "", "missing return statement in lambda body")
		}
	}
	c.sc, c.ctx = old, ctx
}

func functionalOr(l *Lambda) Type {
	if l.Method != nil {
		return l.Method.Owner.raw
	}
	return Dynamic
}

// lambdaResult checks an expression whose value a lambda returns.
func (c *checker) lambdaResult(x java.Expr, ret Type, s *session, exprBody bool) {
	if ret == Type(TVoid) {
		if exprBody {
			if !isStatementExpr(java.Unparen(x)) {
				c.errorf(x, "", "bad return type in lambda expression: a value is not expected here")
			}
			c.statementExpr(x)
		} else {
			c.expr(x)
			c.errorf(x, "", "incompatible types: unexpected return value")
		}
		return
	}
	o := c.arg(x, s)
	if o.kind == plainOperand && o.typ == Type(TVoid) {
		c.errorf(x, "", "bad return type in lambda expression: void cannot be converted to %s", ShortString(c.finalType(ret)))
		return
	}

	// A constant may be narrowed to the function's primitive result, as by an assignment; to
	// inference it says nothing.
	mark := s.mark()
	if o.kind == plainOperand && o.konst != nil && IsPrimitive(zonk(ret)) && fits(o.konst, zonk(ret).Kind()) {
		return
	}
	if !c.compatible(s, o, ret, true, true) {
		s.undo(mark)
		if z := zonk(ret); o.kind == plainOperand && isProper(z) && !unsure(o.typ) && !s.unsure {
			c.errorf(x, "", "bad return type in lambda expression: %s cannot be converted to %s", ShortString(o.typ), ShortString(z))
		} else {
			// With variables left in either type the mismatch may be the inference's own: what
			// it did not find becomes Dynamic, and the program isn't blamed.
			s.unsure = true
		}
	}
}

// refQualifier is what stands before ::.
type refQualifier struct {
	recv Type       // of an expression
	typ  Type       // of a type
	sup  *ClassType // of super
}

// owner is the type whose methods are looked at.
func (q refQualifier) owner() Type {
	switch {
	case q.sup != nil:
		return q.sup
	case q.typ != nil:
		return q.typ
	}
	return q.recv
}

func (c *checker) refQualifier(e *java.MethodRef) refQualifier {
	if e.Type != nil {
		return refQualifier{typ: c.res().typ(e.Type)}
	}
	if sup, ok := e.X.(*java.Super); ok {
		cls := c.sc.Class
		cls.ensure(header)
		c.useThis(cls)
		t := cls.Super
		if t == nil {
			t = c.lib.object.raw
		}
		// I.super::m, of an interface's default method.
		if sup.Outer != nil {
			if o, ok := c.res().typ(sup.Outer).(*ClassType); ok {
				if v := AsSuper(cls.Type(), o.Class); v != nil {
					t = v
				}
			}
		}
		c.info.Types[sup] = t
		return refQualifier{sup: t}
	}

	t, cls := c.exprOrType(e.X)
	if cls != nil {
		return refQualifier{typ: cls.raw}
	}
	return refQualifier{recv: t}
}

// refArity reports whether a method reference could take n arguments.
func (c *checker) refArity(e *java.MethodRef, sc *Scope, n int) bool {
	old := c.sc
	c.sc = sc
	// Asked during overload resolution, before it is known whether this is the target at all.
	c.errs.muted++
	q := c.refQualifier(e)
	c.errs.muted--
	c.sc = old
	if unsure(q.recv) && unsure(q.typ) && q.sup == nil {
		return true
	}

	if e.Name.Name == "new" {
		ct, ok := q.typ.(*ClassType)
		if !ok {
			// int[]::new takes the length.
			return n == 1
		}
		for _, m := range ct.Class.Constructors() {
			if len(m.Params) == n || m.Variadic && n >= len(m.Params)-1 {
				return true
			}
		}
		return false
	}

	t := q.owner()
	for _, x := range c.lib.methodsOf(t, e.Name.Name) {
		// After a type's name an instance method takes its receiver as the first argument.
		k := len(x.m.Params)
		fits := func(n int) bool { return n == k || x.m.Variadic && n >= k-1 }
		if q.typ != nil {
			if x.m.Flags.Has(java.Static) && fits(n) || !x.m.Flags.Has(java.Static) && n >= 1 && fits(n-1) {
				return true
			}
		} else if fits(n) {
			return true
		}
	}
	return false
}

func (c *checker) methodRef(e *java.MethodRef, l *Lambda, params []Type, ret Type, known bool, s *session) {
	q := c.refQualifier(e)
	name := e.Name.Name
	if name == "new" {
		c.constructorRef(e, q, params, ret, known, s)
		return
	}
	t := q.owner()
	if unsure(t) {
		c.info.Calls[e] = &Call{Mode: DynamicCall, Recv: t, Result: Dynamic}
		return
	}
	ms := c.visible(c.lib.methodsOf(capture(t), name))
	ms = append(ms, c.spec.methods(t, name)...)
	if len(ms) == 0 {
		if k := c.libraryClass(t); k != nil {
			c.errs.add(java.NotInSubset, k.Name+"."+name+"()", &e.Name, c.similarMethod(t, name), "method "+name+" of "+k.QualifiedName()+" is not in the supported class library")
			return
		}
		c.undefined(&e.Name, c.similarMethod(t, name), "invalid method reference: cannot find symbol: method "+name+" in "+describe(t))
		return
	}
	if !known {
		// The shape is all that is known: take the only method there is.
		call := &Call{Mode: DynamicCall, Recv: t, Result: Dynamic}
		if len(ms) == 1 {
			call.Method, call.Mode = ms[0].m, refMode(ms[0].m, q)
		}
		c.info.Calls[e] = call
		return
	}

	if len(ms) == 1 && !ms[0].m.Variadic && len(ms[0].m.TypeParams) == 0 {
		c.exactRef(ms[0], q, t, params, s)
	}

	var ops []*operand
	for i, p := range params {
		// From here on overloads are compared by their parameters, which have to be types.
		for _, v := range free(p) {
			s.solve(v)
		}
		params[i] = zonk(p)
		pt := params[i]
		if w, ok := pt.(*Wildcard); ok {
			pt = upper(w, c.lib)
		}
		ops = append(ops, &operand{e: e, kind: plainOperand, typ: pt})
	}
	k, t := c.selectRef(q, t, ms, ops, s)
	if k == nil {
		c.info.Calls[e] = &Call{Mode: DynamicCall, Recv: t, Result: Dynamic}
		// Where the inference did not get through, the parameters that fit nothing may be its
		// own.
		if !s.unsure {
			c.errorf(e, "candidates are "+signatures(ms), "invalid method reference: %s does not fit %s", name, ShortString(functionalOr(l)))
		}
		return
	}

	result := k.ret
	switch {
	case k.x.m.Implicit == ArrayClone:
		result = t
	case k.x.m.Name == "getClass":
		result = &ClassType{Class: c.lib.core("java.lang.Class"), Args: []Type{&Wildcard{}}}
	}
	call := &Call{Mode: refMode(k.x.m, q), Method: k.x.m, Recv: t, Spread: k.spread}
	if call.Mode == StaticCall {
		call.Recv = nil
	}
	c.info.Calls[e] = call
	c.recordCall(call, k, result, s)
	c.refResult(e, result, ret, s)
}

// exactRef takes the function's parameters from those of the only method m there is
// (JLS 15.13.1). What doesn't fit is taken back: the overload resolution that follows
// complains of it.
func (c *checker) exactRef(m member, q refQualifier, t Type, params []Type, s *session) {
	ps := params
	if q.typ != nil && !m.m.Flags.Has(java.Static) && len(ps) == len(m.m.Params)+1 {
		// Only parameters that are open are bound: for those that are known a mismatch is the
		// overload resolution's to report.
		if len(free(ps[0])) > 0 {
			mark := s.mark()
			if !c.lib.convertible(ps[0], t, c.rel(), true) {
				s.undo(mark)
			}
		}
		ps = ps[1:]
	}
	if len(ps) == len(m.m.Params) {
		for i, p := range ps {
			if len(free(p)) > 0 {
				mark := s.mark()
				// A variable is instantiated by a box, so that a primitive parameter bounds it
				// by its box.
				if !c.lib.convertible(p, c.boxIfVar(m.typ(m.m.Params[i].Type)), c.rel(), true) {
					s.undo(mark)
				}
			}
		}
	}
}

// selectRef is the method that a reference names, and the type it is a member of:
// before a type's name a static method with all arguments, or an instance method of
// the first one.
func (c *checker) selectRef(q refQualifier, t Type, ms []member, ops []*operand, s *session) (*candidate, Type) {
	if q.typ == nil {
		return c.selectMethod(s, ms, ops, nil, false), t
	}

	var k *candidate
	var static, inst []member
	for _, m := range ms {
		if m.m.Flags.Has(java.Static) {
			static = append(static, m)
		} else {
			inst = append(inst, m)
		}
	}

	if len(static) > 0 {
		k = c.selectMethod(s, static, ops, nil, false)
	}
	if k == nil && len(ops) > 0 && len(inst) > 0 {
		// List::size of a List<String>: the raw name takes its arguments from the receiver.
		site := t
		if ct, ok := t.(*ClassType); ok && len(ct.Args) == 0 {
			if v := AsSuper(ops[0].typ, ct.Class); v != nil {
				site = v
			}
		}
		if c.assignableTo(ops[0].typ, Erasure(site)) {
			k = c.selectMethod(s, c.visible(c.lib.methodsOf(capture(site), ms[0].m.Name)), ops[1:], nil, false)
			t = site
		}
	}
	return k, t
}

func (c *checker) boxIfVar(t Type) Type {
	if IsPrimitive(t) {
		return c.lib.Boxed(t)
	}
	return t
}

func refMode(m *Method, q refQualifier) CallMode {
	switch {
	case m.Flags.Has(java.Static):
		return StaticCall
	case q.sup != nil || m.Flags.Has(java.Private):
		// super::m runs the superclass's method, whatever class the object has.
		return SpecialCall
	}
	return VirtualCall
}

// refResult relates a referenced method's result to the function's.
func (c *checker) refResult(e java.Expr, result, ret Type, s *session) {
	// A function without a result may be implemented by a method that has one: it is dropped.
	if ret == Type(TVoid) {
		return
	}
	if result == Type(TVoid) {
		if !unsure(zonk(ret)) {
			c.errorf(e, "", "bad return type in method reference: void cannot be converted to %s", ShortString(c.finalType(ret)))
		}
		return
	}
	mark := s.mark()
	if !c.lib.convertible(capture(result), ret, c.rel(), true) {
		s.undo(mark)
		if z := zonk(ret); isProper(z) && isProper(zonk(result)) && !s.unsure {
			c.errorf(e, "", "bad return type in method reference: %s cannot be converted to %s", ShortString(c.finalType(result)), ShortString(z))
			return
		}
		s.unsure = true
	}
}

func (c *checker) constructorRef(e *java.MethodRef, q refQualifier, params []Type, ret Type, known bool, s *session) {
	if a, ok := q.typ.(*ArrayType); ok {
		// int[]::new has no constructor to be recorded.
		if known {
			c.refResult(e, a, ret, s)
		}
		return
	}
	ct, ok := q.typ.(*ClassType)
	if !ok {
		if q.typ == nil && !unsure(q.recv) {
			c.errorf(e, "", "a class is expected before ::new")
		}
		return
	}

	ct.Class.ensure(complete)
	if ct.Class.Flags.Has(java.Abstract) {
		c.errorf(e, "", "%s is abstract; cannot be instantiated", ct.Class.Name)
		return
	}
	// The target is a function of unknown parameters; with one constructor the call is
	// known all the same.
	if !known {
		call := &Call{Mode: DynamicCall, Recv: ct, Result: ct}
		if len(ct.Class.ctors) == 1 {
			call.Method, call.Mode = ct.Class.ctors[0], SpecialCall
		}
		call.Implicit = c.outerInstance(e, ct.Class)
		c.info.Calls[e] = call
		return
	}

	var ops []*operand
	for i, p := range params {
		for _, v := range free(p) {
			s.solve(v)
		}
		params[i] = zonk(p)
		ops = append(ops, &operand{e: e, kind: plainOperand, typ: params[i]})
	}

	diamond := len(ct.Args) == 0 && len(ct.Class.TypeParams) > 0
	k := c.selectMethod(s, c.constructors(ct, false), ops, nil, diamond)
	if k == nil {
		c.info.Calls[e] = &Call{Mode: DynamicCall, Recv: ct, Result: ct}
		if !s.unsure {
			c.errorf(e, "candidates are "+signatures(c.constructors(ct, false)), "invalid constructor reference: no constructor of %s fits", ct.Class.Name)
		}
		return
	}

	call := &Call{Mode: SpecialCall, Method: k.x.m, Recv: ct, Spread: k.spread, Implicit: c.outerInstance(e, ct.Class)}
	c.info.Calls[e] = call
	c.recordCall(call, k, k.ret, s)
	c.useCaptures(ct.Class)
	c.refResult(e, k.ret, ret, s)
}
