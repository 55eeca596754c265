package java

import "strings"

// primary reads a literal, name, call, creation, parenthesis or JML word.
func (p *Parser) primary() Expr {
	p.height = 1
	t := p.tok()
	switch t.Kind {
	case IntToken:
		return p.intLiteral(false)
	case FloatToken, CharToken, StringToken, TextToken:
		return p.literal()
	case Identifier:
		if x := p.typeRef(); x != nil {
			return x
		}
		p.Next()
		if p.is("(") {
			if t.Text == "yield" && !p.failed {
				p.addError(t.Span, "a method named yield needs what it is called on", "write this.yield(…) or the class's name before it")
				p.failed = false
			}
			return p.call(t.From, nil, nil, Ident{t.Span, t.Text})
		}
		return &Name{t.Span, t.Text}
	case Keyword:
		return p.keyword(t)
	case SpecToken:
		return p.specWord()
	case ProseToken:
		p.Next()
		return &Informal{t.Span, strings.TrimSpace(strings.TrimSuffix(strings.TrimPrefix(t.Text, "(*"), "*)"))}
	case Operator:
		switch t.Text {
		case "(":
			return p.paren()
		case "{":
			if !p.failed {
				p.addError(t.Span, "an array initialiser stands only in a declaration or after new T[]", "write new T[] { … }")
			}
			// Passed over as a whole, so that its elements aren't taken for statements.
			if end := p.match[p.pos]; end >= 0 {
				p.pos = int(end) + 1
			} else {
				p.Next()
			}
			return &BadExpr{p.from(t.From)}
		case "@":
			if i := p.typeEnd(p.pos); i >= 0 && p.tokAt(i).Is("::") {
				return p.methodRef(t.From, nil, p.Type())
			}
		}
	}
	return p.noExpr(t)
}

// noExpr reports that no expression starts here.
func (p *Parser) noExpr(t *Token) Expr {
	hint := ""
	switch {
	case t.Is("="):
		hint = "an operator is written without spaces: == >= <= !="
	case t.Is("->"):
		hint = "a lambda needs its parameters before ->"
	case t.Is("==>"), t.Is("<==>"), t.Is("&&"), t.Is("||"):
		hint = t.Text + " needs an expression on both sides"
	case t.Kind == Keyword:
		hint = quote(t.Text) + " is a reserved word"
	}
	p.expected("an expression", hint)
	return p.bad()
}

// typeRef reads a method reference or class literal that starts with a type
// which is no expression: List<A>::new, int[]::clone, String[].class; nil if
// there is none.
func (p *Parser) typeRef() Expr {
	i := p.pos + 1
	for p.tokAt(i).Is(".") && p.tokAt(i+1).Kind == Identifier {
		i += 2
	}
	// Most names are followed by neither: they cost no search for a type.
	if !p.tokAt(i).Is("<") && !(p.tokAt(i).Is("[") && p.tokAt(i+1).Is("]")) {
		return nil
	}
	return p.typeSuffix()
}

// typeSuffix reads a type followed by :: or .class, nil if none follows.
func (p *Parser) typeSuffix() Expr {
	start := p.tok().From
	end := p.typeEnd(p.pos)
	if end < 0 {
		return nil
	}
	switch {
	case p.tokAt(end).Is("::"):
		return p.methodRef(start, nil, p.Type())
	case p.tokAt(end).Is(".") && p.tokAt(end+1).Is("class"):
		t := p.Type()
		p.skip(2)
		return &ClassLit{p.from(start), t}
	}
	return nil
}

