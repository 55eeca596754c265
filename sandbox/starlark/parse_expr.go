package starlark

import (
	"math"
	"math/big"
	"strconv"
	"strings"

	"go.starlark.net/syntax"
)

// star is the expression behind the star of *x.
func star(e syntax.Expr) (syntax.Expr, bool) {
	u, ok := e.(*syntax.UnaryExpr)
	if ok && u.Op == syntax.STAR {
		return u.X, true
	}
	return nil, false
}

// plain refuses a starred expression where it means nothing.
func (p *parser) plain(e syntax.Expr) syntax.Expr {
	if _, ok := star(e); ok {
		p.fail(syntax.Start(e), "a starred expression does not fit here")
	}
	// A tuple with stars in it can't be written in Starlark's tree: it is built by a call.
	if t, ok := e.(*syntax.TupleExpr); ok && anyStar(t.List) {
		return call("$tuple", syntax.Start(t.List[0]), p.concat(t.List))
	}
	return e
}

func anyStar(list []syntax.Expr) bool {
	for _, e := range list {
		if _, ok := star(e); ok {
			return true
		}
	}
	return false
}

// concat is a list of elements of which some are starred.
func (p *parser) concat(list []syntax.Expr) syntax.Expr {
	pos := syntax.Start(list[0])
	var parts []syntax.Expr
	// Each element that is not starred becomes a list of one, since $concat takes sequences only.
	for _, e := range list {
		if x, ok := star(e); ok {
			parts = append(parts, x)
		} else {
			parts = append(parts, &syntax.ListExpr{Lbrack: pos, List: []syntax.Expr{e}, Rbrack: pos})
		}
	}
	return call("$concat", pos, parts...)
}

// starList reads expressions between commas, of which some may be starred.
func (p *parser) starList() syntax.Expr {
	first := p.starTest()
	if !p.is(",") {
		return first
	}
	list := []syntax.Expr{first}
	for p.accept(",") && !p.endOfList() {
		list = append(list, p.starTest())
	}
	return &syntax.TupleExpr{List: list}
}

func (p *parser) testList() syntax.Expr { return p.plain(p.starList()) }

func (p *parser) endOfList() bool {
	t := p.tok()
	return t.kind == newline || t.kind == eof || t.kind == op && strings.Contains(") ] } : = ;", t.s)
}

func (p *parser) starTest() syntax.Expr {
	if p.is("*") {
		t := p.take()
		return &syntax.UnaryExpr{OpPos: t.pos, Op: syntax.STAR, X: p.binary(bitOr)}
	}
	return p.test()
}

// test reads one expression.
func (p *parser) test() syntax.Expr {
	if p.is("lambda") {
		t := p.take()
		params := p.params(":", false)
		p.expect(":")
		return &syntax.LambdaExpr{Lambda: t.pos, Params: params, Body: p.test()}
	}
	x := p.or()
	if p.is(":=") {
		p.lacks(p.tok().pos, "assignment inside expressions (:=)")
	}
	if p.is("if") {
		t := p.take()
		cond := p.or()
		other := p.expect("else")
		return &syntax.CondExpr{If: t.pos, Cond: cond, True: x, ElsePos: other.pos, False: p.test()}
	}
	return x
}

func (p *parser) or() syntax.Expr {
	x := p.and()
	for p.is("or") {
		t := p.take()
		x = &syntax.BinaryExpr{X: x, OpPos: t.pos, Op: syntax.OR, Y: p.and()}
	}
	return x
}

func (p *parser) and() syntax.Expr {
	x := p.not()
	for p.is("and") {
		t := p.take()
		x = &syntax.BinaryExpr{X: x, OpPos: t.pos, Op: syntax.AND, Y: p.not()}
	}
	return x
}

func (p *parser) not() syntax.Expr {
	if p.is("not") {
		t := p.take()
		return &syntax.UnaryExpr{OpPos: t.pos, Op: syntax.NOT, X: p.not()}
	}
	return p.comparison()
}

