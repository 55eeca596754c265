package native

import (
	"strconv"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/verify"
	"ensures/verify/smt"
)

// The heap is a set of named components, each versioned on its own: a field is an
// array from references to values, a static field a scalar, the arrays of one
// element type an array of arrays, and `alive` says which references exist.

// base is where a component comes from that a path has not touched: the pre-state
// of a method, a heap after everything was havocked, or the paths of a join.
type base struct {
	from  []*state
	known map[string]*smt.Term
	tag   string
}

const alive = "alive"

// component is the current version of a heap component.
func (x *exec) component(s *state, name string) *smt.Term {
	if v, ok := s.heap[name]; ok {
		return v
	}
	return x.baseComponent(s.base, name)
}

func (x *exec) baseComponent(b *base, name string) *smt.Term {
	if v, ok := b.known[name]; ok {
		return v
	}
	var v *smt.Term
	if b.from == nil {
		// Looked at for the first time: until then any value was as good.
		v = x.fresh(name+b.tag, x.components[name].sort)
		x.typed(name, v)
		// Only of the pre-state: after a havoc old objects may hold new ones.
		if b.tag == "" && name == listElements {
			x.elementsExist(v, x.baseComponent(b, alive))
		} else if b.tag == "" && name != alive {
			x.existed(name, v, x.baseComponent(b, alive))
		}
	} else {
		// Asked of each path that has met here, so that a component which none has touched is one
		// term on all of them.
		vs := make([]*smt.Term, len(b.from))
		for i, s := range b.from {
			vs[i] = x.component(s, name)
		}
		v = x.phi(name, b.from, vs)
	}
	b.known[name] = v
	return v
}

// listElements is the component of what lists hold.
const listElements = "list.elements"

// elementsExist states of the state before the call that lists which exist hold what
// exists: nothing that is created later.
func (x *exec) elementsExist(content, exists *smt.Term) {
	r, i := x.bound("r", refSort), x.bound("i", smt.Int)
	e := smt.Select(smt.Select(content, r), i)
	x.fact(smt.Forall([]*smt.Term{r, i}, smt.Implies(smt.Select(exists, r), smt.Or(smt.Eq(e, null), smt.Select(exists, e))), []*smt.Term{e}))
}

// comp describes a heap component.
type comp struct {
	sort smt.Sort
	typ  types.Type // of the field, or of the arrays' elements; nil for alive
	kind compKind
	once bool // of a final instance field
}

type compKind uint8

const (
	fieldComp compKind = iota + 1
	staticComp
	arrayComp
	otherComp
)

// typed states the facts that every version of a component satisfies because Java
// is typed: integral values are in range.
func (x *exec) typed(name string, v *smt.Term) {
	c := x.components[name]
	if c.typ == nil {
		return
	}
	if _, _, ok := rangeOf(c.typ); !ok {
		return
	}
	switch c.kind {
	case staticComp:
		x.fact(inRange(v, c.typ))
	case fieldComp:
		r := x.bound("r", refSort)
		e := smt.Select(v, r)
		x.fact(smt.Forall([]*smt.Term{r}, inRange(e, c.typ), []*smt.Term{e}))
	case arrayComp:
		r, i := x.bound("r", refSort), x.bound("i", smt.Int)
		e := smt.Select(smt.Select(v, r), i)
		x.fact(smt.Forall([]*smt.Term{r, i}, inRange(e, c.typ), []*smt.Term{e}))
	}
}

// typedPart states the type facts of one object's field value or one array's content.
func (x *exec) typedPart(c comp, v *smt.Term) {
	if _, _, ok := rangeOf(c.typ); !ok {
		return
	}
	if c.kind == fieldComp {
		x.fact(inRange(v, c.typ))
		return
	}
	i := x.bound("i", smt.Int)
	e := smt.Select(v, i)
	x.fact(smt.Forall([]*smt.Term{i}, inRange(e, c.typ), []*smt.Term{e}))
}

