package mir

import (
	"regexp"
	"strconv"
	"strings"
)

// Known reports whether the text of a compiler's version ("1.95.0") is one that the
// reader was tested on.
func Known(version string) bool {
	return strings.HasPrefix(version, "1.95.") || strings.HasPrefix(version, "1.97.")
}

// Read reads the text of a crate. Unknown forms refuse the function that holds them;
// an error is text that has not the form of MIR at all.
func Read(text string) (*File, error) {
	f := &File{Allocs: map[string]*Alloc{}}
	lines := strings.Split(text, "\n")
	for i := 0; i < len(lines); {
		line := lines[i]
		switch {
		case line == "" || strings.HasPrefix(line, "//"):
			i++
		case strings.HasPrefix(line, "alloc"):
			a, next, err := allocation(lines, i)
			if err != nil {
				return f, err
			}
			f.Allocs[a.Name] = a
			i = next
		// A constant whose value is printed in place of a body.
		case strings.HasPrefix(line, "const ") && strings.HasSuffix(line, ";"):
			fn, err := namedConstant(line, i+1)
			if err != nil {
				return f, err
			}
			f.Funcs = append(f.Funcs, fn)
			i++
		default:
			// Only a body's own brace stands in the first column.
			end := i + 1
			for end < len(lines) && lines[end] != "}" {
				end++
			}
			if end == len(lines) || !strings.HasSuffix(line, "{") {
				return f, &Error{Line: i + 1, What: "item", Text: clip(line)}
			}

			fn, err := function(lines, i, end)
			if err != nil {
				return f, err
			}
			f.Funcs = append(f.Funcs, fn)
			i = end + 1
		}
	}
	return f, nil
}

// namedConstant reads "const X: T = const V;" as a body that returns V.
func namedConstant(line string, n int) (f *Func, err error) {
	b := &body{f: &Func{Line: n}, locals: map[Local]LocalDecl{}, r: &scanner{s: line, line: n}}
	defer b.settle(&f, &err)
	b.constantHead()
	b.named = true
	v := &Rvalue{Kind: Use, Args: []*Operand{b.r.operand()}}
	b.r.end()
	b.f.Blocks = []*BasicBlock{{Stmts: []*Stmt{{Kind: Assign, Value: v}}, Term: &Term{Kind: Return}}}
	b.declare()
	return b.f, nil
}

var allocHead = regexp.MustCompile(`^(alloc\d+) \((?:static: .*, |fn: .*|vtable: .*)?(?:size: (\d+), align: (\d+))?\)(?: \{(\})?)?$`)

// allocation skips the bytes of a constant allocation.
func allocation(lines []string, i int) (*Alloc, int, error) {
	m := allocHead.FindStringSubmatch(lines[i])
	if m == nil {
		return nil, 0, &Error{Line: i + 1, What: "allocation", Text: clip(lines[i])}
	}
	a := &Alloc{Name: m[1]}
	a.Size, _ = strconv.Atoi(m[2])
	a.Align, _ = strconv.Atoi(m[3])
	i++
	if m[4] == "" && strings.HasSuffix(lines[i-1], "{") {
		for i < len(lines) && lines[i] != "}" {
			i++
		}
		i++
	}
	return a, i, nil
}

// function reads the lines of one body. An unknown head is an error; an unknown form
// inside refuses the function.
func function(lines []string, from, end int) (f *Func, err error) {
	b := &body{f: &Func{Line: from + 1}, locals: map[Local]LocalDecl{}}
	defer b.settle(&f, &err)
	b.r = &scanner{s: lines[from], line: from + 1}
	b.head()
	// From here on an unknown form has a function to refuse: whoever asks for that one is told.
	b.named = true
	for i := from + 1; i < end; i++ {
		b.r = &scanner{s: lines[i], line: i + 1}
		b.lineOf()
	}
	if b.block != nil {
		b.r.fail("block without an end")
	}
	b.declare()
	return b.f, nil
}

// body is a function while it is read.
type body struct {
	f      *Func
	r      *scanner
	named  bool // the head has been read
	locals map[Local]LocalDecl
	scope  int
	scopes []int
	block  *BasicBlock
}

// settle turns the panic of an unknown form into the function's refusal.
func (b *body) settle(f **Func, err *error) {
	p := recover()
	if p == nil {
		return
	}
	e, ok := p.(*Error)
	switch {
	case !ok:
		panic(p)
	case !b.named:
		*err = e
	default:
		b.f.Refused = e
		b.declare()
		*f = b.f
	}
}

