package dafny

import (
	"fmt"
	"slices"
	"strconv"
)

// Dafny's precedence, from the lowest:
//
//	<==>                left
//	==>                 right      <== left; the two don't mix
//	&& ||               left; the two don't mix
//	== != < <= > >= in !in !!      chained
//	<< >>
//	+ -
//	* / %
//	& | ^
//	as is
//	- !                 prefix
func (p *parser) expr() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	e := p.implication()
	for p.is("<==>") {
		e = p.binary(e, p.implication)
	}
	return e
}

// binary reads an operator and its right side.
func (p *parser) binary(left *Expr, right func() *Expr) *Expr {
	op := p.next().text
	p.operator()
	r := right()
	return &Expr{Kind: Binary, From: left.From, To: r.To, Op: op, Args: []*Expr{left, r}}
}

// operator counts an operator: each one more on the left makes the tree deeper.
func (p *parser) operator() {
	if p.operators++; p.operators > maxOperators {
		p.fail(fmt.Sprintf("a declaration with more than %d operators", maxOperators))
	}
}

func (p *parser) implication() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	e := p.logical()
	if p.is("==>") {
		// To the right: a ==> b ==> c is a ==> (b ==> c).
		e = p.binary(e, p.implication)
		if p.is("<==") {
			p.fail("==> and <== need parentheses between them")
		}
		return e
	}
	for p.is("<==") {
		e = p.binary(e, p.logical)
		if p.is("==>") {
			p.fail("==> and <== need parentheses between them")
		}
	}
	return e
}

func (p *parser) logical() *Expr {
	lead := p.tok().text
	// A list may begin with its operator, as clauses over several lines do.
	if !p.accept("&&") && !p.accept("||") {
		lead = ""
	}
	e := p.relation()
	for p.is("&&") || p.is("||") {
		if lead != "" && p.tok().text != lead {
			p.fail("&& and || need parentheses between them")
		}
		lead = p.tok().text
		e = p.binary(e, p.relation)
	}
	return e
}

var relations = []string{"==", "!=", "<", "<=", ">", ">=", "in", "!in", "!!"}

func (p *parser) relation() *Expr {
	e := p.shift()
	var ops []string
	var way byte
	args := []*Expr{e}

	for slices.ContainsFunc(relations, p.is) {
		op := p.next().text
		// a chain goes one way
		if op[0] == '<' || op[0] == '>' {
			if way != 0 && way != op[0] {
				p.i--
				p.fail("a chain of comparisons can't go both up and down")
			}
			way = op[0]
		}
		p.operator()
		ops = append(ops, op)
		args = append(args, p.shift())
	}

	last := args[len(args)-1]
	switch len(ops) {
	case 0:
		return e
	case 1:
		return &Expr{Kind: Binary, From: e.From, To: last.To, Op: ops[0], Args: args}
	}
	return &Expr{Kind: Chain, From: e.From, To: last.To, Ops: ops, Args: args}
}

func (p *parser) shift() *Expr {
	e := p.term()
	for {
		switch {
		case p.is("<<"):
			e = p.binary(e, p.term)
		// Two tokens side by side: as one they would close the arguments of a type.
		case p.is(">") && p.peek(1).text == ">" && p.peek(1).from == p.tok().to:
			p.i += 2
			p.operator()
			r := p.term()
			e = &Expr{Kind: Binary, From: e.From, To: r.To, Op: ">>", Args: []*Expr{e, r}}
		default:
			return e
		}
	}
}

func (p *parser) term() *Expr {
	e := p.factor()
	for p.is("+") || p.is("-") {
		e = p.binary(e, p.factor)
	}
	return e
}

func (p *parser) factor() *Expr {
	e := p.bits()
	for p.is("*") || p.is("/") || p.is("%") {
		e = p.binary(e, p.bits)
	}
	return e
}

func (p *parser) bits() *Expr {
	e := p.conversion()
	// Between the bars of |s| a bar closes.
	for p.is("&") || p.is("^") || p.is("|") && !p.noBar {
		e = p.binary(e, p.conversion)
	}
	return e
}

