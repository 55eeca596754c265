package dafny

import (
	"fmt"
	"slices"
	"strings"
)

// maxDepth limits how deep expressions and types nest: the text is not trusted.
const maxDepth = 200

// maxOperators limits those of one declaration.
const maxOperators = 10_000

// maxErrors is how many mistakes are reported of one file.
const maxErrors = 20

type parser struct {
	file  *File
	toks  []token
	i     int
	depth int
	noBar bool // inside |…|: a bar closes
	// operators is how many the declaration has so far.
	operators int
}

// failure leaves the declaration that is being read; declarations recovers from it.
type failure struct{ Error }

// Parse reads a source; mistakes are in Errs, with what could be read beside them.
func Parse(src string) *File {
	f := &File{Src: src, Types: map[string]*Type{}}
	p := &parser{file: f}
	p.toks = scan(src, func(from int, text string) { p.report(Error{From: from, Text: text}) })
	for p.tok().class != eof {
		p.declaration()
	}
	f.resolve()
	return f
}

func (p *parser) report(e Error) {
	if len(p.file.Errs) < maxErrors {
		p.file.Errs = append(p.file.Errs, e)
	}
}

func (p *parser) tok() token { return p.toks[p.i] }
func (p *parser) is(s string) bool {
	t := p.tok()
	return t.text == s && (t.class == word || t.class == sign)
}
func (p *parser) peek(n int) token { return p.toks[min(p.i+n, len(p.toks)-1)] }
func (p *parser) fail(text string) { panic(failure{Error{From: p.tok().from, Text: text}}) }
func (p *parser) refuse(what string) {
	panic(failure{Error{p.tok().from, what + " is not supported", true}})
}

func (p *parser) next() token {
	t := p.tok()
	if t.class != eof {
		p.i++
	}
	return t
}

func (p *parser) accept(s string) bool {
	if p.is(s) {
		p.i++
		return true
	}
	return false
}

func (p *parser) expect(s string) {
	if !p.accept(s) {
		p.fail(fmt.Sprintf("expected %q, found %s", s, p.found()))
	}
}

