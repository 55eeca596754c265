package types

import (
	"strings"

	"ensures/java"
)

// Unit is one compilation unit: a file and its classes. The Info of a program's
// unit covers the whole file; the bodies of a library class have one each (see
// [Method.Body]).
type Unit struct {
	File    *java.File
	Classes []*Class // top-level
	Info    *Info
	Errors  java.ErrorList
	Cycles  java.ErrorList // those of Errors that say that a class inherits from itself

	lib  *Library
	sink *sink
}

// Program is a checked program: its own units over a shared library.
type Program struct {
	Lib   *Library
	Units []*Unit

	top       map[string]*Class
	elsewhere map[string]*Class // qualified name → class of another file, nil for none
	standIns  map[string]*Class // type → what stands in for its implementations, nil for none
}

// Cycles returns the errors of classes in a file that inherit from themselves. No other
// file can make good what they say, as it can a name that is not found.
func Cycles(lib *Library, f *java.File) java.ErrorList {
	p, _ := Check(lib, f)
	return p.Units[0].Cycles
}

// body is the result of checking one method's body or one class's initialisers.
type body struct {
	info *Info
	errs java.ErrorList
}

// NewInfo makes an Info with empty tables.
func NewInfo() *Info { return newInfo() }

func newInfo() *Info {
	return &Info{
		Types: map[java.Expr]Type{}, Consts: map[java.Expr]*Const{}, Uses: map[java.Expr]*Use{},
		Calls: map[java.Node]*Call{}, Lambdas: map[java.Expr]*Lambda{}, Locals: map[java.Node]*Local{},
		TypeOf: map[*java.TypeExpr]Type{}, Classes: map[*java.ClassDecl]*Class{}, Methods: map[*java.MethodDecl]*Method{},
		Fields: map[*java.VarDeclarator]*Field{}, Operand: map[java.Expr]Type{}, Scopes: map[java.Stmt]*Scope{}, Ends: map[*java.Block]*Scope{},
	}
}

// Load reads a file as a program of its own: it parses and checks it. The mistakes are those
// of the first of these steps that found any; the results are nil then.
func Load(lib *Library, name, src string) (*java.File, *Program, java.ErrorList) {
	f, errs := java.Parse(name, src)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	p, errs := Check(lib, f)
	if len(errs) > 0 {
		return nil, nil, errs
	}
	return f, p, nil
}

// Check checks the files of a program over a library. The result is partial when
// there are errors: [Method.Body] tells which methods are clean.
func Check(lib *Library, files ...*java.File) (*Program, java.ErrorList) {
	p := &Program{Lib: lib, top: map[string]*Class{}, elsewhere: map[string]*Class{}}
	for _, f := range files {
		u := &Unit{File: f, Info: newInfo(), lib: lib, sink: &sink{file: f}}
		p.Units = append(p.Units, u)
		env := newFileEnv(lib, p, f)
		for _, d := range f.Types {
			c := newClass(lib)
			c.Name, c.Package = d.Name.Name, env.pkg
			c.Binary = qualify(env.pkg, c.Name)
			declare(c, d, u, env, nil)
			if p.top[c.Binary] != nil {
				u.sink.add(java.TypeError, "", &d.Name, "", "duplicate class: "+c.Name)
				continue
			}
			p.top[c.Binary] = c
			u.Classes = append(u.Classes, c)
		}
	}

	// The order matters: cycles are found on headers, and must be gone before members are
	// resolved, since a search of the supertypes would not end. Bodies come last, as they need
	// all members.
	p.each((*Class).advanceHeader)
	p.breakCycles()
	p.each(func(c *Class) { c.advance(complete) })
	for _, u := range p.Units {
		p.checkImports(u)
		for _, c := range u.Classes {
			u.checkBodies(c)
		}
		u.Errors = append(u.Errors, u.sink.list...)
		u.Errors.Sort()
	}

	var all java.ErrorList
	for _, u := range p.Units {
		all = append(all, u.Errors...)
	}
	return p, all
}

