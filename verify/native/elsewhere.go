package native

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// Other files of a project. A file that is proved may name their classes. Of these the
// types are known and nothing else: not what their code does, nor what their
// specifications promise.
//
//	a value of a class of another file     an object of that type, or null
//	a constant of one, as Java has it      its value
//	a call of a static method of one       its contract there, as of the class library's
//	with a contract                        (libcontract.go); the proof rests on it
//	any other call of a method or          all that existed may change, and any value of
//	constructor of one, where nothing is   its type comes back, or any exception
//	asked of a call (opaqueCall)
//	any other use of a member of one       the method is unsupported
//
// and what is asked about calls by looking at the text takes one that leads to another
// file for a call of anything: it writes, reads and throws, and this leaks.
//
// Side conditions:
//
//   - a constructor of a class whose superclass stands in another file is unsupported,
//     unless that part of an object is made without a trace (traceless, below); what leans on it
//     is proved on that condition;
//   - no supertype in another file has a specification, which would be inherited: of
//     such a class nothing is proved;
//   - a call of a library method on an object of a class of another file may run that
//     class's own, and is unsupported;
//   - what a static method with a contract does is said by the contract alone: nothing is
//     assigned, it is a definition or says something of any value, and no two calls are
//     taken to give the same; an end by an exception is possible where the contract does
//     not exclude it. Neither its parameters nor its result are nullable unless it says so;
//   - the class of such a method is initialised apart from the file (apart.go): its first
//     use changes nothing here;
//   - that other file may have unchecked casts: a result whose type is a variable is cast,
//     as Java casts it;
//   - what the contract rests on is for whoever sees all files: here the proof is one on
//     condition (see verify.Basis);
//   - code outside of the file does not touch the private fields of its classes, and
//     what overrides their methods meets their contracts, as of every file by itself.

// unspecifiedElsewhere is a call of a method or constructor of another file that is taken for one
// of which nothing is specified; nil for any other.
//
// Side conditions: neither the class nor a supertype of it says anything of its objects, or has a
// precondition for a method of that name, so that nothing is asked of the call; where a class of the
// file that is proved has the method in a version of its own, that asks nothing either; no class
// is being initialised, whose static fields that code would see as they are so far; it does no more
// than a call may do (beyondCalls); and it gives no list, set or map where it is given one, of
// which that may be a view.
func (x *exec) unspecifiedElsewhere(n java.Node) *types.Call {
	c := x.infos.Call(n)
	if c == nil || c.Method == nil || x.method.Name == staticInit {
		return nil
	}
	if x.unspecifiedLibrary(n, c) {
		if !x.opaqueLibrary(n, c) {
			return nil
		}
		return c
	}
	if !c.Method.Owner.Elsewhere || beyondCalls(c.Method.Owner) || x.givesView(n, c) {
		return nil
	}
	if !x.unspecifiedOf(c.Method, onSuper(n)) {
		return nil
	}
	return c
}

// unspecifiedOf reports whether nothing is asked of a call of a method m of another file, whatever
// overrides it; of super.m() nothing does.
func (x *exec) unspecifiedOf(m *types.Method, super bool) bool {
	if x.eachElsewhere(m.Owner, func(k *types.Class) bool { return x.asksNothing(k, m.Name) }) != nil {
		return false
	}
	return super || !slices.ContainsFunc(x.overriders(m), func(d *types.Method) bool {
		return !d.Owner.Elsewhere && !d.Owner.Library && x.demands(d)
	})
}

// calledBack is what the proof of a call of code that nobody sees takes for granted.
var calledBack = verify.Assumption{What: "code of other files calls the methods of this one as their contracts ask"}

