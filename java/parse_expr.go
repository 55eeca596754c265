package java

// Expr reads an expression, assignments and lambdas included. It stops at the
// first token that cannot continue it.
func (p *Parser) Expr() Expr {
	p.failed = false
	return p.expr()
}

func (p *Parser) expr() Expr {
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()
	if p.lambdaFollows() {
		return p.lambda()
	}
	x := p.conditional()
	op, n := p.assignOp()
	if n == 0 {
		return x
	}

	if op == Assign && p.mistypedRelation() {
		return x
	}
	p.checkTarget(x)
	// p.height is that of the expression read last: the left side's is kept while the right one
	// is read.
	h := p.height
	p.skip(n)
	// Assignments group to the right.
	y := p.expr()
	p.grow(h, p.height)
	return &AssignExpr{p.from(x.Pos()), op, x, y}
}

// mistypedRelation reports => and =< and leaves them.
func (p *Parser) mistypedRelation() bool {
	n := p.ahead(1)
	if !p.joined(1) || !n.Is(">") && !n.Is("<") {
		return false
	}
	hint := "write <="
	switch {
	case n.Is(">") && p.opts.Spec:
		hint = "implication is ==>, greater or equal is >="
	case n.Is(">"):
		hint = "write >=, or -> for a lambda"
	}
	if !p.failed {
		p.addError(Span{p.tok().From, n.To}, "no operator "+quote("="+n.Text), hint)
	}
	return true
}

// checkTarget reports an assignment to something that is no variable.
func (p *Parser) checkTarget(x Expr) {
	switch v := x.(type) {
	case *Name, *Select, *Index, *BadExpr:
		return
	case *Paren:
		p.checkTarget(v.X)
		return
	}
	if p.failed {
		return
	}
	hint := ""
	if p.is("=") {
		hint = "use == to compare"
	}
	p.addError(Span{x.Pos(), x.End()}, "the left side of an assignment must be a variable", hint)
	p.failed = false
}

func (p *Parser) bad() Expr {
	p.height = 1
	return &BadExpr{Span{p.tok().From, p.tok().From}}
}

func (p *Parser) skip(n int) {
	for range n {
		p.Next()
	}
}

// assignOp is the assignment operator here and its number of tokens, 0 for none.
func (p *Parser) assignOp() (Op, int) {
	t := p.tok()
	if t.Kind != Operator {
		return 0, 0
	}
	switch t.Text {
	case "=":
		return Assign, 1
	case "+=":
		return Plus, 1
	case "-=":
		return Sub, 1
	case "*=":
		return Mul, 1
	case "/=":
		return Div, 1
	case "%=":
		return Rem, 1
	case "&=":
		return BitAnd, 1
	case "|=":
		return BitOr, 1
	case "^=":
		return BitXor, 1
	case "<<=":
		return Shl, 1
	case ">":
		// The scanner leaves each > alone, for type arguments: >>= and >>>= are put together
		// here. >= is a relation.
		switch n := p.angles(); {
		case n > 1 && p.joined(n) && p.ahead(n).Is("="):
			return map[int]Op{2: Shr, 3: Ushr}[n], n + 1
		}
	}
	return 0, 0
}

// angles is the number of adjacent ">" here, at most 3.
func (p *Parser) angles() int {
	n := 1
	for n < 3 && p.joined(n) && p.ahead(n).Is(">") {
		n++
	}
	return n
}

// joined reports whether the nth token from here follows the one before it
// without white space.
func (p *Parser) joined(n int) bool { return p.ahead(n).From == p.ahead(n-1).To }

// conditional reads an expression without assignment: ?: and below.
func (p *Parser) conditional() Expr {
	c := p.binary(1)
	if !p.is("?") {
		return c
	}
	if !p.enter() {
		p.leave()
		return c
	}
	defer p.leave()

	h := p.height
	p.Next()
	// Between ? and : an arrow can't end a case label.
	label := p.noLambda
	p.noLambda = false
	x := p.expr()
	p.noLambda = label
	h = max(h, p.height)
	if !p.Accept(":") {
		p.expected("':' of the conditional expression", "")
	}
	var y Expr

	if p.lambdaFollows() {
		y = p.lambda()
	} else {
		y = p.conditional()
	}
	p.grow(h, p.height)
	return &Cond{p.from(c.Pos()), c, x, y}
}

