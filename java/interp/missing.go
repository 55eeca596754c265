package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// A static initialiser that can't be run takes with it only its field:
//
//	f missing, e not supported ⊢ class C { …; static final T f = e; … } initialised
//	f missing ⊢ reading f is not supported
//
// Side conditions, of f and e:
//   - f is final and a reference, so that nothing else gives it a value, and every
//     place that reads it can tell;
//   - e is made of literals, constants, and of calls of the class library and of
//     classes that aren't there, on those: whatever it does, it changes no state of
//     the program that anything else reads (see [separable]).
//
// What can't be run is taken to end normally: that it throws, so that no method of the
// class could ever run, is no reason to say nothing of any of them.

// separable reports whether the initialiser of a static field is one without which
// the rest of its class means the same.
func (c *compiler) separable(f *types.Field, init java.Expr) bool {
	if f == nil || !f.Flags.Has(java.Final) && !isInterface(c.class.Class) || !isRef(f.Type) || c.prog.lib == nil {
		return false
	}
	info, _ := c.class.Init()
	ok := true
	java.Walk(init, func(n java.Node) bool {
		if e, isExpr := n.(java.Expr); isExpr && ok {
			ok = harmless(info, e)
		}
		return ok
	})
	return ok
}

// harmless reports whether an expression, apart from its parts, changes nothing of
// the program.
func harmless(info *types.Info, e java.Expr) bool {
	// Of what isn't resolved the class isn't there, nor code that knows of the program, and
	// nor is there any of a class that is known by what it declares.
	foreign := func(n java.Node) bool {
		call := info.Calls[n]
		if call == nil || call.Method == nil || call.Method.Owner == nil {
			return true
		}
		of := call.Method.Owner
		return of.Compiled() || of.Library && of.Binary != "java.lang.System"
	}
	switch e := e.(type) {
	case *java.Literal, *java.ArrayInit, *java.NewArray, *java.ClassLit, *java.Paren, *java.Cast, *java.Binary:
		return true
	case *java.Unary:
		return e.Op == java.Plus || e.Op == java.Neg || e.Op == java.Not || e.Op == java.BitNot
	case *java.Name, *java.Select:
		u := info.Uses[e]
		return u == nil || u.Field == nil && u.Local == nil || info.Consts[e] != nil || u.Field != nil && u.Field.Owner != nil && u.Field.Owner.Library
	case *java.Call:
		return foreign(e)
	case *java.New:
		return e.Body == nil && foreign(e)
	}
	return false
}

// missing is the stop with which reading a field ends; nil where it has a value.
func (s *statics) missing(i int) *stop {
	if s.lacks == nil {
		return nil
	}
	return s.lacks[i]
}

// tryCompile compiles an initialiser, and returns the construct that isn't supported.
func (c *compiler) tryCompile(init java.Expr, t types.Type) (v val, why *stop) {
	defer func() {
		if r := recover(); r != nil {
			why = unsupportedOrPanic(r)
		}
	}()
	k := *c // what a compilation that is given up leaves behind is of no interest
	return k.initializer(init, t), nil
}

// tryRun runs a compiled initialiser, and returns the construct that isn't supported.
func tryRun(f *frame, r rfn) (v Ref, why *stop) {
	z := f.m.mark()
	defer func() {
		if e := recover(); e != nil {
			why = unsupportedOrPanic(e)
			f.m.reset(z)
		}
	}()
	return r(f), nil
}

func unsupportedOrPanic(r any) *stop {
	if s, ok := r.(*stop); ok && s.kind == Unsupported {
		return s
	}
	panic(r)
}

// separately is the initialisation of a field that the class can do without.
func (c *compiler) separately(k *Class, f *types.Field, init java.Expr, bad *stop) sfn {
	i := k.shared[f].i
	var r rfn
	if bad == nil {
		var v val
		if v, bad = c.tryCompile(init, f.Type); bad == nil {
			r = v.r
		}
	}
	return func(f *frame) ctl {
		v, why := Ref(nil), bad
		if why == nil {
			// What reached an unsupported construct has changed nothing that the
			// program sees: the expression is separable.
			v, why = tryRun(f, r)
		}
		s := f.m.static(k)
		s.r[i] = v
		if why != nil {
			if s.lacks == nil {
				s.lacks = map[int]*stop{}
			}
			s.lacks[i] = why
		}
		return ctlNext
	}
}

// errorsIn returns the mistakes that lie in a node, and those that don't.
func errorsIn(errs java.ErrorList, n java.Node) (in, out java.ErrorList) {
	for _, e := range errs {
		if e.Span.From >= n.Pos() && e.Span.From < n.End() {
			in = append(in, e)
		} else {
			out = append(out, e)
		}
	}
	return in, out
}

// initErrors returns the mistakes in the initialisers of the class, static or not: one
// kind is nothing to the other.
func (c *compiler) initErrors(errs java.ErrorList, static bool) java.ErrorList {
	if len(errs) == 0 {
		return errs
	}
	for _, m := range c.class.Decl.Members {
		other := false
		switch m := m.(type) {
		case *java.FieldDecl:
			other = (m.Mods.Flags.Has(java.Static) || isInterface(c.class.Class)) != static
		case *java.InitBlock:
			other = m.Static != static
		}
		if other {
			_, errs = errorsIn(errs, m)
		}
	}
	return errs
}

// ownErrors returns the mistakes in initialisers of static fields that the class can
// do without, and stops for any other in its static initialisers.
func (c *compiler) ownErrors(errs java.ErrorList) map[*java.VarDeclarator]*stop {
	out := map[*java.VarDeclarator]*stop{}
	errs = c.initErrors(errs, true)
	if len(errs) == 0 {
		return out
	}

	what := "initialisers of " + c.class.Binary
	for _, f := range c.class.Fields {
		if f.Decl == nil || f.Decl.Init == nil || !f.Flags.Has(java.Static) && !isInterface(c.class.Class) || !c.separable(f, f.Decl.Init) {
			continue
		}
		// Mistakes are taken out field by field; what is left at the end is of initialisers that
		// matter.
		own, others := errorsIn(errs, f.Decl.Init)
		if errs = others; len(own) > 0 {
			out[f.Decl] = stopFor(own[0], what)
		}
	}
	c.check(errs, what)
	return out
}

// stopFor is the stop that a mistake in the program is.
func stopFor(e *java.Error, what string) *stop {
	if e.Code == java.NotInSubset && e.Construct != "" {
		return &stop{kind: Unsupported, construct: e.Construct, at: e.At}
	}
	return &stop{kind: Unsupported, construct: what + ", which has an error: " + e.Msg, at: e.At}
}
