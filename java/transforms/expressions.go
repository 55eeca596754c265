package transforms

import (
	"strings"

	"ensures/java"
	"ensures/java/expr"
	"ensures/java/types"
)

// switchRelation: x < y  ⇒  y > x, and the three others.
//
// Side condition: the operands commute.
func (p *pass) switchRelation(n java.Node) []place {
	b, ok := n.(*java.Binary)
	if !ok || expr.Mirrored(b.Op) == b.Op || !p.commute(b) {
		return nil
	}
	return one(b, p.operand(b.Y)+" "+expr.Mirrored(b.Op).String()+" "+p.operand(b.X))
}

// switchEqual: x == y  ⇒  y == x.
//
// Side condition: the operands commute.
func (p *pass) switchEqual(n java.Node) []place {
	b, ok := n.(*java.Binary)
	if !ok || b.Op != java.Eq || !p.commute(b) {
		return nil
	}
	return one(b, p.operand(b.Y)+" == "+p.operand(b.X))
}

// switchStringEqual: a.equals(b)  ⇒  b.equals(a) for strings, asking for null first where
// one of them is not a constant.
//
// Side conditions: both are of type String. Where a is null the call throws, so that both are
// asked for null unless they are constants; a null b is equal to nothing. What is asked is
// evaluated twice: it calls nothing and assigns nothing. An a that is computed by a method
// of String or by + is never null and is evaluated once, whatever b is; b is a local then,
// and a assigns nothing.
func (p *pass) switchStringEqual(n java.Node) []place {
	c, ok := n.(*java.Call)
	if !ok || c.X == nil || c.Name.Name != "equals" || len(c.Args) != 1 {
		return nil
	}
	a, b := c.X, c.Args[0]
	for _, e := range []java.Expr{a, b} {
		if t := p.info.Types[e]; t == nil || !types.IsString(t) {
			return nil
		}
	}

	left, right := expr.Tight(p.f, a), expr.Tight(p.f, b)
	switched, plain := right+".equals("+p.f.Text(a)+")", left+".equals("+p.f.Text(b)+")"
	if p.computed(a) && !p.does(a).assigns && (p.isConstant(b) || p.local(b) != nil) {
		if p.isConstant(b) {
			return one(c, switched)
		}
		return one(c, "("+right+" != null ? "+switched+" : "+plain+")")
	}

	for _, e := range []java.Expr{a, b} {
		if d := p.does(e); d.calls || d.assigns {
			return nil
		}
	}
	// Asked for null only where it can be: what is constant is not.
	switch literal, other := p.isConstant(a), p.isConstant(b); {
	case literal && other:
		return one(c, switched)
	case literal:
		return one(c, "("+right+" != null && "+switched+")")
	case other:
		return one(c, "("+left+" != null ? "+switched+" : "+plain+")")
	}
	return one(c, "("+left+" != null && "+right+" != null ? "+switched+" : "+plain+")")
}

// computed reports whether a string is the value of a method of String or of +, neither of
// which gives null.
func (p *pass) computed(e java.Expr) bool {
	switch e := java.Unparen(e).(type) {
	case *java.Call:
		m := p.info.Calls[e]
		return m != nil && m.Method != nil && m.Method.Owner.Binary == "java.lang.String"
	case *java.Binary:
		return e.Op == java.Plus
	}
	return false
}

// isConstant reports whether a string is a constant, which is never null.
func (p *pass) isConstant(e java.Expr) bool { return p.info.Consts[java.Unparen(e)] != nil }

// unaryToAdd: k++;  ⇒  k += 1;  as a statement, and k--; likewise.
//
// Side condition: the variable is a primitive; a compound assignment converts its value back
// to such a type as the operator does. In the header of a for loop nothing is changed.
func (p *pass) unaryToAdd(n java.Node) []place {
	s, ok := n.(*java.ExprStmt)
	if !ok || !p.isBranch(s) {
		return nil
	}
	u, ok := s.X.(*java.Unary)
	if !ok || !p.isPrimitive(u.X) {
		return nil
	}
	switch u.Op {
	// As a statement the two differ in nothing: the value is not used.
	case java.PreInc, java.PostInc:
		return one(u, p.f.Text(u.X)+" += 1")
	case java.PreDec, java.PostDec:
		return one(u, p.f.Text(u.X)+" -= 1")
	}
	return nil
}

// isBranch reports whether an expression statement ends in a semicolon of its own: one in
// the header of a for loop does not.
func (p *pass) isBranch(s *java.ExprStmt) bool {
	text := p.f.Text(s)
	return text[len(text)-1] == ';'
}

