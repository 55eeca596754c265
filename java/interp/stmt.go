package interp

import (
	"ensures/java"
	"ensures/java/types"
)

func (c *compiler) block(b *java.Block) sfn {
	list := make([]sfn, 0, len(b.Stmts)+1)
	for _, s := range b.Stmts {
		list = append(list, c.stmt(s))
	}
	if h := c.prog.hooks.AtEnd; h != nil && c.prog.lib != nil && h(b) {
		list = append(list, c.hook(func(h *Hooks, m *Machine, v FrameView) {
			if h.AtEnd != nil {
				h.AtEnd(m, b, v)
			}
		}))
	}
	return sequence(list)
}

// stmt compiles a statement, with the hook before it when the plan asks.
func (c *compiler) stmt(s java.Stmt) sfn {
	c.depth++
	c.deep = max(c.deep, c.depth)
	x := c.stmt1(s)
	c.depth--
	if h := c.prog.hooks.Before; h != nil && c.prog.lib != nil && h(s) {
		before := c.hook(func(h *Hooks, m *Machine, v FrameView) {
			if h.Before != nil {
				h.Before(m, s, v)
			}
		})
		return func(f *frame) ctl {
			before(f)
			return x(f)
		}
	}
	return x
}

func (c *compiler) stmt1(s java.Stmt) sfn {
	switch x := s.(type) {
	case *java.Block:
		return c.block(x)
	case *java.LocalVars:
		return c.localVars(x)
	case *java.LocalClass:
		return func(*frame) ctl { return ctlNext }
	case *java.ExprStmt:
		return c.effect(x.X)
	case *java.If:
		return c.ifStmt(x)
	case *java.While:
		return c.while(x, "")
	case *java.DoWhile:
		return c.doWhile(x, "")
	case *java.For:
		return c.forStmt(x, "")
	case *java.ForEach:
		return c.forEach(x, "")
	case *java.Labeled:
		return c.labeled(x)
	case *java.Break:
		return c.breakStmt(x)
	case *java.Continue:
		return c.continueStmt(x)
	case *java.Return:
		return c.returnStmt(x)
	case *java.Yield:
		return c.yield(x, x.X)
	case *java.Throw:
		v := c.expr(x.X)
		r := v.r
		site := c.nullSite(x.X, "Cannot throw exception")
		return func(f *frame) ctl {
			o, ok := r(f).(*Object)
			if !ok {
				site.throw(f.m)
			}
			// An exception of Java's is a panic with the object; what isn't an
			// *Object is no exception (see protect).
			panic(o)
		}
	case *java.Try:
		return c.try(x)
	case *java.Switch:
		return c.switchStmt(x, "")
	case *java.SynchronizedStmt:
		// A run has one thread: no monitor is ever held by another one, and
		// only null can stop the statement.
		r := c.expr(x.X).r
		body := c.block(x.Body)
		site := c.nullSite(x.X, "Cannot enter synchronized block")
		return func(f *frame) ctl {
			if r(f) == nil {
				site.throw(f.m)
			}
			return body(f)
		}
	case *java.Assert, *java.Empty:
		return func(*frame) ctl { return ctlNext } // assertions are disabled, as in `java`
	case *java.ConstructorCall:
		c.unsupported(x, "constructor call after other statements")
	}
	c.unsupported(s, constructName(s))
	return nil
}

func (c *compiler) localVars(x *java.LocalVars) sfn {
	var list []sfn
	for _, v := range x.Vars {
		l := c.info.Locals[v]
		if l == nil {
			c.unsupported(v, "variable "+v.Name.Name)
		}
		if v.Init == nil {
			// The slot keeps what it held: by the rules of definite assignment (JLS chapter 16)
			// nothing reads it before it is written.
			c.fn.declare(l)
			continue
		}
		init := c.initializer(v.Init, l.Type)
		list = append(list, store(c.fn.declare(l), init))
	}
	return sequence(list)
}

