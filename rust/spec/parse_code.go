package spec

import (
	"fmt"
	"slices"
	"strings"

	"ensures/rust/mir"
)

func selfType(text string) *mir.Type {
	t, err := mir.ParseType(text)
	if err != nil {
		panic(err) // a constant of ours
	}
	return t
}

// code reads the body of a function up to its closing brace: loops with clauses,
// assertions, and ghost code, which the compiler must not see.
func (r *reader) code(fn *Func) {
	for r.peek().kind != eof && (!r.at("}") || r.inComment(r.peek())) {
		t := r.peek()
		switch {
		case t.kind == ident && clauseWords[t.text] != InvalidClause && r.inComment(t):
			r.try(func() { r.pending = append(r.pending, r.clauses(false)...) })
		// A brace in a comment would move the ends of blocks for us and not for the compiler.
		case r.inComment(t) && (t.text == "{" || t.text == "}" || t.text == "while" || t.text == "loop" || t.text == "for"):
			r.f.Errs = append(r.f.Errs, &Error{From: t.from, To: t.to, Text: t.text + " in a comment for specifications", Hint: "clauses stand there alone, and before a loop"})
			r.take()
		case t.kind != ident:
			r.take()
			// Blocks in blocks: loops and assertions stand anywhere.
			if t.text == "{" {
				r.code(fn)
				r.accept("}")
			}
		case t.text == "fn" && r.ahead(1).kind == ident && len(r.pending) > 0:
			// A function inside of this one takes no clauses that were meant for a loop.
			r.unused()
		case t.text == "while" || t.text == "loop" || t.text == "for":
			r.loop(fn)
		// What follows are words of Verus, which code outside of verus! may use as names.
		case !r.specifies(t):
			r.take()
		case t.text == "assert" && (r.ahead(1).text == "(" || r.ahead(1).text == "forall"), t.text == "assume" && r.ahead(1).text == "(":
			r.assertion(fn)
		case t.text == "proof" && r.ahead(1).text == "{":
			r.proofBlock(fn)
		case t.text == "let" && (r.ahead(1).text == "ghost" || r.ahead(1).text == "tracked") && r.ahead(2).text != "=" && r.ahead(2).text != ":":
			fn.Ghosts = append(fn.Ghosts, r.ghostNames()...)
			r.ghost(fn, "ghost variable")
		case (t.text == "reveal" || t.text == "reveal_with_fuel" || t.text == "hide") && r.ahead(1).text == "(", t.text == "broadcast" && r.ahead(1).text == "use":
			r.ghost(nil, "")
		case r.inComment(t):
			r.f.Errs = append(r.f.Errs, &Error{From: t.from, To: t.to, Text: t.text + " in a comment for specifications", Hint: "clauses, assert and proof stand there"})
			// The rest of the line is the same mistake.
			for end := r.lineEnd(t); r.peek().kind != eof && r.peek().from < end; {
				r.take()
			}
		default:
			r.take()
		}
	}
}

// ghostNames are the names before the value of a ghost variable that comes next.
func (r *reader) ghostNames() []string {
	var out []string
	for i := 2; r.ahead(i).kind != eof && r.ahead(i).text != "=" && r.ahead(i).text != ";"; i++ {
		if r.ahead(i).kind == ident {
			out = append(out, r.ahead(i).text)
		}
	}
	return out
}

// ghost skips a statement that only a prover reads. What names such a variable has
// no meaning here.
func (r *reader) ghost(fn *Func, what string) {
	start := r.peek()
	depth := 0
	for r.peek().kind != eof && !(r.at("}") && depth == 0) {
		t := r.take()
		if t.kind == punct {
			switch t.text {
			case "(", "[", "{":
				depth++
			case ")", "]", "}":
				depth--
			}
			if t.text == ";" && depth == 0 {
				break
			}
		}
	}

	s := r.from(start.from)
	r.cut(s)
	if fn != nil {
		fn.Unsupported = append(fn.Unsupported, Unsupported{s, what})
	}
}

