package java

// MemberAfter reads a member whose modifiers are read already.
func (p *Parser) MemberAfter(mods Modifiers) Member {
	p.failed = false
	return p.memberAfter(mods, &ClassDecl{Kind: ClassClass})
}

// classDecl reads a type declaration after its modifiers.
func (p *Parser) classDecl(mods Modifiers) *ClassDecl {
	c := &ClassDecl{Mods: mods}
	if !p.enter() {
		p.leave()
		c.Span = p.from(mods.From)
		return c
	}
	defer p.leave()

	switch t := p.Next(); t.Text {
	case "class":
		c.Kind = ClassClass
	case "interface":
		c.Kind = InterfaceClass
	case "enum":
		c.Kind = EnumClass
	case "record":
		c.Kind = RecordClass
	default:
		c.Kind = AnnotationClass
		// The word interface after the @.
		p.Next()
	}

	c.Name, _ = p.name("the type's name")
	c.TypeParams = p.typeParams()
	if c.Kind == RecordClass {
		if p.is("(") {
			c.Components = p.params()
		} else {
			p.expected("'(' and the record's components", "")
		}
	}

	p.supertypes(c)

	if !p.is("{") {
		p.expected("'{' and the body of "+c.Name.Name, "")
		// The rest of the line is taken for the header, so that one mistake gives one
		// message.
		for !p.is("{") && !p.is(";") && !p.is("}") && !p.eof() && !p.tok().NewLine {
			p.Next()
		}
		if !p.is("{") {
			p.Accept(";")
			c.Span = p.from(mods.From)
			return c
		}
	}

	p.failed = false
	p.classBody(c)
	c.Span = p.from(mods.From)
	return c
}

// supertypes reads the clauses of a header, in whatever order they stand.
func (p *Parser) supertypes(c *ClassDecl) {
	for {
		t := p.tok()
		switch {
		case t.Is("extends"):
			p.Next()
			if c.Kind == InterfaceClass {
				// What an interface extends are interfaces: the tree has one list for them.
				c.Implements = append(c.Implements, p.typeList()...)
				continue
			}
			list := p.typeList()
			c.Extends = list[0]
			if len(list) > 1 && !p.failed {
				p.addError(list[1].Span, "a class extends one class", "interfaces go after implements")
				p.failed = false
			}
			if (c.Kind == EnumClass || c.Kind == RecordClass) && !p.failed {
				p.addError(t.Span, "an enum or record cannot extend a class", "")
				p.failed = false
			}
		case t.Is("implements"):
			p.Next()
			c.Implements = append(c.Implements, p.typeList()...)
		case t.Is("permits"):
			p.Next()
			c.Permits = p.typeList()
			if !c.Mods.Flags.Has(Sealed) && !p.failed {
				p.addError(t.Span, "permits without sealed", "write sealed before "+c.Kind.String())
				p.failed = false
			}
		default:
			return
		}
	}
}

// classBody reads the braces of a type declaration.
func (p *Parser) classBody(c *ClassDecl) {
	open := p.pos
	c.Lbrace = p.tok().From
	if !p.enter() {
		p.leave()
		return
	}
	defer p.leave()
	p.Next()
	if c.Kind == EnumClass {
		p.constants(c)
	}
	p.members(c)
	c.Rbrace = p.tok().From
	what := "class " + c.Name.Name
	if c.Name.Name == "" {
		what = "class body"
	}
	p.closeBrace(open, what)
}

// members reads members up to a closing brace and continues after a broken one.
func (p *Parser) members(c *ClassDecl) {
	for !p.is("}") && !p.eof() {
		if p.Accept(";") {
			continue
		}
		start := p.pos
		p.tallest = 0
		c.Members = append(c.Members, p.member(c))
		p.recoverMember(start)
	}
}

// recoverMember moves to the next member if the one at start was broken.
func (p *Parser) recoverMember(start int) {
	if p.bailed {
		// The member that is nested too deeply is passed over by its brackets, without
		// recursion.
		p.bailed = false
		p.pos = start
		p.skipMember()
	} else if p.failed && !(p.pos > start && (p.toks[p.pos-1].Is(";") || p.toks[p.pos-1].Is("}"))) {
		p.failed = false
		p.skipToMember(start)
	}
	p.failed = false
	// Progress whatever stands there, or the loop around would not end.
	if p.pos == start {
		p.Next()
	}
}

// skipToMember moves to what looks like the start of a member.
func (p *Parser) skipToMember(start int) {
	for {
		t := p.tok()
		switch {
		case t.Kind == EOF || t.Is("}"):
			return
		case t.Is(";"):
			p.Next()
			return
		case p.pos > start && t.NewLine && (t.Kind == Keyword && (flag(t.Text) != 0 || t.Is("class") || t.Is("void"))):
			return
		case t.Is("{") && p.match[p.pos] >= 0:
			// The body of what was broken goes with it.
			p.pos = int(p.match[p.pos]) + 1
			return
		}
		p.Next()
	}
}