// havocComponent gives a component a new version about which only its types are known.
func (x *exec) havocComponent(s *state, name string) *smt.Term {
	v := x.fresh(name, x.components[name].sort)
	x.typed(name, v)
	s.heap[name] = v
	return v
}

// havocHeap forgets everything about the heap but which references are alive and what
// final fields hold. No object is taken to be known to nobody else.
func (x *exec) havocHeap(s *state) {
	old := x.component(s, alive)
	// Looked up before the base is replaced.
	kept := map[string]*smt.Term{}
	for _, name := range x.finals() {
		kept[name] = x.component(s, name)
	}
	// A base of its own without origin: every component is a new constant when it is next looked
	// at.
	s.base = &base{known: map[string]*smt.Term{}, tag: "@"}
	s.heap = kept
	x.grow(s, old)
}

// Final fields. Only the constructor of an object assigns its final fields, and only
// the initialisation of a class those of the class, so no call changes what they are
// in objects that it does not make itself:
//
//	call of m:   h'.f = h.f     of final f;   at the object of a constructor any value
//
// Side conditions: what a call makes is not alive before, so nothing has been said of
// its fields in h.f, and it may have any there. The method under proof is not the
// constructor that is still to assign f and called again: a constructor is called on
// its object by this(…) and super(…) only, which are such calls.

// finals is the components of final fields of the file.
func (x *exec) finals() []string {
	var out []string
	for _, c := range x.classes {
		for _, f := range c.Fields {
			if f.Flags.Has(java.Final) && f.Constant() == nil {
				out = append(out, x.fieldName(f))
			}
		}
	}
	return out
}

// havocFinals forgets the final fields of the object o of class c.
func (x *exec) havocFinals(s *state, c *types.Class, o *smt.Term) {
	for ; c != nil && !c.Library; c = superClass(c) {
		for _, f := range c.Fields {
			if !f.Flags.Has(java.Final) || f.Flags.Has(java.Static) || f.Constant() != nil {
				continue
			}
			name := x.fieldName(f)
			v := x.fresh(f.Name, sortOf(f.Type))
			x.assume(s, x.facts(s, v, f.Type))
			s.heap[name] = smt.Store(x.component(s, name), o, v)
			x.nameVersion(s, name)
		}
	}
}

// existed states of the state before the call that what existed holds only what
// existed: everything that can be reached from there did.
func (x *exec) existed(name string, v, exists *smt.Term) {
	c := x.components[name]
	if c.typ == nil || !isRef(c.typ) || sortOf(c.typ) != refSort {
		return
	}
	switch c.kind {
	case staticComp:
		x.fact(smt.Or(smt.Eq(v, null), smt.Select(exists, v)))
	case fieldComp:
		r := x.bound("r", refSort)
		e := smt.Select(v, r)
		x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(smt.Select(exists, r), smt.Or(smt.Eq(e, null), smt.Select(exists, e))), []*smt.Term{e}))
	case arrayComp:
		x.elementsExist(v, exists)
	}
}

// grow gives `alive` a new version that contains the old one.
func (x *exec) grow(s *state, old *smt.Term) {
	now := x.fresh(alive, x.components[alive].sort)
	r := x.bound("r", refSort)
	// Objects don't cease to exist. Either term wakes the fact, whichever of the two states is
	// spoken of.
	x.fact(smt.Forall([]*smt.Term{r}, smt.Implies(smt.Select(old, r), smt.Select(now, r)), []*smt.Term{smt.Select(now, r)}, []*smt.Term{smt.Select(old, r)}))
	s.heap[alive] = now
}

// fieldName registers a field's component.
func (x *exec) fieldName(f *types.Field) string {
	name := "f." + f.Owner.Name + "." + f.Name
	if x.fieldNames[f] != "" {
		return x.fieldNames[f]
	}
	if _, taken := x.components[name]; taken {
		// Classes of the same simple name, nested in different ones.
		name += "." + strconv.Itoa(len(x.components))
	}
	x.fieldNames[f] = name
	c := comp{sort: smt.ArrayOf(refSort, sortOf(f.Type)), typ: f.Type, kind: fieldComp}
	if f.Flags.Has(java.Static) {
		c.sort, c.kind = sortOf(f.Type), staticComp
	} else {
		c.once = f.Flags.Has(java.Final)
	}
	x.components[name] = c
	return name
}

