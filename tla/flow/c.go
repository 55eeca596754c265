package flow

import "strings"

// cReader outlines C, and most of C++, by blocks and keywords. Macros are taken as
// calls, and of conditional directives the first way.
type cReader struct{ reader }

func outlineC(path, src string) ([]Function, error) {
	r, err := newReader(dialectC, path, src)
	if err != nil {
		return nil, err
	}
	c := &cReader{r}
	return c.whole(c.declarations)
}

// declarations reads what stands outside functions, up to a closing brace or the end.
func (r *cReader) declarations() {
	// Where the declaration that is read began: what stands before a block says what the block
	// is.
	from := r.p
	for r.peek().kind != eof && !r.at("}") {
		switch t := r.peek(); {
		case t.is(";"), t.is(":") && r.p == from+1: // public:
			r.take()
			from = r.p
		case t.is("{"):
			r.deeper(func() { r.braces(from) })
			from = r.p
		case t.opens():
			r.balanced()
		case t.closes():
			r.fail(t, "%s ends nothing", t.text)
		default:
			r.take()
		}
	}
}

// braces reads a block outside functions: a function's body, a type with what is in it,
// or a value. What is before it begins at a token.
func (r *cReader) braces(from int) {
	head := r.toks[from:r.p]
	name, at := functionName(head)
	switch {
	case isType(head):
		outer := r.owner
		if n := typeName(head); n != "" {
			r.owner += n + "::"
		}
		r.take()
		r.declarations()
		r.expect("}")
		r.owner = outer
	// A value in braces, or the names of an enum: neither has statements.
	case len(outside(head, "=")) > 0, has(head, "enum"):
		r.balanced()
	case name != "":
		// S() : a{1}, b{2} { … }: the braces of members come before the body's.
		for memberValue(r.toks[from:r.p]) {
			r.balanced() // of a constructor's member, before its body
			r.until("{")
		}
		r.function(r.owner+name, head[at].line, r.block)
	default:
		r.fail(r.peek(), "a block that belongs to nothing")
	}
}

// isType reports whether a head is that of a type or a name space.
func isType(head []token) bool {
	for _, t := range head {
		switch {
		case t.is("("), t.is("="):
			return false
		case t.is("struct"), t.is("union"), t.is("class"), t.is("namespace"):
			return true
		case t.is("extern") && len(head) == 2:
			return true
		}
	}
	return false
}

func typeName(head []token) string {
	name := ""
	for _, t := range head {
		if t.is(":") {
			break
		}
		if t.kind == word && !t.is("struct") && !t.is("union") && !t.is("class") && !t.is("namespace") && !t.is("final") && !t.is("typedef") && !t.is("extern") && !t.is("static") {
			name = t.text
		}
	}
	return name
}

// functionName is the name before the parameters in a function's head, and its place.
func functionName(head []token) (string, int) {
	depth := 0
	for i, t := range head {
		switch {
		// The first bracket behind a word outside of others: later ones are of attributes,
		// noexcept or a member's value.
		case t.is("(") && depth == 0 && i > 0 && head[i-1].kind == word && !attribute(head[i-1]):
			name := head[i-1].text
			for j := i - 2; j > 0 && head[j].is("::") && head[j-1].kind == word; j -= 2 {
				name = head[j-1].text + "::" + name
			}
			return name, i - 1
		case t.opens():
			depth++
		case t.closes():
			depth--
		}
	}
	return "", 0
}

func attribute(t token) bool {
	return strings.HasPrefix(t.text, "__attribute") || t.is("__declspec") || t.is("alignas") || t.is("decltype") || t.is("_Alignas") || t.is("noexcept")
}

// memberValue reports whether { behind a head is the value of a constructor's member.
func memberValue(head []token) bool {
	// Behind a colon a word before { names a member; a body comes behind a closing bracket or
	// brace.
	last := head[len(head)-1]
	return last.kind == word && len(outside(head, ":")) > 0
}