// opaqueCall is a call of code of another file that nothing is known of. It may call back what
// this file offers, and so needs what any call of an unspecified method needs: the invariants,
// arguments that may be what they are, and leave to assign everything.
//
//	Γ, π ⊢ inv(o) for every o, args not null where they must not be, assignable \everything
//	Γ, π ⊢ heap′ any with inv(o) for every o; result any of its type, null too; or any throw
//
// Side conditions: this is seen by the call if it is the receiver or has been a value before; code
// of other files keeps the contracts of the methods that it calls here, which the proof says it
// takes for granted.
func (x *exec) opaqueCall(s *state, call invocation) *smt.Term {
	// An empty contract: not pure, no helper, and without a case.
	m, ct := call.m, &contract{}
	x.taken.outside[calledBack] = true
	if call.recv == x.this && call.recv != nil {
		x.leak()
	}
	defer x.assumes(s, "behind the call of "+m.Name, call.at)()

	vals := map[*types.Local]*smt.Term{}
	for i, v := range call.args {
		vals[m.Params[i]] = v
		if v.Sort == refSort && !x.takesNull(m, i) {
			x.notNull(s, call, i, "parameter "+m.Params[i].Name)
		}
	}
	x.proveAtCall(s, m, ct, call.recv, vals, call.at)
	x.everythingAssigned(s, call.at, m)
	t := newTargets()
	t.everything, t.allocates = true, true
	x.havocTargets(s, t, nil)
	x.assumeStaticInvariants(s)
	x.assumeOthers(s, nil)

	var result *smt.Term
	if m.Return.Kind() != types.Void {
		result = x.fresh(m.Name, sortOf(m.Return))
		x.assume(s, x.facts(s, result, m.Return))
	}
	bad, ok := x.fork(s, x.fresh("threw", smt.Bool))
	x.leave(bad, jump{kind: throwJump, value: x.anyException(bad), thrown: "java.lang.Throwable", at: call.at})
	*s = *ok
	return result
}

// takesNull reports whether null may be given for a parameter of a method of another file: by
// an annotation that says so, or since its type may be any; a method of the library throws for it.
func (x *exec) takesNull(m *types.Method, i int) bool {
	if m.Owner.Library || m.Params[i].Type.Kind() == types.Var || x.nullableParam(m, i) {
		return true
	}
	if m.Decl == nil || i >= len(m.Decl.Params) {
		return false
	}
	return slices.ContainsFunc(m.Decl.Params[i].Mods.Annotations, func(a *java.Annotation) bool {
		name := a.Name[strings.LastIndexByte(a.Name, '.')+1:]
		return name == "Nullable" || name == "CheckForNull" || name == "NullableDecl"
	})
}

// fromElsewhere is what a call of a method of another file gives as a value of e.
func (x *exec) fromElsewhere(s *state, e java.Expr, m *types.Method, v *smt.Term) *smt.Term {
	if m.Return.Kind() == types.Void {
		return smt.True
	}
	return x.convertResult(v, m.Return, x.typeOf(e))
}

// uncertain reports whether Java casts what a method of another file gives as a value of e: it is
// of a variable's type there.
func (x *exec) uncertain(e java.Expr, m *types.Method) bool {
	used := x.typeOf(e)
	return e != x.dropped && isRef(m.Return) && mentionsVar(m.Return) && used.Kind() != types.Var && !x.subtype(m.Return, used)
}

// newElsewhere is an object of a class of another file.
func (x *exec) newElsewhere(s *state, e *java.New, m *types.Method) *smt.Term {
	args := x.arguments(s, e.Args, x.infos.Call(e))
	if s.pc == smt.False {
		return null
	}
	o := x.allocate(s, "new", x.typeOf(e))
	x.opaqueCall(s, invocation{m: m, recv: o, args: args, exprs: e.Args, at: e.From})
	return o
}

// notElsewhere ends the proof at a call of code of which nothing is known.
func (x *exec) notElsewhere(n java.Node) {
	c := x.infos.Call(n)
	if c == nil || c.Method == nil {
		return
	}
	m := c.Method
	switch {
	case m.Owner.Elsewhere && m.IsConstructor():
		x.unsupported(n, "constructor of "+m.Owner.Name+", which stands in another file")
	case m.Owner.Elsewhere:
		x.unsupported(n, "call of "+m.Owner.Name+"."+m.Name+", which stands in another file")
	case m.Owner.Library && m.IsConstructor():
		x.unsupported(n, "creation of "+m.Owner.QualifiedName())
	case m.Owner.Library:
		x.unsupported(n, "call of "+m.Key())
	}
}

// failElsewhere is the same for a call that is not written.
func (x *exec) failElsewhere(m *types.Method) {
	if m.Owner.Elsewhere {
		x.fail("call of " + m.Owner.Name + "." + m.Name + ", which stands in another file")
	}
}

