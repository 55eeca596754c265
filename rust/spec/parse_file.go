package spec

import (
	"fmt"
	"regexp"
	"slices"
	"sort"
	"strings"
)

// Parse reads a source file. It returns what could be read and, in File.Errs, the
// mistakes of clauses; mistakes of the code itself are the compiler's to find.
//
// Specifications stand in verus! blocks, between a function's signature and its body
// and between a loop's head and its body, or anywhere in comments that begin with
// //@: before a function, and before a loop.
func Parse(src string) *File {
	f := &File{Src: src}
	f.read(openComments(src, &f.Errs))
	if len(f.Errs) == 0 && strings.Contains(src, commentMark) {
		f.sameCode()
	}
	return f
}

// read reads a source in which comments may be open.
func (f *File) read(text string) {
	toks := lex(text, &f.Errs)
	if e := tooDeep(toks); e != nil {
		f.Errs = append(f.Errs, e)
		return
	}
	f.Declared = declared(toks)
	r := &reader{parser: parser{src: f.Src, toks: toks}, f: f}
	r.items("", false)
	// A brace too many: what follows it is read as well, so that its clauses are not passed over in
	// silence.
	if r.peek().kind != eof {
		r.take()
		r.items("", false)
	}
	r.hidesCode()
	sort.SliceStable(f.Errs, func(i, j int) bool { return f.Errs[i].From < f.Errs[j].From })
}

// sameCode notes a mistake where comments change what is read of the code: a bracket in one of
// them could hide what follows from our reader, though not from the compiler.
//
//	read(src) ≡ read(src without its comments), of functions that run, loops, types, modules, traits
func (f *File) sameCode() {
	bare := &File{Src: f.Src}
	bare.read(f.Src)
	if !slices.Equal(f.outline(), bare.outline()) {
		at := strings.Index(f.Src, commentMark)
		f.Errs = append(f.Errs, &Error{From: at, To: at + len(commentMark), Text: "comments for specifications change what is read of the code", Hint: "only clauses and spec fn may stand in them, each whole"})
	}
}

// outline is what is read of the code: each thing with its places.
func (f *File) outline() (out []string) {
	for _, fn := range f.Funcs {
		// Functions of clauses may stand in comments alone.
		if fn.Mode != Exec {
			continue
		}
		out = append(out, fmt.Sprint("fn ", fn.Module, " ", fn.Name, fn.NamePos, fn.Body, fn.Trusted, fn.Test, fn.Generics))
		for _, p := range fn.Params {
			out = append(out, fmt.Sprint("parameter ", p.Name, p.Span))
		}
		for _, l := range fn.Loops {
			out = append(out, fmt.Sprint("loop ", l.Word, l.Span, l.Body, l.Vars, l.First, l.Breaks))
		}
	}
	for _, it := range f.Items {
		out = append(out, fmt.Sprint("type ", it.Module, " ", it.Name, it.Generics, it.Enum, it.Numbered, it.Conditional))
		for _, v := range it.Variants {
			out = append(out, fmt.Sprint("variant ", v.Name, v.Tuple, len(v.Fields)))
		}
	}
	for _, m := range f.Modules {
		out = append(out, fmt.Sprint("mod ", m))
	}
	return append(out, f.Traits...)
}

// declares are the words before a name of a type or a trait.
var declares = map[string]bool{"type": true, "struct": true, "enum": true, "union": true, "trait": true}

// declared counts the names that tokens give a meaning, wherever they stand.
func declared(toks []token) map[string]int {
	out := map[string]int{}
	// Of the tokens rather than of what is read: a macro's text may declare names too.
	inUse := false
	for i, t := range toks[:max(0, len(toks)-1)] {
		next := toks[i+1]
		switch {
		case t.text == "use" && t.kind == ident:
			inUse = true
		case t.text == ";" && t.kind == punct:
			inUse = false
		case t.kind == ident && (declares[t.text] || inUse && t.text == "as") && (next.kind == ident || next.text == "$"):
			out[bare(next)]++
		case t.text == "macro_rules" && next.text == "!" && bare(toks[min(i+2, len(toks)-1)]) == "verus":
			out["verus"]++ // whose meaning is Verus's here
		case t.text == "<" && t.kind == punct && i > 0 && (toks[i-1].text == "impl" || i > 1 && (declares[toks[i-2].text] || toks[i-2].text == "fn")):
			parameters(toks[i:], out)
		}
	}
	return out
}

