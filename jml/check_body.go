package jml

import (
	"sort"

	"ensures/java"
	"ensures/java/types"
)

func sortNodes[T java.Node](list []T) {
	sort.SliceStable(list, func(i, j int) bool { return list[i].Pos() < list[j].Pos() })
}

// bodyChecker checks the specification inside one method body.
type bodyChecker struct {
	c    *checker
	m    *types.Method
	mods Mods
}

func (b *bodyChecker) env(where string, ghosts []*types.Local) types.SpecEnv {
	env := b.c.env(where, b.mods, classMods(b.c.Spec, b.m.Owner))
	env.Locals = ghosts
	return env
}

func (b *bodyChecker) block(at *java.Block, ghosts []*types.Local) {
	ghosts = b.list(at.Stmts, ghosts)
	if end := b.c.Spec.AtEnd[at]; len(end) > 0 {
		scope := b.c.Unit.Info.Ends[at]
		if scope == nil && len(at.Stmts) > 0 {
			scope = b.c.Unit.Info.Scopes[at.Stmts[len(at.Stmts)-1]]
		}
		if scope == nil {
			scope = b.m.BodyScope()
		}
		for _, s := range end {
			ghosts = b.stmt(s, scope, ghosts)
		}
	}
}

func (b *bodyChecker) list(stmts []java.Stmt, ghosts []*types.Local) []*types.Local {
	// Ghost variables end with their block: the slice is cut, so that the caller's stays as it is.
	ghosts = ghosts[:len(ghosts):len(ghosts)]
	for _, s := range stmts {
		ghosts = b.before(s, ghosts)
		b.java(s, ghosts)
	}
	return ghosts
}

// before checks the JML statements in front of s, and the specification of the
// loop that s is.
func (b *bodyChecker) before(s java.Stmt, ghosts []*types.Local) []*types.Local {
	info := b.c.Unit.Info
	if list := b.c.Spec.Before[s]; len(list) > 0 {
		scope := info.Scopes[s]
		// The scope of a for statement has the variables of its header, which what stands in front
		// of it does not see.
		if f, ok := s.(*java.For); ok {
			scope = b.outside(f)
		}
		if l, ok := s.(*java.Labeled); ok {
			if f, ok := LoopOf(l).(*java.For); ok {
				scope = b.outside(f)
			}
		}
		if scope == nil {
			scope = b.m.BodyScope()
		}
		for _, x := range list {
			ghosts = b.stmt(x, scope, ghosts)
		}
		b.c.Visible[s] = ghosts
	}
	return ghosts
}

// outside is the scope in front of a for statement, without its variables.
func (b *bodyChecker) outside(f *java.For) *types.Scope {
	scope := b.c.Unit.Info.Scopes[f]
	declared := map[*types.Local]bool{}
	for _, s := range f.Init {
		if lv, ok := s.(*java.LocalVars); ok {
			for _, v := range lv.Vars {
				if l := b.c.Unit.Info.Locals[v]; l != nil {
					declared[l] = true
				}
			}
		}
	}
	for scope != nil && scope.Parent != nil {
		inner := false
		for _, l := range scope.Locals {
			if declared[l] {
				inner = true
			}
		}
		if !inner {
			break
		}
		scope = scope.Parent
	}
	return scope
}

// java walks the statements inside s.
func (b *bodyChecker) java(s java.Stmt, ghosts []*types.Local) {
	if loop := b.c.Spec.Loops[s]; loop != nil {
		b.loop(s, loop, ghosts)
	}
	sub := func(s java.Stmt) {
		if s == nil {
			return
		}
		b.list([]java.Stmt{s}, ghosts)
	}
	switch s := s.(type) {
	case *java.Block:
		b.block(s, ghosts)
	case *java.If:
		sub(s.Then)
		sub(s.Else)
	case *java.While:
		sub(s.Body)
	case *java.DoWhile:
		sub(s.Body)
	case *java.For:
		sub(s.Body)
	case *java.ForEach:
		sub(s.Body)
	case *java.Labeled:
		sub(s.Body)
	case *java.Try:
		b.block(s.Body, ghosts)
		for _, k := range s.Catches {
			b.block(k.Body, ghosts)
		}
		if s.Finally != nil {
			b.block(s.Finally, ghosts)
		}
	case *java.SynchronizedStmt:
		b.block(s.Body, ghosts)
	case *java.Switch:
		b.cases(s.Cases, ghosts)
	default:
		b.nested(s, ghosts)
	}
}