func (c *compiler) ifStmt(x *java.If) sfn {
	cond := c.branch(x, c.cond(x.Cond))
	then := c.stmt(x.Then)
	if x.Else == nil {
		return func(f *frame) ctl {
			if cond(f) {
				return then(f)
			}
			return ctlNext
		}
	}
	other := c.stmt(x.Else)
	return func(f *frame) ctl {
		if cond(f) {
			return then(f)
		}
		return other(f)
	}
}

// loopCond is the condition of a loop with its hooks; nil when it is absent.
func (c *compiler) loopCond(loop java.Stmt, e java.Expr) bfn {
	var cond bfn
	if e != nil {
		cond = c.branch(loop, c.cond(e))
	}
	if !c.prog.hooks.Loops || c.prog.lib == nil {
		return cond
	}
	head := c.loopHook(loop)
	if cond == nil {
		return func(f *frame) bool { head(f); return true }
	}
	return func(f *frame) bool {
		head(f)
		return cond(f)
	}
}

func (c *compiler) loopHook(loop java.Stmt) sfn {
	return c.hook(func(h *Hooks, m *Machine, v FrameView) {
		if h.LoopHead != nil {
			h.LoopHead(m, loop, v)
		}
	})
}

func (c *compiler) while(x *java.While, label string) sfn {
	cond := c.loopCond(x, x.Cond)
	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()
	return func(f *frame) ctl {
		m := f.m
		for cond(f) {
			// Charged for each iteration: an empty body makes no call that would be.
			if m.steps--; m.steps < 0 {
				panic(stopSteps)
			}
			if k := body(f); k != ctlNext && k != j.cnt {
				if k == j.brk {
					break
				}
				return k
			}
		}
		return ctlNext
	}
}

func (c *compiler) doWhile(x *java.DoWhile, label string) sfn {
	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()
	cond := c.branch(x, c.cond(x.Cond))

	// An iteration begins with the body, so that is where the loop's head is: the state
	// in which the test at the end fails is no head.
	if c.prog.hooks.Loops && c.prog.lib != nil {
		head, plain := c.loopHook(x), body
		body = func(f *frame) ctl { head(f); return plain(f) }
	}
	return func(f *frame) ctl {
		m := f.m
		for {
			if m.steps--; m.steps < 0 {
				panic(stopSteps)
			}
			if k := body(f); k != ctlNext && k != j.cnt {
				if k == j.brk {
					return ctlNext
				}
				return k
			}
			// A continue goes on with the condition.
			if !cond(f) {
				return ctlNext
			}
		}
	}
}

func (c *compiler) forStmt(x *java.For, label string) sfn {
	var init []sfn
	for _, s := range x.Init {
		init = append(init, c.stmt(s))
	}

	cond := c.loopCond(x, x.Cond)
	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()

	var ups []sfn
	for _, e := range x.Update {
		ups = append(ups, c.effect(e))
	}
	up := sequence(ups)

	var loop sfn
	if cond == nil {
		cond = func(*frame) bool { return true }
	}
	// Two loops, so that one without an update makes no call for it.
	if len(ups) == 0 {
		loop = func(f *frame) ctl {
			m := f.m
			for cond(f) {
				if m.steps--; m.steps < 0 {
					panic(stopSteps)
				}
				if k := body(f); k != ctlNext && k != j.cnt {
					if k == j.brk {
						break
					}
					return k
				}
			}
			return ctlNext
		}
	} else {
		loop = func(f *frame) ctl {
			m := f.m
			for cond(f) {
				if m.steps--; m.steps < 0 {
					panic(stopSteps)
				}
				if k := body(f); k != ctlNext && k != j.cnt {
					if k == j.brk {
						break
					}
					return k
				}
				// A continue has come here too: it ends the body, not the iteration.
				up(f)
			}
			return ctlNext
		}
	}

	if len(init) == 0 {
		return loop
	}
	return sequence(append(init, loop))
}

