package spec

import (
	"math/big"
	"strings"

	"ensures/rust/mir"
)

// parser reads tokens from left to right. A mistake ends the reading of one clause
// or function by a panic with an *Error, which the caller that can go on recovers.
type parser struct {
	src  string
	toks []token
	p    int
	// terms counts what was read of a clause.
	terms int
}

// Bounds on what is read, so that what walks a tree ends: more than any specification and
// any code has.
const (
	maxTerms   = 10_000 // of a clause
	maxNested  = 1000   // brackets in brackets
	maxTypeLen = 10_000 // bytes
)

// tooDeep is a mistake where brackets are nested beyond what is read; nil where they aren't.
func tooDeep(toks []token) *Error {
	// Before anything is read: every bracket is a call of the reader in itself.
	depth := 0
	for _, t := range toks {
		if t.kind != punct {
			continue
		}
		switch t.text {
		case "(", "[", "{":
			if depth++; depth > maxNested {
				return &Error{From: t.from, To: t.to, Text: "brackets are nested deeper than is read here"}
			}
		case ")", "]", "}":
			depth--
		}
	}
	return nil
}

func (p *parser) peek() token { return p.toks[p.p] }

func (p *parser) at(text string) bool {
	t := p.toks[p.p]
	return t.text == text && (t.kind == punct || t.kind == ident)
}

func (p *parser) ahead(n int) token { return p.toks[min(p.p+n, len(p.toks)-1)] }

func (p *parser) take() token {
	t := p.toks[p.p]
	if t.kind != eof {
		p.p++
	}
	return t
}

func (p *parser) accept(text string) bool {
	if p.at(text) {
		p.p++
		return true
	}
	return false
}

func (p *parser) expect(text string) token {
	if !p.at(text) {
		p.fail("expected "+text, "")
	}
	return p.take()
}

// fail ends the reading at the next token.
func (p *parser) fail(text, hint string) {
	t := p.peek()
	found := ", found " + t.text
	if t.kind == eof {
		found = ", found the end"
	}
	panic(&Error{From: t.from, To: max(t.to, t.from), Text: text + found, Hint: hint})
}

// from is the span from a token on to the last one read, empty where none was.
func (p *parser) from(start int) Span { return Span{start, max(start, p.toks[max(p.p-1, 0)].to)} }

// expr reads an expression: an equivalence, or a list of &&& or |||.
func (p *parser) expr() Expr {
	start := p.peek().from
	for _, op := range []string{"&&&", "|||"} {
		if !p.accept(op) {
			continue
		}
		e := p.equivalence()
		for p.accept(op) {
			e = &Binary{Span: p.from(start), Op: op[:2], X: e, Y: p.equivalence()}
		}
		return e
	}
	return p.equivalence()
}

// level is one step of precedence, weakest first.
type level struct {
	ops   []string
	right bool
}

var levels = []level{
	{ops: []string{"<==>"}},
	{ops: []string{"==>"}, right: true},
	{ops: []string{"<=="}},
	{ops: []string{"||"}},
	{ops: []string{"&&"}},
	{ops: nil}, // comparisons, which chain
	{ops: []string{"|"}},
	{ops: []string{"^"}},
	{ops: []string{"&"}},
	{ops: []string{"<<", ">>"}},
	{ops: []string{"+", "-"}},
	{ops: []string{"*", "/", "%"}},
}

func (p *parser) equivalence() Expr { return p.binary(0) }

func (p *parser) binary(n int) Expr {
	if n == len(levels) {
		return p.cast()
	}
	start := p.peek().from
	if levels[n].ops == nil {
		return p.comparison(n)
	}
	e := p.binary(n + 1)
	for {
		op := ""
		for _, o := range levels[n].ops {
			if p.at(o) {
				op = o
			}
		}
		if op == "" {
			return e
		}
		p.take()

		var y Expr
		switch {
		case levels[n].right:
			y = p.operand(n, n)
			// Nothing is left to read at this level: the right side has taken the rest.
			return &Binary{Span: p.from(start), Op: op, X: e, Y: y}
		default:
			y = p.operand(n, n+1)
		}

		if op == "<==" { // the other way round
			e = &Binary{Span: p.from(start), Op: "==>", X: y, Y: e}
			continue
		}
		e = &Binary{Span: p.from(start), Op: op, X: e, Y: y}
	}
}