// The binding strengths of binary operators, JML's included.
const (
	precIff = iota + 1
	precImplies
	precOr
	precAnd
	precBitOr
	precBitXor
	precBitAnd
	precEq
	precRel
	precShift
	precAdd
	precMul
	precUnary
	precPostfix
	precPrimary
)

// binaryOp is the operator here, its strength (0 for none) and its number of tokens.
func (p *Parser) binaryOp() (Op, int, int) {
	t := p.tok()
	if t.Kind != Operator {
		return 0, 0, 0
	}
	switch t.Text {
	case "+":
		return Plus, precAdd, 1
	case "-":
		return Sub, precAdd, 1
	case "*":
		return Mul, precMul, 1
	case "/":
		return Div, precMul, 1
	case "%":
		return Rem, precMul, 1
	case "<":
		return Lt, precRel, 1
	case "<=":
		return Le, precRel, 1
	case "==":
		return Eq, precEq, 1
	case "!=":
		return Ne, precEq, 1
	case "&&":
		return AndAnd, precAnd, 1
	case "||":
		return OrOr, precOr, 1
	case "&":
		return BitAnd, precBitAnd, 1
	case "|":
		return BitOr, precBitOr, 1
	case "^":
		return BitXor, precBitXor, 1
	case "<<":
		return Shl, precShift, 1
	case ">":
		n := p.angles()
		if p.joined(n) && p.ahead(n).Is("=") {
			if n == 1 {
				return Ge, precRel, 2
			}
			return 0, 0, 0 // >>= or >>>=
		}
		switch n {
		case 2:
			return Shr, precShift, 2
		case 3:
			return Ushr, precShift, 3
		}
		return Gt, precRel, 1
	case "==>":
		return Implies, precImplies, 1
	case "<==":
		return ImpliedBy, precImplies, 1
	case "<==>":
		return Iff, precIff, 1
	case "<=!=>":
		return NotIff, precIff, 1
	case "<:":
		return Subtype, precRel, 1
	}
	return 0, 0, 0
}

// binary reads an expression of operators at least as strong as least.
func (p *Parser) binary(least int) Expr {
	x := p.unary()
	after := false // x is an instanceof: no stronger operator takes it as its left side
	for {
		if p.is("instanceof") && least <= precRel {
			h := p.height
			x = p.instanceOf(x)
			p.grow(h, p.height)
			after = true
			continue
		}

		op, prec, n := p.binaryOp()
		if prec < least || prec == 0 || after && prec > precRel {
			return x
		}

		h := p.height
		at := p.tok().From
		p.skip(n)
		p.afterOperator(at, op)
		var y Expr
		if op == Implies {
			if !p.enter() {
				p.leave()
				return x
			}
			// Implication groups to the right: its right side takes further ones. The recursion
			// is counted, as a chain of them is as deep as it is long.
			y = p.binary(prec)
			p.leave()
		} else {
			// To the left: the right side stops at an operator of the same strength, and the
			// loop takes it.
			y = p.binary(prec + 1)
		}
		p.grow(h, p.height)
		x = p.join(op, at, x, y)
	}
}

// join makes the node of x op y.
func (p *Parser) join(op Op, at Pos, x, y Expr) Expr {
	sp := p.from(x.Pos())
	// JML chains relations, a < b <= c for a < b && b <= c; in Java the second one would
	// compare a boolean.
	if p.opts.Spec && Lt <= op && op <= Ge {
		switch l := x.(type) {
		case *Chain:
			l.Span, l.Xs, l.Ops = sp, append(l.Xs, y), append(l.Ops, op)
			return l
		case *Binary:
			if Lt <= l.Op && l.Op <= Ge {
				return &Chain{sp, []Expr{l.X, l.Y, y}, []Op{l.Op, op}}
			}
		}
	}

	// The two have one strength and group in opposite directions: which way is meant isn't
	// guessed.
	if op == ImpliedBy || op == Implies {
		for _, z := range []Expr{x, y} {
			if b, ok := z.(*Binary); ok && (b.Op == Implies || b.Op == ImpliedBy) && b.Op != op && !p.failed {
				p.addError(Span{at, at + 3}, "==> and <== in one expression", "add parentheses")
				p.failed = false
			}
		}
	}
	return &Binary{sp, op, at, x, y}
}

