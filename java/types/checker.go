package types

import (
	"fmt"

	"ensures/java"
)

// checker checks one body at a time.
type checker struct {
	lib   *Library
	env   *fileEnv
	info  *Info
	errs  *sink
	sc    *Scope
	ctx   *bodyCtx
	spec  *SpecEnv // checking JML; nil in Java code
	binds map[java.Expr]bindings

	negated    *java.Literal // operand of the unary minus being checked
	evaluating []*Field      // constant fields being evaluated
	unchecked  bool          // a raw type was taken for a parameterized one
	captured   []captureUse
	reach      bool // report unreachable statements
	localNames map[*java.ClassDecl]string
	perMethod  func(java.ErrorList) // takes each body's errors; nil in local classes
}

// bodyCtx is what the innermost body around a statement returns and breaks to.
type bodyCtx struct {
	ret      Type     // TVoid for methods without a result, nil in initialisers
	lambda   ast      // the lambda whose body this is
	s        *session // of a lambda: where its results go
	outer    *bodyCtx
	yields   *[]*operand // of a switch expression: the values of yield
	yieldS   *session
	breakOK  bool
	contOK   bool
	labels   []string
	inSwitch bool // of a switch expression: no return out of it

	constructor bool
}

type ast = java.Node

func (c *checker) res() *resolver {
	return &resolver{lib: c.lib, env: c.env, sc: c.sc, info: c.info, errs: c.errs}
}

func (c *checker) errorf(n java.Node, hint, format string, args ...any) {
	c.errs.add(java.TypeError, "", n, hint, fmt.Sprintf(format, args...))
}

func (c *checker) undefined(n java.Node, hint, msg string) {
	c.errs.add(java.UndefinedName, "", n, hint, msg)
}

func (c *checker) notInSubset(n java.Node, construct, hint string) {
	c.errs.add(java.NotInSubset, construct, n, hint, construct+" is not in the supported subset")
}

// rel is the relation between types as seen from here.
func (c *checker) rel() relation { return relation{scope: c.sc} }

func (c *checker) assignableTo(from, to Type) bool {
	return c.lib.convertible(from, to, c.rel(), true)
}

// record notes the type of an expression.
func (c *checker) record(e java.Expr, t Type) Type {
	c.info.Types[e] = t
	return t
}

// complete runs what waits in s and solves it.
func (c *checker) complete(s *session) {
	c.runPending(s)
	s.finish()
}

// expr checks an expression without a target and returns its type.
func (c *checker) expr(e java.Expr) Type { return c.exprIn(e, nil) }

// exprIn checks an expression with a target type that guides the inference of
// its type arguments, if target is not nil. The result need not be assignable.
func (c *checker) exprIn(e java.Expr, target Type) Type {
	switch e.(type) {
	case *java.Paren, *java.Lambda, *java.MethodRef, *java.Call, *java.New, *java.Cond, *java.SwitchExpr:
	default:
		return c.record(e, c.simple(e))
	}

	s := &session{lib: c.lib}
	o := c.arg(e, s)
	switch o.kind {
	case plainOperand:
		return o.typ
	case funcOperand:
		if target == nil {
			c.errorf(e, "", "lambda expression not expected here")
			target = Dynamic
		}
		c.functionTo(e, target, o.sc)
		return c.info.Types[e]
	// A conditional or switch whose branches take their types from the target: tried
	// first, so that a branch that does not fit is told of by itself.
	case branchOperand:
		if target != nil && target != Type(TVoid) {
			mark := s.mark()
			if !c.compatible(s, o, target, true, false) {
				s.undo(mark)
				c.branchMismatch(o, target)
				c.settle(o, s)
				return Bad
			}
			s.undo(mark)
			c.compatible(s, o, target, true, true)
			c.complete(s)
			c.record(e, target)
			return target
		}
		return c.settle(o, s)
	}

	// What is still open after the arguments may be settled by the target; where it
	// can't, the types found so far stand and the caller complains of the target.
	if target != nil && target != Type(TVoid) && !unsure(target) {
		mark := s.mark()
		if !c.lib.convertible(o.typ, target, relation{unchecked: &o.raw, scope: c.sc}, true) {
			s.undo(mark)
		}
	}

	c.complete(s)
	if o.raw {
		return Erasure(c.finalType(o.typ))
	}
	return c.finalType(o.typ)
}

