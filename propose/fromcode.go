package propose

import (
	"maps"
	"math"
	"strconv"
	"strings"

	"ensures/java"
	"ensures/propose/search"
)

type term = search.Term

// fromCode reads a method's own text for the search: the conditions it tests and the
// expressions it returns, as far as they can be said about the state before the call.
type fromCode struct {
	search.Code
	s      vocabulary
	names  map[string]*term
	locals map[string]java.Expr // variables assigned once
	before map[string]*term     // what names mean before the call
	env    map[string]*term     // what names mean along a path; nil outside of paths
}

// readCode translates the conditions and results in a method's body.
func (s vocabulary) readCode(m *java.MethodDecl) *fromCode {
	c := &fromCode{s: s, names: map[string]*term{}, locals: map[string]java.Expr{}}
	for _, t := range s.Before() {
		// The code says x where the specification says \old(x).
		c.names[strings.TrimSuffix(strings.TrimPrefix(t.String(), "\\old("), ")")] = t
		c.names[t.String()] = t
	}
	c.before = maps.Clone(c.names)
	if m.Body == nil {
		return c
	}

	assigned := java.Assignments(m.Body)
	// Assigned somewhere, a name's meaning depends on the place: only paths follow that.
	for name := range assigned {
		delete(c.names, name)
	}
	java.Walk(m.Body, func(n java.Node) bool {
		if l, ok := n.(*java.LocalVars); ok {
			for _, v := range l.Vars {
				delete(c.names, v.Name.Name) // shadows a field
				// Never assigned again, it is its first value wherever it is read.
				if v.Init != nil && assigned[v.Name.Name] == 0 {
					c.locals[v.Name.Name] = v.Init
				}
			}
		}
		return true
	})
	c.walk(m.Body)
	c.Paths = c.paths(m)
	return c
}