// parameters counts the names of a list of type parameters.
func parameters(toks []token, out map[string]int) {
	depth := 0
	for i, t := range toks[:max(0, len(toks)-1)] {
		switch t.text {
		case "<":
			depth++
		case ">":
			depth--
		case ">>":
			depth -= 2
		}
		if depth <= 0 {
			return
		}
		if depth == 1 && (t.text == "<" || t.text == ",") && toks[i+1].kind == ident {
			next := toks[i+1]
			if next.text == "const" && i+2 < len(toks) {
				next = toks[i+2]
			}
			out[bare(next)]++
		}
	}
}

// bare is a name as the compiler has it: r#name is name.
func bare(t token) string { return strings.TrimPrefix(t.text, "r#") }

// commentMark begins a comment that holds clauses.
const commentMark = "//@"

// openComments lets the lexer see into comments that hold clauses: the mark becomes
// blanks, so that nothing moves. A line whose text or comment has no end in it stays closed,
// or it would hide the code that follows.
func openComments(src string, errs *[]*Error) string {
	if !strings.Contains(src, commentMark) {
		return src
	}
	lines := strings.SplitAfter(src, "\n")
	at := 0
	for i, l := range lines {
		if trimmed := strings.TrimLeft(l, " \t"); strings.HasPrefix(trimmed, commentMark) {
			// As many blanks as the mark is long: places stay.
			indent := len(l) - len(trimmed)
			opened := l[:indent] + "   " + trimmed[len(commentMark):]
			var wrong []*Error
			// By itself: a text or a comment that the line leaves open would go on in the code.
			if lex(opened, &wrong); len(wrong) == 0 {
				lines[i] = opened
			}
			for _, e := range wrong {
				*errs = append(*errs, &Error{From: at + e.From, To: at + e.To, Text: e.Text, Hint: e.Hint})
			}
		}
		at += len(l)
	}
	return strings.Join(lines, "")
}

// reader reads the items of a file.
type reader struct {
	parser
	f *File
	// module is the path of the modules around, and test whether one is for tests only.
	module []string
	test   bool
	// verusCode says that the items around stand in a verus! block.
	verusCode bool
	// pending are clauses in comments, for the function or loop that comes next.
	pending []Clause
}

// specifies reports whether a word at a token may be one of specifications: in a comment for
// them, or in a verus! block. Elsewhere it is a name of the code's.
func (r *reader) specifies(t token) bool { return r.verusCode || r.inComment(t) }

// cut hides a piece of the source from the compiler, unless it is a comment anyway.
func (r *reader) cut(s Span) { r.f.cuts = append(r.f.cuts, s) }

// try runs read; a mistake is noted, and false returned.
func (r *reader) try(read func()) (ok bool) {
	r.terms = 0
	defer func() {
		if p := recover(); p != nil {
			e, is := p.(*Error)
			if !is {
				panic(p)
			}
			r.f.Errs = append(r.f.Errs, e)
			ok = false
		}
	}()
	read()
	return true
}

// items reads items up to a closing brace or the end. owner is the type whose impl
// they stand in.
func (r *reader) items(owner string, verus bool) {
	for r.peek().kind != eof && (!r.at("}") || r.inComment(r.peek())) {
		before := r.p
		r.item(owner, verus)
		if r.p == before {
			r.take()
		}
	}
}

// prefix is what stands before an item.
type prefix struct {
	start   token
	mode    Mode
	trusted bool
	test    bool    // it is compiled for tests only
	verus   bool    // it stands in a verus! block
	words   []token // that the compiler must not see: spec, proof, open …
}