func (b *bodyChecker) cases(cases []*java.Case, ghosts []*types.Local) {
	for _, k := range cases {
		g := b.list(k.Body, ghosts)
		if end := b.c.Spec.AtEnd[k]; len(end) > 0 {
			scope := b.m.BodyScope()
			if n := len(k.Body); n > 0 && b.c.Unit.Info.Scopes[k.Body[n-1]] != nil {
				scope = b.c.Unit.Info.Scopes[k.Body[n-1]]
			}
			for _, s := range end {
				g = b.stmt(s, scope, g)
			}
		}
	}
}

// nested checks blocks inside expressions: lambdas and switch expressions.
// Methods of anonymous classes are checked as methods of their own.
func (b *bodyChecker) nested(s java.Stmt, ghosts []*types.Local) {
	java.Walk(s, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Lambda:
			if n.Body != nil {
				b.block(n.Body, ghosts)
				return false
			}
		case *java.SwitchExpr:
			b.cases(n.Cases, ghosts)
			return false
		case *java.ClassDecl:
			return false
		}
		return true
	})
}

func (b *bodyChecker) loop(s java.Stmt, loop *LoopSpec, ghosts []*types.Local) {
	c := b.c
	scope := c.Unit.Info.Scopes[s]
	if scope == nil {
		return // the method's Java has errors
	}
	// A fork shares the table with whoever reads the original.
	if c.base == nil {
		c.Visible[s] = ghosts
	}
	for _, cl := range loop.Clauses {
		n := len(c.errs)
		env := b.env(cl.Keyword, ghosts)
		c.Locals[cl] = ghosts
		switch cl.Kind {
		case LoopInvariant:
			c.predicate(scope, env, cl.Expr)
		case Decreases:
			c.measure(scope, env, cl)
		case LoopAssigns:
			for _, r := range cl.Refs {
				c.report(c.Program.CheckStoreRef(scope, env, r, c.Info))
			}
		}
		if len(c.errs) > n {
			c.Bad[cl] = true
		}
	}
}

func (b *bodyChecker) stmt(s *Stmt, scope *types.Scope, ghosts []*types.Local) []*types.Local {
	c := b.c
	n := len(c.errs)
	env := b.env(s.Keyword, ghosts)
	switch s.Kind {
	case GhostStmt:
		if s.Decl != nil {
			ghosts = c.localVars(scope, env, s.Decl, ghosts)
		}
	case SetStmt, DebugStmt:
		if s.Java == nil {
			break
		}
		if !c.report(c.Program.CheckSpecStmt(scope, env, s.Java, c.Info)) && s.Kind == SetStmt {
			b.target(s)
		}
	case ContractStmt, OtherStmt:
	default:
		c.predicate(scope, env, s.Expr)
		if s.Message != nil {
			_, errs := c.Program.CheckSpecExpr(scope, env, s.Message, c.Info)
			c.report(errs)
		}
		for _, r := range s.Refs {
			c.report(c.Program.CheckStoreRef(scope, env, r, c.Info))
		}
	}
	if len(c.errs) > n {
		c.Bad[s] = true
	}
	return ghosts
}

// target makes sure that set changes ghost state.
func (b *bodyChecker) target(s *Stmt) {
	x, ok := s.Java.(*java.ExprStmt)
	if !ok {
		return
	}
	if _, ok := x.X.(*java.Call); ok {
		return
	}
	to := java.Written(x.X)
	if to == nil {
		b.c.errorf(java.SyntaxError, x, "write 'set ghost = value;'", "'set' needs an assignment")
		return
	}
	for {
		if p, ok := to.(*java.Paren); ok {
			to = p.X
			continue
		}
		if i, ok := to.(*java.Index); ok {
			to = i.X
			continue
		}
		break
	}
	u := b.c.Info.Uses[to]
	if u == nil {
		return
	}
	ghost := u.Kind == types.LocalRef && u.Local.Spec || u.Kind == types.FieldRef && u.Field.Spec
	if !ghost {
		b.c.errorf(java.TypeError, to, "declare a ghost variable and set that one", "'set' assigns a variable of the program, only ghost variables may be set")
	}
}