func (c *fromCode) walk(body java.Node) {
	condition := func(e java.Expr) {
		if t := c.expr(e, 0); t != nil && t.Sort() == search.BoolSort && !t.Constant() {
			c.Conditions = append(c.Conditions, search.Tested(t), search.Tested(c.s.Not(t)))
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
		// Their code runs at another time, with other values.
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
			if u := c.expr(l, 0); u != nil {
				if eq := search.Label(t, u); eq != nil {
					c.Conditions = append(c.Conditions, eq)
				}
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
	if t == nil || t.Constant() {
		return
	}
	if t.Sort() == search.BoolSort {
		c.Conditions = append(c.Conditions, t)
		return
	}
	c.Values = append(c.Values, t)
}

// expr is e as a term, nil when it cannot be said.
func (c *fromCode) expr(e java.Expr, depth int) *term {
	if depth > 20 {
		return nil
	}
	switch e := e.(type) {
	case *java.Paren:
		return c.expr(e.X, depth)
	case *java.Name:
		return c.name(e, depth)
	case *java.Literal:
		return c.literal(e)
	case *java.Select:
		return c.member(e, depth)
	case *java.Call:
		return c.call(e, depth)
	case *java.Unary:
		x := c.expr(e.X, depth+1)
		switch {
		case x == nil:
		case e.Op == java.Neg:
			return c.s.Negate(x)
		case e.Op == java.Not:
			return c.s.Not(x)
		}
	case *java.Binary:
		return c.binary(e, depth)
	case *java.Cond:
		cond, x, y := c.expr(e.C, depth+1), c.expr(e.X, depth+1), c.expr(e.Y, depth+1)
		if cond != nil && x != nil && y != nil {
			return c.s.If(cond, x, y)
		}
	case *java.Index:
		if x, ok := e.X.(*java.Name); ok {
			return c.element(x.Name, c.expr(e.I, depth+1))
		}
	case *java.Cast:
		return cast(e, c.expr(e.X, depth+1))
	}
	return nil
}

// name is what a variable means: along a path, or anywhere in the body.
func (c *fromCode) name(e *java.Name, depth int) *term {
	if c.env != nil {
		// Even nil: it was assigned what can't be said, and no longer holds what it began with.
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
	return nil
}

func (c *fromCode) literal(e *java.Literal) *term {
	switch e.Kind {
	case java.IntLiteral, java.LongLiteral:
		v, radix, ok := java.ParseInt(e.Raw)
		// 0xFFFFFFFF is -1: all but decimal int literals may use the sign bit (JLS 3.10.1).
		if ok && radix != 10 && e.Kind == java.IntLiteral {
			return c.s.IntConstant(e.Raw, int64(int32(uint32(v))))
		}
		if ok && v < 1<<62 {
			return c.s.Int(int64(v))
		}
	case java.CharLiteral:
		if u := java.DecodeUTF16(e.Value); len(u) == 1 {
			return c.s.CharConstant(u[0])
		}
	case java.BoolLiteral:
		return c.s.BoolConstant(e.Raw == "true")
	case java.DoubleLiteral:
		if f, err := strconv.ParseFloat(e.Raw, 64); err == nil {
			return c.s.RealConstant(e.Raw, f)
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

// call is s.length(), s.charAt(i), Math.abs(x) and the like.
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
	var texts []string
	for _, a := range e.Args {
		t := c.expr(a, depth+1)
		if t == nil || !t.IsNumber() {
			return nil
		}
		args, texts = append(args, t), append(texts, t.String())
	}
	text := "Math." + e.Name.Name + "(" + strings.Join(texts, ", ") + ")"
	switch {
	case len(args) == 2 && e.Name.Name == "max":
		return search.Apply(text, func(v []int64) int64 { return max(v[0], v[1]) }, args...)
	case len(args) == 2 && e.Name.Name == "min":
		return search.Apply(text, func(v []int64) int64 { return min(v[0], v[1]) }, args...)
	case len(args) == 1 && e.Name.Name == "abs":
		return search.Apply(text, func(v []int64) int64 {
			// Math.abs of the least int is that int.
			if v[0] == math.MinInt32 {
				return v[0]
			}
			return max(v[0], -v[0])
		}, args...)
	}
	return nil
}

// element is seq[i] where both can be said about the state before the call.
func (c *fromCode) element(name string, i *term) *term {
	if i == nil {
		return nil
	}
	return c.s.Item(name, i)
}

// signs are the binary operators that terms have.
var signs = map[java.Op]string{
	java.BitAnd: "&", java.BitOr: "|", java.BitXor: "^",
	java.Plus: "+", java.Sub: "-", java.Mul: "*", java.Div: "/", java.Rem: "%",
	java.Lt: "<", java.Le: "<=", java.Gt: ">", java.Ge: ">=", java.Eq: "==", java.Ne: "!=",
}

// maxSteps bounds the arithmetic that is remembered of the paths.
const maxSteps = 40

func (c *fromCode) binary(e *java.Binary, depth int) *term {
	x, y := c.expr(e.X, depth+1), c.expr(e.Y, depth+1)
	if x == nil || y == nil || x.Constant() && y.Constant() || x.Size()+y.Size() > search.MaxSize {
		return nil
	}
	switch e.Op {
	case java.BitAnd, java.BitOr, java.BitXor:
		return search.Bitwise(signs[e.Op], x, y)
	case java.AndAnd, java.OrOr:
		if x.Sort() != search.BoolSort || y.Sort() != search.BoolSort {
			return nil
		}
		if e.Op == java.AndAnd {
			return search.And(x, y)
		}
		return search.Or(x, y)
	case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
		t := search.Arithmetic(signs[e.Op], x, y)
		if t != nil && c.env != nil && len(c.Steps) < maxSteps {
			c.Steps = append(c.Steps, t)
		}
		return t
	case java.Lt, java.Le, java.Gt, java.Ge, java.Eq, java.Ne:
		return c.s.Compare(signs[e.Op], x, y)
	}
	return nil
}

// cast is a conversion to char, or one to int or long of a value that fits.
func cast(e *java.Cast, x *term) *term {
	if x == nil || !x.IsNumber() || e.Type == nil || e.Type.Dims > 0 {
		return nil
	}
	as := func(operand string) string { return "(" + e.Type.Name + ") " + operand }
	switch e.Type.Name {
	case "char":
		return search.Cast(x, search.CharSort, as, func(v int64) int64 { return int64(uint16(v)) })
	case "int", "long":
		// Cut off in some run, the cast is more than its operand.
		if e.Type.Name == "int" && !x.All(func(v int64) bool { return v == int64(int32(v)) }) {
			return nil
		}
		if x.Sort() == search.CharSort {
			return search.Cast(x, search.IntSort, func(operand string) string { return "(int) " + operand }, func(v int64) int64 { return v })
		}
		return x
	}
	return nil
}
