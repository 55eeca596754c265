package expr

import (
	"fmt"
	"testing"

	"ensures/java"
)

// parse reads an expression of Java.
func parse(t *testing.T, text string) java.Expr {
	t.Helper()
	f, errs := java.Parse("T.java", "class T { Object f() { return "+text+"; } }")
	if len(errs) > 0 {
		t.Fatalf("%s: %v", text, errs)
	}
	return f.Types[0].Members[0].(*java.MethodDecl).Body.Stmts[0].(*java.Return).X
}

// show prints an expression, "nil" for none.
func show(e java.Expr) string {
	if e == nil {
		return "nil"
	}
	return java.Print(e)
}

func TestNot(t *testing.T) {
	for in, want := range map[string]string{
		"a < b": "a >= b", "a == b": "a != b", "(a <= b)": "a > b", "!a": "a", "!(a && b)": "a && b", "a": "!(a)",
		"a && b < c": "!(a) || b >= c", "a < b || c": "a >= b && !(c)", "f(x)": "!(f(x))", "a ? b : c": "!(a ? b : c)",
	} {
		if got := show(Not(parse(t, in))); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
	if Not(nil) != nil {
		t.Error("the opposite of what can't be said was said")
	}
}

func TestReplace(t *testing.T) {
	env := map[string]java.Expr{"x": parse(t, "a + b"), "lost": nil, "one": Number(1), "cs": parse(t, "s.toCharArray()")}
	for in, want := range map[string]string{
		"x * 2": "(a + b) * 2", "x": "(a + b)", "a[x]": "a[a + b]", "a.f(x, one)": "a.f(a + b, 1)", "(x)": "(a + b)",
		"-x": "-(a + b)", "x > 0 ? one : y": "(a + b) > 0 ? 1 : y", "(int) x": "(int) (a + b)", "this.x": "this.x", "a.x": "a.x",
		"cs[x] == cs[cs.length - 1]": "s.charAt(a + b) == s.charAt(s.length() - 1)", "cs": "s.toCharArray()", "f(cs).length": "f(s.toCharArray()).length", "cs[lost]": "nil",
		"lost + 1": "nil", "f(lost)": "nil", "i++": "nil", "x = 1": "nil", "new T()": "nil",
	} {
		if got := show(Replace(parse(t, in), env)); got != want {
			t.Errorf("%s: %s, want %s", in, got, want)
		}
	}
}

// A quantifier's own variable is not replaced.
func TestReplaceBound(t *testing.T) {
	q := &java.Quantified{Kind: `\forall`, Vars: []*java.VarDeclarator{{Name: java.Ident{Name: "x"}}}, Range: Binary(java.Lt, Name("x"), Name("n")), Body: Binary(java.Gt, Name("x"), Name("y"))}
	got, ok := Replace(q, map[string]java.Expr{"x": Name("a"), "n": Number(3), "y": Name("b")}).(*java.Quantified)
	if !ok || show(got.Range) != "x < 3" || show(got.Body) != "x > b" || show(q.Body) != "x > y" {
		t.Errorf("%s, %s", show(got.Range), show(got.Body))
	}
}

func TestPlusMinus(t *testing.T) {
	for _, c := range []struct {
		x    string
		n    int64
		want string
	}{{"n", 1, "n + 1"}, {"n", -1, "n - 1"}, {"n - 1", 1, "n"}, {"n + 2", -1, "n + 1"}, {"4", 3, "7"}, {"n", 0, "n"}, {"(n - 3)", 1, "n - 2"}, {"-1", 1, "0"}} {
		if got := show(Plus(parse(t, c.x), c.n)); got != c.want {
			t.Errorf("%s + %d: %s, want %s", c.x, c.n, got, c.want)
		}
	}
	for _, c := range [][3]string{{"a", "b", "a - b"}, {"a", "b + 1", "a - (b + 1)"}, {"a", "0", "a"}, {"a + 1", "1", "a"}} {
		if got := show(Minus(parse(t, c[0]), parse(t, c[1]))); got != c[2] {
			t.Errorf("%s - %s: %s, want %s", c[0], c[1], got, c[2])
		}
	}
	if Plus(nil, 1) != nil || Minus(nil, Name("a")) != nil || Minus(Name("a"), nil) != nil || Binary(java.Plus, nil, Name("a")) != nil {
		t.Error("a sum with what can't be said was said")
	}
}

func TestConjuncts(t *testing.T) {
	for in, want := range map[string]string{"a && b && c": "[a b c]", "a && (b && c)": "[a b c]", "a || b": "[a || b]", "(a && b)": "[a b]", "a": "[a]"} {
		var got []string
		for _, e := range Conjuncts(parse(t, in)) {
			got = append(got, show(java.Unparen(e)))
		}
		if text := fmt.Sprint(got); text != want {
			t.Errorf("%s: %s, want %s", in, text, want)
		}
	}
	if Conjuncts(nil) != nil || show(And(nil, Name("a"))) != "a" || show(And(Name("a"), nil)) != "a" {
		t.Error("nil is not the empty conjunction")
	}
}

func TestInt(t *testing.T) {
	for in, want := range map[string]int64{"3": 3, "-3": -3, "(3)": 3, "-(3)": -3} {
		if got, ok := Int(parse(t, in)); !ok || got != want {
			t.Errorf("%s: %d, %t", in, got, ok)
		}
	}
	for _, in := range []string{"a", "3 + 1", "'a'", "3L", "0x10"} {
		if got, ok := Int(parse(t, in)); ok {
			t.Errorf("%s: %d", in, got)
		}
	}
}

func TestMentions(t *testing.T) {
	e := parse(t, "a.b + c[d]")
	for name, want := range map[string]bool{"a": true, "b": false, "c": true, "d": true, "e": false} {
		if Mentions(e, name) != want {
			t.Errorf("%s: not %t", name, want)
		}
	}
}