func (r *reader) item(owner string, verus bool) {
	if _, ok := clauseWords[r.peek().text]; ok && r.peek().kind == ident && r.specifies(r.peek()) && (r.ahead(1).text != "!" || r.inComment(r.peek())) { // code may have a macro of that name
		r.try(func() { r.pending = append(r.pending, r.clauses(false)...) })
		return
	}

	pre := r.prefix(verus)
	t := r.peek()
	switch {
	case pre.mode == Exec && r.inComment(t):
		r.f.Errs = append(r.f.Errs, &Error{From: t.from, To: t.to, Text: t.text + " in a comment for specifications", Hint: onlySpecs})
		for end := r.lineEnd(t); r.peek().kind != eof && r.peek().from < end; {
			r.take()
		}
	case t.text == "verus" && r.ahead(1).text == "!":
		r.verus()
	case t.text == "fn":
		r.function(owner, pre)
	case t.text == "struct" || t.text == "enum":
		r.dataType(pre)
	case t.text == "impl" || t.text == "trait" || t.text == "mod":
		test := r.test
		r.test = test || pre.test
		r.container(t.text, verus)
		r.test = test
	case t.text == "{":
		r.skipBraces()
	case t.text == "(" && t.kind == punct: // a macro's arguments, of which it may make other items
		r.skipParens()
	case t.text == "[" && t.kind == punct:
		r.skipTo("[", "]")
	default:
		r.take()
	}
}

// onlySpecs is what a comment for specifications may hold, outside of functions.
const onlySpecs = "only clauses and spec fn may stand there"

// specFnWords may stand before a spec fn in a comment.
var specFnWords = map[string]bool{"spec": true, "open": true, "closed": true}

// lineEnd is where the line of a token ends.
func (r *reader) lineEnd(t token) int {
	if n := strings.IndexByte(r.src[t.from:], '\n'); n >= 0 {
		return t.from + n
	}
	return len(r.src)
}

// verus reads verus! { items }, of which only the items are left.
func (r *reader) verus() {
	r.f.verus = true
	start := r.take()
	r.accept("!")
	open := r.take()
	// Only the word and the braces: the items are compiled.
	r.cut(Span{start.from, open.to})
	defer func(was bool) { r.verusCode = was }(r.verusCode)
	r.verusCode = true
	r.items("", true)
	if end := r.peek(); end.text == "}" {
		r.take()
		r.cut(Span{end.from, end.to})
	}
}

// prefix reads attributes, visibility and modes.
func (r *reader) prefix(verus bool) prefix {
	pre := prefix{start: r.peek(), mode: Exec, verus: verus}
	for {
		t := r.peek()
		switch {
		case t.kind == ident && clauseWords[t.text] != InvalidClause && r.inComment(t): // behind an attribute
			if !r.try(func() { r.pending = append(r.pending, r.clauses(false)...) }) {
				return pre
			}
		case t.text == "#" && (r.ahead(1).text == "[" || r.ahead(1).text == "!"):
			from := r.p
			if !r.try(r.skipAttribute) {
				return pre
			}

			// The compiler of the project does not see it, and ours would.
			if r.inComment(t) {
				r.f.Errs = append(r.f.Errs, &Error{From: t.from, To: t.to, Text: "attribute in a comment for specifications", Hint: onlySpecs})
			}
			text := r.src[r.toks[from].from:r.toks[r.p-1].to]
			pre.test = pre.test || testAttribute.MatchString(text)

			if verusAttribute.MatchString(text) {
				r.cut(Span{r.toks[from].from, r.toks[r.p-1].to})
			}
			if strings.Contains(text, "verifier") || strings.Contains(text, "verus") {
				pre.trusted = pre.trusted || strings.Contains(text, "external")
			}
		case t.text == "pub":
			r.take()
			if r.at("(") {
				r.skipParens()
			}
		case t.text == "const" && r.ahead(1).text == "fn", t.text == "unsafe", t.text == "async", t.text == "default" && r.ahead(1).text == "fn":
			r.take()
		// Outside of verus! these words are names, but for a spec fn in a comment.
		case !verus && !(t.kind == ident && specFnWords[t.text] && r.inComment(t)):
			return pre
		case t.text == "spec" || t.text == "proof" || t.text == "exec" || t.text == "open" || t.text == "closed" || t.text == "broadcast" || t.text == "tracked" || t.text == "ghost" || t.text == "uninterp" || t.text == "axiom":
			switch t.text {
			case "spec":
				pre.mode = SpecFn
			case "proof", "axiom":
				pre.mode = ProofFn
				pre.trusted = pre.trusted || t.text == "axiom"
			}
			r.take()
			if r.at("(") {
				r.skipParens()
			}
			pre.words = append(pre.words, t)
		default:
			return pre
		}
	}
}

