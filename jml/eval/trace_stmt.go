package eval

import (
	"ensures/java"
	"ensures/java/interp"
	"ensures/java/types"
	"ensures/jml"
)

// stmtCode is a compiled JML statement.
type stmtCode struct {
	pred  *Pred
	inits []*Value // of a ghost declaration; nil entries have no initialiser
	set   *Value
	err   *java.Error
	// the target of set
	local *types.Local
	field *types.Field
	obj   *Value // of an instance field or array
	index *Pred
}

// code compiles a statement on first use.
func (t *Tracer) code(s *jml.Stmt, at java.Node) *stmtCode {
	t.mu.Lock()
	defer t.mu.Unlock()
	if c := t.stmts[s]; c != nil {
		return c
	}
	c := &stmtCode{}
	t.stmts[s] = c
	o := CompileOptions{Math: t.math(at)}
	if t.chk.Bad[s] {
		c.err = t.chk.Errorf(java.TypeError, s, "", "the statement has an error")
		return c
	}
	switch s.Kind {
	case jml.AssertStmt, jml.AssumeStmt, jml.HenceByStmt:
		if s.Expr != nil {
			c.pred, c.err = Compile(t.chk, t.prog, s.Expr, o)
		}
	case jml.GhostStmt:
		for _, v := range s.Decl.Vars {
			l := t.chk.Info.Locals[v]
			if v.Init == nil || l == nil {
				c.inits = append(c.inits, nil)
				continue
			}
			x, err := CompileValue(t.chk, t.prog, v.Init, l.Type, o)
			if err != nil {
				c.err = err
			}
			c.inits = append(c.inits, x)
		}
	case jml.SetStmt:
		t.compileSet(c, s, o)
	}
	return c
}

// compileSet compiles an assignment to ghost state.
func (t *Tracer) compileSet(c *stmtCode, s *jml.Stmt, o CompileOptions) {
	fail := func(at java.Node, msg string) { c.err = t.chk.Errorf(java.NotInSubset, at, "", "%s", msg) }
	x, ok := s.Java.(*java.ExprStmt)
	if !ok {
		fail(s, "only assignments are evaluated in set statements")
		return
	}

	target, value, op := assignment(x.X)
	if target == nil || op == java.InvalidOp {
		fail(s, "only assignments are evaluated in set statements")
		return
	}

	to := t.chk.Info.Types[target]
	if to == nil {
		fail(target, "the target of this set statement is not known")
		return
	}

	if err := t.compileTarget(c, target, o); err != nil {
		c.err = err
		return
	}
	if c.local == nil && c.field == nil && c.index == nil {
		fail(target, "the target of this set statement is not evaluated")
		return
	}
	if op == java.Assign {
		c.set, c.err = CompileValue(t.chk, t.prog, value, to, o)
		return
	}
	// The update is compiled as the operator is, from a node that stands nowhere in the file.
	update := &java.Binary{Span: java.Span{From: x.From, To: x.To}, Op: op, OpPos: x.From, X: target, Y: value}
	c.set, c.err = t.compileUpdate(update, to, o)
}

// assignment takes an assignment, increment or decrement apart; an increment has no
// value. The target is nil for any other expression.
func assignment(x java.Expr) (target, value java.Expr, op java.Op) {
	switch y := x.(type) {
	case *java.AssignExpr:
		return y.X, y.Y, y.Op
	case *java.Unary:
		switch y.Op {
		case java.PreInc, java.PostInc:
			return y.X, nil, java.Plus
		case java.PreDec, java.PostDec:
			return y.X, nil, java.Sub
		}
		return y.X, nil, java.Assign
	}
	return nil, nil, java.Assign
}

