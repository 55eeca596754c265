package starlark

import (
	"fmt"
	"slices"

	"go.starlark.net/syntax"
)

// parser turns Python into Starlark's syntax tree. What Starlark has no form for
// becomes a call of a function whose name no program can write.
type parser struct {
	file  *string
	toks  []token
	i     int
	loops []bool // per function: inside a loop?
	defs  int    // nested functions
	temps int
}

// parse gives a file whose last statement, when it is an expression, is assigned
// to resultName.
func parse(file, src string) (f *syntax.File, err error) {
	// Scanner and parser give up at the first mistake by panicking with it; any other panic is a
	// bug of theirs and goes on.
	defer func() {
		switch e := recover().(type) {
		case nil:
		case *Error:
			err = e
		default:
			panic(e)
		}
	}()
	p := &parser{file: &file, toks: scan(&file, src), loops: []bool{false}}
	// These are what Starlark leaves out by default and Python has.
	f = &syntax.File{Path: file, Options: &syntax.FileOptions{Set: true, While: true, TopLevelControl: true, GlobalReassign: true, Recursion: true}}
	for p.tok().kind != eof {
		f.Stmts = append(f.Stmts, p.statement()...)
	}
	// Starlark throws values of expression statements away; an assignment is how the value of the
	// last one gets out.
	if n := len(f.Stmts); n > 0 {
		if last, ok := f.Stmts[n-1].(*syntax.ExprStmt); ok {
			pos := syntax.Start(last)
			f.Stmts[n-1] = &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: ident(resultName, pos), RHS: last.X}
		}
	}
	return f, nil
}

// Names that no program can write.
const (
	resultName = "$result"
	enterName  = "$enter"
)

func (p *parser) tok() token { return p.toks[p.i] }

func (p *parser) peek(n int) token { return p.toks[min(p.i+n, len(p.toks)-1)] }

func (p *parser) take() token {
	t := p.toks[p.i]
	if t.kind != eof {
		p.i++
	}
	return t
}

func (p *parser) fail(pos syntax.Position, format string, args ...any) {
	panic(&Error{Line: int(pos.Line), Col: int(pos.Col), Msg: fmt.Sprintf(format, args...)})
}

func (p *parser) lacks(pos syntax.Position, format string, args ...any) {
	panic(&Error{Line: int(pos.Line), Col: int(pos.Col), Msg: "this dialect has no " + fmt.Sprintf(format, args...), Dialect: true})
}

// is reports whether the next token is one of these words or operators.
func (p *parser) is(words ...string) bool {
	t := p.tok()
	return (t.kind == op || t.kind == name) && slices.Contains(words, t.s)
}

