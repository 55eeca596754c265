package types

import (
	"math/bits"

	"ensures/java"
)

// Definite assignment: a local variable without an initialiser must have a value
// wherever it is read. The analysis follows the language's rules; it runs over
// bodies that are otherwise free of errors.

// vars is a set of variables that surely have values; in unreachable code all
// have.
type vars struct {
	dead bool
	bits []uint64
}

func (v vars) has(i int) bool {
	return v.dead || i/64 < len(v.bits) && v.bits[i/64]&(1<<(i%64)) != 0
}

func (v vars) with(i int) vars {
	if v.has(i) {
		return v
	}
	n := make([]uint64, max(len(v.bits), i/64+1))
	copy(n, v.bits)
	n[i/64] |= 1 << (i % 64)
	return vars{bits: n}
}

// join is what holds where two paths meet.
func (v vars) join(w vars) vars {
	switch {
	case v.dead:
		return w
	case w.dead:
		return v
	}
	n := make([]uint64, min(len(v.bits), len(w.bits)))
	for i := range n {
		n[i] = v.bits[i] & w.bits[i]
	}
	return vars{bits: n}
}

// plus is what holds where both v and w do.
func (v vars) plus(w vars) vars {
	if v.dead || w.dead {
		return vars{dead: true}
	}
	for i, b := range w.bits {
		for ; b != 0; b &= b - 1 {
			v = v.with(i*64 + bits.TrailingZeros64(b))
		}
	}
	return v
}

var unreachable = vars{dead: true}

// jumpTarget is a statement that break, continue or yield leads to.
type jumpTarget struct {
	stmt    java.Stmt
	label   string
	loop    bool
	yields  bool // a switch expression
	breaks  []vars
	nexts   []vars // continue
	barrier bool   // a lambda or class body: jumps do not leave it
}

type assignment struct {
	c       *checker
	index   map[*Local]int
	targets []*jumpTarget
}

// checkAssigned reports reads of variables that might not have a value in body.
func (c *checker) checkAssigned(body *java.Block) {
	// Most bodies declare nothing without a value, and need no analysis.
	open := false
	java.Walk(body, func(n java.Node) bool {
		if v, ok := n.(*java.LocalVars); ok {
			for _, d := range v.Vars {
				open = open || d.Init == nil
			}
		}
		return !open
	})
	if !open {
		return
	}
	a := &assignment{c: c, index: map[*Local]int{}}
	a.stmt(body, vars{})
}

func (a *assignment) declare(d *java.VarDeclarator) {
	if l := a.c.info.Locals[d]; l != nil {
		if _, ok := a.index[l]; !ok {
			a.index[l] = len(a.index)
		}
	}
}

func (a *assignment) local(e java.Expr) (*Local, int, bool) {
	n, ok := java.Unparen(e).(*java.Name)
	if !ok {
		return nil, 0, false
	}
	u := a.c.info.Uses[n]
	if u == nil || u.Local == nil {
		return nil, 0, false
	}
	i, ok := a.index[u.Local]
	return u.Local, i, ok
}

func (a *assignment) read(e java.Expr, in vars) {
	if l, i, ok := a.local(e); ok && !in.has(i) {
		a.c.errorf(e, "give it a value on every path", "variable %s might not have been initialized", l.Name)
	}
}

func (a *assignment) constant(e java.Expr) (value, ok bool) {
	k := a.c.info.Consts[e]
	if k == nil || kindOf(k.Type) != Boolean {
		return false, false
	}
	return k.N != 0, true
}

