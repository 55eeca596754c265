package propose

import (
	"ensures/candidate"
	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// delegated is what a method says that ends by handing all on to another one of the file: the
// postconditions found of that, with the arguments in the place of its parameters, where no if
// in front has returned.
//
//	{ if (c) return; …; f(e); }     !c ==> post(f)[e/p]
//
// Side conditions: the arguments have no effects, and name nothing that a quantifier of the
// postcondition binds. That it holds is for the runs to bear out, as of any candidate.
func (a *annotating) delegated() []string {
	call, guard := handsOn(a.prep.Decl)
	if call == nil {
		return nil
	}
	c := a.prep.Info.Calls[call]
	if c == nil || c.Method == nil || c.Method.Decl == nil || c.Spread {
		return nil
	}
	var out []string
	for _, k := range published(a.callees) {
		if k.decl.Pos() != c.Method.Decl.Pos() || len(k.decl.Params) != len(call.Args) {
			continue
		}
		env, named := map[string]java.Expr{}, map[string]bool{}
		for i, p := range k.decl.Params {
			// nil for an argument with an effect: in a clause it would happen again.
			arg := expr.Replace(call.Args[i], nil)
			if arg == nil {
				return nil
			}
			env[p.Name.Name] = expr.Group(arg)
			// A name that the postcondition's quantifier binds would be captured.
			for _, t := range java.Tokens(java.Print(arg)) {
				named[t.Text] = true
			}
		}
		for _, post := range candidate.Of(k.spec.Contract(), jml.Ensures) {
			x, _, errs := jml.ParseExpr(post.Body)
			if len(errs) > 0 || binds(x, named) {
				continue
			}
			if y := expr.Replace(x, env); y != nil {
				out = append(out, java.Print(folded(behindGuard(guard, y))))
			}
		}
	}
	return out
}

// handsOn is the call that a body ends with, where nothing stands in front of it but ifs that
// return, and what these leave; nil for another body.
func handsOn(d *java.MethodDecl) (call *java.Call, guard java.Expr) {
	if d.Body == nil || len(d.Body.Stmts) == 0 {
		return nil, nil
	}
	last := len(d.Body.Stmts) - 1
	for _, s := range d.Body.Stmts[:last] {
		i, ok := s.(*java.If)
		if !ok || i.Else != nil || !returns(i.Then) {
			return nil, nil
		}
		c := expr.Replace(i.Cond, nil)
		if c == nil {
			return nil, nil
		}
		guard = expr.And(guard, expr.Not(c))
	}

	var e java.Expr
	switch s := d.Body.Stmts[last].(type) {
	case *java.ExprStmt:
		e = s.X
	case *java.Return:
		e = s.X
	}
	call, ok := java.Unparen(e).(*java.Call)
	if !ok || call.X != nil {
		return nil, nil
	}
	return call, guard
}

// returns reports whether a statement is a return.
func returns(s java.Stmt) bool {
	if b, ok := s.(*java.Block); ok && len(b.Stmts) == 1 {
		s = b.Stmts[0]
	}
	_, ok := s.(*java.Return)
	return ok
}

// binds reports whether a quantifier binds one of the names.
func binds(e java.Expr, names map[string]bool) (found bool) {
	java.Walk(e, func(n java.Node) bool {
		if v, ok := n.(*java.VarDeclarator); ok {
			found = found || names[v.Name.Name]
		}
		return !found
	})
	return found
}

// behindGuard is guard ==> e, where e does not ask for the guard itself.
func behindGuard(guard, e java.Expr) java.Expr {
	if guard == nil {
		return e
	}
	if b, ok := java.Unparen(e).(*java.Binary); ok && b.Op == java.Implies {
		for _, c := range expr.Conjuncts(b.X) {
			if java.Equal(java.Unparen(c), java.Unparen(guard)) {
				return e
			}
		}
	}
	return &java.Binary{Op: java.Implies, X: side(guard), Y: side(e)}
}

// side is e as it stands beside an implication.
func side(e java.Expr) java.Expr {
	switch x := java.Unparen(e).(type) {
	case *java.Cond:
		return expr.Group(e)
	case *java.Binary:
		switch x.Op {
		case java.Implies, java.ImpliedBy, java.Iff, java.NotIff:
			return expr.Group(e)
		}
	}
	return e
}

// mostFolds is how deep what is folded may stand in each other.
const mostFolds = 4

// folded is e, changed in place, without what the arguments have made plain: the larger of a
// value and itself, a sum with 0, a condition beside true or false.
func folded(e java.Expr) java.Expr {
	// The walk goes from the outside in, so what a fold inside makes plain outside needs another pass.
	for range mostFolds {
		java.Walk(e, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Binary:
				n.X, n.Y = plain(n.X), plain(n.Y)
			case *java.Paren:
				n.X = plain(n.X)
			case *java.Unary:
				n.X = plain(n.X)
			case *java.Index:
				n.I = plain(n.I)
			case *java.Call:
				for i, a := range n.Args {
					n.Args[i] = plain(a)
				}
			}
			return true
		})
	}
	return plain(e)
}

// plain is what an operation plainly gives; e itself where that is not so.
func plain(e java.Expr) java.Expr {
	switch x := java.Unparen(e).(type) {
	case *java.Call:
		m, ok := x.X.(*java.Name)
		if ok && m.Name == "Math" && (x.Name.Name == "min" || x.Name.Name == "max") && len(x.Args) == 2 && java.Equal(java.Unparen(x.Args[0]), java.Unparen(x.Args[1])) {
			return java.Unparen(x.Args[0])
		}
	case *java.Unary:
		if b, ok := expr.Truth(java.Unparen(x.X)); ok && x.Op == java.Not {
			return expr.Bool(!b)
		}
	case *java.Binary:
		if b, ok := expr.Truth(java.Unparen(x.X)); ok && (x.Op == java.AndAnd && b || x.Op == java.OrOr && !b || x.Op == java.Implies && b) {
			return x.Y
		}
		if b, ok := expr.Truth(java.Unparen(x.Y)); ok && (x.Op == java.AndAnd && b || x.Op == java.OrOr && !b) {
			return x.X
		}
		if n, ok := expr.Int(x.X); ok && n == 0 && x.Op == java.Plus {
			return java.Unparen(x.Y)
		}
		if n, ok := expr.Int(x.Y); ok && n == 0 && (x.Op == java.Plus || x.Op == java.Sub) {
			return java.Unparen(x.X)
		}
	}
	return e
}
