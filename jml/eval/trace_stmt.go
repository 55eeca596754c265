package eval

import (
	"ensures/java"
	"ensures/java/expr"
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
	var target, value java.Expr
	op := java.Assign
	switch y := x.X.(type) {
	case *java.AssignExpr:
		target, value, op = y.X, y.Y, y.Op
	case *java.Unary:
		target = y.X
		switch y.Op {
		case java.PreInc, java.PostInc:
			op = java.Plus
		case java.PreDec, java.PostDec:
			op = java.Sub
		}
	}
	if target == nil || op == java.InvalidOp {
		fail(s, "only assignments are evaluated in set statements")
		return
	}
	to := t.chk.Info.Types[target]
	if to == nil {
		fail(target, "the target of this set statement is not known")
		return
	}
	var err *java.Error
	switch y := expr.Unparen(target).(type) {
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
	if err != nil {
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
	v := &Value{}
	v.Pred, c.err = compilePred(t.chk, t.prog, o, func(k *compiler, p *Pred) {
		a := k.unboxed(k.expr(target), target)
		b := constInt(1)
		if value != nil {
			b = k.unboxed(k.expr(value), value)
		}
		y := &java.Binary{Span: java.Span{From: x.From, To: x.To}, Op: op, OpPos: x.From, X: target, Y: value}
		var n *node
		switch {
		case a.isInt() && b.isInt():
			n = k.integerOp(y, a, b)
		case a.float() != nil && b.float() != nil:
			n = k.floatOp(y, a, b)
		default:
			k.stop(x.X, "this set statement is not evaluated")
		}
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
		v.get = k.value(n, to, x.X)
	})
	c.set = v
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
	if code.err != nil {
		r.lose(a, s, code, code.err.Msg)
		r.note(s, Result{Truth: Unknown, Reason: code.err.Msg, At: code.err.Span.From})
		return
	}
	env := Env{Machine: r.m, ToCur: a.toCur, Fresh: a.fresh, Steps: r.o.Steps, Count: -1}
	fill := func(p *Pred) bool {
		cur := make([]interp.Value, len(p.Slots))
		old := make([]interp.Value, len(p.Slots))
		ok := true
		for i, l := range p.Slots {
			if l.Spec {
				cur[i] = a.ghosts[l]
				if _, lost := a.lost[l]; lost {
					ok = false
				}
			} else {
				cur[i], _ = v.Local(l)
			}
			for j, q := range a.m.Params {
				if q == l && j < len(a.pre.Locals) {
					old[i] = a.pre.Locals[j]
				}
			}
		}
		env.Cur = State{This: v.This(), Locals: cur, Ghosts: r.ghosts}
		pre := *a.pre
		pre.Locals = old
		env.Pre = &pre
		return ok
	}
	get := func(x *Value) (interp.Value, Result) {
		if !fill(x.Pred) {
			return interp.Value{}, Result{Truth: Unknown, Reason: "a ghost variable has no value", At: s.From}
		}
		return x.Get(&env)
	}
	switch s.Kind {
	case jml.AssertStmt, jml.AssumeStmt, jml.HenceByStmt:
		if code.pred == nil {
			return
		}
		res := Result{Truth: Unknown, Reason: "a ghost variable has no value", At: s.From}
		if fill(code.pred) {
			res = code.pred.Eval(&env)
		}
		r.note(s, res)
	case jml.GhostStmt:
		for i, d := range s.Decl.Vars {
			l := r.t.chk.Info.Locals[d]
			if l == nil {
				continue
			}
			delete(a.lost, l)
			a.ghosts[l] = interp.Value{}
			if i >= len(code.inits) || code.inits[i] == nil {
				continue
			}
			x, res := get(code.inits[i])
			if res.Truth != True {
				a.lost[l] = res.Reason
				r.note(s, res)
				continue
			}
			a.ghosts[l] = x
		}
	case jml.SetStmt:
		x, res := get(code.set)
		if res.Truth != True {
			r.lose(a, s, code, res.Reason)
			r.note(s, res)
			return
		}
		switch {
		case code.local != nil:
			a.ghosts[code.local] = x
			delete(a.lost, code.local)
		case code.index != nil:
			o, res := get(code.obj)
			if res.Truth == True {
				if fill(code.index) {
					var i int64
					if i, _, res = code.index.Int(&env); res.Truth == True {
						if arr, ok := o.R.(interp.Array); ok && i >= 0 && i < int64(arr.Len()) {
							arr.Set(int(i), x)
							return
						}
						res = Result{Truth: Unknown, Undefined: true, Reason: "index out of range in a set statement", At: s.From}
					}
				}
			}
			r.note(s, res)
		default:
			key := ghostKey{f: code.field}
			if !code.field.Flags.Has(java.Static) {
				key.obj = v.This()
				if code.obj != nil {
					o, res := get(code.obj)
					if res.Truth != True || o.R == nil {
						r.note(s, res)
						return
					}
					key.obj = o.R
				}
			}
			r.ghosts.values[key] = x
			delete(r.ghosts.lost, code.field)
		}
	}
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
		if r.ghosts.lost == nil {
			r.ghosts.lost = map[*types.Field]string{}
		}
		r.ghosts.lost[code.field] = why
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
