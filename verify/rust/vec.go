package rust

import (
	"math/big"

	"ensures/rust/mir"
	"ensures/rust/spec"
	"ensures/verify"
	"ensures/verify/smt"
)

// What vec![a, b] becomes: a box of an array that is not there yet, a raw pointer to it, checks
// that the pointer is not null and aligned, the array written through the pointer, and the box
// as a vector.
//
//	Box<[T; N]>::new_uninit()            a cell that holds any array
//	copy (box.0.0) as *const … (Transmute), p as *const … (PtrToPtr)     p refers to the cell
//	p as usize, ALIGN, SIZE              any numbers
//	assert(…, "misaligned …"), assert(…, "null pointer …")               hold
//	((*p).….0: [T; N]) = array           the cell is written
//	box_assume_init_into_vec_unsafe(box) a vector of the N elements
//
// Side condition: no other raw pointer has a meaning here, so that the checks are always of one
// that a box gave.

// boxes executes the calls of those, and vec![x; n]:
//
//	from_elem(x, n): n elements are at most isize::MAX bytes ⊢ |r| = n, ∀ i · r[i] = x
//
// Side condition: x's Clone copies it.
func (x *exec) boxes(s *state, t *mir.Term, at spec.Span, name string) bool {
	if len(t.Place.Proj) > 0 {
		return false
	}
	dest := x.body.Locals[t.Place.Local].Type
	switch {
	case name == "Box::new_uninit" && len(t.Args) == 0:
		array := within1(dest, "std::boxed::Box", "std::mem::MaybeUninit")
		if array == nil || array.Kind != mir.ArrayType {
			return false
		}
		// Written directly: the local's type is a Box of MaybeUninit, which has no shape.
		s.cells[cell(t.Place.Local)] = x.fresh("boxed", x.shapes.of(array, nil))
		return true
	case name == "boxed::box_assume_init_into_vec_unsafe" && len(t.Args) == 1 && t.Args[0].Kind != mir.Constant_:
		v := s.cells[cell(t.Args[0].Place.Local)]
		if v == nil || v.kind != seqShape || v.fixed == nil || len(t.Args[0].Place.Proj) > 0 {
			return false
		}
		x.result(s, t, &value{shape: x.shapes.of(dest, nil), term: smt.BigLit(v.fixed), parts: v.parts})
		return true
	case name == "vec::from_elem" && len(t.Args) == 2:
		return x.repeated(s, t, at, dest)
	}
	return false
}

func (x *exec) repeated(s *state, t *mir.Term, at spec.Span, dest *mir.Type) bool {
	el, n := x.operand(s, t.Args[0]), x.operand(s, t.Args[1])
	sh := x.shapes.of(dest, nil)
	if sh.kind != seqShape || refers(dest) || !x.structural(itemOfVec(dest), copied) {
		return false
	}

	bytes, ok := sh.elem.mostSize()
	if !ok {
		return false
	}
	// Vec's own limit on its allocation; beyond it from_elem panics.
	x.prove(s, smt.Le(n.term, smt.BigLit(new(big.Int).Div(maxBytes, big.NewInt(bytes)))), claim{kind: verify.Precondition, at: at, detail: "capacity of more than isize::MAX bytes"})
	out := x.fresh("repeated", sh)
	out.term = n.term

	i := x.c.Bound("i", smt.Int)
	item := out.at(i)
	var triggers [][]*smt.Term
	if ts := item.terms(); len(ts) > 0 {
		triggers = append(triggers, []*smt.Term{ts[0]})
	}
	x.assume(s, smt.Forall([]*smt.Term{i}, smt.Implies(smt.And(smt.Le(smt.IntLit(0), i), smt.Lt(i, n.term)), zipEqual(item, el)), triggers...))
	x.result(s, t, out)
	return true
}

// itemOfVec is the T of Vec<T>.
func itemOfVec(t *mir.Type) *mir.Type {
	if t.Kind == mir.PathType && t.Path.Last() == "Vec" && len(t.Path.Segs[len(t.Path.Segs)-1].Args) == 1 {
		return t.Path.Segs[len(t.Path.Segs)-1].Args[0]
	}
	return nil
}

// within1 is the type inside of types with one argument each; nil where it is another type.
func within1(t *mir.Type, names ...string) *mir.Type {
	for _, n := range names {
		if t == nil || t.Kind != mir.PathType || t.Path.Name() != n || len(t.Path.Segs[len(t.Path.Segs)-1].Args) != 1 {
			return nil
		}
		t = t.Path.Segs[len(t.Path.Segs)-1].Args[0]
	}
	return t
}

// pointer is what a raw pointer refers to that is made of a box, of another one, or of a slice,
// whose length is then asked for.
func (x *exec) pointer(s *state, rv *mir.Rvalue) *ref {
	// Of a slice, for its length alone: the compiler takes it so for a check of bounds.
	if rv.Kind == mir.RawPtr {
		if root, path, t := x.resolve(s, rv.Place); t.Kind == mir.SliceType {
			return &ref{to: root, path: path}
		}
	}
	if rv.Kind != mir.Cast || rv.Args[0].Kind == mir.Constant_ {
		unsupported("raw pointer")
	}
	from := rv.Args[0].Place
	switch t := x.body.Locals[from.Local].Type; {
	case rv.Op == "PtrToPtr" && len(from.Proj) == 0 && t.Kind == mir.PtrType && s.refs[cell(from.Local)] != nil:
		return s.refs[cell(from.Local)]
	case rv.Op == "Transmute" && within1(t, "std::boxed::Box", "std::mem::MaybeUninit") != nil && len(from.Proj) == 2 && from.Proj[0].Kind == mir.Field && from.Proj[1].Kind == mir.Field && s.cells[cell(from.Local)] != nil:
		return &ref{to: cell(from.Local)}
	}
	unsupported("raw pointer")
	return nil
}

// wrapper reports whether a type holds a value of another one and nothing else, as the parts of
// a value that is not there yet do.
func wrapper(t *mir.Type) bool {
	for _, n := range []string{"std::mem::MaybeUninit", "std::mem::ManuallyDrop", "std::mem::MaybeDangling"} {
		if within1(t, n) != nil {
			return true
		}
	}
	return false
}
