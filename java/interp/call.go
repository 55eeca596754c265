package interp

import (
	"ensures/java/types"
)

// run executes a method whose receiver and arguments are in nf, a frame just
// pushed, and pops it. The result is in nf.rp or nf.rr until the next push.
func (mt *method) run(nf *frame) {
	m := nf.m
	c := mt.code.Load()
	if c == nil {
		c = mt.prepare()
	}
	if len(nf.p) < c.np || len(nf.r) < c.nr {
		nf.grow(c.np, c.nr)
	}
	m.steps--
	if m.steps < 0 {
		panic(stopSteps)
	}
	// No defer gives depth and frame back: a panic leaves them as they are, and whoever
	// catches it resets the machine to its mark.
	m.depth += c.weight
	if m.depth > m.max {
		m.overflow()
	}
	nf.code = c
	c.body(nf)
	m.depth -= c.weight
	m.top = nf.prev
}

// overflow throws StackOverflowError, with some depth lent for its constructor.
func (m *Machine) overflow() {
	m.Step(4 * m.depth) // unwinding costs time too
	m.max += 200
	defer func() { m.max -= 200 }()
	m.Throw("java.lang.StackOverflowError", "")
}

// invoke calls exactly mt with arguments from Go.
func (m *Machine) invoke(mt *method, recv Ref, args []Value) Value {
	if mt.native != nil {
		// A native takes its arguments as they are, and so needs no frame and no
		// depth; what it calls in Java has its own.
		m.Step(1)
		return mt.native(m, recv, args)
	}
	nf := m.push()
	nf.grow(mt.np, mt.nr)
	first := 0
	if !mt.static {
		nf.r[0] = recv
		first = 1
	}
	nf.take(mt, args, first)
	mt.run(nf)
	if mt.refRes {
		return Value{R: nf.rr}
	}
	return Value{N: nf.rp}
}

// take puts a call's arguments into its frame, those that are references from the
// place first on.
func (f *frame) take(mt *method, args []Value, first int) {
	p, r := 0, first
	for i, ref := range mt.refs {
		if ref {
			f.r[r] = args[i].R
			r++
		} else {
			f.p[p] = args[i].N
			p++
		}
	}
}

// nativeCode adapts a native to the frame convention.
func nativeCode(mt *method) *code {
	nat, refs, first := mt.native, mt.refs, 1
	if mt.static {
		first = 0
	}
	body := func(f *frame) ctl {
		m := f.m
		base := m.args(len(refs))
		// Cut to its own capacity: an append in a native must not write
		// into the arguments of another one.
		args := m.vals[base : base+len(refs) : base+len(refs)]
		p, r := 0, first
		for i, ref := range refs {
			if ref {
				args[i] = Value{R: f.r[r]}
				r++
			} else {
				args[i] = Value{N: f.p[p]}
				p++
			}
		}

		var recv Ref
		if first == 1 {
			recv = f.r[0]
		}
		v := nat(m, recv, args)
		m.vals = m.vals[:base]
		f.rp, f.rr = v.N, v.R
		return ctlReturn
	}
	return &code{np: mt.np, nr: mt.nr, body: body, weight: 1, mt: mt}
}

// find is the implementation of mt for an instance of c.
func (c *Class) find(mt *method) *method {
	space := 0
	if mt.owner.prog.lib != nil {
		space = 1
	}
	// Tables are never changed once they are stored, so that reading them takes no lock.
	if vt := c.vt[space].Load(); vt != nil && mt.vid < len(*vt) {
		if t := (*vt)[mt.vid]; t != nil {
			return t
		}
	}
	return c.resolve(mt, space)
}

func (c *Class) resolve(mt *method, space int) *method {
	impl := c.prog.implementation(c, mt)
	// Two goroutines may both have searched: what either found does the same, and the later store
	// stays.
	c.vtMu.Lock()
	defer c.vtMu.Unlock()
	var old []*method
	if vt := c.vt[space].Load(); vt != nil {
		old = *vt
	}
	grown := make([]*method, max(len(old), mt.vid+1))
	copy(grown, old)
	grown[mt.vid] = impl
	c.vt[space].Store(&grown)
	return impl
}

// wellKnown names the library methods that the machine itself calls.
type wellKnown uint8

const (
	wkToString wellKnown = iota
	wkEquals
	wkHashCode
	wkCompareTo
	wkCount
)

var wellKnownNames = [wkCount][2]string{
	{"java.lang.Object", "toString"},
	{"java.lang.Object", "equals"},
	{"java.lang.Object", "hashCode"},
	{"java.lang.Comparable", "compareTo"},
}

func (m *Machine) callWellKnown(k wellKnown, recv Ref, args ...Value) Value {
	mt := m.prog.wellKnownMethod(k)
	if f, ok := recv.(*Func); ok && k == wkCompareTo {
		// A lambda that is a Comparable has one method, and it is compareTo.
		return f.call(m, args)
	}
	return m.invoke(m.prog.classOf(recv).find(mt), recv, args)
}

func (m *Machine) callNamed(recv Ref, name string, args []Value) Value {
	c := m.prog.classOf(recv)
	mt := m.prog.selectMethod(c, name, args, false)
	if mt == nil {
		m.Unsupported("method " + name + " of " + c.Binary)
	}
	return m.invoke(c.find(mt), recv, args)
}

func (m *Machine) construct(c *Class, args []Value) Ref {
	mt := m.prog.selectMethod(c, "<init>", args, false)
	if mt == nil {
		m.Unsupported("constructor of " + c.Binary)
	}
	return m.newInstance(c, mt, args)
}

// newInstance makes an object by a constructor; String and the boxes are made by
// their native constructors.
func (m *Machine) newInstance(c *Class, mt *method, args []Value) Ref {
	if c.special != plainClass {
		return m.invoke(mt, nil, args).R
	}
	o := m.newObject(c)
	m.invoke(mt, o, args)
	return o
}

// callSingle calls the one abstract method that recv's class implements of a
// functional interface.
func (m *Machine) callSingle(recv Ref, args []Value) Value {
	c := m.prog.classOf(recv)
	mt := m.prog.functionalMethod(c, len(args))
	if mt == nil {
		m.Unsupported("calling an object of " + c.Binary + " as a function")
	}
	return m.invoke(c.find(mt), recv, args)
}

func boxString(b *Box) *String {
	switch b.Kind {
	case types.Boolean:
		if b.N != 0 {
			return &String{b: "true"}
		}
		return &String{b: "false"}
	case types.Char:
		return unitString(uint16(b.N))
	case types.Float:
		return &String{b: FormatFloat(f32(b.N))}
	case types.Double:
		return &String{b: FormatDouble(f64(b.N))}
	}
	return &String{b: formatInt(b.N)}
}

func unitString(c uint16) *String {
	if c < 256 {
		return &String{b: string([]byte{byte(c)})}
	}
	return &String{u: []uint16{c}}
}