// keyword reads a primary that starts with a reserved word.
func (p *Parser) keyword(t *Token) Expr {
	switch t.Text {
	case "true", "false":
		p.Next()
		return &Literal{t.Span, BoolLiteral, t.Text, ""}
	case "null":
		p.Next()
		return &Literal{t.Span, NullLiteral, t.Text, ""}
	case "this":
		p.Next()
		if p.is("(") {
			// this(…) and super(…) are read as calls with a reserved name; exprStmt makes
			// constructor calls of them.
			return p.call(t.From, nil, nil, Ident{t.Span, "this"})
		}
		return &This{Span: t.Span}
	case "super":
		p.Next()
		switch {
		case p.is("("):
			return p.call(t.From, nil, nil, Ident{t.Span, "super"})
		case !p.is(".") && !p.is("::"):
			p.expected("'.', '::' or '(' after super", "")
		}
		return &Super{Span: t.Span}
	case "new":
		return p.create(t.From, nil)
	case "switch":
		return p.switchExpr()
	case "void":
		if p.ahead(1).Is(".") && p.ahead(2).Is("class") {
			typ := p.typ(voidToo)
			p.skip(2)
			return &ClassLit{p.from(t.From), typ}
		}
	}

	if isPrimitive(t.Text) {
		if x := p.typeSuffix(); x != nil {
			return x
		}
		if p.ahead(1).Is("(") {
			p.expected("an expression", "a cast is written ("+t.Text+") x")
			p.Next() // read the parenthesis as the operand
			return p.bad()
		}
	}

	if isPrimitive(t.Text) && p.ahead(1).Is("[") {
		p.expected("an expression", "a declared array has no length: "+t.Text+"[] a = new "+t.Text+"[n]")
		return p.bad()
	}

	return p.noExpr(t)
}

// literal reads a literal other than an integer.
func (p *Parser) literal() *Literal {
	t := p.Next()
	l := &Literal{Span: t.Span, Raw: p.f.Slice(t.Span)}
	switch t.Kind {
	case FloatToken:
		l.Kind = DoubleLiteral
		// In a hexadecimal literal f is a digit, unless an exponent stands before it.
		if c := t.Text[len(t.Text)-1] | 0x20; c == 'f' && !(strings.HasPrefix(strings.ToLower(t.Text), "0x") && !strings.ContainsAny(t.Text, "pP")) {
			l.Kind = FloatLiteral
		}
	case CharToken:
		l.Kind = CharLiteral
		l.Value = unescape(content(t.Text, "'"))
	case StringToken:
		l.Kind = StringLiteral
		l.Value = unescape(content(t.Text, `"`))
	case TextToken:
		l.Kind = TextBlock
		l.Value = textBlockValue(t.Text)
	}
	p.height = 1
	return l
}

// content is a literal without its quotes, the closing one possibly missing.
func content(s, q string) string {
	s = strings.TrimPrefix(s, q)
	return strings.TrimSuffix(s, q)
}

// intLiteral reads an integer literal and checks its range; negated says that a
// minus sign stands before it.
func (p *Parser) intLiteral(negated bool) Expr {
	t := p.Next()
	l := &Literal{Span: t.Span, Kind: IntLiteral, Raw: t.Text}
	bits := 32
	if c := t.Text[len(t.Text)-1]; c == 'l' || c == 'L' {
		l.Kind, bits = LongLiteral, 64
	}
	p.height = 1
	if p.opts.Spec { // mathematical integers
		return l
	}

	v, radix, ok := ParseInt(t.Text)
	limit := uint64(1)<<(bits-1) - 1
	if negated {
		limit++
	}
	if radix != 10 {
		// Other radixes give the bits, the sign's among them.
		limit = 1<<bits - 1
	}
	digits := strings.TrimLeft(strings.TrimRight(t.Text, "lL"), "0123456789_")
	if (!ok && (digits == "" || radix != 10) || v > limit) && !p.failed && !p.reported(t.Span) {
		hint := ""
		if bits == 32 && ok && v <= 1<<63-1 {
			hint = "add L for a long: " + t.Text + "L"
		}
		p.addError(t.Span, "integer number too large: "+shorten(t.Text), hint)
		p.failed = false
	}
	return l
}

// reported reports whether the scanner already complained about a token.
func (p *Parser) reported(sp Span) bool {
	for _, e := range p.errs {
		if e.Span == sp {
			return true
		}
	}
	return false
}

