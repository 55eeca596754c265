package symbolic

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// call follows a call of the program's own methods, and says those of the library
// that can stand in a specification.
func (x *exec) call(e *java.Call, st *state) []result {
	c := x.info.Calls[e]
	if c == nil || c.Method == nil {
		x.refuse("a call", e)
	}
	m := c.Method
	static := m.Flags.Has(java.Static)
	if _, ok := e.X.(*java.Super); ok {
		x.refuse("a call of super", e)
	}
	if out, ok := x.print(e, m, st); ok {
		return out
	}
	recvs := []result{{st: st}}
	switch {
	case static:
	case e.X == nil:
		recvs = x.eval(&java.This{}, st)
	default:
		recvs = x.eval(e.X, st)
	}

	var out []result
	for _, r := range recvs {
		// Every path on which there is a receiver goes on with every path of the arguments.
		lists := []args{{st: r.st}}
		for i, a := range e.Args {
			var next []args
			for _, l := range lists {
				for _, v := range x.eval(a, l.st) {
					arg := v.v
					if i < len(c.Params) && !c.Spread {
						arg = x.convert(arg, c.Params[i])
					}
					next = append(next, args{v.st, append(slices.Clip(l.vs), arg)})
				}
			}
			lists = next
		}
		for _, l := range lists {
			out = append(out, x.invoke(e, c, r.v, l)...)
		}
	}
	return out
}

// args are arguments on a path.
type args struct {
	st *state
	vs []value
}

func (x *exec) invoke(e *java.Call, c *types.Call, recv value, l args) []result {
	m := c.Method
	if m.Owner.Library {
		return x.ofLibrary(e, c, recv, l)
	}
	if !m.Flags.Has(java.Static) {
		if recv.made != 0 {
			x.refuse("a call on a made object", e)
		}
		if l.st = x.nonNull(l.st, e, x.scalar(recv, e)); l.st == nil {
			return nil
		}
	}
	if x.follows(m, c) {
		return x.inline(e, m, recv, l)
	}
	return x.opaque(e, m, recv, l)
}

// follows reports whether a call is read through: where the method that runs is
// known, and has no loops and no way back to itself.
func (x *exec) follows(m *types.Method, c *types.Call) bool {
	if m.Decl == nil || m.Decl.Body == nil || x.depth >= x.o.Depth || c.Mode == types.VirtualCall && overridden(m, x.method.Owner.Unit) {
		return false
	}
	return !loops(m) && !recursive(m, map[*types.Method]bool{})
}

// overridden reports whether a class of the file overrides m.
func overridden(m *types.Method, u *types.Unit) bool {
	if m.Flags.Has(java.Private) || m.Flags.Has(java.Final) {
		return false
	}
	var visit func(cs []*types.Class) bool
	visit = func(cs []*types.Class) bool {
		for _, c := range cs {
			if c != m.Owner && types.IsSubclass(c, m.Owner) {
				for _, n := range c.Methods {
					if types.Overrides(n, m) {
						return true
					}
				}
			}
			if visit(c.Members) {
				return true
			}
		}
		return false
	}
	// Without a file nothing is known of subclasses.
	return u == nil || visit(u.Classes)
}

func loops(m *types.Method) bool {
	found := false
	java.Walk(m.Decl.Body, func(n java.Node) bool {
		switch n.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			found = true
		}
		return !found
	})
	return found
}

// recursive reports whether m may call itself.
func recursive(m *types.Method, seen map[*types.Method]bool) bool {
	var reaches func(n *types.Method) bool
	reaches = func(n *types.Method) bool {
		if seen[n] || n.Decl == nil || n.Decl.Body == nil || n.Owner.Library {
			return false
		}
		seen[n] = true
		info, errs := n.Body()
		if len(errs) > 0 {
			return true
		}
		hit := false
		java.Walk(n.Decl.Body, func(d java.Node) bool {
			if c := info.Calls[d]; c != nil && c.Method != nil {
				hit = hit || c.Method == m || reaches(c.Method)
			}
			return !hit
		})
		return hit
	}
	return reaches(m)
}

// inline reads a call's body.
func (x *exec) inline(e *java.Call, m *types.Method, recv value, l args) []result {
	info, errs := m.Body()
	if len(errs) > 0 || len(l.vs) != len(m.Params) {
		x.refuse("a call", e)
	}
	// What belongs to the body that is read goes back; cases, needs and counts stay.
	saved := *x
	defer func() {
		x.info, x.within, x.this, x.depth, x.site = saved.info, saved.within, saved.this, saved.depth, saved.site
	}()
	x.info, x.within, x.depth = info, m, saved.depth+1
	if x.site == nil {
		x.site = e
	}
	x.this = nil
	if !m.Flags.Has(java.Static) {
		if x.this = recv.x; isThis(recv.x) {
			x.this = nil
		}
	}

	// The body has variables of its own; the caller's come back with each of its ends.
	st := l.st.fork()
	outer := l.st.locals
	st.locals = map[*types.Local]value{}
	for i, p := range m.Params {
		st.locals[p] = x.convert(l.vs[i], p.Type)
	}
	var out []result
	for _, f := range x.block(m.Decl.Body.Stmts, st) {
		a := f.st.fork()
		a.locals = outer
		v := f.v
		if v.x != nil {
			v.t = m.Return
		}
		out = append(out, result{a, v})
	}
	return x.chosen(l.st, out)
}