// cond is what holds when e is true, and when it is false.
func (a *assignment) cond(e java.Expr, in vars) (whenTrue, whenFalse vars) {
	if v, ok := a.constant(e); ok {
		// A constant condition never takes one of its branches: there every variable counts as
		// assigned (JLS 16.1.1).
		out := a.expr(e, in)
		if v {
			return out, unreachable
		}
		return unreachable, out
	}

	switch e := e.(type) {
	case *java.Paren:
		return a.cond(e.X, in)
	case *java.Unary:
		if e.Op == java.Not {
			t, f := a.cond(e.X, in)
			return f, t
		}
	case *java.Binary:
		switch e.Op {
		case java.AndAnd:
			xt, xf := a.cond(e.X, in)
			// The right side of && runs only where the left one is true.
			yt, yf := a.cond(e.Y, xt)
			return yt, xf.join(yf)
		case java.OrOr:
			xt, xf := a.cond(e.X, in)
			yt, yf := a.cond(e.Y, xf)
			return xt.join(yt), yf
		}
	case *java.Cond:
		ct, cf := a.cond(e.C, in)
		xt, xf := a.cond(e.X, ct)
		yt, yf := a.cond(e.Y, cf)
		return xt.join(yt), xf.join(yf)
	}

	out := a.expr(e, in)
	return out, out
}

// expr is what holds after e.
func (a *assignment) expr(e java.Expr, in vars) vars {
	switch e := e.(type) {
	case nil, *java.Literal, *java.This, *java.Super, *java.ClassLit, *java.TypePattern, *java.RecordPattern:
		return in
	case *java.Name:
		a.read(e, in)
		return in
	case *java.Paren:
		return a.expr(e.X, in)

	case *java.AssignExpr:
		_, i, ok := a.local(e.X)
		if !ok {
			return a.expr(e.Y, a.expr(e.X, in))
		}
		// What x += e reads must have a value; what x = e writes needs none.
		if e.Op != java.Assign {
			a.read(e.X, in)
		}
		return a.expr(e.Y, in).with(i)
	case *java.Binary:
		if e.Op == java.AndAnd || e.Op == java.OrOr {
			// A constant is walked for its reads alone; split into its branches one of them
			// would be dead.
			if _, ok := a.constant(e); ok {
				return a.expr(e.Y, a.expr(e.X, in))
			}
			t, f := a.cond(e, in)
			return t.join(f)
		}
		return a.binary(e, in)
	case *java.Unary:
		if e.Op == java.Not {
			if _, ok := a.constant(e); !ok {
				t, f := a.cond(e, in)
				return t.join(f)
			}
		}
		return a.expr(e.X, in)
	case *java.Cond:
		ct, cf := a.cond(e.C, in)
		return a.expr(e.X, ct).join(a.expr(e.Y, cf))

	// A lambda's body runs at another time: it sees what is assigned now, and assigns
	// nothing for the code after it.
	case *java.Lambda:
		a.function(func() {
			if e.X != nil {
				a.expr(e.X, in)
			} else {
				a.stmt(e.Body, in)
			}
		})
		return in
	case *java.SwitchExpr:
		return a.switchExpr(e, in)
	case *java.New:
		if e.Outer != nil {
			in = a.expr(e.Outer, in)
		}
		for _, x := range e.Args {
			in = a.expr(x, in)
		}
		if e.Body != nil {
			a.class(e.Body, in)
		}
		return in
	case *java.Select:
		if _, ok := a.c.info.Types[e.X]; !ok {
			return in // a type or package
		}
		return a.expr(e.X, in)
	}

	java.Children(e, func(n java.Node) {
		if x, ok := n.(java.Expr); ok {
			in = a.expr(x, in)
		}
	})
	return in
}

// binary walks long chains without recursion.
func (a *assignment) binary(e *java.Binary, in vars) vars {
	first, chain := leftChain(e)
	in = a.expr(first, in)
	for i := len(chain) - 1; i >= 0; i-- {
		in = a.expr(chain[i].Y, in)
	}
	return in
}

// function analyses a body that runs at another time.
func (a *assignment) function(body func()) {
	a.targets = append(a.targets, &jumpTarget{barrier: true})
	body()
	a.targets = a.targets[:len(a.targets)-1]
}

func (a *assignment) class(d *java.ClassDecl, in vars) {
	a.function(func() {
		for _, m := range d.Members {
			switch m := m.(type) {
			case *java.MethodDecl:
				if m.Body != nil {
					a.stmt(m.Body, in)
				}
			case *java.FieldDecl:
				for _, v := range m.Vars {
					if v.Init != nil {
						a.expr(v.Init, in)
					}
				}
			case *java.InitBlock:
				a.stmt(m.Body, in)
			case *java.ClassDecl:
				a.class(m, in)
			}
		}
	})
}

