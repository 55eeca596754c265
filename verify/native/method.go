package native

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// generate makes the verification condition of a method or constructor; how sets
// what is not the usual way.
func (u *unit) generate(m *types.Method, how ...func(*exec)) (x *exec, err *unsupported) {
	x = newExec(u)
	for _, f := range how {
		f(x)
	}
	x.method, x.class, x.returns = m, m.Owner, m.Return
	// Rules end generation by a panic, wherever they stand in the nesting of expressions.
	defer func() {
		if r := recover(); r != nil {
			un, ok := r.(unsupported)
			if !ok { // what a candidate provokes is its own failure, not that of the run
				un = unsupported{what: fmt.Sprintf("%v at %s", r, panicPlace()), failure: true}
			}
			err = &un
		}
	}()
	x.requireMeaning(m)
	if m.Spec && (m.Decl == nil || m.Decl.Body == nil) {
		x.unsupported(m.Decl, "model method without a body")
	}
	x.run(m)
	return x, nil
}

// entered is what a method begins with.
type entered struct {
	s     *state
	ct    *contract
	conds []*smt.Term                  // the cases' preconditions
	lets  []map[*types.Local]*smt.Term // their variables
	ctx   func(cur *state) *spec       // of clauses
}

// enter is an arbitrary pre-state in which the precondition holds.
func (x *exec) enter(m *types.Method) entered {
	// Nothing is fixed but what is stated here: a component comes into being when it is first read.
	s := &state{pc: smt.True, locals: map[*types.Local]*smt.Term{}, heap: map[string]*smt.Term{}, base: &base{known: map[string]*smt.Term{}}}
	// Set before anything is evaluated: constants and invariants look it up.
	x.first = &entry{s: s}
	al := x.component(s, alive)
	x.fact(smt.Not(smt.Select(al, null)))
	static := m.Flags.Has(java.Static)
	ctor := m.IsConstructor()
	if !static {
		x.this = x.fresh("this", refSort)
		x.fact(smt.Not(smt.Eq(x.this, null)))
		// The object is of the class or of a subclass, and none of those that existed before.
		if ctor {
			x.fact(x.instance(x.this, m.Owner.Type()))
			x.fact(smt.Not(smt.Select(al, x.this)))
			x.newRefs[x.this.Op] = m.Owner.Type()
		} else {
			x.fact(x.facts(s, x.this, m.Owner.Type()))
		}
	}
	for i, p := range m.Params {
		v := x.fresh(p.Name, sortOf(p.Type))
		x.set(s, p, v)
		x.fact(x.facts(s, v, p.Type))
		if v.Sort == refSort && !x.nullableParam(m, i) {
			x.fact(smt.Not(smt.Eq(v, null)))
		}
	}

	ct := x.contract(m)
	// Invariants hold at entry.
	x.helper = ct.helper
	if !static && !ctor && !ct.helper {
		x.assumeInvariants(s, x.this, m.Owner)
	}
	x.assumeStaticInvariants(s)
	x.assumeOthers(s, nil)

	x.first = &entry{s: s.clone()} // the pre-state; shares its base with s
	pre := x.first.s
	ctx := func(cur *state) *spec {
		vals := map[*types.Local]*smt.Term{}
		for i, p := range m.Params {
			x.bind(vals, m, i, pre.locals[p])
		}
		return &spec{x: x, cur: cur, pre: pre, this: x.this, vals: vals, method: m}
	}

	// Preconditions.
	conds := make([]*smt.Term, len(ct.cases))
	lets := make([]map[*types.Local]*smt.Term, len(ct.cases))
	any := smt.False
	for i, c := range ct.cases {
		sp := ctx(pre)
		x.lets(sp, c.Old)
		old := sp.wd
		sp.wd = nil
		lets[i] = sp.vals
		cond := smt.True
		local := s.clone()
		for _, r := range c.Requires {
			if r.Expr == nil {
				continue
			}
			f := sp.formula(r.Expr)
			// A later requires clause is read where the earlier ones hold, as if && stood between
			// them.
			for k := range sp.wd {
				sp.wd[k].cond = smt.Implies(cond, sp.wd[k].cond)
			}
			x.proveDefined(local, sp)
			cond = smt.And(cond, f)
		}
		// An old clause stands in front of the preconditions, and has its value under them.
		for _, d := range old {
			d.cond = smt.Implies(cond, d.cond)
			sp.wd = append(sp.wd, d)
		}
		x.proveDefined(local, sp)
		conds[i] = x.nameTerm("pre", cond)
		// Cases are joined by "also": a call is within the contract where one of them applies.
		any = smt.Or(any, conds[i])
	}
	if len(ct.cases) > 0 {
		// Where an overridden method says nothing a caller gives what it likes, so the precondition
		// is no fact but the condition of the case.
		if !ct.open {
			x.Because("the precondition", func() { x.assume(s, any) })
		}
		x.probe(x.Len(), s.pc, verify.VacuousPrecondition, x.declPos(m))
	}
	x.assumesFrom(0, s.pc, "at the entry", x.declPos(m))
	x.entered, x.enteredAt = s.pc, x.Len()
	return entered{s, ct, conds, lets, ctx}
}