// operand reads a right side, which may be a list of &&& behind an implication.
func (p *parser) operand(n, next int) Expr {
	// Below the levels of implications a list would have to stand in parentheses.
	if n < 3 && (p.at("&&&") || p.at("|||")) {
		return p.expr()
	}
	return p.binary(next)
}

var comparisons = map[string]string{"==": "==", "!=": "!=", "<": "<", "<=": "<=", ">": ">", ">=": ">=", "===": "==", "=~=": "==", "!==": "!=", "!~=": "!="}

// comparison reads a < b <= c as a < b && b <= c. The sequences of Verus are equal
// where their elements are, so =~= and === are ==.
func (p *parser) comparison(n int) Expr {
	start := p.peek().from
	left := p.is(n + 1)
	var all Expr
	for {
		op, ok := comparisons[p.peek().text]
		if !ok || p.peek().kind != punct {
			if all != nil {
				return all
			}
			return left
		}
		p.take()
		from := left.Pos().From

		right := p.is(n + 1)
		one := Expr(&Binary{Span: p.from(from), Op: op, X: left, Y: right})
		if all == nil {
			all = one
		} else {
			all = &Binary{Span: p.from(start), Op: "&&", X: all, Y: one}
		}
		// The side in the middle stands in both comparisons; clauses have no effects.
		left = right
	}
}

// is reads x is Variant and x matches Pattern.
func (p *parser) is(n int) Expr {
	start := p.peek().from
	e := p.binary(n)
	for {
		switch {
		case p.accept("is"):
			at := p.peek().from
			pat := &Pattern{Path: p.path()}
			pat.Span = p.from(at)
			e = &Is{Span: p.from(start), X: e, Pattern: pat}
		case p.accept("matches"):
			pat := p.pattern()
			e = &Is{Span: p.from(start), X: e, Pattern: pat}
		default:
			return e
		}
	}
}

func (p *parser) cast() Expr {
	start := p.peek().from
	e := p.unary()
	for p.accept("as") {
		e = &Cast{Span: Span{}, X: e, Type: p.typ()}
		e.(*Cast).Span = p.from(start)
	}
	return e
}

func (p *parser) unary() Expr {
	if p.terms++; p.terms > maxTerms {
		p.fail("a clause of this length is not read", "say it in parts")
	}
	start := p.peek().from
	for p.at("#") && p.ahead(1).text == "[" { // #[trigger], #[auto]
		p.skipAttribute()
	}
	switch {
	case p.accept("-"):
		x := p.unary()
		return &Unary{p.from(start), "-", x}
	case p.accept("!"):
		x := p.unary()
		return &Unary{p.from(start), "!", x}
	case p.accept("*"): // clauses speak of values
		return p.unary()
	// In front of an operand && is two references.
	case p.accept("&&"), p.accept("&"):
		p.accept("mut")
		return p.unary()
	}
	return p.postfix(p.primary())
}

func (p *parser) skipAttribute() {
	p.expect("#")
	p.accept("!")
	p.expect("[")
	for depth := 1; depth > 0; {
		switch t := p.take(); {
		case t.kind == eof:
			p.fail("attribute without an end", "")
		case t.text == "[" && t.kind == punct:
			depth++
		case t.text == "]" && t.kind == punct:
			depth--
		}
	}
}

