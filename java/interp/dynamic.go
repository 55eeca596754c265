package interp

import (
	"math"

	"ensures/java"
	"ensures/java/types"
)

// Expressions whose static type is types.Dynamic: members are selected and
// operands promoted by run-time classes.

// boxed is v as a reference.
func (c *compiler) boxed(v val) rfn {
	if v.ref() {
		return v.r
	}
	return c.box(v, c.prog.tlib.Boxed(v.t)).r
}

func (c *compiler) dynamicCall(x *java.Call) val {
	if x.X == nil {
		c.unsupported(x, "call of "+x.Name.Name+" without a known method")
	}
	if _, ok := x.X.(*java.Super); ok {
		c.unsupported(x, "call of "+x.Name.Name+" without a known method")
	}
	if u := c.info.Uses[x.X]; u != nil && u.Kind == types.ClassRef {
		return c.dynamicStatic(x)
	}

	recv := c.boxed(c.expr(x.X))
	args := make([]rfn, len(x.Args))
	for i, a := range x.Args {
		args[i] = c.boxed(c.expr(a))
	}

	name := x.Name.Name
	site := c.nullSite(x.X, `Cannot invoke "`+name+`()"`)
	at := c.position(x)
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		m := f.m
		o := recv(f)
		vals := make([]Value, len(args))
		for i, a := range args {
			vals[i].R = a(f)
		}
		if o == nil {
			site.throw(m)
		}
		return m.callDynamic(o, name, vals, at)
	}}
}

// callDynamic calls a method with boxed arguments; the result is boxed.
func (m *Machine) callDynamic(o Ref, name string, vals []Value, at java.Position) Ref {
	if ArrayLen(o) >= 0 && name == "clone" {
		return m.CloneArray(o)
	}
	// A lambda of unknown type has one method, by whatever name it is called.
	if fn, ok := o.(*Func); ok && fn.Iface == nil {
		return fn.call(m, vals).R
	}
	c := m.prog.classOf(o)
	mt := m.prog.selectMethod(c, name, vals, true)
	if mt == nil {
		panic(&stop{kind: Unsupported, construct: "call of " + name + " on " + c.Binary + " without a known method", at: at})
	}
	for i, ref := range mt.refs {
		if !ref {
			// selectMethod has made sure that there is a box which widens to the parameter.
			b := vals[i].R.(*Box)
			vals[i] = Value{N: convertNumber(b.Kind, mt.t.Params[i].Type.Kind(), b.N)}
		}
	}

	if fn, ok := o.(*Func); ok {
		nf := m.push()
		nf.grow(mt.np, mt.nr)
		nf.take(mt, vals, 1)
		fn.invoke(mt, nf)
		return m.boxResult(mt, Value{N: nf.rp, R: nf.rr})
	}
	impl := mt
	if mt.virtual {
		impl = c.find(mt)
	}
	return m.boxResult(mt, m.invoke(impl, o, vals))
}

func (m *Machine) boxResult(mt *method, v Value) Ref {
	if mt.refRes || mt.result == types.Void {
		return v.R
	}
	return m.Box(mt.result, v.N)
}

func (c *compiler) dynamicStatic(x *java.Call) val {
	c.unsupported(x, "call of "+x.Name.Name+" without a known method")
	return val{}
}

func (c *compiler) dynamicSelect(x *java.Select) val {
	v := c.expr(x.X)
	if !v.ref() {
		c.unsupported(x, "member "+x.Name.Name)
	}

	r, name := v.r, x.Name.Name
	at := c.position(x)
	site := c.nullSite(x.X, `Cannot read field "`+name+`"`)
	if name == "length" {
		site.action = "Cannot read the array length"
	}
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		o := r(f)
		if o == nil {
			site.throw(f.m)
		}
		if n := ArrayLen(o); n >= 0 && name == "length" {
			return f.m.Box(types.Int, int64(n))
		}
		if obj, ok := o.(*Object); ok {
			if fd := obj.Class.FieldNamed(name); fd != nil {
				v, _ := obj.Field(fd)
				if isRef(fd.Type) {
					return v.R
				}
				return f.m.Box(fd.Type.Kind(), v.N)
			}
		}
		panic(&stop{kind: Unsupported, construct: "member " + name + " of " + f.m.ClassName(o), at: at})
	}}
}

