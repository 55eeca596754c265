package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// typ is the static type of e.
func (c *compiler) typ(e java.Expr) types.Type {
	if t := c.info.Types[e]; t != nil {
		return t
	}
	if p, ok := e.(*java.Paren); ok {
		return c.typ(p.X)
	}
	return nil
}

// expr compiles an expression.
func (c *compiler) expr(e java.Expr) val {
	c.depth++
	c.deep = max(c.deep, c.depth)
	v := c.expr1(e)
	c.depth--
	v.e = e
	return v
}

// as compiles an expression as a value of type t.
func (c *compiler) as(e java.Expr, t types.Type) val {
	v := c.convert(c.expr(e), t)
	v.e = e
	return v
}

func (c *compiler) cond(e java.Expr) bfn {
	// Where decisions are hooked, the operands of && and || are decisions of their own.
	if h := c.hookBranch(e); h != nil {
		return h
	}
	return c.as(e, types.TBoolean).cond()
}

func (c *compiler) expr1(e java.Expr) val {
	// Before anything else: a constant expression (JLS 15.29) has no effect, and reading a constant
	// field does not initialise its class (JLS 12.4.1).
	if k := c.info.Consts[e]; k != nil {
		return c.constVal(k)
	}

	t := c.typ(e)
	switch x := e.(type) {
	case *java.Literal:
		return c.literal(x)
	case *java.Paren:
		v := c.expr(x.X)
		return v
	case *java.Name:
		return c.name(x, c.info.Uses[x])
	case *java.Select:
		return c.selectExpr(x)
	case *java.Index:
		return c.index(x)
	case *java.This:
		return c.this(x)
	case *java.Unary:
		if x.Op.Changes() {
			return c.incDec(x, true)
		}
		return c.unary(x)
	case *java.Binary:
		return c.binary(x)
	case *java.AssignExpr:
		return c.assign(x)
	case *java.Cond:
		return c.conditional(x, t)
	case *java.Cast:
		return c.cast(x)
	case *java.InstanceOf:
		return c.instanceOf(x)
	case *java.Call:
		return c.call(x)
	case *java.New:
		return c.newExpr(x)
	case *java.NewArray:
		return c.newArray(x)
	case *java.ArrayInit:
		return c.arrayInit(x, t)
	case *java.Lambda:
		return c.lambda(x)
	case *java.MethodRef:
		return c.methodRef(x)
	case *java.SwitchExpr:
		return c.switchExpr(x)
	case *java.ClassLit:
		ct := types.Erasure(c.info.TypeOf[x.Type])
		return val{t: t, r: func(f *frame) Ref { return f.m.ClassObject(ct) }}
	}
	c.unsupported(e, constructName(e))
	return val{}
}

func constructName(e java.Node) string {
	switch e.(type) {
	case *java.Super:
		return "super as a value"
	case *java.BadExpr, *java.BadStmt:
		return "unreadable code"
	}
	return "expression of specifications"
}

func (c *compiler) literal(x *java.Literal) val {
	switch x.Kind {
	case java.NullLiteral:
		return null()
	case java.StringLiteral, java.TextBlock:
		return c.text(x.Value)
	}
	c.unsupported(x, "literal "+x.Raw)
	return val{}
}

// local is a local variable: of this function, captured by the lambda, or kept
// in the object of an enclosing local class.
func (c *compiler) local(l *types.Local) val {
	if s, ok := c.fn.find(l); ok {
		return inSlot(l.Type, s)
	}
	// A constant variable is not captured by a local class; its value is written in its place.
	if l.Const != nil {
		return c.constVal(l.Const)
	}

	if !c.fn.static {
		// Every object of a local class holds what its class captured; code in classes inside of it
		// goes out through the enclosing instances until one has the variable.
		k := c.class
		x := rfn(func(f *frame) Ref { return f.r[0] })
		for {
			if s, ok := k.caughtSlot(l); ok {
				i := s.i
				if s.ref {
					return val{t: l.Type, r: func(f *frame) Ref { return x(f).(*Object).R[i] }}
				}
				return val{t: l.Type, p: func(f *frame) int64 { return x(f).(*Object).P[i] }}
			}
			if k.outer < 0 {
				break
			}
			in, at := x, k.outer
			x = func(f *frame) Ref { return in(f).(*Object).R[at] }
			k = c.prog.load(k.Outer)
		}
	}
	c.unsupported(l.Decl, "captured variable "+l.Name)
	return val{}
}

// caughtSlot finds a captured variable in the class or its superclasses.
func (c *Class) caughtSlot(l *types.Local) (slot, bool) {
	for k := c; k != nil; k = k.super {
		if s, ok := k.caught[l]; ok {
			return s, true
		}
	}
	return slot{}, false
}

