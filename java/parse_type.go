package java

import "strings"

// Type reads a type as written.
func (p *Parser) Type() *TypeExpr { return p.typ(withDims) }

// typeUse says what a type may look like where it stands.
type typeUse uint8

const (
	withDims typeUse = 1 << iota // "[]" belong to it
	diamond                      // "<>" may stand for its arguments
	varToo                       // it may be var
	voidToo                      // it may be void
)

// localType reads the type of a local variable.
func (p *Parser) localType() *TypeExpr { return p.typ(withDims | varToo) }

// typ reads a type.
func (p *Parser) typ(form typeUse) *TypeExpr {
	start := p.tok().From
	if !p.enter() {
		p.leave()
		return &TypeExpr{Span: p.from(start)}
	}
	defer p.leave()
	t := &TypeExpr{Annotations: p.annotations()}
	tok := p.tok()
	switch {
	case tok.Kind == Keyword && (isPrimitive(tok.Text) || tok.Text == "void" && form&voidToo != 0), tok.Kind == SpecToken && isSpecType(tok.Text):
		t.Name = tok.Text
		p.Next()
	case tok.Kind == Identifier:
		p.restricted(form)
		p.classType(t, start, form&diamond != 0)
	default:
		hint := ""
		if tok.Is("void") {
			hint = "void stands only for a method's result"
		}
		if tok.Kind == SpecToken {
			hint = `the types of JML are \bigint, \real and \TYPE`
		}
		p.expected("a type", hint)
	}

	if form&withDims != 0 {
		t.Dims = p.dims()
	}
	t.Span = p.from(start)
	return t
}

// restricted reports a contextual keyword as a type's name.
func (p *Parser) restricted(form typeUse) {
	t := p.tok()
	hint := ""
	switch t.Text {
	case "var":
		if form&varToo != 0 {
			return
		}
		hint = "var stands only for the type of a local variable with a value"
	case "record", "yield", "sealed", "permits":
	default:
		return
	}
	// Before a dot it is a package's name, which may be any.
	if !p.ahead(1).Is(".") && !p.failed {
		p.addError(t.Span, quote(t.Text)+" cannot be a type here", hint)
		p.failed = false
	}
}

// classType reads a class type into t.
func (p *Parser) classType(t *TypeExpr, start Pos, diamond bool) {
	t.Name = p.dottedName()
	for height := 1; ; height++ {
		if p.is("<") {
			t.Args = p.typeArgs(diamond)
		}
		if !p.is(".") {
			return
		}
		j := p.annotationsEnd(p.pos + 1)
		if p.tokAt(j).Kind != Identifier {
			return
		}
		end := p.prevEnd()
		// The chain nests as deep as it is long, though no recursion has counted it.
		if height > maxDepth {
			p.tooDeep("nested too deeply")
			return
		}
		p.Next()
		anns := p.annotations()
		name := p.dottedName()
		// What was read so far becomes the outer type of a new one, which takes its place in t.
		outer := *t
		outer.Span = Span{start, end}
		*t = TypeExpr{Outer: &outer, Name: name, Annotations: anns}
	}
}

// dottedName reads a.b.c; the current token is an identifier.
func (p *Parser) dottedName() string {
	first := p.Next().Text
	if !p.is(".") || p.ahead(1).Kind != Identifier {
		return first
	}
	var b strings.Builder
	b.WriteString(first)
	for p.is(".") && p.ahead(1).Kind == Identifier {
		p.Next()
		b.WriteString("." + p.Next().Text)
	}
	return b.String()
}

// typeArgs reads <A, B>; the diamond is an empty list, not nil.
func (p *Parser) typeArgs(diamond bool) []*TypeExpr {
	p.Expect("<")
	list := []*TypeExpr{}
	if p.is(">") {
		if !diamond {
			p.expected("a type", "<> stands only after new")
			p.failed = false
		}
		p.Next()
		return list
	}
	for {
		list = append(list, p.typeArg())
		if !p.Accept(",") {
			break
		}
	}
	if !p.Accept(">") {
		p.expected("',' or '>' in the type arguments", "")
	}
	return list
}

func (p *Parser) typeArg() *TypeExpr {
	start := p.tok().From
	j := p.annotationsEnd(p.pos)
	if !p.tokAt(j).Is("?") {
		return p.Type()
	}
	t := &TypeExpr{Annotations: p.annotations(), Name: "?"}
	p.Next()
	if p.is("extends") || p.is("super") {
		t.Super = p.Next().Text == "super"
		t.Bound = p.Type()
	}
	t.Span = p.from(start)
	return t
}

// dims counts "[]" pairs.
func (p *Parser) dims() int {
	n := 0
	for {
		j := p.annotationsEnd(p.pos)
		if !p.tokAt(j).Is("[") || !p.tokAt(j+1).Is("]") {
			return n
		}
		p.annotations()
		p.Next()
		p.Next()
		n++
	}
}

// typeParams reads <T extends A & B, U>, nil without.
func (p *Parser) typeParams() []*TypeParam {
	if !p.Accept("<") {
		return nil
	}
	var list []*TypeParam
	for {
		start := p.tok().From
		p.annotations()
		tp := &TypeParam{}
		tp.Name, _ = p.name("a type parameter")
		if p.Accept("extends") {
			tp.Bounds = append(tp.Bounds, p.Type())
			for p.Accept("&") {
				tp.Bounds = append(tp.Bounds, p.Type())
			}
		}
		tp.Span = p.from(start)
		list = append(list, tp)
		if !p.Accept(",") {
			break
		}
	}

	if !p.Accept(">") {
		p.expected("',' or '>' after the type parameter", "")
	}
	return list
}