// loop reads a loop with its clauses, before its head in comments or behind it.
func (r *reader) loop(fn *Func) {
	word := r.take()
	l := &Loop{Word: word.text, Clauses: r.pending, Start: word.from}
	r.pending = nil
	l.Alone = r.begins(l)
	l.Head.From = word.to

	depth := 0
	head := word.text == "for"
	if n := r.ahead(1); head && r.peek().text == "(" && n.kind == ident && n.text != "mut" && n.text != "ref" && r.ahead(2).text == "," {
		// Of (i, x) the first, which may be the number of the item.
		l.First = n.text
	}

	// The head, up to the body's brace: braces inside of parentheses are a closure's or a struct's.
	for r.peek().kind != eof {
		t := r.peek()
		switch {
		case t.text == "in" && t.kind == ident:
			if head && r.verusCode && r.ahead(1).kind == ident && r.ahead(2).text == ":" { // for x in iter: 0..n
				r.cut(Span{r.ahead(1).from, r.ahead(2).to})
			}
			head = false
		case head && t.kind == ident:
			l.Vars = append(l.Vars, t.text)
		}
		if depth == 0 && (t.text == "{" && t.kind == punct || t.kind == ident && clauseWords[t.text] != InvalidClause && r.specifies(t)) {
			break
		}
		switch r.take(); t.text {
		case "(", "[", "{":
			if t.kind == punct {
				depth++
			}
		case ")", "]", "}":
			if t.kind == punct {
				depth--
			}
		}
	}

	l.Head.To = max(l.Head.From, r.toks[r.p-1].to)
	if !r.try(func() { l.Clauses = append(l.Clauses, r.clauses(true)...) }) {
		for r.peek().kind != eof && !r.at("{") {
			r.take()
		}
	}
	if !r.at("{") {
		return
	}

	body := r.p
	l.Body.From = r.take().from
	fn.Loops = append(fn.Loops, l)
	r.code(fn)
	r.accept("}")
	l.Body.To = r.toks[r.p-1].to
	// Also of loops inside: too many is safe, since it only refuses an ensures.
	l.Breaks = slices.ContainsFunc(r.toks[body:r.p], func(t token) bool { return t.kind == ident && t.text == "break" })
	l.Span = Span{word.from, l.Body.To}

	// What is done with the loop's value makes it a part of an expression.
	switch next := r.peek(); next.text {
	case "}":
		l.Last = true
	case ".", "?", "as", ")", "]", ",":
		l.Alone = false
	default:
		l.Alone = l.Alone && next.kind != eof
	}
}

// begins reports whether the loop whose keyword was read begins a statement, and notes where
// its label is.
func (r *reader) begins(l *Loop) bool {
	i := r.p - 2
	if i > 0 && r.toks[i].text == ":" && r.toks[i-1].kind == lifetime {
		l.Start = r.toks[i-1].from
		i -= 2
	}
	for i >= 0 && r.inComment(r.toks[i]) {
		i--
	}
	return i >= 0 && r.toks[i].kind == punct && (r.toks[i].text == ";" || r.toks[i].text == "{" || r.toks[i].text == "}")
}

// assertion reads assert(e), assert(e) by …, assert forall|x| P implies Q by { … } and
// assume(e). Where the code comes by, [File.Plain] leaves a mark.
func (r *reader) assertion(fn *Func) {
	// A failed try has noted the mistake; the statement is hidden from the compiler all the same.
	word := r.peek()
	ok := r.try(func() {
		if r.inComment(word) && !r.betweenStatements() {
			r.fail("an assertion stands between statements", "")
		}
		r.take()
		c := Clause{Kind: Assert}
		if word.text == "assume" {
			c.Kind = Assume
		}
		start := r.peek().from
		if r.at("forall") {
			c.Expr = r.assertForall()
		} else {
			r.expect("(")
			start = r.peek().from
			c.Expr = r.expr()
		}

		s := r.from(start)
		c.Text = r.src[s.From:s.To]
		r.accept(")")
		// How it is proved is the other prover's business.
		r.by()
		r.accept(";")
		c.Span = r.from(word.from)
		fn.Proof = append(fn.Proof, c)
		r.cut(c.Span)
	})
	if !ok {
		r.ghost(fn, "assertion")
	}
}

// betweenStatements reports whether a statement may stand at the next token, which is in a
// comment: else what [File.Plain] leaves of an assertion would become a part of the code around.
func (r *reader) betweenStatements() bool {
	at := r.p - 1
	for at >= 0 && r.inComment(r.toks[at]) {
		at--
	}
	if at < 0 || r.toks[at].kind != punct {
		return false
	}
	t := r.toks[at].text
	return t == ";" || t == "{" || t == "}"
}

