package java

// Walk calls f for n and everything below it, in the order of the source. Where
// f reports false, it does not go deeper. Names inside a node (Ident) and
// Modifiers are not visited themselves; annotations are.
func Walk(n Node, f func(Node) bool) {
	if n == nil || !f(n) {
		return
	}
	Children(n, func(c Node) { Walk(c, f) })
}

// Assigned are the names of the variables that n, or anything below it, assigns.
func Assigned(n Node) map[string]bool {
	out := map[string]bool{}
	for name := range Assignments(n) {
		out[name] = true
	}
	return out
}

// Assignments counts, for each name of a variable, the places in n, or anything below it,
// that assign it.
func Assignments(n Node) map[string]int {
	out := map[string]int{}
	Walk(n, func(n Node) bool {
		if x, ok := Unparen(Written(n)).(*Name); ok {
			out[x.Name]++
		}
		return true
	})
	return out
}

// Unparen returns an expression without the parentheses around it; nil of nil.
func Unparen(e Expr) Expr {
	for {
		p, ok := e.(*Paren)
		if !ok {
			return e
		}
		e = p.X
	}
}

// A visitor's methods visit what may be absent.
type visitor func(Node)

func (v visitor) expr(l ...Expr) {
	for _, x := range l {
		if x != nil {
			v(x)
		}
	}
}

func (v visitor) stmt(l ...Stmt) {
	for _, s := range l {
		if s != nil {
			v(s)
		}
	}
}

func (v visitor) typ(t *TypeExpr) {
	if t != nil {
		v(t)
	}
}

func (v visitor) block(b *Block) {
	if b != nil {
		v(b)
	}
}

func each[T Node](v visitor, l []T) {
	for _, n := range l {
		v(n)
	}
}

// Children calls visit for each direct part of n, in the order of the source.
func Children(n Node, visit func(Node)) {
	v := visitor(visit)
	switch n := n.(type) {
	case *File:
		if n.Package != nil {
			v(n.Package)
		}
		each(v, n.Imports)
		each(v, n.Types)
	case *Package:
		each(v, n.Annotations)
	case *Import:
	case *Annotation:
		for _, a := range n.Args {
			v.expr(a.Value)
		}
	case *TypeParam:
		each(v, n.Bounds)
	case *TypeExpr:
		v.typ(n.Outer)
		each(v, n.Annotations)
		each(v, n.Args)
		v.typ(n.Bound)
		each(v, n.Alternatives)
	case *Param:
		each(v, n.Mods.Annotations)
		v.typ(n.Type)
	case *VarDeclarator:
		v.expr(n.Init)
	case *EnumConstant:
		each(v, n.Annotations)
		v.expr(n.Args...)
		if n.Body != nil {
			v(n.Body)
		}
	case *Catch:
		if n.Param != nil {
			v(n.Param)
		}
		v.block(n.Body)
	case *Case:
		v.expr(n.Labels...)
		v.expr(n.Guard)
		v.stmt(n.Body...)
	case Member:
		childrenOfMember(n, v)
	case Stmt:
		childrenOfStmt(n, v)
	case Expr:
		childrenOfExpr(n, v)
	}
}

func childrenOfMember(n Member, v visitor) {
	switch n := n.(type) {
	case *ClassDecl:
		each(v, n.Mods.Annotations)
		each(v, n.TypeParams)
		each(v, n.Components)
		v.typ(n.Extends)
		each(v, n.Implements)
		each(v, n.Permits)
		each(v, n.Constants)
		each(v, n.Members)
	case *FieldDecl:
		each(v, n.Mods.Annotations)
		v.typ(n.Type)
		each(v, n.Vars)
	case *MethodDecl:
		each(v, n.Mods.Annotations)
		each(v, n.TypeParams)
		v.typ(n.Return)
		each(v, n.Params)
		each(v, n.Throws)
		v.expr(n.DefaultValue)
		v.block(n.Body)
	case *InitBlock:
		v.block(n.Body)
	}
}

