package symbolic

import (
	"slices"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// maxMerged is the size of the largest value that joining paths may make.
const maxMerged = 60

// merged joins paths that differ in the values of variables only, each with its
// neighbour, so that a method with many decisions one after the other stays
// readable.
func merged(in []*state) []*state {
	out := []*state{in[0]}
	for _, b := range in[1:] {
		last := len(out) - 1
		if j := join(out[last], b); j != nil {
			out[last] = j
		} else {
			out = append(out, b)
		}
	}
	return out
}

// join is the state after either of two paths; nil when it cannot be said.
func join(a, b *state) *state {
	if len(a.fields) != len(b.fields) || len(a.cells) != len(b.cells) || len(a.made) != len(b.made) {
		return nil
	}
	for i, w := range a.fields {
		if v := b.fields[i]; w.f != v.f || w.v.made != v.v.made || w.v.x != v.v.x {
			return nil
		}
	}
	for i, w := range a.cells {
		if v := b.cells[i]; w.array != v.array || w.index != v.index || w.v.made != v.v.made || w.v.x != v.v.x {
			return nil
		}
	}
	// Objects are never changed in place, so the same pointer is the same content.
	for k, m := range a.made {
		if b.made[k] != m {
			return nil
		}
	}

	// What both paths assume stays; they differ behind it.
	n := 0
	for n < len(a.guard) && n < len(b.guard) && same(a.guard[n], b.guard[n]) {
		n++
	}

	c := All(a.guard[n:])
	other := All(b.guard[n:])
	if c == nil || other == nil || expr.Size(c)+expr.Size(other) > maxMerged {
		return nil
	}
	out := &state{guard: slices.Clip(a.guard[:n]), locals: map[*types.Local]value{}, fields: a.fields, cells: a.cells, made: a.made}
	// Where the two are not each other's negation, further paths have left the guard:
	// they returned, threw, or are joined with others.
	if !same(not(c), other) {
		either := or(c, other)
		if expr.Size(either) > maxMerged {
			return nil
		}
		out.guard = append(out.guard, either)
	}

	for l, v := range a.locals {
		w, ok := b.locals[l]
		switch {
		// A variable that one path alone knows is out of scope, or not assigned for sure:
		// the code behind cannot read it.
		case !ok || v.made != w.made || v.exc != w.exc || v.t != w.t:
			if ok {
				return nil
			}
		case v.made != 0 || v.exc != "" || v.x == w.x || same(v.x, w.x):
			out.locals[l] = v
		default:
			y := conditional(c, v.x, w.x)
			if expr.Size(y) > maxMerged {
				return nil
			}
			out.locals[l] = value{x: y, t: v.t, wide: v.wide || w.wide}
		}
	}
	return out
}

// rewrite is e with parts replaced: f gives the replacement of a node, or false to
// go into it. It knows the expressions that this package makes.
func rewrite(e java.Expr, f func(java.Expr) (java.Expr, bool)) java.Expr {
	if e == nil {
		return nil
	}
	if r, ok := f(e); ok {
		return r
	}
	switch e := e.(type) {
	case *java.Paren:
		return &java.Paren{X: rewrite(e.X, f)}
	case *java.Unary:
		return &java.Unary{Op: e.Op, X: rewrite(e.X, f)}
	case *java.Binary:
		return &java.Binary{Op: e.Op, X: rewrite(e.X, f), Y: rewrite(e.Y, f)}
	case *java.Cond:
		return &java.Cond{C: rewrite(e.C, f), X: rewrite(e.X, f), Y: rewrite(e.Y, f)}
	case *java.Cast:
		return &java.Cast{Type: e.Type, X: rewrite(e.X, f)}
	case *java.Index:
		return &java.Index{X: rewrite(e.X, f), I: rewrite(e.I, f)}
	case *java.Select:
		return &java.Select{X: rewrite(e.X, f), Name: e.Name}
	case *java.InstanceOf:
		return &java.InstanceOf{X: rewrite(e.X, f), Type: e.Type}
	case *java.Call:
		c := &java.Call{X: rewrite(e.X, f), Name: e.Name}
		for _, a := range e.Args {
			c.Args = append(c.Args, rewrite(a, f))
		}
		return c
	}
	return e
}