func (p *parser) conversion() *Expr {
	e := p.unary()
	for p.is("as") || p.is("is") {
		k := As
		if p.next().text == "is" {
			k = Is
		}
		t := p.typ()
		e = &Expr{Kind: k, From: e.From, To: p.toks[p.i-1].to, Type: t, Args: []*Expr{e}}
	}
	return e
}

func (p *parser) unary() *Expr {
	p.enter()
	defer func() { p.depth-- }()
	if p.is("-") || p.is("!") {
		t := p.next()
		e := p.unary()
		return &Expr{Kind: Unary, From: t.from, To: e.To, Op: t.text, Args: []*Expr{e}}
	}
	return p.suffixes(p.primary())
}

// open reads what stands in brackets, where bars are operators again.
func (p *parser) open(read func() *Expr) *Expr {
	was := p.noBar
	p.noBar = false
	defer func() { p.noBar = was }()
	return read()
}

func (p *parser) list(until string) []*Expr {
	var out []*Expr
	for !p.is(until) {
		out = append(out, p.open(p.expr))
		if !p.accept(",") {
			break
		}
	}
	p.expect(until)
	return out
}

func (p *parser) suffixes(e *Expr) *Expr {
	// Each suffix makes the tree one deeper without a call of the reader in itself.
	for n := 0; ; n++ {
		if n > maxDepth {
			p.fail("too many suffixes")
		}
		switch {
		case p.is(".") && (p.peek(1).class == word || p.peek(1).class == number):
			p.i++
			e = &Expr{Kind: Field, From: e.From, Name: p.next().text, Args: []*Expr{e}}
		case p.accept("["):
			e = p.bracket(e)
		case p.is("(") && (e.Kind == Name || e.Kind == Field):
			if e.Kind == Field {
				p.refuse("a call of a member")
			}
			p.i++
			e = &Expr{Kind: Call, From: e.From, Name: e.Name, Args: p.list(")")}
		default:
			return e
		}
		e.To = p.toks[p.i-1].to
	}
}

// bracket reads an index, slice or update behind its "[".
func (p *parser) bracket(of *Expr) *Expr {
	e := &Expr{Kind: Slice, From: of.From, Args: []*Expr{of, nil, nil}}
	if !p.is("..") {
		e.Args[1] = p.open(p.expr)
	}
	switch {
	case p.accept(".."):
		if !p.is("]") {
			e.Args[2] = p.open(p.expr)
		}
	case p.accept(":="):
		e.Kind = Update
		e.Args[2] = p.open(p.expr)
	case p.is(","):
		p.refuse("an array of more than one dimension")
	default:
		e.Kind = Index
		e.Args = e.Args[:2]
	}
	p.expect("]")
	return e
}

// primary reads an operand.
func (p *parser) primary() *Expr {
	t := p.tok()
	e := &Expr{From: t.from, Text: t.text}
	defer func() { e.To = p.toks[max(p.i, 1)-1].to }()
	switch t.class {
	case number:
		e.Kind = Int
	case decimal:
		e.Kind = Real
	case charLit:
		e.Kind = Char
	case stringLit, verbatim:
		e.Kind = String
	case word:
		p.named(e)
		return e
	default:
		p.bracketed(e)
		return e
	}
	p.i++
	return e
}