func childrenOfStmt(n Stmt, v visitor) {
	switch n := n.(type) {
	case *Block:
		v.stmt(n.Stmts...)
	case *LocalVars:
		each(v, n.Mods.Annotations)
		v.typ(n.Type)
		each(v, n.Vars)
	case *LocalClass:
		v(n.Decl)
	case *ExprStmt:
		v.expr(n.X)
	case *If:
		v.expr(n.Cond)
		v.stmt(n.Then, n.Else)
	case *While:
		v.expr(n.Cond)
		v.stmt(n.Body)
	case *DoWhile:
		v.stmt(n.Body)
		v.expr(n.Cond)
	case *For:
		v.stmt(n.Init...)
		v.expr(n.Cond)
		v.expr(n.Update...)
		v.stmt(n.Body)
	case *ForEach:
		v(n.Var)
		v.expr(n.X)
		v.stmt(n.Body)
	case *Labeled:
		v.stmt(n.Body)
	case *Return:
		v.expr(n.X)
	case *Yield:
		v.expr(n.X)
	case *Throw:
		v.expr(n.X)
	case *Try:
		v.stmt(n.Resources...)
		v.block(n.Body)
		each(v, n.Catches)
		v.block(n.Finally)
	case *Switch:
		v.expr(n.X)
		each(v, n.Cases)
	case *SynchronizedStmt:
		v.expr(n.X)
		v.block(n.Body)
	case *Assert:
		v.expr(n.Cond, n.Message)
	case *ConstructorCall:
		v.expr(n.Outer)
		v.expr(n.Args...)
	}
}

func childrenOfExpr(n Expr, v visitor) {
	switch n := n.(type) {
	case *Select:
		v.expr(n.X)
	case *Index:
		v.expr(n.X, n.I)
	case *Call:
		v.expr(n.X)
		each(v, n.TypeArgs)
		v.expr(n.Args...)
	case *New:
		v.expr(n.Outer)
		each(v, n.TypeArgs)
		v.typ(n.Type)
		v.expr(n.Args...)
		if n.Body != nil {
			v(n.Body)
		}
	case *NewArray:
		v.typ(n.Elem)
		v.expr(n.Lens...)
		if n.Init != nil {
			v(n.Init)
		}
	case *ArrayInit:
		v.expr(n.Elems...)
	case *Unary:
		v.expr(n.X)
	case *Binary:
		v.expr(n.X, n.Y)
	case *Chain:
		v.expr(n.Xs...)
	case *AssignExpr:
		v.expr(n.X, n.Y)
	case *Cond:
		v.expr(n.C, n.X, n.Y)
	case *Cast:
		v.typ(n.Type)
		v.expr(n.X)
	case *InstanceOf:
		v.expr(n.X)
		v.typ(n.Type)
		v.expr(n.Pattern)
	case *Paren:
		v.expr(n.X)
	case *Lambda:
		each(v, n.Params)
		v.expr(n.X)
		v.block(n.Body)
	case *MethodRef:
		v.expr(n.X)
		v.typ(n.Type)
		each(v, n.TypeArgs)
	case *SwitchExpr:
		v.expr(n.X)
		each(v, n.Cases)
	case *This:
		v.typ(n.Outer)
	case *Super:
		v.typ(n.Outer)
	case *ClassLit:
		v.typ(n.Type)
	case *TypePattern:
		each(v, n.Mods.Annotations)
		v.typ(n.Type)
	case *RecordPattern:
		v.typ(n.Type)
		v.expr(n.Subs...)
	case *AnnotationExpr:
		v(n.X)
	default:
		childrenOfSpecExpr(n, v)
	}
}

// childrenOfSpecExpr is childrenOfExpr for what only specifications have.
func childrenOfSpecExpr(n Expr, v visitor) {
	switch n := n.(type) {
	case *Quantified:
		v.typ(n.Type)
		each(v, n.Vars)
		v.expr(n.Range, n.Body)
	case *SpecCall:
		v.expr(n.Args...)
	case *TypeSpec:
		v.typ(n.Type)
	case *Labelled:
		v.expr(n.X)
	case *StoreRange:
		v.expr(n.Lo, n.Hi)
	case *StoreAll:
		v.expr(n.X)
	}
}
