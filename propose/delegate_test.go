package propose

import (
	"testing"

	"ensures/java"
	"ensures/java/expr"
	"ensures/jml"
)

// TestHandsOn: a body that ends by handing all on, and bodies that do something else before.
func TestHandsOn(t *testing.T) {
	for body, want := range map[string]string{
		"g(a);":                               "g(a)",
		"return g(a);":                        "g(a)",
		"if (a == null) return; g(a);":        "a != null: g(a)",
		"if (a == null) { return; } g(a, 0);": "a != null: g(a, 0)",
		"if (a == null) return; if (a.length < 2) return; g(a);": "a != null && a.length >= 2: g(a)",
		"if (a == null) { a = null; } g(a);":                     "",
		"if (a == null) return; else a = null; g(a);":            "",
		"a[0] = 1; g(a);":            "",
		"this.g(a);":                 "",
		"if (n++ > 0) return; g(a);": "",
		"":                           "",
	} {
		f, errs := java.Parse("A.java", "class A { void f(int[] a, int n) { "+body+" } }")
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		got := ""
		if call, guard := handsOn(f.Types[0].Members[0].(*java.MethodDecl)); call != nil {
			if got = java.Print(call); guard != nil {
				got = java.Print(guard) + ": " + got
			}
		}
		if got != want {
			t.Errorf("%s: got %q, want %q", body, got, want)
		}
	}
}

// TestFolded: what arguments make plain is not said.
func TestFolded(t *testing.T) {
	for text, want := range map[string]string{
		"Math.max(0, 0) <= i && i < Math.min(a.length, a.length)":     "0 <= i && i < a.length",
		"a[i] == \\old(a[Math.max(0, 0) + (Math.min(n, n) - 1) - i])": "a[i] == \\old(a[n - 1 - i])",
		"Math.max(0, n) + 0 == n - 0":                                 "Math.max(0, n) == n",
		"true && a == null && b != null ==> \\result == -1":           "a == null && b != null ==> \\result == -1",
		"!false && a || false ==> (true ==> b)":                       "a ==> b",
		"!true && a ==> b":                                            "false && a ==> b",
		"Math.abs(n) == n * 0":                                        "Math.abs(n) == n * 0",
	} {
		x, _, errs := jml.ParseExpr(text)
		if len(errs) > 0 {
			t.Fatal(errs)
		}
		if got := java.Print(folded(expr.Replace(x, nil))); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}

// TestBehindGuard: a guard that a condition asks for is not said before it.
func TestBehindGuard(t *testing.T) {
	for text, want := range map[string]string{
		"b":                                 "a != null ==> b",
		"a != null ==> b":                   "a != null ==> b",
		"a != null && a.length > 0 ==> b":   "a != null && a.length > 0 ==> b",
		"a == null || a.length > 0 ==> b":   "a != null ==> (a == null || a.length > 0 ==> b)",
		"(n > 0 && (a != null)) ==> b":      "(n > 0 && (a != null)) ==> b",
		"b && (a != null ==> a.length > 0)": "a != null ==> b && (a != null ==> a.length > 0)",
	} {
		x, _, errs := jml.ParseExpr(text)
		guard, _, more := jml.ParseExpr("a != null")
		if len(errs)+len(more) > 0 {
			t.Fatal(errs, more)
		}
		if got := java.Print(behindGuard(guard, x)); got != want {
			t.Errorf("%s: got %s, want %s", text, got, want)
		}
	}
}
