package symbolic

import (
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// place is how a specification names recv.f before the call.
func (x *exec) place(f *types.Field, recv java.Expr) java.Expr {
	shadowed := slices.ContainsFunc(x.method.Params, func(l *types.Local) bool { return l.Name == f.Name })
	inherits := types.IsSubclass(x.method.Owner, f.Owner)
	var out java.Expr
	switch {
	case f.Flags.Has(java.Static):
		if inherits && !shadowed {
			out = expr.Name(f.Name)
		} else {
			out = member(expr.Name(f.Owner.Name), f.Name)
		}
	case isThis(recv) && inherits && !shadowed:
		out = expr.Name(f.Name)
	default:
		out = member(recv, f.Name)
	}

	if x.out.reads == nil {
		x.out.reads = map[java.Expr]*types.Field{}
	}
	x.out.reads[out] = f
	return out
}

func isThis(e java.Expr) bool { _, ok := e.(*java.This); return ok }

// readField is what recv.f holds.
func (x *exec) readField(st *state, f *types.Field, recv java.Expr) value {
	base := value{x: x.place(f, recv), t: f.Type}
	return x.throughFields(st.fields, f, recv, base)
}

func (x *exec) throughFields(ws []fieldWrite, f *types.Field, recv java.Expr, base value) value {
	// The last write comes first, and decides where the names agree.
	for i, w := range slices.Backward(ws) {
		if w.f != f || x.distinct(w.recv, recv) {
			continue
		}
		if f.Flags.Has(java.Static) || same(w.recv, recv) {
			return w.v
		}
		// Two names may be of one object: then this write counts, else what was before it.
		older := x.throughFields(ws[:i], f, recv, base)
		if w.v.x == nil || older.x == nil {
			x.refuse("objects that may be the same", nil)
		}
		return value{x: conditional(compared(java.Eq, w.recv, recv, nil), w.v.x, older.x), t: f.Type}
	}
	return base
}

func (x *exec) writeField(st *state, f *types.Field, recv java.Expr, v value) *state {
	// Of the object that a constructor makes nothing was there before, for \old to speak of.
	if !x.makes(f, recv) && !slices.Contains(x.out.Fields, f) {
		x.out.Fields = append(x.out.Fields, f)
	}
	out := st.fork()
	out.fields = append(out.fields, fieldWrite{f, recv, v})
	return out
}

// readCell is what an element of an array that was there before holds.
func (x *exec) readCell(st *state, array, index java.Expr, elem types.Type) value {
	base := value{x: &java.Index{X: array, I: index}, t: elem}
	return x.throughCells(st.cells, array, index, base)
}

func (x *exec) throughCells(ws []cellWrite, array, index java.Expr, base value) value {
	for i, w := range slices.Backward(ws) {
		// Arrays of different element types are different arrays, but for those of
		// classes of which one is the other's: an array of strings may go by the name of
		// one of objects.
		if !types.Identical(w.elem, base.t) {
			if types.IsSubtype(w.elem, base.t) || types.IsSubtype(base.t, w.elem) {
				if !types.IsPrimitive(w.elem) && !types.IsPrimitive(base.t) {
					x.refuse("arrays that may be the same", nil)
				}
			}
			continue
		}
		hit := compared(java.Eq, w.index, index, nil)
		// Another element, whichever arrays these are.
		if v, ok := expr.Truth(hit); ok && !v {
			continue
		}
		if !same(w.array, array) {
			hit = and(compared(java.Eq, w.array, array, nil), hit)
		}
		if v, _ := expr.Truth(hit); v {
			return w.v
		}
		older := x.throughCells(ws[:i], array, index, base)
		if w.v.x == nil || older.x == nil {
			x.refuse("arrays that may be the same", nil)
		}
		return value{x: conditional(hit, w.v.x, older.x), t: base.t}
	}
	return base
}

func (x *exec) writeCell(st *state, array, index java.Expr, elem types.Type, v value) *state {
	x.out.Arrays = true
	out := st.fork()
	out.cells = append(out.cells, cellWrite{array, index, v, elem})
	return out
}

// newObject puts an object that the method made into a state.
func (x *exec) newObject(st *state, m *made, t types.Type) result {
	x.objects++
	out := st.fork()
	out.made[x.objects] = m
	return result{out, value{made: x.objects, t: t}}
}

// finish files the case of a path that returns.
func (x *exec) finish(st *state, v value) {
	c := Case{Guard: st.guard, Writes: x.writes(st)}
	switch {
	case v.made != 0:
		if c.Made = x.content(st, v.made); c.Made == nil {
			c.Result = x.scalar(x.text(st, v), nil)
		}
	case v.x != nil:
		c.Result = v.x
	case v.exc != "":
		x.refuse("returning an exception", nil)
	}
	x.out.Cases = append(x.out.Cases, c)
}

// content is what an object that was made holds; nil for a text.
func (x *exec) content(st *state, id int) *Made {
	m := st.made[id]
	if m.kind == builderMade {
		return nil
	}
	out := &Made{Array: m.kind == arrayMade, Elem: m.elem, Length: m.n, Rest: m.zero}
	if out.Length == nil {
		out.Length = expr.Number(int64(len(m.cells)))
	}

	for i, c := range m.cells {
		if c.x == nil {
			x.refuse("objects made inside of made objects", nil)
		}
		out.Cells = append(out.Cells, Cell{expr.Number(int64(i)), c.x})
	}
	return out
}

// writes is what a path leaves behind.
func (x *exec) writes(st *state) []Write {
	var out []Write
	add := func(w Write, v value) {
		w.Value = v.x
		if v.made != 0 {
			if w.Made = x.content(st, v.made); w.Made == nil {
				x.refuse("keeping a builder", nil)
			}
		} else if v.x == nil {
			x.refuse("keeping an exception", nil)
		}
		out = append(out, w)
	}

	for i, w := range st.fields {
		// Reading gives the last of a place's writes, so each place is asked about once.
		if slices.ContainsFunc(st.fields[:i], func(v fieldWrite) bool { return v.f == w.f && (w.recv == nil || same(v.recv, w.recv)) }) {
			continue
		}
		add(Write{Place: x.place(w.f, w.recv), Type: w.f.Type, New: x.makes(w.f, w.recv)}, x.readField(st, w.f, w.recv))
	}
	for i, w := range st.cells {
		if slices.ContainsFunc(st.cells[:i], func(v cellWrite) bool { return same(v.array, w.array) && same(v.index, w.index) }) {
			continue
		}
		add(Write{Place: &java.Index{X: w.array, I: w.index}, Type: w.elem, Array: w.array, Index: w.index}, x.readCell(st, w.array, w.index, w.elem))
	}
	return out
}
