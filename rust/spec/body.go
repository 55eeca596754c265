package spec

import "ensures/rust/mir"

// Stmt is a statement of a function's body.
type Stmt interface{ Pos() Span }

// The statements. Blocks that hold one expression only are expressions.
type (
	// Local is let name = value; Value is nil where none is given.
	Local struct {
		Span
		Name  string
		Type  *mir.Type // or nil
		Value Expr
	}
	// Assign is place = value, or with Op the operator of place += value.
	Assign struct {
		Span
		Place Expr
		Op    string
		Value Expr
	}
	// Do is an expression whose value nobody uses.
	Do struct {
		Span
		X Expr
	}
	// Yield is the expression that a block ends with, its value.
	Yield struct {
		Span
		X Expr
	}
	// Branch is an if with blocks of statements.
	Branch struct {
		Span
		Cond       Expr
		Then, Else []Stmt
	}
	// Repeat is a loop: while with Cond, for over a range or over a sequence's items, or loop.
	Repeat struct {
		Span
		Loop *Loop // as [Parse] read it
		Cond Expr
		// Of a for: the variable that is a number, of Low..High (Closed: ..=) or, in front of
		// Item, of how many items came before; it may be _.
		Var       string
		Low, High Expr
		Closed    bool
		Over      Expr   // the sequence, if it is over one
		Item      string // its item
		Back      bool   // from the end
		Body      []Stmt
	}
	// Leave is return, break or continue; X is what is returned, or nil.
	Leave struct {
		Span
		Word string
		X    Expr
	}
	// Unread is a statement that has no meaning here, with the names in it: of what it may
	// change there is no more to say.
	Unread struct {
		Span
		Names []string
	}
)

// Body reads the statements of a function as far as the clause language has words for
// them; what it cannot read is [Unread] and takes nothing from the rest.
func (f *File) Body(fn *Func) []Stmt {
	if fn.Body.To <= fn.Body.From {
		return nil
	}
	var errs []*Error
	toks := lex(f.Src[:fn.Body.To], &errs)
	b := &body{parser: parser{src: f.Src, toks: toks}, loops: map[int]*Loop{}}
	for _, l := range fn.Loops {
		b.loops[l.From] = l
	}
	for b.peek().kind != eof && b.peek().from < fn.Body.From {
		b.take()
	}
	return b.braces()
}

// body reads statements.
type body struct {
	parser
	loops map[int]*Loop // by where they begin
}

// braces reads a block.
func (b *body) braces() (out []Stmt) {
	b.accept("{")
	for b.peek().kind != eof && !b.accept("}") {
		if b.accept(";") {
			continue
		}
		out = append(out, b.stmt())
	}
	return out
}

// stmt reads a statement, or skips one.
func (b *body) stmt() (s Stmt) {
	at := b.p
	// What is not of the clause language is skipped whole, and the rest is read on.
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(*Error); !is {
				panic(p)
			}
			b.p = at
			s = b.skip()
		}
	}()

	start := b.peek().from
	switch b.peek().text {
	case "let":
		return b.local(start)
	case "if":
		return b.branch(start)
	case "while", "for", "loop":
		return b.repeat(start)
	case "return", "break", "continue":
		out := &Leave{Word: b.take().text}
		if !b.at(";") && !b.at("}") {
			out.X = b.expr()
		}
		b.end()
		out.Span = b.from(start)
		return out
	}

	x := b.expr()
	for _, op := range []string{"=", "+=", "-=", "*=", "/=", "%="} {
		if b.accept(op) {
			v := b.expr()
			b.end()
			return &Assign{b.from(start), x, op[:len(op)-1], v}
		}
	}
	if b.at("}") {
		return &Yield{b.from(start), x}
	}
	b.end()
	return &Do{b.from(start), x}
}

// end takes the semicolon behind a statement, which the last of a block may lack.
func (b *body) end() {
	if !b.at("}") {
		b.expect(";")
	}
}

