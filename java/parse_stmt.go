package java

import (
	"fmt"
	"strings"
)

// Stmt reads one statement, a local declaration included.
func (p *Parser) Stmt() Stmt {
	p.failed = false
	return p.blockStmt()
}

// block reads { … } and continues after each broken statement at the next one.
func (p *Parser) block() *Block {
	start := p.tok().From
	open := p.pos
	b := &Block{}
	if !p.Accept("{") {
		p.expected("'{'", "")
		b.Span = Span{start, start}
		return b
	}
	if !p.enter() {
		p.leave()
		b.Span = p.from(start)
		return b
	}
	defer p.leave()
	p.failed = false
	b.Stmts = p.stmts(nil)
	p.closeBrace(open, "block")
	b.Span = p.from(start)
	return b
}

// closeBrace reads the brace that closes the one at token open.
func (p *Parser) closeBrace(open int, what string) {
	if p.Accept("}") {
		p.failed = false
		return
	}
	if p.bailed || p.failed && !p.eof() {
		return
	}
	t := p.tok()
	if (p.lastErr != p.pos || len(p.errs) == 0) && len(p.errs) < maxErrors {
		// Asked only where the error is kept: suspect looks at all tokens of the block.
		if in := p.suspect(open); in != open {
			open, what = in, "block"
		}
		line := p.f.Position(p.toks[open].From).Line
		p.addError(Span{p.prevEnd(), p.prevEnd()}, "missing '}' before "+p.found(t),
			fmt.Sprintf("the %s that starts on line %d is not closed", what, line))
	}
	p.failed = false
}

// suspect is the first brace since open whose partner's indentation is not its
// own: where a brace is missing, the next one out has been taken for it.
func (p *Parser) suspect(open int) int {
	for i := open + 1; i < p.pos; i++ {
		end := p.match[i]
		if !p.toks[i].Is("{") || end < 0 || !p.toks[end].NewLine {
			continue
		}
		a, _ := p.f.Indent(p.toks[i].From)
		b, _ := p.f.Indent(p.toks[end].From)
		if len(b) < len(a) {
			return i
		}
	}
	return open
}

// stmts reads statements up to a closing brace, the end, or what stop accepts.
func (p *Parser) stmts(stop func() bool) []Stmt {
	var list []Stmt
	for !p.is("}") && !p.eof() && (stop == nil || !stop()) {
		// A member in a method's body: either a brace is missing before it, and the body ends
		// here, or all braces are there and it stands in the wrong place.
		if p.memberFollows() {
			if !p.balanced {
				break // the brace that closes the method is missing
			}
			list = append(list, p.misplacedMember())
			continue
		}

		start := p.pos
		list = append(list, p.blockStmt())
		if p.failed {
			p.sync(start)
		}
		// Progress, whatever stands there.
		if p.pos == start && !p.eof() {
			p.Next()
		}
	}
	return list
}

// sync moves to the next statement after an error in the one that began at start.
func (p *Parser) sync(start int) {
	p.failed = false
	if p.bailed || p.pos > start && (p.toks[p.pos-1].Is(";") || p.toks[p.pos-1].Is("}")) {
		return
	}
	for {
		t := p.tok()
		switch {
		case t.Kind == EOF || t.Is("}"):
			return
		case t.Is(";"):
			p.Next()
			return
		case t.Is("{"):
			if end := p.match[p.pos]; end >= 0 {
				p.pos = int(end) + 1
				return
			}
			p.Next()
			return
		case (t.Is("(") || t.Is("[")) && p.match[p.pos] >= 0:
			// The semicolons of a for's header end no statement.
			p.pos = int(p.match[p.pos])
		case t.NewLine && p.pos > start && t.Kind == Keyword && startsStmt(t.Text):
			return
		}
		p.Next()
	}
}

func startsStmt(s string) bool {
	switch s {
	case "if", "for", "while", "do", "return", "switch", "try", "throw", "break", "continue", "case", "default",
		"public", "private", "protected", "static", "final", "class":
		return true
	}
	return isPrimitive(s)
}

