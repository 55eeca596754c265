package loops

import (
	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// quantified is quantifierOf as a tree; nil when a part is missing.
func quantified(kind, v string, lo, hi, body java.Expr) java.Expr {
	if lo == nil || hi == nil || body == nil {
		return nil
	}
	text := quantifierOf(kind, v, lo, hi, body)
	x, _, errs := jml.ParseExpr(text)
	if len(errs) > 0 {
		return nil
	}
	return x
}

// quantifierOf is (\kind int v; lo <= v && v < hi; body), "" when a part is missing.
func quantifierOf(kind, v string, lo, hi, body java.Expr) string {
	if lo == nil || hi == nil || body == nil {
		return ""
	}
	last := v + " < " + operand(hi)
	if b, ok := java.Unparen(hi).(*java.Binary); ok && b.Op == java.Plus {
		if n, ok := expr.Int(b.Y); ok && n == 1 {
			last = v + " <= " + operand(b.X)
		}
	}
	return "(\\" + kind + " int " + v + "; " + operand(lo) + " <= " + v + " && " + last + "; " + java.Print(java.Unparen(body)) + ")"
}

// operand is e as a side of a comparison.
func operand(e java.Expr) string {
	switch x := java.Unparen(e).(type) {
	case *java.Binary:
		switch x.Op {
		case java.Plus, java.Sub, java.Mul, java.Div, java.Rem:
			return java.Print(x)
		}
		return "(" + java.Print(x) + ")"
	case *java.Cond:
		return "(" + java.Print(x) + ")"
	}
	return java.Print(java.Unparen(e))
}

// implication is guard ==> body; the body for no guard, nil for no body.
func implication(guard, body java.Expr) java.Expr {
	if guard == nil || body == nil {
		return body
	}
	guard = java.Unparen(guard)
	switch x := guard.(type) {
	case *java.Cond:
		guard = &java.Paren{X: x}
	case *java.Binary:
		if x.Op == java.Implies || x.Op == java.Iff {
			guard = &java.Paren{X: x}
		}
	}
	return &java.Binary{Op: java.Implies, X: guard, Y: body}
}