// run executes the method from an arbitrary pre-state.
func (x *exec) run(m *types.Method) {
	in := x.enter(m)
	s, ct, conds, lets, ctx := in.s, in.ct, in.conds, in.lets, in.ctx
	ctor, pre := m.IsConstructor(), x.first.s
	// What the specification lets the method throw, and its frame.
	x.signalled = x.signalTypes(ct)

	for i, c := range ct.cases {
		for _, mb := range c.MeasuredBy {
			// In one of several cases a measure has no meaning: requireFrame refuses it of every
			// method that calls something.
			if mb.Expr != nil && len(ct.cases) == 1 {
				sp := ctx(pre)
				sp.vals = lets[i]
				x.measure = sp.number(mb.Expr, types.TBigint)
			}
		}
	}
	x.frames = append(x.frames, x.framesOf(s, ct, conds, ctx, lets)...)

	// Body.
	var end *state
	// Fields have their default values before the first initialiser runs (JLS 12.5).
	if ctor {
		x.zeroFields(s, x.this, m.Owner)
		// From here on the object is alive. To the frames, which began before, it is new and may be
		// written.
		s.heap[alive] = smt.Store(x.component(s, alive), x.this, smt.True)
	}

	var result *smt.Term // of a method without a text
	if m.Decl == nil {
		end, result = x.runUnwritten(s, m)
	} else {
		body := m.Decl.Body.Stmts
		// this(…) has done all of this for the object already, by its own contract.
		if ctor && !callsThis(m.Decl) {
			// The superclass comes first, then the initialisers, then the rest.
			if len(body) > 0 {
				if c, ok := body[0].(*java.ConstructorCall); ok {
					s, body = x.stmt(s, c), body[1:]
				} else {
					x.superInit(s, x.this, m.Owner, m.Decl.Name.From)
				}
			} else {
				x.superInit(s, x.this, m.Owner, m.Decl.Name.From)
			}
			if s != nil {
				x.initialisers(s, x.this, m.Owner)
				s = x.live(s)
			}
		}
		if s != nil {
			end = x.block(s, body, m.Decl.Body)
		}
		if end != nil && m.Decl.Compact {
			// R { … } ends by this.a := a for every component.
			for i, f := range m.Owner.Components {
				name := x.fieldName(f)
				end.heap[name] = smt.Store(x.component(end, name), x.this, end.locals[m.Params[i]])
				x.nameVersion(end, name)
			}
		}
	}

	jumps := x.jumps
	x.jumps = nil
	// What is evaluated at the ends are clauses, which assign nothing.
	x.frames = nil
	if end != nil {
		jumps = append(jumps, jump{kind: returnJump, s: end, value: result, at: x.endPos(m)})
	}

	var ends []*smt.Term
	before := x.Len()
	// Taken in front of the postconditions: they are facts once proved, and would keep out of the
	// witnesses the runs that violate them.
	x.ends, x.endsAt = x.endsOf(m, jumps), before
	for _, j := range jumps {
		// What is asked at an end is no part of the body: no exception there is a path of its own.
		x.silent = 1
		ends = append(ends, j.s.pc)
		switch j.kind {
		case returnJump:
			x.normalEnd(m, ct, conds, lets, ctx, j)
		case throwJump:
			x.exceptionalEnd(m, ct, conds, lets, ctx, j)
		}
	}
	// Asked before what must hold there is a fact.
	x.probe(before, smt.Or(ends...), verify.UnreachableEnd, x.declPos(m))
}

// endPos is where OpenJML reports what fails at the end of a body: the method's name.
func (x *exec) endPos(m *types.Method) java.Pos {
	if m.Decl == nil {
		return m.Owner.Decl.Pos()
	}
	return m.Decl.Name.From
}