// memberFollows reports whether a member of a class starts where a statement
// is due: a visibility modifier, or a method with its body.
func (p *Parser) memberFollows() bool {
	t := p.tok()
	switch t.Text {
	case "public", "private", "protected":
		return true
	case "static":
		n := p.ahead(1)
		return !n.Is("class") && !n.Is("record") && !n.Is("interface") && !n.Is("enum")
	case "void":
		return p.ahead(1).Kind == Identifier && p.ahead(2).Is("(")
	}

	// A type, a name and parameters with a body after them: no statement looks like that.
	if t.Kind != Identifier && !isPrimitive(t.Text) || p.ahead(1).Is("(") || p.ahead(1).Is("=") {
		return false
	}
	if t.Is("new") || t.Is("record") {
		return false
	}
	i := p.typeEnd(p.pos)
	if i < 0 || p.tokAt(i).Kind != Identifier || !p.tokAt(i+1).Is("(") || p.match[i+1] < 0 {
		return false
	}
	t = p.tokAt(int(p.match[i+1]) + 1)
	return t.Is("{") || t.Is("throws")
}

// misplacedMember skips a member inside a method body.
func (p *Parser) misplacedMember() Stmt {
	start := p.tok().From
	p.failed = false
	p.addError(p.tok().Span, "a member cannot be declared inside a method",
		"close the method's body with '}' first, and look for one '}' too many below")
	p.skipMember()
	p.failed = false
	return &BadStmt{p.from(start)}
}

// skipMember moves past a member, to its semicolon or its body's end.
func (p *Parser) skipMember() {
	for {
		t := p.tok()
		switch {
		case t.Kind == EOF || t.Is("}"):
			return
		case t.Is(";"):
			p.Next()
			return
		case t.Kind == Operator && p.match[p.pos] > int32(p.pos):
			p.pos = int(p.match[p.pos])
			p.Next()
			// Braces inside an initialiser or an argument don't end the member.
			if t.Is("{") && !p.is(";") && !p.is(",") && !p.is(")") && !p.is(".") {
				return
			}
			continue
		}
		p.Next()
	}
}

// blockStmt reads a statement or a local declaration.
func (p *Parser) blockStmt() Stmt {
	t := p.tok()
	switch {
	case t.Is("final"), t.Is("abstract"), t.Is("strictfp"), t.Is("static"), t.Is("@") && !p.ahead(1).Is("interface"):
		mods := p.Modifiers()
		if p.declFollows() {
			return p.localClass(mods)
		}
		return p.localVars(mods)
	case p.declFollows():
		return p.localClass(p.Modifiers())
	case p.localFollows():
		return p.localVars(Modifiers{Span: Span{t.From, t.From}})
	}
	return p.stmt()
}

// declFollows reports whether a type declaration starts here, past its modifiers.
func (p *Parser) declFollows() bool {
	t := p.tok()
	switch t.Text {
	case "class", "interface", "enum":
		return true
	case "@":
		return p.ahead(1).Is("interface")
	case "record":
		return p.ahead(1).Kind == Identifier && (p.ahead(2).Is("(") || p.ahead(2).Is("<") || p.ahead(2).Is("{"))
	case "sealed":
		return p.startsDecl(p.pos + 1)
	case "non":
		return p.ahead(1).Is("-") && p.ahead(2).Is("sealed") && p.startsDecl(p.pos+3)
	}
	return false
}