// paren reads a parenthesised expression, or a JML quantifier with its own
// parentheses.
func (p *Parser) paren() Expr {
	start := p.Next().From
	// Within parentheses an arrow is a lambda's again.
	label := p.noLambda
	p.noLambda = false
	defer func() { p.noLambda = label }()
	if t := p.tok(); t.Kind == SpecToken {
		if p.quantifierFollows() {
			// A misspelt quantifier: reported as that, and read as one.
			if formOf(t.Text) == noForm {
				p.unknownWord(*t)
			}
			q := p.quantified()
			if !p.Accept(")") {
				p.expected("')' that closes ("+q.Kind, "")
			}
			q.Parens = true
			q.Span = p.from(start)
			return q
		}
		if t.Text == `\lbl` || t.Text == `\lblpos` || t.Text == `\lblneg` {
			return p.labelled(start)
		}
	}

	x := p.expr()
	if !p.Accept(")") {
		hint := ""
		if p.is("->") {
			hint = "a lambda's parameters are names"
		}
		p.expected("')'", hint)
	}
	p.grow(p.height, 0)
	return &Paren{p.from(start), x}
}

// arguments reads (a, b).
func (p *Parser) arguments() []Expr {
	var args []Expr
	if !p.Expect("(") {
		return nil
	}
	label := p.noLambda
	p.noLambda = false

	h := 0
	for !p.is(")") && !p.eof() {
		args = append(args, p.expr())
		h = max(h, p.height)
		if !p.Accept(",") {
			break
		}
		if p.is(")") {
			p.expected("an argument after ','", "")
		}
	}

	p.noLambda = label
	if !p.Accept(")") {
		p.expected("')' or ',' in the arguments", "")
	}
	// The height of the tallest argument, for whoever takes them.
	p.height = h
	return args
}

// call reads the arguments of a call of name on x.
func (p *Parser) call(start Pos, x Expr, targs []*TypeExpr, name Ident) Expr {
	h := 0
	if x != nil {
		h = p.height
	}
	c := &Call{X: x, TypeArgs: targs, Name: name}
	c.Args = p.arguments()
	p.grow(h, p.height)
	c.Span = p.from(start)
	return c
}

// postfix reads the selectors, calls, indices and ++ after x.
func (p *Parser) postfix(x Expr) Expr {
	if _, ok := x.(*SwitchExpr); ok {
		return x // takes no selectors
	}
	for {
		t := p.tok()
		if t.Kind != Operator {
			return x
		}
		switch t.Text {
		case ".":
			// A dot behind which nothing could be read: the same one is not tried again.
			if x = p.selector(x); p.failed && p.prevEnd() == t.To {
				return x
			}
		case "[":
			h := p.height
			p.Next()
			label := p.noLambda
			p.noLambda = false
			i := p.index()
			p.noLambda = label
			if !p.Accept("]") {
				p.expected("']' after the index", "")
			}
			p.grow(h, p.height)
			x = &Index{p.from(x.Pos()), x, i}
		case "++", "--":
			p.checkStep(x)
			p.Next()
			op := PostInc
			if t.Text == "--" {
				op = PostDec
			}
			p.grow(p.height, 0)
			x = &Unary{p.from(x.Pos()), op, x}
			// x++ ++ is wrong, and checkStep is to say so.
			if !p.is("++") && !p.is("--") {
				return x
			}
		case "::":
			h := p.height
			x = p.methodRef(x.Pos(), x, nil)
			p.grow(h, 0)
		default:
			return x
		}
	}
}

// index reads what stands in brackets; in a specification also * and lo..hi.
func (p *Parser) index() Expr {
	start := p.tok().From
	if p.opts.Spec {
		if p.is("*") && p.ahead(1).Is("]") {
			p.Next()
			p.height = 1
			return &StoreRange{Span: p.from(start)}
		}

		lo := p.expr()
		if !p.Accept("..") {
			return lo
		}
		h := p.height
		if p.is("*") && p.ahead(1).Is("]") { // a[lo..*], which some tools accept
			p.unsupported(p.tok().Span, "open range [i..*]", "write the last index: a[i..a.length - 1]")
			p.Next()
			return &StoreRange{p.from(start), lo, nil}
		}
		hi := p.expr()
		p.grow(h, p.height)
		return &StoreRange{p.from(start), lo, hi}
	}

	if p.is("]") {
		p.expected("an index", "")
		return p.bad()
	}
	return p.expr()
}

