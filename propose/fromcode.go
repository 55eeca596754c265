package propose

import (
	"maps"
	"math"
	"strconv"
	"strings"
	"unicode/utf8"

	"ensures/java"
	"ensures/java/interp"
)

// fromCode is what a method's own text suggests: the conditions it tests and the
// expressions it returns, as far as they can be said about the state before the call.
type fromCode struct {
	conditions []*term
	values     []*term
	ends       []pathEnd
	steps      []*term  // arithmetic met along the paths
	throws     []string // simple names of exception classes in throw statements
	s          *space
	names      map[string]*term
	locals     map[string]java.Expr // variables assigned once
	before     map[string]*term     // what names mean before the call
	env        map[string]*term     // what names mean along a path; nil outside of paths
}

// readCode translates the conditions and results in a method's body.
func (s *space) readCode(m *java.MethodDecl) *fromCode {
	c := &fromCode{s: s, names: map[string]*term{}, locals: map[string]java.Expr{}}
	for _, t := range s.pre {
		c.names[strings.TrimSuffix(strings.TrimPrefix(t.text, "\\old("), ")")] = t
		c.names[t.text] = t
	}
	c.before = maps.Clone(c.names)
	for _, t := range java.Tokens(s.source(m)) {
		s.divides = s.divides || t.Text == "%"
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
	c.ends = c.paths(m)
	return c
}

func (c *fromCode) walk(body java.Node) {
	condition := func(e java.Expr) {
		if t := c.expr(e, 0); t != nil && t.sort == boolSort && !t.konst {
			u := *t
			u.code = true
			v := not(t, opposite(t))
			v.code = true
			c.conditions = append(c.conditions, &u, v)
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
	if depth > 20 {
		return nil
	}
	n := len(c.s.obs)
	switch e := e.(type) {
	case *java.Paren:
		return c.expr(e.X, depth)
	case *java.Name:
		if c.env != nil {
			if t, ok := c.env[e.Name]; ok {
				return t
			}
			return c.before[e.Name]
		}
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
	case *java.Cond:
		return c.conditional(c.expr(e.C, depth+1), c.expr(e.X, depth+1), c.expr(e.Y, depth+1))
	case *java.Index:
		return c.index(e, depth)
	case *java.Cast:
		return c.cast(e, c.expr(e.X, depth+1))
	}
	return nil
}

func (c *fromCode) literal(e *java.Literal, n int) *term {
	switch e.Kind {
	case java.IntLiteral, java.LongLiteral:
		v, radix, ok := java.ParseInt(e.Raw)
		if ok && radix != 10 && e.Kind == java.IntLiteral {
			return constant(e.Raw, intSort, int64(int32(uint32(v))), n)
		}
		if ok && v < 1<<62 {
			return constant(strconv.FormatInt(int64(v), 10), intSort, int64(v), n)
		}
	case java.CharLiteral:
		if u := java.DecodeUTF16(e.Value); len(u) == 1 {
			return constant(charText(u[0]), charSort, int64(u[0]), n)
		}
	case java.BoolLiteral:
		v := int64(0)
		if e.Raw == "true" {
			v = 1
		}
		return constant(e.Raw, boolSort, v, n)
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
		return c.expr(&java.Name{Name: e.Name.Name}, depth+1)
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
	if x.Name == "Math" {
		return c.math(e, depth)
	}
	switch {
	case len(e.Args) == 0 && (e.Name.Name == "length" || e.Name.Name == "size"):
		return c.names[x.Name+"."+e.Name.Name+"()"]
	case len(e.Args) == 1 && e.Name.Name == "charAt":
		return c.element(x.Name, c.expr(e.Args[0], depth+1))
	}
	return nil
}

// math is Math.max, Math.min and Math.abs of numbers.
func (c *fromCode) math(e *java.Call, depth int) *term {
	var args []*term
	for _, a := range e.Args {
		t := c.expr(a, depth+1)
		if t == nil || !t.sort.number() {
			return nil
		}
		args = append(args, t)
	}
	t := &term{prec: precAtom, sort: intSort}
	var f func(i int) int64
	switch {
	case len(args) == 2 && (e.Name.Name == "max" || e.Name.Name == "min"):
		x, y := args[0], args[1]
		t.text, t.size = "Math."+e.Name.Name+"("+x.text+", "+y.text+")", x.size+y.size+1
		f = func(i int) int64 { return max(x.n[i], y.n[i]) }
		if e.Name.Name == "min" {
			f = func(i int) int64 { return min(x.n[i], y.n[i]) }
		}
	case len(args) == 1 && e.Name.Name == "abs":
		x := args[0]
		t.text, t.size = "Math.abs("+x.text+")", x.size+1
		f = func(i int) int64 {
			if x.n[i] == math.MinInt32 {
				return x.n[i]
			}
			return max(x.n[i], -x.n[i])
		}
	default:
		return nil
	}
	n := args[0].rows()
	t.n = make([]int64, n)
	for i := range n {
		t.n[i] = f(i)
		for _, a := range args {
			if s := a.at(i); s != defined {
				if t.st == nil {
					t.st = make([]state, n)
				}
				t.st[i] = max(t.st[i], s)
			}
		}
	}
	return t
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
	if x.size+y.size > maxCodeTerm {
		return nil
	}
	switch e.Op {
	case java.BitAnd, java.BitOr, java.BitXor:
		return bitwise(e.Op, x, y)
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
				t := o.combine(x, y)
				if t != nil && c.env != nil && len(c.steps) < 40 {
					c.steps = append(c.steps, t)
				}
				return t
			}
		}
	case java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne:
		sign := map[java.Op]string{java.Lt: "<", java.Le: "<=", java.Gt: ">", java.Ge: ">=", java.Eq: "==", java.Ne: "!="}[e.Op]
		r := relation(sign)
		if x.sort == boolSort && y.sort == boolSort && (y.konst || x.konst) {
			return truthTest(e.Op, x, y)
		}
		if x.sort.number() && y.sort.number() || comparable(x, y, r) {
			return r.compare(x, y)
		}
	}
	return nil
}

// cast is a conversion to char, or one to int or long of a value that fits.
func (c *fromCode) cast(e *java.Cast, x *term) *term {
	if x == nil || !x.sort.number() || e.Type == nil || e.Type.Dims > 0 {
		return nil
	}
	t := *x
	t.key = 0
	switch e.Type.Name {
	case "char":
		t.sort, t.text, t.prec, t.size = charSort, "(char) "+x.in(precAtom), precUnary, x.size+1
		t.n = make([]int64, len(x.n))
		for i, v := range x.n {
			t.n[i] = int64(uint16(v))
		}
	case "int", "long":
		for i, v := range x.n {
			if e.Type.Name == "int" && x.at(i) == defined && v != int64(int32(v)) {
				return nil
			}
		}
		if x.sort == charSort {
			t.sort, t.text, t.prec, t.size = intSort, "(int) "+x.in(precAtom), precUnary, x.size+1
		}
	default:
		return nil
	}
	return &t
}

// truthTest is x == true and the like, said simply.
func truthTest(o java.Op, x, y *term) *term {
	if x.konst {
		x, y = y, x
	}
	if (y.text == "true") == (o == java.Eq) {
		return x
	}
	return not(x, opposite(x))
}

// maxCodeTerm is the size of the largest expression taken from the code.
const maxCodeTerm = 60

// conditional is (c ? x : y).
func (c *fromCode) conditional(cond, x, y *term) *term {
	if cond != nil && x != nil && y != nil && cond.sort == boolSort && x.sort == boolSort && y.sort == boolSort {
		switch {
		case x.text == "true" && y.text == "false":
			return cond
		case x.text == "false" && y.text == "true":
			return not(cond, opposite(cond))
		case x.text == "true":
			return or(cond, y)
		case y.text == "false":
			return and(cond, x)
		case x.text == "false":
			return and(not(cond, opposite(cond)), y)
		case y.text == "true":
			return or(not(cond, opposite(cond)), x)
		}
	}
	if cond == nil || x == nil || y == nil || cond.sort != boolSort || x.sort != y.sort || len(x.n) == 0 || cond.size+x.size+y.size > maxCodeTerm {
		return nil
	}
	n := len(cond.n)
	t := &term{
		text: "(" + cond.in(precImplies+1) + " ? " + x.in(precImplies+1) + " : " + y.in(precImplies+1) + ")", prec: precAtom, sort: x.sort,
		size: cond.size + x.size + y.size + 1, n: make([]int64, n),
	}
	for i := range n {
		u := y
		switch cond.truthAt(i) {
		case yes:
			u = x
		case unknown:
			t.undefine(i, n)
			continue
		}
		t.n[i] = u.n[i]
		if u.at(i) != defined {
			if t.st == nil {
				t.st = make([]state, n)
			}
			t.st[i] = u.at(i)
		}
	}
	return t
}

// bitwise is x & y, x | y, x ^ y of numbers or booleans.
func bitwise(o java.Op, x, y *term) *term {
	if len(x.n) == 0 || len(y.n) == 0 || x.sort == floatSort || y.sort == floatSort || (x.sort == boolSort) != (y.sort == boolSort) {
		return nil
	}
	n := x.rows()
	sign := map[java.Op]string{java.BitAnd: "&", java.BitOr: "|", java.BitXor: "^"}[o]
	t := &term{text: "(" + x.in(precAdd) + " " + sign + " " + y.in(precAdd) + ")", prec: precAtom, sort: intSort, size: x.size + y.size + 1, n: make([]int64, n)}
	if x.sort == boolSort {
		t.sort = boolSort
	}
	for i := range n {
		switch o {
		case java.BitAnd:
			t.n[i] = x.n[i] & y.n[i]
		case java.BitOr:
			t.n[i] = x.n[i] | y.n[i]
		default:
			t.n[i] = x.n[i] ^ y.n[i]
		}
		if s := max(x.at(i), y.at(i)); s != defined {
			if t.st == nil {
				t.st = make([]state, n)
			}
			t.st[i] = s
		}
	}
	return t
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
