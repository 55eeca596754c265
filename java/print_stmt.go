package java

func (p *printer) block(b *Block) {
	if b == nil || len(b.Stmts) == 0 {
		p.str("{}")
		return
	}
	p.str("{")
	p.level++
	for _, s := range b.Stmts {
		p.line()
		p.stmt(s)
	}
	p.level--
	p.line()
	p.str("}")
}

// under prints the statement that an if or a loop controls: a block on the same
// line, another statement on its own.
func (p *printer) under(s Stmt) {
	switch s := s.(type) {
	case *Block:
		p.str(" ")
		p.block(s)
	case *Empty:
		p.str(";")
	default:
		p.level++
		p.line()
		p.stmt(s)
		p.level--
	}
}

// after separates a keyword that follows a controlled statement.
func (p *printer) after(s Stmt) {
	if _, ok := s.(*Block); ok {
		p.str(" ")
	} else {
		p.line()
	}
}

// takesElse reports whether an else after s would belong to an if inside s.
func takesElse(s Stmt) bool {
	for {
		switch v := s.(type) {
		case *If:
			if v.Else == nil {
				return true
			}
			s = v.Else
		case *While:
			s = v.Body
		case *For:
			s = v.Body
		case *ForEach:
			s = v.Body
		case *Labeled:
			s = v.Body
		default:
			return false
		}
	}
}

// keyword prints a statement of a word and an expression.
func (p *printer) keyword(word string, x Expr) {
	p.str(word)
	if x != nil {
		p.str(" ")
		p.expr(x, 0)
	}
	p.str(";")
}

func (p *printer) stmt(s Stmt) {
	switch s := s.(type) {
	case *Block:
		p.block(s)
	case *LocalVars:
		p.vars(s)
		p.str(";")
	case *LocalClass:
		p.class(s.Decl)
	case *ExprStmt:
		p.expr(s.X, 0)
		p.str(";")
	case *If:
		p.ifStmt(s)
	case *While:
		p.str("while (")
		p.expr(s.Cond, 0)
		p.str(")")
		p.under(s.Body)
	case *DoWhile:
		p.doWhile(s)
	case *For:
		p.forStmt(s)
	case *ForEach:
		p.str("for (")
		p.param(s.Var)
		p.str(" : ")
		p.expr(s.X, 0)
		p.str(")")
		p.under(s.Body)
	case *Labeled:
		p.str(s.Label.Name, ":")
		p.line()
		p.stmt(s.Body)
	case *Break:
		p.jump("break", s.Label)
	case *Continue:
		p.jump("continue", s.Label)
	case *Return:
		p.keyword("return", s.X)
	case *Yield:
		p.keyword("yield", s.X)
	case *Throw:
		p.keyword("throw", s.X)
	case *Try:
		p.try(s)
	case *Switch:
		p.str("switch (")
		p.expr(s.X, 0)
		p.str(")")
		p.cases(s.Cases)
	case *SynchronizedStmt:
		p.str("synchronized (")
		p.expr(s.X, 0)
		p.str(") ")
		p.block(s.Body)
	case *Assert:
		p.str("assert ")
		p.expr(s.Cond, 0)
		if s.Message != nil {
			p.str(" : ")
			p.expr(s.Message, 0)
		}
		p.str(";")
	case *ConstructorCall:
		if s.Outer != nil {
			p.target(s.Outer)
			p.dot(s.Outer)
		}
		p.str(map[bool]string{true: "super", false: "this"}[s.Super])
		p.args(s.Args)
		p.str(";")
	case *Empty, *BadStmt:
		p.str(";")
	}
}

func (p *printer) doWhile(s *DoWhile) {
	p.str("do")
	if _, ok := s.Body.(*Empty); ok {
		p.str(" ;")
	} else {
		p.under(s.Body)
	}
	p.after(s.Body)
	p.str("while (")
	p.expr(s.Cond, 0)
	p.str(");")
}

func (p *printer) jump(word, label string) {
	p.str(word)
	if label != "" {
		p.str(" ", label)
	}
	p.str(";")
}

func (p *printer) vars(s *LocalVars) {
	p.mods(s.Mods, false)
	p.typ(s.Type)
	p.str(" ")
	list(p, s.Vars, ", ", p.declarator)
}

func (p *printer) ifStmt(s *If) {
	for {
		p.str("if (")
		p.expr(s.Cond, 0)
		p.str(")")
		then := s.Then
		// Without braces an else belongs to the nearest if (JLS 14.5).
		if s.Else != nil && takesElse(then) {
			then = &Block{Stmts: []Stmt{then}}
		}
		p.under(then)
		if s.Else == nil {
			return
		}
		p.after(then)
		p.str("else")
		next, ok := s.Else.(*If)
		if !ok {
			p.under(s.Else)
			return
		}
		p.str(" ")
		// A loop rather than recursion: else-if chains are long, and stay at one indentation.
		s = next
	}
}

func (p *printer) forStmt(s *For) {
	p.str("for (")
	list(p, s.Init, ", ", p.inHead)
	p.str(";")
	if s.Cond != nil {
		p.str(" ")
		p.expr(s.Cond, 0)
	}
	p.str(";")
	if len(s.Update) > 0 {
		p.str(" ")
	}
	list(p, s.Update, ", ", func(x Expr) { p.expr(x, 0) })
	p.str(")")
	p.under(s.Body)
}

// inHead prints a statement of a for's or try's head, which has no semicolon of its own.
func (p *printer) inHead(s Stmt) {
	switch s := s.(type) {
	case *LocalVars:
		p.vars(s)
	case *ExprStmt:
		p.expr(s.X, 0)
	}
}

func (p *printer) try(s *Try) {
	p.str("try ")
	if len(s.Resources) > 0 {
		p.str("(")
		list(p, s.Resources, "; ", p.inHead)
		p.str(") ")
	}
	p.block(s.Body)
	for _, c := range s.Catches {
		p.str(" ")
		p.catch(c)
	}
	if s.Finally != nil {
		p.str(" finally ")
		p.block(s.Finally)
	}
}

func (p *printer) catch(c *Catch) {
	p.str("catch (")
	p.param(c.Param)
	p.str(") ")
	p.block(c.Body)
}

func (p *printer) cases(l []*Case) {
	p.str(" {")
	for _, c := range l {
		p.line()
		p.switchCase(c)
	}
	p.line()
	p.str("}")
}

func (p *printer) switchCase(c *Case) {
	if c.Default && len(c.Labels) == 0 {
		p.str("default")
	} else {
		p.str("case ")
		list(p, c.Labels, ", ", p.caseLabel)
		if c.Default {
			p.str(", default")
		}
	}
	if c.Guard != nil {
		p.str(" when ")
		p.caseLabel(c.Guard)
	}
	if c.Arrow {
		p.str(" -> ")
		if len(c.Body) > 0 {
			p.stmt(c.Body[0])
		}
		return
	}
	p.str(":")
	p.level++
	for _, s := range c.Body {
		p.line()
		p.stmt(s)
	}
	p.level--
}

// caseLabel prints a label or guard, where no lambda or assignment may stand bare.
func (p *printer) caseLabel(x Expr) {
	if endsOpen(x) {
		p.paren(x)
		return
	}
	p.expr(x, precCond)
}