// afterOperator reports the frequent slips in an operator.
func (p *Parser) afterOperator(at Pos, op Op) {
	t := p.tok()
	if t.From != p.prevEnd() || p.failed {
		return
	}
	msg, hint := "", ""
	switch {
	case t.Is("=") && (op == Eq || op == Ne):
		msg, hint = "Java has no operator "+op.String()+"=", "write "+op.String()
	case t.Is(">") && op == Eq:
		msg, hint = "==> belongs to specifications", "write !a || b"
	case t.Is("&") && op == AndAnd, t.Is("|") && op == OrOr:
		msg, hint = "Java has no operator "+op.String()+t.Text, "write "+op.String()
	default:
		return
	}
	p.addError(Span{at, t.To}, msg, hint)
	p.failed = false
	p.Next()
}

// instanceOf reads what follows the left side of instanceof.
func (p *Parser) instanceOf(x Expr) Expr {
	p.Next()
	p.height = 1
	e := &InstanceOf{X: x}
	if p.is("final") || p.is("@") || p.patternFollows() {
		e.Pattern = p.pattern()
	} else {
		e.Type = p.Type()
	}
	e.Span = p.from(x.Pos())
	return e
}

// patternFollows reports whether a type or record pattern starts here.
func (p *Parser) patternFollows() bool {
	i := p.typeEnd(p.pos)
	if i < 0 {
		return false
	}

	// In a case label "when" after a type is the guard's word, unless it goes on like a name.
	t := p.tokAt(i)
	return t.Kind == Identifier && !(t.Is("when") && p.noLambda && p.tokAt(i+1).Kind != Operator) || t.Is("_") ||
		t.Is("(") && p.tokAt(p.pos).Kind == Identifier && !p.opts.Spec
}

// pattern reads a type pattern or a record pattern.
func (p *Parser) pattern() Expr {
	start := p.tok().From
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()
	mods := p.Modifiers()
	p.finalOnly(mods)
	typ := p.localType()

	if !p.Accept("(") {
		t := &TypePattern{Mods: mods, Type: typ}
		t.Name, _ = p.name("the pattern's variable")
		t.Span = p.from(start)
		p.height = 1
		return t
	}

	r := &RecordPattern{Type: typ}
	h := 1
	for !p.is(")") && !p.eof() {
		r.Subs = append(r.Subs, p.pattern())
		h = max(h, p.height)
		if !p.Accept(",") {
			break
		}
	}
	p.closing(")", "record pattern")
	p.grow(h, 0)
	if p.ident() && !p.is("when") {
		p.unsupported(p.tok().Span, "name of a record pattern", "")
		p.Next()
	}
	r.Span = p.from(start)
	return r
}

// unary reads prefix operators, casts and what they apply to.
func (p *Parser) unary() Expr {
	t := p.tok()
	if t.Kind != Operator {
		return p.postfix(p.primary())
	}
	op := InvalidOp
	switch t.Text {
	case "+":
		op = Plus
	case "-":
		op = Neg
	case "!":
		op = Not
	case "~":
		op = BitNot
	case "++":
		op = PreInc
	case "--":
		op = PreDec
	case "(":
		if p.castFollows() {
			return p.cast()
		}
		return p.postfix(p.primary())
	default:
		return p.postfix(p.primary())
	}

	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()
	p.Next()
	var x Expr
	// The sign belongs to the check of the literal's range: 2147483648 is right behind a minus
	// only (JLS 3.10.1).
	if next := p.tok(); op == Neg && next.Kind == IntToken {
		x = p.postfix(p.intLiteral(true))
	} else {
		x = p.unary()
	}
	if op == PreInc || op == PreDec {
		p.checkStep(x)
	}
	p.grow(p.height, 0)
	return &Unary{p.from(t.From), op, x}
}

// checkStep reports ++ or -- of something that is no variable.
func (p *Parser) checkStep(x Expr) {
	x = Unparen(x)
	switch x.(type) {
	case *Name, *Select, *Index, *BadExpr:
		return
	}
	if !p.failed {
		p.addError(Span{x.Pos(), x.End()}, "++ and -- need a variable", "")
		p.failed = false
	}
}

