package refute

import (
	"ensures/java"
	"ensures/java/types"
)

// Exact rewrites a program so that arithmetic on int and long throws where it
// would overflow: a + b becomes Math.addExact(a,b). The lines stay where they are,
// and so do the specifications. It is empty when the program does not check or has
// a form that is not rewritten; what is left alone wraps around as before.
func Exact(source string, lib *types.Library) string {
	f, errs := java.Parse("", source)
	if len(errs) > 0 {
		return ""
	}
	prog, errs := types.Check(lib, f)
	if len(errs) > 0 {
		return ""
	}
	info := prog.Units[0].Info
	e := java.NewEdits(f)
	x := &exacter{file: f, info: info, edits: e}
	java.Walk(f, x.visit)
	out, err := e.Apply()
	if err != nil || e.Len() == 0 {
		return ""
	}
	return out
}

type exacter struct {
	file  *java.File
	info  *types.Info
	edits *java.Edits
}

// exact reports whether an operation on operands of this type can be made exact.
func exact(t types.Type) bool {
	return t != nil && (t.Kind() == types.Int || t.Kind() == types.Long)
}

func (x *exacter) visit(n java.Node) bool {
	switch n := n.(type) {
	case *java.Binary:
		fn := map[java.Op]string{java.Plus: "Math.addExact(", java.Sub: "Math.subtractExact(", java.Mul: "Math.multiplyExact("}[n.Op]
		if fn == "" || !exact(x.info.Operand[n]) || x.info.Consts[n] != nil {
			return x.info.Consts[n] == nil
		}
		// Both operands in the promoted type, so that the right overload is called.
		cast := ""
		if x.info.Operand[n].Kind() == types.Long {
			cast = "(long)"
		}
		x.edits.Insert(n.From, fn+cast+"(")
		x.edits.Replace(java.Span{From: n.OpPos, To: n.OpPos + 1}, "), "+cast+"(")
		x.edits.Insert(n.To, "))")
	case *java.Unary:
		if n.Op == java.Neg && exact(x.info.Operand[n]) && x.info.Consts[n] == nil {
			cast := ""
			if x.info.Operand[n].Kind() == types.Long {
				cast = "(long)"
			}
			x.edits.Replace(java.Span{From: n.From, To: n.From + 1}, "Math.negateExact("+cast+"(")
			x.edits.Insert(n.To, "))")
		}
	case *java.ExprStmt:
		x.update(n.X)
	case *java.For:
		for _, u := range n.Update {
			x.update(u)
		}
	}
	return true
}

// update rewrites i++ and i += e on int and long variables where their value is
// not used.
func (x *exacter) update(e java.Expr) {
	switch e := e.(type) {
	case *java.Unary:
		t, name := x.variable(e.X)
		if name == "" || t.Kind() != types.Int && t.Kind() != types.Long {
			return
		}
		switch e.Op {
		case java.PostInc, java.PreInc:
			x.edits.Replace(java.Span{From: e.From, To: e.To}, name+" = Math.incrementExact("+name+")")
		case java.PostDec, java.PreDec:
			x.edits.Replace(java.Span{From: e.From, To: e.To}, name+" = Math.decrementExact("+name+")")
		}
	case *java.AssignExpr:
		fn := map[java.Op]string{java.Plus: "Math.addExact(", java.Sub: "Math.subtractExact(", java.Mul: "Math.multiplyExact("}[e.Op]
		t, name := x.variable(e.X)
		if fn == "" || name == "" || !exact(t) {
			return
		}
		from := x.info.Types[e.Y]
		if from == nil || !types.IsIntegral(from) || t.Kind() == types.Int && from.Kind() == types.Long {
			return
		}
		cast := ""
		if t.Kind() == types.Long {
			cast = "(long)"
		}
		x.edits.Replace(java.Span{From: e.X.End(), To: e.Y.Pos()}, " = "+fn+name+", "+cast+"(")
		x.edits.Insert(e.Y.End(), "))")
	}
}

// variable is the type and text of a plain variable, "" for other expressions.
func (x *exacter) variable(e java.Expr) (types.Type, string) {
	n, ok := e.(*java.Name)
	if !ok {
		return types.Bad, ""
	}
	t := x.info.Types[n]
	if t == nil {
		return types.Bad, ""
	}
	return t, n.Name
}
