package types

import (
	"ensures/java"
)

func (c *checker) block(b *java.Block) {
	if b == nil {
		return
	}
	old := c.sc
	c.stmts(b.Stmts)
	c.info.Ends[b] = c.sc
	c.sc = old
}

func (c *checker) stmts(list []java.Stmt) {
	reported := false
	for i, s := range list {
		if i > 0 && !reported && c.reach && !(flow{c.info.Consts}).completes(list[i-1]) {
			// A class declaration is no code that runs: it can always be reached.
			if _, local := s.(*java.LocalClass); !local {
				c.errorf(s, "", "unreachable statement")
			}
			// Once a list: what follows is unreachable for the same reason.
			reported = true
		}
		c.stmt(s)
	}
}

func (c *checker) scopeAt(s java.Stmt) { c.info.Scopes[s] = c.sc }

func (c *checker) stmt(s java.Stmt) {
	c.scopeAt(s)
	switch s := s.(type) {
	case *java.Block:
		c.block(s)
	case *java.LocalVars:
		c.localVars(s)
	case *java.LocalClass:
		c.localClass(s)
	case *java.ExprStmt:
		c.statementExpr(s.X)
	case *java.If:
		c.ifStmt(s)
	case *java.While:
		c.condition(s.Cond)
		c.neverEntered(s.Cond, s.Body)
		b := c.binds[s.Cond]
		c.loopBody(s.Body, b.whenTrue)
		// Past the loop its condition is false, unless a break left it: then its
		// patterns' variables are not bound.
		if len(b.whenFalse) > 0 && !breaksOut(s.Body, nil) {
			c.sc = c.withBindings(c.sc, b.whenFalse)
		}
	case *java.DoWhile:
		// The body runs before the condition is asked for the first time: it sees none of its
		// variables.
		c.loopBody(s.Body, nil)
		c.condition(s.Cond)
		if b := c.binds[s.Cond]; len(b.whenFalse) > 0 && !breaksOut(s.Body, nil) {
			c.sc = c.withBindings(c.sc, b.whenFalse)
		}
	case *java.For:
		c.forStmt(s)
	case *java.ForEach:
		c.forEach(s)
	case *java.Labeled:
		c.labeled(s)
	case *java.Break:
		c.jump(s, s.Label, "break")
	case *java.Continue:
		c.jump(s, s.Label, "continue")
	case *java.Return:
		c.returnStmt(s)
	case *java.Yield:
		c.yieldStmt(s)
	case *java.Throw:
		t := c.expr(s.X)
		c.mustBeThrowable(s.X, t)
	case *java.Try:
		c.try(s)
	case *java.Switch:
		c.switchStmt(s)
	case *java.SynchronizedStmt:
		c.expr(s.X)
		c.block(s.Body)
	case *java.Assert:
		c.condition(s.Cond)
		if s.Message != nil {
			if c.expr(s.Message) == Type(TVoid) {
				c.errorf(s.Message, "", "'void' type not allowed here")
			}
		}
	case *java.ConstructorCall:
		c.constructorCall(s)
	}
}

// statementExpr checks an expression whose value is dropped.
func (c *checker) statementExpr(e java.Expr) {
	switch java.Unparen(e).(type) {
	case *java.Lambda, *java.MethodRef:
		c.errorf(e, "", "not a statement")
		return
	}
	c.expr(e)
}

func (c *checker) mustBeThrowable(e java.Node, t Type) {
	if unsure(t) || t == Type(TNull) {
		return
	}
	th := c.lib.core("java.lang.Throwable")
	if !th.absent && !IsSubtype(t, th.raw) {
		c.errorf(e, "", "incompatible types: %s cannot be converted to Throwable", ShortString(t))
	}
}