func (c *Class) advanceHeader() { c.advance(header) }

// breakCycles reports each class that inherits from itself and takes the cause away.
// It is a search in depth over the supertypes, each class once: one that is met while
// its own supertypes are being searched closes a cycle.
func (p *Program) breakCycles() {
	searching, done := map[*Class]bool{}, map[*Class]bool{}
	var closing []*Class // inherit from themselves
	var search func(c *Class)
	search = func(c *Class) {
		searching[c] = true
		for _, s := range supersDeclared(c) {
			switch k := s.Class; {
			case k.Library || done[k]:
			case searching[k]:
				closing = append(closing, k)
			default:
				search(k)
			}
		}
		delete(searching, c)
		done[c] = true
	}
	p.each(func(c *Class) {
		if !done[c] {
			search(c)
		}
	})

	broken := map[*Class]bool{}
	for _, c := range closing {
		if broken[c] {
			continue
		}
		broken[c] = true
		u := c.Unit
		// The sink drops a second report of one place: only what it took is a cycle's error.
		known := len(u.sink.list)
		u.sink.add(java.TypeError, "", &c.Decl.Name, "", "cyclic inheritance involving "+c.Name)
		u.Cycles = append(u.Cycles, u.sink.list[known:]...)
		if c.Super != nil && !c.Super.Class.Library {
			c.Super = c.lib.object.raw
		}
		c.Interfaces = nil
	}
}

// each visits all classes, member classes after their outer ones.
func (p *Program) each(f func(*Class)) {
	var visit func(c *Class)
	visit = func(c *Class) {
		f(c)
		for _, m := range c.Members {
			visit(m)
		}
	}
	for _, u := range p.Units {
		for _, c := range u.Classes {
			visit(c)
		}
	}
}

// Class is the class of a qualified or binary name, the program's own before the
// library's; nil when there is none.
func (p *Program) Class(name string) *Class {
	var found *Class
	p.each(func(c *Class) {
		if found == nil && (c.Binary == name || c.QualifiedName() == name) {
			found = c
		}
	})
	if found == nil {
		found = p.Lib.Class(name)
	}
	return found
}

// Classes lists the program's own classes, member classes included, local ones
// not.
func (p *Program) Classes() []*Class {
	var list []*Class
	p.each(func(c *Class) { list = append(list, c) })
	return list
}

// checkImports reports imports of classes that are neither ours nor Java's.
func (p *Program) checkImports(u *Unit) {
	env := newFileEnv(p.Lib, p, u.File)
	r := &resolver{lib: p.Lib, env: env, sc: &Scope{}}
	for _, i := range u.File.Imports {
		if i.OnDemand && !i.Static && !p.mayExist(r, env, i.Name) {
			u.sink.add(java.UndefinedName, "", i, "", "package "+i.Name+" does not exist")
		}
		if i.OnDemand || i.Static {
			continue
		}
		// A class of a package that isn't the library's may come from anywhere; in one that is,
		// the library and Java's own list are all there is.
		dot := lastDot(i.Name)
		if dot == 0 || knownJDK(i.Name[:dot], i.Name[dot+1:]) || !p.Lib.hasPackage(i.Name[:dot]) || env.qualified(r, i.Name) != nil {
			continue // reported where it is used
		}
		u.sink.add(java.UndefinedName, "", i, similarJDK(i.Name), "cannot find symbol: class "+i.Name)
	}
}

// mayExist reports whether a package imported as a whole can be there: one of the
// program, of the library, of Java or of somebody else.
func (p *Program) mayExist(r *resolver, env *fileEnv, pkg string) bool {
	if p.Lib.hasPackage(pkg) || env.qualified(r, pkg) != nil {
		return true
	}
	for _, u := range p.Units {
		if u.File.Package != nil && u.File.Package.Name == pkg {
			return true
		}
	}
	first, rest, _ := strings.Cut(pkg, ".")
	switch first {
	case "java":
		second, _, _ := strings.Cut(rest, ".")
		return containsWord("applet awt beans io lang math net nio rmi security sql text time util", second)
	case "javax", "jdk", "org", "com", "net", "io":
		return true
	}
	return false
}