// head reads "fn name(_1: T) -> U {" or "const name: T = {".
func (b *body) head() {
	r := b.r
	switch {
	case r.accept("fn "):
		b.f.Kind = Function
		// By the first parameter rather than by the first parenthesis, which a name may have too.
		n := strings.Index(r.rest(), "(_1: ")
		if n < 0 {
			n = strings.Index(r.rest(), "() -> ")
		}
		if n < 0 {
			r.fail("function")
		}
		b.f.Name = r.s[r.i : r.i+n]
		r.i += n + 1
		for !r.accept(")") {
			l := r.local()
			r.expect(":", "parameter")
			b.locals[l] = LocalDecl{Type: r.typ()}
			b.f.Params = append(b.f.Params, l)
			if !r.accept(",") {
				r.expect(")", "parameters")
				break
			}
		}
		r.expect("->", "function")
		b.locals[0] = LocalDecl{Type: r.typ()}
	default:
		b.constantHead()
	}
	r.expect("{", "item")
}

// constantHead reads "const name: T =", of a static too.
func (b *body) constantHead() {
	r := b.r
	switch {
	case r.accept("const "):
		b.f.Kind = Constant
	case r.accept("static mut "), r.accept("static "):
		b.f.Kind = Static
	default:
		r.fail("item")
	}
	p := r.path()
	b.f.Name = p.String()
	if strings.HasPrefix(p.Last(), "promoted[") {
		b.f.Kind = Promoted
	}
	r.expect(":", "constant")
	b.locals[0] = LocalDecl{Type: r.typ()}
	r.expect("=", "constant")
}

// declare lays the locals out by number.
func (b *body) declare() {
	top := Local(0)
	for l := range b.locals {
		top = max(top, l)
	}
	// Numbers that the text leaves out have no type, and nothing names them.
	b.f.Locals = make([]LocalDecl, top+1)
	for l, d := range b.locals {
		b.f.Locals[l] = d
	}
}

// lineOf reads one line inside of a body.
func (b *body) lineOf() {
	r := b.r
	r.space()
	switch {
	case r.rest() == "" || r.looking("//"):
	case b.block != nil && r.looking("}"):
		if b.block.Term == nil {
			r.fail("block without a terminator")
		}
		b.f.Blocks = append(b.f.Blocks, b.block)
		b.block = nil
	case b.block != nil:
		b.inBlock()
	case r.accept("scope "):
		b.scopes = append(b.scopes, b.scope)
		// Scopes are numbered in the order of the text, not as they nest.
		outer := b.scope
		b.scope = r.int("scope")
		for len(b.f.Scopes) <= b.scope {
			b.f.Scopes = append(b.f.Scopes, 0)
		}
		b.f.Scopes[b.scope] = outer
	case r.looking("}"):
		if len(b.scopes) == 0 {
			r.fail("end of a scope")
		}
		b.scope, b.scopes = b.scopes[len(b.scopes)-1], b.scopes[:len(b.scopes)-1]
	case r.accept("debug "):
		b.debug()
	case r.accept("let "):
		d := LocalDecl{Mutable: r.accept("mut ")}
		l := r.local()
		r.expect(":", "declaration")
		d.Type = r.typ()
		d.Span, _ = r.end()
		b.locals[l] = d
	case r.looking("bb"):
		id := r.block()
		// Blocks are found by their numbers as places in the list.
		if int(id) != len(b.f.Blocks) {
			r.fail("order of blocks")
		}
		b.block = &BasicBlock{ID: id, Cleanup: r.accept("(cleanup)")}
		r.expect(":", "block")
	default:
		r.fail("line")
	}
}

// debug reads where a variable of the source is.
func (b *body) debug() {
	r := b.r
	v := DebugVar{Name: r.word(), Scope: b.scope}
	r.expect("=>", "variable")
	if r.accept("const ") {
		v.Const = r.constant()
	} else {
		p := r.place()
		v.Place = &p
	}
	r.end()
	b.f.Debug = append(b.f.Debug, v)
}

// inBlock reads a statement, or the terminator, of a block.
func (b *body) inBlock() {
	r := b.r
	if b.block.Term != nil {
		r.fail("statement behind a terminator")
	}
	if t := r.terminator(); t != nil {
		t.Span, t.Scope = r.end()
		b.block.Term = t
		return
	}
	s := r.statement()
	s.Span, s.Scope = r.end()
	b.block.Stmts = append(b.block.Stmts, s)
}

var spanRE = regexp.MustCompile(`(?: scope (\d+))? at (.+):(\d+):(\d+): (\d+):(\d+)(?: \(#\d+\))?$`)

// end reads the semicolon and the comment that says where in the source the line
// comes from, and in which scope. Text without such comments has no spans.
func (r *scanner) end() (Span, int) {
	r.expect(";", "end of line")
	m := spanRE.FindStringSubmatch(r.rest())
	if m == nil {
		return Span{}, 0
	}
	n := func(i int) int { v, _ := strconv.Atoi(m[i]); return v }
	return Span{m[2], n(3), n(4), n(5), n(6)}, n(1)
}
