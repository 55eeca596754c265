package java

import (
	"bytes"
	"fmt"
	"strings"
)

// Print is a node in canonical form: four spaces of indentation, one statement
// a line, parentheses as the tree has them and where its shape needs more.
// Comments are not part of the tree and not printed.
func Print(n Node) string { return PrintIndent(n, "") }

// PrintIndent is Print with every line after the first indented further.
func PrintIndent(n Node, indent string) string {
	p := &printer{prefix: indent}
	p.node(n)
	return p.b.String()
}

type printer struct {
	b      bytes.Buffer
	prefix string
	level  int
}

func (p *printer) str(s ...string) {
	for _, s := range s {
		p.b.WriteString(s)
	}
}

func (p *printer) line() {
	p.b.WriteByte('\n')
	p.b.WriteString(p.prefix)
	for range p.level {
		p.b.WriteString("    ")
	}
}

// list prints l with a separator between its elements.
func list[T any](p *printer, l []T, sep string, each func(T)) {
	for i, x := range l {
		if i > 0 {
			p.str(sep)
		}
		each(x)
	}
}

func (p *printer) node(n Node) {
	switch n := n.(type) {
	case nil:
	case *File:
		p.file(n)
	case *Package:
		p.annotations(n.Annotations, " ")
		p.str("package ", n.Name, ";")
	case *Import:
		p.str("import ")
		if n.Static {
			p.str("static ")
		}
		p.str(n.Name)
		if n.OnDemand {
			p.str(".*")
		}
		p.str(";")
	case *Annotation:
		p.annotation(n)
	case *TypeParam:
		p.typeParam(n)
	case *TypeExpr:
		p.typ(n)
	case *Param:
		p.param(n)
	case *VarDeclarator:
		p.declarator(n)
	case *EnumConstant:
		p.constant(n)
	case *Catch:
		p.catch(n)
	case *Case:
		p.switchCase(n)
	case *ClassDecl:
		if n.Name.Name == "" {
			p.classBody(n)
		} else {
			p.class(n)
		}
	case Member:
		p.member(n)
	case Stmt:
		p.stmt(n)
	case Expr:
		p.expr(n, 0)
	default:
		panic(fmt.Sprintf("java: print of %T", n))
	}
}

func (p *printer) file(f *File) {
	first := true
	gap := func(lines int) {
		if !first {
			p.str(strings.Repeat("\n", lines))
		}
		first = false
	}
	if f.Package != nil {
		gap(1)
		p.node(f.Package)
		p.str("\n")
	}
	for i, d := range f.Imports {
		if i == 0 {
			gap(1)
		}
		p.node(d)
		p.str("\n")
	}
	for _, d := range f.Types {
		gap(1)
		p.class(d)
		p.str("\n")
	}
}

// ---- types, annotations, modifiers

func (p *printer) annotations(l []*Annotation, after string) {
	for _, a := range l {
		p.annotation(a)
		p.str(after)
	}
}

func (p *printer) annotation(a *Annotation) {
	p.str("@", a.Name)
	if len(a.Args) == 0 {
		return
	}
	p.str("(")
	list(p, a.Args, ", ", func(g AnnotationArg) {
		if g.Name != "" {
			p.str(g.Name, " = ")
		}
		p.expr(g.Value, precCond)
	})
	p.str(")")
}

var flagOrder = []struct {
	flag Flags
	text string
}{
	{Public, "public"}, {Protected, "protected"}, {Private, "private"}, {Abstract, "abstract"}, {Default, "default"},
	{Static, "static"}, {Sealed, "sealed"}, {NonSealed, "non-sealed"}, {Final, "final"}, {Transient, "transient"},
	{Volatile, "volatile"}, {Synchronized, "synchronized"}, {Native, "native"}, {Strictfp, "strictfp"},
}

// String is the flags as written, separated by spaces.
func (f Flags) String() string {
	var s []string
	for _, o := range flagOrder {
		if f.Has(o.flag) {
			s = append(s, o.text)
		}
	}
	return strings.Join(s, " ")
}

// mods prints modifiers with a space after each; annotations of a declaration of
// its own line end the line.
func (p *printer) mods(m Modifiers, lines bool) {
	for _, a := range m.Annotations {
		p.annotation(a)
		if lines {
			p.line()
		} else {
			p.str(" ")
		}
	}
	if s := m.Flags.String(); s != "" {
		p.str(s, " ")
	}
}

func (p *printer) typ(t *TypeExpr) {
	if t == nil {
		return
	}
	if len(t.Alternatives) > 0 {
		op := " | "
		if t.Intersection {
			op = " & "
		}
		list(p, t.Alternatives, op, p.typ)
		return
	}

	if t.Outer != nil {
		p.typ(t.Outer)
		p.str(".")
	}
	p.annotations(t.Annotations, " ")
	p.str(t.Name)
	if t.Bound != nil {
		p.str(map[bool]string{true: " super ", false: " extends "}[t.Super])
		p.typ(t.Bound)
	}
	if t.Args != nil {
		p.typeArgs(t.Args)
	}
	p.dims(t.Dims)
}

