package native

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// What a method of the class library does is said once, in the JML beside its Java
// source (java/classlib, docs/design/020). A call goes by the rule of calls: m has
// exceptional cases (Qⱼ, Cⱼ) and other cases (Pᵢ, Eᵢ), all about the state before
// the call but for Eᵢ, and
//
//	code:  for j in order: where Qⱼ, a Cⱼ is thrown (an obligation ¬Qⱼ where nobody expects one)
//	       ⊢ P₁ ∨ … ∨ Pₙ
//	       r := value(m); assume Pᵢ ⇒ Eᵢ[r/\result]
//	spec:  has a value where ¬Q₁ ∧ … ∧ (P₁ ∨ … ∨ Pₙ), namely value(m)
//
// and value(m) is
//
//	primitive    where Go says what m does to contents, for the few that JML cannot reach
//	e            where every Eᵢ says \result == e                   (definition)
//	F(contents)  of a pure method that gets numbers, strings, boxes and locales only, F a function
//	any value    else; then a call has no value in a specification
//
// Side conditions: m runs no body of the file (callback.go);
// the cases cover all arguments, and the exceptional ones exclude each other and the
// others, or say the same (both tested on the JVM); F is of contents, so it says
// nothing of the identity of a string that it gives.

// libContract is the contract of a library method, sorted for the rule.
type libContract struct {
	*jml.LibraryContract
	throws []*jml.FlatCase // exceptional_behavior, each with one class
	others []*jml.FlatCase
	defs   []java.Expr // \result == defs[i] in others[i]; nil unless all have one
}

// libraryContract is the contract of a library method, nil without one.
func (x *exec) libraryContract(m *types.Method) *libContract {
	if c, ok := x.libContracts[m]; ok {
		return c
	}
	// Also the answer where there is no contract, so that it is looked for once.
	x.libContracts[m] = nil
	var read *jml.LibraryContract
	if m.Owner.Elsewhere {
		read = x.libSpecs.Elsewhere(m)
	} else {
		read = x.libSpecs.Contract(m)
	}
	if read == nil {
		return nil
	}
	c := &libContract{LibraryContract: read}
	for _, k := range read.Cases {
		if k.MustThrow {
			c.throws = append(c.throws, k)
		} else {
			c.others = append(c.others, k)
		}
	}
	if !isFloating(m.Return) { // == of floating-point numbers is not identity
		for _, k := range c.others {
			// All cases or none: value is an if-then-else over their preconditions.
			e := definition(k)
			if e == nil {
				c.defs = nil
				break
			}
			c.defs = append(c.defs, e)
		}
	}
	// Types and names of the contract's own expressions; copied, since the unit's list is shared.
	x.infos = append(x.infos[:len(x.infos):len(x.infos)], read.Info)
	x.libContracts[m] = c
	return c
}

// definition is e where a case says \result == e or \result <==> e; nil elsewhere.
func definition(k *jml.FlatCase) java.Expr {
	for _, en := range k.Ensures {
		b, ok := en.Expr.(*java.Binary)
		if !ok || b.Op != java.Eq && b.Op != java.Iff {
			continue
		}
		if w, ok := java.Unparen(b.X).(*java.SpecWord); ok && w.Word == "\\result" && !mentionsResult(b.Y) {
			return b.Y
		}
	}
	return nil
}

func mentionsResult(e java.Expr) bool {
	found := false
	java.Walk(e, func(n java.Node) bool {
		w, ok := n.(*java.SpecWord)
		found = found || ok && w.Word == "\\result"
		return !found
	})
	return found
}

// context is the contract's own context in state cur: its parameters have the
// call's arguments.
func (l *libCall) context(cur, pre *state) *spec {
	vals := map[*types.Local]*smt.Term{}
	for i, p := range l.m.Params {
		vals[p] = l.args[i]
	}
	sp := &spec{x: l.x, cur: cur, pre: pre, this: l.recv, vals: vals, method: l.m, self: l.self, axiom: true}
	if l.spec != nil {
		sp.depth = l.spec.depth
	}
	return sp
}

// requires is the precondition of a case.
func (l *libCall) requires(sp *spec, k *jml.FlatCase) *smt.Term {
	cond := smt.True
	for _, r := range k.Requires {
		if r.Expr != nil {
			cond = smt.And(cond, sp.formula(r.Expr))
		}
	}
	return cond
}

