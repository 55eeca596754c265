package emit

import (
	"fmt"
	"regexp"
	"slices"
	"strings"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// checks writes clauses as assertions of debug builds. A clause that has no value where it is
// checked is passed over, and leaving out any clause is safe: a check says of a run that it
// breaks the specification, never that it keeps it.
func (e *emitter) checks() {
	for _, fn := range e.f.Funcs {
		if fn.Mode != spec.Exec {
			continue
		}
		c := &checked{emitter: e, fn: fn, style: DebugAssert}
		if reason := e.untouchable(fn); reason != "" {
			c.omitAll(reason)
			continue
		}
		c.function()
	}
	e.specFunctions("#[cfg(debug_assertions)]")
	e.eraseDocs()
}

var headRE = regexp.MustCompile(`\b(const|async)\s+(?:unsafe\s+)?(?:extern\s+"[^"]*"\s+)?fn\s*$`)

// untouchable is why nothing can be put into a function.
func (e *emitter) untouchable(fn *spec.Func) string {
	head := headRE.FindStringSubmatch(e.f.Src[fn.From:fn.NamePos.From])
	switch {
	case fn.Body.To <= fn.Body.From:
		return "a function without a body"
	case head != nil:
		return head[1] + " fn"
	// Clauses name parameters, and such a parameter has no name.
	case len(fn.Unsupported) > 0 && fn.Unsupported[0].What == "pattern as a parameter":
		return "a pattern as a parameter"
	}
	return ""
}

// checked is a function on its way to one that checks its clauses.
type checked struct {
	*emitter
	fn       *spec.Func
	style    Dialect
	captures []capture
	loops    int
}

// capture is the value of a parameter before the call.
type capture struct {
	name, text string
}

func (c *checked) omitAll(reason string) {
	for _, list := range [][]spec.Clause{c.fn.Clauses, c.fn.Proof} {
		for _, cl := range list {
			c.omit(c.fn, cl, reason)
		}
	}
	for _, l := range c.fn.Loops {
		for _, cl := range l.Clauses {
			c.omit(c.fn, cl, reason)
		}
	}
}

// function puts checks into a function: what it requires at its entry, what it ensures
// behind its body. The body becomes a closure that is called at once, so that return and ?
// come to its end, and what it borrows is free again.
//
//	fn f(x) -> T { B }   is   fn f(x) -> T { P; let result = (|| -> T { B })(); Q; result }
//
// A parameter that is a value has behind the body the value that it had before: of one that
// the body may change or move, a copy is taken.
func (c *checked) function() {
	fn := c.fn
	params := c.parameters(fn)
	entry := c.translator(params, params)
	// At the entry old(x) is x.
	entry.before = nil
	var requires, ensures []string
	for _, cl := range fn.Clauses {
		switch cl.Kind {
		case spec.Requires:
			c.say(cl, entry, &requires)
		case spec.Ensures:
			// Only ensures needs the body as a closure.
			if reason := c.noExit(); reason != "" {
				c.omit(fn, cl, reason)
				continue
			}
			c.say(cl, c.exit(params), &ensures)
		case spec.Recommends:
			c.omit(fn, cl, "recommends, which is no obligation")
		default:
			c.omit(fn, cl, "the "+cl.Kind.String()+" of a function")
		}
	}

	locals := c.translator(c.locals(fn), params)
	for _, l := range fn.Loops {
		c.loop(l, locals)
	}

	for _, cl := range fn.Proof {
		var out []string
		c.say(cl, locals, &out)
		c.insertBehind(cl.Span, out)
	}

	indent := c.indent(fn.NamePos.From) + "    "
	// Behind what is required: where a precondition is broken, no copy is worth making.
	for _, p := range c.captures {
		requires = append(requires, "#[cfg(debug_assertions)]", "let "+p.name+" = "+p.text+";")
	}

	if len(ensures) == 0 {
		c.insert(fn.Body.From+1, c.lines(indent, requires))
		return
	}

	result, end := "let "+c.resultName()+" = (|| -> "+c.f.Src[fn.Returns.From:fn.Returns.To]+" {", []string{c.resultName()}
	if fn.Result.Type == nil {
		result, end = "(|| {", nil
	}
	c.insert(fn.Body.From+1, c.lines(indent, append(requires, "#[allow(clippy::redundant_closure_call)]", result)))

	text := c.lines(indent, append(append([]string{"})();"}, ensures...), end...))
	// The closing brace stands alone in its line: its indentation is there already.
	if last := c.f.Src[c.lineOf(fn.Body.To-1) : fn.Body.To-1]; strings.TrimSpace(last) == "" {
		text = strings.TrimPrefix(text, c.newline()+last)
	}
	c.insert(fn.Body.To-1, text+c.newline()+c.indent(fn.NamePos.From))
}

// insertBehind puts statements behind an assertion, which is a comment or is erased.
func (c *checked) insertBehind(s spec.Span, statements []string) {
	text := c.lines(c.indent(s.From), statements)
	if c.inComment(s.To - 1) {
		c.insert(c.endOf(s.To), text)
		return
	}
	if whole := c.tidied(s); whole != s && text != "" {
		c.insert(whole.From, strings.TrimPrefix(text, c.newline())+c.newline())
		return
	}
	c.insert(s.From, strings.Join(statements, " "))
}

// lines are statements on lines of their own.
func (c *checked) lines(indent string, statements []string) string {
	var b strings.Builder
	for _, s := range statements {
		b.WriteString(c.newline() + indent + s)
	}
	return b.String()
}

// noExit is why what a function ensures cannot be checked where it ends.
func (c *checked) noExit() string {
	// The checks stand between the body and the return: what the result still borrows for writing
	// can't be read there.
	typ := ""
	if c.fn.Result.Type != nil {
		typ = c.f.Src[c.fn.Returns.From:c.fn.Returns.To]
	}
	borrows := strings.ContainsAny(typ, "&'")
	mutable := slices.ContainsFunc(c.fn.Params, func(p spec.Param) bool {
		return p.Type != nil && p.Type.Kind == mir.RefType && p.Type.Mutable
	})
	switch {
	case strings.TrimSpace(typ) == "!":
		return "a function that does not return"
	case strings.Contains(typ, "impl "):
		return "a result of type impl"
	case strings.Contains(typ, "&mut "), borrows && mutable:
		return "a result that borrows from what a mutable reference refers to"
	}
	return ""
}

// translator translates clauses where variables are seen.
func (c *checked) translator(vars, params variables) *translator {
	t := &translator{e: c.emitter, before: c.before}
	for name, typ := range vars {
		var x term
		if typ != nil {
			x = place(name, typ)
		}
		_, param := params[name]
		t.bind(name, x, param)
	}
	return t
}

// exit translates clauses behind the body: parameters that are values have there the value
// that they had before.
func (c *checked) exit(params variables) *translator {
	t := c.translator(params, params)
	t.entry = map[string]bool{}
	for _, p := range c.fn.Params {
		typ := params[p.Name]
		changed := strings.HasPrefix(c.f.Src[p.From:p.To], "mut ")
		// A Copy that the body can't assign to still has its value behind the body.
		if typ != nil && typ.Kind != mir.RefType && (changed || !c.has(typ, "Copy")) {
			t.entry[p.Name] = true
		}
	}
	if typ := c.ownType(c.fn, c.fn.Result.Type); typ != nil && c.fn.ResultName() != "" {
		x := place(c.resultName(), typ)
		t.bind(c.fn.ResultName(), x, false)
	}
	return t
}

// resultName is the variable that holds the result.
func (c *checked) resultName() string {
	name := c.fn.ResultName()
	if name == "" || slices.ContainsFunc(c.fn.Params, func(p spec.Param) bool { return p.Name == name }) {
		return "ensures_result"
	}
	return name
}

// before is the value of a parameter before the call, of which a copy is taken. Where the
// function cannot change it the term is empty.
func (c *checked) before(name string) term {
	var typ *mir.Type
	for _, p := range c.fn.Params {
		if p.Name == name {
			typ = c.ownType(c.fn, p.Type)
		}
	}
	// Through a shared reference the body changes nothing that values here are made of.
	if typ == nil || typ.Kind == mir.RefType && !typ.Mutable {
		return term{}
	}
	text, value := c.copied(name, typ)
	if c.style == Kani {
		return place("old("+text+")", value)
	}
	p := capture{"ensures_old_" + name, text}
	if !slices.Contains(c.captures, p) {
		c.captures = append(c.captures, p)
	}
	return place(p.name, value)
}

// copied is a copy of a parameter's value and its type.
func (e *emitter) copied(name string, typ *mir.Type) (string, *mir.Type) {
	value, refs := typ, ""
	if typ.Kind == mir.RefType {
		value, refs = typ.Elem, "*"
	}
	switch {
	case e.has(value, "Copy"):
		return refs + name, value
	case value.Kind == mir.SliceType && e.has(value.Elem, "Clone"):
		return name + ".to_vec()", named("Vec", value.Elem)
	case e.has(value, "Clone"):
		return name + ".clone()", value
	}
	refuse("the value of %s before the call: the file shows no Clone for %s", name, value)
	return "", nil
}

// say appends the check of a clause, or notes why there is none.
func (c *checked) say(cl spec.Clause, t *translator, out *[]string) {
	if x, ok := c.formula(cl, t); ok && x.text != "true" { // by the types alone
		text := claim(x, t.recursive)
		debug := strings.Contains(text, "spec_") || strings.Contains(text, "ensures_old_")
		text = fmt.Sprintf("debug_assert!(%s, %s);", text, message(c.fn.Name+": "+cl.Kind.String()+" "+oneLine(cl.Text)))
		if debug { // what is there in debug builds only
			*out = append(*out, "#[cfg(debug_assertions)]")
		}
		*out = append(*out, text)
		c.wrote(text, cl.Span)
	}
}

// formula translates a clause, or notes why it is left out.
func (c *checked) formula(cl spec.Clause, t *translator) (x term, ok bool) {
	captures := len(c.captures)
	// Of this clause alone: the translator serves several.
	t.recursive = false
	reason := c.refused[cl.Span]
	if reason == "" {
		reason = attempt(func() { x = t.condition(cl.Expr) })
	}
	for _, p := range c.captures[captures:] {
		c.wrote("let "+p.name+" = "+p.text+";", cl.Span)
	}
	if reason != "" {
		// Copies for a clause that is left out would be unused variables.
		c.captures = c.captures[:captures]
		c.omit(c.fn, cl, reason)
		return x, false
	}
	c.written++
	c.use(cl.Expr)
	return x, true
}

// claim is a formula as a condition: one without a value is none that is broken.
func claim(x term, recursive bool) string {
	if !x.partial {
		return x.text
	}
	return optional(x, recursive) + " != Some(false)"
}

// optional is a value as an Option.
func optional(x term, recursive bool) string {
	switch {
	case recursive:
		return "(|| { let (" + depthName + ", " + callsName + ") = (" + callDepth + ", &std::cell::Cell::new(" + callCount + ")); Some(" + x.text + ") })()"
	case x.option != "" && x.text == x.option+"?":
		return x.option
	case x.partial:
		return "(|| Some(" + x.text + "))()"
	}
	return "Some(" + x.text + ")"
}

// message is a text as a format string of Rust.
func message(text string) string {
	return `"` + strings.NewReplacer(`\`, `\\`, `"`, `\"`, "{", "{{", "}", "}}").Replace(text) + `"`
}

// loop puts checks into a loop: its invariants at each head, and its measure, which has to fall
// from head to head.
//
//	while c { B }     is   while { I; c } { B }
//	loop { B }        is   loop { I; B }
//	for x in e { B }  is   for x in e { I; B }
//
// The head of a for behind its last item is not checked: its variable has no value there.
func (c *checked) loop(l *spec.Loop, t *translator) {
	if len(l.Clauses) == 0 {
		return
	}

	head := c.f.Src[l.Head.From:l.Head.To]
	reason := ""
	switch {
	case l.Word == "while" && letRE.MatchString(head):
		reason = "the head of a while let"
	// The sequence is lent for writing while the body runs: no clause could read it.
	case l.Word == "for" && regexp.MustCompile(`\b(?:iter_mut|drain|chunks_mut)\b|&mut\b`).MatchString(head):
		reason = "what an iterator may change"
	}

	var heads, measure, after []string
	for _, cl := range l.Clauses {
		switch {
		case reason != "":
			c.omit(c.fn, cl, reason)
		case cl.Kind == spec.Invariant || cl.Kind == spec.InvariantExceptBreak:
			c.say(cl, t, &heads)
		// Behind such a loop there is no place for a statement, or it would be the value.
		case cl.Kind == spec.Ensures && (!l.Alone || l.Word == "loop" && l.Last):
			c.omit(c.fn, cl, "what a loop inside of an expression ensures")
		case cl.Kind == spec.Ensures:
			c.say(cl, t, &after)
		}
	}
	if list := spec.Of(l.Clauses, spec.Decreases); reason == "" && len(list) > 0 {
		measure = c.measure(l, list, t)
	}
	heads = append(heads, measure...)

	indent := c.indent(l.Start)
	switch {
	// In front of the condition, in a block with it: so they are asked at every head, the last too.
	case len(heads) > 0 && l.Word == "while":
		c.insert(l.Head.From, " {"+c.lines(indent+"    ", heads)+c.newline()+indent+"   ")
		c.insert(l.Head.To, c.newline()+indent+"}")
	case len(heads) > 0:
		c.insert(l.Body.From+1, c.lines(indent+"    ", heads))
	}
	c.insert(l.To, c.lines(indent, after))
}

// measure are the statements at the head of a loop that check that a measure falls, and was
// not negative.
func (c *checked) measure(l *spec.Loop, list []spec.Clause, t *translator) []string {
	omit := func(reason string) []string {
		for _, cl := range list {
			c.omit(c.fn, cl, reason)
		}
		return nil
	}
	// The variable that keeps the last measure stands in front of the loop.
	if !l.Alone {
		return omit("the decreases of a loop inside of an expression")
	}
	all, texts, reason := c.measured(list, t)
	if reason != "" {
		return omit(reason)
	}

	c.loops++
	name := fmt.Sprintf("ensures_measure_%d", c.loops)
	typ, fell := "i128", "new < old && old >= 0"
	all.text = texts[0]
	// Tuples are compared from the left, which is the lexicographic order.
	if len(texts) > 1 {
		typ = "(" + strings.Repeat("i128, ", len(texts)-1) + "i128)"
		all.text, fell = "("+strings.Join(texts, ", ")+")", "new < old"
	}

	now := "let now = " + optional(all, t.recursive) + ";"
	c.wrote(now, list[0].Span)
	var source []string
	for _, cl := range list {
		source = append(source, oneLine(cl.Text))
	}

	c.insert(l.Start, "#[cfg(debug_assertions)]"+c.newline()+c.indent(l.Start)+"let mut "+name+": Option<"+typ+"> = None;"+c.newline()+c.indent(l.Start))
	return []string{"#[cfg(debug_assertions)]", "{",
		"    " + now,
		"    if let (Some(new), Some(old)) = (now, " + name + ") {",
		"        debug_assert!(" + fell + ", " + message(c.fn.Name+": decreases "+strings.Join(source, ", ")) + ");",
		"    }",
		"    " + name + " = now;", "}"}
}

// measured translates the parts of a measure; all says whether one has no value.
func (c *checked) measured(list []spec.Clause, t *translator) (all term, texts []string, reason string) {
	t.recursive = false
	reason = attempt(func() {
		for _, cl := range list {
			if why := c.refused[cl.Span]; why != "" {
				refuse("%s", why)
			}
			// All parts as i128, the type of the variable that keeps the last measure.
			x := number(t.expr(cl.Expr))
			if x.literal {
				x.text = x.suffixed()
			}
			all.partial = all.partial || x.partial
			texts = append(texts, x.text)
		}
	})

	if reason == "" {
		c.written += len(list)
		for _, cl := range list {
			c.use(cl.Expr)
		}
	}
	return all, texts, reason
}
