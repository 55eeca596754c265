package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// argStore evaluates an argument in the caller's frame into the callee's.
type argStore func(f, nf *frame)

// arguments compiles the stores of converted arguments; first is the reference
// slot of the first reference parameter (1 after a receiver).
func (c *compiler) arguments(mt *method, args []val, first int) []argStore {
	out := make([]argStore, len(args))
	p, r := 0, first
	// The slots are counted as compile lays the parameters out: by lane, in their order.
	for i, a := range args {
		if mt.refs[i] {
			x, at := a.r, r
			r++
			out[i] = func(f, nf *frame) { nf.r[at] = x(f) }
			continue
		}
		x, at := a.prim(), p
		p++
		out[i] = func(f, nf *frame) { nf.p[at] = x(f) }
	}
	return out
}

// callArgs compiles the arguments of a call, converted to the parameter types,
// with the array of a variadic call made.
func (c *compiler) callArgs(call *types.Call, args []java.Expr) []val {
	vals := make([]val, len(args))
	for i, e := range args {
		vals[i] = c.expr(e)
	}
	return c.passed(call, vals)
}

// passed converts argument values to a method's parameters.
func (c *compiler) passed(call *types.Call, vals []val) []val {
	t := call.Method
	n := len(t.Params)
	params := make([]types.Type, n)
	for i, p := range t.Params {
		params[i] = p.Type
		// The substituted type says more than the declared one, which may be a type variable; but
		// the lane is the declared one's, which the method's code expects.
		if i < len(call.Params) && call.Params[i] != nil && isRef(call.Params[i]) == isRef(p.Type) {
			params[i] = call.Params[i]
		}
	}

	out := make([]val, 0, n)
	fixed := n
	if call.Spread {
		fixed = n - 1
	}
	for i := 0; i < fixed && i < len(vals); i++ {
		out = append(out, c.pass(vals[i], params[i], t.Params[i].Type))
	}
	if call.Spread {
		at, ok := params[n-1].(*types.ArrayType)
		if !ok {
			at = t.Params[n-1].Type.(*types.ArrayType)
		}
		decl := t.Params[n-1].Type.(*types.ArrayType)
		out = append(out, c.spread(at, decl, vals[fixed:]))
	}
	return out
}

// pass converts one argument: to the substituted parameter type, and checked
// only as far as the declared one's erasure asks.
func (c *compiler) pass(v val, sub, decl types.Type) val {
	e := v.e
	if v.ref() && isRef(decl) {
		v = c.convert(v, types.Erasure(decl))
	} else {
		v = c.convert(v, sub)
	}
	v.e = e
	return v
}

// spread makes the array of the trailing arguments of a variadic call.
func (c *compiler) spread(at, decl *types.ArrayType, vals []val) val {
	n := len(vals)
	e := types.Erasure(at.Elem)
	if e.Kind() == types.Dyn || e.Kind() == types.Wild {
		e = types.Erasure(decl.Elem)
	}

	if !isRef(at.Elem) {
		ps := make([]pfn, n)
		for i, v := range vals {
			ps[i] = c.convert(v, at.Elem).prim()
		}
		return val{t: at, r: func(f *frame) Ref {
			r := f.m.NewArray(e, n)
			for i, p := range ps {
				r.Set(i, Value{N: p(f)})
			}
			return r
		}}
	}

	rs := make([]rfn, n)
	for i, v := range vals {
		rs[i] = c.convert(v, at.Elem).r
	}
	return val{t: at, r: func(f *frame) Ref {
		r := f.m.NewArray(e, n).(*RefArray)
		for i, x := range rs {
			r.A[i] = x(f)
		}
		return r
	}}
}

