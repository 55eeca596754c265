package native

import (
	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
	"ensures/verify"
	"ensures/verify/smt"
)

// jump is a path that left the straight line: by break, continue, return, yield or
// an exception.
type jump struct {
	kind   jumpKind
	label  string    // of break and continue; "" is the innermost
	value  *smt.Term // returned, yielded or thrown
	thrown string    // class of the exception
	at     java.Pos
	leaked bool // the object under construction had leaked
	s      *state
}

type jumpKind uint8

const (
	breakJump jumpKind = iota + 1
	continueJump
	returnJump
	yieldJump
	throwJump
)

// leave records a jump; the path ends here.
func (x *exec) leave(s *state, j jump) {
	j.s, j.leaked = s, x.leaked
	if s != nil && s.pc != smt.False {
		x.jumps = append(x.jumps, j)
	}
}

// catchJumps runs f and takes out of the jumps it makes those that want keeps.
func (x *exec) catchJumps(want func(jump) bool, f func()) []jump {
	saved := x.jumps
	x.jumps = nil
	f()
	made := x.jumps
	x.jumps = saved
	var caught []jump
	for _, j := range made {
		if want(j) {
			caught = append(caught, j)
		} else {
			x.jumps = append(x.jumps, j)
		}
	}
	return caught
}

// block runs statements in order; the result is nil when no path reaches the end.
func (x *exec) block(s *state, ss []java.Stmt, end java.Node) *state {
	for _, st := range ss {
		if s == nil {
			// Unreachable code has no obligations.
			return nil
		}
		s = x.stmt(s, st)
	}
	if s != nil && end != nil {
		s = x.specStmts(s, x.spec.AtEnd[end])
	}
	return s
}

// stmt runs one statement with the JML statements in front of it.
func (x *exec) stmt(s *state, st java.Stmt) *state {
	x.stepStmt(st)
	s = x.specStmts(s, x.spec.Before[st])
	if s == nil {
		return nil
	}
	switch st := st.(type) {
	case *java.Block:
		return x.block(s, st.Stmts, st)
	case *java.LocalVars:
		for _, v := range st.Vars {
			l := x.localOf(v)
			if v.Init == nil {
				x.set(s, l, zeroOf(l.Type)) // unassigned; Java's rules forbid reading it
				continue
			}
			if ai, ok := v.Init.(*java.ArrayInit); ok {
				x.set(s, l, x.arrayInit(s, ai, l.Type))
				continue
			}
			x.set(s, l, x.convertChecked(s, v.Init, x.expr(s, v.Init), x.typeOf(v.Init), l.Type))
		}
		return x.live(s)
	case *java.ExprStmt:
		defer x.drop(st.X)()
		x.expr(s, st.X)
		return x.live(s)
	case *java.If:
		c := x.cond(s, st.Cond)
		if s = x.live(s); s == nil {
			return nil
		}
		// Decided by constants: the other branch is no path, and has no obligations.
		if c == smt.True {
			return x.stmt(s, st.Then)
		}
		if c == smt.False {
			if st.Else == nil {
				return s
			}
			return x.stmt(s, st.Else)
		}
		a, b := x.fork(s, c)
		a = x.stmt(a, st.Then)
		if st.Else != nil {
			b = x.stmt(b, st.Else)
		}
		return x.join(a, b)
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		return x.loop(s, st, "")
	case *java.Labeled:
		return x.labeled(s, st)
	case *java.Break:
		x.leave(s, jump{kind: breakJump, label: st.Label, at: st.From})
		return nil
	case *java.Continue:
		x.leave(s, jump{kind: continueJump, label: st.Label, at: st.From})
		return nil
	case *java.Return:
		var v *smt.Term
		if st.X != nil {
			v = x.convertChecked(s, st.X, x.expr(s, st.X), x.typeOf(st.X), x.returns)
		}
		if s = x.live(s); s != nil {
			x.leave(s, jump{kind: returnJump, value: v, at: st.From})
		}
		return nil
	case *java.Yield:
		v := x.expr(s, st.X)
		if s = x.live(s); s != nil {
			x.leave(s, jump{kind: yieldJump, value: v, at: st.From})
		}
		return nil
	case *java.Throw:
		return x.throwStmt(s, st)
	case *java.Try:
		return x.try(s, st)
	case *java.Switch:
		return x.switchStmt(s, st)
	// Threads are not modelled: what is left is that the object must not be null.
	case *java.SynchronizedStmt:
		v := x.receiver(s, st.X)
		x.mayThrow(s, smt.Not(smt.Eq(v, null)), "java.lang.NullPointerException", verify.PossiblyNullDeReference, st.X.Pos(), "")
		return x.stmt(s, st.Body)
	case *java.Assert:
		// Java's assert is off unless asked for; JML tools check it.
		before := s.clone()
		c := x.cond(s, st.Cond)
		if !x.sameButNew(before, s) {
			x.unsupported(st, "assert whose condition has effects")
		}
		x.prove(s, c, obligation{kind: verify.Assert, at: st.From})
		return x.live(s)
	case *java.Empty, *java.LocalClass:
		return s
	case *java.ConstructorCall:
		return x.constructorCall(s, st)
	}
	x.unsupported(st, describe(st))
	return nil
}

