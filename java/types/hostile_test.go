package types_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"ensures/java"
	"ensures/java/types"
)

// Deeply nested and very long programs are checked in reasonable time.
func TestHostilePrograms(t *testing.T) {
	nest := func(n int, open, core, end string) string {
		return strings.Repeat(open, n) + core + strings.Repeat(end, n)
	}
	body := func(s string) string {
		return "import java.util.*; import java.util.function.*; import java.util.stream.*;\n" +
			"class H { static int over(Runnable r) { return 1; } static <T> T over(Supplier<T> s) { return null; }\n" +
			"static <T> T id(T t) { return t; } static <T> T id(T t, T u) { return t; } static <T extends Comparable<T>> T mx(T a, T b) { return a; }\n" +
			"void m(int x, boolean b) {" + s + "} }"
	}
	var many strings.Builder
	for i := range 3000 {
		fmt.Fprintf(&many, "int v%d = x + %d;\n", i, i)
	}
	tests := map[string]string{
		"parentheses":       body("int y = " + nest(2000, "(", "1", ")") + ";"),
		"sum":               body("int y = 1" + strings.Repeat(" + x", 20000) + ";"),
		"concatenation":     body(`String s = ""` + strings.Repeat(` + "a" + x`, 5000) + ";"),
		"and":               body("boolean y = b" + strings.Repeat(" && x > 1", 5000) + ";"),
		"conditionals":      body("Object o = " + strings.Repeat("b ? 1 : ", 800) + "2;"),
		"generic calls":     body("Object o = " + nest(80, "id(", "1", ")") + ";"),
		"generic pairs":     body("Object o = " + nest(12, "id(", "1", ", null)") + ";"),
		"bounded calls":     body("Integer o = " + nest(40, "mx(1, ", "2", ")") + ";"),
		"lists":             body("Object o = " + nest(60, "List.of(", "1", ")") + ";"),
		"lambdas":           body("Runnable r = " + nest(60, "() -> { Runnable r = ", "null", "; }") + ";"),
		"overloads":         body("Object o = " + nest(20, "over(() -> ", "1", ")") + ";"),
		"suppliers":         body("over(() -> " + nest(30, "over(() -> { return ", "1", "; })") + ");"),
		"streams":           body("Object o = " + nest(12, "Stream.of(1, 2).map(q -> ", "1", ").collect(Collectors.toList())") + ";"),
		"blocks":            body(nest(1000, "{ if (b) ", "x++;", "}")),
		"loops":             body(nest(300, "while (b) { if (x > 1) break; ", "x++;", "}")),
		"else":              body(strings.Repeat("if (x > 1) x++; else ", 2000) + "x--;"),
		"statements":        body(many.String()),
		"chain":             body("StringBuilder sb = new StringBuilder(); sb" + strings.Repeat(".append(x)", 3000) + ";"),
		"array":             body("int[] a = {" + strings.Repeat("1, ", 50000) + "2};"),
		"anonymous classes": body("Object o = " + nest(60, "new Object() { Object f = ", "null", "; }") + ";"),
		"distinct elements": body("Object o = Arrays.asList(" + strings.Repeat(`1, "a", 2.0, 'c', null, `, 200) + "1L);"),
	}
	lib := testLibrary()
	for name, src := range tests {
		start := time.Now()
		f, _ := java.Parse(name, src)
		_, errs := types.Check(lib, f)
		if d := time.Since(start); d > 20*time.Second {
			t.Errorf("%s: %v", name, d)
		} else if d > 200*time.Millisecond {
			t.Logf("%s: %v", name, d)
		}
		for _, e := range errs {
			if e.Code != java.NotInSubset {
				t.Logf("%s: %v", name, e)
				break
			}
		}
	}
}

// A cycle of inheritance of any length is an error, once, and nothing runs around it.
func TestCyclesOfAnyLength(t *testing.T) {
	ring := func(n int, how string) string {
		var b strings.Builder
		for i := range n {
			fmt.Fprintf(&b, how, i, (i+1)%n, (i+2)%n)
		}
		return b.String()
	}
	tests := map[string]string{
		"itself":                  "class A extends A { A f() { return this; } }",
		"an interface itself":     "interface A extends A { }",
		"a hundred and fifty":     ring(150, "class E%[1]d extends E%[2]d { E%[1]d f() { return this; } }\n"),
		"two thousand":            ring(2000, "class E%[1]d extends E%[2]d { }\n"),
		"interfaces":              ring(150, "interface I%[1]d extends I%[2]d { Missing f(); }\n"),
		"interfaces in many ways": ring(150, "class E%[1]d { interface I extends E%[2]d.I { Missing f(); } }\n"),
	}
	for name, src := range tests {
		f, _ := java.Parse(name, src)
		p, errs := types.Check(testLibrary(), f)
		cycles := p.Units[0].Cycles
		if len(cycles) != 1 || !strings.Contains(cycles[0].Msg, "cyclic inheritance involving") {
			t.Errorf("%s: %v", name, cycles)
		}
		if strings.Count(errs.Error(), "cyclic inheritance") < 1 {
			t.Errorf("%s: not among the errors", name)
		}
	}
}
