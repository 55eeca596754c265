package loops

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// finished is JML's word for the finished iterations of the loop around: the counter
// of a for-each loop, as the verifier and package jml understand it.
const finished = "\\count"

// counted reads a for-each loop over an array, a list or the characters of a string
// as a loop that counts its iterations: elem is the element of a iteration, length the number
// of iterations; nil where it cannot be said.
func (r *reader) counted(s *java.ForEach) (elem, length java.Expr) {
	if r.types == nil {
		return nil, nil
	}
	at, over := expr.Name(finished), java.Unparen(s.X)
	if x, ok := over.(*java.Name); ok && r.letters[x.Name] != nil {
		over = r.letters[x.Name]
	}
	// An array that toCharArray makes has no name in a specification; the text has.
	if c, ok := over.(*java.Call); ok {
		if c.Name.Name != "toCharArray" || c.X == nil || len(c.Args) > 0 {
			return nil, nil
		}
		text := expr.Replace(c.X, nil)
		if text == nil {
			return nil, nil
		}
		text = expr.Group(text)
		return expr.Call(text, "charAt", at), expr.Call(text, "length")
	}
	x := expr.Replace(s.X, nil)
	if x == nil {
		return nil, nil
	}

	t := r.types.Types[s.X]
	if a, ok := t.(*types.ArrayType); ok {
		// for (int x : boxes) takes each element out of its box.
		if types.IsPrimitive(r.declared(s)) && !types.IsPrimitive(a.Elem) {
			return unboxedOf(&java.Index{X: x, I: at}, a.Elem), &java.Select{X: x, Name: java.Ident{Name: "length"}}
		}
		return &java.Index{X: x, I: at}, &java.Select{X: x, Name: java.Ident{Name: "length"}}
	}
	if e := elementOf(t); e != nil {
		elem = expr.Call(x, "get", at)
		if types.IsPrimitive(r.declared(s)) {
			elem = unboxedOf(elem, e)
		}
		return elem, expr.Call(x, "size")
	}
	return nil, nil
}

// declared is the type of a for-each loop's variable.
func (r *reader) declared(s *java.ForEach) types.Type {
	if l := r.types.Locals[s.Var]; l != nil && l.Type != nil {
		return l.Type
	}
	return types.Bad
}

// follow makes l the shape of a for-each loop and tells sub what its variable holds.
func (r *reader) follow(l *loop, s *java.ForEach, sub *reader) {
	elem, length := r.counted(s)
	sub.own[s.Var.Name.Name] = true
	if elem == nil {
		return
	}
	l.each, l.counter, l.up = true, finished, true
	l.lo, l.end = expr.Number(0), length
	l.cond = &java.Binary{Op: java.Lt, X: expr.Name(finished), Y: length}
	// Assigned in the body, it isn't the element any more.
	if !java.Assigned(s.Body)[s.Var.Name.Name] {
		sub.env[s.Var.Name.Name] = elem
	}
	if c, ok := elem.(*java.Call); ok && c.Name.Name != "charAt" && c.Name.Name != "get" { // the element is unboxed
		sub.notNull(s.X, c.X)
	}
}

// notNull needs an element that the code takes out of its box.
func (r *reader) notNull(at, e java.Expr) {
	if r.info != nil {
		r.nonNull(at, e, nil)
	}
}

// elementOf is the type of the elements of a list, nil for other types.
func elementOf(t types.Type) types.Type {
	c, ok := t.(*types.ClassType)
	if !ok || len(c.Args) != 1 {
		return nil
	}
	switch c.Class.QualifiedName() {
	case "java.util.List", "java.util.ArrayList", "java.util.LinkedList":
	default:
		return nil
	}
	if w, ok := c.Args[0].(*types.Wildcard); ok {
		// Of ? and ? super T the elements are known to be Objects only.
		if w.Bound == nil || w.Super {
			return nil
		}
		return w.Bound
	}
	return c.Args[0]
}

// unboxedOf is the value in a box of type t; e itself for what is no box.
func unboxedOf(e java.Expr, t types.Type) java.Expr {
	p := types.Unboxed(t)
	if p == nil || types.IsPrimitive(t) {
		return e
	}
	return expr.Call(e, p.String()+"Value")
}

// substitute is e with every largest part for which f has an answer replaced by it; nil
// when e has a form that replace does not know.
func substitute(e java.Expr, f func(java.Expr) java.Expr) java.Expr {
	if e == nil {
		return nil
	}
	if y := f(e); y != nil {
		return y
	}
	switch e := e.(type) {
	case *java.Paren:
		if x := substitute(e.X, f); x != nil {
			return &java.Paren{X: java.Unparen(x)}
		}
		return nil
	case *java.Unary:
		x := substitute(e.X, f)
		if not, ok := java.Unparen(x).(*java.Unary); ok && e.Op == java.Not && not.Op == java.Not {
			return java.Unparen(not.X)
		}
		if x != nil {
			return &java.Unary{Op: e.Op, X: x}
		}
		return nil
	case *java.Binary:
		return expr.Binary(e.Op, substitute(e.X, f), substitute(e.Y, f))
	case *java.Call:
		c := &java.Call{Name: e.Name}
		if e.X != nil {
			if c.X = substitute(e.X, f); c.X == nil {
				return nil
			}
		}
		for _, a := range e.Args {
			y := substitute(a, f)
			if y == nil {
				return nil
			}
			c.Args = append(c.Args, y)
		}
		return c
	}
	return e
}

// primitive reports whether an expression is of a primitive type.
func (r *reader) primitive(e java.Expr) bool {
	if r.types == nil {
		return false
	}
	t := r.types.Types[e]
	return t != nil && types.IsPrimitive(t)
}

// unboxed is e where a number is asked for: what Java takes out of its box by itself, it
// takes out by a call, since \sum adds numbers and no boxes.
func (r *reader) unboxed(e java.Expr, number bool) java.Expr {
	switch x := e.(type) {
	case *java.Paren:
		return &java.Paren{X: r.unboxed(x.X, number)}
	case *java.Binary:
		if x.Op == java.Plus || x.Op == java.Sub || x.Op == java.Mul || x.Op == java.Div || x.Op == java.Rem {
			number := r.primitive(x)
			return &java.Binary{Op: x.Op, OpPos: x.OpPos, X: r.unboxed(x.X, number), Y: r.unboxed(x.Y, number)}
		}
	case *java.Call:
		if t := r.types.Types[e]; number && t != nil && !types.IsPrimitive(t) {
			return unboxedOf(e, t)
		}
	}
	return e
}
