package key

import (
	"fmt"
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/types"
	"ensures/jml"
)

// body is the edits that put a body's specification into KeY's dialect: JML
// statements, and for every loop its invariants and the frame without which KeY
// would forget everything.
func (t *translator) body(k *method) []change {
	var out []change
	insert := func(p java.Pos, text string) { out = append(out, change{java.Span{From: p, To: p}, text}) }

	listed := map[java.Stmt]bool{} // statements of a block: another may stand before them
	java.Walk(k.m.Decl.Body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Block:
			for _, s := range n.Stmts {
				listed[s] = true
			}
		case *java.Case:
			for _, s := range n.Body {
				listed[s] = true
			}
		case *java.ClassDecl:
			return false
		}
		return true
	})

	java.Walk(k.m.Decl.Body, func(n java.Node) bool {
		if s, ok := n.(java.Stmt); ok {
			if text := t.statements(t.spec.Before[s]); text != "" {
				if !listed[s] {
					t.fail(s, "JML statements before a statement that stands alone")
				}
				insert(s.Pos(), br+text+br)
			}
			if text := t.loop(s); text != "" {
				insert(s.Pos(), br+text+br)
			}
		}

		switch n := n.(type) {
		case *java.Block:
			if text := t.statements(t.spec.AtEnd[n]); text != "" {
				// A comment of KeY's belongs to the statement behind it: an empty one.
				insert(n.To-1, br+text+"; ")
			}
		case *java.Case:
			if text := t.statements(t.spec.AtEnd[n]); text != "" {
				t.fail(n, "JML statements at the end of a case")
			}
		case *java.LocalVars:
			if m, ok := t.spec.Locals[n]; ok && m.Has(jml.NonNull) {
				t.fail(n, "non_null local variables")
			}
		}
		return true
	})

	return t.divisions(k, out)
}

// statements is JML statements in front of a Java one.
func (t *translator) statements(list []*jml.Stmt) string {
	var b strings.Builder
	for _, s := range list {
		switch s.Kind {
		case jml.AssertStmt:
			b.WriteString("/*@ assert " + t.expression(s.Expr) + "; @*/ ")
		case jml.UnreachableStmt:
			b.WriteString("/*@ assert false; @*/ ")
		case jml.AssumeStmt:
			t.fail(s, "assume, which KeY would take on trust")
		case jml.SetStmt:
			es, ok := s.Java.(*java.ExprStmt)
			if !ok {
				t.fail(s, "a set statement that is no assignment")
			}
			a, ok := es.X.(*java.AssignExpr)
			if !ok || a.Op != java.Assign {
				t.fail(s, "a set statement that is no plain assignment")
			}
			b.WriteString("/*@ set " + t.expression(a.X) + " = " + t.expression(a.Y) + "; @*/ ")
		case jml.GhostStmt:
			t.checkSpecType(s.Decl.Type)
			if len(s.Decl.Vars) != 1 || s.Decl.Vars[0].Init == nil {
				t.fail(s, "a ghost variable without a value")
			}
			v := s.Decl.Vars[0]
			b.WriteString("/*@ ghost " + oneLine(java.Print(s.Decl.Type)) + strings.Repeat("[]", v.Dims) + " " + v.Name.Name + " = " + t.expression(v.Init) + "; @*/ ")
		case jml.ContractStmt:
			t.fail(s, "block contracts")
		default:
			t.fail(s, "the statement %s", s.Keyword)
		}
	}
	return b.String()
}

// loop is what stands in front of a loop; empty for other statements.
func (t *translator) loop(s java.Stmt) string {
	each, isEach := s.(*java.ForEach)
	if !isLoop(s) {
		return ""
	}
	spec := t.spec.Loops[s]
	var b []string
	if isEach {
		at, ok := t.exprType(each.X).(*types.ArrayType)
		if !ok {
			t.fail(each, "for-each over %s", types.ShortString(t.exprType(each.X)))
		}
		if t.deref(each.X) == "" && isRef(at) {
			t.fail(each.X, "for-each over an array that is no variable")
		}
		// Of the counter that Java hides KeY knows nothing by itself.
		b = append(b, `loop_invariant 0 <= \index && \index <= `+t.expression(each.X)+".length;")
	}
	b = append(b, t.ranges(s)...)
	for _, c := range spec.Of(jml.LoopInvariant) {
		if c.Expr != nil {
			b = append(b, "loop_invariant "+t.expression(c.Expr)+";")
		}
	}
	if len(b) == 0 {
		b = append(b, "loop_invariant true;")
	}
	if m := t.measure(s); m != "" {
		b = append(b, "decreases "+m+";")
	}

	kind, refs := jml.FrameDefault, []java.Expr(nil)
	if spec != nil {
		kind, refs = spec.Frame()
	}
	b = append(b, t.frameText(kind, refs, t.written(s)))
	return "/*@ " + strings.Join(b, " ") + " @*/ "
}

