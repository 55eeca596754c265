package java

import (
	"strings"

	"ensures/internal/closest"
)

// specWords are the backslash words of JML and how each is written.
var specWords = []struct {
	Word string
	Form specForm
}{
	{`\result`, bareForm}, {`\nothing`, bareForm}, {`\everything`, bareForm}, {`\not_specified`, bareForm},
	{`\strictly_nothing`, bareForm}, {`\index`, bareForm}, {`\count`, bareForm}, {`\values`, bareForm},
	{`\lockset`, bareForm}, {`\same`, bareForm}, {`\exception`, bareForm},
	{`\old`, callForm}, {`\pre`, callForm}, {`\past`, callForm}, {`\fresh`, callForm},
	{`\nonnullelements`, callForm}, {`\typeof`, callForm}, {`\elemtype`, callForm}, {`\invariant_for`, callForm},
	{`\static_invariant_for`, callForm}, {`\reach`, callForm}, {`\not_modified`, callForm},
	{`\only_assigned`, callForm}, {`\not_assigned`, callForm}, {`\only_called`, callForm},
	{`\only_accessed`, callForm}, {`\only_captured`, callForm}, {`\is_initialized`, callForm},
	{`\bigint_math`, callForm}, {`\java_math`, callForm}, {`\safe_math`, callForm},
	{`\space`, callForm}, {`\working_space`, callForm}, {`\duration`, callForm}, {`\distinct`, callForm},
	{`\type`, typeForm},
	{`\lbl`, labelForm}, {`\lblpos`, labelForm}, {`\lblneg`, labelForm},
	{`\forall`, quantForm}, {`\exists`, quantForm}, {`\sum`, quantForm}, {`\product`, quantForm},
	{`\min`, quantForm}, {`\max`, quantForm}, {`\num_of`, quantForm}, {`\let`, quantForm}, {`\choose`, quantForm},
	{`\bigint`, typeName}, {`\real`, typeName}, {`\TYPE`, typeName},
	{`\locset`, otherTool}, {`\seq`, otherTool}, {`\map`, otherTool}, {`\singleton`, otherTool},
	{`\set_union`, otherTool}, {`\intersect`, otherTool}, {`\set_minus`, otherTool}, {`\disjoint`, otherTool},
	{`\subset`, otherTool}, {`\infinite_union`, otherTool}, {`\empty`, otherTool}, {`\bsum`, otherTool},
	{`\seq_def`, otherTool}, {`\seq_empty`, otherTool}, {`\seq_singleton`, otherTool}, {`\seq_concat`, otherTool},
	{`\seq_sub`, otherTool}, {`\permission`, otherTool}, {`\measured_by`, otherTool}, {`\storeref`, otherTool},
	{`\new_elems_fresh`, otherTool}, {`\inv`, otherTool}, {`\ghost`, otherTool}, {`\into`, otherTool},
}

type specForm uint8

const (
	noForm    specForm = iota
	bareForm           // \result
	callForm           // \old(e)
	typeForm           // \type(T)
	labelForm          // (\lbl n e)
	quantForm          // \forall T x; r; p
	typeName           // \bigint
	otherTool          // an extension of one tool
)

func formOf(word string) specForm {
	for _, w := range specWords {
		if w.Word == word {
			return w.Form
		}
	}
	return noForm
}

