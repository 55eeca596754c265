package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// location is a set of memory locations: a field of an object, a static field, a
// range of an array, all fields of an object, or everything.
type location struct {
	everything bool
	field      *types.Field
	recv       *smt.Term
	allFields  bool
	opaque     bool // with allFields: recv may be an object of the class library
	elem       types.Type
	lo, hi     *smt.Term // array indices, hi inclusive; lo alone is one index, neither is the whole array
}

// frame is what may be assigned: the locations of an assignable or loop_modifies
// clause, evaluated where the clause says, and everything allocated since.
type frame struct {
	locs   []location
	any    bool
	when   *smt.Term // the frame binds only where this holds; nil is always
	alive  *smt.Term // before the frame began
	clause java.Pos
	text   string
}

// locations evaluates store references in context sp.
func (x *exec) locations(sp *spec, refs []java.Expr) (locs []location, any bool) {
	for _, r := range refs {
		switch r := java.Unparen(r).(type) {
		case *java.SpecWord:
			switch r.Word {
			case "\\everything", "\\not_specified":
				any = true
			case "\\nothing", "\\strictly_nothing":
			default:
				x.unsupported(r, r.Word+" in a frame")
			}
		case *java.StoreAll:
			if _, ok := x.typeOfOr(r.X).(*types.ClassType); !ok || x.isTypeName(r.X) {
				x.unsupported(r, "static fields of a class as a frame")
			}
			// Of an interface's or the library's object content may be meant that lies in
			// components which nothing has named yet.
			ct, ok := x.typeOfOr(r.X).(*types.ClassType)
			locs = append(locs, location{allFields: true, recv: sp.eval(r.X), opaque: !ok || ct.Class.Library || ct.Class.IsInterface()})
		case *java.Index:
			at, ok := x.typeOf(r.X).(*types.ArrayType)
			if !ok {
				x.unsupported(r, "index into "+x.typeOf(r.X).String())
			}
			l := location{elem: at.Elem, recv: sp.eval(r.X)}
			if rg, ok := r.I.(*java.StoreRange); ok {
				if rg.Lo != nil {
					l.lo = sp.number(rg.Lo, types.TInt)
				}
				if rg.Hi != nil {
					l.hi = sp.number(rg.Hi, types.TInt)
				}
				if l.lo == nil && l.hi != nil {
					l.lo = smt.IntLit(0)
				}
				if l.lo != nil && l.hi == nil {
					l.hi = smt.Subtract(x.length(l.recv), smt.IntLit(1))
				}
			} else {
				l.lo = sp.number(r.I, types.TInt)
			}
			locs = append(locs, l)
		case *java.Name, *java.Select:
			u := x.useOf(r)
			if u == nil || u.Kind != types.FieldRef {
				if u != nil && u.Kind == types.LocalRef {
					continue // locals need no frame
				}
				x.unsupported(r, "store reference")
			}
			l := location{field: u.Field}
			if !u.Field.Flags.Has(java.Static) {
				if sel, ok := r.(*java.Select); ok {
					l.recv = sp.eval(sel.X)
				} else {
					l.recv = sp.around(r, u.Implicit)
				}
			}
			locs = append(locs, l)
			locs = append(locs, x.dataGroup(r, l)...)
		default:
			x.unsupported(r, "store reference")
		}
	}
	return locs, any
}

// covers says that an assignment to the single location l is within f.
func (x *exec) covers(f *frame, l location) *smt.Term {
	if f.any {
		return smt.True
	}
	var or []*smt.Term
	if l.recv != nil {
		// Allocated since the frame began.
		or = append(or, smt.Not(smt.Select(f.alive, l.recv)))
	}
	for _, g := range f.locs {
		switch {
		case g.everything:
			return smt.True
		case g.allFields:
			// o.* is all fields of o, and no element of an array.
			if (l.field != nil || l.allFields) && l.recv != nil {
				or = append(or, smt.Eq(l.recv, g.recv))
			}
		case g.field != nil:
			if l.field == g.field {
				if l.recv == nil {
					return smt.True
				}
				or = append(or, smt.Eq(l.recv, g.recv))
			}
		case g.elem != nil && l.elem != nil && elemName(g.elem) == elemName(l.elem):
			same := smt.Eq(l.recv, g.recv)
			switch {
			case g.lo == nil:
				or = append(or, same)
			// A range never is, even where it happens to be all of the array's indices.
			case l.lo == nil: // the whole array
			case g.hi == nil && l.hi == nil:
				or = append(or, smt.And(same, smt.Eq(l.lo, g.lo)))
			case g.hi != nil:
				hi := l.hi
				if hi == nil {
					hi = l.lo
				}
				or = append(or, smt.And(same, smt.Le(g.lo, l.lo), smt.Le(hi, g.hi)))
			}
		}
	}
	return smt.Or(or...)
}

// checkFrame obliges an assignment to l to be within every frame around it.
func (x *exec) checkFrame(s *state, l location, at java.Pos, what string) {
	x.withinFrames(s, at, what, func(f *frame) *smt.Term { return x.covers(f, l) })
}

// withinFrames obliges what is assigned to be within each frame around it, where that binds; in
// says what it takes for one.
func (x *exec) withinFrames(s *state, at java.Pos, what string, in func(*frame) *smt.Term) {
	for _, f := range x.frames {
		if f == nil || f.any {
			continue
		}
		is := in(f)
		if f.when != nil {
			is = smt.Implies(f.when, is)
		}
		x.prove(s, is, obligation{kind: verify.Assignable, at: at, assoc: f.clause, clause: f.text, detail: what})
	}
}

// everythingAssigned obliges that anything may be assigned, as a call of m may.
func (x *exec) everythingAssigned(s *state, at java.Pos, m *types.Method) {
	x.withinFrames(s, at, "everything (callee "+m.Name+")", func(*frame) *smt.Term { return smt.False })
}

// methodFrame is the frame of the method under proof.
func (x *exec) methodFrame(s *state, clauses []*jml.Clause, pure bool) *frame {
	f := &frame{alive: x.component(s, alive)}
	if len(clauses) == 0 {
		f.any = !pure
		return f
	}
	for _, c := range clauses {
		f.clause, f.text = c.KeyPos, x.text(c)
		if c.NotSpecified {
			f.any = true
			continue
		}
		locs, any := x.locations(x.specAt(s), c.Refs)
		f.locs = append(f.locs, locs...)
		f.any = f.any || any
	}
	return f
}

// loopFrame is the frame of a loop; nil without a clause.
func (x *exec) loopFrame(head *state, spec *jml.LoopSpec) *frame {
	cs := spec.Of(jml.LoopAssigns)
	if len(cs) == 0 {
		return nil
	}
	return x.methodFrame(head, cs, false)
}
