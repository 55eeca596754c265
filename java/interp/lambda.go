package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// lambdaCode is a compiled lambda or method reference. Its frame holds the
// captured `this` in r[0], the parameters as the interface method passes them,
// then the captured variables.
type lambdaCode struct {
	code
	iface  *Class
	refs   []bool // lanes of the interface method's parameters; all references when it is unknown
	np, nr int
	refRes bool
	void   bool
	method *method // of the interface; nil when unknown
	fixed  []slot  // where the captured values go
}

// enter prepares a frame pushed with parameters for f's code and runs it.
func (l *lambdaCode) enter(fn *Func, nf *frame) {
	m := nf.m
	if len(nf.p) < l.code.np || len(nf.r) < l.code.nr {
		nf.grow(l.code.np, l.code.nr)
	}
	if m.steps--; m.steps < 0 {
		panic(stopSteps)
	}
	m.depth += l.weight
	if m.depth > m.max {
		m.overflow()
	}
	// Until here r[0] was the function itself, the receiver of the call.
	nf.r[0] = fn.this
	for i, s := range l.fixed {
		if s.ref {
			nf.r[s.i] = fn.caps[i].R
		} else {
			nf.p[s.i] = fn.caps[i].N
		}
	}
	nf.code = &l.code
	l.body(nf)
	m.depth -= l.weight
	m.top = nf.prev
}

// invoke calls mt on a function object; the arguments are in nf.
func (fn *Func) invoke(mt *method, nf *frame) {
	m := nf.m
	// What a function inherits is run as a method of it: default methods, and Object's.
	if !abstract(mt.t) || ofObject(mt.t) && mt.owner.Class == m.prog.std().object.Class {
		k := m.prog.std().object
		if fn.Iface != nil {
			k = fn.Iface
		}
		// Interfaces have Object's methods without being its subclasses:
		// they are looked for in Object itself.
		if mt.owner.Class == m.prog.std().object.Class {
			k = m.prog.std().object
		}
		k.find(mt).run(nf)
		return
	}

	if fn.Iface != nil && mt.owner != fn.Iface && !ofObject(mt.t) {
		// an abstract method that the interface overrides with a default one
		if t := fn.Iface.find(mt); !abstract(t.t) && t.native == nil && t.t != mt.t {
			t.run(nf)
			return
		}
	}

	if l := fn.code; l != nil && sameLanes(l, mt) {
		l.enter(fn, nf)
		return
	}
	// the function does not know its interface, or is native
	base := m.args(len(mt.refs))
	args := m.vals[base : base+len(mt.refs) : base+len(mt.refs)]
	p, r := 0, 1
	known := fn.Iface != nil
	for i, ref := range mt.refs {
		switch {
		case ref:
			args[i] = Value{R: nf.r[r]}
			r++
		case known:
			args[i] = Value{N: nf.p[p]}
			p++
		default:
			args[i] = Value{R: m.Box(mt.t.Params[i].Type.Kind(), nf.p[p])}
			p++
		}
	}

	v := fn.call(m, args)
	m.vals = m.vals[:base]

	if !known && !mt.refRes && mt.result != types.Void {
		b, ok := v.R.(*Box)
		if !ok || !widens(b.Kind, mt.result) {
			m.Throw("java.lang.ClassCastException", "result of a lambda is not a "+primitiveNames[mt.result])
		}
		v.N = convertNumber(b.Kind, mt.result, b.N)
	}

	nf.rp, nf.rr = v.N, v.R
	m.top = nf.prev
}

func sameLanes(l *lambdaCode, mt *method) bool {
	if l.method == mt {
		return true
	}
	if l.method == nil || len(l.refs) != len(mt.refs) || l.refRes != mt.refRes {
		return false
	}
	for i := range l.refs {
		if l.refs[i] != mt.refs[i] {
			return false
		}
	}
	return true
}