// result wraps code that leaves its result in the callee's frame.
func (c *compiler) result(mt *method, call *types.Call, t types.Type, run func(*frame) *frame) val {
	if t == nil {
		t = call.Result
	}
	if t == nil {
		t = mt.t.Return
	}
	if mt.result == types.Void {
		return val{t: types.TVoid, p: func(f *frame) int64 { run(f); return 0 }}
	}
	if mt.refRes {
		return val{t: t, weak: weaker(mt.t.Return, t), r: func(f *frame) Ref { return run(f).rr }}
	}
	if mt.result == types.Boolean {
		return val{t: types.TBoolean, b: func(f *frame) bool { return run(f).rp != 0 }}
	}
	return val{t: mt.t.Return, p: func(f *frame) int64 { return run(f).rp }}
}

func (c *compiler) call(x *java.Call) val {
	call := c.info.Calls[x]
	if call == nil {
		c.unsupported(x, "call of "+x.Name.Name)
	}
	if call.Mode == types.DynamicCall || call.Method == nil {
		return c.dynamicCall(x)
	}

	t := call.Method
	if t.Implicit == types.ArrayClone {
		v := c.expr(x.X)
		r := v.r
		site := c.nullSite(x.X, `Cannot invoke "`+types.ClassName(types.Erasure(v.t))+`.clone()"`)
		return val{t: c.typ(x), r: func(f *frame) Ref {
			a := r(f)
			if a == nil {
				site.throw(f.m)
			}
			return f.m.CloneArray(a)
		}}
	}

	mt := c.prog.method(t)
	vals := make([]val, len(x.Args))
	if call.Mode == types.StaticCall || mt.static {
		for i, e := range x.Args {
			vals[i] = c.expr(e)
		}
		args := c.passed(call, vals)
		if v, ok := c.intrinsicStatic(mt, args); ok {
			return v
		}
		v := c.result(mt, call, c.typ(x), c.runStatic(mt, args))
		// What stands before the dot of a static call is evaluated, and its value
		// dropped.
		if x.X != nil {
			if e := c.receiverEffect(x.X); e != nil {
				return after(e, v)
			}
		}
		return v
	}

	recv, super := c.callReceiver(x, call)
	// The receiver is evaluated before the arguments; whether it is null is seen after
	// them.
	for i, e := range x.Args {
		vals[i] = c.expr(e)
	}
	args := c.passed(call, vals)

	// The message about a null receiver names it; `this` and super are never null.
	var at java.Expr
	if x.X != nil && !super {
		at = x.X
		if _, ok := x.X.(*java.This); ok {
			at = nil
		}
	}
	return c.invokeOn(invocation{mt: mt, call: call, t: c.typ(x), recv: recv, at: at, special: super || call.Mode == types.SpecialCall}, args)
}

// callReceiver is the object that a method is called on; super tells that the method
// is the superclass's, whatever overrides it.
func (c *compiler) callReceiver(x *java.Call, call *types.Call) (recv val, super bool) {
	t := call.Method
	switch y := x.X.(type) {
	case nil:
		owner := t.Owner
		if call.Implicit != nil {
			owner = call.Implicit
		}
		r := c.enclosing(owner, false)
		if r == nil {
			c.unsupported(x, "call of "+x.Name.Name+" without an instance")
		}
		return val{t: owner.Raw(), r: r, shape: shapeOther}, false
	case *java.Super:
		r := c.enclosing(c.class.Class, false)
		if y.Outer != nil {
			// C.super.m() of a class C is a call on the enclosing instance; I.super.m() of an
			// interface is one on `this`, with the interface's own default method.
			if ct, ok := c.info.TypeOf[y.Outer].(*types.ClassType); ok && !isInterface(ct.Class) {
				r = c.enclosing(ct.Class, false)
			}
		}
		return val{t: t.Owner.Raw(), r: r}, true
	}

	recv = c.expr(x.X)
	if !recv.ref() {
		recv = c.box(recv, c.prog.tlib.Boxed(recv.t))
	}
	recv.r = c.receiver(recv, t.Owner)
	return recv, false
}