// accept takes the next token if it is that word or operator.
func (p *parser) accept(word string) bool {
	if p.is(word) {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(word string) token {
	if !p.is(word) {
		p.fail(p.tok().pos, "expected %q, found %s", word, p.found())
	}
	return p.take()
}

func (p *parser) found() string {
	switch t := p.tok(); t.kind {
	case eof:
		return "the end"
	case newline:
		return "the end of the line"
	case indent:
		return "an indented line"
	case dedent:
		return "the end of the block"
	case text:
		return "a string"
	default:
		return fmt.Sprintf("%q", t.s)
	}
}

func ident(n string, pos syntax.Position) *syntax.Ident { return &syntax.Ident{NamePos: pos, Name: n} }

// call is a call of one of our functions.
func call(fn string, pos syntax.Position, args ...syntax.Expr) *syntax.CallExpr {
	return &syntax.CallExpr{Fn: ident(fn, pos), Lparen: pos, Args: args, Rparen: pos}
}

func str(s string, pos syntax.Position) *syntax.Literal {
	return &syntax.Literal{Token: syntax.STRING, TokenPos: pos, Raw: `""`, Value: s}
}

func integer(n int, pos syntax.Position) *syntax.Literal {
	return &syntax.Literal{Token: syntax.INT, TokenPos: pos, Raw: "0", Value: int64(n)}
}

// keywords are Python's words that are no names.
var keywords = map[string]bool{"and": true, "as": true, "assert": true, "async": true, "await": true, "break": true, "class": true,
	"continue": true, "def": true, "del": true, "elif": true, "else": true, "except": true, "finally": true, "for": true, "from": true,
	"global": true, "if": true, "import": true, "in": true, "is": true, "lambda": true, "nonlocal": true, "not": true, "or": true,
	"pass": true, "raise": true, "return": true, "try": true, "while": true, "with": true, "yield": true}

// missing are the statements of Python that the dialect leaves out, with advice.
var missing = map[string]string{
	"class":    "classes; keep data in dicts and write functions",
	"try":      "try; test before, or let the step end with the error",
	"with":     "with statement",
	"async":    "async functions",
	"global":   "global statement; keep the value in a dict or list, or return it",
	"nonlocal": "nonlocal statement; keep the value in a dict or list, or return it",
	"yield":    "generators; build a list",
	"await":    "await",
	"@":        "decorators",
}

// statement reads one line, or one compound statement.
func (p *parser) statement() []syntax.Stmt {
	t := p.tok()
	if t.kind == indent {
		p.fail(t.pos, "unexpected indentation")
	}
	if why, ok := missing[t.s]; ok && (t.kind == name || t.kind == op) {
		p.lacks(t.pos, "%s", why)
	}
	if t.kind == name {
		switch t.s {
		case "if":
			return []syntax.Stmt{p.ifStmt()}
		case "for":
			return []syntax.Stmt{p.forStmt()}
		case "while":
			return []syntax.Stmt{p.whileStmt()}
		case "def":
			return []syntax.Stmt{p.def()}
		case "match":
			// match is a name like any other unless it begins a statement; "match x:" is the one
			// form that can be told apart by looking two tokens ahead.
			if n := p.peek(1); n.kind == name && !keywords[n.s] && p.peek(2).s == ":" {
				p.lacks(t.pos, "match statement; use if and elif")
			}
		}
	}
	return p.line()
}

// line reads simple statements up to the end of the line.
func (p *parser) line() []syntax.Stmt {
	var list []syntax.Stmt
	for {
		list = append(list, p.simple()...)
		if p.accept(";") && p.tok().kind != newline {
			continue
		}
		break
	}
	switch p.tok().kind {
	case newline:
		p.i++
	case eof:
	default:
		p.fail(p.tok().pos, "expected the end of the statement, found %s", p.found())
	}
	return list
}

// block reads what follows a colon.
func (p *parser) block() []syntax.Stmt {
	p.expect(":")
	// The body on the line of its colon: "if x: y = 1; z = 2".
	if p.tok().kind != newline {
		return p.line()
	}
	p.i++
	if p.tok().kind != indent {
		p.fail(p.tok().pos, "expected an indented block")
	}
	p.i++
	var list []syntax.Stmt
	for p.tok().kind != dedent && p.tok().kind != eof {
		list = append(list, p.statement()...)
	}
	if p.tok().kind == dedent {
		p.i++
	}
	return list
}

func (p *parser) ifStmt() syntax.Stmt {
	t := p.take()
	s := &syntax.IfStmt{If: t.pos, Cond: p.test()}
	s.True = p.block()
	if p.is("elif") {
		s.ElsePos = p.tok().pos
		s.False = []syntax.Stmt{p.ifStmt()}
	} else if p.is("else") {
		s.ElsePos = p.take().pos
		s.False = p.block()
	}
	return s
}

func (p *parser) loopBody() []syntax.Stmt {
	// break is looked up in the innermost function, not in the innermost block: a loop around a
	// def does not count inside it, a loop around an if does.
	top := len(p.loops) - 1
	was := p.loops[top]
	p.loops[top] = true
	body := p.block()
	p.loops[top] = was
	if p.is("else") {
		p.lacks(p.tok().pos, "else after a loop")
	}
	return body
}

func (p *parser) forStmt() syntax.Stmt {
	t := p.take()
	vars := p.targets()
	p.expect("in")
	x := p.testList()
	// $iter: Python iterates over the characters of a string, over which Starlark does not
	// iterate at all.
	return &syntax.ForStmt{For: t.pos, Vars: vars, X: call("$iter", t.pos, x), Body: p.loopBody()}
}

func (p *parser) whileStmt() syntax.Stmt {
	t := p.take()
	return &syntax.WhileStmt{While: t.pos, Cond: p.test(), Body: p.loopBody()}
}

func (p *parser) def() syntax.Stmt {
	t := p.take()
	n := p.name()
	s := &syntax.DefStmt{Def: t.pos, Name: n, Lparen: p.expect("(").pos}
	s.Params = p.params(")", true)
	s.Rparen = p.expect(")").pos
	// Annotations are read, so that they are expressions, and forgotten.
	if p.accept("->") {
		p.test()
	}
	p.loops = append(p.loops, false)
	p.defs++
	body := p.block()
	p.defs--
	p.loops = p.loops[:len(p.loops)-1]
	// The first thing a function does is to look how deep the calls are.
	s.Body = append([]syntax.Stmt{&syntax.ExprStmt{X: call(enterName, syntax.Start(body[0]))}}, body...)
	return s
}

// params reads parameters up to the closing token, which stays.
func (p *parser) params(end string, annotated bool) []syntax.Expr {
	var list []syntax.Expr
	for !p.is(end) {
		pos := p.tok().pos
		switch {
		case p.accept("**"):
			list = append(list, &syntax.UnaryExpr{OpPos: pos, Op: syntax.STARSTAR, X: p.annotation(p.name(), annotated)})
		case p.accept("*"):
			star := &syntax.UnaryExpr{OpPos: pos, Op: syntax.STAR}
			if p.tok().kind == name {
				star.X = p.annotation(p.name(), annotated)
			}
			list = append(list, star)
		case p.is("/"):
			p.lacks(pos, "positional-only parameters")
		default:
			id := p.annotation(p.name(), annotated)
			if p.is("=") {
				eq := p.take().pos
				list = append(list, &syntax.BinaryExpr{X: id, OpPos: eq, Op: syntax.EQ, Y: p.test()})
			} else {
				list = append(list, id)
			}
		}
		if !p.accept(",") {
			break
		}
	}
	return list
}

func (p *parser) annotation(id *syntax.Ident, annotated bool) *syntax.Ident {
	if annotated && p.accept(":") {
		p.test()
	}
	return id
}

func (p *parser) name() *syntax.Ident {
	t := p.take()
	if t.kind != name || keywords[t.s] {
		// The token goes back for the message: found words the next one.
		p.i--
		p.fail(t.pos, "expected a name, found %s", p.found())
	}
	return ident(t.s, t.pos)
}

// simple reads one statement that takes no block.
func (p *parser) simple() []syntax.Stmt {
	t := p.tok()
	one := func(s syntax.Stmt) []syntax.Stmt { return []syntax.Stmt{s} }

	if t.kind == name {
		if why, ok := missing[t.s]; ok {
			p.lacks(t.pos, "%s", why)
		}
		switch t.s {
		case "pass":
			p.i++
			return one(&syntax.BranchStmt{Token: syntax.PASS, TokenPos: t.pos})
		case "break", "continue":
			p.i++
			if !p.loops[len(p.loops)-1] {
				p.fail(t.pos, "%s outside a loop", t.s)
			}
			return one(&syntax.BranchStmt{Token: map[string]syntax.Token{"break": syntax.BREAK, "continue": syntax.CONTINUE}[t.s], TokenPos: t.pos})
		case "return":
			p.i++
			if p.defs == 0 {
				p.fail(t.pos, "return outside a function")
			}
			s := &syntax.ReturnStmt{Return: t.pos}
			if !p.lineEnd() {
				s.Result = p.testList()
			}
			return one(s)
		case "del":
			return p.del()
		case "assert":
			// Rewritten as "if not cond: raise", so that the message is evaluated only when the
			// assertion fails.
			p.i++
			cond := p.test()
			msg := []syntax.Expr{str("AssertionError", t.pos)}
			if p.accept(",") {
				msg = append(msg, p.test())
			}
			return one(&syntax.IfStmt{If: t.pos, Cond: &syntax.UnaryExpr{OpPos: t.pos, Op: syntax.NOT, X: cond},
				True: []syntax.Stmt{&syntax.ExprStmt{X: call("$raise", t.pos, msg...)}}})
		case "raise":
			return one(&syntax.ExprStmt{X: p.raise()})
		case "import":
			return p.imports()
		case "from":
			return p.fromImport()
		}
	}
	return p.assignment()
}

func (p *parser) lineEnd() bool {
	k := p.tok().kind
	return k == newline || k == eof || p.is(";")
}

func (p *parser) del() []syntax.Stmt {
	t := p.take()
	var list []syntax.Stmt
	for {
		switch x := p.primary().(type) {
		case *syntax.IndexExpr:
			list = append(list, &syntax.ExprStmt{X: call("$del", t.pos, x.X, x.Y)})
		case *syntax.Ident:
			// Starlark can't unbind a name; None is the nearest.
			list = append(list, &syntax.AssignStmt{OpPos: t.pos, Op: syntax.EQ, LHS: x, RHS: ident("None", t.pos)})
		default:
			p.lacks(t.pos, "del of anything but a name or an element")
		}
		if !p.accept(",") {
			return list
		}
	}
}

func (p *parser) raise() syntax.Expr {
	t := p.take()
	if p.lineEnd() {
		p.lacks(t.pos, "raise without an exception")
	}
	args := []syntax.Expr{}
	if n := p.tok(); n.kind == name && !keywords[n.s] {
		// The exception's class is taken by its name and never evaluated: the dialect has no
		// classes, so that the name is bound to nothing.
		args = append(args, str(n.s, n.pos))
		p.i++
		if p.is("(") {
			c := p.callArgs(ident(n.s, n.pos))
			args = append(args, c.Args...)
		}
	} else {
		args = append(args, str("Exception", t.pos), p.test())
	}
	// There is no chain of exceptions to keep the cause in.
	if p.accept("from") {
		p.test()
	}
	return call("$raise", t.pos, args...)
}

// modules are what import finds; true where the names mean nothing here and are
// there so that annotations can be written.
var modules = map[string]bool{"math": false, "re": false, "json": false, "typing": true, "__future__": true}

func (p *parser) module() (string, syntax.Position) {
	id := p.name()
	full := id.Name
	for p.accept(".") {
		full += "." + p.name().Name
	}
	if _, ok := modules[full]; !ok {
		p.lacks(id.NamePos, "module %s; it has math, re and json", full)
	}
	return full, id.NamePos
}

func bind(id *syntax.Ident, v syntax.Expr) syntax.Stmt {
	return &syntax.AssignStmt{OpPos: id.NamePos, Op: syntax.EQ, LHS: id, RHS: v}
}

func (p *parser) imports() []syntax.Stmt {
	p.take()
	var list []syntax.Stmt
	for {
		m, pos := p.module()
		id := ident(m, pos)
		if p.accept("as") {
			id = p.name()
		}
		list = append(list, bind(id, call("$import", pos, str(m, pos))))
		if !p.accept(",") {
			return list
		}
	}
}

func (p *parser) fromImport() []syntax.Stmt {
	t := p.take()
	m, pos := p.module()
	p.expect("import")
	if p.is("*") {
		p.lacks(p.tok().pos, "import of *")
	}
	paren := p.accept("(")
	list := []syntax.Stmt{&syntax.BranchStmt{Token: syntax.PASS, TokenPos: t.pos}}
	for {
		from := p.name()
		id := from
		if p.accept("as") {
			id = p.name()
		}
		if modules[m] {
			// Names of typing are used in annotations alone, which are not evaluated.
			list = append(list, bind(id, ident("None", pos)))
		} else {
			list = append(list, bind(id, &syntax.DotExpr{X: call("$import", pos, str(m, pos)), Dot: pos, NamePos: from.NamePos, Name: ident(from.Name, from.NamePos)}))
		}
		if !p.accept(",") || paren && p.is(")") {
			break
		}
	}
	if paren {
		p.expect(")")
	}
	return list
}

var augmented = map[string]syntax.Token{"+=": syntax.PLUS_EQ, "-=": syntax.MINUS_EQ, "*=": syntax.STAR_EQ, "/=": syntax.SLASH_EQ,
	"//=": syntax.SLASHSLASH_EQ, "%=": syntax.PERCENT_EQ, "&=": syntax.AMP_EQ, "|=": syntax.PIPE_EQ, "^=": syntax.CIRCUMFLEX_EQ,
	"<<=": syntax.LTLT_EQ, ">>=": syntax.GTGT_EQ}

// assignment reads an assignment or an expression.
func (p *parser) assignment() []syntax.Stmt {
	// What stands left of an = is read as an expression first and checked to be a target when the
	// = comes, since nothing before it tells which of the two it is.
	start := p.tok()
	x := p.starList()
	t := p.tok()
	switch {
	case t.kind != op:
		return []syntax.Stmt{&syntax.ExprStmt{X: p.plain(x)}}
	case t.s == ":":
		p.i++
		p.test()
		if !p.is("=") {
			return []syntax.Stmt{&syntax.BranchStmt{Token: syntax.PASS, TokenPos: t.pos}}
		}
	case t.s == "**=" || t.s == "@=":
		// Starlark has no power operator, so that x **= y is x = $pow(x, y). An indexed target
		// would be evaluated twice that way.
		id, ok := x.(*syntax.Ident)
		if !ok || t.s == "@=" {
			p.lacks(t.pos, "%s here", t.s)
		}
		p.i++
		return []syntax.Stmt{bind(ident(id.Name, id.NamePos), call("$pow", t.pos, x, p.testList()))}
	case augmented[t.s] != 0:
		p.i++
		p.target(x)
		return []syntax.Stmt{&syntax.AssignStmt{OpPos: t.pos, Op: augmented[t.s], LHS: x, RHS: p.testList()}}
	}
	if !p.is("=") {
		return []syntax.Stmt{&syntax.ExprStmt{X: p.plain(x)}}
	}

	// a = b = value: all but the last of the parts are targets. The value goes by way of a
	// temporary name, so that it is evaluated once and assigned from left to right.
	targets := []syntax.Expr{x}
	var value syntax.Expr
	for p.accept("=") {
		v := p.starList()
		if p.is("=") {
			targets = append(targets, v)
		} else {
			value = p.plain(v)
		}
	}
	if len(targets) == 1 {
		return []syntax.Stmt{p.assign(start.pos, x, value)}
	}
	p.temps++
	tmp := fmt.Sprintf("$t%d", p.temps)
	list := []syntax.Stmt{bind(ident(tmp, start.pos), value)}
	for _, target := range targets {
		list = append(list, p.assign(start.pos, target, ident(tmp, start.pos)))
	}
	return list
}

// assign is LHS = RHS, where one target of a list may be starred.
func (p *parser) assign(pos syntax.Position, lhs, rhs syntax.Expr) syntax.Stmt {
	var list []syntax.Expr
	switch l := lhs.(type) {
	case *syntax.TupleExpr:
		list = l.List
	case *syntax.ListExpr:
		list = l.List
	}
	// A starred target becomes a plain one, and $unpack makes the value as long as the list of
	// targets. A second star in the list stays and is refused by target.
	for i, e := range list {
		if s, ok := star(e); ok {
			list[i] = s
			rhs = call("$unpack", pos, rhs, integer(i, pos), integer(len(list)-i-1, pos))
			break
		}
	}
	p.target(lhs)
	// So that strings can be unpacked.
	if list != nil {
		rhs = call("$iter", pos, rhs)
	}
	return &syntax.AssignStmt{OpPos: pos, Op: syntax.EQ, LHS: lhs, RHS: rhs}
}

// target checks that something may be assigned to x.
func (p *parser) target(x syntax.Expr) {
	switch x := x.(type) {
	case *syntax.Ident:
		if x.Name == "None" || x.Name == "True" || x.Name == "False" {
			p.fail(x.NamePos, "nothing can be assigned to %s", x.Name)
		}
	case *syntax.IndexExpr:
	case *syntax.ParenExpr:
		p.target(x.X)
	case *syntax.TupleExpr:
		for _, e := range x.List {
			p.target(e)
		}
	case *syntax.ListExpr:
		for _, e := range x.List {
			p.target(e)
		}
	case *syntax.DotExpr:
		p.lacks(x.Dot, "assignment to attributes; keep data in dicts")
	case *syntax.SliceExpr:
		p.lacks(x.Lbrack, "assignment to slices; build a new list")
	default:
		p.fail(syntax.Start(x), "nothing can be assigned to this")
	}
}

// targets reads what a for assigns to.
func (p *parser) targets() syntax.Expr {
	first := p.primary()
	p.target(first)
	if !p.is(",") {
		return first
	}
	list := []syntax.Expr{first}
	for p.accept(",") && !p.is("in") {
		e := p.primary()
		p.target(e)
		list = append(list, e)
	}
	return &syntax.TupleExpr{List: list}
}
