package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// update computes a variable's new value from its old one; it evaluates the right
// side of a compound assignment.
type (
	updateP func(f *frame, old int64) int64
	updateR func(f *frame, old Ref) Ref
)

// target is a variable that can be assigned, as closures over its parts.
type target struct {
	t   types.Type
	ref bool
	// plain assignment; the value is the assigned one
	setP func(v pfn) pfn
	setR func(v rfn) rfn
	// compound assignment and increments; old chooses the result
	updP func(u updateP, old bool) pfn
	updR func(u updateR, old bool) rfn
	slot int // of a local, else −1
}

func (c *compiler) assign(x *java.AssignExpr) val {
	if x.Op == java.Assign {
		return c.assignPlain(x)
	}
	return c.assignCompound(x)
}

func (c *compiler) assignPlain(x *java.AssignExpr) val {
	tg := c.target(x.X)
	v := c.initializer(x.Y, tg.t)
	if tg.ref {
		return val{t: tg.t, r: tg.setR(v.r)}
	}
	return val{t: tg.t, p: tg.setP(v.prim())}
}

func (c *compiler) assignCompound(x *java.AssignExpr) val {
	tg := c.target(x.X)
	op := c.info.Operand[x]
	if op == nil {
		c.unsupported(x, "compound assignment")
	}
	if types.IsString(op) && x.Op == java.Plus {
		// One text for the whole: the old value first, then the parts of the right side,
		// which is not made into a String by itself.
		var parts []part
		c.concatParts(x.Y, &parts)
		return val{t: tg.t, r: tg.updR(func(f *frame, old Ref) Ref {
			s := f.m.ToJavaString(old)
			t := f.m.borrowText()
			t.Add(s)
			for _, p := range parts {
				p(f, t)
			}
			r := t.String()
			f.m.returnText()
			f.m.Alloc(r.bytes())
			return r
		}, false)}
	}

	if op.Kind() == types.Dyn {
		return c.dynamicCompound(x, tg)
	}

	// The distance of a shift keeps its own type; any other right side is promoted with the target.
	y := c.expr(x.Y)
	switch x.Op {
	case java.Shl, java.Shr, java.Ushr:
		u := types.Unboxed(y.t)
		if u == nil {
			u = types.TLong
		}
		y = c.convert(y, u)
	default:
		y = c.convert(y, op)
	}
	return c.updated(x, tg, x.Op, op, y, false)
}

// updated is `target = (T) (target op y)` with the operation on type op; old
// chooses the former value as the result.
func (c *compiler) updated(at java.Expr, tg target, o java.Op, op types.Type, y val, old bool) val {
	// The old value travels through a slot of its own, so that the operator's
	// closures can read it as a local.
	if tg.ref {
		in := c.fn.place(true)
		iv := inSlot(tg.t, in)
		// A null that is unboxed here is described by the expression of the target, not by the
		// slot.
		switch x := at.(type) {
		case *java.Unary:
			iv.e = x.X
		case *java.AssignExpr:
			iv.e = x.X
		}
		v := c.convert(iv, op)
		w := c.arith(at, o, op, v, y)
		w = c.convert(c.fitting(at, w, types.Unboxed(tg.t)), types.Unboxed(tg.t))
		nv := c.convert(w, tg.t).r
		return val{t: tg.t, r: tg.updR(func(f *frame, old Ref) Ref {
			f.r[in.i] = old
			return nv(f)
		}, old)}
	}

	if u := c.fastUpdate(tg.t, o, op, y); u != nil {
		return val{t: tg.t, p: tg.updP(u, old)}
	}
	in := c.fn.place(false)
	v := c.convert(inSlot(tg.t, in), op)
	w := c.convert(c.fitting(at, c.arith(at, o, op, v, y), tg.t), tg.t).prim()
	return val{t: tg.t, p: tg.updP(func(f *frame, old int64) int64 {
		f.p[in.i] = old
		return w(f)
	}, old)}
}