// call runs the function with arguments from Go.
func (fn *Func) call(m *Machine, args []Value) Value {
	l := fn.code
	if l == nil {
		return fn.Fn(m, args)
	}
	nf := m.push()
	nf.grow(l.np, l.nr)
	p, r := 0, 1
	for i, ref := range l.refs {
		if i >= len(args) {
			break
		}
		if ref {
			nf.r[r] = args[i].R
			r++
		} else {
			nf.p[p] = args[i].N
			p++
		}
	}
	l.enter(fn, nf)
	if l.refRes {
		return Value{R: nf.rr}
	}
	return Value{N: nf.rp}
}

// newLambda starts a function for a lambda or method reference of the described interface.
func (c *compiler) newLambda(e java.Expr, n int) (*types.Lambda, *lambdaCode) {
	info := c.info.Lambdas[e]
	l := &lambdaCode{}
	if info != nil && info.Method != nil {
		l.method = c.prog.method(info.Method)
		l.refs = l.method.refs
		l.refRes = l.method.refRes
		l.void = l.method.result == types.Void
		if ct, ok := types.Erasure(info.Target).(*types.ClassType); ok {
			l.iface = c.prog.load(ct.Class)
		} else if inter, ok := info.Target.(*types.Intersection); ok && len(inter.Parts) > 0 {
			if ct, ok := types.Erasure(inter.Parts[0]).(*types.ClassType); ok {
				l.iface = c.prog.load(ct.Class)
			}
		}
		if l.iface == nil {
			l.iface = l.method.owner
		}
	} else {
		// Nothing is known of the interface: all parameters arrive boxed and the result leaves so.
		l.refs = make([]bool, n)
		for i := range l.refs {
			l.refs[i] = true
		}
		l.refRes = true
	}

	// r[0] is the captured `this`, in static code too: it has the same frame.
	l.nr = 1
	for _, ref := range l.refs {
		if ref {
			l.nr++
		} else {
			l.np++
		}
	}
	return info, l
}

// creation is the expression that makes the function object: it copies what the
// code captured.
func (c *compiler) creation(l *lambdaCode, sub *fn, t types.Type, extra []val) val {
	caps := sub.captures
	for _, k := range caps {
		l.fixed = append(l.fixed, k.to)
	}

	static := c.fn.static
	n := len(caps) + len(extra)
	return val{t: t, r: func(f *frame) Ref {
		// A new object at each evaluation, which the language leaves open (JLS 15.27.4).
		fn := &Func{Iface: l.iface, code: l}
		f.m.Alloc(int64(32 + 8*n))
		if !static {
			fn.this = f.r[0]
		}
		if n > 0 {
			fn.caps = make([]Value, n)
			for i, k := range caps {
				if k.from.ref {
					fn.caps[i].R = f.r[k.from.i]
				} else {
					fn.caps[i].N = f.p[k.from.i]
				}
			}
			for i, v := range extra {
				if v.r != nil {
					fn.caps[len(caps)+i].R = v.r(f)
				} else {
					fn.caps[len(caps)+i].N = v.prim()(f)
				}
			}
		}
		return fn
	}}
}

func (c *compiler) lambda(x *java.Lambda) val {
	info, l := c.newLambda(x, len(x.Params))
	if info == nil {
		c.unsupported(x, "lambda")
	}
	if len(info.Locals) != len(l.refs) {
		c.unsupported(x, "lambda with another number of parameters than its interface")
	}

	// The body runs in an activation of its own: its nesting is weighed there, and loops around
	// the lambda are no targets for its jumps.
	outer, depth, deep := c.fn, c.depth, c.deep
	sub := &fn{parent: outer, locals: map[*types.Local]slot{}, static: outer.static, nr: 1, void: l.void, decl: x}
	c.fn, c.depth, c.deep = sub, 0, 0

	for i, p := range info.Locals {
		if isRef(p.Type) == l.refs[i] {
			sub.declare(p)
			continue
		}
		// an explicit primitive parameter against an unknown interface
		sub.place(l.refs[i])
	}

	// A parameter whose lane differs from the interface's is converted when the body
	// starts.
	var fix []sfn
	pi, ri := 0, 1
	for i, p := range info.Locals {
		at := slot{l.refs[i], pi}
		if l.refs[i] {
			at.i = ri
			ri++
		} else {
			pi++
		}
		if isRef(p.Type) != l.refs[i] {
			from := types.Type(types.Dynamic)
			if l.method != nil {
				from = l.method.t.Params[i].Type
			}
			fix = append(fix, store(sub.declare(p), c.convert(inSlot(from, at), p.Type)))
		}
	}

	// The lane of the result is the interface method's, whatever type the checker found for the
	// body.
	ret := info.Result
	if l.method != nil && !l.void && (ret == nil || isRef(ret) != l.refRes) {
		ret = l.method.t.Return
	}
	if l.method == nil {
		ret = types.Dynamic
	}
	sub.ret = ret

	var body sfn
	if x.Body != nil {
		body = c.block(x.Body)
		// Nothing is returned, though the caller looks for a reference.
		if l.method == nil {
			inner := body
			body = func(f *frame) ctl {
				f.rr = nil
				return inner(f)
			}
		}
	} else {
		body = c.lambdaExpr(x.X, l, ret)
	}

	if len(fix) > 0 {
		body = sequence(append(fix, body))
	}

	l.code = code{np: sub.np, nr: sub.nr, body: body, weight: 1 + c.deep/64, locals: sub.locals}
	c.fn, c.depth, c.deep = outer, depth, max(deep, 1)
	return c.creation(l, sub, c.typ(x), nil)
}