func (p *parser) found() string {
	if p.tok().class == eof {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", p.tok().text)
}

func (p *parser) ident() token {
	if p.tok().class != word || reserved[p.tok().text] {
		p.fail("expected a name, found " + p.found())
	}
	return p.next()
}

func (p *parser) enter() {
	p.depth++
	if p.depth > maxDepth {
		p.fail(fmt.Sprintf("nested deeper than %d", maxDepth))
	}
}

var (
	starts    = []string{"method", "function", "predicate", "lemma", "const", "type", "newtype", "class", "trait", "datatype", "codatatype", "module", "import", "include", "iterator", "export"}
	modifiers = []string{"ghost", "static", "opaque", "twostate", "abstract", "protected", "least", "greatest", "inductive", "copredicate", "unfold"}
	reserved  = words("requires ensures modifies reads decreases invariant method function predicate lemma const type class datatype module if then else forall exists var true false null old set multiset map seq in returns this")
)

func words(s string) map[string]bool {
	out := map[string]bool{}
	for _, w := range strings.Fields(s) {
		out[w] = true
	}
	return out
}

// declaration reads one declaration; after a mistake it goes on at the next one.
func (p *parser) declaration() {
	begin := p.i
	p.operators = 0
	// One mistake costs one declaration; the others are read.
	defer func() {
		switch e := recover().(type) {
		case nil:
		case failure:
			p.report(e.Error)
			// The panic left them as they were in the middle.
			p.depth, p.noBar = 0, false
			// Or the same token would fail for ever.
			if p.i == begin {
				p.i++
			}
			p.recover()
		default:
			panic(e)
		}
	}()
	for p.attribute() || slices.ContainsFunc(modifiers, p.accept) {
	}

	from, n := p.tok().from, len(p.file.Decls)
	defer func() {
		for _, d := range p.file.Decls[n:] {
			d.Begin, d.End = from, p.toks[p.i-1].to
		}
	}()

	switch t := p.tok(); {
	case p.accept("method"):
		p.method("method")
	case p.accept("lemma"):
		p.method("lemma")
	case p.accept("function"):
		p.function("function")
	case p.accept("predicate"):
		p.function("predicate")
	case p.accept("const"):
		p.constant()
	case p.is("type") && p.peek(2).text == "=":
		p.i++
		name := p.ident().text
		p.i++
		// type T = x: int | …: its values are not those of the type behind it.
		if p.peek(1).text == ":" || p.peek(1).text == "|" {
			p.refuse("a subset type")
		}
		p.file.Types[name] = p.typ()
		p.accept(";")
	case slices.Contains(starts, t.text):
		p.refuse("the declaration " + t.text)
	default:
		p.fail("expected a declaration, found " + p.found())
	}
}

// recover skips to the next declaration outside of braces.
func (p *parser) recover() {
	depth := 0
	for ; p.tok().class != eof; p.i++ {
		switch {
		case p.is("{"):
			depth++
		case p.is("}"):
			depth = max(0, depth-1)
		case depth == 0 && p.tok().class == word && slices.Contains(starts, p.tok().text):
			return
		}
	}
}

// attribute skips {:name …}.
func (p *parser) attribute() bool {
	if !p.is("{") || p.peek(1).text != ":" {
		return false
	}
	p.braces()
	return true
}

// braces skips a balanced block.
func (p *parser) braces() {
	open := p.tok()
	depth := 0
	for {
		switch {
		case p.tok().class == eof:
			panic(failure{Error{From: open.from, Text: "this brace has no closing one"}})
		case p.is("{"):
			depth++
		case p.is("}"):
			depth--
		}
		p.i++
		if depth == 0 {
			return
		}
	}
}

// typeParams skips <T(==), U>.
func (p *parser) typeParams() {
	if !p.accept("<") {
		return
	}
	for !p.accept(">") {
		if p.tok().class == eof || p.is("{") {
			p.fail("expected \">\", found " + p.found())
		}
		p.i++
	}
}

func (p *parser) params() []Var {
	var out []Var
	p.expect("(")
	for !p.is(")") {
		for p.accept("ghost") || p.accept("nameonly") || p.accept("older") || p.accept("new") {
		}
		t := p.ident()
		p.expect(":")
		out = append(out, Var{t.text, p.typ(), t.from})
		if p.is(":=") {
			p.refuse("a default value of a parameter")
		}
		if !p.accept(",") {
			break
		}
	}
	p.expect(")")
	return out
}

func (p *parser) method(kind string) {
	for p.attribute() {
	}
	t := p.ident()
	d := &Decl{Kind: kind, Name: t.text, From: t.from}
	p.typeParams()
	d.Params = p.params()
	if p.accept("returns") {
		d.Returns = p.params()
	}
	d.Clauses = p.clauses()
	if p.is("{") {
		p.braces()
	}
	p.file.Decls = append(p.file.Decls, d)
}

// function reads a function or predicate; "method" after the keyword is the older way
// to say that it is compiled.
func (p *parser) function(kind string) {
	p.accept("method")
	for p.attribute() {
	}
	t := p.ident()
	d := &Decl{Kind: kind, Name: t.text, From: t.from}
	p.typeParams()
	d.Params = p.params()
	if p.accept(":") {
		// A named result.
		if p.is("(") && p.peek(2).text == ":" {
			d.Returns = p.params()
		} else {
			d.Returns = []Var{{"", p.typ(), t.from}}
		}
	}
	d.Clauses = p.clauses()
	if p.accept("{") {
		d.Body = p.expr()
		p.accept(";")
		p.expect("}")
	}
	// How it is compiled; what it means is the body above.
	if p.accept("by") {
		p.expect("method")
		p.braces()
	}
	p.file.Decls = append(p.file.Decls, d)
}

func (p *parser) constant() {
	t := p.ident()
	d := &Decl{Kind: "const", Name: t.text, From: t.from}
	if p.accept(":") {
		d.Returns = []Var{{"", p.typ(), t.from}}
	}
	p.expect(":=")
	d.Body = p.expr()
	p.accept(";")
	p.file.Decls = append(p.file.Decls, d)
}

// clauses reads the specification behind a header.
func (p *parser) clauses() []Clause {
	var out []Clause
	for {
		from := p.tok().from
		// An older word: what is assumed and not checked, read as any other clause.
		p.accept("free")
		kind := p.tok().text
		switch kind {
		case "requires", "ensures":
			p.i++
			for p.attribute() {
			}
			if p.tok().class == word && p.peek(1).text == ":" {
				p.i += 2 // a label
			}
			out = append(out, Clause{kind, p.expr(), from, p.toks[p.i-1].to})
		// Kept with their places and without their expressions: no metric asks for those.
		case "reads", "modifies", "decreases":
			p.i++
			for p.attribute() {
			}
			p.frame()
			out = append(out, Clause{Kind: kind, From: from, To: p.toks[p.i-1].to})
		default:
			return out
		}
		p.accept(";")
	}
}

// frame skips the expressions of reads, modifies and decreases.
func (p *parser) frame() {
	for {
		if !p.accept("*") && !p.accept("this") {
			p.expr()
		}
		if p.accept("`") {
			p.ident()
		}
		if !p.accept(",") {
			return
		}
	}
}

// typ reads a type.
func (p *parser) typ() *Type {
	p.enter()
	defer func() { p.depth-- }()
	from := p.tok().from
	if p.accept("(") {
		t := &Type{Name: "()", From: from}
		for !p.is(")") {
			t.Args = append(t.Args, p.typ())
			if !p.accept(",") {
				break
			}
		}
		p.expect(")")
		if p.is("->") {
			p.refuse("a function type")
		}
		// Only put in parentheses.
		if len(t.Args) == 1 {
			return t.Args[0]
		}
		return t
	}
	if p.tok().class != word {
		p.fail("expected a type, found " + p.found())
	}
	// C? is C or null, which a value tells by itself.
	t := &Type{Name: strings.TrimSuffix(p.next().text, "?"), From: from}
	if p.accept("<") {
		for {
			t.Args = append(t.Args, p.typ())
			if !p.accept(",") {
				break
			}
		}
		p.expect(">")
	}
	if p.is("->") || p.is("~") {
		p.refuse("a function type")
	}
	if s := p.file.Types[t.Name]; s != nil && len(t.Args) == 0 {
		return s
	}
	return t
}