func (c *compiler) dynamicIndex(x *java.Index, arr val) val {
	if !arr.ref() {
		c.unsupported(x, "index")
	}
	p, q := arr.r, c.as(x.I, types.TInt).prim()
	site := c.nullSite(x.X, "Cannot load from object array")
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		o := p(f)
		i := q(f)
		a, ok := o.(Array)
		if !ok {
			site.throwArray(f.m, o)
		}
		if n := a.Len(); uint64(i) >= uint64(n) {
			f.m.ThrowIndex(int(i), n)
		}
		return f.m.boxedElement(a, int(i))
	}}
}

func (m *Machine) boxedElement(a Array, i int) Ref {
	if a, ok := a.(*RefArray); ok {
		return a.A[i]
	}
	return m.Box(a.ElemType().Kind(), a.At(i).N)
}

func (c *compiler) dynamicElement(x *java.Index) target {
	c.unsupported(x, "assignment to an element of an array whose type is only known at run time")
	return target{}
}

func (c *compiler) dynamicCompound(x *java.AssignExpr, tg target) val {
	y := c.boxed(c.expr(x.Y))
	op := x.Op
	at := c.position(x)
	if tg.ref {
		return val{t: tg.t, weak: true, r: tg.updR(func(f *frame, old Ref) Ref {
			return f.m.dynamicOp(op, old, y(f), at)
		}, false)}
	}
	k := tg.t.Kind()
	return val{t: tg.t, p: tg.updP(func(f *frame, old int64) int64 {
		b, ok := f.m.dynamicOp(op, f.m.Box(k, old), y(f), at).(*Box)
		if !ok {
			panic(&stop{kind: Unsupported, construct: "compound assignment of a value whose type is only known at run time", at: at})
		}
		return convertNumber(b.Kind, k, b.N)
	}, false)}
}

func (c *compiler) dynamicUnary(x *java.Unary) val {
	v := c.boxed(c.expr(x.X))
	op, at := x.Op, c.position(x)
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		m := f.m
		r := v(f)
		b, ok := r.(*Box)
		if !ok {
			if r == nil {
				m.Throw("java.lang.NullPointerException", "")
			}
			panic(&stop{kind: Unsupported, construct: "operator on a value whose type is only known at run time", at: at})
		}

		// Unary numeric promotion (JLS 5.6): byte, short and char become int.
		k := promoted(b.Kind, types.Int)
		n := convertNumber(b.Kind, k, b.N)
		switch op {
		case java.Plus:
		case java.Neg:
			switch k {
			case types.Int:
				n = int64(int32(-n))
			case types.Long:
				n = -n
			case types.Float:
				n = bits32(-f32(n))
			case types.Double:
				n = bits64(-f64(n))
			}
		case java.BitNot:
			n = ^n
		case java.Not:
			return m.Box(types.Boolean, 1-b.N)
		}
		return m.Box(k, n)
	}}
}

func (c *compiler) dynamicBinary(x *java.Binary) val {
	a, b := c.boxed(c.expr(x.X)), c.boxed(c.expr(x.Y))
	op, at := x.Op, c.position(x)
	if op >= java.Lt && op <= java.Ne {
		return val{t: types.TBoolean, b: func(f *frame) bool {
			p := a(f)
			return f.m.dynamicCompare(op, p, b(f), at)
		}}
	}
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		p := a(f)
		return f.m.dynamicOp(op, p, b(f), at)
	}}
}

// promoted is binary numeric promotion of kinds.
func promoted(a, b types.Kind) types.Kind {
	return max(a, b, types.Int)
}

func (m *Machine) operands(p, q Ref, at java.Position) (*Box, *Box) {
	a, ok1 := p.(*Box)
	b, ok2 := q.(*Box)
	if p == nil || q == nil {
		m.Throw("java.lang.NullPointerException", "")
	}
	if !ok1 || !ok2 {
		panic(&stop{kind: Unsupported, construct: "operator on values whose types are only known at run time", at: at})
	}
	return a, b
}

func (m *Machine) dynamicCompare(op java.Op, p, q Ref, at java.Position) bool {
	_, ok1 := p.(*Box)
	_, ok2 := q.(*Box)
	// One side is no number: the references are compared. Two boxes are taken for the numbers that
	// they may have been before they were boxed.
	if (op == java.Eq || op == java.Ne) && (!ok1 || !ok2) {
		return (p == q) == (op == java.Eq)
	}
	a, b := m.operands(p, q, at)
	k := promoted(a.Kind, b.Kind)
	x, y := convertNumber(a.Kind, k, a.N), convertNumber(b.Kind, k, b.N)
	if k == types.Float || k == types.Double {
		u, v := f64(x), f64(y)
		if k == types.Float {
			u, v = float64(f32(x)), float64(f32(y))
		}
		return related(op, u, v)
	}
	return related(op, x, y)
}