func (a *assignment) push(t *jumpTarget) *jumpTarget {
	a.targets = append(a.targets, t)
	return t
}

func (a *assignment) pop() { a.targets = a.targets[:len(a.targets)-1] }

func joinAll(v vars, vs []vars) vars {
	for _, w := range vs {
		v = v.join(w)
	}
	return v
}

// jump notes the state at a break, continue or yield.
func (a *assignment) jump(label string, in vars, pick func(*jumpTarget) bool, next bool) {
	for i := len(a.targets) - 1; i >= 0; i-- {
		t := a.targets[i]

		if t.barrier {
			return
		}
		if label != "" && t.label == label || label == "" && pick(t) {
			if next {
				// A label's continue goes to the loop it names.
				if label != "" && i+1 < len(a.targets) && a.targets[i+1].loop {
					t = a.targets[i+1]
				}
				t.nexts = append(t.nexts, in)
			} else {
				t.breaks = append(t.breaks, in)
			}
			return
		}
	}
}

func (a *assignment) list(ss []java.Stmt, in vars) vars {
	for _, s := range ss {
		in = a.stmt(s, in)
	}
	return in
}

// stmt is what holds after s.
func (a *assignment) stmt(s java.Stmt, in vars) vars {
	switch s := s.(type) {
	case *java.Block:
		if s == nil {
			return in
		}
		return a.list(s.Stmts, in)
	case *java.LocalVars:
		for _, v := range s.Vars {
			if v.Init == nil {
				a.declare(v)
				continue
			}
			in = a.expr(v.Init, in)
		}
		return in
	case *java.LocalClass:
		a.class(s.Decl, in)
		return in
	case *java.ExprStmt:
		return a.expr(s.X, in)
	case *java.If:
		t, f := a.cond(s.Cond, in)
		t = a.stmt(s.Then, t)
		if s.Else != nil {
			f = a.stmt(s.Else, f)
		}
		return t.join(f)
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		return a.loop(s, in)
	case *java.Labeled:
		j := a.push(&jumpTarget{stmt: s, label: s.Label.Name})
		out := a.stmt(s.Body, in)
		a.pop()
		return joinAll(out, j.breaks)
	case *java.Break:
		a.jump(s.Label, in, func(t *jumpTarget) bool { return t.loop || t.stmt != nil && t.label == "" }, false)
		// The code behind it is reported as unreachable elsewhere; here it must not join in.
		return unreachable
	case *java.Continue:
		a.jump(s.Label, in, func(t *jumpTarget) bool { return t.loop }, true)
		return unreachable
	case *java.Yield:
		in = a.expr(s.X, in)
		a.jump("", in, func(t *jumpTarget) bool { return t.yields }, false)
		return unreachable
	case *java.Return:
		if s.X != nil {
			a.expr(s.X, in)
		}
		return unreachable
	case *java.Throw:
		a.expr(s.X, in)
		return unreachable
	case *java.Try:
		return a.try(s, in)
	case *java.Switch:
		return a.switchStmt(s, in)
	case *java.SynchronizedStmt:
		return a.stmt(s.Body, a.expr(s.X, in))
	case *java.Assert:
		_, f := a.cond(s.Cond, in)
		// The message is evaluated only when the condition is false, and nothing after
		// an assert may count on it.
		if s.Message != nil {
			a.expr(s.Message, f)
		}
		return in
	case *java.ConstructorCall:
		if s.Outer != nil {
			in = a.expr(s.Outer, in)
		}
		for _, x := range s.Args {
			in = a.expr(x, in)
		}
		return in
	}
	return in
}

