package java

// Parse reads a whole source file. The tree is never nil: what could not be read
// is missing from it or stands as a Bad node, and is reported.
func Parse(name, src string) (*File, ErrorList) {
	f := NewFile(name, src)
	p := newParser(f, 1, f.To, ParserOptions{}, &f.Comments)
	p.file()
	return f, p.Errors()
}

func (p *Parser) file() {
	f := p.f
	if t := p.tok(); t.Is("package") || t.Is("@") && p.packageFollows() {
		f.Package = p.packageDecl()
		p.syncTop()
	}
	for !p.eof() {
		start := p.pos
		switch {
		case p.Accept(";"):
		case p.is("import"):
			f.Imports = append(f.Imports, p.importDecl(len(f.Types) > 0))
			p.syncTop()
		case p.moduleFollows():
			p.unsupported(p.tok().Span, "module declaration", "")
			p.skipMember()
		default:
			p.topLevel()
			p.recoverMember(start)
		}
	}
}

// packageFollows reports whether annotations here belong to a package.
func (p *Parser) packageFollows() bool {
	return p.tokAt(p.annotationsEnd(p.pos)).Is("package")
}

func (p *Parser) moduleFollows() bool {
	t := p.tok()
	return t.Is("module") && p.ahead(1).Kind == Identifier && (p.ahead(2).Is("{") || p.ahead(2).Is(".")) ||
		t.Is("open") && p.ahead(1).Is("module")
}

func (p *Parser) packageDecl() *Package {
	start := p.tok().From
	d := &Package{Annotations: p.annotations()}
	p.Next()
	d.Name = p.qualified("the package's name")
	p.semi("package")
	d.Span = p.from(start)
	return d
}

func (p *Parser) importDecl(late bool) *Import {
	t := p.Next()
	if late {
		p.addError(t.Span, "an import stands before the first class", "move it to the start of the file")
		p.failed = false
	}
	d := &Import{Static: p.Accept("static")}
	d.Name = p.qualified("a package or class name")
	if p.is(".") && p.ahead(1).Is("*") {
		p.skip(2)
		d.OnDemand = true
	}
	p.semi("import")
	d.Span = p.from(t.From)
	return d
}

// syncTop moves to the next import or type after an error in an import.
func (p *Parser) syncTop() {
	if !p.failed || p.toks[p.pos-1].Is(";") {
		p.failed = false
		return
	}
	for !p.eof() && !p.tok().NewLine {
		if p.Accept(";") {
			break
		}
		p.Next()
	}
	p.failed = false
}

// topLevel reads a type declaration, or reports what stands in its place. A
// member after a class that was closed too early still becomes its member.
func (p *Parser) topLevel() {
	f := p.f

	p.tallest = 0
	if t := p.tok(); t.Is("}") {
		p.addError(t.Span, "a '}' too many", "")
		p.Next()
		p.failed = false
		return
	}
	start := p.pos
	mods := p.Modifiers()
	if p.declFollows() {
		f.Types = append(f.Types, p.classDecl(mods))
		return
	}
	t := p.tok()
	i := p.typeEnd(p.pos)
	if t.Is("void") {
		i = p.pos + 1
	}

	named := i >= 0 && p.tokAt(i).Kind == Identifier
	method := named && p.tokAt(i+1).Is("(") || t.Is("<")
	if len(f.Types) > 0 && (method || named && p.tokAt(i+1).Kind == Operator || p.pos > start) {
		c := f.Types[len(f.Types)-1]
		p.addError(t.Span, "a member outside a class", "is there a '}' too many before it?")
		p.failed = false
		c.Members = append(c.Members, p.memberAfter(mods, c))
		return
	}
	if method {
		p.unsupported(t.Span, "method outside a class", "put it in a class: class Main { … }")
		// Read as the member of a class that is thrown away: what stands after it has its own
		// errors.
		p.memberAfter(mods, &ClassDecl{Kind: ClassClass})
		return
	}
	hint := ""
	switch {
	case t.Is("Class"), t.Is("Public"):
		hint = "Java's words are written in lower case"
	case t.Kind == InvalidToken, t.Kind == EOF:
	default:
		hint = "a file holds imports and classes; statements stand in methods"
	}
	p.expected("a class, interface, enum or record", hint)
	// So that the caller looks for the next declaration.
	p.failed = true
}
