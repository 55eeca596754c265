package types

import (
	"fmt"
	"slices"
	"strings"

	"ensures/java"
)

// StandIn returns a class of which there can be objects where an abstract class or an
// interface is wanted and the program has no implementation of it; nil where none can be
// written. It is for runs alone: an object of it does what the types allow, which may
// not be what the abstract type's documentation asks for.
//
// The class is written in Java and checked like any other. Each abstract method gives
// what the constructor was given for it, or, where a parameter has the type of the
// result, that argument. A method of a functional interface that declares exceptions
// throws one of them if the constructor is told to. The constructor is given null for a
// result of which no value can be made: a run that asks for it is not supported.
//
// Side conditions:
//   - the type has a name that a class of its package can write, and is neither sealed
//     nor final nor one with an enclosing instance;
//   - all types in its header and in the signatures of its abstract methods are known;
//   - the text has no mistake.
func (p *Program) StandIn(t *ClassType) *Class {
	ground, ok := p.ground(t, 0).(*ClassType)
	if !ok || !extensible(ground.Class) {
		return nil
	}
	key := ground.String()
	if c, made := p.standIns[key]; made {
		return c
	}
	if p.standIns == nil {
		p.standIns = map[string]*Class{}
	}
	p.standIns[key] = nil // also while it is being written
	c := p.declareStandIn(ground)
	p.standIns[key] = c
	return c
}

// extensible reports whether a class of the same package can extend c.
func extensible(c *Class) bool {
	c.Load()
	if c.Decl == nil || c.Name == "" || c.Local || c.Kind != java.ClassClass && c.Kind != java.InterfaceClass || c.Flags.Has(java.Final) || c.Flags.Has(java.Sealed) {
		return false
	}
	for k := c; k != nil; k = k.Outer {
		if k.Flags.Has(java.Private) || k.Outer != nil && !k.Static {
			return false
		}
	}
	return true
}

// declareStandIn writes the class for a type without variables, and checks it.
func (p *Program) declareStandIn(t *ClassType) *Class {
	pkg := t.Class.Package
	if t.Class.Library { // no class of ours lies in a package of Java's
		pkg = p.Units[0].Classes[0].Package
	}
	name := fmt.Sprintf("StandIn%d%s", len(p.standIns), t.Class.Name)
	if p.top[qualify(pkg, name)] != nil || p.Lib.InSources(pkg, name) {
		return nil
	}
	text, ok := p.standInText(pkg, name, t)
	if !ok {
		return nil
	}
	f, errs := java.Parse(name+".java", text)
	if len(errs) > 0 || len(f.Types) != 1 {
		return nil
	}

	u := &Unit{File: f, Info: newInfo(), lib: p.Lib, sink: &sink{file: f}}
	c := newClass(p.Lib)
	c.Name, c.Package, c.Binary, c.Elsewhere, c.StandIn, c.standsFor = name, pkg, qualify(pkg, name), true, true, t
	declare(c, f.Types[0], u, newFileEnv(p.Lib, p, f), nil)
	u.Classes = []*Class{c}
	c.Load()
	for _, m := range c.Methods {
		if _, errs := m.Body(); len(errs) > 0 {
			return nil
		}
	}
	// Text that means something else than was intended, say by a class that hides a name, makes
	// no stand-in.
	if len(u.sink.list) > 0 || !IsSubclass(c, t.Class) {
		return nil
	}
	return c
}

// standInText returns the text of the class.
func (p *Program) standInText(pkg, name string, t *ClassType) (string, bool) {
	w := standInWriter{p: p, sam: t.Class.SingleAbstractMethod()}
	for _, n := range methodNames(t.Class) {
		for _, x := range p.Lib.methodsOf(t, n) {
			if x.m.Flags.Has(java.Abstract) && !(isInterface(x.m.Owner) && objectHas(x.m)) {
				w.method(x)
			}
		}
	}

	var super []string
	if t.Class.Kind == java.ClassClass {
		// The subclass has to call a constructor: the one with the fewest parameters asks for
		// the fewest values.
		up := slices.DeleteFunc(slices.Clone(t.Class.Constructors()), func(m *Method) bool { return m.Flags.Has(java.Private) })
		if len(up) == 0 {
			return "", false
		}
		least := slices.MinFunc(up, func(a, b *Method) int { return len(a.Params) - len(b.Params) })
		for i, l := range least.Params {
			super = append(super, fmt.Sprintf("s%d", i))
			w.params = append(w.params, w.written(member{least, t}.typ(l.Type))+" "+super[i])
		}
	}
	if w.unknown {
		return "", false
	}

	var b strings.Builder
	if pkg != "" {
		fmt.Fprintf(&b, "package %s;\n", pkg)
	}
	relation := "extends"
	if isInterface(t.Class) {
		relation = "implements"
	}
	fmt.Fprintf(&b, "final class %s %s %s {\n%s\n", name, relation, t, strings.Join(w.fields, "\n"))
	fmt.Fprintf(&b, "%s(%s) throws java.lang.Throwable {\nsuper(%s);\n%s\n}\nprivate static native void unknown();\n%s\n}\n", name, strings.Join(w.params, ", "), strings.Join(super, ", "),
		strings.Join(w.sets, "\n"), strings.Join(w.methods, "\n"))
	return b.String(), true
}