var comparisons = map[string]syntax.Token{"<": syntax.LT, ">": syntax.GT, "<=": syntax.LE, ">=": syntax.GE, "==": syntax.EQL, "!=": syntax.NEQ}

// comparison reads comparisons. A chain becomes a call with all its operands,
// each evaluated once.
func (p *parser) comparison() syntax.Expr {
	x := p.binary(bitOr)
	pos := p.tok().pos
	// Operand, operator as a string, operand and so on, as $chain takes them.
	chain := []syntax.Expr{x}
	var last syntax.Token
	for {
		tok, ok := p.comparator()
		if !ok {
			break
		}
		chain = append(chain, str(tok.String(), pos), p.binary(bitOr))
		last = tok
	}
	switch {
	case len(chain) == 1:
		return x
	case len(chain) > 3:
		return call("$chain", pos, chain...)
	}
	y := chain[2]
	// $container refuses a right side that is no container, in Python's words.
	if last == syntax.IN || last == syntax.NOT_IN {
		y = call("$container", pos, y)
	}
	return &syntax.BinaryExpr{X: x, OpPos: pos, Op: last, Y: y}
}

// comparator takes a comparison operator, if one is next.
func (p *parser) comparator() (syntax.Token, bool) {
	t := p.tok()
	tok, known := comparisons[t.s]
	switch {
	case t.kind == op && known:
		p.i++
	case p.accept("in"):
		tok = syntax.IN
	case p.is("not") && p.peek(1).s == "in":
		p.i += 2
		tok = syntax.NOT_IN
	case p.accept("is"):
		// Starlark has no identity of values. For None and truth values, of which alone "is" is
		// good style, it is equality.
		tok = syntax.EQL
		if p.accept("not") {
			tok = syntax.NEQ
		}
	default:
		return 0, false
	}
	return tok, true
}

// precedence of binary operators, from loose to tight.
const (
	bitOr = iota
	bitXor
	bitAnd
	shift
	arith
	term
	unary
)

var binaries = [...]map[string]syntax.Token{
	bitOr:  {"|": syntax.PIPE},
	bitXor: {"^": syntax.CIRCUMFLEX},
	bitAnd: {"&": syntax.AMP},
	shift:  {"<<": syntax.LTLT, ">>": syntax.GTGT},
	arith:  {"+": syntax.PLUS, "-": syntax.MINUS},
	term:   {"*": syntax.STAR, "/": syntax.SLASH, "//": syntax.SLASHSLASH, "%": syntax.PERCENT},
}

func (p *parser) binary(level int) syntax.Expr {
	if level == unary {
		return p.unary()
	}
	x := p.binary(level + 1)
	for {
		t := p.tok()
		tok, ok := binaries[level][t.s]
		if t.kind != op || !ok {
			if level == term && p.is("@") {
				p.lacks(t.pos, "matrix product")
			}
			return x
		}
		p.i++
		y := p.binary(level + 1)
		// Starlark's own formatting knows no widths and flags. Here only the form of the left
		// side tells that it is a string; a string in a variable gets Starlark's formatting.
		if tok == syntax.PERCENT && textual(x) {
			x = call("$percent", t.pos, x, y)
		} else {
			x = &syntax.BinaryExpr{X: x, OpPos: t.pos, Op: tok, Y: y}
		}
	}
}

// textual reports whether x is a string by its form.
func textual(x syntax.Expr) bool {
	switch x := x.(type) {
	case *syntax.ParenExpr:
		return textual(x.X)
	case *syntax.Literal:
		return x.Token == syntax.STRING
	case *syntax.CallExpr:
		id, ok := x.Fn.(*syntax.Ident)
		return ok && id.Name == "$format"
	}
	return false
}