// localFollows reports whether a local variable declaration starts here.
func (p *Parser) localFollows() bool {
	t := p.tok()
	switch {
	case t.Kind == Identifier:
		// The frequent case, an expression's name, costs no search for a type.
		if n := p.ahead(1); n.Kind == Operator && !n.Is("<") && !n.Is("[") && !n.Is(".") && !n.Is("@") {
			return false
		}
		if t.Text == "yield" && !p.ahead(1).Is("=") {
			return false
		}
	case t.Kind == Keyword && isPrimitive(t.Text):
	case t.Kind == SpecToken && isSpecType(t.Text):
	default:
		return false
	}
	i := p.typeEnd(p.pos)
	if i < 0 {
		// List<String x: a comparison is no statement
		return p.ahead(1).Is("<") && (isType(t.Text) && isType(p.ahead(2).Text) || p.ahead(2).Is("?"))
	}

	n := p.tokAt(i)
	if n.Kind == Identifier || n.Is("_") {
		return true
	}
	// int class = 3; is a declaration with a bad name
	return n.Kind == Keyword && n.Text != "instanceof" && n.Text != "this" && !n.NewLine && p.tokAt(i+1).Is("=") ||
		isPrimitive(t.Text) && n.Kind != Operator
}

// isType reports whether a word is written like a type's name.
func isType(s string) bool {
	return isPrimitive(s) || s != "" && 'A' <= s[0] && s[0] <= 'Z' && strings.ToUpper(s) != s || len(s) == 1 && 'A' <= s[0] && s[0] <= 'Z'
}

func (p *Parser) localClass(mods Modifiers) Stmt {
	d := p.classDecl(mods)
	return &LocalClass{d.Span, d}
}

// localVars reads the declaration of local variables up to its semicolon.
func (p *Parser) localVars(mods Modifiers) *LocalVars {
	v := p.vars(mods)
	p.semi("declaration")
	v.Span = p.from(mods.From)
	return v
}

// vars reads a declaration of local variables without its semicolon.
func (p *Parser) vars(mods Modifiers) *LocalVars {
	p.finalOnly(mods)
	v := &LocalVars{Mods: mods, Type: p.localType()}
	v.Vars = p.declarators(Ident{}, false)
	v.Span = p.from(mods.From)
	p.checkVar(v)
	return v
}

// checkVar reports a declaration with var that leaves nothing to infer from.
func (p *Parser) checkVar(v *LocalVars) {
	if v.Type.Name != "var" || v.Type.Outer != nil || p.failed {
		return
	}
	d := v.Vars[0]
	_, array := d.Init.(*ArrayInit)
	msg := ""
	switch {
	case v.Type.Dims > 0 || d.Dims > 0:
		msg = "var cannot be the element type of an array"
	case len(v.Vars) > 1:
		msg = "var declares one variable"
	case d.Init == nil:
		msg = "a variable declared with var needs a value"
	case array:
		msg = "var cannot be inferred from an array initialiser"
	default:
		return
	}
	p.addError(v.Type.Span, msg, "write the type")
	p.failed = false
}

// declarators reads a = 1, b[], c; the first name may be read already.
func (p *Parser) declarators(first Ident, have bool) []*VarDeclarator {
	var list []*VarDeclarator
	for {
		d := &VarDeclarator{Name: first}
		if !have {
			var ok bool
			if d.Name, ok = p.name("a variable's name"); !ok {
				if p.tok().Kind == Keyword && p.ahead(1).Is("=") {
					p.Next() // a reserved word as a name: reported, read on
				} else {
					d.Span = d.Name.Span
					return append(list, d)
				}
			}
		}
		have = false

		d.Dims = p.dims()
		if p.Accept("=") {
			d.Init = p.initValue()
		}
		d.Span = p.from(d.Name.From)
		list = append(list, d)
		if !p.Accept(",") {
			return list
		}
	}
}

// stmt reads a statement that is no declaration.
func (p *Parser) stmt() Stmt {
	start := p.tok().From
	if !p.enter() {
		p.leave()
		return &BadStmt{Span{start, start}}
	}
	defer p.leave()
	t := p.tok()
	switch t.Kind {
	case Operator:
		switch t.Text {
		case "{":
			return p.block()
		case ";":
			p.Next()
			return &Empty{t.Span}
		}
	case Keyword:
		if s := p.keywordStmt(t); s != nil {
			return s
		}
	case Identifier:
		if p.ahead(1).Is(":") {
			p.Next()
			p.Next()
			s := &Labeled{Label: Ident{t.Span, t.Text}}
			s.Body = p.blockStmt()
			s.Span = p.from(start)
			p.wantStatement(s.Body)
			return s
		}
		if t.Text == "yield" && p.yieldFollows() {
			p.Next()
			s := &Yield{X: p.expr()}
			p.semi("yield")
			s.Span = p.from(start)
			return s
		}
	}
	return p.exprStmt(start)
}