func (b *body) local(start int) Stmt {
	b.expect("let")
	b.accept("mut")
	name := b.take()
	if name.kind != ident {
		b.p--
		b.fail("expected a name", "")
	}
	out := &Local{Name: name.text}
	if b.accept(":") {
		out.Type = b.typ()
	}
	if b.accept("=") {
		out.Value = b.expr()
	}
	b.expect(";")
	out.Span = b.from(start)
	return out
}

func (b *body) branch(start int) Stmt {
	b.expect("if")
	out := &Branch{Cond: b.expr()}
	if !b.at("{") {
		b.fail("expected a block", "")
	}
	out.Then = b.braces()
	if b.accept("else") {
		if at := b.peek().from; b.at("if") {
			out.Else = []Stmt{b.branch(at)}
		} else {
			out.Else = b.braces()
		}
	}
	out.Span = b.from(start)
	return out
}

func (b *body) repeat(start int) Stmt {
	out := &Repeat{Loop: b.loops[start]}
	switch word := b.take().text; word {
	case "while":
		out.Cond = b.expr()
	case "for":
		names := b.pattern()
		b.expect("in")
		if b.ahead(1).text == ":" { // the name that clauses have for the iterator
			b.take()
			b.take()
		}
		b.over(out, names)
	}
	if !b.at("{") || out.Loop == nil {
		b.fail("expected a block", "")
	}
	out.Body = b.braces()
	out.Span = b.from(start)
	return out
}

// pattern reads a name, or two in parentheses; what they refer to is not told from them.
func (b *body) pattern() (names []string) {
	one := func() {
		for b.accept("&") || b.accept("mut") {
		}
		name := b.take()
		if name.kind != ident {
			b.p--
			b.fail("expected a name", "")
		}
		names = append(names, name.text)
	}
	if !b.accept("(") {
		one()
		return names
	}
	one()
	b.expect(",")
	one()
	b.expect(")")
	return names
}

// over reads what a for goes through: a range, or what gives the items of a sequence, with what
// turns and numbers them behind it.
func (b *body) over(out *Repeat, names []string) {
	open := b.accept("(")
	x := b.expr()

	if b.at("..") || b.at("..=") {
		out.Low, out.Closed = x, b.take().text == "..="
		out.High = b.expr()
		if open {
			b.expect(")")
		}
		// Only behind parentheses: 0..n.rev() is a range up to n.rev().
		for open && b.accept(".") {
			b.expect("rev")
			b.expect("(")
			b.expect(")")
			out.Back = !out.Back
		}
		if len(names) != 1 {
			b.fail("expected a name", "")
		}
		out.Var = names[0]
		return
	}

	if open {
		b.expect(")")
	}
	out.Over = b.items(x, out, len(names) == 2)
	if out.Item = names[len(names)-1]; len(names) == 2 {
		out.Var = names[0]
	}
}

// items is the sequence behind the methods that make an iterator of it. The only one that
// may number the items is the last.
func (b *body) items(x Expr, out *Repeat, number bool) Expr {
	m, ok := x.(*Method)
	if !ok || len(m.Args) > 0 || number != (m.Name == "enumerate") {
		if number {
			b.fail("expected items with their numbers", "")
		}
		return x
	}
	switch m.Name {
	case "enumerate", "iter", "into_iter", "cloned", "copied":
	case "rev":
		out.Back = !out.Back
	case "chars":
		return &View{m.Span, m.X}
	default:
		return x
	}
	return b.items(m.X, out, false)
}

// skip goes behind a statement that cannot be read: to its semicolon, or behind its block.
func (b *body) skip() Stmt {
	start := b.peek().from
	out := &Unread{}
	for depth := 0; b.peek().kind != eof; {
		if depth == 0 && b.at("}") {
			break
		}
		t := b.take()
		if t.kind == ident {
			out.Names = append(out.Names, t.text)
		}
		if t.kind != punct {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		// A block ends a statement unless its value is used on: else, a method, the end of a call.
		if depth == 0 && (t.text == ";" || t.text == "}" && !b.at("else") && !b.at(".") && !b.at(")") && !b.at(";")) {
			break
		}
	}
	out.Span = b.from(start)
	return out
}
