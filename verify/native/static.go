package native

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// Initialisation of classes. Java runs a class's static initialisers when the class
// is first used. Here a class counts as initialised where a method begins:
//
//	use of C in m:   nothing happens        ⇐   outside(C) = ∅
//	                 havoc outside(C)           otherwise, within the frames of m
//
// where outside(C) is what code(<clinit> of C), and of its superclasses and of the
// classes that it uses, may write beside C's own static fields. What C's own fields
// hold before cannot be seen: whoever looks uses C.
//
// Side conditions:
//
//   - <clinit> of C ends normally: it is verified as a method unless every initialiser
//     is plainly harmless, and whoever uses C, or reads C's static fields, leans on it.
//   - While it runs C's static fields have their default values: it starts from these,
//     and a call in it of a method that reads a static field that must not be null, or
//     what a static invariant speaks of, is made where that holds already.
//   - Nothing is known after such a call that did not hold before it.
//   - Two classes whose initialisers use each other have no first one: unsupported.
//   - An enum's constants are constructor calls, in order, against the contract of
//     the constructor.

// staticInit is the name of the pseudo-method that initialises a class.
const staticInit = "<clinit>"

// clinit is the pseudo-method that initialises a class.
func (u *unit) clinit(c *types.Class) *types.Method {
	m := u.clinits[c]
	if m == nil {
		m = &types.Method{Name: staticInit, Owner: c, Flags: java.Static, Return: types.TVoid}
		u.clinits[c] = m
	}
	return m
}

// clinitsToProve is the initialisations of classes that have something to prove.
func (u *unit) clinitsToProve() []*types.Method {
	x := newExec(u)
	var out []*types.Method
	for _, c := range u.classes {
		if !c.Library && c.Decl != nil && !x.plainlyInitialised(c) {
			out = append(out, u.clinit(c))
		}
	}
	return out
}

// plainlyInitialised reports whether the initialisation of a class cannot fail and
// leaves nothing to prove.
func (x *exec) plainlyInitialised(c *types.Class) bool {
	// Static invariants are what the initialisation has to establish.
	if len(x.ownInvariants(c, jml.Invariant, true)) > 0 {
		return false
	}
	for _, k := range c.Decl.Constants {
		if k.Body != nil || !x.plainConstant(k) {
			return false
		}
	}
	for _, mem := range c.Decl.Members {
		switch mem := mem.(type) {
		case *java.InitBlock:
			if mem.Static {
				return false
			}
		case *java.FieldDecl:
			for _, v := range mem.Vars {
				f := x.fieldOf(v)
				if f == nil || !f.Flags.Has(java.Static) || f.Constant() != nil {
					continue
				}
				if v.Init == nil && x.fieldNonNull(f) || v.Init != nil && !x.plain(v.Init) {
					return false
				}
			}
		}
	}
	return true
}

// plainConstant reports whether an enum constant is made by a constructor that asks
// nothing and promises nothing.
func (x *exec) plainConstant(k *java.EnumConstant) bool {
	c := x.callOf(k)
	return c != nil && c.Method != nil && c.Method.Implicit == types.DefaultConstructor && len(x.instanceCode(c.Method.Owner)) == 0 &&
		len(x.invariants(c.Method.Owner, jml.Invariant, false)) == 0
}

// plain reports whether a value can be computed without failing, is not null, and
// nothing but new objects is touched.
func (x *exec) plain(e java.Node) bool {
	if v, ok := e.(java.Expr); ok && x.constOf(v) != nil {
		return !x.lossy(v)
	}
	switch e := e.(type) {
	case *java.Paren:
		return x.plain(e.X)
	case *java.ArrayInit:
		for _, v := range e.Elems {
			if !x.plain(v) {
				return false
			}
		}
		return true
	case *java.NewArray:
		for _, n := range e.Lens {
			if c := x.constOf(n); c == nil || c.N < 0 {
				return false
			}
		}
		return e.Init == nil || x.plain(e.Init)
	case *java.New:
		c := x.callOf(e)
		return e.Body == nil && c != nil && c.Method != nil && c.Method.Owner.Library && plainLibraryClass(c.Method.Owner) && len(e.Args) == 0
	}
	return false
}

