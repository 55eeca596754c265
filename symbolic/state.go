package symbolic

import (
	"maps"
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// value is what an expression of the code holds.
type value struct {
	x    java.Expr  // over the state before the call; nil for made objects and void
	t    types.Type // static type
	made int        // number of a made object; 0 for none
	exc  string     // class of an exception object
	wide bool       // an int that became a long without a cast
}

// madeKind tells made objects apart.
type madeKind uint8

const (
	arrayMade madeKind = iota + 1
	listMade
	builderMade
)

// made is an object that the method made. It is never changed in place.
type made struct {
	kind  madeKind
	elem  types.Type
	n     java.Expr // length of an array
	cells []value   // of a list, and of an array whose length is constant
	text  java.Expr // of a builder; nil when empty
	zero  java.Expr // what an array of unknown length holds
}

// state is what is known on a path.
type state struct {
	guard  []java.Expr
	locals map[*types.Local]value
	fields []fieldWrite
	cells  []cellWrite
	made   map[int]*made
}

// fieldWrite is an assignment to recv.f (recv nil: static).
type fieldWrite struct {
	f    *types.Field
	recv java.Expr
	v    value
}

// cellWrite is an assignment to an element of an array that was there before.
type cellWrite struct {
	array, index java.Expr
	v            value
	elem         types.Type
}

func (st *state) fork() *state {
	c := *st
	c.guard = slices.Clip(st.guard)
	c.locals = maps.Clone(st.locals)
	c.fields, c.cells = slices.Clip(st.fields), slices.Clip(st.cells)
	c.made = maps.Clone(st.made)
	return &c
}

// under is the state in which a condition holds too; nil when it cannot.
func (st *state) under(c java.Expr) *state {
	c = st.settle(c)
	if v, ok := expr.Truth(c); ok {
		if v {
			return st
		}
		return nil
	}
	out := st.fork()
	// Each part is judged where those before it hold, so that a contradiction among them is found.
	for _, p := range conjuncts(c) {
		p = out.settle(p)
		if v, ok := expr.Truth(p); ok {
			if !v {
				return nil
			}
			continue
		}
		out.guard = append(out.guard, p)
	}
	return out
}

// settle replaces a condition by its truth where the guard says it in so many words.
func (st *state) settle(c java.Expr) java.Expr {
	if b, ok := c.(*java.Binary); ok && (b.Op == java.AndAnd || b.Op == java.OrOr) {
		x, y := st.settle(b.X), st.settle(b.Y)
		if b.Op == java.AndAnd {
			return and(x, y)
		}
		return or(x, y)
	}
	n := not(c)
	for _, g := range st.guard {
		if same(g, c) {
			return expr.Bool(true)
		}
		if same(g, n) || excludes(g, c) {
			return expr.Bool(false)
		}
		if excludes(g, n) {
			return expr.Bool(true)
		}
	}
	return c
}

// excludes reports whether x == 1 is given where x == 2 is asked.
func excludes(given, asked java.Expr) bool {
	g, ok1 := given.(*java.Binary)
	a, ok2 := asked.(*java.Binary)
	if !ok1 || !ok2 || g.Op != java.Eq || a.Op != java.Eq || !same(g.X, a.X) {
		return false
	}
	m, ok1 := intOf(g.Y)
	n, ok2 := intOf(a.Y)
	return ok1 && ok2 && m != n
}
