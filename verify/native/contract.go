package native

import (
	"slices"
	"strconv"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// contract is what callers know of a method.
type contract struct {
	cases     []*jml.FlatCase
	mods      jml.Mods
	pure      bool // changes nothing that existed: declared, or seen from its body
	declared  bool // declared pure
	confined  bool // a constructor that writes its own object only
	helper    bool
	allocates bool
	own       bool // has cases that are written, here or where it is inherited from
	open      bool // overrides a method that says nothing, and so is called with any arguments
}

// contract is the contract of a method of the file, its inherited cases included.
func (x *exec) contract(m *types.Method) *contract {
	if c, ok := x.contracts[m]; ok {
		return c
	}
	c := &contract{}
	// Filed before it is complete: what follows looks at code, and may ask for this contract again
	// where the method is recursive.
	x.contracts[m] = c
	if m.Decl != nil {
		if ms := x.spec.Methods[m.Decl]; ms != nil {
			n := jml.Normalise(ms)
			c.cases, c.mods = n.Cases, n.Mods
			c.declared = n.IsPure() || x.unit.checked.Pure[m]
			c.helper = n.Mods.Has(jml.Helper)
			// A specification without a case (only modifiers) is normalised to one that asks
			// nothing.
			c.own = len(ms.Cases) > 0
		}
	}
	x.inherit(c, m)
	quiet := x.quiet(m, map[*types.Method]bool{})
	// A constructor writes its own object, so that seeing it quiet makes it confined and not pure.
	c.pure = c.declared || quiet && !m.IsConstructor()
	c.confined = quiet && m.IsConstructor()
	c.allocates = x.allocatesAny(x.codeOf(m)) || x.boxesResult(m) || len(x.overriders(m)) > 0 || m.Implicit == types.EnumValues
	return c
}

// quiet reports whether m writes nothing that existed before it was called; a
// constructor writes its own object besides.
//
//	quiet(m)  ⇐  every assignment in code(m) is to a local, or in a constructor to
//	             a field of this;
//	             every method that code(m) calls is quiet, declared pure or a
//	             library method that writes nothing;
//	             every object that it creates is a throwable (in a constructor: any
//	             object) whose constructor is quiet;
//	             code(m) has no set statement, lambda, class or synchronized;
//	             no class overrides m
//
// Side condition of the recursion: the greatest solution is meant, so a method that
// is being asked about counts as quiet; the answer is the root's only, and none in
// between is kept.
func (x *exec) quiet(m *types.Method, seen map[*types.Method]bool) bool {
	if seen[m] {
		return true
	}
	seen[m] = true
	ctor := m.IsConstructor()
	// Of an abstract or native method nobody sees what it writes; what Java makes by itself (a
	// record's methods) writes nothing.
	if !ctor && (m.Decl == nil || m.Decl.Body == nil) {
		return m.Decl == nil && m.Implicit != types.NotImplicit
	}
	// A call may run any of them, and what they write is not looked at here.
	if len(x.overriders(m)) > 0 {
		return false
	}

	ok := true
	write := func(e java.Expr) {
		u := x.useOf(java.Unparen(e))
		if u == nil || u.Kind != types.LocalRef && !(ctor && u.Kind == types.FieldRef && ownPart(java.Unparen(e), u, m.Owner)) {
			ok = false
		}
	}
	c := x.codeOf(m)
	c.inspect(func(n java.Node) bool {
		ok = ok && !x.writesGhost(n)
		if to := java.Written(n); to != nil {
			write(to)
		}
		switch n := n.(type) {
		case *java.New:
			ok = ok && n.Body == nil && (isThrowable(x.typeOfOr(n)) || ctor)
		case *java.Lambda, *java.MethodRef, *java.ClassDecl, *java.SynchronizedStmt:
			ok = false
		}
		return ok
	})
	x.eachCall(c, func(k *types.Method) bool {
		switch {
		case k == nil:
			ok = false
		case k.IsConstructor() && k.Owner.Library:
			ok = ok && plainLibraryClass(k.Owner)
		case k.Owner.Library:
			ok = ok && pureLibrary(k)
		default:
			// Asked of contracts that are known: to ask for one here would file an answer found in
			// the middle of this search.
			d := x.contracts[k]
			ok = ok && (d != nil && d.declared && !k.IsConstructor() || x.quiet(k, seen))
		}
		return ok
	})
	return ok && !x.touchesClasses(c)
}

// ownPart reports whether an assigned expression is an instance field of this, where
// this is of class c.
func ownPart(e java.Expr, u *types.Use, c *types.Class) bool {
	if u.Field.Flags.Has(java.Static) || !types.IsSubclass(c, u.Field.Owner) {
		return false
	}
	switch e := e.(type) {
	case *java.Name:
		return u.Implicit == nil || types.IsSubclass(c, u.Implicit)
	case *java.Select:
		t, ok := java.Unparen(e.X).(*java.This)
		return ok && t.Outer == nil
	}
	return false
}

// plainLibraryClass reports whether constructors of a library class touch nothing
// but the new object.
func plainLibraryClass(c *types.Class) bool {
	switch c.QualifiedName() {
	case "java.lang.Object", "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.String":
		return true
	}
	return isThrowableClass(c) || collection(c) != ""
}

// specStmtsAt is the JML statements before a node and at its end.
func (x *exec) specStmtsAt(n java.Node) []*jml.Stmt {
	out := x.spec.AtEnd[n]
	if st, ok := n.(java.Stmt); ok {
		out = append(out[:len(out):len(out)], x.spec.Before[st]...)
	}
	return out
}

// allocatesAny reports whether the code may create an object.
func (x *exec) allocatesAny(c code) bool {
	found := len(c.unsaid) > 0
	c.inspect(func(n java.Node) bool {
		switch n := n.(type) {
		// A call counts for what it may allocate, without a look at what it calls.
		case *java.New, *java.NewArray, *java.ArrayInit, *java.Call, *java.Lambda, *java.MethodRef:
			found = true
		default:
			found = found || x.makesValue(n)
		}
		return !found
	})
	return found
}

// boxesResult reports whether a return of m puts a number into a box.
func (x *exec) boxesResult(m *types.Method) bool {
	if !isRef(m.Return) || m.Decl == nil || m.Decl.Body == nil {
		return false
	}
	found := false
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		if r, ok := n.(*java.Return); ok && r.X != nil {
			found = found || types.IsPrimitive(x.typeOfOr(r.X))
		}
		return !found
	})
	return found
}