// block reads { … } with its statements.
func (r *cReader) block() {
	open := r.expect("{")
	for !r.at("}") {
		if r.peek().kind == eof {
			r.fail(open, "a block without an end")
		}
		r.statement()
	}
	r.take()
}

func (r *cReader) statement() { r.deeper(r.oneStatement) }

func (r *cReader) oneStatement() {
	t := r.peek()
	switch {
	case t.is(";"):
		r.take()
	case t.is("{"):
		r.block()
	case t.is("if"):
		r.ifElse()
	case t.is("while"):
		r.take()
		r.b.loop(loop{line: t.line, cond: r.condition(), body: r.statement})
	case t.is("do"):
		r.doWhile()
	case t.is("for"):
		r.forLoop()
	case t.is("switch"):
		r.switchOf()
	case t.is("try"):
		r.try()

	case t.is("else"), t.is("catch"):
		r.fail(t, "%s without what belongs before it", t.text)
	case t.is("case"), t.is("default") && r.ahead(1).is(":"):
		r.fail(t, "%s outside the block of its switch", t.text)
	case t.kind == word && r.ahead(1).is(":"):
		r.p += 2
		r.b.label(t.text)
	case t.kind == word && r.ahead(1).is("(") && r.macroLoop():
	default:
		r.simple()
	}
}

// parens are the tokens between the parentheses that come next.
func (r *cReader) parens() []token {
	if !r.at("(") {
		r.fail(r.peek(), "%q is expected, and %s is there", "(", r.peek().show())
	}
	return r.balanced()
}

// condition is what stands in parentheses; nil where it is always true.
func (r *cReader) condition() *condition {
	toks := r.parens()
	if len(toks) == 0 || len(toks) == 1 && (toks[0].text == "1" || toks[0].is("true")) {
		return nil
	}
	return split(toks)
}

func (r *cReader) ifElse() {
	r.expect("if")
	r.accept("constexpr")
	toks := r.parens()
	if len(toks) == 0 {
		r.fail(r.peek(), "an if without a condition")
	}
	r.b.branch(split(toks), r.statement, func() {
		if r.accept("else") {
			r.statement()
		}
	})
}

// doWhile reads the condition before the body is done: the builder wants both.
func (r *cReader) doWhile() {
	t := r.expect("do")
	from := r.p
	r.skipStatement()
	r.expect("while")
	l := loop{line: t.line, after: true, cond: r.condition()}
	end := r.p
	l.body = func() {
		r.p = from
		r.statement()
		r.p = end
	}
	r.b.loop(l)
	r.accept(";")
}

// skipStatement goes behind a statement without adding points.
func (r *cReader) skipStatement() {
	if r.at("{") {
		r.balanced()
		return
	}
	r.until(";")
	r.take()
}

func (r *cReader) forLoop() {
	t := r.expect("for")
	open := r.p
	head := r.parens()
	r.p, open = open, r.p
	semis := outside(head, ";")
	if len(semis) != 2 && !(len(semis) == 1 && head[0].is(";")) {
		r.p = open
		each := say(head).after("for")
		r.b.loop(loop{line: t.line, each: &each, body: r.statement})
		return
	}

	r.p = open
	first := 0
	if len(semis) == 2 {
		first = semis[0]
	}
	last := semis[len(semis)-1]
	r.pointOf(head[:first])
	l := loop{line: t.line, body: r.statement, post: func() { r.pointOf(head[last+1:]) }}
	if cond := head[min(first+1, last):last]; len(cond) > 0 {
		l.cond = split(cond)
	}
	r.b.loop(l)
}

func (r *cReader) pointOf(toks []token) {
	if len(toks) > 0 {
		r.b.step(toks[0].line, say(toks))
	}
}