func (p *parser) postfix(e Expr) Expr {
	start := e.Pos().From
	for {
		switch {
		case p.accept("@"):
			e = &View{p.from(start), e}
		case p.at("["):
			p.take()
			i := p.expr()
			p.expect("]")
			e = &Index{p.from(start), e, i}
		case p.at("."):
			p.take()
			t := p.take()
			switch {
			case t.kind == number:
				for _, part := range strings.Split(t.text, ".") { // x.0.1 is one number to the lexer
					e = &Field{p.from(start), e, part}
				}
			case t.kind != ident:
				p.p--
				p.fail("expected a name", "")
			case p.at("(") || p.at("::"):
				if p.accept("::") {
					p.skipGenerics()
				}
				args := p.args()
				e = &Method{p.from(start), e, t.text, args}
			default:
				e = &Field{p.from(start), e, t.text}
			}
		default:
			return e
		}
	}
}

func (p *parser) args() []Expr {
	p.expect("(")
	var out []Expr
	for !p.accept(")") {
		out = append(out, p.expr())
		if !p.accept(",") {
			p.expect(")")
			break
		}
	}
	return out
}

// primary reads what has no operator around it.
func (p *parser) primary() Expr {
	t := p.peek()
	switch {
	case t.kind == number:
		return p.number()
	case t.kind == str, t.kind == char:
		p.take()
		return literal(t)
	case t.kind == punct && (t.text == "|" || t.text == "||"):
		return p.closure()
	case p.at("("):
		return p.parens()
	case p.at("["):
		p.take()
		return &List{p.from(t.from), p.until("]")}
	case p.at("{"):
		return p.block()
	case t.kind != ident && t.text != "<" && t.text != "::", notNames[t.text]:
		p.fail("expected an expression", "")
	}

	switch t.text {
	case "true", "false":
		p.take()
		return &Lit{p.from(t.from), "bool", t.text, ""}
	case "forall", "exists", "choose":
		return p.quantifier()
	case "if":
		return p.ifExpr()
	case "match":
		return p.match()
	case "let":
		return p.let()
	}

	// Everything else begins with a path; what stands behind it says what it is.
	path := p.path()
	if p.at("!") && (p.ahead(1).text == "[" || p.ahead(1).text == "(") && len(path.Segs) == 1 {
		return p.macro(t, path.Last())
	}
	if p.at("(") {
		args := p.args()
		return &Call{p.from(t.from), path, args}
	}
	return &Name{p.from(t.from), path}
}

// macro reads seq![…]; other macros have no meaning in clauses.
func (p *parser) macro(at token, name string) Expr {
	if name != "seq" && name != "vec" {
		p.fail("the macro "+name+"! has no meaning in a clause", "")
	}
	p.expect("!")
	closing := map[string]string{"[": "]", "(": ")"}[p.take().text]
	return &List{p.from(at.from), p.until(closing)}
}

func (p *parser) until(end string) []Expr {
	var out []Expr
	for !p.accept(end) {
		out = append(out, p.expr())
		if !p.accept(",") {
			p.expect(end)
			break
		}
	}
	return out
}

func (p *parser) parens() Expr {
	start := p.expect("(").from
	if p.accept(")") {
		return &Tuple{Span: p.from(start)}
	}
	e := p.expr()
	if p.accept(")") {
		return e
	}
	p.expect(",")
	xs := append([]Expr{e}, p.until(")")...)
	return &Tuple{p.from(start), xs}
}

// block reads { let a = b; e }.
func (p *parser) block() Expr {
	p.expect("{")
	e := p.body()
	p.expect("}")
	return e
}

// body reads what stands between braces: bindings, then a value.
func (p *parser) body() Expr {
	if p.at("let") {
		return p.let()
	}
	return p.expr()
}

func (p *parser) let() Expr {
	start := p.expect("let").from
	name := p.take()
	if name.kind != ident {
		p.p--
		p.fail("expected a name behind let", "")
	}
	if p.accept(":") {
		p.typ()
	}
	p.expect("=")
	v := p.expr()
	p.expect(";")
	body := p.body()
	return &Let{p.from(start), name.text, v, body}
}

