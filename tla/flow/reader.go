package flow

import "fmt"

// reader goes over the tokens of a language of braces. It stops at the first thing that
// it doesn't understand by a panic with an [*Error], which guard takes.
type reader struct {
	path  string
	toks  []token // an eof last
	p     int
	depth int // of nesting
	out   []Function

	owner string // the type around a function, with its separator
	name  string // of the function that is read
	b     *builder
}

func newReader(d dialect, path, src string) (reader, error) {
	toks, err := lex(d, path, src)
	return reader{path: path, toks: toks}, err
}

// whole is the outline of a file that read goes over to its end.
func (r *reader) whole(read func()) ([]Function, error) {
	err := guard(func() {
		read()
		if t := r.peek(); t.kind != eof {
			r.fail(t, "%s belongs to nothing", t.text)
		}
	})
	return r.out, err
}

// deepest is how far statements may be nested.
const deepest = 200

// guard gives the error by which read stopped.
func guard(read func()) (err error) {
	defer func() {
		switch e := recover().(type) {
		case nil:
		// Only what fail threw: any other panic is a mistake of ours and goes on.
		case *Error:
			err = e
		default:
			panic(e)
		}
	}()
	read()
	return nil
}

func (r *reader) fail(t token, format string, args ...any) {
	panic(&Error{r.path, t.line, t.col, fmt.Sprintf(format, args...)})
}

func (r *reader) peek() token         { return r.toks[r.p] }
func (r *reader) at(text string) bool { return r.toks[r.p].is(text) }
func (r *reader) ahead(n int) token   { return r.toks[min(r.p+n, len(r.toks)-1)] }

func (r *reader) take() token {
	t := r.toks[r.p]
	if t.kind != eof {
		r.p++
	}
	return t
}

func (r *reader) accept(text string) bool {
	if r.at(text) {
		r.p++
		return true
	}
	return false
}

func (r *reader) expect(text string) token {
	if t := r.peek(); !t.is(text) {
		r.fail(t, "%q is expected, and %s is there", text, t.show())
	}
	return r.take()
}

func (t token) show() string {
	if t.kind == eof {
		return "the end of the file"
	}
	return fmt.Sprintf("%q", t.text)
}

// deeper calls read one level further down.
func (r *reader) deeper(read func()) {
	if r.depth++; r.depth > deepest {
		r.fail(r.peek(), "nested too deeply")
	}
	read()
	r.depth--
}

// closing are the brackets that end what an opening one began.
var closing = map[string]string{"(": ")", "[": "]", "{": "}"}

func (t token) opens() bool  { return t.kind == punct && closing[t.text] != "" }
func (t token) closes() bool { return t.is(")") || t.is("]") || t.is("}") }

// balanced takes a bracket with what is in it, and returns the tokens inside.
func (r *reader) balanced() []token {
	from := r.p
	var stack []token
	for {
		t := r.take()
		switch {
		case t.kind == eof:
			r.fail(stack[0], "%s has no end", stack[0].text)
		case t.opens():
			stack = append(stack, t)
		case t.closes():
			if open := stack[len(stack)-1]; closing[open.text] != t.text {
				r.fail(t, "%s ends what %s began in line %d", t.text, open.text, open.line)
			}
			stack = stack[:len(stack)-1]
		}
		if len(stack) == 0 {
			return r.toks[from+1 : r.p-1]
		}
	}
}

// until takes tokens up to one of some that stands outside all brackets.
func (r *reader) until(ends ...string) []token {
	from := r.p
	for {
		t := r.peek()
		for _, e := range ends {
			if t.is(e) {
				return r.toks[from:r.p]
			}
		}
		switch {
		case t.kind == eof || t.closes():
			r.fail(t, "%q is expected, and %s is there", ends[0], t.show())
		case t.opens():
			r.balanced()
		default:
			r.take()
		}
	}
}

// function adds the outline of a function whose body is read by body.
func (r *reader) function(name string, line int, body func()) {
	outer, outerName := r.b, r.name
	r.b, r.name = newBuilder(name, r.path, line), name
	body()
	r.out = append(r.out, r.b.done(r.toks[r.p-1].line))
	r.b, r.name = outer, outerName
}

// closure is a function in another one; stands is the token that it leaves in the text.
func (r *reader) closure(word string, body func()) (stands token) {
	t := r.peek()
	outer := r.b
	name := word
	if r.name != "" {
		name = word + " in " + inner(r.name)
	}
	r.deeper(func() { r.function(name, t.line, body) })
	r.b = outer
	return token{kind: literal, text: "{…" + lineName(t.line) + "}", line: t.line, gap: t.gap}
}

// gapAt is a token for what stands in points of its own.
func gapAt(line int) token { return token{kind: literal, text: "…", line: line, gap: true} }

// text reads pieces of expressions, which may have statements inside.
type text struct {
	toks   []token
	depth  int  // of brackets
	hoists int  // statements whose points came before
	bare   bool // all that was read is a statement, with a head before it at most
}