// assertForall reads forall|x| P implies Q as forall|x| P ==> Q.
func (r *reader) assertForall() Expr {
	op := r.take()
	q := &Quant{Op: op.text, Vars: r.bound()}
	for r.at("#") {
		r.skipAttribute()
	}
	q.Body = r.expr()
	if r.accept("implies") {
		y := r.expr()
		q.Body = &Binary{Span{q.Body.Pos().From, y.Pos().To}, "==>", q.Body, y}
	}
	q.Span = r.from(op.from)
	return q
}

// by skips how an assertion is proved.
func (r *reader) by() {
	if !r.accept("by") {
		return
	}
	if r.at("(") {
		r.skipParens()
	}
	if _, ok := clauseWords[r.peek().text]; ok {
		r.clauses(false)
		for r.peek().kind != eof && !r.at("{") && !r.at(";") {
			r.take()
		}
	}
	if r.at("{") {
		r.skipBraces()
	}
}

// proofBlock reads proof { … }: its assertions count, the rest has no meaning here.
func (r *reader) proofBlock(fn *Func) {
	word := r.take()
	open := r.take()
	// The braces alone are cut here: assertions inside leave their marks between them.
	r.cut(Span{word.from, open.to})
	for r.peek().kind != eof && !r.at("}") {
		if r.at("assert") && (r.ahead(1).text == "(" || r.ahead(1).text == "forall") {
			r.assertion(fn)
			continue
		}
		r.ghost(nil, "")
	}
	if end := r.peek(); end.text == "}" {
		r.take()
		r.cut(Span{end.from, end.to})
	}
	if r.inComment(word) {
		r.cut(r.from(word.from)) // and nothing of the code
	}
}

// dataType reads a struct or an enum.
func (r *reader) dataType(pre prefix) {
	word := r.take()
	it := &Item{Enum: word.text == "enum", Name: r.take().text, Module: strings.Join(r.module, "::")}
	r.try(func() {
		it.Generics = r.generics()
		if r.at("where") {
			for r.peek().kind != eof && !r.at("{") && !r.at(";") {
				r.take()
			}
		}
		if it.Enum {
			r.expect("{")
			for !r.accept("}") {
				// cfg on any part leaves open what the type is made of.
				it.Conditional = r.attributes() || it.Conditional
				v := Variant{Name: r.take().text}
				it.Conditional = r.fields(&v) || it.Conditional
				// A number of its own: what a cast gives then is not the variant's place.
				if r.accept("=") {
					r.expr()
					it.Numbered = true
				}
				it.Variants = append(it.Variants, v)
				if !r.accept(",") {
					r.expect("}")
					break
				}
			}
		} else {
			v := Variant{Name: it.Name}
			it.Conditional = r.fields(&v)
			r.accept(";")
			it.Variants = []Variant{v}
		}
		it.Span = Span{pre.start.from, r.toks[r.p-1].to}
		r.f.Items = append(r.f.Items, it)
	})
}

// fields reads the fields of a constructor, in either form, and reports whether the
// compiler may leave one out.
func (r *reader) fields(v *Variant) (conditional bool) {
	end := ")"
	switch {
	case r.accept("("):
		v.Tuple = true
	case r.accept("{"):
		end = "}"
	default:
		v.Tuple = true
		return false
	}

	for !r.accept(end) {
		conditional = r.attributes() || conditional
		if r.accept("pub") && r.at("(") {
			r.skipParens()
		}
		// Fields of a tuple struct are called by their places.
		f := Param{Name: fmt.Sprint(len(v.Fields))}
		if !v.Tuple {
			n := r.take()
			f.Name = n.text
			r.expect(":")
		}
		start := r.peek().from
		f.Type = r.typ()
		f.Span = r.from(start)
		v.Fields = append(v.Fields, f)
		if !r.accept(",") {
			r.expect(end)
			break
		}
	}
	return conditional
}

// markName is the function whose calls [File.Plain] leaves where assertions stand.
const markName = "_e"

// plainTail is what Plain puts behind every file: the marks.
const plainTail = `
#[allow(dead_code)] fn _e(_: usize) {}
`