// invocation is a call of an instance method.
type invocation struct {
	mt      *method
	call    *types.Call
	t       types.Type // of the result; nil: as declared
	recv    val
	at      java.Expr // the receiver's expression for messages, nil for this
	special bool      // without selection by the run-time class
}

func (c *compiler) invokeOn(n invocation, args []val) val {
	mt := n.mt
	if v, ok := c.intrinsic(mt, n.recv, args, n.at); ok {
		return v
	}

	// Only an enum can be final and have an abstract method: its constants have it.
	selected := mt.virtual && !n.special
	if selected && (!final(mt) || mt.owner.special == plainClass && abstract(mt.t)) {
		return c.result(mt, n.call, n.t, c.runVirtual(mt, n.recv, args, n.at))
	}
	return c.result(mt, n.call, n.t, c.runSpecial(mt, n.recv, args, n.at))
}

// final reports whether mt cannot be overridden.
func final(mt *method) bool {
	if isInterface(mt.owner.Class) {
		return false
	}
	return mt.t.Flags.Has(java.Final) || mt.owner.Flags.Has(java.Final) || mt.owner.Class.Kind == java.RecordClass
}

// runStatic calls a static method.
func (c *compiler) runStatic(mt *method, args []val) func(*frame) *frame {
	k := mt.owner
	// Code of the class itself or of a subclass runs only when the initialisation has begun.
	if k.lazy && !c.class.subs[k.Class] {
		run := c.runStaticReady(mt, args)
		return func(f *frame) *frame {
			if !f.m.isReady(k) {
				f.m.static(k)
			}
			return run(f)
		}
	}
	return c.runStaticReady(mt, args)
}

func (c *compiler) runStaticReady(mt *method, args []val) func(*frame) *frame {
	// A new frame has this many slots, so that no case has to test its size. The
	// frame of the callee is pushed before its arguments are evaluated: a call among
	// them takes the next one and gives it back.
	if mt.np <= frameSlots && mt.nr <= frameSlots {
		switch {
		case len(args) == 1 && mt.np == 1:
			a := args[0].prim()
			return func(f *frame) *frame {
				nf := f.m.push()
				nf.p[0] = a(f)
				mt.run(nf)
				return nf
			}
		case len(args) == 2 && mt.np == 2:
			a, b := args[0].prim(), args[1].prim()
			return func(f *frame) *frame {
				nf := f.m.push()
				nf.p[0] = a(f)
				nf.p[1] = b(f)
				mt.run(nf)
				return nf
			}
		case len(args) == 1 && mt.nr == 1:
			a := args[0].r
			return func(f *frame) *frame {
				nf := f.m.push()
				nf.r[0] = a(f)
				mt.run(nf)
				return nf
			}
		case len(args) == 2 && mt.nr == 2:
			a, b := args[0].r, args[1].r
			return func(f *frame) *frame {
				nf := f.m.push()
				nf.r[0] = a(f)
				nf.r[1] = b(f)
				mt.run(nf)
				return nf
			}
		}
	}

	store := c.arguments(mt, args, 0)
	return func(f *frame) *frame {
		nf := f.m.push()
		if len(nf.p) < mt.np || len(nf.r) < mt.nr {
			nf.grow(mt.np, mt.nr)
		}
		for _, s := range store {
			s(f, nf)
		}
		mt.run(nf)
		return nf
	}
}

// runSpecial calls exactly mt on a receiver.
func (c *compiler) runSpecial(mt *method, recv val, args []val, at java.Expr) func(*frame) *frame {
	site := c.nullSite(at, invokeAction(mt.t, recv.t))
	r := recv.r
	store := c.arguments(mt, args, 1)

	if len(store) == 0 {
		return func(f *frame) *frame {
			nf := f.m.push()
			o := r(f)
			if o == nil {
				site.throw(f.m)
			}
			nf.r[0] = o
			mt.run(nf)
			return nf
		}
	}
	return func(f *frame) *frame {
		nf := f.m.push()
		if len(nf.p) < mt.np || len(nf.r) < mt.nr {
			nf.grow(mt.np, mt.nr)
		}
		o := r(f)
		nf.r[0] = o
		for _, s := range store {
			s(f, nf)
		}
		if o == nil {
			site.throw(f.m)
		}
		mt.run(nf)
		return nf
	}
}