// castFollows reports whether the parenthesis here is a cast's.
func (p *Parser) castFollows() bool {
	end := int(p.match[p.pos])
	if end < 0 {
		return false
	}
	i := p.typeEnd(p.pos + 1)
	if i < 0 {
		return false
	}
	for p.tokAt(i).Is("&") { // (A & B) x, or a bitwise and
		if i = p.typeEnd(i + 1); i < 0 {
			return false
		}
	}

	if i != end {
		return false
	}

	// No expression begins with a primitive type or ends with > or [] before a parenthesis that
	// closes; a name in parentheses may be one, and what follows decides (JLS 15.16).
	first, last := p.tokAt(p.annotationsEnd(p.pos+1)), p.tokAt(end-1)
	if first.Kind == Keyword || first.Kind == SpecToken || last.Is(">") || last.Is("]") {
		return true
	}
	t := p.tokAt(end + 1)
	switch t.Kind {
	case Identifier, IntToken, FloatToken, CharToken, StringToken, TextToken, SpecToken, ProseToken:
		// A clause's word behind the parenthesis begins the next clause.
		return t.Kind != Identifier || !p.stopsAt(end+1)
	case Keyword:
		switch t.Text {
		case "true", "false", "null", "this", "super", "new", "switch":
			return true
		}
		return isPrimitive(t.Text) || t.Text == "void"
	case Operator:
		// (a) + b and (a) - b are sums: a cast to a class takes no signed operand.
		return t.Text == "(" || t.Text == "!" || t.Text == "~"
	}
	return false
}

// cast reads (Type) x.
func (p *Parser) cast() Expr {
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()
	start := p.Next().From
	c := &Cast{Type: p.alternatives("&")}
	p.closing(")", "cast's type")
	if p.lambdaFollows() {
		c.X = p.lambda()
	} else {
		c.X = p.unary()
	}
	p.grow(p.height, 0)
	c.Span = p.from(start)
	return c
}

// lambdaFollows reports whether a lambda starts here.
func (p *Parser) lambdaFollows() bool {
	if p.noLambda {
		return false
	}
	t := p.tok()
	switch {
	case t.Kind == Identifier || t.Is("_"):
		return p.ahead(1).Is("->")
	case t.Is("("):
		end := int(p.match[p.pos])
		return end >= 0 && p.tokAt(end+1).Is("->")
	}
	return false
}

// lambdaParam reads a lambda's parameter with its type, which may be var.
func (p *Parser) lambdaParam() *Param {
	if prm := p.param(varToo); prm != nil {
		return prm
	}
	at := p.tok().From
	return &Param{Span: Span{at, at}, Type: &TypeExpr{}}
}

// sameForm reports lambda parameters of which some have a type, some var and
// some nothing.
func (p *Parser) sameForm(l []*Param) {
	form := func(q *Param) int {
		switch {
		case q.Type == nil:
			return 0
		case q.Type.Name == "var":
			return 1
		}
		return 2
	}
	for _, q := range l {
		if form(q) != form(l[0]) && !p.failed {
			p.addError(q.Span, "lambda parameters with and without a type", "write the types of all or of none")
			p.failed = false
		}
	}
}

// lambda reads a lambda.
func (p *Parser) lambda() Expr {
	start := p.tok().From
	l := &Lambda{}
	if !p.enter() {
		p.leave()
		return p.bad()
	}
	defer p.leave()

	if p.Accept("(") {
		for !p.is(")") && !p.eof() {
			// A name alone: the parameter's type is left to inference.
			if t := p.tok(); (t.Kind == Identifier || t.Is("_")) && (p.ahead(1).Is(",") || p.ahead(1).Is(")")) {
				id, _ := p.name("a parameter")
				l.Params = append(l.Params, &Param{Span: id.Span, Mods: Modifiers{Span: Span{id.From, id.From}}, Name: id})
			} else {
				l.Params = append(l.Params, p.lambdaParam())
			}
			if !p.Accept(",") {
				break
			}
		}
		p.closing(")", "lambda's parameters")
		p.sameForm(l.Params)
	} else {
		id, _ := p.name("a parameter")
		l.Params = []*Param{{Span: id.Span, Mods: Modifiers{Span: Span{id.From, id.From}}, Name: id}}
	}

	p.Expect("->")
	if p.is("{") {
		p.body(func() { l.Body = p.block() })
	} else {
		l.X = p.expr()
		p.grow(p.height, 0)
	}
	l.Span = p.from(start)
	return l
}
