package flow

import "strings"

// rustReader outlines Rust by its blocks and keywords.
type rustReader struct{ reader }

func outlineRust(path, src string) ([]Function, error) {
	r, err := newReader(dialectRust, path, src)
	if err != nil {
		return nil, err
	}
	rust := &rustReader{r}
	return rust.whole(rust.items)
}

// inner is the name of a function that a closure is in.
func inner(name string) string {
	if _, of, ok := strings.Cut(name, " in "); ok {
		return of
	}
	return name
}

// items reads items up to a closing brace or the end.
func (r *rustReader) items() {
	for r.peek().kind != eof && !r.at("}") {
		r.deeper(r.item)
	}
}

// item reads one item, or a token of one that has no functions.
func (r *rustReader) item() {
	switch t := r.peek(); {
	case t.is("#"):
		if r.attribute() {
			r.skipItem()
		}
	case t.is("fn") && r.ahead(1).kind == word:
		r.fn()
	case t.is("impl"), t.is("trait"), t.is("mod") && r.ahead(2).is("{"), t.is("extern") && r.ahead(2).is("{"):
		r.container()
	case t.is("macro_rules") && r.ahead(1).is("!"):
		r.p += 3
		if !r.peek().opens() {
			r.fail(r.peek(), "a macro without a body")
		}
		r.balanced()
	case t.opens():
		r.balanced()
	case t.closes():
		r.fail(t, "%s ends nothing", t.text)
	default:
		r.take()
	}
}

// attribute skips #[…], and reports whether what follows is for tests only.
func (r *rustReader) attribute() (test bool) {
	r.expect("#")
	r.accept("!")
	if !r.at("[") {
		return false
	}
	text := say(r.balanced()).text
	return text == "cfg(test)" || text == "test"
}

// skipItem skips an item up to its block or semicolon.
func (r *rustReader) skipItem() {
	for r.at("#") {
		r.attribute()
	}
	r.until("{", ";")
	if r.at("{") {
		r.balanced()
	} else {
		r.take()
	}
}

// container reads impl, trait, mod and extern with the functions in them.
func (r *rustReader) container() {
	kind := r.take()
	head := r.until("{", ";")
	if !r.accept("{") {
		r.take()
		return
	}
	outer := r.owner
	if name := ownerName(head); name != "" && !kind.is("mod") && !kind.is("extern") {
		r.owner = name + "::"
	}
	r.items()
	r.expect("}")
	r.owner = outer
}

// ownerName is the type in the head of an impl or trait, without its parameters.
func ownerName(head []token) string {
	name, depth := "", 0
	for i, t := range head {
		switch {
		case t.is("<"):
			depth++
		case t.is("<<"):
			depth += 2
		case t.is(">"):
			depth--
		case depth > 0 || t.kind != word:
		case t.is("where"):
			return name
		// impl Trait for Type: the functions are the type's.
		case t.is("for"):
			name = ""
		// Of a path, the last part.
		case name == "" || head[i-1].is("::"):
			name = t.text
		}
	}
	return name
}

// fn reads a function.
func (r *rustReader) fn() {
	r.expect("fn")
	name := r.take()
	r.until("{", ";")
	if !r.at("{") {
		r.take()
		return
	}
	// A function inside this one belongs to no type.
	outer := r.owner
	r.owner = ""
	r.function(outer+name.text, name.line, r.block)
	r.owner = outer
}

// block reads { … } with its statements.
func (r *rustReader) block() {
	open := r.expect("{")
	for !r.at("}") {
		if r.peek().kind == eof {
			r.fail(open, "a block without an end")
		}
		// Every statement takes a token, or the loop would not end.
		at := r.p
		r.deeper(r.statement)
		if r.p == at {
			r.fail(r.peek(), "%s ends nothing", r.peek().text)
		}
	}
	r.take()
}

// statement reads one statement, or the value at a block's end.
func (r *rustReader) statement() {
	switch t := r.peek(); {
	case t.is(";"):
		r.take()
	case t.is("#"):
		r.attribute()
	case r.itemFollows():
		r.localItem()
	default:
		r.expression(";")
		r.accept(";")
	}
}

// itemFollows reports whether an item stands where a statement may.
func (r *rustReader) itemFollows() bool {
	for i := 0; ; i++ {
		switch t := r.ahead(i); {
		case t.is("fn"), t.is("impl"), t.is("struct"), t.is("enum"), t.is("trait"), t.is("mod"), t.is("use"), t.is("static"), t.is("macro_rules"):
			return true
		case t.is("const"):
			// const { … } is a block whose value is known at compile time, not an item.
			if !r.ahead(i + 1).is("{") {
				return true
			}
			return false
		case t.is("pub"), t.is("unsafe"), t.is("async"), t.is("extern"):
		default:
			return false
		}
	}
}