// verusAttribute matches Verus's own attributes, which the compiler has not.
var verusAttribute = regexp.MustCompile(`^#!?\s*\[\s*(?:verifier|verus|verus_spec|verus_verify)\s*(?:::|\(|\])`)

// testAttribute matches the attributes of what is compiled for tests only.
var testAttribute = regexp.MustCompile(`^#\[\s*(?:test|bench|cfg\s*\(\s*test\s*\))\s*\]$`)

// skipParens and skipBraces skip what is in brackets.
func (r *reader) skipParens() { r.skipTo("(", ")") }

func (r *reader) skipBraces() { r.skipTo("{", "}") }

func (r *reader) skipTo(open, end string) {
	depth := 0
	for r.peek().kind != eof {
		t := r.take()
		if t.kind != punct {
			continue
		}
		switch t.text {
		case open:
			depth++
		case end:
			if depth--; depth <= 0 {
				return
			}
		}
	}
}

// container reads an impl, a trait or a module: its items belong to it.
func (r *reader) container(word string, verus bool) {
	r.take()
	name, module := "", r.peek().text
	angle := 0

	// The last name outside of angle brackets is the type's; for begins anew, since what stood before
	// it was the trait.
	for r.peek().kind != eof && !r.at("{") && !r.at(";") {
		t := r.take()
		switch {
		case t.text == "<":
			angle++
		case t.text == ">":
			angle--
		case t.text == ">>":
			angle -= 2
		case t.text == "for" && angle == 0: // impl Trait for Type
			name = ""
		case t.text == "where" && angle == 0:
			for r.peek().kind != eof && !r.at("{") {
				r.take()
			}
		case word == "trait" && name != "": // its supertraits
		case t.kind == ident && angle == 0 && word != "mod":
			name = t.text
		}
	}

	if word == "trait" {
		r.f.Traits = append(r.f.Traits, name)
	}
	if !r.accept("{") {
		r.accept(";")
		return
	}

	if word == "mod" {
		r.module = append(r.module, module)
		defer func() { r.module = r.module[:len(r.module)-1] }()
	}

	r.items(name, verus)
	r.unused() // or else they would be the next function's outside
	if word == "mod" && r.at("}") {
		r.f.Modules = append(r.f.Modules, Module{strings.Join(r.module, "::"), r.peek().from})
	}
	r.accept("}")
}

// function reads a function with its clauses and what its body holds of them.
func (r *reader) function(owner string, pre prefix) {
	r.accept("fn")
	name := r.take()
	fn := &Func{Mode: pre.mode, Name: name.text, Module: strings.Join(r.module, "::"), NamePos: Span{name.from, name.to}, Trusted: pre.trusted, Test: pre.test || r.test}
	if owner != "" {
		fn.Name = owner + "::" + name.text
	}

	ok := r.try(func() {
		fn.Generics = r.generics()
		fn.Params = r.params(fn)
		r.result(fn)
		if r.at("where") {
			for r.peek().kind != eof && !r.at("{") && !r.at(";") && (clauseWords[r.peek().text] == InvalidClause || !r.specifies(r.peek())) {
				r.take()
			}
		}
		fn.Clauses = r.clauses(true)
		if fn.Mode != SpecFn { // which comments in front of it are not about
			fn.Clauses, r.pending = append(r.pending, fn.Clauses...), nil
		}
	})
	if fn.Mode != SpecFn {
		r.pending = nil
	}

	if !ok {
		for r.peek().kind != eof && !r.at("{") && !r.at(";") { // go on behind the signature
			r.take()
		}
	}
	if r.at("{") {
		r.functionBody(fn)
	} else {
		r.accept(";")
		// Without a body there is nothing to look at: a trait's method, or one of another language.
		fn.Trusted = true
	}

	fn.Span = Span{pre.start.from, r.toks[r.p-1].to}
	// The compiler sees nothing of functions of clauses and of proofs.
	if fn.Mode != Exec {
		r.cut(fn.Span)
	} else {
		for _, w := range pre.words {
			r.cut(Span{w.from, w.to})
		}
	}

	fn.Asked = pre.verus || len(fn.Clauses) > 0
	for _, l := range fn.Loops {
		fn.Asked = fn.Asked || len(l.Clauses) > 0
	}
	// One whose signature could not be read has a mistake in Errs, and no answer is given at all.
	if ok {
		r.f.Funcs = append(r.f.Funcs, fn)
	}
}

