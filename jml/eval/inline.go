package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// maxInline is how deep calls of one-line methods are compiled into each other.
const maxInline = 4

// inline compiles the call of a static method of the program whose body is one
// return statement, such as `static boolean div(int n, int d) { return n % d == 0; }`,
// as if its expression stood there, with Java's arithmetic. It is nil for all other
// calls.
func (c *compiler) inline(x *java.Call, call *types.Call) *node {
	ret := c.inlinable(x, call)
	if ret == nil {
		return nil
	}
	m := call.Method
	info, errs := m.Body()
	if len(errs) > 0 || info == nil || info.Types[ret.X] == nil {
		return nil
	}

	// The arguments are the caller's text, so they come before the method's parameters and tables
	// are in force.
	args := c.arguments(x, call)
	first := c.nq
	for _, p := range m.Params {
		// Its parameters are bound already: the method is calling itself.
		if _, recursive := c.bound[p]; recursive {
			return nil
		}
	}
	for _, p := range m.Params {
		c.bound[p] = c.nq
		c.nq++
	}

	c.maxq = max(c.maxq, c.nq)
	// The body is Java: overflow is not the specification's.
	outer, math := c.info, c.math
	c.info, c.math = info, jml.JavaMath
	c.inlined++
	c.parts++

	body := c.tryExpr(ret.X)
	var get func(*env) interp.Value
	if body != nil {
		get = c.value(c.unboxed(body, ret.X), m.Return, ret.X)
	}
	c.inlined--
	c.info, c.math = outer, math

	c.nq = first
	for _, p := range m.Params {
		delete(c.bound, p)
	}
	if body == nil {
		return nil
	}

	pos := x.Name.From
	bind := func(e *env) bool {
		var buf [6]interp.Value
		vals := buf[:0]
		for _, f := range args { // all before any slot is set: an argument may use them
			vals = append(vals, f(e))
		}
		if e.bad != 0 {
			return false
		}
		for i, v := range vals {
			e.q[first+i] = v.N
		}
		return e.step(pos)
	}

	if body.lane == boolean && m.Return.Kind() == types.Boolean {
		f := body.b
		return boolNode(func(e *env) tri {
			if !bind(e) {
				return e.fail()
			}
			return f(e)
		})
	}
	return c.fromValue(m.Return, func(e *env) interp.Value {
		if !bind(e) {
			return interp.Value{}
		}
		return get(e)
	})
}

// inlinable is the only statement of a method that is as cheap to inline as to call: a
// static one that returns a plain expression of primitives.
func (c *compiler) inlinable(x *java.Call, call *types.Call) *java.Return {
	m := call.Method
	if c.chk == nil || m.Owner == nil || m.Owner.Library || m.Spec || !m.Flags.Has(java.Static) || m.Flags.Has(java.Synchronized) ||
		m.Decl == nil || m.Decl.Body == nil || len(m.Decl.Body.Stmts) != 1 || call.Spread || c.inlined >= maxInline || c.parts >= maxParts || !c.initialised(m.Owner) {
		return nil
	}

	ret, ok := m.Decl.Body.Stmts[0].(*java.Return)
	if !ok || ret.X == nil || !plain(ret.X) || len(m.Params) != len(x.Args) || !types.IsPrimitive(m.Return) {
		return nil
	}

	for _, p := range m.Params {
		if !types.IsPrimitive(p.Type) {
			return nil
		}
	}
	return ret
}

// tryExpr compiles x, or reports nil where it cannot be compiled.
func (c *compiler) tryExpr(x java.Expr) (n *node) {
	defer func() {
		if r := recover(); r != nil {
			if _, ok := r.(unsupported); !ok {
				panic(r)
			}
			n = nil
		}
	}()
	return c.expr(x)
}

// plain reports whether x only computes: no assignment, creation or lambda.
func plain(x java.Expr) bool {
	ok := true
	java.Walk(x, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr, *java.New, *java.NewArray, *java.Lambda, *java.MethodRef, *java.SwitchExpr, *java.InstanceOf, *java.This, *java.Super:
			ok = false
		case *java.Unary:
			ok = ok && !n.Op.Changes()
		}
		return ok
	})
	return ok
}

// initialised reports whether calling a static method of k runs nothing else: no
// static initialiser and no static field with one.
func (c *compiler) initialised(k *types.Class) bool {
	if k.Decl == nil {
		return false
	}
	for _, m := range k.Decl.Members {
		switch m := m.(type) {
		case *java.InitBlock:
			if m.Static {
				return false
			}
		case *java.FieldDecl:
			if !m.Mods.Flags.Has(java.Static) {
				continue
			}
			for _, v := range m.Vars {
				if v.Init != nil && !m.Mods.Flags.Has(java.Final) {
					return false
				}
			}
		}
	}
	return true
}