// makesValue reports whether an expression or declaration may make an object though nothing of
// it says new: a string by + or +=, a box of a number, the array of a variadic call.
func (x *exec) makesValue(n java.Node) bool {
	// boxes is whether e, where a value of type to is wanted, is put into a box.
	boxes := func(to types.Type, e java.Expr) bool {
		return e != nil && isRef(to) && types.IsPrimitive(x.typeOfOr(e))
	}
	switch n := n.(type) {
	case *java.Binary:
		return isString(x.typeOfOr(n))
	case *java.AssignExpr:
		to := x.typeOfOr(n.X)
		return n.Op != java.Assign && isRef(to) || boxes(to, n.Y)
	case *java.Unary:
		return n.Op.Changes() && isRef(x.typeOfOr(n.X))
	case *java.VarDeclarator:
		l := x.infos.Local(n)
		return l != nil && boxes(l.Type, n.Init)
	case *java.ForEach:
		l := x.infos.Local(n.Var)
		over, ok := x.typeOfOr(n.X).(*types.ArrayType)
		return l != nil && ok && isRef(l.Type) && types.IsPrimitive(over.Elem)
	case *java.Cond:
		to := x.typeOfOr(n)
		return boxes(to, n.X) || boxes(to, n.Y)
	case *java.SwitchExpr:
		return isRef(x.typeOfOr(n))
	case *java.Cast:
		return boxes(x.typeOfOr(n), n.X)
	case *java.Call:
		c := x.callOf(n)
		if c == nil || c.Method == nil {
			return false
		}
		for i, p := range c.Method.Params {
			if i < len(n.Args) && boxes(p.Type, n.Args[i]) {
				return true
			}
		}
		return c.Method.Variadic
	}
	return false
}

// lets evaluates the old-clauses of a case and makes them visible.
func (x *exec) lets(sp *spec, old []*jml.Clause) {
	for _, c := range old {
		if c.Decl == nil {
			continue
		}
		for _, v := range c.Decl.Vars {
			l := x.localOf(v)
			if v.Init == nil {
				// forall: any value.
				// A constant of its own would be the same for all values of the variables around.
				if sp.depth > 0 {
					x.unsupported(v, "forall clause of a method in a specification")
				}
				sp.vals[l] = x.fresh(l.Name, sortOf(l.Type))
				x.fact(inRange(sp.vals[l], l.Type))
				continue
			}
			o := sp.old()
			sp.vals[l] = x.convert(o.eval(v.Init), x.typeOf(v.Init), l.Type)
			if sp.depth == 0 {
				// Under a quantifier the value depends on its variables, so that no constant is
				// equal to it.
				sp.vals[l] = x.nameTerm(l.Name, sp.vals[l])
			}
			sp.wd = append(sp.wd, o.wd...)
		}
	}
}

// onlyThrows is the signals_only of a case for exception ex; without one, the
// method's throws clause and unchecked exceptions.
func (x *exec) onlyThrows(sp *spec, c *jml.FlatCase, ex *smt.Term, m *types.Method) *smt.Term {
	if len(c.SignalsOnly) == 0 {
		return smt.True
	}
	var all []*smt.Term
	for _, so := range c.SignalsOnly {
		var or []*smt.Term
		for _, t := range so.Types {
			or = append(or, x.instance(ex, x.written(t)))
		}
		all = append(all, smt.Or(or...))
	}
	return smt.And(all...)
}

// signalsFormula is a signals clause for exception ex: if it is of the clause's
// type, the predicate holds.
func (x *exec) signalsFormula(sp *spec, c *jml.Clause, ex *smt.Term) *smt.Term {
	if c.Expr == nil {
		return smt.True
	}
	is := smt.True
	if c.Param != nil {
		if c.Param.Type != nil {
			is = x.instance(ex, x.written(c.Param.Type))
		}
		if l := x.localOfOr(c.Param); l != nil {
			sp.vals[l] = ex
		}
	}
	return smt.Implies(is, sp.formula(c.Expr))
}

// mayThrowException reports whether a call of m may end by an exception that is a
// path: an implicit one is an obligation unless the specification speaks of it.
//
//	throws(m)  ⇐  m has a throws clause, or its specification speaks of exceptions;
//	              or code(m) has a throw statement;
//	              or throws(k) of a method k that code(m) calls or that overrides m,
//	              where of one of the library its contract allows it without saying when
//
// unless every case of the specification forbids it, which is m's own to prove. It
// is the least solution: a method that is being asked about adds nothing, and none
// but the root's answer is kept.
func (x *exec) mayThrowException(m *types.Method) bool {
	v, ok := x.throwers[m]
	if !ok {
		v = x.throws(m, map[*types.Method]bool{})
		x.throwers[m] = v
	}
	return v
}

func (x *exec) throws(m *types.Method, seen map[*types.Method]bool) bool {
	if seen[m] {
		return false
	}
	seen[m] = true

	ct := x.contract(m)
	r := len(m.Throws) > 0 || m.Implicit == types.EnumValueOf
	// Of an open contract a caller need not be within a case, and outside of them nothing is
	// forbidden.
	allReturn := len(ct.cases) > 0 && !ct.open
	for _, c := range ct.cases {
		if c.MustThrow || len(c.Signals) > 0 && !allFalse(c.Signals) {
			r = true
		}
		for _, so := range c.SignalsOnly {
			r = r || len(so.Types) > 0
		}
		if !c.MustReturn && !noneAllowed(c) {
			allReturn = false
		}
	}
	// Found before the code is looked at: what the contract forbids is the method's own to prove,
	// whatever its code throws.
	if allReturn {
		return false
	}

	for _, d := range x.overriders(m) {
		// An implementation inherited from the library has no contract here that would exclude an
		// exception.
		r = r || d.Owner.Library && !ofObject(d) || !d.Owner.Library && x.throws(d, seen)
	}
	c := x.codeOf(m)
	c.inspect(func(n java.Node) bool {
		if _, is := n.(*java.Throw); is {
			r = true
		}
		return !r
	})
	x.eachCall(c, func(k *types.Method) bool {
		r = r || k == nil || k.Owner.Library && x.libraryThrows(k) || !k.Owner.Library && x.throws(k, seen)
		return !r
	})
	return r
}