// methodNames returns the names of a class's methods, inherited ones included, in the
// order of their declarations.
func methodNames(c *Class) []string {
	var names []string
	for _, m := range c.AllMethods() {
		if !slices.Contains(names, m.Name) {
			names = append(names, m.Name)
		}
	}
	return names
}

// standInWriter collects the parts of a stand-in's text.
type standInWriter struct {
	p                             *Program
	sam                           *Method // of a functional interface
	fields, params, sets, methods []string
	unknown                       bool // a type has no text
}

// state adds a field that the constructor sets.
func (w *standInWriter) state(t string) string {
	f := fmt.Sprintf("f%d", len(w.fields))
	w.fields = append(w.fields, fmt.Sprintf("private final %s %s;", t, f))
	w.params = append(w.params, t+" "+f)
	w.sets = append(w.sets, fmt.Sprintf("this.%s = %s;", f, f))
	return f
}

// method adds the implementation of an abstract method.
func (w *standInWriter) method(x member) {
	// A generic method is implemented by its erasure, which overrides it.
	own := func(t Type) Type { return Subst(x.typ(t), x.m.TypeParams, erasures(x.m.TypeParams)) }
	result := w.written(own(x.m.Return))
	var params []string
	echoed := ""
	for i, l := range x.m.Params {
		t := w.written(own(l.Type))
		params = append(params, fmt.Sprintf("%s a%d", t, i))
		if t == result && echoed == "" {
			echoed = fmt.Sprintf("a%d", i)
		}
	}

	var body, throws string
	if x.m == w.sam {
		for _, e := range x.m.Throws {
			switch e := w.written(own(e)); e {
			case "java.lang.Throwable", "java.lang.Exception", "java.io.IOException":
				throws = " throws " + e
				body = fmt.Sprintf("if (%s) throw new %s(); ", w.state("boolean"), e)
			}
		}
	}
	switch {
	case result == "void":
	case echoed != "":
		body += fmt.Sprintf("if (%s) return %s; ", w.state("boolean"), echoed)
		fallthrough
	default:
		f := w.state(result)
		// Null is not a result like any other: it says that no value could be made.
		if !IsPrimitive(own(x.m.Return)) {
			body += fmt.Sprintf("if (%s == null) unknown(); ", f)
		}
		body += "return " + f + ";"
	}
	w.methods = append(w.methods, fmt.Sprintf("public %s %s(%s)%s { %s }", result, x.m.Name, strings.Join(params, ", "), throws, body))
}

// written returns a type without variables as Java's text has it.
func (w *standInWriter) written(t Type) string {
	if t == nil || t == Type(TVoid) {
		return "void"
	}
	g := w.p.ground(t, 0)
	if g == nil {
		w.unknown = true
		return "?"
	}
	return g.String()
}

func erasures(vars []*TypeVar) []Type {
	var out []Type
	for _, v := range vars {
		out = append(out, Erasure(v))
	}
	return out
}

// ground returns t with a type for each variable and wildcard in it: the bound, or
// Integer, of which values are made where any will do; nil where t has a part that is
// not known.
func (p *Program) ground(t Type, depth int) Type {
	// Bounds may mention their own variable, and never come to an end.
	if depth > 4 {
		return nil
	}

	integer := p.Lib.core("java.lang.Integer").raw
	bounded := func(b Type) Type {
		c, ok := b.(*ClassType)
		// Integer is below Object, Comparable and Number, and values of it are the easiest to
		// make.
		if !ok || IsObject(c) || c.Class.Binary == "java.lang.Comparable" || c.Class.Binary == "java.lang.Number" {
			return integer
		}
		return p.ground(b, depth+1)
	}

	switch t := t.(type) {
	case *Basic:
		if t == Dynamic {
			return p.Lib.Object()
		}
		if t == TVoid || IsPrimitive(t) {
			return t
		}
	case *ArrayType:
		if e := p.ground(t.Elem, depth+1); e != nil {
			return &ArrayType{Elem: e}
		}
	case *TypeVar:
		if len(t.Bounds) == 0 {
			return integer
		}
		return bounded(t.Bounds[0])
	case *Wildcard:
		if t.Bound == nil {
			return integer
		}
		return bounded(t.Bound)
	case *ClassType:
		if t.Class.absent || t.Class.Name == "" || t.Class.Local {
			return nil
		}
		t.Class.Load()
		args := t.Args
		if len(args) == 0 {
			for _, v := range t.Class.TypeParams {
				args = append(args, v)
			}
		}

		var given []Type
		for i, a := range args {
			if w, ok := a.(*Wildcard); ok && (w.Bound == nil || IsObject(w.Bound)) && i < len(t.Class.TypeParams) {
				a = t.Class.TypeParams[i] // any that the parameter's bound allows
			}
			g := p.ground(a, depth+1)
			if g == nil {
				return nil
			}
			given = append(given, g)
		}
		return &ClassType{Class: t.Class, Args: given}
	}
	return nil
}
