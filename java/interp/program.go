package interp

import (
	"sync"

	"ensures/java"
	"ensures/java/types"
)

// Program is a checked program made executable. Methods are compiled on first
// call; the compiled code is shared by all its machines, on any number of
// goroutines. The class library is itself a Program, shared by all.
type Program struct {
	Types *types.Program
	lib   *Program // nil when this is the library
	tlib  *types.Library
	hooks HookPlan

	mu       sync.RWMutex
	classes  map[*types.Class]*Class
	methods  map[*types.Method]*method
	virtuals int
	loaded   []*Class
	strings  map[string]*String
	natives  map[string]Native

	core // set by the library only
}

// core is what the machine itself uses of the library.
type core struct {
	once    sync.Once
	object  *Class
	str     *Class
	meta    *Class
	enum    *Class
	record  *Class
	boxes   [types.Double + 1]*Class
	known   [wkCount]*method
	special map[string]specialClass
}

// NewLibrary makes the class library executable; one is enough for a process.
func NewLibrary(lib *types.Library) *Program {
	p := &Program{
		tlib:    lib,
		classes: map[*types.Class]*Class{},
		methods: map[*types.Method]*method{},
		strings: map[string]*String{},
		natives: natives(),
	}
	// Layout asks for these by name while the core is not loaded yet: loading it lays classes out.
	p.special = map[string]specialClass{"java.lang.String": stringClass, "java.lang.Class": classClass}
	for _, name := range boxClasses {
		if name != "" {
			p.special["java.lang."+name] = boxClass
		}
	}
	return p
}

// New makes a checked program executable on top of the library lib, which must
// be of the same types.Library. Methods with errors fail when they are called.
func New(lib *Program, p *types.Program, plan HookPlan) *Program {
	return &Program{
		Types:   p,
		lib:     lib,
		tlib:    lib.tlib,
		hooks:   plan,
		classes: map[*types.Class]*Class{},
		methods: map[*types.Method]*method{},
		strings: map[string]*String{},
	}
}

func (p *Program) root() *Program {
	if p.lib != nil {
		return p.lib
	}
	return p
}

func (p *Program) std() *core {
	r := p.root()
	r.core.once.Do(r.loadCore)
	return &r.core
}

var boxClasses = [types.Double + 1]string{
	types.Boolean: "Boolean", types.Byte: "Byte", types.Short: "Short", types.Char: "Character",
	types.Int: "Integer", types.Long: "Long", types.Float: "Float", types.Double: "Double",
}

func (p *Program) loadCore() {
	k := &p.core
	must := func(name string) *Class {
		c := p.class(name)
		if c == nil {
			panic("class library lacks " + name)
		}
		return c
	}
	k.object = must("java.lang.Object")
	k.str = must("java.lang.String")
	k.meta = must("java.lang.Class")
	k.enum = must("java.lang.Enum")
	k.record = must("java.lang.Record")
	for i, name := range boxClasses {
		if name != "" {
			k.boxes[i] = must("java.lang." + name)
		}
	}

	for i, n := range wellKnownNames {
		for _, t := range must(n[0]).Methods {
			if t.Name == n[1] {
				k.known[i] = p.method(t)
			}
		}
	}
}

// literal is the interned String of a literal; nil when it is absent and not to be made.
func (p *Program) literal(s string, add bool) *String {
	// A text that the library has already is the same String in the program.
	if p.lib != nil {
		if t := p.lib.literal(s, false); t != nil {
			return t
		}
	}
	p.mu.RLock()
	t := p.strings[s]
	p.mu.RUnlock()
	if t != nil || !add {
		return t
	}
	t = NewString(s)
	t.Hash() // literals are shared by goroutines: nothing may be cached later
	p.mu.Lock()
	defer p.mu.Unlock()
	// Between the two locks another goroutine may have made it; literals are compared by ==.
	if u := p.strings[s]; u != nil {
		return u
	}
	p.strings[s] = t
	return t
}

func (p *Program) class(name string) *Class {
	var c *types.Class
	if p.Types != nil {
		c = p.Types.Class(name)
	} else {
		c = p.tlib.Class(name)
	}
	if c == nil {
		return nil
	}
	return p.load(c)
}

