package jml

import (
	"testing"

	"ensures/java"
	"ensures/java/expr"
)

// What follows at a glance, and what does not: facts, goal, answer.
func TestEntails(t *testing.T) {
	read := func(text string) java.Expr {
		x, _, errs := ParseExpr(text)
		if len(errs) > 0 {
			t.Fatalf("%s: %v", text, errs)
		}
		return x
	}
	for _, c := range []struct {
		facts []string
		goal  string
		want  bool
	}{
		{[]string{"0 <= j && j <= i"}, "0 <= j", true},
		{[]string{"0 <= j && j <= i"}, "j >= 0", true},
		{[]string{"0 <= j && j <= i"}, "j <= i + 1", true},
		{[]string{"0 <= j && j <= i"}, "j < i", false},
		{[]string{"0 <= j && j <= i"}, "0 <= i ==> j <= i", true},
		{[]string{"0 <= j && j <= i"}, "i < 0 ==> j == 0", true},
		{[]string{"j <= i"}, "i < 0 ==> j == 0", false},
		{[]string{"0 <= j && j <= i", "i < m.length"}, "j < m.length && j <= m.length - 1", true},
		{[]string{"0 <= j && j <= i", "i < m.length"}, "j < m[0].length", false},
		{[]string{"i == 3"}, "i != 4 && i >= 3", true},
		{[]string{"i != 3"}, "i > 3", false},
		{[]string{"a < b || a == b"}, "a < b || a == b", true},
		{nil, "x <= y || y < x", true},
		{nil, "x <= y || x < y", false},
		{nil, "x + 1 > x", true},
		{nil, "(\\forall int i; 0 <= i && i < n; (\\forall int k; 0 <= k && k < i; 0 <= k && k < n))", true},
		{nil, "(\\forall int i; 0 <= i && i < n; (\\forall int k; 0 <= k && k <= i; k < n - 1))", false},
		{[]string{"(\\forall int i; 0 <= i && i < m.length; m[i] != null)"}, "(\\forall int i; 0 <= i && i < m.length; (\\forall int k; 0 <= k && k < i; m[k] != null))", true},
		{[]string{"(\\forall int i; 0 <= i && i < m.length; m[i] != null)"}, "(\\forall int i; 0 <= i && i <= m.length; m[i] != null)", false},
		{[]string{"(\\forall int i; 1 <= i && i < m.length; m[i] != null)"}, "m[0] != null", false},
		{[]string{"(\\forall int k; 0 <= k && k < i; (\\forall int p; 0 <= p && p < k; m[k][p] == m[p][k]))"}, "(\\forall int k; 0 <= k && k < i; !((\\exists int q; 0 <= q && q < k; m[k][q] != m[q][k])))", true},
		{[]string{"(\\forall int k; 0 <= k && k < i; !((\\exists int q; 0 <= q && q < k; m[k][q] != m[q][k])))"}, "(\\forall int k; 0 <= k && k < i; (\\forall int p; 0 <= p && p < k; m[p][k] == m[k][p]))", true},
		{[]string{"(\\forall int k; 0 <= k && k < i; a[k] <= a[k + 1])"}, "(\\forall int k; 0 <= k && k < i; a[k + 1] <= a[k])", false},
		{[]string{"(\\forall int k; 0 <= k && k < i; k < i)"}, "0 < i", false},
		{[]string{"f(x) == g(y)"}, "g(y) == f(x)", true},
		{[]string{"f(x) == g(y)"}, "f(y) == g(x)", false},
		{[]string{"x.f(1)"}, "y.f(1)", false},
		{[]string{"(\\forall int k; 0 <= k && k < n; s.charAt(k) != c)"}, "0 < n ==> s.charAt(0) != c", true},
		{[]string{"(\\exists int k; 0 <= k && k < n; a[k] == 1)"}, "a[0] == 1", false},
		{[]string{"n > 0", "n < 0"}, "a == b", true},
	} {
		var facts []java.Expr
		for _, f := range c.facts {
			facts = append(facts, read(f))
		}
		if got := expr.Entails(facts, read(c.goal)); got != c.want {
			t.Errorf("%q ⊢ %s: %v", c.facts, c.goal, got)
		}
	}
}
