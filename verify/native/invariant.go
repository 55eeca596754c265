package native

import (
	"fmt"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// Invariants hold of every object wherever a method begins or ends: of the
// receiver (but for helpers and constructors), and of all others. What a method
// changes of the fields of other objects it must put right before it ends or calls.
// Of the receiver, of parameters and of the objects a call is about the invariant
// is proved as it stands; of all others too, unless what it says of arrays and library
// objects is of ones that belong to the object alone (owned.go): then with these as
// they were when the invariant was last known to hold.

// invariants is a class's invariants, superclasses' first.
func (x *exec) invariants(c *types.Class, k jml.Kind, static bool) []*jml.Clause {
	var out []*jml.Clause
	if sup := superClass(c); sup != nil && !sup.Library {
		out = x.invariants(sup, k, static)
	}
	return append(out, x.ownInvariants(c, k, static)...)
}

func (x *exec) ownInvariants(c *types.Class, k jml.Kind, static bool) []*jml.Clause {
	if c.Decl == nil {
		return nil
	}
	var out []*jml.Clause
	for _, cl := range x.spec.Classes[c.Decl].Of(k) {
		if cl.Expr != nil && cl.Mods.Flags.Has(java.Static) == static {
			out = append(out, cl)
		}
	}
	return out
}

func (x *exec) invContext(s *state, this *smt.Term) *spec {
	return &spec{x: x, cur: s, pre: x.first.s, this: this, vals: map[*types.Local]*smt.Term{}, method: x.method}
}

func (x *exec) assumeInvariants(s *state, o *smt.Term, c *types.Class) {
	for _, cl := range x.invariants(c, jml.Invariant, false) {
		x.because(cl, func() { x.assume(s, x.invContext(s, o).formula(cl.Expr)) })
	}
}

// assumeStaticInvariants: those of every class of the file.
func (x *exec) assumeStaticInvariants(s *state) {
	for _, c := range x.classes {
		// They are what the initialisation establishes.
		if x.method.Name == staticInit && c == x.class {
			continue
		}
		for _, cl := range x.ownInvariants(c, jml.Invariant, true) {
			x.because(cl, func() { x.assume(s, x.invContext(s, nil).formula(cl.Expr)) })
		}
	}
}

func (x *exec) proveInvariants(s *state, at java.Pos, k verify.Kind) {
	for _, cl := range x.invariants(x.class, jml.Invariant, false) {
		sp := x.invContext(s, x.this)
		f := sp.formula(cl.Expr)
		x.proveDefined(s, sp)
		x.prove(s, f, obligation{kind: k, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
	}
}

func (x *exec) proveStaticInvariants(s *state, at java.Pos, k verify.Kind) {
	for _, c := range x.classes {
		if x.method.Name == staticInit && c == x.class {
			continue // at the end, and what a call may read
		}
		for _, cl := range x.ownInvariants(c, jml.Invariant, true) {
			// What the method has not touched holds as it did before.
			if c == x.class || x.touched(s, x.clauseReads(cl), anyComp...) {
				x.prove(s, x.invContext(s, nil).formula(cl.Expr), obligation{kind: k, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
			}
		}
	}
}

func (x *exec) proveInitially(s *state, c *types.Class, at java.Pos) {
	for _, cl := range x.invariants(c, jml.Initially, false) {
		x.prove(s, x.invContext(s, x.this).formula(cl.Expr), obligation{kind: verify.Initially, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
	}
}

// proveConstraints obliges the history constraints to hold between the beginning of
// the method and s, where it ends normally or not:
//
//	end of m:   constraint(pre, s) of the receiver, unless m is a constructor;
//	            of every other object that existed before, as it stands;
//	            and the static ones of all classes
//
// Side conditions: m is no helper; the initialisation of a class has no before for
// the static constraints of that class. "constraint … for m" is asked of all methods.
func (x *exec) proveConstraints(s *state, at java.Pos) {
	if x.helper {
		return
	}
	about := func(cl *jml.Clause) obligation {
		return obligation{kind: verify.Constraint, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)}
	}

	this := x.this != nil && !x.building()
	if this {
		for _, cl := range x.invariants(x.class, jml.Constraint, false) {
			x.prove(s, x.invContext(s, x.this).formula(cl.Expr), about(cl))
		}
	}

	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Constraint, true) {
			if !(x.method.Name == staticInit && c == x.class) && (c == x.class || x.touched(s, x.clauseReads(cl), anyComp...)) {
				x.prove(s, x.invContext(s, nil).formula(cl.Expr), about(cl))
			}
		}
		for _, cl := range x.ownInvariants(c, jml.Constraint, false) {
			if !x.touched(s, x.clauseReads(cl), anyComp...) {
				continue
			}
			// A constant of which nothing else is known stands for all objects: negated, as a goal
			// is, a quantifier would become such a constant anyway.
			o := x.fresh("other", refSort)
			is := []*smt.Term{smt.Not(smt.Eq(o, null)), smt.Select(x.component(x.first.s, alive), o), x.instance(o, c.Type())}
			if this && types.IsSubclass(x.class, c) {
				// Asked above by its own name.
				is = append(is, smt.Not(smt.Eq(o, x.this)))
			}
			sp := x.invContext(s, o)
			// As under a quantifier: facts about what o's fields hold would be stated of an o that
			// does not exist, too.
			sp.depth = 1
			x.prove(s, smt.Implies(smt.And(is...), sp.formula(cl.Expr)), about(cl))
		}
	}
}

// assumeConstraints: between the beginning and an end of a call the constraints hold,
// of its receiver and the static ones. A constructor's object has no before.
func (x *exec) assumeConstraints(pre, s *state, call invocation) {
	add := func(cl *jml.Clause, o *smt.Term) {
		sp := x.invContext(s, o)
		sp.pre = pre
		x.assume(s, sp.formula(cl.Expr))
	}
	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Constraint, true) {
			if !(x.method.Name == staticInit && c == x.class) {
				add(cl, nil)
			}
		}
	}

	if call.recv != nil && !call.m.IsConstructor() {
		for _, cl := range x.invariants(call.m.Owner, jml.Constraint, false) {
			add(cl, call.recv)
		}
	}

	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Constraint, false) {
			o := x.bound("o", refSort)
			sp := x.invContext(s, o)
			sp.pre, sp.depth = pre, 1
			f := sp.formula(cl.Expr)
			// Without a field of o that the formula mentions there is nothing by which the solver
			// would instantiate it.
			if pats := x.ownPatterns(s, cl, c, o, f); len(pats) > 0 {
				is := smt.And(smt.Not(smt.Eq(o, null)), smt.Select(x.component(pre, alive), o), x.instance(o, c.Type()))
				if x.building() { // which may call what changes its object before it is whole
					is = smt.And(is, smt.Not(smt.Eq(o, x.this)))
				}
				x.assume(s, smt.Forall([]*smt.Term{o}, smt.Implies(is, f), pats...))
			}
		}
	}
}