// byContract gives the call its meaning by the method's contract.
func (l *libCall) byContract(c *libContract) *smt.Term {
	l.notOverridden()
	// In a specification nothing changes, so the state is its own pre-state.
	pre := l.s
	if l.spec == nil {
		pre = l.s.clone()
	}

	// Arguments that the contract does not take null for.
	for i, a := range l.args {
		if a.Sort == refSort && i < len(c.Params) && !c.Params[i].Has(jml.Nullable) {
			l.nonNull(a)
		}
	}

	// Exceptions first.
	safe := smt.True
	for _, k := range c.throws {
		q := l.requires(l.context(l.s, l.s), k)
		l.throwsWhere(q, k)
		safe = smt.And(safe, smt.Not(q))
	}

	// Then what is left must be admitted. Where the exceptions already say so there
	// is nothing to prove.
	conds := make([]*smt.Term, len(c.others))
	admitted := smt.False
	for i, k := range c.others {
		conds[i] = l.requires(l.context(l.s, l.s), k)
		admitted = smt.Or(admitted, conds[i])
	}
	if !implied(safe, admitted) {
		l.admits(admitted)
	}

	l.mayThrow(c, conds)
	return l.value(c, conds, pre)
}

// nonNull obliges an argument not to be null.
func (l *libCall) nonNull(a *smt.Term) {
	ok := smt.Not(smt.Eq(a, null))
	if l.spec != nil {
		l.spec.need(ok, verify.UndefinedNullDeReference, l.at)
		return
	}
	if !l.x.knownNonNull(a) && !boxed(a) {
		l.x.prove(l.s, ok, obligation{kind: verify.PossiblyNullValue, at: l.at, detail: l.called()})
	}
}

// called is how a message names the method.
func (l *libCall) called() string {
	if l.m.IsConstructor() {
		return "new " + l.m.Owner.Name
	}
	return l.m.Name
}

// mayThrow is the exceptional end of cases that allow exceptions without saying
// when: what was not asked for is a path of its own, as of a user's method.
//
//	throws := F'(contents) of a pure method of values, else any
//	path Pᵢ ∧ throws: a new exception of the class of signals_only
func (l *libCall) mayThrow(c *libContract, conds []*smt.Term) {
	x := l.x
	for i, k := range c.others {
		if l.m.Owner.Elsewhere {
			l.mayThrowElsewhere(k, conds[i])
			continue
		}
		if k.MustReturn || len(k.SignalsOnly) == 0 || l.cannotThrow() {
			continue
		}
		var threw *smt.Term
		switch {
		case c.IsPure() && l.ofContents():
			threw = x.function(l.functionName()+".throws", smt.Bool, l.contents()...)
		case l.spec != nil:
			continue // the value that it has where it has one
		default:
			threw = x.fresh("threw", smt.Bool)
		}
		if l.spec != nil {
			l.spec.need(smt.Implies(conds[i], smt.Not(threw)), verify.UndefinedCalledPre, l.at)
			continue
		}
		for _, t := range k.SignalsOnly[0].Types {
			ct := x.written(t).(*types.ClassType)
			bad, ok := x.fork(l.s, smt.And(conds[i], threw))
			l.throw(bad, ct)
			*l.s = *ok
			threw = x.fresh("threw", smt.Bool) // another class is thrown by other arguments
		}
	}
}

// implied recognises by their form that every part of b is a part of a.
func implied(a, b *smt.Term) bool {
	if b == smt.True {
		return true
	}
	parts := func(t *smt.Term) []*smt.Term {
		if t.Op == "and" {
			return t.Args
		}
		return []*smt.Term{t}
	}
	for _, p := range parts(b) {
		found := false
		for _, q := range parts(a) {
			found = found || smt.Same(p, q)
		}
		if !found {
			return false
		}
	}
	return true
}

