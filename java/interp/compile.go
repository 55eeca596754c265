package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// compiler turns the body of one method (lambdas in it included) into closures.
type compiler struct {
	prog  *Program
	class *Class // whose code it is
	info  *types.Info
	file  *java.File
	fn    *fn
	depth int // of nesting, here
	deep  int // at most
}

// fn is a function being compiled: a method, an initialiser or a lambda.
type fn struct {
	parent   *fn // of a lambda
	locals   map[*types.Local]slot
	np, nr   int
	static   bool // no `this` in r[0]
	captures []capture
	ret      types.Type // what return converts to; nil in constructors and initialisers
	void     bool
	jumps    []jump
	last     ctl
	yields   []yieldTarget
	mt       *method
	decl     java.Node // *java.MethodDecl or *java.Lambda
}

// capture copies a variable of the enclosing function into a lambda's frame.
type capture struct {
	from, to slot
}

// jump is an enclosing statement that break and continue can mean.
type jump struct {
	label    string
	loop     bool
	breaks   bool // an unlabelled break leaves it
	brk, cnt ctl
}

type yieldTarget struct {
	done ctl
	to   slot
	t    types.Type
}

func (c *compiler) position(n java.Node) java.Position {
	if c.file == nil || n == nil {
		return java.Position{}
	}
	return c.file.Position(n.Pos())
}

func (c *compiler) unsupported(n java.Node, construct string) {
	panic(&stop{kind: Unsupported, construct: construct, at: c.position(n)})
}

func (f *fn) place(ref bool) slot {
	if ref {
		f.nr++
		return slot{true, f.nr - 1}
	}
	f.np++
	return slot{false, f.np - 1}
}

func (f *fn) declare(l *types.Local) slot {
	if s, ok := f.locals[l]; ok {
		return s
	}
	s := f.place(isRef(l.Type))
	f.locals[l] = s
	return s
}

// find is the slot of l in f, capturing it from the enclosing function if need be.
func (f *fn) find(l *types.Local) (slot, bool) {
	if s, ok := f.locals[l]; ok {
		return s, true
	}
	if f.parent == nil {
		return slot{}, false
	}
	from, ok := f.parent.find(l)
	if !ok {
		return slot{}, false
	}
	s := f.declare(l)
	f.captures = append(f.captures, capture{from, s})
	return s, true
}

func (f *fn) enter(j jump) jump {
	if f.last == 0 {
		f.last = ctlFirst
	}
	j.cnt, j.brk = f.last, f.last+1
	f.last += 2
	f.jumps = append(f.jumps, j)
	return j
}

func (f *fn) leave() { f.jumps = f.jumps[:len(f.jumps)-1] }

// prepare compiles a method on its first call.
func (mt *method) prepare() *code {
	mt.mu.Lock()
	defer mt.mu.Unlock()
	if c := mt.code.Load(); c != nil {
		return c
	}
	// What isn't supported panics here and leaves the code unset: each later call
	// compiles again, and ends in the same way.
	c := mt.compile()
	mt.code.Store(c)
	return c
}

func (mt *method) compile() *code {
	if mt.build != nil {
		return mt.build()
	}
	if mt.native != nil {
		return nativeCode(mt)
	}
	// A native method of the library without an entry in the table, or one of the program's.
	if mt.t.Flags.Has(java.Native) {
		panic(&stop{kind: Unsupported, construct: "library method " + mt.t.Key()})
	}
	if mt.t.IsConstructor() && opaque(mt.owner.Class) {
		return opaqueCode(mt)
	}

	c := &compiler{prog: mt.owner.prog, class: mt.owner}
	c.fn = &fn{locals: map[*types.Local]slot{}, static: mt.static, mt: mt, ret: mt.t.Return, void: mt.result == types.Void}
	if !mt.static {
		c.fn.nr = 1
	}
	// The receiver and the parameters have the first slots of their lanes, in order: callers store
	// arguments by counting (see arguments), without a look at this table.
	for _, q := range mt.t.Params {
		c.fn.declare(q)
	}

	var body sfn
	if mt.t.Implicit != types.NotImplicit {
		if u := mt.owner.Unit; u != nil {
			c.file = u.File
		}
		body = c.implicit(mt)
	} else {
		if mt.t.Decl == nil || mt.t.Decl.Body == nil {
			m := mt.t
			panic(&stop{kind: Unsupported, construct: "method without a body " + m.Key()})
		}
		c.body(mt.t)
		c.fn.decl = mt.t.Decl
		if mt.t.Name == "<init>" {
			body = c.constructor(mt)
		} else {
			body = c.block(mt.t.Decl.Body)
		}
	}
	return c.finish(mt, body)
}

// body takes the tables of t's body, which must have no errors.
func (c *compiler) body(t *types.Method) {
	info, errs := t.Body()
	c.info = info
	if u := t.Owner.Unit; u != nil {
		c.file = u.File
	}
	c.check(errs, t.Owner.Binary+"."+t.Name)
}

func (c *compiler) check(errs java.ErrorList, what string) {
	if len(errs) == 0 {
		return
	}
	panic(stopFor(errs[0], what))
}