func (l *Library) hasPackage(pkg string) bool { return l.packages[pkg] != nil }

// checkBodies checks every body of a program's class and its member classes.
func (u *Unit) checkBodies(c *Class) {
	s := &sink{file: u.File}
	k := &checker{lib: u.lib, env: c.env, info: u.Info, errs: s, reach: true}
	// First without perMethod: what concerns the class as a whole goes into the unit's errors
	// at once.
	k.checkClass(c)
	u.Errors = append(u.Errors, s.list...)
	k.perMethod = func(errs java.ErrorList) { u.Errors = append(u.Errors, errs...) }
	k.checkClassBodies(c)
}

// checkClassBodies checks the initialisers and methods of c and of its member
// classes. In a local class the errors stay with the method around it.
func (c *checker) checkClassBodies(k *Class) {
	run := func(check func()) *body {
		if c.perMethod == nil {
			check()
			return &body{info: c.info}
		}
		// Each body has its own errors, so that a mistake in one method leaves the others
		// usable.
		old, binds := c.errs, c.binds
		c.captured = nil
		c.errs, c.binds = &sink{file: old.file}, nil
		check()
		b := &body{info: c.info, errs: c.errs.list}
		c.perMethod(b.errs)
		c.errs, c.binds = old, binds
		return b
	}

	k.init = run(func() { c.initialisers(k) })
	for _, m := range k.Methods {
		if m.Decl != nil {
			m.body = run(func() { c.methodBody(m) })
		} else {
			m.body = &body{info: c.info}
		}
	}

	for _, m := range k.Members {
		if c.perMethod == nil {
			c.checkClass(m)
		} else {
			s := &sink{file: c.errs.file}
			(&checker{lib: c.lib, env: c.env, info: c.info, errs: s}).checkClass(m)
			c.perMethod(s.list)
		}
		c.checkClassBodies(m)
	}
}

// Body is the result of checking m's body, done on first use for the class
// library: the tables that its syntax nodes are keys of, and its errors.
func (m *Method) Body() (*Info, java.ErrorList) {
	m.once.Do(func() {
		// A program's own bodies were checked with it.
		if m.body != nil || m.Owner == nil {
			return
		}
		m.Owner.ensure(complete)
		info := newInfo()
		m.body = &body{info: info}
		if m.Decl == nil {
			return
		}
		c := m.Owner.bodyChecker(info)
		c.methodBody(m)
		m.body.errs = c.errs.list
	})
	if m.body == nil {
		return newInfo(), nil
	}
	return m.body.info, m.body.errs
}

// Init is the result of checking c's field initialisers, initialiser blocks and
// enum constants.
func (c *Class) Init() (*Info, java.ErrorList) {
	c.once.Do(func() {
		if c.init != nil {
			return
		}
		c.ensure(complete)
		info := newInfo()
		c.init = &body{info: info}
		if c.Decl == nil {
			return
		}
		k := c.bodyChecker(info)
		k.initialisers(c)
		c.init.errs = k.errs.list
	})
	return c.init.info, c.init.errs
}

func (c *Class) bodyChecker(info *Info) *checker {
	return &checker{lib: c.lib, env: c.env, info: info, errs: &sink{file: c.Unit.File}}
}

