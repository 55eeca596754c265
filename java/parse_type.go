package java

// Type reads a type as written.
func (p *Parser) Type() *TypeExpr { return p.typ(true) }

// typ reads a type; dims says whether "[]" belong to it.
func (p *Parser) typ(dims bool) *TypeExpr {
	start := p.tok().From
	if !p.enter() {
		p.leave()
		return &TypeExpr{Span: p.from(start)}
	}
	defer p.leave()
	t := &TypeExpr{Annotations: p.annotations()}
	tok := p.tok()
	switch {
	case tok.Kind == Keyword && (isPrimitive(tok.Text) || tok.Text == "void"), tok.Kind == SpecToken && isSpecType(tok.Text):
		t.Name = tok.Text
		p.Next()
	case tok.Kind == Identifier:
		p.classType(t, start)
	default:
		hint := ""
		if tok.Kind == SpecToken {
			hint = `the types of JML are \bigint, \real and \TYPE`
		}
		p.expected("a type", hint)
	}
	if dims {
		t.Dims = p.dims()
	}
	t.Span = p.from(start)
	return t
}

// classType reads a class type into t.
func (p *Parser) classType(t *TypeExpr, start Pos) {
	t.Name = p.Next().Text
	for {
		if p.is("<") {
			t.Args = p.typeArgs()
		}
		if !p.is(".") {
			return
		}
		j := p.annotationsEnd(p.pos + 1)
		if p.tokAt(j).Kind != Identifier {
			return
		}
		p.Next()
		annotated := j > p.pos
		anns := p.annotations()
		word := p.Next()
		if t.Args == nil && !annotated {
			t.Name += "." + word.Text
			continue
		}
		outer := *t
		outer.Span = Span{start, p.toks[p.pos-2].To}
		*t = TypeExpr{Outer: &outer, Name: word.Text, Annotations: anns}
	}
}

// typeArgs reads <A, B>; the diamond is an empty list, not nil.
func (p *Parser) typeArgs() []*TypeExpr {
	p.Expect("<")
	list := []*TypeExpr{}
	if p.Accept(">") {
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
	id, ok := p.name(what)
	s := id.Name
	for ok && p.is(".") && p.ahead(1).Kind == Identifier {
		p.Next()
		s += "." + p.Next().Text
	}
	return s
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
			if f == Default && (p.ahead(1).Is(":") || p.ahead(1).Is("->")) {
				return m
			}
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