// compileTarget sets the variable of c; none where the target is nothing that a set
// statement can assign.
func (t *Tracer) compileTarget(c *stmtCode, target java.Expr, o CompileOptions) (err *java.Error) {
	switch y := java.Unparen(target).(type) {
	case *java.Name:
		u := t.chk.Info.Uses[y]
		switch {
		case u == nil:
		case u.Kind == types.LocalRef:
			c.local = u.Local
		case u.Kind == types.FieldRef:
			c.field = u.Field
		}
	case *java.Select:
		if u := t.chk.Info.Uses[y]; u != nil && u.Kind == types.FieldRef {
			c.field = u.Field
			if !u.Field.Flags.Has(java.Static) {
				c.obj, err = CompileValue(t.chk, t.prog, y.X, types.Dynamic, o)
			}
		}
	case *java.Index:
		c.obj, err = CompileValue(t.chk, t.prog, y.X, types.Dynamic, o)
		if err == nil {
			c.index, err = CompileMeasure(t.chk, t.prog, y.I, o)
		}
	}
	return err
}

// compileUpdate is the value of `x.X op= x.Y`; without a Y, that of an increment.
func (t *Tracer) compileUpdate(x *java.Binary, to types.Type, o CompileOptions) (*Value, *java.Error) {
	v := &Value{}
	pred, err := compilePred(t.chk, t.prog, o, func(k *compiler, p *Pred) {
		a := k.unboxed(k.expr(x.X), x.X)
		b := constInt(1)
		if x.Y != nil {
			b = k.unboxed(k.expr(x.Y), x.Y)
		}
		var n *node
		switch {
		case a.isInt() && b.isInt():
			n = k.integerOp(x, a, b)
		case a.float() != nil && b.float() != nil:
			n = k.floatOp(x, a, b)
		default:
			k.stop(x, "this set statement is not evaluated")
		}

		// A \bigint is kept as it is: converted like a Java value it would wrap.
		if to.Kind() == types.Bigint {
			f := n.num()
			v.get = func(e *env) interp.Value {
				w := f(e)
				if w.b != nil {
					return interp.Value{R: &bigRef{v: w.b}}
				}
				return interp.Value{N: w.n}
			}
			return
		}
		v.get = k.value(n, to, x)
	})
	v.Pred = pred
	return v, err
}

// stmt executes one JML statement.
func (r *tracing) stmt(a *activation, s *jml.Stmt, at java.Node, v interp.FrameView) {
	switch s.Kind {
	case jml.AssertStmt, jml.AssumeStmt, jml.HenceByStmt, jml.UnreachableStmt, jml.GhostStmt, jml.SetStmt:
	default:
		return
	}
	code := r.t.code(s, at)
	r.busy = true
	defer func() { r.busy = false }()
	if s.Kind == jml.UnreachableStmt {
		r.note(s, Result{Truth: False, Reason: "this statement was reached", At: s.From})
		return
	}

	// Whoever reads the variable from here on has to know that its value is none.
	if code.err != nil {
		r.lose(a, s, code, code.err.Msg)
		r.note(s, Result{Truth: Unknown, Reason: code.err.Msg, At: code.err.Span.From})
		return
	}

	x := &ghostStep{tracing: r, a: a, s: s, view: v, code: code}
	x.env = Env{Machine: r.m, ToCur: a.toCur, Fresh: a.fresh, Steps: r.o.Steps, Count: -1}
	switch s.Kind {
	case jml.AssertStmt, jml.AssumeStmt, jml.HenceByStmt:
		if code.pred == nil {
			return
		}
		res := x.lost()
		if x.fill(code.pred) {
			res = code.pred.Eval(&x.env)
		}
		r.note(s, res)
	case jml.GhostStmt:
		x.declare()
	case jml.SetStmt:
		x.assign()
	}
}

// ghostStep is one JML statement as it is executed.
type ghostStep struct {
	*tracing
	a    *activation
	s    *jml.Stmt
	view interp.FrameView
	code *stmtCode
	env  Env
}

func (x *ghostStep) lost() Result {
	return Result{Truth: Unknown, Reason: "a ghost variable has no value", At: x.s.From}
}

// fill puts the state of the run into the environment of p. It reports false where p
// reads a ghost variable whose value was lost.
func (x *ghostStep) fill(p *Pred) bool {
	cur := make([]interp.Value, len(p.Slots))
	old := make([]interp.Value, len(p.Slots))
	ok := true
	for i, l := range p.Slots {
		if l.Spec {
			cur[i] = x.a.ghosts[l]
			if _, lost := x.a.lost[l]; lost {
				ok = false
			}
		} else {
			cur[i], _ = x.view.Local(l)
		}
		for j, q := range x.a.m.Params {
			if q == l && j < len(x.a.pre.Locals) {
				old[i] = x.a.pre.Locals[j]
			}
		}
	}
	x.env.Cur = State{This: x.view.This(), Locals: cur, Ghosts: x.ghosts}
	pre := *x.a.pre
	pre.Locals = old
	x.env.Pre = &pre
	return ok
}