// branchMismatch reports the branch of a conditional that does not fit.
func (c *checker) branchMismatch(o *operand, target Type) {
	for _, p := range o.parts {
		switch p.kind {
		case branchOperand:
			c.branchMismatch(p, target)
		case plainOperand:
			if !c.assignableTo(p.typ, target) && !c.constFits(p, target) {
				c.incompatible(p.e, p.typ, target, "")
			}
		}
	}
}

// settle gives a conditional or switch without a target its own type.
func (c *checker) settle(o *operand, s *session) Type {
	var ts []Type
	var collect func(o *operand)
	collect = func(o *operand) {
		for _, p := range o.parts {
			switch p.kind {
			case branchOperand:
				collect(p)
			case funcOperand:
				c.errorf(p.e, "", "lambda expression not expected here")
				c.functionTo(p.e, Dynamic, p.sc)
			default:
				ts = append(ts, p.typ)
			}
		}
	}
	collect(o)
	c.complete(s)
	for i := range ts {
		ts[i] = c.finalType(ts[i])
		if ts[i] == Type(TVoid) {
			// A void branch has been told of, or will be by whoever wants a value.
			ts[i] = Bad
		}
	}

	t := c.lib.Lub(ts...)
	var put func(o *operand)
	put = func(o *operand) {
		c.record(o.e, t)
		for _, p := range o.parts {
			if p.kind == branchOperand {
				put(p)
			}
		}
	}
	put(o)
	return t
}

func (c *checker) constFits(o *operand, target Type) bool {
	if o.konst == nil {
		return false
	}
	if IsPrimitive(target) {
		return fits(o.konst, target.Kind())
	}
	if u := Unboxed(target); u != nil {
		return fits(o.konst, u.Kind())
	}
	return false
}

// arg checks an expression as far as that is possible without its target.
func (c *checker) arg(e java.Expr, s *session) *operand {
	switch x := e.(type) {
	case *java.Paren:
		// Parentheses are transparent: what stands in them takes its type from the same target.
		o := c.arg(x.X, s)
		if b, ok := c.binds[x.X]; ok {
			c.bind(e, b)
		}
		switch o.kind {
		case plainOperand:
			c.record(e, o.typ)
			if o.konst != nil {
				c.info.Consts[e] = o.konst
			}
			return &operand{e: e, kind: plainOperand, typ: o.typ, konst: o.konst}
		case callOperand:
			t := o.typ
			s.done = append(s.done, func() { c.record(e, c.finalType(t)) })
			return &operand{e: e, kind: callOperand, typ: t}
		case branchOperand:
			return &operand{e: e, kind: branchOperand, parts: []*operand{o}}
		}
		return &operand{e: e, kind: funcOperand, sc: c.sc}
	case *java.Lambda, *java.MethodRef:
		return &operand{e: e, kind: funcOperand, sc: c.sc}
	case *java.Call:
		return c.callArg(e, s, func(sub *session) Type { return c.call(x, sub) })
	case *java.New:
		return c.callArg(e, s, func(sub *session) Type { return c.newObject(x, sub) })
	case *java.Cond:
		return c.condArg(x, s)
	case *java.SwitchExpr:
		return c.switchArg(x, s)
	}

	t := c.simple(e)
	c.record(e, t)
	return &operand{e: e, kind: plainOperand, typ: t, konst: c.info.Consts[e]}
}