// throwsWhere is an exceptional case: its class is thrown where q holds. Of another file's method
// it may not say which.
func (l *libCall) throwsWhere(q *smt.Term, k *jml.FlatCase) {
	x := l.x
	var ct *types.ClassType
	switch {
	case len(k.SignalsOnly) == 1 && len(k.SignalsOnly[0].Types) == 1:
		ct = x.written(k.SignalsOnly[0].Types[0]).(*types.ClassType)
	case l.m.Owner.Elsewhere:
		ct = x.lib.Class("java.lang.Throwable").Type()
	default:
		x.unsupported(l.e, "exceptional case of "+l.m.Key()+" without its class")
	}
	var when java.Expr
	if len(k.Requires) == 1 {
		when = k.Requires[0].Expr
	}
	code, spec := libraryKinds(ct.Class.Binary, when)
	if l.spec != nil {
		l.spec.need(smt.Not(q), spec, l.at)
		return
	}
	l.throwsUnless(smt.Not(q), ct, code)
}

// throwsUnless is mayThrow of the library: the exception is of the class or of a
// subclass, which only the implementation knows. What a method of another file throws is thrown on,
// as what one of this file throws.
func (l *libCall) throwsUnless(ok *smt.Term, class *types.ClassType, k verify.Kind) {
	x := l.x
	if ok == smt.True || l.s.pc == smt.False {
		return
	}
	if !l.m.Owner.Elsewhere && !x.expected(class.Class.Binary) {
		x.prove(l.s, ok, obligation{kind: k, at: l.at, detail: l.called()})
		return
	}
	good, bad := x.fork(l.s, ok)
	l.throw(bad, class)
	*l.s = *good
}

// throw ends a path by a new exception of a class or a subclass.
func (l *libCall) throw(s *state, class *types.ClassType) {
	x := l.x
	ex := x.fresh("exc", refSort)
	was := x.component(s, alive)
	x.assume(s, smt.And(smt.Not(smt.Eq(ex, null)), smt.Not(smt.Select(was, ex)), x.instance(ex, class)))
	s.heap[alive] = smt.Store(was, ex, smt.True)
	x.leave(s, jump{kind: throwJump, value: ex, thrown: class.Class.Binary, at: l.at})
}

// libraryKinds is how an exception that nobody expects is reported, in code and in
// a specification: the exception and the form of its condition tell.
func libraryKinds(class string, when java.Expr) (code, spec verify.Kind) {
	negative, zero := false, false
	if b, ok := when.(*java.Binary); ok {
		if lit, ok := java.Unparen(b.Y).(*java.Literal); ok && lit.Raw == "0" {
			negative, zero = b.Op == java.Lt, b.Op == java.Eq
		}
	}
	switch class {
	case "java.lang.NullPointerException":
		return verify.PossiblyNullValue, verify.UndefinedNullDeReference
	case "java.lang.IndexOutOfBoundsException", "java.lang.StringIndexOutOfBoundsException", "java.lang.ArrayIndexOutOfBoundsException":
		if negative {
			return verify.PossiblyNegativeIndex, verify.UndefinedNegativeIndex
		}
		return verify.PossiblyTooLargeIndex, verify.UndefinedTooLargeIndex
	case "java.lang.ArithmeticException":
		if zero {
			return verify.PossiblyDivideByZero, verify.UndefinedDivideByZero
		}
		return verify.ArithmeticOperationRange, verify.UndefinedCalledPre
	case "java.lang.ClassCastException":
		return verify.PossiblyBadCast, verify.UndefinedBadCast
	case "java.lang.NegativeArraySizeException", "java.lang.IllegalArgumentException":
		if negative {
			return verify.PossiblyNegativeSize, verify.UndefinedCalledPre
		}
	}
	return verify.Precondition, verify.UndefinedCalledPre
}

// admits obliges the arguments to be among those that the contract speaks of.
func (l *libCall) admits(cond *smt.Term) {
	if l.spec != nil {
		l.spec.need(cond, verify.UndefinedCalledPre, l.at)
		return
	}
	l.x.prove(l.s, cond, obligation{kind: verify.Precondition, at: l.at, detail: l.called()})
}

