package jml

import (
	"slices"
	"strings"

	"ensures/java"
)

// specSequence reads specification cases into ms until something else begins.
// It reports whether it read anything.
func (r *reader) specSequence(ms *MethodSpec) bool {
	found := false
	section := Ordinary
	var cur *Case
	joined := len(ms.Cases) == 0 // an "also" (or nothing yet) precedes
	start := func(c *Case) {
		cur = c
		cur.Section = section
		ms.Cases = append(ms.Cases, cur)
		joined = false
	}

	if len(ms.Cases) > 0 { // a spec continued, e.g. after a modifier
		cur = ms.Cases[len(ms.Cases)-1]
		section = cur.Section
	}

	for !r.eof() {
		t := r.tok()
		switch w := r.word(); {
		case w == "also":
			r.next()
			if len(ms.Cases) == 0 {
				ms.Also = true
			} else if joined {
				r.warnf(java.SyntaxError, t, "remove it", "an empty specification case before 'also'")
			}
			joined = true
			cur = nil
		case w == "implies_that" || w == "for_example":
			r.next()
			section = ImpliesThat
			if w == "for_example" {
				section = ForExample
			}
			joined, cur = true, nil
		case r.atBehaviour():
			if cur != nil && !joined {
				r.warnf(java.SyntaxError, t, "write 'also' between two specification cases", "'also' is missing before the %s", r.behaviourWord())
			}
			start(r.behaviourCase())
			r.caseBody(cur)
		case w == "model_program":
			if cur == nil {
				start(&Case{Span: t.Span, Behaviour: Lightweight})
			}
			r.errorf(java.NotInSubset, t, "", "model programs are not supported")
			r.next()
			r.sync()
		case r.atMethodClause() || r.atGroup():
			if cur == nil {
				start(&Case{Span: t.Span, Behaviour: Lightweight})
			}
			r.caseBody(cur)
		default:
			return found
		}
		found = true
	}
	return found
}

func (r *reader) behaviourWord() string {
	for i := 0; i < 3; i++ {
		t := r.p.Peek(i)
		if _, ok := behaviourKeywords[t.Text]; ok {
			return t.Text
		}
	}
	return "case"
}

// atBehaviour looks for [public|protected|private] [code] normal_behavior.
func (r *reader) atBehaviour() bool {
	i := 0
	switch r.p.Peek(i).Text {
	case "public", "protected", "private":
		i++
	}
	if r.p.Peek(i).Text == "code" {
		i++
	}
	if i == 0 {
		_, ok := behaviourKeywords[r.word()]
		return ok
	}
	t := r.p.Peek(i)
	_, ok := behaviourKeywords[t.Text]
	return ok && t.Kind == java.Identifier
}

func (r *reader) behaviourCase() *Case {
	c := &Case{Span: r.tok().Span}
	switch {
	case r.accept("public"):
		c.Visibility = java.Public
	case r.accept("protected"):
		c.Visibility = java.Protected
	case r.accept("private"):
		c.Visibility = java.Private
	}
	c.Code = r.accept("code")
	c.Keyword = r.word()
	c.Behaviour = behaviourKeywords[c.Keyword]
	r.next()
	c.To = r.last
	return c
}

// atMethodClause: the current token is the keyword of a method clause, and not a
// variable's name or type.
func (r *reader) atMethodClause() bool {
	w := r.word()
	if w == "" {
		return false
	}
	_, ok := lookup(methodKeywords, w)
	return ok
}

func (r *reader) atGroup() bool {
	return r.is("{|") || r.is("{") && r.peekIs("|")
}

func (r *reader) atGroupEnd() bool {
	return r.is("|}") || r.is("|") && r.peekIs("}")
}

// caseBody reads clauses into c until another case, the end of the group, or
// something else begins.
func (r *reader) caseBody(c *Case) {
	for !r.eof() {
		switch {
		case r.atGroup():
			c.Clauses = append(c.Clauses, r.group())
		case r.atMethodClause():
			if cl := r.methodClause(); cl != nil {
				c.Clauses = append(c.Clauses, cl)
			}
		default:
			if r.last > c.To {
				c.To = r.last
			}
			return
		}
	}
	c.To = r.last
}