// onElsewhere reports whether a library method is called on an object whose class stands in
// another file, and may have it in a version of its own.
func (x *exec) onElsewhere(e *java.Call, c *types.Call) bool {
	return e.X != nil && c.Mode != types.StaticCall && slices.ContainsFunc(classesOf(x.typeOfOr(e.X)), func(k *types.Class) bool { return k.Elsewhere })
}

// specifiedElsewhere is the call of a static method of another file that has a contract
// there; ok is false for any other call.
func (x *exec) specifiedElsewhere(s *state, e *java.Call) (v *smt.Term, ok bool) {
	c := x.infos.Call(e)
	if c == nil || c.Method == nil || c.Mode != types.StaticCall || !c.Method.Owner.Elsewhere || x.nullable {
		return nil, false
	}
	m := c.Method
	if e.X != nil && !x.isTypeName(e.X) || !x.initialisedApart(m.Owner) {
		return nil, false
	}
	ct := x.libraryContract(m)
	if ct == nil || len(ct.Cases) == 0 {
		return nil, false
	}
	for _, k := range ct.Cases {
		// Only what assigns nothing: locations of another file have no component here.
		if kind, _ := k.Frame(); kind != jml.FrameNothing && !ct.IsPure() {
			return nil, false
		}
	}

	args := x.arguments(s, e.Args, c)
	if s.pc == smt.False {
		return zeroOf(x.typeOf(e)), true
	}
	x.taken.elsewhere[verify.KeyOf(m)] = m.Owner.QualifiedName()
	defer x.assumes(s, "behind the call of "+m.Name, e.Name.From)()
	l := &libCall{x: x, s: s, e: e, at: x.parenPos(e), m: m, args: args, arg: func(i int) java.Expr {
		if c.Spread && i >= len(m.Params)-1 {
			return e // an array that is made for the call
		}
		return e.Args[i]
	}}
	v = l.byContract(ct)
	if x.uncertain(e, m) {
		x.castErased(s, e, v, m.Return, "from another file")
	}
	return x.fromElsewhere(s, e, m, v), true
}

// mayThrowElsewhere is the exceptional end of a case of a method of another file: by
// any exception, unless the case excludes that.
func (l *libCall) mayThrowElsewhere(k *jml.FlatCase, cond *smt.Term) {
	x := l.x
	if k.MustReturn || noneAllowed(k) || len(k.Signals) > 0 && allFalse(k.Signals) {
		return
	}
	bad, ok := x.fork(l.s, smt.And(cond, x.fresh("threw", smt.Bool)))
	l.throw(bad, x.lib.Class("java.lang.Throwable").Type())
	*l.s = *ok
}

// classesOf is the classes of which a type says that its values are instances.
func classesOf(t types.Type) []*types.Class {
	switch t := t.(type) {
	case *types.ClassType:
		return []*types.Class{t.Class}
	case *types.TypeVar:
		var out []*types.Class
		for _, b := range t.Bounds {
			out = append(out, classesOf(b)...)
		}
		return out
	case *types.Intersection:
		var out []*types.Class
		for _, b := range t.Parts {
			out = append(out, classesOf(b)...)
		}
		return out
	}
	return nil
}

// notOfElsewhere ends the proof at a field of a class of another file that is no
// constant.
func (x *exec) notOfElsewhere(e java.Node, f *types.Field) {
	if f.Owner.Elsewhere {
		x.unsupported(e, "field "+f.Owner.Name+"."+f.Name+", which stands in another file")
	}
}

// requireOwnSpecification ends the generation where a class, or one around it, may
// inherit a specification from another file.
func (x *exec) requireOwnSpecification(c *types.Class) {
	for ; c != nil; c = c.Outer {
		if from := x.inheritsFrom[c]; from != nil {
			x.fail("specification of " + from.Name + ", which stands in another file and is inherited,")
		}
	}
}