func related[T int64 | float64](op java.Op, x, y T) bool {
	r, _ := java.Relate(op, x, y)
	return r
}

// dynamicOp is an arithmetic operator or concatenation on boxed operands.
func (m *Machine) dynamicOp(op java.Op, p, q Ref, at java.Position) Ref {
	if op == java.Plus {
		_, s1 := p.(*String)
		_, s2 := q.(*String)
		if s1 || s2 {
			s := m.ToJavaString(p).Concat(m.ToJavaString(q))
			m.Alloc(s.bytes())
			return s
		}
	}

	a, b := m.operands(p, q, at)
	if a.Kind == types.Boolean || b.Kind == types.Boolean {
		switch op {
		case java.BitAnd:
			return m.Box(types.Boolean, a.N&b.N)
		case java.BitOr:
			return m.Box(types.Boolean, a.N|b.N)
		case java.BitXor:
			return m.Box(types.Boolean, a.N^b.N)
		}
		panic(&stop{kind: Unsupported, construct: "operator on values whose types are only known at run time", at: at})
	}

	// The operands of a shift are promoted each by itself.
	k := promoted(a.Kind, b.Kind)
	shift := op == java.Shl || op == java.Shr || op == java.Ushr
	if shift {
		k = promoted(a.Kind, types.Int)
	}
	x, y := convertNumber(a.Kind, k, a.N), convertNumber(b.Kind, k, b.N)
	if shift {
		y = b.N
	}
	if k == types.Float || k == types.Double {
		return m.Box(k, dynamicFloat(op, k, x, y))
	}
	return m.Box(k, m.dynamicInt(op, k, x, y))
}

// dynamicFloat computes floats as doubles: the exact result of one operation on two
// floats, rounded to a double first, rounds to the same float.
func dynamicFloat(op java.Op, k types.Kind, x, y int64) int64 {
	// A double has more than twice the bits of a float, and two: enough for + - * and / (Rem is
	// exact).
	u, v := f64(x), f64(y)
	if k == types.Float {
		u, v = float64(f32(x)), float64(f32(y))
	}
	var d float64
	switch op {
	case java.Plus:
		d = u + v
	case java.Sub:
		d = u - v
	case java.Mul:
		d = u * v
	case java.Div:
		d = u / v
	case java.Rem:
		d = math.Mod(u, v)
	}
	if k == types.Float {
		return bits32(float32(d))
	}
	return bits64(d)
}

func (m *Machine) dynamicInt(op java.Op, k types.Kind, x, y int64) int64 {
	var n int64
	mask := int64(63)
	if k == types.Int {
		mask = 31
	}

	switch op {
	case java.Plus:
		n = x + y
	case java.Sub:
		n = x - y
	case java.Mul:
		n = x * y
	case java.Div, java.Rem:
		if y == 0 {
			m.Throw("java.lang.ArithmeticException", "/ by zero")
		}
		if op == java.Div {
			n = x / y
		} else {
			n = x % y
		}
	case java.BitAnd:
		n = x & y
	case java.BitOr:
		n = x | y
	case java.BitXor:
		n = x ^ y
	case java.Shl:
		n = x << uint(y&mask)
	case java.Shr:
		n = x >> uint(y&mask)
	case java.Ushr:
		if k == types.Int {
			n = int64(uint32(x) >> uint(y&mask))
		} else {
			n = int64(uint64(x) >> uint(y&mask))
		}
	}

	// The lane has 64 bits: sums, products and left shifts of ints are cut, MIN_VALUE / -1 among
	// them.
	if k == types.Int {
		n = int64(int32(n))
	}
	return n
}