// selector reads one ".something" after x.
func (p *Parser) selector(x Expr) Expr {
	h := p.height
	// Whatever follows the dot, the expression is taller than x and than what is read for it.
	defer func() { p.grow(max(h, p.height), 0) }()
	p.Next()
	t := p.tok()

	switch {
	case t.Kind == Identifier:
		p.Next()
		if p.is("(") {
			// call takes x's height from here.
			p.height = h
			return p.call(x.Pos(), x, nil, Ident{t.Span, t.Text})
		}
		return &Select{p.from(x.Pos()), x, Ident{t.Span, t.Text}}
	case t.Is("<"):
		targs := p.typeArgs(false)
		if p.is("super") || p.is("this") {
			p.unsupported(p.tok().Span, "type arguments of a constructor call", "")
			p.Next()
			return p.call(x.Pos(), x, targs, Ident{t.Span, "super"})
		}
		name, _ := p.name("a method's name")
		return p.call(x.Pos(), x, targs, name)
	case t.Is("new"):
		return p.create(x.Pos(), x)
	case t.Is("class"), t.Is("this"):
		p.Next()
		typ := p.asType(x)
		if t.Text == "class" {
			return &ClassLit{p.from(x.Pos()), typ}
		}
		return &This{p.from(x.Pos()), typ}
	case t.Is("super"):
		p.Next()
		if p.is("(") {
			p.height = h
			return p.call(x.Pos(), x, nil, Ident{t.Span, "super"})
		}
		return &Super{p.from(x.Pos()), p.asType(x)}
	case t.Is("*") && p.opts.Spec:
		p.Next()
		return &StoreAll{p.from(x.Pos()), x}
	case t.Kind == StringToken || t.Kind == TextToken:
		p.unsupported(t.Span, "string template", "use concatenation or String.format")
		p.Next()
		return &BadExpr{p.from(x.Pos())}
	}

	id, _ := p.name("a name after '.'")
	return &Select{p.from(x.Pos()), x, id}
}

// asType is the type that a dotted name stands for.
func (p *Parser) asType(x Expr) *TypeExpr {
	name, ok := dotted(x)
	if !ok && !p.failed {
		p.addError(Span{x.Pos(), x.End()}, "expected a type before '."+p.toks[p.pos-1].Text+"'", "")
		p.failed = false
	}
	return &TypeExpr{Span: Span{x.Pos(), x.End()}, Name: name}
}

// dotted is the text of a dotted name.
func dotted(x Expr) (string, bool) {
	var parts []string
	for {
		switch v := x.(type) {
		case *Name:
			parts = append(parts, v.Name)
			for i, j := 0, len(parts)-1; i < j; i, j = i+1, j-1 {
				parts[i], parts[j] = parts[j], parts[i]
			}
			return strings.Join(parts, "."), true
		case *Select:
			parts = append(parts, v.Name.Name)
			x = v.X
		default:
			return "", false
		}
	}
}

// methodRef reads ::name after x or typ.
func (p *Parser) methodRef(start Pos, x Expr, typ *TypeExpr) Expr {
	p.Next()
	m := &MethodRef{X: x, Type: typ}
	if p.is("<") {
		m.TypeArgs = p.typeArgs(false)
	}
	if t := p.tok(); t.Is("new") {
		m.Name = Ident{t.Span, "new"}
		p.Next()
	} else {
		m.Name, _ = p.name("a method's name or new after '::'")
	}
	m.Span = p.from(start)
	return m
}