// nearSlip is the hint for a word that people write for what JML has otherwise.
func nearSlip(word string) string {
	switch strings.ToLower(word) {
	case `\return`, `\returns`, `\results`, `\ret`, `\res`, `\returnvalue`, `\return_value`:
		return `the returned value is \result`
	case `\length`, `\size`, `\len`:
		return "an array's length is a.length, a collection's a.size(), a string's s.length()"
	case `\implies`, `\rightarrow`:
		return "implication is ==>"
	case `\iff`:
		return "equivalence is <==>"
	case `\and`, `\land`, `\wedge`:
		return "conjunction is &&"
	case `\or`, `\lor`, `\vee`:
		return "disjunction is ||"
	case `\not`, `\neg`, `\lnot`:
		return "negation is !"
	case `\true`, `\false`, `\null`, `\this`, `\int`, `\boolean`:
		return "write " + strings.ToLower(word[1:]) + " without the backslash"
	case `\exist`, `\thereexists`, `\some`, `\any`:
		return `the existential quantifier is \exists`
	case `\all`, `\foreach`, `\for_all`, `\every`:
		return `the universal quantifier is \forall`
	case `\leq`, `\le`:
		return "write <="
	case `\geq`, `\ge`:
		return "write >="
	case `\neq`, `\ne`:
		return "write !="
	case `\prev`, `\before`, `\orig`, `\original`, `\initial`:
		return `the value before the call is \old(…)`
	case `\count_of`, `\numof`, `\numberof`, `\number_of`, `\card`:
		return `counting is (\num_of int i; range; predicate)`
	case `\abs`:
		return "write Math.abs(…)"
	case `\none`, `\empty_set`, `\void`:
		return `no location is \nothing`
	}
	return ""
}

// unknownWord reports a backslash word that JML does not have.
func (p *Parser) unknownWord(t Token) {
	hint := nearSlip(t.Text)
	if hint == "" {
		var near []string
		for _, w := range specWords {
			if w.Form != otherTool && closest.Distance(strings.ToLower(t.Text), strings.ToLower(w.Word)) <= max(1, (len(t.Text)-1)/3) {
				near = append(near, w.Word)
			}
		}
		if len(near) > 3 {
			near = near[:3]
		}
		if len(near) > 0 {
			hint = "did you mean " + strings.Join(near, " or ") + "?"
		} else {
			hint = `the words of JML are \result, \old, \forall, \exists, \sum, \num_of, \fresh, \nothing, …`
		}
	}
	if !p.failed {
		p.addError(t.Span, "unknown word "+quote(t.Text), hint)
		p.failed = false
	}
}

// specWord reads a primary that starts with a backslash word.
func (p *Parser) specWord() Expr {
	t := p.Tok()
	form := formOf(t.Text)
	if form == quantForm {
		if p.quantifierFollows() {
			return p.quantified()
		}
		// \min(a, b) and \max(a, b) are written as calls; the other quantifiers need variables.
		form = callForm
		if t.Text != `\min` && t.Text != `\max` {
			p.Next()
			p.expected("a type after "+t.Text, "as in ("+t.Text+` int i; 0 <= i && i < n; …)`)
			return &BadExpr{p.from(t.From)}
		}
	}

	switch form {
	case bareForm:
		p.Next()
		if p.is("(") && p.joined(0) && t.Text != `\values` {
			p.expected("an operator after "+t.Text, t.Text+" takes no arguments")
		}
		return &SpecWord{t.Span, t.Text}
	case typeForm:
		p.Next()
		p.Expect("(")
		typ := p.typ(withDims | voidToo)
		p.closing(")", "type")
		return &TypeSpec{p.from(t.From), typ}
	case labelForm:
		return p.labelled(t.From)
	case typeName:
		if x := p.typeSuffix(); x != nil {
			return x
		}
		p.Next()
		p.expected("an expression", t.Text+" is a type")
		return &BadExpr{p.from(t.From)}
	case otherTool:
		p.Next()
		p.unsupported(t.Span, t.Text, "")
		if p.is("(") {
			p.arguments()
		}
		return &BadExpr{p.from(t.From)}
	case noForm:
		p.unknownWord(t)
		if p.quantifierFollows() { // a misspelt quantifier
			q := p.quantified()
			return q
		}
		p.Next()
		if p.is("(") {
			p.arguments()
		}
		return &BadExpr{p.from(t.From)}
	}

	p.Next()
	c := &SpecCall{Word: t.Text}
	if !p.is("(") {
		p.expected("'(' after "+t.Text, "write "+t.Text+"(…)")
		c.Span = p.from(t.From)
		return c
	}

	c.Args = p.arguments()

	// \old(e, L): the second argument is a label, not a value.
	if (t.Text == `\old` || t.Text == `\pre`) && len(c.Args) == 2 {
		if n, ok := c.Args[1].(*Name); ok {
			c.Label, c.Args = n.Name, c.Args[:1]
		}
	}
	p.grow(p.height, 0)
	c.Span = p.from(t.From)
	return c
}