// libraryThrows reports whether a call of a library method has an exceptional end that is asked
// of nobody: see libCall.mayThrow.
func (x *exec) libraryThrows(m *types.Method) bool {
	c := x.libraryContract(m)
	return c != nil && slices.ContainsFunc(c.others, func(k *jml.FlatCase) bool {
		return !k.MustReturn && len(k.SignalsOnly) > 0 && !noneAllowed(k)
	})
}

// ofObject reports whether a library method is equals, hashCode or toString of
// Object itself, which write nothing and end normally.
func ofObject(m *types.Method) bool {
	return m.Owner.QualifiedName() == "java.lang.Object" && (m.Name == "equals" || m.Name == "hashCode" || m.Name == "toString")
}

// noneAllowed recognises signals_only \nothing.
func noneAllowed(c *jml.FlatCase) bool {
	for _, so := range c.SignalsOnly {
		if len(so.Types) == 0 && !so.NotSpecified {
			return true
		}
	}
	return false
}

func allFalse(cs []*jml.Clause) bool {
	for _, c := range cs {
		if !c.Never() {
			return false
		}
	}
	return true
}

// thrownClass is what is known of the class of an exception that a call of m ends by.
//
//	class(exception of m) <: E   ⇐   m throws E alone;
//	     every throw in code(m) is throw new E' with E' <: E;
//	     no method that code(m) calls throws;
//	     the specification speaks of subclasses of E only: what else it speaks of
//	     the JVM may throw by itself;
//	     no class overrides m
func (x *exec) thrownClass(m *types.Method) string {
	const unknown = "java.lang.Throwable"
	// Without a throws clause an exception may be any unchecked one; of several classes it may be
	// each.
	if len(m.Throws) != 1 || m.Decl == nil || m.Decl.Body == nil || len(x.overriders(m)) > 0 {
		return unknown
	}
	only := true
	for _, t := range x.signalTypes(x.contract(m)) {
		only = only && x.subtype(t, m.Throws[0])
	}
	c := x.codeOf(m)
	c.inspect(func(n java.Node) bool {
		if n, ok := n.(*java.Throw); ok {
			_, isNew := n.X.(*java.New)
			only = only && isNew && x.subtype(x.typeOfOr(n.X), m.Throws[0])
		}
		return only
	})
	x.eachCall(c, func(k *types.Method) bool {
		only = only && k != nil && (k.Owner.Library && !x.libraryThrows(k) || !k.Owner.Library && !x.mayThrowException(k))
		return only
	})
	if ct, ok := m.Throws[0].(*types.ClassType); ok && only {
		return ct.Class.Binary
	}
	return unknown
}

// call is a method call in a specification: a function of its arguments and of the
// heap it reads, with its body or its contract as an axiom.
func (sp *spec) call(e *java.Call) *smt.Term {
	x := sp.x
	c := x.callOf(e)
	if c == nil || c.Method == nil {
		x.notElsewhere(e)
		x.unsupported(e, "call of "+e.Name.Name+" in a specification")
	}
	m := c.Method
	var recv *smt.Term
	if c.Mode != types.StaticCall {
		if e.X == nil {
			recv = sp.around(e, c.Implicit)
		} else if _, super := e.X.(*java.Super); super {
			// The function of m is what a call of m on the object runs.
			if len(x.overriders(m)) > 0 {
				x.unsupported(e, "super call of an overridden method in a specification")
			}
			recv = sp.this
		} else {
			recv = sp.eval(e.X)
			sp.need(smt.Not(smt.Eq(recv, null)), verify.UndefinedNullDeReference, x.dot(e))
		}
	}
	var args []*smt.Term
	if c.Spread {
		x.unsupported(e, "variadic call in a specification")
	}
	for i, a := range e.Args {
		// Converted without a check of range: specifications compute in mathematical integers, so
		// that a value beyond the parameter's type is given on as it is.
		args = append(args, sp.number(a, m.Params[i].Type))
	}
	if m.Owner.Library {
		return sp.libraryCall(e, c, recv, args)
	}
	if m.Implicit == types.RecordAccessor {
		f := componentOf(m)
		return x.convertResult(x.readFact(sp, sp.cur, smt.Select(x.component(sp.cur, x.fieldName(f)), recv), f, recv), m.Return, x.typeOf(e))
	}
	x.requirePure(e, m)
	if sp.fuel == 0 && !sp.axiom {
		sp.needPrecondition(e, m, recv, args)
	}
	return x.convertResult(x.pureCall(sp, e, m, recv, args), m.Return, x.typeOf(e))
}

// needPrecondition: a method called in a specification has a value where its
// precondition holds.
func (sp *spec) needPrecondition(e *java.Call, m *types.Method, recv *smt.Term, args []*smt.Term) {
	x := sp.x
	any := smt.False
	for _, c := range x.contract(m).cases {
		// The callee's clauses are read in the state of the call, which is their pre-state too.
		at := &spec{x: x, cur: sp.cur, pre: sp.cur, this: recv, vals: map[*types.Local]*smt.Term{}, depth: sp.depth, method: m, axiom: true}
		for i, p := range m.Params {
			at.vals[p] = args[i]
		}
		x.lets(at, c.Old)
		cond := smt.True
		for _, r := range c.Requires {
			if r.Expr != nil {
				cond = smt.And(cond, at.formula(r.Expr))
			}
		}
		any = smt.Or(any, cond)
	}
	if len(x.contract(m).cases) > 0 {
		sp.need(any, verify.UndefinedCalledPre, x.parenPos(e))
	}
}