// constants reads the constants of an enum.
func (p *Parser) constants(c *ClassDecl) {
	for p.ident() || p.is("@") {
		start := p.tok().From
		e := &EnumConstant{Annotations: p.annotations()}
		e.Name, _ = p.name("an enum constant")
		if p.is("(") {
			e.Args = p.arguments()
		}
		if p.is("{") {
			e.Body = p.anonymous()
		}
		e.Span = p.from(start)
		c.Constants = append(c.Constants, e)

		// A name followed by what follows constants: the comma before it was forgotten.
		if p.ident() && (p.ahead(1).Is(",") || p.ahead(1).Is(";") || p.ahead(1).Is("}")) {
			p.expected("',' after the enum constant", "")
			p.failed = false
			continue
		}
		if !p.Accept(",") {
			break
		}
	}
	if !p.Accept(";") && !p.is("}") {
		p.expected("',', ';' or '}' after the enum constant", "")
		p.failed = false
	}
}

// member reads one member of c.
func (p *Parser) member(c *ClassDecl) Member {
	if p.is("{") {
		b := p.block()
		return &InitBlock{b.Span, false, b}
	}
	if p.is("static") && p.ahead(1).Is("{") {
		start := p.Next().From
		b := p.block()
		return &InitBlock{p.from(start), true, b}
	}
	return p.memberAfter(p.Modifiers(), c)
}

// memberAfter reads a member of c after its modifiers.
func (p *Parser) memberAfter(mods Modifiers, c *ClassDecl) Member {
	if p.declFollows() {
		return p.classDecl(mods)
	}

	t := p.tok()
	if t.Kind == Keyword && !isPrimitive(t.Text) && t.Text != "void" || t.Kind == Operator && !t.Is("<") && !t.Is("@") {
		return p.badMember(mods)
	}

	// Type parameters may stand before a method's type and a constructor's name alike: they are
	// read before it is known which of the two this is.
	m := &MethodDecl{Mods: mods, TypeParams: p.typeParams()}
	if p.ident() && (p.ahead(1).Is("(") || c.Kind == RecordClass && p.ahead(1).Is("{") && p.tok().Text == c.Name.Name) {
		m.Name, _ = p.name("a name")
		if p.is("{") {
			m.IsConstructor, m.Compact = true, true
			m.Body = p.block()
			m.Span = p.from(mods.From)
			return m
		}
		m.IsConstructor = true
		nameless := c.Name.Name == "" && !c.Lbrace.IsValid() // a member on its own
		if !nameless && m.Name.Name != c.Name.Name || c.Kind == InterfaceClass {
			if p.statementLike() {
				// The parser stands on a statement that has lost its method: the name
				// is given back.
				p.pos--
				return p.badMember(mods)
			}
			p.addError(m.Name.Span, "method "+quote(m.Name.Name)+" has no return type",
				"write void or a type before the name; a constructor is named like its class")
			p.failed = false
			// Taken for a void method, so that its body is read and checked.
			m.IsConstructor = false
			m.Return = &TypeExpr{Span: Span{m.Name.From, m.Name.From}, Name: "void"}
		}
		p.method(m, c)
		return m
	}

	typ := p.typ(withDims | voidToo)
	if p.failed && typ.Name == "" {
		return &BadMember{p.from(mods.From)}
	}

	// A call, an assignment or an index: a statement outside a method.
	if p.is("(") || p.is("=") || p.is(".") || p.is("[") || p.tok().Kind == Operator && !p.is(";") {
		return p.badMember(mods)
	}
	name, ok := p.name("a name after the type")
	if !ok {
		return &BadMember{p.from(mods.From)}
	}

	if p.is("(") {
		m.Return, m.Name = typ, name
		p.method(m, c)
		return m
	}

	if typ.Name == "void" && !p.failed {
		p.addError(typ.Span, "a field cannot be void", "a method needs parentheses after its name: "+name.Name+"()")
		p.failed = false
	}
	f := &FieldDecl{Mods: mods, Type: typ}
	if m.TypeParams != nil && !p.failed {
		p.addError(m.TypeParams[0].Span, "a field has no type parameters", "")
		p.failed = false
	}

	f.Vars = p.declarators(name, true)
	if !p.is(";") && p.is("{") && len(f.Vars) == 1 && f.Vars[0].Init == nil && !p.failed {
		p.expected("'(' after the method's name", "")
		// Not read on as if the semicolon were there: a method's body follows.
		p.failed = true
	}
	p.semi("field")
	f.Span = p.from(mods.From)
	return f
}