// verusTail is what Plain puts behind a file with verus!: the setter of vectors that Verus has
// and std has not.
const verusTail = `#[allow(dead_code)] trait EnsuresSet<T> { fn set(&mut self, i: usize, value: T); }
impl<T> EnsuresSet<T> for Vec<T> { fn set(&mut self, i: usize, value: T) { self[i] = value } }
`

// commentAround is the line of a byte where that is a comment for clauses, else empty.
func (f *File) commentAround(at int) Span {
	from := strings.LastIndexByte(f.Src[:at], '\n') + 1
	if !strings.HasPrefix(strings.TrimLeft(f.Src[from:], " \t"), commentMark) {
		return Span{from, from}
	}
	if n := strings.IndexByte(f.Src[at:], '\n'); n >= 0 {
		return Span{from, at + n}
	}
	return Span{from, len(f.Src)}
}

// Plain returns the file as the compiler has to see it: without specifications, each
// of the others at its line and column. The i-th assertion of all functions in order
// is a call of _e with i.
func (f *File) Plain() string {
	b := []byte(f.Src)
	blank := func(s Span) {
		for i := s.From; i < s.To; i++ {
			if b[i] != '\n' && b[i] != '\r' {
				b[i] = ' '
			}
		}
	}
	for _, s := range f.cuts {
		blank(s)
	}
	// A comment that holds an assertion becomes a line of code, of which the mark is all.

	for _, fn := range f.Funcs {
		for _, c := range fn.Proof {
			if line := f.commentAround(c.From); line.To > line.From {
				blank(line)
			}
		}
	}

	n := 0
	for _, fn := range f.Funcs {
		for _, c := range fn.Proof {
			// One that has no room is left out; the verifier counts the marks and refuses the function.
			mark := fmt.Sprintf("%s(%d);", markName, n)
			if line := strings.IndexByte(f.Src[c.From:c.To], '\n'); c.To-c.From >= len(mark) && (line < 0 || line >= len(mark)) {
				copy(b[c.From:], mark)
			}
			n++
		}
	}

	// Behind the end, so that no place moves.
	out := string(b)
	if !f.verus {
		return out + plainTail
	}
	return withoutVstd(out) + plainTail + verusTail
}

// ofVstd reports whether a line imports something of Verus's library.
func ofVstd(line string) bool {
	t := strings.TrimSpace(line)
	return (strings.HasPrefix(t, "use vstd::") || strings.HasPrefix(t, "use builtin::") || strings.HasPrefix(t, "use verus_builtin")) && strings.HasSuffix(t, ";")
}

// withoutVstd hides the imports of Verus's library, which the compiler has not.
func withoutVstd(src string) string {
	lines := strings.SplitAfter(src, "\n")
	for i, l := range lines {
		if ofVstd(l) {
			lines[i] = strings.Repeat(" ", len(strings.TrimRight(l, "\r\n"))) + l[len(strings.TrimRight(l, "\r\n")):]
		}
	}
	return strings.Join(lines, "")
}

// Ghost returns the pieces of the file that only Verus reads, comments left out, in order
// and without overlaps, and what the rest needs behind its end instead.
func (f *File) Ghost() (pieces []Span, support string) {
	if !f.verus {
		return nil, ""
	}
	all := slices.Clone(f.cuts)
	at := 0
	for l := range strings.Lines(f.Src) {
		if ofVstd(l) {
			all = append(all, Span{at, at + len(strings.TrimRight(l, "\r\n"))})
		}
		at += len(l)
	}

	slices.SortFunc(all, func(a, b Span) int { return a.From - b.From })
	for _, s := range all {
		begin := strings.LastIndexByte(f.Src[:s.From], '\n') + 1
		// Comments stay as they are in the project's file.
		if strings.HasPrefix(strings.TrimLeft(f.Src[begin:], " \t"), commentMark) {
			continue
		}
		// A piece inside of another, as an assertion in a proof block, is one with it.
		if n := len(pieces); n > 0 && s.From < pieces[n-1].To {
			pieces[n-1].To = max(pieces[n-1].To, s.To)
			continue
		}
		pieces = append(pieces, s)
	}
	if strings.Contains(f.Src, ".set(") {
		support = "\n" + verusTail
	}
	return pieces, support
}