// named reads an operand that begins with a word.
func (p *parser) named(e *Expr) {
	t := p.next()
	switch t.text {
	case "true", "false":
		e.Kind = Bool
	case "null":
		e.Kind = Null
	case "if":
		e.Kind = If
		e.Args = append(e.Args, p.expr())
		p.expect("then")
		e.Args = append(e.Args, p.expr())
		p.expect("else")
		e.Args = append(e.Args, p.expr())
	case "var":
		p.let(e)
	// Only what follows is the value; the clause is not asked to prove anything.
	case "assert", "assume":
		p.expr()
		p.expect(";")
		*e = *p.expr()
	case "forall", "exists":
		p.quantifier(e, t.text)
	case "set", "iset", "map", "imap", "multiset", "seq":
		p.collection(e, t.text)
	case "old":
		e.Kind = Old
		p.expect("(")
		e.Args = p.list(")")
		if len(e.Args) != 1 {
			p.fail("old takes one expression")
		}
	// What depends on the heap, on types of the user's or on proofs is refused by its word.
	case "this", "new", "match", "fresh", "allocated", "unchanged", "calc", "reveal", "expect":
		p.i--
		p.refuse(t.text)
	default:
		if reserved[t.text] {
			p.i--
			p.fail("expected an expression, found " + p.found())
		}
		e.Kind, e.Name = Name, t.text
		if p.is("=>") {
			p.refuse("a lambda expression")
		}
	}
}

func (p *parser) let(e *Expr) {
	e.Kind = Let
	if p.is("(") {
		p.unpacked(e)
		return
	}
	for {
		t := p.ident()
		v := Var{Name: t.text, From: t.from}
		if p.accept(":") {
			v.Type = p.typ()
		}
		e.Vars = append(e.Vars, v)
		if !p.accept(",") {
			break
		}
	}

	if p.is(":|") {
		p.refuse("a choice by :|")
	}
	p.expect(":=")
	// All values are read first: variables of one var don't see each other.
	for {
		e.Args = append(e.Args, p.expr())
		if !p.accept(",") {
			break
		}
	}
	if len(e.Args) != len(e.Vars) {
		p.fail("as many values as variables are needed")
	}
	p.expect(";")
	e.Args = append(e.Args, p.expr())
}