// quantifierFollows reports whether a backslash word and a declaration follow.
func (p *Parser) quantifierFollows() bool {
	switch formOf(p.tok().Text) {
	case quantForm, noForm:
	default:
		return false
	}
	i := p.pos + 1
	for w := p.tokAt(i); w.Is("nullable") || w.Is("non_null"); w = p.tokAt(i) {
		// nullable may be the type's own name.
		if p.typeEnd(i+1) < 0 {
			break
		}
		i++
	}
	i = p.typeEnd(i)
	return i >= 0 && p.tokAt(i).Kind == Identifier
}

// quantified reads a quantifier from its word on. Without parentheses of its own
// the body reaches as far as it can.
func (p *Parser) quantified() *Quantified {
	t := p.Next()
	q := &Quantified{Kind: t.Text}
	if !p.enter() {
		p.leave()
		q.Span, q.Body = p.from(t.From), p.bad()
		q.Type = &TypeExpr{}
		return q
	}
	defer p.leave()

	label := p.noLambda
	p.noLambda = false
	defer func() { p.noLambda = label }()
	for (p.is("nullable") || p.is("non_null")) && p.typeEnd(p.pos+1) >= 0 {
		p.Next()
	}
	q.Type = p.Type()

	for {
		v := &VarDeclarator{}
		if len(q.Vars) > 0 && p.typeEnd(p.pos) >= 0 && p.tokAt(p.typeEnd(p.pos)).Kind == Identifier && !p.failed {
			p.addError(p.tok().Span, "a quantifier declares variables of one type", "write the type once, int i, j; or nest a second quantifier")
			p.failed = false
			p.Type()
		}
		v.Name, _ = p.name("a variable's name")
		v.Dims = p.dims()
		if p.is("=") && q.Kind == `\let` {
			p.Next()
			v.Init = p.expr()
		} else if p.is(":") || p.is("in") {
			p.expected("';'", "the range follows as a predicate: "+q.Kind+" int i; 0 <= i && i < n; …")
		}
		v.Span = p.from(v.Name.From)
		q.Vars = append(q.Vars, v)
		if !p.Accept(",") {
			break
		}
	}

	if !p.Accept(";") {
		hint := "the form is (" + q.Kind + " int i; range; body)"
		p.expected("';' after the variables of "+q.Kind, hint)
		q.Body = p.bad()
		q.Span = p.from(t.From)
		return q
	}

	h := 0
	if p.Accept(";") { // \forall int i; ; body
		q.Body = p.expr()
	} else {
		q.Body = p.expr()
		h = p.height
		// With one part it is the body; the range is what stands before a second one. A
		// quantifier without parentheses may be the last thing of its clause, whose semicolon
		// is not its own.
		if p.is(";") && q.Kind != `\let` && p.bodyFollows() {
			p.Next()
			q.Range, q.Body = q.Body, p.expr()
		}
	}

	p.grow(h, p.height)
	q.Span = p.from(t.From)
	return q
}

// bodyFollows reports whether the semicolon here separates a quantifier's range
// from its body, rather than ending the clause.
func (p *Parser) bodyFollows() bool {
	t := p.ahead(1)
	switch t.Kind {
	case EOF, InvalidToken:
		return false
	case Identifier:
		return !p.stopsAt(p.pos + 1)
	case Keyword:
		switch t.Text {
		case "true", "false", "null", "this", "super", "new", "switch":
			return true
		}
		return isPrimitive(t.Text)
	case Operator:
		switch t.Text {
		case "(", "!", "~", "+", "-", "++", "--":
			return true
		}
		return false
	}
	return true
}