func (p *parser) unary() syntax.Expr {
	t := p.tok()
	// At most one of the three matches, so that the map's order does not matter.
	for s, tok := range map[string]syntax.Token{"-": syntax.MINUS, "+": syntax.PLUS, "~": syntax.TILDE} {
		if t.kind == op && t.s == s {
			p.i++
			return &syntax.UnaryExpr{OpPos: t.pos, Op: tok, X: p.unary()}
		}
	}
	x := p.primary()
	// Binds tighter than a sign on its left and looser than one on its right: -x**-y is
	// -(x**(-y)).
	if p.is("**") {
		t := p.take()
		return call("$pow", t.pos, x, p.unary())
	}
	return x
}

// primary reads an atom with what is called, indexed or selected on it.
func (p *parser) primary() syntax.Expr {
	x := p.atom()
	for {
		t := p.tok()
		if t.kind != op {
			return x
		}
		switch t.s {
		case "(":
			x = p.callArgs(x)
		case "[":
			x = p.subscript(x)
		case ".":
			p.i++
			n := p.name()
			switch {
			case strings.HasPrefix(n.Name, "__"):
				// Starlark knows no such names, and an error by $special says that the dialect
				// has none.
				x = call("$special", t.pos, x, str(n.Name, n.NamePos))
			case p.is("(") && ourMethods[n.Name]:
				// A method that Starlark lacks or has otherwise becomes a call of ours, whatever
				// the receiver: its type is known at run time only, when the call may fall back
				// on Starlark's own. Without a call after it the name is left to Starlark.
				c := p.callArgs(x)
				c.Fn, c.Args = ident("$."+n.Name, n.NamePos), append([]syntax.Expr{x}, c.Args...)
				x = c
			default:
				x = &syntax.DotExpr{X: x, Dot: t.pos, NamePos: n.NamePos, Name: n}
			}
		default:
			return x
		}
	}
}

func (p *parser) callArgs(fn syntax.Expr) *syntax.CallExpr {
	c := &syntax.CallExpr{Fn: fn, Lparen: p.expect("(").pos}
	for !p.is(")") {
		t := p.tok()
		switch {
		case p.accept("**"):
			c.Args = append(c.Args, &syntax.UnaryExpr{OpPos: t.pos, Op: syntax.STARSTAR, X: p.test()})
		case p.accept("*"):
			// Through $iter, for a string whose characters are the arguments.
			c.Args = append(c.Args, &syntax.UnaryExpr{OpPos: t.pos, Op: syntax.STAR, X: call("$iter", t.pos, p.test())})
		case t.kind == name && p.peek(1).kind == op && p.peek(1).s == "=":
			id := p.name()
			eq := p.take().pos
			c.Args = append(c.Args, &syntax.BinaryExpr{X: id, OpPos: eq, Op: syntax.EQ, Y: p.test()})
		default:
			// A name followed by = was a keyword argument, above; == is a token of its own and
			// doesn't get there.
			x := p.test()
			if p.is("for", "async") { // a generator: its list
				x = &syntax.Comprehension{Lbrack: t.pos, Body: x, Clauses: p.clauses(), Rbrack: p.tok().pos}
			}
			c.Args = append(c.Args, x)
		}
		if !p.accept(",") {
			break
		}
	}
	c.Rparen = p.expect(")").pos
	return c
}

func (p *parser) subscript(x syntax.Expr) syntax.Expr {
	open := p.take()
	var lo, hi, step syntax.Expr
	// Of the four forms [i], [lo:], [:hi] and [lo:hi:step] only the first ends without a colon.
	if !p.is(":") {
		lo = p.testList()
		if p.is("]") {
			p.i++
			return &syntax.IndexExpr{X: x, Lbrack: open.pos, Y: lo, Rbrack: open.pos}
		}
	}
	p.expect(":")
	if !p.is(":", "]") {
		hi = p.test()
	}
	if p.accept(":") && !p.is("]") {
		step = p.test()
	}
	return &syntax.SliceExpr{X: x, Lbrack: open.pos, Lo: lo, Hi: hi, Step: step, Rbrack: p.expect("]").pos}
}

