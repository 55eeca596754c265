package harness

import (
	"strings"
	"testing"

	"ensures/java"
)

func parse(t *testing.T, src string) *java.File {
	t.Helper()
	f, errs := java.Parse("T.java", src)
	if len(errs) > 0 {
		t.Fatal(errs)
	}
	return f
}

func TestMatch(t *testing.T) {
	const task = `public class Solution { public static int solve(int a, int b) { return a % b; } }`
	for _, c := range []struct{ name, spec, want string }{
		{"other names", `class X { int lcm(int p, int q) { return p; } }`, "lcm"},
		{"result type decides", `class X { long f(int p, int q) { return p; } int g(int p, int q) { return p; } }`, "g"},
		{"same body decides", `class X { int f(int n, int d) { return 0; } int h(int a, int b) { return a % b; } }`, "h"},
		{"similar name decides", `class X { int gcd(int n, int d) { return 0; } int solver(int n, int d) { return 0; } }`, "solver"},
		{"parameters alone", `class X { void f(int n, int d) { } int g(int n) { return 0; } }`, "f"},
		{"nested class", `class X { static class Y { int f(int n, int d) { return 0; } } }`, "f"},
		{"none", `class X { int f(int n) { return 0; } }`, "no method with the task's parameters: want int (int, int), have f: int (int)"},
		{"no method", `class X { }`, "no method in the specification's code; want one with signature int (int, int)"},
	} {
		f := parse(t, task)
		m := methodsOf(f, false)[0].method
		w := wanted{class: "Solution", method: m, tokens: bodyTokens(f, m), names: []string{"solve"}}
		got, err := match(parse(t, c.spec), w, func(*java.MethodDecl) bool { return false })
		name := ""
		if err != nil {
			name = err.Error()
		} else {
			name = got.method.Name.Name
		}
		if name != c.want {
			t.Errorf("%s: got %q, want %q", c.name, name, c.want)
		}
	}
}

func TestAltered(t *testing.T) {
	const task = `import java.util.*;
public class Solution { private static int help(int x) { return x + 1; } public static int solve(int a) { /* c */ return help(a); } }`
	for _, c := range []struct {
		name string
		edit func(string) string
		want bool
	}{
		{"same", func(s string) string { return s }, false},
		{"renamed throughout", strings.NewReplacer("Solution", "Inc", "solve", "inc", "help", "plus").Replace, false},
		{"blanks and comments", strings.NewReplacer(" { ", "\n{\n//@ ensures true;\n", "/* c */", "").Replace, false},
		{"not static", strings.NewReplacer("public static", "", "private static", "public").Replace, false},
		{"class and method of one name", strings.NewReplacer("Solution", "Inc", "solve", "Inc").Replace, false},
		{"another parameter name", strings.NewReplacer("int a", "int num", "help(a)", "help(num)").Replace, false},
		{"parameters not renamed throughout", strings.NewReplacer("int a", "int num").Replace, true},
		{"a method that is not called", strings.NewReplacer("private static int help", "static long more(long y) { return y; } private static int help").Replace, false},
		{"a field", strings.NewReplacer("private static int help", "int field; private static int help").Replace, true},
		{"another constant", strings.NewReplacer("x + 1", "x + 2").Replace, true},
		{"another operator", strings.NewReplacer("x + 1", "x - 1").Replace, true},
		{"a statement more", strings.NewReplacer("return help(a)", "a++; return help(a)").Replace, true},
		{"helper not called", strings.NewReplacer("return help(a)", "return solve(a)").Replace, true},
		{"renamed in one place", strings.NewReplacer("return help(a)", "return plus(a)").Replace, true},
		{"final local", strings.NewReplacer("return help(a)", "final int b = 0; return help(a)").Replace, true},
	} {
		ours, theirs := parse(t, task), parse(t, c.edit(task))
		if got := altered(ours, theirs, methodsOf(ours, false)[1].method, last(theirs)); got != c.want {
			t.Errorf("%s: got %v, want %v", c.name, got, c.want)
		}
	}
}

// last is the last method of a file.
func last(f *java.File) *java.MethodDecl {
	ms := methodsOf(f, false)
	return ms[len(ms)-1].method
}

func TestMeets(t *testing.T) {
	half, most := 0.5, 0.95
	for _, c := range []struct {
		s    Scores
		at   float64
		want bool
	}{
		{Scores{}, 0.5, false},
		{Scores{PostCorr: &most}, 0.5, false},
		{Scores{PostCorr: &most, PostComp: &half}, 0.5, true},
		{Scores{PostCorr: &most, PostComp: &half}, 0.9, false},
	} {
		if got := c.s.Meets(c.at); got != c.want {
			t.Errorf("%v at %v: %v", c.s, c.at, got)
		}
	}
}