func (c *compiler) forEach(x *java.ForEach, label string) sfn {
	v := c.expr(x.X)
	l := c.info.Locals[x.Var]
	if l == nil {
		c.unsupported(x, "variable "+x.Var.Name.Name)
	}
	hook := func(*frame) ctl { return ctlNext }
	if c.prog.hooks.Loops && c.prog.lib != nil {
		hook = c.loopHook(x)
	}
	if a, ok := v.t.(*types.ArrayType); ok {
		return c.forEachArray(x, label, v, a.Elem, l, hook)
	}
	if v.t.Kind() == types.Dyn {
		return c.forEachDynamic(x, label, v, l, hook)
	}
	return c.forEachIterable(x, label, v, l, hook)
}

func (c *compiler) forEachArray(x *java.ForEach, label string, v val, elem types.Type, l *types.Local, hook sfn) sfn {
	s := c.fn.declare(l)
	arr, at := c.fn.place(true), c.fn.place(false)
	site := c.nullSite(nil, "Cannot read the array length")

	var assign sfn
	if !isRef(elem) {
		read := elements(elem.Kind()).load(inSlot(v.t, arr).r, inSlot(types.TInt, at).p, site)
		assign = store(s, c.convert(val{t: elem, p: read}, l.Type))
	} else {
		read := func(f *frame) Ref { return f.r[arr.i].(*RefArray).A[f.p[at.i]] }
		assign = store(s, c.convert(val{t: elem, r: read, weak: v.weak || genericElem(elem)}, l.Type))
	}

	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()

	r := v.r
	decided := c.branch(x, nil)
	return func(f *frame) ctl {
		m := f.m
		a := r(f)
		if a == nil {
			m.ThrowNPE(site.action, `"`+jvmTemp(site.c.info, site.c.fn, x)+`"`)
		}
		// The array and its length are read once: an assignment to the variable in the
		// body changes nothing here (JLS 14.14.2).
		n := int64(ArrayLen(a))
		if n < 0 {
			site.throwArray(m, a)
		}

		for i := int64(0); ; i++ {
			f.r[arr.i], f.p[at.i] = a, i
			hook(f)
			if decided != nil {
				f.rp = boolToInt(i < n)
				decided(f)
			}

			if i >= n {
				return ctlNext
			}
			if m.steps--; m.steps < 0 {
				panic(stopSteps)
			}

			assign(f)
			if k := body(f); k != ctlNext && k != j.cnt {
				if k == j.brk {
					return ctlNext
				}
				return k
			}
		}
	}
}

func (c *compiler) forEachIterable(x *java.ForEach, label string, v val, l *types.Local, hook sfn) sfn {
	iterable, iterator := c.prog.class("java.lang.Iterable"), c.prog.class("java.util.Iterator")
	if iterable == nil || iterator == nil {
		c.unsupported(x, "for-each over objects")
	}
	start := c.prog.methodNamed(iterable, "iterator", 0)
	has := c.prog.methodNamed(iterator, "hasNext", 0)
	next := c.prog.methodNamed(iterator, "next", 0)

	// The iterator lives in a slot that no variable of the source has.
	it := c.fn.place(true)
	v.r = c.receiver(v, iterable.Class)
	begin := c.runVirtual(start, v, nil, x.X)
	iv := val{t: iterator.Raw(), r: inSlot(iterator.Raw(), it).r}
	more := c.runVirtual(has, iv, nil, nil)
	step := c.runVirtual(next, iv, nil, nil)

	elem := l.Type
	s := c.fn.declare(l)
	assign := store(s, c.convert(val{t: types.Dynamic, weak: true, r: func(f *frame) Ref { return step(f).rr }}, elem))

	if !s.ref {
		// unbox by the iterator's element type where it is known
		if u := c.elementType(v.t); u != nil {
			assign = store(s, c.convert(val{t: u, weak: true, r: func(f *frame) Ref { return step(f).rr }}, elem))
		}
	}

	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()

	decided := c.branch(x, nil)
	return func(f *frame) ctl {
		m := f.m
		f.r[it.i] = begin(f).rr
		for {
			hook(f)
			b := more(f).rp != 0
			if decided != nil {
				f.rp = boolToInt(b)
				decided(f)
			}
			if !b {
				return ctlNext
			}
			if m.steps--; m.steps < 0 {
				panic(stopSteps)
			}

			assign(f)
			if k := body(f); k != ctlNext && k != j.cnt {
				if k == j.brk {
					return ctlNext
				}
				return k
			}
		}
	}
}

