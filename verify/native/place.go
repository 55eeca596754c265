package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// place is an assignable location with its parts evaluated once.
type place struct {
	typ   types.Type
	local *types.Local
	field *types.Field
	recv  *smt.Term // object of an instance field, or array
	index *smt.Term
	elem  types.Type // element type of an array place
	expr  java.Expr
	value *smt.Term // of places that are only read: length, constants
}

// place evaluates the parts of a variable expression in code.
func (x *exec) place(s *state, e java.Expr) place {
	p, check := x.placeLater(s, e, false)
	check()
	return p
}

// placeLater evaluates the parts and leaves the checks to the caller, where a
// failing one is a path of its own: an assignment runs its right side before them.
func (x *exec) placeLater(s *state, e java.Expr, later bool) (place, func()) {
	var checks []func()
	mayThrow := func(cond *smt.Term, cls string, k verify.Kind, at java.Pos) {
		if later && x.expected(cls) {
			checks = append(checks, func() { x.mayThrow(s, cond, cls, k, at, "") })
			return
		}
		x.mayThrow(s, cond, cls, k, at, "")
	}
	p := x.placeParts(s, e, mayThrow)
	return p, func() {
		for _, c := range checks {
			c()
		}
	}
}

func (x *exec) placeParts(s *state, e java.Expr, mayThrow func(cond *smt.Term, cls string, k verify.Kind, at java.Pos)) place {
	switch e := e.(type) {
	case *java.Paren:
		return x.placeParts(s, e.X, mayThrow)
	case *java.Index:
		at, ok := x.typeOf(e.X).(*types.ArrayType)
		if !ok {
			x.unsupported(e, "index into "+x.typeOf(e.X).String())
		}
		// Array, then index, then the checks of both (JLS 15.10.4).
		a := x.expr(s, e.X)
		i := x.convertChecked(s, e.I, x.expr(s, e.I), x.typeOf(e.I), types.TInt)
		p := x.bracket(e)
		mayThrow(smt.Not(smt.Eq(a, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, p)
		mayThrow(smt.Le(smt.IntLit(0), i), "java.lang.ArrayIndexOutOfBoundsException", verify.PossiblyNegativeIndex, p)
		mayThrow(smt.Lt(i, x.length(a)), "java.lang.ArrayIndexOutOfBoundsException", verify.PossiblyTooLargeIndex, p)
		return place{typ: at.Elem, recv: a, index: i, elem: at.Elem, expr: e}
	}
	u := x.useOf(e)
	if u == nil {
		x.unsupported(e, "unresolved name "+x.text(e))
	}
	switch u.Kind {
	case types.LocalRef:
		return place{typ: u.Local.Type, local: u.Local, expr: e}
	case types.LengthRef:
		sel := e.(*java.Select)
		a := x.expr(s, sel.X)
		mayThrow(smt.Not(smt.Eq(a, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, sel.Name.From-1)
		return place{typ: types.TInt, value: x.length(a), expr: e}
	case types.FieldRef:
		f := u.Field
		if f.Constant() != nil {
			return place{typ: f.Type, value: x.constant(f.Constant()), expr: e}
		}
		x.notOfElsewhere(e, f)
		p := place{typ: f.Type, field: f, expr: e}
		if f.Flags.Has(java.Static) {
			x.use(s, f.Owner, e.Pos())
			x.leanOn(x.clinit(f.Owner))
			if isConstantOf(f) {
				x.enumLaws(f.Owner)
			}
			return p
		}
		if sel, ok := e.(*java.Select); ok {
			if _, super := sel.X.(*java.Super); !super {
				p.recv = x.receiver(s, sel.X)
				if p.recv != x.this {
					mayThrow(smt.Not(smt.Eq(p.recv, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, sel.Name.From-1)
				}
				return p
			}
		}
		p.recv = x.this
		if u.Implicit != nil {
			p.recv = x.enclosing(e, x.this, u.Implicit, false)
		}
		return p
	}
	x.unsupported(e, "name "+x.text(e))
	return place{}
}

// load reads a place.
func (x *exec) load(s *state, p place) *smt.Term {
	switch {
	case p.value != nil:
		return p.value
	case p.local != nil:
		v, ok := s.locals[p.local]
		if !ok {
			x.unsupported(p.expr, "variable "+p.local.Name+" without a value")
		}
		return v
	case p.index != nil:
		v := smt.Select(x.elements(s, p.elem, p.recv), p.index)
		x.assume(s, x.facts(s, v, p.elem))
		return v
	}
	c := x.component(s, x.fieldName(p.field))
	v := c
	if p.recv != nil {
		v = smt.Select(c, p.recv)
	}
	x.assume(s, x.facts(s, v, p.typ))
	if v.Sort == refSort && x.fieldNonNull(p.field) {
		x.assume(s, smt.Implies(x.filled(p.field, p.recv), smt.Not(smt.Eq(v, null))))
	}
	return v
}

// store writes a place, checking frames on the way.
func (x *exec) store(s *state, p place, v *smt.Term, at java.Pos) {
	switch {
	case p.local != nil:
		x.set(s, p.local, v)
		return
	case p.index != nil:
		x.checkFrame(s, location{elem: p.elem, recv: p.recv, lo: p.index}, at, x.text(p.expr))
		if isRef(p.elem) {
			x.arrayStore(s, p, v, at)
		}
		name := x.arrays(p.elem)
		c := x.component(s, name)
		s.heap[name] = smt.Store(c, p.recv, smt.Store(smt.Select(c, p.recv), p.index, v))
		x.nameVersion(s, name)
		return
	case p.field == nil:
		x.unsupported(p.expr, "assignment to "+x.text(p.expr))
	}
	if p.field.Flags.Has(java.Static) {
		x.checkFrame(s, location{field: p.field}, at, x.text(p.expr))
	} else {
		x.checkFrame(s, location{field: p.field, recv: p.recv}, at, x.text(p.expr))
	}
	if v.Sort == refSort && x.fieldNonNull(p.field) && !p.field.Spec {
		x.prove(s, smt.Not(smt.Eq(v, null)), obligation{kind: verify.PossiblyNullAssignment, at: at})
	}
	name := x.fieldName(p.field)
	if p.recv == nil {
		s.heap[name] = v
		return
	}
	s.heap[name] = smt.Store(x.component(s, name), p.recv, v)
	x.nameVersion(s, name)
}

// arrayStore is the JVM's check that a reference fits the array's run-time type.
func (x *exec) arrayStore(s *state, p place, v *smt.Term, at java.Pos) {
	if v == null || final(types.Erasure(p.elem)) {
		return
	}
	if at2, ok := types.Erasure(p.elem).(*types.ArrayType); ok && types.IsPrimitive(at2.Elem) {
		return
	}
	if ct, ok := p.elem.(*types.ClassType); ok && (ct.Class.Flags.Has(java.Final) || types.IsString(p.elem)) {
		return
	}
	// The array may have been created with a narrower element type.
	// Made in this method: its class is known.
	if made, ok := x.newRefs[p.recv.Op].(*types.ArrayType); ok {
		if !types.IsSubtype(types.Erasure(p.elem), types.Erasure(made.Elem)) {
			x.mayThrow(s, smt.Or(smt.Eq(v, null), x.instance(v, made.Elem)), "java.lang.ArrayStoreException", verify.PossiblyBadArrayAssign, at, "")
		}
		return
	}
	// Unknown of an array from elsewhere, unless its own class is the one that it is declared as.
	fits := x.function("storable", smt.Bool, p.recv, x.tag(v))
	x.assume(s, smt.Implies(smt.Eq(x.tag(p.recv), x.typeTag(&types.ArrayType{Elem: p.elem})), fits))
	x.mayThrow(s, fits, "java.lang.ArrayStoreException", verify.PossiblyBadArrayAssign, at, "")
}

// nameVersion gives a heap version a name of its own, so that terms stay small.
func (x *exec) nameVersion(s *state, name string) {
	v := s.heap[name]
	if v.Size() < 8 {
		return
	}
	n := x.fresh(name, v.Sort)
	x.fact(smt.Eq(n, v))
	if name == elemName(types.TDouble) || name == elemName(types.TFloat) {
		x.floats[n.Op] = v
	}
	s.heap[name] = n
}
