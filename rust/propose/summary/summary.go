// Package summary says what code computes in the clause language: it runs a function of
// Rust on names in place of values, and takes the loops that count for what they are, so
// that out of `c.push(a[n] * b[n])` under `while n < a.len()` come the element at each
// place, the invariant that says so up to n, and what keeps the product in its range.
//
// Nothing that it says is believed: clauses are candidates, which runs and the verifier
// judge. The package must not know either of them.
package summary

import (
	"math/big"
	"slices"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// Summary is what a function computes and needs, as clauses' texts.
type Summary struct {
	Requires, Ensures []string
	Invariants        map[*spec.Loop][]string
	Functions         []Function // that clauses may call
	Decreases         string     // of a function that calls itself; or empty
}

// Of summarises a function. What has no meaning here is left out, and nothing else.
func Of(file *spec.File, fn *spec.Func) *Summary {
	r := run(file, fn, nil)
	out := &Summary{Invariants: map[*spec.Loop][]string{}}
	add := func(to *[]string, e spec.Expr) {
		const longest = 600 // bytes of a clause that somebody may want to read
		if text := spec.Text(e); !isBool(e, true) && len(text) <= longest && !slices.Contains(*to, text) {
			*to = append(*to, text)
		}
	}

	needed, said := r.requires(), r.ensures()
	// What calls itself is said by its function of clauses: what else mentions that has no meaning
	// without it.
	if r.self.name != "" {
		e, more, decreases := r.recursionOf(r.whole())
		needed = append(slices.DeleteFunc(needed, r.ofItself), more...)
		said = slices.DeleteFunc(said, r.ofItself)
		if out.Decreases = decreases; e != nil {
			said = append([]spec.Expr{e}, said...)
		}
	}
	for _, e := range needed {
		add(&out.Requires, e)
	}
	for _, e := range said {
		add(&out.Ensures, e)
	}
	for l, list := range r.invariants {
		var texts []string
		for _, e := range list {
			if e = r.spoken(e, l); e != nil {
				add(&texts, e)
			}
		}
		out.Invariants[l] = texts
	}
	out.Functions = r.functions
	return out
}

// value is what a variable holds: an expression over the parameters and over variables
// whose value nobody knows, or a sequence that the code makes or changes; nil where there
// is nothing to say.
type value any

// seq is a sequence.
type seq struct {
	self   spec.Expr // what it is called, if it has a name
	length spec.Expr
	at     func(i spec.Expr) spec.Expr // nil: nothing is known of its elements one by one
	// parts are what loops put behind its last element in some of their iterations.
	parts []gathered
	exact spec.Expr // all of them in order, as a sequence of clauses; or nil
	// done is what happened to it since the beginning of an iteration, in order.
	done []change
	// cells are elements at places that are literals, which code uses as variables.
	cells map[string]spec.Expr
}

// change is an element put at a place, or behind the last one where at is nil.
type change struct{ at, x spec.Expr }

// end is how a path leaves a block.
type end uint8

const (
	falls end = iota // to the statement behind it
	returns
	breaks
	continues
)

// state is a path through the code.
type state struct {
	vars      map[string]value
	types     map[string]*mir.Type
	conds     []spec.Expr
	witnesses []witness // names in conds that stand for some iteration of a loop
	loose     bool      // more holds here than conds say
	end       end
	result    value
}

// witness stands for the iteration in which a loop was left: some value of its counter.
type witness struct {
	name      string
	low, high spec.Expr
	first     spec.Expr // it is the first one
}

func (s *state) clone() *state {
	c := *s
	c.vars, c.types = map[string]value{}, map[string]*mir.Type{}
	for k, v := range s.vars {
		c.vars[k] = v
	}
	for k, v := range s.types {
		c.types[k] = v
	}
	c.conds, c.witnesses = slices.Clone(s.conds), slices.Clone(s.witnesses)
	return &c
}

// under is the state on a path where a condition holds; nil where that cannot be.
func (s *state) under(cond spec.Expr) *state {
	if cond = decided(cond, s.conds); isBool(cond, false) {
		return nil
	}
	c := s.clone()
	c.conds = append(c.conds, conjuncts(cond)...)
	return c
}

// need is a condition without which code panics, where others hold.
type need struct {
	where, what spec.Expr
	witnesses   []witness // in both
}

// runner runs one function.
type runner struct {
	file       *spec.File
	fn         *spec.Func
	callers    []*spec.Func // that are being run
	code       string
	last       string // the variable that the body ends with, of the result's type
	ends       []*state
	needs      []need
	invariants map[*spec.Loop][]spec.Expr
	steps      int
	loops      int // around
	witnesses  int
	counters   int
	ghosts     map[string]ghost // by the counters' names
	functions  []Function
	self       recursive
}

// Bounds on the work on one function.
const (
	maxSteps = 4000 // statements, each time that they are run
	maxPaths = 24   // at one place
	maxNodes = 300  // of a variable's value
	maxLoops = 4    // in each other: each runs its body twice
)

func run(file *spec.File, fn *spec.Func, callers []*spec.Func) *runner {
	r := &runner{file: file, fn: fn, callers: append(slices.Clone(callers), fn), code: file.Src[fn.From:fn.To], invariants: map[*spec.Loop][]spec.Expr{}, ghosts: map[string]ghost{}}
	s := &state{vars: map[string]value{}, types: map[string]*mir.Type{}}
	for _, p := range fn.Params {
		s.types[p.Name] = p.Type
		s.vars[p.Name] = name(p.Name)
		if t := p.Type; t != nil && t.Kind == mir.RefType && t.Mutable {
			s.types[p.Name] = t.Elem
			old := &spec.Call{Path: &mir.Path{Segs: []mir.Segment{{Name: "old"}}}, Args: []spec.Expr{name(p.Name)}}
			// A mutable reference: its target begins with what it held before the call.
			s.vars[p.Name] = old
			if element(t) != nil {
				s.vars[p.Name] = plain(old)
			}
		}
	}

	body := file.Body(fn)
	if len(body) > 0 {
		switch st := body[len(body)-1].(type) {
		case *spec.Yield:
			r.last = spec.Text(st.X)
		case *spec.Leave:
			if st.X != nil {
				r.last = spec.Text(st.X)
			}
		}
	}
	r.ends = r.block(body, s)
	return r
}

// plain is a sequence as it is called.
func plain(e spec.Expr) *seq {
	return &seq{self: e, length: length(e), at: func(i spec.Expr) spec.Expr { return &spec.Index{X: e, I: i} }}
}

func length(e spec.Expr) spec.Expr { return &spec.Method{X: e, Name: "len"} }

// element is the type of a sequence's elements, or nil.
func element(t *mir.Type) *mir.Type {
	for t != nil && t.Kind == mir.RefType {
		t = t.Elem
	}
	switch {
	case t == nil:
	case t.Kind == mir.SliceType || t.Kind == mir.ArrayType:
		return t.Elem
	case t.Kind == mir.PathType && t.Path.Last() == "Vec":
		if args := t.Path.Segs[len(t.Path.Segs)-1].Args; len(args) == 1 {
			return args[0]
		}
	}
	return nil
}

// block runs statements one after the other, on every path.
func (r *runner) block(list []spec.Stmt, s *state) []*state {
	live, out := []*state{s}, []*state(nil)
	for i, st := range list {
		var next []*state
		for _, s := range live {
			for _, t := range r.statement(st, s, i == len(list)-1) {
				if t.end == falls {
					next = append(next, t)
				} else {
					out = append(out, t)
				}
			}
		}
		// Too many paths: one goes on, of which nothing is known that the block changes, and which is
		// loose, so that nothing is said under its conditions.
		if live = next; len(live)+len(out) > maxPaths {
			for _, s := range live[1:] {
				s.loose = true
			}
			live = live[:1]
			live[0].loose = true
			r.forget(live[0], assigned(list))
		}
	}
	return append(out, live...)
}

// unknown is thrown where an expression has no meaning here.
type unknown struct{}

// value evaluates an expression; nil where it has no meaning here.
func (r *runner) value(e spec.Expr, s *state) (v value) {
	defer func() {
		if p := recover(); p != nil {
			if _, is := p.(unknown); !is {
				panic(p)
			}
			v = nil
		}
	}()
	v = r.eval(e, s)
	if t, ok := v.(spec.Expr); ok && tooLarge(t) {
		return nil
	}
	return v
}

// tooLarge reports whether an expression has more parts than anybody wants to read.
func tooLarge(e spec.Expr) bool {
	n := 0
	spec.Walk(e, func(spec.Expr) { n++ })
	return n > maxNodes
}

// statement runs one statement.
func (r *runner) statement(st spec.Stmt, s *state, last bool) []*state {
	if r.steps++; r.steps > maxSteps {
		s.loose = true
		return []*state{s}
	}
	switch st := st.(type) {
	case *spec.Local:
		s.types[st.Name] = st.Type
		if st.Type == nil && st.Value != nil {
			// The variable that the function ends with has the result's type, where its value tells none.
			if s.types[st.Name] = r.typeOf(st.Value, s); s.types[st.Name] == nil && st.Name == r.last {
				s.types[st.Name] = r.fn.Result.Type
			}
		}
		s.vars[st.Name] = nil
		if st.Value != nil {
			s.vars[st.Name] = r.value(st.Value, s)
		}
	case *spec.Assign:
		r.assign(st, s)
	case *spec.Do:
		r.do(st.X, s)
	case *spec.Yield:
		if !last {
			break
		}
		if m, ok := st.X.(*spec.Method); ok && m.Name == "push" {
			r.do(st.X, s)
			break
		}
		s.result = r.value(st.X, s)
	case *spec.Leave:
		s.end = map[string]end{"return": returns, "break": breaks, "continue": continues}[st.Word]
		s.result = nil
		if st.X != nil {
			s.result = r.value(st.X, s)
		}
	case *spec.Branch:
		return r.branch(st, s)
	case *spec.Repeat:
		return r.loop(st, s)
	case *spec.Unread:
		r.forget(s, st.Names)
	}
	return []*state{s}
}

func (r *runner) branch(st *spec.Branch, s *state) (out []*state) {
	cond, _ := r.value(st.Cond, s).(spec.Expr)
	if cond == nil {
		// Both ways are possible, and nobody knows when.
		for _, list := range [][]spec.Stmt{st.Then, st.Else} {
			c := s.clone()
			c.loose = true
			out = append(out, r.block(list, c)...)
		}
		return out
	}
	if t := s.under(cond); t != nil {
		out = append(out, r.block(st.Then, t)...)
	}
	if t := s.under(not(cond)); t != nil {
		out = append(out, r.block(st.Else, t)...)
	}
	return out
}

// assign runs place = value.
func (r *runner) assign(st *spec.Assign, s *state) {
	rhs := st.Value
	if st.Op != "" {
		rhs = &spec.Binary{Op: st.Op, X: st.Place, Y: st.Value}
	}
	v := r.value(rhs, s)
	switch p := st.Place.(type) {
	case *spec.Name:
		if s.types[p.Path.Last()] == nil {
			s.types[p.Path.Last()] = r.typeOf(rhs, s)
		}
		s.vars[p.Path.Last()] = v
		return
	case *spec.Index:
		n, ok := p.X.(*spec.Name)
		if !ok {
			break
		}
		at := n.Path.Last()
		q, isSeq := s.vars[at].(*seq)
		i, _ := r.value(p.I, s).(spec.Expr)
		x, _ := v.(spec.Expr)
		if isSeq && i != nil && x != nil && q.at != nil {
			r.need(s, binary("<", i, q.length))
			s.vars[at] = q.put(i, x)
			return
		}
	}
	// Another place may belong to any variable in it: nothing is known of those any more.
	spec.Walk(st.Place, func(e spec.Expr) {
		if n, ok := e.(*spec.Name); ok {
			s.vars[n.Path.Last()] = nil
		}
	})
}

// put is the sequence with x at i.
func (q *seq) put(i, x spec.Expr) *seq {
	c := &seq{length: q.length, at: q.at, cells: q.cells, done: append(slices.Clone(q.done), change{i, x})}
	// A literal place is a cell of its own, as a variable is.
	if n := literal(i); n != nil {
		c.cells = map[string]spec.Expr{}
		for k, v := range q.cells {
			c.cells[k] = v
		}
		c.cells[n.String()] = x
		return c
	}
	// The place may be one of the cells: what was known of them is found through at, below.
	c.cells = nil
	c.at = func(k spec.Expr) spec.Expr { return choice(binary("==", k, i), x, q.element(k)) }
	return c
}

// element is the element at i.
func (q *seq) element(i spec.Expr) spec.Expr {
	if n := literal(i); n != nil {
		if v := q.cells[n.String()]; v != nil {
			return v
		}
		return q.at(i)
	}
	// Any place may be a cell: each is asked for, in order, before the rest.
	out := q.at(i)
	for _, k := range sorted(q.cells) {
		n, _ := new(big.Int).SetString(k, 10)
		out = choice(binary("==", i, number(n)), q.cells[k], out)
	}
	return out
}

// do runs an expression for what it changes.
func (r *runner) do(e spec.Expr, s *state) {
	if m, ok := e.(*spec.Method); ok {
		if n, isName := m.X.(*spec.Name); isName {
			at := n.Path.Last()
			q, isSeq := s.vars[at].(*seq)
			if m.Name == "push" && len(m.Args) == 1 && isSeq {
				s.vars[at] = r.pushed(q, r.value(m.Args[0], s))
				return
			}
			if m.Name == "set" && len(m.Args) == 2 {
				r.assign(&spec.Assign{Place: &spec.Index{X: m.X, I: m.Args[0]}, Value: m.Args[1]}, s)
				return
			}
		}
	}

	// What is not read may change whatever it names.
	var names []string
	spec.Walk(e, func(x spec.Expr) {
		if n, ok := x.(*spec.Name); ok {
			names = append(names, n.Path.Last())
		}
	})
	r.forget(s, names)
}

func (r *runner) pushed(q *seq, v value) *seq {
	out := &seq{length: binary("+", q.length, integer(1))}
	x, ok := v.(spec.Expr)
	if !ok || x == nil {
		return out
	}
	out.done = append(slices.Clone(q.done), change{nil, x})
	if q.at != nil {
		out.at = func(k spec.Expr) spec.Expr {
			return choice(binary("<", k, q.length), q.element(k), x)
		}
		if n := literal(q.length); n != nil && n.Sign() == 0 {
			out.at = func(spec.Expr) spec.Expr { return x }
		}
	}
	return out
}

// forget leaves nothing known of variables.
func (r *runner) forget(s *state, names []string) {
	for _, n := range names {
		if _, ok := s.vars[n]; ok {
			s.vars[n] = nil
		}
	}
}

// need notes what code needs at a place.
func (r *runner) need(s *state, what spec.Expr) {
	if what = decided(what, s.conds); !isBool(what, true) && !s.loose {
		r.needs = append(r.needs, need{and(s.conds...), what, s.witnesses})
	}
}