// callArg checks a call or creation in an inference of its own; when its type
// depends on its target the inference joins s.
func (c *checker) callArg(e java.Expr, s *session, check func(*session) Type) *operand {
	sub := &session{lib: c.lib}
	t := check(sub)
	// The result says what it is without a target: nothing of this call is left to the one
	// around it.
	if isProper(t) {
		c.complete(sub)
		t = c.finalType(t)
		c.record(e, t)
		return &operand{e: e, kind: plainOperand, typ: t}
	}

	for _, v := range sub.vars {
		v.s = s
	}
	s.vars = append(s.vars, sub.vars...)
	s.pending = append(s.pending, sub.pending...)
	s.done = append(s.done, sub.done...)
	s.unsure = s.unsure || sub.unsure
	o := &operand{e: e, kind: callOperand, typ: t}
	s.done = append(s.done, func() {
		ft := c.finalType(t)
		if o.raw {
			ft = Erasure(ft)
		}
		c.record(e, ft)
	})
	return o
}

// condArg checks a conditional: numeric and boolean ones have a type of their
// own, others take their target's.
func (c *checker) condArg(e *java.Cond, s *session) *operand {
	c.condition(e.C)
	old := c.sc
	b := c.binds[e.C]
	c.sc = c.withBindings(old, b.whenTrue)
	x := c.arg(e.X, s)
	c.sc = c.withBindings(old, b.whenFalse)
	y := c.arg(e.Y, s)
	c.sc = old

	if x.kind == plainOperand && y.kind == plainOperand {
		if t := c.condType(x, y); t != nil {
			c.record(e, t)
			o := &operand{e: e, kind: plainOperand, typ: t}
			// Both branches have to be constants, not only the one that is taken (JLS 15.29).
			if k := c.info.Consts[e.C]; k != nil && x.konst != nil && y.konst != nil {
				v := y.konst
				if k.N != 0 {
					v = x.konst
				}
				if o.konst = convertConst(v, t); o.konst != nil {
					c.info.Consts[e] = o.konst
				}
			}
			return o
		}
	}
	return &operand{e: e, kind: branchOperand, parts: []*operand{x, y}}
}

// condType is the type of a conditional that does not depend on its target, nil
// for the others.
func (c *checker) condType(x, y *operand) Type {
	a, b := x.typ, y.typ
	if isBad(a) || isBad(b) {
		return Bad
	}
	if c.spec != nil && (a.Kind() == Bigint || a.Kind() == Real || b.Kind() == Bigint || b.Kind() == Real) {
		return Promote(a, b)
	}

	ua, ub := Unboxed(a), Unboxed(b)
	if ua != nil && ub != nil {
		if ua.Kind() == Boolean && ub.Kind() == Boolean {
			if IsPrimitive(a) || IsPrimitive(b) {
				return TBoolean
			}
			// Two Booleans stay boxed: a null passes through.
			return a
		}
		// The table of JLS 15.25: a constant that fits takes the other side's smaller
		// type.
		if IsNumeric(ua) && IsNumeric(ub) {
			if Identical(a, b) {
				return a
			}
			if ua.Kind() == ub.Kind() {
				return ua
			}
			if intFits(x.konst, ub.Kind()) {
				return ub
			}
			if intFits(y.konst, ua.Kind()) {
				return ua
			}

			small := func(k Kind) bool { return k == Byte || k == Short }
			if small(ua.Kind()) && small(ub.Kind()) {
				return TShort
			}
			return Promote(ua, ub)
		}
	}

	if IsString(a) && IsString(b) {
		return a
	}
	// A boxed value or null.
	if a == Type(TNull) && ub != nil && ub.Kind() <= Double {
		return c.lib.Boxed(b)
	}
	if b == Type(TNull) && ua != nil && ua.Kind() <= Double {
		return c.lib.Boxed(a)
	}
	return nil
}

// intFits reports whether k is a constant of type int that fits the smaller type.
func intFits(k *Const, small Kind) bool {
	return k != nil && kindOf(k.Type) == Int && fits(k, small)
}

// exprTo checks an expression whose value is converted to target by assignment,
// and reports when it cannot be.
func (c *checker) exprTo(e java.Expr, target Type) Type {
	if ai, ok := e.(*java.ArrayInit); ok {
		return c.arrayInit(ai, target)
	}
	t := c.exprIn(e, target)
	c.assignable(e, t, target)
	return t
}