func (c *compiler) finish(mt *method, body sfn) *code {
	// Each level of nesting is a call in Go when the code runs. One in 64 is charged as a call of
	// Java's, so that deep expressions in a recursion meet the depth limit before Go's stack does.
	k := &code{np: c.fn.np, nr: c.fn.nr, body: body, weight: 1 + c.deep/64, mt: mt, locals: c.fn.locals}
	if h := c.prog.hooks.Methods; h != nil && mt != nil && c.prog.lib != nil && h(mt.t) {
		k.body = hookMethod(k, body)
	}
	return k
}

// hookMethod surrounds a method's body with the entry and exit hooks.
func hookMethod(k *code, body sfn) sfn {
	t, ref := k.mt.t, k.mt.refRes
	return func(f *frame) ctl {
		h := f.m.opts.Hooks
		if h == nil || h.Enter == nil && h.Exit == nil {
			return body(f)
		}
		v := FrameView{f, k}
		if h.Enter != nil {
			h.Enter(f.m, t, v)
		}
		if h.Exit == nil {
			return body(f)
		}
		z := f.m.mark()
		c, thrown := protect(f, body)
		if thrown != nil {
			// A limit is no exit of the method: what it would have left behind isn't known.
			if o, ok := thrown.(*Object); ok {
				f.m.reset(z)
				h.Exit(f.m, t, v, Value{}, o)
			}
			panic(thrown)
		}

		r := Value{N: f.rp}
		if ref {
			r = Value{R: f.rr}
		}
		n, q := f.rp, f.rr
		h.Exit(f.m, t, v, r, nil)
		f.rp, f.rr = n, q
		return c
	}
}

// constructor compiles a constructor with a declaration.
func (c *compiler) constructor(mt *method) sfn {
	d := mt.t.Decl
	stmts := d.Body.Stmts
	var first sfn
	inits := true
	if len(stmts) > 0 {
		if cc, ok := stmts[0].(*java.ConstructorCall); ok {
			// After this(…) the initialisers do not run: the other
			// constructor runs them (JLS 12.5).
			first = c.constructorCall(cc)
			inits = cc.Super
			stmts = stmts[1:]
		}
	}

	if first == nil {
		first = c.implicitSuper()
	}

	var list []sfn
	if first != nil {
		list = append(list, first)
	}
	if inits {
		list = append(list, c.instanceInit()...)
	}

	info := c.info
	for _, s := range stmts {
		list = append(list, c.stmt(s))
	}

	// The fields of a compact constructor get the parameters' values at its end,
	// as the body left them (JLS 8.10.4.2).
	if d.Compact {
		for i, f := range c.class.Components {
			if i >= len(mt.t.Params) {
				break
			}
			list = append(list, c.setField(f, c.local(mt.t.Params[i])))
		}
		// a compact constructor has no return statement, so the stores are reached
	}
	c.info = info
	return sequence(list)
}

// setField stores v in a field of `this`.
func (c *compiler) setField(f *types.Field, v val) sfn {
	s := c.class.slots[f]
	if s.ref {
		x := c.convert(v, f.Type).r
		return func(f *frame) ctl {
			f.r[0].(*Object).R[s.i] = x(f)
			return ctlNext
		}
	}
	x := c.convert(v, f.Type).prim()
	return func(f *frame) ctl {
		f.r[0].(*Object).P[s.i] = x(f)
		return ctlNext
	}
}

// implicitSuper is the call of the superclass's constructor that is not written.
func (c *compiler) implicitSuper() sfn {
	sup := c.class.super
	// The constructors of Object and Record do nothing, and Enum's, which sets name and ordinal, is
	// done where the constant is made (see enumConstant).
	if sup == nil || c.class.Class.Kind == java.EnumClass || sup.Binary == "java.lang.Object" || sup.Binary == "java.lang.Record" || sup.Binary == "java.lang.Enum" {
		return nil
	}
	t := types.NoArgConstructor(sup.Class)
	if t == nil {
		panic(&stop{kind: Unsupported, construct: "constructor of " + sup.Binary})
	}
	return sequence([]sfn{c.superState(sup, nil), c.runConstructor(c.prog.method(t), nil)})
}

// superState sets the hidden fields that belong to a superclass: its enclosing
// instance and captured variables.
func (c *compiler) superState(sup *Class, outer rfn) sfn {
	var list []sfn
	// Set before the superclass's constructor runs, which may use its outer
	// instance or call a method that does.
	if sup.outer >= 0 {
		slot := sup.outer
		if outer == nil {
			outer = c.enclosing(sup.Outer, true)
		}
		if outer != nil {
			list = append(list, func(f *frame) ctl {
				f.r[0].(*Object).R[slot] = outer(f)
				return ctlNext
			})
		}
	}

	for l, to := range sup.caught {
		to := to
		v := c.local(l)
		if to.ref {
			x := v.r
			list = append(list, func(f *frame) ctl {
				f.r[0].(*Object).R[to.i] = x(f)
				return ctlNext
			})
		} else {
			x := v.prim()
			list = append(list, func(f *frame) ctl {
				f.r[0].(*Object).P[to.i] = x(f)
				return ctlNext
			})
		}
	}
	return sequence(list)
}

