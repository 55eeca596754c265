package bench

import (
	"errors"
	"fmt"

	"ensures/java"
	"ensures/java/classlib"
	"ensures/java/interp"
	"ensures/java/jvm"
	"ensures/java/types"
)

// Runtime is the class library, checked and executable; one serves a process.
type Runtime struct {
	Types *types.Library
	Lib   *interp.Program
	// JVM runs the project's compiled code on inputs on which it needs more of Java than the
	// interpreter has; nil for not at all. It must be nil where a model writes code.
	JVM *jvm.JVM
}

// NewRuntime loads the class library; its classes are read on first use.
func NewRuntime() *Runtime {
	lib := types.NewLibrary(classlib.FS)
	return &Runtime{Types: lib, Lib: interp.NewLibrary(lib)}
}

// Program is a task's code made executable.
type Program struct {
	Runtime *Runtime
	Task    *Task
	Source  *java.File // Task.Source alone
	File    *java.File // the file that runs: Source, with an inline driver at its end
	Decl    *java.MethodDecl
	Class   *types.Class
	Method  *types.Method
	Info    *types.Info
	Types   *types.Program
	Run     *interp.Program // with hooks at the method's ends, branches and loops
}

// Unsupported is code that is Java but outside the subset, with the construct's name.
type Unsupported struct {
	Construct string
	At        java.Position
}

// Error names the construct and its place.
func (e *Unsupported) Error() string {
	if e.At.Line == 0 {
		return "not supported: " + e.Construct
	}
	return fmt.Sprintf("%d:%d: not supported: %s", e.At.Line, e.At.Column, e.Construct)
}

// errorOf is the error of a front end's error list: Unsupported where a construct
// is outside the subset.
func errorOf(errs java.ErrorList) error {
	for _, e := range errs {
		if e.Code == java.NotInSubset {
			return &Unsupported{Construct: e.Construct, At: e.At}
		}
	}
	if len(errs) > 0 {
		return errs[0]
	}
	return nil
}

// Compile makes a task's code executable. Errors outside the task's method do not
// matter until a run meets them.
func (rt *Runtime) Compile(t *Task) (*Program, error) {
	p := &Program{Runtime: rt, Task: t}
	src := t.Source
	if t.DriverInline {
		src += t.Driver
	}
	var errs java.ErrorList
	p.File, errs = java.Parse(t.Name, src)
	p.Source = p.File
	if t.DriverInline {
		p.Source, _ = java.Parse(t.Name, t.Source)
	}
	_, decl, err := t.find(p.File)
	if err != nil {
		if len(errs) > 0 {
			return nil, errorOf(errs)
		}
		return nil, err
	}
	p.Decl = decl

	files := []*java.File{p.File}
	if t.Driver != "" && !t.DriverInline {
		driver, derrs := java.Parse(t.DriverClass+".java", t.Driver)
		if len(derrs) > 0 {
			return nil, fmt.Errorf("test code: %w", errorOf(derrs))
		}
		files = append(files, driver)
	}

	for _, e := range errs {
		if e.Span.From >= decl.Pos() && e.Span.To <= decl.End() {
			return nil, errorOf(java.ErrorList{e})
		}
	}

	// Mistakes elsewhere in the file are met, if at all, when a run comes to them.
	p.Types, _ = types.Check(rt.Types, files...)
	if p.Method = p.lookup(decl); p.Method == nil {
		return nil, errors.New("the method's declaration was not understood")
	}
	p.Class = p.Method.Owner
	info, berrs := p.Method.Body()
	if len(berrs) > 0 {
		return nil, errorOf(berrs)
	}
	p.Info = info
	p.Run = interp.New(rt.Lib, p.Types, interp.HookPlan{
		Loops: true, Branches: true, Methods: func(m *types.Method) bool { return m == p.Method },
	})
	return p, nil
}

// SourceDecl is the method's declaration in Source.
func (p *Program) SourceDecl() *java.MethodDecl {
	if p.Source == p.File {
		return p.Decl
	}
	_, d, err := p.Task.find(p.Source)
	if err != nil {
		return nil
	}
	return d
}

// lookup is the checked method of a declaration.
func (p *Program) lookup(d *java.MethodDecl) *types.Method {
	for _, u := range p.Types.Units {
		if m := u.Info.Methods[d]; m != nil {
			return m
		}
	}
	return nil
}

// Own lists the program's classes, nested ones included.
func (p *Program) Own() []*types.Class {
	var out []*types.Class
	var visit func(c *types.Class)
	visit = func(c *types.Class) {
		out = append(out, c)
		for _, m := range c.Members {
			visit(m)
		}
	}
	for _, u := range p.Types.Units {
		for _, c := range u.Classes {
			visit(c)
		}
	}
	return out
}

// statics lists the static fields of the code under test that a run can change.
func (p *Program) statics() []*types.Field {
	var out []*types.Field
	for _, c := range p.Own() {
		// The driver's static fields are no part of what the method can see.
		if c.Unit != nil && c.Unit.File != p.File {
			continue
		}
		for _, f := range c.Fields {
			if f.Flags.Has(java.Static) && !(f.Flags.Has(java.Final) && immutable(f.Type)) && c.Kind != java.EnumClass {
				out = append(out, f)
			}
		}
	}
	return out
}

// immutable reports whether values of a type cannot change.
func immutable(t types.Type) bool {
	if k := t.Kind(); k >= types.Boolean && k <= types.Double {
		return true
	}
	c, ok := t.(*types.ClassType)
	return ok && (c.Class.Binary == "java.lang.String" || boxed[c.Class.Binary] != types.InvalidKind)
}