// outside is what the initialisation of a class may write beside its own static
// fields: names of components, or everything.
type outside struct {
	everything bool
	names      map[string]bool
}

func (o outside) empty() bool { return !o.everything && len(o.names) == 0 }

// outsideOf is the least solution: a class that is being asked about adds nothing to
// another's answer, and an answer that leaned on that is not kept.
func (x *exec) outsideOf(c *types.Class) outside {
	if o, ok := x.outsides[c]; ok {
		return o
	}
	o := outside{names: map[string]bool{}, everything: c.Elsewhere}
	if c.Library || c.Elsewhere || x.asking[c] {
		return o
	}
	x.asking[c] = true
	x.addOutside(c, &o, map[*types.Class]bool{})
	delete(x.asking, c)
	if len(x.asking) == 0 {
		x.outsides[c] = o
	}
	return o
}

func (x *exec) addOutside(c *types.Class, o *outside, seen map[*types.Class]bool) {
	if c == nil || c.Library || seen[c] {
		return
	}
	seen[c] = true
	if c.Elsewhere {
		o.everything = true
		return
	}
	x.addOutside(superClass(c), o, seen)
	cd := code{nodes: staticCode(c)}
	write := func(e java.Expr) {
		e = java.Unparen(e)
		// An array that the class made itself is seen by nobody who does not use the class.
		if ix, ok := e.(*java.Index); ok && x.madeHere(ix.X, c) {
			return
		}
		switch u := x.useOf(e); {
		case u != nil && u.Kind == types.LocalRef:
		case u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static):
			// What C's own static fields held before nobody can have seen.
			if u.Field.Owner != c {
				o.names[x.fieldName(u.Field)] = true
			}
		default:
			o.everything = true
		}
	}
	cd.inspect(func(n java.Node) bool {
		if to := java.Written(n); to != nil {
			write(to)
		}
		switch n := n.(type) {
		case *java.Call:
			k := x.callOf(n)
			switch {
			case k == nil || k.Method == nil:
				o.everything = true
			case k.Method.Owner.Library:
				o.everything = o.everything || !pureLibrary(k.Method) && !(n.X != nil && x.madeHere(n.X, c))
			default:
				o.everything = o.everything || !x.quiet(k.Method, map[*types.Method]bool{})
			}
		case *java.New, *java.EnumConstant:
			if k := x.callOf(n); k == nil || k.Method == nil || !k.Method.Owner.Library && !x.quiet(k.Method, map[*types.Method]bool{}) || k.Method.Owner.Library && !plainLibraryClass(k.Method.Owner) {
				o.everything = true
			}
		}
		return true
	})
	for _, d := range x.usedClasses(cd) {
		x.addOutside(d, o, seen)
	}
}

// madeHere reports whether an expression is a static field of c that is only ever
// assigned an object that its initialiser makes.
func (x *exec) madeHere(e java.Expr, c *types.Class) bool {
	u := x.useOf(java.Unparen(e))
	if u == nil || u.Kind != types.FieldRef || u.Field.Owner != c || !u.Field.Flags.Has(java.Static) || !u.Field.Flags.Has(java.Final) || u.Field.Decl == nil {
		return false
	}
	switch u.Field.Decl.Init.(type) {
	case *java.New, *java.NewArray, *java.ArrayInit:
		return true
	}
	return false
}

// usedClasses is the classes of the file that code initialises: by their static
// fields that are no constants, their static methods and their constructors.
func (x *exec) usedClasses(c code) []*types.Class {
	var out []*types.Class
	add := func(k *types.Class) {
		for ; k != nil && !k.Library; k = superClass(k) {
			if !slices.Contains(out, k) {
				out = append(out, k)
			}
		}
	}
	c.inspect(func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Name, *java.Select:
			if u := x.useOf(n.(java.Expr)); u != nil && u.Kind == types.FieldRef && u.Field.Flags.Has(java.Static) && u.Field.Constant() == nil {
				add(u.Field.Owner)
			}
		case *java.Call, *java.New, *java.EnumConstant:
			if k := x.callOf(n); k != nil && k.Method != nil && (k.Method.IsConstructor() || k.Method.Flags.Has(java.Static)) {
				add(k.Method.Owner)
			}
		}
		return true
	})
	return out
}