// lambdaExpr is the body of an expression lambda.
func (c *compiler) lambdaExpr(e java.Expr, l *lambdaCode, ret types.Type) sfn {
	if l.void {
		return c.effect(e)
	}
	v := c.expr(e)
	if v.t != nil && v.t.Kind() == types.Void {
		s := discard(v)
		return func(f *frame) ctl {
			s(f)
			f.rr = nil
			return ctlNext
		}
	}
	if l.method == nil && !v.ref() {
		return returning(c.box(v, c.prog.tlib.Boxed(v.t)))
	}
	return returning(c.convert(v, ret))
}

// methodRef compiles X::m, T::m, T::new and T[]::new to a lambda around the call.
func (c *compiler) methodRef(x *java.MethodRef) val {
	call := c.info.Calls[x]
	n := 0
	if call != nil && call.Method != nil {
		n = len(call.Method.Params)
	}

	info, l := c.newLambda(x, n)
	if info == nil {
		c.unsupported(x, "method reference")
	}

	outer := c.fn
	sub := &fn{parent: outer, locals: map[*types.Local]slot{}, static: outer.static, nr: 1, void: l.void}

	// The parameters have the types that the interface gives them here.
	params := make([]val, len(l.refs))
	for i, ref := range l.refs {
		var t types.Type = types.Dynamic
		if l.method != nil {
			t = l.method.t.Params[i].Type
		}
		if i < len(info.Params) && info.Params[i] != nil && isRef(info.Params[i]) == ref {
			t = info.Params[i]
		}
		params[i] = inSlot(t, sub.place(ref))
		params[i].weak = ref
	}

	// A receiver that is an expression is evaluated when the reference is made.
	var extra []val
	var recv *val
	if c.bindsReceiver(x) {
		v := c.nonNull(c.expr(x.X))
		at := sub.place(true)
		bound := inSlot(v.t, at)
		bound.weak = v.weak
		recv = &bound
		extra = append(extra, v)
		// Deferred, since creation lists the slots of captured variables first, and
		// passes their values before this one.
		defer func() { l.fixed = append(l.fixed, at) }()
	}

	c.fn = sub
	body := c.referenceBody(l, info, c.referenced(x, call, params, recv))
	l.code = code{np: sub.np, nr: sub.nr, body: body, weight: 1, locals: sub.locals}
	c.fn = outer
	return c.creation(l, sub, c.typ(x), extra)
}

// bindsReceiver reports whether what stands before the :: is a value, not a type.
func (c *compiler) bindsReceiver(x *java.MethodRef) bool {
	if x.X == nil || x.Type != nil {
		return false
	}
	switch x.X.(type) {
	case *java.Super:
		return false
	case *java.Name, *java.Select:
		u := c.info.Uses[x.X]
		if u == nil {
			return c.typ(x.X) != nil
		}
		return u.Kind != types.ClassRef
	}
	return true
}

