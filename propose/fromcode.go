package propose

import (
	"strconv"
	"unicode/utf8"

	"ensures/java"
	"ensures/java/interp"
)

// fromCode is what a method's own text suggests: the conditions it tests and the
// expressions it returns, as far as they can be said about the state before the call.
type fromCode struct {
	conditions []*term
	values     []*term
	throws     []string // simple names of exception classes in throw statements
	s          *space
	names      map[string]*term
	locals     map[string]java.Expr // variables assigned once
}

// readCode translates the conditions and results in a method's body.
func (s *space) readCode(m *java.MethodDecl) *fromCode {
	c := &fromCode{s: s, names: map[string]*term{}, locals: map[string]java.Expr{}}
	for _, t := range s.pre {
		c.names[t.text] = t
	}
	if m.Body == nil {
		return c
	}
	assigned := map[string]int{}
	java.Walk(m.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			if x, ok := n.X.(*java.Name); ok {
				assigned[x.Name]++
			}
		case *java.Unary:
			if x, ok := n.X.(*java.Name); ok && n.Op >= java.PreInc && n.Op <= java.PostDec {
				assigned[x.Name]++
			}
		}
		return true
	})
	for name := range assigned {
		delete(c.names, name)
	}
	java.Walk(m.Body, func(n java.Node) bool {
		if l, ok := n.(*java.LocalVars); ok {
			for _, v := range l.Vars {
				delete(c.names, v.Name.Name) // shadows a field
				if v.Init != nil && assigned[v.Name.Name] == 0 {
					c.locals[v.Name.Name] = v.Init
				}
			}
		}
		return true
	})
	c.walk(m.Body)
	return c
}

func (c *fromCode) walk(body java.Node) {
	condition := func(e java.Expr) {
		if t := c.expr(e, 0); t != nil && t.sort == boolSort && !t.konst {
			c.conditions = append(c.conditions, t)
			if o := opposite(t); o != "" {
				c.conditions = append(c.conditions, not(t, o))
			} else {
				c.conditions = append(c.conditions, not(t, ""))
			}
		}
	}
	java.Walk(body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.If:
			condition(n.Cond)
			c.parts(n.Cond, condition)
		case *java.Cond:
			condition(n.C)
			c.value(n.X)
			c.value(n.Y)
		case *java.Return:
			if n.X != nil {
				c.value(n.X)
			}
		case *java.Switch:
			c.switchOn(n.X, n.Cases)
		case *java.SwitchExpr:
			c.switchOn(n.X, n.Cases)
		case *java.AssignExpr:
			c.value(n.Y)
		case *java.Throw:
			if x, ok := n.X.(*java.New); ok && x.Type != nil {
				c.throws = append(c.throws, x.Type.Name)
			}
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return true
	})
}

// switchOn adds the conditions x == label.
func (c *fromCode) switchOn(x java.Expr, cases []*java.Case) {
	t := c.expr(x, 0)
	if t == nil {
		return
	}
	for _, k := range cases {
		for _, l := range k.Labels {
			if u := c.expr(l, 0); u != nil && comparable(t, u, relation("==")) {
				c.conditions = append(c.conditions, relation("==").compare(t, u))
			}
		}
	}
}

// parts offers the operands of && and || on their own.
func (c *fromCode) parts(e java.Expr, f func(java.Expr)) {
	switch e := e.(type) {
	case *java.Paren:
		c.parts(e.X, f)
	case *java.Binary:
		if e.Op == java.AndAnd || e.Op == java.OrOr {
			f(e.X)
			f(e.Y)
			c.parts(e.X, f)
			c.parts(e.Y, f)
		}
	}
}

func (c *fromCode) value(e java.Expr) {
	t := c.expr(e, 0)
	if t == nil || t.konst {
		return
	}
	if t.sort == boolSort {
		c.conditions = append(c.conditions, t)
		return
	}
	c.values = append(c.values, t)
}

// expr is e as a term, nil when it cannot be said.
func (c *fromCode) expr(e java.Expr, depth int) *term {
	if depth > 8 {
		return nil
	}
	n := len(c.s.obs)
	switch e := e.(type) {
	case *java.Paren:
		return c.expr(e.X, depth)
	case *java.Name:
		if t := c.names[e.Name]; t != nil {
			return t
		}
		if init := c.locals[e.Name]; init != nil {
			return c.expr(init, depth+1)
		}
	case *java.Literal:
		return c.literal(e, n)
	case *java.Select:
		return c.member(e, depth)
	case *java.Call:
		return c.call(e, depth)
	case *java.Unary:
		x := c.expr(e.X, depth+1)
		switch {
		case x == nil:
		case e.Op == java.Neg:
			if x.konst && x.sort == intSort {
				return constant(strconv.FormatInt(-x.n[0], 10), intSort, -x.n[0], n)
			}
			return negate(x)
		case e.Op == java.Not && x.sort == boolSort:
			return not(x, opposite(x))
		}
	case *java.Binary:
		return c.binary(e, depth)
	case *java.Index:
		return c.index(e, depth)
	}
	return nil
}

