package types

import (
	"ensures/java"
)

// A class is completed in stages, each on first need: the tree of its
// declaration and member classes, then supertypes and bounds, then members.
type stage int32

const (
	stub stage = iota
	declared
	header
	complete
)

// Load completes a class of the library; it must be called before the class's
// members, supertypes or modifiers are read. Cheap when done already.
func (c *Class) Load() { c.ensure(complete) }

func (c *Class) ensure(s stage) {
	if stage(c.stage.Load()) >= s {
		return
	}
	// A program's classes are one checker's alone; those of the library are shared.
	if c.Library {
		c.lib.mu.Lock()
		defer c.lib.mu.Unlock()
	}
	c.advance(s)
}

// advance brings c to stage s; the library's lock is held for library classes.
func (c *Class) advance(s stage) {
	for stage(c.stage.Load()) < s {
		next := stage(c.stage.Load()) + 1
		if c.busy >= next {
			return // being computed further up: a cycle, seen as far as it is
		}
		c.busy = next
		switch next {
		case declared:
			// A file is read as a whole: the top-level class brings its member classes along.
			top := c
			for top.Outer != nil {
				top = top.Outer
			}
			c.lib.read(top)
		case header:
			c.resolveHeader()
			c.stage.Store(int32(header))
		case complete:
			c.resolveMembers()
			c.stage.Store(int32(complete))
		}
	}
}

// declare fills what c's declaration says without resolving any name, and
// declares its member classes.
func declare(c *Class, d *java.ClassDecl, u *Unit, env *fileEnv, outer *Class) {
	var info *Info
	if !c.Library {
		info = u.Info
	}
	declareInfo(c, d, u, env, outer, info)
}

func declareInfo(c *Class, d *java.ClassDecl, u *Unit, env *fileEnv, outer *Class, info *Info) {
	c.Kind, c.Flags, c.Decl, c.Unit, c.env = d.Kind, d.Mods.Flags, d, u, env
	if outer != nil { // others may ask a top-level class for it before it is loaded
		c.Outer = outer
	}
	implicitClassFlags(c)
	for _, p := range d.TypeParams {
		c.TypeParams = append(c.TypeParams, &TypeVar{Name: p.Name.Name})
	}

	c.frame = &frame{class: c}
	if outer != nil {
		c.frame.outer = outer.frame
	}
	c.members = map[string]*Class{}
	for _, m := range d.Members {
		md, ok := m.(*java.ClassDecl)
		if !ok {
			continue
		}
		k := newClass(c.lib)
		k.Name, k.Package, k.Library, k.Binary = md.Name.Name, c.Package, c.Library, c.Binary+"$"+md.Name.Name
		k.Elsewhere = c.Elsewhere
		// Of two member classes with a name the first is found by it.
		if c.members[k.Name] == nil {
			c.members[k.Name] = k
		}
		c.Members = append(c.Members, k)
		// Of a local class: its member classes see the locals around it as well.
		k.scope = c.scope
		k.inLocal = c.Local || c.inLocal
		declareInfo(k, md, u, env, c, info)
	}

	if info != nil {
		info.Classes[d] = c
	}
	// Set by hand, since declaring is what advance would do for this stage.
	c.busy = declared
	if c.Local || c.inLocal {
		c.busy = complete // completed where it stands
	}
	c.stage.Store(int32(declared))
}

func implicitClassFlags(c *Class) {
	switch c.Kind {
	case java.InterfaceClass, java.AnnotationClass:
		c.Flags |= java.Abstract
		c.Static = true
	case java.EnumClass:
		c.Static = true
	case java.RecordClass:
		c.Flags |= java.Final
		c.Static = true
	default:
		c.Static = c.Outer == nil && !c.Local || c.Flags.Has(java.Static)
	}
	// Member classes of interfaces are public and static (JLS 9.5).
	if c.Outer != nil && !c.Local && isInterfaceKind(c.Outer.Kind) {
		c.Static = true
		c.Flags |= java.Public
	}
	if c.Static && c.Outer != nil {
		c.Flags |= java.Static
	}
}

func isInterfaceKind(k java.ClassKind) bool {
	return k == java.InterfaceClass || k == java.AnnotationClass
}

// Raw is the class's type without arguments.
func (c *Class) Raw() *ClassType { return c.raw }