// group reads {| case also case … |}.
func (r *reader) group() *Clause {
	open := r.next()
	// With a blank in it the mark is two tokens.
	if open.Text == "{" {
		r.next()
	}
	g := &Clause{Span: open.Span, Kind: Group, Keyword: "{|", KeyPos: open.From}
	cur := &Case{Span: r.tok().Span, Behaviour: Lightweight}
	g.Cases = append(g.Cases, cur)
	for !r.eof() && !r.atGroupEnd() {
		t := r.tok()
		switch {
		case r.is("also"):
			r.next()
			cur = &Case{Span: r.tok().Span, Behaviour: Lightweight}
			g.Cases = append(g.Cases, cur)
		case r.atMethodClause() || r.atGroup():
			r.caseBody(cur)
		case r.atBehaviour():
			r.errorf(java.SyntaxError, t, "behaviour keywords stand outside '{|'", "unexpected %s in a nested group", show(t))
			r.behaviourCase()
		default:
			r.badStart("a nested group", methodWords())
		}
	}
	if r.eof() {
		r.errorf(java.SyntaxError, r.endPoint(), "close the group with '|}'", "'|}' expected")
	} else if r.next().Text == "|" {
		r.next()
	}
	g.To = r.last
	return g
}

// badStart reports the current token as no beginning of anything and skips on.
func (r *reader) badStart(where string, words []string) {
	t := *r.tok()
	r.take()
	switch {
	case t.Kind == java.InvalidToken: // reported by the scanner
	case t.Kind == java.Identifier || t.Kind == java.Keyword:
		hint := ""
		if n := nearest(t.Text, words); n != "" && n != t.Text {
			hint = "did you mean '" + n + "'?"
		} else if h, ok := foreignWords[strings.ToLower(t.Text)]; ok {
			hint = h
		}
		r.errorf(UnknownWord, &t, hint, "'%s' does not begin a clause in %s", t.Text, where)
	case strings.HasPrefix(t.Text, "`"):
		r.errorf(java.SyntaxError, &t, "remove the Markdown fence", "unexpected %s in %s", show(&t), where)
	case t.Text == "@":
		r.errorf(java.SyntaxError, &t, "write the keyword without '@': //@ ensures …;", "unexpected '@' in %s", where)
	case t.Kind == java.SpecToken:
		r.errorf(java.SyntaxError, &t, "begin with a keyword such as requires, ensures or loop_invariant", "an expression without a clause keyword in %s", where)
	default:
		r.errorf(java.SyntaxError, &t, "", "unexpected %s in %s", show(&t), where)
	}
	r.next()
	r.take()
	r.sync()
}

// foreignWords are keywords of other specification languages.
var foreignWords = map[string]string{
	"returns":       "a condition on the result is 'ensures' with '\\result'",
	"return":        "a condition on the result is 'ensures' with '\\result'",
	"throws":        "exceptions are specified with 'signals (E e) P;'",
	"precondition":  "write 'requires'",
	"postcondition": "write 'ensures'",
	"preserves":     "write 'invariant'",
	"modify":        "write 'assignable'",
	"param":         "this is Javadoc; specifications use 'requires' and 'ensures'",
	"lemma":         "write a model method with a postcondition",
	"predicate":     "write a model method: /*@ public static model pure boolean p(…) { … } @*/",
}

func methodWords() []string { return keysOf(methodKeywords, loopKeywords, classKeywords) }

func keysOf(tables ...map[string]Kind) []string {
	var out []string
	for _, t := range tables {
		for k := range t {
			out = append(out, k)
		}
	}
	out = append(out, "normal_behavior", "exceptional_behavior", "behavior", "also", "assert", "assume", "ghost", "pure", "spec_public", "nullable", "model", "set")
	slices.Sort(out)
	return out
}

// methodClause reads one clause of a method specification; nil when nothing of
// it could be used.
func (r *reader) methodClause() *Clause {
	w := r.word()
	k, _ := lookup(methodKeywords, w)
	return r.clause(k)
}