// ranges are invariants that a Java program can't break: in front of the loop and after an
// iteration KeY's integers have no bounds, and Java's variables those of their types. KeY
// proves them like any others.
func (t *translator) ranges(loop java.Stmt) []string {
	var out []string
	for x := range t.assigned(loop) {
		l, ok := x.(*types.Local)
		if !ok || !hasValueAt(l, loop) {
			continue
		}
		if lo, hi, ok := types.Range(l.Type.Kind()); ok {
			suffix := ""
			if l.Type.Kind() == types.Long {
				suffix = "L"
			}
			out = append(out, fmt.Sprintf("loop_invariant %d%s <= %s && %s <= %d%s;", lo, suffix, l.Name, l.Name, hi, suffix))
		}
	}
	slices.Sort(out)
	return out
}

// hasValueAt reports whether the variable l is declared in front of the loop, or by its
// head, with a value.
func hasValueAt(l *types.Local, loop java.Stmt) bool {
	front := loop.Pos()
	if f, ok := loop.(*java.For); ok {
		front = f.Body.Pos()
	}
	switch d := l.Decl.(type) {
	case *java.Param:
		return d.Pos() < front
	case *java.VarDeclarator:
		return d.Init != nil && d.Pos() < front
	}
	return false
}

func isLoop(s java.Stmt) bool {
	switch s.(type) {
	case *java.While, *java.DoWhile, *java.For, *java.ForEach:
		return true
	}
	return false
}

// measure is what decreases in a loop: as the specification says, or what is left
// of the array of a for-each.
func (t *translator) measure(s java.Stmt) string {
	spec := t.spec.Loops[s]
	for _, c := range spec.Of(jml.Decreases) {
		if c.Expr == nil || c.If != nil || len(spec.Of(jml.Decreases)) > 1 {
			t.fail(c, "several measures of a loop")
		}
		return t.expression(c.Expr)
	}
	if each, ok := s.(*java.ForEach); ok {
		return t.expression(each.X) + `.length - \index`
	}
	return ""
}

// findPartial finds the methods that need not end: those with a loop without a
// measure, recursive ones without measured_by, and what calls them. Of these KeY is
// asked what holds if they end, which is all that their specifications say.
func (t *translator) findPartial() {
	calls := map[*types.Method][]*types.Method{}
	measured := map[*types.Method]bool{}
	// What may not end: what its own specification leaves open, a loop without a
	// measure, recursion without one.
	for m := range t.all {
		if m.Decl == nil {
			continue
		}
		if ms := t.spec.Methods[m.Decl]; ms != nil {
			for _, c := range jml.Normalise(ms).Cases {
				if len(c.MeasuredBy) > 0 {
					measured[m] = true
				}
				for _, d := range c.Diverges {
					if d.Expr != nil && !isFalse(d.Expr) {
						t.partial[m] = true
					}
				}
			}
		}

		if m.Decl.Body == nil {
			continue
		}
		java.Walk(m.Decl.Body, func(n java.Node) bool {
			// A for-each ends by itself, after as many iterations as there are
			// elements.
			if s, ok := n.(java.Stmt); ok && isLoop(s) && len(t.spec.Loops[s].Of(jml.Decreases)) == 0 {
				if _, each := s.(*java.ForEach); !each {
					t.partial[m] = true
				}
			}
			if c := t.call(n); c != nil && c.Method != nil && t.all[c.Method] != nil {
				calls[m] = append(calls[m], c.Method)
			}
			return true
		})
	}

	for m := range t.all {
		// Calls that lead back to a method end only where a measure says so.
		if !measured[m] && reaches(calls, m, m) {
			t.partial[m] = true
		}
	}

	// A call of what may not end may not end: to the fixed point.
	for changed := true; changed; {
		changed = false
		for m := range t.all {
			if !t.partial[m] && slices.ContainsFunc(calls[m], func(c *types.Method) bool { return t.partial[c] }) {
				t.partial[m], changed = true, true
			}
		}
	}
	t.refuseMeasures(measured)
}

// reaches reports whether a call of to is among what from runs.
func reaches(calls map[*types.Method][]*types.Method, from, to *types.Method) bool {
	seen := map[*types.Method]bool{}
	var visit func(m *types.Method) bool
	visit = func(m *types.Method) bool {
		if m == to {
			return true
		}
		if seen[m] {
			return false
		}
		seen[m] = true
		return slices.ContainsFunc(calls[m], visit)
	}
	return slices.ContainsFunc(calls[from], visit)
}

// refuseMeasures refuses the methods that may not end and have a measure all the same:
// KeY looks at no measure where it isn't asked about the end.
func (t *translator) refuseMeasures(measured map[*types.Method]bool) {
	for m := range t.partial {
		k := t.all[m]
		if k == nil || k.unfit != nil || m.Decl == nil || m.Decl.Body == nil {
			continue
		}
		k.unfit = t.attempt(func() {
			if measured[m] {
				t.fail(m.Decl, "measured_by where the end of a loop or call is left open")
			}
			java.Walk(m.Decl.Body, func(n java.Node) bool {
				if s, ok := n.(java.Stmt); ok && isLoop(s) && len(t.spec.Loops[s].Of(jml.Decreases)) > 0 {
					t.fail(s, "decreases where the end of another loop or call is left open")
				}
				return true
			})
		})
	}
}
