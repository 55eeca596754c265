package jml

import (
	"fmt"
	"strings"

	"ensures/java"
)

// Codes of this package's errors and warnings, beside those of package java.
const (
	MissingSemicolon java.Code = "missing-semicolon"
	UnknownWord      java.Code = "unknown-word"   // a backslash word or clause keyword that does not exist
	Misplaced        java.Code = "misplaced-spec" // a clause where it has no meaning
	IgnoredSpec      java.Code = "ignored-spec"   // text that looks like a specification and is not read as one
	Suspicious       java.Code = "suspicious"     // legal, probably not what was meant
	NotPure          java.Code = "not-pure"       // a specification calls a method that may change the state
	NotVisible       java.Code = "not-visible"    // a clause names what its readers can't see
)

// reader is the parser of one stretch of JML text: comments that follow one
// another without Java between them.
type reader struct {
	p     *java.Parser
	file  *java.File // the Java file, for positions
	anns  []annotation
	out   *File
	errs  *java.ErrorList
	seen  map[*java.Error]bool // errors of p taken over
	last  java.Pos             // end of the last token consumed
	round java.Pos             // see advancing
	bad   bool                 // the clause being read has an error
}

func (r *reader) tok() *java.Token    { t := r.p.Tok(); return &t }
func (r *reader) eof() bool           { return r.p.AtEnd() }
func (r *reader) is(text string) bool { t := r.p.Tok(); return t.Is(text) }
func (r *reader) word() string {
	if t := r.p.Tok(); t.Kind == java.Identifier || t.Kind == java.Keyword {
		return t.Text
	}
	return ""
}

func (r *reader) peekIs(text string) bool {
	t := r.p.Peek(1)
	return t.Is(text)
}

// next consumes a token.
func (r *reader) next() java.Token {
	t := r.p.Next()
	if t.Kind != java.EOF {
		r.last = t.To
	}
	return t
}

func (r *reader) accept(text string) bool {
	if !r.is(text) {
		return false
	}
	r.next()
	return true
}

// took notes that the parser consumed n.
func (r *reader) took(n java.Node) {
	if n != nil && n.End() > r.last {
		r.last = n.End()
	}
	r.take()
}

// take moves the parser's new errors to ours.
func (r *reader) take() {
	list := r.p.Errors()
	if len(list) == len(r.seen) {
		return
	}
	for _, e := range list {
		if r.seen[e] {
			continue
		}
		if r.seen == nil {
			r.seen = map[*java.Error]bool{}
		}
		r.seen[e] = true
		r.bad = true
		if n := len(*r.errs); n > 0 {
			if prev := (*r.errs)[n-1]; prev.Msg == e.Msg && prev.Span.To == e.Span.From {
				prev.Span.To = e.Span.To // one more of the same illegal character
				continue
			}
		}
		e.At = r.file.Position(e.Span.From)
		improve(r.file, e)
		*r.errs = append(*r.errs, e)
	}
}

func (r *reader) errorf(code java.Code, at java.Node, hint, format string, args ...any) {
	r.bad = true
	*r.errs = append(*r.errs, newError(r.file, code, at, hint, format, args...))
}

func (r *reader) warnf(code java.Code, at java.Node, hint, format string, args ...any) {
	r.out.Warnings = append(r.out.Warnings, newError(r.file, code, at, hint, format, args...))
}

func newError(f *java.File, code java.Code, at java.Node, hint, format string, args ...any) *java.Error {
	return &java.Error{Code: code, At: f.Position(at.Pos()), Span: java.Span{From: at.Pos(), To: at.End()},
		Msg: fmt.Sprintf(format, args...), Hint: hint}
}

// show is a token as messages print it.
func show(t *java.Token) string {
	if t.Kind == java.EOF {
		return "the end of the specification"
	}
	return "'" + t.Text + "'"
}

// endPoint is the empty span at p's last consumed token's end.
func (r *reader) endPoint() java.Span { return java.Span{From: r.last, To: r.last} }

// advancing is the condition of every loop over top-level constructs: false at
// the end. A round that consumed nothing is an error of its own, so that no input
// can hold the reader up.
func (r *reader) advancing() bool {
	t := r.tok()
	if t.Kind == java.EOF {
		return false
	}
	if t.From == r.round {
		r.errorf(java.SyntaxError, t, "", "unexpected %s", show(t))
		r.next()
		r.sync()
		t = r.tok()
	}
	r.round = t.From
	return t.Kind != java.EOF
}