// Type is the class's type with its own type parameters as arguments.
func (c *Class) Type() *ClassType {
	c.ensure(declared)
	if len(c.TypeParams) == 0 {
		return c.raw
	}
	return c.withParams()
}

func (c *Class) withParams() *ClassType {
	args := make([]Type, len(c.TypeParams))
	for i, p := range c.TypeParams {
		args[i] = p
	}
	return &ClassType{Class: c, Args: args}
}

// classScope is the scope of c's body: its type parameters and members are found
// through the Class of the node.
func (c *Class) classScope(static bool) *Scope {
	parent := c.scope
	if !c.Local && c.Outer != nil {
		parent = c.Outer.classScope(c.Static)
	}
	return &Scope{Parent: parent, Class: c, Static: static, frame: c.frame, body: true, env: c.env}
}

func (c *Class) resolver() *resolver {
	r := &resolver{lib: c.lib, env: c.env, locked: c.Library}
	if !c.Library && c.Unit != nil {
		r.info, r.errs = c.Unit.Info, c.Unit.sink
	}
	return r
}

func (c *Class) resolveHeader() {
	c.headerWith(c.resolver())
	// The cycles of a program's own classes are looked for, and reported, by breakCycles; a
	// class of another file is cut off without a word, since its mistakes are not this
	// program's.
	if c.Elsewhere && inheritsFromItself(c) {
		c.Super, c.Interfaces = c.lib.object.raw, nil
	}
}

func (c *Class) headerWith(r *resolver) {
	d := c.Decl
	// The header sees the type parameters and the enclosing scopes, not the
	// class's own inherited members.
	parent := c.scope
	if !c.Local && c.Outer != nil {
		parent = c.Outer.classScope(c.Static)
	}
	r.sc = &Scope{Parent: parent, Class: c, Static: c.Static, frame: c.frame, env: c.env, tvars: c.TypeParams, noMembers: true}
	r.bounds(c.TypeParams, d.TypeParams)

	object := c.lib.object
	switch c.Kind {
	case java.EnumClass:
		e := c.lib.core("java.lang.Enum")
		c.Super = &ClassType{Class: e, Args: []Type{c.raw}}
		// The empty class that stands for one that the library lacks takes no arguments.
		if e.absent {
			c.Super = e.raw
		}
	case java.RecordClass:
		c.Super = c.lib.core("java.lang.Record").raw
	case java.ClassClass:
		if c != object && !c.anonymousBody() {
			// Before the written superclass is resolved: should that fail, Object is left.
			c.Super = object.raw
		}
		if d.Extends != nil {
			if t, ok := r.typ(d.Extends).(*ClassType); ok {
				switch {
				case isInterfaceOf(r, t.Class):
					r.errorf(d.Extends, "", "no interface expected here: %s is an interface, use implements", t.Class.Name)
				default:
					c.Super = t
				}
			}
		}
	}

	if c.Kind == java.InterfaceClass && d.Extends != nil {
		if t, ok := r.typ(d.Extends).(*ClassType); ok {
			c.Interfaces = append(c.Interfaces, t)
		}
	}

	if c.anonymousBody() {
		return // set where it is created
	}
	for _, x := range d.Implements {
		if t, ok := r.typ(x).(*ClassType); ok {
			if !isInterfaceOf(r, t.Class) && !t.Class.absent {
				r.errorf(x, "", "interface expected here: %s is a class, use extends", t.Class.Name)
				continue
			}
			c.Interfaces = append(c.Interfaces, t)
		}
	}

	// Resolved for its mistakes and the table of types: nothing else needs it.
	for _, x := range d.Permits {
		r.typ(x)
	}

	if c.Kind == java.AnnotationClass {
		if a := c.lib.topClass("java.lang.annotation.Annotation"); a != nil {
			c.Interfaces = append(c.Interfaces, a.raw)
		}
	}
}

func (c *Class) anonymousBody() bool { return c.Name == "" }

func isInterfaceOf(r *resolver, c *Class) bool {
	r.ensure(c, declared)
	return isInterfaceKind(c.Kind)
}

func supersDeclared(c *Class) []*ClassType {
	if c.Super == nil {
		return c.Interfaces
	}
	return append([]*ClassType{c.Super}, c.Interfaces...)
}

func (c *Class) resolveMembers() { c.membersWith(c.resolver()) }