// runVirtual calls the receiver's implementation of mt.
func (c *compiler) runVirtual(mt *method, recv val, args []val, at java.Expr) func(*frame) *frame {
	site := c.nullSite(at, invokeAction(mt.t, recv.t))
	r := recv.r
	store := c.arguments(mt, args, 1)
	p := c.prog

	dispatch := func(f, nf *frame, o Ref) {
		switch o := o.(type) {
		case *Object:
			o.Class.find(mt).run(nf)
		case nil:
			site.throw(f.m)
		case *Func:
			o.invoke(mt, nf)
		default:
			p.classOf(o).find(mt).run(nf)
		}
	}

	// Most receivers are objects of plain classes; calls of no or one argument are
	// worth a closure that tests for them first.
	switch len(store) {
	case 0:
		return func(f *frame) *frame {
			nf := f.m.push()
			o := r(f)
			nf.r[0] = o
			if o, ok := o.(*Object); ok {
				o.Class.find(mt).run(nf)
				return nf
			}
			dispatch(f, nf, o)
			return nf
		}
	case 1:
		a := store[0]
		return func(f *frame) *frame {
			nf := f.m.push()
			o := r(f)
			nf.r[0] = o
			a(f, nf)
			if o, ok := o.(*Object); ok {
				o.Class.find(mt).run(nf)
				return nf
			}
			dispatch(f, nf, o)
			return nf
		}
	}

	return func(f *frame) *frame {
		nf := f.m.push()
		if len(nf.p) < mt.np || len(nf.r) < mt.nr {
			nf.grow(mt.np, mt.nr)
		}
		o := r(f)
		nf.r[0] = o
		for _, s := range store {
			s(f, nf)
		}
		dispatch(f, nf, o)
		return nf
	}
}

// CloneArray is a.clone() of an array.
func (m *Machine) CloneArray(r Ref) Ref {
	a := r.(Array)
	b := m.NewArray(a.ElemType(), a.Len())
	b.copyIn(0, a, 0, a.Len())
	return b
}

// newExpr compiles new C(…), anonymous classes included.
func (c *compiler) newExpr(x *java.New) val {
	call := c.info.Calls[x]
	if call == nil || call.Method == nil {
		c.unsupported(x, "creation of "+typeText(x.Type))
	}

	t := c.typ(x)
	ctor := c.prog.method(call.Method)
	args := c.callArgs(call, x.Args)
	if x.Body != nil {
		tc := c.info.Classes[x.Body]
		if tc == nil {
			c.unsupported(x, "anonymous class")
		}
		k := c.prog.load(tc)
		var outer rfn
		if x.Outer != nil {
			outer = c.expr(x.Outer).r
		}
		return c.instantiateAnonymous(k, ctor, args, outer, t)
	}

	// Strings and boxes are made by native constructors that return the object.
	k := ctor.owner
	if k.special != plainClass {
		store := c.arguments(ctor, args, 1)
		return val{t: t, r: func(f *frame) Ref {
			nf := f.m.push()
			// The frame is a used one, and natives of strings and boxes expect no object.
			nf.r[0] = nil
			for _, s := range store {
				s(f, nf)
			}
			ctor.run(nf)
			return nf.rr
		}}
	}

	// An inner class keeps the instance it belongs to.
	var outer rfn
	if k.outer >= 0 {
		switch {
		case x.Outer != nil:
			in := c.expr(x.Outer).r
			site := c.nullSite(x.Outer, `Cannot invoke "Object.getClass()"`)
			outer = func(f *frame) Ref {
				r := in(f)
				if r == nil {
					site.throw(f.m)
				}
				return r
			}
		case k.Local:
			outer = c.enclosing(k.Outer, false)
		default:
			owner := k.Outer
			outer = c.enclosing(owner, false)
		}
	}
	return c.instantiate(k, ctor, args, outer, t)
}