// methodBody checks the body of a declared method.
func (c *checker) methodBody(m *Method) {
	c.sc = m.BodyScope()
	c.ctx = &bodyCtx{ret: m.Return}
	for i, p := range m.Params {
		c.info.Locals[p.Decl] = p
		for _, q := range m.Params[:i] {
			if q.Name == p.Name {
				if d, ok := p.Decl.(*java.Param); ok {
					c.errorf(&d.Name, "", "variable %s is already defined in %s", p.Name, m.what())
				}
			}
		}
	}

	d := m.Decl
	if d.DefaultValue != nil {
		if _, ok := d.DefaultValue.(*java.ArrayInit); !ok {
			c.exprIn(d.DefaultValue, m.Return)
		}
	}
	if d.Body == nil {
		if !m.Owner.Library && !m.Flags.Has(java.Abstract) && !m.Flags.Has(java.Native) {
			c.errorf(&d.Name, "", "missing method body, or declare abstract")
		}
		return
	}

	c.ctx.constructor = m.IsConstructor()
	c.block(d.Body)
	c.flowChecks(d.Body, handlers{types: m.Throws})
	if m.Return != Type(TVoid) && !isBad(m.Return) && (flow{c.info.Consts}).completes(d.Body) && !m.IsConstructor() {
		at := java.Span{From: d.Body.To - 1, To: d.Body.To}
		c.errorf(at, "", "missing return statement")
	}
}

// flowChecks checks what follows from the flow of control, in bodies of programs
// that are free of other errors.
func (c *checker) flowChecks(body *java.Block, h handlers) {
	if !c.reach || c.perMethod == nil {
		return
	}
	for _, u := range c.captured {
		c.checkCaptured(u)
	}
	c.captured = nil
	// Both rely on the tables of names and calls, which have gaps where there was an error.
	if len(c.errs.list) == 0 {
		c.checkAssigned(body)
		c.checkThrown(body, h)
	}
}

// captureUse is a use of a local variable in a lambda or class inside the body
// that declares it.
type captureUse struct {
	at     java.Expr
	local  *Local
	lambda bool
}

// checkCaptured reports a captured variable that is assigned more than once.
func (c *checker) checkCaptured(u captureUse) {
	l := u.local
	// A variable declared without a value may be assigned once and is effectively final still,
	// if that is all; that it is not assigned twice is definite assignment's business (JLS
	// 4.12.4).
	if l.assigned == 0 || !l.Param && !l.initialised && !l.counted {
		return
	}
	where := "an inner class"
	if u.lambda {
		where = "a lambda expression"
	}
	c.errorf(u.at, "copy it to a final variable first", "local variables referenced from %s must be final or effectively final: %s is assigned again", where, l.Name)
}

// initialisers checks field initialisers, initialiser blocks and the arguments
// and bodies of enum constants.
func (c *checker) initialisers(k *Class) {
	d := k.Decl
	static, inst := k.classScope(true).child(), k.classScope(false).child()
	c.ctx = &bodyCtx{}
	for i, e := range d.Constants {
		if i < len(k.Constants) {
			c.enumConstant(k, e, static)
		}
	}

	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.FieldDecl:
			c.sc = inst
			if m.Mods.Flags.Has(java.Static) || isInterfaceKind(k.Kind) {
				c.sc = static
			}
			for _, v := range m.Vars {
				if v.Init == nil {
					continue
				}
				f := k.fields[v.Name.Name]
				// A second field of the name: it was reported and has no entry.
				if f == nil || f.Decl != v {
					continue
				}
				c.exprTo(v.Init, f.Type)
			}
		case *java.InitBlock:
			c.sc = inst
			if m.Static {
				c.sc = static
			}
			c.block(m.Body)
			c.flowChecks(m.Body, handlers{all: !m.Static})
		}
	}
}