func (p *parser) ifExpr() Expr {
	start := p.expect("if").from
	if p.accept("let") {
		return p.ifLet(start)
	}
	cond := p.expr()
	then := p.block()
	p.expect("else")
	var other Expr
	if p.at("if") {
		other = p.ifExpr()
	} else {
		other = p.block()
	}
	return &If{p.from(start), cond, then, other}
}

// ifLet reads if let P = x { a } else { b }, which is a match with two arms.
func (p *parser) ifLet(start int) Expr {
	pat := p.pattern()
	p.expect("=")
	x := p.expr()
	then := p.block()
	p.expect("else")
	other := p.block()
	return &Match{p.from(start), x, []Arm{{Pattern: pat, Body: then}, {Pattern: &Pattern{}, Body: other}}}
}

func (p *parser) match() Expr {
	start := p.expect("match").from
	m := &Match{X: p.expr()}
	p.expect("{")
	for !p.accept("}") {
		a := Arm{Pattern: p.pattern()}
		if p.accept("if") {
			a.Guard = p.expr()
		}
		p.expect("=>")
		a.Body = p.expr()
		m.Arms = append(m.Arms, a)
		if !p.accept(",") && !p.at("}") && p.toks[p.p-1].text != "}" {
			p.fail("expected , between arms", "")
		}
	}
	m.Span = p.from(start)
	return m
}

// pattern reads a pattern; alternatives have no meaning here yet.
func (p *parser) pattern() *Pattern {
	start := p.peek().from
	pat := &Pattern{}
	switch t := p.peek(); {
	case p.accept("&"):
		return p.pattern()
	case t.kind == number, t.kind == char, t.kind == str, p.at("true"), p.at("false"), p.at("-"):
		pat.Lit = p.unary()
	case p.at("("):
		p.take()
		pat.Tuple, pat.Parts = true, p.patterns(")")
	case p.accept("_"):
	case t.kind == ident:
		p.accept("ref")
		p.accept("mut")
		path := p.path()
		switch {
		case p.at("("):
			p.take()
			pat.Path, pat.Parts = path, p.patterns(")")
		case p.at("{"):
			pat.Path = path
			p.fieldPatterns(pat)
		// As the compiler's lints want names: what is written small is a variable. The verifier refuses
		// one that a constant or a variant has.
		case len(path.Segs) == 1 && strings.ToLower(path.Last()[:1]) == path.Last()[:1]:
			pat.Name = path.Last()
		default:
			pat.Path = path
		}
	default:
		p.fail("expected a pattern", "")
	}

	if p.at("|") {
		p.fail("alternatives in a pattern have no meaning here", "write an arm for each")
	}
	pat.Span = p.from(start)
	return pat
}

func (p *parser) patterns(end string) []*Pattern {
	var out []*Pattern
	for !p.accept(end) {
		out = append(out, p.pattern())
		if !p.accept(",") {
			p.expect(end)
			break
		}
	}
	return out
}

func (p *parser) fieldPatterns(pat *Pattern) {
	p.expect("{")
	pat.Fields = []string{}
	for !p.accept("}") {
		if p.accept("..") {
			p.expect("}")
			return
		}
		f := p.take()
		// x alone is x: x.
		part := &Pattern{Span: Span{f.from, f.to}, Name: f.text}
		if p.accept(":") {
			part = p.pattern()
		}
		pat.Fields, pat.Parts = append(pat.Fields, f.text), append(pat.Parts, part)
		if !p.accept(",") {
			p.expect("}")
			return
		}
	}
}

func (p *parser) quantifier() Expr {
	op := p.take()
	q := &Quant{Op: op.text, Vars: p.bound()}
	for p.at("#") && p.ahead(1).text == "!" { // #![trigger a, b]
		q.Triggers = append(q.Triggers, p.triggers()...)
	}
	q.Body = p.expr()
	q.Span = p.from(op.from)
	return q
}

