package interp

import (
	"fmt"

	"ensures/java"
	"ensures/java/types"
)

// jvmNames gives the local variables of a function the names that the JVM's
// messages use for code compiled without variable tables, which is how `java
// FILE` compiles: <parameter1> for a parameter that is never assigned, else
// <local3> by the variable's slot.
type jvmNames struct {
	info   *types.Info
	next   int
	params map[*types.Local]int // ordinal of each parameter
	slots  map[*types.Local]int
}

// jvmName is the name of l in the function that fn compiles.
func jvmName(info *types.Info, f *fn, l *types.Local) string {
	j := &jvmNames{info: info, params: map[*types.Local]int{}, slots: map[*types.Local]int{}}
	static := f.static
	var body java.Node
	var params []*types.Local
	switch d := f.decl.(type) {
	case *java.Lambda:
		if k := info.Lambdas[d]; k != nil {
			static = !k.UsesThis
			params = append(append(params, k.Captures...), k.Locals...)
		}
		if d.Body != nil {
			body = d.Body
		} else {
			body = d.X
		}
	case *java.MethodDecl:
		if d.Body != nil {
			body = d.Body
		}
		if f.mt != nil {
			params = f.mt.t.Params
		}
	default:
		return "<local>"
	}
	if !static {
		j.next = 1
	}
	if f.mt != nil && f.mt.t.Name == "<init>" && f.decl != nil {
		if _, ok := f.decl.(*java.MethodDecl); ok {
			if f.mt.owner.outer >= 0 {
				j.next++
			}
			if f.mt.owner.Class.Kind == java.EnumClass {
				j.next += 2
			}
		}
	}
	for i, p := range params {
		j.params[p] = i + 1
		j.declare(p)
	}
	if body == nil {
		return "<local>"
	}
	j.walk(body)
	n, ok := j.params[l]
	if ok && !assigned(info, body, l) {
		return fmt.Sprintf("<parameter%d>", n)
	}
	if s, ok := j.slots[l]; ok {
		return fmt.Sprintf("<local%d>", s)
	}
	return "<local>"
}

func assigned(info *types.Info, body java.Node, l *types.Local) bool {
	found := false
	names := func(e java.Expr) {
		if n, ok := unparen(e).(*java.Name); ok {
			if u := info.Uses[n]; u != nil && u.Local == l {
				found = true
			}
		}
	}
	java.Inspect(body, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.AssignExpr:
			names(x.X)
		case *java.Unary:
			switch x.Op {
			case java.PreInc, java.PreDec, java.PostInc, java.PostDec:
				names(x.X)
			}
		}
		return !found
	})
	return found
}

func (j *jvmNames) declare(l *types.Local) {
	if l == nil {
		return
	}
	j.slots[l] = j.next
	j.next++
	switch l.Type.Kind() {
	case types.Long, types.Double:
		j.next++
	}
}

// walk allocates slots as javac does: in order, given back at the end of a block.
func (j *jvmNames) walk(n java.Node) {
	saved := j.next
	switch x := n.(type) {
	case *java.Block:
		for _, s := range x.Stmts {
			j.walk(s)
		}
		j.next = saved
	case *java.LocalVars:
		for _, v := range x.Vars {
			j.patterns(v.Init)
			j.declare(j.info.Locals[v])
		}
	case *java.If:
		j.patterns(x.Cond)
		inner := j.next
		j.walk(x.Then)
		j.next = inner
		if x.Else != nil {
			j.walk(x.Else)
			j.next = inner
		}
	case *java.While:
		j.patterns(x.Cond)
		j.walk(x.Body)
		j.next = saved
	case *java.DoWhile:
		j.walk(x.Body)
		j.next = saved
	case *java.For:
		for _, s := range x.Init {
			j.walk(s)
		}
		j.walk(x.Body)
		j.next = saved
	case *java.ForEach:
		if t := j.info.Types[x.X]; t != nil && t.Kind() == types.ArrayOf {
			j.next += 3
		} else {
			j.next++
		}
		j.declare(j.info.Locals[x.Var])
		j.walk(x.Body)
		j.next = saved
	case *java.Labeled:
		j.walk(x.Body)
	case *java.Try:
		for _, r := range x.Resources {
			j.walk(r)
		}
		j.walk(x.Body)
		j.next = saved
		for _, c := range x.Catches {
			j.declare(j.info.Locals[c.Param])
			j.walk(c.Body)
			j.next = saved
		}
		if x.Finally != nil {
			j.walk(x.Finally)
		}
		j.next = saved
	case *java.Switch:
		if t := j.info.Types[x.X]; t != nil && types.IsString(t) {
			j.next += 2
		}
		for _, c := range x.Cases {
			for _, s := range c.Body {
				j.walk(s)
			}
		}
		j.next = saved
	case *java.SynchronizedStmt:
		j.next++
		j.walk(x.Body)
		j.next = saved
	case *java.ExprStmt:
		j.patterns(x.X)
	case *java.Return:
		j.patterns(x.X)
	case java.Expr:
		j.patterns(x)
	}
}

// patterns declares the variables of instanceof patterns in an expression.
func (j *jvmNames) patterns(e java.Expr) {
	if e == nil {
		return
	}
	java.Inspect(e, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Lambda, *java.ClassDecl:
			return false
		case *java.TypePattern:
			j.declare(j.info.Locals[x])
		case *java.SwitchExpr:
			for _, c := range x.Cases {
				saved := j.next
				for _, s := range c.Body {
					j.walk(s)
				}
				j.next = saved
			}
			return false
		}
		return true
	})
}