func (c *checker) assignable(e java.Expr, t, target Type) bool {
	if unsure(t) || unsure(target) {
		return true
	}
	if c.assignableTo(t, target) {
		return true
	}
	if k := c.info.Consts[e]; k != nil {
		if u := Unboxed(target); u != nil && fits(k, u.Kind()) {
			return true
		}
	}
	// Ghost variables of narrower types take what specifications compute; whether it fits is
	// for the run or the proof to see.
	if c.spec != nil && IsNumeric(t) && IsNumeric(target) && IsIntegral(t) == IsIntegral(target) {
		return true
	}
	c.incompatible(e, t, target, "")
	return false
}

// incompatible reports a failed assignment conversion.
func (c *checker) incompatible(e java.Node, t, target Type, hint string) {
	if t == Type(TVoid) {
		c.errorf(e, hint, "incompatible types: void cannot be converted to %s", ShortString(target))
		return
	}
	if IsNumeric(t) && IsNumeric(target) {
		if hint == "" {
			hint = "write (" + target.String() + ") before it, if that is meant"
		}
		c.errorf(e, hint, "incompatible types: possible lossy conversion from %s to %s", t, target)
		return
	}
	if hint == "" {
		hint = conversionHint(t, target)
	}
	c.errorf(e, hint, "incompatible types: %s cannot be converted to %s", ShortString(t), ShortString(target))
}

func conversionHint(t, target Type) string {
	switch {
	case IsString(t) && target.Kind() == Char:
		return "a char is written with single quotes"
	case IsString(t) && target.Kind() == Int:
		return "use Integer.parseInt(…)"
	case t.Kind() == Int && target.Kind() == Boolean:
		return "compare with != 0"
	case IsNumeric(t) && IsString(target):
		return "use String.valueOf(…)"
	case t.Kind() == Char && IsString(target):
		return "use String.valueOf(…)"
	}
	return ""
}

// bindings are the pattern variables that an expression introduces.
type bindings struct{ whenTrue, whenFalse []*Local }

func (c *checker) bind(e java.Expr, b bindings) {
	if len(b.whenTrue)+len(b.whenFalse) == 0 {
		return
	}
	if c.binds == nil {
		c.binds = map[java.Expr]bindings{}
	}
	c.binds[e] = b
}

func (c *checker) withBindings(sc *Scope, ls []*Local) *Scope {
	if len(ls) == 0 {
		return sc
	}
	return sc.with(ls...)
}

// condition checks a boolean expression.
func (c *checker) condition(e java.Expr) {
	t := c.exprIn(e, TBoolean)
	if unsure(t) {
		return
	}
	if u := Unboxed(t); u == nil || u.Kind() != Boolean {
		hint := ""
		if a, ok := java.Unparen(e).(*java.AssignExpr); ok && a.Op == java.Assign {
			hint = "== compares, = assigns"
		} else if IsNumeric(t) {
			hint = "compare with != 0"
		}
		c.errorf(e, hint, "incompatible types: %s cannot be converted to boolean", ShortString(t))
	}
}

// checkDuplicate reports a local variable whose name is taken in the same method.
func (c *checker) checkDuplicate(id *java.Ident) {
	l, sc := c.sc.lookup(id.Name)
	// In a class of its own a name may be used again: it shadows the local around the class.
	if l == nil || sc.Class != c.sc.Class || l.Spec && c.spec != nil {
		return
	}
	if sc.frame != c.sc.frame {
		// Declared outside a lambda: still taken, unless a class is between.
		for f := c.sc.frame; f != nil && f != sc.frame; f = f.outer {
			if f.class != nil {
				return
			}
		}
	}
	where := ""
	if m := c.sc.Method; m != nil {
		where = " in " + m.what()
	}
	c.errorf(id, "", "variable %s is already defined%s", id.Name, where)
}