func (p *parser) triggers() [][]Expr {
	p.expect("#")
	p.expect("!")
	p.expect("[")
	if !p.accept("trigger") {
		for !p.at("]") && p.peek().kind != eof {
			p.take()
		}
		p.expect("]")
		return nil
	}
	return [][]Expr{p.until("]")}
}

// bound reads |i: int, j: int|.
func (p *parser) bound() []Param {
	if p.accept("||") {
		return nil
	}
	p.expect("|")
	var out []Param
	for !p.accept("|") {
		n := p.take()
		if n.kind != ident {
			p.p--
			p.fail("expected a variable", "")
		}
		v := Param{Span: Span{n.from, n.to}, Name: n.text}
		if p.accept(":") {
			v.Type = p.typ()
		}
		out = append(out, v)
		if !p.accept(",") {
			p.expect("|")
			break
		}
	}
	return out
}

func (p *parser) closure() Expr {
	start := p.peek().from
	ps := p.bound()
	if p.accept("->") {
		p.typ()
	}
	body := p.expr()
	return &Closure{p.from(start), ps, body}
}

// number reads an integer literal in any base; its suffix is its type.
func (p *parser) number() Expr {
	t := p.take()
	digits, suffix := t.text, ""
	for _, s := range []string{"i128", "u128", "isize", "usize", "i16", "u16", "i32", "u32", "i64", "u64", "i8", "u8", "int", "nat"} {
		if strings.HasSuffix(digits, s) && !(strings.HasPrefix(digits, "0x") && len(digits) == len(s)+1) {
			digits, suffix = strings.TrimSuffix(digits, s), s
			break
		}
	}
	// Base 0 reads Rust's prefixes.
	v, ok := new(big.Int).SetString(strings.ReplaceAll(strings.TrimSuffix(digits, "_"), "_", ""), 0)
	if octal := strings.TrimLeft(digits, "0_"); ok && len(digits) > 1 && digits[0] == '0' && digits[1] >= '0' && digits[1] <= '9' {
		v, ok = new(big.Int).SetString("0"+strings.ReplaceAll(octal, "_", ""), 10) // Rust has no octal of that form
	}
	if !ok {
		p.p--
		p.fail("numbers with a fraction have no meaning in a clause", "")
	}
	return &Lit{p.from(t.from), "int", v.String(), suffix}
}

// path reads a::b::<T>::c and <T>::c.
func (p *parser) path() *mir.Path {
	start := p.peek().from
	p.accept("::")
	if p.at("<") {
		p.skipGenerics()
	} else if t := p.take(); t.kind != ident {
		p.p--
		p.fail("expected a name", "")
	}
	for p.at("::") {
		p.take()
		if p.at("<") {
			p.skipGenerics()
			continue
		}
		if t := p.take(); t.kind != ident {
			p.p--
			p.fail("expected a name", "")
		}
	}

	// The reader of MIR's types reads paths too: one reader, one meaning.
	text := p.src[start:p.toks[p.p-1].to]
	typ, err := mir.ParseType(strings.Join(strings.Fields(text), " "))
	switch {
	case err != nil:
		panic(&Error{From: start, To: start + len(text), Text: "unreadable path"})
	case typ.Path == nil:
		return &mir.Path{Segs: []mir.Segment{{Name: text}}}
	}
	return typ.Path
}

// skipGenerics skips <…>.
func (p *parser) skipGenerics() {
	p.expect("<")
	for depth := 1; depth > 0; {
		switch t := p.take(); {
		case t.kind == eof:
			p.fail("generic arguments without an end", "")
		case t.text == "<":
			depth++
		case t.text == ">":
			depth--
		case t.text == ">>":
			depth -= 2
		}
	}
}