// typeList reads A, B, C.
func (p *Parser) typeList() []*TypeExpr {
	list := []*TypeExpr{p.Type()}
	for p.Accept(",") {
		list = append(list, p.Type())
	}
	return list
}

// alternatives reads A | B (or A & B) as one type.
func (p *Parser) alternatives(op string) *TypeExpr {
	t := p.Type()
	if !p.is(op) {
		return t
	}
	all := &TypeExpr{Alternatives: []*TypeExpr{t}, Intersection: op == "&"}
	for p.Accept(op) {
		all.Alternatives = append(all.Alternatives, p.Type())
	}
	all.Span = p.from(t.From)
	return all
}

// ---- annotations and modifiers

func (p *Parser) annotations() []*Annotation {
	var list []*Annotation
	for p.is("@") && !p.ahead(1).Is("interface") {
		list = append(list, p.annotation())
	}
	return list
}

func (p *Parser) annotation() *Annotation {
	start := p.Next().From
	a := &Annotation{Name: p.qualified("an annotation's name")}
	if !p.enter() {
		p.leave()
		a.Span = p.from(start)
		return a
	}
	defer p.leave()

	if p.Accept("(") {
		for !p.is(")") && !p.eof() {
			var arg AnnotationArg
			if p.ident() && p.ahead(1).Is("=") {
				arg.Name = p.Next().Text
				p.Next()
			}
			arg.Value = p.elementValue()
			a.Args = append(a.Args, arg)
			if !p.Accept(",") {
				break
			}
		}
		p.closing(")", "annotation")
	}
	a.Span = p.from(start)
	return a
}

// elementValue reads an annotation element's value.
func (p *Parser) elementValue() Expr {
	start := p.tok().From
	switch {
	case p.is("@"):
		a := p.annotation()
		return &AnnotationExpr{a.Span, a}
	case p.is("{"):
		if !p.enter() {
			p.leave()
			return &BadExpr{p.from(start)}
		}
		defer p.leave()
		p.Next()
		init := &ArrayInit{}
		for !p.is("}") && !p.eof() {
			init.Elems = append(init.Elems, p.elementValue())
			if !p.Accept(",") {
				break
			}
		}
		p.closing("}", "list")
		init.Span = p.from(start)
		return init
	}
	return p.conditional()
}

// qualified reads a dotted name.
func (p *Parser) qualified(what string) string {
	if !p.ident() {
		id, _ := p.name(what)
		return id.Name
	}
	return p.dottedName()
}

// closing reads a closing bracket.
func (p *Parser) closing(text, of string) {
	if p.Accept(text) {
		return
	}
	p.expected(quote(text)+" after the "+of, "")
}

// Modifiers reads Java's modifiers and annotations, none included.
func (p *Parser) Modifiers() Modifiers {
	m := Modifiers{Span: Span{p.tok().From, p.tok().From}}
	for {
		t := p.tok()
		var f Flags
		n := 1
		switch {
		case t.Is("@") && !p.ahead(1).Is("interface"):
			m.Annotations = append(m.Annotations, p.annotation())
			m.To = p.prevEnd()
			continue
		case t.Kind == Keyword:
			f = flag(t.Text)
			// default: and default -> are a switch's.
			if f == Default && (p.ahead(1).Is(":") || p.ahead(1).Is("->")) {
				return m
			}
			// synchronized (…) is a statement.
			if f == Synchronized && p.ahead(1).Is("(") {
				return m
			}
		case t.Is("sealed") && p.startsDecl(p.pos+1):
			f = Sealed
		case t.Is("non") && p.ahead(1).Is("-") && p.ahead(2).Is("sealed") && p.startsDecl(p.pos+3):
			f, n = NonSealed, 3
		}

		if f == 0 {
			return m
		}
		if m.Flags.Has(f) {
			p.addError(t.Span, "repeated modifier "+quote(t.Text), "")
			p.failed = false
		}
		for range n {
			p.Next()
		}
		m.Flags |= f
		m.To = p.prevEnd()
	}
}

// startsDecl reports whether a type declaration or a further modifier is at i.
func (p *Parser) startsDecl(i int) bool {
	t := p.tokAt(i)
	return t.Is("class") || t.Is("interface") || t.Kind == Keyword && flag(t.Text) != 0 || t.Is("@") || t.Is("sealed")
}

// finalOnly reports modifiers other than final, which alone may stand at a
// parameter or local variable.
func (p *Parser) finalOnly(m Modifiers) {
	if f := m.Flags &^ Final; f != 0 && !p.failed {
		p.addError(m.Span, "modifier "+quote(f.String())+" cannot stand at a parameter or local variable", "")
		p.failed = false
	}
}

func flag(s string) Flags {
	switch s {
	case "public":
		return Public
	case "protected":
		return Protected
	case "private":
		return Private
	case "abstract":
		return Abstract
	case "static":
		return Static
	case "final":
		return Final
	case "default":
		return Default
	case "strictfp":
		return Strictfp
	case "native":
		return Native
	case "synchronized":
		return Synchronized
	case "transient":
		return Transient
	case "volatile":
		return Volatile
	}
	return 0
}