func typeText(t *java.TypeExpr) string {
	if t == nil {
		return "an object"
	}
	return t.Name
}

// caughtStores fills the captured variables of a new local object.
func (c *compiler) caughtStores(k *Class) []func(*frame, *Object) {
	var out []func(*frame, *Object)
	for l, to := range k.caught {
		to := to
		v := c.local(l)
		if to.ref {
			x := v.r
			out = append(out, func(f *frame, o *Object) { o.R[to.i] = x(f) })
		} else {
			x := v.prim()
			out = append(out, func(f *frame, o *Object) { o.P[to.i] = x(f) })
		}
	}
	return out
}

func (c *compiler) instantiate(k *Class, ctor *method, args []val, outer rfn, t types.Type) val {
	store := c.arguments(ctor, args, 1)
	caught := c.caughtStores(k)
	at := k.outer
	lazy := k.lazy
	if k.Flags.Has(java.Abstract) || isInterface(k.Class) {
		c.unsupported(nil, "instance of the abstract "+k.Binary)
	}

	return val{t: t, r: func(f *frame) Ref {
		m := f.m
		// The class is initialised before the arguments are evaluated: the
		// JVM's instruction new comes first.
		if lazy && !m.isReady(k) {
			m.static(k)
		}
		o := m.newObject(k)
		// The hidden fields are set before the constructor runs, since what the
		// superclass's constructor calls may read them.
		if outer != nil {
			o.R[at] = outer(f)
		}
		for _, s := range caught {
			s(f, o)
		}
		nf := m.push()
		if len(nf.p) < ctor.np || len(nf.r) < ctor.nr {
			nf.grow(ctor.np, ctor.nr)
		}
		nf.r[0] = o
		for _, s := range store {
			s(f, nf)
		}
		ctor.run(nf)
		return o
	}}
}

// instantiateAnonymous makes an object of an anonymous class: hidden fields, the
// superclass's constructor with the written arguments, then its own initialisers.
func (c *compiler) instantiateAnonymous(k *Class, ctor *method, args []val, superOuter rfn, t types.Type) val {
	caught := c.caughtStores(k)

	var outer rfn
	if k.outer >= 0 {
		outer = c.enclosing(k.Outer, false)
		if outer == nil && !c.fn.static {
			outer = func(f *frame) Ref { return f.r[0] }
		}
	}

	at := k.outer
	isObject := ctor.owner.Binary == "java.lang.Object"
	store := c.arguments(ctor, args, 1)
	init := k.initializer()

	var superAt = -1
	if !isObject && k.super.outer >= 0 {
		superAt = k.super.outer
		// An inner class as the superclass has an instance of its own
		// around it, which may be another one.
		if superOuter == nil {
			superOuter = c.enclosing(k.super.Outer, false)
		}
	}

	var superCaught []func(*frame, *Object)
	if k.super != nil && len(k.super.caught) > 0 {
		superCaught = c.caughtStores(k.super)
	}

	return val{t: t, r: func(f *frame) Ref {
		m := f.m
		if k.lazy && !m.isReady(k) {
			m.static(k)
		}

		o := m.newObject(k)
		if outer != nil && at >= 0 {
			o.R[at] = outer(f)
		}
		if superAt >= 0 && superOuter != nil {
			o.R[superAt] = superOuter(f)
		}
		for _, s := range caught {
			s(f, o)
		}
		for _, s := range superCaught {
			s(f, o)
		}
		// Object's constructor does nothing.
		if !isObject {
			nf := m.push()
			nf.grow(ctor.np, ctor.nr)
			nf.r[0] = o
			for _, s := range store {
				s(f, nf)
			}
			ctor.run(nf)
		}

		init.runOn(m, o)
		return o
	}}
}