// addToEqual: s += e;  ⇒  s = (T) (s + (e));  for every compound assignment.
//
// Side conditions: the target is evaluated twice, and may neither call nor assign anything;
// the cast to its type T stands where the operation's type is another one. A target that is
// no primitive has to be a String.
func (p *pass) addToEqual(n java.Node) []place {
	s, ok := n.(*java.ExprStmt)
	if !ok {
		return nil
	}
	a, ok := s.X.(*java.AssignExpr)
	if !ok || a.Op == java.Assign {
		return nil
	}
	t := p.info.Types[a.X]
	if d := p.does(a.X); t == nil || d.calls || d.assigns || !types.IsPrimitive(t) && !types.IsString(t) {
		return nil
	}
	value := p.f.Text(a.X) + " " + a.Op.String() + " " + expr.Tight(p.f, a.Y)
	if types.IsNumeric(t) && types.IsPrimitive(t) && !p.same(t, a) {
		value = "(" + t.String() + ") (" + value + ")"
	}
	return one(a, p.f.Text(a.X)+" = "+value)
}

// same reports whether the operation of a compound assignment has its target's type.
func (p *pass) same(t types.Type, a *java.AssignExpr) bool {
	y := p.info.Types[a.Y]
	if y == nil {
		return false
	}
	k, other := t.Kind(), y.Kind()
	if k < types.Int || k > types.Double { // byte, short and char are widened
		return false
	}
	switch a.Op {
	// The distance does not widen the left side (JLS 15.19).
	case java.Shl, java.Shr, java.Ushr:
		return true
	}
	return types.IsPrimitive(y) && other <= k
}

// divideInfix: if (i % 2 == 0) …  ⇒  int tmp = i % 2; if (tmp == 0) …  for a part of a
// condition, or of a returned, declared or assigned value; and a[k++] = v;  ⇒  a[k] = v; k++;
//
// Side conditions: the part is an operation on numbers or texts or a comparison, and is evaluated
// exactly once wherever the statement is: in no loop's condition, and not behind &&, ||, ?:
// or in a lambda. It is evaluated before all else of the statement, or it reads only locals
// that the statement does not assign, calls nothing and throws nothing. A part that has one
// value throughout, since it reads only locals that nothing assigns after their declaration,
// calls nothing and throws nothing, may stand in a loop's condition and behind those operators
// too, where those locals are declared before the statement. The statement stands
// in a list of statements, or is a branch or the body of a loop, which becomes a block. Of the
// second form: a and k are locals, v neither reads k nor assigns anything, and no exception is
// caught in the file, which could see whether k was changed.
func (p *pass) divideInfix(n java.Node) []place {
	s, ok := n.(java.Stmt)
	if !ok || !p.lists[s] && !p.bodies[s] {
		return nil
	}
	var whole, cond java.Expr
	inside := false // the whole is a part of what the statement evaluates
	leading := true // nothing is evaluated before it
	switch s := s.(type) {
	case *java.If:
		whole, inside = s.Cond, true
	case *java.While:
		cond = s.Cond
	case *java.For:
		cond = s.Cond
	case *java.Return:
		whole, inside = s.X, true
	case *java.LocalVars:
		if len(s.Vars) == 1 {
			whole = s.Vars[0].Init
		}
	case *java.ExprStmt:
		whole = s.X
		if a, ok := s.X.(*java.AssignExpr); ok {
			if places := p.dividePostfix(s, a); places != nil {
				return places
			}
			if p.does(a.X).assigns {
				return nil
			}
			whole, leading = a.Y, a.Op == java.Assign && p.local(a.X) != nil
		}
	}

	var part java.Expr
	if whole != nil {
		part = p.part(whole, inside, leading, p.does(whole).assigns)
		cond = whole
	}
	if part == nil && cond != nil {
		part = p.lasting(cond, s)
	}
	if part == nil {
		return nil
	}

	name := p.fresh("tmp")
	// A class of the program's with a simple name of String would be refused by the checker.
	declared := strings.TrimPrefix(p.info.Types[part].String(), "java.lang.") + " " + name + " = " + p.f.Text(part) + "; "
	at := place{
		{java.Span{From: s.Pos(), To: s.Pos()}, declared},
		{java.Span{From: part.Pos(), To: part.End()}, name},
	}
	if p.bodies[s] {
		at[0].to = "{ " + declared
		at = append(at, edit{java.Span{From: s.End(), To: s.End()}, " }"})
	}
	return []place{at}
}