func (c *compiler) name(x *java.Name, u *types.Use) val {
	if u == nil {
		c.unsupported(x, "name "+x.Name)
	}
	switch u.Kind {
	case types.LocalRef:
		v := c.local(u.Local)
		if t := c.typ(x); t != nil {
			v.t = t // a pattern or an inferred type may be narrower
		}
		v.weak = v.r != nil && u.Local.Type.Kind() == types.Dyn
		return v
	case types.FieldRef:
		if u.Field.Flags.Has(java.Static) || isInterface(u.Field.Owner) {
			return c.staticField(u.Field, c.typ(x))
		}
		return c.fieldOf(c.holder(x, u), u.Field, c.typ(x), nil)
	}
	c.unsupported(x, "name "+x.Name)
	return val{}
}

// holder computes the object whose field a simple name stands for. A field of an
// enclosing class is reached through the chain of outer instances.
func (c *compiler) holder(x *java.Name, u *types.Use) rfn {
	owner := u.Field.Owner
	if u.Implicit != nil {
		owner = u.Implicit
	}
	obj := c.enclosing(owner, false)
	if obj == nil {
		c.unsupported(x, "field "+x.Name+" without an instance")
	}
	return obj
}

// staticField reads a static field, initialising its class.
func (c *compiler) staticField(fd *types.Field, t types.Type) val {
	k := c.prog.load(fd.Owner)
	s, ok := k.shared[fd]
	if !ok {
		c.unsupported(nil, "field "+fd.Name)
	}
	if t == nil {
		t = fd.Type
	}
	i := s.i
	if s.ref {
		// Each read asks for the class: that it is initialised is a matter of the
		// run, and the code is shared by all runs.
		r := func(f *frame) Ref { return f.m.static(k).r[i] }
		// Only final references can lack their value (see separable); other fields need no test.
		if fd.Flags.Has(java.Final) || isInterface(fd.Owner) {
			r = func(f *frame) Ref {
				s := f.m.static(k)
				if why := s.missing(i); why != nil {
					panic(why)
				}
				return s.r[i]
			}
		}
		return val{t: t, weak: weaker(fd.Type, t), r: r}
	}
	return val{t: t, p: func(f *frame) int64 { return f.m.static(k).p[i] }}
}

// weaker reports whether a use of type t of something declared as d relies on
// type arguments.
func weaker(d, t types.Type) bool {
	if d == nil || t == nil {
		return true
	}
	if t.Kind() == types.Dyn {
		return true
	}
	return !sameType(types.Erasure(d), types.Erasure(t))
}

// fieldOf reads an instance field; site is nil for `this`.
func (c *compiler) fieldOf(obj rfn, fd *types.Field, t types.Type, site *nullSite) val {
	s, ok := c.prog.load(fd.Owner).slots[fd]
	if !ok {
		c.unsupported(nil, "field "+fd.Name+" of "+fd.Owner.Binary)
	}
	if t == nil {
		t = fd.Type
	}
	i := s.i
	// `this` is never null: no test.
	if site == nil {
		if s.ref {
			return val{t: t, weak: weaker(fd.Type, t), r: func(f *frame) Ref { return obj(f).(*Object).R[i] }}
		}
		return val{t: t, p: func(f *frame) int64 { return obj(f).(*Object).P[i] }}
	}

	if s.ref {
		return val{t: t, weak: weaker(fd.Type, t), r: func(f *frame) Ref {
			o, ok := obj(f).(*Object)
			if !ok {
				site.throw(f.m)
			}
			return o.R[i]
		}}
	}
	return val{t: t, p: func(f *frame) int64 {
		o, ok := obj(f).(*Object)
		if !ok {
			site.throw(f.m)
		}
		return o.P[i]
	}}
}

func (c *compiler) selectExpr(x *java.Select) val {
	u := c.info.Uses[x]
	if u == nil {
		return c.dynamicSelect(x)
	}
	switch u.Kind {
	case types.LengthRef:
		return c.arrayLength(c.expr(x.X), x.X)
	case types.FieldRef:
		if u.Field.Flags.Has(java.Static) || isInterface(u.Field.Owner) {
			v := c.staticField(u.Field, c.typ(x))
			if effect := c.receiverEffect(x.X); effect != nil {
				return after(effect, v)
			}
			return v
		}
		if _, ok := x.X.(*java.Super); ok {
			return c.fieldOf(c.enclosing(c.class.Class, false), u.Field, c.typ(x), nil)
		}
		obj := c.expr(x.X)
		return c.fieldOf(c.receiver(obj, u.Field.Owner), u.Field, c.typ(x), c.nullSite(x.X, `Cannot read field "`+x.Name.Name+`"`))
	}
	c.unsupported(x, "name "+x.Name.Name)
	return val{}
}