func (r *reader) expr() java.Expr {
	e := r.p.Expr()
	r.took(e)
	return e
}

// semi reads the semicolon of a clause. A missing one is forgiven, with a
// warning, where nothing of the specification follows.
func (r *reader) semi(what string) {
	r.take()
	switch t := r.tok(); {
	case r.accept(";"):
		for r.is(";") {
			r.next()
		}
	case t.Kind == java.EOF:
		if !r.bad {
			r.warnf(MissingSemicolon, r.endPoint(), "write ';' at the end of the clause", "missing semicolon at the end of the %s", what)
		}
	case r.bad:
		// The clause has its message; what is left of it is not worth another.
		r.sync()
	case r.startsClause() && (t.NewLine || r.crosses(t.From)):
		// A keyword at the beginning of a line is the next clause, so this one lacks its end.
		r.errorf(MissingSemicolon, r.endPoint(), "end every clause with ';'", "missing semicolon at the end of the %s", what)
	default:
		hint := ""
		switch t.Text {
		case "=":
			hint = "equality is '=='"
		case "and":
			hint = "conjunction is '&&'"
		case "or":
			hint = "disjunction is '||'"
		case "->", "=>":
			hint = "implication is '==>'"
		case "implies":
			hint = "implication is '==>'"
		case "iff":
			hint = "equivalence is '<==>'"
		case ")", "]":
			hint = "there is no matching opening bracket"
		case "`", "```":
			hint = "remove the Markdown fence"
		}

		want := "an operator"
		if kind, _, _ := strings.Cut(what, " "); methodKeywords[base(kind)] == Assignable || methodKeywords[base(kind)] == Accessible || loopKeywords[base(kind)] == LoopAssigns {
			want = "','"
		}
		r.errorf(java.SyntaxError, t, hint, "unexpected %s in the %s, expected %s or ';'", show(t), what, want)
		r.sync()
	}
}

// crosses reports whether pos lies in a later comment than the last token.
func (r *reader) crosses(pos java.Pos) bool {
	for _, a := range r.anns {
		if a.From > r.last-1 && a.From < pos {
			return true
		}
	}
	return false
}

// startsClause reports whether the current token is a keyword that begins a
// clause, statement or case.
func (r *reader) startsClause() bool { return isClauseWord(r.word()) || r.is("{|") || r.is("|}") }

func isClauseWord(w string) bool {
	if w == "" {
		return false
	}
	w, _ = redundant(w)
	if _, ok := behaviourKeywords[w]; ok {
		return true
	}
	if _, ok := stmtKeywords[w]; ok {
		return true
	}
	for _, t := range []map[string]Kind{methodKeywords, classKeywords, loopKeywords} {
		if _, ok := t[w]; ok {
			return true
		}
	}
	switch w {
	case "also", "implies_that", "for_example", "ghost", "pure", "spec_public", "public", "private", "protected":
		return true
	}
	return false
}

// sync skips to the end of a clause that could not be read: past its semicolon,
// or to a keyword that begins a line.
func (r *reader) sync() {
	depth := 0
	for !r.eof() {
		t := r.tok()
		switch t.Text {
		case "(", "[", "{":
			depth++
		case ")", "]", "}":
			depth--
		case ";":
			if depth <= 0 {
				r.next()
				return
			}
		case "|}", "{|":
			return
		}
		// At any depth: an unclosed bracket may be what is wrong.
		if t.NewLine && t.From > r.last && r.startsClause() {
			return
		}
		r.next()
	}
	r.take()
}

// stopWord reports whether a word after a semicolon begins a clause rather than
// the body of a quantifier without parentheses. Keywords that are likely names of
// variables count only if they are long.
func stopWord(w string) bool {
	switch w {
	case "old", "pre", "post", "set", "when", "check", "use", "end", "begin", "show", "split", "comment", "forall",
		"reads", "writes", "public", "private", "protected", "pure", "in", "returns", "continues", "breaks", "duration", "invariant", "constraint":
		return w == "public" || w == "private" || w == "protected" || w == "pure" || w == "old" || w == "set" || w == "invariant" || w == "constraint"
	}
	return isClauseWord(w) || modWords[w] != 0
}

// improve adds what a specification's reader knows to an error of the parser.
func improve(f *java.File, e *java.Error) {
	if e.Hint != "" {
		return
	}
	text := f.Slice(e.Span)
	switch text {
	case "`", "```":
		e.Hint = "remove the Markdown fence"
	case "@":
		e.Hint = "write the keyword without '@'"
	}
}
