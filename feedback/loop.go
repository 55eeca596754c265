package feedback

import (
	"regexp"
	"sort"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// loop is a loop with its clauses.
type loop struct {
	stmt    java.Stmt
	spec    *jml.LoopSpec
	from    int // lines, clauses included
	to      int
	changes map[string]bool
}

// loops returns the loops of the file, outer ones first. A file with many methods is walked
// once for all of its failures.
func (s *sources) loops() []*loop {
	if s.file == nil || s.spec == nil || s.found != nil {
		return s.found
	}
	out := []*loop{} // not nil: looked for, and none
	s.inspect(func(n java.Node) bool {
		switch st := n.(type) {
		case *java.For, *java.While, *java.DoWhile, *java.ForEach:
			l := &loop{stmt: st.(java.Stmt), spec: s.spec.Loops[st.(java.Stmt)], from: s.lineOf(n.Pos()), to: s.lineOf(n.End()), changes: assigned(n)}
			if l.spec != nil && l.spec.From.IsValid() {
				l.from = min(l.from, s.lineOf(l.spec.From))
			}
			out = append(out, l)
		}
		return true
	})
	s.found = out
	return out
}

// line is where the loop's keyword stands.
func (l *loop) line(s *sources) int { return s.lineOf(l.stmt.Pos()) }

func (l *loop) invariants() []*jml.Clause { return l.spec.Of(jml.LoopInvariant) }

// loopAt is the innermost loop around a line, its clauses included.
func (s *sources) loopAt(line int) *loop {
	var best *loop
	for _, l := range s.loops() {
		if l.from <= line && line <= l.to && (best == nil || l.to-l.from <= best.to-best.from) {
			best = l
		}
	}
	return best
}

// loopBefore is the last loop that ends before a line, in the method around it; for
// the line of the method itself, the last loop of the method.
func (s *sources) loopBefore(f Failure) *loop {
	m := s.methodOf(f)
	if m == nil {
		return nil
	}
	from, before := s.lineOf(m.From), f.Line
	// A clause above the body fails at the method's end: every loop of the method is before it.
	if m.Body != nil && f.Line <= s.lineOf(m.Body.From) {
		before = s.lineOf(m.End()) + 1
	}
	var best *loop
	for _, l := range s.loops() {
		// Of loops that end on the same line the outer one is the last: it begins earlier.
		if l.to < before && l.from >= from && (best == nil || l.to > best.to || l.to == best.to && l.from < best.from) {
			best = l
		}
	}
	return best
}

// cond is a loop's condition, nil where there is none.
func (l *loop) cond() java.Expr {
	switch st := l.stmt.(type) {
	case *java.For:
		return st.Cond
	case *java.While:
		return st.Cond
	case *java.DoWhile:
		return st.Cond
	}
	return nil
}

// counter is a variable that a loop counts up to, or down to, a bound.
type counter struct {
	name  string
	bound string // as written in the condition
	exit  string // the value that ends the loop
	up    bool
	le    bool // the condition includes the bound
}

// counter recognises `i < n`, `i <= n`, `i != n`, `i > n`, `i >= n` (either side
// first) as a loop's condition or as a part of it, i being stepped in the loop.
func (s *sources) counter(l *loop) (counter, bool) {
	if l == nil || l.cond() == nil {
		return counter{}, false
	}
	for _, e := range expr.Conjuncts(l.cond()) {
		b, ok := java.Unparen(e).(*java.Binary)
		if !ok {
			continue
		}
		// The stepped variable is put on the left, and the comparison turned round with the
		// sides. Where no side is stepped the step is 0, and no case below fits.
		x, y, op := java.Unparen(b.X), java.Unparen(b.Y), b.Op
		if _, ok := x.(*java.Name); !ok || s.step(l, x.(*java.Name).Name) == 0 {
			x, y = y, x
			op = map[java.Op]java.Op{java.Lt: java.Gt, java.Le: java.Ge, java.Gt: java.Lt, java.Ge: java.Le, java.Ne: java.Ne}[op]
		}
		n, ok := x.(*java.Name)
		if !ok {
			continue
		}
		step, bound := s.step(l, n.Name), s.text(y)
		c := counter{name: n.Name, bound: bound, exit: bound, up: step > 0}
		switch {
		case step > 0 && (op == java.Lt || op == java.Ne), step < 0 && (op == java.Gt || op == java.Ne):
			return c, true
		case step > 0 && op == java.Le:
			// With the bound included, the first value that ends the loop lies one beyond it.
			c.exit, c.le = bound+" + 1", true
			return c, true
		case step < 0 && op == java.Ge:
			c.exit, c.le = minusOne(bound), true
			return c, true
		}
	}
	return counter{}, false
}

func minusOne(bound string) string {
	if bound == "0" {
		return "-1"
	}
	return bound + " - 1"
}

// step is the sign of what a loop adds to a variable, 0 where that is not one sign.
func (s *sources) step(l *loop, name string) int {
	sign := 0
	add := func(n int) {
		// 2 stands for steps of both signs, or of unknown size, and stays whatever follows.
		if sign != 0 && sign != n {
			n = 2
		}
		sign = n
	}
	java.Walk(l.stmt, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Unary:
			if v, ok := x.X.(*java.Name); ok && v.Name == name {
				switch x.Op {
				case java.PreInc, java.PostInc:
					add(1)
				case java.PreDec, java.PostDec:
					add(-1)
				}
			}
		case *java.AssignExpr:
			if v, ok := x.X.(*java.Name); ok && v.Name == name {
				add(stepOf(x, name))
			}
		}
		return true
	})
	if sign == 2 {
		return 0
	}
	return sign
}

