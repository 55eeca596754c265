package propose

import (
	"maps"
	"strings"

	"ensures/java"
	"ensures/propose/loops"
)

// maxPaths bounds the paths through a method that are followed.
const maxPaths = 24

// pathEnd is what a path through the method returns, and the fields it leaves
// behind, all in terms of the state before the call.
type pathEnd struct {
	guard  *term // nil: always
	result *term // nil: no result, or none that can be said
	fields map[string]*term
}

// walker follows the paths through a body without loops.
type walker struct {
	c    *fromCode
	ends []pathEnd
	live int
}

// along is a path being followed.
type along struct {
	env   map[string]*term // nil entries: values that cannot be said
	guard *term
}

// paths follows the body of a method without loops; nil when it has loops, calls
// with effects, or too many paths.
func (c *fromCode) paths(m *java.MethodDecl) []pathEnd {
	if m.Body == nil {
		return nil
	}
	w := &walker{c: c}
	saved := c.env
	defer func() { c.env = saved }()
	rest, ok := w.block(m.Body.Stmts, []along{{env: map[string]*term{}}})
	if !ok {
		return nil
	}
	for _, a := range rest {
		w.end(a, nil)
	}
	return w.ends
}

func (w *walker) end(a along, result *term) {
	w.ends = append(w.ends, pathEnd{guard: a.guard, result: result, fields: a.env})
}

func (w *walker) block(stmts []java.Stmt, in []along) ([]along, bool) {
	for _, s := range stmts {
		var out []along
		for _, a := range in {
			next, ok := w.stmt(s, a)
			if !ok {
				return nil, false
			}
			out = append(out, next...)
		}
		if in = out; len(in)+len(w.ends) > maxPaths {
			return nil, false
		}
	}
	return in, true
}

func (w *walker) expr(e java.Expr, a along) *term {
	w.c.env = a.env
	return w.c.expr(e, 0)
}

func (w *walker) stmt(s java.Stmt, a along) ([]along, bool) {
	switch s := s.(type) {
	case *java.Block:
		return w.block(s.Stmts, []along{a})
	case *java.Empty, *java.Assert:
		return []along{a}, true
	case *java.LocalVars:
		for _, v := range s.Vars {
			var t *term
			if v.Init != nil {
				t = w.expr(v.Init, a)
			}
			a = a.with(v.Name.Name, t)
		}
		return []along{a}, true
	case *java.ExprStmt:
		return w.effect(s.X, a)
	case *java.Return:
		var t *term
		if s.X != nil {
			t = w.expr(s.X, a)
		}
		w.end(a, t)
		return nil, true
	case *java.Throw:
		return nil, true
	case *java.If:
		return w.branch(s, a)
	case *java.Switch:
		return w.cases(s, a)
	}
	return nil, false
}

// cases follows a switch on a number whose groups do not fall through.
func (w *walker) cases(s *java.Switch, a along) ([]along, bool) {
	x := w.expr(s.X, a)
	if x == nil || !x.sort.number() {
		return nil, false
	}
	eq := relation("==")
	var out []along
	var open, all *term // labels of the group, and of all groups
	add := func(l, t *term) *term {
		if l == nil {
			return t
		}
		return or(l, t)
	}
	var rest []java.Stmt
	hasDefault := false
	for _, k := range s.Cases {
		for _, l := range k.Labels {
			t := w.expr(l, a)
			if t == nil || !t.konst || !(t.sort.number()) {
				return nil, false
			}
			test := eq.compare(x, t)
			test.code = true
			open, all = add(open, test), add(all, test)
		}
		if k.Default {
			if open != nil && len(k.Labels) > 0 {
				return nil, false
			}
			hasDefault, rest = true, k.Body
			continue
		}
		if len(k.Body) == 0 && !k.Arrow {
			continue
		}
		body, ok := loops.Ended(k.Body, k.Arrow)
		if !ok || open == nil {
			return nil, false
		}
		next, ok := w.block(body, []along{a.under(open)})
		if !ok {
			return nil, false
		}
		out, open = append(out, next...), nil
	}
	if all == nil || open != nil {
		return nil, false
	}
	other := a.under(not(all, opposite(all)))
	if !hasDefault {
		return append(out, other), true
	}
	body, ok := loops.Ended(rest, true)
	if !ok {
		return nil, false
	}
	next, ok := w.block(body, []along{other})
	return append(out, next...), ok
}

func (w *walker) branch(s *java.If, a along) ([]along, bool) {
	cond := w.expr(s.Cond, a)
	if cond == nil || cond.sort != boolSort {
		return nil, false
	}
	tested := *cond
	tested.code = true
	cond = &tested
	then, ok := w.stmt(s.Then, a.under(cond))
	if !ok {
		return nil, false
	}
	other := []along{a.under(not(cond, opposite(cond)))}
	if s.Else != nil {
		if other, ok = w.stmt(s.Else, other[0]); !ok {
			return nil, false
		}
	}
	return append(then, other...), true
}

// effect is an assignment to a variable or field of this.
func (w *walker) effect(e java.Expr, a along) ([]along, bool) {
	switch e := e.(type) {
	case *java.AssignExpr:
		name, ok := assigned(e.X)
		if !ok {
			return nil, false
		}
		v := e.Y
		if e.Op != java.Assign {
			v = &java.Binary{Op: e.Op, X: e.X, Y: &java.Paren{X: e.Y}}
		}
		return []along{a.with(name, w.expr(v, a))}, true
	case *java.Unary:
		name, ok := assigned(e.X)
		if !ok || e.Op < java.PreInc || e.Op > java.PostDec {
			return nil, false
		}
		op := java.Plus
		if e.Op == java.PreDec || e.Op == java.PostDec {
			op = java.Sub
		}
		one := &java.Literal{Kind: java.IntLiteral, Raw: "1"}
		return []along{a.with(name, w.expr(&java.Binary{Op: op, X: e.X, Y: one}, a))}, true
	}
	return nil, false
}

