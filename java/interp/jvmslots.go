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
	temps  map[java.Node]int // of switches on strings and loops over arrays: the copy of the value
}

// jvmName is the name of l in the function that f compiles.
func jvmName(info *types.Info, f *fn, l *types.Local) string {
	j, body := namesOf(info, f)
	if j == nil {
		return "<local>"
	}
	n, ok := j.params[l]
	if ok && !assigned(info, body, l) {
		return fmt.Sprintf("<parameter%d>", n)
	}
	if s, ok := j.slots[l]; ok {
		return fmt.Sprintf("<local%d>", s)
	}
	return "<local>"
}

// jvmTemp is the name of the variable that holds the selector of a switch on
// strings or the array of a for-each loop.
func jvmTemp(info *types.Info, f *fn, at java.Node) string {
	if j, _ := namesOf(info, f); j != nil {
		if s, ok := j.temps[at]; ok {
			return fmt.Sprintf("<local%d>", s)
		}
	}
	return "<local>"
}

// namesOf numbers the variables of a function; nil when it is an initialiser.
func namesOf(info *types.Info, f *fn) (*jvmNames, java.Node) {
	j := &jvmNames{info: info, params: map[*types.Local]int{}, slots: map[*types.Local]int{}, temps: map[java.Node]int{}}

	static := f.static
	var body java.Node
	var params []*types.Local
	switch d := f.decl.(type) {
	case *java.Lambda:
		if k := info.Lambdas[d]; k != nil {
			static = !k.UsesThis
			// javac compiles a lambda to a method whose first parameters are what it
			// captures; it is static if it does not use `this`.
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
		return nil, nil
	}

	// Slot 0 is this. A constructor has parameters that the source does not show: the
	// outer instance, an enum constant's name and ordinal.
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
		return nil, nil
	}
	j.walk(body)
	return j, body
}

func assigned(info *types.Info, body java.Node, l *types.Local) bool {
	found := false
	names := func(e java.Expr) {
		if n, ok := java.Unparen(e).(*java.Name); ok {
			if u := info.Uses[n]; u != nil && u.Local == l {
				found = true
			}
		}
	}
	java.Walk(body, func(n java.Node) bool {
		if to := java.Written(n); to != nil {
			names(to)
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
	// These take two slots (JVMS 2.6.1).
	case types.Long, types.Double:
		j.next++
	}
}

// constant reports whether v is a constant variable, which javac gives no slot.
func (j *jvmNames) constant(d *java.LocalVars, v *java.VarDeclarator) bool {
	l := j.info.Locals[v]
	if l == nil || v.Init == nil || !d.Mods.Flags.Has(java.Final) || j.info.Consts[v.Init] == nil {
		return false
	}
	return l.Type.Kind() <= types.Double || types.IsString(l.Type)
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
			// Variables of patterns come first, as javac declares them before the statement; those
			// of a switch expression come after the variable that it initialises.
			j.patterns(v.Init)
			if !j.constant(x, v) {
				j.declare(j.info.Locals[v])
			}
			j.switches(v.Init)
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
		if u, ok := java.Unparen(x.Cond).(*java.Unary); !ok || u.Op != java.Not {
			j.next = saved // the patterns' variables are not in scope after it
		}
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		j.loop(x)
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
		j.cases(x, x.X, x.Cases)
	case *java.SynchronizedStmt:
		// The monitor is kept in a slot, to be released on each way out.
		j.next++
		j.walk(x.Body)
		j.next = saved
	case *java.ExprStmt:
		j.patterns(x.X)
		j.switches(x.X)
	case *java.Return:
		j.patterns(x.X)
		j.switches(x.X)
	case *java.Yield:
		j.patterns(x.X)
		j.switches(x.X)
	case java.Expr:
		j.patterns(x)
		j.switches(x)
	}
}

// loop walks a loop. A for-each keeps the array, its length and the index in slots
// that no variable of the source has, or else the iterator in one.
func (j *jvmNames) loop(n java.Node) {
	switch x := n.(type) {
	case *java.While:
		j.patterns(x.Cond)
		j.walk(x.Body)
	case *java.DoWhile:
		j.walk(x.Body)
	case *java.For:
		for _, s := range x.Init {
			j.walk(s)
		}
		j.walk(x.Body)
	case *java.ForEach:
		if t := j.info.Types[x.X]; t != nil && t.Kind() == types.ArrayOf {
			j.temps[x] = j.next
			j.next += 3
		} else {
			j.next++
		}
		j.declare(j.info.Locals[x.Var])
		j.walk(x.Body)
	}
}

// cases walks a switch; one on strings keeps its selector and the case's number.
func (j *jvmNames) cases(at java.Node, subject java.Expr, cases []*java.Case) {
	saved := j.next
	if t := j.info.Types[subject]; t != nil && types.IsString(t) {
		j.temps[at] = j.next
		j.next += 2
	}
	for _, c := range cases {
		inner := j.next
		for _, s := range c.Body {
			j.walk(s)
		}
		// The groups of the old form share one scope; a case with an arrow has its own.
		if c.Arrow {
			j.next = inner
		}
	}
	j.next = saved
}

// switches walks the switch expressions in an expression.
func (j *jvmNames) switches(e java.Expr) {
	if e == nil {
		return
	}
	java.Walk(e, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Lambda, *java.ClassDecl:
			return false
		case *java.SwitchExpr:
			j.cases(x, x.X, x.Cases)
			return false
		}
		return true
	})
}

// patterns declares the variables of instanceof patterns in an expression.
func (j *jvmNames) patterns(e java.Expr) {
	if e == nil {
		return
	}
	java.Walk(e, func(n java.Node) bool {
		switch x := n.(type) {
		case *java.Lambda, *java.ClassDecl, *java.SwitchExpr:
			return false
		case *java.TypePattern:
			j.declare(j.info.Locals[x])
		}
		return true
	})
}
