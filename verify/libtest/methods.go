package libtest

import (
	"fmt"
	"strings"

	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// Method is a method of the library with a contract.
type Method struct {
	Types   *types.Method
	Spec    *jml.MethodSpec
	checked *jml.Checked
}

// Library is the class library with its contracts, and the caller's classes that the
// inputs use (Shapes.java).
type Library struct {
	Methods []Method
	// Errors are the mistakes in contracts.
	Errors java.ErrorList
	run    *interp.Program
}

// NewLibrary reads the contracts of a class library.
func NewLibrary(lib *types.Library) (*Library, error) {
	file, errs := java.Parse("Shapes.java", shapes)
	if len(errs) > 0 {
		return nil, errs[0]
	}
	prog, errs := types.Check(lib, file)
	if len(errs) > 0 {
		return nil, errs[0]
	}

	l := &Library{run: interp.New(interp.NewLibrary(lib), prog, interp.HookPlan{})}
	for _, pkg := range lib.Packages() {
		for _, name := range lib.ClassNames(pkg) {
			c := lib.Class(pkg + "." + name)
			c.Load()
			// Comments are read where there can be a contract in them.
			if src := c.Unit.File.Src; strings.Contains(src, "//@") || strings.Contains(src, "/*@") {
				l.add(prog, c)
			}
		}
	}
	if errs := lib.Errors(); len(errs) > 0 {
		return nil, fmt.Errorf("class library: %w", errs[0])
	}
	return l, nil
}

// add reads the contracts in the file of a top-level class.
func (l *Library) add(prog *types.Program, c *types.Class) {
	spec, errs := jml.Parse(c.Unit.File)
	l.Errors = append(l.Errors, errs...)

	// The library keeps no tables of its declarations; a specification needs them.
	unit := &types.Unit{File: c.Unit.File, Classes: c.Unit.Classes, Info: types.NewInfo()}
	var methods []*types.Method
	var enter func(k *types.Class)
	enter = func(k *types.Class) {
		k.Load()
		unit.Info.Classes[k.Decl] = k
		for _, m := range k.Methods {
			if m.Decl != nil {
				unit.Info.Methods[m.Decl] = m
				methods = append(methods, m)
			}
		}
		for _, f := range k.Fields {
			if f.Decl != nil {
				unit.Info.Fields[f.Decl] = f
			}
		}
		for _, m := range k.Members {
			enter(m)
		}
	}
	for _, k := range unit.Classes {
		enter(k)
	}

	checked, errs := jml.Check(spec, prog, unit)
	l.Errors = append(l.Errors, errs...)
	for _, m := range methods {
		if s := spec.Methods[m.Decl]; s != nil && len(s.Cases) > 0 {
			l.Methods = append(l.Methods, Method{Types: m, Spec: s, checked: checked})
		}
	}
}

// Class is the binary name of the class that declares the method.
func (m Method) Class() string { return m.Types.Owner.Binary }

// Name is the method's name with its erased parameter types, as tables print it.
func (m Method) Name() string {
	name := m.Types.Name
	if m.Types.IsConstructor() {
		name = "new " + m.Types.Owner.Name
	}
	var params []string
	for _, p := range m.Types.Params {
		params = append(params, types.ShortString(erased(p.Type)))
	}
	return name + "(" + strings.Join(params, ", ") + ")"
}

// Nullable reports whether the i-th argument may be null.
func (m Method) Nullable(i int) bool {
	p := m.Types.Params[i]
	d, ok := p.Decl.(*java.Param)
	return types.IsPrimitive(p.Type) || !ok || m.checked.Spec.Params[d].Has(jml.Nullable)
}

// line is the method in the form that the driver reads.
func (m Method) line() string {
	var params []string
	for _, p := range m.Types.Params {
		params = append(params, types.ClassName(erased(p.Type)))
	}
	return m.Class() + "\t" + m.Types.Name + "\t" + strings.Join(params, ",")
}

func erased(t types.Type) types.Type {
	switch t := t.(type) {
	case *types.TypeVar:
		if len(t.Bounds) == 0 {
			return objectType
		}
		return erased(t.Bounds[0])
	case *types.ArrayType:
		return &types.ArrayType{Elem: erased(t.Elem)}
	}
	return types.Erasure(t)
}

// objectType stands for java.lang.Object in names.
var objectType = &types.ClassType{Class: &types.Class{Name: "Object", Binary: "java.lang.Object", Package: "java.lang", Library: true}}