func (c *Class) membersWith(r *resolver) {
	c.fields, c.methods = map[string]*Field{}, map[string][]*Method{}
	if c.Super != nil && !c.Super.Class.Library {
		// The types of members may name member classes that are inherited.
		c.Super.Class.advance(header)
	}
	inst := c.classScope(false)
	r.sc = inst
	for _, k := range c.Decl.Constants {
		f := &Field{Name: k.Name.Name, Owner: c, Type: c.raw, Flags: java.Public | java.Static | java.Final}
		c.Constants = append(c.Constants, f)
		c.addField(r, f, k)
	}
	for _, p := range c.Decl.Components {
		t := r.paramType(p)
		f := &Field{Name: p.Name.Name, Owner: c, Type: t, Flags: java.Private | java.Final}
		c.Components = append(c.Components, f)
		c.addField(r, f, p)
	}

	inInterface := isInterfaceKind(c.Kind)
	for _, m := range c.Decl.Members {
		switch m := m.(type) {
		case *java.FieldDecl:
			flags := m.Mods.Flags
			if inInterface {
				// Fields of interfaces are constants (JLS 9.3).
				flags |= java.Public | java.Static | java.Final
			}
			t := r.typ(m.Type)
			for _, v := range m.Vars {
				f := &Field{Name: v.Name.Name, Owner: c, Type: arrayOf(t, v.Dims), Flags: flags, Decl: v}
				c.addField(r, f, v)
				if r.info != nil {
					r.info.Fields[v] = f
				}
			}
		case *java.MethodDecl:
			c.declareMethod(r, m, inst)
		}
	}
	// Last: they are those that nobody declared.
	c.implicitMembers()
}

func (c *Class) addField(r *resolver, f *Field, at java.Node) {
	if old := c.fields[f.Name]; old != nil {
		r.errorf(at, "", "variable %s is already defined in class %s", f.Name, c.Name)
		return
	}
	c.fields[f.Name] = f
	c.Fields = append(c.Fields, f)
}

func (c *Class) addMethod(m *Method) {
	c.Methods = append(c.Methods, m)
	if m.IsConstructor() {
		c.ctors = append(c.ctors, m)
		return
	}
	c.methods[m.Name] = append(c.methods[m.Name], m)
}

func (c *Class) declareMethod(r *resolver, d *java.MethodDecl, sc *Scope) {
	m := &Method{Name: d.Name.Name, Owner: c, Flags: d.Mods.Flags, Decl: d, Return: TVoid}
	if isInterfaceKind(c.Kind) {
		if !m.Flags.Has(java.Private) {
			m.Flags |= java.Public
		}
		// Native ones are the class library's own: the interpreter runs them.
		if d.Body == nil && !m.Flags.Has(java.Static) && !m.Flags.Has(java.Default) && !m.Flags.Has(java.Native) {
			m.Flags |= java.Abstract
		}
	}

	for _, p := range d.TypeParams {
		m.TypeParams = append(m.TypeParams, &TypeVar{Name: p.Name.Name})
	}
	old := r.sc
	r.sc = &Scope{Parent: sc, Class: c, Method: m, Static: m.Flags.Has(java.Static), frame: c.frame, env: c.env, tvars: m.TypeParams}
	r.bounds(m.TypeParams, d.TypeParams)

	if d.IsConstructor {
		m.Name = "<init>"
	}

	params := d.Params
	if d.Compact {
		// A compact constructor has the parameters of its record's header (JLS 8.10.4.2).
		params = c.Decl.Components
	}
	for _, p := range params {
		l := &Local{Name: p.Name.Name, Type: r.paramType(p), Decl: p, Param: true, Final: p.Mods.Flags.Has(java.Final)}
		m.Params = append(m.Params, l)
		m.Variadic = m.Variadic || p.Variadic
		if r.info != nil {
			r.info.Locals[p] = l
		}
	}

	if !d.IsConstructor && d.Return != nil {
		m.Return = arrayOf(r.typ(d.Return), d.Dims)
	}
	for _, x := range d.Throws {
		m.Throws = append(m.Throws, r.typ(x))
	}

	r.sc = old
	if r.info != nil {
		r.info.Methods[d] = m
		// A second method of the same erased parameters is reported once and not added,
		// so that calls find the first.
		for _, o := range c.sameName(m) {
			if sameErasedParams(o, m) {
				r.errorf(&d.Name, "", "%s is already defined in %s %s", m.what(), kindWord(c), c.displayName())
				return
			}
		}
	}
	c.addMethod(m)
}