func (r *reader) functionBody(fn *Func) {
	open := r.p
	if fn.Mode == SpecFn {
		fn.Body.From = r.peek().from
		read := r.try(func() {
			r.expect("{")
			fn.Value = r.body()
			r.expect("}")
		})
		if !read {
			// The mistake is noted; the reader goes on behind the body.
			r.p = open
			r.skipBraces()
		}
		fn.Body.To = r.toks[r.p-1].to
		return
	}

	fn.Body.From = r.take().from
	defer r.unused()
	if fn.Mode == Exec && !fn.Trusted {
		r.code(fn)
	} else {
		r.p = open
		r.skipBraces()
		// Back to the closing brace, as after code.
		r.p--
	}
	if r.at("}") {
		r.take()
	}
	fn.Body.To = r.toks[r.p-1].to
}

// unused notes clauses in comments that stand before no loop and no function.
func (r *reader) unused() {
	for _, c := range r.pending {
		r.f.Errs = append(r.f.Errs, &Error{From: c.From, To: c.To, Text: "clause that belongs to no loop and no function"})
	}
	r.pending = nil
}

// attributes skips attributes, and reports whether the compiler may leave out what
// stands behind them.
func (r *reader) attributes() (conditional bool) {
	for r.at("#") {
		from := r.p
		r.skipAttribute()
		conditional = conditional || strings.Contains(r.src[r.toks[from].from:r.toks[r.p-1].to], "cfg")
	}
	return conditional
}

// generics reads <T: Ord, const N: usize, 'a> and gives the names of types.
func (r *reader) generics() []string {
	if !r.at("<") {
		return nil
	}
	var out []string
	r.take()
	depth, fresh := 1, true
	for depth > 0 {
		t := r.take()
		switch {
		case t.kind == eof:
			r.fail("generic parameters without an end", "")
		case t.text == "<":
			depth++
		case t.text == ">":
			depth--
		case t.text == ">>":
			depth -= 2
		case t.text == "," && depth == 1:
			fresh = true
		case t.kind == ident && fresh && t.text != "const":
			out = append(out, t.text)
			fresh = false
		}
	}
	return out
}

func (r *reader) params(fn *Func) []Param {
	r.expect("(")
	var out []Param
	for !r.accept(")") {
		if r.attributes() {
			r.fail("parameters under cfg have no meaning here", "")
		}
		start := r.peek()
		p := Param{Span: Span{start.from, start.to}}
		switch {
		case r.selfParam(&p):
		case r.at("Ghost") || r.at("Tracked") || r.at("ghost") || r.at("tracked"):
			fn.Unsupported = append(fn.Unsupported, Unsupported{p.Span, "ghost parameter"})
			r.fail("ghost parameters have no meaning here yet", "")
		default:
			r.accept("mut")
			n := r.take()
			// The pattern's names are not the parameter's: clauses can't speak of it.
			if n.kind != ident || !r.at(":") {
				r.p--
				fn.Unsupported = append(fn.Unsupported, Unsupported{p.Span, "pattern as a parameter"})
				for !r.at(":") && r.peek().kind != eof {
					if r.at("(") {
						r.skipParens()
						continue
					}
					r.take()
				}
				n = token{text: "_"}
			}
			r.expect(":")
			p.Name, p.Type = n.text, r.typ()
		}
		p.Span = r.from(start.from)
		out = append(out, p)
		if !r.accept(",") {
			r.expect(")")
			break
		}
	}
	return out
}