// touchesClasses reports whether code may initialise a class whose initialisation
// writes outside of it.
func (x *exec) touchesClasses(c code) bool {
	for _, k := range x.usedClasses(c) {
		if !x.outsideOf(k).empty() {
			return true
		}
	}
	return false
}

// initialised reports whether a class has been initialised, or is being, where the
// method under proof runs: its own class and what that extends.
func (x *exec) initialised(c *types.Class) bool {
	return x.class != nil && types.IsSubclass(x.class, c)
}

// use is the first use of a class in code, as far as is known.
func (x *exec) use(s *state, c *types.Class, at java.Pos) {
	if c == nil || c.Library || x.initialised(c) {
		return
	}
	x.leanOn(x.clinit(c))
	o := x.outsideOf(c)
	if o.empty() {
		return
	}
	x.withinFrames(s, at, "the initialisation of "+c.Name, func(f *frame) *smt.Term {
		in := smt.False
		if !o.everything {
			in = smt.True
			for _, n := range sorted(o.names) {
				in = smt.And(in, x.covers(f, location{field: x.fieldNamed(n)}))
			}
		}
		return in
	})
	t := newTargets()
	t.allocates = true
	x.addInitialisation(t, c)
	x.havocTargets(s, t, nil)
	x.assumeStaticInvariants(s)
	x.assumeOthers(s, x.this)
}

// addInitialisation adds what the initialisation of a class may write to the targets.
func (x *exec) addInitialisation(t *targetSet, c *types.Class) {
	if c.Library || x.initialised(c) {
		return
	}
	o := x.outsideOf(c)
	t.everything = t.everything || o.everything
	t.allocates = t.allocates || !o.empty()
	for _, n := range sorted(o.names) {
		t.component(n, nil)
	}
}

func (x *exec) fieldNamed(name string) *types.Field {
	for f, n := range x.fieldNames {
		if n == name {
			return f
		}
	}
	return nil
}