func (m *Method) what() string {
	if m.IsConstructor() {
		return "constructor " + m.Signature()
	}
	return "method " + m.Signature()
}

func (c *Class) sameName(m *Method) []*Method {
	if m.IsConstructor() {
		return c.ctors
	}
	return c.methods[m.Name]
}

func sameErasedParams(a, b *Method) bool {
	if len(a.Params) != len(b.Params) {
		return false
	}
	for i := range a.Params {
		// A type that wasn't found may be another one than it seems.
		if unsure(a.Params[i].Type) || unsure(b.Params[i].Type) {
			return false
		}
		if !Identical(Erasure(a.Params[i].Type), Erasure(b.Params[i].Type)) {
			return false
		}
	}
	return true
}

func kindWord(c *Class) string {
	switch c.Kind {
	case java.InterfaceClass:
		return "interface"
	case java.EnumClass:
		return "enum"
	case java.RecordClass:
		return "record"
	case java.AnnotationClass:
		return "annotation type"
	}
	return "class"
}

func (c *Class) displayName() string {
	if c.Name == "" {
		return "anonymous " + c.anonymousBase()
	}
	return ShortString(c.raw)
}

// implicitMembers adds the members that the language gives a class: default
// constructors, the members of enums and records.
func (c *Class) implicitMembers() {
	add := func(m *Method) {
		m.Owner = c
		if m.Return == nil {
			m.Return = TVoid
		}
		c.addMethod(m)
	}

	has := func(name string, n int) bool {
		for _, m := range c.methods[name] {
			if len(m.Params) == n {
				return true
			}
		}
		return false
	}

	access := c.Flags & (java.Public | java.Protected | java.Private)
	switch c.Kind {
	case java.ClassClass:
		// An anonymous class gets its constructor where it is created, with the arguments given
		// there.
		if len(c.ctors) == 0 && c.Name != "" {
			add(&Method{Name: "<init>", Flags: access, Implicit: DefaultConstructor})
		}
	case java.EnumClass:
		if len(c.ctors) == 0 {
			add(&Method{Name: "<init>", Flags: java.Private, Implicit: DefaultConstructor})
		}
		static := java.Public | java.Static
		add(&Method{Name: "values", Flags: static, Return: &ArrayType{c.raw}, Implicit: EnumValues})
		add(&Method{Name: "valueOf", Flags: static, Return: c.raw, Implicit: EnumValueOf,
			Params: []*Local{{Name: "name", Type: c.lib.String(), Param: true}}})
	case java.RecordClass:
		// A record's own constructor of all components, compact or written out, takes
		// the place of the implicit one.
		canonical := false
		for _, k := range c.ctors {
			if k.Decl != nil && k.Decl.Compact {
				canonical = true
			} else if len(k.Params) == len(c.Components) {
				same := true
				for i, f := range c.Components {
					same = same && Identical(Erasure(k.Params[i].Type), Erasure(f.Type))
				}
				canonical = canonical || same
			}
		}
		if !canonical {
			k := &Method{Name: "<init>", Flags: access, Implicit: CanonicalConstructor}
			for i, f := range c.Components {
				p := c.Decl.Components[i]
				k.Params = append(k.Params, &Local{Name: f.Name, Type: f.Type, Decl: p, Param: true})
				k.Variadic = k.Variadic || p.Variadic
			}
			add(k)
		}

		for _, f := range c.Components {
			if !has(f.Name, 0) {
				add(&Method{Name: f.Name, Flags: java.Public, Return: f.Type, Implicit: RecordAccessor})
			}
		}
		if !has("equals", 1) {
			add(&Method{Name: "equals", Flags: java.Public | java.Final, Return: TBoolean, Implicit: RecordEquals,
				Params: []*Local{{Name: "o", Type: c.lib.Object(), Param: true}}})
		}
		if !has("hashCode", 0) {
			add(&Method{Name: "hashCode", Flags: java.Public | java.Final, Return: TInt, Implicit: RecordHashCode})
		}
		if !has("toString", 0) {
			add(&Method{Name: "toString", Flags: java.Public | java.Final, Return: c.lib.String(), Implicit: RecordToString})
		}
	}
}

func arrayOf(t Type, dims int) Type {
	for ; dims > 0; dims-- {
		t = &ArrayType{t}
	}
	return t
}