func (r *rustReader) localItem() {
	for r.at("pub") || r.at("unsafe") || r.at("async") || r.at("extern") {
		r.take()
	}
	switch {
	case r.at("fn"), r.at("impl"), r.at("trait"), r.at("macro_rules"), r.at("mod") && r.ahead(2).is("{"):
		r.item()
	case r.at("const") && (r.ahead(1).is("fn") || r.ahead(1).is("unsafe")):
		r.take()
		r.localItem()
	case r.at("struct"), r.at("enum"):
		r.skipItem()
	default:
		r.until(";")
		r.take()
	}
}

// expression reads an expression up to one of the ends outside all brackets, or up to a
// closing bracket, and adds its points.
func (r *rustReader) expression(ends string) {
	switch t := r.peek(); {
	case t.is("return"):
		r.take()
		what, _ := r.value(ends)
		r.giveBack(t.line, what)
		return
	case t.is("break"), t.is("continue"):
		r.leave(ends)
		return
	}

	line := r.peek().line
	what, bare := r.value(ends)
	if len(what) > 0 && !bare {
		r.point(line, what)
	}
}

func (r *rustReader) giveBack(line int, what []token) {
	if has(what, "?") {
		// The part that may fail has its own way out, before the return with its value.
		r.b.fallible(line, say(what))
		what = []token{gapAt(line)}
	}
	r.b.giveBack(line, say(what))
}

// leave is break or continue, perhaps with a label and a value.
func (r *rustReader) leave(ends string) {
	t := r.take()
	j := jump{word: t.text}
	if r.peek().kind == lifetime {
		j.label = r.take().text
	}
	what, bare := r.value(ends)
	if len(what) > 0 && !bare {
		r.b.step(t.line, say(what).after(t.text))
	}
	r.b.jump(t.line, j)
}

// point is a step, from which ? may return.
func (r *rustReader) point(line int, what []token) {
	if has(what, "?") {
		r.b.fallible(line, say(what))
		return
	}
	r.b.step(line, say(what))
}

// value reads tokens of an expression. Statements in it (if, match, loops, blocks) have
// their points added, and a … stands in their place; what was called before comes in a
// point before them. bare is whether nothing but such a statement is left.
func (r *rustReader) value(ends string) (what []token, bare bool) {
	var x text
	for {
		t := r.peek()
		switch {
		case t.kind == eof:
			return x.toks, x.bare
		case x.depth == 0 && (t.closes() || len(t.text) == 1 && strings.Contains(ends, t.text) && t.kind == punct):
			return x.toks, x.bare
		case r.structured(&x):
			// A block at the beginning of a statement ends it, unless . or ? goes on with its
			// value (Rust reference, "Expression statements").
			if first := len(x.toks) == 1; first && x.depth == 0 && !r.at(".") && !r.at("?") {
				return x.toks, true // a statement ends with its block
			}

		case r.isClosure(&x):
			r.closureHead(&x)
		case t.is("=>"):
			r.fail(t, "%q outside a match", t.text)
		case x.depth == 0 && t.is("else"):
			r.letElse(&x)
			return x.toks, true
		case t.opens():
			x.depth++
			x.add(r.take())
		case t.closes():
			x.depth--
			x.add(r.take())
		default:
			x.add(r.take())
		}
	}
}

func (x *text) add(t token) {
	x.toks = append(x.toks, t)
	x.bare = false
}

// head is what stands before a statement inside an expression, for its first point.
func (x *text) head() string {
	if x.depth > 0 || len(x.toks) == 0 {
		return ""
	}
	return say(x.toks).text + " "
}

// structured reads a statement inside an expression, if one is next.
func (r *rustReader) structured(x *text) bool {
	label, n := "", 0
	if r.peek().kind == lifetime && r.ahead(1).is(":") {
		label, n = r.peek().text, 2
	}
	t := r.ahead(n)
	// An unsafe block that is one expression, inside of brackets, is no step of control: it stays
	// in the text.
	block := t.is("{") && !x.literal() || t.is("unsafe") && r.ahead(n+1).is("{") && (x.depth == 0 || !r.plain(n+1))
	if !block && !t.is("if") && !t.is("match") && !t.is("loop") && !t.is("while") && !(t.is("for") && !r.ahead(n+1).is("<")) {
		return false
	}

	r.p += n

	if calls(x.toks) && has(x.toks, ")") { // a call is complete in what was read
		x.toks = append(x.toks, gapAt(t.line))
		r.point(x.toks[0].line, x.toks)
		x.toks = []token{gapAt(t.line)}
	}
	head := x.head()
	r.deeper(func() { r.compound(head, label) })
	// Inside brackets the statement is an argument, and what is around it still has to be a
	// point.
	bare := x.depth == 0
	x.add(gapAt(t.line))
	x.bare = bare
	return true
}