// Class is the loaded form of a class of the program or its library.
func (p *Program) Class(c *types.Class) *Class { return p.load(c) }

// load lays out a class on first use.
func (p *Program) load(t *types.Class) *Class {
	if t.Library && p.lib != nil {
		return p.lib.load(t)
	}
	p.mu.RLock()
	c := p.classes[t]
	p.mu.RUnlock()
	if c != nil {
		return c
	}
	// Outside of the lock, since layout loads the supertypes. Two goroutines may lay the class out
	// at the same time; the first to store it wins, and the other's work is dropped.
	t.Load()
	c = p.layout(t)
	p.mu.Lock()
	defer p.mu.Unlock()
	if d := p.classes[t]; d != nil {
		return d
	}
	c.index = len(p.loaded)
	p.loaded = append(p.loaded, c)
	p.classes[t] = c
	return c
}

func (p *Program) layout(t *types.Class) *Class {
	c := &Class{Class: t, prog: p, outer: -1,
		slots:  map[*types.Field]slot{},
		shared: map[*types.Field]slot{},
		subs:   map[*types.Class]bool{},
	}

	if p.lib != nil {
		// Statics and virtual methods of the library and of the program are numbered apart: the
		// library, with its numbers, is shared by programs that know nothing of each other.
		c.space = 1
	}

	// A class without static code needs no test on each access, unless what it inherits
	// does.
	c.ownInit = needsInit(t)
	c.lazy = c.ownInit
	// Of the interfaces only those with default methods are initialised with the class
	// (JLS 12.4.1).
	for _, i := range t.Interfaces {
		if k := p.load(i.Class); (k.ownInit || k.faces) && (hasDefault(i.Class) || k.faces) {
			c.faces, c.lazy = true, true
		}
	}

	if p.lib == nil && t.Package == "java.lang" {
		c.special = p.core.special[t.Binary]
	}

	if t.Super != nil {
		c.super = p.load(t.Super.Class)
		// The inherited fields keep their places, so that the superclass's code
		// works on objects of this class as it is.
		c.np, c.nr = c.super.np, c.super.nr
		c.lazy = c.lazy || c.super.lazy
		for f, s := range c.super.slots {
			c.slots[f] = s
		}
		c.fields = append(c.fields, c.super.fields...)
	}

	supertypes(t, c.subs)

	for _, f := range t.Fields {
		ref := isRef(f.Type)
		if f.Flags.Has(java.Static) || isInterface(t) {
			if ref {
				c.shared[f] = slot{true, c.nsr}
				c.nsr++
			} else {
				c.shared[f] = slot{false, c.nsp}
				c.nsp++
			}
			continue
		}
		s := c.place(ref)
		c.slots[f] = s
		c.fields = append(c.fields, fieldSlot{f, s})
	}

	// After the class's own fields come the outer instance and what a local class has
	// captured.
	if t.Outer != nil && !t.Static && !isInterface(t) && t.Kind == java.ClassClass {
		c.outer = c.place(true).i
	}
	if len(t.Captures) > 0 {
		c.caught = map[*types.Local]slot{}
		for _, l := range t.Captures {
			c.caught[l] = c.place(isRef(l.Type))
		}
	}

	return c
}

func (c *Class) place(ref bool) slot {
	if ref {
		c.nr++
		return slot{true, c.nr - 1}
	}
	c.np++
	return slot{false, c.np - 1}
}

// supertypes adds t and all its supertypes to set.
func supertypes(t *types.Class, set map[*types.Class]bool) {
	if set[t] {
		return
	}
	t.Load()
	set[t] = true
	if t.Super != nil {
		supertypes(t.Super.Class, set)
	}
	for _, i := range t.Interfaces {
		supertypes(i.Class, set)
	}
}

// classOf is the class whose methods an object has.
func (p *Program) classOf(r Ref) *Class {
	switch r := r.(type) {
	case *Object:
		return r.Class
	case *String:
		return p.std().str
	case *Box:
		return p.std().boxes[r.Kind]
	case *ClassObject:
		return p.std().meta
	case *Func:
		if r.Iface != nil {
			return r.Iface
		}
	}
	return p.std().object
}