// lint looks for what is legal Java and wrong or suspicious in a specification.
func (c *checker) lint(x java.Expr) {
	java.Walk(x, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.AssignExpr:
			hint := "a specification must not change anything"
			if n.Op == java.Assign {
				hint = "equality is '=='"
			}
			c.errorf(java.TypeError, n, hint, "an assignment in a specification")
			return false
		case *java.Unary:
			if n.Op.Changes() {
				c.errorf(java.TypeError, n, "a specification must not change anything; write x + 1", "an assignment in a specification")
				return false
			}
		case *java.Binary:
			if n.Op == java.BitAnd || n.Op == java.BitOr {
				if t := c.Info.Types[n.X]; t == types.Type(types.TBoolean) {
					op := java.Span{From: n.OpPos, To: n.OpPos + 1}
					c.warnf(Suspicious, op, "write '"+n.Op.String()+n.Op.String()+"', which does not evaluate its right side in vain",
						"'%s' of booleans evaluates both sides", n.Op)
				}
			}
		case *java.SpecCall:
			if n.Word == `\old` || n.Word == `\pre` {
				c.lintOld(n)
			}
		case *java.Call:
			c.lintCall(n)
		case *java.Lambda:
			return false
		}
		return true
	})
}

// lintOld looks for local variables in \old, which do not exist before the call.
func (c *checker) lintOld(n *java.SpecCall) {
	if n.Label != "" {
		return
	}
	c.noObject(n)
	java.Walk(n, func(x java.Node) bool {
		if name, ok := x.(*java.Name); ok {
			if u := c.Info.Uses[name]; u != nil && u.Kind == types.LocalRef && !u.Local.Param && !u.Local.Spec {
				c.warnf(Suspicious, name, "keep its value in a ghost variable: //@ ghost "+types.ShortString(u.Local.Type)+" before = "+name.Name+";",
					"%s of the local variable %s, which does not exist before the call", n.Word, name.Name)
			}
		}
		return true
	})
}

func (c *checker) lintCall(n *java.Call) {
	call := c.Info.Calls[n]
	if call == nil || call.Method == nil {
		return
	}
	m := call.Method
	if m.Owner != nil && m.Owner.Library {
		if Mutates(m.Name, m.Owner) {
			c.warnf(NotPure, &n.Name, "a specification may only look at the state", "%s changes its object", m.Name)
		}
		return
	}
	// What Java declares by itself, a record's accessors say, nobody can declare pure.
	if !c.Pure[m] && m.Implicit == types.NotImplicit {
		c.warnf(NotPure, &n.Name, "declare it /*@ pure @*/", "method %s is called in a specification and is not declared pure", m.Name)
	}
}

// mutators are names of library methods that change their receiver.
var mutators = map[string]bool{
	"add": true, "addAll": true, "remove": true, "removeAll": true, "removeIf": true, "retainAll": true, "clear": true,
	"put": true, "putAll": true, "putIfAbsent": true, "set": true, "sort": true, "push": true, "pop": true, "poll": true,
	"offer": true, "append": true, "insert": true, "delete": true, "deleteCharAt": true, "setCharAt": true, "reverse": true,
	"setLength": true, "next": true, "nextInt": true, "nextLine": true, "fill": true, "swap": true, "shuffle": true,
	"computeIfAbsent": true, "compute": true, "merge": true, "replaceAll": true,
}

// Mutates reports whether a method of a library class changes its receiver, by its
// name; of an unknown class, nil, by the name alone.
func Mutates(name string, k *types.Class) bool {
	if !mutators[name] || k == nil {
		return mutators[name]
	}
	switch k.Package + "." + k.Name {
	case "java.lang.String", "java.math.BigInteger", "java.math.BigDecimal", "java.lang.Integer", "java.lang.Long":
		return false
	}
	return true
}