// switchOf reads the arms while the points are added; control falls from one into the
// next.
func (r *cReader) switchOf() {
	t := r.expect("switch")
	what := say(r.parens())
	open := r.expect("{")
	r.b.breakable("", func() {
		n := r.b.add(t.line, what.after("switch"))
		total := false
		for !r.at("}") {
			switch {
			case r.peek().kind == eof:
				r.fail(open, "a switch without an end")
			case r.at("case"), r.at("default") && r.ahead(1).is(":"):
				when, other := r.labels()
				total = total || other
				// What is open from above falls into this arm.
				r.b.open = append(r.b.open, r.b.edge(n, when))
			default:
				r.statement()
			}
		}
		r.take()
		if !total {
			r.b.open = append(r.b.open, r.b.edge(n, "else"))
		}
	})
}

// labels reads the labels before an arm.
func (r *cReader) labels() (when string, other bool) {
	var all []string
	for {
		switch {
		case r.at("default") && r.ahead(1).is(":"):
			r.p += 2
			all, other = append(all, "default"), true
		case r.accept("case"):
			all = append(all, say(r.until(":")).text)
			r.take()
		default:
			return strings.Join(all, ", "), other
		}
	}
}

// try reads the handlers before the body is done: the builder wants them all.
func (r *cReader) try() {
	t := r.expect("try")
	body := r.p
	if !r.at("{") {
		r.fail(r.peek(), "a try without a block")
	}
	r.balanced()
	var handlers []handler
	for r.accept("catch") {
		when := say(r.parens()).text
		at := r.p
		if !r.at("{") {
			r.fail(r.peek(), "a catch without a block")
		}
		r.balanced()
		handlers = append(handlers, handler{when, func() { r.p = at; r.block() }})
	}
	end := r.p
	r.b.try(t.line, func() { r.p = body; r.block() }, handlers)
	r.p = end
}

// macroLoop reads a macro with a statement behind it, such as list_for_each.
func (r *cReader) macroLoop() bool {
	at := r.p
	name := r.take()
	args := r.balanced()
	// An ordinary call, which is read again as one.
	if !r.at("{") {
		r.p = at
		return false
	}
	what := say(args)
	each := phrase{name.text + "(" + what.text + ")", what.shared || sharesName(name.text), append(what.calls, name.text)}
	r.b.loop(loop{line: name.line, each: &each, body: r.block})
	return true
}

// simple reads a statement up to its semicolon.
func (r *cReader) simple() {
	t := r.peek()
	what := r.value()
	switch {
	case t.is("return"), t.is("co_return"):
		r.b.giveBack(t.line, say(what[1:]))
	case t.is("break"), t.is("continue"):
		r.b.jump(t.line, jump{word: t.text})
	case t.is("goto") && len(what) == 2:
		r.b.leap(what[1].text)
	case t.is("throw"):
		r.b.throw(t.line, say(what))
	default:
		r.b.step(t.line, say(what))
	}
}

// value reads the tokens of a statement; the bodies of lambdas are functions of their own.
func (r *cReader) value() []token {
	var out []token
	depth := 0
	for {
		t := r.peek()
		switch {
		case t.kind == eof, t.closes() && depth == 0:
			r.fail(t, "%q is expected, and %s is there", ";", t.show())
		case t.is(";") && depth == 0:
			r.take()
			return out
		case t.is("[") && r.lambda(&out):
			continue
		case t.opens():
			depth++
		case t.closes():
			depth--
		}
		out = append(out, r.take())
	}
}

// lambda reads [captures](parameters) { … } where an operand is due.
func (r *cReader) lambda(out *[]token) bool {
	// Behind an operand [ is an index; a lambda stands where an operand is due.
	if n := len(*out); n == 0 || (*out)[n-1].kind != punct && !(*out)[n-1].is("return") || (*out)[n-1].closes() {
		return false
	}
	at := r.p
	r.balanced()
	if r.at("(") {
		r.balanced()
	}
	for r.peek().kind == word || r.at("->") || r.at("::") {
		r.take()
	}
	if !r.at("{") {
		r.p = at
		return false
	}
	*out = append(*out, r.toks[at:r.p]...)
	*out = append(*out, r.closure("lambda", r.block))
	return true
}