// runConstructor calls a constructor on `this`.
func (c *compiler) runConstructor(mt *method, args []val) sfn {
	store := c.arguments(mt, args, 1)
	return func(f *frame) ctl {
		nf := f.m.push()
		nf.grow(mt.np, mt.nr)
		nf.r[0] = f.r[0]
		for _, s := range store {
			s(f, nf)
		}
		mt.run(nf)
		return ctlNext
	}
}

func (c *compiler) constructorCall(cc *java.ConstructorCall) sfn {
	call := c.info.Calls[cc]
	if call == nil || call.Method == nil {
		c.unsupported(cc, "constructor call")
	}
	mt := c.prog.method(call.Method)
	if cc.Super && (mt.owner.Binary == "java.lang.Object" || mt.owner.Binary == "java.lang.Record" || mt.owner.Binary == "java.lang.Enum") {
		return nil
	}
	args := c.callArgs(call, cc.Args)
	run := c.runConstructor(mt, args)
	if !cc.Super {
		return run
	}
	var outer rfn
	if cc.Outer != nil {
		outer = c.expr(cc.Outer).r
	}
	return sequence([]sfn{c.superState(mt.owner, outer), run})
}

// instanceInit compiles the instance initialisers of the class in order.
func (c *compiler) instanceInit() []sfn {
	d := c.class.Decl
	if d == nil {
		return nil
	}
	var list []sfn
	saved := c.info
	defer func() { c.info = saved }()
	loaded := false
	// The tables are asked for only where there is an initialiser, and mistakes in static ones are
	// left out: they must not stop objects from being made.
	load := func() {
		if !loaded {
			info, errs := c.class.Init()
			c.check(c.initErrors(errs, false), "initialisers of "+c.class.Binary)
			c.info, loaded = info, true
		}
	}

	// In the order of the text, fields and blocks alike (JLS 12.5).
	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.FieldDecl:
			if m.Mods.Flags.Has(java.Static) {
				continue
			}
			for _, v := range m.Vars {
				if v.Init == nil {
					continue
				}
				load()
				f := c.field(v)
				list = append(list, c.setField(f, c.initializer(v.Init, f.Type)))
			}
		case *java.InitBlock:
			if !m.Static {
				load()
				list = append(list, c.block(m.Body))
			}
		}
	}
	return list
}

func (c *compiler) field(v *java.VarDeclarator) *types.Field {
	for _, f := range c.class.Fields {
		if f.Decl == v {
			return f
		}
	}
	c.unsupported(v, "field "+v.Name.Name)
	return nil
}

// initializer is the value of a declarator, which may be an array in braces.
func (c *compiler) initializer(e java.Expr, t types.Type) val {
	if a, ok := e.(*java.ArrayInit); ok {
		return c.arrayInit(a, t)
	}
	return c.convert(c.expr(e), t)
}

// sequence runs statements in order until one does not end normally.
func sequence(list []sfn) sfn {
	n := 0
	for _, s := range list {
		if s != nil {
			list[n] = s
			n++
		}
	}
	list = list[:n]

	// A body of one to four statements is the rule; a closure for each length spares
	// the loop over the list.
	switch len(list) {
	case 0:
		return func(*frame) ctl { return ctlNext }
	case 1:
		return list[0]
	case 2:
		a, b := list[0], list[1]
		return func(f *frame) ctl {
			if c := a(f); c != ctlNext {
				return c
			}
			return b(f)
		}
	case 3:
		a, b, d := list[0], list[1], list[2]
		return func(f *frame) ctl {
			if c := a(f); c != ctlNext {
				return c
			}
			if c := b(f); c != ctlNext {
				return c
			}
			return d(f)
		}
	case 4:
		a, b, d, e := list[0], list[1], list[2], list[3]
		return func(f *frame) ctl {
			if c := a(f); c != ctlNext {
				return c
			}
			if c := b(f); c != ctlNext {
				return c
			}
			if c := d(f); c != ctlNext {
				return c
			}
			return e(f)
		}
	}
	return func(f *frame) ctl {
		for _, s := range list {
			if c := s(f); c != ctlNext {
				return c
			}
		}
		return ctlNext
	}
}

// enclosing is the instance of class t (or a subclass) that encloses the code:
// `this`, or with skip the one around it, or one further out; nil when there is none.
func (c *compiler) enclosing(t *types.Class, skip bool) rfn {
	if c.fn.static {
		return nil
	}
	k := c.class
	// In a lambda r[0] holds the `this` of the method around it, so this is right there too.
	x := rfn(func(f *frame) Ref { return f.r[0] })
	for {
		if !skip && k.subs[t] {
			return x
		}
		skip = false
		if k.outer < 0 {
			return nil
		}
		in, at := x, k.outer
		x = func(f *frame) Ref { return in(f).(*Object).R[at] }
		k = c.prog.load(k.Outer)
	}
}