// stepOf is the sign of i += c, i -= c, i = i + c, i = i - c; 2 for others. The
// initialisation of a for loop is no step, but a declaration.
func stepOf(x *java.AssignExpr, name string) int {
	// A literal: the sign of a variable is not known here.
	positive := func(e java.Expr) bool {
		lit, ok := java.Unparen(e).(*java.Literal)
		return ok && lit.Kind == java.IntLiteral && lit.Raw != "0"
	}
	switch x.Op {
	case java.Plus:
		if positive(x.Y) {
			return 1
		}
	case java.Sub:
		if positive(x.Y) {
			return -1
		}
	case java.Assign:
		if b, ok := java.Unparen(x.Y).(*java.Binary); ok {
			if v, ok := b.X.(*java.Name); ok && v.Name == name && positive(b.Y) {
				switch b.Op {
				case java.Plus:
					return 1
				case java.Sub:
					return -1
				}
			}
		}
	}
	return 2
}

// bounded reports whether an invariant compares two expressions in a way that keeps
// the first at most (or at least, with up false) at the second.
func (s *sources) bounded(l *loop, a, b string, up bool) bool {
	a, b = strip(a), strip(b)
	ok := false

	compare := func(x, y string, op java.Op) {
		// Both sides are compared as text without spaces: hints are about what is written, not
		// about what it means.
		if x == b && y == a {
			x, y = y, x
			op = map[java.Op]java.Op{java.Lt: java.Gt, java.Le: java.Ge, java.Gt: java.Lt, java.Ge: java.Le, java.Eq: java.Eq}[op]
		}
		if x == a && y == b {
			ok = ok || op == java.Eq || up && (op == java.Lt || op == java.Le) || !up && (op == java.Gt || op == java.Ge)
		}
	}
	for _, c := range l.invariants() {
		if c.Expr == nil {
			continue
		}
		// Anywhere in the clause, also under an implication: a hint that does not come is better
		// than one that asks for what is there.
		java.Walk(c.Expr, func(n java.Node) bool {
			switch x := n.(type) {
			case *java.Binary:
				compare(strip(s.text(x.X)), strip(s.text(x.Y)), x.Op)
			case *java.Chain:
				for i, op := range x.Ops {
					compare(strip(s.text(x.Xs[i])), strip(s.text(x.Xs[i+1])), op)
				}
			}
			return true
		})
	}
	return ok
}

func strip(s string) string { return strings.Join(strings.Fields(s), "") }

// mentioned returns the names that a loop's invariants speak of.
func (l *loop) mentioned() map[string]bool {
	out := map[string]bool{}
	for _, c := range l.invariants() {
		for _, n := range names(c.Expr) {
			out[n] = true
		}
	}
	return out
}

// changed returns the names that a loop changes and that live longer than an iteration,
// sorted.
func (s *sources) changed(l *loop) []string {
	inner := map[string]bool{}
	java.Walk(l.stmt, func(n java.Node) bool {
		if d, ok := n.(*java.LocalVars); ok {
			// What the loop declares in its header lives through all iterations and ends with the
			// loop; invariants speak of it.
			if f, isFor := l.stmt.(*java.For); isFor && len(f.Init) > 0 && f.Init[0] == java.Stmt(d) {
				return true
			}
			for _, v := range d.Vars {
				inner[v.Name.Name] = true
			}
		}
		return true
	})
	var out []string
	for n := range l.changes {
		if !inner[n] {
			out = append(out, n)
		}
	}
	sort.Strings(out)
	return out
}