// nonNull is v as an object; null throws where it is evaluated.
func (c *compiler) nonNull(v val) val {
	if !v.ref() {
		v = c.box(v, c.prog.tlib.Boxed(v.t))
	}
	in := v.r
	site := c.nullSite(nil, "")
	v.r = func(f *frame) Ref {
		r := in(f)
		if r == nil {
			site.throw(f.m)
		}
		return r
	}
	return v
}

// referenceBody returns the result of a referenced call as the interface wants it.
func (c *compiler) referenceBody(l *lambdaCode, info *types.Lambda, result val) sfn {
	switch {
	case l.void:
		return discard(result)
	case result.t != nil && result.t.Kind() == types.Void:
		s := discard(result)
		return func(f *frame) ctl {
			s(f)
			f.rr = nil
			return ctlNext
		}
	case l.method == nil:
		if !result.ref() {
			result = c.box(result, c.prog.tlib.Boxed(result.t))
		}
		return returning(c.convert(result, types.Dynamic))
	}
	ret := info.Result
	if ret == nil || isRef(ret) != l.refRes {
		ret = l.method.t.Return
	}
	return returning(c.convert(result, ret))
}

// referenced is the call that a method reference stands for.
func (c *compiler) referenced(x *java.MethodRef, call *types.Call, params []val, recv *val) val {
	if call == nil {
		// T[]::new
		t := types.Type(nil)
		if x.Type != nil {
			t = c.info.TypeOf[x.Type]
		}
		if a, ok := t.(*types.ArrayType); ok && x.Name.Name == "new" && len(params) == 1 {
			e := types.Erasure(a.Elem)
			n := c.convert(params[0], types.TInt).prim()
			return val{t: t, r: func(f *frame) Ref {
				n := n(f)
				if n < 0 {
					f.m.Throw("java.lang.NegativeArraySizeException", formatInt(n))
				}
				return f.m.NewArray(e, int(n))
			}}
		}
		c.unsupported(x, "method reference")
	}

	if call.Method == nil {
		return c.dynamicReference(x, params, recv)
	}

	if call.Method.Implicit == types.ArrayClone {
		r := params[0].r
		return val{t: params[0].t, weak: true, r: func(f *frame) Ref { return f.m.CloneArray(r(f)) }}
	}

	mt := c.prog.method(call.Method)
	if mt.t.Name == "<init>" {
		return c.referencedNew(mt, c.passed(call, params))
	}

	if mt.static {
		args := c.passed(call, params)
		if v, ok := c.intrinsicStatic(mt, args); ok {
			return v
		}
		return c.result(mt, call, nil, c.runStatic(mt, args))
	}

	if s, ok := x.X.(*java.Super); ok {
		_ = s
		self := val{t: c.class.Raw(), r: c.enclosing(c.class.Class, false)}
		return c.result(mt, call, nil, c.runSpecial(mt, self, c.passed(call, params), nil))
	}

	if recv != nil {
		self := *recv
		self.r = c.receiver(self, mt.t.Owner)
		return c.invokeOn(invocation{mt: mt, call: call, recv: self, special: call.Mode == types.SpecialCall}, c.passed(call, params))
	}

	if len(params) == 0 {
		// an unqualified instance of the enclosing class cannot be written so
		c.unsupported(x, "method reference without a receiver")
	}

	self := params[0]
	if !self.ref() {
		self = c.box(self, c.prog.tlib.Boxed(self.t))
	}
	self = c.narrow(self, mt.t.Owner.Raw())
	return c.invokeOn(invocation{mt: mt, call: call, recv: self}, c.passed(call, params[1:]))
}

func (c *compiler) referencedNew(mt *method, args []val) val {
	k := mt.owner
	t := k.Class.Raw()
	if k.special != plainClass {
		store := c.arguments(mt, args, 1)
		return val{t: t, r: func(f *frame) Ref {
			nf := f.m.push()
			for _, s := range store {
				s(f, nf)
			}
			mt.run(nf)
			return nf.rr
		}}
	}

	var outer rfn
	if k.outer >= 0 {
		outer = c.enclosing(k.Outer, false)
	}
	return c.instantiate(k, mt, args, outer, t)
}