// forEachDynamic loops over an array or Iterable, which only the run tells.
func (c *compiler) forEachDynamic(x *java.ForEach, label string, v val, l *types.Local, hook sfn) sfn {
	iterable, iterator := c.prog.class("java.lang.Iterable"), c.prog.class("java.util.Iterator")
	start := c.prog.methodNamed(iterable, "iterator", 0)
	has := c.prog.methodNamed(iterator, "hasNext", 0)
	next := c.prog.methodNamed(iterator, "next", 0)

	item := c.fn.place(true)
	s := c.fn.declare(l)
	assign := store(s, c.convert(val{t: types.Dynamic, weak: true, r: inSlot(types.Dynamic, item).r}, l.Type))

	j := c.fn.enter(jump{label: label, loop: true, breaks: true})
	body := c.stmt(x.Body)
	c.fn.leave()

	r := v.r
	site := c.nullSite(x.X, `Cannot invoke "java.lang.Iterable.iterator()"`)
	at := c.position(x)
	return func(f *frame) ctl {
		m := f.m
		o := r(f)
		if o == nil {
			site.throw(m)
		}

		// Which of the two it is is known once the loop starts, and stays so.
		a, isArray := o.(Array)
		var it Ref
		if !isArray {
			if !m.prog.instanceOf(o, iterable) {
				panic(&stop{kind: Unsupported, construct: "for-each over " + m.ClassName(o), at: at})
			}
			it = m.invoke(m.prog.classOf(o).find(start), o, nil).R
		}

		for i := 0; ; i++ {
			hook(f)
			if isArray {
				if i >= a.Len() {
					return ctlNext
				}
				f.r[item.i] = m.boxedElement(a, i)
			} else {
				k := m.prog.classOf(it)
				if m.invoke(k.find(has), it, nil).N == 0 {
					return ctlNext
				}
				f.r[item.i] = m.invoke(k.find(next), it, nil).R
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

// dynamicReference is a method reference whose method only the run knows.
func (c *compiler) dynamicReference(x *java.MethodRef, params []val, recv *val) val {
	name := x.Name.Name
	at := c.position(x)
	if name == "new" {
		c.unsupported(x, "constructor reference without a known constructor")
	}
	if recv == nil {
		if x.X != nil {
			if u := c.info.Uses[x.X]; u != nil && u.Kind == types.ClassRef {
				return c.dynamicClassReference(x, u.Class, params)
			}
		}
		if len(params) == 0 {
			c.unsupported(x, "method reference without a known method")
		}
		// What the reference is called on comes as the first argument.
		recv = &params[0]
		params = params[1:]
	}

	self := c.boxed(*recv)
	args := make([]rfn, len(params))
	for i, p := range params {
		args[i] = c.boxed(p)
	}
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		o := self(f)
		vals := make([]Value, len(args))
		for i, a := range args {
			vals[i].R = a(f)
		}
		if o == nil {
			f.m.Throw("java.lang.NullPointerException", "")
		}
		return f.m.callDynamic(o, name, vals, at)
	}}
}

// dynamicClassReference is C::name, where the arguments at run time tell a static
// method from an instance one.
func (c *compiler) dynamicClassReference(x *java.MethodRef, k *types.Class, params []val) val {
	name, at := x.Name.Name, c.position(x)
	cls := c.prog.load(k)
	args := make([]rfn, len(params))
	for i, p := range params {
		args[i] = c.boxed(p)
	}
	return val{t: types.Dynamic, weak: true, r: func(f *frame) Ref {
		m := f.m
		vals := make([]Value, len(args))
		for i, a := range args {
			vals[i].R = a(f)
		}
		// Where a static method takes all arguments it is the one; else the first argument is the
		// receiver.
		if mt := m.prog.selectStatic(cls, name, vals); mt != nil {
			for i, ref := range mt.refs {
				if !ref {
					b := vals[i].R.(*Box)
					vals[i] = Value{N: convertNumber(b.Kind, mt.t.Params[i].Type.Kind(), b.N)}
				}
			}
			return m.boxResult(mt, m.invoke(mt, nil, vals))
		}
		if len(vals) == 0 || vals[0].R == nil {
			panic(&stop{kind: Unsupported, construct: "method reference without a known method", at: at})
		}
		return m.callDynamic(vals[0].R, name, vals[1:], at)
	}}
}

func (p *Program) selectStatic(c *Class, name string, args []Value) *method {
	var best *types.Method
	cost := 1 << 30
	for _, t := range c.Methods {
		if t.Name != name || !t.Flags.Has(java.Static) {
			continue
		}
		if k := p.applicable(t, args, true); k < cost {
			best, cost = t, k
		}
	}
	if best == nil {
		return nil
	}
	return p.method(best)
}