// statementLike reports whether the parenthesis here is a call's in a misplaced
// statement, rather than a parameter list.
func (p *Parser) statementLike() bool {
	// m(); and m(x); are calls: a parameter has a name after its type, and a declaration has a
	// body.
	end := int(p.match[p.pos])
	return end >= 0 && p.tokAt(end+1).Is(";") && (end == p.pos+1 || p.typeEnd(p.pos+1) < 0 ||
		p.tokAt(p.typeEnd(p.pos+1)).Kind != Identifier)
}

// badMember reports what is no member, and reads past it: a statement outside a
// method is read as one.
func (p *Parser) badMember(mods Modifiers) Member {
	start := p.pos
	t := p.tok()
	switch {
	case t.Is("}") || t.Kind == EOF:
		p.expected("a member after the modifiers", "")
	case t.Kind == Identifier, t.Kind == Keyword && (startsStmt(t.Text) || t.Is("this") || t.Is("super") || t.Is("new") || t.Is("else")):
		if !p.failed {
			p.addError(t.Span, "a statement outside a method", "is there a '}' too many before it?")
		}
		// One message is enough: the statement may have mistakes for being where it is.
		mute := len(p.errs)
		p.failed = false
		p.stmt()
		p.errs = p.errs[:min(mute, len(p.errs))]
		p.failed = false
	case t.Is("import") || t.Is("package"):
		p.addError(t.Span, "an "+t.Text+" stands at the start of the file", "")
		for !p.is(";") && !p.eof() && !(p.tok().NewLine && p.pos > start) {
			p.Next()
		}
		p.Accept(";")
		p.failed = false
	default:
		p.expected("a member of the class", "")
		p.failed = true
	}
	return &BadMember{p.from(mods.From)}
}

// method reads a method from its parameters on.
func (p *Parser) method(m *MethodDecl, c *ClassDecl) {
	m.Params = p.params()
	// int m()[] returns int[] (JLS 8.4).
	m.Dims = p.dims()
	if p.Accept("throws") {
		m.Throws = p.typeList()
		for _, t := range m.Throws {
			if (isPrimitive(t.Name) || t.Dims > 0 || t.Args != nil) && !p.failed {
				p.addError(t.Span, "expected an exception's name but found "+quote(p.f.Text(t)), "")
				p.failed = false
			}
		}
	}

	if p.Accept("default") {
		m.DefaultValue = p.elementValue()
	}

	switch {
	case p.is("{"):
		if c.Kind == AnnotationClass {
			p.expected("';'", "an annotation's element has no body")
		}
		m.Body = p.block()
	case p.is(";"):
		p.Next()
	default:
		p.expected("'{' or ';' after the method's head", "")
		if !p.tok().NewLine {
			for !p.is("{") && !p.is(";") && !p.is("}") && !p.eof() && !p.tok().NewLine {
				p.Next()
			}
			if p.is("{") {
				m.Body = p.block()
			}
		}
	}
	m.Span = p.from(m.Mods.From)
}

// params reads (T a, U... b). A receiver parameter (T this) is left out.
func (p *Parser) params() []*Param {
	var list []*Param
	p.Next()
	first := p.tok().From
	for !p.is(")") && !p.eof() {
		at := p.tok().From
		if prm := p.param(0); prm != nil {
			list = append(list, prm)
		} else if at != first && !p.failed {
			p.addError(p.from(at), "only the first parameter can be this", "")
			p.failed = false
		}
		if !p.Accept(",") {
			break
		}
		if p.is(")") {
			p.expected("a parameter after ','", "")
		}
	}

	if !p.Accept(")") {
		p.expected("')' or ',' after the parameter", "")
		// read on after the list if its end is near
		for i := p.pos; !p.tokAt(i).Is("{") && !p.tokAt(i).Is(";") && p.tokAt(i).Kind != EOF && !p.tokAt(i).NewLine; i++ {
			if p.tokAt(i).Is(")") {
				p.pos = i + 1
				break
			}
		}
	}

	for _, v := range list[:max(0, len(list)-1)] {
		if v.Variadic && !p.failed {
			p.addError(v.Span, "only the last parameter can be variadic", "")
			p.failed = false
		}
	}
	return list
}

// param reads one formal parameter; nil when there is none.
func (p *Parser) param(form typeUse) *Param {
	start := p.tok().From
	prm := &Param{Mods: p.Modifiers()}
	p.finalOnly(prm.Mods)
	prm.Type = p.typ(withDims | form)
	j := p.annotationsEnd(p.pos)
	if p.tokAt(j).Is("...") {
		p.annotations()
		p.Next()
		prm.Variadic = true
	}
	// A receiver parameter only carries annotations: it isn't passed (JLS 8.4).
	if p.is("this") || p.ident() && p.ahead(1).Is(".") && p.ahead(2).Is("this") {
		for !p.Accept("this") {
			p.Next()
		}
		return nil
	}
	prm.Name, _ = p.name("the parameter's name")
	prm.Dims = p.dims()
	prm.Span = p.from(start)
	return prm
}