// live is s, or nil when an expression left no path through.
func (x *exec) live(s *state) *state {
	if s.pc == smt.False {
		return nil
	}
	return s
}

func (x *exec) labeled(s *state, st *java.Labeled) *state {
	x.labels[st.Label.Name] = s.clone() // what \old(e, label) means
	var out *state
	breaks := x.catchJumps(func(j jump) bool { return j.kind == breakJump && j.label == st.Label.Name }, func() {
		switch body := st.Body.(type) {
		case *java.While, *java.DoWhile, *java.For, *java.ForEach:
			out = x.loop(s, body, st.Label.Name)
		default:
			out = x.stmt(s, body)
		}
	})
	return x.join(append(states(breaks), out)...)
}

func states(js []jump) []*state {
	out := make([]*state, len(js))
	for i, j := range js {
		out[i] = j.s
	}
	return out
}

// specStmts runs JML statements: assert, assume, ghost declarations and set.
func (x *exec) specStmts(s *state, ss []*jml.Stmt) *state {
	for _, st := range ss {
		if s == nil {
			return nil
		}
		sp := x.specAt(s)
		switch st.Kind {
		case jml.AssertStmt, jml.HenceByStmt:
			x.proveSpec(s, sp, st.Expr, obligation{kind: verify.Assert, at: st.KeyPos, clause: x.text(st.Expr)})
		// Taken on trust, and reported by whoever reports on the proof.
		case jml.AssumeStmt:
			x.assumeSpec(s, sp, st.Expr)
			x.assumed = append(x.assumed, st.KeyPos)
		case jml.GhostStmt:
			for _, v := range st.Decl.Vars {
				l := x.localOf(v)
				if v.Init == nil {
					// A ghost variable without a value may have any.
					val := x.fresh(l.Name, sortOf(l.Type))
					x.assume(s, x.facts(s, val, l.Type))
					x.set(s, l, val)
					continue
				}
				if ai, ok := v.Init.(*java.ArrayInit); ok {
					x.set(s, l, x.arrayInit(s, ai, l.Type))
					continue
				}
				val := x.convert(sp.eval(v.Init), x.typeOf(v.Init), l.Type)
				x.set(s, l, val)
			}
		case jml.SetStmt:
			x.setStmt(s, sp, st)
		case jml.UnreachableStmt:
			x.prove(s, smt.False, obligation{kind: verify.Unreachable, at: st.KeyPos})
		case jml.DebugStmt, jml.OtherStmt, jml.ReachableStmt, jml.ContractStmt:
		default:
			x.unsupportedAt(st.Span, st.Keyword+" statement")
		}
	}
	return s
}

// ghostRange is the arithmetic check on a ghost value of Java type.
func (x *exec) ghostRange(s *state, st *jml.Stmt, v *smt.Term, from, to types.Type) {
	if x.arithmetic == verify.Safe && v.Sort == smt.Int && isIntegral(to) && to.Kind() != types.Bigint && v.Num() == nil {
		x.prove(s, inRange(v, to), obligation{kind: verify.ArithmeticOperationRange, at: st.KeyPos})
	}
}

// setStmt runs `set l = e;` on ghost state.
func (x *exec) setStmt(s *state, sp *spec, st *jml.Stmt) {
	es, ok := st.Java.(*java.ExprStmt)
	if !ok {
		x.unsupportedAt(st.Span, "set statement")
	}
	switch e := es.X.(type) {
	case *java.AssignExpr:
		p := x.place(s, e.X)
		if p.field != nil && x.isModel(p.field) {
			x.wrong(e.X, "a model field is assigned by its represents clause only")
		}
		var v *smt.Term
		if e.Op == java.Assign {
			// Makes an object, which expressions of specifications cannot.
			if call, ok := e.Y.(*java.Call); ok && call.Name.Name == "clone" {
				v = x.expr(s, e.Y)
			} else {
				v = x.convert(sp.eval(e.Y), x.typeOf(e.Y), p.typ)
			}
		} else {
			t := x.promoted(p.typ, x.typeOf(e.Y))
			v = x.convert(x.arith(e, e.Op, x.convert(x.load(s, p), p.typ, t), sp.number(e.Y, t), t), t, p.typ)
		}
		x.ghostRange(s, st, v, x.typeOf(e.Y), p.typ)
		x.store(s, p, v, e.Pos())
	case *java.Unary:
		x.unary(s, e)
	default:
		x.unsupportedAt(st.Span, "set statement")
	}
}

