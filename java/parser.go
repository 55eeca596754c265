package java

import (
	"fmt"
	"slices"
	"strings"
)

// The limits that keep hostile input from exhausting the stack.
const (
	maxDepth  = 1000  // nested expressions, statements, types and bodies
	maxHeight = 10000 // operators or selectors in one chain, on top of what they hold
	maxErrors = 100   // per source; further ones are dropped
)

// ParserOptions say what a Parser accepts.
type ParserOptions struct {
	// Spec allows JML: its expressions and operators, "@" at line starts as white
	// space, and "//@" at line starts.
	Spec bool
	// Stop reports whether a word starts the next clause; an expression whose end
	// is open (a quantifier without parentheses) ends before it. May be nil.
	Stop func(word string) bool
}

// Parser reads Java and JML, token by token or construct by construct, from a
// range of a file. It never panics and never stops: what cannot be read becomes
// an error and a BadExpr, BadStmt or BadMember.
type Parser struct {
	f     *File
	opts  ParserOptions
	toks  []Token
	match []int32 // partner of each bracket, −1 without
	args  []int32 // memo of typeArgsEnd: 0 unknown, −1 none
	pos   int

	balanced bool // every brace has its partner
	depth    int  // see enter
	height   int  // of the expression read last
	tallest  int  // greatest height so far in this body
	noLambda bool // in a case label: "->" ends the expression
	bailed   bool // nested too deeply: everything reads as EOF

	errs    ErrorList
	lastErr int  // token of the last error
	failed  bool // an error since the last synchronisation
}

// NewParser makes a parser of f's text between from and to.
func NewParser(f *File, from, to Pos, opts ParserOptions) *Parser {
	return newParser(f, from, to, opts, nil)
}

func newParser(f *File, from, to Pos, opts ParserOptions, comments *[]Comment) *Parser {
	p := &Parser{f: f, opts: opts, lastErr: -1}
	lo := min(max(from.Offset(), 0), len(f.Src))
	hi := min(max(to.Offset(), lo), len(f.Src))
	s := scanner{f: f, base: lo, spec: opts.Spec, comment: comments, report: p.addError}
	s.text, s.origin = decodeEscapes(f.Src, lo, hi)
	// About five bytes make a token.
	s.toks = make([]Token, 0, len(s.text)/5+2)
	s.scan()
	p.toks = s.toks
	// The scanner's errors stand at their own tokens: none of them silences the first one of
	// the parser.
	p.failed = false
	p.matchBrackets()
	return p
}

// matchBrackets pairs brackets. A closing brace closes whatever is open inside
// its block; other brackets pair only if properly nested.
func (p *Parser) matchBrackets() {
	p.match = make([]int32, len(p.toks))
	p.balanced = true
	var open []int32
	for i := range p.toks {
		p.match[i] = -1
		t := &p.toks[i]
		if t.Kind != Operator {
			continue
		}
		want := ""
		switch t.Text {
		case "(", "[", "{":
			open = append(open, int32(i))
			continue
		case ")":
			want = "("
		case "]":
			want = "["
		case "}":
			want = "{"
			// A parenthesis left open in a block is no reason to misread the blocks around it.
			for len(open) > 0 && p.toks[open[len(open)-1]].Text != "{" {
				open = open[:len(open)-1]
			}
		default:
			continue
		}

		if n := len(open); n > 0 && p.toks[open[n-1]].Text == want {
			p.match[i], p.match[open[n-1]] = open[n-1], int32(i)
			open = open[:n-1]
		} else if want == "{" {
			p.balanced = false
		}
	}
	for _, i := range open {
		if p.toks[i].Text == "{" {
			p.balanced = false
		}
	}
}

// ---- tokens

func (p *Parser) tok() *Token {
	if p.bailed {
		// Every loop of the parser ends at EOF: a parser that is nested too deeply gets out of
		// all of them by it.
		return &p.toks[len(p.toks)-1]
	}
	return &p.toks[p.pos]
}

func (p *Parser) ahead(n int) *Token { return p.tokAt(p.pos + n) }

func (p *Parser) tokAt(i int) *Token {
	if p.bailed || i >= len(p.toks) {
		return &p.toks[len(p.toks)-1]
	}
	return &p.toks[i]
}

func (p *Parser) is(text string) bool { return p.tok().Is(text) }

func (p *Parser) eof() bool { return p.tok().Kind == EOF }

func (p *Parser) ident() bool { return p.tok().Kind == Identifier }

// Tok is the current token; at the end it is EOF for ever.
func (p *Parser) Tok() Token { return *p.tok() }

// Peek is the token n after the current one.
func (p *Parser) Peek(n int) Token { return *p.ahead(n) }

