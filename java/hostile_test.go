package java

import (
	"strings"
	"testing"
	"time"
)

// hopeless is a time that only quadratic work takes on inputs of this size, however
// busy the machine is.
const hopeless = 90 * time.Second

// Input made to exhaust the stack or to take quadratic time.
func TestHostile(t *testing.T) {
	n := 200000
	if testing.Short() {
		n = 20000
	}
	rep := strings.Repeat
	in := func(body string) string { return "class A { void f() { x = " + body + "; } void g() { return; } }" }
	tests := map[string]string{
		"parens":        in(rep("(", n) + "1" + rep(")", n)),
		"open parens":   in(rep("(", n)),
		"casts":         in(rep("(int) ", n) + "1"),
		"name casts":    in(rep("(a) ", n) + "b"),
		"lambdas":       in(rep("x -> ", n) + "1"),
		"paren lambdas": in(rep("() -> ", n) + "1"),
		"block lambdas": in(rep("() -> { return ", n) + "1" + rep("; }", n)),
		"unary":         in(rep("!", n) + "a"),
		"minus":         in(rep("- ", n) + "a"),
		"ternary":       in(rep("a ? b : ", n) + "c"),
		"ternary open":  in(rep("a ? ", n)),
		"assign":        in(rep("a = ", n) + "b"),
		"plus":          in("a" + rep(" + a", n)),
		"mixed":         in("a" + rep(" + a * b", n)),
		"less":          in("a" + rep(" < a", n)),
		"less tight":    in(rep("a<", n)),
		"less paren":    in(rep("(a<", n)),
		"generics":      in("(" + rep("A<", n) + "B" + rep(">", n) + ") x"),
		"wild generics": in(rep("A<? extends ", n)),
		"selects":       in("a" + rep(".a", n)),
		"calls":         in("a" + rep(".a()", n)),
		"nested calls":  in(rep("f(", n) + rep(")", n)),
		"indices":       in("a" + rep("[0]", n)),
		"nested index":  in(rep("a[", n) + "0" + rep("]", n)),
		"arrays":        in("new int[]" + rep("{", n) + rep("}", n)),
		"dims":          in("new int" + rep("[]", n) + "{}"),
		"new":           in(rep("new A(", n) + rep(")", n)),
		"anonymous":     in(rep("new A() { int x = ", n) + "1" + rep("; }", n)),
		"switches":      in(rep("switch (a) { default -> ", n) + "1" + rep("; }", n)),
		"patterns":      in("a instanceof " + rep("A(", n) + "B b" + rep(")", n)),
		"instanceof":    in("a" + rep(" instanceof B", n)),
		"tall towers":   in(rep("(", 900) + "a" + rep(rep("+a", 200)+")", 900)),
		"blocks":        "class A { void f() " + rep("{", n) + rep("}", n) + " void g() { return; } }",
		"open blocks":   "class A { void g() { return; } void f() " + rep("{", n),
		"ifs":           "class A { void f() { " + rep("if (a) ", n) + "; } void g() { return; } }",
		"elses":         "class A { void f() { " + rep("if (a) ; else ", n) + "; } void g() { return; } }",
		"labels":        "class A { void f() { " + rep("a: ", n) + "; } void g() { return; } }",
		"tries":         "class A { void f() " + rep("{ try ", n) + "{} finally {} } void g() { return; } }",
		"classes":       rep("class A { ", n) + "void g() { return; }" + rep("}", n),
		"closers":       "class A { void g() { return; } " + rep("}", n),
		"semicolons":    "class A { void g() { return; } " + rep(";", n) + "}",
		"annotations":   rep("@A ", n) + "class A { void g() { return; } }",
		"annotation in": rep("@A(", n) + rep(")", n) + " class A { void g() { return; } }",
		"ats":           rep("@", n) + "class A { void g() { return; } }",
		"dots":          "import " + rep("a.", n) + "b; class A { void g() { return; } }",
		"many errors":   "class A { void f() { " + rep("x = ; ", n) + "} void g() { return; } }",
		"one long line": "class A { void f() { " + rep("1; ", n) + "} void g() { return; } }",
		"garbage":       "class A { void g() { return; } " + rep("# ` \\ ", n) + "}",
		"quotes":        "class A { void g() { return; } " + rep("'", n) + "}",
		"open comment":  "class A { void g() { return; } " + rep("/*", n),
		"escapes":       "class A { void g() { return; } String s = \"" + rep(`\u0041`, n) + "\"; }",
		"bad escapes":   "class A { void g() { return; } String s = \"" + rep(`\q`, n) + "\"; }",
		"big string":    "class A { void g() { return; } String s = \"" + rep(`a`, 20*n) + "\"; }",
		"big number":    "class A { void g() { return; } int x = " + rep(`9`, n) + "; }",
		"cases":         "class A { void f() { switch (a) { " + rep("case 1: ", n) + "} } void g() { return; } }",
		"params":        "class A { void f(" + rep("int a, ", n) + "int b) { } void g() { return; } }",
		"methods":       "class A { " + rep("void f() { } ", n) + "void g() { return; } }",
		"unclosed":      "class A { void g() { return; } " + rep("void f() { if (a) { ", n/10) + "}",
		"locals":        "class A { void f() { " + rep("void f() { } ", n/10) + "} void g() { return; } }",
		"type params":   "class A { " + rep("<T extends ", n) + "void g() { return; } }",
	}
	for name, src := range tests {
		start := time.Now()
		f, errs := Parse("", src)
		Walk(f, func(Node) bool { return true })
		if len(errs) == 0 {
			checkRoundTrip(t, f)
		} else {
			_ = Print(f)
		}
		if d := time.Since(start); d > hopeless {
			t.Errorf("%s: took %v for %d bytes", name, d, len(src))
		} else if d > time.Second/4 {
			t.Logf("%s: took %v for %d bytes", name, d, len(src))
		}
		if len(errs) > maxErrors {
			t.Errorf("%s: %d errors", name, len(errs))
		}
		found := false
		Walk(f, func(n Node) bool {
			m, ok := n.(*MethodDecl)
			found = found || ok && m.Name.Name == "g" && len(m.Body.Stmts) == 1
			return true
		})
		switch name {
		case "open blocks", "open parens", "ternary open", "open comment", "quotes", "annotation in", "ats", "type params", "nested index",
			"classes", "less paren", "tries":
		default:
			if !found {
				t.Errorf("%s: the other method is lost: %v", name, errs)
			}
		}
	}
}