// arrays registers the component of arrays with elements of type t.
func (x *exec) arrays(t types.Type) string {
	name := elemName(t)
	if _, ok := x.components[name]; !ok {
		x.components[name] = comp{sort: smt.ArrayOf(refSort, smt.ArrayOf(smt.Int, sortOf(t))), typ: t, kind: arrayComp}
	}
	return name
}

// length is the length of an array.
func (x *exec) length(r *smt.Term) *smt.Term {
	n := x.function("alen", smt.Int, r)
	x.once("alen", func() {
		q := x.bound("r", refSort)
		l := smt.App("alen", smt.Int, q)
		x.fact(smt.Forall([]*smt.Term{q}, smt.And(smt.Le(smt.IntLit(0), l), smt.Le(l, smt.BigLit(maxInt))), []*smt.Term{l}))
	})
	return n
}

// elements is the content of array r, an array from indices.
func (x *exec) elements(s *state, t types.Type, r *smt.Term) *smt.Term {
	return smt.Select(x.component(s, x.arrays(t)), r)
}

// refFacts is what holds of any reference of static type t that a program can
// hold in s: it is null or alive, and an instance of its type.
func (x *exec) refFacts(s *state, v *smt.Term, t types.Type) *smt.Term {
	if v == null || v.Sort != refSort {
		return smt.True
	}
	return smt.Or(smt.Eq(v, null), smt.And(smt.Select(x.component(s, alive), v), x.instance(v, t)))
}

// facts is what Java's types say of a value of static type t.
func (x *exec) facts(s *state, v *smt.Term, t types.Type) *smt.Term {
	switch v.Sort {
	case smt.Int:
		return inRange(v, t)
	case smt.Float32, smt.Float64:
		if x.arithmetic == verify.Quiet {
			return smt.And(isNumber(v), smt.Not(smt.App("fp.isInfinite", smt.Bool, v)))
		}
		return smt.True
	}
	return x.refFacts(s, v, t)
}

// allocate is a new object, distinct from all that are alive.
func (x *exec) allocate(s *state, hint string, t types.Type) *smt.Term {
	o := x.fresh(hint, refSort)
	a := x.component(s, alive)
	x.assume(s, smt.And(smt.Not(smt.Eq(o, null)), smt.Not(smt.Select(a, o)), x.exact(o, t)))
	s.heap[alive] = smt.Store(a, o, smt.True)
	x.newRefs[o.Op] = t
	return o
}

// allocateLike is a new object of the same class as another, of which the static
// type is known: tag(o) = tag(like), and no more.
func (x *exec) allocateLike(s *state, hint string, t types.Type, like *smt.Term) *smt.Term {
	o := x.fresh(hint, refSort)
	a := x.component(s, alive)
	x.assume(s, smt.And(smt.Not(smt.Eq(o, null)), smt.Not(smt.Select(a, o)), x.instance(o, t), smt.Eq(x.tag(o), x.tag(like))))
	s.heap[alive] = smt.Store(a, o, smt.True)
	return o
}

// isNumber says that a floating-point value is not NaN. In quiet mode, which does
// not look at failures of arithmetic, it is assumed of inputs and results.
func isNumber(v *smt.Term) *smt.Term { return smt.Not(smt.App("fp.isNaN", smt.Bool, v)) }

// closed reports whether a term has no variable bound outside of it.
func closed(t *smt.Term) bool {
	if len(t.Args) == 0 {
		return !strings.Contains(t.Op, "?")
	}
	for _, a := range t.Args {
		if !closed(a) {
			return false
		}
	}
	return true
}