func (p *printer) typeArgs(l []*TypeExpr) {
	p.str("<")
	list(p, l, ", ", p.typ)
	p.str(">")
}

func (p *printer) dims(n int) {
	for range n {
		p.str("[]")
	}
}

func (p *printer) typeParams(l []*TypeParam) {
	if len(l) == 0 {
		return
	}
	p.str("<")
	list(p, l, ", ", p.typeParam)
	p.str(">")
}

func (p *printer) typeParam(t *TypeParam) {
	p.str(t.Name.Name)
	if len(t.Bounds) > 0 {
		p.str(" extends ")
		list(p, t.Bounds, " & ", p.typ)
	}
}

// ---- declarations

func (p *printer) param(n *Param) {
	p.mods(n.Mods, false)
	if n.Type != nil {
		p.typ(n.Type)
		if n.Variadic {
			p.str("...")
		}
		p.str(" ")
	}
	p.str(n.Name.Name)
	p.dims(n.Dims)
}

func (p *printer) params(l []*Param) {
	p.str("(")
	list(p, l, ", ", p.param)
	p.str(")")
}

func (p *printer) declarator(d *VarDeclarator) {
	p.str(d.Name.Name)
	p.dims(d.Dims)
	if d.Init != nil {
		p.str(" = ")
		p.expr(d.Init, 0)
	}
}

func (p *printer) constant(e *EnumConstant) {
	p.annotations(e.Annotations, " ")
	p.str(e.Name.Name)
	if len(e.Args) > 0 {
		p.args(e.Args)
	}
	if e.Body != nil {
		p.str(" ")
		p.classBody(e.Body)
	}
}

func (p *printer) class(c *ClassDecl) {
	p.mods(c.Mods, true)
	p.str(c.Kind.String(), " ")
	p.str(c.Name.Name)
	p.typeParams(c.TypeParams)
	if c.Kind == RecordClass {
		p.params(c.Components)
	}
	if c.Extends != nil {
		p.str(" extends ")
		p.typ(c.Extends)
	}
	if len(c.Implements) > 0 {
		p.str(map[bool]string{true: " extends ", false: " implements "}[c.Kind == InterfaceClass])
		list(p, c.Implements, ", ", p.typ)
	}
	if len(c.Permits) > 0 {
		p.str(" permits ")
		list(p, c.Permits, ", ", p.typ)
	}
	p.str(" ")
	p.classBody(c)
}

func (p *printer) classBody(c *ClassDecl) {
	if len(c.Constants) == 0 && len(c.Members) == 0 {
		p.str("{}")
		return
	}
	p.str("{")
	p.level++
	if c.Kind == EnumClass {
		for i, e := range c.Constants {
			if i > 0 {
				p.str(",")
			}
			p.line()
			p.constant(e)
		}
		if len(c.Members) > 0 {
			// A semicolon separates the members even from no constants at all.
			if len(c.Constants) == 0 {
				p.line()
			}
			p.str(";\n")
		}
	}

	for i, m := range c.Members {
		if i > 0 && (spacious(m) || spacious(c.Members[i-1])) {
			p.str("\n")
		}
		p.line()
		p.member(m)
	}
	p.level--
	p.line()
	p.str("}")
}

// spacious reports whether blank lines surround a member.
func spacious(m Member) bool {
	_, field := m.(*FieldDecl)
	return !field
}

func (p *printer) member(m Member) {
	switch m := m.(type) {
	case *ClassDecl:
		p.class(m)
	case *FieldDecl:
		p.mods(m.Mods, true)
		p.typ(m.Type)
		p.str(" ")
		list(p, m.Vars, ", ", p.declarator)
		p.str(";")
	case *MethodDecl:
		p.method(m)
	case *InitBlock:
		if m.Static {
			p.str("static ")
		}
		p.block(m.Body)
	case *BadMember:
		p.str(";")
	}
}

func (p *printer) method(m *MethodDecl) {
	p.mods(m.Mods, true)
	if len(m.TypeParams) > 0 {
		p.typeParams(m.TypeParams)
		p.str(" ")
	}
	if m.Return != nil {
		p.typ(m.Return)
		p.str(" ")
	}

	p.str(m.Name.Name)
	if !m.Compact {
		p.params(m.Params)
	}
	p.dims(m.Dims)
	if len(m.Throws) > 0 {
		p.str(" throws ")
		list(p, m.Throws, ", ", p.typ)
	}
	if m.DefaultValue != nil {
		p.str(" default ")
		p.expr(m.DefaultValue, 0)
	}

	if m.Body == nil {
		p.str(";")
		return
	}
	p.str(" ")
	p.block(m.Body)
}
