package native

import (
	"strconv"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// callExpr is a method call in code.
func (x *exec) callExpr(s *state, e *java.Call) *smt.Term {
	c := x.callOf(e)
	// callOf gives nothing for methods of other files and for those of the library without a
	// contract.
	opaque := c == nil || c.Method == nil
	if opaque {
		if v, ok := x.specifiedElsewhere(s, e); ok {
			return v
		}
		if c = x.unspecifiedElsewhere(e); c == nil {
			x.notElsewhere(e)
			x.unsupported(e, "call of "+e.Name.Name+" whose receiver's type is not known")
		}
	}
	at := e.Name.From
	if e.X != nil {
		at = x.dot(e)
	}
	// Java evaluates the receiver before the arguments, and looks whether it is null after them
	// (JLS 15.12.4).
	recv, later := x.calledOn(s, e, c, at)
	args := x.arguments(s, e.Args, c)
	later()
	// The receiver or an argument always throws: the call is not reached.
	if s.pc == smt.False {
		return zeroOf(x.typeOf(e))
	}

	pollution := c.Method.Owner.Library && x.polluted && mentionsVar(c.Method.Return) && !types.IsObject(x.typeOf(e)) && x.typeOf(e).Kind() != types.Void
	if pollution && !givesArgument(c.Method) {
		x.unsupported(e, "value out of a generic object of the class library in a file with an unchecked cast or raw type")
	}
	if opaque {
		v := x.opaqueCall(s, invocation{m: c.Method, recv: recv, args: args, exprs: e.Args, at: x.parenPos(e)})
		if x.uncertain(e, c.Method) { // the cast fails by an exception, as the call may
			x.assume(s, smt.Or(smt.Eq(v, null), x.instance(v, x.typeOf(e))))
		}
		return x.fromElsewhere(s, e, c.Method, v)
	}
	if c.Method.Owner.Library {
		if recv == x.this && recv != nil && !pureLibrary(c.Method) {
			// The library may keep the receiver.
			x.leak()
		}
		defer x.assumes(s, "behind the call of "+c.Method.Name, at)()
		v := x.libraryCall(s, e, c, recv, args)
		if pollution {
			x.castErased(s, e, v, c.Method.Return, "in a file with an unchecked cast or raw type")
		}
		return v
	}
	_, super := e.X.(*java.Super)
	v := x.contractCall(s, invocation{m: c.Method, recv: recv, args: args, exprs: e.Args, at: x.parenPos(e), super: super})
	if v == nil {
		// Of a void call nobody looks at the value.
		return smt.True
	}
	x.checkErased(s, e, v, c.Method.Return)
	return x.convertResult(v, c.Method.Return, x.typeOf(e))
}

// calledOn is the object that a method is called on, nil for a static one. A path of its own may
// begin there; where that is after the arguments, later does it.
func (x *exec) calledOn(s *state, e *java.Call, c *types.Call, at java.Pos) (recv *smt.Term, later func()) {
	later = func() {}
	if c.Mode == types.StaticCall {
		if e.X != nil && !x.isTypeName(e.X) {
			// Of an object a static method is called on, only the effects of its evaluation count.
			x.expr(s, e.X)
		}
		return nil, later
	}
	if e.X == nil {
		if c.Implicit != nil {
			return x.enclosing(e, x.this, c.Implicit, false), later
		}
		return x.this, later
	}
	if _, super := e.X.(*java.Super); super {
		return x.this, later
	}

	recv = x.receiver(s, e.X)
	const npe = "java.lang.NullPointerException"
	notNull := func() {
		x.mayThrow(s, smt.Not(smt.Eq(recv, null)), npe, verify.PossiblyNullDeReference, at, "")
	}
	switch {
	case recv == x.this:
	// A path that throws begins behind the arguments, with their effects; an obligation may stand
	// in front of them.
	case x.expected(npe):
		later = notNull
	default:
		notNull()
	}
	return recv, later
}

// convertResult narrows a generic result to its instantiated type.
func (x *exec) convertResult(v *smt.Term, declared, used types.Type) *smt.Term {
	if v.Sort == sortOf(used) {
		return v
	}
	return x.convert(v, declared, used)
}

// arguments evaluates arguments in order and converts them to the parameters' types.
func (x *exec) arguments(s *state, es []java.Expr, c *types.Call) []*smt.Term {
	ps := c.Method.Params
	var out []*smt.Term
	n := len(ps)
	if c.Spread {
		n--
	}
	for i := 0; i < n && i < len(es); i++ {
		out = append(out, x.convertChecked(s, es[i], x.expr(s, es[i]), x.typeOf(es[i]), ps[i].Type))
	}
	if c.Spread {
		// The array of a variadic call is made once its elements are evaluated.
		at := ps[n].Type.(*types.ArrayType)
		var vs []*smt.Term
		for _, e := range es[n:] {
			vs = append(vs, x.convertChecked(s, e, x.expr(s, e), x.typeOf(e), at.Elem))
		}
		out = append(out, x.arrayOf(s, at, vs))
	}
	return out
}

// invocation is a call of a method of the file with everything evaluated.
type invocation struct {
	m     *types.Method
	recv  *smt.Term // nil of a static method
	args  []*smt.Term
	exprs []java.Expr // of the arguments, for their places; nil where none are written
	at    java.Pos
	super bool // super.m(): runs m itself, whatever overrides it
}

// notNull obliges an argument not to be null; what it is for is for the message.
func (x *exec) notNull(s *state, call invocation, i int, what string) {
	at := call.at
	if i < len(call.exprs) {
		at = call.exprs[i].Pos()
	}
	x.prove(s, smt.Not(smt.Eq(call.args[i], null)), obligation{kind: verify.PossiblyNullValue, at: at, detail: what})
}

// anyException is an exception of which nothing is known but that it is there.
func (x *exec) anyException(s *state) *smt.Term {
	ex := x.fresh("exc", refSort)
	x.assume(s, smt.And(smt.Not(smt.Eq(ex, null)), smt.Select(x.component(s, alive), ex), x.instance(ex, x.classType("java.lang.Throwable"))))
	return ex
}

// contractCall replaces a call of a method of the file by its contract.
func (x *exec) contractCall(s *state, call invocation) *smt.Term {
	m, recv, args, at := call.m, call.recv, call.args, call.at
	x.failElsewhere(m)
	x.leanOnCall(m, call.super)
	if m.Flags.Has(java.Static) {
		// A static call may be the first use of the class.
		x.use(s, m.Owner, at)
	}
	switch m.Implicit {
	// Java gives them meanings that no contract here says.
	case types.EnumValueOf, types.RecordEquals, types.RecordHashCode, types.RecordToString:
		x.fail("call of the implicit " + m.Name + " of " + m.Owner.Name)
	case types.RecordAccessor:
		f := componentOf(m)
		return x.load(s, place{typ: f.Type, field: f, recv: recv})
	}
	// What follows assumes things of the world, so that contradictions are looked for behind the
	// call.
	defer x.assumes(s, "behind the call of "+m.Name, at)()
	ct := x.contract(m)
	// \old of the contract is the state in front of the call, not that of the caller's beginning.
	pre := s.clone()
	vals := map[*types.Local]*smt.Term{}
	for i, p := range m.Params {
		if i < len(args) {
			x.bind(vals, m, i, args[i])
		}
		if args[i].Sort == refSort && !x.nullableParam(m, i) {
			x.notNull(s, call, i, "parameter "+p.Name)
		}
	}
	// A contract means the arguments by its parameters, in postconditions too, whatever
	// the method does to its variables.
	ctx := func(cur *state) *spec {
		v := map[*types.Local]*smt.Term{}
		for k, t := range vals {
			v[k] = t
		}
		return &spec{x: x, cur: cur, pre: pre, this: recv, vals: v, method: m}
	}
	// Which cases apply.
	conds := make([]*smt.Term, len(ct.cases))
	lets := make([]map[*types.Local]*smt.Term, len(ct.cases))
	any := smt.False
	for i, c := range ct.cases {
		sp := ctx(pre)
		x.lets(sp, c.Old)
		lets[i] = sp.vals
		cond := smt.True
		for _, r := range c.Requires {
			if r.Expr != nil {
				cond = smt.And(cond, sp.formula(r.Expr))
			}
		}
		conds[i] = x.nameTerm("case", cond)
		any = smt.Or(any, conds[i])
	}

	if len(ct.cases) > 0 {
		o := obligation{kind: verify.Precondition, at: at, assoc: x.declPos(m)}
		if len(ct.cases) == 1 && len(ct.cases[0].Requires) > 0 {
			o.clause = x.text(ct.cases[0].Requires[0])
			if len(ct.cases[0].Requires) == 1 {
				o.detail = ""
			}
		}
		// One case that applies is enough; of the others nothing is assumed below.
		x.prove(s, any, o)
	}
	// A recursive call leans on the contract that is being proved: sound for a call whose
	// measure is smaller than this one's.
	if x.recursive(m) {
		x.proveMeasure(s, ct, recv, lets, conds, at)
	}
	x.proveAtCall(s, m, ct, recv, vals, at)
	x.beforeSuper(s, call)
	x.afterOwn(call)
	// Effects. What does not look at invariants is called where they are broken too:
	// of what existed before nothing new is known after it.
	blind := ct.pure && !x.readsInvariants(m)
	was := x.component(s, alive)
	x.frameOfCall(s, callee{m, recv, ct}, applied{conds, lets, ctx}, at)
	switch {
	case blind && ct.allocates:
		x.assumeInvariantsOf(s, func(o *smt.Term) *smt.Term { return smt.Not(smt.Select(was, o)) })
	case !blind && (!ct.pure || ct.allocates):
		var helped *smt.Term
		if ct.helper {
			helped = recv
		}
		x.assumeStaticInvariants(s)
		x.assumeOthers(s, helped)
	}
	if !ct.pure && !ct.helper {
		x.assumeConstraints(pre, s, call)
	}

	var result *smt.Term
	if m.Return.Kind() != types.Void {
		// Any value of its type: all else is for the postconditions to say.
		result = x.fresh(m.Name, sortOf(m.Return))
		x.assume(s, x.facts(s, result, m.Return))
		if result.Sort == refSort && !x.nullableResult(m) {
			x.assume(s, smt.Not(smt.Eq(result, null)))
		}
	}
	// The exceptional end.
	if x.mayThrowException(m) {
		// Which end it comes to is open, but for the cases that rule one out: what must return
		// has no exceptional end, what must throw no normal one.
		threw := x.fresh("threw", smt.Bool)
		bad, ok := x.fork(s, threw)
		ex := x.anyException(bad)
		for i, c := range ct.cases {
			sp := ctx(bad)
			sp.vals = lets[i]
			if c.MustReturn {
				x.assume(bad, smt.Not(conds[i]))
			}
			x.assume(bad, smt.Implies(conds[i], x.onlyThrows(sp, c, ex, m)))
			for _, sg := range c.Signals {
				x.assume(bad, smt.Implies(conds[i], x.signalsFormula(sp, sg, ex)))
			}
			if c.MustThrow {
				x.assume(ok, smt.Not(conds[i]))
			}
		}
		x.leave(bad, jump{kind: throwJump, value: ex, thrown: x.thrownClass(m), at: at})
		// The caller's state goes on as the path that returns.
		*s = *ok
	}

	// Facts only for paths that return: *s is one of those by now.
	for i, c := range ct.cases {
		sp := ctx(s)
		sp.vals = lets[i]
		sp.result = result
		for _, en := range c.Ensures {
			if en.Expr != nil {
				x.because(en, func() { x.assume(s, smt.Implies(conds[i], smt.And(sp.formula(en.Expr), x.definedBy(m, sp)))) })
			}
		}
	}
	if !m.Flags.Has(java.Static) && !ct.helper && recv != nil && (!blind || m.IsConstructor()) {
		x.assumeInvariants(s, recv, m.Owner)
	}
	if ct.pure && result != nil && !(call.super && len(x.overriders(m)) > 0) {
		// A pure call in code is the function that specifications mean: what the
		// object's class has, which super.m() does not run.
		x.linkPure(pre, m, recv, args, result)
	}
	return result
}

// definedBy is that what a postcondition of m speaks of has a value, which the proof of m shows
// beside the postcondition.
//
// Side conditions: m has a body in the file, so that there is such a proof, and the proof of the
// caller rests on it as on the postcondition; of what stands under a quantifier it shows nothing.
func (x *exec) definedBy(m *types.Method, sp *spec) *smt.Term {
	out := smt.True
	if m.Decl != nil && m.Decl.Body != nil && !m.Owner.Library && !m.Owner.Elsewhere {
		for _, d := range sp.wd {
			if !d.quant {
				out = smt.And(out, d.cond)
			}
		}
	}
	sp.wd = nil
	return out
}

// callee is a method as it is called.
type callee struct {
	m    *types.Method
	recv *smt.Term
	ct   *contract
}

// applied are the cases of a contract in the state before a call.
type applied struct {
	conds []*smt.Term                  // of each case: whether its precondition holds
	lets  []map[*types.Local]*smt.Term // of each case: its old variables
	ctx   func(*state) *spec           // the contract's names, with the given current state
}

// frameOfCall checks what a call may assign against the frames around it and
// forgets it.
func (x *exec) frameOfCall(s *state, c callee, in applied, at java.Pos) {
	m, recv, ct := c.m, c.recv, c.ct
	conds, lets, ctx := in.conds, in.lets, in.ctx
	if ct.pure && !m.IsConstructor() {
		// The state is the same term as before, so that whatever is known of it stays known.
		if !ct.allocates {
			return
		}
		x.grow(s, x.component(s, alive))
		return
	}

	pre := s.clone()
	t := newTargets()
	t.allocates = ct.allocates || !ct.confined
	if m.IsConstructor() {
		// Its own object it may write without saying so.
		for c := m.Owner; c != nil && !c.Library; c = superClass(c) {
			for _, f := range c.Fields {
				if !f.Flags.Has(java.Static) && f.Constant() == nil {
					t.component(x.fieldName(f), recv)
				}
			}
		}
	}

	cases := ct.cases
	if len(cases) == 0 {
		cases = []*jml.FlatCase{{}}
		// Without a case the default frame, everything, holds for every call.
		conds = []*smt.Term{smt.True}
		lets = []map[*types.Local]*smt.Term{ctx(pre).vals}
	}
	for i, c := range cases {
		kind, refs := c.Frame()
		if kind == jml.FrameDefault && (ct.declared || ct.confined) {
			// pure, or seen to write its own object only: no clause is needed.
			continue
		}
		if kind == jml.FrameEverything || kind == jml.FrameDefault {
			t.everything = true
			// The frames around are asked only where this case applies; what is forgotten, for all
			// cases together.
			under := s.clone()
			under.pc = x.guard(s.pc, conds[i])
			x.everythingAssigned(under, at, m)
			continue
		}
		sp := ctx(pre)
		sp.vals = lets[i]
		locs, any := x.locations(sp, refs)
		if any {
			t.everything = true
		}
		under := s.clone()
		under.pc = x.guard(s.pc, conds[i])
		for _, l := range locs {
			x.checkFrame(under, l, at, "callee "+m.Name)
			x.addLocation(t, l)
		}
	}
	// One new state for all cases: each location that one of them names may have any value there.
	x.havocTargets(s, t, nil)
	if m.IsConstructor() && t.everything {
		// havocHeap keeps final fields, which a constructor assigns of its own object.
		x.havocFinals(s, m.Owner, recv)
	}
	if !t.everything {
		x.keepOutside(pre, s, cases, lets, ctx)
	}
}

// addLocation turns a location into a target.
func (x *exec) addLocation(t *targetSet, l location) {
	switch {
	case l.field != nil:
		t.component(x.fieldName(l.field), l.recv)
	case l.elem != nil:
		t.component(x.arrays(l.elem), l.recv)
	case l.allFields:
		t.everything = t.everything || l.opaque // its content has no name yet, perhaps
		for _, c := range x.classes {
			fields := c.Fields
			if m := x.members[c]; m != nil {
				fields = append(fields[:len(fields):len(fields)], m.Fields...)
			}
			for _, f := range fields {
				if !f.Flags.Has(java.Static) && f.Constant() == nil {
					x.fieldName(f) // also one that nothing has spoken of yet
				}
			}
		}
		// Not only the fields of the receiver's class: o may be of a subclass. A component at which
		// o has no field says nothing of it.
		for name, c := range x.components {
			if c.kind == fieldComp {
				t.component(name, l.recv)
			}
		}
	}
}

// keepOutside says that of an array only the elements a frame names have changed.
func (x *exec) keepOutside(pre, post *state, cases []*jml.FlatCase, lets []map[*types.Local]*smt.Term, ctx func(*state) *spec) {
	type arr struct {
		recv *smt.Term
		elem types.Type
		in   func(i *smt.Term) *smt.Term
	}
	// Locations of one array, however many clauses name them: outside of all of them it is
	// unchanged.
	byRecv := map[string]*arr{}
	var order []string
	for k, c := range cases {
		_, refs := c.Frame()
		sp := ctx(pre)
		sp.vals = lets[k]
		locs, _ := x.locations(sp, refs)
		for _, l := range locs {
			// Other components are havocked at the named object alone, which havocAt has said.
			if l.elem == nil || l.recv == nil {
				continue
			}
			key := elemName(l.elem) + l.recv.String()
			a := byRecv[key]
			if a == nil {
				a = &arr{recv: l.recv, elem: l.elem, in: func(*smt.Term) *smt.Term { return smt.False }}
				byRecv[key] = a
				order = append(order, key)
			}
			prev, l := a.in, l
			a.in = func(i *smt.Term) *smt.Term {
				// The same array under another name counts too.
				return smt.Or(prev(i), insideLocation(l, i))
			}
		}
	}

	for _, k := range order {
		a := byRecv[k]
		// Another reference of the frame may be the same array.
		in := func(i *smt.Term) *smt.Term {
			out := a.in(i)
			for _, k2 := range order {
				b := byRecv[k2]
				if b != a && elemName(b.elem) == elemName(a.elem) {
					out = smt.Or(out, smt.And(smt.Eq(a.recv, b.recv), b.in(i)))
				}
			}
			return out
		}
		i := x.bound("i", smt.Int)
		was := smt.Select(x.elements(pre, a.elem, a.recv), i)
		now := smt.Select(x.elements(post, a.elem, a.recv), i)
		x.assume(post, smt.Forall([]*smt.Term{i}, smt.Or(in(i), smt.Eq(now, was)), []*smt.Term{now}))
	}
}

func insideLocation(l location, i *smt.Term) *smt.Term {
	switch {
	case l.lo == nil:
		return smt.True
	case l.hi == nil:
		return smt.Eq(i, l.lo)
	}
	return smt.And(smt.Le(l.lo, i), smt.Le(i, l.hi))
}

// callTargets adds what a call in a loop may change.
func (x *exec) callTargets(s *state, e java.Expr, t *targetSet, stable func(java.Expr) *smt.Term) {
	c := x.callOf(e)
	if c == nil || c.Method == nil {
		// Code that nobody sees may write anything.
		t.everything = true
		return
	}
	m := c.Method
	if m.Owner.Library {
		x.libraryTargets(e, c, t, stable)
		return
	}
	ct := x.contract(m)
	// What a confined constructor writes is its new object, which existed in no iteration before.
	if ct.pure || ct.confined {
		t.allocates = t.allocates || ct.allocates
		return
	}
	t.allocates = true
	cases := ct.cases
	if len(cases) == 0 {
		cases = []*jml.FlatCase{{}}
	}
	call, _ := e.(*java.Call)
	for _, fc := range cases {
		kind, refs := fc.Frame()
		if kind == jml.FrameEverything || kind == jml.FrameDefault {
			t.everything = true
			return
		}
		for _, r := range refs {
			x.refTarget(t, m, call, java.Unparen(r), stable)
		}
	}
}

// refTarget maps a store reference of a callee to what it is at the call.
func (x *exec) refTarget(t *targetSet, m *types.Method, call *java.Call, r java.Expr, stable func(java.Expr) *smt.Term) {
	// A parameter of the callee is the argument, where that is one object in all iterations.
	actual := func(e java.Expr) *smt.Term {
		u := x.useOf(java.Unparen(e))
		if u == nil || u.Kind != types.LocalRef || call == nil {
			return nil
		}
		for i, p := range m.Params {
			if p == u.Local && i < len(call.Args) {
				return stable(call.Args[i])
			}
		}
		return nil
	}
	switch r := r.(type) {
	case *java.SpecWord:
		if r.Word == "\\everything" || r.Word == "\\not_specified" {
			t.everything = true
		}
	case *java.Index:
		// Whatever the range: which elements change depends on the iteration.
		t.component(x.arraysOf(x.typeOf(r.X)), actual(r.X))
	case *java.Name, *java.Select:
		u := x.useOf(r)
		if u == nil || u.Kind != types.FieldRef {
			return
		}
		var recv *smt.Term
		if sel, ok := r.(*java.Select); ok {
			recv = actual(sel.X)
			// A call without a receiver is one on this, whose this is ours.
			if _, ok := sel.X.(*java.This); ok && call != nil && call.X == nil {
				recv = x.this
			}
		} else if call != nil && call.X == nil {
			recv = x.this
		} else if call != nil && call.X != nil {
			recv = stable(call.X)
		}
		if u.Field.Flags.Has(java.Static) {
			recv = nil
		}
		t.component(x.fieldName(u.Field), recv)
		for _, l := range x.dataGroup(r, location{field: u.Field, recv: recv}) {
			t.component(x.fieldName(l.field), l.recv)
		}
	default:
		// o.* and whatever else frames may say.
		t.everything = true
	}
}

// constructorCall is this(…) or super(…).
func (x *exec) constructorCall(s *state, st *java.ConstructorCall) *state {
	c := x.callOf(st)
	if c == nil || c.Method == nil {
		// A superclass of another file whose constructor is seen to do nothing (traceless).
		if sup := superClass(x.class); st.Super && st.Outer == nil && len(st.Args) == 0 && sup != nil && x.traceless(sup) {
			return x.live(s)
		}
		x.notElsewhere(st)
		x.unsupported(st, "constructor call")
	}
	args := x.arguments(s, st.Args, c)
	if c.Method.Owner.Library {
		x.librarySuper(s, c.Method.Owner, st, c.Method, st.Args, args)
		return x.live(s)
	}
	x.contractCall(s, invocation{m: c.Method, recv: x.this, args: args, exprs: st.Args, at: st.From})
	return x.live(s)
}

// newExpr is new C(…).
func (x *exec) newExpr(s *state, e *java.New) *smt.Term {
	if e.Body != nil {
		x.unsupported(e, "anonymous class")
	}
	c := x.callOf(e)
	t := x.typeOf(e)
	if c == nil || c.Method == nil {
		if k := x.unspecifiedElsewhere(e); k != nil && e.Outer == nil && !x.holdsOuter(t) {
			return x.newElsewhere(s, e, k.Method)
		}
		x.notElsewhere(e)
		x.unsupported(e, "creation of "+t.String())
	}
	args := x.arguments(s, e.Args, c)
	if s.pc == smt.False {
		return null
	}
	// A string is allocated where its content is known (newStringObject).
	if isString(t) {
		return x.libraryNew(s, e, c, nil, args)
	}
	x.use(s, c.Method.Owner, e.From)
	if x.holdsOuter(t) {
		// An object of an inner class holds the one that it is made in.
		x.leak()
	}
	o := x.allocate(s, "new", t)
	if c.Method.Owner.Library {
		return x.libraryNew(s, e, c, o, args)
	}
	x.zeroFields(s, o, c.Method.Owner)
	x.construct(s, invocation{m: c.Method, recv: o, args: args, exprs: e.Args, at: e.From})
	return o
}

// zeroFields gives a new object's fields their default values.
func (x *exec) zeroFields(s *state, o *smt.Term, c *types.Class) {
	for ; c != nil && !c.Library; c = superClass(c) {
		fields := c.Fields
		if m := x.members[c]; m != nil {
			// Ghost fields begin with default values, too.
			fields = append(fields[:len(fields):len(fields)], m.Fields...)
		}
		for _, f := range fields {
			if f.Flags.Has(java.Static) {
				continue
			}
			name := x.fieldName(f)
			s.heap[name] = smt.Store(x.component(s, name), o, zeroOf(f.Type))
			x.nameVersion(s, name)
		}
	}
}

// construct runs a constructor of the file on an object whose fields have their
// default values: one that is written by its contract, a default constructor and a
// record's canonical one as they are.
func (x *exec) construct(s *state, call invocation) {
	m := call.m
	x.failElsewhere(m)
	x.leanOn(m)
	switch {
	// A default constructor that may let others see the object is called by its contract, too: its
	// proof, a method's of its own, has shown what is asked then.
	case m.Decl != nil || m.Implicit == types.DefaultConstructor && call.recv != x.this && !x.inlinable(m):
		x.contractCall(s, call)
	case m.Implicit == types.DefaultConstructor:
		x.superInit(s, call.recv, m.Owner, call.at)
		x.initialisers(s, call.recv, m.Owner)
	case m.Implicit == types.CanonicalConstructor:
		for i, v := range call.args {
			if v.Sort == refSort && !x.nullableParam(m, i) {
				x.notNull(s, call, i, "component "+m.Params[i].Name)
			}
		}
		x.canonical(s, m, call.recv, call.args)
	default:
		x.fail("implicit constructor of " + m.Owner.Name)
	}
}

// inlinable reports whether a default constructor does nothing but give fields values
// and call a constructor by its contract: neither calls methods on this or uses it as a
// value, so that it does not matter in whose proof it runs.
func (x *exec) inlinable(m *types.Method) bool {
	c := x.codeOf(m)
	e := x.exposureOf(m)
	ok := !e.leaks && !e.calls
	for _, k := range c.unsaid {
		ok = ok && k != nil && (k.Decl != nil || k.Implicit == types.DefaultConstructor && x.inlinable(k))
	}
	return ok && x.eachWritten(c, func(k *types.Method) bool { return k != nil && k.Owner.Library })
}

// canonical gives the fields of a record's object their values.
func (x *exec) canonical(s *state, m *types.Method, o *smt.Term, args []*smt.Term) {
	x.initialisers(s, o, m.Owner) // of ghost fields; Java allows no others
	for i, f := range m.Owner.Components {
		name := x.fieldName(f)
		s.heap[name] = smt.Store(x.component(s, name), o, args[i])
		x.nameVersion(s, name)
	}
}

// superInit is the call of super() that a constructor of c makes without saying so.
func (x *exec) superInit(s *state, o *smt.Term, c *types.Class, at java.Pos) {
	sup := superClass(c)
	if sup == nil {
		return
	}
	if sup.Library {
		x.librarySuper(s, sup, nil, nil, nil, nil)
		return
	}
	if x.traceless(sup) {
		return
	}
	if sup.Elsewhere {
		x.fail("constructor of " + sup.Name + ", which stands in another file")
	}
	k := implicitSuper(c)
	// A variadic constructor would be given an empty array.
	if k == nil || len(k.Params) > 0 {
		x.fail("constructor of " + sup.Name + " that is called without saying so")
	}
	x.construct(s, invocation{m: k, recv: o, at: at})
}

func superClass(c *types.Class) *types.Class {
	if c.Super == nil {
		return nil
	}
	return c.Super.Class
}

// newArray is new T[n]… or new T[]{…}.
func (x *exec) newArray(s *state, e *java.NewArray) *smt.Term {
	t := x.typeOf(e).(*types.ArrayType)
	if e.Init != nil {
		return x.arrayInit(s, e.Init, t)
	}
	// All lengths are evaluated before the first is looked at.
	lens := make([]*smt.Term, len(e.Lens))
	for i, l := range e.Lens {
		lens[i] = x.convertChecked(s, l, x.expr(s, l), x.typeOf(l), types.TInt)
	}
	for i, l := range e.Lens {
		x.mayThrow(s, smt.Le(smt.IntLit(0), lens[i]), "java.lang.NegativeArraySizeException", verify.PossiblyNegativeSize, l.Pos(), "")
	}
	return x.zeroArray(s, t, lens)
}

// zeroArray allocates an array of default values; with more lengths than one, an
// array of distinct new rows, and so on down to the last length.
func (x *exec) zeroArray(s *state, t *types.ArrayType, lens []*smt.Term) *smt.Term {
	a := x.allocate(s, "array", t)
	x.assume(s, smt.Eq(x.length(a), lens[0]))
	name := x.arrays(t.Elem)
	content := x.zeros(x.components[name].sort.Elem(), t.Elem)
	if len(lens) > 1 {
		content = x.rows(s, t, lens)
	}
	s.heap[name] = smt.Store(x.component(s, name), a, content)
	x.nameVersion(s, name)
	return a
}

// rows is the content of a new array of type t whose elements are new arrays. The
// rows of depth d are told apart by d indices: what is new at one depth is alive at
// the next, and the indices are functions of the row.
func (x *exec) rows(s *state, t *types.ArrayType, lens []*smt.Term) *smt.Term {
	first := x.component(s, alive)
	// The new version of each component that holds rows. Rows of different depths may share one, as
	// the arrays of references of int[][][][] do.
	next := map[string]*smt.Term{}
	for row, d := t, 1; d < len(lens); d++ {
		row = row.Elem.(*types.ArrayType)
		name := x.arrays(row.Elem)
		if next[name] != nil {
			continue
		}
		old := x.component(s, name)
		now := x.havocComponent(s, name)
		next[name] = now
		q := x.bound("r", refSort)
		// Arrays that existed before keep their content.
		x.assume(s, smt.Forall([]*smt.Term{q}, smt.Implies(smt.Select(first, q), smt.Eq(smt.Select(now, q), smt.Select(old, q))), []*smt.Term{smt.Select(now, q)}))
	}
	sort := smt.ArrayOf(smt.Int, refSort)
	top := x.fresh("rows", sort)
	grid, row := top, t
	for d := 1; d < len(lens); d++ {
		row = row.Elem.(*types.ArrayType)
		// Alive before the rows of this depth, so that those are distinct from all above them.
		was := x.component(s, alive)
		x.grow(s, was)
		now := s.heap[alive]
		// grid[i₁]…[i_d] is the row; its own rows are below[i₁]…[i_d].
		var is, inside, told []*smt.Term
		r := grid
		for k := range d {
			i := x.bound("i", smt.Int)
			is = append(is, i)
			inside = append(inside, smt.Le(smt.IntLit(0), i), smt.Lt(i, lens[k]))
			r = smt.Select(r, i)
		}
		for k, i := range is {
			// The indices are functions of the row: rows at different places are different arrays.
			told = append(told, smt.Eq(x.function("rowindex."+grid.Op+"."+strconv.Itoa(k), smt.Int, r), i))
		}
		inner := x.arrays(row.Elem)
		content := x.zeros(x.components[inner].sort.Elem(), row.Elem)
		if d+1 < len(lens) {
			sort = smt.ArrayOf(smt.Int, sort)
			below := x.fresh("rows", sort)
			content = below
			for _, i := range is {
				content = smt.Select(content, i)
			}
			grid = below
		}
		x.assume(s, smt.Forall(is, smt.Implies(smt.And(inside...), smt.And(append(told,
			smt.Not(smt.Eq(r, null)), smt.Not(smt.Select(was, r)), smt.Select(now, r),
			smt.Eq(x.length(r), lens[d]), x.exact(r, row),
			smt.Eq(smt.Select(next[inner], r), content))...)),
			[]*smt.Term{r}))
	}
	return top
}

// zeros is the content of sort c that has the default value of type t everywhere.
func (x *exec) zeros(c smt.Sort, t types.Type) *smt.Term {
	zero := zeroOf(t)
	if zero != null {
		return smt.App("(as const "+string(c)+")", c, zero)
	}
	// Of a declared constant there is no constant array everywhere (cvc5).
	nulls := x.function("nulls", c)
	x.once("nulls", func() {
		i := x.bound("i", smt.Int)
		x.fact(smt.Forall([]*smt.Term{i}, smt.Eq(smt.Select(nulls, i), null), []*smt.Term{smt.Select(nulls, i)}))
	})
	return nulls
}

// arrayInit is { a, b, … } of type t.
func (x *exec) arrayInit(s *state, ai *java.ArrayInit, t types.Type) *smt.Term {
	at, ok := t.(*types.ArrayType)
	if !ok {
		x.unsupported(ai, "array initialiser for "+t.String())
	}
	var vs []*smt.Term
	for _, e := range ai.Elems {
		// { … } within { … } has its type from the element type around it.
		if in, ok := e.(*java.ArrayInit); ok {
			vs = append(vs, x.arrayInit(s, in, at.Elem))
			continue
		}
		vs = append(vs, x.convertChecked(s, e, x.expr(s, e), x.typeOf(e), at.Elem))
	}
	return x.arrayOf(s, at, vs)
}

// arrayOf allocates an array with the given elements.
func (x *exec) arrayOf(s *state, t *types.ArrayType, vs []*smt.Term) *smt.Term {
	a := x.allocate(s, "array", t)
	x.assume(s, smt.Eq(x.length(a), smt.IntLit(int64(len(vs)))))
	name := x.arrays(t.Elem)
	c := x.components[name].sort.Elem()
	content := x.zeros(c, t.Elem)
	for i, v := range vs {
		content = smt.Store(content, smt.IntLit(int64(i)), v)
	}
	s.heap[name] = smt.Store(x.component(s, name), a, content)
	x.nameVersion(s, name)
	return a
}