// create reads new …; outer is the object before ".new".
func (p *Parser) create(start Pos, outer Expr) Expr {
	p.Next()
	n := &New{Outer: outer}
	h := p.height
	if p.is("<") {
		n.TypeArgs = p.typeArgs(false)
	}
	// Without dimensions: new int[3] has a length where a type would have none.
	n.Type = p.typ(diamond)
	if outer != nil && (strings.Contains(n.Type.Name, ".") || n.Type.Outer != nil || isPrimitive(n.Type.Name)) && !p.failed {
		p.addError(n.Type.Span, "an inner class is created by its simple name", "")
		p.failed = false
	}

	j := p.annotationsEnd(p.pos)
	switch {
	case p.tokAt(j).Is("["):
		if outer == nil && n.TypeArgs == nil {
			return p.newArray(start, n.Type)
		}
		p.expected("'('", "")
	case p.is("("):
		if isPrimitive(n.Type.Name) {
			p.expected("'[' after new "+n.Type.Name, "a primitive value is no object; write the value itself")
			p.failed = false
		}
		n.Args = p.arguments()
		h = max(h, p.height)
		if p.is("{") {
			n.Body = p.anonymous()
			h = max(h, p.height)
		}
	case p.is("{"):
		p.expected("'(' or '['", "add the constructor's arguments, or [] for an array")
		n.Body = p.anonymous()
	default:
		p.expected("'(' or '[' after new "+n.Type.Name, "")
	}

	p.grow(h, 0)
	n.Span = p.from(start)
	return n
}

// anonymous reads the body of an anonymous class or an enum constant.
func (p *Parser) anonymous() *ClassDecl {
	c := &ClassDecl{Kind: ClassClass}
	c.Mods.Span = Span{p.tok().From, p.tok().From}
	c.Name.Span = c.Mods.Span
	start := p.tok().From
	p.body(func() { p.classBody(c) })
	c.Span = p.from(start)
	return c
}

// newArray reads the dimensions and the initialiser of an array creation.
func (p *Parser) newArray(start Pos, elem *TypeExpr) Expr {
	a := &NewArray{Elem: elem}
	h := 1
	for {
		j := p.annotationsEnd(p.pos)
		if !p.tokAt(j).Is("[") {
			break
		}
		// Lengths stand before the empty dimensions (JLS 15.10.1): after one of these nothing
		// but them follows.
		if p.tokAt(j + 1).Is("]") {
			a.Dims += p.dims()
			break
		}
		p.annotations()
		p.Next()
		label := p.noLambda
		p.noLambda = false
		a.Lens = append(a.Lens, p.expr())
		p.noLambda = label
		h = max(h, p.height)
		a.Dims++
		if !p.Accept("]") {
			p.expected("']' after the array's length", "")
			break
		}
	}

	p.height = 1
	if p.is("{") {
		if len(a.Lens) > 0 && !p.failed {
			p.addError(p.tok().Span, "an array with an initialiser takes no length", "write new T[] { … }")
			p.failed = false
		}
		a.Init = p.arrayInit()
	} else if len(a.Lens) == 0 && !p.failed {
		at := p.prevEnd()
		p.addError(Span{at, at}, "the array's length is missing", "write new T[n] or new T[] { … }")
		p.failed = false
	}

	p.grow(h, p.height)
	a.Span = p.from(start)
	return a
}

// arrayInit reads { a, b }.
func (p *Parser) arrayInit() *ArrayInit {
	start := p.tok().From
	a := &ArrayInit{}
	if !p.enter() {
		p.leave()
		a.Span = p.from(start)
		return a
	}
	defer p.leave()
	p.Next()
	h := 0
	for !p.is("}") && !p.eof() {
		a.Elems = append(a.Elems, p.initValue())
		h = max(h, p.height)
		if !p.Accept(",") {
			break
		}
	}
	if !p.Accept("}") {
		p.expected("',' or '}' in the array initialiser", "")
	}
	p.grow(h, 0)
	a.Span = p.from(start)
	return a
}

// VarInit reads a variable's initial value: an expression or { a, b }.
func (p *Parser) VarInit() Expr {
	p.failed = false
	return p.initValue()
}

// initValue reads a variable's or array element's initial value.
func (p *Parser) initValue() Expr {
	if p.is("{") {
		return p.arrayInit()
	}
	return p.expr()
}