// receiver is v checked to be of class t where its type does not guarantee it.
func (c *compiler) receiver(v val, t *types.Class) rfn {
	if v.weak || v.t.Kind() == types.Dyn {
		return c.narrow(v, t.Raw()).r
	}
	return v.r
}

// receiverEffect is the expression before a static member, evaluated for its
// effects; nil for a type name or a plain variable.
func (c *compiler) receiverEffect(e java.Expr) sfn {
	switch x := java.Unparen(e).(type) {
	case *java.Name, *java.Select, *java.This, *java.Super:
		return nil
	default:
		return c.effect(x)
	}
}

// after is v evaluated after a side effect.
func after(effect sfn, v val) val {
	out := v
	out.shape = shapeOther
	switch {
	case v.r != nil:
		r := v.r
		out.r = func(f *frame) Ref { effect(f); return r(f) }
	case v.b != nil:
		b := v.b
		out.b = func(f *frame) bool { effect(f); return b(f) }
	default:
		p := v.p
		out.p = func(f *frame) int64 { effect(f); return p(f) }
	}
	return out
}

func (c *compiler) this(x *java.This) val {
	t := c.class.Class
	if x.Outer != nil {
		ct, ok := c.info.TypeOf[x.Outer].(*types.ClassType)
		if !ok {
			c.unsupported(x, "qualified this")
		}
		t = ct.Class
	}
	r := c.enclosing(t, false)
	if r == nil {
		c.unsupported(x, "this without an instance")
	}
	return val{t: c.typ(x), r: r}
}

func (c *compiler) conditional(x *java.Cond, t types.Type) val {
	cond := c.cond(x.C)
	a, b := c.expr(x.X), c.expr(x.Y)
	if t == nil || t.Kind() == types.Dyn && !a.ref() && !b.ref() {
		t = a.t
	}
	switch {
	case t.Kind() == types.Boolean:
		p, q := c.convert(a, t).cond(), c.convert(b, t).cond()
		return val{t: t, b: func(f *frame) bool {
			if cond(f) {
				return p(f)
			}
			return q(f)
		}}
	case !isRef(t):
		p, q := c.convert(a, t).prim(), c.convert(b, t).prim()
		return val{t: t, p: func(f *frame) int64 {
			if cond(f) {
				return p(f)
			}
			return q(f)
		}}
	}

	a, b = c.convert(a, t), c.convert(b, t)
	if a.t.Kind() == types.Void || b.t.Kind() == types.Void {
		c.unsupported(x, "conditional of void calls")
	}
	p, q := a.r, b.r
	return val{t: t, weak: a.weak || b.weak, r: func(f *frame) Ref {
		if cond(f) {
			return p(f)
		}
		return q(f)
	}}
}

func (c *compiler) cast(x *java.Cast) val {
	t := c.info.TypeOf[x.Type]
	if t == nil {
		t = c.typ(x)
	}
	v := c.expr(x.X)
	if t == nil {
		c.unsupported(x, "cast")
	}

	if v.ref() && isRef(t) {
		// A function has no class of its own to check: it was made for the type of the cast.
		switch java.Unparen(x.X).(type) {
		case *java.Lambda, *java.MethodRef:
			v.t = t
			return v
		}

		// A cast to A & B checks both.
		if inter, ok := t.(*types.Intersection); ok {
			for _, p := range inter.Parts {
				v.weak = true
				v = c.convert(v, p)
			}
			v.t = t
			return v
		}
		if v.shape == shapeNull {
			v.t = t
			return v
		}

		// Nothing is checked where the static type says it already, and can be trusted.
		if !v.weak && v.t.Kind() != types.Dyn && c.isSubtype(types.Erasure(v.t), types.Erasure(t)) {
			v.t = t
			return v
		}
		w := c.narrow(v, t)
		w.t, w.weak = t, false
		return w
	}

	if v.ref() && types.Unboxed(v.t) == nil && v.t.Kind() != types.Dyn {
		// (int) of an Object: a cast to Integer and an unboxing
		v = c.unbox(v, t)
		return v
	}

	if !v.ref() && isRef(t) && types.Unboxed(t) == nil {
		return c.box(v, t)
	}
	if !v.ref() && !isRef(t) {
		v = c.fitting(x, v, t)
	}
	return c.convert(v, t)
}

// isSubtype is the subtype relation of erased reference types.
func (c *compiler) isSubtype(s, t types.Type) bool {
	if types.IsObject(t) {
		return true
	}
	switch s.Kind() {
	case types.Ref, types.ArrayOf:
	default:
		return false
	}
	switch t.Kind() {
	case types.Ref, types.ArrayOf:
	default:
		return false
	}
	return c.prog.assignable(s, t)
}