// boxed reports whether a reference is that of a boxed value, which is never null.
func boxed(t *smt.Term) bool {
	if t.Op == "ite" {
		return boxed(t.Args[1]) && boxed(t.Args[2])
	}
	return strings.HasPrefix(t.Op, "box.")
}

// normalEnd is what must hold where the method returns.
func (x *exec) normalEnd(m *types.Method, ct *contract, conds []*smt.Term, lets []map[*types.Local]*smt.Term, ctx func(*state) *spec, j jump) {
	s := j.s
	if m.IsConstructor() {
		x.nonNullFields(s, m, func(p java.Pos) (verify.Kind, java.Pos) { return verify.PossiblyNullField, p })
	}
	if j.value != nil && j.value.Sort == refSort && !x.nullableResult(m) && !boxed(j.value) {
		o := obligation{kind: verify.PossiblyNullReturn, at: x.endPos(m), detail: m.Name}
		if m.Decl != nil {
			o.assoc = m.Decl.Return.Pos()
		}
		x.prove(s, smt.Not(smt.Eq(j.value, null)), o)
	}
	if len(x.atEnd) > 0 {
		for _, g := range x.proposed(x.atEnd, func(s *state) *spec {
			sp := ctx(s)
			sp.result = j.value
			return sp
		}) {
			g.id = 1<<20 + g.given // the same at every return
			x.tryGuess(s, g)
		}
	}
	for i, c := range ct.cases {
		// A case promises something only where its precondition held at the beginning.
		under := s.clone()
		under.pc = x.guard(s.pc, conds[i])
		// exceptional_behavior: a run under this case that returns normally violates it, whatever
		// it gives.
		if c.MustThrow {
			x.prove(under, smt.False, obligation{kind: verify.Postcondition, at: j.at, assoc: caseKey(c), clause: "exceptional_behavior"})
			continue
		}
		for _, en := range c.Ensures {
			if en.Expr == nil {
				continue
			}
			sp := ctx(under)
			// Clauses bind variables in their context, which the next clause must not see.
			sp.vals = clone(lets[i])
			sp.result = j.value
			f := sp.formula(en.Expr)
			x.proveDefined(under, sp)
			x.prove(under, f, obligation{kind: verify.Postcondition, at: j.at, assoc: en.KeyPos, clause: x.text(en.Expr)})
		}
	}

	if !ct.helper && !m.Flags.Has(java.Static) {
		x.proveInvariants(s, j.at, verify.InvariantExit)
	}
	x.proveStaticInvariants(s, j.at, verify.InvariantExit)
	x.proveOthers(s, x.classObjects(m, ctx(s).vals), nil, j.at, verify.Invariant)
	// initially is about objects as constructors leave them, and about nothing else.
	if m.IsConstructor() {
		x.proveInitially(s, m.Owner, j.at)
	}
	x.proveConstraints(s, j.at)
}

func caseKey(c *jml.FlatCase) java.Pos {
	if c.Case != nil {
		return c.Case.From
	}
	return java.NoPos
}

// exceptionalEnd is what must hold where an exception leaves the method.
func (x *exec) exceptionalEnd(m *types.Method, ct *contract, conds []*smt.Term, lets []map[*types.Local]*smt.Term, ctx func(*state) *spec, j jump) {
	if m.Name == staticInit { // nobody could use the class
		x.prove(j.s, smt.False, obligation{kind: verify.ExceptionalPostcondition, at: j.at, detail: "an exception leaves the initialisation of " + m.Owner.Name})
		return
	}

	for i, c := range ct.cases {
		under := j.s.clone()
		under.pc = x.guard(j.s.pc, conds[i])
		for _, so := range c.SignalsOnly {
			if so.NotSpecified {
				continue
			}
			var or []*smt.Term
			for _, t := range so.Types {
				w := x.written(t)
				if x.subtype(x.classType(j.thrown), w) {
					// The static class is enough where it is below the listed one; else the
					// run-time class decides.
					or = append(or, smt.True)
				} else {
					or = append(or, x.instance(j.value, w))
				}
			}
			x.prove(under, smt.Or(or...), obligation{kind: verify.ExceptionList, at: j.at, assoc: so.KeyPos, clause: x.text(so)})
		}
		for _, sg := range c.Signals {
			if sg.Expr == nil {
				continue
			}
			if sg.Param != nil && sg.Param.Type != nil {
				w := x.written(sg.Param.Type)
				// No object is of both classes, so the clause says nothing of this exception.
				if disjoint(types.Erasure(w), types.Erasure(x.classType(j.thrown))) && !x.subtype(x.classType(j.thrown), w) && !x.subtype(w, x.classType(j.thrown)) {
					continue
				}
				if x.subtype(x.classType(j.thrown), w) {
					// Sound because its static class is below the clause's.
					x.assume(under, x.instance(j.value, w))
				}
			}
			sp := ctx(under)
			sp.vals = clone(lets[i])
			f := x.signalsFormula(sp, sg, j.value)
			x.proveDefined(under, sp)
			x.prove(under, f, obligation{kind: verify.ExceptionalPostcondition, at: j.at, assoc: sg.KeyPos, clause: x.text(sg.Expr)})
		}
		if c.MustReturn {
			x.prove(under, smt.False, obligation{kind: verify.ExceptionalPostcondition, at: j.at, assoc: caseKey(c), clause: "normal_behavior"})
		}
	}

	// An object whose constructor throws is nobody's unless this has leaked.
	if m.IsConstructor() && j.leaked {
		x.nonNullFields(j.s, m, func(java.Pos) (verify.Kind, java.Pos) { return verify.PossiblyNullField, j.at })
	}
	if !ct.helper && !m.Flags.Has(java.Static) && (!m.IsConstructor() || j.leaked) {
		x.proveInvariants(j.s, j.at, verify.InvariantExit)
	}
	x.proveStaticInvariants(j.s, j.at, verify.InvariantExit)
	x.proveOthers(j.s, x.classObjects(m, ctx(j.s).vals), nil, j.at, verify.Invariant)
	x.proveConstraints(j.s, j.at)
}