// traceless reports whether the constructor of a superclass in another file that is called
// without arguments leaves no trace in the file that is proved:
//
//	C traceless  ⇐  C's superclass is Object, or stands in another file and is traceless;
//	                the constructor without parameters is not written, or nothing but super()
//	                stands in it; C's fields are initialised by literals, or not at all
//
// Side conditions:
//
//   - C has no initialiser block, and is no inner class, whose objects have another one;
//   - C is initialised apart from the file (apart.go), as its heirs begin it;
//   - what C's fields hold is asked by nobody here: they are fields of another file.
func (x *exec) traceless(c *types.Class) bool {
	c.Load()
	if !c.Elsewhere || c.Kind != java.ClassClass || c.Decl == nil || c.Outer != nil && !c.Flags.Has(java.Static) || !x.initialisedApart(c) {
		return false
	}
	if sup := superClass(c); sup == nil || sup.QualifiedName() != "java.lang.Object" && !x.traceless(sup) {
		return false
	}
	written, silent := false, false
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if !m.Static {
				return false
			}
		case *java.FieldDecl:
			if !m.Mods.Flags.Has(java.Static) && !literals(m) {
				return false
			}
		case *java.MethodDecl:
			if m.IsConstructor {
				written = true
				silent = silent || len(m.Params) == 0 && m.Body != nil && onlySuper(m.Body)
			}
		}
	}
	return !written || silent
}

// literals reports whether a field is initialised by literals, or not at all.
func literals(f *java.FieldDecl) bool {
	return !slices.ContainsFunc(f.Vars, func(v *java.VarDeclarator) bool {
		_, literal := v.Init.(*java.Literal)
		return v.Init != nil && !literal
	})
}

// onlySuper reports whether a constructor does nothing but call super().
func onlySuper(body *java.Block) bool {
	if len(body.Stmts) == 0 {
		return true
	}
	c, ok := body.Stmts[0].(*java.ConstructorCall)
	return ok && len(body.Stmts) == 1 && c.Super && c.Outer == nil && len(c.Args) == 0
}

// supertypesElsewhere notes for each class of the file a supertype that stands in
// another file and has a specification there, well formed or not.
func (u *unit) supertypesElsewhere() {
	u.inheritsFrom, u.elsewhere = map[*types.Class]*types.Class{}, map[*java.File]*jml.File{}
	for _, c := range u.classes {
		if k := u.eachElsewhere(c, func(k *types.Class) bool {
			spec := u.specOf(k)
			return spec != nil && len(spec.Active) == 0
		}); k != nil {
			u.inheritsFrom[c] = k
		}
	}
}

// eachElsewhere is a class among c and its supertypes that stands in another file and of which
// ok does not hold; nil where there is none.
func (u *unit) eachElsewhere(c *types.Class, ok func(*types.Class) bool) *types.Class {
	seen := map[*types.Class]bool{}
	var found *types.Class
	var visit func(k *types.Class)
	visit = func(k *types.Class) {
		// The library's supertypes are the library's, and no class of another file.
		if k.Library || seen[k] {
			return
		}
		seen[k] = true
		k.Load()
		if k.Elsewhere && !ok(k) {
			found = k
		}
		for _, s := range types.Supertypes(k.Type()) {
			visit(s.Class)
		}
	}
	visit(c)
	return found
}

// specOf is the specification of the file of a class that stands in another one; nil where it
// is not well formed.
func (u *unit) specOf(c *types.Class) *jml.File {
	f := c.Unit.File
	spec, read := u.elsewhere[f]
	if !read {
		var errs java.ErrorList
		if spec, errs = jml.Parse(f); len(errs) > 0 {
			spec = nil
		}
		u.elsewhere[f] = spec
	}
	return spec
}

// asksNothing reports whether nothing is specified of the objects of a class of another file, and
// nothing that a call of one of its methods of a name would have to keep: each has a case without a
// precondition, if it has cases.
func (u *unit) asksNothing(c *types.Class, name string) bool {
	spec := u.specOf(c)
	if spec == nil || c.Decl == nil {
		return false
	}
	if k := spec.Classes[c.Decl]; k != nil && len(k.Clauses) > 0 {
		return false
	}
	for _, m := range c.Methods {
		if m.Name != name || m.Decl == nil || spec.Methods[m.Decl] == nil {
			continue
		}
		cases := jml.Normalise(spec.Methods[m.Decl]).Cases
		if len(cases) > 0 && !slices.ContainsFunc(cases, func(k *jml.FlatCase) bool { return len(k.Requires) == 0 }) {
			return false
		}
	}
	return true
}