func (c *fromCode) literal(e *java.Literal, n int) *term {
	switch e.Kind {
	case java.IntLiteral, java.LongLiteral:
		v, _, ok := java.ParseInt(e.Raw)
		if ok && v < 1<<62 {
			return constant(strconv.FormatInt(int64(v), 10), intSort, int64(v), n)
		}
	case java.CharLiteral:
		if u := java.DecodeUTF16(e.Value); len(u) == 1 {
			return constant(charText(u[0]), charSort, int64(u[0]), n)
		}
	case java.DoubleLiteral:
		if f, err := strconv.ParseFloat(e.Raw, 64); err == nil {
			return constant(e.Raw, floatSort, interp.Double(f).N, n)
		}
	}
	return nil
}

// member is a.length, this.f.
func (c *fromCode) member(e *java.Select, depth int) *term {
	if _, ok := e.X.(*java.This); ok {
		return c.names[e.Name.Name]
	}
	if x, ok := e.X.(*java.Name); ok {
		return c.names[x.Name+"."+e.Name.Name]
	}
	return nil
}

// call is s.length(), s.charAt(i), s.isEmpty().
func (c *fromCode) call(e *java.Call, depth int) *term {
	x, ok := e.X.(*java.Name)
	if !ok {
		return nil
	}
	switch {
	case len(e.Args) == 0 && (e.Name.Name == "length" || e.Name.Name == "size"):
		return c.names[x.Name+"."+e.Name.Name+"()"]
	case len(e.Args) == 1 && e.Name.Name == "charAt":
		return c.element(x.Name, c.expr(e.Args[0], depth+1))
	}
	return nil
}

func (c *fromCode) index(e *java.Index, depth int) *term {
	x, ok := e.X.(*java.Name)
	if !ok {
		return nil
	}
	return c.element(x.Name, c.expr(e.I, depth+1))
}

// element is seq[i] where both can be said about the state before the call.
func (c *fromCode) element(name string, i *term) *term {
	if i == nil {
		return nil
	}
	for _, x := range c.s.seqs {
		if x.text != name && x.text != "\\old("+name+")" || x.result {
			continue
		}
		n := len(c.s.obs)
		t := &term{text: x.element(i.text), prec: precAtom, sort: x.elem, size: 1 + i.size, n: make([]int64, n)}
		for o := range n {
			if i.at(o) == defined {
				v, _, st := c.s.l.element(x.get(c.s.obs[o]), int(i.n[o]))
				if st == defined {
					t.n[o] = v
					continue
				}
			}
			t.undefine(o, n)
		}
		return t
	}
	return nil
}

func (c *fromCode) binary(e *java.Binary, depth int) *term {
	x, y := c.expr(e.X, depth+1), c.expr(e.Y, depth+1)
	if x == nil || y == nil {
		return nil
	}
	if x.konst && y.konst {
		return nil
	}
	switch e.Op {
	case java.AndAnd, java.OrOr:
		if x.sort != boolSort || y.sort != boolSort {
			return nil
		}
		if e.Op == java.AndAnd {
			return and(x, y)
		}
		return or(x, y)
	case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
		sign := map[java.Op]string{java.Plus: "+", java.Sub: "-", java.Mul: "*", java.Div: "/", java.Rem: "%"}[e.Op]
		for _, o := range arithmetic() {
			if o.sign == sign {
				return o.combine(x, y)
			}
		}
	case java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne:
		sign := map[java.Op]string{java.Lt: "<", java.Le: "<=", java.Gt: ">", java.Ge: ">=", java.Eq: "==", java.Ne: "!="}[e.Op]
		r := relation(sign)
		if x.sort.number() && y.sort.number() || comparable(x, y, r) {
			return r.compare(x, y)
		}
	}
	return nil
}

// stringOf is the text of a Java string; false for null and text that is not UTF-8.
func stringOf(r interp.Ref) (string, bool) {
	s, ok := r.(*interp.String)
	if !ok {
		return "", false
	}
	g := s.GoString()
	return g, utf8.ValidString(g)
}

// quote is a string literal.
func quote(s string) string {
	out := []byte{'"'}
	for _, u := range interp.NewString(s).Units() {
		c := charText(u)
		switch c = c[1 : len(c)-1]; c {
		case `"`:
			c = `\"`
		case `\'`:
			c = `'`
		}
		out = append(out, c...)
	}
	return string(append(out, '"'))
}