// selfParam reads self in its forms.
func (r *reader) selfParam(p *Param) bool {
	at := r.p
	ref := r.accept("&")
	if ref && r.peek().kind == lifetime {
		r.take()
	}
	mut := r.accept("mut")
	if !r.accept("self") {
		r.p = at
		return false
	}
	p.Name = "self"
	switch {
	case r.accept(":"):
		p.Type = r.typ()
	case ref && mut:
		p.Type = selfType("&mut Self")
	case ref:
		p.Type = selfType("&Self")
	default:
		p.Type = selfType("Self")
	}
	return true
}

// result reads -> T or -> (name: T), of which the compiler sees T.
func (r *reader) result(fn *Func) {
	if !r.accept("->") {
		return
	}
	if r.at("(") && r.ahead(1).kind == ident && r.ahead(2).text == ":" {
		open := r.take()
		name := r.take()
		colon := r.take()
		r.cut(Span{open.from, colon.to})
		from := r.peek().from
		fn.Result = Param{Span: Span{name.from, name.to}, Name: name.text, Type: r.typ()}
		fn.Returns = r.from(from)
		end := r.expect(")")
		r.cut(Span{end.from, end.to})
		return
	}
	from := r.peek().from
	fn.Result = Param{Type: r.typ()}
	fn.Result.Span = r.from(from)
	fn.Returns = fn.Result.Span
}

// clauses reads clause words with their expressions. hide says that they stand in
// code, where the compiler must not see them; in comments it does not anyway.
func (r *reader) clauses(hide bool) []Clause {
	var out []Clause
	for {
		t := r.peek()
		kind := clauseWords[t.text]
		if kind == InvalidClause || t.kind != ident || !r.specifies(t) {
			return out
		}
		r.take()

		// Expressions up to the body, or to the next word of clauses.
		for !r.at("{") && !r.at(";") && r.peek().kind != eof && (clauseWords[r.peek().text] == InvalidClause || r.peek().kind != ident) {
			if !hide && !r.inComment(r.peek()) {
				break // the code that the comment stands before
			}
			start := r.peek().from
			r.terms = 0
			e := r.expr()
			s := r.from(start)
			// The expression has run on into the code behind the comment.
			if r.inComment(t) && !r.inComment(r.toks[r.p-1]) {
				panic(&Error{From: t.from, To: t.to, Text: endsOutside, Hint: "begin each of its lines with " + commentMark})
			}
			out = append(out, Clause{Span: s, Kind: kind, Expr: e, Text: r.src[s.From:s.To]})
			if kind == Decreases && (r.at("when") || r.at("via")) {
				r.fail("when and via have no meaning here", "")
			}
			if !r.accept(",") {
				break
			}
		}

		if hide {
			r.cut(r.from(t.from))
		}
		if !hide {
			r.accept(";")
		}
		r.f.Lists = append(r.f.Lists, r.from(t.from))
	}
}

const endsOutside = "what begins in a comment must end in it"

// hidesCode notes what begins in a comment and goes on in code, which the compiler of the project
// sees and ours would not.
func (r *reader) hidesCode() {
	mark := func(l string) bool { return strings.HasPrefix(strings.TrimLeft(l, " \t"), commentMark) }
	for _, s := range r.f.cuts {
		begin := strings.LastIndexByte(r.src[:s.From], '\n') + 1
		lines := strings.Split(r.src[begin:s.To], "\n")
		if mark(lines[0]) && slices.ContainsFunc(lines, func(l string) bool { return !mark(l) }) {
			r.f.Errs = append(r.f.Errs, &Error{From: s.From, To: s.From + len(lines[0]) - (s.From - begin), Text: endsOutside, Hint: "begin each of its lines with " + commentMark})
		}
	}
}

// inComment reports whether a token stands in a comment that holds clauses.
func (r *reader) inComment(t token) bool {
	start := strings.LastIndexByte(r.src[:t.from], '\n') + 1
	return strings.HasPrefix(strings.TrimLeft(r.src[start:], " \t"), commentMark)
}
