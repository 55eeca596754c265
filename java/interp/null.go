package interp

import (
	"strings"

	"ensures/java"
	"ensures/java/types"
)

// nullSite is a place that throws a NullPointerException with the JVM's helpful
// message. The description is made when it is thrown.
type nullSite struct {
	c      *compiler
	e      java.Expr
	action string
}

func (c *compiler) nullSite(e java.Expr, action string) *nullSite {
	// A copy, since info and fn change as the compiler goes on, and the message comes much later.
	return &nullSite{&compiler{prog: c.prog, class: c.class, info: c.info, fn: c.fn}, e, action}
}

func (s *nullSite) throw(m *Machine) {
	because := ""
	if s.e != nil {
		if d := s.c.describe(s.e); d != "" {
			because = d
		}
	}
	m.ThrowNPE(s.action, because)
}

// describe is the JVM's description of where a null came from.
func (c *compiler) describe(e java.Expr) string {
	e = c.folded(e)
	switch x := e.(type) {
	case *java.Call:
		if call := c.info.Calls[x]; call != nil && call.Method != nil {
			return `the return value of "` + describeMethod(call.Method) + `"`
		}
		return ""
	}
	if s := c.source(e); s != "" {
		return `"` + s + `"`
	}
	return ""
}

// folded looks through what leaves no trace in the code that pushes a value:
// parentheses, casts, assignments (the right side is what is pushed) and
// conditionals whose condition the compiler knows.
func (c *compiler) folded(e java.Expr) java.Expr {
	for {
		switch x := e.(type) {
		case *java.Paren:
			e = x.X
		case *java.Cast:
			e = x.X
		case *java.AssignExpr:
			if x.Op != java.Assign {
				return e
			}
			e = x.Y
		case *java.Cond:
			switch c.known(x.C) {
			case 1:
				e = x.X
			case -1:
				e = x.Y
			default:
				return e
			}
		default:
			return e
		}
	}
}

// known is 1 for a condition that is always true, −1 for one that never is, else 0.
func (c *compiler) known(e java.Expr) int {
	if k := c.info.Consts[e]; k != nil {
		return int(2*k.N - 1)
	}
	switch x := java.Unparen(e).(type) {
	case *java.Binary:
		a, b := c.known(x.X), c.known(x.Y)
		switch {
		case x.Op == java.AndAnd && (a < 0 || b < 0), x.Op == java.OrOr && a < 0 && b < 0:
			return -1
		case x.Op == java.AndAnd && a > 0 && b > 0, x.Op == java.OrOr && (a > 0 || b > 0):
			return 1
		}
	case *java.Unary:
		if x.Op == java.Not {
			return -c.known(x.X)
		}
	}
	return 0
}

// source is the JVM's rendering of an expression without calls; "" when it has none.
func (c *compiler) source(e java.Expr) string {
	if k := c.info.Consts[e]; k != nil {
		if isRef(k.Type) {
			return ""
		}
		return formatInt(k.N)
	}

	e = c.folded(e)
	switch x := e.(type) {
	case *java.Literal:
		if x.Kind == java.NullLiteral {
			return "null"
		}
	case *java.This:
		return "this"
	case *java.Name:
		u := c.info.Uses[x]
		if u == nil {
			return ""
		}
		switch u.Kind {
		case types.LocalRef:
			if c.class != nil && c.class.Library {
				return x.Name // the JDK is compiled with its variable tables
			}
			return jvmName(c.info, c.fn, u.Local)
		case types.FieldRef:
			if u.Field.Flags.Has(java.Static) {
				return u.Field.Owner.Binary + "." + x.Name
			}
			return "this." + x.Name
		}

	case *java.Select:
		u := c.info.Uses[x]
		if u == nil || u.Kind != types.FieldRef {
			return ""
		}
		if u.Field.Flags.Has(java.Static) {
			return u.Field.Owner.Binary + "." + x.Name.Name
		}
		if call, ok := c.folded(x.X).(*java.Call); ok {
			if k := c.info.Calls[call]; k != nil && k.Method != nil {
				return describeMethod(k.Method) + "." + x.Name.Name
			}
		}
		// Where the JVM has no words for the object, the field's name stands alone.
		if s := c.source(x.X); s != "" {
			return s + "." + x.Name.Name
		}
		return x.Name.Name

	case *java.Index:
		a := c.source(x.X)
		if a == "" {
			if call, ok := c.folded(x.X).(*java.Call); ok {
				if k := c.info.Calls[call]; k != nil && k.Method != nil {
					a = describeMethod(k.Method)
				}
			}
		}
		if a == "" {
			// The JVM's own stand-ins for an array and an index that it cannot describe.
			a = "<array>"
		}
		i := c.source(x.I)
		if i == "" {
			i = "..."
		}
		return a + "[" + i + "]"
	}
	return ""
}

// describeMethod is "java.util.Map.get(Object)".
func describeMethod(t *types.Method) string { return describeMethodOf(t.Owner, t) }

func describeMethodOf(owner *types.Class, t *types.Method) string {
	var b strings.Builder
	b.WriteString(shortLang(owner.Binary))
	b.WriteByte('.')
	b.WriteString(t.Name)
	b.WriteByte('(')
	for i, p := range t.Params {
		if i > 0 {
			b.WriteString(", ")
		}
		b.WriteString(externalName(types.Erasure(p.Type)))
	}
	b.WriteByte(')')
	return b.String()
}

func externalName(t types.Type) string {
	switch t := t.(type) {
	case *types.ArrayType:
		return externalName(t.Elem) + "[]"
	case *types.ClassType:
		return shortLang(t.Class.Binary)
	}
	return t.String()
}

// shortLang drops the package of the two classes whose names the JVM shortens.
func shortLang(name string) string {
	switch name {
	case "java.lang.Object":
		return "Object"
	case "java.lang.String":
		return "String"
	}
	return name
}

// invokeAction is what a call on null does not do. The method's class is the static type that
// the call is made on, as javac writes it, but for a method of Object.
func invokeAction(t *types.Method, on types.Type) string {
	owner := t.Owner
	if c, ok := types.Erasure(on).(*types.ClassType); ok && owner.Binary != "java.lang.Object" {
		owner = c.Class
	}
	return `Cannot invoke "` + describeMethodOf(owner, t) + `"`
}

func unboxAction(u types.Type, k types.Kind) string {
	if u != nil {
		k = u.Kind()
	}
	if int(k) >= len(boxClasses) || boxClasses[k] == "" {
		return "Cannot unbox"
	}
	return `Cannot invoke "java.lang.` + boxClasses[k] + `.` + primitiveNames[k] + `Value()"`
}

var primitiveNames = [types.Double + 1]string{
	types.Boolean: "boolean", types.Byte: "byte", types.Short: "short", types.Char: "char",
	types.Int: "int", types.Long: "long", types.Float: "float", types.Double: "double",
}

// arrayKind is the kind of array in messages about null arrays.
func arrayKind(elem types.Type) string {
	switch elem.Kind() {
	case types.Boolean, types.Byte:
		return "byte/boolean"
	case types.Short, types.Char, types.Int, types.Long, types.Float, types.Double:
		return primitiveNames[elem.Kind()]
	}
	return "object"
}