// signalTypes is the classes that the cases allow a method to throw by saying so.
func (x *exec) signalTypes(ct *contract) []types.Type {
	var out []types.Type
	for _, c := range ct.cases {
		for _, sg := range c.Signals {
			// signals (E) false forbids E: nobody is told to expect it.
			if sg.Never() {
				continue
			}
			if sg.Param != nil && sg.Param.Type != nil {
				out = append(out, x.written(sg.Param.Type))
			}
		}
		for _, so := range c.SignalsOnly {
			for _, t := range so.Types {
				out = append(out, x.written(t))
			}
		}
		// exceptional_behavior that names no exception means any Exception.
		if c.MustThrow && len(c.Signals) == 0 && len(c.SignalsOnly) == 0 {
			out = append(out, x.classType("java.lang.Exception"))
		}
	}
	return out
}

// framesOf is one frame per case that has an assignable clause, or the empty frame
// of a pure method. A case's frame binds only where its precondition held; with
// one case that is always.
func (x *exec) framesOf(s *state, ct *contract, conds []*smt.Term, ctx func(*state) *spec, lets []map[*types.Local]*smt.Term) []*frame {
	var out []*frame
	al := x.component(s, alive)
	// A pure method without a case still has a frame, the empty one.
	if len(ct.cases) == 0 && ct.declared {
		return []*frame{{alive: al, clause: x.declPos(x.method), text: "pure"}}
	}
	for i, c := range ct.cases {
		kind, refs := c.Frame()
		f := &frame{alive: al}
		switch {
		// pure is stronger than an assignable clause beside it. A pure constructor may name what it
		// assigns of its own object.
		case ct.declared && (kind == jml.FrameDefault || !x.method.IsConstructor()):
			f.clause, f.text = x.declPos(x.method), "pure"
		// Without a clause, and not pure, the default is \everything.
		case kind == jml.FrameDefault:
			continue
		case kind == jml.FrameEverything:
			continue
		default:
			f.clause, f.text = c.Assignable[0].KeyPos, x.text(c.Assignable[0])
			sp := ctx(x.first.s)
			sp.vals = lets[i]
			f.locs, f.any = x.locations(sp, refs)
		}
		// Purity is promised of every call, whichever case applies.
		if (len(ct.cases) > 1 || ct.open) && f.text != "pure" {
			f.when = conds[i]
		}
		out = append(out, f)
	}
	return out
}