// initial returns the values, as written, that variables have where a loop begins, as far
// as the statements straight before it say.
func (s *sources) initial(l *loop) map[string]string {
	vals := map[string]string{}

	simple := func(e java.Expr) (string, bool) {
		switch x := java.Unparen(e).(type) {
		case *java.Literal, *java.Name, *java.Select, *java.Index:
			return s.text(x), true
		case *java.Unary:
			if x.Op == java.Neg {
				return s.text(x), true
			}
		case *java.Binary:
			// Longer values would make the clause that they are put into unreadable.
			return "(" + s.text(x) + ")", len(names(x)) < 3
		}
		return "", false
	}
	var take func(st java.Stmt)
	take = func(st java.Stmt) {
		switch x := st.(type) {
		case *java.LocalVars:
			for _, v := range x.Vars {
				if e, ok := v.Init.(java.Expr); ok && e != nil {
					if t, ok := simple(e); ok {
						vals[v.Name.Name] = t
					}
				}
			}
			return
		case *java.ExprStmt:
			if a, ok := x.X.(*java.AssignExpr); ok && a.Op == java.Assign {
				if n, ok := a.X.(*java.Name); ok {
					if t, ok := simple(a.Y); ok {
						vals[n.Name] = t
						return
					}
				}
			}
		}
		// A statement that does something else with a variable leaves its value unknown.
		for n := range assigned(st) {
			delete(vals, n)
		}
	}

	s.inspect(func(n java.Node) bool {
		b, ok := n.(*java.Block)
		// Every block around the loop, outer ones first: their statements before the loop run
		// before it. That a loop around it changes the value is passed over: it is that of its
		// first iteration.
		if !ok || b.From > l.stmt.Pos() || b.To < l.stmt.End() {
			return true
		}
		for _, st := range b.Stmts {
			if st.Pos() >= l.stmt.Pos() {
				break
			}
			if st.End() <= l.stmt.Pos() {
				take(st)
			}
		}
		return true
	})
	if f, ok := l.stmt.(*java.For); ok {
		for _, st := range f.Init {
			take(st)
		}
	}
	return vals
}

var nameRE = regexp.MustCompile(`[\\.]?\b[A-Za-z_$][\w$]*\b`)

// put replaces names in a clause by their values, fields and quantified variables
// excepted.
func put(clause string, vals map[string]string, except map[string]bool) (text string, used []string) {
	seen := map[string]bool{}
	text = nameRE.ReplaceAllStringFunc(clause, func(n string) string {
		v, ok := vals[n]
		if !ok || except[n] {
			return n
		}
		if !seen[n] {
			seen[n] = true
			used = append(used, n+" = "+v)
		}
		return v
	})
	return text, used
}

// quantified is a quantifier in a clause whose range one counter of a loop bounds.
type quantified struct {
	q        *java.Quantified
	variable string
	low      string // "" where unknown
	high     string
	highLe   bool
}

// quantifiers are those of a clause with the bounds of their first variable.
func (s *sources) quantifiers(file *java.File, e java.Expr) []quantified {
	var out []quantified
	if e == nil {
		return nil
	}
	java.Walk(e, func(n java.Node) bool {
		q, ok := n.(*java.Quantified)
		if !ok || len(q.Vars) == 0 {
			return true
		}
		r := quantified{q: q, variable: q.Vars[0].Name.Name}
		text := func(e java.Expr) string { return oneLine(file.Text(e)) }
		// The variable is put on the left, as in counter. A second bound of the same side
		// replaces the first.
		compare := func(x, y java.Expr, op java.Op) {
			a, b := text(x), text(y)
			if b == r.variable {
				a, b = b, a
				op = map[java.Op]java.Op{java.Lt: java.Gt, java.Le: java.Ge, java.Gt: java.Lt, java.Ge: java.Le}[op]
			}
			if a != r.variable {
				return
			}
			switch op {
			case java.Lt, java.Le:
				r.high, r.highLe = b, op == java.Le
			case java.Gt, java.Ge:
				r.low = b
				if op == java.Gt {
					r.low += " + 1"
				}
			}
		}

		rng := q.Range
		if rng == nil {
			rng = q.Body
			// Without a range of its own, `(\forall int k; A ==> B)` has it in A.
			if b, ok := java.Unparen(q.Body).(*java.Binary); ok && b.Op == java.Implies {
				rng = b.X
			}
		}
		for _, c := range expr.Conjuncts(rng) {
			switch x := java.Unparen(c).(type) {
			case *java.Binary:
				compare(x.X, x.Y, x.Op)
			case *java.Chain:
				for i, op := range x.Ops {
					compare(x.Xs[i], x.Xs[i+1], op)
				}
			}
		}
		out = append(out, r)
		return true
	})
	return out
}
