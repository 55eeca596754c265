package symbolic

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// exec is the reading of one method.
type exec struct {
	o      Options
	method *types.Method
	out    *Summary

	info     *types.Info // of the body that is followed
	within   *types.Method
	this     java.Expr // nil: the receiver of the method itself
	depth    int       // of followed calls
	site     java.Node // the outermost of them
	handlers []*handler
	objects  int
	steps    int
}

// handler collects what is thrown inside of a try statement, or of the method.
type handler struct {
	catches func(class string) bool
	got     []raised
}

// raised is an exception on its way.
type raised struct {
	st    *state
	class string
}

// flowKind is how a statement ends.
type flowKind uint8

const (
	falls flowKind = iota + 1
	breaks
	continues
	returns
	yields
)

// flow is an end of a statement. Throwing ends it for the handler.
type flow struct {
	st    *state
	kind  flowKind
	label string
	v     value
}

// maxSteps bounds the statements that are followed.
const maxSteps = 20_000

func (x *exec) refuse(construct string, at java.Node) {
	u := &Unsupported{Construct: construct}
	if at != nil {
		u.At = at.Pos()
	}
	panic(u)
}

// top reads the method and files its cases.
func (x *exec) top() {
	st := &state{locals: map[*types.Local]value{}, made: map[int]*made{}}
	for _, p := range x.method.Params {
		// Everything is said over the state before the call, in which a parameter is its name.
		st.locals[p] = value{x: expr.Name(p.Name), t: p.Type}
	}
	x.within = x.method
	// What nothing else catches leaves the method, which is a case of its own.
	all := &handler{catches: func(string) bool { return true }}
	x.handlers = []*handler{all}
	if x.method.IsConstructor() {
		st = x.begin(st)
	}

	for _, f := range x.block(x.method.Decl.Body.Stmts, st) {
		if f.kind != falls && f.kind != returns {
			x.refuse("a jump out of the method", nil)
		}
		x.finish(f.st, f.v)
	}

	for _, r := range all.got {
		x.out.Cases = append(x.out.Cases, Case{Guard: r.st.guard, Throws: r.class, Writes: x.writes(r.st)})
	}
	if len(x.out.Cases) > x.o.Paths {
		x.refuse("more than a person would read", nil)
	}
}

// block follows statements one after the other.
func (x *exec) block(stmts []java.Stmt, st *state) []flow {
	in := []*state{st}
	var out []flow
	for i, s := range stmts {
		var next []*state
		for _, a := range in {
			for _, f := range x.stmt(s, a) {
				if f.kind == falls {
					next = append(next, f.st)
				} else {
					out = append(out, f)
				}
			}
		}
		in = next
		// A few paths read better as cases: joining makes conditional values of them.
		if len(in) > 6 && i < len(stmts)-1 {
			in = merged(in)
		}
		if len(in)+len(out) > 2*x.o.Paths {
			x.refuse("too many paths", s)
		}
	}
	for _, a := range in {
		out = append(out, flow{st: a, kind: falls})
	}
	return out
}

func one(st *state) []flow {
	if st == nil {
		return nil
	}
	return []flow{{st: st, kind: falls}}
}