// pureCall is the application of the function that a pure method is.
func (x *exec) pureCall(sp *spec, e java.Node, m *types.Method, recv *smt.Term, args []*smt.Term) *smt.Term {
	x.leanOnCall(m, false) // on its postcondition, and that it ends with a value
	f := x.pureFunction(m)
	if f.vague {
		// A fresh constant would be one value for all instances of the quantifier.
		if sp.depth > 0 || e == nil {
			x.unsupported(e, "value of "+m.Name+", which depends on more than the heap's fields and elements,")
		}
		return x.fresh(m.Name, sortOf(m.Return))
	}
	all := append([]*smt.Term{}, args...)
	if recv != nil {
		all = append(all, recv)
	}
	for _, name := range f.reads {
		// Two calls are one term where what they read is the same version: nothing has to be said
		// about writes elsewhere.
		all = append(all, x.component(sp.cur, name))
	}
	level := ""
	if sp.fuel > 0 {
		level = "_" + strconv.Itoa(sp.fuel)
	}
	return x.function(f.name+level, sortOf(m.Return), all...)
}

// pureFn is the function symbol of a pure method.
type pureFn struct {
	name  string
	reads []string // heap components, in order
	// vague says that it reads what is no component: two calls may differ.
	vague bool
}

const maxFuel = 2

// pureFunction declares the function of a pure method with its axioms: its body
// where the body is an expression in disguise, else its postcondition.
func (x *exec) pureFunction(m *types.Method) *pureFn {
	if f, ok := x.pureFns[m]; ok {
		return f
	}
	f := &pureFn{name: "fn." + m.Owner.Name + "." + m.Name}
	// Overloads share the name of the method.
	if n := x.fnNames[f.name]; n > 0 {
		f.name += "." + strconv.Itoa(n)
	}
	x.fnNames["fn."+m.Owner.Name+"."+m.Name]++
	// Known before its body is read: a recursive body finds the function here instead of
	// being read again.
	x.pureFns[m] = f
	f.reads = x.readSet(m)
	if len(f.reads) > 0 && f.reads[0] == unknownReads {
		f.reads, f.vague = f.reads[1:], true
	}
	// One universally quantified state stands for all.
	params := map[*types.Local]*smt.Term{}
	var vars, typing []*smt.Term
	for i, p := range m.Params {
		v := x.bound(p.Name, sortOf(p.Type))
		x.bind(params, m, i, v)
		vars = append(vars, v)
		if v.Sort == smt.Int {
			typing = append(typing, inRange(v, p.Type))
		}
		if v.Sort == refSort && !x.nullableParam(m, i) {
			typing = append(typing, smt.Not(smt.Eq(v, null)))
		}
	}

	var this *smt.Term
	if !m.Flags.Has(java.Static) {
		this = x.bound("this", refSort)
		vars = append(vars, this)
		typing = append(typing, smt.Not(smt.Eq(this, null)))
	}

	st := &state{pc: smt.True, locals: map[*types.Local]*smt.Term{}, heap: map[string]*smt.Term{}, base: x.first.base()}
	for _, name := range f.reads {
		v := x.bound("h", x.components[name].sort)
		st.heap[name] = v
		vars = append(vars, v)
	}
	ctx := func(fuel int) *spec {
		vals := map[*types.Local]*smt.Term{}
		for k, v := range params {
			vals[k] = v
		}
		return &spec{x: x, cur: st, pre: st, this: this, vals: vals, depth: 1, fuel: fuel, method: m, axiom: true}
	}
	app := func(fuel int) *smt.Term {
		n := f.name
		if fuel > 0 {
			n += "_" + strconv.Itoa(fuel)
		}
		return x.function(n, sortOf(m.Return), vars...)
	}

	ct := x.contract(m)
	pre := smt.True
	for _, c := range ct.cases {
		// Of several cases each has its own postconditions under its own precondition; the body's
		// axiom is then stated for all arguments.
		if len(ct.cases) == 1 {
			sp := ctx(0)
			x.lets(sp, c.Old)
			for _, r := range c.Requires {
				if r.Expr != nil {
					pre = smt.And(pre, sp.formula(r.Expr))
				}
			}
		}
	}

	all := func(body, trigger *smt.Term) {
		hyp := append(append([]*smt.Term{}, typing...), pre, x.typedReads(body, st.heap))
		x.fact(smt.Forall(vars, smt.Implies(smt.And(hyp...), body), []*smt.Term{trigger}))
	}

	if sortOf(m.Return) == smt.Int {
		// In quiet mode a value may lie beyond its type, so that the range would contradict the
		// body.
		if r := inRange(app(0), m.Return); r != smt.True && x.arithmetic != verify.Quiet {
			all(r, app(0))
		}
	}
	// Another verifier knows of a method of the program what its contract says, and no body.
	follow := m.Spec || !x.portable && (ct.declared || ct.pure)
	if follow && m.Decl != nil && m.Decl.Body != nil {
		all := all
		if this != nil && !m.Spec && len(x.overriders(m)) > 0 {
			// Of a subclass's object the body is another one.
			plain := all
			all = func(body, trigger *smt.Term) {
				plain(smt.Implies(smt.Eq(x.tag(this), x.typeTag(m.Owner.Type())), body), trigger)
			}
		}
		body := func(fuel int) (*smt.Term, bool) {
			sp := ctx(fuel)
			sp.code = true
			return x.tryBody(sp, m)
		}
		if _, ok := body(0); ok && x.terminates(m) {
			// A definition at one level speaks of calls at the next, and the last level has none:
			// the solver unfolds a recursive function that often and no further, though all levels
			// are equal.
			for fuel := range maxFuel {
				body, _ := body(fuel + 1)
				is := smt.Eq(app(fuel), body)
				if body.Sort == smt.Int {
					switch x.arithmetic {
					case verify.Java:
						// The value that code returns; within the body each operation has wrapped
						// already.
						is = smt.Eq(app(fuel), wrap(body, m.Return))
					case verify.Safe:
						// Where the body overflows the function has no value.
						is = smt.Implies(inRange(body, m.Return), is)
					}
				}
				all(smt.And(smt.Eq(app(fuel), app(fuel+1)), is), app(fuel))
			}
		}
	}
	if x.circular(m) || m.Decl != nil && m.Decl.Body != nil && !x.total(m) {
		return f // its contract is what is being proved, or no value need satisfy it
	}

	held := x.invariantsHeld(ctx(0), m, params)
	for _, c := range ct.cases {
		sp := ctx(0)
		x.lets(sp, c.Old)
		cond := held
		for _, r := range c.Requires {
			if r.Expr != nil {
				cond = smt.And(cond, sp.formula(r.Expr))
			}
		}
		sp.result = app(0)
		for _, en := range c.Ensures {
			if en.Expr != nil {
				x.Postulate(x.clauseAt(en), func() { all(smt.Implies(cond, sp.formula(en.Expr)), app(0)) })
			}
		}
	}
	return f
}