// part is the first part of an expression that can be evaluated before it: arithmetic where
// there is some, else a comparison; nil where there is none. The expression itself counts
// where it is inside of a statement that does something with it; assigns says whether the
// statement's value assigns something anywhere.
func (p *pass) part(whole java.Expr, inside, leading, assigns bool) java.Expr {
	var first java.Expr // what is evaluated before all else, going down
	if leading {
		first = whole
	}

	var sum, comparison java.Expr
	java.Walk(whole, func(n java.Node) bool {
		e, ok := n.(java.Expr)
		if !ok {
			return true
		}
		leftmost := e == first
		var next java.Expr
		deeper := true
		switch x := e.(type) {
		case *java.Paren:
			next = x.X
		case *java.Binary:
			next = x.X
			if x.Op == java.AndAnd || x.Op == java.OrOr || e == whole && !inside {
				break
			}
			d := p.does(e)
			// Moved before the statement, it is evaluated before what stands left of it: it may do
			// nothing that shows, nor read what that changes.
			if !leftmost && (d.throws || d.calls || d.fields || assigns) || leftmost && d.assigns {
				break
			}
			t := p.info.Types[e]
			text := t != nil && types.IsString(t)
			if t == nil || !types.IsPrimitive(t) && !text || p.info.Consts[e] != nil {
				break
			}
			// The innermost on the left is taken: of a + b + c it is a + b.
			_, nested := java.Unparen(x.X).(*java.Binary)
			nested = nested && p.info.Consts[java.Unparen(x.X)] == nil
			if (types.IsNumeric(t) || text) && sum == nil && !nested {
				sum = e
			} else if t.Kind() == types.Boolean && comparison == nil {
				comparison = e
			}
		case *java.Cond:
			found := p.part(x.C, true, leftmost, assigns) // of the others one is evaluated
			if sum == nil {
				sum = found
			}
			deeper = false
		// A lambda's body runs at another time, and a case of a switch perhaps not at all.
		case *java.Lambda, *java.SwitchExpr, *java.New:
			deeper = false
		}
		if leftmost {
			first = next
		}
		// What stands behind && and || may not be evaluated.
		if b, ok := e.(*java.Binary); ok && (b.Op == java.AndAnd || b.Op == java.OrOr) {
			if found := p.part(b.X, true, leftmost, assigns); found != nil && sum == nil {
				sum = found
			}
			deeper = false
		}
		return deeper && sum == nil
	})

	if sum != nil {
		return sum
	}
	return comparison
}

// lasting is the first arithmetic in an expression of a statement that has the same value
// wherever it is evaluated after the statement's beginning; nil where there is none. The
// expression itself is none.
func (p *pass) lasting(whole java.Expr, s java.Stmt) java.Expr {
	var found java.Expr
	java.Walk(whole, func(n java.Node) bool {
		b, ok := n.(*java.Binary)
		if !ok || n == whole || found != nil {
			return found == nil
		}
		t, d := p.info.Types[b], p.does(b)
		if t == nil || !types.IsPrimitive(t) || !types.IsNumeric(t) || p.info.Consts[b] != nil || d.calls || d.assigns || d.throws || d.fields {
			return true
		}

		fixed := true
		java.Walk(b, func(n java.Node) bool {
			if x, ok := n.(*java.Name); ok {
				l := p.local(x)
				// Declared before the statement, where the new variable will stand.
				fixed = fixed && l != nil && l.Fixed() && l.Decl.Pos() < s.Pos()
			}
			return fixed
		})
		if fixed {
			found = b
		}
		return !fixed
	})
	return found
}

func (p *pass) dividePostfix(s *java.ExprStmt, a *java.AssignExpr) []place {
	x, ok := a.X.(*java.Index)
	if !ok || a.Op != java.Assign || p.tries || p.local(x.X) == nil {
		return nil
	}
	u, ok := x.I.(*java.Unary)
	if !ok || u.Op != java.PostInc && u.Op != java.PostDec {
		return nil
	}
	k := p.local(u.X)
	if k == nil || k.Captured || p.does(a.Y).assigns || expr.Mentions(a.Y, k.Name) {
		return nil
	}
	text := p.f.Text(x.X) + "[" + p.f.Text(u.X) + "] = " + p.f.Text(a.Y) + "; " + p.f.Text(u) + ";"
	if p.bodies[s] {
		text = "{ " + text + " }"
	}
	return one(s, text)
}