// fastUpdate is the frequent additions.
func (c *compiler) fastUpdate(t types.Type, o java.Op, op types.Type, y val) updateP {
	// Where the types differ the result is converted back to the target's
	// (JLS 15.26.2), and where sums are exact it is checked.
	if t != op || c.exact() {
		return nil
	}
	p, k := y.prim(), y.k
	isK := y.shape == shapeConst
	switch {
	case t.Kind() == types.Int && o == java.Plus && isK:
		return func(_ *frame, old int64) int64 { return int64(int32(old + k)) }
	case t.Kind() == types.Int && o == java.Plus:
		return func(f *frame, old int64) int64 { return int64(int32(old + p(f))) }
	case t.Kind() == types.Int && o == java.Sub && isK:
		return func(_ *frame, old int64) int64 { return int64(int32(old - k)) }
	case t.Kind() == types.Int && o == java.Sub:
		return func(f *frame, old int64) int64 { return int64(int32(old - p(f))) }
	case t.Kind() == types.Int && o == java.Mul:
		return func(f *frame, old int64) int64 { return int64(int32(old * p(f))) }
	case t.Kind() == types.Long && o == java.Plus:
		return func(f *frame, old int64) int64 { return old + p(f) }
	case t.Kind() == types.Double && o == java.Plus:
		return func(f *frame, old int64) int64 { return bits64(f64(old) + f64(p(f))) }
	}
	return nil
}

// incDec compiles ++ and --.
func (c *compiler) incDec(x *java.Unary, used bool) val {
	tg := c.target(x.X)
	op := c.info.Operand[x]
	if op == nil || op.Kind() == types.Dyn {
		c.unsupported(x, "increment of a value whose type is only known at run time")
	}
	o := java.Plus
	if x.Op == java.PreDec || x.Op == java.PostDec {
		o = java.Sub
	}
	one := constant(types.TInt, 1)
	return c.updated(x, tg, o, op, c.convert(one, op), used && (x.Op == java.PostInc || x.Op == java.PostDec))
}

// target compiles the left side of an assignment.
func (c *compiler) target(e java.Expr) target {
	switch x := e.(type) {
	case *java.Paren:
		return c.target(x.X)
	case *java.Name:
		u := c.info.Uses[x]
		if u == nil {
			c.unsupported(x, "assignment to "+x.Name)
		}
		switch u.Kind {
		case types.LocalRef:
			s, ok := c.fn.find(u.Local)
			if !ok {
				c.unsupported(x, "assignment to captured "+x.Name)
			}
			return localTarget(u.Local.Type, s)
		case types.FieldRef:
			if u.Field.Flags.Has(java.Static) {
				return c.staticTarget(u.Field, nil)
			}

			return c.fieldTarget(c.holder(x, u), u.Field, c.typ(x), nil)
		}
	case *java.Select:
		u := c.info.Uses[x]
		if u == nil || u.Kind != types.FieldRef {
			c.unsupported(x, "assignment to "+x.Name.Name)
		}
		if u.Field.Flags.Has(java.Static) {
			return c.staticTarget(u.Field, c.receiverEffect(x.X))
		}

		// super.f and this.f need no test for null, and their messages name no
		// receiver.
		if _, ok := x.X.(*java.Super); ok {
			return c.fieldTarget(c.enclosing(c.class.Class, false), u.Field, c.typ(x), nil)
		}
		if t, ok := x.X.(*java.This); ok {
			return c.fieldTarget(c.this(t).r, u.Field, c.typ(x), nil)
		}
		obj := c.expr(x.X)
		return c.fieldTarget(c.receiver(obj, u.Field.Owner), u.Field, c.typ(x), c.nullSite(x.X, `Cannot assign field "`+x.Name.Name+`"`))
	case *java.Index:
		return c.elementTarget(x)
	}
	c.unsupported(e, "assignment to this expression")
	return target{}
}