// ownPatterns is the fields of object o of class c that a clause reads in s, where
// its formula f mentions them.
func (x *exec) ownPatterns(s *state, cl *jml.Clause, c *types.Class, o, f *smt.Term) [][]*smt.Term {
	var pats [][]*smt.Term
	for _, n := range x.clauseReads(cl) {
		if x.components[n].kind != fieldComp {
			continue
		}
		if v := smt.Select(x.component(s, n), o); x.ownField(n, c) && mentions(f, v) {
			pats = append(pats, []*smt.Term{v})
		}
	}
	return pats
}

// ---- all objects

// clauseReads is the heap components that a clause reads.
func (x *exec) clauseReads(cl *jml.Clause) []string {
	names := map[string]bool{}
	x.addReads(cl.Expr, names, map[*types.Method]bool{})
	return sorted(names)
}

// anyComp is every kind of component that an invariant may speak of; isContent those
// of what arrays and library objects hold.
var anyComp = []compKind{fieldComp, staticComp, arrayComp, otherComp}

func isContent(k compKind) bool { return k == arrayComp || k == otherComp }

// touched reports whether one of the named components of the given kinds has
// changed since the method began.
func (x *exec) touched(s *state, names []string, kinds ...compKind) bool {
	for _, n := range names {
		for _, k := range kinds {
			if x.components[n].kind == k && !smt.Same(x.component(s, n), x.component(x.first.s, n)) {
				return true
			}
		}
	}
	return false
}

// outside says that o is none of the objects whose invariant need not hold: the
// receiver of a constructor or a helper.
func (x *exec) outside(o *smt.Term) *smt.Term {
	if x.this != nil && (x.method.IsConstructor() || x.helper) {
		return smt.Not(smt.Eq(o, x.this))
	}
	return smt.True
}