func (x *exec) stmt(s java.Stmt, st *state) []flow {
	if x.steps++; x.steps > maxSteps {
		x.refuse("too many steps", s)
	}
	switch s := s.(type) {
	case *java.Block:
		return x.block(s.Stmts, st)
	case *java.Empty, *java.Assert, *java.LocalClass:
		// Assertions are off unless the JVM is told otherwise.
		return one(st)
	case *java.LocalVars:
		return x.declare(s, st)
	case *java.ExprStmt:
		var out []flow
		for _, r := range x.eval(s.X, st) {
			out = append(out, flow{st: r.st, kind: falls})
		}
		return out
	case *java.Return:
		if s.X == nil {
			return []flow{{st: st, kind: returns}}
		}
		var out []flow
		for _, r := range x.eval(s.X, st) {
			out = append(out, flow{st: r.st, kind: returns, v: x.convert(r.v, x.within.Return)})
		}
		return out
	case *java.Yield:
		var out []flow
		for _, r := range x.eval(s.X, st) {
			out = append(out, flow{st: r.st, kind: yields, v: r.v})
		}
		return out
	case *java.Throw:
		for _, r := range x.eval(s.X, st) {
			if r.v.exc == "" {
				// Of an exception no more than the class is kept, and of one from elsewhere not
				// even that.
				x.refuse("throwing what was not made here", s)
			}
			x.raise(r.st, r.v.exc)
		}
		return nil
	case *java.If:
		return x.branch(s, st)
	case *java.Break:
		return []flow{{st: st, kind: breaks, label: s.Label}}
	case *java.Continue:
		return []flow{{st: st, kind: continues, label: s.Label}}
	case *java.Labeled:
		out := x.stmt(s.Body, st)
		for i := range out {
			if out[i].kind == breaks && out[i].label == s.Label.Name {
				out[i] = flow{st: out[i].st, kind: falls}
			}
		}
		return out
	case *java.Switch:
		return x.switchOn(s.X, s.Cases, st, false)
	case *java.While:
		return x.loop(loopParts{cond: s.Cond, body: s.Body}, st, s)
	case *java.DoWhile:
		return x.loop(loopParts{cond: s.Cond, body: s.Body, bodyFirst: true}, st, s)
	case *java.For:
		return x.loop(loopParts{init: s.Init, cond: s.Cond, update: s.Update, body: s.Body}, st, s)
	case *java.ForEach:
		x.refuse("a loop over a collection", s)
	case *java.Try:
		return x.try(s, st)
	case *java.SynchronizedStmt:
		return x.stmt(s.Body, st)
	}
	x.refuse("a statement", s)
	return nil
}

func (x *exec) declare(s *java.LocalVars, st *state) []flow {
	in := []*state{st}
	for _, v := range s.Vars {
		l := x.info.Locals[v]
		if l == nil {
			x.refuse("a declaration", s)
		}
		if v.Init == nil {
			// Java makes sure that it is assigned before it is read (JLS 16).
			continue
		}
		var next []*state
		for _, a := range in {
			var rs []result
			if init, ok := v.Init.(*java.ArrayInit); ok {
				rs = x.arrayOf(init, l.Type, a)
			} else {
				rs = x.eval(v.Init, a)
			}
			for _, r := range rs {
				b := r.st.fork()
				b.locals[l] = x.convert(r.v, l.Type)
				next = append(next, b)
			}
		}
		in = next
	}
	var out []flow
	for _, a := range in {
		out = append(out, flow{st: a, kind: falls})
	}
	return out
}

func (x *exec) branch(s *java.If, st *state) []flow {
	var out []flow
	for _, r := range x.eval(s.Cond, st) {
		c := x.scalar(r.v, s.Cond)
		if a := r.st.under(c); a != nil {
			out = append(out, x.stmt(s.Then, a)...)
		}
		if a := r.st.under(not(c)); a != nil {
			if s.Else != nil {
				out = append(out, x.stmt(s.Else, a)...)
			} else {
				out = append(out, flow{st: a, kind: falls})
			}
		}
	}
	return out
}

// loopParts are the parts of any loop without a for-each.
type loopParts struct {
	init      []java.Stmt
	cond      java.Expr // nil: true
	update    []java.Expr
	body      java.Stmt
	bodyFirst bool
}

// loop unrolls a loop whose every test is constant.
func (x *exec) loop(l loopParts, st *state, at java.Node) []flow {
	in := x.block(l.init, st)
	var out []flow
	for iteration := 0; len(in) > 0; iteration++ {
		if iteration > x.o.Rounds {
			x.refuse("a loop", at)
		}

		var next []flow
		for _, f := range in {
			tests := []result{{st: f.st, v: value{x: expr.Bool(true)}}}
			if l.cond != nil && !(l.bodyFirst && iteration == 0) {
				tests = x.eval(l.cond, f.st)
			}
			for _, r := range tests {
				// A test that is not decided would need an invariant: so many iterations and
				// no more are not what every run does.
				v, ok := expr.Truth(r.st.settle(x.scalar(r.v, at)))
				if !ok {
					x.refuse("a loop", at)
				}
				if !v {
					out = append(out, flow{st: r.st, kind: falls})
					continue
				}
				for _, g := range x.stmt(l.body, r.st) {
					switch {
					case g.kind == falls || g.kind == continues && g.label == "":
						next = append(next, g)
					case g.kind == breaks && g.label == "":
						out = append(out, flow{st: g.st, kind: falls})
					case g.kind == continues:
						x.refuse("a labelled continue", at)
					default:
						out = append(out, g)
					}
				}
			}
		}

		for _, u := range l.update {
			var after []flow
			for _, f := range next {
				for _, r := range x.eval(u, f.st) {
					after = append(after, flow{st: r.st, kind: falls})
				}
			}
			next = after
		}

		if len(next)+len(out) > 2*x.o.Paths {
			x.refuse("too many paths", at)
		}
		in = next
	}
	return out
}