// literal reports whether { begins the fields of a value, or what a macro is given.
func (x *text) literal() bool {
	if len(x.toks) == 0 {
		return false
	}
	// A name before { is a struct's, or a macro's with its !; a > may close its type parameters.
	last := x.toks[len(x.toks)-1]
	return last.kind == word && !last.is("return") && !last.is("in") && !last.is("const") || last.is(">") || last.is("!")
}

// plain reports whether a block some tokens ahead is one expression without statements.
func (r *rustReader) plain(n int) bool {
	depth := 0
	for i := n; ; i++ {
		switch t := r.ahead(i); {
		case t.kind == eof, t.is(";"), t.is("if"), t.is("match"), t.is("loop"), t.is("while"), t.is("for"), t.is("return"):
			return false
		case t.opens():
			depth++
		case t.closes():
			if depth--; depth == 0 {
				return true
			}
		}
	}
}

// compound reads a statement with blocks; head is what its value is for.
func (r *rustReader) compound(head, label string) {
	t := r.peek()
	switch {
	case t.is("if"):
		r.ifElse(head)
	case t.is("match"):
		r.match(head)
	case t.is("loop"):
		r.take()
		r.b.loop(loop{label: label, line: t.line, body: r.block})
	case t.is("while"):
		r.take()
		r.b.loop(loop{label: label, line: t.line, cond: split(r.until("{")), body: r.block})
	case t.is("for"):
		each := say(r.until("{"))
		r.b.loop(loop{label: label, line: t.line, each: &each, body: r.block})
	case label != "":
		r.accept("unsafe")
		r.b.named(label, r.block)
	default:
		r.accept("unsafe")
		r.block()
	}
}

func (r *rustReader) ifElse(head string) {
	r.expect("if")
	c := split(r.until("{"))
	c.first(head)
	r.b.branch(c, r.block, func() {
		switch {
		case !r.accept("else"):
		case r.at("if"):
			r.deeper(func() { r.ifElse(head) })
		default:
			r.block()
		}
	})
}

// first puts what a decision is for before its first part.
func (c *condition) first(head string) {
	for c.op != "" {
		c = c.x
	}
	if head != "" {
		c.what.text += " (for " + strings.TrimSpace(head) + ")"
	}
}

// match reads the arms while the builder asks for them.
func (r *rustReader) match(head string) {
	t := r.expect("match")
	what := say(r.until("{"))
	open := r.expect("{")
	n := r.b.add(t.line, phrase{head + "match " + what.text, what.shared, what.calls})
	var ends []ref
	for !r.at("}") {
		for r.at("#") {
			r.attribute()
		}
		when := say(r.until("=>")).text
		r.take()
		r.b.open = []ref{r.b.edge(n, when)}
		r.deeper(func() { r.expression(",") })
		ends = append(ends, r.b.open...)
		// An arm that is a block needs no comma behind it.
		if !r.accept(",") && !r.at("}") && !r.toks[r.p-1].is("}") {
			r.fail(open, "a match without an end")
		}
	}
	r.take()
	r.b.open = ends
}

// letElse is the rest of let P = e else { … }.
func (r *rustReader) letElse(x *text) {
	t := r.expect("else")
	if len(x.toks) == 0 || !x.toks[0].is("let") {
		r.fail(t, "an else without an if")
	}
	line := x.toks[0].line
	n := r.b.add(line, say(x.toks))
	yes := r.b.edge(n, "matches")
	r.b.open = []ref{r.b.edge(n, "else")}
	r.block()
	r.b.open = append(r.b.open, yes)
}

// isClosure reports whether a closure is next: bars where an operand is due, or async.
func (r *rustReader) isClosure(x *text) bool {
	t := r.peek()
	if t.is("async") {
		return r.ahead(1).is("{") || r.ahead(1).is("move") || r.ahead(1).is("|") || r.ahead(1).is("||")
	}
	if !t.is("|") && !t.is("||") {
		return false
	}
	if len(x.toks) == 0 {
		return true
	}
	// Behind a whole operand a bar is "or"; where an operand is due it opens a closure's
	// parameters.
	last := x.toks[len(x.toks)-1]
	switch {
	case last.kind == punct:
		return !last.closes() && !last.is("?")
	}
	return last.is("move") || last.is("return") || last.is("in")
}

// closureHead reads a closure up to its body; a body in braces is a function of its own.
func (r *rustReader) closureHead(x *text) {
	for r.at("async") || r.at("move") {
		x.add(r.take())
	}
	if r.at("|") {
		x.add(r.take())
		for _, t := range r.until("|") {
			x.add(t)
		}
		x.add(r.expect("|"))
	} else if r.at("||") {
		x.add(r.take())
	}
	if r.accept("->") {
		r.until("{")
	}
	if r.at("{") {
		x.add(r.closure("closure", r.block))
	}
}