// chosen is one result in the place of several that differ in their value only.
func (x *exec) chosen(st *state, rs []result) []result {
	if len(rs) < 2 || len(rs) > 4 {
		return rs
	}
	// The paths may differ in their guards and results only. Lists of writes never get shorter: of
	// the same length, nothing was added.
	for _, r := range rs {
		if r.v.x == nil || len(r.st.fields) != len(st.fields) || len(r.st.cells) != len(st.cells) || len(r.st.guard) < len(st.guard) {
			return rs
		}
	}

	v := rs[len(rs)-1].v
	var covered java.Expr = expr.Bool(false)
	for i := len(rs) - 1; i >= 0; i-- {
		g := All(rs[i].st.guard[len(st.guard):])
		if g == nil {
			return rs
		}
		covered = or(g, covered)
		if i < len(rs)-1 {
			v.x = conditional(g, rs[i].v.x, v.x)
			v.wide = v.wide || rs[i].v.wide
		}
	}

	if len(rs) == 2 {
		a, b := All(rs[0].st.guard[len(st.guard):]), All(rs[1].st.guard[len(st.guard):])
		if !same(not(a), b) {
			return rs // an exception leaves something out
		}
	} else {
		return rs
	}

	if expr.Size(v.x) > maxMerged {
		return rs
	}
	a := st.fork()
	a.made = rs[0].st.made
	return []result{{a, v}}
}

// opaque is a call of a method that is not read: it stands in the specification as
// it is, where the method changes nothing.
func (x *exec) opaque(e *java.Call, m *types.Method, recv value, l args) []result {
	if m.Decl == nil || m.Return.Kind() == types.Void || !types.IsPrimitive(m.Return) || !unchanging(m, map[*types.Method]bool{}) {
		x.refuse("a call of "+m.Name, e)
	}
	// The call's text stands for its value in the state before; after a write it may have another.
	if len(l.st.fields) > 0 || len(l.st.cells) > 0 {
		x.refuse("a call after a change", e)
	}
	c := &java.Call{Name: java.Ident{Name: m.Name}}
	switch {
	case m.Flags.Has(java.Static):
		if !types.IsSubclass(x.method.Owner, m.Owner) {
			c.X = expr.Name(m.Owner.Name)
		}
	case !isThis(recv.x):
		c.X = recv.x
	}
	for _, v := range l.vs {
		c.Args = append(c.Args, x.scalar(v, e))
	}
	x.out.Calls = append(x.out.Calls, m)
	return []result{{l.st, value{x: c, t: m.Return}}}
}

// unchanging reports whether a method assigns local variables only.
func unchanging(m *types.Method, seen map[*types.Method]bool) bool {
	if seen[m] {
		// A call of itself changes what the other statements change.
		return true
	}
	seen[m] = true
	if m.Decl == nil || m.Decl.Body == nil {
		return false
	}
	info, errs := m.Body()
	if len(errs) > 0 {
		return false
	}

	ok := true
	local := func(e java.Expr) {
		n, isName := java.Unparen(e).(*java.Name)
		u := info.Uses[n]
		ok = ok && isName && u != nil && u.Kind == types.LocalRef
	}

	java.Walk(m.Decl.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			local(n.X)
		case *java.Unary:
			if n.Op.Changes() {
				local(n.X)
			}
		case *java.New, *java.NewArray, *java.Lambda:
			ok = false
		case *java.Call:
			c := info.Calls[n]
			switch {
			case c == nil || c.Method == nil:
				ok = false
			case c.Method.Owner.Library:
				// What may stand in a clause changes nothing.
				_, said := saidOf(c.Method)
				ok = ok && said
			default:
				ok = ok && unchanging(c.Method, seen)
			}
		}
		return ok
	})
	return ok
}

// print passes over what is written on the console.
func (x *exec) print(e *java.Call, m *types.Method, st *state) ([]result, bool) {
	if m.Owner.Name != "PrintStream" || !strings.HasPrefix(m.Name, "print") {
		return nil, false
	}
	states := []*state{st}
	for _, a := range e.Args {
		if !x.pure(a) {
			x.refuse("printing", e)
		}
		var next []*state
		for _, s := range states {
			for _, r := range x.eval(a, s) {
				next = append(next, r.st)
			}
		}
		states = next
	}
	var out []result
	for _, s := range states {
		out = append(out, result{st: s})
	}
	return out, true
}
