package interp

import (
	"ensures/java"
	"ensures/java/types"
)

// initCode is compiled initialisers: the static ones of a class, or the instance
// ones that run after an anonymous class's superclass constructor.
type initCode struct {
	mt method // a static (or instance) method without parameters
}

// initializer is the code of an anonymous class's instance initialisers.
func (c *Class) initializer() *initCode {
	c.vtMu.Lock()
	defer c.vtMu.Unlock()
	if c.instance == nil {
		c.instance = c.newInit("<init>", false, func(k *compiler) sfn { return sequence(k.instanceInit()) })
	}
	return c.instance
}

func (c *Class) newInit(name string, static bool, body func(*compiler) sfn) *initCode {
	in := &initCode{}
	mt := &in.mt
	mt.t = &types.Method{Name: name, Owner: c.Class, Return: types.TVoid}
	mt.owner, mt.static, mt.result = c, static, types.Void
	if !static {
		mt.nr = 1
	}
	// Compiled at the first run, like any method.
	mt.build = func() *code {
		k := &compiler{prog: c.prog, class: c}
		if c.Unit != nil {
			k.file = c.Unit.File
		}
		k.fn = &fn{locals: map[*types.Local]slot{}, static: static, mt: mt, void: true, nr: mt.nr}
		b := body(k)
		return &code{np: k.fn.np, nr: k.fn.nr, body: b, weight: 1 + k.deep/64, locals: k.fn.locals, mt: mt}
	}
	return in
}

func (in *initCode) runOn(m *Machine, o Ref) {
	nf := m.push()
	nf.r[0] = o
	in.mt.run(nf)
}

// needsInit reports whether a class has static initialisers that do something.
func needsInit(t *types.Class) bool {
	d := t.Decl
	if d == nil {
		return false
	}
	if len(d.Constants) > 0 {
		return true
	}
	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if m.Static {
				return true
			}
		case *java.FieldDecl:
			// Fields of interfaces are static without the word.
			if !m.Mods.Flags.Has(java.Static) && !isInterface(t) {
				continue
			}
			for _, v := range m.Vars {
				if v.Init != nil {
					return true
				}
			}
		}
	}
	return false
}

// isReady reports whether accesses to c's statics need no initialisation.
func (m *Machine) isReady(c *Class) bool {
	t := m.statics[c.space]
	return c.index < len(t) && t[c.index] != nil && t[c.index].ready
}

// static is the static state of c, initialised as its first use demands.
func (m *Machine) static(c *Class) *statics {
	if t := m.statics[c.space]; c.index < len(t) {
		if s := t[c.index]; s != nil && s.ready {
			return s
		}
	}
	return m.initialize(c)
}

func (m *Machine) initialize(c *Class) *statics {
	t := m.statics[c.space]
	if c.index >= len(t) {
		t = append(t, make([]*statics, c.index+8-len(t))...)
		m.statics[c.space] = t
	}

	s := t[c.index]
	if s == nil {
		s = &statics{p: make([]int64, c.nsp), r: make([]Ref, c.nsr)}
		t[c.index] = s
		// Constant variables have their values before the initialiser runs (JLS 12.4.2,
		// step 6).
		for f, at := range c.shared {
			if f.Decl == nil || f.Decl.Init == nil || !f.Flags.Has(java.Final) && !isInterface(c.Class) {
				continue
			}
			k := f.Constant()
			if k == nil {
				continue
			}
			if at.ref {
				s.r[at.i] = c.prog.literal(k.S, true)
			} else {
				s.p[at.i] = k.N
			}
		}
	}

	if s.state == initFailed {
		m.Throw("java.lang.NoClassDefFoundError", "Could not initialize class "+c.Binary)
	}
	// From here on the class counts as initialised for the code that its initialiser runs
	// (JLS 12.4.2, step 3: a recursive request).
	s.state, s.ready = initRunning, true

	m.initializeAbove(c, s)
	if !c.ownInit {
		s.state = initDone
		return s
	}

	// An exception of the initialiser becomes the cause of an error that is thrown
	// here; every later use finds the class failed.
	nf := m.push()
	z := m.mark()
	_, thrown := protect(nf, func(f *frame) ctl {
		c.staticInit().mt.run(f)
		return ctlNext
	})
	if thrown != nil {
		o, ok := thrown.(*Object)
		if !ok {
			m.statics[c.space][c.index] = nil // a limit: a later call starts anew
			panic(thrown)
		}
		m.reset(z)
		// The mark was taken with the initialiser's frame on top.
		m.top = nf.prev
		s.state, s.ready = initFailed, false
		if m.InstanceOf(o, m.Class("java.lang.Error")) {
			panic(o)
		}
		e := m.NewObject("java.lang.ExceptionInInitializerError", R(o))
		m.ThrowObject(e)
	}

	s.state = initDone
	return s
}