// clauses reads the for and if of a comprehension.
func (p *parser) clauses() []syntax.Node {
	var list []syntax.Node
	for {
		switch t := p.tok(); {
		case p.is("async"):
			p.lacks(t.pos, "async")
		case p.accept("for"):
			vars := p.targets()
			in := p.expect("in").pos
			// The sequence is read without a conditional expression, whose "if" would take the
			// comprehension's filter, as in Python's grammar.
			list = append(list, &syntax.ForClause{For: t.pos, Vars: vars, In: in, X: call("$iter", t.pos, p.or())})
		case p.accept("if"):
			list = append(list, &syntax.IfClause{If: t.pos, Cond: p.or()})
		default:
			return list
		}
	}
}

func (p *parser) atom() syntax.Expr {
	t := p.take()
	switch t.kind {
	case name:
		// Both are read by looser levels; here they are operands, such as in "1 + not x", where
		// Python asks for parentheses too.
		if t.s == "lambda" || t.s == "not" {
			p.i--
			p.fail(t.pos, "%s needs parentheses here", t.s)
		}
		// Before the keywords, of which these are a part: the advice is worth more than "expected
		// an expression".
		if why, ok := missing[t.s]; ok {
			p.lacks(t.pos, "%s", why)
		}
		if keywords[t.s] {
			p.i--
			p.fail(t.pos, "expected an expression, found %s", p.found())
		}
		return ident(t.s, t.pos)
	case number:
		return p.number(t)
	case text:
		p.i--
		return p.strings()
	case op:
		switch t.s {
		case "(":
			return p.paren(t)
		case "[":
			return p.list(t)
		case "{":
			return p.braces(t)
		case "...":
			// Starlark has no ellipsis. As a body that does nothing, or a default, None does the
			// same.
			return ident("None", t.pos)
		}
	}
	p.i--
	p.fail(t.pos, "expected an expression, found %s", p.found())
	return nil
}

func (p *parser) number(t token) syntax.Expr {
	l := &syntax.Literal{Token: syntax.INT, TokenPos: t.pos, Raw: t.s}
	lower := strings.ToLower(t.s)
	based := len(lower) > 1 && lower[0] == '0' && strings.IndexByte("xob", lower[1]) >= 0
	if !based && strings.ContainsAny(lower, ".e") {
		v, err := strconv.ParseFloat(lower, 64)
		// A literal that is too large is infinity in Python, and ParseFloat gives that beside its
		// error.
		if err != nil && !math.IsInf(v, 0) {
			p.fail(t.pos, "%q is no number", t.s)
		}
		l.Token, l.Value = syntax.FLOAT, v
		return l
	}

	// Python 3 refuses 017, which was octal in Python 2; 00 is allowed.
	if !based && len(lower) > 1 && lower[0] == '0' && strings.Trim(lower, "0") != "" {
		p.fail(t.pos, "%q: a number does not begin with 0", t.s)
	}
	base := 10
	if based {
		// SetString then reads the prefix itself.
		base = 0
	}
	v, ok := new(big.Int).SetString(lower, base)
	if !ok {
		p.fail(t.pos, "%q is no number", t.s)
	}
	if v.IsInt64() {
		l.Value = v.Int64()
	} else {
		l.Value = v
	}
	return l
}

// strings reads string literals side by side as one.
func (p *parser) strings() syntax.Expr {
	first := p.tok()
	var parts []syntax.Expr // text and values in turn, for $format
	joined := ""
	for p.tok().kind == text {
		t := p.take()
		switch {
		case t.bytes:
			// Bytes and text can't be joined in Python either; bytes beside bytes could be, and
			// are not worth a case of their own.
			if t.form || p.tok().kind == text || joined != "" || parts != nil {
				p.lacks(t.pos, "bytes beside other strings")
			}
			return &syntax.Literal{Token: syntax.BYTES, TokenPos: t.pos, Raw: `b""`, Value: t.s}
		case t.form:
			p.formatted(t, t.s, 0, &parts, &joined)
		default:
			joined += t.s
		}
	}
	if parts == nil {
		return str(joined, first.pos)
	}
	if joined != "" {
		parts = append(parts, str(joined, first.pos))
	}
	return call("$format", first.pos, parts...)
}