// enumConstant checks the arguments and body of an enum constant.
func (c *checker) enumConstant(k *Class, e *java.EnumConstant, sc *Scope) {
	c.sc = sc
	s := &session{lib: c.lib}
	args := c.args(e.Args, s)
	cands := c.constructors(k.raw, false)
	sel := c.selectMethod(s, cands, args, nil, false)
	call := &Call{Mode: SpecialCall, Recv: k.raw, Result: k.raw}
	c.info.Calls[e] = call
	if sel == nil {
		c.bindUnknown(args)
		if !c.anyBad(args) && len(cands) > 0 {
			c.noApplicable(e, cands, args)
		}
	} else {
		call.Method, call.Spread = sel.x.m, sel.spread
		c.recordCall(call, sel, k.raw, s)
	}
	c.complete(s)
	if e.Body == nil {
		return
	}

	// A constant with a body is an instance of an anonymous class of its own (JLS 8.9.1).
	b := c.declareLocal(e.Body, "")
	b.Super = k.raw
	b.Static = true
	c.checkLocalClass(b)
	m := &Method{Name: "<init>", Owner: b, Return: TVoid, Implicit: DefaultConstructor}
	if sel != nil {
		m.Variadic = sel.x.m.Variadic
		for _, p := range sel.x.m.Params {
			m.Params = append(m.Params, &Local{Name: p.Name, Type: p.Type, Param: true})
		}
	}
	b.addMethod(m)
}

// checkClass checks what concerns a class as a whole.
func (c *checker) checkClass(k *Class) {
	d := k.Decl
	if d == nil {
		return
	}
	if k.Super != nil {
		k.Super.Class.ensure(declared) // one of the library may not have been read yet
	}
	if k.Super != nil && k.Name != "" && k.Kind == java.ClassClass && k.Super.Class.Flags.Has(java.Final) && !k.Super.Class.absent {
		c.errorf(d.Extends, "", "cannot inherit from final %s", k.Super.Class.Name)
	}
	if !k.Flags.Has(java.Abstract) && !isInterfaceKind(k.Kind) {
		c.unimplemented(k)
	}
	for _, m := range k.Methods {
		c.checkOverride(m)
	}
	c.modifiers(&d.Mods, d)
	for _, m := range d.Members {
		switch m := m.(type) {
		case *java.FieldDecl:
			c.modifiers(&m.Mods, m)
		case *java.MethodDecl:
			c.modifiers(&m.Mods, &m.Name)
		}
	}
}

// modifiers reports modifiers that exclude each other.
func (c *checker) modifiers(m *java.Modifiers, at java.Node) {
	for _, pair := range [...]struct {
		a, b java.Flags
		text string
	}{
		{java.Public, java.Private, "public and private"},
		{java.Public, java.Protected, "public and protected"},
		{java.Protected, java.Private, "private and protected"},
		{java.Abstract, java.Final, "abstract and final"},
		{java.Abstract, java.Private, "abstract and private"},
		{java.Abstract, java.Native, "abstract and native"},
		{java.Final, java.Volatile, "final and volatile"},
	} {
		if m.Flags.Has(pair.a | pair.b) {
			c.errorf(at, "", "illegal combination of modifiers: %s", pair.text)
			return
		}
	}
	if _, class := at.(*java.ClassDecl); !class && m.Flags.Has(java.Abstract|java.Static) {
		c.errorf(at, "", "illegal combination of modifiers: abstract and static")
	}
}

// unimplemented reports an abstract method that a concrete class leaves open.
func (c *checker) unimplemented(k *Class) {
	supers := allSupers(k.raw)
	for _, s := range supers {
		s.ensure(complete)
		if s.absent || s.Outer != nil && !s.Static && len(s.Outer.TypeParams) > 0 {
			return // what it declares is not known exactly
		}
	}
	if k.Kind == java.EnumClass {
		for _, e := range k.Decl.Constants {
			if e.Body != nil {
				return // implemented by the constants' bodies
			}
		}
	}

	for _, s := range supers {
		for _, m := range s.Methods {
			if !m.Flags.Has(java.Abstract) || isInterface(s) && objectHas(m) {
				continue
			}
			// Still open is what methodsOf finds as itself: one that is implemented is left out
			// there.
			open := false
			for _, x := range c.lib.methodsOf(k.Type(), m.Name) {
				open = open || x.m == m
			}
			if !open {
				continue
			}
			name := k.Name
			var at java.Node = &k.Decl.Name
			if name == "" {
				name, at = "this anonymous class", k.Decl
			}
			c.errorf(at, "", "%s is not abstract and does not override abstract method %s in %s", name, m.Signature(), s.Name)
			return
		}
	}
}