// yieldFollows reports whether yield here is the statement's word.
func (p *Parser) yieldFollows() bool {
	n := p.ahead(1)
	if n.Kind != Operator {
		return !n.Is("instanceof")
	}
	switch n.Text {
	case "(", "!", "~", "+", "-":
		return true
	case "++", "--":
		// yield++; counts a variable of that name.
		return !p.ahead(2).Is(";")
	}
	return false
}

// exprStmt reads an expression statement, or a constructor call.
func (p *Parser) exprStmt(start Pos) Stmt {
	at := p.pos
	x := p.expr()
	if c, ok := x.(*Call); ok && (c.Name.Name == "this" || c.Name.Name == "super") && p.isReserved(c.Name) {
		p.semi("constructor call")
		return &ConstructorCall{p.from(start), c.X, c.Name.Name == "super", c.Args}
	}

	if !p.failed {
		p.checkStmt(x)
	}
	// Nothing was read: there is no statement whose semicolon could be missing.
	if p.failed && p.pos == at {
		return &BadStmt{Span{start, start}}
	}
	p.semi("statement")
	return &ExprStmt{p.from(start), x}
}

// isReserved reports whether a name is a reserved word; only constructor calls
// are made with one.
func (p *Parser) isReserved(id Ident) bool { return isKeyword(id.Name) }

// checkStmt reports an expression that is no statement.
func (p *Parser) checkStmt(x Expr) {
	switch v := x.(type) {
	case *AssignExpr, *Call, *New, *BadExpr:
		return
	case *Unary:
		if v.Op.Changes() {
			return
		}
	case *SwitchExpr:
		return
	}
	hint := "a statement is an assignment, a call, ++, -- or new"
	if b, ok := x.(*Binary); ok && b.Op == Eq {
		hint = "use = to assign"
	}
	if _, ok := x.(*Name); ok && (p.tok().Kind == Identifier || p.tok().Kind == Keyword) {
		// Two words side by side: whatever was meant, it was no expression.
		hint = ""
	}
	p.addError(Span{x.Pos(), x.End()}, "not a statement", hint)
	p.failed = p.failed && !p.is(";")
}

// wantStatement reports a declaration where only a statement may stand.
func (p *Parser) wantStatement(s Stmt) {
	switch s.(type) {
	case *LocalVars, *LocalClass:
		if !p.failed {
			p.addError(Span{s.Pos(), s.End()}, "a declaration cannot stand here alone", "put it in braces { … }")
			p.failed = false
		}
	}
}

// body1 reads the statement that a loop or an if controls.
func (p *Parser) body1() Stmt {
	s := p.blockStmt()
	p.wantStatement(s)
	return s
}

// cond reads ( expression ).
func (p *Parser) cond(of string) Expr {
	if !p.Accept("(") {
		p.expected("'(' after "+of, "")
	}
	x := p.expr()
	if !p.Accept(")") {
		hint := ""
		if p.is("=") {
			hint = "use == to compare"
		}
		p.expected("')' after the condition", hint)
	}
	return x
}