// initializeAbove initialises the superclass of a class that is being initialised, and those
// of its interfaces that have default methods. Where that fails, the class has failed too (JLS
// 12.4.2, step 7).
func (m *Machine) initializeAbove(c *Class, s *statics) {
	above := c.super != nil && c.super.lazy && !m.isReady(c.super)
	faces := c.faces && !isInterface(c.Class)
	if !above && !faces {
		return
	}
	_, thrown := protect(nil, func(*frame) ctl {
		if above {
			m.static(c.super)
		}
		if faces {
			m.initializeInterfaces(c.Class)
		}
		return ctlNext
	})
	switch thrown.(type) {
	case nil:
		return
	case *Object:
		s.state, s.ready = initFailed, false
	default:
		m.statics[c.space][c.index] = nil // a limit: a later call starts anew
	}
	panic(thrown)
}

// initializeInterfaces initialises the interfaces of a class that is being
// initialised, those that have default methods only.
func (m *Machine) initializeInterfaces(t *types.Class) {
	for _, i := range t.Interfaces {
		// Superinterfaces first, in the order in which they are written (JLS 12.4.2, step 7).
		m.initializeInterfaces(i.Class)
		if k := m.prog.load(i.Class); k.ownInit && hasDefault(i.Class) && !m.isReady(k) {
			m.static(k)
		}
	}
}

func hasDefault(t *types.Class) bool {
	for _, u := range t.Methods {
		if u.Flags.Has(java.Default) {
			return true
		}
	}
	return false
}

func (c *Class) staticInit() *initCode {
	c.vtMu.Lock()
	defer c.vtMu.Unlock()
	if c.clinit == nil {
		c.clinit = c.newInit("<clinit>", true, (*compiler).staticInits)
	}
	return c.clinit
}

// staticInits compiles enum constants, static field initialisers and static
// blocks in textual order.
func (c *compiler) staticInits() sfn {
	info, errs := c.class.Init()
	c.info = info
	own := c.ownErrors(errs)

	var list []sfn
	k := c.class
	d := k.Decl
	for i, e := range d.Constants {
		list = append(list, c.enumConstant(e, i))
	}

	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if m.Static {
				list = append(list, c.block(m.Body))
			}
		case *java.FieldDecl:
			if !m.Mods.Flags.Has(java.Static) && !isInterface(k.Class) {
				continue
			}
			for _, v := range m.Vars {
				if v.Init == nil {
					continue
				}
				f := c.field(v)
				// Set before any code of the class runs.
				if f.Constant() != nil && (f.Flags.Has(java.Final) || isInterface(k.Class)) {
					continue
				}
				if c.separable(f, v.Init) {
					list = append(list, c.separately(k, f, v.Init, own[v]))
					continue
				}

				s := k.shared[f]
				x := c.initializer(v.Init, f.Type)
				if s.ref {
					r := x.r
					list = append(list, func(f *frame) ctl {
						v := r(f)
						f.m.static(k).r[s.i] = v
						return ctlNext
					})
				} else {
					p := x.prim()
					list = append(list, func(f *frame) ctl {
						v := p(f)
						f.m.static(k).p[s.i] = v
						return ctlNext
					})
				}
			}
		}
	}

	return sequence(list)
}

// enumConstant makes one constant of an enum and stores it.
func (c *compiler) enumConstant(e *java.EnumConstant, ordinal int) sfn {
	k := c.class
	if ordinal >= len(k.Constants) {
		c.unsupported(e, "enum constant "+e.Name.Name)
	}
	at := k.shared[k.Constants[ordinal]]
	class := k
	if e.Body != nil {
		tc := c.info.Classes[e.Body]
		if tc == nil {
			c.unsupported(e, "body of enum constant "+e.Name.Name)
		}
		class = c.prog.load(tc)
	}

	enum := c.prog.std().enum
	nameAt := enum.slots[enum.FieldNamed("name")]
	ordAt := enum.slots[enum.FieldNamed("ordinal")]
	name := c.prog.literal(e.Name.Name, true)

	var ctor *method
	var store []argStore
	if call := c.info.Calls[e]; call != nil && call.Method != nil {
		ctor = c.prog.method(call.Method)
		store = c.arguments(ctor, c.callArgs(call, e.Args), 1)
	} else if t := types.NoArgConstructor(k.Class); t != nil {
		ctor = c.prog.method(t)
	}

	return func(f *frame) ctl {
		m := f.m
		o := m.newObject(class)
		o.R[nameAt.i] = name
		o.P[ordAt.i] = int64(ordinal)
		if ctor != nil {
			nf := m.push()
			nf.grow(ctor.np, ctor.nr)
			nf.r[0] = o

			for _, s := range store {
				s(f, nf)
			}
			ctor.run(nf)
		}
		// A constant with a body is an instance of a class of its own.
		if class != k {
			class.initializer().runOn(m, o)
		}
		m.static(k).r[at.i] = o
		return ctlNext
	}
}
