package types

import (
	"ensures/java"
)

// flow decides which statements can complete normally, as the language defines
// it: by the form of statements and constant loop conditions.
type flow struct{ consts map[java.Expr]*Const }

func completes(s java.Stmt) bool { return flow{}.completes(s) }

func (f flow) isTrue(e java.Expr) bool { return f.isConstant(e, true) }

// isConstant reports whether a condition is a constant of that value.
func (f flow) isConstant(e java.Expr, value bool) bool {
	if l, ok := java.Unparen(e).(*java.Literal); ok {
		return l.Kind == java.BoolLiteral && (l.Raw == "true") == value
	}
	k := f.consts[e]
	return k != nil && kindOf(k.Type) == Boolean && (k.N != 0) == value
}

func (f flow) completes(s java.Stmt) bool {
	switch s := s.(type) {
	case *java.Block:
		return s == nil || f.list(s.Stmts)
	case *java.If:
		// The condition doesn't count, even if constant: "if (false)" is Java's conditional
		// compilation (JLS 14.22).
		return s.Else == nil || f.completes(s.Then) || f.completes(s.Else)
	case *java.While:
		// A loop ends by its condition or a break; whether the body completes has no part in
		// it.
		return !f.isTrue(s.Cond) || breaksOut(s.Body, nil)
	case *java.DoWhile:
		if breaksOut(s.Body, nil) {
			return true
		}
		// The condition is reached from the end of the body and by continue.
		return !f.isTrue(s.Cond) && (f.completes(s.Body) || continues(s.Body))
	case *java.For:
		return s.Cond != nil && !f.isTrue(s.Cond) || breaksOut(s.Body, nil)
	case *java.Labeled:
		return f.completes(s.Body) || breaksOut(s.Body, &s.Label.Name)
	case *java.Break, *java.Continue, *java.Return, *java.Throw, *java.Yield:
		return false
	case *java.Try:
		if s.Finally != nil && !f.completes(s.Finally) {
			// A finally block that doesn't complete replaces whatever the rest does.
			return false
		}
		if f.completes(s.Body) {
			return true
		}
		for _, k := range s.Catches {
			if f.completes(k.Body) {
				return true
			}
		}
		return false
	case *java.SynchronizedStmt:
		return f.completes(s.Body)
	case *java.Switch:
		return f.switchCompletes(s)
	}
	return true
}

func (f flow) list(ss []java.Stmt) bool {
	for _, s := range ss {
		if !f.completes(s) {
			return false
		}
	}
	return true
}

func (f flow) switchCompletes(s *java.Switch) bool {
	hasDefault, pattern := false, false

	for _, k := range s.Cases {
		hasDefault = hasDefault || k.Default
		for _, l := range k.Labels {
			switch l.(type) {
			case *java.TypePattern, *java.RecordPattern:
				pattern = true
			}
		}
		for _, b := range k.Body {
			if breaksOut(b, nil) {
				return true
			}
		}
		if k.Arrow {
			// A rule with an expression completes; a block or a throw does as statements do.
			if _, expr := k.Body[0].(*java.ExprStmt); expr || f.list(k.Body) {
				return true
			}
		}
	}

	// Without a default no case may match; a switch over patterns has to be exhaustive.
	if !hasDefault && !pattern || len(s.Cases) == 0 {
		return true
	}
	// Groups before the last fall into the next, so only the last one's end is the switch's.
	last := s.Cases[len(s.Cases)-1]
	return !last.Arrow && f.list(last.Body)
}

// breaksOut reports whether s holds a break that leaves target (unlabelled) or
// the statement with the given label.
func breaksOut(s java.Stmt, label *string) bool {
	found := false
	var walk func(s java.Stmt, inner bool)
	list := func(ss []java.Stmt, inner bool) {
		for _, s := range ss {
			walk(s, inner)
		}
	}

	walk = func(s java.Stmt, inner bool) {
		if s == nil || found {
			return
		}
		switch s := s.(type) {
		case *java.Break:
			// Without a label it leaves the innermost loop or switch; with one the
			// statement that has it.
			if label != nil {
				found = found || s.Label == *label
			} else {
				found = found || s.Label == "" && !inner
			}
		case *java.Block:
			list(s.Stmts, inner)
		case *java.If:
			walk(s.Then, inner)
			walk(s.Else, inner)
		case *java.While:
			walk(s.Body, true)
		case *java.DoWhile:
			walk(s.Body, true)
		case *java.For:
			walk(s.Body, true)
		case *java.ForEach:
			walk(s.Body, true)
		case *java.Labeled:
			walk(s.Body, inner)
		case *java.SynchronizedStmt:
			walk(s.Body, inner)
		case *java.Try:
			walk(s.Body, inner)
			for _, k := range s.Catches {
				walk(k.Body, inner)
			}
			if s.Finally != nil {
				walk(s.Finally, inner)
			}
		case *java.Switch:
			for _, k := range s.Cases {
				list(k.Body, true)
			}
		}
	}

	walk(s, false)
	return found
}

// continues reports whether a loop body holds a continue that may be the loop's own: one
// without a label outside of the loops within, or one with a label.
func continues(body java.Stmt) bool {
	found := false
	var walk func(s java.Node, inner bool)
	walk = func(s java.Node, inner bool) {
		java.Walk(s, func(n java.Node) bool {
			switch n := n.(type) {
			case *java.Continue:
				found = found || n.Label != "" || !inner
			case *java.While, *java.DoWhile, *java.For, *java.ForEach:
				if !inner {
					java.Children(n, func(k java.Node) { walk(k, true) })
					return false
				}
			case *java.Lambda, *java.ClassDecl:
				return false
			}
			return !found
		})
	}
	walk(body, false)
	return found
}

// returnKinds reports whether a lambda body returns values, and whether it
// returns without one.
func returnKinds(b *java.Block) (value, plain bool) {
	java.Walk(b, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Return:
			if n.X != nil {
				value = true
			} else {
				plain = true
			}
			return false
		case *java.Lambda, *java.ClassDecl:
			return false
		}
		return true
	})
	return value, plain
}