// typ reads a type: the tokens up to what can't be part of one.
func (p *parser) typ() *mir.Type {
	start := p.peek()
	depth, angle := 0, 0

	for {
		t := p.peek()
		if t.kind == eof {
			break
		}
		if t.kind == punct {
			switch t.text {
			case "(", "[":
				depth++
			case ")", "]":
				if depth == 0 {
					return p.typeOf(start)
				}
				depth--
			case "<":
				angle++
			case ">":
				// Of a comparison behind a cast, or of generic arguments around.
				if angle == 0 {
					return p.typeOf(start)
				}
				angle--
			case ">>":
				if angle < 2 {
					return p.typeOf(start)
				}
				angle -= 2
			case "->", "::", "&", "'", "!", "*":
				if t.text == "*" && p.p > 0 && p.toks[p.p-1].kind == ident && depth+angle == 0 {
					return p.typeOf(start) // a product behind a cast
				}
				// x as T & y.
				if t.text == "&" && t.from != start.from && depth+angle == 0 && p.toks[p.p-1].kind == ident {
					return p.typeOf(start)
				}
			case ",", ";", "+", "=":
				if depth+angle == 0 {
					return p.typeOf(start)
				}
			default:
				return p.typeOf(start)
			}
		} else if t.kind == ident && depth+angle == 0 && t.from != start.from {
			// Two words side by side: &mut T, dyn T, but not T requires.
			if last := p.toks[p.p-1]; last.kind == ident && last.text != "mut" && last.text != "dyn" && last.text != "impl" && last.text != "const" {
				return p.typeOf(start)
			}
			// A clause's word behind the type.
			if last := p.toks[p.p-1]; last.text == ")" || last.text == "]" || last.text == ">" {
				return p.typeOf(start)
			}
		}
		p.take()
	}
	return p.typeOf(start)
}

func (p *parser) typeOf(start token) *mir.Type {
	if p.p == 0 || p.toks[p.p-1].to <= start.from {
		p.fail("expected a type", "")
	}
	if p.toks[p.p-1].to-start.from > maxTypeLen {
		panic(&Error{From: start.from, To: start.to, Text: "a type of this length is not read"})
	}
	text := strings.Join(strings.Fields(p.src[start.from:p.toks[p.p-1].to]), " ")
	t, err := mir.ParseType(text)
	if err != nil {
		panic(&Error{From: start.from, To: p.toks[p.p-1].to, Text: "unreadable type " + text})
	}
	return t
}

func literal(t token) Expr {
	s := Span{t.from, t.to}
	body := strings.TrimPrefix(t.text, "b")
	if t.kind == str {
		return &Lit{s, "str", textOf(body), ""}
	}
	r := []rune(unescape(strings.TrimSuffix(strings.TrimPrefix(body, "'"), "'")))
	if len(r) != 1 {
		panic(&Error{From: t.from, To: t.to, Text: "a character literal holds one character"})
	}
	if t.text[0] == 'b' {
		return &Lit{s, "int", big.NewInt(int64(r[0])).String(), "u8"}
	}
	return &Lit{s, "char", string(r), ""}
}

// textOf is the text of a string literal, "…" or r#"…"#, of which nothing is an escape.
func textOf(literal string) string {
	raw, isRaw := strings.CutPrefix(literal, "r")
	if isRaw {
		bare := strings.TrimLeft(raw, "#")
		hashes := len(raw) - len(bare)
		return strings.TrimSuffix(strings.TrimPrefix(bare[:max(0, len(bare)-hashes)], `"`), `"`)
	}
	return unescape(strings.TrimSuffix(strings.TrimPrefix(literal, `"`), `"`))
}

// notNames are words of Rust that begin an item or a statement: where an expression is
// expected, the clause has ended too soon.
var notNames = map[string]bool{"fn": true, "pub": true, "let": true, "struct": true, "enum": true, "impl": true, "trait": true, "mod": true,
	"use": true, "const": true, "static": true, "unsafe": true, "extern": true, "async": true, "while": true, "for": true, "loop": true, "return": true}