// staticInitialisers runs a class's static initialisers in order, from default
// values, and proves what the class promises of them.
func (x *exec) staticInitialisers(s *state, c *types.Class) {
	for _, d := range x.classes {
		if d != c && x.reachesClass(c, d, map[*types.Class]bool{}) && x.reachesClass(d, c, map[*types.Class]bool{}) {
			x.unsupportedAt(c.Decl.Name.Span, "initialisation of "+c.Name+" and "+d.Name+", each of which uses the other")
		}
	}

	for _, f := range c.Fields {
		if f.Flags.Has(java.Static) && f.Constant() == nil {
			s.heap[x.fieldName(f)] = zeroOf(f.Type)
		}
	}
	for i, k := range c.Decl.Constants {
		x.enumConstant(s, k, c.Constants[i])
		if x.live(s) == nil {
			return
		}
	}
	var blank []*java.VarDeclarator
	for _, mem := range c.Decl.Members {
		switch mem := mem.(type) {
		case *java.FieldDecl:
			for _, v := range mem.Vars {
				f := x.fieldOf(v)
				if f == nil || !f.Flags.Has(java.Static) || f.Constant() != nil {
					continue
				}
				if v.Init == nil {
					if x.fieldNonNull(f) {
						// A static block may still fill it.
						blank = append(blank, v)
					}
					continue
				}
				val := x.initialiser(s, v, f)
				x.initialValue(s, f, val, v)
				s.heap[x.fieldName(f)] = val
			}
		case *java.InitBlock:
			if mem.Static {
				if x.initBlock(s, mem); s.pc == smt.False {
					return
				}
			}
		}
	}

	for _, v := range blank {
		f := x.fieldOf(v)
		x.check(s, smt.Not(smt.Eq(x.component(s, x.fieldName(f)), null)), obligation{kind: verify.PossiblyNullField, at: v.Name.From, detail: f.Name})
	}
	for _, cl := range x.ownInvariants(c, jml.Invariant, true) {
		x.prove(s, x.invContext(s, nil).formula(cl.Expr), obligation{kind: verify.InvariantExit, at: cl.KeyPos, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
	}
}

// initBlock runs an initialiser block on s, which no path leaves where none reaches
// its end.
func (x *exec) initBlock(s *state, b *java.InitBlock) {
	x.requireBody(b.Body) // no method's, so that nobody has looked at it
	e := x.block(s.clone(), b.Body.Stmts, b.Body)
	if e == nil {
		s.pc = smt.False
		return
	}
	*s = *e
}

// initialiser is the value that a field is declared with.
func (x *exec) initialiser(s *state, v *java.VarDeclarator, f *types.Field) *smt.Term {
	if ai, ok := v.Init.(*java.ArrayInit); ok {
		return x.arrayInit(s, ai, f.Type)
	}
	return x.convertChecked(s, v.Init, x.expr(s, v.Init), x.typeOf(v.Init), f.Type)
}

// enumConstant makes a constant of an enum: new E(…) of that name.
func (x *exec) enumConstant(s *state, k *java.EnumConstant, f *types.Field) {
	c := x.callOf(k)
	if c == nil || c.Method == nil {
		x.unsupported(k, "enum constant")
	}
	if k.Body != nil {
		x.unsupported(k, "enum constant with a body")
	}
	args := x.arguments(s, k.Args, c)
	if x.live(s) == nil {
		return
	}
	o := x.allocate(s, f.Name, c.Method.Owner.Type())
	x.zeroFields(s, o, c.Method.Owner)
	x.construct(s, invocation{m: c.Method, recv: o, args: args, exprs: k.Args, at: k.From})
	s.heap[x.fieldName(f)] = o
}

// reachesClass reports whether the initialisation of from may use to.
func (x *exec) reachesClass(from, to *types.Class, seen map[*types.Class]bool) bool {
	if from == to {
		return true
	}
	if seen[from] || from.Library {
		return false
	}
	seen[from] = true
	found := false
	methods := map[*types.Method]bool{}
	var visit func(c code) bool
	visit = func(c code) bool {
		for _, d := range x.usedClasses(c) {
			found = found || x.reachesClass(d, to, seen)
		}
		x.eachCall(c, func(k *types.Method) bool {
			if k != nil && !k.Owner.Library && !methods[k] {
				methods[k] = true
				visit(x.codeOf(k))
				for _, d := range x.overriders(k) {
					visit(x.codeOf(d))
				}
			}
			return !found
		})
		return found
	}
	if sup := superClass(from); sup != nil && x.reachesClass(sup, to, seen) {
		return true
	}
	return visit(code{nodes: staticCode(from)})
}

// proveInitialisedSoFar obliges what a method that is called while classes are being
// initialised takes for granted of their static fields, as far as it may read them.
func (x *exec) proveInitialisedSoFar(s *state, m *types.Method, at java.Pos) {
	names := map[string]bool{}
	x.methodReads(m, names, map[*types.Method]bool{})
	c := x.class
	// Invariants that speak of what it reads, and of what these speak of.
	var due []*jml.Clause
	for more := true; more; {
		more = false
		for _, cl := range x.ownInvariants(c, jml.Invariant, true) {
			reads := x.clauseReads(cl)
			if !slices.Contains(due, cl) && slices.ContainsFunc(reads, func(n string) bool { return names[n] }) {
				due, more = append(due, cl), true
				for _, n := range reads {
					names[n] = true
				}
			}
		}
	}
	for _, f := range c.Fields {
		name := x.fieldNames[f]
		if f.Flags.Has(java.Static) && names[name] && x.fieldNonNull(f) && f.Constant() == nil {
			x.check(s, smt.Not(smt.Eq(x.component(s, name), null)), obligation{kind: verify.InvariantEntrance, at: at, detail: f.Name + " is not initialised yet"})
		}
	}
	for _, cl := range due {
		x.check(s, x.invContext(s, nil).formula(cl.Expr), obligation{kind: verify.InvariantEntrance, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
	}
}