func assigned(e java.Expr) (string, bool) {
	switch e := e.(type) {
	case *java.Name:
		return e.Name, true
	case *java.Select:
		_, this := e.X.(*java.This)
		return e.Name.Name, this
	}
	return "", false
}

func (a along) with(name string, t *term) along {
	env := maps.Clone(a.env)
	env[name] = t
	return along{env: env, guard: a.guard}
}

func (a along) under(c *term) along {
	if a.guard != nil {
		c = and(a.guard, c)
	}
	return along{env: a.env, guard: c}
}

// byPaths offers what each path returns and leaves behind.
func (c *candidates) byPaths(code *fromCode) {
	s := c.s
	ends := code.ends
	for _, t := range code.steps {
		for i := range s.real {
			if t.sort == intSort && t.at(i) != undefined && !inRange(t.n[i], t.at(i), 32) {
				c.wide = append(c.wide, wrapping{t: t, bits: 32, step: true})
				break
			}
		}
	}
	c.byTruth(ends)
	for _, e := range ends {
		if s.resultTerm != nil && e.result != nil {
			c.pathCase(e.guard, s.resultTerm, e.result)
		}
		for _, t := range s.post {
			if v := e.fields[t.text]; v != nil && t != s.resultTerm {
				c.pathCase(e.guard, t, v)
			}
		}
	}
}

// byTruth joins paths that return true or false outright: the result is the
// disjunction of the conditions under which it is true.
func (c *candidates) byTruth(ends []pathEnd) {
	s := c.s
	if s.resultTerm == nil || s.resultTerm.sort != boolSort {
		return
	}
	var when *term
	for _, e := range ends {
		if e.result == nil || e.result.sort != boolSort {
			return
		}
		t := e.result
		switch {
		case t.text == "false":
			continue
		case t.text == "true" && e.guard == nil:
			return
		case t.text == "true":
			t = e.guard
		case e.guard != nil:
			t = and(e.guard, t)
		}
		if when == nil {
			when = t
		} else {
			when = or(when, t)
		}
	}
	if when != nil && when.size < maxCodeTerm {
		c.offerTerm("equivalence", iff(s.resultTerm, when))
	}
}

// pathCase is guard ==> t == v, with a cast where the code's arithmetic wraps around.
func (c *candidates) pathCase(guard, t, v *term) {
	s := c.s
	eq := relation("==")
	if guard != nil && s.validTerm(guard) {
		guard = nil // the others throw
	}
	if t.sort == boolSort && v.sort != boolSort || t.sort != boolSort && v.sort == boolSort || len(v.n) == 0 {
		return
	}
	under := func(u *term) *term {
		if guard != nil {
			return implies(guard, u)
		}
		return u
	}
	u := under(eq.compare(t, v))
	if s.validTerm(u) {
		c.offerTerm("path", u)
		return
	}
	if !t.sort.number() || !v.sort.number() || t.bits == 0 {
		return
	}
	if u := under(s.wrapped(t, v)); s.validTerm(u) {
		c.offerTerm("path", u)
		s.wraps = append(s.wraps, wrapping{guard: guard, t: v, bits: t.bits})
		return
	}
	// an intermediate value leaves its range
	for _, x := range c.wide {
		if x.bits == t.bits {
			s.wraps = append(s.wraps, x)
		}
	}
	if len(c.wide) > 0 {
		s.wraps = append(s.wraps, wrapping{guard: guard, t: v, bits: t.bits})
	}
}

func (s *space) validTerm(t *term) bool {
	for o := range s.real {
		if t.truthAt(o) != yes {
			return false
		}
	}
	return true
}

// wrapping is an expression of the code that leaves its type's range in some runs.
type wrapping struct {
	guard *term
	t     *term
	bits  int
	step  bool // on the way to what the code computes
}

// inRange is the condition that the expression stays in range, as text and as a term.
func (s *space) inRange(w wrapping) *term {
	class, bits := "Integer", 32
	if w.bits == 64 {
		class, bits = "Long", 64
	}
	n := len(w.t.n)
	t := &term{
		text: class + ".MIN_VALUE <= " + w.t.in(precAdd) + " && " + w.t.in(precAdd) + " <= " + class + ".MAX_VALUE",
		prec: precAnd, sort: boolSort, size: 2*w.t.size + 5, n: make([]int64, n),
	}
	if w.t.prec == precUnary && w.t.size == 2 && w.t.text[0] == '-' {
		t.text, t.prec, t.size = w.t.text[1:]+" != "+class+".MIN_VALUE", precEq, 3
	}
	for i := range n {
		if inRange(w.t.n[i], w.t.at(i), bits) {
			t.n[i] = 1
		}
	}
	if w.guard != nil && t.prec != precEq {
		t = implies(w.guard, t)
	}
	t.text = beforeCall(t.text)
	return t
}

// beforeCall is a text about the state before the call as a requires clause says
// it: without \old around names.
func beforeCall(text string) string {
	for {
		i := strings.Index(text, "\\old(")
		if i < 0 {
			return text
		}
		depth, j := 0, i+4
		for ; j < len(text); j++ {
			if text[j] == '(' {
				depth++
			} else if text[j] == ')' {
				if depth--; depth == 0 {
					break
				}
			}
		}
		if j == len(text) {
			return text
		}
		text = text[:i] + text[i+5:j] + text[j+1:]
	}
}
