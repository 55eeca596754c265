package transforms

import (
	"slices"
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// block is the source of a statement in braces.
func (p *pass) block(s java.Stmt) string {
	if b, ok := s.(*java.Block); ok {
		return p.f.Text(b)
	}
	return "{ " + p.f.Text(s) + " }"
}

// pairs are the neighbours in a list of statements.
func pairs(n java.Node) (list []java.Stmt) {
	switch n := n.(type) {
	case *java.Block:
		return n.Stmts
	case *java.Case:
		if !n.Arrow {
			return n.Body
		}
	}
	return nil
}

// mergeDeclarations: T a = x; T b = y;  ⇒  T a = x, b = y;  for the first pair of a block.
//
// Side conditions: the types are written alike and not inferred, neither declaration has
// modifiers, and nothing but blanks stands between them.
func (p *pass) mergeDeclarations(n java.Node) []place {
	list := pairs(n)
	for i := 1; i < len(list); i++ {
		a, ok := list[i-1].(*java.LocalVars)
		b, ok2 := list[i].(*java.LocalVars)
		if !ok || !ok2 || p.f.Text(a.Type) != p.f.Text(b.Type) || a.Type.Name == "var" {
			continue
		}
		// A declaration with modifiers begins before its type.
		if a.Pos() != a.Type.Pos() || b.Pos() != b.Type.Pos() || strings.TrimSpace(p.f.Src[a.End().Offset():b.Pos().Offset()]) != "" {
			continue
		}
		first := strings.TrimSuffix(p.f.Text(a), ";")
		rest := p.f.Src[b.Vars[0].Pos().Offset():b.End().Offset()]
		return []place{{{java.Span{From: a.Pos(), To: b.End()}, first + ", " + rest}}}
	}
	return nil
}

// swapStatements: s; t;  ⇒  t; s;  for the first pair of a block.
//
// Side conditions: both declare or assign locals only, or one of them and the other calls or
// assigns something else. Neither assigns a local that the other reads or assigns. Without a
// call at most one may throw unless both do for null only. Beside a call, or an assignment to
// what is no local, the other throws nothing, calls nothing and reads locals alone, which no
// method can see. No exception is caught in the file, which could see what was assigned
// before. Nothing but blanks stands between them. No local of the file hides a field.
func (p *pass) swapStatements(n java.Node) []place {
	if p.tries || p.hidden {
		return nil
	}
	list := pairs(n)
	for i := 1; i < len(list); i++ {
		s, t := list[i-1], list[i]
		a, ok := p.assigning(s)
		b, ok2 := p.assigning(t)
		if !ok || !ok2 || a.undecided(b.doings) || a.calls && !b.isLocal() || b.calls && !a.isLocal() {
			continue
		}
		if meet(a.defs, b.defs) || meet(a.defs, b.uses) || meet(a.uses, b.defs) {
			continue
		}
		gap := p.f.Src[s.End().Offset():t.Pos().Offset()]
		if strings.TrimSpace(gap) != "" {
			continue
		}
		return []place{{{java.Span{From: s.Pos(), To: t.End()}, p.f.Text(t) + gap + p.f.Text(s)}}}
	}
	return nil
}

// assigned is what a statement does to locals.
type assigned struct {
	defs, uses []*types.Local
	doings
}

// isLocal reports whether a statement can be told by nothing but locals.
func (a assigned) isLocal() bool { return !a.calls && !a.fields && !a.throws }

func meet(a, b []*types.Local) bool {
	return slices.ContainsFunc(a, func(l *types.Local) bool { return slices.Contains(b, l) })
}

// assigning reads a statement that declares or assigns locals, calls something, or assigns
// something else, which counts as a call; ok is false where it also assigns locals inside of
// an expression.
func (p *pass) assigning(s java.Stmt) (out assigned, ok bool) {
	value := func(e java.Expr) bool {
		d := p.does(e)
		out.throws, out.others = out.throws || d.throws, out.others || d.others
		out.calls, out.fields = out.calls || d.calls, out.fields || d.fields
		java.Walk(e, func(n java.Node) bool {
			if x, ok := n.(*java.Name); ok {
				if l := p.local(x); l != nil {
					out.uses = append(out.uses, l)
				}
			}
			return true
		})
		// An assignment inside would be one more variable that is written, out of sight of defs.
		return !d.assigns
	}

	elsewhere := func(parts ...java.Expr) bool {
		out.calls, out.throws, out.others = true, true, true
		return !slices.ContainsFunc(parts, func(e java.Expr) bool { return !value(e) })
	}

	switch s := s.(type) {
	case *java.LocalVars:
		for _, v := range s.Vars {
			out.defs = append(out.defs, p.info.Locals[v])
			if v.Init != nil && !value(v.Init) {
				return out, false
			}
		}
		return out, true
	case *java.ExprStmt:
		switch x := s.X.(type) {
		case *java.AssignExpr:
			l := p.local(x.X)
			if l == nil {
				return out, elsewhere(x.X, x.Y)
			}
			if !value(x.Y) || x.Op == java.Plus && types.IsString(l.Type) && p.shows(x.Y) {
				return out, false
			}
			out.defs = append(out.defs, l)
			if x.Op != java.Assign {
				out.uses = append(out.uses, l)
				if p.dividesByZero(x.Op, x.X, x.Y) || !types.IsPrimitive(l.Type) {
					out.throws, out.others = true, true
				}
			}
			return out, true
		case *java.Unary:
			if l := p.local(x.X); l != nil && x.Op.Changes() && types.IsPrimitive(l.Type) {
				out.defs, out.uses = append(out.defs, l), append(out.uses, l)
				return out, true
			} else if l == nil && x.Op.Changes() {
				return out, elsewhere(x.X)
			}
		case *java.Call:
			return out, elsewhere(x)
		}
	}
	return out, false
}

// forToWhile: for (I; c; U) B  ⇒  { I; while (c) { B U; } }.
//
// Side conditions: the loop has no label, which a continue could name. A continue of the loop
// does U first, and none stands in a try or synchronized statement of the body, which would
// have U in it. The block around it keeps its variable from meeting another one; no local of
// the file hides a field, as one of B could hide what U speaks of.
func (p *pass) forToWhile(n java.Node) []place {
	l, ok := n.(*java.For)
	if !ok || p.labelled[l] || p.hidden {
		return nil
	}
	within := continues(l.Body, false)
	if len(within) < len(continues(l.Body, true)) {
		return nil
	}

	var update strings.Builder
	for _, u := range l.Update {
		update.WriteString(p.f.Text(u) + "; ")
	}
	cond := "true"
	if l.Cond != nil {
		cond = p.f.Text(l.Cond)
	}
	var head strings.Builder
	for _, i := range l.Init {
		head.WriteString(strings.TrimSuffix(p.f.Text(i), ";") + "; ")
	}

	open := "{ " + head.String() + "while (" + cond + ") "
	at := place{{java.Span{From: l.Pos(), To: l.Body.Pos()}, open}}
	for _, c := range within {
		at = append(at, edit{c.Span, "{ " + update.String() + "continue; }"})
	}
	end := l.Body.End()
	if b, ok := l.Body.(*java.Block); ok {
		brace := b.End() - 1
		return []place{append(at, edit{java.Span{From: brace, To: brace}, update.String()}, edit{java.Span{From: end, To: end}, " }"})}
	}
	// A body without braces gets them, around itself and the update.
	at[0].to += "{ "
	return []place{append(at, edit{java.Span{From: end, To: end}, " " + update.String() + "} }"})}
}

// continues are the continue statements without a label of a loop with that body, in the
// order of the source; those in guarded statements only where guarded is set.
func continues(body java.Stmt, guarded bool) (list []*java.Continue) {
	java.Walk(body, func(n java.Node) bool {
		switch n := n.(type) {
		case *java.Try, *java.SynchronizedStmt:
			return guarded
		case *java.While, *java.DoWhile, *java.For, *java.ForEach, *java.ClassDecl, *java.Lambda:
			return false
		case *java.Continue:
			if n.Label == "" {
				list = append(list, n)
			}
		}
		return true
	})
	return list
}

// whileToFor: while (c) B  ⇒  for (; c;) B.
//
// Side condition: none.
func (p *pass) whileToFor(n java.Node) []place {
	w, ok := n.(*java.While)
	if !ok {
		return nil
	}
	return one(w, "for (; "+p.f.Text(w.Cond)+";) "+p.f.Text(w.Body))
}

// elseIfToIf: else if (c) B  ⇒  else { if (c) B }.
//
// Side condition: none.
func (p *pass) elseIfToIf(n java.Node) []place {
	s, ok := n.(*java.If)
	if !ok {
		return nil
	}
	next, ok := s.Else.(*java.If)
	if !ok {
		return nil
	}
	return one(next, "{ "+p.f.Text(next)+" }")
}

// reverseIf: if (c) A else B  ⇒  if (!(c)) B else A, and with nothing where there is no else.
//
// Side condition: none. An if without braces in a branch gets them, so that an else stays
// with its if.
func (p *pass) reverseIf(n java.Node) []place {
	s, ok := n.(*java.If)
	if !ok {
		return nil
	}
	other := ";"
	if s.Else != nil {
		other = p.block(s.Else)
	}
	return one(s, "if (!("+p.f.Text(s.Cond)+")) "+other+" else "+p.block(s.Then))
}

// divideIf: if (a && b) A else B  ⇒  if (a) { if (b) A else B } else B.
//
// Side condition: none; b is evaluated where a is true, and B is done once whichever is false.
func (p *pass) divideIf(n java.Node) []place {
	s, ok := n.(*java.If)
	if !ok {
		return nil
	}
	c, ok := s.Cond.(*java.Binary)
	if !ok || c.Op != java.AndAnd {
		return nil
	}
	text := "if (" + p.f.Text(c.X) + ") { if (" + p.f.Text(c.Y) + ") " + p.block(s.Then)
	if s.Else == nil {
		return one(s, text+" }")
	}
	return one(s, text+" else "+p.block(s.Else)+" } else "+p.block(s.Else))
}

// only is the one statement of a branch.
func only(s java.Stmt) java.Stmt {
	if b, ok := s.(*java.Block); ok && len(b.Stmts) == 1 {
		return b.Stmts[0]
	}
	return s
}

// plain reads a branch that assigns a local by =.
func (p *pass) plain(s java.Stmt) (*types.Local, *java.AssignExpr) {
	if e, ok := only(s).(*java.ExprStmt); ok {
		if a, ok := e.X.(*java.AssignExpr); ok && a.Op == java.Assign {
			return p.local(a.X), a
		}
	}
	return nil, nil
}

// ifToCond: if (c) m = a; else m = b;  ⇒  m = (c) ? a : b;  and with m itself for b where
// there is no else.
//
// Side conditions: both branches assign the same local by =, and ?: converts neither value to
// another type than the assignment would (chosen).
func (p *pass) ifToCond(n java.Node) []place {
	s, ok := n.(*java.If)
	if !ok {
		return nil
	}
	m, a := p.plain(s.Then)
	if m == nil {
		return nil
	}
	// Without an else the variable keeps its value.
	other, otherwise := p.f.Text(a.X), a.X
	if s.Else != nil {
		m2, b := p.plain(s.Else)
		if m2 != m {
			return nil
		}
		other, otherwise = expr.Tight(p.f, b.Y), b.Y
	}
	if !p.chosen(a.Y, otherwise, m.Type) {
		return nil
	}
	return one(s, p.f.Text(a.X)+" = ("+p.f.Text(s.Cond)+") ? "+expr.Tight(p.f, a.Y)+" : "+other+";")
}

// chosen reports whether c ? a : b gives a variable of type t the value of a or b as an
// assignment of it would. One of two numbers has the variable's type, to which ?: widens the
// other, as the assignment does.
func (p *pass) chosen(a, b java.Expr, t types.Type) bool {
	x, y := p.info.Types[a], p.info.Types[b]
	// Without a type of its own an expression, such as a lambda, takes it from
	// its place, which would be another one.
	if x == nil || y == nil || p.typed(a, t) && p.typed(b, t) {
		return x != nil && y != nil
	}
	ux, uy := types.Unboxed(x), types.Unboxed(y)
	// For a reference nothing may be unboxed: of an Integer and a Double ?: makes two doubles
	// (JLS 15.25).
	if !types.IsPrimitive(t) {
		return ux == nil && uy == nil && x.String() == t.String() && y.String() == t.String()
	}
	if ux == nil || uy == nil {
		return false
	}
	// To byte, short and char an assignment narrows a constant int; what ?: does
	// with one depends on its other operand.
	if k := t.Kind(); k < types.Int || k > types.Double {
		return ux == t && uy == t
	}
	return (ux == t || uy == t) && types.IsNumeric(ux) && types.IsNumeric(uy)
}

// typed reports whether an expression has exactly that type: a primitive one or String.
func (p *pass) typed(e java.Expr, t types.Type) bool {
	own := p.info.Types[e]
	return own != nil && own.String() == t.String() && (types.IsPrimitive(t) || types.IsString(t))
}

// condToIf: T m = c ? a : b;  ⇒  T m; if (c) m = a; else m = b;  and of an assignment to a
// local, a compound one included; return c ? a : b;  ⇒  if (c) return a; else return b;
//
// Side conditions: a and b have one type, primitive or String, so that ?: converts nothing.
// The type of the declaration is written, and it declares one variable, in a list of
// statements. The condition assigns nothing where the variable's value is read before it.
func (p *pass) condToIf(n java.Node) []place {
	branches := func(assign string, e java.Expr, before bool) (string, bool) {
		c, ok := java.Unparen(e).(*java.Cond)
		if !ok || before && p.does(c.C).assigns {
			return "", false
		}
		t := p.info.Types[c.X]
		if t == nil || !p.typed(c.X, t) || !p.typed(c.Y, t) {
			return "", false
		}
		return "if (" + p.f.Text(c.C) + ") " + assign + " " + p.f.Text(c.X) + "; else " + assign + " " + p.f.Text(c.Y) + ";", true
	}

	switch s := n.(type) {
	case *java.LocalVars:
		if len(s.Vars) != 1 || s.Type.Name == "var" || s.Vars[0].Init == nil || !p.lists[s] {
			return nil
		}
		v := s.Vars[0]
		if text, ok := branches(v.Name.Name+" =", v.Init, false); ok {
			return one(s, p.f.Src[s.Pos().Offset():v.Name.To.Offset()]+strings.Repeat("[]", v.Dims)+"; "+text)
		}
	case *java.ExprStmt:
		a, ok := s.X.(*java.AssignExpr)
		if !ok || p.local(a.X) == nil || !p.lists[s] {
			return nil
		}
		assign := p.f.Text(a.X) + " ="
		if a.Op != java.Assign {
			assign = p.f.Text(a.X) + " " + a.Op.String() + "="
		}
		if text, ok := branches(assign, a.Y, a.Op != java.Assign); ok {
			return one(s, text)
		}
	case *java.Return:
		if s.X == nil || !p.lists[s] {
			return nil
		}
		if text, ok := branches("return", s.X, false); ok {
			return one(s, text)
		}
	}
	return nil
}

// switchToIf: switch (x) { case 1: A break; default: B }  ⇒  if (x == 1) { A } else { B }.
//
// Side conditions: x is a local, a primitive or a String; each group ends in break, return,
// throw or continue, or is the last one; no other break leaves the switch; default is last and
// alone. A String is compared by equals, which throws for null as the switch does, so that a
// case must come before default. What a group declares is used in it alone, which the checker
// sees, and no local of the file hides a field. The switch stands in a list of statements,
// where no else can come to belong to the if.
func (p *pass) switchToIf(n java.Node) []place {
	s, ok := n.(*java.Switch)
	if !ok || p.local(s.X) == nil || !p.lists[s] || p.hidden || len(s.Cases) == 0 {
		return nil
	}
	t := p.info.Types[s.X]
	if t == nil || !types.IsPrimitive(t) && !types.IsString(t) || s.Cases[0].Default {
		return nil
	}

	x := p.f.Text(s.X)
	var b strings.Builder
	var labels []string
	for i, c := range s.Cases {
		last := i == len(s.Cases)-1
		if c.Arrow || c.Guard != nil || c.Default && (!last || len(labels) > 0 || len(c.Labels) > 0) {
			return nil
		}
		for _, l := range c.Labels {
			if types.IsString(t) {
				labels = append(labels, x+".equals("+p.f.Text(l)+")")
			} else {
				labels = append(labels, x+" == "+p.operand(l))
			}
		}
		if len(c.Body) == 0 && !last {
			continue // falls into the next group
		}
		body, ok := p.group(c.Body, last)
		if !ok {
			return nil
		}
		if c.Default {
			b.WriteString(" else {" + body + "}")
			continue
		}
		if b.Len() > 0 {
			b.WriteString(" else ")
		}
		b.WriteString("if (" + strings.Join(labels, " || ") + ") {" + body + "}")
		labels = nil
	}
	return one(s, b.String())
}

// group is the source of a group's statements without the break at its end.
func (p *pass) group(list []java.Stmt, last bool) (string, bool) {
	if len(list) == 0 {
		return " ", true
	}
	end := list[len(list)-1]
	from, to := list[0].Pos().Offset(), end.End().Offset()
	ends := last
	switch e := end.(type) {
	case *java.Break:
		if e.Label == "" {
			to, list, ends = e.Pos().Offset(), list[:len(list)-1], true
		}
	case *java.Return, *java.Throw, *java.Continue:
		ends = true
	}

	for _, s := range list {
		java.Walk(s, func(n java.Node) bool {
			switch n := n.(type) {
			// A break in these leaves them, not the switch.
			case *java.While, *java.DoWhile, *java.For, *java.ForEach, *java.Switch, *java.ClassDecl, *java.Lambda:
				return false
			case *java.Break:
				ends = ends && n.Label != ""
			}
			return true
		})
	}
	return " " + strings.TrimRight(p.f.Src[from:to], " ") + " ", ends
}