func localTarget(t types.Type, s slot) target {
	i := s.i
	tg := target{t: t, ref: s.ref, slot: i}

	tg.setP = func(v pfn) pfn {
		return func(f *frame) int64 {
			n := v(f)
			f.p[i] = n
			return n
		}
	}
	tg.setR = func(v rfn) rfn {
		return func(f *frame) Ref {
			r := v(f)
			f.r[i] = r
			return r
		}
	}

	tg.updP = func(u updateP, old bool) pfn {
		if old {
			return func(f *frame) int64 {
				// The old value is saved before the right side runs, which may
				// assign the variable: x += x++.
				was := f.p[i]
				f.p[i] = u(f, was)
				return was
			}
		}
		return func(f *frame) int64 {
			n := u(f, f.p[i])
			f.p[i] = n
			return n
		}
	}

	tg.updR = func(u updateR, old bool) rfn {
		return func(f *frame) Ref {
			was := f.r[i]
			n := u(f, was)
			f.r[i] = n
			if old {
				return was
			}
			return n
		}
	}

	return tg
}

// staticTarget is a static field; its class is initialised before the right side
// of a compound assignment, and after that of a plain one.
func (c *compiler) staticTarget(fd *types.Field, effect sfn) target {
	k := c.prog.load(fd.Owner)
	s := k.shared[fd]
	i := s.i
	tg := target{t: fd.Type, ref: s.ref, slot: -1}

	// The class of the field is initialised by the access itself, unless an expression
	// in front of it has to be evaluated first.
	touch := func(f *frame) {
		if effect != nil {
			effect(f)
		}
	}

	tg.setP = func(v pfn) pfn {
		return func(f *frame) int64 {
			touch(f)
			n := v(f)
			f.m.static(k).p[i] = n
			return n
		}
	}
	tg.setR = func(v rfn) rfn {
		return func(f *frame) Ref {
			touch(f)
			r := v(f)
			f.m.static(k).r[i] = r
			return r
		}
	}

	tg.updP = func(u updateP, old bool) pfn {
		return func(f *frame) int64 {
			touch(f)
			st := f.m.static(k)
			was := st.p[i]
			n := u(f, was)
			st.p[i] = n
			if old {
				return was
			}
			return n
		}
	}

	tg.updR = func(u updateR, old bool) rfn {
		return func(f *frame) Ref {
			touch(f)
			st := f.m.static(k)
			was := st.r[i]
			n := u(f, was)
			st.r[i] = n
			if old {
				return was
			}
			return n
		}
	}

	return tg
}

func (c *compiler) fieldTarget(obj rfn, fd *types.Field, t types.Type, site *nullSite) target {
	s, ok := c.prog.load(fd.Owner).slots[fd]
	if !ok {
		c.unsupported(nil, "field "+fd.Name+" of "+fd.Owner.Binary)
	}
	if t == nil {
		t = fd.Type
	}
	i := s.i

	check := func(f *frame, r Ref) *Object {
		o, ok := r.(*Object)
		if !ok {
			if site == nil {
				f.m.Throw("java.lang.NullPointerException", "")
			}
			site.throw(f.m)
		}
		return o
	}
	tg := target{t: t, ref: s.ref, slot: -1}

	// As in the JVM the value is evaluated before the receiver is found to be null.
	tg.setP = func(v pfn) pfn {
		return func(f *frame) int64 {
			r := obj(f)
			n := v(f)
			check(f, r).P[i] = n
			return n
		}
	}
	tg.setR = func(v rfn) rfn {
		return func(f *frame) Ref {
			r := obj(f)
			n := v(f)
			check(f, r).R[i] = n
			return n
		}
	}

	// Here the receiver is tested first: its old value is read before the right side
	// runs.
	tg.updP = func(u updateP, old bool) pfn {
		return func(f *frame) int64 {
			o := check(f, obj(f))
			was := o.P[i]
			n := u(f, was)
			o.P[i] = n
			if old {
				return was
			}
			return n
		}
	}

	tg.updR = func(u updateR, old bool) rfn {
		return func(f *frame) Ref {
			o := check(f, obj(f))
			was := o.R[i]
			n := u(f, was)
			o.R[i] = n
			if old {
				return was
			}
			return n
		}
	}
	return tg
}

