package key

import (
	"ensures/java"
	"ensures/java/types"
)

// division is a method that classes get whose code divides by what is no constant.
// KeY's checked arithmetic looks at no overflow there, which the smallest number has
// when divided by -1. Nobody proves the contract: it is what the JVM does.
const division = `/*@ public behavior requires b != 0; requires a != -2147483648 || b != -1; ensures \result == a / b; signals_only \nothing; assignable \strictly_nothing; pure @*/` + br +
	`private static native int ensures_div__(int a, int b);` + br +
	`/*@ public behavior requires b != 0; requires a != -9223372036854775808L || b != -1; ensures \result == a / b; signals_only \nothing; assignable \strictly_nothing; pure @*/` + br +
	`private static native long ensures_div__(long a, long b);`

// mayOverflow reports whether x / y is an integer division that may overflow.
func (t *translator) mayOverflow(x, y java.Expr) bool {
	a, b := t.exprType(x), t.exprType(y)
	if a == nil || b == nil || !types.IsIntegral(a) || !types.IsIntegral(b) || !t.safe {
		return false
	}
	k := t.infos.Const(y)
	return k == nil || k.N == -1
}

// divisions rewrites the divisions of a body that may overflow as calls.
func (t *translator) divisions(k *method, out []change) []change {
	java.Walk(k.m.Decl.Body, func(n java.Node) bool {
		b, ok := n.(*java.Binary)
		if !ok || b.Op != java.Div || !t.mayOverflow(b.X, b.Y) {
			return true
		}
		if k.allow {
			t.fail(b, "a division by what is no constant where its exception is caught or specified")
		}
		t.divides[k.m.Owner.Decl] = true
		out = append(out, change{java.Span{From: b.X.Pos(), To: b.X.Pos()}, "ensures_div__("},
			change{java.Span{From: b.OpPos, To: b.OpPos + 1}, ","},
			change{java.Span{From: b.Y.End(), To: b.Y.End()}, ")"})
		return true
	})
	return out
}
