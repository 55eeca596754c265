package rust

import (
	"ensures/rust/mir"
	"ensures/verify/smt"
)

// resolve finds the cell that a place is a part of.
//
// Side conditions: what a mutable reference refers to is known on every path that
// joins here; a reference that stands inside of a value is a shared one.
func (x *exec) resolve(s *state, p mir.Place) (cell, []step, *mir.Type) {
	root, path, typ := cell(p.Local), []step(nil), x.body.Locals[p.Local].Type
	variant := ""

	for _, pr := range p.Proj {
		switch pr.Kind {
		case mir.Deref:
			mutable := typ.Kind == mir.RefType && typ.Mutable
			switch {
			case mutable && len(path) == 0 && root == cell(p.Local) && s.refs[root] != nil:
				// A copy: places that begin with one reference may not share the array behind its path.
				r := s.refs[root]
				root, path = r.to, append([]step(nil), r.path...)
			case mutable:
				unsupported("mutable reference whose target is not known")
			case typ.Kind == mir.PtrType && len(path) == 0 && root == cell(p.Local) && s.refs[root] != nil && wrapper(typ.Elem):
				root, path = s.refs[root].to, append([]step(nil), s.refs[root].path...)
			case typ.Kind == mir.PtrType:
				unsupported("raw pointer")
			}

			// A shared reference has the shape of what it refers to, so nothing else changes.
			if typ.Elem != nil {
				typ = typ.Elem
			}
		case mir.Downcast:
			// The type stays the enum's; the field that follows is one of this variant's.
			variant = pr.Variant
			continue
		case mir.Field:
			// MaybeUninit and its like hold one value: their fields are no step in the shape.
			if wrapper(typ) {
				typ = pr.Type
				continue
			}
			at := x.read(s, root, path)

			i := pr.Field
			if at.kind == enumShape {
				v := at.shape.variantIndex(variant)
				if v < 0 {
					unsupported("variant " + variant)
				}
				i += at.variants[v].from
			}
			if i >= len(at.parts) {
				unsupported("field of " + typ.String())
			}
			path, typ, variant = append(path, step{field: i}), pr.Type, ""
		case mir.Index:
			path = append(path, step{index: x.local(s, pr.Local).term})
			typ = elementType(typ)
		case mir.ConstantIndex:
			i := smt.IntLit(int64(pr.From))
			if pr.FromEnd {
				i = smt.Subtract(x.read(s, root, path).term, i)
			}
			path, typ = append(path, step{index: i}), elementType(typ)
		default:
			unsupported("part of a slice by a pattern")
		}
	}
	return root, path, typ
}

func elementType(t *mir.Type) *mir.Type {
	if t.Kind == mir.ArrayType || t.Kind == mir.SliceType {
		return t.Elem
	}
	unsupported("element of " + t.String())
	return nil
}

// read is the value of a part of a cell.
func (x *exec) read(s *state, root cell, path []step) *value {
	v := s.cells[root]
	if v == nil {
		unsupported("variable that has no value on some path")
	}
	for _, st := range path {
		if st.index != nil {
			v = v.at(st.index)
		} else {
			v = v.parts[st.field]
		}
	}
	return v
}

// write gives a part of a cell a value.
func (x *exec) write(s *state, root cell, path []step, v *value) {
	if len(path) == 0 {
		s.cells[root] = v
		return
	}
	if s.cells[root] == nil {
		unsupported("part of a variable that has no value yet")
	}
	s.cells[root] = x.changed(s.cells[root], path, v)
}

func (x *exec) changed(v *value, path []step, to *value) *value {
	if len(path) == 0 {
		return to
	}
	st := path[0]
	if st.index != nil {
		// Named, since the element that is read and the sequence that it is put into would both grow with
		// every write.
		out := v.with(st.index, x.changed(v.at(st.index), path[1:], to))
		out.parts[0] = out.parts[0].mapTerms(func(t *smt.Term) *smt.Term { return x.name("elems", t) })
		return out
	}
	return v.withPart(st.field, x.changed(v.parts[st.field], path[1:], to))
}

// local is the value of a local.
func (x *exec) local(s *state, l mir.Local) *value { return x.read(s, cell(l), nil) }

// operand is the value of an operand.
func (x *exec) operand(s *state, o *mir.Operand) *value {
	if o.Kind == mir.Constant_ {
		return x.constant(o.Const)
	}
	root, path, typ := x.resolve(s, o.Place)
	if typ.Kind == mir.RefType && typ.Mutable { // what it refers to, as a shared reference
		if r := s.refs[root]; r != nil && len(path) == 0 {
			return x.read(s, r.to, r.path)
		}
		unsupported("mutable reference whose target is not known")
	}
	return x.read(s, root, path)
}

// reference is the target of an operand that is a mutable reference; nil where it is
// none.
func (x *exec) reference(s *state, o *mir.Operand) *ref {
	if o.Kind == mir.Constant_ {
		return nil
	}
	root, path, typ := x.resolve(s, o.Place)
	if typ.Kind != mir.RefType || !typ.Mutable {
		return nil
	}
	if r := s.refs[root]; r != nil && len(path) == 0 {
		return r
	}
	unsupported("mutable reference whose target is not known")
	return nil
}

// operandType is the type of an operand; nil for constants that do not say theirs.
func (x *exec) operandType(s *state, o *mir.Operand) *mir.Type {
	if o.Kind == mir.Constant_ {
		return o.Const.Type
	}
	_, _, t := x.resolve(s, o.Place)
	return t
}