// typedReads is what Java's types say of what an axiom reads of a state that stands for
// all states:
//
//	∀ h. T(h) ⇒ A(h)   where T(h) has each integer h.f, h.f[o] and h.elems[a][i] of A(h) in range
//
// Side condition: without T the axioms contradict, since they speak of states that Java
// hasn't: the function's value is in range, and \result == o.f. Where A reads under a
// quantifier of its own T has the whole component in range.
func (x *exec) typedReads(t *smt.Term, heap map[string]*smt.Term) *smt.Term {
	// Components by the bound variables that stand for them in the axiom.
	of := map[string]comp{}
	for name, h := range heap {
		of[h.Op] = x.components[name]
	}
	var out []*smt.Term
	seen := map[string]bool{}
	add := func(key string, range_ *smt.Term) {
		if !seen[key] && range_ != smt.True {
			seen[key] = true
			out = append(out, range_)
		}
	}
	inner := map[string]bool{}
	var visit func(t *smt.Term)
	visit = func(t *smt.Term) {
		if vs, body, ok := t.Quantifier(); ok {
			for _, v := range vs {
				inner[v.Op] = true
			}
			visit(body)
			return
		}
		for _, a := range t.Args {
			visit(a)
		}
		h := t
		// The component at the bottom of h.f[o] or h.elems[a][i].
		for h.Op == "select" {
			h = h.Args[0]
		}
		c, is := of[h.Op]
		if !is || c.typ == nil || t.Sort != smt.Int {
			return
		}
		if !mentionsAny(t, inner) {
			add(t.String(), inRange(t, c.typ))
			return
		}
		add(h.Op, x.wholeInRange(h, c))
	}
	visit(t)
	return smt.And(out...)
}

// wholeInRange says that all integers of a component are within the range of its type.
func (x *exec) wholeInRange(h *smt.Term, c comp) *smt.Term {
	var vars []*smt.Term
	switch c.kind {
	case fieldComp:
		vars = []*smt.Term{x.bound("r", refSort)}
	case arrayComp:
		vars = []*smt.Term{x.bound("r", refSort), x.bound("i", smt.Int)}
	default:
		return smt.True
	}
	e := h
	for _, v := range vars {
		e = smt.Select(e, v)
	}
	return smt.Forall(vars, inRange(e, c.typ), []*smt.Term{e})
}

// mentionsAny reports whether a term has one of the named variables in it.
func mentionsAny(t *smt.Term, names map[string]bool) bool {
	if names[t.Op] {
		return true
	}
	return slices.ContainsFunc(t.Args, func(a *smt.Term) bool { return mentionsAny(a, names) })
}

// invariantsHeld is what the proof of a method's contract took for granted of its
// receiver, its parameters and the static fields.
func (x *exec) invariantsHeld(sp *spec, m *types.Method, params map[*types.Local]*smt.Term) *smt.Term {
	var all []*smt.Term
	add := func(o *smt.Term, c *types.Class, static bool) {
		for _, cl := range x.invariants(c, jml.Invariant, static) {
			at := *sp
			at.this, at.wd, at.vals, at.result = o, nil, map[*types.Local]*smt.Term{}, nil
			all = append(all, at.formula(cl.Expr))
		}
	}
	reads := map[string]bool{}
	// What the method does not read is no argument of the function, and can make no difference to
	// it.
	for _, n := range x.pureFns[m].reads {
		reads[n] = true
	}
	for _, c := range x.classes {
		for _, f := range c.Fields {
			if n := x.fieldNames[f]; reads[n] && f.Flags.Has(java.Static) && x.fieldNonNull(f) {
				all = append(all, smt.Not(smt.Eq(x.component(sp.cur, n), null)))
			}
		}
	}
	// Fields that are not null are null while an object is made.
	filled := func(o *smt.Term, c *types.Class) {
		for ; c != nil && !c.Library; c = superClass(c) {
			for _, f := range c.Fields {
				if n := x.fieldNames[f]; reads[n] && !f.Flags.Has(java.Static) && x.fieldNonNull(f) {
					all = append(all, smt.Not(smt.Eq(smt.Select(x.component(sp.cur, n), o), null)))
				}
			}
		}
	}
	if sp.this != nil {
		filled(sp.this, m.Owner)
	}
	if sp.this != nil && !x.contract(m).helper {
		add(sp.this, m.Owner, false)
	}
	for _, o := range x.classObjects(m, params) {
		filled(o.ref, o.class)
		add(o.ref, o.class, false)
	}
	for _, c := range x.classes {
		add(nil, c, true)
	}
	return smt.And(all...)
}

// heldReads adds what invariantsHeld reads.
func (x *exec) heldReads(m *types.Method, names map[string]bool) {
	add := func(c *types.Class, static bool) {
		for _, cl := range x.invariants(c, jml.Invariant, static) {
			x.addReads(cl.Expr, names, map[*types.Method]bool{})
		}
	}
	if !m.Flags.Has(java.Static) && !x.contract(m).helper {
		add(m.Owner, false)
	}
	for _, p := range m.Params {
		if ct, ok := p.Type.(*types.ClassType); ok && !ct.Class.Library {
			add(ct.Class, false)
		}
	}
	for _, c := range x.classes {
		add(c, true)
	}
}