func (c *checker) localVars(s *java.LocalVars) {
	final := s.Mods.Flags.Has(java.Final)
	isVar := s.Type != nil && s.Type.Name == "var" && c.res().typeVar("var") == nil
	var base Type
	if !isVar {
		base = c.res().typ(s.Type)
		if base == Type(TVoid) {
			c.errorf(s.Type, "", "illegal type void for a variable")
			base = Bad
		}
	}

	for _, v := range s.Vars {
		c.checkDuplicate(&v.Name)
		l := &Local{Name: v.Name.Name, Decl: v, Final: final, initialised: v.Init != nil}
		c.info.Locals[v] = l
		if isVar {
			l.Type = Bad
			switch init := v.Init.(type) {
			case nil:
				c.errorf(&v.Name, "write the type", "cannot infer type for local variable %s: it has no initializer", l.Name)
			case *java.ArrayInit:
				c.errorf(init, "write new int[] {…}", "cannot infer type for local variable %s: array initializer needs an explicit target type", l.Name)
			case *java.Lambda, *java.MethodRef:
				c.errorf(init, "", "cannot infer type for local variable %s: lambda expression needs an explicit target type", l.Name)
			default:
				// With var the variable comes into scope behind its initialiser, which may not
				// name it.
				t := c.expr(init)
				switch t {
				case Type(TNull):
					c.errorf(init, "", "cannot infer type for local variable %s: variable initializer is null", l.Name)
					t = Bad
				case Type(TVoid):
					c.errorf(init, "", "cannot infer type for local variable %s: variable initializer is void", l.Name)
					t = Bad
				}
				// A variable has a type that can be written, or nearly: no captures (JLS
				// 14.4.1).
				l.Type = project(t)
				c.constant(l, v.Init)
			}
			c.sc = c.sc.with(l)
			continue
		}

		// In scope of its own initialiser, unlike one with var.
		l.Type = arrayOf(base, v.Dims)
		c.sc = c.sc.with(l)
		if v.Init != nil {
			c.exprTo(v.Init, l.Type)
			c.constant(l, v.Init)
		}
	}
}

// constant makes a final variable with a constant initialiser a constant itself: case
// labels and other constants may name it.
func (c *checker) constant(l *Local, init java.Expr) {
	if l.Final && (IsPrimitive(l.Type) || IsString(l.Type)) {
		l.Const = convertConst(c.info.Consts[init], l.Type)
	}
}

func (c *checker) ifStmt(s *java.If) {
	c.condition(s.Cond)
	old := c.sc
	b := c.binds[s.Cond]
	c.sc = c.withBindings(old, b.whenTrue)
	c.stmt(s.Then)
	c.sc = c.withBindings(old, b.whenFalse)
	if s.Else != nil {
		c.stmt(s.Else)
	}
	c.sc = old
	if len(b.whenTrue)+len(b.whenFalse) == 0 {
		return
	}
	// What a pattern binds is in scope after the statement where only the branch completes in
	// which it is bound (JLS 6.3.2.2), as after "if (!(o instanceof T t)) return;".
	thenDone, elseDone := completes(s.Then), s.Else == nil || completes(s.Else)
	if !thenDone && elseDone {
		c.sc = c.withBindings(c.sc, b.whenFalse)
	}
	if thenDone && !elseDone {
		c.sc = c.withBindings(c.sc, b.whenTrue)
	}
}

func (c *checker) loopBody(body java.Stmt, vars []*Local) {
	old := c.sc
	c.sc = c.withBindings(old, vars)
	outer, ctx := c.ctx, *c.ctx
	ctx.breakOK, ctx.contOK = true, true
	c.ctx = &ctx
	c.stmt(body)
	c.sc, c.ctx = old, outer
}

// neverEntered reports the body of a while or for loop whose condition is constantly false.
func (c *checker) neverEntered(cond java.Expr, body java.Stmt) {
	if c.reach && (flow{c.info.Consts}).isConstant(cond, false) {
		c.errorf(body, "", "unreachable statement")
	}
}

func (c *checker) forStmt(s *java.For) {
	old := c.sc
	for _, i := range s.Init {
		c.stmt(i)
	}
	c.scopeAt(s)
	var b bindings
	if s.Cond != nil {
		c.condition(s.Cond)
		c.neverEntered(s.Cond, s.Body)
		b = c.binds[s.Cond]
	}

	head := c.sc
	c.sc = c.withBindings(head, b.whenTrue)
	// The updates come before the body, as in the text: local classes are numbered in the order
	// in which they are met.
	for _, u := range s.Update {
		c.statementExpr(u)
	}
	c.sc = head
	c.loopBody(s.Body, b.whenTrue)

	c.sc = old
	if len(b.whenFalse) > 0 && !breaksOut(s.Body, nil) {
		c.sc = c.withBindings(c.sc, b.whenFalse)
	}
}

func (c *checker) forEach(s *java.ForEach) {
	old := c.sc
	t := c.expr(s.X)
	elem := c.elementType(s.X, t)
	l := &Local{Name: s.Var.Name.Name, Decl: s.Var, Final: s.Var.Mods.Flags.Has(java.Final), initialised: true}
	if s.Var.Type == nil || s.Var.Type.Name == "var" {
		l.Type = elem
	} else {
		l.Type = c.res().paramType(s.Var)
		if !c.assignableTo(elem, l.Type) {
			c.incompatible(s.X, elem, l.Type, "")
		}
	}
	c.checkDuplicate(&s.Var.Name)
	c.info.Locals[s.Var] = l
	c.sc = c.sc.with(l)
	c.scopeAt(s)
	c.loopBody(s.Body, nil)
	c.sc = old
}