// raise ends a path with an exception.
func (x *exec) raise(st *state, class string) {
	for _, h := range slices.Backward(x.handlers) {
		if h.catches(class) {
			h.got = append(h.got, raised{st, class})
			return
		}
	}
}

// caught reports whether a try statement around here catches an exception.
func (x *exec) caught(class string) bool {
	// The first is the method's own, which takes whatever is left.
	for _, h := range x.handlers[1:] {
		if h.catches(class) {
			return true
		}
	}
	return false
}

func (x *exec) try(s *java.Try, st *state) []flow {
	if len(s.Resources) > 0 {
		x.refuse("try with resources", s)
	}
	catches := func(c *java.Catch, class string) bool {
		list := c.Param.Type.Alternatives
		if len(list) == 0 {
			list = []*java.TypeExpr{c.Param.Type}
		}
		for _, t := range list {
			if x.isA(class, t.Name) {
				return true
			}
		}
		return false
	}
	// A finally block runs whatever the exception is.
	h := &handler{catches: func(class string) bool {
		return s.Finally != nil || slices.ContainsFunc(s.Catches, func(c *java.Catch) bool { return catches(c, class) })
	}}

	x.handlers = append(x.handlers, h)
	out := x.block(s.Body.Stmts, st)
	x.handlers = x.handlers[:len(x.handlers)-1]
	// What the catch clauses throw, and what they do not catch, runs finally too.
	rest := &handler{catches: func(string) bool { return true }}
	if s.Finally != nil {
		x.handlers = append(x.handlers, rest)
	}
	for _, r := range h.got {
		i := slices.IndexFunc(s.Catches, func(c *java.Catch) bool { return catches(c, r.class) })
		if i < 0 {
			x.raise(r.st, r.class)
			continue
		}
		a := r.st.fork()
		if l := x.info.Locals[s.Catches[i].Param]; l != nil {
			a.locals[l] = value{exc: r.class, t: l.Type}
		}
		out = append(out, x.block(s.Catches[i].Body.Stmts, a)...)
	}
	if s.Finally == nil {
		return out
	}
	x.handlers = x.handlers[:len(x.handlers)-1]

	// Where the finally block ends by itself, the try statement ends as it would have;
	// a jump, a return or an exception of finally takes the place of that (JLS 14.20.2).
	var ends []flow
	for _, f := range out {
		for _, g := range x.block(s.Finally.Stmts, f.st) {
			if g.kind == falls {
				g.kind, g.label, g.v = f.kind, f.label, f.v
			}
			ends = append(ends, g)
		}
	}
	for _, r := range rest.got {
		for _, g := range x.block(s.Finally.Stmts, r.st) {
			if g.kind == falls {
				x.raise(g.st, r.class)
			} else {
				ends = append(ends, g)
			}
		}
	}
	return ends
}

// isA reports whether a class of exceptions, by its simple name, is one of another.
func (x *exec) isA(class, super string) bool {
	class, super = class[strings.LastIndexByte(class, '.')+1:], super[strings.LastIndexByte(super, '.')+1:]
	if class == super || super == "Throwable" {
		return true
	}
	c := x.classNamed(class)
	if c == nil {
		// A class that isn't found can be told only by its name: it is an error or an exception.
		return super == "Exception" && !strings.HasSuffix(class, "Error")
	}
	for c.Name != super {
		c.Load()
		if c.Super == nil {
			return false
		}
		c = c.Super.Class
	}
	return true
}