func (x *ghostStep) get(v *Value) (interp.Value, Result) {
	if !x.fill(v.Pred) {
		return interp.Value{}, x.lost()
	}
	return v.Get(&x.env)
}

// declare gives ghost variables their first values; without an initialiser that is
// the default of the type, as for a field.
func (x *ghostStep) declare() {
	for i, d := range x.s.Decl.Vars {
		l := x.t.chk.Info.Locals[d]
		if l == nil {
			continue
		}
		delete(x.a.lost, l)
		x.a.ghosts[l] = interp.Value{}
		if i >= len(x.code.inits) || x.code.inits[i] == nil {
			continue
		}
		v, res := x.get(x.code.inits[i])
		if res.Truth != True {
			x.a.lost[l] = res.Reason
			x.note(x.s, res)
			continue
		}
		x.a.ghosts[l] = v
	}
}

func (x *ghostStep) assign() {
	v, res := x.get(x.code.set)
	switch {
	case x.code.field != nil && x.code.index == nil:
		x.assignField(v, res)
	case res.Truth != True:
		x.lose(x.a, x.s, x.code, res.Reason)
		x.note(x.s, res)
	case x.code.local != nil:
		x.a.ghosts[x.code.local] = v
		delete(x.a.lost, x.code.local)
	case x.code.index != nil:
		x.assignElement(v)
	}
}

// assignField gives a ghost field a value, or loses it where res says that there is none.
func (x *ghostStep) assignField(v interp.Value, res Result) {
	key := ghostKey{f: x.code.field}
	if !x.code.field.Flags.Has(java.Static) {
		key.obj = x.view.This()
		if x.code.obj != nil {
			o, of := x.get(x.code.obj)
			if of.Truth == True && o.R == nil {
				of = Result{Truth: Unknown, Undefined: true, Reason: "field " + x.code.field.Name + " of null", At: x.s.From}
			}
			if of.Truth != True {
				res = of // whose field it is that changes nobody knows: any object's
			}
			key.obj = o.R
		}
	}
	if res.Truth != True {
		x.ghosts.lose(key, res.Reason)
		x.note(x.s, res)
		return
	}
	x.ghosts.set(key, v)
}

func (x *ghostStep) assignElement(v interp.Value) {
	o, res := x.get(x.code.obj)
	if res.Truth == True && x.fill(x.code.index) {
		var i int64
		if i, _, res = x.code.index.Int(&x.env); res.Truth == True {
			if arr, ok := o.R.(interp.Array); ok && i >= 0 && i < int64(arr.Len()) {
				arr.Set(int(i), v)
				return
			}
			res = Result{Truth: Unknown, Undefined: true, Reason: "index out of range in a set statement", At: x.s.From}
		}
	}
	x.note(x.s, res)
}

// lose marks the target of a set statement that had no value.
func (r *tracing) lose(a *activation, s *jml.Stmt, code *stmtCode, why string) {
	switch {
	case s.Kind == jml.GhostStmt:
		for _, d := range s.Decl.Vars {
			if l := r.t.chk.Info.Locals[d]; l != nil {
				a.lost[l] = why
			}
		}
	case code.local != nil:
		a.lost[code.local] = why
	case code.field != nil:
		r.ghosts.lose(ghostKey{f: code.field}, why)
	}
}

func (r *tracing) note(s *jml.Stmt, res Result) {
	tr := r.stmts[s]
	if tr == nil {
		tr = &StmtTrace{Stmt: s}
		r.stmts[s] = tr
	}
	switch res.Truth {
	case True:
		tr.Held++
		return
	case False:
		tr.Broken++
	default:
		tr.Unsure++
	}
	if tr.First.Truth == InvalidTruth || tr.First.Truth == Unknown && res.Truth == False {
		tr.First = res
	}
}