// total reports whether calls of a pure method come to an end with a value, as far
// as can be seen: without that its postcondition may be false.
func (x *exec) total(m *types.Method) bool { return x.endsNormally(m, map[*types.Method]bool{}) }

func (x *exec) endsNormally(m *types.Method, seen map[*types.Method]bool) bool {
	if seen[m] || !m.IsConstructor() && (m.Decl == nil || m.Decl.Body == nil) {
		return true // recursion is looked at by terminates
	}
	seen[m] = true
	if !x.terminates(m) || m.Decl != nil && m.Decl.Body != nil && !x.readsOwn(m) {
		return false
	}
	// Its own proof shows that it does not throw where every case says so; else nothing in the text
	// may.
	must := len(x.contract(m).cases) > 0
	for _, c := range x.contract(m).cases {
		must = must && (c.MustReturn || noneAllowed(c))
	}
	// Where the specification speaks of an exception the JVM may throw it.
	ok := must || len(x.signalTypes(x.contract(m))) == 0
	c := x.codeOf(m)
	c.inspect(func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Throw:
			// Where every case forbids exceptions the throw is proved to be out of reach, or is
			// caught.
			ok = ok && must
		case *java.While, *java.DoWhile:
			// A variant is proved with the method, and this proof rests on that one.
			ok = ok && len(x.spec.Loops[n.(java.Stmt)].Of(jml.Decreases)) > 0
		case *java.For:
			ok = ok && (len(x.spec.Loops[n].Of(jml.Decreases)) > 0 || x.counts(n))
		}
		return ok
	})
	x.eachCall(c, func(k *types.Method) bool {
		ok = ok && k != nil && (k.Owner.Library && !x.libraryThrows(k) || !k.Owner.Library && x.endsNormally(k, seen))
		return ok
	})
	return ok
}

// readsOwn reports whether a method looks only at objects of which invariantsHeld
// states the invariants, and the fields that are not null: the receiver and the
// parameters.
func (x *exec) readsOwn(m *types.Method) bool {
	// Without an instance invariant in the file only fields that must not be null matter.
	any := false
	for _, c := range x.classes {
		any = any || len(x.ownInvariants(c, jml.Invariant, false)) > 0
	}
	assigned := map[*types.Local]bool{}
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		to := java.Written(n)
		if to == nil {
			return true
		}
		if u := x.useOf(java.Unparen(to)); u != nil && u.Kind == types.LocalRef {
			assigned[u.Local] = true
		}
		return true
	})

	ok := true
	own := func(e java.Expr, any bool) {
		if !any {
			return
		}
		switch e := java.Unparen(e).(type) {
		case *java.This, *java.Super:
			return
		case *java.Name:
			if u := x.useOf(e); u != nil && u.Kind == types.LocalRef {
				for _, p := range m.Params {
					if p == u.Local && !assigned[p] {
						return
					}
				}
			}
		}
		// An object of the file that came from elsewhere: its invariant is no hypothesis of the
		// axiom.
		if ct, is := x.typeOfOr(e).(*types.ClassType); is && !ct.Class.Library {
			ok = false
		}
	}
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Select:
			if u := x.useOf(n); u != nil && u.Kind == types.FieldRef && !u.Field.Flags.Has(java.Static) {
				own(n.X, any || x.fieldNonNull(u.Field))
			}
		case *java.Call:
			if n.X != nil && !x.isTypeName(n.X) {
				own(n.X, any)
			}
			for _, a := range n.Args { // at which the callee looks
				own(a, any)
			}
		}
		return ok
	})
	return ok
}

// counts recognises a loop whose counter goes one way to a bound, neither of which
// its body assigns.
func (x *exec) counts(f *java.For) bool {
	b, ok := f.Cond.(*java.Binary)
	if !ok || len(f.Update) != 1 {
		return false
	}
	u, ok := f.Update[0].(*java.Unary)
	if !ok {
		return false
	}
	up := u.Op == java.PreInc || u.Op == java.PostInc
	down := u.Op == java.PreDec || u.Op == java.PostDec
	// i <= n has no end where n is MAX_VALUE and i++ wraps around; i != n may begin beyond n.
	if !(up && b.Op == java.Lt || down && (b.Op == java.Gt || b.Op == java.Ge)) {
		return false
	}

	fixed := map[*types.Local]bool{}
	java.Walk(f.Cond, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Call, *java.AssignExpr, *java.Index:
			ok = false
		case *java.Unary:
			ok = ok && !n.Op.Changes()
		case *java.Name, *java.Select:
			if l := x.useOf(n.(java.Expr)); l != nil && l.Kind == types.LocalRef {
				fixed[l.Local] = true
			} else if l != nil && l.Kind == types.FieldRef && l.Field.Constant() == nil {
				ok = false
			}
		}
		return ok
	})
	ta, tb := x.typeOfOr(b.X), x.typeOfOr(b.Y)
	if !isIntegral(ta) || !isIntegral(tb) || bits(tb) > bits(ta) || b.Op == java.Ge && x.arithmetic == verify.Java {
		return false // the counter may wrap around before the bound
	}

	c := x.useOf(java.Unparen(u.X))
	if l := x.useOf(java.Unparen(b.X)); !ok || c == nil || l == nil || c.Kind != types.LocalRef || l.Local != c.Local {
		return false
	}
	java.Walk(f.Body, func(n java.Node) bool {
		if target := java.Written(n); target != nil {
			if l := x.useOf(java.Unparen(target)); l != nil && l.Kind == types.LocalRef && fixed[l.Local] {
				ok = false
			}
		}
		return ok
	})
	return ok
}

// circular reports whether the contract of m may speak of the method under proof,
// by its body or its clauses or those of what they call.
func (x *exec) circular(m *types.Method) bool {
	if x.method == nil {
		return false
	}
	seen := map[*types.Method]bool{}
	// Walked for the methods that it passes; the names of components are not wanted.
	x.methodReads(m, map[string]bool{}, seen)
	return seen[x.method]
}