// clause reads the clause whose keyword is the current token.
func (r *reader) clause(k Kind) *Clause {
	// What was wrong with the clause before is not this one's.
	r.bad = false
	r.p.Recover()
	t := r.next()
	_, red := redundant(t.Text)
	c := &Clause{Span: t.Span, Kind: k, Keyword: t.Text, Redundant: red, KeyPos: t.From}

	what := t.Text + " clause"
	switch k {
	case Requires, Ensures, Diverges, When, Invariant, Initially, Axiom, LoopInvariant, Returns:
		r.predicate(c)
	case Breaks, Continues:
		if r.accept("->") {
			if r.accept("(") { // continues ->(label) P
				r.next()
				r.accept(")")
			}
		}
		r.predicate(c)
	case Constraint:
		r.predicate(c)
		if r.accept("for") {
			// For which methods it holds is not looked at: it is taken to hold for all.
			r.skipTo(";")
		}
	case MeasuredBy, Decreases, Duration, WorkingSpace:
		r.predicate(c)
		for r.is(",") { // a lexicographic measure
			r.next()
			e := r.expr()
			if c.Refs == nil {
				c.Refs = []java.Expr{c.Expr}
			}
			c.Refs = append(c.Refs, e)
		}
		if r.accept("if") {
			c.If = r.expr()
		}
	case Signals:
		r.signals(c)
	case SignalsOnly:
		r.signalsOnly(c)
	case Assignable, Accessible, Captures, LoopAssigns, In:
		r.storeRefs(c)
		if k == Accessible && r.accept(`\measured_by`) {
			c.If = r.expr()
		}
	case Callable, Monitors, Maps:
		from := r.tok().From
		r.skipTo(";")
		c.Text = r.file.Slice(java.Span{From: from, To: r.last})
	case Readable, Writable:
		ref := r.p.StoreRef()
		r.took(ref)
		c.Refs = []java.Expr{ref}
		if r.accept("if") {
			c.Expr = r.expr()
		}
	case Represents:
		r.represents(c)
	case Old, ForallVar:
		r.oldVars(c)
		// Its semicolon is read.
		return c
	}

	r.semi(what)
	c.To = r.last
	// Nothing was read, and a message says why: an empty clause would be checked and
	// evaluated.
	if r.bad && c.Expr == nil && c.Refs == nil && c.Param == nil && c.Types == nil {
		return nil
	}
	return c
}

func (r *reader) represents(c *Clause) {
	ref := r.p.StoreRef()
	r.took(ref)
	c.Refs = []java.Expr{ref}
	switch {
	case r.is("<") && r.peekIs("-"):
		r.next()
		r.next()
		c.Expr = r.expr()
	case r.accept("<-"), r.accept("="):
		c.Expr = r.expr()
	case r.accept(`\such_that`):
		c.SuchThat = true
		c.Expr = r.expr()
	default:
		r.errorf(java.SyntaxError, r.tok(), "write 'represents f = e;' or 'represents f \\such_that P;'", "'=' or '\\such_that' expected, found %s", show(r.tok()))
	}
}

func (r *reader) signalsOnly(c *Clause) {
	if t := r.tok(); t.Text == `\nothing` || t.Text == `\not_specified` {
		c.NotSpecified = t.Text == `\not_specified`
		r.next()
		return
	}
	for {
		x := r.p.Type()
		r.took(x)
		if x == nil {
			return
		}
		c.Types = append(c.Types, x)
		if !r.accept(",") && !r.accept("|") {
			return
		}
	}
}

// predicate reads the expression of c, or \not_specified.
func (r *reader) predicate(c *Clause) {
	if t := r.tok(); t.Text == `\not_specified` {
		c.NotSpecified = true
		r.next()
		return
	}
	if t := r.tok(); t.Text == ";" || t.Kind == java.EOF {
		r.errorf(java.SyntaxError, t, "write a condition after the keyword, e.g. '"+c.Keyword+" true;'", "an expression expected after '%s', found %s", c.Keyword, show(t))
		return
	}
	c.Expr = r.expr()
}