// switchStmt runs a switch as a chain of tests with fall-through.
func (x *exec) switchStmt(s *state, st *java.Switch) *state {
	v, t := x.selector(s, st.X, st.Cases)
	if s = x.live(s); s == nil {
		return nil
	}
	var fall *state
	breaks := x.catchJumps(func(j jump) bool { return j.kind == breakJump && j.label == "" }, func() {
		fall = x.cases(s, v, t, st.Cases, func(s *state, c *java.Case) *state {
			return x.block(s, c.Body, c)
		})
	})
	return x.join(append(states(breaks), fall)...)
}

// selector is the value that a switch looks at, and its type: a boxed one is taken
// out of its box, and null throws where no case is about it.
func (x *exec) selector(s *state, e java.Expr, cs []*java.Case) (*smt.Term, types.Type) {
	v, t := x.expr(s, e), x.typeOf(e)
	if v.Sort != refSort {
		return v, t
	}
	if p := unboxed(t); p != nil {
		return x.unboxChecked(s, e, v, p), p
	}
	for _, c := range cs {
		for _, l := range c.Labels {
			if lit, ok := l.(*java.Literal); ok && lit.Kind == java.NullLiteral {
				return v, t
			}
		}
	}
	x.mayThrow(s, smt.Not(smt.Eq(v, null)), "java.lang.NullPointerException", verify.PossiblyNullValue, e.Pos(), "")
	return v, t
}

// cases dispatches on v; run executes one case's body.
func (x *exec) cases(s *state, v *smt.Term, t types.Type, cs []*java.Case, run func(*state, *java.Case) *state) *state {
	// The condition of each case: its labels match and no earlier case did.
	rest := s
	entry := make([]*state, len(cs))
	var dflt = -1
	for i, c := range cs {
		if c.Guard != nil {
			x.unsupported(c.Guard, "case guard")
		}
		if c.Default {
			dflt = i
		}
		match := smt.False
		for _, l := range c.Labels {
			match = smt.Or(match, x.caseMatch(rest, v, t, l))
		}
		if match == smt.False || rest == nil {
			continue
		}
		yes, no := x.fork(rest, match)
		entry[i], rest = yes, no
	}

	// Wherever it stands, default is for what no label matches.
	if dflt >= 0 {
		entry[dflt] = x.join(entry[dflt], rest)
		rest = nil
	}
	var fall, out *state
	for i, c := range cs {
		// By its label, or by falling through from the case before.
		in := x.join(entry[i], fall)
		fall = nil
		if in == nil {
			continue
		}
		end := run(in, c)
		if c.Arrow {
			out = x.join(out, end)
		} else {
			// Without an arrow the end of a case runs into the next one.
			fall = end
		}
	}
	// rest is what matched nothing, where there is no default.
	return x.join(out, fall, rest)
}

func (x *exec) caseMatch(s *state, v *smt.Term, t types.Type, l java.Expr) *smt.Term {
	if lit, ok := l.(*java.Literal); ok && lit.Kind == java.NullLiteral {
		return smt.Eq(v, null)
	}
	if isString(t) {
		c := x.constOf(l)
		if c == nil {
			x.unsupported(l, "case label")
		}
		return x.sameContent(x.content(v), x.stringLit(c.S))
	}
	if v.Sort == smt.Int {
		if c := x.constOf(l); c != nil {
			return smt.Eq(v, smt.IntLit(c.N))
		}
	}
	if n, ok := l.(*java.Name); ok {
		if u := x.useOf(n); u != nil && u.Kind == types.FieldRef {
			if isConstantOf(u.Field) {
				x.leanOn(x.clinit(u.Field.Owner))
				x.enumLaws(u.Field.Owner)
			}
			return smt.Eq(v, x.component(s, x.fieldName(u.Field)))
		}
	}
	x.unsupported(l, "case label")
	return nil
}

// switchExpr is a switch expression.
func (x *exec) switchExpr(s *state, e *java.SwitchExpr) *smt.Term {
	v, on := x.selector(s, e.X, e.Cases)
	t := x.typeOf(e)
	yields := x.catchJumps(func(j jump) bool { return j.kind == yieldJump }, func() {
		x.cases(s, v, on, e.Cases, func(s *state, c *java.Case) *state {
			if c.Arrow && len(c.Body) == 1 {
				if es, ok := c.Body[0].(*java.ExprStmt); ok {
					y := x.convertChecked(s, es.X, x.expr(s, es.X), x.typeOf(es.X), t)
					if s = x.live(s); s != nil {
						x.leave(s, jump{kind: yieldJump, value: y, at: es.From})
					}
					return nil
				}
			}
			return x.block(s, c.Body, c)
		})
	})
	// No case comes to a value: each throws, or never ends.
	if len(yields) == 0 {
		s.pc = smt.False
		return zeroOf(t)
	}
	vs := make([]*smt.Term, len(yields))
	for i, y := range yields {
		vs[i] = y.value
	}
	out := x.phi("switch", states(yields), vs)
	*s = *x.join(states(yields)...)
	return out
}