// stopsAt reports whether the word at token i starts the next clause. Some of these words
// are names of variables too (set, old): inside of parentheses, or before what only goes
// on with an expression, they are names.
func (p *Parser) stopsAt(i int) bool {
	if !p.opts.Spec || p.opts.Stop == nil || !p.opts.Stop(p.tokAt(i).Text) {
		return false
	}
	if t := p.tokAt(i + 1); t.Kind == Operator {
		switch t.Text {
		case ".", "[", ")", ",", "?", "==", "!=", "<=", ">=", ">", "&&", "||", "&", "|", "^", "/", "%", "==>", "<==", "<==>", "<=!=>":
			return false
		}
	}

	// Backwards to the bracket that encloses the word. Brackets that are closed before it are
	// jumped over.
	for i--; i >= 0; i-- {
		switch t, match := p.tokAt(i), int(p.match[i]); {
		case t.Is("("):
			// An open parenthesis that has its partner reaches beyond the word.
			return match < 0
		case t.Is("{"):
			return true
		case t.Kind == Operator && match >= 0 && match < i:
			i = match
		}
	}
	return true
}

// labelled reads \lbl name e after an optional parenthesis at start.
func (p *Parser) labelled(start Pos) Expr {
	t := p.Next()
	l := &Labelled{Word: t.Text}
	id, _ := p.name("a label's name after " + t.Text)
	l.Name = id.Name
	parens := start != t.From
	if !parens && p.Accept("(") {
		parens = true
	}
	l.X = p.expr()
	if parens {
		p.closing(")", "labelled expression")
	}
	p.grow(p.height, 0)
	l.Span = p.from(start)
	return l
}

// StoreRef reads a store reference of an assignable or accessible clause:
// x, a.b, a[i], a[i..j], a[*], x.*, \nothing.
func (p *Parser) StoreRef() Expr {
	p.failed = false
	return p.postfix(p.primary())
}

// ParseExprString parses src as one expression.
func ParseExprString(src string, spec bool) (Expr, *File, ErrorList) {
	f := NewFile("", src)
	p := NewParser(f, 1, f.To, ParserOptions{Spec: spec})
	x := p.Expr()
	p.wantEnd()
	return x, f, p.Errors()
}

// ParseStmtString parses src as one statement.
func ParseStmtString(src string) (Stmt, *File, ErrorList) {
	f := NewFile("", src)
	p := NewParser(f, 1, f.To, ParserOptions{})
	s := p.Stmt()
	p.wantEnd()
	return s, f, p.Errors()
}

func (p *Parser) wantEnd() {
	if !p.bailed && !p.eof() && !p.failed {
		p.expected("the end", wordHint(p.tok().Text))
	}
}

// wordHint is what to write instead of a word that other languages use as an
// operator; empty for other words.
func wordHint(word string) string {
	switch strings.ToLower(word) {
	case "and":
		return "conjunction is &&"
	case "or":
		return "disjunction is ||"
	case "not":
		return "negation is !"
	case "implies":
		return "implication is ==>"
	case "iff":
		return "equivalence is <==>"
	case "forall":
		return `the universal quantifier is \forall`
	case "exists":
		return `the existential quantifier is \exists`
	case "result":
		return `the returned value is \result`
	case "old":
		return `the value before the call is \old(…)`
	}
	return ""
}

// Tokens is the tokens of Java source, without comments and the EOF.
func Tokens(src string) []Token {
	f := NewFile("", src)
	p := NewParser(f, 1, f.To, ParserOptions{})
	return p.toks[:len(p.toks)-1]
}