// signals reads (E e) P, (E e), (E) P.
func (r *reader) signals(c *Clause) {
	const form = "write 'signals (ExceptionType e) condition;'"
	open := r.tok()
	if !r.accept("(") {
		r.errorf(java.SyntaxError, open, form, "'(' expected after '%s', found %s", c.Keyword, show(open))
		return
	}

	from := r.tok().From
	x := r.p.Type()
	r.took(x)
	if r.bad || x == nil {
		return
	}
	c.Param = &java.Param{Span: java.Span{From: from, To: x.To}, Type: x}

	for r.is("|") { // E1 | E2 e
		r.next()
		y := r.p.Type()
		r.took(y)
		if y == nil {
			return
		}
		if x.Alternatives == nil {
			x = &java.TypeExpr{Span: x.Span, Alternatives: []*java.TypeExpr{x}}
		}
		x.Alternatives = append(x.Alternatives, y)
		x.To = y.To
		c.Param.Type = x
	}

	if r.tok().Kind == java.Identifier {
		t := r.next()
		c.Param.Name = java.Ident{Span: t.Span, Name: t.Text}
		c.Param.To = t.To
	}
	if !r.accept(")") {
		r.errorf(java.SyntaxError, r.tok(), form, "')' expected, found %s", show(r.tok()))
		return
	}
	// The condition may be left out. A clause on the next line is none: what is missing before it
	// is the semicolon.
	if !r.is(";") && !r.eof() && !(r.startsClause() && r.tok().NewLine) {
		r.predicate(c)
	}
}

// storeRefs reads the comma-separated store references of a frame clause.
func (r *reader) storeRefs(c *Clause) {
	for {
		t := r.tok()
		if t.Text == `\not_specified` {
			c.NotSpecified = true
			r.next()
		} else if t.Text == ";" || t.Kind == java.EOF {
			r.errorf(java.SyntaxError, t, "write locations, '\\nothing' or '\\everything'", "a location expected after '%s', found %s", c.Keyword, show(t))
			return
		} else {
			ref := r.p.StoreRef()
			r.took(ref)
			if ref != nil {
				c.Refs = append(c.Refs, ref)
			}
		}
		if r.bad || !r.accept(",") {
			return
		}
	}
}

// oldVars reads the declaration of an old or forall clause.
func (r *reader) oldVars(c *Clause) {
	c.Decl = r.localVars(java.Modifiers{Span: java.Span{From: r.tok().From, To: r.tok().From}})
	r.semi(c.Keyword + " clause")
	c.To = r.last
}

// localVars reads T x [= e], y …, without the semicolon.
func (r *reader) localVars(mods java.Modifiers) *java.LocalVars {
	d := &java.LocalVars{Span: java.Span{From: r.tok().From}, Mods: mods}
	if mods.From.IsValid() && mods.To > mods.From {
		d.From = mods.From
	}
	d.Type = r.p.Type()
	r.took(d.Type)
	if r.bad {
		return d
	}
	for {
		t := *r.tok()
		if t.Kind != java.Identifier {
			r.errorf(java.SyntaxError, &t, "write 'type name = value;'", "a variable's name expected, found %s", show(&t))
			break
		}
		r.next()
		v := &java.VarDeclarator{Span: t.Span, Name: java.Ident{Span: t.Span, Name: t.Text}}
		for r.is("[") && r.peekIs("]") {
			r.next()
			r.next()
			v.Dims++
		}
		if r.accept("=") {
			v.Init = r.p.VarInit()
			r.took(v.Init)
		}
		v.To = r.last
		d.Vars = append(d.Vars, v)
		if r.bad || !r.accept(",") {
			break
		}
	}
	d.To = r.last
	return d
}

// skipTo skips tokens up to the given one, brackets balanced.
func (r *reader) skipTo(text string) {
	depth := 0
	for !r.eof() {
		t := r.tok()
		if t.Text == text && depth <= 0 {
			return
		}
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		}
		r.next()
	}
}