// value is what the call gives.
func (l *libCall) value(c *libContract, conds []*smt.Term, pre *state) *smt.Term {
	x := l.x
	if !l.m.Owner.Elsewhere {
		if v, ok := l.model(); ok {
			return v
		}
	}
	if c.defs != nil {
		var v *smt.Term
		// The last case needs no condition: the cases cover all arguments.
		for i := len(c.defs) - 1; i >= 0; i-- {
			e := c.defs[i]
			sp := l.context(l.s, pre)
			w := x.convert(sp.eval(e), x.typeOf(e), l.m.Return)
			if v == nil {
				v = w
			} else {
				v = smt.Ite(conds[i], w, v)
			}
		}
		return v
	}
	if l.m.Owner.Elsewhere || !c.IsPure() || !l.ofContents() {
		return l.anyValue(c, conds, pre)
	}

	// A function of contents.
	f := l.function(l.contents())
	r := f
	if isString(l.m.Return) {
		r = l.someString(f)
	}
	// Under a quantifier nothing can be said of this call alone: the contract is stated for all
	// arguments.
	if l.spec != nil && l.spec.depth > 0 {
		l.axioms(c)
		return r
	}
	x.assume(l.s, x.facts(l.s, f, l.m.Return))
	l.ensures(c, conds, r, l.s, pre)
	return r
}

// anyValue is a result of which the contract says all that is known.
func (l *libCall) anyValue(c *libContract, conds []*smt.Term, pre *state) *smt.Term {
	x := l.x
	if l.spec != nil {
		x.unsupported(l.e, "call of "+l.m.Key()+" in a specification")
	}
	l.changes(c, conds, pre)
	r := smt.True
	if l.m.Return.Kind() != types.Void {
		r = x.fresh(l.m.Name, sortOf(l.m.Return))
		l.exists(r, c.Mods)
	}
	l.ensures(c, conds, r, l.s, pre)
	return r
}

// changes forgets what the frames of the cases name. A frame that is not of arrays
// has no meaning here: what objects of the library hold is primitive.
func (l *libCall) changes(c *libContract, conds []*smt.Term, pre *state) {
	if c.IsPure() {
		return
	}
	some := false
	lets := make([]map[*types.Local]*smt.Term, len(c.others))
	for i, k := range c.others {
		lets[i] = l.context(pre, pre).vals
		kind, refs := k.Frame()
		for _, r := range refs {
			if _, ok := java.Unparen(r).(*java.Index); !ok {
				// Only elements of arrays are forgotten by what the frame says.
				kind = jml.FrameEverything
			}
		}
		switch kind {
		case jml.FrameDefault, jml.FrameEverything:
			l.x.unsupported(l.e, "call of "+l.m.Key())
		case jml.FrameListed:
			some = true
		}
	}
	if some {
		ctx := func(cur *state) *spec { return l.context(cur, pre) }
		l.x.frameOfCall(l.s, callee{l.m, l.recv, &contract{cases: c.others}}, applied{conds, lets, ctx}, l.at)
	}
}

// exists says of a result that it has its type and exists after the call; whether
// it is new the contract says.
func (l *libCall) exists(r *smt.Term, mods jml.Mods) {
	x := l.x
	if r.Sort == refSort {
		// Alive whether it is new or was there: the store says neither.
		now := smt.Store(x.component(l.s, alive), r, smt.True)
		if mods.Has(jml.Nullable) {
			now = smt.Ite(smt.Eq(r, null), x.component(l.s, alive), now)
		} else {
			x.assume(l.s, smt.Not(smt.Eq(r, null)))
		}
		l.s.heap[alive] = now
		x.nameVersion(l.s, alive)
	}
	x.assume(l.s, x.facts(l.s, r, l.m.Return))
}

// ensures takes the postconditions for result r as facts.
func (l *libCall) ensures(c *libContract, conds []*smt.Term, r *smt.Term, cur, pre *state) {
	for i, k := range c.others {
		for _, en := range k.Ensures {
			if en.Expr != nil {
				sp := l.context(cur, pre)
				sp.result = r
				l.x.assume(cur, smt.Implies(conds[i], sp.formula(en.Expr)))
			}
		}
	}
}

// ofContents reports whether a method's arguments and receiver are values: what it
// gives is then a function of them.
func (l *libCall) ofContents() bool {
	value := func(t types.Type) bool { return types.IsPrimitive(t) || isString(t) || isBoxed(t) || isLocale(t) }
	for _, p := range l.m.Params {
		if !value(p.Type) {
			return false
		}
	}
	return (l.m.Flags.Has(java.Static) || value(l.m.Owner.Type())) && (types.IsPrimitive(l.m.Return) || isString(l.m.Return))
}