// keywordStmt reads a statement that starts with a reserved word, nil if the
// word starts an expression.
func (p *Parser) keywordStmt(t *Token) Stmt {
	start := t.From
	switch t.Text {
	case "if":
		p.Next()
		s := &If{Cond: p.cond("if")}
		s.Then = p.body1()
		if p.Accept("else") {
			s.Else = p.body1()
		}
		s.Span = p.from(start)
		return s
	case "while":
		p.Next()
		s := &While{Cond: p.cond("while")}
		s.Body = p.body1()
		s.Span = p.from(start)
		return s
	case "do":
		p.Next()
		s := &DoWhile{Body: p.body1()}
		if !p.Accept("while") {
			p.expected("while after the body of do", "")
		}
		s.Cond = p.cond("while")
		p.semi("do loop")
		s.Span = p.from(start)
		return s
	case "for":
		return p.forStmt(start)
	case "break", "continue", "return", "throw":
		return p.jumpStmt(t)
	case "try":
		return p.try(start)
	case "switch":
		return p.switchStmt(start)
	case "synchronized":
		p.Next()
		s := &SynchronizedStmt{X: p.cond("synchronized")}
		s.Body = p.block()
		s.Span = p.from(start)
		return s
	case "assert":
		p.Next()
		s := &Assert{Cond: p.expr()}
		if p.Accept(":") {
			s.Message = p.expr()
		}
		p.semi("assert")
		s.Span = p.from(start)
		return s
	}
	return p.strayStmt(t)
}

// jumpStmt reads a statement after which the next one is not run.
func (p *Parser) jumpStmt(t *Token) Stmt {
	start := t.From
	p.Next()
	switch t.Text {
	case "return":
		s := &Return{}
		if !p.is(";") && !p.is("}") {
			s.X = p.expr()
		}
		p.semi("return")
		s.Span = p.from(start)
		return s
	case "throw":
		s := &Throw{X: p.expr()}
		p.semi("throw")
		s.Span = p.from(start)
		return s
	}
	label := ""
	// A name on the next line begins a statement: the semicolon is what is missing.
	if p.ident() && !p.tok().NewLine {
		label = p.Next().Text
	}
	p.semi(t.Text)
	if t.Text == "break" {
		return &Break{p.from(start), label}
	}
	return &Continue{p.from(start), label}
}

// strayStmt complains of a word that only continues another statement, nil if it is
// none.
func (p *Parser) strayStmt(t *Token) Stmt {
	start := t.From
	switch t.Text {
	case "else":
		p.expected("a statement", "this else has no if; is there a ';' or '}' too many before it?")
		p.Next()
		p.failed = false
		// Read as a statement of its own, so that its mistakes are told of.
		return p.body1()
	case "case", "default":
		p.expected("a statement", "case and default stand only in a switch")
		p.failed = true
		return &BadStmt{Span{start, start}}
	case "catch", "finally":
		p.expected("a statement", t.Text+" needs a try before it")
		p.failed = true
		return &BadStmt{Span{start, start}}
	}
	return nil
}

// forStmt reads both forms of for.
func (p *Parser) forStmt(start Pos) Stmt {
	p.Next()
	if !p.Accept("(") {
		p.expected("'(' after for", "")
	}

	var init []Stmt
	// Only after a type and a name can the two forms be told apart.
	switch t := p.tok(); {
	case t.Is("final"), t.Is("@"), p.localFollows():
		mods := p.Modifiers()
		p.finalOnly(mods)
		typ := p.localType()
		id, _ := p.name("a variable's name")
		dims := 0
		if !p.is(":") {
			dims = p.dims()
		}
		if p.Accept(":") {
			s := &ForEach{Var: &Param{Span: p.fromTo(mods.From, id.To), Mods: mods, Type: typ, Name: id, Dims: dims}}
			s.X = p.expr()
			p.closing(")", "collection")
			s.Body = p.body1()
			s.Span = p.from(start)
			return s
		}
		v := &LocalVars{Mods: mods, Type: typ}
		d := &VarDeclarator{Name: id, Dims: dims}
		if p.Accept("=") {
			d.Init = p.initValue()
		}
		d.Span = p.from(id.From)
		v.Vars = []*VarDeclarator{d}
		if p.Accept(",") {
			v.Vars = append(v.Vars, p.declarators(Ident{}, false)...)
		}
		v.Span = p.from(mods.From)
		p.checkVar(v)
		init = []Stmt{v}
	case !t.Is(";"):
		init = p.exprStmts()
	}

	s := &For{Init: init}
	if p.is(":") {
		p.expected("';'", "the form is for (int x : xs)")
		p.Next()
		s.Cond = p.expr()
	} else if !p.Accept(";") {
		p.expected("';' after the loop's initialisation", "the form is for (int i = 0; i < n; i++)")
	}

	if !p.is(";") {
		s.Cond = p.expr()
	}
	if !p.Accept(";") {
		p.expected("';' after the loop's condition", "the form is for (int i = 0; i < n; i++)")
	}

	for !p.is(")") && !p.eof() {
		x := p.expr()
		if !p.failed {
			p.checkStmt(x)
		}
		s.Update = append(s.Update, x)
		if !p.Accept(",") {
			break
		}
		if p.is(")") {
			p.expected("an expression after ','", "")
		}
	}

	p.closing(")", "loop's header")
	s.Body = p.body1()
	s.Span = p.from(start)
	return s
}