// effect compiles an expression whose value is not used.
func (c *compiler) effect(e java.Expr) sfn {
	switch x := e.(type) {
	case *java.Paren:
		return c.effect(x.X)
	case *java.Unary:
		if x.Op.Changes() {
			if s := c.localStep(x); s != nil {
				return s
			}
			return discard(c.incDec(x, false))
		}
	case *java.AssignExpr:
		if s := c.localAssign(x); s != nil {
			return s
		}
		return discard(c.assign(x))
	}
	return discard(c.expr(e))
}

func discard(v val) sfn {
	switch {
	case v.r != nil:
		r := v.r
		return func(f *frame) ctl { r(f); return ctlNext }
	case v.b != nil:
		b := v.b
		return func(f *frame) ctl { b(f); return ctlNext }
	}
	p := v.p
	return func(f *frame) ctl { p(f); return ctlNext }
}

// localInt is the slot of an int local of this function that e names.
func (c *compiler) localInt(e java.Expr) (int, bool) {
	n, ok := java.Unparen(e).(*java.Name)
	if !ok {
		return 0, false
	}
	u := c.info.Uses[n]
	if u == nil || u.Kind != types.LocalRef || u.Local.Type.Kind() != types.Int {
		return 0, false
	}
	s, ok := c.fn.find(u.Local)
	return s.i, ok
}

// localStep is i++ and i-- of an int local.
func (c *compiler) localStep(x *java.Unary) sfn {
	i, ok := c.localInt(x.X)
	if !ok || c.exact() {
		return nil
	}
	if x.Op == java.PreInc || x.Op == java.PostInc {
		return func(f *frame) ctl {
			f.p[i] = int64(int32(f.p[i] + 1))
			return ctlNext
		}
	}
	return func(f *frame) ctl {
		f.p[i] = int64(int32(f.p[i] - 1))
		return ctlNext
	}
}

// localAssign is x = e, x += e and x -= e of a local.
func (c *compiler) localAssign(x *java.AssignExpr) sfn {
	n, ok := java.Unparen(x.X).(*java.Name)
	if !ok {
		return nil
	}
	u := c.info.Uses[n]
	if u == nil || u.Kind != types.LocalRef {
		return nil
	}
	s, ok := c.fn.find(u.Local)
	if !ok {
		return nil
	}

	i := s.i
	if x.Op == java.Assign {
		return store(s, c.initializer(x.Y, u.Local.Type))
	}

	// Only additions of ints are frequent enough for closures of their own.
	if u.Local.Type.Kind() != types.Int || kindOf(c.info.Operand[x]) != types.Int {
		return nil
	}
	if x.Op != java.Plus && x.Op != java.Sub || c.exact() {
		return nil
	}

	y := c.as(x.Y, types.TInt)
	p, j := y.prim(), y.slot

	switch {
	case x.Op == java.Plus && y.shape == shapeLocal:
		return func(f *frame) ctl {
			f.p[i] = int64(int32(f.p[i] + f.p[j]))
			return ctlNext
		}
	case x.Op == java.Plus:
		return func(f *frame) ctl {
			// Saved first: the right side may assign the variable itself.
			was := f.p[i]
			f.p[i] = int64(int32(was + p(f)))
			return ctlNext
		}
	}
	return func(f *frame) ctl {
		was := f.p[i]
		f.p[i] = int64(int32(was - p(f)))
		return ctlNext
	}
}

// store puts a value into a slot.
func store(s slot, v val) sfn {
	i := s.i
	if s.ref {
		r := v.r
		return func(f *frame) ctl {
			f.r[i] = r(f)
			return ctlNext
		}
	}
	if v.shape == shapeConst {
		k := v.k
		return func(f *frame) ctl {
			f.p[i] = k
			return ctlNext
		}
	}
	p := v.prim()
	return func(f *frame) ctl {
		f.p[i] = p(f)
		return ctlNext
	}
}