// initialisers runs a class's instance initialisers on object o, in order.
func (x *exec) initialisers(s *state, o *smt.Term, c *types.Class) {
	if c.Decl == nil {
		return
	}
	saved := x.this
	// An initialiser's own names mean the object that is made, also where the constructor of
	// another class is inlined.
	x.this = o
	defer func() { x.this = saved }()
	for _, mem := range x.classMembers(c) {
		switch mem := mem.(type) {
		case *java.FieldDecl:
			for _, v := range mem.Vars {
				f := x.fieldOf(v)
				// Without an initialiser the field keeps the default value that zeroFields gave it.
				if f == nil || f.Flags.Has(java.Static) || v.Init == nil {
					continue
				}
				var val *smt.Term
				// A ghost field's value is an expression of specifications, which has no effects
				// and no overflow.
				if _, array := v.Init.(*java.ArrayInit); f.Spec && !array {
					sp := x.specAt(s)
					val = x.convert(sp.eval(v.Init), x.typeOf(v.Init), f.Type)
				} else {
					val = x.initialiser(s, v, f)
				}
				x.initialValue(s, f, val, v)
				name := x.fieldName(f)
				s.heap[name] = smt.Store(x.component(s, name), o, val)
				x.nameVersion(s, name)
			}
		case *java.InitBlock:
			if !mem.Static {
				x.initBlock(s, mem)
			}
		}
	}
}

func (x *exec) fieldOf(v *java.VarDeclarator) *types.Field { return x.infos.Field(v) }

// nonNullFields: a constructor leaves no non-null field null. report says as what
// and where a field declared at a position is complained of.
func (x *exec) nonNullFields(s *state, m *types.Method, report func(java.Pos) (verify.Kind, java.Pos)) {
	for _, f := range m.Owner.Fields {
		if !x.mustBeFilled(f) {
			continue
		}
		v := smt.Select(x.component(s, x.fieldName(f)), x.this)
		k, at := report(f.Decl.Name.From)
		x.check(s, smt.Not(smt.Eq(v, null)), obligation{kind: k, at: at, assoc: f.Decl.Name.From, detail: f.Name})
	}
}

// ---- nullness

func (x *exec) nullableParam(m *types.Method, i int) bool {
	// A method that is only inherited has no text of its own here; its interface decides below.
	if impl := x.inherited[m]; impl == nil && x.nullableOwn(m, i) {
		return true
	}
	for _, up := range x.overrides(m) { // whose callers may give null
		if x.nullableOwn(up, i) {
			return true
		}
	}
	return false
}

// nullableOwn is what is written of a parameter where m itself is declared; a record's
// constructor has its header.
func (x *exec) nullableOwn(m *types.Method, i int) bool {
	var p *java.Param
	switch {
	case m.Decl != nil && i < len(m.Decl.Params):
		p = m.Decl.Params[i]
	case m.IsConstructor() && m.Owner.Kind == java.RecordClass && i < len(m.Owner.Decl.Components):
		p = m.Owner.Decl.Components[i]
	default:
		// Object's contract lets equals be called with null.
		return x.nullable || m.Implicit == types.RecordEquals
	}
	return x.nullableMods(x.spec.Params[p])
}

func (x *exec) nullableMods(m jml.Mods) bool {
	switch {
	case m.Has(jml.Nullable):
		return true
	case m.Has(jml.NonNull):
		return false
	}
	return x.nullable
}

func (x *exec) nullableResult(m *types.Method) bool {
	switch {
	case m.Implicit == types.RecordAccessor:
		return !x.fieldNonNull(componentOf(m))
	case x.inherited[m] == nil && !x.nullableMods(x.contract(m).mods):
		return false
	}
	// One that promises a result that is not null binds this method, too.
	for _, up := range x.overrides(m) { // whose callers lean on it
		if !x.nullableMods(x.contract(up).mods) {
			return false
		}
	}
	return true
}

func (x *exec) fieldNonNull(f *types.Field) bool {
	// Nothing obliges a set statement or a represents clause to give one.
	if !isRef(f.Type) || f.Spec {
		return false
	}
	if f.Owner.Library {
		return x.libSpecs.NonNull(f)
	}
	// A record's field is declared by the component in the header and has no declaration of its
	// own.
	for i, k := range f.Owner.Components {
		if k == f && f.Owner.Decl != nil {
			return !x.nullableMods(x.spec.Params[f.Owner.Decl.Components[i]])
		}
	}
	if fd := x.fieldDecls[f]; fd != nil {
		if fs := x.spec.Fields[fd]; fs != nil {
			return !x.nullableMods(fs.Mods)
		}
	}
	return !x.nullable
}

// filled says that a field of o, nil for a static one, has had its first value: it is
// none of an object or class under construction.
func (x *exec) filled(f *types.Field, o *smt.Term) *smt.Term {
	switch {
	case x.method == nil:
	case f.Flags.Has(java.Static):
		if x.method.Name == staticInit && x.method.Owner == f.Owner {
			return smt.False
		}
	case x.building() && types.IsSubclass(f.Owner, x.method.Owner): // this may be of a subclass
		return smt.Not(smt.Eq(o, x.this))
	}
	return smt.True
}