// isLocale reports whether t is a class whose objects never change and that nothing
// extends: what one of them is good for is a function of the reference.
func isLocale(t types.Type) bool {
	ct, ok := t.(*types.ClassType)
	return ok && ct.Class.Binary == "java.util.Locale"
}

// contents are the values of receiver and arguments. Null is told apart from a
// string that has the content which null happens to have.
func (l *libCall) contents() []*smt.Term {
	x := l.x
	var out []*smt.Term
	add := func(v *smt.Term, t types.Type, nullable bool) {
		if v.Sort != refSort {
			out = append(out, v)
			return
		}
		if nullable {
			out = append(out, smt.Eq(v, null))
		}
		if isLocale(t) {
			out = append(out, v)
			return
		}
		out = append(out, x.key(v, t))
	}
	if !l.m.Flags.Has(java.Static) {
		add(l.recv, l.m.Owner.Type(), false)
	}
	for i, p := range l.m.Params {
		add(l.args[i], p.Type, true)
	}
	return out
}

// function is F(contents); a string is its content.
func (l *libCall) function(contents []*smt.Term) *smt.Term {
	sort := sortOf(l.m.Return)
	if isString(l.m.Return) {
		sort = strSort
	}
	return l.x.function(l.functionName(), sort, contents...)
}

func (l *libCall) functionName() string {
	return "lib." + strings.NewReplacer("(", ".", ")", "", ",", ".").Replace(strings.TrimPrefix(l.m.Key(), "java.lang."))
}

// axioms states the contract for all arguments, for calls under a quantifier:
//
//	∀ args. Pᵢ ∧ ¬Q ⇒ Eᵢ[F(contents(args))]      trigger F(contents(args))
func (l *libCall) axioms(c *libContract) {
	x := l.x
	x.once("lib "+l.m.Key(), func() {
		var vars, typing []*smt.Term
		// The same rule on bound arguments, in a specification, so that it has no effects.
		all := &libCall{x: x, e: l.e, at: l.at, m: l.m, spec: &spec{x: x, depth: 1, axiom: true}}
		all.s = &state{pc: smt.True, locals: map[*types.Local]*smt.Term{}, heap: map[string]*smt.Term{}, base: x.first.base()}
		bind := func(name string, t types.Type) *smt.Term {
			v := x.bound(name, sortOf(t))
			vars = append(vars, v)
			typing = append(typing, inRange(v, t))
			return v
		}
		if !l.m.Flags.Has(java.Static) {
			all.recv = bind("this", l.m.Owner.Type())
			typing = append(typing, smt.Not(smt.Eq(all.recv, null)))
		}
		for _, p := range l.m.Params {
			all.args = append(all.args, bind(p.Name, p.Type))
		}
		f := all.function(all.contents())
		r := f
		if isString(l.m.Return) {
			r = x.function(f.Op+".ref", refSort, f.Args...)
			typing = append(typing, smt.Eq(x.content(r), f), smt.Not(smt.Eq(r, null)))
		}
		fact := func(t *smt.Term) {
			if len(vars) == 0 {
				x.fact(t)
				return
			}
			x.fact(smt.Forall(vars, t, []*smt.Term{f}))
		}
		if isString(l.m.Return) {
			fact(smt.And(smt.Eq(x.content(r), f), smt.Not(smt.Eq(r, null))))
		}
		fact(smt.Implies(smt.And(typing...), x.facts(all.s, f, l.m.Return)))
		for _, k := range c.others {
			cond := smt.And(append(typing[:len(typing):len(typing)], all.requires(all.context(all.s, all.s), k))...)
			for _, en := range k.Ensures {
				if en.Expr == nil {
					continue
				}
				sp := all.context(all.s, all.s)
				sp.result = r
				fact(smt.Implies(cond, sp.formula(en.Expr)))
			}
		}
	})
}

// undetermined reports whether a library method changes nothing and still may give
// another value each time, like the clock.
func (x *exec) undetermined(m *types.Method) bool {
	c := x.libraryContract(m)
	return c != nil && !c.IsPure() && m.Return.Kind() != types.Void && !isRef(m.Return)
}
