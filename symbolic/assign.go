package symbolic

import (
	"slices"

	"ensures/java"
	"ensures/java/types"
)

// assign is an assignment, compound or not.
func (x *exec) assign(e *java.AssignExpr, st *state) []result {
	if e.Op == java.Assign {
		return x.store(e.X, st, func(_ func(*state) []result, target types.Type, st *state) []result {
			var out []result
			for _, r := range x.eval(e.Y, st) {
				out = append(out, result{r.st, x.convert(r.v, target)})
			}
			return out
		})
	}
	return x.update(e, e.X, st, false, func(old value, st *state) []result {
		var out []result
		p := x.info.Operand[e]
		for _, r := range x.eval(e.Y, st) {
			if e.Op == java.Plus && p != nil && types.IsString(p) {
				v := &java.Binary{Op: java.Plus, X: x.scalar(x.text(r.st, old), e), Y: x.scalar(x.text(r.st, r.v), e)}
				out = append(out, result{r.st, x.bounded(value{x: v, t: p}, e)})
				continue
			}
			t := p
			if t == nil {
				t = types.Promote(types.Unboxed(old.t), types.Unboxed(r.v.t))
			}
			if old.t.Kind() == types.Boolean {
				t = types.TBoolean
			}
			v, a := x.operate(e, e.Op, old, r.v, t, r.st)
			if a != nil {
				// A compound assignment casts to the variable's type (JLS 15.26.2).
				out = append(out, result{a, x.narrow(v, old.t, e)})
			}
		}
		return out
	})
}

// update is x = f(x); after reports whether the value is the old one.
func (x *exec) update(at java.Node, target java.Expr, st *state, after bool, f func(old value, st *state) []result) []result {
	var before []value
	out := x.store(target, st, func(read func(*state) []result, _ types.Type, st *state) []result {
		var out []result
		for _, r := range read(st) {
			for _, n := range f(r.v, r.st) {
				out = append(out, n)
				before = append(before, r.v)
			}
		}
		return out
	})

	if after {
		// Each result has its old value at the same place.
		if len(before) != len(out) {
			x.refuse("a step", at)
		}
		for i := range out {
			out[i].v = before[i]
		}
	}
	return out
}

// newValue is what is stored in a variable of type t; read gives its old value.
type newValue func(read func(*state) []result, t types.Type, st *state) []result

// store assigns to a variable, field or array element what f gives; read is its
// value.
func (x *exec) store(target java.Expr, st *state, f newValue) []result {
	target = java.Unparen(target)
	t := x.typeOf(target)
	var out []result
	switch e := target.(type) {
	case *java.Name:
		u := x.info.Uses[e]
		if u == nil {
			x.refuse("an assignment", e)
		}
		read := func(st *state) []result { return x.name(e, st) }
		if u.Kind == types.LocalRef {
			for _, r := range f(read, u.Local.Type, st) {
				a := r.st.fork()
				a.locals[u.Local] = r.v
				out = append(out, result{a, r.v})
			}
			return out
		}
		if u.Kind == types.FieldRef {
			for _, r := range f(read, u.Field.Type, st) {
				out = append(out, result{x.writeField(r.st, u.Field, x.receiver(u, e), r.v), r.v})
			}
			return out
		}
	case *java.Select:
		u := x.info.Uses[e]
		if u == nil || u.Kind != types.FieldRef {
			break
		}
		if u.Field.Flags.Has(java.Static) {
			read := func(st *state) []result { return []result{{st, x.readField(st, u.Field, nil)}} }
			for _, r := range f(read, u.Field.Type, st) {
				out = append(out, result{x.writeField(r.st, u.Field, nil, r.v), r.v})
			}
			return out
		}
		for _, o := range x.eval(e.X, st) {
			recv := x.scalar(o.v, e)
			a := x.nonNull(o.st, e, recv)
			if a == nil {
				continue
			}
			read := func(st *state) []result { return []result{{st, x.readField(st, u.Field, recv)}} }
			for _, r := range f(read, u.Field.Type, a) {
				out = append(out, result{x.writeField(r.st, u.Field, recv, r.v), r.v})
			}
		}
		return out
	case *java.Index:
		for _, a := range x.eval(e.X, st) {
			for _, i := range x.eval(e.I, a.st) {
				out = append(out, x.storeCell(e, a.v, x.scalar(i.v, e), t, i.st, f)...)
			}
		}
		return out
	}
	x.refuse("an assignment", target)
	return nil
}

func (x *exec) storeCell(e *java.Index, a value, i java.Expr, t types.Type, st *state, f newValue) []result {
	var out []result
	read := func(st *state) []result { return x.elementOf(e, a, i, st) }
	if a.made != 0 {
		for _, r := range f(read, t, st) {
			m := r.st.made[a.made]
			n, ok := intOf(i)
			if m.n != nil || !ok || n < 0 || n >= int64(len(m.cells)) || r.v.x == nil {
				x.refuse("an element of an array that the method makes", e)
			}
			// Objects are never changed in place: other paths still have this one.
			c := *m
			c.cells = slices.Clone(m.cells)
			c.cells[n] = r.v
			b := r.st.fork()
			b.made[a.made] = &c
			out = append(out, result{b, r.v})
		}
		return out
	}

	array := x.scalar(a, e)
	for _, r := range f(read, t, st) { // the right side is evaluated before the bounds are looked at
		b := x.nonNull(r.st, e, array)
		if b == nil {
			continue
		}
		if b = x.inBounds(b, e, i, member(array, "length")); b == nil {
			continue
		}
		out = append(out, result{x.writeCell(b, array, i, t, r.v), r.v})
	}
	return out
}