// unpacked reads var (a, b) := e; body as var t := e; var a, b := t.0, t.1; body with a name
// t that no source can have.
func (p *parser) unpacked(e *Expr) {
	whole := Var{Name: "(" + strconv.Itoa(p.tok().from), From: p.tok().from}
	inner := &Expr{Kind: Let, From: p.tok().from}
	p.expect("(")

	for {
		t := p.ident()
		v := Var{Name: t.text, From: t.from}
		if p.accept(":") {
			v.Type = p.typ()
		}
		of := &Expr{Kind: Name, Name: whole.Name, From: t.from, To: t.to}
		inner.Args = append(inner.Args, &Expr{Kind: Field, Name: strconv.Itoa(len(inner.Vars)), From: t.from, To: t.to, Args: []*Expr{of}})
		inner.Vars = append(inner.Vars, v)
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	p.expect(":=")

	value := p.expr()
	p.expect(";")
	inner.Args = append(inner.Args, p.expr())
	inner.To = p.toks[p.i-1].to
	e.Vars, e.Args = []Var{whole}, []*Expr{value, inner}
}

// bound reads the variables of a quantifier or comprehension and returns the ranges
// that stand beside them.
func (p *parser) bound(e *Expr) []*Expr {
	var ranges []*Expr
	for {
		t := p.ident()
		v := Var{Name: t.text, From: t.from}
		if p.accept(":") {
			v.Type = p.typ()
		}
		if p.accept("<-") {
			was := p.noBar
			// The bar behind the collection begins the range.
			p.noBar = true
			s := p.expr()
			p.noBar = was
			ranges = append(ranges, &Expr{Kind: Binary, From: t.from, To: s.To, Op: "in", Args: []*Expr{{Kind: Name, Name: t.text, From: t.from, To: t.to}, s}})
		}
		e.Vars = append(e.Vars, v)
		if !p.accept(",") {
			break
		}
	}
	for p.attribute() {
	}
	return ranges
}

func conjoin(a, b *Expr) *Expr {
	if a == nil {
		return b
	}
	return &Expr{Kind: Binary, Op: "&&", From: a.From, To: b.To, Args: []*Expr{a, b}}
}

func (p *parser) quantifier(e *Expr, op string) {
	e.Kind, e.Op = Quant, op
	var guard *Expr
	for _, r := range p.bound(e) {
		guard = conjoin(guard, r)
	}
	if p.accept("|") {
		guard = conjoin(guard, p.expr())
	}
	p.expect("::")
	for p.attribute() {
	}
	body := p.expr()

	// A range is a premise of forall and a conjunct of exists.
	if guard != nil {
		join := "==>"
		if op == "exists" {
			join = "&&"
		}
		body = &Expr{Kind: Binary, Op: join, From: guard.From, To: body.To, Args: []*Expr{guard, body}}
	}
	e.Args = []*Expr{body}
}

// collection reads displays, comprehensions and constructions of collections.
func (p *parser) collection(e *Expr, op string) {
	switch {
	case op == "multiset" && p.accept("{"):
		e.Kind, e.Args = Multi, p.list("}")
	case op == "multiset" && p.accept("("):
		e.Kind, e.Args = Bag, p.list(")")
		if len(e.Args) != 1 {
			p.fail("multiset takes one collection")
		}
	case op == "seq" && p.accept("("):
		e.Kind, e.Op = Build, op
		n := p.expr()
		p.expect(",")
		// The function is read here: lambda expressions have no meaning elsewhere.
		paren := p.accept("(")
		t := p.ident()
		v := Var{Name: t.text, From: t.from}
		if p.accept(":") {
			v.Type = p.typ()
		}
		if paren {
			p.expect(")")
		}
		e.Vars = []Var{v}
		// What the function requires of an index is asked of each.
		var need *Expr
		for p.accept("requires") {
			need = conjoin(need, p.expr())
		}
		p.expect("=>")
		e.Args = []*Expr{n, p.expr()}
		if need != nil {
			e.Args = append(e.Args, need)
		}
		p.expect(")")
	case op == "map" && p.accept("["):
		p.display(e)
	case op == "set" || op == "map":
		p.comprehension(e, op)
	// iset and imap may have no end.
	default:
		p.refuse(op)
	}
}

func (p *parser) display(e *Expr) {
	e.Kind = Map
	for !p.is("]") {
		k := p.open(p.expr)
		p.expect(":=")
		e.Args = append(e.Args, k, p.open(p.expr))
		if !p.accept(",") {
			break
		}
	}
	p.expect("]")
}

func (p *parser) comprehension(e *Expr, op string) {
	e.Kind, e.Op = Comp, op
	var guard *Expr
	for _, r := range p.bound(e) {
		guard = conjoin(guard, r)
	}
	if p.accept("|") {
		guard = conjoin(guard, p.expr())
	}

	// Without one there is nothing to go over.
	if guard == nil {
		p.fail("a comprehension needs a range")
	}
	e.Args = []*Expr{guard}
	if !p.accept("::") {
		if len(e.Vars) != 1 || op == "map" {
			p.fail("expected \"::\", found " + p.found())
		}
		v := e.Vars[0]
		e.Args = append(e.Args, &Expr{Kind: Name, Name: v.Name, From: v.From, To: v.From})
		return
	}

	e.Args = append(e.Args, p.expr())
	if op != "map" {
		return
	}
	if p.accept(":=") {
		e.Args = append(e.Args, p.expr())
		return
	}
	if len(e.Vars) != 1 {
		p.fail("expected \":=\", found " + p.found())
	}
	v := e.Vars[0]
	e.Args = []*Expr{guard, {Kind: Name, Name: v.Name, From: v.From, To: v.From}, e.Args[1]}
}

// bracketed reads an operand that begins with a bracket or bar.
func (p *parser) bracketed(e *Expr) {
	switch {
	case p.accept("("):
		list := p.list(")")
		if len(list) == 1 {
			*e = *list[0]
			return
		}
		e.Kind, e.Args = Tuple, list
	case p.accept("["):
		e.Kind, e.Args = Seq, p.list("]")
	case p.accept("{"):
		e.Kind, e.Args = Set, p.list("}")
	case p.accept("|"):
		was := p.noBar
		p.noBar = true
		e.Kind, e.Args = Size, []*Expr{p.expr()}
		p.noBar = was
		p.expect("|")
	default:
		p.fail("expected an expression, found " + p.found())
	}
}
