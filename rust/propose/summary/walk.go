package summary

import (
	"fmt"

	"ensures/rust/mir"
	"ensures/rust/spec"
)

// passage is a for over items, or over a range from its end, as a loop that counts from low to
// below high.
type passage struct {
	counter   string
	low, high spec.Expr
	vars      map[string]spec.Expr // what the pattern's names are, over the counter
	types     map[string]*mir.Type
}

// ghost is what a counter that no variable of the code holds is called in clauses.
type ghost struct {
	loop *spec.Loop
	said spec.Expr // in the loop's own
	// In those of loops inside, an item of it is a variable, and said is where inside is set.
	element spec.Expr
	item    string
	inside  bool
}

// enter gives the names of the pattern their values at any iteration.
func (w *passage) enter(s *state) {
	s.vars[w.counter] = name(w.counter)
	for n, v := range w.vars {
		s.vars[n] = v
	}
	for n, t := range w.types {
		s.types[n] = t
	}
}

// walked finds what a for goes through:
//
//	for x in v                  x = v[at]
//	for (i, x) in v numbered    x = v[i]
//	either of them turned       x = v[|v| − 1 − at]
//	for i in (a..b).rev()       i = b − 1 − at, 0 ≤ at < b − a
//	for _ in a..b               at, with no name of its own
func (l *loop) walked() {
	st := l.stmt
	at := func(prefix string) string {
		for l.counters++; ; l.counters++ {
			if n := fmt.Sprint(prefix, l.counters); !wordIn(l.code, n) {
				return n
			}
		}
	}
	iter := func(part string) spec.Expr { return &spec.Field{X: name("iter"), Name: part} }
	switch {
	case st.Over != nil:
		l.items(at, iter)
	case st.Loop.Word == "for" && (st.Back || st.Var == "_"):
		low, _ := l.value(st.Low, l.entry).(spec.Expr)
		high, _ := l.value(st.High, l.entry).(spec.Expr)
		if low == nil || high == nil {
			return
		}
		if st.Closed {
			high = binary("+", high, integer(1))
		}

		w := &passage{counter: at("turn"), low: low, high: high, types: map[string]*mir.Type{}}
		typ := l.typeOf(st.High, l.entry)
		if typ == nil {
			typ = l.typeOf(st.Low, l.entry)
		}
		g := ghost{loop: st.Loop, said: iter("cur")}
		if st.Back {
			// high - low would be negative, and is what the turns are counted up to.
			l.need(l.entry, binary("<=", low, high))
			w.low, w.high = integer(0), binary("-", high, low)
			turned := func(x spec.Expr) spec.Expr { return binary("-", binary("-", high, integer(1)), x) }
			w.vars, w.types[st.Var] = map[string]spec.Expr{st.Var: turned(name(w.counter))}, typ
			g.said, g.inside = turned(name(st.Var)), true
			if st.Var == "_" {
				g.said = turned(iter("cur"))
			}
		} else {
			w.types[w.counter] = typ
		}
		l.ghosts[w.counter], l.walk = g, w
	}
}

// items is the walk over the items of a sequence.
func (l *loop) items(at func(string) string, iter func(string) spec.Expr) {
	st := l.stmt
	var size spec.Expr
	var element func(i spec.Expr) spec.Expr
	switch v := l.value(st.Over, l.entry).(type) {
	case *seq:
		if v.at == nil {
			return
		}
		size, element = v.length, v.element
	case spec.Expr:
		size, element = length(v), func(i spec.Expr) spec.Expr { return &spec.Index{X: v, I: i} }
	default:
		return
	}

	w := &passage{low: integer(0), high: size, vars: map[string]spec.Expr{}, types: map[string]*mir.Type{}}
	g := ghost{loop: st.Loop, said: iter("pos"), item: st.Item}
	if w.counter = st.Var; st.Var == "" || st.Var == "_" {
		w.counter = at("turn")
	}

	i := name(w.counter)
	if st.Back {
		i = binary("-", binary("-", size, integer(1)), i)
		g.said = binary("-", binary("-", size, integer(1)), iter("pos"))
	}
	w.vars[st.Item] = element(i)
	w.types[st.Item], w.types[w.counter] = l.itemOf(st.Over), &mir.Type{Kind: mir.Prim, Name: "usize"}
	if w.counter != st.Var {
		g.element = w.vars[st.Item]
		l.ghosts[w.counter] = g
	}
	l.walk = w
}

// itemOf is the type of the items of a sequence of code, without references.
func (l *loop) itemOf(e spec.Expr) *mir.Type {
	if v, ok := e.(*spec.View); ok {
		if t := l.typeOf(v.X, l.entry); t != nil {
			return &mir.Type{Kind: mir.Prim, Name: "char"}
		}
	}
	return bare(element(l.typeOf(e, l.entry)))
}

// spoken is an invariant of a loop with what clauses call the counters in it; nil where they
// cannot.
func (r *runner) spoken(e spec.Expr, in *spec.Loop) spec.Expr {
	for _, n := range sorted(r.ghosts) {
		g := r.ghosts[n]
		if !mentions(e, n) {
			continue
		}
		// In a loop inside, the item is a variable of the code, while its place has no name there.
		if g.loop != in && g.element != nil {
			e = replaced(e, func(x spec.Expr) spec.Expr {
				if same(x, g.element) {
					return name(g.item)
				}
				return nil
			})
		}
		if g.loop == in || g.inside {
			e = with(e, n, g.said)
		}
		if mentions(e, n) {
			return nil
		}
	}
	return e
}