// linkPure says that the result of a pure method's call in code is the value of
// its function.
func (x *exec) linkPure(pre *state, m *types.Method, recv *smt.Term, args []*smt.Term, result *smt.Term) {
	if result.Sort == refSort || x.pureFunction(m).vague {
		return // a new object each time
	}
	sp := &spec{x: x, cur: pre, pre: pre, this: recv}
	x.assume(pre, smt.Eq(result, x.pureCall(sp, nil, m, recv, args)))
}

// tryBody reads a body of assignments to locals, ifs and returns as an expression.
func (x *exec) tryBody(sp *spec, m *types.Method) (t *smt.Term, ok bool) {
	defer func() {
		if r := recover(); r != nil {
			if _, is := r.(unsupported); !is {
				panic(r)
			}
			t, ok = nil, false
		}
	}()
	t = x.bodyTerm(sp, m.Decl.Body.Stmts, m)
	return t, t != nil
}

func (x *exec) bodyTerm(sp *spec, ss []java.Stmt, m *types.Method) *smt.Term {
	for i, st := range ss {
		switch st := st.(type) {
		case *java.Return:
			return x.convert(sp.eval(st.X), x.typeOf(st.X), m.Return)
		// Flattened into what follows: a return inside of it may be the end of only some paths.
		case *java.Block:
			return x.bodyTerm(sp, append(append([]java.Stmt{}, st.Stmts...), ss[i+1:]...), m)
		case *java.LocalVars:
			for _, v := range st.Vars {
				// Assigned later, by a statement, which no term stands for.
				if v.Init == nil {
					return nil
				}
				l := x.localOf(v)
				sp.vals[l] = x.convert(sp.eval(v.Init), x.typeOf(v.Init), l.Type)
			}
		case *java.If:
			c := sp.formula(st.Cond)
			rest := ss[i+1:]
			branch := func(s java.Stmt) *smt.Term {
				// Each branch goes on with all that follows, on variables of its own: the term is a
				// tree of the paths.
				b := *sp
				b.vals = map[*types.Local]*smt.Term{}
				for k, v := range sp.vals {
					b.vals[k] = v
				}
				var body []java.Stmt
				if s != nil {
					body = append(body, s)
				}
				return x.bodyTerm(&b, append(body, rest...), m)
			}
			a, b := branch(st.Then), branch(st.Else)
			if a == nil || b == nil {
				return nil
			}
			return smt.Ite(c, a, b)
		case *java.Empty:
		default:
			return nil
		}
	}
	return nil
}

// terminates accepts a body as a definition when it does not call itself, or when
// everything on the way back says by measured_by that it comes to an end.
func (x *exec) terminates(m *types.Method) bool {
	measured := func(k *types.Method) bool {
		cs := x.contract(k).cases
		return len(cs) == 1 && len(cs[0].MeasuredBy) > 0
	}
	ok := true
	seen := map[*types.Method]bool{}
	var visit func(k *types.Method)
	visit = func(k *types.Method) {
		if seen[k] {
			return
		}
		seen[k] = true
		x.eachCall(x.codeOf(k), func(t *types.Method) bool {
			if t != nil && !t.Owner.Library && x.reaches(t, m, map[*types.Method]bool{}) {
				// Every call on a way back needs a measure that its own proof shows to fall: one
				// step without it, and the body's equation may have no solution.
				ok = ok && measured(k) && measured(t)
				visit(t)
			}
			return ok
		})
	}
	visit(m)
	return ok
}

// reaches reports whether from calls to, directly or not.
func (x *exec) reaches(from, to *types.Method, seen map[*types.Method]bool) bool {
	if from == to {
		return true
	}
	if seen[from] {
		return false
	}
	seen[from] = true
	found := false
	next := func(k *types.Method) bool {
		found = found || k != nil && !k.Owner.Library && x.reaches(k, to, seen)
		return !found
	}
	x.eachCall(x.codeOf(from), next)
	// A call of from may run any of these.
	for _, d := range x.overriders(from) {
		next(d)
	}
	return found
}

// readSet is the heap components a method may read, its callees' included.
func (x *exec) readSet(m *types.Method) []string {
	names := map[string]bool{}
	seen := map[*types.Method]bool{}
	x.methodReads(m, names, seen)
	x.heldReads(m, names)
	return sorted(names)
}

func (x *exec) methodReads(m *types.Method, names map[string]bool, seen map[*types.Method]bool) {
	if seen[m] {
		return
	}
	seen[m] = true
	c := x.codeOf(m)
	for _, n := range c.nodes {
		x.addReads(n, names, seen)
	}
	for _, k := range c.unsaid {
		if k == nil {
			// Code of another file, which is not seen.
			names[unknownReads] = true
			continue
		}
		x.methodReads(k, names, seen)
	}
	if m.Implicit == types.RecordAccessor {
		names[x.fieldName(componentOf(m))] = true
	}
	if m.Owner.Library && !ofObject(m) {
		names[unknownReads] = true // the implementation of an overrider that is inherited
	}
	for _, d := range x.overriders(m) {
		x.methodReads(d, names, seen)
	}

	// Clauses count beside the code: the axioms of a function are made of them, and speak of the
	// arguments that it has.
	for _, c := range x.contract(m).cases {
		for _, cl := range append(append(append([]*jml.Clause{}, c.Requires...), c.Ensures...), c.Old...) {
			if cl.Expr != nil {
				x.addReads(cl.Expr, names, seen)
			}
			if cl.Decl != nil {
				x.addReads(cl.Decl, names, seen)
			}
		}
	}
}