// Next is the current token, and moves past it.
func (p *Parser) Next() Token {
	t := *p.tok()
	if !p.bailed && p.pos < len(p.toks)-1 {
		p.pos++
	}
	return t
}

// AtEnd reports whether all tokens are read.
func (p *Parser) AtEnd() bool { return p.eof() }

// Accept moves past the current token if it is the given keyword, operator or word.
func (p *Parser) Accept(text string) bool {
	if p.is(text) {
		p.Next()
		return true
	}
	return false
}

// Expect is Accept with an error otherwise.
func (p *Parser) Expect(text string) bool {
	if p.Accept(text) {
		return true
	}
	p.expected(quote(text), "")
	return false
}

func (p *Parser) name(what string) (Ident, bool) {
	t := p.tok()
	if t.Kind == Identifier {
		p.Next()
		return Ident{t.Span, t.Text}, true
	}
	if t.Is("_") {
		p.unsupported(t.Span, "unnamed variable _", "give it a name")
		p.Next()
		return Ident{t.Span, t.Text}, true
	}
	hint := ""
	if t.Kind == Keyword {
		hint = quote(t.Text) + " is a reserved word; choose another name"
	}
	p.expected(what, hint)
	return Ident{Span{p.prevEnd(), p.prevEnd()}, ""}, false
}

// prevEnd is the end of the token before the current one.
func (p *Parser) prevEnd() Pos {
	if p.pos == 0 {
		return p.toks[0].From
	}
	return p.toks[p.pos-1].To
}

func (p *Parser) from(start Pos) Span { return Span{start, max(start, p.prevEnd())} }

// ---- errors

// Errors is what went wrong so far, in the order of the source.
func (p *Parser) Errors() ErrorList {
	l := slices.Clone(p.errs)
	l.Sort()
	return l
}

// Recover tells the parser that its caller has found a place to read on, so
// that errors are reported again.
func (p *Parser) Recover() { p.failed, p.lastErr = false, -1 }

func (p *Parser) addError(sp Span, msg, hint string) {
	p.report(&Error{Code: SyntaxError, Span: sp, Msg: msg, Hint: hint})
}

func (p *Parser) unsupported(sp Span, construct, hint string) {
	p.report(&Error{Code: NotInSubset, Construct: construct, Span: sp, Msg: construct + " is not supported", Hint: hint})
	// The construct was understood, only not supported: what follows it is read, and reported,
	// as usual.
	p.failed = false
}

func (p *Parser) report(e *Error) {
	if p.bailed || len(p.errs) >= maxErrors {
		return
	}
	e.At = p.f.Position(e.Span.From)
	p.errs = append(p.errs, e)
	p.failed = true
	p.lastErr = p.pos
}

// expected reports that the current token is not what must stand here, once
// until the next synchronisation.
func (p *Parser) expected(what, hint string) {
	t := p.tok()
	if p.failed || p.lastErr == p.pos && len(p.errs) > 0 || t.Kind == InvalidToken {
		// At a token with an error already a second one would be about the same mistake.
		p.failed = true
		return
	}

	at := t.Span
	if t.NewLine && !p.opts.Spec && (what[0] == '\'' || strings.HasSuffix(what, "after '.'")) {
		at = Span{p.prevEnd(), p.prevEnd()} // it belongs at the end of the line before
	}
	p.addError(at, "expected "+what+" but found "+p.found(t), hint)
}

// found describes a token for a message.
func (p *Parser) found(t *Token) string {
	switch t.Kind {
	case EOF:
		return "the end of the " + map[bool]string{true: "specification", false: "file"}[p.opts.Spec]
	case StringToken, TextToken:
		return "the string " + shorten(t.Text)
	case CharToken:
		return "the character " + t.Text
	case Keyword:
		return "the keyword " + quote(t.Text)
	}
	return quote(t.Text)
}

func quote(s string) string { return "'" + shorten(s) + "'" }

// shorten keeps a piece of source readable in a message.
func shorten(s string) string {
	s, _, cut := strings.Cut(s, "\n")
	r := []rune(strings.ToValidUTF8(strings.TrimRight(s, "\r"), "\ufffd"))
	if len(r) > 40 {
		return string(r[:37]) + "…"
	}
	if cut {
		return string(r) + "…"
	}
	return string(r)
}