// exprStmts reads the expressions of a for's initialisation.
func (p *Parser) exprStmts() (init []Stmt) {
	for {
		at := p.tok().From
		x := p.expr()
		if !p.failed && !p.is(":") {
			p.checkStmt(x)
		}
		init = append(init, &ExprStmt{p.from(at), x})
		if !p.Accept(",") {
			return init
		}
	}
}

func (p *Parser) fromTo(a, b Pos) Span { return Span{a, max(a, b)} }

// try reads try with resources, catch and finally.
func (p *Parser) try(start Pos) Stmt {
	p.Next()
	s := &Try{}
	if p.Accept("(") {
		for !p.is(")") && !p.eof() {
			s.Resources = append(s.Resources, p.resource())
			if !p.Accept(";") {
				break
			}
		}
		p.closing(")", "resources")
	}
	s.Body = p.block()

	for p.is("catch") {
		at := p.Next().From
		c := &Catch{}
		if !p.Accept("(") {
			p.expected("'(' after catch", "")
		}
		first := p.tok().From
		c.Param = &Param{Mods: p.Modifiers()}
		p.finalOnly(c.Param.Mods)
		c.Param.Type = p.alternatives("|")
		c.Param.Name, _ = p.name("the exception's name")
		c.Param.Span = p.from(first)
		p.closing(")", "catch parameter")
		c.Body = p.block()
		c.Span = p.from(at)
		s.Catches = append(s.Catches, c)
	}

	if p.Accept("finally") {
		s.Finally = p.block()
	}
	if len(s.Catches) == 0 && s.Finally == nil && len(s.Resources) == 0 && !p.failed {
		p.addError(p.toks[p.indexAt(start)].Span, "try without catch, finally or resources", "add catch (Exception e) { … }")
		p.failed = false
	}
	s.Span = p.from(start)
	return s
}

// indexAt is the index of the token that starts at pos, at or before the current.
func (p *Parser) indexAt(pos Pos) int {
	lo, hi := 0, p.pos
	for lo < hi {
		mid := (lo + hi + 1) / 2
		if p.toks[mid].From <= pos {
			lo = mid
		} else {
			hi = mid - 1
		}
	}
	return lo
}

func (p *Parser) resource() Stmt {
	start := p.tok().From
	if p.is("final") || p.is("@") || p.localFollows() {
		mods := p.Modifiers()
		p.finalOnly(mods)
		v := &LocalVars{Mods: mods, Type: p.localType()}
		d := &VarDeclarator{}
		d.Name, _ = p.name("the resource's name")
		if p.Expect("=") {
			d.Init = p.expr()
		}
		d.Span = p.from(d.Name.From)
		v.Vars = []*VarDeclarator{d}
		v.Span = p.from(start)
		return v
	}

	x := p.expr()
	switch x.(type) {
	case *Name, *Select, *This, *BadExpr:
	default:
		if !p.failed {
			p.addError(Span{x.Pos(), x.End()}, "a resource is a variable or its declaration", "write try (var r = …)")
			p.failed = false
		}
	}
	return &ExprStmt{p.from(start), x}
}