// addReads adds the heap components that a tree may read.
func (x *exec) addReads(root java.Node, names map[string]bool, seen map[*types.Method]bool) {
	java.Walk(root, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Index:
			if at, ok := x.typeOfOr(n.X).(*types.ArrayType); ok {
				names[x.arrays(at.Elem)] = true
			}
		case *java.Name, *java.Select:
			if u := x.useOf(n.(java.Expr)); u != nil && u.Kind == types.FieldRef && u.Field.Constant() == nil {
				// Has no component of its own, but those that its representation reads.
				if x.isModel(u.Field) {
					x.modelReads(u.Field, names, seen)
					break
				}
				names[x.fieldName(u.Field)] = true
			}
		// An array or collection that is gone through is read without an index or a call.
		case *java.ForEach:
			x.contentReads(x.typeOfOr(n.X), names)
		case *java.SpecCall:
			switch n.Word {
			case "\\nonnullelements":
				x.contentReads(x.typeOfOr(n.Args[0]), names)
			case "\\invariant_for":
				if ct, ok := x.typeOfOr(n.Args[0]).(*types.ClassType); ok && len(seen) < 50 {
					for _, cl := range x.invariants(ct.Class, jml.Invariant, false) {
						// A marker for the time of the visit, as an invariant may speak of objects
						// of its own class.
						if !names["invariant "+ct.Class.Binary] {
							names["invariant "+ct.Class.Binary] = true
							x.addReads(cl.Expr, names, seen)
							delete(names, "invariant "+ct.Class.Binary)
						}
					}
				}
			}
		// What a constructor is given it may read, the class library's too.
		case *java.New:
			for _, a := range n.Args {
				x.contentReads(x.typeOfOr(a), names)
			}
			if c := x.callOf(n); c == nil || c.Method == nil {
				names[unknownReads] = true
			} else if !c.Method.Owner.Library {
				x.methodReads(c.Method, names, seen)
			}
		case *java.ConstructorCall:
			if c := x.callOf(n); c == nil || c.Method == nil {
				names[unknownReads] = true
			} else if !c.Method.Owner.Library {
				x.methodReads(c.Method, names, seen)
			}
		case *java.Call:
			c := x.callOf(n)
			switch {
			case c == nil || c.Method == nil:
				names[unknownReads] = true
			case !c.Method.Owner.Library:
				x.methodReads(c.Method, names, seen)
			case looksAtNoContent(c.Method):
			default:
				if c.Mode != types.StaticCall && n.X != nil {
					x.contentReads(x.typeOfOr(n.X), names)
				}
				for _, a := range n.Args {
					x.contentReads(x.typeOfOr(a), names)
				}
				if x.undetermined(c.Method) {
					names[unknownReads] = true // the clock
				}
			}
		}
		return true
	})
}

// looksAtNoContent reports whether what a library method says of objects is said by the
// references alone: whether they are null, which class and which length they have. None of
// that ever changes.
func looksAtNoContent(m *types.Method) bool {
	switch m.Owner.QualifiedName() {
	case "java.lang.reflect.Array":
		return m.Name == "getLength"
	case "java.util.Objects":
		return m.Name == "isNull" || m.Name == "nonNull" || m.Name == "requireNonNull" && len(m.Params) == 1
	}
	return false
}

// unknownReads stands among the names of components for a part of the world that
// has none: what reads it is no function of the heap.
const unknownReads = "?"

// contentReads adds where the content of an array or of an object of the class
// library lies.
func (x *exec) contentReads(t types.Type, names map[string]bool) {
	switch t := t.(type) {
	case *types.ArrayType:
		// Rows too, which a method of the library may look into.
		names[x.arrays(t.Elem)] = true
		x.contentReads(t.Elem, names)
	case *types.ClassType:
		if isString(t) || isBoxed(t) || isThrowableClass(t.Class) || !t.Class.Library || t.Class.QualifiedName() == "java.lang.Class" {
			return
		}
		switch t.Class.QualifiedName() {
		case "java.lang.StringBuilder", "java.lang.StringBuffer", "java.lang.AbstractStringBuilder":
			names[x.builder()] = true
			return
		case "java.lang.CharSequence", "java.io.PrintStream":
			names[x.builder()] = true
			return
		// A Collection may be a list or a set at run time.
		case "java.util.Collection":
			for _, kind := range []string{"list", "set"} {
				x.collectionReads(kind, t, names)
			}
			return
		case "java.util.Map.Entry":
			x.collectionReads("map", t, names)
			return
		}
		if kind := collection(t.Class); kind != "" {
			x.collectionReads(kind, t, names)
			return
		}
		// An object of the library that has no model: what it holds lies in no component.
		names[unknownReads] = true
	}
}

func (x *exec) collectionReads(kind string, t *types.ClassType, names map[string]bool) {
	k, ok := smt.Sort(""), true
	// Lists hold references; sets and maps have a component for each sort of key, which the type
	// argument tells.
	if kind != "list" {
		if e := typeArg(t, 0); e == nil {
			ok = false
		} else {
			k, ok = keySort(e)
		}
	}
	if !ok {
		names[unknownReads] = true
		return
	}
	content, size, values := x.collectionComponents(kind, k)
	names[content], names[size], names[x.changes()] = true, true, true
	if values != "" {
		names[values] = true
	}
}

// recursive reports whether calling m from the method under proof may lead back.
func (x *exec) recursive(m *types.Method) bool {
	return x.method != nil && x.reaches(m, x.method, map[*types.Method]bool{})
}

// proveMeasure obliges a recursive call to make measured_by smaller.
func (x *exec) proveMeasure(s *state, ct *contract, recv *smt.Term, lets []map[*types.Local]*smt.Term, conds []*smt.Term, at java.Pos) {
	if x.measure == nil {
		return
	}
	for i, c := range ct.cases {
		for _, mb := range c.MeasuredBy {
			if mb.Expr == nil {
				continue
			}
			// The callee's measure in the state of the call, against the caller's own at its
			// beginning.
			sp := &spec{x: x, cur: s, pre: s, this: recv, vals: lets[i], method: x.method}
			v := sp.number(mb.Expr, types.TBigint)
			under := s.clone()
			under.pc = x.guard(s.pc, conds[i])
			x.prove(under, smt.And(smt.Le(smt.IntLit(0), v), smt.Lt(v, x.measure)), obligation{kind: verify.Measured, at: at, assoc: mb.KeyPos, clause: x.text(mb.Expr)})
		}
	}
}
