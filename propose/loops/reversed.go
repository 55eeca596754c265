package loops

import (
	"ensures/java"
	"ensures/java/expr"
)

// reversal is a loop whose iterations swap the ends of what is left of a range of an array:
//
//	while (i < j) { t = a[i]; a[i] = a[j]; a[j] = t; i++; j--; }
//
// What it has done is, with lo and hi for what i and j hold before it and s for lo + hi,
//
//	j == s - i,  a[k] == \old(a[s - k]) outside of i…j,  a[k] == \old(a[k]) inside
//
// and after it the range from lo to hi is the other way round.
type reversal struct {
	a, i, j string
	lo, hi  java.Expr // in the words of the state before the call
	guard   java.Expr // under which the loop is reached; nil: always
}

// reversalOf reads a loop; nil where it is none.
func reversalOf(l *loop) *reversal {
	i, j := converging(l.cond)
	if i == "" || l.outer != nil {
		return nil
	}
	r := &reversal{i: i, j: j, lo: expr.Replace(l.entry[i], nil), hi: expr.Replace(l.entry[j], nil), guard: l.guard}
	if r.lo == nil || r.hi == nil {
		return nil
	}
	var stmts []java.Stmt
	switch s := l.loop.(type) {
	case *java.While:
		stmts = statements(s.Body)
	case *java.For:
		stmts = statements(s.Body)
		for _, u := range s.Update {
			stmts = append(stmts[:len(stmts):len(stmts)], &java.ExprStmt{X: u})
		}
	}

	// The swap may go either way round, and the steps stand in any order behind it.
	var swap []*java.AssignExpr
	up, down := 0, 0
	for _, s := range stmts {
		switch e := assigned(s).(type) {
		case *java.AssignExpr:
			swap = append(swap, e)
		case *java.Unary:
			x, ok := e.X.(*java.Name)
			switch {
			case ok && x.Name == i && (e.Op == java.PreInc || e.Op == java.PostInc) && len(swap) == 3:
				up++
			case ok && x.Name == j && (e.Op == java.PreDec || e.Op == java.PostDec) && len(swap) == 3:
				down++
			default:
				return nil
			}
		default:
			return nil
		}
	}
	if up != 1 || down != 1 || len(swap) != 3 || !r.swaps(swap) {
		return nil
	}
	return r
}

// statements are those of a loop's body.
func statements(s java.Stmt) []java.Stmt {
	if b, ok := s.(*java.Block); ok {
		return b.Stmts
	}
	return []java.Stmt{s}
}

// converging are the counters that a condition i < j keeps apart; "" for another condition.
func converging(cond java.Expr) (i, j string) {
	b, ok := java.Unparen(cond).(*java.Binary)
	if !ok {
		return "", ""
	}
	x, isX := java.Unparen(b.X).(*java.Name)
	y, isY := java.Unparen(b.Y).(*java.Name)
	switch {
	case !isX || !isY:
	case b.Op == java.Lt:
		return x.Name, y.Name
	case b.Op == java.Gt:
		return y.Name, x.Name
	}
	return "", ""
}

// assigned is the assignment or step that a statement is; nil for another one.
func assigned(s java.Stmt) java.Expr {
	switch s := s.(type) {
	case *java.ExprStmt:
		if e, ok := s.X.(*java.AssignExpr); ok && e.Op != java.Assign {
			return nil
		}
		return s.X
	case *java.LocalVars:
		if len(s.Vars) == 1 && s.Vars[0].Init != nil {
			return &java.AssignExpr{Op: java.Assign, X: &java.Name{Name: s.Vars[0].Name.Name}, Y: s.Vars[0].Init}
		}
	}
	return nil
}

// swaps reports whether three assignments are t = a[x]; a[x] = a[y]; a[y] = t for the counters.
func (r *reversal) swaps(s []*java.AssignExpr) bool {
	t, isName := s[0].X.(*java.Name)
	back, isBack := java.Unparen(s[2].Y).(*java.Name)
	if !isName || !isBack || back.Name != t.Name || t.Name == r.i || t.Name == r.j {
		return false
	}
	x, okX := r.element(s[0].Y)
	to, okTo := r.element(s[1].X)
	from, okFrom := r.element(s[1].Y)
	y, okY := r.element(s[2].X)
	return okX && okTo && okFrom && okY && x == to && from == y && x != y
}

// element is the counter at which an expression reads the array.
func (r *reversal) element(e java.Expr) (at string, ok bool) {
	x, isIndex := java.Unparen(e).(*java.Index)
	if !isIndex {
		return "", false
	}
	a, isA := java.Unparen(x.X).(*java.Name)
	i, isI := java.Unparen(x.I).(*java.Name)
	if !isA || !isI || i.Name != r.i && i.Name != r.j || r.a != "" && r.a != a.Name {
		return "", false
	}
	r.a = a.Name
	return i.Name, true
}

// image is the mirror image of k in the range.
func (r *reversal) image(k string) string {
	sum := r.hi
	if n, ok := expr.Int(r.lo); !ok || n != 0 {
		sum = expr.Binary(java.Plus, r.lo, r.hi)
	}
	return java.Print(expr.Binary(java.Sub, sum, expr.Name(k)))
}

// upTo is that k is no more than e.
func upTo(k string, e java.Expr) string {
	if x, ok := oneOff(e, java.Sub); ok {
		return k + " < " + operand(x)
	}
	return k + " <= " + operand(e)
}

// behind is that k is more than e.
func behind(k string, e java.Expr) string {
	if x, ok := oneOff(e, java.Sub); ok {
		return operand(x) + " <= " + k
	}
	return operand(e) + " < " + k
}

// mirrored is that in a range each element is what was at its mirror image.
func (r *reversal) mirrored(k, in string) string {
	return "(\\forall int " + k + "; " + in + "; " + r.a + "[" + k + "] == \\old(" + r.a + "[" + r.image(k) + "]))"
}

// kept is that elements are as they were where a condition holds.
func (r *reversal) kept(k, where string) string {
	return "(\\forall int " + k + "; 0 <= " + k + " && " + k + " < " + r.a + ".length && (" + where + "); " + r.a + "[" + k + "] == \\old(" + r.a + "[" + k + "]))"
}

// invariants are what the loop keeps.
func (r *reversal) invariants(k string) []string {
	lo, hi := operand(r.lo), operand(r.hi)
	return []string{
		lo + " <= " + r.i, upTo(r.j, r.hi), r.j + " == " + r.image(r.i),
		lo + " < " + hi + " ==> " + r.i + " <= " + r.j + " + 1",
		r.mirrored(k, lo+" <= "+k+" && "+k+" < "+r.i), r.mirrored(k, r.j+" < "+k+" && "+upTo(k, r.hi)),
		r.kept(k, k+" < "+lo+" || "+r.i+" <= "+k+" && "+k+" <= "+r.j+" || "+behind(k, r.hi)),
	}
}

// postconditions are what it leaves.
func (r *reversal) postconditions(k string) []string {
	lo := operand(r.lo)
	out := []string{r.mirrored(k, lo+" <= "+k+" && "+upTo(k, r.hi)), r.kept(k, k+" < "+lo+" || "+behind(k, r.hi))}
	if r.guard != nil {
		for i, text := range out {
			out[i] = implied(r.guard) + " ==> " + text
		}
	}
	return out
}
