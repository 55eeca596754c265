package propose

import (
	"maps"

	"ensures/java"
	"ensures/propose/loops"
	"ensures/propose/search"
)

// maxPaths bounds the paths through a method that are followed.
const maxPaths = 24

// walker follows the paths through a body without loops.
type walker struct {
	c    *fromCode
	ends []search.Path
	live int
}

// along is a path being followed.
type along struct {
	env   map[string]*term // nil entries: values that cannot be said
	guard *term
}

// paths follows the body of a method without loops; nil when it has loops, calls
// with effects, or too many paths.
func (c *fromCode) paths(m *java.MethodDecl) []search.Path {
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
	w.ends = append(w.ends, search.Path{Guard: a.guard, Result: result, Leaves: a.env})
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
		// Paths double with each if: too many are none, since a part of them would not be the method.
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
	// No path: what is said holds where the method returns.
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
	if x == nil || !x.IsNumber() {
		return nil, false
	}

	var out []along
	var open, all *term // labels of the group, and of all groups
	add := func(l, t *term) *term {
		if l == nil {
			return t
		}
		return search.Or(l, t)
	}
	var rest []java.Stmt
	hasDefault := false
	for _, k := range s.Cases {
		for _, l := range k.Labels {
			t := w.expr(l, a)
			if t == nil || !t.Constant() || !t.IsNumber() {
				return nil, false
			}
			test := search.Tested(w.c.s.Compare("==", x, t))
			open, all = add(open, test), add(all, test)
		}
		if k.Default {
			if open != nil && len(k.Labels) > 0 {
				return nil, false
			}
			hasDefault, rest = true, k.Body
			continue
		}
		// Labels without a body belong to the next group.
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
	// The default is all that no label is, wherever it stands.
	other := a.under(w.c.s.Not(all))
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
	if cond == nil || cond.Sort() != search.BoolSort {
		return nil, false
	}
	cond = search.Tested(cond)
	then, ok := w.stmt(s.Then, a.under(cond))
	if !ok {
		return nil, false
	}
	other := []along{a.under(w.c.s.Not(cond))}
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
	// Paths share what they have in common: each change is a map of its own.
	env := maps.Clone(a.env)
	env[name] = t
	return along{env: env, guard: a.guard}
}

func (a along) under(c *term) along {
	if a.guard != nil {
		c = search.And(a.guard, c)
	}
	return along{env: a.env, guard: c}
}