func (c *compiler) instanceOf(x *java.InstanceOf) val {
	v := c.expr(x.X)
	if !v.ref() {
		v = c.box(v, c.prog.tlib.Boxed(v.t))
	}
	in := v.r
	if x.Pattern != nil {
		m := c.pattern(x.Pattern, v.t)
		return val{t: types.TBoolean, b: func(f *frame) bool {
			r := in(f)
			return r != nil && m(f, r)
		}}
	}
	test := c.typeTest(c.info.TypeOf[x.Type])
	return val{t: types.TBoolean, b: func(f *frame) bool {
		r := in(f)
		return r != nil && test(r)
	}}
}

// typeTest is instanceof t for non-null references.
func (c *compiler) typeTest(t types.Type) func(Ref) bool {
	p := c.prog
	e := types.Erasure(t)
	if types.IsObject(e) {
		return func(Ref) bool { return true }
	}
	if ct, ok := e.(*types.ClassType); ok {
		k := p.load(ct.Class)
		if u := types.Unboxed(ct); u != nil {
			uk := u.Kind()
			return func(r Ref) bool {
				b, ok := r.(*Box)
				return ok && b.Kind == uk
			}
		}
		return func(r Ref) bool {
			if o, ok := r.(*Object); ok {
				return o.Class == k || o.Class.subs[k.Class]
			}
			return p.instanceOf(r, k)
		}
	}
	return func(r Ref) bool { return p.isInstance(r, e) }
}

// pattern matches a non-null reference and binds the pattern's variables.
func (c *compiler) pattern(e java.Expr, of types.Type) func(*frame, Ref) bool {
	switch x := e.(type) {
	case *java.Paren:
		return c.pattern(x.X, of)
	case *java.TypePattern:
		l := c.info.Locals[x]
		if l == nil {
			c.unsupported(x, "pattern")
		}
		s := c.fn.declare(l)
		if !s.ref {
			return func(f *frame, r Ref) bool {
				b, ok := r.(*Box)
				if !ok {
					return false
				}
				f.p[s.i] = b.N
				return true
			}
		}

		test := c.typeTest(l.Type)
		return func(f *frame, r Ref) bool {
			// Null comes here only as a component of a record whose pattern is total;
			// the callers have refused it elsewhere.
			if r != nil && !test(r) {
				return false
			}
			f.r[s.i] = r
			return true
		}

	case *java.RecordPattern:
		ct, ok := types.Erasure(c.info.TypeOf[x.Type]).(*types.ClassType)
		if !ok {
			c.unsupported(x, "record pattern")
		}
		k := c.prog.load(ct.Class)
		if len(k.Components) != len(x.Subs) {
			c.unsupported(x, "record pattern with another number of components")
		}

		type part struct {
			get   func(*frame, *Object) Ref
			match func(*frame, Ref) bool
			total bool
		}
		parts := make([]part, len(x.Subs))
		for i, sub := range x.Subs {
			acc := c.accessor(k, k.Components[i])
			parts[i] = part{acc, c.pattern(sub, k.Components[i].Type), c.total(sub, k.Components[i].Type)}
		}

		return func(f *frame, r Ref) bool {
			o, ok := r.(*Object)
			// Records are final: no subclass has to be considered.
			if !ok || o.Class != k {
				return false
			}

			// A component that is null matches a pattern which takes all values of its
			// type, and no other one.
			for i := range parts {
				q := parts[i].get(f, o)
				if q == nil && !parts[i].total {
					return false
				}
				if q == nil {
					parts[i].match(f, nil)
					continue
				}
				if !parts[i].match(f, q) {
					return false
				}
			}
			return true
		}
	}
	c.unsupported(e, "pattern")
	return nil
}

// total reports whether a type pattern matches every value of type t, null included.
func (c *compiler) total(e java.Expr, t types.Type) bool {
	p, ok := java.Unparen(e).(*java.TypePattern)
	if !ok {
		return false
	}
	l := c.info.Locals[p]
	if l == nil || !isRef(l.Type) || !isRef(t) {
		return false
	}
	return c.isSubtype(types.Erasure(t), types.Erasure(l.Type))
}

// accessor reads a record component through its accessor method, boxed.
func (c *compiler) accessor(k *Class, comp *types.Field) func(*frame, *Object) Ref {
	for _, t := range k.Methods {
		if t.Name == comp.Name && len(t.Params) == 0 {
			mt := c.prog.method(t)
			kind := comp.Type.Kind()
			return func(f *frame, o *Object) Ref {
				v := f.m.invoke(mt, o, nil)
				if mt.refRes {
					return v.R
				}
				return f.m.Box(kind, v.N)
			}
		}
	}
	s := k.slots[comp]
	kind := comp.Type.Kind()
	return func(f *frame, o *Object) Ref {
		if s.ref {
			return o.R[s.i]
		}
		return f.m.Box(kind, o.P[s.i])
	}
}