// assumeOthers: the invariants of all objects hold, but of the receiver of a helper
// (nil when there is none).
func (x *exec) assumeOthers(s *state, helped *smt.Term) {
	// From here the content that owned invariants speak of is that of this state (owned.go).
	s.settled = map[string]*smt.Term{alive: x.component(s, alive)}
	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Invariant, false) {
			for _, n := range x.clauseReads(cl) {
				if isContent(x.components[n].kind) {
					s.settled[n] = x.component(s, n)
				}
			}
		}
	}
	x.assumeInvariantsOf(s, func(o *smt.Term) *smt.Term {
		if helped == nil {
			return smt.True
		}
		return smt.Not(smt.Eq(o, helped))
	})
}

// assumeInvariantsOf: the invariants hold of all objects that are of those wanted.
func (x *exec) assumeInvariantsOf(s *state, wanted func(*smt.Term) *smt.Term) {
	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Invariant, false) {
			o := x.bound("o", refSort)
			sp := x.invContext(s, o)
			sp.depth = 1
			f := sp.formula(cl.Expr)
			pats := x.ownPatterns(s, cl, c, o, f)
			if len(pats) == 0 {
				continue
			}
			is := smt.And(smt.Not(smt.Eq(o, null)), smt.Select(x.component(s, alive), o), x.instance(o, c.Type()), x.outside(o), wanted(o))
			x.assume(s, smt.Forall([]*smt.Term{o}, smt.Implies(is, f), pats...))
		}
	}
}

func mentions(t, part *smt.Term) bool {
	if smt.Same(t, part) {
		return true
	}
	for _, a := range t.Args {
		if mentions(a, part) {
			return true
		}
	}
	return false
}

// ownField reports whether a component is a field of class c or above.
func (x *exec) ownField(name string, c *types.Class) bool {
	for f, n := range x.fieldNames {
		if n == name {
			return types.IsSubclass(c, f.Owner)
		}
	}
	return false
}

// object is an object whose invariant is looked at.
type object struct {
	ref   *smt.Term
	class *types.Class
}

// classObjects is the parameters of a method that are objects of classes of the file.
func (x *exec) classObjects(m *types.Method, vals map[*types.Local]*smt.Term) []object {
	var out []object
	for _, p := range m.Params {
		if ct, ok := p.Type.(*types.ClassType); ok && !ct.Class.Library && vals[p] != nil {
			out = append(out, object{vals[p], ct.Class})
		}
	}
	return out
}