func (p *parser) paren(open token) syntax.Expr {
	if p.is(")") {
		return &syntax.TupleExpr{Lparen: open.pos, Rparen: p.take().pos}
	}
	x := p.starTest()
	if p.is("for", "async") {
		c := &syntax.Comprehension{Lbrack: open.pos, Body: x, Clauses: p.clauses()}
		c.Rbrack = p.expect(")").pos
		return c
	}
	if p.is(",") {
		list := []syntax.Expr{x}
		for p.accept(",") && !p.is(")") {
			list = append(list, p.starTest())
		}
		t := &syntax.TupleExpr{Lparen: open.pos, List: list, Rparen: p.expect(")").pos}
		// Before an = the stars are targets and assign takes them; the other stars are values.
		if anyStar(list) && !p.is("=") {
			return p.plain(t)
		}
		return t
	}
	x = p.plain(x)
	return &syntax.ParenExpr{Lparen: open.pos, X: x, Rparen: p.expect(")").pos}
}

func (p *parser) list(open token) syntax.Expr {
	var list []syntax.Expr
	for !p.is("]") {
		list = append(list, p.starTest())
		if len(list) == 1 && p.is("for", "async") {
			c := &syntax.Comprehension{Lbrack: open.pos, Body: list[0], Clauses: p.clauses()}
			c.Rbrack = p.expect("]").pos
			return c
		}
		if !p.accept(",") {
			break
		}
	}
	close := p.expect("]").pos
	if anyStar(list) && !p.is("=") {
		return p.concat(list)
	}
	return &syntax.ListExpr{Lbrack: open.pos, List: list, Rbrack: close}
}

// braces reads a dict or a set.
func (p *parser) braces(open token) syntax.Expr {
	var entries, merged, elems []syntax.Expr
	flush := func() {
		merged = append(merged, &syntax.DictExpr{Lbrace: open.pos, List: entries, Rbrace: open.pos})
		entries = nil
	}

	for !p.is("}") {
		t := p.tok()
		// {"a": 1, **d, "b": 2} is a merge of three dicts in their order, so that later entries
		// win: what was read so far is closed first.
		if p.accept("**") {
			flush()
			merged = append(merged, p.binary(bitOr))
		} else {
			// The first token does not tell a dict from a set; the colon after the first
			// expression does.
			k := p.starTest()
			if !p.is(":") {
				elems = append(elems, k)
				if p.is("for", "async") {
					c := &syntax.Comprehension{Lbrack: open.pos, Body: p.plain(k), Clauses: p.clauses()}
					c.Rbrack = p.expect("}").pos
					// Starlark's tree has comprehensions of lists and dicts only.
					return call("set", open.pos, c)
				}
			} else {
				e := &syntax.DictEntry{Key: p.plain(k), Colon: p.take().pos, Value: p.test()}
				if p.is("for", "async") {
					c := &syntax.Comprehension{Curly: true, Lbrack: open.pos, Body: e, Clauses: p.clauses()}
					c.Rbrack = p.expect("}").pos
					return c
				}
				entries = append(entries, e)
			}
		}
		// Checked after each element, for the place of the first that does not fit.
		if len(elems) > 0 && (len(entries) > 0 || len(merged) > 0) {
			p.fail(t.pos, "a dict needs key: value")
		}
		if !p.accept(",") {
			break
		}
	}

	close := p.expect("}").pos
	switch {
	case len(elems) > 0 && anyStar(elems):
		return call("set", open.pos, p.concat(elems))
	case len(elems) > 0:
		return call("set", open.pos, &syntax.ListExpr{Lbrack: open.pos, List: elems, Rbrack: close})
	case len(merged) > 0:
		flush()
		return call("$merge", open.pos, merged...)
	}
	return &syntax.DictExpr{Lbrace: open.pos, List: entries, Rbrace: close}
}
