package java

// switchStmt reads a switch statement. A switch that goes on as an expression
// (switch (x) {…}.toString()) is not told apart: Java has no such statement.
func (p *Parser) switchStmt(start Pos) Stmt {
	p.Next()
	s := &Switch{X: p.cond("switch")}
	s.Cases = p.cases(false)
	s.Span = p.from(start)
	return s
}

// switchExpr reads a switch expression.
func (p *Parser) switchExpr() Expr {
	start := p.tok().From
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()
	p.Next()
	s := &SwitchExpr{}
	h := 0
	label := p.noLambda
	p.noLambda = false
	s.X = p.cond("switch")
	p.noLambda = label
	h = p.height
	p.body(func() { s.Cases = p.cases(true) })
	p.grow(h, p.height)
	s.Span = p.from(start)
	return s
}

// cases reads the braces of a switch.
func (p *Parser) cases(expr bool) []*Case {
	open := p.pos
	if !p.Accept("{") {
		p.expected("'{' of the switch", "")
		return nil
	}

	var list []*Case
	arrow, mixed := false, false
	for !p.is("}") && !p.eof() {
		if !p.is("case") && !p.is("default") {
			// The brace that closes the switch is missing: the next member isn't searched for
			// cases.
			if !p.balanced && p.memberFollows() {
				break
			}
			start := p.pos
			p.expected("case, default or '}'", "")
			p.sync(start)
			if p.pos == start {
				p.Next()
			}
			continue
		}

		c := p.switchCase(expr)
		if len(list) > 0 && c.Arrow != arrow && !mixed && !p.failed {
			p.addError(c.Span, "'->' and ':' in one switch", "use one form for all cases")
			p.failed = false
			mixed = true
		}
		arrow = c.Arrow
		list = append(list, c)
	}
	p.closeBrace(open, "switch")
	return list
}

// switchCase reads one case with its body.
func (p *Parser) switchCase(expr bool) *Case {
	start := p.tok().From
	at := p.pos
	c := &Case{}
	if p.Accept("default") {
		c.Default = true
	} else {
		p.Next()
		p.caseLabels(c)
	}
	switch {
	case p.Accept("->"):
		c.Arrow = true
		p.arrowBody(c, expr, at)
	case p.Accept(":"):
		c.Body = p.stmts(func() bool { return p.caseFollows() })
	default:
		p.expected("':' or '->' after the case", "")
		p.sync(at)
	}
	c.Span = p.from(start)
	return c
}

func (p *Parser) caseFollows() bool {
	return p.is("case") || p.is("default") && (p.ahead(1).Is(":") || p.ahead(1).Is("->"))
}

func (p *Parser) arrowBody(c *Case, expr bool, at int) {
	start := p.tok().From
	first := p.pos
	switch {
	case p.is("{"):
		c.Body = []Stmt{p.block()}
	case p.is("throw"):
		c.Body = []Stmt{p.stmt()}
	default:
		x := p.expr()
		if !expr && !p.failed {
			p.checkStmt(x)
		}
		if p.failed && p.pos == first && p.tok().Kind == Keyword && p.tok().Text != "case" && p.tok().Text != "default" {
			p.errs[len(p.errs)-1].Hint = "after '->' stands an expression, a block { … } or throw"
		}
		p.semi("expression")
		c.Body = []Stmt{&ExprStmt{p.from(start), x}}
	}
	if p.failed {
		p.sync(at)
	}
}

// caseLabels reads the constants or patterns of a case and its guard.
func (p *Parser) caseLabels(c *Case) {
	// case x -> … is a rule for the constant x, not a lambda.
	outer := p.noLambda
	p.noLambda = true
	defer func() { p.noLambda = outer }()
	h := 0
	for {
		switch {
		case p.is("default"):
			p.Next()
			c.Default = true
		case p.is("final") || p.is("@") || p.patternFollows():
			c.Labels = append(c.Labels, p.pattern())
		default:
			c.Labels = append(c.Labels, p.conditional())
		}
		h = max(h, p.height)
		if !p.Accept(",") {
			break
		}
	}

	if p.is("when") && p.ident() {
		p.Next()
		c.Guard = p.conditional()
		h = max(h, p.height)
	}
	p.tallest = max(p.tallest, h)
}
