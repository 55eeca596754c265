package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// Lambdas and method references. Whoever gets a function may call it at any time, or never. So
// its body is proved apart, in a state of which nothing is known but what the variables hold that
// it captures, and gives the code that makes it nothing but an object:
//
//	v := (p…) -> body      v ≠ null, v of the type of the interface, new or not
//	                       ⊢ body from any heap with any p…, to whatever end
//	v := r::m              r ≠ null, and the same of (p…) -> r.m(p…)
//
// What the body may do when others run it is no concern of theirs that they could state: a method
// of an interface of which nothing is specified may write everything and throw anything.
//
// Side conditions:
//
//   - nothing is specified of the interface, whether it is the library's, another file's or this
//     one's: no contract of its method, and nothing of its objects. What its method must not
//     return null for, the body does not;
//   - no class of the file has an invariant or a constraint, which the body would have to keep;
//   - the object that a constructor makes is not captured before it is whole, and no class is
//     being initialised;
//   - no statement of JML stands in the body: \old would be of another state;
//   - where the library's contracts speak of code that they call, a function of the file counts as
//     a class of the file that overrides it (overrider).

// functionValue is the value of a lambda or method reference.
func (x *exec) functionValue(s *state, e java.Expr) *smt.Term {
	l := x.infos.Lambda(e)
	if l == nil || l.Method == nil {
		x.unsupported(e, describe(e)+" whose interface is not known")
	}
	x.mayBeFunction(e, l)

	var bound *smt.Term
	ref, isRef := e.(*java.MethodRef)
	if isRef && ref.X != nil && !x.isTypeName(ref.X) {
		bound = x.receiver(s, ref.X)
		if bound != x.this {
			x.mayThrow(s, smt.Not(smt.Eq(bound, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, ref.X.Pos(), "")
		}
	}
	if s.pc != smt.False {
		x.anyTime(s, l, func(s *state) {
			if isRef {
				x.referenced(s, ref, l, bound)
			} else {
				x.lambdaBody(s, e.(*java.Lambda), l)
			}
		})
	}

	// Whether each evaluation makes an object is the JVM's choice (JLS 15.27.4): alive may have
	// grown.
	x.grow(s, x.component(s, alive))
	v := x.fresh("function", refSort)
	x.assume(s, smt.And(smt.Not(smt.Eq(v, null)), x.facts(s, v, l.Target)))
	return v
}

// mayBeFunction ends the proof where a function is asked for more than its body shows.
func (x *exec) mayBeFunction(e java.Expr, l *types.Lambda) {
	switch {
	case x.method.Name == staticInit:
		x.unsupported(e, describe(e)+" in the initialisation of a class")
	case x.building() && x.capturesThis(e, l):
		x.unsupported(e, describe(e)+" in a constructor, of the object that is made")
	case x.anyInvariant(func(*jml.Clause) bool { return true }):
		x.unsupported(e, describe(e)+" in a file with invariants or constraints")
	}
	java.Walk(e, func(n java.Node) bool {
		if len(x.specStmtsAt(n)) > 0 {
			x.unsupported(n, "statement of JML in a lambda")
		}
		return true
	})
	target, ok := l.Target.(*types.ClassType)
	if !ok || !x.unspecifiedInterface(target.Class, l.Method.Name) {
		x.unsupported(e, describe(e)+" for an interface of which something is specified")
	}
}

// capturesThis reports whether a function holds the object of the code around it.
func (x *exec) capturesThis(e java.Expr, l *types.Lambda) bool {
	found := l.UsesThis
	java.Walk(e, func(n java.Node) bool {
		switch n.(type) {
		case *java.This, *java.Super:
			found = true
		}
		return !found
	})
	return found
}

// unspecifiedInterface reports whether nothing is specified of the objects of an interface, and of
// its methods of a name.
func (x *exec) unspecifiedInterface(c *types.Class, name string) bool {
	c.Load()
	var spec *jml.File
	switch {
	case c.Elsewhere:
		spec = x.specOf(c)
	case !c.Library:
		spec = x.spec
	}
	if !c.Library && (spec == nil || c.Decl == nil || spec.Classes[c.Decl] != nil && len(spec.Classes[c.Decl].Clauses) > 0) {
		return false
	}
	for _, m := range c.Methods {
		switch {
		case m.Name != name:
		case c.Library && x.libraryContract(m) != nil:
			return false
		case !c.Library && spec.Methods[m.Decl] != nil:
			if k := jml.Normalise(spec.Methods[m.Decl]); len(k.Cases) > 0 || k.Mods.Has(jml.Pure) {
				return false
			}
		}
	}
	return !slices.ContainsFunc(types.Supertypes(c.Type()), func(s *types.ClassType) bool {
		return !types.IsObject(s) && !x.unspecifiedInterface(s.Class, name)
	})
}

// anyInvariant reports whether a class of the file has an invariant or constraint that is wanted.
func (x *exec) anyInvariant(want func(*jml.Clause) bool) bool {
	for _, c := range x.classes {
		cs := x.spec.Classes[c.Decl]
		if cs == nil {
			continue
		}
		for _, cl := range cs.Clauses {
			if (cl.Kind == jml.Invariant || cl.Kind == jml.Constraint) && want(cl) {
				return true
			}
		}
	}
	return false
}

// anyTime runs a function's body in a state of which nothing is known but the local variables, on
// a path of its own that leads nowhere: any exception may end it.
func (x *exec) anyTime(s *state, l *types.Lambda, body func(*state)) {
	frames, handlers, jumps, returns, leaked := x.frames, x.handlers, x.jumps, x.returns, x.leaked
	defer func() { x.frames, x.handlers, x.jumps, x.returns, x.leaked = frames, handlers, jumps, returns, leaked }()
	// The frames around are of the code that makes the function, not of whoever calls it.
	x.frames, x.jumps, x.returns = nil, nil, l.Result
	// Any exception is a path and no obligation: nobody has asked that the function return.
	x.handlers = [][]types.Type{{x.classType("java.lang.Throwable")}}

	// A path that may or may not be taken: what is found on it says nothing of the code that goes
	// on.
	run, _ := x.fork(s, x.fresh("run", smt.Bool))
	t := newTargets()
	t.everything, t.allocates = true, true
	x.havocTargets(run, t, nil)
	for _, p := range l.Locals {
		v := x.fresh(p.Name, sortOf(p.Type))
		x.set(run, p, v)
		x.assume(run, x.facts(run, v, p.Type))
	}
	body(run)

	// What comes back must not be null where the interface says so.
	if m := l.Method; !x.nullableResultOf(l) {
		for _, j := range x.jumps {
			if j.kind == returnJump && j.value != nil && j.value.Sort == refSort && !boxed(j.value) {
				x.prove(j.s, smt.Not(smt.Eq(j.value, null)), obligation{kind: verify.PossiblyNullReturn, at: j.at, assoc: x.declPos(m), detail: m.Name})
			}
		}
	}
}

// lambdaBody runs what a lambda says.
func (x *exec) lambdaBody(s *state, e *java.Lambda, l *types.Lambda) {
	if e.Body != nil {
		x.block(s, e.Body.Stmts, e.Body)
		return
	}
	v := x.expr(s, e.X)
	if l.Result.Kind() != types.Void && s.pc != smt.False {
		v = x.convertChecked(s, e.X, v, x.typeOf(e.X), l.Result)
		x.leave(s, jump{kind: returnJump, value: v, at: e.X.Pos()})
	}
}

// referenced runs the method that a reference names with any arguments. Of the library's methods
// and other files' nothing is to be shown: what is asked of their arguments they ask by throwing.
func (x *exec) referenced(s *state, e *java.MethodRef, l *types.Lambda, bound *smt.Term) {
	if t := x.infos.Written(e.Type); e.Type != nil && t != nil && t.Kind() == types.ArrayOf {
		return // T[]::new
	}
	c := x.infos.Call(e)
	if c == nil || c.Method == nil {
		x.unsupported(e, "reference to "+e.Name.Name+", whose class is not known")
	}
	m := c.Method
	if x.nullableResultOf(l) || m.Return.Kind() == types.Void || m.IsConstructor() || types.IsPrimitive(m.Return) {
		switch {
		case m.Owner.Library && x.opaqueLibrary(e, c), m.Owner.Elsewhere && x.unspecifiedOf(m, false):
			x.taken.outside[calledBack] = true
			return
		}
	}
	if m.Owner.Library || m.Owner.Elsewhere || m.IsConstructor() || c.Spread || len(c.Params) != len(m.Params) {
		x.unsupported(e, "reference to "+m.Key())
	}

	// One of the file: by its contract.
	var args []*smt.Term
	for _, t := range l.Params {
		v := x.fresh("arg", sortOf(t))
		x.assume(s, x.facts(s, v, t))
		args = append(args, v)
	}
	given := l.Params
	recv := bound
	if !m.Flags.Has(java.Static) && bound == nil {
		// C::m without an object: the first argument is the receiver.
		recv, args, given = args[0], args[1:], given[1:]
		x.assume(s, smt.Not(smt.Eq(recv, null))) // or it throws
	}
	for i, p := range m.Params {
		args[i] = x.convertChecked(s, e, args[i], given[i], p.Type)
	}
	v := x.contractCall(s, invocation{m: m, recv: recv, args: args, at: e.From})
	if v != nil && l.Result.Kind() != types.Void && s.pc != smt.False {
		x.leave(s, jump{kind: returnJump, value: x.convertChecked(s, e, v, m.Return, l.Result), at: e.From})
	}
}

// nullableResultOf reports whether what a function returns may be null.
func (x *exec) nullableResultOf(l *types.Lambda) bool {
	m := l.Method
	return m.Owner.Library || m.Owner.Elsewhere || m.Return.Kind() == types.Void || x.nullableResult(m)
}