func (p *Program) typeOf(r Ref) types.Type {
	if a, ok := r.(Array); ok {
		return &types.ArrayType{Elem: a.ElemType()}
	}
	return p.classOf(r).Raw()
}

// instanceOf is r instanceof c for a non-null r.
func (p *Program) instanceOf(r Ref, c *Class) bool {
	switch r := r.(type) {
	case *Object:
		return r.Class == c || r.Class.subs[c.Class]
	case *Func:
		// A lambda whose target type is unknown may be an instance of any interface.
		if r.Iface == nil {
			return isInterface(c.Class) || c == p.std().object
		}
		return r.Iface.subs[c.Class] || c == p.std().object
	case *String, *Box, *ClassObject:
		return p.classOf(r).subs[c.Class]
	}
	switch c.Binary { // arrays
	case "java.lang.Object", "java.lang.Cloneable", "java.io.Serializable":
		return true
	}
	return false
}

// isInstance is r instanceof t for a non-null r and an erased reference type t.
func (p *Program) isInstance(r Ref, t types.Type) bool {
	switch t := t.(type) {
	case *types.ClassType:
		return p.instanceOf(r, p.load(t.Class))
	case *types.ArrayType:
		a, ok := p.typeOf(r).(*types.ArrayType)
		return ok && p.assignable(a.Elem, t.Elem)
	}
	return true
}

// assignable is the subtype relation of erased element types.
func (p *Program) assignable(s, t types.Type) bool {
	if types.IsPrimitive(s) || types.IsPrimitive(t) {
		return s == t
	}
	switch t := t.(type) {
	case *types.ClassType:
		switch s := s.(type) {
		case *types.ClassType:
			return s.Class == t.Class || p.load(s.Class).subs[t.Class] || t.Class.Binary == "java.lang.Object"
		case *types.ArrayType:
			return t.Class.Binary == "java.lang.Object" || t.Class.Binary == "java.lang.Cloneable" || t.Class.Binary == "java.io.Serializable"
		}
		return true
	case *types.ArrayType:
		s, ok := s.(*types.ArrayType)
		return ok && p.assignable(s.Elem, t.Elem)
	}
	return true
}

// method is the executable form of a method on first use.
func (p *Program) method(t *types.Method) *method {
	if t.Owner != nil && t.Owner.Library && p.lib != nil {
		return p.lib.method(t)
	}

	p.mu.RLock()
	mt := p.methods[t]
	p.mu.RUnlock()
	if mt != nil {
		return mt
	}

	owner := p.load(t.Owner)
	mt = &method{t: t, owner: owner, static: t.Flags.Has(java.Static)}
	mt.virtual = !mt.static && !t.Flags.Has(java.Private) && t.Name != "<init>"
	if !mt.static {
		mt.nr = 1
	}

	for _, q := range t.Params {
		ref := isRef(q.Type)
		mt.refs = append(mt.refs, ref)
		if ref {
			mt.nr++
		} else {
			mt.np++
		}
	}

	if t.Return != nil {
		mt.result = t.Return.Kind()
		mt.refRes = mt.result != types.Void && isRef(t.Return)
	} else {
		mt.result = types.Void
	}
	// Constructors of strings and boxes return the object they made.
	if t.Name == "<init>" && owner.special != plainClass {
		mt.refRes = true
	}
	if p.lib == nil {
		// Only the library has natives: a class of the program with a
		// library's name gets none of its code.
		mt.native = p.natives[t.Key()]
	}

	// Another run may have made it meanwhile: all have to see the same one.
	p.mu.Lock()
	defer p.mu.Unlock()
	if other := p.methods[t]; other != nil {
		return other
	}

	if mt.virtual {
		// Numbered under the lock, and only by the goroutine whose method is kept:
		// tables of implementations are indexed by it.
		mt.vid = p.virtuals
		p.virtuals++
	}
	p.methods[t] = mt
	return mt
}

func (p *Program) wellKnownMethod(k wellKnown) *method { return p.std().known[k] }

// TypesLibrary is the checked library that the program stands on.
func (p *Program) TypesLibrary() *types.Library { return p.tlib }