// elementType is the T of an Iterable<T> that t is, when it is a boxed class.
func (c *compiler) elementType(t types.Type) types.Type {
	ct, ok := t.(*types.ClassType)
	if !ok || ct.Args == nil {
		return nil
	}
	iterable := c.prog.class("java.lang.Iterable").Class

	env := map[*types.TypeVar]types.Type{}
	ct.Class.Load()
	for i, v := range ct.Class.TypeParams {
		if i < len(ct.Args) {
			env[v] = ct.Args[i]
		}
	}
	b := bindings(ct.Class, iterable)
	if len(iterable.TypeParams) == 0 {
		return nil
	}
	e := replace(b[iterable.TypeParams[0]], env)
	if e == nil {
		return nil
	}
	if types.Unboxed(e) != nil {
		return e
	}
	return nil
}

func (c *compiler) labeled(x *java.Labeled) sfn {
	label := x.Label.Name
	switch s := x.Body.(type) {
	case *java.While:
		return c.while(s, label)
	case *java.DoWhile:
		return c.doWhile(s, label)
	case *java.For:
		return c.forStmt(s, label)
	case *java.ForEach:
		return c.forEach(s, label)
	}
	// A statement that is no loop: only a break can name its label (JLS 14.16).
	j := c.fn.enter(jump{label: label})
	body := c.stmt(x.Body)
	c.fn.leave()
	return func(f *frame) ctl {
		k := body(f)
		if k == j.brk {
			return ctlNext
		}
		return k
	}
}

func (c *compiler) breakStmt(x *java.Break) sfn {
	for i := len(c.fn.jumps) - 1; i >= 0; i-- {
		j := c.fn.jumps[i]
		if x.Label == "" && j.breaks || x.Label != "" && j.label == x.Label {
			k := j.brk
			return func(*frame) ctl { return k }
		}
	}
	c.unsupported(x, "break outside a loop or switch")
	return nil
}

func (c *compiler) continueStmt(x *java.Continue) sfn {
	for i := len(c.fn.jumps) - 1; i >= 0; i-- {
		j := c.fn.jumps[i]
		// A switch is no target: continue in it means the loop around.
		if j.loop && (x.Label == "" || j.label == x.Label) {
			k := j.cnt
			return func(*frame) ctl { return k }
		}
	}
	c.unsupported(x, "continue outside a loop")
	return nil
}

func (c *compiler) returnStmt(x *java.Return) sfn {
	if x.X == nil || c.fn.void || c.fn.ret == nil {
		if x.X != nil {
			e := c.effect(x.X)
			return func(f *frame) ctl { e(f); return ctlReturn }
		}
		return func(*frame) ctl { return ctlReturn }
	}
	v := c.as(x.X, c.fn.ret)
	return returning(v)
}

func returning(v val) sfn {
	switch {
	case v.r != nil:
		r := v.r
		return func(f *frame) ctl {
			f.rr = r(f)
			return ctlReturn
		}
	case v.b != nil:
		b := v.b
		return func(f *frame) ctl {
			if b(f) {
				f.rp = 1
			} else {
				f.rp = 0
			}
			return ctlReturn
		}
	case v.shape == shapeLocal:
		i := v.slot
		return func(f *frame) ctl {
			f.rp = f.p[i]
			return ctlReturn
		}
	}
	p := v.prim()
	return func(f *frame) ctl {
		f.rp = p(f)
		return ctlReturn
	}
}

// methodNamed is the method of c itself with that name and number of parameters.
func (p *Program) methodNamed(c *Class, name string, n int) *method {
	for _, t := range c.Methods {
		if t.Name == name && len(t.Params) == n {
			return p.method(t)
		}
	}
	return nil
}