// semi reads the semicolon that ends a statement or declaration.
func (p *Parser) semi(after string) bool {
	if p.Accept(";") {
		return true
	}
	t := p.tok()
	if p.failed || p.lastErr == p.pos && len(p.errs) > 0 {
		p.failed = true
		return false
	}
	at := p.prevEnd()
	hint := "add ';' after the " + after
	if t.Is("[") {
		hint = "a declared array has no length; it goes after new: int[] a = new int[n]"
	}

	// The scanner has complained of that token.
	if t.Kind == InvalidToken {
		p.failed = true
		return false
	}
	p.addError(Span{at, at}, "expected ';' but found "+p.found(t), hint)
	if t.NewLine || t.Is("}") {
		p.failed = false // read on as if it were there
	}
	return false
}

// ---- depth

// enter counts a level of nesting; every enter has its leave, also when it
// returns false.
func (p *Parser) enter() bool {
	p.depth++
	if p.depth <= maxDepth {
		return true
	}
	p.tooDeep("nested too deeply")
	return false
}

func (p *Parser) leave() { p.depth-- }

func (p *Parser) tooDeep(msg string) {
	if p.bailed {
		return
	}
	p.failed = false
	p.addError(p.tok().Span, msg, "split it into parts")
	p.bailed = true
}

// grow sets the height of an expression built of parts of heights a and b.
func (p *Parser) grow(a, b int) {
	p.height = max(a, b) + 1
	p.tallest = max(p.tallest, p.height)
	if p.height > maxHeight {
		p.tooDeep(fmt.Sprintf("expression of more than %d parts", maxHeight))
		p.height = 1
	}
}

// body runs read, which reads statements or members inside an expression, and
// counts their height as the expression's.
func (p *Parser) body(read func()) {
	// In a body of its own "->" is a lambda's again, even inside a case label.
	outer, label := p.tallest, p.noLambda
	p.tallest, p.noLambda = 0, false
	read()
	h := p.tallest
	p.tallest, p.noLambda = outer, label
	p.grow(h, 0)
}

// ---- looking ahead

// typeEnd is the index after the type that starts at token i, −1 if none does.
func (p *Parser) typeEnd(i int) int { return p.typeEndAt(i, 0) }

func (p *Parser) typeEndAt(i, depth int) int {
	if p.bailed || depth > maxDepth {
		return -1
	}
	i = p.annotationsEnd(i)
	t := p.tokAt(i)

	switch {
	case t.Kind == Keyword && isPrimitive(t.Text):
		i++
	case t.Kind == SpecToken && isSpecType(t.Text):
		i++
	case t.Kind == Identifier:
		for {
			i++
			if p.tokAt(i).Is("<") {
				i = p.typeArgsEnd(i, depth+1)
				if i < 0 {
					return -1
				}
			}
			if !p.tokAt(i).Is(".") {
				break
			}
			j := p.annotationsEnd(i + 1)
			if p.tokAt(j).Kind != Identifier {
				// The dot before a method's name, this, class or new belongs to the expression.
				break
			}
			i = j
		}
	default:
		return -1
	}

	for {
		j := p.annotationsEnd(i)
		if !p.tokAt(j).Is("[") || !p.tokAt(j+1).Is("]") {
			return i
		}
		i = j + 2
	}
}

// annotationsEnd is the index after the annotations at i.
func (p *Parser) annotationsEnd(i int) int {
	for p.tokAt(i).Is("@") && p.tokAt(i+1).Kind == Identifier {
		i += 2
		for p.tokAt(i).Is(".") && p.tokAt(i+1).Kind == Identifier {
			i += 2
		}
		// The arguments are jumped over by their brackets: whatever stands in them is read
		// later.
		if p.tokAt(i).Is("(") && p.match[i] >= 0 {
			i = int(p.match[i]) + 1
		}
	}
	return i
}

// typeArgsEnd is the index after the type arguments whose "<" is token i, −1 if
// it opens none. It remembers its answers, so that all calls together are linear.
func (p *Parser) typeArgsEnd(i, depth int) int {
	if p.args == nil {
		p.args = make([]int32, len(p.toks))
	}
	if p.args[i] == 0 {
		p.args[i] = int32(p.findTypeArgsEnd(i, depth))
	}
	return int(p.args[i])
}

func (p *Parser) findTypeArgsEnd(i, depth int) int {
	i++
	if p.tokAt(i).Is(">") {
		return i + 1
	}

	for {
		j := p.annotationsEnd(i)
		if p.tokAt(j).Is("?") {
			i = j + 1
			if !p.tokAt(i).Is("extends") && !p.tokAt(i).Is("super") {
				goto next
			}
			i++
		}
		i = p.typeEndAt(i, depth)
		for i >= 0 && p.tokAt(i).Is("&") {
			i = p.typeEndAt(i+1, depth)
		}
		if i < 0 {
			return -1
		}
	next:
		switch {
		case p.tokAt(i).Is(">"):
			return i + 1
		case p.tokAt(i).Is(","):
			i++
		default:
			return -1
		}
	}
}