// loop is what holds after a loop: after its condition was false, and at each break.
// The body is looked at once: what it assigns does not hold before its next
// iteration, since the first one began without it.
func (a *assignment) loop(s java.Stmt, in vars) vars {
	switch s := s.(type) {
	case *java.While:
		j := a.push(&jumpTarget{stmt: s, loop: true})
		t, f := a.cond(s.Cond, in)
		a.stmt(s.Body, t)
		a.pop()
		return joinAll(f, j.breaks)
	case *java.DoWhile:
		j := a.push(&jumpTarget{stmt: s, loop: true})
		// Unlike in a while loop, the condition follows the body: it sees what the body
		// assigned on every way to it, those by continue included.
		out := joinAll(a.stmt(s.Body, in), j.nexts)
		_, f := a.cond(s.Cond, out)
		a.pop()
		return joinAll(f, j.breaks)
	case *java.For:
		in = a.list(s.Init, in)
		// Without a condition the loop is left by its breaks only.
		t, f := in, unreachable
		if s.Cond != nil {
			t, f = a.cond(s.Cond, in)
		}
		j := a.push(&jumpTarget{stmt: s, loop: true})
		out := joinAll(a.stmt(s.Body, t), j.nexts)
		for _, u := range s.Update {
			out = a.expr(u, out)
		}
		a.pop()
		return joinAll(f, j.breaks)
	case *java.ForEach:
		in = a.expr(s.X, in)
		j := a.push(&jumpTarget{stmt: s, loop: true})
		a.stmt(s.Body, in)
		a.pop()
		// There may be no iteration at all.
		return joinAll(in, j.breaks)
	}
	return in
}

func (a *assignment) try(s *java.Try, in vars) vars {
	type count struct{ breaks, nexts int }
	// The jumps that leave the statement are those added from here on.
	before := make([]count, len(a.targets))
	for i, t := range a.targets {
		before[i] = count{len(t.breaks), len(t.nexts)}
	}

	// What the body assigned before it threw isn't known: handlers begin with what held before
	// it.
	start := in
	out := a.stmt(s.Body, a.list(s.Resources, in))
	for _, k := range s.Catches {
		out = out.join(a.stmt(k.Body, start))
	}

	if s.Finally == nil {
		return out
	}
	fin := a.stmt(s.Finally, start)
	if fin.dead {
		return fin
	}

	// Whatever leaves the statement has run the finally block.
	for i, t := range a.targets {
		for j := before[i].breaks; j < len(t.breaks); j++ {
			t.breaks[j] = t.breaks[j].plus(fin)
		}
		for j := before[i].nexts; j < len(t.nexts); j++ {
			t.nexts[j] = t.nexts[j].plus(fin)
		}
	}
	return out.plus(fin)
}

func (a *assignment) switchStmt(s *java.Switch, in vars) vars {
	in = a.expr(s.X, in)
	j := a.push(&jumpTarget{stmt: s})
	// out joins the ends of arrow cases, fall is the end of the group before, which the next
	// one is entered from as well.
	out := unreachable
	fall := unreachable
	exhaustive := false

	for _, k := range s.Cases {
		exhaustive = exhaustive || k.Default
		for _, l := range k.Labels {
			switch l.(type) {
			case *java.TypePattern, *java.RecordPattern:
				// A switch over patterns has to be exhaustive, or it doesn't compile (JLS
				// 14.11.1.1).
				exhaustive = true
			}
		}

		start := in
		if k.Guard != nil {
			start, _ = a.cond(k.Guard, start)
		}
		if k.Arrow {
			out = out.join(a.list(k.Body, start))
			continue
		}
		fall = a.list(k.Body, start.join(fall))
	}

	a.pop()
	out = out.join(fall)
	if !exhaustive {
		out = out.join(in)
	}
	return joinAll(out, j.breaks)
}

func (a *assignment) switchExpr(e *java.SwitchExpr, in vars) vars {
	in = a.expr(e.X, in)
	j := a.push(&jumpTarget{yields: true})
	out := unreachable
	fall := unreachable
	for _, k := range e.Cases {
		start := in
		if k.Guard != nil {
			start, _ = a.cond(k.Guard, start)
		}
		if k.Arrow {
			if x, ok := k.Body[0].(*java.ExprStmt); ok {
				out = out.join(a.expr(x.X, start))
			} else {
				// A block gives its value by yield, which leaves its state with the target; a
				// throw leaves none.
				a.list(k.Body, start)
			}
			continue
		}
		fall = a.list(k.Body, start.join(fall))
	}
	a.pop()
	// Not joined with fall or in: the last group can't complete normally, and the cases are
	// exhaustive.
	return joinAll(out, j.breaks)
}