// proveOthers obliges the invariants of all objects but the receiver to hold: of
// those named as it stands, of the rest as the comment on top says. An object that is
// about to be made (nil for none) is nobody's yet.
func (x *exec) proveOthers(s *state, named []object, made *smt.Term, at java.Pos, k verify.Kind) {
	// Objects that the call, or the caller, is about: without the leniency below for content that
	// is owned.
	for _, o := range named {
		for _, cl := range x.invariants(o.class, jml.Invariant, false) {
			if x.touched(s, x.clauseReads(cl), anyComp...) {
				is := smt.And(smt.Not(smt.Eq(o.ref, null)), x.outside(o.ref))
				x.prove(s, smt.Implies(is, x.invContext(s, o.ref).formula(cl.Expr)), obligation{kind: k, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
			}
		}
	}

	for _, c := range x.classes {
		for _, cl := range x.ownInvariants(c, jml.Invariant, false) {
			reads := x.clauseReads(cl)
			// Content that belongs to o alone is written by methods of o, which prove inv(o)
			// themselves: here only fields matter.
			owned := x.owned(cl, c)
			if owned && !x.touched(s, reads, fieldComp, staticComp) || !x.touched(s, reads, anyComp...) {
				continue
			}
			o := x.fresh("other", refSort)
			old := s.clone()
			// Not known of any later state: the invariants held where the method began.
			was, ok := s.settled[alive]
			if !ok {
				was = x.component(x.first.s, alive)
			}
			for _, n := range reads {
				if owned && isContent(x.components[n].kind) {
					a, ok := s.settled[n]
					if !ok {
						a = x.component(x.first.s, n)
					}
					// Of an object made since, the content is what it is now.
					old.heap[n] = x.nameTerm(n, smt.Ite(smt.Select(was, o), a, x.component(s, n)))
				}
			}
			is := []*smt.Term{smt.Not(smt.Eq(o, null)), smt.Select(x.component(s, alive), o), x.instance(o, c.Type())}
			// The receiver has been asked by its own name, for the invariants of its class. Those
			// of a subclass it may have too.
			if below := c != x.class && types.IsSubclass(c, x.class); x.this != nil && !below {
				is = append(is, smt.Not(smt.Eq(o, x.this)))
			} else {
				is = append(is, x.outside(o)) // the receiver may be of a subclass
			}
			if made != nil {
				is = append(is, smt.Not(smt.Eq(o, made)))
			}
			sp := x.invContext(old, o)
			sp.depth = 1
			x.prove(s, smt.Implies(smt.And(is...), sp.formula(cl.Expr)), obligation{kind: k, at: at, assoc: cl.KeyPos, clause: x.text(cl.Expr)})
		}
	}
}

// proveAtCall obliges what a called method takes for granted of objects.
func (x *exec) proveAtCall(s *state, m *types.Method, ct *contract, recv *smt.Term, vals map[*types.Local]*smt.Term, at java.Pos) {
	if x.method.Name == staticInit {
		x.proveInitialisedSoFar(s, m, at)
	}
	named := x.classObjects(m, vals)
	building := x.method.IsConstructor()
	// Whether the callee may see the object under construction.
	about := recv == x.this && !m.IsConstructor() || x.leaked
	for _, o := range named {
		about = about || o.ref == x.this
	}
	if x.this != nil && building && about {
		x.nonNullFields(s, x.method, func(java.Pos) (verify.Kind, java.Pos) { return verify.InvariantEntrance, at })
	}
	// Such a callee neither relies on invariants nor can find one broken.
	if ct.pure && !x.readsInvariants(m) {
		return
	}
	if x.this != nil && !x.helper && (!building || about) && !(recv == x.this && (ct.helper || m.IsConstructor())) ||
		x.this != nil && x.helper && recv == x.this && !ct.helper {
		x.proveInvariants(s, at, verify.InvariantEntrance)
	}
	if recv != nil && recv != x.this && !m.IsConstructor() && !ct.helper {
		// The callee's own receiver, of which it takes the invariants for granted.
		named = append(named, object{recv, m.Owner})
	}
	x.proveStaticInvariants(s, at, verify.InvariantEntrance)
	var made *smt.Term
	if m.IsConstructor() && recv != x.this {
		// Its constructor is only now called on it.
		made = recv
	}
	x.proveOthers(s, named, made, at, verify.InvariantEntrance)
}

// readsInvariants reports whether a pure method reads what some invariant speaks of.
func (x *exec) readsInvariants(m *types.Method) bool {
	reads := map[string]bool{}
	for _, n := range x.readSet(m) {
		reads[n] = true
	}
	for _, c := range x.classes {
		for _, static := range []bool{false, true} {
			for _, cl := range x.ownInvariants(c, jml.Invariant, static) {
				for _, n := range x.clauseReads(cl) {
					if reads[n] {
						return true
					}
				}
			}
		}
	}
	return false
}

// ---- initialisation

// initialValue checks the value that a field is declared with.
func (x *exec) initialValue(s *state, f *types.Field, val *smt.Term, v *java.VarDeclarator) {
	if val.Sort == refSort && x.fieldNonNull(f) && !f.Spec {
		x.check(s, smt.Not(smt.Eq(val, null)), obligation{kind: verify.PossiblyNullInitial, at: v.Init.Pos(), detail: f.Name})
	}
}

// invariantFor is \invariant_for(o).
func (x *exec) invariantFor(sp *spec, o *smt.Term, t types.Type) *smt.Term {
	ct, ok := t.(*types.ClassType)
	if !ok || ct.Class.Library {
		return smt.True
	}
	if x.invDepth > 2 {
		// Objects that lead to each other without an end: of this one nothing is said, neither
		// where it is a fact nor where it is asked. Each time the answer may be another, since
		// the state is.
		x.places++
		return x.function(fmt.Sprintf("invariantFor.%d", x.places), smt.Bool, o)
	}
	x.invDepth++
	defer func() { x.invDepth-- }()
	var all []*smt.Term
	for _, cl := range x.invariants(ct.Class, jml.Invariant, false) {
		c := *sp
		c.this, c.wd = o, nil
		all = append(all, c.formula(cl.Expr))
	}
	return smt.And(all...)
}