func TestHostileSpec(t *testing.T) {
	n := 200000
	if testing.Short() {
		n = 20000
	}
	rep := strings.Repeat
	for name, src := range map[string]string{
		"forall":    rep(`\forall int i; `, n),
		"parens":    rep(`(\forall int i; a; `, n),
		"implies":   rep("a ==> ", n) + "b",
		"impliedby": "a" + rep(" <== b", n),
		"iff":       "a" + rep(" <==> b", n),
		"chain":     "a" + rep(" < b", n),
		"old":       rep(`\old(`, n) + "a" + rep(")", n),
		"words":     rep(`\foo `, n),
		"word":      `\` + rep("a", n),
		"calls":     rep(`\foo(`, n),
		"lbl":       rep(`(\lbl a `, n) + "b" + rep(")", n),
		"prose":     rep("(*", n),
		"ranges":    rep("a[0..", n),
		"typeof":    rep(`\type(A<`, n),
	} {
		start := time.Now()
		x, _, errs := ParseExprString(src, true)
		_ = Print(x)
		if d := time.Since(start); d > hopeless {
			t.Errorf("%s: took %v for %d bytes", name, d, len(src))
		} else if d > time.Second/4 {
			t.Logf("%s: took %v for %d bytes", name, d, len(src))
		}
		if len(errs) > maxErrors {
			t.Errorf("%s: %d errors", name, len(errs))
		}
	}
}

func TestTooDeepIsSaid(t *testing.T) {
	for _, src := range []string{
		"class A { int x = " + strings.Repeat("(", 5000) + "1" + strings.Repeat(")", 5000) + "; }",
		"class A { int x = 1" + strings.Repeat("+1", 20000) + "; }",
	} {
		_, errs := Parse("", src)
		if len(errs) != 1 || !strings.Contains(errs[0].Msg, "nested too deeply") && !strings.Contains(errs[0].Msg, "more than") {
			t.Errorf("%.40s…: %v", src, errs)
		}
	}
	// what people write is not too deep
	parseOK(t, "class A { int x = "+strings.Repeat("(", 400)+"1"+strings.Repeat(")", 400)+"; String s = \"\""+strings.Repeat(" + \"a\"", 5000)+"; }")
}