// elementType is what a loop over a value of type t yields.
func (c *checker) elementType(e java.Expr, t Type) Type {
	if unsure(t) {
		return Dynamic
	}
	if a, ok := t.(*ArrayType); ok {
		return a.Elem
	}
	it := c.lib.core("java.lang.Iterable")
	if s := AsSuper(capture(t), it); s != nil {
		if len(s.Args) == 0 {
			// A raw Iterable.
			return c.lib.Object()
		}
		return project(upper(s.Args[0], c.lib))
	}
	if it.absent {
		return Dynamic
	}
	hint := ""
	if IsString(t) {
		hint = "loop over .toCharArray()"
	} else if AsSuper(t, c.lib.core("java.util.Map")) != nil {
		hint = "loop over .entrySet(), .keySet() or .values()"
	}
	c.errorf(e, hint, "for-each not applicable to expression type: required array or java.lang.Iterable, found %s", ShortString(t))
	return Bad
}

func (c *checker) labeled(s *java.Labeled) {
	ctx := *c.ctx
	outer := c.ctx
	// The capacity is cut: statements side by side must not write into each other's labels.
	ctx.labels = append(ctx.labels[:len(ctx.labels):len(ctx.labels)], s.Label.Name)
	c.ctx = &ctx
	c.stmt(s.Body)
	c.ctx = outer
}

func (c *checker) jump(s java.Stmt, label, word string) {
	if label != "" {
		for _, l := range c.ctx.labels {
			if l == label {
				return
			}
		}
		c.undefined(s, "", "undefined label: "+label)
		return
	}
	if word == "break" && !c.ctx.breakOK {
		c.errorf(s, "", "break outside switch or loop")
	}
	if word == "continue" && !c.ctx.contOK {
		c.errorf(s, "", "continue outside of loop")
	}
}

func (c *checker) returnStmt(s *java.Return) {
	ctx := c.ctx
	if ctx.inSwitch {
		c.errorf(s, "use yield", "attempt to return out of a switch expression")
	}

	if ctx.lambda != nil {
		if s.X == nil {
			if ctx.ret != Type(TVoid) && !unsure(zonk(ctx.ret)) {
				c.errorf(s, "", "incompatible types: missing return value")
			}
			return
		}
		c.lambdaResult(s.X, ctx.ret, ctx.s, false)
		return
	}
	switch {
	case ctx.ret == nil:
		c.errorf(s, "", "return outside method")
		if s.X != nil {
			c.expr(s.X)
		}
	case ctx.ret == Type(TVoid):
		if s.X != nil {
			c.expr(s.X)
			c.errorf(s.X, "", "incompatible types: unexpected return value")
		}
	case s.X == nil:
		if !unsure(ctx.ret) {
			c.errorf(s, "", "incompatible types: missing return value")
		}
	default:
		c.exprTo(s.X, ctx.ret)
	}
}

func (c *checker) yieldStmt(s *java.Yield) {
	if c.ctx.yields == nil {
		c.errorf(s, "", "yield outside of switch expression")
		c.expr(s.X)
		return
	}
	*c.ctx.yields = append(*c.ctx.yields, c.arg(s.X, c.ctx.yieldS))
}

func (c *checker) try(s *java.Try) {
	old := c.sc
	for _, r := range s.Resources {
		c.stmt(r)
		var t Type
		var at java.Node = r
		switch r := r.(type) {
		case *java.LocalVars:
			t = c.info.Locals[r.Vars[0]].Type
			c.info.Locals[r.Vars[0]].Final = true
		case *java.ExprStmt:
			t = c.info.Types[r.X]
		}
		ac := c.lib.core("java.lang.AutoCloseable")
		if !ac.absent && !unsure(t) && !IsSubtype(t, ac.raw) {
			c.errorf(at, "", "incompatible types: try-with-resources not applicable to %s", ShortString(t))
		}
	}

	c.block(s.Body)
	// Resources are not in scope in the catch and finally blocks (JLS 6.3).
	c.sc = old

	for _, k := range s.Catches {
		t := c.res().paramType(k.Param)
		if k.Param.Type != nil {
			for _, a := range k.Param.Type.Alternatives {
				c.mustBeThrowable(a, c.info.TypeOf[a])
			}
			if len(k.Param.Type.Alternatives) == 0 {
				c.mustBeThrowable(k.Param.Type, t)
			}
		}

		l := &Local{Name: k.Param.Name.Name, Type: t, Decl: k.Param, Final: k.Param.Mods.Flags.Has(java.Final), initialised: true, caught: true}
		c.checkDuplicate(&k.Param.Name)
		c.info.Locals[k.Param] = l
		c.sc = old.with(l)
		c.block(k.Body)
		c.sc = old
	}
	c.block(s.Finally)
}
